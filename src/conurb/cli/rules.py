"""`conurb rules`: read and search the rules of a game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from conurb import rulebook
from conurb.cli.arguments import Parser, add_game, add_json, game_of
from conurb.cli.output import console, emit_json, line, put, show
from conurb.rulebook import Rule, Rulebook
from conurb.words import LANGUAGES

SHOWN_WHOLE = 5  # more hits than this are listed, not printed


def add_rules(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("words", metavar="ID or words", nargs="*", help="a rule, a section, or words to look for")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="read a translation (default: English)")
    add_json(parser)
    parser.example(
        "conurb rules between-two-cities",
        "conurb rules between-two-cities 5.16",
        "conurb rules between-two-cities shared victory",
        "conurb rules between-two-cities 5.16 --language it",
    )
    parser.set_defaults(run=run_rules)


def run_rules(args: argparse.Namespace) -> int:
    book = rulebook.read(game_of(args).key, args.language)
    if args.json:
        found = find(book, args.words)
        emit_json([{"id": rule.id, "text": rule.text} for rule in found])
        return 0 if found else 1
    return show_rules(console(), book, args.words)


def find(book: Rulebook, words: Sequence[str]) -> list[Rule]:
    """The rules that words mean: an id, a section, or a search; all rules for no words."""
    if not words:
        return list(book.rules)
    if len(words) == 1 and book.full_id(words[0]):
        section = book.section(words[0])
        return list(section.rules) if section else [book.rule(words[0])]
    return book.search(words)


def show_rules(to: Console, book: Rulebook, words: Sequence[str]) -> int:
    """Print what was asked for; 1 if there is nothing."""
    if not words:
        show_sections(to, book)
        return 0
    found = find(book, words)
    if not found:
        put(to, line("rules.none", words=" ".join(words)))
        return 1
    asked_for = len(words) == 1 and book.full_id(words[0]) is not None
    if asked_for or len(found) <= SHOWN_WHOLE:
        for number, rule in enumerate(found):
            if number:
                to.print()
            show(to, Markdown(rule.text))
        return 0
    for rule in found:
        entry = Text(f"{rule.id:<10}", "bold").append(rule.summary, "not bold")
        to.print(entry, no_wrap=True, overflow="ellipsis")
    put(to, line("rules.many", n=len(found)))
    return 0


def show_sections(to: Console, book: Rulebook) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for section in book.sections:
        table.add_row(Text(section.id, "bold"), section.title, line("rules.count", n=len(section.rules)))
    show(to, table)
