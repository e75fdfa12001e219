"""The score companion: the countries of a real table at the end of the last turn, written down, scored (PRO-6).

Text: a block of lines for each player, a blank line between players, # for comments.

    side: silver          # or black; left out: silver
    score: 31             # on the score track, before the final scoring
    money: 450
    discs: 6
    energy: 14            # squares of the research markers
    ecology: 17
    P1: U21               # the tile on top of each space; spaces without a tile are left out
    I2: D15
    pay: 2 0              # levels of missing energy paid for in the two energy tallies; left out: what scores most

JSON: {"players": [{"side": ..., "score": ..., "money": ..., "discs": ..., "research": {"energy": ..., "ecology": ...},
"spaces": {"P1": "U21"}, "pay": [2, 0]}, ...]}. The player of the last turn comes last; the order matters for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import Any

from conurb.games.prosperity import position as positions
from conurb.games.prosperity.data import Data, default_data
from conurb.games.prosperity.moves import PAY
from conurb.games.prosperity.options import MOST_PLAYERS, Options
from conurb.games.prosperity.rules import State
from conurb.kernel import documents
from conurb.kernel.checks import BadPosition, fields, number_in, unknown, whole_number
from conurb.kernel.rng import Rng

FEWEST_PLAYERS = 2
PLAYER_FIELDS = ("side", "score", "money", "discs", "research", "spaces", "pay")
NUMBERS = ("score", "money", "discs", "energy", "ecology")


def score(text: str, data: Data | None = None) -> dict[str, Any]:
    """The sheet of the final scoring; BadPosition says what cannot be read.

    >>> sheet = score("score: 20\\nmoney: 300\\n\\nscore: 25\\n")
    >>> [player["score"] for player in sheet["players"]]
    [25, 30]
    """
    players = read_json(text) if text.lstrip()[:1] in ("{", "[") else read_lines(text)
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise BadPosition(f"expected {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {len(players)}")
    pack = default_data() if data is None else data
    for number, player in enumerate(players, 1):
        check_pay(player.get("pay"), number, int(pack.final_energy_tallies))
    state = open_final(players, pack)
    remarks = []
    while not state.over():
        seat = int(state.next_seat())
        wanted = players[seat].get("pay")
        paid = best_payment(state) if wanted is None else wanted[int(state.final_tally)]
        if PAY + paid not in state.legal(seat):
            most = len(state.legal(seat)) - 1
            raise BadPosition(f"player {seat + 1}: pay: {paid} levels cannot be paid for, 0 to {most} can (PRO-3.6)")
        if wanted is None:
            remarks.append(
                f"player {seat + 1}: missing energy, {paid} levels paid for in tally {state.final_tally + 1}"
            )
        state.apply(seat, PAY + paid)
    sheet: dict[str, Any] = state.sheet()
    if remarks:
        sheet["remarks"] = remarks
    return sheet


def open_final(players: list[dict[str, Any]], data: Data) -> State:
    """A state at the beginning of the final scoring."""
    seats = []
    for number, player in enumerate(players):
        seat = {name: player[name] for name in PLAYER_FIELDS if name in player and name != "pay"}
        spaces = player.get("spaces", {})
        if not isinstance(spaces, Mapping):
            raise BadPosition(f"player {number + 1}: spaces: expected the tile on top of each space, not {spaces!r}")
        seat["spaces"] = {space: [tile] for space, tile in spaces.items()}
        seats.append(seat)
    state = State(len(players), data, Options(), Rng(0))
    try:
        positions.fill(state, {"players": len(players), "phase": "final", "seats": seats}, 0)
    except BadPosition as error:
        raise BadPosition(re.sub(r"seats\.(\d)", lambda found: f"player {int(found[1]) + 1}", str(error))) from None
    return state


def best_payment(state: State) -> int:
    """The payment after which this player has most points, then most money; the second tally is tried too."""
    seat = int(state.next_seat())
    best: tuple[int, int] | None = None
    choice = 0
    for first, second in product(state.legal(seat), repeat=2):
        trial = state.clone()
        trial.step(seat, first)
        while not trial.over():
            other = int(trial.next_seat())
            legal = trial.legal(other)
            trial.step(other, second if other == seat and second in legal else legal[-1])
        worth = (trial.scores()[seat], int(trial.countries[seat].money))
        if best is None or worth > best:
            best, choice = worth, first - PAY
    return choice


# --- reading


def read_json(text: str) -> list[dict[str, Any]]:
    """Players from JSON; a bare list is the players."""
    document = documents.read_json(text, BadPosition)
    if isinstance(document, list):
        document = {"players": document}
    players = fields("companion", document, ("players",)).get("players")
    if not isinstance(players, list):
        raise BadPosition("players: expected a list of players")
    return [dict(fields(f"player {number}", player, PLAYER_FIELDS)) for number, player in enumerate(players, 1)]


def check_pay(pay: object, number: int, tallies: int) -> None:
    """A number for each energy tally of the data pack, or nothing at all."""
    if pay is None:
        return
    if not isinstance(pay, list) or len(pay) != tallies or any(whole_number(levels) is None for levels in pay):
        wanted = f"the levels paid for in {tallies} tallies, such as {[0] * tallies}"
        raise BadPosition(f"player {number}: pay: expected {wanted}, not {pay!r}")


def read_lines(text: str) -> list[dict[str, Any]]:
    """Players from blocks of lines."""
    players: list[dict[str, Any]] = []
    fresh = True
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            fresh = fresh or not raw.strip()
            continue
        if fresh:
            players.append({"research": {}, "spaces": {}})
            fresh = False
        read_line(line, players[-1], f"line {number}")
    return players


def read_line(line: str, player: dict[str, Any], where: str) -> None:
    found = re.fullmatch(r"(\w+)\s*[:=]\s*(.+)", line)
    if found is None:
        raise BadPosition(f"{where}: expected a name and a value, such as 'money: 450' or 'P1: U21', not {line!r}")
    name, value = found[1].lower(), found[2].strip()
    if name == "side":
        player["side"] = value.lower()
    elif name == "pay":
        words = value.replace(",", " ").split()
        player["pay"] = [number_in(word) for word in words]
    elif name in NUMBERS:
        amount = number_in(value)
        if isinstance(amount, str) or amount < 0:
            raise BadPosition(f"{where}: {name}: expected a whole number from 0, not {value!r}")
        target = player["research"] if name in ("energy", "ecology") else player
        target[name] = amount
    elif re.fullmatch(r"[pstiPSTI]\d+", name):
        player["spaces"][name.upper()] = value.upper()
    else:
        raise BadPosition(f"{where}: {unknown('name', found[1], (*NUMBERS, 'side', 'pay', 'P1', 'S1', 'T1', 'I1'))}")
