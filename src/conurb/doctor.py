"""`conurb doctor`: what this installation has, what it lacks and how to cure it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal

from conurb import _build
from conurb._build.compiler import compiler_problem

Status = Literal["ok", "missing", "info"]

REQUIRED = (
    "librt",
    "mypy_extensions",
    "Babel",
    "rich",
    "fastapi",
    "uvicorn",
    "SQLAlchemy",
    "aiosqlite",
    "alembic",
    "resvg_py",
)
OPTIONAL = {
    "numpy": "the research interfaces and data sets",
    "pyarrow": "results as Parquet files, and data sets",
    "gymnasium": "conurb.lab.gymnasium",
    "pettingzoo": "conurb.lab.pettingzoo",
    "open_spiel": "conurb.lab.openspiel",
    "pillow": "pictures of those",
    "torch": "data sets as tensors",
    "openskill": "ratings of bots",
    "dask": "the arena on a cluster",
    "distributed": "the arena on a cluster",
    "asyncpg": "PostgreSQL as the server's database",
}
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Check:
    """One thing looked at. Only "missing" is a fault; "info" is worth knowing and may have a cure too."""

    name: str
    status: Status
    detail: str
    cure: str = ""


def report() -> list[Check]:
    """Everything worth looking at, in the order to read it."""
    return [
        _python(),
        _engine(),
        _compiler(),
        *(_required(name) for name in REQUIRED),
        *(_optional(name, use) for name, use in OPTIONAL.items()),
        _terminal(),
        _encoding(),
    ]


def healthy(checks: list[Check]) -> bool:
    """Whether nothing that is needed is missing."""
    return all(check.status != "missing" for check in checks)


def render_text(checks: list[Check]) -> str:
    """One line for each check, and its cure below."""
    width = max((len(check.name) for check in checks), default=0)
    lines = []
    for check in checks:
        lines.append(f"{check.status:<8} {check.name:<{width}}  {check.detail}")
        if check.cure:
            lines.append(f"{'':<8} {'':<{width}}  -> {check.cure}")
    return "\n".join(lines)


def render_json(checks: list[Check]) -> str:
    """The same for programs."""
    return json.dumps({"ok": healthy(checks), "checks": [asdict(check) for check in checks]}, indent=2)


def run(as_json: bool = False) -> int:
    """Print the report; the exit status of `conurb doctor`."""
    checks = report()
    print(render_json(checks) if as_json else render_text(checks))
    return 0 if healthy(checks) else 1


def _python() -> Check:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Check("python", "missing", found, "install Python 3.11 or newer")
    return Check("python", "ok", f"{found}, {sys.executable}")


def _engine() -> Check:
    engine = _build.info()
    detail = f"conurb {engine.conurb}, {engine.mode}: {engine.reason}"
    if engine.mode == "compiled":
        return Check("engine", "ok", f"{detail} (mypy {engine.mypy}, librt {engine.librt})")
    cure = "unset CONURB_PURE" if _build.pure_wanted() else _build.rebuild_hint()
    return Check("engine", "info", detail, cure)


def _compiler() -> Check:
    """No fault where it is absent: the engine runs from its source, only slower."""
    problem = compiler_problem()
    if problem:
        return Check("C compiler", "info", problem, "install gcc or clang, for a much faster engine")
    return Check("C compiler", "ok", str(_build.find_compiler()))


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _required(name: str) -> Check:
    found = _installed(name)
    if found:
        return Check(name, "ok", found)
    return Check(name, "missing", "not installed", f"pip install {name}")


def _optional(name: str, use: str) -> Check:
    found = _installed(name)
    if found:
        return Check(name, "ok", found)
    return Check(name, "info", f"not installed; needed for {use}", f"pip install {name}")


def _terminal() -> Check:
    if not sys.stdout.isatty():
        return Check("terminal", "info", "output is not a terminal: plain text, no colour")
    size = shutil.get_terminal_size()
    colour = "without colour (NO_COLOR)" if os.environ.get("NO_COLOR") else "with colour"
    return Check("terminal", "ok", f"{size.columns} columns, {size.lines} lines, {colour}")


def _encoding() -> Check:
    encoding = (sys.stdout.encoding or "unknown").lower()
    if encoding.replace("-", "") == "utf8":
        return Check("encoding", "ok", encoding)
    return Check("encoding", "info", f"{encoding}: boards are drawn in ASCII", "export PYTHONUTF8=1")
