"""Everything that is kept, as lines of JSON: out of one database and into another, of either kind.

The first line says what it is; each further line is a row, `[table, {column: value}]`; the last one counts them, so
that a file that was cut off is noticed. The file holds the seeds of games under way and the server's secret: keep it
as safe as the database.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any, TextIO

import sqlalchemy as sql

from conurb.files import replacing
from conurb.kernel.checks import ConurbError
from conurb.server import migrate
from conurb.server.storage import MODELS, Model, Storage

FORMAT = 2
UNCOUNTED = 1  # the format before, without the last line
BATCH = 500


class BadBackup(ConurbError):
    """A file that cannot be restored, or a place it cannot be restored to."""


async def backup(database: str, path: Path) -> int:
    """Write all rows to a new file, as they are at one moment; how many."""
    storage = Storage(database)
    if storage.kind == "sqlite" and not Path(str(storage.url.database)).exists():
        raise BadBackup(f"there is no database {storage.url.database}")
    await storage.start()
    try:
        with replacing(path) as beside:
            beside.touch(0o600, exist_ok=False)  # also what is half written holds the server's secret
            with beside.open("w", encoding="utf-8") as file:
                rows = await _write(storage, file)
                file.flush()
                os.fsync(file.fileno())
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
    print(json.dumps({"rows": rows}), file=file)
    return rows


async def restore(database: str, path: Path) -> int:
    """Read a backup into an empty database, all or nothing; how many rows."""
    storage = Storage(database)
    await storage.start()
    try:
        with path.open(encoding="utf-8") as file:
            counted = _check_head(file.readline(), path) != UNCOUNTED
            async with storage.writing() as connection:
                if await connection.scalar(sql.select(sql.func.count()).select_from(MODELS[1])):
                    raise BadBackup("the database has tables already: restore into a new one")
                await connection.execute(sql.delete(MODELS[0]))  # the secret of a server that only just began
                rows = 0
                for model, batch in _batches(_rows(file, path, counted)):
                    await connection.execute(sql.insert(model), batch)
                    rows += len(batch)
                return rows
    except OSError as error:
        raise BadBackup(f"{path} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise BadBackup(f"{path} is no backup of this format") from None
    finally:
        await storage.stop()


def _check_head(line: str, path: Path) -> int:
    """The format of the file."""
    try:
        head = json.loads(line)
    except json.JSONDecodeError:
        head = None
    if not isinstance(head, dict) or head.get("conurb backup") not in (UNCOUNTED, FORMAT):
        raise BadBackup(f"{path} is no backup of this format")
    if head.get("schema") != migrate.newest():
        raise BadBackup(
            f"{path} was made by another version (schema {head.get('schema')}, this is {migrate.newest()}): "
            "restore it with that version, then upgrade"
        )
    return int(head["conurb backup"])


def _rows(file: TextIO, path: Path, counted: bool) -> Iterator[tuple[type[Model], dict[str, Any]]]:
    """Every row with its table. BadBackup if a line is none, or if the last line does not count as many."""
    models = {model.__tablename__: model for model in MODELS}
    rows, count = 0, None
    for number, line in enumerate(file, 2):
        try:
            found = json.loads(line)
            if counted and isinstance(found, dict):
                count = found["rows"]
                continue
            name, row = found
            if name not in models or set(row) != set(models[name].__table__.columns.keys()):
                raise ValueError
        except (ValueError, TypeError, KeyError):
            raise BadBackup(f"{path}, line {number}: expected a row of a table") from None
        rows, count = rows + 1, None  # the line that counts must be the last
        yield models[name], row
    if counted and count != rows:
        told = "no last line counts them" if count is None else f"the last line counts {count}"
        raise BadBackup(f"{path} is not whole: it has {rows} rows, and {told}")


def _batches(
    rows: Iterator[tuple[type[Model], dict[str, Any]]],
) -> Iterator[tuple[type[Model], list[dict[str, Any]]]]:
    """The rows in groups of one table each."""
    for model, group in groupby(rows, key=lambda found: found[0]):
        while batch := [row for _, row in islice(group, BATCH)]:
            yield model, batch
