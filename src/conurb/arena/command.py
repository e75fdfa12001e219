"""How to get the same results again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping


def command(name: str, game: str, options: Mapping[str, object], *given: tuple[str, object]) -> str:
    """A line for the shell, which `conurb` reads as it was meant.

    >>> command("arena", "the-capitals", {"prosperity": True, "starting_order": [1, 0]}, ("--seed", 7))
    "conurb arena the-capitals --seed 7 --option prosperity=true --option 'starting_order=[1, 0]'"
    """
    pairs = [*given, *(("--option", f"{option}={json.dumps(value)}") for option, value in options.items())]
    return shlex.join(["conurb", name, game, *(str(word) for pair in pairs for word in pair)])
