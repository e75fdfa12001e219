"""Several processes on one database: one of them gets through, all of them know."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import asyncpg
import httpx
import pytest

from conurb.server.players import COOKIE
from tests.server.support import GAME, PATIENCE, Api, Server, Stream, bearer, quick, running, until
from tools.local_postgres import new_database

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def two(database: str, **given: Any) -> AsyncIterator[tuple[Api, Api]]:
    """Two applications on one database, with one cookie between their clients."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(running(quick(database, **given)))
        second = await stack.enter_async_context(running(quick(database, **given)))
        for api in (first, second):
            api.client.cookies.set(COOKIE, first.tables.keys.cookie("one guest"))
        yield first, second


async def test_two_workers_cannot_both_apply(database: str) -> None:
    async with two(database) as (first, second):
        table = (await first.create())["table"]
        await asyncio.gather(first.document(table), second.document(table))
        for _ in range(8):
            document = await second.document(table)
            seat, decision = document["seat"], document["decision"]
            body = {"seat": seat, "answers": decision, "action": document["view"]["legal"][0]["action"]}
            answers = await asyncio.gather(
                *(api.post(f"/api/tables/{table}/actions", body) for api in (first, second, first, second))
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
            versions = {answer.json()["version"] for answer in answers}
            assert versions == {document["version"] + 1}
        assert (await first.document(table)) == (await second.document(table))


async def test_simultaneous_choices_through_two_workers_are_all_kept(database: str) -> None:
    async with two(database) as (first, second):
        table = (await first.create(players=4))["table"]
        await asyncio.gather(first.document(table), second.document(table))
        answers = await asyncio.gather(
            *(
                (first, second)[seat % 2].post(
                    f"/api/tables/{table}/actions", {"seat": seat, "answers": 0, "action": seat, "id": f"s{seat}"}
                )
                for seat in range(4)
            )
        )
        assert [answer.status_code for answer in answers] == [200] * 4
        assert sorted(answer.json()["version"] for answer in answers) == [1, 2, 3, 4]
        assert (await second.document(table))["view"]["phase"] == "place"


async def test_a_request_sent_to_both_is_carried_out_once(database: str) -> None:
    async with two(database) as (first, second):
        table = (await first.create())["table"]
        body = {"seat": 0, "answers": 0, "action": 2, "id": "one"}
        answers = await asyncio.gather(
            *(api.post(f"/api/tables/{table}/actions", body) for api in (first, second, second, first))
        )
        assert [answer.json() for answer in answers] == [{"version": 1}] * 4
        assert (await second.document(table))["version"] == 1


async def test_a_seat_is_claimed_through_one_of_them(database: str) -> None:
    async with two(database) as (first, second):
        created = await first.create(seats=[{"kind": "me"}, {"kind": "me"}, {"kind": "open"}])
        table, (url,) = created["table"], created["invites"].values()
        body = {"invite": url.removeprefix("/join/")}
        answers = await asyncio.gather(
            *(api.post(f"/api/tables/{table}/claim", body, client=api.stranger()) for api in (first, second) * 3)
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
        assert (await first.document(table))["status"] == (await second.document(table))["status"] == "playing"


async def test_one_of_them_leads_and_the_other_takes_over(database: str) -> None:
    async with AsyncExitStack() as stack:
        second_stack = await stack.enter_async_context(AsyncExitStack())
        first_stack = await stack.enter_async_context(AsyncExitStack())
        first = await first_stack.enter_async_context(running(quick(database)))
        await until("the first leads", lambda: first.tables.leading)
        second = await second_stack.enter_async_context(running(quick(database)))
        await asyncio.sleep(0.1)
        assert not second.tables.leading
        await first_stack.aclose()
        await until("the second takes over", lambda: second.tables.leading)


# --- between workers on PostgreSQL


async def test_viewers_at_one_worker_hear_what_is_done_at_another(postgres: str) -> None:
    async with two(await new_database(postgres)) as (first, second):
        created = await first.create()
        table = created["table"]
        path = f"/api/tables/{table}/events"
        async with Stream(second.app, path) as stream, Stream(first.app, path, bearer(created["tokens"]["0"])) as own:
            await asyncio.gather(stream.next("changed"), own.next("changed"))
            await first.choose_all(table)
            while (await stream.next("changed")).data["version"] < 3:
                pass
            await first.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "from afar"})
            assert (await stream.next("chat")).data["text"] == "from afar"
            document = await second.wait(table, "presence arrives", lambda d: d["seats"][0]["connected"])
            assert document["spectators"] == 1
            shown = await first.wait(table, "presence arrives", lambda d: d["spectators"] == 1)
            assert shown["seats"][0]["connected"]


async def test_bots_of_the_leader_play_at_tables_made_elsewhere(postgres: str) -> None:
    async with two(await new_database(postgres)) as (first, second):
        await until("the first leads", lambda: first.tables.leading)
        table = (await second.create(seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]))["table"]
        await second.wait(table, "the bots choose", lambda d: d["version"] == 2)


async def test_a_database_that_goes_away_and_comes_back(postgres: str) -> None:
    """Requests are refused with a cure while it is gone; afterwards everything works again by itself."""
    database = await new_database(postgres)
    name = database.rpartition("/")[2]
    admin = await asyncpg.connect(f"{postgres}/postgres", timeout=PATIENCE, command_timeout=PATIENCE)
    try:
        async with two(database) as (first, second):
            table = (await first.create(seats=[{"kind": "me"}, {"kind": "me"}, {"kind": "bot"}]))["table"]
            seat = (await first.document(table))["seat"]
            body = {"seat": seat, "answers": 0, "action": 1, "id": "again"}
            await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            await admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
            refused = await first.post(f"/api/tables/{table}/actions", body)
            assert refused.status_code == 503
            assert "same id" in refused.json()["cure"]
            assert (await first.client.get("/healthz")).status_code == 503
            await admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
            answer = await first.post(f"/api/tables/{table}/actions", body)
            assert answer.status_code == 200
            async with Stream(second.app, f"/api/tables/{table}/events") as stream:
                await stream.next("changed")
                await first.wait(table, "the bot plays", lambda d: d["version"] == 2)
                other = next(s for s in (await first.document(table))["yours"] if s != seat)
                await first.act(table, other)
                while (await stream.next("changed")).data["version"] < 3:
                    pass
    finally:
        await admin.close()


# --- real processes


async def test_two_server_processes_on_one_database(database: str) -> None:
    """The same with real servers, one of which is killed."""
    with Server(quick(database)) as one, Server(quick(database)) as other:
        async with (
            httpx.AsyncClient(base_url=one.url, timeout=PATIENCE) as first,
            httpx.AsyncClient(base_url=other.url, timeout=PATIENCE) as second,
        ):
            created = await first.post("/api/tables", json={"game": GAME, "players": 2, "seats": [{"kind": "me"}] * 2})
            table, tokens = created.json()["table"], created.json()["tokens"]
            body = {"seat": 0, "answers": 0, "action": 0}
            answers = await asyncio.gather(
                *(
                    client.post(f"/api/tables/{table}/actions", json=body, headers=bearer(tokens["0"]))
                    for client in (first, second) * 4
                )
            )
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
            one.kill()
            body = {"seat": 1, "answers": 0, "action": 0}
            went_on = await second.post(f"/api/tables/{table}/actions", json=body, headers=bearer(tokens["1"]))
            assert went_on.json() == {"version": 2}
