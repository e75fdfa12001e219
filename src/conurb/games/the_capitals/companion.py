"""The score companion: the final sheet of a real table, from a position file.

The file is a position as JSON (docs/positions/the_capitals.md), as short as it may be: for every player the tracks, the
power plant, the cubes on it, and the tiles that score at the end with their neighbours.

    {"players": 3, "initiative": [2, 5, 3], "seats": [
        {"prestige": 31, "economy": 14, "culture": 21, "energy": 9, "plant": "plant_5_1", "progress": 2,
         "city": [{"tile": "community_center", "cell": [1, 1]}, {"tile": "cole_harbor", "cell": [2, 1]}]}, ...]}

Without a phase the game is taken to be over, after the last World Expo and before final scoring (CAP-6.20 to CAP-6.24).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conurb.games.the_capitals.data import Data
from conurb.kernel.checks import BadPosition
from conurb.kernel.documents import read_json


def score(text: str, data: Data | None = None) -> dict[str, Any]:
    """The score sheet of a position; BadPosition says what cannot be read.

    >>> score('{"players": 2, "initiative": [6, 1], "seats": [{"prestige": 30, "culture": 9}]}')["players"][0]["total"]
    38
    """
    from conurb.games.the_capitals import TheCapitals  # late: the title imports everything else

    document = read_json(text, BadPosition)
    if not isinstance(document, Mapping):
        raise BadPosition("expected a position: an object with players, initiative and seats")
    state = TheCapitals().load({"phase": "over", **document}, seed=0, data=data)
    return state.sheet()
