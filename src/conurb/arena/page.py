"""The frame of a self-contained page: its style and nothing from a network."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from conurb.arena import plots

STYLE = """
:root { color-scheme: light dark; --ground: #faf7f2; --sheet: #ffffff; --ink: #1f2933; --soft: #667380; --rule: #e3ddd3;
  --k0: #2f6f9f; --k1: #3d8b5f; --k2: #8a5fa8; --k3: #c2603a; --k4: #b58a1b; --k5: #4d5a66; --k6: #b0426b; }
@media (prefers-color-scheme: dark) { :root { --ground: #15191e; --sheet: #1d232a; --ink: #e6e9ec; --soft: #97a3ae;
  --rule: #323b45; --k0: #6fb0de; --k1: #74c496; --k2: #c19ae0; --k3: #ec9470;
  --k4: #e0bd5c; --k5: #a7b4c0; --k6: #e887ac; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif;
  overflow-wrap: break-word; }
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.2rem 4rem; }
h1 { font-size: 2rem; line-height: 1.15; margin: 0 0 .3rem; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; margin: 0 0 .2rem; }
p { margin: .2rem 0 .8rem; max-width: 46rem; } .soft { color: var(--soft); }
section { background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px;
  padding: 1.2rem 1.4rem; margin-top: 1.1rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .8rem;
  margin: 1.2rem 0 .2rem; }
.facts div { background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px; padding: .7rem 1rem; }
.facts b { display: block; font-size: 1.5rem; line-height: 1.2; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font-size: 13px; }
svg .tick { fill: var(--soft); font-size: 11.5px; } svg .value { font-weight: 600; font-size: 12.5px; }
svg .inside { fill: var(--sheet); } svg .over { paint-order: stroke; stroke: var(--sheet); stroke-width: 4px; }
.grid { stroke: var(--rule); stroke-width: 1; } .base { stroke: var(--soft); stroke-width: 1; }
.whisker { stroke: var(--ink); stroke-width: 1.6; }
.mean { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 2 3; }
.fair { stroke: var(--soft); stroke-width: 1.4; stroke-dasharray: 5 4; } .dot { fill-opacity: .8; }
.faint { fill-opacity: .22; }
.line { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: .85rem; }
th, td { padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--rule); } td.n, th.n { text-align: right; }
td.n { white-space: nowrap; }
.scroll { overflow-x: auto; background: linear-gradient(90deg, var(--sheet) 40%, transparent) 0 0 / 2rem 100% local,
  linear-gradient(-90deg, var(--sheet) 40%, transparent) 100% 0 / 2rem 100% local,
  linear-gradient(90deg, var(--soft), transparent) 0 0 / .8rem 100%,
  linear-gradient(-90deg, var(--soft), transparent) 100% 0 / .8rem 100%;
  background-repeat: no-repeat; /* a shadow where more of it is hidden */ }
details summary { cursor: pointer; color: var(--soft); }
.warning { border: 2px solid var(--k3); font-weight: 600; }
code { background: var(--ground); border: 1px solid var(--rule); border-radius: 6px; padding: .1rem .4rem;
  overflow-wrap: anywhere; }
.narrow { display: none; } .narrow svg { max-width: 28rem; }
@media (max-width: 40rem) { .wide { display: none; } .narrow { display: block; }
  main { padding: 1.4rem .8rem 3rem; } section { padding: .9rem; } h1 { font-size: 1.5rem; } }
"""
PALETTE = 7


def page(title: str, body: str) -> str:
    """A whole document."""
    colours = "".join(f".c{k}{{fill:var(--k{k})}}.s{k}{{stroke:var(--k{k})}}" for k in range(PALETTE))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{colours}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def section(heading: str, about: str, content: str) -> str:
    return f'<section>\n<h2>{escape(heading)}</h2>\n<p class="soft">{escape(about)}</p>\n{content}\n</section>'


def chart(draw: Callable[[int], str]) -> str:
    """A plot, drawn once for phones and once for wider screens; the style shows one of them."""
    return f'<div class="narrow">{draw(plots.NARROW)}</div>\n<div class="wide">{draw(plots.WIDE)}</div>'


def fact(number: str, about: str) -> str:
    return f'<div><b>{escape(number)}</b><span class="soft">{escape(about)}</span></div>'


def table(heads: list[str], rows: list[list[str]]) -> str:
    """The first column is text, the others are numbers."""
    kinds = ["" if place == 0 else ' class="n"' for place in range(len(heads))]
    head = "".join(f"<th{kind}>{escape(name)}</th>" for name, kind in zip(heads, kinds, strict=True))
    lines = [
        "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    ]
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
