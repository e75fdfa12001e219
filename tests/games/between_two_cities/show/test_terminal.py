"""The text screen: what it shows, that it fits 80 columns, and that it needs no colour."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conurb import bots, games
from conurb.drawing.pen import signed
from conurb.games.between_two_cities.show import prose, terminal
from conurb.kernel.state import State
from conurb.words import say
from tests.games.showing import printed

GAME = games.get("between-two-cities")
NAMES = ["Ada", "Noor", "Bela", "Chiara", "Bartholomew", "Ines", "Finn"]


def screen(state: State, seat: int | None, **about: Any) -> str:
    return printed(terminal.screen(state.view(seat), NAMES[: int(state.players)]), **about)


def after(players: int, actions: int, seed: int = 7) -> State:
    """A game of random bots after so many actions, or at its end."""
    state = GAME.new(players, seed=seed)
    bot = bots.get("random", seed)
    while state.to_act() and state.count < actions:
        seat = int(state.next_seat())
        state.apply(seat, bot.choose(state.view(seat)))
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 7])
@pytest.mark.parametrize("width", [80, 120])
def test_every_moment_fits_the_width(players: int, width: int) -> None:
    state = GAME.new(players, seed=3)
    bot = bots.get("random", 3)
    while True:
        seat = int(state.next_seat())
        if state.count % 5 == 0 or seat < 0:
            for who in (None, max(0, seat)):
                lines = screen(state, who, width=width).splitlines()
                assert max(map(len, lines)) <= width
        if seat < 0:
            return
        state.apply(seat, bot.choose(state.view(seat)))


@pytest.mark.parametrize("actions", [*range(0, 84, 4), 84])
def test_four_players_fit_a_terminal_of_24_lines(actions: int) -> None:
    """With a line for what is typed."""
    state = after(4, actions)
    seat = max(0, int(state.next_seat()))
    low = screen(state, seat, height=24, force_terminal=True)
    assert len(low.splitlines()) <= 23
    assert screen(state, seat, height=40, force_terminal=True).count("\n") >= low.count("\n")


def test_choosing_shows_the_hand_and_the_number_of_every_pair() -> None:
    state = GAME.new(3, seed=7)
    out = screen(state, 1)
    view: Any = state.view(1)
    for tile in view["hand"]:
        assert f" {tile['id']} {say(prose.tile_name(tile))}" in out
    rows = {line.split()[1]: [int(n) for n in re.findall(r"  +(\d+)", line)] for line in out.splitlines()[-6:]}
    columns = [tile["id"] for tile in view["hand"]]
    for number, entry in enumerate(view["legal"], 1):
        first, second = entry["tiles"]
        assert rows[second][columns.index(first)] == number


def right_map(out: str) -> dict[str, str]:
    """What stands on each cell of the right city: "d4" -> "S", "+5" or a dot."""
    lines = out.splitlines()
    start = lines[1].index("Right:")
    names = re.match(r"(?:   [a-g])+", lines[2][start:])
    assert names is not None
    cells = {}
    for line in lines[3:]:
        if not line[start : start + 1].isdigit():
            break
        for column, letter in enumerate(names[0].split()):
            left = start + 2 + 4 * column
            cells[letter + line[start]] = line[left : left + 4].strip()
    return cells


def test_a_placement_marks_every_legal_cell_with_its_gain() -> None:
    """And no other cell; what is built shows its letter."""
    state = after(3, 17)
    seat = int(state.next_seat())
    view: Any = state.view(seat)
    assert view["legal"][0]["kind"] == "right"
    cells = right_map(screen(state, seat))
    marks = {cell: mark for cell, mark in cells.items() if mark[0] in "+±\N{MINUS SIGN}"}
    assert marks == {prose.cell_of(entry): signed(entry["gain"]) for entry in view["legal"]}
    city = view["cities"][prose.cities_of(view, seat)[1]]
    letters = {cell: mark for cell, mark in cells.items() if mark.isalpha()}
    assert letters == {prose.cell_of(tile): tile["faces"] for tile in city["tiles"]}


def test_places_are_listed_by_number_cell_and_gain() -> None:
    for actions in range(3, 63):
        state = after(3, actions)
        seat = int(state.next_seat())
        view: Any = state.view(seat)
        if view["phase"] != "place":
            continue
        out = re.sub(r"\s+", " ", screen(state, seat))
        for number, entry in enumerate(view["legal"], 1):
            assert f" {number} {prose.cell_of(entry)} {signed(entry['gain'])} " in f"{out} "
        return
    pytest.fail("nobody placed")


def test_two_tiles_have_two_gains_a_cell() -> None:
    state = after(3, 12, seed=3)
    seat = int(state.next_seat())
    view: Any = state.view(seat)
    assert view["legal"][0]["kind"] == "left"
    gains = {(e["tile"], e["row"], e["col"]): signed(e["gain"]) for e in view["legal"]}
    first, second = (tile["id"] for tile in view["revealed"][seat])
    assert first[0] != second[0], "two sorts of tile, or one gain would do"
    out = screen(state, seat)
    assert f"what the city gains by {first} / {second}." in out
    for entry in view["legal"]:
        cell = (entry["row"], entry["col"])
        assert f"{gains[first, *cell]}/{gains[second, *cell]}" in out


def test_the_whole_table_is_there() -> None:
    state = after(4, 40)
    seat = int(state.next_seat())
    out = screen(state, seat)
    view: Any = state.view(seat)
    for index, city in enumerate(view["cities"]):
        assert f"{say(prose.city_name(index))} {city['sheet']['total']}" in out
    for name, score in zip(NAMES, view["scores"], strict=False):
        assert f"{name} {score}" in out


def test_colour_only_repeats_what_letters_say() -> None:
    state = after(4, 50)
    seat = int(state.next_seat())
    coloured = screen(state, seat, force_terminal=True, color_system="256", height=99)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == screen(state, seat)


def test_a_terminal_without_unicode() -> None:
    out = screen(after(4, 50), None, encoding="ascii")
    assert out.isascii()
    assert "?" not in out


def test_spectators_and_waiting_seats_get_no_choices() -> None:
    state = GAME.new(3, seed=7)
    state.apply(0, 0)
    chosen: Any = state.view(0)["chosen"]
    first, second = (say(prose.tile_name(tile)) for tile in chosen)
    assert f"You keep {first} and {second}." in screen(state, 0)
    assert "The table waits for Noor and Bela." in screen(state, 0)
    spectator = screen(state, None)
    assert "The game goes on." in spectator
    assert not re.search(r"\b[A-Z]\d\d\b", spectator), "no tile of a hand"


# --- the score sheet


def test_the_sheet_of_a_finished_game() -> None:
    state = after(4, 1000)
    sheet: Any = state.sheet()
    out = printed(terminal.sheet(sheet, NAMES))
    lines = [line.split() for line in out.splitlines()]
    for index, city in enumerate(sheet["cities"]):
        assert [say(prose.city_name(index)), *(str(points) for points in city.values())] in lines
    ranked = [line[1] for line in lines if line and line[0].isdigit()]
    places = state.ranking()
    assert ranked == sorted(NAMES[:4], key=lambda name: places[NAMES.index(name)])
    assert "ecided by" in out


def test_cities_alone_have_no_ranking() -> None:
    sheet: Any = after(3, 1000).sheet()
    out = printed(terminal.sheet({"cities": sheet["cities"]}, []))
    assert "Place" not in out
    assert len(out.splitlines()) == 4


@pytest.mark.parametrize(
    ("decided", "words"),
    [
        ("better city", "Decided by the better city, the score being equal."),
        ("taverns", "Decided by the number of taverns, all before being equal."),
        ("shared victory", "Nothing decides: the victory is shared."),
    ],
)
def test_the_deciding_tie_break_is_told(decided: str, words: str) -> None:
    """BTC-6.3, BTC-6.4, BTC-6.5"""
    sheet: Any = {**after(3, 1000).sheet(), "decided_by": decided}
    assert words in printed(terminal.sheet(sheet, NAMES))
