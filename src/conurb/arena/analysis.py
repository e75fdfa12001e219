"""The analysis of one game: how each seat stood at every moment, and where the game turned.

How a seat stands is the mean of its final scores in games played on from there, as a spectator without the secrets may
imagine them. Every decision is first held against the value function; those that it likes least are then searched, and
after them those on which most hung. Where the search finds a better move, games are played on from both, in the same
imagined worlds. What those say is told: what the decision cost, the scores, the chances to win. The three that cost
most are the turning points, each with how it might have gone on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from conurb.bots.bot import texts
from conurb.bots.greedy import GreedyBot
from conurb.bots.search import LINE, SearchBot
from conurb.bots.think import TO_THE_END, Search, ends_of
from conurb.kernel.checks import BadRecord
from conurb.kernel.game import Game
from conurb.kernel.play import Play, read_action, replay
from conurb.kernel.record import Record
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, State
from conurb.names import seat_names

MOMENTS = 40  # positions whose value is worked out, evenly spread over the game
PLAYOUTS = 16  # games played on from each
LOOKS = 1000  # every action: players that overlook some score less than bots do, and than turning points say beside it
SEARCHED = 12  # decisions that are searched
COMPARED = 6  # of those, where another move is better by the search, the worst are compared with it
TURNING_POINTS = 3
TRIALS = 6  # times as many games as for a moment, to compare two moves
CHANCE = {"between-two-cities"}  # where bots play for the chance to win, whatever the score; elsewhere for points


@dataclass(frozen=True)
class Moment:
    """A position of the game: after so many actions, the final score that each seat may expect."""

    at: int
    values: list[float]


@dataclass(frozen=True)
class Prospect:
    """What a move promises, by games played on from it."""

    scores: list[float]  # final ones to be expected, by seat
    chance: float  # to win, for the seat that decides

    def margin(self, seat: int) -> float:
        """The seat's points above the best other one."""
        return self.scores[seat] - max(score for other, score in enumerate(self.scores) if other != seat)


@dataclass(frozen=True)
class TurningPoint:
    """A decision that cost its seat something."""

    number: int  # of the action, from 1
    seat: int
    played: str
    better: str
    line: list[str]  # the better move and how the game might have gone on
    after_played: Prospect
    after_better: Prospect
    in_chance: bool = False  # whether its cost is told as a chance to win, not in points

    @property
    def unit(self) -> str:
        return "chance" if self.in_chance else "points"

    @property
    def cost(self) -> float:
        """The chance to win, or the points against the best other seat, that the better move would have kept."""
        if self.in_chance:
            return self.after_better.chance - self.after_played.chance
        return self.after_better.margin(self.seat) - self.after_played.margin(self.seat)


@dataclass(frozen=True)
class Wording:
    """The moves of a turning point as they are said to people."""

    played: str
    better: str
    line: list[str]


@dataclass
class Analysis:
    """What there is to say about a game."""

    game: str
    names: list[str]  # by seat
    actions: int
    moments: list[Moment] = field(default_factory=list)
    turning_points: list[TurningPoint] = field(default_factory=list)  # in the order of the game

    def in_notation(self, point: TurningPoint) -> Wording:
        return Wording(point.played, point.better, self.line_of(point))

    def line_of(self, point: TurningPoint) -> list[str]:
        """The moves of its line, each but the first with the name of who makes it."""
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
                    "unit": point.unit,
                    "line": point.line,
                    "expected_played": point.after_played.scores,
                    "expected_better": point.after_better.scores,
                    "chance_played": point.after_played.chance,
                    "chance_better": point.after_better.chance,
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
    work = len(record.entries) + SEARCHED + COMPARED
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
    doubts = []
    for place, decision in enumerate(suspects):
        doubt = search(decision, data, iterations)
        if doubt is not None:
            doubts.append(doubt)
        told(len(record.entries) + place + 1, work)
    points = []
    for doubt in sorted(doubts, key=lambda doubt: -doubt.cost)[:COMPARED]:
        points.append(compare(doubt, game.key, TRIALS * playouts))
        told(len(record.entries) + SEARCHED + len(points), work)
    worst = sorted((point for point in points if point.cost > 0), key=lambda point: -point.cost)[:TURNING_POINTS]
    found.turning_points = sorted(worst, key=lambda point: point.number)
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


@dataclass(frozen=True)
class Doubt:
    """A decision at which the search likes another action better."""

    decision: Decision
    search: Search
    better: int
    cost: float  # as the value function counts, which weighs hopes too: good for an order, no number for people


def search(decision: Decision, data: Any, iterations: int | None) -> Doubt | None:
    """Search a decision; None if the move played was as good as any."""
    bot = SearchBot(decision.number, data, iterations)
    done, better = bot.search(decision.before.view(decision.seat), keep=decision.action)
    worth = {int(one.action): done.advantage(one) for one in done.found}
    cost = worth[better] - worth[decision.action]
    return Doubt(decision, done, better, cost) if cost > 0 else None


def compare(doubt: Doubt, game: str, trials: int) -> TurningPoint:
    """Play on from both moves, in the same worlds and with the same chance."""
    decision, players, rng = doubt.decision, doubt.search.players, Rng(doubt.decision.number)
    ends: dict[int, list[State]] = {decision.action: [], doubt.better: []}
    for _ in range(trials):
        world, chance = doubt.search.knowledge.sample(rng), rng.fork()
        for action in ends:
            end = world.clone()
            end.step(decision.seat, action)
            players.play_on(end, TO_THE_END, chance.clone())
            ends[action].append(end)
    words = texts(decision.before.view(decision.seat))
    return TurningPoint(
        number=decision.number,
        seat=decision.seat,
        played=words[decision.action],
        better=words[doubt.better],
        line=doubt.search.likely_line(doubt.better, LINE),
        after_played=prospect(ends[decision.action], decision.seat),
        after_better=prospect(ends[doubt.better], decision.seat),
        in_chance=game in CHANCE,
    )


def prospect(ends: list[State], seat: int) -> Prospect:
    """As exact as it is told, so that the cost is the difference between the numbers beside it."""
    ranks = [end.ranking() for end in ends]
    return Prospect(
        scores=[round(fmean(scores), 1) for scores in zip(*(end.scores() for end in ends), strict=True)],
        chance=round(fmean((rank[seat] == 1) / rank.count(1) for rank in ranks), 2),
    )
