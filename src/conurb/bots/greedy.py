# interpreted: the work is done by the title's compiled value function
"""The action after which the title's value function likes the position best."""

from __future__ import annotations

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
        now = games.get(str(view["game"])).imagine(view, rng, self.data)
        seat = seat_of(view)
        values = {}
        for action in legal_actions(view):
            after = now.clone()
            after.step(seat, action)
            values[action] = after.value(seat)
        return values

    def _best(self, values: dict[int, float], rng: Rng) -> int:
        most = max(values.values())
        best = [action for action, value in values.items() if value == most]
        return best[rng.below(len(best))]

    def explain(self, view: View) -> Explanation:
        rng = self.rng(view)
        values = self.values(view, rng)
        choice = self._best(values, rng)
        words = texts(view)
        ranked = sorted(values, key=lambda action: (action != choice, -values[action]))
        gains = {action: value - values[choice] for action, value in values.items()}
        thoughts = [Thought(action, words[action], 0, gains[action], gains[action]) for action in ranked]
        return Explanation(self.name, choice, tuple(thoughts))
