"""Whole games, checked at every decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from conurb.kernel import notation, record
from conurb.kernel.checks import IllegalAction
from conurb.kernel.game import Game
from conurb.kernel.play import Play, replay, verify
from conurb.kernel.record import Record
from conurb.kernel.state import HOST, State
from conurb.testing.checks import (
    check_clone,
    check_encode,
    check_events_need_a_listener,
    check_invariants,
    check_legal_lists,
    check_moves,
    check_playout,
    check_ranking,
    check_refusals,
    check_save,
    check_scores,
    check_set_up,
    check_value,
    identity,
    refusal,
)
from conurb.testing.random_play import TOO_LONG, random_decision
from conurb.testing.worlds import check_events, check_picture, check_view, check_worlds

StepCheck = Callable[[Game, State, Random], None]
Shares = Mapping[StepCheck, float]  # the share of decisions at which a check is made

_CHEAP: tuple[StepCheck, ...] = (check_invariants, check_legal_lists, check_moves, check_scores, check_ranking)
_COSTLY: tuple[StepCheck, ...] = (
    check_refusals,
    check_playout,
    check_events_need_a_listener,
    check_clone,
    check_save,
    check_encode,
    check_value,
    check_view,
    check_worlds,
    check_events,
)

# Everything everywhere, but for pictures, which take as long as all the rest together.
THOROUGH: Shares = {**dict.fromkeys((*_CHEAP, *_COSTLY), 1.0), check_picture: 0.1}
# For a test that runs many times a day.
QUICK: Shares = {**dict.fromkeys(_CHEAP, 1.0), **dict.fromkeys(_COSTLY, 0.15), check_picture: 0.0}


def check_game(
    game: Game,
    *,
    games_per_setting: int = 1,
    seed: int = 0,
    step_checks: Shares = THOROUGH,
    past_share: float = 1.0,
    players: Iterable[int] | None = None,
) -> int:
    """Play a game with every number of players and every variant, and check all that must hold.

    At the first and the last position of a game every check is made; in between each at its share of the decisions.
    `past_share` is the share of decisions after which all earlier positions are looked at again. Returns how many
    games were played.
    """
    played = 0
    for count in game.player_counts if players is None else players:
        for variant in game.variants():
            check_set_up(game, count, variant, seed)
            # First without playouts: in a game that cannot end they would run for ever.
            play_and_check(game, count, variant, seed, step_checks=dict.fromkeys(_CHEAP, 1.0), past_share=past_share)
            for number in range(games_per_setting):
                play_and_check(game, count, variant, seed + number, step_checks=step_checks, past_share=past_share)
                played += 1
    return played


def play_and_check(
    game: Game,
    players: int,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    *,
    step_checks: Shares = THOROUGH,
    past_share: float = 1.0,
) -> Play:
    """One random game to its end. A failure is told with the record that leads to it."""
    chance = Random(seed)
    play = Play.new(game, players, options, seed)
    past = Past(play.state)
    size = play.state.observation_size()
    try:
        while True:
            always = play.state.count == 0 or play.state.over()
            for check, share in step_checks.items():
                if always or chance.random() < share:
                    check(game, play.state, chance)
            assert play.state.observation_size() == size, "observation_size() changes during the game"
            if always or chance.random() < past_share:
                past.check()
            if play.state.over():
                break
            assert play.state.count < TOO_LONG, f"not over after {TOO_LONG} actions"
            _step_and_check(play, past, chance)
        check_end(play)
        check_record(game, play.record, past.hashes)
    except Exception as error:
        error.add_note(f"after {play.state.count} actions of this game:\n{notation.write(play.record)}")
        raise
    return play


class Past:
    """Every earlier position of a game, kept to see that no later action reaches back into it."""

    def __init__(self, start: State) -> None:
        self.states: list[State] = []
        self.hashes: list[int] = []
        self.saves: set[str] = set()
        self.add(start)

    def add(self, state: State) -> None:
        """Equal hashes and equal saved positions must come together."""
        value, saved = identity(state)
        assert (value in self.hashes) == (saved in self.saves), (
            "equal hashes of different positions" if value in self.hashes else "different hashes of equal positions"
        )
        self.states.append(state.clone())
        self.hashes.append(value)
        self.saves.add(saved)

    def check(self) -> None:
        for number, (state, value) in enumerate(zip(self.states, self.hashes, strict=True)):
            assert state.hash() == value, f"a clone kept after {number} actions has changed since"


def _step_and_check(play: Play, past: Past, chance: Random) -> None:
    """One action, taken back and carried out again where that is allowed."""
    before = identity(play.state)
    floor = play.state.undo_floor
    count = play.state.count
    seat, action = random_decision(play.state, chance)
    play.apply(seat, action)
    state = play.state
    assert state.events is None, "the state still listens after the action"
    assert state.count == count + 1, f"count went from {count} to {state.count} by one action"
    assert floor <= state.undo_floor <= state.count, f"undo_floor went from {floor} to {state.undo_floor}"
    after = identity(state)
    _check_undo_by_others(play, seat)
    if state.undo_floor == state.count:
        _check_no_undo(play, seat)
    else:
        play.undo(seat)
        assert identity(play.state) == before, f"taking back action {action} of seat {seat} did not restore the state"
        play.apply(seat, action)
        assert identity(play.state) == after, f"action {action} of seat {seat} gave another state the second time"
    past.add(play.state)


def _check_undo_by_others(play: Play, seat: int) -> None:
    for other in [HOST, *range(int(play.state.players))]:
        if other != seat:
            _check_no_undo(play, other)


def _check_no_undo(play: Play, seat: int) -> None:
    state, entries = play.state, list(play.record.entries)
    assert not play.can_undo(seat), f"seat {seat} can take back an action that is not its own, or is final"
    reason = refusal((IllegalAction,), lambda: play.undo(seat))
    assert reason is not None, f"seat {seat} took back an action that is not its own, or is final"
    assert play.state is state, "a refused undo changed the state"
    assert play.record.entries == entries, "a refused undo changed the record"


def check_end(play: Play) -> None:
    """The result of a finished game is what its state says, and nobody may act any more."""
    state = play.state
    assert state.to_act() == [], "the game is over, and somebody is to act"
    assert state.host_actions() == [], "the game is over, and the host may act"
    result = play.record.result
    assert result is not None, "the record of a finished game has no result"
    assert result["scores"] == state.scores(), "the record's scores are not the last live ones"
    assert result["ranking"] == state.ranking(), "the record's ranking is not that of the state"
    assert min(state.ranking()) == 1, f"nobody has won: {state.ranking()}"


def check_record(game: Game, game_record: Record, hashes: Sequence[int] = ()) -> None:
    """A record goes through JSON and notation unchanged, and replays to the same positions.

    `hashes` are those of the positions after 0, 1, 2, … actions, where they are known.
    """
    text = game_record.dumps()
    assert record.loads(text) == game_record, "the record changes on its way through JSON"
    assert json.loads(text) == game_record.to_json(), "dumps() and to_json() say different things"
    assert notation.read(notation.write(game_record)) == game_record, "the record changes on its way through notation"
    faults = verify(game, game_record)
    assert not faults, f"the record does not verify: {'; '.join(faults)}"
    play = replay(game, game_record)
    assert play.record == game_record, "replaying the record gives another record"
    if hashes:
        assert play.state.hash() == hashes[-1], "replaying the record ends in another position"
        middle = len(game_record.entries) // 2
        assert replay(game, game_record, upto=middle).state.hash() == hashes[middle], (
            f"replaying the first {middle} actions ends in another position"
        )
