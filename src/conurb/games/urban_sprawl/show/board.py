"""The face of Urban Sprawl: the whole table as one picture, drawn from the View alone.

``board`` returns a standalone SVG document. ``town`` returns a fragment for a page that holds ``defs()`` once and
``stylesheet()``. Both share the same drawing; only the way colours are written differs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

from conurb.drawing.paper import Paper
from conurb.drawing.pen import num, shorten
from conurb.words import load

from . import things
from .art import SIZE, symbols
from .cards import CARD_HEIGHT, CARD_WIDTH, PERMIT_HEIGHT, closed, contract_card, permit_card
from .marks import OFFICE_ICONS, VOCATION_ICONS, icon, laurel, seat_mark
from .palette import PALETTE, stylesheet
from .pen import PEN, element, group, path, rect, text
from .plan import Choice, Town, View, initial_of, name_of
from .track import TRACK_HEIGHT, TRACK_WIDTH, election_track

__all__ = ["board", "defs", "poster", "posters", "stylesheet", "town", "words"]

Names = Sequence[str] | None

_MARGIN = 40
_TOP = 128
_GAP = 28
_PAD = 18
_PANEL = 4 * CARD_WIDTH + 3 * 10 + 2 * _PAD
DECKS = ("town", "city", "metropolis")
DOMAIN = things.DOMAIN


# --- fragments for pages ---------------------------------------------------------------------------------------------


def defs() -> str:
    """The symbols every fragment refers to, as a hidden ``<svg>`` to be put into a page once."""
    content = element("defs", symbols())
    return element("svg", content, cls="defs", xmlns="http://www.w3.org/2000/svg", aria_hidden="true")


def town(
    view: View,
    words: Mapping[str, str],
    *,
    names: Names = None,
    describe: Callable[[Mapping[str, Any]], str] | None = None,
    sentence: Callable[[Choice], str] | None = None,
    fresh: Collection[str] = (),
) -> str:
    """The board as an ``<svg>`` fragment; what may be chosen on it are buttons with ``data-actions``."""
    drawing = Town(view, words, names=names, describe=describe, sentence=sentence, fresh=fresh, page=True)
    return element(
        "svg",
        drawing.draw(),
        cls="town",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(SIZE)} {num(SIZE)}",
        role="group",
        aria_label=words["board"],
    )


def words(language: str = "en") -> dict[str, str]:
    """The words on the pictures.

    Names of zones, offices, vocations and decks are found by their codes, what stands on the cards as in the
    catalogue: ``card.T01``, ``text.T01``.
    """
    found = {}
    for name, forms in load(language, DOMAIN).sentences.items():
        kind, _, code = name.partition(".")
        if kind in ("picture", "zone", "office", "vocation", "deck"):
            found[code] = forms[0]
        elif kind in ("card", "text"):
            found[name] = forms[0]
    return found | {"game": load(language, DOMAIN).sentences["label.title"][0]}


# --- the standalone document -----------------------------------------------------------------------------------------


def board(
    view: View,
    *,
    names: Names = None,
    dark: bool = False,
    language: str = "en",
) -> str:
    """The whole table as a standalone SVG document."""
    return _Table(view, names, words(language)).document(dark=dark)


def posters(view: View) -> int:
    """How many posters there are: one, of the city that all have built."""
    return 1


def poster(
    view: View,
    index: int = 0,
    *,
    names: Names = None,
    dark: bool = False,
    language: str = "en",
) -> str:
    """The city as a printable sheet, with those who built it."""
    assert index == 0, "there is one city"
    return _Table(view, names, words(language)).poster(dark=dark)


@cache
def _paper() -> Paper:
    return Paper(PEN, PALETTE, symbols())


def _sheet_of_paper(x: float, y: float, width: float, height: float) -> str:
    return rect(x + 2, y + 5, width, height, "cast", rx=14) + rect(x, y, width, height, "sheet", rx=14)


class _Table:
    """The composition of the table. Every method returns markup in the coordinates of its panel."""

    def __init__(self, view: View, names: Names, words: Mapping[str, str]) -> None:
        self.view = view
        self.names = names
        self.words = words
        self.seat: int | None = view["seat"]
        self.over = view["phase"] == "over"
        self.left = SIZE + 2 * 12
        self.width = 2 * _MARGIN + self.left + _GAP + _PANEL

    def document(self, *, dark: bool) -> str:
        left, left_end = self._stack(self._left_panels(), self.left)
        right, right_end = self._stack(self._right_panels(), _PANEL)
        height = _TOP + max(left_end, right_end) + _MARGIN
        content = (
            rect(14, 14, self.width - 28, height - 28, "neat")
            + rect(19, 19, self.width - 38, height - 38, "neat-fine")
            + self._head()
            + group(left, x=_MARGIN, y=_TOP)
            + group(right, x=_MARGIN + self.left + _GAP, y=_TOP)
        )
        return _paper().document(self.width, height, content, self._summary(), self._description(), dark=dark)

    def poster(self, *, dark: bool) -> str:
        """The city alone, its builders below it."""
        width, height, middle, side = 900, 1220, 450, 792
        seats = sorted(range(self.view["players"]), key=lambda seat: (-self.view["scores"][seat], seat))
        step = (width - 140) / len(seats)
        parts = [
            rect(24, 24, width - 48, height - 48, "neat"),
            rect(31, 31, width - 62, height - 62, "neat-fine"),
            text(middle, 118, self.words["game"], "t-poster", "middle"),
            text(middle, 156, self._state(), "t-poster-sub", "middle"),
            _sheet_of_paper(middle - side / 2 - 12, 186, side + 24, side + 24),
            group(self._town(), x=middle - side / 2, y=198, scale=side / SIZE),
        ]
        for k, seat in enumerate(seats):
            x = 70 + step * (k + 0.5)
            first = self.over and self.view["ranking"][seat] == 1
            parts.append(self._mark(seat, x, 1064, 44))
            parts.append(laurel(x, 1062, 36) if first else "")
            parts.append(text(x, 1122, shorten(name_of(self.names, seat), step - 12, 17), "t-round", "middle"))
            parts.append(text(x, 1164, str(self.view["scores"][seat]), "t-score", "middle"))
        content = "".join(parts)
        return _paper().document(width, height, content, self._summary(), self._description(), dark=dark)

    def _stack(self, panels: Sequence[tuple[str, float]], width: float) -> tuple[str, float]:
        """Panels one below the other, and where the last one ends."""
        parts, y = [], 0.0
        for content, height in panels:
            parts.append(group(_sheet_of_paper(0, 0, width, height) + content, y=y))
            y += height + 24
        return "".join(parts), y - 24

    # words

    def card_words(self, card: str) -> tuple[str, str]:
        """Name and text of a card; those of another data pack as the pack writes them."""
        about = self.view["cards"][card]
        if things.in_catalogue(self.view, card):
            return self.words.get(f"card.{card}", ""), self.words.get(f"text.{card}", "")
        return str(about["name"]), str(about["text"])

    def _summary(self) -> str:
        return f"{self.words['game']}. {self._state()}"

    def _state(self) -> str:
        view, words = self.view, self.words
        if self.over:
            return f"{words['over']}. {self._verdict()}"
        if view["phase"] == "claim":
            return words["claim"]
        return words["turn"].format(turn=view["turn"], name=name_of(self.names, view["active"]))

    def _verdict(self) -> str:
        """Who won and with how much; a victory may be shared (USP-6.6)."""
        first = [seat for seat, place in enumerate(self.view["ranking"]) if place == 1]
        names = [name_of(self.names, seat) for seat in first]
        joined = names[0]
        if len(names) > 1:
            joined = self.words["and"].format(first=", ".join(names[:-1]), second=names[-1])
        key = "won" if len(first) == 1 else "shared"
        return self.words[key].format(names=joined, score=self.view["scores"][first[0]])

    def _description(self) -> str:
        """Every building in words."""
        told = []
        for entry in self.view["buildings"]:
            owner = "" if entry["owner"] is None else f" ({name_of(self.names, entry['owner'])})"
            told.append(f"{entry['lots']} {self.words[entry['zone']]}{owner}")
        return "; ".join(told)

    def _mark(self, seat: int, x: float, y: float, size: float) -> str:
        return seat_mark(seat, initial_of(self.names, seat), x, y, size)

    # the head and the panels

    def _head(self) -> str:
        sign = group(icon("commercial", 0, 0, 58), x=_MARGIN, y=46, cls="ink")
        return (
            sign
            + text(_MARGIN + 74, 76, self.words["game"], "t-game")
            + text(_MARGIN + 75, 102, self._state(), "t-round")
        )

    def _left_panels(self) -> list[tuple[str, float]]:
        return [(group(self._town(), x=12, y=12), SIZE + 24), self._score_sheet(), self._politics()]

    def _town(self) -> str:
        return Town(self.view, self.words, names=self.names, describe=self._building_words).draw()

    def _right_panels(self) -> list[tuple[str, float]]:
        return [self._contracts(), self._planning(), self._players()]

    def _building_words(self, entry: Mapping[str, Any]) -> str:
        return f"{self.words[entry['zone']]}, {entry['lots']}"

    def _panel_head(self, sign: str, caption: str, note: str, width: float = _PANEL) -> str:
        return (
            group(icon(sign, 18, 16, 22), cls="soft")
            + text(50, 34, caption, "t-panel")
            + text(width - 18, 33, note, "t-small", "end")
            + path(f"M0 52H{num(width)}", "hair")
        )

    # cards

    def _slot(self, card: str | None, ap: int, closed_as: str) -> str:
        """What lies in a box or on a deck, with its price."""
        if card is None:
            return closed(closed_as, ap)
        name, said = self.card_words(card)
        about = self.view["cards"][card]
        if about["kind"] == "contract":
            return contract_card(about, name, said, ap, self.words)
        return permit_card(about, ap, self.words)

    def _contracts(self) -> tuple[str, float]:
        """The decks from the dearest, then the boxes toward box 1: cards move to the right and get cheaper."""
        view, words = self.view, self.words
        costs = view["box_ap"]
        slots = []
        for deck in reversed(DECKS):
            if view["contracts"][deck]["active"]:
                left = words["back"].format(n=view["decks"][deck]["cards"])
                slots.append(self._slot(view["decks"][deck]["top"], costs["decks"][deck], f"{words[deck]}, {left}"))
            else:
                slots.append(closed(words["closed"].format(deck=words[deck]), None))
        for box in reversed(range(5)):
            slots.append(self._slot(view["contracts"]["boxes"][box], costs["contracts"][box], words["empty"]))
        cards = "".join(
            group(slot, x=_PAD + (k % 4) * (CARD_WIDTH + 10), y=74 + (k // 4) * (CARD_HEIGHT + 24))
            for k, slot in enumerate(slots)
        )
        head = self._panel_head("deck", words["contracts"], words["contracts_note"])
        return head + cards, 74 + 2 * CARD_HEIGHT + 24 + _PAD

    def _planning(self) -> tuple[str, float]:
        view, words = self.view, self.words
        costs = view["box_ap"]
        width = (_PANEL - 2 * _PAD - 4 * 10) / 5
        left = words["back"].format(n=view["decks"]["planning"]["cards"])
        slots = [(view["decks"]["planning"]["top"], costs["decks"]["planning"], left)]
        for box in reversed(range(4)):
            slots.append((view["planning"]["boxes"][box], costs["planning"][box], words["empty"]))
        parts = []
        for k, (card, ap, name) in enumerate(slots):
            if card is None:
                drawn = closed(name, ap, width=width, height=PERMIT_HEIGHT)
            else:
                drawn = permit_card(view["cards"][card], ap, words, width=width)
            parts.append(group(drawn, x=_PAD + k * (width + 10), y=74))
        return self._panel_head("permit", words["planning"], "") + "".join(parts), 74 + PERMIT_HEIGHT + _PAD

    # elections and players

    def _politics(self) -> tuple[str, float]:
        """The election track; for a player, with what they hold beside it."""
        track = group(election_track(self.view, self.names, self.words), x=_PAD, y=58)
        cards = self._held() if self.seat is not None else ""
        height = 58 + TRACK_HEIGHT + 8
        seam = path(f"M{TRACK_WIDTH + 2 * _PAD} 70V{height - 16}", "hair") if cards else ""
        held = group(cards, x=TRACK_WIDTH + 3 * _PAD, y=66)
        return self._panel_head("ballot", self.words["elections"], "", self.left) + track + seam + held, height

    def _held(self) -> str:
        """One's own favors and planning cards, as many as there is room for."""
        assert self.seat is not None
        own = self.view["seats"][self.seat]
        room = self.left - TRACK_WIDTH - 4 * _PAD
        parts, x, y = [], 0.0, 0.0
        for favor in own["favors"]:
            name, said = self.card_words(favor["card"])
            parts.append(group(contract_card(self.view["cards"][favor["card"]], name, said, 0, self.words), x=x))
            x += CARD_WIDTH + 10
        start, width = x, 108
        for card in own["planning"]:
            if x + width > room:
                x, y = start, y + PERMIT_HEIGHT + 12
            if y + PERMIT_HEIGHT > TRACK_HEIGHT:
                break
            parts.append(group(permit_card(self.view["cards"][card], None, self.words, width=width), x=x, y=y))
            x += width + 10
        return "".join(parts)

    def _players(self) -> tuple[str, float]:
        seats = list(range(self.view["players"]))
        if self.over:
            seats.sort(key=lambda seat: (self.view["ranking"][seat], seat))
        caption, note = ("ranking", self.words["total"]) if self.over else ("players", "")
        head = self._panel_head("person", self.words[caption], note)
        rows = "".join(group(self._player(seat), y=58 + 66 * k) for k, seat in enumerate(seats))
        return head + rows, 64 + 66 * len(seats)

    def _player(self, seat: int) -> str:
        """One player; at the end with place and total, which decides, and with room for the laurel."""
        about = self.view["seats"][seat]
        acts = seat in self.view["to_act"]
        parts = [rect(6, 3, _PANEL - 12, 60, "own", rx=8) if acts else ""]
        x, name, right = 36.0, 64.0, _PANEL - 18.0
        if self.over:
            x, name = 88, 134
            first = self.view["ranking"][seat] == 1
            parts.append(text(30, 42, str(self.view["ranking"][seat]), "t-num-bold", "middle"))
            parts.append(laurel(x, 31, 27) if first else "")
            parts.append(text(right, 44, str(self.view["scores"][seat]), "t-score", "end"))
            right -= 68
        room = right - 160 - name
        parts.append(self._mark(seat, x, 33, 34))
        shown = shorten(name_of(self.names, seat), min(room, 260), 18)  # letters of 15, but bold
        parts.append(text(name, 28, shown, "t-strong"))
        parts.append(group(self._holdings(seat, room), x=name, y=36))
        for sign, cls, amount, at in (
            ("money", "coin-ink", about["wealth"], right - 150),
            ("prestige", "star-ink", about["prestige"], right - 70),
        ):
            number = text(at + 30, 41, str(amount), "t-num" if self.over else "t-num-bold")
            parts.append(group(icon(sign, at, 21, 24), cls=cls) + number)
        return "".join(parts)

    def _holdings(self, seat: int, room: float) -> str:
        """Offices, vocations, permits and favors as icons, smaller where there are many."""
        view = self.view
        about = view["seats"][seat]
        signs: list[tuple[str, str]] = [
            (OFFICE_ICONS[office], "") for office, holder in view["offices"].items() if holder == seat
        ]
        if view["contractor"] == seat:
            signs.append(("contractor", ""))
        signs += [(VOCATION_ICONS[name], str(n) if n > 1 else "") for name, n in about["vocations"].items()]
        if about["planning"]:
            signs.append(("permit", str(len(about["planning"]))))
        if about["favors"]:
            signs.append(("favor", str(len(about["favors"]))))
        parts, x = [], 0.0
        for sign, number in signs:
            parts.append(group(icon(sign, x, 0, 19), cls="soft"))
            x += 21
            if number:
                parts.append(text(x, 14, number, "t-tiny"))
                x += 11
        return group("".join(parts), scale=min(1, room / max(x, 1)))

    # the score sheet

    def _score_sheet(self) -> tuple[str, float]:
        sheet, words = self.view["sheet"], self.words
        heads = [words["prestige"], *(words["row"].format(number=row["number"]) for row in sheet["rows"])]
        heads += [words["wealth"], words["offices"], words["total"]]
        first = 210
        step = (self.left - first - 20) / len(heads)
        parts = [text(first + step * (k + 0.5), 76, head, "t-small", "middle") for k, head in enumerate(heads)]
        players = sorted(sheet["players"], key=lambda entry: (entry["rank"], entry["seat"]))
        for n, entry in enumerate(players):
            y = 108 + 34 * n
            cells = [entry["prestige"], *entry["rows"], entry["wealth_points"], sum(entry["offices"].values())]
            if entry["seat"] == self.seat:
                parts.append(rect(8, y - 22, self.left - 16, 32, "own", rx=8))
            parts.append(path(f"M14 {y - 23}H{num(self.left - 14)}", "dotted"))
            parts.append(self._mark(entry["seat"], 32, y - 6, 24))
            parts.append(text(54, y, shorten(name_of(self.names, entry["seat"]), 150, 15), "t-body"))
            for k, cell in enumerate((*cells, entry["total"])):
                cls = "t-num-bold" if k == len(cells) else "t-num"
                parts.append(text(first + step * (k + 0.5), y, str(cell), cls, "middle"))
        note = words["sheet_final" if self.over else "sheet_live"]
        head = self._panel_head("flag", words["sheet"], note, self.left)
        return head + "".join(parts), 96 + 34 * len(players)
