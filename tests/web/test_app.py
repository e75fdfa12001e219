"""What a browser sees when the server refuses or fails: a page, in its language, and never JSON or a traceback."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError

from conurb.games.prosperity.show import prose
from conurb.web.app import create_app
from conurb.words import say
from tests.server.support import client_of, quick

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    """An application with addresses that fail."""
    app = create_app(quick(f"sqlite:///{tmp_path / 'conurb.db'}", rate=0.01, burst=6))

    async def broken() -> None:
        raise RuntimeError("the secret is out")

    async def without_database() -> None:
        raise OperationalError("select secret", {}, Exception("gone"))

    for path in ("/broken", "/api/broken"):
        app.add_api_route(path, broken)
    app.add_api_route("/forgotten", without_database)
    return app


@pytest.fixture
async def reader(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at that application."""
    async with app.router.lifespan_context(app), client_of(app) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/broken", 500, "Something went wrong on the server; it was logged as "),
        ("/forgotten", 503, "The database does not answer. Try again in a moment"),
    ],
)
async def test_people_get_a_page(reader: httpx.AsyncClient, path: str, status: int, told: str) -> None:
    answer = await reader.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert told in answer.text
    assert "default-src" in answer.headers["content-security-policy"]
    for secret in ("secret", "Traceback", "RuntimeError"):
        assert secret not in answer.text


async def test_it_is_in_their_language(reader: httpx.AsyncClient) -> None:
    answer = await reader.get("/broken", headers={"accept-language": "it"})
    assert '<html lang="it"' in answer.text
    assert answer.headers["x-request-id"] in answer.text


async def test_programs_get_json(reader: httpx.AsyncClient) -> None:
    answer = await reader.get("/api/broken")
    assert answer.status_code == 500
    assert answer.json()["key"] == "fault"


async def test_who_asks_too_often_is_told_so_on_a_page(reader: httpx.AsyncClient) -> None:
    answers = [await reader.get("/rules/prosperity") for _ in range(7)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["content-type"].startswith("text/html")


async def test_a_hint_is_in_words_and_in_notation(
    reader: httpx.AsyncClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the line of a bot means, in the language of whoever asks; programs read the notation."""

    async def explain(_level: str, _seed: int, view: dict[str, Any]) -> dict[str, Any]:
        return {"line": [view["legal"][0]["text"]]}

    monkeypatch.setattr(app.state.pool, "explain", explain)
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = (await reader.post("/api/tables", json={"game": "prosperity", "players": 2, "seats": seats})).json()[
        "table"
    ]
    document = (await reader.get(f"/api/tables/{table}")).json()
    body, headers = {"seat": document["seat"]}, {"accept-language": "it"}
    answer = await reader.post(f"/api/tables/{table}/hint", json=body, headers=headers)
    first = document["view"]["legal"][0]
    told = say(prose.choice(document["view"], first, document["names"]), "it")
    assert answer.json() == {"line": [told], "notation": [first["text"]]}
