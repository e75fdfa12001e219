"""What happened turn by turn: what a player did, then the End of Turn procedure step by step (USP-4.19).

Made from the events of the log alone. A step is told by what marks it (cards that slide, fill a box or are turned up);
what such a card sets off, and the events that come up before it, belong to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Event = Mapping[str, Any]

SLIDE_STEPS = {"planning": 1, "contracts": 4}
FILL_PLANNING, TURN_UP_PLANNING, FILL_CONTRACTS = 2, 3, 5
TURN_UP_STEPS = {"planning": 3, "town": 6, "city": 7, "metropolis": 8}
PENDING = ("event", "reshuffled")  # what comes up before the card that a step is about


@dataclass
class Step:
    """One step of the End of Turn with what happened in it."""

    number: int
    events: list[Event] = field(default_factory=list)


@dataclass
class Turn:
    """A turn: whose it is, what was done, and how it ended. The claiming before the first turn has number 0."""

    number: int
    seat: int
    deeds: list[Event] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def step(self, number: int) -> Step:
        """The step of that number, begun if it has not been."""
        if not self.steps or self.steps[-1].number != number:
            self.steps.append(Step(number))
        return self.steps[-1]


def turns(events: Sequence[Event]) -> list[Turn]:
    """The events of a game, sorted into turns."""
    told = [Turn(0, -1)]
    waiting: list[Event] = []
    for event in events:
        now = told[-1]
        if event["kind"] == "turn_started":
            _settle(now, waiting)
            told.append(Turn(event["turn"], event["seat"]))
            continue
        marked = step_of(event)
        if marked is not None:
            _settle(now, waiting, marked)
            now.step(marked).events.append(event)
        elif event["kind"] in PENDING or waiting:
            waiting.append(event)
        elif now.steps:
            now.steps[-1].events.append(event)
        else:
            now.deeds.append(event)
    _settle(told[-1], waiting)
    return [turn for turn in told if turn.deeds or turn.steps or turn.number]


def step_of(event: Event) -> int | None:
    """The step that an event marks; None if it happens within one."""
    if event["kind"] == "slid":
        return SLIDE_STEPS[event["rail"]]
    if event["kind"] == "filled":
        return FILL_PLANNING if event["deck"] == "planning" else FILL_CONTRACTS
    if event["kind"] == "turned_up":
        return TURN_UP_STEPS[event["deck"]]
    return None


def _settle(turn: Turn, waiting: list[Event], marked: int | None = None) -> None:
    """Puts what came up before a card into the step of that card; without one, into the step it must be of."""
    if not waiting:
        return
    number = marked
    if number is None or number in SLIDE_STEPS.values():
        planning = any(_of_planning(event) for event in waiting)
        number = TURN_UP_PLANNING if planning else FILL_CONTRACTS
        if turn.steps:
            number = max(number, turn.steps[-1].number)
    turn.step(number).events.extend(waiting)
    waiting.clear()


def _of_planning(event: Event) -> bool:
    """Whether an event card or a reshuffle belongs to the Planning deck; ids of its events begin with E."""
    return event["kind"] == "reshuffled" or (event["kind"] == "event" and str(event["card"]).startswith("E"))
