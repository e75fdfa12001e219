"""SVG primitives: every element of the picture is written here, with its text and attributes escaped."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

PREFIX = "cap-"
"""Put before every class and id, so that the picture can live in a page with other pictures."""


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


def classes(names: str) -> str | None:
    """Class names with the prefix, ``None`` when there are none."""
    return " ".join(PREFIX + name for name in names.split()) or None


def element(name: str, content: str = "", cls: str = "", **given: str | float | None) -> str:
    """One element; ``content`` is markup already written by this module."""
    head = f"<{name}{attributes(class_=classes(cls), **given)}"
    return f"{head}>{content}</{name}>" if content else f"{head}/>"


def rect(x: float, y: float, width: float, height: float, cls: str, rx: float | None = None) -> str:
    return element("rect", cls=cls, x=x, y=y, width=width, height=height, rx=rx)


def circle(cx: float, cy: float, r: float, cls: str) -> str:
    return element("circle", cls=cls, cx=cx, cy=cy, r=r)


def path(d: str, cls: str) -> str:
    return element("path", cls=cls, d=d)


def boxes(places: Iterable[tuple[float, float]], width: float, height: float, cls: str) -> str:
    """Many equal rectangles as one path: window grids and awning stripes stay small that way."""
    step = f"h{num(width)}v{num(height)}h{num(-width)}z"
    return path("".join(f"M{num(x)} {num(y)}{step}" for x, y in places), cls)


def text(x: float, y: float, content: str, cls: str, anchor: str | None = None) -> str:
    return element("text", plain(content), cls=cls, x=x, y=y, text_anchor=anchor)


def group(
    content: str, *, x: float = 0, y: float = 0, scale: float = 1, cls: str = "", **given: str | float | None
) -> str:
    """Content moved to (x, y) and scaled there."""
    moves = [f"translate({num(x)} {num(y)})"] if x or y else []
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    return element("g", content, cls=cls, transform=" ".join(moves) or None, **given)


def use(symbol: str, x: float, y: float, width: float, height: float | None = None, cls: str = "") -> str:
    return element(
        "use",
        cls=cls,
        href=f"#{PREFIX}{symbol}",
        x=x,
        y=y,
        width=width,
        height=width if height is None else height,
    )


def symbol(name: str, content: str, size: float) -> str:
    return element("symbol", content, id=PREFIX + name, viewBox=f"0 0 {num(size)} {num(size)}")


def clipped(clip: str, content: str) -> str:
    return element("g", content, clip_path=f"url(#{PREFIX}{clip})")


def title(content: str) -> str:
    return element("title", plain(content))


def signed(value: int) -> str:
    """A change of score: the sign is always there, and minus is the true minus."""
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}" if value < 0 else "\N{PLUS-MINUS SIGN}0"


def shorten(content: str, room: float, size: float) -> str:
    """Content cut to the room in pixels; SVG cannot measure text, so a mean width of letters must do."""
    most = max(3, int(room / (size * 0.54)))
    return content if len(content) <= most else content[: most - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
