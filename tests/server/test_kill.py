"""`kill -9` at random moments: every acknowledged action is still there, also half of a simultaneous choice."""

from __future__ import annotations

import json

import pytest

from tests.server.kill_test import Figures, kill_again_and_again

pytestmark = pytest.mark.anyio

SHORT, LONG = 4, 200


def check(figures: Figures, kills: int) -> None:
    assert figures.lost == 0, "an acknowledged action is gone"
    assert figures.twice == 0, "an action was applied twice"
    assert figures.kills == kills
    assert figures.acknowledged >= kills
    assert figures.games_checked >= kills
    assert figures.half_chosen >= kills // 2, "every other kill comes between the halves of a simultaneous choice"
    assert figures.halves_kept >= figures.half_chosen


async def test_a_few_kills_lose_nothing(database: str) -> None:
    figures = await kill_again_and_again(database, SHORT, seed=1)
    check(figures, SHORT)


@pytest.mark.long
async def test_two_hundred_kills_lose_nothing(database: str) -> None:
    figures = await kill_again_and_again(database, LONG, seed=2)
    print(json.dumps(figures.to_json()))
    check(figures, LONG)
