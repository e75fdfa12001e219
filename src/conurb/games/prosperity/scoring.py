"""Tallies and the final scoring: what each does to a country, majorities, sheets (PRO-3.6 to PRO-3.10, PRO-6)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.prosperity.country import Country
from conurb.games.prosperity.data import CAPITAL, ECOLOGY, ENERGY, RESEARCH, Data
from conurb.kernel.ranking import decided_by, places

# The points of the final scoring, in its order (PRO-6.10).
PARTS: Final = ("money", "research_energy", "research_ecology", "prosperity")
PART_COUNT: Final = 4
MONEY_PART: Final = 0
RESEARCH_PART: Final = 1  # + track
PROSPERITY_PART: Final = 3

KEY_NAMES: Final = ("score", "money")  # what is compared; what is still equal shares the victory (PRO-8.27)


# --- tallies (PRO-3.6 to PRO-3.10)


def tally_energy(country: Country, paid: i64, data: Data) -> None:
    """Income, or for each missing level a payment or a disc (PRO-3.6)."""
    total = country.totals[ENERGY]
    if total > 0:
        country.money += data.energy_gain * total
    else:
        country.money -= data.deficit_price * paid
        country.discs += -total - paid


def tally_ecology(country: Country, data: Data) -> None:
    """Discs go or come; money for each disc that is not there to go (PRO-3.7)."""
    total = country.totals[ECOLOGY]
    if total > 0:
        country.money += data.overflow_gain * country.remove_discs(total)
    else:
        country.discs -= total


def tally_capital(country: Country, data: Data) -> None:
    """Money for each symbol (PRO-3.8)."""
    country.money += data.capital_gain * country.totals[CAPITAL]


def tally_research(country: Country, energy_steps: i64, data: Data) -> None:
    """Steps, split between both tracks (PRO-3.9)."""
    ecology_steps = country.steps(data) - energy_steps
    country.squares[ENERGY] += energy_steps
    country.squares[ECOLOGY] += ecology_steps


def tally_prosperity(country: Country, data: Data) -> None:
    """Points, unless the triangle is occupied (PRO-3.10)."""
    country.score += country.prosperity(data)


# --- the end (PRO-6.2, steps 6 and 7)


def majority(squares: vec[i64], data: Data) -> vec[i64]:
    """The points of one research track (PRO-6.6): 3 and 1, or 2 for each of several first, and no second then."""
    points = vec[i64]([0] * len(squares))
    best = highest(squares, data.last_square + 1)
    leaders = count_of(squares, best)
    second = highest(squares, best)
    for seat in range(len(squares)):
        if squares[seat] == best:
            points[seat] = data.research_first if leaders == 1 else data.research_first_tied
        elif squares[seat] == second and leaders == 1 and count_of(squares, second) == 1:
            points[seat] = data.research_second
    return points


def highest(squares: vec[i64], below: i64) -> i64:
    """The highest square under a limit; -1 if there is none."""
    best: i64 = -1
    for square in squares:
        if best < square < below:
            best = square
    return best


def count_of(squares: vec[i64], square: i64) -> i64:
    found: i64 = 0
    for other in squares:
        found += other == square
    return found


def convert_money(country: Country, data: Data) -> i64:
    """Points for money; the rest is kept as a tie-breaker (PRO-6.5)."""
    points = country.money // data.money_per_point
    country.money %= data.money_per_point
    country.score += points
    return points


def advance_both(country: Country, data: Data) -> None:
    """The last research: every symbol is a step on both tracks, as far as they go (PRO-6.6)."""
    for track in range(i64(2)):
        country.squares[track] = min(country.squares[track] + country.totals[RESEARCH], data.last_square)


# --- sheets and ranking (PRO-6.8 to PRO-6.10)


def ranking_keys(countries: vec[Country]) -> list[list[int]]:
    """What is compared: the score, then the money left (PRO-6.8, PRO-6.9)."""
    return [[int(country.score), int(country.money)] for country in countries]


def full_sheet(countries: vec[Country], parts: vec[i64]) -> dict[str, object]:
    """The itemised score of every seat; before the final scoring its parts are 0 (PRO-6.10)."""
    keys = ranking_keys(countries)
    ranks = places(keys)
    players: list[dict[str, object]] = []
    for seat in range(len(countries)):
        mine = {PARTS[p]: int(parts[seat * PART_COUNT + p]) for p in range(PART_COUNT)}
        score = int(countries[seat].score)
        players.append(
            {
                "seat": seat,
                "score": score,
                "rank": ranks[seat],
                "money": int(countries[seat].money),
                "track": score - sum(mine.values()),
                "breakdown": mine,
            }
        )
    return {"players": players, "decided_by": decided_by(keys, KEY_NAMES)}
