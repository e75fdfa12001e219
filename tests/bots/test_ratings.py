"""The ratings that the start page shows."""

from __future__ import annotations

import pytest

from conurb import bots, games
from conurb.bots.ratings import ratings


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_a_higher_level_is_rated_higher(game: str) -> None:
    rated = [ratings(game)[level] for level in bots.LEVELS if level in ratings(game)]
    assert len(rated) >= 3
    assert rated == sorted(set(rated))


def test_every_rating_is_of_a_level_there_is() -> None:
    for game in games.CATALOGUE:
        assert set(ratings(game)) <= set(bots.LEVELS)
