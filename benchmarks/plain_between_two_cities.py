"""Between Two Cities as one would write it first: dicts, sets and small objects, nothing compiled.

The yardstick for the engine's speed, and a second opinion on its scores: the tests compare both.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

SQUARES = {"S": 16, "F": 16, "D": 5, "E": 5, "M": 5, "B": 5, "O": 20, "P": 16, "H": 20}
DUPLEXES = [
    "HEF",
    "HFO",
    "HFS",
    "HHP",
    "HHB",
    "HOH",
    "HOS",
    "HDP",
    "HPF",
    "HPO",
    "HSM",
    "HSH",
    "VFE",
    "VFO",
    "VHO",
    "VHS",
    "VOP",
    "VOS",
    "VDH",
    "VPF",
    "VPH",
    "VMP",
    "VSF",
    "VSB",
]
ROUNDS = ((False, 7, 1), (True, 3, 0), (False, 7, -1))
ROUNDS_TWO = ((False, 7, 1), (False, 7, 1), (True, 3, 0), (True, 3, 0), (False, 7, -1), (False, 7, -1))

Cell = tuple[int, int]
City = dict[Cell, str]


def around(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def cells_of(tile: str, cell: Cell) -> dict[Cell, str]:
    """The buildings a tile puts down with its first half on a cell."""
    if len(tile) == 1:
        return {cell: tile}
    row, col = cell
    second = (row, col + 1) if tile[0] == "H" else (row + 1, col)
    return {cell: tile[1], second: tile[2]}


def fits(city: City, tile: str, cell: Cell) -> bool:
    new = cells_of(tile, cell)
    if any(c in city for c in new) or not any(a in city for c in new for a in around(c)):
        return False
    rows = [row for row, _ in (*city, *new)]
    cols = [col for _, col in (*city, *new)]
    return max(rows) - min(rows) <= 3 and max(cols) - min(cols) <= 3


def places(city: City, tile: str) -> list[Cell]:
    if not city:
        return [(0, 0)]
    near = {a for cell in city for a in around(cell)}
    if len(tile) > 1:
        near |= {(row, col - 1) if tile[0] == "H" else (row - 1, col) for row, col in near}
    return sorted(cell for cell in near if fits(city, tile, cell))


@dataclass
class Game:
    """A game of random players."""

    players: int
    rng: random.Random
    cities: list[City] = field(default_factory=list)
    moves: int = 0

    def play(self) -> list[int]:
        squares = [code for code, copies in SQUARES.items() for _ in range(copies)]
        duplexes = list(DUPLEXES)
        self.rng.shuffle(squares)
        self.rng.shuffle(duplexes)
        self.cities = [{} for _ in range(self.players if self.players > 2 else 4)]
        for duplex, size, direction in ROUNDS if self.players > 2 else ROUNDS_TWO:
            box = duplexes if duplex else squares
            hands = [[box.pop() for _ in range(size)] for _ in range(self.players)]
            while len(hands[0]) > 1:
                self.turn(hands)
                hands = [hands[(seat - direction) % self.players] for seat in range(self.players)]
        return scores(self.cities, self.players)

    def turn(self, hands: list[list[str]]) -> None:
        pairs = []
        for hand in hands:
            choices = [(i, j) for i in range(len(hand)) for j in range(i + 1, len(hand))]
            i, j = self.rng.choice(choices)
            self.moves += 1
            pairs.append((hand[i], hand[j]))
            del hand[j], hand[i]
        for seat, pair in enumerate(pairs):
            left, right = builders(seat, self.players)
            options = [(k, cell) for k in (0, 1) for cell in places(self.cities[left], pair[k])]
            k, cell = self.rng.choice(options)
            self.cities[left].update(cells_of(pair[k], cell))
            other = pair[1 - k]
            self.cities[right].update(cells_of(other, self.rng.choice(places(self.cities[right], other))))
            self.moves += 2


def builders(seat: int, players: int) -> tuple[int, int]:
    return (2 * seat, 2 * seat + 1) if players == 2 else (seat, (seat - 1) % players)


def scores(cities: list[City], players: int) -> list[int]:
    totals = [sum(score(city, cities)) for city in cities]
    pairs = [builders(seat, players) for seat in range(players)]
    return [totals[a] + totals[b] if players == 2 else min(totals[a], totals[b]) for a, b in pairs]


def score(city: City, cities: list[City]) -> list[int]:
    """By type, in reference-card order."""
    of = {code: frozenset(cell for cell, c in city.items() if c == code) for code in SQUARES}
    taverns = of["D"] | of["E"] | of["M"] | of["B"]
    counts = [list(c.values()).count("F") for c in cities]
    ahead = len({n for n in counts if n > len(of["F"])})
    kinds = Counter({code: len(of[code]) for code in "DEMB" if of[code]})
    sets = 0
    while kinds:
        sets += (0, 1, 4, 9, 17)[len(kinds)]
        kinds -= Counter(set(kinds))
    offices = len(of["O"])
    types = sum(1 for group in (of["S"], of["F"], taverns, of["O"], of["P"]) if group)
    return [
        shops(of["S"]),
        len(of["F"]) * (4, 3, 2)[min(ahead, 2)],
        sets,
        21 * (offices // 6)
        + (0, 1, 3, 6, 10, 15)[offices % 6]
        + sum(any(a in taverns for a in around(cell)) for cell in of["O"]),
        sum((0, 2, 8, 12)[size] if size < 4 else size + 9 for size in groups(of["P"])),
        sum(1 if any(a in of["F"] for a in around(cell)) else types for cell in of["H"]),
    ]


@cache
def shops(cells: frozenset[Cell]) -> int:
    if not cells:
        return 0
    row, col = min(cells)
    best = 0
    for down, across in ((0, 1), (1, 0)):
        line: list[Cell] = []
        cell = (row, col)
        while cell in cells and len(line) < 4:
            line.append(cell)
            best = max(best, (2, 5, 10, 16)[len(line) - 1] + shops(cells - frozenset(line)))
            cell = (cell[0] + down, cell[1] + across)
    return best


def groups(cells: frozenset[Cell]) -> list[int]:
    left = set(cells)
    sizes = []
    while left:
        todo = [left.pop()]
        size = 0
        while todo:
            cell = todo.pop()
            size += 1
            near = [a for a in around(cell) if a in left]
            left.difference_update(near)
            todo += near
        sizes.append(size)
    return sizes
