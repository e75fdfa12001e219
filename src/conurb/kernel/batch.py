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
class Window:
    """What one seat sees and may do, as two rows of numbers. Every look makes new ones, so the old may be kept."""

    observation: vec[float]
    mask: vec[u8]
    nothing_seen: vec[float]  # rows of zeroes: to copy one is quicker than to fill one
    nothing_legal: vec[u8]
    legal: vec[i64]  # scratch

    def __init__(self, state: State) -> None:
        self.nothing_seen = vec[float]([0.0] * state.observation_size())
        self.nothing_legal = vec[u8]([0] * state.num_actions())
        self.observation = self.nothing_seen
        self.mask = self.nothing_legal
        self.legal = vec[i64]([0] * state.legal_capacity())

    def look(self, state: State, seat: i64) -> None:
        """Write down what the seat sees and may do."""
        self.observation = self.nothing_seen[:]
        state.encode_at(seat, self.observation, 0)
        self.list_actions(state, seat)

    def list_actions(self, state: State, seat: i64) -> None:
        """Write down what the seat may do: nothing, if it is not to act."""
        mask = self.nothing_legal[:]
        if not state.over() and state.must_act(seat):
            for k in range(state.legal_into(seat, self.legal)):
                mask[self.legal[k]] = 1
        self.mask = mask


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
    nothing_seen: vec[float]  # a row of zeroes
    nothing_legal: vec[u8]
    out: vec[i64]  # scratch for legal actions
    capacity: i64
    legal: vec[i64]  # the legal actions of every row
    counts: vec[i64]
    # What a step has led to. The first two are made anew by every step, so those who hold the old ones may keep them.
    observations: vec[float]
    masks: vec[u8]
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
        self.nothing_seen = vec[float]([0.0] * self.size)
        self.nothing_legal = vec[u8]([0] * self.num_actions)
        self.out = vec[i64]([0] * self.capacity)
        self.legal = vec[i64]([0] * (rows * self.capacity))
        self.counts = vec[i64]([0] * rows)
        self.rewards = vec[float]([0.0] * (rows * self.players))
        self.over = vec[u8]([0] * rows)
        self.seats = vec[i64]([NOBODY] * rows)
        self.chosen = vec[i64]([0] * rows)
        for row in range(self.rows):
            self.settle(row)
        self.show()

    def next_seed(self) -> int:
        return int(self.chance.word()) * 2**32 + int(self.chance.word())

    def first_illegal(self, actions: bytes) -> i64:
        """The first row whose action is not legal; NOBODY if all are. Rows of finished games take any action."""
        for row in range(self.rows):
            if not self.over[row] and not self.is_legal(row, read_i64_le(actions, row * WORD)):
                return row
        return NOBODY

    def is_legal(self, row: i64, action: i64) -> bool:
        if action < 0 or action >= self.num_actions:
            return False
        return self.masks[row * self.num_actions + action] == 1

    def step(self, actions: bytes) -> None:
        """One action for each row, as 64-bit words. Whoever does what is not legal loses: -1, and nothing to others."""
        for row in range(self.rows):
            for k in range(self.players):
                self.rewards[row * self.players + k] = 0.0
            if self.over[row]:
                self.states[row] = self.make(self.next_seed())
                self.over[row] = 0
                self.settle(row)
                continue
            action = read_i64_le(actions, row * WORD)
            if self.is_legal(row, action):
                self.states[row].step(self.seats[row], action)
                self.settle(row)
            else:
                self.rewards[row * self.players + self.seats[row]] = -1.0
                self.close(row)
        self.show()

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

    def show(self) -> None:
        """What is seen and what is legal, row by row; a last position is shown to the own seat, or to seat 0."""
        observations = vec[float](capacity=self.rows * self.size)
        masks = vec[u8](capacity=self.rows * self.num_actions)
        for row in range(self.rows):
            observations = extend(observations, self.nothing_seen)
            masks = extend(masks, self.nothing_legal)
            seat = max(self.own, 0) if self.over[row] else self.seats[row]
            self.states[row].encode_at(seat, observations, row * self.size)
            start = row * self.num_actions
            for k in range(self.counts[row]):
                masks[start + self.legal[row * self.capacity + k]] = 1
        self.observations = observations
        self.masks = masks

    def choose_at_random(self) -> None:
        """A legal action for every row, into `chosen`; 0 where the game is over."""
        for row in range(self.rows):
            self.chosen[row] = 0
            if self.counts[row]:
                self.chosen[row] = self.legal[row * self.capacity + self.chance.below(self.counts[row])]
