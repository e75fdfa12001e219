"""`conurb data`: what a data pack holds, and whether a file is one.

A pack says where its values come from: in its table [provenance], or where a title keeps it entry by entry, as that
title tells (`Game.house_values`, `Game.data_tables`). House values are ours, because no source gives them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from conurb.cli.arguments import Parser, add_game, add_json, game_of
from conurb.cli.files import read_text
from conurb.cli.output import console, emit_json, line, put, show
from conurb.kernel.checks import BadData
from conurb.kernel.game import Game
from conurb.kernel.packs import Pack


def add_data(parser: Parser) -> None:
    parser.add_argument("deed", choices=("show", "check"), help="show a pack as tables, or check a file")
    add_game(parser)
    parser.add_argument("file", metavar="FILE", nargs="?", help="a pack in TOML (default: the game's own)")
    add_json(parser)
    parser.example("conurb data show between-two-cities", "conurb data check between-two-cities my_box.toml")
    parser.set_defaults(run=run_data)


def run_data(args: argparse.Namespace) -> int:
    game = game_of(args)
    name = args.file or str(game.folder / "data.toml")
    text = read_text(name)
    source = args.file or "data.toml"
    try:
        data = game.load_data(text, source)
    except BadData as error:
        if args.deed == "show":
            raise
        return report_fault(str(error), args.json)
    if args.deed == "check":
        if args.json:
            emit_json({"ok": True, "hash": game.data_hash(data), "own": is_own(game, data)})
        else:
            put(console(), line("data.same" if is_own(game, data) else "data.good", hash=game.data_hash(data)))
        return 0
    content = Pack(text, source).content
    if args.json:
        emit_json({"hash": game.data_hash(data), "house": game.house_values(content), "content": content})
        return 0
    show_pack(console(), game, content, game.data_hash(data))
    return 0


def report_fault(fault: str, as_json: bool) -> int:
    if as_json:
        emit_json({"ok": False, "fault": fault})
    else:
        put(console(), fault)
    return 1


def is_own(game: Game, data: Any) -> bool:
    return game.data_hash(data) == game.data_hash(game.default_data())


def show_pack(to: Console, game: Game, content: Mapping[str, Any], hash: str) -> None:
    provenance = content.get("provenance", {})
    ours = game.house_values(content)
    written = game.data_tables(content)
    put(to, line("data.title", title=game.title, hash=hash), "bold")
    for name, table in content.items():
        if name in ("title", "provenance"):
            continue
        to.print()
        to.print(Text(line("data.house_table", name=name) if name in ours else name, "bold"))
        if name in provenance:
            put(to, line("data.source", source=provenance[name]), "dim")
        show(to, as_rows(*written[name]) if name in written else as_table(table))
    to.print()
    if written and ours:
        put(to, line("data.marked", n=len(ours)))
    else:
        put(to, line("data.house", names=", ".join(ours)) if ours else line("data.no_house"))


def as_rows(headings: list[str], rows: list[list[str]]) -> Table:
    """A table that the title wrote itself."""
    grid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    for heading in headings:
        grid.add_column(heading)
    for row in rows:
        grid.add_row(*map(Text, row))
    return grid


def as_table(value: object) -> RenderableType:
    """Any table of TOML: a list of tables as rows, a table of plain values or lists as lines."""
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    if isinstance(value, list):
        columns = list(value[0])
        for column in columns:
            grid.add_column(column)
        for row in value:
            grid.add_row(*(in_words(row.get(column, "")) for column in columns))
        return grid
    assert isinstance(value, Mapping)
    grid.show_header = False
    entries = [f"{name} {in_words(entry)}" for name, entry in value.items()]
    for row in in_columns(entries, 72):
        grid.add_row(*row)
    return grid


def in_words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_words(entry)}" for name, entry in value.items())
    if isinstance(value, list):
        return " ".join(map(in_words, value))
    return str(value)


def in_columns(entries: list[str], width: int) -> Iterator[list[str]]:
    """Short entries several in a line."""
    per_line = max(1, width // (max(map(len, entries)) + 2))
    for start in range(0, len(entries), per_line):
        yield entries[start : start + per_line]
