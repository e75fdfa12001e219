"""How promising a position is for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State


def value(s: State, seat: i64) -> float:
    return float(s.prestige[seat]) + 0.4 * float(s.wealth[seat])
