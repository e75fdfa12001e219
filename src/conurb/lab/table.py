"""A game in progress as the environments see it: action codes in, arrays out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from conurb import games
from conurb.kernel.batch import Window, payoffs
from conurb.kernel.checks import BadOption, IllegalAction, unknown
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import State
from conurb.lab.arrays import array_over

Observation = dict[str, NDArray[Any]]

LOSE, RANDOM, RAISE = "lose", "random", "raise"
ILLEGAL = {
    LOSE: "the game ends, the offender gets -1 and the others nothing",
    RANDOM: "a random legal action is carried out in its place",
    RAISE: "IllegalAction is raised and nothing changes",
}
LOST = -1.0


class Table:
    """One game after another of the same kind, with the arrays a learner wants to see.

    >>> table = Table("between-two-cities", players=3)
    >>> table.deal(seed=7)
    >>> seen = table.look(0)
    >>> seen["observation"].shape, int(seen["action_mask"].sum())
    ((1753,), 21)
    """

    game: Game
    players: int
    state: State
    returns: list[float] | None  # what each seat got, once the game is over

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        illegal: str = LOSE,
        data: Any = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadOption(unknown("way to treat illegal actions", illegal, ILLEGAL))
        self.game = games.get(game)
        self.players = self.game.check_players(self.game.player_counts[0] if players is None else players)
        self.checked = self.game.options(options, self.players)
        self.data = self.game.default_data() if data is None else data
        self.illegal = illegal
        self.state = self.new(0)
        self.returns = None
        self.chance = Rng(0)
        self.num_actions = self.state.num_actions()
        self.observation_size = self.state.observation_size()
        self._window = Window(self.state)

    def new(self, seed: int) -> State:
        """A new game of the table's kind; its options have been checked."""
        return self.game.make(self.players, self.checked, seed, self.data)

    def deal(self, seed: int) -> None:
        self.state = self.new(seed)
        self.chance = Rng(seed)
        self.returns = None

    def look(self, seat: int) -> Observation:
        """What the seat sees, and a mask of what it may do: the engine's own buffers, which no later look touches."""
        window = self._window
        window.look(self.state, seat)
        return {
            "observation": array_over(window.observation, np.float64),
            "action_mask": array_over(window.mask, np.int8),
        }

    def act(self, seat: int, action: int) -> bool:
        """Carry out an action, or what stands for an illegal one; whether it was legal."""
        legal = self.returns is None and self.state.is_legal(seat, action)
        if legal:
            self.state.step(seat, action)
        elif self.illegal == RAISE or self.returns is not None:
            raise IllegalAction(self.state.why_not(seat, action))
        elif self.illegal == RANDOM:
            choices = self.state.legal(seat)
            self.state.step(seat, choices[self.chance.below(len(choices))])
        else:
            self.returns = [LOST if other == seat else 0.0 for other in range(self.players)]
            return False
        if self.state.next_seat() < 0:
            self.returns = payoffs(self.state.ranking())
        return legal
