"""The face of a tile: band with type and name, its drawing on the pattern of the type, a strip for every effect.

Faces are symbols, so that a tile in a picture is a `use` with its name over it; names belong to a language. A strip
reads like a sentence from left to right: when (dark lead), where and what counts, an arrow, what one gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from conurb.drawing.pen import plain, signed

from .box import View, about
from .drawings import DRAWINGS, LAKE, PLANTS, UNKNOWN
from .icons import icon, icon_symbols
from .palette import KIND
from .pen import PREFIX, element, group, path, rect, text, use
from .sketch import Drawing, Shape

LARGE, SMALL, MINI = 168, 98, 34
BAND, SMALL_BAND = 31, 30
STRIP, SMALL_STRIP = 23, 20
DIGIT = 8  # the mean width of a character of a strip
STARTERS = ("city_hall", "hotel")
PLAIN_FILLS = {"s": "smoke", "t": "leaf", "q": "pond"}


# --- what the box says about a tile


def type_of(tile: str, view: View | None = None) -> str:
    known = about(tile, view)
    return "prosperity" if known is None else str(known["type"])


def type_icon(tile: str, view: View | None = None) -> str:
    """The icon of the type; housing shows its density."""
    known = about(tile, view)
    return f"housing-{known['density']}" if known is not None and "density" in known else type_of(tile, view)


def drawing_of(tile: str) -> str:
    return f"v-{tile}" if tile in DRAWINGS else "v-unknown"


# --- strips


class Strip:
    """Pieces from left to right."""

    def __init__(self, height: float) -> None:
        self.height = height
        self.size = height - 7
        self.x = 0.0
        self.parts: list[str] = []

    def icon(self, name: str, cls: str, scale: float = 1) -> Strip:
        size = self.size * scale
        self.parts.append(icon(name, self.x, (self.height - size) / 2, size, cls))
        self.x += size + 2
        return self

    def words(self, content: str, cls: str = "n") -> Strip:
        self.parts.append(text(self.x, self.height / 2 + 4.4, content, cls))
        self.x += DIGIT * len(content) + 5
        return self

    def gain(self, what: str, n: int) -> Strip:
        self.icon(what, "bad" if n < 0 else f"of-{what}")
        return self.words(signed(n), "n-bad" if n < 0 else "n")

    def arrow(self) -> Strip:
        return self.icon("arrow", "soft", 0.8)

    def cubes(self, n: int) -> Strip:
        """The cubes to pay; more than three, or on a small tile, are written as a number."""
        numbered = n > 3 or self.height == SMALL_STRIP
        for _ in range(1 if numbered else n):
            self.parts.append(cube(self.x + 6, self.height / 2, 6.4))
            self.x += 12
        self.x += 2
        return self.words(str(n)) if numbered else self

    def space(self, width: float = 3) -> Strip:
        self.x += width
        return self


def strips(known: Mapping[str, Any], height: float) -> list[tuple[str, Strip]]:
    """Every effect of a tile: the icon that says when, and what happens."""
    rows: list[tuple[str, Strip]] = []
    if "prerequisite" in known:
        rows.append(("prerequisite", _prerequisite(known["prerequisite"], height)))
    rows += [("immediate", strip) for strip in _immediate(known["immediate"], height)]
    if "activation" in known:
        rows.append(("activation", _activation(known["activation"], height)))
    rows += [("construction", _construction(effect, height)) for effect in known["construction"]]
    rows += [("permanent", _permanent(effect, height)) for effect in known["permanent"]]
    for effect in known["end_game"]:
        strip = Strip(height)
        if effect["when"] == "pre_expo":
            strip.icon("expo", "soft").space()
        rows.append(("end_game", _entry(strip, effect)))
    return rows


def _immediate(effects: Sequence[Mapping[str, Any]], height: float) -> list[Strip]:
    """Everything at once in one strip; where that is too long, what counts something gets a strip of its own."""
    counting = [effect for effect in effects if "per" in effect]
    plain = [effect for effect in effects if "per" not in effect]
    strips = [[*plain, *counting]] if len(plain) < 2 or height == SMALL_STRIP else [plain, counting]
    made = []
    for together in strips:
        strip = Strip(height)
        for effect in together:
            _entry(strip, effect)
        made += [strip] if together else []
    return made


def _entry(strip: Strip, effect: Mapping[str, Any]) -> Strip:
    """One entry of the effect language (CAP-1.10 to CAP-1.12)."""
    if "do" in effect:
        if effect["do"] == "extra_build":
            return strip.icon("token", "ink").words("+1")
        return strip.icon("adjacent", "soft").icon("activation", "ink").words("0").icon("energy", "of-energy")
    if "era" in effect:
        strip.icon(effect["gain"], f"of-{effect['gain']}")
        return strip.words("/".join(signed(n) if n else "0" for n in effect["era"]))
    if "per" not in effect:
        return strip.gain(effect["gain"], effect["n"])
    source = effect["per"]
    if source == "tiles":
        _where(strip, effect)
    elif source == "services_above_zero":
        strip.icon("services", "of-services").words(">0")
    elif source == "players_ahead_culture":
        strip.icon("culture", "of-culture").icon("ahead", "soft")
    elif source in ("plant_level", "tourists_in_city"):
        strip.icon("level" if source == "plant_level" else "tourist", "ink")
    else:
        strip.words(str(effect["k"])).icon(source, f"of-{source}")
    return strip.arrow().gain(effect["gain"], effect["n"])


def _where(strip: Strip, effect: Mapping[str, Any]) -> Strip:
    """Scope and filter: beside the tile or in the whole city, and which tiles."""
    strip.icon(effect["scope"], "soft")
    return strip.icon("distinct", "ink") if effect.get("distinct") else _kinds(strip, effect["filter"])


def _kinds(strip: Strip, chosen: Mapping[str, Any]) -> Strip:
    for kind in chosen.get("types", ()) if "density" not in chosen else ():
        strip.icon(kind, f"sign-{KIND[kind]}")
    for density in chosen.get("density", ()):
        strip.icon(f"housing-{density}", f"sign-{KIND['housing']}")
    if "tag" in chosen:
        strip.icon("museum", f"sign-{KIND['tourism']}")
    if "progress" in chosen:
        strip.icon("progress", "of-progress").words(f"+{chosen['progress']}")
    return strip


def _activation(activation: Mapping[str, Any], height: float) -> Strip:
    strip = Strip(height).cubes(1 + activation["printed"])
    for effect in activation["cost"]:
        _entry(strip, effect)
    strip.arrow()
    for effect in activation["gain"]:
        _entry(strip, effect)
    return strip


def _construction(effect: Mapping[str, Any], height: float) -> Strip:
    if "aura" in effect:
        return Strip(height).icon("adjacent", "soft").arrow().icon("no-penalty", "good")
    return _where(Strip(height), effect).arrow().gain(effect["gain"], effect["n"])


def _permanent(effect: Mapping[str, Any], height: float) -> Strip:
    strip = Strip(height)
    if effect["on"] == "activate":
        return _where(strip, effect).icon("activation", "soft").arrow().gain(effect["gain"], effect["n"])
    if effect["on"] == "upgrade":
        return _entry(strip.icon("level", "of-level").arrow(), effect)
    return _entry(strip, effect)


def _prerequisite(wanted: Mapping[str, Any], height: float) -> Strip:
    """The most or the least of something; `=` where a tie will do (CAP-1.27)."""
    strip = Strip(height)
    if wanted["measure"] == "pay":
        for effect in wanted["cost"]:
            _entry(strip, effect)
        return strip
    strip.icon("least" if wanted["measure"] == "progress" else wanted["cmp"], "ink", 0.85)
    if wanted.get("ties"):
        strip.words("=")
    if wanted["measure"] == "tiles":
        return _kinds(strip, wanted["filter"])
    track = "progress" if wanted["measure"] == "progress" else wanted["track"]
    return strip.icon(track, f"of-{track}")


def _strip_row(lead: str, strip: Strip, y: float, width: float) -> str:
    """A strip with its lead, shrunk where it is too long."""
    height = strip.height
    room = width - height - 8
    scale = min(1.0, room / strip.x) if strip.x else 1.0
    content = group("".join(strip.parts), x=height + 4, y=height * (1 - scale) / 2, scale=scale)
    size = height - 7
    return group(
        path(f"M0 0h{width:g}", "strip")
        + rect(0, 0.5, height - 1, height - 0.5, "lead")
        + icon(lead, (height - 1 - size) / 2, 3.5, size, "on-lead")
        + content,
        y=y,
    )


# --- pieces that lie on tiles


def cube(x: float, y: float, r: float) -> str:
    """An energy cube, centred."""
    w, h = r * 0.87, r * 0.5
    outline = f"M{x:.2f} {y - r:.2f}l{w:.2f} {h:.2f}v{r:.2f}l{-w:.2f} {h:.2f}l{-w:.2f} {-h:.2f}v{-r:.2f}z"
    side = f"M{x:.2f} {y:.2f}l{w:.2f} {-h:.2f}v{r:.2f}l{-w:.2f} {h:.2f}z"
    top = f"M{x - w:.2f} {y - h:.2f}l{w:.2f} {h:.2f}"
    return path(outline, "cube") + path(side, "cube-side") + path(top, "cube-line")


def cubes(n: int, x: float, y: float, r: float) -> str:
    """Cubes one below the other; from four on one with their number."""
    if n > 3:
        return cube(x, y + r * 0.5, r * 1.5) + text(x, y + r * 0.5 + 4.5, str(n), "count", "middle")
    return "".join(cube(x, y + k * r * 2, r) for k in range(n))


def meeple(seat: int, initial: str, x: float, y: float, scale: float = 1) -> str:
    """A tourist standing on (x, y): colour and initial of the seat; seat 6 is the neutral one."""
    body = "M0-30a6 6 0 0 1 3.2 11c5 1.8 6.4 8 6.8 19h-20c.4-11 1.8-17.2 6.8-19A6 6 0 0 1 0-30z"
    return group(
        element("ellipse", cls="meeple-shade", cx=0, cy=1, rx=10, ry=3)
        + path(body, f"meeple-{seat}")
        + path("M-8.5-26.5h17", "meeple-hat")
        + text(0, -5, initial, f"initial-tight-{seat}", "middle"),
        x=x,
        y=y,
        scale=scale,
    )


# --- faces as symbols


def symbols() -> str:
    """Everything that pictures refer to."""
    return icon_symbols() + _textures() + _drawings() + _faces()


def _symbol(name: str, content: str, box: str, ratio: str | None = None) -> str:
    return element("symbol", content, id=PREFIX + name, viewBox=box, preserveAspectRatio=ratio)


def _drawings() -> str:
    drawn = [(tile, drawing, KIND[type_of(tile)]) for tile, drawing in DRAWINGS.items()]
    drawn += [(f"plant-{level}", drawing, "energy") for level, drawing in PLANTS.items()]
    drawn += [("lake", LAKE, "water"), ("unknown", UNKNOWN, "transit")]
    return "".join(
        _symbol(f"v-{name}", shapes(drawing, kind) + path("M3 56H117", f"l-{kind}"), "0 -8 120 66", "xMidYMax meet")
        for name, drawing, kind in drawn
    )


def shapes(drawing: Drawing, kind: str) -> str:
    return "".join(_shape(shape, kind) for shape in drawing)


def _shape(shape: Shape, kind: str) -> str:
    cls = PLAIN_FILLS.get(shape.fill) or f"{shape.fill}-{kind}"
    if shape.at is None:
        return path(shape.d, cls)
    x, y, scale = shape.at
    turn = f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")
    return element("path", cls=cls, d=shape.d, transform=turn)


_TEXTURE = {
    "housing": "".join(f"M0 {y}H168" for y in range(6, 168, 7))
    + "".join(f"M{x} {y}v7" for y in range(6, 161, 7) for x in range(7 if y % 2 else 15, 168, 16)),
    "industry": "".join(f"M{x} 0l-168 168" for x in range(10, 340, 13)),
    "commerce": "".join(f"M{x} 0V168" for x in range(6, 168, 12)),
    "tourism": "".join(f"M{x} {y}h2.4" for y in range(4, 168, 9) for x in range(3 if y % 2 else 9, 168, 12)),
    "public": "".join(f"M{x} {y}h6m-3-3v6" for y in range(6, 168, 13) for x in range(4, 168, 13)),
    "prosperity": "".join(f"M0 {y}" + "l8-5 8 5" * 11 for y in range(6, 174, 11)),
    "lake": "".join(f"M0 {y}" + "c4-3 8 3 12 0" * 14 for y in range(5, 168, 12)),
}


def _textures() -> str:
    """The pattern behind the drawing, by type: bricks, hatch, stripes, dots, crosses, waves."""
    return "".join(
        _symbol(f"x-{kind}", path(lines, f"texture-{KIND[kind]}"), "0 0 168 168", "xMidYMin slice")
        for kind, lines in _TEXTURE.items()
    )


def _faces() -> str:
    known = [tile for tile in DRAWINGS if about(tile) is not None]
    large = "".join(_symbol(f"t-{tile}", _face(tile, False), "0 0 168 168") for tile in known)
    small = "".join(_symbol(f"s-{tile}", _face(tile, True), "0 0 98 98") for tile in known)
    return large + small


def _face(tile: str, small: bool, view: View | None = None) -> str:
    """The plate of a tile; one of which nothing is known has no effects."""
    known = about(tile, view)
    rows = [] if known is None else strips(known, SMALL_STRIP if small else STRIP)
    if small:
        rows = _most_telling(rows)
    return plate(type_of(tile, view), drawing_of(tile), type_icon(tile, view), rows, small)


def _most_telling(rows: Sequence[tuple[str, Strip]]) -> list[tuple[str, Strip]]:
    """On a phone a tile shows one effect: what can be activated, else what lasts, else what it brought."""
    for name in ("activation", "permanent", "construction", "end_game", "immediate"):
        for row in rows:
            if row[0] == name:
                return [row]
    return []


def plate(kind: str, drawing: str, sign: str, rows: Sequence[tuple[str, Strip]], small: bool) -> str:
    """The tile without its name and its pieces."""
    colour = KIND[kind]
    size, band, height = (SMALL, SMALL_BAND, SMALL_STRIP) if small else (LARGE, BAND, STRIP)
    radius = 6
    view = size - band - len(rows) * height
    wide = min(size * 0.94, (view - 4) * 120 / 66)
    tall = wide * 66 / 120
    badge = 18 if small else 22
    left = 5 if small else 6
    top = (band - badge) / 2
    inner = badge - 5
    parts = [
        rect(0, 0, size, size, "face", rx=radius),
        path(
            f"M0 {band}V{radius}a{radius} {radius} 0 0 1 {radius}-{radius}H{size - radius}"
            f"a{radius} {radius} 0 0 1 {radius} {radius}V{band}z",
            f"band-{colour}",
        ),
        rect(0, band, size, view, f"bed-{colour}"),
        use(f"x-{kind}", 0, band, size, view),
        use(drawing, (size - wide) / 2, band + view - tall - 1, wide, tall),
        rect(left, top, badge, badge, f"badge-{colour}", rx=5),
        icon(sign, left + 2.5, top + 2.5, inner, "on-gold" if kind == "commerce" else "on-badge"),
    ]
    for k, (lead, strip) in enumerate(rows):
        parts.append(_strip_row(lead, strip, size - (len(rows) - k) * height, size))
    parts.append(rect(0, 0, size, size, f"plate-{colour} outline", rx=radius))
    return "".join(parts)


# --- a tile in a picture


def wrapped(name: str, most: int) -> list[str]:
    """A name in at most two lines."""
    if len(name) <= most:
        return [name]
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most and len(lines) < 2:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def lettering(name: str, x: float, room: float, middle: float, small: bool) -> str:
    """The name of a tile in its band; what is too long is set narrower."""
    size, one = (11.0, "name-small") if small else (14.0, "name")
    lines = wrapped(name, int(room / (size * 0.54)))
    cls = one
    if len(lines) > 1 and not small:
        size, cls = 12.5, "name-two"
        lines = wrapped(name, int(room / (size * 0.52)))
    rise = size * 0.98
    parts = []
    for k, content in enumerate(lines):
        y = middle + size * 0.35 + (k - (len(lines) - 1) / 2) * rise
        squeezed = room if len(content) * size * 0.55 > room * 1.04 else None
        parts.append(_line(x, y, content, cls, squeezed))
    return "".join(parts)


def _line(x: float, y: float, content: str, cls: str, squeezed: float | None) -> str:
    if squeezed is None:
        return text(x, y, content, cls)
    return element("text", plain(content), cls=cls, x=x, y=y, textLength=squeezed, lengthAdjust="spacingAndGlyphs")


ROMAN = ("", "I", "II", "III")


def tile(tile: str, name: str, small: bool = False, view: View | None = None) -> str:
    """A tile with its name, at (0, 0) in its own units: a symbol, where it is as in our box."""
    known = about(tile, view)
    if known is not None and known == about(tile):
        return _symbol_tile(tile, name, small)
    era = 0 if known is None else known.get("era", 0)
    return _lettered(_face(tile, small, view), name, era, small)


@cache
def _symbol_tile(tile: str, name: str, small: bool) -> str:
    known = about(tile)
    assert known is not None
    face = use(f"{'s' if small else 't'}-{tile}", 0, 0, SMALL if small else LARGE)
    return _lettered(face, name, known.get("era", 0), small)


def _lettered(face: str, name: str, era: int, small: bool) -> str:
    """A face with the name of the tile and the numeral of its era."""
    size = SMALL if small else LARGE
    left, band = (26, SMALL_BAND) if small else (33, BAND)
    room = size - left - (4 if small else 22 if era else 6)
    numeral = text(size - 7, band / 2 + 4, ROMAN[era], "era", "end") if era and not small else ""
    return face + lettering(name, left, room, band / 2, small) + numeral


@cache
def lake(name: str, small: bool = False) -> str:
    """A prosperity tile that lies face down."""
    size, band = (SMALL, SMALL_BAND) if small else (LARGE, BAND)
    left = 26 if small else 33
    return plate("lake", "v-lake", "lake", [], small) + lettering(name, left, size - left - 6, band / 2, small)


def mini(tile: str, is_lake: bool = False, view: View | None = None) -> str:
    """A tile as a small square: colour and pattern of its type, and its icon."""
    kind = "lake" if is_lake else type_of(tile, view)
    colour = KIND[kind]
    sign = "lake" if is_lake else type_icon(tile, view)
    return rect(1, 1, MINI - 2, MINI - 2, f"small-{colour}", rx=4) + icon(sign, 6, 6, MINI - 12, f"sign-{colour}")
