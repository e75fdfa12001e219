# interpreted: one action at a time, for people and servers; simulations use the state itself
"""A game being played: its state, its record, and taking back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conurb.kernel.checks import BadPosition, BadRecord, ConurbError, IllegalAction
from conurb.kernel.game import Game, check_seed
from conurb.kernel.record import ENGINE, Entry, Record, commitment
from conurb.kernel.state import HOST, Event, Position, State


class Play:
    """A state and the record that leads to it, kept in step.

    >>> from conurb import games
    >>> play = Play.new(games.get("between-two-cities"), players=3, seed=7)
    >>> events = play.apply(0, play.state.legal(0)[0])
    >>> len(play.record.entries), play.state.to_act()
    (1, [1, 2])
    """

    def __init__(self, game: Game, record: Record, state: State) -> None:
        self.game = game
        self.record = record
        self.state = state
        self._before: list[State] = []  # the states since the undo floor, for taking back

    @classmethod
    def new(
        cls,
        game: Game,
        players: int,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        data: Any = None,
        names: list[str] | None = None,
        start: Position | None = None,
    ) -> Play:
        """A new game, or one that begins at a position."""
        game.check_players(players)
        number = check_seed(seed)
        pack = game.default_data() if data is None else data
        checked = game.options(options, players)
        record = Record(
            game=game.key,
            players=players,
            seed=number,
            options=game.options_dict(checked),
            data=game.data_hash(pack),
            names=list(names or []),
            start=start,
            commitment=commitment(number),
        )
        return cls(game, record, opening(game, record, pack))

    def apply(self, seat: int, action: int, by: str = "") -> list[Event]:
        """Carry out an action, record it, and return what happened."""
        if not self.state.is_legal(seat, action):
            raise IllegalAction(self.state.why_not(seat, action))
        text = self.state.text(seat, action)
        before = self.state.clone()
        events = self.state.listen()
        self.state.step(seat, action)
        self.state.events = None
        self.record.entries.append(Entry(seat, text, by))
        self._before.append(before)
        takeable = int(self.state.count - self.state.undo_floor)  # more than is kept, if play began at a position
        del self._before[: max(0, len(self._before) - takeable)]
        if self.state.over():
            self.record.result = result(self.state)
        return events

    def can_undo(self, seat: int) -> bool:
        """Whether the last action was this seat's and reveals nothing, so that it may be taken back."""
        return bool(self._before) and self.record.entries[-1].seat == seat

    def undo(self, seat: int) -> None:
        """Take the last action back."""
        if not self.can_undo(seat):
            raise IllegalAction("nothing of yours can be taken back now")
        self.state = self._before.pop()
        self.record.entries.pop()
        self.record.result = None


def result(state: State) -> dict[str, object]:
    """What a record keeps of a finished game."""
    return {"scores": state.scores(), "ranking": state.ranking(), "hash": f"{state.hash():016x}"}


def opening(game: Game, record: Record, data: Any = None) -> State:
    """The state in which a record begins."""
    pack = game.default_data() if data is None else data
    if record.start is None:
        return game.new(record.players, record.options, record.seed, pack)
    position: dict[str, Any] = {"players": record.players, "options": record.options, **record.start}
    if position["players"] != record.players:
        raise BadPosition(f"start: a position of {position['players']!r} players, but {record.players} play")
    state = game.load(position, seed=record.seed, data=pack)
    if game.options(position["options"], record.players) != game.options(record.options, record.players):
        raise BadPosition(f"start: a position with the options {position['options']}, but those are {record.options}")
    return state


def replay(game: Game, record: Record, upto: int | None = None, data: Any = None) -> Play:
    """Play a record again, whole or its first `upto` actions; BadRecord if it does not fit the rules."""
    pack = game.default_data() if data is None else data
    if record.engine != ENGINE:
        raise BadRecord(f"the record is of engine {record.engine!r}; this is engine {ENGINE!r}")
    if record.data and record.data != game.data_hash(pack):
        raise BadRecord("the record was played with another data pack; give that pack with --data")
    total = len(record.entries)
    if upto is not None and not 0 <= upto <= total:
        raise BadRecord(f"the record has {total} actions: the position must be from 0 to {total}, not {upto}")
    if record.game != game.key:
        raise BadRecord(f"this is a record of {record.game!r}, not of {game.key}")
    play = Play(game, _without_actions(record), opening(game, record, pack))
    for number, entry in enumerate(record.entries[:upto], 1):
        try:
            play.apply(entry.seat, read_action(play.state, entry.seat, entry.text), entry.by)
        except ConurbError as error:
            raise BadRecord(f"action {number} ({entry.text}): {error}") from None
    return play


def read_action(state: State, seat: int, text: str) -> int:
    """The code of a move in notation, for a seat or the host."""
    if not (seat == HOST or state.has_seat(seat)):
        raise IllegalAction(state.why_not(seat, -1))
    return state.parse(seat, text)


def verify(game: Game, record: Record, data: Any = None) -> list[str]:
    """Replay a record and list everything that is not as it says; empty if all is true."""
    faults = []
    if record.commitment and record.commitment != commitment(record.seed):
        faults.append("the seed is not the one announced before the game")
    try:
        play = replay(game, record, data=data)
    except ConurbError as error:
        return [*faults, str(error)]
    if not play.state.over():
        if record.result is not None:
            faults.append("the record has a result, but the game is not over")
    elif record.result is None:
        faults.append("the game is over, but the record has no result")
    else:
        true = result(play.state)
        faults += [
            f"{name} should be {true[name]}, the record says {record.result.get(name)}"
            for name in true
            if record.result.get(name) != true[name]
        ]
    return faults


def _without_actions(record: Record) -> Record:
    return Record(
        game=record.game,
        players=record.players,
        seed=record.seed,
        options=record.options,
        data=record.data,
        engine=record.engine,
        names=record.names,
        start=record.start,
        commitment=record.commitment,
    )
