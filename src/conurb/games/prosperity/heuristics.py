"""How promising a position is: what a country will score if it stays as it is, and what it could still become.

How often each symbol will still be tallied is known (PRO-7.6), so money, discs, research and points can be carried
forward to the end of the game. Money is worth more than its points as long as there are actions to spend it on; free
spaces, research levels and a clean country count as what they make possible. The numbers were tuned by play
(docs/bots.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.prosperity.country import PRINT, Country
from conurb.games.prosperity.data import (
    CAPITAL,
    ECOLOGY,
    ENERGY,
    PROSPERITY,
    RESEARCH,
    Data,
)
from conurb.games.prosperity.moves import ACTION, OVER
from conurb.kernel.bits import ONE

if TYPE_CHECKING:
    from conurb.games.prosperity.rules import State

# The weights, by name, so that a tuner can try others.
NAMES: Final = (
    "spend",
    "spend an action",
    "income",
    "prosperity",
    "globes",
    "disc",
    "triangle",
    "square",
    "level",
    "majority",
    "space",
    "rival",
)
WEIGHTS: Final = vec[float]([0.775, 192.3, 0.644, 0.789, 0.672, 0.0635, 1.157, 0.722, 0.268, 0.889, 1.098, 0.117])
SPEND: Final = 0  # points that 100 € bring when they are spent
SPEND_AN_ACTION: Final = 1  # € that an action can spend
INCOME: Final = 2  # what money to come is worth against money in hand
GAIN: Final = 3  # what a point to come is worth against one on the track
GLOBES: Final = 4  # the same for the symbols of the pollution track
DISC: Final = 5  # a disc, while all is still to come
TRIANGLE: Final = 6  # nearness to the triangle
SQUARE: Final = 7  # a research square, while all is still to come
LEVEL: Final = 8  # a research level
MAJORITY: Final = 9  # a point of a research majority that is likely
SPACE: Final = 10  # an open space without a tile, while all is still to come
RIVAL: Final = 11  # what a point of the best other seat takes away


def value(state: State, seat: i64) -> float:
    """The position for a seat against its best rival."""
    if state.phase == OVER:
        return (
            float(state.countries[seat].score) + float(state.countries[seat].money) / 1000.0 - best_rival(state, seat)
        )
    tallies = state.tallies_left()
    own = promise(state, seat, tallies)
    return own + WEIGHTS[MAJORITY] * majorities(state, seat, tallies) - WEIGHTS[RIVAL] * best_rival(state, seat)


def actions_left(state: State, seat: i64) -> float:
    """Actions that the seat will still have."""
    data = state.data
    n = state.players
    place = (seat - state.active + n) % n
    turns = (data.turns - 1 - state.turn - place + n) // n if place else (data.turns - 1 - state.turn) // n + 1
    left = turns * data.actions
    if place == 0 and state.phase == ACTION:
        left -= state.action_number
    if place == 0 and state.phase > ACTION:
        left = 0
    return float(left)


def promise(state: State, seat: i64, tallies: vec[i64]) -> float:
    """What the country will have at the end as it stands, and what may be made of it."""
    data = state.data
    country = state.countries[seat]
    totals = country.totals
    actions = actions_left(state, seat)
    share = actions * float(state.players) / float(data.turns * data.actions)  # of the game that is left
    energy = totals[ENERGY]
    to_come = float(data.capital_gain * totals[CAPITAL] * tallies[CAPITAL])
    discs = float(country.discs)
    end = discs - float(totals[ECOLOGY] * tallies[ECOLOGY])
    if energy >= 0:
        to_come += float(data.energy_gain * energy * tallies[ENERGY])
    else:
        missing = float(-energy * tallies[ENERGY])
        paid = min(missing, float(country.money) / float(data.deficit_price) * 0.5)
        to_come -= paid * float(data.deficit_price)
        end += missing - paid
    if end < 0.0:
        to_come -= end * float(data.overflow_gain) * 0.5
        end = 0.0
    total = float(country.score)
    money = float(country.money) + WEIGHTS[INCOME] * to_come
    total += money / float(data.money_per_point)
    total += WEIGHTS[SPEND] * min(money, WEIGHTS[SPEND_AN_ACTION] * actions) / 100.0
    total += points_to_come(country, data, discs, end, float(tallies[PROSPERITY]))
    total -= WEIGHTS[DISC] * share * 0.5 * (discs + end)
    total += research_promise(country, data, share, float(tallies[RESEARCH]))
    return total + WEIGHTS[SPACE] * share * float(free_spaces(country))


def points_to_come(country: Country, data: Data, discs: float, end: float, tallies: float) -> float:
    """Prosperity tallies at four moments between now and the end, the discs changing evenly."""
    shown = WEIGHTS[GAIN] * float(country.totals[PROSPERITY])
    limit = float(data.round_spaces)
    points = 0.0
    for moment in range(i64(4)):
        lying = discs + (end - discs) * (float(moment) + 1.0) / 4.0
        if lying <= limit:
            points += shown + WEIGHTS[GLOBES] * soft_globes(data, lying)
        points -= WEIGHTS[TRIANGLE] * max(0.0, lying - limit + 3.0) / 3.0
    return points * tallies / 4.0


def soft_globes(data: Data, discs: float) -> float:
    """Visible symbols of the pollution track, a part of each that is nearly so."""
    total = 0.0
    for globe in data.globe_spaces:
        total += max(0.0, min(1.0, (float(i64(globe)) - discs + 2.0) / 3.0))
    return total


def research_promise(country: Country, data: Data, share: float, tallies: float) -> float:
    """Squares and levels make tiles cheap as long as there are actions left; symbols are squares to come."""
    squares = float(country.squares[ENERGY] + country.squares[ECOLOGY])
    squares += 0.5 * float(country.totals[RESEARCH]) * tallies
    levels = float(country.level(ENERGY, data) + country.level(ECOLOGY, data))
    return share * (WEIGHTS[SQUARE] * min(squares, float(2 * data.last_square)) + WEIGHTS[LEVEL] * levels)


def free_spaces(country: Country) -> i64:
    """Spaces that can be used and have no tile yet."""
    free: i64 = 0
    for space in range(i64(len(country.tops))):
        free += country.tops[space] == PRINT and (country.open & ONE[space]) != 0
    return free


def majorities(state: State, seat: i64, tallies: vec[i64]) -> float:
    """The points of both research tracks, by how far the seat will be before or behind the best of the others."""
    points = 0.0
    for track in range(i64(2)):
        mine = 0.0
        best = 0.0
        for other in range(state.players):
            country = state.countries[other]
            steps = 0.5 * float(country.totals[RESEARCH] * (tallies[RESEARCH] + 1))
            square = min(float(country.squares[track]) + steps, float(state.data.last_square))
            if other == seat:
                mine = square
            else:
                best = max(best, square)
        ahead = max(-1.0, min(1.0, (mine - best) / 4.0))
        points += 0.5 * float(state.data.research_first) * (1.0 + ahead)
    return points


def best_rival(state: State, seat: i64) -> float:
    """The most any other seat has, with the prosperity it shows."""
    left = 1.0 if state.phase == OVER else float(state.data.turns - state.turn) / 4.5
    best = 0.0
    for other in range(state.players):
        if other != seat:
            country = state.countries[other]
            best = max(best, float(country.score) + (left * float(country.totals[PROSPERITY])))
    return best
