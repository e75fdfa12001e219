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
from conurb.kernel.game import check_seed

need("pettingzoo", "pettingzoo")

import numpy as np  # noqa: E402  # after the clear error
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

from conurb.lab.doors import code_of, no_options  # noqa: E402
from conurb.lab.pictures import HUMAN, check_mode, render, render_modes  # noqa: E402
from conurb.lab.spaces import observation_space  # noqa: E402
from conurb.lab.table import LOSE, RANDOM, Observation, Table  # noqa: E402

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
        number = check_seed(seed)
        self._chance = Random(number)
        return number


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
        no_options(options)
        self.table.deal(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"legal": True} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.mover]
        if self.render_mode == HUMAN:
            self.render()

    def observe(self, agent: str) -> Observation:
        return self.table.see(self._seats[agent])

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
        self.infos[agent] = {"legal": table.play(self._seats[agent], code_of(action))}
        if self.render_mode == HUMAN:
            self.render()
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
        no_options(options)
        self.table.deal(self._seeds.next(seed))
        self.agents = list(self.possible_agents)
        if self.render_mode == HUMAN:
            self.render()
        return self._observe(), {agent: {"legal": True} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The actions take effect in the order of the seats, once all of them have been looked at.

        Who has to wait and does something else, or waits and has to decide, offends as with any illegal action; with
        illegal="lose" all offenders lose, and nothing is carried out. Where an action was possible only until another
        seat acted, its seat is asked again.
        """
        if not self.agents:
            raise IllegalAction("no game is being played: call reset() first")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise IllegalAction(f"every agent needs an action: {missing[0]} has none")
        table = self.table
        codes = [code_of(actions[agent]) for agent in self.possible_agents]
        offenders = [seat for seat, code in enumerate(codes) if not self._is_legal(seat, code)]
        if offenders and table.illegal != RANDOM:
            table.refuse(offenders, codes)
        else:
            self._carry_out(codes, offenders)
        if self.render_mode == HUMAN:
            self.render()
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
            {agent: {"legal": seat not in offenders} for seat, agent in enumerate(agents)},
        )

    def _is_legal(self, seat: int, code: int) -> bool:
        state = self.table.state
        return state.is_legal(seat, code) if state.must_act(seat) else code == self.waiting

    def _carry_out(self, codes: list[int], offenders: list[int]) -> None:
        """What those who must decide have chosen; chance chooses for offenders."""
        table = self.table
        state = table.state
        for seat in state.to_act():
            if state.is_legal(seat, codes[seat]) or (seat in offenders and state.must_act(seat)):
                table.act(seat, codes[seat])

    def _observe(self) -> dict[str, Observation]:
        return {agent: self._seen_by(seat) for seat, agent in enumerate(self.possible_agents)}

    def _seen_by(self, seat: int) -> Observation:
        seen = self.table.look(seat)
        idle = not seen["action_mask"].any()
        seen["action_mask"] = np.append(seen["action_mask"], np.int8(idle))
        return seen

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a spectator sees it."""
        return render(self.table.state.view(None), self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
