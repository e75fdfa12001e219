"""The Capitals on a text screen: the table as a seat sees it with its numbered choices, and the score sheet.

Both functions return something that rich prints at any width from 80 columns, with colour or without: a tile is always
a letter and the beginning of its name, a cell where a tile may go is always the number of the choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from conurb.games.the_capitals.scoring import ITEMS
from conurb.games.the_capitals.show import prose
from conurb.games.the_capitals.show.box import View, about
from conurb.words import Message, say

Names = Sequence[str]
Cell = tuple[int, int]

# Colour goes with the letter, never instead of it.
LETTERS = {"housing": "H", "industry": "I", "commerce": "C", "tourism": "T", "public": "P", "prosperity": "*"}
STYLES = {
    "H": "white on dark_orange3",
    "I": "white on grey42",
    "C": "black on yellow3",
    "T": "white on magenta",
    "P": "white on dodger_blue3",
    "*": "black on green3",
    "~": "white on blue",
}
MARK_STYLE = "bold magenta"
SOFT = "dim"
PITCH = 7  # columns of a cell of the own city
GAP = 3
TRACKS = ("population", "employment", "services", "economy", "culture")


def screen(view: View, names: Names, language: str = "en") -> RenderableType:
    """The table: tracks of everybody, projects, cities, the decision and its numbered choices."""
    return Screen(view, names, language)


@dataclass(frozen=True)
class Screen:
    """Decides at printing time, by the width of the terminal, what stands beside what."""

    view: View
    names: Names
    language: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        plain = options.ascii_only or not options.encoding.lower().startswith("utf")
        for part in self._parts(options.max_width):
            yield _in_ascii(part) if plain and isinstance(part, Text) else part

    def _parts(self, width: int) -> Iterator[RenderableType]:
        yield self._header(width)
        yield self._tracks()
        yield from self._common()
        yield from self._projects()
        yield from self._cities(width)
        yield from self._hand()
        yield Text()
        yield self._line(prose.question(self.view, self.names), "bold")
        yield self._line(prose.explain(self.view, self.names))
        yield from self._choices()

    def _say(self, message: Message | str) -> str:
        return message if isinstance(message, str) else say(message, self.language)

    def _label(self, name: str, /, **args: object) -> str:
        return say(prose.message(f"label.{name}", **args), self.language)

    def _line(self, message: Message, style: str = "") -> Text:
        return Text(self._say(message), style)

    def _header(self, width: int) -> Text:
        view = self.view
        words = [self._label("title")]
        if view["phase"] == "over":
            words.append(self._label("over"))
        else:
            era = prose.ROMAN[view["era"] - 1]
            words.append(self._label("round", round=view["round"], rounds=view["rounds"], era=era))
            words.append(self._label(f"phase.{view['phase']}"))
        return Text(f" {' · '.join(words)} ".center(width, "─"), "bold", no_wrap=True, overflow="crop")

    # --- what everybody has

    def _tracks(self) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        columns = ("space", *TRACKS, "progress", "plant", "energy", "tourists", "prestige")
        table.add_column(self._label("player"))
        for name in columns:
            table.add_column(self._label(name), justify="right")
        for seat in self.view["order"]:
            have = self.view["seats"][seat]
            tourists = sum(1 for entry in self.view["tourists"] if entry["city"] == seat)
            chosen = self.view["chosen"][seat]
            space = self.view["initiative"][seat] if chosen is None else chosen
            prestige = self._label("hidden") if have["prestige"] is None else str(have["prestige"])
            cells = [space, *(have[name] for name in TRACKS), have["progress"], have["level"], have["energy"], tourists]
            mark = "> " if self.view["to_act"] == [seat] else "  "
            style = "bold" if seat == self.view["seat"] else ""
            table.add_row(Text(mark + self.names[seat]), *(str(cell) for cell in cells), prestige, style=style)
        return table

    def _common(self) -> Iterator[Text]:
        words = []
        if self.view["culture_token"] is not None:
            words.append(self._label("token", name=self.names[self.view["culture_token"]]))
        if self.view["neutral_culture"] is not None:
            words.append(self._label("neutral", n=self.view["neutral_culture"]))
        if words:
            yield Text(" · ".join(words), SOFT)

    def _projects(self) -> Iterator[Text]:
        for price, tiles in self.view["projects"].items():
            if tiles:
                line = Text(self._label("row", price=price) + ": ", "bold")
                yield line.append_text(Text(", ").join(self._tile(tile) for tile in tiles))

    def _tile(self, tile: str) -> Text:
        """A tile in a list: its letter and its name."""
        letter = self._letter(tile)
        return Text(f" {letter} ", STYLES[letter]).append(f" {self._say(prose.tile_name(tile))}", "default on default")

    def _hand(self) -> Iterator[Text]:
        if self.view["hand"]:
            line = Text(self._label("hand_of") + ": ", "bold")
            yield line.append_text(Text(", ").join(self._tile(entry["tile"]) for entry in self.view["hand"]))

    # --- cities

    def _cities(self, width: int) -> Iterator[RenderableType]:
        own = self.view["seat"]
        blocks = [self._large(own)] if own is not None else []
        blocks += [self._small(seat) for seat in range(self.view["players"]) if seat != own]
        yield Text()
        for row in _rows_of(blocks, width):
            yield from _side_by_side(row)
        yield Text(self._label("legend"), SOFT)

    def _large(self, seat: int) -> list[Text]:
        """The own city with tile names, cubes, tourists, tokens, and the numbers of legal cells."""
        have = self.view["seats"][seat]
        marks = self._marks()
        cells = {_cell(lot["cell"]): lot for lot in have["city"]}
        tokens = [_cell(vertex) for vertex in have["tokens"]]
        left, top, right, bottom = _frame([*cells, *marks])
        lines = [Text(self._label("own"), "bold")]
        lines.append(Text("    " + "".join(str(x).center(PITCH) for x in range(left, right + 1)), SOFT))
        for y in range(top, bottom + 1):
            line = Text(f"{y:>3} ", SOFT)
            below = Text("    ")
            for x in range(left, right + 1):
                corner = "o" if (x, y) in tokens else " "
                line.append(corner, MARK_STYLE)
                line.append_text(self._face(cells.get((x, y)), marks.get((x, y)), PITCH - 1))
                below.append_text(Text(" " + self._load(seat, cells.get((x, y))).center(PITCH - 1), SOFT))
            line.append("o" if (right + 1, y) in tokens else "", MARK_STYLE)
            lines += [line, below]
        edge = Text("    ")
        for x in range(left, right + 2):
            edge.append(("o" if (x, bottom + 1) in tokens else " ").ljust(PITCH), MARK_STYLE)
        lines.append(edge)
        return lines

    def _letter(self, tile: str, lake: bool = False) -> str:
        known = about(tile, self.view)
        return "~" if lake else "*" if known is None else LETTERS[known["type"]]

    def _face(self, lot: Mapping[str, Any] | None, mark: str | None, room: int) -> Text:
        """A tile by its letter and the beginning of its name, the number of a choice, or an empty cell."""
        if lot is not None:
            letter = self._letter(lot["tile"], lot["lake"])
            name = "" if lot["lake"] else self._say(prose.tile_name(lot["tile"])).replace(" ", "")
            return Text((letter + " " + name)[:room].ljust(room), STYLES[letter])
        if mark is not None:
            return Text(mark.center(room), MARK_STYLE)
        return Text("·".center(room), SOFT)

    def _load(self, seat: int, lot: Mapping[str, Any] | None) -> str:
        """Cubes and tourists on a tile."""
        if lot is None:
            return ""
        here = [t for t in self.view["tourists"] if t["city"] == seat and t["cell"] == lot["cell"]]
        return ("■" + str(lot["cubes"]) if lot["cubes"] else "") + "♟" * len(here)

    def _small(self, seat: int) -> list[Text]:
        """Another city: a letter for each tile."""
        have = self.view["seats"][seat]
        cells = {_cell(lot["cell"]): lot for lot in have["city"]}
        left, top, right, bottom = _frame(list(cells))
        lines = [Text(self._label("city", name=self.names[seat]), "bold")]
        for y in range(top, bottom + 1):
            line = Text()
            for x in range(left, right + 1):
                lot = cells.get((x, y))
                letter = "·" if lot is None else self._letter(lot["tile"], lot["lake"])
                line.append(f" {letter} ", STYLES.get(letter, SOFT))
            lines.append(line)
        return lines

    # --- the decision

    def _marks(self) -> dict[Cell, str]:
        """The number of the choice on every cell that one is about."""
        marks = {}
        for number, entry in enumerate(self.view["legal"], 1):
            if entry["kind"] == "place":
                marks[_cell(entry["cell"])] = f"[{number}]"
        return marks

    def _choices(self) -> Iterator[RenderableType]:
        for number, entry in enumerate(self.view["legal"], 1):
            line = Text(f"{number:>3} ", "bold")
            line.append(self._say(prose.choice(self.view, entry, self.names)), "default")
            yield line
            if entry["kind"] == "take":
                for effect in prose.tile_effects(entry["tile"], self.view):
                    yield Text("      " + self._say(effect), SOFT)


# --- pieces of the map


def _cell(point: Sequence[int]) -> Cell:
    return (point[0], point[1])


def _frame(cells: Sequence[Cell]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of some cells."""
    columns = [x for x, _ in cells]
    rows = [y for _, y in cells]
    return min(columns), min(rows), max(columns), max(rows)


def _in_ascii(text: Text) -> Text:
    """For terminals that have no more."""
    changed = text.copy()
    signs = {"·": ".", "─": "-", "\N{MINUS SIGN}": "-", "■": "#", "♟": "i"}
    changed.plain = text.plain.translate({ord(sign): other for sign, other in signs.items()})
    return changed


# --- blocks of lines


def _width(block: Sequence[Text]) -> int:
    return max(line.cell_len for line in block)


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
            part = block[n].copy() if n < len(block) else Text()
            part.pad_right(_width(block) - part.cell_len)
            line.append_text(part).append(" " * GAP, "default on default")
        line.rstrip()
        yield line


# --- the score sheet


def sheet(sheet: Mapping[str, Any], names: Names, language: str = "en") -> RenderableType:
    """Points by player and item, the ranking, and what decided it (CAP-6.24)."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(say(prose.message("sheet.place"), language), justify="right")
    table.add_column(say(prose.message("sheet.player"), language))
    for name in (*ITEMS, "total"):
        table.add_column(say(prose.message(f"sheet.{name}"), language), justify="right")
    for entry in sorted(sheet["players"], key=lambda entry: int(entry["rank"])):
        values = [str(entry[name]) for name in (*ITEMS, "total")]
        style = "bold" if entry["rank"] == 1 else ""
        table.add_row(str(entry["rank"]), Text(names[entry["seat"]]), *values, style=style)
    decided = prose.message(f"decided.{sheet['decided_by']}")
    return Group(table, Text(), Text(say(decided, language)))
