"""What a seat may see (BTC-7), what it remembers, and full states imagined from that.

The view is an allow-list: everything that leaves a game is written out here, field by field. A hand that a seat
has held and passed on stays in its memory (BTC-7.3): since every pair taken out of it is revealed, the seat
knows what is left of it for the rest of the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.between_two_cities.data import LEFT, PASS_NAMES, Data, Round
from conurb.games.between_two_cities.geometry import (
    CELLS,
    KINDS,
    NEVER,
    NOBODY,
    SECOND_HALF,
    SPAN,
    SQUARE,
    City,
    cell_at,
    col_of,
    lot,
    lot_cell,
    lot_order,
    lot_seat,
    lot_tile,
    lot_turn,
    row_of,
)
from conurb.games.between_two_cities.moves import (
    CHOOSE,
    DONE,
    HALF,
    KEY,
    LEFT_LOWER,
    NONE,
    OVER,
    PHASE_NAMES,
    PLACE,
    RIGHT_CITY,
    move,
    pack_hand,
    pair_tiles,
    text,
    tile_in,
    tiles_of,
)
from conurb.games.between_two_cities.scoring import (
    cities_in_play,
    city_sheet,
    city_totals,
    left_city,
    owners,
    player_scores,
    right_city,
)
from conurb.kernel.bits import lowest
from conurb.kernel.numbers import Layout, Scale, shares
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View

if TYPE_CHECKING:
    from conurb.games.between_two_cities.rules import State

# --- what a seat remembers (BTC-7.3)


def has_held(seat: i64, holder: i64, turn: i64, direction: i64, players: i64) -> bool:
    """Whether `seat` has held the hand that `holder` has in this turn of the round: it was passed on since."""
    passes = holder - seat if direction == LEFT else seat - holder
    return (passes + players) % players <= turn


def remembered_hands(state: State, seat: int) -> list[list[int] | None]:
    """For each seat, what it holds of a hand that `seat` knows: hand, or secret pair and stack; None if unknown."""
    if state.phase == OVER:
        return [None] * int(state.players)
    this = state.rounds[state.round]
    n = int(state.players)
    return [
        held_tiles(state, holder) if has_held(seat, holder, state.turn, this.direction, n) else None
        for holder in range(n)
    ]


def held_tiles(state: State, holder: int) -> list[int]:
    """What a seat holds face-down: its hand, or its secret pair and its stack, or its stack."""
    size = int(state.hand_size())
    if state.phase == CHOOSE and state.chosen[holder] < 0:
        return tiles_of(state.hands[holder], size)
    stack = tiles_of(state.stacks[holder], size - 2)
    return sorted(stack + tiles_of(state.chosen[holder], 2)) if state.phase == CHOOSE else stack


def remembered_discards(state: State, seat: int) -> list[tuple[int, int, int]]:
    """Round, holder and tile of the discards that the seat knows, having held the hand they were left from."""
    n = int(state.players)
    known = []
    for r in range(len(state.rounds)):
        for holder in range(n):
            tile = int(state.discards[r * n + holder])
            if tile >= 0 and knows_discard(state, seat, r, holder):
                known.append((r, holder, tile))
    return known


def knows_discard(state: State, seat: int, round: int, holder: int) -> bool:
    this = state.rounds[round]
    return has_held(seat, holder, this.turns - 1, this.direction, state.players)


# --- the view (BTC-7.1, BTC-7.2, BTC-7.4)


def view(state: State, seat: int | None) -> View:
    """Everything that seat, or with None a spectator, may know."""
    state.check_observer(seat)
    data = state.data
    n = int(state.players)
    this: Round = state.rounds[state.round]
    choosing = state.phase == CHOOSE
    size = int(state.hand_size())
    over = state.phase == OVER
    committed = [bool(choosing and state.chosen[s] >= 0) for s in range(n)]
    shown: View = {
        "game": KEY,
        "players": n,
        "seat": seat,
        "options": options_dict(state.options),
        "data": data.hash,
        "seating": [int(player) for player in state.seating],
        "phase": PHASE_NAMES[state.phase],
        "round": this.id,
        "turn": int(state.turn) + 1,
        "turns": int(this.turns),
        "kind": "duplex" if this.duplex else "square",
        "pass": PASS_NAMES[int(this.direction)],
        "count": int(state.count),
        "undo_floor": int(state.undo_floor),
        "to_act": state.to_act(),
        "hurried": bool(state.hurried),
        "committed": committed,
        "progress": [int(done) for done in state.progress],
        "hand_sizes": [size if choosing and not committed[s] else 0 for s in range(n)],
        "stack_sizes": [0 if over or (choosing and not committed[s]) else size - 2 for s in range(n)],
        "box": int(state.box_left),
        "duplexes": int(state.stack_left),
        "discards": sum(1 for tile in state.discards if tile >= 0),
        "revealed": [[data.tile_json(t) for t in public_pair(state, s)] for s in range(n)],
        "cities": [show_city(state, c) for c in range(len(state.cities))],
        "history": history(state),
        "scores": state.scores(),
        "hand": [],
        "chosen": [],
        "memory": None,
        "legal": [],
    }
    if over:
        shown["ranking"] = state.ranking()
    if seat is not None:
        show_own(state, seat, shown)
    return shown


def public_pair(state: State, seat: int) -> list[int]:
    return pair_tiles(state, seat) if state.phase == PLACE else []


def show_own(state: State, seat: int, shown: View) -> None:
    """What only that seat may see."""
    data = state.data
    if state.phase == CHOOSE and state.chosen[seat] < 0:
        shown["hand"] = [data.tile_json(t) for t in tiles_of(state.hands[seat], state.hand_size())]
    elif state.phase == CHOOSE:
        shown["chosen"] = [data.tile_json(t) for t in tiles_of(state.chosen[seat], 2)]
    shown["memory"] = {
        "hands": [None if tiles is None else [data.ids[t] for t in tiles] for tiles in remembered_hands(state, seat)],
        "discards": [
            {"round": state.rounds[r].id, "seat": holder, "tile": data.ids[t]}
            for r, holder, t in remembered_discards(state, seat)
        ],
    }
    shown["legal"] = [show_action(state, seat, action) for action in state.legal(seat)]


def show_city(state: State, index: int) -> dict[str, object]:
    return {
        "owners": owners(index, int(state.players)),
        "tiles": [show_lot(state.data, word) for word in state.cities[index].lots[: state.cities[index].tiles]],
        "sheet": city_sheet(state.cities, index, state.data),
    }


def show_lot(data: Data, word: int) -> dict[str, object]:
    cell, seat, turn = int(lot_cell(word)), int(lot_seat(word)), int(lot_turn(word))
    return {
        **data.tile_json(int(lot_tile(word))),
        "row": row_of(cell),
        "col": col_of(cell),
        "seat": None if seat == NOBODY else seat,
        "turn": None if turn == NEVER else turn,
        "order": int(lot_order(word)),
    }


def history(state: State) -> list[dict[str, object]]:
    """Every placement in the order it was made; a seat's pair of a turn is its two placements."""
    placed = []
    for c in range(len(state.cities)):
        for word in state.cities[c].lots[: state.cities[c].tiles]:
            if lot_turn(word) == NEVER:
                continue  # written by hand: nobody placed it
            seat = int(lot_seat(word))
            side = 0 if seat != NOBODY and c == left_city(seat, state.players) else 1
            placed.append((int(lot_turn(word)), int(lot_order(word)), side, c, int(word)))
    placed.sort()
    return [
        {
            "turn": turn,
            "seat": int(lot_seat(word)),
            "city": c,
            "tile": state.data.ids[lot_tile(word)],
            "row": row_of(int(lot_cell(word))),
            "col": col_of(int(lot_cell(word))),
        }
        for turn, _, _, c, word in placed
    ]


def show_action(state: State, seat: int, action: int) -> dict[str, object]:
    """A legal action in words, with what it would gain the city where that is known."""
    shown = move(state, seat, action)
    shown["kind"] = shown.pop("type")
    shown["action"] = action
    shown["text"] = text(state, seat, action)
    if LEFT_LOWER <= action < RIGHT_CITY + 64:
        side = right_city if action >= RIGHT_CITY else left_city
        city = int(side(seat, state.players))
        shown["city"] = city
        after = state.clone()
        after.step(seat, action)
        before = city_totals(state.cities, state.data)[city]
        shown["gain"] = int(city_totals(after.cities, after.data)[city] - before)
    return shown


# --- imagining


@final
@mypyc_attr(native_class=True, acyclic=True)
class CityKnowledge(Knowledge):
    """A state with everything the view tells, and the tiles that could be anywhere else."""

    known: State
    hand_known: vec[i64]  # for each seat, what it holds face-down, packed; -1 if unknown
    own_pair: i64
    seat: i64
    committed: vec[i64]
    discards_unknown: vec[i64]  # places in `discards` to fill
    squares: vec[i64]  # unseen tiles
    duplexes: vec[i64]

    def __init__(self, view: View, blank: State) -> None:
        """Reads the view and nothing else into a blank state."""
        self.known = blank
        read_table(blank, view)
        self.seat = NONE if view["seat"] is None else view["seat"]
        self.committed = vec[i64]([int(c) for c in view["committed"]])
        memory = view["memory"]
        n = int(blank.players)
        ids = blank.data.numbers
        hands = [None] * n if memory is None else memory["hands"]
        self.hand_known = vec[i64]([NONE if hand is None else pack_hand([ids[i] for i in hand]) for hand in hands])
        pair = [ids[tile["id"]] for tile in view["chosen"]]
        self.own_pair = pack_hand(pair) if pair else NONE
        self.discards_unknown = vec[i64]([place for place in range(view["discards"]) if blank.discards[place] < 0])
        seen = seen_tiles(view, ids)
        self.squares = vec[i64]([t for t in blank.data.squares if t not in seen])
        self.duplexes = vec[i64]([t for t in blank.data.duplexes if t not in seen])

    def sample(self, rng: Rng) -> State:
        """Deal the unseen tiles at random to every place that the seat cannot look into."""
        state = self.known.clone()
        state.rng = rng.fork()
        squares = self.squares[:]
        duplexes = self.duplexes[:]
        rng.shuffle(squares)
        rng.shuffle(duplexes)
        left_squares = len(squares)
        left_duplexes = len(duplexes)
        n = state.players
        size = state.hand_size()
        duplex_now = state.rounds[state.round].duplex
        for place in self.discards_unknown:
            if state.rounds[place // n].duplex:
                left_duplexes -= 1
                state.discards[place] = duplexes[left_duplexes]
            else:
                left_squares -= 1
                state.discards[place] = squares[left_squares]
        for seat in range(n):
            if state.phase == OVER:
                break
            held = self.hand_known[seat]
            amount = size - 2 if state.phase == PLACE else size
            if held < 0 and duplex_now:
                left_duplexes -= amount
                held = packed(duplexes, left_duplexes, amount)
            elif held < 0:
                left_squares -= amount
                held = packed(squares, left_squares, amount)
            self.hold(state, seat, held, size, rng)
        state.box = squares[:left_squares]
        state.box_left = left_squares
        state.stack = duplexes[:left_duplexes]
        state.stack_left = left_duplexes
        return state

    def hold(self, state: State, seat: i64, held: i64, size: i64, rng: Rng) -> None:
        """Give a seat what it holds face-down; a secret pair that is not known is any two of it."""
        if state.phase == PLACE:
            state.stacks[seat] = held
            return
        if not self.committed[seat]:
            state.hands[seat] = held
            return
        pair = self.own_pair
        if seat != self.seat:
            first = rng.below(size)
            second = rng.below(size - 1)
            if second >= first:
                second += 1
            pair = pack_hand([int((held >> (8 * first)) & 255), int((held >> (8 * second)) & 255)])
        state.chosen[seat] = pair
        chosen = tiles_of(pair, 2)
        state.stacks[seat] = pack_hand([tile for tile in tiles_of(held, size) if tile not in chosen])


def packed(tiles: vec[i64], start: i64, size: i64) -> i64:
    return pack_hand([int(tiles[start + k]) for k in range(size)])


def read_table(state: State, shown: Mapping[str, Any]) -> None:
    """The public part of a view, into a blank state."""
    data = state.data
    n = int(state.players)
    state.seating = vec[i64](shown["seating"])
    state.clear_table()
    state.round = [this.id for this in state.rounds].index(shown["round"])
    state.turn = shown["turn"] - 1
    state.phase = PHASE_NAMES.index(shown["phase"])
    state.count = shown["count"]
    state.undo_floor = shown["undo_floor"]
    state.hurried = shown["hurried"]
    for seat in range(n):
        state.progress[seat] = shown["progress"][seat]
        if state.progress[seat] == HALF:
            state.placing = seat
        pair = [data.numbers[tile["id"]] for tile in shown["revealed"][seat]]
        if pair:
            state.chosen[seat] = pack_hand(pair)
    state.placed = sum(1 for done in shown["progress"] if done == DONE)
    state.mover = next_mover(shown, n)
    for c in range(len(state.cities)):
        for tile in shown["cities"][c]["tiles"]:
            number = data.numbers[tile["id"]]
            cell = cell_at(tile["row"], tile["col"])
            rebuild(state.cities[c], data, number, cell)
            seat = NOBODY if tile["seat"] is None else tile["seat"]
            turn = NEVER if tile["turn"] is None else tile["turn"]
            state.cities[c].note(lot(number, cell, seat, turn, tile["order"]))
    memory = shown["memory"]
    state.box = vec[i64]([])
    state.box_left = 0
    state.stack = vec[i64]([])
    state.stack_left = 0
    if memory is not None:
        rounds = [this.id for this in state.rounds]
        for known in memory["discards"]:
            place = rounds.index(known["round"]) * n + known["seat"]
            state.discards[place] = data.numbers[known["tile"]]


def next_mover(shown: Mapping[str, Any], players: int) -> int:
    """The lowest seat that has not yet chosen, or placed."""
    if shown["phase"] == "over":
        return NONE
    done = shown["committed"] if shown["phase"] == "choose" else [p == DONE for p in shown["progress"]]
    return next(seat for seat in range(players) if not done[seat])


def rebuild(city: City, data: Data, tile: int, cell: int) -> None:
    """Put a tile back where it lies."""
    city.build(data.first[tile], cell)
    if data.shape[tile] != SQUARE:
        city.build(data.second[tile], cell + SECOND_HALF[data.shape[tile]])


def seen_tiles(shown: Mapping[str, Any], ids: Mapping[str, int]) -> set[int]:
    """Every tile whose place the view tells."""
    seen = {ids[tile["id"]] for city in shown["cities"] for tile in city["tiles"]}
    seen |= {ids[tile["id"]] for pair in shown["revealed"] for tile in pair}
    memory = shown["memory"]
    if memory is not None:
        seen |= {ids[i] for hand in memory["hands"] if hand is not None for i in hand}
        seen |= {ids[known["tile"]] for known in memory["discards"]}
    return seen


# --- numbers for learning

SLOT: Final = 2 * KINDS + 3  # first kind, second kind, shape
HAND: Final = 7  # most tiles of a hand
GENERAL: Final = 10
UNSEEN: Final = 64.0  # a power of two: what is taken off in steps leaves nothing behind
A_SEAT: Final = 3
SCORE: Final = Scale(50.0)
HALVES: Final = shares(2)
PLANE: Final = SPAN * SPAN
# The place of each cell of a board in a plane of rows and columns.
PLACE_IN_PLANE: Final = vec[i64]([(cell // 8) * SPAN + cell % 8 for cell in range(CELLS)])


def layout(players: int, data: Data) -> Layout:
    """Everything is seen from the seat: it is number 0, the others follow clockwise, the cities from its left one."""
    cities = int(cities_in_play(players))
    duplexes = len(data.duplexes)
    return [
        ("general", (GENERAL,)),
        ("seats", (players, A_SEAT)),
        ("cities", (cities, KINDS, SPAN, SPAN)),
        ("totals", (cities,)),
        ("hand", (HAND, SLOT)),
        ("pairs", (players, 2, SLOT)),
        ("memory", (players, 1 + KINDS + duplexes)),
        ("unseen", (KINDS + duplexes,)),
    ]


def encode(state: State, seat: i64, out: vec[float], at: i64) -> None:
    """What the seat knows, as numbers; docs/lab.md says which."""
    total = city_totals(state.cities, state.data)
    at = encode_general(state, seat, out, at)
    at = encode_seats(state, seat, total, out, at)
    at = encode_cities(state, seat, total, out, at)
    at = encode_slots(state, seat, out, at)
    encode_memory(state, seat, out, at)


def encode_general(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    this = state.rounds[state.round]
    out[at + state.phase] = 1.0
    out[at + 3] = float(state.round + 1) / float(len(state.rounds))
    out[at + 4] = float(state.turn + 1) / float(this.turns)
    if this.duplex:
        out[at + 5] = 1.0
    out[at + 6] = float(this.direction)
    if state.phase != OVER and state.must_act(seat):
        out[at + 7] = 1.0
    if state.hurried:
        out[at + 8] = 1.0
    if state.placing >= 0:
        out[at + 9] = 1.0
    return at + GENERAL


def encode_seats(state: State, seat: i64, total: vec[i64], out: vec[float], at: i64) -> i64:
    n = state.players
    scores = player_scores(total, n)
    for k in range(n):
        other = (seat + k) % n
        if state.phase == CHOOSE and state.chosen[other] >= 0:
            out[at] = 1.0
        out[at + 1] = HALVES[state.progress[other]]
        out[at + 2] = SCORE.of(scores[other])
        at += A_SEAT
    return at


def encode_cities(state: State, seat: i64, total: vec[i64], out: vec[float], at: i64) -> i64:
    cities = i64(len(state.cities))
    first = left_city(seat, state.players)
    totals = at + cities * KINDS * PLANE
    for k in range(cities):
        index = (first + k) % cities
        kinds = state.cities[index].kinds
        for kind in range(i64(KINDS)):
            board = kinds[kind]
            while board:
                out[at + PLACE_IN_PLANE[lowest(board)]] = 1.0
                board &= board - 1
            at += PLANE
        out[totals + k] = SCORE.of(total[index])
    return totals + cities


def encode_slots(state: State, seat: i64, out: vec[float], at: i64) -> i64:
    """The own hand, and every pair that is not placed: all of them once they are revealed, before that the own."""
    n = state.players
    data = state.data
    if state.phase == CHOOSE and state.chosen[seat] < 0:
        hand = state.hands[seat]
        for slot in range(state.hand_size()):
            encode_tile(data, tile_in(hand, slot), out, at + slot * SLOT)
    at += HAND * SLOT
    for k in range(n):
        other = (seat + k) % n
        pair = state.chosen[other]
        if pair >= 0 and (k == 0 or state.phase == PLACE):
            encode_tile(data, pair & 255, out, at)
            if state.progress[other] != HALF:
                encode_tile(data, pair >> 8, out, at + SLOT)
        at += 2 * SLOT
    return at


def encode_tile(data: Data, tile: i64, out: vec[float], at: i64) -> None:
    shape = data.shape[tile]
    out[at + data.first[tile]] = 1.0
    if shape != SQUARE:
        out[at + KINDS + data.second[tile]] = 1.0
    out[at + 2 * KINDS + shape] = 1.0


def encode_memory(state: State, seat: i64, out: vec[float], at: i64) -> None:
    """What every seat holds of a hand that this seat has held, and the tiles it has not seen anywhere."""
    n = state.players
    data = state.data
    size = 1 + KINDS + i64(len(data.duplexes))
    unseen = at + n * size
    for kind in range(i64(KINDS)):
        out[unseen + kind] = float(data.squares_of[kind]) / UNSEEN
    for k in range(unseen + KINDS, unseen + size - 1):
        out[k] = 1.0
    this = state.rounds[state.round]
    for k in range(n):
        holder = (seat + k) % n
        if state.phase != OVER and has_held(seat, holder, state.turn, this.direction, n):
            out[at + k * size] = 1.0
            encode_held(state, holder, out, at + k * size + 1, unseen)
    see_table(state, seat, out, unseen)


def encode_held(state: State, holder: i64, out: vec[float], at: i64, unseen: i64) -> None:
    """The squares a seat holds face-down by kind, the duplexes one by one."""
    data = state.data
    size = state.hand_size()
    hand = state.hands[holder]
    if state.phase == PLACE:
        hand = state.stacks[holder]
        size -= 2
    elif state.chosen[holder] >= 0:
        hand = state.stacks[holder] << 16 | state.chosen[holder]
    for slot in range(size):
        tile = tile_in(hand, slot)
        see(data, tile, out, unseen)
        if data.shape[tile] == SQUARE:
            out[at + data.first[tile]] += 1.0 / 7.0
        else:
            out[at + KINDS + data.duplex_number[tile]] = 1.0


def see_table(state: State, seat: i64, out: vec[float], unseen: i64) -> None:
    """The discards it knows, everything built and every revealed pair."""
    n = state.players
    data = state.data
    for r in range(i64(len(state.rounds))):
        this = state.rounds[r]
        for holder in range(n):
            tile = state.discards[r * n + holder]
            if tile >= 0 and has_held(seat, holder, this.turns - 1, this.direction, n):
                see(data, tile, out, unseen)
    for city in state.cities:
        lots = city.lots
        for k in range(city.tiles):
            see(data, lot_tile(lots[k]), out, unseen)
    if state.phase == PLACE:
        for other in range(n):
            pair = state.chosen[other]
            if pair >= 0:
                see(data, pair & 255, out, unseen)
                if state.progress[other] != HALF:
                    see(data, pair >> 8, out, unseen)


def see(data: Data, tile: i64, out: vec[float], unseen: i64) -> None:
    """Take a tile out of those that were not seen."""
    if data.shape[tile] == SQUARE:
        out[unseen + data.first[tile]] -= 1.0 / UNSEEN
    else:
        out[unseen + KINDS + data.duplex_number[tile]] = 0.0
