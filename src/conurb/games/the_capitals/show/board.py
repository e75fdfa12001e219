"""The face of The Capitals: the whole table and the poster of a city, drawn from the View alone.

``board`` and ``poster`` return standalone SVG documents. Pages use the same drawings piece by piece (`plan`,
`instruments`, `face`) with ``defs()`` once in the page and ``stylesheet()``; only the way colours are written differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from conurb.drawing.marks import laurel
from conurb.drawing.paper import Paper
from conurb.drawing.pen import shorten
from conurb.games.the_capitals.data import TRACKS
from conurb.games.the_capitals.scoring import ITEMS
from conurb.words import Message, say

from . import face, instruments, prose
from .drawings import DRAWINGS
from .icons import icon
from .instruments import Track
from .palette import PALETTE, stylesheet
from .pen import PEN, element, group, path, rect, text
from .plan import Plan
from .scene import Scene, View, minus

__all__ = ["board", "defs", "poster", "posters", "stylesheet"]

MARGIN = 40
CITY = 900
INSTRUMENTS = 830
GAP = 30
WIDTH = 2 * MARGIN + CITY + GAP + INSTRUMENTS
TOP = 132


def defs() -> str:
    """The symbols every fragment refers to, as a hidden ``<svg>`` to be put into a page once."""
    content = element("defs", face.symbols())
    return element("svg", content, cls="defs", xmlns="http://www.w3.org/2000/svg", aria_hidden="true")


def scene_of(view: View, names: Sequence[str] | None, language: str, *, choices: bool = True) -> Scene:
    """A scene for a file: choices glow, but nothing can be clicked."""
    given = names or [say(prose.message("board.seat", n=seat + 1), language) for seat in range(view["players"])]

    def speak(message: Message) -> str:
        return say(message, language)

    return Scene(view, given, speak, live=False, choices=choices)


def board(view: View, *, names: Sequence[str] | None = None, dark: bool = False, language: str = "en") -> str:
    """The whole table as a standalone SVG document.

    Seen from a seat, the own city is large; spectators and the end of the game get all cities in one size.
    """
    return _Table(scene_of(view, names, language)).document(dark=dark)


def posters(view: View) -> int:
    """How many posters there are: one for each city."""
    return len(view["seats"])


def poster(
    view: View, seat: int, *, names: Sequence[str] | None = None, dark: bool = False, language: str = "en"
) -> str:
    """One city as a printable sheet: its plan, its player and its score."""
    scene = scene_of(view, names, language, choices=False)
    summary = f"{scene.word('game')}: {scene.names[seat]}"
    return _document(900, 1270, _poster(scene, seat), summary, city_words(scene, seat), dark=dark)


def city_words(scene: Scene, seat: int) -> str:
    """A city in words: every tile with its cell."""
    return ", ".join(
        f"{scene.word('lake') if lot['lake'] else scene.tile_name(lot['tile'])} {prose.cell_name(lot['cell'])}"
        for lot in scene.view["seats"][seat]["city"]
    )


def _document(width: float, height: float, content: str, summary: str, description: str, *, dark: bool) -> str:
    """A standalone file in a double frame."""
    frame = rect(14, 14, width - 28, height - 28, "neat") + rect(19, 19, width - 38, height - 38, "neat-fine")
    return _paper().document(width, height, frame + content, summary, description, dark=dark)


@cache
def _paper() -> Paper:
    return Paper(PEN, PALETTE, face.symbols())


def _sheet(x: float, y: float, width: float, height: float, cls: str = "sheet") -> str:
    return rect(x + 2, y + 5, width, height, "shadow", rx=14) + rect(x, y, width, height, cls, rx=14)


class _Table:
    """The composition of the table. Pieces are laid one below the other; each says how high it is."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = scene.view
        self.over = self.view["phase"] == "over"
        self.own = None if self.over else scene.seat

    def document(self, *, dark: bool) -> str:
        left, left_height = self._cities() if self.own is None else self._own_city(self.own)
        right, right_height = self._instruments()
        below, below_height = self._below()
        middle = TOP + max(left_height, right_height) + 24
        content = (
            self._head()
            + group(left, x=MARGIN, y=TOP)
            + group(right, x=MARGIN + CITY + GAP, y=TOP)
            + group(below, x=MARGIN, y=middle)
        )
        height = middle + below_height + MARGIN - (24 if below_height else 0)
        words = " ".join(f"{self.scene.names[s]}: {city_words(self.scene, s)}." for s in range(self.view["players"]))
        return _document(WIDTH, height, content, self._summary(), words, dark=dark)

    def _summary(self) -> str:
        if self.over:
            return f"{self.scene.word('game')}. {self.scene.say(prose.explain(self.view, self.scene.names))}"
        return f"{self.scene.word('game')}. {self.scene.say(prose.standing(self.view))}"

    def _head(self) -> str:
        words = self._summary().partition(". ")[2]
        return (
            _game_sign(MARGIN, 44)
            + text(MARGIN + 78, 76, self.scene.word("game"), "t-game")
            + text(MARGIN + 79, 104, words, "t-round")
            + group(instruments.rounds(self.scene), x=MARGIN + CITY + GAP, y=56)
        )

    # --- cities

    def _own_city(self, seat: int) -> tuple[str, float]:
        plan = Plan(self.scene, seat)
        scale = min(1.25, (CITY - 24) / plan.width)
        height = plan.height * scale + 62
        head = self._city_head(seat, CITY)
        city = group(plan.draw(), x=(CITY - plan.width * scale) / 2, y=50, scale=scale)
        return _sheet(0, 0, CITY, height, f"me-{seat}") + head + city, height

    def _cities(self) -> tuple[str, float]:
        """All cities, two in a row."""
        return self._city_rows(list(range(self.view["players"])), CITY, 2)

    def _city_rows(self, seats: Sequence[int], width: float, columns: int) -> tuple[str, float]:
        each = (width - 20 * (columns - 1)) / columns
        parts = []
        y = 0.0
        for start in range(0, len(seats), columns):
            row = seats[start : start + columns]
            plans = [Plan(self.scene, seat) for seat in row]
            scales = [min(0.9, (each - 24) / plan.width) for plan in plans]
            height = max(plan.height * scale for plan, scale in zip(plans, scales, strict=True)) + 62
            for k, (seat, plan, scale) in enumerate(zip(row, plans, scales, strict=True)):
                city = group(plan.draw(), x=(each - plan.width * scale) / 2, y=50, scale=scale)
                x = k * (each + 20)
                parts.append(group(_sheet(0, 0, each, height) + self._city_head(seat, each) + city, x=x, y=y))
            y += height + 20
        return "".join(parts), y - 20

    def _city_head(self, seat: int, width: float) -> str:
        have = self.view["seats"][seat]
        name = shorten(self.scene.names[seat], width - 330, 20)
        prestige = self.scene.word("hidden") if have["prestige"] is None else minus(have["prestige"])
        parts = [self.scene.mark(seat, 30, 26, 28), text(54, 33, name, "t-panel")]
        x = width - 20.0
        for what, value in (("prestige", prestige), ("energy", str(have["energy"])), ("level", str(have["level"]))):
            x -= 11 * len(value)
            parts.append(text(x, 33, value, "t-num-bold"))
            x -= 24
            parts.append(icon(what, x, 16, 20, f"of-{what}"))
            x -= 14
        if self.view["culture_token"] == seat:
            parts.append(icon("culture", x - 24, 14, 24, "of-culture"))
        return "".join(parts)

    # --- instruments

    def _instruments(self) -> tuple[str, float]:
        scene = self.scene
        y = 0.0
        parts = []
        if self.over:
            ranking, height = self._ranking()
            parts.append(ranking)
        else:
            height = max(instruments.initiative_height(scene) + 16, 230.0)
            parts.append(_sheet(0, 0, 290, height))
            parts.append(group(instruments.initiative(scene), x=13, y=6))
            if self.own is not None:
                parts.append(group(instruments.plant(scene, self.own), x=310, y=0))
                note = shorten(instruments.next_plant(scene, self.own), 220, 13)
                parts.append(text(312, instruments.PLANT_HEIGHT + 22, note, "t-small"))
            parts.append(group(self._table(270, height), x=560))
        y += height + 20
        column = (INSTRUMENTS - 2) / 2
        tall = 14 + 2 * 112 + max(112, instruments.progress_height(scene)) + 8
        parts.append(_sheet(0, y, INSTRUMENTS, tall))
        for k, name in enumerate(TRACKS):
            parts.append(group(Track(scene, name).draw(), x=12 + (k % 2) * column, y=y + 14 + (k // 2) * 112))
        parts.append(group(instruments.progress(scene), x=12 + column, y=y + 14 + 2 * 112))
        return "".join(parts), y + tall

    def _table(self, width: float, height: float) -> str:
        """What is left: stacks, discards, tourism."""
        view = self.view
        scene = self.scene
        lines = [scene.word("stacks", first=view["stacks"][0], second=view["stacks"][1], third=view["stacks"][2])]
        if view["culture_token"] is not None:
            lines.append(scene.word("leader", name=scene.names[view["culture_token"]]))
        if view["neutral_culture"] is not None:
            lines.append(scene.word("neutral", n=view["neutral_culture"]))
        acting = [scene.names[seat] for seat in view["to_act"]]
        lines += [scene.word("acts", name=name) for name in acting]
        parts = [_sheet(0, 0, width, height), text(18, 32, scene.word("table"), "t-panel")]
        for k, line in enumerate(lines):
            parts.append(text(18, 62 + 26 * k, shorten(line, width - 30, 14), "t-body"))
        return "".join(parts)

    def _ranking(self) -> tuple[str, float]:
        """The final sheet, best first."""
        scene = self.scene
        rows = sorted(self.view["sheet"]["players"], key=lambda row: row["rank"])
        height = 60 + 46 * len(rows)
        parts = [_sheet(0, 0, INSTRUMENTS, height)]
        for k, name in enumerate(ITEMS):
            heading = shorten(scene.say(prose.message(f"sheet.{name}")), 70, 11)
            parts.append(text(270 + 66 * k, 32, heading, "t-tiny", "middle"))
        parts.append(text(INSTRUMENTS - 50, 32, scene.say(prose.message("sheet.total")), "t-tiny", "middle"))
        for k, row in enumerate(rows):
            y = 74 + 46 * k
            parts.append(text(26, y, str(row["rank"]), "t-num-bold", "middle"))
            parts.append(scene.mark(row["seat"], 62, y - 6, 30))
            parts.append(text(86, y, shorten(scene.names[row["seat"]], 140, 15), "t-strong"))
            parts += [text(270 + 66 * i, y, minus(row[name]), "t-num", "middle") for i, name in enumerate(ITEMS)]
            parts.append(text(INSTRUMENTS - 50, y + 2, minus(row["total"]), "t-score", "middle"))
            if row["rank"] == 1:
                parts.append(laurel(PEN, INSTRUMENTS - 50, y - 8, 27))
        return "".join(parts), height

    # --- projects, hand, the others

    def _below(self) -> tuple[str, float]:
        parts = []
        y = 0.0
        for content, height in (self._projects(), self._hand(), self._others()):
            if height:
                parts.append(group(content, y=y))
                y += height + 24
        return "".join(parts), y

    def _projects(self) -> tuple[str, float]:
        rows = instruments.project_rows(self.view)
        if self.over or not any(tiles for _, tiles in rows):
            return "", 0
        scene = self.scene
        parts = []
        legal = {choice["tile"] for choice in scene.of_kind("take")} if self.view["asks"] == "tile" else set()
        x, y = 20.0, 58.0
        right = WIDTH - 2 * MARGIN - 190
        for price, tiles in rows:
            if not tiles:
                continue
            parts.append(text(x, y - 14, scene.word("row", price=price), "t-row"))
            for tile in tiles:
                if x > right:
                    x, y = 20.0, y + 210
                parts.append(group(instruments.project(scene, tile, lit=tile in legal), x=x, y=y))
                x += 182
            x += 24
        height = y + 168 + 20
        return _sheet(0, 0, WIDTH - 2 * MARGIN, height) + "".join(parts), height

    def _hand(self) -> tuple[str, float]:
        hand = self.view["hand"]
        if not hand or self.over:
            return "", 0
        scene = self.scene
        legal = {choice["tile"] for choice in scene.choices if choice["kind"] in ("take", "lake")}
        parts = [_sheet(0, 0, WIDTH - 2 * MARGIN, 246), text(20, 38, scene.word("hand"), "t-row")]
        for k, entry in enumerate(hand):
            lit = entry["tile"] in legal and self.view["asks"] == "prosperity"
            drawn = instruments.project(scene, entry["tile"], lit=lit, allowed=entry["allowed"])
            parts.append(group(drawn, x=20 + 182 * k, y=58))
        return "".join(parts), 246

    def _others(self) -> tuple[str, float]:
        if self.own is None:
            return "", 0
        others = [seat for seat in range(self.view["players"]) if seat != self.own]
        return self._city_rows(others, WIDTH - 2 * MARGIN, max(2, min(4, len(others))))


def _game_sign(x: float, y: float) -> str:
    """City Hall stands for the game."""
    return group(face.shapes(DRAWINGS["city_hall"], "offices"), x=x - 6, y=y + 6, scale=0.68)


def _poster(scene: Scene, seat: int) -> str:
    width, middle = 900, 450
    view = scene.view
    plan = Plan(scene, seat)
    side = 760
    scale = min(side / plan.width, side / plan.height)
    wide, tall = plan.width * scale, plan.height * scale
    left, top = middle - wide / 2, 250 + (side - tall) / 2
    head = (
        scene.mark(seat, middle, 84, 56)
        + text(middle, 186, shorten(scene.names[seat], 780, 72), "t-poster", "middle")
        + text(middle, 222, scene.word("poster"), "t-poster-sub", "middle")
    )
    sheet = _sheet(left - 12, top - 12, wide + 24, tall + 24)
    drawn = group(plan.draw(), x=left, y=top, scale=scale)
    have = view["seats"][seat]
    facts = []
    for k, name in enumerate(TRACKS):
        x = 96 + 104 * k
        facts.append(icon(name, x - 20, 1058, 40, f"of-{name}"))
        facts.append(text(x, 1142, minus(have[name]), "t-poster-num", "middle"))
        facts.append(text(x, 1166, scene.say(prose.track_name(name)), "t-tiny", "middle"))
    total = scene.word("hidden") if view["scores"] is None else minus(view["scores"][seat])
    foot = text(middle, 1214, scene.word("game"), "t-poster-sub", "middle")
    rule = path("M620 1044V1172", "hair")
    return (
        head
        + sheet
        + drawn
        + "".join(facts)
        + rule
        + text(740, 1140, total, "t-poster-total", "middle")
        + text(740, 1168, scene.say(prose.message("sheet.total")), "t-tiny", "middle")
        + foot
        + path(f"M60 1190H{width - 60}", "hair")
    )
