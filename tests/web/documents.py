"""Documents of tables as the server writes them, made from a Play, so that pages can be drawn without a server."""

from __future__ import annotations

from typing import Any

from conurb import bots, games
from conurb.kernel.play import Play

NAMES = ["Ada", "Mira", "Noor", "Lantern", "Bartholomäus", "Zoë", "Ivo"]
WHEN = "2026-01-02T03:04:05.000Z"
GAME = "between-two-cities"


class Sample:
    """A game played by bots up to some moment, with the log that the server would keep."""

    def __init__(
        self, players: int = 4, seed: int = 5, options: dict[str, object] | None = None, game: str = GAME
    ) -> None:
        names = NAMES[:players]
        self.game = games.get(game)
        self.play = Play.new(self.game, players=players, seed=seed, names=names, options=options)
        self.bot = bots.get("greedy", seed)
        self.log: list[tuple[int, list[Any]]] = []

    def act(self, seat: int, action: int) -> None:
        self.log.append((seat, list(self.play.apply(seat, action))))

    def step(self) -> None:
        """One action of a bot."""
        seat = self.play.state.to_act()[0]
        self.act(seat, self.bot.choose(self.play.state.view(seat)))

    def until(self, phase: str, round: str | None = None, turn: int = 1) -> Sample:
        """Play on until a phase of a round and turn begins."""
        while True:
            view = self.play.state.view(None)
            if view["phase"] == phase and (round is None or (view["round"], view["turn"]) == (round, turn)):
                return self
            self.step()

    def document(self, seat: int | None = 0, **changes: Any) -> dict[str, Any]:
        """What the owner of a seat, or a spectator, sees."""
        state = self.play.state
        over = state.over()
        players = int(state.players)
        view = state.view(seat)
        document: dict[str, Any] = {
            "table": "sampletable",
            "url": "/t/sampletable",
            "game": self.game.key,
            "title": self.game.title,
            "version": len(self.log),
            "status": "over" if over else "playing",
            "yours": [] if seat is None else [seat],
            "seat": seat,
            "host": seat == 0,
            "names": NAMES[:players],
            "seats": [self._seat(number, seat) for number in range(players)],
            "invites": {},
            "options": self.play.record.options,
            "public": False,
            "commitment": self.play.record.commitment,
            "seed": f"{self.play.record.seed:#x}" if over else None,
            "view": view,
            "decision": len(self.log) if seat in state.to_act() else None,
            "log": [
                {
                    "number": number,
                    "at": WHEN,
                    "seat": actor,
                    "kind": "action",
                    "by": "",
                    "level": "",
                    "undone": False,
                    "events": [event.seen_by(seat) for event in events],
                }
                for number, (actor, events) in enumerate(self.log, 1)
            ],
            "chat": [],
            "can_undo": seat is not None and self.play.can_undo(seat),
            "final": view["phase"] == "choose",
            "finals": list(state.legal(seat)) if seat is not None and view["phase"] == "choose" else [],
            "hints": False,
            "can_hurry": False,
            "clock": {"seconds": 0, "deadline": None},
            "spectators": 0,
            "at": None,
            "actions": len(self.log),
            "created": WHEN,
            "parent": None,
            "rematch": None,
        }
        return document | changes

    def _seat(self, number: int, own: int | None) -> dict[str, Any]:
        person = number == own or number == 0
        return {
            "seat": number,
            "name": NAMES[number],
            "kind": "person" if person else "bot",
            "level": "" if person else "greedy",
            "connected": person,
            "bot_since": None,
            "seconds": 75 if person else 0,
        }
