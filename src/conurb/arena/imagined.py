"""Lines of bots, move by move, so that they can be said to people in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from conurb import games
from conurb.kernel.rng import Rng


class Step(NamedTuple):
    """A move of a line: who makes it (None: whoever the line is for), what that seat sees, and the legal action."""

    seat: int | None
    view: Mapping[str, Any]
    entry: Mapping[str, Any]


def steps_of(view: Mapping[str, Any], line: Sequence[str], data: Any = None) -> list[Step]:
    """The moves of a line, as far as they can be told; `data` is the data pack, if it is not the game's own.

    The line was made in a world that the bot imagined. It is told as far as it is possible in another one imagined from
    the same view, and up to the first secret choice of somebody else: what comes later hangs on things nobody knows.
    """
    state = games.get(view["game"]).knowledge(dict(view), data).sample(Rng(0))
    told: list[Step] = []
    for move in line:
        head, colon, text = move.partition(": ") if told else ("", "", move)
        seat = int(head) if colon else view["seat"]
        action = next((action for action in state.legal(seat) if state.text(seat, action) == text), None)
        if action is None:
            break
        seen: Mapping[str, Any] = state.view(seat)
        state.events = []
        state.step(seat, action)
        if seat != view["seat"] and any(event.secret for event in state.events):
            break
        told.append(Step(seat if told else None, seen, legal_entry(seen, text)))
    return told


def legal_entry(view: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    """The legal action of a view with this notation."""
    found: Mapping[str, Any] = next(entry for entry in view["legal"] if entry["text"] == text)
    return found
