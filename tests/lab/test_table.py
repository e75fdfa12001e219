"""What all research interfaces share: luck beside the deal, and what may be given at their doors."""

from __future__ import annotations

import copy
import pickle
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conurb.kernel.checks import BadOption, IllegalAction
from conurb.kernel.state import State
from conurb.lab import dataset, pettingzoo
from conurb.lab.gymnasium import GameEnv, GameVector
from conurb.lab.table import Table
from tests.lab.settings import SMALL, TITLES

WORLDS: list[Callable[[], Any]] = [
    partial(GameEnv, "prosperity", bots="random"),
    partial(GameVector, "prosperity", 2, bots="self"),
    partial(pettingzoo.env, "prosperity"),
    partial(pettingzoo.parallel_env, "between-two-cities"),
]
DEALS = 400
OFTEN = 7  # so many deals after which a secret that is none shows as such


class Witness(Table):
    """Knows the first action of a game."""

    first: int | None = None

    def play(self, seat: int, action: int) -> bool:
        self.first = action if self.first is None else self.first
        return super().play(seat, action)


def random_bot(state: State, seed: int) -> int | None:
    world = GameEnv("prosperity", 2, seat=1 - int(state.next_seat()), bots="random")
    world.table = witness = Witness("prosperity", 2)
    world.reset(seed=seed)
    return witness.first


def stand_in(state: State, seed: int) -> int | None:
    table = Table("prosperity", 2, illegal="random")
    table.deal(seed)
    assert not table.act(table.mover, 0)
    return next(action for action in state.legal(int(state.next_seat())) if leads_to(table.state, state, action))


def leads_to(after: State, before: State, action: int) -> bool:
    child = before.clone()
    child.step(before.next_seat(), action)
    return child.hash() == after.hash()


def data_set(state: State, seed: int) -> int | None:
    plan = dataset.Plan("prosperity", 2, 1, ("random", "random"), seed)
    return int(next(dataset.play(plan, Table("prosperity", 2), 0))["action"])


@pytest.mark.parametrize("drawn", [random_bot, stand_in, data_set])
def test_random_moves_say_nothing_about_hidden_cards(
    drawn: Callable[[State, int], int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn with the luck of the deal, the first move would tell what lies fourth in the deck."""
    monkeypatch.setattr(dataset, "game_seed", lambda seed, number: seed)
    followed = defaultdict(list)
    for seed in range(DEALS):
        state = TITLES["prosperity"].new(2, seed=seed)
        legal = state.legal(int(state.next_seat()))
        action = drawn(state, seed)
        assert action is not None
        deck = state.save()["deck"]
        assert isinstance(deck, list)
        followed[len(legal), legal.index(action)].append(deck[3])
    often = [cards for cards in followed.values() if len(cards) >= OFTEN]
    assert len(often) > 20
    assert all(len(set(cards)) > 1 for cards in often)


def test_bots_and_stand_ins_have_luck_of_their_own() -> None:
    """With the same, an illegal action would tell what the bots do next."""
    mover = int(TITLES["prosperity"].new(2, seed=1).next_seat())  # so no bot has drawn yet
    world = GameEnv("prosperity", 2, seat=mover, bots="random", illegal="random")
    world.reset(seed=1)
    draws = [[chance.below(1000) for _ in range(5)] for chance in (world.table.chance, world._chance)]
    assert draws[0] != draws[1]


# --- what may be given


@pytest.mark.parametrize("wrong", [-1, 1.5, 2**256, np.float64(3), "7", True])
def test_every_interface_refuses_what_is_no_seed(wrong: Any) -> None:
    """As `Game.new` does, and with the same words."""
    for world in WORLDS:
        with pytest.raises(BadOption, match="a seed"):
            world().reset(seed=wrong)
    with pytest.raises(BadOption, match="a seed"):
        Table("prosperity").deal(wrong)


def test_numbers_of_numpy_are_welcome() -> None:
    two, seven = np.int64(2), np.uint8(7)
    table = Table("prosperity", two)  # type: ignore[arg-type]
    table.deal(seven)  # type: ignore[arg-type]
    mover = np.int8(table.mover)
    assert table.look(mover)["action_mask"].any()  # type: ignore[arg-type]
    assert table.act(mover, np.int64(table.state.legal(table.mover)[0]))  # type: ignore[arg-type]
    for world in WORLDS:
        world().reset(seed=seven)
    single = GameEnv("prosperity", two, seat=np.int64(1), bots="random")  # type: ignore[arg-type]
    assert single.reset(seed=7)[0]["action_mask"].any()
    assert GameVector("prosperity", two, bots="self").num_envs == 2  # type: ignore[arg-type]


def test_there_is_nothing_to_see_or_do_from_a_seat_that_does_not_exist() -> None:
    table = Table("prosperity", 2)
    table.deal(1)
    for seat in (9, -1, 2):
        with pytest.raises(BadOption, match="seats are 0 to 1"):
            table.look(seat)
        with pytest.raises(BadOption, match="seats are 0 to 1"):
            table.act(seat, 0)


def test_a_reset_takes_no_options() -> None:
    for world in WORLDS:
        world().reset(seed=1, options={})
        with pytest.raises(BadOption, match="players when you make the environment"):
            world().reset(options={"players": 4})


def test_a_data_pack_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    content = (TITLES["prosperity"].folder / "data.toml").read_text(encoding="utf-8")
    file.write_text(content, encoding="utf-8")
    table = Table("prosperity", 2, data=file)
    assert table.game.data_hash(table.data) == Table("prosperity").data.hash
    assert pickle.loads(pickle.dumps(table)).data.hash == table.data.hash
    tables = Table("prosperity", 2, data=table.data)
    assert copy.deepcopy(tables).data is table.data
    with pytest.raises(BadOption, match="give the name of their file"):
        pickle.dumps(tables)
    with pytest.raises(BadOption, match=r"data: none\.toml: cannot be read"):
        Table("prosperity", data="none.toml")
    with pytest.raises(BadOption, match="data: expected a file"):
        Table("prosperity", data=3)
    (tmp_path / "bytes").write_bytes(b"\xff")
    with pytest.raises(BadOption, match="not a text file"):
        Table("prosperity", data=tmp_path / "bytes")


# --- copies


def copies_of(world: Any) -> list[Any]:
    return [copy.deepcopy(world), pickle.loads(pickle.dumps(world))]


@pytest.mark.parametrize("illegal", ["lose", "random"])
@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_copy_of_an_environment_goes_on_as_the_original_would(game: str, players: int, illegal: str) -> None:
    world = GameEnv(game, players, bots=["random", "greedy"][: players - 1], illegal=illegal)
    assert all(copied.reset(seed=4)[0]["action_mask"].any() for copied in copies_of(world))
    seen, _ = world.reset(seed=3)
    for _ in range(4):
        seen, *_ = world.step(int(seen["action_mask"].argmax()))
    group = [world, *copies_of(world)]
    for number in range(6):
        action = 0 if number % 3 == 2 and illegal == "random" else int(seen["action_mask"].argmax())
        looks = [copied.step(action) for copied in group]
        assert len({look[0]["observation"].tobytes() for look in looks}) == 1
        assert len({(look[1], look[2], look[4]["legal"]) for look in looks}) == 1
        assert len({copied.table.state.hash() for copied in group}) == 1
        seen = looks[0][0]
        if looks[0][2]:
            break
    assert len({copied.reset()[0]["observation"].tobytes() for copied in group}) == 1


@pytest.mark.parametrize(("game", "players"), SMALL)
@pytest.mark.parametrize("bots", ["random", "self"])
def test_a_copy_of_many_games_goes_on_as_the_originals_would(game: str, players: int, bots: str) -> None:
    worlds = GameVector(game, 3, players, bots=bots)
    assert all(copied.reset(seed=4)[0]["action_mask"].any() for copied in copies_of(worlds))
    worlds.reset(seed=3)
    for _ in range(3):
        worlds.step(worlds.random_actions())
    worlds.step(np.array([worlds.table.num_actions - 1] * 3))  # mostly illegal, so games are lost
    group = [worlds, *copies_of(worlds)]
    for _ in range(12):
        actions = [copied.random_actions().tolist() for copied in group]
        assert actions[0] == actions[1] == actions[2]
        looks = [copied.step(np.array(actions[0])) for copied in group]
        assert len({look[0]["observation"].tobytes() + look[0]["action_mask"].tobytes() for look in looks}) == 1
        assert len({str((look[1].tolist(), look[2].tolist(), look[4])) for look in looks}) == 1


def test_copies_of_multi_agent_environments_go_on_as_the_original_would() -> None:
    world = pettingzoo.env("between-two-cities", 3)
    world.reset(seed=1)
    together = pettingzoo.parallel_env("between-two-cities", 3)
    together.reset(seed=1)
    for _ in range(2):
        world.step(world.table.state.legal(world.table.mover)[0])
    together.step(dict.fromkeys(together.agents, 0))
    for original in (world, together):
        for copied in copies_of(original):
            assert copied.agents == original.agents
            assert copied.table.state.hash() == original.table.state.hash()
            seat = copied.table.mover
            copied.table.act(seat, copied.table.state.legal(seat)[0])
            assert copied.table.state.hash() != original.table.state.hash()
    assert copy.deepcopy(world).last()[0]["observation"].tobytes() == world.last()[0]["observation"].tobytes()
    seeds = [copied._seeds.next(None) for copied in (*copies_of(world), world)]
    assert len(set(seeds)) == 1


def test_a_copy_of_a_lost_game_is_lost() -> None:
    world = pettingzoo.env("between-two-cities", 3)
    world.reset(seed=1)
    world.step(255)
    for copied in copies_of(world):
        assert copied.terminations == world.terminations
        assert copied.table.returns == [-1.0, 0.0, 0.0]
        with pytest.raises(IllegalAction):
            copied.table.act(1, 0)
