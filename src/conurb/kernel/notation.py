# interpreted: text work, once a game
"""Records as readable text, both ways.

    game: between-two-cities
    players: 3
    seed: 0x7

    0 choose B01 O07
    1 choose F02 S11 (clock)
    host hurry

A line of the game is the seat, the move in the title's notation, and in brackets who caused it when that was
not the player. Lines starting with # are comments.
"""

from __future__ import annotations

import json
import re

from conurb.kernel.checks import BadRecord, number_in, unknown
from conurb.kernel.record import Entry, Record, from_json
from conurb.kernel.state import HOST

_JSON_HEADS = ("options", "names", "start", "result")
_HEADS = ("game", "players", "names", "options", "seed", "commitment", "data", "engine", "start", "result")
_LINE = re.compile(r"(?P<seat>[0-9]{1,9}|host)\s+(?P<move>[^()]+?)\s*(?:\((?P<by>[^()]*)\))?$")


def write(record: Record) -> str:
    """The record as text."""
    document = record.to_json()
    heads = []
    for name in _HEADS:
        value = document.get(name)
        if value not in (None, "", [], {}):
            heads.append(f"{name}: {json.dumps(value) if name in _JSON_HEADS else value}")
    return "\n".join([*heads, "", *(write_entry(entry) for entry in record.entries)]) + "\n"


def write_entry(entry: Entry) -> str:
    seat = "host" if entry.seat == HOST else str(entry.seat)
    return f"{seat} {entry.text}" + (f" ({entry.by})" if entry.by else "")


def read(text: str) -> Record:
    """The record written as text; BadRecord names the line that cannot be read."""
    document: dict[str, object] = {"conurb": 1}
    actions: list[dict[str, object]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        head = re.match(r"([a-z]+):\s*(.*)$", line)
        if head and not actions:
            name = _head_name(head[1], number)
            if name in document:
                raise BadRecord(f"line {number}: the heading {name} is there already")
            document[name] = _head_value(name, head[2], number)
        else:
            actions.append(read_entry(line, f"line {number}").to_json())
    document["actions"] = actions
    return from_json(document)


def read_entry(line: str, where: str) -> Entry:
    match = _LINE.match(line)
    if match is None:
        raise BadRecord(f"{where}: expected a seat and a move, such as '0 choose ...', not {line!r}")
    seat = HOST if match["seat"] == "host" else int(match["seat"])
    return Entry(seat, match["move"], match["by"] or "")


def _head_name(name: str, number: int) -> str:
    if name not in _HEADS:
        raise BadRecord(f"line {number}: {unknown('heading', name, _HEADS)}")
    return name


def _head_value(name: str, value: str, number: int) -> object:
    if name == "players":
        return number_in(value)
    if name not in _JSON_HEADS:
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        raise BadRecord(f"line {number}: {name} is not valid JSON: {value!r}") from None
