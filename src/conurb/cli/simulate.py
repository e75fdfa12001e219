"""`conurb simulate`: bots play many games.

Game number i of a seed is the same game whatever the number of processes. Where only random bots play, whole games
run inside the engine, hundreds of times faster than through views.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from conurb import bots, games
from conurb.arena.match import derived
from conurb.arena.results import parquet
from conurb.arena.tournament import processes
from conurb.cli.arguments import (
    Parser,
    add_bots,
    add_game,
    add_json,
    add_players,
    add_set_up,
    data_of,
    game_of,
    options_of,
    seed_of,
    words_of,
)
from conurb.cli.files import read_text
from conurb.cli.output import console, emit_json, line, put, show
from conurb.cli.progress import progress_bar
from conurb.files import replacing, write_text
from conurb.kernel.checks import BadOption, listing
from conurb.kernel.rng import Rng
from conurb.kernel.state import State

FORMS = (".parquet", ".csv", ".jsonl")
RANDOM = "random"
CHUNKS_A_JOB = 20  # enough for a smooth progress bar
LARGEST_CHUNK = 200


def add_simulate(parser: Parser) -> None:
    add_game(parser)
    add_players(parser, default=4)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    add_bots(parser, "one level for all seats, or one for each, such as greedy,random,random,random (random)")
    add_set_up(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (one for each core)")
    parser.add_argument("--out", metavar="FILE", help="a row for each seat of each game: .parquet, .csv or .jsonl")
    add_json(parser)
    parser.example("conurb simulate between-two-cities --games 200 --bots greedy,random,random,random --seed 7")
    parser.set_defaults(run=run_simulate)


@dataclass(frozen=True)
class Plan:
    """Everything a process needs to play some of the games; it travels, so it holds plain values only."""

    game: str
    players: int
    options: Mapping[str, object]
    pack: tuple[str, str] | None  # text and name of another data pack
    levels: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Result:
    """One game that was played."""

    number: int
    seed: int
    moves: int
    scores: list[int]
    ranking: list[int]


@dataclass
class Total:
    """All results, and the time they took."""

    plan: Plan
    results: list[Result] = field(default_factory=list)
    seconds: float = 0.0


# --- playing


def play_some(plan: Plan, numbers: range) -> list[Result]:
    """The games of these numbers."""
    game = games.get(plan.game)
    data = None if plan.pack is None else game.load_data(*plan.pack)
    results = []
    for number in numbers:
        seed = game_seed(plan.seed, number)
        state = game.new(plan.players, plan.options, seed, data)
        # Players with the deal's own luck would know hidden cards by what they draw.
        moves = play_one(state, plan.levels, derived(seed, "players"), data)
        results.append(Result(number, seed, moves, state.scores(), state.ranking()))
    return results


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a series; games of a series have nothing to do with each other."""
    return int.from_bytes(sha256(f"conurb series {seed} game {number}".encode()).digest()[:8], "big")


def play_one(state: State, levels: Sequence[str], luck: int, data: Any) -> int:
    """Play to the end; the number of moves."""
    if set(levels) == {RANDOM}:
        return int(state.playout(Rng(luck)))
    players = [bots.get(level, luck) for level in levels]
    for bot in players:
        bot.data = data
    moves = 0
    while True:
        seat = int(state.next_seat())
        if seat < 0:
            return moves
        state.apply(seat, players[seat].choose(state.view(seat)))
        moves += 1


def chunks(games: int, jobs: int) -> Iterator[range]:
    size = max(1, min(LARGEST_CHUNK, games // (jobs * CHUNKS_A_JOB)))
    for first in range(0, games, size):
        yield range(first, min(first + size, games))


def play_all(plan: Plan, games: int, jobs: int, progress: Progress) -> Total:
    """Play the whole series, in this process or in several."""
    task = progress.add_task(line("simulate.progress"), total=games)
    total = Total(plan)
    begun = time.perf_counter()
    with processes(jobs) as pool:
        in_order: Callable[..., Iterator[list[Result]]] = map if pool is None else pool.map
        for results in in_order(partial(play_some, plan), chunks(games, jobs)):
            total.results += results
            progress.update(task, advance=len(results))
    total.seconds = time.perf_counter() - begun
    return total


# --- the command


def run_simulate(args: argparse.Namespace) -> int:
    plan = plan_of(args)
    if args.games < 1:
        raise BadOption(f"--games: expected a number from 1, not {args.games}")
    jobs = jobs_of(args, plan)
    check_out(args.out)
    with progress_bar() as bar:
        total = play_all(plan, args.games, jobs, bar)
    if args.out:
        write_results(total, Path(args.out))
    summary = summarise(total)
    if args.json:
        emit_json(summary)
        return 0
    to = console()
    show_summary(to, summary)
    if args.out:
        put(to, line("written", file=args.out))
    return 0


def plan_of(args: argparse.Namespace) -> Plan:
    """What to play; every mistake is found here, before the first game."""
    game = game_of(args)
    data_of(args, game)
    players = game.check_players(args.players)
    options = options_of(args)
    game.options(options, players)
    levels = words_of(args.bots) or [RANDOM]
    if len(levels) == 1:
        levels = levels * players
    if len(levels) != players:
        raise BadOption(f"--bots: give one level, or one for each of the {players} seats, not {len(levels)}")
    for level in levels:
        bots.get(level)
    pack = None if args.data is None else (read_text(args.data), args.data)
    seed = seed_of(args)
    return Plan(game.key, players, options, pack, tuple(levels), secrets.randbits(32) if seed is None else seed)


def jobs_of(args: argparse.Namespace, plan: Plan) -> int:
    """How many processes; few games are not worth starting them."""
    if args.jobs is not None:
        if args.jobs < 1:
            raise BadOption(f"--jobs: expected a number from 1, not {args.jobs}")
        return int(args.jobs)
    worth: int = args.games // 5000 if set(plan.levels) == {RANDOM} else args.games // 50
    return max(1, min(os.cpu_count() or 1, worth))


# --- results


def check_out(name: str | None) -> None:
    """Refuse before the games are played what could not be written afterwards."""
    if name is None:
        return
    if Path(name).suffix not in FORMS:
        raise BadOption(f"--out: the name must end in {listing(FORMS)}, not {name!r}")
    if not Path(name).absolute().parent.is_dir():
        raise BadOption(f"--out: there is no folder {Path(name).parent}")
    if Path(name).is_dir():
        raise BadOption(f"--out: {name} is a folder; name a file")
    if name.endswith(".parquet"):
        parquet()


def rows(total: Total) -> Iterator[dict[str, object]]:
    """A row for each seat of each game."""
    for result in total.results:
        for seat, level in enumerate(total.plan.levels):
            yield {
                "game": result.number,
                "seed": result.seed,
                "seat": seat,
                "bot": level,
                "score": result.scores[seat],
                "rank": result.ranking[seat],
                "moves": result.moves,
            }


def write_results(total: Total, path: Path) -> None:
    table = list(rows(total))
    if path.suffix == ".jsonl":
        write_text(path, "".join(json.dumps(row) + "\n" for row in table))
    elif path.suffix == ".csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, fieldnames=list(table[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
        write_text(path, text.getvalue())
    else:
        write_parquet(table, total.plan, path)


def write_parquet(table: list[dict[str, object]], plan: Plan, path: Path) -> None:
    import pyarrow

    # Seeds have 64 bits without a sign.
    schema = pyarrow.schema(
        [(name, {"seed": pyarrow.uint64(), "bot": pyarrow.string()}.get(name, pyarrow.int32())) for name in table[0]],
        metadata={"game": plan.game, "seed": str(plan.seed), "players": str(plan.players)},
    )
    with replacing(path) as beside:
        parquet().write_table(pyarrow.Table.from_pylist(table, schema=schema), beside)


def summarise(total: Total) -> dict[str, Any]:
    """The numbers that people look at."""
    plan = total.plan
    moves = [result.moves for result in total.results]
    return {
        "game": plan.game,
        "players": plan.players,
        "games": len(total.results),
        "seed": plan.seed,
        "seats": [{"seat": seat, "bot": level, **of_seats(total, [seat])} for seat, level in enumerate(plan.levels)],
        "bots": [
            {"bot": level, **of_seats(total, [s for s, other in enumerate(plan.levels) if other == level])}
            for level in dict.fromkeys(plan.levels)
        ],
        "moves": {"mean": fmean(moves), "min": min(moves), "max": max(moves)},
        "seconds": round(total.seconds, 3),
        "moves_per_second": round(sum(moves) / max(total.seconds, 1e-9)),
    }


def of_seats(total: Total, seats: Sequence[int]) -> dict[str, object]:
    """Wins (a shared victory counts for each winner) and scores of some seats."""
    scores = [result.scores[seat] for result in total.results for seat in seats]
    wins = sum(1 for result in total.results for seat in seats if result.ranking[seat] == 1)
    return {
        "wins": wins,
        "win_rate": round(wins / len(scores), 4),
        "mean": round(fmean(scores), 2),
        "sd": round(pstdev(scores), 2),
        "min": min(scores),
        "max": max(scores),
    }


def show_summary(to: Console, summary: Mapping[str, Any]) -> None:
    put(to, line("simulate.title", game=summary["game"], n=summary["games"], seed=summary["seed"]), "bold")
    show(to, table_of("seat", summary["seats"]))
    if len(summary["bots"]) > 1:
        to.print()
        show(to, table_of("bot", summary["bots"]))
    moves = summary["moves"]
    to.print()
    put(to, line("simulate.length", mean=f"{moves['mean']:.1f}", least=moves["min"], most=moves["max"]))
    speed = f"{summary['moves_per_second']:,}"
    put(to, line("simulate.speed", seconds=f"{summary['seconds']:.1f}", speed=speed))


def table_of(by: str, entries: Sequence[Mapping[str, Any]]) -> Table:
    names = ["bot", "wins", "win_rate", "mean", "sd", "min", "max"]
    if by == "seat":
        names.insert(0, "seat")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in names:
        table.add_column(line(f"simulate.{name}"), justify="left" if name == "bot" else "right")
    for entry in entries:
        table.add_row(*(shown(name, entry[name]) for name in names))
    return table


def shown(name: str, value: Any) -> str:
    if name == "win_rate":
        return f"{value:.1%}"
    return f"{value:.1f}" if name in ("mean", "sd") else str(value)
