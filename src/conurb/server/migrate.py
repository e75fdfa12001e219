"""Bringing the database's tables up to date with Alembic, also by several processes at once."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import AsyncEngine

MIGRATIONS = Path(__file__).parent / "migrations"
POSTGRES_LOCK = 0x636F6E75  # any number that is ours


class UnknownVersion(Exception):
    """The tables of a database are of no version that this program knows."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _versions(config: Config) -> set[str]:
    """All that this program knows."""
    return {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}


def newest() -> str:
    """The version that this program needs."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


async def upgrade(engine: AsyncEngine) -> str:
    """Bring the database to the newest version, in one transaction; that version."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)
    return newest()


def _upgrade(connection: sql.Connection) -> None:
    # SQLite's transaction has begun IMMEDIATE and excludes others already.
    if connection.dialect.name == "postgresql":
        connection.execute(sql.select(sql.func.pg_advisory_xact_lock(POSTGRES_LOCK)))
    config = _config()
    version = MigrationContext.configure(connection).get_current_revision()
    if version == newest():
        return
    if version is not None and version not in _versions(config):
        raise UnknownVersion(f"was made by a newer version of Conurb (tables {version}, known up to {newest()})")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def current(engine: AsyncEngine) -> str | None:
    """The version the database has; None if it is empty."""
    async with engine.connect() as connection:
        return await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_revision())
