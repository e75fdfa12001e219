"""Running the command line: in this process, as a program, and at a terminal."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from conurb import cli

GAME = "between-two-cities"
PROGRAM = [sys.executable, "-m", "conurb.cli"]
PATIENCE = 60.0  # seconds; only a hanging program needs them


@dataclass(frozen=True)
class Done:
    """What a command said and its exit status."""

    status: int
    out: str
    err: str


def conurb(*arguments: str | Path, given: str = "") -> Done:
    """A command in this process, its output 80 columns wide and without colour."""
    out, err = io.StringIO(), io.StringIO()
    surroundings = {"COLUMNS": "80", "NO_COLOR": "1"}
    with (
        mock.patch.dict(os.environ, surroundings),
        mock.patch.object(sys, "stdin", io.StringIO(given)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            status = cli.main([str(word) for word in arguments])
        except SystemExit as leaving:  # how argparse ends after --help or wrong usage
            status = leaving.code if isinstance(leaving.code, int) else 1
    return Done(status, out.getvalue(), err.getvalue())


def fault(*arguments: str | Path, given: str = "") -> str:
    """The complaint of a command that is refused: one line, status 2, nothing else said."""
    done = conurb(*arguments, given=given)
    assert done.status == 2, done
    assert done.out == ""
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1, "one line"
    return done.err.strip()


def program(*arguments: str | Path, given: str = "", **variables: str) -> Done:
    """The same as a process of its own."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "COLUMNS": "80", "PYTHONUTF8": "1", **variables},
    )
    return Done(done.returncode, done.stdout, done.stderr)


class Keyboard:
    """A program at a pseudo-terminal."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.master = master
        self.screen = ""  # everything shown so far
        self.read = 0  # how much of it `wait_for` has passed

    def wait_for(self, text: str) -> str:
        """What is shown up to that text, from where the last wait ended."""
        end = time.monotonic() + PATIENCE
        while text not in self.screen[self.read :]:
            assert self._more(end), f"{text!r} did not come; the screen shows:\n{self.screen[self.read :]}"
        start, self.read = self.read, self.screen.index(text, self.read) + len(text)
        return self.screen[start : self.read]

    def _more(self, end: float) -> bool:
        """Read on; false when the program has gone or nothing came until then."""
        ready, _, _ = select.select([self.master], [], [], max(0.0, end - time.monotonic()))
        if not ready:
            return False
        try:
            chunk = os.read(self.master, 65536)
        except OSError:  # the program has gone
            return False
        self.screen += chunk.decode(errors="replace").replace("\r\n", "\n")
        return bool(chunk)

    def type(self, text: str) -> None:
        os.write(self.master, f"{text}\n".encode())

    def press_ctrl_c(self) -> None:
        """As people do: again, if nothing happens. Python misses a signal that comes just as it begins to read."""
        for _ in range(5):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.master], [], [], 3.0)[0]:
                return

    def press_ctrl_d(self) -> None:
        os.write(self.master, b"\x04")

    def status(self) -> int:
        """The exit status, after the rest of the screen has been read."""
        end = time.monotonic() + PATIENCE
        while self._more(end):
            pass
        return self.process.wait(PATIENCE)

    @property
    def rest(self) -> str:
        return self.screen[self.read :]


@contextmanager
def at_terminal(*arguments: str | Path, **variables: str) -> Iterator[Keyboard]:
    """The program, started at a terminal of 80 columns."""
    master, slave = pty.openpty()
    surroundings = {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=surroundings | variables,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Keyboard(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)
