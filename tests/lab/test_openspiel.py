"""OpenSpiel's own tests of every game: simulation, its API tests on partial trees, playthroughs, search bots.

`python -m tests.lab.test_openspiel` writes the golden playthroughs anew: after a change of rules, codes, observations
or strings that is meant. Look at the difference before committing it.
"""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, sample_some_states

from conurb.kernel.checks import IllegalAction
from conurb.lab import openspiel as lab
from tests.lab.settings import SMALL, TITLES

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def load(game: str, players: int, deals: int = 5) -> Any:
    return pyspiel.load_game(f"{lab.short_name(TITLES[game])}(players={players},deals={deals})")


def dealt(game: str, players: int, deal: int = 0) -> Any:
    state = load(game, players).new_initial_state()
    state.apply_action(deal)
    return state


def test_every_game_is_registered() -> None:
    assert {lab.short_name(game) for game in TITLES.values()} <= set(pyspiel.registered_names())
    lab.register_all()  # a second time changes nothing


# Serialising every position twice takes a minute for a whole game of Urban Sprawl.
@pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(*setting, marks=pytest.mark.long) if setting[0] == "urban-sprawl" else setting for setting in SMALL],
)
def test_random_simulation(game: str, players: int, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(game, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_api_on_a_partial_tree(game: str, players: int) -> None:
    """Every test of OpenSpiel's suite for trees that are too large to walk."""
    random.seed(3)
    case = api_test.EnforceAPIOnPartialTreeBase()
    case.game = load(game, players)
    case.game_name = lab.short_name(TITLES[game])
    case.game_type = case.game.get_type()
    case.some_states = sample_some_states.sample_some_states(case.game, max_states=25)
    tests = [name for name in dir(case) if name.startswith("test_")]
    assert len(tests) >= 5
    for name in tests:
        getattr(case, name)()


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_golden_playthrough(game: str, players: int) -> None:
    """The first decisions of a game, word by word as they were when the file was written."""
    assert golden(game).read_text(encoding="utf-8") == playthrough(game, players)


def golden(game: str) -> Path:
    return PLAYTHROUGHS / f"{game.replace('-', '_')}.txt"


def write_playthroughs() -> None:
    for game, players in SMALL:
        golden(game).write_text(playthrough(game, players), encoding="utf-8")
        print(golden(game))


def playthrough(game: str, players: int, lines: int = 300) -> str:
    """OpenSpiel's playthrough, with a digest in the place of the tensors: thousands of numbers say no more."""
    name = f"{lab.short_name(TITLES[game])}(players={players},deals=4)"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            generate_playthrough, "_format_tensor", lambda tensor, label: [f"{label} {tensor.tobytes().hex()}"]
        )
        text = generate_playthrough.playthrough(name, [2], seed=7)
    return "\n".join(shortened(text.splitlines())[:lines]) + "\n"


def shortened(text: list[str]) -> list[str]:
    """One digest for all tensors that follow each other."""
    kept: list[str] = []
    tensors = ""
    for line in text:
        if re.match(r"(Observation|InformationState)Tensor\(\d+\)", line):
            tensors += line
            continue
        if tensors:
            kept.append(f"tensors: {hashlib.sha256(tensors.encode()).hexdigest()[:16]}")
            tensors = ""
        kept.append(line)
    return kept


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_search_bots_play(game: str, players: int) -> None:
    """OpenSpiel's MCTS and information-set MCTS make some moves against each other."""
    state = dealt(game, players)
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bots = [
        mcts.MCTSBot(state.get_game(), 1.4, 4, evaluator, random_state=chance),
        ismcts.ISMCTSBot(state.get_game(), evaluator, 1.4, 4, random_state=chance),
    ]
    for move in range(4):
        action = bots[move % 2].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_resampling_keeps_what_the_player_knows(game: str, players: int) -> None:
    """Equal to the player, different to the all-knowing, and the game goes on from it to an end."""
    state = dealt(game, players)
    chance = random.Random(4)
    for _ in range(6):
        state.apply_action(chance.choice(state.legal_actions()))
    for player in range(players):
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions() or player != state.current_player()
        assert other.state.hash() != state.state.hash()
        assert str(other.clone()) == str(other)
        kept = state.get_game().deserialize_state(other.serialize())
        assert kept.state.hash() == other.state.hash()


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_clones_are_independent(game: str, players: int) -> None:
    state = dealt(game, players)
    before = str(state)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before
    assert copy.history() != state.history()


def twice(state: Any, first: int, second: int) -> Any:
    """After both actions of the player to move, if it may make them one after the other."""
    after = state.clone()
    player = after.current_player()
    after.apply_action(first)
    if after.current_player() != player or second not in after.legal_actions():
        return None
    after.apply_action(second)
    return after


@pytest.mark.parametrize(("game", "players"), [setting for setting in SMALL if setting[0] != "between-two-cities"])
def test_players_remember_in_which_order_others_acted(game: str, players: int) -> None:
    """Where two actions lead to the same position in either order, who watches knows in which they were made."""
    found = 0
    for deal in range(5):
        state = dealt(game, players, deal)
        chance = random.Random(deal)
        while found < 3 * (deal + 1) and not state.is_terminal():
            legal = state.legal_actions()
            one, other = chance.choice(legal), chance.choice(legal)
            ends = twice(state, one, other), twice(state, other, one)
            if one != other and None not in ends and ends[0].state.hash() == ends[1].state.hash():
                for player in range(players):
                    assert ends[0].observation_string(player) == ends[1].observation_string(player)
                    assert ends[0].information_state_string(player) != ends[1].information_state_string(player)
                found += 1
            state.apply_action(chance.choice(legal))
    assert found


def test_what_is_chosen_in_secret_does_not_show() -> None:
    """Two worlds: the others cannot tell what player 0 has chosen before it is revealed, and can then."""
    ends = []
    for choice in (0, 5):
        state = dealt("between-two-cities", 3)
        state.apply_action(choice)
        ends.append(state)
    assert ends[0].information_state_string(0) != ends[1].information_state_string(0)
    for player in (1, 2):
        assert ends[0].information_state_string(player) == ends[1].information_state_string(player)
    for state in ends:
        state.apply_action(0)
        state.apply_action(0)
    assert len({state.information_state_string(2) for state in ends}) == 2


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_it_does_not_matter_when_information_states_are_asked_for(game: str, players: int) -> None:
    """They are worked out late; copies, stored states and those who asked all the time say the same."""
    late, early = dealt(game, players), dealt(game, players)
    chance = random.Random(3)
    for number in range(12):
        action = chance.choice(late.legal_actions())
        late.apply_action(action)
        early.apply_action(action)
        early.information_state_string(0)
        late = late.clone() if number % 4 else late
    stored = late.get_game().deserialize_state(late.serialize())
    for player in range(players):
        said = early.information_state_string(player)
        assert late.clone().information_state_string(player) == said
        assert stored.information_state_string(player) == said
        assert late.information_state_string(player) == said


def test_games_and_states_can_be_copied_and_pickled() -> None:
    game = pyspiel.load_game("conurb_between_two_cities(players=3,deals=5,options=place_order:free)")
    state = game.new_initial_state()
    state.apply_action(2)
    state.apply_action(0)
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert str(again) == str(game)
        assert again.checked == game.checked
    for kept in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert kept.information_state_string(1) == state.information_state_string(1)
        kept.apply_action(0)
        assert kept.state.hash() != state.state.hash()


def test_what_cannot_be_asked_is_refused() -> None:
    state = load("prosperity", 2, deals=5).new_initial_state()
    for wrong in (5, 999):
        with pytest.raises(IllegalAction, match=f"there is no deal {wrong}: deals are 0 to 4"):
            state.apply_action(wrong)
    state.apply_action(4)
    with pytest.raises(IllegalAction, match="only the root"):
        state.chance_outcomes()
    everybody = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="single player, or for none"):
        state.get_game().make_py_observer(everybody)
    public = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(ValueError, match="public and private information together"):
        state.get_game().make_py_observer(public)


def test_returns_are_zero_sum_and_follow_the_ranking() -> None:
    state = dealt("between-two-cities", 3)
    chance = random.Random(2)
    assert state.returns() == [0.0, 0.0, 0.0]
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(0)
    best = max(range(3), key=lambda seat: state.returns()[seat])
    assert state.state.ranking()[best] == 1


def test_options_in_the_game_string() -> None:
    game = pyspiel.load_game("conurb_between_two_cities(players=3,options=place_order:free)")
    assert game.checked.place_order == "free"
    with pytest.raises(Exception, match="place_order"):
        lab.read_options("place_order")


def test_parts_of_the_tensor_have_names() -> None:
    state = dealt("between-two-cities", 3)
    observer = state.get_game().make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["cities"].shape == (3, 9, 7, 7)
    assert observer.dict["general"][0] == 1.0


if __name__ == "__main__":
    write_playthroughs()
