"""PRO-2: the set-up, and what chance is used for (PRO-9.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from conurb.games.prosperity.data import UNDATED
from conurb.kernel.checks import BadOption
from conurb.kernel.rng import Rng
from tests.games.prosperity.support import COUNTS, DATA, GAME, country, load, new, saved, seen, table

DECK = [DATA.ids[tile] for deck in DATA.decks for tile in deck]


@pytest.mark.parametrize("players", [0, 1, 5, -2, 2.5, "3", True, None])
def test_two_to_four_players(players: object) -> None:
    """PRO-2.1"""
    assert COUNTS == (2, 3, 4)
    with pytest.raises(BadOption, match="2, 3 or 4 players"):
        GAME.new(players)  # type: ignore[arg-type]


def test_player_counts_differ_in_nothing() -> None:
    """PRO-2.1: same tiles, money and discs, always 36 turns."""
    starts = [country(load(players=players)) for players in COUNTS]
    assert all(start["money"] == 100 and start["discs"] == 8 for start in starts)
    assert {len(saved(new(players))["deck"]) for players in COUNTS} == {35}


def test_sides_are_chosen_seat_by_seat() -> None:
    """PRO-2.2, PRO-8.29: silver for everybody unless said otherwise; mixed sides are allowed."""
    assert [country(new(3), seat)["side"] for seat in range(3)] == ["silver"] * 3
    for sides in (["silver", "black", "black"], ["black", "silver", "silver"], ["black"] * 3):
        state = new(3, countries=sides)
        assert [country(state, seat)["side"] for seat in range(3)] == sides
    assert [country(new(3, countries="black"), seat)["side"] for seat in range(3)] == ["black"] * 3
    assert [country(new(3, countries="mixed"), seat)["side"] for seat in range(3)] == ["silver", "black", "silver"]


def test_undated_tiles_are_in_the_display() -> None:
    """PRO-2.3, PRO-8.8: all 24 face up, also where several lie at one side and level."""
    shown = seen(load(players=2, phase="tally", drawn=["D04"], seats=[{"research": {}}]))["display"]
    undated = [DATA.ids[tile] for tile in range(60) if DATA.decade[tile] == UNDATED]
    assert len(undated) == 24
    assert set(undated) <= set(shown)


def test_the_deck_is_shuffled_decade_by_decade() -> None:
    """PRO-2.4: 36 tiles, 1970 on top, 2030 at the bottom; within a decade any order comes up."""
    firsts: Counter[str] = Counter()
    for seed in range(60):
        position = saved(new(2, seed))
        deck = [*position["drawn"], *position["deck"]]
        assert sorted(deck) == sorted(DECK)
        decades = [int(DATA.decade[DATA.numbers[id]]) for id in deck]
        assert decades == sorted(decades)
        firsts[deck[0]] += 1
    assert set(firsts) == {"D01", "D02", "D03", "D04", "D05"}
    assert min(firsts.values()) >= 4


@pytest.mark.parametrize(("side", "energy", "ecology"), [("silver", 1, -1), ("black", 0, -2)])
def test_what_a_player_starts_with(side: str, energy: int, ecology: int) -> None:
    """PRO-2.5"""
    start = country(load(players=4, options={"countries": side}), 3)
    assert (start["money"], start["score"], start["discs"]) == (100, 0, 8)
    assert start["research"] == {"energy": 1, "ecology": 1}
    assert start["levels"] == {"energy": 1, "ecology": 1}
    assert (start["totals"]["energy"], start["totals"]["ecology"]) == (energy, ecology)


def test_first_player_by_lot_then_clockwise() -> None:
    """PRO-2.6"""
    firsts = Counter(saved(new(4, seed))["first"] for seed in range(80))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) >= 8
    state = new(3, first=2)
    order = []
    while not state.over():
        seat = state.to_act()[0]
        if seen(state)["phase"] == "action" and seen(state)["action_number"] == 1:
            order.append(seat)
        state.apply(seat, state.legal(seat)[0])
    assert order == [2, 0, 1] * 12


@pytest.mark.parametrize("players", COUNTS)
def test_turns_actions_and_tallies_of_a_player(players: int) -> None:
    """PRO-2.7: counted in a game, against the table."""
    state = new(players, seed=5)
    events = state.listen()
    while not state.over():
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[-1])
    row = next(row for row in table("PRO-2.7")[1:] if row[0] == str(players))
    kinds = Counter((event.kind, event.seat) for event in events)
    before_final = events[: next(n for n, event in enumerate(events) if event.kind == "final")]
    for seat in range(players):
        actions = sum(kinds[kind, seat] for kind in ("revenue", "cleanup", "researched", "bought", "used"))
        assert actions == int(row[2]) == 2 * int(row[1])
        # The first turn was drawn and tallied, as far as it asked nobody, before anybody listened.
        tallies = sum(1 for event in before_final if event.kind == "tallied" and event.seat == seat)
        assert int(row[3]) - 1 <= tallies <= int(row[3])


def test_colours() -> None:
    """PRO-2.8: all different, and without effect."""
    plain, red = new(2, 3), new(2, 3, colours=["red", "yellow"])
    assert [country(red, seat)["colour"] for seat in (0, 1)] == ["red", "yellow"]
    assert plain.hash() == red.hash()


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"colours": ["red", "red"]}, "a different colour for each seat"),
        ({"colours": ["red", "pink"]}, "a different colour for each seat"),
        ({"colours": ["red"]}, "1 are listed, but 2 play"),
        ({"countries": ["silver"]}, "1 are listed, but 2 play"),
        ({"countries": ["silver", "gold"]}, "option countries"),
        ({"countries": "gold"}, "option countries"),
        ({"countries": []}, "option countries"),
        ({"first": 2}, "there is no seat 2"),
        ({"first": -1}, "option first"),
        ({"first": True}, "option first"),
        ({"deck": DECK[:-1]}, "every dated tile once"),
        ({"deck": DECK[::-1]}, "every dated tile once"),
        ({"deck": [*DECK[:-1], "U01"]}, "every dated tile once"),
        ({"deck": [*DECK[:-1], "D99"]}, "every dated tile once"),
        ({"deck": "sorted"}, "option deck"),
        ({"side": "silver"}, "unknown option 'side'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], fault: str) -> None:
    """PRO-2.8, PRO-9.5"""
    with pytest.raises(BadOption, match=fault):
        GAME.new(2, options, 0)


def test_chance_is_used_for_the_shuffles_and_the_first_player() -> None:
    """PRO-9.5: in this order, and not at all for what is given."""
    rng = Rng(9)
    state = new(3, 9)
    wanted = []
    for deck in DATA.decks:
        left = list(deck)
        for i in range(len(left) - 1, 0, -1):
            j = rng.below(i + 1)
            left[i], left[j] = left[j], left[i]
        wanted += left
    assert list(state.deck) == wanted
    assert state.first == rng.below(3)
    assert state.rng.save() == rng.save()
    given = new(3, 9, deck=DECK, first=1)
    assert (saved(given)["drawn"] + saved(given)["deck"], saved(given)["first"]) == (DECK, 1)
    assert given.rng.save() == Rng(9).save()


def test_a_deck_that_was_given_stays_secret() -> None:
    """PRO-7.1: the options of a game are shown, but not the order of the deck."""
    state = new(2, deck=DECK, first=0)
    assert seen(state, 0)["options"] == {"first": 0}
