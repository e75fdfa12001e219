"""The command line: `conurb COMMAND ...`.

One module for each group of commands. A module has, for each of its commands, `add_<command>(parser)`, which says
what the command takes and sets `run`, a function from the arguments to the exit status: 0 all right, 1 a check
failed, 2 wrong usage or input. Only the module of the command that was asked for is imported.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from conurb import __version__
from conurb.cli.arguments import Parser
from conurb.extras import MissingExtra
from conurb.kernel.checks import ConurbError, unknown

OK, FAILED, WRONG_USE = 0, 1, 2
BROKEN = 3  # a fault of ours
INTERRUPTED = 130


class Command(NamedTuple):
    """Where a command lives, and what the list of commands says of it."""

    module: str
    summary: str


COMMANDS = {
    "play": Command("play", "play a game in the terminal, against bots or at one keyboard"),
    "score": Command("score", "score a game played on a real table"),
    "try": Command("positions", "show a position, its legal moves, and what moves would do"),
    "check": Command("positions", "run scenario files: positions, moves, and what must then hold"),
    "replay": Command("records", "show a recorded game, whole, at one moment or step by step"),
    "verify": Command("records", "check that a record is true: seed, moves and result"),
    "convert": Command("records", "rewrite a record as text or JSON"),
    "rules": Command("rules", "read and search the rules of a game"),
    "simulate": Command("simulate", "let bots play many games and sum up"),
    "arena": Command("arena", "bots against bots: many games, kept, resumed and rated"),
    "report": Command("report", "the results of an arena as a page to look at"),
    "analyse": Command("analyse", "who stood how through a recorded game, and where it turned"),
    "dataset": Command("dataset", "write games of bots as data for learning"),
    "data": Command("data", "show or check the data pack of a game"),
    "serve": Command("serve", "run the server: play in the browser"),
    "db": Command("db", "bring the server's database up to date"),
    "backup": Command("db", "write everything the server keeps to a file"),
    "restore": Command("db", "read such a file into an empty database"),
    "games": Command("install", "list the games"),
    "doctor": Command("install", "what this installation has, what it lacks, and the cure"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter must not stop a game
    try:
        status = run(given)
        sys.stdout.flush()
        return status
    except (ConurbError, MissingExtra) as error:
        return complain(str(error), WRONG_USE)
    except BrokenPipeError:
        # The reader has seen enough; Python must not try to write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        return complain("stopped", INTERRUPTED)
    except Exception as error:
        if os.environ.get("CONURB_DEBUG"):
            raise
        return complain(f"a fault of the program: {error!r}; CONURB_DEBUG=1 shows where", BROKEN)


def complain(fault: str, status: int) -> int:
    print(f"conurb: {fault}", file=sys.stderr)
    return status


def run(given: Sequence[str]) -> int:
    """Find the command, read its arguments, carry it out."""
    if not given or given[0].startswith("-"):
        overview().parse_args(given)
        overview().print_help()
        return OK
    name, *rest = given
    if name == "help":
        name, rest = (rest[0], ["--help"]) if rest else ("", [])
        if not name:
            overview().print_help()
            return OK
    if name not in COMMANDS:
        return complain(unknown("command", name, COMMANDS), WRONG_USE)
    module = importlib.import_module(f"conurb.cli.{COMMANDS[name].module}")
    parser = Parser(prog=f"conurb {name}", description=f"{COMMANDS[name].summary.capitalize()}.")
    getattr(module, f"add_{name}")(parser)
    args = parser.parse_args(rest)
    status: int = args.run(args)
    return status


def overview() -> Parser:
    """The parser of everything that is no command, with the list of the commands."""
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:<{width}}  {command.summary}" for name, command in COMMANDS.items())
    parser = Parser(
        prog="conurb",
        usage="conurb COMMAND ...",
        description="City-building board games: play, score, replay, simulate.",
        epilog=f"commands:\n{commands}\n\n`conurb COMMAND --help` says more of each.",
    )
    parser.add_argument("--version", action="version", version=f"conurb {__version__}")
    return parser
