"""An application on each kind of database, and PostgreSQL started once where there is one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.support import Api, quick, running
from tools import local_postgres


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server; tests that need one are skipped where there cannot be any."""
    try:
        with local_postgres.running() as server:
            yield server
    except local_postgres.NoPostgres as reason:
        pytest.skip(f"no PostgreSQL: {reason}")


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'conurb.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'conurb.db'}"
    return await local_postgres.new_database(request.getfixturevalue("postgres"))


@pytest.fixture
async def api(sqlite: str) -> AsyncIterator[Api]:
    """The application on SQLite."""
    async with running(quick(sqlite)) as started:
        yield started
