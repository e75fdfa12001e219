"""Boards and cities as pictures, drawn by the title's `show/board.py` from a view."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from conurb.server.errors import NotFound

PNG_WIDTH = 1600  # pixels


def _artist(game: str) -> Any:
    return importlib.import_module(f"conurb.games.{game.replace('-', '_')}.show.board")


def board_svg(view: Mapping[str, Any], names: Sequence[str], dark: bool) -> str:
    """The whole table."""
    return str(_artist(view["game"]).board(view, names=list(names), dark=dark))


def city_svg(view: Mapping[str, Any], city: int, names: Sequence[str], dark: bool) -> str:
    """One city as a sheet to print."""
    cities = view.get("cities") or view["seats"]  # where every player has a city, they are the seats
    if not 0 <= city < len(cities):
        raise NotFound(f"there is no city {city}: cities are 0 to {len(cities) - 1}")
    return str(_artist(view["game"]).poster(view, city, names=list(names), dark=dark))


def png(svg: str, width: int = PNG_WIDTH) -> bytes:
    """The picture as pixels; it takes a while, so in a thread."""
    import resvg_py  # late: only this needs it

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
