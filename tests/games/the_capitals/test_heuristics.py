"""The evaluation that bots use: it prefers what is plainly better, beats chance, and is fair to the seats."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conurb import bots
from conurb.games.the_capitals.position import FIELDS, SEAT_FIELDS
from conurb.kernel.rng import Rng
from conurb.testing.perft import perft
from tests.games.the_capitals.support import GAME, building, do, load, new, play, saved, seen, tile


def worth(**seat: Any) -> float:
    return load(players=3, round=6, phase="executive", seats=[seat]).value(0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"prestige": 3}, {"prestige": 2}),
        ({"economy": 20}, {"economy": 12}),
        ({"culture": 9}, {"culture": 5}),
        ({"population": 9, "employment": 8}, {"population": 9, "employment": 4}),
        ({"population": 4, "employment": 3}, {"population": 9, "employment": 3}),
        ({"services": 4}, {"services": 0}),
        ({"plant": "plant_3_1"}, {"plant": "plant_2_1"}),
        ({"progress": 4}, {"progress": 1}),
        ({"energy": 8}, {"energy": 3}),
        ({"city": [tile("restaurant", 1, 1)]}, {"city": [tile("park", 1, 1)]}),
    ],
)
def test_better_cities_are_preferred(better: dict[str, Any], worse: dict[str, Any]) -> None:
    assert worth(**better) > worth(**worse)


def test_a_tile_is_as_good_as_its_best_cell() -> None:
    """Choosing a tile is valued by the best place for it."""
    state = do(building("market"), "take market")
    taken = state.value(0)
    values = []
    for action in state.legal(0):
        after = state.clone()
        after.trial = True
        after.step(0, action)
        values.append(after.value(0))
    assert taken == max(values)


def test_value_knows_no_more_than_the_seat() -> None:
    for number, state in enumerate(play(3, 5, prosperity=True, hidden_prestige=True)):
        if number % 12 == 0:
            for seat in range(3):
                assert state.imagine(seat, Rng(number)).value(seat) == state.value(seat)


def test_greedy_beats_chance() -> None:
    """A few games; the whole measure is in docs/bots.md."""
    for seed in range(3):
        state = new(2, seed)
        players = [bots.get("greedy", seed), bots.get("random", seed)]
        while not state.over():
            seat = state.to_act()[0]
            state.apply(seat, players[seat].choose(seen(state, seat)))
        assert state.ranking()[0] == 1
        assert state.scores()[0] > state.scores()[1] + 30


def test_counted_by_hand() -> None:
    """Four tiles; ten cells around City Hall and Hotel: 4 x 10 beginnings of a game for two."""
    state = new(2, 1)
    assert (perft(state, 1), perft(state, 2)) == (4, 40)
    political = load(players=4, round=2, phase="political")
    assert [perft(political, depth) for depth in (1, 2, 3, 4)] == [5, 20, 60, 120]


def test_every_field_of_a_position_is_documented() -> None:
    document = (Path(__file__).parents[3] / "docs/positions/the_capitals.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(\w+)` \|", document, flags=re.MULTILINE)) == sorted([*FIELDS, *SEAT_FIELDS])


def test_positions_at_every_decision_of_a_chain() -> None:
    """Saved and loaded anywhere, a game goes on the same."""
    for number, state in enumerate(play(2, 8, prosperity=True)):
        if saved(state)["asks"] in ("order", "payment", "free_activation", "cell") or number % 10 == 0:
            again = GAME.load(state.save())
            assert again.hash() == state.hash()
            assert again.save() == state.save()
