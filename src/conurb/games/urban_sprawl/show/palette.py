"""Colours and lettering of Urban Sprawl: shades derived from the tokens, and a table of class rules."""

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


SEATS = 4
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
    "wild": Pair("#cfe0b8", "#2e3b2a"),
    "zone-civ": Pair("#b23a48", "#d9707c"),
    "zone-com": Pair("#d39a0a", "#e7b94a"),
    "zone-ind": Pair("#3a6ea5", "#6d9fd4"),
    "zone-res": Pair("#7d5ba6", "#ab8bd0"),
    "zone-park": Pair("#4c9a4a", "#76bd6f"),
    "good": Pair("#2e7d4f", "#67c08c"),
    "bad": Pair("#b3392f", "#e77a70"),
    "warn": Pair("#a86b00", "#e0a94a"),
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
    sunk = {"civ": 62, "com": 62, "ind": 58, "res": 58, "park": 60}
    shades: dict[str, Pair] = {}
    for zone, percent in sunk.items():
        shades[f"roof-{zone}"] = Pair(f"zone-{zone}", Mix(f"zone-{zone}", percent, NIGHT))
        ink = Mix(f"zone-{zone}", 78, "ink")
        shades[f"ink-{zone}"] = Pair(ink, ink)
        shades[f"head-{zone}"] = Pair(Mix(f"zone-{zone}", 88, "ink"), Mix(f"zone-{zone}", 38, "sheet"))
        card = Mix(f"zone-{zone}", 7, "sheet")
        shades[f"card-{zone}"] = Pair(card, card)
    shades["head-com"] = Pair(Mix("zone-com", 62, "#20242c"), Mix("zone-com", 38, "sheet"))
    lawn = Mix("parks", 40, "sheet")
    conifer = Mix("leaf", 82, "ink")
    survey = Mix("line", 38, "paper")
    own = Mix("glow", 9, "sheet")
    permit = Mix("works", 7, "sheet")
    return shades | {
        "lawn": Pair(lawn, Mix("parks", 34, NIGHT)),
        "conifer": Pair(conifer, Mix("leaf", 78, NIGHT)),
        "survey": Pair(survey, survey),
        "own": Pair(own, own),
        "card-permit": Pair(permit, permit),
        "head-permit": Pair(Mix("works", 88, "ink"), Mix("works", 38, "sheet")),
        "head-text": Pair("#ffffff", "ink"),
        "plot": Pair("ground", "#20262f"),
        "asphalt": Pair("street", "#12151b"),
        "paint": Pair("street", "#b9b3a2"),
        "path": Pair("street", "#3a414d"),
        "grey": Pair(Mix("sheet", 62, "water"), Mix("sheet", 62, "water")),
        "chimney": Pair("#3b3f4a", "#0d1016"),
        "rim-o": Pair("0.55", "0.25"),
        "rooflight-o": Pair("0.34", "0.16"),
        "ridge-o": Pair("0.55", "0.3"),
        "dome-o": Pair("0.6", "0.35"),
        "lit-o": Pair("0.34", "0.22"),
    }


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


def _town_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "icon": _stroke("currentColor", 1.75),
        "solid": {"fill": "currentColor", "stroke": "none"},
        "sea": {"fill": "@water"},
        "wild": {"fill": "@wild"},
        "conifer": {"fill": "@conifer"},
        "leaf": {"fill": "@leaf"},
        "leaf-light": {"fill": "@leaf-2"},
        "lawn": {"fill": "@lawn"},
        "walk": _stroke("@path", 3),
        "street": {"fill": "@asphalt", "stroke": "@kerb", "stroke-width": "1"},
        "lane": _stroke("@kerb", 1, stroke_dasharray="5 6"),
        "avenue": _stroke("@kerb", 2, stroke_opacity="0.75"),
        "block": {"fill": "@plot", "stroke": "@kerb", "stroke-width": "1.2"},
        "lots": _stroke("@kerb", 0.9, stroke_dasharray="2 4"),
        "street-name": _serif(10.5, 400, "@ink-soft", font_style="italic"),
        "terrain": _serif(16, 400, "@ink", font_style="italic", letter_spacing="5", fill_opacity="0.6"),
        "bracket": _stroke("@ink", 1.3, stroke_opacity="0.4"),
        "north": {"color": "@ink", "opacity": "0.7"},
        "shade": {"fill": "@shade"},
        "wall": {"fill": "@wall"},
        "slope": {"fill": "#14161e", "fill-opacity": "0.2"},
        "gap": _stroke("#000", 1, stroke_opacity="0.26"),
        "window": {"fill": "@win"},
        "strip": {"fill": "@win", "fill-opacity": "0.6"},
        "rooflight": {"fill": "#fff", "fill-opacity": "@rooflight-o"},
        "ridge": {"fill": "none", "stroke": "#fff", "stroke-opacity": "@ridge-o", "stroke-width": "0.9"},
        "rim": {"fill": "none", "stroke": "@ink", "stroke-opacity": "@rim-o", "stroke-width": "1"},
        "rim-soft": {"fill": "none", "stroke": "@leaf", "stroke-width": "1"},
        "paint": {"fill": "@paint"},
        "chimney": {"fill": "@chimney"},
        "smoke": {"fill": "@ink-soft", "opacity": "0.26"},
        "plate": {"fill": "@sheet", "stroke": "@ink", "stroke-opacity": "0.35", "stroke-width": "0.8"},
        "plate-letter": _sans(11, 700),
        "plate-big": _sans(19, 700),
        "value": {"fill": "@sheet", "stroke": "@kerb", "stroke-width": "1"},
        "value-text": _serif(12.5, 600, "@ink-soft"),
        "coin": {"fill": "@shops", "stroke": "#20242c", "stroke-opacity": "0.5", "stroke-width": "1"},
        "coin-ring": {"fill": "none", "stroke": "#20242c", "stroke-opacity": "0.45", "stroke-width": "1"},
        "coin-number": _serif(19, 700, "#20242c"),
        "star": {"fill": "@civic", "stroke": "@sheet", "stroke-width": "1.5", "stroke-linejoin": "round"},
        "star-number": _serif(18, 700, "@on-kind"),
        "grey": {"fill": "@grey", "stroke": "@ink-soft", "stroke-width": "1.4", "stroke-dasharray": "3 4"},
        "pawn": {"fill": "@ink", "stroke": "@sheet", "stroke-width": "1.5"},
    }
    for depth, strength in enumerate(("0.9", "0.65", "0.45", "0.3", "0.18", "0.12"), 1):
        rules[f"deep-{depth}"] = _stroke("@asphalt", 1.4, stroke_opacity=strength)
    for zone in ("civ", "com", "ind", "res", "park"):
        rules[f"roof-{zone}"] = {"fill": f"@roof-{zone}"}
        rules[f"dome-{zone}"] = {
            "fill": f"@roof-{zone}",
            "stroke": "#fff",
            "stroke-opacity": "@dome-o",
            "stroke-width": "1.4",
        }
        rules[f"ink-{zone}"] = {"color": f"@ink-{zone}"}
        rules[f"chip-{zone}"] = {"fill": f"@zone-{zone}"}
        rules[f"chip-letter-{zone}"] = _sans(12, 700, "@on-shops" if zone == "com" else "@on-kind")
    for seat in range(SEATS):
        rules[f"fresh-{seat}"] = _stroke(f"@seat-{seat}", 3, stroke_dasharray="9 5")
        rules[f"seat-{seat}"] = {"fill": f"@seat-{seat}", "stroke": "@sheet", "stroke-width": "1.5"}
        rules[f"initial-{seat}"] = _sans(12, 700, "@on-kind")
        rules[f"initial-tight-{seat}"] = _sans(10.5, 700, "@on-kind")
    return rules | {
        "chip-off": {"fill": "none", "stroke": "@kerb", "stroke-width": "1", "stroke-dasharray": "2 2"},
        "chip-letter-off": _sans(12, 700, "@kerb"),
        "mini-off": {"fill": "none", "stroke": "@kerb", "stroke-width": "1.2"},
    }


def _choice_rules() -> dict[str, Rule]:
    return {
        "lit": {
            "fill": "@glow",
            "fill-opacity": "@lit-o",
            "stroke": "@glow",
            "stroke-width": "2.2",
            "stroke-dasharray": "5 4",
        },
        "lit-quiet": {
            "fill": "@glow",
            "fill-opacity": "0.1",
            "stroke": "@glow",
            "stroke-width": "1.3",
            "stroke-dasharray": "2 5",
        },
        "ghost": {"opacity": "0"},
        "ring": {"fill": "none", "stroke": "@glow", "stroke-width": "4", "stroke-linejoin": "round", "opacity": "0"},
        "hit": {"fill": "#fff", "fill-opacity": "0"},
        "tag": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "2"},
        "tag-text": _serif(14),
        "tag-coin": {"color": "@warn"},
        "tag-star": {"color": "@good"},
        "tag-bad": {"color": "@bad"},
    }


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
        "coin-ink": {"color": "@warn"},
        "star-ink": {"color": "@civic"},
        "head-ink": {"color": "@head-text"},
        "orbit": _stroke("@line", 2, stroke_dasharray="2 6"),
        "office": {"fill": "@paper", "stroke": "@kerb", "stroke-width": "1.5"},
        "office-now": {"fill": "@own", "stroke": "@glow", "stroke-width": "3"},
        "office-off": {"fill": "none", "stroke": "@kerb", "stroke-width": "1.5", "stroke-dasharray": "3 4"},
        "faint": {"opacity": "0.45"},
        "card": {"fill": "none", "stroke": "@line", "stroke-width": "1"},
        "card-closed": {"fill": "none", "stroke": "@line", "stroke-width": "1.4", "stroke-dasharray": "5 5"},
        "chosen": {"fill": "none", "stroke": "@glow", "stroke-width": "3"},
        "ap-tab": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "laurel": {"fill": "@leaf", "stroke": "@leaf", "stroke-width": "1", "stroke-linejoin": "round"},
        "stem": _stroke("@leaf", 2),
        "t-game": _serif(40, letter_spacing="-0.3"),
        "t-round": _sans(17, 400, "@ink-soft"),
        "t-panel": _serif(20),
        "t-body": _sans(15),
        "t-strong": _sans(15, 600),
        "t-small": _sans(13, 400, "@ink-soft"),
        "t-tiny": _sans(12, 400, "@ink-soft"),
        "t-micro": _sans(11, 400, "@ink-soft"),
        "t-num": _serif(18, 400),
        "t-num-bold": _serif(19),
        "t-score": _serif(30),
        "t-head": _serif(13.5, 600, "@head-text"),
        "t-zone": _sans(13, 600),
        "t-ap": _serif(13, 700, "@warn"),
        "t-pay": _serif(14, 600, "@civic"),
        "t-office": _sans(12, 400, "@ink-soft"),
    }
    for zone in ("civ", "com", "ind", "res", "permit"):
        rules[f"card-{zone}"] = {"fill": f"@card-{zone}"}
        rules[f"head-{zone}"] = {"fill": f"@head-{zone}"}
    for seat in range(SEATS):
        rules[f"edge-{seat}"] = {"fill": f"@seat-{seat}"}
    return rules


RULES: dict[str, Rule] = _town_rules() | _choice_rules() | _table_rules()

_INTERACTION = """
.usp-town{display:block;width:100%;height:auto;max-width:100%}
.usp-defs{position:absolute;width:0;height:0}
.usp-spot{cursor:pointer;outline:none}
.usp-spot :is(.usp-ghost,.usp-ring,.usp-tag,.usp-tag-text){pointer-events:none;transition:opacity var(--m-fast) var(--ease),fill var(--m-fast) var(--ease)}
.usp-spot:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .usp-ghost{opacity:.92}
.usp-spot:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .usp-ring{opacity:1;filter:drop-shadow(0 0 6px var(--glow))}
.usp-spot:focus-visible .usp-ring{stroke:var(--focus)}
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
