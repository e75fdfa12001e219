"""`conurb db`, `conurb backup`, `conurb restore`: the server's database."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from conurb.cli.arguments import Parser
from conurb.kernel.checks import BadOption


def add_database(parser: Parser) -> None:
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME (CONURB_DATABASE)"
    )


def add_db(parser: Parser) -> None:
    parser.add_argument(
        "what", choices=["upgrade", "version"], help="bring the tables up to date, or say what they are"
    )
    add_database(parser)
    parser.example("conurb db upgrade")
    parser.set_defaults(run=db)


def add_backup(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="where to; an older one is replaced")
    add_database(parser)
    parser.example("conurb backup conurb.jsonl")
    parser.set_defaults(run=back_up)


def add_restore(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="what `conurb backup` has written")
    add_database(parser)
    parser.example("conurb restore conurb.jsonl --database postgresql://conurb@localhost/conurb")
    parser.set_defaults(run=restore)


def database_of(args: argparse.Namespace) -> str:
    from conurb.server.settings import from_environment

    return from_environment(database=args.database).database


def db(args: argparse.Namespace) -> int:
    from conurb.server import migrate
    from conurb.server.storage import Storage

    async def run() -> str | None:
        storage = Storage(database_of(args))
        await storage.start(upgrade=args.what == "upgrade")
        try:
            return await storage.schema()
        finally:
            await storage.stop()

    found = asyncio.run(run())
    print(f"schema {found or 'none'}; this version of Conurb needs {migrate.newest()}")
    return 0 if found == migrate.newest() else 1


def back_up(args: argparse.Namespace) -> int:
    from conurb.server.backup import backup

    rows = asyncio.run(backup(database_of(args), args.file))
    print(f"{args.file}: {rows} rows")
    return 0


def restore(args: argparse.Namespace) -> int:
    from conurb.server import backup

    if not args.file.exists():
        raise BadOption(f"there is no file {args.file}")
    rows = asyncio.run(backup.restore(database_of(args), args.file))
    print(f"{rows} rows restored")
    return 0
