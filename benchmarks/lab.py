"""How fast the research interfaces are, beside others of their kind: `make bench`.

All on one core, every action drawn at random from the legal ones. Read the ratios; the times depend on the machine.
Peers that are not installed (`pip install -e '.[bench]'`) are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv

from benchmarks.engine import stepwise
from conurb import games
from conurb.kernel import Rng
from conurb.lab.gymnasium import GameEnv, GameVector
from conurb.lab.pettingzoo import env

PLAYERS = {"between-two-cities": 4, "prosperity": 3, "the-capitals": 4, "urban-sprawl": 3}
ROWS = 64
CLASSIC = ("tictactoe_v3", "connect_four_v3", "rps_v2", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6", "go_v5")
PETTINGZOO, CATANATRON = "PettingZoo ", "Catanatron"
ENGINE, AEC, SINGLE = "engine stepped from Python", "PettingZoo", "Gymnasium, random bots"
MANY, SELF_PLAY = f"vectorised, {ROWS} games, random bots", f"vectorised, {ROWS} games, self-play"
SYNC = f"SyncVectorEnv, {ROWS} games"

Steps = Iterator[int]  # how many steps each piece of work was


def rates(works: Mapping[str, Steps], seconds: float) -> dict[str, float]:
    """Steps a second of processor time, so that others who use the machine do not count; the best of three.

    All take turns, so that a machine that grows slower does so for everybody.
    """
    best = dict.fromkeys(works, 0.0)
    for work in works.values():
        next(work)
    for _ in range(3):
        for name, work in works.items():
            done = 0
            start = time.process_time()
            while (spent := time.process_time() - start) < seconds / 3:
                done += next(work)
            best[name] = max(best[name], done / spent)
    return best


def random_legal(mask: Any) -> int:
    """The same policy for everybody, as cheap as can be: environments are measured, not the drawing of numbers.

    Seen as truth values, a mask is searched ten times as fast.
    """
    legal = mask.view(np.bool_).nonzero()[0]
    return int(legal.item(int(random.random() * legal.size)))


# --- ours


def engine(key: str) -> Steps:
    """`legal` and `apply`, from Python."""
    start = games.get(key).new(PLAYERS[key], seed=1)
    rng = Rng(1)
    while True:
        yield stepwise(start.clone(), rng)


def aec(world: Any) -> Steps:
    """An AEC environment, as PettingZoo's own benchmark steps it."""
    world.reset(seed=1)
    while True:
        for _ in range(100):
            seen, _, terminated, truncated, info = world.last()
            if terminated or truncated:
                world.reset()
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info.get("action_mask")
            if mask is None:
                world.step(int(random.random() * world.action_space(world.agent_selection).n))
            else:
                world.step(random_legal(mask))
        yield 100


def single(key: str) -> Steps:
    """One seat against random bots; a step is a decision of that seat."""
    world = GameEnv(key, PLAYERS[key], bots="random")
    seen, _ = world.reset(seed=1)
    while True:
        for _ in range(100):
            seen, _, over, _, _ = world.step(random_legal(seen["action_mask"]))
            if over:
                seen, _ = world.reset()
        yield 100


def vectorised(key: str, bots: str) -> Steps:
    """Many games in one call. What was seen last is held while the next step is made, as whoever learns does."""
    worlds = GameVector(key, ROWS, PLAYERS[key], bots=bots)
    seen, _ = worlds.reset(seed=1)
    while True:
        seen, *_ = worlds.step(worlds.random_actions())
        yield len(seen["observation"])


def side_by_side(key: str) -> Steps:
    """Gymnasium's own way to step many games: single environments, one after another."""
    worlds = SyncVectorEnv([partial(GameEnv, key, PLAYERS[key], bots="random")] * ROWS)
    seen, _ = worlds.reset(seed=1)
    while True:
        # Those whose game is over get a new one, whatever they do.
        actions = [random_legal(mask) if mask.any() else 0 for mask in seen["action_mask"]]
        seen, *_ = worlds.step(actions)
        yield ROWS


def open_spiel(name: str) -> Steps:
    """A game of OpenSpiel, stepped from Python."""
    import pyspiel

    import conurb.lab.openspiel  # noqa: F401  # registers ours

    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        yield steps


# --- peers


def classic(name: str) -> Steps:
    import importlib

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module: Any = importlib.import_module(f"pettingzoo.classic.{name}")
    return aec(module.env())


def uno() -> Steps:
    import rlcard

    world: Any = rlcard.make("uno", config={"seed": 1})
    while True:
        state, _ = world.reset()
        steps = 0
        while not world.is_over():
            state, _ = world.step(random.choice(list(state["legal_actions"])))
            steps += 1
        yield steps


def catan() -> Steps:
    from catanatron import Color, Game, RandomPlayer

    while True:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        yield len(game.state.actions)


def peers() -> dict[str, Steps]:
    """What is installed."""
    works: dict[str, Callable[[], Steps]] = {f"{PETTINGZOO}{name}": partial(classic, name) for name in CLASSIC}
    works |= {
        "OpenSpiel backgammon": partial(open_spiel, "backgammon"),
        "RLCard Uno": uno,
        CATANATRON: catan,
    }
    found = {}
    for name, work in works.items():
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                found[name] = work()
                next(found[name])
        except (ImportError, AttributeError) as error:
            found.pop(name, None)
            print(f"  {name:36}{'not installed' if isinstance(error, ImportError) else error!s:>14}")
    return found


def ours(key: str) -> dict[str, Steps]:
    name = f"conurb_{key.replace('-', '_')}(players={PLAYERS[key]},deals=10)"
    return {
        ENGINE: engine(key),
        AEC: aec(env(key, PLAYERS[key])),
        SINGLE: single(key),
        MANY: vectorised(key, "random"),
        SELF_PLAY: vectorised(key, "self"),
        SYNC: side_by_side(key),
        "OpenSpiel": open_spiel(name),
    }


def show(figures: Mapping[str, float]) -> None:
    for name, figure in figures.items():
        print(f"  {name:36}{figure:14,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each figure")
    args = parser.parse_args()
    print("\nPeers, one core, steps/s")
    works = peers()
    others = rates(works, args.seconds)
    show(others)
    # Those that ours are held against take their turns with them once more.
    fastest = max((name for name in others if name.startswith(PETTINGZOO)), key=others.__getitem__, default="")
    rivals = {name: works[name] for name in (fastest, CATANATRON) if name in works}
    for key, players in PLAYERS.items():
        print(f"\n{games.get(key).title}, {players} players, one core, steps/s")
        figures = rates(rivals | ours(key), args.seconds)
        show(figures)
        show_bars(figures, fastest)


def show_bars(figures: Mapping[str, float], fastest: str) -> None:
    """The ratios that are asked for."""
    if fastest:
        print(f"  PettingZoo environment: {figures[AEC] / figures[fastest]:.1f} times {fastest} (bar: 3)")
    if CATANATRON in figures:
        print(f"  engine from Python: {figures[ENGINE] / figures[CATANATRON]:.0f} times {CATANATRON} (bar: 20)")
    print(f"  vectorised: {figures[MANY] / figures[SINGLE]:.1f} times the single Gymnasium environment (bar: 5)")
    print(f"  vectorised: {figures[MANY] / figures[SYNC]:.1f} times Gymnasium's SyncVectorEnv")
    print(f"  vectorised self-play: {figures[SELF_PLAY] / figures[AEC]:.1f} times the PettingZoo environment")


if __name__ == "__main__":
    main()
