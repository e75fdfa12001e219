"""The analysis of a game as one page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from conurb.arena import page, plots
from conurb.arena.analysis import Analysis, TurningPoint, Wording
from conurb.kernel.game import Game


def analysis_page(game: Game, found: Analysis, said: Sequence[Wording] | None = None) -> str:
    """A whole document that opens without a network; `said` is how the moves of each turning point are told."""
    title = f"{game.title}: {', '.join(found.names)}"
    head = f'<p class="soft">Conurb analysis</p>\n<h1>{escape(title)}</h1>'
    return page.page(title, "\n".join([head, *parts(found, said)]))


def parts(found: Analysis, said: Sequence[Wording] | None) -> list[str]:
    words = [found.in_notation(point) for point in found.turning_points] if said is None else said
    points = zip(found.turning_points, words, strict=True)
    told = [turning_point(found, n, *point) for n, point in enumerate(points, 1)]
    return [course(found, words), *(told or [page.section("Turning points", "No decision cost anybody much.", "")])]


def course(found: Analysis, said: Sequence[Wording]) -> str:
    series = [
        (name, [moment.values[seat] for moment in found.moments], seat % page.PALETTE)
        for seat, name in enumerate(found.names)
    ]
    at = [moment.at for moment in found.moments]
    points = zip(found.turning_points, said, strict=True)
    marks = [(point.number, f"{n}: {words.played}") for n, (point, words) in enumerate(points, 1)]
    about = "The final score each player could expect at each moment, by games played on from there."
    drawn = page.chart(lambda width: plots.lines(series, marks, "actions played", "expected scores", at, width))
    return page.section("How it went", about, drawn)


def turning_point(found: Analysis, n: int, point: TurningPoint, said: Wording) -> str:
    name = found.names[point.seat]
    rows = [
        [word, *(f"{score:.1f}" for score in after.scores), f"{after.chance:.0%}"]
        for word, after in (("played", point.after_played), ("better", point.after_better))
    ]
    cost = (
        f"about {point.cost:.0%} chance to win lost"
        if point.in_chance
        else f"about {point.cost:.1f} points lost against the best other player"
    )
    about = f"Action {point.number}, {name}: {cost}, by games that bots played on from both moves."
    moves = (("Played", said.played), ("Better", said.better), ("It might go on", " → ".join(said.line)))
    told = "".join(f"<p><b>{word}:</b> {escape(move)}</p>" for word, move in moves)
    heads = ["Expected", *found.names, f"{name} wins"]
    return page.section(f"Turning point {n}", about, told + page.table(heads, rows))
