"""CAP-8: rulings on unclear points that no other test of this folder looks at."""

from __future__ import annotations

import pytest

from conurb.games.the_capitals.data import tiles_of_era
from tests.games.the_capitals.support import DATA, building, do, effect, load, saved, texts, tile


def prosperity_build(name: str, round: int, **seat: object) -> dict[str, int]:
    state = load(
        players=3,
        round=round,
        phase="prosperity",
        options={"prosperity": True},
        seats=[{"hand": [name], **seat}],
    )
    before = effect(state, f"take {name}", "place 1,1")
    while state.to_act() == [0]:
        more = effect(state, texts(state)[0])
        before = {key: before.get(key, 0) + more.get(key, 0) for key in {**before, **more}}
    return before


def test_three_pennants() -> None:
    """CAP-8.11: one prestige for two population, and two culture once."""
    assert prosperity_build("three_pennants", 3, population=9) == {"culture": 2, "prestige": 4}


@pytest.mark.parametrize(("round", "prestige"), [(3, 1), (5, 3), (9, 6)])
def test_warehouse(round: int, prestige: int) -> None:
    """CAP-8.12, CAP-8.25: prestige by the era of the round being finished."""
    assert prosperity_build("warehouse", round, city=[tile("market", 0, 1)]) == {"prestige": prestige}


def test_starting_pair() -> None:
    """CAP-8.14: Hotel and City Hall."""
    shown = saved(load(players=3))["seats"]
    assert all([lot["tile"] for lot in seat["city"]] == ["city_hall", "hotel"] for seat in shown)


def test_one_class_of_marks() -> None:
    """CAP-8.15: the same tiles with four and with five players."""
    for era in range(3):
        assert tiles_of_era(DATA, era, 4) == tiles_of_era(DATA, era, 5)
        assert len(tiles_of_era(DATA, era, 2)) == len(tiles_of_era(DATA, era, 3)) == 21


def test_full_amount() -> None:
    """CAP-8.16: a `per` effect is taken in full, without a decision."""
    state = building("university", round=5, population=20, employment=18)
    assert effect(state, "take university", "place 0,1")["culture"] == 6
    assert state.to_act() == [1]


def test_distinct_later() -> None:
    """CAP-8.22: Heritage Windmill counts a type only once, whenever it comes."""
    lots = [tile("heritage_windmill", 1, 1), tile("cog_factory", 2, 1)]
    state = building("steam_engine_plant", city=lots, population=9)
    assert "culture" not in effect(state, "take steam_engine_plant", "place 2,2")
    state = building("market", city=lots)
    assert effect(state, "take market", "place 2,2")["culture"] == 1
    state = building("market", city=lots)
    assert "culture" not in effect(state, "take market", "place 3,2")  # not adjacent


def test_titan_of_progress() -> None:
    """CAP-8.34: strictly ahead, the neutral marker included; it counts before or after its own culture."""
    for neutral, ahead in ((4, 1), (5, 2)):
        state = load(
            players=2,
            round=5,
            projects={"0": ["university", "park"]},
            neutral_culture=neutral,
            seats=[{"culture": 4}, {"culture": 9}],
        )
        source = next(entry for entry in DATA.immediate[DATA.numbers["titan_of_progress"]] if not entry.plain(1))
        before = int(state.cities[0].have[4])
        source.resolve(state, 0, 0)
        assert int(state.cities[0].have[4]) - before == 2 * ahead
    row = {"0": ["titan_of_progress", "university", "park", "market"]}
    state = load(players=4, round=5, projects=row, seats=[{"culture": 4}, {"culture": 6}])
    do(state, "take titan_of_progress", "place 0,1")
    assert effect(state.clone(), "order 1")["culture"] == 3  # own culture first: nobody is ahead any more
    assert effect(state, "order 2")["culture"] == 5


def test_no_hospital() -> None:
    """CAP-8.37: the Hospital of the example is no tile."""
    assert "hospital" not in DATA.numbers
    assert "osler_general" in DATA.numbers


def test_prosperity_tiles_trigger() -> None:
    """CAP-8.49: Science Center sees a prosperity tile built beside it, and an extra build too."""
    got = prosperity_build("mayors_house", 5, city=[tile("science_center", 0, 1)], culture=9)
    assert got["progress"] == 1
    state = load(
        players=3,
        round=5,
        phase="prosperity",
        options={"prosperity": True},
        seats=[{"hand": ["financial_district"], "city": [tile("science_center", 0, 1), tile("baker", 0, 2)]}],
        projects={"0": ["inspiration_fountain", "market", "park", "library"]},
    )
    do(state, "take financial_district", "place 1,1")
    while texts(state)[0].startswith("order"):
        do(state, texts(state)[0])
    got = effect(state, "take inspiration_fountain", "place -1,0")
    assert got["progress"] == 2  # one printed, one of the Science Center
