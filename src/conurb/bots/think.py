"""Search by playouts on imagined worlds: flat Monte Carlo with sequential halving.

Each world is drawn from what the seat knows. In every world all actions still in question are tried and played on for
some decisions by players who take what the value function likes best; then the value function judges where that led.
All actions meet the same worlds and the same chance, so that luck hits them alike; after each round the weaker half is
dropped. What is behind by more than chance explains, or can hardly gain anything, is dropped at once: a decision that
is easy, or does not matter, is a quick one. The action that the value function likes best stays to the end: the others
are measured by what they do better, and must make up for what the value function holds against them. So a search with
few playouts stays near that choice.
"""

from __future__ import annotations

from math import erfc, exp, pi, sqrt
from time import perf_counter
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, State

WORST: Final = -1e18
FEW: Final = 12  # worlds, before an action can be given up
TO_THE_END: Final = 1_000_000  # decisions: more than any game has


@final
@mypyc_attr(native_class=True, acyclic=True)
class Settings:
    """How a search thinks. What is best depends on the game; see `bots/levels.py`."""

    candidates: i64  # actions that are tried, the best by the value function
    horizon: i64  # decisions of a playout, before the value function judges
    looks: i64  # actions that the players of a playout choose from, drawn by lot where there are more
    rival: float  # what a point of the best other seat takes away
    trust: float  # how many playouts the value function's own opinion counts as
    distinct: bool  # of actions that are the same to everybody, such as tiles of one sort, only one is tried
    doubt: float  # standard errors that an action must be behind by to be given up at once; 0: none is given up so
    enough: float  # points: an action that may bring less is given up too, by the same errors

    def __init__(
        self,
        candidates: i64,
        horizon: i64,
        looks: i64,
        rival: float,
        trust: float,
        distinct: bool,
        doubt: float,
        enough: float,
    ) -> None:
        self.candidates = candidates
        self.horizon = horizon
        self.looks = looks
        self.rival = rival
        self.trust = trust
        self.distinct = distinct
        self.doubt = doubt
        self.enough = enough


@final
@mypyc_attr(native_class=True, acyclic=True)
class Players:
    """Quick players for every seat: they take what the value function likes best, of the actions they look at."""

    looks: i64
    buffer: vec[i64]
    evaluations: i64  # of the value function, so far

    def __init__(self, looks: i64, capacity: i64) -> None:
        self.looks = looks
        self.buffer = vec[i64]([0] * capacity)
        self.evaluations = 0

    def play_on(self, state: State, decisions: i64, rng: Rng) -> None:
        """So many decisions, or to the end of the game."""
        for _ in range(decisions):
            seat = state.next_seat()
            if seat < 0:
                return
            state.step(seat, self.choice(state, seat, rng))

    def choice(self, state: State, seat: i64, rng: Rng) -> i64:
        out = self.buffer
        n = state.legal_into(seat, out)
        if n == 1:
            return out[0]
        if self.looks < n:
            draw_to_the_front(out, self.looks, n, rng)
            n = self.looks
        state.remember()
        best = out[0]
        most = WORST
        for k in range(n):
            worth = self.value_after(state, seat, out[k])
            if worth > most:
                most = worth
                best = out[k]
        return best

    def value_after(self, state: State, seat: i64, action: i64) -> float:
        """What the value function thinks of an action."""
        after = state.clone()
        after.step(seat, action)
        self.evaluations += 1
        return after.value(seat)


def draw_to_the_front(items: vec[i64], n: i64, of: i64, rng: Rng) -> None:
    """Draw n of the first so many items by lot, and put them first."""
    for k in range(n):
        other = k + rng.below(of - k)
        held = items[k]
        items[k] = items[other]
        items[other] = held


@final
@mypyc_attr(native_class=True, acyclic=True)
class Candidate:
    """An action and what was found out about it."""

    action: i64
    prior: float  # the position after it, by the value function
    rivals: float  # the same for the other seats, summed
    visits: i64
    gain: float  # over the first candidate, summed over the worlds that both have met
    squares: float  # of these gains, summed

    def __init__(self, action: i64, prior: float, rivals: float) -> None:
        self.action = action
        self.prior = prior
        self.rivals = rivals
        self.visits = 0
        self.gain = 0.0
        self.squares = 0.0


@final
@mypyc_attr(native_class=True, acyclic=True)
class Search:
    """One decision of one seat. `run`, then look at `found`."""

    knowledge: Knowledge
    seat: i64
    rng: Rng
    settings: Settings
    players: Players
    found: list[Candidate]  # every legal action, the best by the value function first
    playouts: i64

    def __init__(self, knowledge: Knowledge, seat: i64, rng: Rng, settings: Settings) -> None:
        self.knowledge = knowledge
        self.seat = seat
        self.rng = rng
        self.settings = settings
        world = knowledge.sample(rng)
        self.players = Players(settings.looks, world.legal_capacity())
        self.playouts = 0
        world.remember()
        found: list[Candidate] = []
        for action in world.legal(int(seat)):
            found.append(self.weighed(world, action))
        found.sort(key=by_prior)
        self.found = found

    def weighed(self, world: State, action: i64) -> Candidate:
        """An action with what the value function thinks of it."""
        after = world.clone()
        after.step(self.seat, action)
        self.players.evaluations += 1
        return Candidate(action, after.value(self.seat), self.rivals(after) if self.settings.distinct else 0.0)

    def rivals(self, state: State) -> float:
        """What the others have, summed: it tells actions apart that are the same to the seat."""
        total = 0.0
        for other in range(state.players):
            if other != self.seat:
                total += state.value(other)
        return total

    # --- the search

    def run(self, iterations: i64, seconds: float, keep: i64 = -1) -> i64:
        """Think for so many playouts, and at most so many seconds if that is more than 0; the chosen action.

        An action to `keep` is tried although the value function may not care for it.
        """
        most = min(self.settings.candidates, max(iterations // 2, i64(2)))  # each halving costs half of the last
        alive = self.different(most)
        for candidate in self.found:
            if candidate.action == keep and candidate not in alive:
                alive.append(candidate)
        rounds = halvings(len(alive))
        start = perf_counter()
        left = iterations
        for number in range(rounds):
            worlds = max(left // (rounds - number) // len(alive), i64(1))
            until = start + seconds * float(number + 1) / float(rounds)
            for world in range(worlds):
                if seconds > 0.0 and world > 0 and perf_counter() > until:
                    break
                self.try_all(alive)
                left -= len(alive)
                alive = self.in_question(alive)
                if len(alive) == 1:
                    return alive[0].action
            if len(alive) > 2:
                alive = self.better_half(alive)
        return self.best(alive).action

    def in_question(self, alive: list[Candidate]) -> list[Candidate]:
        """Those that are not clearly behind the best. Until it is alone the first one stays: it measures the others."""
        if self.settings.doubt == 0.0 or alive[0].visits < FEW:
            return alive
        best = self.best(alive)
        open_ones = [one for one in alive if one is best or not self.is_behind(one, best)]
        if len(open_ones) == 1:
            return open_ones
        return alive[:1] + [one for one in open_ones if one is not alive[0]]

    def is_behind(self, candidate: Candidate, best: Candidate) -> bool:
        """Whether it is behind by more than chance explains, or too little is to be hoped for to look further."""
        error = sqrt(squared_error(candidate) + squared_error(best))
        behind = self.advantage(best) - self.advantage(candidate)
        return behind > self.settings.doubt * error or hope(behind, error) < self.settings.enough

    def different(self, most: i64) -> list[Candidate]:
        """The best actions; all of them, or one of each sort."""
        chosen: list[Candidate] = []
        for candidate in self.found:
            if len(chosen) == most:
                break
            if not (self.settings.distinct and self.is_twin(candidate, chosen)):
                chosen.append(candidate)
        return chosen

    def is_twin(self, candidate: Candidate, chosen: list[Candidate]) -> bool:
        """Whether the value function sees no difference to another action, for any seat."""
        for other in chosen:
            if other.prior == candidate.prior and other.rivals == candidate.rivals:
                return True
        return False

    def try_all(self, alive: list[Candidate]) -> None:
        """All actions in one more world; what chance does later is the same for each."""
        world = self.knowledge.sample(self.rng)
        world.remember()
        chance = self.rng.fork()
        first = 0.0
        for number in range(len(alive)):
            candidate = alive[number]
            trial = world.clone()
            trial.step(self.seat, candidate.action)
            self.players.play_on(trial, self.settings.horizon, chance.clone())
            worth = self.judge(trial)
            if number == 0:
                first = worth
            candidate.visits += 1
            candidate.gain += worth - first
            candidate.squares += (worth - first) * (worth - first)
            self.playouts += 1

    def advantage(self, candidate: Candidate) -> float:
        """Points that an action is better than the first one, the value function's opinion counted in."""
        trust = self.settings.trust
        opinion = trust * (candidate.prior - self.found[0].prior)
        return (opinion + candidate.gain) / (trust + float(candidate.visits))

    def better_half(self, alive: list[Candidate]) -> list[Candidate]:
        """The first candidate, and the best of the others."""
        rest = self.by_advantage(alive[1:])
        return alive[:1] + rest[: (len(alive) + 1) // 2 - 1]

    def by_advantage(self, candidates: list[Candidate]) -> list[Candidate]:
        """The best first; equal ones in the order of the value function."""
        ranked: list[Candidate] = []
        for candidate in candidates:
            at = len(ranked)
            while at > 0 and self.advantage(ranked[at - 1]) < self.advantage(candidate):
                at -= 1
            ranked.insert(at, candidate)
        return ranked

    def best(self, alive: list[Candidate]) -> Candidate:
        return self.by_advantage(alive)[0]

    def judge(self, state: State) -> float:
        """The position for the seat, the best of the others weighed against it."""
        if self.settings.rival == 0.0:
            return state.value(self.seat)
        rival = WORST
        for other in range(state.players):
            if other != self.seat:
                rival = max(rival, state.value(other))
        return state.value(self.seat) - self.settings.rival * rival

    # --- for people

    def expected_scores(self, action: i64, playouts: i64, seconds: float) -> list[float]:
        """The mean final score of each seat if the action is taken and the game played on to its end.

        All actions that are asked about meet the same worlds and the same chance. More than 0 seconds are a limit.
        """
        totals: list[float] = []
        chance = self.rng.clone()
        start = perf_counter()
        played: i64 = 0
        while played < playouts and (played == 0 or seconds <= 0.0 or perf_counter() - start < seconds):
            played += 1
            end = self.knowledge.sample(chance)
            end.step(self.seat, action)
            self.players.play_on(end, TO_THE_END, chance)
            scores = end.scores()
            if not totals:
                totals = [0.0] * len(scores)
            for seat in range(len(scores)):
                totals[seat] += float(scores[seat])
        return [total / float(played) for total in totals]

    def likely_line(self, action: i64, length: i64) -> list[str]:
        """How the game might go on with the action, in notation: quick choices in one world."""
        state = self.knowledge.sample(self.rng)
        line = [state.text(self.seat, action)]
        state.step(self.seat, action)
        for _ in range(length - 1):
            seat = state.next_seat()
            if seat < 0:
                break
            choice = self.players.choice(state, seat, self.rng)
            line.append(f"{seat}: {state.text(seat, choice)}")
            state.step(seat, choice)
        return line


def squared_error(candidate: Candidate) -> float:
    """How far the mean of its gains may be off by chance, squared."""
    n = float(candidate.visits)
    mean = candidate.gain / n
    return max(candidate.squares / n - mean * mean, 0.0) / n


def hope(behind: float, error: float) -> float:
    """What it is worth, on average, to know of an action that seems so far behind whether it really is.

    How far it seems behind is off by a normal error; what counts is the part that lies ahead.
    """
    if error == 0.0:
        return 0.0
    z = behind / error
    return error * exp(-0.5 * z * z) / sqrt(2.0 * pi) - 0.5 * behind * erfc(z / sqrt(2.0))


def by_prior(candidate: Candidate) -> float:
    return -candidate.prior


def halvings(n: i64) -> i64:
    """Rounds until one of so many is left."""
    rounds: i64 = 0
    while n > 1:
        n = (n + 1) // 2
        rounds += 1
    return rounds


def ends_of(knowledge: Knowledge, looks: i64, playouts: i64, rng: Rng) -> list[list[int]]:
    """The final scores of so many games, played on by quick players in worlds that fit the knowledge."""
    players = Players(looks, knowledge.sample(rng).legal_capacity())
    ends: list[list[int]] = []
    for _ in range(playouts):
        end = knowledge.sample(rng)
        players.play_on(end, TO_THE_END, rng)
        ends.append(end.scores())
    return ends
