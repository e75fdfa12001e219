"""Positions: the whole state in the words of the rulebook, saved, loaded, written by hand, checked.

The schema is documented in docs/positions/between_two_cities.md. A hand-written position may be partial: what it
leaves out takes its set-up value, and tiles it does not name are dealt from what remains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import CODES
from conurb.games.between_two_cities.geometry import (
    MOST_TILES,
    NEVER,
    NOBODY,
    SECOND_HALF,
    SQUARE,
    City,
    beside,
    cell_at,
    empty_city,
    lot,
    lot_cell,
    lot_order,
    lot_tile,
    lot_turn,
)
from conurb.games.between_two_cities.moves import (
    CHOOSE,
    DONE,
    NONE,
    OVER,
    PHASE_NAMES,
    PLACE,
    WAITS,
    pack_hand,
    pair_tiles,
    tiles_of,
)
from conurb.games.between_two_cities.scoring import city_totals, left_city, owners, read_city, right_city
from conurb.games.between_two_cities.view import held_tiles, rebuild, show_lot
from conurb.kernel.bits import ONE
from conurb.kernel.checks import BadPosition, fields, listing, unknown, whole_in, whole_number
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng, load_rng
from conurb.kernel.state import Position

if TYPE_CHECKING:
    from conurb.games.between_two_cities.rules import State

PROGRESS_NAMES = ("none", "left", "both")
FIELDS = (
    "game",
    "players",
    "options",
    "data",
    "seating",
    "round",
    "turn",
    "phase",
    "to_act",
    "hurried",
    "seats",
    "cities",
    "box",
    "duplexes",
    "discards",
    "rng",
    "count",
    "undo_floor",
)


# --- saving


def save(state: State) -> Position:
    ids = state.data.ids
    return {
        "game": state.game,
        "players": int(state.players),
        "options": options_dict(state.options),
        "data": state.data.hash,
        "seating": [int(player) for player in state.seating],
        "round": state.rounds[state.round].id,
        "turn": int(state.turn) + 1,
        "phase": PHASE_NAMES[state.phase],
        "hurried": bool(state.hurried),
        "seats": [_save_seat(state, seat) for seat in range(int(state.players))],
        "cities": [_save_city(state, city) for city in state.cities],
        "box": [ids[tile] for tile in state.box[: state.box_left]],
        "duplexes": [ids[tile] for tile in state.stack[: state.stack_left]],
        "discards": [
            {
                "round": state.rounds[place // state.players].id,
                "seat": int(place % state.players),
                "tile": ids[tile],
            }
            for place, tile in enumerate(state.discards)
            if tile >= 0
        ],
        "rng": state.rng.save(),
        "count": int(state.count),
        "undo_floor": int(state.undo_floor),
    }


def _save_seat(state: State, seat: int) -> dict[str, object]:
    ids = state.data.ids
    size = int(state.hand_size())
    over = state.phase == OVER
    in_hand = state.phase == CHOOSE and state.chosen[seat] < 0
    return {
        "hand": [ids[tile] for tile in tiles_of(state.hands[seat], size)] if in_hand else [],
        "chosen": [ids[tile] for tile in pair_tiles(state, seat)],
        "stack": [] if in_hand or over else [ids[tile] for tile in tiles_of(state.stacks[seat], size - 2)],
        "placed": PROGRESS_NAMES[state.progress[seat]],
    }


def _save_city(state: State, city: City) -> dict[str, object]:
    tiles = []
    for word in city.lots[: city.tiles]:
        shown = show_lot(state.data, word)
        tiles.append({"tile": shown["id"], **{key: shown[key] for key in ("row", "col", "seat", "turn", "order")}})
    return {"tiles": tiles}


# --- loading


def fill(state: State, position: Mapping[str, object], seed: int) -> None:
    """Read a position into a blank state; BadPosition names the field that is wrong."""
    given: Mapping[str, Any] = fields("position", position, FIELDS)
    if given.get("data", state.data.hash) != state.data.hash:
        raise BadPosition("data: the position belongs to another data pack; give that pack with --data")
    state.rng = load_rng(given["rng"]) if "rng" in given else Rng(seed)
    state.seating = _read_seating(given.get("seating"), state)
    state.clear_table()
    supply = Supply(state, given)
    _read_cities(state, given.get("cities", []), supply)
    _read_turn(state, given)
    _check_turns(state)
    _read_seats(state, given, supply)
    _read_piles(state, given, supply)
    state.count = whole_in("count", given.get("count", 0), 0, 1000)
    state.undo_floor = whole_in("undo_floor", given.get("undo_floor", state.count), 0, int(state.count))


def _read_seating(given: object, state: State) -> vec[i64]:
    """Left out, the seating that the options fix, or else the players in order."""
    everybody = list(range(int(state.players)))
    if given is None:
        fixed: Any = options_dict(state.options).get("seating", everybody)
        return vec[i64](fixed)
    if not isinstance(given, list) or sorted(n for n in map(whole_number, given) if n is not None) != everybody:
        raise BadPosition(f"seating: expected each player from 0 to {everybody[-1]} once, not {given!r}")
    return vec[i64](given)


def _named_tiles(document: object, numbers: Mapping[str, int]) -> Iterator[int]:
    """Every tile that is named by its id anywhere in a position."""
    if isinstance(document, str):
        if document in numbers:
            yield numbers[document]
    elif isinstance(document, (Mapping, list)):
        for part in document.values() if isinstance(document, Mapping) else document:
            yield from _named_tiles(part, numbers)


class Supply:
    """The tiles not yet used by the position. A tile is named by its id, or by a letter for any such square."""

    def __init__(self, state: State, position: object) -> None:
        self.data = state.data
        self.used: dict[int, str] = {}
        self.reserved = set(_named_tiles(position, state.data.numbers))  # neither for a letter nor to be dealt

    def take(self, names: object, where: str) -> list[int]:
        """The tiles of a list of names."""
        if not isinstance(names, list):
            raise BadPosition(f"{where}: expected a list of tiles, not {names!r}")
        return [self.take_one(name, where) for name in names]

    def take_one(self, name: object, where: str) -> int:
        if isinstance(name, str) and len(name) == 1 and name in CODES:
            free = [t for t in self.data.squares if t not in self.used and t not in self.reserved]
            tile = next((t for t in free if self.data.faces[t] == name), None)
            if tile is None:
                raise BadPosition(f"{where}: no square {name} is left; name duplexes by their id, such as XH01")
        elif isinstance(name, str) and name in self.data.numbers:
            tile = self.data.numbers[name]
        else:
            raise BadPosition(f"{where}: there is no tile {name!r}; ids look like S07 or XH01, or use a letter")
        if tile in self.used:
            raise BadPosition(f"{where}: {name} is already {self.used[tile]}")
        self.used[tile] = where
        return tile

    def rest(self, duplex: bool, rng: Rng) -> list[int]:
        """The unused squares or duplexes, shuffled."""
        tiles = self.data.duplexes if duplex else self.data.squares
        left = vec[i64]([tile for tile in tiles if tile not in self.used and tile not in self.reserved])
        rng.shuffle(left)
        return [int(tile) for tile in left]

    def draw(self, amount: int, duplex: bool, rng: Rng, where: str) -> list[int]:
        """So many unused tiles at random."""
        if not amount:
            return []  # a complete position must not move its generator
        drawn = self.rest(duplex, rng)[:amount]
        if len(drawn) < amount:
            raise BadPosition(f"{where}: only {len(drawn)} tiles are left to deal, {amount} are needed")
        for tile in drawn:
            self.used[tile] = where
        return drawn


def _read_cities(state: State, given: object, supply: Supply) -> None:
    count = len(state.cities)
    if not isinstance(given, list) or len(given) > count:
        raise BadPosition(f"cities: expected a list of at most {count} cities")
    for c, city in enumerate(given):
        where = f"cities.{c}"
        if isinstance(city, list):
            state.cities[c] = _city_of_letters(state, city, where, supply)
        else:
            tiles = fields(where, city, ("tiles",)).get("tiles", [])
            state.cities[c] = _city_of_tiles(state, c, tiles, where, supply)
        _check_city(state.cities[c], where)


def _city_of_letters(state: State, rows: list[object], where: str, supply: Supply) -> City:
    """A city as four strings; its first building, row by row, lies on d4."""
    written = read_city(rows, where)
    city = empty_city()
    cells = [(r, c) for r in range(4) for c in range(4) if written.occupied & ONE[r * 8 + c]]
    for r, c in cells:
        code = str(rows[r])[c]
        cell = cell_at(r - cells[0][0], c - cells[0][1])
        tile = supply.take_one(code, where)
        rebuild(city, state.data, tile, cell)
        city.note(lot(tile, cell, NOBODY, NEVER, 0))
    return city


def _city_of_tiles(state: State, index: int, tiles: object, where: str, supply: Supply) -> City:
    if not isinstance(tiles, list):
        raise BadPosition(f"{where}.tiles: expected a list")
    city = empty_city()
    for number, entry in enumerate(tiles):
        here = f"{where}.tiles.{number}"
        if number == MOST_TILES:
            raise BadPosition(f"{where}.tiles: a city has at most {MOST_TILES} tiles, not {len(tiles)}")
        given = fields(here, entry, ("tile", "row", "col", "seat", "turn", "order"))
        cell = cell_at(
            whole_in(f"{here}.row", given.get("row"), -3, 3),
            whole_in(f"{here}.col", given.get("col"), -3, 3),
        )
        tile = supply.take_one(given.get("tile"), here)
        seat, turn = _read_placement(state, index, given, here)
        order = whole_in(f"{here}.order", given.get("order", 0), 0, int(state.players) - 1)
        second = cell + int(SECOND_HALF[state.data.shape[tile]])
        if any(c >= len(ONE) or c & 7 == 7 or city.occupied & ONE[c] for c in (cell, second)):
            raise BadPosition(f"{here}: the cell is taken or out of reach")
        rebuild(city, state.data, tile, cell)
        city.note(lot(tile, cell, seat, turn, order))
    return city


def _read_placement(state: State, index: int, given: Mapping[str, object], where: str) -> tuple[int, int]:
    """Who placed a tile, and when; both null: it was placed before the position was written."""
    seat, turn = given.get("seat"), given.get("turn")
    if seat is None and turn is None:
        return NOBODY, NEVER
    if seat is None or turn is None:
        raise BadPosition(f"{where}: seat and turn go together: who placed the tile, and when")
    builder = whole_in(f"{where}.seat", seat, 0, int(state.players) - 1)
    builders = owners(index, int(state.players))
    if builder not in builders:
        raise BadPosition(f"{where}.seat: expected {listing(builders)}, who build this city, not {builder}")
    return builder, whole_in(f"{where}.turn", turn, 0, NEVER - 1)


def _check_turns(state: State) -> None:
    """No tile was placed in a turn that is still to come."""
    now = int(state.turn_of_game())
    for index, city in enumerate(state.cities):
        for number, word in enumerate(city.lots[: city.tiles]):
            if now < lot_turn(word) < NEVER:
                raise BadPosition(
                    f"cities.{index}.tiles.{number}.turn: expected at most {now}, not {int(lot_turn(word))}"
                )


def _check_city(city: City, where: str) -> None:
    if not city.occupied:
        return
    if not city.occupied & ONE[cell_at(0, 0)]:
        raise BadPosition(f"{where}: a city has its first tile on row 0, col 0")
    if city.occupied & ~city.frame:
        raise BadPosition(f"{where}: the city does not fit into 4 x 4")
    if not connected(city):
        raise BadPosition(f"{where}: every building must be joined to the others by edges")


def connected(city: City) -> bool:
    reached = city.occupied & -city.occupied
    while True:
        grown = (reached | beside(reached)) & city.occupied
        if grown == reached:
            return bool(reached == city.occupied)
        reached = grown


def buildings_before(state: State, round: int, turn: int) -> int:
    """How many buildings each city has when a turn begins."""
    a_turn = 1 if state.players == 2 else 2
    total = 0
    for r, this in enumerate(state.rounds):
        turns = int(this.turns) if r < round else turn if r == round else 0
        total += turns * a_turn * (2 if this.duplex else 1)
    return total


def _read_turn(state: State, given: Mapping[str, Any]) -> None:
    """Round, turn and phase; left out, the first turn that fits the cities."""
    rounds = [this.id for this in state.rounds]
    phase = given.get("phase", "choose")
    if phase not in PHASE_NAMES:
        raise BadPosition(f"phase: expected {listing(PHASE_NAMES)}, not {phase!r}")
    state.phase = PHASE_NAMES.index(phase)
    most = max(int(city.buildings()) for city in state.cities)
    turns = [(r, t) for r, this in enumerate(state.rounds) for t in range(int(this.turns))]
    if phase == "over":
        state.round, state.turn = turns[-1]
        return
    if "round" in given and str(given["round"]) not in rounds:
        raise BadPosition(f"round: {unknown('round', given['round'], rounds)}")
    if "round" in given or "turn" in given:
        state.round = rounds.index(str(given.get("round", rounds[0])))
        state.turn = whole_in("turn", given.get("turn", 1), 1, int(state.rounds[state.round].turns)) - 1
        fits = most_buildings(state)
        if most > fits:
            raise BadPosition(f"cities: a city has {most} buildings, but at this turn at most {fits} fit")
        return
    fitting = [(r, t) for r, t in turns if buildings_before(state, r, t) >= most]
    if not fitting:
        raise BadPosition(f"cities: a city has {most} buildings, too many for another turn; use phase = 'over'")
    state.round, state.turn = fitting[0]


def most_buildings(state: State) -> int:
    """The most buildings a city can have in the current turn, without running out of room for the rest."""
    round, turn = int(state.round), int(state.turn)
    return buildings_before(state, round, turn + (1 if state.phase == PLACE else 0))


def _read_seats(state: State, given: Mapping[str, Any], supply: Supply) -> None:
    n = int(state.players)
    seats = given.get("seats", [])
    if not isinstance(seats, list) or len(seats) > n:
        raise BadPosition(f"seats: expected a list of at most {n} seats")
    known = [fields(f"seats.{s}", seats[s] if s < len(seats) else {}, SEAT_FIELDS) for s in range(n)]
    if state.phase == PLACE:
        _read_progress(state, given, known)
    elif "to_act" in given:
        raise BadPosition("to_act: only in the phase 'place' does one seat act after another")
    elif wrong := [s for s in range(n) if known[s].get("placed", "none") != "none"]:
        raise BadPosition(f"seats.{wrong[0]}.placed: expected none, since the phase is {PHASE_NAMES[state.phase]}")
    named = [
        {name: supply.take(seat.get(name, []), f"seats.{s}.{name}") for name in ("hand", "chosen", "stack")}
        for s, seat in enumerate(known)
    ]
    if state.phase == OVER:
        state.mover = NONE
        if held := [f"seats.{s}.{name}" for s in range(n) for name in named[s] if named[s][name]]:
            raise BadPosition(f"{held[0]}: when the game is over, no seat holds tiles")
        return
    if state.phase == PLACE:
        _check_room(state)
    for s in range(n):
        _read_held(state, s, named[s], "chosen" in known[s] and bool(known[s]["chosen"]), supply)
    if state.phase == CHOOSE:
        waiting = [s for s in range(n) if state.chosen[s] < 0]
        if not waiting:
            raise BadPosition("seats: everybody has chosen; the phase would be 'place'")
        state.mover = waiting[0]
    hurried = given.get("hurried", False)
    if not isinstance(hurried, bool) or (hurried and not (state.free and state.phase == PLACE)):
        raise BadPosition("hurried: true or false, and true only while placing in free order")
    state.hurried = hurried


SEAT_FIELDS = ("hand", "chosen", "stack", "placed")


def _read_progress(state: State, given: Mapping[str, Any], known: list[Mapping[str, Any]]) -> None:
    """How far each seat's placement is; `to_act = k` is short for: the seats before k have placed."""
    n = int(state.players)
    first = whole_in("to_act", given.get("to_act", 0), 0, n - 1)
    for s, seat in enumerate(known):
        placed = seat.get("placed", "both" if s < first else "none")
        if placed not in PROGRESS_NAMES:
            raise BadPosition(f"seats.{s}.placed: expected {listing(PROGRESS_NAMES)}, not {placed!r}")
        state.progress[s] = PROGRESS_NAMES.index(placed)
        if placed == "left":
            if state.placing >= 0:
                raise BadPosition(f"seats.{s}.placed: seat {state.placing} is half-way already")
            state.placing = s
    waiting = [s for s in range(n) if state.progress[s] != DONE]
    if not waiting:
        raise BadPosition("seats: everybody has placed; the turn would be over")
    if not state.free and any(state.progress[s] != WAITS for s in range(waiting[0] + 1, n)):
        raise BadPosition("seats: in seat order, a seat places after all lower seats")
    state.mover = waiting[0]
    state.placed = n - len(waiting)


def _check_room(state: State) -> None:
    """Every city has room for what is still to be placed this turn."""
    n = int(state.players)
    to_come = [0] * len(state.cities)
    for seat in range(n):
        to_come[left_city(seat, n)] += state.progress[seat] == WAITS
        to_come[right_city(seat, n)] += state.progress[seat] != DONE
    a_tile = 2 if state.rounds[state.round].duplex else 1
    for c, city in enumerate(state.cities):
        fits = most_buildings(state) - to_come[c] * a_tile
        if city.buildings() > fits:
            raise BadPosition(
                f"cities.{c}: it has {city.buildings()} buildings, but with {to_come[c]} more tiles to come this turn"
                f" at most {fits} fit"
            )


def _read_held(state: State, seat: int, named: dict[str, list[int]], committed: bool, supply: Supply) -> None:
    """Hand, secret or revealed pair, and stack of a seat; what is not named is dealt."""
    size = int(state.hand_size())
    wanted = {"hand": size, "chosen": 0, "stack": 0}
    if state.phase == PLACE:
        wanted = {"hand": 0, "chosen": 2 - int(state.progress[seat]), "stack": size - 2}
    elif committed:
        wanted = {"hand": 0, "chosen": 2, "stack": size - 2}
    duplex = bool(state.rounds[state.round].duplex)
    for name, amount in wanted.items():
        where = f"seats.{seat}.{name}"
        tiles = named[name]
        if len(tiles) > amount:
            raise BadPosition(f"{where}: at most {amount} tiles belong here now, not {len(tiles)}")
        _check_kind(state, tiles, duplex, where)
        tiles += supply.draw(amount - len(tiles), duplex, state.rng, where)
    state.hands[seat] = pack_hand(named["hand"])
    state.stacks[seat] = pack_hand(named["stack"])
    if named["chosen"]:
        state.chosen[seat] = pack_hand(named["chosen"])


def _check_kind(state: State, tiles: list[int], duplex: bool, where: str) -> None:
    for tile in tiles:
        if (state.data.shape[tile] != SQUARE) != duplex:
            kind = "duplexes" if duplex else "squares"
            raise BadPosition(f"{where}: {state.data.ids[tile]} does not belong here: only {kind} do")


def _read_piles(state: State, given: Mapping[str, Any], supply: Supply) -> None:
    """Discards, box and duplex stack; a part given is what is drawn first, the rest is shuffled below."""
    n = int(state.players)
    rounds = [this.id for this in state.rounds]
    over = state.phase == OVER
    finished = [r for r in range(len(rounds)) if r < state.round or over]
    listed = given.get("discards", [])
    if not isinstance(listed, list):
        raise BadPosition("discards: expected a list")
    for number, entry in enumerate(listed):
        where = f"discards.{number}"
        known = fields(where, entry, ("round", "seat", "tile"))
        if str(known.get("round")) not in [rounds[r] for r in finished]:
            raise BadPosition(f"{where}: no tile has been discarded in round {known.get('round')!r}")
        r = rounds.index(str(known["round"]))
        place = r * n + whole_in(f"{where}.seat", known.get("seat"), 0, n - 1)
        if state.discards[place] >= 0:
            raise BadPosition(f"{where}: the discard of that round and seat is there already")
        state.discards[place] = supply.take_one(known.get("tile"), where)
        _check_kind(state, [int(state.discards[place])], state.rounds[r].duplex, where)
    box = supply.take(given.get("box", []), "box")
    _check_kind(state, box, False, "box")
    stack = supply.take(given.get("duplexes", []), "duplexes")
    _check_kind(state, stack, True, "duplexes")
    for r in finished:
        for place in range(r * n, r * n + n):
            if state.discards[place] < 0:
                duplex = bool(state.rounds[r].duplex)
                state.discards[place] = supply.draw(1, duplex, state.rng, "discards")[0]
    state.box = vec[i64](supply.rest(False, state.rng) + box)
    state.stack = vec[i64](supply.rest(True, state.rng) + stack)
    state.box_left = len(state.box)
    state.stack_left = len(state.stack)
    _check_piles(state)


def _check_piles(state: State) -> None:
    for duplex, left in ((False, state.box_left), (True, state.stack_left)):
        rounds = [this for r, this in enumerate(state.rounds) if r > state.round and this.duplex == duplex]
        need = sum(int(this.hand) for this in rounds) * int(state.players)
        if state.phase != OVER and left < need:
            name = "duplexes" if duplex else "box"
            raise BadPosition(f"{name}: {left} tiles are too few: the rounds to come need {need}")


# --- invariants (BTC-9.2)


def all_tiles(state: State) -> Iterator[int]:
    """Every tile, wherever it is."""
    yield from (int(tile) for tile in state.box[: state.box_left])
    yield from (int(tile) for tile in state.stack[: state.stack_left])
    for seat in range(int(state.players)):
        if state.phase != OVER:
            yield from held_tiles(state, seat)
        if state.phase == PLACE:
            yield from pair_tiles(state, seat)
    yield from (int(tile) for tile in state.discards if tile >= 0)
    for city in state.cities:
        yield from (int(lot_tile(word)) for word in city.lots[: city.tiles])


def check(state: State) -> None:
    """Assert every invariant that holds at any decision."""
    tiles = sorted(all_tiles(state))
    assert tiles == list(range(len(state.data.ids))), "a tile is missing or there twice (BTC-9.2 a)"
    for index, city in enumerate(state.cities):
        _assert_city(state, index, city)
    n = int(state.players)
    waiting = state.to_act()
    assert bool(waiting) != (state.phase == OVER)
    assert all(state.legal(seat) for seat in waiting), "a seat that must act has no legal action (BTC-9.2 f)"
    if state.phase == CHOOSE:
        assert waiting == [s for s in range(n) if state.chosen[s] < 0]
        assert all(done == WAITS for done in state.progress)
    assert min(city_totals(state.cities, state.data)) >= 0
    assert 0 <= state.undo_floor <= state.count


def _assert_city(state: State, index: int, city: City) -> None:
    assert not city.occupied & ~city.frame, "larger than 4 x 4 (BTC-9.2 d)"
    assert connected(city), "not connected (BTC-9.2 d)"
    boards = 0
    for board in city.kinds:
        assert not boards & board, "two buildings on one cell"
        boards |= board
    assert boards == city.occupied
    if state.count < 3 * state.players * state.turn_of_game():
        return  # written by hand, not played from the start: there may be fewer buildings
    expected = 16 if state.phase == OVER else buildings_before(state, int(state.round), int(state.turn))
    building_now = state.phase == PLACE
    assert expected <= city.buildings() <= expected + 4 * building_now, "wrong number of buildings (BTC-9.2 c)"
    for word in city.lots[: city.tiles]:
        assert city.occupied & ONE[lot_cell(word)]
        assert lot_turn(word) <= state.turn_of_game()
        assert lot_order(word) < state.players
