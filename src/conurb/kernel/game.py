# interpreted: titles subclass it; it only sets games up
"""A title: how to make, load and describe its games."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from conurb.kernel.checks import BadOption, BadPosition, listing, whole_number
from conurb.kernel.options import OptionInfo, option_infos, options_dict, read_options
from conurb.kernel.rng import SEED_BITS, Rng
from conurb.kernel.state import Knowledge, Position, State, View


class Game:
    """One title of the catalogue. `games.get("between-two-cities")` gives an instance."""

    key: ClassVar[str]  # as users type it: between-two-cities
    title: ClassVar[str]
    player_counts: ClassVar[tuple[int, ...]]
    options_class: ClassVar[type[Any]]
    simultaneous: ClassVar[bool] = False  # whether there are decisions that several seats make at the same time

    # --- to be filled in by a title

    def make(self, players: int, options: Any, seed: int, data: Any) -> State:
        """Set a game up; everything has been checked."""
        raise NotImplementedError

    def blank(self, players: int, options: Any, data: Any) -> State:
        """A state before anything has been set up."""
        raise NotImplementedError

    def fill(self, state: Any, position: Mapping[str, object], seed: int) -> None:
        """Put a position, perhaps partial, into a blank state; BadPosition says what is wrong where."""
        raise NotImplementedError

    def know(self, view: View, state: Any) -> Knowledge:
        """What a view tells, put into a blank state that nobody else uses."""
        raise NotImplementedError

    def default_data(self) -> Any:
        """The tables made from the title's own data pack."""
        raise NotImplementedError

    def load_data(self, text: str, source: str) -> Any:
        """The tables of another data pack, given as TOML text; BadData says what is wrong where."""
        raise NotImplementedError

    def house_values(self, content: Mapping[str, Any]) -> list[str]:
        """The values of a data pack, given as its TOML content, that are ours because no source gives them.

        By default [provenance] tells the source of each table, and one that begins with "house" is ours.
        """
        provenance: Mapping[str, str] = content.get("provenance", {})
        return [name for name, source in provenance.items() if source.lower().startswith("house")]

    def data_tables(self, content: Mapping[str, Any]) -> dict[str, tuple[list[str], list[list[str]]]]:
        """Tables of a data pack that a title writes better than field by field: headings and rows, ours marked `*`."""
        return {}

    def variants(self) -> list[dict[str, object]]:
        """Option sets that together use every variant; the test kit plays them all."""
        return [{}]

    # --- shared

    @property
    def folder(self) -> Path:
        """The title's source folder."""
        return Path(__file__).parent.parent / "games" / self.key.replace("-", "_")

    def check_players(self, players: object) -> int:
        count = whole_number(players)
        if count is None or count not in self.player_counts:
            raise BadOption(f"{self.title} is for {listing(self.player_counts)} players, not {players!r}")
        return count

    def options(self, given: Mapping[str, object] | None = None, players: int | None = None) -> Any:
        """The checked options object. A title extends it where an option depends on the players."""
        return read_options(self.options_class, given)

    def option_infos(self) -> tuple[OptionInfo, ...]:
        return option_infos(self.options_class)

    def options_dict(self, options: Any) -> dict[str, object]:
        return options_dict(options)

    def new(
        self,
        players: int,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        data: Any = None,
    ) -> State:
        """A new game. Without a seed, 128 random bits are drawn.

        >>> from conurb import games
        >>> state = games.get("between-two-cities").new(players=4, seed=7)
        >>> state.to_act()
        [0, 1, 2, 3]
        """
        count = self.check_players(players)
        checked = self.options(options, count)
        return self.make(count, checked, check_seed(seed), self.default_data() if data is None else data)

    def load(self, position: Mapping[str, object], seed: int | None = None, data: Any = None) -> State:
        """The state of a position, written by `save` or by hand (then perhaps partial)."""
        if not isinstance(position, Mapping):
            raise BadPosition(f"position: expected an object with fields, not {position!r}")
        if position.get("game", self.key) != self.key:
            raise BadPosition(f"game: this is a position of {position['game']!r}, not of {self.key}")
        players = self.check_players(position.get("players"))
        given = position.get("options", {})
        if not isinstance(given, Mapping):
            raise BadPosition(f"options: expected an object, not {given!r}")
        checked = self.options(given, players)
        state = self.blank(players, checked, self.default_data() if data is None else data)
        self.fill(state, position, check_seed(seed))
        return state

    def knowledge(self, view: View, data: Any = None) -> Knowledge:
        """What can be worked out from a view, ready to imagine from."""
        players = view["players"]
        options = view["options"]
        assert isinstance(players, int)
        assert isinstance(options, dict)
        state = self.blank(players, self.options(options), self.default_data() if data is None else data)
        return self.know(view, state)

    def data_hash(self, data: Any) -> str:
        """Identifies the content of a data pack."""
        found: str = data.hash
        return found

    def imagine(self, view: View, rng: Rng, data: Any = None) -> State:
        """A random full state consistent with a view."""
        return self.knowledge(view, data).sample(rng)

    def num_actions(self, players: int) -> int:
        return self.new(players, seed=0).num_actions()

    def normalise(self, position: Position, seed: int = 0) -> Position:
        """A hand-written position completed."""
        return self.load(position, seed).save()


def check_seed(seed: object) -> int:
    """The seed, or a fresh one for None; BadOption for what is no whole number from 0 of at most SEED_BITS bits."""
    if seed is None:
        return secrets.randbits(128)
    number = whole_number(seed)
    if number is not None and number.bit_length() > SEED_BITS:
        raise BadOption(f"a seed has at most {SEED_BITS} bits, not {number.bit_length()}")
    if number is None or number < 0:
        raise BadOption(f"a seed is a whole number from 0, not {seed!r}")
    return number
