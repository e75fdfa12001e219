"""Many games in one call are the same games, on the compiled and on the interpreted engine."""

from __future__ import annotations

from hashlib import sha256

import pytest

from conurb import games
from conurb.kernel import Rng
from conurb.kernel.batch import NOBODY, REFUSED, WORD, Batch, Sheet, Window, payoffs

PLAYERS = {"between-two-cities": 3, "prosperity": 2, "the-capitals": 2, "urban-sprawl": 2}
# What 30 steps of 3 games show, with seed 5; the same on every machine and engine.
DIGESTS = {
    "between-two-cities": "bccfeb1726aaadf0",
    "prosperity": "b61075161d5f5535",
    "the-capitals": "2fc1d1165567bc2f",
    "urban-sprawl": "9cc87125df5cd59c",
}


def batch_of(key: str, own: int = NOBODY, seed: int = 5) -> Batch:
    game = games.get(key)
    return Batch(lambda deal: game.new(PLAYERS[key], seed=deal), 3, own, seed)


def chosen(batch: Batch) -> bytes:
    batch.choose_at_random()
    return b"".join(int(action).to_bytes(WORD, "little") for action in batch.chosen)


def shown(key: str, steps: int) -> str:
    batch = batch_of(key)
    sheet = Sheet(batch.states[0], 3)
    batch.show(sheet)
    digest = sha256()
    for _ in range(steps):
        for buffer in (sheet.observations, sheet.masks, batch.seats, batch.rewards):
            digest.update(memoryview(buffer))
        batch.step(chosen(batch), sheet)
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("key", PLAYERS)
def test_both_engines_show_the_same(key: str) -> None:
    assert shown(key, 30) == DIGESTS[key]


@pytest.mark.parametrize("key", PLAYERS)
def test_a_row_is_what_a_window_shows(key: str) -> None:
    batch = batch_of(key)
    rows, one = Sheet(batch.states[0], 3), Sheet(batch.states[0])
    batch.show(rows)
    for _ in range(10):
        for row, state in enumerate(batch.states):
            Window(state).look(state.next_seat(), one)
            size, actions = int(batch.size), int(batch.num_actions)
            assert list(rows.observations[row * size : (row + 1) * size]) == list(one.observations)
            mask = list(rows.masks[row * actions : (row + 1) * actions])
            assert mask == list(one.masks)
            legal = state.legal(state.next_seat())
            assert [code for code in range(actions) if mask[code]] == legal
        batch.step(chosen(batch), rows)


def test_a_window_plays_what_is_legal_and_refuses_the_rest() -> None:
    state = games.get("prosperity").new(2, seed=1)
    window, sheet = Window(state), Sheet(state)
    chance = Rng(3)
    while not state.over():
        seat, before = int(state.next_seat()), state.hash()
        legal = state.legal(seat)
        if chance.below(2):
            window.look(seat, sheet)
        for wrong in (-1, 10**30, next(code for code in range(state.num_actions()) if code not in legal)):
            assert window.play(seat, wrong) == REFUSED
        assert window.play(1 - seat, legal[0]) == REFUSED
        assert state.hash() == before
        assert window.play(seat, legal[chance.below(len(legal))]) == state.next_seat()
    assert state.next_seat() == NOBODY
    assert window.play(0, 0) == REFUSED


def test_whoever_is_not_to_act_may_do_nothing() -> None:
    state = games.get("prosperity").new(2, seed=1)
    sheet = Sheet(state)
    Window(state).look(state.next_seat(), sheet)
    assert any(sheet.masks)
    Window(state).look(1 - state.next_seat(), sheet)
    assert not any(sheet.masks)


def test_an_illegal_action_loses() -> None:
    batch = batch_of("between-two-cities")
    wrong = b"".join(code.to_bytes(WORD, "little", signed=True) for code in (0, -1, 10**6))
    assert batch.first_illegal(wrong) == 1
    sheet = Sheet(batch.states[0], 3)
    batch.step(wrong, sheet)
    assert list(batch.over) == [0, 1, 1]
    assert list(batch.rewards) == [0.0] * 3 + [-1.0, 0.0, 0.0] * 2
    assert batch.first_illegal(chosen(batch)) == NOBODY
    batch.step(chosen(batch), sheet)
    assert list(batch.over) == [0, 0, 0]
    assert [int(state.count) for state in batch.states[1:]] == [0, 0]


def test_the_others_play_until_it_is_the_own_seat_s_turn() -> None:
    batch = batch_of("prosperity", own=1)
    sheet = Sheet(batch.states[0], 3)
    ends = 0
    for _ in range(120):
        assert all(seat == 1 or over for seat, over in zip(batch.seats, batch.over, strict=True))
        ends += sum(batch.over)
        batch.step(chosen(batch), sheet)
    assert ends >= 3


def test_payoffs_add_up_to_nothing() -> None:
    assert payoffs([1, 2]) == [1.0, -1.0]
    assert payoffs([2, 1, 2]) == [-0.5, 1.0, -0.5]
    assert payoffs([1, 1, 1, 1]) == [0.0] * 4
    assert sum(payoffs([3, 1, 3, 2])) == pytest.approx(0)
