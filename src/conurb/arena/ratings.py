"""What the results say: rates with intervals, and ratings by openskill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from conurb.arena.match import Outcome, SeatOutcome
from conurb.extras import MissingExtra, cure

Z = 1.96  # for intervals of 95 %


@dataclass(frozen=True)
class Rate:
    """A share of games with the interval in which the true one lies, 19 times of 20."""

    wins: float
    games: int

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """By Wilson: right also for few games and for shares near 0 or 1.

        >>> [round(end, 3) for end in Rate(300, 400).interval]
        [0.705, 0.79]
        """
        n = self.games
        if not n:
            return 0.0, 1.0
        middle = (self.share + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z / (1 + Z * Z / n) * sqrt(self.share * (1 - self.share) / n + Z * Z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


def won(outcome: Outcome, seat: SeatOutcome) -> float:
    """The victory, or the seat's part of a shared one."""
    if seat.rank != 1:
        return 0.0
    return 1.0 / sum(1 for other in outcome.seats if other.rank == 1)


def win_rate(outcomes: Sequence[Outcome], bot: str, at: int | None = None) -> Rate:
    """How often a bot wins, of the games in which it plays; in one seat only, if that is given.

    Several seats of one bot count together, as far as they can win at all: three of four seats have a share of three
    quarters when all are equal.
    """
    wins, games = 0.0, 0
    for outcome in outcomes:
        mine = [seat for k, seat in enumerate(outcome.seats) if seat.bot == bot and at in (None, k)]
        if mine:
            games += 1
            wins += sum(won(outcome, seat) for seat in mine)
    return Rate(wins, games)


@dataclass(frozen=True)
class Failure:
    """A bot from outside that lost most of its decisions: whoever played there, it was not this bot."""

    bot: str
    lost: int
    decisions: int


def failures(outcomes: Sequence[Outcome]) -> list[Failure]:
    """The bots that results say nothing about."""
    lost, decisions = Counter[str](), Counter[str]()
    for seat in (seat for outcome in outcomes for seat in outcome.seats):
        lost[seat.bot] += seat.faults
        decisions[seat.bot] += seat.decisions
    return [Failure(bot, lost[bot], made) for bot, made in decisions.items() if 2 * lost[bot] > made]


@dataclass(frozen=True)
class Rating:
    """Strength by openskill (Plackett-Luce): `mu`, and `sigma` for how uncertain it is."""

    bot: str
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """The strength that is certain enough to be published."""
        return self.mu - 3 * self.sigma


def ratings(outcomes: Sequence[Outcome]) -> list[Rating]:
    """The bots by strength, the best first. A bot that has several seats learns from their mean; one that lost most of
    its decisions has no rating, and the others none from playing against it."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise MissingExtra(f"ratings need openskill: {cure('arena')}") from None
    model = PlackettLuce()
    failed = {failure.bot for failure in failures(outcomes)}
    tables = [[seat for seat in outcome.seats if seat.bot not in failed] for outcome in outcomes]
    names = list(dict.fromkeys(seat.bot for seats in tables for seat in seats))
    if len(names) < 2:
        return []  # there is nobody to be better than
    known = {name: model.rating(name=name) for name in names}
    for seats in tables:
        if len({seat.bot for seat in seats}) < 2:
            continue
        teams = [[known[seat.bot]] for seat in seats]
        after = model.rate(teams, ranks=[seat.rank for seat in seats])
        for name in {seat.bot for seat in seats}:
            mine = [team[0] for team, seat in zip(after, seats, strict=True) if seat.bot == name]
            known[name] = model.rating(fmean(r.mu for r in mine), fmean(r.sigma for r in mine), name)
    return sorted((Rating(name, known[name].mu, known[name].sigma) for name in names), key=lambda rating: -rating.mu)
