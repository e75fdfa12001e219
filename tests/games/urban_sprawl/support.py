"""For the rules tests: one board that all know, positions on it, moves in notation, and what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from conurb import games
from conurb.games.urban_sprawl import UrbanSprawl
from conurb.games.urban_sprawl.data import Data, default_data, read_data
from conurb.games.urban_sprawl.rules import State
from conurb.kernel.scenario import dig, split_move

GAME = cast("UrbanSprawl", games.get("urban-sprawl"))
DATA: Data = default_data()
PACK = (Path(__file__).parents[3] / "src/conurb/games/urban_sprawl/data.toml").read_text(encoding="utf-8")

# The starting buildings, claimed, and a park; nothing stands near A3 (value 2) and F3 (value 3, at the water).
BUILDINGS: tuple[tuple[str, str, int | None], ...] = (
    ("A1d", "RES", 0),  # value 4
    ("F1c", "RES", 1),  # 5
    ("A6b", "RES", 2),  # 3
    ("F6a", "RES", 0),  # 4
    ("E2c", "COM", 1),  # 6
    ("D3c", "COM", 0),  # 7
    ("C4b", "COM", 2),  # 6
    ("B5b", "COM", 1),  # 6
    ("B2d", "IND", 0),  # 7
    ("C3d", "IND", 1),  # 6
    ("D4a", "CIV", 2),  # 7
    ("E5a", "CIV", 0),  # 5
    ("A4a", "PARK", 1),  # 2
)
WEALTH = (20, 25, 30, 20)
PRESTIGE = (12, 10, 8, 20)
ONLY = {"CIV": "P33", "COM": "P34", "IND": "P35", "RES": "P36"}  # a permit of level 4 for each zone

Building = tuple[str, str, int | None]


def buildings(extra: Iterable[Building] = (), without: Iterable[str] = (), players: int = 3) -> list[dict[str, object]]:
    """The board that all know, with some more buildings and without some."""
    left_out = set(without)
    every = [entry for entry in BUILDINGS if entry[0] not in left_out] + list(extra)
    return [
        {"lots": lots, "zone": zone, "owner": owner if owner is None or owner < players else None}
        for lots, zone, owner in every
    ]


def seats(players: int = 3, **of: Sequence[object]) -> list[dict[str, object]]:
    """Wealth 20, 25, 30, prestige 12, 10, 8, Media at seat 1; `planning=[[...], ...]` and so on, seat by seat."""
    made: list[dict[str, object]] = [
        {
            "wealth": WEALTH[seat],
            "prestige": PRESTIGE[seat],
            "planning": [],
            "vocations": {"Media": 1} if seat == 1 else {},
        }
        for seat in range(players)
    ]
    for name, values in of.items():
        for seat, value in enumerate(values):
            if value is not None:
                made[seat][name] = value
    return made


def position(players: int = 3, **more: object) -> dict[str, object]:
    """Seat 0 has 6 AP in turn 5; one permit lies in planning box 1, no contract is on offer."""
    made: dict[str, object] = {
        "players": players,
        "phase": "action",
        "turn": 5,
        "seats": seats(players),
        "buildings": buildings(players=players),
        "planning": {"boxes": ["P02"]},
        "contracts": {"boxes": []},
    }
    made.update(more)
    return made


def new(players: int, options: Mapping[str, object] | None = None, seed: int = 0) -> State:
    """A game at its set-up."""
    return cast("State", GAME.new(players, options, seed))


def load(players: int = 3, data: Data | None = None, /, **more: object) -> State:
    return GAME.load(position(players, **more), seed=1, data=data)


def play(state: State, *moves: str) -> State:
    """Moves in notation, the seat first where it is not clear; the state itself is changed and returned."""
    for move in moves:
        seat, text = split_move(state, move)
        state.apply(seat, state.parse(seat, text))
        state.check()
    return state


def legal(state: State) -> list[str]:
    """What the one seat to act may do, in notation."""
    (seat,) = state.to_act()
    return [state.text(seat, action) for action in state.legal(seat)]


def asked(state: State) -> tuple[str, int]:
    """The decision at hand and who makes it."""
    decision = cast("Mapping[str, Any]", state.save()["decision"])
    return str(decision["kind"]), int(decision["seat"])


def money(state: State) -> list[tuple[int, int]]:
    return [(int(state.wealth[seat]), int(state.prestige[seat])) for seat in range(int(state.players))]


def gains(before: State, after: State) -> dict[int, tuple[int, int]]:
    """Wealth and prestige won or lost by each seat for whom anything changed."""
    pairs = zip(money(before), money(after), strict=True)
    changed = {seat: (now[0] - was[0], now[1] - was[1]) for seat, (was, now) in enumerate(pairs)}
    return {seat: change for seat, change in changed.items() if change != (0, 0)}


def at(state: State, path: str) -> object:
    return dig(state.save(), path)


def building(state: State, lots: str) -> tuple[str, int | None] | None:
    """Zone and controller of the building on exactly these lots."""
    for entry in cast("list[dict[str, Any]]", state.save()["buildings"]):
        if entry["lots"] == lots:
            return entry["zone"], entry["owner"]
    return None


def contract(card: str, **more: object) -> State:
    """Seat 0 may build that contract out of box 1, with one permit of level 4."""
    zone = DATA.card_json(DATA.numbers[card])["zone"]
    given: dict[str, object] = {
        "seats": seats(planning=[[ONLY[str(zone)]]]),
        "contracts": {"boxes": [card], "city": {"active": True}, "metropolis": {"active": True}},
        **more,
    }
    return load(3, **given)


def made_up(card: str, **fields: str) -> Data:
    """The data pack with some fields of one card written anew, each as TOML."""
    return read_data(made_up_text(PACK, card, fields), "made up")


def made_up_text(pack: str, card: str, fields: Mapping[str, str]) -> str:
    """Replaces whole fields of a card; a field the card does not have is added."""
    head, mark, rest = pack.partition(f'[[card]]\nid = "{card}"\n')
    assert mark, card
    body, bar, tail = rest.partition("\n[[card]]")
    lines: list[str] = []
    kept = True
    for line in body.splitlines():
        if line[:1].isalpha():
            kept = line.split(" =")[0] not in fields
        if kept:
            lines.append(line)
    lines = [f"{name} = {value}" for name, value in fields.items()] + lines
    return head + mark + "\n".join(lines) + "\n" + bar + tail


@cache
def card_ids(kind: str, deck: str | None = None) -> tuple[str, ...]:
    shown = [DATA.card_json(n) for n in range(len(DATA.cards))]
    return tuple(str(c["id"]) for c in shown if c["kind"] == kind and deck in (None, c["deck"]))
