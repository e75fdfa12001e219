"""Places from what is compared, the same in every game."""

from __future__ import annotations

from collections.abc import Sequence


def places(keys: Sequence[list[int]]) -> list[int]:
    """The place of each key, 1 the best: equal keys share a place and the next is skipped.

    >>> places([[40, 3], [51, 0], [40, 3], [40, 2]])
    [2, 1, 2, 4]
    """
    return [1 + sum(1 for other in keys if other > key) for key in keys]


def decided_by(keys: Sequence[list[int]], names: Sequence[str], shared: str = "shared victory") -> str:
    """What made the winner: the name of the part by which the best key stands alone; `shared` if it never does.

    >>> decided_by([[40, 3], [51, 0]], ["score", "money"]), decided_by([[40, 3], [40, 2]], ["score", "money"])
    ('score', 'money')
    """
    best = max(keys)
    for part in range(len(best)):
        if sum(1 for key in keys if key[: part + 1] == best[: part + 1]) == 1:
            return names[part]
    return shared
