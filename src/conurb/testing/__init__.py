"""The test kit: what every game must keep to, checked by playing it.

>>> from conurb import games, testing
>>> testing.check_game(games.get("between-two-cities"), players=[3], step_checks=testing.QUICK)
2

The number returned is how many games were played. Each check is also a function of its own, for tests that look at
one position. `python -m conurb.testing.trace` writes down what an engine does, for comparing two of them;
`python -m conurb.testing.perft` counts action sequences.
"""

from conurb.testing.checks import (
    check_clone,
    check_encode,
    check_events_need_a_listener,
    check_invariants,
    check_json,
    check_legal_lists,
    check_moves,
    check_playout,
    check_ranking,
    check_refusals,
    check_save,
    check_scores,
    check_set_up,
)
from conurb.testing.kit import QUICK, THOROUGH, Shares, StepCheck, check_game, check_record, play_and_check
from conurb.testing.random_play import random_game
from conurb.testing.worlds import check_events, check_picture, check_view, check_worlds

__all__ = [
    "QUICK",
    "THOROUGH",
    "Shares",
    "StepCheck",
    "check_clone",
    "check_encode",
    "check_events",
    "check_events_need_a_listener",
    "check_game",
    "check_invariants",
    "check_json",
    "check_legal_lists",
    "check_moves",
    "check_picture",
    "check_playout",
    "check_ranking",
    "check_record",
    "check_refusals",
    "check_save",
    "check_scores",
    "check_set_up",
    "check_view",
    "check_worlds",
    "play_and_check",
    "random_game",
]
