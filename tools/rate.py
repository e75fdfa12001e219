"""Rate the levels of bots from results of the arena, for the start page: `python -m tools.rate RESULTS ...`.

Give every series that was played, for example each level against the level below it. All games of one title are rated
together and written to src/conurb/bots/ratings.toml, of each level that has played enough of them; games without
results keep the ratings they have.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from conurb import bots, games
from conurb.arena.match import Outcome
from conurb.arena.ratings import ratings
from conurb.arena.results import read
from conurb.bots import ratings as kept
from conurb.kernel.checks import ConurbError

TABLE = Path(__file__).resolve().parent.parent / "src" / "conurb" / "bots" / "ratings.toml"
HEAD = """\
# How strong the levels are in each game: 1500 is where everybody begins, 400 more wins ten times as often as it loses.
# Written by `python -m tools.rate` from results of the arena (docs/bots.md).
"""

ENOUGH = 100  # games: a rating by fewer says little (docs/bots.md)

# openskill's own scale begins at 25, and its players vary by 25 / 6 from game to game. People know ratings as in chess.
BEGIN, FAMILIAR_BEGIN = 25.0, 1500.0
FAMILIAR = 400 / math.log(10) / (math.sqrt(2) * 25 / 6)


def familiar(mu: float) -> int:
    """A rating as chess players know them, in tens.

    >>> familiar(25.0), familiar(40.0)
    (1500, 1940)
    """
    return round((FAMILIAR_BEGIN + FAMILIAR * (mu - BEGIN)) / 10) * 10


def rated(outcomes: Sequence[Outcome], enough: int = ENOUGH) -> dict[str, int]:
    """The levels from weak to strong; series are mixed, as who is rated last would otherwise weigh most."""
    played = Counter(bot for outcome in outcomes for bot in {seat.bot for seat in outcome.seats})
    mixed = list(outcomes)
    random.Random(1).shuffle(mixed)
    found = {rating.bot: familiar(rating.mu) for rating in ratings(mixed)}
    return {level: found[level] for level in bots.LEVELS if level in found and played[level] >= enough}


def written(table: Mapping[str, Mapping[str, int]]) -> str:
    parts = [HEAD]
    for game, levels in table.items():
        if levels:
            parts.append("\n".join([f"[{game}]", *(f"{level} = {rating}" for level, rating in levels.items()), ""]))
    return "\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.rate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", nargs="+", type=Path, metavar="RESULTS")
    series: defaultdict[str, list[Outcome]] = defaultdict(list)
    try:
        for path in parser.parse_args().results:
            results = read(path)
            series[results.plan.game] += results.outcomes
    except ConurbError as error:
        print(error, file=sys.stderr)
        return 2
    table = {key: rated(series[key]) if key in series else kept.ratings(key) for key in games.CATALOGUE}
    TABLE.write_text(written(table), encoding="utf-8")
    print(TABLE.read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
