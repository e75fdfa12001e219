"""What the start page shows: the games, what can be chosen of each, and lists of tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any

from conurb import games
from conurb.bots.ratings import ratings
from conurb.kernel.game import Game
from conurb.kernel.options import OptionInfo
from conurb.web import looks
from conurb.web.render import join_names, word
from conurb.words import Message, say

TABLE_OPTIONS = ("clock",)  # options that every table has, whatever the game


def titles(language: str) -> list[dict[str, Any]]:
    """The cards of the games."""
    return [title(key, language) for key in games.CATALOGUE]


@cache
def title(key: str, language: str) -> dict[str, Any]:
    """A game as the start page shows it."""
    game = games.get(key)
    look = looks.page(key)
    return {
        "key": key,
        "least": min(game.player_counts),
        "most": max(game.player_counts),
        "minutes": look.MINUTES,
        "cover": look.cover(),
        "example": _example(look.example, language),
        "defs": looks.defs(key),
        "tagline": say(Message(f"{look.DOMAIN}.tagline"), language),
        "intro": intro(key, language),
        "options": _options(game, language),
        "ratings": ratings(key),
    }


def _example(draw: Callable[..., str], language: str) -> str:
    """The picture beside the introduction; in the reader's language, where there are words in it."""
    return draw(language=language) if "language" in signature(draw).parameters else draw()


def intro(game: str, language: str) -> list[str]:
    """The game in a few sentences."""
    return [say(line, language) for line in looks.prose(game).intro()]


def _options(game: Game, language: str) -> list[dict[str, Any]]:
    """What can be chosen on the page; an option that only programs and tests set has no values to offer."""
    infos = [info for info in game.option_infos() if info.name not in TABLE_OPTIONS]
    return [_option(game, info, language) for info in infos if _offers(game, info)]


def _offers(game: Game, info: OptionInfo) -> list[tuple[str, object]]:
    """The values of an option, each with its name."""
    return looks.page(game.key).options().get(info.name) or [(str(value), value) for value in info.allowed]


def _option(game: Game, info: OptionInfo, language: str) -> dict[str, Any]:
    """One option as a choice, with a line of explanation."""
    look = looks.page(game.key)
    named = f"{look.DOMAIN}.option.{info.name}"
    return {
        "name": info.name,
        "label": say(Message(named), language),
        "help": say(Message(f"{named}.help"), language),
        "offers": [
            {
                "label": say(Message(f"{named}.{name}"), language),
                "json": json.dumps(value),
                "chosen": value == info.default,
            }
            for name, value in _offers(game, info)
        ],
    }


def table_row(summary: Mapping[str, Any], language: str, *, move: bool = False) -> dict[str, Any]:
    """A line of a list of tables."""
    state = {
        "waiting": word(language, "home.waits"),
        "playing": word(language, "home.under_way"),
        "over": word(language, "home.over"),
    }[summary["status"]]
    if summary["open"]:
        state = word(language, "home.free_seats", n=summary["open"])
    return {
        "url": summary["url"],
        "game": summary["game"],
        "title": summary["title"],
        "who": join_names(named(summary["names"]), language),
        "state": state,
        "move": move,
    }


def named(names: Sequence[str]) -> list[str]:
    """The names of those who sit already."""
    return [name for name in names if name]
