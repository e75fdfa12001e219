"""CAP-11: every worked example of the document."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.the_capitals.support import (
    DATA,
    acting,
    building,
    do,
    effect,
    finish_phase,
    have,
    load,
    new,
    saved,
    seen,
    texts,
    tile,
)


def test_price_times_multiplier() -> None:
    """CAP-11.1, CAP-3.12: from space 2 (x4) to space 4 ($2)."""
    state = load(players=3, round=3, phase="political", seats=[{"economy": 20}])
    assert effect(state, "space 4") == {"economy": -8}


def test_taxation() -> None:
    """CAP-11.2, CAP-5.20: $1 and a payment of $11: four taxations, $2 remain."""
    state = new(3)
    state.cities[0].have[3] = 1
    state.pay(0, 11)
    assert (have(state)["economy"], have(state)["prestige"]) == (2, -4)


def test_taxation_twice() -> None:
    """CAP-11.3, CAP-3.21: the row is paid first, then the loss of the Magnificent Arch."""
    state = load(
        players=3,
        round=5,
        projects={"0": ["library", "doctor", "market"], "2": ["magnificent_arch"]},
        seats=[{"economy": 1, "culture": 4, "services": 2}],
    )
    got = effect(state, "take magnificent_arch", "place 1,1")
    assert got == {"economy": 1, "prestige": -5, "culture": 9, "progress": 3, "services": -1}


def test_no_taxation_for_counting() -> None:
    """CAP-11.4, CAP-5.21: High Finance Square counts the money that is there."""
    for money, prestige in ((1, 0), (27, 2)):
        state = building("high_finance_square", round=9, economy=money)
        assert effect(state, "take high_finance_square", "place 1,1").get("prestige", 0) == prestige


def test_activation_costs_more_every_time() -> None:
    """CAP-11.5, CAP-3.42: Cole Harbor for 2 cubes, then for 4."""
    state = acting(round=5, city=[tile("cole_harbor", 1, 1)], energy=6, plant="plant_4_1")
    before = have(state)["population"]
    do(state, "activate 1,1", "pay cubes", "activate 1,1", "pay cubes")
    assert (have(state)["energy"], have(state)["population"] - before) == (0, 2)
    assert saved(state)["seats"][0]["city"][-1]["cubes"] == 6


def test_tourists_pay() -> None:
    """CAP-11.6, CAP-3.43: two tourists and one cube pay for Generally Electrical, which does not see itself."""
    state = load(
        players=4,
        round=5,
        phase="executive",
        seats=[{"city": [tile("generally_electrical", 1, 1)]}],
        tourists=[{"tourist": 1, "city": 0}],
    )
    assert effect(state, "activate 1,1", "pay 0", "pay 1") == {"energy": -1, "economy": 9}
    lots = saved(state)["tourists"]
    assert [lot["cell"] for lot in lots[:2]] == [[1, 1], [1, 1]]


def test_tourist_on_the_tile() -> None:
    """CAP-11.7, CAP-3.44: a tourist on the tile raises its cost and cannot pay for it; moved away, it lowers it."""
    lots = [tile("garden_gnome_mfg", 1, 1, cubes=1), tile("cole_harbor", 0, 1)]
    state = load(
        players=4,
        round=6,
        phase="executive",
        seats=[{"city": lots, "energy": 20, "plant": "plant_4_1", "economy": 30, "population": 9}],
        tourists=[{"tourist": 0, "city": 0, "cell": [1, 1]}],
    )
    legal = {entry["text"]: entry for entry in seen(state, 0)["legal"]}
    assert legal["activate 1,1"]["cost"] == 4
    first = state.clone()
    assert effect(first, "activate 1,1")["energy"] == -4  # no tourist may pay, so cubes do
    do(state, "activate 0,1", "pay 0")
    legal = {entry["text"]: entry for entry in seen(state, 0)["legal"]}
    assert legal["activate 1,1"]["cost"] == 3


def test_triggers_follow() -> None:
    """CAP-11.8, CAP-3.46: Jefferson Apartments beside the Museum of Art."""
    state = acting(round=5, city=[tile("jefferson_apartments", 0, 1), tile("museum_of_art", 1, 1)], culture=8)
    events = state.listen()
    do(state, "activate 0,1", "pay cubes")
    told = [(event.args["what"], event.args["n"]) for event in events if event.kind in ("gained", "lost")]
    assert told == [("culture", -3), ("population", 2), ("culture", 2)]


def test_university() -> None:
    """CAP-11.9, CAP-1.11: 12 employment give 4 culture."""
    state = building("university", round=5, population=12, employment=12)
    assert effect(state, "take university", "place 0,1")["culture"] == 4


def test_opera_house() -> None:
    """CAP-11.10, CAP-1.22: 2 + 6 culture, and 3 for every later high-density housing tile."""
    lots = [tile("danncil_estate", 0, 1), tile("downtown_abode", 0, -1)]
    state = building("opera_house", city=lots, culture=4)
    assert effect(state, "take opera_house", "place 1,1")["culture"] == 8
    state = building("victoria_terraces", city=[*lots, tile("opera_house", 1, 1)], culture=4)
    assert effect(state, "take victoria_terraces", "place 1,-1")["culture"] == 3


def test_top_of_services() -> None:
    """CAP-11.11, CAP-5.2: on 6, a gain of 2 gives three energy cubes, once."""
    state = building("courthouse", services=6)
    got = effect(state, "take courthouse", "place 1,1")
    assert got == {"energy": 3, "progress": 1}


def test_refill() -> None:
    """CAP-11.12, CAP-3.54: tiles of the next round's era in rows $2 and $4 are not drawn again, older ones are."""
    rows = {"0": ["cole_harbor"], "2": ["university"], "4": ["police_station"]}
    state = load(players=4, round=6, phase="executive", to_act=3, projects=rows)
    do(state, "bonus prestige")
    shown = saved(state)["projects"]
    assert (shown["2"], shown["4"], len(shown["0"])) == (["cole_harbor"], ["university"], 4)
    rows = {"0": ["library"], "2": ["park"], "4": ["market"]}
    state = load(players=4, round=4, phase="executive", to_act=3, projects=rows)
    do(state, "bonus prestige")
    new_tiles = saved(state)["projects"]["0"]
    assert len(new_tiles) == 6
    assert all(DATA.era[DATA.numbers[name]] == 1 for name in new_tiles)


def expo(players: int, seats: list[dict[str, int]], **further: Any) -> list[dict[str, int]]:
    """What each seat has after the World Expo of round 4."""
    order = further.pop("initiative", list(range(2, 2 + players)))
    last = max(range(players), key=lambda seat: order[seat])
    entries = [{"energy": 0, **seat} for seat in seats]
    state = load(players=players, round=4, phase="executive", seats=entries, initiative=order, to_act=last, **further)
    do(state, "bonus energy")
    return [have(state, seat) for seat in range(players)]


def test_services_ranking() -> None:
    """CAP-11.13, CAP-6.4: services 6, 4, 2 lose 0, 2, 4 prestige."""
    seats = [{"services": n, "population": 3, "employment": 3} for n in (6, 4, 2)]
    assert [after["prestige"] for after in expo(3, seats)] == [0, -2, -4]


def test_the_prestige_of_an_expo_is_told_once() -> None:
    """CAP-6.4: with its cause, and not once more as a loss."""
    seats = [{"services": n, "population": 3, "employment": 3, "energy": 0} for n in (6, 4, 2)]
    state = load(players=3, round=4, phase="executive", seats=seats, initiative=[2, 3, 4], to_act=2)
    events = state.listen()
    do(state, "bonus energy")
    told = [(event.kind, event.seat, event.args["n"]) for event in events if event.args.get("what") == "prestige"]
    assert told == [("expo_step", 1, -2), ("expo_step", 2, -4)]


def test_unemployment() -> None:
    """CAP-11.14, CAP-6.2: population 10, employment 8 lose 2; 9 and 4 lose 3."""
    seats = [{"services": 6, "population": 10, "employment": 8}, {"services": 6, "population": 9, "employment": 4}]
    table = [int(DATA.expo_prestige[n]) for n in (8, 4)]
    after = expo(3, seats)
    assert after[0]["prestige"] == table[0] - 2
    assert after[1]["prestige"] == table[1] - 3 - 2  # second in services


def test_exchange() -> None:
    """CAP-11.15, CAP-6.22: 9 cubes, $14, culture 21."""
    state = load(players=2, phase="over", initiative=[6, 1], seats=[{"energy": 9, "economy": 14, "culture": 21}])
    row = state.sheet()["players"][0]  # type: ignore[index]
    assert [row[name] for name in ("energy", "cubes_left", "money", "culture")] == [2, 1, 3, 10]


def test_first_cells() -> None:
    """CAP-11.16, CAP-4.6: the four cells around the tokens are free of penalty for any first tile."""
    for name in ("library", "market", "dancing_horse_statue"):
        state = do(building(name), f"take {name}")
        penalties = {tuple(entry["cell"]): entry["penalty"] for entry in seen(state, 0)["legal"]}
        for cell in ((0, -1), (1, -1), (0, 1), (1, 1)):
            assert penalties[cell] == 0
        assert penalties[2, 1] == {"library": 4, "market": 2, "dancing_horse_statue": 2}[name]


def test_token_moves() -> None:
    """CAP-11.17, CAP-4.9: seven legal vertices after tiles on (0,-1) and (1,-1)."""
    lots = [tile("market", 0, -1), tile("library", 1, -1)]
    state = load(players=3, phase="administrative", seats=[{"city": lots}])
    assert sorted(texts(state)) == sorted(
        f"token {x},{y}" for x, y in ((0, -1), (1, -1), (2, -1), (0, 0), (2, 0), (0, 1), (2, 1))
    )


def captured(cultures: list[int], **further: Any) -> list[int | None]:
    """In whose city each tourist is after a Tourism Phase."""
    players = len(cultures)
    seats = [{"culture": culture} for culture in cultures]
    state = load(players=players, to_act=players - 1, seats=seats, **further)
    finish_phase(state, "building")
    return [entry["city"] for entry in saved(state)["tourists"]]


def test_attraction() -> None:
    """CAP-11.18, CAP-3.31: culture 9, 7, 5, 2."""
    rows = {"0": ["market"]}
    assert captured([9, 7, 5, 2], projects=rows) == [0, 1, 0, 0]


def test_population_first() -> None:
    """CAP-11.19, CAP-5.10: Barrel Factory with population and employment 5: both 6."""
    state = building("barrel_factory", population=5, employment=5)
    do(state, "take barrel_factory", "place 1,1", "order rest")
    assert (have(state)["population"], have(state)["employment"]) == (6, 6)


def test_upgrade() -> None:
    """CAP-11.20, CAP-5.31: level 1, p = 4, a gain of 3."""
    state = building("cogswell_cogs", round=5, progress=4, energy=0, population=9)
    do(state, "take cogswell_cogs", "place 1,1")
    shown = saved(state)["seats"][0]
    assert (shown["progress"], shown["plant"], shown["energy"]) == (1, "plant_2_1", 5)


@pytest.mark.parametrize(
    ("name", "cell", "penalty"),
    [("market", (0, 1), 0), ("science_center", (-1, 0), 2), ("magnificent_arch", (-1, 0), 4)],
)
def test_penalties(name: str, cell: tuple[int, int], penalty: int) -> None:
    """CAP-11.21, CAP-4.7."""
    state = building(name, round=5, economy=40)
    assert -effect(state, f"take {name}", f"place {cell[0]},{cell[1]}").get("prestige", 0) == penalty


def test_neutral_marker() -> None:
    """CAP-11.22, CAP-3.35: two players with culture 8 and 5."""
    rows = {"0": ["market"]}
    assert captured([8, 5], neutral_culture=6, projects=rows) == [0, 0, 0]
    assert captured([8, 5], neutral_culture=5, projects=rows) == [0, 1, 0]
    assert captured([9, 5], neutral_culture=6, projects=rows) == [0, 0, 0]
    assert captured([9, 5], neutral_culture=5, projects=rows) == [0, 0, 0]


def test_library() -> None:
    """CAP-11.23, CAP-1.22: different other types beside the Library, each once."""
    state = building("library", city=[tile("market", 0, 1)])
    assert effect(state, "take library", "place 1,1")["progress"] == 2
    lots = [tile("market", 0, 1), tile("library", 1, 1)]
    for name, steps in (("baker", 1), ("tudor_townhouses", 3), ("courthouse", 1)):
        state = building(name, city=lots, population=9)
        assert effect(state, f"take {name}", "place 2,1")["progress"] == steps  # printed: 1, 2, 1
    given: dict[str, Any] = {"players": 3, "round": 3, "phase": "prosperity", "options": {"prosperity": True}}
    for move, steps in (("take mayors_house", 1), ("lake mayors_house", 0)):
        seats = [{"city": lots, "hand": ["mayors_house"], "culture": 9}]
        state = load(**given, seats=seats)
        assert effect(state, move, "place 2,1").get("progress", 0) == steps


def test_fifth_player_in_round_2() -> None:
    """CAP-11.24, CAP-3.13: x1 in round 2, x2 later."""
    for round, cost in ((2, 3), (3, 6)):
        state = load(players=5, round=round, phase="political", to_act=4, chosen=[1, 3, 4, 5, None])
        assert effect(state, "space 2", seat=4) == {"economy": -cost}


def test_final_payment() -> None:
    """CAP-11.25, CAP-6.20: $12 on space 2, nothing on space 6."""
    state = load(players=2, phase="over", initiative=[2, 6], seats=[{"economy": 20}, {"economy": 20}])
    rows = state.sheet()["players"]
    assert [row["money_left"] for row in rows] == [8, 20]  # type: ignore[attr-defined]


def test_end_pays_once() -> None:
    """CAP-11.26, CAP-5.4: culture 29, Opera House gains 2 and 6: 30, and 3 prestige once."""
    lots = [tile("danncil_estate", 0, 1), tile("downtown_abode", 0, -1)]
    state = building("opera_house", city=lots, culture=29)
    got = effect(state, "take opera_house", "place 1,1")
    assert (got["culture"], got["prestige"]) == (1, 3)


def test_pre_expo_order() -> None:
    """CAP-11.27, CAP-6.6: Public Meeting Hall before Gene Research Lab, or after it."""
    lots = [tile("gene_research_lab", 0, 1), tile("public_meeting_hall", 1, 1)]
    seat = {"city": lots, "population": 12, "employment": 9, "services": 2}
    given: dict[str, Any] = {
        "players": 3,
        "round": 12,
        "phase": "pre_expo",
        "options": {"prosperity": True},
        "seats": [seat],
    }
    for moves, steps in ((["order 1"], 3), (["order 0"], 2), (["order rest"], 3)):
        state = load(**given)
        assert texts(state) == ["order rest", "order 0", "order 1"]
        events = state.listen()
        do(state, *moves)
        assert state.over()
        assert next(e.args["n"] for e in events if e.args.get("what") == "progress" and e.kind == "gained") == steps


def test_walled_mart() -> None:
    """CAP-11.28, CAP-3.24, CAP-3.25: the pending list and its canonical order."""
    state = building("walled_mart", round=5, city=[tile("police_station", 2, 1)], population=9)
    city = state.cities[0]
    do(state, "take walled_mart")
    events = state.listen()
    do(state, "place 2,0")
    told = [(e.args["what"], e.args["n"]) for e in events if e.kind in ("gained", "lost")]
    assert city.near[3] == 0b110  # Hotel and Police Station
    assert told == [("employment", 2), ("progress", 2), ("economy", 12), ("energy", 1), ("services", -2)]


def test_free_activation() -> None:
    """CAP-11.29, CAP-3.47: Convention Center activates Legacy Park Homes free."""
    lots = [tile("convention_center", 1, 1), tile("legacy_park_homes", 0, 1), tile("royal_cinema", 1, 2)]
    state = acting(round=9, city=lots, economy=30, energy=9)
    events = state.listen()
    do(state, "activate 1,1", "pay cubes", "activate 0,1")
    got = [(e.kind, e.args.get("what"), e.args.get("n", e.args.get("cost"))) for e in events]
    assert [entry for entry in got if entry[0] in ("paid", "gained")] == [
        ("paid", None, 12),
        ("gained", "prestige", 7),
        ("gained", "prestige", 2),  # Royal Cinema watches the homes
        ("gained", "prestige", 2),  # and then the Convention Center
    ]
    shown = saved(state)["seats"][0]
    assert (shown["energy"], shown["economy"]) == (6, 18)
    assert [lot["cubes"] for lot in shown["city"][2:]] == [3, 0, 0]
