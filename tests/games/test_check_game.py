"""Every game of the catalogue through the test kit. The next game is tested here as soon as it is in the catalogue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conurb import _build, games, testing
from conurb.kernel.game import Game
from conurb.kernel.play import Play, replay
from conurb.testing.random_play import random_decision

CATALOGUE = sorted(games.CATALOGUE)
# BTC-9.2: invariants after every action; BTC-9.3: a seed and its actions give one game; BTC-7.1, BTC-7.2, BTC-7.3: two
# worlds that a seat cannot tell apart. The interpreted engine is slow, so it plays fewer of the settings.
COMPILED = _build.verdict().mode == "compiled"
SETTINGS = [(key, players) for key in CATALOGUE for players in games.get(key).player_counts]
# Games of many hundred decisions: a smaller share of them is enough for the costly checks.
LENGTHY = {"the-capitals": 0.2, "urban-sprawl": 0.1}
EXTREMES = [
    (key, pick(games.get(key).player_counts))
    for key in CATALOGUE
    for pick in ((min,) if key in LENGTHY else (min, max))
]


def shares(key: str) -> testing.Shares:
    """How often each check is made in a game: the cheap ones after every action, where the engine is compiled."""
    less = LENGTHY.get(key, 1) if COMPILED else LENGTHY.get(key, 0.4)
    return {check: share if COMPILED and share == 1 else share * less for check, share in testing.QUICK.items()}


@pytest.mark.parametrize(("key", "players"), SETTINGS if COMPILED else EXTREMES)
def test_game(key: str, players: int) -> None:
    testing.check_game(
        games.get(key),
        players=[players],
        step_checks=shares(key),
        past_share=LENGTHY.get(key, 1) ** 2 if COMPILED else 0.1 * LENGTHY.get(key, 1),
    )


@pytest.mark.long
@pytest.mark.parametrize(("key", "players"), SETTINGS)
def test_game_thoroughly(key: str, players: int) -> None:
    testing.check_game(games.get(key), players=[players], games_per_setting=10, seed=1000)


# --- any setting, any seed, any choices


@st.composite
def any_game(draw: st.DrawFn) -> tuple[Game, int, dict[str, object], int]:
    game = games.get(draw(st.sampled_from(CATALOGUE)))
    players = draw(st.sampled_from(game.player_counts))
    options = draw(st.sampled_from(game.variants()))
    return game, players, options, draw(st.integers(0, 2**128 - 1))


@given(any_game(), st.data())
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_beginning_of_a_game_replays_and_loads(
    setting: tuple[Game, int, dict[str, object], int], data: st.DataObject
) -> None:
    """Decisions chosen one by one, so that a failure shrinks to the shortest game that shows it."""
    game, players, options, seed = setting
    play = Play.new(game, players, options, seed)
    for _ in range(data.draw(st.integers(0, 12), "actions")):
        if play.state.over():
            break
        seat = data.draw(st.sampled_from(play.state.to_act()), "seat")
        play.apply(seat, data.draw(st.sampled_from(play.state.legal(seat)), "action"))
    chance = Random(0)
    testing.check_save(game, play.state, chance)
    testing.check_refusals(game, play.state, chance)
    assert replay(game, play.record).state.hash() == play.state.hash()


@given(any_game(), st.integers(0, 2**32), st.floats(0, 1))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_seat_can_tell_an_imagined_world_anywhere_in_a_game(
    setting: tuple[Game, int, dict[str, object], int], choices: int, part: float
) -> None:
    game, players, options, seed = setting
    chance = Random(choices)
    end = testing.random_game(game, players, options, seed)
    state = game.new(players, options, seed)
    for _ in range(int(part * len(end.record.entries))):
        if not state.over():
            state.apply(*random_decision(state, chance))
    testing.check_worlds(game, state, chance)
    testing.check_events(game, state, chance)


# --- compiled against interpreted


def trace(key: str, players: int, options: Mapping[str, object], pure: bool) -> tuple[str, list[str]]:
    """Which engine ran, and what it did, line by line."""
    environment = {name: value for name, value in os.environ.items() if name != "CONURB_PURE"}
    if pure:
        environment["CONURB_PURE"] = "1"
    command = [sys.executable, "-m", "conurb.testing.trace", key, "--players", str(players)]
    command += ["--seed", "11", "--games", "1", "--options", json.dumps(options)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    head, *lines = done.stdout.splitlines()
    return json.loads(head)["engine"], lines


@pytest.mark.skipif(not COMPILED, reason="nothing to compare: no compiled build is active (make build)")
@pytest.mark.parametrize(("key", "players"), SETTINGS)
def test_compiled_and_interpreted_games_are_the_same(key: str, players: int) -> None:
    """The same seeds and actions: equal legal lists at every step, equal hashes, scores, values, views."""
    game = games.get(key)
    variants = game.variants()
    if key in LENGTHY and players > min(game.player_counts):
        variants = variants[:1]
    for options in variants:
        compiled = trace(key, players, options, pure=False)
        interpreted = trace(key, players, options, pure=True)
        assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
        assert len(compiled[1]) > 10
        for number, (one, other) in enumerate(zip(compiled[1], interpreted[1], strict=True), 2):
            assert json.loads(one) == json.loads(other), f"line {number} of the trace"
