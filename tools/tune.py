"""Tune the weights of a value function by play: `python -m tools.tune prosperity --players 4 --seconds 600`.

A climb in small steps: change some weights a little, let the greedy bot with the new weights play the greedy bot with
the old ones (or any level, `--against`) on mirrored deals, and keep the change if it does clearly better. What is
printed at the end goes into WEIGHTS of the heuristics.py of the game; let the arena confirm it (docs/bots.md).
"""

from __future__ import annotations

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable, Sequence
from math import exp, sqrt
from statistics import fmean, pstdev
from types import ModuleType

from conurb import bots, games
from conurb.bots.greedy import GreedyBot
from conurb.kernel.checks import BadOption, ConurbError
from conurb.kernel.game import Game
from conurb.kernel.state import View

CHANGED = 3  # weights that a step changes, at most
SIZE = 0.25  # how much: about a quarter up or down
SURE = 1.5  # standard errors by which a change must be better
GIVE_UP = 0.0  # a change that is not better at half time is not played on


def heuristics_of(game: Game) -> ModuleType:
    return importlib.import_module(f"conurb.games.{game.key.replace('-', '_')}.heuristics")


def set_weights(module: ModuleType, weights: Sequence[float]) -> None:
    """Where tables are made from the weights, the module knows how."""
    if hasattr(module, "set_weights"):
        module.set_weights(list(weights))
        return
    for place, weight in enumerate(weights):
        module.WEIGHTS[place] = weight


class Weighted(GreedyBot):
    """A greedy bot with weights of its own; they are put in place for each decision."""

    def __init__(self, module: ModuleType, weights: Sequence[float], seed: int) -> None:
        super().__init__(seed)
        self.module = module
        self.weights = weights

    def choose(self, view: View) -> int:
        set_weights(self.module, self.weights)
        return super().choose(view)


def margins(
    game: Game, players: int, new: Sequence[float], old: Sequence[float], against: str | None, first: int, count: int
) -> list[float]:
    """One seat with the new weights against the others: its points before the best of them, for each game."""
    module = heuristics_of(game)
    found = []
    for number in range(first, first + count):
        seat = number % players
        state = game.new(players, seed=number // players)
        table: list[bots.Bot] = [
            bots.get(against, number) if against else Weighted(module, old, number) for _ in range(players)
        ]
        table[seat] = Weighted(module, new, number)
        while (at := int(state.next_seat())) >= 0:
            if against:
                set_weights(module, old)
            state.step(at, table[at].choose(state.view(at)))
        scores = state.scores()
        found.append(float(scores[seat] - max(score for s, score in enumerate(scores) if s != seat)))
    return found


def better(new: list[float], old: list[float]) -> float:
    """By how many standard errors the new margins are larger, deal by deal."""
    gains = [a - b for a, b in zip(new, old, strict=True)]
    spread = pstdev(gains)
    return 0.0 if spread == 0 else fmean(gains) / (spread / sqrt(len(gains)))


def step(weights: Sequence[float], chance: random.Random) -> list[float]:
    changed = list(weights)
    for place in chance.sample(range(len(changed)), chance.randint(1, min(CHANGED, len(changed)))):
        changed[place] *= exp(chance.gauss(0.0, SIZE))
    return changed


def tune(game: Game, players: int, against: str | None, rounds: int, seconds: float, seed: int) -> list[float]:
    """Climb for so long; the best weights found."""
    module = heuristics_of(game)
    start = list(module.WEIGHTS)
    best = start
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    first = seed * 1_000_000
    tries = kept = 0
    while time.monotonic() < end:
        tries += 1
        tried = step(best, chance)
        half = rounds // 2
        new = margins(game, players, tried, best, against, first, half)
        old = margins(game, players, best, best, against, first, half)
        if better(new, old) > GIVE_UP:
            new += margins(game, players, tried, best, against, first + half, rounds - half)
            old += margins(game, players, best, best, against, first + half, rounds - half)
            if better(new, old) > SURE:
                best = tried
                kept += 1
                print(f"{fmean(new) - fmean(old):+.2f} points:", shown(best), flush=True)
        first += rounds
    set_weights(module, start)
    print(f"{tries} steps tried, {kept} kept" + ("" if kept else ": these are the weights there were"))
    return best


def shown(weights: Sequence[float]) -> str:
    return "[" + ", ".join(f"{weight:.3g}" for weight in weights) + "]"


def parser_of(tool: str, about: str | None) -> argparse.ArgumentParser:
    """What all tools take that look for weights."""
    parser = argparse.ArgumentParser(prog=f"python -m tools.{tool}", description=(about or "").split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def game_of(given: argparse.Namespace) -> Game:
    game = games.get(given.game)
    game.check_players(given.players)
    at_least(0, "seed", given.seed)
    return game


def at_least(least: float, name: str, value: float) -> None:
    if not value >= least:
        raise BadOption(f"--{name}: expected a number from {least}, not {value}")


def run(main: Callable[[Sequence[str] | None], None], arguments: Sequence[str] | None = None) -> int:
    """The exit status of a tool; what is wrong with its arguments is said in a line."""
    try:
        main(arguments)
    except ConurbError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0


def main(arguments: Sequence[str] | None) -> None:
    parser = parser_of("tune", __doc__)
    parser.add_argument("--against", help="a level, in place of the greedy bot with the old weights")
    parser.add_argument("--rounds", type=int, default=80, help="games for each step")
    parser.add_argument("--seconds", type=float, default=600.0)
    given = parser.parse_args(arguments)
    game = game_of(given)
    at_least(2, "rounds", given.rounds)  # the first half may be all that is played
    at_least(1, "seconds", given.seconds)
    if given.against:
        bots.get(given.against)
    best = tune(game, given.players, given.against, given.rounds, given.seconds, given.seed)
    print(dict(zip(heuristics_of(game).NAMES, [float(f"{w:.3g}") for w in best], strict=True)))
    print("WEIGHTS:", shown(best))


if __name__ == "__main__":
    sys.exit(run(main))
