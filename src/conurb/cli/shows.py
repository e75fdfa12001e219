"""How each game looks and speaks, found by its name: conurb.games.<game>.show and its companion."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from rich.console import RenderableType

from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game
from conurb.kernel.state import Event, View
from conurb.words import Message, say

Names = Sequence[str]


class Prose(Protocol):
    """The module show/prose.py of a game."""

    def question(self, view: View, names: Names) -> Message: ...
    def explain(self, view: View, names: Names) -> Message: ...
    def choice(self, view: View, action: Mapping[str, Any], names: Names) -> Message: ...
    def waiting(self, view: View, names: Names) -> Message: ...
    def event(self, event: Mapping[str, Any], view: View, names: Names) -> Message: ...
    def rule_of(self, view: View) -> str: ...
    def intro(self) -> list[Message]: ...


class Terminal(Protocol):
    """The module show/terminal.py of a game."""

    def screen(self, view: View, names: Names, language: str = "en") -> RenderableType: ...
    def sheet(self, sheet: Mapping[str, Any], names: Names, language: str = "en") -> RenderableType: ...


class Board(Protocol):
    """The module show/board.py of a game."""

    def board(self, view: View, *, names: Names | None = None) -> str: ...


class Companion(Protocol):
    """The module companion.py of a game."""

    def score(self, text: str, data: Any = None) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Show:
    """The modules that show one game."""

    prose: Prose
    terminal: Terminal

    def log_line(self, event: Event, view: View, names: Names) -> str:
        """An event in words, as the seat of the view may know it."""
        seat = view["seat"]
        assert seat is None or isinstance(seat, int)
        return say(self.prose.event(event.seen_by(seat), view, names))


def _module(game: Game, name: str) -> Any:
    return importlib.import_module(f"conurb.games.{game.folder.name}.{name}")


def show_of(game: Game) -> Show:
    return Show(cast("Prose", _module(game, "show.prose")), cast("Terminal", _module(game, "show.terminal")))


def board_of(game: Game) -> Board:
    return cast("Board", _module(game, "show.board"))


def companion_of(game: Game) -> Companion:
    try:
        return cast("Companion", _module(game, "companion"))
    except ModuleNotFoundError:
        raise BadOption(f"{game.title} has no score companion") from None
