"""The effect language of the tiles, interpreted: one small class for each primitive (CAP-1.10 to CAP-1.34).

The entries of a data pack become objects of these classes once, when the pack is loaded. No tile has code of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from conurb.games.the_capitals.geometry import (
    CULTURE,
    ECONOMY,
    EMPLOYMENT,
    ENERGY,
    POPULATION,
    PRESTIGE,
    PROGRESS,
    RESOURCES,
    SERVICES,
    TYPES,
    City,
)
from conurb.kernel.bits import ONE, count, lowest

if TYPE_CHECKING:
    from conurb.games.the_capitals.rules import State

# What an effect may read or change: a bit for each resource, and three more.
LEVEL: Final = 2**RESOURCES
TILES: Final = 2 ** (RESOURCES + 1)
NOTHING: Final = 0
EVERYTHING: Final = 2 ** (RESOURCES + 2) - 1

# The canonical order of pending effects (CAP-3.25): classes 1 to 6.
POPULATION_GAIN: Final = 1
EMPLOYMENT_GAIN: Final = 2
PER_EFFECT: Final = 3
OTHER_GAIN: Final = 4
LOSS: Final = 5
DO_EFFECT: Final = 6


def gain_class(what: i64, n: i64) -> i64:
    """The class of a plain gain."""
    if n < 0:
        return LOSS
    if what == POPULATION:
        return POPULATION_GAIN
    return EMPLOYMENT_GAIN if what == EMPLOYMENT else OTHER_GAIN


# --- which tiles


@final
@mypyc_attr(native_class=True, acyclic=True)
class Choice:
    """Filter and scope: which tiles of the city an entry is about (CAP-1.13 to CAP-1.15)."""

    fits: vec[u8]  # by tile: whether it matches the filter
    adjacent: bool
    distinct: bool

    def __init__(self, fits: vec[u8], adjacent: bool, distinct: bool) -> None:
        self.fits = fits
        self.adjacent = adjacent
        self.distinct = distinct

    def found(self, city: City, at: i64) -> i64:
        """The matching tiles in scope of the tile that carries the entry, which never counts itself (CAP-1.14)."""
        scope = city.everything() & ~ONE[at]
        if self.adjacent:
            scope &= city.near[at]
        mask: i64 = 0
        while scope:
            other = lowest(scope)
            scope &= scope - 1
            if self.fits[city.tile[other]]:
                mask |= ONE[other]
        return mask

    def number(self, city: City, at: i64) -> i64:
        """How many tiles match, or how many types other than the carrier's own (CAP-1.15)."""
        mask = self.found(city, at)
        if not self.distinct:
            return count(mask)
        n: i64 = 0
        for kind in range(i64(TYPES)):
            if city.of_type[kind] & mask and not city.of_type[kind] & ONE[at]:
                n += 1
        return n

    def answers(self, city: City, at: i64, new: i64) -> bool:
        """Whether a tile that was just built or activated is one that the tile `at` watches for."""
        if at == new or not self.fits[city.tile[new]] or city.lakes & ONE[new]:
            return False
        if self.adjacent and not city.near[at] & ONE[new]:
            return False
        return not self.distinct or self.first_of_type(city, at, new)

    def first_of_type(self, city: City, at: i64, new: i64) -> bool:
        """The new tile has another type than the carrier, and no tile in scope has it yet (CAP-1.22, CAP-8.22)."""
        others = city.everything() & ~ONE[at] & ~ONE[new]
        if self.adjacent:
            others &= city.near[at]
        for kind in range(i64(TYPES)):
            if city.of_type[kind] & ONE[new]:
                return not city.of_type[kind] & (others | ONE[at])
        return False


@final
@mypyc_attr(native_class=True, acyclic=True)
class Trigger:
    """A construction entry, or a permanent entry that watches activations (CAP-1.22, CAP-1.23)."""

    choice: Choice
    what: i64
    n: i64

    def __init__(self, choice: Choice, what: i64, n: i64) -> None:
        self.choice = choice
        self.what = what
        self.n = n


# --- what a `per` entry counts (CAP-1.11)


@mypyc_attr(native_class=True, acyclic=True)
class Source:
    """A number read when the entry resolves."""

    reads: i64  # what it depends on

    def __init__(self, reads: i64) -> None:
        self.reads = reads

    def value(self, state: State, seat: i64, at: i64) -> i64:
        raise NotImplementedError


@final
@mypyc_attr(native_class=True, acyclic=True)
class Resource(Source):
    """The space on a track, or the cubes on the power plant."""

    what: i64

    def __init__(self, what: i64) -> None:
        Source.__init__(self, ONE[what])
        self.what = what

    def value(self, state: State, seat: i64, at: i64) -> i64:
        return state.cities[seat].have[self.what]


@final
@mypyc_attr(native_class=True, acyclic=True)
class ServicesAboveZero(Source):
    def __init__(self) -> None:
        Source.__init__(self, ONE[SERVICES])

    def value(self, state: State, seat: i64, at: i64) -> i64:
        return max(0, state.cities[seat].have[SERVICES])


@final
@mypyc_attr(native_class=True, acyclic=True)
class PlayersAheadInCulture(Source):
    """Other markers strictly ahead, the neutral one included (CAP-8.34)."""

    def __init__(self) -> None:
        Source.__init__(self, ONE[CULTURE])

    def value(self, state: State, seat: i64, at: i64) -> i64:
        mine = state.cities[seat].have[CULTURE]
        n: i64 = 0
        for other in range(state.players):
            n += state.cities[other].have[CULTURE] > mine
        if state.players == 2:
            n += state.neutral_culture > mine
        return n


@final
@mypyc_attr(native_class=True, acyclic=True)
class PlantLevel(Source):
    def __init__(self) -> None:
        Source.__init__(self, LEVEL)

    def value(self, state: State, seat: i64, at: i64) -> i64:
        return state.cities[seat].level


@final
@mypyc_attr(native_class=True, acyclic=True)
class TouristsInCity(Source):
    """Markers of any colour, on tiles or beside the city."""

    def __init__(self) -> None:
        Source.__init__(self, NOTHING)

    def value(self, state: State, seat: i64, at: i64) -> i64:
        n: i64 = 0
        for city in state.tourist_city:
            n += city == seat
        return n


@final
@mypyc_attr(native_class=True, acyclic=True)
class Tiles(Source):
    """Matching tiles, or different types among them."""

    choice: Choice

    def __init__(self, choice: Choice) -> None:
        Source.__init__(self, TILES)
        self.choice = choice

    def value(self, state: State, seat: i64, at: i64) -> i64:
        return self.choice.number(state.cities[seat], at)


# --- the entries


@mypyc_attr(native_class=True, acyclic=True)
class Effect:
    """One entry of a list of effects."""

    what: i64  # the resource it changes; -1 for a `do` effect
    n: i64
    reads: i64
    order: i64  # its class in the canonical order

    def __init__(self, what: i64, n: i64, reads: i64, order: i64) -> None:
        self.what = what
        self.n = n
        self.reads = reads
        self.order = order

    def resolve(self, state: State, seat: i64, at: i64) -> None:
        """Carry the entry out for the owner of the tile `at`."""
        raise NotImplementedError

    def plain(self, era: i64) -> bool:
        """Whether it is a gain that is known beforehand."""
        return False

    def amount(self, era: i64) -> i64:
        """That gain."""
        return self.n


@final
@mypyc_attr(native_class=True, acyclic=True)
class Gain(Effect):
    """gain(track, n): CAP-1.10."""

    def __init__(self, what: i64, n: i64) -> None:
        Effect.__init__(self, what, n, NOTHING, gain_class(what, n))

    def resolve(self, state: State, seat: i64, at: i64) -> None:
        state.gain(seat, self.what, self.n)

    def plain(self, era: i64) -> bool:
        return True


@final
@mypyc_attr(native_class=True, acyclic=True)
class EraGain(Effect):
    """era(track, [a, b, c]): a plain gain that depends on the era (CAP-1.12)."""

    by_era: vec[i64]

    def __init__(self, what: i64, by_era: vec[i64]) -> None:
        Effect.__init__(self, what, by_era[0], NOTHING, OTHER_GAIN)
        self.by_era = by_era

    def resolve(self, state: State, seat: i64, at: i64) -> None:
        state.gain(seat, self.what, self.amount(state.era()))

    def plain(self, era: i64) -> bool:
        return True

    def amount(self, era: i64) -> i64:
        return self.by_era[era]


@final
@mypyc_attr(native_class=True, acyclic=True)
class Per(Effect):
    """per(src, k, track, n): CAP-1.11. The full amount is always taken (CAP-8.16)."""

    source: Source
    k: i64

    def __init__(self, source: Source, k: i64, what: i64, n: i64) -> None:
        Effect.__init__(self, what, n, source.reads, PER_EFFECT)
        self.source = source
        self.k = k

    def resolve(self, state: State, seat: i64, at: i64) -> None:
        state.gain(seat, self.what, self.worth(state, seat, at))

    def worth(self, state: State, seat: i64, at: i64) -> i64:
        return self.n * (self.source.value(state, seat, at) // self.k)


@final
@mypyc_attr(native_class=True, acyclic=True)
class FreeActivation(Effect):
    """free_activate(adj): CAP-1.30, CAP-3.47."""

    def __init__(self) -> None:
        Effect.__init__(self, -1, 0, EVERYTHING, DO_EFFECT)

    def resolve(self, state: State, seat: i64, at: i64) -> None:
        state.offer_free_activation(seat, at)


@final
@mypyc_attr(native_class=True, acyclic=True)
class ExtraBuild(Effect):
    """extra_build(): CAP-1.31, CAP-3.59."""

    def __init__(self) -> None:
        Effect.__init__(self, -1, 0, EVERYTHING, DO_EFFECT)

    def resolve(self, state: State, seat: i64, at: i64) -> None:
        state.demand_extra_build(seat)


# --- prerequisites of prosperity tiles (CAP-1.27)

BY_TILES: Final = 0
BY_RESOURCE: Final = 1
BY_PROGRESS: Final = 2
BY_PAYING: Final = 3


@final
@mypyc_attr(native_class=True, acyclic=True)
class Prerequisite:
    """What a player must have most or least of, or pay, to build a prosperity tile."""

    measure: i64
    fits: vec[u8]  # BY_TILES: by tile
    what: i64  # BY_RESOURCE
    most: bool
    ties: bool
    cost: list[Effect]  # BY_PAYING

    def __init__(self, measure: i64, fits: vec[u8], what: i64, most: bool, ties: bool, cost: list[Effect]) -> None:
        self.measure = measure
        self.fits = fits
        self.what = what
        self.most = most
        self.ties = ties
        self.cost = cost

    def holds(self, state: State, seat: i64) -> bool:
        """Whether the player may build the tile now; the neutral colour is no player (CAP-8.42)."""
        if self.measure == BY_PAYING:
            return True
        mine = self.value(state, seat)
        if self.measure == BY_TILES and self.most and mine == 0:
            return False
        for other in range(state.players):
            if other != seat:
                theirs = self.value(state, other)
                if theirs == mine:
                    if not self.ties:
                        return False
                elif (theirs > mine) == self.most:
                    return False
        return True

    def value(self, state: State, seat: i64) -> i64:
        """What is compared."""
        city = state.cities[seat]
        if self.measure == BY_RESOURCE:
            return city.have[self.what]
        if self.measure == BY_PROGRESS:
            return city.level * 4096 + city.have[PROGRESS]
        n: i64 = 0
        rest = city.everything()
        while rest:
            n += i64(self.fits[city.tile[lowest(rest)]])
            rest &= rest - 1
        return n


# --- pending effects: what one event has still to do

BUILD: Final = 0  # the effects of a build, in any order (CAP-3.24, CAP-3.25)
ACTIVATION: Final = 1  # the entries of an activation, in their order, then what they trigger (CAP-3.46)
PRE_EXPO: Final = 2  # the pre_expo effects of a player, in any order, each an event of its own (CAP-6.6)
FRAME_NAMES: Final = ("build", "activation", "pre_expo")

# An item of a pending list: a gain whose amount is fixed, or the entry of a list. Both remember their tile.
FIXED: Final = 0
IMMEDIATE: Final = 1
END_GAME: Final = 2
MOST_ITEMS: Final = 60
_BIAS: Final = 4096  # keeps the amount of a fixed gain positive


def fixed_item(at: i64, what: i64, n: i64) -> i64:
    return at << 2 | what << 8 | (n + _BIAS) << 12


def entry_item(list: i64, at: i64, k: i64) -> i64:
    return list | at << 2 | k << 8


def item_list(item: i64) -> i64:
    return item & 3


def item_tile(item: i64) -> i64:
    return item >> 2 & 63


def item_what(item: i64) -> i64:
    """The resource of a fixed gain."""
    return item >> 8 & 15


def item_n(item: i64) -> i64:
    """The amount of a fixed gain."""
    return (item >> 12) - _BIAS


def item_entry(item: i64) -> i64:
    """The place of an entry in its list."""
    return item >> 8


@final
@mypyc_attr(native_class=True, acyclic=True)
class Frame:
    """An event that is under way. Events are nested: an extra build or a free activation lies on top (CAP-5.4)."""

    kind: i64
    at: i64  # the tile that was built or activated
    ends: i64  # the track ends that the event below has paid already
    items: vec[i64]  # the pending list
    left: i64  # which items are still to be resolved, as a mask
    settled: bool  # the rest follows in the canonical order
    next: i64  # activation: the next entry

    def __init__(self, kind: i64, at: i64, ends: i64, items: vec[i64], left: i64) -> None:
        self.kind = kind
        self.at = at
        self.ends = ends
        self.items = items
        self.left = left
        self.settled = False
        self.next = 0

    def clone(self) -> Frame:
        copy = Frame(self.kind, self.at, self.ends, self.items, self.left)
        copy.settled = self.settled
        copy.next = self.next
        return copy


def entry_of(state: State, seat: i64, item: i64) -> Effect:
    """The effect of an item that is an entry."""
    tile = state.cities[seat].tile[item_tile(item)]
    entries = state.data.immediate if item_list(item) == IMMEDIATE else state.data.pre_expo
    return entries[tile][item_entry(item)]


def item_class(state: State, seat: i64, item: i64) -> i64:
    """The class of an item in the canonical order (CAP-3.25)."""
    if item_list(item) == FIXED:
        return gain_class(item_what(item), item_n(item))
    return entry_of(state, seat, item).order


def first_in_order(state: State, seat: i64, frame: Frame) -> i64:
    """The next item in the canonical order: a stable sort by class."""
    best: i64 = -1
    least: i64 = DO_EFFECT + 1
    rest = frame.left
    while rest:
        k = lowest(rest)
        rest &= rest - 1
        order = item_class(state, seat, frame.items[k])
        if order < least:
            best = k
            least = order
    return best


def order_matters(state: State, seat: i64, frame: Frame) -> bool:
    """Whether two orders of what is left could end differently. In doubt, yes.

    Gains of different tracks commute, and so do gains of one track, unless one of them reads what another changes:
    a `per` effect, employment below population, the power plant that progress brings, a marker at the end of its track.
    """
    have = state.cities[seat].have
    data = state.data
    up = vec[i64]([0] * RESOURCES)
    down = vec[i64]([0] * RESOURCES)
    rest = frame.left
    while rest:
        item = frame.items[lowest(rest)]
        rest &= rest - 1
        if item_list(item) == FIXED:
            n = item_n(item)
            (up if n > 0 else down)[item_what(item)] += n
        else:
            entry = entry_of(state, seat, item)
            if entry.order == DO_EFFECT:
                return frame.left & (frame.left - 1) != 0
            (up if entry.n > 0 else down)[entry.what] += entry.n * FAR
    written: i64 = 0  # what the effects change themselves
    further: i64 = 0  # what follows from that
    for what in range(i64(PRESTIGE)):
        if up[what] or down[what]:
            written |= ONE[what]
        high = up[what] > 0 and have[what] + up[what] > data.last[what]
        low = down[what] < 0 and have[what] + down[what] < data.first[what]
        if (high and down[what] < 0) or (low and up[what] > 0):
            return True  # the marker would stop at an end, or taxes would be raised, in one order and not in another
        if high:
            further |= ONE[data.over_what[what]]
        if low and what != ECONOMY and what != ENERGY:
            further |= ONE[data.under_what[what]]
    if further & ONE[PROGRESS] or (up[PROGRESS] > 0 and have[PROGRESS] + up[PROGRESS] >= data.circle):
        if down[PROGRESS] < 0:
            return True  # the symbol would be reached in one order and not in another
        further |= ONE[ENERGY] | LEVEL | state.upgrade_writes(seat)  # CAP-5.31
    if (written | further) & ONE[EMPLOYMENT] and (written | further) & ONE[POPULATION]:
        if have[EMPLOYMENT] + up[EMPLOYMENT] > have[POPULATION] + down[POPULATION]:
            return True  # CAP-5.10, CAP-5.11
    for what in range(i64(PRESTIGE)):
        if down[what] < 0 and further & ONE[what] and have[what] + down[what] < data.first[what]:
            return True
    if have[POPULATION] + down[POPULATION] < have[EMPLOYMENT]:
        further |= ONE[EMPLOYMENT]  # CAP-5.11
    return reads_another(state, seat, frame, written, further)


def reads_another(state: State, seat: i64, frame: Frame, written: i64, further: i64) -> bool:
    """Whether a `per` effect counts what another effect changes."""
    rest = frame.left
    while rest:
        k = lowest(rest)
        rest &= rest - 1
        item = frame.items[k]
        if item_list(item) != FIXED:
            reads = entry_of(state, seat, item).reads
            if reads & further or (reads & written and frame.left != ONE[k]):
                return True
    return False


FAR: Final = 64  # a `per` effect is taken to go to the end of any track
