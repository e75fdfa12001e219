"""Wrong arguments of the tools that look for weights: a line, before any game is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tools import fit, tune

Tool = Callable[[Sequence[str] | None], None]


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        (tune.main, ["chess"], "unknown game 'chess'"),
        (tune.main, ["prosperity", "--players", "9"], "for 2, 3 or 4 players, not 9"),
        (tune.main, ["prosperity", "--rounds", "1"], "--rounds: expected a number from 2, not 1"),
        (tune.main, ["prosperity", "--seconds", "nan"], "--seconds: expected a number from 1, not nan"),
        (tune.main, ["prosperity", "--seed", "-1"], "--seed: expected a number from 0, not -1"),
        (fit.main, ["prosperity", "--games", "0"], "--games: expected a number from 1, not 0"),
    ],
)
def test_wrong_numbers_are_named(tool: Tool, given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.run(tool, given) == 2
    assert said in capsys.readouterr().err


def test_what_was_tried_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A climb that found nothing says so, in place of the old weights alone."""

    class Clock:
        def __init__(self) -> None:
            self.now = 0

        def monotonic(self) -> int:
            self.now += 1
            return self.now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tune, "time", Clock())
        patch.setattr(tune, "margins", lambda *_: [0.0])
        assert tune.run(tune.main, ["prosperity", "--seconds", "3", "--rounds", "2"]) == 0
    assert "2 steps tried, 0 kept: these are the weights there were" in capsys.readouterr().out


def test_ctrl_c_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    def stop(arguments: object) -> None:
        raise KeyboardInterrupt

    assert tune.run(stop) == 130
    assert capsys.readouterr().err == "stopped\n"
