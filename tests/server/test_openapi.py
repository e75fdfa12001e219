"""Requests made up from the OpenAPI document, right and wrong: no server error, and answers as documented."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from conurb.server.app import create_api
from tests.server.support import GAME, PATIENCE, Server, bearer, quick

DOCUMENT = create_api(quick("sqlite:///unused.db")).openapi()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
CALLS = [
    (method.upper(), path)
    for path, calls in DOCUMENT["paths"].items()
    for method in calls
    if not path.endswith("/events")  # it never ends; tests/server/test_streams.py reads it
]
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
EXAMPLES, PIXEL_EXAMPLES = 12, 3  # drawing pixels takes half a second


class Tables:
    """Tables in every state, so that made-up requests reach what there is to reach."""

    def __init__(self, server: Server) -> None:
        self.url = server.url
        self.session = requests.Session()
        self._turn = count()
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            waiting = self._create(client, [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}], public=True)
            playing = self._create(client, [{"kind": "me"}] * 3)
            placing = self._create(client, [{"kind": "me"}] * 3, options={"place_order": "free"})
            over = self._create(client, [{"kind": "bot", "level": "random"}] * 3)
            for seat in range(3):
                body = {"seat": seat, "answers": 0, "action": 0}
                client.post(f"/api/tables/{placing['table']}/actions", json=body).raise_for_status()
            self._wait_until_over(client, over["table"])
            self.made = [waiting, playing, placing, over]
            self.session.cookies.update(dict(client.cookies))

    def _wait_until_over(self, client: httpx.Client, table: str) -> None:
        end = time.monotonic() + 2 * PATIENCE
        while client.get(f"/api/tables/{table}").json()["status"] != "over":
            assert time.monotonic() < end, "the bots do not finish their game"
            time.sleep(0.05)

    def _create(self, client: httpx.Client, seats: list[dict[str, Any]], **given: Any) -> dict[str, Any]:
        answer = client.post("/api/tables", json={"game": GAME, "players": 3, "seats": seats, **given})
        made: dict[str, Any] = answer.raise_for_status().json()
        return made

    def next(self) -> dict[str, Any] | None:
        """One of the tables, or none, in turn."""
        return [*self.made, None][next(self._turn) % 5]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    folder: Path = tmp_path_factory.mktemp("openapi")
    with Server(quick(f"sqlite:///{folder / 'conurb.db'}")) as server:
        yield Tables(server)


def has_input(method: str, path: str) -> bool:
    """Whether anything in the request could be wrong."""
    call = DOCUMENT["paths"][path][method.lower()]
    return bool(call.get("parameters") or call.get("requestBody"))


@pytest.mark.parametrize(
    ("method", "path", "mode"),
    [(*call, mode) for call in CALLS for mode in GenerationMode if mode is GenerationMode.POSITIVE or has_input(*call)],
)
def test_no_request_makes_the_server_fail(tables: Tables, method: str, path: str, mode: GenerationMode) -> None:
    operation = SCHEMA[path][method]
    patience = 4 * PATIENCE if path.endswith("/analysis") else PATIENCE  # it searches; interpreted, that takes a while

    @seed(7)
    @settings(
        max_examples=PIXEL_EXAMPLES if path.endswith(".png") else EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: Any) -> None:
        headers = {}
        table = tables.next()
        if table is not None and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table["table"]
            for token in table["tokens"].values():
                headers = bearer(token)
        response = case.call(base_url=tables.url, session=tables.session, headers=headers, timeout=patience)
        case.validate_response(response, checks=CHECKS)

    run()
