"""`conurb report`: the results of an arena as a page."""

from __future__ import annotations

import argparse
from pathlib import Path

from conurb.cli.arguments import Parser
from conurb.cli.files import page_file
from conurb.cli.output import console, line, put


def add_report(parser: Parser) -> None:
    parser.add_argument("results", metavar="RESULTS", help="a file written by conurb arena --out")
    parser.add_argument("--out", metavar="FILE", help="the page (default: the name of the results, ending in .html)")
    parser.example("conurb report results.parquet")
    parser.set_defaults(run=run_report)


def run_report(args: argparse.Namespace) -> int:
    from conurb.arena import report, results
    from conurb.files import write_text

    source = Path(args.results)
    if args.out is not None:
        page_file("--out", args.out, args.results)
    found = results.read(source)
    if not found.outcomes:
        raise results.BadResults(f"{source}: no game was played yet")
    target = page_file("--out", args.out or str(source.with_suffix(".html")), args.results)
    write_text(target, report.report(found))
    put(console(), line("written", file=target))
    return 0
