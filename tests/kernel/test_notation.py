"""Records as text: what is written is read back, and a line that cannot be read is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conurb.kernel import notation
from conurb.kernel.checks import BadRecord
from conurb.kernel.record import Entry, Record, commitment
from conurb.kernel.state import HOST
from tests.kernel.test_record import RECORD

TEXT = """game: tiny
players: 2
names: ["Ada", "Noor (guest)"]
options: {"bell": true}
seed: 0xabc
engine: 1

# the first turn
0 first
1 second (clock)
host bell
0 high (bot:greedy)
"""


def test_a_record_goes_through_text() -> None:
    assert notation.read(notation.write(RECORD)) == RECORD


def test_text_is_read() -> None:
    record = notation.read(TEXT)
    assert (record.game, record.players, record.seed, record.options) == ("tiny", 2, 0xABC, {"bell": True})
    assert record.names == ["Ada", "Noor (guest)"]
    assert record.entries == RECORD.entries


def test_entries_as_lines() -> None:
    lines = ["0 choose O07 P11", "1 left P11 d5 (clock)", "host hurry"]
    entries = [Entry(0, "choose O07 P11"), Entry(1, "left P11 d5", "clock"), Entry(HOST, "hurry")]
    assert [notation.write_entry(entry) for entry in entries] == lines
    assert [notation.read_entry(line, "here") for line in lines] == entries


words = st.from_regex(r"[a-z0-9]{1,5}( [a-zA-Z0-9+-]{1,5}){0,3}", fullmatch=True)


@given(
    st.lists(st.builds(Entry, st.integers(-1, 2), words, st.sampled_from(["", "clock", "bot:greedy"]))),
    st.lists(st.text(), max_size=3),
    st.integers(0, 2**128),
)
def test_any_record_goes_through_text(entries: list[Entry], names: list[str], seed: int) -> None:
    record = Record("tiny", 3, seed, names=names, entries=entries, commitment=commitment(seed))
    assert notation.read(notation.write(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seed: 0xabc", "sede: 0xabc", "line 5: unknown heading 'sede': did you mean seed?"),
        ("seed: 0xabc", "seed: 0xabc\nseed: 7", "line 6: the heading seed is there already"),
        ("seed: 0xabc", "seed: abc", "seed: expected a whole number"),
        ("seed: 0xabc", "seed: 0x" + "f" * 5000, "seed: expected at most 256 bits, not 20000"),
        ("seed: 0xabc\n", "", "seed: expected a whole number"),
        ("players: 2", "players: two", "players: expected a whole number from 1, not 'two'"),
        ("players: 2", "players: \u00b2", "players: expected a whole number from 1, not '\u00b2'"),
        ("players: 2", "players: " + "2" * 5000, "players: expected a whole number from 1, not '222"),
        ("players: 2", "players: 0", "players: expected a whole number from 1, not 0"),
        ('{"bell": true}', "{bell}", "line 4: options is not valid JSON: '{bell}'"),
        ('{"bell": true}', "[1]", "options: expected an object"),
        ('["Ada", "Noor (guest)"]', '"Ada"', "names: expected a list of texts"),
        ("0 first", "first", "line 9: expected a seat and a move, such as '0 choose ...', not 'first'"),
        ("0 first", "0", "line 9: expected a seat and a move"),
        ("0 first", "0 first (clock) more", "line 9: expected a seat and a move"),
        ("0 first", "-1 first", "line 9: expected a seat and a move"),
        ("0 first", "0" * 5000 + " first", "line 9: expected a seat and a move"),
        ("0 first", "\u0660 first", "line 9: expected a seat and a move"),
        ("0 first", "2 first", "action 1: there is no seat 2"),
        ("0 high", "players: 3\n0 high", "line 12: expected a seat and a move"),  # headings come first
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(BadRecord) as refused:
        notation.read(TEXT.replace(old, new))
    assert str(refused.value).startswith(said)
