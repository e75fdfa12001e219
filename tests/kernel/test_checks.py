"""Errors in words, and the small checks of given values."""

from __future__ import annotations

import numpy as np
import pytest

from conurb.kernel import checks
from conurb.kernel.checks import (
    BadMove,
    BadPosition,
    ConurbError,
    check_fields,
    check_mover,
    fields,
    listing,
    number_in,
    unknown,
    whole_number,
)


@pytest.mark.parametrize(
    ("items", "text"),
    [([], "nothing"), (["a"], "a"), (["a", "b"], "a or b"), ([1, 2, 3], "1, 2 or 3")],
)
def test_listing(items: list[object], text: str) -> None:
    assert listing(items) == text


def test_listing_with_another_last_word() -> None:
    assert listing(iter(["S01", "P02", "H03"]), "and") == "S01, P02 and H03"


def test_an_unknown_name_comes_with_the_nearest_one() -> None:
    said = unknown("option", "placeorder", ["place_order", "seating"])
    assert said == "unknown option 'placeorder': did you mean place_order? (allowed: place_order or seating)"


def test_an_unknown_name_with_nothing_near_comes_with_all() -> None:
    assert unknown("game", 7, ["chess", "go"]) == "unknown game '7': allowed: chess or go"


@pytest.mark.parametrize("value", [0, -3, 10**40, np.int64(-3), np.uint8(200)])
def test_whole_numbers(value: int) -> None:
    found = whole_number(value)
    assert found == value
    assert type(found) is int


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [1], np.bool_(1), np.float64(1), np.arange(2)])
def test_what_is_no_whole_number(value: object) -> None:
    assert whole_number(value) is None


@pytest.mark.parametrize(("word", "number"), [("0", 0), ("-7", -7), ("007", 7), ("9" * 9, 999_999_999)])
def test_numbers_in_words(word: str, number: int) -> None:
    assert number_in(word) == number


@pytest.mark.parametrize("word", ["", "-", "--1", "+1", "1.0", "1_0", "\u00b2", "\u0663", "1" * 10, "9" * 5000])
def test_other_words_stay_as_they_are(word: str) -> None:
    assert number_in(word) == word


def test_fields_that_are_allowed_pass() -> None:
    given = {"row": 1}
    assert fields("here", given, ("row", "col")) is given


@pytest.mark.parametrize("given", [None, [], "row", 3])
def test_what_has_no_fields_is_refused(given: object) -> None:
    with pytest.raises(BadPosition, match="here: expected an object with fields, not"):
        fields("here", given, ("row",))


def test_a_wrong_field_is_named() -> None:
    with pytest.raises(BadPosition, match="here: unknown field 'rwo': did you mean row"):
        fields("here", {"rwo": 1}, iter(("row", "col")))


def test_the_fields_of_a_move() -> None:
    needed, also = ("tile", "cell"), ("type", "seat")
    check_fields({"type": "build", "tile": "S01", "cell": "d4"}, needed, also)
    with pytest.raises(BadMove, match="unknown field 'cel': did you mean cell"):
        check_fields({"tile": "S01", "cel": "d4"}, needed, also)
    with pytest.raises(BadMove, match="cell is missing: expected tile and cell"):
        check_fields({"type": "build", "tile": "S01"}, needed, also)


@pytest.mark.parametrize("other", [0, "1", True])
def test_a_move_is_made_by_the_seat_that_it_names(other: object) -> None:
    check_mover({"type": "end"}, 1)
    check_mover({"type": "end", "seat": 1}, 1)
    with pytest.raises(BadMove, match="seat: expected 1, the seat that moves"):
        check_mover({"type": "end", "seat": other}, 1)


def test_every_error_of_a_user_has_one_base() -> None:
    names = ["IllegalAction", "BadMove", "BadOption", "BadData", "BadPosition", "BadRecord"]
    assert all(issubclass(getattr(checks, name), ConurbError) for name in names)
    assert not issubclass(ConurbError, ValueError)
