"""Fit the weights of a value function to the ends of games: `python -m tools.fit urban-sprawl --players 4 --games 300`.

Greedy bots that now and then err play each other. Of some positions of every game the tool notes what the value
function foretells and how each weight changes that; least squares then find the weights that would have foretold the
ends best. Only the differences between the seats (or cities) of a game count, for these are what decisions change. What
is printed goes into WEIGHTS of the heuristics.py of the game, in full or half-way; `tools.tune` and the arena tell
whether it plays better. Run it again with the new weights: better play is another thing to foretell.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from types import ModuleType

import numpy as np
import numpy.typing as npt

from conurb.bots.think import Players
from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import State
from tools.tune import at_least, game_of, heuristics_of, parser_of, run, set_weights, shown

ERRS = 0.05  # how often a player does anything, so that the weights meet what greedy avoids
LOOKED_AT = 0.06  # the part of positions that is noted
STEP = 0.1  # of a weight, for the slope
CAUTION = 0.02  # how much a change of weights must bring

Numbers = npt.NDArray[np.float64]


def foretold(module: ModuleType, state: State) -> list[float]:
    """What the value function expects of each seat in the end; a title that values other things says which."""
    if hasattr(module, "forecasts"):
        return list(module.forecasts(state))
    return [state.value(seat) for seat in range(state.players)]


def ended(module: ModuleType, state: State) -> list[float]:
    return foretold(module, state) if hasattr(module, "forecasts") else [float(score) for score in state.scores()]


def without_rivals(module: ModuleType, weights: Sequence[float]) -> list[float]:
    """The weights that foretell a score: what others have takes nothing away."""
    return [0.0 if name == "rival" else weight for name, weight in zip(module.NAMES, weights, strict=True)]


def slopes(module: ModuleType, state: State, weights: Sequence[float]) -> tuple[Numbers, Numbers]:
    """What is foretold, and how it changes with each weight."""
    plain = without_rivals(module, weights)
    set_weights(module, plain)
    now = np.array(foretold(module, state))
    columns = []
    for place, name in enumerate(module.NAMES):
        step = STEP * (abs(plain[place]) or 1.0)
        changed = list(plain)
        changed[place] += 0.0 if name == "rival" else step
        set_weights(module, changed)
        columns.append((np.array(foretold(module, state)) - now) / step)
    set_weights(module, weights)
    return now, np.stack(columns, axis=1)


def gather(game: Game, players: int, rounds: int, seed: int) -> tuple[Numbers, Numbers]:
    """For each position noted: the slopes, and what the value function missed."""
    module = heuristics_of(game)
    weights = list(module.WEIGHTS)
    chance = random.Random(seed)
    no_lot = Rng(seed)  # greedy players look at every action, so that nothing is drawn
    found: list[tuple[Numbers, Numbers]] = []
    for number in range(rounds):
        state = game.new(players, seed=seed * 1_000_000 + number)
        greedy = Players(state.legal_capacity(), state.legal_capacity())
        noted = []
        while (seat := int(state.next_seat())) >= 0:
            legal = state.legal(seat)
            state.step(seat, chance.choice(legal) if chance.random() < ERRS else greedy.choice(state, seat, no_lot))
            if chance.random() < LOOKED_AT and not state.over():
                noted.append(slopes(module, state, weights))
        end = np.array(ended(module, state))
        found += [(centred(slope), centred(end - now)) for now, slope in noted]
    if not found:
        raise BadOption(f"no position was noted in {rounds} games: give more --games")
    return np.concatenate([slope for slope, _ in found]), np.concatenate([miss for _, miss in found])


def centred(numbers: Numbers) -> Numbers:
    """Differences from the mean of the seats."""
    return np.asarray(numbers - numbers.mean(axis=0), dtype=np.float64)


def fit(weights: Sequence[float], slope: Numbers, miss: Numbers) -> list[float]:
    """The weights that foretell best; a weight that tells nothing stays."""
    size = np.maximum(np.abs(np.array(weights)), 0.05)
    scaled = slope * size
    normal = scaled.T @ scaled + CAUTION * len(miss) * np.eye(len(weights))
    change = np.linalg.solve(normal, scaled.T @ miss) * size
    return [float(weight) for weight in np.array(weights) + change]


def main(arguments: Sequence[str] | None) -> None:
    parser = parser_of("fit", __doc__)
    parser.add_argument("--games", type=int, default=300)
    given = parser.parse_args(arguments)
    game = game_of(given)
    at_least(1, "games", given.games)
    module = heuristics_of(game)
    slope, miss = gather(game, given.players, given.games, given.seed)
    weights = list(module.WEIGHTS)
    best = fit(weights, slope, miss)
    left = miss - slope @ (np.array(best) - np.array(weights))
    print(f"{len(miss)} positions; missed by {miss.std():.2f} points so far, by {left.std():.2f} with")
    for name, old, new in zip(module.NAMES, weights, best, strict=True):
        print(f"  {name}: {old:.3g} -> {new:.3g}")
    print("WEIGHTS:", shown(best))


if __name__ == "__main__":
    sys.exit(run(main))
