"""Records as JSON: everything that can be wrong with one is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conurb.kernel.checks import BadRecord
from conurb.kernel.record import ENGINE, Entry, Record, commitment, from_json, loads, read_seed
from conurb.kernel.state import HOST

RECORD = Record(
    game="tiny",
    players=2,
    seed=0xABC,
    options={"bell": True},
    data="tiny",
    names=["Ada", "Noor (guest)"],
    start={"players": 2},
    entries=[Entry(0, "first"), Entry(1, "second", "clock"), Entry(HOST, "bell"), Entry(0, "high", "bot:greedy")],
    result={"scores": [1, 2], "ranking": [2, 1], "hash": "0f"},
    commitment=commitment(0xABC),
)


def test_a_record_goes_through_json() -> None:
    assert loads(RECORD.dumps()) == RECORD
    assert from_json(RECORD.to_json()) == RECORD
    assert json.loads(RECORD.dumps()) == RECORD.to_json()


def test_a_record_without_actions_goes_through_json() -> None:
    empty = Record("tiny", 2, 0, commitment=commitment(0))
    assert loads(empty.dumps()) == empty


@given(
    st.lists(st.builds(Entry, st.integers(-1, 2), st.text(min_size=1), st.text())),
    st.integers(0, 2**128),
    st.lists(st.text(), max_size=3),
)
def test_any_record_goes_through_json(entries: list[Entry], seed: int, names: list[str]) -> None:
    record = Record("tiny", 3, seed, names=names, entries=entries, commitment=commitment(seed))
    assert loads(record.dumps()) == record


def test_an_action_is_a_line_so_that_records_compare_well() -> None:
    lines = RECORD.dumps().splitlines()
    assert '    {"seat": 1, "move": "second", "by": "clock"},' in lines
    assert '    {"seat": -1, "move": "bell"},' in lines


def test_a_commitment_is_made_where_none_was_kept() -> None:
    assert Record("tiny", 2, 7).to_json()["commitment"] == commitment(7)


def test_a_commitment_tells_one_seed_from_all_others() -> None:
    assert len({commitment(seed) for seed in range(1000)}) == 1000
    # printf 'conurb seed 0x7' | sha256sum
    assert commitment(7) == "5360f74e7e2865740523d877ae53a79ff9d6e443690c60bab99199fefde58486"


def changed(**changes: object) -> dict[str, Any]:
    return {**RECORD.to_json(), **changes}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in RECORD.to_json().items() if key != name}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (None, "not a record: expected a JSON object"),
        ([], "not a record: expected a JSON object"),
        (changed(seeed=1), "unknown field 'seeed': did you mean seed?"),
        (without("conurb"), "conurb: expected 1, the format of this version, not None"),
        (changed(conurb=2), "conurb: expected 1, the format of this version, not 2"),
        (changed(conurb=True), "conurb: expected 1, the format of this version, not True"),
        (changed(game=7), "game: expected a text, not 7"),
        (without("players"), "players: expected a whole number from 1, not None"),
        (changed(players=0), "players: expected a whole number from 1, not 0"),
        (changed(players="2"), "players: expected a whole number from 1, not '2'"),
        (changed(players=True), "players: expected a whole number from 1, not True"),
        (changed(names="Ada"), "names: expected a list of texts"),
        (changed(names=["Ada"] * 5), "names: expected at most 2, one for each player, not 5"),
        (changed(names=["Ada", 7]), "names: expected a list of texts"),
        (changed(options=[]), "options: expected an object"),
        (without("seed"), "seed: expected a whole number, such as 7 or 0x1f, not None"),
        (changed(seed=-1), "seed: expected a whole number, such as 7 or 0x1f, not -1"),
        (changed(seed="x1f"), "seed: expected a whole number, such as 7 or 0x1f, not 'x1f'"),
        (changed(seed=1.5), "seed: expected a whole number, such as 7 or 0x1f, not 1.5"),
        (changed(seed="0x" + "f" * 5000), "seed: expected at most 256 bits, not 20000"),
        (changed(seed=2**256), "seed: expected at most 256 bits, not 257"),
        (changed(commitment=None), "commitment: expected a text, not None"),
        (changed(data=1), "data: expected a text, not 1"),
        (changed(engine=1), "engine: expected a text, not 1"),
        (changed(start=[1]), "start: expected a position"),
        (without("actions"), "actions: expected a list"),
        (changed(actions={}), "actions: expected a list"),
        (changed(actions=["first"]), "action 1: expected an object with seat, move and by"),
        (changed(actions=[{"seat": 0, "move": "first", "why": 1}]), "action 1: expected an object with"),
        (changed(actions=[{"seat": 0, "move": "first"}, {"seat": 2, "move": "x"}]), "action 2: there is no seat 2"),
        (changed(actions=[{"seat": -2, "move": "first"}]), "action 1: there is no seat -2"),
        (changed(actions=[{"move": "first"}]), "action 1: there is no seat None"),
        (changed(actions=[{"seat": True, "move": "first"}]), "action 1: there is no seat True"),
        (changed(actions=[{"seat": 0}]), "action 1: move and by must be texts"),
        (changed(actions=[{"seat": 0, "move": "first", "by": 7}]), "action 1: move and by must be texts"),
        (changed(result=[]), "result: expected an object or null"),
    ],
)
def test_a_malformed_field_is_named(document: object, said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        loads(json.dumps(document))
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("name", ["names", "options", "commitment", "data", "start", "result"])
def test_these_fields_may_be_left_out(name: str) -> None:
    assert loads(json.dumps(without(name))).entries == RECORD.entries


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a record: line 1: Expecting value"),
        ('{\n"a": 1,,\n}', "not a record: line 2: "),
        ('{"seed": ' + "1" * 10_000 + "}", "not a record: it has a number that is too long"),
        ("[" * 100_000, "not a record: "),
    ],
)
def test_what_is_no_json_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        loads(text)
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(("seed", "number"), [(7, 7), ("7", 7), ("0x1f", 31), (0, 0), ("0x" + "f" * 32, 2**128 - 1)])
def test_seeds(seed: object, number: int) -> None:
    assert read_seed(seed) == number


def test_the_engine_is_written_down() -> None:
    assert RECORD.to_json()["engine"] == ENGINE
