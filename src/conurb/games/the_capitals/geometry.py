"""A city on its grid: cells, vertices, neighbours, the frontier (CAP-4).

The grid of the rules is unbounded; a city holds cell (0, 0) and grows by at most MOST_BUILDS tiles, so SPAN cells each
way hold every city. A cell is one number, row by row, so that ascending numbers are the cell order of
CAP-4.10. A vertex has the number of the cell to its lower right (CAP-4.3).

Tiles of a city are known by the order in which they were built, and a set of them is a bit mask: the neighbours of a
tile, the tiles of a type, the tiles that watch for something.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from conurb.kernel.bits import ONE, lowest

SPAN: Final = 48
ORIGIN: Final = 23  # row and column of cell (0, 0)
CELLS: Final = SPAN * SPAN
START: Final = ORIGIN * SPAN + ORIGIN
MOST_BUILDS: Final = 19  # twelve rounds, five prosperity rounds, two extra builds
REACH: Final = MOST_BUILDS + 2  # how far from (0, 0) a tile can lie, and one to spare
MOST_TILES: Final = 31  # a hand-written city may be larger than one that was built
MOST_FRONTIER: Final = 8 * MOST_TILES
OPEN: Final = 255  # in the grid: an empty cell of the frontier
TOKENS: Final = 2
NOWHERE: Final = -1

AROUND: Final = vec[i64]([-SPAN - 1, -SPAN, -SPAN + 1, -1, 1, SPAN - 1, SPAN, SPAN + 1])  # CAP-4.2
CORNERS: Final = vec[i64]([-SPAN - 1, -SPAN, -1, 0])  # from a vertex to its four cells (CAP-4.3)

# What a player has: five tracks, the steps on the progress circle, and two counters.
POPULATION: Final = 0
EMPLOYMENT: Final = 1
SERVICES: Final = 2
ECONOMY: Final = 3
CULTURE: Final = 4
PROGRESS: Final = 5
ENERGY: Final = 6
PRESTIGE: Final = 7
RESOURCES: Final = 8
RESOURCE_NAMES: Final = (
    "population",
    "employment",
    "services",
    "economy",
    "culture",
    "progress",
    "energy",
    "prestige",
)

TYPES: Final = 6
FLAGS: Final = 9  # things a tile may do at some moment; data.py names them


def cell_at(x: int, y: int) -> int:
    """The number of cell (x, y), or of vertex (x, y); -1 outside the grid.

    >>> x_of(cell_at(2, -1)), y_of(cell_at(2, -1))
    (2, -1)
    """
    column, row = x + ORIGIN, y + ORIGIN
    return row * SPAN + column if 0 <= column < SPAN and 0 <= row < SPAN else NOWHERE


def x_of(cell: int) -> int:
    return cell % SPAN - ORIGIN


def y_of(cell: int) -> int:
    return cell // SPAN - ORIGIN


def point(cell: int) -> list[int]:
    """A cell or vertex as JSON shows it."""
    return [x_of(cell), y_of(cell)]


def sort_in(items: vec[i64], size: i64, item: i64) -> None:
    """Put an item into the first `size` ascending items."""
    at = size
    while at > 0 and items[at - 1] > item:
        items[at] = items[at - 1]
        at -= 1
    items[at] = item


@final
@mypyc_attr(native_class=True, acyclic=True)
class City:
    """All that one player has: tiles, tokens, tracks, the power plant, the hand."""

    have: vec[i64]  # by resource
    level: i64  # of the power plant
    plant: i64  # which plant, in the order of the data pack
    tiles: i64  # how many
    tile: vec[i64]  # which, in the order they were built
    cell: vec[i64]
    cubes: vec[i64]  # energy cubes lying on each tile
    near: vec[i64]  # the neighbours of each tile, as a mask
    lakes: i64  # which tiles lie face down as lakes (CAP-3.57)
    of_type: vec[i64]  # the tiles of each type, lakes not among them
    flagged: vec[i64]  # the tiles that do something at a moment, by flag
    by_cell: vec[i64]  # the tiles in cell order (CAP-4.10), as cell * 32 + tile
    grid: vec[u8]  # 0 empty, OPEN frontier, otherwise the tile + 1
    frontier: vec[i64]  # empty cells next to a tile (CAP-4.5), ascending
    open: i64  # how many cells the frontier has
    tokens: vec[i64]  # the vertices of the two construction tokens
    hand: vec[i64]  # prosperity tiles, ascending

    def __init__(self) -> None:
        self.level = 1
        self.plant = 0
        self.tiles = 0
        self.lakes = 0
        self.open = 0

    def clear(self) -> None:
        """No tile and nothing on the tracks."""
        self.have = vec[i64]([0] * RESOURCES)
        self.tile = vec[i64]([0] * MOST_TILES)
        self.cell = vec[i64]([0] * MOST_TILES)
        self.cubes = vec[i64]([0] * MOST_TILES)
        self.near = vec[i64]([0] * MOST_TILES)
        self.of_type = vec[i64]([0] * TYPES)
        self.flagged = vec[i64]([0] * FLAGS)
        self.by_cell = vec[i64]([0] * MOST_TILES)
        self.grid = vec[u8]([0] * CELLS)
        self.frontier = vec[i64]([0] * MOST_FRONTIER)
        self.tokens = vec[i64]([NOWHERE] * TOKENS)
        self.hand = vec[i64]([])

    def clone(self) -> City:
        copy = City()
        copy.have = self.have[:]
        copy.level = self.level
        copy.plant = self.plant
        copy.tiles = self.tiles
        copy.tile = self.tile[:]
        copy.cell = self.cell[:]
        copy.cubes = self.cubes[:]
        copy.near = self.near[:]
        copy.lakes = self.lakes
        copy.of_type = self.of_type[:]
        copy.flagged = self.flagged[:]
        copy.by_cell = self.by_cell[:]
        copy.grid = self.grid[:]
        copy.frontier = self.frontier[:]
        copy.open = self.open
        copy.tokens = self.tokens[:]
        copy.hand = self.hand  # replaced, never changed, so clones share it
        return copy

    # --- building

    def put(self, tile: i64, cell: i64, kind: i64, flags: i64) -> i64:
        """Lay a tile on a cell; `kind` is its type, -1 for a lake. Returns its place in the order of building."""
        at = self.tiles
        self.tiles += 1
        self.tile[at] = tile
        self.cell[at] = cell
        if kind < 0:
            self.lakes |= ONE[at]
        else:
            self.of_type[kind] |= ONE[at]
            while flags:
                self.flagged[lowest(flags)] |= ONE[at]
                flags &= flags - 1
        if self.grid[cell] == OPEN:
            self.close(cell)
        self.grid[cell] = u8(at + 1)
        for step in AROUND:
            self.meet(at, cell + step)
        sort_in(self.by_cell, at, cell * 32 + at)
        return at

    def meet(self, at: i64, cell: i64) -> None:
        """A new tile and one of the cells around it: neighbours, or more frontier."""
        found = i64(self.grid[cell])
        if found == 0:
            self.grid[cell] = OPEN
            sort_in(self.frontier, self.open, cell)
            self.open += 1
        elif found != OPEN:
            self.near[at] |= ONE[found - 1]
            self.near[found - 1] |= ONE[at]

    def close(self, cell: i64) -> None:
        """Take a cell out of the frontier."""
        at: i64 = 0
        while self.frontier[at] != cell:
            at += 1
        self.open -= 1
        while at < self.open:
            self.frontier[at] = self.frontier[at + 1]
            at += 1

    # --- looking

    def everything(self) -> i64:
        """All tiles but lakes, which match no filter (CAP-1.13)."""
        return (ONE[self.tiles] - 1) & ~self.lakes

    def tile_on(self, cell: i64) -> i64:
        """The place in the order of building of the tile on a cell; -1 if it is empty."""
        found = i64(self.grid[cell])
        if found == 0 or found == OPEN:
            return NOWHERE
        return found - 1

    def beside(self, cell: i64) -> i64:
        """The tiles around a cell, as a mask."""
        mask: i64 = 0
        for step in AROUND:
            found = i64(self.grid[cell + step])
            if found != 0 and found != OPEN:
                mask |= ONE[found - 1]
        return mask

    def is_open(self, cell: i64) -> bool:
        """Whether a cell belongs to the frontier (CAP-4.5)."""
        return 0 <= cell < CELLS and self.grid[cell] == OPEN

    def occupied_around(self, vertex: i64) -> i64:
        """How many of the four cells of a vertex are occupied; lakes count (CAP-4.9)."""
        n: i64 = 0
        for step in CORNERS:
            found = self.grid[vertex + step]
            n += found != 0 and found != OPEN
        return n

    def on_token(self, cell: i64) -> bool:
        """Placement rule A: the cell is one of the four cells of a token (CAP-4.6)."""
        for vertex in self.tokens:
            for step in CORNERS:
                if vertex + step == cell:
                    return True
        return False

    def surrounded(self) -> i64:
        """The first token whose four cells are all occupied (CAP-3.51); -1 if there is none."""
        for token in range(i64(TOKENS)):
            if self.occupied_around(self.tokens[token]) == 4:
                return token
        return NOWHERE

    def vertices_into(self, out: vec[i64], token: i64, base: i64) -> i64:
        """Where a surrounded token may go, ascending (CAP-4.9): border vertices without the other token."""
        other = self.tokens[1 - token]
        first = self.by_cell[0] // 32 // SPAN  # the rows and columns that the city touches
        last = self.by_cell[self.tiles - 1] // 32 // SPAN
        left: i64 = SPAN
        right: i64 = 0
        for at in range(self.tiles):
            column = self.cell[at] % SPAN
            left = min(left, column)
            right = max(right, column)
        n: i64 = 0
        for row in range(first, last + 2):
            for column in range(left, right + 2):
                vertex = row * SPAN + column
                occupied = self.occupied_around(vertex)
                if 0 < occupied < 4 and vertex != other:
                    out[n] = base + vertex
                    n += 1
        return n

    def connected(self) -> bool:
        """Whether every tile is reached from the first one."""
        reached: i64 = 1
        grown = reached
        while grown:
            at = lowest(grown)
            grown &= grown - 1
            more = self.near[at] & ~reached
            reached |= more
            grown |= more
        return reached == ONE[self.tiles] - 1
