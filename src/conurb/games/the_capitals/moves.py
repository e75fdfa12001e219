"""Action codes, structured moves and notation (CAP-3.2, CAP-3.5).

    space 3               the initiative space
    take market           a tile of the Projects Area, or of the hand
    lake church           a tile of the hand that becomes a lake
    place 0,1             where the tile goes, as x,y
    order 2               the next pending effect, by its number; `order rest`: the rest in the usual order
    activate 1,0          the tile on that cell, paid or free
    pay 2                 the tourist of seat 2; `pay neutral`; `pay cubes`: cubes for the rest
    end                   no further activation
    bonus energy          no activation at all, and what for
    decline               no free activation
    token 2,1             the surrounded token goes to that vertex

As JSON: {"type": "space", "space": 3}, {"type": "take", "tile": "market"}, {"type": "place", "cell": [0, 1]},
{"type": "order", "item": 2}, {"type": "order", "item": "rest"}, {"type": "pay", "with": 2}, {"type": "bonus",
"bonus": "energy"}, {"type": "token", "vertex": [2, 1]}, and so on. A whole build or activation at once is
{"type": "build", "tile": "market", "cell": [0, 1]}, {"type": "build_lake", ...} or {"type": "activate", "cell": [1, 0],
"tourists": [2]} for `actions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.the_capitals.data import COLOURS, MOST_TILE_KINDS, NEUTRAL, Data
from conurb.games.the_capitals.effects import FIXED, IMMEDIATE, item_entry, item_list, item_n, item_tile, item_what
from conurb.games.the_capitals.geometry import (
    CELLS,
    NOWHERE,
    RESOURCE_NAMES,
    cell_at,
    point,
    x_of,
    y_of,
)
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
from conurb.kernel.state import Move

if TYPE_CHECKING:
    from conurb.games.the_capitals.rules import State

KEY: Final = "the-capitals"
NOBODY: Final = -1

POLITICAL: Final = 0
BUILDING: Final = 1
EXECUTIVE: Final = 2
ADMINISTRATIVE: Final = 3
PROSPERITY_STEP: Final = 4
PRE_EXPO_PHASE: Final = 5
OVER: Final = 6
PHASE_NAMES: Final = ("political", "building", "executive", "administrative", "prosperity", "pre_expo", "over")

# The decision at hand (CAP-3.2), in parts.
ASK_NOTHING: Final = 0
ASK_SPACE: Final = 1
ASK_TILE: Final = 2
ASK_CELL: Final = 3
ASK_ORDER: Final = 4
ASK_ACTIVATE: Final = 5
ASK_PAYMENT: Final = 6
ASK_FREE: Final = 7
ASK_TOKEN: Final = 8
ASK_PROSPERITY: Final = 9
ASK_NAMES: Final = (
    "nothing",
    "space",
    "tile",
    "cell",
    "order",
    "activation",
    "payment",
    "free_activation",
    "token",
    "prosperity",
)

# Action codes.
SPACE: Final = 0  # six initiative spaces
END_TURN: Final = 6
DECLINE: Final = 7
BONUS: Final = 8  # a resource
PAY_CUBES: Final = 16
PAY_TOURIST: Final = 17  # a colour
RESOLVE_REST: Final = 23
RESOLVE: Final = 24  # the number of a pending effect
TAKE: Final = 88  # a tile
LAKE: Final = TAKE + MOST_TILE_KINDS
PLACE: Final = LAKE + MOST_TILE_KINDS  # a cell
ACTIVATE_CELL: Final = PLACE + CELLS
TOKEN: Final = ACTIVATE_CELL + CELLS  # a vertex
NUM_ACTIONS: Final = TOKEN + CELLS

ITEMS: Final = TAKE - RESOLVE

# --- the Projects Area: tile and row in one number, so that tiles stay ascending

ROW_PRICES: Final = vec[i64]([0, 2, 4])
MOST_PROJECTS: Final = 24  # three rows of at most seven


def project(tile: i64, row: i64) -> i64:
    return tile << 2 | row


def project_tile(word: i64) -> i64:
    return word >> 2


def project_row(word: i64) -> i64:
    return word & 3


def colour_name(colour: int) -> int | str:
    """A tourist by the seat it belongs to."""
    return "neutral" if colour == NEUTRAL else colour


# --- action code -> structured move -> text


def move(state: State, seat: int, action: int) -> Move:
    """The structured form of an action."""
    ids = state.data.ids
    if action >= TOKEN:
        return {"type": "token", "vertex": point(action - TOKEN)}
    if action >= ACTIVATE_CELL:
        return {"type": "activate", "cell": point(action - ACTIVATE_CELL)}
    if action >= PLACE:
        return {"type": "place", "cell": point(action - PLACE)}
    if action >= LAKE:
        return {"type": "lake", "tile": ids[action - LAKE]}
    if action >= TAKE:
        return {"type": "take", "tile": ids[action - TAKE]}
    if action >= RESOLVE:
        return {"type": "order", "item": action - RESOLVE}
    if action == RESOLVE_REST:
        return {"type": "order", "item": "rest"}
    if action >= PAY_TOURIST:
        return {"type": "pay", "with": colour_name(action - PAY_TOURIST)}
    if action == PAY_CUBES:
        return {"type": "pay", "with": "cubes"}
    if action >= BONUS:
        return {"type": "bonus", "bonus": RESOURCE_NAMES[action - BONUS]}
    if action == DECLINE:
        return {"type": "decline"}
    if action == END_TURN:
        return {"type": "end"}
    return {"type": "space", "space": action - SPACE + 1}


def text(state: State, seat: int, action: int) -> str:
    """An action in notation."""
    return " ".join(written(part) for part in move(state, seat, action).values())


def written(part: object) -> str:
    return ",".join(str(number) for number in part) if isinstance(part, list) else str(part)


# --- text -> structured move -> action code

FIELD: Final = {
    "space": "space",
    "take": "tile",
    "lake": "tile",
    "place": "cell",
    "order": "item",
    "activate": "cell",
    "pay": "with",
    "bonus": "bonus",
    "token": "vertex",
    "end": "",
    "decline": "",
}


def parse(state: State, seat: int, text: str) -> int:
    """The code of a move in notation; BadMove names what cannot be read."""
    words = text.lower().split()
    if not words or words[0] not in FIELD:
        raise BadMove(f"cannot read {text!r}: {expected(state)}")
    field = FIELD[words[0]]
    if len(words) != (2 if field else 1):
        raise BadMove(f"cannot read {text!r}: {expected(state)}")
    if not field:
        return action(state, seat, {"type": words[0]})
    value: object = number_in(words[1])
    if field in ("cell", "vertex"):
        value = [number_in(part) for part in words[1].split(",")]
    return action(state, seat, {"type": words[0], field: value})


def expected(state: State) -> str:
    """What could be written now."""
    forms = {
        ASK_SPACE: "'space' and a number, such as 'space 3'",
        ASK_TILE: "'take' and a tile, such as 'take market'",
        ASK_CELL: "'place' and a cell, such as 'place 0,1'",
        ASK_ORDER: "'order' and the number of an effect, or 'order rest'",
        ASK_ACTIVATE: "'activate' and a cell, such as 'activate 1,0', or 'end' or 'bonus' and what for",
        ASK_PAYMENT: "'pay' and the seat of a tourist, 'pay neutral' or 'pay cubes'",
        ASK_FREE: "'activate' and a cell, such as 'activate 1,0', or 'decline'",
        ASK_TOKEN: "'token' and a vertex, such as 'token 2,1'",
        ASK_PROSPERITY: "'take' or 'lake' and a tile, such as 'lake church'",
    }
    asks = int(state.asks)
    return f"expected {forms[asks]}" if asks in forms else "the game is over"


def action(state: State, seat: int, move: Mapping[str, object]) -> int:
    """The code of a structured move; BadMove says what cannot be read. It need not be legal."""
    kind = move.get("type")
    if not isinstance(kind, str) or kind not in FIELD:
        raise BadMove(unknown("type of move", kind, FIELD))
    check_mover(move, seat)
    field = FIELD[kind]
    check_fields(move, (field,) if field else (), ("type", "seat"))
    if kind == "end":
        return END_TURN
    if kind == "decline":
        return DECLINE
    value = move[field]
    if kind == "space":
        return SPACE + numbered(value, "space", 1, 6) - 1
    if kind == "take":
        return TAKE + check_tile(state.data, value)
    if kind == "lake":
        return LAKE + check_tile(state.data, value)
    if kind == "place":
        return PLACE + check_point(value, "cell")
    if kind == "activate":
        return ACTIVATE_CELL + check_point(value, "cell")
    if kind == "token":
        return TOKEN + check_point(value, "vertex")
    if kind == "order":
        return RESOLVE_REST if value == "rest" else RESOLVE + numbered(value, "item", 0, ITEMS - 1)
    if kind == "bonus":
        if value not in RESOURCE_NAMES:
            raise BadMove(unknown("bonus", value, RESOURCE_NAMES))
        return BONUS + RESOURCE_NAMES.index(str(value))
    return payment_code(value)


def payment_code(value: object) -> int:
    if value == "cubes":
        return PAY_CUBES
    if value == "neutral":
        return PAY_TOURIST + NEUTRAL
    return PAY_TOURIST + numbered(value, "with", 0, COLOURS - 2)


def numbered(value: object, name: str, low: int, high: int) -> int:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise BadMove(f"{name}: expected a number from {low} to {high}, not {value!r}")
    return number


def check_tile(data: Data, id: object) -> int:
    if not isinstance(id, str) or id not in data.numbers:
        raise BadMove(unknown("tile", id, data.ids))
    return data.numbers[id]


def check_point(value: object, name: str) -> int:
    """The cell or vertex of two whole numbers."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise BadMove(f"{name}: expected x and y, such as 0,1, not {value!r}")
    x, y = whole_number(value[0]), whole_number(value[1])
    if x is None or y is None:
        raise BadMove(f"{name}: x and y must be whole numbers, not {value!r}")
    cell = cell_at(x, y)
    if cell == NOWHERE:
        raise BadMove(f"{name}: {x},{y} is too far away: no city can reach it")
    return cell


# --- whole builds and activations (CAP-3.2)


def actions(state: State, seat: int, move: Mapping[str, object]) -> list[int]:
    """The codes of a move that may be a whole decision of the rulebook; all of them are legal."""
    kind = move.get("type")
    trial = state.clone()
    codes: list[int] = []

    def add(part: Mapping[str, object]) -> None:
        code = action(trial, seat, part)
        trial.apply(seat, code)
        codes.append(code)

    if kind in ("build", "build_prosperity", "build_lake"):
        check_fields(move, ("tile", "cell"), ("type", "seat", "order"))
        add({"type": "lake" if kind == "build_lake" else "take", "tile": move["tile"]})
        add({"type": "place", "cell": move["cell"]})
        order = move.get("order")
        if order is not None:
            check_order(trial, order)
            for item in order if isinstance(order, list) else ():
                if trial.asks == ASK_ORDER:
                    add({"type": "order", "item": item})
        elif trial.asks == ASK_ORDER:
            add({"type": "order", "item": "rest"})
        return codes
    if kind == "activate" and "tourists" in move:
        check_fields(move, ("cell", "tourists"), ("type", "seat"))
        add({"type": "activate", "cell": move["cell"]})
        tourists = move["tourists"]
        if not isinstance(tourists, list):
            raise BadMove(f"tourists: expected a list of markers, not {tourists!r}")
        for colour in sorted(tourists, key=str):
            add({"type": "pay", "with": colour})
        if trial.asks == ASK_PAYMENT and trial.frames == []:
            add({"type": "pay", "with": "cubes"})
        return codes
    return [action(state, seat, move)]


def check_order(state: State, order: object) -> None:
    """A permutation of the numbers of the pending effects (CAP-3.4)."""
    if not isinstance(order, list):
        raise BadMove(f"order: expected a list of numbers, not {order!r}")
    if state.asks == ASK_ORDER:
        left = [k for k in range(ITEMS) if int(state.frames[-1].left) >> k & 1]
        if sorted(order, key=str) != sorted(left, key=str):
            raise IllegalAction(f"order: expected each of {listing(left, 'and')} once, not {order}")


def item_json(state: State, seat: int, item: int) -> dict[str, object]:
    """A pending effect as views and positions show it."""
    at = int(item_tile(item))
    cell = point(int(state.cities[seat].cell[at]))
    if item_list(item) == FIXED:
        return {"gain": RESOURCE_NAMES[item_what(item)], "n": int(item_n(item)), "from": cell}
    name = "immediate" if item_list(item) == IMMEDIATE else "pre_expo"
    return {name: int(item_entry(item)), "from": cell}


# --- why not


def why_not(state: State, seat: int, action: int, default: str) -> str:
    """Why an action is not legal, by the rule it breaks (CAP-3.4); otherwise the general reason."""
    if not state.has_seat(seat) or not state.must_act(seat) or not 0 <= action < NUM_ACTIONS:
        return default
    wanted = expected(state)
    asks = int(state.asks)
    if SPACE <= action < END_TURN and asks == ASK_SPACE:
        if action - SPACE in list(state.chosen):
            return f"space {action - SPACE + 1} is taken (CAP-3.11)"
        return f"space {action - SPACE + 1} is closed with {state.players} players (CAP-3.11)"
    if TAKE <= action < LAKE:
        return why_not_take(state, seat, action - TAKE, wanted)
    if PLACE <= action < ACTIVATE_CELL and asks == ASK_CELL:
        cell = action - PLACE
        where = f"{x_of(cell)},{y_of(cell)}"
        if state.cities[seat].tile_on(cell) >= 0:
            return f"cell {where} is occupied (CAP-4.1)"
        if state.cities[seat].is_open(cell):
            return f"cell {where} touches lakes only, and a lake needs another neighbour (CAP-3.57)"
        return f"cell {where} does not touch the city (CAP-4.5)"
    if ACTIVATE_CELL <= action < TOKEN and asks in (ASK_ACTIVATE, ASK_FREE):
        return why_not_activate(state, seat, action - ACTIVATE_CELL)
    if (action == END_TURN or BONUS <= action < PAY_CUBES) and asks == ASK_ACTIVATE:
        if state.activations:
            return "a bonus is only for who has activated nothing: write 'end' (CAP-3.48)"
        names = listing(RESOURCE_NAMES[bonus] for bonus in state.variant.pass_bonus)
        return f"without an activation, a bonus must be chosen: {names} (CAP-3.48)"
    if PAY_CUBES <= action < RESOLVE_REST and asks == ASK_PAYMENT:
        if action == PAY_CUBES:
            return f"{state.due} are still due, and the power plant has fewer cubes (CAP-3.43)"
        return f"the tourist {colour_name(action - PAY_TOURIST)} cannot pay here (CAP-3.44)"
    if action >= TOKEN and asks == ASK_TOKEN:
        return "a token goes to a corner of the city with an empty cell, without the other token (CAP-4.9)"
    return wanted


def why_not_take(state: State, seat: int, tile: int, wanted: str) -> str:
    name = state.data.ids[tile] if tile < len(state.data.ids) else str(tile)
    if state.asks == ASK_TILE:
        return f"{name} is not in the Projects Area (CAP-3.20)"
    if state.asks == ASK_PROSPERITY:
        if tile in list(state.cities[seat].hand):
            return f"the prerequisite of {name} does not hold (CAP-3.56)"
        return f"{name} is not in the hand (CAP-3.55)"
    return wanted


def why_not_activate(state: State, seat: int, cell: int) -> str:
    at = int(state.cities[seat].tile_on(cell))
    where = f"{x_of(cell)},{y_of(cell)}"
    if at < 0:
        return f"there is no tile on {where}"
    tile = int(state.cities[seat].tile[at])
    if state.data.printed[tile] < 0 or int(state.cities[seat].lakes) >> at & 1:
        return f"{state.data.names[tile]} on {where} has no activation (CAP-3.41)"
    if state.asks == ASK_FREE:
        return f"{state.data.names[tile]} on {where} is not adjacent to the tile that grants it (CAP-1.30)"
    if state.activations >= state.activations_allowed(seat):
        return f"only {state.activations_allowed(seat)} activations are allowed now (CAP-3.40)"
    cost = int(state.activation_cost(seat, at))
    return f"{state.data.names[tile]} on {where} costs {cost}, which cannot be paid (CAP-3.43)"
