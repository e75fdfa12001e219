"""One table in memory: its entries folded into a game, and what each viewer may see of it.

Entries are the truth; everything here is rebuilt from them. `version` is the number of the last one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from conurb import games
from conurb.kernel.checks import BadMove, ConurbError, IllegalAction
from conurb.kernel.play import Play, opening, read_action
from conurb.kernel.record import ENGINE, Record, commitment, read_seed
from conurb.kernel.state import HOST, Event, State
from conurb.names import seating_of
from conurb.server import storage
from conurb.server.errors import Conflict, Forbidden, NotFound, Unusable
from conurb.server.live import Hub
from conurb.server.players import Keys, Viewer
from conurb.server.storage import EntryRow, MessageRow, SeatRow, TableRow

SNAPSHOT_EVERY = 16  # actions between the states kept for looking back
WAITING, PLAYING, OVER = "waiting", "playing", "over"


def iso(ms: int) -> str:
    """A moment as documents write it."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def table_url(table: str) -> str:
    return f"/t/{table}"


def invite_url(invite: str) -> str:
    return f"/join/{invite}"


@dataclass(frozen=True)
class Substitute:
    """A bot that plays for a seat: since when, and who wanted it."""

    level: str
    since: int
    by: str


@dataclass
class LogLine:
    """An entry and what it made happen."""

    entry: EntryRow
    events: list[Event]
    undone: bool = False

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        return {
            "number": self.entry.number,
            "at": iso(self.entry.at),
            "seat": self.entry.seat,
            "kind": self.entry.kind,
            "by": self.entry.by,
            "level": self.entry.text if self.entry.kind == "bot" else "",
            "undone": self.undone,
            "events": [event.seen_by(seat) for event in self.events],
        }


@dataclass
class Choosing:
    """What a seat has to decide: the number it answers with, since when, and its choices in words."""

    decision: int
    since: int
    choices: list[str]


@dataclass(frozen=True)
class Answer:
    """An action as it was sent, in one of its three forms."""

    action: int | None = None
    move: Mapping[str, object] | None = None
    text: str | None = None


class LiveTable:
    """A table that somebody plays at or looks at."""

    def __init__(self, kept: storage.Game, hub: Hub, keys: Keys, started: int) -> None:
        """`started`: since when this server runs; no clock ticked before."""
        self.row: TableRow = kept.table
        self.id = kept.table.id
        self.seats: list[SeatRow] = kept.seats
        self.messages: list[MessageRow] = kept.messages
        self.lock = asyncio.Lock()  # one action at a time
        self._hub = hub
        self._keys = keys
        self._server_started = started
        self.game = games.get(kept.table.game)
        self.version = 0
        self.play = self._opening()
        self.log: list[LogLine] = []
        self.substitutes: dict[int, Substitute] = {}
        self.requests: dict[str, EntryRow] = {}
        self.strikes = [0] * self.players  # overdue decisions in a row
        self._used_ms = [0] * self.players
        self._choosing: list[Choosing | None] = [None] * self.players
        self._snapshots: list[State] = [self.state.clone()]
        self._views: dict[int | None, dict[str, Any]] = {}
        self._note_decisions(0, self.began, None)
        for entry in kept.entries:
            self.fold(entry)

    def _opening(self) -> Play:
        row = self.row
        if row.engine != ENGINE or row.data != self.game.data_hash(self.game.default_data()):
            raise Conflict("other_rules", table=row.id)
        seed = read_seed(row.seed)
        record = Record(
            game=self.game.key,
            players=row.players,
            seed=seed,
            options=dict(row.options),
            data=row.data,
            start=row.start,
            commitment=commitment(seed),
        )
        return Play(self.game, record, opening(self.game, record))

    # --- what it is

    @property
    def state(self) -> State:
        return self.play.state

    @property
    def players(self) -> int:
        return self.row.players

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def names_of_players(self) -> list[str]:
        """The names as records have them: by player, who may have drawn another seat."""
        named = dict(zip(seating_of(self.state), self.names, strict=True))
        return [named[player] for player in range(self.players)]

    @property
    def status(self) -> str:
        if any(seat.kind == "open" for seat in self.seats):
            return WAITING
        return OVER if self.state.over() else PLAYING

    @property
    def began(self) -> int:
        """When the last seat was taken."""
        return max([self.row.created, *(seat.claimed_at or 0 for seat in self.seats)])

    @property
    def actions(self) -> int:
        return len(self.play.record.entries)

    def replace_seats(self, seats: list[SeatRow]) -> None:
        """Seats as they are now, after a claim."""
        self.seats = seats
        if self.version == 0:
            self._note_decisions(0, self.began, None)

    # --- folding

    def fold(self, entry: EntryRow) -> None:
        """Carry out the next entry."""
        assert entry.number == self.version + 1, f"entry {entry.number} does not follow {self.version}"
        line = LogLine(entry, [])
        if entry.kind == "action":
            action = read_action(self.state, entry.seat, entry.text)
            line.events = self.play.apply(entry.seat, action, entry.by)
            self._note_action(entry)
        elif entry.kind == "undo":
            self.play.undo(entry.seat)
            self._note_undo()
        elif entry.kind == "bot":
            self.substitutes[entry.seat] = Substitute(entry.text, entry.at, entry.by)
        else:
            self.substitutes.pop(entry.seat, None)
            self.strikes[entry.seat] = 0
        self.version = entry.number
        self.log.append(line)
        if entry.request is not None:
            self.requests[entry.request] = entry
        self._views.clear()
        if entry.kind in ("action", "undo"):
            self._note_decisions(entry.number, entry.at, entry.seat)

    def _note_action(self, entry: EntryRow) -> None:
        if self.actions % SNAPSHOT_EVERY == 0:
            self._snapshots.append(self.state.clone())
        if entry.seat == HOST:
            return
        self.strikes[entry.seat] = self.strikes[entry.seat] + 1 if entry.by == "clock" else 0
        if not entry.by:
            self._used_ms[entry.seat] += entry.ms

    def _note_undo(self) -> None:
        del self._snapshots[self.actions // SNAPSHOT_EVERY + 1 :]
        last = next(line for line in reversed(self.log) if line.entry.kind == "action" and not line.undone)
        last.undone = True

    def _note_decisions(self, number: int, at: int, actor: int | None) -> None:
        """A seat faces a new decision when it acted, or when what it may choose has changed; otherwise the same, so
        that somebody else's secret choice does not make its answer stale."""
        state = self.state
        for seat in range(self.players):
            if not state.must_act(seat):
                self._choosing[seat] = None
                continue
            choices = [state.text(seat, action) for action in state.legal(seat)]
            before = self._choosing[seat]
            if before is None or actor in (seat, None) or before.choices != choices:
                self._choosing[seat] = Choosing(number, at, choices)

    # --- who

    def seats_of(self, viewer: Viewer) -> list[int]:
        """The seats whose owner this is."""
        return [
            seat.seat
            for seat in self.seats
            if (viewer.guest is not None and seat.key_hash == viewer.guest)
            or (viewer.token is not None and seat.token_hash == viewer.token)
        ]

    def is_host(self, viewer: Viewer) -> bool:
        """Whoever made the table, also with the token of a seat of theirs."""
        if viewer.guest is not None and viewer.guest == self.row.host:
            return True
        return any(self.seats[seat].key_hash == self.row.host for seat in self.seats_of(viewer))

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.players:
            raise NotFound("no_seat", seat=seat, last=self.players - 1)

    def check_own(self, viewer: Viewer, seat: int) -> None:
        """Only the owner of a seat acts for it."""
        self.check_seat(seat)
        if seat not in self.seats_of(viewer):
            raise Forbidden("not_your_seat", seat=seat)

    def is_alone(self, viewer: Viewer) -> bool:
        """Whether nobody else plays: all other seats are bots'."""
        own = self.seats_of(viewer)
        return bool(own) and all(seat in own or self.level_of(seat) is not None for seat in range(self.players))

    def check_alone(self, viewer: Viewer) -> None:
        """Hints are for tables where nobody else plays: among people they would be cheating."""
        if not self.is_alone(viewer):
            raise Forbidden("not_alone")

    def check_token(self, viewer: Viewer) -> None:
        """A token must fit the table, so that a program notices a wrong one."""
        if viewer.token is not None and not any(seat.token_hash == viewer.token for seat in self.seats):
            raise Forbidden("wrong_token")

    def level_of(self, seat: int) -> str | None:
        """The level of the bot that plays for a seat now; None if a person does."""
        if seat in self.substitutes:
            return self.substitutes[seat].level
        return self.seats[seat].level if self.seats[seat].kind == "bot" else None

    # --- deciding

    def decision(self, seat: int) -> int | None:
        """The number to answer with; None if the seat has nothing to decide."""
        choosing = self._choosing[seat] if self.status == PLAYING else None
        return None if choosing is None else choosing.decision

    def stale(self, key: str, seat: int, /, **about: object) -> Conflict:
        """What is told to whoever comes too late."""
        facts: dict[str, object] = {"version": self.version, "decision": self.decision(seat)}
        if self.status == PLAYING and facts["decision"] is None:
            facts["reason"] = self.state.why_not(seat, -1)
        return Conflict(key, facts, **about)

    def conflict(self, key: str, **about: object) -> Conflict:
        return Conflict(key, {"version": self.version}, **about)

    def check_decision(self, seat: int, answers: int) -> None:
        """The answer must be to the decision that the seat faces now."""
        status = self.status
        if status == WAITING:
            raise self.stale("still_waiting", seat)
        if status == OVER:
            raise self.stale("game_over", seat)
        decision = self.decision(seat)
        if decision is None:
            raise self.stale("nothing_to_decide", seat)
        if answers != decision:
            raise self.stale("decided", seat, seat=seat, answers=answers, decision=decision)

    def read_answer(self, seat: int, answer: Answer, state: State | None = None) -> int:
        """The code of a legal action; IllegalAction or BadMove says what is wrong with it."""
        state = state or self.state
        if answer.action is not None:
            action = answer.action
        elif answer.move is not None:
            action = state.action(seat, answer.move)
        elif answer.text is not None:
            action = state.parse(seat, answer.text)
        else:
            raise BadMove("an action is needed: as its code (action), as a move or as text")
        if not state.is_legal(seat, action):
            raise IllegalAction(state.why_not(seat, action))
        return action

    def was_answer(self, entry: EntryRow, answer: Answer) -> bool:
        """Whether an action that was carried out is the one that is sent now."""
        state = self._state_before(entry)
        try:
            return state.text(entry.seat, self.read_answer(entry.seat, answer, state)) == entry.text
        except (BadMove, IllegalAction):
            return False

    def ends_with(self, seat: int, action: int) -> bool:
        """Whether that action ends the game."""
        after = self.state.clone()
        after.step(seat, action)
        return after.over()

    def final_choices(self, seat: int) -> list[int]:
        """The choices of the seat that could not be taken back: something would come to light, or a bot would move."""
        final = []
        for action in self.state.legal(seat):
            after = self.state.clone()
            after.step(seat, action)
            if after.undo_floor == after.count or self._bot_follows(seat, after):
                final.append(action)
        return final

    def _bot_follows(self, seat: int, after: State) -> bool:
        acting = after.to_act()
        return seat not in acting and any(self.level_of(other) is not None for other in acting)

    def thinking_ms(self, seat: int, now: int) -> int:
        """How long a seat has been deciding."""
        choosing = self._choosing[seat]
        return 0 if choosing is None else max(0, now - choosing.since)

    def deadline(self, seat: int) -> int | None:
        """When the clock decides for a seat."""
        choosing = self._choosing[seat] if self.status == PLAYING else None
        if not self.row.clock or choosing is None or self.level_of(seat) is not None:
            return None
        return max(choosing.since, self._server_started) + self.row.clock * 1000

    def idle_deadline(self) -> int | None:
        """When the table itself hurries, where the rules let the host do so and the options say after how long."""
        idle = self.row.options.get("idle", 0)
        if not idle or self.status != PLAYING or not self.state.host_actions():
            return None
        last = self.log[-1].entry.at if self.log else self.began
        return int(max(last, self._server_started) + idle * 1000)

    def needs_care(self) -> bool:
        """Whether something happens here without anybody asking: a bot's turn, or a clock that runs."""
        if self.status != PLAYING:
            return False
        seats = range(self.players)
        bots = any(self.level_of(seat) is not None and self.decision(seat) is not None for seat in seats)
        return bots or bool(self.row.clock) or self.idle_deadline() is not None

    # --- looking back

    def state_at(self, at: int) -> State:
        """The state after that many actions."""
        if not 0 <= at <= self.actions:
            raise Unusable("no_moment", at=at, actions=self.actions)
        state = self._snapshots[at // SNAPSHOT_EVERY].clone()
        for entry in self.play.record.entries[at // SNAPSHOT_EVERY * SNAPSHOT_EVERY : at]:
            state.apply(entry.seat, read_action(state, entry.seat, entry.text))
        return state

    def _state_before(self, entry: EntryRow) -> State:
        """The state that an action met, also one that was taken back since."""
        met: list[EntryRow] = []
        for line in self.log[: entry.number - 1]:
            if line.entry.kind == "action":
                met.append(line.entry)
            elif line.entry.kind == "undo":
                met.pop()
        state = self._snapshots[0].clone()
        for one in met:
            state.apply(one.seat, read_action(state, one.seat, one.text))
        return state

    def _log_until(self, at: int | None) -> list[LogLine]:
        """The log up to that many actions."""
        if at is None:
            return self.log
        lines: list[LogLine] = []
        for line in self.log:
            if line.entry.kind == "action" and not line.undone:
                if at == 0:
                    break
                at -= 1
            lines.append(line)
        return lines

    # --- showing

    def shown_seat(self, viewer: Viewer, seat: int | None) -> int | None:
        """The seat whose view the viewer gets: the one asked for, one that must act, one of theirs, or none."""
        yours = self.seats_of(viewer)
        if seat is not None:
            self.check_own(viewer, seat)
            return seat
        acting = [mine for mine in yours if self.decision(mine) is not None]
        return next(iter(acting + yours), None)

    def view(self, seat: int | None, at: int | None = None) -> dict[str, Any]:
        """What that seat, or a spectator, may know."""
        if at is not None:
            return self.state_at(at).view(seat)
        if seat not in self._views:
            self._views[seat] = self.state.view(seat)
        return self._views[seat]

    def document(self, viewer: Viewer, seat: int | None = None, at: int | None = None) -> dict[str, Any]:
        """Everything the viewer sees of the table, ready for JSON. Of the game itself, only `view` and the events that
        the seat may see."""
        seat = self.shown_seat(viewer, seat)
        status = self.status
        deciding = None if seat is None or at is not None else self.decision(seat)
        finals = [] if seat is None or deciding is None else self.final_choices(seat)
        return {
            "table": self.id,
            "url": table_url(self.id),
            "game": self.game.key,
            "title": self.game.title,
            "version": self.version,
            "status": status,
            "yours": self.seats_of(viewer),
            "seat": seat,
            "host": self.is_host(viewer),
            "names": self.names,
            "seats": self._show_seats(),
            "invites": self._show_invites(viewer),
            "options": self.row.options,
            "public": self.row.public,
            "commitment": self.play.record.commitment,
            "seed": f"{self.play.record.seed:#x}" if status == OVER else None,
            "view": self.view(seat, at),
            "decision": deciding,
            "log": [line.seen_by(seat) for line in self._log_until(at)],
            "chat": [show_message(message) for message in self.messages],
            "can_undo": seat is not None and at is None and self.may_undo(seat),
            "final": bool(finals),
            "finals": finals,
            "hints": status == PLAYING and self.is_alone(viewer),
            "can_hurry": status == PLAYING and self.is_host(viewer) and bool(self.state.host_actions()),
            "clock": self._show_clock(seat),
            "spectators": self._hub.spectators(self.id),
            "at": at,
            "actions": self.actions,
            "created": iso(self.row.created),
            "parent": self.row.parent,
            "rematch": self.row.rematch,
        }

    def may_undo(self, seat: int) -> bool:
        """Also the action that ended the game is final: the seed has been shown since."""
        return self.status == PLAYING and seat not in self.substitutes and self.play.can_undo(seat)

    def _show_seats(self) -> list[dict[str, Any]]:
        connected = self._hub.connected(self.id)
        return [
            {
                "seat": seat.seat,
                "name": seat.name,
                "kind": seat.kind,
                "level": self.level_of(seat.seat) or "",
                "connected": seat.seat in connected,
                "bot_since": self._bot_since(seat),
                "seconds": self._used_ms[seat.seat] // 1000,
            }
            for seat in self.seats
        ]

    def _bot_since(self, seat: SeatRow) -> str | None:
        substitute = self.substitutes.get(seat.seat)
        return None if substitute is None or seat.kind == "bot" else iso(substitute.since)

    def _show_invites(self, viewer: Viewer) -> dict[str, str]:
        if not self.is_host(viewer):
            return {}
        return {
            str(seat.seat): invite_url(self._keys.invite(self.id, seat.seat))
            for seat in self.seats
            if seat.kind == "open"
        }

    def _show_clock(self, seat: int | None) -> dict[str, Any]:
        if not self.row.clock:
            return {"seconds": 0, "deadline": None}
        own = None if seat is None else self.deadline(seat)
        deadlines = [d for d in map(self.deadline, range(self.players)) if d is not None]
        deadline = own if own is not None else min(deadlines, default=None)
        return {"seconds": self.row.clock, "deadline": None if deadline is None else iso(deadline)}

    def record(self) -> Record:
        """The game as data, once it is over."""
        if self.status != OVER:
            raise Conflict("record_later")
        return replace(self.play.record, names=self.names_of_players)


def show_message(message: MessageRow) -> dict[str, Any]:
    return {
        "number": message.number,
        "seat": message.seat,
        "name": message.name,
        "text": message.text,
        "suggestion": message.suggestion,
        "at": iso(message.at),
    }


@dataclass(frozen=True)
class Summary:
    """A line of a list of tables."""

    row: TableRow
    seats: list[SeatRow]
    yours: list[int] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        try:
            title = games.get(self.row.game).title
        except ConurbError:
            title = self.row.game
        return {
            "table": self.row.id,
            "url": table_url(self.row.id),
            "game": self.row.game,
            "title": title,
            "status": self.row.status,
            "players": self.row.players,
            "names": [seat.name for seat in self.seats],
            "kinds": [seat.kind for seat in self.seats],
            "open": sum(1 for seat in self.seats if seat.kind == "open"),
            "yours": self.yours,
            "public": self.row.public,
            "clock": self.row.clock,
            "created": iso(self.row.created),
        }
