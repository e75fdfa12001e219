"""Which engine runs: the compiled one or its Python source.

A compiled file beside its source wins over it in Python's import, silently, also after the source changed.
So each build leaves a record of what it was made from. At import that record is compared with what is there:
where it matches, the compiled engine runs; otherwise a finder makes Python load the source of every module.

This module also holds the one list of what is compiled; `setup.py` and `tools/` read it from here. It stays
light, since every `import conurb` pays for it.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    PathFinder,
    SourceFileLoader,
)
from pathlib import Path
from types import ModuleType
from typing import Literal

Mode = Literal["compiled", "interpreted"]

PACKAGE = Path(__file__).resolve().parent.parent
RECORD = "_build_record.json"  # beside the modules it speaks of; ignored by git
OPT_OUT = "# interpreted:"  # in the first lines of a module, followed by the reason
OPT_OUT_LINES = 10

# What is compiled, relative to the package. Package `__init__` modules never are.
GAME_MODULES = (
    *("country", "data", "effects", "geometry", "heuristics", "moves", "procedures", "rules", "scoring", "sites"),
    *("terms", "view"),
)
COMPILED = ("kernel/*.py", *(f"games/*/{name}.py" for name in GAME_MODULES), "bots/*.py")

# What a build depends on. More than what is compiled: the compiler copies the values of constants into the
# modules that use them, also out of modules that stay interpreted.
ENGINE = ("kernel/*.py", "games/*.py", "games/*/*.py", "bots/*.py")


@dataclass(frozen=True)
class Verdict:
    """Which engine runs and why; `stale` when a build is there that must not be used."""

    mode: Mode
    reason: str
    stale: bool = False


@dataclass(frozen=True)
class Info:
    """The running engine, for people (`conurb doctor`) and for tests (`python -m conurb._build`)."""

    mode: Mode
    reason: str
    python: str
    conurb: str
    mypy: str | None  # what compiled the build; None without a build
    librt: str | None  # the installed run-time of compiled code
    compiler: str | None  # path of the C compiler, if there is one


# --- what is compiled -------------------------------------------------------------------------------------


def _matching(package: Path, patterns: Sequence[str]) -> list[Path]:
    return sorted({path for pattern in patterns for path in package.glob(pattern)})


def _opts_out(path: Path) -> bool:
    with path.open(encoding="utf-8") as source:
        return any(line.startswith(OPT_OUT) for line, _ in zip(source, range(OPT_OUT_LINES), strict=False))


def compiled_sources(package: Path = PACKAGE) -> list[Path]:
    """The modules that are compiled, in a stable order."""
    return [p for p in _matching(package, COMPILED) if p.name != "__init__.py" and not _opts_out(p)]


def engine_hash(package: Path = PACKAGE) -> str:
    """One hash over every source that a build depends on, by name and content."""
    digest = hashlib.sha256()
    for path in _matching(package, ENGINE):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


# --- the record of a build --------------------------------------------------------------------------------


def librt_version() -> str | None:
    """Version of the installed librt, read off its metadata folder (importlib.metadata costs 10 ms)."""
    spec = PathFinder.find_spec("librt")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for name in os.listdir(os.path.dirname(folder)):
            if name.startswith("librt-") and name.endswith(".dist-info"):
                return name.removeprefix("librt-").removesuffix(".dist-info")
    return None


def write_record(package: Path, extensions: Sequence[Path], mypy: str) -> None:
    """Say what a build was made from. `setup.py` calls this, and only after every extension was built."""
    record = {
        "sources": engine_hash(package),
        "suffix": EXTENSION_SUFFIXES[0],
        "librt": librt_version(),
        "mypy": mypy,
        "extensions": sorted(path.relative_to(package.parent).as_posix() for path in extensions),
    }
    (package / RECORD).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def read_record(package: Path = PACKAGE) -> dict[str, object] | None:
    """The record of the build beside the source; None without a build, or where it cannot be read."""
    try:
        record = json.loads((package / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) else None


def remove_build(package: Path = PACKAGE) -> None:
    """Delete a build that lies beside its source, record first: half a build must never look like one."""
    (package / RECORD).unlink(missing_ok=True)
    for suffix in {EXTENSION_SUFFIXES[0], ".so", ".pyd"}:
        for path in [*package.rglob(f"*{suffix}"), *package.parent.glob(f"{package.name}__mypyc*{suffix}")]:
            path.unlink()


def judge(package: Path = PACKAGE) -> Verdict:
    """Compare the record of the build with what is there now."""
    record = read_record(package)
    if record is None:
        return Verdict("interpreted", "no compiled build")
    if record.get("suffix") != EXTENSION_SUFFIXES[0]:
        return Verdict("interpreted", f"the build is for {record.get('suffix')}, not this Python", stale=True)
    if record.get("librt") != librt_version():
        reason = f"the build is for librt {record.get('librt')}, found {librt_version()}"
        return Verdict("interpreted", reason, stale=True)
    extensions = record.get("extensions")
    if not isinstance(extensions, list) or not all((package.parent / str(e)).exists() for e in extensions):
        return Verdict("interpreted", "compiled files of the build are missing", stale=True)
    if record.get("sources") != engine_hash(package):
        return Verdict("interpreted", "the source has changed since the build", stale=True)
    return Verdict("compiled", "the build matches its source")


# --- at import --------------------------------------------------------------------------------------------


class SourceFinder:
    """A meta-path finder that loads conurb's modules from .py files, whatever compiled file lies beside."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Only modules of conurb; what has no source is left to the finders behind this one."""
        if path is None or not name.startswith("conurb."):
            return None
        for folder in path:
            spec = _source_folder(folder).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        _refuse_orphan(name, path)
        return None


@functools.cache
def _source_folder(folder: str) -> FileFinder:
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))


def _refuse_orphan(name: str, path: Sequence[str]) -> None:
    """A compiled file whose source is gone must not come in through the other finders."""
    spec = PathFinder.find_spec(name, path)
    if spec is not None and isinstance(spec.loader, ExtensionFileLoader):
        raise ModuleNotFoundError(f"{name} has a compiled file but no source: {spec.origin}", name=name)


def pure_wanted() -> bool:
    """CONURB_PURE=1 asks for the interpreted engine, at build time and at run time."""
    return os.environ.get("CONURB_PURE", "") not in ("", "0")


@functools.cache
def verdict() -> Verdict:
    """What this process decided."""
    return Verdict("interpreted", "CONURB_PURE=1") if pure_wanted() else judge()


def activate() -> None:
    """Make Python load the engine that may be used. Called once, by conurb's `__init__`."""
    if verdict().mode == "interpreted":
        sys.meta_path.insert(0, SourceFinder)
    if verdict().stale:
        _warn_once(verdict().reason)


def _warn_once(reason: str) -> None:
    """One line for a whole tree of processes, not one for each worker."""
    if not os.environ.get("CONURB_STALE_WARNED"):
        os.environ["CONURB_STALE_WARNED"] = "1"
        print(f"conurb: {reason}; running interpreted (slow): {rebuild_hint()}", file=sys.stderr)


def in_checkout(package: Path = PACKAGE) -> bool:
    """Whether this is a source checkout, as opposed to an installed package."""
    return (package.parent.parent / "setup.py").exists()


def rebuild_hint() -> str:
    """What to do about a missing or stale build."""
    return "make build" if in_checkout() else "reinstall conurb"


# --- for people and tests ---------------------------------------------------------------------------------


def compiler_command() -> list[str]:
    """How a build calls the C compiler: CC, or what this Python was built with."""
    import shlex
    import sysconfig

    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def find_compiler() -> str | None:
    """Path of the C compiler, without trying it."""
    import shutil

    return shutil.which(compiler_command()[0])


def info() -> Info:
    """The engine of this process."""
    import conurb

    record = read_record()
    mypy = record.get("mypy") if record else None
    return Info(
        mode=verdict().mode,
        reason=verdict().reason,
        python=".".join(map(str, sys.version_info[:3])),
        conurb=conurb.__version__,
        mypy=str(mypy) if mypy else None,
        librt=librt_version(),
        compiler=find_compiler(),
    )
