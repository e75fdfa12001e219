"""What the server refuses, with the status it answers and, where there is one, the cure."""

from __future__ import annotations

from conurb.kernel.checks import ConurbError


class BadSetting(ConurbError):
    """A setting that cannot be used."""


class Refusal(ConurbError):
    """A request that cannot be carried out; `facts` are further fields of the answer."""

    status = 400

    def __init__(self, error: str, cure: str = "", **facts: object) -> None:
        super().__init__(error)
        self.cure = cure
        self.facts = facts

    def to_json(self) -> dict[str, object]:
        """The body of the answer."""
        answer: dict[str, object] = {"error": str(self)}
        if self.cure:
            answer["cure"] = self.cure
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
