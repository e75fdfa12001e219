"""Plays Between Two Cities through the page, as a person would."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from playwright.sync_api import Locator, Page

from tests.web.conftest import Visitor

READY = "main[data-ready]:not(.sending)"


class Player:
    """Somebody at a table."""

    asked: ClassVar[tuple[str, ...]] = ("choose", "place", "rest", "over", "veil")
    """The modes of the page in which something is to be done, or the game is over."""
    most: ClassVar[int] = 200
    """Decisions of a whole game, at most."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page

    def sit_down(self) -> None:
        self.page.wait_for_selector(READY)

    @property
    def mode(self) -> str:
        """What is asked: choose, place or rest; else wait, watch, gather, replay, over, or veil."""
        self.page.wait_for_selector(READY)
        if self.page.locator("[data-unveil]").count():
            return "veil"
        return self.page.locator("[data-mode]").get_attribute("data-mode") or ""

    def wait_for(self, *modes: str) -> str:
        names = ", ".join(f'[data-mode="{mode}"]' if mode != "veil" else "[data-unveil]" for mode in modes)
        self.page.wait_for_selector(f"{READY} :is({names})")
        return self.mode

    def visible_sites(self, city: int) -> Locator:
        """The glowing cells of the left (0) or right (1) own city."""
        return self.page.locator("[data-own]").nth(city).locator("[data-sites]:not([hidden]) [data-action]")

    def choose(self, first: int = 0, second: int = 1) -> None:
        tiles = self.page.locator("[data-hand]")
        tiles.nth(first).click()
        tiles.nth(second).click()
        self.confirm()

    def place(self, order: tuple[int, ...] = (0, 1)) -> None:
        """A tile into each city, in that order."""
        for city in order:
            self.visible_sites(city).first.locator(".btc-hit").click()
        self.confirm()

    def confirm(self) -> None:
        """Press the button, and wait until the page shows what has become of it."""
        before = self.page.locator("#main").get_attribute("data-version")
        self.page.locator("[data-confirm]").click()
        self.page.wait_for_function(
            "version => document.querySelector('#main').dataset.version !== version", arg=before
        )

    def decide(self, turn: int = 0) -> str:
        """Whatever is asked, once; alternates which city comes first."""
        mode = self.wait_for("choose", "place", "rest", "over", "veil")
        if mode == "choose":
            self.choose(turn % 2, 2)
        elif mode == "place":
            self.place((0, 1) if turn % 2 else (1, 0))
        elif mode == "rest":
            self.place((1,))
        elif mode == "veil":
            self.page.locator("[data-unveil]").click()
            self.page.wait_for_selector("[data-mode]")
        return mode

    def play_to_the_end(self, look: Callable[[str, int], None] | None = None) -> int:
        """The whole game; `look` is called before every decision."""
        for turn in range(self.most):
            mode = self.wait_for(*self.asked)
            if look is not None:
                look(mode, turn)
            if mode == "over":
                return turn
            self.decide(turn)
        raise AssertionError("the game does not end")
