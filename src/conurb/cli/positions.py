"""`conurb try` and `conurb check`: positions and scenarios."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from conurb.cli.arguments import (
    Parser,
    add_data,
    add_game,
    add_json,
    add_names,
    add_seat,
    add_seed,
    check_seat,
    data_of,
    game_of,
    names_of,
    seed_of,
)
from conurb.cli.files import read_text
from conurb.cli.output import console, emit_json, line, put, show
from conurb.cli.shows import show_of
from conurb.kernel.checks import BadPosition, ConurbError
from conurb.kernel.documents import read_json, read_toml
from conurb.kernel.play import read_action
from conurb.kernel.scenario import Scenario, read_scenarios, run, split_move
from conurb.kernel.state import HOST, Event, State
from conurb.names import DEFAULT_NAMES, seat_names

# --- try


def add_try(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument("position", metavar="POSITION", help="a JSON or TOML file, - for the input, or JSON itself")
    parser.add_argument("moves", metavar="MOVE", nargs="*", help="moves in notation; '2 left P11 d5' names the seat")
    add_seat(parser, "show only what this seat may see")
    add_names(parser)
    add_seed(parser)
    add_data(parser)
    add_json(parser)
    parser.example(
        """conurb try between-two-cities '{"players": 3}' '0 choose B01 O07'""",
        "conurb try between-two-cities examples/duplexes.json --seat 0",
    )
    parser.set_defaults(run=run_try)


def run_try(args: argparse.Namespace) -> int:
    game = game_of(args)
    state = game.load(read_position(args.position), seed=seed_of(args) or 0, data=data_of(args, game))
    players = int(state.players)
    seat = check_seat(args.seat, players)
    names = seat_names(state, names_of(args, players, DEFAULT_NAMES))
    tries = [try_move(state, move) for move in args.moves]
    if args.json:
        emit_json(try_json(state, seat, tries))
        return 0
    to = console()
    face = show_of(game)
    view = state.view(seat)
    for number, tried in enumerate(tries, 1):
        put(to, line("try.move", number=number, move=tried.seen_by(seat) or f"{tried.who} ..."), "bold")
        for event in tried.events:
            put(to, f"  {face.log_line(event, view, names)}")
        if tried.before != tried.after:
            put(to, f"  {line('try.scores', before=numbers(tried.before), after=numbers(tried.after))}")
    acting = state.to_act()
    watcher = seat if seat is not None or not acting else acting[0]
    show(to, face.terminal.screen(state.view(watcher), names))
    for other in acting:
        if other != watcher and seat is None:
            put(to, line("try.legal", name=names[other], n=len(state.legal(other))), "bold")
            to.print(", ".join(state.text(other, action) for action in state.legal(other)))
    return 0


def read_position(given: str) -> Mapping[str, object]:
    """A position from JSON itself, a JSON or TOML file, or the input."""
    inline = given.lstrip().startswith("{")
    text = given if inline else read_text(given)
    where = "position" if inline else given
    read = read_json if text.lstrip().startswith("{") else read_toml
    document = read(text, BadPosition, f"{where}: ")
    assert isinstance(document, dict)  # what begins with a brace, and every TOML file
    return document


class Tried:
    """A move that was tried: who, what, what happened, and the scores around it."""

    def __init__(self, seat: int, text: str, events: list[Event], before: list[int], after: list[int]) -> None:
        self.seat = seat
        self.who = "host" if seat == HOST else str(seat)
        self.text = text
        self.events = events
        self.before = before
        self.after = after

    def seen_by(self, seat: int | None) -> str | None:
        """The move in notation; None for a seat that may not know it."""
        return f"{self.who} {self.text}" if seat in (None, self.seat) else None


def try_move(state: State, move: str) -> Tried:
    seat, text = split_move(state, move)
    action = read_action(state, seat, text)
    before = state.scores()
    events = state.listen()
    state.apply(seat, action)
    state.events = None
    return Tried(seat, text, events, before, state.scores())


def try_json(state: State, seat: int | None, tries: list[Tried]) -> dict[str, object]:
    """What `--json` writes; with a seat, nothing that the seat may not see."""
    acting = state.to_act()
    shown = acting if seat is None else [seat]
    document: dict[str, object] = {
        "game": state.game,
        "players": int(state.players),
        "to_act": acting,
        "scores": state.scores(),
        "moves": [
            {
                "seat": tried.seat,
                "move": tried.seen_by(seat),
                "events": [event.seen_by(event.seat if seat is None else seat) for event in tried.events],
                "scores": tried.after,
            }
            for tried in tries
        ],
        "legal": [{"seat": s, **entry} for s in shown for entry in legal_of(state, s)],
    }
    if seat is None:
        document["position"] = state.save()
    else:
        document["view"] = state.view(seat)
    return document


def legal_of(state: State, seat: int) -> list[dict[str, object]]:
    legal = state.view(seat)["legal"]
    return legal if isinstance(legal, list) else []


def numbers(values: list[int]) -> str:
    return " ".join(map(str, values))


# --- check


def add_check(parser: Parser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="scenario files in TOML; - reads the input")
    add_json(parser)
    parser.example("conurb check examples/scenarios.toml")
    parser.set_defaults(run=run_check)


def run_check(args: argparse.Namespace) -> int:
    results = [outcome for name in args.files for outcome in check_file(name)]
    failed = sum(1 for outcome in results if outcome["faults"])
    if args.json:
        emit_json({"scenarios": len(results), "failed": failed, "results": results})
        return 1 if failed else 0
    to = console()
    for outcome in results:
        if outcome["faults"]:
            put(to, line("check.failed", file=outcome["file"], name=outcome["name"]), "bold red")
            for fault in outcome["faults"]:
                put(to, f"  {fault}")
    put(to, line("check.summary", n=len(results), failed=failed))
    return 1 if failed else 0


def check_file(name: str) -> list[dict[str, list[str] | str]]:
    """What each scenario of a file says; a file that cannot be read is an error, not a failed check."""
    from conurb import games

    try:
        scenarios = read_scenarios(read_text(name), games.get)
    except ConurbError as error:
        raise type(error)(str(error) if str(error).startswith(f"{name}:") else f"{name}: {error}") from None
    return [
        {"file": name, "name": scenario.name, "rules": list(scenario.rules), "faults": faults_of(scenario)}
        for scenario in scenarios
    ]


def faults_of(scenario: Scenario) -> list[str]:
    """What does not hold, or why the scenario cannot even be set up."""
    try:
        return run(scenario)
    except ConurbError as error:
        return [str(error)]
