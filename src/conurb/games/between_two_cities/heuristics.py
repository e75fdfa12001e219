"""How promising a position is: what the cities will be worth when they are full, roughly.

Half of what a city becomes is chosen by others. So the value of a city is an expectation: each free lot may still
bring an office, a missing kind of tavern or a missing type, and may spoil a house beside it with a factory. The
chances are weights, tuned by play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import FACTORY, HOUSE, OFFICE, PARK, SHOP, TAVERN, Data
from conurb.games.between_two_cities.geometry import (
    NEIGHBOURS,
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
    score_parks,
    score_shops,
    score_taverns,
    taverns_of,
)

if TYPE_CHECKING:
    from conurb.games.between_two_cities.rules import State

LOTS: Final = 17  # a city has 0 to 16 free lots

# The weights by name, so that a tuner can try others (`set_weights`).
NAMES: Final = (
    "better city",  # what a point in the better city is worth against one in the weaker
    "better city early",  # added to that while the cities are empty: which will be weaker is open
    "shop step",  # how much of the next shop in line counts while the city is empty
    "park step",  # the same for the next park of a group
    "office chance",  # that a free lot brings an office
    "tavern chance",  # that it brings a certain missing kind of tavern
    "type chance",  # that it brings a certain missing type
    "spoil chance",  # that a free lot beside a house becomes a factory
    "bonus chance",  # that a free lot beside an office becomes a tavern
    "house to come",  # houses that a free lot brings, in types they will count
    "factory",  # what a factory is worth before the counts are final
    "lead",  # and how much more for each factory ahead of the other cities
)
BETTER: Final = 0
BETTER_EARLY: Final = 1
SHOP_STEP: Final = 2
PARK_STEP: Final = 3
OFFICE_CHANCE: Final = 4
TAVERN_CHANCE: Final = 5
TYPE_CHANCE: Final = 6
SPOIL_CHANCE: Final = 7
BONUS_CHANCE: Final = 8
HOUSE_TO_COME: Final = 9
FACTORY_WORTH: Final = 10
LEAD: Final = 11
WEIGHTS: Final = vec[float]([0.35, 0.69, 0.2, 0.54, 0.18, 0.044, 0.165, 0.13, 0.12, 0.059, 3.1, 0.15])

# Expectations by what is there and the free lots, made from the weights. They use the points of the box; a data
# pack with other values is played with the same instinct.
OFFICE_POINTS: Final = (0, 1, 3, 6, 10, 15, 21, 22, 24, 27, 31, 36, 42, 43, 45, 48, 52)
TAVERN_POINTS: Final = (0, 1, 4, 9, 17)
OFFICES_LATER: Final = vec[float]([0.0] * (LOTS * LOTS))
TAVERNS_LATER: Final = vec[float]([0.0] * (5 * LOTS))
TYPES_LATER: Final = vec[float]([0.0] * (6 * LOTS))
UNSPOILT: Final = vec[float]([0.0] * 5)  # chance that a house keeps its value, by free lots beside it
NO_BONUS: Final = vec[float]([0.0] * 5)
LINE_STEP: Final = vec[i64]([2, 3, 5, 6, 2, 2, 2])


def set_weights(weights: list[float]) -> None:
    """Take other weights and make the tables of expectations anew."""
    for i in range(len(NAMES)):
        WEIGHTS[i] = weights[i]
    office, tavern, kind = WEIGHTS[OFFICE_CHANCE], WEIGHTS[TAVERN_CHANCE], WEIGHTS[TYPE_CHANCE]
    for there in range(16, -1, -1):
        for lots in range(LOTS):
            now = there * LOTS + lots
            if not lots or there == 16:
                OFFICES_LATER[now] = float(OFFICE_POINTS[there])
            else:
                more = OFFICES_LATER[now + LOTS - 1]
                OFFICES_LATER[now] = office * more + (1.0 - office) * OFFICES_LATER[now - 1]
    for there in range(4, -1, -1):
        for lots in range(LOTS):
            now = there * LOTS + lots
            if not lots or there == 4:
                TAVERNS_LATER[now] = float(TAVERN_POINTS[there])
            else:
                chance = float(4 - there) * tavern
                more = TAVERNS_LATER[now + LOTS - 1]
                TAVERNS_LATER[now] = chance * more + (1.0 - chance) * TAVERNS_LATER[now - 1]
    for there in range(6):
        missing = float(5 - there)
        for lots in range(LOTS):
            TYPES_LATER[there * LOTS + lots] = 5.0 - missing
            missing *= 1.0 - kind
    for lots in range(5):
        UNSPOILT[lots] = (1.0 - WEIGHTS[SPOIL_CHANCE]) ** lots
        NO_BONUS[lots] = (1.0 - WEIGHTS[BONUS_CHANCE]) ** lots


set_weights(list(WEIGHTS))


def promise(city: City, data: Data, factory: float) -> float:
    """What the city will be worth when it is full."""
    kinds = city.kinds
    lots = 16 - count(city.occupied)
    free = city.frame & ~city.occupied if lots else i64(0)
    room = float(lots) / 16.0
    total = factory * float(count(kinds[FACTORY]))
    total += float(score_shops(city, data)) + room * WEIGHTS[SHOP_STEP] * shop_step(kinds[SHOP], free)
    total += float(score_parks(city, data)) + room * WEIGHTS[PARK_STEP] * park_step(kinds[PARK], free, data)
    total += taverns_later(city, lots, data)
    total += offices_later(city, lots, free, data)
    return total + houses_later(city, lots, free, data)


def taverns_later(city: City, lots: i64, data: Data) -> float:
    """The taverns now, and the set that can still be completed."""
    different = tavern_kinds(city)
    later = TAVERNS_LATER[different * LOTS + lots] - float(TAVERN_POINTS[different])
    return float(score_taverns(city, data)) + later


def tavern_kinds(city: City) -> i64:
    different: i64 = 0
    for kind in range(i64(4)):
        different += city.kinds[TAVERN + kind] != 0
    return different


def offices_later(city: City, lots: i64, free: i64, data: Data) -> float:
    """The offices that will be there, and their bonuses beside taverns."""
    offices = city.kinds[OFFICE]
    total = OFFICES_LATER[count(offices) * LOTS + lots]
    served = offices & beside(taverns_of(city))
    total += float(data.office_bonus * count(served))
    rest = offices & ~served
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        total += float(data.office_bonus) * (1.0 - NO_BONUS[count(NEIGHBOURS[cell] & free)])
    return total


def houses_later(city: City, lots: i64, free: i64, data: Data) -> float:
    """Each house by the types that will be there, unless a factory comes beside it."""
    types = float(data.house_per_type) * TYPES_LATER[other_types(city) * LOTS + lots]
    least = float(data.house_beside_factory)
    near_factories = beside(city.kinds[FACTORY])
    houses = city.kinds[HOUSE]
    total = least * float(count(houses & near_factories))
    rest = houses & ~near_factories
    while rest:
        cell = lowest(rest)
        rest &= rest - 1
        total += least + (types - least) * UNSPOILT[count(NEIGHBOURS[cell] & free)]
    clear = count(free & city.frontier & ~near_factories)
    return total + WEIGHTS[HOUSE_TO_COME] * types * float(min(clear, lots))


def shop_step(shops: i64, free: i64) -> float:
    """The most that one more shop at the end of a line could add."""
    if not shops:
        return 2.0
    best: i64 = 0
    ends = free & beside(shops)
    while ends:
        end = ends & -ends
        ends ^= end
        gain = LINE_STEP[max(in_line(shops, end, 1), in_line(shops, end, 8))]
        if gain > best:
            best = gain
    return float(best)


def in_line(shops: i64, end: i64, step: i64) -> i64:
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


def room_in(city: City) -> float:
    """The part of a city that is still to be built."""
    return float(16 - count(city.occupied)) / 16.0


def factory_worth(state: State, city: i64, more: i64) -> float:
    """What a factory of the city is worth with so many more, by the counts now and, early, by what is usual."""
    counts = count_factories(state.cities)
    counts[city] += more
    now = float(factory_value(counts, city, state.data))
    most: i64 = 0
    for c in range(len(counts)):
        if c != city and counts[c] > most:
            most = counts[c]
    lead = max(i64(-2), min(i64(2), counts[city] - most))
    room = room_in(state.cities[city])
    return (1.0 - room) * now + room * (WEIGHTS[FACTORY_WORTH] + WEIGHTS[LEAD] * float(lead))


def both(left: float, right: float, players: i64, room: float) -> float:
    """Two cities as one number: the weaker counts (BTC-6.2), the better breaks ties; two players add (BTC-6.10)."""
    if players == 2:
        return left + right
    return min(left, right) + (WEIGHTS[BETTER] + WEIGHTS[BETTER_EARLY] * room) * max(left, right)


def best_with(state: State, index: i64, tile: i64) -> float:
    """The best a city can become by one more tile."""
    data = state.data
    city = state.cities[index]
    shape = data.shape[tile]
    factories: i64 = data.first[tile] == FACTORY or (shape != SQUARE and data.second[tile] == FACTORY)
    factory = factory_worth(state, index, factories)
    best = -1.0
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


def as_it_is(state: State, index: i64) -> float:
    """What a city promises without another tile."""
    return promise(state.cities[index], state.data, factory_worth(state, index, 0))


def value(state: State, seat: i64) -> float:
    """The two cities of a seat, its own pair placed as well as possible if it has one."""
    n = state.players
    left = left_city(seat, n)
    right = right_city(seat, n)
    room = (room_in(state.cities[left]) + room_in(state.cities[right])) / 2.0
    pair = state.chosen[seat]
    if state.phase == OVER:
        totals = city_totals(state.cities, state.data)
        return both(float(totals[left]), float(totals[right]), n, 0.0)
    if pair < 0:
        return both(as_it_is(state, left), as_it_is(state, right), n, room)
    if state.progress[seat] == HALF:
        return both(as_it_is(state, left), best_with(state, right, pair), n, room)
    lower = pair & 255
    higher = pair >> 8
    return max(
        both(best_with(state, left, lower), best_with(state, right, higher), n, room),
        both(best_with(state, left, higher), best_with(state, right, lower), n, room),
    )
