"""Conurb: city-building board games as a fast, typed engine, with bots, a terminal and a server."""

from conurb import _build

__version__ = "0.1.0"

# Before anything else of conurb is imported: decide between the compiled engine and its source.
_build.activate()
