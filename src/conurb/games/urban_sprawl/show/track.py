"""The election track: five offices in a circle, their holders, the pawn, and the next ballot (USP-2.16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin

from .cards import wrap
from .marks import OFFICE_ICONS, icon, pawn, seat_mark
from .pen import circle, group, text, title
from .plan import Choice, View, initial_of

TRACK_WIDTH = 320
TRACK_HEIGHT = 258
_MIDDLE = (160, 134)
_RADIUS = 88
OFFICES = tuple(OFFICE_ICONS)


def election_track(
    view: View,
    names: Sequence[str] | None,
    words: Mapping[str, str],
    *,
    sentence: Callable[[Choice], str] | None = None,
) -> str:
    """The track in its own coordinates, TRACK_WIDTH x TRACK_HEIGHT; offices to choose from are buttons."""
    named = {choice["office"]: choice for choice in view["legal"] if choice["kind"] == "office"}
    at = OFFICES.index(view["pawn"])
    following = OFFICES[(at + 1) % len(OFFICES)]
    parts = [circle(*_MIDDLE, _RADIUS, "orbit")]
    for k, office in enumerate(OFFICES):
        x, y = _place(k, _RADIUS)
        in_play = office == "Mayor" or view["politicians"]
        cls = "office-now" if k == at else "office" if in_play else "office-off"
        sign = group(icon(OFFICE_ICONS[office], -13, -13, 26), cls="ink" if in_play else "soft faint")
        holder = view["offices"][office]
        mark = "" if holder is None else seat_mark(holder, initial_of(names, holder), 18, 17, 21)
        drawn = circle(0, 0, 25, cls) + sign + mark
        choice = named.get(office)
        if choice is not None and sentence is not None:
            said = sentence(choice)
            drawn = group(
                title(said) + drawn + circle(0, 0, 27, "lit") + circle(0, 0, 29, "ring") + circle(0, 0, 29, "hit"),
                cls="spot",
                data_actions=str(choice["action"]),
                role="button",
                tabindex="0",
                aria_label=said,
            )
        parts.append(group(drawn, x=x, y=y))
        parts.append(text(x, y - 33 if k == 0 else y + 41, words[office], "t-office", "middle"))
    x, y = _place(at, _RADIUS)
    parts.append(pawn(x - 22, y - 2, 0.9))
    parts.append(text(_MIDDLE[0], _MIDDLE[1] - 40, words["next_ballot"], "t-office", "middle"))
    for k, line in enumerate(wrap(words[following], 112, 13, 2)):
        parts.append(text(_MIDDLE[0], _MIDDLE[1] - 22 + 16 * k, line, "t-zone", "middle"))
    return "".join(parts)


def _place(index: int, radius: float) -> tuple[float, float]:
    """The middle of a space, clockwise from the north."""
    turn = 2 * pi * index / len(OFFICES)
    return _MIDDLE[0] + radius * sin(turn), _MIDDLE[1] - radius * cos(turn)
