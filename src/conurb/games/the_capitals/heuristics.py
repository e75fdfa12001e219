"""How promising a position is (weights tuned by play)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from conurb.games.the_capitals.geometry import CULTURE, ECONOMY, ENERGY, PRESTIGE, PROGRESS

if TYPE_CHECKING:
    from conurb.games.the_capitals.rules import State


def value(state: State, seat: i64) -> float:
    have = state.cities[seat].have
    total = float(have[PRESTIGE]) + float(have[ECONOMY]) / 4.0 + float(have[ENERGY]) / 4.0
    return total + float(have[CULTURE]) / 2.0 + float(have[PROGRESS])
