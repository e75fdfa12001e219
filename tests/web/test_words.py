"""Every language says everything, nothing is said that nobody asks for, and placeholders agree."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from conurb import words
from conurb.web.render import script_words
from conurb.words import LANGUAGES, load

SOURCE = Path(words.__file__).parent


DOMAINS = words.domains()
SOURCES = [
    *SOURCE.rglob("*.py"),
    *SOURCE.rglob("*.html"),
    *(SOURCE / "web" / "static" / "js").glob("*.js"),
]
ANY = "\0"  # stands for the part of a key that is put in when the program runs


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_keys(domain: str, language: str) -> None:
    assert set(load(language, domain).sentences) == set(load("en", domain).sentences)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(domain: str, language: str) -> None:
    empty = [key for key, forms in load(language, domain).sentences.items() if not all(form.strip() for form in forms)]
    assert empty == []


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_those_of_the_english_sentence(domain: str, language: str) -> None:
    english = load("en", domain).sentences
    differing = {
        key: forms
        for key, forms in load(language, domain).sentences.items()
        if any(placeholders(form) != placeholders(english[key][-1]) for form in forms)
    }
    assert differing == {}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_translations_are_translations(language: str) -> None:
    """A sentence of several words that is the same as in English was forgotten, names and patterns apart."""
    same = []
    for domain in DOMAINS:
        english = load("en", domain).sentences
        for key, forms in load(language, domain).sentences.items():
            letters = re.sub(r"\{\w+\}|[^\w ]", "", forms[-1])
            if forms == english[key] and len(letters.split()) > 2 and not key.startswith(("game.", "label.title")):
                same.append(f"{domain}.{key}")
    assert same == []


# --- Hungarian articles


@pytest.mark.parametrize(
    ("number", "said"),
    [
        *((number, "az") for number in (1, 5, 50, 59, 500, 1000, 1999, 5000, 50_000, 1_000_000)),
        *((number, "a") for number in (0, 2, 4, 6, 10, 15, 49, 60, 100, 101, 2000, 10_000, 15_000, 100_000)),
    ],
)
def test_the_article_before_a_number(number: int, said: str) -> None:
    assert words.article(str(number)) == said


@pytest.mark.parametrize(
    ("word", "said"), [("Ödön", "az"), ("ipar", "az"), ("Mira", "a"), ("F", "az"), ("B", "a"), ("Y", "az"), ("", "a")]
)
def test_the_article_before_a_word(word: str, said: str) -> None:
    assert words.article(word) == said


def test_a_sentence_asks_for_the_article() -> None:
    for round, said in ((1, "Az 1."), (3, "A 3.")):
        message = words.Message("between_two_cities.event.round_ended", {"round": round})
        assert words.say(message, "hu").startswith(f"{said} forduló")


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_hungarian_article_is_left_to_chance(domain: str) -> None:
    doubtful = re.compile(r"\ba\(z\)|\baz? \{", re.IGNORECASE)
    forms = [form for forms in load("hu", domain).sentences.values() for form in forms]
    assert [form for form in forms if doubtful.search(form)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_need_no_article(language: str) -> None:
    """They only put arguments in."""
    assert [text for text in script_words(language).values() if re.search(r"\{\w+:", text)] == []


# --- one voice


@pytest.mark.parametrize(("key", "said"), [("eyebrow.decide", "Tocca a te"), ("eyebrow.wait", "Non tocca a te")])
def test_italian_has_one_voice(key: str, said: str) -> None:
    assert load("it", "desk").sentences[key] == (said,)
    for domain in DOMAINS:
        forms = [form for forms in load("it", domain).sentences.values() for form in forms]
        assert [form for form in forms if re.search(r"\bsi aspetta\b|il tuo turno\.?$", form, re.IGNORECASE)] == []


@pytest.mark.parametrize(("language", "neighbours"), [("en", "neighbour"), ("it", "vicin"), ("hu", "szomszéd")])
def test_pages_of_all_games_speak_of_no_neighbours(language: str, neighbours: str) -> None:
    assert [form for forms in load(language, "web").sentences.values() for form in forms if neighbours in form] == []


# --- who asks for what


def python_texts(path: Path) -> Iterator[str]:
    """Every text of a module; what an f-string puts in is ANY."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else ANY for part in node.values)


def template_texts(path: Path) -> Iterator[str]:
    """Every quoted text of a template or script; one that is continued by `~` ends in ANY."""
    text = path.read_text(encoding="utf-8")
    for quote in "\"'":  # a quoted attribute may hold a quoted key
        for match in re.finditer(rf"{quote}([^{quote}\n]*){quote}(\s*~)?", text):
            yield match[1] + (ANY if match[2] else "")


def asked() -> set[str]:
    texts: set[str] = set()
    for path in SOURCES:
        texts |= set(python_texts(path) if path.suffix == ".py" else template_texts(path))
    return texts


def pattern(text: str) -> str:
    return ".+".join(re.escape(part) for part in text.split(ANY))


TEXTS = asked()
PLAIN = {text for text in TEXTS if ANY not in text}


def tells(text: str) -> bool:
    """Whether a text with gaps says which keys it means: more than the domain, or a full stop."""
    said = text.replace(ANY, "")
    return "." in said and len(re.sub(r"[^a-z_]", "", said)) >= 2 and said.removesuffix(".") not in DOMAINS


PATTERNS = [re.compile(pattern(text)) for text in TEXTS if ANY in text and tells(text)]


def is_asked_for(domain: str, key: str) -> bool:
    names = {key, f"{domain}.{key}", key.removeprefix("js."), key.removeprefix("picture.")}
    return any(name in PLAIN or any(one.fullmatch(name) for one in PATTERNS) for name in names)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_key_is_asked_for(domain: str) -> None:
    unused = [key for key in load("en", domain).sentences if not is_asked_for(domain, key)]
    assert unused == []


def test_an_unused_key_would_be_noticed() -> None:
    assert not is_asked_for("web", "home.something_nobody_says")
    assert not is_asked_for("between_two_cities", "nobody.asks")


def literal_calls() -> Iterator[tuple[str, str]]:
    """Keys written out in templates and scripts: `t("key"` and `word("key"`."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            for match in re.finditer(r"""\bt\((["'])([a-z0-9_.-]+)\1\s*[,)]""", text):
                yield path.name, match[2]
        elif path.suffix == ".js":
            for match in re.finditer(r"""\bword\((["'])([a-z_]+)\1""", text):
                yield path.name, f"js.{match[2]}"


def test_every_key_that_is_asked_for_exists() -> None:
    known = load("en", "web").sentences
    found = list(literal_calls())
    assert len(found) > 60
    assert [(file, key) for file, key in found if key not in known] == []
