"""Games that are soon analysed."""

from __future__ import annotations

from pathlib import Path

from conurb import games
from conurb.cli.files import read_record
from conurb.kernel.game import Game
from conurb.kernel.play import Play, replay

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "game.txt"


def from_moment(at: int) -> Play:
    """The example's position after so many actions, as the beginning of a game."""
    record = read_record(str(EXAMPLE))
    game = games.get(record.game)
    before = replay(game, record, at)
    return Play.new(game, record.players, seed=1, names=record.names, start=before.state.save())


def last_actions(count: int) -> tuple[Game, Play]:
    """The example's last actions, played from the position before them."""
    entries = read_record(str(EXAMPLE)).entries
    play = from_moment(len(entries) - count)
    for entry in entries[-count:]:
        play.apply(entry.seat, play.state.parse(entry.seat, entry.text))
    return play.game, play


def blunder() -> Play:
    """One action: the worst by the value function, where that costs a good part of the chance to win."""
    play = from_moment(33)
    seat = int(play.state.next_seat())
    worth = {}
    for action in play.state.legal(seat):
        after = play.state.clone()
        after.apply(seat, action)
        worth[action] = after.value(seat)
    worst = min(worth, key=lambda action: worth[action])
    assert max(worth.values()) - worth[worst] > 5, "the example has changed: look for another moment"
    play.apply(seat, worst)
    return play
