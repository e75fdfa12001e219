"""A growing city on its grid.

The first tile of a city is its origin, row 0, col 0; the city can reach three rows and columns from there in
every direction (BTC-4.2, BTC-4.5), so 7 x 7 cells hold every city. A cell is a bit of one number, eight bits a
row (the eighth column stays empty and keeps rows apart). Rows grow to the south, columns to the east (BTC-0.3).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.kernel.bits import ONE, count, lowest

SPAN: Final = 7  # rows and columns that a city might reach
REACH: Final = 3
SIDE: Final = 4  # a complete city is 4 x 4
CELLS: Final = 56
START: Final = 27  # the cell of the first tile
KINDS: Final = 9
MOST_TILES: Final = 16  # a city of nothing but squares, as a hand-written position may have

SQUARE: Final = 0
WIDE: Final = 1  # a horizontal duplex
TALL: Final = 2  # a vertical duplex
SHAPE_NAMES: Final = ("square", "wide", "tall")
SECOND_HALF: Final = vec[i64]([0, 1, 8])  # from the cell of the first half to that of the second, by shape


def _cells() -> list[int]:
    return [row * 8 + col for row in range(SPAN) for col in range(SPAN)]


def _near(cell: int, rows: int, cols: int, corner: int) -> int:
    """Every cell at most so many rows and columns, and so many steps in all, away."""
    return sum(
        2**c
        for c in _cells()
        if abs((c >> 3) - (cell >> 3)) <= rows
        and abs((c & 7) - (cell & 7)) <= cols
        and abs((c >> 3) - (cell >> 3)) + abs((c & 7) - (cell & 7)) <= corner
    )


NEIGHBOURS: Final = vec[i64]([_near(c, 1, 1, 1) - (2**c if c & 7 < SPAN else 0) for c in range(CELLS)])
IN_FRAME: Final = vec[i64]([_near(c, REACH, REACH, 2 * REACH) for c in range(CELLS)])  # may share a 4x4 frame


def cell_at(row: int, col: int) -> int:
    """The cell at that row and column; -1 outside the reach of a city."""
    if abs(row) > REACH or abs(col) > REACH:
        return -1
    return (row + REACH) * 8 + col + REACH


def row_of(cell: int) -> int:
    return (cell >> 3) - REACH


def col_of(cell: int) -> int:
    return (cell & 7) - REACH


def cell_name(cell: int) -> str:
    """The name of a cell, the same for the whole game: the first tile lies on d4.

    >>> cell_name(cell_at(0, 0)), cell_name(cell_at(-1, 2))
    ('d4', 'f3')
    """
    return "abcdefg"[cell & 7] + str((cell >> 3) + 1)


def cell_named(name: str) -> int:
    """The cell of that name; -1 if there is none."""
    if len(name) != 2 or name[0] not in "abcdefg" or name[1] not in "1234567":
        return -1
    return (int(name[1]) - 1) * 8 + "abcdefg".index(name[0])


def group_of(cell: i64, board: i64) -> i64:
    """The cells of a board that are joined by edges to one of them."""
    group = cell
    while True:
        grown = (group | beside(group)) & board
        if grown == group:
            return group
        group = grown


def beside(board: i64) -> i64:
    """The cells that share an edge with a cell of the board (BTC-0.4); may spill over the edge of the grid."""
    return board << 1 | board >> 1 | board << 8 | board >> 8


OUTLOOKS: Final = 1 + KINDS  # the city as it is, and with one more building of each kind
NO_OUTLOOK: Final = vec[float]([])
NEW_OUTLOOK: Final = vec[float]([-1.0] * (2 * OUTLOOKS))  # for each what it was worked out for, and what it is


@final
@mypyc_attr(native_class=True, acyclic=True)
class City:
    """The buildings of a city and where it can grow."""

    occupied: i64
    frontier: i64  # cells that share an edge with a building
    frame: i64  # cells that fit into a 4 x 4 frame with every building
    kinds: vec[i64]  # one board per kind of building
    tiles: i64  # how many tiles were placed
    lots: vec[i64]  # each placed tile, in order: see `lot`
    outlook: vec[float]  # what the value function remembers of the city as it stands, once it was asked to

    def __init__(self, occupied: i64, frontier: i64, frame: i64, kinds: vec[i64], tiles: i64, lots: vec[i64]) -> None:
        self.occupied = occupied
        self.frontier = frontier
        self.frame = frame
        self.kinds = kinds
        self.tiles = tiles
        self.lots = lots
        self.outlook = NO_OUTLOOK

    def clone(self) -> City:
        copy = City(self.occupied, self.frontier, self.frame, self.kinds[:], self.tiles, self.lots[:])
        copy.outlook = self.outlook  # what one clone finds out, all know; `note` forgets it
        return copy

    def build(self, kind: i64, cell: i64) -> None:
        """Put one building on a cell."""
        self.kinds[kind] |= ONE[cell]
        self.occupied |= ONE[cell]
        self.frontier |= NEIGHBOURS[cell]
        self.frame &= IN_FRAME[cell]

    def note(self, lot: i64) -> None:
        """Remember which tile was placed where, by whom and when."""
        self.lots[self.tiles] = lot
        self.tiles += 1
        self.outlook = NO_OUTLOOK

    def open_cells(self, shape: i64) -> i64:
        """Where a tile of that shape may go; for a duplex, the cell of its first half (BTC-4.1)."""
        if not self.occupied:
            return ONE[START]  # BTC-4.2
        free = self.frame & ~self.occupied  # BTC-4.3, BTC-4.5
        if shape == SQUARE:
            return free & self.frontier  # BTC-4.4
        step = SECOND_HALF[shape]  # BTC-4.6: never rotated
        return free & free >> step & (self.frontier | self.frontier >> step)

    def buildings(self) -> i64:
        return count(self.occupied)


def empty_city() -> City:
    return City(0, ONE[START], IN_FRAME[START], vec[i64]([0] * KINDS), 0, vec[i64]([0] * MOST_TILES))


# A lot packs one placed tile into a number: tile, cell, seat, turn of the game, order within the turn.
NOBODY: Final = 15  # the seat of a tile in a hand-written city
NEVER: Final = 63  # the turn of such a tile


def lot(tile: i64, cell: i64, seat: i64, turn: i64, order: i64) -> i64:
    return tile | cell << 8 | seat << 16 | turn << 20 | order << 28


def lot_tile(word: i64) -> i64:
    return word & 255


def lot_cell(word: i64) -> i64:
    return (word >> 8) & 63


def lot_seat(word: i64) -> i64:
    return (word >> 16) & 15


def lot_turn(word: i64) -> i64:
    return (word >> 20) & 63


def lot_order(word: i64) -> i64:
    return (word >> 28) & 7


def corner(board: i64) -> i64:
    """The cell in the smallest row and the smallest column of a board: where it starts when shifted to 0, 0."""
    columns = board | board >> 8 | board >> 16 | board >> 24
    columns |= columns >> 24
    return (lowest(board) & 56) + lowest(columns & 127)
