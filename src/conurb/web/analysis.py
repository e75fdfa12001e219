"""The analysis of a finished game, as a part of its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conurb.arena import plots
from conurb.web import render


def fragment(found: Mapping[str, Any], names: Sequence[str], url: str, language: str) -> str:
    """What is shown of an analysis, in the viewer's language."""
    series = [(name, [moment["expected"][seat] for moment in found["values"]], seat) for seat, name in enumerate(names)]
    at = [moment["at"] for moment in found["values"]]
    marks = [
        (max(place for place, when in enumerate(at) if when < point["action"]), f"{number}: {point['played']}")
        for number, point in enumerate(found["turning_points"], 1)
    ]
    plot = plots.lines(series, marks, render.word(language, "analysis.course"), render.word(language, "analysis"))
    points = [
        {
            "seat": point["seat"],
            "name": names[point["seat"]],
            "before": point["action"] - 1,
            "cost": f"{point['cost']:.1f}",
            "played": point["played"],
            "better": point["better"],
            "line": point["line"],
            "played_scores": _scores(point["expected_played"]),
            "better_scores": _scores(point["expected_better"]),
        }
        for point in found["turning_points"]
    ]
    return render.page("analysis.html", language, m={"plot": plot, "points": points, "url": url})


def _scores(scores: Sequence[float]) -> str:
    return ", ".join(f"{score:.0f}" for score in scores)
