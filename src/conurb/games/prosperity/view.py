"""What a seat may see (PRO-7), what can be deduced from it, and full states imagined from that.

The view is an allow-list: everything that leaves a game is written out here, field by field. The only secret is the
order of the undrawn tiles inside each decade (PRO-7.1), so every seat and every spectator sees the same; what differs
is who may act.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.prosperity.country import PRINT, Country
from conurb.games.prosperity.data import (
    MOST_SPACES,
    SIDE_NAMES,
    SPECIAL,
    SYMBOL_COUNT,
    SYMBOLS,
    TILES,
    TRACKS,
    TYPES,
    Data,
)
from conurb.games.prosperity.moves import (
    ACTION,
    BUY,
    CLEANUP,
    FINAL,
    KEY,
    OVER,
    PAY,
    PHASE_NAMES,
    REVENUE,
    SPLIT,
    STEP,
    TALLY,
    bits_of,
    move,
    space_of,
    text,
    tile_names,
    tile_of,
)
from conurb.games.prosperity.scoring import PART_COUNT, PARTS
from conurb.kernel.bits import ONE, lowest
from conurb.kernel.numbers import Layout, Scale, shares, squash
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View

if TYPE_CHECKING:
    from conurb.games.prosperity.rules import State

# --- the view (PRO-7.2)


def view(state: State, seat: int | None) -> View:
    """Everything that seat, or with None a spectator, may know."""
    state.check_observer(seat)
    data = state.data
    over = state.phase == OVER
    tallying = state.phase == TALLY
    shown: View = {
        "game": KEY,
        "players": int(state.players),
        "seat": seat,
        "options": public_options(state),
        "data": data.hash,
        "phase": PHASE_NAMES[state.phase],
        "turn": int(state.turn) + 1,
        "turns": int(data.turns),
        "decade": data.decades[data.decade[state.drawn()]],
        "first": int(state.first),
        "active": int(state.active),
        "action_number": int(state.action_number) + 1 if state.phase == ACTION else None,
        "actions": int(data.actions),
        "tallied": int(state.tallied),
        "tally": None if over or state.phase == ACTION else SYMBOLS[state.symbol()],
        "final_tally": int(state.final_tally) + 1 if state.phase == FINAL else None,
        "count": int(state.count),
        "undo_floor": int(state.undo_floor),
        "actor": int(state.actor),
        "to_act": state.to_act(),
        "drawn": [data.ids[tile] for tile in state.deck[: state.turn + 1]],
        "revealed": data.ids[state.drawn()] if tallying else None,
        "display": tile_names(data, state.display),
        "removed": tile_names(data, state.removed),
        "to_come": to_come(state),
        "tallies_to_come": tallies_to_come(state),
        "countries": [show_country(state, s) for s in range(int(state.players))],
        "tiles": data.catalogue,
        "constants": show_constants(data),
        "scores": state.scores(),
        "legal": [] if seat is None else [show_action(state, seat, action) for action in state.legal(seat)],
    }
    if over:
        shown["ranking"] = state.ranking()
    return shown


def public_options(state: State) -> dict[str, object]:
    """The options without a deck that was given: its order is secret."""
    return {name: value for name, value in options_dict(state.options).items() if name != "deck"}


def show_constants(data: Data) -> dict[str, object]:
    """What the tracks look like, and what a tally is worth."""
    return {
        "decades": data.decades,
        "squares_per_level": [
            sum(1 for square in data.level_of if square == level) for level in range(1, int(data.levels) + 1)
        ],
        "round_spaces": int(data.round_spaces),
        "globe_spaces": data.globe_spaces,
        "score_track": int(data.score_track),
        "money_per_point": int(data.money_per_point),
        "energy_gain": int(data.energy_gain),
        "overflow_gain": int(data.overflow_gain),
        "capital_gain": int(data.capital_gain),
        "deficit_price": int(data.deficit_price),
    }


def to_come(state: State) -> list[dict[str, object]]:
    """For each decade the tiles still in the deck, and how often each symbol will still be called (PRO-7.3).

    The tiles are in the order of the list, not of the deck.
    """
    data = state.data
    undrawn = sorted(int(tile) for tile in state.deck[state.turn + 1 :])
    decades: list[dict[str, object]] = []
    for d in range(len(data.decades)):
        tiles = [tile for tile in undrawn if data.decade[tile] == d]
        calls = {
            SYMBOLS[symbol]: sum(1 for tile in tiles if data.call[tile] == symbol) for symbol in range(SYMBOL_COUNT)
        }
        decades.append({"decade": data.decades[d], "tiles": [data.ids[tile] for tile in tiles], "calls": calls})
    return decades


def tallies_to_come(state: State) -> dict[str, int]:
    """How often each symbol will still be tallied."""
    tallies = state.tallies_left()
    return {SYMBOLS[symbol]: int(tallies[symbol]) for symbol in range(SYMBOL_COUNT)}


def stack(state: State, seat: int, space: int) -> list[int]:
    """The tiles on a space, the lowest first."""
    tiles: list[int] = []
    tile = state.countries[seat].tops[space]
    while tile >= 0:
        tiles.append(int(tile))
        tile = state.beneath[tile]
    return tiles[::-1]


def totals_json(totals: vec[i64]) -> dict[str, int]:
    return {SYMBOLS[symbol]: int(totals[symbol]) for symbol in range(SYMBOL_COUNT)}


def show_country(state: State, seat: int) -> dict[str, object]:
    data = state.data
    country = state.countries[seat]
    board = country.board
    options: Any = state.options
    return {
        "side": board.side,
        "colour": options.seat_colours(int(state.players))[seat],
        "money": int(country.money),
        "discs": int(country.discs),
        "visible_globes": int(country.globes(data)),
        "triangle": country.blocked(data),
        "score": int(country.score),
        "research": {TRACKS[track]: int(country.squares[track]) for track in range(2)},
        "levels": {TRACKS[track]: int(country.level(track, data)) for track in range(2)},
        "prices": {TRACKS[track]: prices(country, track, data) for track in range(2)},
        "totals": totals_json(country.totals),
        "spaces": [show_space(state, seat, space) for space in range(len(board.spaces))],
        "breakdown": {PARTS[p]: int(state.parts[seat * PART_COUNT + p]) for p in range(PART_COUNT)},
    }


def prices(country: Country, track: i64, data: Data) -> list[int]:
    """What a tile of each level costs on that side, from level 1 (PRO-4.2)."""
    row = country.level(track, data) * 10
    return [int(data.price[row + level]) for level in range(1, int(data.levels) + 1)]


def show_space(state: State, seat: int, space: int) -> dict[str, object]:
    country = state.countries[seat]
    board = country.board
    printed = {SYMBOLS[s]: int(board.impact[space * SYMBOL_COUNT + s]) for s in range(SYMBOL_COUNT)}
    return {
        "space": board.spaces[space],
        "type": TYPES[board.types[space]],
        "printed": board.printed[space] or None,
        "print": printed,
        "gates": [board.spaces[gate] for gate in board.gates[space]],
        "open": bool(country.open & ONE[space]),
        "stack": [state.data.ids[tile] for tile in stack(state, seat, space)],
    }


def show_action(state: State, seat: int, action: int) -> dict[str, object]:
    """A legal action in words, with what it costs and what it changes."""
    data = state.data
    country = state.countries[seat]
    shown = move(state, seat, action)
    shown["kind"] = shown.pop("type")
    shown["action"] = action
    shown["text"] = text(state, seat, action)
    if action < SPLIT:
        paid = action - PAY
        shown["money"] = -paid * int(data.deficit_price)
        shown["discs"] = int(country.deficit()) - paid
    elif action == REVENUE:
        shown["money"] = int(data.revenue)
    elif action == CLEANUP:
        shown["discs"] = -1
    elif STEP <= action < BUY:
        square = int(country.squares[action - STEP]) + 1
        shown["square"] = square
        shown["level"] = int(data.level_of[square])
    elif action >= BUY:
        tile = int(tile_of(action))
        shown["money"] = -int(country.price(tile, data))
        if data.kind[tile] == SPECIAL:
            shown["points"] = int(data.points[tile])
            shown["discs"] = -min(int(data.clean[tile]), int(country.discs))
        else:
            space = int(space_of(action))
            after = country.clone()
            after.place(tile, space, data)
            under = country.tops[space]
            shown["covers"] = (country.board.printed[space] or None) if under == PRINT else data.ids[under]
            shown["change"] = {SYMBOLS[s]: int(after.totals[s] - country.totals[s]) for s in range(SYMBOL_COUNT)}
            opened = after.open & ~country.open
            shown["opens"] = [country.board.spaces[opening] for opening in bits_of(opened)]
    return shown


# --- imagining


@final
@mypyc_attr(native_class=True, acyclic=True)
class CountryKnowledge(Knowledge):
    """A state with everything the view tells; the undrawn tiles of each decade can lie in any order (PRO-7.4)."""

    known: State
    undrawn: list[list[int]]  # by decade

    def __init__(self, view: View, blank: State) -> None:
        """Reads the view and nothing else into a blank state."""
        self.known = blank
        read_table(blank, view)
        ids = blank.data.numbers
        self.undrawn = [[ids[id] for id in decade["tiles"]] for decade in view["to_come"]]

    def sample(self, rng: Rng) -> State:
        """Shuffle what is left of each decade (PRO-7.5)."""
        state = self.known.clone()
        state.rng = rng.fork()
        deck = state.deck[:]
        place = state.turn + 1
        for tiles in self.undrawn:
            decade = vec[i64](tiles)
            rng.shuffle(decade)
            for tile in decade:
                deck[place] = tile
                place += 1
        state.deck = deck
        return state


def read_table(state: State, shown: Mapping[str, Any]) -> None:
    """A view, into a blank state; undrawn tiles are left out of the deck."""
    data = state.data
    ids = data.numbers
    state.clear_table([data.boards[SIDE_NAMES.index(country["side"])] for country in shown["countries"]])
    state.first = shown["first"]
    state.active = shown["active"]
    state.turn = shown["turn"] - 1
    state.phase = PHASE_NAMES.index(shown["phase"])
    state.mover = shown["to_act"][0] if shown["to_act"] else -1
    state.tallied = shown["tallied"]
    state.action_number = (shown["action_number"] or 1) - 1
    state.final_tally = data.final_energy_tallies if shown["phase"] == "over" else (shown["final_tally"] or 1) - 1
    state.count = shown["count"]
    state.undo_floor = shown["undo_floor"]
    state.actor = shown["actor"]
    drawn = [ids[id] for id in shown["drawn"]]
    state.deck = vec[i64](drawn + [0] * (int(data.turns) - len(drawn)))
    for id in shown["display"]:
        state.display |= ONE[ids[id]]
    for id in shown["removed"]:
        state.removed |= ONE[ids[id]]
    for seat in range(int(state.players)):
        read_country(state, seat, shown["countries"][seat])


def read_country(state: State, seat: int, shown: Mapping[str, Any]) -> None:
    country = state.countries[seat]
    country.money = shown["money"]
    country.discs = shown["discs"]
    country.score = shown["score"]
    for track in range(2):
        country.squares[track] = shown["research"][TRACKS[track]]
    for space in range(len(country.tops)):
        for id in shown["spaces"][space]["stack"]:
            put(state, country, state.data.numbers[id], space)
    for part in range(PART_COUNT):
        state.parts[seat * PART_COUNT + part] = shown["breakdown"][PARTS[part]]


def put(state: State, country: Country, tile: int, space: int) -> None:
    """Lay a tile onto a space, as it was laid in the game."""
    state.beneath[tile] = country.tops[space]
    country.place(tile, space, state.data)


# --- numbers for learning

GENERAL: Final = 4 + SYMBOL_COUNT + 5
A_COUNTRY: Final = 12 + SYMBOL_COUNT + PART_COUNT
A_SPACE: Final = SYMBOL_COUNT + 2
A_TILE: Final = 4  # in the display, still to come, removed, just revealed; then two numbers a seat
SCORE: Final = Scale(50.0)
SYMBOL: Final = Scale(5.0)
PART: Final = Scale(20.0)
SPACE_SHARE: Final = shares(MOST_SPACES)


def layout(players: int) -> Layout:
    """Everything is seen from the seat: it is number 0, the others follow clockwise."""
    return [
        ("general", (GENERAL,)),
        ("countries", (players, A_COUNTRY)),
        ("spaces", (players, MOST_SPACES, A_SPACE)),
        ("tallies", (SYMBOL_COUNT,)),
        ("tiles", (TILES, A_TILE + 2 * players)),
    ]


def encode(state: State, seat: i64, out: vec[float], at: i64) -> None:
    """What the seat knows, as numbers; docs/lab.md says which."""
    n = state.players
    at = encode_general(state, seat, out, at)
    for k in range(n):
        at = encode_country(state, (seat + k) % n, out, at)
    for k in range(n):
        at = encode_spaces(state.countries[(seat + k) % n], state.data, out, at)
    at = encode_tallies(state, out, at)
    encode_tiles(state, seat, out, at)


def encode_general(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    out[at + state.phase] = 1.0
    if state.phase == TALLY or state.phase == FINAL:
        out[at + 4 + state.symbol()] = 1.0
    at += 4 + SYMBOL_COUNT
    out[at] = float(state.turn + 1) / float(state.data.turns)
    out[at + 1] = float(state.action_number) / float(state.data.actions)
    out[at + 2] = squash(state.final_tally, 2.0)
    out[at + 3] = 1.0 if state.mover == seat else 0.0
    out[at + 4] = float(state.tallied) / float(state.players)
    return at + 5


def encode_country(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    data = state.data
    country = state.countries[seat]
    if seat == state.active:
        out[at] = 1.0
    if seat == state.first:
        out[at + 1] = 1.0
    if seat == state.actor:
        out[at + 2] = 1.0
    if seat == state.mover:
        out[at + 3] = 1.0
    if country.board.side == "black":
        out[at + 4] = 1.0
    out[at + 5] = squash(country.money, 400.0)
    out[at + 6] = squash(country.discs, float(data.round_spaces + 1))
    out[at + 7] = SCORE.of(country.score)
    for track in range(i64(2)):
        out[at + 8 + track] = float(country.squares[track]) / float(data.last_square)
        out[at + 10 + track] = float(country.level(track, data)) / float(data.levels)
    at += 12
    totals = country.totals
    for symbol in range(i64(SYMBOL_COUNT)):
        out[at + symbol] = SYMBOL.of(totals[symbol])
    at += SYMBOL_COUNT
    parts = state.parts
    for part in range(i64(PART_COUNT)):
        out[at + part] = PART.of(parts[seat * PART_COUNT + part])
    return at + PART_COUNT


def encode_spaces(country: Country, data: Data, out: vec[float], at: i64) -> i64:
    """What counts on each space: the tile on top, or the print."""
    tops = country.tops
    printed = country.board.shown
    on_tiles = data.shown
    here = at
    for space in range(i64(len(tops))):
        tile = tops[space]
        if tile == PRINT:
            for symbol in range(i64(SYMBOL_COUNT)):
                out[here + symbol] = printed[space * SYMBOL_COUNT + symbol]
        else:
            for symbol in range(i64(SYMBOL_COUNT)):
                out[here + symbol] = on_tiles[tile * SYMBOL_COUNT + symbol]
            out[here + SYMBOL_COUNT + 1] = 1.0
        if country.open & ONE[space]:
            out[here + SYMBOL_COUNT] = 1.0
        here += A_SPACE
    return at + MOST_SPACES * A_SPACE


def encode_tallies(state: State, out: vec[float], at: i64) -> i64:
    """How often each symbol will still be tallied."""
    tallies = state.tallies_left()
    for symbol in range(i64(SYMBOL_COUNT)):
        out[at + symbol] = SYMBOL.of(tallies[symbol])
    return at + SYMBOL_COUNT


def encode_tiles(state: State, seat: i64, out: vec[float], at: i64) -> None:
    """Where every tile is; for one on a board, its space, and whether it lies on top."""
    n = state.players
    size = A_TILE + 2 * n
    rest = state.display
    while rest:
        out[at + lowest(rest) * size] = 1.0
        rest &= rest - 1
    rest = state.removed
    while rest:
        out[at + lowest(rest) * size + 2] = 1.0
        rest &= rest - 1
    deck = state.deck
    for k in range(state.turn + 1, i64(len(deck))):
        out[at + deck[k] * size + 1] = 1.0
    if state.phase == TALLY:
        out[at + state.drawn() * size + 3] = 1.0
    beneath = state.beneath
    for k in range(n):
        tops = state.countries[(seat + k) % n].tops
        for space in range(i64(len(tops))):
            tile = tops[space]
            top = 1.0
            while tile >= 0:
                here = at + tile * size + A_TILE + 2 * k
                out[here] = SPACE_SHARE[space + 1]
                out[here + 1] = top
                top = 0.0
                tile = beneath[tile]
