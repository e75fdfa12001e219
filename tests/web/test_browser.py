"""The pages in a real browser, against a real server: whole games, friends, what follows, and for everyone."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Page, Route, expect

from conurb import games
from tests.web.conftest import Server, Visit, Visitor
from tests.web.player import Player

LANGUAGES = {"en": "Your decision", "it": "Tocca a te", "hu": "Te döntesz"}
PATIENCE = 120.0  # seconds for bots to finish a game
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")


# --- tables made over the API, with the cookie of the visitor


def post(visitor: Visitor, path: str, body: dict[str, Any]) -> Any:
    answer = visitor.page.request.post(
        visitor.url + path, data=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    assert answer.ok, answer.text()
    return answer.json()


def get(visitor: Visitor, path: str) -> Any:
    answer = visitor.page.request.get(visitor.url + path)
    assert answer.ok, answer.text()
    return answer.json()


def set_table(visitor: Visitor, kinds: str, **more: Any) -> dict[str, Any]:
    """A table: m me, b bot, o open."""
    names = {"m": "me", "b": "bot", "o": "open"}
    seats = [
        {"kind": names[kind]} | ({"name": f"Guest {n + 1}"} if kind == "m" else {}) for n, kind in enumerate(kinds)
    ]
    body = {"game": "between-two-cities", "players": len(kinds), "seats": seats, **more}
    made: dict[str, Any] = post(visitor, "/api/tables", body)
    return made


def sit(visitor: Visitor, kinds: str, **more: Any) -> Player:
    """At a new table, on its page."""
    visitor.go(set_table(visitor, kinds, **more)["url"])
    player = Player(visitor)
    player.sit_down()
    return player


def finished(visitor: Visitor, level: str = "greedy") -> dict[str, Any]:
    """A table of bots that have played to the end."""
    made = set_table(visitor, "bbb", public=True, seats=[{"kind": "bot", "level": level}] * 3)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        document: dict[str, Any] = get(visitor, f"/api/tables/{made['table']}")
        if document["status"] == "over":
            return document
        visitor.page.wait_for_timeout(100)
    raise AssertionError("the bots do not finish")


def finish(visitor: Visitor, table: str) -> None:
    """Play the visitor's seat to the end over the API, the first legal action each time."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        document = get(visitor, f"/api/tables/{table}")
        if document["status"] == "over":
            return
        if not answer_first(visitor, document):
            visitor.page.wait_for_timeout(50)
    raise AssertionError("the game does not end")


def answer_first(visitor: Visitor, document: dict[str, Any]) -> bool:
    """Answer what the visitor is asked by the first legal action; false if nothing is asked."""
    if document["decision"] is None:
        return False
    action = document["view"]["legal"][0]["action"]
    body = {"seat": document["seat"], "answers": document["decision"], "action": action}
    post(visitor, f"/api/tables/{document['table']}/actions", body)
    return True


# --- whole games


def test_a_newcomer_plays_within_three_clicks(visit: Visit) -> None:
    visitor = visit(motion=True)
    visitor.go("/")
    visitor.page.locator("[data-play-now]").click()
    player = Player(visitor)
    player.sit_down()
    assert player.mode == "choose"
    assert "Your move" in visitor.page.title()
    visitor.shot("newcomer-desktop-light")
    player.choose()
    assert player.wait_for("place") == "place"
    player.place((1, 0))  # the right city first
    assert player.wait_for("choose") == "choose"


@pytest.mark.parametrize(
    ("size", "language", "theme"), [("desktop", "en", "light"), ("phone", "it", "dark"), ("tablet", "hu", "light")]
)
def test_a_whole_game_against_bots(visit: Visit, size: str, language: str, theme: str) -> None:
    visitor = visit(size=size, language=language, theme=theme)
    player = sit(visitor, "mbb")

    def look(mode: str, turn: int) -> None:
        assert not visitor.scrolls_sideways()
        if turn in (0, 1, 6, 7, 8, 9) or mode == "over":
            visitor.shot(f"{turn:02}-{mode}-{size}-{language}-{theme}")

    assert visitor.page.locator(".eyebrow").first.inner_text().lower() == LANGUAGES[language].lower()
    player.play_to_the_end(look)
    document = get(visitor, f"/api/tables/{player.page.url.rpartition('/')[2]}")
    shown = [int(score) for score in player.page.locator(".podium strong").all_inner_texts()]
    assert shown == sorted(document["view"]["scores"], reverse=True)
    places = [int(rank) for rank in player.page.locator(".podium .rank").all_inner_texts()]
    assert places == sorted(document["view"]["ranking"])


@pytest.mark.long
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kinds", ["mb", "mbbbbbb"])
def test_whole_games_of_other_sizes(visit: Visit, size: str, language: str, kinds: str) -> None:
    visitor = visit(size=size, language=language, motion=True)
    player = sit(visitor, kinds, options={"place_order": "free"})
    player.play_to_the_end(lambda mode, turn: None if not visitor.scrolls_sideways() else pytest.fail("scrolls"))


def test_a_turn_by_keyboard_alone(visit: Visit) -> None:
    """C to the list, Enter chooses, Enter again confirms; arrows walk over the cells; Escape takes back."""
    visitor = visit()
    player = sit(visitor, "mbb")
    page = player.page
    page.keyboard.press("c")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-hand][aria-pressed=true]")).to_have_count(2)
    page.keyboard.press("Enter")
    player.wait_for("place")
    page.locator("#question").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.locator("svg [aria-pressed=true]")).not_to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("svg [aria-pressed=true]")).to_have_count(0)
    for city in (0, 1):
        player.visible_sites(city).first.focus()
        page.keyboard.press("Enter")
    page.locator("[data-confirm]").focus()
    page.keyboard.press("Enter")
    player.wait_for("choose")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator("#rules .found")).to_have_attribute("id", "BTC-3.4")


def test_looking_at_a_tile_shows_where_it_could_go(visit: Visit) -> None:
    player = sit(visit(), "mbb")
    assert player.page.locator("[data-sites]:not([hidden])").count() == 0
    player.page.locator("[data-hand]").nth(2).hover()
    tile = player.page.locator("[data-hand]").nth(2).get_attribute("data-hand")
    expect(player.page.locator(f"[data-sites='{tile}']:not([hidden])")).to_have_count(2)


@pytest.mark.parametrize("size", ["desktop", "tablet"])
def test_the_cities_stay_where_they_are_from_choosing_to_placing(visit: Visit, size: str) -> None:
    player = sit(visit(size=size), "mbb")
    cities = player.page.locator("[data-part='board']")
    places = []
    for choose_or_place in ("choose", "place", "choose"):
        assert player.wait_for("choose", "place") == choose_or_place
        places.append(cities.evaluate("city => city.getBoundingClientRect().y"))
        player.decide()
    assert len(set(places)) == 1


def test_undo_takes_a_pick_back_and_then_the_action(visit: Visit) -> None:
    visitor = visit()
    player = sit(visitor, "mbb", options={"seating": [0, 1, 2]})
    player.choose()
    player.wait_for("place")
    player.visible_sites(0).first.locator(".btc-hit").click()
    player.page.locator("[data-undo]").click()
    expect(player.page.locator("svg [aria-pressed=true]")).to_have_count(0)
    table = player.page.url.rpartition("/")[2]
    document = get(visitor, f"/api/tables/{table}")
    action = document["view"]["legal"][0]["action"]
    post(visitor, f"/api/tables/{table}/actions", {"seat": 0, "answers": document["decision"], "action": action})
    player.wait_for("rest")
    player.page.locator("[data-undo]").click()
    player.wait_for("place")
    assert get(visitor, f"/api/tables/{table}")["view"]["progress"][0] == 0


def test_a_decision_made_elsewhere_refreshes_quietly(visit: Visit) -> None:
    """Two windows of one player: the second one's answer comes too late and changes nothing."""
    visitor = visit()
    page = visitor.page
    page.route("**/events", lambda route: route.abort())  # this window hears nothing
    player = sit(visitor, "mo")
    table = page.url.rpartition("/")[2]
    visitor.go(f"/t/{table}")
    post(visitor, f"/api/tables/{table}/takeover", {"seat": 1 - get(visitor, f"/api/tables/{table}")["seat"]})
    visitor.go(f"/t/{table}")
    player.wait_for("choose")
    page.locator("[data-hand]").nth(0).click()
    page.locator("[data-hand]").nth(1).click()
    document = get(visitor, f"/api/tables/{table}")
    body = {"seat": document["seat"], "answers": document["decision"], "action": 5}
    post(visitor, f"/api/tables/{table}/actions", body)
    page.locator("[data-confirm]").click()
    expect(page.locator("#notice")).to_have_text("Something else happened meanwhile. Look again.")
    player.wait_for("wait", "place")
    own = [line for line in get(visitor, f"/api/tables/{table}")["log"] if line["seat"] == document["seat"]]
    assert len(own) == 1
    visitor.errors.clear()  # the refused requests


# --- friends


def test_two_browsers_play_each_other_by_invite(visit: Visit) -> None:
    host, friend, stranger = visit(), visit(size="phone", language="hu"), visit(language="it")
    host.go("/")
    form = host.page.locator("form[data-game='between-two-cities']")
    form.locator("[data-step='-1']").click()  # three players
    form.locator("[data-seat='0'] [name=name]").fill("Mira")
    form.locator("[data-seat='1'] label").nth(2).click()  # a friend, by link
    host.shot("start-desktop-light")
    form.locator("button.pri").click()
    mira = Player(host)
    mira.sit_down()
    link = host.page.locator(".invites input").input_value()
    host.shot("waiting-desktop-light")
    friend.page.goto(link)
    friend.shot("join-phone-light-hu")
    friend.page.locator("[name=name]").fill("Noor")
    friend.page.locator("form button").click()
    noor = Player(friend)
    noor.sit_down()
    expect(host.page.locator(".players")).to_contain_text("Noor")
    stranger.page.goto(link)
    expect(stranger.page.locator("main")).to_contain_text("Questo invito è già stato usato")
    stranger.page.locator("main a.btn").click()
    Player(stranger).sit_down()
    assert stranger.page.locator("[data-hand]").count() == 0
    stranger.shot("watching-desktop-light")

    assert mira.mode == noor.mode == "choose"
    mira.choose()
    expect(host.page.locator(".awaited")).to_contain_text("Noor")
    host.shot("waiting-for-noor-desktop-light")
    noor.choose()
    placing = [mira, noor]
    while placing:
        player = first_asked_to_place(placing)
        placing.remove(player)
        if player is mira:
            talk(host, friend)
        player.place()
    mira.wait_for("choose")
    noor.wait_for("choose")
    expect(friend.page.locator(".chat")).to_have_count(1)


def first_asked_to_place(players: list[Player]) -> Player:
    """Whose page asks first; a page may show for a moment that it still waits."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        for player in players:
            if player.mode == "place":
                return player
        players[0].page.wait_for_timeout(100)
    raise AssertionError("nobody is asked to place")


def talk(host: Visitor, friend: Visitor) -> None:
    """Words, and where a neighbour's tile is still to be placed, a suggestion."""
    host.page.locator("[data-talk] [name=text]").fill("Shops, <b>please</b>")
    host.page.locator("[data-talk] button").click()
    expect(friend.page.locator(".chat")).to_contain_text("Shops, <b>please</b>")
    expect(friend.page.locator("#notice")).to_contain_text("Shops, <b>please</b>")  # wherever the talk is on the page
    expect(host.page.locator("[data-talk] [name=text]")).to_have_value("")
    if host.page.locator("[data-talk] select").count():
        host.page.locator("[data-talk] select").select_option(index=1)
        host.page.locator("[data-talk] button").click()
        expect(friend.page.locator(".chat [data-point-cell]").first).to_be_visible()


def test_several_people_at_one_screen(visit: Visit) -> None:
    """Nobody's hand is on the page before its owner has said so."""
    visitor = visit(size="tablet")
    player = sit(visitor, "mmb", options={"seating": [0, 1, 2]})
    page = player.page
    for name in ("Guest", "Guest 2"):
        assert player.wait_for("veil") == "veil"
        expect(page.locator(".veil h1")).to_contain_text(name)
        assert page.locator("[data-hand]").count() == 0
        if name == "Guest":
            visitor.shot("veil-tablet-light")
        player.decide()
        assert player.mode == "choose"
        player.choose()
    for _ in range(2):  # what is revealed needs no veil
        assert player.wait_for("place") == "place"
        player.place()
    player.wait_for("veil", "choose")


def test_a_phone_that_is_passed_on_says_to_whom(visit: Visit) -> None:
    """The call comes into sight, and the keyboard stays with the game, also behind the veil."""
    player = sit(visit(size="phone"), "mmb", options={"seating": [0, 1, 2]})
    page = player.page
    page.locator("[data-unveil]").press("Enter")
    player.wait_for("choose")
    expect(page.locator("#question")).to_be_focused()
    expect(page.locator("[data-hint]")).to_be_visible()
    page.locator("[data-part='log']").scroll_into_view_if_needed()
    page.evaluate("document.querySelectorAll('[data-hand]').forEach((tile, n) => n < 2 && tile.click())")
    page.evaluate("document.querySelector('[data-confirm]').click()")
    player.wait_for("veil")
    expect(page.locator(".veil h1")).to_be_in_viewport()
    expect(page.locator("[data-hint]")).to_be_hidden()


def test_tables_in_the_background_leave_the_browser_its_connections(visit: Visit) -> None:
    """Six tables in six tabs: their streams would take all connections that a browser has to a host."""
    visitor = visit()
    context = visitor.page.context
    context.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => !sessionStorage.seen, configurable: true })"
    )
    pages = []
    for _ in range(6):
        page = context.new_page()
        page.goto(visitor.url + set_table(visitor, "mb")["url"])
        page.wait_for_selector("main[data-ready]")
        pages.append(page)
    last = pages[-1]
    last.evaluate("sessionStorage.seen = 1; document.dispatchEvent(new Event('visibilitychange'))")
    last.locator("[data-hand]").nth(0).click()
    last.locator("[data-hand]").nth(1).click()
    last.locator("[data-confirm]").click()
    expect(last.locator("[data-mode='place'], [data-mode='rest']").first).to_be_visible()


def test_who_left_is_replaced_and_comes_back(visit: Visit) -> None:
    host, friend = visit(), visit()
    made = set_table(host, "mo")
    host.go(made["url"])
    mira = Player(host)
    mira.sit_down()
    friend.go(next(iter(made["invites"].values())))
    friend.page.locator("form button").click()
    noor = Player(friend)
    noor.sit_down()
    friend.page.goto("about:blank")
    host.page.locator("[data-takeover]").click()
    expect(host.page.locator(".players")).to_contain_text("a computer plays")
    mira.choose()
    mira.wait_for("place", "wait", "choose")  # the bot has chosen, too
    friend.go(made["url"])
    noor.sit_down()
    friend.page.locator("[data-return]").click()
    expect(friend.page.locator("[data-return]")).to_have_count(0)
    expect(host.page.locator(".players")).not_to_contain_text("a computer plays")


def test_a_lost_connection_catches_up(visit: Visit, tmp_path: Path) -> None:
    """The server dies and comes back: the page says so, waits, and goes on; what was acknowledged is there."""
    own = Server(tmp_path)
    own.start()
    try:
        visitor = visit(url=own.url)
        player = sit(visitor, "mbb")
        player.choose()
        mode = player.wait_for("place", "wait")
        version = int(player.page.locator("#main").get_attribute("data-version") or 0)
        own.kill()
        expect(player.page.locator("#banner")).to_be_visible()
        visitor.shot("reconnecting-desktop-light")
        own.start()
        expect(player.page.locator("#banner")).to_be_hidden()
        assert int(player.page.locator("#main").get_attribute("data-version") or 0) >= version
        assert mode in ("place", "wait")
        player.wait_for("place")
        player.place()
        player.wait_for("choose")
        visitor.errors.clear()  # requests that nobody answered
    finally:
        own.kill()


# --- afterwards


def test_replay_verify_export_and_playing_on(visit: Visit) -> None:
    visitor = visit()
    document = finished(visitor)
    page = visitor.page
    visitor.go(f"{document['url']}?at=5")
    Player(visitor).sit_down()
    expect(page.locator(".replay b")).to_have_text(f"Position 5 of {document['actions']}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay b")).to_have_text(f"Position 6 of {document['actions']}")
    assert page.url.endswith("?at=6")
    page.locator("[data-scrub]").fill("20")
    expect(page.locator(".replay b")).to_have_text(f"Position 20 of {document['actions']}")
    tiles = sum(len(city["tiles"]) for city in get(visitor, f"/api/tables/{document['table']}?at=20")["view"]["cities"])
    expect(page.locator("main svg [data-tile]")).to_have_count(tiles)
    visitor.shot("replay-desktop-light")
    page.locator("[data-live]").click()
    expect(page.locator(".podium li")).to_have_count(3)
    page.locator(".verify summary").click()
    page.locator("[data-verify]").click()
    expect(page.locator("[data-verified]")).to_have_text("True: seed, moves and result fit.")
    for link in page.locator(".exports a").all():
        answer = page.request.get(visitor.url + (link.get_attribute("href") or ""))
        assert answer.ok
        assert len(answer.body()) > 500
    visitor.go(f"{document['url']}?at=12")
    Player(visitor).sit_down()
    page.locator("[data-continue]").click()
    page.wait_for_url(re.compile(r"/t/(?!" + document["table"] + r")[\w-]+$"))
    player = Player(visitor)
    player.sit_down()
    assert player.wait_for("choose", "place", "rest")


def test_a_replay_plays_by_itself_until_the_end_or_until_somebody_takes_over(visit: Visit) -> None:
    visitor = visit()
    made = set_table(visitor, "mmm")
    last = 4
    for _ in range(last):
        answer_first(visitor, get(visitor, f"/api/tables/{made['table']}"))
    page = visitor.page
    page.clock.install()  # nobody waits here

    def shows(position: int) -> None:
        expect(page.locator(".replay b")).to_have_text(f"Position {position} of {last}")

    visitor.go(f"{made['url']}?at=0")
    Player(visitor).sit_down()
    button = page.locator("[data-play]")
    expect(button).to_have_accessible_name("Play")
    page.keyboard.press(" ")
    shows(1)
    page.locator("[data-pace='fast']").click()
    expect(button).to_have_accessible_name("Pause")
    expect(page.locator("[data-pace='fast']")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(700)
    shows(2)
    page.keyboard.press("ArrowLeft")
    shows(1)
    expect(button).to_have_accessible_name("Play")
    button.press(" ")
    shows(2)
    expect(button).to_be_focused()
    for position in (3, last):
        page.clock.run_for(700)
        shows(position)
    expect(button).to_have_accessible_name("Play")
    button.click()  # from the end, the whole game again
    shows(0)
    expect(button).to_have_accessible_name("Pause")


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_a_hint_says_what_a_bot_would_do(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.go(set_table(visitor, "mb", game=game)["url"])
    player = Player(visitor)
    player.sit_down()
    player.wait_for("choose", "place", "decide")
    page = visitor.page
    page.keyboard.press("h")
    rows = page.locator("#hint tbody tr")
    expect(rows.first).to_be_visible()
    expect(page.locator("#hint p").first).to_contain_text(re.compile("It would play: |It is the only choice: "))
    choices = page.locator("[data-choice] > span:not(.sign, .num)").all_inner_texts()
    words = {choice.splitlines()[0].strip() for choice in choices}
    words |= set(page.locator("[data-words]").evaluate_all("rows => rows.map(row => row.dataset.words)"))
    said = rows.locator("td:first-child").all_inner_texts()
    told = [
        one for one in said if one in words or any(one.startswith(f"{row} · ") for row in words)
    ]  # or with a heading
    assert said == told
    assert len(set(said)) == len(said)
    visitor.shot(f"hint-{game}-desktop-light")
    assert serious_faults(page) == []
    version = page.locator("#main").get_attribute("data-version") or ""
    page.locator("[data-play-hint]").click()
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#main")).not_to_have_attribute("data-version", version)


def test_a_hint_explains_itself_on_a_phone_too(visit: Visit) -> None:
    """Numbers have names and signs, next to nothing is nothing, and what can be done is in sight."""
    visitor = visit(size="phone", language="it")
    visitor.go(set_table(visitor, "mb", game="urban-sprawl")["url"])
    page = visitor.page

    def answer(route: Route) -> None:
        told = route.fetch().json()
        for thought, value in zip(told["thoughts"], (4.06, -0.04, -1.2), strict=False):
            thought["value"] = value
        told["thoughts"].append(told["thoughts"][0] | {"visits": 100})  # another that people read as the same
        route.fulfill(json=told)

    page.route("**/hint", answer)
    Player(visitor).wait_for("decide")
    page.keyboard.press("h")
    rows = page.locator("#hint tbody tr")
    expect(rows.first).to_be_visible()
    assert rows.locator("td:nth-child(2)").all_inner_texts()[:3] == ["+4,1", "0,0", "\N{MINUS SIGN}1,2"]
    assert int(rows.first.locator("td:nth-child(3)").inner_text()) > 100
    named = "cells => cells.map(cell => getComputedStyle(cell, '::before').content)"
    assert '"Guadagno "' in rows.first.locator("td").evaluate_all(named)
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Giocherebbe: ")
    expect(page.locator("[data-play-hint]")).to_be_in_viewport(ratio=1)
    visitor.shot("hint-urban-sprawl-phone-it")


def test_a_hint_where_there_is_no_choice_compares_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.go(set_table(visitor, "mb")["url"])
    page = visitor.page
    page.route("**/hint", lambda route: route.fulfill(json=route.fetch().json() | {"playouts": 0}))
    Player(visitor).wait_for("choose")
    page.keyboard.press("h")
    expect(page.locator("#hint p").first).to_contain_text("It is the only choice: ")
    expect(page.locator("#hint table")).to_be_hidden()
    expect(page.locator("[data-play-hint]")).to_be_visible()


def test_a_hint_belongs_to_its_decision(visit: Visit) -> None:
    """Asked twice it answers once; what it says of a decision that is gone is not played."""
    visitor = visit()
    made = set_table(visitor, "mb", options={"seating": [0, 1]})
    visitor.go(made["url"])
    player = Player(visitor)
    player.wait_for("choose")
    page = visitor.page
    for key in ("h", "Escape", "h"):
        page.keyboard.press(key)
    rows = page.locator("#hint tbody td:first-child")
    expect(page.locator("[data-play-hint]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(set(rows.all_inner_texts())) == rows.count() > 1
    version = page.locator("#main").get_attribute("data-version") or ""
    answer_first(visitor, get(visitor, f"/api/tables/{made['table']}"))  # as in another tab
    expect(page.locator("#main")).not_to_have_attribute("data-version", version)
    player.wait_for("place")
    count = get(visitor, f"/api/tables/{made['table']}")["actions"]
    page.locator("[data-play-hint]").click()
    expect(page.locator("#notice")).to_contain_text("Something else happened")
    assert get(visitor, f"/api/tables/{made['table']}")["actions"] == count


def test_hints_are_offered_as_soon_as_only_bots_are_left_to_play_with(visit: Visit) -> None:
    page = sit(visit(), "mbo").page
    expect(page.locator("[data-hint]")).to_be_hidden()
    page.locator("[data-takeover]").click()
    expect(page.locator("[data-hint]")).to_be_visible()


def test_a_finished_game_is_analysed(visit: Visit) -> None:
    visitor = visit(size="phone", language="it", theme="dark")
    visitor.go(finished(visitor, "random")["url"])  # who plays at random errs three times for certain
    Player(visitor).sit_down()
    visitor.page.locator("[data-analysis]").click()
    expect(visitor.page.locator(".analysis-body svg").first).to_be_visible(timeout=120_000)
    expect(visitor.page.locator("#analysis h3")).to_have_count(3)
    expect(visitor.page.locator(".analysis-body")).to_be_focused()
    assert not visitor.scrolls_sideways()
    visitor.page.locator("#analysis section").last.scroll_into_view_if_needed()
    expect(visitor.page.get_by_role("button", name="Chiudi")).to_be_in_viewport(ratio=1)
    visitor.shot("analysis-phone-it-dark")
    assert serious_faults(visitor.page) == []
    visitor.page.locator("#analysis a").last.click()
    expect(visitor.page.locator("[data-scrub]")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.page.locator("#analysis h3")).to_have_count(3)
    visitor.page.get_by_role("button", name="Chiudi").click()
    expect(visitor.page).to_have_url(re.compile(r"/t/\w+$"))


@pytest.mark.parametrize(("kinds", "counts"), [("mbb", min), ("mb", sum)])
def test_picked_places_show_what_becomes_of_the_score(visit: Visit, kinds: str, counts: Callable[..., int]) -> None:
    """BTC-6.2, BTC-6.10: the lower city counts, with two players the sum of both."""
    player = sit(visit(), kinds)
    page = player.page
    player.choose()
    player.wait_for("place")
    totals = []
    for city in (0, 1):
        player.visible_sites(city).first.locator(".btc-hit").click()
        own = page.locator("[data-own]").nth(city)
        row = page.locator(f".choices [aria-pressed='true'][data-city='{own.get_attribute('data-own')}']")
        gain = row.get_attribute("data-gain")
        totals.append(int(own.get_attribute("data-total") or "") + int(gain or ""))
        expect(own.locator("[data-then]")).to_have_text(f"→ {totals[-1]}")
    mine = page.locator(".me [data-then]")
    expect(mine).to_have_text(f"→ {counts(totals)}")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(mine).to_be_hidden()


def test_a_rematch_is_one_click(visit: Visit) -> None:
    visitor = visit()
    player = sit(visitor, "mb", clock=600)
    expect(player.page.locator("#timer")).to_contain_text("9:5")
    finish(visitor, player.page.url.rpartition("/")[2])
    player.wait_for("over")
    before = player.page.url
    player.page.locator("[data-rematch]").click()
    player.page.wait_for_url(lambda url: url != before and "/t/" in url)
    player.sit_down()
    assert player.wait_for("choose") == "choose"


def test_a_page_hears_of_seats_that_are_filled_and_of_a_rematch(visit: Visit) -> None:
    host, friend = visit(), visit()
    made = set_table(host, "moo")
    seat, link = next(iter(made["invites"].items()))
    friend.go(link)
    friend.page.locator("form button").click()
    noor = Player(friend)
    noor.sit_down()
    assert noor.wait_for("gather") == "gather"
    (last,) = set(made["invites"]) - {seat}
    post(host, f"/api/tables/{made['table']}/takeover", {"seat": int(last), "level": "random"})
    assert noor.wait_for("choose") == "choose"
    for visitor, own in ((host, made["yours"][0]), (friend, int(seat))):
        post(visitor, f"/api/tables/{made['table']}/takeover", {"seat": own, "level": "random"})
    noor.wait_for("over")
    post(host, f"/api/tables/{made['table']}/rematch", {})
    expect(friend.page.locator(".after-acts a[href*='/t/']").first).to_be_visible()


def test_the_start_page_resumes_and_lets_watch(visit: Visit) -> None:
    visitor = visit()
    player = sit(visitor, "mbb")
    address = player.page.url
    visitor.go("/")
    expect(visitor.page.locator(".resume .your-move")).to_have_count(1)
    visitor.page.locator(".resume a").first.click()
    assert visitor.page.url == address
    visitor.go("/")
    visitor.page.locator("[data-watch-bots]").click()
    Player(visitor).sit_down()
    expect(visitor.page.locator(".all-cities .mycity")).to_have_count(4)


# --- rules, languages, themes


def test_the_rules_can_be_searched(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/rules/between-two-cities")
    page = visitor.page
    page.locator("[data-search]").fill("straight line")
    expect(page.locator(".searching")).to_have_count(1)
    hits = page.locator("[data-hit]")
    expect(hits).not_to_have_count(0)
    assert all("line" in text.lower() for text in hits.all_inner_texts())
    expect(page.locator("[id='BTC-2.1']")).to_be_hidden()
    page.locator("[data-search]").fill("dragons")
    expect(page.locator("[data-nothing]")).to_be_visible()
    page.locator("[data-search]").fill("")
    expect(page.locator("[id='BTC-2.1']")).to_be_visible()


@pytest.mark.parametrize(("language", "words"), [("it", "linea retta"), ("hu", "egyenes vonal")])
def test_the_rules_are_in_the_readers_language(visit: Visit, language: str, words: str) -> None:
    visitor = visit(size="phone", language=language)
    visitor.go("/rules/between-two-cities")
    page = visitor.page
    expect(page.locator("[id='BTC-5.4']")).not_to_contain_text("straight")
    page.locator("[data-search]").fill(words)
    expect(page.locator("[id='BTC-5.4'][data-hit]")).to_be_visible()
    visitor.shot(f"rules-phone-{language}-light")
    assert not visitor.scrolls_sideways()


def test_a_tile_in_a_city_leads_to_its_rule(visit: Visit) -> None:
    player = sit(visit(), "mb")
    player.choose()
    player.wait_for("place", "rest")
    player.place((0, 1) if player.mode == "place" else (1,))
    tile = player.page.locator("[data-own] [data-tile][data-rule]").first
    rule = tile.get_attribute("data-rule")
    tile.click()
    expect(player.page.locator(f"#rules [id='{rule}'].found")).to_be_visible()


def test_a_tile_in_an_enlarged_city_leads_to_its_rule(visit: Visit) -> None:
    visitor = visit()
    made = set_table(visitor, "mbbb")
    for _ in range(3):
        while not answer_first(visitor, get(visitor, f"/api/tables/{made['table']}")):
            visitor.page.wait_for_timeout(50)
    visitor.go(made["url"])
    page = visitor.page
    page.locator("main[data-ready] [data-enlarge]:has([data-tile])").first.click()
    page.locator("#enlarged [data-tile][data-rule]").first.click()
    expect(page.locator("#rules .found")).to_be_visible()
    expect(page.locator("#enlarged")).to_be_hidden()


def test_the_drawer_of_the_rules_closes_from_its_search(visit: Visit) -> None:
    page = sit(visit(), "mbb").page
    page.keyboard.press("r")
    expect(page.locator("#rules")).to_be_visible()
    page.locator("#rules [data-search]").fill("parks")
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()


def test_the_title_tells_whose_turn_it_is_while_the_past_is_looked_at(visit: Visit) -> None:
    host = visit()
    made = set_table(host, "mo", options={"seating": [0, 1]})  # the host places first
    friend = visit()
    friend.go(next(iter(made["invites"].values())))
    friend.page.locator("form button").click()
    host.go(made["url"])
    mira, noor = Player(host), Player(friend)
    mira.sit_down()
    noor.sit_down()
    mira.choose()
    host.go(f"{made['url']}?at=0")
    host.page.wait_for_selector("main[data-ready]")
    assert "Your move" not in host.page.title()
    noor.choose()
    expect(host.page).to_have_title(re.compile("Your move"))


def test_a_small_screen_goes_to_each_part_with_one_touch(visit: Visit) -> None:
    page = sit(visit("phone"), "mbb").page
    jumps = page.locator(".jumps button:visible")
    assert jumps.count() == 6
    for name in ("log", "score", "players", "choices", "board"):
        page.locator(f"[data-jump='{name}']").click()
        expect(page.locator(f"main [data-part='{name}']")).to_be_in_viewport()
        expect(page.locator(".jumps [aria-current='true']")).to_have_attribute("data-jump", name)


def test_a_wide_screen_needs_no_bar_to_go_about(visit: Visit) -> None:
    page = sit(visit(), "mbb").page
    expect(page.locator(".jumps")).to_be_hidden()


def test_a_second_click_sets_no_second_table(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    sent: list[str] = []
    visitor.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    visitor.page.locator("[data-play-now]").dblclick()
    visitor.page.wait_for_selector("main[data-ready]")
    assert len([url for url in sent if url.endswith("/api/tables")]) == 1


def test_language_and_theme_can_be_switched(visit: Visit) -> None:
    visitor = visit(language="hu")
    visitor.go("/")
    page = visitor.page
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    page.locator(".menu summary").click()
    page.locator(".menu a[lang=it]").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("h1")).to_have_text("Costruisci una città con gli amici.")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("[data-theme-switch]").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    visitor = visit(language="it")
    visitor.go("/t/nosuchtable")
    expect(visitor.page.locator("h1")).to_have_text("Questa pagina non si può mostrare")
    visitor.errors.clear()  # the browser's own word about the 404


# --- for everyone


def serious_faults(page: Page) -> list[str]:
    """What axe-core finds, but for trifles; drawings that are hidden from readers are left out, which saves half."""
    page.evaluate(AXE)
    what = "{include: [['html']], exclude: [['svg[aria-hidden=true]'], ['svg .btc-ghost']]}"
    found = page.evaluate(f"axe.run({what}, {{resultTypes: ['violations'], elementRef: false}})")
    return [
        f"{fault['id']}: {node['target']} {node['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_axe_finds_no_serious_fault(visit: Visit, size: str, theme: str) -> None:
    visitor = visit(size=size, theme=theme)
    page = visitor.page
    faults: dict[str, list[str]] = {}

    def check(name: str) -> None:
        page.wait_for_load_state()
        visitor.shot(f"{name}-{size}-{theme}")
        faults[name] = serious_faults(page)
        assert not visitor.scrolls_sideways(), name

    visitor.go("/")
    check("home")
    visitor.go("/rules/between-two-cities")
    check("rules")
    player = sit(visitor, "mbb")
    check("choose")
    page.locator("[data-rules-drawer]").click()
    page.wait_for_selector("#rules .found")
    check("drawer")
    page.locator("#rules form button").click()
    player.choose()
    player.wait_for("place")
    player.visible_sites(0).first.locator(".btc-hit").click()
    check("place")
    document = finished(visitor)
    visitor.go(document["url"])
    player.sit_down()
    check("over")
    visitor.go(f"{document['url']}?at=30")
    player.sit_down()
    check("replay")
    made = set_table(visitor, "mo")
    visitor.go(next(iter(made["invites"].values())))
    check("join")
    visitor.go(made["url"])
    player.sit_down()
    check("waiting")
    visitor.go("/t/nosuchtable")
    check("missing")
    visitor.errors.clear()
    told = [f"{name}: {fault}" for name, found in faults.items() for fault in found]
    assert told == []


def bytes_over_the_line(visitor: Visitor) -> int:
    """Of the page and everything it fetched, as compressed."""
    entries = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    size: int = visitor.page.evaluate(f"{entries}.reduce((sum, entry) => sum + entry.encodedBodySize, 0)")
    return size


def test_the_first_load_is_small(visit: Visit) -> None:
    for address in ("/", None):
        visitor = visit()
        if address is None:
            address = set_table(visitor, "mbbbbbb")["url"]
        visitor.go(address)
        visitor.page.wait_for_timeout(800)
        assert 20_000 < bytes_over_the_line(visitor) < 200_000


def test_totals_count_below_zero(visit: Visit) -> None:
    visitor = visit(motion=True)
    visitor.page.route("**/events", lambda route: None)  # no news: nothing but this test changes the page
    player = sit(visitor, "mm", game="the-capitals")
    player.wait_for("decide")
    total = player.page.locator("[data-number='prestige']")
    for written in ("\u22127", "\u22123", "4", "\u22121"):
        seen = player.page.evaluate(
            """async (written) => {
              const { swap } = await import("/static/js/swap.js");
              const board = document.querySelector("[data-part='board']");
              const html = board.innerHTML.replace(/(data-number="prestige">)[^<]*/, `$1${written}`);
              const seen = [];
              const frames = []; // shown when this test says so, however slow the machine is
              const real = window.requestAnimationFrame;
              window.requestAnimationFrame = (frame) => frames.push(frame);
              await swap({ board: { stamp: written, html } }, () => {});
              const start = performance.now();
              for (let after = 0; frames.length && after < 2000; after += 40) {
                for (const frame of frames.splice(0)) frame(start + after);
                seen.push(document.querySelector("[data-number='prestige']").textContent);
              }
              window.requestAnimationFrame = real;
              return seen;
            }""",
            written,
        )
        expect(total).to_have_text(written)
        assert len(set(seen)) > 1, "it counts, and does not jump"
        assert all(re.fullmatch("\u2212?\\d+", text) for text in seen)


def test_without_motion_nothing_moves(visit: Visit) -> None:
    visitor = visit()
    player = sit(visitor, "mbb")
    seconds = player.page.evaluate(
        "[...document.querySelectorAll('*')].map(e => getComputedStyle(e)).filter(s => s.animationName !== 'none' "
        "|| parseFloat(s.transitionDuration) > 0).length"
    )
    assert seconds == 0
