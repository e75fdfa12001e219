"""For the tests of how games look and speak."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, TypeVar

from rich.console import Console, RenderableType

from conurb.kernel.rng import Rng
from conurb.kernel.state import Event, State
from conurb.words import say

Kind = TypeVar("Kind", bound=State)


def moments(state: Kind, seed: int = 7) -> Iterator[tuple[Kind, list[Event]]]:
    """The rest of a game at random, before each decision, with what the last one caused; at last its end."""
    rng = Rng(seed)
    events: list[Event] = []
    while not state.over():
        yield state, events
        seat = int(state.next_seat())
        legal = state.legal(seat)
        events = state.listen()
        state.apply(seat, legal[rng.below(len(legal))])
        state.events = None
    yield state, events


def spoken(message: Any) -> str:
    """The English sentence, which must be whole: no placeholder left, no double space."""
    sentence = message if isinstance(message, str) else say(message)
    assert sentence.strip() == sentence
    assert sentence
    assert not re.search(r"[{}]|  ", sentence)
    return sentence


def printed(what: RenderableType, width: int = 80, encoding: str = "utf-8", **about: Any) -> str:
    """What a terminal of that width would show."""
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    Console(file=file, width=width, highlight=False, **about).print(what)
    return raw.getvalue().decode(encoding)
