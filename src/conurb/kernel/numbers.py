"""What the titles share when they write a position as numbers for learning."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

# The parts of an observation in their order: a name, and the shape of the part.
Layout: TypeAlias = list[tuple[str, tuple[int, ...]]]


def layout_size(layout: Layout) -> int:
    """How many numbers all parts have together.

    >>> layout_size([("phase", (3,)), ("planes", (2, 4, 4))])
    35
    """
    total = 0
    for _, shape in layout:
        size = 1
        for length in shape:
            size *= length
        total += size
    return total


def clear(out: vec[float]) -> None:
    """Nothing anywhere, before the parts are written."""
    for k in range(len(out)):
        out[k] = 0.0


def squash(number: i64, unit: float) -> float:
    """Any number as one between -1 and 1, different for different numbers; `unit` becomes a half.

    >>> squash(0, 10.0), squash(10, 10.0), squash(-30, 10.0)
    (0.0, 0.5, -0.75)
    """
    size = float(number)
    return size / (size + unit) if number >= 0 else size / (unit - size)


TABLE: Final = 256  # the numbers a scale has ready


@final
@mypyc_attr(native_class=True, acyclic=True)
class Scale:
    """`squash` with one unit, looked up for the numbers that mostly occur: observations are full of them.

    >>> Scale(10.0).of(10), Scale(10.0).of(-30) == squash(-30, 10.0), Scale(10.0).of(1000) == squash(1000, 10.0)
    (0.5, True, True)
    """

    unit: float
    table: vec[float]

    def __init__(self, unit: float) -> None:
        self.unit = unit
        self.table = vec[float]([squash(number, unit) for number in range(TABLE)])

    def of(self, number: i64) -> float:
        return self.table[number] if 0 <= number < TABLE else squash(number, self.unit)


THREE: Final = Scale(3.0)
FIVE: Final = Scale(5.0)
TEN: Final = Scale(10.0)


def shares(parts: int) -> vec[float]:
    """0, 1/parts, 2/parts, ... 1, ready to be looked up.

    >>> list(shares(4))
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    return vec[float]([number / parts for number in range(parts + 1)])
