"""Rate the levels of bots from results of the arena, for the start page: `python -m tools.rate RESULTS ...`.

Give every series that was played, for example each level against the level below it. All games of one title are rated
together and written to src/conurb/bots/ratings.toml, of each level that has played enough of them; games without
results keep the ratings they have. Where only some levels have played anew, `--beside LEVEL` names one of them that
keeps its rating: the others are rated beside it, and who has not played keeps theirs.
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
from conurb.kernel.checks import BadOption, ConurbError

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


def beside(level: str, known: Mapping[str, int], found: Mapping[str, int]) -> dict[str, int]:
    """New ratings moved so that a level keeps the one it has.

    >>> beside("search", {"greedy": 1700, "search": 1800, "strongest": 1990}, {"search": 1480, "strongest": 1520})
    {'greedy': 1700, 'search': 1800, 'strongest': 1840}
    """
    if level not in known or level not in found:
        raise BadOption(f"--beside {level}: it needs a rating and at least {ENOUGH} games in the results")
    moved = {name: rating + known[level] - found[level] for name, rating in found.items()}
    both = {**known, **moved}
    return {name: both[name] for name in bots.LEVELS if name in both}


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
    parser.add_argument("--beside", metavar="LEVEL", help="keeps its rating; the others are rated beside it")
    given = parser.parse_args()
    series: defaultdict[str, list[Outcome]] = defaultdict(list)
    table = {key: kept.ratings(key) for key in games.CATALOGUE}
    try:
        for path in given.results:
            results = read(path)
            series[results.plan.game] += results.outcomes
        for key, outcomes in series.items():
            found = rated(outcomes)
            table[key] = found if given.beside is None else beside(given.beside, table[key], found)
    except ConurbError as error:
        print(error, file=sys.stderr)
        return 2
    TABLE.write_text(written(table), encoding="utf-8")
    print(TABLE.read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
