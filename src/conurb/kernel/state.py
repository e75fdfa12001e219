"""The contract of a game in progress.

One game in progress is one `State`: mutable, small, cheap to clone. A title subclasses it in its `rules.py`
and fills in the methods that raise NotImplementedError here; the rest is shared.

Seats are 0 to players-1; HOST stands for the table itself where a rule gives the host an action.
Actions are whole-number codes, decoded by the title's own tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.kernel.checks import BadMove, IllegalAction, listing
from conurb.kernel.numbers import Layout, clear, layout_size
from conurb.kernel.rng import Rng

HOST: Final = -1

# What a seat may know, ready for JSON. The title's view.py says what is in it.
View: TypeAlias = dict[str, Any]
# An action as people and programs write it: {"type": ..., and what else the type needs}.
Move: TypeAlias = dict[str, object]
# A whole position in the words of the rulebook, ready for JSON.
Position: TypeAlias = dict[str, object]


@final
@mypyc_attr(native_class=True, acyclic=True)
class Event:
    """What just happened: a code with arguments, and the rule that made it happen.

    `args` are public. `secret` holds what only the acting seat may see.
    """

    kind: str
    seat: int
    rule: str
    args: dict[str, object]
    secret: dict[str, object]

    def __init__(
        self,
        kind: str,
        seat: int,
        rule: str,
        args: dict[str, object],
        secret: dict[str, object] | None = None,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.rule = rule
        self.args = args
        self.secret = {} if secret is None else secret

    def seen_by(self, seat: int | None) -> dict[str, object]:
        """The event as that seat (or, with None, a spectator) may see it."""
        seen: dict[str, object] = {"kind": self.kind, "seat": self.seat, "rule": self.rule}
        seen.update(self.args)
        if seat is not None and seat == self.seat:
            seen.update(self.secret)
        return seen


@final
@mypyc_attr(native_class=True, acyclic=True)
class Hasher:
    """A 63-bit hash of words, the same on every machine, compiled or not."""

    low: i64
    high: i64

    def __init__(self) -> None:
        self.low = 0x811C9DC5
        self.high = 0x1A2B3C4D

    def add(self, word: i64) -> None:
        """Mix in one word below 2^62."""
        first = word & 0xFFFFFFFF
        second = (word >> 32) & 0xFFFFFFFF
        low = ((self.low ^ first) * 0x01000193) & 0xFFFFFFFF
        low = ((low ^ second) * 0x01000193) & 0xFFFFFFFF
        high = ((self.high ^ second) * 0x05BD1E95) & 0xFFFFFFFF
        high = ((high ^ first ^ (low >> 15)) * 0x05BD1E95) & 0xFFFFFFFF
        self.low = low ^ (low >> 13)
        self.high = high ^ (high >> 16)

    def add_all(self, words: vec[i64]) -> None:
        for word in words:
            self.add(word)

    def value(self) -> int:
        return int(((self.high & 0x7FFFFFFF) << 32) | self.low)


@mypyc_attr(native_class=True, acyclic=True, allow_interpreted_subclasses=True)
class State:
    """A game in progress. See docs/architecture.md for the contract in one table."""

    game: str  # the title's key, such as "between-two-cities"
    players: i64
    rng: Rng
    count: i64  # actions applied so far
    undo_floor: i64  # number of the last action that cannot be taken back
    events: list[Event] | None  # what happened, when somebody listens; None in simulation

    def __init__(self, game: str, players: i64, rng: Rng) -> None:
        self.game = game
        self.players = players
        self.rng = rng
        self.count = 0
        self.undo_floor = 0
        self.events = None

    # --- who decides, and what

    def next_seat(self) -> i64:
        """The lowest seat that must decide now; -1 when the game is over."""
        raise NotImplementedError

    def must_act(self, seat: i64) -> bool:
        """Whether that seat must decide now."""
        raise NotImplementedError

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write the legal action codes of a seat that must act into `out`, ascending; return how many."""
        raise NotImplementedError

    def legal_capacity(self) -> i64:
        """The length a buffer for `legal_into` must have."""
        raise NotImplementedError

    def step(self, seat: i64, action: i64) -> None:
        """Carry out a legal action, without checking it. `apply` is the door for everybody else."""
        raise NotImplementedError

    def host_actions(self) -> list[int]:
        """What the host of the table may do now (apply it as seat HOST); mostly nothing."""
        return []

    def to_act(self) -> list[int]:
        """The seats that must decide now; several when the game chooses simultaneously; empty when over."""
        return [int(seat) for seat in range(self.players) if self.must_act(seat)]

    def over(self) -> bool:
        return self.next_seat() < 0

    def has_seat(self, seat: int) -> bool:
        """Whether there is such a seat; any whole number may be asked, also one too large for an i64."""
        return 0 <= seat < int(self.players)

    def check_observer(self, seat: int | None) -> None:
        """Only seats see from a seat, least of all the host; None is a spectator."""
        if seat is not None and not self.has_seat(seat):
            raise BadMove(f"there is no seat {seat}: seats are 0 to {self.players - 1}")

    def legal(self, seat: int) -> list[int]:
        """Every legal action code of that seat, ascending; empty if it is not to act."""
        if seat == HOST:
            return self.host_actions()
        if not self.has_seat(seat) or not self.must_act(seat):
            return []
        out = vec[i64]([0] * self.legal_capacity())
        n = self.legal_into(seat, out)
        return [int(out[i]) for i in range(n)]

    def is_legal(self, seat: int, action: int) -> bool:
        """Legal means: among `legal(seat)`."""
        if not self.has_seat(seat):
            return seat == HOST and action in self.host_actions()
        if action < 0 or action >= self.num_actions() or not self.must_act(seat):
            return False
        code: i64 = action
        out = vec[i64]([0] * self.legal_capacity())
        n = self.legal_into(seat, out)
        for i in range(n):
            if out[i] == code:
                return True
        return False

    def apply(self, seat: int, action: int) -> None:
        """Carry out an action; IllegalAction, and nothing changed, if it is not legal."""
        if not self.is_legal(seat, action):
            raise IllegalAction(self.why_not(seat, action))
        self.step(seat, action)

    def why_not(self, seat: int, action: int) -> str:
        """One sentence on why an action is not legal."""
        if self.over():
            return "the game is over: nobody may act"
        waiting = self.to_act()
        if seat == HOST:
            return f"the host may not do {action} now"
        if not self.has_seat(seat):
            return f"there is no seat {seat}: seats are 0 to {self.players - 1}"
        if seat not in waiting:
            seats = listing(waiting, "and")
            return f"seat {seat} is not to act: it is up to seat{'s' if len(waiting) > 1 else ''} {seats}"
        return f"action {action} is not legal for seat {seat} now ({len(self.legal(seat))} others are)"

    # --- copies and identity

    def clone(self) -> State:
        """An independent copy, without listeners."""
        raise NotImplementedError

    def hash(self) -> int:
        """Equal for equal positions, on every machine."""
        raise NotImplementedError

    def save(self) -> Position:
        """The whole position, secrets included, ready for JSON; the title's `load` reads it back."""
        raise NotImplementedError

    def check(self) -> None:
        """Assert every invariant of the game (tests call this after each action)."""
        raise NotImplementedError

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        """For pickle: the title's `load` and what `save` has written."""
        if self.game not in PICKLERS:
            raise TypeError(f"cannot pickle a game of {self.game}: it is not in the catalogue")
        return PICKLERS[self.game](self)

    def __repr__(self) -> str:
        acting = f"to act: {listing(self.to_act(), 'and')}" if not self.over() else "over"
        return f"<{self.game}, {self.players} players, {self.count} actions, {acting}>"

    # --- results

    def scores(self) -> list[int]:
        """One score a seat: live during the game, final when it is over."""
        raise NotImplementedError

    def sheet(self) -> dict[str, object]:
        """The itemised score people look at, ready for JSON."""
        raise NotImplementedError

    def ranking(self) -> list[int]:
        """The place of each seat, 1 the best; equal seats share a place and the next is skipped."""
        raise NotImplementedError

    def score_bounds(self) -> tuple[int, int]:
        """Lowest and highest score any seat can ever show."""
        raise NotImplementedError

    # --- what leaves the game

    def view(self, seat: int | None) -> View:
        """What that seat (or, with None, a spectator) may know. The only way information leaves."""
        raise NotImplementedError

    def knowledge(self, seat: int | None) -> Knowledge:
        """What the seat can work out, ready to imagine from; made from `view(seat)` alone."""
        raise NotImplementedError

    def imagine(self, seat: int | None, rng: Rng) -> State:
        """A random full state that the seat cannot tell from the true one."""
        return self.knowledge(seat).sample(rng)

    # --- moves and notation

    def move(self, seat: int, action: int) -> Move:
        """The action in structured form."""
        raise NotImplementedError

    def action(self, seat: int, move: Mapping[str, object]) -> int:
        """The code of a structured move. BadMove if it cannot be read; it need not be legal."""
        raise NotImplementedError

    def text(self, seat: int, action: int) -> str:
        """The action in notation."""
        raise NotImplementedError

    def parse(self, seat: int, text: str) -> int:
        """The code of a move in notation. BadMove if it cannot be read; it need not be legal."""
        raise NotImplementedError

    def check_message(self, seat: int, message: Mapping[str, object]) -> dict[str, object]:
        """A message to the table, checked and cleaned. Messages never change the state."""
        text = message.get("text")
        if not isinstance(text, str) or not text.strip():
            raise BadMove("a message needs a text")
        return {"text": text.strip()}

    # --- simulation and learning

    def num_actions(self) -> int:
        """The size of the fixed action space: every code is below it."""
        raise NotImplementedError

    def observation_layout(self) -> Layout:
        """The parts of what `encode` writes, in order; fixed for a number of players (docs/lab.md)."""
        raise NotImplementedError

    def observation_size(self) -> int:
        """How many numbers `encode` writes."""
        return layout_size(self.observation_layout())

    def encode(self, seat: int, out: vec[float]) -> None:
        """Write everything the seat knows, and nothing more, into `out` as numbers from -1 to 1."""
        clear(out)
        self.encode_at(seat, out, 0)

    def encode_at(self, seat: i64, out: vec[float], at: i64) -> None:
        """The same into a stretch of zeroes that begins at a place of `out`."""
        raise NotImplementedError

    def value(self, seat: i64) -> float:
        """How promising the position is for a seat that knows only its own secrets (heuristics.py)."""
        raise NotImplementedError

    def remember(self) -> None:
        """Several clones of this position will be judged: what they have in common may be worked out once."""

    def playout(self, rng: Rng) -> i64:
        """Play at random to the end; return the number of actions."""
        out = vec[i64]([0] * self.legal_capacity())
        actions: i64 = 0
        while True:
            seat = self.next_seat()
            if seat < 0:
                return actions
            n = self.legal_into(seat, out)
            self.step(seat, out[rng.below(n)])
            actions += 1

    # --- listening

    def listen(self) -> list[Event]:
        """Start recording events; the returned list grows as actions are applied."""
        events: list[Event] = []
        self.events = events
        return events

    def _repr_svg_(self) -> str | None:
        """The picture of the game in a notebook, as a spectator sees it."""
        painter = PAINTERS.get(self.game)
        return None if painter is None else painter(self.view(None))


@mypyc_attr(native_class=True, acyclic=True, allow_interpreted_subclasses=True)
class Knowledge:
    """What one seat knows, prepared for imagining many full states quickly."""

    def sample(self, rng: Rng) -> State:
        """A random full state consistent with the knowledge."""
        raise NotImplementedError


# How a title's view becomes an SVG picture. Titles enter themselves, so that the engine never imports how a
# game looks.
PAINTERS: Final[dict[str, Callable[[View], str]]] = {}
# How a state of each title is taken apart for pickle; the catalogue knows how titles are loaded.
PICKLERS: Final[dict[str, Callable[[State], tuple[object, ...]]]] = {}
