"""Between Two Cities on a text screen.

Every game has these two functions:

    screen(view, names, language)   the table as one seat (or a spectator) sees it, with its numbered choices
    sheet(sheet, names, language)   the score sheet and the ranking, with what decided it

Both return something that rich prints at any width from 80 columns, with colour or without: a building is always its
letter, a place where a tile may go is always its gain. The numbers of the choices count the entries of
view["legal"] from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from conurb.drawing.pen import signed
from conurb.games.between_two_cities.data import TYPES
from conurb.games.between_two_cities.geometry import cell_at, cell_name
from conurb.games.between_two_cities.show import prose
from conurb.games.between_two_cities.show.plan import Frame, built, reach, tile_cells
from conurb.words import Message, say

View = Mapping[str, Any]
Names = Sequence[str]
Cell = tuple[int, int]

# Colour goes with the letter, never instead of it.
TILE_STYLE = {
    "S": "black on yellow3",
    "F": "white on grey42",
    "D": "white on red3",
    "E": "white on red3",
    "M": "white on red3",
    "B": "white on red3",
    "O": "white on dodger_blue3",
    "P": "black on green3",
    "H": "white on dark_orange3",
}
MARK_STYLE = "bold magenta"
SOFT = "dim"
GAP = 3  # columns between two blocks
SMALL = 4  # rows and columns of a city that is not one's own
TYPING = 1  # lines of the terminal that must stay free below the screen


def screen(view: View, names: Names, language: str = "en") -> RenderableType:
    """The table: own cities large, the others small, the totals, the decision and its numbered choices."""
    return Screen(view, names, language)


@dataclass(frozen=True)
class Screen:
    """Decides at printing time, by the width of the terminal, what stands beside what."""

    view: View
    names: Names
    language: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = list(self._lines(options.max_width, compact=False))
        if console.is_terminal and len(lines) > console.height - TYPING:
            lines = list(self._lines(options.max_width, compact=True))
        plain = options.ascii_only or not options.encoding.lower().startswith("utf")
        yield from map(_in_ascii, lines) if plain else lines

    def _lines(self, width: int, compact: bool) -> Iterator[Text]:
        """The screen from top to bottom; `compact` leaves out what a low terminal has no room for."""
        yield self._header(width)
        yield from self._cities(width, compact)
        yield from self._players(width)
        if not compact:
            yield Text()
        yield self._line(prose.question(self.view, self.names), "bold")
        yield from self._line(prose.explain(self.view, self.names)).wrap(Console(width=width), width)
        yield from self._tiles(width)

    def _say(self, message: Message | str) -> str:
        return message if isinstance(message, str) else say(message, self.language)

    def _line(self, message: Message, style: str = "") -> Text:
        return Text(self._say(message), style)

    def _header(self, width: int) -> Text:
        """Which game, round and turn; the line separates this screen from what was printed before."""
        view = self.view
        words = [say(prose.message("label.title"), self.language)]
        if view["phase"] == "over":
            words.append(say(prose.message("label.over"), self.language))
        else:
            turn = {name: view[name] for name in ("round", "turn", "turns")}
            words.append(say(prose.message("label.round", **turn), self.language))
            words.append(say(prose.message(f"label.{view['kind']}.{view['pass']}"), self.language))
        return Text(f" {' · '.join(words)} ".center(width, "─"), "bold", no_wrap=True, overflow="crop")

    # --- cities

    def _cities(self, width: int, compact: bool) -> Iterator[Text]:
        """Own cities side by side; the others beside them where there is room, otherwise below."""
        own = [] if self.view["seat"] is None else list(prose.cities_of(self.view, self.view["seat"]))
        large = [self._large(index, ("left", "right")[n]) for n, index in enumerate(own)]
        small = [self._small(index, compact) for index in range(len(self.view["cities"])) if index not in own]
        used = sum(_width(block) + GAP for block in large)
        height = max((len(block) for block in large), default=0)
        columns = _stacked(small, height)
        if large and used + sum(_width(block) + GAP for block in columns) <= width + GAP:
            yield from _side_by_side([*large, *columns])
        else:
            for row in [*([large] if large else []), *_rows_of(small, width)]:
                yield from _side_by_side(row)
        if self._marks() and not compact:
            yield self._legend()

    def _large(self, index: int, side: str) -> list[Text]:
        """An own city with the names of its cells, and the gain on every cell where a tile may go."""
        city = self.view["cities"][index]
        partner = [seat for seat in city["owners"] if seat != self.view["seat"]]
        about = {"city": prose.city_name(index), "total": city["sheet"]["total"]}
        if partner:
            title = prose.message(f"label.{side}", **about, name=self.names[partner[0]])
        else:
            title = prose.message(f"label.{side}.alone", **about)
        marks = self._marks() if self._decides(index) else {}
        faces = _faces(city)
        frame = _shown_frame(faces, self._sites() if marks else [])
        pitch = 1 + max([3, *(len(mark) for mark in marks.values())])
        lines = [self._line(title, "bold")]
        lines.append(Text("  " + "".join(_column_name(col).center(pitch) for col in frame.columns), SOFT))
        for row in frame.rows:
            line = Text().append(f"{row + 4} ", SOFT)
            for col in frame.columns:
                line.append_text(_cell(faces.get((row, col)), marks.get((row, col)), pitch))
            lines.append(line)
        return lines

    def _small(self, index: int, compact: bool) -> list[Text]:
        """Another city: its name, total, builders and letters."""
        city = self.view["cities"][index]
        title = prose.message("label.city", city=prose.city_name(index), total=city["sheet"]["total"])
        builders = self._say(prose.name_list(city["owners"], self.names))
        faces = _faces(city)
        corner = built(faces)
        lines = [self._line(title, "bold")] + ([] if compact else [Text(_cut(builders, 16), SOFT)])
        for row in range(SMALL):
            line = Text()
            for col in range(SMALL):
                line.append_text(_cell(faces.get((corner.top + row, corner.left + col)), None, 3))
            lines.append(line)
        return lines

    def _decides(self, index: int) -> bool:
        return any(choice.get("city") == index for choice in self.view["legal"])

    def _sites(self) -> list[Cell]:
        """Every cell that a legal placement would cover."""
        tiles = [
            {**prose.find_tile(self.view, choice["tile"]), "row": choice["row"], "col": choice["col"]}
            for choice in self.view["legal"]
            if choice["kind"] != "choose"
        ]
        return [cell for tile in tiles for cell in tile_cells(tile)]

    def _candidates(self) -> list[str]:
        """The tiles of the placement at hand, one of each sort: two parks gain the same."""
        ids = dict.fromkeys(choice["tile"] for choice in self.view["legal"] if choice["kind"] != "choose")
        sorts: dict[object, str] = {}
        for tile in ids:
            shown = prose.find_tile(self.view, tile)
            sorts.setdefault((shown["faces"], shown["shape"]), tile)
        return list(sorts.values())

    def _marks(self) -> dict[Cell, str]:
        """What stands on a legal cell: the gain, or the gains of the first and the second tile."""
        tiles = self._candidates()
        gains = {(c["row"], c["col"], c["tile"]): c["gain"] for c in self.view["legal"] if c["kind"] != "choose"}
        cells = dict.fromkeys((row, col) for row, col, _ in gains)
        marks = {}
        for row, col in cells:
            each = [gains.get((row, col, tile)) for tile in tiles]
            marks[row, col] = "/".join("·" if gain is None else signed(gain) for gain in each)
        return marks

    def _legend(self) -> Text:
        tiles = self._candidates()
        if len(tiles) == 1:
            return self._line(prose.message("label.gain.one"), SOFT)
        return self._line(prose.message("label.gain.two", first=tiles[0], second=tiles[1]), SOFT)

    # --- players and tiles

    def _players(self, width: int) -> Iterator[Text]:
        """Scores of all, and what can be seen of what they do; as many in a line as fit."""
        line = Text()
        for player in map(self._player, range(self.view["players"])):
            if line and line.cell_len + GAP + player.cell_len > width:
                yield line
                line = Text()
            line.append(" · " if line else "").append_text(player)
        yield line

    def _player(self, seat: int) -> Text:
        view = self.view
        about: dict[str, object] = {"name": self.names[seat], "score": view["scores"][seat]}
        key = "label.player"
        if view["phase"] == "choose":
            key += ".chose" if view["committed"][seat] else ".chooses"
        elif view["revealed"][seat]:
            key += ".pair"
            about["tiles"] = " ".join(tile["id"] for tile in view["revealed"][seat])
        return self._line(prose.message(key, **about), "bold underline" if seat == view["seat"] else "")

    def _tiles(self, width: int) -> Iterator[Text]:
        """The choices with their numbers, or the pair that waits to be revealed."""
        view = self.view
        if view["legal"] and view["legal"][0]["kind"] == "choose":
            yield from self._pairs()
        elif view["legal"]:
            yield from self._places(width)
        elif view["chosen"]:
            first, second = (prose.tile_name(tile) for tile in view["chosen"])
            yield self._line(prose.message("label.chosen", first=first, second=second))

    def _pairs(self) -> Iterator[Text]:
        """Each two tiles of the hand meet at the number of their choice."""
        hand = self.view["hand"]
        number = {tuple(choice["tiles"]): n for n, choice in enumerate(self.view["legal"], 1)}
        labels = [self._tile(tile) for tile in hand]
        room = _width(labels)
        for row, label in enumerate(labels):
            label.pad_right(room - label.cell_len)
            for column, other in enumerate(hand[:-1]):
                place = len(other["id"]) + 2
                if row == 0:
                    label.append(other["id"].rjust(place), SOFT)
                elif column < row:
                    label.append(str(number[other["id"], hand[row]["id"]]).rjust(place))
            yield label

    def _tile(self, tile: Mapping[str, Any]) -> Text:
        """A tile in a list: its letters, its id and its name."""
        line = Text()
        for code in tile["faces"]:
            line.append(f" {code} ", TILE_STYLE[code])
        return line.append(f" {tile['id']}", "bold").append(f" {self._say(prose.tile_name(tile))}")

    def _places(self, width: int) -> Iterator[Text]:
        """Tile by tile: number, cell and gain of every place."""
        legal = self.view["legal"]
        digits = len(str(len(legal)))
        signs = max(len(signed(choice["gain"])) for choice in legal)
        labels: dict[str, Text] = {}
        entries: dict[str, list[Text]] = {}
        for number, choice in enumerate(legal, 1):
            tile = choice["tile"]
            labels.setdefault(tile, self._tile(prose.find_tile(self.view, tile)))
            entry = Text(f"  {number:>{digits}} ").append(prose.cell_of(choice), "bold")
            entry.append(f" {signed(choice['gain']):<{signs}}", MARK_STYLE if choice["gain"] > 0 else "")
            entries.setdefault(tile, []).append(entry)
        room = _width(list(labels.values()))
        in_a_row = max(1, (width - room) // (digits + signs + 6))
        for tile, label in labels.items():
            for start in range(0, len(entries[tile]), in_a_row):
                line = label.copy() if not start else Text()
                line.pad_right(room - line.cell_len)
                for entry in entries[tile][start : start + in_a_row]:
                    line.append_text(entry)
                line.rstrip()
                yield line


# --- pieces of the map


def _faces(city: Mapping[str, Any]) -> dict[Cell, str]:
    """The letter on every built cell."""
    return {cell: code for tile in city["tiles"] for cell, code in zip(tile_cells(tile), tile["faces"], strict=True)}


def _shown_frame(faces: Mapping[Cell, str], sites: Sequence[Cell]) -> Frame:
    """What is built, one row and column more on each side where the city may grow, and every legal site."""
    now, most = built(faces), reach(faces)
    if not faces:
        return now
    rows = [row for row, _ in sites]
    cols = [col for _, col in sites]
    return Frame(
        min([max(most.top, now.top - 1), *rows]),
        min([max(most.left, now.left - 1), *cols]),
        max([min(most.bottom, now.bottom + 1), *rows]),
        max([min(most.right, now.right + 1), *cols]),
    )


def _column_name(col: int) -> str:
    return cell_name(cell_at(0, col))[0]


def _cell(code: str | None, mark: str | None, pitch: int) -> Text:
    """A building, a gain, or an empty lot, with a space to the right."""
    room = pitch - 1
    if code is not None:
        return Text().append(code.center(room), TILE_STYLE[code]).append(" ")
    if mark is not None:
        return Text().append(mark.center(room), MARK_STYLE).append(" ")
    return Text().append("·".center(room) + " ", SOFT)


def _in_ascii(text: Text) -> Text:
    """For terminals that have no more."""
    changed = text.copy()
    changed.plain = text.plain.translate({ord("·"): ".", ord("─"): "-", ord("\N{MINUS SIGN}"): "-", ord("±"): "+"})
    return changed


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "."


# --- blocks of lines


def _width(block: Sequence[Text]) -> int:
    return max(line.cell_len for line in block)


def _stacked(blocks: Sequence[list[Text]], height: int) -> list[list[Text]]:
    """Blocks set below each other as long as the height allows."""
    columns: list[list[Text]] = []
    for block in blocks:
        if columns and len(columns[-1]) + len(block) <= height:
            columns[-1] = columns[-1] + block
        else:
            columns.append(list(block))
    return columns


def _rows_of(blocks: Sequence[list[Text]], width: int) -> Iterator[list[list[Text]]]:
    """Blocks set beside each other as long as the width allows."""
    row: list[list[Text]] = []
    for block in blocks:
        if row and sum(_width(b) + GAP for b in [*row, block]) - GAP > width:
            yield row
            row = []
        row.append(block)
    if row:
        yield row


def _side_by_side(blocks: Sequence[Sequence[Text]]) -> Iterator[Text]:
    for n in range(max(len(block) for block in blocks)):
        line = Text(no_wrap=True, overflow="crop")
        for block in blocks:
            if n < len(block):
                part = block[n].copy()
                part.pad_right(_width(block) - part.cell_len)
                line.append_text(part)
            else:
                line.append(" " * _width(block))
            line.append(" " * GAP)
        line.rstrip()
        yield line


# --- the score sheet


def sheet(sheet: Mapping[str, Any], names: Names, language: str = "en") -> RenderableType:
    """Points by city and type; with players also the ranking and what decided it (BTC-6)."""

    def heading(name: str) -> str:
        return say(prose.message(f"sheet.{name}"), language)

    cities = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    cities.add_column(heading("city"))
    for name in (*TYPES, "total"):
        cities.add_column(heading(name), justify="right", style="bold" if name == "total" else "")
    for index, points in enumerate(sheet["cities"]):
        values = [str(points[name]) for name in (*TYPES, "total")]
        cities.add_row(say(prose.city_name(index), language), *values)
    if "players" not in sheet:
        return cities
    players = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name, justify in (("place", "right"), ("player", "left"), ("score", "right"), ("better", "right")):
        players.add_column(heading(name), justify="right" if justify == "right" else "left")
    players.add_column(heading("cities"))
    for entry in sorted(sheet["players"], key=lambda entry: (entry["rank"], entry["seat"])):
        built_here = Message(
            "conurb.list.and",
            dict(zip(("first", "second"), map(prose.city_name, entry["cities"]), strict=True)),
        )
        players.add_row(
            str(entry["rank"]),
            Text(names[entry["seat"]]),
            str(entry["score"]),
            str(entry["high"]),
            say(built_here, language),
            style="bold" if entry["rank"] == 1 else "",
        )
    decided = prose.message(f"decided.{sheet['decided_by'].replace(' ', '_')}")
    return Group(cities, Text(), players, Text(), Text(say(decided, language)))
