"""What can be worked out from a view: the score if the game ended now, and what a call gives each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from conurb.games.prosperity import Prosperity
from conurb.games.prosperity.companion import best_payment
from conurb.games.prosperity.moves import PAY
from conurb.games.prosperity.rules import State
from conurb.games.prosperity.view import CountryKnowledge

View = Mapping[str, Any]


def state_of(view: View) -> State:
    """A state with everything that the view tells; the order of the undrawn tiles is open."""
    return cast("CountryKnowledge", Prosperity().knowledge(dict(view))).known


def ended_now(view: View) -> dict[str, Any]:
    """The sheet of the final scoring as if it began now, everybody paying what scores most (PRO-6.2)."""
    state = state_of(view).clone()
    if not state.over():
        if view["phase"] != "final":
            state.start_final()
        while not state.over():
            state.step(state.next_seat(), PAY + best_payment(state))
    return state.sheet()


def called_gain(view: View, seat: int, symbol: str) -> dict[str, int]:
    """What a tally of the symbol would give the seat as it stands: money, discs, points or steps (PRO-3.6 to 3.10).

    Missing energy counts as discs; what is paid is the seat's own choice.
    """
    country = view["countries"][seat]
    total = country["totals"][symbol]
    constants = view["constants"]
    if symbol == "energy":
        return {"money": constants["energy_gain"] * total} if total > 0 else {"discs": -total}
    if symbol == "ecology":
        gone = min(max(total, 0), country["discs"])
        return {"discs": -gone if total > 0 else -total, "money": constants["overflow_gain"] * (max(total, 0) - gone)}
    if symbol == "capital":
        return {"money": constants["capital_gain"] * total}
    if symbol == "research":
        return {"steps": total}
    return {"points": 0 if country["triangle"] else total + country["visible_globes"]}
