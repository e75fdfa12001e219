"""A city as a town plan: streets between lots, survey marks for tokens, lots that glow where a tile may go.

The grid of the rules has no end; the plan shows the city, and while a tile or a token is placed one row of lots around.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from conurb.drawing.pen import num, shorten, signed

from . import face
from .adjacency import Cell, cell_of, cell_order, lasting, payers
from .icons import icon
from .pen import element, group, path, rect, text, title, use
from .scene import Box, Choice, Scene, cell_words, minus, tourist_seat

Gain = tuple[str, str, str]
"""Icon, number and class of a change."""
SCALES = (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
LEAST = 0.7  # the smallest size of the gains on a tile; those that then have no room are left to the list of choices


class Measure:
    """The sizes of a plan: for a large screen, or for a phone."""

    def __init__(self, small: bool) -> None:
        self.small = small
        self.full, self.column, self.row = (104, 58, 50) if small else (176, 112, 86)
        self.gap = 6 if small else 8
        self.margin = 15 if small else 22
        self.token = 11 if small else 17
        self.tile = self.full - self.gap
        self.scale = self.tile / (face.SMALL if small else face.LARGE)


class Plan:
    """One city of a view. Every method returns markup in the coordinates of the plan."""

    def __init__(self, scene: Scene, seat: int, *, small: bool = False, fresh: Collection[Cell] = ()) -> None:
        """`fresh` are cells that were built on since one last looked."""
        self.scene, self.view, self.seat, self.fresh = scene, scene.view, seat, fresh
        self.m = Measure(small)
        self.have = self.view["seats"][seat]
        self.lots: dict[Cell, Mapping[str, Any]] = {cell_of(lot["cell"]): lot for lot in self.have["city"]}
        self.own = scene.seat == seat and bool(scene.choices)
        self.open = bool(self._of_kind("place") or self._of_kind("token"))
        self._measure()

    # --- where things are

    def _measure(self) -> None:
        columns = [x for x, _ in self.lots]
        rows = [y for _, y in self.lots]
        edge = 1 if self.open else 0
        self.columns = range(min(columns) - edge, max(columns) + 1 + edge)
        self.rows = range(min(rows) - edge, max(rows) + 1 + edge)
        m = self.m
        end = m.margin / 2 if self.open else m.margin  # a token may stand at the edge of the city
        self.left: dict[int, float] = {}
        self.top: dict[int, float] = {}
        at: float = m.margin
        for x in self.columns:
            self.left[x] = at
            at += m.full if x in columns else m.column
        self.left[self.columns.stop] = at
        self.width = at + end
        at = m.margin
        for y in self.rows:
            self.top[y] = at
            at += m.full if y in rows else m.row
        self.top[self.rows.stop] = at
        self.height = at + end + (self._bag_height() if self._beside() else 0)

    def _of_kind(self, kind: str) -> list[Choice]:
        return self.scene.of_kind(kind) if self.own else []

    def box(self, cell: Cell) -> Box:
        """A lot without its share of the streets."""
        x, y = cell
        half = self.m.gap / 2
        return (
            self.left[x] + half,
            self.top[y] + half,
            self.left[x + 1] - self.left[x] - self.m.gap,
            self.top[y + 1] - self.top[y] - self.m.gap,
        )

    def frontier(self) -> list[Cell]:
        """The empty cells around the city (CAP-4.5)."""
        around = {(x + i, y + j) for x, y in self.lots for i in (-1, 0, 1) for j in (-1, 0, 1)}
        shown = {cell for cell in around if cell[0] in self.columns and cell[1] in self.rows}
        return sorted(shown - set(self.lots), key=cell_order)

    def _beside(self) -> list[Mapping[str, Any]]:
        return [t for t in self.view["tourists"] if t["city"] == self.seat and t["cell"] is None]

    def _bag_height(self) -> float:
        return 44 if self.m.small else 52

    # --- the whole

    def draw(self) -> str:
        return (
            self.ground() + self.vacant() + self.reach() + self.tiles() + self.feeds() + self.sites() + self.tokens()
        ) + self.bag()

    def svg(self, label: str) -> str:
        return element(
            "svg",
            self.draw(),
            cls=f"city {'narrow' if self.m.small else 'wide'}",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {num(self.width)} {num(self.height)}",
            style=f"--units: {num(self.width)}",
            data_city=str(self.seat),
            role="group",
            aria_label=label,
        )

    # --- the ground

    def ground(self) -> str:
        bottom = self.top[self.rows.stop]
        right = self.left[self.columns.stop]
        end = self.height - (self._bag_height() if self._beside() else 0)
        step = 20
        lines = "".join(f"M{num(x)} 0V{num(end)}" for x in range(step, int(self.width), step))
        lines += "".join(f"M0 {num(y)}H{num(self.width)}" for y in range(step, int(end), step))
        parts = [rect(0, 0, self.width, self.height, "bed", rx=8), path(lines, "grid")]
        down = "".join(f"M{num(self.left[x])} {num(self.m.margin)}V{num(bottom)}" for x in list(self.columns)[1:])
        across = "".join(f"M{num(self.m.margin)} {num(self.top[y])}H{num(right)}" for y in list(self.rows)[1:])
        parts.append(path(down + across, "street"))
        for x in self.columns:
            middle = (self.left[x] + self.left[x + 1]) / 2
            parts.append(text(middle, self.m.margin - 4, minus(x), "coord", "middle"))
        for y in self.rows:
            middle = (self.top[y] + self.top[y + 1]) / 2
            parts.append(text(self.m.margin / 2, middle + 4, minus(y), "coord", "middle"))
        return "".join(parts)

    def vacant(self) -> str:
        legal = {cell_of(choice["cell"]) for choice in self._of_kind("place")}
        return "".join(rect(*self.box(cell), "vacant", rx=6) for cell in self.frontier() if cell not in legal)

    def reach(self) -> str:
        """Around every token, which four cells keep rule A (CAP-4.6)."""
        if not self.open:
            return ""
        r = self.m.token * 2.3
        return "".join(
            element("circle", cls=f"reach-{self.seat}", cx=self.left[x], cy=self.top[y], r=r)
            for x, y in map(cell_of, self.have["tokens"])
            if x in self.left and y in self.top
        )

    # --- tiles

    def tiles(self) -> str:
        return "".join(self._tile(cell) for cell in sorted(self.lots, key=cell_order))

    def _tile(self, cell: Cell) -> str:
        lot = self.lots[cell]
        x, y, size, _ = self.box(cell)
        small = self.m.small
        name = self.scene.tile_name(lot["tile"])
        drawn = (
            face.lake(self.scene.word("lake"), small) if lot["lake"] else face.tile(lot["tile"], name, small, self.view)
        )
        base = face.SMALL if small else face.LARGE
        parts = [rect(1.5, 2.5, base, base, "cast", rx=6), drawn, self._pieces(cell, lot)]
        if cell in self.fresh:
            parts.append(rect(-2, -2, base + 4, base + 4, f"fresh-{self.seat}", rx=8))
        paying = self.view["paying"]
        if self.own and paying is not None and cell_of(paying["cell"]) == cell:
            parts.append(rect(-1, -1, base + 2, base + 2, "glow", rx=7))
        choice = next((c for c in self._of_kind("activate") if cell_of(c["cell"]) == cell), None)
        content = group("".join(parts), x=x, y=y, scale=self.m.scale)
        about = self._about(cell, lot, name)
        moves = {} if lot["tile"] in face.STARTERS else {"data_tile": lot["tile"], "data_seat": str(self.seat)}
        if choice is None:
            return element("g", title(about) + content, cls="look", data_read=lot["tile"], **moves)
        badge = group(self._activation(choice, base), x=x, y=y, scale=self.m.scale)
        return self.scene.pick(choice, content + badge, (x, y, size, size))

    def _about(self, cell: Cell, lot: Mapping[str, Any], name: str) -> str:
        shown = self.scene.word("lake") if lot["lake"] else name
        return f"{shown}, {cell_words(cell)}"

    def _pieces(self, cell: Cell, lot: Mapping[str, Any]) -> str:
        """Energy cubes at the upper right, tourists at the lower left, in front of the picture."""
        small = self.m.small
        base = face.SMALL if small else face.LARGE
        band = face.SMALL_BAND if small else face.BAND
        parts = [face.cubes(lot["cubes"], base - (10 if small else 15), band + (9 if small else 14), 6 if small else 9)]
        here = [t for t in self.view["tourists"] if t["city"] == self.seat and t["cell"] == lot["cell"]]
        ground = base - (face.SMALL_STRIP if small else 2 * face.STRIP) - 4
        for k, tourist in enumerate(here):
            scale = 0.72 if small else 1.1
            parts.append(self._tourist(tourist["tourist"], 13 * (k + 0.8) if small else 20 + 24 * k, ground, scale))
        return "".join(parts)

    def _tourist(self, tourist: int | str, x: float, y: float, scale: float) -> str:
        seat = tourist_seat(tourist)
        drawn = face.meeple(seat, self.scene.initial(seat), x, y, scale)
        choice = next((c for c in self._of_kind("pay") if c["with"] == tourist), None)
        if choice is None:
            used = tourist in self.view["used_tourists"] and self.view["phase"] == "executive"
            return element("g", drawn, opacity="0.62") if used else drawn
        halo = element("ellipse", cls="spot", cx=x, cy=y - 14 * scale, rx=15 * scale, ry=20 * scale)
        return self.scene.pick(choice, halo + drawn, (x - 15 * scale, y - 34 * scale, 30 * scale, 40 * scale))

    def feeds(self) -> str:
        """Small arrows in the streets: from a neighbour into the tile whose effect is about it."""
        parts = []
        for cell in sorted(self.lots, key=cell_order):
            if self.lots[cell]["lake"]:
                continue
            for other in lasting(self.lots[cell]["tile"], cell, self.lots, self.view):
                parts.append(self._feed(other, cell))
        return "".join(parts)

    def _feed(self, start: Cell, end: Cell) -> str:
        x, y, dx, dy = self._border(start, end, 0.36)
        size = 5 if self.m.small else 8
        angle = {(1, 0): 0, (1, 1): 45, (0, 1): 90, (-1, 1): 135, (-1, 0): 180, (-1, -1): 225, (0, -1): 270}
        turn = angle.get((dx, dy), 315)
        head = f"M{-size * 0.7:g} {-size * 0.62:g}L{size * 0.7:g} 0L{-size * 0.7:g} {size * 0.62:g}z"
        return element("path", cls="feed", d=head, transform=f"translate({num(x)} {num(y)}) rotate({turn})")

    def _border(self, start: Cell, end: Cell, along: float) -> tuple[float, float, int, int]:
        """A point between two neighbours, and the direction from the first to the second."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        x = self.left[max(start[0], end[0])] if dx else 0.0
        y = self.top[max(start[1], end[1])] if dy else 0.0
        share = along if dx + dy > 0 else 1 - along
        if not dx:
            x = self.left[start[0]] + (self.left[start[0] + 1] - self.left[start[0]]) * share
        if not dy:
            y = self.top[start[1]] + (self.top[start[1] + 1] - self.top[start[1]]) * share
        if dx and dy:  # the two diagonals of a corner, and both ways on each
            shift = self.m.gap * 0.9
            x += dx * shift
            y += dy * shift
        return x, y, dx, dy

    # --- choices

    def sites(self) -> str:
        places = self._of_kind("place")
        same = common_gains(places)
        return "".join(self._site(choice, same) for choice in places)

    def _site(self, choice: Choice, same: Collection[str]) -> str:
        cell = cell_of(choice["cell"])
        box = self.box(cell)
        x, y, width, height = box
        plain = rect(x, y, width, height, f"lot-{choice['penalty']}", rx=6) + element(
            "g", self._tokens_in(gain_tokens(choice, same), box), cls="plain"
        )
        ghost = "" if self.m.small else self._ghost(choice, box)
        return self.scene.pick(choice, plain + element("g", ghost + self._payers(choice), cls="ghost"), box)

    def _tokens_in(self, tokens: Sequence[Gain], box: Box) -> str:
        """Gains, set in as many lines as they need, in the middle of a box; smaller where they are too many."""
        x, y, width, height = box
        size = 14 if self.m.small else 18
        rise = size + (3 if self.m.small else 6)
        widths = [size + 3 + breadth(words) for _, words, _ in tokens]
        for scale in SCALES:
            lines = in_lines(widths, (width - 8) / scale)
            spans = [sum(widths[k] for k in line) + 6 * (len(line) - 1) for line in lines]
            if max(spans) <= (width - 8) / scale and rise * len(lines) <= (height - 4) / scale:
                break
        parts = []
        for row, line in enumerate(lines):
            at = -spans[row] / 2
            middle = (row - (len(lines) - 1) / 2) * rise
            for k in line:
                parts.append(gain_mark(tokens[k], at, middle, size, size + 3))
                at += widths[k] + 6
        return group("".join(parts), x=x + width / 2, y=y + height / 2, scale=scale)

    def _ghost(self, choice: Choice, box: Box) -> str:
        """The new tile on the lot, with all that it would bring."""
        x, y, width, height = box
        held = self.view["held"]
        drawing = "v-lake" if held["lake"] else face.drawing_of(held["tile"])
        plate = rect(x, y, width, height, "ghost-plate", rx=6)
        tokens = gain_tokens(choice, ())
        if height < 100:
            wide = min(width * 0.42, 70)
            picture = use(drawing, x + 4, y + (height - wide * 0.55) / 2, wide, wide * 0.55)
            return plate + picture + self._tokens_in(tokens, (x + wide + 4, y, width - wide - 6, height))
        tall = height * 0.4
        picture = use(drawing, x + 5, y + 6, width - 10, tall)
        return plate + picture + self._tokens_in(tokens, (x, y + tall + 6, width, height - tall - 8))

    def _payers(self, choice: Choice) -> str:
        """A badge on every tile that pays; of a neighbour an arrow points at the new tile."""
        held = self.view["held"]
        if held["lake"]:
            return ""
        at = cell_of(choice["cell"])
        parts = []
        for payer in payers(held["tile"], at, self.lots, self.view):
            parts.append(self._payer(payer.cell, at, payer.what, payer.n))
        return "".join(parts)

    def _payer(self, cell: Cell, at: Cell, what: str, n: int) -> str:
        near = abs(cell[0] - at[0]) <= 1 and abs(cell[1] - at[1]) <= 1
        size = 0.72 if self.m.small else 1
        if near:
            x, y, dx, dy = self._border(cell, at, 0.5)
            length = 24 * size / (1 if not (dx and dy) else 1.3)
            arrow = f"M{num(x)} {num(y)}l{num(dx * length)} {num(dy * length)}"
            head = f"m{num(-dx * 6 - dy * 5)} {num(-dy * 6 + dx * 5)}L{num(x + dx * length)} {num(y + dy * length)}"
            head += f"l{num(-dx * 6 + dy * 5)} {num(-dy * 6 - dx * 5)}"
            line = path(arrow + head, "pay-halo") + path(arrow + head, "pay-line")
        else:
            left, top, width, height = self.box(cell)
            x, y, line = left + width / 2, top + height / 2, ""
        wide = 28 + 0.83 * breadth(signed(n))
        badge = (
            rect(-wide / 2, -12, wide, 24, "pay", rx=12)
            + icon(what, -wide / 2 + 5, -8.5, 17, "bad" if n < 0 else f"of-{what}")
            + text(wide / 2 - 6, 4.5, signed(n), "pay-n", "end")
        )
        return line + group(badge, x=x, y=y, scale=size)

    def _activation(self, choice: Choice, base: float) -> str:
        """A tab on a tile that can be activated: what it costs and brings."""
        tokens = [token for token in gain_tokens(choice, ()) if token[0] != "energy" or token[2] == "g-good"]
        small = self.m.small
        height = 24 if small else 28
        top = face.SMALL_BAND if small else face.BAND
        parts = [rect(3, top + 2, base - 6, height, "price", rx=6)]
        middle = top + 2 + height / 2
        parts.append(face.cube(14, middle, 8))
        parts.append(text(24, middle + 5, str(choice["cost"]), "g"))
        step = 15 if small else 17
        room = (base - 6 - 40) / LEAST
        marks, at = [], 0.0
        for token in tokens:
            wide = step + 2 + breadth(token[1])
            if at + wide > room:
                break
            marks.append(gain_mark(token, at, 0, step, step + 2))
            at += wide + 4
        scale = min(1, LEAST * room / max(at - 4, 1))
        gains = group("".join(marks), x=40, y=middle, scale=scale)
        return "".join(parts) + gains + rect(0, 0, base, base, "may", rx=7)

    # --- tokens, and who waits beside the city

    def tokens(self) -> str:
        parts = []
        for choice in self._of_kind("token"):
            x, y = cell_of(choice["vertex"])
            r = self.m.token
            spot = element("circle", cls="spot", cx=self.left[x], cy=self.top[y], r=r)
            parts.append(self.scene.pick(choice, spot, (self.left[x] - r, self.top[y] - r, 2 * r, 2 * r)))
        for x, y in map(cell_of, self.have["tokens"]):
            if x in self.left and y in self.top:
                parts.append(self._token(self.left[x], self.top[y]))
        return "".join(parts)

    def _token(self, x: float, y: float) -> str:
        r = self.m.token
        shape = f"M{num(x)} {num(y - r)}L{num(x + r)} {num(y)}L{num(x)} {num(y + r)}L{num(x - r)} {num(y)}z"
        sign = icon("token", x - r * 0.58, y - r * 0.58, r * 1.16, f"token-line-{self.seat}")
        return path(shape, f"token-{self.seat}") + sign

    def bag(self) -> str:
        """The tourists beside the city."""
        waiting = self._beside()
        if not waiting:
            return ""
        top = self.height - self._bag_height()
        height = self._bag_height() - 6
        right = self.left[self.columns.stop]
        parts = [rect(self.m.margin, top, right - self.m.margin, height, "bag", rx=6)]
        scale = 0.95 if self.m.small else 1.1
        at = self.m.margin + 22.0
        for tourist in waiting:
            parts.append(self._tourist(tourist["tourist"], at, top + height - 4, scale))
            at += 28
        words = shorten(self.scene.word("beside"), right - at, 14)
        return "".join(parts) + text(at, top + height / 2 + 4, words, "t-small")


def changes_of(choice: Choice) -> dict[str, int]:
    """What a choice changes, the placement penalty apart."""
    gains = dict(choice["gains"])
    prestige = gains.pop("prestige", 0) + choice.get("penalty", 0)
    return gains | ({"prestige": prestige} if prestige else {})


def common_gains(places: Sequence[Choice]) -> set[str]:
    """What every lot brings in the same measure says nothing about which to choose."""
    if len(places) < 2:
        return set()
    ways = [changes_of(place) for place in places]
    same = {name for name in ways[0] if all(way.get(name) == ways[0][name] for way in ways)}
    differ = any(set(way) - same for way in ways) or any(place["penalty"] for place in places)
    return same if differ else set()


def breadth(words: str) -> float:
    """How wide a number with its sign is in the widest of the usual fonts; SVG cannot measure text."""
    return sum(10.2 if sign.isdigit() else 12.2 for sign in words)


def in_lines(widths: Sequence[float], room: float) -> list[list[int]]:
    """The numbers of things of these widths, line by line, with a gap of 6 between two."""
    lines: list[list[int]] = [[]]
    for k, wide in enumerate(widths):
        if lines[-1] and sum(widths[n] + 6 for n in lines[-1]) + wide > room:
            lines.append([])
        lines[-1].append(k)
    return lines


def gain_mark(gain: Gain, x: float, middle: float, size: float, offset: float) -> str:
    """A gain as an icon with its number."""
    name, words, cls = gain
    sign = icon(name, x, middle - size / 2, size, "bad" if cls == "g-bad" else f"of-{name}")
    return sign + text(x + offset, middle + 5, words, cls)


def gain_tokens(choice: Choice, without: Collection[str]) -> list[Gain]:
    """Icon, number and class of every change; the penalty stands by itself."""
    gains = changes_of(choice)
    penalty = choice.get("penalty", 0)
    tokens = [(name, signed(n), "g-good" if n > 0 else "g-bad") for name, n in gains.items() if name not in without]
    if penalty:
        return [*tokens, ("prestige", signed(-penalty), "g-bad")]
    return tokens or [("prestige", signed(0), "g-good")]


def small_city(scene: Scene, seat: int, label: str) -> str:
    """A city as a thumbnail: a square of its type for every tile, tokens and tourists."""
    view = scene.view
    have = view["seats"][seat]
    lots = {cell_of(lot["cell"]): lot for lot in have["city"]}
    left, top = min(x for x, _ in lots), min(y for _, y in lots)
    columns = max(x for x, _ in lots) - left + 1
    rows = max(y for _, y in lots) - top + 1
    size, edge = face.MINI, 12
    width, height = max(columns, 4) * size + 2 * edge, max(rows, 3) * size + 2 * edge
    inset = (width - columns * size) / 2
    sink = (height - rows * size) / 2
    parts = [rect(0, 0, width, height, "bed", rx=6)]
    for (x, y), lot in lots.items():
        parts.append(
            group(face.mini(lot["tile"], lot["lake"], view), x=inset + (x - left) * size, y=sink + (y - top) * size)
        )
    for x, y in map(cell_of, have["tokens"]):
        a, b = inset + (x - left) * size, sink + (y - top) * size
        parts.append(path(f"M{num(a)} {num(b - 6)}l6 6-6 6-6-6z", f"token-{seat}"))
    waiting = 0
    for tourist in view["tourists"]:
        if tourist["city"] != seat:
            continue
        who = tourist_seat(tourist["tourist"])
        letter = scene.initial(who)
        if tourist["cell"] is None:
            parts.append(face.meeple(who, letter, 9 + 13 * waiting, height - 2, 0.55))
            waiting += 1
        else:
            x, y = cell_of(tourist["cell"])
            parts.append(
                face.meeple(who, letter, inset + (x - left + 0.76) * size, sink + (y - top + 1) * size - 2, 0.55)
            )
    return element(
        "svg",
        "".join(parts),
        cls="thumb",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        role="img",
        aria_label=label,
    )
