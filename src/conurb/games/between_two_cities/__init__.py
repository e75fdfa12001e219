"""Between Two Cities: each city is built by two neighbours, and only the weaker of one's two cities counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities import position as positions
from conurb.games.between_two_cities.data import Data, default_data, read_data
from conurb.games.between_two_cities.moves import KEY
from conurb.games.between_two_cities.options import Options
from conurb.games.between_two_cities.rules import State
from conurb.games.between_two_cities.view import CityKnowledge
from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View


class BetweenTwoCities(Game):
    """The title."""

    key = KEY
    title = "Between Two Cities"
    player_counts = (2, 3, 4, 5, 6, 7)
    options_class = Options
    simultaneous = True  # the secret choice of two tiles (BTC-3.4)

    def options(self, given: Mapping[str, object] | None = None, players: int | None = None) -> Options:
        options: Options = super().options(given, players)
        if players is not None and options.seating != "random" and len(options.seating) != players:
            raise BadOption(f"option seating: {len(options.seating)} players are named, but {players} play")
        return options

    def blank(self, players: int, options: Options, data: Data) -> State:
        return State(players, data, options, options.place_order == "free", Rng(0))

    def make(self, players: int, options: Options, seed: int, data: Data) -> State:
        state = self.blank(players, options, data)
        state.rng = Rng(seed)
        fixed = None if isinstance(options.seating, str) else vec[i64](options.seating)
        state.set_up(fixed)
        return state

    def load(self, position: Mapping[str, object], seed: int | None = None, data: Data | None = None) -> State:
        return cast("State", super().load(position, seed, data))

    def fill(self, state: State, position: Mapping[str, object], seed: int) -> None:
        positions.fill(state, position, seed)

    def know(self, view: View, state: State) -> Knowledge:
        return CityKnowledge(view, state)

    def default_data(self) -> Data:
        return default_data()

    def load_data(self, text: str, source: str) -> Data:
        return read_data(text, source)

    def variants(self) -> list[dict[str, object]]:
        return [{}, {"place_order": "free"}]
