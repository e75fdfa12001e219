"""Data sets: written once whatever interrupts, and read back as they were played."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from conurb.cli.arguments import Parser
from conurb.cli.dataset import add_dataset, plan_of
from conurb.kernel.checks import BadOption, ConurbError
from conurb.lab import dataset
from conurb.lab.dataset import BadDataset, Dataset, Plan
from conurb.lab.table import Table
from tests.cli.support import conurb, fault
from tests.lab.settings import SMALL

PLAN = Plan("between-two-cities", 3, games=5, bots=("random",) * 3, seed=7, games_a_shard=2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    dataset.write(PLAN, tmp_path / "cities")
    return tmp_path / "cities"


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_what_is_written_is_what_was_played(game: str, players: int, tmp_path: Path) -> None:
    """The actions lead through exactly the observations and masks that stand beside them, to the outcome."""
    plan = Plan(game, players, games=1, bots=("random",) * players, seed=3)
    rows = dataset.write(plan, tmp_path / "data")
    table = Table(game, players)
    table.deal(dataset.game_seed(3, 0))
    data = Dataset(tmp_path / "data")
    assert len(data) == rows
    step = 0
    outcomes = {}
    for batch in data.batches(100):
        for k in range(len(batch["action"])):
            seat = int(batch["seat"][k])
            assert batch["step"][k] == step
            assert seat == table.state.next_seat()
            looked = table.look(seat)
            np.testing.assert_array_equal(batch["observation"][k], looked["observation"].astype(np.float32))
            np.testing.assert_array_equal(batch["action_mask"][k], looked["action_mask"])
            table.act(seat, int(batch["action"][k]))
            outcomes[seat] = float(batch["outcome"][k])
            step += 1
    assert table.returns is not None
    assert outcomes == pytest.approx(dict(enumerate(table.returns)))


def test_a_data_set_goes_on_where_it_stopped(folder: Path, tmp_path: Path) -> None:
    whole = [path.read_bytes() for path in sorted(folder.glob("*.parquet"))]
    other = tmp_path / "other"
    assert dataset.begin(PLAN, other) == [0, 1, 2]
    dataset.write_shard(PLAN, other, 1)
    with pytest.raises(BadDataset, match="2 of 3 shards"):
        dataset.finish(PLAN, other)
    with pytest.raises(BadDataset, match="not complete"):
        Dataset(other)
    assert dataset.begin(PLAN, other) == [0, 2]
    dataset.write(PLAN, other)
    assert [path.read_bytes() for path in sorted(other.glob("*.parquet"))] == whole
    assert dataset.write(PLAN, other) == 0


def test_another_data_set_is_never_mixed_in(folder: Path, tmp_path: Path) -> None:
    other = Plan("between-two-cities", 3, games=5, bots=("random",) * 3, seed=8, games_a_shard=2)
    with pytest.raises(BadDataset, match="with other seed"):
        dataset.begin(other, folder)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    with pytest.raises(BadDataset, match="is not empty"):
        dataset.begin(PLAN, tmp_path / "full")
    with pytest.raises(BadDataset, match="no data set"):
        Dataset(tmp_path)
    (folder / dataset.MANIFEST).write_text(json.dumps({**PLAN.to_json(), "form": 99}))
    with pytest.raises(BadDataset, match="form 99"):
        Dataset(folder)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"games": "many"}, "games: expected a number from 1, not 'many'"),
        ({"games_a_shard": 0}, "games_a_shard: expected a number from 1, not 0"),
        ({"players": True}, "players: expected a number from 1, not True"),
        ({"bots": "random"}, "bots: expected a list of texts, not 'random'"),
        ({"options": [1]}, r"options: expected an object, not \[1\]"),
        ({"seed": None}, "seed: expected a whole number, not None"),
        ({"form": "old"}, "form: expected a whole number, not 'old'"),
    ],
)
def test_a_manifest_that_was_changed_by_hand_is_refused(
    change: dict[str, object], complaint: str, folder: Path
) -> None:
    (folder / dataset.MANIFEST).write_text(json.dumps({**PLAN.to_json(), **change}))
    with pytest.raises(BadDataset, match=rf"dataset\.json: {complaint}"):
        Dataset(folder)
    assert complaint.replace("\\", "") in fault("dataset", "between-two-cities", "--out", folder)


@pytest.mark.parametrize("content", ["[]", "3", "{}", "{", "[" * 100_000])
def test_a_manifest_that_is_none_is_refused(content: str, folder: Path) -> None:
    (folder / dataset.MANIFEST).write_text(content)
    with pytest.raises(BadDataset, match="is no data set"):
        Dataset(folder)


def test_a_shard_that_cannot_be_written_leaves_nothing(folder: Path) -> None:
    shard = folder / "shard-00000.parquet"
    shard.unlink()
    shard.mkdir()
    there = sorted(folder.iterdir())
    with pytest.raises(ConurbError, match=r"shard-00000\.parquet: cannot be written: is a directory"):
        dataset.write_shard(PLAN, folder, 0)
    assert sorted(folder.iterdir()) == there


def test_a_data_set_grows(folder: Path, tmp_path: Path) -> None:
    """More games of the same: what is there stays, but for a last shard that was not full."""
    longer = replace(PLAN, games=8)
    full = [(folder / f"shard-0000{shard}.parquet").stat().st_mtime_ns for shard in range(2)]
    assert dataset.begin(longer, folder) == [2, 3]
    assert dataset.begin(longer, folder) == [2, 3], "also after it was stopped"
    dataset.write(longer, folder)
    assert full == [(folder / f"shard-0000{shard}.parquet").stat().st_mtime_ns for shard in range(2)]
    dataset.write(longer, tmp_path / "whole")
    for path in (tmp_path / "whole").iterdir():
        assert path.read_bytes() == (folder / path.name).read_bytes()
    with pytest.raises(BadDataset, match="was begun for 8 games of this data set, and 4 of its 4 shards are written"):
        dataset.begin(PLAN, folder)


def test_a_data_set_of_which_nothing_is_written_may_become_smaller(tmp_path: Path) -> None:
    dataset.begin(replace(PLAN, games=60), tmp_path / "cities")
    assert dataset.begin(PLAN, tmp_path / "cities") == [0, 1, 2]
    assert dataset.read_plan(tmp_path / "cities").games == 5


def test_what_was_left_by_somebody_who_was_killed_is_swept_away(folder: Path) -> None:
    (folder / "shard-00001.parquet").unlink()
    for name in ("shard-00001.parquet", dataset.MANIFEST, dataset.CARD):
        (folder / f".{name}.4711").write_text("half")
    assert dataset.begin(PLAN, folder) == [1]
    assert not list(folder.glob(".*"))


def test_groups_hold_several_games_and_shuffling_mixes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "ROWS_A_GROUP", 100)  # a game has 63 decisions
    monkeypatch.setattr(dataset, "GROUPS_MIXED", 4)
    dataset.write(replace(PLAN, games=8, games_a_shard=4), tmp_path / "cities")
    data = Dataset(tmp_path / "cities")
    assert [len(batch["action"]) for batch in data._groups(None, data.files)] == [100, 100, 52] * 2
    orders = []
    for epoch in (0, 1, 0):
        batches = list(data.batches(50, shuffle=1, epoch=epoch))
        assert len(set(batches[0]["game"].tolist())) >= 4
        rows = [row for batch in batches for row in zip(batch["game"].tolist(), batch["step"].tolist(), strict=True)]
        assert sorted(rows) == [(game, step) for game in range(8) for step in range(63)]
        orders.append(rows)
    assert orders[0] == orders[2] != orders[1]


def test_batches_refuse_at_once(folder: Path) -> None:
    data = Dataset(folder)
    for wrong, complaint in (
        ({"size": 0}, "size"),
        ({"workers": 0}, "workers: expected a number from 1, not 0"),
        ({"worker": 5, "workers": 2}, "worker: of 2 workers the numbers are 0 to 1, not 5"),
        ({"worker": -1}, "worker: of 1 workers"),
        ({"shuffle": -1}, "seed"),
        ({"shuffle": 1, "epoch": -1}, "seed"),
        ({"size": 2.5}, "size: expected a whole number"),
    ):
        with pytest.raises(BadOption, match=complaint):
            data.batches(**wrong)


def test_a_damaged_shard_is_named(folder: Path) -> None:
    second = folder / "shard-00001.parquet"
    whole = second.read_bytes()
    data = Dataset(folder)
    for spoilt in (whole[:100], b"PAR1" + b"\0" * (len(whole) // 2) + whole[4 + len(whole) // 2 :]):
        second.write_bytes(spoilt)
        with pytest.raises(BadDataset, match=r"shard-00001\.parquet is damaged: remove it"):
            list(data.batches(64))
    second.write_bytes(b"")
    with pytest.raises(BadDataset, match="is damaged"):
        len(data)
    with pytest.raises(BadDataset, match="is damaged"):
        dataset.finish(PLAN, folder)
    pq.write_table(pq.read_table(second.with_name("shard-00002.parquet")).replace_schema_metadata({}), data.files[0])
    with pytest.raises(BadDataset, match=r"shard-00000\.parquet is damaged"):
        Dataset(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"players": 9}, "players"), ({"bots": ("random",)}, "3 seats"), ({"games": 0}, "games"), ({"game": "go"}, "go")],
)
def test_plans_are_checked(change: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        Plan(**{**PLAN.to_json(), "bots": PLAN.bots, **change}).check()


def test_the_data_card_says_what_is_in_it(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    rows = len(Dataset(folder))
    for part in (
        "Between Two Cities, 3 players: 5 games",
        f"decisions: {rows}",
        "seed: 7",
        "| `cities` | 3 x 9 x 7 x 7 |",
    ):
        assert part in card
    columns = pq.read_schema(folder / "shard-00000.parquet").names
    assert all(f"| `{name}` |" in card for name in columns)


def test_the_data_card_says_how_to_make_it_again(tmp_path: Path) -> None:
    """What it prints, typed into a shell, is read as the very plan of the data."""
    options = {"prosperity": True, "starting_order": [1, 0], "expo_cubes": "plant"}
    plan = Plan("the-capitals", 2, games=1, bots=("random", "greedy"), seed=7, games_a_shard=3, options=options)
    dataset.write(plan, tmp_path / "capitals")
    (printed,) = re.findall("to make it again: `(.*)`", (tmp_path / "capitals" / "README.md").read_text())
    program, command, *words = shlex.split(printed)
    parser = Parser()
    add_dataset(parser)
    assert (program, command) == ("conurb", "dataset")
    assert plan_of(parser.parse_args(words)) == plan


def test_batches(folder: Path) -> None:
    data = Dataset(folder)
    plain = list(data.batches(64))
    assert [len(batch["action"]) for batch in plain[:-1]] == [64] * (len(plain) - 1)
    assert sum(len(batch["action"]) for batch in plain) == len(data)
    keys = [key for batch in plain for key in zip(batch["game"].tolist(), batch["step"].tolist(), strict=True)]
    assert keys == sorted(keys)
    mixed = [
        key
        for batch in data.batches(64, shuffle=1)
        for key in zip(batch["game"].tolist(), batch["step"].tolist(), strict=True)
    ]
    assert mixed != keys
    assert sorted(mixed) == keys
    halves = [
        {int(game) for batch in data.batches(64, worker=worker, workers=2) for game in batch["game"]}
        for worker in range(2)
    ]
    assert halves[0] | halves[1] == set(range(5))
    assert not halves[0] & halves[1]
    assert data.parts(plain[0])["cities"].shape == (64, 3, 9, 7, 7)


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
@pytest.mark.parametrize("workers", [0, pytest.param(2, marks=pytest.mark.long)])
def test_pytorch_reads_the_same(folder: Path, workers: int) -> None:
    from torch.utils.data import DataLoader

    data = Dataset(folder)
    loader = DataLoader(data.torch(32, shuffle=3), batch_size=None, num_workers=workers)
    rows = sum(len(batch["action"]) for batch in loader)
    assert rows == len(data)


# --- the command


def test_the_command(tmp_path: Path) -> None:
    out = tmp_path / "cities"
    words = ("dataset", "between-two-cities", "--games", "3", "--players", "3", "--bots", "random", "--out", str(out))
    first = json.loads(conurb(*words, "--seed", "7", "--games-a-shard", "2", "--json").out)
    assert first["shards"] == 2
    assert first["rows"] == len(Dataset(out)) == 3 * 63
    # Without a seed it goes on with the one it began with.
    again = conurb(*words, "--games-a-shard", "2").out
    assert "Shards that were there already: 2" in again


def test_ctrl_c_stops_and_the_same_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "cities"
    words = ("dataset", "between-two-cities", "--games", "3", "--bots", "random", "--games-a-shard", "1", "--out", out)
    play = dataset.play

    def stop_at_the_second(plan: Plan, table: Table, number: int) -> Iterator[dict[str, Any]]:
        if number == 1:
            raise KeyboardInterrupt
        return play(plan, table, number)

    monkeypatch.setattr(dataset, "play", stop_at_the_second)
    done = conurb(*words)
    assert done.status == 130
    assert "1 of 3 shards are written. The same command goes on" in done.err
    assert sorted(path.name for path in out.iterdir()) == ["dataset.json", "shard-00000.parquet"]
    monkeypatch.setattr(dataset, "play", play)
    assert "Shards that were there already: 1" in conurb(*words).out


def test_the_command_refuses(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "d")
    assert "unknown bot" in fault("dataset", "prosperity", "--bots", "grandmaster", *out)
    assert "--jobs" in fault("dataset", "prosperity", "--jobs", "0", *out)
    assert "--games: expected a number from 1" in fault("dataset", "prosperity", "--games", "0", *out)
    assert "--games-a-shard: expected a number" in fault("dataset", "prosperity", "--games-a-shard", "0", *out)
    assert "there is no folder" in fault("dataset", "prosperity", "--out", tmp_path / "d" / "d")
    (tmp_path / "file").touch()
    assert "file is no folder" in fault("dataset", "prosperity", "--out", tmp_path / "file")
    assert not (tmp_path / "d").exists()
