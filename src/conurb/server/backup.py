"""Everything that is kept, as lines of JSON: out of one database and into another, of either kind.

The first line says what it is; each further line is a row, `[table, {column: value}]`. The file holds the seeds of
games under way and the server's secret: keep it as safe as the database.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import sqlalchemy as sql

from conurb.kernel.checks import ConurbError
from conurb.server import migrate
from conurb.server.storage import MODELS, Model, Storage

FORMAT = 1
BATCH = 500


class BadBackup(ConurbError):
    """A file that cannot be restored, or a place it cannot be restored to."""


async def backup(database: str, path: Path) -> int:
    """Write all rows to a new file, as they are at one moment; how many."""
    storage = Storage(database)
    await storage.start()
    try:
        temporary = path.with_name(f"{path.name}.part")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            rows = await _write(storage, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        return rows
    finally:
        await storage.stop()


async def _write(storage: Storage, file: TextIO) -> int:
    print(json.dumps({"conurb backup": FORMAT, "schema": migrate.newest()}), file=file)
    rows = 0
    async with storage.reading() as connection:
        if storage.kind == "postgresql":
            await connection.execute(sql.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        for model in MODELS:
            found = await connection.stream(sql.select(model).order_by(*sql.inspect(model).primary_key))
            async for row in found:
                print(json.dumps([model.__tablename__, dict(row._mapping)]), file=file)
                rows += 1
    return rows


async def restore(database: str, path: Path) -> int:
    """Read a backup into an empty database, all or nothing; how many rows."""
    storage = Storage(database)
    await storage.start()
    try:
        with path.open(encoding="utf-8") as file:
            _check_head(file.readline(), path)
            async with storage.writing() as connection:
                if await connection.scalar(sql.select(sql.func.count()).select_from(MODELS[1])):
                    raise BadBackup("the database has tables already: restore into a new one")
                await connection.execute(sql.delete(MODELS[0]))  # the secret of a server that only just began
                rows = 0
                for model, batch in _batches(file, path):
                    await connection.execute(sql.insert(model), batch)
                    rows += len(batch)
                return rows
    finally:
        await storage.stop()


def _check_head(line: str, path: Path) -> None:
    try:
        head = json.loads(line)
    except json.JSONDecodeError:
        head = None
    if not isinstance(head, dict) or head.get("conurb backup") != FORMAT:
        raise BadBackup(f"{path} is no backup of this format")
    if head.get("schema") != migrate.newest():
        raise BadBackup(
            f"{path} was made by another version (schema {head.get('schema')}, this is {migrate.newest()}): "
            "restore it with that version, then upgrade"
        )


def _batches(file: TextIO, path: Path) -> Iterator[tuple[type[Model], list[dict[str, Any]]]]:
    """The rows in groups of one table each."""
    models = {model.__tablename__: model for model in MODELS}
    batch: list[dict[str, Any]] = []
    current = ""
    for number, line in enumerate(file, 2):
        try:
            name, row = json.loads(line)
            if name not in models or set(row) != set(models[name].__table__.columns.keys()):
                raise ValueError
        except (ValueError, TypeError):
            raise BadBackup(f"{path}, line {number}: expected a row of a table") from None
        if batch and (name != current or len(batch) == BATCH):
            yield models[current], batch
            batch = []
        current = name
        batch.append(row)
    if batch:
        yield models[current], batch
