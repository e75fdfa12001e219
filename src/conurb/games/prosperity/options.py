"""The options of a game of Prosperity (PRO-2.2, PRO-2.8, PRO-9.5)."""

from __future__ import annotations

from dataclasses import dataclass

from conurb.kernel.checks import whole_number
from conurb.kernel.options import option

SIDES = ("silver", "black")
COLOURS = ("blue", "red", "green", "yellow")
MOST_PLAYERS = 4


def _countries(value: object) -> object:
    if value in (*SIDES, "mixed"):
        return value
    if not isinstance(value, (list, tuple)) or not value or any(side not in SIDES for side in value):
        raise ValueError
    return tuple(value)


def _colours(value: object) -> object:
    if value == "any":
        return value
    if not isinstance(value, (list, tuple)) or any(colour not in COLOURS for colour in value):
        raise ValueError
    if not value or len(set(value)) < len(value):
        raise ValueError
    return tuple(value)


def _first(value: object) -> object:
    if value == "random":
        return value
    number = whole_number(value)
    if number is None or not 0 <= number < MOST_PLAYERS:
        raise ValueError
    return number


def _deck(value: object) -> object:
    if value == "shuffled":
        return value
    if not isinstance(value, (list, tuple)) or any(not isinstance(tile, str) for tile in value):
        raise ValueError
    return tuple(value)


@dataclass(frozen=True)
class Options:
    """What the host chooses before the game."""

    countries: str | tuple[str, ...] = option(
        "silver",
        "which side of the board: silver (normal) or black (difficult) for all, mixed: in turn, or a list by seat",
        expects="silver, black, mixed, or a list with silver or black for each seat, such as ['silver', 'black']",
        check=_countries,
    )
    colours: str | tuple[str, ...] = option(
        "any",
        "the colours of the seats; without effect on the rules",
        expects="any, or a list with a different colour for each seat, out of blue, red, green and yellow",
        check=_colours,
    )
    first: str | int = option(
        "random",
        "who begins: drawn by lot, or a seat",
        expects="random, or a seat from 0",
        check=_first,
    )
    deck: str | tuple[str, ...] = option(
        "shuffled",
        "for tests: the dated tiles in the order they will be drawn",
        expects="shuffled, or a list of every dated tile once, decades ascending",
        check=_deck,
    )

    def sides(self, players: int) -> tuple[str, ...]:
        """The side of each seat's board."""
        if isinstance(self.countries, tuple):
            return self.countries
        if self.countries == "mixed":
            return (SIDES * MOST_PLAYERS)[:players]
        return (self.countries,) * players

    def seat_colours(self, players: int) -> tuple[str, ...]:
        """The colour of each seat."""
        return self.colours if isinstance(self.colours, tuple) else COLOURS[:players]
