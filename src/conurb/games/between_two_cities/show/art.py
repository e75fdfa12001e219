"""The tiles: top-down drawings of the buildings, with light from the north-west and the south wall in view.

Drawn on 100 x 100 units. Every picture is a symbol that plates share, so a city of sixteen tiles stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, radians, sin
from typing import Any

from conurb.drawing.pen import num

from .marks import BUILDING, TYPE_OF, badge, emblem_symbols, icon, icon_symbols
from .pen import PREFIX, boxes, circle, clipped, element, group, path, rect, symbol, text, use

CELL = 100
INSET = 3
SIDE = CELL - 2 * INSET
RADIUS = 9

Tile = Mapping[str, Any]


# --- building blocks -------------------------------------------------------------------------------------------------


def _cast(x: float, y: float, width: float, depth: float, height: float, reach: float | None = None) -> str:
    """The shadow of a block, to the south-east."""
    far = reach or max(3, height * 0.45)
    south = y + depth
    return path(
        f"M{num(x + width)} {num(y - height + 3)}l{num(far)} {num(far)}V{num(south + far * 0.6)}"
        f"H{num(x + far)}L{num(x)} {num(south)}H{num(x + width)}z",
        "shade",
    )


def _block(
    x: float,
    y: float,
    width: float,
    depth: float,
    height: float,
    kind: str,
    windows: tuple[int, int] | None = None,
) -> str:
    """A flat-roofed building on the footprint (x, y, width, depth); ``windows`` are rows and columns."""
    roof = y - height
    wall = roof + depth
    parts = [
        _cast(x, y, width, depth, height),
        rect(x, roof, width, depth + height, f"roof-{kind}"),
        rect(x, wall, width, height, "wall"),
    ]
    if windows:
        rows, columns = windows
        across, down = width / columns, height / rows
        panes = [
            (x + across * (column + 0.28), wall + down * (row + 0.28))
            for row in range(rows)
            for column in range(columns)
        ]
        parts.append(boxes(panes, across * 0.44, down * 0.48, "window"))
    parts.append(rect(x + 1.6, roof + 1.6, width - 3.2, depth - 3.2, "parapet"))
    return "".join(parts)


def _tree(x: float, y: float, size: float) -> str:
    return (
        circle(x + size * 0.35, y + size * 0.45, size, "shade")
        + circle(x, y, size, "leaf")
        + circle(x - size * 0.25, y - size * 0.28, size * 0.55, "leaf-light")
    )


def _trees(places: tuple[tuple[float, float, float], ...]) -> str:
    return "".join(_tree(*place) for place in places)


def _gable(x: float, y: float, width: float, depth: float, *, upright: bool = False) -> str:
    """A house under a ridge roof; ``upright`` turns the ridge north-south."""
    parts = [
        path(f"M{x + width} {y + 2}l4 4v{depth - 1}H{x + 4}l-4-5h{width}z", "shade"),
        rect(x, y, width, depth, "roof-homes"),
    ]
    if upright:
        middle = x + width / 2
        parts += [
            rect(middle, y, width / 2, depth, "slope-south"),
            path(f"M{num(middle)} {num(y)}v{num(depth)}", "ridge"),
        ]
    else:
        middle = y + depth / 2
        parts += [
            rect(x, middle, width, depth / 2, "slope-south"),
            path(f"M{num(x)} {num(middle)}h{num(width)}", "ridge"),
        ]
    parts.append(rect(x + width * 0.68, y + depth * 0.14, 3.6, 3.6, "chimney"))
    return "".join(parts)


def _hipped_roof(x: float, y: float, width: float, depth: float, kind: str) -> str:
    hip = min(width, depth) / 2
    far_x, far_y = x + width, y + depth
    south = f"M{num(x)} {num(far_y)}l{num(hip)} {num(-hip)}h{num(width - 2 * hip)}l{num(hip)} {num(hip)}z"
    east = f"M{num(far_x)} {num(y)}l{num(-hip)} {num(hip)}v{num(depth - 2 * hip)}l{num(hip)} {num(hip)}z"
    ridges = (
        f"M{num(x)} {num(y)}l{num(hip)} {num(hip)}M{num(x)} {num(far_y)}l{num(hip)} {num(-hip)}"
        f"M{num(far_x)} {num(y)}l{num(-hip)} {num(hip)}M{num(far_x)} {num(far_y)}l{num(-hip)} {num(-hip)}"
        f"M{num(x + hip)} {num(y + hip)}H{num(far_x - hip)}"
    )
    return (
        path(f"M{num(far_x)} {num(y + 3)}l5 5v{num(depth - 2)}H{num(x + 5)}l-5-6h{num(width)}z", "shade")
        + rect(x, y, width, depth, f"roof-{kind}")
        + path(south, "slope-south")
        + path(east, "slope-east")
        + path(ridges, "ridge")
    )


def _parasol(x: float, y: float, size: float, kind: str) -> str:
    wedges = []
    for step in range(0, 8, 2):
        start, end = radians(step * 45), radians(step * 45 + 45)
        wedges.append(
            f"M{num(x)} {num(y)}L{num(x + size * cos(start))} {num(y + size * sin(start))}"
            f"A{num(size)} {num(size)} 0 0 1 {num(x + size * cos(end))} {num(y + size * sin(end))}z"
        )
    return circle(x + 1.6, y + 2, size, "shade") + circle(x, y, size, "paint") + path("".join(wedges), f"roof-{kind}")


def _stripes(x: float, y: float, width: float, height: float, count: int) -> str:
    """A shop's awning: ``count`` pairs of coloured and white strips."""
    return boxes([(x + 2 * width * k, y) for k in range(count)], width, height, "roof-shops") + boxes(
        [(x + width + 2 * width * k, y) for k in range(count)], width, height, "paint"
    )


def _stall(x: float, y: float) -> str:
    return (
        rect(x - 4, y - 2.5, 12, 10, "shade")
        + rect(x - 6, y - 5, 12, 10, "paint")
        + boxes([(x - 6, y - 5), (x, y - 5)], 3, 10, "roof-shops")
    )


def _stalls(*places: tuple[float, float]) -> str:
    return "".join(_stall(*place) for place in places)


# --- the buildings ---------------------------------------------------------------------------------------------------

_MARKET_PAVING = path("M0 76h100M0 84h100M0 92h100M12 68v32M28 68v32M44 68v32M60 68v32M76 68v32M92 68v32", "paving")
_OFFICE_PAVING = path("M8 92h84M8 84h84M20 76v20M50 76v20M80 76v20", "paving")


def _shops_high_street() -> str:
    return (
        _MARKET_PAVING
        + _block(14, 34, 40, 24, 14, "shops")
        + _block(56, 40, 32, 18, 20, "shops", windows=(1, 3))
        + rect(20, 27, 10, 7, "wall")
        + rect(36, 24, 10, 10, "rooflight", rx=1)
        + rect(64, 26, 14, 6, "rooflight", rx=1)
        + _stripes(14, 52, 4, 11, 5)
        + path("M14 63h40", "awning")
        + _stripes(56, 54, 4, 9, 4)
        + _stalls((24, 80), (44, 84), (66, 78), (84, 84))
    )


def _shops_arcade() -> str:
    return (
        _MARKET_PAVING
        + _block(12, 40, 28, 20, 22, "shops", windows=(1, 3))
        + _block(42, 36, 46, 24, 12, "shops")
        + rect(54, 29, 24, 10, "rooflight", rx=1)
        + rect(18, 23, 12, 8, "rooflight", rx=1)
        + _stripes(12, 54, 4.67, 9, 3)
        + _stripes(42, 53, 3.83, 11, 6)
        + _stalls((20, 82), (38, 84), (52, 78))
        + _tree(74, 84, 5.5)
        + _parasol(62, 90, 5, "shops")
    )


def _chimney(x: float, y: float) -> str:
    top = y - 22
    return (
        path(f"M{x + 4} {y - 20}l9 10v24l-9 0z", "shade")
        + rect(x - 4, top, 8, 34, "roof-works")
        + rect(x, top, 4, 34, "slope-east")
        + element("ellipse", cls="chimney", cx=x, cy=top, rx=4, ry=2.2)
        + rect(x - 4, y - 15, 8, 3, "paint")
    )


def _factory() -> str:
    x, y, width, depth, height = 14, 42, 56, 30, 10
    roof, wall = y - height, y - height + depth
    teeth = [x + 14 * k for k in range(4)]
    smoke = "".join(circle(x, y, r, "smoke") for x, y, r in ((72, 13, 5), (63, 9, 6.5), (84, 16, 4), (52, 8, 4.5)))
    return (
        path("M6 88h88M6 82h88", "paving")
        + _cast(x, y, width, depth, height, reach=8)
        + rect(x, roof, width, depth + height, "roof-works")
        + boxes([(tooth, roof) for tooth in teeth], 6, depth, "slope-east")
        + boxes([(tooth + 6, roof) for tooth in teeth], 2, depth, "window")
        + boxes([(tooth + 8, roof) for tooth in teeth], 6, depth, "rooflight")
        + rect(x, wall, width, height, "wall")
        + boxes([(x + 3.5 + 8 * k, wall + 3) for k in range(7)], 4, 4, "window")
        + rect(74, 50, 16, 24, "roof-works")
        + rect(74, 66, 16, 8, "wall")
        + rect(77, 53, 10, 4, "rooflight")
        + _chimney(78, 40)
        + _chimney(88, 44)
        + smoke
        + boxes([(20, 78), (32, 78)], 10, 7, "crate")
        + rect(44, 80, 7, 5, "crate")
        + rect(60, 79, 22, 7, "crate")
    )


def _tavern(kind: str) -> Callable[[], str]:
    """A tavern with the sign of its kind: the four differ in nothing else."""

    def draw() -> str:
        paving = "M0 74h100M0 82h100M0 90h100M0 98h100M10 70v30M26 70v30M42 70v30M58 70v30M74 70v30M90 70v30"
        return (
            path(paving, "paving")
            + _hipped_roof(12, 26, 76, 40, "leisure")
            + rect(12, 66, 76, 6, "wall")
            + boxes([(16 + 10.4 * k, 67.4) for k in range(7)], 5, 3.4, "window")
            + "".join(_parasol(x, y, 6.5, "leisure") for x, y in ((14, 85), (66, 84), (32, 89), (50, 84)))
            + circle(52, 49, 18, "shade")
            + circle(50, 46, 18, "sign")
            + group(icon(kind, 37.5, 33.5, 25), cls="sign-icon")
        )

    return draw


def _offices_tower() -> str:
    return (
        _OFFICE_PAVING
        + _block(12, 50, 26, 14, 24, "offices", windows=(4, 4))
        + _block(66, 58, 24, 14, 18, "offices", windows=(3, 4))
        + _block(36, 62, 30, 16, 44, "offices", windows=(7, 4))
        + rect(43, 23, 16, 7, "rooflight")
        + rect(50, 14, 1.6, 10, "chimney")
        + rect(17, 30, 9, 6, "rooflight")
        + rect(72, 44, 10, 5, "rooflight")
        + _trees(((17, 86, 4.5), (29, 89, 4), (72, 88, 4.5), (84, 86, 4)))
    )


def _offices_court() -> str:
    return (
        _OFFICE_PAVING
        + _block(58, 48, 30, 14, 34, "offices", windows=(5, 5))
        + _block(14, 58, 24, 14, 36, "offices", windows=(6, 3))
        + _block(40, 66, 34, 14, 16, "offices", windows=(2, 5))
        + rect(65, 19, 14, 6, "rooflight")
        + rect(20, 26, 10, 6, "rooflight")
        + circle(57, 57, 4.5, "rooflight")
        + rect(72, 10, 1.6, 9, "chimney")
        + _trees(((20, 84, 4.5), (32, 88, 4), (84, 80, 5), (78, 90, 4)))
    )


def _park_fountain() -> str:
    grove = (
        ((16, 46, 8), (28, 34, 10), (14, 26, 6.5), (62, 18, 9), (76, 28, 8), (88, 16, 7), (30, 56, 6))
        + ((20, 88, 7), (36, 92, 6), (54, 90, 5), (86, 54, 5.5), (66, 42, 5), (92, 84, 6), (46, 14, 5))
    )  # fmt: skip
    return (
        path("M-2 70C20 60 26 84 50 76S74 40 102 44", "walk")
        + path("M40 -2C36 24 52 40 54 74", "walk-narrow")
        + path("M62 60c8-5 24-4 27 4s-7 15-17 14-17-13-10-18z", "pond")
        + path("M70 66h9M72 70h12", "ripple")
        + _trees(grove)
        + circle(50, 75, 5, "paint")
        + circle(50, 75, 2.6, "pond")
    )


def _park_green() -> str:
    grove = (
        ((84, 14, 8), (72, 12, 6), (56, 16, 9), (40, 28, 7), (20, 34, 9), (10, 54, 6), (26, 56, 7), (36, 84, 7))
        + ((20, 90, 6), (10, 80, 5), (60, 64, 5), (90, 50, 6), (62, 90, 6), (84, 92, 5), (34, 12, 5))
    )  # fmt: skip
    return (
        path("M102 30C76 26 66 48 50 50S20 78 -2 74", "walk")
        + path("M50 50C56 70 48 84 54 102", "walk-narrow")
        + path("M90 62c-6-8-22-7-25 1s5 17 15 16 16-9 10-17z", "pond")
        + path("M84 68h-9M83 72h-12", "ripple")
        + _trees(grove)
        + circle(50, 50, 6, "paint")
        + circle(50, 50, 3.2, "leaf")
    )


def _houses_crescent() -> str:
    lights = (
        ((14, 40.5), (21, 40.5), (29, 40.5), (75, 38.5), (84, 38.5), (14, 82.5), (23, 82.5), (32, 82.5))
        + ((58, 22), (58, 30), (58, 38), (75, 74), (75, 82))
    )  # fmt: skip
    return (
        path("M-2 57H102", "lane")
        + path("M50 57V102", "walk")
        + path("M8 48h34M58 48h34M8 66h34M58 66h34M40 12v32M8 94h34M58 94h34", "hedge")
        + _gable(10, 30, 27, 17)
        + _gable(45, 16, 21, 29, upright=True)
        + _gable(71, 27, 22, 18)
        + _gable(9, 70, 32, 19)
        + _gable(60, 69, 23, 22, upright=True)
        + _trees(((88, 17, 6), (71, 18, 4), (90, 77, 5.5), (89, 89, 4), (40, 24, 4)))
        + boxes(lights, 3.4, 3.4, "window")
    )


def _houses_close() -> str:
    lights = (
        ((44, 30.5), (52, 30.5), (61, 30.5), (46, 78.5), (55, 78.5), (85, 20), (85, 28))
        + ((84, 70), (84, 79), (20, 64), (20, 72), (20, 80))
    )  # fmt: skip
    return (
        path("M-2 50H102", "lane")
        + path("M34 50V102", "walk")
        + path("M8 42h40M58 42h34M42 60h50M42 94h50M8 94h18M66 62v28", "hedge")
        + _gable(40, 18, 30, 20)
        + _gable(74, 14, 18, 25, upright=True)
        + _gable(8, 58, 19, 30, upright=True)
        + _gable(42, 66, 21, 20)
        + _gable(70, 64, 22, 24, upright=True)
        + _trees(((34, 33, 4.5), (60, 12, 4), (20, 38, 4), (66, 90, 4)))
        + boxes(lights, 3.4, 3.4, "window")
    )


_ART: dict[str, tuple[Callable[[], str], ...]] = {
    "S": (_shops_high_street, _shops_arcade),
    "F": (_factory,),
    "D": (_tavern("drink"),),
    "E": (_tavern("food"),),
    "M": (_tavern("music"),),
    "B": (_tavern("bed"),),
    "O": (_offices_tower, _offices_court),
    "P": (_park_fountain, _park_green),
    "H": (_houses_crescent, _houses_close),
}
"""The pictures of each building; which one a tile shows has no meaning in the game."""


# --- plates ----------------------------------------------------------------------------------------------------------


def symbols() -> str:
    """Clips, icons, emblems, drawings and square plates, for one ``<defs>``."""
    parts = [
        _clip("square", SIDE, SIDE),
        _clip("wide", CELL + SIDE, SIDE),
        _clip("tall", SIDE, CELL + SIDE),
        icon_symbols(),
        emblem_symbols(),
    ]
    for code, drawings in _ART.items():
        for variant, draw in enumerate(drawings):
            parts.append(symbol(f"art-{code}{variant}", draw(), CELL))
            parts.append(symbol(f"plate-{code}{variant}", _square(code, variant, small=False), CELL))
            parts.append(symbol(f"plate-{code}{variant}-small", _square(code, variant, small=True), CELL))
    return "".join(parts)


def tile_words(tile: Tile) -> str:
    """A tile in words: ``shop``, ``duplex office and house``."""
    halves = [BUILDING[code] for code in tile["faces"]]
    return halves[0] if len(halves) == 1 else f"duplex {halves[0]} and {halves[1]}"


def tile_span(tile: Tile) -> tuple[int, int]:
    """Columns and rows the tile covers."""
    return {"square": (1, 1), "wide": (2, 1), "tall": (1, 2)}[tile["shape"]]


def tile_art(tile: Tile, *, small: bool = False) -> str:
    """The plate of a tile with its north-west cell at (0, 0), 100 units to the cell."""
    faces = tile["faces"]
    if tile["shape"] == "square":
        return use(f"plate-{faces}{_variant(tile['id'], faces)}{'-small' if small else ''}", 0, 0, CELL)
    return _duplex(tile, small=small)


def tile_back() -> str:
    """A tile lying face down, which shows nothing but the sign of the game."""
    return (
        rect(INSET + 2, INSET + 3, SIDE, SIDE, "shade", rx=RADIUS)
        + rect(INSET, INSET, SIDE, SIDE, "back", rx=RADIUS)
        + rect(INSET + 8, INSET + 8, SIDE - 16, SIDE - 16, "back-frame", rx=RADIUS - 4)
        + group(game_sign(), x=16, y=20, cls="soft")
    )


def game_sign() -> str:
    """The sign of the game: two towers and the bridge between them, on a 68 x 58 grid, in the current colour."""
    towers = "M4 58V22l9-12 9 12v36M46 58V16h18v42M46 16l9-12 9 12"
    span = "M22 40c8-9 16-9 24 0M22 58c4-12 20-12 24 0M0 58h68"
    windows = "M13 28v6M13 42v6M52 24v5M58 24v5M52 36v5M58 36v5M52 48v4M58 48v4"
    return path(towers + span + windows, "icon")


def _clip(name: str, width: float, height: float) -> str:
    inner = element("rect", x=INSET, y=INSET, width=width, height=height, rx=RADIUS)
    return element("clipPath", inner, id=f"{PREFIX}clip-{name}")


def _variant(tile_id: str, code: str, half: int = 0) -> int:
    """The number in the tile's id picks the drawing: a tile looks the same in the hand and in the city."""
    return (int(tile_id[-2:]) + half) % len(_ART[code])


def _signs(code: str, x: float, y: float, *, small: bool) -> str:
    letter = "letter-small" if small else "letter"
    return badge(code, x + 10, y + 10, 1.55 if small else 1) + text(x + 91, y + 91, code, letter, "end")


def _square(code: str, variant: int, *, small: bool) -> str:
    ground = rect(INSET, INSET, SIDE, SIDE, f"ground-{TYPE_OF[code]}")
    picture = use(f"art-{code}{variant}", INSET, INSET, SIDE)
    return (
        rect(INSET + 2, INSET + 3, SIDE, SIDE, "shade", rx=RADIUS)
        + clipped("clip-square", ground + picture)
        + rect(INSET, INSET, SIDE, SIDE, "plate", rx=RADIUS)
        + _signs(code, 0, 0, small=small)
    )


def _duplex(tile: Tile, *, small: bool) -> str:
    """One plate over two cells, with a dashed seam and a pin in the middle."""
    columns, rows = tile_span(tile)
    width, height = columns * CELL - 2 * INSET, rows * CELL - 2 * INSET
    dx, dy = (columns - 1) * CELL, (rows - 1) * CELL
    first, second = tile["faces"]
    seam = f"M{CELL} {INSET + 6}V{SIDE - 3}" if dx else f"M{INSET + 6} {CELL}H{SIDE - 3}"
    pin = (CELL, CELL / 2) if dx else (CELL / 2, CELL)
    inside = (
        rect(INSET, INSET, width, height, f"ground-{TYPE_OF[first]}")
        + rect(dx or INSET, dy or INSET, CELL, CELL, f"ground-{TYPE_OF[second]}")
        + use(f"art-{first}{_variant(tile['id'], first)}", INSET, INSET, SIDE)
        + use(f"art-{second}{_variant(tile['id'], second, 1)}", dx + INSET, dy + INSET, SIDE)
        + path(seam, "seam")
    )
    return (
        rect(INSET + 2, INSET + 3, width, height, "shade", rx=RADIUS)
        + clipped(f"clip-{tile['shape']}", inside)
        + rect(INSET, INSET, width, height, "plate", rx=RADIUS)
        + circle(pin[0], pin[1], 4.5, "pin")
        + _signs(first, 0, 0, small=small)
        + _signs(second, dx, dy, small=small)
    )
