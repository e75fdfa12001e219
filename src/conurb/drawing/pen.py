"""SVG primitives: every element of a picture is written here, with its text and attributes escaped.

Each game draws with a `Pen` of its own prefix, so that pictures of several games can live in one page.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

_UNWRITABLE = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 65534, 65535])
"""Control characters, which XML 1.0 cannot hold even escaped."""


def plain(content: str) -> str:
    """Any text as XML text; quotes are escaped too, so that no text can be mistaken for an attribute."""
    kept = content.translate(_UNWRITABLE).encode("utf-8", "replace").decode("utf-8")
    return escape(kept, {'"': "&quot;"})


def num(value: float) -> str:
    """A coordinate with at most two decimals and no needless zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def attributes(**given: str | float | None) -> str:
    """Attributes as text; names take ``_`` for ``-``, and ``None`` leaves an attribute out."""
    parts = []
    for name, value in given.items():
        if value is not None:
            shown = value if isinstance(value, str) else num(value)
            parts.append(f' {name.rstrip("_").replace("_", "-")}="{plain(shown)}"')
    return "".join(parts)


def signed(value: int) -> str:
    """A change of score: the sign is always there, and minus is the true minus."""
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}" if value < 0 else "\N{PLUS-MINUS SIGN}0"


def shorten(content: str, room: float, size: float) -> str:
    """Content cut to the room in pixels; SVG cannot measure text, so a mean width of letters must do."""
    most = max(3, int(room / (size * 0.54)))
    return content if len(content) <= most else content[: most - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"


class Pen:
    """Writes elements; ``prefix`` is put before every class and id."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def classes(self, names: str) -> str | None:
        """Class names with the prefix, ``None`` when there are none."""
        return " ".join(self.prefix + name for name in names.split()) or None

    def element(self, name: str, content: str = "", cls: str = "", **given: str | float | None) -> str:
        """One element; ``content`` is markup already written by this module."""
        head = f"<{name}{attributes(class_=self.classes(cls), **given)}"
        return f"{head}>{content}</{name}>" if content else f"{head}/>"

    def rect(self, x: float, y: float, width: float, height: float, cls: str, rx: float | None = None) -> str:
        return self.element("rect", cls=cls, x=x, y=y, width=width, height=height, rx=rx)

    def circle(self, cx: float, cy: float, r: float, cls: str) -> str:
        return self.element("circle", cls=cls, cx=cx, cy=cy, r=r)

    def path(self, d: str, cls: str) -> str:
        return self.element("path", cls=cls, d=d)

    def boxes(self, places: Iterable[tuple[float, float]], width: float, height: float, cls: str) -> str:
        """Many equal rectangles as one path: window grids and awning stripes stay small that way."""
        step = f"h{num(width)}v{num(height)}h{num(-width)}z"
        return self.path("".join(f"M{num(x)} {num(y)}{step}" for x, y in places), cls)

    def text(self, x: float, y: float, content: str, cls: str, anchor: str | None = None) -> str:
        return self.element("text", plain(content), cls=cls, x=x, y=y, text_anchor=anchor)

    def group(
        self, content: str, *, x: float = 0, y: float = 0, scale: float = 1, cls: str = "", **given: str | float | None
    ) -> str:
        """Content moved to (x, y) and scaled there."""
        moves = [f"translate({num(x)} {num(y)})"] if x or y else []
        if scale != 1:
            moves.append(f"scale({scale:.4g})")
        return self.element("g", content, cls=cls, transform=" ".join(moves) or None, **given)

    def use(self, symbol: str, x: float, y: float, width: float, height: float | None = None, cls: str = "") -> str:
        tall = width if height is None else height
        return self.element("use", cls=cls, href=f"#{self.prefix}{symbol}", x=x, y=y, width=width, height=tall)

    def symbol(self, name: str, content: str, size: float) -> str:
        return self.element("symbol", content, id=self.prefix + name, viewBox=f"0 0 {num(size)} {num(size)}")

    def clipped(self, clip: str, content: str) -> str:
        return self.element("g", content, clip_path=f"url(#{self.prefix}{clip})")

    def title(self, content: str) -> str:
        return self.element("title", plain(content))
