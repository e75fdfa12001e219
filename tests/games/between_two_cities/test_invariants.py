"""BTC-9: what holds in every game, at every decision; and what the game does not have."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from conurb.games.between_two_cities.rules import State
from conurb.kernel.checks import BadOption
from conurb.kernel.play import Play, replay
from conurb.testing.random_play import random_game
from tests.games.between_two_cities.support import (
    COUNTS,
    DATA,
    GAME,
    cells_of,
    examples,
    finished,
    load,
    named_tiles,
    neighbours,
    new,
    play,
    saved,
    seen,
)

GAMES = [(players, order) for players in COUNTS for order in ("seat", "free")]


def test_there_is_no_solo_game() -> None:
    """BTC-9.1: the official solo mode is not specified, so nothing goes by its name; bots sit in ordinary games."""
    with pytest.raises(BadOption, match="not 1"):
        GAME.new(1)
    names = {info.name for info in GAME.option_infos()}
    assert names == {"seating", "place_order", "clock", "idle"}


def all_tiles(position: dict[str, Any]) -> list[str]:
    """Every tile of a position, wherever it is."""
    tiles = [*position["box"], *position["duplexes"], *(entry["tile"] for entry in position["discards"])]
    for seat in position["seats"]:
        tiles += seat["hand"] + seat["chosen"] + seat["stack"]
    for city in position["cities"]:
        tiles += [tile["tile"] for tile in city["tiles"]]
    return tiles


@pytest.mark.parametrize(("players", "order"), GAMES)
def test_tiles_are_neither_lost_nor_doubled(players: int, order: str) -> None:
    """BTC-9.2 (a): 132 tiles at all times, no id twice."""
    for state in play(players, seed=11, place_order=order):
        tiles = all_tiles(saved(state))
        assert len(tiles) == 132
        assert sorted(tiles) == DATA.ids
        state.check()


@pytest.mark.parametrize("players", COUNTS)
def test_hands_are_equal(players: int) -> None:
    """BTC-9.2 (b): 7, 5, 3 in square rounds, 3 in duplex rounds."""
    met = set()
    for state in play(players, seed=12):
        position = saved(state)
        if position["phase"] == "choose":
            held = {len(seat["hand"] + seat["chosen"] + seat["stack"]) for seat in position["seats"]}
            assert len(held) == 1
            met.add((seen(state, None)["kind"], position["turn"], *held))
    assert met == {("square", 1, 7), ("square", 2, 5), ("square", 3, 3), ("duplex", 1, 3)}


@pytest.mark.parametrize("players", COUNTS)
def test_buildings_at_the_end_of_each_turn(players: int) -> None:
    """BTC-9.2 (c): standard 2, 4, 6, 10, 12, 14, 16; two players 1 to 6, 8, 10, 11 to 16."""
    found = []
    states = ((seen(state, None)) for state in play(players, seed=13))
    for before, after in pairwise(states):
        if before["phase"] == "place" and after["phase"] != "place":
            found.append([len(cells_of(city)) for city in after["cities"]])
    standard = [2, 4, 6, 10, 12, 14, 16]
    variant = [1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 13, 14, 15, 16]
    cities = 4 if players == 2 else players
    assert found == [[size] * cities for size in (variant if players == 2 else standard)]


@pytest.mark.parametrize(("players", "order"), GAMES)
def test_cities_are_connected_and_fit(players: int, order: str) -> None:
    """BTC-9.2 (d): one piece, at most 4 x 4, exactly 4 x 4 at the end."""
    for state in play(players, seed=14, place_order=order):
        for city in seen(state, None)["cities"]:
            cells = cells_of(city)
            if not cells:
                continue
            rows, cols = zip(*cells, strict=True)
            assert max(max(rows) - min(rows), max(cols) - min(cols)) <= 3
            reached, edge = set(), {(0, 0)}
            while edge:
                reached |= edge
                edge = {near for cell in edge for near in neighbours(cell)} & cells - reached
            assert reached == cells
            assert len(cells) == 16 or not state.over()


@pytest.mark.parametrize(("players", "order"), GAMES)
def test_tiles_of_a_finished_city(players: int, order: str) -> None:
    """BTC-9.2 (e): twelve squares and two duplexes."""
    for city in seen(finished(players, 15, place_order=order), None)["cities"]:
        shapes = [tile["shape"] == "square" for tile in city["tiles"]]
        assert (shapes.count(True), shapes.count(False)) == (12, 2)


@pytest.mark.parametrize(("players", "order"), GAMES)
def test_there_is_always_something_to_do(players: int, order: str) -> None:
    """BTC-9.2 (f): a seat that must act has a legal action; one that need not has none."""
    for state in play(players, seed=16, place_order=order):
        waiting = state.to_act()
        assert bool(waiting) != state.over()
        for seat in range(players):
            assert bool(state.legal(seat)) == (seat in waiting)


@pytest.mark.parametrize("players", COUNTS)
def test_hidden_tiles_can_be_exchanged_unnoticed(players: int) -> None:
    """BTC-9.2 (g): the view does not change when two hidden tiles that the seat has not seen change places."""
    chance = Random(17)
    exchanged = 0
    for state in play(players, seed=17):
        if chance.random() < 0.85:
            continue
        seat = chance.choice([*range(players), None])
        shown = seen(state, seat)
        known = named_tiles(shown)
        hidden = [tile for tile in all_tiles(saved(state)) if tile not in known]
        one = chance.choice(hidden)
        two = chance.choice([tile for tile in hidden if (tile[0] == "X") == (one[0] == "X")])
        other = exchange(state, one, two)
        assert seen(other, seat) == shown
        exchanged += other.hash() != state.hash()
    assert exchanged


def exchange(state: State, one: str, two: str) -> State:
    """The same position, with two tiles in each other's place."""
    swap = {one: two, two: one}

    def swapped(document: Any) -> Any:
        if isinstance(document, dict):
            return {key: swapped(value) for key, value in document.items()}
        if isinstance(document, list):
            return [swapped(value) for value in document]
        return swap.get(document, document) if isinstance(document, str) else document

    return load(**swapped(saved(state)))


def test_exchanging_a_tile_that_was_seen_is_noticed() -> None:
    """BTC-9.2 (g), the other way round: the test above would find a leak."""
    state = new(3, seed=18)
    mine, theirs = saved(state)["seats"][0]["hand"][0], saved(state)["seats"][1]["hand"][0]
    assert seen(exchange(state, mine, theirs), 0) != seen(state, 0)
    assert seen(exchange(state, mine, theirs), 2) == seen(state, 2)


@pytest.mark.parametrize(("players", "order"), GAMES)
def test_same_seed_and_actions_same_game(players: int, order: str) -> None:
    """BTC-9.2 (i)"""
    first = random_game(GAME, players, {"place_order": order}, seed=19)
    again = replay(GAME, first.record)
    assert isinstance(again, Play)
    assert again.state.hash() == first.state.hash()
    assert again.state.save() == first.state.save()
    assert again.record.result == first.record.result
    assert new(players, 19).hash() != new(players, 20).hash()


def test_examples_are_complete() -> None:
    """BTC-9.3: twelve examples in machine-readable form, each with a total for every city (test_scoring.py, and for
    the players test_ranking.py, compare them with the engine)."""
    entries = examples()
    assert [entry["id"] for entry in entries] == [f"EX-{number:02d}" for number in range(1, 13)]
    for entry in entries:
        assert [sum(scores) for scores in entry["scores"]] == entry["totals"]
        assert len(entry["cities"]) == len(entry["totals"])
        assert all(len(rows) == 4 and all(len(row) == 4 for row in rows) for rows in entry["cities"])
