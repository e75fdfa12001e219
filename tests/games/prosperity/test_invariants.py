"""PRO-9: what holds in every game at every decision; decisions as plain data; refusals."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from conurb import testing
from conurb.games.prosperity.data import SYMBOLS
from conurb.games.prosperity.rules import State
from conurb.kernel.checks import BadMove, ConurbError, IllegalAction
from conurb.kernel.play import Play, replay
from conurb.testing.random_play import random_game
from tests.games.prosperity.support import COUNTS, DATA, GAME, alone, load, new, play, saved, seen, tally, texts

MIXES = [(players, list(sides)) for players in COUNTS for sides in product(("silver", "black"), repeat=players)]


@pytest.mark.parametrize(("players", "sides"), MIXES)
def test_invariants_in_every_mix_of_countries(players: int, sides: list[str]) -> None:
    """PRO-9.6: after every transition, and PRO-9.1: the whole state is in the position."""
    past: State | None = None
    for state in play(players, seed=len(sides) + players, countries=sides):
        state.check()
        position = saved(state)
        tiles = [*position["deck"], *position["display"], *position["removed"]]
        tiles += [tile for seat in position["seats"] for stack in seat["spaces"].values() for tile in stack]
        if position["phase"] == "tally":
            tiles.append(position["drawn"][-1])
        assert sorted(tiles) == sorted(DATA.ids), "each of the 60 tiles is in exactly one place"
        assert len(position["drawn"]) == position["turn"], "after t complete turns t tiles are drawn"
        assert all(DATA.kind[DATA.numbers[id]] == 4 for id in position["removed"]), "only specials leave the game"
        for seat, country in enumerate(position["seats"]):
            assert country["money"] >= 0 == country["money"] % 50
            assert country["discs"] >= 0
            assert all(1 <= square <= 24 for square in country["research"].values())
            if past is not None:
                before = saved(past)["seats"][seat]
                assert country["score"] >= before["score"]
                assert all(country["research"][track] >= before["research"][track] for track in before["research"])
        past = state.clone()


@pytest.mark.parametrize("sides", [["silver", "black", "silver"], ["black", "black", "silver"]])
def test_mixed_countries_through_the_test_kit(sides: list[str]) -> None:
    """PRO-2.2, PRO-9.6: two worlds, clones, positions, records, undo."""
    testing.play_and_check(GAME, 3, {"countries": sides}, 5, step_checks=testing.QUICK, past_share=0.1)


def test_totals_are_what_lies_on_the_spaces() -> None:
    """PRO-3.3: recomputed from the view, by hand."""
    for state in play(2, seed=9, countries="mixed"):
        view = seen(state)
        for country in view["countries"]:
            sums = dict.fromkeys(SYMBOLS, 0)
            for space in country["spaces"]:
                shown = view["tiles"][space["stack"][-1]] if space["stack"] else space["print"]
                for symbol in SYMBOLS:
                    sums[symbol] += shown[symbol]
            assert country["totals"] == sums


# --- decisions (PRO-9.2 to PRO-9.4)


@pytest.mark.parametrize(
    ("decision", "text"),
    [
        ({"action": "revenue"}, "revenue"),
        ({"action": "cleanup"}, "cleanup"),
        ({"action": "research", "track": "energy"}, "research energy"),
        ({"action": "buy", "tile": "U18", "space": "P2"}, "buy U18 P2"),
        ({"action": "buy", "tile": "U06", "space": None}, "buy U06"),
        ({"type": "revenue"}, "revenue"),
        ({"type": "buy", "tile": "U18", "space": "P1", "seat": 0}, "buy U18 P1"),
    ],
)
def test_actions_as_plain_data(decision: dict[str, object], text: str) -> None:
    """PRO-9.2"""
    state = alone(["U18", "U06"], money=900)
    action = state.action(0, decision)
    assert state.text(0, action) == text
    assert action in state.legal(0)


def test_tally_decisions_as_plain_data() -> None:
    """PRO-9.2"""
    research = tally("research", {"spaces": {"I1": ["U16"]}})
    assert research.text(0, research.action(0, {"energy_steps": 1, "ecology_steps": 3})) == "split 1 3"
    deficit = tally("energy", {"money": 300, "spaces": {"I2": ["U16"]}})
    assert deficit.text(0, deficit.action(0, {"pay_levels": 1})) == "pay 1"


def test_canonical_order() -> None:
    """PRO-9.3: the order of the list is the order of the codes."""
    state = load(active=0, display=["U19", "D01", "U06", "U18"], seats=[{"money": 900}])
    assert texts(state) == [
        "revenue",
        "cleanup",
        "research energy",
        "research ecology",
        "buy U06",
        "buy U18 P1",
        "buy U18 P2",
        "buy U19 T1",
        "buy U19 T2",
        "buy D01 P1",
        "buy D01 P2",
    ]
    for at in play(3, seed=14):
        if not at.over():
            legal = at.legal(at.to_act()[0])
            assert legal == sorted(legal)


@pytest.mark.parametrize("players", COUNTS)
def test_decisions_with_one_option_are_not_asked(players: int) -> None:
    """PRO-9.4: action choices always are."""
    for state in play(players, seed=17, countries="mixed"):
        if not state.over() and seen(state)["phase"] != "action":
            assert len(state.legal(state.to_act()[0])) > 1


def test_the_complete_list_of_decisions() -> None:
    """PRO-3.17: nothing else is ever decided."""
    met = set()
    for seed in range(3):
        for state in play(2, seed=seed, countries="black"):
            for seat in state.to_act():
                for action in state.legal(seat):
                    met.add((seen(state)["tally"], state.move(seat, action)["type"]))
    actions = {(None, kind) for kind in ("revenue", "cleanup", "research", "buy")}
    assert met == {("energy", "pay"), ("research", "split")} | actions


# --- refusals (PRO-9.7, PRO-9.8)


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ({}, "unknown type of move"),
        ({"action": "sleep"}, "unknown type of move 'sleep'"),
        ({"type": "revenue", "action": "revenue"}, "say what it is once"),
        ({"action": "revenue", "amount": 100}, "unknown field 'amount'"),
        ({"action": "research"}, "track is missing"),
        ({"action": "research", "track": "magic"}, "unknown track 'magic'"),
        ({"action": "buy", "tile": "U18"}, "space is missing"),
        ({"action": "buy", "tile": "X99", "space": "P1"}, "there is no tile 'X99'"),
        ({"action": "buy", "tile": 18, "space": "P1"}, "there is no tile 18"),
        ({"action": "buy", "tile": "U18", "space": "Q1"}, "there is no space 'Q1'"),
        ({"pay_levels": 1.5}, "pay_levels must be a whole number"),
        ({"pay_levels": "1"}, "pay_levels must be a whole number"),
        ({"pay_levels": True}, "pay_levels must be a whole number"),
        ({"energy_steps": 1}, "ecology_steps is missing"),
        ({"action": "revenue", "seat": 1}, "seat: expected 0"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_name(decision: dict[str, object], reason: str) -> None:
    """PRO-9.8"""
    state = alone(["U18"], money=900)
    before = state.hash()
    with pytest.raises(BadMove, match=reason):
        state.action(0, decision)
    assert state.hash() == before


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ({"energy_steps": -1, "ecology_steps": 5}, "steps cannot be negative"),
        ({"energy_steps": 2, "ecology_steps": 3}, "5 steps; there are 4"),
        ({"energy_steps": 2, "ecology_steps": 2}, "2 energy steps do not fit: 0 to 1 do"),
        ({"pay_levels": 1}, "now research steps are split"),
        ({"action": "cleanup"}, "now research steps are split"),
    ],
)
def test_illegal_splits(decision: dict[str, object], reason: str) -> None:
    """PRO-9.7, PRO-9.8"""
    state = tally("research", {"research": {"energy": 23, "ecology": 4}, "spaces": {"I1": ["U16"]}})
    before = state.hash()
    with pytest.raises(IllegalAction, match=reason):
        state.apply(0, state.action(0, decision))
    assert state.hash() == before


@pytest.mark.parametrize("levels", [-1, 3, 500])
def test_illegal_payments(levels: int) -> None:
    """PRO-9.8: pay_levels outside PRO-3.6"""
    state = tally("energy", {"money": 250, "spaces": {"I2": ["U16"], "T2": ["U08"]}})
    before = state.hash()
    with pytest.raises(IllegalAction):
        state.apply(0, state.action(0, {"pay_levels": levels}))
    assert state.hash() == before


@pytest.mark.parametrize(
    "text",
    [
        *("", "pay", "pay x", "pay 1 2", "pay \u00b2", "pay " + "9" * 5000, "split 1", "split 1 " + "9" * 5000),
        *("buy", "buy U18 P1 P2", "revenue 100", "research"),
    ],
)
def test_notation_that_cannot_be_read(text: str) -> None:
    """PRO-9.8: the error says what could be written."""
    state = alone(["U18"])
    with pytest.raises(ConurbError, match=r"expected revenue, cleanup|must be a whole number"):
        state.parse(0, text)


def test_notation_forgives_capitals() -> None:
    state = alone(["U18"], money=300)
    assert state.parse(0, "BUY u18 p2") == state.parse(0, "buy U18 P2")


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_seats_that_are_not_there(seat: int) -> None:
    """PRO-9.8"""
    state = alone()
    with pytest.raises(ConurbError):
        state.action(seat, {"action": "revenue"})
    with pytest.raises(IllegalAction):
        state.apply(seat, 192)


# --- taking back


def test_an_action_can_be_taken_back_until_a_tile_is_drawn_or_another_seat_acts() -> None:
    """PRO-3.4: the second action of a turn reveals the next tile, so it is final."""
    play_now = Play.new(GAME, 2, {"first": 0, "deck": [DATA.ids[t] for deck in DATA.decks for t in deck]}, 1)
    play_now.apply(0, play_now.state.parse(0, "revenue"))
    assert play_now.can_undo(0)
    play_now.undo(0)
    play_now.apply(0, play_now.state.parse(0, "cleanup"))
    play_now.apply(0, play_now.state.parse(0, "revenue"))
    assert not play_now.can_undo(0)


def test_a_tally_decision_stays_when_another_seat_has_decided() -> None:
    """PRO-8.22: decisions are made one after another."""
    state = load(players=3, phase="tally", drawn=["D04"], active=0)
    state.apply(0, state.legal(0)[0])
    assert state.undo_floor == 0, "nobody has seen anything new yet"
    state.apply(1, state.legal(1)[0])
    assert state.undo_floor == 1
    state.apply(2, state.legal(2)[0])
    state.apply(0, state.parse(0, "revenue"))
    assert state.undo_floor == 3


def test_the_end_is_final() -> None:
    """PRO-3.2: GAME_OVER, ranking fixed"""
    state = load(turn=36, active=0, action_number=2)
    state.apply(0, state.parse(0, "revenue"))
    assert state.over()
    assert state.undo_floor == state.count


# --- events


def test_events_say_what_happened_and_by_which_rule() -> None:
    """PRO-3.2: draw, tallies, display; then actions; in the end the steps of PRO-6.2."""
    state = load(turn=36, active=0, action_number=2, display=[], seats=[{"money": 500}])
    events = state.listen()
    state.apply(0, state.parse(0, "revenue"))
    assert [event.kind for event in events] == [
        "revenue",
        "final",
        *["tallied"] * 4,  # energy twice
        *["tallied"] * 4,  # ecology twice
        *["tallied"] * 2,  # capital
        *["money_scored"] * 2,
        *["majority"] * 2,
        *["tallied"] * 2,  # prosperity
        "game_over",
    ]
    rules = [event.rule for event in events]
    assert rules[0] == "PRO-3.12"
    assert rules[2:6] == ["PRO-3.6"] * 4
    assert rules[-1] == "PRO-6.8"
    document_ids = {event.rule for event in events}
    assert all(id.startswith("PRO-") for id in document_ids)


# --- records


@pytest.mark.parametrize("players", COUNTS)
def test_records_replay(players: int) -> None:
    """PRO-9.5: seed, options and actions give one game."""
    end = random_game(GAME, players, {"countries": "mixed"}, seed=77)
    assert replay(GAME, end.record).state.hash() == end.state.hash()


def test_hashes_tell_positions_apart() -> None:
    """PRO-9.1: every part of the state counts."""
    hashes = [state.hash() for state in play(2, seed=3)]
    assert len(set(hashes)) == len(hashes)
    base: dict[str, Any] = {"active": 0, "drawn": ["D01"], "deck": [DATA.ids[t] for t in range(25, 60)]}
    others: list[dict[str, Any]] = [
        {"seats": [{"money": 150}]},
        {"seats": [{"discs": 7}]},
        {"seats": [{"score": 1}]},
        {"seats": [{"side": "black"}]},
        {"seats": [{"research": {"energy": 2}}]},
        {"action_number": 2},
        {"removed": ["U02"]},
    ]
    found = {load(**{**base, **other}).hash() for other in [{}, *others]}
    assert len(found) == len(others) + 1


def test_squares_never_decrease() -> None:
    """PRO-9.6"""
    squares = [[seat["research"] for seat in saved(state)["seats"]] for state in play(2, seed=Random(5).randrange(100))]
    for before, after in pairwise(squares):
        for old, now in zip(before, after, strict=True):
            assert all(old[track] <= now[track] for track in old)


def test_a_new_game_is_at_its_first_decision() -> None:
    """PRO-3.2: drawing and tallies without a decision have happened already."""
    for seed in range(10):
        state = new(2, seed)
        assert state.count == 0
        assert seen(state)["turn"] == 1
        assert seen(state)["phase"] in ("action", "tally")
