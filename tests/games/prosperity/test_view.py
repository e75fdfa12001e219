"""PRO-7: hidden information, what can be deduced, and worlds imagined from it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from conurb.kernel.checks import BadMove
from conurb.kernel.rng import Rng
from tests.games.prosperity.support import COUNTS, DATA, GAME, load, new, play, saved, seen


@pytest.mark.parametrize("players", COUNTS)
def test_only_the_order_of_the_undrawn_tiles_is_hidden(players: int) -> None:
    """PRO-7.1: two games that differ in nothing else look the same to everybody."""
    state = new(players, seed=3)
    other = state.clone()
    deck = list(other.deck)
    deck[-1], deck[-2] = deck[-2], deck[-1]
    for place, tile in enumerate(deck):
        other.deck[place] = tile  # clones share the deck, so both change: compare what was seen before
    before = [seen(new(players, seed=3), seat) for seat in (None, *range(players))]
    assert saved(other)["deck"] != saved(new(players, seed=3))["deck"]
    assert [seen(other, seat) for seat in (None, *range(players))] == before


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_nobody_sees_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(BadMove, match="there is no seat"):
        new(3).view(seat)


def test_everything_else_is_public() -> None:
    """PRO-7.2, PRO-8.21: boards, tracks, discs, scores, display, money, and the list of all tiles with their calls."""
    for state in play(3, seed=5):
        views = [seen(state, seat) for seat in (None, 0, 1, 2)]
        for view in views:
            view.pop("seat")
            view.pop("legal")
        assert all(view == views[0] for view in views)
        position = saved(state)
        for seat, shown in enumerate(views[0]["countries"]):
            assert shown["money"] == position["seats"][seat]["money"]
            assert shown["discs"] == position["seats"][seat]["discs"]
    assert len(views[0]["tiles"]) == 60
    assert views[0]["tiles"]["D02"]["call"] == "ecology"
    assert views[0]["tiles"]["D02"]["decade"] == 1970


def test_remaining_tiles_of_a_decade() -> None:
    """PRO-7.3: the decade's tiles without those drawn; with one left, it and its call are certain."""
    for state in play(2, seed=8):
        view = seen(state)
        for d, decade in enumerate(view["to_come"]):
            ids = {DATA.ids[tile] for tile in DATA.decks[d]}
            assert set(decade["tiles"]) == ids - set(view["drawn"])
            calls = Counter(DATA.tile_json(DATA.numbers[id])["call"] for id in decade["tiles"])
            assert {symbol: n for symbol, n in decade["calls"].items() if n} == calls
        position = saved(state)
        current = [entry for entry in view["to_come"] if entry["tiles"]]
        if current and len(current[0]["tiles"]) == 1:
            assert current[0]["tiles"] == position["deck"][:1]


def test_later_decades_are_complete() -> None:
    """PRO-7.3"""
    view = seen(new(2, seed=1))
    assert [len(entry["tiles"]) for entry in view["to_come"]] == [4, 5, 5, 5, 5, 5, 6]


def test_the_next_tile_is_uniform_over_what_is_left() -> None:
    """PRO-7.4: at the start of 2030 prosperity comes next with probability 2/6, each other call with 1/6."""
    state = load(turn=30, active=0)
    calls: Counter[object] = Counter()
    rng = Rng(1)
    for _ in range(1200):
        world = state.imagine(0, rng)
        calls[DATA.tile_json(int(world.deck[30]))["call"]] += 1  # type: ignore[attr-defined]
    assert 340 <= calls["prosperity"] <= 460
    assert all(150 <= calls[symbol] <= 250 for symbol in ("energy", "ecology", "capital", "research"))


def test_imagined_decks_are_independent_permutations() -> None:
    """PRO-7.4, PRO-7.5: every decade is shuffled by itself; the public state stays."""
    state = new(3, seed=2)
    rng = Rng(7)
    worlds = [saved(GAME.imagine(state.view(1), rng)) for _ in range(40)]  # type: ignore[arg-type]
    truth = saved(state)
    for world in worlds:
        assert sorted(world["deck"]) == sorted(truth["deck"])
        decades = [int(DATA.decade[DATA.numbers[id]]) for id in world["deck"]]
        assert decades == sorted(decades)
        assert {name: world[name] for name in ("drawn", "display", "seats", "active", "phase")} == {
            name: truth[name] for name in ("drawn", "display", "seats", "active", "phase")
        }
    assert len({tuple(world["deck"][4:9]) for world in worlds}) > 25
    assert len({tuple(world["deck"][-6:]) for world in worlds}) > 30


def test_tallies_still_to_come() -> None:
    """PRO-7.6: the undrawn calls, and the final scoring: 2 energy, 2 ecology, 1 each of the others."""
    at_start = seen(load(drawn=["D01"]))["tallies_to_come"]
    assert at_start == {"energy": 6 + 2, "ecology": 7 + 2, "capital": 7 + 1, "research": 7 + 1, "prosperity": 8 + 1}
    last = seen(load(turn=36, active=0))["tallies_to_come"]
    assert last == {"energy": 2, "ecology": 2, "capital": 1, "research": 1, "prosperity": 1}
    assert set(seen(load(phase="over"))["tallies_to_come"].values()) == {0}


def test_tallies_to_come_are_those_that_come() -> None:
    """PRO-7.6: counted in a whole game."""
    state = new(2, seed=6)
    promised = seen(state)["tallies_to_come"]
    events = state.listen()
    while not state.over():
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[0])
    tallies = Counter(event.args["symbol"] for event in events if event.kind == "tallied" and event.seat == 0)
    research = 1  # the last research is an advance on both tracks, not a tally
    assert {symbol: tallies[symbol] + (research if symbol == "research" else 0) for symbol in promised} == promised


def test_choices_show_what_they_change() -> None:
    """PRO-4.9: price, change of the totals and opened spaces stand with every purchase."""
    state = load(active=0, display=["U17", "U06"], seats=[{"money": 900}])
    choices = {choice["text"]: choice for choice in seen(state, 0)["legal"]}
    toll = choices["buy U17 T1"]
    assert (toll["money"], toll["covers"], toll["opens"]) == (-200, "Green Belt", ["I3", "I4"])
    assert toll["change"] == {"energy": 0, "ecology": -2, "capital": 2, "research": 0, "prosperity": 0}
    assert (choices["buy U06"]["money"], choices["buy U06"]["discs"]) == (-500, -3)


def test_the_history_of_drawn_tiles_only_grows() -> None:
    """PRO-7.3: what was drawn is remembered by everybody."""
    drawn = [seen(state)["drawn"] for state in play(4, seed=4)]
    assert all(after[: len(before)] == before for before, after in pairwise(drawn))
    assert len(drawn[-1]) == 36
