# interpreted: two looks at the title's compiled value function
"""Random with sense: the better of two actions drawn by lot. It rarely ruins what others have built."""

from __future__ import annotations

from conurb import games
from conurb.bots.bot import Bot, legal_actions, seat_of
from conurb.kernel.state import View

DRAWN = 2


class CasualBot(Bot):
    name = "casual"

    def choose(self, view: View) -> int:
        rng = self.rng(view)
        actions = legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        seat = seat_of(view)
        now = games.get(str(view["game"])).imagine(view, rng, self.data)
        best, most = -1, float("-inf")
        for _ in range(DRAWN):
            action = actions[rng.below(len(actions))]
            after = now.clone()
            after.step(seat, action)
            value = after.value(seat)
            if value > most:
                best, most = action, value
        return best
