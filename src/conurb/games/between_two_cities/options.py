"""The options of a game of Between Two Cities (BTC-2.11)."""

from __future__ import annotations

from dataclasses import dataclass

from conurb.kernel.checks import whole_number
from conurb.kernel.options import lot_or_order, option


def _seconds(value: object) -> object:
    number = whole_number(value)
    if number is None or not 0 <= number <= 1_000_000:
        raise ValueError
    return number


@dataclass(frozen=True)
class Options:
    """What the host chooses before the game."""

    seating: str | tuple[int, ...] = option(
        "random",
        "who sits where: drawn by lot, or the players in clockwise order",
        expects="random, or a list with each player once, such as [2, 0, 1]",
        check=lot_or_order,
    )
    place_order: str = option(
        "seat",
        "seat: one after another, seat 0 first; free: as the players like",
        allowed=("seat", "free"),
    )
    clock: int = option(
        0,
        "seconds for a decision; an overdue one takes the first legal action; 0: no clock",
        expects="a whole number of seconds from 0",
        check=_seconds,
    )
    idle: int = option(
        0,
        "free order: seconds of waiting after which the lowest seat must place; 0: no limit",
        expects="a whole number of seconds from 0",
        check=_seconds,
    )
