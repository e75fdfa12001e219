"""The analysis of a game as one page."""

from __future__ import annotations

from html import escape

from conurb.arena import page, plots
from conurb.arena.analysis import Analysis, TurningPoint
from conurb.kernel.game import Game


def analysis_page(game: Game, found: Analysis) -> str:
    """A whole document that opens without a network."""
    title = f"{game.title}: {', '.join(found.names)}"
    head = f'<p class="soft">Conurb analysis</p>\n<h1>{escape(title)}</h1>'
    return page.page(title, "\n".join([head, analysis_parts(found)]))


def analysis_parts(found: Analysis) -> str:
    """What the page says, without its frame: also for other pages."""
    return "\n".join([course(found), *(turning_point(found, n, p) for n, p in enumerate(found.turning_points, 1))])


def course(found: Analysis) -> str:
    series = [
        (name, [moment.values[seat] for moment in found.moments], seat % page.PALETTE)
        for seat, name in enumerate(found.names)
    ]
    at = [moment.at for moment in found.moments]
    marks = [(point.number, f"{n}: {point.played}") for n, point in enumerate(found.turning_points, 1)]
    about = "The final score each player could expect at each moment, by games played on from there."
    drawn = page.chart(lambda width: plots.lines(series, marks, "actions played", "expected scores", at, width))
    return page.section("How it went", about, drawn)


def turning_point(found: Analysis, n: int, point: TurningPoint) -> str:
    name = found.names[point.seat]
    rows = [
        [word, move, *(f"{score:.1f}" for score in after.scores), f"{after.chance:.0%}"]
        for word, move, after in (
            ("played", point.played, point.after_played),
            ("better", point.better, point.after_better),
        )
    ]
    cost = (
        f"about {point.cost:.0%} chance to win lost"
        if point.in_chance
        else f"about {point.cost:.1f} points lost against the best other player"
    )
    about = f"Action {point.number}, {name}: {cost}, by games that bots played on from both moves."
    line = f"<p>{' → '.join(escape(move) for move in found.line_of(point))}</p>"
    heads = ["", "Move", *found.names, f"{name} wins"]
    return page.section(f"Turning point {n}", about, page.table(heads, rows, words=2) + line)
