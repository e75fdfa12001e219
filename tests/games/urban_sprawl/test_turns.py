"""Turns: investments, actions, building, the end of a turn (USP-4A to USP-4E)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.terms import DECISION_NAMES
from conurb.kernel.checks import IllegalAction
from conurb.testing.random_play import random_game
from tests.games.urban_sprawl.support import (
    GAME,
    ONLY,
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


def boxes(state: State, rail: str = "contracts") -> list[str | None]:
    return cast("list[str | None]", at(state, f"{rail}.boxes"))


FULL = {"boxes": ["P02", "P04", "P05", "P06"]}
QUIET_TOWN = ["T02", "T03", "T06", "T08", "T09"]  # no prestige number on any of them


# --- the state machine


def test_phases() -> None:
    """USP-4.1: claim, invest, action, end, and round again."""
    seen: list[str] = []
    state = new(2, seed=4)
    for _ in range(30):
        phase = str(at(state, "phase"))
        if not seen or seen[-1] != phase:
            seen.append(phase)
        play(state, legal(state)[-1])
    assert seen[:5] == ["claim", "invest", "action", "invest", "action"]


def test_one_option_is_no_decision() -> None:
    """USP-4.2, USP-9.3: in random games every decision has two options or more, and all kinds come up."""
    seen: set[str] = set()
    for seed in range(6):
        play_ = random_game(GAME, 2 + seed % 3, {"decks": "short"}, seed)
        state = new(2 + seed % 3, {"decks": "short"}, seed)
        for entry in play_.record.entries:
            seat = entry.seat
            assert len(state.legal(seat)) >= 2
            seen.add(asked(state)[0])
            state.apply(seat, state.parse(seat, entry.text))
    assert {"CLAIM", "INVEST", "ACTION", "BUILD_SITE", "VOC_CURRENCY", "PARK_SITE", "ORDER", "OFFER"} <= seen
    assert seen <= set(DECISION_NAMES)


def test_treasurer_income() -> None:
    """USP-4.4, USP-4.43: 2 wealth from each opponent, or all he has."""
    before = load(
        3,
        active=2,
        politicians=True,
        offices={"Treasurer": 0},
        seats=seats(wealth=[20, 1, 30]),
        planning=FULL,
        contracts={"boxes": QUIET_TOWN},
    )
    after = play(before.clone(), "end")
    assert gains(before, after) == {0: (3, 0), 1: (-1, 0), 2: (-2, 0)}


def test_first_contract_flag_is_reset() -> None:
    """USP-4.5: the next turn begins without it."""
    assert at(play(load(3, built=True), "end"), "built") is False


def test_investments() -> None:
    """USP-4.6: any number, only permits, only before the actions."""
    state = load(3, phase="invest", seats=seats(planning=[["P01", "P13", "U1"]]))
    assert legal(state) == ["invest P01", "invest P13", "done"]
    play(state, "invest P01", "invest P13")
    assert state.wealth[0] == 20 + 11 + 8
    assert asked(state) == ("ACTION", 0)
    assert at(state, "seats.0.planning") == ["U1"]


# --- action points


@pytest.mark.parametrize(("boss", "ap"), [(0, 8), (1, 6), (None, 6)])
def test_action_points(boss: int | None, ap: int) -> None:
    """USP-4.7, USP-4.43: 6 AP, 8 for the Union Boss."""
    state = load(3, phase="invest", politicians=True, offices={"UnionBoss": boss}, seats=seats(planning=[["P01"]]))
    assert at(play(state, "done"), "ap") == ap


def test_becoming_boss_gives_no_more_ap() -> None:
    """USP-4.7, USP-8.13: winning the office during the own actions changes nothing this turn."""
    state = contract("C01", politicians=True)
    play(state, "build C01", "on A3ab", "office UnionBoss")
    assert (at(state, "offices.UnionBoss"), at(state, "ap")) == (0, 5)


def test_spending_action_points() -> None:
    """USP-4.8: boxes are not refilled, a deck whose top was taken offers nothing more, the rest of the AP is lost."""
    state = load(3, planning=FULL, decks={"planning": ["P03", "P07"]})
    play(state, "take P03")
    assert at(state, "planning.face_up") is False
    assert [move for move in legal(state) if move.startswith("take")] == ["take P02"]
    play(state, "take P02")
    assert at(state, "active") == 1, "no AP and nothing to do: the turn is over (USP-4.12)"
    assert at(state, "ap") == 6, "seat 1 has its own"


def test_refused_actions_say_why() -> None:
    """USP-4.8, USP-4.13: too few AP; no permits."""
    state = load(3, ap=1, planning=FULL, contracts={"boxes": ["T10"]})
    with pytest.raises(IllegalAction, match="P04 costs 2 AP, and 1 are left"):
        play(state, "take P04")
    with pytest.raises(IllegalAction, match="T10 needs 2 permits for RES; seat 0 has 0"):
        play(state, "build T10")


def test_taking_a_planning_card() -> None:
    """USP-4.9: it lies in front of the player; there is no limit."""
    many = [f"P{n:02d}" for n in range(7, 37)]
    state = play(load(3, seats=seats(planning=[many])), "take P02")
    assert len(cast("list[str]", at(state, "seats.0.planning"))) == 31


def test_favors() -> None:
    """USP-4.10, USP-8.21: one at a time, built in a later turn, for 0 AP, by its owner."""
    state = load(3, seats=seats(planning=[[ONLY["RES"]]]), contracts={"boxes": ["T09", "T10"]})
    assert "favor T09" in legal(state)
    play(state, "favor T09")
    assert at(state, "seats.0.favors") == [{"card": "T09", "turn": 5}]
    assert at(state, "ap") == 5
    assert "favor T10" not in legal(state)
    assert "build T09" not in legal(state), "not in the turn in which it was taken"
    with pytest.raises(IllegalAction, match="a favor is built in a later turn"):
        play(state, "build T09")
    later = load(
        3,
        seats=seats(planning=[[ONLY["RES"]]], favors=[[{"card": "T09", "turn": 2}]]),
        contracts={"boxes": ["T10"]},
    )
    play(later, "build T09", "on A3a")
    assert (at(later, "ap"), at(later, "seats.0.favors")) == (6, [])
    assert "favor T10" in legal(later), "a new one in the same turn"


def test_extra_favor_tile() -> None:
    """USP-4.10, USP-8.27: two favors; the tile stays though the Warehouse be demolished."""
    state = load(
        3,
        extra_favor=0,
        seats=seats(favors=[[{"card": "T09", "turn": 2}]]),
        contracts={"boxes": ["T10", "T11"]},
    )
    play(state, "favor T10")
    assert [f["card"] for f in cast("list[dict[str, Any]]", at(state, "seats.0.favors"))] == ["T09", "T10"]
    assert "favor T11" not in legal(state)
    built = play(contract("T28"), "build T28", "on A3ab")
    built.remove(built.board.first(48), "USP-5.4")
    assert at(built, "extra_favor") == 0


def test_nothing_is_traded() -> None:
    """USP-4.11: no move gives anything to another player."""
    state = load(4, planning=FULL, seats=seats(4, planning=[["P03"]]))
    assert {move.split()[0] for move in legal(state)} <= {"take", "build", "favor", "end"}


def test_ending() -> None:
    """USP-4.12: by choice."""
    assert at(play(load(3), "end"), "active") == 1


# --- building


def test_build_needs_everything() -> None:
    """USP-4.13, USP-5.13: AP, permits, a tile and an affordable site."""
    whole = contract("T10")
    assert "build T10" in legal(whole)
    assert "build T10" not in legal(contract("T10", ap=0, seats=seats(planning=[[ONLY["RES"]]]), phase="action"))
    assert "build T10" not in legal(contract("T10", seats=seats(planning=[[ONLY["COM"]]])))
    assert "build T10" not in legal(contract("T10", seats=seats(planning=[[ONLY["RES"]]], wealth=[1])))


def test_sub_steps_of_a_build() -> None:
    """USP-4.14: AP and card, permits, site and price, tile and cube, bonus, vocation, effects."""
    before = contract("C31")
    state = play(before.clone(), "build C31")
    assert (at(state, "ap"), boxes(state)[0]) == (5, None)
    assert at(state, "seats.0.planning") == []
    assert ONLY["RES"] in cast("list[str]", at(state, "planning.discards"))
    assert gains(before, state) == {}
    play(state, "on A5cd")
    assert building(state, "A5cd") == ("RES", 0)
    assert gains(before, state) == {0: (-3 + 2, 1 + 1)}


def test_the_lowest_renewal_is_discarded() -> None:
    """USP-4.14: of several, which are all alike."""
    state = contract("T10", buildings=buildings([("A3a", "COM", 1)]), seats=seats(planning=[["U4", "U2", "P36"]]))
    play(state, "build T10", "on A3ab")
    assert at(state, "seats.0.planning") == ["U4"]


def test_placed_buildings_earn_nothing() -> None:
    """USP-4.15: a park beside parks, a RES beside RES."""
    state = load(3)
    before = state.clone()
    state.place(1, 3, 0, 0, "USP-5.20")
    assert gains(before, state) == {}


def test_the_builder_gains() -> None:
    """USP-4.16: unless the effect names the controllers."""
    before = contract("C13")
    after = play(before.clone(), "build C13", "on A3abc")
    assert gains(before, after) == {0: (3, 0), 1: (1, 0), 2: (1, 0)}


def test_acquiring_a_vocation() -> None:
    """USP-4.17, USP-8.11: from the supply; then perhaps from an opponent; nothing if all are held."""
    state = play(contract("T22"), "build T22", "on A3a")
    assert legal(state) == ["from 1", "decline"]
    all_held = contract("T22", seats=seats(planning=[[ONLY["COM"]]], vocations=[{"Media": 1}, {}]))
    play(all_held, "build T22", "on A3a")
    assert asked(all_held) == ("VOC_CURRENCY", 0)
    supplied = play(contract("T01"), "build T01", "on A3a")
    assert at(supplied, "seats.0.vocations") == {"PublicSvc": 1}


def test_scoring_a_vocation() -> None:
    """USP-4.18, USP-8.29, USP-8.34: every tile by itself, clockwise from the active player."""
    held = [{"Factory": 1}, {"Media": 1, "Factory": 1}, {"Factory": 1}]
    state = contract("T27", seats=seats(planning=[[ONLY["IND"]]], vocations=held))
    before = state.clone()
    play(state, "build T27", "on A3ab")
    order = []
    for currency in ("wealth", "prestige", "wealth", "prestige"):
        order.append(asked(state))
        play(state, currency)
    assert order == [("VOC_CURRENCY", seat) for seat in (0, 0, 1, 2)]
    assert gains(before, state) == {0: (-2 + 2, 2), 1: (2, 0), 2: (0, 2)}


def test_scoring_without_acquiring() -> None:
    """USP-4.18, USP-8.32: who declines scores nothing, but the holder does."""
    state = contract("T22")
    before = state.clone()
    play(state, "build T22", "on A3a", "decline", "1 wealth")
    assert gains(before, state) == {0: (-2, 0), 1: (2, 0)}


def test_police_chief_scores_both() -> None:
    """USP-4.18, USP-4.43: wealth and prestige for each of his tiles."""
    held = [{"Factory": 1}, {"Media": 1}, {"Factory": 1}]
    state = contract(
        "T27", seats=seats(planning=[[ONLY["IND"]]], vocations=held), politicians=True, offices={"PoliceChief": 0}
    )
    before = state.clone()
    play(state, "build T27", "on A3ab", "2 wealth")
    assert gains(before, state) == {0: (-2 + 4, 4), 2: (2, 0)}


# --- the end of a turn


def test_the_nine_steps() -> None:
    """USP-4.19, USP-8.5: planning cards slide and fill from box 1, then the deck top, then the contracts."""
    state = load(
        3,
        planning={"boxes": [None, "P04", None, "P06"]},
        contracts={"boxes": ["T02", None, "T03", None, "T06"], "town": {"face_up": True}},
        decks={"planning": ["P03", "P11", "P10"], "town": ["T08", "T09", "T10"]},
    )
    events = state.listen()
    play(state, "end")
    assert boxes(state, "planning") == ["P04", "P06", "P03", "P11"]
    assert at(state, "decks.planning.0") == "P10"
    assert boxes(state) == ["T02", "T03", "T06", "T08", "T09"]
    assert at(state, "decks.town.0") == "T10"
    filled = [(e.args["card"], e.args["box"]) for e in events if e.kind == "filled"]
    assert filled == [("P03", 3), ("P11", 4), ("T08", 4), ("T09", 5)]
    assert at(state, "active") == 1


@pytest.mark.parametrize(
    ("city", "metropolis", "after"),
    [
        (False, False, ["T02", "T03", "T06", "T08", "T09"]),
        (True, False, ["T02", "T03", "C04", "C08", "T06"]),
        (True, True, ["T02", "M08", "M09", "T03", "T06"]),
    ],
)
def test_sliding_by_routes(city: bool, metropolis: bool, after: list[str]) -> None:
    """USP-2.15, USP-4.20: with City active box 5 keeps its card; with Metropolis boxes 5 and 4 keep theirs."""
    contracts: dict[str, object] = {
        "boxes": [None, "T02", None, "T03", "T06"],
        "city": {"active": city},
        "metropolis": {"active": metropolis},
    }
    decks = {"town": ["T08", "T09", "T10"], "city": ["C04", "C08", "C10"], "metropolis": ["M08", "M09", "M10"]}
    state = play(load(3, planning=FULL, contracts=contracts, decks=decks), "end")
    assert boxes(state) == after


def test_drawing_a_known_card_triggers_nothing() -> None:
    """USP-4.21, USP-8.4: the face-up top goes to the box silently; the next is newly revealed and pays out."""
    state = load(
        3,
        planning=FULL,
        contracts={"boxes": ["T02", "T03", "T06", "T08"], "town": {"face_up": True}},
        decks={"town": ["T05", "T09"]},  # T05 has a prestige number 3, T09 none
    )
    assert gains(state, play(state.clone(), "end")) == {}
    hidden = load(
        3,
        planning=FULL,
        contracts={"boxes": ["T02", "T03", "T06", "T08"], "town": {"face_up": False}},
        decks={"town": ["T05", "T09"]},
    )
    assert gains(hidden, play(hidden.clone(), "end")) == {0: (0, 2), 1: (0, 2)}  # W-12: two each, 3 + 1 shared


def test_turning_up_a_top() -> None:
    """USP-4.22: an event is resolved and the next card turned up."""
    state = load(
        3,
        planning={**FULL, "face_up": False},
        contracts={"boxes": QUIET_TOWN},
        decks={"planning": ["E08", "E09", "P03"]},
    )
    after = play(state.clone(), "end")
    assert gains(state, after) == {0: (1 + 1, 0), 1: (2 + 1, 0), 2: (1, 0)}
    assert at(after, "decks.planning.0") == "P03"
    assert at(after, "planning.face_up") is True


def test_icons_each_time_revealed() -> None:
    """USP-4.23: ballot first, then the payout; again after a reshuffle."""
    base = {
        "planning": {"boxes": ["P02", "P04", "P05"], "discards": ["P28"], "face_up": False},
        "contracts": {"boxes": QUIET_TOWN},
        "seats": seats(planning=[[f"P{n:02d}" for n in range(7, 19)], [f"P{n:02d}" for n in range(29, 37)]]),
    }
    state = load(3, **base, decks={"planning": ["P25", "P03"]})  # P25: CIV 4, with a ballot
    events = state.listen()
    play(state, "end")
    kinds = [event.kind for event in events if event.kind in ("pawn", "payout")]
    assert kinds == ["pawn", "payout"]


def test_nothing_is_revealed_during_actions() -> None:
    """USP-4.24: taking a face-up top does not turn up the next card."""
    state = load(3, planning=FULL, decks={"planning": ["P03", "P25"]})
    events = state.listen()
    play(state, "take P03")
    assert [event.kind for event in events] == ["took"]


def test_empty_planning_deck() -> None:
    """USP-4.25, USP-8.18: the discards are shuffled; if they hold only events, nothing is drawn."""
    permits = [f"P{n:02d}" for n in range(7, 37)] + ["P01", "P02", "P03"]
    events = [f"E{n:02d}" for n in range(1, 15)]
    empty = load(
        3,
        seats=seats(planning=[permits, ["U1", "U2", "U3", "U4"]]),
        planning={"boxes": ["P04", "P05", "P06"], "discards": events},
        contracts={"boxes": QUIET_TOWN},
    )
    play(empty, "end")
    assert boxes(empty, "planning") == ["P04", "P05", "P06", None]
    assert len(cast("list[str]", at(empty, "planning.discards"))) == 14
    state = load(
        3,
        seats=seats(planning=[permits, ["U1", "U2", "U3"]]),
        planning={"boxes": ["P04", "P05", "P06"], "discards": ["U4"]},
        contracts={"boxes": QUIET_TOWN},
        decks={"planning": ["E09", *[e for e in events if e != "E09"]]},
    )
    # all events come up, each is discarded, then the pile is shuffled and a card that is no event lies in box 4
    seen = state.listen()
    guard = 0
    play(state, "end")
    while at(state, "active") == 0 and guard < 400:
        play(state, legal(state)[-1])
        guard += 1
    assert any(event.kind == "reshuffled" for event in seen)
    assert boxes(state, "planning")[3] == "U4"


def test_empty_contract_decks() -> None:
    """USP-4.26, USP-8.15: box 4 is fed by Town when City is empty; box 5 stays empty with Town."""
    city = [f"C{n:02d}" for n in range(1, 32)] + [f"CE{n}" for n in range(1, 7)]
    town = [f"T{n:02d}" for n in range(1, 34)] + [f"TE{n}" for n in range(1, 5)]
    state = load(
        3,
        planning=FULL,
        contracts={
            "boxes": ["M08", "M09", "M10", None, "T09"],
            "city": {"active": True},
            "metropolis": {"active": True},
        },
        decks={"town": ["T06"], "metropolis": ["M11", "M12"]},
        out=[*city, *(card for card in town if card not in ("T06", "T09"))],
    )
    play(state, "end")
    assert boxes(state) == ["M08", "M09", "M10", "T06", "T09"], "box 5 does not slide"
    assert at(state, "contracts.town.face_up") is False
    assert at(state, "decks.town") == []


def test_a_deck_activated_while_filling() -> None:
    """USP-4.27, USP-4.46, USP-8.30: it feeds the boxes still to be filled, and nothing slides twice."""
    state = load(
        3,
        planning=FULL,
        contracts={"boxes": ["T02", "T03"], "town": {"face_up": True}},
        decks={"town": ["T06", "TE1", "T08", "T09"], "city": ["C04", "C08"]},
    )
    play(state, "end")
    assert boxes(state) == ["T02", "T03", "T06", "C04", "T08"]
    assert at(state, "contracts.city.active") is True
