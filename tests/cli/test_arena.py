"""`conurb arena`, `conurb report`, `conurb analyse`."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from conurb.arena import results, tournament
from conurb.arena.match import Outcome, Plan, play_match
from tests.arena.short_game import blunder
from tests.cli.support import GAME, at_terminal, conurb, fault

SERIES = (GAME, "--seats", "greedy,random", "--games", "3", "--seed", "7", "--jobs", "1")


def test_a_series_is_played_kept_and_reported(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    done = conurb("arena", *SERIES, "--out", target)
    assert done.status == 0, done
    assert f"{GAME}: 3 games, seed 7" in done.out
    assert f"Written: {target}" in done.out
    # Complete results are told again, not played again.
    before = target.stat().st_mtime_ns
    assert conurb("arena", *SERIES, "--out", target).status == 0
    assert target.stat().st_mtime_ns == before
    assert conurb("report", target).status == 0
    assert "<svg" in (tmp_path / "r.html").read_text()


def test_a_summary_for_programs() -> None:
    summary = json.loads(conurb("arena", *SERIES, "--json").out)
    greedy, random = summary["bots"]
    assert greedy["win_rate"] == greedy["wins"] / 3
    assert greedy["interval"][0] < greedy["win_rate"] <= greedy["interval"][1]
    assert random["bot"] == "random"
    assert greedy["mean"] > random["mean"]
    assert summary["faults"] == []


def test_ctrl_c_stops_and_the_same_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "r.jsonl"
    real = play_match

    def stop_at_the_second(plan: Plan, number: int) -> Outcome:
        if number == 1:
            raise KeyboardInterrupt
        return real(plan, number)

    monkeypatch.setattr(tournament, "play_match", stop_at_the_second)
    done = conurb("arena", *SERIES, "--out", target)
    assert done.status == 130
    assert "Stopped after 1 of 3 games" in done.err
    assert not target.exists()
    monkeypatch.setattr(tournament, "play_match", real)
    done = conurb("arena", *SERIES, "--out", target)
    assert done.status == 0
    assert "Going on: 1 of 3" in done.err
    straight = conurb("arena", *SERIES, "--json")
    resumed = conurb("arena", *SERIES, "--out", target, "--json")
    timeless = [
        [{k: v for k, v in bot.items() if k != "ms"} for bot in json.loads(d.out)["bots"]] for d in (straight, resumed)
    ]
    assert timeless[0] == timeless[1]


def test_ctrl_c_in_earnest(tmp_path: Path) -> None:
    """A real signal to a real program with two processes; the bar shows how far it is."""
    target = tmp_path / "r.jsonl"
    many = (GAME, "--seats", "greedy,greedy", "--games", "5000", "--seed", "7", "--jobs", "2", "--out", target)
    with at_terminal("arena", *many) as keyboard:
        keyboard.wait_for("/5000")
        end = time.monotonic() + 60
        journal = tmp_path / "r.jsonl.part"
        while not journal.exists() or journal.read_text().count("\n") < 3:
            assert time.monotonic() < end
            time.sleep(0.05)
        keyboard.press_ctrl_c()
        keyboard.wait_for("the same command goes on")
        assert keyboard.status() == 130
    assert journal.exists()


def test_a_program_of_ones_own_and_its_faults() -> None:
    bad = f"{sys.executable} -c 'import sys; sys.exit(1)'"
    done = conurb("arena", GAME, "--seats", "mine,random", "--games", "1", "--seed", "1", "--bot", f"mine={bad}")
    assert done.status == 0
    assert "Decisions that bots from outside lost" in done.out
    assert "exit status 1" in done.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chess", "--seats", "greedy,random"), "unknown game"),
        ((GAME, "--seats", "greedy,gredy"), "did you mean greedy"),
        ((GAME, "--seats", "greedy"), "players, not 1"),
        ((GAME, "--seats", "greedy,random", "--games", "0"), "--games"),
        ((GAME, "--seats", "greedy,random", "--jobs", "0"), "--jobs"),
        ((GAME, "--seats", "greedy,random", "--seed", "x"), "--seed"),
        ((GAME, "--seats", "greedy,random", "--bot", "mine"), "NAME=COMMAND"),
        ((GAME, "--seats", "greedy,random", "--limit", "0"), "more than 0"),
        ((GAME, "--seats", "greedy,random", "--out", "r.csv"), ".parquet or .jsonl"),
        ((GAME, "--seats", "greedy,random", "--out", "nowhere/r.jsonl"), "no folder"),
        ((GAME, "--seats", "greedy,random", "--option", "x=1"), "unknown option"),
        ((GAME, "--seats", "greedy,random", "--jobs", "2", "--cluster", "tcp://x:1"), "exclude each other"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in fault("arena", *arguments)


def test_other_results_are_never_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    assert conurb("arena", *SERIES, "--out", target).status == 0
    other = [word if word != "7" else "8" for word in SERIES]
    assert "another series" in fault("arena", *other, "--out", target)


def test_a_longer_series_goes_on_from_the_games_that_are_there(tmp_path: Path) -> None:
    short, whole = tmp_path / "short.jsonl", tmp_path / "whole.jsonl"
    series = (GAME, "--seats", "greedy,random", "--seed", "7", "--jobs", "1")
    assert conurb("arena", *series, "--games", "2", "--out", short).status == 0
    done = conurb("arena", *series, "--games", "5", "--out", short)
    assert done.status == 0
    assert "2 of 5 games are played" in done.err
    assert conurb("arena", *series, "--games", "5", "--out", whole).status == 0
    found = [results.read(path) for path in (short, whole)]
    assert found[0].games == found[1].games == 5
    scores = [[[seat.score for seat in outcome.seats] for outcome in one.outcomes] for one in found]
    assert scores[0] == scores[1]
    assert not short.with_name("short.jsonl.part").exists()
    assert "5 games of this series already" in fault("arena", *series, "--games", "3", "--out", short)


def test_a_report_needs_results(tmp_path: Path) -> None:
    assert "cannot be read" in fault("report", tmp_path / "none.jsonl")
    (tmp_path / "r.jsonl").write_text("{}")
    assert "no results of conurb arena" in fault("report", tmp_path / "r.jsonl")
    (tmp_path / "r.html").write_text("{}")
    assert "the results itself" in fault("report", tmp_path / "r.html")


def test_analyse(tmp_path: Path) -> None:
    quick = ("--playouts", "1", "--iterations", "2")
    page, game = tmp_path / "game.html", tmp_path / "game.json"
    game.write_text(blunder().record.dumps())
    done = conurb("analyse", game, *quick, "--html", page)
    assert done.status == 0, done
    assert "Expected final scores" in done.out
    assert "played:" in done.out
    assert "better:" in done.out
    assert "<svg" in page.read_text()
    told = json.loads(conurb("analyse", game, *quick, "--json").out)
    assert told["actions"] == 1
    assert len(told["values"][0]["expected"]) == 3
    assert len(told["turning_points"]) == 1


def test_what_cannot_be_analysed_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in fault("analyse", tmp_path / "none.json")
    assert "--playouts" in fault("analyse", "examples/game.txt", "--playouts", "0")
    assert "--iterations" in fault("analyse", "examples/game.txt", "--iterations", "-1")
