"""The API as players and programs use it: making tables, joining, acting, and what is refused."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

import pytest
import sqlalchemy as sql

from conurb import games
from conurb.kernel import record as records
from conurb.kernel.play import verify
from conurb.names import seat_names
from conurb.server import pictures
from conurb.server.players import COOKIE, Viewer
from conurb.server.storage import TableRow
from tests.server.support import GAME, PATIENCE, Api, bearer, quick, running, until

pytestmark = pytest.mark.anyio

BOTS = [{"kind": "bot"}] * 3


# --- what there is


async def test_games_tell_their_options_and_levels(api: Api) -> None:
    (game,) = [one for one in (await api.client.get("/api/games")).json() if one["game"] == GAME]
    assert game["players"] == [2, 3, 4, 5, 6, 7]
    assert {option["name"] for option in game["options"]} == {"seating", "place_order", "clock", "idle"}
    assert {"random", "greedy"} <= set(game["levels"])
    assert game["ratings"]["random"] < game["ratings"]["greedy"]


async def test_rules_are_found_by_words_and_by_id(api: Api) -> None:
    found = (await api.client.get(f"/api/rules/{GAME}", params={"q": "committed choice final"})).json()["rules"]
    assert "BTC-3.5" in [rule["id"] for rule in found]
    by_id = (await api.client.get(f"/api/rules/{GAME}", params={"q": "btc-5.16"})).json()["rules"]
    assert "BTC-5.16" in [rule["id"] for rule in by_id]
    assert (await api.client.get("/api/rules/chess")).status_code == 422


async def test_a_position_is_scored_as_the_engine_does(api: Api) -> None:
    state = games.get(GAME).new(3, seed=5)
    while not state.over():
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[0])
    answer = await api.post(f"/api/score/{GAME}", {"position": state.save()})
    assert answer.json()["scores"] == state.scores()
    assert answer.json()["ranking"] == state.ranking()
    bad = await api.post(f"/api/score/{GAME}", {"position": {"players": 99}})
    assert bad.status_code == 422
    assert "players" in bad.json()["error"]


# --- making tables


async def test_a_new_table_shows_its_maker_everything_needed(api: Api) -> None:
    seats = [{"kind": "me", "name": "Eva"}, {"kind": "open"}, {"kind": "bot", "level": "random", "name": "Robi"}]
    created = await api.create(seats=seats, clock=60, public=True)
    document = await api.document(created["table"])
    assert document["status"] == "waiting"
    assert document["decision"] is None
    (mine,) = document["yours"]
    assert mine == document["seat"] == created["yours"][0]
    assert document["names"][mine] == "Eva"
    (free,) = [seat["seat"] for seat in document["seats"] if seat["kind"] == "open"]
    assert document["invites"] == {str(free): created["invites"][str(free)]}
    assert document["clock"] == {"seconds": 60, "deadline": None}
    assert document["seed"] is None
    assert len(document["commitment"]) == 64


async def test_players_sit_where_the_game_has_drawn_them(api: Api) -> None:
    """The first in the list is player 0; the game says on which seat player 0 sits (BTC-2.2)."""
    seats = [{"kind": "me", "name": name} for name in ("Ann", "Ben", "Cis", "Dan")]
    created = await api.create(players=4, seats=seats, seed=3)
    document = await api.document(created["table"])
    seating = document["view"]["seating"]
    assert seating != [0, 1, 2, 3]
    assert document["names"] == [["Ann", "Ben", "Cis", "Dan"][player] for player in seating]
    fixed = await api.create(players=4, seats=seats, options={"seating": [0, 1, 2, 3]})
    assert (await api.document(fixed["table"]))["names"] == ["Ann", "Ben", "Cis", "Dan"]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"players": 9, "seats": [{"kind": "me"}] * 9}, "2, 3, 4, 5, 6 or 7 players"),
        ({"seats": [{"kind": "me"}] * 2}, "need 3 seats"),
        ({"options": {"placeorder": "free"}}, "did you mean place_order"),
        ({"options": {"place_order": "any"}}, "seat or free"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "genius"}, {"kind": "bot"}]}, "unknown bot"),
        ({"seats": [{"kind": "king"}] * 3}, "seats.0.kind"),
        ({"seats": [{"kind": "me", "name": "x" * 31}] * 3}, "at most 30 letters"),
        ({"seed": 3, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}, "knows everything that is hidden"),
        ({"clock": -1}, "clock"),
        ({"colour": "red"}, "colour"),
        ({"players": "3"}, "players"),
    ],
)
async def test_tables_that_cannot_be_are_refused(api: Api, given: dict[str, Any], complaint: str) -> None:
    body = {"game": GAME, "players": 3, "seats": [{"kind": "me"}] * 3, **given}
    answer = await api.post("/api/tables", body)
    assert answer.status_code == 422
    assert complaint in answer.json()["error"]
    assert (await api.client.get("/api/tables", params={"kind": "mine"})).json() == []


async def test_names_are_cleaned_and_made_different(api: Api) -> None:
    seats = [{"kind": "me", "name": " Eva\n\u202e\x07 B "}, {"kind": "me", "name": "Eva B"}, {"kind": "bot"}]
    created = await api.create(seats=seats)
    names = (await api.document(created["table"]))["names"]
    assert {"Eva B", "Eva B 2"} < set(names)
    assert all(names)


async def test_lists_show_public_tables_and_mine(api: Api) -> None:
    open_seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    public = (await api.create(seats=open_seats, public=True))["table"]
    private = (await api.create(seats=open_seats))["table"]

    async def listed(kind: str, client: Any) -> set[str]:
        return {one["table"] for one in (await client.get("/api/tables", params={"kind": kind})).json()}

    stranger = api.stranger()
    assert await listed("open", stranger) == {public}
    assert await listed("public", stranger) == {public}
    assert await listed("mine", stranger) == set()
    assert await listed("mine", api.client) == {public, private}


# --- playing


async def test_a_whole_game_is_played_verified_and_shown(api: Api) -> None:
    table = (await api.create())["table"]
    announced = (await api.document(table))["commitment"]
    for path in ("record", "verify"):
        early = await api.client.get(f"/api/tables/{table}/{path}")
        assert early.status_code == 409
        assert "over" in early.json()["error"]
    document = await api.finish(table)
    assert document["seed"] is not None
    assert document["commitment"] == announced == records.commitment(int(document["seed"], 0))
    assert document["decision"] is None
    answer = await api.client.get(f"/api/tables/{table}/record")
    kept = records.loads(answer.text)
    assert verify(games.get(GAME), kept) == []
    assert kept.commitment == announced
    assert "attachment" in answer.headers["content-disposition"]
    checked = (await api.client.get(f"/api/tables/{table}/verify")).json()
    assert checked == {"ok": True, "faults": [], "commitment": announced, "seed": document["seed"]}
    text = (await api.client.get(f"/api/tables/{table}/record", params={"format": "text"})).text
    assert text.startswith(f"game: {GAME}\n")


async def test_actions_may_be_codes_moves_or_text(api: Api) -> None:
    table = (await api.create())["table"]
    for seat, form in enumerate(("action", "move", "text")):
        legal = (await api.document(table, seat=seat))["view"]["legal"][4]
        forms = {"action": 4, "move": {"type": "choose", "tiles": legal["tiles"]}, "text": legal["text"]}
        answer = await api.post(f"/api/tables/{table}/actions", {"seat": seat, "answers": 0, form: forms[form]})
        assert answer.json() == {"version": seat + 1}
    assert (await api.document(table))["view"]["phase"] == "place"


async def test_an_action_sent_again_with_its_id_is_applied_once(api: Api) -> None:
    table = (await api.create())["table"]
    body = {"seat": 0, "answers": 0, "action": 3, "id": "k1"}
    answers = await asyncio.gather(*(api.post(f"/api/tables/{table}/actions", body) for _ in range(5)))
    assert [answer.json() for answer in answers] == [{"version": 1}] * 5
    await api.act(table, 1)
    late = await api.post(f"/api/tables/{table}/actions", body)
    assert late.json() == {"version": 1}
    assert (await api.document(table))["version"] == 2


async def test_an_action_sent_again_without_an_id_is_refused_with_the_version(api: Api) -> None:
    table = (await api.create())["table"]
    body = {"seat": 0, "answers": 0, "action": 3}
    assert (await api.post(f"/api/tables/{table}/actions", body)).status_code == 200
    again = await api.post(f"/api/tables/{table}/actions", body)
    assert again.status_code == 409
    assert again.json()["version"] == 1
    assert again.json()["decision"] is None
    assert (await api.document(table))["version"] == 1


async def test_answers_out_of_order_are_refused(api: Api) -> None:
    table = (await api.create())["table"]
    await api.choose_all(table)
    decision = (await api.document(table, seat=0))["decision"]
    legal = (await api.document(table, seat=0))["view"]["legal"]
    for answers in (0, decision - 1, decision + 1, 10_000):
        body = {"seat": 0, "answers": answers, "text": legal[0]["text"]}
        refused = await api.post(f"/api/tables/{table}/actions", body)
        assert refused.status_code == 409
        assert refused.json()["version"] == 3
        assert refused.json()["decision"] == decision
    assert (await api.document(table))["version"] == 3


async def test_another_seats_choice_does_not_make_mine_stale(api: Api) -> None:
    table = (await api.create())["table"]
    assert (await api.document(table, seat=2))["decision"] == 0
    await api.act(table, 0)
    await api.act(table, 1)
    assert (await api.document(table, seat=2))["decision"] == 0
    late = await api.post(f"/api/tables/{table}/actions", {"seat": 2, "answers": 0, "action": 0})
    assert late.json() == {"version": 3}


async def test_one_id_for_two_requests_is_refused(api: Api) -> None:
    table = (await api.create())["table"]
    await api.choose_all(table)
    await api.act(table, 0, id="same")
    undo = await api.post(f"/api/tables/{table}/undo", {"seat": 0, "id": "same"})
    assert undo.status_code == 409
    assert "another request" in undo.json()["error"]


async def test_one_id_for_two_actions_is_refused(api: Api) -> None:
    """Whatever form they are sent in, and also when the first was taken back since."""
    table = (await api.create())["table"]
    await api.choose_all(table)
    legal = (await api.document(table, seat=0))["view"]["legal"]
    decision = (await api.document(table, seat=0))["decision"]
    sent = {"seat": 0, "answers": decision, "id": "same"}
    forms = [({"action": one["action"]}, {"text": one["text"]}) for one in legal[:2]]

    async def check() -> None:
        for form in forms[0]:
            assert (await api.post(f"/api/tables/{table}/actions", sent | form)).json() == {"version": 4}
        for form in (*forms[1], {"action": 10**6}, {"text": "fly"}, {}):
            other = await api.post(f"/api/tables/{table}/actions", sent | form)
            assert (other.status_code, other.json()["key"]) == (409, "used_id")

    await check()
    assert (await api.act(table, 0)).status_code == 200
    await check()


async def test_the_id_of_an_action_that_was_taken_back_is_still_its_own(api: Api) -> None:
    table = (await api.create())["table"]
    await api.choose_all(table)
    first, second, *_ = (await api.document(table, seat=0))["view"]["legal"]
    sent = {"seat": 0, "answers": (await api.document(table, seat=0))["decision"], "id": "same"}
    for _ in range(2):
        answer = await api.post(f"/api/tables/{table}/actions", sent | {"text": first["text"]})
        assert answer.json() == {"version": 4}
        other = await api.post(f"/api/tables/{table}/actions", sent | {"text": second["text"]})
        assert other.status_code == 409
        await api.post(f"/api/tables/{table}/undo", {"seat": 0, "id": "back"})


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"action": 255}, "not legal"),
        ({"action": 21}, "not legal"),
        ({"text": "fly to the moon"}, "cannot read"),
        ({"move": {"type": "choose", "tiles": ["S99", "S98"]}}, "there is no tile"),
        ({"move": {"kind": 1}}, "unknown type of move"),
        ({}, "an action is needed"),
    ],
)
async def test_illegal_actions_are_refused_and_change_nothing(api: Api, body: dict[str, Any], complaint: str) -> None:
    table = (await api.create())["table"]
    before = await api.document(table)
    answer = await api.post(f"/api/tables/{table}/actions", {"seat": 0, "answers": 0, **body})
    assert answer.status_code == 422
    assert complaint in answer.json()["error"]
    assert await api.document(table) == before


@pytest.mark.parametrize("text", ["space \u00b2", "space " + "9" * 400])
async def test_a_number_that_is_none_is_refused(api: Api, text: str) -> None:
    table = (await api.create(game="the-capitals"))["table"]
    document = await api.document(table)
    body = {"seat": document["seat"], "answers": document["decision"], "text": text}
    answer = await api.post(f"/api/tables/{table}/actions", body)
    assert answer.status_code == 422
    assert "space: expected a number from 1 to 6" in answer.json()["error"]


async def test_half_a_placement_can_be_taken_back(api: Api) -> None:
    table = (await api.create())["table"]
    document = await api.document(table, seat=0)
    assert document["final"]
    assert not document["can_undo"]
    await api.choose_all(table)
    before = await api.document(table, seat=0)
    assert not before["final"]
    assert not before["can_undo"]
    await api.act(table, 0)
    document = await api.document(table, seat=0)
    assert document["can_undo"]
    assert document["final"]
    assert not (await api.document(table, seat=1))["can_undo"]
    undone = await api.post(f"/api/tables/{table}/undo", {"seat": 0, "version": document["version"], "id": "u"})
    assert undone.json() == {"version": 5}
    after = await api.document(table, seat=0)
    assert after["view"] == before["view"]
    assert after["decision"] == 5
    assert [line["undone"] for line in after["log"]] == [False, False, False, True, False]
    again = await api.post(f"/api/tables/{table}/undo", {"seat": 0, "id": "u"})
    assert again.json() == {"version": 5}
    refused = await api.post(f"/api/tables/{table}/undo", {"seat": 0})
    assert refused.status_code == 409


async def test_undo_names_the_version_it_means(api: Api) -> None:
    table = (await api.create())["table"]
    await api.choose_all(table)
    await api.act(table, 0)
    refused = await api.post(f"/api/tables/{table}/undo", {"seat": 0, "version": 3})
    assert refused.status_code == 409
    assert refused.json()["version"] == 4


async def test_the_host_may_hurry_where_the_rules_say_so(api: Api) -> None:
    table = (await api.create(options={"place_order": "free"}))["table"]
    assert (await api.post(f"/api/tables/{table}/hurry")).status_code == 409
    await api.choose_all(table)
    assert (await api.document(table))["can_hurry"]
    assert (await api.post(f"/api/tables/{table}/hurry", client=api.stranger())).status_code == 403
    assert (await api.post(f"/api/tables/{table}/hurry")).json() == {"version": 4}
    assert (await api.document(table))["view"]["to_act"] == [0]


# --- talking


async def test_talk_is_open_while_placing_and_never_escapes_as_markup(api: Api) -> None:
    table = (await api.create())["table"]
    early = await api.post(f"/api/tables/{table}/chat", {"seat": 0, "text": "hello"})
    assert early.status_code == 422
    assert "BTC-3.14" in early.json()["error"]
    await api.choose_all(table)
    tile = (await api.document(table, seat=1))["view"]["revealed"][1][0]["id"]
    suggestion = {"city": 1, "tile": tile, "row": 0, "col": 0}
    body = {"seat": 0, "text": "<b>here</b>", "suggestion": suggestion, "id": "m"}
    assert (await api.post(f"/api/tables/{table}/chat", body)).json() == {"number": 1}
    assert (await api.post(f"/api/tables/{table}/chat", body)).json() == {"number": 1}
    (said,) = (await api.document(table, seat=1))["chat"]
    assert (said["seat"], said["text"], said["suggestion"]) == (0, "<b>here</b>", suggestion)
    foreign = await api.post(f"/api/tables/{table}/chat", {"seat": 0, "text": "hi"}, client=api.stranger())
    assert foreign.status_code == 403


# --- joining


async def waiting_table(api: Api) -> tuple[str, int, str]:
    """A table with one open seat: its id, the seat and the invite."""
    created = await api.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}])
    ((seat, url),) = created["invites"].items()
    return created["table"], int(seat), url.removeprefix("/join/")


async def test_an_invite_claims_its_seat_once(api: Api) -> None:
    table, seat, invite = await waiting_table(api)
    friend, thief = api.stranger(), api.stranger()
    claimed = await api.post(f"/api/tables/{table}/claim", {"invite": invite, "name": "Mia"}, client=friend)
    assert claimed.json()["seat"] == seat
    again = await api.post(f"/api/tables/{table}/claim", {"invite": invite, "name": "Mia"}, client=friend)
    assert again.json() == claimed.json(), "a claim whose answer was lost can be sent again"
    stolen = await api.post(f"/api/tables/{table}/claim", {"invite": invite, "name": "Max"}, client=thief)
    assert stolen.status_code == 409
    assert "used" in stolen.json()["error"]
    document = await api.document(table, friend)
    assert document["yours"] == [seat]
    assert document["status"] == "playing"
    assert document["names"][seat] == "Mia"
    assert (await api.document(table, thief))["yours"] == []


async def test_many_who_claim_at_once_get_one_seat_between_them(api: Api) -> None:
    table, _, invite = await waiting_table(api)
    claims = (
        api.post(f"/api/tables/{table}/claim", {"invite": invite, "name": f"P{k}"}, client=api.stranger())
        for k in range(8)
    )
    answers = await asyncio.gather(*claims)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


async def test_invites_of_other_tables_and_made_up_ones_do_nothing(api: Api) -> None:
    table, _, _ = await waiting_table(api)
    _, _, other = await waiting_table(api)
    for invite in (other, "made-up", "0"):
        answer = await api.post(f"/api/tables/{table}/claim", {"invite": invite}, client=api.stranger())
        assert answer.status_code == 404
    without = await api.post(f"/api/tables/{table}/claim", {"name": "Max"}, client=api.stranger())
    assert without.status_code == 403


async def test_open_seats_of_public_tables_are_anybodys(api: Api) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = (await api.create(seats=seats, public=True))["table"]
    for _ in range(2):
        assert (await api.post(f"/api/tables/{table}/claim", {}, client=api.stranger())).status_code == 200
    full = await api.post(f"/api/tables/{table}/claim", {}, client=api.stranger())
    assert full.status_code == 409


async def test_a_claim_without_invite_gives_one_seat_however_often(api: Api) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    created = await api.create(seats=seats, public=True)
    table, (mine,) = created["table"], created["yours"]
    guest = api.stranger()
    first = await api.post(f"/api/tables/{table}/claim", {"name": "Mia"}, client=guest)
    for body in ({"name": "Mia"}, {"seat": mine}, {"seat": first.json()["seat"]}):
        again = await api.post(f"/api/tables/{table}/claim", body, client=guest)
        assert (again.status_code, again.json()) == (200, first.json())
    program = await api.post(
        f"/api/tables/{table}/claim", {}, client=api.stranger(), headers=bearer(first.json()["token"])
    )
    assert program.json() == first.json()
    host = await api.post(f"/api/tables/{table}/claim", {})
    assert host.json() == {"seat": mine, "token": created["tokens"][str(mine)]}
    assert (await api.document(table))["status"] == "waiting"
    more = await api.post(f"/api/tables/{table}/claim", {"again": True}, client=guest)
    assert more.json()["seat"] not in (mine, first.json()["seat"])
    assert (await api.document(table))["status"] == "playing"


async def test_a_claim_may_name_its_seat(api: Api) -> None:
    created = await api.create(seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], public=True)
    table, (mine,) = created["table"], created["yours"]
    wanted = max(map(int, created["invites"]))
    taken = await api.post(f"/api/tables/{table}/claim", {"seat": mine}, client=api.stranger())
    assert (taken.status_code, taken.json()["key"]) == (409, "seat_taken")
    assert (await api.post(f"/api/tables/{table}/claim", {"seat": 3}, client=api.stranger())).status_code == 404
    claimed = await api.post(f"/api/tables/{table}/claim", {"seat": wanted}, client=api.stranger())
    assert claimed.json()["seat"] == wanted
    late = await api.post(f"/api/tables/{table}/claim", {"seat": wanted}, client=api.stranger())
    assert (late.status_code, late.json()["key"]) == (409, "seat_taken")


async def test_who_sits_already_does_not_take_a_friends_seat(api: Api) -> None:
    table, seat, invite = await waiting_table(api)
    host = await api.post(f"/api/tables/{table}/claim", {"invite": invite})
    assert host.status_code == 409
    assert host.json()["error"] == "you already sit at this table"
    assert host.json()["cure"] == "give the link to a friend"
    assert (await api.document(table))["seats"][seat]["kind"] == "open"
    meant = await api.post(f"/api/tables/{table}/claim", {"invite": invite, "again": True})
    assert meant.json()["seat"] == seat


async def test_nobody_acts_before_everybody_is_there(api: Api) -> None:
    table, _, _ = await waiting_table(api)
    mine = (await api.document(table))["seat"]
    early = await api.post(f"/api/tables/{table}/actions", {"seat": mine, "answers": 0, "action": 0})
    assert early.status_code == 409
    assert "waits for players" in early.json()["error"]


async def test_the_host_may_put_a_bot_on_an_open_seat(api: Api) -> None:
    table, seat, invite = await waiting_table(api)
    stranger = api.stranger()
    body = {"seat": seat, "level": "random"}
    assert (await api.post(f"/api/tables/{table}/takeover", body, client=stranger)).status_code == 403
    assert (await api.post(f"/api/tables/{table}/takeover", body)).status_code == 200
    document = await api.document(table)
    assert document["status"] == "playing"
    assert document["seats"][seat]["kind"] == "bot"
    late = await api.post(f"/api/tables/{table}/claim", {"invite": invite}, client=stranger)
    assert late.status_code == 409


# --- whose seat


async def test_a_token_acts_for_its_seat_and_no_other(api: Api) -> None:
    created = await api.create()
    table, tokens = created["table"], created["tokens"]
    program = api.stranger()
    seen = await api.post(
        f"/api/tables/{table}/actions",
        {"seat": 1, "answers": 0, "action": 0},
        client=program,
        headers=bearer(tokens["1"]),
    )
    assert seen.status_code == 200
    for seat in (0, 2):
        foreign = await api.post(
            f"/api/tables/{table}/actions",
            {"seat": seat, "answers": 0, "action": 0},
            client=program,
            headers=bearer(tokens["1"]),
        )
        assert foreign.status_code == 403
        looked = await program.get(f"/api/tables/{table}", params={"seat": seat}, headers=bearer(tokens["1"]))
        assert looked.status_code == 403
    assert (await api.document(table))["version"] == 1


async def test_a_token_of_another_table_is_refused(api: Api) -> None:
    first, second = await api.create(), await api.create()
    program = api.stranger()
    for token in (second["tokens"]["0"], "made-up"):
        answer = await program.get(f"/api/tables/{first['table']}", headers=bearer(token))
        assert answer.status_code == 403
        assert "token" in answer.json()["error"]


async def test_strangers_and_forged_cookies_hold_no_seat(api: Api) -> None:
    table = (await api.create())["table"]
    real = api.client.cookies[COOKIE]
    guest, _, signature = real.partition(".")
    forged = (f"{guest}.{signature[:-1]}A", f"{guest}.", guest, f"x{guest}.{signature}", ".", "é")
    for cookie in (None, *forged):
        headers = {} if cookie is None else {b"cookie": f"{COOKIE}={cookie}".encode()}
        stranger = api.stranger()
        looked = await stranger.get(f"/api/tables/{table}", headers=headers)
        assert looked.status_code == 200
        assert looked.json()["yours"] == []
        assert looked.json()["seat"] is None
        assert looked.json()["view"]["hand"] == []
        for path, body in foreign_requests(0):
            answer = await stranger.post(f"/api/tables/{table}/{path}", json=body, headers=headers)
            assert answer.status_code == 403, path
    assert (await api.document(table))["version"] == 0


def foreign_requests(seat: int) -> list[tuple[str, dict[str, Any] | None]]:
    """Every request that only the owner of a seat, a player or the host may make."""
    return [
        ("actions", {"seat": seat, "answers": 0, "action": 0}),
        ("undo", {"seat": seat}),
        ("chat", {"seat": seat, "text": "hi"}),
        ("return", {"seat": seat}),
        ("takeover", {"seat": seat}),
        ("hurry", None),
    ]


async def test_the_cookie_cannot_be_read_by_scripts_or_sent_from_elsewhere(api: Api) -> None:
    answer = await api.post("/api/tables", {"game": GAME, "players": 3, "seats": BOTS})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    stranger = api.stranger()
    stranger.base_url = stranger.base_url.copy_with(scheme="https")
    secure = await api.post("/api/tables", {"game": GAME, "players": 3, "seats": BOTS}, client=stranger)
    assert "secure" in secure.headers["set-cookie"].lower()


# --- unknown things

PATHS = ["", "/events", "/record", "/verify", "/board.svg", "/board.png", "/city/0.svg", "/city/0.png"]
POSTS = [*foreign_requests(0), ("claim", {}), ("rematch", None), ("continue", {"at": 0})]


async def test_unknown_tables_are_not_found(api: Api) -> None:
    await api.create()  # the client is a guest by now
    for path in PATHS:
        answer = await api.client.get(f"/api/tables/nosuchtabl{path}")
        assert answer.status_code == 404, path
        assert "no table" in answer.json()["error"]
    for path, body in POSTS:
        answer = await api.post(f"/api/tables/nosuchtabl/{path}", body)
        assert answer.status_code == 404, path
    assert (await api.client.get("/api/nothing")).json() == {"error": "Not Found", "key": "refused", "args": {}}


async def test_unknown_seats_cities_and_moments_are_refused(api: Api) -> None:
    table = (await api.create())["table"]
    for path, body in foreign_requests(3)[:5]:
        answer = await api.post(f"/api/tables/{table}/{path}", body)
        assert answer.status_code == 404, path
        assert "seats are 0 to 2" in answer.json()["error"]
    assert (await api.client.get(f"/api/tables/{table}", params={"seat": 3})).status_code == 404
    assert (await api.client.get(f"/api/tables/{table}/city/3.svg")).status_code == 404
    for at in (1, 10**12):
        answer = await api.client.get(f"/api/tables/{table}", params={"at": at})
        assert answer.status_code == 422
        assert "from 0 to 0" in answer.json()["error"]


# --- looking


async def test_the_past_is_shown_as_it_was(api: Api) -> None:
    table = (await api.create(seed=9))["table"]
    seen = {}
    for _ in range(40):
        document = await api.document(table, seat=1)
        seen[document["actions"]] = document
        await api.act(table, (await api.document(table))["seat"])
    for at, then in seen.items():
        now = await api.document(table, seat=1, at=at)
        assert now["view"] == then["view"]
        assert now["log"] == then["log"]
        assert now["decision"] is None
        assert now["actions"] == 40


async def test_pictures_are_drawn_from_what_the_viewer_sees(api: Api) -> None:
    table = (await api.create())["table"]
    own = await api.client.get(f"/api/tables/{table}/board.svg", params={"seat": 0})
    assert own.headers["content-type"] == "image/svg+xml"
    spectator = await api.stranger().get(f"/api/tables/{table}/board.svg")
    assert own.text != spectator.text
    live = await api.tables.open(table)
    assert spectator.text == pictures.board_svg(live.state.view(None), live.names, dark=False)
    dark = await api.client.get(f"/api/tables/{table}/board.svg", params={"seat": 0, "theme": "dark"})
    assert dark.text != own.text
    italian = await api.client.get(f"/api/tables/{table}/board.svg", params={"seat": 0, "language": "it"})
    assert "La tua mano" in italian.text
    assert "La tua mano" not in own.text
    city = await api.client.get(f"/api/tables/{table}/city/0.svg")
    assert city.text.startswith("<svg")
    for path in ("board.png", "city/2.png"):
        pixels = await api.client.get(f"/api/tables/{table}/{path}")
        assert pixels.content.startswith(b"\x89PNG")


async def test_time_used_is_counted(api: Api) -> None:
    table = (await api.create())["table"]
    live = await api.tables.open(table)
    real = api.tables.now
    api.tables.now = lambda: real() + 7_000
    await api.act(table, 0)
    ms = live.log[0].entry.ms
    assert 7_000 <= ms < 7_000 + 1_000 * PATIENCE
    assert [seat["seconds"] for seat in (await api.document(table))["seats"]] == [ms // 1000, 0, 0]


# --- afterwards


async def test_a_rematch_seats_the_same_people_once(api: Api) -> None:
    seats = [{"kind": "me", "name": "Eva"}, {"kind": "open"}, {"kind": "me", "name": "Ivo"}]
    created = await api.create(seats=seats)
    table = created["table"]
    ((seat, url),) = created["invites"].items()
    friend = api.stranger()
    invite = {"invite": url.removeprefix("/join/"), "name": "Mia"}
    token = (await api.post(f"/api/tables/{table}/claim", invite, client=friend)).json()["token"]
    early = await api.post(f"/api/tables/{table}/rematch")
    assert early.status_code == 409
    await finish_together(api, table, {int(seat): token})
    assert (await api.post(f"/api/tables/{table}/rematch", client=api.stranger())).status_code == 403
    both = await asyncio.gather(
        api.post(f"/api/tables/{table}/rematch"), api.post(f"/api/tables/{table}/rematch", client=friend)
    )
    assert both[0].json()["table"] == both[1].json()["table"] != table
    again = both[0].json()["table"]
    assert (await api.document(table))["rematch"] == again
    document = await api.document(again, friend)
    assert document["parent"] == table
    assert document["status"] == "playing"
    assert sorted(document["names"]) == ["Eva", "Ivo", "Mia"]
    assert [document["names"][mine] for mine in document["yours"]] == ["Mia"]
    assert both[1].json()["yours"] == document["yours"]


async def test_a_program_gets_the_token_of_its_seat_for_the_rematch(api: Api) -> None:
    """That one and no other: each of the maker's seats may be another program's."""
    created = await api.create(seats=[{"kind": "me", "name": name} for name in ("Ann", "Ben", "Cis")])
    table = created["table"]
    name = (await api.finish(table))["names"][1]
    program, headers = api.stranger(), bearer(created["tokens"]["1"])
    again = (await api.post(f"/api/tables/{table}/rematch", client=program, headers=headers)).json()
    ((seat, token),) = again["tokens"].items()
    assert again["yours"] == [int(seat)]
    document = (await program.get(f"/api/tables/{again['table']}", headers=bearer(token))).json()
    assert (document["yours"], document["names"][int(seat)]) == ([int(seat)], name)
    assert sorted((await api.post(f"/api/tables/{table}/rematch")).json()["tokens"]) == ["0", "1", "2"]


async def finish_together(api: Api, table: str, tokens: dict[int, str]) -> None:
    """Play to the end where some seats are a friend's, who has tokens."""
    live = await api.tables.open(table)
    while live.status != "over":
        seat = live.state.to_act()[0]
        body = {"seat": seat, "answers": live.decision(seat), "action": live.state.legal(seat)[0]}
        headers = bearer(tokens[seat]) if seat in tokens else {}
        answer = await api.post(f"/api/tables/{table}/actions", body, headers=headers)
        assert answer.status_code == 200, answer.text


async def test_a_finished_game_can_be_played_on_from_any_moment(api: Api) -> None:
    table = (await api.create())["table"]
    assert (await api.post(f"/api/tables/{table}/continue", {"at": 0})).status_code == 409
    document = await api.finish(table)
    past_end = await api.post(f"/api/tables/{table}/continue", {"at": document["actions"]})
    assert past_end.status_code == 422
    answer = await api.post(f"/api/tables/{table}/continue", {"at": 12, "level": "random", "seat": 1})
    assert answer.status_code == 201
    went_on = await api.document(answer.json()["table"])
    assert went_on["parent"] == table
    assert went_on["yours"] == [1]
    assert [seat["kind"] for seat in went_on["seats"]] == ["bot", "person", "bot"]
    assert [seat["level"] for seat in went_on["seats"]] == ["random", "", "random"]
    before = await api.document(table, seat=1, at=12)
    live = await api.tables.open(went_on["table"])
    assert live.state_at(0).view(1) == before["view"]


async def test_bots_keep_their_level_when_a_game_is_played_on(api: Api) -> None:
    kinds = [{"kind": "me"}, {"kind": "bot", "level": "casual"}, {"kind": "bot", "level": "random"}]
    table = (await api.create(seats=kinds, options={"seating": [0, 1, 2]}))["table"]
    live = await api.tables.open(table)
    while not live.state.over():
        if 0 in live.state.to_act():
            await api.act(table, 0)
        await asyncio.sleep(0.01)
    answer = await api.post(f"/api/tables/{table}/continue", {"at": 3})
    went_on = await api.document(answer.json()["table"])
    assert [seat["level"] for seat in went_on["seats"]] == ["", "casual", "random"]


async def test_a_downloaded_record_names_the_players(api: Api) -> None:
    """Records name players, a table names seats; where seats are drawn the two differ."""
    drawn = False
    for _ in range(6):
        table = (await api.create(seats=[{"kind": "me", "name": name} for name in ("Ada", "Bob", "Cleo")]))["table"]
        await api.finish(table)
        record = (await api.client.get(f"/api/tables/{table}/record")).json()
        live = await api.tables.open(table)
        assert record["names"] == ["Ada", "Bob", "Cleo"]
        assert seat_names(live.state, record["names"]) == live.names
        drawn |= live.names != record["names"]
    assert drawn


async def test_documents_are_plain_json(api: Api) -> None:
    table = (await api.create(seats=BOTS))["table"]
    document = await api.wait(table, "the bots finish", lambda d: d["status"] == "over", 60)
    assert json.loads(json.dumps(document)) == document


async def test_tables_that_nobody_looks_at_leave_memory_and_come_back(sqlite: str) -> None:
    async with running(quick(sqlite, live_tables=20, bot_pause=3600.0)) as api:
        bots = (await api.create(seats=BOTS))["table"]
        first = (await api.create())["table"]
        await api.act(first, 1)
        before = await api.document(first)
        for _ in range(25):
            await api.create()
        kept = [live.id for live in api.tables.live_tables]
        assert len(kept) <= 21
        assert first not in kept
        assert bots in kept, "a bot is about to play there"
        assert await api.document(first) == before


async def test_what_a_bot_follows_at_once_cannot_be_taken_back(sqlite: str) -> None:
    async with running(quick(sqlite, bot_pause=3600.0)) as api:
        for other in ("bot", "me"):
            seats = [{"kind": "me"}, {"kind": other}]
            options = {"starting_order": [0, 1]}
            created = await api.create(game="the-capitals", seats=seats, players=2, options=options, seed=7)
            assert (await api.act(created["table"], 0)).status_code == 200  # a project
            document = await api.document(created["table"], seat=0)
            places = [entry["action"] for entry in document["view"]["legal"] if entry["kind"] == "place"]
            assert places, "then the other one builds"
            assert document["finals"] == (places if other == "bot" else [])


async def test_tables_with_a_clock_do_not_keep_others_in_memory(sqlite: str) -> None:
    async with running(quick(sqlite, live_tables=20)) as api:
        clocked = [(await api.create(clock=3600))["table"] for _ in range(10)]
        for _ in range(60):
            await api.create()
        kept = [live.id for live in api.tables.live_tables]
        assert len(kept) <= 21
        assert set(clocked) <= set(kept)


async def test_a_read_that_was_overtaken_frees_no_seat(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    created = await api.create(players=2, seats=[{"kind": "me"}, {"kind": "open"}], public=True)
    live = await api.tables.open(created["table"])
    news = api.tables.storage.news
    read, may_tell = asyncio.Event(), asyncio.Event()

    async def slow_news(*about: Any) -> Any:
        found = await news(*about)
        read.set()
        await may_tell.wait()
        return found

    monkeypatch.setattr(api.tables.storage, "news", slow_news)
    reader = asyncio.create_task(api.tables.catch_up(live))
    await read.wait()
    monkeypatch.undo()
    answer = await api.post(f"/api/tables/{live.id}/claim", {"name": "Mia"}, client=api.stranger())
    assert (answer.status_code, live.status) == (200, "playing")
    may_tell.set()
    await reader
    assert live.status == "playing"


async def test_games_under_way_are_listed_however_many_others_wait(api: Api) -> None:
    playing = (await api.create(players=2, public=True))["table"]
    for _ in range(8):
        await api.create(players=2, seats=[{"kind": "me"}, {"kind": "open"}], public=True)
    found = await api.tables.list_tables(Viewer(), "public", 3, "playing")
    assert [summary.row.id for summary in found] == [playing]


async def test_a_table_of_an_unknown_game_stops_no_other(sqlite: str) -> None:
    async with running(quick(sqlite, bot_pause=3600.0)) as api:
        strange = (await api.create(seats=BOTS))["table"]
        table = (await api.create(seats=BOTS))["table"]
        async with api.tables.storage.writing() as connection:
            await connection.execute(sql.update(TableRow).where(TableRow.id == strange).values(game="conurbia"))
    async with running(quick(sqlite)) as api:
        await api.wait(table, "the bots play", lambda d: d["version"] > 0)


async def test_who_leads_again_moves_every_bot(sqlite: str) -> None:
    async with running(quick(sqlite, bot_pause=3600.0)) as api:
        table = (await api.create(seats=BOTS))["table"]
    async with running(quick(sqlite)) as api:
        caretaker = cast(Any, api.tables.watchers[0]).__self__
        await until("it leads", lambda: api.tables.leading)
        await caretaker.lead(False)
        api.tables.leading = True
        caretaker.look(await api.tables.open(table))  # begins a task, which is ended before its first step
        await caretaker.lead(False)
        await caretaker.lead(True)
        await api.wait(table, "the bots play", lambda d: d["version"] > 3)
