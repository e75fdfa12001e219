"""The analysis of a finished game, as a part of its page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conurb import games
from conurb.arena import plots
from conurb.kernel.play import replay
from conurb.kernel.record import Record
from conurb.web import looks, render
from conurb.words import say


def fragment(found: Mapping[str, Any], record: Record, names: Sequence[str], url: str, language: str) -> str:
    """What is shown of an analysis, in the viewer's language."""
    series = [(name, [moment["expected"][seat] for moment in found["values"]], seat) for seat, name in enumerate(names)]
    at = [moment["at"] for moment in found["values"]]
    points = [_point(point, _words(point, record, names, language), names) for point in found["turning_points"]]
    marks = [
        (max(place for place, when in enumerate(at) if when <= point["before"]), f"{number}: {point['played']}")
        for number, point in enumerate(points, 1)
    ]
    plot = plots.lines(series, marks, render.word(language, "analysis.course"), render.word(language, "analysis"))
    return render.page("analysis.html", language, m={"plot": plot, "points": points, "url": url})


def _point(point: Mapping[str, Any], words: Callable[[str], str], names: Sequence[str]) -> dict[str, Any]:
    """One turning point: what was played, and what would have been better."""
    return {
        "seat": point["seat"],
        "name": names[point["seat"]],
        "before": point["action"] - 1,
        "cost": f"{point['cost']:.1f}",
        "played": words(point["played"]),
        "better": words(point["better"]),
        "line": [_move(move, names) for move in point["line"]],
        "played_scores": _scores(point["expected_played"]),
        "better_scores": _scores(point["expected_better"]),
    }


def _words(point: Mapping[str, Any], record: Record, names: Sequence[str], language: str) -> Callable[[str], str]:
    """How the moves of a decision are said to people: as its player saw them."""
    view: dict[str, Any] = replay(games.get(record.game), record, point["action"] - 1).state.view(point["seat"])
    legal = {entry["text"]: entry for entry in view["legal"]}
    prose = looks.prose(record.game)
    return lambda text: say(prose.choice(view, legal[text], names), language)


def _move(move: str, names: Sequence[str]) -> str:
    """A move of a line in notation, with the name of who makes it in the place of the seat's number."""
    seat, colon, text = move.partition(": ")
    return f"{names[int(seat)]}: {text}" if colon else move


def _scores(scores: Sequence[float]) -> str:
    return ", ".join(f"{score:.0f}" for score in scores)
