"""What a seat may see (CAP-7), and full states imagined from that.

The view is an allow-list: everything that leaves a game is written out here, field by field. Hidden are the stacks,
the tiles removed unseen, prosperity tiles in the hands of others and in the box, a tile of the hand that another seat
is about to place, and, by an option, the prestige of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.the_capitals.data import (
    COLOURS,
    ERAS,
    NEUTRAL,
    Data,
    tiles_of_era,
)
from conurb.games.the_capitals.effects import (
    END_GAME,
    FIXED,
    FRAME_NAMES,
    IMMEDIATE,
    MOST_ITEMS,
    Frame,
    entry_item,
    fixed_item,
    item_entry,
    item_list,
    item_n,
    item_tile,
    item_what,
)
from conurb.games.the_capitals.geometry import (
    CELLS,
    MOST_TILES,
    NOWHERE,
    ORIGIN,
    PRESTIGE,
    RESOURCE_NAMES,
    RESOURCES,
    SPAN,
    TOKENS,
    TYPES,
    cell_at,
    point,
)
from conurb.games.the_capitals.moves import (
    ASK_CELL,
    ASK_NAMES,
    ASK_ORDER,
    ASK_PAYMENT,
    KEY,
    NOBODY,
    OVER,
    PHASE_NAMES,
    RESOLVE_REST,
    ROW_PRICES,
    colour_name,
    item_json,
    move,
    project,
    project_row,
    project_tile,
    text,
)
from conurb.kernel.bits import ONE, lowest
from conurb.kernel.checks import BadMove
from conurb.kernel.numbers import FIVE, TEN, THREE, Layout, Scale, shares, squash
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View

if TYPE_CHECKING:
    from conurb.games.the_capitals.rules import State

# --- the table: what views and positions say in the same words


def show_table(state: State) -> dict[str, Any]:
    """Everything public (CAP-7.1), but for what depends on who looks."""
    data = state.data
    return {
        "round": int(state.round),
        "phase": PHASE_NAMES[state.phase],
        "asks": ASK_NAMES[state.asks],
        "turn": int(state.turn),
        "initiative": [int(space) + 1 for space in state.spaces],
        "chosen": [None if space < 0 else int(space) + 1 for space in state.chosen],
        "projects": {
            str(ROW_PRICES[row]): [
                data.ids[project_tile(word)]
                for word in state.projects[: state.project_count]
                if project_row(word) == row
            ]
            for row in range(len(ROW_PRICES))
        },
        "discards": [data.ids[tile] for tile in state.discards],
        "plants_taken": [int(taken) for taken in state.plants_taken[2:]],
        "neutral_culture": int(state.neutral_culture) if state.players == 2 else None,
        "culture_token": None if state.culture_token < 0 else int(state.culture_token),
        "tourists": [show_tourist(state, colour) for colour in colours(state)],
        "used_tourists": [colour_name(c) for c in colours(state) if int(state.used) >> c & 1],
        "activations": int(state.activations),
        "paying": None if state.paying < 0 else show_payment(state),
        "granting": None if state.granting < 0 else own_cell(state, int(state.granting)),
        "pending": [show_frame(state, frame) for frame in state.frames],
        "ends": show_ends(int(state.ends)),
        "count": int(state.count),
        "undo_floor": int(state.undo_floor),
        "last_seat": None if state.last_seat < 0 else int(state.last_seat),
    }


def colours(state: State) -> list[int]:
    """The tourists in the game."""
    return [*range(int(state.players)), *([NEUTRAL] if state.players == 2 else [])]


def own_cell(state: State, at: int) -> list[int]:
    """The cell of a tile of the seat that acts."""
    return point(int(state.cities[state.next_seat()].cell[at]))


def show_tourist(state: State, colour: int) -> dict[str, object]:
    city, spot = int(state.tourist_city[colour]), int(state.tourist_spot[colour])
    return {
        "tourist": colour_name(colour),
        "city": None if city < 0 else city,
        "cell": None if spot < 0 else point(int(state.cities[city].cell[spot])),
    }


def show_payment(state: State) -> dict[str, object]:
    last = int(state.last_tourist)
    return {
        "cell": own_cell(state, int(state.paying)),
        "due": int(state.due),
        "last": None if last < 0 else colour_name(last),
    }


def show_ends(ends: int) -> list[str]:
    """The track ends that have paid in an event: culture, or -culture for the bottom."""
    top = [RESOURCE_NAMES[k] for k in range(RESOURCES) if ends >> k & 1]
    return top + ["-" + RESOURCE_NAMES[k] for k in range(RESOURCES) if ends >> (k + RESOURCES) & 1]


def show_frame(state: State, frame: Frame) -> dict[str, object]:
    seat = int(state.next_seat())
    return {
        "event": FRAME_NAMES[frame.kind],
        "cell": None if frame.at < 0 else own_cell(state, int(frame.at)),
        "items": [
            {"number": k, **item_json(state, seat, int(frame.items[k]))}
            for k in range(MOST_ITEMS)
            if int(frame.left) >> k & 1
        ],
        "settled": bool(frame.settled),
        "next": int(frame.next),
        "ends_below": show_ends(int(frame.ends)),
    }


def show_city(state: State, seat: int) -> dict[str, Any]:
    """All that lies in front of a player, face up."""
    data = state.data
    city = state.cities[seat]
    shown: dict[str, Any] = {RESOURCE_NAMES[what]: int(city.have[what]) for what in range(RESOURCES)}
    shown["plant"] = data.plant_ids[city.plant]
    shown["tokens"] = [point(int(vertex)) for vertex in city.tokens]
    shown["city"] = [
        {
            "tile": data.ids[city.tile[at]],
            "cell": point(int(city.cell[at])),
            "cubes": int(city.cubes[at]),
            "lake": bool(int(city.lakes) >> at & 1),
        }
        for at in range(int(city.tiles))
    ]
    return shown


# --- the view


def view(state: State, seat: int | None) -> View:
    """Everything that seat, or with None a spectator, may know."""
    n = int(state.players)
    if seat is not None and not state.has_seat(seat):
        raise BadMove(f"there is no seat {seat}: seats are 0 to {n - 1}")
    data = state.data
    over = state.phase == OVER
    hidden = state.variant.hidden_prestige and not over
    acting = int(state.next_seat())
    shown: View = {
        "game": KEY,
        "players": n,
        "seat": seat,
        "options": options_dict(state.options),
        "data": data.hash,
        **show_table(state),
        "era": int(state.era()) + 1,
        "rounds": int(data.rounds),
        "order": [int(s) for s in state.order],
        "to_act": state.to_act(),
        "stacks": [int(len(state.stacks[e]) - state.drawn[e]) for e in range(ERAS)],
        "removed": len(state.removed),
        "undealt": len(state.undealt),
        "activations_allowed": 0 if over else int(state.activations_allowed(acting)),
        "seats": [
            {
                **show_city(state, s),
                "level": int(state.cities[s].level),
                "hand_size": len(state.cities[s].hand),
                "activations": int(data.plant_activations[state.cities[s].plant]),
            }
            for s in range(n)
        ],
        "scores": None if hidden else state.scores(),
        "held": None,
        "hand": [],
        "legal": [],
    }
    if over:
        shown["ranking"] = state.ranking()
        shown["sheet"] = state.sheet()
    if hidden:
        for s, other in enumerate(cast("list[dict[str, object]]", shown["seats"])):
            if s != seat:
                other["prestige"] = None
    if state.held >= 0 and (seat == acting or data.era[state.held] >= 0):
        shown["held"] = {"tile": data.ids[state.held], "lake": bool(state.held_as_lake)}
    if seat is not None:
        shown["hand"] = [
            {"tile": data.ids[tile], "allowed": state.may_build(seat, tile)} for tile in state.cities[seat].hand
        ]
        shown["legal"] = [show_action(state, seat, action) for action in state.legal(seat)]
    return shown


def show_action(state: State, seat: int, action: int) -> dict[str, object]:
    """A legal action in words, with its price and what it would bring, where that can be known."""
    shown = move(state, seat, action)
    kind = shown.pop("type")
    shown["kind"] = kind
    shown["action"] = action
    shown["text"] = text(state, seat, action)
    if kind == "space":
        shown["cost"] = int(state.space_cost(seat, action))
    elif kind == "take" and state.asks != ASK_NAMES.index("prosperity"):
        tile = state.data.numbers[str(shown["tile"])]
        rows = [word for word in state.projects[: state.project_count] if project_tile(word) == tile]
        shown["cost"] = int(ROW_PRICES[project_row(rows[0])])
    elif kind == "place":
        cell = cell_at(*cast("list[int]", shown["cell"]))
        shown["penalty"] = 0 if state.held_as_lake else int(state.penalty(seat, state.held, cell))
        shown["gains"] = consequences(state, seat, action)
    elif kind == "activate":
        at = int(state.cities[seat].tile_on(cell_at(*cast("list[int]", shown["cell"]))))
        shown["tile"] = state.data.ids[state.cities[seat].tile[at]]
        shown["cost"] = int(state.activation_cost(seat, at)) if state.granting < 0 else 0
        shown["gains"] = consequences(state, seat, action)
    elif kind == "order" and action != RESOLVE_REST:
        number = shown["item"]
        assert isinstance(number, int)
        shown["effect"] = item_json(state, seat, int(state.frames[-1].items[number]))
    elif kind == "pay":
        shown["due"] = int(state.due)
    return shown


def consequences(state: State, seat: int, action: int) -> dict[str, int]:
    """How the tracks of a seat change by an action and all that follows from it without another choice.

    Where the player could choose an order or tourists, the usual order and the first way to pay are tried.
    """
    trial = state.look_ahead(seat)
    trial.step(seat, action)
    while trial.asks == ASK_ORDER or trial.asks == ASK_PAYMENT:
        trial.step(seat, trial.legal(seat)[0])
    have, before = trial.cities[seat].have, state.cities[seat].have
    changes = {RESOURCE_NAMES[k]: int(have[k] - before[k]) for k in range(RESOURCES) if have[k] != before[k]}
    if trial.cities[seat].level != state.cities[seat].level:
        changes["level"] = int(trial.cities[seat].level - state.cities[seat].level)
    return changes


# --- reading a table back, from a view or a complete position


def read_table(state: State, shown: Mapping[str, Any]) -> None:
    """The public part, into a blank state. Everything has been checked."""
    data = state.data
    n = int(state.players)
    state.clear_table()
    state.round = shown["round"]
    state.phase = PHASE_NAMES.index(shown["phase"])
    state.asks = ASK_NAMES.index(shown["asks"])
    state.spaces = vec[i64]([space - 1 for space in shown["initiative"]])
    state.order = vec[i64](sorted(range(n), key=lambda seat: shown["initiative"][seat]))
    state.turn = shown["turn"]
    state.chosen = vec[i64]([NOWHERE if space is None else space - 1 for space in shown["chosen"]])
    words = [
        project(data.numbers[tile], row)
        for row in range(len(ROW_PRICES))
        for tile in shown["projects"][str(ROW_PRICES[row])]
    ]
    words.sort()
    for k in range(len(words)):
        state.projects[k] = words[k]
    state.project_count = len(words)
    state.discards = vec[i64]([data.numbers[tile] for tile in shown["discards"]])
    state.plants_taken = vec[i64]([0, 0] + list(shown["plants_taken"]))
    if n == 2:
        state.neutral_culture = shown["neutral_culture"]
    state.culture_token = NOBODY if shown["culture_token"] is None else shown["culture_token"]
    for seat in range(n):
        read_city(state, seat, shown["seats"][seat])
    for tourist in shown["tourists"]:
        read_tourist(state, tourist)
    state.used = sum(2 ** colour_number(name) for name in shown["used_tourists"])
    state.activations = shown["activations"]
    state.count = shown["count"]
    state.undo_floor = shown["undo_floor"]
    state.last_seat = NOBODY if shown["last_seat"] is None else shown["last_seat"]
    if shown["paying"] is not None:
        state.paying = tile_at(state, shown["paying"]["cell"])
        state.due = shown["paying"]["due"]
        last = shown["paying"]["last"]
        state.last_tourist = NOWHERE if last is None else colour_number(last)
    if shown["granting"] is not None:
        state.granting = tile_at(state, shown["granting"])
    state.frames = [read_frame(state, frame) for frame in shown["pending"]]
    state.ends = read_ends(shown["ends"])
    if shown["held"] is not None:
        state.held = data.numbers[shown["held"]["tile"]]
        state.held_as_lake = shown["held"]["lake"]


def colour_number(name: object) -> int:
    return NEUTRAL if name == "neutral" else cast("int", name)


def tile_at(state: State, cell: list[int]) -> int:
    """The tile of the acting seat on a cell."""
    return int(state.cities[state.next_seat()].tile_on(cell_at(cell[0], cell[1])))


def read_city(state: State, seat: int, shown: Mapping[str, Any]) -> None:
    data = state.data
    city = state.cities[seat]
    for what in range(RESOURCES):
        number = shown[RESOURCE_NAMES[what]]
        city.have[what] = 0 if number is None else number
    city.plant = data.plant_ids.index(shown["plant"])
    city.level = data.plant_level[city.plant]
    for lot in shown["city"]:
        tile = data.numbers[lot["tile"]]
        cell = cell_at(lot["cell"][0], lot["cell"][1])
        if lot["lake"]:
            at = city.put(tile, cell, NOWHERE, 0)
        else:
            at = state.lay(seat, tile, cell)
        city.cubes[at] = lot["cubes"]
    city.tokens = vec[i64]([cell_at(vertex[0], vertex[1]) for vertex in shown["tokens"]])


def read_tourist(state: State, shown: Mapping[str, Any]) -> None:
    colour = colour_number(shown["tourist"])
    if shown["city"] is not None:
        city: int = shown["city"]
        state.tourist_city[colour] = city
        cell = shown["cell"]
        if cell is not None:
            state.tourist_spot[colour] = state.cities[city].tile_on(cell_at(cell[0], cell[1]))


def read_ends(names: list[str]) -> int:
    return sum(
        2 ** (RESOURCE_NAMES.index(name.lstrip("-")) + (RESOURCES if name.startswith("-") else 0)) for name in names
    )


def read_frame(state: State, shown: Mapping[str, Any]) -> Frame:
    items = vec[i64]([0] * MOST_ITEMS)
    left = 0
    for item in shown["items"]:
        at = tile_at(state, item["from"])
        if "gain" in item:
            word = fixed_item(at, RESOURCE_NAMES.index(item["gain"]), item["n"])
        elif "immediate" in item:
            word = entry_item(IMMEDIATE, at, item["immediate"])
        else:
            word = entry_item(END_GAME, at, item["pre_expo"])
        items[item["number"]] = word
        left += 2 ** int(item["number"])
    at = NOWHERE if shown["cell"] is None else tile_at(state, shown["cell"])
    frame = Frame(FRAME_NAMES.index(shown["event"]), at, read_ends(shown["ends_below"]), items, left)
    frame.settled = shown["settled"]
    frame.next = shown["next"]
    return frame


# --- imagining


@final
@mypyc_attr(native_class=True, acyclic=True)
class CapitalKnowledge(Knowledge):
    """A state with everything the view tells, and the tiles that could be anywhere else."""

    known: State
    seat: i64
    unseen: list[vec[i64]]  # the tiles of each era whose place is not known
    prosperity: vec[i64]  # prosperity tiles in other hands or in the box
    hands: vec[i64]  # how many tiles each seat holds
    holding: bool  # another seat is about to place a tile of its hand

    def __init__(self, view: View, blank: State) -> None:
        """Reads the view and nothing else into a blank state."""
        self.known = blank
        read_table(blank, view)
        data = blank.data
        self.seat = NOBODY if view["seat"] is None else view["seat"]
        own = vec[i64]([data.numbers[entry["tile"]] for entry in view["hand"]])
        if self.seat >= 0:
            blank.cities[self.seat].hand = own
        guess_prestige(blank, view)
        seen = seen_tiles(blank)
        n = int(blank.players)
        self.unseen = [vec[i64]([tile for tile in tiles_of_era(data, era, n) if not seen[tile]]) for era in range(ERAS)]
        in_play = data.prosperity if blank.variant.prosperity else []
        for tile in own:
            seen[tile] = 1
        self.prosperity = vec[i64]([tile for tile in in_play if not seen[tile]])
        self.hands = vec[i64]([entry["hand_size"] for entry in view["seats"]])
        self.holding = blank.asks == ASK_CELL and blank.held < 0

    def sample(self, rng: Rng) -> State:
        """Deal the unseen tiles at random to every place that the seat cannot look into."""
        state = self.known.clone()
        state.rng = rng.fork()
        state.removed = vec[i64]([])
        state.stacks = [self.stack(state, era, rng) for era in range(i64(ERAS))]
        tiles = self.prosperity[:]
        rng.shuffle(tiles)
        left = i64(len(tiles))
        for seat in range(state.players):
            if seat != self.seat:
                size = self.hands[seat]
                left -= size
                state.cities[seat].hand = vec[i64](sorted(tiles[left : left + size]))
        state.undealt = tiles[:left]
        if self.holding:
            self.choose(state, rng)
        return state

    def stack(self, state: State, era: i64, rng: Rng) -> vec[i64]:
        """An order of the unseen tiles of an era; with two players, one of each type was removed (CAP-2.21)."""
        tiles = self.unseen[era][:]
        rng.shuffle(tiles)
        return state.without_one_of_each_type(tiles) if state.players == 2 else tiles

    def choose(self, state: State, rng: Rng) -> None:
        """Some tile of its hand, as a building where that is allowed, or as a lake."""
        seat = state.next_seat()
        hand = state.cities[seat].hand
        state.held = hand[rng.below(len(hand))]
        state.held_as_lake = not state.may_build(seat, state.held) or rng.below(2) == 0


def guess_prestige(state: State, shown: Mapping[str, Any]) -> None:
    """Totals that the view hides are taken to be as high as the own one."""
    seat = shown["seat"]
    own = 0 if seat is None else int(state.cities[seat].have[PRESTIGE])
    for s in range(int(state.players)):
        if shown["seats"][s]["prestige"] is None:
            state.cities[s].have[PRESTIGE] = own


def seen_tiles(state: State) -> vec[i64]:
    """By tile: whether it lies open somewhere."""
    seen = vec[i64]([0] * len(state.data.ids))
    for word in state.projects[: state.project_count]:
        seen[project_tile(word)] = 1
    for tile in state.discards:
        seen[tile] = 1
    for city in state.cities:
        for tile in city.tile[: city.tiles]:
            seen[tile] = 1
    return seen


# --- numbers for learning

GENERAL: Final = 7 + 10 + 12 + ERAS + 2  # phase, decision, numbers, stacks, tiles out of sight
LEVELS: Final = 8  # room for the levels of power plants
A_PLAYER: Final = RESOURCES + 10 + 2 * TOKENS
A_BUILT: Final = 4  # lies there (a lake a half), column, row, cubes
WINDOW: Final = 13  # rows and columns of the own city that are shown, around (0, 0)
PLANES: Final = TYPES + 3  # types, lakes, cubes, tourists
EVENTS: Final = 4  # the uppermost of the events under way
AN_EVENT: Final = 5
AN_ITEM: Final = 4
TRACK: Final = vec[Scale]([Scale(unit) for unit in [10.0, 10.0, 3.0, 20.0, 15.0, 6.0, 10.0, 40.0]])  # by resource
TWO: Final = Scale(2.0)
FOUR: Final = Scale(4.0)
SIXTHS: Final = shares(6)
TILE_SHARE: Final = shares(MOST_TILES)
_EVERYWHERE: Final = [*range(CELLS), NOWHERE]  # the last is where a look-up at -1 ends
# The column and the row of a cell or vertex, from the middle of the map; and its place in the window, or NOWHERE.
ACROSS: Final = vec[float]([(cell % SPAN - ORIGIN) / SPAN for cell in _EVERYWHERE])
DOWN: Final = vec[float]([(cell // SPAN - ORIGIN) / SPAN for cell in _EVERYWHERE])


def _place_in_window(cell: int) -> int:
    column = cell % SPAN - ORIGIN + WINDOW // 2
    row = cell // SPAN - ORIGIN + WINDOW // 2
    return row * WINDOW + column if 0 <= column < WINDOW and 0 <= row < WINDOW else NOWHERE


IN_WINDOW: Final = vec[i64]([_place_in_window(cell) for cell in range(CELLS)])


def layout(players: int, data: Data) -> Layout:
    """Everything is seen from the seat: it is number 0, the others follow by number."""
    kinds = len(data.ids)
    return [
        ("general", (GENERAL,)),
        ("plants", (LEVELS,)),
        ("players", (players, A_PLAYER)),
        ("tourists", (COLOURS, players + 5)),
        ("built", (players, kinds, A_BUILT)),
        ("projects", (len(ROW_PRICES), kinds)),
        ("tiles", (5, kinds)),
        ("window", (PLANES, WINDOW, WINDOW)),
        ("ends", (2 * RESOURCES,)),
        ("events", (EVENTS, AN_EVENT + 2 * RESOURCES)),
        ("items", (EVENTS, MOST_ITEMS, AN_ITEM)),
    ]


def encode(state: State, seat: i64, out: vec[float], at: i64) -> None:
    """What the seat knows, as numbers; docs/lab.md says which."""
    n = state.players
    at = encode_general(state, seat, out, at)
    for k in range(n):
        at = encode_player(state, seat, (seat + k) % n, out, at)
    at = encode_tourists(state, seat, out, at)
    for k in range(n):
        at = encode_built(state, (seat + k) % n, out, at)
    at = encode_tiles(state, seat, out, at)
    at = encode_window(state, seat, out, at)
    encode_events(state, out, at)


def encode_general(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    data = state.data
    out[at + state.phase] = 1.0
    out[at + 7 + state.asks] = 1.0
    acting = state.next_seat()
    at += 17
    out[at] = float(state.round) / float(data.rounds)
    out[at + 1] = float(state.era()) / 2.0
    if acting == seat:
        out[at + 2] = 1.0
    out[at + 3] = float(state.turn) / float(state.players)
    out[at + 4] = THREE.of(state.activations)
    if acting >= 0:
        out[at + 5] = THREE.of(state.activations_allowed(acting))
    if state.players == 2:
        out[at + 7] = squash(state.neutral_culture, 15.0)
    if state.variant.prosperity and data.prosperity_in[state.round]:
        out[at + 8] = 1.0
    if state.held_as_lake and state.held >= 0 and (seat == acting or data.era[state.held] >= 0):
        out[at + 9] = 1.0
    out[at + 10] = TWO.of(i64(len(state.frames)))
    if state.paying >= 0:
        out[at + 6] = FIVE.of(state.due)
        out[at + 11] = THREE.of(state.last_tourist + 1)
    at += 12
    for era in range(i64(ERAS)):
        out[at + era] = TEN.of(i64(len(state.stacks[era])) - state.drawn[era])
    at += ERAS
    out[at] = TEN.of(i64(len(state.removed)))
    out[at + 1] = TEN.of(i64(len(state.undealt)))
    at += 2
    taken = state.plants_taken
    for level in range(i64(len(taken))):
        out[at + level] = THREE.of(taken[level])
    return at + LEVELS


def encode_player(state: State, seat: i64, other: i64, out: vec[float], at: i64) -> i64:
    city = state.cities[other]
    have = city.have
    secret = state.variant.hidden_prestige and state.phase != OVER and other != seat
    for what in range(i64(RESOURCES)):
        if what != PRESTIGE or not secret:
            out[at + what] = TRACK[what].of(have[what])
    at += RESOURCES
    out[at] = float(city.level) / float(state.data.top_level)
    out[at + 1] = float(city.plant + 1) / float(len(state.data.plant_ids))
    out[at + 2] = THREE.of(state.data.plant_activations[city.plant])
    out[at + 3] = SIXTHS[state.spaces[other] + 1]
    out[at + 4] = SIXTHS[state.chosen[other] + 1]
    for place in range(state.players):
        if state.order[place] == other:
            out[at + 5] = float(place + 1) / float(state.players)
    if state.culture_token == other:
        out[at + 6] = 1.0
    if state.last_seat == other:
        out[at + 7] = 1.0
    out[at + 8] = TILE_SHARE[city.tiles]
    out[at + 9] = THREE.of(i64(len(city.hand)))
    at += 10
    for token in range(i64(TOKENS)):
        vertex = city.tokens[token]
        out[at + 2 * token] = ACROSS[vertex]
        out[at + 2 * token + 1] = DOWN[vertex]
    return at + 2 * TOKENS


def encode_tourists(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    """For each colour whose city it is in, whether it stands on a tile and on which cell, and whether it was used."""
    n = state.players
    for colour in range(i64(COLOURS)):
        city = state.tourist_city[colour]
        if city >= 0:
            out[at + (city - seat + n) % n] = 1.0
            spot = state.tourist_spot[colour]
            if spot >= 0:
                cell = state.cities[city].cell[spot]
                out[at + n] = 1.0
                out[at + n + 1] = ACROSS[cell]
                out[at + n + 2] = DOWN[cell]
        if state.used & ONE[colour]:
            out[at + n + 3] = 1.0
        if colour == seat:
            out[at + n + 4] = 1.0
        at += n + 5
    return at


def encode_built(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    city = state.cities[seat]
    tiles = city.tile
    cells = city.cell
    cubes = city.cubes
    lakes = city.lakes
    for k in range(city.tiles):
        here = at + tiles[k] * A_BUILT
        out[here] = 0.5 if lakes & ONE[k] else 1.0
        out[here + 1] = ACROSS[cells[k]]
        out[here + 2] = DOWN[cells[k]]
        if cubes[k]:
            out[here + 3] = FOUR.of(cubes[k])
    return at + i64(len(state.data.ids)) * A_BUILT


def encode_tiles(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    """The rows of the Projects Area; then the own hand, the discards, the tile held, paid for, granting."""
    data = state.data
    kinds = i64(len(data.ids))
    for k in range(state.project_count):
        word = state.projects[k]
        out[at + project_row(word) * kinds + project_tile(word)] = 1.0
    at += len(ROW_PRICES) * kinds
    for tile in state.cities[seat].hand:
        out[at + tile] = 1.0
    for tile in state.discards:
        out[at + kinds + tile] = 1.0
    acting = state.next_seat()
    if state.held >= 0 and (seat == acting or data.era[state.held] >= 0):
        out[at + 2 * kinds + state.held] = 1.0
    if state.paying >= 0:
        out[at + 3 * kinds + state.cities[acting].tile[state.paying]] = 1.0
    if state.granting >= 0:
        out[at + 4 * kinds + state.cities[acting].tile[state.granting]] = 1.0
    return at + 5 * kinds


def encode_window(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    city = state.cities[seat]
    tiles = city.tile
    cells = city.cell
    cubes = city.cubes
    kinds = state.data.type
    plane = i64(WINDOW * WINDOW)
    for k in range(city.tiles):
        place = IN_WINDOW[cells[k]]
        if place >= 0:
            kind = i64(TYPES) if city.lakes & ONE[k] else kinds[tiles[k]]
            out[at + kind * plane + place] = 1.0
            if cubes[k]:
                out[at + (TYPES + 1) * plane + place] = FOUR.of(cubes[k])
    for colour in range(i64(COLOURS)):
        spot = state.tourist_spot[colour]
        if state.tourist_city[colour] == seat and spot >= 0:
            place = IN_WINDOW[cells[spot]]
            if place >= 0:
                out[at + (TYPES + 2) * plane + place] = SIXTHS[state.tourists_on(seat, spot)]
    return at + PLANES * plane


def encode_events(state: State, out: vec[float], at: i64) -> None:
    """The events under way, the uppermost first, with what each has still to do."""
    encode_ends(state.ends, out, at)
    at += 2 * RESOURCES
    items = at + EVENTS * (AN_EVENT + 2 * RESOURCES)
    depth = i64(len(state.frames))
    for k in range(min(depth, i64(EVENTS))):
        frame = state.frames[depth - 1 - k]
        tiles = state.cities[state.next_seat()].tile
        kinds = float(len(state.data.ids))
        out[at] = 1.0
        out[at + 1] = float(frame.kind) / float(len(FRAME_NAMES))
        out[at + 2] = float(tiles[frame.at] + 1) / kinds if frame.at >= 0 else 0.0
        out[at + 3] = 1.0 if frame.settled else 0.0
        out[at + 4] = squash(frame.next, 3.0)
        encode_ends(frame.ends, out, at + AN_EVENT)
        at += AN_EVENT + 2 * RESOURCES
        left = frame.left
        while left:
            item = lowest(left)
            encode_item(frame.items[item], tiles, kinds, out, items + item * AN_ITEM)
            left &= left - 1
        items += MOST_ITEMS * AN_ITEM


def encode_item(item: i64, tiles: vec[i64], kinds: float, out: vec[float], at: i64) -> None:
    """An effect to come: its list, its tile, and either what it gives and how much, or which entry it is."""
    fixed = item_list(item) == FIXED
    out[at] = float(item_list(item) + 1) / 3.0
    out[at + 1] = float(tiles[item_tile(item)] + 1) / kinds
    out[at + 2] = float(item_what(item) + 1) / 16.0 if fixed else squash(item_entry(item) + 1, 3.0)
    out[at + 3] = squash(item_n(item), 5.0) if fixed else 0.0


def encode_ends(ends: i64, out: vec[float], at: i64) -> None:
    """The track ends that have paid in an event: above, then below."""
    while ends:
        out[at + lowest(ends)] = 1.0
        ends &= ends - 1
