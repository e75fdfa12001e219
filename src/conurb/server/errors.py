"""What the server refuses, with the status it answers.

Every refusal has a key of the catalogue `server`, so that a page can say it in its reader's language; programs get the
English sentence beside it. `KEY.cure`, where there is such a sentence, says what to do about it.
"""

from __future__ import annotations

from collections.abc import Mapping

from conurb.kernel.checks import BadMove, BadOption, BadPosition, ConurbError, IllegalAction
from conurb.words import Message, load, say

DOMAIN = "server"


class BadSetting(ConurbError):
    """A setting that cannot be used."""


class Refusal(ConurbError):
    """A request that cannot be carried out; `facts` are further fields of the answer."""

    status = 400

    def __init__(self, key: str, facts: Mapping[str, object] | None = None, /, **about: object) -> None:
        self.key = key
        self.about = about
        self.facts = dict(facts or {})
        super().__init__(self.say())

    def say(self, language: str = "en") -> str:
        return say(Message(f"{DOMAIN}.{self.key}", self.about), language)

    def cure(self, language: str = "en") -> str:
        """What to do about it; nothing, where nothing helps."""
        key = f"{self.key}.cure"
        known = key in load(language, DOMAIN).sentences
        return say(Message(f"{DOMAIN}.{key}", self.about), language) if known else ""

    def to_json(self) -> dict[str, object]:
        """The body of the answer."""
        answer: dict[str, object] = {"error": str(self), "key": self.key, "args": self.about}
        if self.cure():
            answer["cure"] = self.cure()
        return {**answer, **self.facts}


class NotFound(Refusal):
    """There is no such thing, or not for this viewer."""

    status = 404


class Forbidden(Refusal):
    """It is another's."""

    status = 403


class Conflict(Refusal):
    """It was right once, or will be; now it is not."""

    status = 409


class TooLarge(Refusal):
    status = 413


class Unusable(Refusal):
    """The request makes no sense, whenever it is sent."""

    status = 422


class TooMany(Refusal):
    status = 429


class Unavailable(Refusal):
    """The server cannot, for now."""

    status = 503


class Fault(Refusal):
    """A fault of ours; the log has the rest under the id."""

    status = 500


ENGINE: Mapping[type[ConurbError], str] = {
    IllegalAction: "illegal",
    BadMove: "unreadable",
    BadOption: "bad_option",
    BadPosition: "bad_position",
}


def engine_key(error: ConurbError) -> str:
    """What the engine refuses it explains in English; the key says as much as a page can in any language."""
    return next((key for kind, key in ENGINE.items() if isinstance(error, kind)), "refused")
