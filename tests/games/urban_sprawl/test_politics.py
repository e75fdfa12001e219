"""Elections, the Contractor, events, payouts, markers, offices (USP-4F to USP-4K)."""

from __future__ import annotations

from typing import cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.urban_sprawl.geometry import ROW_NAMES
from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.scoring import beside_parks, divide, office_bonus
from conurb.games.urban_sprawl.terms import MAYOR, OFFICE_NAMES, TREASURER
from tests.games.urban_sprawl.support import (
    BUILDINGS,
    ONLY,
    asked,
    at,
    building,
    buildings,
    contract,
    gains,
    legal,
    load,
    made_up,
    play,
    seats,
)

FULL = {"boxes": ["P02", "P04", "P05", "P06"], "face_up": False}
QUIET_TOWN = {"boxes": ["T02", "T03", "T06", "T08", "T09"]}


def reveal(card: str, **more: object) -> tuple[State, State]:
    """Before and after seat 0 ends its turn and that planning card is turned up."""
    given: dict[str, object] = {"planning": FULL, "contracts": QUIET_TOWN, "decks": {"planning": [card, "P03"]}, **more}
    before = load(3, **given)
    return before, play(before.clone(), "end")


# --- elections


def test_ballot_moves_the_pawn() -> None:
    """USP-4.29: one space; before Airport the coloured spaces are blank."""
    _, after = reveal("P01")
    assert at(after, "pawn") == "DistrictAttorney"
    assert at(after, "offices.DistrictAttorney") is None
    _, after = reveal("P01", politicians=True)
    assert at(after, "offices.DistrictAttorney") == 2


def test_effects_do_not_move_the_pawn() -> None:
    """USP-4.28, USP-8.35, USP-8.23: neither the Courthouse nor Airport."""
    state = play(contract("T02"), "build T02", "on A3ab", "1 on D1a")
    assert at(state, "pawn") == "Mayor"


def test_only_the_named_office_is_decided() -> None:
    """USP-4.30: the winner takes the tile from its holder; winning again counts."""
    _, after = reveal("P01", politicians=True, offices={"DistrictAttorney": 0, "Treasurer": 1})
    assert at(after, "offices.DistrictAttorney") == 2
    assert at(after, "offices.Treasurer") == 1


def test_mayor_by_vocation_tiles() -> None:
    """USP-4.31, USP-4.33: most tiles; he places a park, again when re-elected."""
    held = [{"Tourism": 2}, {"Media": 1}, {}]
    _, state = reveal("P01", pawn="UnionBoss", seats=seats(vocations=held), offices={"Mayor": 0})
    assert asked(state) == ("PARK_SITE", 0)
    play(state, "on D1a")
    assert building(state, "D1a") == ("PARK", 0)
    assert at(state, "offices.Mayor") == 0


def test_mayor_tie_is_broken_by_media() -> None:
    """USP-4.31, USP-4.32: the Media holder picks one of the tied, perhaps himself."""
    held = [{"Tourism": 1}, {"Media": 1}, {"Energy": 1}]
    _, state = reveal("P01", pawn="UnionBoss", seats=seats(vocations=held))
    assert asked(state) == ("ELECT_TIE", 1)
    assert legal(state) == ["seat 0", "seat 1", "seat 2"]
    play(state, "seat 2")
    assert at(state, "offices.Mayor") == 2
    assert asked(state) == ("PARK_SITE", 2)


def test_zone_offices() -> None:
    """USP-4.31: the best building, then most buildings among those players, then the office before decides."""
    extra = [("D1a", "CIV", 1), ("D2a", "CIV", 0), ("C1a", "CIV", 0)]
    _, more = reveal("P01", politicians=True, buildings=buildings(extra))
    assert at(more, "offices.DistrictAttorney") == 0, "both have 9; seat 0 has more CIV"
    level = [("D1a", "CIV", 1), ("D2a", "CIV", 2)]
    _, tied = reveal("P01", politicians=True, offices={"Mayor": 0}, buildings=buildings(level, without=["D4a", "E5a"]))
    assert asked(tied) == ("ELECT_TIE", 0)
    assert legal(tied) == ["seat 1", "seat 2"], "only the tied"


@pytest.mark.parametrize("office", [1, 2, 3, 4])
def test_who_breaks_ties(office: int) -> None:
    """USP-1.8, USP-4.31: the Mayor, then each office for the next."""
    zone = ("", "CIV", "COM", "RES", "IND")[office]
    extra = [("D1a", zone, 0), ("D2c", zone, 1)]
    fewer = [lots for lots, kind, _ in BUILDINGS if kind == zone]
    offices = {OFFICE_NAMES[office - 1]: 2}
    pawn = OFFICE_NAMES[office - 1]
    more: dict[str, object] = {"politicians": True, "offices": offices, "pawn": pawn}
    _, state = reveal("P01", **more, buildings=buildings(extra, without=fewer))
    assert asked(state) == ("ELECT_TIE", 2)


def test_unheld_decider_and_nobody_qualified() -> None:
    """USP-4.32, USP-8.9, USP-8.10: the active player decides; without a candidate the tile stays."""
    level = [("D1a", "CIV", 1), ("D2a", "CIV", 2)]
    _, tied = reveal("P01", politicians=True, buildings=buildings(level, without=["D4a", "E5a"]))
    assert asked(tied) == ("ELECT_TIE", 0)
    _, empty = reveal(
        "P01", politicians=True, offices={"DistrictAttorney": 1}, buildings=buildings(without=["D4a", "E5a"])
    )
    assert at(empty, "offices.DistrictAttorney") == 1


def test_no_park_for_the_mayor() -> None:
    """USP-4.33: skipped without a tile."""
    parks = [(f"{block}{lot}", "PARK", 2) for block in ("B6", "C5", "C6", "D5", "D6") for lot in "abcd"][:17]
    _, state = reveal("P01", pawn="UnionBoss", buildings=buildings(parks))
    assert at(state, "offices.Mayor") == 1
    assert at(state, "active") == 1


# --- the Contractor


def test_contractor_after_every_election() -> None:
    """USP-4.34, USP-4.36: to the player with least prestige, also when nobody was elected."""
    _, state = reveal("P01", politicians=True, contractor_in_play=True, contractor=0)
    assert at(state, "contractor") == 2
    gone = buildings(without=["D4a", "E5a"])
    _, state = reveal("P01", politicians=True, contractor_in_play=True, contractor=0, buildings=gone)
    assert at(state, "contractor") == 2


def test_contractor_tie() -> None:
    """USP-4.36: the Union Boss picks, or the active player."""
    more: dict[str, object] = {
        "politicians": True,
        "contractor_in_play": True,
        "seats": seats(prestige=[8, 8, 8]),
    }
    _, state = reveal("P01", **more, offices={"UnionBoss": 1})
    assert asked(state) == ("CONTRACTOR_TIE", 1)
    play(state, "seat 1")
    assert at(state, "contractor") == 1
    _, state = reveal("P01", **more)
    assert asked(state) == ("CONTRACTOR_TIE", 0)


def test_contractor_abilities() -> None:
    """USP-4.35, USP-4.37, USP-8.22: demolishes without a card; his buildings are safe from others."""
    mine = contract("T10", contractor_in_play=True, contractor=0, buildings=buildings([("A3a", "COM", 1)]))
    play(mine, "build T10", "on A3ab")
    assert building(mine, "A3a") is None
    theirs = contract(
        "T10",
        contractor_in_play=True,
        contractor=1,
        buildings=buildings([("A3a", "COM", 1), ("F3a", "COM", 2)]),
        seats=seats(planning=[["U1", ONLY["RES"]]]),
    )
    play(theirs, "build T10")
    assert "on A3ab" not in legal(theirs)
    assert "on F3ab" in legal(theirs)


# --- events and payouts


def test_events_are_resolved_before_the_next_card() -> None:
    """USP-4.38: top to bottom; then a planning event is discarded and a contract event leaves the game."""
    before, after = reveal("E01")
    assert gains(before, after) == {0: (-3, 0), 1: (-3, 1), 2: (-3, 0)}
    assert "E01" in cast("list[str]", at(after, "planning.discards"))


def test_a_row_without_its_marker_pays_nothing() -> None:
    """USP-4.39, USP-8.26."""
    before, after = reveal("P02", planning={"boxes": ["P01", "P04", "P05", "P06"], "face_up": False})
    assert gains(before, after) == {}
    marked = {"E-1": {"kind": "wealth", "number": 11}}
    boxes = {"boxes": ["P01", "P04", "P05", "P06"], "face_up": False}
    before, after = reveal("P02", planning=boxes, circles=marked)
    assert gains(before, after) == {0: (8, 0), 1: (8, 0)}, "A1d and F1c in row 1 share 11 + 5"


def test_players_without_a_building_are_not_ranked() -> None:
    """USP-4.40, USP-8.2: and buildings count, not lots."""
    state = load(3, buildings=buildings([("F3abcd", "COM", 2)]))
    before = state.clone()
    state.pay_out_row(ROW_NAMES.index("S-F"))  # F1c of seat 1, F6a of seat 0, F3 of seat 2: one each
    assert gains(before, state) == {0: (1, 0), 1: (1, 0), 2: (1, 0)}
    state = load(3)
    before = state.clone()
    state.pay_out_row(ROW_NAMES.index("S-F"))
    assert gains(before, state) == {0: (1, 0), 1: (1, 0)}


def test_only_as_many_places_as_players() -> None:
    """USP-4.41: two players, the others' places do not exist."""
    line = vec[i64]([6, 3, 1, 0])
    assert list(divide(vec[i64]([2, 2]), line)) == [4, 4]
    assert list(divide(vec[i64]([1, 0]), line)) == [6, 0]


def test_markers() -> None:
    """USP-4.42: the lowest number left, an empty circle; values change at once; nothing when all is full."""
    state = contract("T24", circles={"E-1": {"kind": "wealth", "number": 7}})
    play(state, "build T24", "on A3ab")
    assert len(legal(state)) == 8
    play(state, "circle E-3")
    assert at(state, "circles.E-3") == {"kind": "wealth", "number": 8}
    assert cast("dict[str, int]", state.view(0)["values"])["A3"] == 2 + 8
    numbers = [("wealth", n) for n in (7, 8, 9, 10, 11, 12)] + [("prestige", n) for n in (4, 5, 6)]
    circles = {
        name: {"kind": kind, "number": number} for name, (kind, number) in zip(ROW_NAMES[9:], numbers, strict=True)
    }
    full = contract("T24", circles=circles, seats=seats(planning=[[ONLY["COM"]]], wealth=[90]))
    play(full, "build T24", "on A3ab")
    assert asked(full)[0] == "ACTION"


# --- offices


def test_district_attorney_doubles_the_first_bonus() -> None:
    """USP-4.43, USP-5.10, USP-8.14: the first contract of the turn, no later one."""
    offices = {"DistrictAttorney": 0}
    for built, bonus in ((False, 2), (True, 1)):
        before = contract("C31", politicians=True, offices=offices, built=built)
        after = play(before.clone(), "build C31", "on A5cd")
        assert gains(before, after) == {0: (-1, bonus + 1)}


def test_end_bonuses() -> None:
    """USP-4.43: the Mayor by own buildings beside parks, the others by the zone in play."""
    board = load(3, buildings=buildings([("A3a", "COM", 0), ("A3b", "PARK", 2), ("F6c", "PARK", 0)])).board
    assert beside_parks(board, 0) == 2  # A3a beside A3b, F6a beside F6c; the park itself does not count
    assert office_bonus(board, TREASURER, 0) == 5
    assert office_bonus(board, MAYOR, 2) == 0


def test_the_active_player_breaks_other_ties() -> None:
    """USP-4.44: Local Headlines, Federal Grant."""
    _, state = reveal("E04")
    assert asked(state) == ("PICK", 0)
    assert legal(state) == ["pick B2d", "pick D3c", "pick D4a"]
    _, state = reveal("E14", seats=seats(prestige=[8, 10, 8]))
    assert asked(state) == ("RANK_TIE", 0)
    assert legal(state) == ["seat 0", "seat 2"]


def test_the_active_player_orders_the_deciders() -> None:
    """USP-4.45: he names the next each time; the last comes by itself."""
    _, state = reveal("E02")
    assert asked(state) == ("ORDER", 0)
    assert legal(state) == ["seat 0", "seat 1", "seat 2"]
    play(state, "seat 2")
    assert asked(state) == ("OFFER", 2)
    play(state, "accept")
    assert asked(state) == ("ORDER", 0)
    play(state, "seat 0")
    assert asked(state) == ("OFFER", 0)
    play(state, "refuse")
    assert asked(state) == ("OFFER", 1)


def test_rights_of_a_named_election() -> None:
    """USP-8.24: elected Mayor by the Municipal Court, he places a park, and the Contractor is assigned anew."""
    state = contract("C01", politicians=True, contractor_in_play=True, contractor=0)
    play(state, "build C01", "on A3ab", "office Mayor", "on D1a")
    assert building(state, "D1a") == ("PARK", 0)
    assert at(state, "contractor") == 2


def test_police_chief_in_every_scoring() -> None:
    """USP-8.25: also by the operation score."""
    data = made_up("E01", effects='[{op = "score", name = "Media", value = 3}]')
    given: dict[str, object] = {"planning": FULL, "contracts": QUIET_TOWN, "decks": {"planning": ["E01", "P03"]}}
    before = load(3, data, politicians=True, offices={"PoliceChief": 1}, **given)
    assert gains(before, play(before.clone(), "end")) == {1: (3, 3)}
