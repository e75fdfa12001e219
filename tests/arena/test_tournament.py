"""Many games, on any executor, kept and resumed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from conurb.arena import tournament
from conurb.arena.match import Outcome, Plan, play_match
from conurb.arena.results import BadResults, Journal, Results, read, write
from conurb.arena.tournament import cluster, play_all, processes
from conurb.kernel import ConurbError

PLAN = Plan("between-two-cities", ("greedy", "random"), seed=5)


def scores(outcomes: list[Outcome]) -> dict[int, list[int]]:
    return {outcome.number: [seat.score for seat in outcome.seats] for outcome in outcomes}


def played(executor: Executor | None, games: int = 4) -> dict[int, list[int]]:
    outcomes: list[Outcome] = []
    play_all(PLAN, range(games), executor, 2, outcomes.append)
    return scores(outcomes)


def test_every_executor_plays_the_same_games() -> None:
    alone = played(None)
    assert sorted(alone) == [0, 1, 2, 3]
    with ThreadPoolExecutor(2) as threads:
        assert played(threads) == alone
    with processes(2) as pool:
        assert played(pool) == alone


def test_a_real_cluster_of_two_workers_plays_the_same_games(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            local_directory=str(tmp_path),
        ) as workers,
        cluster(workers.scheduler_address) as (executor, count),
    ):
        assert count == 2
        assert played(executor) == played(None)


def test_no_scheduler_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(tournament, "SCHEDULER_SECONDS", 1.0)
    with pytest.raises(ConurbError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:1"), cluster("tcp://127.0.0.1:1"):
        raise AssertionError("there is none")


# --- results


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_results_come_back_as_they_were(tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    results = Results(PLAN, 3, [play_match(PLAN, number) for number in range(3)])
    results.outcomes[1].faults.append("game 1: something")
    write(results, tmp_path / f"r.{form}")
    assert read(tmp_path / f"r.{form}") == results
    assert [path.name for path in tmp_path.iterdir()] == [f"r.{form}"], "nothing is left beside it"


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_results_that_cannot_be_written_leave_nothing(tmp_path: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    target = tmp_path / f"r.{form}"
    target.mkdir()
    with pytest.raises(ConurbError, match=rf"r\.{form}: cannot be written: is a directory"):
        write(Results(PLAN, 1, [play_match(PLAN, 0)]), target)
    assert list(tmp_path.iterdir()) == [target]


def test_a_series_goes_on_where_it_stopped(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    journal = Journal(target, Results(PLAN, 4))
    assert journal.missing() == [0, 1, 2, 3]
    for number in (2, 0):
        journal.add(play_match(PLAN, number))
    with journal.path.open("a") as file:
        file.write('{"number": 1, "se')  # the power went
    again = Journal(target, Results(PLAN, 4))
    assert again.missing() == [1, 3]
    for number in again.missing():
        again.add(play_match(PLAN, number))
    again.finish(target)
    assert not again.path.exists()
    found = read(target)
    assert [outcome.number for outcome in found.outcomes] == [0, 1, 2, 3]
    assert scores(found.outcomes) == played(None)


def test_a_journal_of_another_series_is_not_taken_up(tmp_path: Path) -> None:
    Journal(tmp_path / "r.jsonl", Results(PLAN, 4))
    other = Plan("between-two-cities", ("greedy", "random"), seed=6)
    with pytest.raises(BadResults, match=r"other settings .*seed 5"):
        Journal(tmp_path / "r.jsonl", Results(other, 4))


def test_a_shorter_series_leaves_the_journal_of_a_longer_one_alone(tmp_path: Path) -> None:
    target = tmp_path / "r.jsonl"
    journal = Journal(target, Results(PLAN, 4))
    for number in (0, 3):
        journal.add(play_match(PLAN, number))
    before = journal.path.read_text()
    with pytest.raises(BadResults, match="begun for 4 games, and 2 of them are played; give --games 4 to go on"):
        Journal(target, Results(PLAN, 2))
    assert journal.path.read_text() == before
    assert Journal(target, Results(PLAN, 6)).missing() == [1, 2, 4, 5]


def test_a_journal_that_two_have_written_is_taken_up(tmp_path: Path) -> None:
    """As it could happen before there was a lock: a game twice, and a line within another."""
    target = tmp_path / "r.jsonl"
    journal = Journal(target, Results(PLAN, 3))
    game = play_match(PLAN, 1)
    journal.add(game)
    with journal.path.open("a") as file:
        file.write('{"number": 0, "se{"number": 2, "seed": 3}ed": 4}\n')
    journal.add(game)
    again = Journal(target, Results(PLAN, 3, [play_match(PLAN, 2)]))
    assert again.missing() == [0]
    assert sorted(scores(again.results.outcomes)) == [1, 2]


HEAD = json.dumps({"conurb arena": 1, "games": 1, "plan": PLAN.to_json()})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "hello",
        "[]",
        "{}",
        '{"conurb arena": 7, "games": 1, "plan": {}}',
        HEAD.replace("greedy", "gredy"),
        HEAD + "\n3",
        HEAD + '\n{"number": 1}',
    ],
)
def test_a_broken_file_of_results_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(content)
    with pytest.raises(ConurbError):
        read(path)
    if content:
        path.rename(tmp_path / "r.parquet")
        pytest.importorskip("pyarrow")
        with pytest.raises(BadResults, match="cannot be read as Parquet"):
            read(tmp_path / "r.parquet")


def spoilt(change: Callable[[dict[str, Any]], object]) -> str:
    """Results of one game, of which something was changed by hand."""
    game = json.loads(json.dumps(play_match(PLAN, 0).to_json()))
    change(game)
    return f"{HEAD}\n{json.dumps(game)}\n"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "there is nothing in it"),
        ("{}", "conurb arena is missing"),
        ("[]", "expected an object with conurb arena, not []"),
        ('{"conurb arena": 7}', "of format 7"),
        (HEAD.replace('"seed"', '"sead"'), "seed is missing"),
        (HEAD.replace('"greedy"', '"gredy"'), "did you mean greedy"),
        (spoilt(lambda game: game["seats"][0].pop("score")), "game 0: score is missing"),
        (spoilt(lambda game: game["seats"][0].update(rank="1")), "rank: expected a whole number, not '1'"),
        (spoilt(lambda game: game["seats"][1].update(score=float("nan"))), "score: expected a whole number, not nan"),
        (spoilt(lambda game: game["seats"][1].update(picks=[3])), "picks: expected numbers by name"),
        (spoilt(lambda game: game["seats"].pop()), "its seats are not those of the plan"),
        (spoilt(lambda game: game["seats"][0].update(bot="search")), "its seats are not those of the plan"),
        (spoilt(lambda game: None) + json.dumps(play_match(PLAN, 0).to_json()), "game 0 is there twice"),
    ],
)
def test_what_is_wrong_with_results_is_said(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(content)
    with pytest.raises(BadResults, match=re.escape(complaint)) as told:
        read(path)
    assert str(told.value).startswith(f"{path}: ")


def test_what_is_wrong_with_parquet_is_said(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "r.parquet"
    write(Results(PLAN, 1, [play_match(PLAN, 0)]), path)
    table = parquet.read_table(path)
    texts = table.set_column(table.column_names.index("rank"), "rank", arrow.array(["first", "second"]))
    parquet.write_table(texts, path)
    with pytest.raises(BadResults, match="game 0: rank: expected a whole number, not 'first'"):
        read(path)
    parquet.write_table(table.drop_columns(["score"]), path)
    with pytest.raises(BadResults, match="the column score is missing"):
        read(path)
    parquet.write_table(table.replace_schema_metadata({}), path)
    with pytest.raises(BadResults, match="the plan of the series is missing"):
        read(path)


def test_a_parquet_file_of_something_else_is_refused(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"a": [1]}), tmp_path / "a.parquet")
    with pytest.raises(BadResults, match="no results of conurb arena"):
        read(tmp_path / "a.parquet")
