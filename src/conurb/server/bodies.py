"""What requests carry and answers look like, for checking and for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_ID = 100
SEAT_LIMIT = 2**31

Seat = Annotated[int, Field(ge=0, lt=SEAT_LIMIT, description="a seat of the table, from 0")]
Number = Annotated[int, Field(ge=0, lt=2**53)]
RequestId = Annotated[
    str | None,
    Field(
        default=None,
        min_length=1,
        max_length=MOST_ID,
        pattern=r"^[\x21-\x7e]+$",
        description="chosen by the client; a request sent again with the same id is carried out once",
    ),
]
Name = Annotated[str, StringConstraints(max_length=100, pattern=r"^[^\x00]*$")]
Level = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+$")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00]*$")]


class Body(BaseModel):
    """Unknown fields are refused, so that a misspelt one is noticed; numbers are not guessed from texts."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatBody(Body):
    """One seat of a new table."""

    kind: Literal["me", "open", "bot"] = Field(
        description="me: whoever makes the table; open: for whoever has its invite, at a public table anybody; bot"
    )
    name: Name = Field(default="", description="of the player or bot; by default one of ours")
    level: Level = Field(default="greedy", description="of a bot, see GET /api/games")


class CreateBody(Body):
    """A new table."""

    game: Name = Field(examples=["between-two-cities"])
    players: int = Field(ge=1, le=20)
    options: dict[str, Any] = Field(default_factory=dict, description="see GET /api/games")
    seats: list[SeatBody] = Field(max_length=20, description="one for each player")
    clock: int = Field(default=0, ge=0, le=1_000_000, description="seconds for a decision; 0: no clock")
    public: bool = Field(default=False, description="listed, and open seats are anybody's")
    seed: int | None = Field(default=None, ge=0, description="only where nobody else plays")


class ActionBody(Body):
    """One action, as its code, as a structured move or in notation."""

    seat: Seat
    answers: Number = Field(description="the `decision` of the document it answers")
    action: int | None = Field(default=None, ge=0, lt=SEAT_LIMIT)
    move: dict[str, Any] | None = None
    text: Text | None = None
    id: RequestId


class UndoBody(Body):
    seat: Seat
    version: Number | None = Field(default=None, description="refused if the table has moved on since")
    id: RequestId


class ChatBody(Body):
    seat: Seat
    text: Text
    suggestion: dict[str, Any] | None = None
    id: RequestId


class ClaimBody(Body):
    invite: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = Field(
        default=None, description="of the seat; needed unless the table is public"
    )
    seat: Seat | None = Field(default=None, description="without an invite: the seat to take, by default the first")
    again: bool = Field(default=False, description="one more seat for somebody who holds one at this table")
    name: Name = ""


class TakeoverBody(Body):
    seat: Seat
    level: Level = "greedy"


class SeatOnlyBody(Body):
    seat: Seat


class ContinueBody(Body):
    at: Number = Field(description="how many actions of the old game are kept")
    level: Level | None = Field(default=None, description="of the bots; without it bots keep theirs, people get greedy")
    seat: Seat | None = None


class ScoreBody(Body):
    position: dict[str, Any] = Field(description="a position, as docs/positions describes it")


# --- answers


class ErrorAnswer(BaseModel):
    error: str = Field(description="what is wrong, in English")
    key: str = Field(description="the same for programs and other languages: a key of the catalogue `server`")
    args: dict[str, Any] = Field(description="what the sentence of that key puts in")
    cure: str | None = Field(None, description="what would be right")
    version: int | None = None
    decision: int | None = None
    reason: str | None = Field(None, description="why there is nothing to decide, in the words of the engine")


class VersionAnswer(BaseModel):
    version: int


class CreatedAnswer(BaseModel):
    table: str
    url: str
    yours: list[int]
    invites: dict[int, str] = Field(description="seat to the address that claims it")
    tokens: dict[int, str] = Field(description="for programs: seat to the token that acts for it")


class ClaimAnswer(BaseModel):
    seat: int
    token: str


class MessageAnswer(BaseModel):
    number: int


class VerifyAnswer(BaseModel):
    ok: bool
    faults: list[str]
    commitment: str
    seed: str


class HealthAnswer(BaseModel):
    ok: bool
    database: str
    leading: bool
