"""The catalogue of games.

>>> get("between-two-cities").title
'Between Two Cities'
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

from conurb.games.between_two_cities import BetweenTwoCities
from conurb.games.prosperity import Prosperity
from conurb.games.the_capitals import TheCapitals
from conurb.games.urban_sprawl import UrbanSprawl
from conurb.kernel.checks import BadOption, unknown
from conurb.kernel.game import Game
from conurb.kernel.state import PAINTERS, PICKLERS, Position, State, View

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


def _load(key: str, position: Position) -> State:
    return CATALOGUE[key].load(position)


def _pickle(state: Any) -> tuple[object, ...]:
    if state.data is not CATALOGUE[state.game].default_data():
        raise TypeError(
            "cannot pickle a game with a data pack of its own: pickle its save(), and load that with the pack"
        )
    return _load, (state.game, state.save())


PAINTERS.update({key: partial(_paint, key) for key in CATALOGUE})
PICKLERS.update(dict.fromkeys(CATALOGUE, _pickle))

__all__ = ["CATALOGUE", "get"]
