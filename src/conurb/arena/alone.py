"""One writer at a time: whoever starts the same work twice is told so at once, instead of spoiling it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from conurb.files import CannotWrite
from conurb.kernel.checks import ConurbError


class Busy(ConurbError):
    """Somebody else is writing there."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else writes to this file or folder meanwhile; Busy if somebody does already.

    The lock lies beside it. The system gives it back when the process ends, however it ends: a lock file that a killed
    process has left stops nobody.
    """
    file = _locked(path, Path(f"{path.absolute()}.lock"))
    try:
        yield
    finally:
        with suppress(OSError):  # Windows keeps it while it is open, and it may stay
            os.unlink(file.name)
        file.close()


def _locked(path: Path, lock: Path) -> IO[str]:
    while True:
        try:
            file = lock.open("a", encoding="utf-8")
        except FileNotFoundError:
            raise CannotWrite(f"{path}: there is no folder {path.parent}") from None
        except OSError as error:
            raise CannotWrite(f"{lock}: cannot be written: {(error.strerror or str(error)).lower()}") from None
        if not _lock(file):
            file.close()
            raise Busy(f"{path}: another conurb is writing it now; wait until that is done, or name another")
        # Whoever had it may have removed the file between our opening and our locking it.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), lock.stat()):
                return file
        file.close()


def _lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True  # a file system without locks: as good as it gets
    return True
