"""`conurb simulate`."""

import csv
import json
import signal
import sys
from pathlib import Path
from statistics import fmean

import pytest

from conurb import games
from conurb.arena.match import derived
from conurb.cli.simulate import game_seed
from conurb.kernel.rng import Rng
from tests.cli.support import GAME, at_terminal, conurb, fault, program

SMALL = ("simulate", GAME, "--players", "3", "--seed", "7")


def test_the_summary_adds_up(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    summary = json.loads(conurb(*SMALL, "--games", "6", "--out", out, "--json").out)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows) == 6 * 3
    assert list(rows[0]) == ["game", "seed", "seat", "bot", "score", "rank", "moves"]
    assert (summary["games"], summary["players"], summary["seed"]) == (6, 3, 7)
    for seat in summary["seats"]:
        mine = [row for row in rows if row["seat"] == seat["seat"]]
        assert seat["wins"] == sum(1 for row in mine if row["rank"] == 1)
        assert seat["mean"] == round(fmean(row["score"] for row in mine), 2)
        assert (seat["min"], seat["max"]) == (min(row["score"] for row in mine), max(row["score"] for row in mine))
    assert summary["moves"] == {"mean": 63.0, "min": 63, "max": 63}


def test_random_games_are_the_engine_s_own() -> None:
    summary = json.loads(conurb(*SMALL, "--games", "1", "--json").out)
    state = games.get(GAME).new(3, seed=game_seed(7, 0))
    state.playout(Rng(derived(game_seed(7, 0), "players")))
    assert [seat["max"] for seat in summary["seats"]] == state.scores()


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    files = []
    for jobs in ("1", "2"):
        files.append(tmp_path / f"{jobs}.csv")
        done = program(*SMALL, "--games", "3", "--bots", "greedy,random,random", "--jobs", jobs, "--out", files[-1])
        assert done.status == 0, done.err
    assert files[0].read_text() == files[1].read_text()
    with files[0].open() as file:
        rows = list(csv.DictReader(file))
    assert [row["bot"] for row in rows[:3]] == ["greedy", "random", "random"]


def test_bots_are_summed_up_too() -> None:
    out = conurb(*SMALL, "--games", "2", "--bots", "greedy,random,random").out
    assert out.splitlines()[0] == "between-two-cities: 2 games, seed 7"
    heads = [line.split() for line in out.splitlines() if "Wins" in line]
    assert heads == [
        ["Seat", "Bot", "Wins", "Rate", "Mean", "SD", "Min", "Max"],
        ["Bot", "Wins", "Rate", "Mean", "SD", "Min", "Max"],
    ]
    assert "moves/s" in out
    summary = json.loads(conurb(*SMALL, "--games", "2", "--bots", "greedy,random,random", "--json").out)
    assert [entry["bot"] for entry in summary["bots"]] == ["greedy", "random"]
    assert sum(entry["wins"] for entry in summary["bots"]) >= 2


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "games.parquet"
    done = conurb(*SMALL, "--games", "4", "--out", file)
    assert done.out.endswith(f"Written: {file}\n")
    table = parquet.read_table(file)
    assert table.num_rows == 12
    assert table.column("seed").to_pylist()[0] == game_seed(7, 0)
    assert table.schema.metadata[b"game"] == GAME.encode()


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
def test_what_cannot_be_written_leaves_the_old_file(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / f"games.{form}"
    file.write_text("old")

    def full(path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet, "write_table", lambda table, path: full(path))
    monkeypatch.setattr(Path, "write_text", lambda path, text, encoding: full(path))
    assert f"{file}: cannot be written: no space left on device" in fault(*SMALL, "--games", "1", "--out", file)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_ctrl_c_does_not_wait_for_the_games_that_are_played() -> None:
    """Each process has a hundred games before it."""
    slow = ("--games", "4000", "--bots", "search", "--jobs", "2")
    with at_terminal(*SMALL, *slow) as keyboard:
        for _ in range(20):  # the bar is drawn ten times a second: by then the processes have begun
            keyboard.wait_for("/4000")
        keyboard.process.send_signal(signal.SIGINT)  # once is enough
        keyboard.wait_for("conurb: stopped")
        assert keyboard.status() == 130


def test_without_pyarrow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install -e '.[parquet]'" in fault(*SMALL, "--games", "1", "--out", tmp_path / "x.parquet")


def test_another_data_pack_reaches_the_processes(tmp_path: Path) -> None:
    pack = tmp_path / "box.toml"
    text = (games.get(GAME).folder / "data.toml").read_text()
    pack.write_text(text.replace("shop_line = [0, 2, 5, 10, 16]", "shop_line = [0, 9, 20, 40, 60]"))
    usual, richer = (
        json.loads(conurb(*SMALL, "--games", "2", "--json", *more).out) for more in ((), ("--data", str(pack)))
    )
    assert all(rich["mean"] > plain["mean"] for rich, plain in zip(richer["seats"], usual["seats"], strict=True))


def test_a_seed_is_drawn_and_told() -> None:
    first = json.loads(conurb("simulate", GAME, "--games", "1", "--json").out)
    again = json.loads(conurb("simulate", GAME, "--games", "1", "--json", "--seed", str(first["seed"])).out)
    assert again["seats"] == first["seats"]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--games", "0"), "--games: expected a number from 1, not 0"),
        (("--jobs", "0"), "--jobs: expected a number from 1, not 0"),
        (("--players", "1"), "players, not 1"),
        (("--bots", "greedy,random"), "one for each of the 3 seats, not 2"),
        (("--bots", "gredy"), "did you mean greedy?"),
        (("--out", "x.xlsx"), "must end in .parquet, .csv or .jsonl"),
        (("--out", "none/x.csv"), "there is no folder none"),
        (("--out", "folder.jsonl"), "folder.jsonl is a folder"),
        (("--option", "clock=-1"), "option clock"),
    ],
)
def test_mistakes_are_found_before_the_first_game(
    arguments: tuple[str, ...], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    monkeypatch.chdir(tmp_path)
    assert named in fault(*SMALL, *arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.jsonl"]
