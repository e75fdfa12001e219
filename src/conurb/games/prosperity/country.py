"""A country: what lies on one individual board and what its player has (PRO-1.8, PRO-5)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.prosperity.data import (
    ECOLOGY,
    ENERGY,
    MOST_SPACES,
    PROSPERITY,
    RESEARCH,
    SYMBOL_COUNT,
    Board,
    Data,
)

PRINT: Final = -1  # no tile lies on the space: what is printed counts

# The number of a space from its bit alone.
_SPACE_OF_BIT: Final = {2**n: n for n in range(MOST_SPACES)}
LOWEST_SPACE: Final = vec[i64]([_SPACE_OF_BIT.get(bit, 0) for bit in range(2 ** (MOST_SPACES - 1) + 1)])


@final
@mypyc_attr(native_class=True, acyclic=True)
class Country:
    """Money, discs, score, research markers, and the tiles on the spaces.

    The totals of the five symbols are kept up to date when a tile is placed (PRO-4.9); `recount` computes them anew.
    """

    board: Board
    money: i64
    discs: i64
    score: i64
    squares: vec[i64]  # of the two research markers: energy, ecology
    totals: vec[i64]  # visible symbols: E, Y, C, R, P (PRO-3.3)
    tops: vec[i64]  # the tile on top of each space, or PRINT
    open: i64  # the spaces that can be used, as bits

    def __init__(
        self,
        board: Board,
        money: i64,
        discs: i64,
        score: i64,
        squares: vec[i64],
        totals: vec[i64],
        tops: vec[i64],
        open: i64,
    ) -> None:
        self.board = board
        self.money = money
        self.discs = discs
        self.score = score
        self.squares = squares
        self.totals = totals
        self.tops = tops
        self.open = open

    def clone(self) -> Country:
        return Country(
            self.board,
            self.money,
            self.discs,
            self.score,
            self.squares[:],
            self.totals[:],
            self.tops[:],
            self.open,
        )

    # --- symbols and tiles (PRO-3.3, PRO-4)

    def place(self, tile: i64, space: i64, data: Data) -> None:
        """Cover what is on the space: new total = old total + new tile - what was covered (PRO-4.8, PRO-4.9)."""
        below = self.tops[space]
        for symbol in range(i64(SYMBOL_COUNT)):
            if below == PRINT:
                covered = self.board.impact[space * SYMBOL_COUNT + symbol]
            else:
                covered = data.impact[below * SYMBOL_COUNT + symbol]
            self.totals[symbol] += data.impact[tile * SYMBOL_COUNT + symbol] - covered
        self.tops[space] = tile
        self.open |= self.board.behind[space]  # a transport tile opens the spaces behind it (PRO-4.7)

    def spaces_for(self, kind: i64) -> i64:
        """Where a tile of that type may be placed, as bits (PRO-4.5 to PRO-4.7)."""
        return self.board.of_type[kind] & self.open

    def recount(self, data: Data) -> vec[i64]:
        """The totals from what lies on the spaces (PRO-3.3)."""
        totals = vec[i64]([0] * SYMBOL_COUNT)
        for space in range(len(self.tops)):
            tile = self.tops[space]
            for symbol in range(i64(SYMBOL_COUNT)):
                if tile == PRINT:
                    totals[symbol] += self.board.impact[space * SYMBOL_COUNT + symbol]
                else:
                    totals[symbol] += data.impact[tile * SYMBOL_COUNT + symbol]
        return totals

    # --- research (PRO-1.12)

    def room(self, track: i64, data: Data) -> i64:
        """Squares left above a marker."""
        return data.last_square - self.squares[track]

    def level(self, track: i64, data: Data) -> i64:
        return data.level_of[self.squares[track]]

    def price(self, tile: i64, data: Data) -> i64:
        """What a tile costs, from the levels of the tile and of the marker on its side (PRO-4.2)."""
        return data.price[self.level(data.side[tile], data) * 10 + data.level[tile]]

    def affordable(self, data: Data) -> i64:
        """Every tile that the money would buy, as bits (PRO-4.1, PRO-4.2)."""
        price = data.price
        at_level = data.at_level
        money = self.money
        tiles: i64 = 0
        for side in range(i64(2)):
            row = data.level_of[self.squares[side]] * 10
            shelf = side * 10
            level: i64 = 1
            while level <= data.levels:
                if price[row + level] <= money:
                    tiles |= at_level[shelf + level]
                level += 1
        return tiles

    # --- pollution (PRO-5)

    def remove_discs(self, amount: i64) -> i64:
        """Highest first (PRO-5.4); returns how many could not be removed because none is left."""
        removed = min(amount, self.discs)
        self.discs -= removed
        return amount - removed

    def blocked(self, data: Data) -> bool:
        """A disc lies on the triangle (PRO-5.5)."""
        return self.discs > data.round_spaces

    def globes(self, data: Data) -> i64:
        """Visible prosperity symbols of the pollution track (PRO-5.2)."""
        if self.blocked(data):
            return 0
        return data.visible[self.discs]

    # --- tallies (PRO-3.6 to PRO-3.10)

    def deficit(self) -> i64:
        """Missing energy levels."""
        return max(i64(0), -self.totals[ENERGY])

    def most_paid(self, data: Data) -> i64:
        """How many missing levels can be paid for (PRO-3.6, PRO-8.1)."""
        return min(self.deficit(), self.money // data.deficit_price)

    def steps(self, data: Data) -> i64:
        """Research steps of a tally: one for each symbol, as far as both tracks have room (PRO-3.9)."""
        return min(self.totals[RESEARCH], self.room(ENERGY, data) + self.room(ECOLOGY, data))

    def fewest_energy_steps(self, data: Data) -> i64:
        return max(i64(0), self.steps(data) - self.room(ECOLOGY, data))

    def most_energy_steps(self, data: Data) -> i64:
        return min(self.steps(data), self.room(ENERGY, data))

    def prosperity(self, data: Data) -> i64:
        """What a prosperity tally scores (PRO-3.10)."""
        if self.blocked(data):
            return 0
        return self.totals[PROSPERITY] + self.globes(data)


def new_country(board: Board, data: Data) -> Country:
    """A country at the start of a game (PRO-2.5)."""
    return Country(
        board,
        data.start_money,
        data.start_discs,
        data.start_score,
        vec[i64]([data.start_square] * 2),
        board.totals[:],
        vec[i64]([PRINT] * len(board.spaces)),
        board.open,
    )
