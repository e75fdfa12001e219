"""Conurb: city-building board games as a fast, typed engine, with bots, a terminal and a server."""

from importlib import import_module
from types import ModuleType

from conurb import _build

__version__ = "0.1.0"
__all__ = ["__version__", "bots", "games", "kernel"]

# Before anything else of conurb is imported: decide between the compiled engine and its source.
_build.activate()


def __getattr__(name: str) -> ModuleType:
    """`conurb.games` and the like without importing them by name."""
    if name in __all__:
        return import_module(f"conurb.{name}")
    raise AttributeError(f"module 'conurb' has no attribute {name!r}")
