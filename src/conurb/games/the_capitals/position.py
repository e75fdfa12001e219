"""Positions: the whole state in the words of the rulebook, saved, loaded, written by hand, checked.

The schema is documented in docs/positions/the_capitals.md. A hand-written position may be partial: what it leaves out
takes its set-up value, and tiles it does not name are dealt from what remains. Loading completes and checks what is
given, then reads it by the same function that reads views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.the_capitals.data import (
    ERA_TYPES,
    ERAS,
    MOST_EXTRA_BUILDS,
    NEUTRAL,
    Data,
    hand_size,
    tiles_of_era,
)
from conurb.games.the_capitals.effects import (
    FRAME_NAMES,
    IMMEDIATE,
    MOST_ITEMS,
    ExtraBuild,
    entry_of,
    item_list,
)
from conurb.games.the_capitals.geometry import (
    CULTURE,
    ECONOMY,
    EMPLOYMENT,
    ENERGY,
    MOST_TILES,
    NOWHERE,
    POPULATION,
    PROGRESS,
    REACH,
    RESOURCE_NAMES,
    RESOURCES,
    START,
    cell_at,
    x_of,
    y_of,
)
from conurb.games.the_capitals.moves import (
    ASK_CELL,
    ASK_NAMES,
    ASK_ORDER,
    ASK_TILE,
    ASK_TOKEN,
    BUILDING,
    MOST_PROJECTS,
    OVER,
    PHASE_NAMES,
    PROSPERITY_STEP,
    ROW_PRICES,
    colour_name,
    project_row,
    project_tile,
)
from conurb.games.the_capitals.view import read_table, show_city, show_table
from conurb.kernel.checks import BadPosition, fields, listing, unknown, whole_in, whole_number
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng, load_rng
from conurb.kernel.state import Position

if TYPE_CHECKING:
    from conurb.games.the_capitals.rules import State

ROWS = [str(price) for price in ROW_PRICES]
ROW_SIZE = 7
FIELDS = (
    "game",
    "players",
    "options",
    "data",
    "round",
    "phase",
    "asks",
    "to_act",
    "initiative",
    "chosen",
    "projects",
    "stacks",
    "removed",
    "discards",
    "undealt",
    "plants_taken",
    "neutral_culture",
    "culture_token",
    "tourists",
    "used_tourists",
    "activations",
    "seats",
    "held",
    "paying",
    "granting",
    "pending",
    "ends",
    "rng",
    "count",
    "undo_floor",
    "last_seat",
)
SEAT_FIELDS = (*RESOURCE_NAMES, "plant", "tokens", "city", "hand")
FIRST_QUESTION = {
    "political": "space",
    "building": "tile",
    "executive": "activation",
    "administrative": "token",
    "prosperity": "prosperity",
    "pre_expo": "nothing",
    "over": "nothing",
}


# --- saving


def save(state: State) -> Position:
    ids = state.data.ids
    table = show_table(state)
    del table["turn"]
    acting = int(state.next_seat())
    return {
        "game": state.game,
        "players": int(state.players),
        "options": options_dict(state.options),
        "data": state.data.hash,
        **table,
        "to_act": None if acting < 0 else acting,
        "stacks": [[ids[tile] for tile in state.stacks[era][state.drawn[era] :]] for era in range(ERAS)],
        "removed": [ids[tile] for tile in state.removed],
        "undealt": [ids[tile] for tile in state.undealt],
        "seats": [_save_seat(state, seat) for seat in range(int(state.players))],
        "held": None if state.held < 0 else {"tile": ids[state.held], "lake": bool(state.held_as_lake)},
        "rng": state.rng.save(),
    }


def _save_seat(state: State, seat: int) -> dict[str, Any]:
    shown = show_city(state, seat)
    shown["hand"] = [state.data.ids[tile] for tile in state.cities[seat].hand]
    return shown


# --- loading


def fill(state: State, position: Mapping[str, object], seed: int) -> None:
    """Read a position into a blank state; BadPosition names the field that is wrong."""
    given: Mapping[str, Any] = fields("position", position, FIELDS)
    if given.get("data", state.data.hash) != state.data.hash:
        raise BadPosition("data: the position belongs to another data pack; give that pack with --data")
    state.rng = load_rng(given["rng"]) if "rng" in given else Rng(seed)
    supply = Supply(state)
    table = _complete(state, given, supply)
    read_table(state, table)
    for seat, entry in enumerate(table["seats"]):
        state.cities[seat].hand = vec[i64](sorted(entry["hand"]))
    _deal(state, given, supply)
    if table["phase"] == "pre_expo" and not table["pending"]:
        state.start_pre_expo()
    _check_held(state)
    _check_question(state)
    if state.phase != OVER:
        _check_supply(state)


def _word(name: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadPosition(f"{name}: expected {listing(allowed)}, not {value!r}")
    return value


def _truth(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(f"{name}: expected true or false, not {value!r}")
    return value


def _entries(name: str, value: object, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise BadPosition(f"{name}: expected a list of at most {most} entries, not {value!r}")
    return value


def _point(name: str, value: object) -> list[int]:
    if not isinstance(value, (list, tuple)) or len(value) != 2 or any(whole_number(k) is None for k in value):
        raise BadPosition(f"{name}: expected x and y, such as [0, 1], not {value!r}")
    if cell_at(value[0], value[1]) == NOWHERE:
        raise BadPosition(f"{name}: {value[0]},{value[1]} is too far away: no city can reach it")
    return [value[0], value[1]]


class Supply:
    """The tiles not yet used by the position, each once."""

    def __init__(self, state: State) -> None:
        self.data: Data = state.data
        players = int(state.players)
        self.eras = [tiles_of_era(state.data, era, players) for era in range(ERAS)]
        self.prosperity = state.data.prosperity if state.variant.prosperity else []
        self.players = players
        self.used: dict[int, str] = {}

    def take(self, name: object, where: str) -> int:
        if not isinstance(name, str) or name not in self.data.numbers:
            raise BadPosition(f"{where}: {unknown('tile', name, self.data.ids)}")
        tile = self.data.numbers[name]
        if self.data.about[tile]["group"] == "start":
            return tile
        if tile in self.used:
            raise BadPosition(f"{where}: {name} is already in {self.used[tile]}")
        if self.data.era[tile] >= 0 and tile not in self.eras[self.data.era[tile]]:
            raise BadPosition(f"{where}: {name} is not used with {self.players} players (CAP-2.3)")
        if self.data.era[tile] < 0 and tile not in self.prosperity:
            raise BadPosition(f"{where}: {name} needs the option prosperity = true")
        self.used[tile] = where
        return tile

    def take_all(self, names: object, where: str, of_era: int | None = None) -> list[int]:
        """Tiles of one era (-1: prosperity tiles), or of any era."""
        tiles = [self.take(name, where) for name in _entries(where, names, len(self.data.ids))]
        for tile in tiles:
            era = int(self.data.era[tile])
            belongs = tile in self.prosperity if of_era == -1 else era >= 0 and of_era in (None, era)
            if not belongs:
                raise BadPosition(f"{where}: {self.data.ids[tile]} does not belong here")
        return tiles

    def rest(self, tiles: list[int], rng: Rng) -> list[int]:
        """Those not used, shuffled."""
        left = vec[i64]([tile for tile in tiles if tile not in self.used])
        if len(left) > 1:
            rng.shuffle(left)
        return [int(tile) for tile in left]


def _complete(state: State, given: Mapping[str, Any], supply: Supply) -> dict[str, Any]:
    """The public part in full, every field checked."""
    n = int(state.players)
    data = state.data
    phase = _word("phase", given.get("phase", "building"), PHASE_NAMES)
    round = whole_in("round", given.get("round", data.rounds if phase in ("over", "pre_expo") else 1), 1, data.rounds)
    if phase in ("over", "pre_expo") and round != data.rounds:
        raise BadPosition(f"round: in the phase {phase} it is round {data.rounds}")
    if phase == "political" and round == 1:
        raise BadPosition("round: the Political Phase is skipped in round 1 (CAP-3.10)")
    if phase == "prosperity" and not (state.variant.prosperity and data.prosperity_in[round]):
        raise BadPosition(f"phase: there is no prosperity step in round {round} of this game (CAP-3.55)")
    initiative = _read_initiative(given.get("initiative"), data, n)
    order = sorted(range(n), key=lambda seat: initiative[seat])
    to_act = given.get("to_act", order[0])
    turn = 0 if phase == "over" else order.index(whole_in("to_act", to_act, 0, n - 1))
    chosen = _read_chosen(given.get("chosen"), data, n, phase, order[:turn])
    seats = _read_seats(state, given.get("seats", []), supply, round, phase)
    plants = _read_plants(given.get("plants_taken"), data, seats)
    projects = given.get("projects")
    table: dict[str, Any] = {
        "round": round,
        "phase": phase,
        "asks": _word("asks", given.get("asks", FIRST_QUESTION[phase]), ASK_NAMES),
        "turn": turn,
        "initiative": initiative,
        "chosen": chosen,
        "projects": _read_projects(projects, supply),
        "discards": [data.ids[tile] for tile in supply.take_all(given.get("discards", []), "discards")],
        "plants_taken": plants,
        "neutral_culture": _read_neutral(given.get("neutral_culture"), data, n, round),
        "culture_token": _seat_or_none("culture_token", given.get("culture_token"), n),
        "seats": seats,
        "count": whole_in("count", given.get("count", 0), 0, 100_000),
        "last_seat": _seat_or_none("last_seat", given.get("last_seat"), n),
    }
    table["undo_floor"] = whole_in("undo_floor", given.get("undo_floor", table["count"]), 0, table["count"])
    _read_tourists(table, given, data, n)
    _read_under_way(table, given, supply, order)
    return table


def _seat_or_none(name: str, value: object, players: int) -> int | None:
    return None if value is None else whole_in(name, value, 0, players - 1)


def _read_initiative(given: object, data: Data, players: int) -> list[int]:
    """Spaces by seat; left out, as at the set-up with the seats in order (CAP-2.6)."""
    if given is None:
        return [int(data.first_space) + 1 + seat for seat in range(players)]
    spaces = _entries("initiative", given, players)
    if len(spaces) != players or len(set(map(str, spaces))) != players:
        raise BadPosition(f"initiative: expected {players} different spaces, not {given!r}")
    return [whole_in("initiative", space, 1, 6) for space in spaces]


def _read_chosen(given: object, data: Data, players: int, phase: str, before: list[int]) -> list[int | None]:
    """The spaces chosen in this Political Phase, by exactly the seats that had their turn."""
    chosen: list[int | None] = [None] * players
    if phase != "political":
        if given is not None and given != chosen:
            raise BadPosition("chosen: spaces are chosen in the Political Phase only")
        return chosen
    if given is None:
        if before:
            raise BadPosition("chosen: say which spaces the seats before have chosen")
        return chosen
    spaces = _entries("chosen", given, players)
    if len(spaces) != players:
        raise BadPosition(f"chosen: expected {players} spaces, null for the seats to come, not {given!r}")
    for seat, space in enumerate(spaces):
        if (space is None) == (seat in before):
            raise BadPosition(f"chosen.{seat}: exactly the seats before the one to act have chosen")
        if space is not None:
            chosen[seat] = whole_in(f"chosen.{seat}", space, 1, 6)
    taken = [space for space in chosen if space is not None]
    if len(set(taken)) < len(taken) or any(space - 1 not in list(data.open_spaces[players]) for space in taken):
        raise BadPosition(f"chosen: different open spaces are needed, not {given!r} (CAP-3.11)")
    return chosen


def _read_neutral(given: object, data: Data, players: int, round: int) -> int | None:
    if players != 2:
        if given is not None:
            raise BadPosition("neutral_culture: only the game for two has a neutral marker (CAP-2.20)")
        return None
    start = int(data.start[CULTURE])
    default = min(start + round - 1, int(data.last[CULTURE]))
    return whole_in("neutral_culture", default if given is None else given, 0, int(data.last[CULTURE]))


# --- cities


def _read_seats(state: State, given: object, supply: Supply, round: int, phase: str) -> list[dict[str, Any]]:
    n = int(state.players)
    entries = _entries("seats", given, n)
    known = [fields(f"seats.{s}", entries[s] if s < len(entries) else {}, SEAT_FIELDS) for s in range(n)]
    seats = [_read_seat(state, known[s], f"seats.{s}", supply, round) for s in range(n)]
    if not state.variant.prosperity:
        return seats
    for s, seat in enumerate(seats):
        laid = sum(1 for lot in seat["city"] if state.data.era[state.data.numbers[lot["tile"]]] < 0) - 2
        size = hand_size(n) - laid
        if len(seat["hand"]) > size:
            raise BadPosition(f"seats.{s}.hand: at most {size} tiles are left after those in the city")
        missing = size - len(seat["hand"])
        if missing:
            drawn = supply.rest(supply.prosperity, state.rng)[:missing]
            for tile in drawn:
                supply.used[tile] = f"seats.{s}.hand"
            seat["hand"] += drawn
    return seats


def _read_seat(state: State, given: Mapping[str, Any], where: str, supply: Supply, round: int) -> dict[str, Any]:
    data = state.data
    seat: dict[str, Any] = {}
    plant = given.get("plant", data.plant_ids[0])
    if plant not in data.plant_ids:
        raise BadPosition(f"{where}.plant: {unknown('plant', plant, data.plant_ids)}")
    seat["plant"] = plant
    for what, name in enumerate(RESOURCE_NAMES):
        default = int(data.plant_cubes[0]) if what == ENERGY else int(data.start[what])
        low, high = int(data.first[what]), int(data.last[what])
        seat[name] = whole_in(f"{where}.{name}", given.get(name, default), low, high)
    level = int(data.plant_level[data.plant_ids.index(plant)])
    if level < data.top_level and seat[RESOURCE_NAMES[PROGRESS]] >= data.circle:
        raise BadPosition(f"{where}.progress: below level {data.top_level} it is at most {data.circle - 1} (CAP-5.31)")
    if seat[RESOURCE_NAMES[EMPLOYMENT]] > seat[RESOURCE_NAMES[POPULATION]]:
        raise BadPosition(f"{where}.employment: it can never exceed population (CAP-5.10)")
    seat["city"] = _read_city(state, given.get("city"), f"{where}.city", supply, round)
    seat["tokens"] = _read_tokens(given.get("tokens"), f"{where}.tokens")
    seat["hand"] = supply.take_all(given.get("hand", []), f"{where}.hand", of_era=-1)
    if seat["hand"] and not state.variant.prosperity:
        raise BadPosition(f"{where}.hand: hands need the option prosperity = true")
    return seat


def _read_tokens(given: object, where: str) -> list[list[int]]:
    """Left out, where the set-up puts them (CAP-2.9)."""
    if given is None:
        return [[1, 0], [1, 1]]
    if not isinstance(given, list) or len(given) != 2:
        raise BadPosition(f"{where}: expected two vertices, not {given!r}")
    tokens = [_point(f"{where}.{k}", given[k]) for k in range(2)]
    if tokens[0] == tokens[1]:
        raise BadPosition(f"{where}: the tokens lie on different vertices (CAP-4.4)")
    return tokens


def _read_city(state: State, given: object, where: str, supply: Supply, round: int) -> list[dict[str, Any]]:
    """Left out, City Hall and Hotel; given, all tiles in the order they were built, one of them on 0,0."""
    data = state.data
    if given is None:
        given = []
    lots = []
    entries = _entries(where, given, MOST_TILES)
    named = [entry.get("tile") for entry in entries if isinstance(entry, Mapping)]
    for tile, cell in ((data.city_hall, [0, 0]), (data.hotel, [1, 0])):
        if data.ids[tile] not in named:
            lots.append({"tile": data.ids[tile], "cell": cell, "cubes": 0, "lake": False})
    for k, entry in enumerate(entries):
        here = f"{where}.{k}"
        known = fields(here, entry, ("tile", "cell", "cubes", "lake"))
        tile = supply.take(known.get("tile"), here)
        lake = _truth(f"{here}.lake", known.get("lake", False))
        if lake and tile not in data.prosperity:
            raise BadPosition(f"{here}.lake: only a prosperity tile can become a lake (CAP-3.57)")
        cubes = whole_in(f"{here}.cubes", known.get("cubes", 0), 0, 999)
        if cubes and (lake or data.printed[tile] < 0):
            raise BadPosition(f"{here}.cubes: a tile without activation holds no cubes")
        lots.append({"tile": data.ids[tile], "cell": _point(f"{here}.cell", known.get("cell")), "cubes": cubes})
        lots[-1]["lake"] = lake
    _check_lots(data, lots, where)
    return lots


def _check_lots(data: Data, lots: list[dict[str, Any]], where: str) -> None:
    """One City Hall and one Hotel, one tile a cell, all of them joined, room for those to come."""
    names = Counter(lot["tile"] for lot in lots)
    for tile in (data.city_hall, data.hotel):
        if names[data.ids[tile]] != 1:
            raise BadPosition(f"{where}: a city has exactly one {data.ids[tile]}")
    cells = [(lot["cell"][0], lot["cell"][1]) for lot in lots]
    if len(set(cells)) < len(cells):
        raise BadPosition(f"{where}: two tiles lie on one cell (CAP-4.1)")
    if (0, 0) not in cells:
        raise BadPosition(f"{where}: a city holds cell 0,0")
    reached = {(0, 0)}
    grown = [(0, 0)]
    while grown:
        x, y = grown.pop()
        near = {cell for cell in cells if abs(cell[0] - x) <= 1 and abs(cell[1] - y) <= 1} - reached
        reached |= near
        grown += sorted(near)
    if len(reached) < len(cells):
        raise BadPosition(f"{where}: every tile must touch the rest of the city (CAP-4.5)")


def _check_room(state: State, seat: int) -> None:
    """The tiles to come find room in the city and on the grid."""
    builds = int(state.data.rounds - state.round) + (1 if state.phase <= PHASE_NAMES.index("building") else 0)
    if state.variant.prosperity:
        builds += sum(int(state.data.prosperity_in[r]) for r in range(int(state.round), int(state.data.rounds) + 1))
    builds += MOST_EXTRA_BUILDS
    city = state.cities[seat]
    if city.tiles + builds > MOST_TILES:
        raise BadPosition(f"seats.{seat}.city: at most {MOST_TILES - builds} tiles, so that {builds} more find room")
    far = max(max(abs(x_of(int(cell))), abs(y_of(int(cell)))) for cell in city.cell[: city.tiles])
    if far + builds > REACH:
        raise BadPosition(
            f"seats.{seat}.city: tiles lie at most {REACH - builds} cells from 0,0 in round {state.round}"
        )


def _read_plants(given: object, data: Data, seats: list[dict[str, Any]]) -> list[int]:
    """How many plants of each level from 2 are gone: the players' plants tell (CAP-5.31)."""
    owned = [data.plant_ids.index(seat["plant"]) for seat in seats]
    taken = []
    for level in range(2, int(data.top_level) + 1):
        places = [plant - int(data.first_plant[level]) + 1 for plant in owned if data.plant_level[plant] == level]
        if len(set(places)) < len(places):
            raise BadPosition(f"seats: one power plant of level {level} has two owners")
        below = sum(1 for plant in owned if data.plant_level[plant] < level)
        last = data.plants_of_level(level) - below
        if max(places, default=0) > last:
            best = data.plant_ids[int(data.first_plant[level]) + last - 1]
            raise BadPosition(f"seats: nobody can have a plant after {best}, for {below} seats may still take one")
        taken.append(max(len(owned) - below, *places, 0))
    if given is not None and given != taken:
        why = "every player has taken one plant of each level up to its own (CAP-5.31)"
        raise BadPosition(f"plants_taken: expected {taken}, not {given!r}: {why}")
    return taken


# --- the Projects Area and the stacks


def _read_projects(given: object, supply: Supply) -> dict[str, list[str]]:
    if given is None:
        return {row: [] for row in ROWS}
    known = fields("projects", given, ROWS)
    rows = {row: _entries(f"projects.{row}", known.get(row, []), ROW_SIZE) for row in ROWS}
    for row, names in rows.items():
        supply.take_all(names, f"projects.{row}")
    return rows


def _deal(state: State, given: Mapping[str, Any], supply: Supply) -> None:
    """Stacks, removed tiles and the box; what is not named is dealt, below what is."""
    n = int(state.players)
    data = state.data
    named = _entries("stacks", given.get("stacks", [[], [], []]), ERAS)
    if len(named) != ERAS:
        raise BadPosition("stacks: expected three lists, one for each era")
    tops = [supply.take_all(named[era], f"stacks.{era}", of_era=era) for era in range(ERAS)]
    removed = supply.take_all(given.get("removed", []), "removed")
    if removed and n != 2:
        raise BadPosition("removed: only the game for two removes tiles unseen (CAP-2.21)")
    stacks, gone = [], []
    for era in range(ERAS):
        rest = supply.rest(supply.eras[era], state.rng)
        out = [tile for tile in removed if data.era[tile] == era]
        if n == 2:
            _remove(data, era, tops[era] if "stacks" in given else [], out, rest)
        gone += out
        stacks.append(vec[i64](tops[era] + rest))
    state.stacks = stacks
    state.removed = vec[i64](gone)
    undealt = supply.take_all(given.get("undealt", []), "undealt", of_era=-1)
    state.undealt = vec[i64](undealt + supply.rest(supply.prosperity, state.rng))
    if given.get("projects") is None and state.phase != OVER:
        era = state.era()
        state.draw(era, n + 2)


def _remove(data: Data, era: int, top: list[int], out: list[int], rest: list[int]) -> None:
    """Two players: one tile of each type of the era was removed (CAP-2.21); the missing ones come from the rest."""
    kinds = [int(data.type[tile]) for tile in out]
    if len(set(kinds)) < len(kinds):
        raise BadPosition(f"removed: one tile of each type leaves era {era + 1}, no more")
    for kind in range(ERA_TYPES):
        if kind not in kinds:
            tile = next((t for t in rest if data.type[t] == kind), None)
            if tile is None:
                raise BadPosition(
                    f"too many tiles of era {era + 1} are placed: with two players one of each type is removed"
                )
            rest.remove(tile)
            out.append(tile)
    out.sort(key=lambda tile: int(data.type[tile]))


# --- tourists, and what is under way


def _read_tourists(table: dict[str, Any], given: Mapping[str, Any], data: Data, players: int) -> None:
    """Left out, every tourist is beside the own city."""
    names: list[int | str] = [*range(players), *(["neutral"] if players == 2 else [])]
    where: dict[int | str, dict[str, Any]] = {}
    for name in names:
        where[name] = {"tourist": name, "city": None if name == "neutral" else name, "cell": None}
    for k, entry in enumerate(_entries("tourists", given.get("tourists", []), len(names))):
        here = f"tourists.{k}"
        known = fields(here, entry, ("tourist", "city", "cell"))
        who = next((n for n in names if n == known.get("tourist") and type(n) is type(known["tourist"])), None)
        if who is None:
            raise BadPosition(f"{here}.tourist: expected {listing(names)}, not {known.get('tourist')!r}")
        city = _seat_or_none(f"{here}.city", known.get("city"), players)
        if city is None and who != "neutral":
            raise BadPosition(f"{here}.city: only the neutral tourist can be beside the board")
        cell = known.get("cell")
        if cell is not None:
            cell = _point(f"{here}.cell", cell)
            lots = [] if city is None else table["seats"][city]["city"]
            lot = next((lot for lot in lots if lot["cell"] == cell), None)
            if lot is None or lot["lake"] or data.printed[data.numbers[lot["tile"]]] < 0:
                raise BadPosition(f"{here}.cell: there is no tile with an activation (CAP-3.43)")
        where[who] = {"tourist": who, "city": city, "cell": cell}
    table["tourists"] = list(where.values())
    used = _entries("used_tourists", given.get("used_tourists", []), len(names))
    if any(name not in names or isinstance(name, bool) for name in used) or len(set(map(str, used))) < len(used):
        raise BadPosition(f"used_tourists: expected different ones of {listing(names)}, not {used!r}")
    table["used_tourists"] = used
    table["activations"] = whole_in("activations", given.get("activations", 0), 0, 99)
    if table["phase"] != "executive" and (used or table["activations"]):
        raise BadPosition("activations and used_tourists belong to the Executive Phase")


def _read_under_way(table: dict[str, Any], given: Mapping[str, Any], supply: Supply, order: list[int]) -> None:
    """A tile about to be placed, a payment, a grant, and the events that wait."""
    lots = table["seats"][order[table["turn"]]]["city"]
    data = supply.data

    def own(name: str, cell: object, activation: bool = False) -> list[int]:
        """A cell of the city of the seat to act."""
        where = _point(name, cell)
        lot = next((lot for lot in lots if lot["cell"] == where), None)
        if lot is None:
            raise BadPosition(f"{name}: the seat to act has no tile on {where}")
        if activation and (lot["lake"] or data.printed[data.numbers[lot["tile"]]] < 0):
            raise BadPosition(f"{name}: {lot['tile']} has no activation")
        return where

    table["held"] = _read_held(table, given.get("held"), data, order)
    paying = given.get("paying")
    table["paying"] = None
    if paying is not None:
        known = fields("paying", paying, ("cell", "due", "last"))
        last = known.get("last")
        if last is not None and last not in [entry["tourist"] for entry in table["tourists"]]:
            raise BadPosition(f"paying.last: there is no tourist {last!r}")
        table["paying"] = {
            "cell": own("paying.cell", known.get("cell"), activation=True),
            "due": whole_in("paying.due", known.get("due"), 0, 999),
            "last": last,
        }
    granting = given.get("granting")
    table["granting"] = None if granting is None else own("granting", granting)
    table["ends"] = _read_ends("ends", given.get("ends", []))
    frames = []
    for k, entry in enumerate(_entries("pending", given.get("pending", []), 8)):
        where = f"pending.{k}"
        known = fields(where, entry, ("event", "cell", "items", "settled", "next", "ends_below"))
        event = _word(f"{where}.event", known.get("event"), FRAME_NAMES)
        cell = known.get("cell")
        if (cell is None) != (event == "pre_expo"):
            raise BadPosition(f"{where}.cell: a build or an activation has a cell, pre_expo has none")
        items = [
            _read_item(item, f"{where}.items.{i}", data, lots, own)
            for i, item in enumerate(_entries(f"{where}.items", known.get("items", []), MOST_ITEMS))
        ]
        if len({item["number"] for item in items}) < len(items):
            raise BadPosition(f"{where}.items: two items have the same number")
        frames.append(
            {
                "event": event,
                "cell": None if cell is None else own(f"{where}.cell", cell, activation=event == "activation"),
                "items": items,
                "settled": _truth(f"{where}.settled", known.get("settled", False)),
                "next": whole_in(f"{where}.next", known.get("next", 0), 0, 99),
                "ends_below": _read_ends(f"{where}.ends_below", known.get("ends_below", [])),
            }
        )
    table["pending"] = frames


def _read_held(table: dict[str, Any], given: object, data: Data, order: list[int]) -> dict[str, Any] | None:
    """A tile of the Projects Area, or of the hand of the seat to act."""
    if given is None:
        return None
    known = fields("held", given, ("tile", "lake"))
    name = known.get("tile")
    lake = _truth("held.lake", known.get("lake", False))
    hand = [data.ids[tile] for tile in table["seats"][order[table["turn"]]]["hand"]]
    area = [tile for row in ROWS for tile in table["projects"][row]]
    if name not in (hand if lake else hand + area):
        raise BadPosition(f"held.tile: {name!r} is neither in the Projects Area nor in the hand")
    return {"tile": name, "lake": lake}


def _read_ends(name: str, given: object) -> list[str]:
    ends = _entries(name, given, 2 * RESOURCES)
    for end in ends:
        if not isinstance(end, str) or end.removeprefix("-") not in RESOURCE_NAMES:
            raise BadPosition(f"{name}: expected names of tracks, with - for the bottom, not {end!r}")
    return ends


def _read_item(item: object, where: str, data: Data, lots: list[dict[str, Any]], own: Any) -> dict[str, Any]:
    known = fields(where, item, ("number", "gain", "n", "immediate", "pre_expo", "from"))
    cell = own(f"{where}.from", known.get("from"))
    number = whole_in(f"{where}.number", known.get("number"), 0, MOST_ITEMS - 1)
    if "gain" in known:
        gain = _word(f"{where}.gain", known["gain"], RESOURCE_NAMES)
        return {
            "number": number,
            "gain": gain,
            "n": whole_in(f"{where}.n", known.get("n"), -999, 999),
            "from": cell,
        }
    tile = data.numbers[next(lot["tile"] for lot in lots if lot["cell"] == cell)]
    name = "immediate" if "immediate" in known else "pre_expo"
    entries = data.immediate[tile] if name == "immediate" else data.pre_expo[tile]
    entry = whole_in(f"{where}.{name}", known.get(name), 0, len(entries) - 1)
    return {"number": number, name: entry, "from": cell}


def _check_held(state: State) -> None:
    """A tile waits for its cell: a project, or in the prosperity step one of the hand."""
    if state.held < 0:
        return
    name, phase = state.data.ids[state.held], PHASE_NAMES[state.phase]
    if state.phase not in (BUILDING, PROSPERITY_STEP):
        raise BadPosition(f"held: nothing is built in the phase {phase}: expected null")
    if state.asks != ASK_CELL:
        raise BadPosition(f"asks: expected 'cell' while {name} is held, not {ASK_NAMES[state.asks]!r}")
    of_hand = state.phase == PROSPERITY_STEP and not state.frames
    if of_hand != (state.data.era[state.held] < 0):
        right = "of the hand of the seat to act (CAP-3.55)" if of_hand else "of the Projects Area (CAP-3.20)"
        raise BadPosition(f"held.tile: expected a tile {right}, not {name}")
    if of_hand and not state.held_as_lake and not state.may_build(state.next_seat(), state.held):
        raise BadPosition(f"held.lake: expected true: the prerequisite of {name} does not hold (CAP-3.56)")


def _check_question(state: State) -> None:
    """What is asked must be answerable, and what it needs must be there."""
    asks = ASK_NAMES[state.asks]
    needs = {
        "cell": state.held >= 0,
        "order": bool(state.frames) and bool(state.frames[-1].left),
        "payment": state.paying >= 0,
        "free_activation": state.granting >= 0,
        "token": state.phase == PHASE_NAMES.index("administrative"),
    }
    if not needs.get(asks, True):
        raise BadPosition(f"asks: nothing in the position calls for the question {asks!r}")
    if state.phase == OVER:
        return
    phases = {
        "space": "political",
        "tile": "building" if state.phase != PROSPERITY_STEP or not state.frames else "prosperity",
        "activation": "executive",
        "payment": "executive",
        "token": "administrative",
        "prosperity": "prosperity",
    }
    phase = PHASE_NAMES[state.phase]
    if phases.get(asks, phase) != phase:
        raise BadPosition(f"asks: {asks} is no question of the phase {phase}")
    seat = int(state.next_seat())
    if asks == "token" and state.cities[seat].surrounded() < 0:
        raise BadPosition(f"phase: seat {seat} has no surrounded token to move (CAP-3.51)")
    if asks == "prosperity" and not len(state.cities[seat].hand):
        raise BadPosition(f"seats.{seat}.hand: there is no tile to build")
    if asks == "nothing" or not state.legal(seat):
        raise BadPosition(f"asks: seat {seat} would have nothing to decide")
    for s in range(int(state.players)):
        _check_room(state, s)


def _check_supply(state: State) -> None:
    """Everybody finds a tile in every Building Phase to come, even if the newest go first and the old ones leave.

    That is a way to play on, so nothing is refused that a game could reach (CAP-2.41).
    """
    n = int(state.players)
    trial = state.clone()
    builds = _extra_builds(state)
    if state.phase <= BUILDING:
        builds += n - int(state.turn if state.phase == BUILDING else 0) - (1 if state.frames else 0)
    elif state.phase == PROSPERITY_STEP and state.round < state.data.rounds:  # the next round has its tiles
        trial.round += 1
        builds += n
    where = "projects"
    while True:
        words = sorted((int(word) for word in trial.projects[: trial.project_count]), key=project_row)
        if len(words) < builds:
            found = f"{len(words)} tiles in the Projects Area, but {builds} are to be built (CAP-2.41)"
            raise BadPosition(f"{where}: round {trial.round} may find {found}")
        if trial.round == state.data.rounds:
            return
        trial.project_count = len(words) - builds
        for place, word in enumerate(sorted(words[builds:])):
            trial.projects[place] = word
        trial.renew_projects()
        trial.round += 1
        where = f"stacks.{trial.era()}"
        builds = n


def _extra_builds(state: State) -> int:
    """Extra builds under way, and those that may still come in this prosperity step (CAP-3.59)."""
    seat = int(state.next_seat())
    builds = 1 if state.frames and state.asks in (ASK_TILE, ASK_CELL) else 0
    for frame in state.frames:
        left = [int(frame.items[k]) for k in range(MOST_ITEMS) if int(frame.left) >> k & 1]
        entries = [entry_of(state, seat, item) for item in left if item_list(item) == IMMEDIATE]
        builds += sum(1 for entry in entries if isinstance(entry, ExtraBuild))
    if state.variant.prosperity and state.phase == PROSPERITY_STEP:
        laid = {int(tile) for city in state.cities for tile in city.tile[: city.tiles]}
        for tile in state.data.prosperity:
            if tile not in laid and any(isinstance(entry, ExtraBuild) for entry in state.data.immediate[tile]):
                builds += 1
    return builds


# --- invariants


def check(state: State) -> None:
    """Assert every invariant that holds at any decision."""
    _assert_tiles(state)
    n = int(state.players)
    data = state.data
    for seat in range(n):
        _assert_city(state, seat)
    plants = [int(city.plant) for city in state.cities if city.level > 1]
    assert len(set(plants)) == len(plants), "one plant has two owners"
    for level in range(2, int(data.top_level) + 1):
        owners = sum(1 for city in state.cities if city.level >= level)
        assert owners <= state.plants_taken[level] <= data.plants_of_level(level)
    order = [int(seat) for seat in state.order]
    assert order == sorted(range(n), key=lambda seat: int(state.spaces[seat])), "order is not that of the spaces"
    assert sorted(order) == list(range(n))
    assert (state.asks == 0) == (state.phase == OVER)
    assert (state.asks == ASK_CELL) == (state.held >= 0)
    assert (state.asks == ASK_ORDER) <= bool(state.frames)
    assert (state.asks == ASK_TOKEN) <= (state.cities[order[int(state.turn)]].surrounded() >= 0)
    for colour in range(NEUTRAL + 1):
        _assert_tourist(state, colour)
    assert state.phase == OVER or state.legal(order[int(state.turn)]), "a seat that must act has no legal action"
    assert 0 <= state.undo_floor <= state.count
    assert not state.trial


def _assert_tiles(state: State) -> None:
    """Every tile is somewhere, exactly once."""
    n = int(state.players)
    found: Counter[int] = Counter()
    for era in range(ERAS):
        found.update(int(tile) for tile in state.stacks[era][state.drawn[era] :])
    for tiles in (state.removed, state.discards, state.undealt):
        found.update(int(tile) for tile in tiles)
    found.update(int(project_tile(word)) for word in state.projects[: state.project_count])
    for city in state.cities:
        found.update(int(tile) for tile in city.tile[: city.tiles])
        found.update(int(tile) for tile in city.hand)
    expected = Counter(tile for era in range(ERAS) for tile in tiles_of_era(state.data, era, n))
    expected.update({int(state.data.city_hall): n, int(state.data.hotel): n})
    if state.variant.prosperity:
        expected.update(state.data.prosperity)
    assert found == expected, f"tiles missing {expected - found}, too many {found - expected}"
    words = [int(word) for word in state.projects[: state.project_count]]
    assert words == sorted(words)
    assert len(words) <= MOST_PROJECTS
    assert all(project_row(word) < len(ROW_PRICES) for word in words)


def _assert_city(state: State, seat: int) -> None:
    data = state.data
    city = state.cities[seat]
    for what in range(RESOURCES):
        assert data.first[what] <= city.have[what] <= data.last[what], f"{RESOURCE_NAMES[what]} is off its track"
    assert city.have[EMPLOYMENT] <= city.have[POPULATION], "employment above population (CAP-5.10)"
    assert city.have[ECONOMY] >= data.first[ECONOMY]
    assert city.level == data.plant_level[city.plant]
    assert city.level == data.top_level or city.have[PROGRESS] < data.circle
    assert city.connected()
    assert city.tile_on(START) >= 0
    cells = [int(cell) for cell in city.cell[: city.tiles]]
    assert len(set(cells)) == len(cells)
    assert [int(word) // 32 for word in city.by_cell[: city.tiles]] == sorted(cells)
    frontier = [int(cell) for cell in city.frontier[: city.open]]
    assert frontier == sorted(frontier)
    assert not set(frontier) & set(cells)
    assert city.tokens[0] != city.tokens[1], "tokens on one vertex (CAP-4.4)"
    for at in range(int(city.tiles)):
        assert city.cubes[at] >= 0
        assert not city.cubes[at] or data.printed[city.tile[at]] >= 0, "cubes on a tile without activation"
    if state.variant.prosperity:
        laid = sum(1 for tile in city.tile[: city.tiles] if data.era[tile] < 0) - 2
        assert len(city.hand) == hand_size(int(state.players)) - laid


def _assert_tourist(state: State, colour: int) -> None:
    city, spot = int(state.tourist_city[colour]), int(state.tourist_spot[colour])
    playing = colour < state.players or (colour == NEUTRAL and state.players == 2)
    assert playing or city < 0, f"the tourist {colour_name(colour)} does not play"
    if colour < state.players:
        assert city >= 0
    if spot >= 0:
        assert state.data.printed[state.cities[city].tile[spot]] >= 0
