"""How promising a position is: the score of a city, and what is under way in it.

A city that could still become something is worth more than its points. For every type the next step counts, in
proportion to the room that is left: the longest shop line that can still grow, the next kind of tavern, the next
office, the park group that is one short of the big step, the types that houses will count. The numbers were tuned
by play (docs/bots.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import FACTORY, HOUSE, OFFICE, PARK, SHOP, TAVERN, Data
from conurb.games.between_two_cities.geometry import (
    SECOND_HALF,
    SQUARE,
    City,
    beside,
    count,
    lowest,
)
from conurb.games.between_two_cities.moves import HALF, OVER
from conurb.games.between_two_cities.scoring import (
    city_totals,
    count_factories,
    factory_value,
    left_city,
    other_types,
    right_city,
    score_without_factories,
    taverns_of,
)

if TYPE_CHECKING:
    from conurb.games.between_two_cities.rules import State

# The weights, by name, so that a tuner can try others. Tuned by play against random and against itself.
NAMES: Final = (
    "better city",
    "shop step",
    "tavern step",
    "office step",
    "park step",
    "type",
    "late type",
    "factory",
    "rival",
    "beside tavern",
    "clear lot",
)
WEIGHTS: Final = vec[float]([0.32, 0.34, 0.94, 3.2, 0.34, 0.45, 0.26, 1.86, 0.1, 0.05, 0.05])
BETTER_CITY: Final = 0  # what a point in the better city is worth against one in the weaker
SHOP_STEP: Final = 1  # how much of a next step counts while the whole city is still empty
TAVERN_STEP: Final = 2
OFFICE_STEP: Final = 3
PARK_STEP: Final = 4
TYPE: Final = 5  # a type present, for houses to come
LATE_TYPE: Final = 6  # how much of the types still missing a house may hope for
FACTORY_GUESS: Final = 7  # what a factory is worth before the counts are final
RIVAL: Final = 8  # what a point of the best other seat takes away
BESIDE_TAVERN: Final = 9  # a free lot where an office would earn its bonus
CLEAR_LOT: Final = 10  # a free lot where a house would not be spoilt by a factory, for each type


def promise(city: City, data: Data, factory: float) -> float:
    """The points of a city and a part of what is under way."""
    kinds = city.kinds
    buildings = count(city.occupied)
    room = float(16 - buildings) / 16.0
    factories = kinds[FACTORY]
    total = float(score_without_factories(city, data)) + factory * float(count(factories))
    if room <= 0.0:
        return total
    free = city.frame & ~city.occupied
    step = WEIGHTS[SHOP_STEP] * shop_step(kinds[SHOP], free, data)
    step += WEIGHTS[TAVERN_STEP] * tavern_step(city, data)
    offices = count(kinds[OFFICE])
    step += WEIGHTS[OFFICE_STEP] * float(data.offices[min(offices + 1, 16)] - data.offices[offices])
    step += WEIGHTS[PARK_STEP] * park_step(kinds[PARK], free, data)
    types = other_types(city)
    houses = count(kinds[HOUSE] & ~beside(factories))
    late = WEIGHTS[LATE_TYPE] * min(1.0, 2.0 * room) * float((5 - types) * houses)
    lots = WEIGHTS[BESIDE_TAVERN] * float(count(free & beside(taverns_of(city))))
    lots += WEIGHTS[CLEAR_LOT] * float(types * count(free & city.frontier & ~beside(factories)))
    return total + room * (step + WEIGHTS[TYPE] * float(types)) + late + lots


def shop_step(shops: i64, free: i64, data: Data) -> float:
    """The most that one more shop at the end of a line could add."""
    best: i64 = 0
    ends = free & beside(shops)
    while ends:
        end = ends & -ends
        ends ^= end
        line = max(run(shops, end, 1), run(shops, end, 8))
        gain = LINE_STEP[line]
        if gain > best:
            best = gain
    return float(best) if shops else 2.0


LINE_STEP: Final = vec[i64]([2, 3, 5, 6, 2, 2, 2])


def run(shops: i64, end: i64, step: i64) -> i64:
    """How many shops would stand in line with a shop on this cell, itself not counted."""
    length: i64 = 0
    cell = end << step
    while cell & shops:
        length += 1
        cell <<= step
    cell = end >> step
    while cell & shops:
        length += 1
        cell >>= step
    return length


def tavern_step(city: City, data: Data) -> float:
    """What the next different kind of tavern would add to the set that is under way."""
    kinds = city.kinds
    most: i64 = 0
    for k in range(i64(4)):
        n = count(kinds[TAVERN + k])
        if n > most:
            most = n
    if not most:
        return float(data.tavern_set[1])
    different: i64 = 0
    for k in range(i64(4)):
        different += count(kinds[TAVERN + k]) == most
    if different == 4:
        return float(data.tavern_set[1])
    return float(data.tavern_set[different + 1] - data.tavern_set[different]) * float(4 - different) / 3.0


def park_step(parks: i64, free: i64, data: Data) -> float:
    """The most that one more park beside a group could add."""
    best = data.parks[1]
    rest = parks
    while rest:
        group = rest & -rest
        while True:
            grown = (group | beside(group)) & parks
            if grown == group:
                break
            group = grown
        rest &= ~group
        size = count(group)
        gain = data.parks[min(size + 1, 16)] - data.parks[size]
        if gain > best and beside(group) & free:
            best = gain
    return float(best)


def factory_worth(state: State, city: i64) -> float:
    """What a factory of the city is worth, by the counts now and, early, by what is usual."""
    counts = count_factories(state.cities)
    now = float(factory_value(counts, city, state.data))
    done = float(count(state.cities[city].occupied)) / 16.0
    return done * now + (1.0 - done) * WEIGHTS[FACTORY_GUESS]


def both(left: float, right: float, players: i64) -> float:
    """Two cities as one number: the weaker counts (BTC-6.2), the better breaks ties; two players add (BTC-6.10)."""
    if players == 2:
        return left + right
    return min(left, right) + WEIGHTS[BETTER_CITY] * max(left, right)


def best_with(city: City, tile: i64, data: Data, factory: float) -> float:
    """The best a city can become by one more tile."""
    best = -1.0
    shape = data.shape[tile]
    cells = city.open_cells(shape)
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        trial = city.clone()
        trial.build(data.first[tile], cell)
        if shape != SQUARE:
            trial.build(data.second[tile], cell + SECOND_HALF[shape])
        worth = promise(trial, data, factory)
        if worth > best:
            best = worth
    return best


def value(state: State, seat: i64) -> float:
    """The position for a seat against its best rival."""
    return own_value(state, seat) - WEIGHTS[RIVAL] * best_rival(state, seat)


def best_rival(state: State, seat: i64) -> float:
    """The most any other seat has, as the cities stand."""
    totals = city_totals(state.cities, state.data)
    n = state.players
    best = 0.0
    for other in range(n):
        if other != seat:
            held = both(float(totals[left_city(other, n)]), float(totals[right_city(other, n)]), n)
            best = max(best, held)
    return best


def own_value(state: State, seat: i64) -> float:
    """The two cities of a seat, its own pair placed as well as possible if it has one."""
    data = state.data
    n = state.players
    left_index = left_city(seat, n)
    right_index = right_city(seat, n)
    left = state.cities[left_index]
    right = state.cities[right_index]
    left_factory = factory_worth(state, left_index)
    right_factory = factory_worth(state, right_index)
    pair = state.chosen[seat]
    if state.phase == OVER or pair < 0:
        return both(promise(left, data, left_factory), promise(right, data, right_factory), n)
    if state.progress[seat] == HALF:
        return both(promise(left, data, left_factory), best_with(right, pair, data, right_factory), n)
    first = pair & 255
    second = pair >> 8
    one = both(best_with(left, first, data, left_factory), best_with(right, second, data, right_factory), n)
    other = both(best_with(left, second, data, left_factory), best_with(right, first, data, right_factory), n)
    return max(one, other)
