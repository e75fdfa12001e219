"""`conurb replay`, `conurb verify` and `conurb convert`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from conurb.cli.arguments import Parser, add_json, add_record, add_seat, check_seat, data_of
from conurb.cli.files import read_record
from conurb.cli.output import console, emit_json, line, put, show, tell
from conurb.cli.shows import Show, board_of, show_of
from conurb.files import write_text
from conurb.kernel import notation
from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game
from conurb.kernel.play import Play, read_action, replay, verify
from conurb.kernel.record import Entry, Record
from conurb.kernel.state import Event
from conurb.names import seat_names


@dataclass(frozen=True)
class Story:
    """A record played again, with what happened at each action."""

    game: Game
    play: Play
    events: list[list[Event]]  # for each action

    @property
    def names(self) -> list[str]:
        return seat_names(self.play.state, self.play.record.names)


def retell(game: Game, record: Record, data: Any = None, upto: int | None = None) -> Story:
    """Play a record again, whole or its first `upto` actions; BadRecord if it does not fit the rules."""
    entries = replay(game, record, upto, data).record.entries  # the checks, with their messages
    play = replay(game, record, 0, data)
    return Story(game, play, [play_again(play, entry) for entry in entries])


def play_again(play: Play, entry: Entry) -> list[Event]:
    return play.apply(entry.seat, read_action(play.state, entry.seat, entry.text), entry.by)


def record_and_game(args: argparse.Namespace) -> tuple[Record, Game, Any]:
    from conurb import games

    record = read_record(args.record)
    game = games.get(record.game)
    return record, game, data_of(args, game)


# --- replay


def add_replay(parser: Parser) -> None:
    add_record(parser)
    parser.add_argument("--at", type=int, metavar="N", help="the position after N actions (default: the end)")
    add_seat(parser, "as this seat saw it (default: as a spectator)")
    parser.add_argument("--svg", metavar="FILE", help="draw the position into a file")
    parser.add_argument("--step", action="store_true", help="walk through the game with the keyboard")
    add_json(parser)
    parser.example(
        "conurb replay examples/game.txt",
        "conurb replay examples/game.txt --at 40 --svg position.svg",
    )
    parser.set_defaults(run=run_replay)


def run_replay(args: argparse.Namespace) -> int:
    record, game, data = record_and_game(args)
    seat = check_seat(args.seat, record.players)
    if args.step and (args.json or args.svg):
        raise BadOption("--step is for the keyboard: leave out --json and --svg")
    if args.step:
        walk(game, record, data, seat, 0 if args.at is None else args.at)
        return 0
    story = retell(game, record, data, args.at)
    state = story.play.state
    if args.svg:
        write_text(Path(args.svg), board_of(game).board(state.view(seat), names=story.names))
    if args.json:
        emit_json(story_json(story, record, seat))
        return 0
    to = console()
    face = show_of(game)
    for text in log_lines(story, face, seat):
        put(to, text)
    show(to, face.terminal.screen(state.view(seat), story.names))
    if state.over():
        to.print()
        show(to, face.terminal.sheet(state.sheet(), story.names))
    if args.svg:
        put(to, line("written", file=args.svg))
    return 0


def log_lines(story: Story, face: Show, seat: int | None) -> Iterator[str]:
    """The log, each line with the number of its action."""
    width = len(str(len(story.events)))
    view, names = story.play.state.view(seat), story.names
    for number, events in enumerate(story.events, 1):
        for event in events:
            yield f"{number:>{width}}  {face.log_line(event, view, names)}"


def story_json(story: Story, record: Record, seat: int | None) -> dict[str, object]:
    state = story.play.state
    return {
        "game": story.game.key,
        "players": record.players,
        "names": story.names,
        "at": len(story.events),
        "actions": len(record.entries),
        "events": [
            {"action": number, **event.seen_by(seat)}
            for number, events in enumerate(story.events, 1)
            for event in events
        ],
        "view": state.view(seat),
        "sheet": state.sheet(),
    }


def walk(game: Game, record: Record, data: Any, seat: int | None, at: int) -> None:
    """Step by step: Enter goes on, b back, a number there, q leaves."""
    to = console()
    total = len(record.entries)
    retell(game, record, data, at)  # a wrong --at or record is told before anything is shown
    while True:
        show_step(to, retell(game, record, data, at), total, seat)
        try:
            answer = input(line("replay.prompt", at=at, total=total) + " ").strip().lower()
        except EOFError:
            to.print()
            return
        if answer in ("q", "quit"):
            return
        if answer in ("", "n"):
            at = min(at + 1, total)
        elif answer in ("b", "p"):
            at = max(at - 1, 0)
        elif answer.isdecimal() and int(answer) <= total:
            at = int(answer)
        else:
            tell(to, line("replay.help", total=total))


def show_step(to: Console, story: Story, total: int, seat: int | None) -> None:
    face = show_of(story.game)
    state = story.play.state
    view = state.view(seat)
    show(to, face.terminal.screen(view, story.names))
    if story.events:
        put(to, line("replay.step", at=len(story.events), move=notation.write_entry(story.play.record.entries[-1])))
        for event in story.events[-1]:
            put(to, f"  {face.log_line(event, view, story.names)}")
    if state.over():
        show(to, face.terminal.sheet(state.sheet(), story.names))


# --- verify and convert


def add_verify(parser: Parser) -> None:
    add_record(parser)
    add_json(parser)
    parser.example("conurb verify examples/game.txt")
    parser.set_defaults(run=run_verify)


def run_verify(args: argparse.Namespace) -> int:
    record, game, data = record_and_game(args)
    faults = verify(game, record, data)
    if args.json:
        emit_json({"true": not faults, "faults": faults, "actions": len(record.entries)})
        return 1 if faults else 0
    to = console()
    for fault in faults:
        put(to, fault)
    finished = "verify.finished" if record.result is not None else "verify.unfinished"
    put(to, line("verify.false", n=len(faults)) if faults else line(finished, n=len(record.entries)))
    return 1 if faults else 0


def add_convert(parser: Parser) -> None:
    add_record(parser)
    parser.add_argument("--to", choices=("text", "json"), required=True, help="the form to write")
    parser.add_argument("--out", metavar="FILE", help="where to (default: the screen)")
    parser.example("conurb convert examples/game.txt --to json --out game.json")
    parser.set_defaults(run=run_convert)


def run_convert(args: argparse.Namespace) -> int:
    record, _, _ = record_and_game(args)
    text = record.dumps() if args.to == "json" else notation.write(record)
    if args.out:
        write_text(Path(args.out), text)
        put(console(), line("written", file=args.out))
    else:
        print(text, end="")
    return 0
