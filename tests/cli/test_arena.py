"""`conurb arena`, `conurb report`, `conurb analyse`."""

from __future__ import annotations

import html
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conurb import games
from conurb.arena import report, results, tournament
from conurb.arena.alone import alone
from conurb.arena.match import Outcome, Plan, SeatOutcome, play_match
from conurb.cli.arena import add_arena, plan_of
from conurb.cli.arguments import Parser
from tests.arena.short_game import blunder
from tests.cli.support import GAME, PATIENCE, PROGRAM, at_terminal, conurb, fault

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


def test_ctrl_c_without_a_file_tells_of_the_games_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_at_the_second(plan: Plan, number: int) -> Outcome:
        if number == 1:
            raise KeyboardInterrupt
        return play_match(plan, number)

    monkeypatch.setattr(tournament, "play_match", stop_at_the_second)
    done = conurb("arena", *SERIES)
    assert done.status == 130
    assert f"{GAME}: 1 game, seed 7" in done.out
    assert "Stopped after 1 of 3 games; with --out" in done.err

    def stop_at_once(plan: Plan, number: int) -> Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "play_match", stop_at_once)
    done = conurb("arena", *SERIES)
    assert (done.status, done.out) == (130, "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("jobs", "by"), [("1", signal.SIGTERM), ("2", signal.SIGTERM), ("2", signal.SIGKILL)], ids=str)
def test_whoever_ends_the_arena_ends_its_programs(jobs: str, by: signal.Signals, tmp_path: Path) -> None:
    """The program writes down that it has begun, and never answers. As long as it lives, or a process of the arena
    does, it holds the error stream."""
    begun = tmp_path / "begun"
    bot = f'{sys.executable} -c \'import os, time; print(os.getpid(), file=open("{begun}", "w")); time.sleep(600)\''
    words = (GAME, "--seats", "mine,random", "--bot", f"mine={bot}", "--limit", "600", "--games", "4", "--jobs", jobs)
    with subprocess.Popen([*PROGRAM, "arena", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        end = time.monotonic() + PATIENCE
        while not (begun.exists() and begun.read_text().strip() and alive(int(begun.read_text()))):
            assert time.monotonic() < end
            time.sleep(0.05)
        process.send_signal(by)
        try:
            _, told = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    if by == signal.SIGKILL:
        assert process.returncode == -by
        return
    assert process.returncode == 130
    assert b"Stopped after 0 of 4 games" in told


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_program_of_ones_own_and_its_faults() -> None:
    bad = f"{sys.executable} -c 'import sys; sys.exit(1)'"
    done = conurb("arena", GAME, "--seats", "mine,random", "--games", "1", "--seed", "1", "--bot", f"mine={bad}")
    assert done.status == 0
    told = " ".join(done.out.split())
    assert re.search(r"mine does not work: it lost (\d+) of its \1 decisions, and the greedy bot made them", told)
    assert "Rating" not in done.out
    assert "Decisions that bots from outside lost" in done.out
    assert "exit status 1" in done.out
    mine, random = (line.split() for line in done.out.splitlines() if line.startswith(("mine  ", "random  ")))
    assert " Lost\n" in done.out
    assert int(mine[-1]) > int(random[-1]) == 0
    assert "Lost" not in conurb("arena", *SERIES).out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chess", "--seats", "greedy,random"), "unknown game"),
        ((GAME, "--seats", "greedy,gredy"), "did you mean greedy"),
        ((GAME, "--seats", "greedy"), "players, not 1"),
        ((GAME, "--seats", "greedy,random", "--games", "0"), "--games"),
        ((GAME, "--seats", "greedy,random", "--jobs", "0"), "--jobs"),
        ((GAME, "--seats", "greedy,random", "--seed", "x"), "--seed"),
        ((GAME, "--seats", "greedy,,random"), "before and after each comma"),
        ((GAME, "--seats", "greedy,random", "--cluster", ""), "address of a Dask scheduler"),
        ((GAME, "--seats", "greedy,random", "--bot", "mine"), "NAME=COMMAND"),
        ((GAME, "--seats", "greedy,random", "--bot", "greedy=cat"), "greedy is a bot of conurb"),
        ((GAME, "--seats", "mine,random", "--bot", "mine=cat", "--bot", "mine=tac"), "mine is there twice"),
        ((GAME, "--seats", "greedy,random", "--bot", "mine=cat"), "no seat is for mine"),
        ((GAME, "--seats", "mine,random", "--bot", "mine=/nope/xx"), "/nope/xx does not start"),
        ((GAME, "--seats", "mine,random", "--bot", "mine=cat", "--limit", "inf"), "at most a day"),
        ((GAME, "--seats", "mine,random", "--bot", "mine=cat", "--limit", "nan"), "at most a day"),
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


def test_a_shorter_series_does_not_cost_the_games_of_a_longer_one(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    seed = ("--seed", "7", "--jobs", "1", "--out", target)
    journal = results.Journal(target, results.Results(Plan(GAME, ("greedy", "random"), seed=7), 9))
    journal.add(play_match(journal.results.plan, 5))
    told = fault("arena", GAME, "--seats", "greedy,random", "--games", "2", *seed)
    assert "begun for 9 games, and 1 of them are played; give --games 9" in told
    assert journal.path.exists()
    assert not target.exists()


def test_the_same_series_is_not_played_twice_at_once(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    with alone(target):
        assert fault("arena", *SERIES, "--out", target).endswith(
            "r.jsonl: another conurb is writing it now; wait until that is done, or name another"
        )
        data = ("--games", "1", "--bots", "random", "--out", target)
        assert "another conurb is writing it" in fault("dataset", GAME, *data)
    (tmp_path / "r.jsonl.lock").touch()  # left behind by one that was killed
    assert conurb("arena", *SERIES, "--out", target).status == 0
    assert list(tmp_path.iterdir()) == [target]


def test_a_limit_for_programs_says_nothing_where_there_are_none(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    assert conurb("arena", *SERIES, "--out", target).status == 0
    assert conurb("arena", *SERIES, "--limit", "3", "--out", target).status == 0


def test_a_report_says_how_to_play_the_same_again(tmp_path: Path) -> None:
    """What it prints, typed into a shell, is read as the very plan of the results."""
    pack = tmp_path / "my box.toml"
    pack.write_text((games.get("the-capitals").folder / "data.toml").read_text())
    plan = Plan(
        "the-capitals",
        ("mine", "greedy"),
        seed=7,
        options={"prosperity": True, "starting_order": [1, 0], "expo_cubes": "plant"},
        pack=(pack.read_text(), str(pack)),
        programs={"mine": f"{sys.executable} -c 'input(\"it is <mine>\")'"},
        limit=2.5,
    )
    plan.check()
    seats = [SeatOutcome(bot, player, rank=1) for player, bot in enumerate(plan.bots)]
    page = report.report(results.Results(plan, 4, [Outcome(0, 1, 63, seats)]))
    (printed,) = re.findall(r"<code>(.*)</code>", page)
    program, command, *words = shlex.split(html.unescape(printed))
    parser = Parser()
    add_arena(parser)
    args = parser.parse_args(words)
    assert (program, command, args.games) == ("conurb", "arena", 4)
    assert plan_of(args) == plan


def test_more_games_than_can_be_counted_are_refused() -> None:
    assert "from 1 to 10,000,000" in fault("arena", GAME, "--seats", "greedy,random", "--games", "1000000000000")


def test_a_report_needs_results(tmp_path: Path) -> None:
    for form in ("jsonl", "parquet"):
        assert fault("report", tmp_path / f"none.{form}").endswith("there is no such file")
    (tmp_path / "r.jsonl").write_text("{}")
    assert "no results of conurb arena" in fault("report", tmp_path / "r.jsonl")
    (tmp_path / "r.html").write_text("{}")
    assert "no results of conurb arena" in fault("report", tmp_path / "r.html")
    (tmp_path / "folder.parquet").mkdir()
    assert "is a folder" in fault("report", tmp_path / "folder.parquet")


def test_a_page_never_replaces_what_it_is_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However its name is written; and what cannot be written is refused before the work."""
    monkeypatch.chdir(tmp_path)
    series, game = tmp_path / "r.jsonl", tmp_path / "game.json"
    assert conurb("arena", *SERIES, "--out", series).status == 0
    game.write_text(blunder().record.dumps())
    for command, option, source in (("report", "--out", series), ("analyse", "--html", game)):
        content = source.read_bytes()
        for name in (source, source.name, f"../{tmp_path.name}/{source.name}"):
            assert f"{option}: {name} is the file {source} itself" in fault(command, source, option, name)
        assert source.read_bytes() == content
        assert f"{option}: expected the name of a file" in fault(command, source, option, "")
        assert "is a folder" in fault(command, source, option, tmp_path)
        assert "there is no folder" in fault(command, source, option, tmp_path / "none" / "page.html")
    series.rename(tmp_path / "r.html")
    assert "name another" in fault("report", "r.html")


def test_a_series_that_is_not_complete_can_be_looked_at(tmp_path: Path) -> None:
    target, journal = tmp_path / "r.jsonl", tmp_path / "r.jsonl.part"
    assert conurb("arena", *SERIES, "--out", target).status == 0
    target.rename(journal)
    assert fault("report", target).endswith(f"{journal} holds what is played of it")
    journal.write_text(journal.read_text()[:-40])  # a game is just being written
    assert conurb("report", journal).status == 0
    assert '<b>2</b><span class="soft">games' in (tmp_path / "r.jsonl.html").read_text()


def test_analyse(tmp_path: Path) -> None:
    quick = ("--playouts", "1", "--iterations", "2")
    page, game = tmp_path / "game.html", tmp_path / "game.json"
    game.write_text(blunder().record.dumps())
    done = conurb("analyse", game, *quick, "--html", page)
    assert done.status == 0, done
    assert "Expected final scores" in done.out
    assert re.search(r"^Action 1, \w+: about \d+ % chance to win lost$", done.out, re.MULTILINE), done.out
    assert "played:" in done.out
    assert "better:" in done.out
    assert re.search(r"expected scores Bela [\d.]+, Noor [\d.]+, Ada [\d.]+; chance to win \d+ %", done.out)
    assert "<svg" in page.read_text()
    told = json.loads(conurb("analyse", game, *quick, "--json").out)
    assert told["actions"] == 1
    assert len(told["values"][0]["expected"]) == 3
    assert len(told["turning_points"]) == 1


def test_analyse_names_who_sits_there(tmp_path: Path) -> None:
    """Seats are drawn by lot: the first one is Bela's, and others move in the lines."""
    page, game = tmp_path / "game.html", tmp_path / "game.json"
    names = json.loads(conurb("replay", "examples/game.txt", "--at", "9", "--json").out)["names"]
    game.write_text(blunder().record.dumps())
    quick = ("--playouts", "1", "--iterations", "2")
    assert json.loads(conurb("analyse", game, *quick, "--json").out)["names"] == names == ["Bela", "Noor", "Ada"]
    done = conurb("analyse", game, *quick, "--html", page)
    assert re.search(r"^Bela .*\nNoor .*\nAda ", done.out, re.MULTILINE), done.out
    for words in (done.out, page.read_text()):
        assert re.search(r"(Bela|Noor|Ada): (choose|left|right)", words)
        assert not re.search(r"\b[0-2]: (choose|left|right)", re.sub(r"<svg.*?</svg>", "", words))


def test_analyse_says_moves_in_words(tmp_path: Path) -> None:
    """As the browser does; the notation goes along, since the record has it."""
    page, game = tmp_path / "game.html", tmp_path / "game.json"
    game.write_text(blunder().record.dumps())
    quick = ("--playouts", "1", "--iterations", "2")
    done = conurb("analyse", game, *quick, "--html", page)
    for words in (done.out, re.sub(r"<[^>]*>", " ", page.read_text())):
        for kind in ("played", "better"):
            assert re.search(rf"(?i){kind}:\s+Harbour, \w\d: house above office \+\d \(right XV03 \w\d\)", words), words
        assert "Ada: Viaduct, f3: music tavern above park +5 → Ada: Belfry" in words
        assert re.search(r"→ Bela: choose \w+ \w+ →", words), "what somebody else chooses in secret is imagined"


def test_what_cannot_be_analysed_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in fault("analyse", tmp_path / "none.json")
    assert "--playouts" in fault("analyse", "examples/game.txt", "--playouts", "0")
    assert "--iterations" in fault("analyse", "examples/game.txt", "--iterations", "-1")
