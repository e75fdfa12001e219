"""Two worlds: whatever a viewer can ask, the answer is the same, byte for byte, in every world that the viewer cannot
tell apart. So no answer, no error and no stream holds a secret of somebody else's."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import httpx
import pytest

from conurb import games
from conurb.kernel import Rng, State
from conurb.server.players import Viewer
from conurb.server.tables import SeatWish
from tests.server.support import GAME, Api, Stream, bearer, quick, running

pytestmark = pytest.mark.anyio

MOMENT = 1_700_000_000_000
SEED = 12345


def positions(chance: Random) -> list[tuple[State, dict[str, object]]]:
    """Moments of games: choosing, half of the seats committed, placing, half-way through a placement."""
    found: list[tuple[State, dict[str, object]]] = []
    tables: list[tuple[int, dict[str, object]]] = [(3, {}), (4, {"place_order": "free"}), (2, {})]
    for players, options in tables:
        steps = sorted(chance.sample(range(1, 60), 2))
        state = games.get(GAME).new(players, options, seed=chance.getrandbits(64))
        for step in range(steps[-1] + 1):
            if step in steps:
                found.append((state.clone(), options))
            seat = chance.choice(state.to_act())
            state.apply(seat, chance.choice(state.legal(seat)))
    return found


class World:
    """A table in one of the worlds, and how a viewer looks at it."""

    def __init__(self, api: Api, table: str, tokens: dict[int, str], observer: int | None) -> None:
        self.api = api
        self.table = table
        self.tokens = tokens
        self.headers = {} if observer is None else bearer(tokens[observer])
        self.stranger = api.stranger()

    def plain(self, content: bytes) -> bytes:
        """Without what names the table."""
        return content.replace(self.table.encode(), b"TABLE")

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        answer: httpx.Response = await self.stranger.request(
            method, f"/api/tables/{self.table}{path}", json=body, headers=self.headers
        )
        assert "set-cookie" not in answer.headers or path.startswith("/c")
        return answer.status_code, self.plain(answer.content)

    async def act(self, seat: int, action: int) -> None:
        live = await self.api.tables.open(self.table)
        body = {"seat": seat, "answers": live.decision(seat), "action": action}
        path = f"/api/tables/{self.table}/actions"
        answer = await self.api.post(path, body, client=self.stranger, headers=bearer(self.tokens[seat]))
        assert answer.status_code == 200, answer.text

    async def state(self) -> State:
        return (await self.api.tables.open(self.table)).state


async def open_world(api: Api, state: State, options: dict[str, object], observer: int | None) -> World:
    """A table that begins at a state."""
    host = Viewer(guest="host")
    players = int(state.players)
    created = await api.tables.create(
        host,
        game=GAME,
        players=players,
        seats=[SeatWish("me")] * players,
        options=options,
        public=True,
        seed=SEED,
        start=json.loads(json.dumps(state.save())),
    )
    return World(api, created.live.id, created.tokens, observer)


def questions(players: int, actions: int, observer: int | None) -> list[tuple[str, str, Any]]:
    """Everything that can be asked of a table without changing it, sensible or not."""
    seats = range(players)
    asked: list[tuple[str, str, Any]] = [("GET", "", None), ("GET", "/record", None), ("GET", "/verify", None)]
    asked += [("GET", f"?seat={seat}", None) for seat in seats]
    asked += [("GET", f"?at={at}", None) for at in {0, actions, actions + 1}]
    asked += [("GET", "/board.svg?theme=dark", None), ("GET", "/city/0.svg", None), ("GET", "/city/99.svg", None)]
    asked += [("GET", f"/board.svg?seat={seat}", None) for seat in seats if seat != observer]
    asked += [("POST", "/actions", {"seat": seat, "answers": 0, "action": 255}) for seat in seats]
    asked += [("POST", "/actions", {"seat": seat, "answers": 0, "text": "choose S01 S02"}) for seat in seats]
    asked += [("POST", "/actions", {"seat": seat, "answers": 999, "action": 0}) for seat in seats]
    asked += [("POST", "/undo", {"seat": seat, "version": 77}) for seat in seats]
    asked += [("POST", "/chat", {"seat": seat, "text": " "}) for seat in seats]
    asked += [("POST", "/takeover", {"seat": seat, "level": "none"}) for seat in seats]
    asked += [("POST", "/claim", {"invite": "x"}), ("POST", "/rematch", None), ("POST", "/continue", {"at": 0})]
    if observer is None:  # the table is made so that the host's view is nobody's
        asked += [("POST", "/hurry", None)]
    return asked


async def compare(true: World, other: World, observer: int | None) -> int:
    """Ask both worlds everything; how many questions."""
    live = await true.api.tables.open(true.table)
    asked = questions(live.players, live.actions, observer)
    for method, path, body in asked:
        mine, theirs = await true.ask(method, path, body), await other.ask(method, path, body)
        where = "" if mine == theirs else first_difference(mine[1], theirs[1])
        assert mine == theirs, f"{observer} can tell the worlds apart by {method} {path} {body}: {where}"
        assert mine[0] < 500
    return len(asked)


def first_difference(mine: bytes, theirs: bytes) -> str:
    """Where two answers part, for whoever has to find out why."""
    at = next((k for k, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), 0)
    return f"{mine[max(0, at - 80) : at + 80]!r} / {theirs[max(0, at - 80) : at + 80]!r}"


async def streams_alike(true: Stream, world: World, other: Stream, other_world: World) -> None:
    await asyncio.gather(true.quiet(0.05), other.quiet(0.05))
    assert world.plain(true.raw) == other_world.plain(other.raw)


@pytest.mark.parametrize("game", range(2))
async def test_no_answer_and_no_stream_tells_two_worlds_apart(sqlite: str, game: int) -> None:
    chance = Random(game)
    async with running(quick(sqlite, now=lambda: MOMENT, bot_pause=3600.0)) as api:
        asked = 0
        for state, options in positions(chance)[game::2]:
            for observer in (None, *range(int(state.players))):
                imagined = state.imagine(observer, Rng(chance.getrandbits(32)))
                true = await open_world(api, state, options, observer)
                other = await open_world(api, imagined, options, observer)
                path = "/api/tables/{}/events"
                async with (
                    Stream(api.app, path.format(true.table), true.headers) as stream,
                    Stream(api.app, path.format(other.table), other.headers) as other_stream,
                ):
                    await asyncio.gather(stream.next("changed"), other_stream.next("changed"))
                    asked += await compare(true, other, observer)
                    if await go_on_alike(true, other, observer, chance):
                        asked += await compare(true, other, observer)
                    await streams_alike(stream, true, other_stream, other)
        assert asked > 300


async def go_on_alike(true: World, other: World, observer: int | None, chance: Random) -> bool:
    """Let somebody act in both worlds in a way that the observer cannot tell apart by the rules."""
    state, imagined = await true.state(), await other.state()
    for seat in state.to_act():
        for action in chance.sample(state.legal(seat), min(4, len(state.legal(seat)))):
            if not imagined.is_legal(seat, action):
                continue
            after, imagined_after = state.clone(), imagined.clone()
            after.apply(seat, action)
            imagined_after.apply(seat, action)
            if after.view(observer) == imagined_after.view(observer):
                await true.act(seat, action)
                await other.act(seat, action)
                return True
    return False


async def test_the_worlds_do_differ(sqlite: str) -> None:
    """The test above would find a leak: the same questions asked by somebody who may see the secret do differ."""
    state = games.get(GAME).new(3, seed=4)
    imagined = state.imagine(0, Rng(8))
    async with running(quick(sqlite, now=lambda: MOMENT)) as api:
        true, other = await open_world(api, state, {}, 1), await open_world(api, imagined, {}, 1)
        assert await true.ask("GET", "") != await other.ask("GET", "")
        assert await true.ask("GET", "/board.svg") != await other.ask("GET", "/board.svg")


async def test_the_seed_never_leaves_before_the_end(api: Api) -> None:
    """Neither the seed nor anything that the server keeps of keys is in any answer of a game under way."""
    created = await api.create(seats=[{"kind": "me"}, {"kind": "me"}, {"kind": "open"}], public=True)
    table = created["table"]
    kept = await api.tables.storage.load(table)
    assert kept is not None
    secrets = [kept.table.seed.removeprefix("0x"), str(int(kept.table.seed, 0))]
    secrets += [h for seat in kept.seats for h in (seat.key_hash, seat.token_hash, seat.invite_hash) if h]
    await api.post(f"/api/tables/{table}/claim", {"name": "Mia"}, client=api.stranger())
    for seat in created["yours"]:
        await api.act(table, seat)
    texts = []
    for client in (api.client, api.stranger()):
        for path in ("", "?at=0", "/record", "/verify", "/board.svg", "/city/0.svg"):
            texts.append((await client.get(f"/api/tables/{table}{path}")).text)
        texts.append((await client.get("/api/tables?kind=public")).text)
    texts += [(await api.client.get(path)).text for path in ("/metrics", "/healthz", "/openapi.json", "/docs")]
    for text in texts:
        assert not any(secret in text for secret in secrets)


async def test_a_finished_game_shows_its_seed(sqlite: str) -> None:
    async with running(quick(sqlite)) as api:
        created = await api.create(seed=7)
        await api.finish(created["table"])
        assert (await api.document(created["table"]))["seed"] == "0x7"


def test_random_games_reach_the_moments_looked_at() -> None:
    phases = {str(state.view(None)["phase"]) for state, _ in positions(Random(0))}
    assert phases == {"choose", "place"}
