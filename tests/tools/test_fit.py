"""The tool that fits the weights of a value function to the ends of games."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from conurb import games
from tools import fit, tune
from tools.tune import heuristics_of


def test_weights_that_foretell_are_found() -> None:
    chance = np.random.default_rng(1)
    slope = chance.normal(size=(2000, 3))
    slope[:, 2] = 0.0  # tells nothing
    miss = slope @ np.array([0.5, -0.25, 9.0]) + chance.normal(size=2000)
    assert fit.fit([1.0, 1.0, 1.0], slope, miss) == pytest.approx([1.5, 0.75, 1.0], abs=0.1)


@pytest.mark.parametrize("key", ["between-two-cities", "prosperity"])
def test_positions_are_noted_and_the_weights_stay(key: str) -> None:
    """The seats' (or cities') slopes and misses are differences: they add up to nothing."""
    game = games.get(key)
    module = heuristics_of(game)
    before = list(module.WEIGHTS)
    slope, miss = fit.gather(game, 2, 1, 1)
    assert slope.shape == (len(miss), len(module.NAMES))
    assert slope.any()
    assert miss.sum() == pytest.approx(0.0, abs=1e-6)
    assert list(module.WEIGHTS) == before


@pytest.mark.parametrize("tool", [fit, tune])
def test_what_there_is_no_game_of_is_said(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.run(tool.main, ["prosperity", "--players", "9"]) == 2
    assert "players" in capsys.readouterr().err
