"""The data pack of Prosperity: loaded once, checked, turned into tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.kernel.bits import ONE
from conurb.kernel.checks import listing
from conurb.kernel.numbers import squash
from conurb.kernel.packs import Pack

# The five symbols (PRO-1.2): short names E, Y, C, R, P in the rules.
ENERGY: Final = 0
ECOLOGY: Final = 1
CAPITAL: Final = 2
RESEARCH: Final = 3
PROSPERITY: Final = 4
SYMBOLS: Final = ("energy", "ecology", "capital", "research", "prosperity")
SYMBOL_COUNT: Final = 5
NO_CALL: Final = -1

# The research track that a tile belongs to: its side (PRO-1.3); the same numbers as the two symbols.
TRACKS: Final = ("energy", "ecology")

# Types of tiles, in board order (PRO-1.4); a special is placed nowhere.
POWERPLANT: Final = 0
SUPPLY: Final = 1
TRANSPORT: Final = 2
INFRASTRUCTURE: Final = 3
SPECIAL: Final = 4
TYPES: Final = ("powerplant", "supply", "transport", "infrastructure", "special")

UNDATED: Final = -1
SIDE_NAMES: Final = ("silver", "black")

TILES: Final = 60
UNDATED_TILES: Final = 24
MOST_SPACES: Final = 12
MOST_IMPACT: Final = 9  # so that an energy deficit fits the action codes
MOST_SQUARES: Final = 64
MOST_LEVELS: Final = 9

_TILE: Final = (
    "name",
    "decade",
    "side",
    "level",
    "type",
    "call",
    "energy",
    "ecology",
    "capital",
    "research",
    "prosperity",
    "points",
    "clean",
    "prov",
)
_SPACE: Final = (
    "type",
    "printed",
    "energy",
    "ecology",
    "capital",
    "research",
    "prosperity",
    "gate",
    "prov",
)
_MONEY: Final = (
    "price_same_level",
    "price_per_extra_level",
    "price_lower_level",
    "revenue",
    "energy_gain_per_level",
    "energy_deficit_price",
    "ecology_overflow_gain",
    "capital_gain",
    "money_per_point",
)
_COUNTS: Final = {  # other constants that are one number, with what is allowed
    "turns_total": (1, 36),
    "actions_per_turn": (1, 9),
    "start_money": (0, 10_000),
    "start_discs": (0, 99),
    "start_research_square": (1, MOST_SQUARES),
    "start_score": (0, 99),
    "research_levels": (1, MOST_LEVELS),
    "pollution_round_spaces": (1, 99),
    "score_track_length": (1, 1000),
    "final_energy_tallies": (0, 9),
    "final_ecology_tallies": (0, 9),
    "research_first": (0, 99),
    "research_second": (0, 99),
    "research_first_tied": (0, 99),
}
_LISTS: Final = ("decades", "tiles_per_decade", "research_squares_per_level", "pollution_globe_spaces")
CONSTANTS: Final = _LISTS + tuple(_COUNTS) + _MONEY
EURO_UNIT: Final = 50


@final
@mypyc_attr(native_class=True, acyclic=True)
class Board:
    """One side of the individual board (PRO-1.8, PRO-1.9); spaces are known by their number in board order."""

    side: str
    spaces: list[str]
    numbers: dict[str, int]
    types: vec[i64]
    printed: list[str]  # the name of the printed facility, or ""
    impact: vec[i64]  # what is printed: five numbers a space, one for each symbol
    shown: vec[float]  # the same as observations show it
    totals: vec[i64]  # the sum of what is printed
    gates: list[list[int]]  # the green spaces that open this one; none: always open
    of_type: vec[i64]  # the spaces of each type, as bits
    behind: vec[i64]  # the spaces that a tile on this one opens
    open: i64  # the spaces that can be used from the start

    def __init__(self, side: str, names: list[str], pack: Pack) -> None:
        self.side = side
        self.spaces = names
        self.numbers = {names[n]: n for n in range(len(names))}
        self.types = vec[i64]([TYPES.index(pack.get(f"{side}.{name}.type")) for name in names])
        self.printed = [_text(pack, f"{side}.{name}", "printed") for name in names]
        self.impact = vec[i64]([n for name in names for n in _impact(pack, f"{side}.{name}")])
        self.shown = _shown(self.impact)
        self.totals = vec[i64]([0] * SYMBOL_COUNT)
        self.gates = [_gates(pack, f"{side}.{name}", self.numbers, self.types) for name in names]
        self.of_type = vec[i64]([0] * len(TYPES))
        self.behind = vec[i64]([0] * len(names))
        self.open = 0
        for space in range(len(names)):
            self.of_type[self.types[space]] |= ONE[space]
            for symbol in range(SYMBOL_COUNT):
                self.totals[symbol] += self.impact[space * SYMBOL_COUNT + symbol]
            if not self.gates[space]:
                self.open |= ONE[space]
            for gate in self.gates[space]:
                self.behind[gate] |= ONE[space]


@final
@mypyc_attr(native_class=True, acyclic=True)
class Data:
    """The tables made from a data pack; never changed, shared by all states."""

    hash: str
    remarks: list[str]  # what is odd about the pack, though allowed (PRO-1.7)
    provenance: dict[str, str]  # of tiles, spaces ("silver.P1") and constants, as the pack gives it
    ids: list[str]  # undated tiles, then decade by decade (PRO-9.3); a tile is known by its number in this list
    numbers: dict[str, int]
    names: list[str]
    decade: vec[i64]  # number of the decade, or UNDATED
    side: vec[i64]
    level: vec[i64]
    kind: vec[i64]  # the type
    call: vec[i64]  # the scoring symbol, or NO_CALL
    impact: vec[i64]  # five numbers a tile, one for each symbol
    shown: vec[float]  # the same as observations show it
    points: vec[i64]  # what a special scores
    clean: vec[i64]  # the discs a special removes
    undated: i64  # tiles as bits
    specials: i64
    at_level: vec[i64]  # the tiles of a side and a level, as bits; place: side * 10 + level
    decks: list[list[int]]  # the tiles of each decade
    boards: list[Board]  # silver, black
    catalogue: dict[str, object]  # every tile as views show it, by its id; not to be changed
    most_choices: i64  # an upper bound for the legal actions of a turn
    decades: list[int]
    turns: i64
    actions: i64
    start_money: i64
    start_discs: i64
    start_square: i64
    start_score: i64
    levels: i64
    last_square: i64
    level_of: vec[i64]  # by square
    round_spaces: i64
    globe_spaces: list[int]
    visible: vec[i64]  # visible prosperity symbols of the pollution track, by discs up to the triangle
    score_track: i64
    price: vec[i64]  # place: level of the marker * 10 + level of the tile
    revenue: i64
    energy_gain: i64
    deficit_price: i64
    overflow_gain: i64
    capital_gain: i64
    money_per_point: i64
    final_energy_tallies: i64
    final_ecology_tallies: i64
    research_first: i64
    research_second: i64
    research_first_tied: i64

    def __init__(self, pack: Pack) -> None:
        pack.table("", ("title", "tiles", "silver", "black", "constants", "provenance"), _REQUIRED)
        self.hash = pack.hash()
        self.remarks = []
        self.read_constants(pack)
        self.read_tiles(pack)
        self.boards = [_read_board(pack, side) for side in SIDE_NAMES]
        self.provenance = _read_provenance(pack, self.ids)
        self.catalogue = {self.ids[tile]: self.tile_json(tile) for tile in range(TILES)}
        self.most_choices = self.count_choices()

    # --- constants (PRO-1.16, PRO-1.18)

    def read_constants(self, pack: Pack) -> None:
        pack.table("constants", CONSTANTS)
        number: dict[str, int] = {}
        for name in _COUNTS:
            low, high = _COUNTS[name]
            number[name] = pack.number(f"constants.{name}", low, high)
        for name in (*_MONEY, "start_money"):
            number[name] = _euros(pack, f"constants.{name}", 0 if name == "start_money" else EURO_UNIT)
        self.turns = number["turns_total"]
        self.actions = number["actions_per_turn"]
        self.start_money = number["start_money"]
        self.start_discs = number["start_discs"]
        self.start_square = number["start_research_square"]
        self.start_score = number["start_score"]
        self.levels = number["research_levels"]
        self.round_spaces = number["pollution_round_spaces"]
        self.score_track = number["score_track_length"]
        self.revenue = number["revenue"]
        self.energy_gain = number["energy_gain_per_level"]
        self.deficit_price = number["energy_deficit_price"]
        self.overflow_gain = number["ecology_overflow_gain"]
        self.capital_gain = number["capital_gain"]
        self.money_per_point = number["money_per_point"]
        self.final_energy_tallies = number["final_energy_tallies"]
        self.final_ecology_tallies = number["final_ecology_tallies"]
        self.research_first = number["research_first"]
        self.research_second = number["research_second"]
        self.research_first_tied = number["research_first_tied"]
        self.decades = _read_decades(pack, number["turns_total"])
        squares = pack.numbers("constants.research_squares_per_level", number["research_levels"], 1, MOST_SQUARES)
        if sum(squares) > MOST_SQUARES:
            pack.refuse("constants.research_squares_per_level", f"together at most {MOST_SQUARES} squares")
        by_square = [0] + [n + 1 for n in range(len(squares)) for _ in range(squares[n])]
        self.level_of = vec[i64](by_square)
        self.last_square = len(by_square) - 1
        if self.start_square > self.last_square:
            pack.refuse("constants.start_research_square", f"the tracks end at square {self.last_square}")
        self.globe_spaces = _read_globes(pack, number["pollution_round_spaces"])
        self.visible = vec[i64](
            [sum(1 for g in self.globe_spaces if g > discs) for discs in range(number["pollution_round_spaces"] + 1)]
        )
        if self.start_discs > self.round_spaces:
            pack.refuse("constants.start_discs", f"at most the {self.round_spaces} round spaces (PRO-1.18)")
        self.price = _prices(number["price_lower_level"], number["price_same_level"], number["price_per_extra_level"])

    # --- tiles (PRO-1.3 to PRO-1.7)

    def read_tiles(self, pack: Pack) -> None:
        ids = _tile_order(pack, self.decades)
        self.ids = ids
        self.numbers = {ids[n]: n for n in range(len(ids))}
        self.names = [str(pack.get(f"tiles.{id}.name")) for id in ids]
        self.decade = vec[i64]([_decade_of(pack, id, self.decades) for id in ids])
        self.side = vec[i64]([TRACKS.index(pack.word(f"tiles.{id}.side", TRACKS)) for id in ids])
        self.level = vec[i64]([pack.number(f"tiles.{id}.level", 1, int(self.levels)) for id in ids])
        self.kind = vec[i64]([TYPES.index(pack.word(f"tiles.{id}.type", TYPES)) for id in ids])
        self.call = vec[i64]([_call_of(pack, id) for id in ids])
        self.impact = vec[i64]([n for id in ids for n in _impact(pack, f"tiles.{id}")])
        self.shown = _shown(self.impact)
        self.points = vec[i64]([_optional(pack, f"tiles.{id}", "points", 0, 99) for id in ids])
        self.clean = vec[i64]([_optional(pack, f"tiles.{id}", "clean", 0, 99) for id in ids])
        self.undated = 0
        self.specials = 0
        self.at_level = vec[i64]([0] * 20)
        for tile in range(TILES):
            self.at_level[self.side[tile] * 10 + self.level[tile]] |= ONE[tile]
            if self.decade[tile] == UNDATED:
                self.undated |= ONE[tile]
            if self.kind[tile] == SPECIAL:
                self.specials |= ONE[tile]
            _check_tile(pack, self, tile)
        self.decks = [[t for t in range(TILES) if self.decade[t] == d] for d in range(len(self.decades))]
        _check_decades(pack, self)
        _check_undated(self)

    def count_choices(self) -> i64:
        """As many as if every tile were in the display and every space open; two more for each other choice."""
        most: i64 = 4
        for tile in range(TILES):
            kind = self.kind[tile]
            room = max(_bits(board.of_type[kind]) for board in self.boards)
            most += 1 if kind == SPECIAL else i64(room)
        return max(most, MOST_SPACES * MOST_IMPACT + 1)

    # --- pictures of the data

    def symbols_json(self, tile: int) -> dict[str, int]:
        """What the tile shows, symbol by symbol."""
        return {SYMBOLS[s]: int(self.impact[tile * SYMBOL_COUNT + s]) for s in range(SYMBOL_COUNT)}

    def tile_json(self, tile: int) -> dict[str, object]:
        """A tile as views show it."""
        decade, call = self.decade[tile], self.call[tile]
        return {
            "id": self.ids[tile],
            "name": self.names[tile],
            "decade": None if decade == UNDATED else self.decades[decade],
            "side": TRACKS[self.side[tile]],
            "level": int(self.level[tile]),
            "type": TYPES[self.kind[tile]],
            "call": None if call == NO_CALL else SYMBOLS[call],
            **self.symbols_json(tile),
            "points": int(self.points[tile]),
            "clean": int(self.clean[tile]),
        }

    def house(self, name: str, group: str = "") -> bool:
        """Whether a value is ours: a constant by its name; a group of values of a tile or of a space ("silver.P1")."""
        source = self.provenance.get(name, "")
        if not group:
            return source.startswith("house")
        return any(entry in (f"{group}:h", f"{group}:m") for entry in source.split())


_REQUIRED: Final = ("tiles", "silver", "black", "constants")


def _bits(mask: i64) -> int:
    return sum(1 for n in range(62) if mask & ONE[n])


def _optional(pack: Pack, path: str, name: str, low: int, high: int) -> int:
    """A number that is 0 when left out."""
    return pack.number(f"{path}.{name}", low, high) if name in pack.get(path) else 0


def _text(pack: Pack, path: str, name: str) -> str:
    """A text that is empty when left out."""
    if name not in pack.get(path):
        return ""
    found = pack.get(f"{path}.{name}")
    if not isinstance(found, str) or not found.strip():
        pack.refuse(f"{path}.{name}", f"expected a text, not {found!r}")
    return found


def _shown(impact: vec[i64]) -> vec[float]:
    return vec[float]([squash(symbols, 3.0) for symbols in impact])


def _impact(pack: Pack, path: str) -> list[int]:
    """The five symbols of a tile or a printed facility; only energy and ecology can be negative (PRO-1.3, PRO-1.18)."""
    signed = [_optional(pack, path, SYMBOLS[s], -MOST_IMPACT, MOST_IMPACT) for s in (ENERGY, ECOLOGY)]
    return signed + [_optional(pack, path, SYMBOLS[s], 0, MOST_IMPACT) for s in (CAPITAL, RESEARCH, PROSPERITY)]


def _euros(pack: Pack, path: str, low: int) -> int:
    amount = pack.number(path, low, 10_000)
    if amount % EURO_UNIT:
        pack.refuse(path, f"expected a multiple of {EURO_UNIT} €, not {amount} (PRO-1.18)")
    return amount


def _read_decades(pack: Pack, turns: int) -> list[int]:
    decades = pack.get("constants.decades")
    if not isinstance(decades, list) or not 1 <= len(decades) <= turns:
        pack.refuse("constants.decades", f"expected a list of years, not {decades!r}")
    years = pack.numbers("constants.decades", len(decades), 1, 9999)
    if sorted(set(years)) != years:
        pack.refuse("constants.decades", "the decades must ascend")
    tiles = pack.numbers("constants.tiles_per_decade", len(years), 1, turns)
    if sum(tiles) != turns:
        pack.refuse("constants.tiles_per_decade", f"they must add up to the {turns} turns, not {sum(tiles)} (PRO-1.18)")
    if turns != TILES - UNDATED_TILES:
        pack.refuse("constants.turns_total", f"expected {TILES - UNDATED_TILES}, one for each dated tile (PRO-1.18)")
    return years


def _read_globes(pack: Pack, round_spaces: int) -> list[int]:
    found = pack.get("constants.pollution_globe_spaces")
    if not isinstance(found, list):
        pack.refuse("constants.pollution_globe_spaces", f"expected a list of round spaces, not {found!r}")
    globes = pack.numbers("constants.pollution_globe_spaces", len(found), 1, round_spaces)
    if len(set(globes)) < len(globes):
        pack.refuse("constants.pollution_globe_spaces", "a space is named twice (PRO-1.18)")
    return sorted(globes)


def _prices(lower: int, same: int, extra: int) -> vec[i64]:
    """By the level of the marker and of the tile (PRO-4.2)."""
    table = vec[i64]([0] * 100)
    for marker in range(1, MOST_LEVELS + 1):
        for tile in range(1, MOST_LEVELS + 1):
            table[marker * 10 + tile] = lower if tile < marker else same + extra * (tile - marker)
    return table


def _tile_order(pack: Pack, decades: Sequence[int]) -> list[str]:
    """The ids: undated tiles first, then decade by decade, whatever the order in the file."""
    tiles = pack.get("tiles")
    if not isinstance(tiles, Mapping):
        pack.refuse("tiles", "expected a table of tiles such as U18 = { name = ..., side = ..., level = ..., ... }")
    for id in tiles:
        if not id.isascii() or not id.isalnum() or id != id.upper():
            pack.refuse(f"tiles.{id}", "an id is made of capital letters and digits")
        pack.table(f"tiles.{id}", _TILE, ("name", "side", "level", "type"))
        _text(pack, f"tiles.{id}", "name")
    if len(tiles) != TILES:
        pack.refuse(
            "tiles", f"expected {TILES} tiles, {UNDATED_TILES} undated and 36 dated, not {len(tiles)} (PRO-1.7)"
        )
    return sorted(tiles, key=lambda id: (_decade_of(pack, id, decades), id))


def _decade_of(pack: Pack, id: str, decades: Sequence[int]) -> int:
    if "decade" not in pack.get(f"tiles.{id}"):
        return UNDATED
    year = pack.get(f"tiles.{id}.decade")
    if isinstance(year, bool) or year not in decades:
        pack.refuse(f"tiles.{id}.decade", f"expected {listing(decades)}, or nothing for an undated tile, not {year!r}")
    return decades.index(year)


def _call_of(pack: Pack, id: str) -> int:
    if "call" not in pack.get(f"tiles.{id}"):
        return NO_CALL
    return SYMBOLS.index(pack.word(f"tiles.{id}.call", SYMBOLS))


def _check_tile(pack: Pack, data: Data, tile: int) -> None:
    """Exactly the dated tiles call a symbol (PRO-1.3); exactly the specials have an effect (PRO-1.4, PRO-4.11)."""
    id = data.ids[tile]
    dated = data.decade[tile] != UNDATED
    if dated != (data.call[tile] != NO_CALL):
        pack.refuse(f"tiles.{id}", "a dated tile needs a call" if dated else "an undated tile has no call")
    special = data.kind[tile] == SPECIAL
    effects = (data.points[tile] > 0) + (data.clean[tile] > 0)
    if special and effects != 1:
        pack.refuse(f"tiles.{id}", "a special has an effect: points or clean, one of them")
    if not special and effects:
        pack.refuse(f"tiles.{id}", "only a special has points or clean")
    shown = [int(data.impact[tile * SYMBOL_COUNT + s]) for s in range(SYMBOL_COUNT)]
    if special and any(shown):
        pack.refuse(f"tiles.{id}", "a special shows no symbols: it is placed nowhere (PRO-8.10)")
    if special and dated:
        data.remarks.append(f"tiles.{id}: a special that is dated (PRO-1.7 e)")
    if dated and not shown[data.call[tile]]:
        data.remarks.append(f"tiles.{id}: it calls {SYMBOLS[data.call[tile]]} without showing it (PRO-1.7 d)")


def _check_decades(pack: Pack, data: Data) -> None:
    """Tiles and calls of each decade (PRO-1.7 b, c)."""
    undated = _bits(data.undated)
    if undated != UNDATED_TILES:
        pack.refuse("tiles", f"expected {UNDATED_TILES} undated tiles, not {undated} (PRO-1.7 a)")
    sizes: list[int] = pack.get("constants.tiles_per_decade")
    for d in range(len(data.decades)):
        deck = data.decks[d]
        if len(deck) != sizes[d]:
            pack.refuse("tiles", f"{data.decades[d]} has {len(deck)} tiles; it must have {sizes[d]} (PRO-1.7 b)")
        for symbol in range(SYMBOL_COUNT):
            calls = sum(1 for tile in deck if data.call[tile] == symbol)
            wanted = 1 + (len(deck) - SYMBOL_COUNT if symbol == PROSPERITY else 0)
            if calls != wanted:
                fault = f"{data.decades[d]} calls {SYMBOLS[symbol]} {calls} times; it must be {wanted} (PRO-1.7 c)"
                pack.refuse("tiles", fault)


def _check_undated(data: Data) -> None:
    """Two undated tiles on each side at each level; inferred, so only a remark (PRO-1.7 a)."""
    for side in range(2):
        for level in range(1, int(data.levels) + 1):
            found = _bits(data.at_level[side * 10 + level] & data.undated)
            if found != 2:
                data.remarks.append(f"{found} undated tiles at {TRACKS[side]} {level}, not 2 (PRO-1.7 a)")


def _read_board(pack: Pack, side: str) -> Board:
    """A side of the board; its spaces by type, then by name (PRO-1.9, PRO-1.18)."""
    spaces = pack.get(side)
    if not isinstance(spaces, Mapping) or not 1 <= len(spaces) <= MOST_SPACES:
        pack.refuse(side, f"expected a table of 1 to {MOST_SPACES} spaces such as P2 = {{ type = 'powerplant' }}")
    for name in spaces:
        pack.table(f"{side}.{name}", _SPACE, ("type",))
        pack.word(f"{side}.{name}.type", TYPES[:SPECIAL])
        if not name.isascii() or not name.isalnum() or name != name.upper():
            pack.refuse(f"{side}.{name}", "a space is named by capital letters and digits")
        if "printed" not in spaces[name] and any(_impact(pack, f"{side}.{name}")):
            pack.refuse(f"{side}.{name}", "a space that shows symbols needs the name of what is printed there")
    names = sorted(spaces, key=lambda name: (TYPES.index(spaces[name]["type"]), name))
    board = Board(side, names, pack)
    for kind in range(SPECIAL):
        if not board.of_type[kind] & board.open:
            pack.refuse(side, f"there is no open space for {TYPES[kind]} tiles (PRO-8.14)")
    return board


def _gates(pack: Pack, path: str, numbers: Mapping[str, int], types: vec[i64]) -> list[int]:
    """The green spaces that open a blue one: a name, or a list of which any one does (PRO-1.18, PRO-8.37)."""
    if "gate" not in pack.get(path):
        return []
    given = pack.get(f"{path}.gate")
    gates: list[Any] = given if isinstance(given, list) else [given]
    green = [name for name in numbers if types[numbers[name]] == TRANSPORT]
    for gate in gates:
        if gate not in green:
            pack.refuse(f"{path}.gate", f"expected a green space of this side ({listing(green)}), not {gate!r}")
    if types[numbers[path.split(".")[1]]] != INFRASTRUCTURE:
        pack.refuse(f"{path}.gate", "only infrastructure (blue) spaces have a gate")
    return [numbers[gate] for gate in gates]


def _read_provenance(pack: Pack, ids: Sequence[str]) -> dict[str, str]:
    """Where every value comes from, in one table."""
    sources = {id: _text(pack, f"tiles.{id}", "prov") for id in ids}
    for side in SIDE_NAMES:
        for name in pack.get(side):
            sources[f"{side}.{name}"] = _text(pack, f"{side}.{name}", "prov")
    for name in pack.table("provenance", CONSTANTS, ()) if "provenance" in pack.content else ():
        sources[name] = _text(pack, "provenance", name)
    return sources


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
