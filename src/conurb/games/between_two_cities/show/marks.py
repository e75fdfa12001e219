"""Small signs: icons, type badges, seat marks and the emblems of the seven cities."""

from __future__ import annotations

from conurb.drawing import marks

from .pen import PEN, group, path, symbol, use

TYPE_OF = {"S": "shops", "F": "works", "O": "offices", "P": "parks", "H": "homes"} | dict.fromkeys("DEMB", "leisure")
"""The colour kind of each building code (BTC-0.6)."""

BUILDING = {
    "S": "shop",
    "F": "factory",
    "D": "tavern (drink)",
    "E": "tavern (food)",
    "M": "tavern (music)",
    "B": "tavern (bed)",
    "O": "office",
    "P": "park",
    "H": "house",
}

ICON_OF = {
    "S": "shop",
    "F": "factory",
    "D": "drink",
    "E": "food",
    "M": "music",
    "B": "bed",
    "O": "office",
    "P": "park",
    "H": "house",
    "T": "tavern",
}
"""Icon of each building code; ``T`` stands for taverns of any kind in score sheets."""

CITY_EMBLEMS: dict[str, str] = {
    "Harbour": "M12 3v18M7 7h10M4 14c1 4 4 7 8 7s7-3 8-7M12 3.01V3",
    "Belfry": "M8 21V9l4-6 4 6v12zM8 13h8M11 17h2",
    "Viaduct": "M2 8h20M3 8v12M21 8v12M9 20v-4a3 3 0 0 1 6 0v4M3 20c0-5 5-5 5 0M16 20c0-5 5-5 5 0",
    "Rotunda": "M4 20h16M6 20v-7h12v7M6 13a6 6 0 0 1 12 0M12 7V3M10 20v-7M14 20v-7",
    "Orchard": "M4 21h16M12 21v-7M12 18l3.5-3M12 14.5a6 6 0 1 1 0-11.5 6 6 0 1 1 0 11.5M9.5 7.5v.01"
    "M14.5 9v.01M11 11v.01",
    "Lighthouse": "M8.5 21 10 9h4l1.5 12M6 21h12M9.3 15h5.4M9 9h6M10 9V6l2-2.5L14 6v3M3 5l3.5 1.5M21 5l-3.5 1.5",
    "Citadel": "M4 21V8h3v2.5h3.5V8h3v2.5H17V8h3v13zM10 21v-4a2 2 0 0 1 4 0v4M12 8V3h4l-1.2 1.5L16 6h-4",
}
"""The seven cities in the order of their numbers, each with its emblem as a line drawing on a 24 grid."""

_ICONS: dict[str, str] = {
    "shop": "M4 9.5 5.5 4h13L20 9.5M4 9.5a2.67 2.67 0 0 0 5.33 0 2.67 2.67 0 0 0 5.34 0 2.67 2.67 0 0 0 5.33 0"
    "M5.5 12.5V20h13v-7.5M10 20v-4.5h4V20",
    "factory": "M3 20V10l5 3.2V10l5 3.2V10l4 2.6V20zM17 12.6 17.6 4h2.6l.8 16h-4M7 16.5h1M11.5 16.5h1",
    "tavern": "M12 2.8 21.2 12 12 21.2 2.8 12zM9 8.5h6l-.6 4a2.4 2.4 0 0 1-4.8 0zM12 15v2.5M10 17.5h4",
    "drink": "M5 8h10v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM15 10.5h2.5a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2H15M8.3 11.5v5"
    "M11.7 11.5v5M5 8a2.5 2.5 0 0 1 2.6-3.5 3.2 3.2 0 0 1 5.6 0A2.4 2.4 0 0 1 15 8",
    "food": "M8 3v18M5 3v4.5a3 3 0 0 0 6 0V3M16.5 21v-7.5"
    "M16.5 13.5c-2 0-3-2-3-5.2S14.7 3 16.5 3s3 2 3 5.3-1 5.2-3 5.2z",
    "music": "M9 17.5V5.5l10-2v12M9 9l10-2M3.7 17.7a2.7 2.3 0 1 0 5.4 0 2.7 2.3 0 1 0-5.4 0"
    "M13.7 15.7a2.7 2.3 0 1 0 5.4 0 2.7 2.3 0 1 0-5.4 0",
    "bed": "M3 19V6M3 16.5h18V19M21 16.5v-3.2a2.8 2.8 0 0 0-2.8-2.8H10.5v6"
    "M4.9 12.4a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0",
    "office": "M5 21V4.5L13.5 3v18M13.5 8.5 19 10v11M3 21h18M8 8h2.5M8 12h2.5M8 16h2.5M16.2 13.5v.01M16.2 17v.01",
    "park": "M12 21v-5M12 3l4.6 6.2h-2.4L18.5 16h-13l4.3-6.8H7.4zM8 21h8",
    "house": "M3.5 11.5 12 4l8.5 7.5M6 9.6V20h12V9.6M10 20v-5.5h4V20M16 6.2V4h1.8v4",
    "check": "M4.5 12.5 9.8 18 19.5 6.5",
    "flag": "M6 21V4M6 4.5h12l-3 4 3 4H6",
    "person": "M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20.5c.6-4.2 3.5-6.3 7.5-6.3s6.9 2.1 7.5 6.3",
    "rules": "M12 6.2C10 4.6 7 4.2 3.5 4.5v13.8c3.5-.3 6.5.1 8.5 1.7 2-1.6 5-2 8.5-1.7V4.5c-3.5-.3-6.5.1-8.5 1.7z"
    "M12 6.2V20",
    "hand": ""
    "M9.6 4h5A1.2 1.2 0 0 1 15.8 5.2v9.1a1.2 1.2 0 0 1-1.2 1.2h-5a1.2 1.2 0 0 1-1.2-1.2V5.2A1.2 1.2 0 0 1 9.6 4z"
    "M8.4 6.4 4 8.2l3.6 9.6 1.6-.6M15.8 6.4 20 8.2l-3.6 9.6-1.6-.6M9.5 20.5h5",
}

_BADGE_SHAPES = {
    "shops": "M8 1h10l8 12-8 12H8L0 13z",
    "works": "M10 0h6l1 4 3 1 4-2 3 5-3 3v4l3 3-3 5-4-2-3 1-1 4h-6l-1-4-3-1-4 2-3-5 3-3v-4l-3-3 3-5 4 2 3-1z",
    "leisure": "M13-2 28 13 13 28-2 13z",
    "offices": "M2 0h22v26H2z",
    "parks": "M13-4 30 25H-4z",
    "homes": "M13-2 27 10v16H-1V10z",
}
"""Type shapes on a 26 grid, so that a type is known without its colour."""

_ICON_DROP = {"parks": 4.5, "homes": 2.5}
"""Triangle and house carry their icon lower than the middle."""


def icon_symbols() -> str:
    return "".join(symbol(f"i-{name}", path(d, "icon"), 24) for name, d in _ICONS.items())


def emblem_symbols() -> str:
    return "".join(symbol(f"e-{name}", path(d, "icon"), 24) for name, d in CITY_EMBLEMS.items())


def icon(name: str, x: float, y: float, size: float) -> str:
    """An icon in the current colour."""
    return use(f"i-{name}", x, y, size)


def city_name(index: int) -> str:
    return list(CITY_EMBLEMS)[index]


def emblem(index: int, x: float, y: float, size: float) -> str:
    """A city's emblem in the current colour."""
    return use(f"e-{city_name(index)}", x, y, size)


def badge(code: str, x: float, y: float, scale: float = 1) -> str:
    """The sign of a building: shape of the type, icon of the kind. ``T`` draws a tavern of no kind."""
    kind = "leisure" if code == "T" else TYPE_OF[code]
    size = 14 if kind == "parks" else 15
    inset = 13 - size / 2
    sign = group(icon(ICON_OF[code], inset, inset + _ICON_DROP.get(kind, 0), size), cls=f"on-{kind}")
    return group(path(_BADGE_SHAPES[kind], f"badge-{kind}") + sign, x=x, y=y, scale=scale)


def seat_mark(seat: int, initial: str, x: float, y: float, size: float) -> str:
    return marks.seat_mark(PEN, seat, initial, x, y, size)


def laurel(x: float, y: float, radius: float) -> str:
    return marks.laurel(PEN, x, y, radius)
