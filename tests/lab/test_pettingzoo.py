"""PettingZoo's own tests of every game, and what they do not look at."""

from __future__ import annotations

import time

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test

from conurb.kernel.checks import BadOption, IllegalAction
from conurb.lab import pettingzoo as lab
from tests.lab.settings import SETTINGS, SMALL, TITLES

# PettingZoo knows its own games by name and doubts the observations of all others: a dictionary with an action mask,
# and a mask of zeros for those who are not to act.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
PARALLEL = [(key, players) for key, players in SETTINGS if TITLES[key].simultaneous]


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_api(game: str, players: int) -> None:
    api_test(lab.env(game, players), num_cycles=60)


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_equal_seeds_give_equal_games(game: str, players: int) -> None:
    seed_test(lambda: lab.env(game, players), num_cycles=15)


@pytest.mark.parametrize(("game", "players"), PARALLEL)
def test_parallel_api(game: str, players: int) -> None:
    parallel_api_test(lab.parallel_env(game, players), num_cycles=120)


@pytest.mark.parametrize(("game", "players"), PARALLEL)
def test_parallel_seeds(game: str, players: int) -> None:
    parallel_seed_test(lambda: lab.parallel_env(game, players), num_cycles=30)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_rendering(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: lab.env(game, players, render_mode=render_mode))
    assert TITLES[game].title in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_performance(game: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's benchmark plays for five seconds; a clock that runs faster makes it a short one."""
    clock = iter(range(1_000_000))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    performance_benchmark(lab.env(game, players))


def play(world: lab.GameAEC, seed: int) -> tuple[dict[str, float], int]:
    """A random game; what each agent got, and the number of decisions."""
    chance = np.random.default_rng(seed)
    world.reset(seed=seed)
    got = dict.fromkeys(world.possible_agents, 0.0)
    decisions = 0
    for agent in world.agent_iter():
        seen, reward, terminated, _, _ = world.last()
        got[agent] += reward
        if terminated:
            world.step(None)
            continue
        world.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        decisions += 1
    return got, decisions


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_game_is_the_engines_game(game: str, players: int) -> None:
    """Same seed, same actions: the environment adds nothing and leaves nothing out."""
    got, decisions = play(world := lab.env(game, players), seed=5)
    state = TITLES[game].new(players, seed=5)
    chance = np.random.default_rng(5)
    while not state.over():
        seat = state.next_seat()
        state.apply(seat, int(chance.choice(state.legal(seat))))
    assert world.table.state.hash() == state.hash()
    assert decisions == state.count
    assert sum(got.values()) == pytest.approx(0)
    best = [f"player_{seat}" for seat, place in enumerate(state.ranking()) if place == 1]
    assert {agent for agent in got if got[agent] == max(got.values())} == set(best)


def test_an_illegal_action_loses() -> None:
    world = lab.env("between-two-cities", 3)
    world.reset(seed=1)
    world.step(int(world.action_space("player_0").n) - 1)
    assert world.rewards == {"player_0": -1.0, "player_1": 0.0, "player_2": 0.0}
    assert all(world.terminations.values())
    assert [world.infos[agent]["legal"] for agent in world.agents] == [False, True, True]
    together = lab.parallel_env("between-two-cities", 3)
    _, infos = together.reset(seed=1)
    assert all(info["legal"] for info in infos.values())
    *_, infos = together.step({"player_0": 0, "player_1": 255, "player_2": 0})
    assert [infos[agent]["legal"] for agent in together.possible_agents] == [True, False, True]


def test_an_illegal_action_is_replaced_or_refused() -> None:
    world = lab.env("between-two-cities", 3, illegal="random")
    world.reset(seed=1)
    world.step(255)
    assert world.agent_selection == "player_1"
    assert world.infos["player_0"] == {"legal": False}
    strict = lab.env("between-two-cities", 3, illegal="raise")
    strict.reset(seed=1)
    before = strict.table.state.hash()
    with pytest.raises(IllegalAction, match="255"):
        strict.step(255)
    assert strict.table.state.hash() == before


def test_in_parallel_everybody_chooses_in_one_step() -> None:
    world = lab.parallel_env("between-two-cities", 4)
    seen, _ = world.reset(seed=3)
    assert all(mask["action_mask"][:-1].any() and not mask["action_mask"][-1] for mask in seen.values())
    seen, *_ = world.step(dict.fromkeys(world.agents, 0))
    assert world.table.state.count == 4
    waiting = [agent for agent in seen if seen[agent]["action_mask"][-1]]
    assert waiting == ["player_1", "player_2", "player_3"]


def waiting_for_one(illegal: str) -> lab.GameParallel:
    """Everybody has chosen, and only player_0 has a tile to place."""
    world = lab.parallel_env("between-two-cities", 3, illegal=illegal)
    world.reset(seed=1)
    world.step(dict.fromkeys(world.agents, 0))
    assert world.table.state.to_act() == [0]
    return world


def test_who_waits_and_does_something_else_offends() -> None:
    for wrong in (0, 255, -1):
        world = waiting_for_one("lose")
        own = world.table.state.legal(0)[0]
        _, rewards, over, _, infos = world.step({"player_0": own, "player_1": wrong, "player_2": world.waiting})
        assert [infos[agent]["legal"] for agent in infos] == [True, False, True]
        assert rewards == {"player_0": 0.0, "player_1": -1.0, "player_2": 0.0}
        assert all(over.values())
    world = waiting_for_one("random")
    before = world.table.state.count
    *_, infos = world.step({"player_0": 255, "player_1": 0, "player_2": world.waiting})
    assert [infos[agent]["legal"] for agent in infos] == [False, False, True]
    assert world.table.state.count == before + 1, "chance chooses for player_0, and player_1 waits"
    world = waiting_for_one("raise")
    mark = world.table.state.hash()
    with pytest.raises(IllegalAction, match="seat 1 is not to act"):
        world.step({"player_0": own, "player_1": 0, "player_2": world.waiting})
    assert world.table.state.hash() == mark


def test_who_waits_and_must_choose_offends() -> None:
    world = lab.parallel_env("between-two-cities", 3)
    world.reset(seed=1)
    _, rewards, over, _, infos = world.step(dict.fromkeys(world.agents, world.waiting))
    assert all(over.values())
    assert set(rewards.values()) == {-1.0}
    assert not any(info["legal"] for info in infos.values())


def test_who_is_overtaken_in_the_same_step_is_asked_again() -> None:
    """In free order two may place in the city they share, at the same place: it was legal for both."""
    world = lab.parallel_env("between-two-cities", 3, options={"place_order": "free"})
    world.reset(seed=1)
    world.step(dict.fromkeys(world.agents, 0))
    state = world.table.state
    overtaken = 0
    while world.agents:
        codes = [state.legal(seat)[0] if state.must_act(seat) else world.waiting for seat in range(3)]
        asked, count = state.to_act(), state.count
        *_, infos = world.step({f"player_{seat}": code for seat, code in enumerate(codes)})
        assert all(info["legal"] for info in infos.values())
        overtaken += len(asked) - (state.count - count)
    assert state.over()
    assert overtaken > 0


def test_actions_are_whole_numbers() -> None:
    world = lab.env("between-two-cities", 3)
    world.reset(seed=np.int64(1))  # type: ignore[arg-type]
    together = lab.parallel_env("between-two-cities", 3)
    together.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"whole number, not 0\.9"):
        world.step(0.9)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="whole number"):
        together.step({"player_0": 0, "player_1": 0.9, "player_2": 0})  # type: ignore[dict-item]
    assert world.table.state.count == together.table.state.count == 0
    world.step(np.int64(0))  # type: ignore[arg-type]


def test_for_people_every_position_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    world = lab.env("between-two-cities", 3, render_mode="human")
    together = lab.parallel_env("between-two-cities", 3, render_mode="human")
    world.reset(seed=1)
    together.reset(seed=1)
    assert capsys.readouterr().out.count("Between Two Cities") == 2
    world.step(0)
    together.step(dict.fromkeys(together.agents, 0))
    assert capsys.readouterr().out.count("Between Two Cities") == 2


def test_refusals_say_what_is_possible() -> None:
    with pytest.raises(BadOption, match="no simultaneous choices"):
        lab.parallel_env("prosperity")
    with pytest.raises(BadOption, match="2, 3 or 4 players"):
        lab.env("prosperity", 7)
    with pytest.raises(BadOption, match="lose, random or raise"):
        lab.env("prosperity", illegal="ignore")
    with pytest.raises(BadOption, match="human"):
        lab.env("prosperity", render_mode="film")
    with pytest.raises(IllegalAction, match="reset"):
        lab.env("prosperity").step(0)
    with pytest.raises(IllegalAction, match="reset"):
        lab.env("prosperity").last()
