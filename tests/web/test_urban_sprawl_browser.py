"""Urban Sprawl in a real browser: whole games, cards and board, a block enlarged on a phone, and for everyone."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit, Visitor
from tests.web.player import Player
from tests.web.test_browser import bytes_over_the_line, get, serious_faults, set_table

GAME = "urban-sprawl"
SHORTEST = {"decks": "short", "turn_limit": 12}


class Councillor(Player):
    """Somebody who builds a city."""

    asked = ("decide", "over")
    most = 400

    def version(self) -> str:
        return self.page.locator("#main").get_attribute("data-version") or ""

    def question(self) -> str:
        return self.page.locator("#question").inner_text()

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

    def press(self, action: int) -> None:
        """The button of an action on the board, on a card or beside the question."""
        before = self.version()
        self.page.locator(f'[data-actions="{action}"]').first.dispatch_event("click")
        self.done(before)

    def codes(self, where: str) -> list[int]:
        found = self.page.locator(f"{where} [data-actions]").evaluate_all("all => all.map(one => one.dataset.actions)")
        return [int(code) for code in found]

    def decide(self, turn: int = 0) -> str:
        """Claims and builds on the board, cards by their buttons, everything else in the list."""
        mode = self.wait_for("decide", "over")
        if mode == "decide":
            chance = Random(turn)
            places = self.codes("[data-part=board]") or self.codes(".deeds")
            if places and turn % 4:
                self.press(chance.choice(places))
            else:
                self.choose(chance.randrange(self.page.locator("[data-choice]:visible").count()))
        return mode


def sit(visitor: Visitor, kinds: str, **options: object) -> Councillor:
    visitor.go(set_table(visitor, kinds, game=GAME, options=options)["url"])
    councillor = Councillor(visitor)
    councillor.sit_down()
    return councillor


def until(councillor: Councillor, question: str) -> Councillor:
    """At the first decision with that question."""
    for turn in range(120):
        councillor.wait_for("decide")
        if councillor.question() == question:
            return councillor
        councillor.decide(turn)
    raise AssertionError(f"nobody asks: {question}")


def play(visitor: Visitor, kinds: str, name: str, **options: object) -> None:
    """A whole game, looked at along the way; the end is what the server says."""
    councillor = sit(visitor, kinds, **options)

    def look(mode: str, turn: int) -> None:
        assert not visitor.scrolls_sideways()
        if turn in (0, 6, 20) or mode == "over":
            visitor.shot(f"urban-sprawl-{turn:02}-{mode}-{name}")

    councillor.play_to_the_end(look)
    document = get(visitor, f"/api/tables/{councillor.page.url.rpartition('/')[2]}")
    shown = [int(score) for score in councillor.page.locator(".podium strong").all_inner_texts()]
    assert shown == sorted(document["view"]["scores"], reverse=True)


def test_a_whole_game_against_bots(visit: Visit) -> None:
    play(visit(size="phone", language="en"), "mb", "phone-en", **SHORTEST)


@pytest.mark.long
@pytest.mark.parametrize(("size", "language", "theme"), [("desktop", "it", "dark"), ("tablet", "hu", "light")])
@pytest.mark.parametrize("kinds", ["mbb", "mbbb"])
def test_whole_games_of_other_sizes(visit: Visit, size: str, language: str, theme: str, kinds: str) -> None:
    play(visit(size=size, language=language, theme=theme), kinds, f"{size}-{language}-{kinds}", decks="short")


def test_on_a_phone_a_block_opens_to_choose_among_its_footprints(visit: Visit) -> None:
    visitor = visit(size="phone")
    councillor = until(sit(visitor, "mb", **SHORTEST), "Where does the building go?")
    page = councillor.page
    blocks = page.locator("[data-part=board] [data-block]").evaluate_all(
        "all => all.filter(one => one.querySelectorAll('[data-actions]').length > 1).map(one => one.dataset.block)"
    )
    before = councillor.version()
    page.locator(f'[data-part=board] [data-block="{blocks[0]}"] [data-actions]').first.click(force=True)
    dialog = page.locator("#enlarged")
    expect(dialog).to_be_visible()
    expect(dialog.locator("h2")).to_have_text(re.compile(rf"{blocks[0]}, value \d+"))
    footprints = dialog.locator("[data-actions]")
    assert footprints.count() > 1
    box = footprints.first.locator(".usp-hit").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    visitor.shot("urban-sprawl-enlarged-phone")
    assert councillor.version() == before
    footprints.last.locator(".usp-hit").click()
    expect(dialog).to_be_hidden()
    councillor.done(before)


def test_on_a_desktop_a_footprint_is_pressed_where_it_lies(visit: Visit) -> None:
    """Board and list light up together; the ghost of the building shows."""
    councillor = until(sit(visit(), "mb", **SHORTEST), "Where does the building go?")
    page = councillor.page
    site = page.locator("[data-part=board] [data-block] [data-actions]").first
    code = site.get_attribute("data-actions")
    site.locator(".usp-hit").hover()
    expect(page.locator(f'[data-choice="{code}"]')).to_have_class(re.compile(r"\blit\b"))
    page.wait_for_function(
        "code => getComputedStyle(document.querySelector(`[data-actions='${code}'] .usp-ghost`)).opacity > 0.9",
        arg=code,
    )
    before = councillor.version()
    site.locator(".usp-hit").click()
    councillor.done(before)
    expect(page.locator("#enlarged")).to_be_hidden()


def test_a_card_is_taken_by_its_button_and_given_back_by_undo(visit: Visit) -> None:
    councillor = until(sit(visit(), "mb", **SHORTEST), "What do you do?")
    page = councillor.page
    before = councillor.version()
    held = page.locator(".mat .card.pm").count()
    page.locator(".cards .pl .deed").last.click()
    page.wait_for_function("version => document.querySelector('#main').dataset.version !== version", arg=before)
    expect(page.locator(".mat .card.pm")).to_have_count(held + 1)
    page.locator("[data-undo]").click()
    expect(page.locator(".mat .card.pm")).to_have_count(held)


def test_ending_the_turn_is_confirmed_and_told_step_by_step(visit: Visit) -> None:
    councillor = until(sit(visit(motion=True), "mb", **SHORTEST), "What do you do?")
    page = councillor.page
    before = councillor.version()
    page.locator(".cards .pl .deed").last.click()  # so that a card is drawn, and nothing can be taken back
    councillor.done(before)
    before = councillor.version()
    page.locator(".quick").click()
    expect(page.locator("[data-confirm]")).to_be_visible()
    assert councillor.version() == before
    councillor.done(before)
    councillor.wait_for("decide", "over")
    expect(page.locator(".steps-done").first).to_be_visible()
    numbers = [int(number) for number in page.locator(".steps-done").first.locator("> li > .n").all_inner_texts()]
    assert numbers == sorted(numbers)


def test_a_turn_by_keyboard_alone(visit: Visit) -> None:
    councillor = until(sit(visit(), "mb", **SHORTEST), "What do you do?")
    page = councillor.page
    before = councillor.version()
    page.keyboard.press("c")
    page.keyboard.press("Enter")  # the first planning card
    page.wait_for_function("version => document.querySelector('#main').dataset.version !== version", arg=before)
    page.keyboard.press("u")
    expect(page.locator("#main")).not_to_have_class(re.compile("sending"))
    page.keyboard.press("r")
    expect(page.locator("#rules .found")).to_have_attribute("id", "USP-4.9")


@pytest.mark.parametrize(("size", "theme"), [("desktop", "dark"), ("phone", "light")])
def test_axe_finds_no_serious_fault(visit: Visit, size: str, theme: str) -> None:
    visitor = visit(size=size, theme=theme)
    councillor = sit(visitor, "mbb", **SHORTEST)
    councillor.wait_for("decide")
    faults = serious_faults(councillor.page)
    until(councillor, "What do you do?")
    faults += serious_faults(councillor.page)
    assert not visitor.scrolls_sideways()
    assert faults == []


def test_the_first_load_is_small(visit: Visit) -> None:
    visitor = visit()
    address = set_table(visitor, "mbbb", game=GAME)["url"]
    visitor.go(address)
    visitor.page.wait_for_timeout(800)
    assert 20_000 < bytes_over_the_line(visitor) < 200_000
