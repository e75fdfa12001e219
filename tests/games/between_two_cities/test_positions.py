"""Positions written by hand: partial ones load, wrong ones say which field is wrong, any saved one comes back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from conurb.games.between_two_cities.scoring import city_rows
from conurb.kernel.checks import BadOption, BadPosition
from tests.games.between_two_cities.support import COUNTS, GAME, do, load, play, saved, seen, texts

NOTHING = ["....", "....", "....", "...."]
FULL = ["SSSS", "FFFF", "OOOO", "PPPP"]


# --- partial positions


@pytest.mark.parametrize("players", COUNTS)
def test_the_least_position_is_a_new_game(players: int) -> None:
    state = load(players=players)
    state.check()
    shown = seen(state, None)
    assert (shown["phase"], shown["round"][0], shown["turn"]) == ("choose", "1", 1)
    assert shown["hand_sizes"] == [7] * players
    assert shown["seating"] == list(range(players))


def test_what_is_not_named_is_dealt_by_the_seed() -> None:
    """Hands in full, in part or not at all; the same seed deals the same."""
    given: dict[str, Any] = {"players": 3, "seats": [{"hand": ["S01", "P02"]}]}
    state = load(seed=4, **given)
    state.check()
    assert {"S01", "P02"} < set(saved(state)["seats"][0]["hand"])
    assert saved(load(seed=4, **given)) == saved(state)
    assert saved(load(seed=5, **given)) != saved(state)


def test_letters_name_any_such_square() -> None:
    state = load(players=3, seats=[{"hand": ["S", "S", "S02", "H"]}])
    state.check()
    hand = saved(state)["seats"][0]["hand"]
    assert {tile[0] for tile in hand} >= {"S", "H"}
    assert sum(tile[0] == "S" for tile in hand) >= 3
    assert "S02" in hand


def test_a_named_tile_is_kept_for_its_place() -> None:
    """A tile named by its id anywhere in the position is neither taken for a letter nor dealt."""
    state = load(players=3, seats=[{"hand": ["S", "S01"]}])
    assert {"S01", "S02"} <= set(saved(state)["seats"][0]["hand"])
    late = ["S01", "F01", "O01", "P01", "H01", "D01", "E01"]
    for seed in range(10):
        state = load(seed, players=7, round="3", box=late, cities=[["S...", *NOTHING[1:]]])
        assert saved(state)["box"][-7:] == late


def test_a_city_of_letters() -> None:
    """Its first building, row by row, lies on d4; written again it is the same."""
    rows = [".SS.", "PP..", "....", "...."]
    state = load(players=3, cities=[NOTHING, rows])
    assert city_rows(state.cities[1]) == [".SS.", "PP..", "....", "...."]
    cells = [(tile["row"], tile["col"]) for tile in saved(state)["cities"][1]["tiles"]]
    assert cells == [(0, 0), (0, 1), (1, -1), (1, 0)]
    assert saved(state)["round"] == "1"
    assert saved(state)["turn"] == 3


def test_the_turn_follows_from_the_cities() -> None:
    six = ["SSSS", "SS..", "....", "...."]
    assert (saved(load(players=3, cities=[six]))["round"], load(players=3, cities=[six]).turn) == ("2", 0)
    assert saved(load(players=2, cities=[six]))["round"] == "2a"
    seven = ["SSSS", "SSS.", "....", "...."]
    assert saved(load(players=3, cities=[seven]))["round"] == "3"


def test_to_act_is_short_for_who_has_placed() -> None:
    state = load(players=4, phase="place", to_act=2)
    state.check()
    assert state.to_act() == [2]
    assert [seat["placed"] for seat in saved(state)["seats"]] == ["both", "both", "none", "none"]
    assert [len(seat["chosen"]) for seat in saved(state)["seats"]] == [0, 0, 2, 2]
    assert [len(seat["stack"]) for seat in saved(state)["seats"]] == [5] * 4


def test_half_a_placement() -> None:
    city = {"tiles": [{"tile": "S01", "row": 0, "col": 0, "seat": 1, "turn": 0, "order": 1}]}
    state = load(
        players=3, phase="place", to_act=1, cities=[NOTHING, city], seats=[{}, {"placed": "left", "chosen": ["P01"]}]
    )
    assert state.to_act() == [1]
    assert texts(state, 1) == ["right P01 d4"]
    again = load(**saved(state))
    assert again.hash() == state.hash()
    do(again, "1 right P01 d4")
    assert again.to_act() == [2]


def test_the_piles_are_drawn_from_the_end() -> None:
    """A part of the box is what is dealt first, the last tile first of all."""
    named = ["S01", "S02", "S03", "S04", "S05", "S06", "S07"]
    state = load(players=3, round="2", phase="place", to_act=2, box=named, cities=[["P...", *NOTHING[1:]]] * 3)
    while saved(state)["round"] == "2":
        state.apply(state.next_seat(), state.legal(state.next_seat())[0])
    assert saved(state)["seats"][0]["hand"] == named


def test_options_and_seating() -> None:
    assert saved(load(players=3, options={"seating": [2, 0, 1]}))["seating"] == [2, 0, 1]
    assert saved(load(players=3, seating=[1, 0, 2]))["seating"] == [1, 0, 2]
    free = load(players=3, options={"place_order": "free"}, phase="place", hurried=True)
    assert free.to_act() == [0]
    assert load(players=3, options={"place_order": "free"}, phase="place").to_act() == [0, 1, 2]


def test_a_finished_position() -> None:
    state = load(players=3, phase="over", cities=[FULL])
    assert state.over()
    assert state.to_act() == []
    assert seen(state, None)["discards"] == 9
    assert seen(state, 0)["ranking"] == state.ranking()


# --- saving and loading


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("order", ["seat", "free"])
def test_every_position_comes_back(players: int, order: str) -> None:
    """Through JSON, at any decision, also half-way through a placement; then both go on alike."""
    chance = Random(2)
    for state in play(players, seed=2, place_order=order):
        again = load(**json.loads(json.dumps(saved(state))))
        assert again.hash() == state.hash()
        assert saved(again) == saved(state)
        assert again.to_act() == state.to_act()
        if not state.over() and chance.random() < 0.2:
            after = state.clone()
            seat = chance.choice(state.to_act())
            action = chance.choice(state.legal(seat))
            after.apply(seat, action)
            again.apply(seat, action)
            assert after.hash() == again.hash()


# --- wrong positions

XH01 = {"tile": "XH01", "row": 0, "col": 1}
S01 = {"tile": "S01", "row": 0, "col": 0}


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"colour": 1}, "unknown field 'colour'"),
        ({"phases": "choose"}, "did you mean phase"),
        ({"game": "chess"}, "game: this is a position of 'chess'"),
        ({"data": "0" * 16}, "data: the position belongs to another data pack"),
        ({"options": ["free"]}, "options: expected an object"),
        ({"rng": "abc"}, "rng: expected 32 hexadecimal digits"),
        ({"count": -1}, "count: expected a whole number"),
        ({"count": True}, "count: expected a whole number"),
        ({"count": 3, "undo_floor": 4}, "undo_floor: expected a whole number from 0 to 3"),
        ({"seating": [0, 1]}, "seating: expected each player"),
        ({"seating": [0, 1, 1]}, "seating: expected each player"),
        ({"seating": [0, 1.0, 2]}, "seating: expected each player"),
        ({"seating": [0, True, 2]}, "seating: expected each player"),
        ({"seating": "012"}, "seating: expected each player"),
        ({"phase": "reveal"}, "phase: expected choose, place or over"),
        ({"phase": ["place"]}, "phase: expected"),
        ({"round": "4"}, "round: unknown round '4'"),
        ({"turn": 4}, "turn: expected a whole number from 1 to 3"),
        ({"round": "2", "turn": 2}, "turn: expected a whole number from 1 to 1"),
        ({"turn": "1"}, "turn: expected a whole number"),
        ({"to_act": 1}, "to_act: only in the phase 'place'"),
        ({"phase": "place", "to_act": 3}, "to_act: expected a whole number from 0 to 2"),
        ({"phase": "place", "to_act": "1"}, "to_act: expected a whole number"),
        ({"hurried": True}, "hurried: true or false"),
        ({"phase": "place", "hurried": "no"}, "hurried: true or false"),
        # seats
        ({"seats": {}}, "seats: expected a list"),
        ({"seats": [{}] * 4}, "seats: expected a list of at most 3"),
        ({"seats": [{"cards": []}]}, "seats.0: unknown field 'cards'"),
        ({"seats": [{}, ["S01"]]}, "seats.1: expected an object"),
        ({"seats": [{"hand": "S01"}]}, "seats.0.hand: expected a list of tiles"),
        ({"seats": [{"hand": ["S17"]}]}, "seats.0.hand: there is no tile 'S17'"),
        ({"seats": [{"hand": [1]}]}, "seats.0.hand: there is no tile 1"),
        ({"seats": [{"hand": ["S"] * 8}]}, "seats.0.hand: at most 7 tiles"),
        ({"seats": [{"hand": ["S01", "S01"]}]}, "seats.0.hand: S01 is already seats.0.hand"),
        ({"seats": [{"hand": ["S01"]}, {"hand": ["S01"]}]}, "seats.1.hand: S01 is already seats.0.hand"),
        ({"seats": [{"hand": ["D"] * 6}]}, "seats.0.hand: no square D is left"),
        ({"seats": [{"hand": ["XH01"]}]}, "seats.0.hand: XH01 does not belong here"),
        ({"round": "2", "seats": [{"hand": ["S01"]}]}, "seats.0.hand: S01 does not belong here"),
        ({"seats": [{"stack": ["S01"]}]}, "seats.0.stack: at most 0 tiles"),
        ({"seats": [{"chosen": ["S", "S"], "hand": ["P"]}]}, "seats.0.hand: at most 0 tiles"),
        ({"seats": [{"chosen": ["S", "S", "S"]}]}, "seats.0.chosen: at most 2 tiles"),
        ({"seats": [{"chosen": ["S", "S"]}] * 3}, "everybody has chosen"),
        ({"seats": [{"placed": "left"}]}, "seats.0.placed: expected none"),
        ({"phase": "place", "seats": [{"placed": "some"}]}, "seats.0.placed: expected none, left or both"),
        ({"phase": "place", "seats": [{"hand": ["S"]}]}, "seats.0.hand: at most 0 tiles"),
        ({"phase": "place", "to_act": 1, "seats": [{"chosen": ["S"]}]}, "seats.0.chosen: at most 0 tiles"),
        ({"phase": "place", "seats": [{"placed": "both"}] * 3}, "everybody has placed"),
        ({"phase": "place", "seats": [{}, {"placed": "both"}]}, "in seat order"),
        ({"phase": "place", "seats": [{"placed": "left"}, {"placed": "left"}]}, "seats.1.placed: seat 0 is half-way"),
        ({"phase": "over", "seats": [{"hand": ["S01"]}]}, "seats.0.hand: when the game is over"),
        # cities
        ({"cities": {}}, "cities: expected a list of at most 3"),
        ({"cities": [NOTHING] * 4}, "cities: expected a list of at most 3"),
        ({"cities": [["SS"]]}, "cities.0: a city is four lines"),
        ({"cities": [["SSSX", *NOTHING[1:]]]}, "cities.0, line 1: 'X' is no building"),
        ({"cities": [["S.S.", *NOTHING[1:]]]}, "cities.0: every building must be joined"),
        ({"cities": [["S...", ".S..", "....", "...."]]}, "cities.0: every building must be joined"),
        ({"cities": [["DDDD", "DD..", "....", "...."]]}, "cities.0: no square D is left"),
        ({"cities": ["SSSS"]}, "cities.0: expected an object"),
        ({"cities": [{"rows": []}]}, "cities.0: unknown field 'rows'"),
        ({"cities": [{"tiles": {}}]}, "cities.0.tiles: expected a list"),
        ({"cities": [{"tiles": ["S01"]}]}, "cities.0.tiles.0: expected an object"),
        ({"cities": [{"tiles": [{"tile": "S01", "row": 0}]}]}, "cities.0.tiles.0.col: expected a whole number"),
        ({"cities": [{"tiles": [{"tile": "S01", "row": 4, "col": 0}]}]}, "cities.0.tiles.0.row: expected a whole"),
        ({"cities": [{"tiles": [{"tile": "S01", "row": True, "col": 0}]}]}, "cities.0.tiles.0.row: expected"),
        ({"cities": [{"tiles": [{"tile": "Q01", "row": 0, "col": 0}]}]}, "cities.0.tiles.0: there is no tile 'Q01'"),
        ({"cities": [{"tiles": [{"tile": "S01", "row": 0, "col": 1}]}]}, "cities.0: a city has its first tile on"),
        ({"cities": [{"tiles": [S01, {**S01, "tile": "S02"}]}]}, "cities.0.tiles.1: the cell is taken"),
        ({"cities": [{"tiles": [S01, {**XH01, "col": 3}]}]}, "cities.0.tiles.1: the cell is taken or out of reach"),
        ({"cities": [{"tiles": [S01, {**XH01, "col": -1}]}]}, "cities.0.tiles.1: the cell is taken"),
        (
            {"cities": [{"tiles": [{**S01, "seat": 3, "turn": 0}]}]},
            "cities.0.tiles.0.seat: expected a whole number from 0 to 2, not 3",
        ),
        ({"cities": [{"tiles": [{**S01, "seat": 2, "turn": 0}]}]}, "cities.0.tiles.0.seat: expected 0 or 1, who build"),
        ({"cities": [{"tiles": [{**S01, "seat": 0, "turn": -1}]}]}, "cities.0.tiles.0.turn: expected"),
        ({"cities": [{"tiles": [{**S01, "turn": 0}]}]}, "cities.0.tiles.0: seat and turn go together"),
        ({"cities": [{"tiles": [{**S01, "seat": 0}]}]}, "cities.0.tiles.0: seat and turn go together"),
        (
            {"turn": 2, "cities": [{"tiles": [{**S01, "seat": 0, "turn": 2}]}]},
            "cities.0.tiles.0.turn: expected at most 1, not 2",
        ),
        ({"cities": [{"tiles": [{**S01, "order": 3}]}]}, "cities.0.tiles.0.order: expected a whole number from 0 to 2"),
        (
            {"cities": [{"tiles": [{"tile": "HO"[k % 2], "row": 0, "col": k - 2} for k in range(5)]}]},
            "cities.0: the city does not fit into 4 x 4",
        ),
        (
            {"cities": [{"tiles": [{"tile": "HO"[k % 2], "row": k // 7, "col": k % 7 - 3} for k in range(17)]}]},
            "cities.0.tiles: a city has at most 16 tiles, not 17",
        ),
        ({"cities": [FULL]}, "cities: a city has 16 buildings, too many for another turn"),
        (
            {"round": "1", "cities": [["SS..", *NOTHING[1:]]]},
            "cities: a city has 2 buildings, but at this turn at most 0",
        ),
        (
            {"round": "3", "turn": 3, "phase": "place", "cities": [FULL]},
            "cities.0: it has 16 buildings, but with 2 more",
        ),
        # piles
        ({"box": "S01"}, "box: expected a list"),
        ({"box": ["XH01"]}, "box: XH01 does not belong here"),
        ({"duplexes": ["S01"]}, "duplexes: S01 does not belong here"),
        ({"box": ["S01"], "seats": [{"hand": ["S01"]}]}, "box: S01 is already seats.0.hand"),
        ({"discards": {}}, "discards: expected a list"),
        (
            {"discards": [{"round": "1", "seat": 0, "tile": "S01"}]},
            "discards.0: no tile has been discarded in round '1'",
        ),
        ({"round": "2", "discards": [{"round": "1", "seat": 3, "tile": "S01"}]}, "discards.0.seat: expected a whole"),
        ({"round": "2", "discards": [{"round": "1", "seat": 0, "tile": "XH01"}]}, "discards.0: XH01 does not belong"),
        ({"round": "2", "discards": [{"round": "1", "seat": 0, "card": "S01"}]}, "discards.0: unknown field 'card'"),
        (
            {"round": "2", "discards": [{"round": "1", "seat": 0, "tile": tile} for tile in ("S01", "S02")]},
            "discards.1: the discard of that round and seat is there already",
        ),
    ],
)
def test_a_wrong_position_names_its_field(position: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadPosition) as error:
        load(**{"players": 3, **position})
    assert fault in str(error.value)


def test_too_few_tiles_for_the_rounds_to_come() -> None:
    """A position whose cities have used up what is still to be dealt is refused."""
    shops, offices = ["SSSS", "SS..", "....", "...."], ["OOOO", "OO..", "....", "...."]
    many = [shops, offices, ["HHHH", "HH..", "....", "...."], ["PPPP", "PP..", "....", "...."]]
    assert load(players=7, cities=[*many, *many[:3]]).to_act() == list(range(7))  # 98 of 108 are needed
    with pytest.raises(BadPosition, match="no square"):
        load(players=7, cities=[shops] * 7)


@pytest.mark.parametrize("position", [[], "choose", None, 3])
def test_a_position_is_an_object(position: Any) -> None:
    with pytest.raises(BadPosition, match="position: expected an object"):
        GAME.load(position)


@pytest.mark.parametrize("players", [None, 1, 8, "3", True])
def test_players_of_a_position(players: object) -> None:
    with pytest.raises(BadOption, match="players"):
        load(players=players)
