"""`conurb arena`: a series of games between bots, kept, resumed, rated.

The same seed gives the same deals, and the same games of all bots that do not go by the clock, whatever the number of
processes or machines. Ctrl-C stops; the same command goes on.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from rich.console import Console
from rich.table import Table

from conurb.arena.alone import alone
from conurb.arena.match import Outcome, Plan
from conurb.arena.ratings import Failure, failures, ratings, win_rate
from conurb.arena.results import Journal, Results, check_target, read
from conurb.arena.tournament import cluster, play_all, processes
from conurb.bots import LEVELS
from conurb.bots.outside import OutsideBot
from conurb.cli import INTERRUPTED
from conurb.cli.arguments import Parser, add_game, add_json, add_set_up, data_of, game_of, options_of, seed_of, words_of
from conurb.cli.files import read_text
from conurb.cli.output import console, emit_json, line, put, show, tell
from conurb.cli.progress import progress_bar
from conurb.extras import MissingExtra
from conurb.kernel.checks import BadOption

FAULTS_SHOWN = 5
MOST_GAMES = 10_000_000  # their numbers and results must fit into memory


def add_arena(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("--seats", metavar="A,B,..", required=True, help="a bot for each seat, such as search,greedy")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="how many games (400)")
    parser.add_argument(
        "--bot", action="append", default=[], metavar="NAME=COMMAND", help="a program as a bot of yours"
    )
    parser.add_argument("--limit", type=float, default=5.0, metavar="SECONDS", help="for its decisions (5)")
    add_set_up(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (one for each core)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play on the workers of this Dask scheduler")
    parser.add_argument(
        "--out", metavar="FILE", help="keep the results: .parquet or .jsonl; needed to go on after Ctrl-C"
    )
    add_json(parser)
    parser.example(
        "conurb arena between-two-cities --seats search,greedy --games 100 --seed 1 --out results.parquet",
        "conurb arena prosperity --seats mine,greedy --bot mine='python examples/line_bot.py' --games 20",
    )
    parser.set_defaults(run=run_arena)


def run_arena(args: argparse.Namespace) -> int:
    plan = plan_of(args)
    if not 1 <= args.games <= MOST_GAMES:
        raise BadOption(f"--games: expected a number from 1 to {MOST_GAMES:,}, not {args.games:,}")
    check_cluster(args)
    jobs = jobs_of(args)
    if args.out is None:
        results = Results(plan, args.games)
        complete = play_only(args, results, jobs)
        if results.outcomes:
            tell_summary(args, results)
        return 0 if complete else INTERRUPTED
    target = Path(args.out)
    check_target(target)
    with alone(target):
        kept = play_and_keep(args, plan, jobs, target)
    if kept is None:
        return INTERRUPTED
    tell_summary(args, kept)
    if not args.json:
        put(console(), line("written", file=target))
    return 0


def check_cluster(args: argparse.Namespace) -> None:
    if args.cluster is None:
        return
    if not args.cluster.strip():
        raise BadOption("--cluster: expected the address of a Dask scheduler, such as tcp://10.0.0.1:8786")
    if args.jobs is not None:
        raise BadOption("--cluster and --jobs exclude each other: the cluster has its own workers")


def plan_of(args: argparse.Namespace) -> Plan:
    """What to play; every mistake is found here, before the first game."""
    game = game_of(args)
    data_of(args, game)
    seed = seed_of(args)
    plan = Plan(
        game=game.key,
        bots=tuple(words_of(args.seats)),
        seed=secrets.randbits(32) if seed is None else seed,
        options=options_of(args),
        pack=None if args.data is None else (read_text(args.data), args.data),
        programs=programs_of(args),
        limit=args.limit,
    )
    plan.check()
    return plan


def programs_of(args: argparse.Namespace) -> dict[str, str]:
    programs: dict[str, str] = {}
    seats = words_of(args.seats)
    for given in args.bot:
        name, equals, command = (part.strip() for part in given.partition("="))
        if not equals or not name or not command:
            raise BadOption(f"--bot {given}: expected NAME=COMMAND, such as mine='python examples/line_bot.py'")
        if name.partition(":")[0] in LEVELS:
            raise BadOption(f"--bot {given}: {name} is a bot of conurb; give yours another name")
        if name in programs:
            raise BadOption(f"--bot {given}: {name} is there twice; give each program a name of its own")
        if name not in seats:
            raise BadOption(f"--bot {given}: no seat is for {name}; name it in --seats {args.seats}")
        if args.cluster is None:  # a cluster has its own programs
            OutsideBot(command).check()
        programs[name] = command
    return programs


def jobs_of(args: argparse.Namespace) -> int:
    if args.jobs is None:
        return max(1, min(os.cpu_count() or 1, int(args.games)))
    if args.jobs < 1:
        raise BadOption(f"--jobs: expected a number from 1, not {args.jobs}")
    return int(args.jobs)


@contextmanager
def workers_of(args: argparse.Namespace, jobs: int) -> Iterator[tuple[Executor | None, int]]:
    """Where the games are played, and how many at a time."""
    with ended_as_by_ctrl_c():
        if args.cluster is not None:
            with cluster(args.cluster) as found:
                yield found
        else:
            with processes(jobs) as pool:
                yield pool, jobs


@contextmanager
def ended_as_by_ctrl_c() -> Iterator[None]:
    """A request to end (SIGTERM) stops the series as Ctrl-C does: the programs of bots must not be left behind."""
    if threading.current_thread() is not threading.main_thread():  # no other can hear of signals
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def play_only(args: argparse.Namespace, results: Results, jobs: int) -> bool:
    """Play without keeping anything; false if the user stopped, who is told of what was played so far."""
    try:
        with workers_of(args, jobs) as (executor, workers):
            play(results, list(range(args.games)), executor, workers, results.outcomes.append)
        return True
    except KeyboardInterrupt:
        tell(console(stderr=True), line("arena.broken_off", n=len(results.outcomes), games=args.games))
        return False
    finally:
        results.outcomes.sort(key=lambda outcome: outcome.number)


def play_and_keep(args: argparse.Namespace, plan: Plan, jobs: int, target: Path) -> Results | None:
    """The results, complete and written; None if the user stopped, who is told how to go on."""
    to = console(stderr=True)
    begun = there_already(plan, args.games, target) if target.exists() else Results(plan, args.games)
    if len(begun.outcomes) == args.games:
        return begun
    journal = Journal(target, begun)
    if journal.results.outcomes:
        tell(to, line("arena.resumed", n=len(journal.results.outcomes), games=args.games))
    try:
        with workers_of(args, jobs) as (executor, workers):
            play(journal.results, journal.missing(), executor, workers, journal.add)
    except KeyboardInterrupt:
        done = len(journal.results.outcomes)
        tell(to, line("arena.stopped", n=done, games=args.games))
        if args.seed is None:
            tell(to, line("arena.seed", seed=plan.seed))
        return None
    journal.finish(target)
    return journal.results


def there_already(plan: Plan, games: int, target: Path) -> Results:
    """Results that are complete need not be played again, a longer series begins with them; others are left alone."""
    results = read(target)
    if not results.plan.same_series(plan):
        raise BadOption(f"--out: {target} holds the results of another series; name another file, or remove it")
    if results.games > games:
        raise BadOption(f"--out: {target} holds {results.games} games of this series already; name another file")
    return Results(plan, games, results.outcomes)


def play(results: Results, numbers: list[int], executor: Executor | None, workers: int, keep: Any) -> None:
    """Play with a bar that shows how far we are and how long it will take."""
    with progress_bar() as bar:
        task = bar.add_task(line("arena.progress"), total=results.games, completed=results.games - len(numbers))

        def done(outcome: Outcome) -> None:
            keep(outcome)
            bar.advance(task)

        play_all(results.plan, numbers, executor, workers, done)


# --- telling


def summarise(results: Results) -> dict[str, Any]:
    """The numbers that people look at."""
    outcomes = results.outcomes
    names = list(dict.fromkeys(results.plan.bots))
    try:
        rated = {rating.bot: rating for rating in ratings(outcomes)}
    except MissingExtra:
        rated = {}
    entries = []
    for name in names:
        seats = [seat for outcome in outcomes for seat in outcome.seats if seat.bot == name]
        rate = win_rate(outcomes, name)
        decisions = sum(seat.decisions for seat in seats)
        entry: dict[str, Any] = {
            "bot": name,
            "seats": results.plan.bots.count(name),
            "wins": round(rate.wins, 2),
            "win_rate": round(rate.share, 4),
            "interval": [round(end, 4) for end in rate.interval],
            "mean": round(sum(seat.score for seat in seats) / len(seats), 2),
            "ms": round(1000 * sum(seat.seconds for seat in seats) / max(1, decisions), 2),
            "faults": sum(seat.faults for seat in seats),
        }
        if name in rated:
            entry["rating"] = {"mu": round(rated[name].mu, 2), "sigma": round(rated[name].sigma, 2)}
        entries.append(entry)
    return {
        "game": results.plan.game,
        "players": results.plan.players,
        "games": len(outcomes),
        "seed": results.plan.seed,
        "bots": entries,
        "warnings": [failure_words(failure) for failure in failures(outcomes)],
        "moves": round(sum(outcome.moves for outcome in outcomes) / len(outcomes), 1),
        "faults": [fault for outcome in outcomes for fault in outcome.faults],
    }


def failure_words(failure: Failure) -> str:
    return line("arena.failed", bot=failure.bot, lost=failure.lost, decisions=failure.decisions)


def tell_summary(args: argparse.Namespace, results: Results) -> None:
    summary = summarise(results)
    if args.json:
        emit_json(summary)
    else:
        show_summary(console(), summary)


def show_summary(to: Console, summary: dict[str, Any]) -> None:
    put(to, line("arena.title", game=summary["game"], n=summary["games"], seed=summary["seed"]), "bold")
    for warning in summary["warnings"]:
        tell(to, warning, "bold red")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    columns = ["bot", "seats", "win_rate", "interval", "mean", "ms"]
    if any("rating" in entry for entry in summary["bots"]):
        columns.append("rating")
    if summary["faults"]:
        columns.append("faults")
    for name in columns:
        table.add_column(line(f"arena.{name}"), justify="left" if name == "bot" else "right")
    for entry in summary["bots"]:
        table.add_row(*(shown(name, entry.get(name)) for name in columns))
    show(to, table)
    faults = summary["faults"]
    if faults:
        tell(to, line("arena.lost", n=len(faults)))
        for fault in faults[:FAULTS_SHOWN]:
            put(to, f"  {fault}")


def shown(name: str, value: Any) -> str:
    if name == "win_rate":
        return f"{value:.1%}"
    if name == "interval":
        return f"{value[0]:.1%}-{value[1]:.1%}"
    if name == "rating":
        return "" if value is None else f"{value['mu']:.1f} ± {value['sigma']:.1f}"
    return f"{value:.1f}" if name in ("mean", "ms") else str(value)
