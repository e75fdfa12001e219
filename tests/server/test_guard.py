"""What every request passes: limits, origins, headers, and faults that stay inside."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
from fastapi import FastAPI

from conurb.server import guard, logs
from conurb.server.players import COOKIE
from tests.server.support import GAME, Api, quick, running

pytestmark = pytest.mark.anyio

TABLE = {"game": GAME, "players": 2, "seats": [{"kind": "me"}] * 2}


# --- bodies


async def test_large_bodies_are_refused_before_they_are_read(api: Api) -> None:
    huge = json.dumps({**TABLE, "game": "x" * 100_000})
    answer = await api.client.post("/api/tables", content=huge, headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert "65536 bytes" in answer.json()["error"]


async def test_large_bodies_without_a_length_are_refused_too(api: Api) -> None:
    async def chunks() -> Any:
        for _ in range(100):
            yield b" " * 1000

    answer = await api.client.post("/api/tables", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


LONG_NUMBER = b'{"seed": ' + b"9" * 5000 + b"}"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"null", b"[]", b"\xff\xfe", b'{"game": NaN}', b"[" * 60_000, LONG_NUMBER, b"\x00"]
)
async def test_malformed_bodies_are_refused(api: Api, content: bytes) -> None:
    for path in ("/api/tables", "/api/tables/abc/claim", f"/api/score/{GAME}"):
        answer = await api.client.post(path, content=content, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500
        assert answer.json()["error"]


async def test_a_body_of_another_kind_is_refused(api: Api) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = await api.client.post("/api/tables", content=json.dumps(TABLE), headers={"content-type": kind})
        assert 400 <= answer.status_code < 500, kind


# --- rates


async def test_too_many_requests_have_to_wait(sqlite: str) -> None:
    async with running(quick(sqlite, rate=1.0, burst=5)) as api:
        codes = [(await api.client.get("/api/games")).status_code for _ in range(8)]
        assert codes[:5] == [200] * 5
        refused = await api.client.get("/api/games")
        assert refused.status_code == 429
        assert "wait" in refused.json()["cure"]


async def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("conurb.server.guard.time.monotonic", lambda: now)
    limit = guard.RateLimit(rate=2.0, burst=2)
    assert [limit.take("a") for _ in range(3)] == [0.0, 0.0, 0.5]
    assert limit.take("b") == 0.0, "others are not kept waiting"
    now += 0.5
    assert limit.take("a") == 0.0


# --- origins


async def test_pages_of_other_sites_cannot_act(sqlite: str) -> None:
    async with running(quick(sqlite, origins=("https://friend.example",))) as api:
        for origin, status in [
            ("http://conurb.test", 201),
            ("https://friend.example", 201),
            ("https://evil.example", 403),
            ("http://conurb.test.evil.example", 403),
            ("null", 403),
            ("", 403),
        ]:
            answer = await api.post("/api/tables", TABLE, headers={"origin": origin})
            assert answer.status_code == status, origin
        looked = await api.client.get("/api/games", headers={"origin": "https://evil.example"})
        assert looked.status_code == 200
        assert "access-control-allow-origin" not in looked.headers


# --- headers


async def test_every_answer_has_the_protecting_headers(api: Api) -> None:
    table = (await api.create())["table"]
    for path in (
        "/api/games",
        f"/api/tables/{table}",
        f"/api/tables/{table}/board.svg",
        "/docs",
        "/nothing",
        "/healthz",
    ):
        headers = (await api.client.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src" not in policy, "scripts fall under default-src: ours only, none inline"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"


async def test_the_page_of_the_api_needs_nothing_from_elsewhere(api: Api) -> None:
    page = (await api.client.get("/docs")).text
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page
    for path in (await api.client.get("/openapi.json")).json()["paths"]:
        assert path in page


async def test_the_api_says_how_to_authenticate_and_what_a_seat_is(api: Api) -> None:
    document, page = (await api.client.get("/openapi.json")).json(), (await api.client.get("/docs")).text
    schemes = document["components"]["securitySchemes"]
    assert (schemes["cookie"]["name"], schemes["token"]["scheme"]) == (COOKIE, "bearer")
    assert document["security"] == [{}, {"cookie": []}, {"token": []}], "all of it also without"
    for told in ("Authorization: Bearer TOKEN", "seats[].kind", "seats[].name", "seats[].level"):
        assert told in page
    assert all(one.get("description") for one in document["components"]["schemas"]["SeatBody"]["properties"].values())


# --- faults


async def test_a_fault_of_ours_shows_no_traceback(api: Api, capfd: pytest.CaptureFixture[str]) -> None:
    app: FastAPI = api.app

    async def broken() -> None:
        raise RuntimeError("the secret is out")

    app.add_api_route("/broken", broken)
    answer = await api.client.get("/broken")
    assert answer.status_code == 500
    assert set(answer.json()) == {"error", "key", "args"}
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["x-request-id"] in answer.json()["error"]


# --- for whoever runs it


async def test_health_and_metrics_tell_how_it_goes(api: Api) -> None:
    assert (await api.client.get("/healthz")).json() == {"ok": True, "database": "sqlite", "leading": True}
    table = (await api.create())["table"]
    await api.act(table, 0)
    text = (await api.client.get("/metrics")).text
    assert f'conurb_actions_total{{game="{GAME}"}} 1\n' in text
    assert "conurb_entries_written_total 1\n" in text
    assert 'conurb_requests_total{method="POST",route="/api/tables/{table}/actions",status="200"} 1' in text
    assert 'conurb_request_seconds_count{route="/api/tables"} 1' in text
    assert table not in text
    for line in text.splitlines():
        assert line.startswith(("# HELP ", "# TYPE ", "conurb_")), line


async def test_logs_are_lines_of_json_without_secrets(sqlite: str) -> None:
    stream = io.StringIO()
    async with running(quick(sqlite, log_level="INFO")) as api:
        for handler in logging.getLogger("conurb").handlers:
            assert isinstance(handler, logging.StreamHandler)
            handler.setStream(stream)
        created = await api.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
        invite = created["invites"][min(created["invites"])].removeprefix("/join/")
        claimed = await api.post(f"/api/tables/{created['table']}/claim", {"invite": invite}, client=api.stranger())
        cookie = str(api.client.cookies["conurb"])
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert {"time", "level", "logger", "message"} <= set(lines[0])
    requests = [line for line in lines if line["message"] == "request"]
    assert {"/api/tables", "/api/tables/{table}/claim"} <= {line["route"] for line in requests}
    for secret in (invite, claimed.json()["token"], cookie):
        assert secret not in stream.getvalue()


def test_a_logged_fault_keeps_its_traceback() -> None:
    try:
        raise ValueError("why")
    except ValueError as error:
        record = logging.LogRecord("conurb", logging.ERROR, "", 1, "bad", (), (ValueError, error, error.__traceback__))
    assert "ValueError: why" in json.loads(logs.JsonLines().format(record))["traceback"]


STRANGE = ["\ud800", "\x00", "\u202e", "\U0010ffff", "a\ud800\x00b" * 5]


@pytest.mark.parametrize("text", STRANGE)
async def test_strange_letters_do_no_harm(api: Api, text: str) -> None:
    """Half characters, zero characters: refused or kept, in every place that takes a text."""
    table = (await api.create())["table"]
    await api.choose_all(table)
    one = f"/api/tables/{table}"
    requests: list[tuple[str, dict[str, Any]]] = [
        ("/api/tables", {**TABLE, "game": text}),
        ("/api/tables", {**TABLE, "options": {text: 1}}),
        ("/api/tables", {**TABLE, "options": {"place_order": text}}),
        ("/api/tables", {**TABLE, "seats": [{"kind": "me", "name": text}, {"kind": "bot", "level": text}]}),
        ("/api/tables", {**TABLE, "seats": [{"kind": "me", "name": text}] * 2}),
        ("/api/tables", {**TABLE, text: text}),
        (f"{one}/actions", {"seat": 0, "answers": 3, "text": text}),
        (f"{one}/actions", {"seat": 0, "answers": 3, "move": {"type": text, text: text}}),
        (f"{one}/actions", {"seat": 0, "answers": 3, "action": 0, "id": text}),
        (f"{one}/chat", {"seat": 0, "text": text}),
        (f"{one}/chat", {"seat": 0, "text": "x", "suggestion": {text: text}}),
        (f"{one}/chat", {"seat": 0, "text": "x", "suggestion": {"city": 0, "tile": text, "row": 0, "col": 0}}),
        (f"{one}/claim", {"invite": text, "name": text}),
        (f"{one}/takeover", {"seat": 0, "level": text}),
        (f"/api/score/{GAME}", {"position": {"players": 3, text: text}}),
    ]
    for path, body in requests:
        content = json.dumps(body).encode()
        answer = await api.client.post(path, content=content, headers={"content-type": "application/json"})
        assert answer.status_code < 500, (path, body)
        json.loads(answer.content)
    for path in ("/api/tables?kind=mine", one):
        assert (await api.client.get(path)).status_code == 200
