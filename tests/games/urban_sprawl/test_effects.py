"""The effect language (USP-10), also what no card of the box uses, with made-up cards."""

from __future__ import annotations

from typing import cast

import pytest

from conurb.games.urban_sprawl.rules import State
from tests.games.urban_sprawl.support import (
    ONLY,
    Building,
    asked,
    at,
    building,
    buildings,
    gains,
    legal,
    load,
    made_up,
    play,
    seats,
)

Gains = dict[int, tuple[int, int]]


def event(effects: str, *moves: str, extra: tuple[Building, ...] = (), **more: object) -> tuple[State, State]:
    """A made-up event, met at the end of seat 0's turn; before, and after the moves."""
    given: dict[str, object] = {
        "planning": {"boxes": ["P02", "P04", "P05", "P06"], "face_up": False},
        "contracts": {"boxes": ["T02", "T03", "T06", "T08", "T09"]},
        "decks": {"planning": ["E01", "P03"]},
        "buildings": buildings(extra),
        **more,
    }
    before = load(3, made_up("E01", effects=effects), **given)
    return before, play(before.clone(), "end", *moves)


def built(effects: str, site: str, *moves: str, extra: tuple[Building, ...] = ()) -> tuple[State, State]:
    """The Barber Shop with other effects, built by seat 0."""
    data = made_up("T19", effects=effects)
    offer = {"boxes": ["T19"]}
    before = load(3, data, seats=seats(planning=[[ONLY["COM"]]]), contracts=offer, buildings=buildings(extra))
    return before, play(before.clone(), "build T19", f"on {site}", *moves)


def test_context() -> None:
    """USP-10.1, USP-8.37: self is bound by foreach, target by pick; foreach clears target and picker each time."""
    effects = (
        '[{op = "pick", filter = {zone = ["CIV"], value = "highest"}}, '
        '{op = "foreach", who = "others", do = [{op = "gain", who = "ctrl", wealth = 5}, '
        '{op = "gain", who = "self", wealth = 1}]}, {op = "gain", who = "ctrl", prestige = 2}]'
    )
    before, after = event(effects, "seat 1")
    assert gains(before, after) == {1: (1, 0), 2: (1, 2)}, "the outer target is there again after the foreach"


def test_nested_lists_share_the_target() -> None:
    """USP-10.1, USP-8.37: a pick inside an offer is seen after it; a removed building is nobody's target any more."""
    pick = '{op = "pick", filter = {zone = ["CIV"], value = "lowest"}}'
    gain = '{op = "gain", who = "ctrl", prestige = 3}'
    offer = f'{{op = "offer", cost = {{wealth = 1}}, yes = [{pick}], no = []}}'
    effects = f'[{offer}, {gain}, {{op = "remove"}}, {gain}]'
    before, after = event(effects, "accept")
    assert gains(before, after) == {0: (-1, 3)}
    assert building(after, "E5a") is None


WHO: dict[str, Gains] = {
    "active": {0: (1, 0)},
    "self": {0: (1, 0)},
    "each": {0: (1, 0), 1: (1, 0), 2: (1, 0)},
    "others": {1: (1, 0), 2: (1, 0)},
    "voc:Media": {1: (1, 0)},
    "voc:Energy": {},
    "office:Mayor": {2: (1, 0)},
    "office:UnionBoss": {},
    "leader": {0: (1, 0)},
    "trailer": {2: (1, 0)},
    "richest": {2: (1, 0)},
    "poorest": {0: (1, 0)},
    "ctrl": {},
    "picker": {},
}


@pytest.mark.parametrize("who", WHO)
def test_who(who: str) -> None:
    """USP-10.2."""
    before, after = event(f'[{{op = "gain", who = "{who}", wealth = 1}}]', offices={"Mayor": 2})
    assert gains(before, after) == WHO[who]


FILTERS = {
    'zone = ["RES", "PARK"]': 5,
    "size = [2, 3]": 1,
    'terrain = "water"': 1,
    'terrain = "wilderness"': 1,
    'terrain = "edge"': 2,
    'adj = ["PARK"]': 0,
    'adj = ["COM"]': 4,
    'not_adj = ["IND", "COM", "CIV", "RES", "PARK"]': 10,
    'control = "self"': 5,
    'control = "any_player"': 13,
    'control = "none"': 1,
    "value_min = 7": 3,
    "value_max = 2": 1,
    'value = "highest"': 3,
    'zone = ["COM"], value = "lowest"': 1,
    'where = "these_rows"': 0,
}


@pytest.mark.parametrize("keys", FILTERS)
def test_filter(keys: str) -> None:
    """USP-10.3, USP-10.10: on the board that all know, with an uncontrolled COM on F3bd."""
    effects = f'[{{op = "gain", prestige = 1, per = {{kind = "building", {keys}}}}}]'
    before, after = event(effects, extra=(("F3bd", "COM", None),))
    wanted = FILTERS[keys]
    assert gains(before, after) == ({0: (0, wanted)} if wanted else {})


WHERE = {
    'where = "this"': 1,
    'where = "this_block"': 2,
    'where = "adjacent"': 2,
    'where = "these_rows"': 9,
    'zone = ["RES"], where = "these_rows"': 2,
}


@pytest.mark.parametrize("keys", WHERE)
def test_where(keys: str) -> None:
    """USP-10.3: relative to the new COM on A3c, beside the parks A4a and A3a."""
    effects = f'[{{op = "gain", prestige = 1, per = {{kind = "building", {keys}}}}}]'
    before, after = built(effects, "A3c", extra=(("A3a", "PARK", 2),))
    assert gains(before, after) == {0: (-2, WHERE[keys])}


COUNTERS = {
    'kind = "building", zone = ["COM"]': 5,
    'kind = "lot", zone = ["COM"]': 6,
    'kind = "value", zone = ["CIV"]': 12,
    'kind = "vocation", name = "Media"': 0,
    'kind = "office"': 1,
}


@pytest.mark.parametrize("per", COUNTERS)
def test_counter(per: str) -> None:
    """USP-10.4."""
    effects = f'[{{op = "gain", wealth = 1, per = {{{per}}}}}]'
    before, after = event(effects, extra=(("F3bd", "COM", 1),), offices={"Mayor": 0})
    assert gains(before, after) == ({0: (COUNTERS[per], 0)} if COUNTERS[per] else {})


def test_operations_on_buildings() -> None:
    """USP-10.5: uncontrol and control leave the target bound, so both can follow one pick."""
    effects = (
        '[{op = "pick", who = "richest", filter = {zone = ["CIV"], value = "highest"}}, {op = "uncontrol"}, '
        '{op = "control", who = "active"}, {op = "gain", who = "picker", wealth = 2}]'
    )
    before, after = event(effects)
    assert building(after, "D4a") == ("CIV", 0)
    assert gains(before, after) == {2: (2, 0)}


def test_place_without_control_and_larger() -> None:
    """USP-10.5, USP-10.10: two lots, nobody's."""
    _, state = event('[{op = "place", zone = "IND", size = 2, where = "any"}]')
    assert asked(state) == ("PLACE_SITE", 0)
    play(state, "on D1ab")
    assert building(state, "D1ab") == ("IND", None)


def test_move_one_kind_of_marker() -> None:
    """USP-10.10: only a prestige marker."""
    circles = {"E-1": {"kind": "prestige", "number": 4}, "E-2": {"kind": "wealth", "number": 7}}
    _, state = event('[{op = "marker", action = "move", kind = "prestige", optional = true}]', circles=circles)
    assert legal(state) == ["marker E-1", "none"]


def test_payout_by_number() -> None:
    """USP-10.10: the wealth row 6."""
    before, after = event('[{op = "payout", kind = "wealth", row = 6}]')
    assert gains(before, after) == {0: (4, 0), 2: (4, 0)}


def test_operations_for_one_player() -> None:
    """USP-10.8: of several, the first clockwise from the active player."""
    _, state = event('[{op = "marker", who = "others", action = "place", kind = "wealth"}]')
    assert asked(state) == ("MARKER_SLOT", 1)


def test_ap_outside_the_actions() -> None:
    """USP-10.5: no effect at the end of a turn."""
    _, state = event('[{op = "ap", n = 5}]')
    assert at(state, "ap") == 6


def test_no_empty_choices() -> None:
    """USP-10.9, USP-8.33: an option that would be skipped is not offered; an offer that could not be carried out is
    refused."""
    choose = (
        '[{op = "choose", options = [[{op = "marker", action = "move", kind = "any"}], [{op = "gain", wealth = 3}], '
        '[{op = "remove"}]]}]'
    )
    before, after = event(choose)
    assert gains(before, after) == {0: (3, 0)}, "only the second can be carried out"
    nothing = '[{op = "choose", options = [[{op = "remove"}]]}, {op = "gain", wealth = 1}]'
    before, after = event(nothing)
    assert gains(before, after) == {0: (1, 0)}
    offer = '[{op = "offer", cost = {wealth = 4}, yes = [{op = "remove"}], no = [{op = "gain", wealth = 2}]}]'
    before, after = event(offer)
    assert gains(before, after) == {0: (2, 0)}


def test_card_fields() -> None:
    """USP-10.6: missing optional fields mean empty; keys such as 1 = 3 are read as texts."""
    data = made_up("T19", vocations="[]", ignore_zoning="false")
    card = data.cards[data.numbers["T19"]]
    assert (card.vocations, card.ignores_zoning, card.restricted) == ([], False, False)


def test_recover_as_many_as_there_are() -> None:
    """USP-10.5: three are wanted, two lie there; the last comes by itself."""
    effects = '[{op = "recover", n = 3}]'
    discards = {"boxes": ["P02", "P04", "P05", "P06"], "face_up": False, "discards": ["P07", "P08", "U1"]}
    _, state = event(effects, "recover P08", planning=discards)
    assert at(state, "seats.0.planning") == ["P07", "P08"]
    assert cast("list[str]", at(state, "planning.discards"))[-1] == "U1"
