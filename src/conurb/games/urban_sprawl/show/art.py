"""The town seen from above: terrain, streets, and the buildings of the zones.

Light comes from the north-west, shadows fall to the south-east, south walls are in view. A building is drawn in the
coordinates of its block (92 x 92) and is a symbol, so that a board of sixty buildings stays small.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, sin
from typing import NamedTuple

from conurb.drawing.pen import num
from conurb.kernel.rng import Rng

from .marks import TYPES, icon_symbols
from .pen import boxes, circle, path, rect, symbol, text, use

LOT = 46
BLOCK = 2 * LOT
STREET = 18
PITCH = BLOCK + STREET
MARGIN = 70
CITY = 6 * PITCH + STREET  # the grid with the streets around it
SIZE = 2 * MARGIN + CITY
INSET = 3.5
HEIGHTS = (0, 5, 7, 9, 12)  # of the south wall, by lots

FOOTPRINTS = (
    *("a", "b", "c", "d"),
    *("ab", "cd", "ac", "bd"),
    *("abc", "abd", "acd", "bcd"),
    "abcd",
)
"""The lots of a block that a building may cover (USP-1.4)."""


def block_at(block: str) -> tuple[float, float]:
    """The north-west corner of a block on the board, such as ``D3``."""
    column, row = ord(block[0]) - ord("A"), int(block[1]) - 1
    return MARGIN + STREET + column * PITCH, MARGIN + STREET + row * PITCH


def lot_at(quadrant: str) -> tuple[float, float]:
    """The north-west corner of a lot in its block."""
    return LOT * (quadrant in "bd"), LOT * (quadrant in "cd")


# --- footprints


class Roof(NamedTuple):
    """The part of a roof that lies on one lot."""

    left: float
    top: float
    right: float
    bottom: float
    south: bool
    """Whether the south wall is below it."""


def roofs(quadrants: str, *, inset: float = INSET, wall: float = 0) -> list[Roof]:
    """The roof lot by lot: inset at the outer edges, raised by the wall where it ends in the south."""
    found = []
    for lot in quadrants:
        x, y = lot_at(lot)
        east = lot in "ac" and _beside(lot) in quadrants
        west = lot in "bd" and _beside(lot) in quadrants
        north = lot in "cd" and _across(lot) in quadrants
        south = lot in "ab" and _across(lot) in quadrants
        found.append(
            Roof(
                x if west else x + inset,
                y if north else y + inset,
                x + LOT if east else x + LOT - inset,
                y + LOT if south else y + LOT - inset - wall,
                not south,
            )
        )
    return found


def _beside(lot: str) -> str:
    return {"a": "b", "b": "a", "c": "d", "d": "c"}[lot]


def _across(lot: str) -> str:
    return {"a": "c", "c": "a", "b": "d", "d": "b"}[lot]


def outline(quadrants: str, *, inset: float = INSET, wall: float = 0, shift: float = 0) -> str:
    """The outline of a footprint as a path; with a wall, of the roof above it."""
    west, east = inset + shift, BLOCK - inset + shift
    north, south = inset + shift, BLOCK - inset - wall + shift
    left, right = LOT - inset + shift, LOT + inset + shift  # of the gap between columns
    upper, lower = LOT - inset - wall + shift, LOT + inset + shift  # of the gap between rows
    corners = {
        "a": [(west, north), (left, north), (left, upper), (west, upper)],
        "b": [(right, north), (east, north), (east, upper), (right, upper)],
        "c": [(west, lower), (left, lower), (left, south), (west, south)],
        "d": [(right, lower), (east, lower), (east, south), (right, south)],
        "ab": [(west, north), (east, north), (east, upper), (west, upper)],
        "cd": [(west, lower), (east, lower), (east, south), (west, south)],
        "ac": [(west, north), (left, north), (left, south), (west, south)],
        "bd": [(right, north), (east, north), (east, south), (right, south)],
        "abc": [(west, north), (east, north), (east, upper), (left, upper), (left, south), (west, south)],
        "abd": [(west, north), (east, north), (east, south), (right, south), (right, upper), (west, upper)],
        "acd": [(west, north), (left, north), (left, lower), (east, lower), (east, south), (west, south)],
        "bcd": [(right, north), (east, north), (east, south), (west, south), (west, lower), (right, lower)],
        "abcd": [(west, north), (east, north), (east, south), (west, south)],
    }[quadrants]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "z"


# --- buildings


def building(zone: str, quadrants: str) -> str:
    """A building in the coordinates of its block."""
    if zone == "PARK":
        return _park(quadrants)
    kind = zone.lower()
    wall = HEIGHTS[len(quadrants)]
    parts = roofs(quadrants, wall=wall)
    top = outline(quadrants, wall=wall)
    drawn = [
        path(outline(quadrants, shift=4), "shade"),
        path(outline(quadrants), f"roof-{kind}"),
        path(outline(quadrants), "wall"),
        _windows(parts, wall),
        path(top, f"roof-{kind}"),
        {"CIV": _civic, "COM": _commercial, "IND": _industrial, "RES": _residential}[zone](quadrants, parts),
        path(top, "rim"),
    ]
    return "".join(drawn)


def _windows(parts: list[Roof], wall: float) -> str:
    panes = [
        (roof.left + 2.5 + 7.6 * k, roof.bottom + wall * 0.25)
        for roof in parts
        if roof.south
        for k in range(int((roof.right - roof.left - 4) / 7.6) + 1)
        if roof.left + 2.5 + 7.6 * k + 3.6 < roof.right
    ]
    return boxes(panes, 3.6, wall * 0.5, "window")


def _middle(quadrants: str, parts: list[Roof]) -> tuple[float, float]:
    """Where a dome or a courtyard stands: the middle of the roof; of an L, its corner."""
    if len(quadrants) == 3:
        corner = {"abc": "a", "abd": "b", "acd": "c", "bcd": "d"}[quadrants]
        roof = parts[quadrants.index(corner)]
        return (roof.left + roof.right) / 2, (roof.top + roof.bottom) / 2
    left, right = min(roof.left for roof in parts), max(roof.right for roof in parts)
    top, bottom = min(roof.top for roof in parts), max(roof.bottom for roof in parts)
    return (left + right) / 2, (top + bottom) / 2


def _civic(quadrants: str, parts: list[Roof]) -> str:
    """Hips and a dome."""
    ridges, slopes = "", ""
    for left, top, right, bottom, _ in parts:
        x, y = (left + right) / 2, (top + bottom) / 2
        ridges += (
            f"M{num(left)} {num(top)}L{num(right)} {num(bottom)}M{num(right)} {num(top)}L{num(left)} {num(bottom)}"
        )
        slopes += f"M{num(left)} {num(bottom)}L{num(x)} {num(y)}L{num(right)} {num(bottom)}z"
        slopes += f"M{num(right)} {num(top)}L{num(x)} {num(y)}L{num(right)} {num(bottom)}z"
    x, y = _middle(quadrants, parts)
    size = (0, 9, 11, 12, 20)[len(quadrants)]
    dome = (
        circle(x + 2, y + 3, size, "shade")
        + circle(x, y, size, "dome-civ")
        + circle(x - size * 0.25, y - size * 0.28, size * 0.5, "rooflight")
        + circle(x, y, 1.6, "paint")
    )
    return path(slopes, "slope") + path(ridges, "ridge") + dome


def _commercial(_quadrants: str, parts: list[Roof]) -> str:
    """A flat roof with a skylight, awnings over the street in the south."""
    lights = "".join(
        rect(roof.left + 7, roof.top + 7, roof.right - roof.left - 14, roof.bottom - roof.top - 19, "rooflight", rx=2)
        for roof in parts
    )
    stripes = [
        (roof.left + 6 * k, roof.bottom - 6)
        for roof in parts
        if roof.south
        for k in range(int((roof.right - roof.left + 3) / 6))
    ]
    return lights + boxes(stripes, 3, 6, "paint")


def _industrial(quadrants: str, parts: list[Roof]) -> str:
    """A saw-tooth roof and a chimney; tanks on the largest."""
    teeth, panes = "", ""
    for left, top, right, bottom, _ in parts:
        x = left
        while x < right - 3:
            teeth += f"M{num(x)} {num(top)}h3.4v{num(bottom - top)}h-3.4z"
            panes += f"M{num(x + 3.4)} {num(top)}h1.2v{num(bottom - top)}h-1.2z"
            x += 8
    drawn = path(teeth, "slope") + path(panes, "strip")
    if len(quadrants) == 4:
        x, y = _middle(quadrants, parts)
        for step in (-15, 15):
            drawn += circle(x + step + 3, y + 5, 10, "shade") + circle(x + step, y, 10, "dome-ind")
            drawn += circle(x + step, y, 5, "slope")
        return drawn
    roof = parts[0]
    x, y = roof.right - 9, roof.top + 10
    drawn += circle(x, y, 4.5, "chimney") + circle(x, y, 2, "wall")
    return drawn + circle(x + 5, y - 6, 4, "smoke") + circle(x + 9, y - 11, 3, "smoke")


def _residential(quadrants: str, parts: list[Roof]) -> str:
    """Two rows of gables to the lot; a courtyard in the largest."""
    shaded, ridges, gaps, pots = "", "", "", []
    for left, top, right, bottom, _ in parts:
        depth = (bottom - top) / 2
        width = right - left
        for row in (0, 1):
            y = top + row * depth
            shaded += f"M{num(left)} {num(y + depth / 2)}h{num(width)}v{num(depth / 2)}h{num(-width)}z"
            ridges += f"M{num(left)} {num(y + depth / 2)}h{num(width)}"
            gaps += f"M{num(left)} {num(y)}h{num(width)}"
            pots += [(left + 8 + row * 12, y + 3), (right - 12 - row * 13, y + 3)]
        gaps += f"M{num((left + right) / 2)} {num(top)}v{num(bottom - top)}"
    drawn = path(shaded, "slope") + path(ridges, "ridge") + path(gaps, "gap") + boxes(pots, 3.6, 3.6, "chimney")
    if len(quadrants) == 4:
        x, y = _middle(quadrants, parts)
        yard = rect(x - 19, y - 16, 38, 32, "lawn", rx=3)
        drawn += yard + trees(((x - 10, y - 7, 5), (x + 10, y + 7, 5), (x + 9, y - 8, 4), (x - 9, y + 8, 4)))
    return drawn


_GROVE = ((9, 12, 6), (22, 9, 5), (31, 15, 5.5), (12, 30, 5), (27, 31, 7))


def _park(quadrants: str) -> str:
    drawn = path(outline(quadrants), "lawn")
    for roof in roofs(quadrants):
        x, y = roof.left, roof.top
        drawn += path(f"M{num(x)} {num(y + 26)}q14-10 20-2t19-6", "walk")
        drawn += trees([(x + dx, y + dy, size) for dx, dy, size in _GROVE])
    return drawn + path(outline(quadrants), "rim-soft")


def trees(places: list[tuple[float, float, float]] | tuple[tuple[float, float, float], ...]) -> str:
    """Broadleaf trees as three paths: shadow, crown, light."""
    shade = "".join(_disc(x + size * 0.35, y + size * 0.45, size) for x, y, size in places)
    crown = "".join(_disc(x, y, size) for x, y, size in places)
    light = "".join(_disc(x - size * 0.25, y - size * 0.28, size * 0.55) for x, y, size in places)
    return path(shade, "shade") + path(crown, "leaf") + path(light, "leaf-light")


def _disc(x: float, y: float, r: float) -> str:
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0z"


# --- terrain


def ground() -> str:
    """Everything under the buildings: water and wilderness (USP-2.6), streets, blocks and lots."""
    return _water() + _wilderness() + _streets()


def _water() -> str:
    """North and east, with contour lines along the coast."""
    lines = ((7, "deep-1"), (15, "deep-2"), (25, "deep-3"), (37, "deep-4"), (51, "deep-5"), (63, "deep-6"))
    return rect(0, 0, SIZE, SIZE, "sea", rx=14) + "".join(path(_coast(away), cls) for away, cls in lines)


def _coast(away: float) -> str:
    near, far = MARGIN - away, SIZE - MARGIN + away
    steps = int((far - near) / 26)
    points = [(near + 26 * k, near) for k in range(steps + 1)]
    points += [(far, near + 26 * k) for k in range(steps + 1)]
    bent = [(x + 1.6 * sin(0.9 * k + away), y + 1.6 * cos(0.7 * k + away)) for k, (x, y) in enumerate(points)]
    drawn = f"M{num(bent[0][0])} {num(bent[0][1])}"
    for (x, y), (next_x, next_y) in pairwise(bent[1:]):
        drawn += f"Q{num(x)} {num(y)} {num((x + next_x) / 2)} {num((y + next_y) / 2)}"
    return drawn


def _wilderness() -> str:
    """West and south, with conifers and broadleaf trees between the numbers."""
    far = SIZE - MARGIN
    land = (
        f"M0 14Q0 0 10 6Q34 34 {MARGIN} {MARGIN}V{far}H{far}Q{far + 30} {far + 34} {SIZE - 6} {SIZE - 8}"
        f"Q{SIZE - 8} {SIZE} {SIZE - 16} {SIZE}H14Q0 {SIZE} 0 {SIZE - 14}z"
    )
    conifers, broad = "", []
    for k, (x, y, size) in enumerate(_wood()):
        if k % 5 < 3:
            conifers += f"M{num(x)} {num(y - size * 1.5)}l{num(size)} {num(size * 2)}h{num(-2 * size)}z"
        else:
            broad.append((x, y, size * 0.8))
    return path(land, "wild") + path(conifers, "conifer") + trees(broad)


@cache
def _wood() -> list[tuple[float, float, float]]:
    """Where trees stand: always the same ones, not too near to each other, the numbers and the lettering."""
    rng = Rng(4)
    far = SIZE - MARGIN
    found: list[tuple[float, float, float]] = []
    for _ in range(900):
        first, second, size = (int(rng.below(1000)) / 1000 for _ in range(3))
        if len(found) % 2:
            x, y = 10 + first * (MARGIN - 24), 46 + second * (SIZE - 60)
        else:
            x, y = 10 + first * (SIZE - 80), far + 12 + second * (MARGIN - 24)
        west = x < MARGIN and y < far
        if west and any(abs(y - row_pair_middle(k)) < 32 and x > 10 for k in range(3)):
            continue
        if west and x < 32 and abs(y - row_pair_middle(1) + PITCH) < 66:
            continue
        if not west and any(abs(x - middle_of_line(k)) < 32 for k in range(6)):
            continue
        if all((x - a) ** 2 + (y - b) ** 2 > 150 for a, b, _ in found):
            found.append((x, y, 4 + 3 * size))
    return sorted(found, key=lambda place: place[1])


def middle_of_line(index: int) -> float:
    """The middle of a column or row of blocks, along the edge."""
    return MARGIN + STREET + index * PITCH + LOT


def row_pair_middle(index: int) -> float:
    """The middle of two columns or rows of blocks that share a number."""
    return MARGIN + STREET + (2 * index + 1) * PITCH - STREET / 2


def _streets() -> str:
    far = SIZE - MARGIN
    major, minor = "", ""
    for k in range(7):
        at = num(MARGIN + STREET / 2 + k * PITCH)
        line = f"M{MARGIN + 5} {at}H{far - 5}M{at} {MARGIN + 5}V{far - 5}"
        if k % 2:
            minor += line
        else:
            major += line
    blocks, lots, names = "", "", ""
    for column in range(6):
        for row in range(6):
            x, y = block_at("ABCDEF"[column] + str(row + 1))
            blocks += f"M{x + 4} {y}h{BLOCK - 8}l4 4v{BLOCK - 8}l-4 4h{8 - BLOCK}l-4-4v{8 - BLOCK}z"
            lots += f"M{x + LOT} {y + 4}v{BLOCK - 8}M{x + 4} {y + LOT}h{BLOCK - 8}"
        names += text(middle_of_line(column), MARGIN + 13.5, "ABCDEF"[column], "street-name", "middle")
        names += text(MARGIN + 9, middle_of_line(column) + 4, str(column + 1), "street-name", "middle")
    return (
        rect(MARGIN, MARGIN, CITY, CITY, "street", rx=6)
        + path(minor, "lane")
        + path(major, "avenue")
        + path(blocks, "block")
        + path(lots, "lots")
        + names
    )


# --- symbols

_ROOM = BLOCK + 12  # a block and the shadows that fall out of it


def building_symbol(zone: str, quadrants: str) -> str:
    return symbol(f"b-{zone}-{quadrants}", building(zone, quadrants), _ROOM)


def use_building(zone: str, quadrants: str, x: float, y: float) -> str:
    """A building with the corner of its block at (x, y)."""
    return use(f"b-{zone}-{quadrants}", x, y, _ROOM)


def symbols() -> str:
    """All symbols: icons, terrain, and every building there can be."""
    kinds = "".join(
        building_symbol(zone, quadrants)
        for zone in TYPES
        for quadrants in FOOTPRINTS
        if zone != "PARK" or len(quadrants) == 1
    )
    return icon_symbols() + symbol("ground", ground(), SIZE) + kinds
