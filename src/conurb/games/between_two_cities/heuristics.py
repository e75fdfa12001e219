"""How promising a position is: the chance to win, by what the cities will be worth when they are full.

Half of what a city becomes is chosen by others. So the worth of a city is an expectation: what it scores, and what
cities like it came to score on top of that. The margins between cities make the chance to win.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import FACTORY, HOUSE, OFFICE, PARK, SHOP, TAVERN, Data
from conurb.games.between_two_cities.geometry import (
    NEIGHBOURS,
    NEW_OUTLOOK,
    OUTLOOKS,
    SECOND_HALF,
    SQUARE,
    City,
    beside,
    group_of,
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
from conurb.kernel.bits import count, lowest

if TYPE_CHECKING:
    from conurb.games.between_two_cities.rules import State

LOTS: Final = 17  # a city has 0 to 16 free lots

# What a city as it is lets hope for: each counts by two weights, one that grows with the root of the free part of the
# city and one that grows with that part itself. They were fitted to the ends of games between greedy bots.
HOPES: Final = (
    "lots",  # being unfinished
    "shop step",  # the most that one more shop could add
    "one tavern",  # as many kinds of taverns
    "two taverns",
    "three taverns",
    "four taverns",
    "office",  # each office
    "offices squared",
    "lonely office",  # an office that a tavern could still come beside
    "park step",  # the most that one more park could add
    "house and missing type",  # each unspoilt house, for each type that the city has not got
    "exposed house",  # each free lot beside such a house, for each type that it counts
    "missing type",
    "clear lot",  # a free lot beside the city and not beside a factory
    "clear lot and type",
    "factory",
    "factory points",  # by the counts now
)
UNFINISHED: Final = 0
SHOP_STEP: Final = 1
NO_TAVERN: Final = 1  # the kinds are counted on from here
AN_OFFICE: Final = 6
OFFICES_SQUARED: Final = 7
LONELY_OFFICE: Final = 8
PARK_STEP: Final = 9
HOUSE_AND_MISSING: Final = 10
EXPOSED: Final = 11
MISSING: Final = 12
CLEAR: Final = 13
CLEAR_AND_TYPE: Final = 14
A_FACTORY: Final = 15
FACTORY_POINTS: Final = 16
HOPE_COUNT: Final = 17

# The weights by name, so that a tuner can try others (`set_weights`).
NAMES: Final = (
    "spread",  # points that a margin may still change by, when the cities are almost full
    "spread early",  # added to that while the cities are empty
    "own",  # what a point of the own cities counts beside the chance to win
    *[f"{hope}, root" for hope in HOPES],
    *HOPES,
)
SPREAD: Final = 0
SPREAD_EARLY: Final = 1
OWN: Final = 2
FIRST_HOPE: Final = 3
WEIGHTS: Final = vec[float](
    [1.2, 1.4, 0.05]
    + [-13.5, -0.444, -0.438, 1.82, 2.45, 0.533, 1.19, -0.168, 0.326]
    + [0.424, 1.81, -0.405, -1.87, -0.387, 0.404, 5.86, -1.28]
    + [66.3, 1.66, 5.56, 6.32, 6.21, 2.45, 3.1, -0.33, 0.552]
    + [0.306, -0.929, 0.44, 2.07, 0.247, -0.483, -4.95, 0.919]
)
STAKE: Final = 40.0  # points that victory counts as
TYPES: Final = 5  # that a house counts
EDITIONS: Final = 1024.0  # from edition to edition: more than any factory is worth

HOPE: Final = vec[float]([0.0] * (LOTS * HOPE_COUNT))  # what each counts, by the free lots
EDITION: Final = vec[float]([0.0])  # of the weights: what was remembered with others does not count
LINE_STEP: Final = vec[i64]([2, 3, 5, 6, 2, 2, 2])


def set_weights(weights: list[float]) -> None:
    """Take other weights and make the table of hopes anew."""
    EDITION[0] += EDITIONS
    for i in range(len(NAMES)):
        WEIGHTS[i] = weights[i]
    for lots in range(LOTS):
        room = float(lots) / 16.0
        for hope in range(HOPE_COUNT):
            soon = WEIGHTS[FIRST_HOPE + hope]
            later = WEIGHTS[FIRST_HOPE + HOPE_COUNT + hope]
            HOPE[lots * HOPE_COUNT + hope] = sqrt(room) * soon + room * later


set_weights(list(WEIGHTS))


def promise(city: City, data: Data, factory: i64) -> float:
    """What the city will be worth when it is full; its factories are worth so much each now."""
    factories = count(city.kinds[FACTORY])
    total = float(score_without_factories(city, data) + factory * factories)
    lots = 16 - count(city.occupied)
    if lots <= 0:
        return total
    at = lots * HOPE_COUNT
    free = city.frame & ~city.occupied
    total += HOPE[at + UNFINISHED]
    total += HOPE[at + SHOP_STEP] * shop_step(city.kinds[SHOP], free)
    total += HOPE[at + PARK_STEP] * park_step(city.kinds[PARK], free, data)
    total += (HOPE[at + A_FACTORY] + HOPE[at + FACTORY_POINTS] * float(factory)) * float(factories)
    kinds = tavern_kinds(city)
    if kinds:
        total += HOPE[at + NO_TAVERN + kinds]
    return total + office_hopes(city, at, free) + house_hopes(city, at, lots, free)


def tavern_kinds(city: City) -> i64:
    different: i64 = 0
    for kind in range(i64(4)):
        different += city.kinds[TAVERN + kind] != 0
    return different


def office_hopes(city: City, at: i64, free: i64) -> float:
    """More offices for the set, and taverns beside those that have none."""
    offices = city.kinds[OFFICE]
    if not offices:
        return 0.0
    n = float(count(offices))
    lonely = count(offices & ~beside(taverns_of(city)) & beside(free))
    return HOPE[at + AN_OFFICE] * n + HOPE[at + OFFICES_SQUARED] * n * n + HOPE[at + LONELY_OFFICE] * float(lonely)


def house_hopes(city: City, at: i64, lots: i64, free: i64) -> float:
    """Types to come for the houses, factories that may spoil them, and lots for more."""
    types = float(other_types(city))
    missing = float(TYPES) - types
    near_factories = beside(city.kinds[FACTORY])
    houses = city.kinds[HOUSE] & ~near_factories
    exposed: i64 = 0
    rest = houses
    while rest:
        exposed += count(NEIGHBOURS[lowest(rest)] & free)
        rest &= rest - 1
    clear = float(min(count(free & city.frontier & ~near_factories), lots))
    total = HOPE[at + HOUSE_AND_MISSING] * missing * float(count(houses)) + HOPE[at + MISSING] * missing
    total += HOPE[at + EXPOSED] * types * float(exposed)
    return total + (HOPE[at + CLEAR] + HOPE[at + CLEAR_AND_TYPE] * types) * clear


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
        group = group_of(rest & -rest, parks)
        rest &= ~group
        size = count(group)
        gain = data.parks[min(size + 1, 16)] - data.parks[size]
        if gain > best and beside(group) & free:
            best = gain
    return float(best)


def room_in(city: City) -> float:
    """The part of a city that is still to be built."""
    return float(16 - count(city.occupied)) / 16.0


def factory_worth(state: State, counts: vec[i64], city: i64, more: i64) -> i64:
    """What a factory of the city would count with so many more, by the counts now."""
    counts[city] += more
    worth = factory_value(counts, city, state.data)
    counts[city] -= more
    return worth


def sure(margin: float, spread: float) -> float:
    """The chance that a margin of so many points holds."""
    return 1.0 / (1.0 + exp(-margin / spread))


def chance(worth: vec[float], seat: i64, n: i64, spread: float) -> float:
    """The chance to win with cities of that worth.

    Neighbours share a city, so what decides between them is the other one of each (BTC-6.2, BTC-6.3): of four, a
    seat wins if both its cities beat the one opposite.
    """
    if n == 2:
        mine = worth[2 * seat] + worth[2 * seat + 1]
        theirs = worth[2 - 2 * seat] + worth[3 - 2 * seat]
        return sure(mine - theirs, 1.4 * spread)
    left = worth[left_city(seat, n)]
    right = worth[right_city(seat, n)]
    next_seat = (seat + 1) % n
    last_seat = (seat + n - 1) % n
    odds = sure(right - worth[left_city(next_seat, n)], spread) * sure(left - worth[right_city(last_seat, n)], spread)
    if n > 4:
        lower = min(left, right)
        for other in range(n):
            if other not in (last_seat, seat, next_seat):
                theirs = min(worth[left_city(other, n)], worth[right_city(other, n)])
                odds *= sure(lower - theirs, spread)
    return odds


def remember(state: State) -> None:
    """From now on remember what the cities promise; clones share it until they build."""
    for city in state.cities:
        if not len(city.outlook):
            city.outlook = NEW_OUTLOOK[:]


def best_with(state: State, counts: vec[i64], index: i64, tile: i64) -> float:
    """The best a city can become by one more tile. For a square it is remembered: many decisions ask for it."""
    data = state.data
    city = state.cities[index]
    shape = data.shape[tile]
    first = data.first[tile]
    factories: i64 = first == FACTORY or (shape != SQUARE and data.second[tile] == FACTORY)
    factory = factory_worth(state, counts, index, factories)
    if shape != SQUARE or not len(city.outlook):
        return best_site(city, data, tile, factory)
    slot = 1 + first
    asked = EDITION[0] + float(factory)
    if city.outlook[slot] != asked:
        city.outlook[slot] = asked
        city.outlook[OUTLOOKS + slot] = best_site(city, data, tile, factory)
    return city.outlook[OUTLOOKS + slot]


def best_site(city: City, data: Data, tile: i64, factory: i64) -> float:
    """What the city promises with the tile where it promises most."""
    shape = data.shape[tile]
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


def as_it_is(state: State, counts: vec[i64], index: i64) -> float:
    """What a city promises without another tile."""
    city = state.cities[index]
    factory = factory_worth(state, counts, index, 0)
    if not len(city.outlook):
        return promise(city, state.data, factory)
    asked = EDITION[0] + float(factory)
    if city.outlook[0] != asked:
        city.outlook[0] = asked
        city.outlook[OUTLOOKS] = promise(city, state.data, factory)
    return city.outlook[OUTLOOKS]


def forecasts(state: State) -> list[float]:
    """What each city is expected to score in the end; the weights are fitted to this (`tools/fit.py`)."""
    counts = count_factories(state.cities)
    return [as_it_is(state, counts, c) for c in range(i64(len(state.cities)))]


def value(state: State, seat: i64) -> float:
    """The chance to win as points, and a little for what the seat's cities promise; its own pair placed as well as
    possible if it has one."""
    n = state.players
    left = left_city(seat, n)
    right = right_city(seat, n)
    if state.phase == OVER:
        totals = city_totals(state.cities, state.data)
        return STAKE * won(state, seat) + WEIGHTS[OWN] * float(totals[left] + totals[right])
    counts = count_factories(state.cities)
    worth = vec[float]([0.0] * len(state.cities))
    for c in range(i64(len(worth))):
        worth[c] = as_it_is(state, counts, c)
    room = (room_in(state.cities[left]) + room_in(state.cities[right])) / 2.0
    spread = WEIGHTS[SPREAD] + WEIGHTS[SPREAD_EARLY] * sqrt(room)
    pair = state.chosen[seat]
    if pair < 0:
        return prospect(worth, seat, n, spread)
    if state.progress[seat] == HALF:
        worth[right] = best_with(state, counts, right, pair)
        return prospect(worth, seat, n, spread)
    lower = pair & 255
    higher = pair >> 8
    worth[left] = best_with(state, counts, left, lower)
    worth[right] = best_with(state, counts, right, higher)
    first = prospect(worth, seat, n, spread)
    worth[left] = best_with(state, counts, left, higher)
    worth[right] = best_with(state, counts, right, lower)
    return max(first, prospect(worth, seat, n, spread))


def prospect(worth: vec[float], seat: i64, n: i64, spread: float) -> float:
    own = worth[left_city(seat, n)] + worth[right_city(seat, n)]
    return STAKE * chance(worth, seat, n, spread) + WEIGHTS[OWN] * own


def won(state: State, seat: i64) -> float:
    """The seat's part in the victory."""
    places = state.ranking()
    return 1.0 / float(places.count(1)) if places[seat] == 1 else 0.0
