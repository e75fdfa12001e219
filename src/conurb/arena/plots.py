"""Plots as inline SVG: no library, no network; colours from the page, so that light and dark both work.

Every mark has a `<title>`, which a browser shows as a tip and a screen reader reads. Each plot can be drawn WIDE, or
NARROW for a phone: as it is, not made smaller, so that its words stay legible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDE = 720
NARROW = 360  # labels stand above what they name
LABELS = 0.4  # of the width, at most, for labels beside what they name
RIGHT = 24
ROW = 30
LETTER = 7.4  # width of a letter of a label, generously
BOLD = 9.0  # the same of a value
LINE = 14  # height of a label
APART = 16  # from one label to the next, at least
DIGIT = 12  # the same for numbers beside each other
GAP = 10  # between labels side by side
TICKS = 5
DASHES = ("", "9 4", "2.5 3.5", "14 4 3 4", "5 2.5", "9 3 2 3 2 3", "18 5")
"""How the lines of seats 0 to 6 are broken, for those who do not see their colours."""


@dataclass(frozen=True)
class Bar:
    """A share with its interval and what would be fair; `colour` is a number of the page's palette."""

    label: str
    share: float
    low: float
    high: float
    fair: float
    colour: int


def svg(width: float, height: float, body: str, title: str) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg">{body}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def tip(words: str) -> str:
    return f"<title>{escape(words)}</title>"


def room_for(labels: Sequence[str], width: float, letter: float = LETTER) -> float:
    """What labels beside a plot need, or as much as they may have."""
    return min(max(letter * len(label) for label in labels), LABELS * width)


def shortened(label: str, room: float, letter: float = LETTER) -> str:
    """As much of a label as there is room for; its tip says all of it.

    >>> shortened("my-very-own-bot", 74)
    'my-very-o…'
    """
    letters = int(room / letter + 0.01)  # what was measured with room_for fits, however it is rounded
    return label if len(label) <= letters else f"{label[: letters - 1]}…"


# --- scales


def round_step(span: float, ticks: int = TICKS) -> float:
    """A step of 1, 2 or 5 times a power of ten that gives about so many ticks."""
    if span <= 0:
        return 1.0
    raw = span / ticks
    power = 10.0 ** floor(log10(raw))
    for factor in (1, 2, 5):
        if raw <= factor * power:
            return factor * power
    return 10 * power


def ticks(low: float, high: float, least: float = 0.0) -> list[float]:
    """Round values from low to high, at least so far apart.

    >>> ticks(0, 43)
    [0.0, 10.0, 20.0, 30.0, 40.0]
    """
    step = max(round_step(high - low), least)
    first = ceil(low / step)
    return [k * step for k in range(first, floor(high / step) + 1)]


def minus(words: str) -> str:
    return words.replace("-", "\N{MINUS SIGN}")


def number(value: float) -> str:
    """With the true minus sign.

    >>> [number(value) for value in (-47.2, 1.25, 3.0)]
    ['\u221247', '1.2', '3']
    """
    return minus(f"{value:,.0f}" if abs(value) >= 10 or value == int(value) else f"{value:.1f}")


def upwards(places: Sequence[float], top: float) -> list[float]:
    """Where labels stand, given from the lowest up: at their places, but none on another and none over the top.

    >>> upwards([100, 98, 20], top=12)
    [100, 84, 20]
    >>> upwards([20, 20, 20], top=12)
    [44, 28, 12]
    """
    found: list[float] = []
    for place in places:
        found.append(min(place, found[-1] - APART) if found else place)
    least = top
    for k in reversed(range(len(found))):
        found[k] = max(found[k], least)
        least = found[k] + APART
    return found


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign; nothing has none.

    >>> signed(2.04), signed(-0.04), signed(-20, 0)
    ('+2.0', '0.0', '\u221220')
    """
    words = f"{value:+.{digits}f}"
    return minus(words) if words.strip("+-0.") else words[1:]


class Scale:
    """Values to pixels."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high = low, high if high > low else low + 1.0
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)


def axis(scale: Scale, top: float, bottom: float, percent: bool = False) -> str:
    """The grid of a horizontal axis, its numbers below: percentages, or whole numbers."""
    marks = []
    for value in ticks(scale.low, scale.high, 0.0 if percent else 1.0):
        x = scale(value)
        marks.append(line(x, top, x, bottom, "grid"))
        marks.append(text(x, bottom + 16, f"{value:.0%}" if percent else number(value), "middle", "tick"))
    return "".join(marks)


# --- plots


def interval_bars(bars: Sequence[Bar], title: str, width: float = WIDE) -> str:
    """Shares as bars, their intervals as whiskers, what would be fair as a dashed line through each."""
    above = LINE + 4 if width <= NARROW else 0
    row = ROW + above
    room = width - RIGHT if above else room_for([bar.label for bar in bars], width)
    left = 12 if above else room + 12
    height = row * len(bars) + 30
    x = Scale(0.0, 1.0, left, width - RIGHT)
    body = [axis(x, 4, height - 26, percent=True)]
    names = []  # over the lines that they may cross
    for place, bar in enumerate(bars):
        y = 6 + place * row + above
        middle = y + 10
        told = f"{bar.label}: {bar.share:.1%} ({bar.low:.1%} to {bar.high:.1%}), fair share {bar.fair:.0%}"
        label = shortened(bar.label, room)
        named = text(left, y - 5, label, kind="over") if above else text(left - 10, middle + 4, label, "end")
        names.append(f"<g>{tip(told)}{named}</g>")
        body.append(f"<g>{tip(told)}")
        shape = f'x="{left:.1f}" y="{y}" width="{x(bar.share) - left:.1f}" height="20"'
        body.append(f'<rect {shape} class="c{bar.colour}"/>')
        body.append(line(x(bar.low), middle, x(bar.high), middle, "whisker"))
        body += [line(x(end), middle - 5, x(end), middle + 5, "whisker") for end in (bar.low, bar.high)]
        body.append(line(x(bar.fair), y - 5, x(bar.fair), y + 25, "fair"))
        body.append(share_label(x(bar.low), x(bar.high), middle + 4, f"{bar.share:.0%}", width - RIGHT) + "</g>")
    return svg(width, height, "".join([*body, *names]), title)


def share_label(low: float, high: float, y: float, words: str, end: float) -> str:
    """Beside the whisker: to its right, or inside the bar where there is no room."""
    if high + 46 < end:
        return text(high + 8, y, words, kind="value")
    return text(low - 8, y, words, "end", "value inside")


def histograms(series: Sequence[tuple[str, Sequence[float], int]], title: str, width: float = WIDE) -> str:
    """One hill for each series, all on one axis, the mean marked."""
    values = [value for _, row, _ in series for value in row]
    low, high = min(values), max(values)
    step = max(round_step(high - low, 24), 1.0)
    first = floor(low / step)
    bins = floor(high / step) - first + 1
    counts = [_counts(row, first, bins, step) for _, row, _ in series]
    top = max(max(row) / max(1, sum(row)) for row in counts)
    means = [f"mean {sum(row) / len(row):.1f}" for _, row, _ in series]
    hill = 64
    above = LINE + 4 if width <= NARROW else 0
    each = hill + 14 + above
    room = width - RIGHT - LETTER * 12 if above else room_for([*means, *(label for label, _, _ in series)], width)
    left = 12 if above else room + 12
    height = each * len(series) + 30
    x = Scale(first * step, (first + bins) * step, left, width - RIGHT)
    body = [axis(x, 4, height - 26)]
    for place, ((label, row, colour), bars) in enumerate(zip(series, counts, strict=True)):
        base = each * (place + 1)
        mean = sum(row) / len(row)
        named = shortened(label, room)
        if above:
            top_line = base - hill - 6
            names = text(left, top_line, named) + text(width - RIGHT, top_line, means[place], "end", "tick")
        else:
            names = text(left - 10, base - 22, named, "end") + text(left - 10, base - 6, means[place], "end", "tick")
        body.append(f"<g>{tip(label)}{names}</g>")
        for place_of_bin, count in enumerate(bars):
            if not count:
                continue
            part = count / len(row)
            from_, to = (first + place_of_bin) * step, (first + place_of_bin + 1) * step
            tall = hill * part / top
            shape = (
                f'x="{x(from_) + 0.5:.1f}" y="{base - tall:.1f}" width="{x(to) - x(from_) - 1:.1f}" height="{tall:.1f}"'
            )
            span = number(from_) if step == 1 else f"{number(from_)} to {number(to - 1)}"
            body.append(f'<rect {shape} class="c{colour}">{tip(f"{label}: {span}: {part:.1%}")}</rect>')
        body.append(line(x(mean), base - hill, x(mean), base, "mean") + line(left, base, width - RIGHT, base, "base"))
    return svg(width, height, "".join(body), title)


def _counts(row: Sequence[float], first: int, bins: int, step: float) -> list[int]:
    counts = [0] * bins
    for value in row:
        counts[floor(value / step) - first] += 1
    return counts


@dataclass(frozen=True)
class Dot:
    """A thing with two numbers and how often it was seen; `clear` unless its height may be chance."""

    label: str
    x: float
    y: float
    weight: float
    note: str
    clear: bool = True


def scatter(dots: Sequence[Dot], across: str, up: str, title: str, width: float = WIDE, named: int = 8) -> str:
    """How often taken against what it brings; the most remarkable ones are named, as far as there is room.

    What may be chance is faint, and named only where nothing is clear.
    """
    height = 400
    end = width - RIGHT - (40 if width > NARROW else 0)
    x = Scale(0.0, max(dot.x for dot in dots), 60, end)
    reach = 1.1 * max(abs(dot.y) for dot in dots) or 1.0  # no dot lies on the numbers below
    y = Scale(-reach, reach, height - 46, 34)
    body = [axis(x, 34, height - 46, percent=True), line(60, y(0), end, y(0), "fair")]
    for value in ticks(-reach, reach):
        body.append(text(52, y(value) + 4, signed(value, 0 if reach >= 3 else 1), "end", "tick"))
    largest = max(dot.weight for dot in dots)
    told = [dot for dot in dots if dot.clear] or dots
    remarkable = sorted(told, key=lambda dot: -abs(dot.y) * dot.weight**0.5)[:named]
    for dot in dots:
        radius = 3 + 7 * (dot.weight / largest) ** 0.5
        colour = 1 if dot.y >= 0 else 3
        place = f'cx="{x(dot.x):.1f}" cy="{y(dot.y):.1f}" r="{radius:.1f}"'
        kind = "dot" if dot.clear else "dot faint"
        body.append(f'<circle {place} class="c{colour} {kind}">{tip(dot.note)}</circle>')
    taken: list[tuple[float, float, float]] = []  # where labels stand: left, right, base line
    for dot in remarkable:
        anchor, shift = ("end", -10) if x(dot.x) > max(width - 200, width / 2) else ("start", 10)
        near, base = x(dot.x) + shift, y(dot.y) - 6
        label = shortened(dot.label, near if anchor == "end" else width - near, BOLD)
        wide = BOLD * len(label)
        left, right = (near - wide, near) if anchor == "end" else (near, near + wide)
        if any(left < stop + GAP and start < right + GAP and abs(base - at) < LINE for start, stop, at in taken):
            continue  # a tip still names it
        taken.append((left, right, base))
        body.append(text(near, base, label, anchor, "value"))
    body.append(text(end, height - 10, across, "end", "tick") + text(60, 12, up, "start", "tick"))
    return svg(width, height, "".join(body), title)


def lines(
    series: Sequence[tuple[str, Sequence[float], int]],
    marks: Sequence[tuple[int, str]],
    across: str,
    title: str,
    at: Sequence[int],
    width: float = WIDE,
) -> str:
    """A value over the course of a game, one line for each seat, with numbered marks at its turning points.

    `at` says after how many actions each value was taken; marks stand at actions.
    """
    height = 320
    values = [value for _, row, _ in series for value in row]
    room = room_for([f"{label} {number(round(row[-1]))}" for label, row, _ in series], width, BOLD)
    right = width - room - 26
    x = Scale(0, max(1, at[-1]), 50, right)
    y = Scale(min(values), max(values), height - 46, 20)
    body = [axis(x, 20, height - 46)]
    for value in ticks(min(values), max(values)):
        body.append(line(50, y(value), right, y(value), "grid") + text(44, y(value) + 4, number(value), "end", "tick"))
    near = 0.0
    for place, label in marks:
        near = max(x(place), near + DIGIT)  # two decisions may follow each other
        body.append(f"<g>{tip(label)}{line(x(place), 20, x(place), height - 46, 'fair')}")
        body.append(text(near, 14, label.split(":")[0], "middle", "value") + "</g>")
    rising = sorted(series, key=lambda entry: entry[1][-1])
    ends = upwards([y(row[-1]) for _, row, _ in rising], LINE)
    for (label, row, colour), end in zip(rising, ends, strict=True):
        path = " ".join(f"{x(k):.1f},{y(value):.1f}" for k, value in zip(at, row, strict=True))
        dashes = f' stroke-dasharray="{DASHES[colour]}"' if DASHES[colour] else ""
        body.append(f'<polyline points="{path}" class="line s{colour}"{dashes}>{tip(label)}</polyline>')
        body.append(line(x(at[-1]), y(row[-1]), right + 18, end, f"s{colour}"))  # from the line to its name
        last = f" {number(round(row[-1]))}"
        named = shortened(label, room - BOLD * len(last), BOLD) + last
        body.append(f"<g>{tip(label)}{text(right + 22, end + 4, named, kind='value')}</g>")
    body.append(text(right, height - 10, across, "end", "tick"))
    return svg(width, height, "".join(body), title)
