"""What is kept, on both databases: written once, by one of several writers, and carried from one to the other."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from conurb.server import migrate
from conurb.server.backup import BadBackup, backup, restore
from conurb.server.errors import BadSetting
from conurb.server.storage import MODELS, EntryRow, MessageRow, Model, SeatRow, Storage, TableRow, read_url
from tools import local_postgres
from tools.local_postgres import free_port

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Storage]:
    storage = Storage(database, "test")
    await storage.start()
    try:
        yield storage
    finally:
        await storage.stop()


def table(id: str = "tableAAAAA", **given: Any) -> TableRow:
    row: dict[str, Any] = {
        "id": id,
        "game": "between-two-cities",
        "players": 3,
        "options": {"place_order": "free"},
        "data": "d",
        "engine": "1",
        "seed": "0x7",
        "start": None,
        "created": 1_700_000_000_000,
        "status": "waiting",
        "clock": 30,
        "public": True,
        "host": "h",
        "parent": None,
        "rematch": None,
    }
    return TableRow(**{**row, **given})


def seat(number: int, table_id: str = "tableAAAAA", **given: Any) -> SeatRow:
    row: dict[str, Any] = {"kind": "open", "name": "", "level": "", "invite_hash": f"{table_id} {number}"}
    empty: dict[str, Any] = {"key_hash": None, "token_hash": None, "claimed_at": None}
    return SeatRow(**{"table_id": table_id, "seat": number, **row, **empty, **given})


def entry(number: int, table_id: str = "tableAAAAA", **given: Any) -> EntryRow:
    row: dict[str, Any] = {"kind": "action", "seat": 0, "text": "choose S01 S02", "by": "", "at": 5, "ms": 7}
    return EntryRow(**{"table_id": table_id, "number": number, "request": None, **row, **given})


def values(row: Model) -> dict[str, Any]:
    return {column.key: getattr(row, column.key) for column in row.__table__.columns}


async def test_a_table_comes_back_as_it_was_kept(database: str) -> None:
    async with opened(database) as storage:
        await storage.create(table(start={"a": [1, None]}), [seat(0), seat(1)])
        assert await storage.append(entry(1, request="0:x"))
        said = MessageRow(
            table_id="tableAAAAA", number=1, seat=0, name="Eva", text="là", suggestion={"city": 1}, at=9, request=None
        )
        assert await storage.say(said)
        kept = await storage.load("tableAAAAA")
    assert kept is not None
    assert values(kept.table) == values(table(start={"a": [1, None]}))
    assert [values(one) for one in kept.seats] == [values(seat(0)), values(seat(1))]
    assert [values(one) for one in kept.entries] == [values(entry(1, request="0:x"))]
    assert [values(one) for one in kept.messages] == [values(said)]


async def test_what_is_not_there_is_none(database: str) -> None:
    async with opened(database) as storage:
        assert await storage.load("nothing") is None
        assert await storage.find_invite("nothing") is None


async def test_of_many_writers_of_one_number_exactly_one_gets_through(database: str) -> None:
    async with opened(database) as first, opened(database) as second:
        await first.create(table(), [seat(0)])
        for number in range(1, 6):
            tries = [
                storage.append(entry(number, text=f"{name} {k}"))
                for name, storage in (("first", first), ("second", second))
                for k in range(10)
            ]
            assert sum(await asyncio.gather(*tries)) == 1
        kept = await first.load("tableAAAAA")
    assert kept is not None
    assert [one.number for one in kept.entries] == [1, 2, 3, 4, 5]


async def test_the_writer_that_was_told_so_is_the_one_in_the_database(database: str) -> None:
    async with opened(database) as first, opened(database) as second:
        await first.create(table(), [seat(0)])
        told = await asyncio.gather(first.append(entry(1, text="first")), second.append(entry(1, text="second")))
        kept = await second.load("tableAAAAA")
    assert kept is not None
    assert kept.entries[0].text == ["first", "second"][told.index(True)]


async def test_a_request_is_written_once(database: str) -> None:
    async with opened(database) as storage:
        await storage.create(table(), [seat(0)])
        assert await storage.append(entry(1, request="0:again"))
        assert not await storage.append(entry(2, request="0:again"))
        assert await storage.append(entry(2, request="0:other"))


async def test_entries_of_many_tables_share_transactions(database: str) -> None:
    async with opened(database) as storage:
        names = [f"table{k:05}" for k in range(30)]
        for name in names:
            await storage.create(table(name), [seat(0, name)])
        written = await asyncio.gather(*(storage.append(entry(1, name)) for name in names))
        assert all(written)
        assert storage.written == 30
        assert storage.batches <= 3, "entries that wait together should be written together"


async def test_the_last_entry_marks_the_table_over(database: str) -> None:
    async with opened(database) as storage:
        await storage.create(table(status="playing"), [seat(0)])
        assert await storage.unfinished() == ["tableAAAAA"]
        await storage.append(entry(1), over=True)
        assert await storage.unfinished() == []


async def test_a_seat_is_claimed_once_by_one(database: str) -> None:
    async with opened(database) as first, opened(database) as second:
        await first.create(table(), [seat(0), seat(1)])
        claims = [
            storage.claim(seat(0, kind="person", name=f"{k}", key_hash=f"{k}", claimed_at=1))
            for k, storage in enumerate((first, second) * 5)
        ]
        assert sum(await asyncio.gather(*claims)) == 1
        (row, _), *_ = await first.list_tables(public=True)
        assert row.status == "waiting"
        assert await second.claim(seat(1, kind="bot", level="greedy", claimed_at=2))
        (row, _), *_ = await first.list_tables(public=True)
        assert row.status == "playing"


def person(number: int, table_id: str, key: str) -> SeatRow:
    return seat(number, table_id, kind="person", name=key, key_hash=key, claimed_at=1)


async def test_claims_in_the_same_instant_see_each_other(database: str) -> None:
    async with opened(database) as first, opened(database) as second:
        for number in range(20):
            id = f"table{number}"
            await first.create(table(id), [seat(0, id), seat(1, id), seat(2, id)])
            one, other = person(0, id, "k"), person(1, id, "k")
            assert sum(await asyncio.gather(first.claim(one), second.claim(other))) == 1, "a seat for each guest"
            kept = await first.load(id)
            assert kept is not None
            left = [row.seat for row in kept.seats if row.kind == "open"]
            last = [person(left[0], id, "m"), person(left[1], id, "n")]
            assert all(await asyncio.gather(first.claim(last[0]), second.claim(last[1])))
            kept = await second.load(id)
            assert kept is not None
            assert kept.table.status == "playing"


async def test_who_asks_for_it_gets_a_second_seat(database: str) -> None:
    async with opened(database) as storage:
        await storage.create(table(), [seat(0), seat(1)])
        assert await storage.claim(person(0, "tableAAAAA", "k"))
        assert not await storage.claim(person(1, "tableAAAAA", "k"))
        assert await storage.claim(person(1, "tableAAAAA", "k"), again=True)


async def test_a_rematch_is_made_once(database: str) -> None:
    async with opened(database) as first, opened(database) as second:
        await first.create(table("old"), [seat(0, "old")])
        made = await asyncio.gather(
            first.create(table("newA"), [seat(0, "newA")], rematch_of="old"),
            second.create(table("newB"), [seat(0, "newB")], rematch_of="old"),
        )
        assert made[0] == made[1]
        assert len(await first.list_tables(public=True)) == 2


async def test_lists_find_what_is_public_open_or_mine(database: str) -> None:
    async with opened(database) as storage:
        await storage.create(table("open", created=3), [seat(0, "open")])
        await storage.create(
            table("busy", created=2, status="playing"), [seat(0, "busy", key_hash="me", kind="person")]
        )
        await storage.create(table("mine", created=1, public=False, host="me"), [seat(0, "mine")])

        async def found(**given: Any) -> list[str]:
            return [row.id for row, _ in await storage.list_tables(**given)]

        assert await found(public=True) == ["open", "busy"]
        assert await found(public=True, status="waiting") == ["open"]
        assert await found(keys=["me"]) == ["busy", "mine"]
        assert await found(keys=["nobody"]) == []


async def test_workers_share_one_secret(database: str) -> None:
    async with opened(database) as first, opened(database) as second:
        got = await asyncio.gather(first.secret("server", "one"), second.secret("server", "two"))
        assert got[0] == got[1]
        assert got[0] in ("one", "two")


async def test_several_servers_may_start_at_once_on_an_empty_database(database: str) -> None:
    storages = [Storage(database) for _ in range(4)]
    await asyncio.gather(*(storage.start() for storage in storages))
    try:
        assert {await storage.schema() for storage in storages} == {migrate.newest()}
    finally:
        await asyncio.gather(*(storage.stop() for storage in storages))


async def test_migrations_make_the_tables_that_the_models_describe(database: str) -> None:
    async with opened(database) as storage, storage.reading() as connection:

        def columns(live: sql.Connection) -> dict[str, dict[str, bool]]:
            look = sql.inspect(live)
            names = [name for name in look.get_table_names() if name != "alembic_version"]
            return {name: {c["name"]: bool(c["nullable"]) for c in look.get_columns(name)} for name in names}

        found = await connection.run_sync(columns)
    expected = {
        model.__tablename__: {column.key: bool(column.nullable) for column in model.__table__.columns}
        for model in MODELS
    }
    json_columns = {("tables", "options"), ("tables", "start"), ("messages", "suggestion")}
    for name, kept in expected.items():
        assert set(found[name]) == set(kept)
        for column, nullable in kept.items():
            if (name, column) not in json_columns:
                assert found[name][column] == nullable, f"{name}.{column}"


async def test_a_database_that_fails_fails_the_writer_and_nothing_else(sqlite: str) -> None:
    async with opened(sqlite) as storage:
        await storage.create(table(), [seat(0)])
        with pytest.raises(sql.exc.IntegrityError):
            await storage.append(entry(1, "no such table"))
        assert await storage.append(entry(1))


async def test_a_storage_that_stops_finishes_what_it_writes_and_refuses_the_rest(database: str) -> None:
    """Nobody waits for ever, what was acknowledged is there, and the database is not left locked."""
    names = [f"table{k:05}" for k in range(12)]
    acknowledged = dict.fromkeys(names, 0)

    async def write(storage: Storage, name: str) -> None:
        for number in range(1, 10_000):
            if await storage.append(entry(number, name)):
                acknowledged[name] = number

    for name in names:
        async with opened(database) as storage:
            await storage.create(table(name), [seat(0, name)])
            writing = asyncio.create_task(write(storage, name))
            await asyncio.sleep(0.001 * names.index(name))
        with pytest.raises(ConnectionError, match="stops"):
            await asyncio.wait_for(writing, 10)
    async with opened(database) as storage:
        for name in names:
            kept = await storage.load(name)
            assert kept is not None
            assert [one.number for one in kept.entries] == list(range(1, acknowledged[name] + 1))


async def test_sqlite_keeps_a_commit_through_a_power_cut(sqlite: str) -> None:
    async with opened(sqlite) as storage, storage.writing() as connection:
        mode = await connection.scalar(sql.text("PRAGMA journal_mode"))
        flush = await connection.scalar(sql.text("PRAGMA synchronous"))
        assert (mode, flush) == ("wal", 2)  # 2 is FULL


async def test_a_new_sqlite_file_is_its_owners_alone(sqlite: str, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        async with opened(sqlite) as storage:
            await storage.secret("server", "the secret")
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert {"conurb.db", "conurb.db-wal", "conurb.db-shm"} <= set(modes)
    assert set(modes.values()) == {0o600}


@pytest.mark.parametrize("upgrade", [True, False])
async def test_a_database_that_cannot_be_used_says_why_in_one_line(upgrade: bool, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database, but a text that is long enough to be looked at" * 20)
    (tmp_path / "file").touch()
    unusable = {
        f"sqlite:///{tmp_path / 'text.db'}": "file is not a database",
        f"sqlite:///{tmp_path / 'file' / 'x.db'}": "",
        f"postgresql://me:secret@127.0.0.1:{free_port()}/x": "Connect call failed",
    }
    for url, reason in unusable.items():
        with pytest.raises(BadSetting, match=f"^database: .* cannot be used: .*{reason}") as refused:
            await Storage(url).start(upgrade)
        assert "\n" not in str(refused.value)
        assert "secret" not in str(refused.value)


async def test_a_database_of_a_newer_version_is_named_so(sqlite: str) -> None:
    async with opened(sqlite) as storage, storage.writing() as connection:
        await connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadSetting, match=r"made by a newer version of Conurb \(tables 9999, known up to"):
        await Storage(sqlite).start()


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/x", "sqlite://", "sqlite:///:memory:"])
async def test_addresses_that_cannot_be_used_are_refused(url: str) -> None:
    with pytest.raises(BadSetting, match="database"):
        read_url(url)


# --- backup and restore


async def fill(database: str) -> None:
    async with opened(database) as storage:
        await storage.secret("server", "the secret")
        await storage.create(table(start={"deep": {"er": [1.5, None, "ü"]}}), [seat(0), seat(1, key_hash="k")])
        rows = [entry(number, request=f"0:{number}" if number % 2 else None) for number in range(1, 1200)]
        assert all(await asyncio.gather(*map(storage.append, rows)))  # more than one batch of a restore


async def content(database: str) -> list[tuple[Any, ...]]:
    async with opened(database) as storage, storage.reading() as connection:
        rows: list[tuple[Any, ...]] = []
        for model in MODELS:
            found = await connection.execute(sql.select(model).order_by(*sql.inspect(model).primary_key))
            rows += [tuple(row) for row in found]
        return rows


async def test_a_backup_restores_everything_into_either_kind(database: str, tmp_path: Path, postgres: str) -> None:
    await fill(database)
    file = tmp_path / "backup.jsonl"
    rows = await backup(database, file)
    assert rows == 1 + 1 + 2 + 1199
    assert file.stat().st_mode & 0o777 == 0o600, "it holds the seeds: nobody else may read it"
    kept = await content(database)
    for target in (f"sqlite:///{tmp_path / 'other.db'}", await local_postgres.new_database(postgres)):
        assert await restore(target, file) == rows
        assert await content(target) == kept


async def test_a_backup_is_not_restored_over_tables(sqlite: str, tmp_path: Path) -> None:
    await fill(sqlite)
    file = tmp_path / "backup.jsonl"
    await backup(sqlite, file)
    before = await content(sqlite)
    with pytest.raises(BadBackup, match="has tables already"):
        await restore(sqlite, file)
    assert await content(sqlite) == before


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda lines: ["{}", *lines[1:]], "no backup"),
        (lambda lines: [json.dumps({"conurb backup": 1, "schema": "0000"}), *lines[1:]], "another version"),
        (lambda lines: [json.dumps({"conurb backup": 3, "schema": migrate.newest()}), *lines[1:]], "no backup"),
        (lambda lines: [*lines[:-2], lines[-2][:20]], "line 5"),
        (lambda lines: [*lines, '["tables", {"id": "x"}]'], "line 7"),
        (lambda lines: [*lines, '["users", {}]'], "line 7"),
        (lambda lines: [*lines, "{}"], "line 7"),
        (lambda lines: lines[:-1], "not whole: it has 4 rows, and no last line counts them"),
        (lambda lines: lines[:3], "not whole: it has 2 rows"),
        (lambda lines: [*lines[:4], lines[5]], "it has 3 rows, and the last line counts 4"),
        (lambda lines: [*lines[:4], *lines[:3:-1]], "not whole"),
    ],
)
async def test_a_spoilt_backup_changes_nothing(spoil: Any, complaint: str, sqlite: str, tmp_path: Path) -> None:
    async with opened(sqlite) as storage:
        await storage.secret("server", "the secret")
        await storage.create(table(), [seat(0), seat(1)])
    file, target = tmp_path / "backup.jsonl", f"sqlite:///{tmp_path / 'target.db'}"
    await backup(sqlite, file)
    file.write_text("\n".join(spoil(file.read_text().splitlines())) + "\n")
    with pytest.raises(BadBackup, match=complaint):
        await restore(target, file)
    assert await content(target) == []


async def test_a_backup_of_the_format_before_is_still_restored(sqlite: str, tmp_path: Path) -> None:
    """It does not count its rows, and says so in its first line."""
    async with opened(sqlite) as storage:
        await storage.create(table(), [seat(0), seat(1)])
    file, target = tmp_path / "backup.jsonl", f"sqlite:///{tmp_path / 'target.db'}"
    await backup(sqlite, file)
    _, *rows, _ = file.read_text().splitlines()
    file.write_text("\n".join([json.dumps({"conurb backup": 1, "schema": migrate.newest()}), *rows]) + "\n")
    assert await restore(target, file) == 3
    assert await content(target) == await content(sqlite)
