"""BTC-4: where a tile may go. The engine is compared with the words of the rules over every shape there is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from conurb.games.between_two_cities.geometry import SHAPE_NAMES, SQUARE, TALL, WIDE, City, cell_at, empty_city
from conurb.games.between_two_cities.scoring import city_rows
from conurb.kernel.checks import IllegalAction
from tests.games.between_two_cities.support import (
    COUNTS,
    DATA,
    Cell,
    covered,
    do,
    load,
    play,
    positions,
    rule,
    saved,
    seen,
    table,
    texts,
    whole_numbers,
)

Shape = frozenset[Cell]


def shifted(cells: Iterable[Cell]) -> Shape:
    """The same shape with its smallest row and column at 0."""
    there = list(cells)
    top, left = min(row for row, _ in there), min(col for _, col in there)
    return frozenset((row - top, col - left) for row, col in there)


@cache
def shapes(size: int) -> frozenset[Shape]:
    """Every connected shape of so many cells inside 4 x 4, up to shifting, grown by single cells."""
    if size == 1:
        return frozenset({frozenset({(0, 0)})})
    return frozenset(shifted(shape | {cell}) for shape in shapes(size - 1) for cell in positions(shape, "square"))


@cache
def after_a_duplex() -> frozenset[Shape]:
    """Every shape that six squares and one duplex can have."""
    return frozenset(
        shifted(six | covered(first, kind))
        for six in shapes(6)
        for kind in ("wide", "tall")
        for first in positions(six, kind)
    )


def built(shape: Iterable[Cell]) -> tuple[City, Cell]:
    """A city of that shape, and the cell of the shape that became its first tile."""
    cells = sorted(shape)
    first = cells[len(cells) // 2]
    city = empty_city()
    for row, col in cells:
        city.build(0, cell_at(row - first[0], col - first[1]))
    return city, first


def open_cells(city: City, kind: int, first: Cell) -> list[Cell]:
    """What the engine offers, in the coordinates of the shape."""
    board = city.open_cells(kind)
    reach = range(-3, 4)
    found = [(r + first[0], c + first[1]) for r in reach for c in reach if board >> cell_at(r, c) & 1]
    assert len(found) == bin(board).count("1"), "a cell outside the grid"
    return found


# --- the rules one by one


@pytest.mark.parametrize("kind", [SQUARE, WIDE, TALL])
@pytest.mark.parametrize("size", range(1, 17))
def test_legal_is_what_the_rules_say(size: int, kind: int) -> None:
    """BTC-4.1: of every shape of any size, exactly the positions that fulfil BTC-4.3 to BTC-4.6 are legal."""
    for shape in shapes(size):
        city, first = built(shape)
        assert open_cells(city, kind, first) == positions(shape, SHAPE_NAMES[kind])


def test_types_never_restrict_placement() -> None:
    """BTC-4.1: no other restriction exists."""
    offered = set()
    for kind in range(9):
        city = empty_city()
        city.build(kind, cell_at(0, 0))
        city.build(8 - kind, cell_at(0, 1))
        offered.add((city.open_cells(SQUARE), city.open_cells(WIDE), city.open_cells(TALL)))
    assert len(offered) == 1


@pytest.mark.parametrize("players", COUNTS)
def test_the_first_tile_of_a_city(players: int) -> None:
    """BTC-4.2: it lies on row 0, col 0, and is a square."""
    state = load(players=players, phase="place", seats=[{"chosen": ["S01", "P01"]}])
    assert texts(state, 0) == ["left P01 d4", "left S01 d4"]
    for row in range(-3, 4):
        for col in range(-3, 4):
            if (row, col) != (0, 0):
                with pytest.raises(IllegalAction, match="first tile of a city lies on d4"):
                    state.apply(0, state.action(0, {"type": "left", "tile": "S01", "row": row, "col": col}))
    *_, over = play(players, seed=1)
    for city in saved(over)["cities"]:
        first = city["tiles"][0]
        assert (first["tile"][0] != "X", first["row"], first["col"]) == (True, 0, 0)


PLUS = [".S..", "SSS.", ".S..", "...."]  # d4 is the top shop


@pytest.mark.parametrize(
    ("tile", "cell", "reason"),
    [
        ("O01", "d5", "would cover a building (BTC-4.3)"),
        ("O01", "d4", "would cover a building (BTC-4.3)"),
        ("O01", "g4", "would make the city larger than 4 x 4 (BTC-4.5)"),
        ("O01", "d1", "would make the city larger than 4 x 4 (BTC-4.5)"),
        ("O01", "f4", "would touch no building of the city (BTC-4.4)"),
        ("O01", "b7", "would touch no building of the city (BTC-4.4)"),
    ],
)
def test_a_refusal_names_the_rule(tile: str, cell: str, reason: str) -> None:
    """BTC-4.3, BTC-4.4, BTC-4.5: overlap, no contact, more than four rows or columns."""
    state = load(players=3, phase="place", round="3", cities=[PLUS], seats=[{"chosen": [tile]}])
    with pytest.raises(IllegalAction) as error:
        do(state, f"0 left {tile} {cell}")
    assert reason in str(error.value)


def test_no_overlap() -> None:
    """BTC-4.3: neither half of a duplex may cover a building."""
    state = load(players=3, phase="place", round="2", cities=[PLUS], seats=[{"chosen": ["XH01", "XV01"]}])
    for move in ("left XH01 c4", "left XH01 d4", "left XV01 d3", "left XV01 d6", "left XV01 c4"):
        with pytest.raises(IllegalAction, match=r"BTC-4\.3"):
            do(state, f"0 {move}")


def test_one_half_of_a_duplex_needs_contact() -> None:
    """BTC-4.4: one half is enough, whichever it is."""
    city = empty_city()
    city.build(0, cell_at(0, 0))
    wide = {(0, 1), (0, -2), (1, 0), (1, -1), (-1, 0), (-1, -1)}
    assert set(open_cells(city, WIDE, (0, 0))) == wide
    assert set(open_cells(city, TALL, (0, 0))) == {(col, row) for row, col in wide}


def test_the_square_is_not_fixed_in_advance() -> None:
    """BTC-4.5: a city grows both ways until it is four wide, and then no more."""
    line: set[Cell] = {(0, 0), (0, 1), (0, 2)}
    city, first = built(line)
    cells = open_cells(city, SQUARE, first)
    assert {(0, -1), (0, 3)} <= set(cells)
    city, first = built(line | {(0, -1)})
    assert {(0, -2), (0, 3)} & set(open_cells(city, SQUARE, first)) == set()


@pytest.mark.parametrize("tile", DATA.duplexes)
def test_duplexes_are_never_turned(tile: int) -> None:
    """BTC-4.6: the first half is always left or on top, the second right or below."""
    name, faces = DATA.ids[tile], DATA.faces[tile]
    other = next(code for code in "SOF" if code not in faces)  # so that only the tile itself spells its faces
    lone = [f"{other}...", "....", "....", "...."]
    state = load(players=3, phase="place", round="2", cities=[lone], seats=[{"chosen": [name]}])
    offered = [text for text in texts(state, 0) if name in text]
    assert len(offered) == 6
    for text in offered:
        after = state.clone()
        do(after, f"0 {text}")
        rows = city_rows(after.cities[0])
        across = rows if name[1] == "H" else ["".join(column) for column in zip(*rows, strict=True)]
        assert any(faces in line for line in across), rows
        along = rows if name[1] == "V" else ["".join(column) for column in zip(*rows, strict=True)]
        assert not any(faces in line or faces[::-1] in line for line in along), rows


@pytest.mark.parametrize("players", COUNTS)
def test_a_duplex_is_never_split(players: int) -> None:
    """BTC-4.7: each placed duplex lies in one city, its halves on adjacent cells."""
    *_, over = play(players, seed=2)
    used = []
    for city, written in zip(seen(over, None)["cities"], map(city_rows, over.cities), strict=True):
        top, left = min(t["row"] for t in city["tiles"]), min(t["col"] for t in city["tiles"])
        for tile in city["tiles"]:
            if tile["shape"] == "square":
                continue
            used.append(tile["id"])
            row, col = tile["row"] - top, tile["col"] - left
            second = (row, col + 1) if tile["shape"] == "wide" else (row + 1, col)
            assert written[row][col] + written[second[0]][second[1]] == tile["faces"]
    assert len(used) == len(set(used)) == 2 * len(over.cities)


@pytest.mark.parametrize("players", COUNTS)
def test_placed_tiles_stay(players: int) -> None:
    """BTC-4.8: never moved, covered or removed."""
    before: list[list[object]] = []
    for state in play(players, seed=3):
        now = [city["tiles"] for city in saved(state)["cities"]]
        for was, become in zip(before, now, strict=False):
            assert become[: len(was)] == was
        before = now


# --- no look-ahead is needed


def test_a_duplex_always_fits() -> None:
    """BTC-4.9: 182 shapes of six cells and 1003 after a duplex; each takes a duplex of either orientation."""
    six, eight = shapes(6), after_a_duplex()
    counts = whole_numbers(rule("BTC-4.9").replace("BTC-4.3 - 4.6", "").replace("BTC-4.5", "").replace("BTC-4.9", ""))
    assert len(six) in counts
    assert len(eight) in counts
    assert (len(six), len(eight)) == (182, 1003)
    for shape in six | eight:
        city, _ = built(shape)
        assert city.open_cells(WIDE)
        assert city.open_cells(TALL)


def test_squares_always_fill_the_city() -> None:
    """BTC-4.9: every connected shape inside 4 x 4 has room for another square, until it is full."""
    for size in range(1, 16):
        assert all(built(shape)[0].open_cells(SQUARE) for shape in shapes(size))
    (full,) = shapes(16)
    assert not built(full)[0].open_cells(SQUARE)


# --- the example


def test_the_example() -> None:
    """BTC-4.10: the picture and the three lists of the document."""
    occupied = {(0, 0), (0, 1), (1, 1), (2, 1), (2, 2), (2, 3)}
    picture = [line.split()[1:] for line in rule("BTC-4.10").splitlines() if line.startswith("r")]
    assert {(r, c) for r, row in enumerate(picture) for c, cell in enumerate(row) if cell == "#"} == occupied
    city = empty_city()
    for row, col in occupied:
        city.build(0, cell_at(row, col))
    _, *rows = table("BTC-4.10")
    for kind, (_, written, number) in zip((SQUARE, WIDE, TALL), rows, strict=True):
        numbers = whole_numbers(written)
        wanted = list(zip(numbers[::2], numbers[1::2], strict=True))
        assert open_cells(city, kind, (0, 0)) == wanted
        assert len(wanted) == int(number)
    assert (-1, 3) not in open_cells(city, TALL, (0, 0))
    assert not {(2, 3), (3, 3)} & set(open_cells(city, WIDE, (0, 0)))
    assert (0, 3) not in open_cells(city, SQUARE, (0, 0))
