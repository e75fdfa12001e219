"""What can be known beyond the legal actions, worked out from a view alone.

Where a contract on offer could be built and what that would cost, before anybody decides to build it; which cards are
still face down; where the special events lie (USP-7.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.urban_sprawl import UrbanSprawl
from conurb.games.urban_sprawl.data import default_data
from conurb.games.urban_sprawl.geometry import FOOT_BLOCK
from conurb.games.urban_sprawl.sites import sites_into
from conurb.games.urban_sprawl.terms import CAPACITY, DECK_NAMES, SITE
from conurb.games.urban_sprawl.view import SprawlKnowledge

View = Mapping[str, Any]


class Outlook(NamedTuple):
    """Where a contract could be built now: the number of sites, the lowest price, the highest bonus."""

    sites: int
    price: int
    bonus: int


class Survey:
    """The table of a view, ready to be asked. Of another data pack nothing is known that the view does not say."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.known = None
        if view["data"] == default_data().hash:
            self.known = cast("SprawlKnowledge", UrbanSprawl().knowledge(dict(view))).known

    def outlook(self, card: str, seat: int) -> Outlook | None:
        """Where that seat could build a contract, its means considered (USP-5.1 to USP-5.9)."""
        if self.known is None:
            return None
        state = self.known
        contract = state.data.cards[state.data.numbers[card]]
        found = vec[i64]([0] * CAPACITY)
        count = int(sites_into(state, seat, contract, found))
        if not count:
            return Outlook(0, 0, 0)
        feet = [int(found[k]) - SITE for k in range(count)]
        return Outlook(
            count,
            min(int(state.value_of[FOOT_BLOCK[foot]]) for foot in feet),
            max(int(state.adjacency_bonus(seat, contract.zone, foot)) for foot in feet),
        )

    def payouts(self) -> list[list[int]]:
        """What a row pays by its number: the number, then the places that exist with so many players (USP-1.14)."""
        if self.known is None:
            return []
        lines, players = self.known.data.payouts, self.view["players"]
        numbers = range(1, len(lines) // 4)
        return [[number, *(int(share) for share in lines[number * 4 : number * 4 + players])] for number in numbers]

    def face_down(self, deck: str) -> list[str]:
        """The cards that must be in a deck, face down: all of it but those that were seen leave it."""
        if self.known is None:
            return []
        view = self.view
        seen = {*view["out"], *view["planning"]["boxes"], *view["contracts"]["boxes"], *view["planning"]["discards"]}
        seen |= {view["decks"][name]["top"] for name in DECK_NAMES}
        for seat in view["seats"]:
            seen |= {*seat["planning"], *(favor["card"] for favor in seat["favors"])}
        seen |= {frame.get("subject") for frame in view["stack"] if frame["procedure"] in ("event", "build", "icons")}
        number = DECK_NAMES.index(deck)
        return [card.id for card in self.known.data.cards if int(card.deck) == number and card.id not in seen]

    def special_event(self, deck: str) -> tuple[str, int, int] | None:
        """The special event of a contract deck and between which cards from the top it lies; None once it is out."""
        if self.known is None:
            return None
        number = DECK_NAMES.index(deck)
        card = self.known.data.cards[self.known.data.special[number]].id
        if card not in self.face_down(deck):
            return None
        cards = self.view["decks"][deck]["cards"]
        low, high = self.view["contracts"][deck]["packet"]
        first = 1 if self.view["decks"][deck]["top"] is None else 2  # a card that lies face up is another one
        return card, max(first, cards - high + 1), cards - low
