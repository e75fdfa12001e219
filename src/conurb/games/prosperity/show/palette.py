"""The colours and lettering of Prosperity: a map sheet by day, the same country lit by night."""

from __future__ import annotations

from conurb.drawing.palette import HALO, SEATS, Mix, Pair, Palette, Rule, sans, serif, stroke

from .pen import PEN

__all__ = ["PALETTE", "TYPES", "resolve", "resolved", "stylesheet"]

TYPES = ("powerplant", "supply", "transport", "infrastructure", "special")
SIDES = ("silver", "black")


def _derived() -> dict[str, Pair]:
    shades: dict[str, Pair] = {
        "powerplant": Pair("#c25d8c", "#e189b1"),
        "supply": Pair("#d9a31a", "#efc04d"),
        "transport": Pair("parks", "parks"),
        "infrastructure": Pair("offices", "offices"),
        "special": Pair("#7d5ba6", "#b196d8"),
        "good": Pair("#2e7d4f", "#67c08c"),
        "bad": Pair("#b3392f", "#e77a70"),
        "capital": Pair("#a86b00", "#e0a94a"),
        "research": Pair("#8e3b46", "#d98590"),
        "prosperity": Pair("offices", "offices"),
        "land-silver": Pair("#f1ebdd", "#191d24"),
        "land-black": Pair("#c6c3bd", "#0b0d11"),
        "contour-silver": Pair("#d8cdb6", "#2a313c"),
        "contour-black": Pair("#aaa69d", "#232833"),
        "disc": Pair("#2b2e35", "#97a0b0"),
        "on-disc": Pair("#c9ced8", "#14171d"),
        "frame": Pair("#20242c", "#717b8b"),
        "on-glow": Pair("#20242c", "#14171d"),
        "good-tint": Pair(Mix("good", 16, "sheet"), Mix("good", 20, "sheet")),
        "bad-tint": Pair(Mix("bad", 9, "sheet"), Mix("bad", 14, "sheet")),
        "bad-triangle": Pair(Mix("bad", 14, "sheet"), Mix("bad", 20, "sheet")),
        "plus": Pair(Mix("good", 8, "sheet"), Mix("good", 10, "sheet")),
        "minus": Pair(Mix("bad", 8, "sheet"), Mix("bad", 10, "sheet")),
        "plus-on": Pair(Mix("good", 34, "sheet"), Mix("good", 34, "sheet")),
        "minus-on": Pair(Mix("bad", 32, "sheet"), Mix("bad", 34, "sheet")),
        "own": Pair(Mix("glow", 12, "sheet"), Mix("glow", 10, "sheet")),
        "survey": Pair(Mix("line", 38, "paper"), Mix("line", 38, "paper")),
        "printed": Pair(Mix("sheet", 55, "land-silver"), Mix("sheet", 70, "land-silver")),
        "track-energy": Pair(Mix("energy", 13, "sheet"), Mix("energy", 13, "sheet")),
        "track-ecology": Pair(Mix("parks", 13, "sheet"), Mix("parks", 13, "sheet")),
        "rail-energy": Pair(Mix("energy", 45, "line"), Mix("energy", 45, "line")),
        "rail-ecology": Pair(Mix("parks", 45, "line"), Mix("parks", 45, "line")),
        "tree": Pair(Mix("parks", 42, "sheet"), Mix("parks", 42, "sheet")),
        "tree-edge": Pair(Mix("parks", 70, "ink"), Mix("parks", 70, "ink")),
        "gold": Pair(Mix("glow", 70, "ink"), "glow"),
    }
    for kind in TYPES:
        shades[f"wall-{kind}"] = Pair(Mix(kind, 20, "sheet"), Mix(kind, 20, "sheet"))
        shades[f"wall2-{kind}"] = Pair(Mix(kind, 48, "sheet"), Mix(kind, 48, "sheet"))
        shades[f"edge-{kind}"] = Pair(Mix(kind, 62, "ink"), Mix(kind, 62, "ink"))
        shades[f"band-{kind}"] = Pair(Mix(kind, 24, "sheet"), Mix(kind, 26, "sheet"))
        shades[f"card-{kind}"] = Pair(Mix(kind, 8, "sheet"), Mix(kind, 12, "sheet"))
    return shades


def _type_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for kind in TYPES:
        edge = {"stroke": f"@edge-{kind}", "stroke-width": "1.4", "stroke-linejoin": "round"}
        rules |= {
            f"a-{kind}": {"fill": f"@wall-{kind}"} | edge,
            f"b-{kind}": {"fill": f"@wall2-{kind}"} | edge,
            f"l-{kind}": stroke(f"@edge-{kind}", 1.4),
            f"w-{kind}": {"fill": "@win", "stroke": f"@edge-{kind}", "stroke-width": "0.9"},
            f"q-{kind}": {"fill": "@water"} | edge,
            f"k-{kind}": {"fill": f"@{kind}"},
            f"c-{kind}": {"color": f"@edge-{kind}"},
            f"on-{kind}": {"color": "@on-shops" if kind == "supply" else "@on-kind"},
            f"band-{kind}": {"fill": f"@band-{kind}"},
            f"plate-{kind}": {"fill": "@sheet", "stroke": f"@{kind}", "stroke-width": "1.6"},
            f"below-{kind}": {"fill": f"@wall-{kind}", "stroke": f"@{kind}", "stroke-width": "1"},
            f"printed-{kind}": {
                "fill": "@printed",
                "stroke": f"@{kind}",
                "stroke-width": "1.2",
                "stroke-dasharray": "2 3",
            },
            f"vacant-{kind}": stroke(f"@{kind}", 1.75, stroke_dasharray="5 4") | {"fill": "@printed"},
            f"card-{kind}": {"fill": f"@card-{kind}", "stroke": f"@edge-{kind}", "stroke-width": "1"}
            | {"stroke-opacity": "0.5"},
        }
    return rules


def _drawing_rules() -> dict[str, Rule]:
    return {
        "solid": {"fill": "currentColor"},
        "s": stroke("@ink-soft", 1.6, opacity="0.55"),
        "t": {"fill": "@tree", "stroke": "@tree-edge", "stroke-width": "1.3", "stroke-linejoin": "round"},
        "base": stroke("@ink-soft", 1.2, opacity="0.6"),
        "c-ink": {"color": "@ink"},
        "c-soft": {"color": "@ink-soft"},
        "c-good": {"color": "@good"},
        "c-bad": {"color": "@bad"},
        "c-energy": {"color": "@energy"},
        "c-ecology": {"color": "@parks"},
        "c-capital": {"color": "@capital"},
        "c-research": {"color": "@research"},
        "c-prosperity": {"color": "@prosperity"},
        "c-glow": {"color": "@on-glow"},
        "c-disc": {"color": "@on-disc"},
        "c-paper": {"color": "@paper"},
        "hair": stroke("@line", 1),
        "dotted": stroke("@line", 1, stroke_dasharray="1 4"),
        "bar": stroke("@ink", 2),
        "paper": {"fill": "@paper"},
        "survey": stroke("@survey", 1),
        "sheet": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "cast": {"fill": "#000", "fill-opacity": "0.06"},
        "own": {"fill": "@own", "stroke": "@glow", "stroke-width": "1"},
        "neat": stroke("@ink", 1.4, stroke_opacity="0.55"),
        "neat-fine": stroke("@ink", 0.7, stroke_opacity="0.4"),
        # what a tile shows
        "gain": {"fill": "@good-tint", "stroke": "@good", "stroke-width": "1.1"},
        "loss": {"fill": "@bad-tint", "stroke": "@bad", "stroke-width": "1.1", "stroke-dasharray": "3 2"},
        "square": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "call": {"fill": "@sheet", "stroke": "@ink", "stroke-width": "1.6"},
        "call-done": {"fill": "none", "stroke": "@line", "stroke-width": "1.4", "stroke-dasharray": "3 3"},
        "call-now": {"fill": "@prosperity", "stroke": "@glow", "stroke-width": "3"},
        # what may be done
        "site": {"fill": "@glow-soft", "stroke": "@glow", "stroke-width": "2.4", "stroke-dasharray": "7 5"},
        "ring": {"fill": "none", "stroke": "@glow", "stroke-width": "4", "opacity": "0"},
        "lit": stroke("@glow", 2.4, stroke_dasharray="7 5"),
        "hit": {"fill": "#fff", "fill-opacity": "0"},
        "tab": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "1.6"},
        "ghost": {"fill": "@sheet", "stroke": "@glow", "stroke-width": "2.6"},
        "arrow": stroke("@ink-soft", 1.4),
    }


def _map_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "barrier": stroke("@line", 1.2, stroke_dasharray="5 4"),
        "river": stroke("@water", 10, stroke_linecap="butt"),
        "frame": stroke("@frame", 1.4),
        "road-open": stroke("@ink-soft", 13, stroke_linecap="butt"),
        "road-shut": stroke("@kerb", 13, stroke_linecap="butt"),
        "road-bed": stroke("@sheet", 9, stroke_linecap="butt"),
        "road-lane": stroke("@ink-soft", 1.2, stroke_dasharray="5 4"),
        "road-lane-shut": stroke("@kerb", 1.2, stroke_dasharray="5 4"),
        "cartouche": {"fill": "@sheet", "stroke": "@frame", "stroke-width": "1.2"},
        "cartouche-fine": stroke("@frame", 0.7),
        "cell-plus": {"fill": "@plus", "stroke": "@line", "stroke-width": "0.8"},
        "cell-minus": {"fill": "@minus", "stroke": "@line", "stroke-width": "0.8"},
        "cell-zero": {"fill": "@sheet", "stroke": "@line", "stroke-width": "0.8"},
        "cell-plus-on": {"fill": "@plus-on", "stroke": "@line", "stroke-width": "0.8"},
        "cell-minus-on": {"fill": "@minus-on", "stroke": "@line", "stroke-width": "0.8"},
        "disc": {"fill": "@disc"},
        "disc-rim": stroke("@on-disc", 1, stroke_opacity="0.4"),
        "hole": {"fill": "@sheet", "stroke": "@ink-soft", "stroke-width": "1.2"},
        "triangle": {"fill": "@bad-triangle", "stroke": "@bad", "stroke-width": "1.8", "stroke-linejoin": "round"},
        "triangle-full": {"fill": "@bad", "stroke": "@bad", "stroke-width": "1.8", "stroke-linejoin": "round"},
        "strike-soft": stroke("@ink-soft", 1.6),
        "strike-bad": stroke("@bad", 2),
        "track-energy": {"fill": "@track-energy", "stroke": "@rail-energy", "stroke-width": "1"},
        "track-ecology": {"fill": "@track-ecology", "stroke": "@rail-ecology", "stroke-width": "1"},
        "step": stroke("@ink", 1, stroke_opacity="0.12"),
        "dear": {"fill": "none", "stroke": "@ink-soft", "stroke-width": "1", "stroke-dasharray": "4 3"},
        "fade": {"opacity": "0.62"},
        "new": {"fill": "@glow"},
        "none": stroke("@line", 1.2, stroke_dasharray="4 4"),
        "lead": stroke("@glow", 3),
    }
    for side in SIDES:
        rules[f"land-{side}"] = {"fill": f"@land-{side}", "stroke": "@frame", "stroke-width": "1.4"}
        rules[f"contour-{side}"] = stroke(f"@contour-{side}", 1.3)
        rules[f"shut-{side}"] = {"fill": f"@land-{side}", "stroke": "@line", "stroke-width": "1.25"}
        rules[f"hatch-{side}"] = stroke(f"@contour-{side}", 2)
    for seat in range(SEATS):
        rules[f"cube-{seat}"] = {"fill": f"@seat-{seat}", "stroke": "@sheet", "stroke-width": "1.5"}
        rules[f"mine-{seat}"] = {"fill": "@sheet", "stroke": f"@seat-{seat}", "stroke-width": "2.4"}
        rules[f"edge-{seat}"] = {"fill": f"@seat-{seat}"}
        rules[f"level-{seat}"] = stroke(f"@seat-{seat}", 3, stroke_linecap="butt")
    return rules


def _text_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "t-name": serif(16, 600),
        "t-name-2": serif(13.6, 600),
        "t-name-3": serif(12.4, 600),
        "t-name-4": serif(11.2, 600),
        "t-label": sans(12.5, 600, "@ink-soft"),
        "t-note": sans(12, 400, "@ink-soft"),
        "t-note-i": sans(12, 400, "@ink-soft", font_style="italic"),
        "t-tiny": sans(11, 400, "@ink-soft"),
        "t-tiny-b": sans(11, 600),
        "t-level": sans(13, 700),
        "t-scale": sans(11.5, 400, "@ink-soft"),
        "t-cube": sans(13, 700, "@on-kind"),
        "t-ghost": sans(12.5, 700),
        "t-side": serif(15, 600),
        "t-country": serif(18, 600),
        "t-money": serif(30, 600),
        "t-money-2": serif(22, 600),
        "t-count": sans(17, 700),
        "t-count-2": sans(13.5, 700),
        "t-disc": sans(11, 400, "@on-disc"),
        "t-hole": sans(11, 400, "@ink-soft"),
        "t-gain": sans(13.5, 700, "@good"),
        "t-loss": sans(13.5, 700, "@bad"),
        "t-number": sans(13.5, 700),
        "t-gain-2": sans(11.5, 700, "@good"),
        "t-loss-2": sans(11.5, 700, "@bad"),
        "t-number-2": sans(11.5, 700),
        "t-on-bad": sans(15, 700, "@on-kind"),
        "t-bad": sans(15, 700, "@bad"),
        # the sheet around the boards
        "t-game": serif(40, letter_spacing="-0.3"),
        "t-round": sans(17, 400, "@ink-soft"),
        "t-panel": serif(20),
        "t-body": sans(15),
        "t-strong": sans(15, 600),
        "t-small": sans(13, 400, "@ink-soft"),
        "t-num": serif(18, 400),
        "t-num-bold": serif(19),
        "t-score": serif(30),
        "t-map": serif(14, 400, "@ink-soft", font_style="italic"),
        "t-decade": serif(34),
        "t-poster": serif(72, letter_spacing="1"),
        "t-poster-sub": serif(23, 400, "@ink-soft", font_style="italic"),
        "t-poster-total": serif(92),
        "t-poster-num": serif(34),
    }
    halo = {"stroke": "@sheet", "stroke-width": "3.5"} | HALO
    return rules | {"t-over": sans(12.5, 600, "@ink-soft") | halo}


_INTERACTION = """
.pro-map,.pro-research,.pro-tile{display:block;width:100%;height:auto;overflow:visible}
.pro-defs{position:absolute;width:0;height:0}
.pro-can{cursor:pointer;outline:none}
.pro-site-of .pro-site{fill-opacity:0;stroke-opacity:.75}
[data-tile-chosen] .pro-site-of[data-open] .pro-site{fill-opacity:1;stroke-opacity:1}
.pro-site-of[data-shut],.pro-can[data-shut]{pointer-events:auto}
.pro-site-of[data-shut] .pro-site{opacity:0}
.pro-card[data-shut]{opacity:.5}
.pro-can .pro-ring,.pro-can .pro-tab,.pro-can .pro-site{
  transition:opacity var(--m-fast) var(--ease),fill var(--m-fast) var(--ease)}
.pro-can :is(.pro-ring,.pro-tab,.pro-site,text,use){pointer-events:none}
.pro-can:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .pro-ring{
  opacity:1;filter:drop-shadow(0 0 6px var(--glow))}
.pro-can:focus-visible .pro-ring{stroke:var(--focus)}
.pro-can:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .pro-tab{fill:var(--glow)}
.pro-can:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .pro-tab ~ :is(text,use){
  fill:var(--pro-on-glow);color:var(--pro-on-glow)}
"""


PALETTE = Palette(PEN, _derived(), _type_rules() | _drawing_rules() | _map_rules() | _text_rules(), _INTERACTION)

stylesheet = PALETTE.stylesheet
resolve = PALETTE.resolve
resolved = PALETTE.resolved
