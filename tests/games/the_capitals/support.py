"""For the rules tests: the rules document as data, games as typed states, moves in notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

from conurb import games
from conurb.games.the_capitals import TheCapitals
from conurb.games.the_capitals.data import Data, default_data, read_data
from conurb.games.the_capitals.geometry import RESOURCE_NAMES
from conurb.games.the_capitals.rules import State

GAME = cast("TheCapitals", games.get("the-capitals"))
DATA: Data = default_data()
COUNTS = GAME.player_counts
DOCUMENT = Path(__file__).parents[3] / "src/conurb/rules/the_capitals.md"
Json = dict[str, Any]


# --- the document


@cache
def rule(name: str) -> str:
    """The text of a rule, up to the next one, tables included."""
    text = DOCUMENT.read_text(encoding="utf-8")
    start = re.search(rf"^\s*(?:[-|]\s*)?\*\*{re.escape(name)}\*\*", text, re.MULTILINE)
    assert start, f"{name} is not in the document"
    following = re.compile(r"^\s*(?:[-|]\s*)?\*\*CAP-\d+\.\d+\*\*|^##", re.MULTILINE).search(text, start.end())
    return text[start.start() : following.start() if following else len(text)]


def table(name: str) -> list[dict[str, str]]:
    """The table of a rule: a row by heading."""
    lines = [line for line in rule(name).splitlines() if line.startswith("|")]
    rows = [[cell.strip().strip("`") for cell in line.strip().strip("|").split("|")] for line in lines]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[2:]]


def whole_numbers(text: str) -> list[int]:
    """The numbers of a text; the document writes a true minus sign."""
    return [int(number) for number in re.findall(r"-?\d+", text.replace("\N{MINUS SIGN}", "-"))]


# --- games


def new(players: int, seed: int = 0, **options: object) -> State:
    return cast("State", GAME.new(players, options, seed))


def load(seed: int = 0, **position: object) -> State:
    """The state of a position written by hand."""
    return GAME.load(position, seed)


def with_pack(old: str, new: str, **position: object) -> State:
    """The state of a position for three, played with a data pack in which something else is written."""
    text = (Path(GAME.folder) / "data.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    return GAME.load({"players": 3, **position}, 0, read_data(text.replace(old, new), "mine.toml"))


def saved(state: State) -> Json:
    """The position; any part of it may be looked into."""
    return cast("Json", state.save())


def seen(state: State, seat: int | None) -> Json:
    return state.view(seat)


def have(state: State, seat: int = 0) -> dict[str, int]:
    """What a seat has, by name."""
    return {name: int(state.cities[seat].have[k]) for k, name in enumerate(RESOURCE_NAMES)}


def gained(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """What has changed."""
    return {name: after[name] - before[name] for name in before if after[name] != before[name]}


def do(state: State, *moves: str) -> State:
    """Moves in notation, by whoever is to act."""
    for move in moves:
        seat = state.to_act()[0]
        state.apply(seat, state.parse(seat, move))
    return state


def effect(state: State, *moves: str, seat: int | None = None) -> dict[str, int]:
    """What the moves change for the seat that makes them."""
    who = state.to_act()[0] if seat is None else seat
    before = have(state, who)
    do(state, *moves)
    return gained(before, have(state, who))


def texts(state: State) -> list[str]:
    """The legal moves in notation."""
    seat = state.to_act()[0]
    return [state.text(seat, action) for action in state.legal(seat)]


def tile(name: str, x: int, y: int, cubes: int = 0, lake: bool = False) -> Json:
    """A tile of a hand-written city."""
    return {"tile": name, "cell": [x, y], "cubes": cubes, "lake": lake}


def building(*projects: str, players: int = 4, round: int = 1, city: list[Json] | None = None, **seat: Any) -> State:
    """Seat 0 is about to build one of these projects, all in row $0."""
    entry = {**seat, "city": city or []}
    used = [*projects, *(lot["tile"] for lot in city or [])]
    row = [*projects, *(name for name in SIMPLE if name not in used)]
    return load(players=players, round=round, projects={"0": row[:7]}, seats=[entry])


# So that everybody else finds something to build.
SIMPLE = ["cog_factory", "dancing_horse_statue", "courthouse", "restaurant", "tudor_townhouses", "library"]


def acting(players: int = 4, round: int = 1, city: list[Json] | None = None, **seat: Any) -> State:
    """Seat 0 is about to activate."""
    entry = {**seat, "city": city or []}
    return load(players=players, round=round, phase="executive", culture_token=1, seats=[entry])


def play(players: int, seed: int = 0, **options: object) -> Iterator[State]:
    """A game at random: the same state, before every action and once at the end."""
    state = new(players, seed, **options)
    chance = Random(seed)
    while not state.over():
        yield state
        seat = state.to_act()[0]
        state.apply(seat, chance.choice(state.legal(seat)))
    yield state


def finish_phase(state: State, phase: str) -> State:
    """Play the first legal move of everybody until the phase is over."""
    while not state.over() and saved(state)["phase"] == phase:
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[0])
    return state
