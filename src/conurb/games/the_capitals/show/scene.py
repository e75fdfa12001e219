"""What every part of the picture is drawn from: a view, the names at the table, and a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conurb.drawing.marks import seat_mark
from conurb.words import Message

from . import prose
from .pen import PEN, element, rect, title

View = Mapping[str, Any]
Names = Sequence[str]
Choice = Mapping[str, Any]
Say = Callable[[Message], str]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""

NEUTRAL_SEAT = 6
"""Whose colour and shape the neutral pieces have."""


class Scene:
    """A view, put into pictures with words. Without `live` it shows the choices, but none can be made."""

    def __init__(self, view: View, names: Names, say: Say, *, live: bool = True, choices: bool = True) -> None:
        self.view, self.names, self.say, self.live = view, names, say, live
        self.seat: int | None = view["seat"]
        self.choices: list[Choice] = list(view["legal"]) if choices else []

    def word(self, name: str, /, **args: object) -> str:
        """What the pictures say themselves."""
        return self.say(prose.message(f"board.{name}", **args))

    def tell(self, message: Message | str) -> str:
        return message if isinstance(message, str) else self.say(message)

    def tile_name(self, tile: str) -> str:
        return self.tell(prose.tile_name(tile))

    def of_kind(self, kind: str) -> list[Choice]:
        return [choice for choice in self.choices if choice["kind"] == kind]

    def label(self, choice: Choice) -> str:
        """A choice in a full sentence, for those who do not see where it is."""
        told = self.tell(prose.choice(self.view, choice, self.names))
        if choice.get("penalty"):
            return self.word("with_penalty", choice=told, n=choice["penalty"])
        return told

    def pick(self, choice: Choice, content: str, box: Box) -> str:
        """Something that can be chosen, with the ring that shows it."""
        if not self.live:
            return content
        words = self.label(choice)
        return element(
            "g",
            title(words) + content + rect(*box, "ring", rx=7) + rect(*box, "hit", rx=7),
            cls="pick",
            data_actions=str(choice["action"]),
            role="button",
            tabindex="0",
            aria_label=words,
            aria_pressed="false",
        )

    def preview(self, content: str, choices: Sequence[Choice]) -> str:
        """What would be there; a page shows it while one of the choices is looked at."""
        if not self.live:
            return ""
        actions = " ".join(str(choice["action"]) for choice in choices)
        return element("g", content, data_preview=actions, hidden="hidden")

    def initial(self, seat: int) -> str:
        if seat == NEUTRAL_SEAT:
            return self.word("neutral.letter")
        return (self.names[seat][:1] or str(seat + 1)).upper()

    def mark(self, seat: int, x: float, y: float, size: float) -> str:
        """The mark of a seat, or of the neutral colour."""
        return seat_mark(PEN, seat, self.initial(seat), x, y, size)


def tourist_seat(tourist: int | str) -> int:
    return NEUTRAL_SEAT if tourist == "neutral" else int(tourist)


def minus(number: int) -> str:
    """A number with the true minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def cell_words(cell: Sequence[int]) -> str:
    """A cell or vertex as pictures name it."""
    return f"{minus(cell[0])},{minus(cell[1])}"
