"""The rules documents of the games (src/conurb/rules/*.md), read rule by rule.

The English document decides; `rules/<language>/` has translations of it, with the same ids.

A rule begins where its id stands in bold at the start of a paragraph, list item or table row, and goes on to the
next rule or heading.

>>> read("between-two-cities").rule("5.16").id
'BTC-5.16'
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from conurb.kernel.checks import BadOption, ConurbError, listing

FOLDER = Path(__file__).parent / "rules"
_SECTION = re.compile(r"## (?P<id>[A-Z]+-\d+) (?P<title>.+)")
_RULE = re.compile(r"\s*(?:[-*+]\s+|(?P<row>\|)\s*)?\*\*(?P<id>[A-Z]+-\d+\.\d+)(?:\s[^*\n]*)?\*\*")


class NoSuchRule(ConurbError):
    """An id that the rules document does not define."""


@dataclass(frozen=True)
class Rule:
    """One rule, as Markdown."""

    id: str
    text: str

    @cached_property
    def plain(self) -> str:
        """The text as searches compare it."""
        return _plain(self.text)

    @property
    def summary(self) -> str:
        """The beginning of the rule as plain text, for lists."""
        plain = re.sub(r"[*`]", "", self.text.removeprefix(f"**{self.id}**")).replace("\n", " ")
        return re.sub(r"\s+", " ", plain).strip()


@dataclass(frozen=True)
class Section:
    """A chapter of the document."""

    id: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Rulebook:
    """The document of one game."""

    sections: tuple[Section, ...]

    @property
    def prefix(self) -> str:
        """What the ids begin with: BTC."""
        return self.sections[0].id.partition("-")[0]

    @property
    def rules(self) -> Iterator[Rule]:
        return (rule for section in self.sections for rule in section.rules)

    def full_id(self, text: str) -> str | None:
        """The id that a text means (`5.6`, `btc-5`), or None if it looks like no id."""
        match = re.fullmatch(rf"(?:{self.prefix}-)?(\d+(?:\.\d+)?)", text.strip(), flags=re.IGNORECASE)
        return f"{self.prefix}-{match[1]}" if match else None

    def rule(self, text: str) -> Rule:
        """The rule of an id; NoSuchRule suggests the nearest."""
        wanted = self.full_id(text) or text
        found = next((rule for rule in self.rules if rule.id == wanted), None)
        if found is None:
            section = self.section(wanted.partition(".")[0])
            if section is None:
                raise NoSuchRule(f"there is no rule {wanted}: sections are {listing(s.id for s in self.sections)}")
            first, last = section.rules[0].id, section.rules[-1].id
            raise NoSuchRule(f"there is no rule {wanted}: section {section.id} has {first} to {last}")
        return found

    def section(self, text: str) -> Section | None:
        """The section of an id without a dot."""
        wanted = self.full_id(text)
        return next((section for section in self.sections if section.id == wanted), None)

    def search(self, words: Sequence[str]) -> list[Rule]:
        """The rules with all the words, or at least their stems; those that have them side by side come first."""
        wanted = [_plain(word) for word in words]
        phrase = " ".join(wanted)
        found = self._with_all(wanted) or self._with_all([_stem(word) for word in wanted])
        return sorted(found, key=lambda rule: phrase not in _plain(rule.summary))

    def _with_all(self, words: Sequence[str]) -> list[Rule]:
        return [rule for rule in self.rules if all(word in rule.plain for word in words)]


def _plain(text: str) -> str:
    """In small letters and without accents, so that `lapka` finds `lapkát`."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _stem(word: str) -> str:
    """A longer word without its last vowels, so that `linea` finds `linee`."""
    return word[:4] + word[4:].rstrip("aeiou")


def document(game: str, language: str = "en") -> str:
    """The rules document of a game, by its key, as Markdown."""
    folder = FOLDER if language == "en" else FOLDER / language
    path = folder / f"{game.replace('-', '_')}.md"
    if not path.exists():
        raise BadOption(f"there is no rules document for {game}")
    return path.read_text(encoding="utf-8")


@cache
def read(game: str, language: str = "en") -> Rulebook:
    """The rules document of a game, rule by rule."""
    return parse(document(game, language))


def parse(text: str) -> Rulebook:
    """The sections and rules of a document."""
    sections: list[tuple[str, str, list[list[str]]]] = []
    open_rule: list[str] | None = None
    for line in text.splitlines():
        section = _SECTION.match(line)
        if section:
            sections.append((section["id"], section["title"], []))
        if section or line.startswith("#") or line.strip() == "---":
            open_rule = None
        elif _RULE.match(line) and sections:
            open_rule = [line]
            sections[-1][2].append(open_rule)
        elif open_rule is not None:
            open_rule.append(line)
    return Rulebook(tuple(Section(id, title, tuple(_rule(lines) for lines in rules)) for id, title, rules in sections))


def _rule(lines: list[str]) -> Rule:
    match = _RULE.match(lines[0])
    assert match is not None
    if match["row"]:
        cells = [cell.strip() for cell in lines[0].strip().strip("|").split("|")]
        return Rule(match["id"], f"{cells[0]} " + "\n\n".join(cells[1:]))
    first = re.sub(r"^\s*[-*+]\s+", "", lines[0])
    return Rule(match["id"], f"{first}\n{textwrap.dedent(_aligned(lines[1:]))}".strip())


def _aligned(lines: list[str]) -> str:
    """The lines after the first without the indentation of a list item; tables and code begin at the margin."""
    return "\n".join(line.removeprefix("  ") for line in lines)
