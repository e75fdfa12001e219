"""Small signs of Urban Sprawl: icons, zone plates, number spaces, seat marks."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin

from conurb.drawing import marks as shared
from conurb.drawing.pen import num

from .pen import PEN, circle, group, path, rect, symbol, text, use

seat_mark = partial(shared.seat_mark, PEN)
laurel = partial(shared.laurel, PEN)

ZONES = ("CIV", "COM", "IND", "RES")
TYPES = (*ZONES, "PARK")
LETTERS = {"CIV": "V", "COM": "C", "IND": "I", "RES": "R", "PARK": "P"}
ZONE_ICONS = {"CIV": "civic", "COM": "commercial", "IND": "industrial", "RES": "residential", "PARK": "park"}
OFFICE_ICONS = {
    "Mayor": "mayor",
    "DistrictAttorney": "attorney",
    "Treasurer": "treasurer",
    "PoliceChief": "police",
    "UnionBoss": "union",
}
VOCATION_ICONS = {
    "Media": "media",
    "Finance": "finance",
    "Transport": "transport",
    "Education": "education",
    "Energy": "energy",
    "Tourism": "tourism",
    "Factory": "factory",
    "PublicSvc": "publicsvc",
}

_ICONS: dict[str, tuple[str, str]] = {
    "civic": ("M3.5 9.5 12 4.2l8.5 5.3zM5 20h14M3.5 21.2h17M6.5 12v6M10.2 12v6M13.8 12v6M17.5 12v6", ""),
    "commercial": (
        "M3.5 20.5V11L9 8.5v12M9 20.5V4.2l6 2.3v14M15 20.5V11.5h5.5v9M2.5 20.5h19M11.5 9.5h1.2"
        "M11.5 13h1.2M11.5 16.5h1.2M17.5 15v.01M6 14v.01",
        "",
    ),
    "industrial": (
        "M8.9 12a3.1 3.1 0 1 0 6.2 0a3.1 3.1 0 1 0 -6.2 0M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3"
        "M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M18.5 5.5l-2.1 2.1M7.6 16.4l-2.1 2.1"
        "M5.8 12a6.2 6.2 0 1 0 12.4 0a6.2 6.2 0 1 0 -12.4 0",
        "",
    ),
    "residential": (
        "M2.5 12.5 8 7.5l5.5 5M4.2 11v8.5h7.6V11M11 9.2l4-4 6.5 6M13.8 19.5h5.9V9.6M7 19.5v-4h2.2v4",
        "",
    ),
    "park": ("M12 21v-5M12 3l4.6 6.2h-2.4L18.5 16h-13l4.3-6.8H7.4zM8 21h8", ""),
    "water": (
        "M2.5 8c1.6-1.6 3.2-1.6 4.8 0s3.1 1.6 4.7 0 3.2-1.6 4.8 0 3.1 1.6 4.7 0"
        "M2.5 13c1.6-1.6 3.2-1.6 4.8 0s3.1 1.6 4.7 0 3.2-1.6 4.8 0 3.1 1.6 4.7 0"
        "M2.5 18c1.6-1.6 3.2-1.6 4.8 0s3.1 1.6 4.7 0 3.2-1.6 4.8 0 3.1 1.6 4.7 0",
        "",
    ),
    "wilderness": (
        "M7.5 20v-3M7.5 4l4 7h-2l2.5 6h-9l2.5-6h-2zM17 20v-2.5M17 9l3 4.6h-1.4l2 3.9h-7.2M2.5 20h19",
        "",
    ),
    "money": (
        "M3.3 12a8.7 8.7 0 1 0 17.4 0a8.7 8.7 0 1 0 -17.4 0"
        "M6.1 12a5.9 5.9 0 1 0 11.8 0a5.9 5.9 0 1 0 -11.8 0M12 8.6v6.8M10 10.4h3.2a1.1 1.1 0 0 1 0 3.2H10",
        "",
    ),
    "prestige": ("M12 3.2l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.5l-5.3 2.9 1.1-5.9L3.5 9.4l5.9-.8z", ""),
    "ap": ("M12 2.8 20 7.4v9.2L12 21.2 4 16.6V7.4z", "M13 6.8 8.8 12.8h3.4L11 17.2l4.2-6h-3.4z"),
    "permit": (
        "M5 3h10l4 4v9M15 3v4h4M5 3v18h8M8.5 11h6M8.5 14.5h4"
        "M14.6 18.3a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0 -5.8 0M16.3 18.4l.9.9 1.6-1.8",
        "",
    ),
    "vocation": (
        "M8 7V5.2A1.7 1.7 0 0 1 9.7 3.5h4.6A1.7 1.7 0 0 1 16 5.2V7M3.5 7h17v12.5h-17z"
        "M3.5 12c5 2.6 12 2.6 17 0M12 12.2v2.6",
        "",
    ),
    "ballot": ("M3.5 12.5h17V20h-17zM6 12.5V10M18 12.5V10M8 12.5V4h8v8.5M10.2 7.8l1.4 1.4 2.4-2.8M9 16h6", ""),
    "mayor": (
        "M4 8.5l3.2 3L12 5l4.8 6.5 3.2-3-1.7 9.5H5.7zM5.7 21h12.6",
        "M10.7 14.6a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0",
    ),
    "attorney": (
        "M12 3v17.5M7.5 20.5h9M4.5 6.5h15M4.5 6.5 2 13.5h5zM19.5 6.5 17 13.5h5zM2 13.5a2.5 2.5 0 0 0 5 0"
        "M17 13.5a2.5 2.5 0 0 0 5 0",
        "",
    ),
    "treasurer": (
        "M3.5 8.5h17v11h-17zM3.5 8.5 6 4.5h12l2.5 4M9.4 14a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0"
        "M12 8.5v2.9M3.5 14h2M18.5 14h2",
        "",
    ),
    "police": (
        "M12 2.8l8 3v5.7c0 4.8-3.2 8-8 9.7-4.8-1.7-8-4.9-8-9.7V5.8z",
        "M12 8l1.2 2.5 2.7.3-2 1.9.5 2.7-2.4-1.3-2.4 1.3.5-2.7-2-1.9 2.7-.3z",
    ),
    "union": (
        "M6 12V8.2a1.6 1.6 0 0 1 3.2 0V7a1.6 1.6 0 0 1 3.2 0v.4a1.6 1.6 0 0 1 3.2 0v1a1.6 1.6 0 0 1 3.2"
        " 0V13c0 2.6-1.4 4-2.6 5v3H9v-3c-1.8-1-3-2.6-3-6zM9.2 8.2V11M12.4 7.4V11M15.6 8.4V11"
        "M6 12h6.5a1.6 1.6 0 0 1 0 3.2H9.6",
        "",
    ),
    "contractor": ("M3 17.5h18M5 17.5v-2a7 7 0 0 1 14 0v2M9.8 9V6.2h4.4V9M9.8 9v4M14.2 9v4M4.5 20.5h15", ""),
    "demolish": (
        "M4.5 21V4M2.5 21h19M2.5 6.5h12M4.5 10l3.5-3.5M14.5 6.5v3.7"
        "M11.4 13.4a3.1 3.1 0 1 0 6.2 0a3.1 3.1 0 1 0 -6.2 0M20.5 21v-9.5l-1.8 1.6M17.2 21v-2.3"
        "M9 21l1.3-2 1.5 2",
        "",
    ),
    "favor": (
        "M3.5 17.5h3v-5.2h-3zM6.5 13.2l3-1.6c1-.5 2-.4 3 .1l2.4 1.2a1.4 1.4 0 0 1-.9 2.6l-2.8-.5"
        "M14.4 15.2l4.3-2.1a1.4 1.4 0 0 1 1.4 2.4l-5.6 3.4c-1 .6-2 .6-3 .3l-5-1.5M10.5 3.5h6v5h-6z"
        "M13.5 3.5v5M10.5 6h6",
        "",
    ),
    "deck": ("M7 7.5h11v13H7zM5 17V5.2h11M3 14.5V3h11", ""),
    "north": ("M12 3l5.5 17L12 16.5 6.5 20z", "M12 3l5.5 17L12 16.5z"),
    "person": ("M8 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M4.5 20.5c.6-4.2 3.5-6.3 7.5-6.3s6.9 2.1 7.5 6.3", ""),
    "flag": ("M6 21V4M6 4.5h12l-3 4 3 4H6", ""),
    "check": ("M4.5 12.5 9.8 18 19.5 6.5", ""),
    "rules": (
        "M12 6.2C10 4.6 7 4.2 3.5 4.5v13.8c3.5-.3 6.5.1 8.5 1.7 2-1.6 5-2 8.5-1.7V4.5c-3.5-.3-6.5.1-8.5 1.7zM12 6.2V20",
        "",
    ),
    "hand": (
        "M9.6 4h5a1.2 1.2 0 0 1 1.2 1.2v9.1a1.2 1.2 0 0 1 -1.2 1.2h-5a1.2 1.2 0 0 1 -1.2 -1.2v-9.1a1.2"
        " 1.2 0 0 1 1.2 -1.2zM8.4 6.4 4 8.2l3.6 9.6 1.6-.6M15.8 6.4 20 8.2l-3.6 9.6-1.6-.6M9.5 20.5h5",
        "",
    ),
    "media": (
        "M12 13v8M8.5 21h7M10 10.5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M7.8 14.7a6 6 0 0 1 0-8.4"
        "M16.2 6.3a6 6 0 0 1 0 8.4M5 17.5a10 10 0 0 1 0-14M19 3.5a10 10 0 0 1 0 14",
        "",
    ),
    "finance": ("M4 20V4M4 20h16M7.5 15.5l3.8-4.5 3 2.5L20 6.5M16 6.5h4v4", ""),
    "transport": (
        "M8 3.5h8a3 3 0 0 1 3 3v7a3 3 0 0 1 -3 3h-8a3 3 0 0 1 -3 -3v-7a3 3 0 0 1 3 -3zM5 11h14M8 20.5l2-4"
        "M16 20.5l-2-4M12 3.5V11",
        "M7.7 13.8a0.9 0.9 0 1 0 1.8 0a0.9 0.9 0 1 0 -1.8 0M14.5 13.8a0.9 0.9 0 1 0 1.8 0a0.9 0.9 0 1 0 -1.8 0",
    ),
    "education": ("M2.5 9.5 12 5l9.5 4.5L12 14zM6.5 11.7V16c2.8 2.3 8.2 2.3 11 0v-4.3M21.5 9.5v5", ""),
    "energy": ("M13.5 2.8 5.5 13.5H11l-1 7.7 8-10.7h-5.5z", ""),
    "tourism": (
        "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM9.3 11.8h5.4M10 11.5l2-3.8 2 3.8",
        "",
    ),
    "factory": ("M3 20V10l5 3.2V10l5 3.2V10l4 2.6V20zM17 12.6 17.6 4h2.6l.8 16h-4M7 16.5h1M11.5 16.5h1", ""),
    "publicsvc": (
        "M12 20.5S3.5 15.5 3.5 9.6a4.5 4.5 0 0 1 8.5-2 4.5 4.5 0 0 1 8.5 2c0 5.9-8.5 10.9-8.5 10.9zM12 9.5v5M9.5 12h5",
        "",
    ),
    "log": ("M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3.5M4 7h3M4 12h3M4 17h3", ""),
    "eye": (
        "M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12z"
        "M9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0",
        "",
    ),
}
"""Lines and solid parts on a 24 grid; the family of ``icons.svg``."""


def icon_symbols() -> str:
    return "".join(
        symbol(f"i-{name}", path(lines, "icon") + (path(solid, "solid") if solid else ""), 24)
        for name, (lines, solid) in _ICONS.items()
    )


def icon(name: str, x: float, y: float, size: float) -> str:
    """An icon in the current colour."""
    return use(f"i-{name}", x, y, size)


def zone_plate(zone: str, x: float, y: float) -> str:
    """The sign of a zone on its building: icon and letter on paper, 29 x 17."""
    sign = group(icon(ZONE_ICONS[zone], 2, 1.5, 14), cls=f"ink-{zone.lower()}")
    letter = text(22, 12.8, LETTERS[zone], "plate-letter", "middle")
    return group(rect(0, 0, 29, 17, "plate", rx=4) + sign + letter, x=x, y=y)


def zone_letter(zone: str, x: float, y: float) -> str:
    """The same for a board shown small: the letter alone, 22 x 24."""
    letter = text(11, 19, LETTERS[zone], "plate-big", "middle")
    return group(rect(0, 0, 22, 24, "plate", rx=5) + letter, x=x, y=y)


def zone_chip(zone: str, x: float, y: float, size: float = 20, *, off: bool = False) -> str:
    """A zone on a permit: its letter on its colour; dashed where the permit is not valid."""
    plate = rect(0, 0, 20, 20, "chip-off" if off else f"chip-{zone.lower()}", rx=4)
    letter = text(10, 14.5, LETTERS[zone], "chip-letter-off" if off else f"chip-letter-{zone.lower()}", "middle")
    return group(plate + letter, x=x, y=y, scale=size / 20)


def coin(number: int, x: float, y: float) -> str:
    """A wealth number: a coin of two rings."""
    rings = circle(0, 0, 19, "coin") + circle(0, 0, 15, "coin-ring")
    return group(rings + text(0, 6.6, str(number), "coin-number", "middle"), x=x, y=y)


def star(number: int, x: float, y: float) -> str:
    """A prestige number: a star of eight points."""
    corners = [
        (
            (23 if k % 2 == 0 else 15.5) * sin(pi * k / 8),
            -(23 if k % 2 == 0 else 15.5) * cos(pi * k / 8),
        )
        for k in range(16)
    ]
    outline = "M" + "L".join(f"{num(px)} {num(py)}" for px, py in corners) + "z"
    return group(path(outline, "star") + text(0, 6.4, str(number), "star-number", "middle"), x=x, y=y)


def marker(about: dict[str, object] | None, x: float, y: float) -> str:
    """What lies in a grey circle: a wealth or prestige marker, or nothing."""
    if about is None:
        return circle(x, y, 16, "grey")
    number = int(str(about["number"]))
    return coin(number, x, y) if about["kind"] == "wealth" else star(number, x, y)


def mini_block(quadrants: str, zone: str, x: float, y: float, size: float) -> str:
    """A block in small with some of its lots coloured."""
    lots = "".join(
        rect(
            1 + 12.5 * (lot in "bd"),
            1 + 12.5 * (lot in "cd"),
            11.5,
            11.5,
            f"chip-{zone.lower()}" if lot in quadrants else "mini-off",
            rx=2,
        )
        for lot in "abcd"
    )
    return group(lots, x=x, y=y, scale=size / 26)


def pawn(x: float, y: float, scale: float = 1) -> str:
    """The election pawn, its foot at (x, y)."""
    return group(path("M-9 0h18l-3-6h-2l-1.5-12a6 6 0 1 0-5 0L-4-6h-2z", "pawn"), x=x, y=y, scale=scale)
