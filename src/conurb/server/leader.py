"""Of the workers on one database, the one that plays for bots and watches clocks.

The others would only lose races against it. Leading ends with the process, whatever ends it: PostgreSQL drops the
lock with the connection, the system drops the lock on a file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy.engine import URL

from conurb.server import tasks

log = logging.getLogger("conurb.leader")

RETRY = 1.0
POSTGRES_LOCK = 0x636F6E76  # any number that is ours


class Leader:
    """Tries to lead until it does; `changed` is told when that begins and when it ends."""

    def __init__(self, url: URL, changed: Callable[[bool], Awaitable[None]]) -> None:
        self._url = url
        self._changed = changed
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        lead = self._lead_postgres if self._url.get_backend_name() == "postgresql" else self._lead_sqlite
        self._task = asyncio.create_task(lead())

    async def stop(self) -> None:
        if self._task is not None:
            await tasks.end([self._task])

    async def _lead_sqlite(self) -> None:
        try:
            import fcntl
        except ImportError:  # no such locks on this system: one process it must be
            await self._changed(True)
            return
        with Path(f"{self._url.database}.leader").open("w") as file:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except OSError:
                    await asyncio.sleep(RETRY)
            await self._changed(True)
            await asyncio.Event().wait()

    async def _lead_postgres(self) -> None:
        import asyncpg

        while True:
            try:
                await self._hold_postgres()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("leader lost its connection", extra={"facts": {"error": repr(error)}})
            await self._changed(False)
            await asyncio.sleep(RETRY)

    async def _hold_postgres(self) -> None:
        import asyncpg

        connection = await asyncpg.connect(
            self._url.set(drivername="postgresql").render_as_string(False), timeout=10, command_timeout=10
        )
        try:
            while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", POSTGRES_LOCK):
                await asyncio.sleep(RETRY)
            await self._changed(True)
            while True:
                await asyncio.sleep(RETRY)
                await connection.fetchval("SELECT 1")
        finally:
            await connection.close(timeout=1)
