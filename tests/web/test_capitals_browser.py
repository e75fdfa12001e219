"""The Capitals in a real browser: whole games, building on the plan, reading tiles, and for everyone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit, Visitor
from tests.web.player import Player
from tests.web.test_browser import bytes_over_the_line, get, post, serious_faults, set_table

GAME = "the-capitals"
MOST = 400  # decisions of one player


class Mayor(Player):
    """Somebody who builds a capital."""

    asked = ("decide", "over")
    most = MOST

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2]

    def version(self) -> str:
        return self.page.locator("#main").get_attribute("data-version") or ""

    def asks(self) -> str:
        return self.page.locator(".capital").get_attribute("data-asks") or ""

    def done(self, before: str) -> None:
        """The page shows what has become of the choice; what ends a turn is confirmed first."""
        confirm = self.page.locator("[data-confirm]")
        if confirm.count() and confirm.is_visible():
            confirm.click()
        self.page.wait_for_function(
            "version => document.querySelector('#main').dataset.version !== version", arg=before, timeout=30_000
        )

    def choose(self, first: int = 0, second: int = 0) -> None:
        """A row of the list."""
        before = self.version()
        rows = self.page.locator("[data-choice]:visible")
        rows.nth(first % rows.count()).click()
        self.done(before)

    def build(self, number: int = 0) -> None:
        """A lot of the plan, a corner, or a space of the initiative track."""
        before = self.version()
        lots = self.page.locator(".capital .cap-pick:visible")
        lots.nth(number % lots.count()).locator(".cap-hit").click()
        self.done(before)

    def decide(self, turn: int = 0) -> str:
        """Now on the board, now in the list."""
        mode = self.wait_for("decide", "over")
        if mode == "decide":
            if self.asks() in ("cell", "token", "space") and turn % 2:
                self.build(turn)
            else:
                self.choose(turn % 3)
        return mode

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Over the API, the first legal action each time, up to a decision; then the page is loaded again."""
        for _ in range(MOST):
            document = get(self.visitor, f"/api/tables/{self.table}")
            if document["status"] == "over" or (document["decision"] is not None and wanted(document["view"])):
                self.page.reload()
                self.sit_down()
                return
            if document["decision"] is None:
                self.page.wait_for_timeout(50)
                continue
            action = document["view"]["legal"][0]["action"]
            body = {"seat": document["seat"], "answers": document["decision"], "action": action}
            post(self.visitor, f"/api/tables/{self.table}/actions", body)
        raise AssertionError("the decision does not come")


def sit(visitor: Visitor, kinds: str, **options: object) -> Mayor:
    visitor.go(set_table(visitor, kinds, game=GAME, options=options)["url"])
    mayor = Mayor(visitor)
    mayor.sit_down()
    mayor.wait_for("decide")
    return mayor


def at_a_cell(visitor: Visitor, kinds: str = "mb", round: int = 1) -> Mayor:
    mayor = sit(visitor, kinds)
    mayor.until(lambda view: bool(view["asks"] == "cell" and view["round"] >= round))
    return mayor


def play(visitor: Visitor, kinds: str, name: str, *, skip: bool = False, **options: object) -> None:
    """A whole game, looked at along the way; the end is what the server says. `skip`: rounds 4 to 10 over the API."""
    mayor = sit(visitor, kinds, **options)
    seen: set[str] = set()

    def look(mode: str, turn: int) -> None:
        assert not visitor.scrolls_sideways()
        asked = mode if mode == "over" else mayor.asks()
        if asked not in seen:
            seen.add(asked)
            visitor.shot(f"capitals-{asked}-{name}")

    if skip:
        for turn in range(MOST):
            look(mayor.wait_for("decide"), turn)
            if get(visitor, f"/api/tables/{mayor.table}")["view"]["round"] > 3:
                break
            mayor.decide(turn)
        mayor.until(lambda view: bool(view["round"] > 10))
    mayor.play_to_the_end(look)
    assert seen >= {"tile", "cell", "space", "activation", "over"}
    document = get(visitor, f"/api/tables/{mayor.table}")
    shown = [
        int(score.replace("\N{MINUS SIGN}", "-")) for score in mayor.page.locator(".podium strong").all_inner_texts()
    ]
    assert shown == sorted(document["view"]["scores"], reverse=True)


def test_a_whole_game_against_bots(visit: Visit) -> None:
    play(visit(size="tablet", language="hu"), "mb", "tablet-hu", skip=True, prosperity=True)


@pytest.mark.long
@pytest.mark.parametrize(("size", "language", "theme"), [("phone", "it", "dark"), ("desktop", "en", "light")])
@pytest.mark.parametrize("kinds", ["mbb", "mbbbb"])
def test_whole_games_of_other_sizes(visit: Visit, size: str, language: str, theme: str, kinds: str) -> None:
    visitor = visit(size=size, language=language, theme=theme)
    play(visitor, kinds, f"{size}-{language}-{kinds}", hidden_prestige=True, full_refill=True)


def test_a_lot_shows_what_it_would_bring(visit: Visit) -> None:
    """Plan, list and tracks light up together; a click waits to be confirmed, Escape takes it back."""
    mayor = at_a_cell(visit())
    page = mayor.page
    lot = page.locator(".cap-city:visible .cap-pick").first
    action = lot.get_attribute("data-actions")
    row = page.locator(f'[data-choice="{action}"]')
    lot.hover()
    expect(row).to_have_class("lit")
    expect(lot.locator(".cap-ghost")).to_have_css("opacity", "1")
    assert page.locator(".cap-track [data-preview]:visible").count() > 0
    version = mayor.version()
    lot.locator(".cap-hit").click()
    expect(page.locator("[data-confirm]")).to_be_visible()
    assert mayor.version() == version
    page.keyboard.press("Escape")
    expect(page.locator("[data-confirm]")).to_be_hidden()
    row.click()
    mayor.done(version)


def test_a_project_can_be_put_back(visit: Visit) -> None:
    """The choice of a project is carried out at once, and taken back by one button."""
    mayor = sit(visit(), "mb")
    page = mayor.page
    mayor.until(lambda view: bool(view["asks"] == "tile"))
    version = mayor.version()
    page.locator(".tile-card[data-actions]").first.click()
    mayor.done(version)
    assert mayor.asks() == "cell"
    page.locator("[data-undo]").click()
    expect(page.locator(".capital")).to_have_attribute("data-asks", "tile")


def test_a_tile_is_read_in_full_and_a_city_enlarged(visit: Visit) -> None:
    visitor = visit(size="phone", language="it")
    mayor = at_a_cell(visitor)
    page = mayor.page
    page.locator(".cap-city:visible [data-read]").first.click()
    dialog = page.locator("#enlarged")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".about-tile p")).not_to_have_count(0)
    visitor.shot("capitals-read-phone-it")
    page.keyboard.press("Escape")
    page.locator("[data-enlarge]").first.click()
    expect(dialog.locator(".cap-city")).to_be_visible()
    dialog.locator("[data-read]").first.click()
    expect(dialog.locator(".about-tile")).to_be_visible()


def test_a_turn_by_keyboard_alone(visit: Visit) -> None:
    mayor = sit(visit(), "mb")
    page = mayor.page
    mayor.until(lambda view: bool(view["asks"] == "tile"))
    page.keyboard.press("c")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".capital")).to_have_attribute("data-asks", "cell")
    lot = page.locator(".cap-city:visible .cap-pick").first
    lot.focus()
    page.keyboard.press("Enter")
    expect(lot).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    expect(page.locator("#rules .found")).to_have_attribute("id", "CAP-4.6")


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_axe_finds_no_serious_fault(visit: Visit, size: str, theme: str) -> None:
    visitor = visit(size=size, theme=theme)
    mayor = at_a_cell(visitor, "mbb", round=3)
    mayor.page.locator(".cap-city:visible .cap-hit").first.click()
    faults = serious_faults(mayor.page)
    mayor.until(lambda view: bool(view["asks"] == "activation" and len(view["legal"]) > 2))
    faults += serious_faults(mayor.page)
    assert not visitor.scrolls_sideways()
    assert faults == []


def test_the_first_load_is_small(visit: Visit) -> None:
    visitor = visit()
    address = set_table(visitor, "mbbbb", game=GAME)["url"]
    visitor.go(address)
    visitor.page.wait_for_timeout(800)
    assert 20_000 < bytes_over_the_line(visitor) < 200_000
