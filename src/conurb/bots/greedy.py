# interpreted: the work is done by the title's compiled value function
"""The action after which the title's value function likes the position best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from conurb import games
from conurb.bots.bot import Bot, Explanation, Thought, legal_actions, seat_of, texts
from conurb.kernel.rng import Rng
from conurb.kernel.state import View


class GreedyBot(Bot):
    """One ply over evaluated positions. Value functions know only what the seat knows, so one imagined state
    serves as well as any other."""

    name = "greedy"

    def choose(self, view: View) -> int:
        rng = self.rng(view)
        return self._best(self.values(view, rng), rng)

    def values(self, view: View, rng: Rng) -> dict[int, float]:
        """What the value function thinks of each legal action."""
        return values_of(legal_actions(view), view, rng, self.data)

    def _best(self, values: dict[int, float], rng: Rng) -> int:
        most = max(values.values())
        best = [action for action, value in values.items() if value == most]
        return best[rng.below(len(best))]

    def explain(self, view: View) -> Explanation:
        rng = self.rng(view)
        values = self.values(view, rng)
        return by_value(self.name, self._best(values, rng), values, view)


def values_of(actions: Iterable[int], view: View, rng: Rng, data: Any) -> dict[int, float]:
    """What the value function thinks of some legal actions; the world is imagined before the first is asked for."""
    now = games.get(str(view["game"])).imagine(view, rng, data)
    seat = seat_of(view)
    values = {}
    for action in actions:
        after = now.clone()
        after.step(seat, action)
        values[action] = after.value(seat)
    return values


def by_value(bot: str, choice: int, values: Mapping[int, float], view: View) -> Explanation:
    """A choice explained by the values of the actions considered."""
    words = texts(view)
    ranked = sorted(values, key=lambda action: (action != choice, -values[action]))
    gains = {action: value - values[choice] for action, value in values.items()}
    thoughts = [Thought(action, words[action], 0, gains[action], gains[action]) for action in ranked]
    return Explanation(bot, choice, tuple(thoughts))
