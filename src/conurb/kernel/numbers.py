"""What the titles share when they write a position as numbers for learning."""

from __future__ import annotations

from typing import TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

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
