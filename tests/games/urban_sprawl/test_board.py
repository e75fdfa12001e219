"""Conventions, components and the board (USP-0, USP-1, USP-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from conurb.games.urban_sprawl.geometry import (
    CIRCLE_NAMES,
    COLUMNS,
    FIRST,
    FOOT_NEAR,
    FOOT_SIZE,
    FOOT_TERRAIN,
    LOTS,
    ROW_LOTS,
    ROW_NAMES,
    SHAPES,
    Board,
    count,
    empty_board,
    foot_named,
    lot_at,
    lot_name,
    lot_named,
    lots_of,
)
from conurb.games.urban_sprawl.terms import (
    CIV,
    COM,
    FOOTPRINTS,
    IND,
    NOBODY,
    OFFICE_NAMES,
    PARK,
    RES,
    TYPE_NAMES,
    VOCATION_NAMES,
)
from tests.games.urban_sprawl.support import (
    DATA,
    GAME,
    ONLY,
    at,
    building,
    buildings,
    card_ids,
    contract,
    gains,
    legal,
    load,
    made_up,
    money,
    new,
    play,
    seats,
)


def shown(card: str) -> dict[str, Any]:
    return cast("dict[str, Any]", DATA.card_json(DATA.numbers[card]))


def blank() -> Board:
    return empty_board(2, DATA.tiles)


# --- conventions


def test_events_cite_rules() -> None:
    """USP-0.1: what happens says by which rule."""
    state = contract("T06")
    events = state.listen()
    play(state, "build T06", "on A3a", "wealth")
    assert [(event.kind, event.rule) for event in events] == [
        ("started_building", "USP-4.14"),
        ("paid_permits", "USP-4.14"),
        ("built", "USP-4.14"),
        ("vocation_taken", "USP-4.17"),
        ("gained", "USP-4.18"),
        ("gained", "USP-10.5"),
    ]


def test_provenance_is_kept() -> None:
    """USP-0.2, USP-10.7, USP-12.1: each card says what is from the rulebook and what is a house value."""
    cards = {card.id: card.prov for card in DATA.cards}
    assert all("default" in prov for prov in cards.values())
    assert cards["P01"]["zones"] == "rulebook"
    assert cards["P02"] == {"default": "house"}
    assert cards["T01"]["vocations"] == "source:QQ"
    assert cards["M17"]["payout"] == "source:BGG671"
    allowed = ("rulebook", "house", "source:QQ", "source:BGG671", "source:giocozona")
    assert all(value.startswith(allowed) for prov in cards.values() for value in prov.values())


def test_everything_is_whole_and_rounds_down() -> None:
    """USP-0.3: three players share a payout of 1, and each gets nothing."""
    state = load(3)
    state.pay_out_row(ROW_NAMES.index("S-A"))  # one building each
    assert gains(load(3), state) == {}


def test_may_is_optional_and_must_is_automatic() -> None:
    """USP-0.4: Business Relocation may be declined, Luxury Taxes may not."""
    offered = made_up("E01", effects='[{op = "pick", filter = {zone = ["COM"]}, optional = true}]')
    forced = made_up("E01", effects='[{op = "pick", filter = {zone = ["COM"]}}]')
    for data, has_none in ((offered, True), (forced, False)):
        deck = {"boxes": ["P02", "P04", "P05", "P06"], "face_up": False}
        town = {"boxes": ["T01", "T05", "T06", "T07", "T08"]}
        state = load(3, data, planning=deck, contracts=town, decks={"planning": ["E01", "P03"]})
        assert ("none" in legal(play(state, "end"))) is has_none


def test_seats_go_clockwise() -> None:
    """USP-0.5, USP-3.1, USP-3.13, USP-4.3: seat 0 is first, the next seat follows, the last is followed by seat 0."""
    state = new(3, seed=1)
    assert state.save()["active"] == 0
    state = load(3, active=2)
    assert at(play(state, "end"), "active") == 0


def test_cards_beat_offices_beat_rules() -> None:
    """USP-0.6: Urban Lofts ignores zoning; the Contractor demolishes without a card."""
    assert "on D3bd" in legal(play(contract("M12"), "build M12"))
    contractor = contract("T10", contractor_in_play=True, contractor=0, buildings=buildings([("A3a", "COM", 1)]))
    assert "on A3ab" in legal(play(contractor, "build T10"))


def test_what_cannot_be_done_is_skipped() -> None:
    """USP-0.7: the Town Hall gives its prestige though no park is left to place."""
    parks = [(f"{block}{lot}", "PARK", 2) for block in ("B6", "C5", "C6", "D5", "D6") for lot in "abcd"][:17]
    before = contract("T08", buildings=buildings(parks))
    after = play(before.clone(), "build T08", "on A3ab")
    assert gains(before, after) == {0: (-2, 2)}


def test_money_goes_to_the_bank_unless_said() -> None:
    """USP-0.8: a price is paid to nobody; the Saloon's wealth comes from the others."""
    before = contract("T19")
    assert gains(before, play(before.clone(), "build T19", "on A3a")) == {0: (-2, 1)}
    before = contract("T25")
    after = play(before.clone(), "build T25", "on A3a")
    assert sum(w for w, _ in money(after)) == sum(w for w, _ in money(before)) - 2


# --- components


def test_two_to_four_players() -> None:
    """USP-1.1."""
    assert GAME.player_counts == (2, 3, 4)


def test_components() -> None:
    """USP-1.2: cards, tiles, vocations, markers; the bank and the cubes are no limit (USP-8.20)."""
    decks = Counter(shown(card)["deck"] for card in DATA.numbers)
    assert decks == {"planning": 54, "town": 37, "city": 37, "metropolis": 37}
    assert sum(DATA.tiles) == 128
    assert sum(DATA.vocations) == 24
    assert list(DATA.wealth_markers) == [7, 8, 9, 10, 11, 12]
    assert list(DATA.prestige_markers) == [4, 5, 6]
    rich = load(3, seats=seats(wealth=[100_000]))
    assert rich.wealth[0] == 100_000


def test_a_park_is_a_building_but_no_zone() -> None:
    """USP-1.3: parks count for payouts, are ignored by zoning, and can be demolished."""
    state = load(3)
    assert state.board.controlled_in_row(1, ROW_NAMES.index("S-A")) == 1  # the park A4a
    assert "on A3cd" in legal(play(contract("T10"), "build T10"))  # beside the park


def test_footprints() -> None:
    """USP-1.4: every footprint lies in one block; 4, 4, 4 and 1 of each size in a block."""
    assert Counter(int(size) for size in FOOT_SIZE) == {1: 144, 2: 144, 3: 144, 4: 36}
    sizes = Counter(len(shape) for shape in SHAPES)
    assert sizes == {1: 4, 2: 4, 3: 4, 4: 1}
    assert foot_named("A1ad") < 0, "never a diagonal pair"


def test_tiles_limit_what_can_be_built() -> None:
    """USP-1.5: the split, and no building without a tile."""
    split = {TYPE_NAMES[kind]: [int(n) for n in DATA.tiles[kind * 4 : kind * 4 + 4]] for kind in range(5)}
    assert split == {
        "CIV": [8, 10, 5, 4],
        "COM": [12, 10, 4, 4],
        "IND": [5, 10, 7, 3],
        "RES": [10, 11, 5, 2],
        "PARK": [18, 0, 0, 0],
    }
    needed = Counter((shown(c)["zone"], shown(c)["size"]) for c in card_ids("contract"))
    for kind, zone in enumerate(TYPE_NAMES[:4]):
        starts = sum(1 for start in DATA.start_zones if start == kind)
        for size in (1, 2, 3, 4):
            extra = starts + (zone == "RES") if size == 1 else 0
            assert split[zone][size - 1] >= needed[zone, size] + extra, "zoned tiles never run out"
    two = [("C6abcd", "RES", 1), ("D6abcd", "RES", 1)]
    assert "build M14" not in legal(contract("M14", buildings=buildings(two)))


def test_tiles_return_to_the_supply() -> None:
    """USP-1.6, USP-8.12."""
    board = blank()
    board.put(foot_named("D3bd"), RES, 1)
    assert board.supply[RES * 4 + 1] == DATA.tiles[RES * 4 + 1] - 1
    board.take(lot_named("D3b"))
    assert list(board.supply) == list(DATA.tiles)


def test_vocation_tiles() -> None:
    """USP-1.7."""
    counts = {VOCATION_NAMES[v]: int(DATA.vocations[v]) for v in range(8)}
    assert counts == {
        "Media": 1,
        "Finance": 2,
        "Transport": 2,
        "Education": 3,
        "Energy": 3,
        "Tourism": 4,
        "Factory": 4,
        "PublicSvc": 5,
    }


def test_offices_and_the_election_track() -> None:
    """USP-1.8, USP-2.16: the order of the track; the Contractor is none of them."""
    assert OFFICE_NAMES == ("Mayor", "DistrictAttorney", "Treasurer", "PoliceChief", "UnionBoss")
    state = load(3, contractor_in_play=True, contractor=0, offices={"Mayor": 0})
    assert state.offices_held(0) == 1


def test_planning_deck() -> None:
    """USP-1.9, USP-1.10, USP-1.11: the permits by level, zone and wealth number; the renewals' ballots."""
    permits = [shown(card) for card in card_ids("permit")]
    assert len(permits) == 36
    assert len(card_ids("renewal")) == 4
    assert len(card_ids("event", "planning")) == 14
    assert Counter(p["level"] for p in permits) == {1: 12, 2: 12, 3: 8, 4: 4}
    assert Counter(p["payout"] for p in permits) == dict.fromkeys(range(1, 13), 3)
    assert Counter(zone for p in permits for zone in p["zones"]) == dict.fromkeys(TYPE_NAMES[:4], 18)
    assert (shown("P01")["level"], shown("P01")["zones"], shown("P01")["payout"]) == (1, ["CIV", "RES"], 11)
    assert all(shown(card)["ballot"] and not shown(card)["payout"] for card in card_ids("renewal"))


def test_contract_decks() -> None:
    """USP-1.12, USP-1.13, USP-12.3: contracts and events of each deck; every contract has something of its own."""
    for deck, contracts in (("town", 33), ("city", 31), ("metropolis", 30)):
        assert len(card_ids("contract", deck)) == contracts
        assert len(card_ids("event", deck)) == 37 - contracts
    assert [DATA.cards[card].name for card in DATA.special] == ["Airport", "Sports Team", "Olympic Games"]
    for card in card_ids("contract"):
        this = DATA.cards[DATA.numbers[card]]
        assert 1 <= this.size <= 4
        assert this.restricted or this.ignores_zoning or this.vocations or DATA.lists[this.effects]


def test_payout_table() -> None:
    """USP-1.14: the first place gets the row's number, the second half of it, and so on as printed."""
    lines = [[int(n) for n in DATA.payouts[row * 4 : row * 4 + 4]] for row in range(1, 13)]
    assert [line[0] for line in lines] == list(range(1, 13))
    assert lines[2] == [3, 1, 0, 0]
    assert lines[7] == [8, 4, 2, 1]
    assert lines[11] == [12, 6, 3, 1]


def test_control() -> None:
    """USP-1.15: a building has one controller, or none."""
    board = blank()
    board.put(foot_named("D3bd"), RES, 1)
    assert board.owner(lot_named("D3d")) == 1
    board.set_owner(lot_named("D3b"), NOBODY)
    assert board.owner(lot_named("D3d")) == NOBODY
    board.set_owner(lot_named("D3b"), 0)
    assert [board.owner(lot_named(lot)) for lot in ("D3b", "D3d")] == [0, 0]


# --- the board


def test_blocks_and_lots() -> None:
    """USP-2.1, USP-2.2: names and coordinates."""
    assert lot_named("D3c") == lot_at(5, 6)
    assert [lot_name(lot_at(y, x)) for y in (0, 1) for x in (0, 1)] == ["A1a", "A1b", "A1c", "A1d"]
    assert lot_name(lot_at(11, 11)) == "F6d"
    assert len({lot_name(lot) for lot in range(LOTS)}) == LOTS


def test_no_footprint_crosses_a_street() -> None:
    """USP-2.3."""
    for foot in range(FOOTPRINTS):
        assert len({lot_name(lot)[:2] for lot in lots_of(foot)}) == 1


def near(lots: str) -> set[str]:
    foot = foot_named(lots)
    words = FOOT_NEAR[foot * 3 : foot * 3 + 3]
    return {lot_name(lot) for lot in range(LOTS) if words[lot // 48] >> (lot % 48) & 1}


def test_adjacency_of_lots() -> None:
    """USP-2.4, USP-8.1: eight neighbours, diagonals and streets included."""
    assert near("D3c") == {"D3a", "D3b", "D3d", "D4a", "D4b", "C3b", "C3d", "C4b"}
    assert near("A1a") == {"A1b", "A1c", "A1d"}
    assert near("F6d") == {"F6a", "F6b", "F6c"}
    for lot in (lot_at(y, x) for y in range(1, 11) for x in range(1, 11)):
        assert len(near(lot_name(lot))) == 8


def test_adjacency_of_buildings() -> None:
    """USP-2.5: by any of their lots, and nothing is adjacent to itself."""
    board = blank()
    board.put(foot_named("D3abc"), COM, 0)
    board.put(foot_named("D4ab"), COM, 1)
    board.put(foot_named("E4d"), COM, 1)
    assert board.adjacent(foot_named("D3abc"), COM) == 1
    assert board.adjacent(foot_named("D4ab"), COM) == 1
    assert board.adjacent(foot_named("E4d"), COM) == 0


def terrain(lots: str) -> int:
    return int(FOOT_TERRAIN[foot_named(lots)])


def test_terrain() -> None:
    """USP-2.6: water 1, wilderness 2, both 3."""
    corners = [terrain(lot) for lot in ("A1a", "F6d", "F1b", "A6c")]
    assert corners == [3, 3, 1, 2]
    assert terrain("C3abcd") == 0
    assert terrain("F3a") == 0
    assert terrain("F3b") == 1


def test_rows() -> None:
    """USP-2.7, USP-2.8: eighteen rows of 6 or 12 blocks, nine of them with grey circles."""
    sizes = [sum(int(count(ROW_LOTS[row * 3 + w])) for w in range(3)) // 4 for row in range(18)]
    assert dict(zip(ROW_NAMES, sizes, strict=True)) == {
        **{f"S-{column}": 6 for column in COLUMNS},
        **dict.fromkeys(("W-12", "W-34", "W-56", "N-AB", "N-CD", "N-EF"), 12),
        **{f"E-{row}": 6 for row in range(1, 7)},
    }
    assert list(DATA.printed) == [1, 4, 5, 6, 3, 2, 3, 1, 2]
    assert CIRCLE_NAMES == ("N-AB", "N-CD", "N-EF", "E-1", "E-2", "E-3", "E-4", "E-5", "E-6")


def test_values_at_the_start() -> None:
    """USP-2.9, USP-2.10."""
    values = cast("dict[str, int]", new(2, seed=0).view(None)["values"])
    table = [[values[f"{column}{row}"] for column in COLUMNS] for row in range(1, 7)]
    assert table == [[4, 7, 8, 9, 6, 5]] * 2 + [[2, 5, 6, 7, 4, 3]] * 2 + [[3, 6, 7, 8, 5, 4]] * 2


def test_starting_buildings() -> None:
    """USP-2.11, USP-3.3: where they stand, what they are worth, uncontrolled."""
    state = new(2, seed=0)
    found = {b["lots"]: b["zone"] for b in cast("list[dict[str, Any]]", state.save()["buildings"])}
    assert found == {
        **dict.fromkeys(("A1d", "F1c", "A6b", "F6a"), "RES"),
        **dict.fromkeys(("E2c", "D3c", "C4b", "B5b"), "COM"),
        **dict.fromkeys(("B2d", "C3d"), "IND"),
        **dict.fromkeys(("D4a", "E5a"), "CIV"),
    }
    assert {building(state, lots) for lots in found} == {(zone, None) for zone in TYPE_NAMES[:4]}
    claims = cast("list[dict[str, Any]]", state.view(0)["legal"])
    assert {c["lots"]: c["value"] for c in claims}["D4a"] == 7


@pytest.mark.parametrize(("choice", "gained"), [("row H", (-2, 1)), ("row V", (0, 3))])
def test_rows_of_a_block(choice: str, gained: tuple[int, int]) -> None:
    """USP-2.12, USP-2.13, USP-8.3: H is the prestige row, V the wealth row; a shared block counts in both."""
    before = contract("C16")
    after = play(before.clone(), "build C16", "on A3abc", choice)
    assert gains(before, after) == {0: gained}  # the new COM stands in both rows


def test_ap_costs() -> None:
    """USP-2.14, USP-4.9: planning 1 to 4 and 5, contracts 1 to 5 and 6, 5, 4."""
    assert list(DATA.planning_ap) == [1, 2, 3, 4, 5]
    assert list(DATA.contract_ap) == [1, 2, 3, 4, 5, 6, 5, 4]
    state = load(3, planning={"boxes": ["P01", "P02", "P03", "P04"]}, decks={"planning": ["P05"]})
    moves = cast("list[dict[str, Any]]", state.view(0)["legal"])
    assert [(m["card"], m["ap"]) for m in moves if m["kind"] == "take"] == [
        ("P01", 1),
        ("P02", 2),
        ("P03", 3),
        ("P04", 4),
        ("P05", 5),
    ]


def test_vacant_and_row_kinds() -> None:
    """USP-2.17: a footprint is vacant if all its lots are; a circle gives its row its kind."""
    state = load(3, circles={"E-1": {"kind": "prestige", "number": 4}})
    assert state.board.vacant(foot_named("A3abcd"))
    assert not state.board.vacant(foot_named("A4abc"))
    assert state.row_of_number(1, 4) == ROW_NAMES.index("E-1")
    assert state.row_of_number(0, 4) == ROW_NAMES.index("S-B")
    assert ONLY.keys() == {"CIV", "COM", "IND", "RES"}
    assert (CIV, COM, IND, RES, PARK) == (0, 1, 2, 3, 4)
    assert FIRST[foot_named("A1bcd")] == lot_named("A1b")
