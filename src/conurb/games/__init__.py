"""The catalogue of games.

>>> get("between-two-cities").title
'Between Two Cities'
"""

from __future__ import annotations

from conurb.games.between_two_cities import BetweenTwoCities
from conurb.games.prosperity import Prosperity
from conurb.games.the_capitals import TheCapitals
from conurb.games.urban_sprawl import UrbanSprawl
from conurb.kernel.checks import BadOption, unknown
from conurb.kernel.game import Game
from conurb.kernel.state import PAINTERS, View

# What is offered everywhere: in lists, in the browser, in the tests that every game must pass.
CATALOGUE: dict[str, Game] = {game.key: game for game in (BetweenTwoCities(), TheCapitals())}
# Engines and text screens that are there, but not yet complete: found by name, offered nowhere.
WORKSHOP: dict[str, Game] = {game.key: game for game in (Prosperity(), UrbanSprawl())}


def get(name: str) -> Game:
    """The game of that name; underscores and capitals are forgiven."""
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key in WORKSHOP:
        return WORKSHOP[key]
    if key not in CATALOGUE:
        raise BadOption(unknown("game", name, CATALOGUE))
    return CATALOGUE[key]


def _paint_between_two_cities(view: View) -> str:
    from conurb.games.between_two_cities.show import board  # late: the engine never needs the pictures

    return board.board(view)


PAINTERS["between-two-cities"] = _paint_between_two_cities


def _paint_the_capitals(view: View) -> str:
    from conurb.games.the_capitals.show import board  # late: the engine never needs the pictures

    return board.board(view)


PAINTERS["the-capitals"] = _paint_the_capitals
