"""CAP-4, CAP-5, CAP-6: city geometry, tracks, World Expo, final scoring."""

from __future__ import annotations

from typing import Any

import pytest

from conurb.games.the_capitals.geometry import (
    CULTURE,
    ECONOMY,
    EMPLOYMENT,
    ENERGY,
    POPULATION,
    PRESTIGE,
    PROGRESS,
    SERVICES,
    City,
    cell_at,
    point,
)
from tests.games.the_capitals.support import (
    DATA,
    acting,
    building,
    do,
    effect,
    have,
    load,
    play,
    saved,
    seen,
    texts,
    tile,
    with_pack,
)

# --- city geometry (CAP-4)


def test_cells() -> None:
    """CAP-4.1, CAP-4.2, CAP-4.10: eight neighbours; ascending cells are the cell order."""
    state = load(players=3, seats=[{"city": [tile("market", 1, 1), tile("park", 2, 2), tile("library", -1, -1)]}])
    city = state.cities[0]
    near = [[k for k in range(5) if int(city.near[at]) >> k & 1] for at in range(5)]
    assert near == [[1, 2, 4], [0, 2], [0, 1, 3], [2], [0]]
    order = [point(int(word) // 32) for word in city.by_cell[:5]]
    assert order == [[-1, -1], [0, 0], [1, 0], [1, 1], [2, 2]]
    assert order == sorted(order, key=lambda cell: (cell[1], cell[0]))


def test_vertices() -> None:
    """CAP-4.3, CAP-4.4: a vertex touches four cells; the tokens are two."""
    city = load(players=3).cities[0]
    covered = [[x, y] for x in range(-3, 5) for y in range(-3, 5) if city.on_token(cell_at(x, y))]
    assert covered == [[0, -1], [0, 0], [0, 1], [1, -1], [1, 0], [1, 1]]
    assert city.occupied_around(cell_at(1, 0)) == 2


def frontier(city: City) -> list[list[int]]:
    return [point(int(cell)) for cell in city.frontier[: city.open]]


def test_frontier() -> None:
    """CAP-4.5, CAP-8.29, CAP-8.43: empty cells beside the city, lakes included, kept up to date while it grows."""
    for state in play(3, 6, prosperity=True):
        city = state.cities[0]
        cells = {tuple(point(int(cell))) for cell in city.cell[: city.tiles]}
        around = {(x + i, y + j) for x, y in cells for i in (-1, 0, 1) for j in (-1, 0, 1)} - cells
        assert {tuple(cell) for cell in frontier(city)} == around


def penalties(state: Any) -> dict[tuple[int, int], int]:
    return {(entry["cell"][0], entry["cell"][1]): entry["penalty"] for entry in seen(state, 0)["legal"]}


def test_placement_rules() -> None:
    """CAP-4.6, CAP-4.7: A by the tokens, B by the type; two prestige each."""
    lots = [tile("library", -1, 0)]
    state = do(building("courthouse", city=lots), "take courthouse")
    shown = penalties(state)
    assert (shown[0, 1], shown[1, 1], shown[-2, 0], shown[2, 0]) == (0, 0, 2, 4)
    state = do(building("market", city=lots), "take market")
    assert penalties(state)[2, 0] == 2  # the first of its type


def test_no_penalty_beside_the_subway() -> None:
    """CAP-1.32, CAP-4.7: the aura waives both rules for tiles beside it, and only for those."""
    lots = [tile("subway", 2, 1)]
    options = {"prosperity": True}
    state = load(
        players=4,
        round=4,
        options=options,
        projects={"0": ["library", "park", "market", "baker"]},
        seats=[{"city": lots}],
    )
    do(state, "take library")
    shown = penalties(state)
    assert (shown[3, 2], shown[3, 1]) == (0, 0)
    assert shown[-1, -1] == 2


def test_tokens_wait() -> None:
    """CAP-4.8: building never moves tokens."""
    state = building("library", city=[tile("market", 0, 1)])
    do(state, "take library", "place 1,1")
    assert saved(state)["seats"][0]["tokens"] == [[1, 0], [1, 1]]


def test_both_tokens_move() -> None:
    """CAP-4.9, CAP-8.30: token 0 first, then the other, to border vertices without a token."""
    lots = [tile("market", 0, 1), tile("library", 1, 1), tile("park", 0, -1), tile("doctor", 1, -1, lake=False)]
    state = load(players=3, phase="administrative", seats=[{"city": lots}])
    first = texts(state)
    assert len(first) == 10  # the border of 2 x 3
    assert "token 1,0" not in first
    do(state, "token 0,0")
    assert saved(state)["seats"][0]["tokens"] == [[0, 0], [1, 1]]
    assert "token 0,0" not in texts(state)
    do(state, "token 2,0")
    assert saved(state)["seats"][0]["tokens"] == [[0, 0], [2, 0]]
    assert saved(state)["phase"] == "political"


# --- tracks (CAP-5)


def after(what: int, n: int, **seat: Any) -> dict[str, int]:
    """A gain or loss in a fresh event."""
    state = load(players=3, seats=[seat])
    before = have(state)
    state.ends = 0
    state.gain(0, what, n)
    return {name: number - before[name] for name, number in have(state).items() if number != before[name]}


def test_counters() -> None:
    """CAP-5.1: prestige may be negative; energy takes what is there."""
    assert after(PRESTIGE, -9) == {"prestige": -9}
    assert after(ENERGY, -9, energy=4) == {"energy": -4}
    assert after(ENERGY, 3) == {"energy": 3}


@pytest.mark.parametrize(
    ("what", "top", "reward"),
    [
        (POPULATION, 20, {"prestige": 2}),
        (SERVICES, 6, {"energy": 3}),
        (ECONOMY, 60, {"prestige": 2}),
        (CULTURE, 30, {"prestige": 3}),
    ],
)
def test_top(what: int, top: int, reward: dict[str, int]) -> None:
    """CAP-5.2, CAP-5.5: the marker stops, the reward comes at once, however far it would have gone."""
    name = ["population", "employment", "services", "economy", "culture"][what]
    assert after(what, 1, **{name: top}) == reward
    assert after(what, 5, **{name: top - 1}) == {name: 1, **reward}
    assert after(what, 1, **{name: top - 1}) == {name: 1}


@pytest.mark.parametrize(("what", "bottom"), [(POPULATION, 0), (EMPLOYMENT, 0), (SERVICES, -4), (CULTURE, 0)])
def test_bottom(what: int, bottom: int) -> None:
    """CAP-5.3, CAP-8.38: two prestige lost, at once."""
    name = ["population", "employment", "services", "economy", "culture"][what]
    seat = {"population": 0, "employment": 0} if what == POPULATION else {name: bottom}
    assert after(what, -1, **seat) == {"prestige": -2}


def test_ends_pay_once_an_event() -> None:
    """CAP-5.4, CAP-8.47: once per end and event; a new event pays again."""
    state = load(players=3, seats=[{"culture": 30, "services": 6}])
    for _ in range(3):
        state.gain(0, CULTURE, 1)
        state.gain(0, SERVICES, 1)
    assert (have(state)["prestige"], have(state)["energy"]) == (3, 7)
    state.ends = 0
    state.gain(0, CULTURE, 1)
    assert have(state)["prestige"] == 6


def test_symbols_wait_for_the_expo() -> None:
    """CAP-5.6: employment brings no prestige when it moves; the plant symbol counts at once."""
    assert after(EMPLOYMENT, 1) == {"employment": 1}
    state = load(players=3, seats=[{"progress": 5}])
    state.gain(0, PROGRESS, 1)
    assert state.cities[0].level == 2


def test_employment_below_population() -> None:
    """CAP-5.10, CAP-8.21: what exceeds population is lost; the top pays only where population allows it."""
    assert after(EMPLOYMENT, 4, population=5, employment=3) == {"employment": 2}
    assert after(EMPLOYMENT, 1, population=5, employment=5) == {}
    assert after(EMPLOYMENT, 2, population=20, employment=19) == {"employment": 1, "prestige": 3}
    assert after(EMPLOYMENT, 2, population=19, employment=19) == {}


def test_population_drags() -> None:
    """CAP-5.11, CAP-5.12: employment falls with population, without a penalty, and does not come back."""
    assert after(POPULATION, -2, population=5, employment=5) == {"population": -2, "employment": -2}
    state = load(players=3, seats=[{"population": 5, "employment": 5}])
    state.gain(0, POPULATION, -2)
    state.gain(0, POPULATION, 2)
    assert (have(state)["population"], have(state)["employment"]) == (5, 3)


def test_trigger_comes_too_late() -> None:
    """CAP-5.13: population that a trigger brings is too late for the employment of the same activation."""
    lots = [tile("steam_engine_plant", 1, 1), tile("belt_howl_labs", 2, 1)]
    state = acting(round=9, city=lots, population=3, employment=3)
    assert effect(state, "activate 1,1", "pay cubes") == {"energy": -2, "population": 2}


@pytest.mark.parametrize(
    ("money", "cost", "left", "taxes"),
    [
        (12, 11, 1, 0),
        (12, 12, 3, 1),
        (1, 1, 3, 1),
        (1, 2, 2, 1),
        (1, 3, 1, 1),
        (1, 4, 3, 2),
        (1, 0, 1, 0),
        (5, 30, 2, 9),
    ],
)
def test_taxation(money: int, cost: int, left: int, taxes: int) -> None:
    """CAP-5.20, CAP-5.22: as many as needed, no more, and at least $1 remains."""
    state = load(players=3, seats=[{"economy": money}])
    state.pay(0, cost)
    assert (have(state)["economy"], have(state)["prestige"]) == (left, -taxes)


def test_taxation_everywhere() -> None:
    """CAP-5.21: spaces, rows, losses, activation costs, prerequisites, the final payment."""
    state = load(players=3, round=3, phase="political", seats=[{"economy": 1}])
    assert effect(state, "space 1")["prestige"] == -6  # 4 x 4
    state = acting(round=5, city=[tile("furley_apartments", 1, 1)], economy=1)
    assert effect(state, "activate 1,1", "pay cubes")["prestige"] == -4
    state = load(players=2, phase="over", initiative=[2, 6], seats=[{"economy": 1}])
    assert state.sheet()["players"][0]["payment"] == -4  # type: ignore[index]


def test_more_money_is_higher() -> None:
    """CAP-5.23: ties go to the richer city."""
    state = load(players=3, seats=[{"economy": 2}, {"economy": 9}, {"economy": 5}])
    assert [int(seat) for seat in state.ranked(CULTURE)] == [1, 2, 0]


def test_progress() -> None:
    """CAP-5.30, CAP-5.31, CAP-8.28: round the circle, several upgrades at once, the best plant left, cubes added."""
    state = load(players=3, seats=[{"progress": 4, "energy": 2}, {"plant": "plant_2_1"}])
    state.gain(0, PROGRESS, 9)
    shown = saved(state)["seats"][0]
    assert (shown["progress"], shown["plant"], shown["energy"]) == (1, "plant_3_1", 2 + 5 + 6)
    assert saved(state)["plants_taken"] == [2, 1, 0, 0, 0]


def test_progress_of_an_upgrade() -> None:
    """CAP-5.31, CAP-1.24: progress that an upgrade brings counts on, to the next upgrade too."""
    for n, progress, plant in ((2, 2, "plant_2_1"), (6, 6, "plant_6_1")):
        state = with_pack(
            'permanent = [{on = "upgrade", gain = "culture", n = 2}]',
            f'permanent = [{{on = "upgrade", gain = "progress", n = {n}}}]',
            seats=[{"progress": 5, "city": [tile("park", 1, 1)]}],
        )
        state.gain(0, PROGRESS, 1)
        shown = saved(state)["seats"][0]
        assert (shown["progress"], shown["plant"]) == (progress, plant)


def test_top_level() -> None:
    """CAP-5.32, CAP-8.27, CAP-6.23: beyond level 6 every step is a point at the end."""
    state = load(players=2, round=12, phase="over", initiative=[6, 1], seats=[{"plant": "plant_6_1", "progress": 4}])
    state.gain(0, PROGRESS, 9)
    assert (saved(state)["seats"][0]["progress"], saved(state)["seats"][0]["plant"]) == (13, "plant_6_1")
    assert state.sheet()["players"][0]["progress"] == 13  # type: ignore[index]


def test_progress_lost() -> None:
    """CAP-5.33, CAP-8.26: back to the symbol, not across it."""
    state = load(players=3, seats=[{"progress": 1, "plant": "plant_2_1"}])
    state.gain(0, PROGRESS, -2)
    assert (saved(state)["seats"][0]["progress"], saved(state)["seats"][0]["plant"]) == (0, "plant_2_1")


def test_only_the_current_plant() -> None:
    """CAP-5.34, CAP-1.11: activations and level are those of the plant on top."""
    state = load(players=3, phase="executive", seats=[{"plant": "plant_4_2"}])
    assert seen(state, 0)["activations_allowed"] == 2
    assert state.cities[0].level == 4


# --- World Expo (CAP-6)


def expo(seats: list[dict[str, Any]], round: int = 4, **further: Any) -> Any:
    """The last seat passes, and the Expo follows; only the changes of the Expo are counted."""
    players = max(3, len(seats))
    state = load(players=players, round=round, phase="executive", to_act=players - 1, seats=seats, **further)
    return do(state, "bonus energy")


@pytest.mark.parametrize(("employment", "prestige"), [(0, -4), (3, 0), (9, 6), (20, 28)])
def test_employment_prestige(employment: int, prestige: int) -> None:
    """CAP-6.1."""
    state = expo([{"population": employment, "employment": employment, "services": 6}])
    assert have(state)["prestige"] == prestige


def test_unemployment() -> None:
    """CAP-6.2: at most three."""
    for population, lost in ((3, 0), (4, 1), (5, 2), (6, 3), (15, 3)):
        state = expo([{"population": population, "employment": 3, "services": 6}])
        assert have(state)["prestige"] == -lost


def test_services_bonus() -> None:
    """CAP-6.3: progress by services; upgrades in initiative order take the better plants."""
    seats = [{"services": 6, "progress": 4}, {"services": 6, "progress": 5}, {"services": -4, "progress": 3}]
    shown = saved(expo(seats, initiative=[3, 2, 4]))["seats"]
    assert [seat["plant"] for seat in shown] == ["plant_2_2", "plant_2_1", "plant_1"]
    assert [seat["progress"] for seat in shown] == [0, 1, 1]


def test_services_ranking() -> None:
    """CAP-6.4, CAP-8.48: ties by money, then by initiative."""
    base = {"population": 3, "employment": 3, "services": 2}
    assert [have(expo([{**base, "economy": n} for n in (9, 5, 12)]), s)["prestige"] for s in range(3)] == [-2, -4, 0]
    assert [have(expo([{**base, "economy": 9}] * 3), s)["prestige"] for s in range(3)] == [0, -2, -4]


@pytest.mark.parametrize(("option", "cubes"), [("supply", 1), ("plant", 6)])
def test_cubes_leave(option: str, cubes: int) -> None:
    """CAP-6.5, CAP-8.5: cubes leave the tiles, to the supply or by option to the plant; tourists stay."""
    lots = [tile("city_hall", 0, 0, cubes=3), tile("hotel", 1, 0, cubes=2)]
    tourists = [{"tourist": 0, "city": 0, "cell": [0, 0]}]
    state = expo([{"city": lots, "energy": 1}], tourists=tourists, options={"expo_cubes": option})
    shown = saved(state)
    assert [lot["cubes"] for lot in shown["seats"][0]["city"]] == [0, 0]
    assert shown["seats"][0]["energy"] == cubes
    assert shown["tourists"][0]["cell"] == [0, 0]


def test_no_expo_in_other_rounds() -> None:
    """CAP-6.5, CAP-8.24: cubes stay, nothing is scored after round 3; the Expo comes after the Administrative Phase."""
    lots = [tile("city_hall", 0, 0, cubes=3), tile("hotel", 1, 0)]
    state = expo([{"city": lots, "population": 9}], round=3)
    assert (have(state)["prestige"], saved(state)["seats"][0]["city"][0]["cubes"]) == (0, 3)
    state = load(
        players=3, round=4, phase="executive", to_act=2, seats=[{"city": [tile("market", 0, 1), tile("park", 1, 1)]}]
    )
    do(state, "bonus energy")
    assert (saved(state)["phase"], have(state)["prestige"]) == ("administrative", 0)
    do(state, texts(state)[0])
    assert have(state)["prestige"] != 0


def test_pre_expo_single_effect_is_not_asked() -> None:
    """CAP-6.6, CAP-8.46: a lone effect is simply resolved; two or more are ordered by their owner."""
    seat = {"city": [tile("public_meeting_hall", 1, 1)], "population": 9, "employment": 5}
    state = load(players=3, round=12, phase="executive", to_act=2, options={"prosperity": True}, seats=[seat])
    events = state.listen()
    do(state, "bonus energy")
    assert state.over()
    assert ("employment", 3) in [(e.args.get("what"), e.args.get("n")) for e in events]


def test_pre_expo_free_activation() -> None:
    """CAP-6.6: Technology Park asks for its free activation before the last Expo."""
    seat = {"city": [tile("technology_park", 1, 1)], "culture": 9}
    state = load(players=3, round=12, phase="executive", to_act=2, options={"prosperity": True}, seats=[seat])
    do(state, "bonus energy")
    assert texts(state) == ["decline", "activate 0,0", "activate 1,0"]
    assert state.to_act() == [0]
    do(state, "activate 1,0")
    assert state.over()
    assert have(state)["culture"] == 8


# --- final scoring


def over(*seats: dict[str, Any], **further: Any) -> Any:
    players = max(2, len(seats))
    given = {"initiative": [6, 5, 4, 3, 2][:players], **further}
    return load(players=players, phase="over", seats=list(seats), **given)


def row(state: Any, seat: int = 0) -> dict[str, int]:
    return dict(state.sheet()["players"][seat])


@pytest.mark.parametrize(("option", "left", "tax"), [("price_x_multiplier", 3, -1), ("price", 16, 0)])
def test_final_payment(option: str, left: int, tax: int) -> None:
    """CAP-6.20, CAP-8.19: price times own multiplier, or the price alone by option."""
    state = over({"economy": 20}, initiative=[1, 2], options={"final_payment": option})
    assert (row(state)["money_left"], row(state)["payment"]) == (left, tax)


def test_final_effects_order() -> None:
    """CAP-6.21: Public Works Office feeds the Theatre, wherever it lies."""
    lots = [tile("theatre", 0, -1), tile("public_works_office", 1, 1)]
    state = over({"city": lots, "culture": 7, "energy": 10}, options={"prosperity": True})
    assert (row(state)["effects"], row(state)["culture"]) == (3, 6)


def test_exchange() -> None:
    """CAP-6.22, CAP-6.23: cubes and money by four, culture by two, progress by one."""
    sheet = row(over({"energy": 11, "economy": 15, "culture": 9, "progress": 5, "prestige": 2}))
    assert [sheet[name] for name in ("prestige", "energy", "money", "culture", "progress")] == [2, 2, 3, 4, 5]
    assert sheet["total"] == 16


def test_ties() -> None:
    """CAP-6.24, CAP-8.20: cubes left, then money, then the leftmost space; nobody shares a place."""
    one, two = {"energy": 5, "economy": 12}, {"energy": 4, "economy": 15}
    state = over(one, two)
    assert state.scores()[0] == state.scores()[1]
    assert (state.ranking(), state.sheet()["decided_by"]) == ([1, 2], "energy")
    state = over({"energy": 4, "economy": 12}, {"energy": 4, "economy": 13 + 2}, initiative=[6, 5])
    assert (state.ranking(), state.sheet()["decided_by"]) == ([2, 1], "money")
    state = over({"economy": 12}, {"economy": 12 + 2}, initiative=[6, 5])
    assert (state.ranking(), state.sheet()["decided_by"]) == ([2, 1], "initiative")


def test_tie_by_all_cubes() -> None:
    """CAP-8.20: by option the cubes before the exchange."""
    seats = {"energy": 8, "economy": 12}, {"energy": 7, "economy": 12 + 4 + 2}
    for option, ranking in (("after_exchange", [2, 1]), ("before_exchange", [1, 2])):
        state = over(*seats, options={"tiebreak_energy": option})
        assert state.scores()[0] == state.scores()[1]
        assert state.ranking() == ranking


def test_scores_are_of_the_end_at_any_time() -> None:
    """CAP-6.24, CAP-8.52: the live score is what final scoring would give, and it changes nothing."""
    for state in play(3, 9, prosperity=True):
        before = state.hash()
        sheet = state.sheet()["players"]
        assert [entry["score"] for entry in sheet] == state.scores()  # type: ignore[attr-defined]
        assert state.hash() == before
    assert DATA.rounds == 12
