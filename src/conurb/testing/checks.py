"""What must hold at any position, one function for each thing. All take the game, a state, and a source of chance.

A check never changes the state it is given. It raises AssertionError, and says what is wrong.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from functools import partial
from random import Random

from librt.vecs import vec

from conurb.kernel.checks import BadMove, BadOption, ConurbError, IllegalAction
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, State
from conurb.testing.random_play import random_decision

MANY = 400  # where there are more action codes, so many are tried at random
HUGE = 10**30  # beyond any machine word
ENCODE_LIMIT = 2.0  # numbers for learning lie between -1 and 1, or not far outside


def refusal(kinds: tuple[type[ConurbError], ...], attempt: Callable[[], object]) -> str | None:
    """The reason for which an attempt is refused; None if it succeeds."""
    try:
        attempt()
    except kinds as error:
        return str(error)
    return None


def check_json(document: object, what: str) -> str:
    """The document as JSON text; it must come back from JSON as it was (no tuples, no number as a key, no NaN)."""
    try:
        text = json.dumps(document, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{what} is not ready for JSON: {error}") from None
    assert json.loads(text) == document, f"{what} changes on its way through JSON"
    return text


def check_invariants(game: Game, state: State, chance: Random) -> None:
    """The game's own invariants, and those of every state."""
    state.check()
    assert state.game == game.key, f"the state is of {state.game!r}, the game is {game.key!r}"
    assert 0 <= state.undo_floor <= state.count, f"undo_floor {state.undo_floor}, but {state.count} actions"


# --- who decides, and what


def check_legal_lists(game: Game, state: State, chance: Random) -> None:
    """Legal actions: ascending, unique, in range; never empty for a seat that must act, empty for all others."""
    waiting = state.to_act()
    seats = range(int(state.players))
    assert waiting == sorted(set(waiting)), f"to_act() is not ascending: {waiting}"
    assert set(waiting) <= set(seats), f"to_act() names a seat that is not there: {waiting}"
    assert state.over() == (not waiting), f"over() is {state.over()}, but {waiting} must act"
    first = waiting[0] if waiting else -1
    assert state.next_seat() == first, f"next_seat() is {state.next_seat()}, but {waiting} must act"
    for seat in seats:
        legal = state.legal(seat)
        assert state.must_act(seat) == (seat in waiting), f"must_act({seat}) and to_act() disagree"
        assert bool(legal) == (seat in waiting), f"seat {seat} has {len(legal)} legal actions; {waiting} must act"
        assert len(legal) <= state.legal_capacity(), f"seat {seat}: more legal actions than legal_capacity()"
        _check_codes(state, legal, f"legal({seat})")
    _check_codes(state, state.host_actions(), "host_actions()")
    assert state.legal(HOST) == state.host_actions(), "legal(HOST) is not host_actions()"
    for nobody in (-2, int(state.players), HUGE):
        assert state.legal(nobody) == [], f"legal({nobody}) is not empty, and there is no such seat"


def _check_codes(state: State, codes: list[int], what: str) -> None:
    assert codes == sorted(set(codes)), f"{what} is not ascending and unique: {codes}"
    size = state.num_actions()
    assert all(0 <= code < size for code in codes), f"{what} has a code outside range({size}): {codes}"


def check_refusals(game: Game, state: State, chance: Random) -> None:
    """Whatever is not legal is refused with IllegalAction and a reason, and changes nothing."""
    before = identity(state)
    wrong = [-1, state.num_actions(), HUGE, -HUGE]
    seats = range(int(state.players))
    for seat in [*seats, HOST]:
        legal = set(state.legal(seat))
        tried = _some_codes(state, chance) if seat in state.to_act() else [*state.legal(chance.choice(seats)), 0]
        for code in [*tried, *wrong]:
            if code not in legal:
                _check_refused(state, seat, code)
    for nobody in (-2, int(state.players), HUGE, -HUGE):
        _check_refused(state, nobody, 0)
    assert identity(state) == before, "a refused action changed the state"


def _some_codes(state: State, chance: Random) -> Iterable[int]:
    size = state.num_actions()
    return range(size) if size <= MANY else chance.sample(range(size), MANY)


def _check_refused(state: State, seat: int, action: int) -> None:
    """Tried on the state itself: the caller compares it afterwards."""
    assert not state.is_legal(seat, action), f"is_legal({seat}, {action}), but it is not in legal({seat})"
    reason = refusal((IllegalAction,), lambda: state.apply(seat, action))
    assert reason is not None, f"apply({seat}, {action}) was carried out, but it is not in legal({seat})"
    assert reason, f"apply({seat}, {action}) is refused without a reason"


def check_moves(game: Game, state: State, chance: Random) -> None:
    """Every legal action as a structured move and as text, and back; a text fits into one line of a record."""
    for seat in [*state.to_act(), HOST]:
        texts: set[str] = set()
        for action in state.legal(seat):
            move = state.move(seat, action)
            text = state.text(seat, action)
            where = f"action {action} of seat {seat}, {text!r}"
            check_json(move, f"the move of {where}")
            assert isinstance(move.get("type"), str), f"{where}: the move has no type: {move}"
            found = state.action(seat, move)
            assert found == action, f"{where}: the move {move} is read as {found}"
            found = state.parse(seat, text)
            assert found == action, f"{where}: the text is read as {found}"
            assert text == " ".join(text.split()), f"{where}: the text has odd spaces"
            assert text, f"{where}: the text is empty"
            assert not set(text) & set("()#"), f"{where}: the text has a sign that has a meaning in records"
            assert text not in texts, f"{where}: another legal action has the same text"
            texts.add(text)
    seat = max(int(state.next_seat()), 0)
    for nonsense in ("", "nonsense", "0"):
        reason = refusal((BadMove, IllegalAction), partial(state.parse, seat, nonsense))
        assert reason is not None, f"{nonsense!r} is read as a move"
        assert reason, f"the text {nonsense!r} is refused without a reason"


# --- copies and identity


def identity(state: State) -> tuple[int, str]:
    """Hash and saved position: equal when nothing has changed."""
    return state.hash(), json.dumps(state.save())


def check_clone(game: Game, state: State, chance: Random) -> None:
    """A clone is equal, and what happens to one of the two never shows in the other."""
    original = identity(state)
    copy = state.clone()
    assert identity(copy) == original, "a clone is not equal to its original"
    assert copy.events is None, "a clone listens"
    if state.over():
        return
    middle = state.clone()
    copy.apply(*random_decision(copy, chance))
    assert identity(state) == original, "an action on a clone changed the original"
    middle.playout(Rng(chance.getrandbits(32)))
    assert identity(state) == original, "playing a clone to its end changed the original"
    parent = state.clone()
    child = parent.clone()
    parent.playout(Rng(chance.getrandbits(32)))
    assert identity(child) == original, "playing the original to its end changed a clone"


def check_save(game: Game, state: State, chance: Random) -> None:
    """A position goes through JSON and comes back the same, and the game goes on from there the same."""
    saved = state.save()
    text = check_json(saved, "save()")
    loaded = game.load(json.loads(text))
    again = loaded.save()
    wrong = [name for name in {**saved, **again} if saved.get(name) != again.get(name)]
    assert not wrong, f"load(save()) has other {', '.join(wrong)}"
    assert loaded.hash() == state.hash(), "load(save()) has another hash, though it saves the same position"
    assert loaded.to_act() == state.to_act(), "load(save()) has others to act"
    seed = chance.getrandbits(32)
    first, second = state.clone(), loaded
    assert first.playout(Rng(seed)) == second.playout(Rng(seed)), "load(save()) plays on for another number of actions"
    assert identity(first) == identity(second), "load(save()) plays on differently"


# --- results


def check_scores(game: Game, state: State, chance: Random) -> None:
    """A score a seat, within bounds; a sheet ready for JSON."""
    scores = state.scores()
    low, high = state.score_bounds()
    assert len(scores) == state.players, f"{state.players} players, but scores {scores}"
    assert all(low <= score <= high for score in scores), f"scores {scores} are not within {low} to {high}"
    check_json(scores, "scores()")
    check_json(state.sheet(), "sheet()")


def check_ranking(game: Game, state: State, chance: Random) -> None:
    """The best place is 1, equal seats share a place and the next is skipped, and more points never rank lower."""
    ranking, scores = state.ranking(), state.scores()
    assert len(ranking) == state.players, f"{state.players} players, but ranking {ranking}"
    for place, score in zip(ranking, scores, strict=True):
        ahead = sum(1 for other in ranking if other < place)
        assert place == 1 + ahead, f"{ahead} seats are ahead of place {place}: {ranking}"
        better = [s for r, s in zip(ranking, scores, strict=True) if r > place and s > score]
        assert not better, f"a seat with {better} points ranks behind one with {score}: {ranking}, {scores}"


# --- simulation and learning


def encoded(state: State, seat: int, junk: float = 0.0) -> list[float]:
    """What `encode` writes over a buffer of junk."""
    out = vec[float]([junk] * state.observation_size())
    state.encode(seat, out)
    return list(out)


def check_encode(game: Game, state: State, chance: Random) -> None:
    """Numbers for learning: every place written, finite, and small."""
    for seat in range(int(state.players)):
        numbers = encoded(state, seat)
        assert numbers == encoded(state, seat, junk=7.0), f"encode({seat}) leaves places of the buffer unwritten"
        for place, number in enumerate(numbers):
            assert math.isfinite(number), f"encode({seat})[{place}] is {number}"
            assert abs(number) <= ENCODE_LIMIT, f"encode({seat})[{place}] is {number}, far outside -1 to 1"


def check_value(game: Game, state: State, chance: Random) -> None:
    """What a position is worth: a finite number, the same every time, and judging changes nothing. Half-way through a
    decision too, where a value function may look ahead; and with what it remembers of the position before."""
    before = identity(state)
    positions = [state]
    if not state.over():
        decision = random_decision(state, chance)
        informed = state.clone()
        informed.remember()
        positions += [state.clone(), informed.clone()]
        for position in positions[1:]:
            position.apply(*decision)
        _check_same_values(positions[1], positions[2])
    for position in positions:
        unjudged = identity(position)
        _check_same_values(position, position)
        assert identity(position) == unjudged, "judging a position changed it"
    assert identity(state) == before, "judging what an action leads to changed the position before it"


def _check_same_values(state: State, other: State) -> None:
    for seat in range(int(state.players)):
        worth, again = state.value(seat), other.value(seat)
        assert math.isfinite(worth), f"value({seat}) is {worth}"
        assert worth == again, f"value({seat}) is {worth}, and then, or with something remembered, {again}"


def check_playout(game: Game, state: State, chance: Random) -> None:
    """Equal generators play equal games; the end is a legal one."""
    seed = chance.getrandbits(32)
    ends = [state.clone(), state.clone()]
    actions = [end.playout(Rng(seed)) for end in ends]
    assert actions[0] == actions[1], f"playout() with equal generators took {actions[0]} and {actions[1]} actions"
    assert identity(ends[0]) == identity(ends[1]), "playout() with equal generators ended differently"
    assert ends[0].over(), "playout() stopped before the end"
    assert ends[0].count == state.count + actions[0], f"playout() says {actions[0]} actions, count says otherwise"
    ends[0].check()


def check_events_need_a_listener(game: Game, state: State, chance: Random) -> None:
    """Nothing is recorded unless somebody listens, and listening changes nothing else."""
    assert state.events is None, "the state records events, but nobody listens"
    if state.over():
        return
    decisions = [random_decision(state, chance), *((HOST, action) for action in state.host_actions())]
    for seat, action in decisions:
        _check_events_of(state, seat, action)


def _check_events_of(state: State, seat: int, action: int) -> None:
    silent, heard = state.clone(), state.clone()
    silent.apply(seat, action)
    assert silent.events is None, "an action started the recording of events"
    events = heard.listen()
    heard.apply(seat, action)
    assert identity(heard) == identity(silent), "the game goes on differently when somebody listens"
    assert events, f"action {action} of seat {seat} was carried out without any event"
    for event in events:
        assert event.kind, f"an event without kind: {event.seen_by(None)}"
        assert event.rule, f"an event without the rule that made it: {event.seen_by(None)}"
        for observer in (None, *range(int(state.players))):
            check_json(event.seen_by(observer), f"the event {event.kind}")


# --- set-up


def check_set_up(game: Game, players: int, options: dict[str, object], seed: int) -> None:
    """A seed gives one game and another seed another; what cannot be played is refused."""
    state = game.new(players, options, seed)
    assert identity(state) == identity(game.new(players, options, seed)), "one seed gives two set-ups"
    assert state.hash() != game.new(players, options, seed + 1).hash(), "two seeds give one set-up"
    assert state.count == 0, f"a new game says that {state.count} actions were applied"
    assert state.num_actions() == game.num_actions(players), "num_actions() depends on more than the players"
    checked = game.options(options, players)
    assert game.options(game.options_dict(checked), players) == checked, "options_dict() does not read back"
    for wrong in (0, -1, max(game.player_counts) + 1, True, 2.5, str(players), None):
        _check_bad_option(game, wrong, options, seed, f"{wrong!r} players")
    _check_bad_option(game, players, {**options, "no_such_option": 1}, seed, "an unknown option")
    for bad_seed in (-1, 1.5, "7", True):
        _check_bad_option(game, players, options, bad_seed, f"the seed {bad_seed!r}")


def _check_bad_option(game: Game, players: object, options: dict[str, object], seed: object, what: str) -> None:
    reason = refusal((BadOption,), lambda: game.new(players, options, seed))  # type: ignore[arg-type]  # on purpose
    assert reason is not None, f"{what}: a game was set up all the same"
    assert reason, f"{what}: refused without a reason"
