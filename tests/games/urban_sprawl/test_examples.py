"""The worked examples of the rules document (section 11), as they stand there."""

from __future__ import annotations

from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.urban_sprawl.geometry import FOOT_TERRAIN, foot_named
from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.scoring import divide
from tests.games.urban_sprawl.support import (
    ONLY,
    Building,
    asked,
    at,
    building,
    buildings,
    contract,
    gains,
    legal,
    load,
    new,
    play,
    seats,
)


def value(state: State, block: str) -> int:
    return cast("dict[str, int]", state.view(None)["values"])[block]


def marked(circle: str) -> State:
    return load(3, circles={circle: {"kind": "prestige", "number": 6}})


def test_ex_1_values() -> None:
    """EX-1 (USP-2.9, USP-4.42)."""
    assert value(load(3), "D5") == 8
    assert value(marked("E-5"), "D5") == 14
    moved = marked("E-3")
    assert [value(moved, block) for block in ("D5", "B3", "C3")] == [8, 11, 12]
    assert value(marked("N-CD"), "C3") == 12


def test_ex_2_high_school() -> None:
    """EX-2 (USP-5.6, USP-5.10): price and bonus of each site."""
    starts = [b for b in buildings() if b["zone"] != "PARK"]
    state = play(contract("T04", buildings=starts), "build T04")
    sites = {m["lots"]: m for m in cast("list[dict[str, object]]", state.view(0)["legal"])}
    assert (sites["D3bd"]["price"], sites["D3bd"]["bonus"]) == (7, 1)
    assert "D3ab" not in sites
    assert (sites["A3ab"]["price"], sites["A4cd"]["bonus"]) == (2, 0)
    assert not any(str(lots).startswith("A6") for lots in sites)


@pytest.mark.parametrize(
    ("counts", "paid"),
    [([3, 3, 2, 1], [4, 4, 1, 0]), ([2, 2, 2, 2], [2, 2, 2, 2]), ([4, 3, 1, 1], [6, 3, 0, 0])],
)
def test_ex_3_payouts(counts: list[int], paid: list[int]) -> None:
    """EX-3 (USP-4.41)."""
    assert list(divide(vec[i64](counts), vec[i64]([6, 3, 1, 0]))) == paid


def test_ex_4_vocations() -> None:
    """EX-4 (USP-4.17, USP-4.18)."""
    alex = contract("T27")
    before = alex.clone()
    play(alex, "build T27", "on A3ab", "wealth")
    assert gains(before, alex) == {}, "2 wealth for the tile, 2 for the site"
    held = [{"Factory": 1}, {"Media": 1, "Factory": 1}, {}]
    third = contract("C25", seats=seats(planning=[[ONLY["IND"]]], vocations=held))
    before = third.clone()
    play(third, "build C25", "on A3abcd", "0 wealth", "0 prestige", "1 prestige")
    assert gains(before, third)[0][1] == 4
    assert gains(before, third)[1] == (2, 4)


DEMOLITIONS: list[tuple[str, tuple[Building, ...], str, bool]] = [
    ("T10", (("A3a", "COM", 1),), "A3ab", True),
    ("T10", (("A3ab", "COM", 1),), "A3ab", True),
    ("T10", (("A3a", "COM", 1), ("A3b", "COM", 1)), "A3ab", True),
    ("T14", (("A3a", "COM", 1), ("A3b", "COM", 1), ("A3c", "COM", 2)), "A3abc", True),
    ("T14", (("A3ab", "COM", 1),), "A3abc", True),
    ("T14", (("A3ab", "COM", 1), ("A3c", "COM", 1)), "A3abc", True),
    ("T14", (("A3abc", "COM", 1),), "A3abc", True),
    ("T14", (("A3ab", "COM", 1), ("A3cd", "COM", 1)), "A3abc", False),
    ("T14", (("A3abcd", "COM", 1),), "A3abc", False),
]


@pytest.mark.parametrize(("card", "there", "site", "allowed"), DEMOLITIONS)
def test_ex_5_demolition(card: str, there: tuple[Building, ...], site: str, allowed: bool) -> None:
    """EX-5 (USP-5.4)."""
    state = contract(card, buildings=buildings(there), seats=seats(planning=[["U1", ONLY["RES"]]]))
    assert (f"on {site}" in legal(play(state, f"build {card}"))) is allowed


def test_ex_6_terrain() -> None:
    """EX-6 (USP-2.6): both, water only, neither."""
    assert [int(FOOT_TERRAIN[foot_named(lots)]) for lots in ("A1abcd", "B1abcd", "B2abcd")] == [3, 1, 0]


def test_ex_7_permits() -> None:
    """EX-7 (USP-5.12): P06 is COM/RES 1, P02 is COM/IND 1, P26 is COM 3, P13 is CIV 2."""
    more: dict[str, object] = {"planning": {"boxes": ["P01"]}}
    state = contract("T20", seats=seats(planning=[["P06", "P02", "P26", "P13"]]), **more)
    play(state, "build T20")
    assert legal(state) == ["permit P02", "permit P06", "permit P26"]
    assert asked(play(state.clone(), "permit P26"))[0] == "BUILD_SITE"
    pair = play(state.clone(), "permit P06")
    assert asked(pair)[0] == "BUILD_SITE", "only P02 can follow, so it does"
    assert at(pair, "seats.0.planning") == ["P13", "P26"]


def test_ex_8_sliding() -> None:
    """EX-8 (USP-4.19): the face-up top to box 4 without its icon, the next into box 5 with its payout."""
    state = load(
        3,
        planning={"boxes": ["P02", "P04", "P05", "P06"]},
        contracts={"boxes": ["T01", None, "T05", None, "T09"]},
        decks={"town": ["T07", "T11", "T03"]},
    )
    events = state.listen()
    play(state, "end")
    assert at(state, "contracts.boxes") == ["T01", "T05", "T09", "T07", "T11"]
    assert at(state, "decks.town.0") == "T03"
    assert [event.args["number"] for event in events if event.kind == "payout"] == [1], "T11 is number 1; so was T07"


def test_ex_9_pawn() -> None:
    """EX-9 (USP-4.29): election, then the Contractor, then the wealth row."""
    state = load(
        3,
        planning={"boxes": ["P02", "P04", "P05", "P06"], "face_up": False},
        contracts={"boxes": ["T02", "T03", "T06", "T08", "T09"]},
        decks={"planning": ["P28", "P03"]},
        politicians=True,
        contractor_in_play=True,
        pawn="PoliceChief",
    )
    events = state.listen()
    play(state, "end")
    kinds = [event.kind for event in events if event.kind in ("pawn", "elected", "contractor", "payout")]
    assert kinds == ["pawn", "elected", "contractor", "payout"]
    assert at(state, "offices.UnionBoss") == 0


def test_ex_10_business_relocation() -> None:
    """EX-10: the cube goes home, the building stays."""
    state = load(
        3,
        planning={"boxes": ["P02", "P04", "P05", "P06"]},
        contracts={
            "boxes": ["T02", "T03", "T06", "T08", "T09"],
            "city": {"active": True, "face_up": False},
        },
        decks={"city": ["CE2", "C04"], "town": ["T10"]},
        politicians=True,
        offices={"Treasurer": 2},
    )
    before = state.clone()
    play(state, "end")
    assert asked(state) == ("PICK", 2)
    assert legal(state) == ["pick E2c", "pick D3c", "pick C4b", "pick B5b", "none"]
    play(state, "pick E2c")
    assert building(state, "E2c") == ("COM", None)
    assert gains(before, state) == {1: (1, 1)}


def test_ex_11_these_rows() -> None:
    """EX-11 (USP-2.12, USP-2.13): a RES in D3 counts once for these rows of D4, once in each of the two."""
    extra = [("D3b", "RES", 1)]
    for row in ("row H", "row V"):
        store = contract("C16", buildings=buildings(extra, without=["D4a", "D3c", "C3d", "C4b", "E5a"]))
        before = store.clone()
        play(store, "build C16", "on D4bcd", row)
        assert gains(before, store) == {0: (-7 + 1, 1)}
    hospital = contract("C04", buildings=buildings(extra, without=["D3c", "C3d", "C4b"]))
    before = hospital.clone()
    play(hospital, "build C04", "on D4bcd", "wealth")
    assert gains(before, hospital) == {0: (-7 + 2, 1 + 2)}, "one RES in these rows; CIV D4a and E5a are beside it"


def test_ex_12_mandatory_and_optional() -> None:
    """EX-12 (USP-5.14, USP-5.15): Labor Strike takes what there is; Green Initiative cannot be paid in part."""
    extra = [("D1a", "IND", 0), ("C1a", "IND", 0), ("B1b", "IND", 0)]
    base: dict[str, object] = {
        "planning": {"boxes": ["P02", "P04", "P05", "P06"]},
        "seats": seats(wealth=[3, 25, 30]),
        "buildings": buildings(extra),
    }
    strike = load(
        3,
        **base,
        contracts={"boxes": ["T02", "T03", "T06", "T08", "T09"], "city": {"active": True, "face_up": False}},
        decks={"city": ["CE4", "C04"], "town": ["T10"]},
    )
    assert gains(strike, play(strike.clone(), "end"))[0] == (-3, 0)
    green = load(
        3,
        **base,
        contracts={
            "boxes": ["T02", "T03", "T06", "T08", "T09"],
            "city": {"active": True},
            "metropolis": {"active": True, "face_up": False},
        },
        decks={"metropolis": ["ME7", "M08"], "city": ["C04"], "town": ["T10"]},
    )
    play(green, "end", "seat 0")
    assert asked(green) == ("ORDER", 0), "seat 0 has 3 wealth, so its offer was refused by itself"


def test_ex_13_final_scoring() -> None:
    """EX-13 (USP-6.2): 37 wealth, the Treasurer with 11 COM, the Mayor with four buildings beside parks."""
    coms = [(f"D{row}ab", "COM", 1) for row in (1, 5, 6)] + [(f"E{row}ab", "COM", 1) for row in (1, 4, 6)]
    coms.append(("C1ab", "COM", 1))
    parks = [("A1b", "PARK", 2), ("F6b", "PARK", 2), ("D3d", "PARK", 2)]
    state = load(
        3,
        phase="over",
        politicians=True,
        offices={"Treasurer": 0, "Mayor": 0},
        seats=seats(wealth=[37]),
        buildings=buildings([*coms, *parks, ("E5b", "PARK", 2)]),
    )
    mine = cast("list[dict[str, object]]", state.sheet()["players"])[0]
    assert mine["wealth_points"] == 3
    assert mine["offices"] == {"Treasurer": 11, "Mayor": 4}


def test_ex_14_claims() -> None:
    """EX-14 (USP-3.10): 7 + 7 + 7 leaves 0; 3 + 4 + 4 leaves 10 and Media."""
    state = new(4, seed=1)
    moves = ["D3c", "A6b", "E2c", "C3d", "B2d", "A1d", "C4b", "E5a", "D4a", "F6a", "B5b"]
    play(state, *(f"claim {lots}" for lots in moves))
    assert [int(w) for w in state.wealth][:2] == [0, 10]
    assert at(state, "seats.1.vocations") == {"Media": 1}


def test_ex_15_airport_while_filling() -> None:
    """EX-15 (USP-4.21, USP-4.27, USP-4.46)."""
    state = load(
        3,
        planning={"boxes": ["P02", "P04", "P05", "P06"]},
        contracts={"boxes": [None, None, None, "T02", "T03"]},
        decks={"town": ["T06", "TE1", "T08", "T09"], "city": ["C04", "C08"]},
    )
    events = state.listen()
    play(state, "end")
    assert at(state, "contracts.boxes") == ["T02", "T03", "T06", "C04", "T08"]
    assert [event.args["office"] for event in events if event.kind == "elected"] == [
        "DistrictAttorney",
        "Treasurer",
        "PoliceChief",
        "UnionBoss",
    ]
    assert (at(state, "decks.town.0"), at(state, "decks.city.0")) == ("T09", "C08")
    assert at(state, "contracts.city.face_up") is True


def test_ex_16_wealth_or_prestige() -> None:
    """EX-16 (USP-5.19)."""
    residences = [("D1a", "RES", 1), ("C1a", "RES", 1)]
    state = contract(
        "M17",
        buildings=buildings(residences, without=["A6b"]),
        seats=seats(planning=[[ONLY["COM"]]], wealth=[20, 5, 30], prestige=[0, 6, 0]),
    )
    before = state.clone()
    play(state, "build M17", "on F3abcd")
    assert asked(state) == ("PAY_CURRENCY", 1)
    play(state, "wealth")
    assert gains(before, state)[1] == (-4, -4), "the second can only be paid in prestige"
    assert legal(state) == ["wealth", "prestige"]
    play(state, "prestige")
    assert gains(before, state) == {0: (-3 + 4, 6), 1: (-4, -6)}


def test_ex_17_exhausted_decks() -> None:
    """EX-17 (USP-4.26)."""
    city = [f"C{n:02d}" for n in range(1, 32)] + [f"CE{n}" for n in range(1, 7)]
    town = [f"T{n:02d}" for n in range(1, 34)] + [f"TE{n}" for n in range(1, 5)]
    state = load(
        3,
        planning={"boxes": ["P02", "P04", "P05", "P06"]},
        contracts={
            "boxes": ["M08", "M09", "M10", None, "T09"],
            "city": {"active": True},
            "metropolis": {"active": True},
        },
        decks={"town": ["T05"], "metropolis": ["M11", "M12"]},
        out=[*city, *(card for card in town if card not in ("T05", "T09"))],
    )
    before = state.clone()
    play(state, "end")
    assert at(state, "contracts.boxes") == ["M08", "M09", "M10", "T05", "T09"]
    assert gains(before, state) == {}, "nothing is triggered"
