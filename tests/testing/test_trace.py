"""The trace of an engine."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from conurb import games
from conurb.testing.trace import main, trace


def test_a_line_for_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["between-two-cities", "--players", "3", "--seed", "5", "--games", "2"]) == 0
    head, *lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert head["game"] == "between-two-cities"
    assert [line["seed"] for line in lines if "seed" in line] == [5, 6]
    assert [line["count"] for line in lines] == [*range(64), *range(64)]  # three decisions for 3 seats in 7 turns
    for before, line in pairwise(lines[:64]):
        assert line["action"] in before["legal"][line["seat"]]


def test_seeds_and_options_matter() -> None:
    game = games.get("between-two-cities")
    traces = [
        list(trace(game, 3, options, seed, 1)) for options, seed in (({}, 1), ({}, 2), ({"place_order": "free"}, 1))
    ]
    assert len({json.dumps(lines) for lines in traces}) == 3


def test_what_cannot_be_played_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["between-two-cities", "--players", "9"]) == 1
    assert "2, 3, 4, 5, 6 or 7 players" in capsys.readouterr().err
