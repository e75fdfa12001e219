"""One game between bots, made from a plan and a number alone: the same everywhere, every time.

The players of a plan move one seat on from game to game, and each full round of rotations is played on one deal, so
that every player has every seat with the same cards.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import isfinite
from typing import Any

from conurb import bots, games
from conurb.bots.outside import OutsideBot
from conurb.kernel.checks import BadOption, whole_number
from conurb.kernel.state import State, View

LONGEST_LIMIT = 86_400.0  # seconds: a day
ACQUIRE = {"choose", "buy", "take", "build", "favor"}  # kinds of decisions by which a seat gets a tile or card


@dataclass(frozen=True)
class Plan:
    """Everything a process, here or elsewhere, needs to play any game of a series: plain values only."""

    game: str
    bots: tuple[str, ...]  # a level for each player, or a name of `programs`
    seed: int
    options: Mapping[str, object] = field(default_factory=dict)
    pack: tuple[str, str] | None = None  # text and name of another data pack
    programs: Mapping[str, str] = field(default_factory=dict)  # bots from outside: name and command line
    limit: float = 5.0  # seconds that such a bot has for a decision

    @property
    def players(self) -> int:
        return len(self.bots)

    def data(self) -> Any:
        """The tables of its data pack; None for the game's own."""
        return None if self.pack is None else games.get(self.game).load_data(*self.pack)

    def check(self) -> None:
        """BadOption, or BadData, for whatever could not be played."""
        game = games.get(self.game)
        players = game.check_players(self.players)
        game.options(self.options, players)
        self.data()
        for name in self.bots:
            if name not in self.programs:
                bots.get(name)
        if not 0 < self.limit <= LONGEST_LIMIT:
            raise BadOption(
                "the time limit of bots from outside must be more than 0 seconds and at most a day "
                f"({LONGEST_LIMIT:,.0f}), not {self.limit:g}"
            )

    def same_series(self, other: Plan) -> bool:
        """Whether its games are those of another plan. The limit of programs says nothing where there are none."""
        mine, theirs = ({**plan.to_json(), "limit": plan.limit if plan.programs else None} for plan in (self, other))
        return mine == theirs

    def to_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "bots": list(self.bots),
            "seed": self.seed,
            "options": dict(self.options),
            "pack": None if self.pack is None else list(self.pack),
            "programs": dict(self.programs),
            "limit": self.limit,
        }


@dataclass
class SeatOutcome:
    """What one seat did in a game."""

    bot: str
    player: int  # place in the plan
    score: int = 0
    rank: int = 0
    decisions: int = 0
    choices: int = 0  # legal actions over all decisions
    seconds: float = 0.0
    faults: int = 0  # decisions that a bot from outside lost
    picks: dict[str, int] = field(default_factory=dict)  # pieces taken
    offers: dict[str, int] = field(default_factory=dict)  # decisions at which a piece could be taken


@dataclass
class Outcome:
    """A game that was played."""

    number: int
    seed: int
    moves: int
    seats: list[SeatOutcome]
    faults: list[str] = field(default_factory=list)  # of bots from outside, in words

    def to_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "seed": self.seed,
            "moves": self.moves,
            "faults": self.faults,
            "seats": [dict(vars(seat)) for seat in self.seats],
        }


def outcome_from_json(document: object) -> Outcome:
    """What `to_json` wrote; ValueError says what is missing or wrong."""
    number = take(document, "number", "a whole number", is_number)
    try:
        return Outcome(
            number,
            take(document, "seed", "a whole number", is_number),
            take(document, "moves", "a whole number", is_number),
            [seat_from_json(seat) for seat in take(document, "seats", "a list", is_list)],
            take(document, "faults", "a list of texts", are_texts),
        )
    except ValueError as error:
        raise ValueError(f"game {number}: {error}") from None


def seat_from_json(document: object) -> SeatOutcome:
    numbers = ("player", "score", "rank", "decisions", "choices", "faults")
    return SeatOutcome(
        bot=take(document, "bot", "a text", is_text),
        seconds=take(document, "seconds", "a number", is_time),
        picks=take(document, "picks", "numbers by name", are_counts),
        offers=take(document, "offers", "numbers by name", are_counts),
        **{name: take(document, name, "a whole number", is_number) for name in numbers},
    )


def take(document: object, name: str, what: str, fits: Callable[[Any], bool]) -> Any:
    """A field of a JSON object; ValueError if it is missing or not `what` it should be.

    >>> take({"rank": "first"}, "rank", "a whole number", is_number)
    Traceback (most recent call last):
    ValueError: rank: expected a whole number, not 'first'
    """
    if not isinstance(document, Mapping):
        raise ValueError(f"expected an object with {name}, not {document!r}")
    if name not in document:
        raise ValueError(f"{name} is missing")
    if not fits(document[name]):
        raise ValueError(f"{name}: expected {what}, not {document[name]!r}")
    return document[name]


def is_number(value: object) -> bool:
    return whole_number(value) is not None


def is_time(value: object) -> bool:
    return is_number(value) or (isinstance(value, float) and isfinite(value))


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_list(value: object) -> bool:
    return isinstance(value, list)


def are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(is_text, value))


def are_counts(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_text, value)) and all(map(is_number, value.values()))


def derived(seed: int, *what: object) -> int:
    """A seed for one purpose; seeds for different purposes have nothing to do with each other."""
    words = " ".join(map(str, what))
    return int.from_bytes(sha256(f"conurb arena {seed} {words}".encode()).digest()[:8], "big")


def seating(players: int, number: int) -> list[int]:
    """The player in each seat: one seat on from game to game."""
    return [(seat - number) % players for seat in range(players)]


def play_match(plan: Plan, number: int) -> Outcome:
    """Game number so-and-so of the plan."""
    game = games.get(plan.game)
    data = plan.data()
    seed = derived(plan.seed, "deal", number // plan.players)
    state = game.new(plan.players, plan.options, seed, data)
    seats = [SeatOutcome(plan.bots[player], player) for player in seating(plan.players, number)]
    players = [make_bot(plan, seat, number, data) for seat in seats]
    try:
        while (at := int(state.next_seat())) >= 0:
            take_turn(state, at, players[at], seats[at])
    finally:
        for bot in players:
            bot.close()
    for seat, score, rank in zip(seats, state.scores(), state.ranking(), strict=True):
        seat.score, seat.rank = score, rank
    faults = [
        f"game {number}, seat {at}, {seats[at].bot}: {fault}" for at, bot in enumerate(players) for fault in bot.faults
    ]
    return Outcome(number, seed, int(state.count), seats, faults)


def make_bot(plan: Plan, seat: SeatOutcome, number: int, data: Any) -> bots.Bot:
    seed = derived(plan.seed, "bot", number, seat.player)
    command = plan.programs.get(seat.bot)
    bot = bots.get(seat.bot, seed) if command is None else OutsideBot(command, plan.limit, seed)
    bot.data = data
    return bot


def take_turn(state: State, at: int, bot: bots.Bot, seat: SeatOutcome) -> None:
    """One decision, and what is to be told of it."""
    view = state.view(at)
    legal = legal_of(view)
    lost = len(bot.faults)
    began = time.perf_counter()
    action = bot.choose(view)
    seat.seconds += time.perf_counter() - began
    seat.faults += len(bot.faults) - lost
    seat.decisions += 1
    seat.choices += len(legal)
    count_picks(legal, action, seat)
    state.apply(at, action)


def legal_of(view: View) -> list[dict[str, Any]]:
    legal = view["legal"]
    assert isinstance(legal, list)
    return legal


def count_picks(legal: list[dict[str, Any]], action: int, seat: SeatOutcome) -> None:
    """A decision offers pieces if its actions differ in the piece they take."""
    offered = Counter(piece for entry in legal for piece in dict.fromkeys(pieces_of(entry)))  # a set has no order
    for piece, actions in offered.items():
        if actions < len(legal):
            seat.offers[piece] = seat.offers.get(piece, 0) + 1
    taken = next(entry for entry in legal if entry["action"] == action)
    for piece in pieces_of(taken):
        if offered[piece] < len(legal):
            seat.picks[piece] = seat.picks.get(piece, 0) + 1


def pieces_of(entry: Mapping[str, Any]) -> list[str]:
    """The tiles or cards that a legal action would acquire."""
    if entry["kind"] not in ACQUIRE:
        return []
    named = [*entry.get("tiles", []), entry.get("tile"), entry.get("card")]
    return [piece for piece in named if isinstance(piece, str)]
