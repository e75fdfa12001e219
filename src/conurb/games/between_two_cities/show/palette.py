"""The colours and lettering of Between Two Cities."""

from __future__ import annotations

from conurb.drawing.palette import HALO, KINDS, NIGHT, SEATS, Mix, Pair, Palette, Rule, sans, serif, stroke

from .pen import PEN

__all__ = ["PALETTE", "resolve", "resolved", "stylesheet"]


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


def _tile_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for kind in KINDS:
        rules[f"roof-{kind}"] = {"fill": f"@roof-{kind}"}
        rules[f"ground-{kind}"] = {"fill": f"@ground-{kind}"}
        rules[f"badge-{kind}"] = {"fill": f"@{kind}", "stroke": "@sheet", "stroke-width": "2.4"} | HALO
        rules[f"on-{kind}"] = {"color": "@on-shops" if kind == "shops" else "@on-kind"}
    return rules | {
        "icon": stroke("currentColor", 1.75),
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
        "paving": stroke("@ink", 1, stroke_opacity="0.09"),
        "awning": stroke("#000", 1, stroke_opacity="0.3"),
        "smoke": {"fill": "@ink-soft", "opacity": "0.26"},
        "crate": {"fill": "@crate"},
        "sign": {"fill": "@sign", "stroke": "@leisure", "stroke-width": "2.5"},
        "sign-icon": {"color": "@sign-ink"},
        "walk": stroke("@path", 6),
        "walk-narrow": stroke("@path", 4),
        "lane": stroke("@path", 8),
        "pond": {"fill": "@water"},
        "ripple": stroke("@street", 1.2, opacity="0.8"),
        "hedge": stroke("@leaf", 2.4),
        "plate": {"fill": "none", "stroke": "@ink", "stroke-width": "1.6", "stroke-opacity": "0.72"},
        "seam": stroke("@ink", 1.1, stroke_opacity="0.35", stroke_dasharray="3 4"),
        "pin": {"fill": "@sheet", "stroke": "@ink", "stroke-width": "1.4", "stroke-opacity": "0.6"},
        "letter": serif(15, stroke="@sheet", stroke_width="4") | HALO,
        "letter-small": serif(24, stroke="@sheet", stroke_width="5") | HALO,
    }


def _plan_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "bed": {"fill": "@ground", "stroke": "@kerb", "stroke-width": "1.2"},
        "lot": {"fill": "@lot", "stroke": "@growth", "stroke-width": "1.2", "stroke-dasharray": "2 5"},
        "growth": {"fill": "none", "stroke": "@growth", "stroke-width": "1.8", "stroke-dasharray": "5 7"},
        "coord": serif(13, 400, "@ink-soft", font_style="italic"),
        "coord-wide": serif(21, 400, "@ink-soft", font_style="italic"),
        "stake": stroke("@ink-soft", 2),
        "ghost": {"opacity": "0.22"},
        "ghost-hidden": {"opacity": "0"},
        "site": {"fill": "@glow-soft", "stroke": "@glow", "stroke-width": "3", "stroke-dasharray": "8 6"},
        "ring": {"fill": "none", "stroke": "@glow", "stroke-width": "4.5", "opacity": "0"},
        "hit": {"fill": "#fff", "fill-opacity": "0"},
        "gain": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "2"},
        "gain-text": serif(25),
    }
    for seat in range(SEATS):
        ring = stroke(f"@seat-{seat}", 3, stroke_dasharray="14 7", opacity="0.9")
        rules[f"fresh-{seat}"] = ring
        rules[f"seat-{seat}"] = {"fill": f"@seat-{seat}", "stroke": "@sheet", "stroke-width": "1.5"}
        # Sky blue is too light for a white letter.
        rules[f"initial-{seat}"] = sans(12, 700, "@on-shops" if seat == 5 else "@on-kind")
        rules[f"initial-tight-{seat}"] = sans(10.5, 700, "@on-kind")
    return rules


def _table_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "paper": {"fill": "@paper"},
        "survey": stroke("@survey", 1),
        "neat": stroke("@ink", 1.4, stroke_opacity="0.55"),
        "neat-fine": stroke("@ink", 0.7, stroke_opacity="0.4"),
        "cast": {"fill": "#000", "fill-opacity": "0.06"},
        "sheet": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "own": {"fill": "@own", "stroke": "@glow", "stroke-width": "1"},
        "hair": stroke("@line", 1),
        "dotted": stroke("@line", 1, stroke_dasharray="1 4"),
        "bar": stroke("@ink", 2),
        "ink": {"color": "@ink"},
        "soft": {"color": "@ink-soft"},
        "track": stroke("@kerb", 16),
        "track-bed": stroke("@paper", 12),
        "track-ties": stroke("@kerb", 12, stroke_dasharray="2 8", stroke_linecap="butt"),
        "halo": {"fill": "@paper"},
        "chosen": {"fill": "@glow-soft", "stroke": "@glow", "stroke-width": "2.5"},
        "lower": stroke("@glow", 3),
        "laurel": {"fill": "@leaf", "stroke": "@leaf", "stroke-width": "1", "stroke-linejoin": "round"},
        "stem": stroke("@leaf", 2),
        "rose": {"fill": "@ink", "fill-opacity": "0.72"},
        "rose-light": {"fill": "@sheet", "stroke": "@ink", "stroke-width": "1", "stroke-opacity": "0.72"},
        "rose-ring": stroke("@ink-soft", 1, stroke_opacity="0.6"),
        "back": {"fill": "@ground", "stroke": "@ink", "stroke-width": "1.6", "stroke-opacity": "0.6"},
        "back-frame": stroke("@ink", 1, stroke_opacity="0.35"),
        "t-game": serif(40, letter_spacing="-0.3"),
        "t-round": sans(17, 400, "@ink-soft"),
        "t-name": serif(24),
        "t-name-small": serif(18),
        "t-with": sans(14, 400, "@ink-soft"),
        "t-total": serif(38),
        "t-total-small": serif(27),
        "t-panel": serif(20),
        "t-body": sans(15),
        "t-strong": sans(15, 600),
        "t-small": sans(13, 400, "@ink-soft"),
        "t-tiny": sans(12, 400, "@ink-soft"),
        "t-num": serif(18, 400),
        "t-num-bold": serif(19),
        "t-num-soft": serif(18, 400, "@ink-soft"),
        "t-score": serif(30),
        "t-score-big": serif(48),
        "t-map": serif(14, 400, "@ink-soft", font_style="italic"),
        "t-poster": serif(76, letter_spacing="1"),
        "t-poster-sub": serif(23, 400, "@ink-soft", font_style="italic"),
        "t-poster-total": serif(92),
        "t-poster-num": serif(34),
    }
    for seat in range(SEATS):
        rules[f"mine-{seat}"] = {"fill": "@sheet", "stroke": f"@seat-{seat}", "stroke-width": "3"}
        rules[f"edge-{seat}"] = {"fill": f"@seat-{seat}"}
    return rules


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


PALETTE = Palette(PEN, _derived(), _tile_rules() | _plan_rules() | _table_rules(), _INTERACTION)

stylesheet = PALETTE.stylesheet
resolve = PALETTE.resolve
resolved = PALETTE.resolved
