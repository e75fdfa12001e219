"""Places from what is compared, the same in every game."""

from __future__ import annotations

from collections.abc import Sequence


def places(keys: Sequence[list[int]]) -> list[int]:
    """The place of each key, 1 the best: equal keys share a place and the next is skipped.

    >>> places([[40, 3], [51, 0], [40, 3], [40, 2]])
    [2, 1, 2, 4]
    """
    return [1 + sum(1 for other in keys if other > key) for key in keys]
