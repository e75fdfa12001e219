"""Every rule of a finished game is cited by a test (`make rules`).

A rule is defined where its id stands in bold at the start of a paragraph, list item or table row of
docs/rules/<game>.md: `- **BTC-5.6** …`, `- **BTC-3.3 ROUND_START** …`, `| **BTC-8.1** | …`. A test cites it
by writing the id anywhere in a .py or .toml file under tests/. Ranges are not expanded: write out each id.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FINISHED = {  # game: prefix of its rule ids
    "between_two_cities": "BTC",
    "prosperity": "PRO",
    "the_capitals": "CAP",
    "urban_sprawl": "USP",
}


@dataclass(frozen=True)
class Coverage:
    """What the rules of one game and the tests say of each other."""

    game: str
    rules: int
    untested: list[str]
    unknown: list[str]  # "id (where it is cited)"
    doubled: list[str]

    @property
    def complete(self) -> bool:
        """Nothing to complain about; a document without rules is a mistake too."""
        return self.rules > 0 and not (self.untested or self.unknown or self.doubled)


def defined_ids(text: str, prefix: str) -> list[str]:
    """The ids a rules document defines, in its order."""
    start = r"^\s*(?:[-*+]\s+|\|\s*)?\*\*"
    return re.findall(rf"{start}({prefix}-\d+\.\d+)(?:\s[^*\n]*)?\*\*", text, flags=re.MULTILINE)


def cited_ids(text: str, prefix: str) -> set[str]:
    """The ids a test cites, whole: BTC-5.10 does not cite BTC-5.1."""
    return set(re.findall(rf"(?<![\w-]){prefix}-\d+\.\d+(?![\w]|\.\d)", text))


def citations(tests: Path, prefix: str) -> dict[str, Path]:
    """Each cited id with one file that cites it."""
    files = sorted([*tests.rglob("*.py"), *tests.rglob("*.toml")])
    return {name: path for path in files for name in cited_ids(path.read_text(encoding="utf-8"), prefix)}


def by_number(name: str) -> list[int]:
    """Sort key: BTC-5.9 before BTC-5.10."""
    return [int(number) for number in re.findall(r"\d+", name)]


def coverage(game: str, prefix: str, root: Path) -> Coverage:
    """Compare docs/rules/<game>.md with tests/."""
    ids = defined_ids((root / "docs/rules" / f"{game}.md").read_text(encoding="utf-8"), prefix)
    cited = citations(root / "tests", prefix)
    return Coverage(
        game=game,
        rules=len(set(ids)),
        untested=sorted(set(ids) - set(cited), key=by_number),
        unknown=[
            f"{name} ({cited[name].relative_to(root).as_posix()})"
            for name in sorted(set(cited) - set(ids), key=by_number)
        ],
        doubled=[name for name, times in Counter(ids).items() if times > 1],
    )


def describe(result: Coverage) -> str:
    """A headline, and a line for each thing that is wrong."""
    lines = [f"{result.game}: {result.rules} rules, {result.rules - len(result.untested)} cited by tests"]
    for what, names in (
        ("without a test", result.untested),
        ("cited but not in the rules", result.unknown),
        ("defined twice", result.doubled),
    ):
        lines += [f"  {what}: {name}" for name in names]
    return "\n".join(lines)


def main(finished: Mapping[str, str] = FINISHED, root: Path = ROOT) -> int:
    """Report on every finished game; 1 if anything is wrong."""
    results = [coverage(game, prefix, root) for game, prefix in finished.items()]
    for result in results:
        print(describe(result))
    return 0 if all(result.complete for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
