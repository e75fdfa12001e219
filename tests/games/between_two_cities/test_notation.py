"""BTC-0: seats, cities, cells, letters."""

from __future__ import annotations

import pytest

from conurb.games.between_two_cities.data import CODES, TYPE_OF_KIND, TYPES
from conurb.games.between_two_cities.geometry import SQUARE, cell_at, empty_city
from conurb.games.between_two_cities.scoring import city_rows, left_city, right_city, type_counts
from tests.games.between_two_cities.support import DATA, choose_first, city, do, load, new, saved, score, seen, table

MORE_THAN_TWO = range(3, 8)


@pytest.mark.parametrize("players", MORE_THAN_TWO)
def test_seats_go_clockwise(players: int) -> None:
    """BTC-0.1: the neighbour on the left is the next seat; what a seat passes left arrives there."""
    state = new(players, seed=3)
    stacks = [hand["hand"][2:] for hand in saved(state)["seats"]]
    choose_first(state)
    while saved(state)["phase"] == "place":
        state.apply(state.next_seat(), state.legal(state.next_seat())[0])
    for seat, stack in enumerate(stacks):
        assert saved(state)["seats"][(seat + 1) % players]["hand"] == stack


@pytest.mark.parametrize("players", MORE_THAN_TWO)
def test_a_city_lies_between_two_neighbours(players: int) -> None:
    """BTC-0.2: city c lies between seats c and c+1; adjacent seats share exactly one city."""
    for seat in range(players):
        assert left_city(seat, players) == seat
        assert right_city(seat, players) == (seat - 1) % players
    owners = [entry["owners"] for entry in seen(new(players), None)["cities"]]
    assert owners == [[c, (c + 1) % players] for c in range(players)]
    for seat in range(players):
        shared = [pair for pair in owners if {seat, (seat + 1) % players} == set(pair)]
        assert len(shared) == 1


def test_cells_are_rows_down_and_columns_right() -> None:
    """BTC-0.3: a wide duplex runs to the next column, a tall one to the next row; writing shifts, moves do not."""
    state = load(
        players=3,
        round="2",
        phase="place",
        cities=[["HHH.", "HHH.", "....", "...."], ["....", "....", "....", "...."], ["HH..", "HH..", "HH..", "...."]],
        seats=[{"chosen": ["XH02", "XV01"]}],
    )
    do(state, "0 left XV01 d2", "0 right XH02 b4")  # above and left of the first tile, which lies on d4
    first, *_, last = saved(state)["cities"]
    assert {key: first["tiles"][-1][key] for key in ("tile", "row", "col")} == {"tile": "XV01", "row": -2, "col": 0}
    assert {key: last["tiles"][-1][key] for key in ("tile", "row", "col")} == {"tile": "XH02", "row": 0, "col": -2}
    assert city_rows(state.cities[0]) == ["F...", "E...", "HHH.", "HHH."]
    assert city_rows(state.cities[2]) == ["FOHH", "..HH", "..HH", "...."]


def test_adjacent_means_sharing_an_edge() -> None:
    """BTC-0.4: diagonal contact counts neither for placing nor for scoring."""
    lone = empty_city()
    lone.build(0, cell_at(0, 0))
    edges = {(-1, 0), (1, 0), (0, -1), (0, 1)}
    reachable = {(r, c) for r in range(-3, 4) for c in range(-3, 4) if lone.open_cells(SQUARE) >> cell_at(r, c) & 1}
    assert reachable == edges
    assert score("parks", "P.", ".P") == 4
    assert score("parks", "PP") == 8
    assert score("offices", "O.", ".D") == 1
    assert score("offices", "OD") == 2
    assert score("houses", "HS", ".F") == 2
    assert score("houses", "HF", ".S") == 1


def test_a_duplex_is_two_buildings() -> None:
    """BTC-0.5"""
    state = load(
        players=3,
        round="2",
        cities=[{"tiles": [{"tile": "S", "row": 0, "col": 0}, {"tile": "XV07", "row": 1, "col": 0}]}],
    )
    assert state.cities[0].buildings() == 3
    assert state.cities[0].tiles == 2
    assert type_counts(state.cities[0]) == [1, 0, 1, 0, 0, 1]


def test_letters_of_the_buildings() -> None:
    """BTC-0.6: the letters of the document are those of the engine; D E M B are kinds of one type."""
    _, *rows = table("BTC-0.6")
    written = {row[k]: row[k + 1] for row in rows for k in (0, 3)}
    empty = written.pop(".")
    assert empty.startswith("empty")
    assert set(written) == set(CODES)
    words = {"shops": "shop", "factories": "factory", "offices": "office", "parks": "park", "houses": "house"}
    for code, meaning in written.items():
        name = TYPES[TYPE_OF_KIND[CODES.index(code)]]
        assert meaning.startswith(words.get(name, "tavern"))
    for number, code in enumerate(CODES):
        wanted = [0] * 6
        wanted[TYPE_OF_KIND[number]] = 1
        assert type_counts(city(code)) == wanted
    assert city_rows(city(".S", "D.")) == [".S..", "D...", "....", "...."]
    assert {face for face in DATA.faces if len(face) == 1} == set(CODES)
