"""PettingZoo environments: AEC for every game, parallel where players choose at the same time.

>>> world = env("the-capitals", players=4)
>>> world.reset(seed=7)
>>> seen, reward, terminated, truncated, info = world.last()
>>> sorted(seen)
['action_mask', 'observation']
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from conurb.extras import need
from conurb.kernel.checks import BadOption, IllegalAction

need("pettingzoo", "pettingzoo")

import numpy as np  # noqa: E402  # after the clear error
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

from conurb.lab.pictures import check_mode, render, render_modes  # noqa: E402
from conurb.lab.spaces import observation_space  # noqa: E402
from conurb.lab.table import LOSE, RAISE, Observation, Table  # noqa: E402

VERSION = 0


def env(
    game: str,
    players: int | None = None,
    *,
    options: Mapping[str, object] | None = None,
    illegal: str = LOSE,
    render_mode: str | None = None,
    data: Any = None,
) -> GameAEC:
    """An AEC environment of a game; `players` is the smallest number it can be played with, if none is given.

    Rewards come at the end, from -1 to 1, and add up to nothing (`conurb.kernel.batch.payoffs`). `illegal` says what
    becomes of an illegal action: lose, random or raise.
    """
    return GameAEC(Table(game, players, options, illegal, data), render_mode)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    options: Mapping[str, object] | None = None,
    illegal: str = LOSE,
    render_mode: str | None = None,
    data: Any = None,
) -> GameParallel:
    """A parallel environment of a game in which players choose at the same time.

    Who has nothing to decide waits: the last action of the space, which is then the only legal one.
    """
    table = Table(game, players, options, illegal, data)
    if not table.game.simultaneous:
        raise BadOption(f"{table.game.title} has no simultaneous choices: use conurb.lab.pettingzoo.env")
    return GameParallel(table, render_mode)


raw_env = env


class Seeds:
    """The seed of each game: the one that was asked for, then those that follow from it."""

    def __init__(self) -> None:
        self._chance = Random()

    def next(self, seed: int | None) -> int:
        if seed is None:
            return self._chance.getrandbits(63)
        self._chance = Random(seed)
        return seed


class GameAEC(AECEnv):
    """One seat after another decides."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        key = table.game.key
        self.metadata = {
            "name": f"conurb_{key.replace('-', '_')}_v{VERSION}",
            "render_modes": render_modes(key),
            "is_parallelizable": False,
        }
        self.render_mode = check_mode(render_mode, key)
        self.table = table
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(table.observation_size, table.num_actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(table.num_actions) for agent in self.possible_agents}
        self._seeds = Seeds()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The options of the game are those the environment was made with."""
        self.table.deal(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"legal": True} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.mover]

    def observe(self, agent: str) -> Observation:
        return self.table.look(self._seats[agent])

    def last(self, observe: bool = True) -> Any:
        """What there is for the agent that is to act; `info["legal"]`: whether its last action was legal."""
        if not self.agents:
            raise IllegalAction("no game is being played: call reset() first")
        return super().last(observe)

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise IllegalAction("no game is being played: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is to act, and None is no action")
        table = self.table
        self.infos[agent] = {"legal": table.act(self._seats[agent], int(action))}
        if table.returns is None:  # nothing is paid before the end, so there is nothing to add up
            self.agent_selection = self.possible_agents[table.mover]
            return
        for seat, name in enumerate(self.agents):
            self.rewards[name] = table.returns[seat]
            self.terminations[name] = True
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a spectator sees it."""
        return render(self.table.state.view(None), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class GameParallel(ParallelEnv):
    """All who must decide do so in one step; the others wait."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        key = table.game.key
        self.metadata = {"name": f"conurb_{key.replace('-', '_')}_v{VERSION}", "render_modes": render_modes(key)}
        self.render_mode = check_mode(render_mode, key)
        self.table = table
        self.waiting = table.num_actions  # the code of the action that does nothing
        self.possible_agents = [f"player_{seat}" for seat in range(table.players)]
        self.observation_spaces = {
            agent: observation_space(table.observation_size, self.waiting + 1) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.waiting + 1) for agent in self.possible_agents}
        self._seeds = Seeds()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.deal(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {"legal": True} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The actions take effect in the order of the seats.

        Where an action was possible only until another seat acted, its seat is asked again.
        """
        if not self.agents:
            raise IllegalAction("no game is being played: call reset() first")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise IllegalAction(f"every agent needs an action: {missing[0]} has none")
        table = self.table
        asked = table.state.to_act()
        self._refuse_illegal(asked, actions)
        legal = dict.fromkeys(self.agents, True)
        for seat in asked:
            if table.returns is None and table.state.must_act(seat):
                agent = self.possible_agents[seat]
                legal[agent] = table.act(seat, int(actions[agent]))
        over = table.returns is not None
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        if table.returns is not None:
            rewards = dict(zip(agents, table.returns, strict=True))
        seen = self._observe()
        self.agents = [] if over else agents
        return (
            seen,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {"legal": legal[agent]} for agent in agents},
        )

    def _refuse_illegal(self, asked: list[int], actions: Mapping[str, int]) -> None:
        """With illegal="raise" nothing may have changed when the exception comes."""
        if self.table.illegal != RAISE:
            return
        for seat in asked:
            action = int(actions[self.possible_agents[seat]])
            if not self.table.state.is_legal(seat, action):
                raise IllegalAction(self.table.state.why_not(seat, action))

    def _observe(self) -> dict[str, Observation]:
        return {agent: self._seen_by(seat) for seat, agent in enumerate(self.possible_agents)}

    def _seen_by(self, seat: int) -> Observation:
        seen = self.table.look(seat)
        idle = not seen["action_mask"].any()
        seen["action_mask"] = np.append(seen["action_mask"], np.int8(idle))
        return seen

    def render(self) -> str | NDArray[np.uint8] | None:
        return render(self.table.state.view(None), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
