"""For the rules tests: the rules document as data, and games as typed states."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

from conurb import games
from conurb.games.prosperity import Prosperity
from conurb.games.prosperity.data import SYMBOLS, Data, default_data
from conurb.games.prosperity.rules import State
from conurb.testing.random_play import random_decision

GAME = cast("Prosperity", games.get("prosperity"))
DATA: Data = default_data()
COUNTS = GAME.player_counts
DOCUMENT = Path(__file__).parents[3] / "docs/rules/prosperity.md"


# --- the document


@cache
def document() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


@cache
def block(name: str) -> str:
    """A data block of the document, such as ```json boards."""
    found = re.search(rf"^```\w+ {name}\n(.*?)^```", document(), re.DOTALL | re.MULTILINE)
    assert found, f"the document has no block {name}"
    return found[1]


def tile_rows() -> list[dict[str, str]]:
    """The data block of PRO-1.5, a row for each tile."""
    return list(csv.DictReader(block("tiles").splitlines()))


def boards() -> dict[str, list[dict[str, Any]]]:
    return cast("dict[str, list[dict[str, Any]]]", json.loads(block("boards")))


def constants() -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(block("constants")))


def examples() -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", json.loads(block("examples")))


@cache
def rule(name: str) -> str:
    """The text of a rule, up to the next one, tables and blocks included."""
    start = re.search(rf"^(?:\| )?\*\*{re.escape(name)}[ *]", document(), re.MULTILINE)
    assert start, f"{name} is not in the document"
    following = re.compile(r"^(?:\| )?\*\*PRO-\d+\.\d+[ *]|^## ", re.MULTILINE).search(document(), start.end())
    return document()[start.start() : following.start() if following else len(document())]


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


# --- games


def new(players: int, seed: int = 0, **options: object) -> State:
    return cast("State", GAME.new(players, options, seed))


def load(seed: int = 0, **position: Any) -> State:
    """The state of a position written by hand."""
    return GAME.load({"players": 2, **position}, seed)


def alone(market: list[str] | None = None, **seat: object) -> State:
    """Two players; seat 0, as described, is at its first action. Only these tiles are in the display."""
    return load(seats=[seat], active=0, display=market or [])


def saved(state: State) -> dict[str, Any]:
    """The position; any part of it may be looked into."""
    return cast("dict[str, Any]", state.save())


def seen(state: State, seat: int | None = None) -> dict[str, Any]:
    return state.view(seat)


def country(state: State, seat: int = 0) -> dict[str, Any]:
    """A country as everybody sees it."""
    return cast("dict[str, Any]", seen(state)["countries"][seat])


def do(state: State, *moves: str) -> None:
    """Moves in notation, of whoever is to act."""
    for move in moves:
        seat = state.to_act()[0]
        state.apply(seat, state.parse(seat, move))


def texts(state: State) -> list[str]:
    """The legal moves of the seat to act, in notation."""
    seat = state.to_act()[0]
    return [state.text(seat, action) for action in state.legal(seat)]


def events_of(state: State, *moves: str) -> list[dict[str, object]]:
    """What happens when these moves are made."""
    events = state.listen()
    do(state, *moves)
    state.events = None
    return [event.seen_by(None) for event in events]


def calling(symbol: str, decade: int = 1970) -> str:
    """The tile of a decade that calls the symbol."""
    tiles = DATA.decks[DATA.decades.index(decade)]
    return next(DATA.ids[tile] for tile in tiles if SYMBOLS[DATA.call[tile]] == symbol)


def tally(symbol: str, *seats: dict[str, object], **position: Any) -> State:
    """A turn whose tile calls the symbol, at the moment the tally begins."""
    players = max(2, len(seats))
    drawn = [calling(symbol)]
    return load(players=players, phase="tally", drawn=drawn, active=0, seats=list(seats), **position)


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
