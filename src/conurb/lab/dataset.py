"""Games as data for learning: written to Parquet in shards, read back in batches.

A data set is a folder: `dataset.json` says what it holds, `shard-00000.parquet` and so on hold the decisions, and
README.md is its data card. Each shard depends on the settings and its number alone, so writing can stop anywhere and
go on later; a shard is there as a whole or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

from conurb import bots as levels
from conurb import games
from conurb.arena.command import command
from conurb.arena.match import are_texts, is_number, is_text, take
from conurb.arena.results import is_object
from conurb.extras import need
from conurb.files import replacing, write_text
from conurb.kernel.batch import payoffs
from conurb.kernel.checks import BadOption, ConurbError, listing, whole_number
from conurb.kernel.game import Game, check_seed
from conurb.kernel.numbers import Layout
from conurb.kernel.record import ENGINE
from conurb.kernel.state import State

need("numpy", "dataset")
need("pyarrow", "dataset")

import numpy as np  # noqa: E402  # after the clear error
import pyarrow as pa  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from conurb.lab.arrays import parts_of  # noqa: E402
from conurb.lab.doors import whole  # noqa: E402
from conurb.lab.table import Table, bot_for, chance_of  # noqa: E402

MANIFEST = "dataset.json"
CARD = "README.md"
FORM = 2  # of the folder; goes up when the same plan gives other files
RANDOM = "random"
ROWS_A_GROUP = 1024  # decisions that are stored, and read, together: some games
GROUPS_MIXED = 8  # groups whose rows change places with each other when the data is shuffled
Batch = dict[str, NDArray[Any]]


class BadDataset(ConurbError):
    """A folder that is no data set, or another one."""


@dataclass(frozen=True)
class Plan:
    """What a data set holds; everything in it follows from this."""

    game: str
    players: int
    games: int
    bots: tuple[str, ...]  # a level for each seat
    seed: int
    games_a_shard: int = 100
    options: Mapping[str, object] | None = None
    form: int = FORM
    engine: str = ENGINE

    def check(self) -> Game:
        """The game, if all of this can be played."""
        game = games.get(self.game)
        game.check_players(self.players)
        game.options(self.options, self.players)
        if len(self.bots) != self.players:
            raise BadOption(f"bots: give one level for each of the {self.players} seats, not {len(self.bots)}")
        for level in self.bots:
            levels.get(level)
        for name in ("games", "games_a_shard"):
            if getattr(self, name) < 1:
                raise BadOption(f"{name}: expected a number from 1, not {getattr(self, name)}")
        return game

    @property
    def shards(self) -> int:
        return -(-self.games // self.games_a_shard)

    def numbers_of(self, shard: int) -> range:
        """The games of a shard."""
        return range(shard * self.games_a_shard, min((shard + 1) * self.games_a_shard, self.games))

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "bots": list(self.bots), "options": dict(self.options or {})}


def read_plan(folder: Path) -> Plan:
    """What the data set of a folder holds."""
    try:
        given = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise BadDataset(f"{folder} is no data set: there is no {MANIFEST} that can be read") from None
    try:
        return plan_from_json(given)
    except ValueError as error:
        raise BadDataset(f"{folder} is no data set that can be read: {MANIFEST}: {error}") from None


def plan_from_json(document: object) -> Plan:
    """What `Plan.to_json` wrote; ValueError says what is missing or wrong."""
    form = take(document, "form", "a whole number", is_number)
    if form != FORM:
        raise ValueError(f"it is of form {form}; this version reads form {FORM}")
    return Plan(
        **{name: take(document, name, "a text", is_text) for name in ("game", "engine")},
        **{name: take(document, name, "a number from 1", is_count) for name in ("players", "games", "games_a_shard")},
        bots=tuple(take(document, "bots", "a list of texts", are_texts)),
        seed=take(document, "seed", "a whole number", is_number),
        options=take(document, "options", "an object", is_object),
    )


def is_count(value: object) -> bool:
    return (whole_number(value) or 0) > 0


# --- writing


def shard_path(folder: Path, shard: int) -> Path:
    return folder / f"shard-{shard:05}.parquet"


def begin(plan: Plan, folder: Path) -> list[int]:
    """Make the folder, or recognise it and let it grow; the shards that are still to be written."""
    plan.check()
    if folder.exists() and not folder.is_dir():
        raise BadDataset(f"{folder} is no folder")
    if (folder / MANIFEST).exists():
        _go_on(plan, read_plan(folder), folder)
    elif folder.exists() and any(folder.iterdir()):
        raise BadDataset(f"{folder} is not empty and holds no data set")
    elif not folder.absolute().parent.is_dir():
        raise BadDataset(f"{folder}: there is no folder {folder.parent}")
    else:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise BadDataset(f"{folder}: cannot be made: {error.strerror or error}") from None
        _write_manifest(plan, folder)
    return [shard for shard in range(plan.shards) if not shard_path(folder, shard).exists()]


def _go_on(plan: Plan, there: Plan, folder: Path) -> None:
    """Refuse another data set; where more games are wanted of the same, only a last shard that is not full goes."""
    wanted, found = (json.loads(json.dumps(replace(each, games=0).to_json())) for each in (plan, there))
    differing = [name for name in wanted if wanted[name] != found.get(name)]
    if differing:
        raise BadDataset(f"{folder} holds another data set, with other {listing(differing, 'and')}")
    written = sum(shard_path(folder, shard).exists() for shard in range(there.shards))
    if written and there.games > plan.games:
        raise BadDataset(
            f"{folder} was begun for {there.games} games of this data set, and {written} of its {there.shards} shards "
            "are written; ask for as many games or more, or name another folder"
        )
    sweep(folder)
    if there.games != plan.games:
        if there.games % there.games_a_shard:
            shard_path(folder, there.shards - 1).unlink(missing_ok=True)
        _write_manifest(plan, folder)


def _write_manifest(plan: Plan, folder: Path) -> None:
    write_text(folder / MANIFEST, json.dumps(plan.to_json(), indent=2) + "\n")


def sweep(folder: Path) -> None:
    """Remove what those who were stopped, or killed, had begun to write."""
    for name in ("shard-*.parquet", MANIFEST, CARD):
        for path in folder.glob(f".{name}.*"):
            path.unlink(missing_ok=True)


def write_shard(plan: Plan, folder: Path, shard: int) -> int:
    """Play the games of a shard and write them; the number of decisions."""
    table = Table(plan.game, plan.players, plan.options)
    schema = _schema(table)
    rows = 0
    decisions = chain.from_iterable(play(plan, table, number) for number in plan.numbers_of(shard))
    with (
        replacing(shard_path(folder, shard)) as beside,
        pq.ParquetWriter(beside, schema, compression="zstd") as writer,
    ):
        while group := list(islice(decisions, ROWS_A_GROUP)):
            writer.write_table(_columns(group, schema, table.observation_size))
            rows += len(group)
    return rows


def finish(plan: Plan, folder: Path) -> None:
    """Write the data card, once every shard is there."""
    missing = [shard for shard in range(plan.shards) if not shard_path(folder, shard).exists()]
    if missing:
        raise BadDataset(f"{folder}: {len(missing)} of {plan.shards} shards are still to be written")
    write_text(folder / CARD, data_card(plan, folder))


def write(plan: Plan, folder: Path) -> int:
    """The whole data set, or what is missing of it; the number of decisions written."""
    rows = sum(write_shard(plan, folder, shard) for shard in begin(plan, folder))
    finish(plan, folder)
    return rows


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of a data set."""
    return int.from_bytes(sha256(f"conurb dataset {seed} game {number}".encode()).digest()[:8], "big")


def play(plan: Plan, table: Table, number: int) -> Iterator[dict[str, Any]]:
    """Every decision of one game, with what became of it."""
    seed = game_seed(plan.seed, number)
    table.deal(seed)
    state = table.state
    players = [
        None if level == RANDOM else bot_for(level, seed, seat, table.data) for seat, level in enumerate(plan.bots)
    ]
    chance = chance_of(seed, "bots")
    decisions: list[dict[str, Any]] = []
    while not state.over():
        seat = int(state.next_seat())
        legal = state.legal(seat)
        observation = table.look(seat)["observation"].astype(np.float32)
        bot = players[seat]
        action = legal[chance.below(len(legal))] if bot is None else bot.choose(state.view(seat))
        decisions.append({"seat": seat, "observation": observation, "legal": legal, "action": action})
        state.apply(seat, action)
    yield from _with_outcomes(decisions, state, number)


def _with_outcomes(decisions: list[dict[str, Any]], state: State, number: int) -> Iterator[dict[str, Any]]:
    ranking, scores = state.ranking(), state.scores()
    paid = payoffs(ranking)
    for step, decision in enumerate(decisions):
        seat = decision["seat"]
        end = {"outcome": paid[seat], "place": ranking[seat], "score": scores[seat]}
        yield {"game": number, "step": step, "left": len(decisions) - step, **decision, **end}


def _schema(table: Table) -> Any:
    return pa.schema(
        [
            ("game", pa.int32()),
            ("step", pa.int32()),
            ("left", pa.int32()),
            ("seat", pa.int8()),
            ("observation", pa.list_(pa.float32(), table.observation_size)),
            ("legal", pa.list_(pa.int32())),
            ("action", pa.int32()),
            ("outcome", pa.float32()),
            ("place", pa.int8()),
            ("score", pa.int32()),
        ],
        metadata={"num_actions": str(table.num_actions), "layout": json.dumps(table.state.observation_layout())},
    )


def _columns(rows: Sequence[Mapping[str, Any]], schema: Any, size: int) -> Any:
    columns = []
    for field in schema:
        values = [row[field.name] for row in rows]
        if field.name == "observation":
            columns.append(pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(values)), size))
        else:
            columns.append(pa.array(values, field.type))
    return pa.Table.from_arrays(columns, schema=schema)


def data_card(plan: Plan, folder: Path) -> str:
    """What somebody must know who uses the data."""
    game = plan.check()
    table = Table(plan.game, plan.players, plan.options)
    rows = sum(opened(shard_path(folder, shard)).metadata.num_rows for shard in range(plan.shards))
    layout = "\n".join(f"| `{name}` | {' x '.join(map(str, shape))} |" for name, shape in layout_of(folder))
    return f"""# {game.title}, {plan.players} players: {plan.games:,} games

Decisions of games of {game.title} played by bots, for learning to play or to judge positions.

- games: {plan.games:,}, decisions: {rows:,}, shards: {plan.shards}
- players: {plan.players}; bots by seat: {", ".join(plan.bots)}
- options: {json.dumps(dict(plan.options or {})) if plan.options else "as the game sets them"}
- data pack: {game.data_hash(table.data)}
- seed: {plan.seed}; made with engine {plan.engine}
- to make it again: `{command_of(plan)}`

## Columns

| column | what |
|---|---|
| `game` | number of the game, from 0 |
| `step` | number of the decision within the game, from 0 |
| `left` | decisions from this one to the end of the game |
| `seat` | who decided |
| `observation` | {table.observation_size:,} numbers from -1 to 1: everything the seat knew, nothing it did not |
| `legal` | the codes of its legal actions, ascending, out of {table.num_actions:,} |
| `action` | what it did |
| `outcome` | what the end was worth to it, from -1 (behind everybody) to 1 (alone in front) |
| `place` | its final place, from 1 |
| `score` | its final score |

## Parts of the observation, in order

| part | shape |
|---|---|
{layout}

docs/lab.md of conurb explains every number.

## What it is not

The players are programs, so the data shows how programs play: their habits, not what is best and not what people do.
Decisions of one game belong together: split by `game`, never by row.
"""


def command_of(plan: Plan) -> str:
    """How the data set is made on the command line."""
    return command(
        "dataset",
        plan.game,
        plan.options or {},
        ("--games", plan.games),
        ("--players", plan.players),
        ("--bots", ",".join(plan.bots)),
        ("--seed", plan.seed),
        ("--games-a-shard", plan.games_a_shard),
    )


# --- reading


def layout_of(folder: Path) -> Layout:
    """The parts of the observations."""
    return [(name, tuple(shape)) for name, shape in json.loads(about(shard_path(folder, 0), b"layout"))]


def opened(path: Path) -> Any:
    """A shard; BadDataset if it is damaged."""
    try:
        return pq.ParquetFile(path)
    except (OSError, pa.ArrowException):
        raise damaged(path) from None


def damaged(path: Path) -> BadDataset:
    return BadDataset(f"{path} is damaged: remove it, and run the command that made the data set again")


def about(path: Path, name: bytes) -> Any:
    """What a shard says of itself under that name."""
    said = opened(path).schema_arrow.metadata or {}
    if name not in said:
        raise damaged(path)
    return said[name]


def joined(parts: Sequence[Batch]) -> Batch:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


class Dataset:
    """The decisions of a data set, a batch at a time; never more than some thousands of them in memory.

    `worker` and `workers` give every worker its own part of the files.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.plan = read_plan(self.folder)
        self.files = [shard_path(self.folder, shard) for shard in range(self.plan.shards)]
        missing = [path.name for path in self.files if not path.exists()]
        if missing:
            raise BadDataset(f"{self.folder} is not complete: {missing[0]} is missing; run the command again")
        self.layout = layout_of(self.folder)
        self.num_actions = int(about(self.files[0], b"num_actions"))

    def __len__(self) -> int:
        return sum(opened(path).metadata.num_rows for path in self.files)

    def batches(
        self, size: int = 256, *, shuffle: int | None = None, epoch: int = 0, worker: int = 0, workers: int = 1
    ) -> Iterator[Batch]:
        """Arrays of `size` decisions, the last ones fewer.

        `shuffle` is a seed, and every `epoch` has an order of its own: the groups of rows change places, and the rows
        of each eight that come after each other, some thousand decisions of different games. With `observation` and
        `action_mask` come all other columns but `legal`.
        """
        size, workers, worker = whole("size", size), whole("workers", workers), whole("worker", worker)
        if size < 1:
            raise BadOption(f"size: expected a number from 1, not {size}")
        if workers < 1:
            raise BadOption(f"workers: expected a number from 1, not {workers}")
        if not 0 <= worker < workers:
            raise BadOption(f"worker: of {workers} workers the numbers are 0 to {workers - 1}, not {worker}")
        chance = None if shuffle is None else np.random.default_rng([check_seed(shuffle), check_seed(epoch)])
        return self._batches(size, self._mixed(chance, self.files[worker::workers]))

    def _batches(self, size: int, groups: Iterator[Batch]) -> Iterator[Batch]:
        """The rows of the groups, so many at a time."""
        rest: list[Batch] = []
        for group in groups:
            rows = joined([*rest, group])
            count = len(rows["action"])
            full = count - count % size
            for start in range(0, full, size):
                yield {name: column[start : start + size] for name, column in rows.items()}
            rest = [{name: column[full:] for name, column in rows.items()}] if full < count else []
        yield from rest

    def _mixed(self, chance: np.random.Generator | None, files: Sequence[Path]) -> Iterator[Batch]:
        """The groups of some files; with chance, several are joined and their rows mixed."""
        groups = self._groups(chance, files)
        if chance is None:
            yield from groups
            return
        while several := list(islice(groups, GROUPS_MIXED)):
            mixed = joined(several)
            order = chance.permutation(len(mixed["action"]))
            yield {name: column[order] for name, column in mixed.items()}

    def _groups(self, chance: np.random.Generator | None, files: Sequence[Path]) -> Iterator[Batch]:
        places = [(path, group) for path in files for group in range(opened(path).metadata.num_row_groups)]
        if chance is not None:
            chance.shuffle(places)
        for path, group in places:
            try:
                table = opened(path).read_row_group(int(group))
            except (OSError, pa.ArrowException):
                raise damaged(path) from None
            yield self._arrays(table)

    def _arrays(self, table: Any) -> Batch:
        arrays: Batch = {}
        for name in table.column_names:
            column = table.column(name).combine_chunks()
            if name == "observation":
                arrays[name] = column.flatten().to_numpy().reshape(len(column), -1)
            elif name == "legal":
                arrays["action_mask"] = self._masks(column)
            else:
                arrays[name] = column.to_numpy()
        return arrays

    def _masks(self, legal: Any) -> NDArray[np.int8]:
        masks = np.zeros((len(legal), self.num_actions), np.int8)
        rows = np.repeat(np.arange(len(legal)), np.diff(legal.offsets.to_numpy()))
        masks[rows, legal.flatten().to_numpy()] = 1
        return masks

    def parts(self, batch: Batch) -> Batch:
        """The named parts of the observations of a batch."""
        return parts_of(batch["observation"], self.layout)

    def torch(self, size: int = 256, *, shuffle: int | None = None) -> Any:
        """The same as an IterableDataset of PyTorch, whose batches are tensors; each worker reads its own files.

        Every time it is gone through is another epoch. DataLoader starts its workers anew for each: then the order
        follows from `shuffle` and PyTorch's own seed (`torch.manual_seed`).
        """
        need("torch", "torch")
        from conurb.lab.torch_dataset import TorchBatches

        return TorchBatches(self, size, shuffle)
