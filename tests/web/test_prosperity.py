"""Pages of Prosperity drawn from documents, without a server or a browser."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from conurb import rulebook
from conurb.web import render, rules_text, start
from conurb.words import LANGUAGES
from tests.web.documents import Sample
from tests.web.test_render import outline

GAME = "prosperity"
MOMENTS = {
    "start": ("action", 1),
    "early": ("action", 6),
    "tally": ("tally", 2),
    "late": ("action", 30),
    "over": ("over", 0),
}


@cache
def at(moment: str, players: int = 3) -> Sample:
    """A game of bots at that moment; not to be played on."""
    phase, turn = MOMENTS[moment]
    made = Sample(players, options={"countries": "mixed"}, game=GAME)
    while not made.play.state.over():
        view: Any = made.play.state.view(None)
        if view["phase"] == phase and view["turn"] >= turn:
            break
        made.step()
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_can_be_drawn_for_everybody(moment: str, language: str) -> None:
    sample = at(moment)
    for seat in (None, 0, 1, 2):
        outline(render.table_page(sample.document(seat), language))


@pytest.mark.parametrize("players", [2, 4])
def test_every_number_of_players_can_be_drawn(players: int) -> None:
    for moment in ("early", "over"):
        for seat in (None, players - 1):
            outline(render.table_page(at(moment, players).document(seat), "en"))


def test_every_choice_is_on_the_boards_and_in_the_list() -> None:
    sample = at("late")
    seat = sample.play.state.to_act()[0]
    document = sample.document(seat)
    parts = render.table_parts(document, "it")
    legal = {choice["action"] for choice in document["view"]["legal"]}
    assert {int(action) for action in re.findall(r'data-choice="(\d+)"', parts["choices"])} == legal
    boards = parts["board"] + parts["research"]
    assert {int(n) for codes in re.findall(r'data-actions="([^"]*)"', boards) for n in codes.split()} == legal


def test_a_position_looked_at_again_asks_for_nothing() -> None:
    sample = at("early")
    seat = sample.play.state.to_act()[0]
    page = render.table_page(sample.document(seat, at=len(sample.log)), "en")
    assert "data-confirm" not in page
    assert "data-choice" not in page
    assert "data-actions" not in page


def test_rules_named_by_pages_exist_and_have_their_anchors() -> None:
    html = rules_text.html(GAME)
    outline(html)
    rules = {rule.id for rule in rulebook.read(GAME).rules}
    assert [rule for rule in rules if f'id="{rule}"' not in html] == []
    named: set[str] = set()
    for moment in MOMENTS:
        named |= set(re.findall(r'data-rule="([^"]+)"', render.table_page(at(moment).document(0), "en")))
    assert len(named) > 15
    assert named <= rules


def test_a_name_cannot_write_into_the_page() -> None:
    bad = '<script>alert("x")</script>'
    document = at("early").document(0)
    document["names"] = [bad, *document["names"][1:]]
    assert bad not in render.table_page(document, "en")


def test_a_finished_game_offers_a_poster_of_every_country() -> None:
    page = render.table_page(at("over").document(0), "en")
    for seat in range(3):
        assert f"/city/{seat}.svg" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_offers_what_can_be_chosen(language: str) -> None:
    title = next(title for title in start.titles(language) if title["key"] == GAME)
    assert [option["name"] for option in title["options"]] == ["countries", "first"]
    assert all(option["offers"] for option in title["options"])
