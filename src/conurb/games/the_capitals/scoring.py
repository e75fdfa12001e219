"""Final scoring: what a position is worth if the game ends with it (CAP-6.20 to CAP-6.24).

A finished game stays as it was after its last World Expo; the final payment, the final effects and the exchange of
what is left are counted on a copy. During the game the same count is the live score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from conurb.games.the_capitals.data import FINAL
from conurb.games.the_capitals.geometry import CULTURE, ECONOMY, ENERGY, PRESTIGE, PROGRESS
from conurb.kernel.bits import ONE
from conurb.kernel.ranking import decided_by, places

if TYPE_CHECKING:
    from conurb.games.the_capitals.rules import State

CUBES_A_POINT: Final = 4  # CAP-6.22
MONEY_A_POINT: Final = 4
CULTURE_A_POINT: Final = 2

ITEMS: Final = ("prestige", "payment", "effects", "energy", "money", "culture", "progress")
KEY_NAMES: Final = ("score", "energy", "money", "initiative")  # what is compared, first to last (CAP-6.24)


def final_payment(state: State, seat: i64) -> i64:
    """The price of the own initiative space, times its own multiplier unless the option says otherwise (CAP-6.20)."""
    space = state.spaces[seat]
    price = state.data.price[space]
    return price * state.data.multiplier[space] if state.variant.final_multiplier else price


def final_effects(state: State, seat: i64, of_prestige: bool) -> None:
    """The `final` effects that gain prestige, or the others, in cell order (CAP-6.21)."""
    city = state.cities[seat]
    acting = city.flagged[FINAL]
    if not acting:
        return
    for place in range(city.tiles):
        at = city.by_cell[place] & 31
        if acting & ONE[at]:
            for entry in state.data.final[city.tile[at]]:
                if (entry.what == PRESTIGE) == of_prestige:
                    state.ends = 0  # each entry is an event (CAP-5.4)
                    entry.resolve(state, seat, at)


def count_seat(state: State, seat: i64) -> dict[str, int]:
    """The final count of one seat, item by item; changes the state, which must be a copy."""
    have = state.cities[seat].have
    items = {"prestige": int(have[PRESTIGE])}
    before = have[PRESTIGE]
    state.pay(seat, final_payment(state, seat))
    items["payment"] = int(have[PRESTIGE] - before)
    before = have[PRESTIGE]
    final_effects(state, seat, False)
    final_effects(state, seat, True)
    items["effects"] = int(have[PRESTIGE] - before)
    cubes = have[ENERGY]
    items["energy"] = int(cubes // CUBES_A_POINT)
    items["money"] = int(have[ECONOMY] // MONEY_A_POINT)
    items["culture"] = int(have[CULTURE] // CULTURE_A_POINT)
    items["progress"] = int(have[PROGRESS])  # CAP-6.23
    items["total"] = sum(items[name] for name in ITEMS)
    items["cubes_left"] = int(cubes if state.variant.tie_before_exchange else cubes % CUBES_A_POINT)
    items["money_left"] = int(have[ECONOMY])
    return items


def counts(state: State) -> list[dict[str, int]]:
    """The final count of every seat."""
    copy = state.clone()
    return [count_seat(copy, seat) for seat in range(state.players)]


def scores(state: State) -> list[int]:
    return [items["total"] for items in counts(state)]


def ranking_keys(state: State, items: Sequence[dict[str, int]]) -> list[list[int]]:
    """What is compared, higher first: score, cubes left, money, the leftmost initiative space (CAP-6.24)."""
    return [
        [items[seat]["total"], items[seat]["cubes_left"], items[seat]["money_left"], -int(state.spaces[seat])]
        for seat in range(len(items))
    ]


def ranking(state: State) -> list[int]:
    return places(ranking_keys(state, counts(state)))


def sheet(state: State) -> dict[str, object]:
    """The itemised score of all seats, as if the game ended now."""
    items = counts(state)
    keys = ranking_keys(state, items)
    ranks = places(keys)
    table: list[dict[str, object]] = []
    for seat in range(len(items)):
        row: dict[str, object] = {"seat": seat, "rank": ranks[seat], "score": items[seat]["total"]}
        for name in items[seat]:
            row[name] = items[seat][name]
        row["space"] = int(state.spaces[seat]) + 1
        table.append(row)
    return {"players": table, "decided_by": decided_by(keys, KEY_NAMES)}
