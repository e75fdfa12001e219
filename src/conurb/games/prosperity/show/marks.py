"""Small signs: the five symbols, the types of tiles, discs and money, and what every game shares."""

from __future__ import annotations

from conurb.drawing import marks

from .pen import PEN, group, path, symbol, use

_LINES: dict[str, str] = {
    "research": "M9 3h6M10.3 3v6.2L4.9 18.4A1.75 1.75 0 0 0 6.4 21h11.2a1.75 1.75 0 0 0 1.5-2.6L13.7 9.2V3",
    "capital": "M2.8 8.2h15.4v9.4H2.8zM6 5.2h15.2v9.2",
    "prosperity": "M3.2 12a8.8 8.8 0 1 0 17.6 0 8.8 8.8 0 1 0-17.6 0M3.4 12h17.2"
    "M12 3.2c-3 2.4-4.4 5.3-4.4 8.8s1.4 6.4 4.4 8.8c3-2.4 4.4-5.3 4.4-8.8S15 5.6 12 3.2z",
    "ecology": "M3.8 21.2 6.6 17.6",
    "triangle": "M12 3.6 21.4 20H2.6zM12 9.6v5M12 17.1v.2",
    "powerplant": "M5.2 20.8c2.2-4.4 2.8-8.4 2.2-12.6h7.2c-.6 4.2 0 8.2 2.2 12.6zM3 20.8h18"
    "M8.6 5.4c0-2 2.2-1.4 2.4-3M13 5.6c.2-2.2 3.2-1.4 3.4-3.6M18.4 20.8v-7h2v7",
    "supply": "M12 2.6 7.6 21.2M12 2.6l4.4 18.6M4.6 8.4h14.8M6.2 12.8h11.6M8.8 16l6.2 5M15.2 16 9 21"
    "M4.6 8.4v2M19.4 8.4v2",
    "transport": "M7.4 3.6h9.2a2.4 2.4 0 0 1 2.4 2.4v8.6a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V6a2.4 2.4 0 0 1 2.4-2.4z"
    "M5 11h14M9.2 17.6 6.6 21.4M14.8 17.6l2.6 3.8M10 6.4h4",
    "infrastructure": "M2.6 21h18.8M4.4 21V10.4h6V21M10.4 21V3.6h8.4V21M13.4 7.4h2.4M13.4 11h2.4M13.4 14.6h2.4"
    "M7 13.8h.9M7 17.2h.9",
    "blocked": "M3.4 8.4h17.2v6H3.4zM7.2 14.4 9.6 8.4M11.6 14.4 14 8.4M16 14.4l2.4-6M6 14.4v6M18 14.4v6M6 8.4V5.2"
    "M18 8.4V5.2",
    "euro": "M18.2 6.3A7.6 7.6 0 1 0 18.2 17.7M3.2 10.4h10M3.2 13.6h9",
    "flag": "M6 21V4M6 4.5h12l-3 4 3 4H6",
    "person": "M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5c.6-4.2 3.5-6.3 7.5-6.3s6.9 2.1 7.5 6.3",
}
_SOLIDS: dict[str, str] = {
    "energy": "M13.6 2.5 5.2 13.4h5.6l-1.2 8.1 9.2-11.6h-5.9z",
    "ecology": "M5 19C4.2 10.4 9.6 4.6 20 4.2c.7 10-4.4 16-12.6 15.2z",
    "research": "M8.2 15h7.6l2 3.6c.3.6-.1 1.2-.7 1.2H6.9c-.6 0-1-.6-.7-1.2z",
    "capital": "M8.2 12.9a2.3 2.3 0 1 0 4.6 0 2.3 2.3 0 1 0-4.6 0z",
    "disc": "M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0z",
    "special": "M12 2.8c.9 5.6 3.6 8.3 9.2 9.2-5.6.9-8.3 3.6-9.2 9.2-.9-5.6-3.6-8.3-9.2-9.2 5.6-.9 8.3-3.6 9.2-9.2z",
    "transport": "M7.5 14.3a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0z"
    "M14.3 14.3a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0z",
}

ICONS: tuple[str, ...] = tuple(dict.fromkeys((*_SOLIDS, *_LINES)))


def icon_symbols() -> str:
    return "".join(symbol(f"i-{name}", _icon(name), 24) for name in ICONS)


def _icon(name: str) -> str:
    solid = path(_SOLIDS[name], "solid") if name in _SOLIDS else ""
    return solid + (path(_LINES[name], "icon") if name in _LINES else "")


def icon(name: str, x: float, y: float, size: float, cls: str = "") -> str:
    """An icon in the colour of the class, or in the current one."""
    return use(f"i-{name}", x, y, size, cls=cls)


def game_sign(x: float, y: float, size: float) -> str:
    """The sign of the game: a factory, a house and the flag of a country."""
    drawn = "M3 26V14l7 4v-4l7 4V6h4l1 20zM24 26V16l5-4 5 4v10zM27 26v-5h4v5M17 6V1l7 2-5 2"
    return group(path(drawn, "icon"), x=x, y=y, scale=size / 36)


def seat_mark(seat: int, initial: str, x: float, y: float, size: float) -> str:
    return marks.seat_mark(PEN, seat, initial, x, y, size)


def laurel(x: float, y: float, radius: float) -> str:
    return marks.laurel(PEN, x, y, radius)
