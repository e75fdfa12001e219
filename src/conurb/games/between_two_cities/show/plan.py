"""One city as a plan: placed tiles, vacant lots, the land it may still grow into, and the sites of a decision."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from conurb.drawing.pen import signed

from .art import CELL, INSET, RADIUS, SIDE, Tile, tile_art, tile_span, tile_words
from .marks import city_name
from .pen import element, group, path, rect, text

View = Mapping[str, Any]
City = Mapping[str, Any]
Choice = Mapping[str, Any]
Cell = tuple[int, int]

FRAME = 4
"""A finished city is four by four (BTC-4.5)."""


# How each building scores: a click on a tile that lies in a city opens the rule.
RULE_OF_FACE = {
    "S": "BTC-5.4",
    "F": "BTC-5.9",
    **dict.fromkeys("DEMB", "BTC-5.12"),
    "O": "BTC-5.14",
    "P": "BTC-5.16",
    "H": "BTC-5.17",
}


class Frame(NamedTuple):
    """Rows and columns, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def rows(self) -> range:
        return range(self.top, self.bottom + 1)

    @property
    def columns(self) -> range:
        return range(self.left, self.right + 1)

    def holds(self, cell: Cell) -> bool:
        return cell[0] in self.rows and cell[1] in self.columns


def cell_name(row: int, col: int) -> str:
    """The public name of a cell: the first tile of a city lies on d4."""
    return f"{'abcdefg'[col + 3]}{row + 4}"


def tile_cells(tile: Mapping[str, Any]) -> list[Cell]:
    """The cells of a tile lying at its ``row`` and ``col``."""
    columns, rows = tile_span(tile)
    return [(tile["row"] + down, tile["col"] + across) for down in range(rows) for across in range(columns)]


def built(cells: Collection[Cell]) -> Frame:
    """The smallest frame around the built cells; an empty city begins on d4."""
    rows = [row for row, _ in cells] or [0]
    columns = [col for _, col in cells] or [0]
    return Frame(min(rows), min(columns), max(rows), max(columns))


def reach(cells: Collection[Cell]) -> Frame:
    """All rows and columns the city may still come to lie in: exactly the frame once it is four wide and high."""
    now = built(cells)
    spare = FRAME - 1
    return Frame(now.bottom - spare, now.right - spare, now.top + spare, now.left + spare)


def _nearest(now: Frame, most: Frame) -> Frame:
    return Frame(
        max(most.top, now.top - 1),
        max(most.left, now.left - 1),
        min(most.bottom, now.bottom + 1),
        min(most.right, now.right + 1),
    )


def _around(frame: Frame, cells: Collection[Cell]) -> Frame:
    rows = [row for row, _ in cells]
    columns = [col for _, col in cells]
    return Frame(
        min([frame.top, *rows]), min([frame.left, *columns]), max([frame.bottom, *rows]), max([frame.right, *columns])
    )


def decision_tiles(view: View, index: int | None = None) -> list[str]:
    """The ids of the tiles that may be placed now (in that city), in the order of the legal actions."""
    ids = [
        choice["tile"]
        for choice in view["legal"]
        if choice["kind"] != "choose" and (index is None or choice["city"] == index)
    ]
    return list(dict.fromkeys(ids))


def find_tile(view: View, tile_id: str) -> Tile | None:
    """A tile that can be placed, looked up among the revealed and the own chosen ones."""
    seen = [tile for pair in view["revealed"] for tile in pair] + list(view["chosen"]) + list(view["hand"])
    return next((tile for tile in seen if tile["id"] == tile_id), None)


def choice_words(view: View, choice: Choice) -> str:
    """A placement as a sentence: ``park on c1 of Belfry: 8 points more``."""
    tile = find_tile(view, choice["tile"])
    what = tile_words(tile) if tile else choice["tile"]
    gain = choice.get("gain", 0)
    points = "point" if abs(gain) == 1 else "points"
    change = f"{abs(gain)} {points} {'more' if gain > 0 else 'less'}" if gain else "no change"
    return f"{what} on {cell_name(choice['row'], choice['col'])} of {city_name(choice['city'])}: {change}"


def placed_words(tile: Mapping[str, Any]) -> str:
    """A placed tile: ``park on c1``."""
    return f"{tile_words(tile)} on {cell_name(tile['row'], tile['col'])}"


class Plan:
    """The drawing of one city, 100 units to the cell, as markup plus its size in units."""

    def __init__(
        self,
        view: View,
        index: int,
        *,
        small: bool = False,
        labels: bool = True,
        near: bool = False,
        page: bool = True,
        describe: Callable[[Mapping[str, Any]], str] | None = None,
    ) -> None:
        """``near`` shows of the growth lots only the nearest and those of the view's sites: what is built stays large.

        ``describe`` words a placed tile for those who do not see it, by default in English.
        """
        self.view = view
        self.index = index
        self.city: City = view["cities"][index]
        self.small = small
        self.labels = labels
        self.page = page
        self.describe = describe or placed_words
        self.taken = {cell: tile for tile in self.city["tiles"] for cell in tile_cells(tile)}
        self.built = built(self.taken)
        self.reach = reach(self.taken)
        if near:
            self.reach = _around(_nearest(self.built, self.reach), self._site_cells())
        self.most = max(len(self.reach.rows), len(self.reach.columns), FRAME)
        # Labels are set larger in a wide plan, which is shown smaller.
        self.wide = self.most > FRAME
        self.bold = small or self.most > FRAME + 1
        self.margin = (38 if self.wide else 28) if labels else 10
        self.size = self.most * CELL + 2 * self.margin

    def _site_cells(self) -> list[Cell]:
        """Every cell that a legal placement in this city would cover."""
        cells: list[Cell] = []
        for choice in self.view["legal"]:
            tile = find_tile(self.view, choice["tile"]) if choice.get("city") == self.index else None
            if tile is not None:
                cells += tile_cells({**tile, "row": choice["row"], "col": choice["col"]})
        return cells

    def at(self, row: float, col: float) -> tuple[float, float]:
        """The north-west corner of a cell in units; the shorter side is centred."""
        spare_x = (self.most - len(self.reach.columns)) * CELL / 2
        spare_y = (self.most - len(self.reach.rows)) * CELL / 2
        return (
            self.margin + spare_x + (col - self.reach.left) * CELL,
            self.margin + spare_y + (row - self.reach.top) * CELL,
        )

    def ground(self) -> str:
        """Bed, coordinates and lots: vacant ones inside the built frame, dashed ones where it may still grow."""
        parts = [self._bed()]
        if self.labels:
            parts.append(self._coordinates())
        for row in self.reach.rows:
            for col in self.reach.columns:
                if (row, col) not in self.taken:
                    parts.append(self._lot(row, col))
        return "".join(parts)

    def tiles(self, fresh: Collection[str] = ()) -> str:
        return "".join(self._tile(tile, tile["id"] in fresh) for tile in self.city["tiles"])

    def sites(self, tile_id: str, sentence: Callable[[Choice], str] | None) -> str:
        """The legal places of a tile; ``sentence`` words the buttons, ``None`` draws a picture without buttons."""
        tile = find_tile(self.view, tile_id)
        choices = [
            choice
            for choice in self.view["legal"]
            if choice["kind"] != "choose" and choice["city"] == self.index and choice["tile"] == tile_id
        ]
        if tile is None or not choices:
            return ""
        choices.sort(key=lambda choice: (choice["row"], choice["col"]))
        places = [{**tile, "row": choice["row"], "col": choice["col"]} for choice in choices]
        lit = "".join(self._lit(cell) for cell in sorted({cell for place in places for cell in tile_cells(place)}))
        buttons = [self._site(place, choice, sentence) for place, choice in zip(places, choices, strict=True)]
        return lit + "".join(buttons)

    def words(self, spoken: Mapping[str, str]) -> str:
        """The city in words, row by row from the north-west; ``spoken`` are those of the pictures."""
        if not self.taken:
            return spoken["plan.nothing"]
        lines = []
        for row in self.built.rows:
            names = [self._cell_words(row, col, spoken) for col in self.built.columns]
            lines.append(spoken["plan.row"].format(row=row + 4, cells=", ".join(names)))
        return "; ".join(lines)

    def _cell_words(self, row: int, col: int, spoken: Mapping[str, str]) -> str:
        tile = self.taken.get((row, col))
        if tile is None:
            return spoken["plan.empty"]
        return spoken[f"tile.{tile['faces'][tile_cells(tile).index((row, col))]}"]

    def _bed(self) -> str:
        if not self.taken:
            return ""
        x, y = self.at(self.built.top, self.built.left)
        width, height = len(self.built.columns) * CELL, len(self.built.rows) * CELL
        return rect(x - 8, y - 8, width + 16, height + 16, "bed", rx=12)

    def _coordinates(self) -> str:
        cls, drop = ("coord-wide", 7) if self.wide else ("coord", 4)
        away = 13
        parts = []
        left, top = self.at(self.reach.top, self.reach.left)
        for col in self.reach.columns:
            x, _ = self.at(self.reach.top, col)
            parts.append(text(x + CELL / 2, top - away, cell_name(0, col)[0], cls, "middle"))
        for row in self.reach.rows:
            _, y = self.at(row, self.reach.left)
            parts.append(text(left - away - 5, y + CELL / 2 + drop, cell_name(row, 0)[1], cls, "middle"))
        return "".join(parts)

    def _lot(self, row: int, col: int) -> str:
        inside = bool(self.taken) and self.built.holds((row, col))
        x, y = self.at(row, col)
        lot = element(
            "rect",
            cls="lot" if inside else "growth",
            data_cell=cell_name(row, col),
            x=x + INSET,
            y=y + INSET,
            width=SIDE,
            height=SIDE,
            rx=RADIUS,
        )
        return lot + self._stake(x, y) if (row, col) == (0, 0) else lot

    def _stake(self, x: float, y: float) -> str:
        """A survey mark on the lot of the first tile."""
        cross = f"M{x + 50} {y + 34}v32M{x + 34} {y + 50}h32"
        return path(cross, "stake") + element("circle", cls="stake", cx=x + 50, cy=y + 50, r=9)

    def _tile(self, tile: Mapping[str, Any], fresh: bool) -> str:
        x, y = self.at(tile["row"], tile["col"])
        columns, rows = tile_span(tile)
        picture = tile_art(tile, small=self.bold)
        if fresh:
            picture += rect(0, 0, columns * CELL, rows * CELL, f"fresh-{tile['seat']}", rx=12)
        # The name must be unique in a page: small plans may show a city a second time and go without.
        glide = f"view-transition-name: tile-{tile['id']}" if self.page and not self.small else None
        return group(
            picture,
            x=x,
            y=y,
            data_tile=tile["id"],
            data_seat=str(tile["seat"]) if self.page else None,
            data_rule=RULE_OF_FACE[tile["faces"][0]] if self.page and not self.small else None,
            style=glide,
            role="img",
            aria_label=self.describe(tile),
        )

    def _lit(self, cell: Cell) -> str:
        x, y = self.at(*cell)
        return rect(x + 4, y + 4, SIDE - 2, SIDE - 2, "site", rx=RADIUS)

    def _site(self, place: Mapping[str, Any], choice: Choice, sentence: Callable[[Choice], str] | None) -> str:
        x, y = self.at(place["row"], place["col"])
        columns, rows = tile_span(place)
        width, height = columns * CELL, rows * CELL
        gain = self._gain(choice.get("gain"), width / 2, height / 2)
        # Footprints of a duplex overlap, so its ghost shows on demand only and its button is the middle of the
        # footprint: half a cell to each side, which neighbouring buttons never share.
        lone = place["shape"] == "square"
        art = tile_art(place, small=self.bold)
        if sentence is None:
            return group((group(art, cls="ghost") if lone else "") + gain, x=x, y=y)
        return group(
            group(art, cls="ghost" if lone else "ghost-hidden")
            + rect(4, 4, width - 8, height - 8, "ring", rx=RADIUS)
            + rect(width / 2 - CELL / 2, height / 2 - CELL / 2, CELL, CELL, "hit")
            + gain,
            x=x,
            y=y,
            cls="cell",
            data_action=str(choice["action"]),
            data_cell=cell_name(place["row"], place["col"]),
            role="button",
            tabindex="0",
            aria_label=sentence(choice),
        )

    def _gain(self, gain: int | None, x: float, y: float) -> str:
        if gain is None:
            return ""
        label = signed(gain)
        scale = 1.3 if self.small or self.wide else 1
        width = 24 + 14 * len(label)
        pill = rect(-width / 2, -19, width, 38, "gain", rx=19) + text(0, 9, label, "gain-text", "middle")
        return group(pill, x=x, y=y, scale=scale)


def initial_of(names: Sequence[str] | None, seat: int) -> str:
    """The letter on a seat mark: the player's initial, or the seat's number while nobody has a name."""
    name = names[seat].strip() if names and seat < len(names) else ""
    return name[:1].upper() or str(seat + 1)


def name_of(names: Sequence[str] | None, seat: int) -> str:
    name = names[seat].strip() if names and seat < len(names) else ""
    return name or f"Player {seat + 1}"
