"""The analysis of a finished game, as a part of its page; and how lines of bots are said to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conurb import games
from conurb.arena import plots
from conurb.kernel.play import replay
from conurb.kernel.record import Record
from conurb.kernel.rng import Rng
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
    """A line of a bot in words, each move with its seat; the first is the viewer's own and has none.

    The line was made in a world that the bot imagined. It is told as far as it is possible in another one imagined from
    the same view, and up to the first secret choice of somebody else: what comes later hangs on things nobody knows.
    """
    state = games.get(view["game"]).knowledge(dict(view)).sample(Rng(0))
    told: list[tuple[int | None, str]] = []
    for move in line:
        head, colon, text = move.partition(": ") if told else ("", "", move)
        seat = int(head) if colon else view["seat"]
        action = next((action for action in state.legal(seat) if state.text(seat, action) == text), None)
        if action is None:
            break
        words = _move_words(state.view(seat), text, names, language)
        state.events = []
        state.step(seat, action)
        if seat != view["seat"] and any(event.secret for event in state.events):
            break
        told.append((seat if told else None, words))
    return told


def _move_words(view: Mapping[str, Any], text: str, names: Sequence[str], language: str) -> str:
    """A legal move, in notation, as it is said to people."""
    entry = next(entry for entry in view["legal"] if entry["text"] == text)
    return say(looks.prose(view["game"]).choice(view, entry, names), language)


def _prospect(scores: Sequence[float], chance: float, names: Sequence[str], language: str) -> dict[str, str]:
    """What games played on from a move say of it."""
    told = (f"{name} {_decimal(score, language)}" for name, score in zip(names, scores, strict=True))
    return {"scores": " · ".join(told), "chance": f"{100 * chance:.0f}"}


def _decimal(value: float, language: str) -> str:
    """A number with one decimal place, as the language writes it."""
    return f"{value:.1f}".replace("-", render.MINUS).replace(".", render.word(language, "decimal"))
