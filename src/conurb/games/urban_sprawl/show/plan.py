"""The board as a drawing: terrain, buildings, block values, numbers at the edges, and what may be chosen there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from conurb.drawing.pen import num, signed

from .art import (
    BLOCK,
    LOT,
    MARGIN,
    PITCH,
    SIZE,
    STREET,
    block_at,
    lot_at,
    middle_of_line,
    outline,
    row_pair_middle,
    use_building,
)
from .marks import coin, icon, marker, seat_mark, star, zone_letter, zone_plate
from .pen import circle, element, group, path, rect, text, title, use

View = Mapping[str, Any]
Choice = Mapping[str, Any]
Sentence = Callable[[Choice], str]

COLUMNS = "ABCDEF"
NORTH = ("N-AB", "N-CD", "N-EF")
AWAY = 38  # of a number space from the streets
ON_BUILDINGS = ("claim", "pick")
ON_CIRCLES = ("circle", "marker")


def parts_of(lots: str) -> tuple[str, str]:
    """Block and quadrants: ``D3bd`` is D3 and bd."""
    return lots[:2], lots[2:]


def initial_of(names: Sequence[str] | None, seat: int) -> str:
    """The letter on a seat mark: the player's initial, or the seat's number while nobody has a name."""
    name = names[seat].strip() if names and seat < len(names) else ""
    return name[:1].upper() or str(seat + 1)


def name_of(names: Sequence[str] | None, seat: int) -> str:
    name = names[seat].strip() if names and seat < len(names) else ""
    return name or f"Player {seat + 1}"


class Town:
    """The drawing of the board, SIZE units wide and high.

    ``describe`` words a building for those who do not see it, ``sentence`` a choice; without ``sentence`` the choices
    are drawn but are no buttons. ``fresh`` are the lots of buildings that others have just changed.
    """

    def __init__(
        self,
        view: View,
        words: Mapping[str, str],
        *,
        names: Sequence[str] | None = None,
        describe: Callable[[Mapping[str, Any]], str] | None = None,
        sentence: Sentence | None = None,
        fresh: Collection[str] = (),
        page: bool = False,
    ) -> None:
        self.view = view
        self.names = names
        self.describe = describe or (lambda building: f"{building['zone']} {building['lots']}")
        self.sentence = sentence
        self.fresh = fresh
        self.words = words
        self.page = page
        self.buildings: list[Mapping[str, Any]] = sorted(view["buildings"], key=_from_the_north)
        self.sites = [choice for choice in view["legal"] if choice["kind"] == "on"]
        self.by_block: dict[str, list[Choice]] = {}
        for choice in self.sites:
            self.by_block.setdefault(choice["lots"][:2], []).append(choice)

    def draw(self) -> str:
        return (
            use("ground", 0, 0, SIZE)
            + self._lettering()
            + self._numbers()
            + self._lit()
            + "".join(self._building(entry) for entry in self.buildings)
            + self._lit_over_buildings()
            + "".join(self._signs(entry) for entry in self.buildings)
            + self._values()
            + self._spots()
        )

    # --- edges

    def _lettering(self) -> str:
        middle = row_pair_middle(1) - PITCH
        wild = text(0, 0, self.words["wilderness"], "terrain", "middle")
        return (
            text(middle, 30, self.words["water"], "terrain", "middle")
            + element("g", wild, transform=f"translate(20 {num(middle)}) rotate(-90)")
            + group(icon("north", 0, 0, 28), x=SIZE - 50, y=20, cls="north")
        )

    def _numbers(self) -> str:
        """The number spaces, each with a bracket over the blocks it counts for (USP-2.7)."""
        view = self.view
        far = SIZE - MARGIN
        parts = []
        for k, column in enumerate(COLUMNS):
            x = middle_of_line(k)
            parts.append(path(f"M{num(x - LOT + 4)} {far + 8}v6h{BLOCK - 8}v-6", "bracket"))
            parts.append(group(coin(self._printed(f"{column}"), x, far + AWAY), data_row=f"S-{column}"))
        for k in range(3):
            y = row_pair_middle(k)
            half = PITCH - STREET / 2 - 4
            parts.append(path(f"M{MARGIN - 8} {num(y - half)}h-6v{num(2 * half)}h6", "bracket"))
            parts.append(group(star(self._prestige(k), MARGIN - AWAY, y), data_row=f"W-{2 * k + 1}{2 * k + 2}"))
            parts.append(path(f"M{num(y - half)} {MARGIN - 8}v-6h{num(2 * half)}v6", "bracket"))
        for k in range(6):
            y = middle_of_line(k)
            parts.append(path(f"M{far + 8} {num(y - LOT + 4)}h6v{BLOCK - 8}h-6", "bracket"))
        for name, about in view["circles"].items():
            x, y = circle_at(name)
            parts.append(group(marker(about, x, y), data_circle=name))
        return "".join(parts)

    def _printed(self, column: str) -> int:
        """The printed wealth of a column (USP-2.7): what is left of a block's value."""
        return int(self.view["printed"][f"S-{column}"])

    def _prestige(self, pair: int) -> int:
        return int(self.view["printed"][f"W-{2 * pair + 1}{2 * pair + 2}"])

    # --- buildings and values

    def _building(self, entry: Mapping[str, Any]) -> str:
        block, quadrants = parts_of(entry["lots"])
        x, y = block_at(block)
        owner = entry["owner"]
        drawn = use_building(entry["zone"], quadrants, 0, 0)
        if entry["lots"] in self.fresh:
            drawn += path(outline(quadrants, inset=1.5), f"fresh-{owner or 0}")
        return group(
            drawn,
            x=x,
            y=y,
            data_tile=f"{entry['zone']}-{entry['lots']}" if self.page else None,
            data_seat=str(owner) if self.page and owner is not None else None,
            role="img",
            aria_label=self.describe(entry),
        )

    def _signs(self, entry: Mapping[str, Any]) -> str:
        """Zone and owner, in the outer corners of the building so that the value of the block stays in view."""
        block, quadrants = parts_of(entry["lots"])
        x, y = block_at(block)
        first, last = quadrants[0], quadrants[-1]
        at_x = x + (BLOCK - 31 if first in "bd" else 2)
        at_y = y + (BLOCK - 19 if first in "cd" else 2)
        signs = group(zone_plate(entry["zone"], at_x, at_y), cls="sign-wide")
        small_x = x + (BLOCK - 22 if first in "bd" else 0)
        small_y = y + (BLOCK - 24 if first in "cd" else 0)
        if self.page:
            signs += group(zone_letter(entry["zone"], small_x, small_y), cls="sign-small")
        if entry["owner"] is not None:
            mark_x = x + (BLOCK - 11 if last in "bd" else 11)
            mark_y = y + (BLOCK - 11 if last in "cd" else 11)
            cls = "owner"
            if len(quadrants) == 1:
                mark_y += -20 if last in "cd" else 20
                cls = f"owner lone-{last}"
            mark = seat_mark(entry["owner"], initial_of(self.names, entry["owner"]), 0, 0, 20)
            signs += group(group(mark, cls=cls), x=mark_x, y=mark_y)
        return signs

    def _values(self) -> str:
        """The value in the middle of each block that has no price tag (guide, section 5)."""
        tagged = self._tagged()
        parts = []
        for block, value in self.view["values"].items():
            if block not in tagged:
                x, y = block_at(block)
                disc = circle(0, 0, 10.5, "value") + text(0, 4.2, str(value), "value-text", "middle")
                parts.append(group(group(disc, cls="value-sign"), x=x + LOT, y=y + LOT))
        return "".join(parts)

    # --- choices

    def _tagged(self) -> set[str]:
        """The blocks whose middle shows a price."""
        claims = {choice["lots"][:2] for choice in self.view["legal"] if choice["kind"] == "claim"}
        return claims | {block for block, choices in self.by_block.items() if "price" in choices[0]}

    def _lit(self) -> str:
        """The vacant lots that a site would cover."""
        return "".join(self._lit_lots(block, over=False) for block in self.by_block)

    def _lit_over_buildings(self) -> str:
        return "".join(self._lit_lots(block, over=True) for block in self.by_block)

    def _lit_lots(self, block: str, *, over: bool) -> str:
        choices = self.by_block[block]
        covered = {quadrant for choice in choices for quadrant in choice["lots"][2:]}
        built = {lot for entry in self.buildings if entry["lots"][:2] == block for lot in entry["lots"][2:]}
        x, y = block_at(block)
        quiet = max((choice.get("bonus", 0) for choice in choices), default=0) == 0 and "price" in choices[0]
        cls = "lit-quiet" if quiet else "lit"
        parts = []
        for lot in sorted(covered & built if over else covered - built):
            dx, dy = lot_at(lot)
            parts.append(rect(x + dx + 3, y + dy + 3, LOT - 6, LOT - 6, cls, rx=5))
        return "".join(parts)

    def _spots(self) -> str:
        """Everything on the board that can be chosen; footprints in the order of their blocks."""
        parts = [self._block_of_sites(block) for block in sorted(self.by_block, key=_by_row)]
        for choice in self.view["legal"]:
            if choice["kind"] in ON_BUILDINGS:
                parts.append(self._chosen_building(choice))
            elif choice["kind"] in ON_CIRCLES:
                parts.append(self._chosen_circle(choice))
            elif choice["kind"] == "row":
                parts.append(self._chosen_row(choice))
        return "".join(parts)

    def _spot(self, choice: Choice, drawn: str, x: float, y: float) -> str:
        """Something that can be chosen, as a button where the page words it."""
        if self.sentence is None:
            return group(drawn, x=x, y=y)
        words = self.sentence(choice)
        return group(
            title(words) + drawn,
            x=x,
            y=y,
            cls="spot",
            data_actions=str(choice["action"]),
            role="button",
            tabindex="0",
            aria_label=words,
        )

    def _block_of_sites(self, block: str) -> str:
        x, y = block_at(block)
        choices = self.by_block[block]
        spots = "".join(self._site(choice, x, y) for choice in choices)
        tag = self._price_tag(choices) if block in self._tagged() else ""
        words = self.words["block"].format(block=block, value=self.view["values"][block])
        named = {"data_block": block, "data_words": words} if self.page else {}
        return element("g", spots + tag, **named)

    def _site(self, choice: Choice, x: float, y: float) -> str:
        quadrants = choice["lots"][2:]
        drawn = ""
        if self.sentence is not None:
            drawn = group(use_building(choice["zone"], quadrants, 0, 0), cls="ghost")
            drawn += path(outline(quadrants, inset=1), "ring")
            drawn += path(hit_area(quadrants), "hit")
            if "bonus" in choice:
                at_x, at_y = hit_middle(quadrants)
                drawn += group(self._bonus_pill(choice), x=at_x, y=at_y, cls="site-bonus")
        return self._spot(choice, drawn, x, y)

    def _bonus_pill(self, choice: Choice) -> str:
        """The bonus of one footprint, shown when its block is enlarged."""
        gone = bool(choice["demolishes"])
        width = 34 + 14 * gone
        sign = group(icon("demolish", width / 2 - 17, -7, 14), cls="tag-bad") if gone else ""
        return (
            rect(-width / 2, -9, width, 18, "tag", rx=9)
            + group(icon("prestige", -width / 2 + 3, -7, 13), cls="tag-star")
            + text(-width / 2 + 23, 4.6, str(choice["bonus"]), "tag-text", "middle")
            + sign
        )

    def _price_tag(self, choices: Sequence[Choice]) -> str:
        """The price of a block and the best bonus that one of its footprints has; at most that, where they differ."""
        price, best = choices[0]["price"], max(choice["bonus"] for choice in choices)
        at_most = "\N{LESS-THAN OR EQUAL TO}" if len({choice["bonus"] for choice in choices}) > 1 else ""
        gone = all(choice["demolishes"] for choice in choices)
        wide = 9 * (price >= 10) + 9 * (best >= 10) + 7 * bool(at_most)
        width = 52 + wide + 15 * gone
        lots = sorted({quadrant for choice in choices for quadrant in choice["lots"][2:]})
        x = sum(lot_at(lot)[0] + LOT / 2 for lot in lots) / len(lots)
        y = sum(lot_at(lot)[1] + LOT / 2 for lot in lots) / len(lots)
        x = min(max(x, width / 2 - 2), BLOCK - width / 2 + 2)
        block_x, block_y = block_at(choices[0]["lots"][:2])
        start = -width / 2
        after = start + 22 + 9 * (price >= 10)
        tag = (
            (title(f"{at_most} {best}: {bonuses_of(choices)}") if at_most else "")
            + rect(start, -10, width, 20, "tag", rx=10)
            + group(icon("money", start + 3, -7, 14), cls="tag-coin")
            + text(start + 18, 5, str(price), "tag-text")
            + group(icon("prestige", after + 4, -7, 13), cls="tag-star")
            + text(after + 18, 5, f"{at_most}{best}", "tag-text")
            + (group(icon("demolish", width / 2 - 17, -7, 14), cls="tag-bad") if gone else "")
        )
        return group(group(tag, cls="price-tag"), x=block_x + x, y=block_y + y)

    def _chosen_building(self, choice: Choice) -> str:
        block, quadrants = parts_of(choice["lots"])
        x, y = block_at(block)
        drawn = path(outline(quadrants, inset=1), "lit") + path(outline(quadrants, inset=1), "ring")
        if choice["kind"] == "claim":
            drawn += group(group(self._price(choice["value"]), cls="price-tag"), x=LOT, y=LOT)
        return self._spot(choice, drawn + path(outline(quadrants, inset=0), "hit"), x, y)

    def _price(self, price: int) -> str:
        return (
            rect(-18, -10, 36, 20, "tag", rx=10)
            + group(icon("money", -15, -7, 14), cls="tag-coin")
            + text(8, 5, str(price), "tag-text", "middle")
        )

    def _chosen_circle(self, choice: Choice) -> str:
        x, y = circle_at(choice["circle"])
        return self._spot(choice, circle(0, 0, 21, "lit") + circle(0, 0, 24, "ring") + circle(0, 0, 24, "hit"), x, y)

    def _chosen_row(self, choice: Choice) -> str:
        """One of the two printed rows through the new building (USP-2.12)."""
        block = next(str(frame["new"])[:2] for frame in reversed(self.view["stack"]) if "new" in frame)
        x, y = float(MARGIN - AWAY), row_pair_middle((int(block[1]) - 1) // 2)
        if choice["row"] == "V":
            x, y = middle_of_line(COLUMNS.index(block[0])), SIZE - MARGIN + AWAY
        return self._spot(choice, circle(0, 0, 25, "lit") + circle(0, 0, 27, "ring") + circle(0, 0, 27, "hit"), x, y)


def circle_at(name: str) -> tuple[float, float]:
    """The middle of a grey circle: three in the north, six in the east (USP-2.8)."""
    if name in NORTH:
        return row_pair_middle(NORTH.index(name)), MARGIN - AWAY
    return SIZE - MARGIN + AWAY, middle_of_line(int(name[2:]) - 1)


def bonuses_of(choices: Sequence[Choice]) -> str:
    """What each footprint brings, the best first, in the signs that every language reads."""
    ranked = sorted(choices, key=lambda choice: (-choice["bonus"], choice["lots"]))
    return ", ".join(f"{choice['lots']} {signed(choice['bonus'])}" for choice in ranked)


def hit_area(quadrants: str) -> str:
    """The part of its block where a footprint is pressed: no two footprints of one size share it.

    Single lots and the corner of an L have their own lot; the four dominoes share the block by its diagonals.
    """
    if len(quadrants) == 4:
        return f"M0 0H{BLOCK}V{BLOCK}H0z"
    if len(quadrants) == 2:
        return {
            "ab": f"M0 0H{BLOCK}L{LOT} {LOT}z",
            "cd": f"M0 {BLOCK}H{BLOCK}L{LOT} {LOT}z",
            "ac": f"M0 0V{BLOCK}L{LOT} {LOT}z",
            "bd": f"M{BLOCK} 0V{BLOCK}L{LOT} {LOT}z",
        }[quadrants]
    x, y = lot_at(corner_of(quadrants))
    return f"M{x} {y}h{LOT}v{LOT}h{-LOT}z"


def corner_of(quadrants: str) -> str:
    """A single lot, or the lot of an L that touches the two others."""
    return {"abc": "a", "abd": "b", "acd": "c", "bcd": "d"}.get(quadrants, quadrants[0])


def hit_middle(quadrants: str) -> tuple[float, float]:
    if len(quadrants) == 4:
        return LOT, LOT
    if len(quadrants) == 2:
        return {"ab": (LOT, 18.0), "cd": (LOT, BLOCK - 18.0), "ac": (20.0, LOT), "bd": (BLOCK - 20.0, LOT)}[quadrants]
    x, y = lot_at(corner_of(quadrants))
    return x + LOT / 2, y + LOT / 2


def _lots(entry: Mapping[str, Any]) -> list[str]:
    block, quadrants = parts_of(entry["lots"])
    return [block + quadrant for quadrant in quadrants]


def _from_the_north(entry: Mapping[str, Any]) -> tuple[int, int, str]:
    """Buildings further south are drawn later: their roofs may reach over what is behind them."""
    lots = entry["lots"]
    return int(lots[1]), int(lots[2] in "cd"), lots


def _by_row(block: str) -> tuple[str, str]:
    return block[1], block[0]
