# interpreted: reads and writes files' contents, once a game
"""A game as data: title, options, seed, engine version, actions, result.

The record is the game: a state is always rebuilt from it. Actions are kept in notation, which stays the same
when action codes change. Time-outs and bot take-overs are entries like any other, marked by who caused them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from conurb.kernel.checks import BadRecord, listing, unknown, whole_number
from conurb.kernel.rng import SEED_BITS
from conurb.kernel.state import HOST, Position

ENGINE = "1"  # goes up when the same record would give another game
FORMAT = 1


@dataclass(frozen=True)
class Entry:
    """One action of the record: who, what (in notation), and who caused it when that was not the player."""

    seat: int
    text: str
    by: str = ""  # "" the player; "clock" an overdue decision; "bot:greedy" a bot that took the seat over

    def to_json(self) -> dict[str, object]:
        entry: dict[str, object] = {"seat": self.seat, "move": self.text}
        if self.by:
            entry["by"] = self.by
        return entry


@dataclass
class Record:
    """Everything needed to play a game again, exactly."""

    game: str
    players: int
    seed: int
    options: dict[str, object] = field(default_factory=dict)
    data: str = ""  # hash of the data pack
    engine: str = ENGINE
    names: list[str] = field(default_factory=list)
    start: Position | None = None  # where the game began, if not at its set-up
    entries: list[Entry] = field(default_factory=list)
    result: dict[str, object] | None = None  # scores, ranking and final hash, once over
    commitment: str = ""  # what was shown of the seed before the game

    def to_json(self) -> dict[str, object]:
        out: dict[str, object] = {
            "conurb": FORMAT,
            "game": self.game,
            "players": self.players,
            "names": self.names,
            "options": self.options,
            "seed": f"{self.seed:#x}",
            "commitment": self.commitment or commitment(self.seed),
            "data": self.data,
            "engine": self.engine,
        }
        if self.start is not None:
            out["start"] = self.start
        out["actions"] = [entry.to_json() for entry in self.entries]
        out["result"] = self.result
        return out

    def dumps(self) -> str:
        """The record as JSON text, one action a line."""
        document = self.to_json()
        actions = document.pop("actions")
        result = document.pop("result")
        assert isinstance(actions, list)
        head = ",\n".join(f'  "{key}": {json.dumps(value)}' for key, value in document.items())
        lines = ",\n".join(f"    {json.dumps(action)}" for action in actions)
        body = f"[\n{lines}\n  ]" if actions else "[]"
        return f'{{\n{head},\n  "actions": {body},\n  "result": {json.dumps(result)}\n}}\n'


def commitment(seed: int) -> str:
    """What may be shown of a seed before the game: enough to check it afterwards, not to find it."""
    return sha256(f"conurb seed {seed:#x}".encode()).hexdigest()


_FIELDS = (
    "conurb",
    "game",
    "players",
    "names",
    "options",
    "seed",
    "commitment",
    "data",
    "engine",
    "start",
    "actions",
    "result",
)


def loads(text: str) -> Record:
    """The record written as JSON; BadRecord says what is wrong with it."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not a record: line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        raise BadRecord("not a record: it has a number that is too long, or too many brackets") from None
    return from_json(document)


def from_json(document: object) -> Record:
    if not isinstance(document, Mapping):
        raise BadRecord("not a record: expected a JSON object")
    for name in document:
        if name not in _FIELDS:
            raise BadRecord(unknown("field", name, _FIELDS))
    if whole_number(document.get("conurb")) != FORMAT:
        raise BadRecord(f"conurb: expected {FORMAT}, the format of this version, not {document.get('conurb')!r}")
    players = whole_number(document.get("players"))
    if players is None or players < 1:
        raise BadRecord(f"players: expected a whole number from 1, not {document.get('players')!r}")
    start = document.get("start")
    if start is not None and not isinstance(start, dict):
        raise BadRecord("start: expected a position")
    result = document.get("result")
    if result is not None and not isinstance(result, dict):
        raise BadRecord("result: expected an object or null")
    options = document.get("options", {})
    if not isinstance(options, dict):
        raise BadRecord("options: expected an object")
    names = document.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord("names: expected a list of texts")
    if len(names) > players:
        raise BadRecord(f"names: expected at most {players}, one for each player, not {len(names)}")
    return Record(
        game=_text(document, "game"),
        players=players,
        seed=read_seed(document.get("seed")),
        options=options,
        data=_text(document, "data"),
        engine=_text(document, "engine"),
        names=names,
        start=start,
        entries=_entries(document.get("actions"), players),
        result=result,
        commitment=_text(document, "commitment"),
    )


def read_seed(seed: object) -> int:
    """A seed as records write it: hexadecimal text, or a plain whole number."""
    number = whole_number(seed)
    if isinstance(seed, str):
        try:
            number = int(seed, 0)
        except ValueError:
            number = None
    if number is not None and number.bit_length() > SEED_BITS:
        raise BadRecord(f"seed: expected at most {SEED_BITS} bits, not {number.bit_length()}")
    if number is None or number < 0:
        raise BadRecord(f"seed: expected a whole number, such as 7 or 0x1f, not {seed!r}")
    return number


def _text(document: Mapping[str, object], name: str) -> str:
    value = document.get(name, "")
    if not isinstance(value, str):
        raise BadRecord(f"{name}: expected a text, not {value!r}")
    return value


def _entries(actions: object, players: int) -> list[Entry]:
    if not isinstance(actions, list):
        raise BadRecord("actions: expected a list")
    return [_entry(number, action, players) for number, action in enumerate(actions, 1)]


def _entry(number: int, action: object, players: int) -> Entry:
    if not isinstance(action, dict) or not set(action) <= {"seat", "move", "by"}:
        raise BadRecord(f"action {number}: expected an object with {listing(('seat', 'move', 'by'), 'and')}")
    seat = whole_number(action.get("seat"))
    if seat is None or not (0 <= seat < players or seat == HOST):
        raise BadRecord(f"action {number}: there is no seat {action.get('seat')!r}")
    move, by = action.get("move"), action.get("by", "")
    if not isinstance(move, str) or not isinstance(by, str):
        raise BadRecord(f"action {number}: move and by must be texts")
    return Entry(seat, move, by)
