"""Pages as the server sends them: what each viewer gets to see of tables, invites and lists."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from conurb import bots
from conurb.games.between_two_cities.heuristics import STAKE
from conurb.server.players import COOKIE
from conurb.web import pages, start
from conurb.web.app import create_app
from conurb.words import LANGUAGES
from tests.server.support import PATIENCE, Api, Stream, client_of, quick

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def api(tmp_path: Path) -> AsyncIterator[Api]:
    """The API with its pages; bots take their time."""
    app = create_app(quick(f"sqlite:///{tmp_path / 'conurb.db'}", bot_pause=3600.0))
    async with app.router.lifespan_context(app), client_of(app) as client:
        started = Api(app, client)
        yield started
        for other in started.others:
            await other.aclose()


async def test_the_replay_shows_no_secrets_of_who_shares_the_screen(api: Api) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cis"}]
    table = (await api.create(seats=seats, options={"seating": [0, 1, 2]}))["table"]
    spectator = api.stranger()
    assert "data-unveil" in (await api.client.get(f"/t/{table}")).text
    await api.act(table, 0)
    secret = (await api.document(table, seat=0))["view"]["chosen"]
    assert secret
    for at in (0, 1):
        watched = (await spectator.get(f"/t/{table}/parts?at={at}")).json()
        for seat in ("", "&seat=0", "&seat=1"):
            shown = (await api.client.get(f"/t/{table}/parts?at={at}{seat}")).json()
            assert shown["state"]["seat"] is None
            for part in ("board", "prompt", "choices", "log"):
                assert shown["parts"][part] == watched["parts"][part]
        assert "data-hand" not in (await api.client.get(f"/t/{table}?at={at}")).text
    await api.finish(table)
    over = (await api.client.get(f"/t/{table}/parts?at=1&seat=0")).json()
    assert over["state"]["seat"] == 0, "after the end everything is open"


async def test_a_level_without_a_number_is_explained(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    every = start.titles("en")
    for rated in (dict.fromkeys(bots.LEVELS, 1500), {"greedy": 1500}):
        titles = [title | {"ratings": rated} for title in every]
        monkeypatch.setattr(start, "titles", lambda _, titles=titles: titles)
        page = (await api.client.get("/")).text
        assert "number beside a level" in page
        assert ("without a number" in page) == (len(rated) == 1)


async def test_a_hint_says_what_its_gain_is_counted_in(api: Api) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}]
    for game, unit in (("between-two-cities", "4 is about 10 % more chance to win"), ("prosperity", "Gain: points")):
        table = (await api.create(game=game, players=2, seats=seats))["table"]
        assert unit in (await api.client.get(f"/t/{table}")).text
    assert 4 / STAKE == 0.10


async def test_a_shared_screen_that_waits_shows_nobodys_secrets(api: Api) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, {"kind": "bot"}]
    table = (await api.create(seats=seats, options={"seating": [0, 1, 2]}))["table"]
    await api.act(table, 0)
    await api.act(table, 1)
    assert (await api.document(table, seat=1))["view"]["chosen"]
    watched = (await api.stranger().get(f"/t/{table}/parts")).json()["parts"]
    for seat in ("", "?seat=0", "?seat=1"):
        shown = (await api.client.get(f"/t/{table}/parts{seat}")).json()
        assert shown["state"]["seat"] is None
        for part in ("veil", "board", "prompt", "choices", "log"):
            assert shown["parts"][part] == watched[part]


async def test_the_replay_of_a_game_without_secrets_is_the_players_own(api: Api) -> None:
    table = (await api.create(game="prosperity", players=2))["table"]
    assert (await api.client.get(f"/t/{table}/parts?at=0&seat=1")).json()["state"]["seat"] == 1


@pytest.mark.parametrize(("game", "others"), [("between-two-cities", 1), ("prosperity", 2), ("the-capitals", 2)])
async def test_a_large_picture_is_drawn_when_it_is_asked_for(api: Api, game: str, others: int) -> None:
    table = (await api.create(game=game, seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]))["table"]
    page = (await api.client.get(f"/t/{table}")).text
    numbers = re.findall(r'data-large="(\d+)"', page)
    assert len(numbers) == others
    for number in numbers:
        picture = (await api.client.get(f"/t/{table}/large/{number}")).text
        assert picture.startswith("<svg")
        assert picture not in page
    assert (await api.client.get(f"/t/{table}/large/99")).status_code == 404


async def test_a_large_picture_tells_no_more_than_the_page(api: Api) -> None:
    """Of a shared screen nobody is asked who they are for it: it is as spectators see it."""
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cis"}]
    table = (await api.create(seats=seats, options={"seating": [0, 1, 2]}))["table"]
    watched = (await api.stranger().get(f"/t/{table}/large/0")).text
    assert watched == (await api.client.get(f"/t/{table}/large/0")).text


async def test_a_table_that_waits_says_of_nobody_that_it_is_their_move(api: Api) -> None:
    seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "open"}]
    created = await api.create(seats=seats)
    (invite,) = created["invites"].values()
    table = created["table"]
    assert not (await api.client.get(f"/t/{table}/parts")).json()["state"]["turn"]
    claim = {"invite": invite.removeprefix("/join/")}
    assert (await api.post(f"/api/tables/{table}/claim", claim, client=api.stranger())).status_code == 200
    assert (await api.client.get(f"/t/{table}/parts")).json()["state"]["turn"]


async def test_whoever_looks_at_an_open_table_is_known_when_they_sit_down(api: Api) -> None:
    """The stream is opened before the claim: the cookie must be there by then."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    public, private = [(await api.create(seats=seats, public=public))["table"] for public in (True, False)]
    guest = api.stranger()
    assert "set-cookie" not in (await guest.get(f"/t/{private}")).headers
    await guest.get(f"/t/{public}")
    headers = {"cookie": f"{COOKIE}={guest.cookies[COOKIE]}"}
    async with Stream(api.app, f"/api/tables/{public}/events", headers) as stream:
        await stream.next("changed")
        seat = (await api.post(f"/api/tables/{public}/claim", {}, client=guest)).json()["seat"]
        async with asyncio.timeout(PATIENCE):
            while seat not in (await stream.next("presence")).data["connected"]:
                pass


async def test_an_invite_is_for_a_friend_and_used_once(api: Api) -> None:
    created = await api.create(seats=[{"kind": "me", "name": "Eva"}, {"kind": "open"}, {"kind": "bot"}])
    table, (invite,) = created["table"], created["invites"].values()
    friend, late = api.stranger(), api.stranger()
    own = (await api.client.get(invite)).text
    assert "You already sit at this table. Give the link to a friend." in own
    assert "To the table" in own
    assert "data-join" in (await friend.get(invite)).text
    await api.post(f"/api/tables/{table}/claim", {"invite": invite.removeprefix("/join/")}, client=friend)
    used = (await late.get(invite, headers={"accept-language": "it"})).text
    assert "Questo invito è già stato usato." in used
    for page in (own, used):
        assert "data-join" not in page
        assert "join.js" not in page, "it needs the form"
        assert f'href="/t/{table}"' in page
    back = await friend.get(invite)
    assert (back.status_code, back.headers["location"]) == (303, f"/t/{table}")


async def test_my_tables_come_in_the_order_in_which_they_need_me(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    def seats(*kinds: str) -> list[dict[str, Any]]:
        return [{"kind": kind} for kind in kinds]

    move = (await api.create())["table"]
    over = (await api.create())["table"]
    await api.finish(over)
    hosted = (await api.create(seats=seats("open", "open", "bot")))["table"]
    waiting = (await api.create(seats=seats("me", "open", "bot")))["table"]
    for _ in range(13):
        other = (await api.create(seats=seats("me", "bot", "bot")))["table"]
        document = await api.document(other)
        await api.act(other, document["seat"])
    watched = (await api.create(seats=seats("bot", "bot", "bot")))["table"]
    mine = await listed(api)
    assert watched not in mine
    assert (mine[0], len(mine)) == (move, 17)
    assert mine[-3:] == [waiting, hosted, over]
    monkeypatch.setattr(pages, "MINE", 5)
    assert await listed(api) == mine[:5]


async def listed(api: Api) -> list[str]:
    """The tables of the list of one's own, in its order."""
    text = (await api.client.get("/")).text
    mine = text[text.index('class="sheet resume"') : text.index('class="sheet open"')]
    return [part.partition('"')[0] for part in mine.split('href="/t/')[1:]]


def test_the_picture_of_the_capitals_is_in_the_readers_language() -> None:
    pictures = {language: _example_of("the-capitals", language) for language in LANGUAGES}
    assert len(set(pictures.values())) == len(LANGUAGES)
    assert len({_example_of("prosperity", language) for language in LANGUAGES}) == 1, "no words, no difference"


def _example_of(game: str, language: str) -> str:
    (title,) = [title for title in start.titles(language) if title["key"] == game]
    picture: str = title["example"]
    return picture
