"""What titles share: players, options, seeds, positions."""

from __future__ import annotations

import pytest

from conurb import games
from conurb.kernel.checks import BadOption
from conurb.kernel.game import Game, check_seed
from conurb.kernel.rng import Rng
from tests.tiny import Tiny


@pytest.mark.parametrize("players", [1, 4, True, 2.0, "2", None])
def test_a_wrong_number_of_players_is_refused_with_the_right_ones(players: object) -> None:
    with pytest.raises(BadOption) as refused:
        Tiny().check_players(players)
    assert str(refused.value) == f"Tiny is for 2 or 3 players, not {players!r}"


@pytest.mark.parametrize("options", ["bell", 7, [("bell", True)]])
def test_options_that_are_no_object_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption, match="options: expected an object"):
        Tiny().new(2, options)


def test_seeds() -> None:
    assert check_seed(0) == 0
    assert check_seed(2**128) == 2**128
    assert len({check_seed(None) for _ in range(10)}) == 10


@pytest.mark.parametrize("digits", [78, 5000])
def test_a_seed_without_end_is_refused(digits: int) -> None:
    for seed in (10**digits, -(10**digits)):
        with pytest.raises(BadOption, match="a seed has at most 256 bits"):
            Tiny().new(2, seed=seed)


def test_a_partial_position_is_completed() -> None:
    whole = Tiny().normalise({"players": 2}, seed=3)
    assert whole == Tiny().load(whole).save()
    assert whole["hands"] == Tiny().new(2, seed=3).save()["hands"]


def test_imagining_from_a_view_needs_no_state() -> None:
    state = Tiny().new(3, seed=3)
    world = Tiny().imagine(state.view(1), Rng(4))
    assert world.view(1) == state.view(1)


def test_a_title_says_what_can_be_chosen() -> None:
    assert [info.name for info in Tiny().option_infos()] == ["bell"]
    assert Tiny().num_actions(2) == 6
    assert Tiny().variants() == [{}, {"bell": True}]
    assert Game().variants() == [{}]


@pytest.mark.parametrize("name", ["between-two-cities", "between_two_cities", " Between Two Cities "])
def test_a_game_is_found_by_its_name(name: str) -> None:
    assert games.get(name) is games.CATALOGUE["between-two-cities"]


def test_an_unknown_game_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(BadOption, match="unknown game 'between-to-cities': did you mean between-two-cities"):
        games.get("between-to-cities")


def test_a_title_lives_in_its_folder() -> None:
    for game in games.CATALOGUE.values():
        assert (game.folder / "data.toml").is_file()
