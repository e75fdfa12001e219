"""What every game is made of: the state contract, the generator, records, positions, notation, checks."""

from conurb.kernel.checks import (
    BadData,
    BadMove,
    BadOption,
    BadPosition,
    BadRecord,
    ConurbError,
    IllegalAction,
)
from conurb.kernel.game import Game
from conurb.kernel.play import Play
from conurb.kernel.record import Entry, Record
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, Event, State

__all__ = [
    "HOST",
    "BadData",
    "BadMove",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "ConurbError",
    "Entry",
    "Event",
    "Game",
    "IllegalAction",
    "Play",
    "Record",
    "Rng",
    "State",
]
