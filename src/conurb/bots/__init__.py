"""Computer players. A bot gets a view, never a state: it knows what its seat knows, by construction.

>>> from conurb import games
>>> state = games.get("between-two-cities").new(players=4, seed=7)
>>> get("greedy").choose(state.view(0)) in state.legal(0)
True
"""

from __future__ import annotations

import re
from collections.abc import Callable

from conurb.bots.bot import Bot, Explanation, Thought
from conurb.bots.casual import CasualBot
from conurb.bots.greedy import GreedyBot
from conurb.bots.random_bot import RandomBot
from conurb.bots.search import SearchBot, StrongestBot
from conurb.kernel.checks import BadOption, unknown
from conurb.kernel.game import check_seed

# From weak to strong; the names are the same for all games.
LEVELS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "casual": CasualBot,
    "greedy": GreedyBot,
    "search": SearchBot,
    "strongest": StrongestBot,
}
BUDGET = re.compile(r"(?P<playouts>[1-9]\d{0,8})|(?P<seconds>\d{1,4}(\.\d{1,3})?)s")


def get(level: str, seed: int = 0) -> Bot:
    """A bot of that level; the same seed and the same views give the same choices.

    A level that searches may be given another budget: `search:200` playouts, or `search:0.5s` seconds.
    """
    name, colon, budget = str(level).partition(":")
    if name not in LEVELS:
        raise BadOption(unknown("bot", level, LEVELS))
    bot = LEVELS[name](check_seed(seed))
    if colon:
        _set_budget(bot, level, budget)
    return bot


def _set_budget(bot: Bot, level: str, budget: str) -> None:
    if not isinstance(bot, SearchBot):
        raise BadOption(f"bot {level!r}: {bot.name} does not search and takes no budget; write {bot.name}")
    found = BUDGET.fullmatch(budget)
    seconds = float(found["seconds"]) if found and found["seconds"] else None
    if found is None or seconds == 0.0:
        raise BadOption(f"bot {level!r}: a budget is playouts, such as {bot.name}:200, or seconds: {bot.name}:0.5s")
    if seconds is None:
        bot.iterations = int(found["playouts"])
    else:
        bot.seconds = seconds


__all__ = ["LEVELS", "Bot", "Explanation", "Thought", "get"]
