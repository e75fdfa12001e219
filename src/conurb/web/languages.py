"""Which language and which theme a browser wants."""

from __future__ import annotations

from collections.abc import Mapping

from conurb.web.render import THEMES
from conurb.words import LANGUAGES

LANGUAGE_COOKIE = "conurb_language"
THEME_COOKIE = "conurb_theme"
YEAR = 365 * 24 * 3600


def language_of(cookies: Mapping[str, str], accepted: str | None) -> str:
    """The language the user chose, else the first of ours that the browser asks for, else English.

    >>> language_of({}, "de-CH, de;q=0.9, it;q=0.8, en;q=0.7")
    'it'
    """
    chosen = cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    wanted = [_wish(part) for part in (accepted or "").split(",")]
    wanted.sort(key=lambda wish: -wish[1])
    return next((language for language, weight in wanted if language in LANGUAGES and weight > 0), LANGUAGES[0])


def _wish(part: str) -> tuple[str, float]:
    """A language and how much it is wanted: `it-CH;q=0.8`."""
    name, _, weight = part.partition(";q=")
    try:
        return name.strip().lower().partition("-")[0], float(weight) if weight else 1.0
    except ValueError:
        return "", 0.0


def theme_of(cookies: Mapping[str, str]) -> str:
    chosen = cookies.get(THEME_COOKIE, THEMES[0])
    return chosen if chosen in THEMES else THEMES[0]


def local(address: str) -> str:
    """An address of this server to go back to; the start page for any other."""
    plain = address.startswith("/") and not address.startswith("//") and "\\" not in address
    return address if plain and address.isprintable() else "/"
