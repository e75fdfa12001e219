"""The pictures of Urban Sprawl on the start page: a harbour town, and a city that has grown."""

from __future__ import annotations

from collections.abc import Sequence

from .art import SIZE, block_at, use_building
from .marks import seat_mark, star
from .pen import element, group, use

_TOWN = (
    ("RES", "C1ac"),
    ("RES", "D1ab"),
    ("PARK", "D1d"),
    ("COM", "E1abc"),
    ("RES", "F1ab"),
    ("RES", "F1cd"),
    ("IND", "C2abd"),
    ("CIV", "D2abcd"),
    ("COM", "E2ac"),
    ("COM", "E2bd"),
    ("PARK", "F2a"),
    ("RES", "F2bd"),
    ("IND", "C3ab"),
    ("COM", "D3cd"),
    ("CIV", "D3a"),
    ("IND", "E3ab"),
    ("COM", "F3abcd"),
)
_REST = (
    ("RES", "A1d"),
    ("RES", "A1ab"),
    ("IND", "B2d"),
    ("IND", "B2ab"),
    ("IND", "A3abcd"),
    ("IND", "B3abd"),
    ("PARK", "A4c"),
    ("COM", "C4ac"),
    ("COM", "C4b"),
    ("CIV", "D4a"),
    ("CIV", "D4cd"),
    ("CIV", "E4abcd"),
    ("PARK", "F4b"),
    ("RES", "A5bd"),
    ("COM", "B5acd"),
    ("PARK", "C5b"),
    ("CIV", "E5a"),
    ("RES", "F5abcd"),
    ("RES", "A6b"),
    ("RES", "A6ac"),
    ("PARK", "C6d"),
    ("COM", "D6ab"),
    ("RES", "F6a"),
)
_OWNERS = ((0, "D2"), (1, "F3"), (2, "C2"), (3, "E1"))


def cover() -> str:
    """The north-east of a town, between the water and the works."""
    x, y = block_at("C1")
    scale = 400 / (SIZE - x + 26)
    drawn = use("ground", 0, 0, SIZE) + _buildings(_TOWN) + group(star(4, *_circle()), cls="number")
    return (
        '<svg class="picture" id="picture-urban-sprawl" viewBox="0 0 400 260" '
        'preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        + element("g", drawn, transform=f"scale({scale:.4g}) translate({26 - x:.4g} {30 - y:.4g})")
        + "</svg>"
    )


def example() -> str:
    """A city that fills its blocks."""
    owners = "".join(_owner(seat, block) for seat, block in _OWNERS)
    drawn = use("ground", 0, 0, SIZE) + _buildings((*_TOWN, *_REST)) + owners
    return element("svg", drawn, viewBox=f"0 0 {SIZE} {SIZE}")


def _circle() -> tuple[float, float]:
    x, y = block_at("E1")
    return x + 101, y - 56


def _buildings(plots: Sequence[tuple[str, str]]) -> str:
    return "".join(use_building(zone, lots[2:], *block_at(lots[:2])) for zone, lots in plots)


def _owner(seat: int, block: str) -> str:
    x, y = block_at(block)
    return seat_mark(seat, str(seat + 1), x + 12, y + 12, 26)
