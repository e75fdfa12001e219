"""Playing, taking back, replaying, and finding out a record that does not tell the truth."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conurb.kernel.checks import BadOption, BadPosition, BadRecord, IllegalAction
from conurb.kernel.play import Play, read_action, replay, verify
from conurb.kernel.record import Entry, Record, commitment
from conurb.kernel.state import HOST
from conurb.testing import random_game
from tests.tiny import BELL, CONFIRM, HIGH, LOW, Tiny, TinyState

TINY = Tiny()


def placing() -> Play:
    """Both have chosen; seat 0 puts its card down next."""
    play = Play.new(TINY, 2, {"bell": True}, seed=1)
    play.apply(0, 0)
    play.apply(1, 1)
    return play


# --- playing


def test_a_new_game_knows_its_setting() -> None:
    record = Play.new(TINY, 2, {"bell": True}, seed=5, names=["Ada", "Noor"]).record
    assert (record.game, record.players, record.options, record.seed) == ("tiny", 2, {"bell": True}, 5)
    assert (record.names, record.data, record.commitment) == (["Ada", "Noor"], "tiny", commitment(5))


def test_options_at_their_defaults_are_not_written() -> None:
    assert Play.new(TINY, 2, {"bell": False}, seed=5).record.options == {}


def test_without_a_seed_every_game_is_another() -> None:
    seeds = {Play.new(TINY, 2).record.seed for _ in range(20)}
    assert len(seeds) == 20
    assert max(seeds) > 2**64


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_a_wrong_seed_is_refused(seed: int) -> None:
    with pytest.raises(BadOption, match="a seed is a whole number from 0"):
        Play.new(TINY, 2, seed=seed)


def test_an_action_is_recorded_and_told() -> None:
    play = placing()
    events = play.apply(0, HIGH, by="clock")
    assert [event.kind for event in events] == ["put"]
    assert play.record.entries[-1] == Entry(0, "high", "clock")
    assert play.state.events is None


def test_a_refused_action_leaves_no_trace() -> None:
    play = placing()
    before = (play.state.hash(), list(play.record.entries))
    for seat, action in ((0, CONFIRM), (1, HIGH), (7, 0), (HOST, HIGH)):
        with pytest.raises(IllegalAction):
            play.apply(seat, action)
    assert (play.state.hash(), play.record.entries) == before


def test_the_result_comes_with_the_end() -> None:
    play = random_game(TINY, 2, seed=3)
    result = {"scores": play.state.scores(), "ranking": play.state.ranking(), "hash": f"{play.state.hash():016x}"}
    assert play.record.result == result


# --- taking back


def test_what_reveals_nothing_can_be_taken_back_by_its_seat() -> None:
    play = placing()
    before = play.state.hash()
    play.apply(0, HIGH)
    assert [play.can_undo(seat) for seat in (0, 1, HOST)] == [True, False, False]
    play.undo(0)
    assert play.state.hash() == before
    assert len(play.record.entries) == 2
    play.apply(0, LOW)
    assert play.record.entries[-1].text == "low"


def test_another_seat_cannot_take_it_back() -> None:
    play = placing()
    play.apply(0, HIGH)
    with pytest.raises(IllegalAction, match="nothing of yours can be taken back now"):
        play.undo(1)
    assert len(play.record.entries) == 3


@pytest.mark.parametrize(("seat", "action"), [(0, CONFIRM), (HOST, BELL)])
def test_what_is_final_stays(seat: int, action: int) -> None:
    play = placing()
    play.apply(0, HIGH)
    play.apply(seat, action)
    for anybody in (0, 1, HOST):
        assert not play.can_undo(anybody)
        with pytest.raises(IllegalAction):
            play.undo(anybody)


def test_a_new_game_has_nothing_to_take_back() -> None:
    play = Play.new(TINY, 2, seed=1)
    with pytest.raises(IllegalAction):
        play.undo(0)


class Patient(TinyState):
    """Nothing is final."""

    def step(self, seat: int, action: int) -> None:
        super().step(seat, action)
        self.undo_floor = 0


class PatientTiny(Tiny):
    state_class = Patient


def test_several_actions_are_taken_back_one_by_one() -> None:
    play = Play.new(PatientTiny(), 2, seed=1)
    hashes = []
    for seat, action in ((0, 0), (1, 0), (0, HIGH), (0, CONFIRM)):
        hashes.append(play.state.hash())
        play.apply(seat, action)
    for seat in (0, 0, 1, 0):
        play.undo(seat)
        assert play.state.hash() == hashes.pop()
    assert not play.record.entries


def test_a_game_from_a_position_takes_back_what_was_played_since() -> None:
    """The position says that earlier actions could be taken back too, but nobody kept the states before them."""
    start = PatientTiny().new(2, seed=1)
    start.apply(0, 0)
    start.apply(1, 0)
    play = Play.new(PatientTiny(), 2, seed=1, start=start.save())
    for seat, action in ((0, HIGH), (0, CONFIRM), (1, LOW)):
        play.apply(seat, action)
    for seat in (1, 0, 0):
        play.undo(seat)
    assert play.state.hash() == start.hash()
    assert not play.can_undo(0)


def test_taking_back_the_last_action_takes_back_the_result() -> None:
    play = Play.new(PatientTiny(), 2, seed=1)
    while not play.state.over():
        seat = play.state.to_act()[0]
        play.apply(seat, play.state.legal(seat)[0])
    assert play.record.result is not None
    play.undo(play.record.entries[-1].seat)
    assert play.record.result is None
    assert not play.state.over()


# --- beginning at a position


def test_a_game_may_begin_at_a_position() -> None:
    middle = placing().state
    play = Play.new(TINY, 2, {"bell": True}, seed=9, start=middle.save())
    assert play.state.hash() == middle.hash()
    assert replay(TINY, play.record).state.hash() == middle.hash()


def test_a_position_takes_players_and_options_from_the_game_where_it_names_none() -> None:
    play = Play.new(TINY, 3, {"bell": True}, seed=9, start={})
    assert (play.state.players, play.state.save()["options"]) == (3, {"bell": True})


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(BadPosition, match="start: a position of 2 players, but 3 play"):
        Play.new(TINY, 3, seed=9, start={"players": 2})
    with pytest.raises(BadPosition, match="start: a position with the options"):
        Play.new(TINY, 2, seed=9, start={"players": 2, "options": {"bell": True}})


# --- replaying


def test_a_record_replays_whole_and_in_part() -> None:
    play = random_game(TINY, 3, {"bell": True}, seed=4)
    assert replay(TINY, play.record).state.hash() == play.state.hash()
    assert replay(TINY, play.record).record == play.record
    assert replay(TINY, play.record, upto=0).state.hash() == TINY.new(3, {"bell": True}, 4).hash()
    part = replay(TINY, play.record, upto=5)
    assert (part.state.count, part.record.result) == (5, None)


@pytest.mark.parametrize("upto", [-1, 10_000])
def test_a_position_outside_the_record_is_refused(upto: int) -> None:
    record = random_game(TINY, 2, seed=4).record
    with pytest.raises(BadRecord, match=f"must be from 0 to {len(record.entries)}, not {upto}"):
        replay(TINY, record, upto=upto)


def test_replaying_leaves_the_record_alone() -> None:
    record = random_game(TINY, 2, seed=4).record
    text = record.dumps()
    replay(TINY, record, upto=3).apply(*next_decision(record, 3))
    assert record.dumps() == text


def next_decision(record: Record, count: int) -> tuple[int, int]:
    state = replay(TINY, record, upto=count).state
    seat = state.to_act()[0]
    return seat, state.legal(seat)[0]


def test_read_action_wants_a_seat_that_is_there() -> None:
    state = TINY.new(2, seed=1)
    assert read_action(state, 1, "second") == 1
    assert read_action(state, HOST, "bell") == BELL
    with pytest.raises(IllegalAction, match="there is no seat 2"):
        read_action(state, 2, "first")


# --- verifying


RECORD = random_game(TINY, 2, seed=4).record


def with_entry(number: int, entry: Entry) -> Record:
    entries = list(RECORD.entries)
    entries[number] = entry
    return replace(RECORD, entries=entries)


def with_result(**changes: object) -> Record:
    return replace(RECORD, result={**(RECORD.result or {}), **changes})


def test_a_true_record_verifies() -> None:
    assert verify(TINY, RECORD) == []
    assert verify(TINY, replace(RECORD, entries=RECORD.entries[:3], result=None)) == []


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (replace(RECORD, seed=5), "the seed is not the one announced before the game"),
        (replace(RECORD, seed=5, commitment=""), "hash should be"),
        (replace(RECORD, engine="0"), "the record is of engine '0'; this is engine"),
        (replace(RECORD, data="other"), "the record was played with another data pack"),
        (replace(RECORD, game="chess"), "this is a record of 'chess', not of tiny"),
        (replace(RECORD, players=4), "Tiny is for 2 or 3 players, not 4"),
        (replace(RECORD, options={"bel": True}), "unknown option 'bel'"),
        (replace(RECORD, start={"players": 3}), "start: a position of 3 players"),
        (with_entry(0, Entry(0, "confirm")), "action 1 (confirm): action 4 is not legal for seat 0"),
        (with_entry(0, Entry(0, "jump")), "action 1 (jump): unknown move 'jump'"),
        (with_entry(2, Entry(1, "high")), "action 3 (high): seat 1 is not to act: it is up to seat 0"),
        (with_entry(0, Entry(HOST, "bell")), "action 1 (bell): the host may not do 5 now"),
        (replace(RECORD, entries=[*RECORD.entries, Entry(0, "high")]), "the game is over: nobody may act"),
        (replace(RECORD, entries=RECORD.entries[1:]), "action "),
        (replace(RECORD, entries=RECORD.entries[:-1]), "the record has a result, but the game is not over"),
        (replace(RECORD, result=None), "the game is over, but the record has no result"),
        (with_result(scores=[18, 0]), "scores should be"),
        (with_result(ranking=[2, 2]), "ranking should be"),
        (with_result(hash="0" * 16), "hash should be"),
        (replace(RECORD, result={}), "scores should be"),
    ],
)
def test_a_record_that_was_tampered_with_is_found_out(record: Record, said: str) -> None:
    faults = verify(TINY, record)
    assert any(said in fault for fault in faults), faults


def test_another_choice_in_the_middle_is_found_out() -> None:
    """Every single move swapped for another legal one changes the end, or makes the rest illegal."""
    swaps: dict[str, str] = {"first": "second", "second": "first", "high": "low", "low": "high"}
    for number, entry in enumerate(RECORD.entries):
        if entry.text in swaps:
            assert verify(TINY, with_entry(number, Entry(entry.seat, swaps[entry.text]))), entry
