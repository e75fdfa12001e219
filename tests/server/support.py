"""What the tests of the server share: an application in this process, a server of its own, players at a table."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from conurb.server.app import create_api
from conurb.server.settings import Settings, to_environment
from conurb.server.tables import Tables
from tools.local_postgres import free_port

ROOT = Path(__file__).parent.parent.parent
GAME = "between-two-cities"
PATIENCE = 60.0  # seconds before a wait fails; a loaded machine takes its time


def quick(database: str, **given: Any) -> Settings:
    """Settings without waiting: no pause for bots, no limit on requests; and bots that a loaded machine may delay."""
    usual = {
        "database": database,
        "bot_pause": 0.0,
        "bot_seconds": 60.0,
        "rate": 0.0,
        "log_level": "ERROR",
        "tick": 0.1,
    }
    return Settings(**{**usual, **given})


# --- an application in this process


@dataclass
class Api:
    """A running application and a client of it, who keeps cookies."""

    app: FastAPI
    client: httpx.AsyncClient
    others: list[httpx.AsyncClient] = field(default_factory=list)

    @property
    def tables(self) -> Tables:
        tables: Tables = self.app.state.tables
        return tables

    def stranger(self) -> httpx.AsyncClient:
        """Another browser."""
        client = client_of(self.app)
        self.others.append(client)
        return client

    async def create(self, client: httpx.AsyncClient | None = None, **given: Any) -> dict[str, Any]:
        """A table of three where all seats are the client's, unless told otherwise."""
        body = {"game": GAME, "players": 3, **given}
        body.setdefault("seats", [{"kind": "me"}] * body["players"])
        answer = await (client or self.client).post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    async def document(self, table: str, client: httpx.AsyncClient | None = None, **query: Any) -> dict[str, Any]:
        answer = await (client or self.client).get(f"/api/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        document: dict[str, Any] = answer.json()
        return document

    async def post(self, path: str, body: Any = None, client: httpx.AsyncClient | None = None, **how: Any) -> Any:
        return await (client or self.client).post(path, json=body, **how)

    async def act(self, table: str, seat: int, choice: int = 0, **given: Any) -> httpx.Response:
        """Take one of the seat's legal actions."""
        document = await self.document(table, seat=seat)
        body = {"seat": seat, "answers": document["decision"], "text": document["view"]["legal"][choice]["text"]}
        return await self.client.post(f"/api/tables/{table}/actions", json={**body, **given})

    async def choose_all(self, table: str) -> None:
        """Every seat commits its first pair: the tiles are revealed."""
        for seat in (await self.document(table))["view"]["to_act"]:
            assert (await self.act(table, seat)).status_code == 200

    async def finish(self, table: str) -> dict[str, Any]:
        """Play a table where all seats are ours to its end."""
        while True:
            document = await self.document(table)
            if document["status"] == "over":
                return document
            assert (await self.act(table, document["seat"])).status_code == 200

    async def wait(self, table: str, what: str, test: Any, seconds: float = PATIENCE) -> dict[str, Any]:
        """Look at a table until the test holds of it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            document = await self.document(table)
            if test(document):
                return document
            await asyncio.sleep(0.02)
        raise AssertionError(f"not within {seconds} seconds: {what}")


def client_of(app: FastAPI) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://conurb.test")


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Api]:
    app = create_api(settings)
    async with app.router.lifespan_context(app), client_of(app) as client:
        api = Api(app, client)
        yield api
        for other in api.others:
            await other.aclose()


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


# --- streams


@dataclass(frozen=True)
class Note:
    """One server-sent event."""

    id: str
    event: str
    data: dict[str, Any]


class Stream:
    """A stream of live updates, read straight off the application (httpx would wait for its end)."""

    def __init__(self, app: FastAPI, path: str, headers: Mapping[str, str] | None = None) -> None:
        self._app = app
        self._scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()],
            "scheme": "http",
            "server": ("conurb.test", 80),
            "client": ("127.0.0.1", 1),
            "http_version": "1.1",
            "root_path": "",
        }
        self._chunks: asyncio.Queue[bytes] = asyncio.Queue()
        self._gone = asyncio.Event()
        self._sent = False
        self.status = 0
        self.raw = b""

    async def __aenter__(self) -> Stream:
        self._task = asyncio.create_task(self._app(self._scope, self._receive, self._send))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        await asyncio.wait_for(self._task, PATIENCE)

    async def _receive(self) -> dict[str, Any]:
        if not self._sent:
            self._sent = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.raw += message.get("body", b"")
            self._chunks.put_nowait(message.get("body", b""))

    async def next(self, *events: str, seconds: float = PATIENCE) -> Note:
        """The next event of these kinds."""
        while True:
            chunk = await asyncio.wait_for(self._chunks.get(), seconds)
            note = read_note(chunk.decode())
            if note is not None and (not events or note.event in events):
                return note

    async def quiet(self, seconds: float = 0.2) -> list[Note]:
        """Everything that comes in a while."""
        notes: list[Note] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    notes.append(await self.next())
        return notes


def read_note(text: str) -> Note | None:
    """An event off its text; None for a sign of life."""
    lines = dict(line.split(": ", 1) for line in text.strip().splitlines())
    if lines["event"] == "alive":
        return None
    return Note(lines["id"], lines["event"], json.loads(lines["data"]))


# --- a server of its own


async def until(what: str, test: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something of this process."""
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, f"not within {seconds:g} seconds: {what}"
        await asyncio.sleep(0.01)


class Server:
    """A server in a process of its own, to be killed."""

    def __init__(self, settings: Settings) -> None:
        self.port = 0
        path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
        self._environment = {**os.environ, **to_environment(settings), "PYTHONPATH": path}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """On a new port each time: the old one may be another's by now."""
        self.port = free_port()
        command = [sys.executable, "-m", "uvicorn", "--factory", "conurb.server.app:create_api"]
        command += ["--port", str(self.port), "--log-level", "warning", "--timeout-graceful-shutdown", "1"]
        quiet = subprocess.DEVNULL  # a server that outlives the tests must not keep their output open
        self._process = subprocess.Popen(
            command, env=self._environment, cwd=ROOT, stdin=quiet, stdout=quiet, stderr=quiet
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise AssertionError(f"the server ended with {self._process.returncode}")
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200:
                    return self
            time.sleep(0.02)
        self.kill()
        raise AssertionError("the server did not start")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """As a power cut would, but for the system's own memory."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
