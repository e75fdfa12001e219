"""Boards and cities as pictures, drawn by the title's `show/board.py` from a view."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from conurb.server.errors import NotFound

PNG_WIDTH = 1600  # pixels


def _artist(game: str) -> Any:
    return importlib.import_module(f"conurb.games.{game.replace('-', '_')}.show.board")


def board_svg(view: Mapping[str, Any], names: Sequence[str], dark: bool, language: str = "en") -> str:
    """The whole table."""
    return str(_artist(view["game"]).board(view, names=list(names), dark=dark, language=language))


def city_svg(view: Mapping[str, Any], city: int, names: Sequence[str], dark: bool, language: str = "en") -> str:
    """One city as a sheet to print."""
    artist = _artist(view["game"])
    count = artist.posters(view)
    if not 0 <= city < count:
        raise NotFound("no_city", city=city, last=count - 1)
    return str(artist.poster(view, city, names=list(names), dark=dark, language=language))


def png(svg: str, width: int = PNG_WIDTH) -> bytes:
    """The picture as pixels; it takes a while, so in a thread."""
    import resvg_py  # late: only this needs it

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
