"""What is installed only on demand."""

from __future__ import annotations

import importlib.util


class MissingExtra(ImportError):
    """A package that one of the extras brings is not there.

    Its text is meant for the user, as that of a ConurbError. It cannot be one: a class that is compiled and ImportError
    have no subclass in common.
    """


def need(package: str, extra: str) -> None:
    """Refuse, with the cure, where a package of an extra is missing."""
    if importlib.util.find_spec(package) is None:
        raise MissingExtra(f"this needs {package}: {cure(extra)}")


def cure(extra: str) -> str:
    """How to get an extra; from a clone, since conurb is on no index."""
    return f"pip install -e '.[{extra}]', in the folder of conurb's source"
