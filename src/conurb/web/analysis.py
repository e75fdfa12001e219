"""The analysis of a finished game, as a part of its page; and how lines of bots are said to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conurb import games
from conurb.arena import plots
from conurb.arena.imagined import legal_entry, steps_of
from conurb.kernel.play import replay
from conurb.kernel.record import Record
from conurb.web import looks, render
from conurb.words import say


def fragment(found: Mapping[str, Any], record: Record, names: Sequence[str], url: str, language: str) -> str:
    """What is shown of an analysis, in the viewer's language."""
    series = [(name, [moment["expected"][seat] for moment in found["values"]], seat) for seat, name in enumerate(names)]
    at = [moment["at"] for moment in found["values"]]
    points = [_point(point, record, names, language) for point in found["turning_points"]]
    marks = [(point["before"], f"{number}: {point['played']}") for number, point in enumerate(points, 1)]
    course, title = render.word(language, "analysis.course"), render.word(language, "analysis")
    plot = {
        "narrow": plots.lines(series, marks, course, title, at, plots.NARROW),
        "wide": plots.lines(series, marks, course, title, at, plots.WIDE),
    }
    return render.page("analysis.html", language, m={"plot": plot, "points": points, "url": url})


def _point(point: Mapping[str, Any], record: Record, names: Sequence[str], language: str) -> dict[str, Any]:
    """One turning point: what was played, and what would have been better, as its player saw it."""
    view = replay(games.get(record.game), record, point["action"] - 1).state.view(point["seat"])
    moves = line_words(view, point["line"], names, language)
    return {
        "seat": point["seat"],
        "name": names[point["seat"]],
        "before": point["action"] - 1,
        "unit": point["unit"],
        "cost": f"{100 * point['cost']:.0f}" if point["unit"] == "chance" else _decimal(point["cost"], language),
        "played": _move_words(view, point["played"], names, language),
        "better": _move_words(view, point["better"], names, language),
        "line": [words if seat is None else f"{names[seat]}: {words}" for seat, words in moves],
        "after_played": _prospect(point["expected_played"], point["chance_played"], names, language),
        "after_better": _prospect(point["expected_better"], point["chance_better"], names, language),
    }


def line_words(
    view: Mapping[str, Any], line: Sequence[str], names: Sequence[str], language: str
) -> list[tuple[int | None, str]]:
    """A line of a bot in words, as far as it can be told, each move with its seat; the first is the viewer's own and
    has none."""
    return [(step.seat, _said(step.view, step.entry, names, language)) for step in steps_of(view, line)]


def _move_words(view: Mapping[str, Any], text: str, names: Sequence[str], language: str) -> str:
    """A legal move, in notation, as it is said to people."""
    return _said(view, legal_entry(view, text), names, language)


def _said(view: Mapping[str, Any], entry: Mapping[str, Any], names: Sequence[str], language: str) -> str:
    return say(looks.prose(view["game"]).choice(view, entry, names), language)


def _prospect(scores: Sequence[float], chance: float, names: Sequence[str], language: str) -> dict[str, str]:
    """What games played on from a move say of it."""
    told = (f"{name} {_decimal(score, language)}" for name, score in zip(names, scores, strict=True))
    return {"scores": " · ".join(told), "chance": f"{100 * chance:.0f}"}


def _decimal(value: float, language: str) -> str:
    """A number with one decimal place, as the language writes it."""
    return f"{value:.1f}".replace("-", render.MINUS).replace(".", render.word(language, "decimal"))
