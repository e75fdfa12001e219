"""The page of The Capitals, drawn from documents without a server or a browser."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from conurb import rulebook
from conurb.web import looks, render, start
from conurb.words import LANGUAGES, say
from tests.web.documents import Sample
from tests.web.test_render import outline

GAME = "the-capitals"
KINDS: tuple[tuple[int, dict[str, object]], ...] = ((2, {"prosperity": True, "hidden_prestige": True}), (5, {}))


@cache
def samples() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """For each decision a document of the seat that is asked and one of a spectator, from games of every kind."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for players, options in KINDS:
        sample = Sample(players, 4, options, game=GAME)
        while True:
            view = sample.play.state.view(None)
            kind = f"{view['asks']}-{players}"
            if kind not in found and (view["round"] > 1 or view["asks"] == "tile"):
                seat = None if sample.play.state.over() else sample.play.state.to_act()[0]
                found[kind] = (sample.document(seat), sample.document(None))
            if sample.play.state.over():
                break
            sample.step()
    return found


def test_every_decision_was_met() -> None:
    met = {kind.partition("-")[0] for kind in samples()}
    assert met >= {"tile", "cell", "activation", "space", "prosperity", "nothing"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_can_be_drawn_for_everybody(language: str) -> None:
    """The parts alone: the symbols of the pictures are the same in every page, and many."""
    for own, public in samples().values():
        outline("".join(render.table_parts(own, language).values()))
        outline("".join(render.table_parts(public, language).values()))


def test_a_whole_page_is_well_formed() -> None:
    outline(render.table_page(samples()["cell-5"][0], "en"))


def test_board_and_list_offer_the_legal_actions() -> None:
    for kind, (own, _) in samples().items():
        parts = render.table_parts(own, "en")
        legal = {choice["action"] for choice in own["view"]["legal"]}
        assert {int(action) for action in re.findall(r'data-choice="(\d+)"', parts["choices"])} == legal, kind
        drawn = parts["board"] + parts["projects"]
        shown = {int(code) for codes in re.findall(r'data-actions="([\d ]+)"', drawn) for code in codes.split()}
        assert shown <= legal
        if kind.partition("-")[0] in ("tile", "cell", "space", "token", "prosperity"):
            assert shown == legal, kind


def test_the_cell_of_a_tile_is_offered_without_penalty_first() -> None:
    own, _ = samples()["cell-5"]
    groups = looks.page(GAME).table(own, say)["choices"]["groups"]
    penalties = [choice["penalty"] for choice in own["view"]["legal"]]
    assert len(groups) == len(set(penalties))
    assert sum(len(group["rows"]) for group in groups) == len(penalties)


def test_a_hand_is_shown_to_its_seat_only() -> None:
    """CAP-7.3"""
    sample = Sample(2, 4, {"prosperity": True}, game=GAME)
    hands = [{entry["tile"] for entry in sample.play.state.view(seat)["hand"]} for seat in (0, 1)]
    for viewer in (None, 0, 1):
        page = "".join(render.table_parts(sample.document(viewer), "en").values())
        for owner in (0, 1):
            seen = {tile for tile in hands[owner] if re.search(rf'"(?:#cap-[ts]-)?{tile}"', page)}
            assert seen == (hands[owner] if viewer == owner else set())


def test_hidden_prestige_is_not_on_the_page_of_others() -> None:
    """CAP-7.4"""
    own, public = samples()["space-2"]
    seat = own["seat"]
    shown = looks.page(GAME).table(own, lambda message: message.key)
    scores = [player["score"] for player in shown["players"]]
    assert scores[1 - seat] == "the_capitals.board.hidden"
    assert scores[seat] != "the_capitals.board.hidden"
    assert looks.page(GAME).secret(own["view"])
    watched = looks.page(GAME).table(public, lambda message: message.key)
    assert {player["score"] for player in watched["players"]} == {"the_capitals.board.hidden"}


def test_what_ends_a_turn_is_confirmed() -> None:
    own, _ = samples()["cell-5"]
    assert own["finals"] == []
    choices = render.table_parts(own, "en")["choices"]
    final = re.findall(r'data-choice="(\d+)" data-final', choices)
    assert {int(code) for code in final} == {choice["action"] for choice in own["view"]["legal"]}


def test_what_cannot_be_taken_back_is_confirmed() -> None:
    own, _ = samples()["tile-5"]
    take = own["view"]["legal"][0]["action"]
    for finals in ([], [take]):
        choices = render.table_parts({**own, "finals": finals}, "en")["choices"]
        assert [int(code) for code in re.findall(r'data-choice="(\d+)" data-final', choices)] == finals


def test_every_open_tile_can_be_read_in_full() -> None:
    own, _ = samples()["cell-5"]
    parts = render.table_parts(own, "it")
    readable = set(re.findall(r'data-about="(\w+)"', parts["about"]))
    others = [render.large(own, seat, "it") for seat in range(own["view"]["players"]) if seat != own["seat"]]
    asked = set(re.findall(r'data-read="(\w+)"', parts["board"] + parts["projects"] + "".join(others)))
    assert asked
    assert asked <= readable


def test_rules_named_by_the_page_exist() -> None:
    known = {rule.id for rule in rulebook.read(GAME).rules}
    named: set[str] = set()
    for own, _ in samples().values():
        named |= set(re.findall(r'data-rule="([^"]+)"', "".join(render.table_parts(own, "en").values())))
    assert len(named) > 15
    assert named <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_offers_the_game(language: str) -> None:
    about = next(title for title in start.titles(language) if title["key"] == GAME)
    assert {option["name"] for option in about["options"]} >= {"prosperity", "hidden_prestige", "pass_bonus"}
    for option in about["options"]:
        assert sum(offer["chosen"] for offer in option["offers"]) == 1, option["name"]
    outline(about["cover"])
    outline(about["example"])
