"""Prosperity: seven decades of energy, ecology and research, and a country that must pay for all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.prosperity import position as positions
from conurb.games.prosperity import provenance
from conurb.games.prosperity.data import SIDE_NAMES, Board, Data, default_data, read_data
from conurb.games.prosperity.moves import KEY
from conurb.games.prosperity.options import Options
from conurb.games.prosperity.rules import State
from conurb.games.prosperity.view import CountryKnowledge
from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View


class Prosperity(Game):
    """The title."""

    key = KEY
    title = "Prosperity"
    player_counts = (2, 3, 4)
    options_class = Options

    def options(self, given: Mapping[str, object] | None = None, players: int | None = None) -> Options:
        """Lists by seat must fit the number of players (PRO-2.8)."""
        options: Options = super().options(given, players)
        if players is None:
            return options
        for name, listed in (("countries", options.countries), ("colours", options.colours)):
            if isinstance(listed, tuple) and len(listed) != players:
                raise BadOption(f"option {name}: {len(listed)} are listed, but {players} play")
        if isinstance(options.first, int) and options.first >= players:
            raise BadOption(f"option first: there is no seat {options.first}: seats are 0 to {players - 1}")
        return options

    def make(self, players: int, options: Options, seed: int, data: Data) -> State:
        deck = given_deck(options, data)
        state = State(players, data, options, Rng(seed))
        boards: list[Board] = [data.boards[SIDE_NAMES.index(side)] for side in options.sides(players)]
        state.set_up(boards, deck, options.first if isinstance(options.first, int) else -1)
        return state

    def blank(self, players: int, options: Options, data: Data) -> State:
        return State(players, data, options, Rng(0))

    def load(self, position: Mapping[str, object], seed: int | None = None, data: Data | None = None) -> State:
        return cast("State", super().load(position, seed, data))

    def fill(self, state: State, position: Mapping[str, object], seed: int) -> None:
        positions.fill(state, position, seed)

    def know(self, view: View, state: State) -> Knowledge:
        return CountryKnowledge(view, state)

    def default_data(self) -> Data:
        return default_data()

    def load_data(self, text: str, source: str) -> Data:
        return read_data(text, source)

    def house_values(self, content: Mapping[str, Any]) -> list[str]:
        return provenance.house_values(content)

    def data_tables(self, content: Mapping[str, Any]) -> dict[str, provenance.Table]:
        return provenance.tables(content)

    def variants(self) -> list[dict[str, object]]:
        return [{}, {"countries": "black"}, {"countries": "mixed"}]


def given_deck(options: Options, data: Data) -> vec[i64] | None:
    """The deck that the options fix: every dated tile once, decades ascending (PRO-9.5)."""
    if isinstance(options.deck, str):
        return None
    tiles = [data.numbers.get(id, -1) for id in options.deck]
    decades = [int(data.decade[tile]) for tile in tiles if tile >= 0]
    if sorted(tiles) != [tile for deck in data.decks for tile in deck] or sorted(decades) != decades:
        raise BadOption("option deck: expected every dated tile once, decades ascending")
    return vec[i64](tiles)
