"""OpenSpiel games: every title as a registered game, such as `conurb_between_two_cities`.

>>> import pyspiel
>>> import conurb.lab.openspiel
>>> game = pyspiel.load_game("conurb_between_two_cities(players=3)")
>>> game.num_players(), game.num_distinct_actions()
(3, 256)

Chance is one node at the root: the deal. Its outcomes are numbers of seeds, all equally likely, and everything after it
follows from the deal and the decisions, so the game is explicit and every algorithm of OpenSpiel can walk it. What has
been dealt but not shown is hidden information, like the cards of other hands; `resample_from_infostate` deals it anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, ClassVar

from librt.vecs import vec

from conurb import games
from conurb.extras import need
from conurb.kernel.batch import payoffs
from conurb.kernel.checks import BadOption, IllegalAction
from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import State, View

need("pyspiel", "openspiel")

import numpy as np  # noqa: E402  # after the clear error
import pyspiel  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from conurb.lab.arrays import array_over, parts_of  # noqa: E402
from conurb.lab.copies import Kept, Pack  # noqa: E402

DEALS = 1000  # outcomes of the chance node at the root, unless told otherwise
DIGEST = 12  # bytes
LONGEST = 20_000  # decisions; no game comes near
INFORMATION = pyspiel.GameType.Information.IMPERFECT_INFORMATION


def short_name(game: Game) -> str:
    return f"conurb_{game.key.replace('-', '_')}"


def game_type(game: Game) -> Any:
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.player_counts),
        min_num_players=min(game.player_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": min(game.player_counts), "deals": DEALS, "options": ""},
    )


def read_options(text: str) -> dict[str, object]:
    """Options inside a game string, where commas, quotes and `=` have their own meaning.

    >>> read_options("place_order:free;seating:random")
    {'place_order': 'free', 'seating': 'random'}
    """
    options: dict[str, object] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise BadOption(f"options: expected name:value, such as place_order:free, not {part!r}")
        try:
            options[name.strip()] = json.loads(value)
        except json.JSONDecodeError:
            options[name.strip()] = value.strip()
    return options


class SpielGame(pyspiel.Game):
    """A title with a number of players; each title has a class of its own."""

    title: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        title = self.title
        self.players = title.check_players(given.get("players", min(title.player_counts)))
        self.deals = int(given.get("deals", DEALS))
        if self.deals < 1:
            raise BadOption(f"deals: expected a number from 1, not {self.deals}")
        self.checked = title.options(read_options(given.get("options", "")), self.players)
        self.pack = Pack(title.key)
        state = self.deal(0)
        self.observation = vec[float]([0.0] * state.observation_size())  # scratch
        self.layout = state.observation_layout()
        info = pyspiel.GameInfo(
            num_distinct_actions=state.num_actions(),
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(title), info, given)

    def deal(self, seed: int) -> State:
        return self.title.make(self.players, self.checked, seed, self.pack.tables)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Dealt:
    """A game after the deal as OpenSpiel copies and stores it, with what every seat has seen so far.

    What a seat has seen is a chain of digests: of each position in which somebody acted, as the seat saw it, and of
    what it did itself. The chain is drawn up when it is asked for, so that those who never ask pay nothing.
    """

    def __init__(
        self,
        pack: Pack,
        state: State,
        chains: Sequence[bytes],
        since: Sequence[tuple[int, int]] = (),
        before: State | None = None,
    ) -> None:
        self.pack = pack
        self.state = state
        self._chains = list(chains)
        self._since = list(since)  # seats and actions that are not in the chains yet,
        self._before = before  # and the position before them, which nobody changes

    def act(self, seat: int, action: int) -> None:
        if not self._since:
            self._before = self.state.clone()
        self.state.apply(seat, action)
        self._since.append((seat, action))

    def chains(self) -> list[bytes]:
        """What each seat has seen until now, the position at hand not included."""
        if self._since and self._before is not None:
            position = self._before.clone()
            buffer = scratch(position.observation_size())
            for mover, action in self._since:
                for seat, chain in enumerate(self._chains):
                    position.encode(seat, buffer)
                    seen = blake2b(chain, digest_size=DIGEST)
                    seen.update(memoryview(buffer))
                    seen.update(str(action if mover == seat else "").encode())
                    self._chains[seat] = seen.digest()
                position.step(mover, action)
            self._since, self._before = [], None
        return self._chains

    def imagined(self, player: int, rng: Rng) -> Dealt:
        """Another world that the player cannot tell from this one: in it, all have seen what they have seen here."""
        return Dealt(self.pack, self.state.imagine(player, rng), self.chains())

    def __deepcopy__(self, memo: dict[int, Any]) -> Dealt:
        return Dealt(self.pack, self.state.clone(), self._chains, self._since, self._before)

    def __reduce__(self) -> tuple[Callable[[Kept, list[bytes]], Dealt], tuple[Kept, list[bytes]]]:
        return load_dealt, (Kept(self.pack, self.state), self.chains())


def load_dealt(kept: Kept, chains: list[bytes]) -> Dealt:
    return Dealt(kept.pack, kept.state, chains)


@cache
def scratch(size: int) -> vec[float]:
    """Room for an observation, written again and again."""
    return vec[float]([0.0] * size)


class SpielState(pyspiel.State):
    """A position; before the deal there is none."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held: Dealt | None = None

    @property
    def state(self) -> State:
        assert self.held is not None, "nothing has been dealt yet"
        return self.held.state

    def current_player(self) -> int:
        if self.held is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = int(self.held.state.next_seat())
        return int(pyspiel.PlayerId.TERMINAL) if seat < 0 else seat

    def is_terminal(self) -> bool:
        return self.held is not None and self.held.state.next_seat() < 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.held is not None:
            raise IllegalAction("chance has dealt: only the root is a chance node")
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.held is None:
            game: SpielGame = self.get_game()
            if not 0 <= action < game.deals:
                raise IllegalAction(f"there is no deal {action}: deals are 0 to {game.deals - 1}")
            self.held = Dealt(game.pack, game.deal(action), [bytes(DIGEST)] * game.players)
            return
        self.held.act(int(self.held.state.next_seat()), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.state.text(player, action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * int(self.num_players())
        return payoffs(self.state.ranking())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another position that the player cannot tell from this one.

        What the others have done in secret may differ, so the history, and what all have seen, is this one's.
        """
        other: SpielState = self.clone()
        if self.held is not None:
            other.held = self.held.imagined(player, Rng(int(sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        if self.held is None:
            return "before the deal"
        state = self.held.state
        return f"{state.game}, {state.players} players, {state.count} actions, position {state.hash():016x}"


def digest(shown: object) -> str:
    return blake2b(json.dumps(shown, sort_keys=True).encode(), digest_size=DIGEST).hexdigest()


def secrets(state: State, player: int) -> View:
    """The fields of a seat's view that a spectator does not see, or sees otherwise."""
    public = state.view(None)
    return {name: value for name, value in state.view(player).items() if public.get(name) != value}


class SpielObserver:
    """What a player, or with no private information everybody, sees.

    The tensor is that of `State.encode`; docs/lab.md describes it. Strings name what is seen by a digest: two of them
    are equal exactly where the views are. With perfect recall they also tell, by another digest, what the player has
    seen and done so far, in its order.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("the secrets of all players together are not shown: ask for a single player, or for none")
        self.kind = kind
        self.buffer = game.observation
        self.seen = array_over(self.buffer, np.float64)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        whole = self.private and kind.public_info
        if kind.perfect_recall and not whole:
            raise ValueError("perfect recall is of all that one player sees: public and private information together")
        self.tensor: NDArray[np.float32] | None = np.zeros(len(self.seen), np.float32) if whole else None
        self.dict = {} if self.tensor is None else parts_of(self.tensor, game.layout)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        if state.held is None:
            self.tensor.fill(0.0)
            return
        state.state.encode(player, self.buffer)
        self.tensor[:] = self.seen

    def string_from(self, state: SpielState, player: int) -> str:
        if state.held is None:
            return "before the deal"
        return " ".join(self.parts(state, player))

    def parts(self, state: SpielState, player: int) -> list[str]:
        position = state.state
        said = []
        if self.private:
            said.append(f"p{player}")
        if self.private and self.kind.public_info:
            said.append(digest(position.view(player)))
        elif self.private:
            said.append(digest(secrets(position, player)))
        elif self.kind.public_info:
            said.append(digest(position.view(None)))
        if self.kind.perfect_recall and state.held is not None:
            said.append(state.held.chains()[player].hex())
        return said


def register_all() -> None:
    """Make every game known to `pyspiel.load_game`."""
    known = set(pyspiel.registered_names())
    for game in games.CATALOGUE.values():
        if short_name(game) not in known:
            # A class and not a function: OpenSpiel lets go of what is registered only after Python has ended, and
            # a function that is then freed for good brings the process down.
            pyspiel.register_game(game_type(game), type(game.title.replace(" ", ""), (SpielGame,), {"title": game}))


register_all()
