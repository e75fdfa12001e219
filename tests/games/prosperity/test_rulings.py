"""PRO-4.2, PRO-5.2 and the rulings of PRO-8 that are not scenarios."""

from __future__ import annotations

from itertools import pairwise

import pytest

from conurb.games.prosperity.data import TYPES, read_data
from tests.games.prosperity.support import (
    COUNTS,
    DATA,
    GAME,
    alone,
    boards,
    country,
    do,
    load,
    new,
    play,
    rule,
    saved,
    seen,
    table,
    texts,
    tile_rows,
)


def test_prices() -> None:
    """PRO-4.2: the whole table, on both sides; only the level counts, not the square."""
    heading, *rows = table("PRO-4.2")
    for row in rows:
        marker = int(row[0])
        squares = [square for square in range(1, 25) if DATA.level_of[square] == marker]
        for square in (squares[0], squares[-1]):
            state = load(seats=[{"research": {"energy": square, "ecology": square}}])
            for level, price in zip(heading[1:], row[1:], strict=True):
                for tile in range(60):
                    if DATA.level[tile] == int(level):
                        assert state.countries[0].price(tile, DATA) == int(price)


def test_visible_symbols_of_the_pollution_track() -> None:
    """PRO-5.2: the whole table."""
    heading, values = table("PRO-5.2")
    for discs, value in zip(heading[1:], values[1:], strict=True):
        low, _, high = discs.strip("≥ ").partition("\N{EN DASH}")
        for number in (int(low), int(high or low)):
            shown = country(load(seats=[{"discs": number}]))
            assert shown["visible_globes"] == int(value[0])
            assert shown["triangle"] == (number >= 16)


@pytest.mark.parametrize("players", COUNTS)
def test_money_is_a_multiple_of_fifty_and_never_negative(players: int) -> None:
    """PRO-5.7, PRO-5.9"""
    for state in play(players, seed=21, countries="mixed"):
        for seat in saved(state)["seats"]:
            assert seat["money"] >= 0
            assert seat["money"] % 50 == 0


def test_every_colour_has_an_open_space() -> None:
    """PRO-8.14: so every tile that can be paid for can be placed; a pack without such a space is refused."""
    for side in ("silver", "black"):
        state = load(seats=[{"side": side, "money": 900}], active=0)
        buyable = {move.split()[1] for move in texts(state) if move.startswith("buy")}
        assert buyable == set(seen(state)["display"])


def test_several_tiles_at_one_side_and_level_are_all_available() -> None:
    """PRO-8.8"""
    state = load(turn=36, active=0, seats=[{"money": 900, "research": {"energy": 24}}])
    top = [DATA.ids[tile] for tile in range(60) if DATA.level[tile] == 6 and DATA.side[tile] == 0]
    assert len(top) == 5
    assert set(top) <= {move.split()[1] for move in texts(state) if move.startswith("buy")}


def test_different_sides_in_one_game() -> None:
    """PRO-8.29"""
    state = load(players=3, seats=[{"side": "black"}, {}, {"side": "black"}], phase="tally", drawn=["D02"], active=0)
    assert [seat["discs"] for seat in saved(state)["seats"]] == [10, 9, 10]


def test_players_can_give_each_other_nothing() -> None:
    """PRO-8.35: an action changes the country of the active player and no other."""
    for state in play(3, seed=31):
        if seen(state)["phase"] != "action" or seen(state)["action_number"] == 2:
            continue
        seat = state.to_act()[0]
        for action in state.legal(seat)[:6]:
            after = state.clone()
            after.apply(seat, action)
            for other in range(3):
                if other != seat:
                    assert saved(after)["seats"][other] == saved(state)["seats"][other]


@pytest.mark.parametrize("players", COUNTS)
def test_the_score_never_falls(players: int) -> None:
    """PRO-8.36, PRO-8.28"""
    scores = [state.scores() for state in play(players, seed=41)]
    for before, after in pairwise(scores):
        assert all(b <= a for b, a in zip(before, after, strict=True))


def test_several_gates() -> None:
    """PRO-8.37: if a pack names several gates, any one of them opens the space."""
    text = (GAME.folder / "data.toml").read_text(encoding="utf-8")
    changed = text.replace(
        'I3 = { type = "infrastructure", gate = "T1"', 'I3 = { type = "infrastructure", gate = ["T1", "T2"]', 1
    )
    pack = read_data(changed, "box.toml")
    for gate in ("T1", "T2"):
        position = {"players": 2, "active": 0, "display": ["U20"], "seats": [{"money": 900, "spaces": {gate: ["U19"]}}]}
        state = GAME.load(position, 0, pack)
        assert "buy U20 I3" in texts(state)
    closed = GAME.load({"players": 2, "active": 0, "display": ["U20"], "seats": [{"money": 900}]}, 0, pack)
    assert "buy U20 I3" not in texts(closed)
    assert all(len(gates) <= 1 for board in DATA.boards for gates in board.gates), "in our data each has one"


def most_prosperity(side: str) -> int:
    """The most symbols that green and blue tiles can show together on a side of the board."""
    total = 0
    for kind in ("transport", "infrastructure"):
        spaces = sum(1 for space in boards()[side] if space["type"] == kind)
        shown = sorted((int(row["prosperity"]) for row in tile_rows() if row["type"] == kind), reverse=True)
        total += sum(shown[:spaces])
    return total


def test_the_black_country_allows_as_many_points_as_the_silver_one() -> None:
    """PRO-8.38: the same spaces of each colour, so the same number of symbols; only what is printed is harder."""
    assert most_prosperity("silver") == most_prosperity("black") == 14
    silver, black = DATA.boards
    assert [TYPES[kind] for kind in silver.types] == [TYPES[kind] for kind in black.types]
    assert black.totals[0] < silver.totals[0]
    assert black.totals[1] < silver.totals[1]


def test_coal_fired_and_green_belt_are_printed() -> None:
    """PRO-8.39: no tiles of these names; covering them works as for any printed facility."""
    names = {row["name"] for row in tile_rows()}
    assert not names & {"Coal Fired Power Station", "Green Belt"}
    assert "Printed facilities" in rule("PRO-8.39")
    state = alone(["U21"], money=100)
    do(state, "buy U21 P1")
    assert country(state)["totals"]["energy"] == 1 + 4 - 2


def test_no_one_tallies_twice_in_a_turn() -> None:
    """PRO-3.5: every player finishes before the next one starts."""
    state = new(4, seed=3)
    events = state.listen()
    while not state.over() and len(events) < 200:
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[0])
    order: list[int] = []
    for event in events:
        if event.kind == "drew":
            order = []
        if event.kind == "tallied":
            order.append(event.seat)
            assert order == [(order[0] + n) % 4 for n in range(len(order))]
