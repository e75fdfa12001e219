"""Urban Sprawl: a town grows into a metropolis; contracts, permits, offices, and prestige for who shaped it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from conurb.games.urban_sprawl import position as positions
from conurb.games.urban_sprawl.data import Data, default_data, read_data
from conurb.games.urban_sprawl.options import DECKS, Options
from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.terms import KEY
from conurb.games.urban_sprawl.view import SprawlKnowledge
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View


class UrbanSprawl(Game):
    """The title."""

    key = KEY
    title = "Urban Sprawl"
    player_counts = (2, 3, 4)
    options_class = Options

    def blank(self, players: int, options: Options, data: Data) -> State:
        return State(players, data, options, DECKS.index(options.decks), options.turn_limit, Rng(0))

    def make(self, players: int, options: Options, seed: int, data: Data) -> State:
        state = self.blank(players, options, data)
        state.rng = Rng(seed)
        state.set_up()
        return state

    def load(self, position: Mapping[str, object], seed: int | None = None, data: Data | None = None) -> State:
        return cast("State", super().load(position, seed, data))

    def fill(self, state: State, position: Mapping[str, object], seed: int) -> None:
        positions.fill(state, position, seed)

    def know(self, view: View, state: State) -> Knowledge:
        return SprawlKnowledge(view, state)

    def default_data(self) -> Data:
        return default_data()

    def load_data(self, text: str, source: str) -> Data:
        return read_data(text, source)

    def variants(self) -> list[dict[str, object]]:
        return [{}, {"decks": "long"}, {"decks": "short"}]
