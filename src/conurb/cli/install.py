"""`conurb games` and `conurb doctor`."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from rich.table import Table
from rich.text import Text

from conurb.cli.arguments import Parser, add_json
from conurb.cli.output import console, emit_json, line, show
from conurb.kernel.checks import listing
from conurb.kernel.game import Game


def add_games(parser: Parser) -> None:
    add_json(parser)
    parser.example("conurb games")
    parser.set_defaults(run=run_games)


def run_games(args: argparse.Namespace) -> int:
    from conurb.games import CATALOGUE

    if args.json:
        emit_json([describe(game) for game in CATALOGUE.values()])
        return 0
    to = console()
    for game in CATALOGUE.values():
        to.print(Text(f"{game.key}: {game.title}", "bold"))
        to.print(Text(line("games.players", counts=listing(game.player_counts))))
        options = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for info in game.option_infos():
            options.add_row(f"  --option {info.name}={info.default}", Text(info.help))
        show(to, options)
    return 0


def describe(game: Game) -> dict[str, object]:
    """A game and its options, for programs."""
    return {
        "key": game.key,
        "title": game.title,
        "players": list(game.player_counts),
        "options": [asdict(info) for info in game.option_infos()],
    }


def add_doctor(parser: Parser) -> None:
    add_json(parser)
    parser.example("conurb doctor")
    parser.set_defaults(run=run_doctor)


def run_doctor(args: argparse.Namespace) -> int:
    from conurb import doctor

    return doctor.run(args.json)
