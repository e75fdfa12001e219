"""`conurb report`: the results of an arena as a page."""

from __future__ import annotations

import argparse
from pathlib import Path

from conurb.cli.arguments import Parser
from conurb.cli.output import console, line, put
from conurb.kernel.checks import BadOption


def add_report(parser: Parser) -> None:
    parser.add_argument("results", metavar="RESULTS", help="a file written by conurb arena --out")
    parser.add_argument("--out", metavar="FILE", help="the page (default: the name of the results, ending in .html)")
    parser.example("conurb report results.parquet")
    parser.set_defaults(run=run_report)


def run_report(args: argparse.Namespace) -> int:
    from conurb.arena import report, results
    from conurb.files import write_text

    source = Path(args.results)
    target = source.with_suffix(".html") if args.out is None else Path(args.out)
    if target == source:
        raise BadOption(f"--out: {target} is the file of the results itself")
    found = results.read(source)
    if not found.outcomes:
        raise results.BadResults(f"{source}: no game was played yet")
    write_text(target, report.report(found))
    put(console(), line("written", file=target))
    return 0
