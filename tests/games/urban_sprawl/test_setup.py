"""Set-up (USP-3)."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from conurb.games.urban_sprawl.rules import State
from conurb.kernel.checks import BadPosition
from tests.games.urban_sprawl.support import DATA, GAME, asked, at, building, legal, new, play

VARIANTS = (("standard", 15, 22), ("long", 18, 28), ("short", 9, 19))


def deck(state: State, name: str) -> list[str]:
    """Top card first."""
    return cast("list[str]", at(state, f"decks.{name}"))


def kinds(cards: list[str]) -> list[str]:
    return [str(DATA.card_json(DATA.numbers[card])["kind"]) for card in cards]


def order(deck_name: str, first: list[str] | None = None, last: list[str] | None = None) -> list[str]:
    """A whole deck by ids, some cards first and some last."""
    first, last = first or [], last or []
    ids = [c.id for c in DATA.cards if DATA.card_json(DATA.numbers[c.id])["deck"] == deck_name]
    ids = [id for id in ids if not id.startswith("U")]
    return first + [id for id in ids if id not in first + last] + last


def stacked(players: int = 2, seed: int = 0, /, **orders: object) -> State:
    return GAME.load({"players": players, "orders": orders}, seed=seed)


PLANNING = order("planning", [f"P{n:02d}" for n in range(1, 37)])


def claim_all(state: State, seed: int = 0) -> State:
    chance = Random(seed)
    while at(state, "phase") == "claim":
        play(state, chance.choice(legal(state)))
    return state


def test_offices_at_the_start() -> None:
    """USP-3.2: the Mayor is in play but unheld; nobody has the Contractor or the Extra Favor tile."""
    state = new(4, seed=3)
    assert at(state, "offices") == dict.fromkeys(("Mayor", "DistrictAttorney", "Treasurer", "PoliceChief", "UnionBoss"))
    assert state.office_in_play(0)
    assert not any(state.office_in_play(office) for office in range(1, 5))
    assert (at(state, "contractor_in_play"), at(state, "contractor"), at(state, "extra_favor")) == (False, None, None)


@pytest.mark.parametrize(("variant", "above", "last"), VARIANTS)
def test_where_the_special_event_lies(variant: str, above: int, last: int) -> None:
    """USP-3.4, USP-3.14, USP-3.15: card 16 to 22 from the top; long 19 to 28, short 10 to 19."""
    heights: set[int] = set()
    for seed in range(60):
        state = new(2, {"decks": variant}, seed)
        for name, special in (("city", "CE1"), ("metropolis", "ME1")):
            cards = deck(state, name)
            assert sorted(cards) == sorted(order(name))
            heights.add(cards.index(special) + 1)
        assert sorted([*deck(state, "town"), *cast("list[str]", at(state, "contracts.boxes"))]) == order("town")
        assert above + 1 <= deck(state, "town").index("TE1") + 1 + 5 <= last
    assert min(heights) == above + 1
    assert max(heights) == last


def test_town_display() -> None:
    """USP-3.5, USP-3.16, USP-8.6, USP-8.7, USP-8.28: events are skipped and go back into the top pile."""
    contracts = ["T01", "T02", "T03", "T04", "T05", "T06"]
    first = ["T01", "TE2", "T02", "T03", "TE3", "T04", "T05", "T06", "T07", "T08"]
    town = order("town", [*first, "TE1"])
    state = stacked(town=town, planning=PLANNING)
    assert at(state, "contracts.boxes") == contracts[:5]
    cards = deck(state, "town")
    assert cards[0] == "T06"
    assert at(state, "contracts.town.face_up") is True
    assert set(cards[1:5]) == {"TE2", "TE3", "T07", "T08"}, "shuffled back above Airport"
    assert cards[5:] == town[10:]
    assert len(cards) == 32
    assert {seat["prestige"] for seat in cast("list[dict[str, int]]", at(state, "seats"))} == {0}, "no icon is resolved"


def test_sleeping_decks() -> None:
    """USP-3.6: nothing of City and Metropolis is available."""
    state = new(2, seed=5)
    for name in ("city", "metropolis"):
        assert at(state, f"contracts.{name}.active") is False
        assert at(state, f"contracts.{name}.face_up") is False
        assert cast("dict[str, Any]", state.view(0)["decks"])[name] == {"cards": 37, "top": None}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_planning_deal(players: int) -> None:
    """USP-3.7: 1, 2, 3, 4 cards by seat, boxes 1 to 4 in that order, one card face up, renewals discarded."""
    state = stacked(players, planning=PLANNING)
    assert at(state, "planning.discards") == ["U1", "U2", "U3", "U4"]
    dealt = 0
    for seat in range(players):
        assert at(state, f"seats.{seat}.planning") == PLANNING[dealt : dealt + seat + 1]
        dealt += seat + 1
    assert at(state, "planning.boxes") == PLANNING[dealt : dealt + 4]
    assert deck(state, "planning") == PLANNING[dealt + 4 :]
    assert at(state, "planning.face_up") is True
    for seed in range(20):
        shuffled = deck(new(4, seed=seed), "planning")
        assert set(kinds(shuffled[:8])) == {"permit"}, "22 permits lie on top, 14 are dealt"
        assert len(shuffled) == 36
        assert kinds(shuffled[8:]).count("event") == 14


@pytest.mark.parametrize(("players", "wealth"), [(2, 39), (3, 27), (4, 21)])
def test_starting_money(players: int, wealth: int) -> None:
    """USP-3.8, USP-3.9: no prestige, nothing but money; all tiles and markers are in supply."""
    state = new(players, seed=1)
    assert [int(w) for w in state.wealth] == [wealth] * players
    assert [int(p) for p in state.prestige] == [0] * players
    supply = cast("dict[str, Any]", state.view(None)["supply"])
    assert sum(supply["vocations"].values()) == 24
    assert supply["markers"] == {"wealth": [7, 8, 9, 10, 11, 12], "prestige": [4, 5, 6]}


def test_claiming() -> None:
    """USP-3.10: in turn from seat 0, value paid to the bank, until all twelve are controlled."""
    state = new(3, seed=1)
    assert asked(state) == ("CLAIM", 0)
    assert len(legal(state)) == 12
    play(state, "claim D4a")
    assert state.wealth[0] == 27 - 7
    assert building(state, "D4a") == ("CIV", 0)
    assert asked(state) == ("CLAIM", 1)
    assert "claim D4a" not in legal(state)
    claim_all(state)
    assert [sum(1 for b in cast("list[Any]", at(state, "buildings")) if b["owner"] == seat) for seat in range(3)] == [
        4
    ] * 3


def claims(players: int, *lots: str) -> State:
    state = new(players, seed=1)
    for lot in lots:
        if at(state, "phase") == "claim":
            play(state, f"claim {lot}")
    return state


def test_media_goes_to_the_richest() -> None:
    """USP-3.11: 3 + 4 + 4 leaves most."""
    state = claims(4, "D3c", "A6b", "E2c", "B2d", "D4a", "A1d", "C4b", "C3d", "B5b", "F6a", "F1c")
    assert at(state, "seats.1.vocations") == {"Media": 1}


def test_media_in_a_tie() -> None:
    """USP-3.11, USP-8.8: to who controls A6b, although he is not among the tied."""
    first = ["D3c", "E2c", "B2d", "C4b", "A6b", "B5b", "C3d", "E5a", "D4a", "F1c", "A1d"]
    state = claims(2, *first)
    wealth = [int(w) for w in state.wealth]
    assert wealth[0] != wealth[1] or at(state, "seats.0.vocations") == {"Media": 1}
    tied = claims(3, "D3c", "D4a", "A6b", "E2c", "C4b", "B2d", "B5b", "C3d", "E5a", "A1d", "F6a")
    # seats 0 and 1: 7 + 6 + 6 + 4 = 7 + 6 + 6 + 4; seat 2: 3 + 7 + 5 + 5
    assert [int(w) for w in tied.wealth] == [4, 4, 7]
    assert at(tied, "seats.2.vocations") == {"Media": 1}


def test_media_of_one_outside_the_tie() -> None:
    """USP-8.8: two players tie for most, the third controls A6b and gets the tile."""
    # seat 0: 5 + 6 + 6 + 4 = 21, seat 1: 4 + 6 + 6 + 5 = 21, seat 2: 3 + 7 + 7 + 7 = 24
    state = claims(3, "F1c", "A1d", "A6b", "E2c", "C4b", "D3c", "B5b", "C3d", "B2d", "F6a", "E5a")
    assert [int(w) for w in state.wealth] == [6, 6, 3]
    assert at(state, "seats.2.vocations") == {"Media": 1}


def test_after_set_up() -> None:
    """USP-3.12, USP-3.13: the pawn on Mayor holds no election; seat 0 begins."""
    state = claim_all(new(3, seed=2))
    assert at(state, "pawn") == "Mayor"
    assert at(state, "offices.Mayor") is None
    assert (at(state, "turn"), at(state, "active")) == (1, 0)


def test_the_same_seed_gives_the_same_game() -> None:
    """USP-3.17."""
    first, second, other = new(3, seed=9), new(3, seed=9), new(3, seed=10)
    assert first.hash() == second.hash()
    assert first.hash() != other.hash()
    chance = Random(1)
    for _ in range(40):
        move = chance.choice(legal(first))
        play(first, move)
        play(second, move)
    assert first.hash() == second.hash()


def test_explicit_orders_of_reshuffles() -> None:
    """USP-3.18: the queue is used, one order a reshuffle."""
    renewals = ["U3", "U1", "U4", "U2"]
    state = stacked(planning=PLANNING, reshuffles=[renewals])
    claim_all(state)
    state.left[3] = 0
    state.face_up[3] = 0
    state.reshuffle()
    assert deck(state, "planning") == renewals


@pytest.mark.parametrize(
    ("orders", "fault"),
    [
        ({"town": ["T01"]}, "expected each of the 37 cards once"),
        ({"town": [*order("town")[:-1], "C01"]}, "C01 does not belong here"),
        ({"town": order("town", ["T01", "T02", "T03", "T04", "T05", "TE1"])}, "at least six contracts"),
        ({"planning": order("planning", ["E01"])}, "E01 is among the 8 cards dealt"),
        ({"planning": [*PLANNING, "U1"]}, "U1 does not belong here"),
        ({"village": []}, "unknown field 'village'"),
    ],
)
def test_bad_orders_are_refused(orders: dict[str, object], fault: str) -> None:
    """USP-3.18, USP-9.5."""
    with pytest.raises(BadPosition, match=fault):
        stacked(**orders)
