"""A PostgreSQL of one's own for tests and benchmarks: in a temporary folder, on a free port of this machine.

It is installed where it is missing and the user may. PostgreSQL refuses to run as root; another user of the system
then runs it. Every wait has a limit: where it does not start in time, there is none.
"""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.system_packages import NotInstalled, install

SECONDS = 120.0  # to set up, and to start; a loaded machine takes its time
STOP_SECONDS = 60.0
PORTS = range(20_000, 32_000)  # below those that the system gives to outgoing connections


class NoPostgres(Exception):
    """There is none, and why."""


def free_port() -> int:
    """A port that nobody listens on, and that the system will not give to somebody's connection meanwhile."""
    for port in random.SystemRandom().sample(PORTS, 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port was found")


def find_program(name: str) -> Path | None:
    """A program of PostgreSQL, the newest where there are several."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: float(p.parts[4]))
    if installed:
        return installed[-1]
    found = shutil.which(name)
    return None if found is None else Path(found)


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
    try:
        install("postgresql", lambda: find_program("initdb"))
    except NotInstalled as reason:
        raise NoPostgres(str(reason)) from None
    initdb, postgres = find_program("initdb"), find_program("postgres")
    if initdb is None or postgres is None:
        raise NoPostgres("initdb or postgres is missing from this PostgreSQL")
    user = other_user()
    folder = Path(tempfile.mkdtemp(prefix="conurb-postgres-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        _set_up(initdb, folder, user)
        port = free_port()
        process = _start(postgres, folder, user, port)
        try:
            _wait_until_ready(process, folder)
            yield f"postgresql://conurb@127.0.0.1:{port}"
        finally:
            _stop(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _set_up(initdb: Path, folder: Path, user: str | None) -> None:
    command = [str(initdb), "-D", str(folder / "data"), "-U", "conurb", "-A", "trust", "-E", "UTF8", "--no-sync"]
    with (folder / "log").open("wb") as log:
        try:
            done = subprocess.run(
                command, user=user, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            raise NoPostgres(f"initdb took more than {SECONDS:.0f} seconds") from None
    if done.returncode != 0:
        raise NoPostgres(f"initdb failed: {_end_of_log(folder)}")


def _start(postgres: Path, folder: Path, user: str | None, port: int) -> subprocess.Popen[bytes]:
    """As a child of ours: with a start by pg_ctl it would be nobody's, and nobody's to wait for."""
    command = [str(postgres), "-D", str(folder / "data"), "-p", str(port)]
    command += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(command, user=user, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


def _wait_until_ready(process: subprocess.Popen[bytes], folder: Path) -> None:
    """The eighth line of its lock file says how it is; pg_ctl reads the same."""
    status = folder / "data" / "postmaster.pid"
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            raise NoPostgres(f"PostgreSQL ended with {process.returncode}: {_end_of_log(folder)}")
        if status.exists() and [line.strip() for line in status.read_text().splitlines()[7:8]] == ["ready"]:
            return
        time.sleep(0.05)
    raise NoPostgres(f"PostgreSQL did not start in {SECONDS:.0f} seconds: {_end_of_log(folder)}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """At once: what it holds is thrown away."""
    if process.poll() is None:
        process.send_signal(signal.SIGQUIT)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)


def _end_of_log(folder: Path) -> str:
    return (folder / "log").read_text(errors="replace").strip()[-300:]


async def new_database(server: str) -> str:
    """An empty database on that server; its address."""
    import asyncpg

    name = f"conurb_{uuid.uuid4().hex[:12]}"
    connection = await asyncpg.connect(f"{server}/postgres", timeout=60, command_timeout=60)
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close(timeout=10)
    return f"{server}/{name}"
