"""What results say: shares, intervals, ratings."""

from __future__ import annotations

import pytest

from conurb.arena.match import Outcome, SeatOutcome
from conurb.arena.ratings import Failure, Rate, failures, ratings, win_rate


def outcome(number: int, *ranks: tuple[str, int]) -> Outcome:
    return Outcome(number, 1, 10, [SeatOutcome(bot, k, rank=rank) for k, (bot, rank) in enumerate(ranks)])


def test_wilson_intervals() -> None:
    """By the formula's published values (Wilson 1927; 10 of 20 and 0 of 10)."""
    low, high = Rate(10, 20).interval
    assert (round(low, 3), round(high, 3)) == (0.299, 0.701)
    low, high = Rate(0, 10).interval
    assert (low, round(high, 3)) == (0.0, 0.278)
    assert Rate(0, 0).interval == (0.0, 1.0)


def test_a_shared_victory_counts_in_part_and_seats_of_one_bot_together() -> None:
    games = [
        outcome(0, ("a", 1), ("b", 1), ("b", 3)),
        outcome(1, ("b", 2), ("a", 1), ("b", 3)),
        outcome(2, ("b", 1), ("b", 1), ("a", 3)),
    ]
    assert win_rate(games, "a") == Rate(1.5, 3)
    assert win_rate(games, "b") == Rate(1.5, 3)
    assert win_rate(games, "a", at=1) == Rate(1.0, 1)
    assert win_rate(games, "c") == Rate(0.0, 0)


def test_who_wins_is_rated_higher() -> None:
    pytest.importorskip("openskill")
    games = [outcome(n, ("weak", 2), ("strong", 1), ("weak", 3)) for n in range(30)]
    best, worst = ratings(games)
    assert (best.bot, worst.bot) == ("strong", "weak")
    assert best.ordinal > worst.ordinal
    assert best.sigma < 8
    assert ratings(games) == [best, worst]


def test_a_bot_against_itself_is_not_rated() -> None:
    pytest.importorskip("openskill")
    assert ratings([outcome(0, ("a", 1), ("a", 2))]) == []


def test_a_program_that_lost_most_of_its_decisions_is_not_rated() -> None:
    """The greedy bot has played for it. The others are rated by how they did among themselves."""
    pytest.importorskip("openskill")
    games = [outcome(n, ("mine", 1), ("strong", 2), ("weak", 3)) for n in range(3)]
    for game in games:
        for seat in game.seats:
            seat.decisions = 10
        game.seats[0].faults = 6
    assert failures(games) == [Failure("mine", 18, 30)]
    among = ratings(games)
    assert [rating.bot for rating in among] == ["strong", "weak"]
    for game in games:
        game.seats = game.seats[:2]
    assert ratings(games) == []
    for game in games:
        game.seats[0].faults = 5
    assert failures(games) == []
    assert len(ratings(games)) == 2
