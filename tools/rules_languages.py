"""Do the translations of the rules documents say as much as the English ones, block for block?

The English document is the rule; `rules/<language>/<game>.md` is for reading. A translation has the same headings,
lists, tables and examples in the same order, with the same ids, the same numbers and the same words of the software (in
backticks). So a rule that changes in English fails here until its translations are changed too.

    python tools/rules_languages.py            # all of them
    python tools/rules_languages.py it/prosperity
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

RULES = Path(__file__).resolve().parent.parent / "src" / "conurb" / "rules"
SHOWN = 20  # differences are told up to here


@dataclass(frozen=True)
class Block:
    """A block of a document, and what a translation has to keep of it."""

    line: int
    kind: str
    kept: Counter[str]

    def differs(self, other: Block) -> str:
        """What the other lacks or has too much; nothing if it keeps everything."""
        if self.kind != other.kind:
            return f"expected {self.kind}, found {other.kind}"
        lost, added = self.kept - other.kept, other.kept - self.kept
        parts = [("missing", lost), ("not in the English text", added)]
        return "; ".join(f"{what}: {', '.join(sorted(found.elements()))}" for what, found in parts if found)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a document in order."""
    line = 0
    for token in MarkdownIt("commonmark", {"html": False}).enable("table").parse(text):
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            yield Block(line, "text", Counter(_kept(token.content)))
        elif token.type in ("fence", "code_block"):
            yield Block(line, f"{token.type} {token.content}", Counter())
        else:
            yield Block(line, token.type, Counter())


def _kept(text: str) -> Iterator[str]:
    """What no language changes: words in backticks, ids and numbers."""
    code = re.compile(r"`[^`]*`")
    for word in code.findall(text):
        yield re.sub(r"\s+", " ", word)
    yield from re.findall(r"\b[A-Z]{2,4}-\d+(?:\.\d+)?|\d+", code.sub(" ", text))


def differences(english: str, translated: str) -> list[str]:
    """Where a translation is not its original, with the lines of both; the first few are enough."""
    ours, theirs = list(blocks(english)), list(blocks(translated))
    found: list[str] = []
    for ours_block, theirs_block in zip(ours, theirs, strict=False):
        told = ours_block.differs(theirs_block)
        if told:
            found.append(f"line {theirs_block.line} (English line {ours_block.line}): {told}")
        if ours_block.kind != theirs_block.kind:
            return found  # from here on nothing fits any more
    if len(ours) != len(theirs):
        found.append(f"expected {len(ours)} blocks, found {len(theirs)}")
    return found


def translations() -> list[Path]:
    return sorted(RULES.glob("*/*.md"))


def main(names: list[str]) -> int:
    paths = [RULES / f"{name.removesuffix('.md')}.md" for name in names] or translations()
    faults = 0
    for path in paths:
        found = differences((RULES / path.name).read_text("utf-8"), path.read_text("utf-8"))
        faults += len(found)
        for told in found[:SHOWN]:
            print(f"{path.parent.name}/{path.name}: {told}")
        print(f"{path.parent.name}/{path.name}: {len(found) or 'no'} differences")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
