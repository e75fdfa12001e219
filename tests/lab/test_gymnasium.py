"""Gymnasium's own checks of every game, one by one and many at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from conurb.kernel.checks import BadOption, IllegalAction
from conurb.lab import gymnasium as lab
from conurb.lab.gymnasium import GameEnv, GameVector, env_id
from conurb.lab.table import bot_for
from tests.lab.settings import SETTINGS, SMALL, TITLES


def random_action(mask: np.ndarray, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize(("game", "players"), SETTINGS)
@pytest.mark.parametrize("illegal", ["lose", "random"])
def test_check_env(game: str, players: int, illegal: str) -> None:
    check_env(GameEnv(game, players, bots="random", illegal=illegal), skip_render_check=True)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_check_env_with_pictures(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    world = gymnasium.make(env_id(TITLES[game]), players=players, bots="random", render_mode="ansi")
    check_env(world.unwrapped)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_game_against_bots(game: str, players: int) -> None:
    """To its end, with the reward that the place of the seat is worth; the same seed gives the same game."""
    ends = []
    for _ in range(2):
        world = GameEnv(game, players, seat=1, bots="random")
        chance = np.random.default_rng(2)
        seen, info = world.reset(seed=8)
        over, reward = False, 0.0
        while not over:
            assert world.table.state.must_act(1)
            seen, reward, over, truncated, info = world.step(random_action(seen["action_mask"], chance))
            assert info["legal"]
            assert not truncated
        places = world.table.state.ranking()
        assert reward == pytest.approx(sum(np.sign(other - places[1]) for other in places) / (players - 1))
        ends.append(world.table.state.hash())
        with pytest.raises(IllegalAction, match="reset"):
            world.step(0)
    assert ends[0] == ends[1]


def test_bots_play_the_other_seats() -> None:
    """A greedy bot decides as it would anywhere else."""
    world = GameEnv("between-two-cities", 2, seat=1, bots="greedy")
    world.reset(seed=3)
    state = TITLES["between-two-cities"].new(2, seed=3)
    state.apply(0, bot_for("greedy", 3, 0, None).choose(state.view(0)))
    assert world.table.state.hash() == state.hash()


def test_illegal_actions() -> None:
    losing = GameEnv("prosperity", 2, bots="random")
    losing.reset(seed=1)
    _, reward, over, _, info = losing.step(0)
    assert (reward, over, info["legal"]) == (-1.0, True, False)
    strict = GameEnv("prosperity", 2, bots="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(0)


def test_refusals() -> None:
    with pytest.raises(BadOption, match="seats are 0 to 1"):
        GameEnv("prosperity", 2, seat=2)
    with pytest.raises(BadOption, match="unknown bot"):
        GameEnv("prosperity", 2, bots="grandmaster")
    with pytest.raises(BadOption, match="2 other seats"):
        GameEnv("prosperity", 3, bots=["random"])
    with pytest.raises(BadOption, match="random or self"):
        GameVector("prosperity", 2, bots="greedy")
    with pytest.raises(BadOption, match="num_envs"):
        GameVector("prosperity", 0, bots="random")
    with pytest.raises(BadOption, match="lose and raise"):
        GameVector("prosperity", 2, bots="random", illegal="random")
    with pytest.raises(BadOption, match="render_mode"):
        GameVector("prosperity", 2, bots="random", render_mode="rgb_array")  # type: ignore[arg-type]


def test_make_vec_never_gives_other_bots_than_make() -> None:
    """One game has greedy bots unless told otherwise, many at once have to be told: and what to write is said."""
    told: list[dict[str, Any]] = [{}, {"bots": "greedy"}]
    for given in told:
        with pytest.raises(BadOption, match=r'vectorization_mode="sync", bots="greedy"'):
            gymnasium.make_vec("conurb/Prosperity-v0", num_envs=2, **given)
    many = gymnasium.make_vec("conurb/Prosperity-v0", num_envs=2, vectorization_mode="sync", bots="greedy")
    many.close()


def test_actions_are_whole_numbers() -> None:
    single = GameEnv("between-two-cities", 3, bots="random")
    single.reset(seed=1)
    many = GameVector("between-two-cities", 2, 3, bots="self")
    many.reset(seed=1)
    before = [single.table.state.hash(), *(state.hash() for state in many.batch.states)]
    for wrong in (0.9, np.float64(1.0), "0", None):
        with pytest.raises(IllegalAction, match="whole number"):
            single.step(wrong)  # type: ignore[arg-type]
    for floats in (np.array([0.9, 1.0]), [0.0, 1.0], np.array([True, False])):
        with pytest.raises(IllegalAction, match="whole numbers, not an array of"):
            many.step(floats)  # type: ignore[arg-type]
    assert before == [single.table.state.hash(), *(state.hash() for state in many.batch.states)]
    single.step(np.int8(0))  # type: ignore[arg-type]
    many.step(np.array([0, 1], np.uint8))


def test_for_people_every_position_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    world = GameEnv("prosperity", 2, bots="random", render_mode="human")
    seen, _ = world.reset(seed=1)
    assert "Prosperity" in capsys.readouterr().out
    world.step(int(seen["action_mask"].argmax()))
    assert "Prosperity" in capsys.readouterr().out


# --- many at once


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_rows_are_what_single_looks_see(game: str, players: int) -> None:
    """Every row holds the observation and the mask of the seat that must act, step after step."""
    worlds = GameVector(game, 3, players, bots="self")
    seen, info = worlds.reset(seed=4)
    for _ in range(25):
        for row, state in enumerate(worlds.batch.states):
            seat = int(info["seat"][row])
            assert seat == state.next_seat()
            table = worlds.table
            table.state = state
            looked = table.look(max(seat, 0))
            np.testing.assert_array_equal(seen["observation"][row], looked["observation"])
            np.testing.assert_array_equal(seen["action_mask"][row], looked["action_mask"])
        seen, rewards, over, truncated, info = worlds.step(worlds.random_actions())
        assert worlds.observation_space.contains(seen)
        assert rewards.shape == over.shape == truncated.shape == (3,)


def test_finished_games_are_paid_and_followed_by_new_ones() -> None:
    worlds = GameVector("between-two-cities", 4, 3, bots="self")
    worlds.reset(seed=4)
    finished = 0
    for _ in range(200):
        seen, rewards, over, _, info = worlds.step(worlds.random_actions())
        for row in np.flatnonzero(over):
            finished += 1
            state = worlds.batch.states[row]
            assert state.over()
            assert info["seat"][row] == -1
            assert not seen["action_mask"][row].any()
            assert info["returns"][row].sum() == pytest.approx(0)
            assert info["legal"][row]
            places = state.ranking()
            order = np.argsort(-info["returns"][row], kind="stable")
            assert [places[seat] for seat in order] == sorted(places)
        assert not rewards[~over].any()
    assert finished >= 4


def test_the_other_seats_play_at_random() -> None:
    worlds = GameVector("prosperity", 5, 3, seat=2, bots="random")
    _, info = worlds.reset(seed=1)
    wins, games = 0, 0
    for _ in range(150):
        _, rewards, over, _, info = worlds.step(worlds.random_actions())
        assert set(info["seat"]) <= {2, -1}
        games += int(over.sum())
        wins += int((rewards[over] > 0).sum())
    assert games >= 5


def test_rows_do_not_depend_on_each_other_or_the_seed_of_the_day() -> None:
    def trace(seed: int) -> list[bytes]:
        worlds = GameVector("urban-sprawl", 3, 2, bots="self")
        worlds.reset(seed=seed)
        return [worlds.step(worlds.random_actions())[0]["observation"].tobytes() for _ in range(20)]

    assert trace(5) == trace(5)
    assert trace(5) != trace(6)


def test_what_a_step_returned_stays_as_it_was() -> None:
    worlds = GameVector("between-two-cities", 2, 3, bots="self")
    first, info = worlds.reset(seed=1)
    kept = {name: array.copy() for name, array in first.items()}
    seats = info["seat"].copy()
    row = worlds.step(worlds.random_actions())[0]["observation"][1]
    then = row.copy()
    for _ in range(5):
        worlds.step(worlds.random_actions())
    for name, array in kept.items():
        np.testing.assert_array_equal(first[name], array)
    np.testing.assert_array_equal(info["seat"], seats)
    np.testing.assert_array_equal(row, then)


def test_illegal_actions_of_many() -> None:
    worlds = GameVector("between-two-cities", 2, 3, bots="self")
    worlds.reset(seed=1)
    _, rewards, over, _, info = worlds.step(np.array([0, 255]))
    assert info["legal"].tolist() == [True, False]
    assert worlds.step(np.array([255, 255]))[-1]["legal"].tolist() == [False, True], "a new game takes any action"
    assert rewards.tolist() == [0.0, -1.0]
    assert over.tolist() == [False, True]
    assert info["returns"].tolist() == [[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
    strict = GameVector("between-two-cities", 2, 3, bots="self", illegal="raise")
    strict.reset(seed=1)
    before = [state.hash() for state in strict.batch.states]
    for wrong in (np.array([0, 255]), np.array([-1, 0]), np.array([0])):
        with pytest.raises(IllegalAction):
            strict.step(wrong)
    assert [state.hash() for state in strict.batch.states] == before
    with pytest.raises(IllegalAction, match="reset"):
        GameVector("prosperity", 2, bots="self").step(np.array([0, 0]))


def test_gymnasium_makes_them_by_name() -> None:
    for game in TITLES.values():
        single = gymnasium.make(env_id(game), bots="random")
        assert single.reset(seed=0)[0]["action_mask"].any()
    many = gymnasium.make_vec("conurb/Prosperity-v0", num_envs=3, vectorization_mode="vector_entry_point", bots="self")
    assert isinstance(many.unwrapped, GameVector)
    assert many.reset(seed=0)[0]["observation"].shape[0] == 3
    lab.register_all()  # a second time changes nothing
