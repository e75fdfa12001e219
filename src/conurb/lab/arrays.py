"""Buffers of the engine as NumPy arrays."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conurb.kernel.numbers import Layout


def array_over(buffer: Any, kind: type[np.generic]) -> NDArray[Any]:
    """An array that looks into a buffer of the engine: it changes with it, and cannot be written to."""
    return np.frombuffer(buffer, kind)


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
