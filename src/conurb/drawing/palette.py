"""Colours and lettering: one table of rules, written as a stylesheet for pages or as attributes for a lone file.

A value such as ``@shops`` names a token of ``tokens.css`` or a shade derived from one. In a page it becomes
``var(--shops)``, so the theme of the page rules. In a standalone file it becomes a plain colour and the classes
become presentation attributes: no stylesheet, which every viewer understands and which cannot leak into a notebook.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from conurb.drawing.colour import mixed
from conurb.drawing.pen import Pen, attributes


class Mix(NamedTuple):
    """``percent`` of one colour mixed into another, in OKLab like CSS ``color-mix``."""

    base: str
    percent: int
    into: str


class Pair(NamedTuple):
    """What a name means by day and by night."""

    light: str | Mix
    dark: str | Mix


Rule = dict[str, str]

KINDS = ("shops", "works", "leisure", "offices", "parks", "homes")
SEATS = 7
NIGHT = "#10131a"

_DISPLAY = 'Georgia, "Iowan Old Style", "Palatino Linotype", "Liberation Serif", serif'
_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif'

TOKENS: dict[str, Pair] = {
    "paper": Pair("#faf6ee", "#14171d"),
    "sheet": Pair("#ffffff", "#1d222b"),
    "ink": Pair("#20242c", "#eef0f4"),
    "ink-soft": Pair("#5b6270", "#a6adba"),
    "line": Pair("#d9d2c3", "#343b47"),
    "glow": Pair("#f2b632", "#ffcf5c"),
    "seat-0": Pair("#0072b2", "#4aa3dc"),
    "seat-1": Pair("#d55e00", "#f08a3c"),
    "seat-2": Pair("#009e73", "#2fc095"),
    "seat-3": Pair("#cc79a7", "#e09cc3"),
    "seat-4": Pair("#8a6d00", "#c9a83a"),
    "seat-5": Pair("#56b4e9", "#7cc7f0"),
    "seat-6": Pair("#444c5c", "#a3abba"),
    "homes": Pair("#b5651d", "#cf8544"),
    "shops": Pair("#e0a100", "#efb93a"),
    "works": Pair("#6b7280", "#98a1b1"),
    "leisure": Pair("#c0392b", "#e06a5d"),
    "offices": Pair("#2f6fb0", "#6aa5dd"),
    "parks": Pair("#4c9a4a", "#76bd6f"),
    "civic": Pair("#8e3b46", "#c4737e"),
    "energy": Pair("#d9822b", "#eea55a"),
    "water": Pair("#9cc9e3", "#23465c"),
    "wild": Pair("#cfe0b8", "#2e3b2a"),
    "good": Pair("#2e7d4f", "#67c08c"),
    "bad": Pair("#b3392f", "#e77a70"),
    "warn": Pair("#a86b00", "#e0a94a"),
    "zone-civ": Pair("#b23a48", "#d9707c"),
    "zone-com": Pair("#d39a0a", "#e7b94a"),
    "zone-ind": Pair("#3a6ea5", "#6d9fd4"),
    "zone-res": Pair("#7d5ba6", "#ab8bd0"),
    "zone-park": Pair("#4c9a4a", "#76bd6f"),
    "ground": Pair("#f3ecdd", "#232934"),
    "street": Pair("#fffdf8", "#171b22"),
    "kerb": Pair("#cfc6b3", "#3a4250"),
    "win": Pair("#fff4cf", "#ffd978"),
    "leaf": Pair("#6fae63", "#4f8a4d"),
    "leaf-2": Pair("#8cc47c", "#69a563"),
    "on-kind": Pair("#ffffff", "#14171d"),
    "on-shops": Pair("#20242c", "#14171d"),
    "shade": Pair("#20242c / .17", "#000000 / .38"),
    "wall": Pair("#14161e / .30", "#000000 / .22"),
    "glow-soft": Pair("#f2b632 / .20", "#ffcf5c / .16"),
    "display": Pair(_DISPLAY, _DISPLAY),
    "font": Pair(_FONT, _FONT),
}
"""The tokens of ``tokens.css`` that the picture uses, for files that have no stylesheet around them."""

LINE: Rule = {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}
HALO: Rule = {"paint-order": "stroke", "stroke-linejoin": "round"}


def serif(size: float, weight: int = 700, colour: str = "@ink", **more: str) -> Rule:
    return _lettering("@display", size, weight, colour) | _dashed(more)


def sans(size: float, weight: int = 400, colour: str = "@ink", **more: str) -> Rule:
    return _lettering("@font", size, weight, colour) | _dashed(more)


def stroke(colour: str, width: float, **more: str) -> Rule:
    return LINE | {"stroke": colour, "stroke-width": f"{width:g}"} | _dashed(more)


def _lettering(family: str, size: float, weight: int, colour: str) -> Rule:
    return {"font-family": family, "font-size": f"{size:g}px", "font-weight": str(weight), "fill": colour}


def _dashed(given: Mapping[str, str]) -> Rule:
    return {name.replace("_", "-"): value for name, value in given.items()}


def shared_rules() -> dict[str, Rule]:
    """What the marks of `conurb.drawing.marks` are drawn with."""
    rules: dict[str, Rule] = {
        "icon": stroke("currentColor", 1.75),
        "laurel": {"fill": "@leaf", "stroke": "@leaf", "stroke-width": "1", "stroke-linejoin": "round"},
        "stem": stroke("@leaf", 2),
    }
    for seat in range(SEATS):
        rules[f"seat-{seat}"] = {"fill": f"@seat-{seat}", "stroke": "@sheet", "stroke-width": "1.5"}
        # Sky blue is too light for a white letter.
        rules[f"initial-{seat}"] = sans(12, 700, "@on-shops" if seat == 5 else "@on-kind")
        rules[f"initial-tight-{seat}"] = sans(10.5, 700, "@on-kind")
    return rules


_CLASS = re.compile(r' class="([^"]*)"')


class Palette:
    """The colours and lettering of one game's pictures.

    `derived` are shades made from the tokens, `rules` what each class means, `interaction` plain CSS for pages only
    (what hovering and focusing do).
    """

    def __init__(self, pen: Pen, derived: Mapping[str, Pair], rules: Mapping[str, Rule], interaction: str = "") -> None:
        self._prefix = pen.prefix
        self._derived = derived
        self._rules = shared_rules() | dict(rules)
        self._interaction = interaction
        self._reference = re.compile(rf'( id="| href="#| clip-path="url\(#){pen.prefix}')
        self._resolved: dict[tuple[str, bool], str] = {}
        self._presented: dict[tuple[str, bool], str] = {}

    def stylesheet(self) -> str:
        """The stylesheet of the page fragments, in the tokens of ``tokens.css``.

        Night follows ``prefers-color-scheme`` unless the root element carries ``data-theme="light"`` or ``"dark"``.
        """
        night = self._properties(dark=True)
        lines = [
            f":root{{{self._properties(dark=False)}}}",
            f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{night}}}}}',
            f':root[data-theme="dark"]{{{night}}}',
        ]
        for name, rule in self._rules.items():
            body = ";".join(f"{prop}:{self._as_css(value)}" for prop, value in rule.items())
            lines.append(f".{self._prefix}{name}{{{body}}}")
        return "\n".join(lines) + self._interaction

    def resolved(self, name: str, *, dark: bool) -> str:
        """The plain value of a token or derived shade: ``#rrggbb``, ``#rrggbb / alpha``, a number or a font list."""
        known = self._resolved.get((name, dark))
        if known is None:
            known = self._resolved[name, dark] = self._resolve_name(name, dark)
        return known

    def resolve(self, svg: str, *, dark: bool) -> str:
        """A picture with its classes replaced by plain attributes.

        Night gets ids of its own: two pictures of both themes may be inlined in one notebook.
        """
        if dark:
            svg = self._reference.sub(rf"\g<1>{self._prefix}night-", svg)
        return _CLASS.sub(lambda found: self._presentation(found[1], dark), svg)

    # --- in a page

    def _properties(self, *, dark: bool) -> str:
        chosen = {name: pair.dark if dark else pair.light for name, pair in self._derived.items()}
        return ";".join(f"--{self._prefix}{name}:{self._shade_css(shade)}" for name, shade in chosen.items())

    def _shade_css(self, shade: str | Mix) -> str:
        if isinstance(shade, Mix):
            base, into = self._name_css(shade.base), self._name_css(shade.into)
            return f"color-mix(in oklab,{base} {shade.percent}%,{into})"
        return self._name_css(shade)

    def _name_css(self, name: str) -> str:
        if name in self._derived:
            return f"var(--{self._prefix}{name})"
        return f"var(--{name})" if name in TOKENS else name

    def _as_css(self, value: str) -> str:
        return self._name_css(value[1:]) if value.startswith("@") else value

    # --- in a file of its own

    def _resolve_name(self, name: str, dark: bool) -> str:
        pair = self._derived.get(name) or TOKENS.get(name)
        if pair is None:
            return name
        shade = pair.dark if dark else pair.light
        if isinstance(shade, Mix):
            base, into = self.resolved(shade.base, dark=dark), self.resolved(shade.into, dark=dark)
            return mixed(base, shade.percent / 100, into)
        return shade if shade == name else self.resolved(shade, dark=dark)

    def _presentation(self, names: str, dark: bool) -> str:
        """The presentation attributes that the rules of these (prefixed) classes amount to."""
        known = self._presented.get((names, dark))
        if known is None:
            known = self._presented[names, dark] = self._present(names, dark)
        return known

    def _present(self, names: str, dark: bool) -> str:
        merged: dict[str, str | float | None] = {}
        for name in names.split():
            for prop, value in self._rules.get(name.removeprefix(self._prefix), {}).items():
                plain = self.resolved(value[1:], dark=dark) if value.startswith("@") else value
                colour, _, alpha = plain.partition(" / ")
                merged[prop] = colour
                if alpha:
                    merged[f"{prop}-opacity"] = alpha
        return attributes(**merged)
