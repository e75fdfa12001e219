"""Hints during a game, where nobody else plays, and the analysis of a finished one."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest

from conurb import games
from conurb.server import bot_process
from conurb.server.analyses import Analyses
from conurb.server.bot_workers import BotFault, BotPool
from conurb.server.errors import Unavailable
from conurb.server.table import LiveTable
from conurb.web.analysis import fragment
from tests.arena.short_game import blunder
from tests.server.support import Api

pytestmark = pytest.mark.anyio

ALONE = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]


async def test_who_plays_alone_gets_a_hint(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    async def explain(level: str, seed: int, view: dict[str, Any]) -> dict[str, Any]:
        return {"level": level, "seat": view["seat"]}

    monkeypatch.setattr(api.app.state.pool, "explain", explain)
    created = await api.create(seats=ALONE)
    (seat,) = created["yours"]
    answer = await api.post(f"/api/tables/{created['table']}/hint", {"seat": seat})
    assert answer.json() == {"level": "strongest", "seat": seat}
    assert (await api.document(created["table"]))["hints"] is True
    other = await api.post(f"/api/tables/{created['table']}/hint", {"seat": (seat + 1) % 3})
    assert other.json()["key"] == "not_your_seat"


async def test_among_people_there_are_no_hints(api: Api) -> None:
    created = await api.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}])
    (seat,) = created["yours"]
    answer = await api.post(f"/api/tables/{created['table']}/hint", {"seat": seat})
    assert (answer.status_code, answer.json()["key"]) == (403, "not_alone")
    assert (await api.document(created["table"]))["hints"] is False


async def test_a_hint_that_fails_is_said_so(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    async def explain(*_: object) -> dict[str, Any]:
        raise BotFault("slow")

    monkeypatch.setattr(api.app.state.pool, "explain", explain)
    created = await api.create(seats=ALONE)
    answer = await api.post(f"/api/tables/{created['table']}/hint", {"seat": created["yours"][0]})
    assert (answer.status_code, answer.json()["key"]) == (503, "no_hint")


async def test_a_game_that_is_not_over_is_not_analysed(api: Api) -> None:
    created = await api.create(seats=ALONE)
    assert (await api.client.get(f"/api/tables/{created['table']}/analysis")).status_code == 409


def test_a_bot_process_explains_and_analyses() -> None:
    view = games.get("between-two-cities").new(3, seed=1).view(0)
    question = {"level": "search:4", "seed": 1, "view": view, "patience": 2.5, "explain": True}
    told = cast("dict[str, Any]", bot_process.answer(json.dumps(question), {})["explanation"])
    assert told["thoughts"][0]["action"] == told["action"]
    again = bot_process.answer(json.dumps({**question, "explain": False}), {})
    assert again == {"action": told["action"]}
    found = cast(
        "dict[str, Any]", bot_process.answer(json.dumps({"record": blunder().record.to_json()}), {})["analysis"]
    )
    assert len(found["turning_points"]) == 1
    assert "error" in bot_process.answer('{"record": {}}', {})
    for language in ("en", "it", "hu"):
        html = fragment(found, blunder().record, ["Ada", "<b>", "Bela"], "/t/x", language)
        assert "<svg" in html
        assert f"<b>{found['turning_points'][0]['better']}</b>" not in html  # people read words, not notation
        assert not any(move.rpartition(": ")[2] in html for move in found["turning_points"][0]["line"])
        assert "<b>," not in html
        assert "/t/x?at=0" in html


class Pool:
    """Analyses that end when they are told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.go = asyncio.Event()
        self.fault: BotFault | None = None

    async def analyse(self, record: dict[str, object]) -> dict[str, Any]:
        self.asked += 1
        await self.go.wait()
        if self.fault is not None:
            raise self.fault
        return {"of": record["seed"]}


class Finished:
    """As much of a table as an analysis needs."""

    def __init__(self, id: str) -> None:
        self.id = id

    def record(self) -> Any:
        return blunder().record


async def test_one_analysis_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool()
    analyses = Analyses(cast("BotPool", pool))
    live = cast("LiveTable", Finished("a"))
    first, second = (asyncio.create_task(analyses.of(live)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    pool.go.set()
    assert await second == {"of": "0x1"}
    assert await analyses.of(live) == {"of": "0x1"}
    assert pool.asked == 1
    pool.fault = BotFault("died")
    for _ in range(2):  # what failed is tried again
        with pytest.raises(Unavailable):
            await analyses.of(cast("LiveTable", Finished("b")))
    assert pool.asked == 3
    await analyses.stop()
