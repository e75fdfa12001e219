"""The score companion: cities of a real table, written down, scored (BTC-5.21).

Text: four lines of letters a city, a blank line between cities, a line `players: 4` for a ranking, # for comments.

    players: 3        # left out: the cities are scored, nobody is ranked

    SSSH
    DOFP
    OEHP
    HMSO
    ...

JSON: {"cities": [["SSSH", "DOFP", "OEHP", "HMSO"], ...], "players": 3}. City 0 lies between seat 0 and seat 1, and so
on round the table (BTC-0.2); with two players, cities 0 and 1 belong to seat 0. Small letters and spaces are forgiven.
"""

from __future__ import annotations

import re
from typing import Any

from conurb.games.between_two_cities.data import MOST_PLAYERS, Data, default_data
from conurb.games.between_two_cities.scoring import full_sheet, read_cities, surplus
from conurb.kernel import documents
from conurb.kernel.checks import BadPosition, fields, number_in, whole_number

FEWEST_PLAYERS = 2


def score(text: str, data: Data | None = None) -> dict[str, Any]:
    """The score sheet of written cities; BadPosition says what cannot be read.

    >>> score("SSS. ..S. .... ....".replace(" ", "\\n"))["cities"][0]["shops"]
    12
    """
    cities, players = read_json(text) if text.lstrip()[:1] in ("{", "[") else read_lines(text)
    pack = default_data() if data is None else data
    built = read_cities(cities, players)
    sheet: dict[str, Any] = full_sheet(built, players or 0, pack)
    remarks = surplus(built, pack)
    if remarks:
        sheet["remarks"] = remarks
    return sheet


def read_json(text: str) -> tuple[list[object], int | None]:
    """Cities and number of players from JSON; a bare list is the cities."""
    document = documents.read_json(text, BadPosition)
    if isinstance(document, list):
        document = {"cities": document}
    known = fields("companion", document, ("cities", "players"))
    cities = known.get("cities")
    if not isinstance(cities, list) or not cities:
        raise BadPosition("cities: expected a list of cities, each a list of four texts of four letters")
    players = known.get("players")
    return [_forgiven(city) for city in cities], None if players is None else check_players(players)


def _forgiven(city: object) -> object:
    return [row.upper() if isinstance(row, str) else row for row in city] if isinstance(city, list) else city


def read_lines(text: str) -> tuple[list[object], int | None]:
    """Cities and number of players from lines of letters."""
    players: int | None = None
    blocks: list[list[str]] = [[]]
    for raw in text.splitlines():
        line = raw.partition("#")[0].strip()
        heading = re.fullmatch(r"players\s*[:=]\s*(.*)", line, flags=re.IGNORECASE)
        if heading:
            players = check_players(number_in(heading[1]))
        elif line:
            blocks[-1].append("".join(line.split()).upper())
        elif blocks[-1] and not raw.strip():
            blocks.append([])
    cities: list[object] = [block for block in blocks if block]
    if not cities:
        raise BadPosition("no city found: write four lines of four letters for each, such as SSSH, DOFP, OEHP, HMSO")
    return cities, players


def check_players(players: object) -> int:
    number = whole_number(players)
    if number is None or not FEWEST_PLAYERS <= number <= MOST_PLAYERS:
        raise BadPosition(f"players: expected a number from {FEWEST_PLAYERS} to {MOST_PLAYERS}, not {players!r}")
    return number
