"""The parts of a state that all games share: hashing, events, reasons, listening."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from conurb import games
from conurb.kernel.checks import BadMove, IllegalAction
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, Event, Hasher, Knowledge, State
from tests.tiny import BELL, CONFIRM, HIGH, Tiny

words = st.lists(st.integers(-(2**61), 2**61), max_size=12)


def hash_of(numbers: list[int]) -> int:
    hasher = Hasher()
    hasher.add_all(vec[i64](numbers))
    return hasher.value()


# --- hashing


def reference(numbers: list[int]) -> int:
    """The same mixing in plain Python numbers."""
    m = 2**32
    low, high = 0x811C9DC5, 0x1A2B3C4D
    for number in numbers:
        first, second = number % m, (number >> 32) % m
        low = ((low ^ first) * 0x01000193) % m
        low = ((low ^ second) * 0x01000193) % m
        high = ((high ^ second) * 0x05BD1E95) % m
        high = ((high ^ first ^ (low >> 15)) * 0x05BD1E95) % m
        low, high = low ^ (low >> 13), high ^ (high >> 16)
    return (high % 2**31) * m + low


@given(words)
def test_hashes_are_the_same_on_every_machine(numbers: list[int]) -> None:
    assert hash_of(numbers) == reference(numbers)
    assert 0 <= hash_of(numbers) < 2**63


def test_a_fixed_hash() -> None:
    """Records keep hashes, so this one must never change."""
    assert hash_of([1, 2, 3]) == 0x14D370487372943E


def test_adding_one_by_one_is_adding_all() -> None:
    hasher = Hasher()
    for word in (5, 6, 7):
        hasher.add(word)
    assert hasher.value() == hash_of([5, 6, 7])


def test_every_bit_and_the_order_count() -> None:
    hashes = {hash_of([2**bit, 0]) for bit in range(62)} | {hash_of([0, 2**bit]) for bit in range(62)}
    assert len(hashes) == 2 * 62
    assert len({hash_of([0] * length) for length in range(100)}) == 100


def test_hashes_do_not_collide_where_games_are_small() -> None:
    assert len({hash_of([a, b]) for a in range(300) for b in range(300)}) == 90_000


# --- events


def test_an_event_shows_its_secret_to_its_own_seat_only() -> None:
    event = Event("chose", 1, "TINY-1", {"left": 4}, {"card": 7})
    public = {"kind": "chose", "seat": 1, "rule": "TINY-1", "left": 4}
    assert event.seen_by(0) == event.seen_by(None) == event.seen_by(HOST) == public
    assert event.seen_by(1) == {**public, "card": 7}


def test_an_event_of_the_table_has_no_secret() -> None:
    event = Event("revealed", HOST, "TINY-2", {})
    assert event.secret == {}
    assert event.seen_by(None) == {"kind": "revealed", "seat": HOST, "rule": "TINY-2"}


def test_what_is_seen_is_a_copy() -> None:
    event = Event("chose", 1, "TINY-1", {})
    event.seen_by(1)["more"] = True
    assert event.args == {}


def test_listening_starts_and_ends_with_the_listener() -> None:
    state = Tiny().new(2, seed=1)
    state.apply(0, 0)
    events = state.listen()
    state.apply(1, 0)
    assert [event.kind for event in events] == ["chose", "revealed"]
    assert state.clone().events is None
    later = state.listen()
    state.apply(0, HIGH)
    assert ([event.kind for event in later], len(events)) == (["put"], 2)


# --- legal or not, and why


def test_why_an_action_is_refused() -> None:
    state = Tiny().new(3, {"bell": True}, seed=1)
    state.apply(1, 0)
    reasons = {
        (1, 0): "seat 1 is not to act: it is up to seats 0 and 2",
        (3, 0): "there is no seat 3: seats are 0 to 2",
        (-2, 0): "there is no seat -2: seats are 0 to 2",
        (10**30, 0): f"there is no seat {10**30}: seats are 0 to 2",
        (HOST, BELL): f"the host may not do {BELL} now",
        (0, HIGH): f"action {HIGH} is not legal for seat 0 now (2 others are)",
        (0, 10**30): f"action {10**30} is not legal for seat 0 now (2 others are)",
    }
    for (seat, action), reason in reasons.items():
        with pytest.raises(IllegalAction) as refused:
            state.apply(seat, action)
        assert str(refused.value) == reason


def test_after_the_end_nobody_may_act() -> None:
    state = Tiny().new(2, seed=1)
    state.playout(Rng(1))
    assert state.to_act() == []
    for seat in (0, 1, HOST, 5):
        assert state.legal(seat) == []
        with pytest.raises(IllegalAction, match="the game is over: nobody may act"):
            state.apply(seat, CONFIRM)


def test_the_host_may_act_when_a_rule_says_so() -> None:
    state = Tiny().new(2, {"bell": True}, seed=1)
    assert state.legal(HOST) == []
    state.apply(0, 0)
    state.apply(1, 0)
    assert state.legal(HOST) == [BELL]
    state.apply(HOST, BELL)
    assert state.legal(HOST) == []


def test_has_seat() -> None:
    state = Tiny().new(2, seed=1)
    assert [seat for seat in (-1, 0, 1, 2, 2**40, 2**80) if state.has_seat(seat)] == [0, 1]


# --- what a title leaves as it is


def test_a_message_is_trimmed_and_must_say_something() -> None:
    state = Tiny().new(2, seed=1)
    assert state.check_message(0, {"text": "  hello ", "more": 1}) == {"text": "hello"}
    for message in ({}, {"text": ""}, {"text": "  "}, {"text": 7}):
        with pytest.raises(BadMove, match="a message needs a text"):
            state.check_message(0, message)


def test_a_state_without_a_painter_has_no_picture() -> None:
    assert Tiny().new(2, seed=1)._repr_svg_() is None
    assert "<svg" in str(games.get("between-two-cities").new(3, seed=1)._repr_svg_())


def test_the_contract_alone_is_no_game() -> None:
    state = State("none", 2, Rng(1))
    for ask in (state.next_seat, state.hash, state.save, state.scores, state.clone, state.num_actions):
        with pytest.raises(NotImplementedError):
            ask()
    with pytest.raises(NotImplementedError):
        Knowledge().sample(Rng(1))
