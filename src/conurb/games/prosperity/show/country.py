"""One country as a map: its spaces with what lies on them, energy and ecology as the frame, pollution at the edge.

Three layouts: `WIDE` for screens and files, `NARROW` for phones, `SMALL` for the countries of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Any, NamedTuple

from conurb.drawing.pen import num, shorten, signed
from conurb.games.prosperity.show import prose
from conurb.words import Message

from .art import COUNTED, SYMBOLS, TRACKS, changes, chips, hatching, level_badge, name_lines, vignette
from .marks import icon, seat_mark
from .pen import circle, element, group, path, rect, text

View = Mapping[str, Any]
Space = Mapping[str, Any]
Say = Callable[[Message], str]
Label = Callable[[Mapping[str, Any]], str]

MOST = 10  # the scales show totals up to this; beyond it the cube stays at the end and says its number


class Layout(NamedTuple):
    """Where things are, in units."""

    name: str
    width: float
    height: float
    tile: tuple[float, float]
    origin: tuple[float, float]
    gap: tuple[float, float]
    land: tuple[float, float, float, float]
    spots: Mapping[str, tuple[int, int]]
    cartouche: tuple[int, int]


def _grid(*rows: str) -> dict[str, tuple[int, int]]:
    return {space: (column, row) for row, names in enumerate(rows) for column, space in enumerate(names.split())}


WIDE = Layout(
    "wide",
    1000,
    652,
    (198, 162),
    (30, 68),
    (16, 15),
    (14, 50, 868, 552),
    _grid("P1 P2 I1 I2", "S1 T1 I3 I4", ". T2 I5 I6"),
    (0, 2),
)
NARROW = Layout(
    "narrow",
    360,
    670,
    (113, 128),
    (5, 40),
    (5, 7),
    (1, 33, 358, 546),
    _grid("P1 P2 S1", "I1 I2 .", "T1 I3 I4", "T2 I5 I6"),
    (2, 1),
)
SMALL = Layout(
    "small",
    420,
    234,
    (88, 62),
    (8, 8),
    (6, 6),
    (0.5, 0.5, 419, 233),
    _grid("P1 P2 I1 I2", "S1 T1 I3 I4", ". T2 I5 I6"),
    (0, 2),
)


def message(name: str, /, **args: object) -> Message:
    """A word on the maps."""
    return Message(f"prosperity_page.{name}", args)


class CountryMap:
    """The drawing of one seat's country; every method returns markup in the units of the layout."""

    def __init__(
        self, view: View, seat: int, layout: Layout, names: Sequence[str], say: Say, page: bool = True
    ) -> None:
        self.view = view
        self.seat = seat
        self.layout = layout
        self.names = names
        self.say = say
        self.page = page
        self.country: Mapping[str, Any] = view["countries"][seat]
        self.side: str = self.country["side"]
        self.spaces: dict[str, Space] = {space["space"]: space for space in self.country["spaces"]}
        self.spots = _spots(layout, self.spaces)

    # --- the whole

    def drawn(self, label: Label | None = None) -> str:
        """The map; with `label` what may be done is a button, worded by it."""
        if self.layout.name == "small":
            return self._land() + self._roads() + self._tiles() + self._small_facts() + self._small_pollution()
        return (
            self._land()
            + "".join(self._scale(track) for track in TRACKS)
            + self._roads()
            + self._tiles()
            + self._cartouche()
            + self._pollution()
            + ("" if label is None else self.deeds(label))
        )

    def svg(self, label: Label | None = None) -> str:
        """A fragment for a page."""
        return element(
            "svg",
            self.drawn(label),
            cls=f"map {self.layout.name}",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {num(self.layout.width)} {num(self.layout.height)}",
            role="group",
            aria_label=self.say(message("map.of", name=self.names[self.seat], side=self._side_name())),
        )

    def _word(self, name: str, /, **args: object) -> str:
        return self.say(message(name, **args))

    def _side_name(self) -> str:
        return self._word(f"side.{self.side}")

    def at(self, space: str) -> tuple[float, float]:
        """The upper left corner of a space."""
        return _corner(self.layout, self.spots[space])

    # --- land and roads

    def _land(self) -> str:
        x, y, width, height = self.layout.land
        ground = rect(x, y, width, height, f"land-{self.side}", rx=6 if self.layout.name == "small" else None)
        if self.layout.name == "small":
            return ground
        lines = path(_contours(self.layout.name), f"contour-{self.side}")
        river = path(_RIVERS[self.layout.name], "river") if self.layout.name in _RIVERS else ""
        if self.side == "black":  # a second frame: the black side is known without its colour
            river += rect(x + 5, y + 5, width - 10, height - 10, "frame")
        return ground + lines + river

    def _roads(self) -> str:
        """From each transport space to the spaces behind it: inked when open."""
        parts = []
        scale = {"wide": 1.0, "narrow": 0.62, "small": 0.4}[self.layout.name]
        for space in self.spaces.values():
            for gate in space["gates"]:
                start, end = self._middle(gate), self._middle(space["space"])
                d = f"M{num(start[0] / scale)} {num(start[1] / scale)}L{num(end[0] / scale)} {num(end[1] / scale)}"
                state = "open" if space["open"] else "shut"
                lane = "road-lane" if space["open"] else "road-lane-shut"
                parts.append(group(path(d, f"road-{state}") + path(d, "road-bed") + path(d, lane), scale=scale))
        return "".join(parts)

    def _middle(self, space: str) -> tuple[float, float]:
        x, y = self.at(space)
        return x + self.layout.tile[0] / 2, y + self.layout.tile[1] / 2

    # --- spaces

    def _tiles(self) -> str:
        return "".join(self._space(space) for space in self.spaces.values())

    def _space(self, space: Space) -> str:
        x, y = self.at(space["space"])
        if space["stack"]:
            drawn = self._placed(space)
        elif space["printed"] is not None:
            drawn = self._printed(space)
        elif space["open"]:
            drawn = self._vacant(space)
        else:
            drawn = self._closed(space)
        top = space["stack"][-1] if space["stack"] else None
        return group(
            drawn,
            x=x,
            y=y,
            data_space=space["space"] if self.page else None,
            data_tile=top if self.page else None,
            data_seat=str(self.seat) if self.page and top else None,
            role="img",
            aria_label=self.space_words(space),
        )

    def space_words(self, space: Space) -> str:
        """A space for those who do not see it."""
        if space["stack"]:
            tile = self.view["tiles"][space["stack"][-1]]
            shown = self.say(_shown(tile))
            if len(space["stack"]) > 1 or space["printed"] is not None:
                below = self._below_name(space)
                return self._word(
                    "space.over", space=space["space"], tile=self.say(prose.tile_name(tile)), shows=shown, below=below
                )
            return self._word("space.tile", space=space["space"], tile=self.say(prose.tile_name(tile)), shows=shown)
        if space["printed"] is not None:
            name = self.say(prose.named(space["printed"]))
            return self._word("space.printed", space=space["space"], tile=name, shows=self.say(_shown(space["print"])))
        if space["open"]:
            return self._word("space.vacant", space=space["space"])
        return self._word("space.closed", space=space["space"], gate="/".join(space["gates"]))

    def _below_name(self, space: Space) -> str:
        if len(space["stack"]) > 1:
            return self.say(prose.tile_of(self.view, space["stack"][-2]))
        return self.say(prose.named(space["printed"]))

    def _placed(self, space: Space) -> str:
        tile = self.view["tiles"][space["stack"][-1]]
        width, height = self.layout.tile
        kind = space["type"]
        covers = len(space["stack"]) - 1 + (space["printed"] is not None)
        off = 4 if self.layout.name == "wide" else 2.5
        under = "".join(
            rect(off * k, off * k, width, height, f"below-{kind}", rx=9) for k in range(min(covers, 2), 0, -1)
        )
        plate = under + rect(0, 0, width, height, f"plate-{kind}", rx=9)
        name = self.say(prose.tile_name(tile))
        if self.layout.name == "small":
            return plate + self._small_face(kind, name, tile)
        return plate + self._face(space, kind, tile["name"], name, tile) + self._level(tile)

    def _printed(self, space: Space) -> str:
        width, height = self.layout.tile
        kind = space["type"]
        plate = rect(0, 0, width, height, f"printed-{kind}", rx=9)
        name = self.say(prose.named(space["printed"]))
        if self.layout.name == "small":
            return plate + self._small_face(kind, name, space["print"])
        note = ""
        if self.layout.name == "wide":
            note = text(width - 9, 51, self._word("map.printed"), "t-note-i", "end")
        return plate + self._face(space, kind, space["printed"], name, space["print"]) + note

    def _level(self, tile: Mapping[str, Any]) -> str:
        wide = self.layout.name == "wide"
        return level_badge(
            tile["side"],
            tile["level"],
            self.layout.tile[0] - (7 if wide else 4),
            40 if wide else 37,
            1 if wide else 0.82,
        )

    def _face(self, space: Space, kind: str, drawing: str, name: str, shown: Mapping[str, Any]) -> str:
        """Band with type and name, space and drawing, and the strip of symbols."""
        width, height = self.layout.tile
        wide = self.layout.name == "wide"
        band = 34
        sign = 22 if wide else 17
        parts = [
            path(f"M1 {band}V9a8 8 0 0 1 8-8H{num(width - 9)}a8 8 0 0 1 8 8V{band}z", f"band-{kind}"),
            rect(6, (band - sign) / 2 + 0.5, sign, sign, f"k-{kind}", rx=5),
            icon(kind, 8, (band - sign) / 2 + 2.5, sign - 4, f"on-{kind}"),
        ]
        left = sign + 11
        sizes = {"t-name": 16, "t-name-2": 13.6, "t-name-3": 12.4} if wide else {"t-name-3": 12.4, "t-name-4": 11.2}
        lines, cls, size = name_lines(name, width - left - 5, sizes)
        first = band / 2 + size * 0.36 - (len(lines) - 1) * size * 0.54
        parts += [text(left, first + k * size * 1.08, line, cls) for k, line in enumerate(lines)]
        parts.append(
            text(9 if wide else 6, band + (17 if wide else 14), space["space"], "t-label" if wide else "t-tiny-b")
        )
        if wide:
            parts.append(vignette(kind, drawing, (width - 132) / 2 - 2, 43, 132))
            parts.append(path(f"M1 {height - 37}H{num(width - 1)}", "hair"))
            parts.append(chips(shown, 9, height - 30, 16, width - 18) or self._no_effect(9, height - 14))
        else:
            parts.append(vignette(kind, drawing, (width - 84) / 2, 48, 84))
            parts.append(chips(shown, 5, height - 26, 13, width - 10, small=True) or self._no_effect(6, height - 10))
        return "".join(parts)

    def _no_effect(self, x: float, y: float) -> str:
        return text(x, y, self._word("map.no_effect"), "t-note-i")

    def _vacant(self, space: Space) -> str:
        width, height = self.layout.tile
        kind = space["type"]
        size = {"wide": 40, "narrow": 30, "small": 20}[self.layout.name]
        parts = [
            rect(0, 0, width, height, f"vacant-{kind}", rx=9),
            icon(kind, (width - size) / 2, (height - size) / 2, size, f"c-{kind}"),
        ]
        if self.layout.name != "small":
            parts.append(text(9, 20, space["space"], "t-label"))
            if self.layout.name == "wide":
                parts.append(text(width / 2, height / 2 + 40, self._word(f"type.{kind}"), "t-note", "middle"))
        return "".join(parts)

    def _closed(self, space: Space) -> str:
        width, height = self.layout.tile
        parts = [
            rect(0, 0, width, height, f"shut-{self.side}", rx=9),
            path(hatching(3, 3, width - 6, height - 6, 11 if self.layout.name == "wide" else 9), f"hatch-{self.side}"),
        ]
        if self.layout.name == "small":
            return "".join(parts) + icon("blocked", width / 2 - 10, height / 2 - 10, 20, "c-soft")
        size = 30 if self.layout.name == "wide" else 24
        middle = height / 2
        board = 150 if self.layout.name == "wide" else 92
        parts.append(rect((width - board) / 2, middle - size - 6, board, size + 44, "square", rx=8))
        parts.append(icon("blocked", (width - size) / 2, middle - size - 2, size, "c-soft"))
        parts.append(text(width / 2, middle + 15, self._word("map.closed"), "t-label", "middle"))
        gate = "/".join(space["gates"])
        words = self._word("map.until" if self.layout.name == "narrow" else "map.needs", gate=gate)
        parts.append(text(width / 2, middle + 31, words, "t-note", "middle"))
        parts.append(text(9, 20, space["space"], "t-over"))
        return "".join(parts)

    # --- the frame: energy and ecology

    def _scale(self, track: str) -> str:
        x, y, width, height = self._scale_box(track)
        value = self.country["totals"][track]
        cell = width / (2 * MOST + 1)
        wide = self.layout.name == "wide"
        parts, numbers = [], []
        for v in range(-MOST, MOST + 1):
            sort = "plus" if v > 0 else "minus" if v < 0 else "zero"
            lit = "-on" if 0 < v <= value or value <= v < 0 else ""
            left = x + (v + MOST) * cell
            parts.append(rect(left, y, cell, height, f"cell-{sort}{lit}"))
            if wide or v % 5 == 0:
                numbers.append(self._graduation(v, left, cell, y + height / 2 + 4))
        parts += [*numbers, rect(x, y, width, height, "frame")]
        if wide:
            top = y + 4
            parts.append(icon(track, 16, top, 20, f"c-{track}"))
            parts.append(text(40, top + 15, shorten(self._word(f"symbol.{track}"), 72, 15), "t-side"))
        else:
            parts.append(icon(track, 2, y + 4, 17, f"c-{track}"))
        parts.append(self._ghost(track))
        parts.append(self._cube(value, x, y, cell, height))
        return group("".join(parts), role="img", aria_label=self._word(f"total.{track}", value=_total(value)))

    def _graduation(self, v: int, left: float, cell: float, base: float) -> str:
        """A number of the scale; the ends of a narrow one keep inside."""
        words = signed(v) if v else "0"
        if self.layout.name == "wide" or abs(v) < MOST:
            cls = "t-scale" if self.layout.name == "wide" else "t-tiny"
            return text(left + cell / 2, base, words, cls, "middle")
        if v < 0:
            return text(left + 2, base, words, "t-tiny", "start")
        return text(left + cell - 2, base, words, "t-tiny", "end")

    def _scale_box(self, track: str) -> tuple[float, float, float, float]:
        if self.layout.name == "wide":
            return (112, 14, 770, 28) if track == "energy" else (112, 613, 770, 28)
        bottom = self.layout.land[1] + self.layout.land[3] + 6
        return (22, 3, 336, 25) if track == "energy" else (22, bottom, 336, 25)

    def _place(self, value: int, x: float, cell: float) -> float:
        return x + (max(-MOST, min(MOST, value)) + MOST + 0.5) * cell

    def _cube(self, value: int, x: float, y: float, cell: float, height: float) -> str:
        middle = self._place(value, x, cell)
        words = _total(value)
        width = max(height * 0.84, 8 + 8.4 * len(words))
        return rect(middle - width / 2, y + height * 0.08, width, height * 0.84, f"cube-{self.seat}", rx=3.5) + text(
            middle, y + height / 2 + 4.6, words, "t-cube", "middle"
        )

    def _ghost(self, track: str) -> str:
        """Where the cube would go; the page moves it there and writes the number."""
        if not self.page or self.view["seat"] != self.seat:
            return ""
        x, y, width, height = self._scale_box(track)
        cell = width / (2 * MOST + 1)
        side = height * 0.78
        drawn = rect(-side / 2 - 3, height * 0.11, side + 6, side, "ghost", rx=3) + text(
            0, height / 2 + 4.4, "0", "t-ghost", "middle"
        )
        return group(
            drawn,
            x=self._place(0, x, cell),
            y=y,
            data_ghost=track,
            data_now=str(self.country["totals"][track]),
            data_zero=num(self._place(0, x, cell)),
            data_cell=num(cell),
            data_top=num(y),
            hidden="hidden",
        )

    # --- the cartouche: who, money, symbols

    def _cartouche(self) -> str:
        x, y = _corner(self.layout, self.layout.cartouche)
        width, height = self.layout.tile
        wide = self.layout.name == "wide"
        middle = width / 2
        name = self.names[self.seat]
        parts = [
            rect(0, 0, width, height, "cartouche", rx=3),
            rect(4, 4, width - 8, height - 8, "cartouche-fine", rx=1),
        ]
        if wide:
            parts += [
                text(middle, 30, self._side_name(), "t-country", "middle"),
                seat_mark(self.seat, name[:1].upper(), 24, 42, 20),
                text(middle + 8, 48, shorten(name, 120, 12), "t-note", "middle"),
                text(middle, 87, _euros(self.country["money"]), "t-money", "middle"),
                path(f"M24 102H{num(width - 24)}", "hair"),
            ]
        else:
            parts += [
                seat_mark(self.seat, name[:1].upper(), 20, 22, 20),
                text(middle + 12, 27, self._word(f"side.short.{self.side}"), "t-name-2", "middle"),
                text(middle, 62, _euros(self.country["money"]), "t-money-2", "middle"),
            ]
        step = (width - 20) / 3
        for k, symbol in enumerate(COUNTED):
            at = 12 + k * step
            size = 22 if wide else 16
            down = 116 if wide else 88
            count = str(self.country["totals"][symbol])
            parts.append(icon(symbol, at, down, size, f"c-{symbol}"))
            cls = "t-count" if wide else "t-count-2"
            parts.append(
                element(
                    "text",
                    count,
                    cls=cls,
                    x=at + size + 4,
                    y=down + size * 0.76,
                    data_after=symbol if self.page else None,
                    data_now=count if self.page else None,
                )
            )
        return group("".join(parts), x=x, y=y, role="img", aria_label=self.facts())

    def facts(self) -> str:
        """Money and symbols in words."""
        totals = self.country["totals"]
        return self._word("map.facts", money=self.country["money"], **{name: totals[name] for name in COUNTED})

    # --- pollution

    def _pollution(self) -> str:
        discs = self.country["discs"]
        last = self.view["constants"]["round_spaces"]
        globes = self.view["constants"]["globe_spaces"]
        parts = [self._pollution_bed()]
        for n in range(1, last + 1):
            x, y, radius = self.disc_at(n)
            parts.append(self._disc(n, discs, x, y, radius))
            if n in globes:
                parts.append(self._globe(n, discs))
        parts.append(self._triangle(discs, last))
        return group("".join(parts), role="img", aria_label=self.pollution_words())

    def pollution_words(self) -> str:
        discs = self.country["discs"]
        over = discs - self.view["constants"]["round_spaces"]
        if over > 0:
            return self._word("pollution.blocked", n=discs)
        return self._word("pollution.free", n=discs, globes=self.country["visible_globes"])

    def _pollution_bed(self) -> str:
        if self.layout.name == "wide":
            bed = rect(896, 14, 90, 627, "sheet", rx=9)
            words = self._word("map.pollution")
            return bed + text(941, 34, shorten(words, 88, 12), "t-side" if len(words) < 11 else "t-name-3", "middle")
        discs = self.country["discs"]
        free = self.view["constants"]["round_spaces"] + 1 - discs
        words = (
            self._word("map.discs", n=discs, to=free) if free > 0 else self._word("map.over", n=discs, over=1 - free)
        )
        return text(4, self._narrow_pollution(), words, "t-note")

    def _narrow_pollution(self) -> float:
        return self.layout.land[1] + self.layout.land[3] + 48

    def disc_at(self, n: int) -> tuple[float, float, float]:
        """Middle and radius of a round space, or past the last one of the triangle."""
        last = self.view["constants"]["round_spaces"]
        if self.layout.name == "wide":
            if n > last:
                return 941, 71, 24
            return 934, 622 - (n - 1) * 510 / max(1, last - 1), min(15.0, 240 / last)
        top = self._narrow_pollution() + 20
        step = 324 / last
        return (346, top - 2, 13) if n > last else (12 + (n - 1) * step, top, min(10.0, step * 0.46))

    def _disc(self, n: int, discs: int, x: float, y: float, radius: float) -> str:
        if n > discs:
            return circle(x, y, radius, "hole") + text(x, y + 4, str(n), "t-hole", "middle")
        return (
            circle(x, y, radius, "disc")
            + circle(x, y, radius * 0.8, "disc-rim")
            + text(x, y + 4, str(n), "t-disc", "middle")
        )

    def _globe(self, n: int, discs: int) -> str:
        """A symbol of the track: struck out while a disc lies on it."""
        x, y, radius = self.disc_at(n)
        wide = self.layout.name == "wide"
        size = 20 if wide else 13
        left, top = (x + radius + 5, y - size / 2) if wide else (x - size / 2, y + radius + 2)
        if n > discs:
            return icon("prosperity", left, top, size, "c-prosperity")
        strike = path(f"M{num(left)} {num(top + size)}l{size} {-size}", "strike-soft")
        return icon("prosperity", left, top, size, "c-soft") + strike

    def _triangle(self, discs: int, last: int) -> str:
        x, y, _ = self.disc_at(last + 1)
        wide = self.layout.name == "wide"
        half, height = (31, 50) if wide else (13, 23)
        top = y - height * 0.62
        shape = f"M{num(x)} {num(top)}l{half} {height}h{-2 * half}z"
        full = discs - last
        if full > 0:
            number = text(
                x, top + height - (10 if wide else 5), str(full), "t-on-bad" if wide else "t-tiny-b", "middle"
            )
            return path(shape, "triangle-full") + number
        drawn = path(shape, "triangle")
        if wide:
            drawn += icon("prosperity", x - 9, top + 24, 18, "c-bad") + path(
                f"M{num(x - 11)} {num(top + 45)}l22-24", "strike-bad"
            )
        return drawn

    # --- what may be done

    def deeds(self, label: Label) -> str:
        """Spaces to build on, revenue, cleanup and payments; `label` words an action."""
        legal = self.view["legal"]
        if self.view["seat"] != self.seat or not legal:
            return ""
        parts = [self._bank(action, label) for action in legal if action["kind"] == "revenue"]
        parts += [self._disc_deed(action, label) for action in legal if action["kind"] in ("cleanup", "pay")]
        purchases: dict[str, list[Mapping[str, Any]]] = {}
        for action in legal:
            if action["kind"] == "buy" and action["space"] is not None:
                purchases.setdefault(action["space"], []).append(action)
        parts += [self._site(space, actions) for space, actions in purchases.items()]
        return "".join(parts)

    def _site(self, space: str, actions: Sequence[Mapping[str, Any]]) -> str:
        """A space with all purchases for it. The tab with the net change of each shows when its tile is chosen."""
        x, y = self.at(space)
        width, height = self.layout.tile
        small = self.layout.name != "wide"
        frame = (x - 3, y - 3, width + 6, height + 6)
        tabs = "".join(
            element(
                "g",
                changes(action["change"], x + width / 2, y + height - (10 if small else 13), small),
                data_tab=str(action["action"]),
                data_of=action["tile"],
                data_change=" ".join(str(action["change"][name]) for name in SYMBOLS),
                hidden="hidden",
            )
            for action in actions
        )
        content = (
            rect(*frame, "site", rx=11) + rect(*frame, "ring", rx=11) + rect(x, y, width, height, "hit", rx=9) + tabs
        )
        words = self._word("space.build", space=self.space_words(self.spaces[space]), n=len(actions))
        return button(content, [action["action"] for action in actions], words, "can site-of")

    def _bank(self, action: Mapping[str, Any], label: Label) -> str:
        """Revenue: the money of the cartouche."""
        x, y = _corner(self.layout, self.layout.cartouche)
        width = self.layout.tile[0]
        box = (x + 12, y + 57, width - 24, 42) if self.layout.name == "wide" else (x + 6, y + 40, width - 12, 44)
        content = rect(*box, "site", rx=8) + rect(*box, "ring", rx=8) + rect(*box, "hit", rx=8)
        return button(content, [action["action"]], label(action))

    def _disc_deed(self, action: Mapping[str, Any], label: Label) -> str:
        """Cleanup on the highest disc; a payment on the space up to which discs would come."""
        last = self.view["constants"]["round_spaces"]
        discs = self.country["discs"]
        n = min(discs if action["kind"] == "cleanup" else discs + action["discs"], last + 1)
        if n < 1:
            return ""
        x, y, radius = self.disc_at(n)
        ring = circle(x, y, radius + 3, "site") + circle(x, y, radius + 3, "ring")
        return button(ring + circle(x, y, max(radius + 3, 16), "hit"), [action["action"]], label(action))

    # --- small maps

    def _small_face(self, kind: str, name: str, shown: Mapping[str, Any]) -> str:
        width, height = self.layout.tile
        lines, cls, size = name_lines(name, width - 24, {"t-name-4": 11.2})
        parts = [icon(kind, 4, 5, 15, f"c-{kind}")]
        parts += [text(22, 16 + k * size * 1.05, line, cls) for k, line in enumerate(lines)]
        parts.append(self._small_chips(shown, 4, height - 20, width - 8))
        return "".join(parts)

    def _small_chips(self, shown: Mapping[str, Any], x: float, y: float, room: float) -> str:
        """Icon and number, close together; a lone symbol needs no number."""
        wanted = sum(29 for name in TRACKS if shown[name]) + sum(
            21 if shown[name] > 1 else 14 for name in COUNTED if shown[name]
        )
        tight = min(1.0, room / max(wanted, 1))
        parts = []
        at = 0.0
        for name in TRACKS:
            if shown[name]:
                tone = "gain" if shown[name] > 0 else "loss"
                parts.append(icon(name, at, 0, 12, "c-good" if shown[name] > 0 else "c-bad"))
                parts.append(text(at + 11.5, 10.5, signed(shown[name]), f"t-{tone}-2"))
                at += 29
        for name in COUNTED:
            if shown[name]:
                parts.append(icon(name, at, 0, 12, f"c-{name}"))
                if shown[name] > 1:
                    parts.append(text(at + 12.5, 10.5, str(shown[name]), "t-number-2"))
                at += 21 if shown[name] > 1 else 14
        return group("".join(parts), x=x, y=y, scale=tight)

    def _small_facts(self) -> str:
        """Money, and energy and ecology, in the place of the cartouche."""
        x, y = _corner(self.layout, self.layout.cartouche)
        width, height = self.layout.tile
        parts = [rect(0, 0, width, height, "cartouche", rx=3)]
        parts.append(text(width / 2, 20, _euros(self.country["money"]), "t-count", "middle"))
        totals = self.country["totals"]
        for k, symbol in enumerate(TRACKS):
            parts.append(
                icon(symbol, 6 + 41 * k, 27, 14, f"c-{symbol}")
                + text(21 + 41 * k, 39, _total(totals[symbol]), "t-number-2")
            )
        for k, symbol in enumerate(COUNTED):
            parts.append(
                icon(symbol, 4 + 28 * k, 44, 13, f"c-{symbol}")
                + text(18 + 28 * k, 55, str(totals[symbol]), "t-number-2")
            )
        return group("".join(parts), x=x, y=y, role="img", aria_label=self.facts())

    def _small_pollution(self) -> str:
        last = self.view["constants"]["round_spaces"]
        globes = self.view["constants"]["globe_spaces"]
        discs = self.country["discs"]
        x = self.layout.width - 20
        step = 180 / last
        parts = []
        for n in range(1, last + 1):
            y = self.layout.height - 13 - (n - 1) * step
            parts.append(circle(x - 4, y, step * 0.42, "disc" if n <= discs else "hole"))
            if n in globes:
                parts.append(icon("prosperity", x + 3, y - 6, 12, "c-soft" if n <= discs else "c-prosperity"))
        full = discs > last
        parts.append(path(f"M{x - 4} 9l11 19h-22z", "triangle-full" if full else "triangle"))
        parts.append(text(x - 4, self.layout.height - 13 - last * step + 2, str(discs), "t-number-2", "middle"))
        return group("".join(parts), role="img", aria_label=self.pollution_words())


# --- helpers


def button(content: str, actions: Sequence[int], words: str, cls: str = "can") -> str:
    """Something on the board that takes part in these actions."""
    return element(
        "g",
        content,
        cls=cls,
        data_actions=" ".join(map(str, actions)),
        role="button",
        tabindex="0",
        aria_label=words,
        aria_pressed="false",
    )


def _spots(layout: Layout, spaces: Mapping[str, Space]) -> dict[str, tuple[int, int]]:
    """Where each space lies; spaces of another data pack that have no place of their own take the free ones."""
    spots = {name: layout.spots[name] for name in spaces if name in layout.spots}
    taken = {*spots.values(), layout.cartouche}
    columns = 1 + max(column for column, _ in layout.spots.values())
    free = ((column, row) for row in range(12) for column in range(columns) if (column, row) not in taken)
    for name in spaces:
        if name not in spots:
            spots[name] = next(free)
    return spots


def _corner(layout: Layout, spot: tuple[int, int]) -> tuple[float, float]:
    width, height = layout.tile
    return (
        layout.origin[0] + spot[0] * (width + layout.gap[0]),
        layout.origin[1] + spot[1] * (height + layout.gap[1]),
    )


def _total(value: int) -> str:
    return signed(value) if value else "0"


def _euros(money: int) -> str:
    return f"{money} €"


def _shown(symbols: Mapping[str, Any]) -> Message:
    """What a tile shows, in words."""
    change = prose.changes(symbols)
    return change if isinstance(change, Message) else prose.message("tile", name=change)


_RIVERS = {"wide": "M245 51C232 70 232 120 236 180S240 300 236 360 231 480 236 540 232 580 222 601"}


@cache
def _contours(name: str) -> str:
    """Two hills as closed contour lines, inside the land."""
    x, y, width, height = (WIDE if name == "wide" else NARROW).land
    lines = []
    for cx, cy in ((0.27, 0.68), (0.74, 0.34)):
        for k in range(1, 6):
            lines.append(_contour(x + cx * width, y + cy * height, k * min(width, height) * 0.062, k))
    return "".join(lines)


def _contour(cx: float, cy: float, radius: float, k: int) -> str:
    points = []
    for i in range(36):
        a = i * pi / 18
        px = cx + radius * (1 + 0.16 * sin(3 * a + k * 0.5) + 0.07 * cos(5 * a)) * cos(a)
        py = cy + 0.72 * radius * (1 + 0.14 * cos(2 * a + k * 0.3)) * sin(a)
        points.append(f"{px:.0f} {py:.0f}")
    return "M" + "L".join(points) + "z"
