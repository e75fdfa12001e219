"""What may be given to the research interfaces: whole numbers of any make, NumPy's too, and nothing that is cut off."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from conurb.kernel.checks import BadOption, IllegalAction


def whole(name: str, value: Any) -> int:
    """A whole number that was given under that name."""
    try:
        return index(value)
    except TypeError:
        raise BadOption(f"{name}: expected a whole number, not {value!r}") from None


def code_of(action: Any) -> int:
    """The code of an action: 3.7 is none, and not 3 either."""
    try:
        return index(action)
    except TypeError:
        raise IllegalAction(f"an action is a whole number, not {action!r}") from None


def check_seat(seat: Any, players: int) -> int:
    number = whole("seat", seat)
    if not 0 <= number < players:
        raise BadOption(f"seat: seats are 0 to {players - 1}, not {number}")
    return number


def no_options(options: Mapping[str, Any] | None) -> None:
    """A reset cannot make another game of it: the options are those that the environment was made with."""
    names = [name for name in options or () if name != "options"]  # that one PettingZoo's tests want overlooked
    if names:
        raise BadOption(f"options: give {', '.join(names)} when you make the environment; reset() takes none")
