"""Urban Sprawl: a town grows into a metropolis; contracts, permits, offices, and prestige for who shaped it."""

from __future__ import annotations

from collections.abc import Mapping

from conurb.games.urban_sprawl import position as positions
from conurb.games.urban_sprawl.data import Data, default_data, read_data
from conurb.games.urban_sprawl.options import DECKS, Options
from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.terms import KEY
from conurb.games.urban_sprawl.view import SprawlKnowledge
from conurb.kernel.checks import BadPosition
from conurb.kernel.game import Game, check_seed
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
        if position.get("game", self.key) != self.key:
            raise BadPosition(f"game: this is a position of {position['game']!r}, not of {self.key}")
        players = self.check_players(position.get("players"))
        given = position.get("options", {})
        if not isinstance(given, Mapping):
            raise BadPosition(f"options: expected an object, not {given!r}")
        state = self.blank(players, self.options(given, players), data or default_data())
        positions.fill(state, position, check_seed(seed))
        return state

    def knowledge(self, view: View, data: Data | None = None) -> Knowledge:
        players = view["players"]
        options = view["options"]
        assert isinstance(players, int)
        assert isinstance(options, dict)
        return SprawlKnowledge(view, self.blank(players, self.options(options), data or default_data()))

    def default_data(self) -> Data:
        return default_data()

    def load_data(self, text: str, source: str) -> Data:
        return read_data(text, source)

    def data_hash(self, data: Data) -> str:
        return data.hash

    def variants(self) -> list[dict[str, object]]:
        return [{}, {"decks": "long"}, {"decks": "short"}]
