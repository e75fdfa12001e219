"""One game of a series: made from the plan and a number, the same everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conurb.arena.match import Outcome, Plan, count_picks, outcome_from_json, play_match, seating
from conurb.arena.match import SeatOutcome as Seat
from conurb.kernel import BadOption, ConurbError

PLAN = Plan("between-two-cities", ("greedy", "random", "random"), seed=5)


def without_time(outcome: Outcome) -> dict[str, object]:
    for seat in outcome.seats:
        seat.seconds = 0.0
    return outcome.to_json()


def test_players_have_every_seat_with_the_same_deal() -> None:
    assert [seating(3, number) for number in range(4)] == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    first, second, third, fourth = (play_match(PLAN, number) for number in range(4))
    assert first.seed == second.seed == third.seed != fourth.seed
    assert [[seat.bot for seat in o.seats].index("greedy") for o in (first, second, third)] == [0, 1, 2]


def test_the_same_game_again() -> None:
    assert without_time(play_match(PLAN, 1)) == without_time(play_match(PLAN, 1))
    assert play_match(PLAN, 0).seats != play_match(replace(PLAN, seed=6), 0).seats


def test_an_outcome_goes_through_json() -> None:
    outcome = play_match(PLAN, 0)
    assert outcome_from_json(outcome.to_json()) == outcome
    assert sorted(seat.rank for seat in outcome.seats)[0] == 1
    assert outcome.moves == sum(seat.decisions for seat in outcome.seats)


def test_picks_are_counted_where_there_is_a_choice() -> None:
    seat = Seat("greedy", 0)
    legal = [
        {"kind": "choose", "action": 0, "tiles": ["A", "B"]},
        {"kind": "choose", "action": 1, "tiles": ["A", "C"]},
    ]
    count_picks(legal, 1, seat)
    assert seat.offers == {"B": 1, "C": 1}  # A comes in any case
    assert seat.picks == {"C": 1}
    count_picks([{"kind": "left", "action": 0, "tile": "A"}, {"kind": "left", "action": 1, "tile": "B"}], 0, seat)
    assert seat.picks == {"C": 1}, "placing is not taking"


def test_pieces_are_told_in_the_order_of_the_actions() -> None:
    """So that results are the same to the byte, however Python hashes words."""
    tiles = ["T7", "T1", "T9", "T4", "T2", "T8", "T3", "T6"]
    seat = Seat("greedy", 0)
    count_picks([{"kind": "choose", "action": 0, "tiles": tiles}, {"kind": "pass", "action": 1}], 0, seat)
    assert list(seat.offers) == list(seat.picks) == tiles


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"bots": ("greedy",)}, "2, 3, 4, 5, 6 or 7 players"),
        ({"bots": ("greedy", "gredy")}, "did you mean greedy"),
        ({"options": {"place_order": "odd"}}, "place_order"),
        ({"limit": 0.0}, "more than 0 seconds"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(wrong: dict[str, object], complaint: str) -> None:
    with pytest.raises(ConurbError, match=complaint):
        replace(PLAN, **wrong).check()  # type: ignore[arg-type]


def test_a_program_without_a_name_is_an_unknown_bot() -> None:
    with pytest.raises(BadOption):
        replace(PLAN, bots=("mine", "greedy")).check()
    replace(PLAN, bots=("mine", "greedy"), programs={"mine": "anything"}).check()
