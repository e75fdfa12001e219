"""Tasks of the server end when they are told to, also those that do not want to."""

from __future__ import annotations

import asyncio
import logging

import pytest

from conurb.server import tasks

pytestmark = pytest.mark.anyio


async def test_a_task_that_takes_a_cancellation_for_an_error_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a driver may have it: closing its connection fails, which hides that the task was to end."""
    monkeypatch.setattr(tasks, "AGAIN", 0.05)
    lost = 0

    async def hold_a_connection() -> None:
        nonlocal lost
        while True:
            try:
                try:
                    await asyncio.sleep(3600)
                finally:
                    if lost < 2:
                        raise TimeoutError("the connection did not close")
            except OSError:
                lost += 1

    task = asyncio.create_task(hold_a_connection())
    await asyncio.sleep(0)
    await asyncio.wait_for(tasks.end([task]), 10)
    assert task.done()
    assert lost == 2


async def test_a_task_that_never_ends_is_left_behind(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "AGAIN", 0.02)
    stubborn = True

    async def go_on() -> None:
        while stubborn:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                continue

    task = asyncio.create_task(go_on())
    await asyncio.sleep(0)
    with caplog.at_level(logging.ERROR, "conurb.tasks"):
        await asyncio.wait_for(tasks.end([task], seconds=0.1), 10)
    assert not task.done()
    assert "task does not end" in caplog.text
    stubborn = False
    await tasks.end([task])
    assert task.done()


async def test_tasks_that_have_ended_are_fine() -> None:
    async def fail() -> None:
        raise ValueError

    task = asyncio.create_task(fail())
    with pytest.raises(ValueError):  # noqa: PT011
        await task
    await tasks.end([task])
    await tasks.end([])
