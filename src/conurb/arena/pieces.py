"""What tiles and cards are called in a report."""

from __future__ import annotations

from typing import Any

from conurb.kernel.game import Game

BUILDINGS = {
    "S": "shop",
    "F": "factory",
    "D": "drink tavern",
    "E": "food tavern",
    "M": "music tavern",
    "B": "bed tavern",
    "O": "office",
    "P": "park",
    "H": "house",
}


def piece_names(game: Game, data: Any = None) -> dict[str, str]:
    """The name of every tile or card by its id. Where many are alike, they share the name of their kind."""
    tables = game.default_data() if data is None else data
    if game.key == "between-two-cities":
        return {id: faces(tables.tile_json(number)["faces"]) for number, id in enumerate(tables.ids)}
    if game.key == "urban-sprawl":
        return {card.id: card.name for card in tables.cards}
    return dict(zip(tables.ids, tables.names, strict=True))


def faces(letters: str) -> str:
    """The buildings of a tile of Between Two Cities; which half is which does not matter.

    >>> faces("SH")
    'house and shop'
    """
    return " and ".join(sorted(BUILDINGS[letter] for letter in letters))
