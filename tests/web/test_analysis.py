"""How lines of bots are said to people: in words, as far as they hang on nothing that nobody knows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conurb import games
from conurb.kernel.rng import Rng
from conurb.web.analysis import fragment, line_words
from conurb.words import LANGUAGES, domains, load
from tests.arena.short_game import blunder

NAMES = ["Ada", "Mira", "Noor"]


def opening(game: str) -> Any:
    """What whoever begins sees."""
    state = games.get(game).new(3, seed=2)
    return state.view(int(state.next_seat()))


def test_a_line_is_told_in_words() -> None:
    line = ["claim B2d", "1: claim D3c", "2: claim C3d"]
    assert line_words(opening("urban-sprawl"), line, NAMES, "en") == [
        (None, "B2d, industrial, for 7 wealth"),
        (1, "D3c, commercial, for 7 wealth"),
        (2, "C3d, industrial, for 6 wealth"),
    ]
    italian = line_words(opening("urban-sprawl"), line, NAMES, "it")
    assert italian[0] == (None, "B2d, industriale, per 7 di rendita")


def test_it_ends_where_it_is_not_possible() -> None:
    line = ["claim B2d", "1: claim B2d", "2: claim C3d"]
    assert len(line_words(opening("urban-sprawl"), line, NAMES, "en")) == 1


def test_it_ends_where_somebody_else_chooses_in_secret() -> None:
    """BTC-3.4: also where the tiles imagined are those of the line."""
    seen = opening("between-two-cities")
    imagined = games.get(seen["game"]).knowledge(seen).sample(Rng(0))
    own, other = (imagined.text(seat, imagined.legal(seat)[0]) for seat in (0, 1))
    assert [seat for seat, _ in line_words(seen, [own, f"1: {other}"], NAMES, "en")] == [None]


@pytest.mark.parametrize("game", games.CATALOGUE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_words_for_it(game: str, language: str) -> None:
    seen = opening(game)
    for entry in seen["legal"][:5]:
        ((nobody, words),) = line_words(seen, [entry["text"]], NAMES, language)
        assert nobody is None
        assert words != entry["text"]


def test_numbers_are_written_as_the_language_does() -> None:
    record = blunder().record
    (move,) = record.entries[-1:]
    prospects = {"expected_played": [-1.5, 20.0, 3.0], "expected_better": [5.3, 20.0, 3.0]}
    chances = {"chance_played": 0.0, "chance_better": 0.12}
    point = {"action": len(record.entries), "seat": move.seat, "unit": "points", "cost": 6.8, **prospects, **chances}
    point |= {"played": move.text, "better": move.text, "line": [move.text]}
    found = {"values": [{"at": 0, "expected": [1.0, 2.0, 3.0]}], "turning_points": [point]}
    english, italian, hungarian = (fragment(found, record, NAMES, "/t/x", language) for language in LANGUAGES)
    assert "about 6.8 points" in english
    assert "Ada \N{MINUS SIGN}1.5 · Mira 20.0" in english
    for told in (italian, hungarian):
        assert "6,8 p" in told
        assert "Ada \N{MINUS SIGN}1,5 · Mira 20,0" in told


YOU = {"en": r"\byours?\b", "it": r"\b(tu[oae]|tuoi|prendi)\b", "hu": r"(fizet|kap)sz\b"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_others_would_choose_is_not_said_to_be_yours(language: str) -> None:
    """A choice is told to whoever has it and, in a line, to somebody else."""
    for domain in domains():
        choices = [forms for key, forms in load(language, domain).sentences.items() if key.startswith("choice.")]
        assert [form for forms in choices for form in forms if re.search(YOU[language], form, re.IGNORECASE)] == []


def test_a_line_says_what_is_paid_and_what_goes_where() -> None:
    """Outside its question a bare place or name says nothing."""
    for name in ("choice.token", "choice.pay.cubes", "choice.pay.tourist"):
        for language in LANGUAGES:
            for form in load(language, "the_capitals").sentences[name]:
                assert re.search(r"\w{3}", re.sub(r"\{\w+\}", "", form)), form
