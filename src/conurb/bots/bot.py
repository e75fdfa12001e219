# interpreted: bots from outside subclass it
"""What every computer player is."""

from __future__ import annotations

from typing import Any

from conurb.kernel.rng import Rng
from conurb.kernel.state import View


class Bot:
    """Chooses an action from a view. `data` is the data pack of the game, if it is not the title's own."""

    name = "bot"

    def __init__(self, seed: int = 0, data: Any = None) -> None:
        self.seed = seed
        self.data = data

    def choose(self, view: View) -> int:
        """One of the legal actions of the view's seat."""
        raise NotImplementedError

    def rng(self, view: View) -> Rng:
        """The bot's own chance for this decision: it depends on the bot's seed and the view alone."""
        return Rng((self.seed * 64 + _number(view["seat"])) * 4096 + _number(view["count"]))


def _number(value: object) -> int:
    assert isinstance(value, int), "a view for a bot has a seat and a count of actions"
    return value


def legal_actions(view: View) -> list[int]:
    """The codes of the view's legal actions."""
    legal = view["legal"]
    assert isinstance(legal, list)
    return [entry["action"] for entry in legal]
