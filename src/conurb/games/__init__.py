"""The catalogue of games.

>>> get("between-two-cities").title
'Between Two Cities'
"""

from __future__ import annotations

from functools import partial
from importlib import import_module

from conurb.games.between_two_cities import BetweenTwoCities
from conurb.games.prosperity import Prosperity
from conurb.games.the_capitals import TheCapitals
from conurb.games.urban_sprawl import UrbanSprawl
from conurb.kernel.checks import BadOption, unknown
from conurb.kernel.game import Game
from conurb.kernel.state import PAINTERS, View

CATALOGUE: dict[str, Game] = {
    game.key: game for game in (BetweenTwoCities(), Prosperity(), TheCapitals(), UrbanSprawl())
}


def get(name: str) -> Game:
    """The game of that name; underscores and capitals are forgiven."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key not in CATALOGUE:
        raise BadOption(unknown("game", name, CATALOGUE))
    return CATALOGUE[key]


def _paint(key: str, view: View) -> str:
    # Imported when a picture is wanted: the engine never needs them.
    return str(import_module(f"conurb.games.{key.replace('-', '_')}.show.board").board(view))


PAINTERS.update({key: partial(_paint, key) for key in CATALOGUE})
