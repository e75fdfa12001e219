"""How much of a game is still open, and how much of it is luck: `python -m benchmarks.luck --players 4`.

Greedy bots play. At some moments of each game others play on from there, many times, with what is hidden dealt anew.
The margin of a seat (its score less that of the best other) then differs from end to end: that is luck, whatever the
seat has done. What the mean margins of different positions differ by is what has been won or lost so far.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import fmean, pvariance, variance

from conurb import games
from conurb.bots.think import Players, ends_of
from conurb.kernel.checks import ConurbError
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng

MOMENTS = (0.25, 0.5, 0.75, 0.9)  # of the actions of a game
LOOKS = 1000  # every action


def margins(scores: list[int]) -> list[float]:
    """
    >>> margins([40, 44, 41])
    [-4.0, 3.0, -3.0]
    """
    return [float(own - max(scores[:seat] + scores[seat + 1 :])) for seat, own in enumerate(scores)]


def length(game: Game, players: int, seed: int) -> int:
    """The actions of a game between greedy bots."""
    state = game.new(players, seed=seed)
    Players(LOOKS, state.legal_capacity()).play_on(state, 1_000_000, Rng(seed))
    return int(state.count)


def measure(game: Game, players: int, rounds: int, ends: int) -> list[tuple[float, float]]:
    """For each moment: the standard deviations of what is decided, and of what luck still does."""
    found: list[list[tuple[float, float]]] = [[] for _ in MOMENTS]
    for seed in range(rounds):
        moments = [round(share * length(game, players, seed)) for share in MOMENTS]
        state = game.new(players, seed=seed)
        greedy, rng = Players(LOOKS, state.legal_capacity()), Rng(seed)
        for place, moment in enumerate(moments):
            greedy.play_on(state, moment - int(state.count), rng)
            played = [margins(scores) for scores in ends_of(state.knowledge(None), LOOKS, ends, rng)]
            for seat in range(players):
                of_seat = [row[seat] for row in played]
                found[place].append((fmean(of_seat), variance(of_seat)))
    told = []
    for moment_found in found:
        luck = fmean(spread for _, spread in moment_found)
        decided = max(0.0, pvariance([mean for mean, _ in moment_found]) - luck / ends)  # a mean of few is off by luck
        told.append((sqrt(decided), sqrt(luck)))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", choices=sorted(games.CATALOGUE), help="one game only")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ends", type=int, default=30, help="how often a position is played on")
    given = parser.parse_args()
    if given.games < 1 or given.ends < 2:
        parser.error("--games: expected a number from 1, and --ends one from 2")
    print(f"{'':20}" + "".join(f"{f'after {share:.0%}':>26}" for share in MOMENTS))
    try:
        for key in [given.game] if given.game else games.CATALOGUE:
            game = games.get(key)
            game.check_players(given.players)
            rows = measure(game, given.players, given.games, given.ends)
            print(f"{key:20}" + "".join(f"{f'{a:.1f} decided, {b:.1f} luck':>26}" for a, b in rows), flush=True)
    except ConurbError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
