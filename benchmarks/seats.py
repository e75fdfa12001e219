"""Is a game fair to every seat, and how far is greedy above random? `python -m benchmarks.seats GAME`.

The greedy bot plays in every seat, with every number of players. Printed is the share of games that each place in the
order of play wins (who acts first in the game is place 1; a shared victory counts in parts) and the average score. Then
one greedy player meets random ones, from every seat in turn.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from conurb import bots, games
from conurb.bots.greedy import GreedyBot

BLOCK = 50  # games that a process plays at a time


class Setting(NamedTuple):
    """What is played."""

    game: str
    players: int
    options: Mapping[str, object]
    pack: str | None


class Outcome(NamedTuple):
    """By seat: the share of the victory, and the score; and the seats in the order in which they first acted."""

    wins: list[float]
    scores: list[int]
    order: list[int]


def play(setting: Setting, levels: Sequence[str], seed: int) -> Outcome:
    """One game."""
    game = games.get(setting.game)
    data = None if setting.pack is None else game.load_data(Path(setting.pack).read_text("utf-8"), setting.pack)
    state = game.new(setting.players, setting.options, seed, data)
    greedy = GreedyBot(seed, data)
    players = [greedy if level == "greedy" else bots.get(level, seed * 8 + seat) for seat, level in enumerate(levels)]
    order: list[int] = []
    while (seat := int(state.next_seat())) >= 0:
        if seat not in order:
            order.append(seat)
        state.step(seat, players[seat].choose(state.view(seat)))
    ranking = state.ranking()
    winners = ranking.count(1)
    return Outcome([1 / winners if rank == 1 else 0.0 for rank in ranking], state.scores(), order)


def fair_block(setting: Setting, start: int) -> list[Outcome]:
    return [play(setting, ["greedy"] * setting.players, seed) for seed in range(start, start + BLOCK)]


def strong_block(setting: Setting, start: int) -> list[float]:
    """The victories of one greedy player among random ones."""
    won = []
    for seed in range(start, start + BLOCK):
        seat = seed % setting.players
        levels = ["greedy" if other == seat else "random" for other in range(setting.players)]
        won.append(play(setting, levels, seed).wins[seat])
    return won


def report_seats(setting: Setting, outcomes: Sequence[Outcome], bar: float) -> bool:
    """One line; whether no place wins more than its fair share and the bar."""
    count, fair = len(outcomes), 100 / setting.players
    places = range(setting.players)
    wins = [100 * sum(one.wins[one.order[place]] for one in outcomes) / count for place in places]
    scores = [sum(one.scores[one.order[place]] for one in outcomes) / count for place in places]
    error = math.sqrt(fair * (100 - fair) / count)
    excess = max(wins) - fair
    print(
        f"{setting.players} players  wins {' '.join(f'{w:5.1f}' for w in wins)}  (±{error:.1f})  most over fair "
        f"{excess:+5.1f}: bar {'kept' if excess <= bar else 'broken'}  scores {' '.join(f'{s:5.1f}' for s in scores)}",
        flush=True,
    )
    return excess <= bar


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(games.CATALOGUE))
    parser.add_argument("--games", type=int, default=2000, help="for each setting (default 2000)")
    parser.add_argument("--players", type=int, nargs="+")
    parser.add_argument("--options", type=json.loads, default={}, help='as JSON: {"countries": "black"}')
    parser.add_argument("--data", help="another data pack")
    parser.add_argument("--bar", type=float, default=8.0, help="percentage points over the fair share (default 8)")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    settings = [
        Setting(args.game, players, args.options, args.data)
        for players in args.players or games.get(args.game).player_counts
    ]
    starts = range(0, args.games, BLOCK)
    kept = True
    with ProcessPoolExecutor(args.processes) as pool:

        def played(work: Any, setting: Setting) -> list[Any]:
            return [one for block in pool.map(partial(work, setting), starts) for one in block]

        for setting in settings:
            kept &= report_seats(setting, played(fair_block, setting), args.bar)
        for setting in settings:
            won = played(strong_block, setting)
            print(
                f"{setting.players} players  one greedy among random: {100 * sum(won) / len(won):.1f} % of {len(won)}"
            )
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
