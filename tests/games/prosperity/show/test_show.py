"""The pictures of Prosperity: whole files, every tile drawn, nothing in them that the view does not tell."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py

from conurb.bots.greedy import GreedyBot
from conurb.games.prosperity.data import read_data
from conurb.games.prosperity.show import art, board, palette, prose
from conurb.games.prosperity.show.country import NARROW, SMALL, WIDE, CountryMap
from conurb.games.prosperity.show.research import ResearchBoard
from conurb.games.prosperity.show.vignettes import BY_TYPE, PLAIN, drawing_of, slug
from conurb.kernel.state import PAINTERS, State
from conurb.words import LANGUAGES, Message, say
from tests.games.prosperity.support import GAME, alone, tally

NAMES = ["Ada", "Noor", "Bela", "Chiara"]
SVG = "{http://www.w3.org/2000/svg}"
TURNS = (1, 14, 36)


@cache
def game_at(turn: int, players: int = 3, countries: str = "mixed") -> State:
    """A game of bots at the first action of a turn, or at its end; not to be played on."""
    state = GAME.new(players, {"countries": countries}, 11)
    bot = GreedyBot(11)
    while not state.over():
        view = state.view(None)
        if view["turn"] == turn and view["phase"] == "action" and turn < 36:
            break
        seat = int(state.next_seat())
        state.step(seat, bot.choose(state.view(seat)))
    return state


def view_of(state: State, seat: int | None) -> Any:
    return state.view(seat)


def whole(svg: str) -> ElementTree.Element:
    """A standalone file: well-formed, no class, no variable, every link inside it."""
    root = ElementTree.fromstring(svg)
    assert "class=" not in svg
    assert "var(--" not in svg
    ids = set(re.findall(r' id="([^"]+)"', svg))
    assert set(re.findall(r' href="#([^"]+)"', svg)) <= ids
    return root


# --- files


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("turn", TURNS)
def test_a_board_is_a_whole_file_for_everybody(turn: int, dark: bool) -> None:
    state = game_at(turn)
    for seat in (None, 0, 1, 2):
        root = whole(board.board(view_of(state, seat), names=NAMES, dark=dark))
        assert float(root.get("width") or 0) > 1000


@pytest.mark.parametrize("players", GAME.player_counts)
@pytest.mark.parametrize("countries", ["silver", "black", "mixed"])
def test_every_number_of_players_and_every_side(players: int, countries: str) -> None:
    state = game_at(14, players, countries)
    drawn = whole(board.board(view_of(state, 0)))
    spoken = drawn.find(f"{SVG}desc")
    assert spoken is not None
    assert spoken.text is not None
    for seat in range(players):
        assert re.search(rf"\b{seat + 1}: \d+ €", spoken.text)


def test_the_picture_is_drawn_in_the_words_of_a_language() -> None:
    view = view_of(game_at(14), 0)
    for language in LANGUAGES:
        drawn = board.board(view, names=NAMES, language=language)
        assert say(Message("prosperity_page.research.board"), language) in drawn


def test_the_picture_becomes_pixels() -> None:
    svg = board.board(view_of(game_at(14), 0), names=NAMES)
    assert bytes(resvg_py.svg_to_bytes(svg_string=svg, width=400)).startswith(b"\x89PNG")


def test_a_game_shows_itself_in_a_notebook() -> None:
    assert PAINTERS["prosperity"](view_of(game_at(14), None)).startswith("<svg")


def test_a_poster_of_every_country() -> None:
    view = view_of(game_at(36), None)
    assert board.posters(view) == 3
    for seat in range(3):
        svg = board.poster(view, seat, names=NAMES)
        whole(svg)
        assert f"The country of {NAMES[seat]}" in svg
        assert f">{view['scores'][seat]}<" in svg


def test_names_cannot_write_into_the_picture() -> None:
    svg = board.board(view_of(game_at(14), 0), names=["<script>", '"&', "x", "y"])
    assert "<script>" not in svg
    whole(svg)


def test_the_order_of_the_deck_is_not_in_the_picture() -> None:
    """Two games that differ only in what is still to be drawn look alike (PRO-7.1)."""
    state = game_at(14)
    views = [view_of(state.imagine(0, rng), 0) for rng in (state.rng.clone(), state.rng.fork())]
    first, second = (board.board(view, names=NAMES) for view in views)
    assert first == second


# --- drawings


def test_every_tile_has_a_drawing_of_its_own() -> None:
    data: Any = GAME.default_data()
    drawn = set()
    for tile in data.catalogue.values():
        assert slug(tile["name"]) in BY_TYPE[tile["type"]], tile["name"]
        drawn.add(drawing_of(tile["type"], tile["name"]))
    assert len(drawn) == 60
    for side in data.boards:
        for space, name in enumerate(side.printed):
            if name:
                kind = view_of(game_at(1), 0)["countries"][0]["spaces"][space]["type"]
                assert slug(name) in BY_TYPE[kind], name


def test_a_tile_of_another_box_is_drawn_as_the_plainest_of_its_type() -> None:
    text = (GAME.folder / "data.toml").read_text(encoding="utf-8").replace('"Wind Farm"', '"Tide Mill"')
    state = GAME.new(2, seed=1, data=read_data(text, "box"))
    svg = board.board(view_of(state, 0))
    whole(svg)
    assert "Tide Mill" in svg
    assert drawing_of("powerplant", "Tide Mill") == PLAIN["powerplant"]


def test_symbols_are_drawn_once_and_their_links_hold() -> None:
    page = board.defs()
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = {use for svg in maps(14) for use in re.findall(r'href="#([^"]+)"', svg)}
    assert used <= set(ids)


def maps(turn: int) -> list[str]:
    state = game_at(turn)
    seat = int(state.next_seat()) if not state.over() else 0
    view = view_of(state, seat)
    drawn = [
        CountryMap(view, seat, layout, NAMES, say).svg(lambda action: str(action["text"]))
        for layout in (WIDE, NARROW, SMALL)
    ]
    return drawn + [ResearchBoard(view, NAMES, say, narrow=n).svg(lambda action: action["text"]) for n in (False, True)]


def test_every_class_of_the_pictures_has_a_rule() -> None:
    rules = set(re.findall(r"\.(pro-[\w-]+)", palette.stylesheet()))
    plain = {"pro-wide", "pro-narrow", "pro-small"}  # what a page shows by the width of the screen
    for turn in TURNS:
        used = {name for svg in maps(turn) for names in re.findall(r'class="([^"]*)"', svg) for name in names.split()}
        assert used - rules <= plain


def test_names_are_broken_where_words_may_be_broken() -> None:
    assert art.lines_of("Integrated Mass Transit", 150, 12.4) == ["Integrated Mass", "Transit"]
    assert art.lines_of("Autópálya-hálózat", 80, 11.2) == ["Autópálya-", "hálózat"]
    assert art.lines_of("Termovalorizzatore", 80, 11.2) == ["Termovalo-", "rizzatore"]
    assert art.lines_of("Diga idroelettrica", 60, 11.2)[1].endswith("\N{HORIZONTAL ELLIPSIS}")


# --- what a map tells


def test_a_space_says_what_lies_there_and_what_it_covers() -> None:
    state = alone(spaces={"P1": ["U21"], "T1": ["U19", "U17"]})
    drawn = CountryMap(view_of(state, 0), 0, WIDE, NAMES, say)
    words = {name: drawn.space_words(space) for name, space in drawn.spaces.items()}
    assert (
        words["P1"] == "P1: Oil Fired Power Station (+4 energy, \N{MINUS SIGN}2 ecology), over Coal Fired Power Station"
    )
    assert words["T1"] == "T1: Toll Roads (\N{MINUS SIGN}1 ecology, +2 capital), over Rail Network"
    assert words["T2"] == "T2: Farmland, printed (no change)"
    assert words["P2"] == "P2: empty"
    assert words["I3"] == "I3: empty"
    assert words["I5"] == "I5: closed until a transport tile lies on T2"


def test_the_scales_show_the_totals_also_beyond_their_ends() -> None:
    spaces = {"P1": ["D31"], "P2": ["D22"], "S1": ["D26"]}
    state = alone(spaces=spaces)
    view = view_of(state, 0)
    assert view["countries"][0]["totals"]["energy"] > 10
    svg = CountryMap(view, 0, WIDE, NAMES, say).svg()
    assert f'aria-label="Energy in all: +{view["countries"][0]["totals"]["energy"]}"' in svg


@pytest.mark.parametrize(
    ("discs", "words"), [(0, "0 discs"), (9, "9 discs"), (15, "15 discs"), (18, "up to the triangle")]
)
def test_pollution_in_words_and_discs(discs: int, words: str) -> None:
    view = view_of(alone(discs=discs), 0)
    drawn = CountryMap(view, 0, WIDE, NAMES, say)
    assert words in drawn.pollution_words()
    svg = drawn.svg()
    assert svg.count('class="pro-disc"') == min(discs, 15)
    assert svg.count('class="pro-hole"') == 15 - min(discs, 15)
    assert ("pro-triangle-full" in svg) == (discs > 15)


def test_black_and_silver_differ_in_more_than_colour() -> None:
    state = GAME.new(2, {"countries": "mixed"}, 1)
    silver, black = (CountryMap(view_of(state, 0), seat, WIDE, NAMES, say).svg() for seat in (0, 1))
    assert "Silver country" in silver
    assert "Black country" in black
    assert black.count('class="pro-frame"') == silver.count('class="pro-frame"') + 1


def test_the_research_board_shows_every_tile_with_its_price() -> None:
    state = game_at(14)
    seat = int(state.next_seat())
    view = view_of(state, seat)
    drawn = ResearchBoard(view, NAMES, say)
    svg = drawn.svg()
    for id in view["display"]:
        assert f'data-tile="{id}"' in svg
    prices = {choice["tile"]: -choice["money"] for choice in view["legal"] if choice["kind"] == "buy"}
    for tile, price in prices.items():
        shown = view["tiles"][tile]
        assert drawn.price(shown["side"], shown["level"]) == price
        assert f"{price} €" in drawn.card_words(tile)


def test_every_marker_stands_on_its_square() -> None:
    view = view_of(game_at(14), 0)
    drawn = ResearchBoard(view, NAMES, say)
    told = " ".join(drawn.track_words(side, level) for side in ("energy", "ecology") for level in drawn.levels)
    for seat, country in enumerate(view["countries"]):
        for square in country["research"].values():
            assert f"{NAMES[seat]} on {square}" in told


# --- what may be done


def test_every_legal_action_can_be_chosen_on_the_boards() -> None:
    for turn in (1, 14):
        state = game_at(turn)
        seat = int(state.next_seat())
        legal = {action["action"] for action in view_of(state, seat)["legal"]}
        for country, research in ((0, 3), (1, 4)):  # wide and narrow
            drawn = maps(turn)
            svg = drawn[country] + drawn[research]
            offered = {int(code) for codes in re.findall(r'data-actions="([^"]*)"', svg) for code in codes.split()}
            assert offered == legal


def test_a_tally_can_be_decided_on_the_boards() -> None:
    view = view_of(tally("research", {"spaces": {"I2": ["U16"]}}), 0)
    svg = ResearchBoard(view, NAMES, say).svg(lambda action: str(action["text"]))
    offered = {int(code) for codes in re.findall(r'data-actions="([^"]*)"', svg) for code in codes.split()}
    assert offered == {action["action"] for action in view["legal"]}
    assert len(offered) > 1


def test_a_tab_tells_the_net_change() -> None:
    state = game_at(14)
    seat = int(state.next_seat())
    view = view_of(state, seat)
    svg = maps(14)[0]
    told = dict(re.findall(r'data-tab="(\d+)" data-of="\w+" data-change="([^"]*)"', svg))
    placed = [action for action in view["legal"] if action["kind"] == "buy" and action["space"] is not None]
    assert len(told) == len(placed) > 5
    for action in placed:
        assert [int(n) for n in told[str(action["action"])].split()] == [action["change"][s] for s in prose.SYMBOLS]


def test_without_a_decision_nothing_can_be_chosen() -> None:
    view = view_of(game_at(14), None)
    assert "data-actions" not in CountryMap(view, 0, WIDE, NAMES, say).svg(lambda action: str(action["text"]))
    assert "data-actions" not in ResearchBoard(view, NAMES, say).svg(lambda action: str(action["text"]))
