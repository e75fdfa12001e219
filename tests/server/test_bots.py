"""Bots as players: they think elsewhere, see only their view, and one that misbehaves stops nobody."""

from __future__ import annotations

import asyncio
import time

import pytest

from conurb.server.bot_workers import BotFault, BotPool
from conurb.server.metrics import Metrics
from tests.server.support import Api, quick, running

pytestmark = pytest.mark.anyio

BAD = {
    name: f"tests.server.bad_bots:{name.capitalize()}"
    for name in ("loops", "sleeps", "dies", "raises", "cheats", "eats", "babbles", "peeks")
}
LIMIT = 3.0  # seconds; a process on a loaded machine must not fail by it
FAULTS = {
    "loops": "slow",
    "sleeps": "slow",
    "dies": "died",
    "raises": "error",
    "cheats": "illegal",
    "eats": "error",
}


def over(document: dict[str, object]) -> bool:
    return document["status"] == "over"


async def test_bots_play_a_whole_game_by_themselves(api: Api) -> None:
    table = (await api.create(seats=[{"kind": "bot", "level": "random"}] * 3))["table"]
    document = await api.wait(table, "the bots finish", over, 120)
    assert {line["by"] for line in document["log"]} == {""}
    assert (await api.client.get(f"/api/tables/{table}/verify")).json()["ok"]


async def test_a_bot_waits_for_the_person_at_the_table(api: Api) -> None:
    created = await api.create(seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}])
    table, (seat,) = created["table"], created["yours"]
    await api.wait(table, "both bots have chosen", lambda d: d["version"] == 2)
    await api.act(table, seat)
    await api.wait(table, "the bots go on", lambda d: d["version"] > 3 or d["seat"] in d["view"]["to_act"])


@pytest.mark.parametrize("levels", [("loops", "cheats", "eats"), ("sleeps", "dies", "raises")])
async def test_bad_bots_are_replaced_and_their_table_goes_on(sqlite: str, levels: tuple[str, ...]) -> None:
    async with running(quick(sqlite, bots=BAD, bot_seconds=LIMIT)) as api:
        created = await api.create(seats=[{"kind": "bot", "level": level} for level in levels])
        table = created["table"]
        document = await api.wait(table, "play goes on", lambda d: d["view"]["phase"] == "place", 120)
        faults = [line for line in document["log"] if line["kind"] == "bot"]
        assert sorted(line["seat"] for line in faults) == [0, 1, 2]
        assert {(line["level"], line["by"]) for line in faults} == {("greedy", "fault")}
        metrics = api.tables.metrics.text()
        for level in levels:
            assert f'conurb_bot_faults_total{{fault="{FAULTS[level]}",level="{level}"}} 2' in metrics


async def test_bad_bots_keep_no_other_table_waiting(sqlite: str) -> None:
    """Ten tables of bots that loop, and one that does not, with two processes for all of them."""
    async with running(quick(sqlite, bots=BAD, bot_seconds=2.0, bot_processes=2)) as api:
        good = (await api.create(seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]))["table"]
        await api.wait(good, "the processes have started", lambda d: d["version"] == 2)
        for _ in range(10):
            await api.create(seats=[{"kind": "bot", "level": "loops"}] * 3)
        await asyncio.sleep(0.5)
        began = time.monotonic()
        table = (await api.create(seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]))["table"]
        await api.wait(table, "the good bots have chosen", lambda d: d["version"] == 2)
        assert time.monotonic() - began < 30, "one time limit and a new process, not one for each of the bad bots"
        looked = time.monotonic()
        await api.document(good)
        assert time.monotonic() - looked < 5


async def test_a_bot_that_prints_is_not_misunderstood(sqlite: str) -> None:
    async with running(quick(sqlite, bots=BAD)) as api:
        table = (await api.create(seats=[{"kind": "bot", "level": "babbles"}] * 2, players=2))["table"]
        document = await api.wait(table, "the game ends", over, 120)
        assert {line["kind"] for line in document["log"]} == {"action"}


async def test_a_bot_sees_its_view_and_nothing_of_the_server(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONURB_DATABASE", sqlite)
    monkeypatch.setenv("CONURB_SECRET", "s")
    async with running(quick(sqlite, bots=BAD)) as api:
        table = (await api.create(seats=[{"kind": "bot", "level": "peeks"}] * 2, players=2))["table"]
        document = await api.wait(table, "the game ends", over, 120)
        assert {line["kind"] for line in document["log"]} == {"action"}


async def test_a_killed_process_is_replaced(sqlite: str) -> None:
    pool = BotPool(quick(sqlite, bots=BAD, bot_seconds=LIMIT, bot_processes=1), Metrics())
    try:
        view = {"seat": 0, "count": 0, "legal": [{"action": 5, "text": "five"}]}
        assert await pool.choose("random", 1, view) == 5
        for level, kind in (("dies", "died"), ("loops", "slow"), ("raises", "error")):
            with pytest.raises(BotFault, match=kind):
                await pool.choose(level, 1, view)
            assert await pool.choose("random", 1, view) == 5
    finally:
        await pool.stop()


async def test_bot_games_go_on_after_a_restart(sqlite: str) -> None:
    async with running(quick(sqlite, bot_pause=0.05)) as api:
        table = (await api.create(seats=[{"kind": "bot", "level": "random"}] * 3))["table"]
        before = await api.wait(table, "the game is under way", lambda d: d["version"] > 5)
        assert before["status"] == "playing"
    async with running(quick(sqlite)) as api:
        assert (await api.wait(table, "the game ends", over, 120))["version"] > before["version"]
