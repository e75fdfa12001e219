"""Matches between bots: played anywhere, kept, rated, reported; and the analysis of a single game.

>>> from conurb.arena import Plan, play_match
>>> outcome = play_match(Plan("between-two-cities", ("random", "greedy"), seed=7), 0)
>>> [seat.bot for seat in outcome.seats], len(outcome.seats[0].picks) > 0
(['random', 'greedy'], True)
"""

from conurb.arena.match import Outcome, Plan, SeatOutcome, play_match
from conurb.arena.tournament import play_all

__all__ = ["Outcome", "Plan", "SeatOutcome", "play_all", "play_match"]
