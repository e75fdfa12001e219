"""What lies beside the cities: the round, the six tracks, the initiative track, the power plant, the projects.

Each is drawn in its own box of units and returns markup; `framed` makes an SVG of it for a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from conurb.drawing.pen import num, shorten, signed
from conurb.games.the_capitals.data import resource
from conurb.games.the_capitals.geometry import RESOURCE_NAMES

from . import face, prose
from .box import tables
from .icons import icon
from .pen import circle, element, group, path, rect, text, use
from .scene import NEUTRAL_SEAT, Choice, Scene, minus

TRACK_WIDTH = 392
TRACK_LEFT, TRACK_RIGHT = 44, 348
BAR = 60
MARK = 19
PROGRESS_WIDTH = 392
INITIATIVE_WIDTH = 264
SPACE_HEIGHT = 42
PLANT_WIDTH, PLANT_HEIGHT = 220, 190
TIMES = "\N{MULTIPLICATION SIGN}"


def framed(content: str, width: float, height: float, label: str, cls: str) -> str:
    """A picture of its own for a page."""
    return element(
        "svg",
        content,
        cls=cls,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(width)} {num(height)}",
        role="group",
        aria_label=label,
    )


# --- the five straight tracks (CAP-1.40)


def track_height(name: str) -> float:
    return 104 if name in ("employment", "services") else 88


def track_label(scene: Scene, name: str) -> str:
    """Where everybody stands, in words."""
    stands = ", ".join(f"{scene.names[seat]} {minus(have[name])}" for seat, have in enumerate(scene.view["seats"]))
    return f"{scene.say(prose.track_name(name))}: {stands}"


class Track:
    """One of the straight tracks."""

    def __init__(self, scene: Scene, name: str) -> None:
        self.scene, self.name = scene, name
        data = self.data = tables(scene.view)
        self.number = resource(name)
        self.first, self.last = int(data.first[self.number]), int(data.last[self.number])

    def at(self, value: float) -> float:
        share = (value - self.first) / (self.last - self.first)
        return TRACK_LEFT + share * (TRACK_RIGHT - TRACK_LEFT)

    def draw(self) -> str:
        return self._head() + self._ends() + self._bar() + self._printed() + self._previews() + self._markers()

    def _head(self) -> str:
        name = self.scene.say(prose.track_name(self.name))
        note = self._note()
        room = TRACK_WIDTH - 48 - len(name) * 9
        return (
            icon(self.name, 4, 2, 19, f"of-{self.name}")
            + text(29, 17, name, "t-sub")
            + text(TRACK_WIDTH - 6, 17, shorten(note, room, 11.5), "t-tiny", "end")
        )

    def _note(self) -> str:
        """What the track is about; for the viewer, what it would bring at an Expo."""
        seat = self.scene.seat
        if seat is not None and self.name in ("employment", "services"):
            value = self.scene.view["seats"][seat][self.name]
            return self.scene.word(f"note.{self.name}.mine", n=signed(self._expo(value)))
        return self.scene.word(f"note.{self.name}")

    def _expo(self, value: int) -> int:
        data = self.data
        table = data.expo_prestige if self.name == "employment" else data.expo_progress
        return int(table[value - self.first])

    def _ends(self) -> str:
        """What a marker gains that would leave the track (CAP-5.2, CAP-5.3)."""
        data = self.data
        over, under = int(data.over_n[self.number]), int(data.under_n[self.number])
        right = TRACK_RIGHT + 9
        what = RESOURCE_NAMES[data.over_what[self.number]]
        parts = [
            icon(what, right, BAR - 5, 13, f"of-{what}"),
            text(right + 14, BAR + 6, signed(over), "t-tick-good"),
        ]
        if self.name == "economy":
            under = -int(data.tax_prestige) if data.tax_prestige > 0 else int(data.tax_prestige)
        if under:
            parts.append(icon("prestige", 4, BAR - 5, 13, "bad"))
            parts.append(text(18, BAR + 6, signed(under), "t-tick-bad"))
        return "".join(parts)

    def _bar(self) -> str:
        span = self.last - self.first
        step = 1 if span <= 30 else 5
        big = 2 if span <= 12 else 5 if span <= 30 else 10
        bar = rect(TRACK_LEFT - 4, BAR - 4, TRACK_RIGHT - TRACK_LEFT + 8, 9, f"bar-{self.name}", rx=4.5)
        ticks = []
        labels = []
        for value in range(self.first, self.last + 1):
            if value % step and value != self.first:
                continue
            tall = value % big == 0
            ticks.append(f"M{num(self.at(value))} {BAR + 5}v{5 if tall else 3}")
            if (tall or value == self.first) and not self._crowded(value):
                labels.append(text(self.at(value), BAR + 21, minus(value), "t-tick", "middle"))
        return bar + path("".join(ticks), "tick") + "".join(labels)

    def _crowded(self, value: int) -> bool:
        """Whether the number of a level of attraction needs the room."""
        return self.name == "culture" and any(0 < abs(value - int(reach)) < 3 for reach in self.data.reach)

    def _printed(self) -> str:
        """Expo values of employment and services, levels of attraction, and where employment stops."""
        data = self.data
        parts = []
        if self.name == "culture":
            for reach, below in zip(data.reach, data.below, strict=True):
                parts.append(path(f"M{num(self.at(int(reach)))} {BAR - 6}v13", "mark-culture"))
                parts.append(text(self.at(int(reach)), BAR + 21, f"{reach}", "t-tick-bad", "middle"))
                parts.append(path(f"M{num(self.at(int(below) - 0.5))} {BAR - 3}v7", "tick"))
        if self.name in ("employment", "services"):
            what = "prestige" if self.name == "employment" else "progress"
            parts.append(icon("expo", 4, BAR + 26, 15, "soft"))
            parts.append(icon(what, 22, BAR + 27, 13, f"of-{what}"))
            for value in range(self.first, self.last + 1):
                if self.name == "services" or value < 10 or value % 2 == 0:
                    n = self._expo(value)
                    cls = "t-tick-good" if n > 0 else "t-tick-bad" if n < 0 else "t-tick"
                    parts.append(text(self.at(value), BAR + 37, minus(n), cls, "middle"))
        if self.name == "employment" and self.scene.seat is not None:
            limit = self.at(self.scene.view["seats"][self.scene.seat]["population"])
            parts.append(path(f"M{num(limit)} {BAR - 7}v14", "mark-population"))
        return "".join(parts)

    def _previews(self) -> str:
        """The change that a choice would bring, as a gold stretch."""
        seat = self.scene.seat
        if seat is None:
            return ""
        now = self.scene.view["seats"][seat][self.name]
        ways: dict[int, list[Choice]] = {}
        for choice in self.scene.choices:
            change = choice.get("gains", {}).get(self.name, 0)
            if change:
                ways.setdefault(now + change, []).append(choice)
        parts = []
        for value, choices in ways.items():
            stretch = path(f"M{num(self.at(now))} {BAR + 0.5}H{num(self.at(value))}", "step")
            ring = circle(self.at(value), BAR + 0.5, 6, "step-end")
            parts.append(self.scene.preview(stretch + ring, choices))
        return "".join(parts)

    def _markers(self) -> str:
        """Markers above their spaces; those that share a space stand side by side, each with a line to it."""
        stands = [(have[self.name], seat) for seat, have in enumerate(self.scene.view["seats"])]
        neutral = self.scene.view["neutral_culture"]
        if self.name == "culture" and neutral is not None:
            stands.append((neutral, NEUTRAL_SEAT))
        stands.sort(key=lambda stand: stand[0])
        places = spread([self.at(value) for value, _ in stands], MARK + 1, MARK / 2, TRACK_WIDTH - MARK / 2)
        lines = "".join(
            path(f"M{num(x)} {BAR - 14}L{num(self.at(value))} {BAR - 3}", f"leader-{seat}")
            for x, (value, seat) in zip(places, stands, strict=True)
        )
        marks = (self.scene.mark(seat, x, BAR - 22, MARK) for x, (_, seat) in zip(places, stands, strict=True))
        return lines + "".join(marks)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending places, moved apart as little as may be so that neighbours keep a distance.

    >>> spread([10, 10, 50], 20, 0, 100)
    [0.0, 20.0, 50.0]
    """
    clusters: list[list[float]] = []  # mean of the wanted places, and how many
    for place in wanted:
        clusters.append([place, 1])
        while len(clusters) > 1:
            (first, n), (second, k) = clusters[-2], clusters[-1]
            if second - first >= gap * (n + k) / 2:
                break
            clusters[-2:] = [[(first * n + second * k) / (n + k), n + k]]
    found: list[float] = []
    for middle, n in clusters:
        reach = gap * (n - 1) / 2
        middle = min(max(middle, low + reach), high - reach)
        found += [middle - reach + gap * i for i in range(int(n))]
    for i in range(1, len(found)):
        found[i] = max(found[i], found[i - 1] + gap)
    return found


# --- progress (CAP-5.30)


def progress_height(scene: Scene) -> float:
    return max(152.0, 40 + 27 * len(scene.view["seats"]))


def progress(scene: Scene) -> str:
    """The circle with its power plant symbol, and everybody's plant, cubes and activations."""
    view = scene.view
    data = tables(view)
    spaces = int(data.circle)
    x, y, r = 74, 90, 44
    head = (
        icon("progress", 4, 2, 19, "of-progress")
        + text(29, 17, scene.say(prose.track_name("progress")), "t-sub")
        + text(PROGRESS_WIDTH - 6, 17, scene.word("note.progress", n=spaces), "t-tiny", "end")
    )
    angle = [-pi / 2 + 2 * pi * k / spaces for k in range(spaces)]
    points = [(x + r * cos(a), y + r * sin(a)) for a in angle]
    parts = [head, circle(x, y, r, "orbit")]
    for k, (px, py) in enumerate(points):
        parts.append(circle(px, py, 13 if k == 0 else 9, "symbol-space" if k == 0 else "circle"))
        parts.append(
            icon("plant", px - 9, py - 9, 18, "on-badge") if k == 0 else text(px, py + 4, str(k), "t-tick", "middle")
        )
    here: dict[int, list[int]] = {}
    for seat, have in enumerate(view["seats"]):
        here.setdefault(have["progress"] % spaces, []).append(seat)
    for k, seats in here.items():
        for n, seat in enumerate(seats):
            away = r + 2 - n * 17 if len(seats) < 3 else r + 12 - n * 15
            parts.append(scene.mark(seat, x + away * cos(angle[k]), y + away * sin(angle[k]), 17))
    for row, seat in enumerate(view["order"]):
        parts.append(group(_plant_row(scene, seat), x=150, y=38 + 27 * row))
    return "".join(parts)


def _plant_row(scene: Scene, seat: int) -> str:
    have = scene.view["seats"][seat]
    top = int(tables(scene.view).top_level)
    pips = "".join(rect(24 + 12 * n, -6, 10, 13, "pip" if n < have["level"] else "pip-empty", rx=2) for n in range(top))
    steps = have["progress"]
    return (
        scene.mark(seat, 9, 0, 18)
        + pips
        + text(24 + 12 * top + 6, 5, f"+{steps}" if steps else "", "n-soft")
        + icon("activation", 136, -8, 15, "soft")
        + text(154, 5, str(have["activations"]), "n")
        + face.cube(182, 0, 8)
        + text(194, 5, str(have["energy"]), "n")
    )


# --- initiative (CAP-1.44)


def initiative_height(scene: Scene) -> float:
    return float(30 + SPACE_HEIGHT * len(tables(scene.view).open_spaces[scene.view["players"]]))


def own_multiplier(scene: Scene, seat: int) -> int:
    """What the price of the seat's next space is multiplied by (CAP-3.12, CAP-3.13)."""
    view = scene.view
    data = tables(view)
    deciding = view["phase"] == "political"
    old = view["initiative"][seat] if deciding or view["chosen"][seat] is None else view["chosen"][seat]
    coming = view["round"] if deciding else view["round"] + 1
    reduced = view["players"] == 5 and coming == 2
    return int((data.multiplier_round_2 if reduced else data.multiplier)[old - 1])


def initiative(scene: Scene) -> str:
    """The open spaces: price, who stands there, the multiplier it brings, and what it costs the viewer."""
    view = scene.view
    data = tables(view)
    choosing = view["phase"] == "political"
    columns = ((46, "price"), (104, "who"), (168, "next"))
    heads = [text(x, 18, scene.word(f"initiative.{name}"), "t-tiny", "middle") for x, name in columns]
    if scene.seat is not None:
        heads.append(text(INITIATIVE_WIDTH - 34, 18, scene.word("initiative.mine"), "t-tiny", "middle"))
    legal = {choice["space"]: choice for choice in scene.of_kind("space")}
    rows = []
    for row, space in enumerate(data.open_spaces[view["players"]]):
        number = int(space) + 1
        stands = view["chosen"] if choosing else view["initiative"]
        now = [seat for seat in range(view["players"]) if stands[seat] == number]
        left = [
            seat
            for seat in range(view["players"])
            if choosing and view["initiative"][seat] == number and view["chosen"][seat] is None
        ]
        drawn = _space(scene, number, now, left, number in legal)
        if number in legal:
            drawn = scene.pick(legal[number], drawn, (2, 1, INITIATIVE_WIDTH - 4, SPACE_HEIGHT - 5))
        rows.append(group(drawn, y=26 + SPACE_HEIGHT * row))
    return "".join(heads) + "".join(rows)


def _space(scene: Scene, number: int, now: Sequence[int], left: Sequence[int], legal: bool) -> str:
    data = tables(scene.view)
    price, multiplier = int(data.price[number - 1]), int(data.multiplier[number - 1])
    mine = scene.seat is not None and scene.seat in now
    cls = "space-open" if legal else f"me-{scene.seat}" if mine else "space"
    middle = (SPACE_HEIGHT - 4) / 2
    parts = [
        rect(2, 1, INITIATIVE_WIDTH - 4, SPACE_HEIGHT - 5, cls, rx=7),
        text(14, middle + 4, str(number), "t-tiny", "middle"),
        text(46, middle + 6, f"${price}", "t-row", "middle"),
        text(168, middle + 5, f"{TIMES}{multiplier}", "t-body", "middle"),
    ]
    start = 104 - 13 * (len(left) + len(now) - 1)
    for k, seat in enumerate(left):
        parts.append(element("g", scene.mark(seat, start + 26 * k, middle, 22), opacity="0.4"))
    for k, seat in enumerate(now, len(left)):
        parts.append(scene.mark(seat, start + 26 * k, middle, 26))
    if not left and not now:
        parts.append(circle(104, middle, 10, "vacated"))
    if scene.seat is not None:
        cost = price * own_multiplier(scene, scene.seat)
        parts.append(text(INITIATIVE_WIDTH - 34, middle + 5, f"${cost}", "t-strong", "middle"))
    return "".join(parts)


# --- the power plant (CAP-1.45)


def plant(scene: Scene, seat: int) -> str:
    """The plant of a seat: level, cubes, activations."""
    view = scene.view
    have = view["seats"][seat]
    width, height = PLANT_WIDTH, PLANT_HEIGHT
    name = scene.word("plant")
    executes = view["phase"] == "executive" and view["to_act"] == [seat]
    allowed = view["activations_allowed"] if executes else have["activations"] + (view["culture_token"] == seat)
    used = view["activations"] if executes else 0
    parts = [
        rect(1, 1, width - 2, height - 2, "plant", rx=8),
        path(f"M1 34V9a8 8 0 0 1 8-8H{width - 9}a8 8 0 0 1 8 8V34z", "plant-band"),
        rect(9, 7, 22, 22, "badge-energy", rx=5),
        icon("plant", 11.5, 9.5, 17, "on-badge"),
        text(38, 24, shorten(name, width - 62, 14), "name"),
        text(width - 12, 25, str(have["level"]), "t-num-bold", "end"),
        use(f"v-plant-{have['level']}", 30, 38, width - 60, 84),
        path(f"M1 126H{width - 1}", "hair"),
    ]
    cubes = have["energy"]
    shown = min(cubes, 6)
    for n in range(shown):
        parts.append(face.cube(20 + 19 * n, 144, 9))
    parts.append(text(width - 14, 150, f"{TIMES}{cubes}", "t-strong", "end"))
    parts.append(icon("activation", 12, 160, 18, "soft"))
    for n in range(allowed):
        parts.append(circle(44 + 18 * n, 169, 6, "vacated" if n >= used else "pip"))
    parts.append(text(50 + 18 * allowed, 174, scene.word("activations", n=allowed - used), "t-small"))
    content = "".join(parts)
    pay = next((choice for choice in scene.of_kind("pay") if choice["with"] == "cubes"), None)
    if pay is not None and seat == scene.seat:
        lit = rect(3, 3, width - 6, height - 6, "may", rx=8)
        return scene.pick(pay, content + lit, (1, 1, width - 2, height - 2))
    return content


def next_plant(scene: Scene, seat: int) -> str:
    """What the next upgrade of a seat would bring."""
    view = scene.view
    data = tables(view)
    level = view["seats"][seat]["level"] + 1
    if level > data.top_level:
        return scene.word("plant.top")
    taken = view["plants_taken"][level - 2]
    first = int(data.first_plant[level])
    if taken >= data.plants_of_level(level):
        return scene.word("plant.none", level=level)
    return scene.word("plant.next", level=level, n=int(data.plant_cubes[first + taken]))


# --- the round


def rounds(scene: Scene) -> str:
    """The twelve rounds by era, the Expos after three of them, and the prosperity symbols."""
    view = scene.view
    data = tables(view)
    era = scene.word("era", era=face.ROMAN[view["era"]])
    parts = [text(6, 29, era, "t-panel")]
    over = view["phase"] == "over"
    x = max(86.0, 18 + 11 * len(era))
    for number in range(1, int(data.rounds) + 1):
        now = number == view["round"] and not over
        cls = "round-now" if now else "round-past" if number < view["round"] or over else "round"
        parts.append(rect(x, 8, 28, 28, cls, rx=5))
        parts.append(text(x + 14, 27, str(number), "t-now" if now else "t-small", "middle"))
        if view["options"].get("prosperity") and data.prosperity_in[number]:
            parts.append(icon("prosperity", x + 8, 37, 12, "sign-transit"))
        x += 32
        if data.expo_after[number]:
            parts.append(icon("expo", x, 12, 20, "gold"))
            x += 26
    return "".join(parts)


# --- projects (CAP-3.20)


def project(scene: Scene, tile: str, *, lit: bool, allowed: bool = True) -> str:
    """A tile on offer or in the hand, at (0, 0); `lit` where it can be chosen, pale where it may not be built."""
    size = face.LARGE
    drawn = rect(1.5, 2.5, size, size, "cast", rx=6) + face.tile(tile, scene.tile_name(tile), view=scene.view)
    if not allowed:
        drawn = element("g", drawn, opacity="0.55")
    if lit:
        drawn += rect(-1, -1, size + 2, size + 2, "may", rx=7)
    return drawn


def project_rows(view: Mapping[str, object]) -> list[tuple[str, list[str]]]:
    projects = view["projects"]
    assert isinstance(projects, Mapping)
    return [(str(price), list(tiles)) for price, tiles in projects.items()]
