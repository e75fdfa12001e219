"""CAP-3: the phases of a round, decision by decision."""

from __future__ import annotations

from typing import Any

import pytest

from conurb.games.the_capitals import moves
from conurb.games.the_capitals.effects import order_matters
from conurb.kernel.checks import BadMove, ConurbError, IllegalAction
from conurb.kernel.play import Play
from tests.games.the_capitals.support import (
    COUNTS,
    DATA,
    GAME,
    SIMPLE,
    acting,
    building,
    do,
    effect,
    finish_phase,
    have,
    load,
    new,
    play,
    saved,
    seen,
    texts,
    tile,
    with_pack,
)


def refused(state: Any, move: str) -> str:
    """Why a move is refused; nothing may have changed."""
    before = state.hash()
    seat = state.to_act()[0]
    with pytest.raises(ConurbError) as reason:
        state.apply(seat, state.parse(seat, move))
    assert state.hash() == before
    return str(reason.value)


# --- overview


@pytest.mark.parametrize("players", COUNTS)
def test_phases(players: int) -> None:
    """CAP-3.1, CAP-3.2: twelve rounds; political, building, executive, administrative; seats in initiative order."""
    seen_phases: dict[int, list[str]] = {}
    for state in play(players, 2):
        shown = saved(state)
        if shown["phase"] == "over":
            break
        phases = seen_phases.setdefault(shown["round"], [])
        if not phases or phases[-1] != shown["phase"]:
            phases.append(shown["phase"])
            if shown["phase"] in ("political", "building", "executive"):
                first = min(range(players), key=lambda seat: shown["initiative"][seat])
                assert state.to_act() == [first]
    assert list(seen_phases) == list(range(1, 13))
    for round, phases in seen_phases.items():
        assert [p for p in phases if p != "administrative"] == ["political", "building", "executive"][round == 1 :]


def test_single_choices_are_asked() -> None:
    """CAP-3.3: one legal action is still a decision."""
    state = acting(energy=2)
    do(state, "activate 1,0", "pay cubes")
    assert texts(state) == ["end"]


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (lambda: load(players=3, round=2, phase="political"), "space 6", "closed with 3 players"),
        (lambda: load(players=3, round=2, phase="political", to_act=1, chosen=[1, None, None]), "space 1", "taken"),
        (lambda: load(players=3, round=2, phase="political"), "space 9", "from 1 to 6"),
        (lambda: building("market"), "take park", "not in the Projects Area"),
        (lambda: building("market"), "take parc", "did you mean park"),
        (lambda: do(building("market"), "take market"), "place 0,0", "occupied"),
        (lambda: do(building("market"), "take market"), "place 5,5", "does not touch the city"),
        (lambda: do(building("market"), "take market"), "place 99,5", "too far away"),
        (lambda: building("market"), "take \u00b2", "unknown tile"),
        (lambda: building("market"), "take " + "9" * 5000, "unknown tile"),
        (lambda: do(building("market"), "take market"), "place \u00b2,1", "must be whole numbers"),
        (lambda: building("market"), "place 1,1", "'take' and a tile"),
        (lambda: acting(), "activate 1,1", "no tile"),
        (lambda: acting(city=[tile("park", 1, 1)]), "activate 1,1", "no activation"),
        (lambda: acting(energy=0), "activate 1,0", "cannot be paid"),
        (lambda: do(acting(energy=9), "activate 1,0", "pay cubes"), "activate 1,0", "only 1 activations"),
        (lambda: acting(), "end", "a bonus must be chosen: energy or prestige"),
        (lambda: acting(), "bonus culture", "a bonus must be chosen"),
        (
            lambda: do(acting(energy=9), "activate 1,0", "pay cubes"),
            "bonus energy",
            "only for who has activated nothing",
        ),
        (lambda: do(acting(energy=0, city=[]), "bonus energy"), "dance", "cannot read"),
        (lambda: do(acting(energy=1), "activate 1,0"), "pay cubes", "fewer cubes"),
        (lambda: do(acting(energy=9), "activate 1,0"), "pay 3", "cannot pay here"),
    ],
)
def test_bad_input(state: Any, move: str, reason: str) -> None:
    """CAP-3.4: refused with a reason, and nothing changes."""
    assert reason in refused(state(), move)


def test_bad_moves_as_data() -> None:
    """CAP-3.4: complete payloads, nothing superfluous, the right seat, a game that is not over."""
    state = building("market")
    for move in ({"type": "take"}, {"type": "take", "tile": "market", "price": 0}, {"type": "fly"}, {}):
        with pytest.raises(BadMove):
            state.action(0, move)
    with pytest.raises(IllegalAction, match="not to act"):
        state.apply(1, state.action(1, {"type": "take", "tile": "market"}))
    over = load(players=3, phase="over")
    with pytest.raises(IllegalAction, match="over"):
        over.apply(0, 0)


def test_whole_decisions() -> None:
    """CAP-3.5: a build or an activation as one move is a series of the small ones."""
    state = building("barrel_factory", population=5, employment=5)
    codes = moves.actions(state, 0, {"type": "build", "tile": "barrel_factory", "cell": [1, 1]})
    assert [state.text(0, code) for code in codes] == ["take barrel_factory", "place 1,1", "order rest"]
    order = {"type": "build", "tile": "barrel_factory", "cell": [1, 1], "order": [2, 1, 0]}
    codes = moves.actions(state, 0, order)
    assert [state.text(0, code) for code in codes[2:]] == ["order 2"]  # the rest then makes no difference
    with pytest.raises(IllegalAction, match="each of 0, 1 and 2 once"):
        moves.actions(state, 0, {**order, "order": [0, 1]})
    state = acting(energy=9)
    codes = moves.actions(state, 0, {"type": "activate", "cell": [1, 0], "tourists": [0]})
    assert [state.text(0, code) for code in codes] == ["activate 1,0", "pay 0"]
    with pytest.raises(IllegalAction, match="expected"):
        moves.actions(state, 0, {"type": "activate", "cell": [1, 0], "tourists": [0, 0]})


# --- Political Phase


def test_no_political_phase_in_round_1() -> None:
    """CAP-3.10, CAP-8.1: skipped in the first round only; later in the order of the round before."""
    assert saved(new(3))["phase"] == "building"
    state = load(players=3, round=1, phase="executive", to_act=2, initiative=[3, 2, 4])
    do(state, "bonus energy")
    assert (saved(state)["phase"], saved(state)["round"], state.to_act()) == ("political", 2, [1])


@pytest.mark.parametrize(("players", "spaces"), [(2, 4), (3, 5), (4, 5), (5, 6)])
def test_open_spaces(players: int, spaces: int) -> None:
    """CAP-3.11: old positions are vacated, the own one may be chosen again, a new one only once."""
    state = load(players=players, round=3, phase="political")
    assert texts(state) == [f"space {k}" for k in range(1, spaces + 1)]
    do(state, "space 2")
    assert texts(state) == [f"space {k}" for k in range(1, spaces + 1) if k != 2]


def test_paid_at_once() -> None:
    """CAP-3.12, CAP-8.2: the new price times the old multiplier, shown with every space."""
    state = load(players=5, round=3, phase="political", to_act=2, chosen=[6, 5, None, None, None])
    costs = {entry["space"]: entry["cost"] for entry in seen(state, 2)["legal"]}
    assert costs == {1: 8, 2: 6, 3: 4, 4: 4}
    assert effect(state, "space 1", seat=2) == {"economy": -8}


def test_multiplier_of_the_fifth() -> None:
    """CAP-3.13: five players, round 2, old space 6."""
    state = load(players=5, round=2, phase="political", to_act=4, chosen=[6, 5, 4, 3, None])
    assert {entry["space"]: entry["cost"] for entry in seen(state, 4)["legal"]} == {1: 4, 2: 3}


# --- Building Phase


def test_build_one_tile() -> None:
    """CAP-3.20, CAP-3.23: one tile, its row paid, the gap not refilled; the next seat follows."""
    rows = {"0": ["market"], "2": ["park"], "4": ["library"]}
    for name, price in (("market", 0), ("park", 2), ("library", 4)):
        state = load(players=3, projects=rows)
        assert effect(state, f"take {name}", "place 0,1").get("economy", 0) == -price
        assert state.project_count == 2
        assert state.to_act() == [1]


def test_row_is_paid_first() -> None:
    """CAP-3.21: before the tile brings money."""
    state = load(players=3, round=9, projects={"2": ["royal_cinema"], "0": ["park", "market"]}, seats=[{"economy": 1}])
    assert effect(state, "take royal_cinema", "place 1,1") == {"economy": 13, "prestige": -1, "progress": 2}


def test_frontier_and_penalty() -> None:
    """CAP-3.22: any frontier cell; penalties are deducted on placement."""
    state = building("market")
    do(state, "take market")
    assert len(texts(state)) == 10
    assert effect(state, "place 2,0")["prestige"] == -2


def test_pending_list() -> None:
    """CAP-3.24: immediate entries, own construction, construction of others; fixed when placed."""
    lots = [tile("school_1", 0, 1), tile("heritage_windmill", 2, 1)]
    state = building("downtown_abode", city=[*lots, tile("bookseller", 2, 0)], population=4, employment=4, services=-3)
    do(state, "take downtown_abode", "place 1,1")
    items = saved(state)["pending"]
    assert items == []  # services -2 only: no order makes a difference
    state = building("downtown_abode", city=[*lots, tile("doctor", 0, 2)], population=4, services=-3)
    do(state, "take downtown_abode", "place 1,1")
    shown = [{k: v for k, v in item.items() if k != "number"} for item in saved(state)["pending"][0]["items"]]
    assert shown == [
        {"gain": "progress", "n": 2, "from": [1, 1]},
        {"gain": "population", "n": 3, "from": [1, 1]},
        {"gain": "services", "n": -2, "from": [1, 1]},
        {"gain": "population", "n": 1, "from": [0, 1]},
        {"gain": "culture", "n": 1, "from": [2, 1]},
        {"gain": "services", "n": 1, "from": [0, 2]},
    ]


def test_order_is_free() -> None:
    """CAP-3.25, CAP-8.39: any order; the canonical one takes population before employment and losses last."""
    start: dict[str, Any] = {"population": 5, "employment": 5}
    state = building("barrel_factory", **start)
    do(state, "take barrel_factory", "place 1,1")
    assert texts(state) == ["order rest", "order 0", "order 1", "order 2"]
    assert effect(state.clone(), "order rest")["employment"] == 1
    assert "employment" not in effect(state, "order 2")
    hotrock = building("hotrock_tire_factory", round=5, services=2, population=9)
    do(hotrock, "take hotrock_tire_factory", "place 1,1")
    assert effect(hotrock.clone(), "order rest")["employment"] == 2
    assert effect(hotrock, "order 1")["employment"] == 1


PER_EMPLOYMENT = "{per = 'employment', k = 3, gain = 'culture', n = 1}"


@pytest.mark.parametrize("players", [3])
def test_order_is_asked_where_it_matters(players: int) -> None:
    """CAP-3.25, CAP-8.50: wherever nobody is asked, every order ends the same."""
    asked = silent = 0
    for seed in range(4):
        for state in play(players, seed, prosperity=True):
            if saved(state)["asks"] != "cell" or state.held_as_lake:
                continue
            seat = state.to_act()[0]
            for action in state.legal(seat)[:6]:
                trial = state.clone()
                trial.trial = True
                trial.step(seat, action)
                if trial.asks == moves.ASK_ORDER:
                    assert order_matters(trial, seat, trial.frames[-1])
                    asked += 1
                elif trial.asks == moves.ASK_NOTHING:
                    assert all_orders(state, seat, action) == {have_key(trial, seat)}
                    silent += 1
    assert asked > 20
    assert silent > 200


@pytest.mark.parametrize(
    ("effects", "seat", "asked"),
    [
        ('{gain = "progress", n = 1}, {gain = "progress", n = -1}', {"progress": 5}, True),
        ('{gain = "progress", n = 1}, {gain = "progress", n = -1}', {"progress": 4}, False),
        (f"{PER_EMPLOYMENT}, {{gain = 'population', n = -3}}", {"population": 6, "employment": 6}, True),
        (f"{PER_EMPLOYMENT}, {{gain = 'population', n = -3}}", {"population": 9, "employment": 6}, False),
    ],
)
def test_order_of_losses(effects: str, seat: dict[str, int], asked: bool) -> None:
    """CAP-3.25, CAP-5.31, CAP-5.11: progress lost before the symbol is reached; population that takes jobs with it."""
    state = with_pack(
        'immediate = [{gain = "progress", n = 1}, {gain = "population", n = 2}, {gain = "employment", n = 3}]',
        f"immediate = [{effects}]",
        seats=[seat],
        projects={"0": SIMPLE},
    )
    do(state, "take cog_factory", "place 1,1")
    assert (state.to_act() == [0]) == asked


def have_key(state: Any, seat: int) -> tuple[int, ...]:
    city = state.cities[seat]
    return (*(int(n) for n in city.have), int(city.level))


def all_orders(state: Any, seat: int, action: int) -> set[tuple[int, ...]]:
    """The ends of every order of a build's effects: the pending list is built again and played through."""
    city = state.cities[seat]
    trial = state.clone()
    trial.trial = True
    tile_number, cell = int(trial.held), action - moves.PLACE
    if DATA.era[tile_number] < 0:
        trial.pay_prerequisite(seat, tile_number)
        trial.drop_from_hand(seat, tile_number)
    else:
        trial.buy_project(seat, tile_number)
    penalty = trial.penalty(seat, tile_number, cell)
    at = trial.lay(seat, tile_number, cell)
    trial.cities[seat].have[7] -= penalty
    frame = trial.push(0, at)
    trial.collect(trial.cities[seat], at, frame)
    found: set[tuple[int, ...]] = set()
    assert city.tiles == at
    _every_order(trial, seat, found, [0])
    return found


def _every_order(state: Any, seat: int, found: set[tuple[int, ...]], budget: list[int]) -> None:
    frame = state.frames[-1]
    left = [k for k in range(60) if int(frame.left) >> k & 1]
    if not left:
        found.add(have_key(state, seat))
        return
    for k in left:
        budget[0] += 1
        if budget[0] > 200:
            return
        after = state.clone()
        after.asks = moves.ASK_NOTHING
        after.resolve(seat, after.frames[-1], k)
        _every_order(after, seat, found, budget)


def test_losses_are_mandatory() -> None:
    """CAP-3.26: nothing but a free activation can be declined."""
    state = building("magnificent_arch", round=5, economy=2)
    got = effect(state, "take magnificent_arch", "place 1,1")
    assert (got["prestige"], got["services"]) == (-4, -1)


def test_upgrade_inside_a_gain() -> None:
    """CAP-3.27, CAP-1.24, CAP-8.32: Park sees the upgrade that its own build causes."""
    state = building("park", progress=5)
    got = effect(state, "take park", "place 1,1")
    assert (got["culture"], saved(state)["seats"][0]["plant"]) == (4, "plant_2_1")


def test_build_is_one_event() -> None:
    """CAP-3.28, CAP-5.4: both culture gains of one build pay the top once; an extra build is another event."""
    lots = [tile("danncil_estate", 0, 1)]
    state = building("opera_house", city=lots, culture=30)
    assert effect(state, "take opera_house", "place 1,1")["prestige"] == 3
    seat = {"city": lots, "culture": 30, "hand": ["financial_district"]}
    state = load(
        players=3,
        round=3,
        phase="prosperity",
        options={"prosperity": True},
        projects={"0": ["opera_house", "market", "park", "library"]},
        seats=[seat],
    )
    do(state, "take financial_district", "place 1,1", "order rest")
    assert effect(state, "take opera_house", "place 1,-1")["prestige"] == 3


# --- Tourism Phase


def tourism(players: int, seats: list[dict[str, int]], **further: Any) -> Any:
    state = load(players=players, seats=seats, to_act=players - 1, projects={"0": ["cog_factory"]}, **further)
    return finish_phase(state, "building")


def test_leader() -> None:
    """CAP-3.30: culture, then money, then initiative."""
    assert saved(tourism(3, [{"culture": 6}, {"culture": 7}, {"culture": 5}]))["culture_token"] == 1
    rich = [{"culture": 7, "economy": 5}, {"culture": 7, "economy": 9}, {"culture": 5}]
    assert saved(tourism(3, rich))["culture_token"] == 1
    equal = [{"culture": 7, "economy": 9}, {"culture": 7, "economy": 9}, {"culture": 5}]
    assert saved(tourism(3, equal))["culture_token"] == 0


def places(state: Any) -> list[int | None]:
    return [entry["city"] for entry in saved(state)["tourists"]]


def test_captured() -> None:
    """CAP-3.31, CAP-8.3, CAP-8.4, CAP-8.17: the last one always, and all below the limit of the leader's level."""
    assert places(tourism(4, [{"culture": n} for n in (8, 1, 1, 0)])) == [0, 1, 2, 0]
    assert places(tourism(4, [{"culture": n} for n in (14, 10, 9, 20)])) == [0, 1, 3, 3]
    assert places(tourism(4, [{"culture": n} for n in (24, 24, 23, 22)])) == [0, 1, 0, 0]


def test_destinations() -> None:
    """CAP-3.32, CAP-3.33, CAP-8.6: who is there stays on its tile; who comes, comes beside the city."""
    tourists = [{"tourist": 2, "city": 0, "cell": [1, 0]}, {"tourist": 1, "city": 2, "cell": [0, 0]}]
    seats = [{"culture": n} for n in (8, 6, 4)]
    shown = saved(tourism(3, seats, tourists=tourists))["tourists"]
    assert shown[2] == {"tourist": 2, "city": 0, "cell": [1, 0]}
    assert shown[1] == {"tourist": 1, "city": 1, "cell": None}


def test_casino() -> None:
    """CAP-3.34, CAP-1.25, CAP-1.34: $2 for every tourist in the city, of any colour, after the markers have moved."""
    lots = [tile("casino", 0, 1)]
    seats = [{"culture": 14, "city": lots}, {"culture": 6}, {"culture": 4}]
    state = load(
        players=3,
        options={"prosperity": True},
        seats=seats,
        to_act=2,
        projects={"0": ["cog_factory"]},
        initiative=[2, 3, 4],
    )
    before = have(state)["economy"]
    finish_phase(state, "building")
    assert have(state)["economy"] - before == 6


def test_two_player_tourism() -> None:
    """CAP-3.35, CAP-8.41: the neutral marker never leads; its tourist follows the leader."""
    state = tourism(2, [{"culture": 5}, {"culture": 8}], neutral_culture=20)
    assert (saved(state)["culture_token"], places(state)) == (1, [1, 1, 1])


# --- Executive Phase


def test_activations_allowed() -> None:
    """CAP-3.40, CAP-8.40: those of the plant, one more for the token; an upgrade counts at once."""
    for plant, allowed in (("plant_1", 1), ("plant_4_1", 2), ("plant_6_1", 3)):
        for token, more in ((0, 1), (1, 0)):
            state = load(players=3, phase="executive", culture_token=token, seats=[{"plant": plant}])
            assert seen(state, 0)["activations_allowed"] == allowed + more
    lots = [tile("victoria_terraces", 1, 1)]
    state = acting(city=lots, plant="plant_3_1", progress=4, energy=9)
    do(state, "activate 1,1", "pay cubes")
    assert seen(state, 0)["activations_allowed"] == 2
    assert "activate 1,0" in texts(state)


def test_any_tile_again() -> None:
    """CAP-3.41, CAP-8.36: the same tile again, and a tile built this round."""
    state = load(players=3, projects={"0": ["market", "park", "library"]}, seats=[{"energy": 20}])
    do(state, "take market", "place 1,1")
    finish_phase(state, "building")
    assert "activate 1,1" in texts(state)
    state = acting(plant="plant_4_1", energy=9, culture=9)
    do(state, "activate 1,0", "pay cubes", "activate 1,0", "pay cubes")
    assert saved(state)["seats"][0]["city"][1]["cubes"] == 6


def test_cost() -> None:
    """CAP-3.42, CAP-3.43: 1 + printed + cubes + tourists on the tile; exactly paid, and it lies there afterwards."""
    state = load(
        players=3,
        phase="executive",
        seats=[{"city": [tile("restaurant", 1, 1, cubes=2)], "energy": 9}],
        tourists=[{"tourist": 1, "city": 0, "cell": [1, 1]}],
    )
    legal = {entry["text"]: entry for entry in seen(state, 0)["legal"]}
    assert legal["activate 1,1"]["cost"] == 6
    assert effect(state, "activate 1,1", "pay 0")["energy"] == -5
    lots = saved(state)
    assert lots["seats"][0]["city"][2]["cubes"] == 7
    assert lots["tourists"][0]["cell"] == [1, 1]


def test_usable_tourists() -> None:
    """CAP-3.44, CAP-3.45: in the own city, not used, not on the tile; each way to pay once, and never stuck."""
    state = load(
        players=3,
        phase="executive",
        culture_token=0,
        seats=[{"energy": 1, "culture": 9}],
        tourists=[{"tourist": 1, "city": 0}, {"tourist": 2, "city": 0, "cell": [1, 0]}],
    )
    do(state, "activate 0,0")
    assert texts(state) == ["pay 0", "pay 1", "pay 2"]  # two are due, one cube is there: a tourist is needed
    do(state, "pay 1")
    assert texts(state) == ["pay cubes", "pay 2"]
    do(state, "pay 2")
    assert have(state)["energy"] == 1
    assert saved(state)["used_tourists"] == [1, 2]
    assert texts(state) == ["end", "activate 1,0"]  # two are due there: tourist 0 and one cube
    do(state, "activate 1,0")
    assert texts(state) == ["pay 0"]


def test_resolution_order() -> None:
    """CAP-3.46, CAP-5.13, CAP-8.33: costs before gains before triggers; a cost that cannot be met is penalised."""
    lots = [tile("city_hall", 0, 0), tile("hotel", 1, 0), tile("technotech_inc", 1, 1)]
    state = acting(round=9, city=lots, culture=0, population=4, employment=4)
    assert effect(state, "activate 0,0", "pay cubes") == {"energy": -2, "prestige": -2, "population": 1}


def test_free_activation() -> None:
    """CAP-3.47, CAP-1.30, CAP-8.45: may be declined, pays no cube, suffers its losses; not asked without a target."""
    lots = [tile("convention_center", 1, 1), tile("hartwood_heights", 2, 1), tile("cole_harbor", 2, 2)]
    state = acting(round=9, city=lots, culture=9, energy=9)
    do(state, "activate 1,1", "pay cubes")
    assert texts(state) == ["decline", "activate 0,0", "activate 1,0", "activate 2,1", "activate 2,2"]
    assert effect(state.clone(), "decline") == {}
    got = effect(state, "activate 2,1")
    assert got == {"culture": -3, "prestige": 7}
    assert texts(state) == ["end"]
    alone = [tile("convention_center", -1, 1), tile("park", 0, 1)]
    state = acting(round=9, city=[*alone], energy=9)
    state.cities[0].flagged[7] &= ~1  # as if City Hall had no activation
    do(state, "activate -1,1", "pay cubes")
    assert texts(state) == ["end"]


def test_chain_of_activations() -> None:
    """CAP-1.30, CAP-3.47: Technology Park activates the Convention Center, which activates another tile."""
    lots = [tile("convention_center", 1, 1), tile("cole_harbor", 2, 2), tile("museum_of_art", 1, 2)]
    seat = {"city": lots, "hand": ["technology_park"], "culture": 9, "population": 5}
    others = [{"progress": 1}, {"progress": 1}]
    state = load(
        players=3,
        round=9,
        phase="prosperity",
        options={"prosperity": True},
        seats=[seat, *others],
    )
    do(state, "take technology_park", "place 2,1")
    assert "activate 1,1" in texts(state)
    do(state, "activate 1,1")
    assert saved(state)["granting"] == [1, 1]
    assert [frame["event"] for frame in saved(state)["pending"]] == ["build", "activation"]
    got = effect(state, "activate 2,2")
    assert got == {"population": 1, "culture": 4}  # the museum watches both
    assert state.to_act() == [1]


def test_saved_in_the_middle_of_a_chain() -> None:
    """CAP-3.47: a chain goes on from its saved position."""
    lots = [tile("convention_center", 1, 1), tile("cole_harbor", 2, 2)]
    state = acting(round=9, city=lots, energy=9, culture=9)
    do(state, "activate 1,1", "pay cubes")
    again = GAME.load(state.save())
    assert again.hash() == state.hash()
    do(again, "activate 2,2")
    do(state, "activate 2,2")
    assert again.hash() == state.hash()


def test_pass_bonus() -> None:
    """CAP-3.48, CAP-8.18: one of two things, by option others, only without any activation."""
    assert texts(acting(energy=0))[:2] == ["bonus energy", "bonus prestige"]
    assert effect(acting(), "bonus energy") == {"energy": 1}
    assert effect(acting(), "bonus prestige") == {"prestige": 1}
    state = load(players=3, phase="executive", options={"pass_bonus": ["progress", "energy"]}, seats=[{"energy": 0}])
    assert texts(state) == ["bonus progress", "bonus energy"]
    assert effect(state, "bonus progress") == {"progress": 1}


# --- Administrative Phase


def surrounded() -> list[dict[str, Any]]:
    return [tile("market", 0, 1), tile("library", 1, 1)]


def test_tokens_move() -> None:
    """CAP-3.51, CAP-8.7, CAP-8.44: surrounded tokens must move, others must stay, also in round 12."""
    state = load(players=3, round=12, phase="executive", to_act=2, seats=[{"city": surrounded()}])
    do(state, "bonus energy")
    assert saved(state)["phase"] == "administrative"
    assert state.to_act() == [0]
    do(state, "token 0,0")
    assert state.over()
    assert saved(state)["seats"][0]["tokens"] == [[1, 0], [0, 0]]


def test_token_surrounded_later_waits() -> None:
    """CAP-3.51, CAP-8.44: a token surrounded by a lake of the same phase waits a round."""
    seat = {"city": [tile("market", 0, 1)], "hand": ["church"]}
    state = load(players=3, round=3, phase="prosperity", options={"prosperity": True}, seats=[seat])
    do(state, "lake church", "place 1,1")
    finish_phase(state, "prosperity")
    assert saved(state)["phase"] == "political"
    assert saved(state)["seats"][0]["tokens"] == [[1, 0], [1, 1]]


def test_rows_move() -> None:
    """CAP-3.52, CAP-3.53: $4 leaves, $2 to $4, $0 to $2, new ones from the next era; none after round 12."""
    rows = {"0": ["library"], "2": ["park"], "4": ["market"]}
    state = load(players=3, round=4, phase="executive", to_act=2, projects=rows)
    do(state, "bonus energy")
    shown = saved(state)
    assert (shown["projects"]["4"], shown["projects"]["2"]) == (["park"], ["library"])
    assert shown["discards"] == ["market"]
    assert all(DATA.era[DATA.numbers[name]] == 1 for name in shown["projects"]["0"])
    state = load(players=3, round=12, phase="executive", to_act=2, projects={"4": ["market"]})
    do(state, "bonus energy")
    assert saved(state)["projects"]["4"] == ["market"]


def test_number_drawn() -> None:
    """CAP-3.54: players + 2 less the tiles of the next era in rows $2 and $4."""
    state = load(players=5, round=2, phase="executive", to_act=4, projects={"0": ["park"], "2": ["library"]})
    do(state, "bonus energy")
    assert len(saved(state)["projects"]["0"]) == 5


def prosperity(hand: list[str], players: int = 3, round: int = 3, **seat: Any) -> Any:
    entry = {"hand": hand, **seat}
    return load(
        players=players,
        round=round,
        phase="prosperity",
        options={"prosperity": True},
        seats=[entry],
        projects={"0": ["market", "park", "restaurant"], "2": ["library"]},
    )


def test_prosperity_step() -> None:
    """CAP-3.55, CAP-3.58: a prosperity tile or a lake, in initiative order; a lake even if a tile could be built."""
    state = prosperity(["church", "mayors_house"], population=3)
    legal = texts(state)
    assert {"take church", "take mayors_house", "lake church", "lake mayors_house"} <= set(legal)
    assert len([text for text in legal if text.startswith("lake")]) == 6
    do(state, "lake church", "place 1,1")
    assert state.to_act() == [1]


def test_prerequisite() -> None:
    """CAP-3.56, CAP-1.27: it must hold now; a payment is made first, with taxation and arrows; rules A and B apply."""
    assert "take church" not in texts(prosperity(["church"], population=4))
    assert "prerequisite of church" in refused(prosperity(["church"], population=4), "take church")
    state = prosperity(["mayors_house"], economy=10, culture=1, services=-4)
    got = effect(state, "take mayors_house", "place 2,0")
    assert got == {"economy": -9, "prestige": -1 - 2 - 2 - 2, "culture": -1}  # tax, two bottoms, rule A


@pytest.mark.parametrize(
    ("name", "mine", "other", "allowed"),
    [
        ("church", {"population": 3}, {}, True),
        ("church", {"population": 4}, {}, False),
        ("three_pennants", {"population": 5}, {}, True),
        ("three_pennants", {"population": 5}, {"population": 5}, False),
        ("energy_research", {"energy": 3}, {}, True),
        ("environmental_institute", {"energy": 5}, {}, True),
        ("environmental_institute", {"energy": 5}, {"energy": 5}, False),
        ("technology_park", {}, {"progress": 1}, False),  # the third player is level
        ("art_gallery", {"city": []}, {}, True),  # all have one Hotel: a tie is enough
        ("warehouse", {"city": []}, {}, False),  # nobody has any: zero is not most
        ("bus_station", {"city": [tile("market", 1, 1)]}, {}, False),
        ("warehouse", {"city": [tile("market", 1, 1)]}, {}, True),
        ("casino", {"city": [tile("museum_of_art", 1, 1)]}, {}, True),
        ("world_wonder", {"city": [tile("cogswell_cogs", 1, 1)]}, {"city": [tile("stadium", 1, 1)]}, False),
        ("public_meeting_hall", {"city": []}, {"city": [tile("library", 1, 1)]}, False),
    ],
)
def test_prerequisites(name: str, mine: dict[str, Any], other: dict[str, Any], allowed: bool) -> None:
    """CAP-1.27, CAP-8.23, CAP-8.42: most or least, ties only where they are written, zero tiles are not most."""
    state = load(
        players=3,
        round=9,
        phase="prosperity",
        options={"prosperity": True},
        seats=[{"hand": [name], **mine}, other],
    )
    assert (f"take {name}" in texts(state)) == allowed


def test_lake() -> None:
    """CAP-3.57, CAP-8.31, CAP-8.43: no penalty, no effect, two cubes; beside a tile that is no lake."""
    state = prosperity(["church"], city=[tile("casino", 2, 0, lake=True), tile("science_center", 0, 1)])
    do(state, "lake church")
    cells = texts(state)
    assert "place 3,0" not in cells  # only the lake is there
    assert "place 2,1" in cells
    assert "touches lakes only" in refused(state, "place 3,0")
    assert effect(state, "place -1,1") == {"energy": 2}  # Science Center does not count it
    assert saved(state)["seats"][0]["city"][-1]["lake"] is True


def test_extra_build() -> None:
    """CAP-3.59, CAP-1.31, CAP-8.35: one tile of the area as it stands, with its price, penalties and effects."""
    state = prosperity(["financial_district"], city=[tile("baker", 0, 1)])
    do(state, "take financial_district", "place 1,1")
    do(state, "order rest")
    assert texts(state) == ["take library", "take market", "take park", "take restaurant"]
    got = effect(state, "take library", "place 2,1")
    assert got["economy"] == -2
    assert got["prestige"] == -4
    assert state.to_act() == [1]
    assert saved(state)["projects"]["2"] == []
    empty = prosperity(["financial_district"], city=[tile("baker", 0, 1)])
    empty.project_count = 0
    do(empty, "take financial_district", "place 1,1", "order rest")
    assert empty.to_act() == [1]


# --- taking back


def test_undo() -> None:
    """CAP-8.51: what reveals nothing may be taken back until another seat acts; a draw is final."""
    game = Play.new(GAME, 3, {"starting_order": [0, 1, 2]}, seed=5)
    first = game.state.hash()
    for move in (game.state.legal(0)[0],):
        game.apply(0, move)
    game.apply(0, game.state.legal(0)[0])
    while game.state.to_act() == [0]:
        game.apply(0, game.state.legal(0)[0])
    count = int(game.state.count)
    for _ in range(count):
        game.undo(0)
    assert game.state.hash() == first
    state = load(players=3, phase="executive", to_act=2)
    do(state, "bonus energy")
    assert state.undo_floor == state.count


def test_events_carry_rules() -> None:
    """CAP-7.4: every change is told with its seat, its amount and its rule."""
    state = building("market")
    events = state.listen()
    do(state, "take market", "place 1,1")
    assert [event.kind for event in events][:3] == ["took", "built", "gained"]
    assert all(event.rule.startswith("CAP-") for event in events)
