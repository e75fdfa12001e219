"""How promising a position is: what each track will still bring, and what the city can do.

A decision in several parts (tile, cell, payment) is looked through to its end, so that a tile is as good as its best
cell. The rest is a sum: what the end of the game pays for tracks and tiles, what the World Expos to come pay for
employment and services, and what energy, plants and activations are worth while there are rounds to use them. The
numbers were fitted, half-way, to the ends of games between greedy bots (docs/bots.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.the_capitals.data import ACTIVATES, FINAL, ON_ACTIVATE, ON_BUILD, ON_UPGRADE, TOURISM_END
from conurb.games.the_capitals.effects import Per
from conurb.games.the_capitals.geometry import (
    CULTURE,
    ECONOMY,
    EMPLOYMENT,
    ENERGY,
    POPULATION,
    PRESTIGE,
    PROGRESS,
    SERVICES,
    City,
)
from conurb.games.the_capitals.moves import (
    ASK_CELL,
    ASK_FREE,
    ASK_ORDER,
    ASK_PAYMENT,
    ASK_TILE,
    BUILDING,
    OVER,
    POLITICAL,
)
from conurb.kernel.bits import ONE, count, lowest

if TYPE_CHECKING:
    from conurb.games.the_capitals.rules import State

# The weights, by name, so that a tuner can try others.
NAMES: Final = (
    "money",
    "scarce money",
    "culture",
    "energy",
    "step",
    "level",
    "employment",
    "unemployed",
    "population",
    "services",
    "behind in services",
    "leading in culture",
    "tourist",
    "activation",
    "watcher",
    "order",
    "multiplier",
    "open token",
)
WEIGHTS: Final = vec[float](
    [0.254, 0.118, 0.587, 0.33, 0.745, 0.27, 0.9, 0.17, 0.116, 0.29, 1.08, 0.084, 0.085, 0.309, 0.05, 0.2, 0.88, 0.118]
)
MONEY: Final = 0  # a dollar at the end
SCARCE: Final = 1  # more for each of the first dollars, which save taxes
CULTURE_POINT: Final = 2
CUBE: Final = 3  # more than at the end, while there are rounds to spend it
STEP: Final = 4  # on the progress circle, before the last upgrade
LEVEL: Final = 5  # a plant level, for each round to come
EXPO_EMPLOYMENT: Final = 6  # a point of the employment table, for each Expo
UNEMPLOYED: Final = 7
ROOM: Final = 8  # population, which lets employment grow
SERVICE: Final = 9
BEHIND: Final = 10  # a rank in services, for each Expo
LEADING: Final = 11  # in culture, for each round
TOURIST: Final = 12  # in the own city, for each round
ACTIVATION: Final = 13  # the best activation, for each round
WATCHER: Final = 14  # a tile that watches, for each round
ORDER: Final = 15  # an earlier place in the initiative order
MULTIPLIER: Final = 16  # of the own initiative space
OPEN_TOKEN: Final = 17  # an empty cell at a token

SCARCE_BELOW: Final = 15  # dollars
# What a unit of each resource is worth in an activation, roughly; energy is counted by its price.
UNIT: Final = vec[float]([0.4, 1.1, 0.8, 0.28, 0.5, 0.8, 0.5, 1.0])


def value(state: State, seat: i64) -> float:
    """The position for a seat, its decision at hand taken to the end."""
    if state.phase != OVER and state.next_seat() == seat:
        half_done = state.asks in (ASK_CELL, ASK_PAYMENT, ASK_FREE, ASK_ORDER)
        if half_done or (state.asks == ASK_TILE and len(state.frames) > 0):
            return best_continuation(state, seat)
    return settled(state, seat)


def best_continuation(state: State, seat: i64) -> float:
    """The best of what the decision can still become; pending effects in their usual order."""
    out = vec[i64]([0] * state.legal_capacity())
    n = state.legal_into(seat, out)
    if state.asks == ASK_ORDER:
        n = 1
    best = -1e9
    for k in range(n):
        trial = state.look_ahead(seat)
        trial.step(seat, out[k])
        worth = value(trial, seat)
        if worth > best:
            best = worth
    return best


def expos_left(state: State) -> i64:
    """World Expos to come, that of this round included."""
    if state.phase == OVER:
        return 0
    n: i64 = 0
    for number in range(state.round, state.data.rounds + 1):
        n += state.data.expo_after[number]
    return n


def settled(state: State, seat: i64) -> float:
    """The position for a seat when nothing of its own is half done."""
    data = state.data
    city = state.cities[seat]
    have = city.have
    w = WEIGHTS
    rounds = float(data.rounds - state.round)
    if state.phase == POLITICAL or state.phase == BUILDING:
        rounds += 0.5
    if state.phase == OVER:
        rounds = 0.0
    share = rounds / float(data.rounds)
    total = float(have[PRESTIGE])
    total += w[MONEY] * float(have[ECONOMY]) + w[SCARCE] * float(min(have[ECONOMY], SCARCE_BELOW)) * min(1.0, rounds)
    total += w[CULTURE_POINT] * float(have[CULTURE])
    total += (0.25 + w[CUBE] * min(1.0, 2.0 * share)) * float(have[ENERGY])
    total += progress_worth(state, city, rounds)
    total += expo_worth(state, seat, float(expos_left(state)))
    total += tourism_worth(state, seat, rounds)
    total += tiles_worth(state, seat, rounds)
    if rounds > 0.0:
        total += initiative_worth(state, seat)
        for vertex in city.tokens:
            total += w[OPEN_TOKEN] * float(4 - city.occupied_around(vertex))
    else:
        space = state.spaces[seat]
        total -= w[MONEY] * float(data.price[space] * data.multiplier[space])
    return total


def progress_worth(state: State, city: City, rounds: float) -> float:
    """Steps are points at the end; before that they lead to plants, whose activations take rounds."""
    steps = float(city.have[PROGRESS])
    late = max(0.0, 1.0 - rounds / 4.0)
    if city.level == state.data.top_level:
        late = 1.0
    step = WEIGHTS[STEP] * (1.0 - late) + late
    level = (2.0 + WEIGHTS[LEVEL] * rounds) * (1.0 - late) + late * 2.0
    return step * steps + level * float(city.level)


def expo_worth(state: State, seat: i64, expos: float) -> float:
    """What the Expos to come pay for employment and services as they stand."""
    data = state.data
    have = state.cities[seat].have
    if expos <= 0.0:
        return 0.0
    employed = float(data.expo_prestige[have[EMPLOYMENT] - data.first[EMPLOYMENT]])
    idle = float(min(3, have[POPULATION] - have[EMPLOYMENT]))
    total = expos * (WEIGHTS[EXPO_EMPLOYMENT] * employed - WEIGHTS[UNEMPLOYED] * idle)
    total += WEIGHTS[ROOM] * float(have[POPULATION])
    behind = 0.0
    for other in range(state.players):
        if other != seat:
            ahead = state.cities[other].have[SERVICES] - have[SERVICES]
            behind += max(0.0, min(1.0, 0.5 + 0.25 * float(ahead)))
    steps = float(data.expo_progress[have[SERVICES] - data.first[SERVICES]])
    total += expos * (0.6 * steps + WEIGHTS[SERVICE] * float(have[SERVICES]) - WEIGHTS[BEHIND] * behind)
    return total


def tourism_worth(state: State, seat: i64, rounds: float) -> float:
    """Culture ahead of the others brings an activation and tourists."""
    mine = state.cities[seat].have[CULTURE]
    best: i64 = state.neutral_culture if state.players == 2 else 0
    for other in range(state.players):
        if other != seat:
            best = max(best, state.cities[other].have[CULTURE])
    lead = max(-6.0, min(6.0, float(mine - best)))
    here = 0.0
    for city in state.tourist_city:
        if city == seat:
            here += 1.0
    return min(rounds, 6.0) * (WEIGHTS[LEADING] * lead + WEIGHTS[TOURIST] * here)


def tiles_worth(state: State, seat: i64, rounds: float) -> float:
    """Final effects as they stand, what the best activations promise, and tiles that watch."""
    data = state.data
    city = state.cities[seat]
    total = 0.0
    rest = city.flagged[FINAL]
    while rest:
        at = lowest(rest)
        rest &= rest - 1
        for entry in data.final[city.tile[at]]:
            n = entry.worth(state, seat, at) if isinstance(entry, Per) else entry.n
            total += float(n) * (1.0 if entry.what == PRESTIGE else 0.5)
    if rounds <= 0.0:
        return total
    first = 0.0
    second = 0.0
    rest = city.flagged[ACTIVATES]
    while rest:
        at = lowest(rest)
        rest &= rest - 1
        worth = activation_worth(state, seat, at)
        if worth > first:
            second = first
            first = worth
        elif worth > second:
            second = worth
    total += WEIGHTS[ACTIVATION] * rounds * (first + 0.6 * second)
    watching = city.flagged[ON_BUILD] | city.flagged[ON_UPGRADE] | city.flagged[TOURISM_END]
    return total + WEIGHTS[WATCHER] * rounds * float(count(watching))


def activation_worth(state: State, seat: i64, at: i64) -> float:
    """What activating a tile once would bring, less its cubes."""
    data = state.data
    city = state.cities[seat]
    total = -0.25 * float(2 + data.printed[city.tile[at]])
    for entry in data.activation[city.tile[at]]:
        if entry.what < 0:
            total += 2.0
        else:
            n = entry.worth(state, seat, at) if isinstance(entry, Per) else entry.n
            total += UNIT[entry.what] * float(n)
    watchers = city.flagged[ON_ACTIVATE] & ~ONE[at]
    while watchers:
        other = lowest(watchers)
        watchers &= watchers - 1
        for trigger in data.on_activate[city.tile[other]]:
            if trigger.choice.answers(city, other, at):
                total += UNIT[trigger.what] * float(trigger.n)
    return total


def initiative_worth(state: State, seat: i64) -> float:
    """An early place is worth something, a high multiplier will cost."""
    space = state.spaces[seat]
    if state.phase == POLITICAL and state.chosen[seat] >= 0:
        space = state.chosen[seat]
    return -WEIGHTS[ORDER] * float(space) - WEIGHTS[MULTIPLIER] * float(state.data.multiplier[space])
