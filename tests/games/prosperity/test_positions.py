"""Positions written by hand: what is left out, and what is refused (docs/positions/prosperity.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conurb.kernel.checks import BadPosition, ConurbError
from tests.games.prosperity.support import COUNTS, DATA, GAME, load, play, saved, seen


def test_an_empty_position_is_the_set_up() -> None:
    """PRO-2.3, PRO-2.5: one tile is drawn, and seat 0 acts."""
    state = load()
    position = saved(state)
    assert (position["turn"], position["phase"], position["active"], state.to_act()) == (1, "action", 0, [0])
    assert len(position["display"]) == 25
    assert len(position["deck"]) == 35
    state.check()


@pytest.mark.parametrize("players", COUNTS)
def test_every_position_of_a_game_loads(players: int) -> None:
    """PRO-9.1: at any decision, also half-way through a tally or the final scoring."""
    for state in play(players, seed=19, countries="mixed"):
        loaded = GAME.load(json.loads(json.dumps(saved(state))))
        assert saved(loaded) == saved(state)
        assert loaded.hash() == state.hash()


def test_tiles_on_boards_say_how_far_the_game_is() -> None:
    """PRO-2.4: a tile of 1990 on a board means that 1970 and 1980 are drawn."""
    state = load(seats=[{"spaces": {"P2": ["D11"]}}])
    position = saved(state)
    assert position["turn"] == 11
    assert {"D01", "D06", "D11"} <= set(position["drawn"])
    state.check()


def test_the_deck_may_be_given_in_part() -> None:
    state = load(drawn=["D03"], deck=["D02", "D09"])
    assert saved(state)["drawn"] == ["D03"]
    deck = saved(state)["deck"]
    assert deck[0] == "D02"
    assert deck[4] == "D09", "the rest of 1970 comes before 1980"
    state.check()


def test_with_a_display_given_the_rest_is_out_of_the_game() -> None:
    state = load(display=["U01"])
    assert saved(state)["display"] == ["U01"]
    assert len(saved(state)["removed"]) == 24
    state.check()


def test_without_to_act_a_tally_begins() -> None:
    """PRO-3.5"""
    state = load(players=3, phase="tally", drawn=["D04"], active=2)
    assert state.to_act() == [2]
    later = load(players=3, phase="tally", drawn=["D04"], active=2, to_act=1)
    assert (later.to_act(), saved(later)["seats"][2]["research"]) == ([1], {"energy": 1, "ecology": 1})


def test_sides_of_seats_override_the_option() -> None:
    state = load(options={"countries": "black"}, seats=[{"side": "silver"}])
    assert [seat["side"] for seat in seen(state)["countries"]] == ["silver", "black"]


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"phase": "draw"}, "phase: expected tally, action, final or over"),
        ({"turn": 37}, "turn: expected a whole number from 1 to 36"),
        ({"turn": 3, "seats": [{"spaces": {"P2": ["D11"]}}]}, "turn: expected 11 or more, not 3"),
        ({"turn": 12, "deck": ["D02"]}, "turn: at most 4"),
        ({"phase": "final", "turn": 35}, "the final scoring follows the last turn"),
        ({"active": 2}, "active: expected a whole number from 0 to 1"),
        ({"first": 1, "active": 0, "turn": 1}, "active: in turn 1, with seat 1 first"),
        ({"to_act": 1}, "actions are taken by the active player, seat 0"),
        ({"phase": "over", "to_act": 0}, "the game is over, nobody is to act"),
        ({"phase": "tally", "drawn": ["D03"], "to_act": 0}, "seat 0 has nothing to decide in a tally of capital"),
        ({"phase": "tally", "drawn": ["D03"], "display": ["D03"]}, "D03 is being tallied"),
        ({"phase": "tally", "drawn": ["D04"], "action_number": 2}, "actions only in the phase 'action'"),
        ({"action_number": 3}, "action_number: expected a whole number from 1 to 2"),
        ({"final_tally": 2}, "final_tally: expected a whole number from 1 to 1"),
        ({"drawn": ["D06", "D01"]}, "decades ascending"),
        ({"drawn": ["D01", "D01"]}, "each once"),
        ({"drawn": ["U01"]}, "expected dated tiles"),
        ({"drawn": "D01"}, "expected a list of dated tiles"),
        ({"drawn": ["D01"], "deck": ["D01"]}, "D01 is somewhere else already"),
        ({"display": ["U01", "U01"]}, "U01 is already in display"),
        ({"display": ["U99"]}, "there is no tile 'U99'"),
        ({"display": "U01"}, "expected a list of tiles"),
        ({"seats": [{}, {}, {}]}, "a list of at most 2 seats"),
        ({"seats": [{"side": "gold"}]}, "seats.0.side: expected silver or black"),
        ({"seats": [{"money": 75}]}, "every amount is a multiple of 50"),
        ({"seats": [{"money": -50}]}, "seats.0.money: expected a whole number from 0"),
        ({"seats": [{"discs": 1.5}]}, "seats.0.discs: expected a whole number"),
        ({"seats": [{"research": {"energy": 25}}]}, "seats.0.research.energy: expected a whole number from 1 to 24"),
        ({"seats": [{"research": {"magic": 2}}]}, "unknown field 'magic'"),
        ({"seats": [{"score": 3, "breakdown": {"money": 50}}]}, "seats.0.breakdown: 50 points of a score of 3"),
        ({"seats": [{"spaces": {"Q1": ["U18"]}}]}, "unknown field 'Q1'"),
        ({"seats": [{"spaces": {"S1": ["U18"]}}]}, "U18 is powerplant, the space is for supply"),
        ({"seats": [{"spaces": {"I3": ["U20"]}}]}, "closed until a transport tile lies on T1"),
        ({"seats": [{"spaces": {"P1": ["U18"]}}, {"spaces": {"P1": ["U18"]}}]}, "U18 is already in seats.0.spaces.P1"),
        ({"rng": "x"}, "rng: expected 32 hexadecimal digits"),
        ({"data": "other"}, "another data pack"),
        ({"game": "chess"}, "a position of 'chess'"),
        ({"options": []}, "options: expected an object"),
        ({"actor": 5}, "actor: expected a whole number"),
        ({"count": -1}, "count: expected"),
    ],
)
def test_wrong_positions_are_refused_with_the_field(position: dict[str, Any], fault: str) -> None:
    with pytest.raises(ConurbError, match=fault):
        load(**position)


def test_a_position_that_is_no_object() -> None:
    with pytest.raises(BadPosition, match="expected an object"):
        GAME.load([])  # type: ignore[arg-type]


def test_tiles_of_the_seats_are_in_no_other_place() -> None:
    state = load(seats=[{"spaces": {"P2": ["U18"], "T1": ["D13"]}}])
    shown = seen(state)
    assert not {"U18", "D13"} & {*shown["display"], *shown["removed"]}
    assert len(shown["display"]) == 24 - 1 + shown["turn"] - 1
    assert DATA.numbers["D13"] in [int(t) for t in state.deck[: state.turn + 1]]
