"""The scenario runner: each word of `expect` holds and fails when it should, and a bad file is named."""

from __future__ import annotations

import pytest

from conurb import games
from conurb.kernel.checks import BadOption, BadPosition, ConurbError
from conurb.kernel.game import Game
from conurb.kernel.scenario import dig, legal_texts, read_scenarios, run
from tests.tiny import Tiny


def find(name: str) -> Game:
    if name != "tiny":
        return games.get(name)
    return Tiny()


def faults(body: str) -> list[str]:
    """What the runner says of one scenario of the tiny game; seat 0 holds 6 and 7, seat 1 holds 8 and 9."""
    (scenario,) = read_scenarios(f'game = "tiny"\n[[scenario]]\nplayers = 2\nseed = {SEED}\n{body}', find)
    return run(scenario)


SEED = next(seed for seed in range(10_000) if Tiny().new(2, seed=seed).save()["hands"] == [[6, 7], [8, 9]])
PLACING = 'moves = ["0 first", "1 first"]\n'
HALF = 'moves = ["0 first", "1 first", "high"]\n'


@pytest.mark.parametrize(
    "body",
    [
        'expect = { "hands.0" = [6, 7], "hands.1.#" = 2, placing = -1, "piles.-1" = [] }',
        "expect = { to_act = [0, 1], scores = [0, 0], ranking = [1, 1], legal = 4 }",
        'expect = { legal = ["0 first", "0 second", "1 first", "1 second"] }',
        'expect = { includes = ["0 first"], excludes = ["0 high", "first"] }',
        PLACING + 'expect = { legal = ["high", "low"], includes = "low", to_act = [0] }',
        HALF + 'expect = { scores = [6, 0], ranking = [1, 2], "sheet.seats.0.total" = 6, legal = 1 }',
        HALF + 'expect = { "view.0.hand" = [7], "view.none.hand" = [], "view.1.played" = [6, 8] }',
        'moves = ["0 high"]\nexpect = { illegal = "not legal for seat 0" }',
        'moves = ["0 first", "0 first"]\nexpect = { illegal = "it is up to seat 1", "played.0" = 6 }',
        'moves = ["jump"]\nexpect = { illegal = "say which seat makes the move" }',
        'moves = ["host bell"]\nexpect = { illegal = "the host may not" }',
        'options = { bell = true }\nmoves = ["0 first", "1 first", "host bell"]\nexpect = { rung = true }',
        'position = { rung = true }\nexpect = { rung = true, "view.none.rung" = true }',
        "options = { bell = true }\nposition = { rung = true }\nexpect = { options = { bell = true } }",
    ],
)
def test_what_holds_passes(body: str) -> None:
    assert faults(body) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('expect = { "hands.0" = [6, 8] }', "hands.0 should be [6, 8], but is [6, 7]"),
        ('expect = { "hands.1.#" = 3 }', "hands.1.# should be 3, but is 2"),
        ("expect = { to_act = [0] }", "to_act should be [0], but is [0, 1]"),
        (HALF + "expect = { scores = [7, 0] }", "scores should be [7, 0], but is [6, 0]"),
        (HALF + "expect = { ranking = [1, 1] }", "ranking should be [1, 1], but is [1, 2]"),
        (HALF + 'expect = { "sheet.seats.0.total" = 5 }', "sheet.seats.0.total should be 5, but is 6"),
        (HALF + 'expect = { "view.0.hand" = [] }', "view.0.hand should be [], but is [7]"),
        ("expect = { rung = 0 }", "rung should be 0, but is False"),
        ("expect = { to_act = [false, true] }", "to_act should be [False, True], but is [0, 1]"),
        ("options = { bell = true }\nexpect = { options = { bell = 1 } }", "options should be {'bell': 1}, but is"),
        ("expect = { legal = 5 }", "5 legal moves expected, but there are 4"),
        (PLACING + 'expect = { legal = ["high"] }', "legal moves should be ['high'], but are ['high', 'low']"),
        (PLACING + 'expect = { includes = ["high", "jump"] }', "jump should be legal"),
        (PLACING + 'expect = { excludes = ["jump", "high"] }', "high should not be legal"),
        ('moves = ["0 first"]\nexpect = { illegal = "no" }', "expected the last move to be refused (no), but it was"),
        ('moves = ["0 high"]\nexpect = { illegal = "full moon" }', "refused, but the reason is 'action 2 is not legal"),
        ('moves = ["0 high"]\nexpect = { illegal = "not legal", placing = 0 }', "placing should be 0, but is -1"),
        ('moves = ["0 high", "0 first"]\nexpect = { illegal = "not legal" }', "move 1 (0 high): action 2 is not legal"),
        ('moves = ["0 first", "9 first"]\nexpect = { count = 2 }', "move 2 (9 first): there is no seat 9"),
        ('moves = ["' + "1" * 5000 + ' first"]\nexpect = { count = 1 }', "move 1 (111"),
        ('moves = ["-1 first"]\nexpect = { count = 1 }', "move 1 (-1 first): say which seat"),
        ('moves = ["\u00b2 first"]\nexpect = { count = 1 }', "move 1 (\u00b2 first): say which seat"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_said(body: str, said: str) -> None:
    found = faults(body)
    assert len(found) == 1
    assert found[0].startswith(said)


def test_all_faults_are_said() -> None:
    assert len(faults("expect = { count = 1, placing = 0, rung = false, scores = [1, 1] }")) == 3


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('expect = { "hands.7" = 1 }', "expect: there is no '7' in the path 'hands.7'"),
        ('expect = { "hands.-3" = 1 }', "expect: there is no '-3' in the path 'hands.-3'"),
        ('expect = { "hands.--1" = 1 }', "expect: there is no '--1' in the path"),
        ('expect = { "hands.x" = 1 }', "expect: there is no 'x' in the path"),
        ("expect = { hand = 1 }", "expect: there is no 'hand' in the path"),
        ('expect = { "count.#" = 1 }', "expect: there is no '#' in the path"),
        ('expect = { "view.5.hand" = 1 }', "expect: view.5.hand: after view comes a seat from 0 to 1, or none"),
        ('expect = { "view.\u00b2.hand" = 1 }', "expect: view.\u00b2.hand: after view comes a seat"),
        (f'expect = {{ "view.{"1" * 5000}.hand" = 1 }}', "expect: view.111"),
        ('expect = { "view.all.hand" = 1 }', "expect: view.all.hand: after view comes a seat"),
        ("position = { undo_floor = 3 }\nexpect = { count = 0 }", "undo_floor: expected at most 0, not 3"),
        ("position = { hand = 3 }\nexpect = { count = 0 }", "position: unknown field 'hand'"),
    ],
)
def test_what_cannot_be_asked_is_refused(body: str, said: str) -> None:
    with pytest.raises(ConurbError) as refused:
        faults(body)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[scenario]", "not valid TOML: "),
        ("a = " + "[" * 5000, "not valid TOML: a number is too long, or there are too many brackets"),
        ("a = " + "1" * 5000, "not valid TOML: a number is too long"),
        ("", "no [[scenario]] found"),
        ("scenario = []", "no [[scenario]] found"),
        ("scenario = 7", "no [[scenario]] found"),
        ("scenario = [7]", "scenario 1: expected an object with fields, not 7"),
        ("[[scenario]]\nplayers = 2\nexpect = { count = 0 }", "scenario 1: game is missing"),
        ('[[scenario]]\ngame = "tinny"\nexpect = { count = 0 }', "unknown game 'tinny'"),
        ('game = "tiny"\n[[scenario]]\nplayer = 2', "scenario 1: unknown field 'player': did you mean players?"),
        ('game = "tiny"\n[[scenario]]\nplayers = 2', "scenario 1: expect is missing, so nothing would be checked"),
        ('game = "tiny"\n[[scenario]]\nplayers = 2\nexpect = {}', "scenario 1: expect is missing"),
        ('game = "tiny"\n[[scenario]]\nexpect = { count = 0 }', "scenario 1: players is missing"),
        ('game = "tiny"\n[[scenario]]\nplayers = 9\nexpect = { count = 0 }', "Tiny is for 2 or 3 players, not 9"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(text: str, said: str) -> None:
    with pytest.raises((BadPosition, BadOption)) as refused:
        read_scenarios(text, find)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ('moves = "0 first"', "scenario 1: moves must be a list of texts"),
        ("moves = [1]", "scenario 1: moves must be a list of texts"),
        ('rules = "TINY-1"', "scenario 1: rules must be a list of texts"),
        ('seed = "x"', "a seed is a whole number from 0, not 'x'"),
        ("seed = -1", "a seed is a whole number from 0, not -1"),
        ('position = "start"', "scenario 1: position must be a table, not 'start'"),
        ("options = [1]", "scenario 1: options must be a table, not [1]"),
        ('expect = { illegal = "no" }', "scenario 1: illegal is about the last move, and there are no moves"),
        ("expect = { illegal = true }", "scenario 1: illegal must be a part of the reason, not True"),
    ],
)
def test_a_malformed_field_is_named(field: str, said: str) -> None:
    expect = "" if field.startswith("expect") else "expect = { count = 0 }\n"
    with pytest.raises(ConurbError) as refused:
        read_scenarios(f'game = "tiny"\n[[scenario]]\nplayers = 2\n{expect}{field}', find)
    assert str(refused.value) == said


def test_a_scenario_has_a_name_and_rules() -> None:
    text = """
    [[scenario]]
    game = "tiny"
    rules = ["TINY-1", "TINY-2"]
    note = "a card is played face down"
    position = { players = 2 }
    expect = { count = 0 }

    [[scenario]]
    game = "tiny"
    players = 3
    expect = { count = 0 }
    """
    first, second = read_scenarios(text, find)
    assert (first.name, first.rules, first.players, first.seed) == (
        "a card is played face down",
        ("TINY-1", "TINY-2"),
        2,
        0,
    )
    assert (second.name, second.players) == ("scenario 2", 3)


def test_legal_texts_name_the_seat_where_several_must_act() -> None:
    state = Tiny().new(2, seed=1)
    assert legal_texts(state) == ["0 first", "0 second", "1 first", "1 second"]
    state.apply(0, 0)
    assert legal_texts(state) == ["first", "second"]


def test_dig() -> None:
    document = {"a": [{"b": [1, 2, 3]}, "text"]}
    assert dig(document, "") is document
    assert dig(document, "a.0.b.2") == 3
    assert dig(document, "a.0.b.-1") == 3
    assert dig(document, "a.0.b.#") == 3
    assert dig(document, "a.1") == "text"
