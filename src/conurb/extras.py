"""What is installed only on demand."""

from __future__ import annotations

import importlib.util

from conurb.kernel.checks import ConurbError


class MissingExtra(ConurbError):
    """A package that one of the extras brings is not there."""


def need(package: str, extra: str) -> None:
    """Refuse, with the cure, where a package of an extra is missing."""
    if importlib.util.find_spec(package) is None:
        raise MissingExtra(f"this needs {package}: pip install 'conurb[{extra}]'")
