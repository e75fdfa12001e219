"""Action sequences counted from fixed positions, against the tables beside each game's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from conurb import _build, games
from conurb.testing.perft import differences, main, open_start, perft, read_tables, renewed

HERE = Path(__file__).parent
# The interpreted engine counts some forty times slower.
MOST = None if _build.verdict().mode == "compiled" else 10_000


def table_of(key: str) -> Path:
    return HERE / key.replace("-", "_") / "perft.txt"


@pytest.mark.parametrize("key", sorted(games.CATALOGUE))
def test_counts_are_those_of_the_table(key: str) -> None:
    tables = read_tables(table_of(key).read_text(encoding="utf-8"))
    assert len(tables) >= 5
    assert differences(games.get(key), tables, MOST) == []


def test_between_two_cities_counted_by_hand() -> None:
    """BTC-3.4, BTC-4.2, BTC-4.4: pairs of seven; then either tile on the one first cell, later on the cells around it.

    Three players: seat 0 begins cities 0 and 2, so it has 2 x 1 ways; seat 1 begins city 1 and adds to city 0, which
    has four free neighbours: 2 x 4; seat 2 adds to cities 2 and 1: 2 * 4 x 4.
    """
    ways = [21, 21, 21, 2, 1, 2, 4, 2 * 4]
    table = next(
        t for t in read_tables(table_of("between-two-cities").read_text()) if t.start == {"players": 3, "seed": 1}
    )
    product = 1
    for depth, more in enumerate(ways, 1):
        product *= more
        assert table.counts[depth] == product


def test_a_wrong_count_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "perft.txt"
    file.write_text('# two players\n{"players": 2, "seed": 1}\n1 21\n2 440  # wrong\n')
    assert main(["between-two-cities", str(file), "--check"]) == 1
    assert "line 2, depth 2: 441 sequences, but the file says 440" in capsys.readouterr().out
    assert main(["between-two-cities", str(file)]) == 0
    assert capsys.readouterr().out == '# two players\n{"players": 2, "seed": 1}\n1 21\n2 441\n'
    file.write_text(renewed(games.get("between-two-cities"), file.read_text()))
    assert main(["between-two-cities", str(file), "--check"]) == 0


@pytest.mark.parametrize(
    "text", ["1 21", '{"players": 2}\nnonsense', '{"players": 2}\n1', "{players: 2}", '{"seats": 2}']
)
def test_a_table_that_cannot_be_read_is_refused_with_its_line(
    text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "perft.txt"
    file.write_text(text)
    assert main(["between-two-cities", str(file), "--check"]) == 1
    assert "line " in capsys.readouterr().err


def test_without_a_file_the_set_ups_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["between-two-cities", "--leaves", "50"]) == 0
    assert capsys.readouterr().out.startswith('{"players": 2, "seed": 1}\n1 21\n{"players": 3')


def test_sequences_that_end_earlier_are_not_counted() -> None:
    game = games.get("between-two-cities")
    over = {"players": 2, "phase": "over"}
    state = open_start(game, {"position": over})
    assert (perft(state, 0), perft(state, 1)) == (1, 0)
