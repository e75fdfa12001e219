"""Scoring: pure functions from cities to score sheets (BTC-5, BTC-6). Unfinished cities score too (BTC-5.3)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import (
    CODES,
    FACTORY,
    HOUSE,
    OFFICE,
    PARK,
    SHOP,
    TAVERN,
    TYPES,
    Data,
)
from conurb.games.between_two_cities.geometry import City, beside, corner, empty_city, group_of
from conurb.kernel.bits import count
from conurb.kernel.checks import BadPosition, listing
from conurb.kernel.ranking import decided_by, places

# --- one city (BTC-5)


def score_shops(city: City, data: Data) -> i64:
    """The best partition of the shops into straight lines (BTC-5.4 to BTC-5.7), from the table of layouts."""
    shops = city.kinds[SHOP]
    if not shops:
        return 0
    board = shops >> corner(city.occupied)
    layout = board & 15 | (board >> 4) & 0xF0 | (board >> 8) & 0xF00 | (board >> 12) & 0xF000
    return i64(data.shops[layout])


def score_taverns(city: City, data: Data) -> i64:
    """Sets of different kinds, as large as possible (BTC-5.12); taking one of every kind left is best (BTC-5.13)."""
    kinds = city.kinds
    drink = count(kinds[TAVERN])
    food = count(kinds[TAVERN + 1])
    music = count(kinds[TAVERN + 2])
    bed = count(kinds[TAVERN + 3])
    total: i64 = 0
    sets: i64 = 0
    while True:
        different: i64 = (drink > sets) + (food > sets) + (music > sets) + (bed > sets)
        if not different:
            return total
        total += data.tavern_set[different]
        sets += 1


def taverns_of(city: City) -> i64:
    """The cells with a tavern of any kind."""
    kinds = city.kinds
    return kinds[TAVERN] | kinds[TAVERN + 1] | kinds[TAVERN + 2] | kinds[TAVERN + 3]


def score_offices(city: City, data: Data) -> i64:
    """Sets of six (BTC-5.14), and a bonus for each office beside a tavern (BTC-5.15)."""
    offices = city.kinds[OFFICE]
    if not offices:
        return 0
    return data.offices[count(offices)] + data.office_bonus * count(offices & beside(taverns_of(city)))


def score_parks(city: City, data: Data) -> i64:
    """Each group of parks joined by edges (BTC-5.16)."""
    parks = city.kinds[PARK]
    total: i64 = 0
    while parks:
        group = group_of(parks & -parks, parks)
        total += data.parks[count(group)]
        parks ^= group
    return total


def other_types(city: City) -> i64:
    """How many types other than houses the city has (BTC-5.17)."""
    kinds = city.kinds
    total: i64 = (kinds[SHOP] != 0) + (kinds[FACTORY] != 0) + (taverns_of(city) != 0)
    total += (kinds[OFFICE] != 0) + (kinds[PARK] != 0)
    return total


def score_houses(city: City, data: Data) -> i64:
    """Each house counts the other types (BTC-5.17), but one beside a factory is worth 1 (BTC-5.18)."""
    houses = city.kinds[HOUSE]
    if not houses:
        return 0
    spoilt = count(houses & beside(city.kinds[FACTORY]))
    value = data.house_per_type * other_types(city)
    return data.house_beside_factory * spoilt + value * (count(houses) - spoilt)


def score_without_factories(city: City, data: Data) -> i64:
    """The five types that depend on the city alone (BTC-5.2)."""
    return (
        score_shops(city, data)
        + score_taverns(city, data)
        + score_offices(city, data)
        + score_parks(city, data)
        + score_houses(city, data)
    )


def factory_value(counts: vec[i64], city: i64, data: Data) -> i64:
    """What each factory of a city is worth: by dense rank of the counts, ties sharing (BTC-5.9 to BTC-5.11)."""
    mine = counts[city]
    best: i64 = -1
    for n in counts:
        if n > best:
            best = n
    if mine == best:
        return data.factory[0]
    for n in counts:
        if mine < n < best:
            return data.factory[2]
    return data.factory[1]


def count_factories(cities: vec[City]) -> vec[i64]:
    counts = vec[i64]([0] * len(cities))
    for c in range(len(cities)):
        counts[c] = count(cities[c].kinds[FACTORY])
    return counts


def city_totals(cities: vec[City], data: Data) -> vec[i64]:
    """The total of every city (BTC-5.1)."""
    counts = count_factories(cities)
    totals = vec[i64]([0] * len(cities))
    for c in range(len(cities)):
        totals[c] = score_without_factories(cities[c], data)
        totals[c] += counts[c] * factory_value(counts, c, data)
    return totals


# --- who built what (BTC-0.2, BTC-2.10)


def left_city(seat: i64, players: i64) -> i64:
    return seat if players > 2 else 2 * seat


def right_city(seat: i64, players: i64) -> i64:
    if players == 2:
        return 2 * seat + 1
    return seat - 1 if seat else players - 1


def cities_in_play(players: i64) -> i64:
    return players if players > 2 else i64(4)


def owners(city: int, players: int) -> list[int]:
    """The seats that build a city: two neighbours, or one seat alone in the two-player variant."""
    return [city // 2] if players == 2 else [city, (city + 1) % players]


# --- sheets and ranking (BTC-6)


def city_sheet(cities: vec[City], city: int, data: Data) -> dict[str, int]:
    """The score of a city by type, in reference-card order, and its total."""
    counts = count_factories(cities)
    this = cities[city]
    points = [
        int(score_shops(this, data)),
        int(counts[city] * factory_value(counts, city, data)),
        int(score_taverns(this, data)),
        int(score_offices(this, data)),
        int(score_parks(this, data)),
        int(score_houses(this, data)),
    ]
    sheet = {TYPES[t]: points[t] for t in range(len(TYPES))}
    sheet["total"] = sum(points)
    return sheet


def type_counts(city: City) -> list[int]:
    """How many buildings of each type, in reference-card order; duplex halves count singly (BTC-6.4)."""
    kinds = city.kinds
    return [
        int(count(kinds[SHOP])),
        int(count(kinds[FACTORY])),
        int(count(taverns_of(city))),
        int(count(kinds[OFFICE])),
        int(count(kinds[PARK])),
        int(count(kinds[HOUSE])),
    ]


def player_scores(totals: vec[i64], players: i64) -> list[int]:
    """The lower of a seat's two cities (BTC-6.2); with two players, the sum of its own two (BTC-6.10)."""
    scores = []
    for seat in range(players):
        left = totals[left_city(seat, players)]
        right = totals[right_city(seat, players)]
        scores.append(int(left + right if players == 2 else min(left, right)))
    return scores


def ranking_key(cities: vec[City], totals: vec[i64], seat: int, players: int) -> list[int]:
    """What is compared, first to last, higher first (BTC-6.6, BTC-6.11)."""
    left, right = left_city(seat, players), right_city(seat, players)
    both = zip(type_counts(cities[left]), type_counts(cities[right]), strict=True)
    buildings = [a + b for a, b in both]
    if players == 2:
        return [int(totals[left] + totals[right]), *buildings]
    return [int(min(totals[left], totals[right])), int(max(totals[left], totals[right])), *buildings]


def key_names(players: int) -> list[str]:
    """What the parts of a ranking key are called."""
    return (["score"] if players == 2 else ["score", "better city"]) + list(TYPES)


def full_sheet(cities: vec[City], players: int, data: Data) -> dict[str, object]:
    """The itemised score of all cities and seats; `players` 0 scores the cities alone."""
    sheet: dict[str, object] = {"cities": [city_sheet(cities, c, data) for c in range(len(cities))]}
    if not players:
        return sheet
    totals = city_totals(cities, data)
    keys = [ranking_key(cities, totals, seat, players) for seat in range(players)]
    ranks = places(keys)
    scores = player_scores(totals, players)
    table: list[dict[str, object]] = []
    for seat in range(players):
        mine = [int(left_city(seat, players)), int(right_city(seat, players))]
        points = [int(totals[c]) for c in mine]
        table.append(
            {
                "seat": seat,
                "score": scores[seat],
                "rank": ranks[seat],
                "low": min(points),
                "high": max(points),
                "cities": mine,
            }
        )
    sheet["players"] = table
    sheet["decided_by"] = decided_by(keys, key_names(players))
    return sheet


# --- cities given by hand (BTC-5.21)


def read_city(rows: object, where: str) -> City:
    """A city written as four strings of four letters; `.` is an empty cell. It need not be connected."""
    if not isinstance(rows, list) or len(rows) != 4:
        found = f"{len(rows)} lines" if isinstance(rows, list) else repr(rows)
        raise BadPosition(f"{where}: a city is four lines of four letters, not {found}")
    city = empty_city()
    for r in range(4):
        row = rows[r]
        if not isinstance(row, str) or len(row) != 4:
            raise BadPosition(f"{where}, line {r + 1}: expected four letters, not {row!r}")
        for c in range(4):
            if row[c] == ".":
                continue
            kind = CODES.find(row[c])
            if kind < 0:
                raise BadPosition(
                    f"{where}, line {r + 1}: {row[c]!r} is no building; the letters are {listing(CODES)}"
                    " (D E M B are the taverns: drink, food, music, bed), and . for an empty cell"
                )
            city.build(kind, r * 8 + c)
    return city


def read_cities(given: object, players: int | None) -> vec[City]:
    """Written cities, as many as that number of players builds."""
    if not isinstance(given, list) or not given:
        raise BadPosition("expected a list of cities")
    if players is not None and len(given) != cities_in_play(players):
        raise BadPosition(f"{players} players build {cities_in_play(players)} cities, but {len(given)} are given")
    return vec[City]([read_city(given[c], f"city {c}") for c in range(len(given))])


def city_rows(city: City) -> list[str]:
    """A city as four strings, shifted so that its smallest row and column are 0 (BTC-0.3)."""
    if not city.occupied:
        return ["...."] * 4
    start = corner(city.occupied)
    rows = [["."] * 4 for _ in range(4)]
    for kind in range(len(CODES)):
        board = city.kinds[kind] >> start
        for r in range(4):
            for c in range(4):
                if board >> (r * 8 + c) & 1:
                    rows[r][c] = CODES[kind]
    return ["".join(row) for row in rows]


def surplus(cities: vec[City], data: Data) -> list[str]:
    """Buildings written down more often than the box holds them; a remark, not a fault (BTC-5.21)."""
    remarks = []
    for kind in range(len(CODES)):
        have = sum(face.count(CODES[kind]) for face in data.faces)
        used = sum(int(count(city.kinds[kind])) for city in cities)
        if used > have:
            remarks.append(f"{used} of {CODES[kind]} are written, but the box holds {have}")
    return remarks
