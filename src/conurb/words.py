"""What the program says, as message keys with arguments, and the catalogues that turn them into sentences.

A key is `domain.name`, such as `between_two_cities.event.placed`: the domain names the catalogue file
`locales/<language>/<domain>.po`, the rest is its msgid. Sentences are whole, with {placeholders}; an argument may
itself be a message. A message with plural forms is chosen by its argument `n`.

>>> say(Message("conurb.list.and", {"first": "Ada", "second": "Noor"}))
'Ada and Noor'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "it", "hu")
FORMS: Mapping[str, Callable[[int], int]] = {  # which plural form a number takes
    "en": lambda n: int(n != 1),
    "it": lambda n: int(n != 1),
    "hu": lambda n: int(n != 1),
}
LOCALES = Path(__file__).parent / "locales"


@dataclass(frozen=True)
class Message:
    """Something to say, in no language yet."""

    key: str
    args: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one domain in one language; several forms where number matters."""

    sentences: Mapping[str, tuple[str, ...]]
    form: Callable[[int], int]


def say(message: Message, language: str = "en") -> str:
    """The message as a sentence of that language."""
    domain, _, name = message.key.partition(".")
    catalogue = load(language, domain)
    forms = catalogue.sentences[name]
    number = message.args.get("n")
    sentence = forms[catalogue.form(number)] if len(forms) > 1 and isinstance(number, int) else forms[0]
    args = {key: say(arg, language) if isinstance(arg, Message) else arg for key, arg in message.args.items()}
    return sentence.format(**args)


def listed(parts: Sequence[Message | str], last: str = "and") -> Message | str:
    """Several things as a list, at least one; `last` joins the last two: "and" or "comma"."""
    *others, final = parts
    if not others:
        return final
    first = others[0]
    for part in others[1:]:
        first = Message("conurb.list.comma", {"first": first, "second": part})
    return Message(f"conurb.list.{last}", {"first": first, "second": final})


def name_list(seats: Sequence[int], names: Sequence[str]) -> Message | str:
    """The names of some seats as a list."""
    return listed([names[seat] for seat in seats])


@cache
def load(language: str, domain: str) -> Catalogue:
    """The catalogue of a domain, read once."""
    from babel.messages.pofile import read_po  # late: it takes longer to import than everything else here

    with (LOCALES / language / f"{domain}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    sentences: dict[str, tuple[str, ...]] = {}
    for entry in catalogue:
        if entry.id:
            name = entry.id if isinstance(entry.id, str) else entry.id[0]
            sentences[name] = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    return Catalogue(sentences, FORMS[language])


def domains() -> list[str]:
    """Every domain that has an English catalogue."""
    return sorted(path.stem for path in (LOCALES / "en").glob("*.po"))
