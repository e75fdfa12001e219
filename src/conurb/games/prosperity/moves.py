"""Action codes, structured moves and notation (PRO-9.2, PRO-9.3).

    pay 1                 energy deficit: pay for so many levels, a disc for each other one
    split 2 3             research tally: so many steps on the energy track, so many on the ecology track
    revenue               take 100 euros
    cleanup               remove the highest disc
    research ecology      one step on that track
    buy U20 I3            a tile and the space it is placed on
    buy U06               a special tile, which is placed nowhere

As JSON: {"type": "pay", "pay_levels": 1}, {"type": "split", "energy_steps": 2, "ecology_steps": 3},
{"type": "revenue"}, {"type": "cleanup"}, {"type": "research", "track": "ecology"},
{"type": "buy", "tile": "U20", "space": "I3"}; for specials the space is null. The forms of PRO-9.2 are read too: for a
tally without the type, for an action with "action" in place of "type".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from conurb.games.prosperity.country import Country
from conurb.games.prosperity.data import (
    MOST_SPACES,
    SPECIAL,
    SYMBOLS,
    TILES,
    TRACKS,
    TYPES,
    Data,
)
from conurb.kernel.bits import ONE, lowest
from conurb.kernel.checks import (
    BadMove,
    IllegalAction,
    check_fields,
    check_mover,
    listing,
    number_in,
    unknown,
    whole_number,
)
from conurb.kernel.state import HOST, Move

if TYPE_CHECKING:
    from conurb.games.prosperity.rules import State

KEY: Final = "prosperity"

# What is decided now (PRO-3.2); drawing, display and the end of a turn need no decision.
TALLY: Final = 0
ACTION: Final = 1
FINAL: Final = 2
OVER: Final = 3
PHASE_NAMES: Final = ("tally", "action", "final", "over")

# Action codes, in the canonical order of PRO-9.3.
PAY: Final = 0  # + levels paid for
SPLIT: Final = 128  # + steps on the energy track
REVENUE: Final = 192
CLEANUP: Final = 193
STEP: Final = 194  # + track
BUY: Final = 196  # + tile * MOST_SPACES + space; a special has space 0
NUM_ACTIONS: Final = BUY + TILES * MOST_SPACES

KINDS: Final = ("pay", "split", "revenue", "cleanup", "research", "buy")


def buy_code(tile: i64, space: i64) -> i64:
    return BUY + tile * MOST_SPACES + space


def tile_of(action: i64) -> i64:
    """The tile that is bought."""
    return (action - BUY) // MOST_SPACES


def space_of(action: i64) -> i64:
    return (action - BUY) % MOST_SPACES


# --- action code -> structured move -> text


def move(state: State, seat: int, action: int) -> Move:
    """The structured form of a legal action."""
    country = state.countries[seat]
    if action < SPLIT:
        return {"type": "pay", "pay_levels": action - PAY}
    if action < REVENUE:
        steps = action - SPLIT
        return {
            "type": "split",
            "energy_steps": steps,
            "ecology_steps": int(country.steps(state.data)) - steps,
        }
    if action == REVENUE:
        return {"type": "revenue"}
    if action == CLEANUP:
        return {"type": "cleanup"}
    if action < BUY:
        return {"type": "research", "track": TRACKS[action - STEP]}
    tile = int(tile_of(action))
    special = state.data.kind[tile] == SPECIAL
    space = None if special else country.board.spaces[space_of(action)]
    return {"type": "buy", "tile": state.data.ids[tile], "space": space}


def text(state: State, seat: int, action: int) -> str:
    """A legal action in notation: the type, and the other fields in order."""
    return " ".join(str(word) for word in move(state, seat, action).values() if word is not None)


# --- text -> structured move -> action code


def parse(state: State, seat: int, text: str) -> int:
    """The code of a move in notation; BadMove names what cannot be read."""
    words = text.split()
    kind = words[0].lower() if words else ""
    rest = words[1:]
    if kind == "pay" and len(rest) == 1:
        return action(state, seat, {"type": kind, "pay_levels": number_in(rest[0])})
    if kind == "split" and len(rest) == 2:
        steps = {"energy_steps": number_in(rest[0]), "ecology_steps": number_in(rest[1])}
        return action(state, seat, {"type": kind, **steps})
    if kind in ("revenue", "cleanup") and not rest:
        return action(state, seat, {"type": kind})
    if kind == "research" and len(rest) == 1:
        return action(state, seat, {"type": kind, "track": rest[0].lower()})
    if kind == "buy" and 1 <= len(rest) <= 2:
        space = rest[1].upper() if len(rest) == 2 else None
        return action(state, seat, {"type": kind, "tile": rest[0].upper(), "space": space})
    raise BadMove(f"cannot read {text!r}: {expected(state)}")


def expected(state: State) -> str:
    """What could be written now."""
    if state.phase == OVER:
        return "the game is over"
    if state.phase == ACTION:
        return "expected revenue, cleanup, research energy, research ecology, or buy with a tile and a space"
    if state.symbol() == SYMBOLS.index("research"):
        return "expected 'split' and the steps on the energy and on the ecology track, such as 'split 2 3'"
    return "expected 'pay' and the number of levels to pay for, such as 'pay 1'"


def action(state: State, seat: int, move: Mapping[str, object]) -> int:
    """The code of a structured move; BadMove or IllegalAction says what is wrong with it (PRO-9.8)."""
    check_seat(state, seat, move)
    kind = kind_of(move)
    named = {name: move[name] for name in move if name not in ("type", "action", "seat")}
    if kind == "pay":
        check_fields(named, ("pay_levels",))
        return pay_code(whole("pay_levels", named["pay_levels"]))
    if kind == "split":
        check_fields(named, ("energy_steps", "ecology_steps"))
        steps = [whole(name, named[name]) for name in ("energy_steps", "ecology_steps")]
        return split_code(state, seat, steps[0], steps[1])
    if kind == "research":
        check_fields(named, ("track",))
        if named["track"] not in TRACKS:
            raise BadMove(unknown("track", named["track"], TRACKS))
        return STEP + TRACKS.index(str(named["track"]))
    if kind == "buy":
        check_fields(named, ("tile", "space"))
        return purchase_code(state, seat, named["tile"], named["space"])
    check_fields(named, ())
    return REVENUE if kind == "revenue" else CLEANUP


def kind_of(move: Mapping[str, object]) -> str:
    """The type of a move; the forms of PRO-9.2 say it in other ways."""
    if "type" in move and "action" in move:
        raise BadMove("say what it is once: with 'type', or as PRO-9.2 does with 'action'")
    if "type" in move or "action" in move:
        kind = move.get("type", move.get("action"))
    else:
        kind = "pay" if "pay_levels" in move else "split" if "energy_steps" in move else None
    if kind not in KINDS:
        raise BadMove(unknown("type of move", kind, KINDS))
    return str(kind)


def check_seat(state: State, seat: int, move: Mapping[str, object]) -> None:
    """There is such a seat, and a seat named in the move is the one that makes it."""
    if seat == HOST:
        raise BadMove("the host has no moves in this game")
    if not 0 <= seat < int(state.players):
        raise BadMove(f"there is no seat {seat}: seats are 0 to {state.players - 1}")
    check_mover(move, seat)


def whole(name: str, value: object) -> int:
    number = whole_number(value)
    if number is None:
        raise BadMove(f"{name} must be a whole number, not {value!r}")
    return number


def pay_code(levels: int) -> int:
    if not 0 <= levels < SPLIT - PAY:
        raise IllegalAction(f"nobody can pay for {levels} levels")
    return PAY + levels


def split_code(state: State, seat: int, energy: int, ecology: int) -> int:
    """A split is known by its energy steps, once both fit (PRO-3.9)."""
    country = state.countries[seat]
    steps = int(country.steps(state.data))
    if energy < 0 or ecology < 0:
        raise IllegalAction("steps cannot be negative (PRO-3.9)")
    if energy + ecology != steps:
        raise IllegalAction(f"{energy} and {ecology} are {energy + ecology} steps; there are {steps} (PRO-3.9)")
    return SPLIT + energy


def purchase_code(state: State, seat: int, id: object, space: object) -> int:
    if not isinstance(id, str) or id not in state.data.numbers:
        raise BadMove(f"there is no tile {id!r}: ids look like U01 or D36")
    tile = state.data.numbers[id]
    board = state.countries[seat].board
    if state.data.kind[tile] == SPECIAL:
        if space is not None:
            raise IllegalAction(f"{id} is a special tile: it is placed nowhere (PRO-4.11)")
        return int(buy_code(tile, 0))
    if space is None:
        raise IllegalAction(f"{id} needs a space: {spaces_named(state, seat, tile)} (PRO-4.5)")
    if not isinstance(space, str) or space not in board.numbers:
        raise BadMove(f"there is no space {space!r} on this board: spaces are {listing(board.spaces, 'and')}")
    return int(buy_code(tile, board.numbers[space]))


def spaces_named(state: State, seat: int, tile: int) -> str:
    """Where a tile may be placed now, in words."""
    country = state.countries[seat]
    return listing(country.board.spaces[space] for space in bits_of(country.spaces_for(state.data.kind[tile])))


def bits_of(bits: i64) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while bits:
        found.append(int(lowest(bits)))
        bits &= bits - 1
    return found


# --- why an action is not legal (PRO-9.8)


def why_not(state: State, seat: int, action: int, default: str) -> str:
    """Why an action of the seat that must act is not legal, by the rule it breaks; otherwise the general reason."""
    if not 0 <= seat < int(state.players) or not state.must_act(seat) or not 0 <= action < NUM_ACTIONS:
        return default
    country = state.countries[seat]
    if state.phase != ACTION:
        return why_not_tally(state, country, action)
    if action < REVENUE:
        return "no symbol is tallied now: it is time for an action (PRO-3.12)"
    if action == CLEANUP:
        return "there is no disc to remove (PRO-8.6)"
    if action < BUY:
        return f"the {TRACKS[action - STEP]} marker is at the end of its track (PRO-8.5)"
    return why_not_buy(state, country, int(tile_of(action)), int(space_of(action)))


def why_not_tally(state: State, country: Country, action: int) -> str:
    data = state.data
    if state.symbol() == SYMBOLS.index("research"):
        if not SPLIT <= action < REVENUE:
            return "now research steps are split between both tracks (PRO-3.9)"
        fewest, most = int(country.fewest_energy_steps(data)), int(country.most_energy_steps(data))
        return f"{action - SPLIT} energy steps do not fit: {fewest} to {most} do (PRO-3.9)"
    if action >= SPLIT:
        return "now it is said how many missing energy levels are paid for (PRO-3.6)"
    deficit, most = int(country.deficit()), int(country.most_paid(data))
    missing = f"{deficit} are missing and {country.money} € pay for {most}"
    return f"{action - PAY} levels cannot be paid for: {missing} (PRO-3.6)"


def why_not_buy(state: State, country: Country, tile: int, space: int) -> str:
    data = state.data
    id = data.ids[tile]
    if not state.display & ONE[tile]:
        return f"{id} is not in the display (PRO-4.1)"
    price = int(country.price(tile, data))
    if price > country.money:
        return f"{id} costs {price} €, and there are {country.money} € (PRO-4.3)"
    kind = int(data.kind[tile])
    if kind == SPECIAL or space >= len(country.board.spaces):
        return f"{id} cannot be placed there (PRO-4.5)"
    name = country.board.spaces[space]
    if country.board.types[space] != kind:
        return f"{name} is a space for {TYPES[country.board.types[space]]}, {id} is {TYPES[kind]} (PRO-4.5)"
    gates = listing(country.board.spaces[gate] for gate in country.board.gates[space])
    return f"{name} is closed until a transport tile lies on {gates} (PRO-4.7)"


def tile_names(data: Data, tiles: i64) -> list[str]:
    """The ids of tiles given as bits."""
    return [data.ids[tile] for tile in bits_of(tiles)]
