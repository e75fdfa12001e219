"""What the boards are put together from: drawings of tiles, chips of symbols, names that fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from conurb.drawing.pen import num, signed

from .marks import icon, icon_symbols
from .pen import element, group, path, rect, text, use
from .vignettes import BY_TYPE, GROUND, Strokes, drawing_of

Symbols = Mapping[str, Any]

TRACKS = ("energy", "ecology")
COUNTED = ("capital", "research", "prosperity")
SYMBOLS = (*TRACKS, *COUNTED)
VIGNETTE_WIDTH = 120
VIGNETTE_HEIGHT = 70
_DROP = 10  # some drawings reach above their box
_FLAT = {"wind_farm", "farmland", "hydroelectric_dam", "offshore_wind_park", "underground_cables"}  # own ground


def symbols() -> str:
    """Icons and drawings, each once."""
    return icon_symbols() + "".join(
        element("symbol", _drawn(kind, name, strokes), id=f"pro-v-{name}", viewBox=_VIEW)
        for kind, drawings in BY_TYPE.items()
        for name, strokes in drawings.items()
    )


_VIEW = f"0 {-_DROP} {VIGNETTE_WIDTH} {VIGNETTE_HEIGHT}"


def _drawn(kind: str, name: str, strokes: Strokes) -> str:
    ground = "" if name in _FLAT else path(f"M4 {GROUND}H116", f"l-{kind}")
    return ground + "".join(path(d, made_of if made_of in "st" else f"{made_of}-{kind}") for made_of, d in strokes)


def vignette(kind: str, name: str, x: float, y: float, width: float) -> str:
    """The drawing of a tile or facility, (x, y) its upper left corner."""
    return use(f"v-{drawing_of(kind, name)}", x, y, width, width * VIGNETTE_HEIGHT / VIGNETTE_WIDTH)


# --- lettering


_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_VOWELS = set("aeiouàèéìòùáíóöőúüű")


def lines_of(name: str, room: float, size: float, most: int = 2) -> list[str]:
    """A name in lines that fit the room; SVG cannot measure text, so a mean width of letters must do."""
    letters = max(4, int(room / (size * 0.53)))
    lines = [""]
    for word in re.findall(r"\S+?-(?=\w)|\S+", name):
        glue = "" if lines[-1].endswith("-") or not lines[-1] else " "
        if len(lines[-1]) + len(glue) + len(word) <= letters:
            lines[-1] += glue + word
            continue
        pieces = [word] if len(word) <= letters else _parted(word, letters)
        lines = [*lines, *pieces] if lines[-1] else [*lines[:-1], *pieces]
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :]).replace("- ", "")]
    return [line if len(line) <= letters else line[: letters - 1].rstrip() + _ELLIPSIS for line in lines]


def _parted(word: str, letters: int) -> list[str]:
    """A long word in two, before a lone consonant between vowels: a place to part in Italian and Hungarian alike."""
    for at in range(min(letters - 1, len(word) - 2), 2, -1):
        before, here, after = (letter in _VOWELS for letter in word[at - 1 : at + 2].lower())
        if before and not here and after and word[at].isalpha():
            return [word[:at] + "-", word[at:]]
    return [word]


def name_lines(name: str, room: float, sizes: Mapping[str, float]) -> tuple[list[str], str, float]:
    """A name in one line if a size allows it, else in two of the smaller sizes; with the class and its size."""
    for cls, size in sizes.items():
        if len(name) * size * 0.53 <= room:
            return [name], cls, size
    for cls, size in sizes.items():
        lines = lines_of(name, room, size)
        if size < 14 and not any(_ELLIPSIS in line for line in lines):
            return lines, cls, size
    cls, size = list(sizes.items())[-1]
    return lines_of(name, room, size), cls, size


# --- chips: what a tile shows


def chips(shown: Symbols, x: float, y: float, size: float, room: float, small: bool = False) -> str:
    """Impacts as signed pills, then one square for each other symbol; a number where squares would not fit."""
    letters = "-2" if small else ""
    height = size + 8
    base = height / 2 + (4 if small else 4.8)
    pill = size + (27 if small else 32)
    square = height + 3
    gap = 4
    counts = {name: shown[name] for name in COUNTED if shown[name]}
    impacts = [name for name in TRACKS if shown[name]]
    crowded = len(impacts) * (pill + gap) + sum(counts.values()) * square > room
    parts = []
    at = 0.0
    for name in impacts:
        sort = "gain" if shown[name] > 0 else "loss"
        parts.append(rect(at, 0, pill, height, sort, rx=height / 2))
        parts.append(icon(name, at + 4, 4, size, "c-good" if sort == "gain" else "c-bad"))
        parts.append(text(at + size + 6, base, signed(shown[name]), f"t-{sort}{letters}"))
        at += pill + gap
    for name, count in counts.items():
        if crowded and count > 1:
            parts.append(rect(at, 0, pill - 10, height, "square", rx=height * 0.28))
            parts.append(icon(name, at + 4, 4, size, f"c-{name}"))
            parts.append(text(at + size + 7, base, str(count), f"t-number{letters}"))
            at += pill - 10 + gap
            continue
        for _ in range(count):
            parts.append(rect(at, 0, height, height, "square", rx=height * 0.28))
            parts.append(icon(name, at + 4, 4, size, f"c-{name}"))
            at += square
        at += gap - 3
    if not parts:
        return ""
    scale = min(1.0, room / at)
    return group("".join(parts), x=x, y=y + height * (1 - scale) / 2, scale=scale)


def changes(change: Symbols, middle: float, y: float, small: bool) -> str:
    """A tab with the net change of a purchase: new minus covered."""
    shown = [(name, change[name]) for name in SYMBOLS if change[name]]
    step, size, height = (31, 11, 18) if small else (39, 14, 22)
    width = max(len(shown) * step + 10, 26)
    left = middle - width / 2
    parts = [rect(left, y, width, height, "tab", rx=height / 2)]
    for k, (name, by) in enumerate(shown):
        tone = "gain" if by > 0 else "loss"
        at = left + 7 + k * step
        parts.append(icon(name, at, y + (height - size) / 2, size, "c-good" if by > 0 else "c-bad"))
        parts.append(
            text(at + size + 1, y + height / 2 + (4 if small else 4.6), signed(by), f"t-{tone}{'-2' if small else ''}")
        )
    if not shown:
        parts.append(text(middle, y + height / 2 + 4, "=", "t-number", "middle"))
    return "".join(parts)


def hatching(x: float, y: float, width: float, height: float, step: float = 12) -> str:
    """Diagonal lines that fill a rectangle, as one path."""
    lines = []
    at = step
    while at < width + height:
        x1, y1 = (at, 0.0) if at <= width else (width, at - width)
        x2, y2 = (0.0, at) if at <= height else (at - height, height)
        lines.append(f"M{num(x + x1)} {num(y + y1)}L{num(x + x2)} {num(y + y2)}")
        at += step
    return "".join(lines)


def level_badge(side: str, level: int, right: float, y: float, scale: float = 1) -> str:
    """Where a tile comes from: the track and its level."""
    drawn = (
        rect(-36, 0, 36, 21, "square", rx=5)
        + icon(side, -32, 3.5, 14, f"c-{side}")
        + text(-9, 15.4, str(level), "t-level", "middle")
    )
    return group(drawn, x=right, y=y, scale=scale)
