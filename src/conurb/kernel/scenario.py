# interpreted: text work
"""Scenarios: a position, some moves in notation, and what must then hold.

One runner for the project's own rules tests and for anybody's (`conurb check FILE`). A scenario file is TOML:

    game = "between-two-cities"

    [[scenario]]
    rules    = ["BTC-3.7"]
    note     = "a pair becomes public when the last seat has chosen"
    players  = 3
    position = { ... }          # partial; left out: the set-up
    moves    = ["0 choose S01 P02", ...]
    expect   = { phase = "place", "cities.0.total" = 4 }

`expect` compares the position afterwards, addressed by dotted paths, except for these words:
illegal (a part of the reason for which the last move is refused), legal (every legal move of the seats to
act), includes / excludes (moves that are / are not legal), scores, ranking, to_act, sheet.* (of the score
sheet) and view.SEAT.* (of what a seat sees).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conurb.kernel.checks import BadPosition, ConurbError, fields, number_in, whole_number
from conurb.kernel.documents import read_toml
from conurb.kernel.game import Game, check_seed
from conurb.kernel.play import read_action
from conurb.kernel.state import HOST, State

_FIELDS = ("rules", "note", "game", "players", "options", "position", "seed", "moves", "expect")


@dataclass(frozen=True)
class Scenario:
    """One checked entry of a scenario file."""

    game: Game
    name: str
    rules: tuple[str, ...]
    players: int
    options: Mapping[str, object]
    position: Mapping[str, object] | None
    seed: int
    moves: tuple[str, ...]
    expect: Mapping[str, object]


def read_scenarios(text: str, find_game: Callable[[str], Game]) -> list[Scenario]:
    """The scenarios of a TOML text; BadPosition says what is wrong with it."""
    document = read_toml(text, BadPosition)
    entries = document.get("scenario")
    if not isinstance(entries, list) or not entries:
        raise BadPosition("no [[scenario]] found")
    return [_scenario(n, entry, document.get("game"), find_game) for n, entry in enumerate(entries, 1)]


def _scenario(number: int, given: object, game: object, find: Callable[[str], Game]) -> Scenario:
    where = f"scenario {number}"
    entry: Mapping[str, Any] = fields(where, given, _FIELDS)
    name = entry.get("game", game)
    if name is None:
        raise BadPosition(f"{where}: game is missing, here and at the top of the file")
    title = find(str(name))
    expect = entry.get("expect")
    if not isinstance(expect, dict) or not expect:
        raise BadPosition(f"{where}: expect is missing, so nothing would be checked")
    if not isinstance(expect.get("illegal", ""), str):
        raise BadPosition(f"{where}: illegal must be a part of the reason, not {expect['illegal']!r}")
    moves = _texts(entry, "moves", where)
    if "illegal" in expect and not moves:
        raise BadPosition(f"{where}: illegal is about the last move, and there are no moves")
    position = entry.get("position")
    for name, table in (("position", position), ("options", entry.get("options"))):
        if table is not None and not isinstance(table, dict):
            raise BadPosition(f"{where}: {name} must be a table, not {table!r}")
    players = entry.get("players", (position or {}).get("players"))
    if players is None:
        raise BadPosition(f"{where}: players is missing")
    return Scenario(
        game=title,
        name=str(entry.get("note", where)),
        rules=_texts(entry, "rules", where),
        players=title.check_players(players),
        options=entry.get("options", {}),
        position=position,
        seed=check_seed(entry.get("seed", 0)),
        moves=moves,
        expect=expect,
    )


def _texts(entry: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    texts = entry.get(name, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadPosition(f"{where}: {name} must be a list of texts")
    return tuple(texts)


def run(scenario: Scenario) -> list[str]:
    """What does not hold; empty if all does."""
    state = start(scenario)
    wanted = scenario.expect.get("illegal")
    for number, move in enumerate(scenario.moves, 1):
        last = number == len(scenario.moves)
        before = state.hash()
        try:
            seat, text = split_move(state, move)
            state.apply(seat, read_action(state, seat, text))
        except ConurbError as error:
            if last and isinstance(wanted, str):
                return _refusal(wanted, str(error), before, state) + _compare_all(state, scenario.expect)
            return [f"move {number} ({move}): {error}"]
    if wanted is not None:
        return [f"expected the last move to be refused ({wanted}), but it was legal"]
    return _compare_all(state, scenario.expect)


def start(scenario: Scenario) -> State:
    if scenario.position is None:
        return scenario.game.new(scenario.players, scenario.options, scenario.seed)
    position = {"players": scenario.players, **scenario.position}
    if scenario.options:
        position["options"] = dict(scenario.options)
    return scenario.game.load(position, seed=scenario.seed)


def split_move(state: State, move: str) -> tuple[int, str]:
    """The seat and the text of a move; the seat may be left out where only one seat is to act."""
    first, _, rest = move.strip().partition(" ")
    seat = number_in(first)
    if isinstance(seat, int) and seat >= 0:
        return seat, rest.strip()
    if first == "host":
        return HOST, rest.strip()
    waiting = state.to_act()
    if len(waiting) != 1:
        raise BadPosition(f"say which seat makes the move {move!r}: seats {waiting} are to act")
    return waiting[0], move.strip()


def _refusal(wanted: str, reason: str, before: int, state: State) -> list[str]:
    faults = []
    if wanted not in reason:
        faults.append(f"refused, but the reason is {reason!r}, without {wanted!r}")
    if state.hash() != before:
        faults.append("the refused move changed the state")
    return faults


def legal_texts(state: State) -> list[str]:
    """Every legal move now, with its seat where several are to act."""
    waiting = state.to_act()
    return [
        (f"{seat} " if len(waiting) > 1 else "") + state.text(seat, action)
        for seat in waiting
        for action in state.legal(seat)
    ]


def _compare_all(state: State, expect: Mapping[str, object]) -> list[str]:
    """Everything expected but a refusal, which `run` sees to."""
    return [fault for path, value in expect.items() if path != "illegal" for fault in _compare(state, path, value)]


def _compare(state: State, path: str, wanted: object) -> list[str]:
    head, _, rest = path.partition(".")
    if path in ("legal", "includes", "excludes"):
        return _compare_legal(path, legal_texts(state), wanted)
    if path in ("scores", "ranking", "to_act"):
        found: object = {"scores": state.scores, "ranking": state.ranking, "to_act": state.to_act}[path]()
    elif head == "sheet":
        found = dig(state.sheet(), rest)
    elif head == "view":
        name, _, inner = rest.partition(".")
        seat = None if name == "none" else number_in(name)
        if isinstance(seat, str) or (seat is not None and not state.has_seat(seat)):
            raise BadPosition(f"expect: {path}: after view comes a seat from 0 to {state.players - 1}, or none")
        found = dig(state.view(seat), inner)
    else:
        found = dig(state.save(), path)
    return [] if same(found, wanted) else [f"{path} should be {wanted!r}, but is {found!r}"]


def same(found: object, wanted: object) -> bool:
    """Whether two parts of documents are equal; unlike in Python, true is not 1."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        return found.keys() == wanted.keys() and all(same(found[name], wanted[name]) for name in found)
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    return found == wanted and isinstance(found, bool) == isinstance(wanted, bool)


def _compare_legal(word: str, found: list[str], wanted: object) -> list[str]:
    if word == "legal" and whole_number(wanted) is not None:
        return [] if len(found) == wanted else [f"{wanted} legal moves expected, but there are {len(found)}"]
    moves = [str(w) for w in wanted] if isinstance(wanted, list) else [str(wanted)]
    if word == "legal":
        return [] if sorted(found) == sorted(moves) else [f"legal moves should be {moves}, but are {found}"]
    wrong = [m for m in moves if (m in found) != (word == "includes")]
    return [f"{m} should {'' if word == 'includes' else 'not '}be legal" for m in wrong]


def dig(document: object, path: str) -> object:
    """The part of a JSON document at a dotted path; `#` counts a list.

    >>> dig({"seats": [{"hand": ["S01", "P02"]}]}, "seats.0.hand.#")
    2
    """
    for step in path.split(".") if path else ():
        if isinstance(document, Mapping) and step in document:
            document = document[step]
        elif isinstance(document, Sequence) and not isinstance(document, str) and step == "#":
            document = len(document)
        elif isinstance(document, Sequence) and step in _places(len(document)):
            document = document[int(step)]
        else:
            raise BadPosition(f"expect: there is no {step!r} in the path {path!r}")
    return document


def _places(length: int) -> set[str]:
    """The numbers that name an item of a list; negative ones count from its end."""
    return {str(place) for place in range(-length, length)}
