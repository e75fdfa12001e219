"""A PostgreSQL of one's own for tests and benchmarks: in a temporary folder, on a free port of this machine.

It is installed where it is missing and the user may (root, with apt-get). PostgreSQL refuses to run as root; another
user of the system then runs it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NoPostgres(Exception):
    """There is none, and why."""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def find_program(name: str) -> Path | None:
    """A program of PostgreSQL, the newest where there are several."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: float(p.parts[4]))
    if installed:
        return installed[-1]
    found = shutil.which(name)
    return None if found is None else Path(found)


def install() -> None:
    """Install it, or NoPostgres says why not."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise NoPostgres("PostgreSQL is not installed, and only root with apt-get could do so here")
    command = ["apt-get", "install", "-y", "--no-install-recommends", "postgresql"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, capture_output=True, text=True, env=quiet, timeout=300)
    if done.returncode != 0:
        raise NoPostgres(f"apt-get could not install PostgreSQL: {done.stderr.strip()[-200:]}")


def other_user() -> str | None:
    """Who runs it: nobody else, unless we are root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise NoPostgres("PostgreSQL does not run as root, and there is no user postgres or nobody")


@contextmanager
def running() -> Iterator[str]:
    """Start a fresh one; gives the address of its server, without a database. Stopped and removed at the end."""
    if find_program("initdb") is None:
        install()
    initdb, pg_ctl = find_program("initdb"), find_program("pg_ctl")
    if initdb is None or pg_ctl is None:
        raise NoPostgres("initdb or pg_ctl is missing from this PostgreSQL")
    user = other_user()
    folder = Path(tempfile.mkdtemp(prefix="conurb-postgres-"))
    if user is not None:
        shutil.chown(folder, user)
    port = free_port()
    data = folder / "data"

    def call(*command: str | Path) -> None:
        done = subprocess.run([str(c) for c in command], user=user, cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise NoPostgres(f"{Path(command[0]).name} failed: {(done.stderr or done.stdout).strip()[-300:]}")

    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    try:
        call(initdb, "-D", data, "-U", "conurb", "-A", "trust", "-E", "UTF8", "--no-sync")
        call(pg_ctl, "-D", data, "-w", "-t", "60", "-l", folder / "log", "-o", settings, "start")
        try:
            yield f"postgresql://conurb@127.0.0.1:{port}"
        finally:
            call(pg_ctl, "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def new_database(server: str) -> str:
    """An empty database on that server; its address."""
    import asyncpg

    name = f"conurb_{uuid.uuid4().hex[:12]}"
    connection = await asyncpg.connect(f"{server}/postgres")
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return f"{server}/{name}"
