"""Buffers of the engine as NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from sys import getrefcount
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conurb.kernel.batch import Sheet
from conurb.kernel.numbers import Layout


def array_over(buffer: Any, kind: type[np.generic], rows: int | None = None) -> NDArray[Any]:
    """An array that looks into a buffer of the engine: it changes with it, and cannot be written to."""
    count = memoryview(buffer).nbytes // np.dtype(kind).itemsize
    shape = (count,) if rows is None else (rows, count // rows)
    return np.ndarray(shape, kind, buffer)


class Page:
    """A sheet of the engine with arrays over it: of one dimension for one row, of two for many."""

    def __init__(self, sheet: Sheet, rows: int | None = None) -> None:
        self.sheet = sheet
        self.observation = array_over(sheet.observations, np.float64, rows)
        self.mask = array_over(sheet.masks, np.int8, rows)
        # How often they are referred to as long as nobody holds them; a part of an array refers to the array.
        self.unused = getrefcount(self.observation) + getrefcount(self.mask)


class Pages:
    """Pages by turns. One that somebody still holds is left to them, and a new one takes its place.

    So arrays once handed out never change, and who drops them as a game goes on gets the same two again and again.
    """

    def __init__(self, make: Callable[[], Page]) -> None:
        self._make = make
        self._page = make()
        self._spare = make()

    def next(self) -> Page:
        page = self._spare
        if getrefcount(page.observation) + getrefcount(page.mask) != page.unused:
            page = self._make()
        self._spare = self._page
        self._page = page
        return page


def parts_of(observation: NDArray[Any], layout: Layout) -> dict[str, NDArray[Any]]:
    """The named parts of an observation, each in its shape; they look into it.

    >>> parts = parts_of(np.arange(7.0), [("phase", (3,)), ("planes", (2, 2))])
    >>> parts["planes"].tolist()
    [[3.0, 4.0], [5.0, 6.0]]
    """
    parts = {}
    start = 0
    for name, shape in layout:
        size = prod(shape)
        parts[name] = observation[..., start : start + size].reshape(*observation.shape[:-1], *shape)
        start += size
    return parts
