"""What the page of a table shows in every game: the decision, the choices as a list, the players, the sheet, the end.

A game's `show/page.py` makes a `Desk` of its own, which adds its numbers and pictures. The words of this module are in
the catalogue `desk`; the templates that show its contents are the macros of `web/templates/desk.html`, which a game's
own `table.html` may replace one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Protocol

from conurb.words import Message

View = Mapping[str, Any]
Document = Mapping[str, Any]
Say = Callable[[Message], str]
Names = Sequence[str]

DOMAIN = "desk"


class Prose(Protocol):
    """What the desk asks of a game's `show/prose.py`."""

    def question(self, view: View, names: Names) -> Message: ...
    def explain(self, view: View, names: Names) -> Message: ...
    def choice(self, view: View, action: Mapping[str, Any], names: Names) -> Message: ...
    def waiting(self, view: View, names: Names) -> Message: ...
    def event(self, event: Mapping[str, Any], view: View, names: Names) -> Message: ...
    def rule_of(self, view: View) -> str: ...
    def apart(self, view: View, first: int, second: int, names: Names) -> Message: ...


class Desk:
    """One document of the server, put into words for its viewer."""

    domain: ClassVar[str]
    """The catalogue of the words of the game's page."""
    prose: ClassVar[Prose]
    """The game's module `prose`, or what behaves like it."""

    def __init__(self, document: Document, say: Say) -> None:
        self.document = document
        self.say = say
        self.view: View = document["view"]
        self.names: Names = document["names"]
        self.seat: int | None = self.view["seat"]
        self.mode = self._mode()

    def contents(self) -> dict[str, Any]:
        """What the shared macros show; a game adds its own."""
        return {
            "mode": self.mode,
            "headline": self.headline(),
            "prompt": self.prompt(),
            "choices": self.choices(),
            "players": [self._player(seat) for seat in range(self.view["players"])],
            "what_counts": self.what_counts(),
            "score": self._score(),
            "final": self._final() if self.view["phase"] == "over" else None,
            "twin": self.twin(),
            "talk": {"open": self.document["status"] == "playing", "state": "", "rule": "", "suggest": []},
            "posters": {},
        }

    # --- what a game says of itself

    def headline(self) -> str:
        """Where the game stands, in the bar at the top."""
        raise NotImplementedError

    def what_counts(self) -> str:
        """What the number beside a player is, above the players."""
        return self.shared("points")

    def row(self, action: Mapping[str, Any]) -> dict[str, Any]:
        """One choice of the list. A game may add `why` (a second line), `gain` (a number that stands out at the end:
        its text, with `tone` pos, neg or zero), `group` (choices of the same group stand under that heading) and
        `sign` (markup of a small picture at the beginning)."""
        return {"what": self.say(self.prose.choice(self.view, action, self.names))}

    def confirms(self, action: Mapping[str, Any]) -> bool:
        """Whether a choice is carried out only after it has been confirmed: it could not be taken back."""
        return action["action"] in self.document["finals"]

    def facts(self, seat: int) -> list[dict[str, Any]]:
        """What the panel of a player shows beside the score: `sign` (markup), `name`, `value`, and `note` if any."""
        return []

    def sheet(self) -> list[tuple[str, Sequence[object]]]:
        """The rows of the score sheet: a name, and a number for each seat."""
        raise NotImplementedError

    def decided(self) -> str:
        """What made the winner, in a sentence; empty when the scores speak for themselves."""
        return ""

    def twin(self) -> list[dict[str, Any]]:
        """The table in words, for those who do not see it: `head` and `rows` of each piece."""
        raise NotImplementedError

    # --- words

    def word(self, name: str, /, **args: object) -> str:
        """A sentence of the game's page."""
        return self.say(Message(f"{self.domain}.{name}", args))

    def shared(self, name: str, /, **args: object) -> str:
        """A sentence that every game says."""
        return self.say(Message(f"{DOMAIN}.{name}", args))

    def _mode(self) -> str:
        """What the viewer is asked: to decide, or nothing, and why not."""
        if self.document["at"] is not None:
            return "replay"
        if self.document["status"] == "waiting":
            return "gather"
        if self.view["phase"] == "over":
            return "over"
        if self.view["legal"]:
            return "decide"
        return "wait" if self.seat is not None else "watch"

    # --- the decision

    def prompt(self) -> dict[str, Any]:
        question = self.say(self.prose.question(self.view, self.names))
        explain = self.say(self.prose.explain(self.view, self.names))
        if self.mode == "gather":
            question, explain = self.shared("gather.question"), self.shared("gather.explain")
        elif self.mode == "replay":
            question, explain = self._latest(), self.say(self.prose.waiting(self.view, self.names))
        return {
            "question": question,
            "explain": explain,
            "rule": self.prose.rule_of(self.view),
            "eyebrow": self.shared(f"eyebrow.{self.mode}"),
        }

    def _latest(self) -> str:
        """What led to the position that is looked at again."""
        events = [event for line in self.document["log"] if not line["undone"] for event in line["events"]]
        if not events:
            return self.shared("replay.start")
        return self.say(self.prose.event(events[-1], self.view, self.names))

    def choices(self) -> dict[str, Any]:
        """The choices as a list, under the headings that the game gives them, in the order of the engine."""
        if self.mode != "decide":
            return {"count": "", "groups": []}
        groups: dict[str, list[dict[str, Any]]] = {}
        plain = {"why": "", "gain": "", "tone": "zero", "group": "", "sign": ""}
        for action in self.view["legal"]:
            row = plain | self.row(action) | {"action": action["action"], "final": self.confirms(action)}
            groups.setdefault(row["group"], []).append(row)
        return {
            "count": self.shared("count", n=len(self.view["legal"])),
            "groups": [{"head": head, "rows": rows} for head, rows in groups.items()],
        }

    # --- the table

    def status(self, seat: int) -> str:
        """What a player is doing."""
        if self.view["phase"] == "over":
            return self.shared("status.over")
        return self.shared("status.acts" if seat in self.view["to_act"] else "status.waits")

    def _player(self, seat: int) -> dict[str, Any]:
        acts = seat in self.view["to_act"]
        return {
            "seat": seat,
            "name": self.names[seat],
            "status": self.status(seat),
            "acts": acts,
            "lit": acts,
            "done": False,
            "score": self.score_of(seat),
            "facts": [{"note": "", "sign": ""} | fact for fact in self.facts(seat)],
        }

    def score_of(self, seat: int) -> object:
        """The number beside a player."""
        return self.view["scores"][seat]

    def _score(self) -> dict[str, Any]:
        return {
            "seats": [{"seat": seat, "name": name, "mine": seat == self.seat} for seat, name in enumerate(self.names)],
            "rows": [{"name": name, "points": list(points)} for name, points in self.sheet()],
            "totals": [self.score_of(seat) for seat in range(self.view["players"])],
            "state": self.shared("final" if self.view["phase"] == "over" else "live"),
        }

    # --- the end

    def _final(self) -> dict[str, Any]:
        ranking: Sequence[int] = self.view["ranking"]
        order = sorted(range(self.view["players"]), key=lambda seat: (ranking[seat], seat))
        rows = [{**self._player(seat), "rank": ranking[seat], "you": seat == self.seat} for seat in order]
        return {"rows": rows, "decided": " ".join(filter(None, [self.decided(), *self._ties(order)]))}

    def _ties(self, order: Sequence[int]) -> list[str]:
        """What set equal scores apart behind the first; of the first, `decided` tells."""
        ranking, scores = self.view["ranking"], self.view["scores"]
        return [
            self.say(self.prose.apart(self.view, first, second, self.names))
            for first, second in pairwise(order[1:])
            if scores[first] == scores[second] and ranking[first] != ranking[second]
        ]


def no_advice(message: Mapping[str, Any], view: View, names: Names, say: Say) -> dict[str, Any]:
    """`said` of a game whose talk knows no suggestions."""
    raise ValueError("this game's talk has no suggestions")
