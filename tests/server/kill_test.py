"""Kill the server with `kill -9` again and again while games are played, and look whether anything is lost.

    python -m tests.server.kill_test --kills 200 [--database URL]

Players send actions as fast as the server takes them, each with an id of its own, and note what was acknowledged. At a
random moment the server is killed and started again. Every other time one player of each table hesitates over the
secret choice, and the server is killed as soon as the others' choices at some table are acknowledged. Then, in the
database itself:

- every acknowledged action is there, under the number and with the text that was acknowledged;
- no action is there twice, whatever was sent again because its answer never came;
- every game is a game: its entries have no gap and fold into a state, half of a simultaneous choice included.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx

from conurb.server.live import Hub
from conurb.server.players import Keys
from conurb.server.settings import now_ms
from conurb.server.storage import Storage
from conurb.server.table import LiveTable
from tests.server.support import GAME, PATIENCE, Server, bearer, quick

TABLES = 3
PLAYERS = 3
LONGEST = 0.6  # seconds between two kills
HESITANT = 0  # the seat that keeps the others waiting
LOOK_AGAIN = 0.005  # seconds


@dataclass
class Figures:
    """What was seen."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    kept_unanswered: int = 0  # on disk, though the answer never came; sent again and recognised
    half_chosen: int = 0  # kills after which some table was cut off within a simultaneous choice
    halves_kept: int = 0  # the choices that were there of it
    games_finished: int = 0
    games_checked: int = 0
    restart_ms: list[float] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        facts = asdict(self)
        times = sorted(facts.pop("restart_ms"))
        facts["restart_ms_median"] = round(median(times)) if times else 0
        facts["restart_ms_longest"] = round(times[-1]) if times else 0
        return facts


@dataclass
class Sent:
    """An action on its way."""

    table: str
    seat: int
    body: dict[str, Any]
    number: int | None = None  # the version that was acknowledged


class Player:
    """One seat of one table, over HTTP. An action whose answer was lost is sent again, as it was."""

    def __init__(self, table: str, seat: int, token: str, chance: Random, sent: list[Sent], figures: Figures) -> None:
        self.table = table
        self.seat = seat
        self._headers = bearer(token)
        self._chance = chance
        self._sent = sent
        self._figures = figures
        self._open: Sent | None = None
        self._count = 0
        self.waiting = ""  # for what, for whoever has to find out why
        self.over = False

    async def step(self, client: httpx.AsyncClient, hesitate: bool = False) -> bool:
        """Send an action, if it is our turn; whether it was sent. Who hesitates leaves the secret choice for later."""
        if self._open is None:
            answer = await client.get(f"/api/tables/{self.table}?seat={self.seat}", headers=self._headers)
            document = answer.raise_for_status().json()
            view = document["view"]
            self.over = document["status"] == "over"
            self.waiting = f"{document['version']} {view['phase']} {view['to_act']}"
            if document["decision"] is None or (hesitate and view["phase"] == "choose"):
                return False
            self._count += 1
            body = {
                "seat": self.seat,
                "answers": document["decision"],
                "text": self._chance.choice(view["legal"])["text"],
                "id": f"{self.seat}-{self._count}",
            }
            self._open = Sent(self.table, self.seat, body)
            self._sent.append(self._open)
        path = f"/api/tables/{self.table}/actions"
        answer = await client.post(path, json=self._open.body, headers=self._headers)
        answer.raise_for_status()
        self._open.number = answer.json()["version"]
        self._open = None
        self._figures.acknowledged += 1
        return True


class Trial:
    """Some tables, their players, and a server that does not live long."""

    def __init__(self, database: str, seed: int) -> None:
        self.database = database
        self.figures = Figures()
        self._chance = Random(seed)
        self._server = Server(quick(database))
        self._sent: list[Sent] = []
        self._players: list[Player] = []
        self._hesitating = False
        self._gone = False  # the server

    async def run(self, kills: int) -> Figures:
        self._server.start()
        try:
            for number in range(kills):
                await self._play_until_killed(halfway=number % 2 == 1)
                await self._check()
                began = time.monotonic()
                await asyncio.to_thread(self._server.start)
                self.figures.restart_ms.append((time.monotonic() - began) * 1000)
            self._hesitating = False
            async with self._client() as client:  # what was cut off is sent again and must be recognised
                await asyncio.gather(*(player.step(client) for player in self._players if not player.over))
        finally:
            self._server.stop()
        await self._check()
        return self.figures

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self._server.url, timeout=PATIENCE)

    async def _play_until_killed(self, halfway: bool) -> None:
        self._hesitating = self._gone = False
        async with self._client() as client:
            keeping = asyncio.create_task(self._keep_playing(client))
            try:
                await self._wait_for_the_moment(halfway, keeping)
            finally:
                self._server.kill()
                self._gone = True
                await asyncio.wait_for(keeping, PATIENCE)
            self.figures.kills += 1

    async def _keep_playing(self, client: httpx.AsyncClient) -> None:
        """All players at once, and new games for those that end, until the server is gone. Each finds that out for
        itself: a connection that was cut off here would not be closed."""
        with contextlib.suppress(httpx.TransportError):
            while not self._gone:
                await self._fill_tables(client)
                await asyncio.gather(*(self._play(player, client) for player in self._players))

    async def _wait_for_the_moment(self, halfway: bool, keeping: asyncio.Task[None]) -> None:
        before = self.figures.acknowledged
        await asyncio.sleep(self._chance.uniform(0.0, LONGEST))
        self._hesitating = halfway
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not keeping.done():
            if self.figures.acknowledged > before and (not halfway or self._half_chosen()):
                return
            await asyncio.sleep(LOOK_AGAIN)
        if keeping.done():
            keeping.result()
        seen = [(player.table, player.seat, player.over, player.waiting) for player in self._players]
        since = self.figures.acknowledged - before
        raise AssertionError(f"kill {self.figures.kills + 1}: {since} actions since, but not the moment: {seen}")

    def _half_chosen(self) -> bool:
        """Whether at some table all but the hesitant player have an acknowledged choice of the same turn."""
        return any(self._is_half_chosen(table) for table in {player.table for player in self._players})

    def _is_half_chosen(self, table: str) -> bool:
        last = {one.seat: one for one in self._sent if one.table == table}  # a later one replaces an earlier
        hesitant = last.pop(HESITANT, None)
        chosen = [one.number for one in last.values() if one.number is not None and "choose" in one.body["text"]]
        if len(chosen) < PLAYERS - 1:
            return False
        return hesitant is None or (hesitant.number is not None and hesitant.number < min(chosen))

    async def _play(self, player: Player, client: httpx.AsyncClient) -> None:
        with contextlib.suppress(httpx.TransportError):
            while not player.over and not self._gone:
                if not await player.step(client, self._hesitating and player.seat == HESITANT):
                    await asyncio.sleep(LOOK_AGAIN)

    async def _fill_tables(self, client: httpx.AsyncClient) -> None:
        """Keep as many games going."""
        over = {player.table for player in self._players if player.over}
        self.figures.games_finished += len(over)
        self._players = [player for player in self._players if player.table not in over]
        for _ in range(TABLES - len({player.table for player in self._players})):
            body = {"game": GAME, "players": PLAYERS, "seats": [{"kind": "me"}] * PLAYERS}
            created = (await client.post("/api/tables", json=body)).raise_for_status().json()
            for seat, token in created["tokens"].items():
                chance = Random(self._chance.getrandbits(32))
                player = Player(created["table"], int(seat), token, chance, self._sent, self.figures)
                self._players.append(player)

    # --- looking

    async def _check(self) -> None:
        storage = Storage(self.database)
        await storage.start()
        try:
            half = False
            for table in sorted({one.table for one in self._sent}):
                half |= await self._check_table(storage, table)
            self.figures.half_chosen += half
        finally:
            await storage.stop()
        alive = {player.table for player in self._players if not player.over}
        self._sent[:] = [one for one in self._sent if one.table in alive]  # the players write into this very list

    async def _check_table(self, storage: Storage, table: str) -> bool:
        """Compare what was acknowledged with what is there; whether it was cut off within a simultaneous choice."""
        kept = await storage.load(table)
        assert kept is not None, f"table {table} is gone"
        by_number = {entry.number: entry for entry in kept.entries}
        assert sorted(by_number) == list(range(1, len(by_number) + 1)), f"table {table} has gaps"
        for one in self._sent:
            if one.table != table:
                continue
            rows = [entry for entry in kept.entries if entry.request == f"{one.seat}:{one.body['id']}"]
            self.figures.twice += len(rows) > 1
            if one.number is None:
                self.figures.kept_unanswered += len(rows)
                continue
            entry = by_number.get(one.number)
            wanted = (one.seat, one.body["text"])
            self.figures.lost += entry is None or (entry.seat, entry.text) != wanted
        live = LiveTable(kept, Hub(now_ms), Keys("x"), 0)  # folds every entry, by the rules
        live.state.check()
        self.figures.games_checked += 1
        committed = live.view(None)["committed"]
        halfway: bool = 0 < sum(committed) < PLAYERS
        self.figures.halves_kept += sum(committed) if halfway else 0
        return halfway


async def kill_again_and_again(database: str, kills: int, seed: int = 0) -> Figures:
    return await Trial(database, seed).run(kills)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database", help="an empty one; by default SQLite in a temporary folder")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database or f"sqlite:///{Path(folder) / 'conurb.db'}"
        figures = asyncio.run(kill_again_and_again(database, args.kills, args.seed))
    print(json.dumps(figures.to_json(), indent=2))


if __name__ == "__main__":
    main()
