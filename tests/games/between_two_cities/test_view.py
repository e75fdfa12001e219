"""BTC-7: who sees what, and what a seat remembers."""

from __future__ import annotations

from typing import Any

import pytest

from conurb.games.between_two_cities.rules import State
from conurb.kernel.checks import BadMove
from conurb.kernel.rng import Rng
from conurb.kernel.state import Event
from tests.games.between_two_cities.support import (
    COUNTS,
    DATA,
    choose_first,
    do,
    finished,
    load,
    named_tiles,
    new,
    play,
    saved,
    seen,
    table,
)

PRIVATE = ("seat", "hand", "chosen", "memory", "legal")


def shown_tiles(shown: dict[str, Any]) -> set[str]:
    """The tiles in a view, memory apart."""
    return named_tiles({key: value for key, value in shown.items() if key != "memory"})


def ids(tiles: list[dict[str, Any]]) -> list[str]:
    return [tile["id"] for tile in tiles]


# --- what is public


@pytest.mark.parametrize("players", COUNTS)
def test_public_at_all_times(players: int) -> None:
    """BTC-7.1: each public thing is there and true, and the same for every seat and for spectators."""
    for state in play(players, seed=1):
        shown, truth = seen(state, None), saved(state)
        assert (shown["seating"], shown["round"], shown["turn"]) == (truth["seating"], truth["round"], truth["turn"])
        choosing = truth["phase"] == "choose"
        assert shown["committed"] == [choosing and bool(seat["chosen"]) for seat in truth["seats"]]
        assert shown["hand_sizes"] == [len(seat["hand"]) for seat in truth["seats"]]
        assert shown["stack_sizes"] == [len(seat["stack"]) for seat in truth["seats"]]
        sizes = [len(truth[pile]) for pile in ("box", "duplexes", "discards")]
        assert [shown[pile] for pile in ("box", "duplexes", "discards")] == sizes
        revealed = [[] if choosing else seat["chosen"] for seat in truth["seats"]]
        assert [ids(pair) for pair in shown["revealed"]] == revealed
        for city, true_city in zip(shown["cities"], truth["cities"], strict=True):
            placed = [
                {"tile": tile["id"], **{k: tile[k] for k in true_city["tiles"][0] if k != "tile"}}
                for tile in city["tiles"]
            ]
            assert placed == true_city["tiles"]
        assert shown["scores"] == state.scores()
        public = {key: value for key, value in shown.items() if key not in PRIVATE}
        for seat in range(players):
            assert {key: value for key, value in seen(state, seat).items() if key not in PRIVATE} == public


def test_history() -> None:
    """BTC-7.1: the complete history of reveals and placements: two placements are a seat's pair of that turn."""
    state = new(3, seed=2)
    pairs: list[list[str]] = []
    placed: list[tuple[object, ...]] = []
    while not state.over():
        seat = state.next_seat()
        action = state.legal(seat)[-1]
        if saved(state)["phase"] == "place":
            move = state.move(seat, action)
            placed.append((len(placed) // 6, seat, move["tile"], move["row"], move["col"]))
            if move["type"] == "left":
                pairs.append(saved(state)["seats"][seat]["chosen"])
        state.apply(seat, action)
    history = seen(state, None)["history"]
    assert [tuple(entry[k] for k in ("turn", "seat", "tile", "row", "col")) for entry in history] == placed
    found = [sorted(entry["tile"] for entry in history[k : k + 2]) for k in range(0, len(history), 2)]
    assert found == pairs


# --- what a seat sees, by state


def test_the_table_has_the_rows_tested_here() -> None:
    """BTC-7.2: the rows and columns that the next test goes through."""
    heading, *rows = table("BTC-7.2")
    assert heading == ["object", "CHOOSE, before own commit", "CHOOSE, after own commit", "PLACE", "later"]
    assert [row[0].split(" (")[0] for row in rows] == [
        "own hand",
        "own chosen pair",
        "own stack",
        "other hands / stacks",
        "other chosen pairs",
        "box, duplex stack",
        "discards",
    ]


@pytest.mark.parametrize("players", COUNTS)
def test_what_a_seat_sees(players: int) -> None:
    """BTC-7.2, BTC-7.6: cell by cell of the table; the same for two players."""
    met = set()
    for state in play(players, seed=3, place_order="free"):
        truth = saved(state)
        placed = {tile["tile"] for city in truth["cities"] for tile in city["tiles"]}
        seats = truth["seats"]
        pairs = {tile for seat in seats for tile in seat["chosen"]}
        stacks = {tile for seat in seats for tile in seat["stack"]}
        piles = {*truth["box"], *truth["duplexes"], *(entry["tile"] for entry in truth["discards"])}
        for number, seat in enumerate(seats):
            shown = seen(state, number)
            tiles = shown_tiles(shown)
            before = truth["phase"] == "choose" and not seat["chosen"]
            after = truth["phase"] == "choose" and bool(seat["chosen"])
            met.add("before" if before else "after" if after else truth["phase"])
            # own hand, own chosen pair
            assert ids(shown["hand"]) == (seat["hand"] if before else [])
            assert ids(shown["chosen"]) == (seat["chosen"] if after else [])
            # own stack; other hands and stacks; box, duplex stack, discards: never
            hands = {tile for other, held in enumerate(seats) if other != number for tile in held["hand"]}
            assert not tiles & (stacks | hands | piles)
            # chosen pairs: public while placing, and afterwards as placed tiles
            others = {tile for other, held in enumerate(seats) if other != number for tile in held["chosen"]}
            if truth["phase"] == "choose":
                assert not tiles & others
            else:
                assert pairs <= tiles
            own = {*seat["hand"]} if before else {*seat["chosen"]} if after else pairs
            assert tiles == placed | own
        spectator = shown_tiles(seen(state, None))
        assert spectator == (placed | pairs if truth["phase"] == "place" else placed)
    assert met == {"before", "after", "place", "over"}


def test_two_players_see_each_others_cities() -> None:
    """BTC-7.6: each player's two cities are public."""
    state = new(2, seed=4)
    choose_first(state)
    do(state, f"0 left {saved(state)['seats'][0]['chosen'][0]} d4")
    assert seen(state, 1)["cities"][0]["tiles"] == seen(state, 0)["cities"][0]["tiles"] != []


@pytest.mark.parametrize("seat", [-1, -3, 3, 10**30])
def test_nobody_sees_from_a_seat_that_is_not_there(seat: int) -> None:
    """BTC-7.4: least of all the host, whose number is -1."""
    with pytest.raises(BadMove, match="there is no seat"):
        new(3).view(seat)


# --- memory


class Notes:
    """What somebody on a seat would write down: what they are shown, and where hands travel."""

    def __init__(self, seat: int, players: int) -> None:
        self.seat = seat
        self.players = players
        self.turn: tuple[str, int] | None = None
        self.revealed = False
        self.hands: list[set[str] | None] = [None] * players
        self.discards: set[tuple[str, int, str]] = set()
        self.direction = "none"

    def watch(self, shown: dict[str, Any]) -> None:
        turn = (shown["round"], shown["turn"])
        if shown["phase"] == "over":
            self.end_round()
        elif turn != self.turn:
            if self.turn is not None and self.turn[0] == shown["round"]:
                self.pass_on()
            elif self.turn is not None:
                self.end_round()
            self.turn, self.direction, self.revealed = turn, shown["pass"], False
            assert shown["hand"], "a new turn begins with a hand to look at"
            self.hands[self.seat] = {tile["id"] for tile in shown["hand"]}
        if shown["phase"] == "place" and not self.revealed:
            self.revealed = True
            for holder, pair in enumerate(shown["revealed"]):
                known = self.hands[holder]
                if known is not None:
                    self.hands[holder] = known - {tile["id"] for tile in pair}

    def pass_on(self) -> None:
        step = 1 if self.direction == "left" else -1
        self.hands = [self.hands[(holder - step) % self.players] for holder in range(self.players)]

    def end_round(self) -> None:
        assert self.turn is not None
        for holder, known in enumerate(self.hands):
            for tile in known or ():
                self.discards.add((self.turn[0], holder, tile))
        self.hands = [None] * self.players

    def memory(self) -> tuple[list[list[str] | None], set[tuple[str, int, str]]]:
        return [None if known is None else sorted(known) for known in self.hands], self.discards


@pytest.mark.parametrize(("players", "order"), [*((players, "seat") for players in COUNTS), (4, "free")])
def test_memory_is_what_the_seat_was_shown(players: int, order: str) -> None:
    """BTC-7.3: through a whole game, exactly what notes taken at that seat would say."""
    notes = [Notes(seat, players) for seat in range(players)]
    for state in play(players, seed=5, place_order=order):
        for seat in range(players):
            shown = seen(state, seat)
            notes[seat].watch(shown)
            found = shown["memory"]
            remembered = {(entry["round"], entry["seat"], entry["tile"]) for entry in found["discards"]}
            assert (found["hands"], remembered) == notes[seat].memory()
            assert len(remembered) == len(found["discards"])
        assert seen(state, None)["memory"] is None, "a spectator has held no hand"


def test_a_passed_hand_is_remembered_apart() -> None:
    """BTC-7.3: hands and stacks never show it again; the memory does."""
    hand = ["D01", "D02", "D03", "E01", "E02"]
    state = load(players=4, round="1", turn=2, seats=[{"hand": hand}])
    choose_first(state)
    assert seen(state, 0)["memory"]["hands"][0] == ["D03", "E01", "E02"]
    while saved(state)["phase"] == "place":
        state.apply(state.next_seat(), state.legal(state.next_seat())[0])
    after = seen(state, 0)
    assert after["memory"]["hands"][1] == ["D03", "E01", "E02"]
    assert not {"D03", "E01", "E02"} & shown_tiles(after)
    assert {"D03", "E01", "E02"} == set(ids(seen(state, 1)["hand"]))


# --- the public log


def log_of(state: State, *moves: str) -> list[Event]:
    events = state.listen()
    do(state, *moves)
    return events


def test_a_commit_event_carries_the_seat_only() -> None:
    """BTC-7.4: the tiles are for the seat itself."""
    state = load(players=3, seats=[{"hand": ["S01", "P01"]}])
    (event,) = log_of(state, "0 choose S01 P01")
    for seat in (1, 2, None):
        assert event.seen_by(seat) == {"kind": "chose", "seat": 0, "rule": "BTC-3.4", "stack": 5}
    assert event.seen_by(0)["tiles"] == ["P01", "S01"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_log_tells_nothing_hidden(players: int) -> None:
    """BTC-7.4: whatever an event names is in the view of whoever hears it; passing tells sizes only."""
    kinds = set()
    for state in play(players, seed=6):
        if state.over():
            break
        after = state.clone()
        events = after.listen()
        seat = after.next_seat()
        after.apply(seat, after.legal(seat)[0])
        for event in events:
            kinds.add(event.kind)
            if event.kind == "passed":
                assert set(event.args) == {"direction", "size"}
            for observer in (*range(players), None):
                assert named_tiles(event.seen_by(observer)) <= named_tiles(seen(after, observer))
    assert kinds == {"chose", "revealed", "placed", "passed", "round_ended", "game_over"}


def test_a_view_is_made_of_allowed_fields() -> None:
    """BTC-7.4: nothing else is in it, least of all the generator or the piles; a spectator has no secrets."""
    allowed = {
        *("game", "players", "seat", "options", "data", "seating", "phase", "round", "turn", "turns", "kind", "pass"),
        *("count", "undo_floor", "to_act", "hurried", "committed", "progress", "hand_sizes", "stack_sizes"),
        *(
            "box",
            "duplexes",
            "discards",
            "revealed",
            "cities",
            "history",
            "scores",
            "hand",
            "chosen",
            "memory",
            "legal",
        ),
    }
    for state in play(3, seed=7):
        extra = {"ranking"} if state.over() else set()
        for seat in (0, 1, 2, None):
            assert set(seen(state, seat)) == allowed | extra
        spectator = seen(state, None)
        assert (spectator["hand"], spectator["chosen"], spectator["memory"], spectator["legal"]) == ([], [], None, [])


def test_ids_do_not_leak_the_order() -> None:
    """BTC-7.5: ids are shuffled, not only codes; hands are sorted; no draw index is shown."""
    first_hands = [saved(new(3, seed))["seats"][0]["hand"] for seed in range(120)]
    dealt = {tile for hand in first_hands for tile in hand}
    assert dealt == {DATA.ids[tile] for tile in DATA.squares}, "any copy may come first"
    assert all(hand == sorted(hand) for hand in first_hands)
    position = saved(new(3, seed=1))
    turned_round = {**position, "box": position["box"][::-1], "duplexes": position["duplexes"][::-1]}
    state, other = load(**position), load(**turned_round)
    assert state.hash() != other.hash()
    for seat in (0, 1, 2, None):
        assert seen(state, seat) == seen(other, seat)


# --- imagining


@pytest.mark.parametrize("players", [2, 3, 5])
def test_an_imagined_world_looks_the_same(players: int) -> None:
    """BTC-7.3, BTC-7.4: a bot thinks on worlds that its seat cannot tell from the true one."""
    rng = Rng(1)
    different = 0
    for state in play(players, seed=8):
        for seat in (0, players - 1, None):
            world = state.imagine(seat, rng)
            world.check()
            assert world.view(seat) == state.view(seat)
            different += world.hash() != state.hash()
    assert different


def test_discards_may_be_looked_up_only_in_the_position() -> None:
    """BTC-7.2: even when the game is over, the view shows only their number and what the seat remembers."""
    over = finished(7, seed=9)
    dropped = {entry["tile"] for entry in saved(over)["discards"]}
    assert len(dropped) == 21
    for seat in range(7):
        assert not dropped & shown_tiles(seen(over, seat))
        assert len(seen(over, seat)["memory"]["discards"]) == 3 + 1 + 3
