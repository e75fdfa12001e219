"""Prosperity on a text screen.

Every game has these two functions:

    screen(view, names, language)   the table as one seat (or a spectator) sees it, with its numbered choices
    sheet(sheet, names, language)   the score sheet and the ranking, with what decided it

Both return something that rich prints at any width from 80 columns, with colour or without: a symbol is always its
letter (E energy, Y ecology, C capital, R research, P prosperity). The numbers of the choices count the entries of
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
from conurb.games.prosperity.show import prose
from conurb.games.prosperity.show.prose import SYMBOLS
from conurb.words import Message, say

View = Mapping[str, Any]
Names = Sequence[str]

LETTERS = {"energy": "E", "ecology": "Y", "capital": "C", "research": "R", "prosperity": "P"}
TYPE_LETTER = {"powerplant": "P", "supply": "S", "transport": "T", "infrastructure": "I", "special": "*"}
# Colour goes with the letter of the type, never instead of it.
TYPE_STYLE = {
    "powerplant": "magenta",
    "supply": "yellow",
    "transport": "green",
    "infrastructure": "blue",
    "special": "bold",
}
SOFT = "dim"
NAME_ROOM = 26
PLAYER_ROOM = 12
SIDE_ROOM = 8
TRACK_ROOM = 9


def screen(view: View, names: Names, language: str = "en") -> RenderableType:
    """The table: all players, the own country, what is still to come, the decision and its numbered choices."""
    return Screen(view, names, language)


@dataclass(frozen=True)
class Screen:
    """Decides at printing time what the terminal can show."""

    view: View
    names: Names
    language: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        plain = options.ascii_only or not options.encoding.lower().startswith("utf")
        for part in self._parts(options.max_width):
            yield _in_ascii(part) if plain else part

    def _parts(self, width: int) -> Iterator[Text]:
        yield self._header(width)
        yield from self._players()
        seat = self.view["seat"]
        if seat is not None:
            yield from self._country(seat, width)
        yield from self._to_come(width)
        yield Text()
        yield self._line(prose.question(self.view, self.names), "bold")
        yield self._line(prose.explain(self.view, self.names))
        yield from self._choices(width)

    def _say(self, message: Message | str) -> str:
        return message if isinstance(message, str) else say(message, self.language)

    def _label(self, name: str, /, **args: object) -> str:
        return self._say(prose.message(f"label.{name}", **args))

    def _line(self, message: Message, style: str = "") -> Text:
        return Text(self._say(message), style)

    def _header(self, width: int) -> Text:
        """Which game, decade and turn; the line separates this screen from what was printed before."""
        view = self.view
        words = [self._label("title")]
        if view["phase"] == "over":
            words.append(self._label("over"))
        elif view["phase"] == "final":
            words.append(self._label("final", tally=view["final_tally"]))
        else:
            words.append(self._label("turn", decade=view["decade"], turn=view["turn"], turns=view["turns"]))
            words.append(self._label("active", name=self.names[view["active"]]))
        return Text(f" {' · '.join(words)} ".center(width, "─"), "bold", no_wrap=True, overflow="crop")

    # --- players

    def _players(self) -> Iterator[Text]:
        """A line for each: score, money, discs, totals, markers."""
        heads = [self._label(f"head.{name}") for name in ("score", "money", "discs")]
        tracks = [_cut(self._label(f"head.{name}"), TRACK_ROOM - 1) for name in ("energy", "ecology")]
        head = f"{'':{PLAYER_ROOM + SIDE_ROOM}}{heads[0]:>6}{heads[1]:>7}{heads[2]:>7} "
        head += "".join(f"{letter:>4}" for letter in LETTERS.values())
        head += "".join(f"{track:>{TRACK_ROOM}}" for track in tracks)
        yield Text(head, SOFT, no_wrap=True, overflow="crop")
        for seat, country in enumerate(self.view["countries"]):
            mark = "→" if seat in self.view["to_act"] else " "
            name = _cut(self.names[seat], PLAYER_ROOM - 3)
            side = self._label(f"side.{country['side']}")
            discs = f"{country['discs']}{'▲' if country['triangle'] else ' '}"
            line = (
                f"{mark} {name:{PLAYER_ROOM - 2}}{side:{SIDE_ROOM}}{country['score']:>6}{country['money']:>7}{discs:>8}"
            )
            line += "".join(f"{_short(symbol, country['totals'][symbol]):>4}" for symbol in SYMBOLS)
            for track in ("energy", "ecology"):
                line += f"{self._marker(country, track):>{TRACK_ROOM}}"
            style = "bold" if seat == self.view["seat"] else ""
            yield Text(line.rstrip(), style, no_wrap=True, overflow="crop")

    def _marker(self, country: Mapping[str, Any], track: str) -> str:
        """Square and level of a research marker."""
        return f"{country['research'][track]}/{country['levels'][track]}"

    def _country(self, seat: int, width: int) -> Iterator[Text]:
        """The spaces of a board, several in a line."""
        entries = [self._space(space) for space in self.view["countries"][seat]["spaces"]]
        room = max(entry.cell_len for entry in entries) + 2
        per_line = max(1, min(3, width // room))
        yield Text()
        for start in range(0, len(entries), per_line):
            line = Text(no_wrap=True, overflow="crop")
            for entry in entries[start : start + per_line]:
                entry.pad_right(room - entry.cell_len)
                line.append_text(entry)
            line.rstrip()
            yield line

    def _space(self, space: Mapping[str, Any]) -> Text:
        """A space with what lies on top, and what that shows."""
        line = Text(f"{space['space']} ", TYPE_STYLE[space["type"]])
        if space["stack"]:
            tile = self.view["tiles"][space["stack"][-1]]
            return line.append(f"{_cut(self._say(prose.tile_name(tile)), NAME_ROOM)} {_shown(tile)}".rstrip())
        if not space["open"]:
            return line.append(self._label("closed", gate="/".join(space["gates"])), SOFT)
        if space["printed"] is None:
            return line.append("·", SOFT)
        name = _cut(self._say(prose.named(space["printed"])), NAME_ROOM)
        return line.append(f"({name}) {_shown(space['print'])}".rstrip())

    def _to_come(self, width: int) -> Iterator[Text]:
        """What can be deduced: the calls and tiles left of this decade, and the tallies to come (PRO-7)."""
        view = self.view
        if view["phase"] == "over":
            return
        yield Text()
        if view["revealed"] is not None:
            tile = view["tiles"][view["revealed"]]
            call = prose.symbol_name(tile["call"])
            yield self._line(prose.message("label.revealed", tile=prose.tile_name(tile), symbol=call), "bold")
        left = next((entry for entry in view["to_come"] if entry["tiles"]), None)
        if left is not None:
            tiles = prose.listed([prose.tile_of(view, id) for id in left["tiles"]], "comma")
            calls = [prose.symbol_name(symbol) for symbol in SYMBOLS for _ in range(left["calls"][symbol])]
            about = {"decade": left["decade"], "calls": prose.listed(calls, "comma"), "tiles": tiles}
            yield self._line(prose.message("label.to_come", **about))
        counts = " ".join(f"{LETTERS[symbol]} {view['tallies_to_come'][symbol]}" for symbol in SYMBOLS)
        yield self._line(prose.message("label.tallies", counts=counts), SOFT)

    # --- choices

    def _choices(self, width: int) -> Iterator[Text]:
        """Plain choices in a line each; purchases tile by tile, with a number for each space."""
        view = self.view
        plain = [(n, entry) for n, entry in enumerate(view["legal"], 1) if entry["kind"] != "buy"]
        for number, entry in plain:
            yield Text(f"{number:>3} ").append(self._say(prose.choice(view, entry, self.names)))
        tiles: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
        for number, entry in enumerate(view["legal"], 1):
            if entry["kind"] == "buy":
                tiles.setdefault(entry["tile"], []).append((number, entry))
        for id, entries in tiles.items():
            yield from self._purchases(id, entries, width)
        if plain and view["phase"] == "action":
            yield from self._too_dear(tiles, width)

    def _purchases(self, id: str, entries: list[tuple[int, Mapping[str, Any]]], width: int) -> Iterator[Text]:
        """A tile: where it lies in the display, its price, what it shows, and its numbers."""
        tile = self.view["tiles"][id]
        line = Text("    ").append(f"{TYPE_LETTER[tile['type']]} ", TYPE_STYLE[tile["type"]])
        name = _cut(self._say(prose.tile_name(tile)), NAME_ROOM)
        line.append(f"{id} {name:{NAME_ROOM}} {LETTERS[tile['side']]}{tile['level']}{-entries[0][1]['money']:>5} € ")
        effect = self._effect(tile)
        line.append(f"{effect:13}")
        room = line.cell_len
        for number, entry in entries:
            word = f" {number}" + (f":{entry['space']}" if entry["space"] is not None else "")
            if line.cell_len + len(word) > width:
                yield line
                line = Text(" " * room)
            line.append(word, "bold")
        yield line

    def _effect(self, tile: Mapping[str, Any]) -> str:
        if tile["points"]:
            return self._label("points", n=tile["points"])
        return self._label("clean", n=tile["clean"]) if tile["clean"] else _shown(tile)

    def _too_dear(self, affordable: Mapping[str, object], width: int) -> Iterator[Text]:
        """The rest of the display, two in a line: what it is and what it would cost."""
        rest = [id for id in self.view["display"] if id not in affordable]
        if not rest:
            return
        yield Text(self._label("dear"), SOFT)
        room = (width - 4) // 2
        entries = [_cut(self._offer(id), room - 1) for id in rest]
        for start in range(0, len(entries), 2):
            yield Text("    " + "".join(f"{entry:{room}}" for entry in entries[start : start + 2]).rstrip(), SOFT)

    def _offer(self, id: str) -> str:
        tile = self.view["tiles"][id]
        price = self.view["countries"][self.view["seat"]]["prices"][tile["side"]][tile["level"] - 1]
        name = _cut(self._say(prose.tile_name(tile)), 13)
        return f"{id} {name:13} {price} € {self._effect(tile)}"


# --- pieces


def _short(symbol: str, number: int) -> str:
    """A total: with a sign where it can be negative."""
    return signed(number).replace("±0", "0") if symbol in ("energy", "ecology") else str(number)


def _shown(symbols: Mapping[str, Any]) -> str:
    """What a tile or a facility shows: "E+3 Y-1 C2"."""
    parts = [f"{LETTERS[symbol]}{_short(symbol, symbols[symbol])}" for symbol in SYMBOLS if symbols[symbol]]
    return " ".join(parts)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "."


_ASCII = {ord("·"): ".", ord("─"): "-", 0x2212: "-", ord("±"): "+", ord("→"): ">", ord("▲"): "^", ord("€"): "e"}


def _in_ascii(text: Text) -> Text:
    """For terminals that have no more."""
    changed = text.copy()
    changed.plain = text.plain.translate(_ASCII)
    return changed


# --- the score sheet


def sheet(sheet: Mapping[str, Any], names: Names, language: str = "en") -> RenderableType:
    """The points of the track and of the final scoring, the ranking and what decided it (PRO-6)."""

    def heading(name: str) -> str:
        return say(prose.message(f"sheet.{name}"), language)

    columns = ("track", "money", "research_energy", "research_ecology", "prosperity")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(heading("place"), justify="right")
    table.add_column(heading("player"))
    for name in (*columns, "total", "left"):
        table.add_column(heading(name), justify="right")
    for entry in sorted(sheet["players"], key=lambda entry: (entry["rank"], entry["seat"])):
        points = [entry["track"], *(entry["breakdown"][name] for name in columns[1:]), entry["score"], entry["money"]]
        style = "bold" if entry["rank"] == 1 else ""
        table.add_row(str(entry["rank"]), Text(names[entry["seat"]]), *map(str, points), style=style)
    decided = prose.message(f"decided.{sheet['decided_by'].replace(' ', '_')}")
    return Group(table, Text(), Text(say(decided, language)))
