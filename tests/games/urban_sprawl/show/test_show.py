"""What the game says and shows: every decision, choice, event and card of whole games, in words and on the screen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conurb.games.urban_sprawl.rules import State
from conurb.games.urban_sprawl.show import page, prose, terminal, things
from conurb.games.urban_sprawl.terms import CONTRACT, DECISION_NAMES, EVENT
from conurb.rulebook import read
from conurb.words import LANGUAGES, load, say
from tests.games.showing import moments, printed, spoken
from tests.games.urban_sprawl.support import DATA, GAME, buildings, contract, made_up, new, play, seats
from tests.games.urban_sprawl.support import load as load_position
from tests.games.urban_sprawl.test_cards import EVENTS, about_to_meet

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
            assert spoken(prose.explain(view, names)).endswith((".", ".\N{RIGHT DOUBLE QUOTATION MARK}"))
            spoken(prose.waiting(view, names))
            assert read(GAME.key).rule(prose.rule_of(view)).id == prose.rule_of(view)
            for action in view["legal"]:
                spoken(prose.choice(view, action, names))


def test_every_decision_has_a_question_and_a_rule() -> None:
    sentences = load("en", things.DOMAIN).sentences
    for kind in DECISION_NAMES[1:]:
        assert f"question.{kind}" in sentences
        assert f"decision.{kind}" in sentences
        assert kind in prose.BY_CARD or f"explain.{kind}" in sentences
        assert read(GAME.key).rule(prose.RULES[kind]).id == prose.RULES[kind]


def test_every_card_has_a_name_and_a_text() -> None:
    sentences = load("en", things.DOMAIN).sentences
    view = new(2).view(None)
    for card in DATA.cards:
        if card.kind in (EVENT, CONTRACT):
            assert sentences[f"card.{card.id}"] == (card.name,)
        assert spoken(things.card_name(view, card.id))
        assert spoken(things.card_text(view, card.id)).endswith(".")
    assert all(spoken(line) for line in prose.intro())


CODE = re.compile(r"\b(CIV|COM|IND|RES|PARK)\b")


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_speak_in_words_and_say_what_the_data_say(language: str) -> None:
    """The numbers are those of the text in the data, and a zone is named by its word where that has its code."""
    sentences = load(language, things.DOMAIN).sentences
    zones = {code: sentences[f"zone.{code}"][0].lower() for code in ("CIV", "COM", "IND", "RES")}
    for card in DATA.cards:
        if card.kind in (EVENT, CONTRACT):
            (text,) = sentences[f"text.{card.id}"]
            counted = re.findall(r"\d+", card.text)
            extra = ["2"] if card.id == "ME5" else []  # says both currencies of "score 2"
            assert sorted(re.findall(r"\d+", text)) == sorted(counted + extra), card.id
            stems = {code for code, word in zones.items() if word[:-1] in text.lower()}
            assert stems == set(CODE.findall(card.text)), card.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", [things.DOMAIN, page.DOMAIN])
def test_nothing_that_players_read_has_the_codes_of_the_data(domain: str, language: str) -> None:
    sentences = load(language, domain).sentences
    assert [key for key, forms in sentences.items() if any(CODE.search(form) for form in forms)] == []


def test_cards_of_another_pack_speak_for_themselves() -> None:
    data = made_up("T19", name='"Wig Maker"')
    state = load_position(3, data, contracts={"boxes": ["T19"]})
    assert things.card_name(state.view(0), "T19") == "Wig Maker"


# --- what a card asks


def stop(state: State, *moves: str) -> tuple[str, str, list[str], str]:
    """Question, explanation and choices of whoever decides after these moves, and what the others read."""
    play(state, *moves)
    (seat,) = state.to_act()
    view: Any = state.view(seat)
    choices = [spoken(prose.choice(view, action, NAMES)) for action in view["legal"]]
    waiting = spoken(prose.waiting(state.view((seat + 1) % 3), NAMES))
    return spoken(prose.question(view, NAMES)), spoken(prose.explain(view, NAMES)), choices, waiting


def meeting(event: str, *moves: str) -> tuple[str, str, list[str], str]:
    """The same after seat 0 has ended its turn and met that event."""
    _, _, _, needs = EVENTS[event]
    more = dict(needs)
    extra: Any = more.pop("extra", ())
    return stop(load_position(3, **about_to_meet(event, buildings=buildings(extra), **more)), "end", *moves)


@pytest.mark.parametrize(
    ("event", "moves", "question", "yes", "no"),
    [
        (
            "E02",
            ["seat 2"],
            "Pay 9 wealth for 5 prestige?",
            "pay 9 wealth, gain 5 prestige",
            "pay nothing, gain nothing",
        ),
        (
            *("E05", ["seat 1"], "Pay 4 wealth, or lose a building?"),
            *("pay 4 wealth and lose nothing", "pay nothing and lose a building"),
        ),
        (
            "ME7",
            ["seat 2"],
            "Pay 4 wealth to place a park?",
            "pay 4 wealth and place a park",
            "pay nothing, place nothing",
        ),
        ("E12", [], "Which do you choose?", "place wealth marker 7", "move a marker"),
    ],
)
def test_offers_say_what_is_paid_and_had(event: str, moves: list[str], question: str, yes: str, no: str) -> None:
    asked, explained, offered, _ = meeting(event, *moves)
    assert (asked, offered) == (question, [yes, no])
    assert explained.startswith(f"{say(things.message(f'card.{event}'))}: ")


@pytest.mark.parametrize(
    ("event", "moves", "question", "pass_by"),
    [
        ("E06", ["0 seat 1", "1 refuse"], "Which building do you lose?", ""),
        ("E04", [], "Which building brings 3 prestige?", ""),
        ("CE2", [], "Which building loses its controller?", "choose no building"),
        ("ME2", [], "Which building do you take over?", "choose no building"),
        ("ME6", ["0 seat 2"], "Which building do you move?", "choose no building"),
        ("CE6", [], "Where do you place the building?", "place nothing"),
        ("CE3", ["0 circle E-1"], "Which marker do you move?", "move no marker"),
    ],
)
def test_who_picks_is_told_what_for(event: str, moves: list[str], question: str, pass_by: str) -> None:
    asked, _, offered, _ = meeting(event, *moves)
    assert asked == question
    assert offered[-1] == pass_by or not pass_by


def test_a_building_at_stake_is_named() -> None:
    _, explained, _, others = meeting("E03")
    assert "At stake is your residential building on A6b, value 3." in explained
    assert others.startswith("The table waits for Bela: whether to pay. Urban Decay: ")


def test_a_row_says_what_it_brings() -> None:
    _, _, offered, _ = stop(contract("C16"), "build C16", "on A3abc")
    assert offered == ["the horizontal row: 1 prestige", "the vertical row: 2 wealth and 3 prestige"]


def test_a_marker_says_which_and_a_circle_whose() -> None:
    asked, _, offered, _ = stop(contract("T24"), "build T24", "on A3ab")
    assert asked == "Where does wealth marker 7 go?"
    assert offered[0] == "north A\N{EN DASH}B: 3 own buildings"


def test_the_text_of_a_contract_is_quoted_to_those_who_do_not_build_it() -> None:
    """Its "you" is the builder."""
    asked, explained, offered, _ = stop(contract("M02"), "build M02", "on A3ab", "0 seat 1")
    assert explained.startswith(
        "Temple, built by Ada: \N{LEFT DOUBLE QUOTATION MARK}Each other player pays you 4 wealth"
    )
    assert "1 payment of 4 to Ada is left." in explained
    assert (asked, offered) == ("Do you pay wealth or prestige?", ["pay 4 wealth", "pay 4 prestige"])


def test_a_tie_says_who_is_tied_and_for_what() -> None:
    tied = load_position(3, **about_to_meet("E14", seats=seats(prestige=[8, 10, 8])))
    asked, explained, offered, _ = stop(tied, "end")
    assert asked == "Who gains 5 wealth?"
    assert "Ada and Bela are tied" in explained
    assert offered == ["Ada", "Bela"]


def test_the_log_says_what_somebody_was_named_for() -> None:
    state = play(load_position(3, **about_to_meet("E02")), "end")
    heard = state.listen()
    play(state, "0 seat 2", "2 refuse")
    told = [spoken(prose.event(event.seen_by(None), state.view(None), NAMES)) for event in heard]
    assert told == ["Ada let Bela decide next.", "Bela chose not to pay."]


def test_cards_of_another_pack_ask_in_general_words() -> None:
    data = made_up("T19", name='"Wig Maker"')
    asked, explained, offered, _ = stop(load_position(3, data, **about_to_meet("E02")), "end", "0 seat 2")
    assert asked == "Do you pay?"
    assert explained.startswith("Estate Auction: ")
    assert offered == ["pay", "refuse"]


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
    assert "T10 residential 2 Trailer Park" in text
    assert "build Trailer Park for 1 AP" in text


def test_screen_speaks_in_words_also_without_letters_of_its_own() -> None:
    held = seats(favors=[["T10"]])
    state = load_position(
        3, circles={"N-AB": {"kind": "wealth", "number": 7}}, seats=held, contracts={"boxes": ["T24"]}
    )
    plain = printed(terminal.screen(state.view(0), NAMES), encoding="ascii")
    assert "Markers: north A-B wealth 7" in plain
    assert "favors Trailer Park" in plain
    assert "take Permit x1 (commercial, industrial) for 1 AP" in plain


def test_sheet() -> None:
    state = load_position(3, phase="over", politicians=True, offices={"Treasurer": 2})
    text = printed(terminal.sheet(state.sheet(), NAMES))
    assert "Row 3" in text
    assert "Prestige decides who wins." in text
    assert re.search(r"1 +Ada", text)
    assert play(state) is state
