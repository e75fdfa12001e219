"""The rules: rounds, the secret choice, the reveal and the placement (BTC-2, BTC-3, BTC-4).

A turn of a seat is three small decisions: which two tiles of the hand (all seats at once), where one of them
goes in the left city, where the other goes in the right city. The last two are one indivisible placement: no
other seat can act in between (BTC-3.12).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.between_two_cities import heuristics, moves, position, view
from conurb.games.between_two_cities.data import LEFT, Data, Round
from conurb.games.between_two_cities.geometry import (
    CELLS,
    SECOND_HALF,
    SQUARE,
    City,
    empty_city,
    lot,
)
from conurb.games.between_two_cities.moves import (
    CHOOSE,
    DONE,
    FIRST_SLOT,
    HALF,
    HURRY,
    KEY,
    LEFT_HIGHER,
    LEFT_LOWER,
    NONE,
    NUM_ACTIONS,
    OVER,
    PAIRS,
    PLACE,
    RIGHT_CITY,
    SECOND_SLOT,
    WAITS,
    sorted_hand,
    tile_in,
    tiles_of,
    without,
)
from conurb.games.between_two_cities.scoring import (
    cities_in_play,
    city_totals,
    full_sheet,
    left_city,
    player_scores,
    ranking_key,
    right_city,
)
from conurb.kernel import state as kernel
from conurb.kernel.bits import lowest
from conurb.kernel.numbers import Layout
from conurb.kernel.ranking import places
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, Event, Hasher, Knowledge, Move, Position, View


@final
@mypyc_attr(native_class=True, acyclic=True)
class State(kernel.State):
    """One game of Between Two Cities."""

    data: Data
    options: object  # the checked options of the game, as the title's options.py makes them
    free: bool  # place_order = "free" (BTC-3.15)
    seating: vec[i64]  # which player sits on each seat (BTC-2.2)
    rounds: list[Round]
    round: i64
    turn: i64  # within the round, from 0
    phase: i64
    mover: i64  # the lowest seat that must act
    placing: i64  # the seat half-way through its placement, or -1
    hurried: bool  # free order: the host has told the lowest seat to place (BTC-3.15)
    hands: vec[i64]
    chosen: vec[i64]  # the pair, lower tile first; after half a placement, the tile that remains
    stacks: vec[i64]
    progress: vec[i64]
    placed: i64  # seats that have placed this turn
    cities: vec[City]
    box: vec[i64]  # the shuffled squares; dealt from the end, so the first `box_left` are in it
    box_left: i64
    stack: vec[i64]  # the shuffled duplexes
    stack_left: i64
    discards: vec[i64]  # the tile left over in each round at each seat, or -1

    def __init__(self, players: i64, data: Data, options: object, free: bool, rng: Rng) -> None:
        kernel.State.__init__(self, KEY, players, rng)
        self.data = data
        self.options = options
        self.free = free
        self.rounds = data.rounds_for(players)

    # --- set-up (BTC-2)

    def set_up(self, seating: vec[i64] | None) -> None:
        """Seats, box, duplex stack; the generator is used in this order (BTC-2.9)."""
        n = self.players
        if seating is None:
            seating = vec[i64](range(n))
            self.rng.shuffle(seating)
        self.seating = seating
        self.box = vec[i64](self.data.squares)
        self.rng.shuffle(self.box)
        self.stack = vec[i64](self.data.duplexes)
        self.rng.shuffle(self.stack)
        self.box_left = len(self.box)
        self.stack_left = len(self.stack)
        self.clear_table()
        self.start_round()

    def clear_table(self) -> None:
        n = self.players
        self.hands = vec[i64]([0] * n)
        self.chosen = vec[i64]([NONE] * n)
        self.stacks = vec[i64]([0] * n)
        self.progress = vec[i64]([WAITS] * n)
        self.discards = vec[i64]([NONE] * (len(self.rounds) * n))
        self.cities = vec[City]([empty_city() for _ in range(cities_in_play(n))])
        self.round = 0
        self.turn = 0
        self.phase = CHOOSE
        self.mover = 0
        self.placing = NONE
        self.hurried = False
        self.placed = 0

    # --- the turn structure (BTC-3)

    def start_round(self) -> None:
        """Deal every seat the round's hand (BTC-3.3)."""
        size = self.rounds[self.round].hand
        for seat in range(self.players):
            self.hands[seat] = self.draw(size)
        self.turn = 0
        self.start_turn()

    def draw(self, size: i64) -> i64:
        """A hand from the end of the shuffled list (BTC-2.9), sorted (BTC-2.11)."""
        if self.rounds[self.round].duplex:
            self.stack_left -= size
            return sorted_hand(self.stack, self.stack_left, size)
        self.box_left -= size
        return sorted_hand(self.box, self.box_left, size)

    def start_turn(self) -> None:
        self.phase = CHOOSE
        self.mover = 0

    def hand_size(self) -> i64:
        """Tiles in every hand at the start of this turn (BTC-9.2)."""
        return self.rounds[self.round].hand - 2 * self.turn

    def choose(self, seat: i64, pair: i64) -> None:
        """Commit two tiles secretly; the rest becomes the seat's stack (BTC-3.4 to BTC-3.6)."""
        hand = self.hands[seat]
        first = FIRST_SLOT[pair]
        second = SECOND_SLOT[pair]
        self.chosen[seat] = tile_in(hand, first) | tile_in(hand, second) << 8
        self.stacks[seat] = without(without(hand, second), first)
        self.hands[seat] = 0
        if self.events is not None:
            self.tell_choice(seat)
        while self.mover < self.players and self.chosen[self.mover] >= 0:
            self.mover += 1
        if self.mover == self.players:
            self.reveal()

    def reveal(self) -> None:
        """All pairs become public at the same instant (BTC-3.7)."""
        self.phase = PLACE
        self.mover = 0
        self.placed = 0
        if self.events is not None:
            pairs = [[self.data.ids[t] for t in tiles_of(self.chosen[s], 2)] for s in range(self.players)]
            self.events.append(Event("revealed", HOST, "BTC-3.7", {"pairs": pairs}))

    def place_left(self, seat: i64, action: i64) -> None:
        """One of the two revealed tiles into the left city (BTC-3.8, BTC-3.9)."""
        pair = self.chosen[seat]
        tile = pair & 255 if action < LEFT_HIGHER else pair >> 8
        self.chosen[seat] = pair >> 8 if action < LEFT_HIGHER else pair & 255
        self.place(left_city(seat, self.players), tile, action & 63, seat)
        self.progress[seat] = HALF
        self.placing = seat

    def place_right(self, seat: i64, action: i64) -> None:
        """The other tile into the right city; the seat's placement is complete."""
        self.place(right_city(seat, self.players), self.chosen[seat], action & 63, seat)
        self.chosen[seat] = NONE
        self.progress[seat] = DONE
        self.placing = NONE
        self.hurried = False
        self.placed += 1
        while self.mover < self.players and self.progress[self.mover] == DONE:
            self.mover += 1
        if self.mover == self.players:
            self.end_turn()

    def place(self, city: i64, tile: i64, cell: i64, seat: i64) -> None:
        """Put a tile into a city; a duplex is two ordinary buildings (BTC-4.7, BTC-5.20)."""
        before: i64 = 0
        if self.events is not None:
            before = city_totals(self.cities, self.data)[city]
        data = self.data
        target = self.cities[city]
        shape = data.shape[tile]
        target.build(data.first[tile], cell)
        if shape != SQUARE:
            target.build(data.second[tile], cell + SECOND_HALF[shape])
        target.note(lot(tile, cell, seat, self.turn_of_game(), self.placed))
        if self.events is not None:
            gain = city_totals(self.cities, data)[city] - before
            self.tell_placement(seat, city, tile, cell, gain)

    def turn_of_game(self) -> i64:
        """Turns since the start of the game."""
        turns = self.turn
        for r in range(self.round):
            turns += self.rounds[r].turns
        return turns

    def end_turn(self) -> None:
        """Pass the stacks on, or discard the last tile and end the round (BTC-3.10, BTC-3.11)."""
        n = self.players
        for seat in range(n):
            self.progress[seat] = WAITS
        if self.turn + 1 == self.rounds[self.round].turns:
            self.end_round()
            return
        leftwards = self.rounds[self.round].direction == LEFT
        for seat in range(n):
            giver = seat + n - 1 if leftwards else seat + 1
            self.hands[seat] = self.stacks[giver % n]
        self.stacks = vec[i64]([0] * n)
        self.turn += 1
        if self.events is not None:
            args: dict[str, object] = {
                "direction": "left" if leftwards else "right",
                "size": int(self.hand_size()),
            }
            self.events.append(Event("passed", HOST, "BTC-3.10", args))
        self.start_turn()

    def end_round(self) -> None:
        """The last tile of each stack is discarded face-down, unseen (BTC-3.11)."""
        for seat in range(self.players):
            self.discards[self.round * self.players + seat] = self.stacks[seat]
            self.stacks[seat] = 0
        if self.events is not None:
            self.events.append(Event("round_ended", HOST, "BTC-3.11", {"round": self.rounds[self.round].id}))
        if self.round + 1 < len(self.rounds):
            self.round += 1
            self.start_round()
            return
        self.phase = OVER  # BTC-6.1
        self.mover = -1
        if self.events is not None:
            args: dict[str, object] = {"scores": self.scores(), "ranking": self.ranking()}
            self.events.append(Event("game_over", HOST, "BTC-6.1", args))

    # --- who decides, and what

    def next_seat(self) -> i64:
        return self.placing if self.placing >= 0 else self.mover

    def must_act(self, seat: i64) -> bool:
        if self.phase == CHOOSE:
            return self.chosen[seat] < 0
        if self.placing >= 0 or not self.free or self.hurried:
            return seat == self.next_seat()
        return self.phase == PLACE and self.progress[seat] == WAITS

    def legal_capacity(self) -> i64:
        return 2 * CELLS

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        """In the canonical order of BTC-3.19."""
        if self.phase == CHOOSE:
            return pairs_into(out, self.hand_size())
        shape = self.data.shape
        pair = self.chosen[seat]
        if self.progress[seat] == HALF:
            city = self.cities[right_city(seat, self.players)]
            return cells_into(out, 0, city.open_cells(shape[pair]), RIGHT_CITY)
        city = self.cities[left_city(seat, self.players)]
        n = cells_into(out, 0, city.open_cells(shape[pair & 255]), LEFT_LOWER)
        return cells_into(out, n, city.open_cells(shape[pair >> 8]), LEFT_HIGHER)

    def host_actions(self) -> list[int]:
        """In free order, the host may end the waiting: the lowest seat must place (BTC-3.15)."""
        if self.free and self.phase == PLACE and self.placing < 0 and not self.hurried:
            return [HURRY]
        return []

    def step(self, seat: i64, action: i64) -> None:
        self.count += 1
        if self.phase == CHOOSE:
            self.choose(seat, action)
            self.undo_floor = self.count  # a committed choice is final (BTC-3.5)
        elif action < RIGHT_CITY:
            self.place_left(seat, action)  # may be taken back until the placement is complete
        elif action < HURRY:
            self.place_right(seat, action)
            self.undo_floor = self.count  # no undo (BTC-3.21)
        else:
            self.hurried = True
            self.undo_floor = self.count
            if self.events is not None:
                self.events.append(Event("hurried", HOST, "BTC-8.34", {"to_place": int(self.mover)}))

    def why_not(self, seat: int, action: int) -> str:
        return moves.why_not(self, seat, action, kernel.State.why_not(self, seat, action))

    # --- events, for those who listen

    def tell_choice(self, seat: i64) -> None:
        assert self.events is not None
        tiles = [self.data.ids[tile] for tile in tiles_of(self.chosen[seat], 2)]
        left: dict[str, object] = {"stack": int(self.hand_size() - 2)}
        self.events.append(Event("chose", seat, "BTC-3.4", left, {"tiles": tiles}))

    def tell_placement(self, seat: i64, city: i64, tile: i64, cell: i64, gain: i64) -> None:
        assert self.events is not None
        where = moves.tile_at(self.data, tile, cell)
        args: dict[str, object] = {"city": int(city), **where, "gain": int(gain)}
        self.events.append(Event("placed", seat, "BTC-3.8", args))

    # --- copies and identity

    def clone(self) -> State:
        copy = State(self.players, self.data, self.options, self.free, self.rng.clone())
        copy.count = self.count
        copy.undo_floor = self.undo_floor
        copy.seating = self.seating
        copy.round = self.round
        copy.turn = self.turn
        copy.phase = self.phase
        copy.mover = self.mover
        copy.placing = self.placing
        copy.hurried = self.hurried
        copy.hands = self.hands[:]
        copy.chosen = self.chosen[:]
        copy.stacks = self.stacks[:]
        copy.progress = self.progress[:]
        copy.placed = self.placed
        copy.cities = vec[City]([city.clone() for city in self.cities])
        copy.box = self.box  # never changed, so clones share it
        copy.box_left = self.box_left
        copy.stack = self.stack
        copy.stack_left = self.stack_left
        copy.discards = self.discards[:]
        return copy

    def hash(self) -> int:
        hasher = Hasher()
        for word in (self.players, self.round, self.turn, self.phase, self.placing, self.count):
            hasher.add(word + 1)
        hasher.add(2 * self.free + self.hurried)
        hasher.add_all(self.seating)
        hasher.add_all(self.hands)
        hasher.add_all(self.chosen)
        hasher.add_all(self.stacks)
        hasher.add_all(self.progress)
        hasher.add_all(self.discards)
        for city in self.cities:
            hasher.add(city.occupied)
            hasher.add_all(city.kinds)
            hasher.add_all(city.lots)
        hasher.add_all(self.box[: self.box_left])
        hasher.add_all(self.stack[: self.stack_left])
        for digit in self.rng.save():
            hasher.add(ord(digit))
        return hasher.value()

    def save(self) -> Position:
        return position.save(self)

    def check(self) -> None:
        position.check(self)

    # --- results

    def scores(self) -> list[int]:
        return player_scores(city_totals(self.cities, self.data), self.players)

    def sheet(self) -> dict[str, object]:
        return full_sheet(self.cities, int(self.players), self.data)

    def ranking(self) -> list[int]:
        totals = city_totals(self.cities, self.data)
        return places([ranking_key(self.cities, totals, s, int(self.players)) for s in range(self.players)])

    def score_bounds(self) -> tuple[int, int]:
        cities = 2 if self.players == 2 else 1  # BTC-6.10
        return (0, cities * int(self.data.most_points))

    # --- what leaves the game

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def knowledge(self, seat: int | None) -> Knowledge:
        blank = State(self.players, self.data, self.options, self.free, Rng(0))
        return view.CityKnowledge(view.view(self, seat), blank)

    def move(self, seat: int, action: int) -> Move:
        return moves.move(self, seat, action)

    def action(self, seat: int, move: Mapping[str, object]) -> int:
        return moves.action(self, seat, move)

    def text(self, seat: int, action: int) -> str:
        return moves.text(self, seat, action)

    def parse(self, seat: int, text: str) -> int:
        return moves.parse(self, seat, text)

    def check_message(self, seat: int, message: Mapping[str, object]) -> dict[str, object]:
        return moves.check_message(self, seat, message)

    # --- simulation and learning

    def num_actions(self) -> int:
        return NUM_ACTIONS

    def observation_layout(self) -> Layout:
        return view.layout(int(self.players), self.data)

    def encode_at(self, seat: i64, out: vec[float], at: i64) -> None:
        view.encode(self, seat, out, at)

    def value(self, seat: i64) -> float:
        return heuristics.value(self, seat)

    def remember(self) -> None:
        heuristics.remember(self)


def pairs_into(out: vec[i64], size: i64) -> i64:
    """Every pair of slots of a hand of that size."""
    n: i64 = 0
    for pair in range(i64(PAIRS)):
        if SECOND_SLOT[pair] < size:
            out[n] = pair
            n += 1
    return n


def cells_into(out: vec[i64], n: i64, cells: i64, base: i64) -> i64:
    """Append a code for every cell of a board."""
    while cells:
        out[n] = base + lowest(cells)
        n += 1
        cells &= cells - 1
    return n
