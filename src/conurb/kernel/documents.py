# interpreted: text work, once a file
"""JSON and TOML from people and programs: whatever is wrong with a text, the same kind of error says so."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from conurb.kernel.checks import ConurbError

# Python refuses to read or write numbers of thousands of digits, and gives up on brackets without end.
_TOO_MUCH = "a number is too long, or there are too many brackets within brackets"


def read_json(text: str, error: type[ConurbError], where: str = "") -> Any:
    """The content of a JSON text; `error` says what is wrong with it, and where it comes from."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise error(f"{where}not valid JSON: line {fault.lineno}, column {fault.colno}: {fault.msg}") from None
    except (ValueError, RecursionError):
        raise error(f"{where}not valid JSON: {_TOO_MUCH}") from None


def read_toml(text: str, error: type[ConurbError], where: str = "") -> dict[str, Any]:
    """The content of a TOML text; `error` says what is wrong with it, and where it comes from."""
    try:
        document = tomllib.loads(text)
        repr(document)  # a number in hexadecimal digits can be read, and then not be named in a complaint
    except tomllib.TOMLDecodeError as fault:
        raise error(f"{where}not valid TOML: {fault}") from None
    except (ValueError, RecursionError):
        raise error(f"{where}not valid TOML: {_TOO_MUCH}") from None
    return document
