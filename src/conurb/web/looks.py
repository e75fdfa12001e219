"""How each game looks and speaks: the `show` folder of a title, found by its key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from conurb import games
from conurb.words import Message


class Page(Protocol):
    """What show/page.py of a title offers; games/between_two_cities/show/page.py says more."""

    DOMAIN: str
    PARTS: tuple[str, ...]
    MINUTES: int

    def table(self, document: Mapping[str, Any], say: Callable[[Message], str]) -> dict[str, Any]: ...
    def secret(self, view: Mapping[str, Any]) -> bool: ...
    def said(
        self, message: Mapping[str, Any], view: Mapping[str, Any], names: Sequence[str], say: Callable[[Message], str]
    ) -> dict[str, Any]: ...
    def options(self) -> dict[str, list[tuple[str, object]]]: ...
    def cover(self) -> str: ...
    def example(self) -> str: ...
    def defs(self) -> str: ...
    def stylesheet(self) -> str: ...


class Prose(Protocol):
    """What show/prose.py of a title offers."""

    def event(self, event: Mapping[str, Any], view: Mapping[str, Any], names: Sequence[str]) -> Message: ...
    def choice(self, view: Mapping[str, Any], action: Mapping[str, Any], names: Sequence[str]) -> Message: ...
    def rule_of(self, view: Mapping[str, Any]) -> str: ...
    def intro(self) -> list[Message]: ...


def folder(game: str) -> Path:
    """Where a title keeps how it looks; its templates are found there as `<game>/table.html`."""
    return games.get(game).folder / "show"


def page(game: str) -> Page:
    return cast("Page", _module(game, "page"))


def prose(game: str) -> Prose:
    return cast("Prose", _module(game, "prose"))


@cache
def _module(game: str, name: str) -> object:
    return import_module(f"conurb.games.{games.get(game).key.replace('-', '_')}.show.{name}")


@cache
def stylesheet(game: str) -> str:
    """The style of a game's board and of its page."""
    return page(game).stylesheet() + (folder(game) / "page.css").read_text(encoding="utf-8")


@cache
def script(game: str) -> str:
    return (folder(game) / "page.js").read_text(encoding="utf-8")


@cache
def defs(game: str) -> str:
    return page(game).defs()
