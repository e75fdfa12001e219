"""Where and how a contract may be built; payments that cannot be made (USP-5)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any, cast

import pytest

from conurb import _build
from conurb.games.urban_sprawl.geometry import (
    FOOT_SIZE,
    foot_name,
    lot_at,
    lot_name,
    lots_of,
)
from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.sites import site_exists, sites_into
from conurb.games.urban_sprawl.terms import FOOTPRINTS, SITE
from conurb.kernel.checks import IllegalAction
from tests.games.urban_sprawl.support import (
    BUILDINGS,
    DATA,
    ONLY,
    Building,
    asked,
    at,
    building,
    buildings,
    card_ids,
    contract,
    gains,
    legal,
    load,
    made_up,
    play,
    seats,
)


def sites(card: str, extra: Iterable[Building] = (), **more: object) -> set[str]:
    state = contract(card, buildings=buildings(extra), **more)
    if f"build {card}" not in legal(state):
        return set()
    state = play(state, f"build {card}")
    assert asked(state)[0] == "BUILD_SITE"
    return {text.removeprefix("on ") for text in legal(state)}


RENEWAL = {"seats": seats(planning=[["U1", ONLY["RES"]]])}


def test_sites_and_what_they_demolish() -> None:
    """USP-5.1: exactly the buildings that occupy some lot of the footprint."""
    state = contract("T10", buildings=buildings([("A3a", "COM", 1), ("A3b", "PARK", 2)]), **RENEWAL)
    play(state, "build T10")
    shown = {m["lots"]: m for m in cast("list[dict[str, Any]]", state.view(0)["legal"])}
    assert shown["A3ab"]["demolishes"] == ["A3a", "A3b"]
    assert shown["A3ac"]["demolishes"] == ["A3a"]
    assert shown["F3ab"]["demolishes"] == []


def test_without_demolition_lots_must_be_vacant() -> None:
    """USP-5.2."""
    assert "A4ab" not in sites("T10")
    assert "A4bd" in sites("T10")


def test_the_price_must_be_paid() -> None:
    """USP-5.3."""
    poor = sites("T16", seats=seats(planning=[[ONLY["RES"]]], wealth=[3]))
    assert poor
    assert {site[:2] for site in poor} <= {"A3", "A4", "A5", "A6", "F3", "F4"}
    state = play(contract("T16", seats=seats(planning=[[ONLY["RES"]]], wealth=[3])), "build T16")
    with pytest.raises(IllegalAction, match="D1ab costs 9, and seat 0 has 3"):
        play(state, "on D1ab")


def test_demolition() -> None:
    """USP-5.4, USP-8.31: everything covered; zoning and restrictions as if it were gone; the Contractor's is safe."""
    extra = [("A3ab", "COM", 1), ("F3ac", "IND", 2)]
    found = sites("T10", extra, **RENEWAL)
    assert "A3ab" in found, "the COM is gone, so zoning holds"
    assert "A3ac" not in found, "half of a building cannot be demolished"
    assert "F3ac" in found
    kept = sites("T10", extra, contractor_in_play=True, contractor=2, **RENEWAL)
    assert "F3ac" not in kept
    assert "A3ab" in kept
    # not adjacent to RES: the RES under the new building is gone when it stands
    power = sites("T30", [("F3a", "RES", 1)], seats=seats(planning=[["U1", ONLY["IND"]]]))
    assert "F3ab" in power
    assert "F3bd" not in power


def test_any_building_may_be_demolished() -> None:
    """USP-5.5: one's own, an uncontrolled one, a park, several, with vacant lots between."""
    extra = [("F3a", "COM", 0), ("F3b", "IND", None), ("A3a", "PARK", 2)]
    found = sites("T14", [("A3a", "PARK", 2)], **RENEWAL)
    assert "A3abc" in found
    assert "F3ab" in sites("T10", extra, **RENEWAL)


def test_zoning() -> None:
    """USP-5.6: no other zone beside it, or one of its own; parks are ignored."""
    found = sites("T04")
    assert "D3bd" in found
    assert "D3ab" not in found
    assert "A3cd" in found, "beside a park"
    assert not any(site.startswith("A6") for site in found)


def test_zoning_ignored() -> None:
    """USP-5.7: everything else holds."""
    found = sites("M12")
    assert {"D3ab", "A6ac"} <= found
    assert "D3cd" not in found, "not vacant"


def test_restrictions() -> None:
    """USP-5.8: terrain, adjacency, block value; all must hold."""
    assert {"A3a", "A3c"} <= sites("T09")
    assert "A3b" not in sites("T09")
    assert all(site.startswith(("A", "B", "C", "D", "E", "F")) for site in sites("T12"))
    assert "F3b" in sites("T12")
    assert "F3a" not in sites("T12")
    assert sites("C11") == {"A3ac", "A3bd", "A3cd", "A4bd", "A4cd"}, "what touches the park A4a"
    assert not any("A5c" in site for site in sites("C07")), "adjacent to the RES A6b"
    values = {site[:2] for site in sites("T10")}
    assert "D1" not in values
    assert "F1" in values


@pytest.mark.parametrize(
    ("field", "kept"),
    [("{value_min = 8}", {"C1", "D1", "C2", "D2", "D5", "D6"}), ("{value_max = 2}", {"A3", "A4"})],
)
def test_value_limits(field: str, kept: set[str]) -> None:
    """USP-5.8, USP-10.10: value_min is used by no card of the box."""
    data = made_up("T19", restrict=field)
    state = load(3, data, seats=seats(planning=[[ONLY["COM"]]]), contracts={"boxes": ["T19"]})
    play(state, "build T19")
    assert {text[3:5] for text in legal(state)} <= kept
    assert len(legal(state)) > 2


def test_highest_and_lowest_block() -> None:
    """USP-5.9: among sites without demolition; if there are none, among all."""
    assert {site[:2] for site in sites("M10")} == {"D1", "D2"}
    extra = [("A3a", "IND", 1)]  # so nothing of value 2 is wholly vacant
    assert {site[:2] for site in sites("M14", extra)} == {"A5", "F3", "F4"}
    with_renewal = sites("M14", extra, seats=seats(planning=[["U1", ONLY["RES"]]]))
    blocks = {site[:2] for site in with_renewal}
    assert blocks == {"A3", "A4", "A5", "A6", "F3", "F4"}, "cheaper or equal blocks may be taken by demolition too"


def test_adjacency_bonus() -> None:
    """USP-5.10: each building of the zone once, parks never."""
    extra = [("A4bd", "RES", 1), ("B3ac", "RES", 2)]
    before = contract("T14", buildings=buildings(extra))
    after = play(before.clone(), "build T14", "on A3acd")
    assert gains(before, after) == {0: (-2 + 5, 2)}


# --- payment


def payments(card: str, permits: list[str]) -> set[frozenset[str]]:
    """Every payment set that can be chosen, card by card."""
    found: set[frozenset[str]] = set()

    def choose(state: State, chosen: frozenset[str]) -> None:
        if asked(state)[0] != "BUILD_PERMITS":
            found.add(frozenset(permits) - frozenset(cast("list[str]", at(state, "seats.0.planning"))))
            return
        for text in legal(state):
            choose(play(state.clone(), text), chosen | {text.removeprefix("permit ")})

    state = contract(card, seats=seats(planning=[permits]))
    choose(play(state, f"build {card}"), frozenset())
    return found


def test_only_matching_permits_pay() -> None:
    """USP-5.11: each pays its level."""
    assert payments("T10", ["P13", "P16"]) == {frozenset(["P16"])}


def minimal(size: int, zone: str, permits: list[str]) -> set[frozenset[str]]:
    """The payment sets by their definition."""
    about = {p: cast("dict[str, Any]", DATA.card_json(DATA.numbers[p])) for p in permits}
    usable = [p for p in permits if zone in about[p]["zones"]]
    sums = {
        frozenset(chosen): [about[p]["level"] for p in chosen]
        for n in range(1, 5)
        for chosen in combinations(usable, n)
    }
    return {chosen for chosen, levels in sums.items() if sum(levels) >= size > sum(levels) - min(levels)}


@pytest.mark.parametrize("card", ["T11", "T10", "T14", "C15"])
def test_payment_sets(card: str) -> None:
    """USP-5.12, USP-8.19, USP-8.36: no card could be left out; chosen one card at a time, in any order."""
    shown = cast("dict[str, Any]", DATA.card_json(DATA.numbers[card]))
    for permits in (["P01", "P04", "P06", "P16", "P28"], ["P01", "P16", "P17", "P20"], ["P28", "P36", "P01"]):
        assert payments(card, permits) == minimal(shown["size"], "RES", permits)


def test_no_part_payment() -> None:
    """USP-5.13."""
    assert "build T14" not in legal(contract("T14", seats=seats(planning=[["P01", "P04"]])))


# --- insufficient means


def hit(effects: str, **more: object) -> tuple[State, State]:
    """An event with these effects, met at the end of seat 0's turn."""
    data = made_up("E01", effects=effects)
    before = load(
        3,
        data,
        planning={"boxes": ["P02", "P04", "P05", "P06"], "face_up": False},
        contracts={"boxes": ["T02", "T03", "T06", "T08", "T09"]},
        decks={"planning": ["E01", "P03"]},
        **more,
    )
    return before, play(before.clone(), "end")


def test_mandatory_losses_are_capped() -> None:
    """USP-5.14, USP-5.17, USP-5.18: all he has, as one total; never below 0."""
    before, after = hit(
        '[{op = "lose", who = "each", wealth = 12, prestige = 5, '
        'per = {kind = "building", zone = ["RES"], control = "self"}}]'
    )
    assert gains(before, after) == {0: (-20, -10), 1: (-12, -5), 2: (-12, -5)}
    assert after.wealth[0] == 0


def test_optional_payments_in_full_or_not_at_all() -> None:
    """USP-5.15: seat 0 has 8, Estate Auction costs 9."""
    before, after = hit('[{op = "offer", cost = {wealth = 21}, yes = [], no = [{op = "gain", prestige = 1}]}]')
    assert gains(before, after) == {0: (0, 1)}


def test_receivers_gain_what_was_paid() -> None:
    """USP-5.16, USP-10.10: also prestige."""
    before, after = hit('[{op = "pay", who = "others", to = "active", prestige = 9}]')
    assert gains(before, after) == {0: (0, 9 + 8), 1: (0, -9), 2: (0, -8)}


def test_wealth_or_prestige_for_each_building() -> None:
    """USP-5.19, USP-8.16: a currency he can pay in full; else one he has at least 1 of; else nothing."""
    state = contract("M02", seats=seats(planning=[[ONLY["CIV"]]], wealth=[20, 3, 0], prestige=[0, 4, 0]))
    before = state.clone()
    play(state, "build M02", "on A3ab", "seat 1")
    assert gains(before, state) == {0: (-2, 4), 1: (0, -4)}, "seat 1 can only pay prestige; seat 2 has nothing"


# --- effects that touch the board


def test_placing_needs_room_and_a_tile() -> None:
    """USP-5.20: any vacant lot, whatever the zoning, at no cost."""
    before = contract("T08")
    state = play(before.clone(), "build T08", "on A3ab")
    assert "on D3d" in legal(state)
    assert "on D3c" not in legal(state)
    play(state, "on D3d")
    assert gains(before, state) == {0: (-2, 2)}


def test_moving() -> None:
    """USP-5.21: to vacant lots of its size, not overlapping its own, keeping its controller."""
    move = '[{op = "pick", filter = {zone = ["RES"], size = [2]}}, {op = "move"}]'
    _, state = hit(move, buildings=buildings([("A3ab", "RES", 2)]))
    assert asked(state) == ("MOVE_SITE", 0)
    assert "on A3ac" not in legal(state)
    assert "on A3cd" in legal(state)
    play(state, "on A3cd")
    assert building(state, "A3cd") == ("RES", 2)
    assert building(state, "A3ab") is None


def test_the_contractor_is_not_safe_from_effects() -> None:
    """USP-5.22, USP-8.17: Fire removes his building too."""
    effects = '[{op = "pick", filter = {zone = ["CIV"], value = "highest"}}, {op = "remove"}]'
    _, state = hit(effects, contractor_in_play=True, contractor=2)
    assert building(state, "D4a") is None


# --- the same answers by another way


STANDING = {lots for lots, _, _ in BUILDINGS}


def neighbours(lots: list[int]) -> set[int]:
    """The lots that touch these, by the definition of USP-2.4."""
    steps = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    near = [(lot // 12 + dy, lot % 12 + dx) for lot in lots for dy, dx in steps]
    return {lot_at(y, x) for y, x in near if 0 <= y < 12 and 0 <= x < 12} - set(lots)


def slow_sites(state: State, card: str) -> list[str]:
    """The legal sites of seat 0 by the letter of section 5, lot by lot."""
    this = DATA.cards[DATA.numbers[card]]
    zone = ("CIV", "COM", "IND", "RES", "PARK")[this.zone]
    on: dict[int, dict[str, Any]] = {}
    for entry in cast("list[dict[str, Any]]", at(state, "buildings")):
        for foot in range(FOOTPRINTS):
            if foot_name(foot) == entry["lots"]:
                for lot in lots_of(foot):
                    on[lot] = {**entry, "feet": lots_of(foot)}
    held = cast("list[str]", at(state, "seats.0.planning"))
    demolishes = state.contractor == 0 or any(card.startswith("U") for card in held)
    values = cast("dict[str, int]", state.view(0)["values"])
    fitting: list[tuple[str, int, bool]] = []
    for foot in range(FOOTPRINTS):
        lots = lots_of(foot)
        if len(lots) != this.size:
            continue
        under = [on[lot] for lot in lots if lot in on]
        if under and not demolishes:
            continue
        if any(not set(b["feet"]) <= set(lots) for b in under):
            continue
        if any(b["owner"] is not None and b["owner"] == state.contractor != 0 for b in under):
            continue
        beside = {on[lot]["zone"] for lot in neighbours(lots) if lot in on}
        if not this.ignores_zoning and zone not in beside and beside - {"PARK", zone}:
            continue
        edges = {("water" if y == 0 or x == 11 else "") for y, x in (divmod(lot, 12) for lot in lots)}
        edges |= {("wilderness" if y == 11 or x == 0 else "") for y, x in (divmod(lot, 12) for lot in lots)}
        wanted = ({""}, {"water"}, {"wilderness"}, {"water", "wilderness"})[this.where.terrain]
        if this.where.terrain and not wanted & edges:
            continue
        names = ("CIV", "COM", "IND", "RES", "PARK")
        if this.where.adj and not any(names[k] in beside for k in range(5) if this.where.adj >> k & 1):
            continue
        if any(names[k] in beside for k in range(5) if this.where.not_adj >> k & 1):
            continue
        value = values[lot_name(lots[0])[:2]]
        if not this.where.value_min <= value <= this.where.value_max:
            continue
        fitting.append((foot_name(foot), value, bool(under)))
    if this.where.extreme and fitting:
        free = [value for _, value, under_it in fitting if not under_it] or [value for _, value, _ in fitting]
        best = max(free) if this.where.extreme > 0 else min(free)
        fitting = [f for f in fitting if (f[1] - best) * this.where.extreme >= 0]
    return [name for name, value, _ in fitting if value <= state.wealth[0]]


@pytest.mark.parametrize("renewal", [False, True])
def test_sites_by_the_letter(renewal: bool) -> None:
    """Section 5 written out lot by lot gives the same sites, on random boards, with and without demolition."""
    chance = Random(7 + renewal)
    for _ in range(6 if _build.verdict().mode == "compiled" else 2):
        extra: list[Building] = []
        taken: set[str] = set()
        for foot in chance.sample(range(FOOTPRINTS), 60):
            name = foot_name(foot)
            if any(name[:2] == other[:2] and set(name[2:]) & set(other[2:]) for other in taken | STANDING):
                continue
            # few enough of each that the tiles do not run out
            kind = "PARK" if FOOT_SIZE[foot] == 1 else chance.choice(("CIV", "COM", "IND", "RES"))
            if FOOT_SIZE[foot] < 3 and len(extra) < 20 and sum(1 for _, k, _ in extra if k == kind) < 8:
                taken.add(name)
                extra.append((name, kind, chance.choice((0, 1, 2, None))))
        cards = [c for c in card_ids("contract") if c[0] in "TCM"]
        held = ["U1", "P33", "P34", "P35", "P36"] if renewal else ["P33", "P34", "P35", "P36"]
        state = load(
            3,
            buildings=buildings(extra),
            seats=seats(planning=[held], wealth=[chance.choice((4, 8, 40))]),
            contractor_in_play=True,
            contractor=chance.choice((0, 1)),
        )
        for card in chance.sample(cards, 30):
            this = DATA.cards[DATA.numbers[card]]
            n = sites_into(state, 0, this, state.buffer)
            fast = [foot_name(int(action) - SITE) for action in state.buffer[:n]]
            assert fast == slow_sites(state, card), card
            assert site_exists(state, 0, this) == bool(fast)
