"""Which engine runs: never a stale build, always the source when that is asked for.

Most tests make a small conurb in a folder of its own. Its "compiled" files are no libraries at all, so Python
refuses to load one: an ImportError shows that the compiled file was chosen, without a compiler.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from conurb import _build
from conurb._build.compiler import compiler_problem

ROOT = Path(__file__).resolve().parent.parent
SHOW_FILE = "import conurb.kernel.thing as thing; print(thing.__file__)"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A checkout with a conurb of one engine module, not built."""
    package = tmp_path / "src" / "conurb"
    (package / "kernel").mkdir(parents=True)
    (package / "games" / "tiny").mkdir(parents=True)
    shutil.copytree(ROOT / "src/conurb/_build", package / "_build")
    shutil.copy(ROOT / "src/conurb/__init__.py", package)
    shutil.copy(ROOT / "setup.py", tmp_path)
    for folder in ("kernel", "games", "games/tiny"):
        (package / folder / "__init__.py").touch()
    (package / "kernel" / "thing.py").write_text("VALUE = 1\n")
    return package


def build(package: Path) -> Path:
    """Pretend to compile the engine module."""
    extension = package / "kernel" / f"thing{EXTENSION_SUFFIXES[0]}"
    extension.write_text("not a library")
    _build.write_record(package, [extension], mypy="2.4.1")
    return extension


def python(package: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with that conurb, undisturbed by the variables these tests themselves run under."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CONURB_")}
    environment |= {"PYTHONPATH": str(package.parent), **variables}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False)


def test_this_run_is_not_beside_a_stale_build() -> None:
    assert not _build.verdict().stale


def test_this_run_loads_what_it_says() -> None:
    """Every compiled module comes from its source, or every one from a compiled file."""
    sources = _build.compiled_sources()
    names = [".".join(path.relative_to(_build.PACKAGE.parent).with_suffix("").parts) for path in sources]
    loaded = [sys.modules[name].__file__ or "" for name in names if name in sys.modules]
    suffix = ".py" if _build.verdict().mode == "interpreted" else EXTENSION_SUFFIXES[0]
    assert all(file.endswith(suffix) for file in loaded)


def test_without_a_build_the_source_runs(package: Path) -> None:
    done = python(package, "-c", SHOW_FILE)
    assert done.stdout.strip().endswith("thing.py")
    assert done.stderr == ""
    assert _build.judge(package) == _build.Verdict("interpreted", "no compiled build")


def test_a_compiled_file_without_a_record_is_not_run(package: Path) -> None:
    build(package)
    (package / _build.RECORD).unlink()
    assert python(package, "-c", SHOW_FILE).stdout.strip().endswith("thing.py")


def test_a_fresh_build_is_run(package: Path) -> None:
    build(package)
    assert _build.judge(package).mode == "compiled"
    done = python(package, "-c", SHOW_FILE)
    assert "ImportError" in done.stderr
    assert EXTENSION_SUFFIXES[0] in done.stderr


def test_pure_loads_the_source_beside_a_fresh_build(package: Path) -> None:
    build(package)
    done = python(package, "-c", SHOW_FILE, CONURB_PURE="1")
    assert done.stdout.strip().endswith("thing.py")
    assert done.stderr == ""


def test_pure_set_to_zero_is_not_pure(package: Path) -> None:
    build(package)
    assert python(package, "-m", "conurb._build", "--mode", CONURB_PURE="0").stdout == "compiled\n"


def test_a_changed_source_runs_interpreted_with_one_warning(package: Path) -> None:
    build(package)
    (package / "kernel" / "thing.py").write_text("VALUE = 2\n")
    child = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import conurb'])"
    done = python(package, "-c", f"{SHOW_FILE}\n{child}")
    assert done.stdout.strip().endswith("thing.py")
    assert len(done.stderr.splitlines()) == 1
    assert "the source has changed" in done.stderr
    assert "make build" in done.stderr


@pytest.mark.parametrize("change", ["add", "remove", "constant"])
def test_every_change_of_the_engine_makes_a_build_stale(package: Path, change: str) -> None:
    build(package)
    if change == "add":
        (package / "kernel" / "new.py").touch()
    elif change == "remove":
        (package / "kernel" / "thing.py").unlink()
    else:
        (package / "games" / "__init__.py").write_text("LIMIT = 3\n")
    assert _build.judge(package).stale


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [("suffix", ".other.so", "not this Python"), ("librt", "0.0.1", "librt 0.0.1")],
)
def test_a_build_for_another_run_time_is_stale(package: Path, field: str, value: str, reason: str) -> None:
    build(package)
    record = json.loads((package / _build.RECORD).read_text())
    (package / _build.RECORD).write_text(json.dumps(record | {field: value}))
    assert _build.judge(package).stale
    assert reason in _build.judge(package).reason


def test_half_a_build_is_stale(package: Path) -> None:
    build(package).unlink()
    assert _build.judge(package).reason == "compiled files of the build are missing"


def test_a_compiled_file_without_source_is_refused(package: Path) -> None:
    build(package)
    (package / "kernel" / "thing.py").unlink()
    done = python(package, "-c", SHOW_FILE)
    assert "has a compiled file but no source" in done.stderr


def test_remove_build_leaves_the_source(package: Path) -> None:
    extension = build(package)
    _build.remove_build(package)
    assert not extension.exists()
    assert not (package / _build.RECORD).exists()
    assert (package / "kernel" / "thing.py").exists()


def test_what_is_compiled(package: Path) -> None:
    for name in ("rules", "scoring", "notes"):
        (package / "games" / "tiny" / f"{name}.py").touch()
    (package / "kernel" / "slow.py").write_text('"""Slow."""\n\n# interpreted: opens files\n')
    found = [path.relative_to(package).as_posix() for path in _build.compiled_sources(package)]
    assert found == ["games/tiny/rules.py", "games/tiny/scoring.py", "kernel/thing.py"]


def test_info_as_json(package: Path) -> None:
    info = json.loads(python(package, "-m", "conurb._build").stdout)
    assert info["mode"] == "interpreted"
    assert info["reason"] == "no compiled build"
    assert info["librt"] == _build.librt_version()
    assert set(info) == {"mode", "reason", "python", "conurb", "mypy", "librt", "compiler"}
    assert python(package, "-m", "conurb._build", "--what").returncode == 2


def test_a_compiler_that_fails_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "false")
    assert "fails" in (compiler_problem() or "")
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiler_problem() == "no C compiler found"


def test_build_requirements_are_the_pinned_versions() -> None:
    pinned = (ROOT / "constraints.txt").read_text().split()
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert set(required) <= set(pinned)
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pinned)


@pytest.mark.long
@pytest.mark.parametrize("working", [True, False])
def test_a_real_build_of_two_modules(package: Path, working: bool) -> None:
    if working and compiler_problem():
        pytest.skip("no C compiler")
    checkout = package.parent.parent
    (checkout / "pyproject.toml").write_text("[project]\nname = 'conurb'\nversion = '0'\n")
    number = "from mypy_extensions import i64\n\n"
    (package / "kernel" / "thing.py").write_text(f"{number}def more(n: i64) -> i64:\n    return n + 1\n")
    (package / "games" / "tiny" / "rules.py").write_text(
        f"{number}from conurb.kernel.thing import more\n\ndef twice(n: i64) -> i64:\n    return more(n) * 2\n"
    )
    command = f"import os, runpy, sys; os.chdir({str(checkout)!r}); sys.argv = ['setup.py', 'build_ext', '-i']"
    variables = {} if working else {"CC": "false"}
    done = python(package, "-c", f"{command}; runpy.run_path('setup.py')", **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    assert _build.judge(package).mode == ("compiled" if working else "interpreted")
    used = python(package, "-c", "import conurb.games.tiny.rules as r; print(r.twice(3), r.__file__)")
    assert used.stdout.startswith("8 ")
    assert used.stdout.strip().endswith(EXTENSION_SUFFIXES[0] if working else "rules.py")
