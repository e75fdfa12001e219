"""What can be done at tables: make one, join, act, take back, talk, call a bot, come back, play again.

Every change is first written down, then answered, then told to whoever looks on. Nothing is believed that the
database has not confirmed: a worker that lost a race catches up and looks again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

from conurb import games
from conurb.kernel.game import Game, check_seed
from conurb.kernel.play import opening
from conurb.kernel.record import ENGINE, Record
from conurb.kernel.state import HOST, Position
from conurb.server.errors import Conflict, Forbidden, NotFound, Unusable
from conurb.server.live import Hub
from conurb.server.metrics import Metrics
from conurb.server.players import Keys, Viewer, hashed, new_table_id
from conurb.server.settings import Settings, check_levels
from conurb.server.storage import EntryRow, MessageRow, SeatRow, Storage, TableRow
from conurb.server.table import OVER, PLAYING, WAITING, Answer, LiveTable, Summary, show_message

__all__ = ["Answer", "Claim", "Created", "LiveTable", "SeatWish", "Tables"]

log = logging.getLogger("conurb.tables")

TRIES = 20  # races with other workers that are tried again before giving up
NAMES = ("Ada", "Noor", "Imre", "Lia", "Otto", "Zita", "Gino", "Mina", "Bela", "Tosca")
MOST_NAME = 30  # letters


@dataclass(frozen=True)
class SeatWish:
    """What a seat of a new table is to be: mine, open for a friend, or a bot's."""

    kind: str  # me, open, bot
    name: str = ""
    level: str = "greedy"


@dataclass(frozen=True)
class Claim:
    """The seat that somebody wants: that of an invite, or at a public table the one named or any."""

    invite: str | None = None
    seat: int | None = None
    again: bool = False  # though they hold another one


@dataclass(frozen=True)
class Created:
    """A new table, the invites for its open seats and the tokens of the maker's own."""

    live: LiveTable
    invites: dict[int, str] = field(default_factory=dict)
    tokens: dict[int, str] = field(default_factory=dict)


@dataclass
class _Player:
    """Somebody who will get a seat, before it is known which."""

    kind: str
    name: str
    level: str = ""
    key_hash: str | None = None


class Tables:
    """Every table of one worker. `start` before use."""

    def __init__(self, settings: Settings, storage: Storage, hub: Hub, metrics: Metrics) -> None:
        self.settings = settings
        self.storage = storage
        self.hub = hub
        self.metrics = metrics
        self.keys: Keys
        self.now = settings.now
        self.started = settings.now()
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.leading = False  # whether this worker plays for bots
        self.watchers: list[Callable[[LiveTable], None]] = []  # told of every change

    async def start(self) -> None:
        kept = await self.storage.secret("server", secrets.token_urlsafe(32))
        self.keys = Keys(self.settings.secret or kept)

    @property
    def live_tables(self) -> list[LiveTable]:
        """Those in memory."""
        return list(self._live.values())

    # --- opening

    async def open(self, table_id: str) -> LiveTable:
        """The table as it is now; NotFound if there is none of that id."""
        live = self._live.get(table_id)
        if live is None:
            live = await self._load(table_id)
        else:
            await self.catch_up(live)
            self._live[table_id] = self._live.pop(table_id)  # the last used one is last
        return live

    async def _load(self, table_id: str) -> LiveTable:
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._read(table_id))
        task = self._loading[table_id]
        try:
            live = await asyncio.shield(task)
        finally:
            self._loading.pop(table_id, None)
        if live is None:
            raise NotFound("no_table", table=table_id)
        return live

    async def _read(self, table_id: str) -> LiveTable | None:
        kept = await self.storage.load(table_id)
        if kept is None:
            return None
        live = LiveTable(kept, self.hub, self.keys, self.started)
        self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        self._live[live.id] = live
        if len(self._live) > self.settings.live_tables:
            self._forget_some()

    def _forget_some(self) -> None:
        """Memory is a cache: of the longest unused, those that nobody looks at and no bot or clock of ours is at work
        at are read again when they are needed."""
        looked_at = set(self.hub.tables())
        enough = self.settings.live_tables - self.settings.live_tables // 10
        for live in self.live_tables:
            if len(self._live) <= enough:
                return
            cared_for = self.leading and live.needs_care()
            if live.id not in looked_at and not live.lock.locked() and not cared_for:
                del self._live[live.id]
                self.hub.forget(live.id)

    async def catch_up(self, live: LiveTable) -> None:
        """Fold what other workers have written."""
        with_seats = live.status != PLAYING
        if not with_seats and not await self.storage.has_news(live.id, live.version, len(live.messages)):
            return
        entries, messages, seats, rematch = await self.storage.news(
            live.id, live.version, len(live.messages), with_seats
        )
        for entry in entries:
            if entry.number == live.version + 1:
                live.fold(entry)
        for message in messages:
            if message.number == len(live.messages) + 1:
                live.messages.append(message)
        if seats is not None:
            live.row.rematch = live.row.rematch or rematch
            if free_seats(seats) < free_seats(live.seats):  # seats are only ever taken: others were read before
                live.replace_seats(seats)

    async def heard(self, table_id: str) -> None:
        """Another worker has written something at a table. Of those we do not know, only the leader takes notice."""
        if table_id in self._live or self.leading:
            self.announce(await self.open(table_id))

    def _changed(self, live: LiveTable) -> None:
        """Tell everybody, once the one who acted has been answered."""
        asyncio.get_running_loop().call_soon(self.announce, live)

    def announce(self, live: LiveTable) -> None:
        at = live.log[-1].entry.at if live.log else live.row.created
        self.hub.publish(live.id, "changed", {"version": live.version, "status": live.status, "at": at})
        for watcher in self.watchers:
            watcher(live)

    # --- making tables

    async def create(
        self,
        viewer: Viewer,
        *,
        game: str,
        players: int,
        seats: Sequence[SeatWish],
        options: Mapping[str, object] | None = None,
        clock: int = 0,
        public: bool = False,
        seed: int | None = None,
        start: Position | None = None,
    ) -> Created:
        """A new table, perhaps from a position. The viewer, a guest, is its host and gets the seats marked `me`."""
        title = games.get(game)
        title.check_players(players)
        if len(seats) != players:
            raise Unusable("seat_count", players=players, seats=len(seats))
        if seed is not None and any(wish.kind == "open" for wish in seats):
            raise Unusable("known_seed")
        everybody = self._players(viewer, seats)
        return await self._create(viewer, title, everybody, dict(options or {}), clock, public, seed, start)

    def _players(self, viewer: Viewer, seats: Sequence[SeatWish]) -> list[_Player]:
        players: list[_Player] = []
        for wish in seats:
            taken = [player.name for player in players]
            name = "" if wish.kind == "open" else free_name(wish.name, taken)
            if wish.kind == "bot":
                players.append(_Player("bot", name, check_levels(self.settings, wish.level)))
            elif wish.kind == "me":
                players.append(_Player("person", name, "", viewer.guest))
            else:
                players.append(_Player("open", name))
        return players

    async def _create(
        self,
        viewer: Viewer,
        title: Game,
        everybody: list[_Player],
        options: dict[str, object],
        clock: int,
        public: bool,
        seed: int | None = None,
        start: Position | None = None,
        parent: str | None = None,
        rematch: bool = False,
    ) -> Created:
        """`everybody` in the order of players; a rematch is made once, so it may be another's that comes back."""
        if viewer.guest is None:
            raise Forbidden("no_host")
        if clock and any(info.name == "clock" for info in title.option_infos()):
            options.setdefault("clock", clock)
        checked = title.options(options, len(everybody))
        row = TableRow(
            id=new_table_id(),
            game=title.key,
            players=len(everybody),
            options=title.options_dict(checked),
            data=title.data_hash(title.default_data()),
            engine=ENGINE,
            seed=f"{check_seed(seed):#x}",
            start=start,
            created=self.now(),
            status=WAITING if any(player.kind == "open" for player in everybody) else PLAYING,
            clock=getattr(checked, "clock", clock),
            public=public,
            host=viewer.guest,
            parent=parent,
            rematch=None,
        )
        seats = self._seat(row, title, everybody)
        found = await self.storage.create(row, seats, parent if rematch else None)
        live = await self.open(found)
        if found == row.id:
            self.metrics.count("conurb_tables_created_total", game=title.key)
            log.info("table created", extra={"facts": {"table": row.id, "game": title.key, "players": row.players}})
            self._changed(live)
        mine = [seat for seat in live.seats if seat.key_hash == viewer.guest]
        return Created(live, self._invites(live), self._tokens(live, mine))

    def _seat(self, row: TableRow, title: Game, everybody: list[_Player]) -> list[SeatRow]:
        """Who sits where: as the game's own draw of seats says, where it has one, otherwise in the order given."""
        first = opening(title, Record(title.key, row.players, int(row.seed, 0), dict(row.options), start=row.start))
        drawn = first.view(None).get("seating")
        order = drawn if isinstance(drawn, list) and row.start is None else list(range(row.players))
        seats = []
        for seat in range(row.players):
            player = everybody[order[seat]]
            key = player.key_hash
            seats.append(
                SeatRow(
                    table_id=row.id,
                    seat=seat,
                    kind=player.kind,
                    name=player.name,
                    level=player.level,
                    key_hash=key,
                    token_hash=None if key is None else hashed(self.keys.token(row.id, seat, key)),
                    invite_hash=hashed(self.keys.invite(row.id, seat)) if player.kind == "open" else None,
                    claimed_at=None if player.kind == "open" else row.created,
                )
            )
        return seats

    def _invites(self, live: LiveTable) -> dict[int, str]:
        return {seat.seat: self.keys.invite(live.id, seat.seat) for seat in live.seats if seat.kind == "open"}

    def _tokens(self, live: LiveTable, seats: Sequence[SeatRow]) -> dict[int, str]:
        return {
            seat.seat: self.keys.token(live.id, seat.seat, seat.key_hash) for seat in seats if seat.key_hash is not None
        }

    async def list_tables(self, viewer: Viewer, kind: str, limit: int = 50, status: str | None = None) -> list[Summary]:
        """Lists: `open` (public, with a free seat), `public` or `mine`; of the latter two all, or those of a status."""
        if kind == "mine":
            keys = viewer.keys
            found = await self.storage.list_tables(keys=keys, status=status, limit=limit) if keys else []
        else:
            wanted = WAITING if kind == "open" else status
            found = await self.storage.list_tables(public=True, status=wanted, limit=limit)
        return [Summary(row, seats, _held(seats, viewer)) for row, seats in found]

    # --- joining

    async def find_invite(self, invite: str) -> str:
        """The table of an invite; NotFound if it is none of ours."""
        seat = await self.storage.find_invite(hashed(invite))
        if seat is None:
            raise NotFound("no_invite")
        return seat.table_id

    async def claim(self, table_id: str, viewer: Viewer, wish: Claim, name: str) -> tuple[int, str]:
        """Take an open seat. The seat and its token; the same, if the claim is sent again."""
        if viewer.guest is None:
            raise Forbidden("no_guest")
        live = await self.open(table_id)
        async with live.lock:
            await self.catch_up(live)
            for _ in range(TRIES):
                seat = self.claimable(live, viewer, wish)
                if seat.key_hash is not None:
                    return seat.seat, self.keys.token(live.id, seat.seat, seat.key_hash)
                token = self.keys.token(live.id, seat.seat, viewer.guest)
                claimed = SeatRow(
                    table_id=live.id,
                    seat=seat.seat,
                    kind="person",
                    name=free_name(name, live.names),
                    level="",
                    key_hash=viewer.guest,
                    token_hash=hashed(token),
                    claimed_at=self.now(),
                )
                done = await self.storage.claim(claimed, wish.again)
                await self.catch_up(live)
                if done:
                    log.info("seat claimed", extra={"facts": {"table": live.id, "seat": seat.seat}})
                    self._changed(live)
                    return seat.seat, token
        raise Conflict("seat_taken")

    def claimable(self, live: LiveTable, viewer: Viewer, wish: Claim) -> SeatRow:
        """The seat that a claim leads to: an open one, or one that is the viewer's already."""
        if wish.invite is not None:
            return self._invited(live, viewer, wish.invite, wish.again)
        if not live.row.public:
            raise Forbidden("by_invitation")
        if wish.seat is not None:
            live.check_seat(wish.seat)
        mine = live.seats_of(viewer)
        if mine and (not wish.again or wish.seat in mine):
            return live.seats[wish.seat if wish.seat in mine else mine[0]]
        if wish.seat is not None:
            if live.seats[wish.seat].kind != "open":
                raise Conflict("seat_taken")
            return live.seats[wish.seat]
        free = [seat for seat in live.seats if seat.kind == "open"]
        if not free:
            raise Conflict("no_open_seat")
        return free[0]

    def _invited(self, live: LiveTable, viewer: Viewer, invite: str, again: bool) -> SeatRow:
        """The seat of an invite. Who sits at the table already, such as its host, would take a friend's."""
        seat = next((seat for seat in live.seats if seat.invite_hash == hashed(invite)), None)
        mine = live.seats_of(viewer)
        if seat is None:
            raise NotFound("wrong_invite")
        if seat.kind != "open" and seat.seat not in mine:
            raise Conflict("invite_used")
        if seat.kind == "open" and mine and not again:
            raise Conflict("sits_already")
        return seat

    # --- acting

    async def act(
        self,
        table_id: str,
        viewer: Viewer,
        seat: int,
        answers: int,
        answer: Answer,
        request: str | None = None,
    ) -> int:
        """Carry out a player's action; the version after it. Conflict if the decision was made already."""
        live = await self.open(table_id)
        live.check_own(viewer, seat)
        async with live.lock:
            return await self._act(live, seat, answers, answer, "", None, request)

    async def act_for(
        self, live: LiveTable, seat: int, answers: int, answer: Answer, by: str, level: str | None
    ) -> int:
        """The same for bots and clocks, as long as that bot, or with None a person, still plays the seat."""
        async with live.lock:
            await self.catch_up(live)
            return await self._act(live, seat, answers, answer, by, level, None)

    async def _act(
        self, live: LiveTable, seat: int, answers: int, answer: Answer, by: str, level: str | None, request: str | None
    ) -> int:
        for _ in range(TRIES):
            known = self._known(live, "action", seat, request, answer)
            if known is not None:
                return known
            if live.level_of(seat) != level:  # a bot has taken over, or the owner has come back
                raise live.stale("bot_plays_yours", seat, name=live.names[seat])
            live.check_decision(seat, answers)
            action = live.read_answer(seat, answer)
            entry = self._entry(live, "action", seat, live.state.text(seat, action), by, request)
            if await self._write(live, entry, live.ends_with(seat, action)):
                self.metrics.count("conurb_actions_total", game=live.game.key)
                return entry.number
        raise live.stale("too_busy", seat)

    async def undo(
        self, table_id: str, viewer: Viewer, seat: int, version: int | None = None, request: str | None = None
    ) -> int:
        """Take the seat's last action back; with `version`, only if nothing has happened since."""
        live = await self.open(table_id)
        live.check_own(viewer, seat)
        async with live.lock:
            known = self._known(live, "undo", seat, request)
            if known is not None:
                return known
            if version is not None and version != live.version:
                raise live.stale("other_version", seat, asked=version, now=live.version)
            if not live.may_undo(seat):
                raise live.stale("nothing_to_undo", seat)
            entry = self._entry(live, "undo", seat, "", "", request)
            if not await self._write(live, entry):
                raise live.stale("others_acted", seat)
            return entry.number

    async def hurry(self, table_id: str, viewer: Viewer) -> int:
        """The host's action, where the rules give the host one."""
        live = await self.open(table_id)
        if not live.is_host(viewer):
            raise Forbidden("only_host_hurries")
        return await self.act_as_host(live, "")

    async def act_as_host(self, live: LiveTable, by: str) -> int:
        async with live.lock:
            actions = live.state.host_actions() if live.status == PLAYING else []
            if not actions:
                raise live.conflict("nothing_to_hurry")
            text = live.state.text(HOST, actions[0])
            entry = self._entry(live, "action", HOST, text, by, None)
            if not await self._write(live, entry, live.ends_with(HOST, actions[0])):
                raise live.conflict("others_acted")
            return entry.number

    def _known(
        self, live: LiveTable, kind: str, seat: int, request: str | None, answer: Answer | None = None
    ) -> int | None:
        """The version that a request led to when it came first."""
        entry = None if request is None else live.requests.get(f"{seat}:{request}")
        if entry is None:
            return None
        if entry.kind != kind or (answer is not None and not live.was_answer(entry, answer)):
            raise live.conflict("used_id", id=request)
        return entry.number

    def _entry(self, live: LiveTable, kind: str, seat: int, text: str, by: str, request: str | None) -> EntryRow:
        now = self.now()
        return EntryRow(
            table_id=live.id,
            number=live.version + 1,
            kind=kind,
            seat=seat,
            text=text,
            by=by,
            at=now,
            ms=live.thinking_ms(seat, now) if kind == "action" and seat != HOST else 0,
            request=None if request is None else f"{seat}:{request}",
        )

    async def _write(self, live: LiveTable, entry: EntryRow, over: bool = False) -> bool:
        """Write the entry down and fold it; False, and caught up, if another worker was quicker."""
        if not await self.storage.append(entry, over):
            self.metrics.count("conurb_races_lost_total")
            await self.catch_up(live)
            return False
        if live.version < entry.number:  # a reader may have found it in the database first
            live.fold(entry)
        self._changed(live)
        return True

    # --- talking

    async def chat(
        self,
        table_id: str,
        viewer: Viewer,
        seat: int,
        text: str,
        suggestion: Mapping[str, object] | None = None,
        request: str | None = None,
    ) -> int:
        """Say something, if the rules let the seat speak now; the number of the message."""
        live = await self.open(table_id)
        live.check_own(viewer, seat)
        async with live.lock:
            for _ in range(TRIES):
                key = None if request is None else f"{seat}:{request}"
                said = [message.number for message in live.messages if key is not None and message.request == key]
                if said:
                    return said[0]
                given: dict[str, object] = {"text": text}
                if suggestion is not None:
                    given["suggestion"] = dict(suggestion)
                checked = live.state.check_message(seat, given)
                message = MessageRow(
                    table_id=live.id,
                    number=len(live.messages) + 1,
                    seat=seat,
                    name=live.names[seat],
                    text=str(checked["text"]),
                    suggestion=checked.get("suggestion"),
                    at=self.now(),
                    request=key,
                )
                if await self.storage.say(message):
                    await self.catch_up(live)
                    shown = {**show_message(message), "version": live.version}
                    asyncio.get_running_loop().call_soon(self.hub.publish, live.id, "chat", shown)
                    return message.number
                await self.catch_up(live)
        raise live.conflict("too_busy")

    # --- bots for people

    async def takeover(self, table_id: str, viewer: Viewer, seat: int, level: str) -> int:
        """A bot for a seat: asked for by the others when its owner is away, by the owner at any time, and for an open
        seat by the host."""
        live = await self.open(table_id)
        live.check_seat(seat)
        check_levels(self.settings, level)
        row = live.seats[seat]
        if row.kind == "open":
            return await self._fill_seat(live, viewer, seat, level)
        if row.kind == "bot":
            raise live.conflict("bot_sits", name=row.name)
        mine = live.seats_of(viewer)
        if not mine:
            raise Forbidden("only_players_call")
        gone = self.hub.gone_for(live.id, seat, max(live.began, self.started))
        if seat not in mine and gone < self.settings.away_seconds:
            wait = self.settings.away_seconds - gone
            raise live.conflict("is_here", name=row.name, n=ceil(wait))
        return await self.substitute(live, seat, level, f"seat:{mine[0]}")

    async def substitute(self, live: LiveTable, seat: int, level: str, by: str) -> int:
        async with live.lock:
            if live.status != PLAYING:
                raise live.conflict("not_under_way")
            current = live.substitutes.get(seat)
            if current is not None and current.level == level:
                raise live.conflict("bot_plays", name=live.names[seat])
            entry = self._entry(live, "bot", seat, level, by, None)
            if not await self._write(live, entry):
                raise live.conflict("others_acted")
            log.info("bot takes over", extra={"facts": {"table": live.id, "seat": seat, "bot": level, "by": by}})
            return entry.number

    async def give_back(self, table_id: str, viewer: Viewer, seat: int) -> int:
        """The owner of a seat returns."""
        live = await self.open(table_id)
        live.check_own(viewer, seat)
        async with live.lock:
            for _ in range(TRIES):
                if seat not in live.substitutes:
                    return live.version
                entry = self._entry(live, "back", seat, "", "", None)
                if await self._write(live, entry):
                    return entry.number
        raise live.conflict("too_busy")

    async def _fill_seat(self, live: LiveTable, viewer: Viewer, seat: int, level: str) -> int:
        if not live.is_host(viewer):
            raise Forbidden("only_host_fills")
        async with live.lock:
            bot = SeatRow(
                table_id=live.id,
                seat=seat,
                kind="bot",
                name=free_name("", live.names),
                level=level,
                claimed_at=self.now(),
            )
            done = await self.storage.claim(bot)
            await self.catch_up(live)
            if not done:
                raise live.conflict("seat_taken")
            self._changed(live)
            return live.version

    # --- afterwards

    async def rematch(self, table_id: str, viewer: Viewer) -> Created:
        """The same players once more; everybody who asks gets the same new table."""
        live = await self.open(table_id)
        if live.status != OVER:
            raise live.conflict("rematch_later")
        if not live.seats_of(viewer):
            raise Forbidden("only_players_rematch")
        host = Viewer(guest=live.row.host)
        row = live.row
        if row.rematch is None:
            everybody = [_Player(seat.kind, seat.name, seat.level, seat.key_hash) for seat in live.seats]
            options = dict(row.options)
            made = await self._create(
                host, live.game, everybody, options, row.clock, row.public, parent=live.id, rematch=True
            )
            await self.catch_up(live)
            self._changed(live)
            new = made.live
        else:
            new = await self.open(row.rematch)
        # A token stands for one seat: its owner, at other seats, may be somebody else at the same screen.
        again = {(live.seats[seat].key_hash, live.seats[seat].name) for seat in live.seats_of(viewer)}
        return Created(new, {}, self._tokens(new, [s for s in new.seats if (s.key_hash, s.name) in again]))

    async def play_on(
        self, table_id: str, viewer: Viewer, at: int, level: str | None = None, seat: int | None = None
    ) -> Created:
        """From a moment of a finished game, against bots: those that played, unless another level is asked for."""
        live = await self.open(table_id)
        if live.status != OVER:
            raise Conflict("play_on_later")
        state = live.state_at(at)
        if state.over():
            raise Unusable("too_late_to_play_on", at=at)
        if level is not None:
            check_levels(self.settings, level)
        mine = live.seats_of(viewer) if seat is None else [seat]
        chosen = mine[0] if mine else 0
        live.check_seat(chosen)
        names = [name or NAMES[number] for number, name in enumerate(live.names)]
        everybody = [
            _Player("person", names[s], "", viewer.guest)
            if s == chosen
            else _Player("bot", names[s], level or live.seats[s].level or "greedy")
            for s in range(live.players)
        ]
        return await self._create(
            viewer, live.game, everybody, dict(live.row.options), 0, False, start=state.save(), parent=live.id
        )


def free_seats(seats: Sequence[SeatRow]) -> int:
    return sum(seat.kind == "open" for seat in seats)


def _held(seats: list[SeatRow], viewer: Viewer) -> list[int]:
    keys = viewer.keys
    return [seat.seat for seat in seats if seat.key_hash in keys or seat.token_hash in keys]


def clean_name(name: str) -> str:
    """A name as it is shown: no line breaks or control letters, single spaces."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, or one of ours for nobody; with a number if somebody here has it already."""
    wanted = clean_name(name)
    if len(wanted) > MOST_NAME:
        raise Unusable("long_name", most=MOST_NAME, letters=len(wanted))
    if not wanted:
        wanted = next((ours for ours in NAMES if ours not in taken), NAMES[0])
    number, free = 2, wanted
    while free in taken:
        free = f"{wanted} {number}"
        number += 1
    return free
