"""The text screen: what it shows, that it fits 80 columns, and that it needs no colour."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conurb import bots
from conurb.games.prosperity.show import terminal
from conurb.kernel.state import State
from conurb.words import LANGUAGES, Message, say
from tests.games.prosperity.support import GAME, load, tally
from tests.games.showing import printed

NAMES = ["Ada", "Noor", "Bartholomew the Elder", "Chiara"]


def screen(state: State, seat: int | None, **about: Any) -> str:
    return printed(terminal.screen(state.view(seat), NAMES[: int(state.players)]), **about)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [80, 120])
def test_every_moment_fits_the_width(players: int, width: int) -> None:
    state = GAME.new(players, {"countries": "mixed"}, 3)
    bot = bots.get("random", 3)
    while True:
        seat = int(state.next_seat())
        if state.count % 5 == 0 or seat < 0:
            for who in (None, max(0, seat)):
                lines = screen(state, who, width=width).splitlines()
                assert max(map(len, lines)) <= width
        if seat < 0:
            return
        state.apply(seat, bot.choose(state.view(seat)))


def test_every_choice_has_its_number() -> None:
    state = load(active=0, seats=[{"money": 900, "spaces": {"T1": ["U19"]}}])
    out = screen(state, 0)
    view: Any = state.view(0)
    for number, entry in enumerate(view["legal"], 1):
        if entry["kind"] == "buy" and entry["space"] is not None:
            assert re.search(rf" {number}:{entry['space']}\b", out)
        elif entry["kind"] == "buy":
            assert re.search(rf"{entry['tile']}.* {number}$", out, re.MULTILINE)
        else:
            assert re.search(rf"^ *{number} \w", out, re.MULTILINE)


def test_what_can_be_deduced_is_shown() -> None:
    """PRO-7.3, PRO-7.6"""
    out = " ".join(screen(load(drawn=["D01", "D03", "D05"]), 0).split())
    assert "Still to be called in 1970: ecology, research (by Nuclear Power Station, Polytechnic)." in out
    assert "E 8 Y 9 C 7 R 8 P 8" in out


def test_countries_show_printed_facilities_tiles_and_closed_spaces() -> None:
    out = screen(load(seats=[{"spaces": {"T2": ["U17"]}}]), 0)
    assert "P1 (Coal Fired Power Station) E+2" in out
    assert "T2 Toll Roads" in out
    assert "I3 closed (T1)" in out
    assert re.search(r"I5 ·", out)


def test_a_tally_shows_the_drawn_tile() -> None:
    """PRO-3.4"""
    out = screen(tally("research", {}), 0)
    assert "Drawn: Polytechnic. Everybody tallies research." in out


def test_the_triangle_is_marked() -> None:
    """PRO-5.5"""
    assert "17▲" in screen(load(seats=[{"discs": 17}]), 0)


def test_plain_terminals_get_plain_letters() -> None:
    for state in (load(seats=[{"discs": 17}]), tally("research", {}), load(phase="over")):
        screen(state, 0, encoding="ascii").encode("ascii")


def test_a_spectator_sees_no_choices() -> None:
    out = screen(load(), None)
    assert "Others decide now." in out
    assert "Revenue" not in out


def test_sheet() -> None:
    """PRO-6.10"""
    state = load(phase="final", seats=[{"score": 30, "money": 700, "research": {"energy": 9}}, {"score": 31}])
    out = printed(terminal.sheet(state.sheet(), NAMES))
    assert re.search(r"1 +Ada +30 +3 +3 +2 +0 +38 +0", out)
    assert out.endswith("The winner was decided by the score.\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_research_markers_of_everybody_are_in_sight_at_80_columns(language: str) -> None:
    """PRO-1.12"""
    seats = [{"research": {"energy": 24, "ecology": 19}, "money": 1250, "discs": 17, "score": 48}]
    view = load(players=2, seats=seats).view(0)
    lines = printed(terminal.screen(view, NAMES[:2], language)).splitlines()
    assert lines[2].endswith(" 24/6     19/5")
    heads = {language: say(Message("prosperity.label.head.ecology"), language) for language in LANGUAGES}
    assert lines[1].endswith(heads[language])


def test_tiles_too_dear_are_named_with_their_price() -> None:
    """PRO-4.2"""
    out = screen(load(active=0, display=["U01", "U18"]), 0)
    line = out.split("Too dear for now:\n")[1].splitlines()[0].replace("\N{MINUS SIGN}", "-")
    assert line == "    U01 Mega Skyscra. 600 € E-4 Y-1 C2 P2 U18 Wind Farm     200 € E+3"
