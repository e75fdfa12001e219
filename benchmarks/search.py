"""How fast bots think: `python -m benchmarks.search`.

For each game and level, from positions spread over one game: playouts and evaluations of the value function a second of
this process's own time, and how long a decision takes, on average and at worst.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from conurb import _build, bots, games
from conurb.bots.search import SearchBot
from conurb.kernel.checks import BadOption, ConurbError
from conurb.kernel.game import Game

LEVELS = ("search", "strongest")


def measure(game: Game, players: int, level: str, every: int) -> tuple[float, float, float, float]:
    """Playouts a second, evaluations a second, mean and longest seconds of a decision."""
    bot = bots.get(level, 1)
    quick = bots.get("greedy", 1)
    assert isinstance(bot, SearchBot)
    state = game.new(players, seed=1)
    playouts = evaluations = 0
    times = []
    number = 0
    while (seat := int(state.next_seat())) >= 0:
        view = state.view(seat)
        if len(state.legal(seat)) > 1:
            number += 1
            if number % every == 0:
                began = time.process_time()
                search, _ = bot.search(view)
                times.append(time.process_time() - began)
                playouts += int(search.playouts)
                evaluations += int(search.players.evaluations)
        state.apply(seat, quick.choose(view))
    if not times:
        raise BadOption(f"--every: this game has {number} decisions, so {every} is too many")
    total = sum(times)
    return playouts / total, evaluations / total, total / len(times), max(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", choices=sorted(games.CATALOGUE), help="one game only")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--every", type=int, default=8, help="search each so-many-th decision of the game")
    given = parser.parse_args()
    if given.every < 1:
        parser.error(f"--every: expected a number from 1, not {given.every}")
    chosen = [games.get(key) for key in ([given.game] if given.game else games.CATALOGUE)]
    try:
        for game in chosen:
            game.check_players(given.players)
        tell(chosen, given.players, given.every)
    except ConurbError as error:
        parser.error(str(error))


def tell(chosen: Sequence[Game], players: int, every: int) -> None:
    print(f"{_build.verdict().mode} engine, {players} players, one core")
    print(f"{'':20}{'level':11}{'playouts/s':>11}{'evaluations/s':>15}{'s a decision':>14}{'longest':>9}")
    for game in chosen:
        for level in LEVELS:
            playouts, evaluations, mean, longest = measure(game, players, level, every)
            print(f"{game.key:20}{level:11}{playouts:11,.0f}{evaluations:15,.0f}{mean:14.3f}{longest:9.2f}", flush=True)


if __name__ == "__main__":
    main()
