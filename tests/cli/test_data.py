"""`conurb data`, `conurb games` and `conurb doctor`."""

import json
import re
from pathlib import Path

import pytest

from conurb import games
from tests.cli.support import GAME, conurb, fault

OWN = games.get(GAME).folder / "data.toml"


def test_show_prints_every_table_with_its_source() -> None:
    out = conurb("data", "show", GAME).out
    assert "squares\nsource: rulebook RB p4-5, tile sheets, BTC-1.2\nS 16  F 16  D 5" in out
    assert "XV12 V S B" in out
    assert "factory most 4, second 3, other 2" in out
    assert out.endswith("No house values: every number is of the published game.\n")


def test_house_values_are_marked(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    text = OWN.read_text()
    start = text.index('scoring = "')
    file.write_text(text[:start] + 'scoring = "house, by play"' + text[text.index("\n", start) :])
    out = conurb("data", "show", GAME, file).out
    assert "scoring (house values)\nsource: house, by play" in out
    assert out.endswith("House values, ours because no source gives them: scoring.\n")
    assert json.loads(conurb("data", "show", GAME, file, "--json").out)["house"] == ["scoring"]
    assert games.get(GAME).house_values({}) == []


def test_a_title_may_mark_its_house_values_one_by_one() -> None:
    out = conurb("data", "show", "prosperity").out
    assert re.search(r"^U21 +Oil Fired Power Station +E1 +powerplant +E\+4 Y-2$", out, re.MULTILINE)
    assert re.search(r"^D24 +Hydrogen Vehicles +Y4 +transport\* +2010\* R\* +E-1\* Y\+2\* R2\*$", out, re.MULTILINE)
    assert re.search(r"^P1 +powerplant +Coal Fired Power Station +E\+2 Y-1$", out, re.MULTILINE)
    assert re.search(r"^pollution_globe_spaces +1 4 10\* +house$", out, re.MULTILINE)
    house = json.loads(conurb("data", "show", "prosperity", "--json").out)["house"]
    assert {"tiles.U17.capital", "tiles.D34.prosperity", "black.I1.energy", "constants.pollution_globe_spaces"} <= set(
        house
    )
    assert not {"tiles.U17.ecology", "tiles.U21.energy", "tiles.U01.name", "constants.revenue"} & set(house)
    assert out.endswith(f"{len(house)} values are marked *: house values, ours because no source gives them.\n")


def test_check_says_whose_values_they_are(tmp_path: Path) -> None:
    assert "the game's own values" in conurb("data", "check", GAME).out
    file = tmp_path / "box.toml"
    file.write_text(OWN.read_text().replace("factory = { most = 4", "factory = { most = 5"))
    done = conurb("data", "check", GAME, file)
    assert done.status == 0
    assert "other values than the game's own" in done.out
    assert json.loads(conurb("data", "check", GAME, file, "--json").out)["own"] is False


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("S = 16", 'S = "many"', "squares.S: expected a whole number from 0 to 99, not 'many'"),
        ("park_each_further", "park_each_furter", "did you mean park_each_further?"),
        ("S = 16", "S = = 16", "not valid TOML"),
        ('XH01 = ["H", "E", "F"]', 'XH01 = ["H", "E", "Q"]', "duplexes.XH01"),
    ],
)
def test_a_wrong_pack_is_refused_with_line_and_field(tmp_path: Path, old: str, new: str, named: str) -> None:
    file = tmp_path / "box.toml"
    text = OWN.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    done = conurb("data", "check", GAME, file)
    assert done.status == 1
    assert named in done.out
    assert str(text[: text.index(old)].count("\n") + 1) in done.out.replace(str(file), "", 1)
    assert named in json.loads(conurb("data", "check", GAME, file, "--json").out)["fault"]
    assert named in fault("data", "show", GAME, file)
    assert named in fault("play", "--players", "3", "--data", file)


def test_games() -> None:
    out = conurb("games").out
    assert out.startswith("between-two-cities: Between Two Cities\n  for 2, 3, 4, 5, 6 or 7 players\n")
    assert "--option place_order=seat" in out
    listed = json.loads(conurb("games", "--json").out)
    assert [game["key"] for game in listed] == list(games.CATALOGUE)
    assert listed[0]["options"][1]["allowed"] == ["seat", "free"]


def test_doctor() -> None:
    assert conurb("doctor").status == 0
    assert json.loads(conurb("doctor", "--json").out)["ok"] is True
