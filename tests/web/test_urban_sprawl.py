"""Pages of Urban Sprawl drawn from documents, without a server or a browser."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from conurb import rulebook
from conurb.games.urban_sprawl.terms import DECISION_NAMES
from conurb.web import looks, render, rules_text, start
from conurb.words import LANGUAGES
from tests.web.documents import Sample
from tests.web.test_render import outline

GAME = "urban-sprawl"
MOMENTS = ("CLAIM", "INVEST", "ACTION", "BUILD_PERMITS", "BUILD_SITE", "ORDER", "OFFER", "VOC_CURRENCY", "over")


@cache
def at(moment: str, players: int) -> Sample:
    """A game of bots at the first decision of a kind after the first turns; not to be played on."""
    made = Sample(players, options={"decks": "short", "turn_limit": 8 if moment == "over" else 0}, game=GAME)
    while not made.play.state.over():
        view: Any = made.play.state.view(None)
        if view["decision"]["kind"] == moment and (moment == "CLAIM" or view["turn"] > 3):
            break
        made.step()
    return made


def decider(sample: Sample) -> int:
    return sample.play.state.to_act()[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_can_be_drawn_for_everybody(moment: str, language: str) -> None:
    assert moment == "over" or moment in DECISION_NAMES
    sample = at(moment, 3)
    for seat in (None, 0, 1, 2):
        outline(render.table_page(sample.document(seat), language))


@pytest.mark.parametrize("players", [2, 4])
def test_every_number_of_players_can_be_drawn(players: int) -> None:
    for moment in ("ACTION", "over"):
        for seat in (None, players - 1):
            outline(render.table_page(at(moment, players).document(seat), "en"))


@pytest.mark.parametrize("moment", MOMENTS[:-1])
def test_every_choice_is_in_the_list_and_somewhere_else(moment: str) -> None:
    sample = at(moment, 3)
    document = sample.document(decider(sample))
    parts = render.table_parts(document, "it")
    legal = {choice["action"] for choice in document["view"]["legal"]}
    assert {int(action) for action in re.findall(r'data-choice="(\d+)"', parts["choices"])} == legal
    elsewhere = "".join(parts[name] for name in ("prompt", "board", "cards", "desk"))
    pressed = {int(n) for codes in re.findall(r'data-actions="([^"]*)"', elsewhere) for n in codes.split()}
    seats = {choice["action"] for choice in document["view"]["legal"] if choice["kind"] == "seat"}
    assert pressed | seats == legal


def test_a_position_looked_at_again_asks_for_nothing() -> None:
    sample = at("ACTION", 3)
    page = render.table_page(sample.document(decider(sample), at=len(sample.log)), "en")
    assert "data-confirm" not in page
    assert "data-choice" not in page
    assert "data-actions" not in page


def test_the_end_of_a_turn_is_on_the_page_with_its_steps() -> None:
    sample = at("OFFER", 3)
    part = render.table_parts(sample.document(0), "en")["desk"]
    steps = [int(number) for number in re.findall(r'class="n num">(\d)<', part)]
    assert steps
    assert "End of the turn" in part
    assert "Event: " in part
    assert part.count('class="now"') == 1


def test_rules_named_by_pages_exist_and_have_their_anchors() -> None:
    html = rules_text.html(GAME)
    outline(html)
    rules = {rule.id for rule in rulebook.read(GAME).rules}
    assert [rule for rule in rules if f'id="{rule}"' not in html] == []
    named: set[str] = set()
    for moment in MOMENTS:
        named |= set(re.findall(r'data-rule="([^"]+)"', render.table_page(at(moment, 3).document(0), "en")))
    assert len(named) > 15
    assert named <= rules


def test_a_name_cannot_write_into_the_page() -> None:
    bad = '<script>alert("x")</script>'
    document = at("ACTION", 3).document(0)
    document["names"] = [bad, *document["names"][1:]]
    assert bad not in render.table_page(document, "en")


def test_a_finished_game_offers_a_poster_of_the_city() -> None:
    page = render.table_page(at("over", 3).document(0), "hu")
    assert "/city/0.svg" in page
    assert "/city/1.svg" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_offers_what_can_be_chosen(language: str) -> None:
    title = next(title for title in start.titles(language) if title["key"] == GAME)
    assert [option["name"] for option in title["options"]] == ["decks", "turn_limit"]
    assert all(option["offers"] for option in title["options"])


def test_the_style_names_only_tokens_that_exist() -> None:
    """A variable that nobody defines would be drawn black."""
    tokens = (render.STATIC / "tokens.css").read_text(encoding="utf-8")
    style = looks.stylesheet(GAME)
    defined = set(re.findall(r"(--[\w-]+):", tokens + style))
    used = set(re.findall(r"var\((--[\w-]+)(?!\s*,)\)", style))
    assert used - defined - {"--edge"} == set()
