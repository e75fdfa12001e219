# interpreted: a table
"""How strong each level is in each game, as the arena found: `ratings.toml`, written by `python -m tools.rate`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def ratings(game: str) -> dict[str, int]:
    """The ratings of a game by level, as chess players know them: 1500 is where everybody begins. Some may be missing.

    >>> ratings("prosperity")["greedy"] > ratings("prosperity")["random"]
    True
    """
    table = tomllib.loads((files("conurb.bots") / "ratings.toml").read_text(encoding="utf-8"))
    found: dict[str, int] = table.get(game, {})
    return found
