"""What every request passes: size, rate and origin are checked, answers get their headers, faults stay inside."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import MutableMapping
from math import ceil
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from conurb.server.errors import Fault, Forbidden, Refusal, TooLarge, TooMany
from conurb.server.metrics import Metrics
from conurb.server.settings import Settings

log = logging.getLogger("conurb.http")

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
BODY_SECONDS = 20.0  # for a client to send its body
CLIENTS = 10_000  # whose rate is remembered
SECURITY_HEADERS = {
    # Boards are SVG with styles of their own; everything else comes from files of this server.
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # invites are in addresses
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class SlowBody(Refusal):
    status = 408


class RateLimit:
    """A bucket of requests for each client, refilled at a steady rate."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, tuple[float, float]] = {}  # what is left, and when that was

    def take(self, client: str) -> float:
        """Count a request; the seconds to wait, 0 if it may pass."""
        if not self._rate:
            return 0.0
        now = time.monotonic()
        left, then = self._buckets.pop(client, (float(self._burst), now))
        left = min(float(self._burst), left + (now - then) * self._rate)
        passes = left >= 1
        self._buckets[client] = (left - 1 if passes else left, now)
        if len(self._buckets) > CLIENTS:
            del self._buckets[next(iter(self._buckets))]
        return 0.0 if passes else (1 - left) / self._rate


class Guard:
    """ASGI middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._rates = RateLimit(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        call = _Call(scope, send)
        try:
            self._check_rate(scope)
            self._check_origin(scope["method"], Headers(scope=scope))
            body = await self._body(Headers(scope=scope), receive)
            await self._app(scope, _replay(body, receive), call.send)
        except Refusal as refusal:
            await self._refuse(refusal, call, scope, receive)
        except Exception:
            log.exception("request failed", extra={"facts": {"request": call.id, "path": scope["path"]}})
            await self._refuse(Fault("fault", id=call.id), call, scope, receive)
        finally:
            self._note(call, scope)

    async def _refuse(self, refusal: Refusal, call: _Call, scope: Scope, receive: Receive) -> None:
        """An answer of the guard's own, unless one has begun: a page for people, where there are pages."""
        if call.status:
            return
        for_people = getattr(scope["app"].state, "refusal_page", None)
        page: Response | None = for_people(Request(scope), refusal) if for_people else None
        answer = page or JSONResponse(refusal.to_json(), refusal.status)
        await answer(scope, receive, call.send)

    def _check_rate(self, scope: Scope) -> None:
        client = scope.get("client")
        wait = self._rates.take(client[0] if client else "")
        if wait:
            raise TooMany("too_many", n=ceil(wait))

    def _check_origin(self, method: str, headers: Headers) -> None:
        """A page of another site must not act with this browser's cookie. Programs send no origin."""
        origin = headers.get("origin")
        if method in SAFE_METHODS or origin is None or origin in self._settings.origins:
            return
        if urlsplit(origin).netloc != headers.get("host"):
            raise Forbidden("other_origin")

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        """The whole body, or TooLarge as soon as that is known."""
        limit = self._settings.body_limit
        too_large = TooLarge("too_large", limit=limit)
        declared = headers.get("content-length", "0")
        if declared.isdigit() and int(declared) > limit:
            raise too_large
        body: bytes = b""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > limit:
                        raise too_large
                    if message["type"] != "http.request" or not message.get("more_body", False):
                        return body
        except TimeoutError:
            raise SlowBody("slow_body", n=int(BODY_SECONDS)) from None

    def _note(self, call: _Call, scope: MutableMapping[str, Any]) -> None:
        route = getattr(scope.get("route"), "path", "unknown")  # the pattern: addresses may hold invites
        seconds = time.monotonic() - call.began
        facts = {"request": call.id, "method": scope["method"], "route": route, "status": call.status}
        if not call.stream:
            self._metrics.time("conurb_request_seconds", seconds, route=route)
        self._metrics.count(
            "conurb_requests_total", route=route, method=_method(scope["method"]), status=str(call.status)
        )
        log.info("request", extra={"facts": {**facts, "ms": round(seconds * 1000, 1)}})


class _Call:
    """One request's answer on its way out."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.id = secrets.token_hex(6)
        self.began = time.monotonic()
        self.status = 0
        self.stream = False
        self._send = send
        self._https = scope.get("scheme") == "https"

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            self.stream = headers.get("content-type", "").startswith("text/event-stream")
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
            headers["x-request-id"] = self.id
            if self._https:
                headers.setdefault("strict-transport-security", "max-age=31536000")
        await self._send(message)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read, then listen for the client going away."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replayed


def _method(method: str) -> str:
    """Known methods only: the name is the client's to choose."""
    return method if method in ("GET", "HEAD", "POST", "OPTIONS") else "other"
