"""What a card asks, in words: one piece for each operation of the effect language that asks something (USP-10.5).

The operation at hand is the one that the uppermost frame of the stack has reached; what comes of it are the operations
after it. Of another data pack only the text of the card is known, so that its decisions are asked in general words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from conurb.games.urban_sprawl import UrbanSprawl
from conurb.games.urban_sprawl.data import default_data
from conurb.games.urban_sprawl.effects import (
    BY_SELF,
    HORIZONTAL,
    VERTICAL,
    Choose,
    Elect,
    Gain,
    MoveMarker,
    Offer,
    Operation,
    Pay,
    Pick,
    Place,
    PlaceMarker,
)
from conurb.games.urban_sprawl.geometry import CIRCLE_NAMES
from conurb.games.urban_sprawl.show.things import (
    Names,
    View,
    building_on,
    listed,
    message,
    money,
    zone_name,
)
from conurb.games.urban_sprawl.terms import CURRENCY_NAMES, FRAME, ROW, TYPE_NAMES
from conurb.games.urban_sprawl.view import SprawlKnowledge
from conurb.words import Message


def asked(view: View, names: Names) -> Asked | None:
    """The operation that asks the decision at hand; None if the rules ask it, or the card of another data pack."""
    frame = view["stack"][-1]
    if frame["procedure"] != "effects" or view["data"] != default_data().hash:
        return None
    data = default_data()
    operations = data.lists[data.list_numbers[frame["subject"]]]
    at = frame.get("at", 0)
    return Asked(view, names, frame, operations[at], operations[at + 1 :])


class Asked:
    """An operation that waits for a decision, and the operations after it."""

    def __init__(
        self,
        view: View,
        names: Names,
        frame: Mapping[str, Any],
        operation: Operation,
        then: Sequence[Operation],
    ) -> None:
        self.view = view
        self.names = names
        self.frame = frame
        self.operation = operation
        self.then = then
        self.kind: str = view["decision"]["kind"]
        self.seat: int = view["decision"]["seat"]

    def question(self) -> Message | None:
        """The question where the operation makes it plainer than the kind of decision alone."""
        operation = self.operation
        if self.kind == "RANK_TIE":
            amount = gained([operation])
            return message(f"question.RANK_TIE.{operation.op}", amount=amount) if operation.op in RANKED else None
        if self.kind == "ORDER" and isinstance(operation, Pay):
            return message("question.ORDER.pay")
        if self.kind == "OFFICE" and isinstance(operation, Elect) and operation.outright:
            return message("question.OFFICE.outright")
        if isinstance(operation, Pick):
            return message(f"question.PICK.{self._picked()}", amount=gained(self.then)) if self._picked() else None
        if isinstance(operation, Offer):
            return self._offer(operation, "question.OFFER")
        if isinstance(operation, Place) and TYPE_NAMES[operation.kind] == "PARK":
            return message("question.PARK_SITE")
        if self.kind == "MARKER_SLOT":
            about = self._marker()
            return message(f"question.MARKER_SLOT.{about['kind']}", number=about["number"])
        return None

    def follows(self) -> Message | None:
        """What the decision means for whom, after the text of the card."""
        operation, kind = self.operation, self.kind
        if kind == "RANK_TIE":
            tied = [self.names[action["seat"]] for action in self.view["legal"]]
            return message("follows.RANK_TIE", names=listed(tied))
        if isinstance(operation, Pick):
            return message(f"follows.PICK.{self._picked()}") if self._picked() else None
        if isinstance(operation, Offer):
            return self._stake()
        if isinstance(operation, Pay) and kind == "PAY_CURRENCY":
            owed = {"n": self.frame["b"], "name": self.names[self.view["active"]], "amount": int(operation.either)}
            return message("follows.PAY_CURRENCY", **owed, **self._purse())
        if isinstance(operation, Elect):
            return message("follows.OFFICE.outright" if operation.outright else "follows.OFFICE")
        if isinstance(operation, Place):
            return message("follows.PLACE_SITE") if operation.own else None
        if kind == "MOVE_SITE":
            return message("follows.MOVE_SITE", **self._target())
        if kind in ("MARKER_SOURCE", "MARKER_SLOT") or (isinstance(operation, Choose) and self._markers(operation)):
            return message("follows.marker")
        return message(f"follows.{kind}") if kind in ("ORDER", "RECOVER") else None

    def choice(self, action: Mapping[str, Any]) -> Message | None:
        """One of the choices where the operation tells what it comes to."""
        operation, word = self.operation, action["kind"]
        if isinstance(operation, Offer):
            return self._offer(operation, f"choice.{word}")
        if isinstance(operation, Pay) and word in CURRENCY_NAMES:
            amount = min(int(operation.either), self.view["seats"][self.seat][word])
            return message(
                "choice.pay", amount=money(amount * (word == "wealth"), amount * (word == "prestige"), "sum")
            )
        if isinstance(operation, Choose):
            return self._option(operation, action["option"])
        if word == "row":
            return self._row(action["row"])
        return None

    # --- operations

    def _picked(self) -> str:
        """What becomes of the building that is picked; empty if there are no words for it."""
        assert isinstance(self.operation, Pick)
        what = self.then[0].op if self.then else ""
        if what == "remove" and self.operation.filter.control == BY_SELF:
            return "lose"
        return what if what in PICKED else ""

    def _offer(self, offer: Offer, key: str) -> Message:
        """A sentence on an offer by what is had for the money: a gain, a place, or that nothing is lost."""
        cost = money(int(offer.wealth), int(offer.prestige), "sum")
        lists = default_data().lists
        yes, no = lists[offer.yes], lists[offer.no]
        if yes and isinstance(yes[0], Place):
            return message(f"{key}.place", cost=cost, thing=message(f"thing.{TYPE_NAMES[yes[0].kind]}"))
        if yes and isinstance(yes[0], Gain):
            return message(f"{key}.gain", cost=cost, amount=gained(yes))
        if any(one.op == "remove" for one in no):
            return message(f"{key}.lose", cost=cost)
        return message(f"{key}.plain", cost=cost)

    def _stake(self) -> Message:
        """What the player has, and the building that the offer is about where one was picked before."""
        if "target" in self.frame:
            return message("follows.OFFER.target", **self._target(), **self._purse())
        return message("follows.OFFER", **self._purse())

    def _option(self, choose: Choose, number: int) -> Message | None:
        first = default_data().lists[choose.lists[number - 1]][0]
        if isinstance(first, PlaceMarker):
            kind = CURRENCY_NAMES[first.kind]
            return message(f"choice.option.{kind}", number=self.view["supply"]["markers"][kind][0])
        return message("choice.option.move") if isinstance(first, MoveMarker) else None

    def _markers(self, choose: Choose) -> bool:
        return all(default_data().lists[one][0].op == "marker" for one in choose.lists)

    def _row(self, row: str) -> Message:
        """What a row brings: the gains that follow, counted as if it were chosen."""
        state = cast("SprawlKnowledge", UrbanSprawl().knowledge(dict(self.view))).known
        f = (int(state.depth) - 1) * FRAME
        state.stack[f + ROW] = HORIZONTAL if row == "H" else VERTICAL
        wealth = prestige = 0
        for one in self.then:
            if isinstance(one, Gain):
                times = int(one.per.count(state, f, self.seat))
                wealth, prestige = wealth + times * int(one.wealth), prestige + times * int(one.prestige)
        return message(f"choice.row.{row}.brings", amount=money(wealth, prestige, "sum"))

    # --- what they are about

    def _purse(self) -> dict[str, int]:
        own = self.view["seats"][self.seat]
        return {"wealth": own["wealth"], "prestige": own["prestige"]}

    def _target(self) -> dict[str, object]:
        there = building_on(self.view, self.frame["target"])
        value = self.view["values"][there["lots"][:2]]
        return {"lots": there["lots"], "zone": zone_name(there["zone"]), "value": value}

    def _marker(self) -> Mapping[str, Any]:
        """The marker that is about to be put into a circle."""
        if isinstance(self.operation, PlaceMarker):
            kind = CURRENCY_NAMES[self.operation.kind]
            return {"kind": kind, "number": self.view["supply"]["markers"][kind][0]}
        moved: Mapping[str, Any] = self.view["circles"][CIRCLE_NAMES[self.frame.get("a", 0)]]
        return moved


RANKED = ("gain", "marker", "pick")  # operations for a player of some rank whose question has words
PICKED = ("remove", "uncontrol", "control", "move", "gain", "offer")  # what a picked building may be for


def gained(operations: Sequence[Operation]) -> Message | str:
    """The amount that the first operation brings; empty if it brings none."""
    first = operations[0] if operations else None
    return money(int(first.wealth), int(first.prestige), "sum") if isinstance(first, Gain) else ""
