"""Analyses of finished games: made when first asked for, kept in memory."""

from __future__ import annotations

import asyncio
from typing import Any

from conurb.server.bot_workers import BotFault, BotPool
from conurb.server.errors import Unavailable
from conurb.server.table import LiveTable

MOST = 200  # kept; the oldest goes


class Analyses:
    """One analysis for each game, however many ask for it."""

    def __init__(self, pool: BotPool) -> None:
        self._pool = pool
        self._tasks: dict[str, asyncio.Task[dict[str, Any]]] = {}

    async def of(self, live: LiveTable) -> dict[str, Any]:
        """The analysis of a game that is over; refused as its record would be, if it is not."""
        record = live.record()
        task = self._tasks.get(live.id)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            while len(self._tasks) >= MOST:
                self._tasks.pop(next(iter(self._tasks)))
            task = self._tasks[live.id] = asyncio.create_task(self._pool.analyse(record.to_json()))
        try:
            return await asyncio.shield(task)  # whoever leaves does not stop it for the others
        except BotFault as fault:
            raise Unavailable("no_analysis") from fault

    async def stop(self) -> None:
        """The server stops: nobody waits for these any more."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
