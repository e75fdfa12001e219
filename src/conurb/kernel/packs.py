# interpreted: runs once a data pack
"""Reading a data pack: a TOML file whose every fault is named with its line, its field and the cure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NoReturn

from conurb.kernel.checks import BadData, listing, number_in, unknown, whole_number
from conurb.kernel.documents import read_toml


class Pack:
    """The content of a data pack, with checks that point at the place of a fault."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self._lines = text.splitlines()
        self.content = read_toml(text, BadData, f"{source}: ")

    def refuse(self, path: str, fault: str) -> NoReturn:
        line = self._line(path)
        place = f"{self.source}:{line}" if line else self.source
        raise BadData(f"{place}: {path}: {fault}")

    def hash(self) -> str:
        """Equal for packs that say the same, however they are written."""
        canonical = json.dumps(self.content, sort_keys=True, separators=(",", ":"), default=str)  # TOML has dates
        return sha256(canonical.encode()).hexdigest()[:16]

    def table(self, path: str, allowed: Sequence[str], required: Sequence[str] | None = None) -> Mapping[str, Any]:
        """The table at a dotted path ('' is the whole file), with no unknown and no missing field."""
        found = self.get(path) if path else self.content
        if not isinstance(found, Mapping):
            self.refuse(path, f"expected a table with {listing(allowed, 'and')}")
        for name in found:
            if name not in allowed:
                self.refuse(f"{path}.{name}".lstrip("."), unknown("field", name, allowed))
        for name in allowed if required is None else required:
            if name not in found:
                self.refuse(path or "the file", f"{name} is missing")
        return found

    def get(self, path: str) -> Any:
        found: Any = self.content
        for step in path.split("."):
            place = number_in(step)
            if isinstance(found, list) and isinstance(place, int) and 0 <= place < len(found):
                found = found[place]
            elif isinstance(found, Mapping) and step in found:
                found = found[step]
            else:
                self.refuse(path, "is missing")
        return found

    def number(self, path: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        number = whole_number(self.get(path))
        if number is None or not low <= number <= high:
            self.refuse(path, f"expected a whole number from {low} to {high}, not {self.get(path)!r}")
        return number

    def numbers(self, path: str, length: int, low: int, high: int) -> list[int]:
        """A list of that many whole numbers within bounds."""
        found = self.get(path)
        if not isinstance(found, list) or len(found) != length:
            self.refuse(path, f"expected a list of {length} numbers, not {found!r}")
        return [self.number(f"{path}.{i}", low, high) for i in range(length)]

    def word(self, path: str, allowed: Sequence[str]) -> str:
        """One of the allowed words."""
        found = self.get(path)
        if not isinstance(found, str) or found not in allowed:
            self.refuse(path, f"expected {listing(allowed)}, not {found!r}")
        return found

    def _line(self, path: str) -> int:
        """The line that most likely holds the last named field of a path; 0 if it is not in the file."""
        parts = [number_in(step) for step in path.split(".")]
        steps = [part for part in parts if isinstance(part, str)]
        index = next((part for part in parts if isinstance(part, int)), 0)
        first = self._find(rf"^\s*\[+\s*{re.escape(steps[0])}\s*\]+", 0, index) if steps else 0
        if not first:
            return self._find(rf"^\s*{re.escape(steps[0])}\s*=", 0, 0) if steps else 0
        if len(steps) < 2:
            return first
        found = self._find(rf"^\s*{re.escape(steps[1])}\s*=", first, 0)
        next_table = self._find(r"^\s*\[", first, 0)  # a field of that name below it is another's
        return first if not found or 0 < next_table < found else found

    def _find(self, pattern: str, after: int, skip: int) -> int:
        hits = [n for n, line in enumerate(self._lines, 1) if n > after and re.match(pattern, line)]
        return hits[min(skip, len(hits) - 1)] if hits else 0
