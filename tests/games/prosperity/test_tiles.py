"""One test for each tile: bought, it does what its row in the document says."""

from __future__ import annotations

import pytest

from conurb.games.prosperity.data import SYMBOLS
from tests.games.prosperity.support import alone, country, do, events_of, load, seen, texts, tile_rows

ROWS = {row["id"]: row for row in tile_rows()}
SPACE_OF = {"powerplant": "P2", "supply": "S1", "transport": "T2", "infrastructure": "I2"}


def price_at_level_one(row: dict[str, str]) -> int:
    """PRO-4.2, for a marker on level 1."""
    return 100 * int(row["level"])


@pytest.mark.parametrize("id", ROWS)
def test_tile(id: str) -> None:
    """PRO-1.5, PRO-4.9, PRO-4.11: price, place, symbols, effect, call."""
    row = ROWS[id]
    price = price_at_level_one(row)
    state = alone([id], money=price, score=7)
    before = country(state)
    if row["type"] == "special":
        assert f"buy {id}" in texts(state)
        do(state, f"buy {id}")
        effect, amount = row["special"].split(":")
        after = country(state)
        assert after["score"] == 7 + (int(amount) if effect == "points" else 0)
        assert after["discs"] == 8 - (int(amount) if effect == "clean" else 0)
        assert after["totals"] == before["totals"]
        assert after["spaces"] == before["spaces"]
        assert id in seen(state)["removed"]
    else:
        space = SPACE_OF[row["type"]]
        covered = next(entry for entry in before["spaces"] if entry["space"] == space)["print"]
        do(state, f"buy {id} {space}")
        after = country(state)
        for symbol in SYMBOLS:
            assert after["totals"][symbol] == before["totals"][symbol] + int(row[symbol]) - covered[symbol], symbol
        assert next(entry for entry in after["spaces"] if entry["space"] == space)["stack"] == [id]
        assert after["score"] == 7
    assert after["money"] == 0
    assert id not in seen(state)["display"]


@pytest.mark.parametrize("id", [id for id, row in ROWS.items() if row["decade"]])
def test_a_dated_tile_calls_its_symbol(id: str) -> None:
    """PRO-1.3, PRO-3.4: when it is drawn, everybody tallies that symbol."""
    row = ROWS[id]
    turns_before = 5 * ((int(row["decade"]) - 1970) // 10)
    state = load(active=0, action_number=2, turn=max(turns_before, 1), deck=[id])
    events = events_of(state, "revenue")
    drew = next(event for event in events if event["kind"] == "drew")
    assert (drew["tile"], drew["call"], drew["seat"]) == (id, row["call"], 1)
    if row["call"] == "research":
        assert (seen(state)["tally"], seen(state)["revealed"]) == ("research", id)
        do(state, "split 1 0", "split 1 0")
    else:
        tallied = [(event["symbol"], event["seat"]) for event in events if event["kind"] == "tallied"]
        assert tallied == [(row["call"], 1), (row["call"], 0)]
    assert id in seen(state)["display"]
