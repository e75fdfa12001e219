"""The pictures of Urban Sprawl: the board, what may be chosen on it, the whole table, the poster."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from conurb import bots
from conurb.games.urban_sprawl.show import board, covers
from conurb.games.urban_sprawl.show.art import BLOCK, FOOTPRINTS, LOT, block_at, outline, roofs
from conurb.games.urban_sprawl.show.cards import capital, wrap
from conurb.games.urban_sprawl.show.palette import stylesheet
from conurb.games.urban_sprawl.show.plan import Town, circle_at, corner_of, hit_area, hit_middle
from conurb.games.urban_sprawl.show.track import election_track
from conurb.words import LANGUAGES
from tests.games.urban_sprawl.support import load, new, seats

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada", "Noor", "Bela", "Chiara"]
WORDS = board.words()
MOMENTS = ("claim", "action", "site", "over")


def moment(name: str, players: int = 3) -> dict[str, Any]:
    return played_to(name, players)


@cache
def played_to(name: str, players: int) -> dict[str, Any]:
    """The view of whoever decides at some moment of a game of bots; of a spectator at its end."""
    state = new(players, {"decks": "short"}, 5)
    bot = bots.get("greedy", 5)
    wanted = {"claim": "CLAIM", "action": "ACTION", "site": "BUILD_SITE"}
    while not state.over():
        seat = int(state.next_seat())
        view: dict[str, Any] = state.view(seat)
        if view["decision"]["kind"] == wanted.get(name) and (name == "claim" or view["turn"] > 6):
            return view
        state.apply(seat, bot.choose(view))
    return dict(state.view(None))


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def labels(svg: str) -> list[str]:
    return re.findall(r'role="button"[^>]*aria-label="([^"]*)"', svg)


# --- standalone files


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize(("players", "dark", "language"), [(2, False, "en"), (3, True, "it"), (4, False, "hu")])
def test_the_table_is_a_lone_file(name: str, players: int, dark: bool, language: str) -> None:
    svg = board.board(moment(name, players), names=NAMES[:players], dark=dark, language=language)
    root = parse(svg)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert "Urban Sprawl" in root.attrib["aria-label"]
    assert root.find(f"{SVG}desc") is not None
    assert "class=" not in svg
    assert "var(" not in svg
    assert "color-mix" not in svg
    assert len(svg.encode()) < 250_000
    known = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    used = {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}
    assert used == known


def test_the_table_shows_every_card_and_every_player() -> None:
    view = moment("action", 4)
    svg = board.board(view, names=NAMES)
    for card in (*view["contracts"]["boxes"], *view["planning"]["boxes"]):
        if card is not None and view["cards"][card]["kind"] == "contract":
            assert all(word in svg for word in view["cards"][card]["name"].split())
    for seat, name in enumerate(NAMES):
        assert name in svg
        assert f">{view['seats'][seat]['wealth']}<" in svg
        assert f">{view['seats'][seat]['prestige']}<" in svg


def test_the_end_names_the_winner() -> None:
    view = moment("over")
    best = max(view["scores"])
    summary = parse(board.board(view, names=NAMES)).attrib["aria-label"]
    assert summary.endswith(f"wins with {best}")
    poster = parse(board.poster(view, 0, names=NAMES, dark=True, language="hu"))
    assert "A győztes" in poster.attrib["aria-label"]
    assert board.posters(view) == 1


def test_the_ranking_shows_the_total_that_decides() -> None:
    """USP-6.6: nothing in the picture is larger but its title."""
    view = moment("over", 4)
    root = parse(board.board(view, names=NAMES))
    large = [element for element in root.iter(f"{SVG}text") if element.get("font-size") == "30px"]
    assert [element.text for element in large] == [str(score) for score in sorted(view["scores"], reverse=True)]


def test_the_laurel_leaves_the_name_free(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, float, float]] = []

    def laurel(x: float, y: float, radius: float) -> str:
        drawn.append((x, y, radius))
        return ""

    monkeypatch.setattr(board, "laurel", laurel)
    root = parse(board.board(moment("over", 4), names=NAMES))
    [(x, _, radius)] = drawn
    names = [e for e in root.iter(f"{SVG}text") if e.text in NAMES and e.get("font-weight") == "600"]
    assert len(names) == 4
    reach = radius * (32 + 11) / 30  # its outer leaves
    assert all(float(name.attrib["x"]) > x + reach for name in names)


def test_a_shared_victory_names_both() -> None:
    state = load(3, phase="over", seats=seats(prestige=[9, 9, 1], wealth=[5, 5, 5]), buildings=[])
    assert "Ada and Noor share the victory" in board.board(state.view(None), names=NAMES)


def test_a_name_cannot_write_into_the_picture() -> None:
    bad = '"><script>'
    assert "<script>" not in board.board(moment("over"), names=[bad, bad, bad])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_words_of_the_pictures(language: str) -> None:
    assert set(board.words(language)) == set(WORDS)


# --- the board of a page


def test_a_page_finds_every_symbol_and_every_class() -> None:
    sheet = stylesheet() + "\n.usp-sign-wide{}.usp-owner{}.usp-lone-a{}.usp-lone-b{}.usp-lone-c{}.usp-lone-d{}"
    sheet += ".usp-value-sign{}.usp-number{}"  # named for page.css, which enlarges them on small screens
    for name in MOMENTS:
        view = moment(name)
        svg = board.town(view, WORDS, names=NAMES, sentence=str)
        root = parse(f"<html>{board.defs()}{svg}{covers.example()}{covers.cover()}</html>")
        known = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        used = {e.attrib["href"].removeprefix("#") for e in root.iter() if "href" in e.attrib}
        assert used <= known
        classes = {cls for e in root.iter() for cls in e.attrib.get("class", "").split() if cls.startswith("usp-")}
        assert [cls for cls in sorted(classes) if f".{cls}" not in sheet] == []


@pytest.mark.parametrize("name", ["claim", "site"])
def test_every_choice_on_the_board_is_a_button_that_says_what_it_does(name: str) -> None:
    view = moment(name)
    svg = board.town(view, WORDS, names=NAMES, sentence=lambda choice: f"this is {choice['text']}")
    actions = [int(code) for code in re.findall(r'data-actions="(\d+)"', svg)]
    shown = [choice["action"] for choice in view["legal"] if choice["kind"] in ("claim", "on")]
    assert sorted(actions) == sorted(shown)
    assert len(labels(svg)) == len(shown)
    assert all(label.startswith("this is ") for label in labels(svg))


def test_a_site_shows_price_and_best_bonus_of_its_block() -> None:
    state = load(3, contracts={"boxes": ["T18"]}, seats=seats(planning=[["P14"]]))
    state.apply(0, state.parse(0, "build T18"))
    view: dict[str, Any] = state.view(0)
    assert view["decision"]["kind"] == "BUILD_SITE"
    svg = Town(view, WORDS, names=NAMES, sentence=lambda choice: str(choice["text"]), page=True).draw()
    best: dict[str, tuple[int, int]] = {}
    for choice in view["legal"]:
        block = choice["lots"][:2]
        best[block] = max(best.get(block, (0, 0)), (choice["bonus"], choice["price"]))
    assert len(best) > 3
    for block, (bonus, price) in best.items():
        part = re.search(rf'data-block="{block}".*?(?=data-block=|$)', svg)
        assert part is not None
        tag = part[0][part[0].rindex("usp-price-tag") :]
        assert re.findall(r'usp-tag-text"[^>]*>\D?(\d+)<', tag)[:2] == [str(price), str(bonus)]


def test_the_best_bonus_of_a_block_is_the_most_where_its_sites_differ() -> None:
    """The label says so with a sign, and its title tells the bonus of every site."""
    state = load(3, contracts={"boxes": ["T18"]}, seats=seats(planning=[["P14"]]))
    state.apply(0, state.parse(0, "build T18"))
    view: dict[str, Any] = state.view(0)
    sites = [choice["lots"] for choice in view["legal"]]
    block = next(lots[:2] for lots in sites if sum(other[:2] == lots[:2] for other in sites) > 1)
    here = [lots for lots in sites if lots[:2] == block]
    alike = Town({**view, "legal": [{**choice, "bonus": 2} for choice in view["legal"]]}, WORDS).draw()
    assert "\N{LESS-THAN OR EQUAL TO}" not in alike
    bonuses = dict.fromkeys(sites, 2) | {here[0]: 1}
    differ = [{**choice, "bonus": bonuses[choice["lots"]]} for choice in view["legal"]]
    drawn = Town({**view, "legal": differ}, WORDS).draw()
    assert drawn.count(">\N{LESS-THAN OR EQUAL TO}2</text>") == 1
    told = re.findall(r"<title>(\N{LESS-THAN OR EQUAL TO}[^<]*)</title>", drawn)
    listed = ", ".join([*(f"{lots} +2" for lots in sorted(here[1:])), f"{here[0]} +1"])
    assert told == [f"\N{LESS-THAN OR EQUAL TO} 2: {listed}"]


def test_a_demolition_is_marked() -> None:
    state = load(
        3,
        contracts={"boxes": ["T20"]},
        seats=seats(planning=[["P14", "U1"]]),
        buildings=[{"lots": "D3ac", "zone": "COM", "owner": 1}],
    )
    state.apply(0, state.parse(0, "build T20"))
    view: dict[str, Any] = state.view(0)
    gone = [choice for choice in view["legal"] if choice["demolishes"]]
    assert [choice["lots"] for choice in gone] == ["D3ac"]
    svg = board.town(view, WORDS, names=NAMES, sentence=lambda choice: f"{choice['lots']} gone {choice['demolishes']}")
    assert svg.count("usp-i-demolish") == 1


def test_markers_rows_and_offices_can_be_chosen() -> None:
    """Circles and number spaces on the board, offices on the election track."""
    state = load(3, contracts={"boxes": ["T24"]}, seats=seats(planning=[["P14"]]))
    state.apply(0, state.parse(0, "build T24"))
    while state.view(0)["decision"]["kind"] != "MARKER_SLOT":
        state.apply(0, state.legal(0)[0])
    svg = board.town(state.view(0), WORDS, names=NAMES, sentence=lambda choice: str(choice["circle"]))
    assert labels(svg) == ["N-AB", "N-CD", "N-EF", "E-1", "E-2", "E-3", "E-4", "E-5", "E-6"]
    legal = [{"kind": "office", "office": "Mayor", "action": 695}]
    track = election_track({**state.view(0), "legal": legal}, NAMES, WORDS, sentence=lambda choice: "the Mayor")
    assert 'data-actions="695"' in track
    frames = [{"procedure": "build", "new": "C5a"}]
    rows = [{"kind": "row", "row": "H", "action": 700}, {"kind": "row", "row": "V", "action": 701}]
    view = {**state.view(0), "legal": rows, "stack": frames}
    assert labels(board.town(view, WORDS, sentence=lambda choice: f"row {choice['row']}")) == ["row H", "row V"]


def test_what_others_changed_has_a_ring_in_their_colour() -> None:
    state = load(2, buildings=[{"lots": "A1a", "zone": "RES", "owner": 1}])
    svg = board.town(state.view(0), WORDS, fresh=["A1a"])
    assert svg.count("usp-fresh-1") == 1
    assert "usp-fresh" not in board.town(state.view(0), WORDS)


# --- geometry


def test_blocks_and_circles_lie_where_the_rules_say() -> None:
    """USP-2.1, USP-2.7: columns from the west, rows from the north; circles in the north and the east."""
    assert block_at("B1")[0] - block_at("A1")[0] == block_at("A2")[1] - block_at("A1")[1] > BLOCK
    assert circle_at("N-AB")[1] < block_at("A1")[1]
    assert circle_at("E-3")[0] > block_at("F3")[0] + BLOCK
    assert circle_at("E-3")[1] == block_at("F3")[1] + LOT
    assert block_at("C1")[0] < circle_at("N-CD")[0] < block_at("D1")[0] + BLOCK


def inside(path: str, x: float, y: float) -> bool:
    """Whether a point lies in a polygon given as a path of M, L, H, V, h, v and z."""
    points: list[tuple[float, float]] = []
    here = (0.0, 0.0)
    for sign, numbers in re.findall(r"([MLHVhv])([^A-Za-z]*)", path):
        values = [float(n) for n in re.findall(r"-?[\d.]+", numbers)]
        if sign in "ML":
            here = (values[0], values[1])
        elif sign in "Hh":
            here = (values[0] + (here[0] if sign == "h" else 0), here[1])
        else:
            here = (here[0], values[0] + (here[1] if sign == "v" else 0))
        points.append(here)
    odd = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_footprints_of_one_size_are_pressed_in_different_places(size: int) -> None:
    feet = [foot for foot in FOOTPRINTS if len(foot) == size]
    for foot in feet:
        x, y = hit_middle(foot)
        assert inside(hit_area(foot), x, y)
        assert inside(outline(foot, inset=0), x, y), "it is pressed on itself"
    for one, other in combinations(feet, 2):
        assert not inside(hit_area(one), *hit_middle(other))


def test_the_corner_of_an_l_touches_both_its_arms() -> None:
    assert [corner_of(foot) for foot in ("abc", "abd", "acd", "bcd")] == ["a", "b", "c", "d"]


@pytest.mark.parametrize("foot", FOOTPRINTS)
def test_a_roof_covers_its_lots(foot: str) -> None:
    parts = roofs(foot, wall=5)
    assert len(parts) == len(foot)
    assert all(0 < part.left < part.right < BLOCK and 0 < part.top < part.bottom < BLOCK for part in parts)


def test_words_are_wrapped_and_cut() -> None:
    assert wrap("one two three", 60, 10, 3) == ["one two", "three"]
    assert wrap("one two three four five six", 40, 10, 2)[-1].endswith("\N{HORIZONTAL ELLIPSIS}")
    assert capital("end the turn") == "End the turn"


def test_the_cover_is_small_and_has_its_name() -> None:
    assert 'id="picture-urban-sprawl" viewBox="0 0 400 260"' in covers.cover()
    assert len(covers.cover()) < 8_000
