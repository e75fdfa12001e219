"""`conurb try` and `conurb check`."""

import json
from pathlib import Path

import pytest

from conurb import games
from tests.cli.support import GAME, conurb, fault

ROOT = Path(__file__).resolve().parents[2]
POSITION = ROOT / "examples/position.toml"
SCENARIOS = ROOT / "examples/scenarios.toml"
HANDS = '{"players": 3, "seats": [{"hand": ["B01", "O07"]}, {"hand": ["F02", "S11"]}, {"hand": ["H01", "P03"]}]}'


def test_moves_tell_what_they_do() -> None:
    done = conurb("try", GAME, POSITION, "left P11 d5", "0 right O07 e5")
    assert done.status == 0
    assert done.out.splitlines()[:5] == [
        "Move 1: 0 left P11 d5",
        "  Ada placed a park in Harbour on d5. +2",
        "Move 2: 0 right O07 e5",
        "  Ada placed an office in Viaduct on e5. +3",
        "  Scores: 2 3 2 -> 5 3 3",
    ]


def test_every_seat_to_act_has_its_legal_moves() -> None:
    done = conurb("try", GAME, HANDS)
    assert done.status == 0
    assert "Noor has 21 legal moves:\nchoose " in done.out
    assert "choose F02 S11" in done.out


def test_a_seat_sees_only_its_own() -> None:
    """BTC-7.4"""
    done = conurb("try", GAME, HANDS, "1 choose F02 S11", "--seat", "0")
    assert "Noor chose two tiles." in done.out
    assert done.out.startswith("Move 1: 1 ...\n")
    assert "B01" in done.out
    assert "F02" not in done.out
    assert "Move 1: 0 choose B01 O07\n" in conurb("try", GAME, HANDS, "0 choose B01 O07", "--seat", "0").out
    document = json.loads(conurb("try", GAME, HANDS, "1 choose F02 S11", "--seat", "0", "--json").out)
    assert "position" not in document
    assert "F02" not in json.dumps(document)
    assert document["view"]["seat"] == 0
    assert {entry["seat"] for entry in document["legal"]} == {0}


def test_json_holds_everything() -> None:
    document = json.loads(conurb("try", GAME, POSITION, "left P11 d5", "--json").out)
    assert document["to_act"] == [0]
    (move,) = document["moves"]
    assert move["seat"] == 0
    assert move["events"] == [
        {"kind": "placed", "seat": 0, "rule": "BTC-3.8", "city": 0, "tile": "P11", "row": 1, "col": 0, "gain": 2}
    ]
    assert move["scores"] == document["scores"]
    assert {entry["text"] for entry in document["legal"]} >= {"right O07 e5"}
    again = games.get(GAME).load(document["position"])
    assert [again.text(0, action) for action in again.legal(0)] == [entry["text"] for entry in document["legal"]]


@pytest.mark.parametrize("given", [HANDS, 'players = 3\nseats = [{ hand = ["B01", "O07"] }]\n'])
def test_a_position_from_the_input(given: str) -> None:
    assert "B01 bed tavern" in conurb("try", GAME, "-", given=given).out


def test_the_same_seed_deals_the_same_tiles() -> None:
    first, second, other = (conurb("try", GAME, '{"players": 3}', "--seed", seed).out for seed in ("5", "5", "6"))
    assert first == second != other


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (('{"players": 9}',), "players, not 9"),
        (('{"playrs": 3}',), "players"),
        (('{"players": 3',), "not valid JSON: line 1"),
        (("{}",), "players"),
        (('{"players": 3, "phse": 1}',), "did you mean phase?"),
        ((str(POSITION), "left P11 z9"), "'z9' is no cell"),
        ((str(POSITION), "left P11 a1"), "larger than 4 x 4"),
        ((str(POSITION), "left S01 d5"), "S01 is not a tile of seat 0 to place"),
        ((str(POSITION), "7 left P11 d5"), "there is no seat 7"),
        (('{"players": 3}', "choose S01 S02"), "say which seat"),
        (('{"players": 3}', "--seat", "3"), "seats are 0 to 2"),
    ],
)
def test_mistakes(arguments: tuple[str, ...], named: str) -> None:
    assert named in fault("try", GAME, *arguments)


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    (tmp_path / "position.toml").write_text("players = = 3")
    assert "not valid TOML" in fault("try", GAME, tmp_path / "position.toml")


# --- check


def test_scenarios_that_hold() -> None:
    done = conurb("check", SCENARIOS, SCENARIOS)
    assert (done.status, done.out) == (0, "4 scenarios, 0 failed\n")


def test_failing_expectations_are_printed(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(SCENARIOS.read_text().replace('phase = "place", to_act', 'phase = "choose", to_act', 1))
    done = conurb("check", file, SCENARIOS)
    assert done.status == 1
    assert done.out.splitlines() == [
        f"{file}: pairs become public when the last seat has chosen",
        "  phase should be 'choose', but is 'place'",
        "4 scenarios, 1 failed",
    ]
    document = json.loads(conurb("check", file, "--json").out)
    assert (document["scenarios"], document["failed"]) == (2, 1)
    assert document["results"][0]["faults"] == ["phase should be 'choose', but is 'place'"]
    assert document["results"][1] == {
        "file": str(file),
        "name": "a city begins on d4",
        "rules": ["BTC-4.2"],
        "faults": [],
    }


def test_a_scenario_that_cannot_be_set_up_fails(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        'game = "between-two-cities"\n[[scenario]]\nposition = {players = 3, turn = 9}\nexpect = {turn = 9}\n'
    )
    done = conurb("check", file)
    assert done.status == 1
    assert "turn: expected a whole number from 1 to 3, not 9" in done.out


@pytest.mark.parametrize("text", ["", "[[scenario]\n", "[[scenario]]\ngame = 'chess'\n", "[[scenario]]\nexpct = {}\n"])
def test_a_file_that_is_no_scenario_file_is_wrong_input(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(text)
    assert fault("check", file).startswith(f"conurb: {file}: ")
