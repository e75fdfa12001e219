"""Urban Sprawl on a text screen, from 80 columns, with colour or without.

The two functions are those of every game: `screen` shows the table as one seat (or a spectator) sees it, with its
numbered choices; `sheet` the score sheet. A lot is two signs: the letter of the zone and the seat of the controller
(- for nobody), · when vacant. The numbers of the choices count the entries of view["legal"] from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from conurb.games.urban_sprawl.geometry import COLUMNS, QUADRANTS, block_name, foot_named, lots_of
from conurb.games.urban_sprawl.show import prose, things
from conurb.words import Message, say

View = Mapping[str, Any]
Names = Sequence[str]

# Colour goes with the letter, never instead of it.
LETTERS = {"CIV": "V", "COM": "C", "IND": "I", "RES": "R", "PARK": "P"}
STYLES = {
    "CIV": "white on red3",
    "COM": "black on gold3",
    "IND": "white on dodger_blue3",
    "RES": "white on medium_purple4",
    "PARK": "black on green3",
}
SITE_STYLE = "bold magenta"
SOFT = "dim"
GAP = 3
PLAIN = str.maketrans({"·": ".", "─": "-", "\N{EN DASH}": "-", "\N{MULTIPLICATION SIGN}": "x"})
DECKS = ("town", "city", "metropolis")


def screen(view: View, names: Names, language: str = "en") -> RenderableType:
    """The table: board, cards on offer, players, the decision and its numbered choices."""
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
        board, offers = self._board(), self._offers()
        if _width(board) + GAP + _width(offers) <= width:
            yield from _side_by_side([board, offers])
        else:
            yield from board
            yield Text()
            yield from offers
        yield Text(self._label("legend"), SOFT)
        yield Text()
        yield from self._contracts()
        for seat in range(self.view["players"]):
            yield self._player(seat)
        yield Text()
        yield self._line(prose.question(self.view, self.names), "bold")
        yield self._line(prose.explain(self.view, self.names))
        yield from self._choices(width)

    def _say(self, message: Message | str) -> str:
        return message if isinstance(message, str) else say(message, self.language)

    def _line(self, message: Message | str, style: str = "") -> Text:
        return Text(self._say(message), style)

    def _label(self, name: str, /, **args: object) -> str:
        return self._say(things.message(f"label.{name}", **args))

    def _header(self, width: int) -> Text:
        view = self.view
        words = [self._label("title")]
        if view["phase"] == "over":
            words.append(self._label("over"))
        elif view["phase"] == "claim":
            words.append(self._label("claiming"))
        else:
            words.append(self._label("turn", turn=view["turn"], name=self.names[view["active"]]))
            words.append(self._label("ap", ap=view["ap"]))
        return Text(f" {' · '.join(words)} ".center(width, "─"), "bold", no_wrap=True, overflow="crop")

    # --- the board

    def _board(self) -> list[Text]:
        """The lots in their blocks, the value of each block beside its upper lots."""
        lots = self._lots()
        sites = self._sites()
        lines = [Text("   " + "".join(f"{column:^9}" for column in COLUMNS), SOFT)]
        for row in range(6):
            for half in range(2):
                line = Text().append(f"{row + 1 if half == 0 else ' '}  ", SOFT)
                for column in range(6):
                    self._half_block(line, row * 6 + column, half, lots, sites)
                lines.append(line)
        return lines

    def _half_block(self, line: Text, block: int, half: int, lots: Mapping[str, Any], sites: set[str]) -> None:
        name = block_name(block)
        for quadrant in QUADRANTS[2 * half : 2 * half + 2]:
            lot = name + quadrant
            there = lots.get(lot)
            if there is not None:
                owner = "-" if there["owner"] is None else str(there["owner"])
                line.append(LETTERS[there["zone"]] + owner, STYLES[there["zone"]])
            else:
                line.append("··", SITE_STYLE if lot in sites else SOFT)
            line.append(" ")
        value = str(self.view["values"][name]) if half == 0 else ""
        line.append(f"{value:<3}", SOFT)

    def _lots(self) -> dict[str, Mapping[str, Any]]:
        """The building on every lot that has one."""
        return {lot: entry for entry in self.view["buildings"] for lot in lots_named(entry["lots"])}

    def _sites(self) -> set[str]:
        """The lots that a legal site would cover."""
        return {lot for entry in self.view["legal"] if entry["kind"] == "on" for lot in lots_named(entry["lots"])}

    # --- what is on offer

    def _offers(self) -> list[Text]:
        view = self.view
        costs = view["box_ap"]
        lines = [Text(self._label("planning"), "bold")]
        for ap, card in zip(costs["planning"], view["planning"]["boxes"], strict=True):
            lines.append(self._offer(ap, card))
        lines.append(self._offer(costs["decks"]["planning"], view["decks"]["planning"]["top"]))
        lines.append(Text(self._label("contracts"), "bold"))
        for ap, card in zip(costs["contracts"], view["contracts"]["boxes"], strict=True):
            lines.append(self._offer(ap, card))
        for deck in DECKS:
            if view["contracts"][deck]["active"]:
                lines.append(self._offer(costs["decks"][deck], view["decks"][deck]["top"]))
        sizes = {deck: view["decks"][deck]["cards"] for deck in ("planning", *DECKS)}
        counts = [self._label("deck", deck=things.deck_name(deck), cards=n) for deck, n in sizes.items()]
        lines += [Text(count, SOFT) for count in counts]
        lines.append(Text(self._label("pawn", office=things.office_name(view["pawn"])), SOFT))
        placed = [
            f"{self._say(things.row_name(circle))} {self._say(things.marker(about))}"
            for circle, about in view["circles"].items()
            if about is not None
        ]
        if placed:
            lines.append(Text(self._label("circles", markers=", ".join(placed)), SOFT))
        return lines

    def _contracts(self) -> Iterator[Text]:
        """What the contracts do that one could build: those on offer and one's own favors."""
        view = self.view
        tops = [view["decks"][deck]["top"] for deck in DECKS if view["contracts"][deck]["active"]]
        favors = [] if view["seat"] is None else [favor["card"] for favor in view["seats"][view["seat"]]["favors"]]
        shown = [card for card in (*view["contracts"]["boxes"], *tops, *favors) if card is not None]
        if view["phase"] in ("claim", "over") or not view["legal"]:
            return
        for card in shown:
            line = Text().append(f"{card} ", "bold").append(f"{self._say(things.card_name(view, card))}: ")
            yield line.append(self._say(things.contract_line(view, card)), SOFT)
        yield Text()

    def _offer(self, ap: int, card: str | None) -> Text:
        """A card with what it costs where it lies: a box, or the top of a deck."""
        line = Text().append(f"{ap} ", SOFT)
        if card is None:
            return line.append("·", SOFT)
        about = self.view["cards"][card]
        line.append(f"{card} ", "bold")
        if about["kind"] == "contract":
            zone = self._say(things.zone_name(about["zone"]))
            line.append(f"{zone} {about['size']}", STYLES[about["zone"]])
            line.append(f" {self._say(things.card_name(self.view, card))}")
        else:
            line.append(self._say(things.card_name(self.view, card)))
        return line

    # --- players

    def _player(self, seat: int) -> Text:
        view = self.view
        about = view["seats"][seat]
        line = Text().append(f"{seat} ", SOFT)
        shown = {"name": self.names[seat], "wealth": about["wealth"], "prestige": about["prestige"]}
        line.append(self._label("player", **shown), "bold underline" if seat == view["seat"] else "bold")
        parts = []
        if about["planning"]:
            parts.append(self._label("permits", permits=" ".join(self._permit(card) for card in about["planning"])))
        if about["favors"]:
            favors = [self._say(things.card_name(view, favor["card"])) for favor in about["favors"]]
            parts.append(self._label("favors", favors=", ".join(favors)))
        if about["vocations"]:
            tiles = [f"{self._say(things.vocation_name(v))} {n}" for v, n in about["vocations"].items()]
            parts.append(self._label("vocations", vocations=", ".join(tiles)))
        held = [self._say(things.office_name(office)) for office, holder in view["offices"].items() if holder == seat]
        if held:
            parts.append(self._label("offices", offices=", ".join(held)))
        if view["contractor"] == seat:
            parts.append(self._label("contractor"))
        if view["extra_favor"] == seat:
            parts.append(self._label("extra_favor"))
        for part in parts:
            line.append("; ").append(part)
        return line

    def _permit(self, card: str) -> str:
        """A planning card in short: id, level and zones."""
        about = self.view["cards"][card]
        if about["kind"] != "permit":
            return card
        return f"{card}:{about['level']}{''.join(LETTERS[zone] for zone in about['zones'])}"

    # --- choices

    def _choices(self, width: int) -> Iterator[Text]:
        """Numbered, in as many columns as fit."""
        entries = [
            f"{number:>3} {self._say(prose.choice(self.view, action, self.names))}"
            for number, action in enumerate(self.view["legal"], 1)
        ]
        if not entries:
            return
        room = max(len(entry) for entry in entries) + 2
        columns = max(1, width // room)
        rows = (len(entries) + columns - 1) // columns
        for row in range(rows):
            yield Text("".join(entry.ljust(room) for entry in entries[row::rows]).rstrip())


def lots_named(lots: str) -> list[str]:
    """The lots of a footprint, one by one: D3bd is D3b and D3d."""
    assert len(lots_of(foot_named(lots))) == len(lots) - 2
    return [lots[:2] + quadrant for quadrant in lots[2:]]


def _in_ascii(text: Text) -> Text:
    """For terminals that have no more."""
    changed = text.copy()
    changed.plain = text.plain.translate(PLAIN)
    return changed


def _width(block: Sequence[Text]) -> int:
    return max(line.cell_len for line in block)


def _side_by_side(blocks: Sequence[Sequence[Text]]) -> Iterator[Text]:
    for n in range(max(len(block) for block in blocks)):
        line = Text(no_wrap=True, overflow="crop")
        for block in blocks:
            part = block[n].copy() if n < len(block) else Text()
            part.pad_right(_width(block) - part.cell_len + GAP)
            line.append_text(part)
        line.rstrip()
        yield line


# --- the score sheet


def sheet(sheet: Mapping[str, Any], names: Names, language: str = "en") -> RenderableType:
    """Prestige, the prestige rows, wealth, offices and the total of each player, and what decided it (USP-6)."""

    def heading(name: str, **args: object) -> str:
        return say(things.message(f"sheet.{name}", **args), language)

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(heading("place"), justify="right")
    table.add_column(heading("player"))
    table.add_column(heading("prestige"), justify="right")
    for row in sheet["rows"]:
        table.add_column(heading("row", number=row["number"]), justify="right")
    for name in ("wealth", "offices"):
        table.add_column(heading(name), justify="right")
    table.add_column(heading("total"), justify="right", style="bold")
    for entry in sorted(sheet["players"], key=lambda entry: (entry["rank"], entry["seat"])):
        cells = [
            entry["prestige"],
            *entry["rows"],
            entry["wealth_points"],
            sum(entry["offices"].values()),
            entry["total"],
        ]
        style = "bold" if entry["rank"] == 1 else ""
        table.add_row(str(entry["rank"]), Text(names[entry["seat"]]), *(str(cell) for cell in cells), style=style)
    decided = things.message(f"decided.{sheet['decided_by']}")
    return Group(table, Text(), Text(say(decided, language)))
