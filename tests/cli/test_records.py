"""`conurb replay`, `conurb verify` and `conurb convert`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.support import at_terminal, conurb, fault

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "examples/game.txt"
ACTIONS = 63


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The record with one thing changed."""
    text = RECORD.read_text()
    assert old in text
    file = tmp_path / "changed.txt"
    file.write_text(text.replace(old, new, 1))
    return file


def test_a_whole_game_with_log_table_and_sheet() -> None:
    done = conurb("replay", RECORD)
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == " 1  Bela chose two tiles."
    assert sum(1 for line in lines if " placed " in line) == 42
    assert "63  Noor won. 58" in lines
    assert lines[-1] == "The winner was decided by the score."


@pytest.mark.parametrize("at", ["0", "9", "63"])
def test_one_moment(at: str) -> None:
    document = json.loads(conurb("replay", RECORD, "--at", at, "--json").out)
    assert (document["at"], document["actions"]) == (int(at), ACTIONS)
    assert document["view"]["count"] == int(at)
    assert document["names"] == ["Bela", "Noor", "Ada"]
    assert all(event["action"] <= int(at) for event in document["events"])


def test_as_a_seat_saw_it() -> None:
    spectator = json.loads(conurb("replay", RECORD, "--at", "3", "--json").out)
    seat = json.loads(conurb("replay", RECORD, "--at", "3", "--json", "--seat", "0").out)
    assert "tiles" not in spectator["events"][0]
    assert seat["events"][0]["tiles"] == ["E01", "O03"]
    assert "tiles" not in seat["events"][1]
    assert "Bela chose two tiles: food tavern and office." in conurb("replay", RECORD, "--at", "3", "--seat", "0").out


def test_the_picture(tmp_path: Path) -> None:
    file = tmp_path / "position.svg"
    done = conurb("replay", RECORD, "--at", "20", "--svg", file)
    assert done.out.endswith(f"Written: {file}\n")
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert "Noor" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("at", ["64", "-1"])
def test_a_moment_that_is_not_there(at: str) -> None:
    assert "the record has 63 actions" in fault("replay", RECORD, f"--at={at}")


def test_step_by_step() -> None:
    with at_terminal("replay", RECORD, "--step") as keyboard:
        keyboard.wait_for("[0/63]")
        keyboard.type("")
        assert "Action 1: 0 choose E01 O03" in keyboard.wait_for("[1/63]")
        keyboard.type("9")
        assert "Ada placed an office in Belfry on c4. +2" in keyboard.wait_for("[9/63]")
        keyboard.type("b")
        keyboard.wait_for("[8/63]")
        keyboard.type("99")
        keyboard.wait_for("a number from 0 to 63")
        keyboard.wait_for("[8/63]")
        keyboard.type("63")
        assert "The winner was decided by the score." in keyboard.wait_for("[63/63]")
        keyboard.type("q")
        assert keyboard.status() == 0


def test_steps_end_with_the_input() -> None:
    done = conurb("replay", RECORD, "--step", given="\n\n")
    assert done.status == 0
    assert "[2/63]" in done.out
    assert "leave out --json" in fault("replay", RECORD, "--step", "--json")


# --- verify


def test_a_true_record() -> None:
    assert conurb("verify", RECORD).out == "True: 63 actions, and the result follows from them.\n"
    assert json.loads(conurb("verify", RECORD, "--json").out) == {"true": True, "faults": [], "actions": ACTIONS}


def test_an_unfinished_record(tmp_path: Path) -> None:
    file = tmp_path / "open.txt"
    head = [line for line in RECORD.read_text().splitlines() if not line.startswith("result")]
    file.write_text("\n".join(head[:10]))
    assert conurb("verify", file).out.startswith("True so far:")


@pytest.mark.parametrize(
    ("old", "new", "fault_named"),
    [
        ("[54, 58, 54]", "[54, 58, 55]", "scores should be [54, 58, 54], the record says [54, 58, 55]"),
        ("seed: 0x7", "seed: 0x8", "the seed is not the one announced before the game"),
        ("0 choose E01 O03", "0 choose E01 O04", "action 1 (choose E01 O04)"),
        ("data: 5", "data: 6", "another data pack"),
        ("engine: 1", "engine: 0", "engine '0'"),
    ],
)
def test_a_record_that_is_not_true(tmp_path: Path, old: str, new: str, fault_named: str) -> None:
    file = changed(tmp_path, old, new)
    done = conurb("verify", file)
    assert done.status == 1
    assert fault_named in done.out
    assert "Not true:" in done.out
    assert json.loads(conurb("verify", file, "--json").out)["true"] is False


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("0 choose E01 O03", "zero chooses", "line 10: expected a seat and a move"),
        ("players: 3", "plyers: 3", "did you mean players?"),
        ("game: between-two-cities", "game: chess", "unknown game 'chess'"),
        ("seed: 0x7", "seed: seven", "seed: expected a whole number"),
    ],
)
def test_what_is_no_record_is_wrong_input(tmp_path: Path, old: str, new: str, named: str) -> None:
    file = changed(tmp_path, old, new)
    for command in (["verify"], ["replay"], ["convert", "--to", "json"]):
        assert named in fault(command[0], file, *command[1:])


# --- convert


@pytest.mark.parametrize("command", ["replay", "verify", "analyse"])
def test_an_empty_file_is_called_empty(tmp_path: Path, command: str) -> None:
    (tmp_path / "empty.txt").write_text("\n")
    assert "the file is empty" in fault(command, tmp_path / "empty.txt")


def test_there_and_back(tmp_path: Path) -> None:
    as_json = tmp_path / "game.json"
    done = conurb("convert", RECORD, "--to", "json", "--out", as_json)
    assert done.out == f"Written: {as_json}\n"
    assert json.loads(as_json.read_text())["result"]["scores"] == [54, 58, 54]
    assert conurb("convert", as_json, "--to", "text").out == RECORD.read_text()
    assert conurb("convert", "-", "--to", "json", given=RECORD.read_text()).out == as_json.read_text()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    assert "cannot be written" in fault("convert", RECORD, "--to", "json", "--out", tmp_path / "none" / "game.json")
