"""Documents of the server as HTML: pure functions, no request and no clock.

A table's page consists of parts, each of which can be replaced by itself when something has changed. What a game shows
comes from its own template (`<game>/table.html`, one macro a part); what every game has comes from `parts.html`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from conurb import games
from conurb.arena.analysis import CHANCE
from conurb.kernel.checks import ConurbError
from conurb.server.errors import DOMAIN, NotFound, Refusal, engine_key
from conurb.server.table import table_url
from conurb.web import looks
from conurb.words import LANGUAGES, Message, listed, load, say

HERE = Path(__file__).parent
STATIC = HERE / "static"
LANGUAGE_NAMES = {"en": "English", "it": "Italiano", "hu": "Magyar"}
THEMES = ("auto", "light", "dark")
LOG_ROWS = 80  # the whole game can be replayed
MINUS, NEITHER = "\N{MINUS SIGN}", "\N{PLUS-MINUS SIGN}"
_GAIN = re.compile(rf"\s(?P<gain>(?P<sign>[+{MINUS}{NEITHER}])\d+)$")
_TONES = {"+": "pos", MINUS: "neg", NEITHER: "zero"}

Document = Mapping[str, Any]


# --- the environment


@cache
def environment(language: str) -> Environment:
    """The templates in one language: `t("key", ...)` is a sentence of the catalogue `web`."""
    shows: dict[str, BaseLoader] = {key: FileSystemLoader(looks.folder(key)) for key in games.CATALOGUE}
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader([HERE / "templates", HERE / "pictures"]), PrefixLoader(shows)]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters |= {"stamp": stamp, "clock": clock, "level": partial(level, language)}
    made.globals |= {
        "t": partial(word, language),
        "language": language,
        "languages": [(code, LANGUAGE_NAMES[code]) for code in LANGUAGES],
        "asset": asset,
        "game_asset": game_asset,
        "words": script_words(language),
    }
    return made


def word(language: str, name: str, /, **args: object) -> str:
    """A sentence of the pages."""
    return say(Message(f"web.{name}", args), language)


def level(language: str, name: str) -> str:
    """How well a bot plays; levels that were added to a server are called as it calls them."""
    return word(language, f"level.{name}") if f"level.{name}" in load(language, "web").sentences else name


def script_words(language: str) -> dict[str, str]:
    """What the scripts say: the sentences whose keys begin with `js.`, placeholders and all, and what the server
    refuses, which in English it says itself."""
    catalogue = load(language, "web").sentences
    own = {name.removeprefix("js."): forms[-1] for name, forms in catalogue.items() if name.startswith("js.")}
    if language == "en":
        return own
    refusals = load(language, DOMAIN).sentences
    return own | {f"{DOMAIN}.{name}": forms[-1] for name, forms in refusals.items()}


def refused(error: Exception, language: str) -> str:
    """Why the server refuses, and what would help."""
    if isinstance(error, Refusal):
        return " ".join(f"{_sentence(part)}." for part in (error.say(language), error.cure(language)) if part)
    if not isinstance(error, ConurbError):
        return word(language, "error.title")
    return _sentence(str(error) if language == "en" else say(Message(f"{DOMAIN}.{engine_key(error)}"), language))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def page(template: str, language: str, *, theme: str = "auto", here: str = "/", **context: Any) -> str:
    """A whole page."""
    return environment(language).get_template(template).render(theme=theme, here=here, **context)


def stamp(html: str) -> str:
    """Tells whether a part has changed."""
    return sha256(html.encode()).hexdigest()[:12]


def clock(seconds: float) -> str:
    """A time span as people write it: 4:07."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


@cache
def asset(name: str) -> str:
    """The address of a static file, with a mark of its content: browsers may keep it for ever."""
    return f"/static/{name}?v={sha256((STATIC / name).read_bytes()).hexdigest()[:10]}"


@cache
def game_asset(game: str, name: str) -> str:
    """The address of a game's style or script."""
    content = looks.stylesheet(game) if name.endswith(".css") else looks.script(game)
    return f"/static/games/{game}/{name}?v={stamp(content)}"


# --- a table


def table_page(
    document: Document,
    language: str,
    *,
    theme: str = "auto",
    here: str = "/",
    veil: int | None = None,
    invites: Mapping[int, str] | None = None,
) -> str:
    """The page of a table, for one viewer."""
    game = document["game"]
    return page(
        "table.html",
        language,
        theme=theme,
        here=here,
        d=document,
        parts=table_parts(document, language, veil=veil, invites=invites),
        game_parts=looks.page(game).PARTS,
        defs=looks.defs(game),
        state=table_state(document, language, veil=veil),
        unit="chance" if game in CHANCE else "points",
    )


def table_state(document: Document, language: str, *, veil: int | None = None) -> dict[str, Any]:
    """What the scripts of a page need to know."""
    to_act = document["view"]["to_act"]
    return {
        "table": document["table"],
        "game": document["game"],
        "script": game_asset(document["game"], "page.js"),
        "version": document["version"],
        "status": document["status"],
        "seat": None if veil is not None else document["seat"],
        "decision": document["decision"],
        "at": document["at"],
        "actions": document["actions"],
        "title": document["title"],
        "names": names(document["names"], language),
        "rule": looks.prose(document["game"]).rule_of(document["view"]),
        "turn": document["at"] is None
        and document["status"] == "playing"
        and any(seat in to_act for seat in document["yours"]),
        "deadline": document["clock"]["deadline"],
        "hints": veil is None and document["hints"],
    }


def names(given: Sequence[str], language: str) -> list[str]:
    """Who plays; a seat that nobody has taken is called by its number."""
    return [name or word(language, "seat.unnamed", seat=seat + 1) for seat, name in enumerate(given)]


def table_parts(
    document: Document,
    language: str,
    *,
    veil: int | None = None,
    invites: Mapping[int, str] | None = None,
) -> dict[str, str]:
    """Every part of a table's page. With `veil`, the document is a spectator's and that seat's owner is called."""
    look = looks.page(document["game"])
    speak = partial(say, language=language)
    document = {**document, "names": names(document["names"], language)}
    model = look.table(document, speak)
    shown = {
        **document,
        "seats": seats(document),
        "exports": exports(document, model["posters"], language),
        "rematch_url": table_url(document["rematch"] or ""),
    }
    own = macros(f"{document['game']}/table.html", language)
    desk = macros("desk.html", language)
    shared = macros("parts.html", language)
    parts = {name: part_macro(own, desk, name)(model, shown) for name in look.PARTS}
    name = "" if veil is None else document["names"][veil]
    if veil is not None:
        parts["prompt"] = ""
    parts["veil"] = shared.veil(shown, name, veil)
    parts["log"] = shared.log(shown, log_rows(document, language))
    parts["talk"] = shared.talk(
        shown, model, messages(document, language), part_macro(own, desk, "suggest")(model, shown)
    )
    parts["invites"] = shared.invites(shown, open_seats(document, invites or {}) if document["at"] is None else [])
    parts["replay"] = shared.replay(shown)
    parts["after"] = shared.after(shown)
    parts["fair"] = shared.fair(shown)
    parts["headline"] = model["headline"]
    told = {name: str(html).strip() for name, html in parts.items()}
    if told["final"]:  # the score sheet says why the ranking is what it is
        told |= {"final": told["final"] + told["score"], "score": ""}
    return told


def large(document: Document, number: int, language: str) -> str:
    """One of the cities that the page shows small, drawn large."""
    document = {**document, "names": names(document["names"], language)}
    others = looks.page(document["game"]).table(document, partial(say, language=language)).get("others", [])
    drawn = next((str(city["large"]()) for city in others if city["number"] == number), None)
    if drawn is None:
        raise NotFound("no_file", name=f"large/{number}")
    return drawn


def macros(template: str, language: str) -> Any:
    """A template whose macros are called one by one, each drawing one part."""
    return environment(language).get_template(template).module


def part_macro(own: Any, desk: Any, name: str) -> Any:
    """The macro of a part: the game's, or the one that all games share."""
    return getattr(own, name) if hasattr(own, name) else getattr(desk, name)


def seats(document: Document) -> list[dict[str, Any]]:
    """The seats, with what the viewer may do about them: sit down, call a bot for somebody who left, come back."""
    yours = document["yours"]
    live = document["at"] is None
    playing = document["status"] == "playing" and live
    told = []
    for seat in document["seats"]:
        gone = seat["kind"] == "person" and not seat["connected"] and not seat["bot_since"]
        told.append(
            {
                **seat,
                "can_take_over": bool(playing and yours and gone and seat["seat"] not in yours),
                "can_sit": bool(live and seat["kind"] == "open" and document["public"] and not yours),
                "can_put_bot": bool(live and seat["kind"] == "open" and document["host"]),
                "can_return": bool(playing and seat["bot_since"] and seat["seat"] in yours),
            }
        )
    return told


def open_seats(document: Document, invites: Mapping[int, str]) -> list[dict[str, Any]]:
    """The seats nobody has claimed; with the link, where the viewer may give it away."""
    return [
        {"seat": seat["seat"], "url": invites.get(seat["seat"], "")}
        for seat in document["seats"]
        if seat["kind"] == "open"
    ]


def log_rows(document: Document, language: str) -> list[dict[str, Any]]:
    """The log, latest first. What was taken back is left out, with the taking back."""
    rows: list[dict[str, Any]] = []
    position = 0  # how many actions of the game led here, for the link to the replay
    for entry in document["log"]:
        if entry["undone"] or entry["kind"] == "undo":
            continue
        position += entry["kind"] == "action"
        about = {"position": position, "at": entry["at"]}
        if entry["kind"] != "action":
            name = document["names"][entry["seat"]]
            told = word(language, f"by.{entry['kind']}", name=name)
            rows.append({**about, "seat": entry["seat"], "by": "", "text": told, "gain": "", "tone": "", "rule": ""})
        rows += [{**about, **event_row(event, entry["by"], document, language)} for event in entry["events"]]
    return rows[: -LOG_ROWS - 1 : -1]


def event_row(event: Mapping[str, Any], by: str, document: Document, language: str) -> dict[str, Any]:
    """One line of the log; the number at its end stands out."""
    message = looks.prose(document["game"]).event(event, document["view"], document["names"])
    sentence = say(message, language)
    gain = _GAIN.search(sentence)
    return {
        "seat": event["seat"],
        "by": acted_by(by, language),
        "text": sentence if gain is None else sentence[: gain.start()],
        "gain": "" if gain is None else gain["gain"],
        "tone": "" if gain is None else _TONES[gain["sign"]],
        "rule": event["rule"],
    }


def acted_by(by: str, language: str) -> str:
    """Who acted, when it was not the player."""
    return word(language, f"by.{by}") if by in ("clock", "fault") else ""  # of a bot, its seat says so


def messages(document: Document, language: str) -> list[dict[str, Any]]:
    """What was said; a suggestion also in the words of the reader."""
    look = looks.page(document["game"])
    told = []
    for message in document["chat"]:
        advice = None
        if message["suggestion"]:
            advice = look.said(message, document["view"], document["names"], partial(say, language=language))
        # A suggestion sent without a word of one's own carries its notation as text.
        text = "" if advice is not None and message["text"] == advice["cell"] else message["text"]
        told.append({**message, "text": text, "advice": advice})
    return told


def exports(document: Document, posters: Mapping[int, str], language: str) -> list[tuple[str, str]]:
    """What can be taken home from a finished game: the record, the table, each city as a sheet to hang on the wall."""
    base = f"/api/tables/{document['table']}"
    files = [(f"{base}/record", "record"), (f"{base}/record?format=text", "text")]
    files += [(f"{base}/board.{kind}?language={language}", kind) for kind in ("svg", "png")]
    told = [(url, word(language, f"export.{name}")) for url, name in files]
    return told + [
        (f"{base}/city/{number}.svg?language={language}", word(language, "export.poster", name=name))
        for number, name in posters.items()
    ]


# --- other pages


def join_names(names: Sequence[str], language: str) -> str:
    """Names as a list."""
    joined = listed(names) if names else ""
    return joined if isinstance(joined, str) else say(joined, language)
