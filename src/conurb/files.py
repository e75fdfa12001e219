"""Writing files as a whole: whoever reads one, or stops us, finds the old content or the new."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from conurb.kernel.checks import ConurbError


class CannotWrite(ConurbError):
    """A file that cannot be written."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A place to write to, which then becomes the file; what fails leaves the old file and nothing beside it."""
    beside = path.parent / f".{path.name}.{os.getpid()}"
    try:
        yield beside
        beside.replace(path)
    except OSError as error:
        raise CannotWrite(f"{path}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        with suppress(OSError):  # it has become the file, or was never made
            beside.unlink()


def write_text(path: Path, text: str) -> None:
    with replacing(path) as beside:
        beside.write_text(text, encoding="utf-8")
