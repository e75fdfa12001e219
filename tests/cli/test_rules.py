"""`conurb rules`, and the rules documents that the package ships."""

import json
import re

import pytest

from conurb import rulebook
from conurb.games import CATALOGUE
from tests.cli.support import GAME, conurb, fault


def test_sections() -> None:
    done = conurb("rules", GAME)
    assert done.status == 0
    assert re.search(r"^BTC-5 +Scoring a city +21 rules$", done.out, flags=re.MULTILINE)


@pytest.mark.parametrize("id", ["BTC-5.4", "btc-5.4", "5.4"])
def test_one_rule(id: str) -> None:
    assert conurb("rules", GAME, id).out.startswith("BTC-5.4 Shops score in straight lines")


def test_a_rule_has_its_table_and_its_example() -> None:
    out = conurb("rules", GAME, "5.16").out
    assert re.search(r"value +2 +8 +12 +13", out)
    assert "EX-06" in out
    assert "Houses" not in out


def test_a_ruling_is_question_answer_and_basis() -> None:
    out = conurb("rules", GAME, "8.13").out
    assert out.splitlines()[:3] == ["BTC-8.13 May a duplex be turned to fit?", "", "Never."]


def test_a_section_is_all_its_rules() -> None:
    found = json.loads(conurb("rules", GAME, "7", "--json").out)
    assert [rule["id"] for rule in found] == [f"BTC-7.{n}" for n in range(1, 7)]
    out = conurb("rules", GAME, "btc-7").out
    assert all(f"BTC-7.{n} " in out for n in range(1, 7))


def test_search() -> None:
    few = conurb("rules", GAME, "shared", "victory")
    assert few.status == 0
    assert "Still tied: shared victory." in few.out.replace("\n", " ")
    many = conurb("rules", GAME, "FACTORY").out
    assert re.fullmatch(r"(BTC-\d+\.\d+ .*\n)+\d+ rules; give an id to read one\.\n", many)
    assert max(map(len, many.splitlines())) <= 80


@pytest.mark.parametrize(
    ("language", "words", "found"),
    [("it", "linea retta", "BTC-5.4"), ("hu", "lapkak szama", "BTC-9.2"), ("hu", "egyenes vonal", "BTC-5.4")],
)
def test_search_in_a_translation(language: str, words: str, found: str) -> None:
    """Endings and accents need not be those of the text."""
    done = conurb("rules", GAME, *words.split(), "--language", language, "--json")
    assert found in [rule["id"] for rule in json.loads(done.out)]


def test_a_language_that_is_none() -> None:
    assert "'de'" in fault("rules", GAME, "5.4", "--language", "de")


def test_nothing_found() -> None:
    done = conurb("rules", GAME, "xyzzy")
    assert (done.status, done.out) == (1, "No rule contains: xyzzy\n")
    assert "section BTC-5 has BTC-5.1 to BTC-5.21" in fault("rules", GAME, "5.99")
    assert "sections are BTC-0" in fault("rules", GAME, "42.1")


def test_json() -> None:
    (rule,) = json.loads(conurb("rules", GAME, "5.4", "--json").out)
    assert rule["id"] == "BTC-5.4"
    assert "**2/5/10/16**" in rule["text"]
    assert conurb("rules", GAME, "xyzzy", "--json").status == 1


@pytest.mark.parametrize("game", CATALOGUE)
def test_the_package_ships_the_rules_of_every_game(game: str) -> None:
    text = (rulebook.FOLDER / f"{game.replace('-', '_')}.md").read_text(encoding="utf-8")
    found = [rule.id for rule in rulebook.read(game).rules]
    assert found == list(dict.fromkeys(re.findall(r"^(?:- |\| )?\*\*([A-Z]+-\d+\.\d+)", text, flags=re.MULTILINE)))
    assert len(found) > 100
