"""Where a contract may be built (USP-5A) and how it may be paid (USP-5B).

Vacant sites are found for all blocks at once: a shape of lots is laid over the bitboards by shifting them. Sites that
demolish something are looked at one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.urban_sprawl.data import Card
from conurb.games.urban_sprawl.effects import BIT, HIGHEST, touches_any, union
from conurb.games.urban_sprawl.geometry import (
    BLOCK_LOTS,
    BLOCK_OF,
    BY_SIZE,
    FOOT_BLOCK,
    FOOT_LOTS,
    FOOT_TERRAIN,
    FOOT_WORD,
    FULL,
    HERE,
    LOTS_A_WORD,
    MOST_HERE,
    ONE,
    SIZE_START,
    TERRAIN_LOTS,
    WORDS,
    footprints_here,
    lots_of,
)
from conurb.games.urban_sprawl.terms import FOOTPRINTS, SITE, ZONES
from conurb.kernel.bits import LOWEST, lowest

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State

# Shapes: one lot; two in a line, two in a column; three without d, c, b, a; four.
FIRST_SHAPE: Final = vec[i64]([0, 0, 1, 3, 7, 8])  # of a size; the next entry ends it
EVEN_X: Final = 0x555555555555  # lots a and c of each block
EVEN_Y: Final = 0x000FFF000FFF  # lots a and b
CORNER: Final = 0x000555000555  # lots a


def _shape(foot: int) -> int:
    lots = lots_of(foot)
    steps = tuple(lot - lots[0] for lot in lots)
    corner = lots[0] % 2 == 0
    names = {(0,): 0, (0, 1): 1, (0, 12): 2, (0, 1, 12): 3, (0, 1, 13): 4, (0, 12, 13): 5, (0, 11, 12): 6}
    assert len(steps) < 3 or corner == (steps != (0, 11, 12))
    return names.get(steps, 7)


SHAPE_OF: Final = vec[i64]([_shape(foot) for foot in range(FOOTPRINTS)])


def covering(lots: i64, shape: i64) -> i64:
    """The first lots of the shapes that lie wholly on these lots."""
    if shape == 0:
        return lots
    if shape == 1:
        return lots & lots >> 1 & EVEN_X
    if shape == 2:
        return lots & lots >> 12 & EVEN_Y
    if shape == 3:
        return lots & lots >> 1 & lots >> 12 & CORNER
    if shape == 4:
        return lots & lots >> 1 & lots >> 13 & CORNER
    if shape == 5:
        return lots & lots >> 12 & lots >> 13 & CORNER
    if shape == 6:
        return (lots >> 1 & lots >> 12 & lots >> 13 & CORNER) << 1
    return lots & lots >> 1 & lots >> 12 & lots >> 13 & CORNER


def meeting(lots: i64, shape: i64) -> i64:
    """The first lots of the shapes that lie at least partly on these lots."""
    if shape == 0:
        return lots
    if shape == 1:
        return (lots | lots >> 1) & EVEN_X
    if shape == 2:
        return (lots | lots >> 12) & EVEN_Y
    if shape == 3:
        return (lots | lots >> 1 | lots >> 12) & CORNER
    if shape == 4:
        return (lots | lots >> 1 | lots >> 13) & CORNER
    if shape == 5:
        return (lots | lots >> 12 | lots >> 13) & CORNER
    if shape == 6:
        return ((lots >> 1 | lots >> 12 | lots >> 13) & CORNER) << 1
    return (lots | lots >> 1 | lots >> 12 | lots >> 13) & CORNER


def lots_valued(s: State, w: i64, low: i64, high: i64) -> i64:
    """The lots of a word whose block has a value from low to high."""
    lots: i64 = 0
    for block in range(w * 12, w * 12 + 12):
        if low <= s.value_of[block] <= high:
            lots |= BLOCK_LOTS[block]
    return lots


def vacant_sites(s: State, card: Card, w: i64, shape: i64, allowed: i64) -> i64:
    """The first lots of the vacant sites of one shape in a word: zoning and restrictions (USP-5.6 to USP-5.8)."""
    board = s.board
    where = card.where
    free = ~board.taken[w] & allowed & FULL
    if where.not_adj:
        free &= ~union(board.near, where.not_adj, w)
    sites = covering(free, shape)
    if not sites:
        return 0
    if not card.ignores_zoning:
        others = union(board.near, BIT[ZONES] - 1 - BIT[card.zone], w)
        same = board.near[card.zone * WORDS + w]
        sites = covering(free & ~others, shape) | sites & meeting(same, shape)
    if where.terrain:
        sites &= meeting(TERRAIN_LOTS[where.terrain * WORDS + w], shape)
    if where.adj:
        sites &= meeting(union(board.near, where.adj, w), shape)
    return sites


def may_demolish(s: State, seat: i64) -> bool:
    """The Contractor, or the holder of an Urban Renewal card (USP-5.2)."""
    return seat == s.contractor or s.held[seat] & s.data.renewals != 0


def fits(s: State, seat: i64, card: Card, foot: i64) -> bool:
    """Whether a builder who may demolish can build there; price and extreme values left out (USP-5.4 to USP-5.8)."""
    board = s.board
    where = card.where
    lots = FOOT_LOTS[foot]
    w = FOOT_WORD[foot]
    taken = board.taken[w] & lots
    while taken:
        lot = w * LOTS_A_WORD + lowest(taken)
        covered = FOOT_LOTS[board.foot(lot)]
        if covered & ~lots:
            return False  # not all of it would be covered (USP-5.4.3)
        owner = board.owner(lot)
        if owner >= 0 and owner == s.contractor and owner != seat:
            return False  # USP-5.4.4
        taken &= ~covered
    value = s.value_of[FOOT_BLOCK[foot]]
    if value < where.value_min or value > where.value_max:
        return False
    if where.terrain and not FOOT_TERRAIN[foot] & where.terrain:
        return False
    # what is demolished lies under the footprint, so it is not among the adjacent buildings (USP-5.4.1)
    if where.adj and not touches_any(s, foot, where.adj):
        return False
    if where.not_adj and touches_any(s, foot, where.not_adj):
        return False
    if card.ignores_zoning or board.touches(foot, card.zone):
        return True
    return not touches_any(s, foot, BIT[ZONES] - 1 - BIT[card.zone])


def reference_value(s: State, seat: i64, card: Card) -> i64:
    """The highest (lowest) block value among sites without demolition; if there are none, among all (USP-5.9).

    -1 if there is no site at all.
    """
    extreme = card.where.extreme
    best: i64 = -1
    for shape in range(FIRST_SHAPE[card.size], FIRST_SHAPE[card.size + 1]):
        for w in range(i64(WORDS)):
            sites = vacant_sites(s, card, w, shape, value_lots_of(s, card, w))
            while sites:
                value = s.value_of[BLOCK_OF[w * LOTS_A_WORD + lowest(sites)]]
                sites &= sites - 1
                if best < 0 or (value - best) * extreme > 0:
                    best = value
    if best >= 0 or not may_demolish(s, seat):
        return best
    for k in range(SIZE_START[card.size], SIZE_START[card.size + 1]):
        value = s.value_of[FOOT_BLOCK[BY_SIZE[k]]]
        if (best < 0 or (value - best) * extreme > 0) and fits(s, seat, card, BY_SIZE[k]):
            best = value
    return best


def value_lots_of(s: State, card: Card, w: i64) -> i64:
    """The lots of a word that keep value_min and value_max."""
    where = card.where
    if where.value_min == 0 and where.value_max == 999:
        return FULL
    return lots_valued(s, w, where.value_min, where.value_max)


def value_range(s: State, seat: i64, card: Card) -> tuple[i64, i64]:
    """From which to which value a block may have; nothing fits if the first is larger."""
    low = card.where.value_min
    high = card.where.value_max
    if card.where.extreme:
        reference = reference_value(s, seat, card)
        if reference < 0:
            return 1, 0
        if card.where.extreme == HIGHEST:
            low = max(low, reference)
        else:
            high = min(high, reference)
    return low, min(high, s.wealth[seat])  # USP-5.3


def site_exists(s: State, seat: i64, card: Card) -> bool:
    """Whether there is at least one legal and affordable site (USP-4.13)."""
    low, high = value_range(s, seat, card)
    if low > high:
        return False
    for w in range(i64(WORDS)):
        allowed = lots_valued(s, w, low, high)
        for shape in range(FIRST_SHAPE[card.size], FIRST_SHAPE[card.size + 1]):
            if vacant_sites(s, card, w, shape, allowed):
                return True
    if may_demolish(s, seat):
        for k in range(SIZE_START[card.size], SIZE_START[card.size + 1]):
            if low <= s.value_of[FOOT_BLOCK[BY_SIZE[k]]] <= high and fits(s, seat, card, BY_SIZE[k]):
                return True
    return False


def sites_into(s: State, seat: i64, card: Card, out: vec[i64]) -> i64:
    """Every legal and affordable site, as options in canonical order."""
    low, high = value_range(s, seat, card)
    if low > high:
        return 0
    n: i64 = 0
    if may_demolish(s, seat):
        for k in range(SIZE_START[card.size], SIZE_START[card.size + 1]):
            foot = BY_SIZE[k]
            if low <= s.value_of[FOOT_BLOCK[foot]] <= high and fits(s, seat, card, foot):
                out[n] = SITE + foot
                n += 1
        return n
    first = FIRST_SHAPE[card.size]
    shapes = FIRST_SHAPE[card.size + 1] - first
    found = vec[i64]([0] * 4)
    for w in range(i64(WORDS)):
        allowed = lots_valued(s, w, low, high)
        firsts: i64 = 0
        for k in range(shapes):
            found[k] = vacant_sites(s, card, w, first + k, allowed)
            firsts |= found[k]
        while firsts:
            lot = w * LOTS_A_WORD + lowest(firsts)
            firsts &= firsts - 1
            here = footprints_here(card.size, lot)
            for k in range(here, here + MOST_HERE):
                foot = HERE[k]
                if foot >= 0 and found[SHAPE_OF[foot] - first] & ONE[lot]:
                    out[n] = SITE + foot
                    n += 1
    return n


# --- payment


def usable(s: State, seat: i64, card: Card) -> i64:
    """The held permits that can pay for a contract, as bits (USP-5.11)."""
    return s.held[seat] & s.data.zone_permits[card.zone]


def levels(s: State, permits: i64) -> i64:
    """The total level of some permits."""
    total: i64 = 0
    while permits:
        total += s.data.cards[LOWEST[(permits & -permits) % 67]].level
        permits &= permits - 1
    return total


def completes(s: State, size: i64, total: i64, smallest: i64, rest: i64) -> bool:
    """Whether some of the remaining permits make a payment set in which no card is superfluous (USP-5.12)."""
    if total >= size:
        return total - smallest < size
    for level in range(i64(1), i64(5)):
        of_level = rest & s.data.level_permits[level]
        if of_level and completes(s, size, total + level, min(smallest, level), rest ^ (of_level & -of_level)):
            return True
    return False


def smallest_level(s: State, permits: i64) -> i64:
    """The lowest level among some permits; 9 if there are none."""
    for level in range(i64(1), i64(5)):
        if permits & s.data.level_permits[level]:
            return level
    return 9


def permits_into(s: State, seat: i64, card: Card, chosen: i64, out: vec[i64]) -> i64:
    """The permits that may come next into a payment set, as card numbers."""
    rest = usable(s, seat, card) & ~chosen
    total = levels(s, chosen)
    smallest = smallest_level(s, chosen)
    n: i64 = 0
    left = rest
    while left:
        one = left & -left
        number = LOWEST[one % 67]
        left ^= one
        level = s.data.cards[number].level
        if completes(s, card.size, total + level, min(smallest, level), rest ^ one):
            out[n] = number
            n += 1
    return n
