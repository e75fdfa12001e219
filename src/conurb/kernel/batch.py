"""Games as rows of numbers: what a seat sees, what it may do, and many games stepped in one call.

NumPy reads the buffers where they are (`numpy.frombuffer`), so that a step of a thousand games makes no Python object
for any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from librt.strings import read_i64_le
from librt.vecs import extend, vec
from mypy_extensions import i64, mypyc_attr, u8

from conurb.kernel.rng import Rng
from conurb.kernel.state import State

NOBODY: Final = -1
REFUSED: Final = -2
WORD: Final = 8  # bytes of an action code


def payoffs(ranking: Sequence[int]) -> list[float]:
    """What a final ranking is worth to each seat, from -1 to 1: the seats it beats less those that beat it, as a share.

    They add up to nothing, and for two players they are 1, 0 or -1.

    >>> payoffs([1, 2, 3])
    [1.0, 0.0, -1.0]
    >>> payoffs([1, 1])
    [0.0, 0.0]
    """
    others = len(ranking) - 1
    return [
        (sum(1 for other in ranking if other > place) - sum(1 for other in ranking if other < place)) / others
        for place in ranking
    ]


@final
@mypyc_attr(native_class=True, acyclic=True)
class Sheet:
    """Room for what seats see and may do, one row a decision. It is written again and again in the same place.

    A vec is a length and a place: `unwritten` is the room without a row in it, and to extend it by a row of zeroes is
    the quickest way to clear one.
    """

    observations: vec[float]
    masks: vec[u8]
    unwritten: vec[float]
    unmarked: vec[u8]
    nothing_seen: vec[float]  # a row of zeroes
    nothing_legal: vec[u8]

    def __init__(self, state: State, rows: int = 1) -> None:
        size = state.observation_size()
        actions = state.num_actions()
        self.nothing_seen = vec[float]([0.0] * size)
        self.nothing_legal = vec[u8]([0] * actions)
        self.unwritten = vec[float](capacity=rows * size)
        self.unmarked = vec[u8](capacity=rows * actions)
        self.observations = extend(self.unwritten, vec[float]([0.0] * (rows * size)))
        self.masks = extend(self.unmarked, vec[u8]([0] * (rows * actions)))


@final
@mypyc_attr(native_class=True, acyclic=True)
class Window:
    """One game, seen and played a decision at a time."""

    state: State
    num_actions: i64
    legal: vec[i64]  # what a seat may do
    count: i64  # how many actions that are
    seat: i64  # which seat,
    moment: i64  # and after how many actions of the game

    def __init__(self, state: State) -> None:
        self.legal = vec[i64]([0] * state.legal_capacity())
        self.num_actions = state.num_actions()
        self.show(state)

    def show(self, state: State) -> None:
        """Another game of the same kind."""
        self.state = state
        self.count = 0
        self.seat = NOBODY
        self.moment = NOBODY

    def look(self, seat: i64, sheet: Sheet) -> None:
        """Write down what the seat sees and may do."""
        seen = extend(sheet.unwritten, sheet.nothing_seen)
        mask = extend(sheet.unmarked, sheet.nothing_legal)
        self.state.encode_at(seat, seen, 0)
        self.list_actions(seat)
        for k in range(self.count):
            mask[self.legal[k]] = 1

    def list_actions(self, seat: i64) -> None:
        """What the seat may do: nothing, if it is not to act. Asked twice, it is not worked out twice."""
        state = self.state
        if seat == self.seat and state.count == self.moment:
            return
        self.seat = seat
        self.moment = state.count
        self.count = 0
        if not state.over() and state.must_act(seat):
            self.count = state.legal_into(seat, self.legal)

    def play(self, seat: i64, action: int) -> i64:
        """Carry out an action: who must act then, or NOBODY. If it is not legal, REFUSED, and nothing has changed."""
        self.list_actions(seat)
        if action < 0 or action >= int(self.num_actions) or not holds(self.legal, 0, self.count, action):
            return REFUSED
        self.state.step(seat, action)
        return self.state.next_seat()


def holds(codes: vec[i64], start: i64, count: i64, code: i64) -> bool:
    """Whether a code is among some of the codes."""
    for k in range(start, start + count):
        if codes[k] == code:
            return True
    return False


@final
@mypyc_attr(native_class=True)
class Batch:
    """Many games of one kind, one decision of each at a time.

    With `own` a seat, the other seats play at random and every row is a decision of that seat. With NOBODY, every row
    is the decision of whoever must act, and its number is in `seats`. A game that is over is followed by a new one at
    the next step, whatever action is given.
    """

    rows: i64
    players: i64
    size: i64  # numbers of an observation
    num_actions: i64
    own: i64
    make: Callable[[int], State]  # a new game from a seed
    chance: Rng
    states: list[State]
    out: vec[i64]  # scratch for legal actions
    capacity: i64
    legal: vec[i64]  # the legal actions of every row
    counts: vec[i64]
    # What a step has led to, beside what it writes on a sheet.
    rewards: vec[float]  # for every row and seat
    over: vec[u8]
    seats: vec[i64]  # whose decision a row is; NOBODY where the game is over
    chosen: vec[i64]

    def __init__(self, make: Callable[[int], State], rows: int, own: int, seed: int) -> None:
        self.make = make
        self.rows = rows
        self.own = own
        self.chance = Rng(seed)
        self.states = [make(self.next_seed()) for _ in range(rows)]
        first = self.states[0]
        self.players = first.players
        self.size = first.observation_size()
        self.num_actions = first.num_actions()
        self.capacity = first.legal_capacity()
        self.out = vec[i64]([0] * self.capacity)
        self.legal = vec[i64]([0] * (rows * self.capacity))
        self.counts = vec[i64]([0] * rows)
        self.rewards = vec[float]([0.0] * (rows * self.players))
        self.over = vec[u8]([0] * rows)
        self.seats = vec[i64]([NOBODY] * rows)
        self.chosen = vec[i64]([0] * rows)
        for row in range(self.rows):
            self.settle(row)

    def next_seed(self) -> int:
        return int(self.chance.word()) * 2**32 + int(self.chance.word())

    def first_illegal(self, actions: bytes) -> i64:
        """The first row whose action is not legal; NOBODY if all are. Rows of finished games take any action."""
        for row in range(self.rows):
            if not self.over[row] and not self.is_legal(row, read_i64_le(actions, row * WORD)):
                return row
        return NOBODY

    def is_legal(self, row: i64, action: i64) -> bool:
        return holds(self.legal, row * self.capacity, self.counts[row], action)

    def step(self, actions: bytes, sheet: Sheet) -> None:
        """One action for each row, as 64-bit words; a row is written as soon as it has been played."""
        observations = sheet.unwritten
        masks = sheet.unmarked
        for row in range(self.rows):
            self.play(row, read_i64_le(actions, row * WORD))
            observations = extend(observations, sheet.nothing_seen)
            masks = extend(masks, sheet.nothing_legal)
            self.write(row, observations, masks)

    def show(self, sheet: Sheet) -> None:
        """Write every row as it is."""
        observations = sheet.unwritten
        masks = sheet.unmarked
        for row in range(self.rows):
            observations = extend(observations, sheet.nothing_seen)
            masks = extend(masks, sheet.nothing_legal)
            self.write(row, observations, masks)

    def write(self, row: i64, observations: vec[float], masks: vec[u8]) -> None:
        """What is seen and what is legal; a last position is shown to the own seat, or to seat 0."""
        seat = self.seats[row]
        if seat < 0:
            seat = i64(0) if self.own < 0 else self.own
        self.states[row].encode_at(seat, observations, row * self.size)
        mask = row * self.num_actions
        first = row * self.capacity
        for k in range(first, first + self.counts[row]):
            masks[mask + self.legal[k]] = 1

    def play(self, row: i64, action: i64) -> None:
        """Whoever does what is not legal loses: -1, and nothing to others. A finished game is followed by a new one."""
        for k in range(row * self.players, (row + 1) * self.players):
            self.rewards[k] = 0.0
        if self.over[row]:
            self.states[row] = self.make(self.next_seed())
            self.over[row] = 0
            self.settle(row)
        elif self.is_legal(row, action):
            self.states[row].step(self.seats[row], action)
            self.settle(row)
        else:
            self.rewards[row * self.players + self.seats[row]] = -1.0
            self.close(row)

    def settle(self, row: i64) -> None:
        """Let the others play, if they do so by themselves, and find out whose decision comes next."""
        state = self.states[row]
        seat = state.next_seat()
        while self.own >= 0 and seat >= 0 and seat != self.own:
            state.step(seat, self.out[self.chance.below(state.legal_into(seat, self.out))])
            seat = state.next_seat()
        if seat < 0:
            paid = payoffs(state.ranking())
            for k in range(self.players):
                self.rewards[row * self.players + k] = paid[k]
            self.close(row)
            return
        self.seats[row] = seat
        n = state.legal_into(seat, self.out)
        for k in range(n):
            self.legal[row * self.capacity + k] = self.out[k]
        self.counts[row] = n

    def close(self, row: i64) -> None:
        """The game of a row is over."""
        self.over[row] = 1
        self.seats[row] = NOBODY
        self.counts[row] = 0

    def choose_at_random(self) -> None:
        """A legal action for every row, into `chosen`; 0 where the game is over."""
        for row in range(self.rows):
            self.chosen[row] = 0
            if self.counts[row]:
                self.chosen[row] = self.legal[row * self.capacity + self.chance.below(self.counts[row])]
