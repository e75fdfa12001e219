"""`conurb analyse`: how each seat stood through a game, and where it turned."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from conurb.arena.analysis import PLAYOUTS, Analysis, Wording, analyse
from conurb.arena.analysis_page import analysis_page
from conurb.arena.imagined import legal_entry, steps_of
from conurb.cli.arguments import Parser, add_json, add_record
from conurb.cli.files import page_file
from conurb.cli.output import console, emit_json, line, put, show, tell
from conurb.cli.progress import progress_bar
from conurb.cli.records import record_and_game
from conurb.cli.shows import show_of
from conurb.files import write_text
from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game
from conurb.kernel.play import replay
from conurb.kernel.record import Record
from conurb.words import say

STEPS = " ▁▂▃▄▅▆▇█"
COLUMNS = 41


def add_analyse(parser: Parser) -> None:
    add_record(parser)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, metavar="N", help=f"games a position ({PLAYOUTS})")
    parser.add_argument("--iterations", type=int, metavar="N", help="playouts for each decision that is searched")
    parser.add_argument("--html", metavar="FILE", help="write it as a page too")
    add_json(parser)
    parser.example("conurb analyse examples/game.txt", "conurb analyse game.json --html game.html")
    parser.set_defaults(run=run_analyse)


def run_analyse(args: argparse.Namespace) -> int:
    for name in ("playouts", "iterations"):
        given = getattr(args, name)
        if given is not None and given < 1:
            raise BadOption(f"--{name}: expected a number from 1, not {given}")
    page = None if args.html is None else page_file("--html", args.html, args.record)
    record, game, data = record_and_game(args)
    with progress_bar() as bar:
        task = bar.add_task(line("analyse.progress"), total=None)
        found = analyse(
            game,
            record,
            data,
            args.playouts,
            args.iterations,
            lambda done, of: bar.update(task, completed=done, total=of),
        )
    said = in_words(game, record, data, found)
    if page is not None:
        write_text(page, analysis_page(game, found, said))
    if args.json:
        emit_json(found.to_json())
        return 0
    show_analysis(console(), found, said)
    if page is not None:
        put(console(), line("written", file=page))
    return 0


def in_words(game: Game, record: Record, data: Any, found: Analysis) -> list[Wording]:
    """Each turning point as the game speaks of its moves, with the notation that the record has."""
    face = show_of(game)

    def say_move(view: Mapping[str, Any], entry: Mapping[str, Any]) -> str:
        return say(face.prose.choice(dict(view), entry, found.names))

    said = []
    for point in found.turning_points:
        view = replay(game, record, point.number - 1, data).state.view(point.seat)
        moves = found.line_of(point)
        for place, step in enumerate(steps_of(view, point.line, data)):  # the rest stays in notation
            words = say_move(step.view, step.entry)
            moves[place] = words if step.seat is None else f"{found.names[step.seat]}: {words}"
        played, better = (
            f"{say_move(view, legal_entry(view, text))} ({text})" for text in (point.played, point.better)
        )
        said.append(Wording(played, better, moves))
    return said


def show_analysis(to: Console, found: Analysis, said: Sequence[Wording]) -> None:
    put(to, line("analyse.values"), "bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for _ in range(4):
        table.add_column(no_wrap=True)
    lowest = min(value for moment in found.moments for value in moment.values)
    highest = max(value for moment in found.moments for value in moment.values)
    for seat, name in enumerate(found.names):
        values = [moment.values[seat] for moment in found.moments]
        table.add_row(name, f"{values[0]:.0f}", spark(values, lowest, highest), f"{values[-1]:.0f}")
    show(to, table)
    to.print()
    if not found.turning_points:
        tell(to, line("analyse.none"))
    for point, words in zip(found.turning_points, said, strict=True):
        name = found.names[point.seat]
        cost = f"{100 * point.cost:.0f}" if point.in_chance else f"{point.cost:.1f}"
        put(to, line(f"analyse.point.{point.unit}", number=point.number, name=name, cost=cost), "bold")
        for kind, move, after in (
            ("played", words.played, point.after_played),
            ("better", words.better, point.after_better),
        ):
            chance = f"{100 * after.chance:.0f}"
            scores = ", ".join(f"{name} {score:.1f}" for name, score in zip(found.names, after.scores, strict=True))
            put(to, "  " + line(f"analyse.{kind}", move=move))
            put(to, "    " + line("analyse.expected", scores=scores, chance=chance))
        put(to, "  " + line("analyse.line", line=" → ".join(words.line)))


def spark(values: list[float], low: float, high: float) -> str:
    """The values as a row of little bars.

    >>> spark([0, 5, 10], 0, 10)
    ' ▄█'
    """
    picked = [values[round(k * (len(values) - 1) / (COLUMNS - 1))] for k in range(COLUMNS)]
    shown = values if len(values) <= COLUMNS else picked
    reach = (high - low) or 1.0
    return "".join(STEPS[round((value - low) / reach * (len(STEPS) - 1))] for value in shown)
