"""The evaluation that bots use: it prefers what is plainly better, and knows no more than the seat."""

from __future__ import annotations

from typing import Any

import pytest

from conurb.games.between_two_cities import heuristics
from conurb.games.between_two_cities.rules import State
from conurb.kernel.rng import Rng
from tests.games.between_two_cities.support import choose_first, finished, load, new, play, saved

NOTHING = ["....", "....", "....", "...."]


def worth(seat: int, players: int, **position: Any) -> float:
    return load(players=players, **position).value(seat)


def with_city(rows: list[str], players: int = 3) -> float:
    """What seat 0 thinks of having this city on both sides."""
    four = [row.ljust(4, ".") for row in rows] + ["...."] * (4 - len(rows))
    cities = [four, NOTHING, four] if players == 3 else [four, four]
    return worth(0, players, cities=cities, round="3" if players == 3 else "3a")


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (["SSS", "HHH"], ["SHS", "HSH"]),  # a line of shops against single ones
        (["PPP", "OHH"], ["PHP", "OPH"]),  # a group of parks against lone ones
        (["DEH", "HHH"], ["DDH", "HHH"]),  # different taverns against equal ones
        (["ODO", "HHS"], ["OSO", "HHD"]),  # offices beside a tavern
        (["HHO", "HPF"], ["HHP", "OHF"]),  # houses away from the factory
        (["HHS", "OPD"], ["HHS", "PSP"]),  # houses among many types
    ],
)
def test_better_cities_are_preferred(better: list[str], worse: list[str], players: int) -> None:
    assert with_city(better, players) > with_city(worse, players)


def test_at_the_end_the_weaker_city_counts() -> None:
    """BTC-6.2, BTC-6.3: the weaker city first, then the better one."""
    good, fair, poor = ["SSSS"] * 4, ["OOOO", "OOOO", "DEMB", "DEMB"], ["FFFF", "HHHH", "FFFF", "HHHH"]
    even = finished_with([fair, poor, fair])
    lopsided = finished_with([good, poor, poor])
    assert even.scores()[0] > lopsided.scores()[0]
    assert even.value(0) > lopsided.value(0)
    assert finished_with([good, NOTHING, fair]).value(0) > finished_with([fair, NOTHING, fair]).value(0)


def finished_with(written: list[list[str]]) -> State:
    """A game that is over; the letters need not be tiles of the box, so the cities are built one building at a time."""
    state = load(players=3, phase="over")
    for city, rows in zip(state.cities, written, strict=True):
        for r, row in enumerate(rows):
            for c, code in enumerate(row):
                if code != ".":
                    city.build("SFDEMBOPH".index(code), 8 * (r + 3) + c + 3)
    return state


def test_two_players_add() -> None:
    """BTC-6.10: a strong and a poor city are welcome to one of two players, and not to one of three."""
    strong, middling = ["SSSS", *NOTHING[1:]], ["SS..", *NOTHING[1:]]
    assert worth(0, 2, cities=[strong, NOTHING], round="3a") > worth(0, 2, cities=[middling, middling], round="3a")
    lopsided = finished_with([strong, NOTHING, NOTHING])
    assert lopsided.value(0) < finished_with([middling, NOTHING, middling]).value(0)


def test_a_pair_that_fits_is_worth_more() -> None:
    """A committed pair counts as if placed as well as possible."""
    city = ["SSS.", "HDEH", "HP..", "...."]  # while a city is empty, a tavern may well be worth as much
    fits = load(players=3, round="3", cities=[city, NOTHING, city], seats=[{"chosen": ["S15", "S16"]}])
    spoils = load(players=3, round="3", cities=[city, NOTHING, city], seats=[{"chosen": ["E01", "E02"]}])
    assert fits.value(0) > spoils.value(0)


def test_placing_well_is_seen() -> None:
    """Of all cells for a shop, the end of the line is the best."""
    city = ["SSS.", *NOTHING[1:]]
    state = load(players=3, round="3", phase="place", cities=[city, NOTHING, city], seats=[{"chosen": ["S15", "S16"]}])
    values = {}
    for action in state.legal(0):
        after = state.clone()
        after.step(0, action)
        values[state.text(0, action)] = after.value(0)
    best = max(values.values())
    assert {text.split()[2] for text, value in values.items() if value == best} == {"c4", "g4"}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_value_knows_no_secrets(players: int) -> None:
    """BTC-7.4: every world that the seat cannot tell apart has the same value for it."""
    rng = Rng(1)
    for state in play(players, seed=1):
        for seat in range(players):
            assert state.imagine(seat, rng).value(seat) == state.value(seat)


def test_choices_of_others_do_not_show() -> None:
    state, other = new(4, seed=2), new(4, seed=2)
    state.apply(1, 0)
    other.apply(1, 20)
    assert state.hash() != other.hash()
    assert [state.value(seat) for seat in (0, 2, 3)] == [other.value(seat) for seat in (0, 2, 3)]
    assert state.value(1) != other.value(1)


def test_evaluating_changes_nothing() -> None:
    state = new(3, seed=3)
    choose_first(state)
    before = saved(state)
    for seat in range(3):
        state.value(seat)
    assert saved(state) == before
    over = finished(3, seed=3)
    winner = over.ranking().index(1)
    assert over.value(winner) == max(over.value(seat) for seat in range(3))


def test_what_is_remembered_holds_for_its_weights_only() -> None:
    state = next(state for state in play(3, seed=5) if state.count == 20)
    state.remember()
    usual = state.value(0)
    weights = list(heuristics.WEIGHTS)
    try:
        heuristics.set_weights([2.0 * weight for weight in weights])
        assert state.value(0) != usual
    finally:
        heuristics.set_weights(weights)
    assert state.value(0) == usual
