"""Which tiles of a city pay each other, worked out from a view alone (CAP-1.13 to CAP-1.15, CAP-1.22).

The engine says what a choice gains in all; here is shown where it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .box import View, about
from .face import type_of

Cell = tuple[int, int]
Lots = Mapping[Cell, Mapping[str, Any]]


class Payer(NamedTuple):
    """A tile of the city that pays for a new one, or because of it."""

    cell: Cell
    what: str
    n: int


def cell_of(point: Sequence[int]) -> Cell:
    return (point[0], point[1])


def adjacent(first: Cell, second: Cell) -> bool:
    """Diagonals count (CAP-4.2)."""
    return first != second and abs(first[0] - second[0]) <= 1 and abs(first[1] - second[1]) <= 1


def cell_order(cell: Cell) -> tuple[int, int]:
    """Smaller y first, then smaller x (CAP-4.10)."""
    return (cell[1], cell[0])


def printed_progress(tile: Mapping[str, Any]) -> int:
    """CAP-1.16"""
    return sum(int(entry["n"]) for entry in tile["immediate"] if entry.get("gain") == "progress" and "n" in entry)


def matches(chosen: Mapping[str, Any], tile: str, view: View) -> bool:
    """Whether a filter lets a tile through (CAP-1.13)."""
    known = about(tile, view)
    if known is None:
        return not chosen
    return (
        ("types" not in chosen or known["type"] in chosen["types"])
        and ("density" not in chosen or known.get("density") in chosen["density"])
        and ("tag" not in chosen or chosen["tag"] in known.get("tags", ()))
        and ("progress" not in chosen or printed_progress(known) == chosen["progress"])
    )


def counted(effect: Mapping[str, Any], own: str, at: Cell, lots: Lots, view: View) -> list[Cell]:
    """The tiles that an entry of a tile counts; with `distinct`, one of each other type (CAP-1.15)."""
    cells = [
        cell
        for cell in sorted(lots, key=cell_order)
        if cell != at
        and not lots[cell]["lake"]
        and (effect["scope"] == "city" or adjacent(cell, at))
        and matches(effect["filter"], lots[cell]["tile"], view)
    ]
    if not effect.get("distinct"):
        return cells
    first: dict[str, Cell] = {}
    for cell in cells:
        kind = type_of(lots[cell]["tile"], view)
        if kind != type_of(own, view):
            first.setdefault(kind, cell)
    return list(first.values())


def payers(tile: str, at: Cell, lots: Lots, view: View) -> list[Payer]:
    """What the tiles of a city pay when a tile is built on a cell: for itself (b), and by their own effects (c)."""
    known = about(tile, view)
    if known is None:
        return []
    paid = []
    for effect in [*known["construction"], *(e for e in known["immediate"] if e.get("per") == "tiles")]:
        if "aura" not in effect:
            paid += [Payer(cell, effect["gain"], effect["n"]) for cell in counted(effect, tile, at, lots, view)]
    for cell in sorted(lots, key=cell_order):
        lot = lots[cell]
        other = about(lot["tile"], view)
        if other is None or lot["lake"]:
            continue
        for effect in other["construction"]:
            if "aura" not in effect and _triggers(effect, lot["tile"], cell, tile, at, lots, view):
                paid.append(Payer(cell, effect["gain"], effect["n"]))
    return paid


def _triggers(effect: Mapping[str, Any], own: str, where: Cell, tile: str, at: Cell, lots: Lots, view: View) -> bool:
    """Whether a new tile sets off a construction entry of another one (CAP-1.22 b)."""
    if not matches(effect["filter"], tile, view) or (effect["scope"] == "adjacent" and not adjacent(where, at)):
        return False
    if not effect.get("distinct"):
        return True
    kind = type_of(tile, view)
    there = {type_of(lots[cell]["tile"], view) for cell in counted(effect, own, where, lots, view)}
    return kind != type_of(own, view) and kind not in there


def lasting(tile: str, at: Cell, lots: Lots, view: View) -> list[Cell]:
    """The neighbours that an effect of a tile is about for the rest of the game."""
    known = about(tile, view)
    if known is None:
        return []
    effects = [*known["construction"], *known["permanent"], *known["end_game"]]
    beside = [effect for effect in effects if effect.get("scope") == "adjacent" and "filter" in effect]
    return sorted({cell for effect in beside for cell in counted(effect, tile, at, lots, view)}, key=cell_order)
