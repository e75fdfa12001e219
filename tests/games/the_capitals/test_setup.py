"""CAP-2, CAP-7, CAP-9: set-up, hidden information, options."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from conurb.games.the_capitals.data import TYPE_NAMES, tiles_of_era
from conurb.kernel.checks import BadOption, BadPosition
from conurb.kernel.rng import Rng
from tests.games.the_capitals.support import COUNTS, DATA, GAME, do, load, new, play, saved, seen, texts, tile


@pytest.mark.parametrize("players", COUNTS)
def test_stacks(players: int) -> None:
    """CAP-2.1, CAP-2.3, CAP-2.4, CAP-2.22: sorted by era, marked tiles out below four players, players + 2 revealed."""
    shown = saved(new(players, 3))
    assert len(shown["projects"]["0"]) == players + 2
    assert shown["projects"]["2"] == shown["projects"]["4"] == []
    for era in range(3):
        names = shown["stacks"][era] + (shown["projects"]["0"] if era == 0 else [])
        names += [name for name in shown["removed"] if DATA.era[DATA.numbers[name]] == era]
        marked = [name for name in names if DATA.marked[DATA.numbers[name]]]
        assert {int(DATA.era[DATA.numbers[name]]) for name in names} == {era}
        assert len(names) == (21 if players < 4 else [27, 27, 24][era])
        assert bool(marked) == (players > 3)
    assert shown["undealt"] == []  # prosperity tiles stay in the box


@pytest.mark.parametrize("players", COUNTS)
def test_players(players: int) -> None:
    """CAP-2.2, CAP-2.5, CAP-2.6, CAP-2.7, CAP-2.8, CAP-2.9, CAP-2.10."""
    state = new(players, 5)
    shown = saved(state)
    order = [int(seat) for seat in state.order]
    assert [shown["initiative"][seat] for seat in order] == [2, 3, 4, 5, 6][:players]
    assert shown["plants_taken"] == [0, 0, 0, 0, 0]
    for seat in range(players):
        have = shown["seats"][seat]
        tracks = [have[name] for name in ("population", "employment", "services", "culture", "progress", "prestige")]
        assert tracks == [4, 3, 2, 4, 0, 0]
        assert have["economy"] == 12 - DATA.price[shown["initiative"][seat] - 1]
        assert (have["plant"], have["energy"]) == ("plant_1", 4)
        assert [(lot["tile"], lot["cell"]) for lot in have["city"]] == [("city_hall", [0, 0]), ("hotel", [1, 0])]
        assert have["tokens"] == [[1, 0], [1, 1]]
        assert shown["tourists"][seat] == {"tourist": seat, "city": seat, "cell": None}
    assert (shown["round"], shown["culture_token"]) == (1, None)


def test_orders_are_drawn() -> None:
    """CAP-2.6, CAP-7.5: every starting order comes up."""
    found = Counter(tuple(int(seat) for seat in new(3, seed).order) for seed in range(120))
    assert len(found) == 6
    assert min(found.values()) > 5


def test_two_players() -> None:
    """CAP-2.20, CAP-2.21, CAP-2.23, CAP-2.26, CAP-8.8: a neutral marker, a tile of each type removed, spaces 1 to 4."""
    state = new(2, 1)
    shown = saved(state)
    assert shown["neutral_culture"] == 4
    assert shown["tourists"][2] == {"tourist": "neutral", "city": None, "cell": None}
    for era in range(3):
        gone = [DATA.numbers[name] for name in shown["removed"] if DATA.era[DATA.numbers[name]] == era]
        assert sorted(TYPE_NAMES[DATA.type[number]] for number in gone) == sorted(TYPE_NAMES[:5])
        assert len(shown["stacks"][era]) == (12 if era == 0 else 16)
    political = load(players=2, round=2, phase="political")
    assert texts(political) == [f"space {k}" for k in range(1, 5)]
    assert len(state.scores()) == len(state.sheet()["players"]) == 2  # type: ignore[arg-type]


def test_neutral_marker_advances() -> None:
    """CAP-2.24, CAP-3.50: one step at the start of every Administrative Phase, up to the last space."""
    for before, after in ((4, 5), (29, 30), (30, 30)):
        state = load(players=2, phase="executive", to_act=1, neutral_culture=before)
        do(state, "bonus prestige")
        assert saved(state)["neutral_culture"] == after


def test_two_players_draw_four() -> None:
    """CAP-2.25, CAP-8.9: exactly four new tiles, or up to four by option."""
    rows = {"0": ["library", "market"], "2": ["park"]}
    for options, new_tiles in (({}, 4), ({"two_player_draw": "up_to_four"}, 1)):
        state = load(players=2, phase="executive", to_act=1, projects=rows, options=options)
        do(state, "bonus prestige")
        assert len(saved(state)["projects"]["0"]) == new_tiles


@pytest.mark.parametrize("players", COUNTS)
def test_prosperity_hands(players: int) -> None:
    """CAP-2.30, CAP-8.10: six tiles each, five with five players, the rest unseen in the box."""
    state = new(players, 2, prosperity=True)
    shown = saved(state)
    size = 5 if players == 5 else 6
    hands = [name for seat in shown["seats"] for name in seat["hand"]]
    assert [len(seat["hand"]) for seat in shown["seats"]] == [size] * players
    assert sorted(hands + shown["undealt"]) == sorted(DATA.ids[number] for number in DATA.prosperity)


def test_five_prosperity_steps() -> None:
    """CAP-2.31, CAP-3.55: everybody builds in rounds 3, 5, 7, 9 and 11; with six tiles one stays in hand."""
    rounds = set()
    for state in play(3, 4, prosperity=True):
        shown = saved(state)
        if shown["phase"] == "prosperity":
            rounds.add(shown["round"])
    assert rounds == {3, 5, 7, 9, 11}
    assert [len(seat["hand"]) for seat in shown["seats"]] == [1, 1, 1]


@pytest.mark.parametrize(("players", "amount"), [(2, 4), (3, 5), (4, 6), (5, 6)])
def test_full_refill(players: int, amount: int) -> None:
    """CAP-2.40, CAP-8.13: the full number whatever remains, but six with five players; the set-up is unchanged."""
    assert len(saved(new(players, 1, full_refill=True))["projects"]["0"]) == players + 2
    options = {"full_refill": True, "two_player_draw": "up_to_four"}
    state = load(players=players, phase="executive", to_act=players - 1, options=options, projects={"0": ["park"]})
    do(state, "bonus prestige")
    shown = saved(state)["projects"]
    assert (len(shown["0"]), shown["2"]) == (amount, ["park"])


def test_short_stack() -> None:
    """CAP-2.41: a stack that runs out gives what is left."""
    state = load(players=3, phase="executive", to_act=2, projects={"0": []})
    state.drawn[0] = len(state.stacks[0]) - 2
    do(state, "bonus prestige")
    assert len(saved(state)["projects"]["0"]) == 2


def test_a_position_that_would_run_short_is_refused() -> None:
    """CAP-2.41: a position is refused in which somebody could find nothing to build, now or in a round to come."""
    era = [DATA.ids[number] for number in tiles_of_era(DATA, 0, 3)]
    with pytest.raises(BadPosition, match=r"projects: round 1 may find 2 tiles .* 3 are to be built"):
        load(players=3, projects={"0": era[:2]})
    load(players=3, projects={"0": era[:2]}, to_act=1)
    with pytest.raises(BadPosition, match=r"stacks\.0: round 3 may find 2 tiles"):
        load(players=3, projects={"0": era[:5]}, discards=era[5:18])
    load(players=3, projects={"0": era[:5]}, discards=era[5:18], round=4)
    prosperity: dict[str, Any] = {"players": 3, "round": 3, "phase": "prosperity", "options": {"prosperity": True}}
    with pytest.raises(BadPosition, match=r"projects: round 4 may find 3 tiles .* 4 are to be built"):  # an extra build
        load(**prosperity, projects={"0": era[:3]})
    lake = [{"city": [tile("financial_district", 1, 1, lake=True)]}]
    load(**prosperity, projects={"0": era[:3]}, seats=lake)


@pytest.mark.parametrize("full_refill", [False, True])
@pytest.mark.parametrize("players", COUNTS)
def test_never_short(players: int, full_refill: bool) -> None:
    """CAP-2.41: with the standard tiles there are always enough."""
    for seed in range(3):
        for state in play(players, seed, full_refill=full_refill):
            if saved(state)["phase"] == "building":
                left = players - int(state.turn)
                assert state.project_count >= left
                assert GAME.load(state.save()).hash() == state.hash()


# --- hidden information (CAP-7)


def test_public() -> None:
    """CAP-7.1: tracks, cities, cubes, tokens, tourists, projects, plants, discards, counts; lakes by name."""
    lots = [tile("church", 1, 1, lake=True)]
    state = load(players=3, round=5, options={"prosperity": True}, discards=["market"], seats=[{"city": lots}])
    other = seen(state, 1)
    assert other["seats"][0]["city"][2] == {"tile": "church", "cell": [1, 1], "cubes": 0, "lake": True}
    assert other["discards"] == ["market"]
    assert other["seats"][0]["hand_size"] == 5
    assert sum(other["stacks"]) == sum(len(stack) for stack in saved(state)["stacks"])


def test_hidden_from_all() -> None:
    """CAP-7.2, CAP-7.3: stacks, removed and undealt tiles are counts; a hand is its owner's."""
    state = new(2, 8, prosperity=True)
    shown = seen(state, 0)
    true = saved(state)
    text = str(seen(state, None))
    secret = true["removed"] + true["undealt"] + true["stacks"][1] + true["seats"][0]["hand"]
    assert not [name for name in secret if f"'{name}'" in text]
    assert [entry["tile"] for entry in shown["hand"]] == true["seats"][0]["hand"]
    assert not [name for name in true["seats"][1]["hand"] if f"'{name}'" in str(shown)]


def test_chosen_tile_stays_hidden() -> None:
    """CAP-3.5, CAP-7.3: a tile of the hand is revealed when it is placed, and can be taken back until then."""
    state = load(players=3, round=3, phase="prosperity", options={"prosperity": True}, seats=[{"hand": ["church"]}])
    do(state, "lake church")
    assert "church" not in str(seen(state, 1))
    assert seen(state, 0)["held"] == {"tile": "church", "lake": True}
    assert state.undo_floor < state.count
    do(state, "place 1,1")
    assert state.undo_floor == state.count
    assert "church" in str(seen(state, 1))


def test_hidden_prestige() -> None:
    """CAP-7.4: totals of the others are hidden until the end, changes are not."""
    state = load(players=3, options={"hidden_prestige": True}, seats=[{"prestige": 7}, {"prestige": 3}])
    assert [entry["prestige"] for entry in seen(state, 1)["seats"]] == [None, 3, None]
    assert seen(state, 1)["scores"] is None
    over = load(players=3, phase="over", options={"hidden_prestige": True}, seats=[{"prestige": 7}])
    assert seen(over, 1)["seats"][0]["prestige"] == 7
    assert seen(over, 1)["ranking"][0] == 1


def test_nothing_random_after_set_up() -> None:
    """CAP-7.5, CAP-7.6: the generator is used at the set-up only; equal seeds and actions give equal games."""
    games = [[saved(state)["rng"] for state in play(2, 11, prosperity=True)] for _ in range(2)]
    assert games[0] == games[1]
    assert len(set(games[0])) == 1


def test_explicit_set_up() -> None:
    """CAP-7.6: order, stacks and hands may be given."""
    assert [int(seat) for seat in new(3, 0, starting_order=[2, 0, 1]).order] == [2, 0, 1]
    state = load(
        players=3,
        phase="executive",
        options={"prosperity": True},
        projects={"0": []},
        stacks=[["market", "park"], ["university"], []],
        seats=[{"hand": ["church", "casino"]}],
    )
    shown = saved(state)
    assert shown["stacks"][0][:2] == ["market", "park"]
    assert len(shown["stacks"][0]) == 21
    assert {"church", "casino"} < set(shown["seats"][0]["hand"])


def test_removed_tiles_are_imagined_by_type() -> None:
    """CAP-2.21, CAP-7.2: whoever imagines the stacks of two players leaves out one tile of each type."""
    state = new(2, 3)
    do(state, *[texts(state)[0]])
    for seed in range(20):
        world = state.imagine(1, Rng(seed))
        world.check()
        removed = cast("list[str]", world.save()["removed"])
        kinds = Counter((int(DATA.era[DATA.numbers[n]]), int(DATA.type[DATA.numbers[n]])) for n in removed)
        assert set(kinds.values()) == {1}
        assert len(kinds) == 15


# --- options (CAP-9)


def test_defaults() -> None:
    """CAP-9.1."""
    options = GAME.options({})
    assert (options.prosperity, options.full_refill, options.expo_cubes) == (False, False, "supply")
    assert (options.final_payment, options.pass_bonus) == ("price_x_multiplier", ("prestige", "energy"))
    assert (options.two_player_draw, options.tiebreak_energy) == ("four_new", "after_exchange")
    assert GAME.player_counts == (2, 3, 4, 5)


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (1, {}, "2, 3, 4 or 5"),
        (6, {}, "2, 3, 4 or 5"),
        (3, {"prosper": True}, "did you mean prosperity"),
        (3, {"prosperity": 1}, "False or True"),
        (3, {"expo_cubes": "box"}, "supply or plant"),
        (3, {"pass_bonus": ["energy", "energy"]}, "two different names"),
        (3, {"pass_bonus": ["energy", "fame"]}, "two different names"),
        (3, {"pass_bonus": ["energy"]}, "two different names"),
        (3, {"starting_order": [0, 1]}, "2 seats are named, but 3 play"),
    ],
)
def test_refused_options(players: int, options: dict[str, Any], reason: str) -> None:
    """CAP-9.2."""
    with pytest.raises(BadOption) as refused:
        GAME.new(players, options, 1)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"players": 3, "seats": [{"employment": 9}]}, "never exceed population"),
        ({"players": 3, "seats": [{"economy": 0}]}, "from 1 to 60"),
        ({"players": 3, "seats": [{"city": [tile("cobbler", 1, 1)]}]}, "not used with 3 players"),
        ({"players": 3, "seats": [{"city": [tile("church", 1, 1)]}]}, "needs the option prosperity"),
        ({"players": 3, "seats": [{"city": [tile("market", 3, 3)]}]}, "must touch the rest"),
        ({"players": 3, "seats": [{"city": [tile("market", 1, 0)]}]}, "two tiles lie on one cell"),
        ({"players": 3, "seats": [{"city": [tile("market", 1, 1)]}], "discards": ["market"]}, "already in"),
        ({"players": 3, "seats": [{"city": [tile("market", 1, 1), tile("park", 0, 1, cubes=1)]}]}, "no cubes"),
        ({"players": 3, "seats": [{"plant": "plant_9"}]}, "unknown plant"),
        ({"players": 5, "seats": [{"plant": "plant_2_2"}]}, "nobody can have a plant after plant_2_1"),
        ({"players": 3, "plants_taken": [1, 0, 0, 0, 0]}, "plants_taken: expected [0, 0, 0, 0, 0]"),
        ({"players": 3, "seats": [{"plant": "plant_3_1"}], "plants_taken": [1, 0, 0, 0, 0]}, "expected [1, 1, 0,"),
        ({"players": 3, "plants_taken": [0, 0]}, "plants_taken: expected [0, 0, 0, 0, 0]"),
        ({"players": 3, "phase": "political"}, "skipped in round 1"),
        ({"players": 3, "round": 4, "phase": "prosperity", "options": {"prosperity": True}}, "no prosperity step"),
        ({"players": 3, "phase": "administrative"}, "no surrounded token"),
        ({"players": 3, "asks": "payment"}, "nothing in the position calls"),
        ({"players": 3, "initiative": [1, 1, 2]}, "different spaces"),
        ({"players": 3, "round": 2, "phase": "political", "to_act": 2, "chosen": [1]}, "expected 3 spaces"),
        ({"players": 3, "options": {"prosperity": True}, "seats": [{"hand": ["hotel"]}]}, "hotel does not belong here"),
        ({"players": 3, "options": {"prosperity": True}, "undealt": ["city_hall"]}, "does not belong here"),
        ({"players": 3, "neutral_culture": 5}, "only the game for two"),
        ({"players": 3, "colour": 5}, "unknown field"),
        ({"players": 3, "seats": [{"tokens": [[1, 0], [1, 0]]}]}, "different vertices"),
        ({"players": 3, "seats": [{"progress": 7}]}, "at most 5"),
        ({"players": 3, "tourists": [{"tourist": 0, "city": 1, "cell": [5, 5]}]}, "no tile with an activation"),
    ],
)
def test_refused_positions(position: dict[str, Any], reason: str) -> None:
    """CAP-3.4: a position that cannot be is refused, and the reason names the field."""
    with pytest.raises(BadPosition) as refused:
        load(**position)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"asks": "tile"}, "asks: expected 'cell' while market is held, not 'tile'"),
        ({"phase": "executive"}, "held: nothing is built in the phase executive: expected null"),
        ({"held": {"tile": "church"}}, "held.tile: expected a tile of the Projects Area (CAP-3.20), not church"),
        ({"phase": "prosperity"}, "held.tile: expected a tile of the hand of the seat to act (CAP-3.55), not market"),
        ({"phase": "prosperity", "held": {"tile": "church"}}, "held.lake: expected true: the prerequisite of church"),
        ({"held": {"tile": "park"}}, "held.tile: 'park' is neither"),
        ({"phase": "executive", "asks": "tile", "held": None}, "asks: tile is no question of the phase executive"),
    ],
)
def test_a_tile_is_held_where_it_can_be_built(changed: dict[str, Any], reason: str) -> None:
    """CAP-3.20, CAP-3.55, CAP-3.56: in what phase, from where, and whether as a lake only."""
    held: dict[str, Any] = {"players": 3, "round": 3, "options": {"prosperity": True}, "asks": "cell"}
    area = {"0": ["market", "baker", "doctor", "library", "courthouse"]}
    held |= {"seats": [{"hand": ["church"]}], "projects": area, "held": {"tile": "market"}}
    assert load(**held).held == DATA.numbers["market"]
    with pytest.raises(BadPosition) as refused:
        load(**{**held, **changed})
    assert reason in str(refused.value)
