"""Ratings from results of the arena."""

from __future__ import annotations

import tomllib

import pytest

from conurb.arena.match import Plan, play_match
from conurb.kernel.checks import BadOption
from tools import rate


def test_levels_are_rated_from_weak_to_strong() -> None:
    plan = Plan(game="between-two-cities", bots=("greedy", "random"), seed=1)
    played = [play_match(plan, number) for number in range(12)]
    found = rate.rated(played, enough=12)
    assert list(found) == ["random", "greedy"]
    assert found["random"] < 1500 < found["greedy"]
    assert found["greedy"] % 10 == 0
    assert rate.rated(played) == {}, "too few to say anything"


def test_the_table_reads_back() -> None:
    table = {"prosperity": {"random": 1200, "greedy": 1900}, "the-capitals": {}}
    assert tomllib.loads(rate.written(table)) == {"prosperity": {"random": 1200, "greedy": 1900}}


def test_levels_are_rated_beside_one_that_keeps_its_rating() -> None:
    known = {"greedy": 1700, "search": 1800, "strongest": 1990}
    assert rate.beside("search", known, {"search": 1480, "strongest": 1520}) == {**known, "strongest": 1840}
    with pytest.raises(BadOption, match="--beside casual: it needs a rating"):
        rate.beside("casual", known, {"search": 1480})
