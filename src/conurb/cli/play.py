"""`conurb play`: a whole game in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from conurb import rulebook
from conurb.cli import INTERRUPTED
from conurb.cli.arguments import (
    Parser,
    add_bots,
    add_game,
    add_names,
    add_players,
    add_seat,
    add_set_up,
    game_of,
)
from conurb.cli.output import console, line, put, show, tell
from conurb.cli.rules import show_rules
from conurb.cli.session import LATEST, Session, is_taken, resume, start
from conurb.cli.shows import show_of
from conurb.files import write_text
from conurb.kernel.checks import BadMove, BadOption, ConurbError, IllegalAction, listing
from conurb.kernel.game import Game
from conurb.kernel.play import read_action
from conurb.kernel.state import View
from conurb.words import say

USUAL_PLAYERS = 4
LOG_LINES = 20
COMMANDS = ("help", "show", "undo", "log", "sheet", "rules", "save", "quit")


def add_play(parser: Parser) -> None:
    add_game(parser, optional=True)
    add_players(parser)
    add_bots(parser, "levels of the other players, such as greedy,random (greedy)")
    add_seat(parser, "where you sit (by lot)")
    parser.add_argument("--hotseat", action="store_true", help="several people at one keyboard; --bots take the rest")
    add_names(parser)
    add_set_up(parser)
    parser.add_argument("--save", metavar="FILE", help="where the game is kept (your data folder)")
    parser.add_argument(
        "--resume", metavar="FILE", nargs="?", const=LATEST, help="go on with a kept game; without FILE the latest"
    )
    parser.example(
        "conurb play",
        "conurb play between-two-cities --players 3 --bots greedy,random --names Ada",
        "conurb play --resume",
    )
    parser.set_defaults(run=run_play)


def run_play(args: argparse.Namespace) -> int:
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (the arrow keys then edit the line)
    to = console()
    try:
        if args.resume:
            session = resume(args)
        else:
            players = ask_players(to, game_of(args)) if args.players is None else args.players
            session = start(args, players)
    except (EOFError, KeyboardInterrupt):
        put(to, "\n" + line("play.nothing"))
        return INTERRUPTED
    return Dialogue(session, to, resumed=bool(args.resume)).run()


def ask(prompt: str) -> str:
    """A line from the keyboard; what comes from a file is shown as if it had been typed."""
    answer = input(prompt)
    if not sys.stdin.isatty():
        print(answer)
    return answer.strip()


def ask_players(to: Console, game: Game) -> int:
    """How many play; Enter takes the usual number."""
    counts = game.player_counts
    usual = USUAL_PLAYERS if USUAL_PLAYERS in counts else counts[-1]
    while True:
        answer = ask(line("play.players", counts=listing(counts), usual=usual) + " ")
        if not answer:
            return usual
        if answer.isdecimal() and int(answer) in counts:
            return int(answer)
        tell(to, line("play.players.wrong", counts=listing(counts), answer=answer))


class Quit(Exception):
    """The player leaves."""


class Dialogue:
    """The conversation with the people at this terminal."""

    def __init__(self, session: Session, to: Console, resumed: bool) -> None:
        self.session = session
        self.to = to
        self.face = show_of(session.play.game)
        self.seat = session.people[0]  # who sits at the keyboard
        seen = self._actions_seen() if resumed else 0
        self.seen = dict.fromkeys(session.people, seen)  # how many actions each person has been told of
        self.files = {session.file.resolve()}  # where this game is: these may be written again

    def _actions_seen(self) -> int:
        """A resumed game begins with what happened since the last decision of a person."""
        entries = self.session.play.record.entries
        own = [number for number, entry in enumerate(entries, 1) if entry.seat in self.session.people]
        return max(own, default=0)

    def run(self) -> int:
        """Play to the end or until somebody leaves; the exit status."""
        try:
            self.welcome()
            self.play()
        except (Quit, EOFError):
            self.farewell()
            return 0
        except KeyboardInterrupt:
            self.farewell()
            return INTERRUPTED
        return 0

    # --- beginning and end

    def welcome(self) -> None:
        session = self.session
        put(self.to, session.play.game.title, "bold")
        if not session.log:
            for sentence in self.face.prose.intro():
                tell(self.to, say(sentence))
        for seat, name in enumerate(session.names):
            level = session.levels[seat]
            key = "play.seat.person" if level is None else "play.seat.bot"
            put(self.to, line(key, seat=seat, name=name, level=level))
        put(self.to, line("play.kept", file=session.file))
        put(self.to, line("play.how"))

    def farewell(self) -> None:
        put(self.to, "\n" + line("play.left", file=self.session.file))
        put(self.to, line("play.resume", command=f"conurb play --resume {shlex.quote(str(self.session.file))}"))

    def play(self) -> None:
        while True:
            self.session.let_bots_act()
            if self.session.over:
                break
            seat = next(seat for seat in self.session.play.state.to_act() if seat in self.session.people)
            if seat != self.seat:
                self.hand_over(seat)
            self.tell_news()
            self.draw()
            self.decide()
        self.tell_news()
        self.draw()
        self.to.print()
        self.show_sheet()
        put(self.to, line("play.over", file=self.session.file))
        put(self.to, line("play.watch", command=f"conurb replay {shlex.quote(str(self.session.file))}"))

    def hand_over(self, seat: int) -> None:
        """Another person's turn: what the last one saw is cleared away first."""
        self.to.clear()
        ask(line("play.hand_over", name=self.session.names[seat]) + " ")
        self.seat = seat

    # --- telling

    def view(self) -> View:
        return self.session.view(self.seat)

    def draw(self) -> None:
        show(self.to, self.face.terminal.screen(self.view(), self.session.names))

    def tell_news(self) -> None:
        """What happened since this person was last told."""
        self.tell(self.seen[self.seat])
        self.seen[self.seat] = len(self.session.log)

    def tell(self, since: int = 0, most: int | None = None) -> None:
        view = self.view()
        events = self.session.events(since)
        for event in events if most is None else events[-most:]:
            tell(self.to, self.face.log_line(event, view, self.session.names))

    def show_sheet(self) -> None:
        show(self.to, self.face.terminal.sheet(self.session.play.state.sheet(), self.session.names))

    # --- asking

    def decide(self) -> None:
        """Ask until the decision is made or taken back."""
        while True:
            answer = ask("> ")
            try:
                if self.obey(answer):
                    return
            except ConurbError as error:
                tell(self.to, line("play.refused", reason=str(error)))

    def obey(self, answer: str) -> bool:
        """Do what was typed; whether the table has changed."""
        word, _, rest = answer.partition(" ")
        word = word.lower()
        if word in ("q", "exit"):
            word = "quit"
        if word in ("?", "h"):
            word = "help"
        if word not in COMMANDS:
            self.session.apply(self.seat, self.chosen(answer))
            self.seen[self.seat] = len(self.session.log) - 1  # one's own act is told like any other
            return True
        if word == "quit":
            raise Quit
        if word == "undo":
            self.session.undo(self.seat)
            self.seen[self.seat] = len(self.session.log)
            return True
        if word == "help":
            self.help()
        elif word == "show":
            self.draw()
        elif word == "log":
            self.tell(most=log_lines(rest.strip()))
        elif word == "sheet":
            self.show_sheet()
        elif word == "rules":
            self.rules(rest.split())
        elif word == "save":
            self.save(rest.strip())
        return False

    def chosen(self, answer: str) -> int:
        """The action that an answer means: a number of the list, a move, or some words of one legal move."""
        legal = legal_of(self.view())
        if not answer:
            if len(legal) == 1:
                return action_of(legal[0])
            raise BadMove(line("play.empty", n=len(legal)))
        if answer.isdecimal():
            if 1 <= int(answer) <= len(legal):
                return action_of(legal[int(answer) - 1])
            raise BadMove(line("play.number", answer=answer, n=len(legal)))
        state = self.session.play.state
        try:
            action = read_action(state, self.seat, answer)
        except BadMove:
            return self.by_words(answer, legal)
        if not state.is_legal(self.seat, action):
            raise IllegalAction(state.why_not(self.seat, action))
        return action

    def by_words(self, answer: str, legal: Sequence[Mapping[str, Any]]) -> int:
        """The only legal move that has all the words; what cannot be read is refused as the game words it."""
        matching = [entry for entry in legal if means(answer, str(entry["text"]))]
        if len(matching) == 1:
            return action_of(matching[0])
        if not matching:
            return read_action(self.session.play.state, self.seat, answer)
        texts = [str(entry["text"]) for entry in matching]
        raise BadMove(line("play.several", answer=answer, n=len(texts), moves=listing(texts)))

    def help(self) -> None:
        for key in ("choice", *COMMANDS):
            put(self.to, line(f"play.help.{key}"))

    def rules(self, words: Sequence[str]) -> None:
        """The rule of the decision at hand, or a search."""
        book = rulebook.read(self.session.play.game.key)
        show_rules(self.to, book, words or [self.face.prose.rule_of(self.view())])

    def save(self, name: str) -> None:
        if not name:
            put(self.to, line("play.kept", file=self.session.file))
            return
        file = Path(name).resolve()
        if file not in self.files and is_taken(file):
            raise BadOption(line("play.exists", file=name))
        write_text(Path(name), self.session.play.record.dumps())
        self.files.add(file)
        put(self.to, line("play.copied", file=name))


def log_lines(given: str) -> int:
    """How many lines of the log were asked for."""
    if not given:
        return LOG_LINES
    if not given.isdecimal() or len(given) > 9 or int(given) < 1:
        raise BadOption(line("play.log.wrong", given=given))
    return int(given)


def legal_of(view: View) -> list[Mapping[str, Any]]:
    legal = view["legal"]
    return legal if isinstance(legal, list) else []


def action_of(entry: Mapping[str, Any]) -> int:
    action = entry["action"]
    assert isinstance(action, int)
    return action


def means(answer: str, move: str) -> bool:
    """Whether all the words typed are words of the move: `p11 d5` means `left P11 d5`."""
    words = move.lower().split()
    return all(word in words for word in answer.lower().replace(",", " ").split())
