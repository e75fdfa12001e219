"""The arguments that several commands share, and what they mean."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from conurb.cli.files import read_text
from conurb.kernel.checks import BadOption, ConurbError
from conurb.kernel.game import Game
from conurb.kernel.record import read_seed


class Parser(argparse.ArgumentParser):
    """Complains in one line, keeps the line breaks of examples."""

    def __init__(self, **about: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **about)

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)

    def example(self, *lines: str) -> None:
        """What the help shows at its end."""
        self.epilog = "\n".join([f"example{'s' if len(lines) > 1 else ''}:", *(f"  {line}" for line in lines)])


# --- adding


def add_game(parser: Parser, optional: bool = False) -> None:
    about = "the game, such as between-two-cities"
    if optional:
        parser.add_argument("game", metavar="GAME", nargs="?", help=f"{about} (default)", default="between-two-cities")
    else:
        parser.add_argument("game", metavar="GAME", help=about)


def add_record(parser: Parser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a file with a record, as JSON or as text; - reads the input")
    add_data(parser)


def add_players(parser: Parser, default: int | None = None) -> None:
    shown = "" if default is None else f" ({default})"
    parser.add_argument("--players", type=int, metavar="N", default=default, help=f"number of players{shown}")


def add_set_up(parser: Parser) -> None:
    """What a new game is made from, but for the number of players."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; can be repeated"
    )
    add_seed(parser)
    add_data(parser)


def add_seed(parser: Parser) -> None:
    parser.add_argument("--seed", metavar="S", help="a whole number; the same seed gives the same game")


def add_data(parser: Parser) -> None:
    parser.add_argument("--data", metavar="FILE", help="another data pack than the game's own")


def add_names(parser: Parser) -> None:
    parser.add_argument("--names", metavar="A,B", help="names of the players, separated by commas")


def add_seat(parser: Parser, help: str) -> None:
    parser.add_argument("--seat", type=int, metavar="K", help=help)


def add_bots(parser: Parser, help: str) -> None:
    parser.add_argument("--bots", metavar="LEVEL,..", help=help)


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="write JSON for programs")


# --- reading


def game_of(args: argparse.Namespace) -> Game:
    from conurb import games  # late: help must not wait for the engine

    return games.get(args.game)


def data_of(args: argparse.Namespace, game: Game) -> Any:
    """The tables of the data pack that was asked for; None for the game's own."""
    return None if args.data is None else game.load_data(read_text(args.data), args.data)


def seed_of(args: argparse.Namespace) -> int | None:
    try:
        return None if args.seed is None else read_seed(args.seed)
    except ConurbError:
        raise BadOption(f"--seed: expected a whole number from 0, such as 7, not {args.seed!r}") from None


def options_of(args: argparse.Namespace) -> dict[str, object]:
    """`--option place_order=free --option seating=[2,0,1]`: values are JSON, or else text."""
    options: dict[str, object] = {}
    for given in args.option:
        name, equals, value = given.partition("=")
        if not equals:
            raise BadOption(f"--option {given}: expected NAME=VALUE, such as place_order=free")
        try:
            options[name.strip()] = json.loads(value)
        except (ValueError, RecursionError):
            options[name.strip()] = value.strip()
    return options


def words_of(text: str | None) -> list[str]:
    """The parts of a list with commas; BadOption where there is nothing between two of them."""
    if text is None or not text.strip():
        return []
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise BadOption(f"{text}: expected something before and after each comma")
    return parts


def names_of(args: argparse.Namespace, players: int, otherwise: Sequence[str]) -> list[str]:
    """One name a player: those given, then the others."""
    given = words_of(args.names)
    if len(given) > players:
        raise BadOption(f"--names: {len(given)} names are given, but {players} play")
    twice = [name for name in given if given.count(name) > 1]
    if twice:
        raise BadOption(f"--names: {twice[0]} is there twice")
    rest = [name for name in otherwise if name not in given]
    return [*given, *rest[: players - len(given)]]


def check_seat(seat: int | None, players: int) -> int | None:
    """The seat of a `--seat`, if one was given and exists."""
    if seat is not None and not 0 <= seat < players:
        raise BadOption(f"--seat: seats are 0 to {players - 1}, not {seat}")
    return seat
