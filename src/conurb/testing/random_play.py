"""Games played at random, the decisions arriving in any order."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from conurb.kernel.game import Game
from conurb.kernel.play import Play
from conurb.kernel.state import HOST, State

HOST_ACTS = 0.05  # how often the host uses an action it may take
TOO_LONG = 100_000  # a game that takes more actions does not end


def random_decision(state: State, chance: Random) -> tuple[int, int]:
    """Any seat that must act, or now and then the host, with any of its legal actions."""
    host = state.host_actions()
    if host and chance.random() < HOST_ACTS:
        return HOST, chance.choice(host)
    seat = chance.choice(state.to_act())
    return seat, chance.choice(state.legal(seat))


def random_game(game: Game, players: int, options: Mapping[str, object] | None = None, seed: int = 0) -> Play:
    """A finished game: the seed decides the set-up and every decision."""
    play = Play.new(game, players, options, seed)
    chance = Random(seed)
    for _ in range(TOO_LONG):
        if play.state.over():
            return play
        play.apply(*random_decision(play.state, chance))
    raise AssertionError(f"{game.key}: not over after {TOO_LONG} actions")
