"""The score companion: a real table written down, the final scoring out (PRO-6)."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from conurb.games.prosperity import companion
from conurb.games.prosperity.data import read_data
from conurb.kernel.checks import BadPosition
from tests.games.prosperity.support import GAME, examples

EXAMPLE = next(case for case in examples() if case["id"] == "EX-12")


def written() -> dict[str, Any]:
    """EX-12 as the companion takes it."""
    players = []
    for player, pay in zip(EXAMPLE["players"], EXAMPLE["energy_pay"], strict=True):
        entry = {name: player[name] for name in ("score", "money", "discs", "research")}
        entry["spaces"] = dict(player.get("placements", []))
        if pay is not None:
            entry["pay"] = pay
        players.append(entry)
    return {"players": players}


def test_the_example_of_the_document() -> None:
    """PRO-6.2 to PRO-6.10: EX-12 as JSON."""
    sheet = companion.score(json.dumps(written()))
    for found, expect in zip(sheet["players"], EXAMPLE["expect"]["players"], strict=True):
        assert (found["score"], found["money"]) == (expect["score"], expect["money"])
        assert found["breakdown"] == expect["breakdown"]
    assert [player["rank"] for player in sheet["players"]] == [2, 1, 3]


def test_the_same_as_text() -> None:
    """PRO-6.2"""
    lines = []
    for player in written()["players"]:
        lines += [f"{name}: {player[name]}" for name in ("score", "money", "discs")]
        lines += [f"{track}: {square}" for track, square in player["research"].items()]
        lines += [f"{space}: {tile.lower()}   # top tile" for space, tile in player["spaces"].items()]
        lines += [f"pay: {' '.join(map(str, player['pay']))}"] if "pay" in player else []
        lines.append("")
    assert companion.score("\n".join(lines)) == companion.score(json.dumps(written()))


@pytest.mark.parametrize(("money", "discs"), [(600, 0), (500, 13), (250, 14), (950, 12), (300, 3)])
def test_without_a_decision_the_best_payment_is_taken_and_said(money: int, discs: int) -> None:
    """PRO-6.3: as good as the best of all decisions that could be written."""
    text = f"score: 10\nmoney: {money}\ndiscs: {discs}\nI2: U16\nT2: U08\nI5: U12\n"
    results = []
    for first, second in product(range(7), repeat=2):
        try:
            sheet = companion.score(f"{text}pay: {first} {second}\n\nscore: 5\n")
        except BadPosition:
            continue  # more than the money pays for
        results.append((sheet["players"][0]["score"], sheet["players"][0]["money"]))
    found = companion.score(f"{text}\nscore: 5\n")
    assert len(results) > 3
    assert (found["players"][0]["score"], found["players"][0]["money"]) == max(results)
    assert found["remarks"][0].startswith("player 1: missing energy")


def test_a_pack_may_have_more_energy_tallies() -> None:
    """PRO-6.2: as many payments as the data pack has tallies."""
    pack = (GAME.folder / "data.toml").read_text(encoding="utf-8")
    box = read_data(pack.replace("final_energy_tallies = 2", "final_energy_tallies = 3"), "box.toml")
    table = "I2: U16\nmoney: 300\nscore: 10\npay: {}\n\nscore: 5\n"
    with pytest.raises(BadPosition, match="player 1: pay: expected the levels paid for in 3 tallies"):
        companion.score(table.format("0 0"), box)
    assert companion.score(table.format("0 1 0"), box)["players"][0]["score"] > 10


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("score: 10", "expected 2 to 4 players, not 1"),
        ("score: ten\n\nscore: 3", "line 1: score: expected a whole number"),
        ("nonsense\n\nscore: 3", "line 1: expected a name and a value"),
        ("colour: red\n\nscore: 3", "line 1: unknown name 'colour'"),
        ("P1: U99\n\nscore: 3", "player 1.spaces.P1: there is no tile 'U99'"),
        ("I3: U20\n\nscore: 3", "player 1.spaces.I3: the space is closed"),
        ("score: 3\n\nP7: U21", "player 2.spaces: unknown field 'P7'"),
        ("money: 75\n\nscore: 3", "player 1.money: every amount is a multiple of 50"),
        ("pay: 1\n\nscore: 3", "player 1: pay: expected the levels paid for in 2 tallies"),
        ("I2: U16\nmoney: 100\npay: 3 0\n\nscore: 3", "3 levels cannot be paid for, 0 to 1 can"),
        ("side: gold\n\nscore: 3", "player 1.side: expected silver or black"),
        ("P1: U21\n\nP1: U21", "U21 is already in player 1.spaces.P1"),
        ("score: " + "1" * 5000 + "\n\nscore: 3", "line 1: score: expected a whole number"),
        ("pay: 0 " + "1" * 5000 + "\n\nscore: 3", "player 1: pay: expected the levels"),
        ("{", "not valid JSON"),
        ("[" * 5000, "not valid JSON: a number is too long, or there are too many brackets"),
        ('{"players": 3}', "players: expected a list"),
        ('{"players": [{"tiles": []}, {}]}', "unknown field 'tiles'"),
        ('{"players": [{"spaces": []}, {}]}', "spaces: expected the tile on top"),
        ('{"players": [{"pay": 3}, {}]}', "pay: expected the levels"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        companion.score(text)
