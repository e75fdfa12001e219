"""Bots: legal, reproducible, fair (they see a view and nothing else), and as strong as they should be."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from conurb import _build, bots, games
from conurb.bots.search import SearchBot
from conurb.bots.think import FEW, Search, Settings, hope
from conurb.kernel import BadOption, IllegalAction, Rng, State
from conurb.kernel.game import Game

COMPILED = _build.verdict().mode == "compiled"
# Interpreted, one must do.
ALL = list(games.CATALOGUE.values())
GAMES = ALL if COMPILED else ALL[:1]
# Every level, those that search with a budget for tests: 8 playouts halve as 200 do.
LEVELS = ["random", "casual", "greedy", "search:8", "strongest:8"]
KINDS_TRIED = 2  # how often each kind of decision is tried


def play(game: Game, levels: list[str], seed: int, most: int = 100_000) -> State:
    """A game between bots, to its end or for so many actions."""
    state = game.new(len(levels), seed=seed)
    players = [bots.get(level, seed) for level in levels]
    while (seat := int(state.next_seat())) >= 0 and state.count < most:
        state.apply(seat, players[seat].choose(state.view(seat)))
    return state


def wins(game: Game, players: int, rounds: int) -> float:
    """The part of games that one greedy bot wins against random ones, in every seat in turn."""
    won = 0
    for number in range(rounds):
        seat = number % players
        levels = ["greedy" if s == seat else "random" for s in range(players)]
        won += play(game, levels, number).ranking()[seat] == 1
    return won / rounds


def to_explain(players: int) -> State:
    """Seat 0 chooses from its hand. Explanations play on to the end; where that is slow, the end is near."""
    state = games.get("between-two-cities").new(players, seed=1)
    while not COMPILED and not (str(state.view(0)["round"]).startswith("3") and state.to_act() == list(range(players))):
        seat = int(state.next_seat())
        state.apply(seat, state.legal(seat)[0])
    return state


def kind_of(state: State, seat: int) -> str:
    """What is decided, as the view tells it."""
    legal = state.view(seat)["legal"]
    assert isinstance(legal, list)
    return "/".join(sorted({str(entry["kind"]) for entry in legal}))


def test_every_level_is_tested() -> None:
    assert [level.partition(":")[0] for level in LEVELS] == list(bots.LEVELS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_a_legal_and_reproducible_game(game: Game, level: str) -> None:
    players = game.player_counts[-1]
    most = 100_000 if ":" not in level else 30 if COMPILED else 8
    first, second = (play(game, [level] * players, 5, most) for _ in range(2))
    assert first.over() or first.count == most
    assert first.hash() == second.hash()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("level", LEVELS)
def test_two_worlds_same_choice(game: Game, level: str) -> None:
    """Two states that a seat cannot tell apart give the same choice, at every kind of decision."""
    rng = Rng(3)
    tried: dict[str, int] = {}
    for players in game.player_counts[:: 2 if COMPILED else 4]:
        state = game.new(players, seed=players)
        while (seat := int(state.next_seat())) >= 0:
            kind = kind_of(state, seat)
            if tried.get(kind, 0) < KINDS_TRIED and len(state.legal(seat)) > 1:
                tried[kind] = tried.get(kind, 0) + 1
                other = state.imagine(seat, rng)
                choices = {bots.get(level, 1).choose(world.view(seat)) for world in (state, other)}
                assert len(choices) == 1, kind
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    assert len(tried) > 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_bot_needs_only_the_json_of_a_view(game: Game) -> None:
    state = game.new(game.player_counts[0], seed=2)
    seat = int(state.next_seat())
    for level in LEVELS:
        view = state.view(seat)
        assert bots.get(level, 4).choose(json.loads(json.dumps(view))) == bots.get(level, 4).choose(view)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_search_explains_itself(game: Game) -> None:
    """The choice first, visits that add up, an expected score for every seat, and a line from the choice on."""
    state = game.new(2, seed=3)
    while len(state.legal(int(state.next_seat()))) < 4:
        seat = int(state.next_seat())
        state.apply(seat, state.legal(seat)[0])
    seat = int(state.next_seat())
    view = state.view(seat)
    bot = bots.get("search:8", 1)
    told = bot.explain(view)
    assert told.action == bot.choose(view) == told.thoughts[0].action
    assert told.playouts == sum(thought.visits for thought in told.thoughts) > 0
    assert len(told.thoughts[0].scores) == 2
    assert told.line[0] == state.text(seat, told.action)
    assert json.loads(json.dumps(told.to_json())) == told.to_json()
    best = max(thought.value for thought in told.thoughts)
    assert told.thoughts[0].value == best


def test_an_explanation_holds_the_move_that_was_asked_for() -> None:
    state = to_explain(3)
    bot = bots.get("search:4", 1)
    assert isinstance(bot, SearchBot)
    for action in state.legal(0)[:3]:
        assert action in {thought.action for thought in bot.explain(state.view(0), keep=action).thoughts}


@pytest.mark.parametrize("level", LEVELS)
def test_every_bot_explains_itself(level: str) -> None:
    view = to_explain(3).view(1)
    told = bots.get(level, 2).explain(view)
    assert told.bot == level.partition(":")[0]
    assert told.thoughts[0].action == told.action == bots.get(level, 2).choose(view)


def test_casual_tells_what_it_drew() -> None:
    told = bots.get("casual", 3).explain(games.get("between-two-cities").new(4, seed=7).view(0))
    first, second = told.thoughts
    assert first.value == 0.0 >= second.value
    assert first.action == told.action != second.action


def test_tiles_of_one_sort_are_tried_once() -> None:
    """In Between Two Cities the strongest level spends nothing on pairs that differ in nothing but their numbers."""
    view = games.get("between-two-cities").new(4, seed=7).view(0)
    sorts = {}
    for level in ("strongest", "search"):
        bot = bots.get(f"{level}:40", seed=1)
        assert isinstance(bot, SearchBot)
        tried = [thought.text for thought in bot.explain(view).thoughts]
        sorts[level] = [tuple(sorted(tile[0] for tile in text.split()[1:])) for text in tried]
    assert len(sorts["strongest"]) == len(set(sorts["strongest"])) > 3
    assert len(sorts["search"]) > len(set(sorts["search"]))


def test_more_playouts_are_spent_as_given() -> None:
    """Sequential halving may waste a few playouts, but never takes more than it was given, from four on."""
    view = to_explain(2).view(0)
    for budget in (4, 9, 40) if COMPILED else (4, 9):
        told = bots.get(f"search:{budget}", 1).explain(view)
        assert budget // 2 <= told.playouts <= budget


def test_an_easy_decision_is_a_quick_one() -> None:
    """What is clearly behind, or can hardly gain, is given up before its round is over: the same choice for less."""
    view = to_explain(2).view(0)
    spent, chosen = [], []
    for doubt, enough in ((0.0, 0.0), (2.0, 0.0), (2.0, 0.5)):
        how = Settings(
            candidates=4, horizon=2, looks=1000, rival=0.0, trust=2.0, distinct=True, doubt=doubt, enough=enough
        )
        search = Search(games.get(view["game"]).knowledge(view, None), 0, Rng(1), how)
        chosen.append(search.run(240, 0.0))
        spent.append(search.playouts)
    assert chosen[0] == chosen[1] == chosen[2]
    assert 4 * FEW <= spent[2] <= spent[1] < spent[0] // 2


def test_hope_is_what_lies_ahead_of_a_normal_error() -> None:
    """Against the mean of what is really drawn from that distribution."""
    draw = random.Random(1)
    for behind, error in ((0.0, 1.0), (0.5, 1.0), (1.0, 0.5), (-0.3, 0.7)):
        drawn = [max(0.0, draw.gauss(-behind, error)) for _ in range(100_000 if COMPILED else 20_000)]
        assert hope(behind, error) == pytest.approx(sum(drawn) / len(drawn), abs=0.01)
    assert hope(1.0, 0.0) == 0.0


def test_a_budget_in_seconds_ends_the_search() -> None:
    view = to_explain(2).view(0)
    told = bots.get("search:0.05s", 1).explain(view)
    assert 0 < told.playouts < 100_000


def test_patience_ends_a_long_search() -> None:
    bot = bots.get("search:100000000", 1)
    assert isinstance(bot, SearchBot)
    bot.patience = 0.05
    view = games.get("between-two-cities").new(2, seed=1).view(0)
    assert bot.choose(view) in [entry["action"] for entry in view["legal"]]


@pytest.mark.skipif(not COMPILED, reason="needs whole games: only on the compiled engine")
@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_greedy_bots_come_to_an_end(game: Game) -> None:
    """A value function that loves time, or money to hoard, would have every seat wait for ever."""
    for players in game.player_counts[:3]:
        for seed in range(4):
            assert play(game, ["greedy"] * players, seed, most=2000).over(), (players, seed)


@pytest.mark.parametrize("game", ALL if COMPILED else ALL[:1], ids=lambda game: game.key)
def test_greedy_beats_random_heads_up(game: Game) -> None:
    assert wins(game, 2, 40 if COMPILED else 4) >= (0.95 if COMPILED else 0.75)


@pytest.mark.skipif(not COMPILED, reason="needs hundreds of games: only on the compiled engine")
@pytest.mark.parametrize("game", ALL[1:], ids=lambda game: game.key)
def test_greedy_alone_against_three_random(game: Game) -> None:
    assert wins(game, 4, 24) >= 0.85


@pytest.mark.skipif(not COMPILED, reason="needs hundreds of games: only on the compiled engine")
def test_greedy_alone_in_between_two_cities() -> None:
    # The aim is 85 %, and 1,000 games gave 86 to 87 %; over 600 chance alone is 1.4 points either way.
    assert wins(ALL[0], 4, 600) >= 0.84


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_has_nothing_to_decide_says_so(level: str) -> None:
    state = games.get("between-two-cities").new(3, seed=1)
    state.apply(0, state.legal(0)[0])
    bot = bots.get(level, 1)
    for ask in (bot.choose, bot.explain):
        with pytest.raises(IllegalAction, match="seat 0 is not to act"):
            ask(state.view(0))
        with pytest.raises(IllegalAction, match="the view of a spectator"):
            ask(state.view(None))


@pytest.mark.parametrize("seed", [-1, 1.5, 2**300, "one"])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    """A negative one would be taken for a state of the generator, always the same."""
    with pytest.raises(BadOption, match="seed"):
        bots.get("random", seed)


@pytest.mark.parametrize(
    ("level", "complaint"),
    [
        ("gredy", "did you mean greedy"),
        ("greedy:10", "greedy does not search"),
        ("search:", "a budget is playouts"),
        ("search:0", "a budget is playouts"),
        ("search:-3", "a budget is playouts"),
        ("search:0s", "a budget is playouts"),
        ("search:many", "a budget is playouts"),
    ],
)
def test_an_unknown_level_or_budget_is_refused(level: str, complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        bots.get(level)
