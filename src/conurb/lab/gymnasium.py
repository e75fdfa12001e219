"""Gymnasium environments: one seat against bots, and many games stepped at once.

Importing this module registers `conurb/BetweenTwoCities-v0`, `conurb/Prosperity-v0`, `conurb/TheCapitals-v0` and
`conurb/UrbanSprawl-v0`:

>>> world = gymnasium.make("conurb/BetweenTwoCities-v0", players=3, bots="random")
>>> seen, info = world.reset(seed=7)
>>> seen, reward, terminated, truncated, info = world.step(seen["action_mask"].argmax())
>>> reward, terminated
(0.0, False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conurb import bots as levels
from conurb import games
from conurb.extras import need
from conurb.kernel.batch import NOBODY, Batch, Sheet
from conurb.kernel.checks import BadOption, IllegalAction
from conurb.kernel.game import Game, check_seed
from conurb.kernel.rng import load_rng
from conurb.kernel.state import State

need("gymnasium", "gymnasium")

import gymnasium  # noqa: E402  # after the clear error
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from conurb.lab.arrays import Page, Pages, array_over  # noqa: E402
from conurb.lab.copies import Kept  # noqa: E402
from conurb.lab.doors import check_seat, code_of, no_options, whole  # noqa: E402
from conurb.lab.pictures import HUMAN, check_mode, render, render_modes  # noqa: E402
from conurb.lab.spaces import observation_space  # noqa: E402
from conurb.lab.table import LOSE, RAISE, Observation, Table, bot_for, chance_of  # noqa: E402

RANDOM_BOT = "random"
SELF_PLAY = "self"
LARGEST_SEED = 2**63
BUFFERS = ("_pages", "_batch", "_returns", "_over", "_seats", "_chosen")  # of the engine


class GameEnv(gymnasium.Env[Any, Any]):
    """One seat of a game, with bots in the others.

    The reward comes at the end: from -1 (behind everybody) to 1 (alone in front). `bots` is a level for all other
    seats, or one for each of them in the order of the seats. `illegal` says what becomes of an illegal action: lose,
    random or raise; `info["legal"]` tells whether the last one was legal.
    """

    # What `gymnasium.make` looks at before there is a game; each game then says which of them it has.
    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        options: Mapping[str, object] | None = None,
        illegal: str = LOSE,
        render_mode: str | None = None,
        data: Any = None,
    ) -> None:
        self.table = Table(game, players, options, illegal, data)
        self.seat = check_seat(seat, self.table.players)
        self.levels = check_levels(bots, self.table.players, self.seat)
        self.metadata = {"render_modes": render_modes(self.table.game.key), "render_fps": 1}
        self.render_mode = check_mode(render_mode, self.table.game.key)
        self.observation_space = observation_space(self.table.observation_size, self.table.num_actions)
        self.action_space = spaces.Discrete(self.table.num_actions)
        self._bots: dict[int, levels.Bot] = {}
        self._seed: int | None = None  # of the game that is being played
        self._chance = chance_of(0, "bots")
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. The options of the game are those the environment was made with."""
        no_options(options)
        number = None if seed is None else check_seed(seed)
        super().reset(seed=number)
        while True:
            self._deal(int(self.np_random.integers(LARGEST_SEED)) if number is None else number)
            if self.table.returns is None:
                break  # otherwise the bots have ended the game before the seat had a choice
            number = None
        self._playing = True
        if self.render_mode == HUMAN:
            self.render()
        return self.table.look(self.seat), {"legal": True}

    def _deal(self, seed: int) -> None:
        self.table.deal(seed)
        self._seat_bots(seed)
        self._chance = chance_of(seed, "bots")
        self._let_bots_play()

    def _seat_bots(self, seed: int) -> None:
        self._seed = seed
        data = self.table.data
        self._bots = {
            seat: bot_for(level, seed, seat, data) for seat, level in self.levels.items() if level != RANDOM_BOT
        }

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs to go on exactly as this one would; bots choose by their seed and the view alone."""
        return {**self.__dict__, "_bots": {}, "_chance": self._chance.save()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._chance = load_rng(kept["_chance"])
        if self._seed is not None:
            self._seat_bots(self._seed)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._playing:
            raise IllegalAction("no game is being played: call reset() first")
        table = self.table
        legal = table.play(self.seat, code_of(action))
        self._let_bots_play()
        reward = 0.0 if table.returns is None else table.returns[self.seat]
        self._playing = table.returns is None
        if self.render_mode == HUMAN:
            self.render()
        return table.see(self.seat), reward, not self._playing, False, {"legal": legal}

    def _let_bots_play(self) -> None:
        """Everybody else decides until it is up to the own seat."""
        table = self.table
        state = table.state
        while table.returns is None:
            seat = int(state.next_seat())
            if seat == self.seat:
                return
            bot = self._bots.get(seat)
            if bot is None:
                choices = state.legal(seat)
                action = choices[self._chance.below(len(choices))]
            else:
                action = bot.choose(state.view(seat))
            table.play(seat, action)

    def render(self) -> Any:
        """The table as the own seat sees it."""
        return render(self.table.state.view(self.seat), self.render_mode)


def check_levels(bots: str | Sequence[str], players: int, seat: int) -> dict[int, str]:
    """The level of every other seat."""
    given = [bots] * (players - 1) if isinstance(bots, str) else list(bots)
    if len(given) != players - 1:
        raise BadOption(f"bots: give one level, or one for each of the {players - 1} other seats, not {len(given)}")
    for level in given:
        levels.get(level)
    return dict(zip([other for other in range(players) if other != seat], given, strict=True))


class GameVector(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games, stepped in one compiled call.

    `bots` must be given. With `"random"` every row is a decision of `seat`, and the others play at random inside the
    call. With `"self"` every row is the decision of whoever must act: `infos["seat"]` says who, `rewards` is what the
    seat got that acted, and `infos["returns"]` what every seat got; `infos["legal"]` tells whether the actions were
    legal. A finished game is followed by a new one at the next step, whatever action is given. For other bots, let
    Gymnasium step single environments: `gymnasium.make_vec(id, vectorization_mode="sync")`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        seat: int = 0,
        bots: str | None = None,
        options: Mapping[str, object] | None = None,
        illegal: str = LOSE,
        data: Any = None,
        render_mode: None = None,
    ) -> None:
        num_envs = whole("num_envs", num_envs)
        if num_envs < 1:
            raise BadOption(f"num_envs: expected a number from 1, not {num_envs}")
        if bots not in (RANDOM_BOT, SELF_PLAY):
            given = "must be given" if bots is None else f"cannot be {bots!r}"
            raise BadOption(
                f"bots: for many games stepped at once it {given}: random or self; for other bots let Gymnasium step "
                'single games, with gymnasium.make_vec(id, num_envs=8, vectorization_mode="sync", bots="greedy")'
            )
        if render_mode is not None:
            raise BadOption(f"render_mode: many games at once are not shown, so it cannot be {render_mode!r}")
        if illegal not in (LOSE, RAISE):
            raise BadOption(f"illegal: many games at once know lose and raise, not {illegal!r}")
        self.table = Table(game, players, options, illegal, data)
        self.own = NOBODY if bots == SELF_PLAY else check_seat(seat, self.table.players)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.table.observation_size, self.table.num_actions)
        self.single_action_space = spaces.Discrete(self.table.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._acting = np.full(num_envs, max(self.own, 0))
        self._rows = np.arange(num_envs)
        self._pages = self._blank_pages()
        self._batch: Batch | None = None

    def _blank_pages(self) -> Pages:
        return Pages(lambda: Page(Sheet(self.table.state, self.num_envs), self.num_envs))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        no_options(options)
        number = None if seed is None else check_seed(seed)
        super().reset(seed=number)
        if number is None:
            number = int(self.np_random.integers(LARGEST_SEED))
        batch = self._play(number)
        page = self._pages.next()
        batch.show(page.sheet)
        legal = np.ones(self.num_envs, np.bool_)
        return {"observation": page.observation, "action_mask": page.mask}, self._info(legal)

    def _play(self, seed: int) -> Batch:
        """New games."""
        batch = Batch(self.table.new, self.num_envs, self.own, seed)
        self._batch = batch
        # These arrays look into the buffers of the batch, so every step changes them.
        self._returns = array_over(batch.rewards, np.float64).reshape(self.num_envs, self.table.players)
        self._over = array_over(batch.over, np.bool_)
        self._seats = array_over(batch.seats, np.int64)
        self._chosen = array_over(batch.chosen, np.int64)
        return batch

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs to go on exactly as this environment would."""
        kept = {name: value for name, value in self.__dict__.items() if name not in BUFFERS}
        batch = self._batch
        if batch is not None:
            kept["games"] = [Kept(self.table.pack, state) for state in batch.states]
            kept["chance"] = batch.chance.save()
            kept["over"], kept["returns"] = self._over.tolist(), self._returns.ravel().tolist()
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        games = kept.pop("games", None)
        of_the_batch = [kept.pop(name, None) for name in ("chance", "over", "returns")]
        self.__dict__.update(kept)
        self._pages = self._blank_pages()
        self._batch = None
        if games is not None:
            self._go_on([game.state for game in games], *of_the_batch)

    def _go_on(self, states: list[State], chance: str, over: list[bool], returns: list[float]) -> None:
        """Play these games instead of new ones."""
        batch = self._play(0)
        batch.states = states
        for row in range(self.num_envs):
            batch.over[row] = 0
            if over[row]:
                batch.close(row)
            else:
                batch.settle(row)
        for place, paid in enumerate(returns):
            batch.rewards[place] = paid
        batch.chance = load_rng(chance)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self.batch
        codes = np.asarray(actions)
        if codes.shape != (self.num_envs,):
            raise IllegalAction(f"expected {self.num_envs} actions, not an array of shape {codes.shape}")
        if codes.dtype.kind not in "iu":
            raise IllegalAction(f"actions are whole numbers, not an array of {codes.dtype}")
        given = np.ascontiguousarray(codes, "<i8").tobytes()
        if self.table.illegal == RAISE:
            self._refuse_illegal(batch, given)
        if self.own == NOBODY:
            self._acting = np.maximum(self._seats, 0)
        page = self._pages.next()
        batch.step(given, page.sheet)
        seen = {"observation": page.observation, "action_mask": page.mask}
        rewards = self._returns[self._rows, self._acting]
        return seen, rewards, self._over.copy(), np.zeros(self.num_envs, np.bool_), self._info(self._legal(batch))

    @property
    def batch(self) -> Batch:
        if self._batch is None:
            raise IllegalAction("no game is being played: call reset() first")
        return self._batch

    def _refuse_illegal(self, batch: Batch, given: bytes) -> None:
        row = int(batch.first_illegal(given))
        if row != NOBODY:
            seat = int(self._seats[row])
            action = int(np.frombuffer(given, "<i8")[row])
            raise IllegalAction(f"game {row}: {batch.states[row].why_not(seat, action)}")

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for every game, drawn in one compiled call."""
        self.batch.choose_at_random()
        return self._chosen.copy()

    def _legal(self, batch: Batch) -> NDArray[np.bool_]:
        """Whether the actions were legal: a game that is closed and not over was lost by one that was not."""
        legal = np.ones(self.num_envs, np.bool_)
        for row in self._over.nonzero()[0].tolist():
            legal[row] = batch.states[row].over()
        return legal

    def _info(self, legal: NDArray[np.bool_]) -> dict[str, Any]:
        return {"seat": self._seats.copy(), "returns": self._returns.copy(), "legal": legal}


# --- registered ids


def env_id(game: Game) -> str:
    """The name of a game's environment.

    >>> env_id(games.get("the-capitals"))
    'conurb/TheCapitals-v0'
    """
    return f"conurb/{game.title.replace(' ', '')}-v0"


def register_all() -> None:
    """Make every game known to `gymnasium.make` and `gymnasium.make_vec`."""
    for game in games.CATALOGUE.values():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="conurb.lab.gymnasium:GameEnv",
                vector_entry_point="conurb.lab.gymnasium:GameVector",
                kwargs={"game": game.key},
            )


register_all()

__all__ = ["GameEnv", "GameVector", "env_id", "register_all"]
