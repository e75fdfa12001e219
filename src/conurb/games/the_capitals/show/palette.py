"""The colours and lettering of The Capitals."""

from __future__ import annotations

from conurb.drawing.palette import HALO, SEATS, Mix, Pair, Palette, Rule, sans, serif, stroke

from .pen import PEN

__all__ = ["KIND", "PALETTE", "resolve", "resolved", "stylesheet"]

KIND = {
    "housing": "homes",
    "industry": "works",
    "commerce": "shops",
    "tourism": "leisure",
    "public": "offices",
    "prosperity": "transit",
    "plant": "energy",
    "lake": "water",
}
"""The colour of each type of tile."""

TINTS = {
    "population": "homes",
    "employment": "ink",
    "services": "offices",
    "economy": "warn",
    "culture": "leisure",
    "progress": "parks",
    "energy": "cube",
    "prestige": "warn",
    "level": "energy",
}
"""The colour of each thing a city has; its icon always goes with it."""


def _derived() -> dict[str, Pair]:
    """Shades that follow from the tokens (guide, sections 2 and 10)."""
    shades: dict[str, Pair] = {
        "transit": Pair("#2d8f85", "#5dbcb1"),
        "good": Pair("#2e7d4f", "#67c08c"),
        "bad": Pair("#b3392f", "#e77a70"),
        "warn": Pair("#a86b00", "#e0a94a"),
        "cube": Pair("#e39a2f", "#f0b154"),
        "cube-edge": Pair("#6d4206", "#4d3208"),
    }
    for kind in KIND.values():
        shades[f"bed-{kind}"] = _both(Mix(kind, 9, "sheet"))
        shades[f"texture-{kind}"] = _both(Mix(kind, 22, "sheet"))
        shades[f"band-{kind}"] = _both(Mix(kind, 26, "sheet"))
        shades[f"wall-{kind}"] = Pair(Mix(kind, 22, "sheet"), Mix(kind, 26, "sheet"))
        shades[f"wall2-{kind}"] = Pair(Mix(kind, 50, "sheet"), Mix(kind, 44, "sheet"))
        shades[f"dark-{kind}"] = Pair(Mix(kind, 78, "ink"), Mix(kind, 82, "paper"))
        shades[f"edge-{kind}"] = Pair(Mix(kind, 58, "ink"), Mix(kind, 70, "ink"))
        shades[f"sign-{kind}"] = _both(Mix(kind, 66, "ink"))
    for name, tint in TINTS.items():
        shades[f"bar-{name}"] = _both(Mix(tint, 22, "sheet"))
        shades[f"tint-{name}"] = _both(Mix(tint, 84, "ink"))
    for seat in range(SEATS):
        shades[f"soft-seat-{seat}"] = _both(Mix(f"seat-{seat}", 14, "sheet"))
    return shades | {
        "survey": _both(Mix("line", 38, "paper")),
        "grid": Pair(Mix("kerb", 34, "ground"), Mix("kerb", 50, "ground")),
        "own": _both(Mix("glow", 9, "sheet")),
        "lot-0": Pair(Mix("glow", 34, "sheet"), Mix("glow", 24, "ground")),
        "lot-2": Pair(Mix("glow", 15, "sheet"), Mix("glow", 11, "ground")),
        "lot-4": Pair(Mix("glow", 5, "ground"), Mix("glow", 4, "ground")),
        "lead": _both(Mix("ink", 82, "sheet")),
        "gold": Pair(Mix("glow", 70, "warn"), "glow"),
        "leaf-wall": Pair(Mix("parks", 42, "sheet"), Mix("parks", 46, "paper")),
        "leaf-edge": Pair(Mix("parks", 66, "ink"), Mix("parks", 70, "ink")),
        "pond": Pair(Mix("water", 80, "sheet"), "water"),
        "pond-edge": Pair(Mix("offices", 60, "water"), Mix("offices", 60, "water")),
    }


def _both(shade: Mix) -> Pair:
    return Pair(shade, shade)


def _drawing_rules() -> dict[str, Rule]:
    """What the shapes of `sketch` are filled with, for every type."""
    rules: dict[str, Rule] = {}
    for kind in KIND.values():
        outline = {"stroke": f"@edge-{kind}", "stroke-width": "1.3", "stroke-linejoin": "round"}
        rules[f"a-{kind}"] = {"fill": f"@wall-{kind}"} | outline
        rules[f"b-{kind}"] = {"fill": f"@wall2-{kind}"} | outline
        rules[f"k-{kind}"] = {"fill": f"@dark-{kind}"} | outline | {"stroke-width": "0.8"}
        rules[f"w-{kind}"] = {"fill": "@win"} | outline | {"stroke-width": "0.8"}
        rules[f"l-{kind}"] = stroke(f"@edge-{kind}", 1.4)
    return rules | {
        "smoke": stroke("@ink-soft", 1.6, opacity="0.5"),
        "leaf": {"fill": "@leaf-wall", "stroke": "@leaf-edge", "stroke-width": "1.2", "stroke-linejoin": "round"},
        "pond": {"fill": "@pond", "stroke": "@pond-edge", "stroke-width": "1.1"},
    }


def _tile_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for kind in KIND.values():
        rules[f"bed-{kind}"] = {"fill": f"@bed-{kind}"}
        rules[f"texture-{kind}"] = stroke(f"@texture-{kind}", 1.4, stroke_linecap="butt")
        rules[f"band-{kind}"] = {"fill": f"@band-{kind}"}
        rules[f"plate-{kind}"] = {"fill": "none", "stroke": f"@{kind}", "stroke-width": "2"}
        rules[f"badge-{kind}"] = {"fill": f"@{kind}"}
        rules[f"sign-{kind}"] = {"color": f"@sign-{kind}"}
        rules[f"small-{kind}"] = {"fill": f"@band-{kind}", "stroke": f"@{kind}", "stroke-width": "1.6"}
    for name, tint in TINTS.items():
        rules[f"of-{name}"] = {"color": f"@tint-{name}"}
        rules[f"bar-{name}"] = {"fill": f"@bar-{name}", "stroke": "@line", "stroke-width": "0.8"}
        rules[f"mark-{name}"] = stroke(f"@{tint}", 2.4, stroke_linecap="butt")
    return rules | {
        "solid": {"fill": "currentColor", "stroke": "none"},
        "on-badge": {"color": "@on-kind"},
        "on-gold": {"color": "@on-shops"},
        "face": {"fill": "@sheet"},
        "cast": {"fill": "@shade"},
        "lead": {"fill": "@lead"},
        "on-lead": {"color": "@sheet"},
        "lead-text": sans(11, 700, "@sheet"),
        "strip": stroke("@line", 1),
        "ink": {"color": "@ink"},
        "soft": {"color": "@ink-soft"},
        "good": {"color": "@good"},
        "bad": {"color": "@bad"},
        "gold": {"color": "@gold"},
        "name": serif(14, 700),
        "name-two": serif(12.5, 700),
        "name-small": serif(11, 700),
        "era": serif(11, 700, "@ink-soft"),
        "n": sans(12.5, 650),
        "n-bad": sans(12.5, 650, "@bad"),
        "n-soft": sans(11.5, 500, "@ink-soft"),
        "cube": {"fill": "@cube", "stroke": "@cube-edge", "stroke-width": "0.8", "stroke-linejoin": "round"},
        "cube-side": {"fill": "@cube-edge", "fill-opacity": "0.32"},
        "cube-line": stroke("@cube-edge", 0.8),
        "count": sans(13, 700, "@on-shops"),
        "meeple-shade": {"fill": "@shade"},
        "meeple-hat": stroke("@sheet", 2, stroke_linecap="butt"),
        "mini": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
    }


def _plan_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "bed": {"fill": "@ground"},
        "grid": stroke("@grid", 1),
        "street": stroke("@street", 8, stroke_linecap="butt"),
        "street-far": stroke("@street", 8, stroke_linecap="butt", stroke_dasharray="10 8"),
        "coord": serif(12, 400, "@ink-soft", font_style="italic"),
        "lot-0": {"fill": "@lot-0", "stroke": "@glow", "stroke-width": "3"},
        "lot-2": {"fill": "@lot-2", "stroke": "@glow", "stroke-width": "1.8", "stroke-dasharray": "7 4"},
        "lot-4": {"fill": "@lot-4", "stroke": "@kerb", "stroke-width": "1.4", "stroke-dasharray": "3 4"},
        "vacant": {"fill": "none", "stroke": "@kerb", "stroke-width": "1", "stroke-dasharray": "2 5"},
        "ring": {"fill": "none", "stroke": "@glow", "stroke-width": "4.5", "opacity": "0"},
        "hit": {"fill": "#fff", "fill-opacity": "0"},
        "ghost": {"opacity": "0"},
        "ghost-plate": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "4"},
        "g": sans(14.5, 650),
        "g-good": sans(14.5, 650, "@good"),
        "g-bad": sans(14.5, 650, "@bad"),
        "pay": {"fill": "@sheet", "stroke": "@ink", "stroke-width": "1.4"},
        "pay-line": stroke("@ink", 2.4),
        "pay-halo": stroke("@sheet", 6),
        "pay-n": sans(12, 700),
        "feed": {"fill": "@ink", "fill-opacity": "0.62"},
        "glow": {"fill": "none", "stroke": "@glow", "stroke-width": "4"},
        "may": {"fill": "none", "stroke": "@glow", "stroke-width": "4", "stroke-dasharray": "8 6"},
        "glow-soft": {"fill": "@glow-soft", "stroke": "@glow", "stroke-width": "3", "stroke-dasharray": "8 6"},
        "spot": {"fill": "@glow-soft", "stroke": "@glow", "stroke-width": "3"},
        "price": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "2"},
        "bag": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "water": {"fill": "@pond"},
    }
    for seat in range(SEATS):
        rules[f"token-{seat}"] = {"fill": "@sheet", "stroke": f"@seat-{seat}", "stroke-width": "3"}
        rules[f"token-line-{seat}"] = {"color": f"@seat-{seat}"}
        rules[f"fresh-{seat}"] = stroke(f"@seat-{seat}", 3, stroke_dasharray="14 7", opacity="0.9")
        rules[f"reach-{seat}"] = stroke(f"@seat-{seat}", 1.4, stroke_dasharray="2 4", opacity="0.7")
        rules[f"meeple-{seat}"] = {"fill": f"@seat-{seat}", "stroke": "@sheet", "stroke-width": "1.5"}
        rules[f"me-{seat}"] = {"fill": f"@soft-seat-{seat}", "stroke": f"@seat-{seat}", "stroke-width": "1.6"}
        rules[f"leader-{seat}"] = stroke(f"@seat-{seat}", 1.2)
    return rules


def _table_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "paper": {"fill": "@paper"},
        "survey": stroke("@survey", 1),
        "neat": stroke("@ink", 1.4, stroke_opacity="0.55"),
        "neat-fine": stroke("@ink", 0.7, stroke_opacity="0.4"),
        "shadow": {"fill": "#000", "fill-opacity": "0.06"},
        "sheet": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "own": {"fill": "@own", "stroke": "@glow", "stroke-width": "1"},
        "hair": stroke("@line", 1),
        "tick": stroke("@ink-soft", 0.8),
        "step": {"fill": "none", "stroke": "@glow", "stroke-width": "5", "stroke-linecap": "round"},
        "step-end": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "3"},
        "circle": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1.5"},
        "orbit": stroke("@bar-progress", 6),
        "symbol-space": {"fill": "@energy", "stroke": "@sheet", "stroke-width": "1.5"},
        "pip": {"fill": "@energy", "stroke": "@energy", "stroke-width": "0.8"},
        "pip-empty": {"fill": "@sheet", "stroke": "@energy", "stroke-width": "0.8", "opacity": "0.5"},
        "space": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1.2"},
        "space-open": {"fill": "@lot-0", "stroke": "@glow", "stroke-width": "2.5"},
        "vacated": {"fill": "none", "stroke": "@ink-soft", "stroke-width": "1.4", "stroke-dasharray": "2 3"},
        "plant": {"fill": "@bed-energy", "stroke": "@energy", "stroke-width": "1.6"},
        "plant-band": {"fill": "@band-energy"},
        "round": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "round-past": {"fill": "@grid", "stroke": "@line", "stroke-width": "1"},
        "round-now": {"fill": "@ink"},
        "round-expo": stroke("@glow", 3.5, stroke_linecap="butt"),
        "t-now": sans(13, 700, "@paper"),
        "t-game": serif(40, letter_spacing="-0.3"),
        "t-round": sans(17, 400, "@ink-soft"),
        "t-panel": serif(20),
        "t-sub": serif(17),
        "t-row": serif(19, 600),
        "t-body": sans(15),
        "t-strong": sans(15, 650),
        "t-small": sans(13, 400, "@ink-soft"),
        "t-tiny": sans(11.5, 400, "@ink-soft"),
        "t-tick": sans(11, 400, "@ink-soft"),
        "t-tick-bad": sans(11, 600, "@bad"),
        "t-tick-good": sans(11, 600, "@good"),
        "t-num": serif(18, 400),
        "t-num-bold": serif(19),
        "t-score": serif(30),
        "t-map": serif(14, 400, "@ink-soft", font_style="italic"),
        "t-poster": serif(72, letter_spacing="1"),
        "t-poster-sub": serif(23, 400, "@ink-soft", font_style="italic"),
        "t-poster-total": serif(88),
        "t-poster-num": serif(32),
        "t-halo": serif(13, stroke="@sheet", stroke_width="3") | HALO,
    }
    return rules


_INTERACTION = """
.cap-city,.cap-card,.cap-track{display:block;max-width:none;height:auto}
.cap-defs{position:absolute;width:0;height:0}
.cap-pick{cursor:pointer;outline:none}
.cap-pick .cap-ghost,.cap-pick .cap-ring{pointer-events:none;transition:opacity var(--m-fast) var(--ease)}
.cap-pick:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) :is(.cap-ghost,.cap-ring){opacity:1}
.cap-pick:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .cap-ring{filter:drop-shadow(0 0 6px var(--glow))}
.cap-pick:focus-visible .cap-ring{stroke:var(--focus)}
.cap-pick:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .cap-plain{opacity:0}
.cap-look{cursor:help;outline:none}
.cap-look:focus-visible .cap-outline{stroke:var(--focus);stroke-width:4}
"""

PALETTE = Palette(PEN, _derived(), _drawing_rules() | _tile_rules() | _plan_rules() | _table_rules(), _INTERACTION)
resolve = PALETTE.resolve
resolved = PALETTE.resolved
stylesheet = PALETTE.stylesheet
