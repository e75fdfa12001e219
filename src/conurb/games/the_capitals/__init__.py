"""The Capitals: a city for every player, six tracks, twelve rounds and three World Expos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.the_capitals import position as positions
from conurb.games.the_capitals.data import Data, default_data, read_data, resource
from conurb.games.the_capitals.moves import KEY
from conurb.games.the_capitals.options import Options
from conurb.games.the_capitals.rules import State, Variant
from conurb.games.the_capitals.view import CapitalKnowledge
from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View


class TheCapitals(Game):
    """The title."""

    key = KEY
    title = "The Capitals"
    player_counts = (2, 3, 4, 5)
    options_class = Options

    def options(self, given: Mapping[str, object] | None = None, players: int | None = None) -> Options:
        options: Options = super().options(given, players)
        if players is not None and options.starting_order != "random" and len(options.starting_order) != players:
            raise BadOption(f"option starting_order: {len(options.starting_order)} seats are named, but {players} play")
        return options

    def blank(self, players: int, options: Options, data: Data) -> State:
        return State(players, data, options, variant_of(options), Rng(0))

    def make(self, players: int, options: Options, seed: int, data: Data) -> State:
        state = self.blank(players, options, data)
        state.rng = Rng(seed)
        fixed = None if isinstance(options.starting_order, str) else vec[i64](options.starting_order)
        state.set_up(fixed)
        return state

    def load(self, position: Mapping[str, object], seed: int | None = None, data: Data | None = None) -> State:
        return cast("State", super().load(position, seed, data))

    def fill(self, state: State, position: Mapping[str, object], seed: int) -> None:
        positions.fill(state, position, seed)

    def know(self, view: View, state: State) -> Knowledge:
        return CapitalKnowledge(view, state)

    def default_data(self) -> Data:
        return default_data()

    def load_data(self, text: str, source: str) -> Data:
        return read_data(text, source)

    def variants(self) -> list[dict[str, object]]:
        return [
            {},
            {"prosperity": True},
            {"full_refill": True, "expo_cubes": "plant", "final_payment": "price", "hidden_prestige": True},
            {
                "prosperity": True,
                "two_player_draw": "up_to_four",
                "pass_bonus": ["progress", "energy"],
                "tiebreak_energy": "before_exchange",
                "hidden_prestige": True,
            },
        ]


def variant_of(options: Options) -> Variant:
    """The options as the rules look at them."""
    return Variant(
        options.prosperity,
        options.full_refill,
        options.hidden_prestige,
        options.expo_cubes == "plant",
        options.final_payment == "price_x_multiplier",
        options.two_player_draw == "up_to_four",
        options.tiebreak_energy == "before_exchange",
        vec[i64](sorted(resource(name) for name in options.pass_bonus)),
    )
