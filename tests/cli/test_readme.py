"""The README tells the truth: its commands print what it shows, its Python examples run.

`CONURB_README_WRITE=1 pytest tests/cli/test_readme.py` writes what the commands print into the README. A line of three
dots stands for any lines, three dots inside a line for any text.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from conurb import cli

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
BLOCK = re.compile(r"```console\n(.*?)```", flags=re.DOTALL)


@dataclass
class Example:
    """A command of the README and the lines it shows."""

    command: str
    shown: list[str]


def examples(block: str) -> list[Example]:
    found: list[Example] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Example(line[2:], []))
        else:
            found[-1].shown.append(line)
    return found


def fits(printed: list[str], shown: list[str]) -> bool:
    """Whether the lines are those shown, dots standing for anything."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a terminal would show of `conurb ... [< file]` or `echo ... | conurb ...`."""
    given = ""
    if command.startswith("echo "):
        echo, command = command.split(" | ", 1)
        given = shlex.split(echo)[1] + "\n"
    words = shlex.split(command)
    if "<" in words:
        given = Path(words[-1]).read_text()
        words = words[: words.index("<")]
    assert words[0] == "conurb", "only conurb is run here"
    monkeypatch.setattr(sys, "stdin", io.StringIO(given))
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        cli.main(words[1:])
    return printed.getvalue().splitlines()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader stands: a folder with the examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def test_commands_print_what_the_readme_shows(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = README.read_text(encoding="utf-8")
    wrong: list[str] = []

    def checked(block: re.Match[str]) -> str:
        lines = []
        for example in examples(block[1]):
            printed = run(example.command, monkeypatch)
            if not fits(printed, example.shown):
                wrong.append("\n".join([f"$ {example.command}", *printed]))
                example.shown = printed
            lines += [f"$ {example.command}", *example.shown]
        return "```console\n" + "".join(f"{line}\n" for line in lines) + "```"

    corrected = BLOCK.sub(checked, text)
    if os.environ.get("CONURB_README_WRITE"):
        README.write_text(corrected, encoding="utf-8")
    elif wrong:
        pytest.fail("the README shows something else than:\n\n" + "\n\n".join(wrong))


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_is_mentioned(name: str) -> None:
    assert f"conurb {name}" in README.read_text(encoding="utf-8")


def test_python_examples(folder: Path) -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 10
    assert failed == 0


@pytest.mark.parametrize("path", sorted((ROOT / "examples").iterdir()), ids=lambda path: path.name)
def test_every_example_file_is_used(path: Path) -> None:
    assert f"examples/{path.name}" in README.read_text()
