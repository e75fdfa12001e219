"""Games and the standard library: copy and pickle."""

from __future__ import annotations

import copy
import pickle

import pytest

import conurb
from conurb import games
from conurb.kernel import Rng, State
from conurb.kernel.game import Game

ACTIONS = 30


def halfway(game: Game) -> State:
    state = game.new(game.player_counts[-1], seed=5)
    rng = Rng(5)
    while state.count < ACTIONS:
        seat = int(state.next_seat())
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    return state


@pytest.mark.parametrize("game", games.CATALOGUE.values(), ids=lambda game: game.key)
def test_copies_and_pickles_go_on_as_the_game_would(game: Game) -> None:
    state = halfway(game)
    for other in (copy.copy(state), copy.deepcopy({"a": state})["a"], pickle.loads(pickle.dumps(state))):
        assert other is not state
        assert other.hash() == state.hash()
        seat = int(other.next_seat())
        other.apply(seat, other.legal(seat)[0])
        assert other.hash() != state.hash()
        again = state.clone()
        again.apply(seat, again.legal(seat)[0])
        assert other.hash() == again.hash()


@pytest.mark.parametrize("game", games.CATALOGUE.values(), ids=lambda game: game.key)
def test_another_data_pack_is_not_lost_in_a_pickle(game: Game) -> None:
    pack = game.load_data((game.folder / "data.toml").read_text(encoding="utf-8"), "data.toml")
    with pytest.raises(TypeError, match="load that with the pack"):
        pickle.dumps(game.new(game.player_counts[0], seed=1, data=pack))


def test_a_game_tells_in_a_line_what_it_is() -> None:
    state = games.get("prosperity").new(2, seed=1, options={"first": 1})
    assert repr(state) == "<prosperity, 2 players, 0 actions, to act: 1>"


def test_the_package_shows_what_is_in_it() -> None:
    assert conurb.games is games
    with pytest.raises(AttributeError, match="no attribute 'game'"):
        conurb.game  # noqa: B018
