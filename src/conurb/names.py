"""Who sits where. Names belong to players; where a title draws lots, a player may sit on any seat."""

from __future__ import annotations

from collections.abc import Sequence

from conurb.kernel.state import State

DEFAULT_NAMES = ("Ada", "Noor", "Bela", "Chiara", "Dan", "Ines", "Finn")


def seating_of(state: State) -> list[int]:
    """The player on each seat; where a title does not draw lots, players sit in the order of their names."""
    seating = state.view(None).get("seating")
    return list(seating) if isinstance(seating, list) else list(range(int(state.players)))


def seat_names(state: State, names: Sequence[str]) -> list[str]:
    """The name at each seat, from the names of the players; a number for who has none."""
    return [names[p] if p < len(names) else f"Player {p + 1}" for p in seating_of(state)]
