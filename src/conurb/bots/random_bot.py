# interpreted: one choice
"""Any legal action, all equally likely."""

from __future__ import annotations

from conurb.bots.bot import Bot, legal_actions
from conurb.kernel.state import View


class RandomBot(Bot):
    name = "random"

    def choose(self, view: View) -> int:
        actions = legal_actions(view)
        return actions[self.rng(view).below(len(actions))]
