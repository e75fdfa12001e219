"""What all commands have in common."""

import subprocess
import sys
from pathlib import Path

import pytest

from conurb import __version__, cli
from tests.cli.support import GAME, PROGRAM, conurb, fault, program

ROOT = Path(__file__).resolve().parents[2]


def test_version() -> None:
    assert conurb("--version").out == f"conurb {__version__}\n"


@pytest.mark.parametrize("arguments", [(), ("--help",), ("help",)])
def test_the_overview_names_every_command(arguments: tuple[str, ...]) -> None:
    done = conurb(*arguments)
    assert done.status == 0
    assert all(f"  {name} " in done.out for name in cli.COMMANDS)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_has_an_example(name: str) -> None:
    done = conurb(name, "--help")
    assert done.status == 0
    assert "example" in done.out
    assert f"  conurb {name}" in done.out
    assert conurb("help", name).out == done.out


@pytest.mark.parametrize(
    ("given", "meant"),
    [(["paly"], "did you mean play?"), (["help", "rule"], "did you mean rules?"), (["xyz"], "allowed: play, score")],
)
def test_an_unknown_command_gets_a_suggestion(given: list[str], meant: str) -> None:
    assert meant in fault(*given)


@pytest.mark.parametrize("command", [("play",), ("rules",), ("simulate",), ("data", "show"), ("score",), ("try",)])
def test_an_unknown_game_gets_a_suggestion(command: tuple[str, ...]) -> None:
    more = {"score": ("-",), "try": ("{}",), "play": ("--players", "3")}.get(command[0], ())
    assert "did you mean between-two-cities?" in fault(*command, "between-two-city", *more)


def test_underscores_and_capitals_are_forgiven() -> None:
    assert conurb("rules", "Between_Two_Cities", "5.4").status == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("play", "--plyers", "3"), "--plyers"),
        (("play", "--players", "x"), "'x'"),
        (("--nonsense",), "--nonsense"),
        (("convert", "x"), "--to"),
        (("score",), "GAME"),
    ],
)
def test_wrong_usage_is_one_line(arguments: tuple[str, ...], named: str) -> None:
    assert named in fault(*arguments)


def test_a_missing_file_and_a_binary_file(tmp_path: Path) -> None:
    assert "no such file" in fault("score", GAME, tmp_path / "none.txt")
    assert "is a directory" in fault("verify", tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in fault("replay", tmp_path / "binary")


def test_a_fault_of_ours_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conurb.rulebook.read", lambda *_: 1 // 0)
    done = conurb("rules", GAME)
    assert done.status == 3
    assert done.err.count("\n") == 1
    assert "ZeroDivisionError" in done.err
    monkeypatch.setenv("CONURB_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        conurb("rules", GAME)


def test_a_reader_that_leaves_early_is_no_error() -> None:
    """As in `conurb rules ... | head -1`."""
    with subprocess.Popen(
        [*PROGRAM, "rules", GAME, "8"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


def test_letters_that_the_output_lacks_do_not_stop_it() -> None:
    done = program("replay", ROOT / "examples/game.txt", "--at", "5", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.status == 0
    assert done.out.isascii()
    assert "- Between Two Cities . Round 1" in done.out


def test_no_colour_in_pipes_and_none_with_no_color() -> None:
    assert "\x1b" not in program("replay", ROOT / "examples/game.txt").out
    coloured = program("replay", ROOT / "examples/game.txt", FORCE_COLOR="1", TERM="xterm-256color").out
    assert "\x1b[" in coloured
    plain = program("replay", ROOT / "examples/game.txt", FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1").out
    assert "\x1b[3" not in plain
    assert "\x1b[4" not in plain.replace("\x1b[4m", "")  # underlining is no colour


def test_only_the_module_of_the_command_is_imported() -> None:
    code = "import sys; from conurb import cli; cli.main(['--version'])"
    done = subprocess.run([sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True, check=False)
    assert "conurb.games" not in done.stderr
    assert "rich" not in done.stderr
