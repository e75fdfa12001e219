"""The results of a series on disk: a journal while it is played, Parquet (or JSON lines) when it is complete.

The journal is written game by game beside the file of the results. Whoever starts the same series again goes on where
it stopped. A row of the results is one seat of one game; the plan goes along as metadata.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from conurb.arena.match import (
    Outcome,
    Plan,
    SeatOutcome,
    are_texts,
    is_number,
    is_text,
    is_time,
    outcome_from_json,
    take,
)
from conurb.extras import MissingExtra, cure
from conurb.files import replacing, write_text
from conurb.kernel.checks import ConurbError, listing

FORMAT = 1
FORMS = (".parquet", ".jsonl")
PART = ".part"  # after the name of the results: the journal


class BadResults(ConurbError):
    """A file that holds no results, or those of another series."""


@dataclass
class Results:
    """A series and the games of it that were played, by number."""

    plan: Plan
    games: int  # how many were asked for
    outcomes: list[Outcome] = field(default_factory=list)


def plan_from_json(document: object) -> Plan:
    pack = take(document, "pack", "a text and its name, or null", is_pack)
    return Plan(
        game=take(document, "game", "a text", is_text),
        bots=tuple(take(document, "bots", "a list of texts", are_texts)),
        seed=take(document, "seed", "a whole number", is_number),
        options=take(document, "options", "an object", is_object),
        pack=None if pack is None else (pack[0], pack[1]),
        programs=take(document, "programs", "texts by name", are_programs),
        limit=float(take(document, "limit", "a number", is_time)),
    )


def is_object(value: object) -> bool:
    return isinstance(value, dict)


def is_pack(value: object) -> bool:
    return value is None or (isinstance(value, list) and are_texts(value) and len(value) == 2)


def are_programs(value: object) -> bool:
    return isinstance(value, dict) and are_texts([*value, *value.values()])


def header(results: Results) -> dict[str, object]:
    return {"conurb arena": FORMAT, "games": results.games, "plan": results.plan.to_json()}


def check_target(path: Path) -> None:
    """Refuse before the games are played what could not be written afterwards."""
    if path.suffix not in FORMS:
        raise BadResults(f"{path}: the name of results must end in {listing(FORMS)}")
    if not path.absolute().parent.is_dir():
        raise BadResults(f"{path}: there is no folder {path.parent}")
    if path.suffix == ".parquet":
        parquet()


def parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra(f"Parquet needs pyarrow (or give a .jsonl file): {cure('parquet')}") from None
    return pyarrow.parquet


# --- the journal


def journal_of(path: Path) -> Path:
    return path.with_name(path.name + PART)


class Journal:
    """Keeps each game as soon as it is over, beside those there are. A line cut off by a power cut is played again.

    Only one process may write it (`arena.alone`).
    """

    def __init__(self, path: Path, results: Results) -> None:
        self.path = journal_of(path)
        self.results = results
        if self.path.exists():
            self._take_up()
        else:
            self._begin()

    def _take_up(self) -> None:
        begun = read_lines(self.path, partial=True)
        if not begun.plan.same_series(self.results.plan):
            raise BadResults(
                f"{self.path}: was begun with other settings ({described(begun.plan)}); "
                "give the same ones to go on, or remove it to begin anew"
            )
        if any(outcome.number >= self.results.games for outcome in begun.outcomes):
            raise BadResults(
                f"{self.path}: was begun for {begun.games} games, and {len(begun.outcomes)} of them are played; "
                f"give --games {begun.games} to go on, name another file for fewer, or remove it to begin anew"
            )
        self.results.outcomes = each_once([*self.results.outcomes, *begun.outcomes])
        self._begin()  # without a line that was cut off

    def _begin(self) -> None:
        write_text(self.path, to_lines(self.results))

    def add(self, outcome: Outcome) -> None:
        self.results.outcomes.append(outcome)
        self._append(outcome.to_json())

    def _append(self, document: Mapping[str, object]) -> None:
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(document) + "\n")
        except OSError as error:
            raise BadResults(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def missing(self) -> list[int]:
        """The games that are still to be played."""
        played = {outcome.number for outcome in self.results.outcomes}
        return [number for number in range(self.results.games) if number not in played]

    def finish(self, path: Path) -> None:
        """All is played: write the results and forget the journal."""
        self.results.outcomes.sort(key=lambda outcome: outcome.number)
        write(self.results, path)
        self.path.unlink()


def described(plan: Plan) -> str:
    return f"{plan.game}, {','.join(plan.bots)}, seed {plan.seed}"


# --- JSON lines


def to_lines(results: Results) -> str:
    return "".join(json.dumps(d) + "\n" for d in (header(results), *(o.to_json() for o in results.outcomes)))


def read_lines(path: Path, partial: bool = False) -> Results:
    """Results as JSON lines. In a journal a line may be cut off, and two that wrote it at once may both have a game."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadResults(f"{path}: is not a text file in UTF-8") from None
    except OSError as error:
        raise BadResults(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from None
    documents = []
    for number, line in enumerate(lines, 1):
        try:
            documents.append(json.loads(line))
        except (ValueError, RecursionError):
            if partial and number > 1:
                continue  # that game is played again
            raise BadResults(f"{path}: line {number} is no JSON") from None
    return understood(path, lambda: from_documents(documents, partial))


def from_documents(documents: Sequence[object], partial: bool = False) -> Results:
    """Results from their header and a document for each game; ValueError says what is missing or wrong."""
    if not documents:
        raise ValueError("there is nothing in it")
    first, *rest = documents
    form = take(first, "conurb arena", "a whole number", is_number)
    if form != FORMAT:
        raise ValueError(f"they are of format {form}, and this version reads format {FORMAT}")
    plan = plan_from_json(take(first, "plan", "an object", is_object))
    outcomes = [outcome_from_json(document) for document in rest]
    games = take(first, "games", "a whole number", is_number)
    results = Results(plan, games, each_once(outcomes) if partial else outcomes)
    check_outcomes(results)
    return results


def each_once(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Of a game that was played twice, what is there first."""
    return list({outcome.number: outcome for outcome in reversed(outcomes)}.values())[::-1]


def check_outcomes(results: Results) -> None:
    """ValueError for games that do not belong to the plan, and for one that is there twice."""
    seen: set[int] = set()
    for outcome in results.outcomes:
        if outcome.number in seen:
            raise ValueError(f"game {outcome.number} is there twice")
        seen.add(outcome.number)
        if sorted(seat.bot for seat in outcome.seats) != sorted(results.plan.bots):
            raise ValueError(f"game {outcome.number}: its seats are not those of the plan")


def understood(path: Path, read: Callable[[], Results]) -> Results:
    """What `read` gives; BadResults if the content is not what it should be."""
    try:
        results = read()
        results.plan.check()
        return results
    except ValueError as error:
        raise BadResults(f"{path}: these are no results of conurb arena: {error}") from None
    except ConurbError as error:
        raise BadResults(f"{path}: {error}") from None


# --- both forms


def write(results: Results, path: Path) -> None:
    """All of the results, in the form that the name asks for; an old file stays until the new one is complete."""
    if path.suffix == ".jsonl":
        write_text(path, to_lines(results))
    else:
        with replacing(path) as beside:
            write_parquet(results, beside)


def read(path: Path) -> Results:
    """Results in either form."""
    if path.is_dir():
        raise BadResults(f"{path}: is a folder; name a file of results in it")
    if not path.exists():
        begun = journal_of(path)
        hint = f"; the series is not complete, and {begun} holds what is played of it" if begun.exists() else ""
        raise BadResults(f"{path}: cannot be read: there is no such file{hint}")
    if path.suffix == ".parquet":
        return read_parquet(path)
    return read_lines(path, partial=path.suffix == PART)


def write_parquet(results: Results, path: Path) -> None:
    arrow = parquet()
    import pyarrow

    counts = pyarrow.map_(pyarrow.string(), pyarrow.int32())
    columns = {
        "game": pyarrow.int32(),
        "seed": pyarrow.uint64(),
        "moves": pyarrow.int32(),
        "seat": pyarrow.int32(),
        "bot": pyarrow.string(),
        "player": pyarrow.int32(),
        "score": pyarrow.int32(),
        "rank": pyarrow.int32(),
        "decisions": pyarrow.int32(),
        "choices": pyarrow.int32(),
        "seconds": pyarrow.float64(),
        "faults": pyarrow.int32(),
        "picks": counts,
        "offers": counts,
        "reports": pyarrow.list_(pyarrow.string()),
    }
    schema = pyarrow.schema(list(columns.items()), metadata={"conurb": json.dumps(header(results))})
    rows = [row for outcome in results.outcomes for row in rows_of(outcome)]
    arrow.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)


def rows_of(outcome: Outcome) -> list[dict[str, object]]:
    """A row for each seat; what is said of the whole game's faults stands with its first seat."""
    return [
        {
            "game": outcome.number,
            "seed": outcome.seed,
            "moves": outcome.moves,
            "seat": at,
            **vars(seat),
            "picks": list(seat.picks.items()),
            "offers": list(seat.offers.items()),
            "reports": outcome.faults if at == 0 else [],
        }
        for at, seat in enumerate(outcome.seats)
    ]


def read_parquet(path: Path) -> Results:
    arrow = parquet()
    import pyarrow

    try:
        table = arrow.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise BadResults(f"{path}: cannot be read as Parquet: {str(error).splitlines()[0]}") from None
    return understood(path, lambda: from_table(table))


def from_table(table: Any) -> Results:
    """The rows as the documents that JSON lines would have held."""
    try:
        head = json.loads((table.schema.metadata or {})[b"conurb"])
    except (KeyError, ValueError, RecursionError):
        raise ValueError("the plan of the series is missing") from None
    columns = ("game", "seed", "moves", "reports", *SeatOutcome.__dataclass_fields__)
    missing = [name for name in columns if name not in table.column_names]
    if missing:
        raise ValueError(f"the column {missing[0]} is missing")
    games: dict[object, dict[str, Any]] = {}
    for row in table.to_pylist():
        number = take(row, "game", "a whole number", is_number)
        begun = {"number": number, "seed": row["seed"], "moves": row["moves"], "seats": [], "faults": []}
        game = games.setdefault(number, begun)
        game["seats"].append({**row, "picks": counts_of(row["picks"]), "offers": counts_of(row["offers"])})
        game["faults"] += take(row, "reports", "a list of texts", are_texts)
    return from_documents([head, *games.values()])


def counts_of(pairs: object) -> object:
    """A map as Arrow gives it, as a dictionary; anything else stays what it is."""
    if isinstance(pairs, list) and all(isinstance(pair, tuple) and is_text(pair[0]) for pair in pairs):
        return dict(pairs)
    return pairs
