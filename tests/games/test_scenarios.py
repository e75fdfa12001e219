"""Every scenario file of every game: a position, moves, and what must then hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from conurb import games
from conurb.kernel.scenario import Scenario, read_scenarios, run

FILES = sorted(Path(__file__).parent.glob("*/scenarios/*.toml"))
SCENARIOS = [
    pytest.param(scenario, id=f"{path.parts[-3]}, {path.stem}: {scenario.name}")
    for path in FILES
    for scenario in read_scenarios(path.read_text(encoding="utf-8"), games.get)
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: Scenario) -> None:
    assert scenario.rules, "a scenario says which rules it tests"
    assert run(scenario) == []
