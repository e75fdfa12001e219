"""How promising a position is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from conurb.games.prosperity.rules import State


def value(state: State, seat: i64) -> float:
    """The score."""
    return float(state.countries[seat].score)
