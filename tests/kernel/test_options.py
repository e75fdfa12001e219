"""Options: one frozen object, checked as a whole."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from conurb.kernel.checks import BadOption
from conurb.kernel.options import OptionInfo, option, option_infos, options_dict, read_options


def even(value: object) -> object:
    if not isinstance(value, int) or value % 2:
        raise ValueError
    return value


def order(value: object) -> object:
    return tuple(sorted(value))  # type: ignore[call-overload]  # TypeError for what cannot be sorted


@dataclass(frozen=True)
class Options:
    side: str = option("a", "which side of the board", allowed=("a", "b"))
    clock: int = option(0, "seconds", expects="an even number", check=even)
    seating: tuple[int, ...] = option((), "who sits where", expects="a list of players", check=order)
    quick: bool = option(False, "a short game", allowed=(False, True))


def test_left_out_options_take_their_defaults() -> None:
    assert read_options(Options, None) == read_options(Options, {}) == Options()


def test_given_options_are_read() -> None:
    options = read_options(Options, {"side": "b", "clock": 4, "seating": [2, 1], "quick": True})
    assert options == Options("b", 4, (1, 2), True)


def test_an_options_object_is_taken_as_it_is() -> None:
    options = Options(side="b")
    assert read_options(Options, options) is options


def test_options_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Options().side = "b"  # type: ignore[misc]


def test_an_unknown_option_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(BadOption, match="unknown option 'sides': did you mean side"):
        read_options(Options, {"sides": "a"})


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("side", "c", "a or b"),
        ("side", ["a"], "a or b"),
        ("clock", 3, "an even number"),
        ("clock", "4", "an even number"),
        ("seating", 5, "a list of players"),
        ("quick", 1, "False or True"),  # equal to True, but no truth value
        ("quick", "True", "False or True"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(name: str, value: object, allowed: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Options, {name: value})
    assert str(refused.value) == f"option {name}: {value!r} is not allowed; it may be {allowed}"


def test_a_form_learns_all_about_an_option() -> None:
    assert option_infos(Options)[0] == OptionInfo("side", "a", ("a", "b"), "", "which side of the board")
    assert [info.name for info in option_infos(Options)] == ["side", "clock", "seating", "quick"]


def test_only_what_differs_from_the_defaults_is_written() -> None:
    assert options_dict(Options()) == {}
    assert options_dict(Options("b", 0, (1, 2))) == {"side": "b", "seating": [1, 2]}
    assert read_options(Options, options_dict(Options("b", 2, (1, 2)))) == Options("b", 2, (1, 2))
