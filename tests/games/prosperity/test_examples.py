"""Section 10 of the document: every worked example, as it is written there."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.prosperity.data import SYMBOLS
from conurb.games.prosperity.rules import State
from conurb.games.prosperity.scoring import majority
from conurb.kernel.checks import IllegalAction
from tests.games.prosperity.support import DATA, calling, country, examples, load, new, saved, seen

Case = dict[str, Any]
EXAMPLES = {case["id"]: case for case in examples()}


def seat_of(player: Case) -> dict[str, object]:
    """A player of an example as a seat of a position."""
    seat: dict[str, Any] = {"side": player.get("board", "silver")}
    seat |= {name: player[name] for name in ("money", "discs", "score", "research") if name in player}
    spaces: dict[str, list[str]] = {}
    for space, tile in player.get("placements", []):
        spaces.setdefault(space, []).append(tile)
    return {**seat, "spaces": spaces}


def facts(state: State, seat: int) -> Case:
    """A player in the words of the examples."""
    shown = country(state, seat)
    totals = shown["totals"]
    return {
        **{
            name: shown[name]
            for name in ("money", "discs", "score", "research", "levels", "visible_globes", "triangle")
        },
        **{name: totals[name] for name in ("energy", "ecology", "capital", "prosperity")},
        "research_symbols": totals["research"],
        "breakdown": shown["breakdown"],
        "market": seen(state)["display"],
    }


def compare(found: Case, expect: Case) -> None:
    for name, wanted in expect.items():
        if name == "market":
            assert sorted(found[name]) == sorted(wanted)
        else:
            assert found[name] == wanted, name


def start_tally(case: Case, symbol: str) -> State:
    return load(phase="tally", drawn=[calling(symbol)], active=0, seats=[seat_of(case["player"])])


def check_totals(case: Case) -> None:
    compare(facts(load(seats=[seat_of(case["player"])]), 0), case["expect"])


def check_options(case: Case) -> None:
    state = start_tally(case, case["symbol"])
    moves = [state.move(0, action) for action in state.legal(0)]
    expect = case["expect"]
    if "pay_levels" in expect:
        assert [move["pay_levels"] for move in moves] == expect["pay_levels"]
    else:
        assert [[move["energy_steps"], move["ecology_steps"]] for move in moves] == expect["splits"]


def check_tally(case: Case) -> None:
    symbols = case["symbol"] if isinstance(case["symbol"], list) else [case["symbol"]]
    player = case["player"]
    for symbol in symbols:
        state = start_tally({"player": player}, symbol)
        if "decision" in case:
            before = state.hash()
            if case["expect"].get("illegal"):
                with pytest.raises(IllegalAction):
                    state.apply(0, state.action(0, case["decision"]))
                assert state.hash() == before
                return
            state.apply(0, state.action(0, case["decision"]))
        player = {**player, **{name: facts(state, 0)[name] for name in ("money", "discs", "score", "research")}}
    compare(facts(state, 0), case["expect"])


def check_price(case: Case) -> None:
    state = load(seats=[seat_of(case["player"])])
    assert state.countries[0].price(DATA.numbers[case["tile"]], DATA) == case["expect"]["price"]


def check_actions(case: Case) -> None:
    state = load(seats=[seat_of(case["player"])], active=0, display=case.get("market", []))
    for number, action in enumerate(case["actions"]):
        if case["expect"].get("illegal_at") == number:
            before = saved(state)
            with pytest.raises(IllegalAction):
                state.apply(0, state.action(0, action))
            assert saved(state) == before
            return
        before_second = state.clone()
        state.apply(0, state.action(0, action))
        if number + 1 == len(case["actions"]) == 2:
            # The second action ends the turn, and the next tile would be tallied: look at the moment before that.
            single = load(seats=saved(before_second)["seats"], active=0, display=saved(before_second)["display"])
            single.apply(0, single.action(0, action))
            state = single
    compare(facts(state, 0), case["expect"])


def check_majority(case: Case) -> None:
    assert list(majority(vec[i64](case["squares"]), DATA)) == case["expect"]["points"]


def check_remaining(case: Case) -> None:
    state = load(drawn=case["drawn"])
    decade = next(entry for entry in seen(state)["to_come"] if entry["decade"] == case["decade"])
    assert decade["tiles"] == case["expect"]["tiles"]
    assert decade["calls"] == case["expect"]["calls"]


def check_setup(case: Case) -> None:
    players = case["n_players"]
    state = new(players)
    expect = case["expect"]
    position = saved(state)
    deck = [*position["drawn"], *position["deck"]]
    decades = [DATA.decades[DATA.decade[DATA.numbers[id]]] for id in deck]
    assert len(deck) == expect["deck_size"]
    assert list(dict.fromkeys(decades)) == expect["deck_decades"]
    # The first tile is drawn already; before that the display is what it is without dated tiles.
    assert len([id for id in DATA.ids if DATA.decade[DATA.numbers[id]] < 0]) == expect["display_size"]
    assert DATA.turns // players == expect["turns_per_player"]
    assert DATA.turns // players * DATA.actions == expect["actions_per_player"]
    fresh = load(players=players, phase="action")
    for seat in range(players):
        found = facts(fresh, seat)
        assert [found["money"], found["discs"], found["score"]] == [expect["money"], expect["discs"], expect["score"]]
        assert list(found["research"].values()) == expect["squares"]


def check_final(case: Case) -> None:
    players = [seat_of(player) for player in case["players"]]
    state = load(players=len(players), phase="final", active=case["last_active"], seats=players)
    paid = {seat: list(pays) for seat, pays in enumerate(case["energy_pay"]) if pays is not None}
    while not state.over():
        seat = state.to_act()[0]
        state.apply(seat, state.action(seat, {"pay_levels": paid[seat].pop(0)}))
    assert not any(paid.values())
    for seat, expect in enumerate(case["expect"]["players"]):
        compare(facts(state, seat), expect)
    ranks = state.ranking()
    groups = [[seat for seat in range(len(ranks)) if ranks[seat] == rank] for rank in sorted(set(ranks))]
    assert groups == case["expect"]["ranking"]


def check_round(case: Case) -> None:
    assert SYMBOLS[DATA.call[DATA.numbers[case["drawn"]]]] == case["call"]
    position = {
        "players": len(case["players"]),
        "phase": "action",
        "active": (case["active"] - 1) % len(case["players"]),
        "action_number": 2,
        "display": case["market"],
        "deck": [case["drawn"]],
        "seats": [seat_of(player) for player in case["players"]],
    }
    last = position["active"]
    # The turn before ends with an action that changes nothing here: its discs are one more.
    seats: list[Any] = position["seats"]
    seats[last] = {**seats[last], "discs": seats[last]["discs"] + 1}
    state = load(**position)
    events = state.listen()
    state.apply(last, state.parse(last, "cleanup"))
    assert [event.seat for event in events if event.kind == "tallied"] == case["expect"]["order"]
    state.events = None
    assert state.to_act() == [case["active"]]
    first, second = case["actions"]
    state.apply(case["active"], state.action(case["active"], first))
    # The second action ends the turn; the next tile would be tallied, so it is made by itself.
    now = saved(state)
    single = load(players=len(seats), active=case["active"], seats=now["seats"], display=now["display"])
    single.apply(case["active"], single.action(case["active"], second))
    for seat, expect in enumerate(case["expect"]["players"]):
        compare(facts(single, seat), expect)
    assert seen(single)["display"] == case["expect"]["market"]


KINDS = {
    "totals": check_totals,
    "options": check_options,
    "tally": check_tally,
    "price": check_price,
    "actions": check_actions,
    "majority": check_majority,
    "remaining": check_remaining,
    "setup": check_setup,
    "final": check_final,
    "round": check_round,
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    case = EXAMPLES[name]
    KINDS[case["kind"]](case)
