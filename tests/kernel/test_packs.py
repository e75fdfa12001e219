"""Data packs: every fault with its line, its field and the cure."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conurb.kernel.checks import BadData
from conurb.kernel.packs import Pack

TEXT = """title = "A box"

[tiles]  # copies
red = 3
blue = 12

[scoring]
line = [0, 2, 5]
bonus = { most = 4, least = "one" }

[[rounds]]
hand = 7

[[rounds]]
hand = 4
"""


def refused(read: Callable[[Pack], object], text: str = TEXT) -> str:
    with pytest.raises(BadData) as error:
        read(Pack(text, "box.toml"))
    return str(error.value)


def test_what_is_right_is_read() -> None:
    pack = Pack(TEXT, "box.toml")
    assert pack.number("tiles.red", 0, 9) == 3
    assert pack.numbers("scoring.line", 3, 0, 9) == [0, 2, 5]
    assert pack.word("title", ["A box"]) == "A box"
    assert pack.table("tiles", ["red", "blue"]) == {"red": 3, "blue": 12}
    assert pack.table("tiles", ["red", "blue", "green"], required=["red"])["blue"] == 12
    assert list(pack.table("", ["title", "tiles", "scoring", "rounds"])) == ["title", "tiles", "scoring", "rounds"]
    assert pack.get("rounds.1.hand") == 4


FAULTS: list[tuple[Callable[[Pack], object], str]] = [
    (lambda p: p.number("tiles.blue", 0, 9), "5: tiles.blue: expected a whole number from 0 to 9, not 12"),
    (lambda p: p.number("rounds.0.hand", 1, 5), "12: rounds.0.hand: expected a whole number from 1 to 5, not 7"),
    (lambda p: p.number("rounds.1.hand", 5, 9), "15: rounds.1.hand: expected a whole number from 5 to 9, not 4"),
    (lambda p: p.number("title", 0, 9), "1: title: expected a whole number from 0 to 9, not 'A box'"),
    (lambda p: p.number("tiles.green", 0, 9), "3: tiles.green: is missing"),
    (lambda p: p.number("tiles.line", 0, 9), "3: tiles.line: is missing"),  # there is a line elsewhere
    (lambda p: p.number("rounds.2.hand", 0, 9), "15: rounds.2.hand: is missing"),  # the last round there is
    (lambda p: p.numbers("scoring.line", 4, 0, 9), "8: scoring.line: expected a list of 4 numbers, not [0, 2, 5]"),
    (lambda p: p.numbers("scoring.line", 3, 0, 4), "8: scoring.line.2: expected a whole number from 0 to 4, not 5"),
    (lambda p: p.word("scoring.bonus.least", ["two"]), "9: scoring.bonus.least: expected two, not 'one'"),
    (lambda p: p.word("tiles.red", ["a", "b"]), "4: tiles.red: expected a or b, not 3"),
    (lambda p: p.table("tiles", ["red", "bleu"]), "5: tiles.blue: unknown field 'blue': did you mean bleu?"),
    (lambda p: p.table("tiles", ["red", "blue", "green"]), "3: tiles: green is missing"),
    (lambda p: p.table("title", ["a", "b"]), "1: title: expected a table with a and b"),
]


@pytest.mark.parametrize(("read", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_a_fault_is_named_with_its_line(read: Callable[[Pack], object], said: str) -> None:
    assert refused(read).startswith(f"box.toml:{said}")


def test_a_table_missing_in_the_whole_file_has_no_line() -> None:
    names = ["title", "tiles", "scoring", "rounds", "boards"]
    assert refused(lambda p: p.table("", names)) == "box.toml: the file: boards is missing"


def test_what_is_no_toml_is_refused_with_its_line() -> None:
    assert refused(lambda p: p, "a = 1\nb = = 2\n").startswith("box.toml: not valid TOML: ")
    assert "line 2" in refused(lambda p: p, "a = 1\nb = = 2\n")


@pytest.mark.parametrize("value", ["[" * 5000, "1" * 5000, "0x" + "f" * 5000])
def test_what_is_too_long_or_too_deep_is_refused(value: str) -> None:
    assert refused(lambda p: p, f"a = {value}").startswith("box.toml: not valid TOML: a number is too long, or")


@pytest.mark.parametrize("name", ["\u00b2", "7" * 5000])
def test_a_field_may_be_called_by_any_digits(name: str) -> None:
    said = refused(lambda p: p.table("", ["a"]), f'"{name}" = 1')
    assert f"unknown field '{name}'" in said


def test_a_truth_value_is_no_number() -> None:
    assert "not True" in refused(lambda p: p.number("a", 0, 9), "a = true\n")


def test_the_hash_is_of_what_is_said_and_not_of_how() -> None:
    other = 'a   = 1  # a comment\n\n["b"]\n"d" = 3\nc = 2\n'
    assert Pack("a = 1\nb = {c = 2, d = 3}", "x").hash() == Pack(other, "y").hash()
    assert Pack("a = 1", "x").hash() != Pack("a = 2", "x").hash()
    assert Pack("a = 2020-01-01", "x").hash() != Pack("a = 2020-01-02", "x").hash()
