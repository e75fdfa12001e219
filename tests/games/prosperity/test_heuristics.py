"""The evaluation that bots use: it prefers what is plainly better, and knows no more than the seat."""

from __future__ import annotations

from typing import Any

import pytest

from conurb.kernel.rng import Rng
from tests.games.prosperity.support import COUNTS, load, play


def worth(seat: dict[str, Any], **position: Any) -> float:
    return load(active=0, drawn=["D03"], seats=[seat], **position).value(0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"score": 5}, {}),
        ({"money": 300}, {}),
        ({"discs": 4}, {}),
        ({"discs": 8}, {"discs": 16}),
        ({"research": {"energy": 4}}, {}),
        ({"spaces": {"P2": ["U05"]}}, {}),
        ({"spaces": {"I1": ["U12"]}}, {"spaces": {"I1": ["U24"]}}),
        ({"spaces": {"T2": ["U19"]}}, {"spaces": {"T2": ["U22"]}}),
    ],
)
def test_better_countries_are_preferred(better: dict[str, Any], worse: dict[str, Any]) -> None:
    assert worth(better) > worth(worse)


def test_at_the_end_only_the_result_counts() -> None:
    """PRO-6.8, PRO-6.9"""
    ahead = load(phase="over", seats=[{"score": 30}, {"score": 20}]).value(0)
    behind = load(phase="over", seats=[{"score": 29}, {"score": 20}]).value(0)
    richer = load(phase="over", seats=[{"score": 29, "money": 250}, {"score": 20}]).value(0)
    assert ahead > richer > behind


@pytest.mark.parametrize("players", COUNTS)
def test_the_order_of_the_deck_does_not_matter(players: int) -> None:
    """PRO-7.1: the value is that of every world the seat can imagine."""
    rng = Rng(4)
    for number, state in enumerate(play(players, seed=6)):
        if number % 9 == 0:
            for seat in range(players):
                assert state.imagine(seat, rng).value(seat) == state.value(seat)
