"""The colours and lettering of Urban Sprawl."""

from __future__ import annotations

from conurb.drawing.palette import NIGHT, Mix, Pair, Palette, Rule, sans, serif, stroke

from .pen import PEN

__all__ = ["PALETTE", "resolve", "stylesheet"]

SEATS = 4
BUILDING_TYPES = ("civ", "com", "ind", "res", "park")


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


def _town_rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {
        "solid": {"fill": "currentColor", "stroke": "none"},
        "sea": {"fill": "@water"},
        "wild": {"fill": "@wild"},
        "conifer": {"fill": "@conifer"},
        "leaf": {"fill": "@leaf"},
        "leaf-light": {"fill": "@leaf-2"},
        "lawn": {"fill": "@lawn"},
        "walk": stroke("@path", 3),
        "street": {"fill": "@asphalt", "stroke": "@kerb", "stroke-width": "1"},
        "lane": stroke("@kerb", 1, stroke_dasharray="5 6"),
        "avenue": stroke("@kerb", 2, stroke_opacity="0.75"),
        "block": {"fill": "@plot", "stroke": "@kerb", "stroke-width": "1.2"},
        "lots": stroke("@kerb", 0.9, stroke_dasharray="2 4"),
        "street-name": serif(10.5, 400, "@ink-soft", font_style="italic"),
        "terrain": serif(16, 400, "@ink", font_style="italic", letter_spacing="5", fill_opacity="0.6"),
        "bracket": stroke("@ink", 1.3, stroke_opacity="0.4"),
        "north": {"color": "@ink", "opacity": "0.7"},
        "shade": {"fill": "@shade"},
        "wall": {"fill": "@wall"},
        "slope": {"fill": "#14161e", "fill-opacity": "0.2"},
        "gap": stroke("#000", 1, stroke_opacity="0.26"),
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
        "plate-letter": sans(11, 700),
        "plate-big": sans(19, 700),
        "value": {"fill": "@sheet", "stroke": "@kerb", "stroke-width": "1"},
        "value-text": serif(12.5, 600, "@ink-soft"),
        "coin": {"fill": "@shops", "stroke": "#20242c", "stroke-opacity": "0.5", "stroke-width": "1"},
        "coin-ring": {"fill": "none", "stroke": "#20242c", "stroke-opacity": "0.45", "stroke-width": "1"},
        "coin-number": serif(19, 700, "#20242c"),
        "star": {"fill": "@civic", "stroke": "@sheet", "stroke-width": "1.5", "stroke-linejoin": "round"},
        "star-number": serif(18, 700, "@on-kind"),
        "grey": {"fill": "@grey", "stroke": "@ink-soft", "stroke-width": "1.4", "stroke-dasharray": "3 4"},
        "pawn": {"fill": "@ink", "stroke": "@sheet", "stroke-width": "1.5"},
    }
    for depth, strength in enumerate(("0.9", "0.65", "0.45", "0.3", "0.18", "0.12"), 1):
        rules[f"deep-{depth}"] = stroke("@asphalt", 1.4, stroke_opacity=strength)
    for zone in BUILDING_TYPES:
        rules[f"roof-{zone}"] = {"fill": f"@roof-{zone}"}
        rules[f"dome-{zone}"] = {
            "fill": f"@roof-{zone}",
            "stroke": "#fff",
            "stroke-opacity": "@dome-o",
            "stroke-width": "1.4",
        }
        rules[f"ink-{zone}"] = {"color": f"@ink-{zone}"}
        rules[f"chip-{zone}"] = {"fill": f"@zone-{zone}"}
        rules[f"chip-letter-{zone}"] = sans(12, 700, "@on-shops" if zone == "com" else "@on-kind")
    for seat in range(SEATS):
        rules[f"fresh-{seat}"] = stroke(f"@seat-{seat}", 3, stroke_dasharray="9 5")
    return rules | {
        "chip-off": {"fill": "none", "stroke": "@kerb", "stroke-width": "1", "stroke-dasharray": "2 2"},
        "chip-letter-off": sans(12, 700, "@kerb"),
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
        "tag-text": serif(14),
        "tag-coin": {"color": "@warn"},
        "tag-star": {"color": "@good"},
        "tag-bad": {"color": "@bad"},
    }


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
        "coin-ink": {"color": "@warn"},
        "star-ink": {"color": "@civic"},
        "head-ink": {"color": "@head-text"},
        "orbit": stroke("@line", 2, stroke_dasharray="2 6"),
        "office": {"fill": "@paper", "stroke": "@kerb", "stroke-width": "1.5"},
        "office-now": {"fill": "@own", "stroke": "@glow", "stroke-width": "3"},
        "office-off": {"fill": "none", "stroke": "@kerb", "stroke-width": "1.5", "stroke-dasharray": "3 4"},
        "faint": {"opacity": "0.45"},
        "card": {"fill": "none", "stroke": "@line", "stroke-width": "1"},
        "card-closed": {"fill": "none", "stroke": "@line", "stroke-width": "1.4", "stroke-dasharray": "5 5"},
        "chosen": {"fill": "none", "stroke": "@glow", "stroke-width": "3"},
        "ap-tab": {"fill": "@sheet", "stroke": "@line", "stroke-width": "1"},
        "t-game": serif(40, letter_spacing="-0.3"),
        "t-round": sans(17, 400, "@ink-soft"),
        "t-panel": serif(20),
        "t-body": sans(15),
        "t-strong": sans(15, 600),
        "t-small": sans(13, 400, "@ink-soft"),
        "t-tiny": sans(12, 400, "@ink-soft"),
        "t-micro": sans(11, 400, "@ink-soft"),
        "t-num": serif(18, 400),
        "t-num-bold": serif(19),
        "t-score": serif(30),
        "t-head": serif(13.5, 600, "@head-text"),
        "t-zone": sans(13, 600),
        "t-vocation": sans(12, 600),
        "t-ap": serif(13, 700, "@warn"),
        "t-pay": serif(14, 600, "@civic"),
        "t-poster": serif(64, letter_spacing="1"),
        "t-poster-sub": serif(22, 400, "@ink-soft", font_style="italic"),
        "t-office": sans(12, 400, "@ink-soft"),
    }
    for zone in ("civ", "com", "ind", "res", "permit"):
        rules[f"card-{zone}"] = {"fill": f"@card-{zone}"}
        rules[f"head-{zone}"] = {"fill": f"@head-{zone}"}
    for seat in range(SEATS):
        rules[f"edge-{seat}"] = {"fill": f"@seat-{seat}"}
    return rules


_INTERACTION = """
.usp-town{display:block;width:100%;height:auto;max-width:100%}
.usp-track{display:block;width:100%;max-width:340px;height:auto;margin:6px auto 8px}
.usp-defs{position:absolute;width:0;height:0}
.usp-spot{cursor:pointer;outline:none}
.usp-spot :is(.usp-ghost,.usp-ring){pointer-events:none;transition:opacity var(--m-fast) var(--ease)}
.usp-spot:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .usp-ghost{opacity:.92}
.usp-spot:is(:hover,:focus-visible,.lit,[aria-pressed="true"]) .usp-ring{
  opacity:1;filter:drop-shadow(0 0 6px var(--glow))}
.usp-spot:focus-visible .usp-ring{stroke:var(--focus)}
.usp-price-tag{pointer-events:none}
.usp-sign-small,.usp-site-bonus{display:none}
"""

PALETTE = Palette(PEN, _derived(), _town_rules() | _choice_rules() | _table_rules(), _INTERACTION)
resolve = PALETTE.resolve
stylesheet = PALETTE.stylesheet
