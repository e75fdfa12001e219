"""`conurb score`: the companion of a real table."""

from __future__ import annotations

import argparse

from conurb.cli.arguments import Parser, add_data, add_game, add_json, add_names, data_of, game_of, names_of
from conurb.cli.files import read_text
from conurb.cli.output import console, emit_json, line, put, show
from conurb.cli.shows import companion_of, show_of


def add_score(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("file", metavar="FILE", help="what lies on the table, as text or JSON; - reads the input")
    add_names(parser)
    add_data(parser)
    add_json(parser)
    parser.example(
        "conurb score between-two-cities cities.txt",
        "printf 'SSS.\\n..S.\\n....\\n....\\n' | conurb score between-two-cities -",
        "",
        "Between Two Cities: four lines of letters a city, a blank line between cities, a line `players: 4`",
        "for a ranking. S shop, F factory, O office, P park, H house, taverns D drink E food M music B bed.",
    )
    parser.set_defaults(run=run_score)


def run_score(args: argparse.Namespace) -> int:
    game = game_of(args)
    companion = companion_of(game)
    sheet = companion.score(read_text(args.file), data_of(args, game))
    if args.json:
        emit_json(sheet)
        return 0
    players = len(sheet.get("players", []))
    names = names_of(args, players, [line("seat", seat=seat) for seat in range(players)])
    to = console()
    show(to, show_of(game).terminal.sheet(sheet, names))
    for remark in sheet.get("remarks", []):
        put(to, line("score.remark", remark=remark))
    return 0
