# interpreted: bots from outside subclass it
"""What every computer player is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from conurb.kernel.checks import IllegalAction
from conurb.kernel.rng import Rng
from conurb.kernel.state import View


@dataclass(frozen=True)
class Thought:
    """An action that a bot considered."""

    action: int
    text: str
    visits: int  # playouts that began with it; 0 where none were played
    value: float  # what it gains over the action that the value function likes best, in points, roughly
    prior: float  # the same by the value function alone
    scores: tuple[float, ...] = ()  # expected at the end of the game, for each seat; empty where not worked out


@dataclass(frozen=True)
class Explanation:
    """What a bot would do, and why: the actions it considered, its choice first."""

    bot: str
    action: int
    thoughts: tuple[Thought, ...] = ()
    playouts: int = 0
    line: tuple[str, ...] = field(default=())  # how the game might go on after the choice

    def to_json(self) -> dict[str, object]:
        return {
            "bot": self.bot,
            "action": self.action,
            "playouts": self.playouts,
            "line": list(self.line),
            "thoughts": [
                {
                    "action": thought.action,
                    "text": thought.text,
                    "visits": thought.visits,
                    "value": round(thought.value, 2),
                    "prior": round(thought.prior, 2),
                    "scores": [round(score, 1) for score in thought.scores],
                }
                for thought in self.thoughts
            ],
        }


class Bot:
    """Chooses an action from a view. `data` is the data pack of the game, if it is not the title's own."""

    name = "bot"

    def __init__(self, seed: int = 0, data: Any = None) -> None:
        self.seed = seed
        self.data = data
        self.faults: list[str] = []  # decisions that this bot lost, in words; only bots from outside do

    def choose(self, view: View) -> int:
        """One of the legal actions of the view's seat."""
        raise NotImplementedError

    def explain(self, view: View) -> Explanation:
        """The choice with its reasons; a bot without reasons gives its choice alone."""
        action = self.choose(view)
        return Explanation(self.name, action, (Thought(action, texts(view)[action], 0, 0.0, 0.0),))

    def close(self) -> None:
        """The game is over; a bot that holds something gives it back."""

    def rng(self, view: View) -> Rng:
        """The bot's own chance for this decision: it depends on the bot's seed and the view alone."""
        return Rng((self.seed * 64 + seat_of(view)) * 4096 + _number(view["count"]))


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def seat_of(view: View) -> int:
    """Whose view it is."""
    if view["seat"] is None:
        raise IllegalAction("a bot decides for a seat: this is the view of a spectator")
    return _number(view["seat"])


def legal_actions(view: View) -> list[int]:
    """The codes of the view's legal actions."""
    found = list(texts(view))
    if not found:
        raise IllegalAction(f"seat {seat_of(view)} is not to act: a bot has nothing to decide there")
    return found


def texts(view: View) -> dict[int, str]:
    """The legal actions of the view, in notation."""
    legal = view["legal"]
    assert isinstance(legal, list)
    return {entry["action"]: str(entry["text"]) for entry in legal}
