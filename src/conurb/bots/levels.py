# interpreted: a table
"""How hard each level thinks, for each game: measured, not believed (docs/bots.md)."""

from __future__ import annotations

from dataclasses import dataclass

from conurb.bots.think import Settings


@dataclass(frozen=True)
class Strength:
    """Playouts for a decision, and how they are used."""

    iterations: int
    candidates: int
    horizon: int
    looks: int = 1000  # every action
    rival: float = 0.5
    trust: float = 2.0
    distinct: bool = False
    doubt: float = 0.0
    enough: float = 0.0

    @property
    def settings(self) -> Settings:
        return Settings(
            self.candidates,
            self.horizon,
            self.looks,
            self.rival,
            self.trust,
            self.distinct,
            self.doubt,
            self.enough,
        )


# By game; the entry without a name serves a game that has none of its own.
SEARCH = {
    "": Strength(iterations=32, candidates=6, horizon=10),
    "between-two-cities": Strength(iterations=64, candidates=8, horizon=12, rival=0.0),
    "prosperity": Strength(iterations=24, candidates=6, horizon=10),
    "the-capitals": Strength(iterations=24, candidates=6, horizon=8),
    "urban-sprawl": Strength(iterations=32, candidates=6, horizon=8),
}
STRONGEST = {
    "": Strength(iterations=240, candidates=12, horizon=20, doubt=2.0),
    "between-two-cities": Strength(
        iterations=3600, candidates=12, horizon=24, rival=0.0, distinct=True, doubt=2.0, enough=0.02
    ),
    "prosperity": Strength(iterations=600, candidates=16, horizon=40, doubt=2.0),
    "the-capitals": Strength(iterations=960, candidates=12, horizon=24, doubt=2.0, enough=0.01),
    "urban-sprawl": Strength(iterations=960, candidates=12, horizon=20, doubt=2.0, enough=0.06),
}


def strength(table: dict[str, Strength], game: str) -> Strength:
    return table.get(game, table[""])
