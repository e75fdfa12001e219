"""Clear errors: each names what was wrong and what would be right, and none leaves anything changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from operator import index
from typing import Final, SupportsIndex

MOST_DIGITS: Final = 9  # no number that a person writes in a move has more


class ConurbError(Exception):
    """Base of every error a user can cause. Its text is meant for that user."""


class IllegalAction(ConurbError):
    """The action is not among the legal ones of that seat."""


class BadMove(ConurbError):
    """A move, written as text or JSON, that cannot be read or names something that does not exist."""


class BadOption(ConurbError):
    """An unknown option, a value that is not allowed, a wrong number of players."""


class BadData(ConurbError):
    """A data pack that breaks its schema."""


class BadPosition(ConurbError):
    """A position or scenario that cannot be set up."""


class BadRecord(ConurbError):
    """A record that cannot be read or does not replay."""


def listing(items: Iterable[object], last: str = "or") -> str:
    """The items as people list them.

    >>> listing(["seat", "free"])
    'seat or free'
    >>> listing([2, 3, 4])
    '2, 3 or 4'
    """
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words) or "nothing"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def unknown(what: str, given: object, allowed: Iterable[object]) -> str:
    """One sentence about an unknown name, with the nearest allowed one first.

    >>> unknown("option", "placeorder", ["place_order", "seating"])
    "unknown option 'placeorder': did you mean place_order? (allowed: place_order or seating)"
    """
    names = [str(a) for a in allowed]
    near = get_close_matches(str(given), names, n=1)
    hint = f"did you mean {near[0]}? (allowed: {listing(names)})" if near else f"allowed: {listing(names)}"
    return f"unknown {what} {str(given)!r}: {hint}"


def whole_number(value: object) -> int | None:
    """The value if it is a whole number, NumPy's too; a fraction, a text or a truth value is none (None)."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # NumPy's truth values and arrays only seem to be numbers
        return None


def whole_in(where: str, value: object, low: int, high: int) -> int:
    """The value if it is a whole number within bounds; otherwise BadPosition says so."""
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise BadPosition(f"{where}: expected a whole number from {low} to {high}, not {value!r}")
    return number


def number_in(word: str) -> int | str:
    """A number that somebody wrote, or the word as it stands, to be refused with its name.

    >>> number_in("-7"), number_in("seven"), number_in("9" * 5000) == "9" * 5000
    (-7, 'seven', True)
    """
    digits = word.removeprefix("-")
    # isdecimal() alone takes the digits of other scripts; Python reads no number of thousands of digits.
    return int(word) if digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS else word


def check_fields(move: Mapping[str, object], needed: Sequence[str], also: Sequence[str] = ()) -> None:
    """A move has the fields it needs, and no others but those in `also`; otherwise BadMove names the culprit."""
    for name in move:
        if name not in needed and name not in also:
            raise BadMove(unknown("field", name, [*also, *needed]))
    for name in needed:
        if name not in move:
            raise BadMove(f"{name} is missing: expected {listing(needed, 'and')}")


def check_mover(move: Mapping[str, object], seat: int) -> None:
    """A seat that a move names is the one that makes it."""
    if "seat" in move and (whole_number(move["seat"]) is None or move["seat"] != seat):
        raise BadMove(f"seat: expected {seat}, the seat that moves, not {move['seat']!r}")


def fields(where: str, given: object, allowed: Iterable[str]) -> Mapping[str, object]:
    """`given` if it is an object whose fields are all allowed; otherwise BadPosition names the culprit."""
    if not isinstance(given, Mapping):
        raise BadPosition(f"{where}: expected an object with fields, not {given!r}")
    names = list(allowed)
    for name in given:
        if name not in names:
            raise BadPosition(f"{where}: {unknown('field', name, names)}")
    return given
