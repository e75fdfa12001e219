"""Prosperity in a real browser: whole games, purchases on the boards, and for everyone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Visit, Visitor
from tests.web.player import Player
from tests.web.test_browser import bytes_over_the_line, get, post, serious_faults, set_table

GAME = "prosperity"


class Minister(Player):
    """Somebody who leads a country."""

    asked = ("decide", "over")

    def version(self) -> str:
        return self.page.locator("#main").get_attribute("data-version") or ""

    def done(self, before: str) -> None:
        """The page shows what has become of the choice, which is confirmed where it cannot be taken back."""
        confirm = self.page.locator("[data-confirm]")
        if confirm.count() and confirm.is_visible():
            confirm.click()
        self.page.wait_for_function(
            "version => document.querySelector('#main').dataset.version !== version", arg=before, timeout=30_000
        )

    def choose(self, first: int = 0, second: int = 0) -> None:
        """A row of the list."""
        before = self.version()
        self.page.locator("[data-choice]:visible").nth(first).click()
        self.done(before)

    def cards(self) -> list[str]:
        """The actions of every tile that can be paid for and is placed, as the board shows them."""
        found = self.page.locator(".pro-research:visible .pro-card").evaluate_all(
            "cards => cards.map(card => card.dataset.actions)"
        )
        return [actions for actions in found if " " in actions]

    def buy(self, actions: str) -> None:
        """A tile of the Research board, then a space of the map."""
        before = self.version()
        self.page.locator(f'.pro-card[data-actions="{actions}"]:visible').click()
        sites = self.page.locator(".pro-map:visible .pro-site-of[data-open]")
        expect(sites).to_have_count(len(actions.split()))
        expect(self.page.locator(".pro-map:visible [data-tab]:visible")).to_have_count(len(actions.split()))
        sites.first.click()
        self.done(before)

    def decide(self, turn: int = 0) -> str:
        """Now a tile bought on the boards, now a row of the list."""
        mode = self.wait_for("decide", "over")
        if mode == "decide":
            cards = self.cards()
            if turn % 2 and cards:
                self.buy(cards[-1])
            else:
                self.choose(turn % min(4, self.page.locator("[data-choice]:visible").count()))
        return mode


def sit(visitor: Visitor, kinds: str, **options: object) -> Minister:
    visitor.go(set_table(visitor, kinds, game=GAME, options=options)["url"])
    minister = Minister(visitor)
    minister.sit_down()
    return minister


def begin(visitor: Visitor, kinds: str) -> Minister:
    """At one's first action; a tally that asks for a decision may come before it."""
    minister = sit(visitor, kinds, first=0)
    minister.wait_for("decide")
    while not minister.cards():
        minister.choose(0)
        minister.wait_for("decide")
    return minister


def play(visitor: Visitor, kinds: str, name: str, **options: object) -> None:
    """A whole game, looked at along the way; the end is what the server says."""
    minister = sit(visitor, kinds, **options)

    def look(mode: str, turn: int) -> None:
        assert not visitor.scrolls_sideways()
        if turn in (0, 1, 9) or mode == "over":
            visitor.shot(f"prosperity-{turn:02}-{mode}-{name}")

    minister.play_to_the_end(look)
    document = get(visitor, f"/api/tables/{minister.page.url.rpartition('/')[2]}")
    shown = [int(score) for score in minister.page.locator(".podium strong").all_inner_texts()]
    assert shown == sorted(document["view"]["scores"], reverse=True)


def test_a_whole_game_against_bots(visit: Visit) -> None:
    visitor = visit(size="desktop", language="it")
    play(visitor, "mbbb", "desktop-it", countries="mixed")


@pytest.mark.long
@pytest.mark.parametrize(("size", "language", "theme"), [("phone", "hu", "dark"), ("tablet", "en", "light")])
@pytest.mark.parametrize("kinds", ["mb", "mbb"])
def test_whole_games_of_other_sizes(visit: Visit, size: str, language: str, theme: str, kinds: str) -> None:
    play(visit(size=size, language=language, theme=theme), kinds, f"{size}-{language}-{kinds}", countries="black")


def test_a_purchase_shows_what_it_would_change(visit: Visit) -> None:
    """A tile narrows the list and lights its spaces; a space shows where the cubes would go; Escape takes back."""
    minister = begin(visit(), "mb")
    page = minister.page
    before = page.locator("[data-choice]:visible").count()
    cards = minister.cards()
    page.locator(f'.pro-card[data-actions="{cards[0]}"]:visible').click()
    expect(page.locator("[data-choice]:visible")).to_have_count(len(cards[0].split()))
    site = page.locator(".pro-map:visible .pro-site-of[data-open]").first
    site.hover()
    ghosts = page.locator(".pro-map:visible [data-ghost]:visible")
    assert ghosts.count() > 0
    assert re.fullmatch(r"[+\N{MINUS SIGN}]?\d+", ghosts.first.text_content() or "")
    page.keyboard.press("Escape")
    expect(page.locator("[data-choice]:visible")).to_have_count(before)
    expect(page.locator("[data-ghost]:visible")).to_have_count(0)


def test_the_first_action_can_be_taken_back_and_the_second_is_confirmed(visit: Visit) -> None:
    visitor = visit()
    minister = begin(visitor, "mb")
    page = minister.page
    version = minister.version()
    page.locator("[data-choice]:visible").first.click()  # revenue, at once
    page.wait_for_function("version => document.querySelector('#main').dataset.version !== version", arg=version)
    expect(page.locator("#question")).to_have_text("What is your second action?")
    page.locator("[data-undo]").click()
    expect(page.locator("#question")).to_have_text("What is your first action?")
    minister.choose(0)
    version = minister.version()
    page.locator("[data-choice]:visible").first.click()
    expect(page.locator("[data-confirm]")).to_be_visible()
    assert minister.version() == version
    minister.done(version)


def test_a_turn_by_keyboard_alone(visit: Visit) -> None:
    minister = begin(visit(), "mb")
    page = minister.page
    page.keyboard.press("c")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")  # cleanup
    expect(page.locator("#question")).to_have_text("What is your second action?")
    card = page.locator(".pro-card:visible").first
    card.focus()
    page.keyboard.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(card).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("r")
    expect(page.locator("#rules .found")).to_have_attribute("id", "PRO-3.12")


@pytest.mark.parametrize(("size", "theme"), [("desktop", "dark"), ("phone", "light")])
def test_axe_finds_no_serious_fault(visit: Visit, size: str, theme: str) -> None:
    visitor = visit(size=size, theme=theme)
    minister = begin(visitor, "mbb")
    faults = serious_faults(minister.page)
    cards = minister.cards()
    minister.page.locator(f'.pro-card[data-actions="{cards[0]}"]:visible').click()
    faults += serious_faults(minister.page)
    assert not visitor.scrolls_sideways()
    assert faults == []


def test_the_first_load_is_small(visit: Visit) -> None:
    visitor = visit()
    address = set_table(visitor, "mbbb", game=GAME)["url"]
    visitor.go(address)
    visitor.page.wait_for_timeout(800)
    assert 20_000 < bytes_over_the_line(visitor) < 200_000


def test_the_choices_are_one_key_away_when_few_are_left(visit: Visit) -> None:
    minister = begin(visit(), "mb")
    page = minister.page
    rows = page.locator(".choices li:not([hidden])")
    before = rows.count()
    actions = minister.cards()[0]
    page.locator(f'.pro-card[data-actions="{actions}"]:visible').click()
    expect(rows).to_have_count(len(actions.split()))
    assert rows.count() < before
    page.keyboard.press("c")
    assert page.evaluate("document.activeElement.closest('.choices li:not([hidden])') !== null")


def test_a_choice_waits_for_what_came_of_it_though_older_news_were_being_fetched(visit: Visit) -> None:
    visitor = visit()
    minister = begin(visitor, "mb")
    page = minister.page
    version = int(minister.version())
    held: list[Route] = []
    page.route("**/parts*", lambda route: route.continue_() if held else held.append(route))
    table = page.locator("#main").get_attribute("data-table")
    post(visitor, f"/api/tables/{table}/chat", {"seat": 0, "text": "Hello"})  # makes the page fetch its parts
    with page.expect_response("**/actions"):
        page.locator(".choices [data-choice]").first.click()
        if page.locator("[data-confirm]:visible").count():
            page.locator("[data-confirm]").click()
    page.wait_for_timeout(200)
    assert len(held) == 1  # fetched before the choice: nothing of it can be in there
    expect(page.locator("#main")).to_have_class(re.compile("sending"))
    held[0].continue_()
    expect(page.locator("#main")).not_to_have_class(re.compile("sending"))
    assert int(minister.version()) > version


def test_a_question_that_stays_in_sight_folds_its_explanation(visit: Visit) -> None:
    """A phone needs the room for what the question is about."""
    page = begin(visit("phone"), "mb").page
    page.evaluate("scrollTo(0, 0)")  # a tally that asked for a decision first has left the page scrolled
    expect(page.locator("[data-explain]")).to_be_visible()
    page.locator("[data-jump='log']").click()
    expect(page.locator("[data-explain]")).to_be_hidden()
    expect(page.locator("#question")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("[data-explain]")).to_be_visible()
