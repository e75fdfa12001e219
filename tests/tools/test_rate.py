"""Ratings from results of the arena."""

from __future__ import annotations

import tomllib

from conurb.arena.match import Plan, play_match
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
