"""For the rules tests: the rules document as data, games as typed states, cities written as strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

from librt.vecs import vec

from conurb import games
from conurb.games.between_two_cities import BetweenTwoCities
from conurb.games.between_two_cities.data import TYPES, Data, default_data
from conurb.games.between_two_cities.geometry import City
from conurb.games.between_two_cities.rules import State
from conurb.games.between_two_cities.scoring import city_sheet, read_city
from conurb.testing.random_play import random_decision

GAME = cast("BetweenTwoCities", games.get("between-two-cities"))
DATA: Data = default_data()
COUNTS = GAME.player_counts
DOCUMENT = Path(__file__).parents[3] / "docs/rules/between_two_cities.md"


# --- the document


@cache
def rule(name: str) -> str:
    """The text of a rule, up to the next one, tables and JSON blocks included."""
    text = DOCUMENT.read_text(encoding="utf-8")
    start = re.search(rf"^\s*[-|]\s*\*\*{re.escape(name)}[ *]", text, re.MULTILINE)
    assert start, f"{name} is not in the document"
    following = re.compile(r"^\s*[-|]\s*\*\*BTC-\d+\.\d+[ *]|^## ", re.MULTILINE).search(text, start.end())
    return text[start.start() : following.start() if following else len(text)]


def table(name: str, number: int = 0) -> list[list[str]]:
    """A table of a rule, without its ruler: the heading, then the rows, markup taken off."""
    tables: list[list[list[str]]] = [[]]
    for line in rule(name).splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip().strip("*`") for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    rows = [rows for rows in tables if rows][number]
    return [rows[0], *rows[2:]]


def columns(name: str) -> dict[str, list[str]]:
    """A table of a rule as columns by heading."""
    heading, *rows = table(name)
    return {title: [row[k] for row in rows] for k, title in enumerate(heading)}


def json_block(name: str) -> Any:
    """The JSON in a rule."""
    block = re.search(r"```json\n(.*?)```", rule(name), re.DOTALL)
    assert block, f"{name} has no JSON"
    return json.loads(block[1])


def whole_numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"-?\d+", text)]


def examples() -> list[dict[str, Any]]:
    """The examples of BTC-9.3."""
    return cast("list[dict[str, Any]]", json_block("BTC-9.3"))


def example(name: str) -> dict[str, Any]:
    return next(entry for entry in examples() if entry["id"] == name)


# --- games


def new(players: int, seed: int = 0, **options: object) -> State:
    return cast("State", GAME.new(players, options, seed))


def load(seed: int = 0, **position: object) -> State:
    """The state of a position written by hand."""
    return GAME.load(position, seed)


def saved(state: State) -> dict[str, Any]:
    """The position; any part of it may be looked into."""
    return cast("dict[str, Any]", state.save())


def seen(state: State, seat: int | None) -> dict[str, Any]:
    return state.view(seat)


def do(state: State, *moves: str) -> None:
    """Moves in notation, each with its seat: '0 choose S01 P02'."""
    for move in moves:
        seat, _, text = move.partition(" ")
        number = -1 if seat == "host" else int(seat)
        state.apply(number, state.parse(number, text))


def texts(state: State, seat: int) -> list[str]:
    """The legal moves of a seat in notation."""
    return [state.text(seat, action) for action in state.legal(seat)]


def named_tiles(document: object) -> set[str]:
    """Every tile id that is written anywhere in a JSON document."""
    if isinstance(document, dict):
        return {tile for value in document.values() for tile in named_tiles(value)}
    if isinstance(document, list):
        return {tile for value in document for tile in named_tiles(value)}
    return {document} if isinstance(document, str) and document in DATA.numbers else set()


def choose_first(state: State) -> None:
    """Every seat that has yet to choose takes the first two tiles of its hand."""
    for seat in state.to_act():
        state.apply(seat, state.legal(seat)[0])


def play(players: int, seed: int = 0, **options: object) -> Iterator[State]:
    """A game at random: the same state, before every action and once at the end."""
    state = new(players, seed, **options)
    chance = Random(seed)
    while not state.over():
        yield state
        state.apply(*random_decision(state, chance))
    yield state


def finished(players: int, seed: int = 0, **options: object) -> State:
    *_, last = play(players, seed, **options)
    return last


# --- cities


def city(*rows: str) -> City:
    """A city written as rows of letters; missing rows and cells are empty."""
    full = [row.ljust(4, ".") for row in rows]
    return read_city(full + ["...."] * (4 - len(full)), "city")


def cities(written: Iterable[Iterable[str]]) -> vec[City]:
    return vec[City]([city(*rows) for rows in written])


def points(*rows: str) -> dict[str, int]:
    """The score sheet of a city that is alone in the world."""
    return city_sheet(cities([rows]), 0, DATA)


def score(kind: str, *rows: str) -> int:
    """What one type scores in a city."""
    assert kind in TYPES
    return points(*rows)[kind]


# --- placement, once more and without the engine (BTC-4)

Cell = tuple[int, int]
SHAPES: dict[str, Cell] = {"square": (0, 0), "wide": (0, 1), "tall": (1, 0)}  # from the first half to the second


def neighbours(cell: Cell) -> list[Cell]:
    row, col = cell
    return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]


def covered(first: Cell, shape: str) -> set[Cell]:
    """The cells of a tile whose first half lies there."""
    down, right = SHAPES[shape]
    return {first, (first[0] + down, first[1] + right)}


def positions(occupied: set[Cell] | frozenset[Cell], shape: str) -> list[Cell]:
    """Where a tile may go, ascending: the words of BTC-4.2 to BTC-4.5, cell by cell."""
    if not occupied:
        return [(0, 0)]
    rows, cols = [row for row, _ in occupied], [col for _, col in occupied]
    near = [(row, col) for row in range(max(rows) - 4, min(rows) + 4) for col in range(max(cols) - 4, min(cols) + 4)]
    found = []
    for first in near:
        new_cells = covered(first, shape)
        everything = occupied | new_cells
        if new_cells & occupied:
            continue
        if not any(beside in occupied for cell in new_cells for beside in neighbours(cell)):
            continue
        if any(max(line) - min(line) > 3 for line in zip(*everything, strict=True)):
            continue
        found.append(first)
    return found


def cells_of(city: dict[str, Any]) -> set[Cell]:
    """The occupied cells of a city as a view shows it."""
    return {cell for tile in city["tiles"] for cell in covered((tile["row"], tile["col"]), tile["shape"])}
