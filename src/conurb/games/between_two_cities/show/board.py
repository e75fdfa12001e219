"""The face of Between Two Cities: the table, one city, one tile and the poster, drawn from the View alone.

``board`` and ``poster`` return standalone SVG documents. ``city`` and ``tile`` return fragments for a page that holds
``defs()`` once and ``stylesheet()``. All four share the same drawing; only the way colours are written differs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from typing import Any

from conurb.drawing.paper import Paper
from conurb.drawing.pen import num, shorten
from conurb.words import load

from .art import CELL, Tile, game_sign, symbols, tile_art, tile_back, tile_span, tile_words
from .layout import Post, Ring, Slot, ring
from .marks import CITY_EMBLEMS, badge, city_name, emblem, icon, laurel, seat_mark
from .palette import PALETTE, stylesheet
from .pen import PEN, circle, element, group, path, rect, text
from .plan import Choice, Plan, View, cell_name, choice_words, decision_tiles, initial_of, name_of
from .prose import DOMAIN

__all__ = [
    "CITY_EMBLEMS",
    "board",
    "city",
    "city_name",
    "defs",
    "poster",
    "posters",
    "stylesheet",
    "tile",
    "words",
]

Names = Sequence[str] | None

_TYPES = (
    ("S", "shops"),
    ("F", "factories"),
    ("T", "taverns"),
    ("O", "offices"),
    ("P", "parks"),
    ("H", "houses"),
)
"""Badge and score-sheet key in the order of the reference card (BTC-1.1)."""

_POINTS = {
    "shops": "2  5  10  16",
    "factories": "4  3  2",
    "taverns": "1  4  9  17",
    "offices": "1  3  6  10  15  21",
    "parks": "2  8  12",
}

_MARGIN = 40
_TOP = 128
_PANEL = 372
_PANEL_GAP = 36


# --- fragments for pages ---------------------------------------------------------------------------------------------


def defs() -> str:
    """The symbols every fragment refers to, as a hidden ``<svg>`` to be put into a page once."""
    content = element("defs", symbols())
    return element("svg", content, cls="defs", xmlns="http://www.w3.org/2000/svg", aria_hidden="true")


def city(
    view: View,
    index: int,
    *,
    choices: bool = True,
    small: bool = False,
    labels: bool = True,
    tile: str | None = None,
    label: Callable[[Choice], str] | None = None,
    fresh: Collection[str] = (),
) -> str:
    """One city as an ``<svg>`` fragment.

    With ``choices`` the legal sites of ``tile`` (by default the first tile that may go into this city) are buttons
    with ``data-action``; ``label`` words them. ``small`` enlarges badges and letters for a thumbnail. ``fresh`` lists
    ids of tiles that just arrived; they get a ring in the colour of the player who placed them.
    """
    plan = Plan(view, index, small=small, labels=labels)
    sites = ""
    candidates = decision_tiles(view, index)
    if choices and candidates:
        wording = label or (lambda choice: choice_words(view, choice))
        sites = plan.sites(tile or candidates[0], wording)
    return element(
        "svg",
        plan.ground() + plan.tiles(fresh) + sites,
        cls="plan",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(plan.size)} {num(plan.size)}",
        data_city=str(index),
        role="group",
        aria_label=city_name(index),
    )


def tile(tile: Tile, *, size: float = 84, small: bool = False, label: str | None = None) -> str:
    """A tile as an ``<svg>`` fragment, ``size`` pixels to the cell, for hands and revealed pairs.

    ``label`` words it for those who do not see it, by default in English.
    """
    columns, rows = tile_span(tile)
    return element(
        "svg",
        tile_art(tile, small=small),
        cls="tile",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {columns * CELL} {rows * CELL}",
        width=size * columns,
        height=size * rows,
        data_tile=tile["id"],
        style=None if small else f"view-transition-name: tile-{tile['id']}",
        role="img",
        aria_label=label or tile_words(tile),
    )


def words(language: str = "en") -> dict[str, str]:
    """The words on the pictures."""
    sentences = load(language, DOMAIN).sentences
    on_pictures = ("picture.", "city.", "tile.", "sheet.", "label.title")
    return {
        name.removeprefix("picture."): forms[0] for name, forms in sentences.items() if name.startswith(on_pictures)
    }


def board(
    view: View,
    *,
    names: Names = None,
    dark: bool = False,
    tile: str | None = None,
    fresh: Collection[str] = (),
    language: str = "en",
) -> str:
    """The whole table as a standalone SVG document.

    Seen from a seat, the own two cities are large at the south and the own tiles lie below them; spectators and the
    end of the game get all cities in one size. ``tile`` is the tile whose sites are lit, by default the first one.
    """
    return _Table(view, names, tile, fresh, words(language)).document(dark=dark)


def posters(view: View) -> int:
    """How many posters there are: one for each city."""
    return len(view["cities"])


def poster(
    view: View,
    index: int,
    *,
    title: str | None = None,
    names: Names = None,
    dark: bool = False,
    language: str = "en",
) -> str:
    """One city as a printable sheet: its plan, its builders and its score by type."""
    said = words(language)
    name = title or said[f"city.{index}"]
    total = view["cities"][index]["sheet"]["total"]
    builders = _builders(view, index, names, said)
    content = _poster_content(view, index, name, builders, names, said)
    summary = f"{name}: {said['points'].format(total=total)}, {said['built_by'].format(names=builders)}"
    return _paper().document(900, 1270, content, summary, Plan(view, index).words(said), dark=dark)


@cache
def _paper() -> Paper:
    return Paper(PEN, PALETTE, symbols())


def _builders(view: View, index: int, names: Names, words: Mapping[str, str]) -> str:
    owners = sorted(set(view["cities"][index]["owners"]))
    if len(owners) == 1:
        return name_of(names, owners[0])
    return words["with"].format(first=name_of(names, owners[0]), second=name_of(names, owners[1]))


def _placed_tile(words: Mapping[str, str], tile: Mapping[str, Any]) -> str:
    """A tile on a plan, for those who do not see it."""
    faces = [words[f"tile.{face}"] for face in tile["faces"]]
    name = faces[0] if len(faces) == 1 else words[f"tile.{tile['shape']}"].format(first=faces[0], second=faces[1])
    return words["placed_on"].format(tile=name, cell=cell_name(tile["row"], tile["col"]))


def _sheet_of_paper(x: float, y: float, width: float, height: float, cls: str = "sheet") -> str:
    return rect(x + 2, y + 5, width, height, "cast", rx=14) + rect(x, y, width, height, cls, rx=14)


class _Table:
    """The composition of the table. Every method returns markup in table coordinates."""

    def __init__(
        self, view: View, names: Names, tile: str | None, fresh: Collection[str], words: Mapping[str, str]
    ) -> None:
        self.view = view
        self.names = names
        self.words = words
        self.fresh = fresh
        self.seat: int | None = view["seat"]
        self.over = view["phase"] == "over"
        candidates = decision_tiles(view)
        self.tile = tile or (candidates[0] if candidates else None)
        self.ring: Ring = ring(view["players"], self.seat, level=self.seat is None or self.over)
        self.width = 2 * _MARGIN + self.ring.width + _PANEL_GAP + _PANEL
        self.height = max(self._lowest(), self._panels_end()) + _MARGIN

    def document(self, *, dark: bool) -> str:
        content = (
            self._frame()
            + self._head()
            + group(self._ring(), x=_MARGIN, y=_TOP)
            + self._tray()
            + group(self._panels(), x=self.width - _MARGIN - _PANEL, y=_TOP)
        )
        return _paper().document(self.width, self.height, content, self._summary(), self._description(), dark=dark)

    # words

    def _summary(self) -> str:
        state = self._verdict() if self.over else self._round_line()
        return f"{self.words['label.title']}. {state}"

    def _verdict(self) -> str:
        """Who won and with how many points; a first place may be shared (BTC-6.5)."""
        first = [seat for seat in range(self.view["players"]) if self._rank(seat) == 1]
        names = [name_of(self.names, seat) for seat in first]
        score = self.view["scores"][first[0]]
        if len(names) == 1:
            return self.words["won"].format(name=names[0], score=score)
        joined = self.words["with"].format(first=", ".join(names[:-1]), second=names[-1])
        return self.words["shared"].format(names=joined, score=score)

    def _round_line(self) -> str:
        view = self.view
        return self.words["round"].format(round=view["round"], turn=view["turn"], turns=view["turns"])

    def _description(self) -> str:
        parts = []
        for index, place in enumerate(self.view["cities"]):
            builders = _builders(self.view, index, self.names, self.words)
            points = self.words["points"].format(total=place["sheet"]["total"])
            plan = Plan(self.view, index).words(self.words)
            parts.append(f"{self.words[f'city.{index}']}, {builders}, {points}: {plan}.")
        return " ".join(parts)

    def _name(self, seat: int, room: float, size: float) -> str:
        name = name_of(self.names, seat)
        whole = self.words["you"].format(name=name) if seat == self.seat else name
        return whole if shorten(whole, room, size) == whole else shorten(name, room, size)

    def _what_counts(self) -> str:
        """The lower of two cities, or with two players their sum (BTC-6.2, BTC-6.10)."""
        return self.words["sum" if self.view["players"] == 2 else "lower"]

    def _status(self, seat: int) -> str:
        view = self.view
        if view["phase"] == "choose":
            return self.words["chosen" if view["committed"][seat] else "choosing"]
        if seat in view["to_act"]:
            return self.words["placing"]
        return self.words["waits" if view["revealed"][seat] else "placed"]

    def _mark(self, seat: int, x: float, y: float, size: float) -> str:
        return seat_mark(seat, initial_of(self.names, seat), x, y, size)

    # frame and head

    def _frame(self) -> str:
        width, height = self.width, self.height
        return rect(14, 14, width - 28, height - 28, "neat") + rect(19, 19, width - 38, height - 38, "neat-fine")

    def _head(self) -> str:
        view, words = self.view, self.words
        if self.over:
            second = f"{words['over']}. {self._verdict()}"
        else:
            kind = words["squares" if view["kind"] == "square" else "duplexes"]
            handing = words[f"pass.{view['pass'] or 'none'}"]
            second = f"{self._round_line()}. {kind}, {handing}"
        right = self.width - _MARGIN
        stock = words["stock"].format(box=view["box"], duplexes=view["duplexes"], discards=view["discards"])
        return (
            group(game_sign(), x=_MARGIN, y=42, cls="ink")
            + text(_MARGIN + 84, 76, words["label.title"], "t-game")
            + text(_MARGIN + 85, 102, second, "t-round")
            + text(right - 74, 92, "" if self.over else stock.replace("   ", "\N{EM SPACE}"), "t-small", "end")
            + _compass(right - 26, 78, 26)
        )

    # the ring of cities and players

    def _ring(self) -> str:
        street = "".join(path(self.ring.street, cls) for cls in ("track", "track-bed", "track-ties"))
        cards = "".join(self._card(slot) for slot in self.ring.slots)
        return street + cards + "".join(self._post(post) for post in self.ring.posts)

    def _card(self, slot: Slot) -> str:
        place = self.view["cities"][slot.city]
        own = self.seat is not None and self.seat in place["owners"]
        plan = Plan(
            self.view,
            slot.city,
            small=slot.side < 400,
            labels=slot.side >= 400,
            near=not own,
            page=False,
            describe=partial(_placed_tile, self.words),
        )
        content = plan.ground() + plan.tiles(self.fresh)
        if self.tile is not None:
            content += plan.sites(self.tile, None)
        sheet = _sheet_of_paper(0, 0, slot.width, slot.height, f"mine-{self.seat}" if own else "sheet")
        drawn = group(content, x=14, y=slot.head, scale=slot.side / plan.size)
        return group(sheet + self._card_head(slot) + drawn, x=slot.x, y=slot.y)

    def _card_head(self, slot: Slot) -> str:
        place = self.view["cities"][slot.city]
        total = str(place["sheet"]["total"])
        right = slot.width - 20
        owners = sorted(set(place["owners"]))
        if slot.small:
            marks = "".join(self._mark(owner, 24 + 20 * k, 46, 17) for k, owner in enumerate(owners))
            return (
                group(emblem(slot.city, 14, 8, 24), cls="ink")
                + text(44, 27, self.words[f"city.{slot.city}"], "t-name-small")
                + marks
                + text(right + 4, 34, total, "t-total-small", "end")
            )
        room = slot.width - 96 - 22 * len(owners) - 24 * len(total)
        builders = shorten(_builders(self.view, slot.city, self.names, self.words), room, 14)
        marks = "".join(self._mark(owner, 76 + 22 * k, 56, 19) for k, owner in enumerate(owners))
        return (
            group(emblem(slot.city, 18, 18, 38), cls="ink")
            + text(66, 38, self.words[f"city.{slot.city}"], "t-name")
            + marks
            + text(68 + 22 * len(owners), 61, builders, "t-with")
            + text(right, 48, total, "t-total", "end")
        )

    def _post(self, post: Post) -> str:
        """A player between the two cities they build: mark, name and score, and the tiles in front of them."""
        score = str(self.view["scores"][post.seat])
        first = self.over and self._rank(post.seat) == 1
        if post.turn:
            return self._turn_post(post, score, first)
        big = post.big
        size = 56 if big else 40
        below = post.y + size / 2
        name = self._name(post.seat, post.room - 8, 15 if big else 13)
        number = below + (66 if big else 52) + (26 if first else 0)  # a wreath needs room below the name
        parts = [
            circle(post.x, post.y, size * 0.7, "halo"),
            self._mark(post.seat, post.x, post.y, size),
            text(post.x, below + 22, name, "t-strong" if big else "t-tiny", "middle"),
            text(post.x, number, score, "t-score-big" if big else "t-score", "middle"),
        ]
        if big and post.seat == self.seat and not self.over:
            parts.append(text(post.x, number + 26, self._what_counts(), "t-tiny", "middle"))
        if first:
            parts.append(laurel(post.x, number - (14 if big else 9), (46 if big else 34) + 4 * (len(score) > 2)))
        tiles = 52 if big else 34
        parts.append(self._before(post.seat, post.x - tiles - 2, post.y - size / 2 - 22 - tiles, tiles))
        return "".join(parts)

    def _turn_post(self, post: Post, score: str, first: bool) -> str:
        """A player at an end of the ring: all goes beside the mark, towards the middle."""
        east = post.x > self.ring.width / 2
        side, anchor = (-1, "end") if east else (1, "start")
        x = post.x + side * 38
        name = self._name(post.seat, post.room, 15)
        away = post.x + side * (60 + min(150, len(name) * 9))
        parts = [
            circle(post.x, post.y, 34, "halo"),
            self._mark(post.seat, post.x, post.y, 46),
            text(x, post.y + 5 if first else post.y - 4, name, "t-strong", anchor),
        ]
        if first:
            parts.append(text(away + side * 34, post.y + 9, score, "t-score", "middle"))
            parts.append(laurel(away + side * 34, post.y, 34))
        else:
            parts.append(text(x, post.y + 26, score, "t-score", anchor))
        parts.append(self._before(post.seat, away if side > 0 else away - 100, post.y - 24, 48))
        return "".join(parts)

    def _before(self, seat: int, x: float, y: float, size: float) -> str:
        """The tiles in front of another player: two backs after choosing, then the revealed ones."""
        view = self.view
        if seat == self.seat or self.over:
            return ""
        if view["phase"] == "choose":
            pair = 2 if view["committed"][seat] else 0
            return "".join(group(tile_back(), x=x + k * (size + 4), y=y, scale=size / CELL) for k in range(pair))
        parts = []
        for k, tile in enumerate(view["revealed"][seat]):
            columns, rows = tile_span(tile)
            cell = size / max(columns, rows)
            at = (x + k * (size + 4) + (size - columns * cell) / 2, y + (size - rows * cell) / 2)
            art = tile_art(tile, small=True)
            parts.append(group(art, x=at[0], y=at[1], scale=cell / CELL, data_tile=tile["id"]))
        return "".join(parts)

    # own tiles

    def _own_tiles(self) -> tuple[str, Sequence[Tile]] | None:
        """The caption key and the tiles of the tray, ``None`` when there is nothing of one's own to show."""
        view = self.view
        if self.seat is None or self.over:
            return None
        own = (("pair", view["chosen"]), ("hand", view["hand"]), ("to_place", view["revealed"][self.seat]))
        return next(((key, tiles) for key, tiles in own if tiles), None)

    def _tray_height(self) -> float:
        shown = self._own_tiles()
        if shown is None:
            return 0
        return 212 if any(tile["shape"] == "tall" for tile in shown[1]) else 158

    def _tray(self) -> str:
        shown = self._own_tiles()
        if shown is None or self.seat is None:
            return ""
        key, tiles = shown
        height = self._tray_height()
        cell = 88 if height > 200 else 108
        left, top = _MARGIN, self._tray_top()
        beside = self._panels_end() > top
        parts = [
            _sheet_of_paper(left, top, self.ring.width if beside else self.width - 2 * _MARGIN, height),
            rect(left, top + 14, 6, height - 28, f"edge-{self.seat}"),
            group(icon("hand", left + 26, top + 30, 30), cls="ink"),
            text(left + 26, top + 88, self.words[key], "t-panel"),
            text(left + 26, top + 112, self.words[f"{key}.note"], "t-small"),
        ]
        x = left + 236
        for tile in tiles:
            columns, rows = tile_span(tile)
            width, depth = columns * cell, rows * cell
            y = top + (height - depth) / 2
            if tile["id"] == self.tile:
                parts.append(rect(x - 8, y - 8, width + 16, depth + 16, "chosen", rx=14))
            parts.append(group(tile_art(tile), x=x, y=y, scale=cell / CELL, data_tile=tile["id"]))
            x += width + 20
        return "".join(parts)

    def _tray_top(self) -> float:
        return _TOP + self.ring.height + 28

    # panels

    def _panels_end(self) -> float:
        return _TOP + sum(height + 24 for _, height in self._stack()) - 24

    def _stack(self) -> list[tuple[Callable[[float], str], float]]:
        """The panels from top to bottom with their heights; the reference card only where there is room for it."""
        players = 64 + 60 * self.view["players"]
        sheet = 64 + 34 * 6 + 44 + 46
        reference = 64 + 47 * 6
        stack = [(self._players, players), (self._score_sheet, sheet)]
        if players + sheet + reference + 48 <= self._lowest() - _TOP + 64:
            stack.append((self._reference, reference))
        return stack

    def _lowest(self) -> float:
        return self._tray_top() + self._tray_height() if self._own_tiles() else _TOP + self.ring.height

    def _panels(self) -> str:
        parts, y = [], 0.0
        for draw, height in self._stack():
            parts.append(group(_sheet_of_paper(0, 0, _PANEL, height) + draw(height), y=y))
            y += height + 24
        return "".join(parts)

    def _panel_head(self, sign: str, caption: str, note: str) -> str:
        return (
            group(icon(sign, 18, 16, 22), cls="soft")
            + text(50, 34, caption, "t-panel")
            + text(_PANEL - 18, 33, note, "t-small", "end")
            + path(f"M0 52H{_PANEL}", "hair")
        )

    def _rank(self, seat: int) -> int:
        ranking = self.view.get("ranking")
        if ranking:
            return int(ranking[seat])
        scores = self.view["scores"]
        return 1 + sum(1 for score in scores if score > scores[seat])

    def _players(self, _height: float) -> str:
        seats = list(range(self.view["players"]))
        if self.over:
            seats.sort(key=lambda seat: (self._rank(seat), seat))
        head = self._panel_head("person", self.words["ranking" if self.over else "table"], self._what_counts())
        rows = "".join(group(self._player(seat), y=58 + 60 * k) for k, seat in enumerate(seats))
        return head + rows

    def _player(self, seat: int) -> str:
        own = seat == self.seat
        parts = [rect(6, 3, _PANEL - 12, 54, "own", rx=8) if own else ""]
        x = 34.0
        if self.over:
            parts.append(text(28, 38, f"{self._rank(seat)}", "t-score", "middle"))
            x = 66
        parts.append(self._mark(seat, x, 30, 32))
        name = self._name(seat, 214 - x, 15)
        second = (self.words["winner"] if self._rank(seat) == 1 else "") if self.over else self._status(seat)
        parts.append(text(x + 26, 28 if second else 35, name, "t-strong"))
        if second:
            parts.append(text(x + 26, 46, second, "t-small"))
        parts.append(self._two_totals(seat))
        return "".join(parts)

    def _two_totals(self, seat: int) -> str:
        """A player's two cities, the ones that count underlined: the lower one, or both with two players."""
        cities = self.view["cities"]
        owned = [index for index, place in enumerate(cities) if seat in place["owners"]]
        owned.sort(key=lambda index: (cities[index]["sheet"]["total"], index))
        counting = owned if self.view["players"] == 2 else owned[:1]
        parts = []
        for k, index in enumerate(owned):
            counts = index in counting
            x = _PANEL - 122 + 60 * k
            total = str(cities[index]["sheet"]["total"])
            parts.append(group(emblem(index, x, 20, 18), cls="ink" if counts else "soft"))
            parts.append(text(x + 34, 36, total, "t-num-bold" if counts else "t-num-soft", "middle"))
            if counts:
                parts.append(path(f"M{x + 23} 43h22", "lower"))
        return "".join(parts)

    def _score_sheet(self, height: float) -> str:
        cities = self.view["cities"]
        labels = 44 if len(cities) > 5 else 128
        step = (_PANEL - labels - 12) / len(cities)
        note = self.words["sheet_final" if self.over else "sheet_state"]
        parts = []
        for index, place in enumerate(cities):
            middle = labels + step * (index + 0.5)
            if self.seat is not None and self.seat in place["owners"]:
                parts.append(rect(middle - step / 2 + 2, 54, step - 4, height - 64, "own", rx=8))
            parts.append(group(emblem(index, middle - 11, 64, 22), cls="ink"))
            for k, (_, key) in enumerate(_TYPES):
                parts.append(text(middle, 120 + 34 * k, str(place["sheet"][key]), "t-num", "middle"))
            parts.append(text(middle, height - 18, str(place["sheet"]["total"]), "t-num-bold", "middle"))
        for k, (code, key) in enumerate(_TYPES):
            y = 114 + 34 * k
            parts.append(badge(code, 16, y - 12, 0.9))
            parts.append(path(f"M14 {y - 17}H{_PANEL - 14}", "dotted"))
            if labels > 100:
                parts.append(text(50, y + 5, self.words[f"sheet.{key}"], "t-body"))
        parts.append(path(f"M14 {height - 44}H{_PANEL - 14}", "bar"))
        parts.append(text(14, height - 18, self.words["sheet.city"], "t-num-bold"))
        return self._panel_head("flag", self.words["sheet"], note) + "".join(parts)

    def _reference(self, _height: float) -> str:
        parts = []
        for k, (code, key) in enumerate(_TYPES):
            y = 76 + 47 * k
            points = (_POINTS.get(key) or self.words[f"points.{key}"]).replace("  ", "\N{EN SPACE}")
            parts.append(badge(code, 18, y - 10))
            parts.append(text(56, y + 1, self.words[f"sheet.{key}"], "t-strong"))
            parts.append(text(56, y + 19, self.words[f"rule.{key}"], "t-small"))
            parts.append(text(_PANEL - 18, y + 1, points, "t-num", "end"))
        return self._panel_head("rules", self.words["reference"], "") + "".join(parts)


# --- ornaments -------------------------------------------------------------------------------------------------------


def _compass(x: float, y: float, radius: float) -> str:
    """A compass rose: north is up in every city (BTC-4.6)."""
    quarter = "M0-{r}L{w}-{w}L0 0z".format(r=num(radius), w=num(radius * 0.2))
    other = "M0-{r}L-{w}-{w}L0 0z".format(r=num(radius), w=num(radius * 0.2))
    points = "".join(
        element("path", cls="rose", d=quarter, transform=f"rotate({turn})")
        + element("path", cls="rose-light", d=other, transform=f"rotate({turn})")
        for turn in (0, 90, 180, 270)
    )
    rings = circle(0, 0, radius * 0.66, "rose-ring") + circle(0, 0, radius * 0.6, "rose-ring")
    return group(rings + points + text(0, -radius - 5, "N", "t-map", "middle"), x=x, y=y)


def _poster_content(view: View, index: int, name: str, builders: str, names: Names, words: Mapping[str, str]) -> str:
    width, height, middle = 900, 1270, 450
    place = view["cities"][index]
    plan = Plan(view, index, labels=False, page=False, describe=partial(_placed_tile, words))
    side = 720
    owners = sorted(set(place["owners"]))
    frame = rect(24, 24, width - 48, height - 48, "neat") + rect(31, 31, width - 62, height - 62, "neat-fine")
    head = (
        group(emblem(index, middle - 30, 56, 60), cls="ink")
        + text(middle, 186, shorten(name, 780, 76), "t-poster", "middle")
        + text(middle, 222, words["built_by"].format(names=builders), "t-poster-sub", "middle")
    )
    sheet = _sheet_of_paper(middle - side / 2 - 14, 252, side + 28, side + 28)
    drawn = group(plan.ground() + plan.tiles(), x=middle - side / 2, y=266, scale=side / plan.size)
    scores = []
    step = 94
    for k, (code, key) in enumerate(_TYPES):
        x = 76 + step * (k + 0.5)
        scores.append(badge(code, x - 20, 1058, 1.5))
        scores.append(text(x, 1142, str(place["sheet"][key]), "t-poster-num", "middle"))
        scores.append(text(x, 1166, words[f"sheet.{key}"], "t-tiny", "middle"))
    marks = "".join(
        seat_mark(owner, initial_of(names, owner), 730 + 44 * k - 22 * (len(owners) - 1), 1062, 34)
        for k, owner in enumerate(owners)
    )
    total = text(730, 1164, str(place["sheet"]["total"]), "t-poster-total", "middle")
    foot = text(middle, 1214, words["label.title"], "t-poster-sub", "middle")
    rule = path("M658 1044V1172", "hair")
    return frame + head + _compass(806, 118, 34) + sheet + drawn + "".join(scores) + rule + marks + total + foot
