"""`conurb score` on the examples of the rules document (BTC-9.3) and on mistakes (BTC-5.21)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from conurb import rulebook
from tests.cli.support import GAME, conurb, fault

TYPES = ["shops", "factories", "taverns", "offices", "parks", "houses"]


def examples() -> list[dict[str, Any]]:
    """The machine-readable examples of BTC-9.3."""
    text = rulebook.read(GAME).rule("BTC-9.3").text
    block = re.search(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert block is not None
    found: list[dict[str, Any]] = json.loads(block[1])
    assert len(found) == 12
    return found


def as_text(example: dict[str, Any]) -> str:
    players = f"players: {len(example['players'])}\n\n" if "players" in example else ""
    return players + "\n\n".join("\n".join(city) for city in example["cities"]) + "\n"


def as_json(example: dict[str, Any]) -> str:
    players = {"players": len(example["players"])} if "players" in example else {}
    return json.dumps({"cities": example["cities"], **players})


@pytest.mark.parametrize("form", [as_text, as_json])
@pytest.mark.parametrize("example", examples(), ids=lambda example: str(example["id"]))
def test_examples(example: dict[str, Any], form: Any) -> None:
    done = conurb("score", GAME, "-", "--json", given=form(example))
    assert done.status == 0
    sheet = json.loads(done.out)
    assert [[city[name] for name in TYPES] for city in sheet["cities"]] == example["scores"]
    assert [city["total"] for city in sheet["cities"]] == example["totals"]
    assert ("players" in sheet) == ("decided_by" in sheet) == ("players" in example)
    for mine, theirs in zip(sheet.get("players", []), example.get("players", []), strict=True):
        assert {name: mine[name] for name in theirs} == theirs
        assert mine["score"] == theirs["low"]


def test_json_has_exactly_the_documented_fields() -> None:
    example = next(e for e in examples() if e["id"] == "EX-11")
    sheet = json.loads(conurb("score", GAME, "-", "--json", given=as_text(example)).out)
    assert list(sheet) == ["cities", "players", "decided_by"]
    assert list(sheet["cities"][0]) == [*TYPES, "total"]
    assert sheet["cities"][0]["total"] == 51
    assert [(p["seat"], p["score"], p["rank"]) for p in sheet["players"]] == [(0, 47, 3), (1, 51, 1), (2, 47, 2)]
    assert sheet["decided_by"] == "score"


def test_the_sheet_names_players_and_what_decided(tmp_path: Path) -> None:
    """BTC-6.12: two players, sums of 2 and 2, more shops win."""
    file = tmp_path / "table.txt"
    file.write_text(
        "players: 2\n\nS...\n....\n....\n....\n\n....\n....\n....\n....\n\nP...\n" + "....\n" * 3 + "\n" + "....\n" * 4
    )
    done = conurb("score", GAME, file, "--names", "Ada,Noor")
    assert done.status == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert ["1", "Ada", "2", "2", "Harbour", "and", "Belfry"] in lines
    assert ["2", "Noor", "2", "2", "Viaduct", "and", "Rotunda"] in lines
    assert "Decided by the number of shops, all before being equal." in done.out


def test_small_letters_spaces_and_comments_are_forgiven() -> None:
    first = "# our table\nplayers : 3  # three of us\n\ns s s h\ndofp # second row\n oehp\nhmso\n\n\n"
    text = f"{first}FFOO\nFSSO\nPPHH\nBDOH\n\nOOOM\nOESP\nSSSP\nHHFH"
    sheet = json.loads(conurb("score", GAME, "-", "--json", given=text).out)
    assert [city["total"] for city in sheet["cities"]] == [51, 55, 47]
    assert (
        json.loads(conurb("score", GAME, "-", "--json", given='[["sss.","..s.","....","...."]]').out)["cities"][0][
            "total"
        ]
        == 12
    )


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("SSSH\nDOXP\nOEHP\nHMSO", ["city 0, line 2", "'X'", "S, F, D, E, M, B, O, P or H"]),
        ("SSSH\nDOFP\nOEHP\nHMSO\n\nSSSH\nDOFP\nOEHP\nHMS1", ["city 1, line 4", "'1'"]),
        ("SSSH\nDOFP\nOEHP", ["city 0", "four lines", "3 lines"]),
        ("SSSH\nDOFP\nOEHPP\nHMSO", ["city 0, line 3", "four letters", "OEHPP"]),
        ("players: 3\n\nSSSH\nDOFP\nOEHP\nHMSO", ["3 players build 3 cities, but 1 are given"]),
        ("players: 2\n\nSSSH\nDOFP\nOEHP\nHMSO", ["2 players build 4 cities"]),
        ("players: 8\n\nSSSH\nDOFP\nOEHP\nHMSO", ["players", "2 to 7", "8"]),
        ("players: many\n\nSSSH\nDOFP\nOEHP\nHMSO", ["players", "'MANY'"]),
        ("", ["no city found"]),
        ("# nothing\n", ["no city found"]),
        ('{"cities": [["SSSH"', ["not valid JSON", "line 1"]),
        ("players: " + "3" * 5000, ["players: expected a number from 2 to 7"]),
        ("[" * 5000, ["not valid JSON", "too many brackets"]),
        ('{"cities": []}', ["cities", "list of cities"]),
        ('{"citys": []}', ["did you mean cities?"]),
        ('{"cities": ["SSSH"]}', ["city 0", "four lines"]),
        ('{"cities": [["SSSH", 5, "....", "...."]]}', ["city 0, line 2", "5"]),
        ('{"cities": [["....","....","....","...."]], "players": true}', ["players", "True"]),
    ],
)
def test_mistakes_are_named(given: str, named: list[str]) -> None:
    """BTC-5.21"""
    complaint = fault("score", GAME, "-", given=given)
    for part in named:
        assert part.lower() in complaint.lower()


def test_more_buildings_than_the_box_holds_are_remarked_on() -> None:
    city = "PPPP\nPPPP\nPPPP\nPPPP\n"
    done = conurb("score", GAME, "-", given=f"{city}\n{city}")
    assert done.status == 0
    assert "Remark: 32 of P are written, but the box holds 24." in done.out
    assert json.loads(conurb("score", GAME, "-", "--json", given=f"{city}\n{city}").out)["remarks"]


def test_too_many_names_are_refused() -> None:
    example = as_text(examples()[10])
    assert "4 names are given, but 3 play" in fault("score", GAME, "-", "--names", "a,b,c,d", given=example)
    assert "a is there twice" in fault("score", GAME, "-", "--names", "a,a", given=example)
