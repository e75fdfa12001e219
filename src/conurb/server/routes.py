"""The API: what can be asked of a table over HTTP, and nothing that the page could do otherwise."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse

from conurb import bots, games, rulebook
from conurb.bots.ratings import ratings
from conurb.kernel import notation
from conurb.kernel.play import verify
from conurb.server import bodies, pictures
from conurb.server.analyses import Analyses
from conurb.server.bot_workers import BotFault, BotPool
from conurb.server.errors import Unavailable
from conurb.server.players import COOKIE, COOKIE_SECONDS, Viewer, hashed, new_guest, read_bearer
from conurb.server.table import Answer, LiveTable, invite_url, show_message, table_url
from conurb.server.tables import Claim, Created, SeatWish, Tables

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": bodies.ErrorAnswer} for status in (400, 403, 404, 408, 409, 413, 422, 429, 503)
}
HINT_LEVEL = "strongest"

router = APIRouter(prefix="/api", responses=ERRORS)

TableId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Language = Literal["en", "it", "hu"]
GameKey = Annotated[str, Path(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_-]+$")]
SeatQuery = Annotated[int | None, Query(ge=0, lt=bodies.SEAT_LIMIT, description="one of your seats")]
AtQuery = Annotated[int | None, Query(ge=0, lt=2**53, description="as it was after that many actions")]


# Dependencies are coroutines, though they wait for nothing: others would each take a thread.


async def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def viewer_of(request: Request) -> Viewer:
    """Who asks, by cookie or token."""
    keys = request.app.state.tables.keys
    guest = keys.read_cookie(request.cookies.get(COOKIE))
    token = read_bearer(request.headers.get("authorization"))
    return Viewer(None if guest is None else hashed(guest), None if token is None else hashed(token))


async def guest_of(request: Request, response: Response) -> Viewer:
    """Who asks; somebody new becomes a guest, with a cookie."""
    viewer = await viewer_of(request)
    if viewer.guest is not None:
        return viewer
    return Viewer(hashed(welcome(request, response)), viewer.token)


def welcome(request: Request, response: Response) -> str:
    """Make a new guest and set the cookie."""
    guest = new_guest()
    response.set_cookie(
        COOKIE,
        request.app.state.tables.keys.cookie(guest),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return guest


TheTables = Annotated[Tables, Depends(tables_of)]
TheViewer = Annotated[Viewer, Depends(viewer_of)]
TheGuest = Annotated[Viewer, Depends(guest_of)]


async def open_table(tables: TheTables, viewer: TheViewer, table: TableId) -> LiveTable:
    live = await tables.open(table)
    live.check_token(viewer)
    return live


TheTable = Annotated[LiveTable, Depends(open_table)]


# --- what there is


@router.get("/games", summary="The games, their options, and the levels of bots")
async def list_games(tables: TheTables) -> list[dict[str, Any]]:
    levels = [*bots.LEVELS, *tables.settings.bots]
    return [
        {
            "game": game.key,
            "title": game.title,
            "players": list(game.player_counts),
            "options": [asdict(info) for info in game.option_infos()],
            "levels": levels,
            "ratings": ratings(game.key),
        }
        for game in games.CATALOGUE.values()
    ]


@router.get("/rules/{game}", summary="The rules of a game, all or those with the words looked for")
async def search_rules(
    game: GameKey, q: Annotated[str, Query(max_length=100)] = "", language: Language = "en"
) -> dict[str, Any]:
    key = games.get(game).key
    book = rulebook.read(key, language)
    found = {rule.id for rule in book.search(q.split())}
    if book.full_id(q):
        found |= {rule.id for rule in book.rules if rule.id == book.full_id(q)}
    rules = [
        {"id": rule.id, "section": section.title, "text": rule.text}
        for section in book.sections
        for rule in section.rules
        if rule.id in found
    ]
    return {"game": key, "rules": rules}


@router.post("/score/{game}", summary="Score a position, such as one from a real table")
async def score(game: GameKey, body: bodies.ScoreBody) -> dict[str, Any]:
    state = games.get(game).load(body.position, seed=0)
    return {"scores": state.scores(), "ranking": state.ranking(), "sheet": state.sheet()}


# --- making and finding tables


@router.post("/tables", status_code=201, summary="Make a table")
async def create(tables: TheTables, guest: TheGuest, body: bodies.CreateBody) -> bodies.CreatedAnswer:
    created = await tables.create(
        guest,
        game=body.game,
        players=body.players,
        seats=[SeatWish(seat.kind, seat.name, seat.level) for seat in body.seats],
        options=body.options,
        clock=body.clock,
        public=body.public,
        seed=body.seed,
    )
    return created_answer(created)


def created_answer(created: Created) -> bodies.CreatedAnswer:
    live = created.live
    return bodies.CreatedAnswer(
        table=live.id,
        url=table_url(live.id),
        yours=sorted(created.tokens),
        invites={seat: invite_url(invite) for seat, invite in created.invites.items()},
        tokens=created.tokens,
    )


@router.get("/tables", summary="Lists of tables")
async def list_tables(
    tables: TheTables,
    viewer: TheViewer,
    kind: Literal["open", "public", "mine"] = "open",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[dict[str, Any]]:
    return [summary.to_json() for summary in await tables.list_tables(viewer, kind, limit)]


@router.post("/tables/{table}/claim", summary="Take an open seat")
async def claim(tables: TheTables, guest: TheGuest, table: TableId, body: bodies.ClaimBody) -> bodies.ClaimAnswer:
    wish = Claim(body.invite, body.seat, body.again)
    seat, token = await tables.claim(table, guest, wish, body.name)
    return bodies.ClaimAnswer(seat=seat, token=token)


# --- looking


@router.get("/tables/{table}", summary="Everything you may see of a table")
async def document(live: TheTable, viewer: TheViewer, seat: SeatQuery = None, at: AtQuery = None) -> Response:
    return JSONResponse(live.document(viewer, seat, at))


@router.get(
    "/tables/{table}/events",
    summary="A stream that tells when to look again",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def events(
    tables: TheTables,
    live: TheTable,
    viewer: TheViewer,
    last_event_id: Annotated[str | None, Header(max_length=50)] = None,
) -> StreamingResponse:
    """Server-sent events: `changed` (read the table again), `chat` (a message), `presence` (who is here), and `alive`
    on a quiet stream, with the seconds within which there will be another sign of life.

    The id of each is VERSION.MESSAGES. A client that comes back with the last one it saw gets the messages it missed.
    """
    return StreamingResponse(stream(tables, live, viewer, last_event_id), media_type="text/event-stream")


async def stream(tables: Tables, live: LiveTable, viewer: Viewer, last: str | None) -> AsyncIterator[str]:
    subscriber = tables.hub.subscribe(live.id, live.seats_of(viewer))
    try:
        told = messages_seen(last, live)
        changed = {"version": live.version, "status": live.status}
        yield event(live.version, told, "changed", changed)
        while not tables.hub.closed:
            for message in live.messages[told:]:
                told = message.number
                yield event(live.version, told, "chat", show_message(message))
            notes = await subscriber.news(tables.settings.heartbeat)
            tables.hub.reseat(subscriber, live.seats_of(viewer))
            for kind, data in notes:
                if kind != "chat":  # those are read off the table, so that none comes twice
                    yield event(data.get("version", live.version), told, kind, data)
            if not notes:
                yield event(live.version, told, "alive", {"again_within": tables.settings.heartbeat})
    finally:
        tables.hub.unsubscribe(subscriber)


def messages_seen(last: str | None, live: LiveTable) -> int:
    """How many messages a client has, by the id of the last event it saw; all of them, if it is new."""
    _, _, messages = (last or "").partition(".")
    return min(int(messages), len(live.messages)) if messages.isdecimal() else len(live.messages)


def event(version: int, messages: int, kind: str, data: dict[str, Any]) -> str:
    return f"id: {version}.{messages}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"


# --- playing


@router.post("/tables/{table}/actions", summary="Act")
async def act(tables: TheTables, live: TheTable, viewer: TheViewer, body: bodies.ActionBody) -> bodies.VersionAnswer:
    answer = Answer(body.action, body.move, body.text)
    version = await tables.act(live.id, viewer, body.seat, body.answers, answer, body.id)
    return bodies.VersionAnswer(version=version)


@router.post("/tables/{table}/undo", summary="Take the last action back")
async def undo(tables: TheTables, live: TheTable, viewer: TheViewer, body: bodies.UndoBody) -> bodies.VersionAnswer:
    return bodies.VersionAnswer(version=await tables.undo(live.id, viewer, body.seat, body.version, body.id))


@router.post("/tables/{table}/chat", summary="Say something, when the rules let you")
async def chat(tables: TheTables, live: TheTable, viewer: TheViewer, body: bodies.ChatBody) -> bodies.MessageAnswer:
    number = await tables.chat(live.id, viewer, body.seat, body.text, body.suggestion, body.id)
    return bodies.MessageAnswer(number=number)


@router.post("/tables/{table}/hurry", summary="The host's: end the waiting, where the rules say so")
async def hurry(tables: TheTables, live: TheTable, viewer: TheViewer) -> bodies.VersionAnswer:
    return bodies.VersionAnswer(version=await tables.hurry(live.id, viewer))


@router.post("/tables/{table}/takeover", summary="A bot for whoever is away, or for an open seat")
async def takeover(
    tables: TheTables, live: TheTable, viewer: TheViewer, body: bodies.TakeoverBody
) -> bodies.VersionAnswer:
    return bodies.VersionAnswer(version=await tables.takeover(live.id, viewer, body.seat, body.level))


@router.post("/tables/{table}/return", summary="Take your seat back from the bot")
async def give_back(
    tables: TheTables, live: TheTable, viewer: TheViewer, body: bodies.SeatOnlyBody
) -> bodies.VersionAnswer:
    return bodies.VersionAnswer(version=await tables.give_back(live.id, viewer, body.seat))


@router.post("/tables/{table}/hint", summary="What a bot would do, and why; only where nobody else plays")
async def hint(request: Request, live: TheTable, viewer: TheViewer, body: bodies.SeatOnlyBody) -> dict[str, Any]:
    live.check_own(viewer, body.seat)
    live.check_alone(viewer)
    if live.decision(body.seat) is None:
        raise live.stale("nothing_to_decide", body.seat)
    pool: BotPool = request.app.state.pool
    view = live.view(body.seat)
    try:
        told = await pool.explain(HINT_LEVEL, live.version, view)
    except BotFault as fault:
        raise Unavailable("no_hint") from fault
    in_words = getattr(request.app.state, "line_words", None)  # the pages', where there are pages
    if in_words is None:
        return told
    return {**told, "line": in_words(request, view, told["line"], live.names), "notation": told["line"]}


# --- afterwards


@router.get("/tables/{table}/analysis", summary="How each seat stood through a finished game, and where it turned")
async def analysis(request: Request, live: TheTable) -> dict[str, Any]:
    analyses: Analyses = request.app.state.analyses
    return await analyses.of(live)


@router.post("/tables/{table}/rematch", status_code=201, summary="The same players once more")
async def rematch(tables: TheTables, live: TheTable, viewer: TheViewer) -> bodies.CreatedAnswer:
    return created_answer(await tables.rematch(live.id, viewer))


@router.post("/tables/{table}/continue", status_code=201, summary="Play on from a moment of a finished game")
async def play_on(
    tables: TheTables, live: TheTable, guest: TheGuest, body: bodies.ContinueBody
) -> bodies.CreatedAnswer:
    return created_answer(await tables.play_on(live.id, guest, body.at, body.level, body.seat))


@router.get(
    "/tables/{table}/record",
    summary="The record of a finished game",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/plain": {}}}},
)
async def record(live: TheTable, format: Literal["json", "text"] = "json") -> Response:
    kept = live.record()
    suffix, content, kind = "json", kept.dumps(), "application/json"
    if format == "text":
        suffix, content, kind = "txt", notation.write(kept), "text/plain; charset=utf-8"
    headers = {"content-disposition": f'attachment; filename="conurb-{live.id}.{suffix}"'}
    return Response(content, media_type=kind, headers=headers)


@router.get("/tables/{table}/verify", summary="Is the record true, and the seed the one announced?")
async def verify_record(live: TheTable) -> bodies.VerifyAnswer:
    kept = live.record()
    faults = await asyncio.to_thread(verify, live.game, kept)
    return bodies.VerifyAnswer(ok=not faults, faults=faults, commitment=kept.commitment, seed=f"{kept.seed:#x}")


# --- pictures

Theme = Literal["light", "dark"]
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
PNG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}}}


CityNumber = Annotated[int, Path(ge=0, lt=1000)]


async def drawn_board(
    live: TheTable,
    viewer: TheViewer,
    theme: Theme = "light",
    language: Language = "en",
    seat: SeatQuery = None,
    at: AtQuery = None,
) -> str:
    view = live.view(live.shown_seat(viewer, seat), at)
    return pictures.board_svg(view, live.names, theme == "dark", language)


async def drawn_city(
    live: TheTable, city: CityNumber, theme: Theme = "light", language: Language = "en", at: AtQuery = None
) -> str:
    return pictures.city_svg(live.view(None, at), city, live.names, theme == "dark", language)


TheBoard = Annotated[str, Depends(drawn_board)]
TheCity = Annotated[str, Depends(drawn_city)]


def as_svg(picture: str) -> Response:
    return Response(picture, media_type="image/svg+xml")


async def as_png(picture: str) -> Response:
    return Response(await asyncio.to_thread(pictures.png, picture), media_type="image/png")


@router.get("/tables/{table}/board.svg", summary="The table as a picture", response_class=Response, responses=SVG)
async def board_svg(picture: TheBoard) -> Response:
    return as_svg(picture)


@router.get("/tables/{table}/board.png", summary="The same as pixels", response_class=Response, responses=PNG)
async def board_png(picture: TheBoard) -> Response:
    return await as_png(picture)


@router.get("/tables/{table}/city/{city}.svg", summary="A city to print", response_class=Response, responses=SVG)
async def city_svg(picture: TheCity) -> Response:
    return as_svg(picture)


@router.get("/tables/{table}/city/{city}.png", summary="The same as pixels", response_class=Response, responses=PNG)
async def city_png(picture: TheCity) -> Response:
    return await as_png(picture)


# --- for whoever runs the server

operations = APIRouter()


@operations.get("/healthz", summary="Is the server well?", responses={503: {"model": bodies.HealthAnswer}})
async def healthz(response: Response, tables: TheTables) -> bodies.HealthAnswer:
    ok = await tables.storage.ping()
    response.status_code = 200 if ok else 503
    return bodies.HealthAnswer(ok=ok, database=tables.storage.kind, leading=tables.leading)


@operations.get("/metrics", summary="Counters for Prometheus", response_class=PlainTextResponse)
async def metrics(tables: TheTables) -> PlainTextResponse:
    return PlainTextResponse(tables.metrics.text(), media_type="text/plain; version=0.0.4")
