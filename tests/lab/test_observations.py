"""What environments show as arrays: everything that a seat with a perfect memory knows, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from conurb.games.urban_sprawl.terms import PERMIT, RENEWAL
from conurb.kernel.rng import Rng
from conurb.kernel.state import State
from conurb.lab.arrays import parts_of
from conurb.lab.table import Observation, Table
from conurb.testing.worlds import differences
from tests.lab.settings import SETTINGS, TITLES

# Not part of the position: the log, what follows from the rest, and numbers of the record.
NOT_SHOWN = ("legal", "count", "undo_floor", "history")
HELD_BY_ME = 5  # among the numbers of a card of Urban Sprawl
BRANCHES = 10
WORLDS = 3
STRIDE = {"between-two-cities": 5, "prosperity": 9, "the-capitals": 23, "urban-sprawl": 67}


def known(state: State, seat: int) -> dict[str, Any]:
    """The view of a seat, without what is not part of the position."""
    shown = {name: value for name, value in state.view(seat).items() if name not in NOT_SHOWN}
    if state.game == "between-two-cities":
        data = TITLES[state.game].default_data()
        shown = without_twins(
            shown, {id: faces for id, faces in zip(data.ids, data.faces, strict=True) if len(faces) == 1}
        )
        shown["memory"].pop("discards")  # that the tile is out of the game counts, not when it left
        for hand in shown["memory"]["hands"]:
            if hand is not None:
                hand.sort()
    return shown


def without_twins(value: Any, kinds: dict[str, str]) -> Any:
    """Squares of the same kind are the same; their numbers are for the record."""
    if isinstance(value, list):
        return [without_twins(item, kinds) for item in value]
    if isinstance(value, dict):
        return {name: without_twins(item, kinds) for name, item in value.items()}
    return kinds.get(value, value) if isinstance(value, str) else value


def relatives(state: State, chance: Random) -> list[State]:
    """Positions that differ from this one in one decision, or in what a spectator cannot see."""
    seat = chance.choice(state.to_act())
    legal = state.legal(seat)
    found = [state.clone()]
    for action in chance.sample(legal, min(BRANCHES, len(legal))):
        child = state.clone()
        child.step(seat, action)
        found.append(child)
    return found + [state.imagine(None, Rng(chance.getrandbits(32))) for _ in range(WORLDS)]


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_arrays_tell_as_much_as_views(game: str, players: int) -> None:
    """Positions that look different to a seat have different arrays."""
    table = Table(game, players)
    table.deal(seed=players)
    chance = Random(players)
    compared = 0
    state = table.state
    while not state.over():
        if state.count % STRIDE[game] == 0:
            family = relatives(state, chance)
            seat = chance.randrange(players)
            seen: dict[bytes, dict[str, Any]] = {}
            for member in family:
                table.state = member
                array = table.look(seat)["observation"]
                assert np.abs(array).max() <= 1.0
                shown = known(member, seat)
                other = seen.setdefault(array.tobytes(), shown)
                told = differences(other, shown)
                assert not told, f"after {state.count} actions: the same array for {told[:3]}"
                compared += 1
        seat = chance.choice(state.to_act())
        state.step(seat, chance.choice(state.legal(seat)))
    assert compared > 50


@pytest.mark.parametrize(("game", "players"), SETTINGS)
def test_arrays_tell_no_more_than_views(game: str, players: int) -> None:
    """Two worlds: whatever a seat cannot tell apart has the same arrays, mask included."""
    table = Table(game, players)
    table.deal(seed=players + 50)
    state = table.state
    chance = Random(players)
    worlds = 0
    while not state.over():
        if state.count % (2 * STRIDE[game]) == 0:
            for seat in range(players):
                table.state = state
                true = table.look(seat)
                table.state = state.imagine(seat, Rng(chance.getrandbits(32)))
                other = table.look(seat)
                np.testing.assert_array_equal(true["observation"], other["observation"])
                np.testing.assert_array_equal(true["action_mask"], other["action_mask"])
                worlds += table.state.hash() != state.hash()
        seat = chance.choice(state.to_act())
        state.step(seat, chance.choice(state.legal(seat)))
    assert worlds > 5


def test_urban_sprawl_tells_every_planning_card_apart() -> None:
    """The cards are bits of one word; the last of them lie beyond the 48 that the lots of a word need."""
    table = Table("urban-sprawl", 2)
    title = TITLES["urban-sprawl"]
    planning = [card.id for card in table.data.cards if card.kind in (PERMIT, RENEWAL)]
    assert {"P01", "P36", "U4"} <= set(planning)
    for card in planning:
        table.state = title.load({"players": 2, "phase": "action", "seats": [{"planning": [card]}, {}]}, seed=1)
        cards = parts_of(table.look(0)["observation"], table.state.observation_layout())["cards"]
        held = cards[:, HELD_BY_ME].nonzero()[0]
        assert held.tolist() == [table.data.numbers[card]], card


def test_the_documentation_lists_every_part() -> None:
    """docs/lab.md has a table for each game: the parts in their order, with their sizes."""
    text = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    for game in TITLES.values():
        section = text.split(f"\n### {game.title}\n")[1].split("\n### ")[0].split("\n## ")[0]
        sizes = {n: game.new(n, seed=0).observation_size() for n in game.player_counts}
        for count, size in sizes.items():
            assert f"{count} players: {size:,}" in section, f"{game.title}: {count} players have {size:,} numbers"
        at = 0
        for name, _ in game.new(game.player_counts[0], seed=0).observation_layout():
            found = section.find(f"| `{name}` |", at)
            assert found > at, f"{game.title}: `{name}` is missing, or not in its place"
            at = found


def test_arrays_stay_as_they_are_for_whoever_holds_them_or_a_part() -> None:
    table = Table("prosperity", 2)
    table.deal(seed=1)
    holders: list[Callable[[Observation], Any]] = [
        lambda seen: seen["observation"],
        lambda seen: seen["observation"][5:200],
        lambda seen: seen["action_mask"].view(np.bool_)[::2],
        lambda seen: seen["observation"].data,
    ]
    held = []
    for step in range(40):
        part = holders[step % len(holders)](table.look(table.mover))
        held.append((part, np.array(part)))
        table.act(table.mover, table.state.legal(table.mover)[0])
    for part, then in held:
        np.testing.assert_array_equal(part, then)


def test_memory_that_nobody_holds_is_written_again() -> None:
    table = Table("prosperity", 2)
    table.deal(seed=1)

    def place() -> int:
        return int(table.look(table.mover)["observation"].ctypes.data)

    places = [place() for _ in range(20)]
    assert len(set(places)) == 2
    seen = table.look(table.mover)
    taken = seen["observation"].ctypes.data
    assert taken not in [place() for _ in range(20)]


def test_nobody_can_write_to_an_observation() -> None:
    table = Table("prosperity", 2)
    table.deal(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        table.look(0)["observation"][0] = 1.0
