"""The picture of Between Two Cities, drawn from hand-built Views."""

from __future__ import annotations

import copy
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from conurb.drawing.pen import signed
from conurb.games.between_two_cities.show import board as show
from conurb.games.between_two_cities.show import palette
from conurb.games.between_two_cities.show.art import tile_words
from conurb.games.between_two_cities.show.layout import ring
from conurb.games.between_two_cities.show.plan import Frame, Plan, cell_name, reach
from tests.games.between_two_cities.show import views

SVG = "{http://www.w3.org/2000/svg}"
VIEWS = views.all_views()
TILE_ID = re.compile(r"\b(?:[SFDEMBOPH]\d\d|X[HV]\d\d)\b")

every_view = pytest.mark.parametrize("name", VIEWS)


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def page(view: views.View) -> ElementTree.Element:
    """All fragments of a view in one page, each of the candidate tiles drawn."""
    parts = [show.defs()]
    parts += [show.city(view, index) for index in range(len(view["cities"]))]
    parts += [show.city(view, index, small=True, labels=False) for index in range(len(view["cities"]))]
    parts += [show.tile(tile) for tile in view["hand"] + view["chosen"]]
    return parse(f"<html>{''.join(parts)}</html>")


def ids(root: ElementTree.Element) -> list[str]:
    return [element.attrib["id"] for element in root.iter() if "id" in element.attrib]


def links(root: ElementTree.Element) -> set[str]:
    found = {element.attrib["href"].removeprefix("#") for element in root.iter(f"{SVG}use")}
    clips = {element.attrib["clip-path"] for element in root.iter() if "clip-path" in element.attrib}
    return found | {clip.removeprefix("url(#").removesuffix(")") for clip in clips}


def tile_ids(value: Any) -> set[str]:
    """Every tile id that occurs in a View as an object with an id."""
    if isinstance(value, dict):
        own = {value["id"]} if "faces" in value else set()
        return own.union(*(tile_ids(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(tile_ids(part) for part in value))
    return set()


# --- standalone documents


@every_view
@pytest.mark.parametrize("dark", [False, True])
def test_board_is_a_lone_file(name: str, dark: bool) -> None:
    view = VIEWS[name]
    svg = show.board(view, names=views.NAMES[: view["players"]], dark=dark)
    root = parse(svg)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"]
    assert root.find(f"{SVG}title") is not None
    assert "class=" not in svg
    assert "var(" not in svg
    assert "color-mix" not in svg
    assert len(svg.encode()) < 250_000


@every_view
def test_board_holds_what_it_uses_and_no_more(name: str) -> None:
    root = parse(show.board(VIEWS[name]))
    assert len(ids(root)) == len(set(ids(root)))
    assert set(ids(root)) == links(root)


@every_view
def test_same_view_same_picture(name: str) -> None:
    view = VIEWS[name]
    before = copy.deepcopy(view)
    assert show.board(view) == show.board(copy.deepcopy(view))
    assert view == before


@every_view
def test_board_shows_no_tile_that_the_view_does_not(name: str) -> None:
    view = VIEWS[name]
    svg = show.board(view)
    shown = {element.attrib["data-tile"] for element in parse(svg).iter() if "data-tile" in element.attrib}
    assert shown <= tile_ids(view)
    without_paths = re.sub(r' d="[^"]*"', "", svg)  # "M10" in a path is a move of the pen, not a tile
    assert set(TILE_ID.findall(without_paths)) <= tile_ids(view)


def test_tiles_of_a_city_are_all_there() -> None:
    view = views.final_four()
    root = parse(show.board(view))
    shown = [element.attrib["data-tile"] for element in root.iter() if "data-tile" in element.attrib]
    assert sorted(shown) == sorted(tile["id"] for city in view["cities"] for tile in city["tiles"])


def test_other_pairs_stay_hidden_while_choosing() -> None:
    """BTC-7.2: the own pair is the only face-down one that is drawn."""
    root = parse(show.board(views.chosen_five()))
    placed = {tile["id"] for city in views.chosen_five()["cities"] for tile in city["tiles"]}
    shown = {element.attrib["data-tile"] for element in root.iter() if "data-tile" in element.attrib}
    assert shown - placed == {"O17", "P11"}


def test_day_and_night_differ_only_in_colours() -> None:
    view = views.place_four()
    day, night = parse(show.board(view)), parse(show.board(view, dark=True))
    assert [element.tag for element in day.iter()] == [element.tag for element in night.iter()]
    assert not set(ids(day)) & set(ids(night))


def test_names_are_escaped() -> None:
    names = ["<script>alert(1)</script>", 'a" class="btc-ring', "Ben & Jerry", "\x00\x0b]]>"]
    for view in (views.place_four(), views.final_four()):
        for svg in (show.board(view, names=names), show.poster(view, 1, names=names, title=names[1])):
            root = parse(svg)
            assert not [element for element in root.iter() if element.tag.endswith("script")]
            assert not [element for element in root.iter() if "class" in element.attrib]
    words = "".join(parse(show.board(views.final_four(), names=names)).itertext())
    assert "Ben & Jerry" in words


def test_missing_names_get_numbers() -> None:
    words = list(parse(show.board(views.place_four(), names=["", "Mira"])).itertext())
    assert {"Player 1", "Mira (you)", "Player 3", "1", "M", "3", "4"} <= set(words)


def texts_of(svg: str) -> list[str]:
    """Everything a picture says, to the eye or to a screen reader."""
    said = []
    for node in parse(svg).iter():
        said += [node.text or "", node.attrib.get("aria-label", "")]
    return said


@pytest.mark.parametrize(
    ("language", "there"),
    [("it", {"Campanile", "Foglio dei punti", "Negozi", "fino a 5"}), ("hu", {"Harangláb", "Pontozólap", "Boltok"})],
)
def test_pictures_speak_every_language(language: str, there: set[str]) -> None:
    """No English word is left on the table or in its description, and none on a poster."""
    spoken = show.words(language)
    assert set(spoken) == set(show.words())
    table = show.board(views.place_four(), names=views.NAMES, language=language)
    poster = show.poster(views.final_four(), 1, names=views.NAMES, language=language)
    said = " ".join([*texts_of(table), *texts_of(poster)]).replace("Between Two Cities", "")
    assert all(word in said for word in there)
    english = [text for key, text in show.words().items() if text != spoken[key] and "{" not in text]
    found = [text for text in english if re.search(rf"\b{re.escape(text)}\b", said)]
    assert found == []


def test_end_of_the_game_names_the_winner() -> None:
    root = parse(show.board(views.final_four(), names=views.NAMES))
    assert root.attrib["aria-label"] == "Between Two Cities. Ada wins with 53 points"
    shared = views.final_four() | {"ranking": [1, 1, 3, 4]}
    assert "Ada and Mira share the first place" in parse(show.board(shared, names=views.NAMES)).attrib["aria-label"]


def test_what_counts() -> None:
    """BTC-6.2 and BTC-6.10: the lower city, but with two players the sum."""
    assert "the lower city counts" in show.board(views.final_four())
    two = show.board(views.final_two(), names=views.NAMES)
    assert "both cities count" in two
    assert "the lower city counts" not in two
    assert "Mira wins with 103 points" in two


def test_poster() -> None:
    view = views.final_four()
    root = parse(show.poster(view, 2, names=views.NAMES, title="Old Viaduct"))
    words = set(root.itertext())
    assert {"Old Viaduct", "built by Noor and Lantern", "49", "20"} <= words
    assert root.attrib["aria-label"] == "Old Viaduct: 49 points, built by Noor and Lantern"
    assert set(ids(root)) == links(root)


# --- the ring


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("level", [False, True])
def test_players_sit_between_their_cities(players: int, level: bool) -> None:
    for seat in range(players):
        shape = ring(players, seat, level=level)
        place = {slot.city: slot for slot in shape.slots}
        assert sorted(place) == list(range(players))
        assert sorted(post.seat for post in shape.posts) == list(range(players))
        me = next(post for post in shape.posts if post.seat == seat)
        left, right = place[seat], place[(seat - 1) % players]
        assert left.x < me.x < right.x
        assert left.y == right.y == max(slot.y for slot in shape.slots)


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("level", [False, True])
def test_cards_do_not_overlap(players: int, level: bool) -> None:
    slots = ring(players, 0, level=level).slots
    rows = {slot.y: sorted((s for s in slots if s.y == slot.y), key=lambda s: s.x) for slot in slots}
    for row in rows.values():
        assert all(one.x + one.width + 60 < other.x for one, other in pairwise(row))
    first, second = sorted(rows)
    assert first + rows[first][0].height < second


def test_two_players_face_each_other() -> None:
    """BTC-2.10: each builds two cities alone, so only two players stand in the ring."""
    shape = ring(2, 1, level=False)
    place = {slot.city: slot for slot in shape.slots}
    assert place[2].y == place[3].y > place[0].y == place[1].y
    assert place[2].x < place[3].x
    assert [post.seat for post in shape.posts] == [0, 1]


# --- plans


@pytest.mark.parametrize(
    ("cells", "frame"),
    [
        ([], Frame(-3, -3, 3, 3)),
        ([(0, 0)], Frame(-3, -3, 3, 3)),
        ([(0, 0), (0, 1)], Frame(-3, -2, 3, 3)),
        ([(0, -1), (0, 0), (0, 1), (0, 2)], Frame(-3, -1, 3, 2)),
        ([(0, 0), (0, 1), (1, 1), (2, 1), (2, 2), (2, 3)], Frame(-1, 0, 3, 3)),
        ([(0, 0), (3, 3)], Frame(0, 0, 3, 3)),
    ],
)
def test_reach(cells: list[tuple[int, int]], frame: Frame) -> None:
    """BTC-4.5, with the shape of BTC-4.10 as the last but one."""
    assert reach(cells) == frame


def lots(svg: str, cls: str) -> set[str]:
    return {e.attrib["data-cell"] for e in parse(svg).iter(f"{SVG}rect") if e.attrib.get("class") == f"btc-{cls}"}


def test_lots_of_a_growing_city() -> None:
    plan: views.Plan = (["SS", ".O"], [], (5, 0, 0, 1, 0, 0), (0, 0))
    svg = show.city(views.view(3, None, [plan] * 3), 0)
    assert lots(svg, "lot") == {"d5"}
    everything = {f"{col}{row}" for col in "bcdefg" for row in range(2, 8)}
    assert lots(svg, "growth") == everything - {"d4", "e4", "e5", "d5"}


def test_finished_city_has_no_lots() -> None:
    svg = show.city(views.final_four(), 0)
    assert lots(svg, "lot") | lots(svg, "growth") == set()


def test_late_city_shows_its_frame_only() -> None:
    svg = show.city(views.place_four(), 0, choices=False)
    assert lots(svg, "lot") == {"d6", "d7", "g7"}
    assert lots(svg, "growth") == set()


def test_edges_carry_stable_names() -> None:
    assert cell_name(0, 0) == "d4"
    assert cell_name(-3, 3) == "g1"
    svg = show.city(views.place_four(), 1, choices=False)
    words = [e.text for e in parse(svg).iter(f"{SVG}text") if e.attrib.get("class") == "btc-coord"]
    assert words == ["c", "d", "e", "f", "3", "4", "5", "6"]
    assert "btc-coord" not in show.city(views.place_four(), 1, labels=False)


# --- decisions


@pytest.mark.parametrize("name", ["place-3", "place-4"])
def test_every_placement_is_one_button(name: str) -> None:
    view = VIEWS[name]
    for tile in dict.fromkeys(choice["tile"] for choice in view["legal"]):
        own = [index for index, city in enumerate(view["cities"]) if view["seat"] in city["owners"]]
        roots = [parse(show.city(view, index, tile=tile)) for index in own]
        buttons = [e for root in roots for e in root.iter() if "data-action" in e.attrib]
        expected = [choice["action"] for choice in view["legal"] if choice["tile"] == tile]
        assert sorted(int(button.attrib["data-action"]) for button in buttons) == sorted(expected)
        assert all(b.attrib["role"] == "button" and b.attrib["tabindex"] == "0" for b in buttons)
        assert all(b.attrib["aria-label"] for b in buttons)


def test_buttons_of_duplexes_do_not_cover_each_other() -> None:
    root = parse(show.city(views.place_duplex_three(), 1, tile="XH04"))
    middles = set()
    for button in (e for e in root.iter() if "data-action" in e.attrib):
        x, y = re.findall(r"-?[\d.]+", button.attrib["transform"])
        hit = next(e for e in button if e.attrib["class"] == "btc-hit")
        middles.add((float(x) + float(hit.attrib["x"]), float(y) + float(hit.attrib["y"])))
        assert (hit.attrib["width"], hit.attrib["height"]) == ("100", "100")
    assert len(middles) == 7
    assert all(abs(a[0] - b[0]) >= 100 or abs(a[1] - b[1]) >= 100 for a in middles for b in middles if a != b)


def test_gain_and_sentence_of_a_site() -> None:
    view = views.place_four()
    root = parse(show.city(view, 1, tile="S16"))
    by_action = {e.attrib["data-action"]: e for e in root.iter() if "data-action" in e.attrib}
    assert by_action["80"].attrib["aria-label"] == "shop on e3 of Belfry: 5 points more"
    assert by_action["81"].attrib["aria-label"] == "shop on c6 of Belfry: 1 point less"
    assert "\N{MINUS SIGN}1" in by_action["81"].itertext()
    assert by_action["82"].attrib["aria-label"].endswith("no change")


def test_label_callback_words_the_buttons() -> None:
    svg = show.city(views.place_four(), 1, label=lambda choice: f'"{choice["text"]}" <here>')
    labels = {e.attrib["aria-label"] for e in parse(svg).iter() if "data-action" in e.attrib}
    assert '"left P11 e3" <here>' in labels


def test_no_choices_no_buttons() -> None:
    view = views.place_four()
    assert "data-action" not in show.city(view, 1, choices=False)
    assert "data-action" not in show.city(view, 0)
    assert "data-action" not in show.city(views.choose_seven(), 3)


def test_signed() -> None:
    assert [signed(4), signed(-2), signed(0)] == ["+4", "\N{MINUS SIGN}2", "\N{PLUS-MINUS SIGN}0"]


# --- fragments and stylesheet


@every_view
def test_ids_are_unique_in_a_page(name: str) -> None:
    root = page(VIEWS[name])
    assert len(ids(root)) == len(set(ids(root)))
    assert links(root) <= set(ids(root))


@every_view
def test_transition_names_are_unique_in_a_page(name: str) -> None:
    styles = [e.attrib["style"] for e in page(VIEWS[name]).iter() if "style" in e.attrib]
    assert len(styles) == len(set(styles))


def test_every_class_has_a_rule() -> None:
    styled = set(re.findall(r"\.btc-([\w-]+)", show.stylesheet()))
    for view in VIEWS.values():
        for element in page(view).iter():
            for cls in element.attrib.get("class", "").split():
                assert cls.removeprefix("btc-") in styled


def test_stylesheet_speaks_in_tokens() -> None:
    css = show.stylesheet()
    assert "@shops" not in css
    assert ".btc-badge-shops{fill:var(--shops)" in css
    assert "--btc-roof-shops:color-mix(in oklab,var(--shops) 60%,#10131a)" in css


def test_fresh_tile_gets_the_ring_of_its_player() -> None:
    view = views.place_four()
    tile = view["cities"][1]["tiles"][-1]
    assert show.city(view, 1, fresh=[tile["id"]]).count(f'class="btc-fresh-{tile["seat"]}"') == 1
    assert "btc-fresh" not in show.city(view, 1)


def test_tile_fragment() -> None:
    root = parse(show.tile(views.tile("XV02"), size=50))
    assert (root.attrib["width"], root.attrib["height"]) == ("50", "100")
    assert root.attrib["data-tile"] == "XV02"
    assert root.attrib["aria-label"] == "duplex factory and office"
    assert tile_words(views.tile("B05")) == "tavern (bed)"


def test_city_in_words() -> None:
    assert Plan(views.choose_two(), 0).words(show.words()) == "no tiles yet"
    words = Plan(views.place_four(), 1).words(show.words())
    assert words.startswith("row 3: factory, park, empty, park; row 4: office, shop, office, house")


def test_seven_cities() -> None:
    names = [show.city_name(index) for index in range(7)]
    assert names == list(show.CITY_EMBLEMS)
    assert names[:4] == ["Harbour", "Belfry", "Viaduct", "Rotunda"]


def test_mixing_like_the_browser() -> None:
    """Values of ``color-mix(in oklab, ...)`` as a browser computes them."""
    assert palette.resolved("ground-parks", dark=False) == "#c3ddc1"
    assert palette.resolved("roof-shops", dark=False) == "#e0a100"
    assert palette.resolved("shade", dark=False) == "#20242c / .17"
