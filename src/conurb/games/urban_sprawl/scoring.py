"""Payouts and the final scoring (USP-4.39 to USP-4.41, USP-6): pure functions from a position to points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.urban_sprawl.data import Data
from conurb.games.urban_sprawl.geometry import LOTS_A_WORD, ROW_NAMES, ROWS, WEST, WORDS, Board
from conurb.games.urban_sprawl.terms import (
    MAYOR,
    NOBODY,
    OFFICE_NAMES,
    OFFICE_ZONE,
    OFFICES,
    OVER,
    PARK,
    PRESTIGE,
)
from conurb.kernel.bits import lowest
from conurb.kernel.ranking import decided_by, places

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State

WEALTH_A_POINT: Final = 10  # USP-6.4
KEY_NAMES: Final = ("prestige", "wealth")  # what is compared; what is still equal shares a place (USP-6.6)


def divide(counts: vec[i64], line: vec[i64]) -> vec[i64]:
    """What each player gets of a payout line, by number of buildings; ties share, rounding down (USP-4.41).

    >>> list(divide(vec[i64]([3, 3, 2, 1]), vec[i64]([6, 3, 1, 0])))
    [4, 4, 1, 0]
    """
    amounts = vec[i64]([0] * len(counts))
    share_out(counts, line, 0, amounts)
    return amounts


def share_out(counts: vec[i64], lines: vec[i64], first: i64, amounts: vec[i64]) -> None:
    """The same into a vec that is there already, for the line that begins at `first`: a value function asks often."""
    n = i64(len(counts))
    for seat in range(n):
        amounts[seat] = 0
        if not counts[seat]:
            continue  # not ranked (USP-4.40)
        ahead: i64 = 0
        level: i64 = 0
        for other in range(n):
            if counts[other] > counts[seat]:
                ahead += 1
            elif counts[other] == counts[seat]:
                level += 1
        total: i64 = 0
        for place in range(ahead, ahead + level):
            total += lines[first + place]
        amounts[seat] = total // level


def shares(board: Board, data: Data, players: i64, row: i64, number: i64) -> vec[i64]:
    """The payout of a row with that number, seat by seat."""
    counts = vec[i64]([0] * players)
    amounts = vec[i64]([0] * players)
    pay_row(board, data, row, number, counts, amounts)
    return amounts


def pay_row(board: Board, data: Data, row: i64, number: i64, counts: vec[i64], amounts: vec[i64]) -> None:
    """The same into `amounts`; the buildings of each seat in the row into `counts`."""
    for seat in range(i64(len(counts))):
        counts[seat] = board.controlled_in_row(seat, row)
    share_out(counts, data.payouts, number * 4, amounts)


def office_bonus(board: Board, office: i64, seat: i64) -> i64:
    """What an office earns its holder at the end (USP-4.43, USP-6.5)."""
    if office == MAYOR:
        return beside_parks(board, seat)
    return board.buildings(OFFICE_ZONE[office])


def beside_parks(board: Board, seat: i64) -> i64:
    """Own buildings, parks left out, that are adjacent to a park (USP-4.43)."""
    n: i64 = 0
    for w in range(i64(WORDS)):
        own = board.firsts[w] & board.owners[(seat + 1) * WORDS + w] & ~board.types[PARK * WORDS + w]
        while own:
            if board.touches(board.foot(w * LOTS_A_WORD + lowest(own)), PARK):
                n += 1
            own &= own - 1
    return n


# --- the final scoring, also what it would be now


def row_points(s: State) -> list[tuple[int, vec[i64]]]:
    """Each prestige row in play, by its number, and what it pays (USP-6.3)."""
    found: list[tuple[int, vec[i64]]] = []
    for row in range(i64(WEST), i64(ROWS)):
        number = s.row_number(row)
        if number and s.row_kind(row) == PRESTIGE:
            found.append((int(row), shares(s.board, s.data, s.players, row, number)))
    return found


def scores(s: State) -> list[int]:
    """Prestige and what the final scoring adds; before the end, what it would add now."""
    totals = [int(s.prestige[seat] + s.wealth[seat] // WEALTH_A_POINT) for seat in range(s.players)]
    for _, amounts in row_points(s):
        for seat in range(len(totals)):
            totals[seat] += int(amounts[seat])
    for office in range(OFFICES):
        holder = int(s.offices[office])
        if holder != NOBODY:
            totals[holder] += int(office_bonus(s.board, office, holder))
    return totals


def ranking_keys(s: State, totals: list[int]) -> list[list[int]]:
    """Most prestige, then most wealth (USP-6.6)."""
    return [[totals[seat], int(s.wealth[seat])] for seat in range(len(totals))]


def ranking(s: State) -> list[int]:
    return places(ranking_keys(s, scores(s)))


def sheet(s: State) -> dict[str, object]:
    """The itemised score: what was earned during the game, and each part of the final scoring."""
    rows = row_points(s)
    rows.sort(key=lambda entry: int(s.row_number(entry[0])))
    totals = scores(s)
    keys = ranking_keys(s, totals)
    ranks = places(keys)
    table: list[dict[str, object]] = []
    for seat in range(len(totals)):
        offices: dict[str, object] = {}
        for office in range(OFFICES):
            if s.offices[office] == seat:
                offices[OFFICE_NAMES[office]] = int(office_bonus(s.board, office, seat))
        table.append(
            {
                "seat": seat,
                "prestige": int(s.prestige[seat]),
                "rows": [int(amounts[seat]) for _, amounts in rows],
                "wealth": int(s.wealth[seat]),
                "wealth_points": int(s.wealth[seat] // WEALTH_A_POINT),
                "offices": offices,
                "total": totals[seat],
                "rank": ranks[seat],
            }
        )
    listed: list[object] = [{"row": ROW_NAMES[row], "number": int(s.row_number(row))} for row, _ in rows]
    decided = decided_by(keys, KEY_NAMES, "shared")
    return {"over": bool(s.phase == OVER), "rows": listed, "players": table, "decided_by": decided}
