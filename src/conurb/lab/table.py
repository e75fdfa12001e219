"""A game in progress as the environments see it: action codes in, arrays out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from conurb import bots, games
from conurb.arena.match import derived
from conurb.kernel.batch import NOBODY, REFUSED, Sheet, Window, payoffs
from conurb.kernel.checks import BadOption, IllegalAction, unknown
from conurb.kernel.game import Game, check_seed
from conurb.kernel.rng import Rng, load_rng
from conurb.kernel.state import State
from conurb.lab.arrays import Page, Pages
from conurb.lab.copies import Kept, Pack
from conurb.lab.doors import check_seat, code_of, whole

Observation = dict[str, NDArray[Any]]

LOSE, RANDOM, RAISE = "lose", "random", "raise"
ILLEGAL = {
    LOSE: "the game ends, the offender gets -1 and the others nothing",
    RANDOM: "a random legal action is carried out in its place",
    RAISE: "IllegalAction is raised and nothing changes",
}
LOST = -1.0


def chance_of(seed: int, purpose: str) -> Rng:
    """Luck beside the deal. The deal's own generator would tell: who sees what it draws can work out hidden cards."""
    return Rng(derived(seed, purpose))


def bot_for(level: str, seed: int, seat: int, data: Any) -> bots.Bot:
    """A bot for a seat of that deal."""
    bot = bots.get(level, derived(seed, "bot", seat))
    bot.data = data
    return bot


class Table:
    """One game after another of the same kind, with the arrays a learner wants to see.

    >>> table = Table("between-two-cities", players=3)
    >>> table.deal(seed=7)
    >>> seen = table.look(0)
    >>> seen["observation"].shape, int(seen["action_mask"].sum())
    ((1753,), 21)
    """

    game: Game
    players: int
    mover: int  # the seat that must act first; NOBODY when the game is over
    returns: list[float] | None  # what each seat got, once the game is over

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        illegal: str = LOSE,
        data: Any = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadOption(unknown("way to treat illegal actions", illegal, ILLEGAL))
        title = games.get(game)
        count = title.player_counts[0] if players is None else whole("players", players)
        self.players = title.check_players(count)
        self.checked = title.options(options, self.players)
        self.illegal = illegal
        self.returns = None
        self.chance = chance_of(0, "stand-ins")
        self._open(title, Pack(title.key, data))

    def _open(self, title: Game, pack: Pack) -> None:
        """Make what the engine writes into."""
        self.game = title
        self.pack = pack
        self.data = pack.tables
        first = self.new(0)
        self.num_actions = first.num_actions()
        self.observation_size = first.observation_size()
        self._window = Window(first)
        self._pages = Pages(lambda: Page(Sheet(first)))
        self.mover = int(first.next_seat())

    def __getstate__(self) -> dict[str, Any]:
        """What a copy needs to go on exactly as this table would."""
        settings = {name: getattr(self, name) for name in ("players", "checked", "illegal", "returns")}
        return {**settings, "kept": Kept(self.pack, self.state), "chance": self.chance.save(), "mover": self.mover}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        state: Kept = kept.pop("kept")
        chance, mover = kept.pop("chance"), kept.pop("mover")
        self.__dict__.update(kept)
        self._open(games.get(state.pack.game), state.pack)
        self.state = state.state
        self.chance = load_rng(chance)
        self.mover = mover  # nobody, where an illegal action has ended the game

    def new(self, seed: int) -> State:
        """A new game of the table's kind; its options have been checked."""
        return self.game.make(self.players, self.checked, seed, self.data)

    @property
    def state(self) -> State:
        """The game in progress."""
        return self._window.state

    @state.setter
    def state(self, state: State) -> None:
        self._window.show(state)
        self.mover = int(state.next_seat())

    def deal(self, seed: int) -> None:
        number = check_seed(seed)
        self.state = self.new(number)
        self.chance = chance_of(number, "stand-ins")  # for illegal actions
        self.returns = None

    def look(self, seat: int) -> Observation:
        """What the seat sees, and a mask of what it may do: buffers of the engine, left to whoever holds them."""
        return self.see(check_seat(seat, self.players))

    def see(self, seat: int) -> Observation:
        """The same for a seat that is known to be one."""
        page = self._pages.next()
        self._window.look(seat, page.sheet)
        return {"observation": page.observation, "action_mask": page.mask}

    def act(self, seat: int, action: int) -> bool:
        """Carry out an action, or what stands for an illegal one; whether it was legal."""
        return self.play(check_seat(seat, self.players), code_of(action))

    def play(self, seat: int, action: int) -> bool:
        """The same for a seat and an action that are known to be numbers of Python."""
        mover = REFUSED if self.returns is not None else self._window.play(seat, action)
        if mover >= 0:
            self.mover = mover
            return True
        legal = mover != REFUSED
        if not legal:
            mover = self._stand_in(seat, action)
        if mover == NOBODY and self.returns is None:
            self.returns = payoffs(self.state.ranking())
        self.mover = mover
        return legal

    def _stand_in(self, seat: int, action: int) -> int:
        """What becomes of an illegal action; who must act then."""
        choices = self.state.legal(seat) if self.illegal == RANDOM else []
        if self.illegal == RAISE or self.returns is not None or (self.illegal == RANDOM and not choices):
            raise IllegalAction(self.state.why_not(seat, action))
        if choices:
            return int(self._window.play(seat, choices[self.chance.below(len(choices))]))
        return self._lose([seat])

    def _lose(self, offenders: list[int]) -> int:
        """The game ends."""
        self.returns = [LOST if seat in offenders else 0.0 for seat in range(self.players)]
        return NOBODY

    def refuse(self, offenders: list[int], actions: Sequence[int]) -> None:
        """Where several act at once, nothing of it is carried out: an exception, or all offenders lose."""
        if self.illegal == RAISE:
            raise IllegalAction(self.state.why_not(offenders[0], actions[offenders[0]]))
        self.mover = self._lose(offenders)
