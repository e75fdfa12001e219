"""Live updates: who looks at which table, and telling them that something has changed.

A subscriber is told that there is news, not what: it then reads the table's document, which says everything. So a slow
one loses nothing when several changes become one, and one that comes back needs only what it has missed of the talk.
In one process that is done in memory; between workers PostgreSQL's NOTIFY carries the word.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.engine import URL

from conurb.server import tasks
from conurb.server.storage import CHANNEL

log = logging.getLogger("conurb.live")

FORGET_WORKER = 50.0  # seconds without a word after which another worker's viewers count as gone
ANNOUNCE = 20.0  # how often a worker repeats who looks at its tables
RECONNECT = 1.0
START_SECONDS = 60.0  # for the first connection; a server that hears nothing must not start
REMEMBER = 24 * 3600 * 1000  # milliseconds; who left longer ago counts as gone since the game began
MOST_NOTES = 200  # talk kept for a slow subscriber; it can read the rest in the document


@dataclass(eq=False)
class Subscriber:
    """One stream. `notes` are (event, data); at most one `changed` and one `presence` wait at a time."""

    table: str
    seats: tuple[int, ...]
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, event: str, data: Mapping[str, Any]) -> None:
        if event != "chat":
            self.notes = [note for note in self.notes if note[0] != event]
        self.notes.append((event, dict(data)))
        del self.notes[:-MOST_NOTES]
        self.wake.set()

    async def news(self, timeout: float) -> list[tuple[str, dict[str, Any]]]:
        """What has happened since the last call; empty after a quiet while."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.wake.wait(), timeout)
        self.wake.clear()
        notes, self.notes = self.notes, []
        return notes


@dataclass
class _Elsewhere:
    """Who looks at a table through another worker."""

    seats: tuple[int, ...]
    spectators: int
    until: float


class Hub:
    """Subscribers by table, here and, as far as presence goes, elsewhere."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._now = clock
        self._here: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._elsewhere: dict[str, dict[str, _Elsewhere]] = {}
        self._left: dict[tuple[str, int], int] = {}  # when a seat's last stream ended
        self.closed = False
        self.announce: Callable[[str, dict[str, Any]], None] = lambda table, presence: None

    # --- subscribing

    def subscribe(self, table: str, seats: Collection[int]) -> Subscriber:
        subscriber = Subscriber(table, tuple(seats))
        self._here[table].add(subscriber)
        self._presence_changed(table)
        return subscriber

    def reseat(self, subscriber: Subscriber, seats: Collection[int]) -> None:
        """Whoever looks on has sat down since."""
        if subscriber.seats != tuple(seats):
            subscriber.seats = tuple(seats)
            self._presence_changed(subscriber.table)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        here = self._here[subscriber.table]
        here.discard(subscriber)
        for seat in subscriber.seats:
            self._has_left(subscriber.table, seat)
        if not here:
            del self._here[subscriber.table]
        self._presence_changed(subscriber.table)

    def close(self) -> None:
        """The server stops: every stream ends."""
        self.closed = True
        for here in self._here.values():
            for subscriber in here:
                subscriber.wake.set()

    @property
    def streams(self) -> int:
        return sum(len(here) for here in self._here.values())

    def tables(self) -> list[str]:
        """The tables that somebody looks at through this worker."""
        return list(self._here)

    def forget(self, table: str) -> None:
        """Nobody has looked at a table for long."""
        for key in [key for key in self._left if key[0] == table]:
            del self._left[key]
        self._elsewhere.pop(table, None)

    def _has_left(self, table: str, seat: int) -> None:
        self._left.pop((table, seat), None)  # whoever left last stands last
        self._left[(table, seat)] = self._now()

    def _forget_old(self) -> None:
        """Visits at tables that this worker never held end here; the oldest stand first."""
        while self._left:
            seat, left = next(iter(self._left.items()))
            if self._now() - left < REMEMBER:
                return
            del self._left[seat]

    # --- telling

    def publish(self, table: str, event: str, data: Mapping[str, Any]) -> None:
        for subscriber in self._here.get(table, ()):
            subscriber.tell(event, data)

    # --- presence

    def connected(self, table: str) -> set[int]:
        """The seats whose owners look at the table."""
        seats = {seat for subscriber in self._here.get(table, ()) for seat in subscriber.seats}
        return seats.union(*(other.seats for other in self._others(table)))

    def spectators(self, table: str) -> int:
        here = sum(1 for subscriber in self._here.get(table, ()) if not subscriber.seats)
        return here + sum(other.spectators for other in self._others(table))

    def gone_for(self, table: str, seat: int, since: int) -> float:
        """Seconds since the owner of a seat was last seen, or since a moment when it never was; 0 while connected."""
        if seat in self.connected(table):
            return 0.0
        return max(0, self._now() - self._left.get((table, seat), since)) / 1000

    def presence(self, table: str) -> dict[str, Any]:
        return {"connected": sorted(self.connected(table)), "spectators": self.spectators(table)}

    def _others(self, table: str) -> list[_Elsewhere]:
        now = asyncio.get_running_loop().time()
        return [other for other in self._elsewhere.get(table, {}).values() if other.until > now]

    def _presence_changed(self, table: str) -> None:
        self.publish(table, "presence", self.presence(table))
        self.announce(table, self.local_presence(table))

    def local_presence(self, table: str) -> dict[str, Any]:
        """What other workers are told."""
        here = self._here.get(table, ())
        return {
            "seats": sorted({seat for subscriber in here for seat in subscriber.seats}),
            "spectators": sum(1 for subscriber in here if not subscriber.seats),
        }

    def heard_presence(self, worker: str, table: str, seats: Collection[int], spectators: int) -> None:
        """Another worker tells who looks at a table through it."""
        before = self.presence(table)
        there = self._elsewhere.setdefault(table, {})
        known = there.pop(worker, None)
        for seat in () if known is None else set(known.seats) - set(seats):
            self._has_left(table, seat)
        if seats or spectators:
            until = asyncio.get_running_loop().time() + FORGET_WORKER
            there[worker] = _Elsewhere(tuple(seats), spectators, until)
        if not there:
            del self._elsewhere[table]
        self._forget_old()
        if self.presence(table) != before:
            self.publish(table, "presence", self.presence(table))


class Listener:
    """Hears what other workers write, over a PostgreSQL connection of its own; reconnects when it breaks.

    `heard` gets each notification; with None, some may have been missed.
    """

    def __init__(self, url: URL, worker: str, heard: Callable[[dict[str, Any] | None], Awaitable[None]]) -> None:
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._worker = worker
        self._heard = heard
        self._task: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def start(self) -> None:
        self._task = asyncio.create_task(self._listen_forever())
        async with asyncio.timeout(START_SECONDS):
            await self.ready.wait()

    async def stop(self) -> None:
        if self._task is not None:
            await tasks.end([self._task])

    async def _listen_forever(self) -> None:
        import asyncpg

        while True:
            try:
                await self._listen()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("listener lost its connection", extra={"facts": {"error": repr(error)}})
            await asyncio.sleep(RECONNECT)

    async def _listen(self) -> None:
        import asyncpg

        connection = await asyncpg.connect(self._dsn, timeout=10, command_timeout=10)
        notes: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

        def hear(_: object, pid: int, channel: str, payload: object) -> None:
            note = json.loads(str(payload))
            if note["worker"] != self._worker:
                notes.put_nowait(note)

        try:
            await connection.add_listener(CHANNEL, hear)
            connection.add_termination_listener(lambda _: notes.put_nowait(None))
            self.ready.set()
            await self._heard(None)
            while not connection.is_closed():
                note = await notes.get()
                if note is not None:
                    await self._heard(note)
        finally:
            await connection.close(timeout=1)
