# interpreted: the work is done by the title's compiled value function
"""The action after which the title's value function likes the position best."""

from __future__ import annotations

from conurb import games
from conurb.bots.bot import Bot, legal_actions
from conurb.kernel.state import View


class GreedyBot(Bot):
    """One ply over evaluated positions. Value functions know only what the seat knows, so one imagined state
    serves as well as any other."""

    name = "greedy"

    def choose(self, view: View) -> int:
        rng = self.rng(view)
        seat = view["seat"]
        assert isinstance(seat, int)
        now = games.get(str(view["game"])).imagine(view, rng, self.data)
        best: list[int] = []
        most = float("-inf")
        for action in legal_actions(view):
            after = now.clone()
            after.step(seat, action)
            value = after.value(seat)
            if value > most:
                best, most = [], value
            if value == most:
                best.append(action)
        return best[rng.below(len(best))]
