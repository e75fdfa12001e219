"""Computer players. A bot gets a view, never a state: it knows what its seat knows, by construction.

>>> from conurb import games
>>> state = games.get("between-two-cities").new(players=4, seed=7)
>>> get("greedy").choose(state.view(0)) in state.legal(0)
True
"""

from __future__ import annotations

from collections.abc import Callable

from conurb.bots.bot import Bot
from conurb.bots.greedy import GreedyBot
from conurb.bots.random_bot import RandomBot
from conurb.kernel.checks import BadOption, unknown

LEVELS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def get(level: str, seed: int = 0) -> Bot:
    """A bot of that level; the same seed and the same views give the same choices."""
    if level not in LEVELS:
        raise BadOption(unknown("bot", level, LEVELS))
    return LEVELS[level](seed)


__all__ = ["LEVELS", "Bot", "get"]
