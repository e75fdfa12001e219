"""Live updates: what a stream tells, and catching up after a lost line."""

from __future__ import annotations

import asyncio

import pytest

from conurb.server.players import COOKIE
from tests.server.support import PATIENCE, Api, Stream, bearer, quick, running, until

pytestmark = pytest.mark.anyio


async def test_every_action_reaches_every_viewer(api: Api) -> None:
    created = await api.create()
    table, tokens = created["table"], created["tokens"]
    path = f"/api/tables/{table}/events"
    async with Stream(api.app, path) as spectator, Stream(api.app, path, bearer(tokens["1"])) as player:
        for stream in (spectator, player):
            first = await stream.next("changed")
            assert (first.id, first.data["version"]) == ("0.0", 0)
        for seat in range(3):
            await api.act(table, seat)
            for stream in (spectator, player):
                note = await stream.next("changed")
                assert note.data["version"] == seat + 1
                assert note.id == f"{seat + 1}.0"
        assert spectator.status == 200


async def test_what_is_told_is_on_disk_already(api: Api) -> None:
    """Persist, then acknowledge, then broadcast."""
    table = (await api.create())["table"]
    async with Stream(api.app, f"/api/tables/{table}/events") as stream:
        await stream.next("changed")
        acting = asyncio.create_task(api.act(table, 0))
        note = await stream.next("changed")
        kept = await api.tables.storage.load(table)
        assert kept is not None
        assert len(kept.entries) == note.data["version"] == 1
        assert (await acting).status_code == 200


async def test_a_viewer_who_comes_back_catches_up(api: Api) -> None:
    table = (await api.create())["table"]
    path = f"/api/tables/{table}/events"
    await api.choose_all(table)
    await api.post(f"/api/tables/{table}/chat", {"seat": 0, "text": "one"})
    async with Stream(api.app, path) as stream:
        last = (await stream.next("changed")).id
        assert last == "3.1"
    await api.act(table, 0)
    for text in ("two", "three"):
        await api.post(f"/api/tables/{table}/chat", {"seat": 1, "text": text})
    async with Stream(api.app, path, {"last-event-id": last}) as stream:
        assert (await stream.next("changed")).data["version"] == 4
        assert [(await stream.next("chat")).data["text"] for _ in range(2)] == ["two", "three"]
        await api.post(f"/api/tables/{table}/chat", {"seat": 1, "text": "four"})
        note = await stream.next("chat")
        assert (note.data["text"], note.id) == ("four", "4.4")
        assert [n for n in await stream.quiet() if n.event == "chat"] == []


@pytest.mark.parametrize("last", ["", "x", "5", "1.x", "99.99", "-1.-1", "9" * 40 + "." + "9" * 9])
async def test_a_strange_last_event_id_does_no_harm(api: Api, last: str) -> None:
    table = (await api.create())["table"]
    async with Stream(api.app, f"/api/tables/{table}/events", {"last-event-id": last}) as stream:
        assert (await stream.next("changed")).data["version"] == 0


async def test_who_is_here_is_told_and_shown(api: Api) -> None:
    created = await api.create()
    table = created["table"]
    path = f"/api/tables/{table}/events"
    async with Stream(api.app, path) as spectator:
        await spectator.next("presence")
        async with Stream(api.app, path, bearer(created["tokens"]["2"])) as player:
            await player.next("changed")
            note = await spectator.next("presence")
            assert note.data == {"connected": [2], "spectators": 1}
            document = await api.document(table)
            assert [seat["connected"] for seat in document["seats"]] == [False, False, True]
            assert document["spectators"] == 1
        assert (await spectator.next("presence")).data == {"connected": [], "spectators": 1}


async def test_who_sits_down_is_here_at_once(api: Api) -> None:
    """The stream was opened by a spectator; the seat is theirs since."""
    table = (await api.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], public=True))["table"]
    mia = api.stranger()
    mia.cookies.set(COOKIE, api.tables.keys.cookie("mia"))
    path, headers = f"/api/tables/{table}/events", {"cookie": f"{COOKIE}={mia.cookies[COOKIE]}"}
    async with Stream(api.app, path) as spectator, Stream(api.app, path, headers) as stream:
        await stream.next("changed")
        while (await spectator.next("presence")).data["spectators"] != 2:
            pass
        seat = (await api.post(f"/api/tables/{table}/claim", {}, client=mia)).json()["seat"]
        async with asyncio.timeout(PATIENCE):  # signs of life are no answer
            assert (await spectator.next("presence")).data == {"connected": [seat], "spectators": 1}
        assert (await api.document(table))["seats"][seat]["connected"]
    assert api.tables.hub.gone_for(table, seat, 0) < PATIENCE, "leaving is noted too"


async def test_joining_and_rematch_are_told_too(api: Api) -> None:
    created = await api.create(seats=[{"kind": "me"}, {"kind": "me"}, {"kind": "open"}], public=True)
    table = created["table"]
    async with Stream(api.app, f"/api/tables/{table}/events") as stream:
        assert (await stream.next("changed")).data["status"] == "waiting"
        await api.post(f"/api/tables/{table}/claim", {"name": "Mia", "again": True})
        assert (await stream.next("changed")).data["status"] == "playing"
    await api.finish(table)
    async with Stream(api.app, f"/api/tables/{table}/events") as stream:
        await stream.next("changed")
        await api.post(f"/api/tables/{table}/rematch")
        await stream.next("changed")
        assert (await api.document(table))["rematch"] is not None


async def test_a_slow_viewer_gets_the_newest_and_no_backlog(api: Api) -> None:
    table = (await api.create())["table"]
    subscriber = api.tables.hub.subscribe(table, ())
    await api.choose_all(table)
    await asyncio.sleep(0)
    notes = await subscriber.news(1)
    assert [(kind, data["version"]) for kind, data in notes if kind == "changed"] == [("changed", 3)]
    api.tables.hub.unsubscribe(subscriber)


async def test_a_quiet_stream_shows_signs_of_life(sqlite: str) -> None:
    async with running(quick(sqlite, heartbeat=0.05)) as api:
        table = (await api.create())["table"]
        async with Stream(api.app, f"/api/tables/{table}/events") as stream:
            await stream.quiet(0.2)
            assert b'event: alive\ndata: {"again_within": 0.05}\n\n' in bytes(stream.raw)


async def test_a_server_that_stops_ends_its_streams(api: Api) -> None:
    table = (await api.create())["table"]
    async with Stream(api.app, f"/api/tables/{table}/events") as stream:
        await stream.next("changed")
        api.tables.hub.close()
        await until("the stream ends", lambda: api.tables.hub.streams == 0)


async def test_visits_elsewhere_are_forgotten(api: Api) -> None:
    hub = api.tables.hub
    for number in range(100):
        hub.heard_presence("another", f"table {number}", [0], 0)
        hub.heard_presence("another", f"table {number}", [], 0)
    assert not hub._elsewhere
    real = hub._now
    hub._now = lambda: real() + 25 * 3600 * 1000
    hub.heard_presence("another", "one more", [0], 0)
    assert not hub._left


async def test_a_stream_that_ends_leaves_nothing_behind(api: Api) -> None:
    table = (await api.create())["table"]
    headers = {"cookie": f"{COOKIE}={api.client.cookies[COOKIE]}"}
    async with Stream(api.app, f"/api/tables/{table}/events", headers) as stream:
        await stream.next("changed")
        assert api.tables.hub.streams == 1
    assert api.tables.hub.streams == 0
    assert api.tables.hub.tables() == []
