"""Pages drawn from documents, without a server or a browser."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from conurb import bots, games, rulebook
from conurb.web import looks, render, rules_text, start
from conurb.words import LANGUAGES
from tests.web.documents import GAME, WHEN, Sample

VOID = {"input", "link", "meta", "br", "hr", "img"}


class Outline(HTMLParser):
    """Checks that tags close in order, and collects what was seen."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.faults: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.update(value or "" for name, value in attrs if name == "id")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids.update(value or "" for name, value in attrs if name == "id")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def outline(html: str) -> Outline:
    seen = Outline()
    seen.feed(html)
    assert seen.faults == []
    assert seen.open == []
    assert [name for name, times in seen.ids.items() if times > 1] == []
    return seen


MOMENTS = {
    "start": ("choose", "1", 1),
    "choosing": ("choose", "1", 3),
    "placing": ("place", "1", 2),
    "duplexes": ("choose", "2", 1),
    "placing duplexes": ("place", "2", 1),
    "late": ("place", "3", 3),
    "over": ("over", None, 1),
}


@cache
def at(moment: str) -> Sample:
    """A game at that moment; not to be played on."""
    return Sample().until(*MOMENTS[moment])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_can_be_drawn_for_everybody(moment: str, language: str) -> None:
    sample = at(moment)
    for seat in (None, 0, 1, 2, 3):
        outline(render.table_page(sample.document(seat), language))


@pytest.mark.parametrize("players", [2, 3, 7])
def test_every_number_of_players_can_be_drawn(players: int) -> None:
    sample = Sample(players)
    while not sample.play.state.over():
        for _ in range(17):
            if not sample.play.state.over():
                sample.step()
        for seat in (None, 0, players - 1):
            outline(render.table_page(sample.document(seat), "en"))


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_at_the_end_the_score_sheet_lies_below_the_ranking(game: str) -> None:
    sample = Sample(2, game=game)
    playing = render.table_parts(sample.document(0), "en")
    assert playing["final"] == ""
    assert 'class="score"' in playing["score"]
    sample.bot = bots.get("random", 5)
    over = render.table_parts(sample.until("over").document(0), "en")
    assert over["final"].index('class="podium"') < over["final"].index('class="score"')
    assert over["score"] == ""


def test_a_placement_offers_both_tiles_in_both_cities() -> None:
    document = at("placing").document(0)
    parts = render.table_parts(document, "en")
    legal = {choice["action"] for choice in document["view"]["legal"]}
    assert legal < {int(action) for action in re.findall(r'data-choice="(\d+)"', parts["choices"])}
    sites = re.findall(r'data-sites="(\w+)"', parts["board"])
    assert Counter(sites) == Counter(2 * [tile["id"] for tile in document["view"]["revealed"][0]])


def test_the_sites_of_the_page_are_the_legal_ones() -> None:
    """Also those in the right city, which the engine offers only after the left one."""
    sample = Sample().until("place", "1", 3)
    document = sample.document(0)
    desk = looks.page(GAME)
    shown = desk.table(document, lambda message: message.key)["choices"]["rows"]
    for first in document["view"]["legal"]:
        after = sample.play.state.clone()
        after.apply(0, first["action"])
        second = after.view(0)["legal"]
        assert isinstance(second, list)
        offered = {row["action"] for row in shown if row["city"]["index"] == 3 and row["tile"] != first["tile"]}
        assert offered == {choice["action"] for choice in second}


def test_a_gain_is_explained_by_its_parts() -> None:
    document = at("late").document(0)
    rows = looks.page(GAME).table(document, lambda message: message.key)["choices"]["rows"]
    assert rows
    for row in rows:
        parts = re.findall(rf"([+{render.MINUS}])(\d+)", row["why"])
        assert sum(int(n) if sign == "+" else -int(n) for sign, n in parts) == row["gain"]


@pytest.mark.parametrize("moment", ["start", "choosing", "duplexes"])
def test_a_secret_is_shown_to_its_seat_only(moment: str) -> None:
    """No id of a hand or of a chosen pair is on the page of anybody else."""
    sample = Sample().until(*MOMENTS[moment])
    sample.step()  # seat 0 has chosen
    for owner in range(4):
        view = sample.play.state.view(owner)
        hidden = [tile["id"] for name in ("hand", "chosen") for tile in view[name]]
        assert hidden
        for viewer in (None, 0, 1, 2, 3):
            page = render.table_page(sample.document(viewer), "en")
            held = [tile for tile in hidden if re.search(rf"\b{tile}\b", page)]
            assert held == (hidden if viewer == owner else [])


def test_the_veil_hides_the_hand_and_names_its_owner() -> None:
    sample = Sample()
    public = sample.document(None) | {"yours": [0, 1]}
    page = render.table_page(public, "en", veil=1)
    assert "Pass the screen to Mira." in page
    assert 'data-hand="' not in page


def test_a_table_that_waits_for_players_asks_for_nothing_else() -> None:
    page = render.table_page(Sample().document(0, status="waiting"), "en")
    assert "Who else is playing?" in page
    assert "data-confirm" not in page
    assert 'data-hand="' not in page


def test_a_position_looked_at_again_says_what_led_to_it_and_asks_for_nothing() -> None:
    sample = at("placing")
    page = render.table_page(sample.document(0, at=len(sample.log)), "en")
    assert "Revealed: " in page
    assert f"Position {len(sample.log)} of {len(sample.log)}" in page
    assert "data-confirm" not in page
    assert "data-choice" not in page


def test_what_was_taken_back_is_not_in_the_log() -> None:
    document = Sample().until("place", "1", 1).document(0)
    whole = len(render.log_rows(document, "en"))
    document["log"][-1]["undone"] = True
    document["log"].append({**document["log"][-1], "kind": "undo", "undone": False, "events": []})
    lost = len(document["log"][-2]["events"])
    assert len(render.log_rows(document, "en")) == whole - lost


def test_the_log_tells_who_gained_what_and_why() -> None:
    rows = render.log_rows(at("choosing").document(1), "en")
    placed = next(row for row in rows if "placed" in row["text"])
    assert placed["rule"] == "BTC-3.8"
    assert re.fullmatch(rf"[+{render.MINUS}]\d+|{render.NEITHER}0", placed["gain"])
    assert placed["tone"] in ("pos", "neg", "zero")


def test_a_name_cannot_write_into_the_page() -> None:
    bad = '<script>alert("x")</script>'
    document = Sample().document(0)
    document["names"] = [bad, *document["names"][1:]]
    assert bad not in render.table_page(document, "en")


def test_what_is_said_cannot_write_into_the_page() -> None:
    bad = "<img src=x onerror=alert(1)>"
    said = {"number": 1, "seat": 2, "name": bad, "text": bad, "suggestion": None, "at": WHEN}
    assert bad not in render.table_page(at("placing").document(0, chat=[said]), "en")


def test_a_suggestion_is_told_in_the_words_of_the_reader() -> None:
    sample = at("placing")
    tile = sample.play.state.view(None)["revealed"][1][0]
    advice = {"city": 1, "tile": tile["id"], "row": 1, "col": 0}
    said = {"number": 1, "seat": 0, "name": "Ada", "text": "d5", "suggestion": advice, "at": WHEN}
    told = render.messages(sample.document(1, chat=[said]), "it")
    assert told[0]["text"] == ""
    assert told[0]["advice"]["words"].endswith("a Campanile, d5")


def test_somebody_who_left_can_be_replaced_by_others_only() -> None:
    document = Sample().document(0)
    document["seats"][1] |= {"kind": "person", "connected": False}
    told = render.seats(document)
    assert [seat["can_take_over"] for seat in told] == [False, True, False, False]
    assert not any(seat["can_return"] for seat in told)
    document["seats"][0] |= {"bot_since": WHEN}
    assert render.seats(document)[0]["can_return"]


def test_the_host_sees_the_links_of_free_seats() -> None:
    document = Sample().document(0, status="waiting")
    document["seats"][2] |= {"kind": "open"}
    page = render.table_page(document, "en", invites={2: "https://example.org/join/abc"})
    assert "https://example.org/join/abc" in page
    assert "https://example.org/join/abc" not in render.table_page(document, "en")


def test_the_state_for_the_scripts_is_json() -> None:
    page = render.table_page(Sample().document(0), "en")
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page)
    assert found
    assert json.loads(found[1])["table"] == "sampletable"


def test_no_script_is_written_into_a_page() -> None:
    """The content security policy lets only files run."""
    pages = [
        render.table_page(Sample().document(0), "en"),
        render.page("message.html", "en", reason="x"),
        render.page("home.html", "en", **home()),
    ]
    for page in pages:
        scripts = re.findall(r"<script([^>]*)>", page)
        assert scripts
        assert all("src=" in script or "application/json" in script for script in scripts)
        assert not re.search(r"\son\w+=", page)


def home() -> dict[str, Any]:
    row = start.table_row(
        {"status": "waiting", "open": 2, "url": "/t/x", "game": GAME, "title": "T", "names": ["Ada", ""]}, "en"
    )
    lists: dict[str, Any] = {"mine": [row], "open": [row], "watch": []}
    return lists | {"titles": start.titles("en"), "chosen": GAME, "levels": ["random", "greedy", "of the house"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_offers_every_option_of_a_game(language: str) -> None:
    page = render.page("home.html", language, **home() | {"titles": start.titles(language)})
    outline(page)
    for name in ("seating", "place_order", "idle", "clock", "public"):
        assert f'name="{name}"' in page


def test_every_rule_has_its_anchor() -> None:
    html = rules_text.html(GAME)
    outline(html)
    missing = [rule.id for rule in rulebook.read(GAME).rules if f'id="{rule.id}"' not in html]
    assert missing == []


@pytest.mark.parametrize("seat", [0, None])
def test_revealed_tiles_are_shown_to_everybody(seat: int | None) -> None:
    """BTC-3.7: in the log, in front of each player, and in the words of the board."""
    sample = at("placing")
    page = render.table_page(sample.document(seat), "en")
    tiles = [tile["id"] for pair in sample.document(seat)["view"]["revealed"] for tile in pair]
    assert len(tiles) >= 3
    shown = page[page.index('data-part="players"') :]
    assert all(f'data-tile="{tile}"' in shown for tile in tiles)
    assert "Revealed: " in page
    assert "Tiles to be placed" in page


def test_rules_named_by_pages_exist() -> None:
    known = {rule.id for rule in rulebook.read(GAME).rules}
    named: set[str] = set()
    for moment in MOMENTS:
        named |= set(re.findall(r'data-rule="([^"]+)"', render.table_page(at(moment).document(0), "en")))
    assert len(named) > 10
    assert named <= known


@pytest.mark.parametrize("size", [("tokens.css", 8), ("style.css", 40), ("js/table.js", 16)])
def test_files_stay_small(size: tuple[str, int]) -> None:
    name, kilobytes = size
    assert (render.STATIC / name).stat().st_size < kilobytes * 1024
