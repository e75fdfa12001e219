"""What follows from a view without a decision: the next Tourism Phase, the next World Expo, the score as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from conurb.games.the_capitals import TheCapitals
from conurb.games.the_capitals.geometry import ECONOMY
from conurb.games.the_capitals.view import CapitalKnowledge

from .box import tables

View = Mapping[str, Any]


class Tourism(NamedTuple):
    """Who would lead in culture, and whose tourists would come."""

    leader: int
    captured: list[int]
    neutral: bool


class Expo(NamedTuple):
    """What a World Expo would bring a seat (CAP-6.1 to CAP-6.4)."""

    employment: int
    unemployment: int
    progress: int
    ranking: int

    @property
    def prestige(self) -> int:
        return self.employment + self.unemployment + self.ranking


def place(view: View, seat: int) -> int:
    """The initiative space that breaks ties."""
    chosen = view["chosen"][seat]
    return int(view["initiative"][seat] if chosen is None else chosen)


def order_by(view: View, track: str) -> list[int]:
    """Higher first; ties by more money, then by initiative (CAP-3.30, CAP-6.4)."""
    seats = view["seats"]
    return sorted(range(view["players"]), key=lambda s: (-seats[s][track], -seats[s]["economy"], place(view, s)))


def tourism(view: View) -> Tourism:
    """The next Tourism Phase if culture stayed as it is (CAP-3.30 to CAP-3.35)."""
    seats = view["seats"]
    order = order_by(view, "culture")
    leader = order[0]
    data = tables(view)
    limit = max(
        (int(b) for r, b in zip(data.reach, data.below, strict=True) if seats[leader]["culture"] >= r), default=0
    )
    captured = {seat for seat in order[1:] if seats[seat]["culture"] < limit}
    neutral = view["neutral_culture"]
    if neutral is None:
        captured.add(order[-1])
    elif neutral > seats[order[1]]["culture"]:
        captured.add(order[1])
    return Tourism(leader, sorted(captured), neutral is not None)


def taxes(view: View, seat: int, cost: int) -> tuple[int, int]:
    """How often a payment would take extra taxation, and the prestige for it (CAP-5.20 to CAP-5.22)."""
    data = tables(view)
    short = cost + int(data.first[ECONOMY]) - view["seats"][seat]["economy"] if cost else 0
    times = -(-max(short, 0) // int(data.tax_money))
    return times, times * int(data.tax_prestige)


def expo(view: View, seat: int) -> Expo:
    """The next World Expo if everything stayed as it is."""
    data = tables(view)
    have = view["seats"][seat]
    services = int(data.expo_progress[have["services"] - int(data.first[2])])
    return Expo(
        int(data.expo_prestige[have["employment"] - int(data.first[1])]),
        -min(3, have["population"] - have["employment"]),
        services,
        -2 * order_by(view, "services").index(seat),
    )


def sheet(view: View) -> list[Mapping[str, Any]]:
    """The itemised score of every seat, as if the game ended now; what is hidden is None."""
    if "sheet" in view:
        rows = view["sheet"]["players"]
    else:
        known = cast("CapitalKnowledge", TheCapitals().knowledge(dict(view), tables(view))).known
        rows = cast("list[Mapping[str, Any]]", known.sheet()["players"])
    hidden = [seat for seat, have in enumerate(view["seats"]) if have["prestige"] is None]
    secret = {"prestige": None, "total": None}
    return [{**row, **secret} if row["seat"] in hidden else row for row in rows]
