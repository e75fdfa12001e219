"""Colours and lettering: one table of rules, written as a stylesheet for pages or as attributes for a lone file.

A value such as ``@shops`` names a token of ``tokens.css`` or a shade derived from one. In a page it becomes
``var(--shops)``, so the theme of the page rules. In a standalone file it becomes a plain colour and the classes
become presentation attributes: no stylesheet, which every viewer understands and which cannot leak into a notebook.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from .pen import PREFIX, attributes

Colour = tuple[float, float, float]


class Mix(NamedTuple):
    """``percent`` of one colour mixed into another, in OKLab like CSS ``color-mix``."""

    base: str
    percent: int
    into: str


class Pair(NamedTuple):
    """What a name means by day and by night."""

    light: str | Mix
    dark: str | Mix


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
    "energy": Pair("#d9822b", "#eea55a"),
    "water": Pair("#9cc9e3", "#23465c"),
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


def _derived() -> dict[str, Pair]:
    """Shades that follow from the tokens (guide, sections 2 and 10)."""
    tint = {"shops": 24, "works": 26, "leisure": 20, "offices": 20, "parks": 34, "homes": 20}
    sunk = {"shops": 60, "works": 55, "leisure": 60, "offices": 52, "parks": 60, "homes": 62}
    shades: dict[str, Pair] = {}
    for kind in KINDS:
        ground = Mix(kind, tint[kind], "sheet")
        shades[f"ground-{kind}"] = Pair(ground, ground)
        shades[f"roof-{kind}"] = Pair(kind, Mix(kind, sunk[kind], NIGHT))
    lot = Mix("ground", 60, "sheet")
    crate = Mix("works", 60, "energy")
    sign = Mix("leisure", 82, "ink")
    survey = Mix("line", 38, "paper")
    own = Mix("glow", 9, "sheet")
    shades |= {
        "lot": Pair(lot, lot),
        "crate": Pair(crate, crate),
        "sign-icon": Pair(sign, sign),
        "survey": Pair(survey, survey),
        "own": Pair(own, own),
        "growth": Pair("kerb", Mix("ink-soft", 46, "sheet")),
        "paint": Pair("street", "#b9b3a2"),
        "path": Pair("street", "#3a414d"),
        "sign": Pair("street", "#d8d2c2"),
        "sign-ink": Pair("sign-icon", "#8f2c22"),
        "chimney": Pair("#3b3f4a", "#0d1016"),
        "parapet-o": Pair("0.45", "0.22"),
        "rooflight-o": Pair("0.34", "0.16"),
        "ridge-o": Pair("0.55", "0.3"),
    }
    return shades


DERIVED = _derived()

Rule = dict[str, str]
_LINE: Rule = {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}
_HALO: Rule = {"paint-order": "stroke", "stroke-linejoin": "round"}


def _serif(size: float, weight: int = 700, colour: str = "@ink", **more: str) -> Rule:
    return _lettering("@display", size, weight, colour) | {k.replace("_", "-"): v for k, v in more.items()}


def _sans(size: float, weight: int = 400, colour: str = "@ink", **more: str) -> Rule:
    return _lettering("@font", size, weight, colour) | {k.replace("_", "-"): v for k, v in more.items()}


def _lettering(family: str, size: float, weight: int, colour: str) -> Rule:
    return {"font-family": family, "font-size": f"{size:g}px", "font-weight": str(weight), "fill": colour}


def _stroke(colour: str, width: float, **more: str) -> Rule:
    drawn = {"stroke": colour, "stroke-width": f"{width:g}"}
    return _LINE | drawn | {k.replace("_", "-"): v for k, v in more.items()}


def _tile_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for kind in KINDS:
        rules[f"roof-{kind}"] = {"fill": f"@roof-{kind}"}
        rules[f"ground-{kind}"] = {"fill": f"@ground-{kind}"}
        rules[f"badge-{kind}"] = {"fill": f"@{kind}", "stroke": "@sheet", "stroke-width": "2.4"} | _HALO
        rules[f"on-{kind}"] = {"color": "@on-shops" if kind == "shops" else "@on-kind"}
    return rules | {
        "icon": _stroke("currentColor", 1.75),
        "shade": {"fill": "@shade"},
        "wall": {"fill": "@wall"},
        "slope-east": {"fill": "#14161e", "fill-opacity": "0.18"},
        "slope-south": {"fill": "#14161e", "fill-opacity": "0.22"},
        "window": {"fill": "@win"},
        "parapet": {"fill": "none", "stroke": "#fff", "stroke-opacity": "@parapet-o", "stroke-width": "0.9"},
        "rooflight": {"fill": "#fff", "fill-opacity": "@rooflight-o"},
        "ridge": {"fill": "none", "stroke": "#fff", "stroke-opacity": "@ridge-o", "stroke-width": "0.9"},
        "paint": {"fill": "@paint"},
        "chimney": {"fill": "@chimney"},
        "leaf": {"fill": "@leaf"},
        "leaf-light": {"fill": "@leaf-2"},
        "paving": _stroke("@ink", 1, stroke_opacity="0.09"),
        "awning": _stroke("#000", 1, stroke_opacity="0.3"),
        "smoke": {"fill": "@ink-soft", "opacity": "0.26"},
        "crate": {"fill": "@crate"},
        "sign": {"fill": "@sign", "stroke": "@leisure", "stroke-width": "2.5"},
        "sign-icon": {"color": "@sign-ink"},
        "walk": _stroke("@path", 6),
        "walk-narrow": _stroke("@path", 4),
        "lane": _stroke("@path", 8),
        "pond": {"fill": "@water"},
        "ripple": _stroke("@street", 1.2, opacity="0.8"),
        "hedge": _stroke("@leaf", 2.4),
        "plate": {"fill": "none", "stroke": "@ink", "stroke-width": "1.6", "stroke-opacity": "0.72"},
        "seam": _stroke("@ink", 1.1, stroke_opacity="0.35", stroke_dasharray="3 4"),
        "pin": {"fill": "@sheet", "stroke": "@ink", "stroke-width": "1.4", "stroke-opacity": "0.6"},
        "letter": _serif(15, stroke="@sheet", stroke_width="4") | _HALO,
        "letter-small": _serif(24, stroke="@sheet", stroke_width="5") | _HALO,
    }


def _plan_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "bed": {"fill": "@ground", "stroke": "@kerb", "stroke-width": "1.2"},
        "lot": {"fill": "@lot", "stroke": "@growth", "stroke-width": "1.2", "stroke-dasharray": "2 5"},
        "growth": {"fill": "none", "stroke": "@growth", "stroke-width": "1.8", "stroke-dasharray": "5 7"},
        "coord": _serif(13, 400, "@ink-soft", font_style="italic"),
        "coord-wide": _serif(21, 400, "@ink-soft", font_style="italic"),
        "stake": _stroke("@ink-soft", 2),
        "ghost": {"opacity": "0.22"},
        "ghost-hidden": {"opacity": "0"},
        "site": {"fill": "@glow-soft", "stroke": "@glow", "stroke-width": "3", "stroke-dasharray": "8 6"},
        "ring": {"fill": "none", "stroke": "@glow", "stroke-width": "4.5", "opacity": "0"},
        "hit": {"fill": "#fff", "fill-opacity": "0"},
        "gain": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "2"},
        "gain-text": _serif(25),
    }
    for seat in range(SEATS):
        ring = _stroke(f"@seat-{seat}", 3, stroke_dasharray="14 7", opacity="0.9")
        rules[f"fresh-{seat}"] = ring
        rules[f"seat-{seat}"] = {"fill": f"@seat-{seat}", "stroke": "@sheet", "stroke-width": "1.5"}
        # Sky blue is too light for a white letter.
        rules[f"initial-{seat}"] = _sans(12, 700, "@on-shops" if seat == 5 else "@on-kind")
        rules[f"initial-tight-{seat}"] = _sans(10.5, 700, "@on-kind")
    return rules


def _table_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "paper": {"fill": "@paper"},
        "survey": _stroke("@survey", 1),
        "neat": _stroke("@ink", 1.4, stroke_opacity="0.55"),
        "neat-fine": _stroke("@ink", 0.7, stroke_opacity="0.4"),
        "cast": {"fill": "#000", "fill-opacity": "0.06"},
        "sheet": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "own": {"fill": "@own", "stroke": "@glow", "stroke-width": "1"},
        "hair": _stroke("@line", 1),
        "dotted": _stroke("@line", 1, stroke_dasharray="1 4"),
        "bar": _stroke("@ink", 2),
        "ink": {"color": "@ink"},
        "soft": {"color": "@ink-soft"},
        "track": _stroke("@kerb", 16),
        "track-bed": _stroke("@paper", 12),
        "track-ties": _stroke("@kerb", 12, stroke_dasharray="2 8", stroke_linecap="butt"),
        "halo": {"fill": "@paper"},
        "chosen": {"fill": "@glow-soft", "stroke": "@glow", "stroke-width": "2.5"},
        "lower": _stroke("@glow", 3),
        "laurel": {"fill": "@leaf", "stroke": "@leaf", "stroke-width": "1", "stroke-linejoin": "round"},
        "stem": _stroke("@leaf", 2),
        "rose": {"fill": "@ink", "fill-opacity": "0.72"},
        "rose-light": {"fill": "@sheet", "stroke": "@ink", "stroke-width": "1", "stroke-opacity": "0.72"},
        "rose-ring": _stroke("@ink-soft", 1, stroke_opacity="0.6"),
        "back": {"fill": "@ground", "stroke": "@ink", "stroke-width": "1.6", "stroke-opacity": "0.6"},
        "back-frame": _stroke("@ink", 1, stroke_opacity="0.35"),
        "t-game": _serif(40, letter_spacing="-0.3"),
        "t-round": _sans(17, 400, "@ink-soft"),
        "t-name": _serif(24),
        "t-name-small": _serif(18),
        "t-with": _sans(14, 400, "@ink-soft"),
        "t-total": _serif(38),
        "t-total-small": _serif(27),
        "t-panel": _serif(20),
        "t-body": _sans(15),
        "t-strong": _sans(15, 600),
        "t-small": _sans(13, 400, "@ink-soft"),
        "t-tiny": _sans(12, 400, "@ink-soft"),
        "t-num": _serif(18, 400),
        "t-num-bold": _serif(19),
        "t-num-soft": _serif(18, 400, "@ink-soft"),
        "t-score": _serif(30),
        "t-score-big": _serif(48),
        "t-map": _serif(14, 400, "@ink-soft", font_style="italic"),
        "t-poster": _serif(76, letter_spacing="1"),
        "t-poster-sub": _serif(23, 400, "@ink-soft", font_style="italic"),
        "t-poster-total": _serif(92),
        "t-poster-num": _serif(34),
    }
    for seat in range(SEATS):
        rules[f"mine-{seat}"] = {"fill": "@sheet", "stroke": f"@seat-{seat}", "stroke-width": "3"}
        rules[f"edge-{seat}"] = {"fill": f"@seat-{seat}"}
    return rules


RULES: dict[str, Rule] = _tile_rules() | _plan_rules() | _table_rules()

_INTERACTION = """
.btc-plan,.btc-tile{display:block;max-width:100%;height:auto;overflow:visible}
.btc-defs{position:absolute;width:0;height:0}
.btc-cell{cursor:pointer;outline:none}
.btc-cell .btc-ghost,.btc-cell .btc-ghost-hidden,.btc-cell .btc-ring,.btc-cell .btc-gain,.btc-cell .btc-gain-text{
  pointer-events:none;transition:opacity var(--m-fast) var(--ease),fill var(--m-fast) var(--ease)}
.btc-cell:is(:hover,:focus-visible,[aria-pressed="true"]) :is(.btc-ghost,.btc-ghost-hidden){opacity:.92}
.btc-cell:is(:hover,:focus-visible,[aria-pressed="true"]) .btc-ring{
  opacity:1;filter:drop-shadow(0 0 7px var(--glow))}
.btc-cell:focus-visible .btc-ring{stroke:var(--focus)}
.btc-cell:is(:hover,:focus-visible,[aria-pressed="true"]) .btc-gain{fill:var(--ink);stroke:var(--ink)}
.btc-cell:is(:hover,:focus-visible,[aria-pressed="true"]) .btc-gain-text{fill:var(--paper)}
"""


def stylesheet() -> str:
    """The stylesheet of the page fragments, in the tokens of ``tokens.css``.

    Night follows ``prefers-color-scheme`` unless the root element carries ``data-theme="light"`` or ``"dark"``.
    """
    night = _properties(dark=True)
    lines = [
        f":root{{{_properties(dark=False)}}}",
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{night}}}}}',
        f':root[data-theme="dark"]{{{night}}}',
    ]
    for name, rule in RULES.items():
        body = ";".join(f"{prop}:{_as_css(value)}" for prop, value in rule.items())
        lines.append(f".{PREFIX}{name}{{{body}}}")
    return "\n".join(lines) + _INTERACTION


def _properties(*, dark: bool) -> str:
    chosen = {name: pair.dark if dark else pair.light for name, pair in DERIVED.items()}
    return ";".join(f"--{PREFIX}{name}:{_shade_css(shade)}" for name, shade in chosen.items())


def _shade_css(shade: str | Mix) -> str:
    if isinstance(shade, Mix):
        return f"color-mix(in oklab,{_name_css(shade.base)} {shade.percent}%,{_name_css(shade.into)})"
    return _name_css(shade)


def _name_css(name: str) -> str:
    if name in DERIVED:
        return f"var(--{PREFIX}{name})"
    return f"var(--{name})" if name in TOKENS else name


def _as_css(value: str) -> str:
    return _name_css(value[1:]) if value.startswith("@") else value


@cache
def resolved(name: str, *, dark: bool) -> str:
    """The plain value of a token or derived shade: ``#rrggbb``, ``#rrggbb / alpha``, a number or a font list."""
    pair = DERIVED.get(name) or TOKENS.get(name)
    if pair is None:
        return name
    shade = pair.dark if dark else pair.light
    if isinstance(shade, Mix):
        return _mixed(resolved(shade.base, dark=dark), shade.percent / 100, resolved(shade.into, dark=dark))
    return shade if shade == name else resolved(shade, dark=dark)


@cache
def _presentation(names: str, dark: bool) -> str:
    """The presentation attributes that the rules of these (prefixed) classes amount to."""
    merged: dict[str, str | float | None] = {}
    for name in names.split():
        for prop, value in RULES.get(name.removeprefix(PREFIX), {}).items():
            plain = resolved(value[1:], dark=dark) if value.startswith("@") else value
            colour, _, alpha = plain.partition(" / ")
            merged[prop] = colour
            if alpha:
                merged[f"{prop}-opacity"] = alpha
    return attributes(**merged)


_CLASS = re.compile(r' class="([^"]*)"')
_REFERENCE = re.compile(rf'( id="| href="#| clip-path="url\(#){PREFIX}')


def resolve(svg: str, *, dark: bool) -> str:
    """A picture with its classes replaced by plain attributes.

    Night gets ids of its own: two pictures of both themes may be inlined in one notebook.
    """
    if dark:
        svg = _REFERENCE.sub(rf"\g<1>{PREFIX}night-", svg)
    return _CLASS.sub(lambda found: _presentation(found[1], dark), svg)


def _mixed(base: str, share: float, into: str) -> str:
    first, second = _oklab(base), _oklab(into)
    return _hex(tuple(a * share + b * (1 - share) for a, b in zip(first, second, strict=True)))


def _oklab(colour: str) -> Colour:
    """OKLab of ``#rrggbb`` (Björn Ottosson's matrices, as in CSS Color 4)."""
    r, g, b = (_linear(int(colour[k : k + 2], 16) / 255) for k in (1, 3, 5))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    medium = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _hex(lab: tuple[float, ...]) -> str:
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(_gamma(min(1.0, max(0.0, part))) * 255):02x}" for part in linear)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)
