"""The cards as drawings, for the picture of the whole table. Pages write them as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conurb.drawing.pen import num, shorten

from .marks import VOCATION_ICONS, ZONE_ICONS, ZONES, icon, mini_block, zone_chip
from .pen import group, path, rect, text

CARD_WIDTH = 138
CARD_HEIGHT = 248
PERMIT_HEIGHT = 112
FIRST_LOTS = ("", "a", "ab", "abc", "abcd")
_PAD = 10


def wrap(content: str, room: float, size: float, most: int) -> list[str]:
    """Content in lines that fit the room; SVG cannot measure text, so a mean width of letters must do."""
    letters = max(4, int(room / (size * 0.51)))
    lines: list[str] = []
    for word in content.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1][: letters - 1]}\N{HORIZONTAL ELLIPSIS}"]
    return lines


def capital(sentence: str) -> str:
    """With a capital at the beginning, for captions, buttons and rows."""
    return sentence[:1].upper() + sentence[1:]


def contract_card(about: Mapping[str, Any], name: str, said: str, ap: int | None, words: Mapping[str, str]) -> str:
    """A contract: zone and name in the head, lots, vocations, effect, the prestige row it pays."""
    kind = about["zone"].lower()
    size = about["size"]
    lots = words["lot"] if size == 1 else words["lots"].format(n=size)
    parts = [_paper(kind, CARD_WIDTH, CARD_HEIGHT), _head(kind, ZONE_ICONS[about["zone"]], name, CARD_WIDTH)]
    parts.append(mini_block(FIRST_LOTS[size], about["zone"], _PAD, 50, 28))
    parts.append(text(46, 62, capital(words[about["zone"]]), "t-vocation") + text(46, 76, lots, "t-micro"))
    y = 84.0
    for vocation in about["vocations"]:
        sign = group(icon(VOCATION_ICONS[vocation["name"]], _PAD, y, 17), cls="ink")
        parts.append(sign + text(32, y + 13, f"{words[vocation['name']]} {vocation['value']}", "t-vocation"))
        y += 20
    room = int((CARD_HEIGHT - 18 - y) / 13)
    for line in wrap(said, CARD_WIDTH - 2 * _PAD, 11, room):
        y += 13
        parts.append(text(_PAD, y, line, "t-micro"))
    if about["payout"]:
        right = CARD_WIDTH - _PAD
        parts.append(group(icon("prestige", right - 26, CARD_HEIGHT - 20, 15), cls="star-ink"))
        parts.append(text(right, CARD_HEIGHT - 8, str(about["payout"]), "t-pay", "end"))
    return "".join(parts) + _ap_tab(ap, CARD_WIDTH)


def permit_card(
    about: Mapping[str, Any], ap: int | None, words: Mapping[str, str], *, width: float = CARD_WIDTH
) -> str:
    """A permit or Urban Renewal: how many permits, for which zones, wealth and ballot below."""
    renewal = about["kind"] == "renewal"
    if renewal:
        name = words["card.renewal"]
    else:
        name = words["permit"] if about["level"] == 1 else words["permits"].format(n=about["level"])
    sign = "demolish" if renewal else "permit"
    parts = [_paper("permit", width, PERMIT_HEIGHT), _head("permit", sign, name, width)]
    if renewal:
        for k, line in enumerate(wrap(words["renewal_text"], width - 2 * _PAD, 11, 3)):
            parts.append(text(_PAD, 58 + 13 * k, line, "t-micro"))
    else:
        for k, zone in enumerate(ZONES):
            parts.append(zone_chip(zone, _PAD + 23 * k, 50, 20, off=zone not in about["zones"]))
        parts.append(group(icon("money", _PAD, PERMIT_HEIGHT - 26, 17), cls="coin-ink"))
        parts.append(text(_PAD + 21, PERMIT_HEIGHT - 11, str(about["payout"]), "t-num"))
    if about["ballot"]:
        parts.append(group(icon("ballot", width - _PAD - 18, PERMIT_HEIGHT - 27, 18), cls="ink"))
    return "".join(parts) + _ap_tab(ap, width)


def closed(name: str, ap: int | None, *, width: float = CARD_WIDTH, height: float = CARD_HEIGHT) -> str:
    """An empty box, a deck that is face down, or one that is not in play yet."""
    lines = wrap(name, width - 2 * _PAD, 12, 3)
    words = "".join(text(width / 2, height / 2 + 22 + 15 * k, line, "t-tiny", "middle") for k, line in enumerate(lines))
    sign = group(icon("deck", width / 2 - 12, height / 2 - 22, 24), cls="soft")
    return rect(0, 0, width, height, "card-closed", rx=8) + sign + words + (_ap_tab(ap, width) if ap else "")


def _paper(kind: str, width: float, height: float) -> str:
    return rect(0, 0, width, height, f"card-{kind}", rx=8) + rect(0, 0, width, height, "card", rx=8)


def _head(kind: str, sign: str, name: str, width: float) -> str:
    """A coloured band with the icon and the name, in one or two lines."""
    band = path(f"M0 42V8a8 8 0 0 1 8-8h{num(width - 16)}a8 8 0 0 1 8 8v34z", f"head-{kind}")
    lines = wrap(name, width - 40, 14, 2)
    first = 26 if len(lines) == 1 else 19
    words = "".join(text(33, first + 15 * k, shorten(line, width - 36, 13.5), "t-head") for k, line in enumerate(lines))
    return band + group(icon(sign, 8, 11, 20), cls="head-ink") + words


def _ap_tab(ap: int | None, width: float) -> str:
    """The price in action points, on a tab at the upper edge."""
    if ap is None:
        return ""
    tab = rect(width - 48, -11, 42, 22, "ap-tab", rx=11)
    sign = group(icon("ap", width - 44, -8, 16), cls="coin-ink")
    return tab + sign + text(width - 18, 4.5, str(ap), "t-ap", "middle")
