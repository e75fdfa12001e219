"""What is kept: tables, seats, entries and messages, in SQLite or PostgreSQL.

Entries are only ever added. Their key is (table, number), so of two writers that both believe to be the next, in one
process or in several, the database lets one through. Entries that arrive while a transaction is being written share
the next one: many tables then pay for one flush to disk together, and each is still acknowledged only after it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.pool import StaticPool

from conurb.server import migrate, tasks
from conurb.server.errors import BadSetting

log = logging.getLogger("conurb.storage")

Json: TypeAlias = Any
SQLITE_WAIT_MS = 10_000  # how long a writer waits for another process
STOP_SECONDS = 10.0  # for the last transaction
POSTGRES_SECONDS = {"timeout": 10.0, "command_timeout": 60.0}  # to connect, to answer
CHANNEL = "conurb"  # of PostgreSQL's NOTIFY


class Model(DeclarativeBase):
    """Base of the tables; migrations/ makes and changes them."""

    type_annotation_map = {int: sql.BigInteger}


class TableRow(Model):
    """A game that is, was or will be played. `seed` stays here until the game is over."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    players: Mapped[int]
    options: Mapped[Json] = mapped_column(sql.JSON)
    data: Mapped[str]  # hash of the data pack
    engine: Mapped[str]
    seed: Mapped[str]  # hexadecimal
    start: Mapped[Json] = mapped_column(sql.JSON)  # the position where the game begins, if not at its set-up
    created: Mapped[int]
    status: Mapped[str]  # waiting, playing, over: for lists; the truth is in seats and entries
    clock: Mapped[int]  # seconds a decision; 0 without
    public: Mapped[bool]
    host: Mapped[str]  # hash of the guest who made it
    parent: Mapped[str | None]  # the game this is a rematch or a continuation of
    rematch: Mapped[str | None]


class SeatRow(Model):
    """Who sits there. Keys, tokens and invites are kept as hashes."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(sql.ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]  # person, bot, open
    name: Mapped[str]
    level: Mapped[str]  # of a bot
    key_hash: Mapped[str | None] = mapped_column(index=True)
    token_hash: Mapped[str | None]
    invite_hash: Mapped[str | None] = mapped_column(unique=True)
    claimed_at: Mapped[int | None]


class EntryRow(Model):
    """One thing that happened at a table."""

    __tablename__ = "entries"

    table_id: Mapped[str] = mapped_column(sql.ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)  # 1, 2, 3 ... without gaps
    kind: Mapped[str]  # action, undo, bot (a bot takes the seat over), back (its owner returns)
    seat: Mapped[int]
    text: Mapped[str]  # of an action, in notation; of a bot, its level
    by: Mapped[str]  # "" the player, "clock", "bot:LEVEL", "fault"; of a bot entry, who asked
    at: Mapped[int]
    ms: Mapped[int]  # how long the decision took
    request: Mapped[str | None]  # the id the client gave it

    __table_args__ = (sql.UniqueConstraint("table_id", "request"),)


class MessageRow(Model):
    """Something said at a table."""

    __tablename__ = "messages"

    table_id: Mapped[str] = mapped_column(sql.ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    name: Mapped[str]
    text: Mapped[str]
    suggestion: Mapped[Json] = mapped_column(sql.JSON)
    at: Mapped[int]
    request: Mapped[str | None]

    __table_args__ = (sql.UniqueConstraint("table_id", "request"),)


class SecretRow(Model):
    """What the server draws once, and every worker on this database shares."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


_PROBE = (
    "SELECT EXISTS (SELECT 1 FROM entries WHERE table_id = :table AND number > :version),"
    " EXISTS (SELECT 1 FROM messages WHERE table_id = :table AND number > :message)"
)
MODELS: tuple[type[Model], ...] = (SecretRow, TableRow, SeatRow, EntryRow, MessageRow)


@dataclass(frozen=True)
class Game:
    """Everything that is kept of one table."""

    table: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow]
    messages: list[MessageRow]


@dataclass
class _Waiting:
    """An entry that waits to be written, and who waits for it."""

    entry: EntryRow
    over: bool
    done: asyncio.Future[bool]


def read_url(text: str) -> URL:
    """The address of a database; BadSetting says what is right."""
    expects = "expected sqlite:///FILE or postgresql://USER@HOST/NAME"
    try:
        url = make_url(text)
    except ArgumentError:
        raise BadSetting(f"database: {expects}, not {text!r}") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise BadSetting("database: SQLite needs a file, such as sqlite:///conurb.db")
        return url.set(drivername="sqlite+aiosqlite")
    if kind == "postgresql":
        return url.set(drivername="postgresql+asyncpg")
    raise BadSetting(f"database: {expects}, not {text!r}")


class Storage:
    """The database. `start` brings its tables up to date."""

    def __init__(self, database: str, worker: str = "") -> None:
        self.url = read_url(database)
        self.kind = self.url.get_backend_name()
        self.worker = worker  # who we are, in notifications
        self.batches = 0  # transactions with entries, and the entries in them
        self.written = 0
        self._reader: AsyncEngine
        self._writer: AsyncEngine
        self._prober: AsyncEngine
        self._probe: sqlite3.Connection | None = None
        self._turn = asyncio.Lock()
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._flusher: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def shared(self) -> bool:
        """Whether other workers are told of what we write."""
        return self.kind == "postgresql"

    async def start(self, upgrade: bool = True) -> None:
        """BadSetting if the database cannot be used."""
        if self.kind == "sqlite":
            self._writer = _sqlite_engine(self.url, "BEGIN IMMEDIATE", poolclass=StaticPool)
            self._reader = _sqlite_engine(self.url, "BEGIN", pool_size=4)
        else:
            self._writer = self._reader = _postgres_engine(self.url, pool_pre_ping=True)
            self._prober = _postgres_engine(self.url, isolation_level="AUTOCOMMIT")
        name = self.url.set(drivername=self.kind).render_as_string()
        try:
            await self._prepare(upgrade)
        except _unreachable(self.kind) as error:
            await self.stop()
            raise BadSetting(f"database: {name} cannot be used: {_reason(error)}") from error
        except migrate.UnknownVersion as error:
            await self.stop()
            raise BadSetting(f"database: {name} {error}: use that version, or another database") from error
        self._flusher = asyncio.create_task(self._flush_forever())

    async def _prepare(self, upgrade: bool) -> None:
        file = Path(str(self.url.database)) if self.kind == "sqlite" else None
        if not upgrade:
            if file is not None and not file.exists():
                raise FileNotFoundError(f"there is no file {file}")
            await self.schema()
            return
        if file is not None:
            _make_file(file)
        await migrate.upgrade(self._writer)
        if self.kind == "sqlite":
            self._probe = sqlite3.connect(str(self.url.database), timeout=0.0, isolation_level=None)

    async def stop(self) -> None:
        """What is being written is finished first: a transaction that is cut off could leave the database locked."""
        self._stopping = True
        if self._flusher is not None:
            self._wake.set()
            await asyncio.wait([self._flusher], timeout=STOP_SECONDS)
            await tasks.end([self._flusher])
            _fail(self._waiting, ConnectionError("the server stops"))
        if self._probe is not None:
            self._probe.close()
        if self.kind == "postgresql":
            await self._prober.dispose()
        await self._reader.dispose()
        await self._writer.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. SQLite has one writer: taking turns here spares waiting for its lock."""
        if self.kind == "postgresql":
            async with self._writer.begin() as connection:
                yield connection
            return
        async with self._turn, self._writer.begin() as connection:
            yield connection

    async def schema(self) -> str | None:
        """The version of the database's tables; None if it is empty."""
        return await migrate.current(self._reader)

    async def ping(self) -> bool:
        """Whether the database answers."""
        try:
            async with self.reading() as connection:
                await connection.execute(sql.text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return False
        return True

    # --- tables

    async def create(self, table: TableRow, seats: Sequence[SeatRow], rematch_of: str | None = None) -> str:
        """Keep a new table; the id of the rematch there is already, if this would be the second."""
        async with self.writing() as connection:
            if rematch_of is not None:
                given = await connection.execute(
                    sql.update(TableRow)
                    .where(TableRow.id == rematch_of, TableRow.rematch.is_(None))
                    .values(rematch=table.id)
                )
                if given.rowcount == 0:
                    found = await connection.scalar(sql.select(TableRow.rematch).where(TableRow.id == rematch_of))
                    return str(found)
            await connection.execute(sql.insert(TableRow).values(_values(table)))
            await connection.execute(sql.insert(SeatRow), [_values(seat) for seat in seats])
            await self._notify(connection, [table.id] if rematch_of is None else [table.id, rematch_of], "changed")
        return table.id

    async def load(self, table_id: str) -> Game | None:
        """All that is kept of a table."""
        async with self.reading() as connection:
            row = (await connection.execute(sql.select(TableRow).where(TableRow.id == table_id))).first()
            if row is None:
                return None
            return Game(
                TableRow(**row._mapping),
                await _seats(connection, table_id),
                await _entries(connection, table_id, 0),
                await _messages(connection, table_id, 0),
            )

    async def has_news(self, table_id: str, version: int, message: int) -> bool:
        """Whether there may be entries or messages after these. Every look at a table asks, so it is made cheap: SQLite
        answers at once, without the trip to another thread; PostgreSQL in one round trip, without a transaction."""
        asked = {"table": table_id, "version": version, "message": message}
        try:
            if self._probe is not None:
                found = self._probe.execute(_PROBE, asked).fetchone()
            else:
                async with self._prober.connect() as connection:
                    found = (await connection.execute(sql.text(_PROBE), asked)).one()
        except (sqlite3.Error, SQLAlchemyError, OSError):
            return True  # whoever reads them will see what is wrong
        return bool(found[0] or found[1])

    async def news(
        self, table_id: str, version: int, message: int, with_seats: bool
    ) -> tuple[list[EntryRow], list[MessageRow], list[SeatRow] | None, str | None]:
        """What was added since: entries, messages; the seats and the rematch, if asked for."""
        async with self.reading() as connection:
            entries = await _entries(connection, table_id, version)
            messages = await _messages(connection, table_id, message)
            if not with_seats:
                return entries, messages, None, None
            seats = await _seats(connection, table_id)
            rematch = await connection.scalar(sql.select(TableRow.rematch).where(TableRow.id == table_id))
            return entries, messages, seats, rematch

    async def list_tables(
        self, *, keys: Sequence[str] = (), public: bool = False, status: str | None = None, limit: int = 50
    ) -> list[tuple[TableRow, list[SeatRow]]]:
        """The newest tables: those where a key holds a seat, or the public ones."""
        query = sql.select(TableRow).order_by(TableRow.created.desc(), TableRow.id).limit(limit)
        if public:
            query = query.where(TableRow.public.is_(True))
        if keys:
            held = sql.select(SeatRow.table_id).where(SeatRow.key_hash.in_(keys) | SeatRow.token_hash.in_(keys))
            query = query.where(TableRow.id.in_(held) | TableRow.host.in_(keys))
        if status is not None:
            query = query.where(TableRow.status == status)
        async with self.reading() as connection:
            tables = [TableRow(**row._mapping) for row in await connection.execute(query)]
            chosen = sql.select(SeatRow).where(SeatRow.table_id.in_([table.id for table in tables]))
            rows = await connection.execute(chosen.order_by(SeatRow.table_id, SeatRow.seat))
            seats = [SeatRow(**row._mapping) for row in rows]
        return [(table, [seat for seat in seats if seat.table_id == table.id]) for table in tables]

    async def unfinished(self) -> list[str]:
        """The tables where somebody may have to act."""
        async with self.reading() as connection:
            query = sql.select(TableRow.id).where(TableRow.status == "playing").order_by(TableRow.created)
            return list(await connection.scalars(query))

    # --- seats

    async def claim(self, seat: SeatRow, again: bool = False) -> bool:
        """Give an open seat to whom the row says; False if somebody was quicker, or if they have one already and do
        not ask for it `again`. With the last one play begins."""
        async with self.writing() as connection:
            # Claims of a table come one after another, also of several workers: each sees what the others have taken.
            await connection.execute(sql.select(TableRow.id).where(TableRow.id == seat.table_id).with_for_update())
            theirs = sql.select(sql.func.count()).where(
                SeatRow.table_id == seat.table_id, SeatRow.key_hash == seat.key_hash
            )
            if seat.key_hash is not None and not again and await connection.scalar(theirs):
                return False
            update = (
                sql.update(SeatRow)
                .where(SeatRow.table_id == seat.table_id, SeatRow.seat == seat.seat, SeatRow.kind == "open")
                .values(
                    kind=seat.kind,
                    name=seat.name,
                    level=seat.level,
                    key_hash=seat.key_hash,
                    token_hash=seat.token_hash,
                    claimed_at=seat.claimed_at,
                )
            )
            if (await connection.execute(update)).rowcount == 0:
                return False
            still_open = sql.select(sql.func.count()).where(SeatRow.table_id == seat.table_id, SeatRow.kind == "open")
            if not await connection.scalar(still_open):
                playing = sql.update(TableRow).where(TableRow.id == seat.table_id, TableRow.status == "waiting")
                await connection.execute(playing.values(status="playing"))
            await self._notify(connection, [seat.table_id], "changed")
        return True

    async def find_invite(self, invite_hash: str) -> SeatRow | None:
        async with self.reading() as connection:
            row = (await connection.execute(sql.select(SeatRow).where(SeatRow.invite_hash == invite_hash))).first()
        return None if row is None else SeatRow(**row._mapping)

    # --- entries

    async def append(self, entry: EntryRow, over: bool = False) -> bool:
        """Write the next entry of its table; False if that number, or that request, is there already.

        True means that it is on disk. `over`: the game ends with it.
        """
        if self._stopping:
            raise ConnectionError("the server stops")
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(entry, over, done))
        self._wake.set()
        return await done

    async def _flush_forever(self) -> None:
        while not self._stopping or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._flush(batch)

    async def _flush(self, batch: list[_Waiting]) -> None:
        """Write them and answer every one that waits, whatever happens: the others come after these."""
        try:
            written = await self._write(batch)
        except asyncio.CancelledError:
            _fail(batch, ConnectionError("the server stops"))
            raise
        except Exception as error:
            if not isinstance(error, (SQLAlchemyError, OSError)):
                log.error("entries not written", exc_info=error)
            _fail(batch, error)
            return
        for waiting in batch:
            if not waiting.done.done():
                waiting.done.set_result(id(waiting) in written)

    async def _write(self, batch: list[_Waiting]) -> set[int]:
        """One transaction for all of them; which were let through."""
        # In the order of their keys, so that two workers never wait for each other's rows in a circle.
        first = {(one.entry.table_id, one.entry.number): one for one in reversed(batch)}
        rows = [_values(first[key].entry) for key in sorted(first)]
        dialect = sqlite if self.kind == "sqlite" else postgresql
        insert = dialect.insert(EntryRow).values(rows).on_conflict_do_nothing()
        async with self.writing() as connection:
            result = await connection.execute(insert.returning(EntryRow.table_id, EntryRow.number))
            written = [first[(table_id, number)] for table_id, number in result]
            ended = [one.entry.table_id for one in written if one.over]
            if ended:
                over = sql.update(TableRow).where(TableRow.id.in_(ended)).values(status="over")
                await connection.execute(over)
            await self._notify(connection, [one.entry.table_id for one in written], "changed")
        self.batches += 1
        self.written += len(written)
        return {id(one) for one in written}

    # --- messages

    async def say(self, message: MessageRow) -> bool:
        """Write the next message of its table; False if that number, or that request, is there already."""
        dialect = sqlite if self.kind == "sqlite" else postgresql
        insert = dialect.insert(MessageRow).values(_values(message)).on_conflict_do_nothing()
        async with self.writing() as connection:
            result = await connection.execute(insert.returning(MessageRow.number))
            written = result.first() is not None
            if written:
                await self._notify(connection, [message.table_id], "chat")
        return written

    # --- what workers share

    async def secret(self, name: str, fresh: str) -> str:
        """The secret of that name; the fresh one, if there is none yet."""
        dialect = sqlite if self.kind == "sqlite" else postgresql
        insert = dialect.insert(SecretRow).values(name=name, value=fresh).on_conflict_do_nothing()
        async with self.writing() as connection:
            await connection.execute(insert)
            return str(await connection.scalar(sql.select(SecretRow.value).where(SecretRow.name == name)))

    async def notify(self, table_id: str, kind: str, **facts: object) -> None:
        """Tell the other workers something that is not kept."""
        if self.shared:
            async with self.writing() as connection:
                await self._notify(connection, [table_id], kind, **facts)

    async def _notify(self, connection: AsyncConnection, tables: Sequence[str], kind: str, **facts: object) -> None:
        """Heard by the others when, and only when, the transaction is on disk."""
        if self.shared and tables:
            notes = [json.dumps({"worker": self.worker, "table": one, "kind": kind, **facts}) for one in tables]
            each = sql.func.unnest(sql.cast(notes, postgresql.ARRAY(sql.Text))).column_valued("note")
            await connection.execute(sql.select(sql.func.pg_notify(CHANNEL, each)))


def _fail(batch: list[_Waiting], error: Exception) -> None:
    for waiting in batch:
        if not waiting.done.done():
            waiting.done.set_exception(error)


def _values(row: Model) -> dict[str, Any]:
    """A row as a mapping, every column."""
    return {column.key: getattr(row, column.key) for column in row.__table__.columns}


async def _seats(connection: AsyncConnection, table_id: str) -> list[SeatRow]:
    query = sql.select(SeatRow).where(SeatRow.table_id == table_id).order_by(SeatRow.seat)
    return [SeatRow(**row._mapping) for row in await connection.execute(query)]


async def _entries(connection: AsyncConnection, table_id: str, after: int) -> list[EntryRow]:
    query = sql.select(EntryRow).where(EntryRow.table_id == table_id, EntryRow.number > after)
    return [EntryRow(**row._mapping) for row in await connection.execute(query.order_by(EntryRow.number))]


async def _messages(connection: AsyncConnection, table_id: str, after: int) -> list[MessageRow]:
    query = sql.select(MessageRow).where(MessageRow.table_id == table_id, MessageRow.number > after)
    return [MessageRow(**row._mapping) for row in await connection.execute(query.order_by(MessageRow.number))]


def _make_file(path: Path) -> None:
    """A new database is its owner's alone: it holds seeds and the server's secret. SQLite's other files follow it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _unreachable(kind: str) -> tuple[type[Exception], ...]:
    """What it looks like when a database cannot be opened."""
    if kind == "sqlite":
        return (SQLAlchemyError, OSError)
    import asyncpg

    return (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


def _reason(error: Exception) -> str:
    """What the database said, in one line."""
    said = str(getattr(error, "orig", error)).partition("\n")[0]
    return said or type(error).__name__


def _sqlite_engine(url: URL, begin: str, **how: Any) -> AsyncEngine:
    """WAL: readers never wait for the writer. FULL: a commit is on disk before it returns, so an acknowledged action
    outlives kill -9 (NORMAL would do for that) and a power cut (which NORMAL would not)."""
    engine = create_async_engine(url, **how)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={SQLITE_WAIT_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: sql.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _postgres_engine(url: URL, **how: Any) -> AsyncEngine:
    try:
        return create_async_engine(url, pool_size=8, max_overflow=8, connect_args=POSTGRES_SECONDS, **how)
    except ModuleNotFoundError:
        raise BadSetting("PostgreSQL needs asyncpg: pip install asyncpg") from None


# What the absence of a database looks like: also a name that is not found (an OSError) and a pool that has run dry.
NO_DATABASE = (SQLAlchemyError, ConnectionError, TimeoutError, socket.gaierror)
