"""What can be set, once a process, by the environment or by the arguments of `conurb serve`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from math import isfinite
from pathlib import Path

from conurb.kernel.checks import BadOption, unknown
from conurb.server.errors import BadSetting

PREFIX = "CONURB_"


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def default_database() -> str:
    """A file in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'conurb' / 'conurb.db'}"


@dataclass(frozen=True)
class Settings:
    """Every setting, with its default; `CONURB_<NAME>` in the environment sets it."""

    database: str = field(default_factory=default_database)  # sqlite:///FILE or postgresql://...
    secret: str = ""  # signs cookies and makes invites; by default drawn once and kept in the database
    origins: tuple[str, ...] = ()  # other sites whose pages may send actions, such as https://games.example
    body_limit: int = 64 * 1024  # bytes of a request's body
    rate: float = 50.0  # requests a second of one client, on average; 0: no limit
    burst: int = 200  # requests a client may send at once
    bot_seconds: float = 5.0  # what a bot may take for one decision
    bot_pause: float = 0.5  # seconds before a bot's action is played, so that people can follow
    bot_processes: int = field(default_factory=lambda: max(2, min(8, os.cpu_count() or 2)))
    bots: Mapping[str, str] = field(default_factory=dict)  # more levels, as level -> module:factory
    away_seconds: float = 20.0  # how long a player must be gone before others may call a bot
    clock_strikes: int = 3  # overdue decisions in a row after which a bot takes the seat of an absent player
    tick: float = 0.5  # how often clocks are looked at, in seconds
    heartbeat: float = 15.0  # seconds between signs of life on a quiet stream
    live_tables: int = 2000  # games kept in memory
    log_level: str = "INFO"
    now: Callable[[], int] = now_ms  # the time of day; tests have their own


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """The settings of the environment; what is given wins.

    >>> from_environment({"CONURB_RATE": "5"}, burst=7).burst
    7
    """
    found: dict[str, object] = {}
    source = os.environ if environment is None else environment
    for one in fields(Settings):
        text = source.get(PREFIX + one.name.upper())
        if text is not None and one.name != "now":
            found[one.name] = read_setting(one.name, text)
    found.update({name: value for name, value in given.items() if value is not None})
    return Settings(**found)  # type: ignore[arg-type]


def to_environment(settings: Settings) -> dict[str, str]:
    """The other way: what a worker process is started with."""
    written = {}
    for one in fields(Settings):
        value = getattr(settings, one.name)
        if one.name == "origins":
            written[one.name] = ",".join(value)
        elif one.name == "bots":
            written[one.name] = ",".join(f"{level}={place}" for level, place in value.items())
        elif one.name != "now":
            written[one.name] = str(value)
    return {PREFIX + name.upper(): text for name, text in written.items()}


_WHOLE = ("body_limit", "burst", "bot_processes", "clock_strikes", "live_tables")  # from 1
_SECONDS = ("rate", "bot_seconds", "bot_pause", "away_seconds", "tick", "heartbeat")
_MAY_BE_ZERO = ("rate", "bot_pause", "away_seconds")
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def read_setting(name: str, text: str) -> object:
    """The value of a setting written as text; BadSetting says what would be right."""
    text = text.strip()
    if name in _WHOLE or name in _SECONDS:
        return _read_number(name, text)
    if name == "log_level" and text.upper() not in _LOG_LEVELS:
        raise BadSetting(f"{PREFIX}LOG_LEVEL: expected one of {', '.join(_LOG_LEVELS)}, not {text!r}")
    if name == "origins":
        return tuple(part.strip().rstrip("/") for part in text.split(",") if part.strip())
    if name == "bots":
        pairs = [part.partition("=") for part in text.split(",") if part.strip()]
        if not all(level.strip() and ":" in place for level, _, place in pairs):
            raise BadSetting(f"{PREFIX}BOTS: expected level=module:factory, separated by commas, not {text!r}")
        return {level.strip(): place.strip() for level, _, place in pairs}
    return text


def _read_number(name: str, text: str) -> float:
    """Of what there must be some, such as processes for bots, 0 is refused: the server would stand still."""
    expected = "a whole number from 1" if name in _WHOLE else "a number above 0"
    if name in _MAY_BE_ZERO:
        expected = "a number from 0"
    try:
        number = int(text) if name in _WHOLE else float(text)
    except ValueError:
        number = -1.0
    if isfinite(number) and (number > 0 or (number == 0 and name in _MAY_BE_ZERO)):
        return number
    raise BadSetting(f"{PREFIX}{name.upper()}: expected {expected}, not {text!r}")


def check_levels(settings: Settings, level: str) -> str:
    """The level if there is such a bot; BadOption names those there are."""
    from conurb import bots

    known = [*bots.LEVELS, *settings.bots]
    if level not in known:
        raise BadOption(unknown("bot", level, known))
    return level


def quiet_python() -> list[str]:
    """How a process of ours is started: this Python, its output unbuffered."""
    return [sys.executable, "-u"]
