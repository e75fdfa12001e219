# interpreted: runs once a game, and dataclasses of the titles build on it
"""Options of a game: one frozen dataclass per title, its fields made by `option`, checked as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, cast

from conurb.kernel.checks import BadOption, listing, unknown, whole_number


@dataclass(frozen=True)
class OptionInfo:
    """What a form or a help text needs to offer an option."""

    name: str
    default: object
    allowed: tuple[object, ...]  # the values to choose from; empty if `expects` describes them
    expects: str  # in words, when the values cannot be listed
    help: str


def option(
    default: Any,
    help: str,
    allowed: tuple[object, ...] = (),
    expects: str = "",
    check: Callable[[object], object] | None = None,
) -> Any:
    """A field of an options class: its default, one line of help, and what is allowed.

    `check` turns the given value into the stored one, or raises ValueError.
    """
    return field(default=default, metadata={"help": help, "allowed": allowed, "expects": expects, "check": check})


def lot_or_order(value: object) -> object:
    """A check: "random", or a list with each player or seat once."""
    if value == "random":
        return value
    if not isinstance(value, (list, tuple)) or any(whole_number(number) is None for number in value):
        raise ValueError
    if sorted(value) != list(range(len(value))):
        raise ValueError
    return tuple(value)


Kind = TypeVar("Kind")


def read_options(kind: type[Kind], given: Mapping[str, object] | Kind | None) -> Kind:
    """The options object made from what was given; BadOption names a wrong name or value."""
    if isinstance(given, kind):
        return given
    if given is not None and not isinstance(given, Mapping):
        raise BadOption(f"options: expected an object such as {{}}, not {given!r}")
    values: dict[str, object] = {} if given is None else dict(given)
    known = {f.name: f for f in fields(cast("Any", kind))}
    for name in values:
        if name not in known:
            raise BadOption(unknown("option", name, known))
    return kind(**{name: _checked(name, known[name].metadata, value) for name, value in values.items()})


def _checked(name: str, about: Mapping[str, Any], value: object) -> object:
    check = about["check"]
    try:
        if check is not None:
            return check(value)
        if any(value == a and type(value) is type(a) for a in about["allowed"]):
            return value
    except (ValueError, TypeError):
        pass
    allowed = about["expects"] or listing(about["allowed"])
    raise BadOption(f"option {name}: {value!r} is not allowed; it may be {allowed}")


def option_infos(kind: type[object]) -> tuple[OptionInfo, ...]:
    """Every option of an options class, in order."""
    return tuple(
        OptionInfo(f.name, f.default, f.metadata["allowed"], f.metadata["expects"], f.metadata["help"])
        for f in fields(cast("Any", kind))
    )


def options_dict(options: object) -> dict[str, object]:
    """The options that differ from their defaults, ready for JSON."""
    result: dict[str, object] = {}
    for f in fields(cast("Any", options)):
        value = getattr(options, f.name)
        if value != f.default:
            result[f.name] = list(value) if isinstance(value, tuple) else value
    return result
