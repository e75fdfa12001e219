"""What the program says, as message keys with arguments, and the catalogues that turn them into sentences.

A key is `domain.name`, such as `between_two_cities.event.placed`: the domain names the catalogue file
`locales/<language>/<domain>.po`, the rest is its msgid. Sentences are whole, with {placeholders}; an argument may
itself be a message. A message with plural forms is chosen by its argument `n`. Hungarian sentences may ask for the
article before an argument: `{n:a}` is "a 4" or "az 5", `{n:A}` the same at the beginning of a sentence.

>>> say(Message("conurb.list.and", {"first": "Ada", "second": "Noor"}))
'Ada and Noor'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from pathlib import Path

LANGUAGES = ("en", "it", "hu")
FORMS: Mapping[str, Callable[[int], int]] = {  # which plural form a number takes
    "en": lambda n: int(n != 1),
    "it": lambda n: int(n != 1),
    "hu": lambda n: int(n != 1),
}
LOCALES = Path(__file__).parent / "locales"
VOWELS = frozenset("aáeéiíoóöőuúüű")
LETTERS = frozenset("flmnrsxy")  # whose Hungarian names begin with a vowel, as in "az F"


@dataclass(frozen=True)
class Message:
    """Something to say, in no language yet."""

    key: str
    args: Mapping[str, object] = field(default_factory=dict)


class Argument(str):
    """What is put into a sentence, with the Hungarian article where the sentence asks for it."""

    def __format__(self, wanted: str) -> str:
        return f"{article(self, wanted)} {self}" if wanted in ("a", "A") else super().__format__(wanted)


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
    return sentence.format(**{key: Argument(arg) for key, arg in args.items()})


def article(word: str, a: str = "a") -> str:
    """The Hungarian article before a word, a letter or a number: `az` if what is said begins with a vowel.

    >>> [f"{article(word)} {word}" for word in ("1.", "5.", "10.", "1000.", "Ada", "B", "F")]
    ['az 1.', 'az 5.', 'a 10.', 'az 1000.', 'az Ada', 'a B', 'az F']
    """
    digits = "".join(takewhile(str.isdigit, word))
    if digits:  # öt, ötven, ötszáz; egy, ezer, egymillió, but tíz and száz
        vowel = digits[0] == "5" or (digits[0] == "1" and len(digits) % 3 == 1)
    else:
        first = word[:1].lower()
        vowel = first in VOWELS or (len(word) == 1 and first in LETTERS)
    return f"{a}z" if vowel else a


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
