"""Acts where no person does: for bots, for whoever left, for overdue clocks.

It has no way of its own into a game: it reads a seat's view and answers like any player.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from conurb.kernel.checks import ConurbError
from conurb.server import tasks
from conurb.server.bot_workers import FALLBACK, BotFault, BotPool
from conurb.server.errors import Refusal
from conurb.server.metrics import Metrics
from conurb.server.settings import Settings
from conurb.server.storage import NO_DATABASE
from conurb.server.table import PLAYING, Answer, LiveTable
from conurb.server.tables import Tables

log = logging.getLogger("conurb.caretaker")

ATTEMPTS = 2  # of a bot at one decision, before the fallback replaces it


class Caretaker:
    """One a worker; only the leading one acts."""

    def __init__(self, settings: Settings, tables: Tables, pool: BotPool, metrics: Metrics) -> None:
        self._settings = settings
        self._tables = tables
        self._pool = pool
        self._metrics = metrics
        self._busy: set[tuple[str, int]] = set()  # (table, seat) that something is being done for
        self._tasks: set[asyncio.Task[None]] = set()
        tables.watchers.append(self.look)

    async def lead(self, leading: bool) -> None:
        """Begin, with every game that was under way, or end."""
        if leading and not self._tables.leading:
            self._tables.leading = True
            self._start(self._tick_forever())
            self._start(self._pick_up())
        elif not leading and self._tables.leading:
            await self.stop()

    async def stop(self) -> None:
        self._tables.leading = False
        await tasks.end(self._tasks)
        self._busy.clear()  # a task that is ended before it began clears nothing up

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("caretaker failed", exc_info=task.exception())

    async def _pick_up(self) -> None:
        for table_id in await self._tables.storage.unfinished():
            try:
                self.look(await self._tables.open(table_id))
            except (ConurbError, *NO_DATABASE) as error:  # such as a game that this version does not know
                log.warning("table cannot be played on", extra={"facts": {"table": table_id, "error": str(error)}})
            await asyncio.sleep(0)  # requests come first

    # --- bots

    def look(self, live: LiveTable) -> None:
        """Start a bot for every seat that waits for one."""
        if not self._tables.leading or live.status != PLAYING:
            return
        for seat in range(live.players):
            level, decision = live.level_of(seat), live.decision(seat)
            if level is not None and decision is not None and (live.id, seat) not in self._busy:
                self._busy.add((live.id, seat))
                self._start(self._bot_turn(live, seat, level, decision))

    async def _bot_turn(self, live: LiveTable, seat: int, level: str, decision: int) -> None:
        try:
            await asyncio.sleep(self._settings.bot_pause)
            if live.level_of(seat) == level and live.decision(seat) == decision:
                await self._bot_decides(live, seat, level, decision)
        except Refusal:
            pass  # the decision was made, or the owner came back; looking again shows
        except NO_DATABASE as error:
            log.error("bot's action not written", extra={"facts": {"table": live.id, "error": repr(error)}})
            await asyncio.sleep(self._settings.tick)
        finally:
            self._busy.discard((live.id, seat))
        self.look(live)

    async def _bot_decides(self, live: LiveTable, seat: int, level: str, decision: int) -> None:
        by = f"bot:{level}" if seat in live.substitutes else ""
        seed = self._tables.keys.bot_seed(live.id, seat)
        view = live.view(seat)
        legal = live.state.legal(seat)
        for _ in range(ATTEMPTS):
            try:
                action = await self._pool.choose(level, seed, view)
            except BotFault:
                continue
            if action in legal:
                await self._tables.act_for(live, seat, decision, Answer(action=action), by, level)
                return
            self._pool.report(level, BotFault("illegal", f"action {action}"))
        if level != FALLBACK:
            await self._tables.substitute(live, seat, FALLBACK, "fault")
        else:
            await self._tables.act_for(live, seat, decision, Answer(action=legal[0]), "fault", level)

    # --- clocks

    async def _tick_forever(self) -> None:
        while True:
            await asyncio.sleep(self._settings.tick)
            now = self._tables.now()
            for live in self._tables.live_tables:
                self.look(live)
                self._look_at_clocks(live, now)

    def _look_at_clocks(self, live: LiveTable, now: int) -> None:
        if live.row.clock:
            for seat in range(live.players):
                deadline = live.deadline(seat)
                if deadline is not None and now >= deadline and (live.id, seat) not in self._busy:
                    self._busy.add((live.id, seat))
                    self._start(self._overdue(live, seat))
        idle = live.idle_deadline()
        if idle is not None and now >= idle and (live.id, -1) not in self._busy:
            self._busy.add((live.id, -1))
            self._start(self._hurry(live))

    async def _overdue(self, live: LiveTable, seat: int) -> None:
        """An overdue decision takes the first legal action; a seat that is overdue time and again and whose owner is
        away goes to a bot, until they return."""
        try:
            absent = seat not in self._tables.hub.connected(live.id)
            if absent and live.strikes[seat] + 1 >= self._settings.clock_strikes:
                await self._tables.substitute(live, seat, FALLBACK, "clock")
                return
            decision = live.decision(seat)
            if decision is not None:
                first = live.state.legal(seat)[0]
                await self._tables.act_for(live, seat, decision, Answer(action=first), "clock", None)
                self._metrics.count("conurb_clock_actions_total")
        except Refusal:
            pass  # just in time
        finally:
            self._busy.discard((live.id, seat))

    async def _hurry(self, live: LiveTable) -> None:
        try:
            await self._tables.act_as_host(live, "clock")
        except Refusal:
            pass
        finally:
            self._busy.discard((live.id, -1))
