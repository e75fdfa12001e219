"""The addresses of the pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from conurb import bots, games
from conurb.kernel.checks import ConurbError
from conurb.kernel.game import Game
from conurb.server.errors import Conflict, NotFound
from conurb.server.players import SPECTATOR, Viewer
from conurb.server.routes import AtQuery, CityNumber, GameKey, SeatQuery, TableId, TheTables, TheViewer, welcome
from conurb.server.storage import NO_DATABASE
from conurb.server.table import OVER, PLAYING, WAITING, LiveTable, invite_url, table_url
from conurb.server.tables import Claim, Tables
from conurb.web import analysis, looks, render, rules_text, start
from conurb.web.languages import LANGUAGE_COOKIE, YEAR, language_of, local, theme_of
from conurb.words import LANGUAGES

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

LIST = 6  # public tables in each list of the start page
MINE = 24  # of the viewer's own
LOOKED_AT = 100  # of those under way: whether it is the viewer's move
FOREVER = "public, max-age=31536000, immutable"


def wishes(request: Request) -> dict[str, Any]:
    """Language, theme and address, for render.page."""
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return {
        "language": language_of(request.cookies, request.headers.get("accept-language")),
        "theme": theme_of(request.cookies),
        "here": here,
    }


# --- the start page


@router.get("/")
async def home(request: Request, tables: TheTables, viewer: TheViewer) -> HTMLResponse:
    asked = wishes(request)
    language = asked["language"]
    levels = [*bots.LEVELS, *tables.settings.bots]
    content = render.page(
        "home.html",
        **asked,
        titles=start.titles(language),
        chosen=next(iter(games.CATALOGUE)),
        levels=levels,
        mine=await _mine(tables, viewer, language),
        open=await _listed(tables, viewer, language, "open"),
        watch=await _listed(tables, viewer, language, "public"),
    )
    return HTMLResponse(content)


async def _mine(tables: Tables, viewer: Viewer, language: str) -> list[dict[str, Any]]:
    """The viewer's tables: those that wait for them, others under way, those that wait for players, finished ones."""
    rows: list[dict[str, Any]] = []
    for status, most in ((PLAYING, LOOKED_AT), (WAITING, MINE), (OVER, MINE)):
        found = [summary.to_json() for summary in await tables.list_tables(viewer, "mine", most, status)]
        own = [told for told in found if told["yours"] or status == WAITING]  # others are only set for somebody else
        moves = [status == PLAYING and await _my_move(tables, told) for told in own]
        listed = [start.table_row(told, language, move=move) for told, move in zip(own, moves, strict=True)]
        rows += sorted(listed, key=lambda row: not row["move"])
    return rows[:MINE]


async def _my_move(tables: Tables, told: dict[str, Any]) -> bool:
    try:
        live = await tables.open(told["table"])
    except (ConurbError, *NO_DATABASE):  # begun with other rules, or a game that this version does not know
        return False
    return any(live.decision(seat) is not None for seat in told["yours"])


async def _listed(tables: Tables, viewer: Viewer, language: str, kind: str) -> list[dict[str, Any]]:
    """Public tables: with a free seat, or under way."""
    found = await tables.list_tables(viewer, kind, LIST, PLAYING)
    return [start.table_row(summary.to_json(), language) for summary in found]


# --- a table


@router.get(table_url("{table}"))
async def table_page(
    request: Request, tables: TheTables, viewer: TheViewer, table: TableId, at: AtQuery = None
) -> HTMLResponse:
    live = await tables.open(table)
    document, veil = shown(live, viewer, None, at)
    content = render.table_page(document, **wishes(request), veil=veil, invites=invites(document, request))
    answer = HTMLResponse(content)
    if viewer.guest is None and live.row.public and live.status == WAITING:
        welcome(request, answer)  # whoever sits down is then known to the stream of this page
    return answer


@router.get(table_url("{table}") + "/parts")
async def table_parts(
    request: Request,
    tables: TheTables,
    viewer: TheViewer,
    table: TableId,
    seat: SeatQuery = None,
    at: AtQuery = None,
) -> JSONResponse:
    """What a page fetches when something has changed."""
    live = await tables.open(table)
    document, veil = shown(live, viewer, seat, at)
    language = wishes(request)["language"]
    parts = render.table_parts(document, language, veil=veil, invites=invites(document, request))
    return JSONResponse(
        {
            "state": render.table_state(document, language, veil=veil),
            "parts": {name: {"html": html, "stamp": render.stamp(html)} for name, html in parts.items()},
        }
    )


@router.get(table_url("{table}") + "/large/{number}")
async def table_picture(
    request: Request,
    tables: TheTables,
    viewer: TheViewer,
    table: TableId,
    number: CityNumber,
    seat: SeatQuery = None,
    at: AtQuery = None,
) -> HTMLResponse:
    """A city of somebody else, drawn when the viewer enlarges it, from what they may see."""
    document, _ = shown(await tables.open(table), viewer, seat, at)
    return HTMLResponse(render.large(document, number, wishes(request)["language"]))


@router.get(table_url("{table}") + "/analysis")
async def table_analysis(request: Request, tables: TheTables, table: TableId) -> HTMLResponse:
    """How a finished game went, for the page of its table."""
    live = await tables.open(table)
    found = await request.app.state.analyses.of(live)
    language = wishes(request)["language"]
    names = render.names(live.names, language)
    return HTMLResponse(analysis.fragment(found, live.record(), names, table_url(live.id), language))


def shown(live: LiveTable, viewer: Viewer, seat: int | None, at: int | None) -> tuple[dict[str, Any], int | None]:
    """What the page shows: the document and, where several people share the screen, whom to pass it to first.

    `seat` is the person at the screen. Somebody else's secret is shown only after they have said who they are, and in
    the replay of a game under way not at all.
    """
    document = live.document(viewer, seat if seat is not None and seat in live.seats_of(viewer) else None, at)
    yours = document["yours"]
    if len(yours) < 2 or (at is not None and live.status == OVER):
        return document, None
    secret = looks.page(document["game"]).secret
    if at is not None:
        hidden = any(secret(live.view(mine, at)) for mine in yours)
        return (_public(live, document) if hidden else document), None
    waiting = [mine for mine in yours if live.decision(mine) is not None]
    if seat in waiting or (seat in yours and not waiting and not secret(document["view"])):
        return document, None
    wanted = live.document(viewer, waiting[0] if waiting else None, at)
    if not secret(wanted["view"]):
        return wanted, None
    return _public(live, document), waiting[0] if waiting else None


def _public(live: LiveTable, document: dict[str, Any]) -> dict[str, Any]:
    """The document as a spectator sees it, for somebody who plays."""
    return live.document(SPECTATOR, None, document["at"]) | {
        name: document[name] for name in ("yours", "host", "invites", "hints")
    }


def invites(document: dict[str, Any], request: Request) -> dict[int, str]:
    """The links of the open seats, whole, for the host."""
    base = str(request.base_url).rstrip("/")
    return {int(seat): base + path for seat, path in document["invites"].items()}


@router.get(invite_url("{invite}"))
async def join(request: Request, tables: TheTables, viewer: TheViewer, invite: str) -> Response:
    live = await tables.open(await tables.find_invite(invite))
    document = live.document(viewer)
    asked = wishes(request)
    refusal = ""
    try:
        seat = tables.claimable(live, viewer, Claim(invite))
    except Conflict as error:
        refusal = render.refused(error, asked["language"])
    else:
        if seat.kind != "open":  # theirs already
            return RedirectResponse(document["url"], 303)
    names = render.join_names(start.named(live.names), asked["language"])
    title = start.title(live.game.key, asked["language"])
    return HTMLResponse(
        render.page("join.html", **asked, d=document, names=names, invite=invite, refusal=refusal, game=title)
    )


# --- rules


def _title(game: str) -> Game:
    if game not in games.CATALOGUE:
        raise NotFound("no_game", game=game)
    return games.get(game)


@router.get("/rules/{game}")
async def rules(request: Request, game: GameKey) -> HTMLResponse:
    title = _title(game)
    asked = wishes(request)
    content = render.page(
        "rules.html",
        **asked,
        title=title.title,
        intro=start.intro(title.key, asked["language"]),
        game=title.key,
        **_rules_text(title.key, asked["language"]),
    )
    return HTMLResponse(content)


@router.get("/rules/{game}/text")
async def rules_fragment(request: Request, game: GameKey) -> HTMLResponse:
    """The same without the page around it, for the drawer of a table."""
    key = _title(game).key
    asked = wishes(request)
    content = render.page("rules_text.html", **asked, game=key, **_rules_text(key, asked["language"]))
    return HTMLResponse(content)


def _rules_text(game: str, language: str) -> dict[str, Any]:
    return {"contents": rules_text.contents(game, language), "text": rules_text.html(game, language)}


# --- language, and what belongs to a game


@router.get("/language")
async def choose_language(
    to: Annotated[str, Query(max_length=10)], next: Annotated[str, Query(max_length=500)] = "/"
) -> RedirectResponse:
    answer = RedirectResponse(local(next), 303)
    if to in LANGUAGES:
        answer.set_cookie(LANGUAGE_COOKIE, to, max_age=YEAR, samesite="lax")
    return answer


@router.get("/static/games/{game}/{name}")
async def game_file(game: GameKey, name: str) -> Response:
    """The style and the script that a game brings along."""
    key = _title(game).key
    headers = {"cache-control": FOREVER}
    if name == "page.css":
        return PlainTextResponse(looks.stylesheet(key), media_type="text/css", headers=headers)
    if name == "page.js":
        return PlainTextResponse(looks.script(key), media_type="text/javascript", headers=headers)
    raise NotFound("no_file", name=name)


def error_page(request: Request, status: int, error: Exception) -> HTMLResponse:
    """For people who followed a link that leads nowhere."""
    asked = wishes(request)
    language = asked["language"]
    told = render.word(language, "error.missing") if status == 404 else render.refused(error, language)
    return HTMLResponse(render.page("message.html", **asked, reason=told), status)


__all__ = ["error_page", "router"]
