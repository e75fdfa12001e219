"""Positions: the whole state in the words of the rulebook, saved, loaded, written by hand, checked.

The schema is documented in docs/positions/prosperity.md. A hand-written position may be partial: what it leaves out
takes its set-up value, and tiles it does not name are dealt from what remains.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.prosperity.country import PRINT, Country
from conurb.games.prosperity.data import (
    ENERGY,
    EURO_UNIT,
    SIDE_NAMES,
    SPECIAL,
    SYMBOLS,
    TILES,
    TRACKS,
    TYPES,
    UNDATED,
)
from conurb.games.prosperity.moves import (
    ACTION,
    FINAL,
    OVER,
    PHASE_NAMES,
    TALLY,
    bits_of,
    tile_names,
)
from conurb.games.prosperity.scoring import PART_COUNT, PARTS
from conurb.games.prosperity.view import put, stack
from conurb.kernel.bits import ONE
from conurb.kernel.checks import BadPosition, fields, listing, whole_in
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng, load_rng
from conurb.kernel.state import Position

if TYPE_CHECKING:
    from conurb.games.prosperity.rules import State

MOST_MONEY = 1_000_000
MOST_DISCS = 10_000
MOST_SCORE = 20_000
FIELDS = (
    "game",
    "players",
    "options",
    "data",
    "first",
    "turn",
    "active",
    "phase",
    "action_number",
    "final_tally",
    "to_act",
    "actor",
    "drawn",
    "deck",
    "display",
    "removed",
    "seats",
    "rng",
    "count",
    "undo_floor",
)
SEAT_FIELDS = ("side", "money", "discs", "score", "research", "spaces", "breakdown")


# --- saving


def save(state: State) -> Position:
    ids = state.data.ids
    return {
        "game": state.game,
        "players": int(state.players),
        "options": options_dict(state.options),
        "data": state.data.hash,
        "first": int(state.first),
        "turn": int(state.turn) + 1,
        "active": int(state.active),
        "phase": PHASE_NAMES[state.phase],
        "action_number": int(state.action_number) + 1,
        "final_tally": int(state.final_tally) + 1,
        "to_act": None if state.phase == OVER else int(state.mover),
        "actor": None if state.actor < 0 else int(state.actor),
        "drawn": [ids[tile] for tile in state.deck[: state.turn + 1]],
        "deck": [ids[tile] for tile in state.deck[state.turn + 1 :]],
        "display": tile_names(state.data, state.display),
        "removed": tile_names(state.data, state.removed),
        "seats": [_save_seat(state, seat) for seat in range(int(state.players))],
        "rng": state.rng.save(),
        "count": int(state.count),
        "undo_floor": int(state.undo_floor),
    }


def _save_seat(state: State, seat: int) -> dict[str, object]:
    country = state.countries[seat]
    names = country.board.spaces
    stacks = {names[space]: [state.data.ids[t] for t in stack(state, seat, space)] for space in range(len(names))}
    return {
        "side": country.board.side,
        "money": int(country.money),
        "discs": int(country.discs),
        "score": int(country.score),
        "research": {TRACKS[track]: int(country.squares[track]) for track in range(2)},
        "spaces": {name: tiles for name, tiles in stacks.items() if tiles},
        "breakdown": {PARTS[p]: int(state.parts[seat * PART_COUNT + p]) for p in range(PART_COUNT)},
    }


# --- loading


def fill(state: State, position: Mapping[str, object], seed: int) -> None:
    """Read a position into a blank state; BadPosition names the field that is wrong."""
    given: Mapping[str, Any] = fields("position", position, FIELDS)
    if given.get("data", state.data.hash) != state.data.hash:
        raise BadPosition("data: the position belongs to another data pack; give that pack with --data")
    state.rng = load_rng(given["rng"]) if "rng" in given else Rng(seed)
    seats = _read_sides(state, given.get("seats", []))
    supply = Supply(state)
    for seat, country in enumerate(seats):
        _read_country(state, seat, country, supply)
    _read_whose_turn(state, given)
    _read_tiles(state, given, supply)
    state.count = whole_in("count", given.get("count", 0), 0, 100_000)
    state.undo_floor = whole_in("undo_floor", given.get("undo_floor", state.count), 0, int(state.count))
    actor = given.get("actor")
    state.actor = -1 if actor is None else _seat_number("actor", actor, state)
    _read_decision(state, given)


def _seat_number(name: str, value: object, state: State) -> int:
    return whole_in(name, value, 0, int(state.players) - 1)


class Supply:
    """The tiles not yet used by the position."""

    def __init__(self, state: State) -> None:
        self.data = state.data
        self.used: dict[int, str] = {}

    def find(self, id: object, where: str) -> int:
        if not isinstance(id, str) or id not in self.data.numbers:
            raise BadPosition(f"{where}: there is no tile {id!r}; ids look like U01 or D36")
        return self.data.numbers[id]

    def take(self, ids: object, where: str) -> list[int]:
        """The tiles of a list of ids, which can lie nowhere else."""
        if not isinstance(ids, list):
            raise BadPosition(f"{where}: expected a list of tiles, not {ids!r}")
        tiles = []
        for id in ids:
            tile = self.find(id, where)
            if tile in self.used:
                raise BadPosition(f"{where}: {id} is already in {self.used[tile]}")
            self.used[tile] = where
            tiles.append(tile)
        return tiles


# --- countries


def _read_sides(state: State, given: object) -> list[Mapping[str, Any]]:
    """The seats of a position; boards are laid out as they say, or as the options do."""
    n = int(state.players)
    if not isinstance(given, list) or len(given) > n:
        raise BadPosition(f"seats: expected a list of at most {n} seats")
    seats = [fields(f"seats.{s}", given[s] if s < len(given) else {}, SEAT_FIELDS) for s in range(n)]
    options: Any = state.options
    sides = options.sides(n)
    boards = []
    for s, seat in enumerate(seats):
        side = seat.get("side", sides[s])
        if side not in SIDE_NAMES:
            raise BadPosition(f"seats.{s}.side: expected {listing(SIDE_NAMES)}, not {side!r}")
        boards.append(state.data.boards[SIDE_NAMES.index(side)])
    state.clear_table(boards)
    return seats


def _read_country(state: State, seat: int, given: Mapping[str, Any], supply: Supply) -> None:
    data = state.data
    country = state.countries[seat]
    where = f"seats.{seat}"
    country.money = whole_in(f"{where}.money", given.get("money", country.money), 0, MOST_MONEY)
    if country.money % EURO_UNIT:
        raise BadPosition(f"{where}.money: every amount is a multiple of {EURO_UNIT} € (PRO-5.7)")
    country.discs = whole_in(f"{where}.discs", given.get("discs", country.discs), 0, MOST_DISCS)
    country.score = whole_in(f"{where}.score", given.get("score", country.score), 0, MOST_SCORE // 2)
    squares = fields(f"{where}.research", given.get("research", {}), TRACKS)
    for track in range(2):
        square = squares.get(TRACKS[track], country.squares[track])
        name = f"{where}.research.{TRACKS[track]}"
        country.squares[track] = whole_in(name, square, 1, int(data.last_square))
    parts = fields(f"{where}.breakdown", given.get("breakdown", {}), PARTS)
    for p in range(PART_COUNT):
        points = whole_in(f"{where}.breakdown.{PARTS[p]}", parts.get(PARTS[p], 0), 0, MOST_SCORE // 2)
        state.parts[seat * PART_COUNT + p] = points
    scored = sum(int(points) for points in state.parts[seat * PART_COUNT : (seat + 1) * PART_COUNT])
    if scored > country.score:
        raise BadPosition(f"{where}.breakdown: {scored} points of a score of {country.score} (PRO-6.10)")
    stacks = fields(f"{where}.spaces", given.get("spaces", {}), country.board.spaces)
    # Green spaces come before blue ones in board order, so gates are open when the spaces behind them are filled.
    for space, name in enumerate(country.board.spaces):
        for tile in supply.take(stacks.get(name, []), f"{where}.spaces.{name}"):
            _check_fits(state, country, tile, space, f"{where}.spaces.{name}")
            put(state, country, tile, space)


def _check_fits(state: State, country: Country, tile: int, space: int, where: str) -> None:
    kind = int(state.data.kind[tile])
    if kind != country.board.types[space]:
        wanted = TYPES[country.board.types[space]]
        raise BadPosition(f"{where}: {state.data.ids[tile]} is {TYPES[kind]}, the space is for {wanted} (PRO-4.5)")
    if not country.open & ONE[space]:
        gates = listing(country.board.spaces[gate] for gate in country.board.gates[space])
        raise BadPosition(f"{where}: the space is closed until a transport tile lies on {gates} (PRO-4.7)")


# --- whose turn, and where the tiles are


def _read_whose_turn(state: State, given: Mapping[str, Any]) -> None:
    phase = given.get("phase", "action")
    if phase not in PHASE_NAMES:
        raise BadPosition(f"phase: expected {listing(PHASE_NAMES)}, not {phase!r}")
    state.phase = PHASE_NAMES.index(phase)
    options: Any = state.options
    chosen = options.first if isinstance(options.first, int) else 0
    state.active = _seat_number("active", given.get("active", given.get("first", chosen)), state)


def _read_tiles(state: State, given: Mapping[str, Any], supply: Supply) -> None:
    """Drawn tiles, deck, display and removed tiles; what is not named is dealt."""
    data = state.data
    on_boards = set(supply.used)
    in_display = supply.take(given["display"], "display") if "display" in given else None
    removed = supply.take(given.get("removed", []), "removed")
    drawn = _decade_order(state, given.get("drawn", []), "drawn", supply)
    deck = _decade_order(state, given.get("deck", []), "deck", supply)
    placed = {*on_boards, *(in_display or []), *removed}
    for tile in deck:
        if tile in placed or tile in drawn:
            raise BadPosition(f"deck: {data.ids[tile]} is somewhere else already")
    shown = [tile for tile in range(TILES) if tile in placed and data.decade[tile] != UNDATED]
    state.turn = _read_turn(state, given, drawn, shown, deck) - 1
    state.deck = _whole_deck(state, drawn, shown, deck)
    face_up = {int(tile) for tile in state.deck[: state.turn + 1]} | set(bits_of(data.undated))
    waiting = {int(state.drawn())} if state.phase == TALLY else set()
    if waiting & placed:
        raise BadPosition(f"drawn: {data.ids[state.drawn()]} is being tallied, so it lies nowhere else (PRO-3.4)")
    rest = face_up - placed - waiting
    # With a display given, what is named nowhere is out of the game.
    state.display = _as_bits(in_display if in_display is not None else rest)
    state.removed = _as_bits([*removed, *(rest if in_display is not None else ())])
    turns_before = int(state.turn) if state.phase != OVER else int(data.turns) - 1
    first = given.get("first", (int(state.active) - turns_before) % int(state.players))
    state.first = _seat_number("first", first, state)
    if (state.first + state.turn) % state.players != state.active:
        raise BadPosition(f"active: in turn {state.turn + 1}, with seat {state.first} first, it must be another seat")


def _as_bits(tiles: Sequence[int] | set[int]) -> i64:
    bits: i64 = 0
    for tile in tiles:
        bits |= ONE[tile]
    return bits


def _decade_order(state: State, ids: object, where: str, supply: Supply) -> list[int]:
    """A list of dated tiles, each once, decades ascending (PRO-9.5)."""
    if not isinstance(ids, list):
        raise BadPosition(f"{where}: expected a list of dated tiles, not {ids!r}")
    tiles = [supply.find(id, where) for id in ids]
    decades = [int(state.data.decade[tile]) for tile in tiles]
    if len(set(tiles)) < len(tiles) or UNDATED in decades or sorted(decades) != decades:
        raise BadPosition(f"{where}: expected dated tiles, each once, decades ascending")
    return tiles


def _read_turn(state: State, given: Mapping[str, Any], drawn: list[int], shown: list[int], deck: list[int]) -> int:
    """The number of tiles drawn; left out, the fewest that fit what lies on the table."""
    data = state.data
    turns = int(data.turns)
    if state.phase in (FINAL, OVER):
        fewest = turns
    else:
        fewest = max(1, _fewest_turns(state, drawn + [tile for tile in shown if tile not in drawn]))
    turn = whole_in("turn", given.get("turn", fewest), 1, turns)
    if turn < fewest:
        why = "the final scoring follows the last turn" if fewest == turns else "so many tiles must have been drawn"
        raise BadPosition(f"turn: expected {fewest} or more, not {turn}: {why}")
    left = {d: len(tiles) for d, tiles in enumerate(data.decks)}
    for tile in deck:
        left[int(data.decade[tile])] -= 1
    most = next(
        (sum(len(tiles) for tiles in data.decks[:d]) + left[d] for d in left if left[d] < len(data.decks[d])), turns
    )
    if turn > most:
        raise BadPosition(f"turn: at most {most}, since the tiles of the deck are not yet drawn")
    return turn


def _fewest_turns(state: State, tiles: list[int]) -> int:
    """How many tiles have been drawn at least when these are face up: all decades before the last of them, too."""
    if not tiles:
        return 0
    decks = state.data.decks
    last = max(int(state.data.decade[tile]) for tile in tiles)
    return sum(len(deck) for deck in decks[:last]) + sum(1 for tile in tiles if state.data.decade[tile] == last)


def _whole_deck(state: State, drawn: list[int], shown: list[int], deck: list[int]) -> vec[i64]:
    """The order of all dated tiles: as named, the others at random where they can be.

    Of a decade come first the tiles known to be drawn, then any, then those named as still in the deck. The tile of
    the current turn is the last one that `drawn` names, if it names any.
    """
    data = state.data
    order: list[int] = []
    for d, tiles in enumerate(data.decks):
        start = len(order)
        here = min(max(int(state.turn) + 1 - start, 0), len(tiles))  # how many of this decade are drawn
        named = [tile for tile in drawn if data.decade[tile] == d]
        seen = [tile for tile in shown if data.decade[tile] == d and tile not in named]
        behind = [tile for tile in deck if data.decade[tile] == d]
        free = vec[i64]([tile for tile in tiles if tile not in (*named, *seen, *behind)])
        if len(free):
            state.rng.shuffle(free)
        others = [int(tile) for tile in free]
        missing = here - len(named) - len(seen)
        if missing < 0:
            raise BadPosition(f"turn: in {data.decades[d]} more tiles are named as drawn than turns were played")
        order += seen + others[:missing] + named + behind + others[missing:]
    return vec[i64](order)


# --- what is to be decided


def _read_decision(state: State, given: Mapping[str, Any]) -> None:
    """The action, or the seat that tallies; without a seat, the tally begins."""
    data = state.data
    to_act = given.get("to_act")
    state.action_number = whole_in("action_number", given.get("action_number", 1), 1, int(data.actions)) - 1
    tallies = int(data.final_energy_tallies)
    low = tallies + 1 if state.phase == OVER else 1
    high = max(tallies, 1) if state.phase == FINAL else low
    state.final_tally = whole_in("final_tally", given.get("final_tally", low), low, high) - 1
    if state.phase == OVER:
        if to_act is not None:
            raise BadPosition("to_act: the game is over, nobody is to act")
        state.mover = -1
    elif state.phase == ACTION:
        state.mover = state.active
        if to_act is not None and _seat_number("to_act", to_act, state) != state.active:
            raise BadPosition(f"to_act: actions are taken by the active player, seat {state.active}")
    elif to_act is None:
        state.go_on()
    else:
        state.mover = _seat_number("to_act", to_act, state)
        state.tallied = (state.mover - state.active) % state.players
        if state.choices(state.mover, state.symbol()) < 2:
            symbol = SYMBOLS[state.symbol()]
            raise BadPosition(f"to_act: seat {state.mover} has nothing to decide in a tally of {symbol} (PRO-9.4)")
    if state.phase != ACTION and state.action_number:
        raise BadPosition("action_number: there are actions only in the phase 'action'")


# --- invariants (PRO-9.6)


def all_tiles(state: State) -> Iterator[int]:
    """Every tile, wherever it is."""
    yield from (int(tile) for tile in state.deck[state.turn + 1 :])
    if state.phase == TALLY:
        yield int(state.drawn())
    yield from bits_of(state.display)
    yield from bits_of(state.removed)
    for seat in range(int(state.players)):
        for space in range(len(state.countries[seat].tops)):
            yield from stack(state, seat, space)


def check(state: State) -> None:
    """Assert every invariant that holds at any decision."""
    data = state.data
    assert sorted(all_tiles(state)) == list(range(TILES)), "a tile is missing or there twice"
    for seat, country in enumerate(state.countries):
        _assert_country(state, seat, country)
    assert sorted(int(tile) for tile in state.deck) == [t for deck in data.decks for t in deck]
    decades = [int(data.decade[tile]) for tile in state.deck]
    assert decades == sorted(decades), "the decades of the deck do not ascend"
    assert (state.first + state.turn) % state.players == state.active, "it is another player's turn (PRO-3.1)"
    assert 0 <= state.turn < data.turns
    assert (state.phase == OVER) == (state.mover < 0)
    if state.phase in (FINAL, OVER):
        assert state.turn == data.turns - 1, "final scoring before the last turn (PRO-6.1)"
    if state.phase == ACTION:
        assert state.mover == state.active
        assert state.action_number < data.actions
    elif state.phase != OVER:
        assert state.choices(state.mover, state.symbol()) > 1, "a decision with one legal option is asked (PRO-9.4)"
        assert state.mover == state.seat_in_order(state.tallied), "not in tally order (PRO-3.5)"
    assert 0 <= state.undo_floor <= state.count


def _assert_country(state: State, seat: int, country: Country) -> None:
    data = state.data
    assert country.money >= 0, "negative money (PRO-5.9)"
    assert country.money % EURO_UNIT == 0, "money is no multiple of 50 (PRO-5.7)"
    assert country.discs >= 0, "negative discs"
    assert country.score >= sum(state.parts[seat * PART_COUNT : (seat + 1) * PART_COUNT])
    assert all(1 <= square <= data.last_square for square in country.squares), "a marker is off its track"
    assert list(country.totals) == list(country.recount(data)), "the totals are not what lies on the spaces (PRO-3.3)"
    board = country.board
    opened = board.open
    for space, top in enumerate(country.tops):
        for tile in stack(state, seat, space):
            assert data.kind[tile] == board.types[space], "a tile on a space of another type (PRO-4.5)"
            assert data.kind[tile] != SPECIAL
        if top != PRINT:
            opened |= board.behind[space]
    assert country.open == opened, "open spaces are not those of the gates (PRO-4.7)"
    for space, top in enumerate(country.tops):
        assert top == PRINT or country.open & ONE[space], "a tile behind a closed gate (PRO-4.7)"
    assert country.deficit() == max(0, -country.totals[ENERGY])
