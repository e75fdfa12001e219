"""Count action sequences: the sum of a game's rules in a few numbers, which change when a rule changes.

    python -m conurb.testing.perft between-two-cities              counts from the set-up, for every number of players
    python -m conurb.testing.perft between-two-cities FILE         the file again, every count made anew
    python -m conurb.testing.perft between-two-cities FILE --check    says what differs

A file has a line of JSON for each start and below it a line for each depth. Lines with # are comments.

    {"players": 2, "seed": 1}                                  a new game; "options" may be given
    1 21
    2 441
    {"position": {"players": 3, "phase": "place"}, "seed": 1}      a position; what it leaves out is dealt by the seed
    1 2

Where several seats must act at once, the lowest of them moves first: other orders of the same decisions are not
counted again. Actions of the host are not counted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from conurb import games
from conurb.kernel.checks import BadPosition, ConurbError, fields
from conurb.kernel.documents import read_json
from conurb.kernel.game import Game, check_seed
from conurb.kernel.state import State

LEAVES = 200_000  # without a file: how many sequences to count at most


@dataclass
class Table:
    """A start, and the number of action sequences of each length from there."""

    start: dict[str, object]
    counts: dict[int, int] = field(default_factory=dict)  # by depth
    line: int = 0  # where it stands in its file


def perft(state: State, depth: int) -> int:
    """How many sequences of so many actions there are; those that reach the end earlier are not counted."""
    if depth == 0:
        return 1
    seat = int(state.next_seat())
    if seat < 0:
        return 0
    legal = state.legal(seat)
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = state.clone()
        after.step(seat, action)
        total += perft(after, depth - 1)
    return total


def open_start(game: Game, start: object, where: str = "start") -> State:
    """The state that a line of JSON describes."""
    given = fields(where, start, ("players", "options", "seed", "position"))
    seed = check_seed(given.get("seed", 0))
    if "position" not in given:
        options = given.get("options", {})
        return game.new(game.check_players(given.get("players")), options if isinstance(options, dict) else {}, seed)
    position = given["position"]
    if not isinstance(position, dict):
        raise BadPosition(f"{where}: position: expected an object, not {position!r}")
    return game.load(position, seed=seed)


def read_tables(text: str) -> list[Table]:
    """The tables of a file; BadPosition names the line that cannot be read."""
    tables: list[Table] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if line.startswith("{"):
            tables.append(Table(_read_start(line, number), line=number))
        elif line:
            words = line.split()
            if len(words) != 2 or not all(word.isdecimal() for word in words) or not tables:
                raise BadPosition(f"line {number}: expected a depth and a count below a start, not {line!r}")
            tables[-1].counts[int(words[0])] = int(words[1])
    return tables


def _read_start(line: str, number: int) -> dict[str, object]:
    start = read_json(line, BadPosition, f"line {number}: ")
    return dict(fields(f"line {number}", start, ("players", "options", "seed", "position")))


def set_ups(game: Game, leaves: int = LEAVES) -> Iterator[Table]:
    """The set-up for every number of players, as deep as the number of leaves allows."""
    for players in game.player_counts:
        table = Table({"players": players, "seed": 1})
        state = open_start(game, table.start)
        count = perft(state, 1)
        while 0 < count <= leaves:
            table.counts[len(table.counts) + 1] = count
            count = perft(state, len(table.counts) + 1)
        yield table


def recount(game: Game, table: Table, most: int | None = None) -> Table:
    """The same table with every count made anew; those above `most` are left out."""
    state = open_start(game, table.start, f"line {table.line}")
    depths = [depth for depth, count in table.counts.items() if most is None or count <= most]
    return Table(table.start, {depth: perft(state, depth) for depth in depths}, table.line)


def differences(game: Game, tables: Sequence[Table], most: int | None = None) -> list[str]:
    """Every count that is not what the rules give now."""
    faults = []
    for table in tables:
        for depth, count in recount(game, table, most).counts.items():
            if count != table.counts[depth]:
                faults.append(
                    f"line {table.line}, depth {depth}: {count} sequences, but the file says {table.counts[depth]}"
                )
    return faults


def renewed(game: Game, text: str) -> str:
    """The text of a file with every count made anew; comments and starts stay as they are."""
    tables = {table.line: recount(game, table) for table in read_tables(text)}
    lines = text.splitlines()
    counts: dict[int, int] = {}
    for number, raw in enumerate(lines, 1):
        counts = tables[number].counts if number in tables else counts
        words = raw.partition("#")[0].split()
        if words and words[0].isdecimal():
            lines[number - 1] = f"{words[0]} {counts[int(words[0])]}"
    return "\n".join(lines) + "\n"


def show(table: Table) -> str:
    lines = [json.dumps(table.start), *(f"{depth} {count}" for depth, count in table.counts.items())]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m conurb.testing.perft", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", help="such as between-two-cities")
    parser.add_argument("file", nargs="?", type=Path, help="a table to count anew")
    parser.add_argument("--check", action="store_true", help="compare the file with the rules")
    parser.add_argument("--leaves", type=int, default=LEAVES, help=f"without a file: at most so many ({LEAVES})")
    given = parser.parse_args(arguments)
    if given.check and given.file is None:
        parser.error("--check needs a file")
    try:
        game = games.get(given.game)
        if given.file is None:
            for table in set_ups(game, given.leaves):
                print(show(table))
            return 0
        text = given.file.read_text(encoding="utf-8")
        if given.check:
            tables = read_tables(text)
            faults = differences(game, tables)
            print("\n".join(faults) or f"{len(tables)} tables are right")
            return 1 if faults else 0
        print(renewed(game, text), end="")
    except (ConurbError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
