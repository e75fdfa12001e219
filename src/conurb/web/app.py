"""The whole application: the server's API, the pages and their files."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Scope

from conurb.kernel.checks import ConurbError
from conurb.server.app import create_api
from conurb.server.errors import Refusal, Unavailable
from conurb.server.settings import Settings, from_environment
from conurb.server.storage import NO_DATABASE
from conurb.web import analysis, pages, render

FOR_PROGRAMS = ("/api/", "/docs", "/openapi.json", "/healthz", "/metrics", "/static/")


class Files(StaticFiles):
    """Static files: those with a mark of their content in the address may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        marked = scope["query_string"].startswith(b"v=")
        response.headers["cache-control"] = pages.FOREVER if marked else "no-cache"
        return response


def create_app(settings: Settings | None = None) -> FastAPI:
    """API and pages as one ASGI application."""
    app = create_api(settings)
    app.include_router(pages.router)
    app.mount("/static", Files(directory=render.STATIC))
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    for kind in (ConurbError, HTTPException, RequestValidationError, *NO_DATABASE):
        app.add_exception_handler(kind, _for_people(app.exception_handlers[kind]))
    app.state.refusal_page = _refusal_page  # for what the guard itself refuses
    app.state.line_words = _line_words  # for hints
    return app


def create_app_from_environment() -> FastAPI:
    """For `conurb serve`."""
    return create_app(from_environment())


def _for_people(handler: Callable[[Request, Any], Any]) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Programs get the API's answer; people get a page with the same status."""

    async def answer(request: Request, error: Exception) -> Response:
        told: Response = await handler(request, error)
        if _by_program(request):
            return told
        reason = Unavailable("no_database") if isinstance(error, NO_DATABASE) else error
        return pages.error_page(request, told.status_code, reason)

    return answer


def _refusal_page(request: Request, refusal: Refusal) -> Response | None:
    return None if _by_program(request) else pages.error_page(request, refusal.status, refusal)


def _line_words(request: Request, view: Mapping[str, Any], line: Sequence[str], names: Sequence[str]) -> list[str]:
    """A bot's line in the words of whoever asks; as in notation, every move but the first begins with its seat."""
    language = pages.wishes(request)["language"]
    told = analysis.line_words(view, line, render.names(names, language), language)
    return [words if seat is None else f"{seat}: {words}" for seat, words in told]


def _by_program(request: Request) -> bool:
    """Whether a program asks, or a script of ours, and not a person who would see the answer."""
    return request.url.path.startswith(FOR_PROGRAMS) or request.url.path.endswith("/parts")
