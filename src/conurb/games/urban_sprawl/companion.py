"""The score companion: the end of a real game, written down, scored (USP-6).

Text: a line for each thing, # for comments. Seats are counted from 0, the first player.

    players: 3
    prestige: 41 38 50
    wealth: 37 12 5
    office: Treasurer 0
    circle: E-5 prestige 6
    D3bd CIV 0            # lots, zone, controller; - for nobody
    A1b PARK -

JSON: a position, of which players, seats (wealth, prestige), offices, circles and buildings count.
"""

from __future__ import annotations

import re
from typing import Any

from conurb.games.urban_sprawl import UrbanSprawl
from conurb.games.urban_sprawl.data import Data, default_data
from conurb.games.urban_sprawl.view import SEAT_FIELDS, list_in
from conurb.kernel import documents
from conurb.kernel.checks import BadPosition, fields, number_in

GAME = UrbanSprawl()
FIELDS = ("players", "seats", "offices", "circles", "buildings")


def score(text: str, data: Data | None = None) -> dict[str, Any]:
    """The score sheet of a finished game; BadPosition says what cannot be read.

    >>> sheet = score("players: 2\\nprestige: 10 20\\nwealth: 37 5\\nA1d RES 0")
    >>> [player["total"] for player in sheet["players"]]
    [16, 20]
    """
    written = read_json(text) if text.lstrip()[:1] == "{" else read_lines(text)
    if "players" not in written:
        raise BadPosition("players is missing: write how many played, such as 'players: 3'")
    seats = [
        {**fields(f"seats.{n}", seat, SEAT_FIELDS), "planning": []}
        for n, seat in enumerate(list_in("seats", written.get("seats", []), GAME.player_counts[-1]))
    ]
    position = {"buildings": [], **written, "seats": seats, "phase": "over", "politicians": True}
    return GAME.load(position, seed=0, data=default_data() if data is None else data).sheet()


def read_json(text: str) -> dict[str, Any]:
    return dict(fields("companion", documents.read_json(text, BadPosition), FIELDS))


def read_lines(text: str) -> dict[str, Any]:
    """Headings with a colon, and a line for each building."""
    written: dict[str, Any] = {"offices": {}, "circles": {}, "buildings": [], "seats": []}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        heading = re.fullmatch(r"(\w+)\s*[:=]\s*(.*)", line)
        if heading:
            read_heading(written, heading[1].lower(), heading[2].split(), f"line {number}")
        else:
            written["buildings"].append(read_building(line, f"line {number}"))
    return written


def read_heading(written: dict[str, Any], name: str, words: list[str], where: str) -> None:
    if name == "players" and len(words) == 1:
        written["players"] = whole(words[0], where)
    elif name in ("wealth", "prestige"):
        for seat, word in enumerate(words):
            while len(written["seats"]) <= seat:
                written["seats"].append({})
            written["seats"][seat][name] = whole(word, where)
    elif name == "office" and len(words) == 2:
        written["offices"][words[0]] = whole(words[1], where)
    elif name == "circle" and len(words) == 3:
        written["circles"][words[0].upper()] = {"kind": words[1], "number": whole(words[2], where)}
    else:
        raise BadPosition(
            f"{where}: expected players: 3, wealth: 37 12 5, prestige: 41 38 50, office: Mayor 0, "
            "circle: E-5 prestige 6, or a building such as D3bd CIV 0"
        )


def read_building(line: str, where: str) -> dict[str, object]:
    words = line.split()
    if len(words) != 3:
        raise BadPosition(f"{where}: a building is its lots, its zone and its controller, such as D3bd CIV 0")
    lots, zone, owner = words
    controller = None if owner == "-" else whole(owner, where)
    return {"lots": lots[:2].upper() + lots[2:].lower(), "zone": zone.upper(), "owner": controller}


def whole(word: str, where: str) -> int:
    number = number_in(word)
    if isinstance(number, str) or number < 0:
        raise BadPosition(f"{where}: expected a whole number from 0, not {word!r}")
    return number
