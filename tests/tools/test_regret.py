"""The tool that tells what a search loses by thinking less."""

from __future__ import annotations

import re

import pytest

from conurb import _build
from tools import regret, tune

WRONG = [
    (["between-two-cities", "speed=3"], "unknown setting 'speed'"),
    (["between-two-cities", "enough=much"], "enough=much: expected a number, such as enough="),
    (["between-two-cities", "enough=0", "--worlds", "0"], "--worlds: expected a number from 1, not 0"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_wrong_settings_are_named(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.run(regret.main, given) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(_build.verdict().mode != "compiled", reason="thousands of playouts: only on the compiled engine")
def test_who_thinks_longer_loses_less(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["between-two-cities", "--players", "2", "--decisions", "12", "--worlds", "60"]
    assert tune.run(regret.main, [*given, "iterations=1200", "iterations=4", "iterations=1200,enough=0"]) == 0
    told = [line.split() for line in capsys.readouterr().out.splitlines()]
    playouts = [float(row[1].replace(",", "")) for row in told]
    losses = [float(re.sub(",", "", row[row.index("loses") + 1])) for row in told]
    assert playouts[1] < playouts[0] < playouts[2]
    assert 0.0 <= losses[0] < losses[1]
