"""Players who leave: clocks, bots that stand in, and coming back."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.support import Api, Stream, bearer, quick, running

pytestmark = pytest.mark.anyio


async def two_people(api: Api, **given: Any) -> tuple[str, int, int, dict[str, str]]:
    """A table of two: the maker's seat, a friend's seat, and the friend's token as headers."""
    created = await api.create(players=2, seats=[{"kind": "me"}, {"kind": "open"}], **given)
    table, (mine,) = created["table"], created["yours"]
    ((seat, url),) = created["invites"].items()
    invite = {"invite": url.removeprefix("/join/"), "name": "Mia"}
    token = (await api.post(f"/api/tables/{table}/claim", invite, client=api.stranger())).json()["token"]
    return table, mine, int(seat), bearer(token)


async def test_others_call_a_bot_only_for_who_is_away(sqlite: str) -> None:
    async with running(quick(sqlite, away_seconds=30)) as api:
        table, mine, friend, headers = await two_people(api)
        await api.act(table, mine)
        body = {"seat": friend}
        soon = await api.post(f"/api/tables/{table}/takeover", body)
        assert soon.status_code == 409
        assert "a moment ago" in soon.json()["error"]
        real = api.tables.now
        api.tables.now = api.tables.hub._now = lambda: real() + 31_000
        async with Stream(api.app, f"/api/tables/{table}/events", headers) as stream:
            await stream.next("changed")
            assert (await api.post(f"/api/tables/{table}/takeover", body)).status_code == 409
        api.tables.hub._now = lambda: real() + 62_000
        spectator = await api.post(f"/api/tables/{table}/takeover", body, client=api.stranger())
        assert spectator.status_code == 403
        assert (await api.post(f"/api/tables/{table}/takeover", body)).status_code == 200
        document = await api.wait(table, "the bot chooses", lambda d: d["view"]["phase"] == "place")
        shown = document["seats"][friend]
        assert (shown["kind"], shown["level"], shown["name"]) == ("person", "greedy", "Mia")
        assert shown["bot_since"] is not None
        assert "bot:greedy" in {line["by"] for line in document["log"]}


async def test_the_owner_gets_the_seat_back(sqlite: str) -> None:
    async with running(quick(sqlite, away_seconds=0)) as api:
        table, mine, friend, headers = await two_people(api)
        await api.post(f"/api/tables/{table}/takeover", {"seat": friend})
        await api.wait(table, "the bot has chosen", lambda d: d["view"]["committed"][friend])
        blocked = await api.post(
            f"/api/tables/{table}/actions", {"seat": friend, "answers": 0, "action": 0}, headers=headers
        )
        assert blocked.status_code == 409
        assert "take the seat back" in blocked.json()["error"]
        stranger = api.stranger()
        assert (await api.post(f"/api/tables/{table}/return", {"seat": friend}, client=stranger)).status_code == 403
        back = await api.post(f"/api/tables/{table}/return", {"seat": friend}, client=stranger, headers=headers)
        assert back.status_code == 200
        again = await api.post(f"/api/tables/{table}/return", {"seat": friend}, client=stranger, headers=headers)
        assert again.json() == back.json()
        assert (await api.document(table))["seats"][friend]["bot_since"] is None
        await api.act(table, mine)
        document = (await stranger.get(f"/api/tables/{table}", params={"seat": friend}, headers=headers)).json()
        assert document["view"]["phase"] == "place"
        if document["decision"] is None:  # the other seat places first
            await api.act(table, mine)
            await api.act(table, mine)
            document = (await stranger.get(f"/api/tables/{table}", params={"seat": friend}, headers=headers)).json()
        body = {"seat": friend, "answers": document["decision"], "text": document["view"]["legal"][0]["text"]}
        assert (await api.post(f"/api/tables/{table}/actions", body, headers=headers)).status_code == 200


async def test_a_player_may_ask_a_bot_to_stand_in(api: Api) -> None:
    table, mine, _, _ = await two_people(api)
    assert (await api.post(f"/api/tables/{table}/takeover", {"seat": mine, "level": "random"})).status_code == 200
    twice = await api.post(f"/api/tables/{table}/takeover", {"seat": mine, "level": "random"})
    assert twice.status_code == 409
    await api.wait(table, "the bot has chosen", lambda d: d["view"]["committed"][mine])


async def test_a_bot_that_still_thinks_does_not_play_for_who_has_come_back(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks, may_answer = asyncio.Event(), asyncio.Event()

    async def choose(level: str, seed: int, view: dict[str, Any]) -> int:
        thinks.set()
        await may_answer.wait()
        return int(view["legal"][0]["action"])

    async with running(quick(sqlite)) as api:
        monkeypatch.setattr(api.app.state.pool, "choose", choose)
        table, mine, _, _ = await two_people(api)
        await api.post(f"/api/tables/{table}/takeover", {"seat": mine})
        await thinks.wait()
        assert (await api.post(f"/api/tables/{table}/return", {"seat": mine})).status_code == 200
        may_answer.set()
        while any(getattr(task.get_coro(), "__name__", "") == "_bot_turn" for task in asyncio.all_tasks()):
            await asyncio.sleep(0.01)
        document = await api.document(table)
        assert [line["kind"] for line in document["log"]] == ["bot", "back"]
        assert (await api.act(table, mine)).status_code == 200


async def test_a_substitute_survives_a_restart(sqlite: str) -> None:
    async with running(quick(sqlite, bot_pause=3600)) as api:
        table, mine, _, _ = await two_people(api)
        await api.post(f"/api/tables/{table}/takeover", {"seat": mine})
    async with running(quick(sqlite)) as api:
        await api.wait(table, "the bot chooses", lambda d: d["view"]["committed"][mine])


# --- clocks


async def test_an_overdue_decision_takes_the_first_legal_action(sqlite: str) -> None:
    async with running(quick(sqlite, tick=0.05)) as api:
        table = (await api.create(clock=1))["table"]
        await api.act(table, 2, choice=5)
        document = await api.document(table, seat=0)
        assert document["clock"]["seconds"] == 1
        assert document["clock"]["deadline"] is not None
        first = document["view"]["legal"][0]["tiles"]
        document = await api.wait(table, "the clock decides", lambda d: d["version"] >= 3, 10)
        by = {line["seat"]: line["by"] for line in document["log"][:3]}
        assert by == {2: "", 0: "clock", 1: "clock"}
        chosen = (await api.document(table, seat=0))["log"]
        (own,) = [line for line in chosen[:3] if line["seat"] == 0]
        assert own["events"][0]["tiles"] == first


async def test_without_a_clock_nothing_is_ever_overdue(sqlite: str) -> None:
    async with running(quick(sqlite, tick=0.02)) as api:
        table = (await api.create())["table"]
        real = api.tables.now
        api.tables.now = lambda: real() + 10**9
        live = await api.tables.open(table)
        assert [live.deadline(seat) for seat in range(3)] == [None] * 3
        assert (await api.document(table))["clock"] == {"seconds": 0, "deadline": None}


async def test_the_clock_calls_a_bot_for_who_stays_away(sqlite: str) -> None:
    async with running(quick(sqlite, tick=0.02, clock_strikes=2)) as api:
        table, mine, friend, _ = await two_people(api, clock=5)
        real = api.tables.now
        late = 0

        def now() -> int:
            return real() + late

        api.tables.now = now
        async with Stream(api.app, f"/api/tables/{table}/events", {"cookie": cookie(api)}) as here:
            await here.next("changed")
            while (await api.document(table))["seats"][friend]["bot_since"] is None:
                late += 6_000
                version = (await api.document(table))["version"]
                await api.wait(table, "the clock acts", lambda d, v=version: d["version"] > v)
            document = await api.document(table)
            assert document["seats"][mine]["bot_since"] is None, "whoever is here keeps the seat"
            (line,) = [line for line in document["log"] if line["kind"] == "bot"]
            assert (line["seat"], line["by"]) == (friend, "clock")


def cookie(api: Api) -> str:
    return "; ".join(f"{name}={value}" for name, value in api.client.cookies.items())


async def test_waiting_in_free_order_ends_after_the_idle_limit(sqlite: str) -> None:
    async with running(quick(sqlite, tick=0.02)) as api:
        table = (await api.create(options={"place_order": "free", "idle": 1}))["table"]
        await api.choose_all(table)
        assert (await api.document(table))["view"]["to_act"] == [0, 1, 2]
        document = await api.wait(table, "the table hurries", lambda d: d["version"] == 4, 10)
        assert document["log"][-1]["by"] == "clock"
        assert document["view"]["to_act"] == [0]


async def test_a_restart_gives_everybody_their_time_again(sqlite: str) -> None:
    async with running(quick(sqlite)) as api:
        table = (await api.create(clock=3600))["table"]
        real = api.tables.now
    async with running(quick(sqlite, now=lambda: real() + 10_000_000)) as api:
        live = await api.tables.open(table)
        assert live.deadline(0) == api.tables.started + 3_600_000
