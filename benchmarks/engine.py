"""How fast the engine is: `make bench`.

Each figure is taken compiled and interpreted in the same run; read the ratios, the times depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks import plain_between_two_cities
from conurb import _build, games
from conurb.kernel import Rng, State

PLAYERS = dict.fromkeys(games.CATALOGUE, 4)


def rate(work: Callable[[], int], seconds: float) -> float:
    """How many units of work a second; the best of three stretches, as others use the machine too."""
    best = 0.0
    for _ in range(3):
        done = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / 3:
            done += work()
        best = max(best, done / spent)
    return best


def stepwise(state: State, rng: Rng) -> int:
    """A random game from Python: `legal` and `apply`."""
    actions = 0
    while (seat := state.next_seat()) >= 0:
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        actions += 1
    return actions


def middle(state: State, rng: Rng) -> State:
    """The state half-way through a random game."""
    half = state.clone().playout(rng.clone()) // 2
    for _ in range(half):
        seat = state.next_seat()
        legal = state.legal(seat)
        state.step(seat, legal[rng.below(len(legal))])
    return state


def measure(key: str, seconds: float) -> dict[str, float]:
    """Every figure of one game on the engine that runs."""
    start = games.get(key).new(PLAYERS[key], seed=1)
    half = middle(start.clone(), Rng(2))
    rng = Rng(3)
    clones = 200
    return {
        "playout moves/s": rate(lambda: int(start.clone().playout(rng)), seconds),
        "playout games/s": rate(lambda: int(start.clone().playout(rng) > 0), seconds),
        "playouts from the middle, moves/s": rate(lambda: int(half.clone().playout(rng)), seconds),
        "stepwise from Python, moves/s": rate(lambda: stepwise(start.clone(), rng), seconds),
        "clones/s": rate(lambda: len([start.clone() for _ in range(clones)]), seconds),
        "views/s": rate(lambda: len(start.view(0)) > 0, seconds),
        "imagined states/s": rate(lambda: start.imagine(0, rng) is not None, seconds),
    }


def plain(seconds: float) -> float:
    """The yardstick: moves/s of the idiomatic Python engine of Between Two Cities."""
    rng = random.Random(1)

    def game() -> int:
        this = plain_between_two_cities.Game(4, rng)
        this.play()
        return this.moves

    return rate(game, seconds)


def interpreted(key: str, seconds: float) -> dict[str, float]:
    """The same figures from a process that runs the source."""
    command = [sys.executable, "-m", "benchmarks.engine", "--game", key, "--seconds", str(seconds), "--raw"]
    done = subprocess.run(command, env={**os.environ, "CONURB_PURE": "1"}, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def report(key: str, seconds: float) -> None:
    print(f"\n{games.get(key).title}, {PLAYERS[key]} players, one core ({_build.verdict().mode} engine)")
    fast = measure(key, seconds)
    slow = interpreted(key, seconds)
    print(f"  {'':36}{'compiled':>14}{'interpreted':>14}{'ratio':>8}")
    for name, figure in fast.items():
        print(f"  {name:36}{figure:14,.0f}{slow[name]:14,.0f}{figure / slow[name]:8.1f}")
    print(f"  one clone takes {1e6 / fast['clones/s']:.2f} µs")
    if key == "between-two-cities":
        yardstick = plain(seconds)
        ratio = fast["playout moves/s"] / yardstick
        print(f"  idiomatic Python engine: {yardstick:,.0f} moves/s; compiled playouts are {ratio:.0f} times that")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(PLAYERS), help="one game only")
    parser.add_argument("--seconds", type=float, default=1.5, help="for each figure")
    parser.add_argument("--raw", action="store_true", help="the figures of this engine as JSON")
    args = parser.parse_args()
    if args.raw:
        print(json.dumps(measure(args.game, args.seconds)))
        return
    for key in [args.game] if args.game else PLAYERS:
        report(key, args.seconds)


if __name__ == "__main__":
    main()
