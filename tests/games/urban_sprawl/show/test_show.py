"""What the game says and shows: every decision, choice, event and card of whole games, in words and on the screen."""

from __future__ import annotations

import re

import pytest

from conurb.games.urban_sprawl.show import prose, terminal
from conurb.games.urban_sprawl.terms import CONTRACT, DECISION_NAMES, EVENT
from conurb.rulebook import read
from conurb.words import load
from tests.games.showing import moments, printed, spoken
from tests.games.urban_sprawl.support import DATA, GAME, made_up, new, play, seats
from tests.games.urban_sprawl.support import load as load_position

NAMES = ["Ada", "Noor", "Bela", "Chiara"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_in_a_whole_game_has_words(players: int) -> None:
    names = NAMES[:players]
    for count, (state, events) in enumerate(moments(new(players, {"decks": "short"}, players), players)):
        for event in events:
            assert spoken(prose.event(event.seen_by(None), state.view(None), names))
        if count % 4:
            continue
        for seat in (None, *state.to_act()):
            view = state.view(seat)
            assert len(spoken(prose.question(view, names)).split()) <= 7
            assert spoken(prose.explain(view, names)).endswith(".")
            spoken(prose.waiting(view, names))
            assert read(GAME.key).rule(prose.rule_of(view)).id == prose.rule_of(view)
            for action in view["legal"]:  # type: ignore[attr-defined]
                spoken(prose.choice(view, action, names))


def test_every_decision_has_a_question_and_a_rule() -> None:
    sentences = load("en", prose.DOMAIN).sentences
    for kind in DECISION_NAMES[1:]:
        assert f"question.{kind}" in sentences
        assert f"decision.{kind}" in sentences
        assert kind in prose.BY_CARD or f"explain.{kind}" in sentences
        assert read(GAME.key).rule(prose.RULES[kind]).id == prose.RULES[kind]


def test_every_card_has_a_name_and_a_text() -> None:
    sentences = load("en", prose.DOMAIN).sentences
    view = new(2).view(None)
    for card in DATA.cards:
        if card.kind in (EVENT, CONTRACT):
            assert sentences[f"card.{card.id}"] == (card.name,)
            assert sentences[f"text.{card.id}"] == (card.text,)
        assert spoken(prose.card_name(view, card.id))
        assert spoken(prose.card_text(view, card.id)).endswith(".")
    assert all(spoken(line) for line in prose.intro())


def test_cards_of_another_pack_speak_for_themselves() -> None:
    data = made_up("T19", name='"Wig Maker"')
    state = load_position(3, data, contracts={"boxes": ["T19"]})
    assert prose.card_name(state.view(0), "T19") == "Wig Maker"


@pytest.mark.parametrize("width", [80, 100, 140])
def test_screen_fits(width: int) -> None:
    for count, (state, _) in enumerate(moments(new(4, {"decks": "short"}, 9), 9)):
        if count % 25 == 0 or state.over():
            view = state.view(state.to_act()[0] if state.to_act() else None)
            text = printed(terminal.screen(view, NAMES), width)
            assert max(len(line) for line in text.splitlines()) <= width
            numbers = re.findall(r"^ *1 ", text, flags=re.MULTILINE)
            assert bool(numbers) or not view["legal"]


def test_screen_shows_the_board() -> None:
    state = load_position(3, contracts={"boxes": ["T10"]}, seats=seats(planning=[["P36"]]))
    text = printed(terminal.screen(state.view(0), NAMES))
    assert "C0" in text  # the COM of seat 0
    assert "T10 RES 2 Trailer Park" in text
    assert "build Trailer Park (T10) for 1 AP" in text
    plain = printed(terminal.screen(state.view(0), NAMES), encoding="ascii")
    assert "·" not in plain


def test_sheet() -> None:
    state = load_position(3, phase="over", politicians=True, offices={"Treasurer": 2})
    text = printed(terminal.sheet(state.sheet(), NAMES))
    assert "Row 3" in text
    assert "Prestige decides who wins." in text
    assert re.search(r"1 +Ada", text)
    assert play(state) is state
