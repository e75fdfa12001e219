"""PRO-1: the components. The data blocks and tables of the document are the tables of the engine."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import Any

import pytest

from conurb.games.prosperity.data import CONSTANTS, SYMBOLS, TRACKS, TYPES, read_data
from conurb.games.prosperity.options import COLOURS
from conurb.kernel.checks import BadData
from tests.games.prosperity.support import (
    DATA,
    GAME,
    boards,
    constants,
    country,
    document,
    load,
    new,
    play,
    rule,
    seen,
    table,
    tile_rows,
)

PACK = (GAME.folder / "data.toml").read_text(encoding="utf-8")
RAW: dict[str, Any] = tomllib.loads(PACK)
ROWS = {row["id"]: row for row in tile_rows()}
MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
COLOUR_OF_TYPE = {"powerplant": "pink", "supply": "yellow", "transport": "green", "infrastructure": "blue"}


def row_of_pack(id: str) -> dict[str, str]:
    """A tile of the data pack in the words of the document's data block."""
    tile = RAW["tiles"][id]
    row = {"id": id, "special": ""}
    for name in ("name", "decade", "side", "level", "type", "call", "prov"):
        row[name] = str(tile.get(name, ""))
    for symbol in SYMBOLS:
        row[symbol] = str(tile.get(symbol, 0))
    for effect in ("points", "clean"):
        if effect in tile:
            row["special"] = f"{effect}:{tile[effect]}"
    return row


@pytest.mark.parametrize("id", ROWS)
def test_the_data_block_of_the_document_is_the_data_pack(id: str) -> None:
    """PRO-1.5: every field of every tile, its provenance included (PRO-1.6)."""
    assert row_of_pack(id) == ROWS[id]


def readable_rows() -> dict[str, list[str]]:
    """The tables of PRO-1.5 that people read."""
    tables = document()[: document().index("Authoritative data block")]
    lines = re.findall(r"^\| ([UD]\d\d) \| (.*) \|+$", tables, re.MULTILINE)
    return {id: [cell.strip() for cell in rest.split("|")] for id, rest in lines}


@pytest.mark.parametrize("id", ROWS)
def test_the_readable_tables_say_the_same(id: str) -> None:
    """PRO-1.5: "·" is zero, a special is described by its effect."""
    name, place, kind, call, *values = readable_rows()[id]
    row = ROWS[id]
    assert (name, place, kind) == (row["name"], f"{row['side']} {row['level']}", row["type"])
    assert call == (row["call"] or DASH)
    if kind == "special":
        effect, amount = row["special"].split(":")
        wanted = f"gain {amount} point" if effect == "points" else f"remove {amount} discs"
        assert values[0].startswith(wanted)
    else:
        assert [int(value.replace("·", "0")) for value in values] == [int(row[symbol]) for symbol in SYMBOLS]


def test_box() -> None:
    """PRO-1.1: 60 tiles; boards with two sides, of which only the side matters; five cubes a player."""
    assert len(DATA.ids) == 60
    assert [board.side for board in DATA.boards] == ["silver", "black"]
    state = new(4)
    assert len({id(country.board) for country in state.countries}) == 1, "the four boards are the same"


def test_symbols() -> None:
    """PRO-1.2: energy and ecology with a sign, the others counted; gates carry the mark of unusable spaces."""
    assert SYMBOLS == ("energy", "ecology", "capital", "research", "prosperity")
    shown = {symbol: {DATA.symbols_json(tile)[symbol] for tile in range(60)} for symbol in SYMBOLS}
    assert all(min(shown[symbol]) < 0 < max(shown[symbol]) for symbol in ("energy", "ecology"))
    assert all(min(shown[symbol]) == 0 < max(shown[symbol]) for symbol in ("capital", "research", "prosperity"))
    assert [space for space in range(11) if DATA.boards[0].behind[space]] == [3, 4]


def test_parts_of_a_tile() -> None:
    """PRO-1.3: a dated tile has exactly one call, one of its own symbols; an undated tile has none."""
    for tile in range(60):
        shown = DATA.tile_json(tile)
        assert (shown["decade"] is None) == (shown["call"] is None)
        if shown["call"] is not None:
            assert shown[str(shown["call"])] != 0
    assert DATA.remarks == []


def test_types_and_their_spaces() -> None:
    """PRO-1.4: a colour and a letter for each type; specials are placed nowhere."""
    _, *rows = table("PRO-1.4")
    for kind, colour, where in rows:
        if kind == "special":
            assert where.startswith("nowhere")
            continue
        assert colour == COLOUR_OF_TYPE[kind]
        letter = re.findall(r"`(\w)…`", where)[0]
        for board in DATA.boards:
            of_type = [name for n, name in enumerate(board.spaces) if TYPES[board.types[n]] == kind]
            assert of_type == [name for name in board.spaces if name.startswith(letter)]
    assert all(not board.of_type[TYPES.index("special")] for board in DATA.boards)


def test_provenance() -> None:
    """PRO-1.6: a letter for each group; what the document calls house values can be told from the others."""
    groups = {"s", "i", "w", "h", "m"}
    for id, row in ROWS.items():
        entries = dict(entry.split(":") for entry in row["prov"].split())
        assert set(entries.values()) <= groups
        assert set(entries) == ({"n", "p", "d", "t", "v"} | ({"c"} if row["call"] else set()))
        assert DATA.provenance[id] == row["prov"]
    assert DATA.house("D01", "v")
    assert DATA.house("D34", "v"), "mixed counts as house"
    assert not DATA.house("U02", "v")
    assert DATA.house("research_squares_per_level")
    assert not DATA.house("start_money")
    assert DATA.house("black.I2", "v")
    assert not DATA.house("silver.P1", "v")
    assert set(RAW["provenance"]) == set(CONSTANTS)


# What the rulebook itself says of tiles (PRO-1.6); no change of house values may touch it.
RULEBOOK_FACTS: dict[str, dict[str, object]] = {
    "U02": {"type": "special", "points": 2},
    "U03": {"type": "special", "points": 2},
    "U06": {"type": "special", "clean": 3},
    "U07": {"type": "special", "clean": 3},
    "U10": {"type": "special", "points": 1},
    "U11": {"type": "special", "points": 1},
    "U21": {"type": "powerplant", "energy": 4, "ecology": -2},
    "U17": {"type": "transport", "energy": 0, "ecology": -1},
    "D24": {"name": "Hydrogen Vehicles", "side": "ecology", "level": 4},
    "D34": {
        "decade": 2030,
        "side": "ecology",
        "level": 6,
        "type": "infrastructure",
        "call": "prosperity",
        "energy": -2,
        "ecology": -1,
    },
}


@pytest.mark.parametrize("id", RULEBOOK_FACTS)
def test_what_the_rulebook_says_of_a_tile_is_so(id: str) -> None:
    """PRO-1.6"""
    shown = DATA.tile_json(DATA.numbers[id])
    assert {name: shown[name] for name in RULEBOOK_FACTS[id]} == RULEBOOK_FACTS[id]


def test_constraints_of_the_set() -> None:
    """PRO-1.7 a) to e) and g)"""
    undated = Counter((row["side"], row["level"]) for row in ROWS.values() if not row["decade"])
    assert undated == {(side, str(level)): 2 for side in TRACKS for level in range(1, 7)}
    for decade, size in zip(constants()["decades"], constants()["tiles_per_decade"], strict=True):
        calls = Counter(row["call"] for row in ROWS.values() if row["decade"] == str(decade))
        extra = {"prosperity": 2} if decade == 2030 else {}
        assert calls == {**dict.fromkeys(SYMBOLS, 1), **extra}
        assert calls.total() == size == (6 if decade == 2030 else 5)
    assert all(not row["decade"] for row in ROWS.values() if row["type"] == "special")
    kinds = Counter(row["type"] for row in ROWS.values())
    written = re.search(r"g\) type totals: (.*?) \[house\]", rule("PRO-1.7"))
    assert written
    counts = {name: int(count) for count, name in re.findall(r"(\d+) (\w+)", written[1])}
    assert kinds == counts


def test_check_sums() -> None:
    """PRO-1.7 f) and h): energy tiles lean towards capital and energy, ecology tiles towards research and ecology."""
    _, *rows = table("PRO-1.7")
    sums = {}
    for side, tiles, *numbers in rows:
        here = [row for row in ROWS.values() if row["side"] == side]
        assert len(here) == int(tiles)
        found = []
        for symbol in ("energy", "ecology"):
            values = [int(row[symbol]) for row in here]
            found += [sum(v for v in values if v > 0), sum(v for v in values if v < 0)]
        found += [sum(int(row[symbol]) for row in here) for symbol in ("capital", "research", "prosperity")]
        assert found == [int(number.replace(MINUS, "-")) for number in numbers]
        sums[side] = found
    assert sums["energy"][0] > sums["ecology"][0]
    assert sums["energy"][4] > sums["ecology"][4]
    assert sums["ecology"][5] > sums["energy"][5]
    assert sums["ecology"][2] > sums["energy"][2]


@pytest.mark.parametrize("side", ["silver", "black"])
def test_board(side: str) -> None:
    """PRO-1.8, PRO-1.9: eleven spaces, printed facilities and gates as in the data block."""
    written = boards()[side]
    raw = RAW[side]
    assert len(written) == 11
    board = DATA.boards[("silver", "black").index(side)]
    assert board.spaces == [space["space"] for space in written]
    for space in written:
        entry = raw[space["space"]]
        for name in ("type", "printed", "gate"):
            assert entry.get(name) == space[name], (space["space"], name)
        for symbol in SYMBOLS:
            assert entry.get(symbol, 0) == space[symbol]


def test_boards_in_short() -> None:
    """PRO-1.9: totals and numbers of spaces; what the rulebook says of Coal Fired and of the Green Belt."""
    _, *rows = table("PRO-1.9")
    for side, *numbers, gated in rows:
        board = DATA.boards[("silver", "black").index(side)]
        totals = [int(number.replace(MINUS, "-")) for number in numbers[:5]]
        assert list(board.totals) == totals
        spaces = [TYPES[kind] for kind in board.types]
        open_blue = sum(1 for n, kind in enumerate(spaces) if kind == "infrastructure" and not board.gates[n])
        found = [spaces.count(kind) for kind in ("powerplant", "supply", "transport")]
        assert [*found, open_blue] == [int(number) for number in numbers[5:]]
        behind = {
            gate: [name for n, name in enumerate(board.spaces) if [board.spaces[g] for g in board.gates[n]] == [gate]]
            for gate in ("T1", "T2")
        }
        assert gated == "; ".join(f"{gate}→{','.join(names)}" for gate, names in behind.items())
    for side in ("silver", "black"):
        assert {"energy": 2, "ecology": -1}.items() <= RAW[side]["P1"].items()
        assert {"printed": "Green Belt", "ecology": 1}.items() <= RAW[side]["T1"].items()


def test_energy_and_ecology_tracks_show_the_totals() -> None:
    """PRO-1.10: the start of each side; the totals themselves are not bounded by the track."""
    state = new(2, countries=["silver", "black"])
    assert [country(state, seat)["totals"]["energy"] for seat in (0, 1)] == [1, DATA.boards[1].totals[0]]
    assert country(state, 0)["totals"]["ecology"] == -1
    low = load(seats=[{"spaces": {"T2": ["U08"], "I1": ["U01"], "I2": ["D30"], "I5": ["D10"]}}])
    assert country(low)["totals"]["energy"] == 2 - 3 - 4 - 4 - 3 == -12


def test_pollution_track() -> None:
    """PRO-1.11: 15 round spaces, and the triangle; at the start one symbol is visible."""
    assert (DATA.round_spaces, DATA.globe_spaces) == (15, constants()["pollution_globe_spaces"])
    assert country(new(2))["visible_globes"] == 1


def test_research_board() -> None:
    """PRO-1.12: squares of each level; no limit of tiles beside a level."""
    heading, squares = table("PRO-1.12")
    for level, cell in zip(heading[1:], squares[1:], strict=True):
        low, high = (int(number) for number in cell.split(DASH))
        assert [int(DATA.level_of[square]) for square in (low, high)] == [int(level)] * 2
        assert (DATA.level_of[low - 1], DATA.level_of[min(high + 1, 24)] != int(level)) == (
            int(level) - 1,
            level != "6",
        )
    assert DATA.last_square == 24
    many = Counter((row["side"], row["level"]) for row in ROWS.values())
    assert max(many.values()) > 4


def test_score_track() -> None:
    """PRO-1.13: from 0, wrapping after 50; the score goes on."""
    assert set(new(3).scores()) == {0}
    assert DATA.score_track == 50
    state = load(seats=[{"score": 49, "money": 600}], active=0, display=["U02"])
    state.apply(0, state.parse(0, "buy U02"))
    assert state.scores()[0] == 51


def test_money_comes_in_fifties() -> None:
    """PRO-1.14"""
    amounts = {seat["money"] for state in play(3, seed=4) for seat in seen(state)["countries"]}
    assert len(amounts) > 5
    assert all(amount % 50 == 0 for amount in amounts)


def test_cubes() -> None:
    """PRO-1.15: a colour for each player; its five cubes are score, two markers and two totals."""
    state = new(4)
    shown = [country(state, seat) for seat in range(4)]
    assert [entry["colour"] for entry in shown] == list(COLOURS)
    for entry in shown:
        assert {"score", "research", "totals"} <= set(entry)
        assert set(entry["research"]) == {"energy", "ecology"} <= set(entry["totals"])


def test_constants() -> None:
    """PRO-1.16: the block of the document is the table of the data pack."""
    assert RAW["constants"] == constants()
    assert set(CONSTANTS) == set(constants())


def test_what_a_board_shows() -> None:
    """PRO-1.17: country, spaces, both totals and the pollution track are in the view."""
    shown = country(new(2, countries="black"))
    assert shown["side"] == "black"
    assert len(shown["spaces"]) == 11
    assert {"energy", "ecology"} <= set(shown["totals"])
    assert {"discs", "visible_globes", "triangle"} <= set(shown)


# --- other packs


def changed(*replacements: tuple[str, str]) -> str:
    text = PACK
    for old, new_text in replacements:
        assert old in text, f"{old!r} is not in the pack"
        text = text.replace(old, new_text, 1)
    return text


def without(start: str) -> str:
    """The pack without the lines that begin so."""
    return "\n".join(line for line in PACK.splitlines() if not line.startswith(start))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (without("U01 ="), r"tiles: expected 60 tiles, 24 undated and 36 dated, not 59 \(PRO-1.7\)"),
        (changed(("decade = 1970, ", "")), "a dated tile needs a call|an undated tile has no call"),
        (changed(("decade = 1970, ", "decade = 1980, ")), r"1970 has 4 tiles; it must have 5 \(PRO-1.7 b\)"),
        (changed(('call = "energy"', 'call = "capital"')), r"1970 calls energy 0 times; it must be 1 \(PRO-1.7 c\)"),
        (changed(("level = 6", "level = 7")), r"tiles.U01.level: expected a whole number from 1 to 6, not 7"),
        (changed(("decade = 1970", "decade = 1975")), r"tiles.D01.decade: expected 1970, 1980"),
        (changed(('type = "special"', 'type = "powerplant"')), "only a special has points or clean"),
        (changed(("points = 2, ", "")), "a special has an effect: points or clean"),
        (changed(("points = 2,", "points = 2, energy = 1,")), "a special shows no symbols"),
        (changed(('side = "energy"', 'side = "left"')), "tiles.U01.side: expected energy or ecology, not 'left'"),
        (changed(("capital = 2", "capital = -2")), "tiles.U01.capital: expected a whole number from 0 to 9"),
        (changed(("energy = -4", "energie = -4")), "unknown field 'energie': did you mean energy"),
        (changed(('gate = "T1"', 'gate = "P1"')), "silver.I3.gate: expected a green space of this side"),
        (changed(('P2 = { type = "powerplant"', 'P2 = { type = "powerplant", gate = "T1"')), "only infrastructure"),
        (changed(('S1 = { type = "supply"', 'S1 = { type = "transport"')), "no open space for supply"),
        (changed(('P2 = { type = "powerplant"', 'P2 = { type = "special"')), "silver.P2.type: expected powerplant"),
        (changed(("[black]", "[grey]")), "unknown field 'grey'|black is missing"),
        (changed(("turns_total = 36", "turns_total = 35")), "they must add up to the 35 turns"),
        (changed(("[3, 3, 4, 4, 5, 5]", "[3, 3, 4, 4, 5]")), "expected a list of 6 numbers"),
        (changed(("[3, 3, 4, 4, 5, 5]", "[3, 3, 4, 4, 5, 0]")), "research_squares_per_level.5"),
        (changed(("pollution_globe_spaces = [1, ", "pollution_globe_spaces = [16, ")), "from 1 to 15, not 16"),
        (changed(("pollution_globe_spaces = [1, ", "pollution_globe_spaces = [4, ")), "a space is named twice"),
        (changed(("start_discs = 8", "start_discs = 16")), r"at most the 15 round spaces \(PRO-1.18\)"),
        (changed(("revenue = 100", "revenue = 120")), r"expected a multiple of 50 €, not 120 \(PRO-1.18\)"),
        (changed(("revenue = 100", "revenue = 0")), "constants.revenue: expected a whole number from 50"),
        (changed(("revenue = 100\n", "")), "revenue is missing"),
    ],
)
def test_a_broken_pack_is_refused_with_the_place_and_the_cure(text: str, fault: str) -> None:
    """PRO-1.7, PRO-1.18"""
    with pytest.raises(BadData, match=fault) as error:
        read_data(text, "my_box.toml")
    assert str(error.value).startswith("my_box.toml")


def test_a_fault_is_told_with_its_line() -> None:
    """PRO-1.18"""
    line = PACK.splitlines().index(next(row for row in PACK.splitlines() if row.startswith("D07 ="))) + 1
    seven = PACK.splitlines()[line - 1]
    with pytest.raises(BadData, match=f"^box.toml:{line}: tiles.D07.level"):
        read_data(PACK.replace(seven, seven.replace("level = 3", "level = 9")), "box.toml")


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (changed(("level = 6", "level = 5")), "1 undated tiles at energy 6, not 2 (PRO-1.7 a)"),
        (changed(('prosperity = 1, prov = "n:h p:h d:h c:h t:h v:h"', 'prov = "x"')), "it calls prosperity without"),
    ],
)
def test_what_is_only_inferred_is_a_remark(text: str, remark: str) -> None:
    """PRO-1.7: so that true official values are not locked out."""
    assert any(remark in found for found in read_data(text, "box.toml").remarks)


def test_another_pack_is_played_with_its_values() -> None:
    """PRO-1.18: engines read the data, never a number of their own."""
    pack = GAME.load_data(
        changed(
            ("start_money = 100", "start_money = 250"),
            ("revenue = 100", "revenue = 150"),
            ("pollution_globe_spaces = [", "pollution_globe_spaces = [15, "),
            ("actions_per_turn = 2", "actions_per_turn = 3"),
        ),
        "box.toml",
    )
    assert GAME.data_hash(pack) != GAME.data_hash(DATA)
    state = GAME.make(2, GAME.options({"first": 0}, 2), 1, pack)
    while state.phase == 0:
        state.step(state.mover, state.legal(state.mover)[0])
    before = state.countries[0].money
    assert state.countries[0].globes(pack) == 2
    for number in range(3):
        assert state.active == 0, f"action {number}"
        state.apply(0, state.parse(0, "revenue"))
        if number < 2:
            assert state.countries[0].money == before + 150 * (number + 1)
    assert state.active == 1


def test_the_order_of_lines_does_not_matter() -> None:
    """PRO-9.3: the canonical order is of the tiles, not of the file."""
    lines = PACK.splitlines()
    first, last = (
        lines.index(next(x for x in lines if x.startswith("D01 ="))),
        lines.index(next(x for x in lines if x.startswith("D36 ="))),
    )
    lines[first], lines[last] = lines[last], lines[first]
    other = read_data("\n".join(lines), "box.toml")
    assert (other.hash, other.ids) == (DATA.hash, DATA.ids)
