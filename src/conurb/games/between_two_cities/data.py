"""The data pack of Between Two Cities: loaded once, checked, turned into tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from conurb.games.between_two_cities.geometry import SHAPE_NAMES, SQUARE, TALL, WIDE
from conurb.kernel.bits import LOWEST
from conurb.kernel.packs import Pack

# Kinds of building in reference-card order, the four tavern kinds one after another (BTC-0.6, BTC-1.1).
CODES: Final = "SFDEMBOPH"
SHOP: Final = 0
FACTORY: Final = 1
TAVERN: Final = 2  # the first of four kinds: drink, food, music, bed
OFFICE: Final = 6
PARK: Final = 7
HOUSE: Final = 8
TYPES: Final = ("shops", "factories", "taverns", "offices", "parks", "houses")  # reference-card order
TYPE_OF_KIND: Final = (0, 1, 2, 2, 2, 2, 3, 4, 5)

STAY: Final = 0
LEFT: Final = 1  # hands travel to the next seat clockwise
RIGHT: Final = -1
_PASS: Final = {"left": LEFT, "right": RIGHT, "none": STAY}
PASS_NAMES: Final = {LEFT: "left", RIGHT: "right", STAY: "none"}
_SHAPES: Final = {"H": WIDE, "V": TALL}

MOST_TILES: Final = 250  # tile numbers travel as bytes
MOST_PLAYERS: Final = 7


@final
@mypyc_attr(native_class=True, acyclic=True)
class Round:
    """What is dealt in a round and where leftovers go (BTC-3.1, BTC-3.2)."""

    id: str
    duplex: bool
    hand: i64
    direction: i64
    turns: i64

    def __init__(self, id: str, duplex: bool, hand: i64, direction: i64) -> None:
        self.id = id
        self.duplex = duplex
        self.hand = hand
        self.direction = direction
        self.turns = hand // 2  # two tiles a turn, until one is left


@final
@mypyc_attr(native_class=True, acyclic=True)
class Data:
    """The tables made from a data pack; never changed, shared by all states."""

    hash: str
    ids: list[str]  # tile ids in ascending order; a tile is known by its number in this list
    numbers: dict[str, int]
    faces: list[str]  # the building codes of a tile: one letter, or two for a duplex
    shape: vec[i64]
    first: vec[i64]  # kind of the only building of a square, or of the first half of a duplex
    second: vec[i64]  # kind of the second half
    squares: list[int]  # in the order before shuffling (BTC-2.11)
    duplexes: list[int]
    squares_of: vec[i64]  # how many squares of each kind there are
    duplex_number: vec[i64]  # the place of a tile among the duplexes; -1 for a square
    shops: vec[u8]  # value of every layout of shops in a 4 x 4 city
    factory: vec[i64]  # by rank: most, second, other
    tavern_set: vec[i64]
    offices: vec[i64]  # by number of offices in the city
    office_bonus: i64
    parks: vec[i64]  # by size of the group
    house_per_type: i64
    house_beside_factory: i64
    rounds: list[Round]
    rounds_two_players: list[Round]
    most_points: i64  # no city is worth more

    def __init__(self, pack: Pack) -> None:
        self.hash = pack.hash()
        tiles = _read_tiles(pack)
        ids = sorted(tiles)
        self.ids = ids
        self.numbers = {ids[n]: n for n in range(len(ids))}
        self.faces = [tiles[id][1] for id in ids]
        self.shape = vec[i64]([tiles[id][0] for id in ids])
        self.first = vec[i64]([CODES.index(tiles[id][1][0]) for id in ids])
        self.second = vec[i64]([CODES.index(tiles[id][1][-1]) for id in ids])
        self.squares = [self.numbers[id] for id in tiles if tiles[id][0] == SQUARE]
        self.duplexes = [self.numbers[id] for id in tiles if tiles[id][0] != SQUARE]
        self.squares_of = vec[i64]([sum(1 for n in self.squares if self.first[n] == k) for k in range(len(CODES))])
        self.duplex_number = vec[i64]([self.duplexes.index(n) if n in self.duplexes else -1 for n in range(len(ids))])
        shop_line = pack.numbers("scoring.shop_line", 5, 0, 60)
        self.shops = _shop_values(pack, shop_line)
        self.factory = vec[i64]([pack.number(f"scoring.factory.{rank}", 0, 99) for rank in _FACTORY_RANKS])
        self.tavern_set = vec[i64](pack.numbers("scoring.tavern_set", 5, 0, 99))
        self.offices = _office_values(pack.numbers("scoring.office_set", 7, 0, 99))
        self.office_bonus = pack.number("scoring.office_beside_tavern", 0, 99)
        self.parks = _park_values(
            pack.numbers("scoring.park_group", 4, 0, 99), pack.number("scoring.park_each_further", 0, 99)
        )
        self.house_per_type = pack.number("scoring.house_per_other_type", 0, 99)
        self.house_beside_factory = pack.number("scoring.house_beside_factory", 0, 99)
        self.most_points = _most_points(self, shop_line)
        self.rounds = _read_rounds(pack, "rounds", 2)
        self.rounds_two_players = _read_rounds(pack, "rounds_two_players", 1)
        _check_supply(pack, self)

    def rounds_for(self, players: i64) -> list[Round]:
        return self.rounds_two_players if players == 2 else self.rounds

    def tile_json(self, tile: int) -> dict[str, object]:
        """A tile as views show it."""
        return {"id": self.ids[tile], "faces": self.faces[tile], "shape": SHAPE_NAMES[self.shape[tile]]}


_TOP: Final = ("title", "provenance", "squares", "duplexes", "scoring", "rounds", "rounds_two_players")
_FACTORY_RANKS: Final = ("most", "second", "other")
_SCORING: Final = (
    "shop_line",
    "factory",
    "tavern_set",
    "office_set",
    "office_beside_tavern",
    "park_group",
    "park_each_further",
    "house_per_other_type",
    "house_beside_factory",
)


def _read_tiles(pack: Pack) -> dict[str, tuple[int, str]]:
    """Shape and faces of every tile id, in the order before shuffling (BTC-1.8, BTC-1.9, BTC-2.11)."""
    pack.table("", _TOP, required=[name for name in _TOP if name not in ("title", "provenance")])
    pack.table("scoring", _SCORING)
    pack.table("scoring.factory", _FACTORY_RANKS)
    tiles: dict[str, tuple[int, str]] = {}
    pack.table("squares", list(CODES))
    for code in CODES:
        for copy in range(1, pack.number(f"squares.{code}", 0, 99) + 1):
            tiles[f"{code}{copy:02d}"] = (SQUARE, code)
    duplexes = pack.get("duplexes")
    if not isinstance(duplexes, dict):
        pack.refuse("duplexes", 'expected a table of tiles such as XH01 = ["H", "E", "F"]')
    for id in sorted(duplexes):
        if id in tiles or not id.isascii() or not id.isalnum():
            pack.refuse(f"duplexes.{id}", "the id must be made of letters and digits and be no square's id")
        if not isinstance(duplexes[id], list) or len(duplexes[id]) != 3:
            pack.refuse(f"duplexes.{id}", "expected the orientation and two building codes")
        shape = _SHAPES[pack.word(f"duplexes.{id}.0", ["H", "V"])]
        tiles[id] = (shape, "".join(pack.word(f"duplexes.{id}.{k}", list(CODES)) for k in (1, 2)))
    if len(tiles) > MOST_TILES:
        pack.refuse("squares", f"{len(tiles)} tiles are too many: at most {MOST_TILES}")
    return tiles


def _read_rounds(pack: Pack, name: str, tiles_a_city_a_turn: int) -> list[Round]:
    found = pack.get(name)
    if not isinstance(found, list) or not found:
        pack.refuse(name, "expected a list of rounds")
    rounds: list[Round] = []
    buildings = 0
    for i in range(len(found)):
        pack.table(f"{name}.{i}", ["id", "tiles", "hand", "pass"])
        duplex = pack.word(f"{name}.{i}.tiles", ["square", "duplex"]) == "duplex"
        hand = pack.number(f"{name}.{i}.hand", 3, 3 if duplex else 7)
        if hand % 2 == 0:
            pack.refuse(f"{name}.{i}.hand", f"expected 3, 5 or 7 tiles, not {hand}")
        if duplex and not buildings:
            pack.refuse(f"{name}.{i}.tiles", "the first round must be of squares (BTC-4.2)")
        direction = _PASS[pack.word(f"{name}.{i}.pass", list(_PASS))]
        if (direction == STAY) != duplex:
            pack.refuse(f"{name}.{i}.pass", "squares pass left or right, duplexes do not pass (none)")
        rounds.append(Round(str(pack.get(f"{name}.{i}.id")), duplex, hand, direction))
        buildings += hand // 2 * tiles_a_city_a_turn * (2 if duplex else 1)
        if duplex and buildings > 10:
            pack.refuse(f"{name}.{i}.tiles", "duplexes must come early: up to 10 buildings a city (BTC-4.9)")
    if buildings != 16:
        pack.refuse(name, f"these rounds give each city {buildings} buildings; they must give 16")
    if len({round.id for round in rounds}) < len(rounds):
        pack.refuse(name, "two rounds have the same id")
    return rounds


def _check_supply(pack: Pack, data: Data) -> None:
    """Never any shortage (BTC-2.8)."""
    for players, rounds in ((2, data.rounds_two_players), (MOST_PLAYERS, data.rounds)):
        for duplex, name, have in ((False, "squares", data.squares), (True, "duplexes", data.duplexes)):
            need = sum(round.hand for round in rounds if round.duplex == duplex) * players
            if need > len(have):
                pack.refuse(name, f"{len(have)} tiles are too few: {players} players need {need}")


def _shop_values(pack: Pack, line: Sequence[int]) -> vec[u8]:
    """The best partition of every layout of shops into straight lines (BTC-5.5, BTC-5.6).

    A layout is 16 bits, four a row. The first shop of a layout must begin a line to the right or downwards; every
    such line leaves a smaller layout, whose value is known already (BTC-5.7).
    """
    value = vec[i64](line)
    best = vec[u8]([0] * 65536)
    layout: i64 = 1
    while layout < 65536:
        first = layout & -layout
        cell = LOWEST[first % 67]
        top: i64 = 0
        for direction in range(i64(2)):
            step: i64 = 4 if direction else 1
            room = 4 - (cell >> 2) if direction else 4 - (cell & 3)
            taken: i64 = 0
            shop = first
            length: i64 = 1
            while length <= room and layout & shop:
                taken |= shop
                total = value[length] + i64(best[layout ^ taken])
                if total > top:
                    top = total
                shop <<= step
                length += 1
        if top > 255:
            pack.refuse("scoring.shop_line", "16 shops would be worth more than 255 points")
        best[layout] = u8(top)
        layout += 1
    return best


def _office_values(values: Sequence[int]) -> vec[i64]:
    """By number of offices: full sets of six, then a part of one (BTC-5.14)."""
    return vec[i64]([values[6] * (n // 6) + values[n % 6] for n in range(17)])


def _park_values(values: Sequence[int], further: int) -> vec[i64]:
    """By size of the group (BTC-5.16)."""
    return vec[i64]([values[n] if n < 4 else values[3] + further * (n - 3) for n in range(17)])


def _most_points(data: Data, shop_line: Sequence[int]) -> int:
    """What 16 buildings would be worth if all were of the sort that brings most for each."""
    worth = [(int(value), 1) for value in data.factory]
    worth += [(shop_line[n], n) for n in range(1, 5)]
    worth += [(int(data.tavern_set[n]), n) for n in range(1, 5)]
    worth += [(int(data.offices[n] + n * data.office_bonus), n) for n in range(1, 17)]
    worth += [(int(data.parks[n]), n) for n in range(1, 17)]
    worth += [(int(data.house_beside_factory), 1), (int(data.house_per_type) * (len(TYPES) - 1), 1)]
    return max(16 * points // buildings for points, buildings in worth)


def read_data(text: str, source: str) -> Data:
    """The tables of a data pack; BadData names what is wrong with it, and where."""
    return Data(Pack(text, source))


def default_data() -> Data:
    """The tables of the box."""
    if not _DEFAULT:
        path = Path(__file__).with_name("data.toml")
        _DEFAULT.append(read_data(path.read_text(encoding="utf-8"), path.name))
    return _DEFAULT[0]


_DEFAULT: Final[list[Data]] = []
