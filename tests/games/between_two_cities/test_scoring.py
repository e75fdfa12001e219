"""BTC-5: what a city is worth. Tables and examples are read from the document."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import CODES, TYPES
from conurb.games.between_two_cities.geometry import City, cell_at, empty_city
from conurb.games.between_two_cities.scoring import (
    city_sheet,
    city_totals,
    factory_value,
    full_sheet,
    read_cities,
    read_city,
    surplus,
)
from conurb.kernel.checks import BadPosition
from tests.games.between_two_cities.support import (
    DATA,
    cities,
    city,
    columns,
    example,
    examples,
    finished,
    load,
    play,
    points,
    rule,
    saved,
    score,
    table,
    whole_numbers,
)

same_examples = settings(derandomize=True, deadline=None, database=None, max_examples=150)
letters = st.lists(st.text(alphabet=CODES + ".", min_size=4, max_size=4), min_size=4, max_size=4)


# --- all of it


@pytest.mark.parametrize("entry", examples(), ids=lambda entry: str(entry["id"]))
def test_examples_of_the_document(entry: dict[str, Any]) -> None:
    """BTC-9.3: every city of every example, type by type."""
    together = cities(entry["cities"])
    for number, (scores, total) in enumerate(zip(entry["scores"], entry["totals"], strict=True)):
        assert city_sheet(together, number, DATA) == {**dict(zip(TYPES, scores, strict=True)), "total": total}


def test_scoring_comes_at_the_end_type_by_type() -> None:
    """BTC-5.1: the total of a city is the sum of its six types; the live scores change nothing."""
    for state in play(4, seed=1):
        for sheet in full_sheet(state.cities, 4, DATA)["cities"]:  # type: ignore[attr-defined]
            assert list(sheet) == [*TYPES, "total"]
            assert sheet["total"] == sum(sheet[name] for name in TYPES)
            assert min(sheet.values()) >= 0
    over = finished(4, seed=1)
    assert [city_sheet(over.cities, c, DATA)["total"] for c in range(4)] == list(city_totals(over.cities, DATA))


@same_examples
@given(letters, letters, letters)
def test_only_factories_depend_on_other_cities(mine: list[str], one: list[str], other: list[str]) -> None:
    """BTC-5.2"""
    with_one = city_sheet(cities([mine, one]), 0, DATA)
    with_other = city_sheet(cities([mine, other]), 0, DATA)
    for name in TYPES:
        if name != "factories":
            assert with_one[name] == with_other[name] == points(*mine)[name]


def test_factories_do_depend_on_other_cities() -> None:
    """BTC-5.2"""
    assert city_sheet(cities([["FF"], ["F"]]), 0, DATA)["factories"] == 8
    assert city_sheet(cities([["FF"], ["FFF"]]), 0, DATA)["factories"] == 6


@same_examples
@given(letters, st.integers(0, 15))
def test_empty_cells_are_ignored(rows: list[str], hole: int) -> None:
    """BTC-5.3: an unfinished city scores as what stands in it, wherever it lies."""
    cut = [list(row) for row in rows]
    cut[hole // 4][hole % 4] = "."
    unfinished = ["".join(row) for row in cut]
    sheet = points(*unfinished)
    built = empty_city()
    for r, c in product(range(4), range(4)):
        if cut[r][c] != ".":
            built.build(CODES.index(cut[r][c]), cell_at(r - 3, c))
    assert city_sheet(vec[City]([built]), 0, DATA) == sheet
    assert points("....") == dict.fromkeys([*TYPES, "total"], 0)


# --- shops

LINES = [
    (sum(2 ** (4 * (r + k * down) + c + k * (1 - down)) for k in range(length)), value)
    for down in (0, 1)
    for length, value in enumerate([2, 5, 10, 16], 1)
    for r in range(4 - (length - 1) * down)
    for c in range(4 - (length - 1) * (1 - down))
]


def shop_rows(layout: int) -> list[str]:
    return ["".join("S" if layout >> (4 * r + c) & 1 else "." for c in range(4)) for r in range(4)]


@cache
def best_partitions() -> list[int]:
    """The best partition of every layout, by trying every line that can be taken out of it (BTC-5.5, BTC-5.6)."""
    best = [0] * 65536
    for layout in range(1, 65536):
        best[layout] = max([value + best[layout ^ line] for line, value in LINES if line & layout == line])
    return best


def test_shop_lines() -> None:
    """BTC-5.4: 2, 5, 10, 16 for one to four in consecutive cells of a row or a column."""
    written = re.search(r"\*\*([\d/]+)\*\*", rule("BTC-5.4"))
    assert written
    for length, value in enumerate(whole_numbers(written[1].replace("/", " ")), 1):
        assert score("shops", "S" * length) == value
        assert score("shops", *["S"] * length) == value
    assert score("shops", "S.S") == 4
    assert score("shops", "S.", ".S") == 4


def test_each_shop_counts_in_one_line() -> None:
    """BTC-5.5: L, T and + shapes: the crossing shop belongs to one line only."""
    assert score("shops", "SS", "S.") == 5 + 2
    assert score("shops", "SSS", ".S.") == 10 + 2
    assert score("shops", ".S.", "SSS", ".S.") == 10 + 2 + 2


def test_the_best_partition_of_every_layout() -> None:
    """BTC-5.6: all 65,536 layouts, against a search over all partitions."""
    best = best_partitions()
    assert [layout for layout in range(65536) if DATA.shops[layout] != best[layout]] == []
    chance = Random(5)
    for _ in range(2000):
        layout = chance.randrange(65536)
        assert score("shops", *shop_rows(layout)) == best[layout]


def test_the_two_algorithms_agree() -> None:
    """BTC-5.7: giving every shop a direction and adding the runs finds the same sum."""
    line = [0, 2, 5, 10, 16]
    chance = Random(7)
    for _ in range(60):
        cells = sorted(chance.sample(range(16), chance.randint(1, 9)))
        best = 0
        for directions in product("-|", repeat=len(cells)):
            given_way = dict(zip(cells, directions, strict=True))
            rows = ["".join(given_way.get(4 * r + c, ".") for c in range(4)) for r in range(4)]
            cols = ["".join(column) for column in zip(*rows, strict=True)]
            runs = [run for row in rows for run in re.findall("-+", row)]
            runs += [run for col in cols for run in re.findall(r"\|+", col)]
            best = max(best, sum(line[len(run)] for run in runs))
        assert score("shops", *shop_rows(sum(2**cell for cell in cells))) == best


def test_longest_line_first_is_wrong() -> None:
    """BTC-5.8: the examples EX-01 to EX-05, as the table has them."""
    _, *rows = table("BTC-5.8")
    assert [row[0] for row in rows] == ["EX-01", "EX-02", "EX-03", "EX-04", "EX-05"]
    for name, written, value, _ in rows:
        lines = written.split(" / ")
        assert lines == example(name)["cities"][0]
        assert score("shops", *lines) == int(value)
    greedy = 16 + 4 * 2
    assert score("shops", *example("EX-03")["cities"][0]) > greedy


# --- factories


def test_factories() -> None:
    """BTC-5.9, BTC-5.10, BTC-5.11: most 4, second 3, all others 2; the counts of the table."""
    _, *rows = table("BTC-5.11")
    for counts, scores in rows:
        numbers = whole_numbers(counts)
        built = cities([factories(n) for n in numbers])
        found = [city_sheet(built, c, DATA)["factories"] for c in range(len(numbers))]
        assert found == whole_numbers(scores), counts


def factories(number: int) -> list[str]:
    return [row for row in ("F" * min(4, number - 4 * r) for r in range(4)) if row]


def test_most_second_other() -> None:
    """BTC-5.9: highest count 4 each, second-highest 3, every other city 2."""
    sheets = [city_sheet(cities([factories(n) for n in (4, 3, 2, 1)]), c, DATA)["factories"] for c in range(4)]
    assert sheets == [16, 9, 4, 2]


def test_ties_share_and_the_next_count_is_second() -> None:
    """BTC-5.10: dense ranking; the rulebook's example has two cities with five and one with three."""
    built = cities([factories(n) for n in (5, 5, 3, 3, 1)])
    assert [city_sheet(built, c, DATA)["factories"] for c in range(5)] == [20, 20, 9, 9, 2]


@same_examples
@given(st.lists(st.integers(0, 16), min_size=1, max_size=7))
def test_factory_algorithm(counts: list[int]) -> None:
    """BTC-5.11: d = distinct counts above; 4, 3 or 2 each; none, nothing."""
    for number, mine in enumerate(counts):
        above = len({n for n in counts if n > mine})
        assert factory_value(vec[i64](counts), number, DATA) == (4, 3, 2)[min(above, 2)]
    assert city_sheet(cities([factories(0), factories(3)]), 0, DATA)["factories"] == 0


# --- taverns


@cache
def best_sets(taverns: tuple[int, int, int, int]) -> int:
    """The best way to sort taverns into sets of different kinds, by trying every set."""
    if not any(taverns):
        return 0
    values = [0, 1, 4, 9, 17]
    return max(
        values[sum(taken)] + best_sets((taverns[0] - a, taverns[1] - b, taverns[2] - c, taverns[3] - d))
        for taken in product((0, 1), repeat=4)
        for a, b, c, d in (taken,)
        if any(taken) and all(take <= have for take, have in zip(taken, taverns, strict=True))
    )


def tavern_rows(taverns: tuple[int, ...]) -> list[str]:
    """A city with so many of each kind."""
    row = "".join(code * number for code, number in zip("DEMB", taverns, strict=True))
    return [row[k : k + 4] for k in range(0, len(row), 4)]


def test_tavern_sets() -> None:
    """BTC-5.12: 1, 4, 9, 17 for one to four kinds, wherever they stand; duplicates start further sets."""
    for kinds, value in (("D", 1), ("DE", 4), ("DEM", 9), ("DEMB", 17), ("BM", 4), ("DD", 2), ("DDE", 5)):
        assert score("taverns", kinds) == value
        assert score("taverns", *[code + "..." if n % 2 else "..." + code for n, code in enumerate(kinds)]) == value


def test_greedy_sets_are_best() -> None:
    """BTC-5.13: the table, and every number of taverns that fits into a city."""
    _, *rows = table("BTC-5.13")
    for taverns, value, _ in rows:
        numbers = tuple(whole_numbers(taverns.split("(")[0]))
        assert score("taverns", *tavern_rows(numbers)) == int(value)
    assert score("taverns", *example("EX-09")["cities"][0]) == 21
    for many in product(range(6), repeat=4):
        if 0 < sum(many) <= 16:
            assert score("taverns", *tavern_rows(many)) == best_sets(tuple(sorted(many)))


# --- offices


def test_offices() -> None:
    """BTC-5.14: the whole table, 0 to 16."""
    heading, base = table("BTC-5.14")
    for number, value in zip(heading[1:], base[1:], strict=True):
        row = "O" * int(number)
        assert score("offices", *[row[k : k + 4] for k in range(0, len(row), 4)]) == int(value)
    assert score("offices", "O.O.", "....", "O...") == 6, "anywhere in the city"


def test_offices_beside_taverns() -> None:
    """BTC-5.15: one more for each office beside any tavern, once; one tavern serves several offices."""
    for tavern in "DEMB":
        assert score("offices", "O" + tavern) == 2
    assert score("offices", "DOE", ".M.") == 2
    assert score("offices", ".O.", "ODO", ".O.") == 10 + 4
    assert score("offices", "OOO", "..D") == 6 + 1
    assert score("offices", *example("EX-07")["cities"][0]) == 18
    assert score("taverns", *example("EX-07")["cities"][0]) == 1


# --- parks


def test_parks() -> None:
    """BTC-5.16: groups joined by edges, of any shape, each scored on its own; the table."""
    heading, values = table("BTC-5.16")
    for size, value in zip(heading[1:], values[1:], strict=True):
        row = "P" * int(size)
        assert score("parks", *[row[k : k + 4] for k in range(0, len(row), 4)]) == int(value)
    assert score("parks", *example("EX-06")["cities"][0]) == 24
    assert score("parks", "P.PP") == 2 + 8
    assert score("parks", "PPP.", "..P.", "PPP.", "....") == 16, "a snake is one group"
    assert score("parks", "P.P.", ".P.P", "P.P.", ".P.P") == 8 * 2


# --- houses


def test_houses() -> None:
    """BTC-5.17: a house is worth the number of other types in the city; taverns are one type."""
    assert score("houses", "HSSS") == 1
    assert score("houses", "H...", "....", "...S") == 1, "anywhere"
    assert score("houses", "HSD.", "EMB.") == 2
    assert score("houses", "HS..", "PDOF") == 5
    assert score("houses", "HHS.", "HPDO") == 3 * 4


def test_houses_beside_factories() -> None:
    """BTC-5.18: worth exactly 1, also beside several factories."""
    assert score("houses", *example("EX-08")["cities"][0]) == 7
    assert score("houses", ".F..", "FHF.", ".F.S", "PDO.") == 1
    assert score("houses", "HFS.", "H...") == 1 + 2


def test_houses_alone() -> None:
    """BTC-5.19: nothing but houses is worth nothing."""
    assert points("HHHH", "HHHH", "HHHH", "HHHH")["total"] == 0


# --- duplex halves, cities by hand


@pytest.mark.parametrize(
    ("tile", "rows", "name", "value"),
    [
        ("XH12", ["SHSS"], "shops", 2 + 5),
        ("XH03", ["FSSS"], "shops", 10),
        ("XH04", ["HPPP"], "parks", 12),
        ("XV07", ["D...", "H..."], "taverns", 1),
        ("XH08", ["DPE."], "taverns", 4),
        ("XH02", ["FOD."], "offices", 2),
        ("XV03", ["H...", "O..."], "houses", 1),
        ("XH06", ["OHF."], "houses", 1),
    ],
)
def test_halves_are_ordinary_buildings(tile: str, rows: list[str], name: str, value: int) -> None:
    """BTC-5.20: the same city scores the same whether a duplex or two squares make it."""
    faces = DATA.faces[DATA.numbers[tile]]
    placed: list[dict[str, object]] = [{"tile": tile, "row": 0, "col": 0}]
    second = (0, 1) if tile[1] == "H" else (1, 0)
    assert rows[0][0] + rows[second[0]][second[1]] == faces
    for r, row in enumerate(rows):
        for c, code in enumerate(row):
            if code != "." and (r, c) not in ((0, 0), second):
                placed.append({"tile": code, "row": r, "col": c})
    state = load(players=3, round="2", cities=[{"tiles": placed}])
    assert city_sheet(state.cities, 0, DATA)[name] == value
    assert city_sheet(state.cities, 0, DATA) == points(*rows)


FULL = ["SSSS"] * 4


@pytest.mark.parametrize(
    ("given_cities", "players", "reason"),
    [
        ("SSSS", None, "list of cities"),
        ([], None, "list of cities"),
        ([["SSSS"] * 3], None, "city 0: a city is four lines of four letters, not 3 lines"),
        ([FULL, ["SSSS"] * 5], None, "city 1: a city is four lines"),
        ([FULL, "SSSS"], None, "city 1: a city is four lines"),
        ([["SSSS", "SSS", "SSSS", "SSSS"]], None, "city 0, line 2: expected four letters, not 'SSS'"),
        ([["SSSS", "SSSSS", "SSSS", "SSSS"]], None, "line 2"),
        ([["SSSS", 4, "SSSS", "SSSS"]], None, "line 2"),
        ([["SSSS", "SSSS", "SSXS", "SSSS"]], None, "line 3: 'X' is no building"),
        ([["SSSS", "SSSS", "SSsS", "SSSS"]], None, "line 3: 's' is no building"),
        ([["SSSS", "SSSS", "SS S", "SSSS"]], None, "line 3: ' ' is no building"),
        ([FULL] * 2, 3, "3 players build 3 cities, but 2 are given"),
        ([FULL] * 4, 3, "3 players build 3 cities, but 4 are given"),
        ([FULL] * 2, 2, "2 players build 4 cities, but 2 are given"),
        ([FULL] * 8, 7, "7 players build 7 cities, but 8 are given"),
    ],
)
def test_wrong_cities_are_refused(given_cities: object, players: int | None, reason: str) -> None:
    """BTC-5.21: with the reason."""
    with pytest.raises(BadPosition) as error:
        read_cities(given_cities, players)
    assert reason in str(error.value)


def test_cities_by_hand() -> None:
    """BTC-5.21: unfinished, unshifted and unconnected cities are welcome; too many tiles are only remarked on."""
    shifted = [["....", "....", "..SS", "...S"], ["SS..", ".S..", "....", "...."]]
    assert [score("shops", *rows) for rows in shifted] == [7, 7]
    assert points(*example("EX-08")["cities"][0])["total"] == 18
    many = read_cities([FULL] * 3, 3)
    assert full_sheet(many, 3, DATA)["cities"] == [{**dict.fromkeys(TYPES, 0), "shops": 64, "total": 64}] * 3
    assert surplus(many, DATA) == ["48 of S are written, but the box holds 24"]
    assert surplus(cities([["SFDE", "MBOP", "HHHH"]]), DATA) == []
    assert len(read_cities([FULL] * 4, 2)) == 4
    assert read_city(["....", "....", "....", "...."], "city").occupied == 0


def test_complete_example() -> None:
    """BTC-9.3, EX-11: three cities, their points by type and what the factories of one make of the others."""
    entry = example("EX-11")
    together = cities(entry["cities"])
    assert [city_sheet(together, c, DATA)["factories"] for c in range(3)] == [3, 12, 3]
    assert points(*entry["cities"][0])["total"] == 52
    assert points(*entry["cities"][0])["factories"] == 4


def test_the_tables_of_this_file_are_those_of_the_document() -> None:
    """BTC-5.16 has a formula beside its table: from three parks on, nine more than their number."""
    sizes = columns("BTC-5.16")
    for size, (value,) in sizes.items():
        if size != "k" and int(size) >= 3:
            assert int(value) == int(size) + 9


# --- turning


def turned(rows: list[str]) -> list[str]:
    return ["".join(rows[3 - c][r] for c in range(4)) for r in range(4)]


@same_examples
@given(st.lists(st.text(alphabet=CODES, min_size=4, max_size=4), min_size=4, max_size=4))
def test_turned_and_mirrored_cities_score_the_same(rows: list[str]) -> None:
    """BTC-9.2 (h): all eight ways to look at a finished city."""
    wanted = points(*rows)
    for _ in range(4):
        rows = turned(rows)
        assert points(*rows) == wanted
        assert points(*(row[::-1] for row in rows)) == wanted


def test_a_city_scores_the_same_wherever_its_first_tile_lies() -> None:
    """BTC-0.3, BTC-5.3: shifting is for writing and scoring only."""
    state = finished(3, seed=8)
    for number, written in enumerate(saved(state)["cities"]):
        assert any(tile["row"] < 0 or tile["col"] < 0 for tile in written["tiles"])
        rows = [["."] * 4 for _ in range(4)]
        top = min(tile["row"] for tile in written["tiles"])
        left = min(tile["col"] for tile in written["tiles"])
        for tile in written["tiles"]:
            faces = DATA.faces[DATA.numbers[tile["tile"]]]
            down, right = (1, 0) if tile["tile"].startswith("XV") else (0, 1)
            for k, code in enumerate(faces):
                rows[tile["row"] - top + k * down][tile["col"] - left + k * right] = code
        alone = points(*("".join(row) for row in rows))
        played = city_sheet(state.cities, number, DATA)
        assert {k: v for k, v in played.items() if k not in ("factories", "total")} == {
            k: v for k, v in alone.items() if k not in ("factories", "total")
        }
        assert city(*("".join(row) for row in rows)).buildings() == 16
