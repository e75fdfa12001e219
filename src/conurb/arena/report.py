"""The results of a series as one page: opens in any browser, without a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from math import sqrt
from statistics import fmean

from conurb import bots, games
from conurb.arena import page, plots
from conurb.arena.command import command
from conurb.arena.match import Outcome, SeatOutcome
from conurb.arena.pieces import piece_names
from conurb.arena.ratings import Rate, Z, failures, ratings, win_rate, won
from conurb.arena.results import Results
from conurb.bots.search import SearchBot
from conurb.extras import MissingExtra
from conurb.kernel.checks import listing

FEW = 8  # a piece that was taken, or left, less often says nothing
ROWS = 12  # of a table of pieces, before the rest is folded away
BARS = 16  # of a plot that stands open
FAULTS = 20
SEAT_COLOUR = 5  # of the palette, for what is no bot's


def report(results: Results) -> str:
    """The whole page."""
    series = Series(results)
    title = f"{series.title}: {' against '.join(series.bots)}"
    parts = [
        f'<p class="soft">Conurb arena</p>\n<h1>{escape(title)}</h1>',
        warnings(series),
        facts(series),
        wins(series),
        wins_by_seat(series),
        scores(series),
        pieces(series),
        course(series),
        faults(series),
        reproduce(series),
    ]
    return page.page(title, "\n".join(part for part in parts if part))


class Series:
    """The results, and what several parts of the page need of them."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.outcomes: Sequence[Outcome] = results.outcomes
        self.game = games.get(results.plan.game)
        self.title = self.game.title
        self.players = results.plan.players
        self.bots = list(dict.fromkeys(results.plan.bots))

    def colour(self, bot: str) -> int:
        return self.bots.index(bot) % page.PALETTE

    def seats(self, bot: str) -> list[SeatOutcome]:
        return [seat for outcome in self.outcomes for seat in outcome.seats if seat.bot == bot]

    def share(self, bot: str) -> float:
        """What the bot would win if all were equal."""
        return self.results.plan.bots.count(bot) / self.players


def warnings(series: Series) -> str:
    """What nobody must overlook."""
    return "".join(
        f'<section class="warning">{escape(failure.bot)} does not work: it lost {failure.lost:,} of its '
        f"{failure.decisions:,} decisions, and the greedy bot made them. "
        f"This page says nothing about {escape(failure.bot)}, and gives it no rating.</section>"
        for failure in failures(series.outcomes)
    )


def facts(series: Series) -> str:
    outcomes = series.outcomes
    decisions = sum(seat.decisions for outcome in outcomes for seat in outcome.seats)
    choices = sum(seat.choices for outcome in outcomes for seat in outcome.seats)
    margin = fmean(first_margin(outcome) for outcome in outcomes)
    shown = [
        page.fact(f"{len(outcomes):,}", "game" if len(outcomes) == 1 else "games"),
        page.fact(str(series.players), "players"),
        page.fact(f"{decisions / len(outcomes):.0f}", "decisions a game"),
        page.fact(f"{choices / max(1, decisions):.1f}", "choices at a decision"),
        page.fact(f"{margin:.1f}", "points between first and second"),
    ]
    return f'<div class="facts">{"".join(shown)}</div>'


def first_margin(outcome: Outcome) -> float:
    points = sorted((seat.score for seat in outcome.seats), reverse=True)
    return float(points[0] - points[1])


def wins(series: Series) -> str:
    """Who wins, and how sure that is."""
    if len(series.bots) == 1:
        return ""  # whoever wins, it is this bot
    bars = []
    for bot in series.bots:
        rate = win_rate(series.outcomes, bot)
        seats = series.results.plan.bots.count(bot)
        label = bot if seats == 1 else f"{bot} ({seats} seats)"
        bars.append(plots.Bar(label, rate.share, *rate.interval, series.share(bot), series.colour(bot)))
    about = (
        "The whiskers hold the true share 19 times of 20. A dashed line marks the fair share, which a bot would win if "
        "all were equal."
    )
    drawn = page.chart(lambda width: plots.interval_bars(bars, "wins by bot", width))
    return page.section("Wins", about, drawn + rating_table(series))


def rating_table(series: Series) -> str:
    try:
        rated = ratings(series.outcomes)
    except MissingExtra:
        return ""
    if not rated:
        return ""
    rows = [[rating.bot, f"{rating.mu:.1f}", f"± {rating.sigma:.1f}"] for rating in rated]
    return page.table(["Bot", "Rating (openskill)", ""], rows)


def wins_by_seat(series: Series) -> str:
    """Is a seat better than another?"""
    about = "Every player has every seat with the same deals, so what differs here is the seat itself."
    if len(series.outcomes) % series.players:
        about = (
            "The players move one seat on from game to game. The last round of that is not complete, so the deals of "
            "the seats differ a little too."
        )
    seats = []
    for seat in range(series.players):
        rate = Rate(sum(won(outcome, outcome.seats[seat]) for outcome in series.outcomes), len(series.outcomes))
        seats.append(plots.Bar(f"seat {seat}", rate.share, *rate.interval, 1 / series.players, SEAT_COLOUR))
    drawn = page.chart(lambda width: plots.interval_bars(seats, "wins by seat", width))
    return page.section("Wins by seat", about, drawn + wins_by_seat_and_bot(series))


def wins_by_seat_and_bot(series: Series) -> str:
    if len(series.bots) == 1:
        return ""
    bars = []
    for seat in range(series.players):
        for bot in series.bots:
            rate = win_rate(series.outcomes, bot, seat)
            if rate.games:
                label = f"seat {seat}, {bot}"
                bars.append(plots.Bar(label, rate.share, *rate.interval, 1 / series.players, series.colour(bot)))
    drawn = page.chart(lambda width: plots.interval_bars(bars, "wins by seat and bot", width))
    shown = "" if len(bars) > BARS else " open"
    return f"<details{shown}><summary>By seat and bot</summary>{drawn}</details>"


def scores(series: Series) -> str:
    rows = [(bot, [float(seat.score) for seat in series.seats(bot)], series.colour(bot)) for bot in series.bots]
    drawn = page.chart(lambda width: plots.histograms(rows, "scores by bot", width))
    return page.section("Scores", "How often each final score was reached.", drawn)


# --- tiles and cards


@dataclass
class Piece:
    """A tile or card over all games: who was offered it, who took how many, and how those seats ended."""

    name: str
    offers: int = 0
    seats: list[tuple[str, int, int]] = field(default_factory=list)  # that could take it: bot, how many it took, score
    wins: float = 0.0  # of the seats that took it

    @property
    def picks(self) -> int:
        return sum(picks for _, picks, _ in self.seats)

    @property
    def takers(self) -> int:
        return sum(1 for _, picks, _ in self.seats if picks)

    @property
    def rate(self) -> float:
        return self.picks / self.offers if self.offers else 0.0

    @cached_property
    def within(self) -> list[tuple[float, float]]:
        """Of each seat, how many it took and its score, both as differences from the mean of its bot."""
        by_bot: dict[str, list[tuple[int, int]]] = {}
        for bot, picks, score in self.seats:
            by_bot.setdefault(bot, []).append((picks, score))
        found = []
        for rows in by_bot.values():
            usual, mean = fmean(picks for picks, _ in rows), fmean(score for _, score in rows)
            found += [(picks - usual, score - mean) for picks, score in rows]
        return found

    @cached_property
    def effect(self) -> float:
        """The points that go with each one taken; of a card that there is once, with it against without."""
        spread = sum(picks * picks for picks, _ in self.within)
        return sum(picks * points for picks, points in self.within) / spread if spread else 0.0

    @cached_property
    def error(self) -> float:
        """Half the interval of the effect."""
        spread = sum(picks * picks for picks, _ in self.within)
        missed = sum((points - self.effect * picks) ** 2 for picks, points in self.within)
        return Z * sqrt(missed / spread / max(1, len(self.within) - 2)) if spread else 0.0

    @property
    def clear(self) -> bool:
        """Whether the effect is more than chance explains, 19 times of 20."""
        return abs(self.effect) > self.error

    @property
    def missing(self) -> str:
        """Why it tells nothing, if so: what was taken by all alike brings nobody more."""
        if sum(1 for picks, _ in self.within if picks > 0) < FEW:
            return "too few took it" if self.takers < FEW else "all took as many"
        return "too few left it" if sum(1 for picks, _ in self.within if picks < 0) < FEW else ""


def count_pieces(series: Series) -> list[Piece]:
    names = piece_names(series.game, series.results.plan.data())
    found: dict[str, Piece] = {}
    for outcome in series.outcomes:
        for seat in outcome.seats:
            by_name: dict[str, list[int]] = {}
            for id, offers in seat.offers.items():
                counts = by_name.setdefault(names.get(id, id), [0, 0])
                counts[0] += offers
                counts[1] += seat.picks.get(id, 0)
            for name, (offers, picks) in by_name.items():
                piece = found.setdefault(name, Piece(name))
                piece.offers += offers
                piece.seats.append((seat.bot, picks, seat.score))
                piece.wins += won(outcome, seat) if picks else 0.0
    return sorted(found.values(), key=lambda piece: -piece.picks)


def pieces(series: Series) -> str:
    """What is taken, by whom, and what it does to the score."""
    found = count_pieces(series)
    if not found:
        return ""
    telling = [piece for piece in found if not piece.missing]
    drawn = ""
    if telling:
        dots = [
            plots.Dot(p.name, p.rate, p.effect, p.picks, f"{p.name}: taken {p.rate:.0%}, {effect_words(p)}", p.clear)
            for p in telling
        ]
        words = ("taken when it could be", "points for each one", "pick rate and effect")
        drawn = page.chart(lambda width: plots.scatter(dots, *words, width))
    rows = [piece_row(piece) for piece in found]
    heads = ["Tile or card", "Taken", "When it could be", "Wins of its takers", "Points for each one"]
    shown = page.table(heads, rows[:ROWS])
    if rows[ROWS:]:
        shown += f"<details><summary>{len(rows) - ROWS} more</summary>{page.table(heads, rows[ROWS:])}</details>"
    about = (
        "How often a tile or card is taken when it can be, and how many more points go with each one that a seat "
        "takes, by the mean of its bot. It shows what goes together, not what causes what"
    ) + ("; faint dots may be mere chance." if telling else ".")
    return page.section("What they build and buy", about, drawn + shown)


def effect_words(piece: Piece) -> str:
    return piece.missing or f"{plots.signed(piece.effect)} ± {piece.error:.1f}"


def piece_row(piece: Piece) -> list[str]:
    takers = Rate(piece.wins, piece.takers)
    wins = f"{takers.share:.0%}" if takers.games else "none"
    return [piece.name, str(piece.picks), f"{piece.rate:.0%}", wins, effect_words(piece)]


# --- the course of the games


def course(series: Series) -> str:
    rows = []
    for bot in series.bots:
        seats = series.seats(bot)
        decisions = sum(seat.decisions for seat in seats)
        choices = sum(seat.choices for seat in seats)
        seconds = sum(seat.seconds for seat in seats)
        rows.append(
            [
                bot,
                f"{decisions / len(seats):.1f}",
                f"{choices / max(1, decisions):.1f}",
                duration(seconds / max(1, decisions)),
                duration(max(seat.seconds / max(1, seat.decisions) for seat in seats)),
            ]
        )
    heads = ["Bot", "Decisions a game", "Choices at each", "Time for each", "Time in the slowest game"]
    content = lengths([outcome.moves for outcome in series.outcomes]) + page.table(heads, rows)
    return page.section("Length, choices, time", "How many decisions a game takes, and what each costs.", content)


def duration(seconds: float) -> str:
    """In the unit that suits it: quick bots take microseconds, the strongest seconds.

    >>> duration(1.234), duration(0.0166), duration(0.0000042)
    ('1.2 s', '17 ms', '4 µs')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.{1 if seconds < 10 * size else 0}f} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def lengths(moves: Sequence[int]) -> str:
    """How long the games were; where all were alike there is nothing to draw."""
    if len(set(moves)) == 1:
        return f"<p>Decisions: {moves[0]} in every game.</p>"
    row = ("decisions", [float(count) for count in moves], SEAT_COLOUR)
    return page.chart(lambda width: plots.histograms([row], "length of games", width))


def faults(series: Series) -> str:
    told = [fault for outcome in series.outcomes for fault in outcome.faults]
    if not told:
        return ""
    items = "".join(f"<li>{escape(fault)}</li>" for fault in told[:FAULTS])
    about = f"Decisions that bots from outside lost, and the greedy bot made: {len(told):,}."
    if len(told) > FAULTS:
        about += f" The first {FAULTS}:"
    return page.section("Faults", about, f"<ul>{items}</ul>")


def reproduce(series: Series) -> str:
    plan = series.results.plan
    given: list[tuple[str, object]] = [
        ("--seats", ",".join(plan.bots)),
        ("--games", series.results.games),
        ("--seed", plan.seed),
        *(("--bot", f"{name}={program}") for name, program in plan.programs.items()),
    ]
    if plan.programs:
        given.append(("--limit", plan.limit))
    if plan.pack is not None:
        given.append(("--data", plan.pack[1]))
    again = command("arena", plan.game, plan.options, *given)
    return page.section("Again", how_far_again(series), f"<p><code>{escape(again)}</code></p>")


def how_far_again(series: Series) -> str:
    """What the command brings back: all of it, unless a bot goes by the clock or is not ours."""
    programs = series.results.plan.programs
    doubtful = [bot for bot in series.bots if bot in programs or by_the_clock(bot)]
    if not doubtful:
        return f"The same games again, on any machine, for {listing(series.bots, 'and')}:"
    reasons = [f"{bot} is a program of its own" if bot in programs else f"{bot} goes by the clock" for bot in doubtful]
    return (
        "The same series again, with the same deals and seats. The games need not be the same, nor the results: "
        f"{listing(reasons, 'and')}."
    )


def by_the_clock(level: str) -> bool:
    bot = bots.get(level)
    return isinstance(bot, SearchBot) and bot.seconds is not None
