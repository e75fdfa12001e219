"""The analysis of one game: how each seat stood at every moment, and where the game turned.

How a seat stands is the mean of its final scores in games played on from there, as a spectator without the secrets may
imagine them. Every decision is first held against the value function; those that it likes least are then searched, and
after them those on which most hung. The three that cost most are the turning points, each with a better move and how it
might have gone on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from conurb.bots.bot import texts
from conurb.bots.greedy import GreedyBot
from conurb.bots.search import SearchBot
from conurb.bots.think import ends_of
from conurb.kernel.checks import BadRecord
from conurb.kernel.game import Game
from conurb.kernel.play import Play, read_action, replay
from conurb.kernel.record import Record
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, State
from conurb.names import seat_names

MOMENTS = 40  # positions whose value is worked out, evenly spread over the game
PLAYOUTS = 8  # games played on from each
LOOKS = 4  # actions that the players of those games look at: quick, and good enough for a mean
SEARCHED = 12  # decisions that are searched
TURNING_POINTS = 3


@dataclass(frozen=True)
class Moment:
    """A position of the game: after so many actions, the final score that each seat may expect."""

    at: int
    values: list[float]


@dataclass(frozen=True)
class TurningPoint:
    """A decision that cost its seat something."""

    number: int  # of the action, from 1
    seat: int
    played: str
    better: str
    cost: float  # in points of the value function, against the best other seat
    line: list[str]  # the better move and how the game might have gone on
    played_scores: list[float]  # final scores to be expected after the move played
    better_scores: list[float]


@dataclass
class Analysis:
    """What there is to say about a game."""

    game: str
    names: list[str]  # by seat
    actions: int
    moments: list[Moment] = field(default_factory=list)
    turning_points: list[TurningPoint] = field(default_factory=list)  # in the order of the game

    def line_of(self, point: TurningPoint) -> list[str]:
        """The moves of its line, each that another seat makes with the name of who makes it."""
        first, *others = point.line
        moves = [move.partition(": ") for move in others]
        return [first, *(f"{self.names[int(seat)]}: {text}" for seat, _, text in moves)]

    def to_json(self) -> dict[str, object]:
        return {
            "game": self.game,
            "names": self.names,
            "actions": self.actions,
            "values": [{"at": m.at, "expected": [round(v, 1) for v in m.values]} for m in self.moments],
            "turning_points": [
                {
                    "action": point.number,
                    "seat": point.seat,
                    "played": point.played,
                    "better": point.better,
                    "cost": round(point.cost, 2),
                    "line": point.line,
                    "expected_played": [round(score, 1) for score in point.played_scores],
                    "expected_better": [round(score, 1) for score in point.better_scores],
                }
                for point in self.turning_points
            ],
        }


@dataclass(frozen=True)
class Decision:
    """An action of the record, the position before it, and what the value function thinks of it."""

    number: int
    seat: int
    action: int
    before: State
    loss: float  # against the action that it likes best
    stakes: float  # how much better that one is than the mean


def analyse(
    game: Game,
    record: Record,
    data: Any = None,
    playouts: int = PLAYOUTS,
    iterations: int | None = None,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Analysis:
    """Analyse a record; the same record gives the same analysis. `told` hears how far it is."""
    if not record.entries:
        raise BadRecord("nothing has happened in this game yet: there is nothing to analyse")
    play = replay(game, record, 0, data)
    found = Analysis(game.key, seat_names(play.state, record.names), len(record.entries))
    decisions: list[Decision] = []
    step = max(1, -(-len(record.entries) // MOMENTS))
    work = len(record.entries) + SEARCHED
    found.moments.append(moment(play, 0, playouts))
    for number, entry in enumerate(record.entries, 1):
        action = read_action(play.state, entry.seat, entry.text)
        if entry.seat != HOST and len(play.state.legal(entry.seat)) > 1:
            decisions.append(weigh(play.state, entry.seat, action, number, data))
        play.apply(entry.seat, action, entry.by)
        if number % step == 0 or number == len(record.entries):
            found.moments.append(moment(play, number, playouts))
        told(number, work)
    suspects = sorted(decisions, key=lambda d: (-d.loss, -d.stakes))[:SEARCHED]
    points = []
    for place, decision in enumerate(suspects):
        point = judge(decision, data, iterations)
        if point is not None:
            points.append(point)
        told(len(record.entries) + place + 1, work)
    points.sort(key=lambda point: -point.cost)
    found.turning_points = sorted(points[:TURNING_POINTS], key=lambda point: point.number)
    told(work, work)
    return found


def moment(play: Play, at: int, playouts: int) -> Moment:
    state = play.state
    if state.over():
        return Moment(at, [float(score) for score in state.scores()])
    ends = ends_of(state.knowledge(None), LOOKS, playouts, Rng(at))
    return Moment(at, [fmean(scores) for scores in zip(*ends, strict=True)])


def weigh(state: State, seat: int, action: int, number: int, data: Any) -> Decision:
    """How much better the value function likes another action, by what the seat knew."""
    worth = GreedyBot(number, data).values(state.view(seat), Rng(number))
    best = max(worth.values())
    return Decision(number, seat, action, state.clone(), best - worth[action], best - fmean(worth.values()))


def judge(decision: Decision, data: Any, iterations: int | None) -> TurningPoint | None:
    """Search a decision; None if the move played was as good as any."""
    bot = SearchBot(decision.number, data, iterations)
    view = decision.before.view(decision.seat)
    explained = bot.explain(view, keep=decision.action)
    best = explained.thoughts[0]
    played = next(thought for thought in explained.thoughts if thought.action == decision.action)
    cost = best.value - played.value
    if best.action == played.action or cost <= 0:
        return None
    return TurningPoint(
        number=decision.number,
        seat=decision.seat,
        played=texts(view)[decision.action],
        better=best.text,
        cost=cost,
        line=list(explained.line),
        played_scores=list(played.scores),
        better_scores=list(best.scores),
    )
