"""What a search loses by thinking less: `python -m tools.regret the-capitals --players 2 enough=0 enough=0.01`.

Decisions are taken from games between greedy bots. At each a long look tries every candidate in so many worlds and
gives none up; then the strongest level decides, once with each of the settings given (fields of `bots.levels.Strength`,
such as `iterations=480,enough=0.03`). Printed is what its choices are worth less than the best by the long look, in
points of the value function. That shows after some dozens of decisions what would take thousands of games. It cannot
show what the long look does not see: settings that judge otherwise, such as another horizon, have to meet in the arena.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from math import sqrt
from statistics import fmean, pstdev

from conurb import bots
from conurb.bots.levels import STRONGEST, Strength, strength
from conurb.bots.think import Search
from conurb.kernel.checks import BadOption, unknown
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge
from tools.tune import at_least, game_of, parser_of, run

TAKEN = 0.1  # the part of decisions that is looked at


class Tally:
    """How one setting fared."""

    def __init__(self, words: str, how: Strength) -> None:
        self.words = words
        self.how = how
        self.losses: list[float] = []
        self.playouts = 0
        self.seconds = 0.0

    def decide(self, knowledge: Knowledge, seat: int, seed: int, worth: dict[int, float]) -> None:
        began = time.process_time()
        search = Search(knowledge, seat, Rng(seed), self.how.settings)
        choice = int(search.run(self.how.iterations, 0.0))
        self.seconds += time.process_time() - began
        self.playouts += int(search.playouts)
        # What the long look did not try is no better than the worst that it did, by the value function.
        self.losses.append(max(worth.values()) - worth.get(choice, min(worth.values())))

    def told(self, first: Tally) -> str:
        n = len(self.losses)
        more = [mine - theirs for mine, theirs in zip(self.losses, first.losses, strict=True)]
        return (
            f"{self.words:32}{self.playouts / n:9,.0f} playouts {self.seconds / n:7.3f} s"
            f"   loses {fmean(self.losses):.3f}, {fmean(more):+.3f} ± {pstdev(more) / sqrt(n):.3f} beside the first"
        )


def setting(words: str, usual: Strength) -> Strength:
    """Such as `iterations=480,enough=0.03`."""
    kinds = {field.name: type(getattr(usual, field.name)) for field in fields(Strength)}
    changed = {}
    for part in words.split(","):
        name, _, value = part.partition("=")
        if name not in kinds:
            raise BadOption(unknown("setting", name, kinds))
        try:
            changed[name] = value == "True" if kinds[name] is bool else kinds[name](value)
        except ValueError:
            raise BadOption(f"{part}: expected a number, such as {name}={getattr(usual, name)}") from None
    return replace(usual, **changed)


def decisions(game: Game, players: int, seed: int) -> Iterator[tuple[Knowledge, int]]:
    """Some decisions of one game after another, with what the seat knows."""
    chance = random.Random(seed)
    greedy = bots.get("greedy", seed)
    number = seed * 1_000_000
    while True:
        state = game.new(players, seed=number)
        number += 1
        while (seat := int(state.next_seat())) >= 0:
            view = state.view(seat)
            if len(view["legal"]) > 1 and chance.random() < TAKEN:
                yield game.knowledge(view), seat
            state.apply(seat, greedy.choose(view))


def long_look(knowledge: Knowledge, seat: int, usual: Strength, worlds: int, seed: int) -> dict[int, float]:
    """What each candidate is worth more than the first, by many playouts."""
    search = Search(knowledge, seat, Rng(seed), usual.settings)
    candidates = search.different(usual.candidates)
    for _ in range(worlds):
        search.try_all(candidates)
    return {int(one.action): one.gain / float(one.visits) for one in candidates}


def main(arguments: Sequence[str] | None) -> None:
    parser = parser_of("regret", __doc__)
    parser.add_argument("settings", nargs="+", help="such as iterations=480,enough=0.03")
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=200, help="of the long look")
    given = parser.parse_args(arguments)
    game = game_of(given)
    at_least(1, "decisions", given.decisions)
    at_least(1, "worlds", given.worlds)
    usual = strength(STRONGEST, game.key)
    tallies = [Tally(words, setting(words, usual)) for words in given.settings]
    for number, (knowledge, seat) in enumerate(decisions(game, given.players, given.seed)):
        if number == given.decisions:
            break
        worth = long_look(knowledge, seat, usual, given.worlds, 2 * number)
        for tally in tallies:
            tally.decide(knowledge, seat, 2 * number + 1, worth)
    for tally in tallies:
        print(tally.told(tallies[0]))


if __name__ == "__main__":
    sys.exit(run(main))
