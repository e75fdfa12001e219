"""`conurb dataset`: games of bots as data for learning."""

from __future__ import annotations

import argparse
import secrets
from concurrent.futures import as_completed
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from conurb.arena.alone import alone
from conurb.cli import INTERRUPTED
from conurb.cli.arguments import (
    Parser,
    add_bots,
    add_game,
    add_json,
    add_players,
    add_seed,
    game_of,
    options_of,
    seed_of,
    words_of,
)
from conurb.cli.output import console, emit_json, line, put, tell
from conurb.cli.progress import progress_bar
from conurb.kernel.checks import BadOption

if TYPE_CHECKING:
    from conurb.lab.dataset import Plan

DEFAULT_BOT = "greedy"


def add_dataset(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    add_players(parser)
    add_bots(parser, f"one level for all seats, or one for each ({DEFAULT_BOT})")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; can be repeated"
    )
    add_seed(parser)
    parser.add_argument("--out", metavar="FOLDER", help="where to write (dataset-GAME)")
    parser.add_argument("--games-a-shard", type=int, default=100, metavar="N", help="games in each file (100)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    add_json(parser)
    parser.example("conurb dataset between-two-cities --games 500 --players 3 --bots greedy --seed 7 --out cities")
    parser.set_defaults(run=run_dataset)


def run_dataset(args: argparse.Namespace) -> int:
    from conurb.lab import dataset  # late: it needs an extra

    for name in ("games", "games_a_shard", "jobs"):
        given = getattr(args, name)
        if given < 1:
            raise BadOption(f"--{name.replace('_', '-')}: expected a number from 1, not {given}")
    plan = plan_of(args)
    folder = Path(args.out or f"dataset-{plan.game}")
    with alone(folder):
        if args.seed is None and (folder / dataset.MANIFEST).exists():
            plan = replace(plan, seed=dataset.read_plan(folder).seed)  # going on with what was begun
        waiting = dataset.begin(plan, folder)
        skipped = plan.shards - len(waiting)
        try:
            rows = write_shards(plan, folder, waiting, args.jobs)
        except KeyboardInterrupt:
            dataset.sweep(folder)
            written = sum(dataset.shard_path(folder, shard).exists() for shard in range(plan.shards))
            tell(console(stderr=True), line("dataset.stopped", n=written, shards=plan.shards))
            return INTERRUPTED
        dataset.finish(plan, folder)
    if args.json:
        emit_json({"folder": str(folder), "shards": plan.shards, "skipped": skipped, "rows": rows, "seed": plan.seed})
        return 0
    to = console()
    if skipped:
        put(to, line("dataset.skipped", count=skipped))
    put(to, line("dataset.written", count=rows, folder=folder))
    return 0


def plan_of(args: argparse.Namespace) -> Plan:
    from conurb.lab.dataset import Plan

    game = game_of(args)
    players = game.player_counts[0] if args.players is None else game.check_players(args.players)
    levels = words_of(args.bots) or [DEFAULT_BOT]
    seed = seed_of(args)
    return Plan(
        game=game.key,
        players=players,
        games=args.games,
        bots=tuple(levels * players if len(levels) == 1 else levels),
        seed=secrets.randbits(32) if seed is None else seed,
        games_a_shard=args.games_a_shard,
        options=options_of(args),
    )


def write_shards(plan: Plan, folder: Path, shards: list[int], jobs: int) -> int:
    """In this process or in several; the number of decisions written."""
    from conurb.arena.tournament import processes
    from conurb.lab.dataset import write_shard

    rows = 0
    with progress_bar() as bar, processes(jobs) as pool:
        task = bar.add_task(line("dataset.progress"), total=len(shards))
        if pool is None:
            for shard in shards:
                rows += write_shard(plan, folder, shard)
                bar.update(task, advance=1)
            return rows
        for done in as_completed([pool.submit(write_shard, plan, folder, shard) for shard in shards]):
            rows += done.result()
            bar.update(task, advance=1)
    return rows
