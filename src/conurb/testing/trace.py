"""Write down what an engine does, so that two engines can be compared line by line.

    python -m conurb.testing.trace between-two-cities --players 3 --seed 1 --games 2 --options '{"place_order": "free"}'

The first line says which engine ran. Then comes a line of JSON for every position of the games, which are played at
random by the standard library's generator: who is to act, all legal actions, hash, scores, ranking, what the
heuristics say; and, for one seat after another, digests of what it sees, of its numbers for learning, and of a world
that it imagines. All but the first line must be the same, compiled or not.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random

from conurb import _build, games
from conurb.kernel.checks import ConurbError
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import State
from conurb.testing.checks import encoded
from conurb.testing.random_play import random_decision

DIGITS = 9  # of the heuristics; the machine's last digits are not part of the contract
PLAYED_ON = 10  # every so many positions the game is played on to its end, which takes as long as all the rest


def trace(
    game: Game, players: int, options: Mapping[str, object], seed: int, count: int
) -> Iterator[dict[str, object]]:
    """Every position of so many random games."""
    for number in range(seed, seed + count):
        state = game.new(players, options, number)
        chance = Random(number)
        yield {"seed": number, **describe(state)}
        while not state.over():
            seat, action = random_decision(state, chance)
            state.apply(seat, action)
            yield {"seat": seat, "action": action, **describe(state)}


def describe(state: State) -> dict[str, object]:
    """What an engine says of a position."""
    seats = range(int(state.players))
    observer = int(state.count) % len(seats)
    return {
        "count": int(state.count),
        "undo_floor": int(state.undo_floor),
        "to_act": state.to_act(),
        "legal": [state.legal(seat) for seat in seats],
        "host": state.host_actions(),
        "hash": f"{state.hash():016x}",
        "scores": state.scores(),
        "ranking": state.ranking(),
        "values": [round(state.value(seat), DIGITS) for seat in seats],
        "encode": digest([round(number, DIGITS) for number in encoded(state, observer)]),
        "view": digest(state.view(observer)),
        "imagined": f"{state.imagine(observer, Rng(1)).hash():016x}",
        "public": digest(state.view(None)),
        "playout": played_on(state) if state.count % PLAYED_ON == 0 else "",
    }


def played_on(state: State) -> str:
    """The end of a random game from here."""
    end = state.clone()
    end.playout(Rng(state.hash()))
    return f"{end.hash():016x}"


def digest(document: object) -> str:
    """A short name for a long document."""
    return sha256(json.dumps(document).encode()).hexdigest()[:16]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m conurb.testing.trace", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", help="such as between-two-cities")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--games", type=int, default=1, help="how many, each with the next seed")
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON")
    given = parser.parse_args(arguments)
    try:
        game = games.get(given.game)
        print(json.dumps({"engine": _build.verdict().mode, "game": game.key, "players": given.players}))
        for line in trace(game, given.players, given.options, given.seed, given.games):
            print(json.dumps(line))
    except ConurbError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
