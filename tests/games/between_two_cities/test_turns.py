"""BTC-3: rounds, simultaneous choice, reveal, placement, talk, actions as data."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

import pytest

from conurb.games.between_two_cities import moves
from conurb.games.between_two_cities.geometry import cell_at
from conurb.games.between_two_cities.rules import State
from conurb.games.between_two_cities.scoring import left_city, right_city
from conurb.kernel.checks import BadMove, ConurbError, IllegalAction
from conurb.kernel.play import Play
from tests.games.between_two_cities.support import (
    COUNTS,
    DATA,
    GAME,
    cells_of,
    choose_first,
    do,
    finished,
    load,
    named_tiles,
    new,
    play,
    positions,
    saved,
    seen,
    table,
    texts,
    whole_numbers,
)

Json = dict[str, Any]


def turns_of(players: int) -> list[tuple[str, int, int, str]]:
    """Round, turn, hand and kind of every turn of a game, as it is played."""
    found = []
    for state in play(players, seed=1):
        shown = seen(state, None)
        turn = (shown["round"], shown["turn"], max(shown["hand_sizes"]), shown["kind"])
        if shown["phase"] == "choose" and not any(shown["committed"]):
            found.append(turn)
    return found


def buildings_after_rounds(players: int) -> dict[str, list[int]]:
    """Buildings of every city at the end of each round."""
    found: dict[str, list[int]] = {}
    for state in play(players, seed=1):
        shown = seen(state, None)
        before = list(found)
        sizes = [len(cells_of(city)) for city in shown["cities"]]
        if shown["phase"] != "choose" or any(shown["committed"]):
            if shown["phase"] == "over":
                found[shown["round"]] = sizes
            continue
        rounds = [this.id for this in DATA.rounds_for(players)]
        number = rounds.index(shown["round"])
        if number and rounds[number - 1] not in before:
            found[rounds[number - 1]] = sizes
    return found


# --- rounds


@pytest.mark.parametrize("players", range(3, 8))
def test_rounds_of_the_standard_game(players: int) -> None:
    """BTC-3.1: the table, row by row."""
    _, *rows = table("BTC-3.1")
    wanted = []
    for round_id, kind, hand, turns, _, _ in rows:
        sizes = whole_numbers(turns)[1:]
        assert (sizes[0], len(sizes)) == (int(hand), whole_numbers(turns)[0])
        wanted += [(round_id, turn, size, kind) for turn, size in enumerate(sizes, 1)]
    assert turns_of(players) == wanted
    assert buildings_after_rounds(players) == {row[0]: [int(row[5])] * players for row in rows}
    directions = {"1": "left", "2": "none", "3": "right"}
    for row in rows:
        assert directions[row[0]].replace("none", "nowhere") in row[4]
    passes = {seen(state, None)["round"]: seen(state, None)["pass"] for state in play(players)}
    assert passes == directions


def test_rounds_of_two_players() -> None:
    """BTC-3.2: every round twice, each with a fresh hand; buildings per city 3, 6, 8, 10, 13, 16."""
    squares, duplexes = [7, 5, 3], [3]
    wanted = [
        (round_id, turn, size, kind)
        for round_id, sizes, kind in (
            ("1a", squares, "square"),
            ("1b", squares, "square"),
            ("2a", duplexes, "duplex"),
            ("2b", duplexes, "duplex"),
            ("3a", squares, "square"),
            ("3b", squares, "square"),
        )
        for turn, size in enumerate(sizes, 1)
    ]
    assert turns_of(2) == wanted
    after = dict(zip(("1a", "1b", "2a", "2b", "3a", "3b"), (3, 6, 8, 10, 13, 16), strict=True))
    assert buildings_after_rounds(2) == {round_id: [size] * 4 for round_id, size in after.items()}


@pytest.mark.parametrize("players", COUNTS)
def test_dealing(players: int) -> None:
    """BTC-3.3: at the start of a round every seat gets the round's hand, and no other seat sees it."""
    for state in play(players, seed=2):
        shown = seen(state, None)
        if shown["phase"] != "choose" or shown["turn"] > 1 or any(shown["committed"]):
            continue
        hands = [seat["hand"] for seat in saved(state)["seats"]]
        size = 3 if shown["kind"] == "duplex" else 7
        assert [len(hand) for hand in hands] == [size] * players
        assert all((tile[0] == "X") == (shown["kind"] == "duplex") for hand in hands for tile in hand)
        for seat in range(players):
            own = seen(state, seat)
            assert [tile["id"] for tile in own["hand"]] == hands[seat]
            others = {tile for other, hand in enumerate(hands) if other != seat for tile in hand}
            assert not others & named_tiles(own)


# --- choosing and revealing


def test_the_order_of_choosing_does_not_matter() -> None:
    """BTC-3.4, BTC-3.7: in whatever order the seats commit, the same position comes out."""
    reached = set()
    for order in permutations(range(4)):
        state = new(4, seed=3)
        for seat in order:
            assert saved(state)["phase"] == "choose"
            state.apply(seat, state.legal(seat)[seat])
        assert saved(state)["phase"] == "place"
        reached.add(state.hash())
    assert len(reached) == 1


def test_a_commit_shows_nothing_to_the_others() -> None:
    """BTC-3.7: the other seats and the spectators cannot tell which pair was committed."""
    for pair in range(21):
        state, other = new(3, seed=4), new(3, seed=4)
        state.apply(1, 0)
        other.apply(1, pair)
        for seat in (0, 2, None):
            assert seen(state, seat) == seen(other, seat)
        assert (seen(state, 1) == seen(other, 1)) == (pair == 0)


def test_a_committed_choice_cannot_be_taken_back() -> None:
    """BTC-3.5"""
    table_ = Play.new(GAME, 3, seed=1)
    table_.apply(1, 0)
    assert not table_.can_undo(1)
    with pytest.raises(IllegalAction, match="taken back"):
        table_.undo(1)
    assert table_.state.legal(1) == []


def test_stacks_lie_where_they_are_picked_up() -> None:
    """BTC-3.6: the left city in rounds 1 and 2, the right one in round 3: the stack lies at the city that the seat
    shares with the neighbour who picks it up."""
    for players, (round_id, side) in product(range(3, 8), (("1", left_city), ("3", right_city))):
        hands = [[DATA.ids[20 + 7 * seat + k] for k in range(3)] for seat in range(players)]
        state = load(players=players, round=round_id, turn=2, seats=[{"hand": hand} for hand in hands])
        stacks = {}
        for seat in range(players):
            state.apply(seat, 0)
            stacks[seat] = saved(state)["seats"][seat]["stack"]
        while saved(state)["phase"] == "place":
            state.apply(state.next_seat(), state.legal(state.next_seat())[0])
        for seat, stack in stacks.items():
            (taker,) = [s for s in range(players) if saved(state)["seats"][s]["hand"] == stack]
            assert taker in seen(state, None)["cities"][side(seat, players)]["owners"]
            assert taker != seat


# --- the sequence of states


@pytest.mark.parametrize("players", COUNTS)
def test_places_go_round_the_table(players: int) -> None:
    """BTC-3.12, BTC-3.16: in every turn seat 0 places, then 1, 2, ...; each seat left, then right, at once."""
    placed: dict[tuple[str, int], list[tuple[int, str]]] = {}
    state = new(players, seed=5)
    while not state.over():
        seat = state.next_seat()
        shown = seen(state, None)
        if shown["phase"] == "place":
            assert state.to_act() == [seat]
            text = state.text(seat, state.legal(seat)[-1])
            placed.setdefault((shown["round"], shown["turn"]), []).append((seat, text.split()[0]))
        state.apply(seat, state.legal(seat)[-1])
    whole_turn = [(seat, side) for seat in range(players) for side in ("left", "right")]
    assert set(map(tuple, placed.values())) == {tuple(whole_turn)}
    assert len(placed) == (14 if players == 2 else 7)


def test_free_order_follows_the_arrivals() -> None:
    """BTC-3.15: the same placements in another order are another game; by default the order is the seats'."""
    assert seen(new(3), None)["options"].get("place_order", "seat") == "seat"
    for order in permutations(range(3)):
        state = new(3, seed=6, place_order="free")
        choose_first(state)
        for seat in order:
            for _ in range(2):
                assert seat in state.to_act()
                state.apply(seat, state.legal(seat)[0])
        assert [entry["seat"] for entry in seen(state, None)["history"]] == [s for s in order for _ in range(2)]


# --- talk


def talk() -> State:
    return load(
        players=4,
        phase="place",
        to_act=1,
        seats=[{}, {"chosen": ["P11", "O07"]}, {"chosen": ["S01", "S02"]}, {"chosen": ["F01", "F02"]}],
    )


def test_messages_while_placing() -> None:
    """BTC-3.13: any seat may say anything, as often as it likes; the state does not notice."""
    state = talk()
    before = state.hash()
    for seat, _ in product(range(4), range(3)):
        said = state.check_message(seat, {"text": " park next to park? "})
        assert said == {"type": "say", "seat": seat, "text": "park next to park?"}
    advice = {"city": 1, "tile": "P11", "row": 1, "col": -1}
    said = state.check_message(3, {"type": "say", "seat": 3, "text": "here", "suggestion": advice})
    assert said["suggestion"] == advice
    assert state.hash() == before
    do(state, "1 left O07 d4")  # the owner may ignore the advice
    assert state.check_message(2, {"text": "still talking", "suggestion": {**advice, "city": 0}})


@pytest.mark.parametrize("seat", range(3))
def test_no_talk_before_the_reveal(seat: int) -> None:
    """BTC-3.14: the channel is closed while tiles are chosen, and when the game is over."""
    state = new(3)
    for _ in range(3):
        with pytest.raises(IllegalAction, match="only while tiles are placed"):
            state.check_message(seat, {"text": "hello"})
        state.apply(state.next_seat(), 0)
    assert state.check_message(seat, {"text": "hello"})
    with pytest.raises(IllegalAction, match="only while tiles are placed"):
        finished(3).check_message(seat, {"text": "well played"})


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({}, "needs a text"),
        ({"text": "  "}, "needs a text"),
        ({"text": 7}, "needs a text"),
        ({"text": "x", "loud": True}, "unknown field 'loud'"),
        ({"type": "shout", "text": "x"}, "type of message"),
        ({"text": "x", "seat": 2}, "expected 0"),
        ({"text": "x", "seat": False}, "expected 0"),
        ({"text": "x", "suggestion": "there"}, "suggestion: expected an object"),
        ({"text": "x", "suggestion": {"city": 1, "tile": "P11", "row": 1}}, "col is missing"),
        ({"text": "x", "suggestion": {"tile": "P11", "row": 1, "col": 1}}, "city is missing: expected city, tile"),
        ({"text": "x", "suggestion": {"city": 1, "tile": "P11", "row": 1.5, "col": 0}}, "row must be a whole number"),
        ({"text": "x", "suggestion": {"city": 1, "tile": "P11", "row": 1, "col": "0"}}, "col must be a whole number"),
        ({"text": "x", "suggestion": {"city": True, "tile": "P11", "row": 1, "col": 0}}, "city must be a whole"),
        ({"text": "x", "suggestion": {"city": 1, "tile": "Z01", "row": 1, "col": 0}}, "no tile 'Z01'"),
        ({"text": "x", "suggestion": {"city": 1, "tile": "P12", "row": 1, "col": 0}}, "not a revealed tile"),
        ({"text": "x", "suggestion": {"city": 3, "tile": "P11", "row": 1, "col": 0}}, "can go to city 1 or 0"),
        ({"text": "x", "suggestion": {"city": 9, "tile": "P11", "row": 1, "col": 0}}, "can go to city 1 or 0"),
    ],
)
def test_malformed_messages(message: Json, reason: str) -> None:
    """BTC-3.22: what a message and a suggestion must be."""
    with pytest.raises(ConurbError) as error:
        talk().check_message(0, message)
    assert reason in str(error.value)


def test_a_suggestion_is_not_checked_for_legality() -> None:
    """BTC-3.22: a legal position is not asked for; a tile that has been placed is no longer talked about."""
    state = talk()
    far = {"city": 1, "tile": "P11", "row": 99, "col": -99}
    assert state.check_message(0, {"text": "x", "suggestion": far})["suggestion"] == far
    do(state, "1 left P11 d4")
    with pytest.raises(IllegalAction, match="not a revealed tile that waits"):
        state.check_message(0, {"text": "x", "suggestion": far})


@pytest.mark.parametrize("seat", [4, -1, -2, 10**30])
def test_nobody_else_talks(seat: int) -> None:
    """BTC-3.13: players talk, from their seats."""
    with pytest.raises(BadMove):
        talk().check_message(seat, {"text": "hello"})


# --- actions as data


def test_action_formats() -> None:
    """BTC-3.17: choose and place as written in the document; a duplex is named by the cell of its first half."""
    state = load(players=3, seats=[{}, {}, {"hand": ["O07", "P11"]}])
    choose = {"type": "choose", "seat": 2, "tiles": ["P11", "O07"]}
    state.apply(2, state.action(2, choose))
    assert saved(state)["seats"][2]["chosen"] == ["O07", "P11"]
    for seat in (0, 1):
        state.apply(seat, 0)
    for seat in (0, 1):
        state.apply(seat, state.legal(seat)[0])
        state.apply(seat, state.legal(seat)[0])
    place = {
        "type": "place",
        "seat": 2,
        "left": {"tile": "P11", "row": 0, "col": -1},
        "right": {"tile": "O07", "row": 1, "col": 0},
    }
    for action in moves.actions(state, 2, place):
        state.apply(2, action)
    history = seen(state, None)["history"]
    assert [{key: entry[key] for key in ("seat", "city", "tile", "row", "col")} for entry in history[-2:]] == [
        {"seat": 2, "city": 2, "tile": "P11", "row": 0, "col": -1},
        {"seat": 2, "city": 1, "tile": "O07", "row": 1, "col": 0},
    ]


@pytest.mark.parametrize(
    ("tile", "first", "second"), [("XH04", (-1, 0), (-1, 1)), ("XV09", (-2, 0), (-1, 0)), ("XV09", (1, 1), (2, 1))]
)
def test_the_cell_of_a_duplex_is_its_first_half(tile: str, first: tuple[int, int], second: tuple[int, int]) -> None:
    """BTC-3.17: the second half lies to the right of a wide tile and below a tall one."""
    written = [["SS..", "....", "....", "...."]] * 3
    state = load(players=3, round="2", phase="place", cities=written, seats=[{"chosen": [tile]}])
    before = state.cities[0].occupied
    state.apply(0, state.action(0, {"type": "left", "tile": tile, "row": first[0], "col": first[1]}))
    added = state.cities[0].occupied & ~before
    assert added == 2 ** cell_at(*first) + 2 ** cell_at(*second)


def test_whole_placements() -> None:
    """BTC-3.8, BTC-3.12: `place` is one action: it is legal as a whole, or nothing happens."""
    state = load(players=3, phase="place", seats=[{"chosen": ["P11", "O07"]}])
    start = {"row": 0, "col": 0}
    before = state.hash()
    codes = moves.actions(
        state, 0, {"type": "place", "left": {"tile": "O07", **start}, "right": {"tile": "P11", **start}}
    )
    assert [type(code) for code in codes] == [int, int]
    assert state.hash() == before
    wrong: list[tuple[Json, str]] = [
        ({"left": {"tile": "O07", **start}}, "right is missing"),
        ({"left": {"tile": "O07", **start}, "right": {"tile": "O07", **start}}, "O07 is not a tile of seat 0 to place"),
        ({"left": {"tile": "O07", **start}, "right": {"tile": "P11", "row": 0, "col": 1}}, "BTC-4.2"),
        ({"left": {"tile": "O07", **start}, "right": ["P11", 0, 0]}, "right: expected an object"),
        ({"left": {"tile": "O07", **start}, "right": {"tile": "P11", "row": 0}}, "col is missing"),
        ({"left": {"row": 0, "col": 0}, "right": {"tile": "P11", **start}}, "tile is missing: expected tile, row"),
        ({"seat": 1, "left": {"tile": "O07", **start}, "right": {"tile": "P11", **start}}, "seat: expected 0"),
        ({"left": {"tile": "O07", **start, "turn": 1}, "right": {"tile": "P11", **start}}, "unknown field 'turn'"),
    ]
    for move, reason in wrong:
        with pytest.raises(ConurbError) as error:
            moves.actions(state, 0, {"type": "place", **move})
        assert reason in str(error.value)
        assert state.hash() == before
    with pytest.raises(IllegalAction, match="up to seat 0"):
        moves.actions(state, 1, {"type": "place", **placement(state, 1)})


def placement(state: State, seat: int) -> Json:
    """Any two places for the pair of a seat."""
    first, second = saved(state)["seats"][seat]["chosen"]
    return {"left": {"tile": first, "row": 0, "col": 0}, "right": {"tile": second, "row": 0, "col": 0}}


CHOOSE = {"type": "choose", "tiles": ["O07", "P11"]}
LEFT = {"type": "left", "tile": "P11", "row": 0, "col": 0}


@pytest.mark.parametrize(
    ("phase", "move", "reason"),
    [
        ("choose", {}, "type of move"),
        ("choose", {"type": None}, "type of move"),
        ("choose", {"type": ["choose"]}, "type of move"),
        ("choose", {"type": "chose", "tiles": ["O07", "P11"]}, "did you mean choose"),
        ("choose", {"type": "choose"}, "tiles is missing"),
        ("choose", {**CHOOSE, "city": 0}, "unknown field 'city'"),
        ("choose", {**CHOOSE, "seat": 1}, "seat: expected 0"),
        ("choose", {**CHOOSE, "seat": "0"}, "seat: expected 0"),
        ("choose", {**CHOOSE, "seat": 0.0}, "seat: expected 0"),
        ("choose", {**CHOOSE, "seat": False}, "seat: expected 0"),
        ("choose", {**CHOOSE, "seat": 3}, "seat: expected 0"),
        ("choose", {"type": "choose", "tiles": "O07"}, "exactly two tiles"),
        ("choose", {"type": "choose", "tiles": []}, "exactly two tiles"),
        ("choose", {"type": "choose", "tiles": ["O07"]}, "exactly two tiles"),
        ("choose", {"type": "choose", "tiles": ["O07", "P11", "S01"]}, "exactly two tiles"),
        ("choose", {"type": "choose", "tiles": ["O07", "O07"]}, "two different tiles"),
        ("choose", {"type": "choose", "tiles": ["O07", "O99"]}, "there is no tile 'O99'"),
        ("choose", {"type": "choose", "tiles": ["O07", 11]}, "there is no tile 11"),
        ("choose", {"type": "choose", "tiles": ["O07", ["P11"]]}, "there is no tile ['P11']"),
        ("choose", {"type": "choose", "tiles": ["O07", "XH01"]}, "XH01 is not in the hand"),
        ("choose", LEFT, "placed after everybody has chosen"),
        ("place", CHOOSE, "chosen before the reveal"),
        ("place", {"type": "left", "tile": "P11", "row": 0}, "col is missing"),
        ("place", {**LEFT, "side": "left"}, "unknown field 'side'"),
        ("place", {**LEFT, "tile": "p11"}, "there is no tile 'p11'"),
        ("place", {**LEFT, "tile": "P12"}, "P12 is not a tile of seat 0"),
        ("place", {**LEFT, "type": "right"}, "the left city comes first"),
        ("place", {**LEFT, "row": 0.0}, "row and col must be whole numbers"),
        ("place", {**LEFT, "row": "0"}, "row and col must be whole numbers"),
        ("place", {**LEFT, "col": False}, "row and col must be whole numbers"),
        ("place", {**LEFT, "col": None}, "row and col must be whole numbers"),
        ("place", {**LEFT, "row": 10**30}, "out of reach"),
        ("place", {**LEFT, "col": -4}, "out of reach"),
        ("place", {**LEFT, "row": 1}, "BTC-4.2"),
        ("place", {"type": "hurry"}, "not legal for seat 0"),
        ("over", CHOOSE, "the game is over"),
        ("over", LEFT, "the game is over"),
        ("over", {"type": "hurry"}, "the game is over"),
    ],
)
def test_malformed_and_illegal_moves(phase: str, move: Json, reason: str) -> None:
    """BTC-3.18, BTC-3.22: rejected with the reason, and nothing has changed."""
    held = {"choose": {"hand": ["O07", "P11"]}, "place": {"chosen": ["O07", "P11"]}, "over": {}}[phase]
    state = load(players=3, phase=phase, seats=[held])
    before = saved(state)
    with pytest.raises(ConurbError) as error:
        state.apply(0, state.action(0, move))
    assert reason in str(error.value)
    assert saved(state) == before


@pytest.mark.parametrize("seat", [3, -2, 10**30])
def test_moves_of_seats_that_are_not_there(seat: int) -> None:
    """BTC-3.22: a seat is a whole number from 0 to n-1, however the move is given."""
    state = load(players=3, phase="place", seats=[{}, {"chosen": ["O07", "P11"]}])
    with pytest.raises(BadMove, match="there is no seat"):
        state.action(seat, LEFT)
    with pytest.raises(BadMove, match="there is no seat"):
        moves.actions(state, seat, {"type": "place", **placement(state, 1)})
    with pytest.raises(IllegalAction, match="there is no seat"):
        state.apply(seat, 64)
    assert state.legal(seat) == []


def test_no_code_outside_the_legal_ones_is_accepted() -> None:
    """BTC-3.18: whatever number is tried, the answer is a reason and not a crash."""
    state = load(players=3, phase="place", seats=[{"chosen": ["O07", "P11"]}])
    before = state.hash()
    legal = state.legal(0)
    for action in [*range(-2, state.num_actions() + 2), 10**30]:
        if action not in legal:
            with pytest.raises(IllegalAction):
                state.apply(0, action)
    assert state.hash() == before


# --- legal actions


@pytest.mark.parametrize("players", COUNTS)
def test_legal_choices_in_canonical_order(players: int) -> None:
    """BTC-3.19: all pairs of the hand (21, 10 or 3), by the sorted pair of ids."""
    found = set()
    for state in play(players, seed=7):
        for seat in state.to_act() if seen(state, None)["phase"] == "choose" else []:
            hand = saved(state)["seats"][seat]["hand"]
            wanted = [f"choose {a} {b}" for a, b in combinations(sorted(hand), 2)]
            assert texts(state, seat) == wanted
            found.add(len(wanted))
    assert found == {21, 10, 3}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_legal_placements_in_canonical_order(players: int) -> None:
    """BTC-3.19: lower tile id left first, then the left (row, col), then the right (row, col)."""
    for state in play(players, seed=8):
        shown = seen(state, None)
        if shown["phase"] != "place" or 1 in shown["progress"]:
            continue
        seat = state.next_seat()
        left = cells_of(shown["cities"][left_city(seat, players)])
        right = cells_of(shown["cities"][right_city(seat, players)])
        one, two = sorted(shown["revealed"][seat], key=lambda tile: str(tile["id"]))
        wanted = [
            (lefts["id"], cell, rights["id"], other)
            for lefts, rights in ((one, two), (two, one))
            for cell in positions(left, lefts["shape"])
            for other in positions(right, rights["shape"])
        ]
        assert whole_actions(state, seat) == wanted
        if not shown["history"]:
            assert len(wanted) == 2, "the very first placement of the game"


def whole_actions(state: State, seat: int) -> list[tuple[object, ...]]:
    """Every placement of a seat, left and right together, in the order of the engine's lists."""
    found: list[tuple[object, ...]] = []
    for action in state.legal(seat):
        left = state.move(seat, action)
        after = state.clone()
        after.step(seat, action)
        for second in after.legal(seat):
            right = after.move(seat, second)
            found.append((left["tile"], (left["row"], left["col"]), right["tile"], (right["row"], right["col"])))
    return found


@pytest.mark.parametrize("players", COUNTS)
def test_left_and_right_are_different_cities(players: int) -> None:
    """BTC-3.20: so the two halves of a placement never interfere."""
    for seat in range(players):
        assert left_city(seat, players) != right_city(seat, players)
    for state in play(players, seed=9):
        shown = seen(state, None)
        if shown["phase"] != "place" or 1 in shown["progress"]:
            continue
        seat = state.next_seat()
        rights = set()
        for action in state.legal(seat):
            after = state.clone()
            after.step(seat, action)
            rights.add((action >= 128, tuple(after.legal(seat))))
        assert len(rights) <= 2, "the choices on the right depend only on which tile is left"


@pytest.mark.parametrize("players", [2, 4])
def test_no_passing_no_skipping_no_undo(players: int) -> None:
    """BTC-3.21: every legal move uses tiles; a finished placement stays; an overdue decision takes the first
    legal action, which is the first in canonical order."""
    table_ = Play.new(GAME, players, {"clock": 30}, seed=10)
    state = table_.state
    while not state.over():
        assert isinstance(state, State)
        seat = state.next_seat()
        kinds = {text.split()[0] for text in texts(state, seat)}
        assert len(kinds) == 1
        assert kinds <= {"choose", "left", "right"}
        overdue = state.legal(seat)[0]
        if saved(state)["phase"] == "choose":
            hand = saved(state)["seats"][seat]["hand"]
            assert state.move(seat, overdue)["tiles"] == sorted(hand)[:2]
        table_.apply(seat, overdue, by="clock")
        assert table_.can_undo(seat) == (kinds == {"left"}), "only half a placement can be reconsidered"
    assert {entry.by for entry in table_.record.entries} == {"clock"}
