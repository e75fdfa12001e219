"""The end of the game, information, the implementation contract (USP-6, USP-7, USP-9)."""

from __future__ import annotations

import json
from random import Random
from typing import Any, cast

import pytest

from conurb.games.urban_sprawl.geometry import lot_named
from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.terms import NUM_ACTIONS
from conurb.kernel.checks import BadData, BadMove, BadOption, IllegalAction
from conurb.kernel.rng import Rng
from conurb.testing import check_game
from conurb.testing.checks import check_invariants, check_save
from tests.games.urban_sprawl.support import (
    GAME,
    ONLY,
    PACK,
    at,
    buildings,
    contract,
    legal,
    load,
    made_up,
    made_up_text,
    new,
    play,
    position,
    seats,
)

FULL = {"boxes": ["P02", "P04", "P05", "P06"]}


def sheet(state: State) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", state.sheet()["players"])


# --- the end


def test_olympic_games_end_everything() -> None:
    """USP-6.1: the rest of that End of Turn does not happen."""
    state = load(
        3,
        planning=FULL,
        contracts={"boxes": ["M08", "M09"], "city": {"active": True}, "metropolis": {"active": True, "face_up": False}},
        decks={"metropolis": ["ME1", "M10"], "city": ["C04"], "town": ["T03"]},
    )
    play(state, "end")
    assert at(state, "phase") == "over"
    assert at(state, "contracts.boxes") == ["M08", "M09", None, None, None]
    assert state.to_act() == []


def test_final_rows() -> None:
    """USP-6.2, USP-6.3: the prestige rows 1, 2, 3, and those of markers in play."""
    circles = {"E-1": {"kind": "prestige", "number": 4}, "E-2": {"kind": "wealth", "number": 7}}
    state = load(3, phase="over", circles=circles)
    rows = cast("list[dict[str, Any]]", state.sheet()["rows"])
    assert [(r["row"], r["number"]) for r in rows] == [("W-34", 1), ("W-56", 2), ("W-12", 3), ("E-1", 4)]
    # W-34: 1, 2, 2 buildings; W-56: 2, 1, 1; W-12: 2, 2, 0; E-1: 1, 1, 0
    assert [p["rows"] for p in sheet(state)] == [[0, 2, 2, 3], [0, 0, 2, 3], [0, 0, 0, 0]]


def test_wealth_at_the_end() -> None:
    """USP-6.4: one for each full ten, not spent."""
    state = load(3, phase="over", seats=seats(wealth=[9, 10, 37]))
    assert [p["wealth_points"] for p in sheet(state)] == [0, 1, 3]
    assert [int(w) for w in state.wealth] == [9, 10, 37]


def test_office_bonuses() -> None:
    """USP-6.5, USP-8.39: added to the score, not to the prestige of the track."""
    offices = {"Mayor": 1, "DistrictAttorney": 0, "Treasurer": 0, "PoliceChief": 2, "UnionBoss": 1}
    state = load(3, phase="over", politicians=True, offices=offices, buildings=buildings([("A3a", "COM", 1)]))
    assert [p["offices"] for p in sheet(state)] == [
        {"DistrictAttorney": 2, "Treasurer": 5},
        {"Mayor": 0, "UnionBoss": 2},
        {"PoliceChief": 4},
    ]
    total = sheet(state)[0]
    assert total["total"] == 12 + sum(total["rows"]) + 2 + 7


@pytest.mark.parametrize(
    ("wealth", "ranking", "decided"),
    [([21, 25, 30], [1, 2, 3], "prestige"), ([20, 25, 0], [2, 1, 3], "wealth"), ([20, 20, 0], [1, 1, 3], "shared")],
)
def test_ranking(wealth: list[int], ranking: list[int], decided: str) -> None:
    """USP-6.6: most prestige, then most wealth, then shared; the others in the same way."""
    prestige = [20, 10, 0] if decided == "prestige" else [15, 15, 0]
    state = load(3, phase="over", buildings=[], seats=seats(wealth=wealth, prestige=prestige))
    assert state.ranking() == ranking
    assert state.sheet()["decided_by"] == decided


def test_turn_limit() -> None:
    """USP-6.7: off by default; with one, the game is scored after that turn."""
    assert GAME.options().turn_limit == 0
    state = GAME.load({**position(3, turn=7), "options": {"turn_limit": 7}}, seed=1)
    assert at(play(state, "end"), "phase") == "over"


# --- information


def test_everything_but_the_decks_is_public() -> None:
    """USP-7.1, USP-7.2, USP-7.3: all seats see the same; of face-down cards only how many."""
    state = new(3, seed=2)
    views = [state.view(seat) for seat in (None, 0, 1, 2)]
    for view in views:
        view.pop("seat")
        view.pop("legal")
    assert views[0] == views[1] == views[2] == views[3]
    text = json.dumps(views[0])
    assert "rng" not in views[0]
    hidden = cast("list[str]", at(state, "decks.city"))
    assert not any(f'"{card}"' in text for card in hidden)


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_nobody_sees_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(BadMove, match="there is no seat"):
        new(3).view(seat)


@pytest.mark.parametrize("variant", ["standard", "long", "short"])
def test_imagined_decks_keep_their_piles(variant: str) -> None:
    """USP-7.3, USP-9.4: the special event within its packet, permits above the events."""
    state = new(4, {"decks": variant}, seed=3)
    low, high = {"standard": (15, 22), "long": (9, 19), "short": (18, 28)}[variant]
    heights: set[int] = set()
    tops: set[str] = set()
    for seed in range(80):
        world = cast("State", state.imagine(None, Rng(seed)))
        world.check()
        city = list(reversed(cast("list[str]", at(world, "decks.city"))))
        heights.add(city.index("CE1"))
        planning = cast("list[str]", at(world, "decks.planning"))
        assert all(card.startswith("P") for card in planning[:8])
        tops.add(planning[1])
    assert low <= min(heights) <= max(heights) < high
    assert len(heights) > 4
    assert len(tops) > 5


def test_skipped_events_stay_in_the_top_pile() -> None:
    """USP-3.5, USP-8.38, USP-9.4: what was seen at set-up is known to lie above the packet."""
    town = ["T01", "TE2", "TE3", "TE4", *(f"T{n:02d}" for n in range(2, 16)), "TE1", *(f"T{n}" for n in range(16, 34))]
    state = GAME.load({"players": 2, "orders": {"town": town}}, seed=1)
    assert at(state, "contracts.above") == ["TE2", "TE3", "TE4"]
    for seed in range(20):
        world = cast("State", state.imagine(0, Rng(seed)))
        cards = cast("list[str]", at(world, "decks.town"))
        assert max(cards.index(event) for event in ("TE2", "TE3", "TE4")) < cards.index("TE1")


# --- the contract


@pytest.mark.parametrize("players", [2, 3, 4])
def test_saved_in_the_middle_of_anything(players: int) -> None:
    """USP-9.1, USP-9.2, USP-9.3: invariants and saving at every decision of a game, also half-way through a card."""
    state = new(players, {"decks": "short"}, seed=players)
    chance = Random(players)
    steps = 0
    while not state.over():
        seat = state.to_act()[0]
        state.apply(seat, chance.choice(state.legal(seat)))
        check_invariants(GAME, state, chance)
        if at(state, "stack.#") != 1 and steps % 16 == 0 and not state.over():
            check_save(GAME, state, chance)
        steps += 1


@pytest.mark.parametrize(
    ("players", "options", "fault"),
    [
        (1, {}, "2, 3 or 4 players"),
        (5, {}, "2, 3 or 4 players"),
        (3, {"decks": "endless"}, "it may be standard, long or short"),
        (3, {"turn_limit": -1}, "a whole number of turns"),
    ],
)
def test_bad_games_are_refused(players: int, options: dict[str, object], fault: str) -> None:
    """USP-9.5."""
    with pytest.raises(BadOption, match=fault):
        new(players, options, seed=1)


def test_bad_moves_are_refused() -> None:
    """USP-9.5: an option that is not there, another seat, after the end; nothing changes."""
    state = load(3)
    before = state.hash()
    with pytest.raises(IllegalAction):
        state.apply(0, NUM_ACTIONS - 2)
    with pytest.raises(IllegalAction, match="seat 1 is not to act"):
        state.apply(1, NUM_ACTIONS - 1)
    assert state.hash() == before
    over = load(3, phase="over")
    with pytest.raises(IllegalAction, match="the game is over"):
        over.apply(0, NUM_ACTIONS - 1)


@pytest.mark.parametrize(
    ("card", "field", "value", "fault"),
    [
        ("T19", "zone", '"PARK"', "expected CIV, COM, IND or RES"),
        ("T19", "size", "5", "from 1 to 4"),
        ("T19", "deck", '"village"', "expected town, city, metropolis or planning"),
        ("T19", "effects", '[{op = "dance"}]', "expected gain, lose"),
        ("T19", "effects", '[{op = "gain", wealth = 1, colour = 3}]', "unknown field 'colour'"),
        ("T19", "effects", '[{op = "gain", who = "nobody", wealth = 1}]', "expected active, self"),
        ("T19", "effects", '[{op = "gain", wealth = 1, per = {kind = "building", zone = ["TOWN"]}}]', "expected CIV"),
        ("T19", "effects", '[{op = "elect", office = "King"}]', "expected Mayor"),
        ("T19", "effects", "[]", "needs a restriction, a vocation or an effect"),
        ("T19", "vocations", '[{name = "Farming", value = 1}]', "expected Media"),
        ("T19", "restrict", '{terrain = "desert"}', "expected water, wilderness or edge"),
        ("T19", "colour", '"red"', "unknown field 'colour'"),
        ("TE1", "effects", "[]", "must activate the city deck"),
        ("ME1", "effects", "[]", "must end the game"),
    ],
)
def test_bad_data_is_refused(card: str, field: str, value: str, fault: str) -> None:
    """USP-9.5, USP-10.6: at load time, with the reason."""
    with pytest.raises(BadData, match=fault):
        made_up(card, **{field: value})


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("CIV = {1 = 8,", "CIV = {1 = 9,", "129 building tiles"),
        ("Media = 1", "Media = 2", "24 vocation tiles"),
        ("start_wealth = {2 = 39", "start_wealth = {2 = 38", "the dearest choice costs 39"),
        ('id = "S-A"', 'id = "S-Z"', "expected S-A"),
        ("wealth = [7, 8,", "wealth = [6, 8,", "not printed on the board"),
        ('id = "T19"', 'id = "T18"', "be no other card's id"),
    ],
)
def test_bad_boxes_are_refused(old: str, new: str, fault: str) -> None:
    """USP-9.5: counts that break USP-1.2."""
    assert old in PACK
    with pytest.raises(BadData, match=fault):
        GAME.load_data(PACK.replace(old, new, 1), "pack.toml")


def test_the_pack_can_be_changed() -> None:
    """USP-12.3: only the TOML changes; the change shows in the game."""
    text = made_up_text(PACK, "T19", {"effects": '[{op = "gain", prestige = 9}]'})
    state = load(3, GAME.load_data(text, "pack"), seats=seats(planning=[[ONLY["COM"]]]), contracts={"boxes": ["T19"]})
    before = int(state.prestige[0])
    assert play(state, "build T19", "on A3a").prestige[0] == before + 9


def test_canonical_order() -> None:
    """USP-9.6: options come in the order of the document; none, decline, done and end last."""
    state = load(
        3,
        active=1,
        planning={"boxes": ["P02", "P04"]},
        contracts={"boxes": ["T19", "T18"]},
        seats=seats(planning=[[], [ONLY["COM"]]], favors=[[], [{"card": "T17", "turn": 1}]]),
        extra_favor=1,
        decks={"planning": ["P03"], "town": ["T09"]},
    )
    assert legal(state) == [
        *("take P02", "take P04", "take P03"),
        *("build T19", "favor T19", "build T18", "favor T18", "favor T09"),
        *("build T17", "end"),
    ]
    sites = legal(play(state, "build T19"))
    lots = [lot_named(site.removeprefix("on ")) for site in sites]
    assert lots == sorted(lots), "by y, then x"
    assert len(lots) > 50


def test_undo_reaches_back_to_what_was_revealed() -> None:
    """A build can be taken back step by step; ending the turn, which turns up cards, cannot."""
    state = contract("T10")
    play(state, "build T10", "on A3ab")
    assert (state.count, state.undo_floor) == (2, 0)
    play(state, "end")
    assert state.undo_floor == state.count


@pytest.mark.long
def test_the_kit() -> None:
    """USP-12.2: every game ends, and everything the kit knows holds, at every player count and variant."""
    assert check_game(GAME, past_share=0.01) == 9
