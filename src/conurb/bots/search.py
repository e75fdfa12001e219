# interpreted: it prepares and tells; the thinking is compiled
"""Bots that try actions out in worlds they imagine."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from conurb import games
from conurb.bots.bot import Bot, Explanation, Thought, legal_actions, seat_of, texts
from conurb.bots.levels import SEARCH, STRONGEST, Strength, strength
from conurb.bots.think import Search
from conurb.kernel.state import View

MOST_PLAYOUTS = 10**9  # where only the clock ends a search
TOLD = 5  # actions that are told with the scores they lead to
PLAYOUTS_TOLD = 12  # games to the end for each of them
LINE = 6  # decisions of the line that is shown


class SearchBot(Bot):
    """A budget in playouts gives the same choice every time; one in seconds depends on the machine.

    `patience` ends the thinking after so many seconds even if there are playouts left: for a table where people wait.
    """

    name = "search"
    table = SEARCH

    def __init__(
        self, seed: int = 0, data: Any = None, iterations: int | None = None, seconds: float | None = None
    ) -> None:
        super().__init__(seed, data)
        self.iterations = iterations
        self.seconds = seconds
        self.patience: float | None = None

    def strength(self, view: View) -> Strength:
        usual = strength(self.table, str(view["game"]))
        if self.seconds is not None:
            return replace(usual, iterations=MOST_PLAYOUTS)
        return usual if self.iterations is None else replace(usual, iterations=self.iterations)

    def choose(self, view: View) -> int:
        legal = legal_actions(view)
        return legal[0] if len(legal) == 1 else self.search(view)[1]

    def search(self, view: View, keep: int = -1) -> tuple[Search, int]:
        """The search of this decision, done, and the action chosen."""
        legal_actions(view)  # there must be something to decide
        knowledge = games.get(str(view["game"])).knowledge(view, self.data)
        how = self.strength(view)
        search = Search(knowledge, seat_of(view), self.rng(view), how.settings)
        return search, int(search.run(how.iterations, self.limit, keep))

    @property
    def limit(self) -> float:
        """The most seconds of thinking; 0: no limit."""
        return min((seconds for seconds in (self.seconds, self.patience) if seconds is not None), default=0.0)

    def explain(self, view: View, keep: int = -1) -> Explanation:
        """The actions considered, the choice first; an action to `keep` is among them in any case.

        Where thinking has a limit in seconds, working out the expected scores takes no longer than that again.
        """
        search, action = self.search(view, keep)
        words = texts(view)
        # Where only one action is legal, it is the choice without having been tried.
        tried = search.by_advantage([one for one in search.found if one.visits or one.action == action])
        tried.sort(key=lambda candidate: candidate.action != action)
        thoughts = [
            Thought(
                action=int(candidate.action),
                text=words[int(candidate.action)],
                visits=int(candidate.visits),
                value=search.advantage(candidate),
                prior=candidate.prior - search.found[0].prior,
                scores=tuple(search.expected_scores(candidate.action, PLAYOUTS_TOLD, self.limit / TOLD))
                if place < TOLD or candidate.action == keep
                else (),
            )
            for place, candidate in enumerate(tried)
        ]
        line = search.likely_line(action, LINE)
        return Explanation(self.name, action, tuple(thoughts), int(search.playouts), tuple(line))


class StrongestBot(SearchBot):
    """The most that answers within three seconds on one core."""

    name = "strongest"
    table = STRONGEST
