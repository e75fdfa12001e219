"""How promising a position is: prestige, what the final scoring would add, and what the rest of the game may bring.

Everything is worth less the nearer the end is, but for prestige itself. A contract under way counts as finished: it is
played to its end on a copy, with quick choices, and never past the end of the turn, where hidden cards would come up.
Most numbers were fitted to the ends of games between greedy bots (docs/bots.md); much wealth is not, for bots that
love it hoard and never let the game end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.urban_sprawl.geometry import FOOT_BLOCK, ROWS
from conurb.games.urban_sprawl.scoring import WEALTH_A_POINT, office_bonus, pay_row
from conurb.games.urban_sprawl.terms import (
    ACTION,
    ASK_PERMITS,
    ASK_SITE,
    ASK_VOCATION,
    CARD,
    FRAME,
    GET_PRESTIGE,
    GET_WEALTH,
    METROPOLIS,
    OFFICES,
    OVER,
    PLANNING,
    PRESTIGE,
    SITE,
    SUBJECT,
)
from conurb.kernel.bits import LOWEST

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State

# The weights, by name, so that a tuner can try others.
NAMES: Final = (
    "first wealth",
    "more wealth",
    "much wealth",
    "wealth row",
    "prestige row",
    "permit level",
    "spare permit",
    "renewal",
    "favor",
    "vocation",
    "office",
    "action point",
    "rival",
)
WEIGHTS: Final = vec[float]([0.75, 0.4, 0.12, 4.0, 0.2, 2.35, 0.5, 1.25, 2.8, 14.0, 3.0, 0.3, 0.25])
FIRST_WEALTH: Final = 0  # each of the first ten, while the game is young
MORE_WEALTH: Final = 1  # each of the next fifteen
MUCH_WEALTH: Final = 2  # each beyond
WEALTH_ROW: Final = 3  # how often a wealth row may still pay, at the start of the game
PRESTIGE_ROW: Final = 4
PERMIT_LEVEL: Final = 5  # a level of permits, up to eight levels
SPARE_PERMIT: Final = 6  # a level beyond
RENEWAL: Final = 7
FAVOR: Final = 8
VOCATION: Final = 9  # a vocation tile
OFFICE_HELD: Final = 10
ACTION_POINT: Final = 11
RIVAL: Final = 12  # what a point of the best other seat takes away

LITTLE: Final = 10
ENOUGH: Final = 25
USEFUL_LEVELS: Final = 8
CARDS_TO_THE_END: Final = 56.0  # about how many contract cards come up in a standard game


def time_left(s: State) -> float:
    """The share of the game that is still to come, by the cards above the special events not yet seen."""
    cards: i64 = 0
    for deck in range(i64(PLANNING)):
        if deck == METROPOLIS or not s.active_decks[deck + 1]:
            middle = (s.packet_low[deck] + s.packet_high[deck]) // 2
            cards += max(s.left[deck] - middle, 1)
    return min(float(cards) / CARDS_TO_THE_END, 1.0)


def wealth_worth(wealth: i64, rest: float) -> float:
    """Money builds; at the end ten of it make one prestige (USP-6.4)."""
    first = min(wealth, LITTLE)
    more = min(wealth, ENOUGH) - first
    much = wealth - first - more
    spent = WEIGHTS[FIRST_WEALTH] * float(first) + WEIGHTS[MORE_WEALTH] * float(more)
    spent += WEIGHTS[MUCH_WEALTH] * float(much)
    return rest * spent + (1.0 - rest) * float(wealth) / float(WEALTH_A_POINT)


def cards_worth(s: State, seat: i64, rest: float) -> float:
    """Permits by their levels, the first ones most; renewals and favors."""
    levels: i64 = 0
    cards = s.held[seat] & s.data.permits
    while cards:
        levels += s.data.cards[LOWEST[(cards & -cards) % 67]].level
        cards &= cards - 1
    useful = min(levels, USEFUL_LEVELS)
    worth = WEIGHTS[PERMIT_LEVEL] * float(useful) + WEIGHTS[SPARE_PERMIT] * float(levels - useful)
    if s.held[seat] & s.data.renewals:
        worth += WEIGHTS[RENEWAL]
    return rest * (worth + WEIGHTS[FAVOR] * float(s.favors_held(seat)))


def standing(s: State, seat: i64, rest: float) -> float:
    """What a seat has: prestige, and its hopes."""
    total = float(s.prestige[seat]) + wealth_worth(s.wealth[seat], rest) + cards_worth(s, seat, rest)
    total += rest * WEIGHTS[VOCATION] * float(s.all_tiles_held(seat))
    for office in range(i64(OFFICES)):
        if s.offices[office] == seat:
            total += float(office_bonus(s.board, office, seat)) * (1.0 - rest * 0.7)
            total += rest * WEIGHTS[OFFICE_HELD]
    if s.active == seat and s.phase == ACTION:
        total += WEIGHTS[ACTION_POINT] * float(s.ap)
    return total


def add_rows(s: State, totals: vec[float], rest: float) -> None:
    """What the rows may still pay, at the end (USP-6.3) and whenever their number comes up."""
    counts = vec[i64]([0] * s.players)
    amounts = vec[i64]([0] * s.players)
    for row in range(i64(ROWS)):
        number = s.row_number(row)
        if not number:
            continue
        if s.row_kind(row) == PRESTIGE:
            factor = 1.0 + WEIGHTS[PRESTIGE_ROW] * rest
        else:
            factor = WEIGHTS[WEALTH_ROW] * WEIGHTS[MORE_WEALTH] * rest * rest
        pay_row(s.board, s.data, row, number, counts, amounts)
        for seat in range(s.players):
            totals[seat] += factor * float(amounts[seat])


def settled(s: State) -> State:
    """The position after the contract under way, by quick choices; the position itself if there is none."""
    if s.phase != ACTION or s.depth < 2:
        return s
    copy = s.clone()
    while copy.depth > 1 and copy.phase == ACTION:
        copy.go_on(quick_choice(copy))
    return copy


def quick_choice(s: State) -> i64:
    """A fair option of a decision within a build."""
    kind = s.asking
    if kind == ASK_SITE:
        return quick_site(s)
    if kind == ASK_PERMITS:
        return quick_permit(s)
    if kind == ASK_VOCATION:
        return GET_WEALTH if s.wealth[s.decider] < LITTLE else GET_PRESTIGE
    return s.choices[0]


def quick_site(s: State) -> i64:
    """The most bonus for the least money."""
    card = s.data.cards[s.stack[(s.depth - 1) * FRAME + SUBJECT]]
    best = s.choices[0]
    most = -1000.0
    for action in s.choices:
        foot = action - SITE
        worth = float(s.adjacency_bonus(s.active, card.zone, foot)) - 0.5 * float(s.value_of[FOOT_BLOCK[foot]])
        if worth > most:
            most = worth
            best = action
    return best


def quick_permit(s: State) -> i64:
    """The permit that brings least when invested, which is the one of the highest level."""
    best = s.choices[0]
    for action in s.choices:
        if s.data.cards[action - CARD].payout < s.data.cards[best - CARD].payout:
            best = action
    return best


def value(s: State, seat: i64) -> float:
    """What the position is worth to a seat, the best of the others weighed against it."""
    here = settled(s)
    n = here.players
    totals = vec[float]([0.0] * n)
    if here.phase == OVER:
        scores = here.scores()
        for k in range(n):
            totals[k] = float(scores[k])
    else:
        rest = time_left(here)
        for k in range(n):
            totals[k] = standing(here, k, rest)
        add_rows(here, totals, rest)
    best = -1000.0
    for k in range(n):
        if k != seat and totals[k] > best:
            best = totals[k]
    return totals[seat] - WEIGHTS[RIVAL] * best
