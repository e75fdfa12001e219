"""How fast the research interfaces are, beside others of their kind: `make bench`.

All on one core, every action drawn at random from the legal ones. Read the ratios; the times depend on the machine.
Peers that are not installed (`pip install 'conurb[bench]'`) are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from conurb import games
from conurb.kernel import Rng
from conurb.lab.gymnasium import GameEnv, GameVector
from conurb.lab.pettingzoo import env

PLAYERS = {"between-two-cities": 4, "prosperity": 3, "the-capitals": 4, "urban-sprawl": 3}
ROWS = 64
CLASSIC = ("tictactoe_v3", "connect_four_v3", "rps_v2", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6", "go_v5")

Steps = Iterator[int]  # how many steps each piece of work was


def rate(work: Steps, seconds: float) -> float:
    """Steps a second of processor time, so that others who use the machine do not count; the best of three."""
    next(work)
    best = 0.0
    for _ in range(3):
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds / 3:
            done += next(work)
        best = max(best, done / spent)
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
        state = start.clone()
        actions = 0
        while (seat := state.next_seat()) >= 0:
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
            actions += 1
        yield actions


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
    worlds = GameVector(key, ROWS, PLAYERS[key], bots=bots)
    worlds.reset(seed=1)
    while True:
        worlds.step(worlds.random_actions())
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


def peers(seconds: float) -> dict[str, float]:
    """What is installed, with its steps a second."""
    works: dict[str, Callable[[], Steps]] = {f"PettingZoo {name}": partial(classic, name) for name in CLASSIC}
    works |= {
        "OpenSpiel backgammon": partial(open_spiel, "backgammon"),
        "RLCard Uno": uno,
        "Catanatron": catan,
    }
    found = {}
    for name, work in works.items():
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                found[name] = rate(work(), seconds)
        except (ImportError, AttributeError) as error:
            print(f"  {name:36}{'not installed' if isinstance(error, ImportError) else error!s:>14}")
    return found


def ours(key: str, seconds: float) -> dict[str, float]:
    name = f"conurb_{key.replace('-', '_')}(players={PLAYERS[key]},deals=10)"
    return {
        "engine stepped from Python": rate(engine(key), seconds),
        "PettingZoo": rate(aec(env(key, PLAYERS[key])), seconds),
        "Gymnasium, random bots": rate(single(key), seconds),
        f"vectorised, {ROWS} games, random bots": rate(vectorised(key, "random"), seconds),
        f"vectorised, {ROWS} games, self-play": rate(vectorised(key, "self"), seconds),
        "OpenSpiel": rate(open_spiel(name), seconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each figure")
    args = parser.parse_args()
    print("\nPeers, one core, steps/s")
    others = peers(args.seconds)
    for name, figure in others.items():
        print(f"  {name:36}{figure:14,.0f}")
    fastest = max((figure for name, figure in others.items() if name.startswith("PettingZoo")), default=0.0)
    for key, players in PLAYERS.items():
        print(f"\n{games.get(key).title}, {players} players, one core, steps/s")
        figures = ours(key, args.seconds)
        for name, figure in figures.items():
            print(f"  {name:36}{figure:14,.0f}")
        show_bars(figures, fastest, others)


def show_bars(figures: dict[str, float], fastest: float, others: dict[str, float]) -> None:
    """The ratios that are asked for."""
    engine_rate, aec_rate, one, many, self_play, _ = figures.values()
    if fastest:
        print(f"  PettingZoo environment: {aec_rate / fastest:.1f} times PettingZoo's fastest classic game (bar: 3)")
    if "Catanatron" in others:
        print(f"  engine from Python: {engine_rate / others['Catanatron']:.0f} times Catanatron (bar: 20)")
    print(f"  vectorised: {many / one:.1f} times the single Gymnasium environment (bar: 5)")
    print(f"  vectorised self-play: {self_play / aec_rate:.1f} times the PettingZoo environment")


if __name__ == "__main__":
    main()
