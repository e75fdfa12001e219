"""What the drawings of the tiles are made of: walls, roofs, windows, trees, and families of buildings.

A drawing is an elevation in a box of 120 x 56 units that stands on the ground line y = 56. It is a list of shapes, each
with the name of its fill: `a` first wall, `b` second wall, `k` dark, `w` window, `l` line, `t` leaves, `q` water,
`s` smoke. The colour of the tile's type is put in when a drawing becomes a symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from conurb.drawing.pen import num

WIDTH, HEIGHT = 120, 56
GROUND = 56


class Shape(NamedTuple):
    """One path; `at` moves and scales it: x, y, scale."""

    fill: str
    d: str
    at: tuple[float, float, float] | None = None


Drawing = list[Shape]


# --- primitives


def path(d: str, fill: str = "a") -> Drawing:
    return [Shape(fill, d)]


def line(d: str) -> Drawing:
    return [Shape("l", d)]


def box(x: float, y: float, width: float, height: float, fill: str = "a") -> Drawing:
    return path(f"M{num(x)} {num(y)}h{num(width)}v{num(height)}h{num(-width)}z", fill)


def disc(x: float, y: float, r: float, fill: str = "a") -> Drawing:
    arc = f"a{num(r)} {num(r)} 0 1 0"
    return path(f"M{num(x - r)} {num(y)}{arc} {num(2 * r)} 0{arc} {num(-2 * r)} 0z", fill)


def put(drawing: Iterable[Shape], x: float, y: float, scale: float = 1) -> Drawing:
    """A drawing that was made around (0, 0), moved and scaled."""
    return [Shape(shape.fill, shape.d, (x, y, scale)) for shape in drawing]


def windows(
    x: float, y: float, columns: int, rows: int, step: float, rise: float, width: float = 3.2, height: float = 4
) -> Drawing:
    """A grid of windows as one path."""
    one = f"h{num(width)}v{num(height)}h{num(-width)}z"
    places = ((x + step * i, y + rise * j) for j in range(rows) for i in range(columns))
    return path("".join(f"M{num(a)} {num(b)}{one}" for a, b in places), "w")


def smoke(x: float, y: float) -> Drawing:
    return path(f"M{num(x)} {num(y)}c1-6 7-4 8-10", "s")


def tree(x: float, size: float = 1, base: float = GROUND) -> Drawing:
    return line(f"M{num(x)} {num(base)}v{num(-6 * size)}") + disc(x, base - 10 * size, 5.2 * size, "t")


def trees(*places: float, size: float = 1) -> Drawing:
    return [shape for x in places for shape in tree(x, size)]


def pine(x: float, size: float = 1, base: float = GROUND) -> Drawing:
    crown = f"M{num(x)} {num(base - 20 * size)}l{num(6 * size)} {num(15 * size)}h{num(-12 * size)}z"
    return line(f"M{num(x)} {num(base)}v{num(-5 * size)}") + path(crown, "t")


def flag(x: float, y: float) -> Drawing:
    """A flag on a mast that stands on y."""
    return line(f"M{num(x)} {num(y)}v-10") + path(f"M{num(x)} {num(y - 10)}l8 2.6-8 2.8z", "k")


# --- families


def block(
    x: float, top: float, width: float, columns: int, rows: int, fill: str = "a", base: float = GROUND
) -> Drawing:
    """A plain building with evenly spread windows."""
    step, rise = width / columns, (base - top - 3) / rows
    across, down = step * 0.5, rise * 0.52
    return box(x, top, width, base - top, fill) + windows(
        x + step * 0.25, top + 3 + rise * 0.1, columns, rows, step, rise, across, down
    )


def house(x: float, width: float, eave: float = 36, ridge: float = 22, fill: str = "a") -> Drawing:
    """A gable with a door and two windows."""
    half = width / 2
    roof = f"M{num(x)} 56V{num(eave)}L{num(x + half)} {num(ridge)}L{num(x + width)} {num(eave)}V56z"
    door = box(x + half - width * 0.12, 47, width * 0.24, 9, "k" if fill == "b" else "b")
    return path(roof, fill) + door + windows(x + width * 0.16, eave + 2, 2, 1, width * 0.44, 0, width * 0.24, 5.5)


def saw(x: float, bays: int, width: float = 15, top: float = 32, fill: str = "a") -> Drawing:
    """A hall under a saw-tooth roof."""
    teeth = "".join(f"V{num(top)}l{num(width)} 9" for _ in range(bays))
    first = windows(x + 4, 46, bays, 1, width, 0, width * 0.42, 5)
    return path(f"M{num(x)} 56{teeth}V56z", fill) + first


def chimney(x: float, top: float, width: float = 6, fill: str = "a") -> Drawing:
    return box(x, top, width, GROUND - top, fill) + smoke(x + width / 2, top - 2)


def gabled(x: float, width: float, eave: float, rise: float, fill: str = "a") -> Drawing:
    """A wide roof with low slopes on a plain front."""
    roof = f"M{num(x - 4)} {num(eave)}L{num(x + width / 2)} {num(eave - rise)}L{num(x + width + 4)} {num(eave)}z"
    return box(x, eave, width, GROUND - eave, fill) + path(roof, "b")


def temple(x: float, width: float, eave: float, rise: float, columns: int) -> Drawing:
    """A pediment on columns, with steps."""
    roof = f"M{num(x - 4)} {num(eave)}L{num(x + width / 2)} {num(eave - rise)}L{num(x + width + 4)} {num(eave)}z"
    gap = width / columns
    shafts = windows(x + gap * 0.28, eave + 4, columns, 1, gap, 0, gap * 0.44, GROUND - eave - 8)
    steps = line(f"M{num(x - 7)} 56H{num(x + width + 7)}M{num(x - 4)} 52.5H{num(x + width + 4)}")
    return box(x, eave, width, GROUND - eave) + path(roof, "b") + shafts + steps


def dome(x: float, y: float, r: float, fill: str = "b") -> Drawing:
    """A half circle with a lantern; (x, y) is the middle of its foot."""
    cap = path(f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 0 1 {num(2 * r)} 0z", fill)
    return line(f"M{num(x)} {num(y - r)}v-5") + cap


def awning(x: float, y: float, width: float, stripes: int = 4) -> Drawing:
    cloth = path(f"M{num(x + 2)} {num(y)}h{num(width - 4)}l4 8H{num(x - 2)}z", "w")
    step = (width - 4) / stripes
    bands = "".join(
        f"M{num(x + 2 + step * k)} {num(y)}h{num(step)}l{num(1 if k * 2 >= stripes else -1)} 8h{num(-step)}z"
        for k in range(0, stripes, 2)
    )
    return cloth + path(bands, "k")


def shop(x: float, width: float, top: float, fill: str = "a") -> Drawing:
    """A front with an awning, a shop window and a door."""
    return (
        box(x, top, width, GROUND - top, fill)
        + box(x + 3, 43, width * 0.5, 10, "w")
        + box(x + width * 0.68, 41, width * 0.22, 15, "k")
        + awning(x, 33, width)
    )


def arches(x: float, columns: int, step: float, top: float, width: float) -> Drawing:
    """Arched openings down to the ground."""
    r = width / 2
    one = f"a{num(r)} {num(r)} 0 0 1 {num(width)} 0V56z"
    return path("".join(f"M{num(x + step * k)} 56V{num(top + r)}{one}" for k in range(columns)), "w")


def plinth(x: float, width: float, height: float) -> Drawing:
    low = width + 8
    return box(x - width / 2, GROUND - height, width, height - 3, "b") + box(x - low / 2, GROUND - 3, low, 3, "b")


def tank(x: float, top: float, width: float, fill: str = "a") -> Drawing:
    """An upright cylinder."""
    r = width / 2
    sides = f"M{num(x)} {num(top)}v{num(GROUND - top - 2)}a{num(r)} 3 0 0 0 {num(width)} 0v{num(top + 2 - GROUND)}"
    lid = f"M{num(x)} {num(top)}a{num(r)} 3 0 0 1 {num(width)} 0a{num(r)} 3 0 0 1 {num(-width)} 0z"
    return path(sides + "z", fill) + path(lid, "b" if fill == "a" else "a")


def boxes_of(places: Sequence[tuple[float, float]], width: float, height: float, fill: str = "b") -> Drawing:
    return [shape for x, y in places for shape in box(x, y, width, height, fill)]


def sign(prop: Drawing, x: float, y: float, r: float = 9) -> Drawing:
    """A round sign with something on it."""
    return disc(x, y, r, "w") + put(prop, x, y, r / 13)


def cog(teeth: int = 8) -> Drawing:
    """A gear wheel of radius 10 around (0, 0)."""
    from math import cos, pi, sin

    points = []
    for k in range(teeth * 4):
        r = 10 if k % 4 in (0, 1) else 7.4
        turn = 2 * pi * (k - 0.5) / (teeth * 4)
        points.append(f"{num(r * cos(turn))} {num(r * sin(turn))}")
    return path("M" + "L".join(points) + "z", "k") + disc(0, 0, 3.4, "w")
