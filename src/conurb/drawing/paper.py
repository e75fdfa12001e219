"""A picture as a file of its own: paper with a survey grid, resolved colours, only the symbols in use."""

from __future__ import annotations

import re

from conurb.drawing.palette import Palette
from conurb.drawing.pen import Pen, num, plain

GRID = 32


class Paper:
    """What the files of one game are written on; `symbols` are the definitions its drawings refer to."""

    def __init__(self, pen: Pen, palette: Palette, symbols: str) -> None:
        self._pen = pen
        self._palette = palette
        entry = rf'<(symbol|clipPath) id="{pen.prefix}([^"]+)".*?</\1>'
        self._symbols = {found[2]: found[0] for found in re.finditer(entry, symbols, re.DOTALL)}
        self._link = re.compile(rf'(?: href="#| clip-path="url\(#){pen.prefix}([\w-]+)')

    def document(self, width: float, height: float, content: str, summary: str, description: str, *, dark: bool) -> str:
        """The file; `summary` and `description` are the picture in words.

        It needs the classes `paper` and `survey`.
        """
        pen = self._pen
        paper = pen.rect(0, 0, width, height, "paper") + pen.path(_survey(width, height), "survey")
        words = pen.title(summary) + pen.element("desc", plain(description))
        svg = pen.element(
            "svg",
            words + self._used(content) + paper + content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {num(width)} {num(height)}",
            width=width,
            height=height,
            role="img",
            aria_label=summary,
        )
        return self._palette.resolve(svg, dark=dark) + "\n"

    def _used(self, content: str) -> str:
        """``<defs>`` with the symbols that the content needs, directly or through other symbols."""
        needed: set[str] = set()
        open_ends = set(self._link.findall(content))
        while open_ends:
            needed |= open_ends
            open_ends = {link for name in open_ends for link in self._link.findall(self._symbols[name])} - needed
        return self._pen.element("defs", "".join(self._symbols[name] for name in self._symbols if name in needed))


def _survey(width: float, height: float) -> str:
    """The faint survey grid of the paper."""
    across = "".join(f"M0 {y}H{num(width)}" for y in range(GRID, int(height), GRID))
    return across + "".join(f"M{x} 0V{num(height)}" for x in range(GRID, int(width), GRID))
