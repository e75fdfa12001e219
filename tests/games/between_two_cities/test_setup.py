"""BTC-2: set-up, budget, reproducibility, options."""

from __future__ import annotations

from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from conurb.kernel.checks import BadOption
from conurb.kernel.rng import Rng
from tests.games.between_two_cities.support import COUNTS, DATA, GAME, finished, new, play, saved, seen, table

BUDGET = {row[0].split()[0]: row for row in table("BTC-2.8")[1:]}


@pytest.mark.parametrize("players", [0, 1, 8, -3, 100, True, "3", 2.5, None])
def test_other_numbers_of_players_are_refused(players: object) -> None:
    """BTC-2.1"""
    with pytest.raises(BadOption, match="2, 3, 4, 5, 6 or 7 players"):
        GAME.new(players)  # type: ignore[arg-type]


def test_player_counts() -> None:
    """BTC-2.1: 2 to 7 play."""
    assert [new(players).players for players in range(2, 8)] == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("players", COUNTS)
def test_seating(players: int) -> None:
    """BTC-2.2: a random permutation that never changes, or the host's own."""
    orders = set()
    for seed in range(20):
        order = seen(new(players, seed), None)["seating"]
        assert sorted(order) == list(range(players))
        orders.add(tuple(order))
    assert len(orders) > 1
    wanted = list(reversed(range(players)))
    for state in play(players, seed=1, seating=wanted):
        assert saved(state)["seating"] == wanted


@pytest.mark.parametrize("players", range(3, 8))
def test_empty_cities_between_all_neighbours(players: int) -> None:
    """BTC-2.3"""
    cities = seen(new(players), None)["cities"]
    assert {frozenset(city["owners"]) for city in cities} == {frozenset({s, (s + 1) % players}) for s in range(players)}
    assert all(city["tiles"] == [] for city in cities)


@pytest.mark.parametrize("players", COUNTS)
def test_box_and_duplex_stack_hold_all_tiles(players: int) -> None:
    """BTC-2.4, BTC-2.5: nothing is removed at any player count, and both are shuffled."""
    position = saved(new(players, seed=2))
    hands = [tile for seat in position["seats"] for tile in seat["hand"]]
    assert len(position["box"]) + len(hands) == 108
    assert set(position["box"]) | set(hands) == {DATA.ids[tile] for tile in DATA.squares}
    assert sorted(position["duplexes"]) == [DATA.ids[tile] for tile in DATA.duplexes]
    assert position["duplexes"] != sorted(position["duplexes"])
    assert saved(new(players, seed=3))["duplexes"] != position["duplexes"]
    assert saved(new(players, seed=3))["box"] != position["box"]


@pytest.mark.parametrize("players", COUNTS)
def test_discards_stay_discarded(players: int) -> None:
    """BTC-2.6: the discard area starts empty; nothing leaves it, and nothing is put back or shuffled again."""
    positions = [saved(state) for state in play(players, seed=4)]
    assert positions[0]["discards"] == []
    for before, after in pairwise(positions):
        assert after["discards"][: len(before["discards"])] == before["discards"]
        for pile in ("box", "duplexes"):
            assert after[pile] == before[pile][: len(after[pile])]


@pytest.mark.parametrize("players", COUNTS)
def test_there_is_no_start_player(players: int) -> None:
    """BTC-2.7: everybody chooses at the same time, and any seat may be first."""
    for first in range(players):
        state = new(players)
        assert state.to_act() == list(range(players))
        state.apply(first, state.legal(first)[0])
        assert state.to_act() == [seat for seat in range(players) if seat != first]


@pytest.mark.parametrize("players", COUNTS)
def test_budget(players: int) -> None:
    """BTC-2.8: every number of the table, counted in a game played to its end."""
    state = finished(players, seed=5)
    position = saved(state)
    placed = [tile["tile"] for city in position["cities"] for tile in city["tiles"]]
    dropped = [entry["tile"] for entry in position["discards"]]
    found = [len(position["cities"])]
    for tiles, pile in ((DATA.squares, "box"), (DATA.duplexes, "duplexes")):
        ids = {DATA.ids[tile] for tile in tiles}
        used, lost = len(ids & set(placed)), len(ids & set(dropped))
        found += [used + lost, used, lost, len(position[pile])]
    found.append(1 + max(tile["turn"] for city in position["cities"] for tile in city["tiles"]))
    assert found == [int(cell.split()[0]) for cell in BUDGET[str(players)][1:]]


@pytest.mark.parametrize("players", COUNTS)
def test_one_generator_in_a_fixed_order(players: int) -> None:
    """BTC-2.9: seating, box, duplex stack; hands from the end of the list, seat by seat; then no more randomness."""
    rng = Rng(11)
    seating, box, stack = vec[i64](range(players)), vec[i64](DATA.squares), vec[i64](DATA.duplexes)
    for shuffled in (seating, box, stack):
        rng.shuffle(shuffled)
    squares = [DATA.ids[tile] for tile in box]
    states = play(players, seed=11)
    position = saved(next(states))
    assert position["seating"] == list(seating)
    assert position["duplexes"] == [DATA.ids[tile] for tile in stack]
    for seat in range(players):
        hand = [squares.pop() for _ in range(7)]
        assert position["seats"][seat]["hand"] == sorted(hand)
    assert position["box"] == squares
    assert {state.rng.save() for state in states} == {rng.save()}


def test_two_players_build_four_cities_alone() -> None:
    """BTC-2.10"""
    state = new(2, seed=6)
    assert [city["owners"] for city in seen(state, None)["cities"]] == [[0], [0], [1], [1]]
    assert (len(saved(state)["box"]), len(saved(state)["duplexes"])) == (108 - 14, 24)
    *_, state = play(2, seed=6)
    for number, city in enumerate(saved(state)["cities"]):
        assert {tile["seat"] for tile in city["tiles"]} == {number // 2}
    assert [player["cities"] for player in state.sheet()["players"]] == [[0, 1], [2, 3]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seating": [0, 1]}, "2 players are named, but 3 play"),
        ({"seating": [0, 1, 1]}, "each player once"),
        ({"seating": [1, 2, 3]}, "each player once"),
        ({"seating": [0, 1, True]}, "each player once"),
        ({"seating": ["0", "1", "2"]}, "each player once"),
        ({"seating": "clockwise"}, "random"),
        ({"place_order": "fast"}, "seat or free"),
        ({"place_order": True}, "seat or free"),
        ({"placeorder": "seat"}, "did you mean place_order"),
        ({"colour": "red"}, "unknown option 'colour'"),
        ({"clock": -1}, "a whole number of seconds"),
        ({"clock": 1.5}, "a whole number of seconds"),
        ({"idle": "long"}, "a whole number of seconds"),
    ],
)
def test_refused_options(options: dict[str, object], reason: str) -> None:
    """BTC-2.11: refused with a reason."""
    with pytest.raises(BadOption) as error:
        GAME.new(3, options, seed=0)
    assert reason in str(error.value)


def test_options() -> None:
    """BTC-2.11: an explicit seating uses no random numbers; lists before shuffling; hands are shown sorted."""
    fixed = saved(new(3, seed=9, seating=[2, 0, 1], place_order="free", clock=30, idle=10))
    assert fixed["seating"] == [2, 0, 1]
    assert fixed["options"] == {"seating": [2, 0, 1], "place_order": "free", "clock": 30, "idle": 10}
    box = vec[i64](DATA.squares)
    Rng(9).shuffle(box)  # nothing was drawn before
    assert fixed["box"] == [DATA.ids[tile] for tile in box][:-21]
    for state in play(4, seed=9):
        for seat in saved(state)["seats"]:
            assert seat["hand"] == sorted(seat["hand"])
