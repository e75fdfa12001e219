"""Printing: rich for people, JSON for programs."""

from __future__ import annotations

import json
import sys

from rich.console import Console, RenderableType
from rich.text import Text

from conurb.words import Message, say


class Screen(Console):
    """Lets `main` deal with a reader that has gone, as for all other output."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    """Colour on terminals only, and never with NO_COLOR; 80 columns where there is no terminal."""
    return Screen(highlight=False, markup=False, emoji=False, file=sys.stderr if stderr else sys.stdout)


def emit_json(document: object) -> None:
    print(json.dumps(document, indent=2, ensure_ascii=False))


def line(name: str, /, **args: object) -> str:
    """A sentence of the program itself, from the catalogue `conurb`."""
    return say(Message(f"conurb.{name}", args))


def put(to: Console, text: str, style: str = "") -> None:
    """A line that may be long: paths and commands stay in one piece, to be copied."""
    to.print(Text(text, style), soft_wrap=True)


def tell(to: Console, text: str, style: str = "") -> None:
    """A sentence, broken between words where the line ends."""
    show(to, Text(text, style))


def show(to: Console, what: RenderableType) -> None:
    """A table or a board; files and pipes get no spaces at the ends of lines."""
    if to.is_terminal:
        to.print(what)
        return
    with to.capture() as captured:
        to.print(what)
    for row in captured.get().splitlines():
        put(to, row.rstrip())
