"""`python -m benchmarks.server`: how many live tables of bots a server on this machine holds.

On each database, more and more tables are played by the server's own bots, each looked at by viewers with an open
stream. Measured is the time from an action to the moment a viewer has heard of it, and to the moment the viewer has
the new document. The knee is the last stage that keeps its pace with 95 of 100 updates within LIMIT. Everything, the
viewers included, runs on this machine and talks over its loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from conurb import _build
from conurb.server.settings import Settings
from tests.server.support import GAME, Server
from tools import local_postgres

STAGES = (10, 20, 40, 60, 80, 120, 160, 240, 320, 480)
WARM_UP, MEASURE = 3.0, 10.0  # seconds a stage
LIMIT = 250.0  # milliseconds; what feels immediate
PACE = 0.8  # of the actions a table without company would make
VIEWERS = 2
PLAYERS = 3
PAUSE = 1.0  # seconds a bot waits before it acts
RESULTS = Path(__file__).parent.parent / "build" / "bench" / "server.json"


def now_ms() -> float:
    return time.time() * 1000


@dataclass
class Stage:
    """What was measured with so many tables."""

    tables: int
    heard: list[float] = field(default_factory=list)  # milliseconds from action to event
    shown: list[float] = field(default_factory=list)  # ... to the document
    actions: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "tables": self.tables,
            "actions_per_second": round(self.actions / self.seconds, 1),
            "per_table": round(self.actions / self.seconds / self.tables, 2),
            "heard_ms": percentiles(self.heard),
            "shown_ms": percentiles(self.shown),
        }


def percentiles(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [float("nan")]
    at = {"p50": 0.50, "p95": 0.95, "p99": 0.99}
    return {name: round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 1) for name, part in at.items()}


class Line:
    """A connection kept open, with just enough HTTP: a full client would be most of what is measured."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)

    def close(self) -> None:
        self._writer.close()

    async def get(self, path: str) -> bytes:
        self._send(path)
        length = 0
        while (line := (await self._reader.readline()).lower()) != b"\r\n":
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return await self._reader.readexactly(length)

    async def listen(self, path: str) -> None:
        self._send(path)

    async def next_change(self) -> dict[str, Any]:
        """The data of the next `changed` event."""
        changed = False
        while line := await self._reader.readline():
            if line.startswith(b"event: "):
                changed = line.strip() == b"event: changed"
            elif line.startswith(b"data: ") and changed:
                data: dict[str, Any] = json.loads(line[6:])
                return data
        raise ConnectionError("the stream ended")

    def _send(self, path: str) -> None:
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())


class Load:
    """Tables and their viewers."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._client = httpx.AsyncClient(base_url=server.url, timeout=60)
        self._tables: set[asyncio.Task[None]] = set()
        self.stage: Stage | None = None

    async def grow(self, tables: int) -> None:
        """Have at least so many tables with viewers."""
        while len(self._tables) < tables:
            self._tables.add(asyncio.create_task(self._keep_table()))
            await asyncio.sleep(0.01)

    async def _keep_table(self) -> None:
        """A table with its viewers, and another one when it is over."""
        while True:
            table = await self._create()
            await asyncio.gather(*(self._watch(table, counts=viewer == 0) for viewer in range(VIEWERS)))

    async def _create(self) -> str:
        body = {"game": GAME, "players": PLAYERS, "seats": [{"kind": "bot"}] * PLAYERS}
        answer = await self._client.post("/api/tables", json=body)
        return str(answer.raise_for_status().json()["table"])

    async def _watch(self, table: str, counts: bool) -> None:
        """Look at a table until it is over; one of its viewers counts the actions."""
        stream, line = Line(self._server.port), Line(self._server.port)
        await asyncio.gather(stream.open(), line.open())
        await stream.listen(f"/api/tables/{table}/events")
        version, status = -1, ""
        while status != "over":
            change = await stream.next_change()
            heard = now_ms()
            await line.get(f"/api/tables/{table}")
            status = change["status"]
            if self.stage is not None and "at" in change and version >= 0:
                self.stage.heard.append(heard - change["at"])
                self.stage.shown.append(now_ms() - change["at"])
                if counts:
                    self.stage.actions += change["version"] - version
            version = change["version"]
        stream.close()
        line.close()

    async def measure(self, tables: int) -> Stage:
        await self.grow(tables)
        await asyncio.sleep(WARM_UP)
        stage = Stage(tables)
        began = time.monotonic()
        self.stage = stage
        await asyncio.sleep(MEASURE)
        self.stage = None
        stage.seconds = time.monotonic() - began
        for task in self._tables:
            if task.done():
                task.result()  # what went wrong
        return stage

    async def stop(self) -> None:
        for task in self._tables:
            task.cancel()
        await asyncio.gather(*self._tables, return_exceptions=True)
        await self._client.aclose()


async def run_stages(database: str, most: int) -> list[dict[str, Any]]:
    """Stage after stage, until one does not keep up."""
    settings = Settings(database=database, bot_pause=PAUSE, rate=0, log_level="WARNING")
    results: list[dict[str, Any]] = []
    server = await asyncio.to_thread(Server(settings).start)
    load = Load(server)
    try:
        for tables in STAGES:
            if tables > most:
                break
            result = (await load.measure(tables)).to_json()
            result["keeps_up"] = keeps_up(result, results)
            results.append(result)
            print(row(result), flush=True)
            if not result["keeps_up"]:
                break
    finally:
        await load.stop()
        server.stop()
    return results


def keeps_up(result: dict[str, Any], before: list[dict[str, Any]]) -> bool:
    quick = result["shown_ms"]["p95"] <= LIMIT
    unhurried = before[0]["per_table"] if before else 0.0
    return bool(quick and result["per_table"] >= PACE * unhurried)


COLUMNS = ("tables", "actions/s", "heard p50", "p95", "p99", "shown p50", "p95", "p99")
HEAD = " ".join(f"{name:>9}" for name in COLUMNS)


def row(result: dict[str, Any]) -> str:
    times = [*result["heard_ms"].values(), *result["shown_ms"].values()]
    cells = [result["tables"], result["actions_per_second"], *times]
    verdict = "" if result["keeps_up"] else "  does not keep up"
    return " ".join(f"{cell:>9}" for cell in cells) + verdict


def knee(results: list[dict[str, Any]]) -> int:
    return max([result["tables"] for result in results if result["keeps_up"]], default=0)


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """An empty one of each kind that can be had here."""
    with tempfile.TemporaryDirectory() as folder:
        found = {"sqlite": f"sqlite:///{Path(folder) / 'conurb.db'}"}
        try:
            with local_postgres.running() as server:
                yield {**found, "postgresql": asyncio.run(local_postgres.new_database(server))}
                return
        except local_postgres.NoPostgres as reason:
            print(f"without PostgreSQL: {reason}")
        yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=STAGES[-1], help="tables, at most")
    args = parser.parse_args()
    print(f"{os.cpu_count()} CPUs, engine {_build.verdict().mode}; {VIEWERS} viewers a table; milliseconds")
    results = {}
    with databases() as found:
        for kind, database in found.items():
            print(f"\n{kind}\n{HEAD}")
            results[kind] = asyncio.run(run_stages(database, args.most))
            print(f"knee: {knee(results[kind])} tables")
    if len(results) == 2 and knee(results["postgresql"]):
        ratio = knee(results["sqlite"]) / knee(results["postgresql"])
        print(f"\nSQLite holds {ratio:.2f} times the tables of PostgreSQL on this machine")
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
