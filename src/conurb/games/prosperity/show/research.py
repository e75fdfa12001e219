"""The Research board: two tracks of six levels with the markers of all seats, and the tiles on offer beside them.

Two layouts: wide, with the levels from left to right, energy above and ecology below; narrow, with level 6 on top,
energy left and ecology right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conurb.drawing.pen import num
from conurb.games.prosperity.show import prose
from conurb.words import Message

from .art import TRACKS, chips, name_lines
from .country import button, message
from .marks import icon, seat_mark
from .pen import element, group, path, rect, text

View = Mapping[str, Any]
Say = Callable[[Message], str]
Label = Callable[[Mapping[str, Any]], str]
Stack = list[str]

CARD_GAP = 6
HEAD = 26


class ResearchBoard:
    """The drawing of the Research board from a view; prices are those of the seat that looks."""

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        say: Say,
        *,
        narrow: bool = False,
        page: bool = True,
        width: float = 1000,
    ) -> None:
        self.view = view
        self.names = names
        self.say = say
        self.narrow = narrow
        self.page = page
        self.squares: Sequence[int] = view["constants"]["squares_per_level"]
        self.levels = range(1, len(self.squares) + 1)
        self.seat: int | None = view["seat"]
        self.deciding = bool(view["legal"]) and view["phase"] == "action"
        self.stacks = {(side, level): self._stack(side, level) for side in TRACKS for level in self.levels}
        self.purchases: dict[str, list[Mapping[str, Any]]] = {}
        for action in view["legal"]:
            if action["kind"] == "buy":
                self.purchases.setdefault(action["tile"], []).append(action)
        if narrow:
            self.width = 360.0
            self.card = (134.0, 60.0)
            self.rows = self._rows()
            self.height = 22 + sum(self.rows.values()) + 6 * len(self.rows)
        else:
            self.width = width
            gaps = 8 * (len(self.squares) - 1)
            self.card = ((width - gaps) / len(self.squares), 60.0)
            self.track = 34.0
            most = {side: max(len(self.stacks[side, level]) for level in self.levels) for side in TRACKS}
            self.above = max(1, most["energy"]) * (self.card[1] + CARD_GAP) + HEAD
            below = max(1, most["ecology"]) * (self.card[1] + CARD_GAP) + HEAD
            self.height = self.above + 2 * self.track + 4 + below

    def _stack(self, side: str, level: int) -> Stack:
        tiles = self.view["tiles"]
        return [id for id in self.view["display"] if tiles[id]["side"] == side and tiles[id]["level"] == level]

    def price(self, side: str, level: int) -> int | None:
        """What a tile of that stack costs the seat that looks (PRO-4.2)."""
        if self.seat is None:
            return None
        return int(self.view["countries"][self.seat]["prices"][side][level - 1])

    def svg(self, label: Label | None = None) -> str:
        return element(
            "svg",
            self.drawn(label),
            cls=f"research {'narrow' if self.narrow else 'wide'}",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {num(self.width)} {num(self.height)}",
            role="group",
            aria_label=self._word("research.board"),
        )

    def drawn(self, label: Label | None = None) -> str:
        parts = [self._level(side, level, label) for side in TRACKS for level in self.levels]
        if self.narrow:
            parts.insert(0, self._narrow_heads())
        return "".join(parts)

    def _word(self, name: str, /, **args: object) -> str:
        return self.say(message(name, **args))

    # --- where things are

    def _rows(self) -> dict[int, float]:
        """Narrow: the height of each level, from the top one down."""
        heights = {}
        for level in reversed(self.levels):
            cards = max(1, *(len(self.stacks[side, level]) for side in TRACKS))
            heights[level] = max(HEAD + cards * (self.card[1] + CARD_GAP), self.squares[level - 1] * 26 + 4)
        return heights

    def _row_top(self, level: int) -> float:
        return 22 + sum(height + 6 for other, height in self.rows.items() if other > level)

    def _column(self, level: int) -> float:
        return (level - 1) * (self.card[0] + 8)

    def _card_at(self, side: str, level: int, number: int) -> tuple[float, float]:
        step = self.card[1] + CARD_GAP
        if self.narrow:
            x = 0 if side == "energy" else self.width - self.card[0]
            return x, self._row_top(level) + HEAD + number * step
        if side == "energy":
            return self._column(level), self.above - HEAD - (number + 1) * step
        return self._column(level), self.above + 2 * self.track + 4 + HEAD + number * step

    def _track_box(self, side: str, level: int) -> tuple[float, float, float, float]:
        if self.narrow:
            x = self.card[0] + 4 if side == "energy" else self.width - self.card[0] - 4 - 40
            return x, self._row_top(level), 40, self.rows[level]
        y = self.above if side == "energy" else self.above + self.track + 4
        return self._column(level), y, self.card[0], self.track

    def _square(self, side: str, level: int, number: int) -> tuple[float, float, float, float]:
        """A square of a level, counted from 0: narrow tracks run upwards."""
        x, y, width, height = self._track_box(side, level)
        count = self.squares[level - 1]
        if self.narrow:
            step = height / count
            return x, y + height - (number + 1) * step, width, step
        step = width / count
        return x + number * step, y, step, height

    def _square_of(self, side: str, square: int) -> tuple[float, float, float, float]:
        level = 1
        while square > self.squares[level - 1]:
            square -= self.squares[level - 1]
            level += 1
        return self._square(side, level, square - 1)

    # --- levels

    def _level(self, side: str, level: int, label: Label | None) -> str:
        cards = [self._card(id, side, level, number, label) for number, id in enumerate(self.stacks[side, level])]
        if not cards:
            x, y = self._card_at(side, level, 0)
            width, height = self.card
            cards = [
                rect(x + 1, y, width - 2, height, "none", rx=6)
                + text(x + width / 2, y + height / 2 + 4, self._word("research.sold_out"), "t-note", "middle")
            ]
        deeds = "" if label is None else self._steps(side, level, label)
        return self._head(side, level) + self._track(side, level) + "".join(cards) + deeds

    def _narrow_heads(self) -> str:
        parts = []
        for side, x, anchor in (("energy", 22, "start"), ("ecology", self.width - 22, "end")):
            at = 0 if side == "energy" else self.width - 18
            parts.append(
                icon(side, at, 0, 17, f"c-{side}") + text(x, 14, self._word(f"symbol.{side}"), "t-side", anchor)
            )
        return "".join(parts)

    def _head(self, side: str, level: int) -> str:
        """The level, and what its tiles cost the one who looks."""
        x, y = self._card_at(side, level, 0)
        width = self.card[0]
        base = y + self.card[1] + 24 if side == "energy" and not self.narrow else y - 9
        price = self.price(side, level)
        money = self.view["countries"][self.seat]["money"] if self.seat is not None else 0
        parts = [icon(side, x + 3, base - 13, 15, f"c-{side}"), text(x + 21, base, str(level), "t-side")]
        if price is not None and self.view["phase"] != "over":
            parts.append(text(x + width - 4, base, f"{price} €", "t-number" if price <= money else "t-small", "end"))
        return "".join(parts)

    def _track(self, side: str, level: int) -> str:
        x, y, width, height = self._track_box(side, level)
        first = sum(self.squares[: level - 1]) + 1
        parts = [rect(x, y, width, height, f"track-{side}", rx=4)]
        for number in range(self.squares[level - 1]):
            left, top, step, deep = self._square(side, level, number)
            if number:
                edge = (
                    f"M{num(left)} {num(top + deep)}h{num(step)}"
                    if self.narrow
                    else f"M{num(left)} {num(top)}v{num(deep)}"
                )
                parts.append(path(edge, "step"))
            here = self._seats_on(side, first + number)
            if here:
                parts.append(self._markers(here, left + step / 2, top + deep / 2))
            else:
                parts.append(text(left + step / 2, top + deep / 2 + 4, str(first + number), "t-tiny", "middle"))
        if self.seat is not None and self.view["countries"][self.seat]["levels"][side] == level:
            parts.append(path(self._own_edge(side, x, y, width, height), f"level-{self.seat}"))
        return group("".join(parts), role="img", aria_label=self.track_words(side, level))

    def _own_edge(self, side: str, x: float, y: float, width: float, height: float) -> str:
        """The level of the seat that looks is underlined, towards the tiles."""
        if self.narrow:
            return f"M{num(x + 1.5 if side == 'energy' else x + width - 1.5)} {num(y)}v{num(height)}"
        return f"M{num(x)} {num(y + 1.5 if side == 'energy' else y + height - 1.5)}h{num(width)}"

    def _seats_on(self, side: str, square: int) -> list[int]:
        return [seat for seat, country in enumerate(self.view["countries"]) if country["research"][side] == square]

    def _markers(self, seats: Sequence[int], x: float, y: float) -> str:
        """One mark large, several in two rows."""
        if len(seats) == 1:
            return seat_mark(seats[0], self._initial(seats[0]), x, y, 22)
        size = 15
        parts = []
        for k, seat in enumerate(seats):
            across = (k % 2 - 0.5) * (size + 0.5) if len(seats) - k > 1 or k % 2 else 0.0
            down = (k // 2 - 0.5) * size if len(seats) > 2 else 0.0
            parts.append(seat_mark(seat, self._initial(seat), x + across, y + down, size))
        return "".join(parts)

    def _initial(self, seat: int) -> str:
        return self.names[seat].strip()[:1].upper() or str(seat + 1)

    def track_words(self, side: str, level: int) -> str:
        first = sum(self.squares[: level - 1]) + 1
        last = first + self.squares[level - 1] - 1
        here = [
            self._word("research.marker", name=self.names[seat], square=square)
            for square in range(first, last + 1)
            for seat in self._seats_on(side, square)
        ]
        return self._word(f"research.level.{side}", level=level, first=first, last=last, who="; ".join(here)).rstrip(
            ": "
        )

    # --- tiles on offer

    def _card(self, id: str, side: str, level: int, number: int, label: Label | None) -> str:
        tile = self.view["tiles"][id]
        x, y = self._card_at(side, level, number)
        width, height = self.card
        dear = self.deciding and id not in self.purchases
        name = self.say(prose.tile_name(tile))
        face = self._face(tile, name, dear)
        if id == self.view["drawn"][-1] and self.view["phase"] == "action":
            face += path(f"M{num(width)} {num(height - 18)}v12a6 6 0 0 1-6 6h-12z", "new")
        words = self.card_words(id)
        mine = self.purchases.get(id)
        if label is None and mine is not None and not self.page:
            face += rect(-2, -2, width + 4, height + 4, "lit", rx=8)
        if label is None or mine is None:
            return group(face, x=x, y=y, role="img", aria_label=words, data_tile=id if self.page else None)
        frame = (-2, -2, width + 4, height + 4)
        content = face + rect(*frame, "ring", rx=8) + rect(0, 0, width, height, "hit")
        drawn = button(content, [action["action"] for action in mine], words, "can card")
        return group(drawn, x=x, y=y, data_tile=id if self.page else None)

    def card_words(self, id: str) -> str:
        """A tile on offer: what it is, what it shows, what it costs."""
        tile = self.view["tiles"][id]
        about: dict[str, object] = {"tile": prose.tile_name(tile), "type": message(f"type.{tile['type']}")}
        about["shows"] = self.effect(tile)
        price = self.price(tile["side"], tile["level"])
        if price is None:
            return self._word("card.plain", **about)
        dear = price > self.view["countries"][self.seat]["money"]
        return self._word("card.dear" if dear else "card.price", price=price, **about)

    def effect(self, tile: Mapping[str, Any]) -> str:
        """What a tile shows or does, in words."""
        if tile["points"]:
            return self.say(prose.message("label.points", n=tile["points"]))
        if tile["clean"]:
            return self.say(prose.message("label.clean", n=tile["clean"]))
        change = prose.changes(tile)
        return change if isinstance(change, str) else self.say(change)

    def _face(self, tile: Mapping[str, Any], name: str, dear: bool) -> str:
        width, height = self.card
        kind = tile["type"]
        parts = [
            rect(0, 0, width, height, "dear" if dear else f"card-{kind}", rx=6),
            path(f"M6 0H5a5 5 0 0 0-5 5v{num(height - 10)}a5 5 0 0 0 5 5h1z", f"k-{kind}"),
            icon(kind, width - 20, 5, 15, f"c-{kind}"),
        ]
        lines, cls, size = name_lines(name, width - 34, {"t-name-2": 13.6, "t-name-3": 12.4, "t-name-4": 11.2})
        if len(lines) == 1:
            parts.append(text(12, 20, lines[0], cls))
        else:
            parts += [text(12, 13.5 + k * size * 1.02, line, cls) for k, line in enumerate(lines)]
        down = height - 25
        if tile["points"] or tile["clean"]:
            parts.append(self._special(tile, 12, down))
        else:
            parts.append(chips(tile, 11, down, 12, width - 16, small=True))
        return group("".join(parts), cls="fade") if dear else "".join(parts)

    def _special(self, tile: Mapping[str, Any], x: float, y: float) -> str:
        """Points, or discs that go."""
        if tile["points"]:
            return icon("flag", x, y + 3, 14, "c-ink") + text(x + 18, y + 14, f"+{tile['points']}", "t-number")
        return icon("disc", x, y + 3, 14, "c-ink") + text(x + 18, y + 14, f"\N{MINUS SIGN}{tile['clean']}", "t-number")

    # --- what may be done on the tracks

    def _steps(self, side: str, level: int, label: Label) -> str:
        """A step of the research action, or the squares that the splits of a tally lead to."""
        if self.seat is None:
            return ""
        square = self.view["countries"][self.seat]["research"][side]
        first = sum(self.squares[: level - 1]) + 1
        mine = range(first, first + self.squares[level - 1])
        parts = []
        for action in self.view["legal"]:
            if action["kind"] == "research" and action["track"] == side:
                target = action["square"]
            elif action["kind"] == "split":
                target = square + action[f"{side}_steps"]
            else:
                continue
            if target in mine:
                x, y, width, height = self._square_of(side, target)
                box = (x + 1.5, y + 1.5, width - 3, height - 3)
                content = rect(*box, "site", rx=4) + rect(*box, "ring", rx=4) + rect(*box, "hit")
                parts.append(button(content, [action["action"]], label(action)))
        return "".join(parts)
