"""What the game says and shows: every decision, choice, event and tile of whole games, in words and on a screen."""

from __future__ import annotations

import inspect
import io
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from rich.console import Console

from conurb.games.the_capitals import companion
from conurb.games.the_capitals.show import board, face, forecast, page, prose, scene, terminal
from conurb.kernel.checks import BadPosition
from conurb.rulebook import read
from conurb.words import load as catalogue
from conurb.words import say
from tests.games.showing import moments, spoken
from tests.games.the_capitals.support import DATA, GAME, acting, building, do, load, new, seen, tile, with_pack

NAMES = ["Ada", "Noor", "Bela", "Chiara", "Dan"]


def printed(what: Any, width: int = 80, plain: bool = False) -> str:
    file = io.StringIO()
    Console(file=file, width=width, force_terminal=not plain, legacy_windows=False).print(what)
    return file.getvalue()


@pytest.mark.parametrize(("players", "prosperity"), [(2, True), (3, False), (5, True)])
def test_everything_in_a_whole_game_has_words(players: int, prosperity: bool) -> None:
    names = NAMES[:players]
    kinds = set()
    rules = read(GAME.key)
    for number, (state, events) in enumerate(moments(new(players, 7, prosperity=prosperity))):
        for seat in (None, *state.to_act()):
            view = seen(state, seat)
            assert len(spoken(prose.question(view, names)).split()) <= 7
            assert spoken(prose.explain(view, names)).endswith(".")
            spoken(prose.waiting(view, names))
            assert rules.rule(prose.rule_of(view)).id == prose.rule_of(view)
            if number % 5 == 0 or state.over():
                texts = [spoken(prose.choice(view, entry, names)) for entry in view["legal"]]
                assert len(set(texts)) == len(texts) or view["asks"] == "order"
                shown = printed(terminal.screen(view, names), plain=True)
                assert max(len(line) for line in shown.splitlines()) <= 80
                assert all(f"{k:>3} " in shown for k in range(1, len(view["legal"]) + 1))
        for event in events:
            kinds.add(event.kind)
            for seat in (None, 0):
                spoken(prose.event(event.seen_by(seat), seen(state, seat), names))
    assert {"built", "gained", "lost", "activated", "upgraded", "paid", "leads", "expo", "game_over"} <= kinds
    sheet = printed(terminal.sheet(state.sheet(), names))
    assert all(name in sheet for name in names)
    assert "ecided by" in sheet


@pytest.mark.parametrize("name", DATA.ids)
def test_every_tile_says_what_it_does(name: str) -> None:
    lines = [spoken(line) for line in prose.tile_effects(name)]
    about = DATA.about[DATA.numbers[name]]
    wanted = bool(about["immediate"]) + len(about["construction"]) + len(about["permanent"]) + len(about["end_game"])
    assert len(lines) == wanted + ("activation" in about) + ("prerequisite" in about)
    assert spoken(prose.tile_name(name)) == about["name"]


def test_a_tile_in_words() -> None:
    assert [spoken(line) for line in prose.tile_effects("tudor_townhouses")] == [
        "When built: +2 progress, +3 population, \N{MINUS SIGN}1 services.",
        "Activation (1 cube printed): \N{MINUS SIGN}1 employment, then +$9.",
    ]
    assert [spoken(line) for line in prose.tile_effects("art_gallery")] == [
        "Only with the most commerce and tourism tiles, alone or tied.",
        "+1 culture for every housing tile of the city, now and whenever one is built.",
        "At the end: +4 prestige.",
    ]


def test_another_pack_shows_its_own_values() -> None:
    """CAP-10.10: words, pictures and forecasts are of the pack that is played; of one never read nothing is told."""
    gains = 'immediate = [{gain = "progress", n = 1}, {gain = "population", n = 2}, {gain = "employment", n = %d}]'
    row = {"0": ["cog_factory", "market", "library"]}
    state = with_pack(gains % 3, gains % 9, projects=row, seats=[{"city": [tile("baker", 1, 1)]}])
    view = seen(state, 0)
    stranger = {**view, "data": "of a pack that nobody has read"}
    assert "+9 employment" in printed(terminal.screen(view, NAMES), plain=True)
    assert "employment." not in printed(terminal.screen(stranger, NAMES), plain=True)
    assert "+9" in face.tile("cog_factory", "Cog Factory", view=view)
    assert face.tile("baker", "Baker", view=view) == face.tile("baker", "Baker")
    for shown in (view, stranger):
        ET.fromstring(board.board(shown))
    busy = with_pack("24, 26, 28]", "24, 26, 40]", seats=[{"population": 20, "employment": 20}])
    assert forecast.expo(seen(busy, 0), 0).employment == 40


def test_no_sentence_without_use() -> None:
    """Every sentence of the catalogue is said somewhere; these modules build all keys."""
    source = "".join(inspect.getsource(module) for module in (prose, terminal, scene, page))
    for key in catalogue("en", "the_capitals").sentences:
        head = key.split(".")[0]
        assert head in source, key


def test_choices_tell_price_and_gain() -> None:
    view = seen(do(building("market", city=[tile("baker", 2, 1)]), "take market"), 0)
    texts = {entry["text"]: spoken(prose.choice(view, entry, NAMES)) for entry in view["legal"]}
    assert texts["place 1,1"] == "1,1: +1 employment, \N{MINUS SIGN}1 services, +1 progress"
    assert texts["place 0,1"].endswith("\N{MINUS SIGN}2 prestige")
    view = seen(acting(energy=9), 0)
    texts = {entry["text"]: spoken(prose.choice(view, entry, NAMES)) for entry in view["legal"]}
    assert texts["activate 1,0"] == "Hotel on 1,0 for 2: +$7, \N{MINUS SIGN}1 culture, \N{MINUS SIGN}2 energy"
    assert texts["bonus energy"] == "No activation, for +1 energy"


def test_the_map_shows_tokens_cubes_and_tourists() -> None:
    state = load(
        players=3,
        phase="executive",
        seats=[{"city": [tile("market", 1, 1, cubes=2)]}],
        tourists=[{"tourist": 1, "city": 0, "cell": [1, 0]}],
    )
    shown = printed(terminal.screen(seen(state, 0), NAMES), plain=True)
    assert "C Mark" in shown
    assert "■2" in shown
    assert "♟" in shown
    assert shown.count("o") > 2


def test_hidden_totals_on_the_screen() -> None:
    state = load(players=3, options={"hidden_prestige": True}, seats=[{"prestige": 77}])
    assert "77" not in printed(terminal.screen(seen(state, 1), NAMES), plain=True)


# --- the score companion


def test_companion() -> None:
    text = """{"players": 3, "initiative": [6, 2, 3], "seats": [
        {"prestige": 31, "economy": 14, "culture": 21, "energy": 9, "plant": "plant_5_1", "progress": 2,
         "city": [{"tile": "community_center", "cell": [1, 1]}, {"tile": "cole_harbor", "cell": [2, 1]}]}]}"""
    sheet = companion.score(text)
    row = sheet["players"][0]
    assert [row[name] for name in ("prestige", "effects", "energy", "money", "culture", "progress")] == [
        31,
        2,
        2,
        3,
        10,
        2,
    ]
    assert row["total"] == 50
    assert row["rank"] == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not valid JSON"),
        ("[]", "expected a position"),
        ('{"players": 3, "seats": [{"gold": 3}]}', "unknown field"),
    ],
)
def test_companion_refuses(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        companion.score(text)


def test_what_sets_equal_scores_apart_is_told() -> None:
    """CAP-6.24: also behind the first."""
    seats = [{"prestige": prestige} for prestige in (40, 0, 4, 2)]
    view = load(players=4, phase="over", initiative=[6, 3, 1, 2], seats=seats).view(None)
    document = {"view": view, "names": NAMES[:4], "at": None, "status": "over", "log": []}
    assert page.table(document, say)["final"]["decided"] == (
        "The winner was decided by the score. "
        "Equal scores and energy cubes: Noor is before Chiara by the money left. "
        "Equal scores and energy cubes: Chiara is before Bela by the money left."
    )


@pytest.mark.parametrize(
    ("other", "by"), [((1, 9, 9), "energy cubes left"), ((2, 1, 9), "money left"), ((2, 2, 9), "initiative space")]
)
def test_the_first_difference_sets_apart(other: tuple[int, int, int], by: str) -> None:
    rows = [dict(zip(("cubes_left", "money_left", "space"), row, strict=True)) for row in ((2, 2, 2), other)]
    told = spoken(prose.apart({"sheet": {"players": rows}}, 0, 1, NAMES))
    assert told.endswith(f"Ada is before Noor by the {by}.")


@pytest.mark.parametrize(("language", "cell"), [("en", "-1,2"), ("it", "(-1; 2)"), ("hu", "(-1; 2)")])
def test_a_cell_is_no_decimal_number(language: str, cell: str) -> None:
    event = {"kind": "moved_token", "seat": 0, "vertex": [-1, 2]}
    told = say(prose.event(event, {}, NAMES), language)
    assert told.endswith(cell.replace("-", "\N{MINUS SIGN}") + ".")


@pytest.mark.parametrize(("space", "told"), [(1, "az 1."), (4, "a 4."), (5, "az 5.")])
def test_the_hungarian_article_follows_the_number(space: int, told: str) -> None:
    event = {"kind": "chose_space", "seat": 1, "space": space, "cost": 0}
    assert say(prose.event(event, {}, NAMES), "hu") == f"Noor {told} mezőt választotta. $0"
