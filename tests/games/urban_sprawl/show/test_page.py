"""What the page of a table makes of a game: turns told step by step, outlooks, what can be known of the decks."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from conurb.games.urban_sprawl.show import page
from conurb.games.urban_sprawl.show.chronicle import step_of, turns
from conurb.games.urban_sprawl.show.survey import Survey
from conurb.kernel.rng import Rng
from conurb.words import say
from tests.games.urban_sprawl.support import DATA, contract, load, made_up, new, play, seats
from tests.web.documents import Sample

GAME = "urban-sprawl"
ENGLISH = partial(say, language="en")


def desk(sample: Sample, seat: int | None, **changes: Any) -> dict[str, Any]:
    return page.table(sample.document(seat, **changes), ENGLISH)


def at_decision(kind: str, players: int = 3, most: int = 600) -> tuple[Sample, int]:
    """A game of bots at the first decision of that kind, and who decides."""
    sample = Sample(players, options={"decks": "short"}, game=GAME)
    for _ in range(most):
        decision: Any = sample.play.state.view(None)["decision"]
        if decision is not None and decision["kind"] == kind:
            return sample, int(decision["seat"])
        sample.step()
    raise AssertionError(f"no {kind} within {most} actions")


# --- the chronicle


def told(*events: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"seat": -1, **event} for event in events]


def test_the_end_of_a_turn_is_told_step_by_step() -> None:
    events = told(
        {"kind": "turn_started", "seat": 1, "turn": 4},
        {"kind": "took", "seat": 1, "card": "P01"},
        {"kind": "slid", "rail": "planning"},
        {"kind": "event", "card": "E08"},
        {"kind": "gained", "seat": 0},
        {"kind": "filled", "deck": "planning", "card": "P02"},
        {"kind": "payout"},
        {"kind": "turned_up", "deck": "planning", "card": "P03"},
        {"kind": "pawn"},
        {"kind": "slid", "rail": "contracts"},
        {"kind": "filled", "deck": "city", "card": "C02"},
        {"kind": "event", "card": "TE2"},
        {"kind": "turned_up", "deck": "town", "card": "T05"},
        {"kind": "turned_up", "deck": "metropolis", "card": "M05"},
        {"kind": "turn_started", "seat": 0, "turn": 5},
    )
    first, second = turns(events)
    assert (first.number, first.seat, [event["kind"] for event in first.deeds]) == (4, 1, ["took"])
    shown = [(step.number, [event["kind"] for event in step.events]) for step in first.steps]
    assert shown == [
        (1, ["slid"]),
        (2, ["event", "gained", "filled", "payout"]),
        (3, ["turned_up", "pawn"]),
        (4, ["slid"]),
        (5, ["filled"]),
        (6, ["event", "turned_up"]),
        (8, ["turned_up"]),
    ]
    assert (second.number, second.steps) == (5, [])


def test_an_event_that_ends_a_step_belongs_to_its_deck() -> None:
    events = told({"kind": "turn_started", "seat": 0, "turn": 1}, {"kind": "event", "card": "E01"})
    assert [step.number for step in turns(events)[0].steps] == [3]
    events = told({"kind": "turn_started", "seat": 0, "turn": 1}, {"kind": "event", "card": "ME1"})
    assert [step.number for step in turns(events)[0].steps] == [5]


def test_steps_of_a_whole_game_come_in_their_order() -> None:
    """USP-4.19."""
    state = new(3, {"decks": "short"}, 8)
    rng = Rng(8)
    events: list[Any] = []
    while not state.over():
        seat = int(state.next_seat())
        heard = state.listen()
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        state.events = None
        events += [event.seen_by(None) for event in heard]
    chronicle = turns(events)
    assert len(chronicle) > 15
    assert sum(len(turn.deeds) + sum(len(step.events) for step in turn.steps) for turn in chronicle) == len(
        [event for event in events if event["kind"] != "turn_started"]
    )
    for turn in chronicle:
        numbers = [step.number for step in turn.steps]
        assert numbers == sorted(numbers)
        assert not any(step_of(event) for event in turn.deeds)


# --- the survey


def test_the_outlook_is_what_building_would_offer() -> None:
    state = load(3, contracts={"boxes": ["T18", "T29"]}, seats=seats(planning=[["P14", "P15"]]))
    survey = Survey(state.view(0))
    for card in ("T18", "T29"):
        after = state.clone()
        after.apply(0, after.parse(0, f"build {card}"))
        sites: Any = after.view(0)["legal"]
        outlook = survey.outlook(card, 0)
        assert outlook is not None
        assert outlook.sites == len(sites)
        assert outlook.price == min(site["price"] for site in sites)
        assert outlook.bonus == max(site["bonus"] for site in sites)


def test_face_down_cards_are_those_of_the_decks() -> None:
    """USP-7.3."""
    state = new(4, {}, 3)
    rng = Rng(3)
    for _ in range(250):
        seat = int(state.next_seat())
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    view: Any = state.view(None)
    survey = Survey(view)
    for deck, about in view["decks"].items():
        assert len(survey.face_down(deck)) == about["cards"] - (about["top"] is not None)


def test_the_special_event_lies_in_its_packet() -> None:
    """USP-3.4, USP-3.15: cards 16 to 22 from the top, in the short game 10 to 19."""
    assert Survey(new(2, {}, 1).view(None)).special_event("city") == ("CE1", 16, 22)
    assert Survey(new(2, {"decks": "short"}, 1).view(None)).special_event("metropolis") == ("ME1", 10, 19)
    gone = load(2, contracts={"city": {"active": True}}, out=["TE1"])
    assert Survey(gone.view(None)).special_event("town") is None


def test_of_another_pack_only_the_view_is_known() -> None:
    state = load(3, made_up("T19", name='"Wig Maker"'), contracts={"boxes": ["T19"]})
    survey = Survey(state.view(0))
    assert survey.outlook("T19", 0) is None
    assert survey.face_down("town") == []
    assert survey.payouts() == []
    assert survey.special_event("town") is None


def test_payouts_are_those_of_the_data() -> None:
    """USP-1.14: with two players only two places exist."""
    lines = Survey(new(2).view(None)).payouts()
    assert lines[0] == [1, 1, 0]
    assert lines[-1] == [12, 12, 6]
    assert len(lines) == len(DATA.payouts) // 4 - 1


# --- the desk


@pytest.mark.parametrize("kind", ["CLAIM", "INVEST", "ACTION", "BUILD_SITE", "VOC_CURRENCY", "OFFER"])
def test_every_choice_can_be_pressed_somewhere_else_than_in_the_list(kind: str) -> None:
    """On the board, on a card, on the election track, or as a button beside the question."""
    sample, seat = at_decision(kind)
    shown = desk(sample, seat)
    legal = {action["action"] for action in sample.document(seat)["view"]["legal"]}
    listed = [row["action"] for group in shown["choices"]["groups"] for row in group["rows"]]
    assert sorted(listed) == sorted(legal)
    text = str([shown[part] for part in ("prompt", "board", "cards", "desk", "elections")])
    for code in legal:
        assert f'data-actions="{code}"' in text or f"'action': {code}" in text


def test_sites_come_with_the_highest_bonus_first() -> None:
    sample, seat = at_decision("BUILD_SITE")
    rows = [row for group in desk(sample, seat)["choices"]["groups"] for row in group["rows"]]
    bonuses = [int(row["gain"].replace("\N{PLUS-MINUS SIGN}", "")) for row in rows]
    assert bonuses == sorted(bonuses, reverse=True)


def test_a_contract_that_cannot_be_built_says_why() -> None:
    position = load(3, contracts={"boxes": ["T18", "T04"]}, seats=seats(planning=[["P14"]]))
    sample = Sample(3, game=GAME)
    sample.play.state = position
    cards = {slot["card"]["id"]: slot["card"] for slot in desk(sample, 0)["cards"]["contracts"] if slot["card"]}
    assert cards["T18"]["why_not"] == ""
    assert cards["T04"]["why_not"] == "0 of 2 permits: civic"
    assert [button["what"] for button in cards["T18"]["buttons"]] == ["Build", "Favor"]


def test_only_who_decides_is_asked() -> None:
    """Decisions of others in the middle of a turn go to the right seat."""
    sample, seat = at_decision("OFFER")
    view: Any = sample.play.state.view(None)
    for viewer in range(3):
        shown = desk(sample, viewer)
        assert shown["mode"] == ("decide" if viewer == seat else "wait")
        assert bool(shown["choices"]["groups"]) == (viewer == seat)
        assert bool(shown["prompt"]["quick"]) == (viewer == seat)
    assert desk(sample, None)["mode"] == "watch"
    newest = desk(sample, view["active"])["chronicle"][0]
    assert newest["stage"] in (2, 3, 5, 6, 7, 8)
    assert newest["steps"], "the end of the turn is told while it happens"


def test_action_points_are_shown_to_whose_they_are() -> None:
    """Somebody else who pays in the middle of the turn has none to spend."""
    sample = Sample(3, game=GAME)
    sample.play.state = play(contract("M02"), "build M02", "on A3ab", "0 seat 1")
    assert desk(sample, 1)["mode"] == "decide"
    assert desk(sample, 1)["prompt"]["ap"] == 0
    sample.play.state = play(contract("C16"), "build C16", "on A3abc")
    assert desk(sample, 0)["prompt"]["ap"] == 5


def test_offices_and_rows_are_buttons_beside_the_question() -> None:
    """The election track may lie far below it."""
    sample = Sample(3, game=GAME)
    sample.play.state = play(contract("C01", politicians=True, offices={"Mayor": 1}), "build C01", "on A3ab")
    offices = [one["what"] for one in desk(sample, 0)["prompt"]["quick"]]
    assert offices[:2] == ["Mayor, now Mira", "District Attorney, now nobody"]
    sample.play.state = play(contract("C16"), "build C16", "on A3abc")
    assert len(desk(sample, 0)["prompt"]["quick"]) == 2


def test_a_position_looked_at_again_has_no_buttons() -> None:
    sample, seat = at_decision("ACTION")
    shown = desk(sample, seat, at=3)
    assert shown["prompt"]["quick"] == []
    assert "data-actions" not in shown["board"]["picture"]
    assert not any(slot["card"]["buttons"] for slot in shown["cards"]["planning"] if slot["card"])


def test_nothing_is_secret() -> None:
    """USP-7.2."""
    sample, seat = at_decision("ACTION")
    assert not page.secret(sample.play.state.view(seat))
    assert page.options()["turn_limit"][0] == ("0", 0)


def test_the_sheet_adds_up() -> None:
    sample, seat = at_decision("ACTION")
    for _ in range(120):
        sample.step()
    score = desk(sample, seat)["score"]
    for number in range(3):
        assert sum(row["points"][number] for row in score["rows"]) == score["totals"][number]


def test_what_sets_equal_prestige_apart_is_told() -> None:
    """USP-6.6: also behind the first."""
    state = load(3, phase="over", buildings=[], seats=seats(wealth=[0, 3, 4], prestige=[20, 10, 10]))
    document = {"view": state.view(None), "names": ["Ada", "Noor", "Bela"], "at": None, "status": "over", "log": []}
    assert page.table(document, ENGLISH)["final"]["decided"] == (
        "Prestige decides who wins. Equal prestige: Bela is before Noor by the greater wealth."
    )
