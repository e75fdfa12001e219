"""Action codes, structured moves and notation (BTC-3.17 to BTC-3.22).

    choose O07 P11        two tiles of the hand
    left P11 d5           this tile into the left city, on that cell
    right O07 f4          the other into the right city
    hurry                 the host's, in free order

Cells are named a1 to g7 and keep their names; the first tile of a city lies on d4. As JSON:

    {"type": "choose", "tiles": ["O07", "P11"]}
    {"type": "left", "tile": "P11", "row": 1, "col": 0}
    {"type": "place", "left": {"tile": ..., "row": ..., "col": ...}, "right": {...}}     both halves at once
    {"type": "say", "text": ..., "suggestion": {"city": 1, "tile": "P11", "row": 1, "col": -1}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import Data
from conurb.games.between_two_cities.geometry import (
    CELLS,
    REACH,
    SECOND_HALF,
    SPAN,
    cell_at,
    cell_name,
    cell_named,
    col_of,
    row_of,
)
from conurb.games.between_two_cities.scoring import left_city, right_city
from conurb.kernel.bits import ONE
from conurb.kernel.checks import BadMove, IllegalAction, check_fields, check_mover, listing, unknown, whole_number
from conurb.kernel.state import HOST, Move

if TYPE_CHECKING:
    from conurb.games.between_two_cities.rules import State

KEY: Final = "between-two-cities"

CHOOSE: Final = 0
PLACE: Final = 1
OVER: Final = 2
PHASE_NAMES: Final = ("choose", "place", "over")

# Action codes. A pair is two slots of the hand, sorted by tile id; a placement names one of the two revealed
# tiles, the lower or the higher id, and the cell (of the first half, for a duplex).
PAIRS: Final = 21
LEFT_LOWER: Final = 64  # the lower tile into the left city
LEFT_HIGHER: Final = 128
RIGHT_CITY: Final = 192  # the tile that remains into the right city
HURRY: Final = 255  # the host's: in free order, the lowest seat must place now (BTC-3.15)
NUM_ACTIONS: Final = 256

FIRST_SLOT: Final = vec[i64]([i for i in range(7) for _ in range(i + 1, 7)])
SECOND_SLOT: Final = vec[i64]([j for i in range(7) for j in range(i + 1, 7)])

NONE: Final = -1  # no pair chosen yet
WAITS: Final = 0  # how far a seat's placement is
HALF: Final = 1
DONE: Final = 2


# --- a hand: up to seven tile numbers, ascending, one byte each


def tile_in(hand: i64, slot: i64) -> i64:
    return (hand >> (8 * slot)) & 255


def without(hand: i64, slot: i64) -> i64:
    """The hand with the tile of one slot taken out."""
    low = hand & (ONE[8 * slot] - 1)
    return low | hand >> (8 * slot + 8) << (8 * slot)


def pack_hand(tiles: list[int]) -> i64:
    hand: i64 = 0
    for tile in sorted(tiles, reverse=True):
        hand = hand << 8 | i64(tile)
    return hand


def tiles_of(hand: i64, size: i64) -> list[int]:
    return [int(tile_in(hand, slot)) for slot in range(size)]


def sorted_hand(tiles: vec[i64], start: i64, size: i64) -> i64:
    """The tiles of a stretch of the list, ascending, as a hand."""
    hand: i64 = 0
    for k in range(size):
        tile = tiles[start + k]
        slot: i64 = 0
        while slot < k and tile_in(hand, slot) < tile:
            slot += 1
        low = hand & (ONE[8 * slot] - 1)
        hand = low | (tile | hand >> (8 * slot) << 8) << (8 * slot)
    return hand


# --- action code -> structured move -> text


def pair_tiles(state: State, seat: int) -> list[int]:
    """The tiles that a seat has revealed and not yet placed."""
    chosen = state.chosen[seat]
    if chosen < 0:
        return []
    return [int(chosen)] if state.progress[seat] == HALF else tiles_of(chosen, 2)


def tile_at(data: Data, tile: int, cell: int) -> Move:
    return {"tile": data.ids[tile], "row": row_of(cell), "col": col_of(cell)}


def move(state: State, seat: int, action: int) -> Move:
    """The structured form of a legal action."""
    ids = state.data.ids
    if action == HURRY:
        return {"type": "hurry"}
    if action < PAIRS:
        hand = state.hands[seat]
        slots = (FIRST_SLOT[action], SECOND_SLOT[action])
        return {"type": "choose", "tiles": [ids[tile_in(hand, slot)] for slot in slots]}
    pair = pair_tiles(state, seat)
    if action >= RIGHT_CITY:
        return {"type": "right", **tile_at(state.data, pair[0], action & 63)}
    tile = pair[0] if action < LEFT_HIGHER else pair[1]
    return {"type": "left", **tile_at(state.data, tile, action & 63)}


def text(state: State, seat: int, action: int) -> str:
    """A legal action in notation."""
    this = move(state, seat, action)
    if action == HURRY:
        return "hurry"
    if action < PAIRS:
        return "choose " + " ".join(str(tile) for tile in tiles_named(this))
    return f"{this['type']} {this['tile']} {cell_name(action & 63)}"


def tiles_named(move: Move) -> list[object]:
    tiles = move["tiles"]
    return tiles if isinstance(tiles, list) else []


# --- text -> structured move -> action code


def parse(state: State, seat: int, text: str) -> int:
    """The code of a move in notation; BadMove names what cannot be read."""
    words = text.split()
    kind = words[0].lower() if words else ""
    if kind == "hurry" and len(words) == 1:
        return HURRY
    if kind == "choose" and len(words) == 3:
        return action(state, seat, {"type": kind, "tiles": [words[1].upper(), words[2].upper()]})
    if kind in ("left", "right") and len(words) == 3:
        cell = cell_named(words[2].lower())
        if cell < 0:
            raise BadMove(f"{words[2]!r} is no cell: cells are a1 to g7, the first tile of a city lies on d4")
        where: Move = {"row": row_of(cell), "col": col_of(cell)}
        return action(state, seat, {"type": kind, "tile": words[1].upper(), **where})
    raise BadMove(f"cannot read {text!r}: {expected(state, seat)}")


def expected(state: State, seat: int) -> str:
    """What the seat could write now."""
    if state.phase == CHOOSE:
        return "expected 'choose' and two tiles of the hand, such as 'choose O07 P11'"
    if state.phase == PLACE:
        side = "right" if state.progress[seat] == HALF else "left"
        return f"expected '{side}', a tile and a cell, such as '{side} P11 d5'"
    return "the game is over"


def action(state: State, seat: int, move: Mapping[str, object]) -> int:
    """The code of a structured move; BadMove or IllegalAction says what is wrong with it (BTC-3.18, BTC-3.22)."""
    kind = move.get("type")
    check_seat(state, seat, move)
    if kind == "hurry":
        check_fields(move, (), ("type",))
        return HURRY
    if seat == HOST:
        raise BadMove("the host can only hurry, and that in free order")
    if kind == "choose":
        check_fields(move, ("tiles",), ("type", "seat"))
        return choose_code(state, seat, move["tiles"])
    if kind == "left" or kind == "right":
        check_fields(move, ("tile", "row", "col"), ("type", "seat"))
        return place_code(state, seat, str(kind), move)
    raise BadMove(unknown("type of move", kind, ("choose", "left", "right", "hurry")))


def actions(state: State, seat: int, move: Mapping[str, object]) -> list[int]:
    """The codes of a move that may be a whole placement (`place`): one or two, all of them legal."""
    if move.get("type") != "place":
        return [action(state, seat, move)]
    check_seat(state, seat, move)
    check_fields(move, ("left", "right"), ("type", "seat"))
    trial = state.clone()
    codes = []
    for side in ("left", "right"):
        part = move[side]
        if not isinstance(part, Mapping):
            raise BadMove(f"{side}: expected an object with tile, row and col, not {part!r}")
        check_fields(part, ("tile", "row", "col"))
        code = action(trial, seat, {"type": side, **part})
        trial.apply(seat, code)
        codes.append(code)
    return codes


def check_seat(state: State, seat: int, move: Mapping[str, object]) -> None:
    """There is such a seat, and a seat named in the move is the one that makes it."""
    if seat != HOST and not state.has_seat(seat):
        raise BadMove(f"there is no seat {seat}: seats are 0 to {state.players - 1}")
    check_mover(move, seat)


def check_tile(state: State, id: object) -> int:
    """The number of a tile id."""
    if not isinstance(id, str) or id not in state.data.numbers:
        raise BadMove(f"there is no tile {id!r}: ids look like S07 or XH01")
    return state.data.numbers[id]


def choose_code(state: State, seat: int, tiles: object) -> int:
    if not isinstance(tiles, list) or len(tiles) != 2:
        raise BadMove(f"choose exactly two tiles, not {tiles!r}")
    numbers = sorted(check_tile(state, id) for id in tiles)
    if numbers[0] == numbers[1]:
        raise IllegalAction(f"choose two different tiles, not {tiles[0]} twice")
    if state.phase != CHOOSE:
        raise IllegalAction(
            "tiles are chosen before the reveal; now they are placed" if state.phase == PLACE else "the game is over"
        )
    if state.chosen[seat] >= 0:
        raise IllegalAction(f"seat {seat} has chosen already, and a choice is final (BTC-3.5)")
    hand = tiles_of(state.hands[seat], state.hand_size())
    for number in numbers:
        if number not in hand:
            held = listing((state.data.ids[tile] for tile in hand), "and")
            raise IllegalAction(f"{state.data.ids[number]} is not in the hand: it holds {held}")
    first, second = hand.index(numbers[0]), hand.index(numbers[1])
    for pair in range(PAIRS):
        if FIRST_SLOT[pair] == first and SECOND_SLOT[pair] == second:
            return pair
    raise AssertionError("every two slots of a hand are a pair")


def place_code(state: State, seat: int, side: str, move: Mapping[str, object]) -> int:
    row, col = whole_number(move["row"]), whole_number(move["col"])
    if row is None or col is None:
        raise BadMove(f"row and col must be whole numbers, not {move['row']!r} and {move['col']!r}")
    tile = check_tile(state, move["tile"])
    if state.phase != PLACE:
        raise IllegalAction(
            "tiles are placed after everybody has chosen" if state.phase == CHOOSE else "the game is over"
        )
    pair = pair_tiles(state, seat)
    if tile not in pair:
        held = listing((state.data.ids[t] for t in pair), "and")
        raise IllegalAction(f"{state.data.ids[tile]} is not a tile of seat {seat} to place: it has {held}")
    half = state.progress[seat] == HALF
    if half != (side == "right"):
        raise IllegalAction(
            "the left city comes first, then the right one" if side == "right" else "now the right city"
        )
    cell = cell_at(row, col)
    if cell < 0:
        raise IllegalAction(f"row {row}, col {col} is out of reach: both go from -{REACH} to {REACH}")
    if side == "right":
        return RIGHT_CITY + cell
    return (LEFT_LOWER if tile == pair[0] else LEFT_HIGHER) + cell


def why_not(state: State, seat: int, action: int, default: str) -> str:
    """Why a placement is not legal, by the rule it breaks (BTC-4); otherwise the general reason."""
    acting = state.has_seat(seat) and state.must_act(seat)
    if not acting or state.phase != PLACE or not LEFT_LOWER <= action < RIGHT_CITY + 64:
        return default
    if action & 63 >= CELLS or action & 7 >= SPAN:
        return default  # no cell at all
    half = state.progress[seat] == HALF
    if half != (action >= RIGHT_CITY):
        return "now the right city" if half else "the left city comes first, then the right one"
    pair = pair_tiles(state, seat)
    tile = pair[1] if LEFT_HIGHER <= action < RIGHT_CITY else pair[0]
    players = state.players
    city = state.cities[right_city(seat, players) if half else left_city(seat, players)]
    cell = action & 63
    cells = [cell]
    if state.data.shape[tile]:
        cells.append(cell + int(SECOND_HALF[state.data.shape[tile]]))
    name = state.data.ids[tile]
    if not city.occupied:
        return f"the first tile of a city lies on d4 (row 0, col 0; BTC-4.2), not on {cell_name(cell)}"
    if any(c >= len(ONE) or not city.frame & ONE[c] for c in cells):
        return f"{name} on {cell_name(cell)} would make the city larger than 4 x 4 (BTC-4.5)"
    if any(city.occupied & ONE[c] for c in cells):
        return f"{name} on {cell_name(cell)} would cover a building (BTC-4.3)"
    return f"{name} on {cell_name(cell)} would touch no building of the city (BTC-4.4)"


# --- talk (BTC-3.13, BTC-3.14)


def check_message(state: State, seat: int, message: Mapping[str, object]) -> dict[str, object]:
    """A message between partners: open while placing, and never binding."""
    if state.phase != PLACE:
        raise IllegalAction("talk is open only while tiles are placed (BTC-3.14)")
    check_seat(state, seat, message)
    if seat == HOST:
        raise BadMove("the host does not talk: only seats do")
    for name in message:
        if name not in ("type", "seat", "text", "suggestion"):
            raise BadMove(unknown("field", name, ("type", "seat", "text", "suggestion")))
    if message.get("type", "say") != "say":
        raise BadMove(unknown("type of message", message["type"], ("say",)))
    said = message.get("text")
    if not isinstance(said, str) or not said.strip():
        raise BadMove("a message needs a text")
    checked: dict[str, object] = {"type": "say", "seat": seat, "text": said.strip()}
    suggestion = message.get("suggestion")
    if suggestion is not None:
        checked["suggestion"] = check_suggestion(state, suggestion)
    return checked


def check_suggestion(state: State, given: object) -> dict[str, object]:
    """A revealed tile that is not yet placed, and a city of its owner; the cell is free advice (BTC-3.22)."""
    if not isinstance(given, Mapping):
        raise BadMove(f"suggestion: expected an object with city, tile, row and col, not {given!r}")
    check_fields(given, ("city", "tile", "row", "col"))
    for name in ("city", "row", "col"):
        if whole_number(given[name]) is None:
            raise BadMove(f"suggestion: {name} must be a whole number, not {given[name]!r}")
    tile = check_tile(state, given["tile"])
    for seat in range(state.players):
        if tile in pair_tiles(state, seat):
            cities = (left_city(seat, state.players), right_city(seat, state.players))
            if given["city"] not in cities:
                raise IllegalAction(f"suggestion: {given['tile']} can go to city {listing(cities)}")
            return {name: given[name] for name in ("city", "tile", "row", "col")}
    raise IllegalAction(f"suggestion: {given['tile']} is not a revealed tile that waits to be placed")
