"""Positions, written by hand and saved; the companion; the evaluation of positions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from conurb.games.urban_sprawl.companion import score
from conurb.games.urban_sprawl.position import FIELDS
from conurb.games.urban_sprawl.view import SEAT_FIELDS
from conurb.kernel.checks import BadMove, BadPosition, IllegalAction
from conurb.kernel.rng import Rng
from tests.games.urban_sprawl.support import (
    BUILDINGS,
    GAME,
    at,
    buildings,
    contract,
    legal,
    load,
    new,
    play,
    position,
    seats,
)

DOCUMENT = Path(__file__).parents[3] / "docs/positions/urban_sprawl.md"


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("colour", "red", "unknown field 'colour'"),
        ("phase", "night", "phase: expected claim, invest"),
        ("turn", -1, "turn: expected a whole number"),
        ("active", 3, "active: expected a whole number from 0 to 2"),
        ("seats", [{"wealth": -1}], "seats.0.wealth"),
        ("seats", [{"planning": ["E01"]}], "E01 is an event"),
        ("seats", [{"planning": ["P02"]}], "P02 is already in seats.0.planning"),
        ("seats", [{"planning": ["T01"]}], "T01 is no planning card"),
        ("seats", [{"favors": ["P01"]}], "P01 is no contract"),
        ("seats", [{"vocations": {"Media": 2}}], "seats.0.vocations.Media"),
        ("offices", {"Treasurer": 0}, "this office is not in play"),
        ("buildings", [{"lots": "D3ad", "zone": "CIV"}], "are no lots"),
        ("buildings", [{"lots": "D3a", "zone": "CIV"}, {"lots": "D3ab", "zone": "COM"}], "D3ab is not vacant"),
        ("buildings", [{"lots": "D3ab", "zone": "PARK"}], "no tile of PARK with 2 lots"),
        ("circles", {"E-1": {"kind": "wealth", "number": 6}}, "circles.E-1.number"),
        ("planning", {"boxes": ["E01"]}, "events never lie in boxes"),
        ("contracts", {"boxes": ["TE1"]}, "TE1 is no contract"),
        ("contracts", {"boxes": [], "metropolis": {"active": True}}, "after the city deck"),
        ("contracts", {"boxes": [], "town": {"face_up": "yes"}}, "expected true or false"),
        ("decks", {"town": ["C01"]}, "C01 is of another deck"),
        ("out", ["P01"], "planning cards never leave the game"),
        ("stack", [], "the lowest procedure is the turn"),
        ("stack", [{"procedure": "turn"}, {"procedure": "effects", "subject": "X"}], "no list of effects 'X'"),
        ("decision", {"kind": "DANCE", "seat": 0}, "decision.kind"),
        ("decision", {"kind": "INVEST", "seat": 0}, "not two options"),
        ("rng", "xyz", "32 hexadecimal digits"),
        ("data", "0000", "another data pack"),
    ],
)
def test_bad_positions_are_refused(field: str, value: object, fault: str) -> None:
    """USP-9.5: with the field that is wrong."""
    with pytest.raises(BadPosition, match=fault):
        GAME.load(position(3, **{field: value}), seed=1)


REVEALED: list[dict[str, object]] = [
    {"procedure": "turn"},
    {"procedure": "end", "stage": 8},
    {"procedure": "event", "subject": "ME1"},
]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"out": ["ME1"]}, "out: ME1 ends the game"),
        ({"out": ["TE1"]}, "contracts.city.active: expected true, since TE1 is out"),
        (
            {"out": ["TE1", "CE1"], "contracts": {"city": {"active": True}}},
            "contracts.metropolis.active: expected true",
        ),
        ({"phase": "end", "stack": [*REVEALED[:2], {**REVEALED[2], "stage": 1}]}, "out: ME1 ends the game"),
    ],
)
def test_a_game_without_an_end_is_refused(given: dict[str, object], fault: str) -> None:
    """USP-6.1: only Olympic Games ends it, and only Airport and Sports Team lead there."""
    with pytest.raises(BadPosition, match=fault):
        GAME.load({"players": 2, **given}, seed=1)


def test_special_events_that_were_met_are_out() -> None:
    """USP-4.46, USP-6.1."""
    active = {"city": {"active": True}, "metropolis": {"active": True}}
    assert not load(contracts={"boxes": [], **active}, out=["TE1", "CE1"]).over()
    assert GAME.load({"players": 2, "phase": "over", "out": ["ME1"]}, seed=1).over()
    assert GAME.load({"players": 2, "phase": "end", "stack": REVEALED}, seed=1).over()


@pytest.mark.parametrize(
    ("wealth", "active", "fault"),
    [
        ([0], 0, "seats.0.wealth: expected at least 39, not 0: the dearest 6"),
        ([39, 38], 0, "seats.1.wealth: expected at least 39, not 38"),
        ([39, 38], 1, "seats.1.wealth: expected at least 39, not 38"),
    ],
)
def test_claims_that_could_not_be_paid_are_refused(wealth: list[int], active: int, fault: str) -> None:
    """USP-3.10: this can always be paid."""
    with pytest.raises(BadPosition, match=fault):
        GAME.load({"players": 2, "active": active, "seats": [{"wealth": amount} for amount in wealth]}, seed=1)


def test_only_claims_to_come_must_be_paid() -> None:
    """USP-3.10: buildings of 4 and 3 are left for seats 1 and 0, in that order."""
    left = [{"lots": lots, "zone": zone, "owner": None if lots in ("A6b", "F6a") else 0} for lots, zone, _ in BUILDINGS]
    given = {"players": 2, "active": 1, "buildings": left}
    assert legal(GAME.load({**given, "seats": [{"wealth": 4}, {"wealth": 4}]}, seed=1)) == ["claim A6b", "claim F6a"]
    with pytest.raises(BadPosition, match=r"seats\.0\.wealth: expected at least 4, not 3"):
        GAME.load({**given, "seats": [{"wealth": 3}, {"wealth": 4}]}, seed=1)


def test_a_decision_that_does_not_fit_is_refused() -> None:
    """USP-9.5: the procedure on top must be the one that asks it."""
    frames = [{"procedure": "turn"}, {"procedure": "icons", "subject": "P01"}]
    with pytest.raises(BadPosition, match="does not fit the procedure"):
        GAME.load(position(3, stack=frames, decision={"kind": "PICK", "seat": 0}), seed=1)


def test_every_field_is_documented() -> None:
    """The tables of docs/positions/urban_sprawl.md name every field."""
    named = re.findall(r"^\| `(\w+)` \|", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sorted(named) == sorted([*FIELDS, *SEAT_FIELDS])


def test_what_is_left_out_is_dealt() -> None:
    """Hands and boxes as at set-up; the same seed deals the same."""
    first, second = (GAME.load({"players": 3, "phase": "action"}, seed=4) for _ in range(2))
    assert first.hash() == second.hash()
    assert at(first, "contracts.boxes.#") == 5
    assert [at(first, f"seats.{seat}.planning.#") for seat in range(3)] == [1, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        *("claim", "claim Z9a", "fly A1d", "invest X99", "office King"),
        *("seat 9", "seat one", "seat \u00b2", "option " + "9" * 5000),
    ],
)
def test_moves_that_cannot_be_read(text: str) -> None:
    """USP-9.5."""
    state = new(3, seed=1)
    with pytest.raises((BadMove, IllegalAction)):
        state.apply(0, state.parse(0, text))


def test_moves_as_json() -> None:
    """A structured move, and what is wrong with others."""
    state = new(3, seed=1)
    assert state.action(0, {"type": "claim", "lots": "D4a"}) == state.parse(0, "claim d4A")
    with pytest.raises(BadMove, match="lots is missing"):
        state.action(0, {"type": "claim"})
    with pytest.raises(BadMove, match="unknown field 'colour'"):
        state.action(0, {"type": "claim", "lots": "D4a", "colour": 1})
    with pytest.raises(IllegalAction, match="no building on A1a"):
        state.action(0, {"type": "claim", "lots": "A1a"})


# --- the companion


TABLE = """
players: 3
prestige: 41 38 50
wealth: 37 12 5      # of seats 0, 1 and 2
office: Treasurer 0
circle: E-3 prestige 6
D3bd CIV 0
D3c COM 1
A1b PARK -
"""


def test_companion() -> None:
    """USP-6: 41 + rows 1 and 6 + 3 for wealth + 1 COM; 38 + second places + 1; 50."""
    sheet = score(TABLE)
    assert [p["total"] for p in sheet["players"]] == [41 + 0 + 4 + 3 + 1, 38 + 0 + 4 + 1, 50]
    assert sheet["decided_by"] == "prestige"
    as_json = '{"players": 2, "seats": [{"prestige": 7}, {"wealth": 39}], "buildings": []}'
    assert [p["total"] for p in score(as_json)["players"]] == [7 + 3, 3]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("prestige: 4 5", "players is missing"),
        ("players: 3\nD3bd CIV", "a building is its lots"),
        ("players: 3\nmoney: 3", "expected players: 3"),
        ("players: 3\nwealth: many", "expected a whole number"),
        ("players: 3\nD3bd HUT 0", "buildings.0.zone"),
        ("players: " + "3" * 5000, "expected a whole number"),
        ("{", "not valid JSON"),
        ('{"players": ' + "1" * 5000 + "}", "not valid JSON: a number is too long"),
        ('{"players": 2, "seats": [null, {"prestige": 20}]}', "seats.0: expected an object with fields, not None"),
        ('{"players": 2, "seats": [{"mayor": 1}]}', "seats.0: unknown field 'mayor'"),
        ('{"players": 2, "seats": 5}', "seats: expected a list of at most 4, not 5"),
        ('{"players": 2, "mayor": 1}', "unknown field 'mayor'"),
    ],
)
def test_companion_refuses(text: str, fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        score(text)


# --- the evaluation


def worth(seat: int = 0, **more: Any) -> float:
    return load(3, **more).value(seat)


def test_better_positions_are_preferred() -> None:
    """More prestige, more money, more permits, more buildings, a vocation, an office."""
    assert worth(seats=seats(prestige=[20])) > worth()
    assert worth(seats=seats(wealth=[30])) > worth()
    assert worth(seats=seats(planning=[["P36"]])) > worth()
    assert worth(buildings=buildings([("D1a", "COM", 0)])) > worth()
    assert worth(seats=seats(vocations=[{"Energy": 1}])) > worth()
    assert worth(politicians=True, offices={"UnionBoss": 0}) > worth(politicians=True)
    assert worth(1, seats=seats(prestige=[40])) < worth(1), "what a rival has takes away"


def test_a_contract_under_way_counts_as_finished() -> None:
    """The value after `build` is that of a fair site, not of a card paid for nothing."""
    state = contract("M01")
    before = state.value(0)
    play(state, "build M01")
    assert state.value(0) > before
    assert legal(state)[0].startswith("on ")


def test_the_evaluation_knows_no_hidden_card() -> None:
    """USP-7.2: the same in every imagined world, also in the middle of a build."""
    for state in (new(3, seed=3), play(contract("T10"), "build T10")):
        values = {state.imagine(0, Rng(seed)).value(0) for seed in range(6)}
        assert values == {state.value(0)}
