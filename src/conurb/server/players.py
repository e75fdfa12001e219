"""Who is who: guests with a signed cookie, programs with a seat's token, invites that claim a seat once.

Nobody has an account. A browser gets a random guest id; a seat keeps the hash of its owner's, so that the database
tells nobody how to take a seat. Invites and tokens are made from the server's secret: the host can see an invite
again, and a claim whose answer was lost gives the same token when it is sent again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from string import ascii_letters, digits

COOKIE = "conurb"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers keep one
ID_BYTES = 18  # 24 letters of base64
TABLE_LETTERS = ascii_letters + digits
TABLE_LENGTH = 10  # 59 random bits


def hashed(key: str) -> str:
    """What is kept of a guest id, token or invite. They are random, so a plain hash is enough."""
    return hashlib.sha256(f"conurb key {key}".encode()).hexdigest()


def new_guest() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def new_table_id() -> str:
    return "".join(secrets.choice(TABLE_LETTERS) for _ in range(TABLE_LENGTH))


@dataclass(frozen=True)
class Viewer:
    """Who asks: a guest's key, a seat's token, both or neither (a spectator), all as hashes."""

    guest: str | None = None
    token: str | None = None

    @property
    def keys(self) -> list[str]:
        return [key for key in (self.guest, self.token) if key is not None]


SPECTATOR = Viewer()


@dataclass(frozen=True)
class Keys:
    """Everything made from the server's secret."""

    secret: str = field(repr=False)

    def made_of(self, *parts: object) -> str:
        """A text that only this server can make, from these parts."""
        words = "\n".join(str(part) for part in parts)
        digest = hmac.new(self.secret.encode(), words.encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(digest[:ID_BYTES]).decode()

    def cookie(self, guest: str) -> str:
        return f"{guest}.{self.made_of('cookie', guest)}"

    def read_cookie(self, value: str | None) -> str | None:
        """The guest id of a cookie that we have signed; None for any other."""
        guest, _, signature = (value or "").partition(".")
        good = hmac.compare_digest(signature.encode(), self.made_of("cookie", guest).encode())
        return guest if guest and good else None

    def invite(self, table: str, seat: int) -> str:
        return self.made_of("invite", table, seat)

    def token(self, table: str, seat: int, key_hash: str) -> str:
        return self.made_of("token", table, seat, key_hash)

    def bot_seed(self, table: str, seat: int) -> int:
        """A bot's own chance: nobody can foretell it, and it says nothing of the game's seed."""
        return int.from_bytes(hashlib.sha256(self.made_of("bot", table, seat).encode()).digest()[:6], "big")


def read_bearer(header: str | None) -> str | None:
    """The token of an Authorization header."""
    kind, _, token = (header or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None
