"""The bar of long commands."""

from __future__ import annotations

import pytest

from conurb.cli import progress


def test_slow_games_have_a_time_left_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of the strongest bots takes a minute."""
    now = 0.0
    bar = progress.progress_bar()
    monkeypatch.setattr(bar, "get_time", lambda: now)
    task = bar.add_task("playing", total=10)
    for _ in range(3):
        now += 60.0
        bar.advance(task)
    assert bar.tasks[0].time_remaining == 7 * 60
