"""Where the cities and the players go on the table: a ring, clockwise, with one's own seat at the south."""

from __future__ import annotations

from typing import NamedTuple

CARD_PAD = 14
HEAD = 76
HEAD_SMALL = 56
ROW_GAP = 104

_RING: dict[int, float] = {2: 1160, 3: 1160, 4: 1160, 5: 1240, 6: 1360, 7: 1520}
"""Width of the ring by players, seen from a seat: the row of the others sets it."""
_OWN_SIDE: dict[int, float] = {7: 540, 6: 500}
_LEVEL_SIDE: dict[int, float] = {2: 420, 3: 420, 4: 420, 5: 350, 6: 350, 7: 290}
_LEVEL_GAP: dict[int, float] = {2: 150, 3: 150, 4: 150, 5: 116, 6: 116, 7: 116}
_BIG_POST = 130
"""Room between two cities from which on a player is shown large."""


class Slot(NamedTuple):
    """The card of a city: its corner and the side of its square plan."""

    city: int
    x: float
    y: float
    side: float
    small: bool

    @property
    def width(self) -> float:
        return self.side + 2 * CARD_PAD

    @property
    def head(self) -> float:
        return HEAD_SMALL if self.small else HEAD

    @property
    def height(self) -> float:
        return self.head + self.side + CARD_PAD

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


class Post(NamedTuple):
    """A player's place between two cities; ``room`` is the free width around it.

    ``turn`` marks the ends of the ring, where the street runs north-south; ``big`` asks for a large mark.
    """

    seat: int
    x: float
    y: float
    room: float
    turn: bool
    big: bool


class Ring(NamedTuple):
    """The whole arrangement, its size, and the path of the street that joins neighbours."""

    slots: list[Slot]
    posts: list[Post]
    street: str
    width: float
    height: float


def ring(players: int, seat: int | None, *, level: bool) -> Ring:
    """The ring seen from a seat. ``level`` gives all cities one size; else the own two are larger."""
    order, between = _clockwise(players, seat or 0)
    if level:
        south = 2 if players <= 5 else 3
        side = _LEVEL_SIDE[players]
        gap = _LEVEL_GAP[players]
        width = max(south, len(order) - south) * (side + 2 * CARD_PAD + gap) - gap
        sides = (side, side)
    else:
        south, width = 2, _RING[players]
        sides = (_OWN_SIDE.get(players, 460), _others_side(width, len(order) - 2))
    west = (south + 1) // 2
    # Clockwise seen from the south runs to the west, so the southern row is written against the order.
    lower = order[:west][::-1] + order[len(order) - south + west :][::-1]
    upper = order[west : len(order) - south + west]
    small = not level
    top = _row(upper, 0, width, sides[1], small=small)
    rows_apart = ROW_GAP if players > 2 else 40
    bottom = _row(lower, top[0].height + rows_apart, width, sides[0], small=False)
    placed = {slot.city: slot for slot in top + bottom}
    posts = [
        _post(who, placed[one], placed[other])
        for who, one, other in zip(between, order, order[1:] + order[:1], strict=True)
        if who is not None
    ]
    if level and any(not post.big for post in posts):
        posts = [post._replace(big=False) for post in posts]
    height = bottom[0].y + bottom[0].height
    return Ring(top + bottom, posts, _street(top, bottom, joined=players > 2), width, height)


def _clockwise(players: int, seat: int) -> tuple[list[int], list[int | None]]:
    """Cities clockwise from the left city of a seat, and the player after each of them.

    Two players build two cities each alone (BTC-2.10): nobody sits between a city of one and a city of the other.
    """
    if players == 2:
        other = 1 - seat
        return [2 * seat, 2 * other + 1, 2 * other, 2 * seat + 1], [None, other, None, seat]
    around = [(seat + step) % players for step in range(players)]
    return around, [(city + 1) % players for city in around]


def _others_side(width: float, count: int) -> float:
    """The side of the small plans: as large as the row allows, with room for the players between."""
    return min(380, (width - (count - 1) * 84) / count - 2 * CARD_PAD)


def _row(cities: list[int], y: float, width: float, side: float, *, small: bool) -> list[Slot]:
    card = side + 2 * CARD_PAD
    if len(cities) == 1:
        return [Slot(cities[0], (width - card) / 2, y, side, small)]
    step = (width - card) / (len(cities) - 1)
    return [Slot(city, k * step, y, side, small) for k, city in enumerate(cities)]


def _post(seat: int, one: Slot, other: Slot) -> Post:
    if one.y == other.y:
        west, east = sorted((one, other), key=lambda slot: slot.x)
        room = east.x - west.x - west.width
        return Post(seat, west.x + west.width + room / 2, west.y + west.height / 2, room, False, room >= _BIG_POST)
    upper, lower = sorted((one, other), key=lambda slot: slot.y)
    # Two ends: a single upper city joins both, so the lower card tells west from east.
    x = min(upper.middle[0], lower.middle[0]) if lower.x == 0 else max(upper.middle[0], lower.middle[0])
    return Post(seat, x, lower.y - ROW_GAP / 2, 240, True, True)


def _street(top: list[Slot], bottom: list[Slot], *, joined: bool) -> str:
    north, south = top[0].middle[1], bottom[0].middle[1]
    west = min(top[0].middle[0], bottom[0].middle[0])
    east = max(top[-1].middle[0], bottom[-1].middle[0])
    if not joined:
        return f"M{west} {north}H{east}M{west} {south}H{east}"
    r = 24
    return (
        f"M{west + r} {north}H{east - r}a{r} {r} 0 0 1 {r} {r}V{south - r}a{r} {r} 0 0 1 {-r} {r}"
        f"H{west + r}a{r} {r} 0 0 1 {-r} {-r}V{north + r}a{r} {r} 0 0 1 {r} {-r}z"
    )
