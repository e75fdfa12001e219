"""What an environment shows to people: a text screen, or the board as pixels."""

from __future__ import annotations

import importlib
import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from conurb.extras import need
from conurb.kernel.checks import BadOption, listing
from conurb.kernel.state import PAINTERS, View
from conurb.names import DEFAULT_NAMES

HUMAN = "human"
COLUMNS = 120
PIXELS = 900  # width of a picture


def render_modes(game: str) -> list[str]:
    """Text everywhere; pixels where the game has a picture."""
    return [HUMAN, "ansi", *(["rgb_array"] if game in PAINTERS else [])]


def check_mode(mode: str | None, game: str) -> str | None:
    modes = render_modes(game)
    if mode is not None and mode not in modes:
        raise BadOption(f"render_mode: {game} can be shown as {listing(modes)}, not {mode!r}")
    return mode


def render(view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The view in one of the modes; `human` is printed."""
    if mode == "rgb_array":
        return pixels(PAINTERS[str(view["game"])](view))
    if mode == "ansi":
        return text(view)
    if mode == HUMAN:
        print(text(view))
    return None


def text(view: View) -> str:
    """The game's text screen."""
    terminal: Any = importlib.import_module(f"conurb.games.{str(view['game']).replace('-', '_')}.show.terminal")
    players = view["players"]
    assert isinstance(players, int)
    to = Console(file=io.StringIO(), width=COLUMNS, color_system=None)
    to.print(terminal.screen(view, DEFAULT_NAMES[:players]))
    assert isinstance(to.file, io.StringIO)
    return to.file.getvalue()


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as rows of red, green and blue."""
    need("PIL", "gymnasium")
    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=PIXELS, background="#ffffff"))
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
