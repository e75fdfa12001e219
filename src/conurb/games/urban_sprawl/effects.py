"""The effect language (USP-10): filters, counters and one class for each operation.

A card's effects are lists of operations, built once from the data pack. A running list is a frame on the stack of the
state; it holds the context of USP-10.1. An operation is run, again and again, until it says that it is done; it may
ask a decision, or lay another procedure on top of its list and go on when that is finished.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.urban_sprawl.geometry import (
    BLOCK_OF,
    BY_SIZE,
    COLUMN_OF,
    FOOT_LOTS,
    FOOT_NEAR,
    FOOT_SIZE,
    FOOT_TERRAIN,
    FOOT_WORD,
    LOTS_A_WORD,
    ROW_LOTS,
    SIZE_START,
    WEST_OF,
    WORDS,
)
from conurb.games.urban_sprawl.terms import (
    ACCEPT,
    ACTION,
    ANY_KIND,
    ASK_CHOOSE,
    ASK_CIRCLE,
    ASK_MARKER,
    ASK_MOVE,
    ASK_OFFER,
    ASK_OFFICE,
    ASK_ORDER,
    ASK_PAY,
    ASK_PICK,
    ASK_PLACE,
    ASK_RANK_TIE,
    ASK_RECOVER,
    ASK_ROW,
    BUILDING,
    CARD,
    CIRCLE,
    CIRCLES,
    CONTRACTOR,
    ELECTION,
    GET_PRESTIGE,
    GET_WEALTH,
    NEW,
    NOBODY,
    NONE,
    OFFICE,
    OFFICES,
    OPTION,
    PASS,
    PICKER,
    PRESTIGE,
    REFUSE,
    ROW,
    ROW_H,
    ROW_V,
    SCORE,
    SEAT,
    SELF,
    SITE,
    STAGE,
    TARGET,
    TYPES,
    WHO,
    A,
    B,
)
from conurb.kernel.bits import LOWEST, lowest

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State

# --- who (USP-10.2)

ACTIVE: Final = 0
BOUND: Final = 1  # self
EACH: Final = 2
OTHERS: Final = 3
LEADER: Final = 4
TRAILER: Final = 5
RICHEST: Final = 6
POOREST: Final = 7
CONTROLLER: Final = 8
CHOOSER: Final = 9  # picker
HOLDERS: Final = 16  # and a vocation
HOLDER: Final = 32  # and an office
WHO_NAMES: Final = (*("active", "self", "each", "others", "leader", "trailer", "richest", "poorest", "ctrl", "picker"),)

BIT: Final = vec[i64]([2**n for n in range(60)])


def seats(s: State, f: i64, who: i64) -> i64:
    """The players of a selector, as bits; of a rank, all that are tied for it."""
    if who == ACTIVE:
        return BIT[s.active]
    if who == BOUND:
        return BIT[s.stack[f + SELF]]
    if who == EACH:
        return BIT[s.players] - 1
    if who == OTHERS:
        return BIT[s.players] - 1 - BIT[s.active]
    if who >= HOLDER:
        return bit_of(s.offices[who - HOLDER])
    if who >= HOLDERS:
        return s.holders(who - HOLDERS)
    if who == CONTROLLER:
        target = s.stack[f + TARGET]
        return bit_of(s.board.owner(target)) if target >= 0 else i64(0)
    if who == CHOOSER:
        return bit_of(s.stack[f + PICKER])
    purse = s.prestige if who <= TRAILER else s.wealth
    return most_of(purse, who % 2 == LEADER % 2)


def bit_of(seat: i64) -> i64:
    return BIT[seat] if seat >= 0 else i64(0)


def most_of(purse: vec[i64], most: bool) -> i64:
    """The seats that have most (or least) of something, as bits."""
    best = purse[0]
    for seat in range(i64(len(purse))):
        if (purse[seat] > best) if most else (purse[seat] < best):
            best = purse[seat]
    mask: i64 = 0
    for seat in range(i64(len(purse))):
        if purse[seat] == best:
            mask |= BIT[seat]
    return mask


def several(mask: i64) -> bool:
    return mask & (mask - 1) != 0


def first_of(s: State, mask: i64) -> i64:
    """The first of some seats, clockwise from the active player (USP-10.8); NOBODY if there is none."""
    for k in range(s.players):
        seat = (s.active + k) % s.players
        if mask & BIT[seat]:
            return seat
    return NOBODY


def seats_into(s: State, mask: i64, out: vec[i64]) -> i64:
    """Some seats as options, clockwise from the active player."""
    n: i64 = 0
    for k in range(s.players):
        if mask & BIT[(s.active + k) % s.players]:
            out[n] = SEAT + k
            n += 1
    return n


# --- buildings (USP-10.3)

ANYWHERE: Final = 0
THIS: Final = 1
THIS_BLOCK: Final = 2
ADJACENT: Final = 3
THESE_ROWS: Final = 4
IN_ROW: Final = 5
IN_OTHER_ROW: Final = 6
WHERE_NAMES: Final = ("", "this", "this_block", "adjacent", "these_rows", "row", "other_row")

BY_ANYBODY: Final = 0
BY_SELF: Final = 1
BY_A_PLAYER: Final = 2
BY_NOBODY: Final = 3
CONTROL_NAMES: Final = ("", "self", "any_player", "none")

HORIZONTAL: Final = 0
VERTICAL: Final = 1

HIGHEST: Final = 1
LOWEST_VALUE: Final = -1


def row_of(axis: i64, block: i64) -> i64:
    """The horizontal (prestige) or the vertical (wealth) row of a block (USP-2.12)."""
    return WEST_OF[block] if axis == HORIZONTAL else COLUMN_OF[block]


@final
@mypyc_attr(native_class=True, acyclic=True)
class Filter:
    """Which buildings are meant: every key given must hold."""

    types: i64  # as bits; 0: any
    sizes: i64  # as bits, the lowest for size 1; 0: any
    terrain: i64
    adj: i64
    not_adj: i64
    control: i64
    where: i64
    value_min: i64
    value_max: i64
    extreme: i64

    def __init__(
        self,
        types: i64 = 0,
        sizes: i64 = 0,
        terrain: i64 = 0,
        adj: i64 = 0,
        not_adj: i64 = 0,
        control: i64 = BY_ANYBODY,
        where: i64 = ANYWHERE,
        value_min: i64 = 0,
        value_max: i64 = 999,
        extreme: i64 = 0,
    ) -> None:
        self.types = types
        self.sizes = sizes
        self.terrain = terrain
        self.adj = adj
        self.not_adj = not_adj
        self.control = control
        self.where = where
        self.value_min = value_min
        self.value_max = value_max
        self.extreme = extreme

    def find(self, s: State, f: i64, seat: i64, out: vec[i64]) -> i64:
        """Write the first lots of the matching buildings, ascending; return how many."""
        new = s.stack[f + NEW]
        if self.where != ANYWHERE and new < 0:
            return 0
        n: i64 = 0
        for w in range(i64(WORDS)):
            board = self.candidates(s, f, seat, w, new)
            while board:
                lot = w * LOTS_A_WORD + lowest(board)
                board &= board - 1
                if self.suits(s, lot, new):
                    out[n] = lot
                    n += 1
        if self.extreme and n:
            return self.only_extreme(s, out, n)
        return n

    def candidates(self, s: State, f: i64, seat: i64, w: i64, new: i64) -> i64:
        """The buildings of one word that match by type, size, control and row."""
        board = s.board
        found = board.firsts[w]
        if self.types:
            found &= union(board.types, self.types, w)
        if self.sizes:
            found &= union(board.sizes, self.sizes, w)
        if self.control == BY_SELF:
            found &= board.owners[(seat + 1) * WORDS + w]
        elif self.control == BY_NOBODY:
            found &= board.owners[w]
        elif self.control == BY_A_PLAYER:
            found &= ~board.owners[w]
        if self.where >= THESE_ROWS:
            found &= self.row_lots(s, f, w, BLOCK_OF[new])
        return found

    def row_lots(self, s: State, f: i64, w: i64, block: i64) -> i64:
        """These rows, the row that was picked, or the other one."""
        level = ROW_LOTS[row_of(HORIZONTAL, block) * WORDS + w]
        upright = ROW_LOTS[row_of(VERTICAL, block) * WORDS + w]
        if self.where == THESE_ROWS:
            return level | upright
        axis = s.stack[f + ROW]
        if axis < 0:
            return 0
        return level if (axis == HORIZONTAL) == (self.where == IN_ROW) else upright

    def suits(self, s: State, lot: i64, new: i64) -> bool:
        """What must be looked up building by building."""
        board = s.board
        foot = board.foot(lot)
        if self.where == THIS and lot != new:
            return False
        if self.where == THIS_BLOCK and BLOCK_OF[lot] != BLOCK_OF[new]:
            return False
        if self.where == ADJACENT:
            home = board.foot(new)
            if lot == new or not FOOT_NEAR[home * WORDS + FOOT_WORD[foot]] & FOOT_LOTS[foot]:
                return False
        if self.terrain and not FOOT_TERRAIN[foot] & self.terrain:
            return False
        if self.adj and not touches_any(s, foot, self.adj):
            return False
        if self.not_adj and touches_any(s, foot, self.not_adj):
            return False
        return self.value_min <= s.value_of[BLOCK_OF[lot]] <= self.value_max

    def only_extreme(self, s: State, out: vec[i64], n: i64) -> i64:
        """Of the matches, those of the highest or lowest value."""
        best = s.value_of[BLOCK_OF[out[0]]]
        for k in range(n):
            value = s.value_of[BLOCK_OF[out[k]]]
            if (value - best) * self.extreme > 0:
                best = value
        kept: i64 = 0
        for k in range(n):
            if s.value_of[BLOCK_OF[out[k]]] == best:
                out[kept] = out[k]
                kept += 1
        return kept


def union(boards: vec[i64], chosen: i64, w: i64) -> i64:
    """The lots of several types, or sizes, together."""
    lots: i64 = 0
    k: i64 = 0
    while chosen:
        if chosen & 1:
            lots |= boards[k * WORDS + w]
        chosen >>= 1
        k += 1
    return lots


def touches_any(s: State, foot: i64, types: i64) -> bool:
    """Whether a building of one of these types is adjacent to the footprint."""
    for kind in range(i64(TYPES)):
        if types & BIT[kind] and s.board.touches(foot, kind):
            return True
    return False


# --- counters (USP-10.4)

PER_NOTHING: Final = 0
PER_BUILDING: Final = 1
PER_LOT: Final = 2
PER_VALUE: Final = 3
PER_VOCATION: Final = 4
PER_OFFICE: Final = 5
PER_NAMES: Final = ("", "building", "lot", "value", "vocation", "office")


@final
@mypyc_attr(native_class=True, acyclic=True)
class Counter:
    """How many times an amount counts for a player; without `per`, once."""

    per: i64
    filter: Filter
    vocation: i64

    def __init__(self, per: i64, filter: Filter, vocation: i64) -> None:
        self.per = per
        self.filter = filter
        self.vocation = vocation

    def count(self, s: State, f: i64, seat: i64) -> i64:
        if self.per == PER_NOTHING:
            return 1
        if self.per == PER_VOCATION:
            return s.tiles_held(seat, self.vocation)
        if self.per == PER_OFFICE:
            return s.offices_held(seat)
        n = self.filter.find(s, f, seat, s.found)
        if self.per == PER_BUILDING:
            return n
        total: i64 = 0
        for k in range(n):
            lot = s.found[k]
            total += FOOT_SIZE[s.board.foot(lot)] if self.per == PER_LOT else s.value_of[BLOCK_OF[lot]]
        return total


# --- operations (USP-10.5)


@mypyc_attr(native_class=True, acyclic=True)
class Operation:
    """One operation. `act` is run until it calls `s.done`; what it asks comes back to `answer`."""

    op: str
    who: i64

    def __init__(self, op: str, who: i64) -> None:
        self.op = op
        self.who = who

    def run(self, s: State, f: i64) -> None:
        """Find out who is meant, then act; an operation for nobody is skipped (USP-10.2)."""
        if s.stack[f + STAGE] == 0:
            mask = seats(s, f, self.who)
            if several(mask) and LEADER <= self.who <= POOREST:
                s.ask(ASK_RANK_TIE, s.active)  # USP-4.44
                return
            if not mask:
                self.skip(s, f)
                s.done(f)
                return
            s.stack[f + WHO] = mask
            s.stack[f + STAGE] = 1
        self.act(s, f)

    def act(self, s: State, f: i64) -> None:
        raise NotImplementedError

    def skip(self, s: State, f: i64) -> None:
        """What being skipped changes: for most operations, nothing."""

    def skipped(self, s: State, f: i64) -> bool:
        """Whether it would be skipped in the current situation (USP-10.9)."""
        return not seats(s, f, self.who)

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        """The legal answers to what it asks."""
        if kind == ASK_RANK_TIE:
            return seats_into(s, seats(s, f, self.who), out)
        return self.choices(s, f, kind, out)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        raise NotImplementedError

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if kind == ASK_RANK_TIE:
            s.stack[f + WHO] = BIT[s.seat_of(action)]
            s.stack[f + STAGE] = 1
        else:
            self.answered(s, f, kind, action)

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        raise NotImplementedError

    def player(self, s: State, f: i64) -> i64:
        """The one player for whom it acts (USP-10.8)."""
        return first_of(s, s.stack[f + WHO])


@mypyc_attr(native_class=True, acyclic=True)
class Change(Operation):
    """So much to gain or to lose for each player it is for, in order of play, as often as something is counted."""

    wealth: i64
    prestige: i64
    per: Counter

    def __init__(self, name: str, who: i64, wealth: i64, prestige: i64, per: Counter) -> None:
        Operation.__init__(self, name, who)
        self.wealth = wealth
        self.prestige = prestige
        self.per = per

    def act(self, s: State, f: i64) -> None:
        mask = s.stack[f + WHO]
        for k in range(s.players):
            seat = (s.active + k) % s.players
            if mask & BIT[seat]:
                times = self.per.count(s, f, seat)
                self.change(s, seat, self.wealth * times, self.prestige * times)
        s.done(f)

    def change(self, s: State, seat: i64, wealth: i64, prestige: i64) -> None:
        raise NotImplementedError


@final
@mypyc_attr(native_class=True, acyclic=True)
class Gain(Change):
    def __init__(self, who: i64, wealth: i64, prestige: i64, per: Counter) -> None:
        Change.__init__(self, "gain", who, wealth, prestige, per)

    def change(self, s: State, seat: i64, wealth: i64, prestige: i64) -> None:
        s.gain(seat, wealth, prestige, "USP-10.5")


@final
@mypyc_attr(native_class=True, acyclic=True)
class Lose(Change):
    def __init__(self, who: i64, wealth: i64, prestige: i64, per: Counter) -> None:
        Change.__init__(self, "lose", who, wealth, prestige, per)

    def change(self, s: State, seat: i64, wealth: i64, prestige: i64) -> None:
        s.lose(seat, wealth, prestige, "USP-5.14")


@final
@mypyc_attr(native_class=True, acyclic=True)
class Pay(Operation):
    """Mandatory payments to one player; with `either`, currency by currency (USP-5.19)."""

    to: i64
    wealth: i64
    prestige: i64
    either: i64
    per: Counter

    def __init__(self, who: i64, to: i64, wealth: i64, prestige: i64, either: i64, per: Counter) -> None:
        Operation.__init__(self, "pay", who)
        self.to = to
        self.wealth = wealth
        self.prestige = prestige
        self.either = either
        self.per = per

    def receiver(self, s: State, f: i64) -> i64:
        return first_of(s, seats(s, f, self.to))

    def skipped(self, s: State, f: i64) -> bool:
        to = self.receiver(s, f)
        return to < 0 or not seats(s, f, self.who) & ~BIT[to]

    def act(self, s: State, f: i64) -> None:
        to = self.receiver(s, f)
        if to < 0:
            s.done(f)
            return
        if s.stack[f + STAGE] == 1:
            payers: i64 = 0
            for k in range(s.players):
                seat = (s.active + k) % s.players
                if seat == to or not s.stack[f + WHO] & BIT[seat]:
                    continue  # a player never pays himself
                times = self.per.count(s, f, seat)
                if self.either and times:
                    payers |= BIT[seat]
                elif not self.either:
                    s.pay(seat, to, self.wealth * times, self.prestige * times, "USP-5.16")
            s.stack[f + WHO] = payers
            s.stack[f + A] = NOBODY
            s.stack[f + B] = 0
            s.stack[f + STAGE] = 2
        self.charge(s, f)

    def charge(self, s: State, f: i64) -> None:
        """The next payment of the payer at hand, or the next payer (USP-4.45)."""
        payer = s.stack[f + A]
        if s.stack[f + B] > 0:
            if s.wealth[payer] or s.prestige[payer]:
                s.ask(ASK_PAY, payer)
            else:
                s.stack[f + B] = 0
        elif not s.stack[f + WHO]:
            s.done(f)
        else:
            s.ask(ASK_ORDER, s.active)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        if kind == ASK_ORDER:
            return seats_into(s, s.stack[f + WHO], out)
        payer = s.stack[f + A]
        need = self.either
        if s.wealth[payer] < need and s.prestige[payer] < need:
            need = 1  # neither in full: all he has of one
        n: i64 = 0
        if s.wealth[payer] >= need:
            out[n] = GET_WEALTH
            n += 1
        if s.prestige[payer] >= need:
            out[n] = GET_PRESTIGE
            n += 1
        return n

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if kind == ASK_ORDER:
            seat = s.seat_of(action)
            s.stack[f + WHO] &= ~BIT[seat]
            s.stack[f + A] = seat
            s.stack[f + B] = self.per.count(s, f, seat)
            return
        s.stack[f + B] -= 1
        payer = s.stack[f + A]
        if action == GET_WEALTH:
            s.pay(payer, self.receiver(s, f), self.either, 0, "USP-5.19")
        else:
            s.pay(payer, self.receiver(s, f), 0, self.either, "USP-5.19")


@final
@mypyc_attr(native_class=True, acyclic=True)
class Foreach(Operation):
    has: Filter | None
    do: i64

    def __init__(self, who: i64, has: Filter | None, do: i64) -> None:
        Operation.__init__(self, "foreach", who)
        self.has = has
        self.do = do

    def act(self, s: State, f: i64) -> None:
        if s.stack[f + STAGE] == 1:
            s.stack[f + WHO] = self.affected(s, f, s.stack[f + WHO])
            s.stack[f + STAGE] = 2
        if s.stack[f + WHO]:
            s.ask(ASK_ORDER, s.active)  # USP-4.45
        else:
            s.done(f)

    def affected(self, s: State, f: i64, mask: i64) -> i64:
        """Those with a building that matches `has`, tested once."""
        if self.has is None:
            return mask
        for seat in range(s.players):
            if mask & BIT[seat] and not self.has.find(s, f, seat, s.found):
                mask &= ~BIT[seat]
        return mask

    def skipped(self, s: State, f: i64) -> bool:
        return not self.affected(s, f, seats(s, f, self.who))

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        return seats_into(s, s.stack[f + WHO], out)

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        seat = s.seat_of(action)
        s.stack[f + WHO] &= ~BIT[seat]
        inner = s.push_list(self.do, f)
        s.stack[inner + SELF] = seat
        s.stack[inner + TARGET] = NONE
        s.stack[inner + PICKER] = NOBODY


@final
@mypyc_attr(native_class=True, acyclic=True)
class Offer(Operation):
    """The player may pay the cost in full: then `yes`, otherwise `no`."""

    wealth: i64
    prestige: i64
    yes: i64
    no: i64

    def __init__(self, who: i64, wealth: i64, prestige: i64, yes: i64, no: i64) -> None:
        Operation.__init__(self, "offer", who)
        self.wealth = wealth
        self.prestige = prestige
        self.yes = yes
        self.no = no

    def act(self, s: State, f: i64) -> None:
        s.ask(ASK_OFFER, self.player(s, f))

    def acceptable(self, s: State, f: i64, seat: i64) -> bool:
        """Only what can be paid in full (USP-5.15) and carried out (USP-10.9)."""
        if s.wealth[seat] < self.wealth or s.prestige[seat] < self.prestige:
            return False
        return not s.data.lists[self.yes] or not s.list_skipped(self.yes, f, seat)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        if self.acceptable(s, f, self.player(s, f)):
            out[0] = ACCEPT
            n = 1
        out[n] = REFUSE
        return n + 1

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        seat = self.player(s, f)
        if action == ACCEPT:
            s.lose(seat, self.wealth, self.prestige, "USP-5.15")
        s.done(f)
        inner = s.push_list(self.yes if action == ACCEPT else self.no, f)
        s.stack[inner + SELF] = seat


@final
@mypyc_attr(native_class=True, acyclic=True)
class Choose(Operation):
    lists: vec[i64]

    def __init__(self, who: i64, lists: vec[i64]) -> None:
        Operation.__init__(self, "choose", who)
        self.lists = lists

    def act(self, s: State, f: i64) -> None:
        if self.nothing(s, f):
            s.done(f)
        else:
            s.ask(ASK_CHOOSE, self.player(s, f))

    def nothing(self, s: State, f: i64) -> bool:
        """No option can be carried out (USP-10.9)."""
        for list in self.lists:
            if not s.list_skipped(list, f, s.stack[f + SELF]):
                return False
        return True

    def skipped(self, s: State, f: i64) -> bool:
        return not seats(s, f, self.who) or self.nothing(s, f)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for k in range(i64(len(self.lists))):
            if not s.list_skipped(self.lists[k], f, s.stack[f + SELF]):
                out[n] = OPTION + k
                n += 1
        return n

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        s.done(f)
        s.push_list(self.lists[action - OPTION], f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Pick(Operation):
    """Binds `target` to a building that a player chooses."""

    filter: Filter
    optional: bool

    def __init__(self, who: i64, filter: Filter, optional: bool) -> None:
        Operation.__init__(self, "pick", who)
        self.filter = filter
        self.optional = optional

    def act(self, s: State, f: i64) -> None:
        seat = self.player(s, f)
        self.skip(s, f)
        if self.filter.find(s, f, seat, s.found):
            s.ask(ASK_PICK, seat)
        else:
            s.done(f)

    def skip(self, s: State, f: i64) -> None:
        s.stack[f + TARGET] = NONE
        s.stack[f + PICKER] = NOBODY

    def skipped(self, s: State, f: i64) -> bool:
        mask = seats(s, f, self.who)
        return not mask or not self.filter.find(s, f, first_of(s, mask), s.found)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        n = self.filter.find(s, f, self.player(s, f), s.found)
        for k in range(n):
            out[k] = BUILDING + s.found[k]
        if self.optional:
            out[n] = PASS
            n += 1
        return n

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if action != PASS:
            s.stack[f + TARGET] = action - BUILDING
            s.stack[f + PICKER] = self.player(s, f)
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class PickRow(Operation):
    def __init__(self) -> None:
        Operation.__init__(self, "pick_row", ACTIVE)

    def act(self, s: State, f: i64) -> None:
        if s.stack[f + NEW] < 0:
            s.done(f)
        else:
            s.ask(ASK_ROW, s.active)

    def skipped(self, s: State, f: i64) -> bool:
        return s.stack[f + NEW] < 0

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        out[0] = ROW_H
        out[1] = ROW_V
        return 2

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        s.stack[f + ROW] = HORIZONTAL if action == ROW_H else VERTICAL
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Place(Operation):
    """A tile on vacant lots, free of charge, zoning and restrictions (USP-5.20)."""

    kind: i64
    size: i64
    adjacent: bool
    own: bool
    optional: bool

    def __init__(self, who: i64, kind: i64, size: i64, adjacent: bool, own: bool, optional: bool) -> None:
        Operation.__init__(self, "place", who)
        self.kind = kind
        self.size = size
        self.adjacent = adjacent
        self.own = own
        self.optional = optional

    def sites(self, s: State, f: i64, out: vec[i64]) -> i64:
        """The vacant footprints where it may go."""
        if not s.board.has_tile(self.kind, self.size):
            return 0
        new = s.stack[f + NEW]
        if not self.adjacent:
            return vacant_into(s, self.size, out)
        if new < 0:
            return 0
        n = vacant_into(s, self.size, out)
        home = s.board.foot(new)
        kept: i64 = 0
        for k in range(n):
            foot = out[k] - SITE
            if FOOT_NEAR[foot * WORDS + FOOT_WORD[home]] & FOOT_LOTS[home]:
                out[kept] = out[k]
                kept += 1
        return kept

    def act(self, s: State, f: i64) -> None:
        if self.sites(s, f, s.found):
            s.ask(ASK_PLACE, self.player(s, f))
        else:
            s.done(f)

    def skipped(self, s: State, f: i64) -> bool:
        return not seats(s, f, self.who) or not self.sites(s, f, s.found)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        n = self.sites(s, f, out)
        if self.optional:
            out[n] = PASS
            n += 1
        return n

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if action != PASS:
            seat = self.player(s, f)
            s.place(action - SITE, self.kind, seat if self.own else i64(NOBODY), seat, "USP-5.20")
        s.done(f)


def vacant_into(s: State, size: i64, out: vec[i64]) -> i64:
    """Every vacant footprint of a size, as options."""
    n: i64 = 0
    for k in range(SIZE_START[size], SIZE_START[size + 1]):
        foot = BY_SIZE[k]
        if s.board.vacant(foot):
            out[n] = SITE + foot
            n += 1
    return n


@mypyc_attr(native_class=True, acyclic=True)
class OnTarget(Operation):
    """An operation on `target`, skipped when there is none."""

    def act(self, s: State, f: i64) -> None:
        target = s.stack[f + TARGET]
        if target < 0:
            s.done(f)
        else:
            self.change(s, f, target)

    def skipped(self, s: State, f: i64) -> bool:
        return s.stack[f + TARGET] < 0 or not seats(s, f, self.who)

    def change(self, s: State, f: i64, target: i64) -> None:
        raise NotImplementedError


@final
@mypyc_attr(native_class=True, acyclic=True)
class Remove(OnTarget):
    def __init__(self) -> None:
        Operation.__init__(self, "remove", ACTIVE)

    def change(self, s: State, f: i64, target: i64) -> None:
        s.remove(target, "USP-5.22")
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Uncontrol(OnTarget):
    def __init__(self) -> None:
        Operation.__init__(self, "uncontrol", ACTIVE)

    def change(self, s: State, f: i64, target: i64) -> None:
        s.give_control(target, NOBODY)
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Control(OnTarget):
    def __init__(self, who: i64) -> None:
        Operation.__init__(self, "control", who)

    def change(self, s: State, f: i64, target: i64) -> None:
        s.give_control(target, self.player(s, f))
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class MoveBuilding(OnTarget):
    """A building to another vacant footprint of its size (USP-5.21)."""

    def __init__(self, who: i64) -> None:
        Operation.__init__(self, "move", who)

    def change(self, s: State, f: i64, target: i64) -> None:
        if vacant_into(s, FOOT_SIZE[s.board.foot(target)], s.found):
            s.ask(ASK_MOVE, self.player(s, f))
        else:
            s.done(f)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        return vacant_into(s, FOOT_SIZE[s.board.foot(s.stack[f + TARGET])], out)

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        s.move_building(s.stack[f + TARGET], action - SITE, self.player(s, f))
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class PlaceMarker(Operation):
    """The next marker of a kind into an empty circle (USP-4.42)."""

    kind: i64
    optional: bool

    def __init__(self, who: i64, kind: i64, optional: bool) -> None:
        Operation.__init__(self, "marker", who)
        self.kind = kind
        self.optional = optional

    def possible(self, s: State) -> bool:
        return s.next_marker(self.kind) > 0 and s.empty_circle()

    def act(self, s: State, f: i64) -> None:
        if self.possible(s):
            s.ask(ASK_CIRCLE, self.player(s, f))
        else:
            s.done(f)

    def skipped(self, s: State, f: i64) -> bool:
        return not seats(s, f, self.who) or not self.possible(s)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        n = empty_circles_into(s, out)
        if self.optional:
            out[n] = PASS
            n += 1
        return n

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if action != PASS:
            s.place_marker(self.kind, action - CIRCLE, self.player(s, f))
        s.done(f)


def empty_circles_into(s: State, out: vec[i64]) -> i64:
    n: i64 = 0
    for circle in range(i64(CIRCLES)):
        if not s.circles[circle]:
            out[n] = CIRCLE + circle
            n += 1
    return n


@final
@mypyc_attr(native_class=True, acyclic=True)
class MoveMarker(Operation):
    """A marker in play to another, empty circle (USP-4.42)."""

    kind: i64
    optional: bool

    def __init__(self, who: i64, kind: i64, optional: bool) -> None:
        Operation.__init__(self, "marker", who)
        self.kind = kind
        self.optional = optional

    def sources(self, s: State, out: vec[i64]) -> i64:
        if not s.empty_circle():
            return 0
        n: i64 = 0
        for circle in range(i64(CIRCLES)):
            marker = s.circles[circle]
            if marker and (self.kind == ANY_KIND or marker & 1 == self.kind):
                out[n] = CIRCLE + circle
                n += 1
        return n

    def act(self, s: State, f: i64) -> None:
        if s.stack[f + STAGE] == 2:
            s.ask(ASK_CIRCLE, self.player(s, f))
        elif self.sources(s, s.found):
            s.ask(ASK_MARKER, self.player(s, f))
        else:
            s.done(f)

    def skipped(self, s: State, f: i64) -> bool:
        return not seats(s, f, self.who) or not self.sources(s, s.found)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        if kind == ASK_CIRCLE:
            return empty_circles_into(s, out)
        n = self.sources(s, out)
        if self.optional:
            out[n] = PASS
            n += 1
        return n

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if action == PASS:
            s.done(f)
        elif kind == ASK_MARKER:
            s.stack[f + A] = action - CIRCLE
            s.stack[f + STAGE] = 2
        else:
            s.move_marker(s.stack[f + A], action - CIRCLE, self.player(s, f))
            s.done(f)


ANY_OFFICE: Final = -1


@final
@mypyc_attr(native_class=True, acyclic=True)
class Elect(Operation):
    office: i64  # ANY_OFFICE: the active player names one
    outright: bool  # the active player wins, whatever the criterion

    def __init__(self, office: i64, outright: bool) -> None:
        Operation.__init__(self, "elect", ACTIVE)
        self.office = office
        self.outright = outright

    def act(self, s: State, f: i64) -> None:
        if self.office == ANY_OFFICE:
            s.ask(ASK_OFFICE, s.active)
        elif s.office_in_play(self.office):
            self.hold(s, f, self.office)
        else:
            s.done(f)

    def skipped(self, s: State, f: i64) -> bool:
        return self.office != ANY_OFFICE and not s.office_in_play(self.office)

    def hold(self, s: State, f: i64, office: i64) -> None:
        s.done(f)
        election = s.push(ELECTION, office)
        s.stack[election + WHO] = BIT[s.active] if self.outright else i64(0)

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        n: i64 = 0
        for office in range(i64(OFFICES)):
            if s.office_in_play(office):
                out[n] = OFFICE + office
                n += 1
        return n

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        self.hold(s, f, action - OFFICE)


THIS_ROW: Final = 0


@final
@mypyc_attr(native_class=True, acyclic=True)
class Payout(Operation):
    """The payout of a row (USP-4.39): a number, or the printed row of that kind through the new building."""

    kind: i64
    row: i64

    def __init__(self, kind: i64, row: i64) -> None:
        Operation.__init__(self, "payout", ACTIVE)
        self.kind = kind
        self.row = row

    def act(self, s: State, f: i64) -> None:
        new = s.stack[f + NEW]
        if self.row != THIS_ROW:
            s.pay_out(self.kind, self.row)
        elif new >= 0:
            axis: i64 = HORIZONTAL if self.kind == PRESTIGE else VERTICAL
            s.pay_out_row(row_of(axis, BLOCK_OF[new]))
        s.done(f)

    def skipped(self, s: State, f: i64) -> bool:
        if self.row == THIS_ROW:
            return s.stack[f + NEW] < 0
        return s.row_of_number(self.kind, self.row) < 0


@final
@mypyc_attr(native_class=True, acyclic=True)
class Score(Operation):
    vocation: i64
    value: i64

    def __init__(self, vocation: i64, value: i64) -> None:
        Operation.__init__(self, "score", ACTIVE)
        self.vocation = vocation
        self.value = value

    def act(self, s: State, f: i64) -> None:
        s.done(f)
        scoring = s.push(SCORE, self.vocation)
        s.stack[scoring + A] = self.value


@final
@mypyc_attr(native_class=True, acyclic=True)
class ActionPoints(Operation):
    n: i64

    def __init__(self, n: i64) -> None:
        Operation.__init__(self, "ap", ACTIVE)
        self.n = n

    def act(self, s: State, f: i64) -> None:
        if s.phase == ACTION:
            s.gain_ap(self.n)
        s.done(f)

    def skipped(self, s: State, f: i64) -> bool:
        return s.phase != ACTION


@final
@mypyc_attr(native_class=True, acyclic=True)
class Recover(Operation):
    """Build Permits from the planning discard pile, one at a time."""

    n: i64

    def __init__(self, who: i64, n: i64) -> None:
        Operation.__init__(self, "recover", who)
        self.n = n

    def act(self, s: State, f: i64) -> None:
        if s.stack[f + STAGE] == 1:
            s.stack[f + A] = self.n
            s.stack[f + STAGE] = 2
        if s.stack[f + A] > 0 and s.discards & s.data.permits:
            s.ask(ASK_RECOVER, self.player(s, f))
        else:
            s.done(f)

    def skipped(self, s: State, f: i64) -> bool:
        return not seats(s, f, self.who) or not s.discards & s.data.permits

    def choices(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        return cards_into(s.discards & s.data.permits, out)

    def answered(self, s: State, f: i64, kind: i64, action: i64) -> None:
        s.stack[f + A] -= 1
        s.recover(self.player(s, f), action - CARD)


def cards_into(cards: i64, out: vec[i64]) -> i64:
    """Planning cards, given as bits, as options."""
    n: i64 = 0
    while cards:
        out[n] = CARD + LOWEST[(cards & -cards) % 67]
        n += 1
        cards &= cards - 1
    return n


@final
@mypyc_attr(native_class=True, acyclic=True)
class Activate(Operation):
    deck: i64

    def __init__(self, deck: i64) -> None:
        Operation.__init__(self, "activate", ACTIVE)
        self.deck = deck

    def act(self, s: State, f: i64) -> None:
        s.activate(self.deck)
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class Politicians(Operation):
    def __init__(self) -> None:
        Operation.__init__(self, "politicians", ACTIVE)

    def act(self, s: State, f: i64) -> None:
        s.bring_in_politicians()
        s.done(f)


@final
@mypyc_attr(native_class=True, acyclic=True)
class BringInContractor(Operation):
    def __init__(self) -> None:
        Operation.__init__(self, "contractor", ACTIVE)

    def act(self, s: State, f: i64) -> None:
        s.contractor_in_play = True
        s.done(f)
        s.push(CONTRACTOR, 0)


@final
@mypyc_attr(native_class=True, acyclic=True)
class EndGame(Operation):
    def __init__(self) -> None:
        Operation.__init__(self, "end_game", ACTIVE)

    def act(self, s: State, f: i64) -> None:
        s.end_game()


@final
@mypyc_attr(native_class=True, acyclic=True)
class ExtraFavor(Operation):
    def __init__(self) -> None:
        Operation.__init__(self, "extra_favor", ACTIVE)

    def act(self, s: State, f: i64) -> None:
        s.take_extra_favor(s.active)
        s.done(f)
