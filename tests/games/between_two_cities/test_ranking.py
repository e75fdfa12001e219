"""BTC-6: the end of the game, final scores, tie-breaks, shared places."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.between_two_cities.data import TYPES
from conurb.games.between_two_cities.geometry import City, empty_city
from conurb.games.between_two_cities.scoring import (
    city_totals,
    full_sheet,
    key_names,
    player_scores,
    ranking_key,
    type_counts,
)
from conurb.kernel.ranking import decided_by, places
from tests.games.between_two_cities.support import (
    COUNTS,
    DATA,
    cells_of,
    cities,
    city,
    example,
    examples,
    finished,
    load,
    play,
    rule,
    seen,
    whole_numbers,
)


def ranked(written: list[list[str]], players: int) -> dict[str, Any]:
    return full_sheet(cities(written), players, DATA)


def keys_for(totals: list[int], players: int, built: list[City] | None = None) -> list[list[int]]:
    """Ranking keys of cities whose totals are given, without having to build them."""
    standing = vec[City](built or [empty_city() for _ in totals])
    return [ranking_key(standing, vec[i64](totals), seat, players) for seat in range(players)]


@pytest.mark.parametrize("players", COUNTS)
def test_the_end(players: int) -> None:
    """BTC-6.1: over after the last round, when every city is a full 4 x 4."""
    *_, before, over = (state.clone() for state in play(players, seed=1))
    assert not before.over()
    shown = seen(over, None)
    assert (shown["phase"], shown["to_act"]) == ("over", [])
    assert shown["round"] == ("3b" if players == 2 else "3")
    for built in shown["cities"]:
        rows, cols = zip(*cells_of(built), strict=True)
        assert len(cells_of(built)) == 16
        assert (max(rows) - min(rows), max(cols) - min(cols)) == (3, 3)


def test_the_weaker_city_counts() -> None:
    """BTC-6.2: the lower total of the two cities; equal cities count once; the highest final score wins."""
    assert player_scores(vec[i64]([50, 40, 60]), 3) == [50, 40, 40]
    assert player_scores(vec[i64]([50, 50, 50]), 3) == [50, 50, 50]
    assert places(keys_for([50, 40, 60], 3))[0] == 1


@pytest.mark.parametrize("players", range(3, 8))
def test_scores_of_a_game(players: int) -> None:
    """BTC-6.2: seat i built cities i and i-1."""
    over = finished(players, seed=2)
    totals = [entry["sheet"]["total"] for entry in seen(over, None)["cities"]]
    assert over.scores() == [min(totals[seat], totals[seat - 1]) for seat in range(players)]
    best = max(over.scores())
    assert {over.scores()[seat] for seat in range(players) if over.ranking()[seat] == 1} == {best}


def test_first_tie_break() -> None:
    """BTC-6.3: of tied players, the one whose better city is higher."""
    keys = keys_for([50, 40, 60], 3)
    assert keys[1][:2] == [40, 50]
    assert keys[2][:2] == [40, 60]
    assert places(keys) == [1, 3, 2]
    tied = keys_for([40, 60, 40, 50], 4)
    assert [key[0] for key in tied] == [40] * 4
    assert places(tied) == [3, 1, 1, 3]


@pytest.mark.parametrize("number", range(6))
def test_second_tie_break(number: int) -> None:
    """BTC-6.4: buildings of a type in both cities, in reference-card order; more is better."""
    names = ["S", "F", "DE", "O", "P", "H"]
    better, worse = empty_or(names[number]), empty_or("")
    later = city(*([names[number + 1]] * 4)) if number < 5 else empty_city()
    keys = keys_for([50, 50, 50, 50, 50, 50], 6, [better, worse, later, worse, worse, worse])
    wanted = 1
    for seat in (0, 1):  # both builders of the better city
        assert keys[seat][2 + number] == len(names[number])
        assert places(keys)[seat] == wanted
    assert places(keys)[2] > 1, "more of a later type does not help"


def empty_or(letters: str) -> City:
    return city(letters) if letters else empty_city()


def test_a_shared_city_counts_for_both() -> None:
    """BTC-6.4: duplex halves count singly, tavern kinds together."""
    placed = [
        {"tile": "XH12", "row": 0, "col": 0},
        {"tile": "D", "row": 1, "col": 0},
        {"tile": "E", "row": 1, "col": 1},
    ]
    state = load(players=3, round="2", cities=[{"tiles": placed}, ["S...", "....", "....", "...."]])
    totals = city_totals(state.cities, DATA)
    keys = [ranking_key(state.cities, totals, seat, 3)[2:] for seat in range(3)]
    assert keys == [[1, 0, 2, 0, 0, 1], [2, 0, 2, 0, 0, 1], [1, 0, 0, 0, 0, 0]]


def test_shared_victory() -> None:
    """BTC-6.5: players whom nothing separates share the place."""
    same = ["SSSS", "FFFF", "DEMB", "OOPP"]
    sheet = ranked([same] * 3, 3)
    assert [player["rank"] for player in sheet["players"]] == [1, 1, 1]
    assert sheet["decided_by"] == "shared victory"


def test_complete_ranking() -> None:
    """BTC-6.6: the same key for every place; equal keys share a rank and the next is skipped."""
    assert places([[5, 1], [5, 1], [4, 9]]) == [1, 1, 3]
    assert places([[4, 9], [5, 1], [5, 2], [4, 9], [1, 1]]) == [3, 2, 1, 3, 5]
    assert key_names(4) == ["score", "better city", *TYPES]
    over = finished(7, seed=3)
    totals = city_totals(over.cities, DATA)
    keys = [tuple(ranking_key(over.cities, totals, seat, 7)) for seat in range(7)]
    order = sorted(set(keys), reverse=True)
    assert over.ranking() == [1 + sum(keys.count(k) for k in order[: order.index(key)]) for key in keys]
    for seat, key in enumerate(keys):
        both = [totals[seat], totals[seat - 1]]
        assert key[:2] == (min(both), max(both))


@pytest.mark.parametrize("players", COUNTS)
def test_houses_never_decide(players: int) -> None:
    """BTC-6.7: a seat's two finished cities always have 32 buildings."""
    over = finished(players, seed=4)
    totals = city_totals(over.cities, DATA)
    for seat in range(players):
        assert sum(ranking_key(over.cities, totals, seat, players)[-6:]) == 32


def test_example_of_three_players() -> None:
    """BTC-6.8: EX-11 continued."""
    sheet = ranked(example("EX-11")["cities"], 3)
    assert [player["score"] for player in sheet["players"]] == [47, 51, 47]
    assert [player["rank"] for player in sheet["players"]] == [3, 1, 2]
    assert [(player["low"], player["high"]) for player in sheet["players"]] == [(47, 51), (51, 55), (47, 55)]
    assert [player["cities"] for player in sheet["players"]] == [[0, 2], [1, 0], [2, 1]]
    assert sheet["decided_by"] == "score"


@pytest.mark.parametrize("entry", [e for e in examples() if "players" in e], ids=lambda entry: str(entry["id"]))
def test_players_of_the_examples(entry: dict[str, Any]) -> None:
    """BTC-9.3: seat, low, high and rank."""
    found = ranked(entry["cities"], len(entry["players"]))["players"]
    assert [{key: player[key] for key in ("seat", "low", "high", "rank")} for player in found] == entry["players"]


def test_tie_example() -> None:
    """BTC-6.9: four players, city totals 54, 49, 49, 60."""
    totals = whole_numbers(rule("BTC-6.9").split("totals")[1])[:4]
    keys = keys_for(totals, 4)
    assert [key[:2] for key in keys] == [[54, 60], [49, 54], [49, 49], [49, 60]]
    assert places(keys) == [1, 3, 4, 2]


def test_two_players_add_their_cities() -> None:
    """BTC-6.10: the sum counts, and factories are compared over all four cities."""
    assert player_scores(vec[i64]([50, 40, 46, 43]), 2) == [90, 89]
    sheet = ranked([["FFF"], ["FF"], ["F"], [""]], 2)
    assert [entry["factories"] for entry in sheet["cities"]] == [12, 6, 2, 0]
    assert [player["score"] for player in sheet["players"]] == [18, 2]
    over = finished(2, seed=5)
    totals = [entry["sheet"]["total"] for entry in seen(over, None)["cities"]]
    assert over.scores() == [totals[0] + totals[1], totals[2] + totals[3]]


def test_two_players_do_not_compare_the_better_city() -> None:
    """BTC-6.11: a tie goes straight to the buildings; then the victory is shared."""
    assert key_names(2) == ["score", *TYPES]
    keys = keys_for([60, 30, 45, 45], 2)
    assert keys[0] == keys[1]
    assert places(keys) == [1, 1]
    assert decided_by(keys, key_names(2)) == "shared victory"


def test_two_player_example() -> None:
    """BTC-6.12: 50 + 40 against 46 + 44; more shops over both own cities wins."""
    built = [city("S"), city("O"), city("S"), city("S")]
    keys = keys_for([50, 40, 46, 44], 2, built)
    assert [key[0] for key in keys] == [90, 90]
    assert places(keys) == [2, 1]
    assert decided_by(keys, key_names(2)) == "shops"


def test_official_example() -> None:
    """BTC-6.13: EX-12, six players."""
    written = example("EX-12")["cities"]
    sheet = ranked(written, 6)
    assert [entry["total"] for entry in sheet["cities"]] == [52, 62, 62, 56, 57, 62]
    assert [player["score"] for player in sheet["players"]] == [52, 52, 62, 56, 56, 57]
    assert [player["rank"] for player in sheet["players"]] == [5, 6, 1, 3, 4, 2]
    built = cities(written)
    keys = [ranking_key(built, city_totals(built, DATA), seat, 6) for seat in range(6)]
    assert keys[0][:3] == [52, 62, 5]
    assert keys[1][:3] == [52, 62, 3]


@pytest.mark.parametrize("part", range(8))
def test_what_decided(part: int) -> None:
    """BTC-6.2, BTC-6.3, BTC-6.4: the sheet says which comparison made the winner."""
    names = key_names(3)
    first, second, third = [9] * 8, [9] * 8, [1] * 8
    second[part] = 8
    assert decided_by([second, first, third], names) == names[part]
    assert decided_by([first, first[:], third], names) == "shared victory"


def test_buildings_are_counted_as_cells() -> None:
    """BTC-6.4"""
    for number, letters in product(range(1, 5), ("S", "F", "D", "E", "O", "P", "H")):
        assert sum(type_counts(city(letters * number))) == number
