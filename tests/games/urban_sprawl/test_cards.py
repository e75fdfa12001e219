"""Every one of the 165 cards, played in a real position: who gained what (USP-10, USP-1.9 to USP-1.13)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from conurb.games.urban_sprawl.data import OPERATIONS
from tests.games.urban_sprawl.support import (
    DATA,
    ONLY,
    Building,
    asked,
    at,
    building,
    buildings,
    card_ids,
    contract,
    gains,
    legal,
    load,
    play,
    seats,
)

Gains = dict[int, tuple[int, int]]

POLITICIANS = {"politicians": True, "offices": {"Treasurer": 0, "UnionBoss": 0}}
IN_A5 = (("A5a", "CIV", 2),)  # makes A5cd, beside the RES A6b, a legal place for a CIV

# Card: where it is built, what is decided then, wealth and prestige gained by seat, what else must hold, and what
# else the position needs. A3 costs 2 and F3 costs 3; nothing but the park A4a is near them. In the rows of A3 stand
# RES A1d and A6b, COM D3c and C4b, IND C3d, CIV D4a.
CONTRACTS: dict[str, tuple[str, list[str], Gains, dict[str, object], dict[str, object]]] = {
    "T01": ("A3a", ["wealth"], {0: (-1, 0)}, {"seats.0.vocations.PublicSvc": 1}, {}),
    "T02": ("A3ab", ["1 on D1a"], {0: (-2, 0)}, {"offices.Mayor": 1, "D1a": ("PARK", 1)}, {}),
    "T03": ("A3a", ["prestige"], {0: (-2, 1)}, {"seats.0.vocations.PublicSvc": 1}, {}),
    "T04": ("A5cd", ["prestige"], {0: (-3, 1 + 2 + 1)}, {"seats.0.vocations.Education": 1}, {"extra": IN_A5}),
    "T05": ("A3a", ["wealth"], {0: (-1, 0)}, {"seats.0.vocations.PublicSvc": 1}, {}),
    "T06": ("A3a", ["wealth"], {0: (-2 + 1 + 2, 0)}, {}, {}),
    "T07": ("A3a", ["wealth"], {0: (-1, 0)}, {"seats.0.vocations.Education": 1}, {}),
    "T08": ("A3ab", ["on D1a"], {0: (-2, 2)}, {"D1a": ("PARK", 0)}, {}),
    "T09": ("A3a", [], {0: (-2 + 3, 0)}, {}, {}),
    "T10": ("A3ab", [], {0: (-2 + 4, 0)}, {}, {}),
    "T11": ("A5c", [], {0: (-3 + 1, 1)}, {}, {}),
    "T12": ("F3b", ["wealth"], {0: (-3 + 1, 0)}, {"seats.0.vocations.Tourism": 1}, {}),
    "T13": ("A3ab", [], {0: (-2, 2)}, {}, {}),
    "T14": ("A3abc", [], {0: (-2 + 5, 0)}, {}, {}),
    "T15": ("A3abc", ["on A3d"], {0: (-2, 0)}, {"A3d": ("PARK", 0)}, {}),
    "T16": ("A3ab", [], {}, {}, {}),
    "T17": ("A3a", [], {}, {}, {}),
    "T18": ("A3a", ["wealth"], {0: (-1, 0)}, {"seats.0.vocations.Tourism": 1}, {}),
    "T19": ("A3a", [], {0: (-2, 1)}, {}, {}),
    "T20": ("A3ab", ["wealth"], {0: (-2 + 3, 0)}, {"seats.0.vocations.Finance": 1}, {}),
    "T21": ("A3ab", ["prestige"], {0: (-2, 2)}, {"seats.0.vocations.Tourism": 1}, {}),
    "T22": ("A3a", ["from 1", "prestige"], {0: (-2, 2)}, {"seats.0.vocations.Media": 1, "seats.1.vocations": {}}, {}),
    "T23": ("A3a", [], {0: (-2, 0)}, {"ap": 6 - 1 + 2}, {}),
    "T24": ("A3ab", ["circle E-6"], {0: (-2, 0)}, {"circles.E-6": {"kind": "wealth", "number": 7}}, {}),
    "T25": ("A3a", [], {1: (-1, 0), 2: (-1, 0)}, {}, {}),
    "T26": ("A3a", ["wealth"], {0: (-1, 0)}, {"seats.0.vocations.Factory": 1}, {}),
    "T27": ("A3ab", ["prestige"], {0: (-2, 2)}, {"seats.0.vocations.Factory": 1}, {}),
    "T28": ("A3ab", [], {0: (-2, 0)}, {"extra_favor": 0}, {}),
    "T29": ("A3a", ["wealth"], {0: (-1, 0)}, {"seats.0.vocations.Factory": 1}, {}),
    "T30": ("A3ab", ["wealth"], {}, {"seats.0.vocations.Energy": 1}, {}),
    "T31": ("A3abc", ["wealth"], {0: (-2 + 3, 0)}, {"seats.0.vocations.Transport": 1}, {}),
    "T32": ("A3ab", ["wealth"], {}, {"seats.0.vocations.Energy": 1}, {}),
    "T33": ("A3ab", [], {}, {}, {}),
    "C01": ("A3ab", ["office PoliceChief"], {0: (-2, 0)}, {"offices.PoliceChief": 0}, POLITICIANS),
    "C02": ("A3abcd", ["circle E-6"], {0: (-2, 4)}, {"circles.E-6": {"kind": "prestige", "number": 4}}, POLITICIANS),
    "C03": ("A3abc", ["wealth"], {0: (-2 + 3, 2), 2: (0, 1)}, {"seats.0.vocations.Education": 1}, {}),
    "C04": ("A3abc", ["prestige"], {0: (-2, 2 + 2)}, {"seats.0.vocations.PublicSvc": 1}, {}),
    "C05": ("A3ab", ["wealth"], {}, {"offices.PoliceChief": 1}, POLITICIANS),
    "C06": ("A3ab", ["wealth"], {0: (-2 + 3, 0)}, {"seats.0.vocations.Tourism": 1}, {}),
    "C07": ("A3abc", [], {0: (-2 + 8, -1), 2: (0, -1)}, {}, {}),
    "C08": ("A5cd", ["prestige"], {0: (-3, 3)}, {"seats.0.vocations.Education": 1}, {}),
    "C09": ("A3ab", [], {0: (-2, 2)}, {}, {"extra": (("A3c", "PARK", 2),)}),
    "C10": ("A3abc", [], {0: (-2 + 8, 0)}, {}, {}),
    "C11": ("A3cd", [], {0: (-2, 4)}, {}, {}),
    "C12": ("F3bd", [], {0: (-3, 1)}, {}, {}),
    "C13": ("A3abc", [], {0: (-2 + 5, 0), 1: (1, 0), 2: (1, 0)}, {}, {}),
    "C14": ("A3ab", [], {}, {}, {}),
    "C15": ("A3abcd", ["on A4b"], {0: (-2 + 4, 0)}, {"A4b": ("PARK", 0)}, {}),
    "C16": ("A3abc", ["row V"], {0: (-2 + 2, 3)}, {}, {}),
    "C17": ("A3ab", ["wealth"], {0: (-2 + 4, 0)}, {"seats.0.vocations.Finance": 1}, {}),
    "C18": ("A3abc", ["wealth"], {0: (-2 + 3, 0)}, {"seats.0.vocations.Tourism": 1}, {}),
    "C19": ("A3ab", ["decline", "1 prestige"], {0: (-2, 0), 1: (0, 4)}, {"seats.1.vocations.Media": 1}, {}),
    "C20": ("A3abcd", ["circle E-6"], {0: (-2 + 4, 0)}, {"circles.E-6": {"kind": "wealth", "number": 7}}, {}),
    "C21": ("D1ab", ["wealth"], {0: (-9 + 3, 3), 1: (0, 1)}, {"seats.0.vocations.Tourism": 1}, {}),
    "C22": ("A3ab", ["wealth"], {0: (-2 + 4 + 2, 0), 1: (2, 0), 2: (1, 0)}, {"seats.0.vocations.Finance": 1}, {}),
    "C23": ("A3cd", [], {0: (-2, 1)}, {}, {}),
    "C24": ("A3abc", ["wealth"], {0: (-2 + 3, 0)}, {"seats.0.vocations.Factory": 1}, {}),
    "C25": ("A3abcd", ["wealth"], {0: (-2 + 4 + 4, 0), 1: (2, 0)}, {"seats.0.vocations.Factory": 1}, {}),
    "C26": ("A3abc", ["prestige"], {0: (-2, 4)}, {"seats.0.vocations.Energy": 1}, {}),
    "C27": ("A3abc", ["prestige"], {0: (-2, 5)}, {"seats.0.vocations.Transport": 1}, {}),
    "C28": ("A3ab", ["prestige"], {0: (-2, 4)}, {"ap": 6 - 1 + 2, "seats.0.vocations.Transport": 1}, {}),
    "C29": ("F3bd", ["prestige"], {0: (-3, 3)}, {"seats.0.vocations.Energy": 1}, {}),
    "C30": ("F3bd", ["prestige"], {0: (-3, 3)}, {"seats.0.vocations.Factory": 1}, {}),
    "C31": ("A5cd", [], {0: (-3 + 2, 1 + 1)}, {}, {}),
    "M01": (
        "A3abcd",
        ["prestige"],
        {0: (-2, 5 + 4 * 4), 1: (0, 4), 2: (0, 8)},
        {"seats.0.vocations.Education": 1},
        {},
    ),
    "M02": (
        "A3ab",
        ["0 seat 1", "1 wealth", "2 prestige"],
        {0: (-2 + 4, 4), 1: (-4, 0), 2: (0, -4)},
        {},
        {},
    ),
    "M03": ("A3abcd", ["circle E-6"], {0: (-2, 6)}, {"circles.E-6": {"kind": "prestige", "number": 4}}, POLITICIANS),
    "M04": ("A3abc", ["wealth"], {0: (-2 + 3 + 4, 0), 2: (2, 0)}, {"seats.0.vocations.PublicSvc": 1}, {}),
    "M05": ("A3abcd", ["wealth"], {0: (-2 + 4 + 4, 0)}, {"seats.0.vocations.Tourism": 1}, {}),
    "M06": ("A3ab", ["wealth", "office DistrictAttorney"], {0: (1, 0)}, {"offices.DistrictAttorney": 2}, POLITICIANS),
    "M07": ("A3ab", ["wealth"], {0: (-2 + 4, 0)}, {"seats.0.vocations.Tourism": 1}, {}),
    "M08": (
        "A3abc",
        ["wealth", "recover P01"],
        {0: (-2 + 4, 0)},
        {"seats.0.planning": ["P01"], "planning.discards": ["P33"]},
        {"planning": {"boxes": ["P02", "U1", "U2", "U3"], "discards": ["P01"]}, "decks": {"planning": ["U4"]}},
    ),
    "M09": ("A3ab", [], {}, {}, {}),
    "M10": ("D1a", [], {0: (-9, 5)}, {}, {}),
    "M11": ("A3a", [], {0: (-2, 6)}, {}, {}),
    "M12": ("D3bd", [], {0: (-7, 2)}, {}, {}),
    "M13": ("A3ab", ["on A3c"], {0: (-2, 2)}, {"A3c": ("PARK", 0)}, {}),
    "M14": ("A3abcd", [], {0: (-2 + 15, 0)}, {}, {}),
    "M15": ("F3abd", [], {0: (-3, 2)}, {}, {}),
    "M16": (
        "A3abcd",
        ["wealth"],
        {0: (-2 + 6 + 4, 0), 1: (3, 0)},
        {"seats.0.vocations.Finance": 1},
        {"extra": (("D1abc", "COM", 1),)},
    ),
    "M17": (
        "F3abcd",
        ["0 seat 2", "2 wealth", "1 prestige"],
        {0: (-3 + 4, 4), 1: (0, -4), 2: (-4, 0)},
        {},
        {},
    ),
    "M18": ("A3ab", ["wealth"], {0: (-2 + 4 + 6, 0), 1: (-3, 0), 2: (-3, 0)}, {"seats.0.vocations.Tourism": 1}, {}),
    "M19": ("A3abc", ["wealth"], {0: (-2 + 5 + 2 + 1, 0), 1: (2, 0), 2: (1, 0)}, {"seats.0.vocations.Finance": 1}, {}),
    "M20": ("A3ab", ["from 1", "prestige"], {0: (-2, 6)}, {"seats.0.vocations.Media": 1}, {}),
    "M21": ("A3abc", ["wealth"], {0: (-2 + 4, 1)}, {"seats.0.vocations.Tourism": 1}, {}),
    "M22": ("A3a", ["circle E-6"], {0: (-2, 3)}, {"circles.E-6": {"kind": "wealth", "number": 7}}, {}),
    "M23": ("A3abcd", [], {0: (-2 + 4, 3)}, {}, {}),
    "M24": (
        "F3abcd",
        ["wealth"],
        {0: (-3 + 7 + 8, 8), 1: (4, 4)},
        {"seats.0.vocations.Transport": 1},
        {},
    ),
    "M25": ("A3abc", ["wealth"], {0: (-2 + 5 + 10, -1), 2: (0, -1)}, {"seats.0.vocations.Energy": 1}, {}),
    "M26": ("A3ab", ["wealth"], {0: (-2 + 4, 0)}, {"seats.0.vocations.Factory": 1}, {}),
    "M27": ("A3abc", ["wealth"], {0: (-2 + 6, 0)}, {"ap": 6 - 1 + 2, "seats.0.vocations.Transport": 1}, {}),
    "M28": (
        "A3ab",
        ["pick D1a", "on D1b"],
        {0: (-2, 0)},
        {"D1a": None, "D1b": ("PARK", 0)},
        {"extra": (("D1a", "RES", None),)},
    ),
    "M29": ("A3abc", ["wealth"], {0: (-2 + 5, 0)}, {"seats.0.vocations.Energy": 1}, {}),
    "M30": ("A3abcd", ["wealth"], {0: (-2 + 4, 2)}, {"seats.0.vocations.Factory": 1}, {}),
}


@pytest.mark.parametrize("card", CONTRACTS)
def test_contract(card: str) -> None:
    site, moves, gained, expected, needs = CONTRACTS[card]
    more = dict(needs)
    extra = cast("tuple[Building, ...]", more.pop("extra", ()))
    before = contract(card, buildings=buildings(extra), **more)
    after = play(before.clone(), f"build {card}")
    if asked(after)[0] == "BUILD_SITE":
        play(after, f"on {site}")
    play(after, *moves)
    shown = DATA.card_json(DATA.numbers[card])
    assert building(after, site) == (shown["zone"], 0), "the building stands, and seat 0 controls it"
    assert gains(before, after) == gained
    assert card in cast("list[str]", at(after, "out")), "a built contract leaves the game (USP-4.14)"
    assert asked(after) == ("ACTION", 0), "the turn goes on"
    for path, value in expected.items():
        found = building(after, path) if path[0] in "ABCDEF" and path[1].isdigit() else at(after, path)
        assert found == value, path


OFFICES = {"politicians": True, "offices": {"Mayor": 2, "Treasurer": 2, "PoliceChief": 0, "UnionBoss": 2}}

# Event: what is decided, wealth and prestige gained by seat, what else must hold, what else the position needs.
# Seat 1 holds Media. Wealth is 20, 25, 30 and prestige 12, 10, 8.
EVENTS: dict[str, tuple[list[str], Gains, dict[str, object], dict[str, object]]] = {
    "E01": ([], {0: (-3, 0), 1: (-3, 1), 2: (-3, 0)}, {}, {}),
    "E02": (
        ["0 seat 2", "2 accept", "0 seat 1", "1 refuse", "0 accept"],
        {0: (-9, 5), 2: (-9, 5)},
        {},
        {},
    ),
    "E03": (["2 refuse"], {}, {"A6b": None}, {}),
    "E04": (["0 pick D4a"], {1: (1, 1), 2: (0, 3)}, {}, {}),
    "E05": (
        ["0 seat 1", "1 accept", "0 refuse"],
        {1: (1 - 4, 0)},
        {"D1a": None, "F3b": ("RES", 1)},
        {"extra": (("F3b", "RES", 1), ("D1a", "COM", 0))},
    ),
    "E06": (
        ["0 seat 0", "0 accept", "0 seat 1", "1 refuse", "1 pick F1c", "2 accept"],
        {0: (-3, 0), 1: (1, 0), 2: (-3, 0)},
        {"F1c": None},
        {},
    ),
    "E07": (["2 refuse"], {1: (1, 0)}, {"A3abc": None}, {"extra": (("A3abc", "RES", 2),)}),
    "E08": ([], {0: (1, 0), 1: (2, 0), 2: (1, 0)}, {}, {}),
    "E09": ([], {0: (1, 0), 1: (1, 0)}, {}, {}),
    "E10": ([], {0: (2, 0), 1: (1, 0), 2: (2 + 1, 0)}, {}, OFFICES),
    "E11": ([], {2: (0, 1)}, {}, {}),
    "E12": (
        ["0 option 2", "0 circle E-2"],
        {},
        {"circles.E-1": None, "circles.E-2": {"kind": "prestige", "number": 4}},
        {"circles": {"E-1": {"kind": "prestige", "number": 4}}},
    ),
    "E13": (["0 office Treasurer"], {}, {"offices.Treasurer": 0}, OFFICES),
    "E14": ([], {2: (5, 0), 0: (3, 0)}, {}, {}),
    "TE1": (
        [],
        {},
        {
            "contracts.city.active": True,
            "offices": {"Mayor": None, "DistrictAttorney": 2, "Treasurer": 0, "PoliceChief": 1, "UnionBoss": 0},
        },
        {},
    ),
    "TE2": ([], {0: (2, 0), 1: (1 + 1, 1), 2: (1, 0)}, {}, {}),
    "TE3": (["0 circle E-1"], {1: (1, 1)}, {"circles.E-1": {"kind": "prestige", "number": 4}}, {}),
    "TE4": (["0 circle E-1"], {1: (1, 1)}, {"circles.E-1": {"kind": "wealth", "number": 7}}, {}),
    "CE1": ([], {}, {"contracts.metropolis.active": True, "contractor": 2}, {}),
    "CE2": (["2 pick B5b"], {1: (1, 1)}, {"B5b": ("COM", None)}, OFFICES),
    "CE3": (
        ["0 circle E-1", "2 marker E-1", "2 circle E-2"],
        {1: (1, 1)},
        {"circles.E-2": {"kind": "wealth", "number": 7}},
        OFFICES,
    ),
    "CE4": ([], {0: (-1, 0), 1: (1 - 1, 1), 2: (4, 0)}, {}, OFFICES),
    "CE5": (["2 circle E-1"], {1: (1, 1)}, {"circles.E-1": {"kind": "prestige", "number": 4}}, OFFICES),
    "CE6": (["0 on D1a"], {1: (1, 1)}, {"D1a": ("RES", 0)}, OFFICES),
    "ME1": ([], {}, {"phase": "over"}, {}),
    "ME2": (
        ["2 pick D1a"],
        {0: (-2, 0), 1: (2 - 4, 2), 2: (-2, 0)},
        {"D1a": ("COM", 2)},
        {"extra": (("D1a", "COM", None),)},
    ),
    "ME3": (["1 on D1b"], {0: (0, -2), 1: (2, 2), 2: (0, -6)}, {"offices.Mayor": 1, "D1b": ("PARK", 1)}, OFFICES),
    "ME4": (
        ["0 seat 0", "0 circle E-1"],
        {1: (2, 2), 2: (0, 2)},
        {"circles.E-1": {"kind": "prestige", "number": 4}},
        {"seats": seats(vocations=[{}, {"Media": 1}, {"Tourism": 1}])},
    ),
    "ME5": (
        ["2 wealth"],
        {0: (2, 2), 1: (2, 2), 2: (3 + 2, 0)},
        {},
        {**OFFICES, "seats": seats(vocations=[{"Factory": 1}, {"Media": 1}, {"Education": 1, "Factory": 1}])},
    ),
    "ME6": (
        ["0 seat 2", "2 pick A6b", "2 on D1a", "0 seat 0", "0 none", "1 none"],
        {1: (2, 2)},
        {"A6b": None, "D1a": ("RES", 2)},
        {},
    ),
    "ME7": (
        ["0 seat 2", "2 accept", "2 on D1a", "0 seat 0", "0 refuse", "1 refuse"],
        {1: (2, 2), 2: (-4, 0)},
        {"D1a": ("PARK", 2)},
        {},
    ),
}
QUIET = {"planning": "P03", "town": "T03", "city": "C04", "metropolis": "M08"}  # no icon, or none that pays now


def about_to_meet(event: str, **more: object) -> dict[str, Any]:
    """A position in which seat 0 has but to end its turn: the event lies face down on its deck, every box is full."""
    deck = str(DATA.card_json(DATA.numbers[event])["deck"])
    later = {"town": 0, "city": 1, "metropolis": 2, "planning": 0}[deck]
    tops = {name: [card] for name, card in QUIET.items()}
    tops[deck] = [event, QUIET[deck]]
    contracts: dict[str, object] = {"boxes": ["T01", "T05", "T06", "T07", "T08"]}
    for number, name in enumerate(("town", "city", "metropolis")):
        contracts[name] = {"active": number <= later, "face_up": number <= later and name != deck}
    return {
        "planning": {"boxes": ["P02", "P04", "P05", "P06"], "face_up": deck != "planning"},
        "contracts": contracts,
        "decks": tops,
        **more,
    }


@pytest.mark.parametrize("card", EVENTS)
def test_event(card: str) -> None:
    moves, gained, expected, needs = EVENTS[card]
    more = dict(needs)
    extra = cast("tuple[Building, ...]", more.pop("extra", ()))
    before = load(3, **about_to_meet(card, buildings=buildings(extra), **more))
    after = play(before.clone(), "end", *moves)
    assert gains(before, after) == gained
    if card != "ME1":
        assert at(after, "active") == 1, "the event is over, and the next player begins"
        assert asked(after)[1] == 1
    place = "planning.discards" if card[0] == "E" else "out"
    assert card in cast("list[str]", at(after, place)), "the event is disposed of (USP-4.38)"
    for path, value in expected.items():
        found = building(after, path) if path[0] in "ABCDEF" and path[1].isdigit() else at(after, path)
        assert found == value, path


@pytest.mark.parametrize("card", card_ids("permit"))
def test_permit(card: str) -> None:
    """It is invested for its wealth number, pays for its zones up to its level, and pays out its row when revealed."""
    shown = cast("dict[str, Any]", DATA.card_json(DATA.numbers[card]))
    other = "P07" if card == "P02" else "P02"
    start = load(3, phase="invest", seats=seats(planning=[[card]]), planning={"boxes": [other]})
    rich = play(start, f"invest {card}")
    assert rich.wealth[0] == 20 + shown["payout"], "USP-4.6"
    assert card in cast("list[str]", at(rich, "planning.discards"))
    contracts = {"CIV": "T01", "COM": "T19", "IND": "T29", "RES": "T11"}
    offer = {"boxes": list(contracts.values())}
    hand = load(3, seats=seats(planning=[[card]]), planning={"boxes": [other]}, contracts=offer)
    assert [zone for zone, c in contracts.items() if f"build {c}" in legal(hand)] == shown["zones"], "USP-5.11"
    row = shown["payout"]
    circles = {"E-4": {"kind": "wealth", "number": row}} if row > 6 else {}
    base = about_to_meet("E01", circles=circles)
    spare = [p for p in ("P01", "P07", "P08", "P09", "P10") if p != card][:4]
    base["planning"] = {"boxes": spare, "face_up": False}
    base["decks"] = {"planning": [card], "town": ["T03"]}
    before = load(3, **base)
    after = play(before.clone(), "end")
    assert gains(before, after) == PAYOUTS[row], f"row {row} is paid (USP-4.23, USP-4.41)"
    assert at(after, "pawn") == ("DistrictAttorney" if shown["ballot"] else "Mayor"), "USP-4.29"


# What the wealth rows pay on the board that all know; rows 7 to 12 by a marker at E-4, where seat 1 has the park A4a
# and seat 2 has COM C4b and CIV D4a.
PAYOUTS: dict[int, Gains] = {
    1: {},  # column A: one each, so 1 is shared by three
    2: {0: (1, 0), 1: (1, 0)},  # column F: one each of seats 0 and 1 share 2 + 1
    3: {0: (2, 0), 1: (2, 0)},  # column E: one each share 3 + 1
    4: {0: (3, 0), 1: (3, 0)},  # column B: one each share 4 + 2
    5: {1: (3, 0), 2: (3, 0)},  # column C: one each of seats 1 and 2 share 5 + 2
    6: {0: (4, 0), 2: (4, 0)},  # column D: one each of seats 0 and 2 share 6 + 3
    7: {2: (7, 0), 1: (3, 0)},
    8: {2: (8, 0), 1: (4, 0)},
    9: {2: (9, 0), 1: (4, 0)},
    10: {2: (10, 0), 1: (5, 0)},
    11: {2: (11, 0), 1: (5, 0)},
    12: {2: (12, 0), 1: (6, 0)},
}


@pytest.mark.parametrize("card", card_ids("renewal"))
def test_renewal(card: str) -> None:
    """It lets its holder demolish, once, and cannot be invested (USP-4.6, USP-5.4)."""
    before = load(
        3,
        seats=seats(planning=[[card, ONLY["RES"]]]),
        contracts={"boxes": ["T10"]},
        buildings=buildings([("A3a", "COM", 1)]),
    )
    after = play(before.clone(), "build T10", "on A3ab")
    assert building(after, "A3a") is None
    assert building(after, "A3ab") == ("RES", 0)
    assert card in cast("list[str]", at(after, "planning.discards"))
    idle = load(3, phase="invest", seats=seats(planning=[[card]]))
    assert asked(idle) == ("ACTION", 0), "nothing can be invested, so the decision is made (USP-4.2)"


def test_every_card_has_a_test() -> None:
    tested = {*CONTRACTS, *EVENTS, *card_ids("permit"), *card_ids("renewal")}
    assert tested == set(DATA.numbers)
    assert len(tested) == 165


def test_every_operation_is_used_by_a_card() -> None:
    """USP-10.5: what no card uses is tested with made-up cards (test_effects.py)."""
    used = {operation.op for operations in DATA.lists for operation in operations}
    assert used == set(OPERATIONS)


def test_every_restriction_is_used_or_made_up() -> None:
    """USP-5.8; value_min is used by no card (USP-10.10) and tested in test_effects.py."""
    rules = [card.where for card in DATA.cards if card.restricted]
    assert {int(rule.terrain) for rule in rules} == {0, 1, 2, 3}
    assert any(rule.adj for rule in rules)
    assert any(rule.not_adj for rule in rules)
    assert any(rule.value_max < 999 for rule in rules)
    assert {int(rule.extreme) for rule in rules} == {-1, 0, 1}
    assert not any(rule.value_min for rule in rules)
    assert any(card.ignores_zoning for card in DATA.cards)
