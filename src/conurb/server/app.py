"""The application: everything wired together, started and stopped in order."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from conurb.kernel.checks import ConurbError
from conurb.server import api_page, live, logs, routes, tasks
from conurb.server.analyses import Analyses
from conurb.server.bot_workers import BotPool
from conurb.server.caretaker import Caretaker
from conurb.server.errors import Refusal, Unavailable, Unusable, engine_key
from conurb.server.guard import Guard
from conurb.server.leader import Leader
from conurb.server.live import Hub, Listener
from conurb.server.metrics import Metrics
from conurb.server.players import COOKIE
from conurb.server.settings import Settings, from_environment
from conurb.server.stopping import told_to_stop
from conurb.server.storage import NO_DATABASE, Storage
from conurb.server.tables import Tables

log = logging.getLogger("conurb.app")

WHO_ASKS = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A browser's, for all its seats: set by the answer that makes a table or claims a seat.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A program's, for one seat: `Authorization: Bearer TOKEN`. The answers that make a table, a "
        "rematch or a continuation have `tokens`; the answer that claims a seat has its `token`.",
    },
}


class Api(FastAPI):
    """Whose document also says how to authenticate. Who does not is a spectator, or becomes a guest."""

    def openapi(self) -> dict[str, Any]:
        document = super().openapi()
        document["components"]["securitySchemes"] = WHO_ASKS
        document["security"] = [{}, *({name: []} for name in WHO_ASKS)]
        return document


def create_api(settings: Settings | None = None) -> FastAPI:
    """The API as an ASGI application. `app.state.tables` is the service behind it, once it has started."""
    settings = settings or from_environment()
    logs.start(settings.log_level)
    metrics = Metrics()
    worker = secrets.token_hex(6)
    storage = Storage(settings.database, worker)
    hub = Hub(settings.now)
    tables = Tables(settings, storage, hub, metrics)
    pool = BotPool(settings, metrics)
    analyses = Analyses(pool)
    caretaker = Caretaker(settings, tables, pool, metrics)
    _count(metrics, tables)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await storage.start()
        await tables.start()
        leader = Leader(storage.url, caretaker.lead)
        neighbours = Neighbours(tables, worker) if storage.shared else None
        if neighbours is not None:
            await neighbours.start()
        leader.start()
        log.info("server started", extra={"facts": {"database": storage.kind, "worker": worker}})
        try:
            with told_to_stop(hub.close):
                yield
        finally:
            await leader.stop()
            await caretaker.stop()
            await analyses.stop()
            await pool.stop()
            if neighbours is not None:
                await neighbours.stop()
            await storage.stop()

    app = Api(
        title="Conurb",
        version=version("conurb"),
        description="City-building board games: tables, actions and live updates.",
        lifespan=lifespan,
        docs_url=None,  # the usual page loads scripts from elsewhere; ours is below
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.tables = tables
    app.state.pool = pool
    app.state.analyses = analyses
    app.include_router(routes.router)
    app.include_router(routes.operations)
    app.add_api_route("/docs", _docs, include_in_schema=False, response_class=HTMLResponse)
    app.add_middleware(Guard, settings=settings, metrics=metrics)
    app.add_exception_handler(ConurbError, _refused)
    for kind in NO_DATABASE:
        app.add_exception_handler(kind, _no_database)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    return app


def _count(metrics: Metrics, tables: Tables) -> None:
    metrics.gauge("conurb_live_tables", lambda: len(tables.live_tables))
    metrics.gauge("conurb_streams", lambda: tables.hub.streams)
    metrics.gauge("conurb_entries_written_total", lambda: tables.storage.written)
    metrics.gauge("conurb_transactions_total", lambda: tables.storage.batches)


async def _docs(request: Request) -> HTMLResponse:
    return HTMLResponse(api_page.render(request.app.openapi()))


# --- errors as answers


async def _refused(_: Request, error: Exception) -> JSONResponse:
    """What a user can cause says itself what is wrong."""
    if isinstance(error, Refusal):
        return JSONResponse(error.to_json(), error.status)
    assert isinstance(error, ConurbError)
    return JSONResponse({"error": str(error), "key": engine_key(error), "args": {}}, 422)


async def _no_database(request: Request, error: Exception) -> JSONResponse:
    log.error("database failed", extra={"facts": {"path": request.url.path, "error": repr(error)}})
    refusal = Unavailable("no_database")
    return JSONResponse(refusal.to_json(), refusal.status)


async def _malformed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    faults = [f"{_place(fault['loc'])}: {fault['msg']}" for fault in error.errors()]
    refusal = Unusable("malformed", faults="; ".join(faults[:5])[:1000])
    return JSONResponse(refusal.to_json(), refusal.status)


def _place(location: tuple[Any, ...]) -> str:
    """Where in a request: body.seats.0.kind."""
    return ".".join(str(part)[:60] for part in location)


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    answer = {"error": str(error.detail), "key": "refused", "args": {}}
    return JSONResponse(answer, error.status_code, headers=error.headers)


# --- several workers on one PostgreSQL


class Neighbours:
    """Keeps this worker and the others in touch: what they write we fold, who looks on we tell each other."""

    def __init__(self, tables: Tables, worker: str) -> None:
        self._tables = tables
        self._listener = Listener(tables.storage.url, worker, self._heard)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._tables.hub.announce = self._announce
        await self._listener.start()
        self._keep(asyncio.create_task(self._announce_forever()))

    async def stop(self) -> None:
        await self._listener.stop()
        await tasks.end(self._tasks)

    async def _heard(self, note: dict[str, Any] | None) -> None:
        hub = self._tables.hub
        try:
            if note is None:  # some may have been missed
                for table_id in hub.tables():
                    await self._tables.heard(table_id)
            elif note["kind"] == "presence":
                hub.heard_presence(note["worker"], note["table"], note["seats"], note["spectators"])
            else:
                await self._tables.heard(note["table"])
        except (ConurbError, *NO_DATABASE) as error:
            log.warning("news not read", extra={"facts": {"note": note, "error": repr(error)}})

    def _announce(self, table_id: str, presence: dict[str, Any]) -> None:
        self._keep(asyncio.create_task(self._tell(table_id, presence)))

    async def _tell(self, table_id: str, presence: dict[str, Any]) -> None:
        try:
            await self._tables.storage.notify(table_id, "presence", **presence)
        except NO_DATABASE as error:
            log.warning("presence not told", extra={"facts": {"error": repr(error)}})

    async def _announce_forever(self) -> None:
        while True:
            await asyncio.sleep(live.ANNOUNCE)
            for table_id in self._tables.hub.tables():
                await self._tell(table_id, self._tables.hub.local_presence(table_id))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
