"""What the page of a table says: choices with what they change, forecasts that the engine confirms, deductions."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from conurb.games.prosperity import companion
from conurb.games.prosperity.show import page, prose
from conurb.games.prosperity.show.survey import called_gain, ended_now
from conurb.kernel.rng import Rng
from conurb.words import LANGUAGES, say
from tests.games.prosperity.support import GAME, alone, country, load, new, tally
from tests.web.documents import Sample

NAMES = ["Ada", "Noor", "Bela", "Chiara"]


def sample(turn: int, players: int = 3, options: dict[str, object] | None = None) -> Sample:
    """A game of bots at the first action of a turn."""
    made = Sample(players, options=options, game="prosperity")
    while not made.play.state.over():
        view = made.play.state.view(None)
        if view["turn"] == turn and view["phase"] == "action":
            break
        made.step()
    return made


def desk(made: Sample, seat: int | None, language: str = "en", **changes: Any) -> dict[str, Any]:
    return page.table(made.document(seat, **changes), partial(say, language=language))


def acting(made: Sample) -> int:
    return made.play.state.to_act()[0]


def rows(contents: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for group in contents["choices"]["groups"] for row in group["rows"]]


# --- choices


def test_every_choice_is_in_the_list_once_stack_by_stack() -> None:
    made = sample(14)
    seat = acting(made)
    view: Any = made.play.state.view(seat)
    contents = desk(made, seat)
    listed = rows(contents)
    assert sorted(row["action"] for row in listed) == [action["action"] for action in view["legal"]]
    heads = [group["head"] for group in contents["choices"]["groups"]]
    assert heads[0] == ""
    stacks = [head.split(":")[0] for head in heads[1:]]
    order = [f"{side} level {level}" for side in ("Energy", "Ecology") for level in range(1, 7)]
    assert stacks == [stack for stack in order if stack in stacks]


@pytest.mark.parametrize(
    ("seat", "market", "text", "what", "why"),
    [
        ({"money": 250}, ["D25"], "revenue", "Revenue: +100 €", "money 250 → 350 €"),
        ({"discs": 10}, [], "cleanup", "Cleanup: 9 discs left", "Frees the prosperity symbol on space 10"),
        ({"discs": 11}, [], "cleanup", "Cleanup: 10 discs left", "1 more to free the next prosperity symbol"),
        ({"discs": 16}, [], "cleanup", "Cleanup: 15 discs left", "Frees the triangle"),
        ({"discs": 18}, [], "cleanup", "Cleanup: 17 discs left", "A disc fewer on the triangle"),
        (
            {"research": {"energy": 10}},
            [],
            "research energy",
            "Research energy: square 11, level 4",
            "Energy 11, level 4: its tiles fall from 200 € to 100 €",
        ),
        (
            {"research": {"ecology": 11}},
            [],
            "research ecology",
            "Research ecology: square 12, level 4",
            "Ecology 12, still level 4",
        ),
        (
            {"money": 500, "spaces": {"T1": ["U19"]}},
            ["D25"],
            "buy D25 I1",
            "Eco-District on I1",
            "covers Steel Works; Energy 0 → \N{MINUS SIGN}1; Ecology 0 → +2; Capital 1 → 0; Prosperity 0 → 1",
        ),
        (
            {"money": 500},
            ["D19"],
            "buy D19 T2",
            "High-Speed Train on T2",
            "covers Farmland; opens I5, I6; Energy +1 → \N{MINUS SIGN}1; Ecology \N{MINUS SIGN}1 → 0; Prosperity 0 → 1",
        ),
        ({"money": 600, "discs": 2}, ["U06"], "buy U06", "Brown Field Clean Up", "discs 2 → 0"),
        ({"money": 600}, ["U10"], "buy U10", "City of Culture", "+1 point"),
    ],
)
def test_a_choice_says_what_it_changes(seat: dict[str, Any], market: list[str], text: str, what: str, why: str) -> None:
    state = alone(market, **seat)
    view: Any = state.view(0)
    action = next(action for action in view["legal"] if action["text"] == text)
    told = page.Desk({"view": view, "names": NAMES, "at": None, "status": "playing", "log": []}, say).row(action)
    assert (told["what"], told["why"]) == (what, why)


def test_a_payment_says_when_it_leads_to_the_triangle() -> None:
    view: Any = tally("energy", {"spaces": {"I2": ["U16"]}, "money": 100, "discs": 15}).view(0)
    told = page.Desk({"view": view, "names": NAMES, "at": None, "status": "playing", "log": []}, say)
    assert [told.row(action)["why"] for action in view["legal"]] == [
        "discs 15 → 16; the triangle is reached",
        "money 100 → 0 €",
    ]


def test_a_position_looked_at_again_offers_nothing() -> None:
    made = sample(14)
    seat = acting(made)
    contents = desk(made, seat, at=len(made.log))
    assert contents["mode"] == "replay"
    assert rows(contents) == []
    assert "data-actions" not in str(contents["own"]) + str(contents["research"])


def test_those_who_watch_see_the_country_whose_turn_it_is() -> None:
    made = sample(14)
    contents = desk(made, None)
    assert contents["own"]["seat"] == made.play.state.view(None)["active"]
    assert len(contents["others"]) == 2


# --- forecasts


def test_what_a_call_would_bring_is_what_it_brings() -> None:
    """Every tally of a whole game, foretold one decision earlier (PRO-3.6 to PRO-3.10)."""
    state = new(3, 9, countries="mixed")
    rng = Rng(9)
    checked = 0
    while not state.over():
        before: Any = state.view(None)
        seat = state.to_act()[0]
        last = before["phase"] == "action" and before["action_number"] == before["actions"]
        trial = state.clone()
        events = trial.listen()
        legal = state.legal(seat)
        action = legal[rng.below(len(legal))]
        trial.step(seat, action)
        drawn = next((event for event in events if event.kind == "drew"), None)
        if last and drawn is not None:
            for event in events:
                if event.kind != "tallied" or event.seat == seat:  # the action changed the country of its own seat
                    continue
                gain = called_gain(before, event.seat, str(event.args["symbol"]))
                told = event.args
                if told["symbol"] == "research":
                    assert gain["steps"] >= told["energy_steps"] + told["ecology_steps"]  # type: ignore[operator]
                elif not (told["symbol"] == "energy" and told["total"] < 0):  # type: ignore[operator]
                    assert gain.get("money", 0) == told["money"]
                    assert gain.get("discs", 0) == told["discs"]
                    assert gain.get("points", 0) == told["points"]
                checked += 1
        state.step(seat, action)
    assert checked > 20


def test_missing_energy_is_told_as_discs() -> None:
    view: Any = alone(spaces={"I2": ["U16"]}).view(0)
    assert view["countries"][0]["totals"]["energy"] == -1
    assert called_gain(view, 0, "energy") == {"discs": 1}


def test_the_score_if_the_game_ended_now_is_the_final_scoring() -> None:
    """The same countries in the middle of a turn and on the sheet of the companion (PRO-6.2)."""
    ended = companion.score("score: 20\nmoney: 550\nI2: U16\ndiscs: 3\n\nscore: 25\nenergy: 9\nP1: U21\nmoney: 0\n")
    seats = [
        {"score": 20, "money": 550, "discs": 3, "spaces": {"I2": ["U16"]}},
        {"score": 25, "money": 0, "research": {"energy": 9}, "spaces": {"P1": ["U21"]}},
    ]
    for phase in ("action", "final"):
        view: Any = load(seats=seats, active=0, phase=phase).view(0)
        assert [player["score"] for player in ended_now(view)["players"]] == [p["score"] for p in ended["players"]]


def test_the_sheet_of_a_finished_game_is_its_own() -> None:
    made = sample(99)
    contents = desk(made, 0)
    assert contents["score"]["totals"] == made.play.state.scores()
    sums = [sum(int(row["points"][seat]) for row in contents["score"]["rows"]) for seat in range(3)]
    assert sums == made.play.state.scores()
    assert contents["final"]["decided"]


@pytest.mark.parametrize(
    ("money", "told"),
    [
        ([0, 0, 50], "The winner was decided by the score. Equal scores: Bela is before Noor by the money left."),
        ([0, 50, 50], "The winner was decided by the score."),
    ],
)
def test_what_sets_equal_scores_apart_is_told(money: list[int], told: str) -> None:
    """PRO-6.9: also behind the first; who shares a place is not set apart."""
    scores = zip((30, 20, 20), money, strict=True)
    state = load(players=3, phase="over", seats=[{"score": score, "money": left} for score, left in scores])
    document = {"view": state.view(None), "names": NAMES[:3], "at": None, "status": "over", "log": []}
    assert page.table(document, say)["final"]["decided"] == told


# --- what can be deduced (PRO-7.3, PRO-7.6)


def test_what_is_still_to_come() -> None:
    state = load(drawn=["D01", "D03", "D05"], active=0)
    view: Any = state.view(0)
    document = {"view": view, "names": NAMES, "at": None, "status": "playing", "log": [], "finals": []}
    told = page.Desk(document, say).contents()
    table = {row["name"]: row for row in told["to_come"]["rows"]}
    assert {name: row["now"] for name, row in table.items()} == {
        "Energy": 0,
        "Ecology": 1,
        "Capital": 0,
        "Research": 1,
        "Prosperity": 0,
    }
    assert table["Ecology"]["chance"] == "1/2"
    assert [row["all"] for row in table.values()] == [view["tallies_to_come"][symbol] for symbol in prose.SYMBOLS]
    assert [tile["name"] for tile in told["to_come"]["decades"][0]["tiles"]] == ["Nuclear Power Station", "Polytechnic"]
    assert [one["name"] for one in told["call"]["coming"]] == ["Ecology", "Research"]
    assert [one["name"] for one in told["call"]["done"]] == ["Energy", "Capital"]


def test_the_call_tells_what_it_brought_to_everybody() -> None:
    made = sample(14)
    told = desk(made, 0)["call"]
    assert [one["seat"] for one in told["results"]] == [0, 1, 2]
    assert all(one["text"] for one in told["results"])


# --- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_in_words_tells_every_space_and_every_tile(language: str) -> None:
    made = sample(14)
    view: Any = made.play.state.view(0)
    pieces = desk(made, 0, language)["twin"]
    assert len(pieces) == 4
    for piece in pieces[:3]:
        assert sum(1 for row in piece["rows"] if row[:2] in ("P1", "P2", "S1", "T1", "T2", "I1", "I2", "I3")) == 8
    told = " ".join(pieces[3]["rows"])
    for id in view["display"]:
        assert say(prose.tile_of(view, id), language) in told


def test_nothing_is_secret_and_options_are_offered_by_name() -> None:
    assert not page.secret(new(2).view(0))
    for name, offers in page.options().items():
        for _, value in offers:
            GAME.options({name: value}, 2)


def test_cover_and_example_are_pictures() -> None:
    assert page.cover().startswith("<svg")
    assert page.example().count("<use") == 18
    assert country(new(2))["prices"]["energy"] == [100, 200, 300, 400, 500, 600]
