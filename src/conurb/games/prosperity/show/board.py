"""The face of Prosperity as files: the whole table, and one country as a sheet to hang on the wall.

`board` and `poster` return standalone SVG documents, drawn from the View alone. Pages put `CountryMap` and
`ResearchBoard` together themselves; they need `defs()` once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from conurb.drawing.paper import Paper
from conurb.drawing.pen import shorten, signed
from conurb.games.prosperity.show import prose
from conurb.words import Message, say

from .art import SYMBOLS, TRACKS, chips, symbols, vignette
from .country import SMALL, WIDE, CountryMap, message
from .marks import game_sign, icon, laurel, seat_mark
from .palette import PALETTE, stylesheet
from .pen import PEN, element, group, path, rect, text
from .research import ResearchBoard

__all__ = ["board", "defs", "poster", "posters", "stylesheet"]

View = Mapping[str, Any]
Names = Sequence[str] | None
Say = Callable[[Message], str]

_MARGIN = 40
_TOP = 124
_MAIN = 1000
_GAP = 36
_PANEL = 400
_SHEET = 24  # between sheets


def defs() -> str:
    """The symbols every fragment refers to, as a hidden ``<svg>`` to be put into a page once."""
    content = element("defs", symbols())
    return element("svg", content, cls="defs", xmlns="http://www.w3.org/2000/svg", aria_hidden="true")


def board(view: View, *, names: Names = None, dark: bool = False, language: str = "en") -> str:
    """The whole table as a standalone SVG document.

    Seen from a seat, its own country is large and the others are small; spectators and the end of the game get all
    countries in one size.
    """
    return _Table(view, full_names(view, names), partial(say, language=language)).document(dark=dark)


def posters(view: View) -> int:
    """How many posters there are: one for each country."""
    return len(view["countries"])


def poster(
    view: View, seat: int, *, title: str | None = None, names: Names = None, dark: bool = False, language: str = "en"
) -> str:
    """One country as a printable sheet: its map, its leader and its score."""
    return _Poster(view, seat, full_names(view, names), partial(say, language=language), title).document(dark=dark)


def full_names(view: View, names: Names) -> list[str]:
    """A name for every seat; a number for who has none."""
    given = list(names or [])[: view["players"]]
    given += [""] * (view["players"] - len(given))
    return [name.strip() or f"{seat + 1}" for seat, name in enumerate(given)]


@cache
def _paper() -> Paper:
    return Paper(PEN, PALETTE, symbols())


def _sheet(x: float, y: float, width: float, height: float, cls: str = "sheet") -> str:
    return rect(x + 2, y + 5, width, height, "cast", rx=14) + rect(x, y, width, height, cls, rx=14)


class _Table:
    """The composition of the table: maps and the Research board left, what is called and who leads right."""

    def __init__(self, view: View, names: Sequence[str], say: Say) -> None:
        self.view = view
        self.names = names
        self.say = say
        self.seat: int | None = view["seat"]
        self.over = view["phase"] == "over"
        self.width = 2 * _MARGIN + _MAIN + _GAP + _PANEL

    def _word(self, name: str, /, **args: object) -> str:
        return self.say(message(name, **args))

    def document(self, *, dark: bool) -> str:
        main, left = self._stacked(self._main())
        panels, right = self._stacked(self._panels())
        height = _TOP + max(left, right) + _MARGIN - _SHEET
        content = (
            rect(14, 14, self.width - 28, height - 28, "neat")
            + rect(19, 19, self.width - 38, height - 38, "neat-fine")
            + self._head()
            + group(main, x=_MARGIN, y=_TOP)
            + group(panels, x=_MARGIN + _MAIN + _GAP, y=_TOP)
        )
        summary = f"{self.say(prose.message('label.title'))}. {self._state()}"
        return _paper().document(self.width, height, content, summary, self._description(), dark=dark)

    def _stacked(self, blocks: Sequence[tuple[str, float]]) -> tuple[str, float]:
        parts, y = [], 0.0
        for content, height in blocks:
            parts.append(group(content, y=y))
            y += height + _SHEET
        return "".join(parts), y

    # --- words

    def _state(self) -> str:
        view = self.view
        if self.over:
            return self.say(prose.explain(view, self.names))
        if view["phase"] == "final":
            return self.say(prose.message("label.final", tally=view["final_tally"]))
        turn = self.say(prose.message("label.turn", decade=view["decade"], turn=view["turn"], turns=view["turns"]))
        return f"{turn}. {self.say(prose.message('label.active', name=self.names[view['active']]))}."

    def _description(self) -> str:
        parts = []
        for seat in range(self.view["players"]):
            drawn = CountryMap(self.view, seat, WIDE, self.names, self.say, page=False)
            spaces = "; ".join(drawn.space_words(space) for space in drawn.spaces.values())
            parts.append(f"{self.names[seat]}: {drawn.facts()} {drawn.pollution_words()} {spaces}.")
        return " ".join(parts)

    # --- head

    def _head(self) -> str:
        return (
            group(game_sign(_MARGIN, 44, 60), cls="c-ink")
            + text(_MARGIN + 80, 74, self.say(prose.message("label.title")), "t-game")
            + text(_MARGIN + 81, 100, self._state(), "t-round")
        )

    # --- maps

    def _main(self) -> list[tuple[str, float]]:
        others = [seat for seat in range(self.view["players"]) if seat != self.seat or self.over]
        blocks: list[tuple[str, float]] = []
        if self.seat is not None and not self.over:
            drawn = CountryMap(self.view, self.seat, WIDE, self.names, self.say, page=False).drawn()
            own = _sheet(0, 0, _MAIN, 676, f"mine-{self.seat}") + group(drawn, x=4, y=12, scale=0.992)
            blocks.append((own, 676))
        blocks.append(self._research())
        blocks += [self._row(others[k : k + 2]) for k in range(0, len(others), 2)]
        return blocks

    def _research(self) -> tuple[str, float]:
        drawn = ResearchBoard(self.view, self.names, self.say, page=False, width=_MAIN - 36)
        head = text(18, 34, self._word("research.board"), "t-panel") + path(f"M0 50H{_MAIN}", "hair")
        height = drawn.height + 76
        return _sheet(0, 0, _MAIN, height) + head + group(drawn.drawn(), x=18, y=62), height

    def _row(self, seats: Sequence[int]) -> tuple[str, float]:
        width = (_MAIN - _SHEET) / 2
        scale = (width - 24) / SMALL.width
        height = 62 + SMALL.height * scale
        parts = []
        for k, seat in enumerate(seats):
            x = k * (width + _SHEET)
            drawn = CountryMap(self.view, seat, SMALL, self.names, self.say, page=False).drawn()
            parts.append(_sheet(x, 0, width, height))
            parts.append(seat_mark(seat, self.names[seat][:1].upper(), x + 30, 26, 28))
            parts.append(text(x + 54, 33, shorten(self.names[seat], 240, 20), "t-panel"))
            side = self._word(f"side.{self.view['countries'][seat]['side']}")
            parts.append(text(x + width - 16, 32, side, "t-small", "end"))
            parts.append(group(drawn, x=x + 12, y=50, scale=scale))
        return "".join(parts), height

    # --- panels

    def _panels(self) -> list[tuple[str, float]]:
        if self.over:
            return [self._players(), self._score()]
        return [self._call(), self._players(), self._to_come()]

    def _panel(self, caption: str, content: str, height: float, note: str = "") -> tuple[str, float]:
        head = (
            text(18, 34, caption, "t-panel")
            + text(_PANEL - 18, 33, note, "t-small", "end")
            + path(f"M0 50H{_PANEL}", "hair")
        )
        return _sheet(0, 0, _PANEL, height) + head + content, height

    def _call(self) -> tuple[str, float]:
        """The tile drawn last and its call."""
        view = self.view
        tile = view["tiles"][view["drawn"][-1]]
        name = self.say(prose.tile_name(tile))
        call = self._word(f"symbol.{tile['call']}")
        content = (
            vignette(tile["type"], tile["name"], 16, 62, 140)
            + text(170, 84, shorten(name, 216, 20), "t-panel")
            + chips(tile, 170, 98, 16, 216)
            + rect(170, 134, 40, 40, "call", rx=10)
            + icon(tile["call"], 178, 142, 24, f"c-{tile['call']}")
            + text(222, 152, self._word("call.called"), "t-small")
            + text(222, 170, call, "t-strong")
        )
        return self._panel(str(view["decade"]), content, 194, self._word("call.drawn"))

    def _players(self) -> tuple[str, float]:
        seats = list(range(self.view["players"]))
        if self.over:
            seats.sort(key=lambda seat: (self.view["ranking"][seat], seat))
        rows = "".join(group(self._player(seat), y=56 + 78 * k) for k, seat in enumerate(seats))
        caption = self._word("board.ranking" if self.over else "board.table")
        return self._panel(caption, rows, 64 + 78 * len(seats), self._word("board.points"))

    def _player(self, seat: int) -> str:
        country = self.view["countries"][seat]
        parts = [rect(6, 3, _PANEL - 12, 72, "own", rx=8) if seat in self.view["to_act"] else ""]
        first = self.over and self.view["ranking"][seat] == 1
        parts.append(seat_mark(seat, self.names[seat][:1].upper(), 34, 30, 30))
        parts.append(text(60, 27, shorten(self.names[seat], 220, 15), "t-strong"))
        parts.append(text(_PANEL - 40, 40, str(country["score"]), "t-score", "middle"))
        if first:
            parts.append(laurel(_PANEL - 40, 31, 27))
        x = 60.0
        facts = [("euro", str(country["money"])), ("disc", str(country["discs"]))]
        facts += [(track, f"{country['research'][track]}/{country['levels'][track]}") for track in TRACKS]
        for name, value in facts:
            parts.append(
                icon(name, x, 36, 16, f"c-{name}" if name in TRACKS else "c-soft") + text(x + 19, 49, value, "t-small")
            )
            x += 26 + 8.2 * len(value)
        x = 60.0
        for symbol in SYMBOLS:
            total = country["totals"][symbol]
            value = (signed(total) if total else "0") if symbol in TRACKS else str(total)
            parts.append(icon(symbol, x, 55, 15, f"c-{symbol}") + text(x + 17, 67, value, "t-tiny-b"))
            x += 44
        return "".join(parts)

    def _to_come(self) -> tuple[str, float]:
        """The calls left, decade by decade, and all tallies to come (PRO-7)."""
        rows = [entry for entry in self.view["to_come"] if entry["tiles"]]
        parts = []
        for k, symbol in enumerate(SYMBOLS):
            parts.append(icon(symbol, 132 + 52 * k, 58, 20, f"c-{symbol}"))
        for row, entry in enumerate(rows):
            y = 106 + 30 * row
            parts.append(text(18, y, str(entry["decade"]), "t-num-bold" if row == 0 else "t-num"))
            for k, symbol in enumerate(SYMBOLS):
                count = entry["calls"][symbol]
                words = str(count) if count else "\N{EN DASH}"
                parts.append(text(142 + 52 * k, y, words, "t-num" if count else "t-small", "middle"))
        y = 106 + 30 * len(rows)
        parts.append(path(f"M14 {y - 20}H{_PANEL - 14}", "bar"))
        parts.append(text(18, y + 4, shorten(self._word("to_come.all"), 106, 15), "t-strong"))
        for k, symbol in enumerate(SYMBOLS):
            total = str(self.view["tallies_to_come"][symbol])
            parts.append(text(142 + 52 * k, y + 4, total, "t-num-bold", "middle"))
        return self._panel(self._word("to_come"), "".join(parts), y + 24)

    def _score(self) -> tuple[str, float]:
        """The final scoring, part by part (PRO-6.10)."""
        players = self.view["players"]
        columns = [148 + (_PANEL - 160) / players * (k + 0.5) for k in range(players)]
        parts = [seat_mark(k, self.names[k][:1].upper(), x, 74, 24) for k, x in enumerate(columns)]
        lines = ["track", "money", "research_energy", "research_ecology", "prosperity"]
        for row, name in enumerate(lines):
            y = 118 + 32 * row
            parts.append(text(18, y, self._word(f"score.{name}"), "t-body"))
            parts.append(path(f"M14 {y - 21}H{_PANEL - 14}", "dotted"))
            for seat, x in enumerate(columns):
                parts.append(text(x, y, str(_part(self.view["countries"][seat], name)), "t-num", "middle"))
        y = 118 + 32 * len(lines)
        parts.append(path(f"M14 {y - 20}H{_PANEL - 14}", "bar"))
        parts.append(text(18, y + 6, self._word("score.total"), "t-num-bold"))
        for seat, x in enumerate(columns):
            parts.append(text(x, y + 6, str(self.view["scores"][seat]), "t-num-bold", "middle"))
        return self._panel(self._word("score.final"), "".join(parts), y + 28)


def _part(country: Mapping[str, Any], name: str) -> int:
    """A line of the final scoring; what was on the track before is the rest."""
    parts: Mapping[str, int] = country["breakdown"]
    return country["score"] - sum(parts.values()) if name == "track" else parts[name]


class _Poster:
    """A country, its leader and its score, as a map sheet."""

    WIDTH, HEIGHT = 1120, 1010

    def __init__(self, view: View, seat: int, names: Sequence[str], say: Say, title: str | None) -> None:
        self.view = view
        self.seat = seat
        self.names = names
        self.say = say
        self.drawn = CountryMap(view, seat, WIDE, names, say, page=False)
        self.title = title or self.say(message("poster.of", name=names[seat]))

    def document(self, *, dark: bool) -> str:
        width, height, middle = self.WIDTH, self.HEIGHT, self.WIDTH / 2
        country = self.view["countries"][self.seat]
        sub = self.say(message("poster.sub", side=message(f"side.{country['side']}"), decade=self.view["decade"]))
        content = (
            rect(24, 24, width - 48, height - 48, "neat")
            + rect(31, 31, width - 62, height - 62, "neat-fine")
            + text(middle, 112, shorten(self.title, 980, 72), "t-poster", "middle")
            + text(middle, 148, sub, "t-poster-sub", "middle")
            + _sheet(46, 172, 1028, 680)
            + group(self.drawn.drawn(), x=60, y=186)
            + self._figures(country)
        )
        score = self.say(message("poster.points", n=country["score"]))
        summary = f"{self.title}: {score}"
        spaces = "; ".join(self.drawn.space_words(space) for space in self.drawn.spaces.values())
        return _paper().document(width, height, content, summary, spaces, dark=dark)

    def _figures(self, country: Mapping[str, Any]) -> str:
        parts = []
        lines = ("track", "money", "research_energy", "research_ecology", "prosperity")
        for k, name in enumerate(lines):
            x = 130 + 146 * k
            parts.append(text(x, 915, str(_part(country, name)), "t-poster-num", "middle"))
            parts.append(text(x, 940, self.say(message(f"score.{name}")), "t-small", "middle"))
        parts.append(path("M850 878V956", "hair"))
        parts.append(seat_mark(self.seat, self.names[self.seat][:1].upper(), 900, 914, 44))
        parts.append(text(996, 946, str(country["score"]), "t-poster-total", "middle"))
        return "".join(parts)
