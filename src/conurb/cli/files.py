"""Reading files, with clear words when it fails; and where games are kept."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from conurb.kernel import notation, record
from conurb.kernel.checks import ConurbError
from conurb.kernel.record import Record


class BadFile(ConurbError):
    """A file that cannot be read, or a folder that cannot be made."""


def read_text(name: str) -> str:
    """The content of a file; `-` is the standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise BadFile(f"{name}: cannot be read: {reason(error)}") from None
    except UnicodeDecodeError:
        raise BadFile(f"{name}: is not a text file in UTF-8") from None


def page_file(option: str, name: str, source: str) -> Path:
    """Where a page about a file goes: found wanting before the work that it takes, and never the file itself."""
    target = Path(name)
    if not name.strip():
        raise BadFile(f"{option}: expected the name of a file, such as {Path(source).stem or 'page'}.html")
    if target.is_dir():
        raise BadFile(f"{option}: {target} is a folder; name a file in it")
    if not target.absolute().parent.is_dir():
        raise BadFile(f"{option}: {target}: there is no folder {target.parent}")
    if target.resolve() == Path(source).resolve():
        raise BadFile(f"{option}: {target} is the file {source} itself, which the page would replace; name another")
    return target


def reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def read_record(name: str) -> Record:
    """A record in either form; JSON begins with a brace."""
    text = read_text(name)
    if not text.strip():
        raise BadFile(f"{name}: cannot be read: the file is empty")
    try:
        return record.loads(text) if text.lstrip().startswith("{") else notation.read(text)
    except ConurbError as error:
        raise type(error)(f"{name}: {error}") from None


# --- where games are kept


def saved_games() -> Path:
    """The folder of saved games: CONURB_GAMES, or the user's data folder."""
    chosen = os.environ.get("CONURB_GAMES")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        data = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        data = Path.home() / "Library" / "Application Support"
    else:
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "conurb" / "games"


def new_game_file(game: str) -> Path:
    """A name that is not taken yet, by the time of day, in the folder of saved games."""
    folder = saved_games()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder}: cannot be made: {reason(error)}; give a file with --save") from None
    base = f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path = folder / f"{base}.json"
    number = 2
    while path.exists():
        path = folder / f"{base}-{number}.json"
        number += 1
    return path


def latest_unfinished() -> Path:
    """The saved game that was played last and is not over."""
    folder = saved_games()
    files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files:
        try:
            if read_record(str(path)).result is None:
                return path
        except ConurbError:
            continue  # not a record, or not of this version: nothing to resume
    raise BadFile(f"there is no unfinished game in {folder}; give the file: conurb play --resume FILE")
