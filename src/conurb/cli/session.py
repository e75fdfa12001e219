"""A game in the terminal: the play, who sits where, and the file that keeps it.

The file is the record, written after every action. Actions of bots are marked there (`bot:greedy`), so that a
resumed game knows its bots again.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conurb import bots, games
from conurb.cli.arguments import check_seat, data_of, game_of, names_of, options_of, seed_of, words_of
from conurb.cli.files import latest_unfinished, new_game_file, read_record
from conurb.cli.records import retell
from conurb.files import write_text
from conurb.kernel.checks import BadOption, ConurbError
from conurb.kernel.game import Game
from conurb.kernel.play import Play
from conurb.kernel.record import Record
from conurb.kernel.state import Event, View
from conurb.names import DEFAULT_NAMES, seat_names, seating_of

LATEST = "latest"
DEFAULT_BOT = "greedy"
BOT = "bot:"


@dataclass
class Session:
    """One game at this terminal."""

    play: Play
    levels: list[str | None]  # for each seat the level of its bot; None for a person
    file: Path
    data: Any
    log: list[list[Event]]  # what happened, for each action of the record

    def __post_init__(self) -> None:
        self.bots = {seat: self._bot(level) for seat, level in enumerate(self.levels) if level is not None}

    def _bot(self, level: str) -> bots.Bot:
        bot = bots.get(level, self.play.record.seed)
        bot.data = self.data
        return bot

    @property
    def names(self) -> list[str]:
        return seat_names(self.play.state, self.play.record.names)

    @property
    def people(self) -> list[int]:
        return [seat for seat, level in enumerate(self.levels) if level is None]

    @property
    def over(self) -> bool:
        return self.play.state.over()

    def view(self, seat: int) -> View:
        return self.play.state.view(seat)

    def save(self) -> None:
        write_text(self.file, self.play.record.dumps())

    def apply(self, seat: int, action: int) -> None:
        """Carry out an action and keep it, before anything else happens."""
        level = self.levels[seat]
        self.log.append(self.play.apply(seat, action, "" if level is None else f"{BOT}{level}"))
        self.save()

    def undo(self, seat: int) -> None:
        self.play.undo(seat)
        self.log.pop()
        self.save()

    def let_bots_act(self) -> None:
        """Until only people are waited for: where all choose at once, the bots choose first."""
        while True:
            seat = next((seat for seat in self.play.state.to_act() if seat in self.bots), None)
            if seat is None:
                return
            self.apply(seat, self.bots[seat].choose(self.view(seat)))

    def events(self, since: int = 0) -> list[Event]:
        """What happened after the first `since` actions."""
        return [event for events in self.log[since:] for event in events]


# --- a new game


def start(args: argparse.Namespace, players: int) -> Session:
    """A new game as the arguments ask for it; nothing is written if anything is wrong."""
    game = game_of(args)
    data = data_of(args, game)
    players = game.check_players(players)
    levels = players_levels(words_of(args.bots), players, args.hotseat)
    names = names_of(args, players, DEFAULT_NAMES)
    options = options_of(args)
    seat = check_seat(args.seat, players)
    if seat is not None:
        names, levels = seat_first_player(game, seat, options, names, levels)
    play = Play.new(game, players, options, seed_of(args), data, names)
    by_seat = [levels[player] for player in seating_of(play.state)]
    session = Session(play, by_seat, Path(args.save) if args.save else new_game_file(game.key), data, [])
    if args.save and is_taken(session.file):
        raise BadOption(f"--save: {args.save} exists already; resume it (--resume {args.save}) or name another file")
    session.save()
    return session


def is_taken(file: Path) -> bool:
    """Whether there is something that must not be overwritten; a game in which nothing has happened yet may be."""
    with contextlib.suppress(ConurbError):
        # Path.exists would raise for a name that is too long, which writing then refuses.
        return os.path.exists(file) and bool(read_record(str(file)).entries)
    return True


def players_levels(given: list[str], players: int, hotseat: bool) -> list[str | None]:
    """For each player the level of its bot, or None for a person; the people are named first."""
    for level in given:
        bots.get(level)  # refuses what does not exist
    if hotseat:
        if len(given) >= players:
            raise BadOption(f"--bots: {len(given)} bots leave no place for people: {players} play")
        return [None] * (players - len(given)) + list(given)
    if len(given) > players - 1:
        raise BadOption(f"--bots: {len(given)} bots are given, but beside you {players - 1} play")
    last = given[-1] if given else DEFAULT_BOT
    return [None, *given, *[last] * (players - 1 - len(given))]


def seat_first_player(
    game: Game, seat: int, options: dict[str, object], names: list[str], levels: list[str | None]
) -> tuple[list[str], list[str | None]]:
    """Put the first player on that seat: by the game's seating where it has one, otherwise by the order of names."""
    order = [*range(1, len(names))]
    order.insert(seat, 0)
    if any(info.name == "seating" for info in game.option_infos()):
        if "seating" in options:
            raise BadOption("--seat and --option seating both say where you sit: give one of them")
        options["seating"] = order
        return names, levels
    return [names[player] for player in order], [levels[player] for player in order]


# --- a game that goes on


def resume(args: argparse.Namespace) -> Session:
    """A kept game, at the point where it was left."""
    file = latest_unfinished() if args.resume == LATEST else Path(args.resume)
    record = read_record(str(file))
    game = games.get(record.game)
    data = data_of(args, game)
    story = retell(game, record, data)
    levels = recorded_levels(record)
    if not record.entries:  # nothing is known of who plays
        by_player = players_levels(words_of(args.bots), record.players, args.hotseat)
        levels = [by_player[player] for player in seating_of(story.play.state)]
    session = Session(story.play, levels, file, data, story.events)
    if not session.people:
        raise BadOption(f"{file}: only bots play in this game; look at it with conurb replay {file}")
    return session


def recorded_levels(record: Record) -> list[str | None]:
    """The bots of a record: who acted for a seat last."""
    levels: list[str | None] = [None] * record.players
    for entry in record.entries:
        if 0 <= entry.seat < record.players:
            levels[entry.seat] = entry.by.removeprefix(BOT) if entry.by.startswith(BOT) else None
    return levels
