"""Installing what the tests need of the system, where it is missing and the user may (root, with apt-get).

Several test processes may want the same at once: they take turns, and what failed a moment ago is not tried again.
Output goes to a file, never to a pipe: a package may start a service, which would keep the pipe open for ever.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

INSTALL_SECONDS = 600.0
TURN_SECONDS = 900.0  # to wait for another process that installs
REMEMBER_SECONDS = 1800.0  # how long a failure stands
APT = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=120")


class NotInstalled(Exception):
    """It is not there, and why."""


def install(package: str, find: Callable[[], object]) -> None:
    """Have the package installed, so that `find` finds what is wanted of it; NotInstalled says why not."""
    if find():
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise NotInstalled(f"{package} is not installed, and only root with apt-get could do so here")
    folder = Path(tempfile.gettempdir())
    failed = folder / f"conurb-install-{package}.failed"
    with _turn(folder / "conurb-install.lock"):
        if find():
            return
        if failed.exists() and time.time() - failed.stat().st_mtime < REMEMBER_SECONDS:
            raise NotInstalled(failed.read_text())
        try:
            _install(package, folder / f"conurb-install-{package}.log")
            if not find():
                raise NotInstalled(f"{package} was installed, but what is wanted of it is not there")
        except NotInstalled as reason:
            failed.write_text(str(reason))
            raise


@contextmanager
def _turn(file: Path) -> Iterator[None]:
    """One process at a time."""
    with file.open("w") as lock:
        until = time.monotonic() + TURN_SECONDS
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            if time.monotonic() > until:
                raise NotInstalled(f"another process has been installing for {TURN_SECONDS:.0f} seconds")
            time.sleep(0.2)
        yield


def _install(package: str, log: Path) -> None:
    """Install it; with fresh lists, if the old ones do not do."""
    command = [*APT, "install", package]
    if _call(command, log) != 0 and (_call([*APT, "update"], log) != 0 or _call(command, log) != 0):
        raise NotInstalled(f"apt-get could not install {package}: {log.read_text(errors='replace').strip()[-300:]}")


def _call(command: list[str], log: Path) -> int:
    """Run a command of its own session within the time; its exit code."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with log.open("ab") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=quiet, start_new_session=True
        )
        try:
            return process.wait(INSTALL_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise NotInstalled(f"{' '.join(command)} took more than {INSTALL_SECONDS:.0f} seconds") from None
