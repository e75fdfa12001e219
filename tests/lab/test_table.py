"""What all research interfaces share: luck beside the deal, and what may be given at their doors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import pytest

from conurb.kernel.state import State
from conurb.lab import dataset
from conurb.lab.gymnasium import GameEnv
from conurb.lab.table import Table
from tests.lab.settings import TITLES

DEALS = 400
OFTEN = 7  # so many deals after which a secret that is none shows as such


class Witness(Table):
    """Knows the first action of a game."""

    first: int | None = None

    def act(self, seat: int, action: int) -> bool:
        self.first = action if self.first is None else self.first
        return super().act(seat, action)


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
