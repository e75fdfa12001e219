"""The board: lots, footprints, rows, terrain, and the buildings that stand on it (USP-2).

A lot is numbered y * 12 + x from the north-west corner, a block row * 6 + column. Sets of lots are bitboards of three
words, 48 lots (four lines, two rows of blocks) each, so that no block is cut. A building is known by its first lot.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.urban_sprawl.terms import EDGE, TYPES, WATER, WILDERNESS
from conurb.kernel.bits import lowest

SIDE: Final = 12
LOTS: Final = 144
BLOCKS: Final = 36
WORDS: Final = 3
LOTS_A_WORD: Final = 48
SIZES: Final = 4
COLUMNS: Final = "ABCDEF"
QUADRANTS: Final = "abcd"  # NW, NE, SW, SE (USP-2.2)

# Rows (USP-2.7): six columns, three prestige rows, then the nine grey circles in the order of USP-2.8.
ROW_NAMES: Final = (
    *("S-A", "S-B", "S-C", "S-D", "S-E", "S-F", "W-12", "W-34", "W-56"),
    *("N-AB", "N-CD", "N-EF", "E-1", "E-2", "E-3", "E-4", "E-5", "E-6"),
)
ROWS: Final = 18
WEST: Final = 6  # the first prestige row
GREY: Final = 9  # the first grey circle
CIRCLE_NAMES: Final = ROW_NAMES[GREY:]


def lot_at(y: int, x: int) -> int:
    return y * SIDE + x


def block_of_lot(lot: int) -> int:
    return lot // SIDE // 2 * 6 + lot % SIDE // 2


def lot_name(lot: int) -> str:
    """The name of a lot (USP-2.2).

    >>> lot_name(lot_at(0, 0)), lot_name(lot_at(5, 6))
    ('A1a', 'D3c')
    """
    y, x = divmod(lot, SIDE)
    return f"{COLUMNS[x // 2]}{y // 2 + 1}{QUADRANTS[y % 2 * 2 + x % 2]}"


def block_name(block: int) -> str:
    return f"{COLUMNS[block % 6]}{block // 6 + 1}"


def _block_lots(block: int) -> list[int]:
    """The four lots of a block: a, b, c, d."""
    y, x = block // 6 * 2, block % 6 * 2
    return [lot_at(y, x), lot_at(y, x + 1), lot_at(y + 1, x), lot_at(y + 1, x + 1)]


# Which quadrants a footprint may have (USP-1.4).
SHAPES: Final = ("a", "b", "c", "d", "ab", "cd", "ac", "bd", "abc", "abd", "acd", "bcd", "abcd")


def _footprints() -> list[list[int]]:
    """Every footprint as its lots, in canonical order (USP-9.6)."""
    return sorted([_block_lots(b)[QUADRANTS.index(q)] for q in shape] for b in range(BLOCKS) for shape in SHAPES)


_LOTS_OF: Final = _footprints()
_NUMBER_OF: Final = {tuple(lots): number for number, lots in enumerate(_LOTS_OF)}


def _near(lot: int) -> list[int]:
    """The lots adjacent to a lot: orthogonally or diagonally, also across a street (USP-2.4)."""
    y, x = divmod(lot, SIDE)
    return [
        lot_at(j, i)
        for j in range(max(0, y - 1), min(SIDE, y + 2))
        for i in range(max(0, x - 1), min(SIDE, x + 2))
        if (j, i) != (y, x)
    ]


def _terrain(lot: int) -> int:
    """Water to the north and east, wilderness to the west and south (USP-2.6)."""
    y, x = divmod(lot, SIDE)
    return (WATER if y == 0 or x == 11 else 0) | (WILDERNESS if y == 11 or x == 0 else 0)


def _words(lots: list[int]) -> list[int]:
    """A set of lots as three words."""
    return [sum(2 ** (lot % LOTS_A_WORD) for lot in lots if lot // LOTS_A_WORD == w) for w in range(WORDS)]


def _row_lots(row: int) -> list[int]:
    name = ROW_NAMES[row]
    side, where = name.split("-")
    columns = [COLUMNS.index(c) for c in where] if side in "SN" else list(range(6))
    rows = [int(r) - 1 for r in where] if side in "WE" else list(range(6))
    return [lot for r in rows for c in columns for lot in _block_lots(r * 6 + c)]


ONE: Final = vec[i64]([2 ** (lot % LOTS_A_WORD) for lot in range(LOTS)])  # the bit of a lot within its word
FULL: Final = 0xFFFFFFFFFFFF  # all lots of a word

FIRST: Final = vec[i64]([lots[0] for lots in _LOTS_OF])  # the lot by which a building on it is known
FOOT_SIZE: Final = vec[i64]([len(lots) for lots in _LOTS_OF])
FOOT_BLOCK: Final = vec[i64]([block_of_lot(lots[0]) for lots in _LOTS_OF])
FOOT_WORD: Final = vec[i64]([lots[0] // LOTS_A_WORD for lots in _LOTS_OF])
FOOT_LOTS: Final = vec[i64]([_words(lots)[lots[0] // LOTS_A_WORD] for lots in _LOTS_OF])  # within FOOT_WORD
FOOT_NEAR: Final = vec[i64](  # the adjacent lots, three words a footprint
    [word for lots in _LOTS_OF for word in _words(sorted({n for lot in lots for n in _near(lot)} - set(lots)))]
)
FOOT_TERRAIN: Final = vec[i64](
    [
        (WATER if any(_terrain(lot) & WATER for lot in lots) else 0)
        | (WILDERNESS if any(_terrain(lot) & WILDERNESS for lot in lots) else 0)
        for lots in _LOTS_OF
    ]
)
BLOCK_OF: Final = vec[i64]([block_of_lot(lot) for lot in range(LOTS)])
BLOCK_LOTS: Final = vec[i64]([_words(_block_lots(b))[b // 12] for b in range(BLOCKS)])  # within word b // 12
ROW_LOTS: Final = vec[i64]([word for row in range(ROWS) for word in _words(_row_lots(row))])
TERRAIN_LOTS: Final = vec[i64](  # by terrain, three words each
    [word for kind in range(EDGE + 1) for word in _words([lot for lot in range(LOTS) if _terrain(lot) & kind])]
)
COLUMN_OF: Final = vec[i64]([b % 6 for b in range(BLOCKS)])  # the wealth row of a block
WEST_OF: Final = vec[i64]([WEST + b // 12 for b in range(BLOCKS)])  # its prestige row
NORTH_OF: Final = vec[i64]([b % 6 // 2 for b in range(BLOCKS)])  # its circle in the north, counted from GREY
EAST_OF: Final = vec[i64]([3 + b // 6 for b in range(BLOCKS)])

# The footprints by size: those of size n are BY_SIZE[SIZE_START[n]] and on, in canonical order.
BY_SIZE: Final = vec[i64]([n for size in range(1, SIZES + 1) for n, lots in enumerate(_LOTS_OF) if len(lots) == size])
SIZE_START: Final = vec[i64]([0, 0, 144, 288, 432, 468])

# The footprints of a size that begin at a lot: at most three, in canonical order; -1 where there is none.
MOST_HERE: Final = 3


def _beginning(size: int, lot: int) -> list[int]:
    here = [n for n, lots in enumerate(_LOTS_OF) if lots[0] == lot and len(lots) == size]
    return here + [-1] * (MOST_HERE - len(here))


HERE: Final = vec[i64]([n for size in range(1, SIZES + 1) for lot in range(LOTS) for n in _beginning(size, lot)])


def footprints_here(size: i64, lot: i64) -> i64:
    """Where the footprints of that size beginning at that lot are listed in HERE."""
    return ((size - 1) * LOTS + lot) * MOST_HERE


def foot_name(foot: int) -> str:
    """The name of a footprint: block and quadrants.

    >>> foot_name(foot_named("D3bd"))
    'D3bd'
    """
    lots = _LOTS_OF[foot]
    return lot_name(lots[0]) + "".join(lot_name(lot)[2] for lot in lots[1:])


def foot_named(name: str) -> int:
    """The footprint of that name; -1 if there is none."""
    quadrants = name[2:]
    if len(name) < 3 or name[0] not in COLUMNS or name[1] not in "123456" or quadrants not in SHAPES:
        return -1
    lots = _block_lots((int(name[1]) - 1) * 6 + COLUMNS.index(name[0]))
    return _NUMBER_OF[tuple(lots[QUADRANTS.index(q)] for q in quadrants)]


def lot_named(name: str) -> int:
    """The lot of that name; -1 if there is none."""
    foot = foot_named(name)
    return int(FIRST[foot]) if foot >= 0 and len(name) == 3 else -1


def lots_of(foot: int) -> list[int]:
    """The lots of a footprint, in order."""
    return _LOTS_OF[foot]


def count(board: i64) -> i64:
    """How many bits a word of 48 has."""
    board = board - (board >> 1 & 0x555555555555)
    board = (board & 0x333333333333) + (board >> 2 & 0x333333333333)
    board = board + (board >> 4) & 0x0F0F0F0F0F0F
    board += board >> 8
    board += board >> 16
    return (board + (board >> 32)) & 0x3F


# A building, packed: footprint + 1, type, controller + 1; 0 is a vacant lot.


def packed(foot: i64, kind: i64, owner: i64) -> i64:
    return foot + 1 | kind << 9 | (owner + 1) << 12


def foot_in(building: i64) -> i64:
    return (building & 511) - 1


def kind_in(building: i64) -> i64:
    return (building >> 9) & 7


def owner_in(building: i64) -> i64:
    return (building >> 12) - 1


@final
@mypyc_attr(native_class=True, acyclic=True)
class Board:
    """What stands where, and whose it is."""

    at: vec[i64]  # for each lot, the building that covers it, packed
    taken: vec[i64]  # three words each from here on: lots with a building
    firsts: vec[i64]  # the first lot of each building
    types: vec[i64]  # the lots of each type of building
    near: vec[i64]  # the lots adjacent to, or under, a building of each type
    sizes: vec[i64]  # the lots of the buildings of each size
    owners: vec[i64]  # the lots controlled by nobody, by seat 0, by seat 1, ...
    supply: vec[i64]  # tiles left, by type and size (USP-1.5)

    def __init__(
        self,
        at: vec[i64],
        taken: vec[i64],
        firsts: vec[i64],
        types: vec[i64],
        near: vec[i64],
        sizes: vec[i64],
        owners: vec[i64],
        supply: vec[i64],
    ) -> None:
        self.at = at
        self.taken = taken
        self.firsts = firsts
        self.types = types
        self.near = near
        self.sizes = sizes
        self.owners = owners
        self.supply = supply

    def clone(self) -> Board:
        return Board(
            self.at[:],
            self.taken[:],
            self.firsts[:],
            self.types[:],
            self.near[:],
            self.sizes[:],
            self.owners[:],
            self.supply[:],
        )

    # --- looking

    def foot(self, lot: i64) -> i64:
        """The footprint of the building on a lot; -1 if the lot is vacant."""
        return foot_in(self.at[lot])

    def kind(self, lot: i64) -> i64:
        return kind_in(self.at[lot])

    def owner(self, lot: i64) -> i64:
        """Who controls the building on a lot, or NOBODY."""
        return owner_in(self.at[lot])

    def first(self, lot: i64) -> i64:
        """The building on a lot, known by its first lot."""
        return FIRST[self.foot(lot)]

    def has_tile(self, kind: i64, size: i64) -> bool:
        return self.supply[kind * SIZES + size - 1] > 0

    def vacant(self, foot: i64) -> bool:
        return not self.taken[FOOT_WORD[foot]] & FOOT_LOTS[foot]

    def touches(self, foot: i64, kind: i64) -> bool:
        """Whether a building of that type is adjacent to the footprint, what it covers left out (USP-2.5)."""
        for w in range(i64(WORDS)):
            if FOOT_NEAR[foot * WORDS + w] & self.types[kind * WORDS + w]:
                return True
        return False

    def adjacent(self, foot: i64, kind: i64) -> i64:
        """How many buildings of that type are adjacent to the footprint, each once (USP-5.10)."""
        n: i64 = 0
        for w in range(i64(WORDS)):
            board = FOOT_NEAR[foot * WORDS + w] & self.types[kind * WORDS + w]
            while board:
                this = self.foot(w * LOTS_A_WORD + lowest(board))
                board &= ~FOOT_LOTS[this]
                n += 1
        return n

    def buildings(self, kind: i64) -> i64:
        """How many buildings of that type are in play."""
        n: i64 = 0
        for w in range(i64(WORDS)):
            n += count(self.types[kind * WORDS + w] & self.firsts[w])
        return n

    def controlled_in_row(self, seat: i64, row: i64) -> i64:
        """How many buildings a seat controls in a row (USP-4.40)."""
        n: i64 = 0
        for w in range(i64(WORDS)):
            n += count(self.owners[(seat + 1) * WORDS + w] & self.firsts[w] & ROW_LOTS[row * WORDS + w])
        return n

    # --- changing

    def put(self, foot: i64, kind: i64, owner: i64) -> None:
        """Put a tile on vacant lots, with the cube of its owner on it."""
        w = FOOT_WORD[foot]
        lots = FOOT_LOTS[foot]
        size = FOOT_SIZE[foot]
        word = packed(foot, kind, owner)
        left = lots
        while left:
            self.at[w * LOTS_A_WORD + lowest(left)] = word
            left &= left - 1
        self.taken[w] |= lots
        self.firsts[w] |= ONE[FIRST[foot]]
        self.types[kind * WORDS + w] |= lots
        self.sizes[(size - 1) * WORDS + w] |= lots
        self.owners[(owner + 1) * WORDS + w] |= lots
        self.supply[kind * SIZES + size - 1] -= 1
        self.near[kind * WORDS + w] |= lots
        for v in range(i64(WORDS)):
            self.near[kind * WORDS + v] |= FOOT_NEAR[foot * WORDS + v]

    def take(self, first: i64) -> None:
        """Take a building off the board; its tile returns to the supply (USP-1.6)."""
        foot = self.foot(first)
        kind = self.kind(first)
        w = FOOT_WORD[foot]
        rest = ~FOOT_LOTS[foot]
        size = FOOT_SIZE[foot]
        left = FOOT_LOTS[foot]
        self.owners[(self.owner(first) + 1) * WORDS + w] &= rest
        while left:
            self.at[w * LOTS_A_WORD + lowest(left)] = 0
            left &= left - 1
        self.taken[w] &= rest
        self.firsts[w] &= rest
        self.types[kind * WORDS + w] &= rest
        self.sizes[(size - 1) * WORDS + w] &= rest
        self.supply[kind * SIZES + size - 1] += 1
        self.renew_near(kind)

    def renew_near(self, kind: i64) -> None:
        """Work out anew what is adjacent to buildings of a type."""
        for w in range(i64(WORDS)):
            self.near[kind * WORDS + w] = self.types[kind * WORDS + w]
        for w in range(i64(WORDS)):
            board = self.types[kind * WORDS + w] & self.firsts[w]
            while board:
                foot = self.foot(w * LOTS_A_WORD + lowest(board))
                board &= board - 1
                for v in range(i64(WORDS)):
                    self.near[kind * WORDS + v] |= FOOT_NEAR[foot * WORDS + v]

    def set_owner(self, first: i64, owner: i64) -> None:
        """Put a seat's cube on a building, or with NOBODY take the cube off."""
        foot = self.foot(first)
        kind = self.kind(first)
        w = FOOT_WORD[foot]
        lots = FOOT_LOTS[foot]
        self.owners[(self.owner(first) + 1) * WORDS + w] &= ~lots
        self.owners[(owner + 1) * WORDS + w] |= lots
        word = packed(foot, kind, owner)
        while lots:
            self.at[w * LOTS_A_WORD + lowest(lots)] = word
            lots &= lots - 1


def empty_board(players: i64, tiles: vec[i64]) -> Board:
    return Board(
        vec[i64]([0] * LOTS),
        vec[i64]([0] * WORDS),
        vec[i64]([0] * WORDS),
        vec[i64]([0] * (TYPES * WORDS)),
        vec[i64]([0] * (TYPES * WORDS)),
        vec[i64]([0] * (SIZES * WORDS)),
        vec[i64]([0] * ((players + 1) * WORDS)),
        tiles[:],
    )
