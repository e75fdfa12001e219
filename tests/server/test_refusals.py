"""Every refusal has its sentence, with exactly what that sentence puts in, for pages in other languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from conurb import server, web
from conurb.kernel.checks import BadMove, BadRecord, IllegalAction
from conurb.server import errors
from conurb.server.errors import ENGINE, Conflict, Refusal, engine_key
from conurb.words import LANGUAGES, load
from tests.server.support import Api

KINDS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Refusal)}
MAKERS = KINDS | {"SlowBody", "stale", "conflict"}
FOLDERS = [Path(package.__file__ or "").parent for package in (server, web)]


def refusals() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every refusal in the source: where, its key, what it is about."""
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in MAKERS and node.args and isinstance(node.args[0], ast.Constant):
                about = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
                yield f"{path.name}:{node.lineno}", str(node.args[0].value), about


FOUND = list(refusals())


def placeholders(key: str) -> set[str]:
    sentences = load("en", errors.DOMAIN).sentences
    forms = [*sentences[key], *sentences.get(f"{key}.cure", ())]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


def test_refusals_are_found() -> None:
    assert len(FOUND) > 45


@pytest.mark.parametrize(("key", "about"), sorted({(key, tuple(sorted(about))) for _, key, about in FOUND}))
def test_every_refusal_has_its_sentence_and_what_it_puts_in(key: str, about: tuple[str, ...]) -> None:
    assert key in load("en", errors.DOMAIN).sentences
    assert set(about) - {"n"} == placeholders(key) - {"n"}


def test_no_sentence_is_for_nothing() -> None:
    known = {key.removesuffix(".cure") for key in load("en", errors.DOMAIN).sentences}
    assert known == {key for _, key, _ in FOUND} | set(ENGINE.values()) | {"refused"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_said_in_every_language(language: str) -> None:
    refusal = Conflict("is_here", {"version": 3}, name="Mia", n=1)
    assert "Mia" in refusal.say(language)
    assert "1" in refusal.cure(language)
    assert str(refusal) == refusal.to_json()["error"] == "Mia is here, or was a moment ago"
    assert refusal.to_json()["cure"] == "ask again in 1 second if they stay away"
    assert refusal.to_json()["version"] == 3


def test_what_the_engine_refuses_has_a_key_too() -> None:
    assert engine_key(IllegalAction("no")) == "illegal"
    assert engine_key(BadMove("no")) == "unreadable"
    assert engine_key(BadRecord("no")) == "refused"


@pytest.mark.anyio
async def test_answers_carry_key_and_arguments(api: Api) -> None:
    table = (await api.create())["table"]
    answer = (await api.client.get(f"/api/tables/{table}?at=7")).json()
    assert (answer["key"], answer["args"]) == ("no_moment", {"at": 7, "actions": 0})
    early = await api.post(f"/api/tables/{table}/chat", {"seat": 0, "text": "hello"})
    assert (early.json()["key"], early.json()["args"]) == ("illegal", {})
    for path in ("/api/tables/none", "/api/nothing", f"/api/tables/{table}?seat=x"):
        assert (await api.client.get(path)).json()["key"]
