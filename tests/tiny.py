"""The smallest game that uses the whole contract: secret choices, a reveal, taking back, an action of the host.

Cards 1 to 9, two for each of two or three players. Everybody secretly plays a card, all are turned up, then each in
turn puts the card on the high or the low pile, thinks it over, and confirms. A high card counts its number, a low one
ten less its number. After both cards most points win. With the option `bell` the host may ring the bell while cards
are put down; then there is no second card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from conurb.kernel import state as kernel
from conurb.kernel.checks import BadMove, BadPosition, fields, unknown
from conurb.kernel.game import Game, check_seed
from conurb.kernel.options import option, options_dict
from conurb.kernel.rng import Rng, load_rng
from conurb.kernel.state import HOST, Event, Hasher, Knowledge, Move, Position, View

CARDS = 9
HIGH, LOW, CONFIRM, BELL = 2, 3, 4, 5  # 0 and 1 are the cards of the hand
WORDS = ("first", "second", "high", "low", "confirm", "bell")


@dataclass(frozen=True)
class Options:
    bell: bool = option(False, "whether the host may end the game early", allowed=(False, True))


class TinyState(kernel.State):
    """One game."""

    hands: list[list[int]]
    played: list[int]  # the card of this turn; 0 before it is chosen
    piles: list[list[tuple[int, bool]]]  # for each seat its cards, and whether they lie high
    deck: list[int]
    placing: int  # whose card is put down; -1 while cards are chosen, players when the game is over
    rung: bool
    options: Options

    def __init__(self, players: int, options: Options, rng: Rng) -> None:
        super().__init__("tiny", players, rng)
        self.options = options
        self.hands = [[] for _ in range(players)]
        self.played = [0] * players
        self.piles = [[] for _ in range(players)]
        self.deck = []
        self.placing = -1
        self.rung = False

    def deal(self) -> None:
        cards = vec[i64](range(1, CARDS + 1))
        self.rng.shuffle(cards)
        deck = [int(card) for card in cards]
        self.hands = [sorted(deck.pop() for _ in range(2)) for _ in range(self.players)]
        self.deck = deck

    # --- who decides, and what

    def next_seat(self) -> int:
        if self.placing < 0:
            return self.played.index(0)
        return self.placing if self.placing < self.players else -1

    def must_act(self, seat: int) -> bool:
        return self.played[seat] == 0 if self.placing < 0 else seat == self.placing

    def legal_capacity(self) -> int:
        return 3

    def legal_into(self, seat: int, out: vec[i64]) -> int:
        codes = self.codes(seat)
        for k, code in enumerate(codes):
            out[k] = code
        return len(codes)

    def codes(self, seat: int) -> list[int]:
        if self.placing < 0:
            return list(range(len(self.hands[seat])))
        return [CONFIRM] if self.is_down(seat) else [HIGH, LOW]

    def is_down(self, seat: int) -> bool:
        """Whether the seat has put down the card of this turn."""
        return any(card == self.played[seat] for card, _ in self.piles[seat])

    def host_actions(self) -> list[int]:
        return [BELL] if self.options.bell and not self.rung and 0 <= self.placing < self.players else []

    def step(self, seat: int, action: int) -> None:
        self.count += 1
        if action == BELL:
            self.rung = True
            self.tell(Event("rang", HOST, "TINY-4", {}))
        elif action < HIGH:
            self.played[seat] = self.hands[seat].pop(action)
            self.tell(Event("chose", seat, "TINY-1", {}, {"card": self.played[seat]}))
            if 0 not in self.played:
                self.placing = 0
                self.tell(Event("revealed", HOST, "TINY-2", {"cards": list(self.played)}))
        elif action == CONFIRM:
            self.placing += 1
            self.tell(Event("confirmed", seat, "TINY-3", {}))
            if self.placing == self.players and not self.rung and self.hands[0]:
                self.placing = -1
                self.played = [0] * int(self.players)
        else:
            self.piles[seat].append((self.played[seat], action == HIGH))
            self.tell(Event("put", seat, "TINY-3", {"pile": WORDS[action]}))
            return  # may be taken back until it is confirmed
        self.undo_floor = self.count

    def tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    # --- copies and identity

    def blank(self) -> TinyState:
        return type(self)(int(self.players), self.options, self.rng.clone())

    def clone(self) -> TinyState:
        copy = self.blank()
        copy.count, copy.undo_floor = self.count, self.undo_floor
        copy.hands = [list(hand) for hand in self.hands]
        copy.played = list(self.played)
        copy.piles = [list(pile) for pile in self.piles]
        copy.deck = list(self.deck)
        copy.placing, copy.rung = self.placing, self.rung
        return copy

    def hash(self) -> int:
        hasher = Hasher()
        words = [self.players, self.count, self.placing + 1, self.rung, *self.played, *self.deck]
        for seat in range(int(self.players)):
            words += [len(self.hands[seat]), *self.hands[seat], len(self.piles[seat])]
            words += [2 * card + high for card, high in self.piles[seat]]
        for word in (*words, *self.rng.save().encode()):
            hasher.add(word)
        return hasher.value()

    def save(self) -> Position:
        return {
            "players": int(self.players),
            "options": options_dict(self.options),
            "hands": [list(hand) for hand in self.hands],
            "played": list(self.played),
            "piles": show_piles(self.piles),
            "deck": list(self.deck),
            "placing": self.placing,
            "rung": self.rung,
            "rng": self.rng.save(),
            "count": int(self.count),
            "undo_floor": int(self.undo_floor),
        }

    def check(self) -> None:
        cards = [*self.deck, *(card for hand in self.hands for card in hand)]
        cards += [card for pile in self.piles for card, _ in pile]
        cards += [self.played[s] for s in range(int(self.players)) if self.played[s] and not self.is_down(s)]
        assert sorted(cards) == list(range(1, CARDS + 1)), f"a card is missing or there twice: {cards}"

    # --- results

    def scores(self) -> list[int]:
        return [sum(card if high else 10 - card for card, high in pile) for pile in self.piles]

    def sheet(self) -> dict[str, object]:
        return {"seats": [{"total": score} for score in self.scores()]}

    def ranking(self) -> list[int]:
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]

    def score_bounds(self) -> tuple[int, int]:
        return (0, 18)

    # --- what leaves the game

    def view(self, seat: int | None) -> View:
        choosing = self.placing < 0
        return {
            "players": int(self.players),
            "seat": seat,
            "options": options_dict(self.options),
            "count": int(self.count),
            "undo_floor": int(self.undo_floor),
            "to_act": self.to_act(),
            "chosen": [card > 0 for card in self.played],
            "played": [0 if choosing and s != seat else card for s, card in enumerate(self.played)],
            "piles": show_piles(self.piles),
            "placing": self.placing,
            "rung": self.rung,
            "hand": [] if seat is None else list(self.hands[seat]),
            "hand_sizes": [len(hand) for hand in self.hands],
            "legal": [] if seat is None else self.legal(seat),
        }

    def knowledge(self, seat: int | None) -> Knowledge:
        return TinyKnowledge(self.view(seat), type(self))

    def move(self, seat: int, action: int) -> Move:
        return {"type": WORDS[action]}

    def action(self, seat: int, move: Mapping[str, object]) -> int:
        return self.parse(seat, str(move.get("type")))

    def text(self, seat: int, action: int) -> str:
        return WORDS[action]

    def parse(self, seat: int, text: str) -> int:
        if text not in WORDS:
            raise BadMove(unknown("move", text, WORDS))
        return WORDS.index(text)

    # --- simulation and learning

    def num_actions(self) -> int:
        return len(WORDS)

    def observation_size(self) -> int:
        return CARDS + 2 * int(self.players)

    def encode(self, seat: int, out: vec[float]) -> None:
        for k in range(len(out)):
            out[k] = 0.0
        for card in self.hands[seat]:
            out[card - 1] = 1.0
        for s, score in enumerate(self.scores()):
            out[CARDS + 2 * s] = score / 18
            out[CARDS + 2 * s + 1] = 1.0 if self.played[s] else 0.0

    def value(self, seat: int) -> float:
        return float(self.scores()[seat] + sum(max(card, 10 - card) for card in self.hands[seat]))


def show_piles(piles: list[list[tuple[int, bool]]]) -> list[list[list[object]]]:
    return [[[card, high] for card, high in pile] for pile in piles]


def read_piles(piles: Any) -> list[list[tuple[int, bool]]]:
    return [[(card, high) for card, high in pile] for pile in piles]


class TinyKnowledge(Knowledge):
    """Everything a view tells; the other cards may be anywhere."""

    def __init__(self, view: View, kind: type[TinyState]) -> None:
        self.shown: dict[str, Any] = view
        self.kind = kind

    def sample(self, rng: Rng) -> TinyState:
        shown = self.shown
        players, seat = shown["players"], shown["seat"]
        state = self.kind(players, Options(**shown["options"]), rng.fork())
        state.count, state.undo_floor = shown["count"], shown["undo_floor"]
        state.piles = read_piles(shown["piles"])
        state.placing, state.rung = shown["placing"], shown["rung"]
        state.played = list(shown["played"])
        seen = {*state.played, *shown["hand"], *(card for pile in state.piles for card, _ in pile)}
        unseen = vec[i64]([card for card in range(1, CARDS + 1) if card not in seen])
        rng.shuffle(unseen)
        rest = [int(card) for card in unseen]
        for s in range(players):
            size = shown["hand_sizes"][s]
            state.hands[s] = list(shown["hand"]) if s == seat else sorted(rest.pop() for _ in range(size))
            if shown["chosen"][s] and not state.played[s]:
                state.played[s] = rest.pop()
        state.deck = rest
        return state


class Tiny(Game):
    """The title."""

    key = "tiny"
    title = "Tiny"
    player_counts = (2, 3)
    options_class = Options
    state_class: ClassVar[type[TinyState]] = TinyState

    def make(self, players: int, options: Options, seed: int, data: Any) -> TinyState:
        state = self.state_class(players, options, Rng(seed))
        state.deal()
        return state

    def load(self, position: Mapping[str, object], seed: int | None = None, data: Any = None) -> TinyState:
        """Left out: the set-up. Only whole positions, or their players alone."""
        given: Mapping[str, Any] = fields("position", position, TinyState(2, Options(), Rng(0)).save())
        players = self.check_players(given.get("players"))
        options = self.options(given.get("options"), players)
        state = self.make(players, options, check_seed(seed), None)
        if "hands" in given:
            state.hands = [list(hand) for hand in given["hands"]]
            state.played, state.deck = list(given["played"]), list(given["deck"])
            state.piles = read_piles(given["piles"])
            state.rng = load_rng(given["rng"])
        state.placing, state.rung = given.get("placing", -1), given.get("rung", False)
        state.count = given.get("count", 0)
        state.undo_floor = given.get("undo_floor", state.count)
        if state.undo_floor > state.count:
            raise BadPosition(f"undo_floor: expected at most {state.count}, not {state.undo_floor}")
        return state

    def knowledge(self, view: View, data: Any = None) -> Knowledge:
        return TinyKnowledge(view, self.state_class)

    def default_data(self) -> str:
        return "tiny"

    def data_hash(self, data: Any) -> str:
        return str(data)

    def variants(self) -> list[dict[str, object]]:
        return [{}, {"bell": True}]
