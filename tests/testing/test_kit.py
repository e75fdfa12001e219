"""The test kit itself: it passes a right game, and each of its checks finds the fault it is there for."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from librt.vecs import vec

from conurb import testing
from conurb.kernel import state as kernel
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import PAINTERS, Event, Knowledge, Move, Position, View
from tests.tiny import BELL, CONFIRM, HIGH, Options, Tiny, TinyKnowledge, TinyState


def game_of(kind: type[TinyState]) -> Game:
    """The tiny game, with another state."""

    class Broken(Tiny):
        state_class = kind

    return Broken()


def test_a_right_game_passes_for_every_number_of_players_and_every_variant() -> None:
    assert testing.check_game(Tiny(), games_per_setting=3) == 2 * 2 * 3


# --- one class for each fault; its docstring is part of what the kit must say


class Unsorted(TinyState):
    """not ascending"""

    def codes(self, seat: int) -> list[int]:
        return super().codes(seat)[::-1]


class Stuck(TinyState):
    """has 0 legal actions"""

    def codes(self, seat: int) -> list[int]:
        return [] if self.is_down(seat) else super().codes(seat)


class WrongNextSeat(TinyState):
    """next_seat() is"""

    def next_seat(self) -> int:
        waiting = self.to_act()
        return waiting[-1] if waiting else -1


class OutOfRange(TinyState):
    """outside range(4)"""

    def num_actions(self) -> int:
        return CONFIRM


class AcceptsAnything(TinyState):
    """but it is not in legal"""

    def is_legal(self, seat: int, action: int) -> bool:
        return super().is_legal(seat, action) or (seat == 0 and action == 1 and self.must_act(0))


class CarriesOut(TinyState):
    """was carried out, but it is not in legal"""

    def apply(self, seat: int, action: int) -> None:
        if self.is_legal(seat, action):
            super().apply(seat, action)


class RefusalLeavesATrace(TinyState):
    """a refused action changed the state"""

    def why_not(self, seat: int, action: int) -> str:
        self.rng.word()
        return super().why_not(seat, action)


class NoReason(TinyState):
    """is refused without a reason"""

    def why_not(self, seat: int, action: int) -> str:
        return ""


class SharesPiles(TinyState):
    """did not restore the state"""

    def clone(self) -> TinyState:
        copy = super().clone()
        copy.piles = self.piles
        return copy


class SharesRng(TinyState):
    """has changed since"""

    def clone(self) -> TinyState:
        copy = super().clone()
        copy.rng = self.rng
        return copy

    def step(self, seat: int, action: int) -> None:
        self.rng.word()
        super().step(seat, action)


class SavesBackwards(TinyState):
    """load(save()) has other deck"""

    def save(self) -> Position:
        return {**super().save(), "deck": self.deck[::-1]}


class ForgetsTheBell(TinyState):
    """load(save()) has another hash, though it saves the same position"""

    def save(self) -> Position:
        return {**super().save(), "rung": False}


class HashForgets(TinyState):
    """equal hashes of different positions"""

    def hash(self) -> int:
        return int(self.rng.save(), 16) >> 66


class HashOfIdentity(TinyState):
    """one seed gives two set-ups"""

    def hash(self) -> int:
        return id(self)


class SavesTuples(TinyState):
    """save() changes on its way through JSON"""

    def save(self) -> Position:
        return {**super().save(), "played": tuple(self.played)}


class AmbiguousText(TinyState):
    """the text is read as"""

    def text(self, seat: int, action: int) -> str:
        return "high" if action == HIGH + 1 else super().text(seat, action)


class BracketedText(TinyState):
    """the text has a sign"""

    def text(self, seat: int, action: int) -> str:
        return f"{super().text(seat, action)} (really)"

    def parse(self, seat: int, text: str) -> int:
        return super().parse(seat, text.removesuffix(" (really)"))


class MoveDoesNotReadBack(TinyState):
    """is read as"""

    def action(self, seat: int, move: Mapping[str, object]) -> int:
        return HIGH if move["type"] == "low" else super().action(seat, move)


class MoveWithoutType(TinyState):
    """the move has no type"""

    def move(self, seat: int, action: int) -> Move:
        return {"kind": super().move(seat, action)["type"]}


class ReadsNonsense(TinyState):
    """'nonsense' is read as a move"""

    def parse(self, seat: int, text: str) -> int:
        return 0 if text == "nonsense" else super().parse(seat, text)


class BreaksAnInvariant(TinyState):
    """a card is missing or there twice"""

    def step(self, seat: int, action: int) -> None:
        super().step(seat, action)
        if action == CONFIRM:
            self.deck.append(3)


class ScoreTooHigh(TinyState):
    """are not within 0 to 5"""

    def score_bounds(self) -> tuple[int, int]:
        return (0, 5)


class WorstIsFirst(TinyState):
    """ranks behind"""

    def ranking(self) -> list[int]:
        scores = self.scores()
        return [1 + sum(other < score for other in scores) for score in scores]


class PlacesNotSkipped(TinyState):
    """seats are ahead of place"""

    def scores(self) -> list[int]:
        return [0, 0, -1][: int(self.players)]

    def score_bounds(self) -> tuple[int, int]:
        return (-1, 0)

    def ranking(self) -> list[int]:
        return [1, 1, 2][: int(self.players)]


class ViewLeaks(TinyState):
    """can tell an imagined world by its view"""

    def view(self, seat: int | None) -> View:
        return {**super().view(seat), "top": self.deck[-1:]}


class ViewLeaksByOrder(TinyState):
    """by the order of fields"""

    def view(self, seat: int | None) -> View:
        shown = super().view(seat)
        return shown if sum(self.deck) % 2 else dict(sorted(shown.items()))


class ViewNotJson(TinyState):
    """is not ready for JSON"""

    def view(self, seat: int | None) -> View:
        return {**super().view(seat), "cards": {1, 2}}


class ViewChanges(TinyState):
    """changes by being looked at"""

    def view(self, seat: int | None) -> View:
        return {**super().view(seat), "lucky": random.random()}


class ViewChangesTheState(TinyState):
    """changed the state"""

    def view(self, seat: int | None) -> View:
        self.rng.word()
        return super().view(seat)


class LegalLeaks(TinyState):
    """by its legal actions"""

    def codes(self, seat: int) -> list[int]:
        codes = super().codes(seat)
        return codes[:1] if self.placing >= 0 and sum(self.deck) % 2 else codes

    def view(self, seat: int | None) -> View:
        return {**super().view(seat), "legal": []}


class EncodeLeaks(TinyState):
    """by encode()"""

    def encode(self, seat: int, out: vec[float]) -> None:
        super().encode(seat, out)
        out[CARD_OF_DECK] = self.deck[-1] / 9 if self.deck else 0.0


CARD_OF_DECK = 8


class EncodeLeavesPlaces(TinyState):
    """unwritten"""

    def observation_size(self) -> int:
        return super().observation_size() + 1

    def encode(self, seat: int, out: vec[float]) -> None:
        inner = vec[float]([0.0] * (len(out) - 1))
        super().encode(seat, inner)
        for k, number in enumerate(inner):
            out[k] = number


class EncodeTooLarge(TinyState):
    """far outside -1 to 1"""

    def encode(self, seat: int, out: vec[float]) -> None:
        super().encode(seat, out)
        out[0] = 30.0


class EncodeNotFinite(TinyState):
    """is inf"""

    def encode(self, seat: int, out: vec[float]) -> None:
        super().encode(seat, out)
        out[0] = float("inf") if self.count else 0.0


class ValueLeaks(TinyState):
    """by value()"""

    def value(self, seat: int) -> float:
        return float(self.deck[-1]) if self.deck else 0.0


class ImaginesTheTruth(TinyState):
    """differs from imagining in the state"""

    def imagine(self, seat: int | None, rng: Rng) -> kernel.State:
        rng.word() if sum(self.deck) % 2 else None
        return super().imagine(seat, rng)


class StrayKnowledge(TinyKnowledge):
    def sample(self, rng: Rng) -> TinyState:
        state = super().sample(rng)
        state.deck = state.deck[1:]
        return state


class ImaginesTooLittle(TinyState):
    """breaks an invariant"""

    def knowledge(self, seat: int | None) -> Knowledge:
        return StrayKnowledge(self.view(seat), type(self))


class EventLeaks(TinyState):
    """learns from events"""

    def tell(self, event: Event) -> None:
        if event.kind == "chose":
            event = Event(event.kind, event.seat, event.rule, event.secret)
        super().tell(event)


class AlwaysListens(TinyState):
    """nobody listens"""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.listen()


class SilentAction(TinyState):
    """without any event"""

    def tell(self, event: Event) -> None:
        if event.kind != "confirmed":
            super().tell(event)


class ListeningMatters(TinyState):
    """when somebody listens"""

    def tell(self, event: Event) -> None:
        if self.events is not None:
            self.rng.word()
        super().tell(event)


class PlayoutByChance(TinyState):
    """playout() with equal generators"""

    def playout(self, rng: Rng) -> int:
        return int(super().playout(Rng(random.getrandbits(64))))


class PlayoutStops(TinyState):
    """before the end"""

    def playout(self, rng: Rng) -> int:
        return 0


class TakesBackTheReveal(TinyState):
    """can be taken back, but"""

    def step(self, seat: int, action: int) -> None:
        floor = self.undo_floor
        super().step(seat, action)
        if action < HIGH and self.placing == 0:
            self.undo_floor = floor


class FloorFalls(TinyState):
    """undo_floor went from"""

    def step(self, seat: int, action: int) -> None:
        super().step(seat, action)
        if action == HIGH:
            self.undo_floor = 0


class CountsTwice(TinyState):
    """by one action"""

    def step(self, seat: int, action: int) -> None:
        super().step(seat, action)
        self.count += 1
        self.undo_floor = self.count


class SetUpByChance(TinyState):
    """one seed gives two set-ups"""

    def deal(self) -> None:
        self.rng = Rng(random.getrandbits(64))
        super().deal()


class SeedWithoutEffect(TinyState):
    """two seeds give one set-up"""

    def deal(self) -> None:
        self.rng = Rng(1)
        super().deal()


class HostAfterTheEnd(TinyState):
    """the host may act"""

    def host_actions(self) -> list[int]:
        return [BELL] if self.over() else super().host_actions()


FAULTS = [kind for kind in TinyState.__subclasses__() if kind.__module__ == __name__]


@pytest.mark.parametrize("kind", FAULTS, ids=lambda kind: kind.__name__)
def test_a_fault_is_found_and_named(kind: type[TinyState]) -> None:
    with pytest.raises(AssertionError) as found:
        testing.check_game(game_of(kind), games_per_setting=5)
    assert str(kind.__doc__) in str(found.value)


def test_a_clone_that_shares_is_found_in_one_position() -> None:
    state = game_of(SharesRng).new(2, seed=1)
    with pytest.raises(AssertionError, match="an action on a clone changed the original"):
        testing.check_clone(game_of(SharesRng), state, random.Random(1))


def test_a_failure_comes_with_the_record_that_leads_to_it() -> None:
    with pytest.raises(AssertionError) as found:
        testing.check_game(game_of(BreaksAnInvariant))
    assert "game: tiny" in found.value.__notes__[0]
    assert "0 confirm" in found.value.__notes__[0]


def test_a_game_that_does_not_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conurb.testing.kit.TOO_LONG", 3)
    with pytest.raises(AssertionError, match="not over after 3 actions"):
        testing.play_and_check(Tiny(), 2, step_checks={})


@pytest.mark.parametrize(
    ("painter", "fault"),
    [
        (lambda view: "no picture", "is no SVG"),
        (lambda view: f"<svg>{view.setdefault('painted', True)}</svg>", "painting changes the view"),
        (lambda view: f"<svg>{random.random()}</svg>", "by its picture"),
    ],
)
def test_a_wrong_picture_is_found(painter: Callable[[View], str], fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PAINTERS, "tiny", painter)
    with pytest.raises(AssertionError, match=fault):
        testing.check_game(Tiny())


def test_a_right_picture_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PAINTERS, "tiny", lambda view: f"<svg>{view['played']}</svg>")
    testing.check_game(Tiny(), step_checks={testing.check_picture: 1.0})


def test_a_title_that_takes_any_number_of_players_is_found() -> None:
    class AnyNumber(Tiny):
        def check_players(self, players: object) -> int:
            return 2

    with pytest.raises(AssertionError, match="0 players: a game was set up"):
        testing.check_game(AnyNumber())


def test_a_title_that_takes_any_option_is_found() -> None:
    class AnyOption(Tiny):
        def options(self, given: Mapping[str, object] | None = None, players: int | None = None) -> Options:
            return Options(bell=bool((given or {}).get("bell")))

    with pytest.raises(AssertionError, match="an unknown option: a game was set up"):
        testing.check_game(AnyOption())
