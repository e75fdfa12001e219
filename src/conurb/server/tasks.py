"""Ending tasks for certain."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

log = logging.getLogger("conurb.tasks")

AGAIN = 1.0  # seconds after which a task that goes on is cancelled once more
LONGEST = 10.0


async def end(tasks: Iterable[asyncio.Task[Any]], seconds: float = LONGEST) -> None:
    """Cancel tasks and wait until they have ended.

    Once is not always enough: a driver may turn a cancellation into an error of its own, which a task that outlives
    lost connections takes for one of those. A task that does not end at all is left behind, with a line in the log;
    a server that stops must not wait for it.
    """
    running = {task for task in tasks if not task.done()}
    until = asyncio.get_running_loop().time() + seconds
    while running and asyncio.get_running_loop().time() < until:
        for task in running:
            task.cancel()
        done, running = await asyncio.wait(running, timeout=AGAIN)
        for task in done:
            if not task.cancelled():
                task.exception()  # looked at, so that nobody complains that nobody did
    for task in running:
        log.error("task does not end", extra={"facts": {"task": repr(task.get_coro())}})
