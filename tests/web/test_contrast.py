"""Words can be read on every ground they stand on, by day and by night: WCAG AA, 4.5 to 1."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from conurb.drawing.colour import mixed

STATIC = files("conurb.web") / "static"
TOKENS = (STATIC / "tokens.css").read_text("utf-8")
STYLE = (STATIC / "style.css").read_text("utf-8")
READABLE = 4.5


def tokens(theme: str) -> dict[str, str]:
    """The tokens as a page of this theme sees them."""
    day, night = TOKENS.split("@media (prefers-color-scheme: dark)", 1)
    found = dict(re.findall(r"--([\w-]+):\s*([^;]+);", day))
    if theme == "dark":
        found.update(re.findall(r"--([\w-]+):\s*([^;]+);", night))
    return found


def parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in parts(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def lit(ground: str, glow: str) -> str:
    """A ground under the glow of a choice that is pointed at."""
    *colour, share = (float(number) for number in re.findall(r"[\d.]+", glow))
    shown = (round(share * a + (1 - share) * b) for a, b in zip(colour, parts(ground), strict=True))
    return "#" + "".join(f"{part:02x}" for part in shown)


def ink_of(name: str, theme: dict[str, str]) -> str:
    """The colour a class of the stylesheet writes in."""
    rule = re.search(rf"^\.{name} {{ color: ([^}}]+) }}", STYLE, re.MULTILINE)
    assert rule is not None, name
    mix = re.fullmatch(r"color-mix\(in oklab, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)", rule[1])
    if mix is not None:
        return mixed(theme[mix[1]], int(mix[2]) / 100, theme[mix[3]])
    plain = re.fullmatch(r"var\(--([\w-]+)\)", rule[1])
    assert plain is not None, rule[1]
    return theme[plain[1]]


@pytest.mark.parametrize("name", ["pos", "neg", "zero"])
@pytest.mark.parametrize("ground", ["paper", "sheet"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_gains_and_losses_are_read_on_a_choice_that_glows(theme: str, ground: str, name: str) -> None:
    known = tokens(theme)
    for under in (known[ground], lit(known[ground], known["glow-soft"])):
        assert contrast(ink_of(name, known), under) >= READABLE
