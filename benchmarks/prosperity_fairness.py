"""Is Prosperity fair to every seat? `python -m benchmarks.prosperity_fairness`.

The greedy bot plays in every seat, with every number of players, on either side of the board. Printed is the share of
games that each place in the order of play wins (the first player is place 1; a shared victory counts in parts), and
the average score. The bar: no place wins more than its fair share and 8 percentage points.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from conurb import games
from conurb.bots.greedy import GreedyBot

BAR = 8.0  # percentage points over the fair share
BLOCK = 50  # games that a process plays at a time
GAME = games.get("prosperity")

Outcome = tuple[list[float], list[int]]  # by place in the order of play: share of the victory, score


def play(players: int, countries: str, seed: int, data: Any = None) -> Outcome:
    """One game, everybody greedy."""
    state = GAME.new(players, {"countries": countries}, seed, data)
    bot = GreedyBot(seed, data)
    while not state.over():
        seat = int(state.next_seat())
        state.step(seat, bot.choose(state.view(seat)))
    first = state.view(None)["first"]
    assert isinstance(first, int)
    order = [(first + place) % players for place in range(players)]
    ranking, scores = state.ranking(), state.scores()
    winners = ranking.count(1)
    return [1 / winners if ranking[seat] == 1 else 0.0 for seat in order], [scores[seat] for seat in order]


def block(players: int, countries: str, pack: str | None, start: int) -> list[Outcome]:
    data = None if pack is None else GAME.load_data(Path(pack).read_text(encoding="utf-8"), pack)
    return [play(players, countries, seed, data) for seed in range(start, start + BLOCK)]


def shares(outcomes: Sequence[Outcome]) -> list[float]:
    """The percentage of victories of each place."""
    return [100 * sum(wins) / len(outcomes) for wins in zip(*(wins for wins, _ in outcomes), strict=True)]


def report(players: int, countries: str, outcomes: Sequence[Outcome]) -> bool:
    """One line; whether the bar is kept."""
    wins = shares(outcomes)
    fair = 100 / players
    scores = [sum(score) / len(outcomes) for score in zip(*(scores for _, scores in outcomes), strict=True)]
    error = math.sqrt(fair * (100 - fair) / len(outcomes))
    excess = max(wins) - fair
    verdict = "kept" if excess <= BAR else "broken"
    print(
        f"{players} players, {countries:6}  wins {' '.join(f'{w:5.1f}' for w in wins)}  (±{error:.1f})"
        f"  most over fair {excess:+5.1f}: bar {verdict}  scores {' '.join(f'{s:4.1f}' for s in scores)}",
        flush=True,
    )
    return excess <= BAR


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="for each setting (default 2000)")
    parser.add_argument("--players", type=int, nargs="+", default=GAME.player_counts)
    parser.add_argument("--countries", nargs="+", default=["silver", "black"])
    parser.add_argument("--data", help="another data pack")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    kept = True
    with ProcessPoolExecutor(args.processes) as pool:
        for countries in args.countries:
            for players in args.players:
                work = partial(block, players, countries, args.data)
                blocks = pool.map(work, range(0, args.games, BLOCK))
                kept &= report(players, countries, [outcome for part in blocks for outcome in part])
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
