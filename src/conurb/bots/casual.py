# interpreted: two looks at the title's compiled value function
"""Random with sense: the better of two actions drawn by lot. It rarely ruins what others have built."""

from __future__ import annotations

from conurb.bots.bot import Bot, Explanation, legal_actions
from conurb.bots.greedy import by_value, values_of
from conurb.kernel.state import View

DRAWN = 2


class CasualBot(Bot):
    name = "casual"

    def choose(self, view: View) -> int:
        return best(self._drawn(view))

    def explain(self, view: View) -> Explanation:
        """The actions that were drawn: no others were considered."""
        values = self._drawn(view)
        return by_value(self.name, best(values), values, view)

    def _drawn(self, view: View) -> dict[int, float]:
        """The actions drawn by lot, perhaps one twice, with what the value function thinks of them."""
        actions = legal_actions(view)
        if len(actions) == 1:
            return {actions[0]: 0.0}
        rng = self.rng(view)
        drawn = (actions[rng.below(len(actions))] for _ in range(DRAWN))
        return values_of(drawn, view, rng, self.data)


def best(values: dict[int, float]) -> int:
    """Of equal ones the first that was drawn."""
    return max(values, key=lambda action: values[action])
