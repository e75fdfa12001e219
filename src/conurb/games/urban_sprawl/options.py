"""The options of a game of Urban Sprawl."""

from __future__ import annotations

from dataclasses import dataclass

from conurb.kernel.checks import whole_number
from conurb.kernel.options import option

DECKS = ("standard", "long", "short")  # in the order of the numbers in rules.py
MOST_TURNS = 10_000


def _turns(value: object) -> object:
    number = whole_number(value)
    if number is None or not 0 <= number <= MOST_TURNS:
        raise ValueError
    return number


@dataclass(frozen=True)
class Options:
    """What the host chooses before the game."""

    decks: str = option(
        "standard",
        "how deep the special events lie: about 32 turns, long about 42, short about 21",
        allowed=DECKS,
    )
    turn_limit: int = option(
        0,
        "turns after which the game is scored, whatever was drawn; 0: none, as in the rules",
        expects=f"a whole number of turns from 0 to {MOST_TURNS}",
        check=_turns,
    )
