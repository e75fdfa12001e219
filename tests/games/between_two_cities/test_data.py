"""BTC-1: the components. The tables and the JSON of the document are the tables of the engine."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations

import pytest

from conurb.games.between_two_cities.data import CODES, PASS_NAMES, TYPE_OF_KIND, TYPES
from conurb.games.between_two_cities.geometry import SHAPE_NAMES
from conurb.kernel.checks import BadData
from tests.games.between_two_cities.support import COUNTS, DATA, GAME, json_block, new, seen, table

PACK = (GAME.folder / "data.toml").read_text(encoding="utf-8")
RAW = tomllib.loads(PACK)
TYPE_NAMES = ("shop", "factory", "tavern", "office", "park", "house")
SQUARES = [DATA.ids[tile] for tile in DATA.squares]
DUPLEXES = {DATA.ids[tile]: (SHAPE_NAMES[DATA.shape[tile]], DATA.faces[tile]) for tile in DATA.duplexes}


def type_of(code: str) -> str:
    return TYPE_NAMES[TYPE_OF_KIND[CODES.index(code)]]


def test_buildings_of_each_type() -> None:
    """BTC-1.1: order, square tiles, duplex halves and total of each type."""
    squares = Counter(type_of(id[0]) for id in SQUARES)
    halves = Counter(type_of(code) for _, faces in DUPLEXES.values() for code in faces)
    _, *rows, last = table("BTC-1.1")
    assert [row[1] for row in rows] == list(TYPE_NAMES)
    for row in rows:
        found = (squares[row[1]], halves[row[1]], squares[row[1]] + halves[row[1]])
        assert found == tuple(int(cell.split()[0]) for cell in row[4:7])
    assert (squares.total(), halves.total(), squares.total() + halves.total()) == tuple(map(int, last[4:7]))


def test_square_tiles() -> None:
    """BTC-1.2: copies of each square; copies differ in nothing but their id."""
    heading, copies = table("BTC-1.2")
    found = Counter(id[0] for id in SQUARES)
    assert dict(zip(heading[1:-1], map(int, copies[1:-1]), strict=True)) == dict(found)
    assert found.total() == int(copies[-1]) == 108
    for code in CODES:
        alike = {(DATA.faces[t], DATA.shape[t], DATA.first[t]) for t in DATA.squares if DATA.ids[t][0] == code}
        assert alike == {(code, 0, CODES.index(code))}


def test_duplex_tiles() -> None:
    """BTC-1.3: the table of the document, tile by tile."""
    _, *rows = table("BTC-1.3")
    written = [row[k : k + 4] for k in (0, 5) for row in rows]
    shapes = {"H": "wide", "V": "tall"}
    assert {id: (shapes[orient], first + second) for id, orient, first, second in written} == DUPLEXES
    assert len(set(DUPLEXES.values())) == 24, "all different"


def test_self_checks_of_the_duplexes() -> None:
    """BTC-1.4 (a) to (e)"""
    wide = [faces for shape, faces in DUPLEXES.values() if shape == "wide"]
    tall = [faces for shape, faces in DUPLEXES.values() if shape == "tall"]
    assert (len(wide), len(tall)) == (12, 12)
    for tiles in (wide, tall):
        assert Counter(type_of(code) for faces in tiles for code in faces) == dict.fromkeys(TYPE_NAMES, 4)
        assert Counter(code for faces in tiles for code in faces if code in "DEMB") == dict.fromkeys("DEMB", 1)
    pairs = [[frozenset(map(type_of, faces)) for faces in tiles] for tiles in (wide, tall)]
    assert all(len(pair) == 2 for pair in pairs[0] + pairs[1]), "never two halves of one type"
    missing = [{"tavern", "office"}, {"factory", "house"}, {"shop", "park"}]
    wanted = [frozenset(p) for p in combinations(TYPE_NAMES, 2) if set(p) not in missing]
    assert Counter(pairs[0]) == Counter(pairs[1]) == Counter(wanted)


def test_seven_pairs_of_city_tokens_are_enough() -> None:
    """BTC-1.5: a city is its number, and no game has more than seven."""
    built = [len(seen(new(players), None)["cities"]) for players in COUNTS]
    assert built == [4, 3, 4, 5, 6, 7]


def test_reference_cards() -> None:
    """BTC-1.6: one card a player, seven in the box; they have no effect but the order of the types."""
    assert max(COUNTS) == 7
    sheet = seen(new(3), None)["cities"][0]["sheet"]
    assert list(sheet) == [*TYPES, "total"]


def test_seating_by_lot() -> None:
    """BTC-1.7: whatever the fifteen cards ask, each order of the players is as likely as any other."""
    found = Counter(tuple(seen(new(3, seed), None)["seating"]) for seed in range(600))
    assert len(found) == 6
    assert all(60 < times < 140 for times in found.values()), found


def test_tile_ids() -> None:
    """BTC-1.8"""
    copies = {"S": 16, "F": 16, "D": 5, "E": 5, "M": 5, "B": 5, "O": 20, "P": 16, "H": 20}
    assert [f"{code}{copy:02d}" for code, times in copies.items() for copy in range(1, times + 1)] == SQUARES
    assert list(DUPLEXES) == [f"X{orient}{number:02d}" for orient in "HV" for number in range(1, 13)]


def test_the_data_of_the_document_is_the_data_pack() -> None:
    """BTC-1.9: every number of the JSON block is in data.toml."""
    document = json_block("BTC-1.9")
    assert document["types_in_reference_order"] == list(TYPE_NAMES)
    assert document["codes"] == {code: type_of(code) for code in CODES}
    assert document["squares"] == RAW["squares"]
    assert document["duplexes"] == [[id, *tile] for id, tile in RAW["duplexes"].items()]
    scoring = RAW["scoring"]
    for name in ("shop_line", "tavern_set", "office_set"):
        assert document[name] == scoring[name]
    assert document["factory_per_tile"] == scoring["factory"]
    assert document["office_tavern_bonus"] == scoring["office_beside_tavern"]
    parks = document["park_group"]
    assert [0, parks["1"], parks["2"], parks["3"]] == scoring["park_group"]
    assert parks["each_further"] == scoring["park_each_further"]
    assert document["house"]["per_other_type"] == scoring["house_per_other_type"]
    assert document["house"]["next_to_factory"] == scoring["house_beside_factory"]
    for name, rounds in (("rounds", DATA.rounds), ("rounds_two_player", DATA.rounds_two_players)):
        found = [
            {
                "id": this.id,
                "kind": "duplex" if this.duplex else "square",
                "hand": this.hand,
                "pass": None if this.duplex else PASS_NAMES[this.direction],
            }
            for this in rounds
        ]
        assert document[name] == found


# --- another pack


def test_the_order_in_a_pack_does_not_matter() -> None:
    """Packs that say the same are one pack, and give one game (BTC-2.11 fixes the order before shuffling)."""
    swapped = PACK.replace("S = 16\nF = 16\n", "F = 16\nS = 16\n")
    first, second = 'XH01 = ["H", "E", "F"]\n', 'XH02 = ["H", "F", "O"]\n'
    swapped = swapped.replace(first + second, second + first)
    assert swapped != PACK
    pack = GAME.load_data(swapped, "swapped.toml")
    assert GAME.data_hash(pack) == GAME.data_hash(DATA)
    assert GAME.new(3, seed=5, data=pack).hash() == GAME.new(3, seed=5).hash()


@pytest.mark.parametrize(
    ("old", "new_text", "fault"),
    [
        ("S = 16\n", "S = 1\n", "squares: 93 tiles are too few"),  # BTC-2.8
        ('"H", "E", "F"', '"H", "E", "X"', "duplexes.XH01.2: expected"),
        ('"H", "E", "F"', '"D", "E", "F"', "duplexes.XH01.0: expected H or V"),
        ("hand = 7", "hand = 6", "rounds.0.hand: expected 3, 5 or 7"),
        ("hand = 7", "hand = 5", "these rounds give each city 14 buildings"),
        ('tiles = "square"', 'tiles = "duplex"', "rounds.0.hand"),
        ('pass = "left"', 'pass = "none"', "rounds.0.pass"),
        ('id = "2"', 'id = "1"', "two rounds have the same id"),
        ("shop_line = [0, 2,", "shop_line = [0, 60,", "more than 255"),
        ("factory = { most = 4", "factory = { top = 4", "scoring.factory"),
        ("house_beside_factory = 1 ", "house_beside_factory = 1.5 ", "scoring.house_beside_factory: expected a whole"),
    ],
)
def test_a_wrong_pack_is_refused(old: str, new_text: str, fault: str) -> None:
    assert old in PACK
    with pytest.raises(BadData, match=r"pack\.toml") as error:
        GAME.load_data(PACK.replace(old, new_text, 1), "pack.toml")
    assert fault in str(error.value)


@pytest.mark.parametrize(("players", "cities"), [(2, 2), (3, 1)])
def test_no_score_is_out_of_bounds(players: int, cities: int) -> None:
    """BTC-6.2, BTC-6.10: 80 points a city in the box; more where a park alone is worth more."""
    assert new(players).score_bounds() == (0, cities * 80)
    box = GAME.load_data(PACK.replace("park_group = [0, 2,", "park_group = [0, 99,", 1), "parks.toml")
    built = [[f"P{x}P.", f"{x}P{x}.", f"P{x}P.", "...."] for x in "SOH"]
    state = GAME.load({"players": players, "phase": "over", "cities": built}, 1, box)
    assert 5 * 99 * cities < max(state.scores()) <= state.score_bounds()[1]


def test_late_duplexes_are_refused() -> None:
    """A city of twelve squares might have no room for a duplex (BTC-4.9 speaks of at most eight buildings)."""
    second = '[[rounds]]\nid = "2"\ntiles = "duplex"\nhand = 3\npass = "none"\n\n'
    assert second in PACK
    late = PACK.replace(second, "").replace("[[rounds_two_players]]", second + "[[rounds_two_players]]", 1)
    with pytest.raises(BadData, match="duplexes must come early"):
        GAME.load_data(late, "late.toml")
