"""The rules documents as HTML: an anchor for every rule, a link for every mention of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from conurb import rulebook

_ID = re.compile(r"[A-Z]+-\d+(?:\.\d+)?")
_MENTION = re.compile(r"\b[A-Z]{2,4}-\d+\.\d+\b")
_SOURCE = re.compile(r"\[.*\]", re.DOTALL)  # where a rule comes from: [rulebook L14], [house]


@cache
def html(game: str, language: str = "en") -> str:
    """The whole document of a game."""
    source = rulebook.document(game, language)
    known = {rule.id for rule in rulebook.read(game, language).rules}
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(source)
    _anchor(tokens)
    for token in tokens:
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # wide ones scroll, by keyboard too
        if token.children:
            token.children = _linked(token.children, known)
    return str(parser.renderer.render(tokens, parser.options, {}))


@cache
def contents(game: str, language: str = "en") -> list[tuple[str, str]]:
    """The sections: id and title."""
    return [(section.id, section.title) for section in rulebook.read(game, language).sections]


def _anchor(tokens: Sequence[Token]) -> None:
    """Give the block of each rule (list item, table row, paragraph) and each heading its id."""
    seen: set[str] = set()
    open_blocks: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            open_blocks.append(token)
        elif token.nesting == -1:
            open_blocks.pop()
        elif token.type == "inline" and open_blocks:
            found = _defined(token, open_blocks[-1])
            if found and found not in seen:
                seen.add(found)
                _block_of(open_blocks).attrSet("id", found)


def _defined(inline: Token, block: Token) -> str | None:
    """The id that a line defines: in bold at its start, or at the start of a heading."""
    parts = inline.children or []
    if block.type == "heading_open":
        match = _ID.match(inline.content)
        return match[0] if match else None
    for place, part in enumerate(parts[:3]):
        if part.type == "strong_open":
            match = _ID.match(parts[place + 1].content)
            return match[0] if match else None
        if part.type != "text" or part.content.strip():
            return None
    return None


def _block_of(open_blocks: Sequence[Token]) -> Token:
    """The list item or table row around a line, else its paragraph."""
    for token in reversed(open_blocks):
        if token.type in ("list_item_open", "tr_open"):
            return token
    return open_blocks[-1]


def _linked(parts: Sequence[Token], known: set[str]) -> list[Token]:
    """Mentions of rules become links; provenance steps back."""
    result: list[Token] = []
    for part in parts:
        if part.type == "code_inline" and _SOURCE.fullmatch(part.content):
            part.attrSet("class", "source")
            result.append(part)
        elif part.type == "text":
            result += _with_links(part.content, known)
        else:
            result.append(part)
    return result


def _with_links(text: str, known: set[str]) -> list[Token]:
    result: list[Token] = []
    end = 0
    for mention in _MENTION.finditer(text):
        if mention[0] in known:
            result += [_text(text[end : mention.start()]), *_link(mention[0])]
            end = mention.end()
    return [*result, _text(text[end:])]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _link(rule: str) -> list[Token]:
    attributes: dict[str, Any] = {"href": f"#{rule}"}
    return [Token("link_open", "a", 1, attrs=attributes), _text(rule), Token("link_close", "a", -1)]
