"""The pictures: every view can be drawn, and what they say agrees with the engine."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations, islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from conurb.games.the_capitals.data import TRACKS
from conurb.games.the_capitals.geometry import RESOURCE_NAMES
from conurb.games.the_capitals.rules import State
from conurb.games.the_capitals.show import adjacency, board, box, face, forecast, instruments, prose
from conurb.games.the_capitals.show.drawings import DRAWINGS, PLANTS
from conurb.games.the_capitals.show.palette import PALETTE
from conurb.games.the_capitals.show.plan import Plan, common_gains, gain_tokens
from conurb.games.the_capitals.show.scene import Scene
from conurb.words import LANGUAGES, Message, say
from tests.games.the_capitals.support import COUNTS, DATA, GAME, acting, building, do, play, seen, tile

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada", "Noor", "Bela", "Chiara", "Dan"]


def english(message: Message) -> str:
    return say(message, "en")


def scene(view: Any) -> Scene:
    return Scene(view, NAMES[: view["players"]], english)


def moments(players: int, every: int, seed: int = 3, options: dict[str, object] | None = None) -> Iterator[State]:
    """Some positions of a random game, and its end."""
    for number, state in enumerate(play(players, seed, **(options or {}))):
        if number % every == 0 or state.over():
            yield state


# --- whole pictures


@pytest.mark.parametrize("players", COUNTS)
def test_every_position_can_be_drawn_for_everybody(players: int) -> None:
    options = GAME.variants()[players % 4]
    for state in moments(players, 90, options=options):
        for seat in (None, players - 1):
            drawn = board.board(seen(state, seat), names=NAMES[:players], dark=players % 2 == 0)
            root = ET.fromstring(drawn)
            assert root.get("role") == "img"
            assert "class=" not in drawn  # a file of its own needs no stylesheet
            used = set(re.findall(r'href="#([^"]+)"', drawn))
            assert used <= {element.get("id") for element in root.iter(f"{SVG}symbol")}
            assert "Ada" in drawn


def test_the_poster_shows_every_tile_of_the_city() -> None:
    *_, last = play(3, 5)
    view = seen(last, None)
    for seat in range(3):
        drawn = board.poster(view, seat, names=NAMES[:3], language="hu")
        ET.fromstring(drawn)
        for lot in view["seats"][seat]["city"]:
            assert f'href="#cap-t-{lot["tile"]}"' in drawn


def test_a_name_cannot_write_into_the_picture() -> None:
    bad = '<script>"x"</script>'
    assert bad not in board.board(seen(GAME.new(2, {}, 1), 0), names=[bad, bad])  # type: ignore[arg-type]


# --- tiles


def test_every_tile_has_its_own_drawing() -> None:
    """No two tiles of the box look alike, and neither do two power plants (CAP-1.4)."""
    assert set(DRAWINGS) == set(DATA.ids)
    assert set(PLANTS) == set(range(1, int(DATA.top_level) + 1))
    drawn = {name: [(shape.fill, shape.d, shape.at) for shape in drawing] for name, drawing in DRAWINGS.items()}
    assert [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]] == []


def test_every_class_of_the_pictures_has_a_rule() -> None:
    known = set(re.findall(r"\.cap-([\w-]+)[{,: ]", PALETTE.stylesheet()))
    view = seen(next(islice(play(5, 2, prosperity=True), 60, None)), 0)
    plan = Plan(scene(view), 0).draw() + instruments.initiative(scene(view)) + instruments.progress(scene(view))
    plan += instruments.plant(scene(view), 0) + "".join(instruments.Track(scene(view), name).draw() for name in TRACKS)
    used = {name for names in re.findall(r'class="([^"]+)"', plan + face.symbols()) for name in names.split()}
    assert {name.removeprefix("cap-") for name in used} - known <= {"outline", "plain", "look"}


@pytest.mark.parametrize("name", ["baker", "resort", "casino", "university", "stadium", "subway", "mayors_house"])
def test_a_strip_for_every_effect(name: str) -> None:
    known = box.about(name)
    assert known is not None
    wanted = [lead for lead in ("prerequisite", "activation") if lead in known]
    wanted += ["immediate"] * len({"per" in entry for entry in known["immediate"]})
    for lead in ("construction", "permanent", "end_game"):
        wanted += [lead] * len(known[lead])
    assert sorted(lead for lead, _ in face.strips(known, face.STRIP)) == sorted(wanted)


def test_a_tile_of_another_pack_is_drawn_plainly() -> None:
    ET.fromstring(f"<g>{face.tile('moon_base', 'Moon Base')}{face.mini('moon_base')}</g>")


# --- the plan of a city


def test_every_legal_cell_glows_with_its_penalty_and_gain() -> None:
    """CAP-4.7: what a cell costs is on it."""
    state = do(building("west_81st_street"), "take west_81st_street")
    view = seen(state, 0)
    places = [choice for choice in view["legal"] if choice["kind"] == "place"]
    drawn = ET.fromstring(Plan(scene(view), 0).svg("city"))
    shown = {element.get("data-actions"): element for element in drawn.iter() if element.get("data-actions")}
    assert set(shown) == {str(choice["action"]) for choice in places}
    for choice in places:
        element = shown[str(choice["action"])]
        words = "".join(element.itertext())
        assert element.get("role") == "button"
        label = element.get("aria-label") or ""
        assert say(prose.place(choice["cell"])) in label
        classes = " ".join(part.get("class", "") for part in element.iter())
        assert f"cap-lot-{choice['penalty']}" in classes
        if choice["penalty"]:
            assert f"\N{MINUS SIGN}{choice['penalty']}" in words
            assert f"{choice['penalty']} prestige" in label


def test_what_all_cells_bring_alike_is_not_repeated() -> None:
    places: list[dict[str, Any]] = [
        {"gains": {"population": 2, "culture": 1, "prestige": -3}, "penalty": 2},
        {"gains": {"population": 2, "prestige": -1}, "penalty": 0},
    ]
    assert common_gains(places) == {"population", "prestige"}
    told = [gain_tokens(place, common_gains(places)) for place in places]
    minus = "\N{MINUS SIGN}"
    assert told[0] == [("culture", "+1", "g-good"), ("prestige", f"{minus}2", "g-bad")]
    assert told[1] == [("prestige", "\N{PLUS-MINUS SIGN}0", "g-good")]


def test_payers_are_what_the_engine_pays() -> None:
    """CAP-1.22: with the plain immediate gains, what the shown tiles pay is all that a build brings."""
    checked = 0
    for state in moments(4, 1, 11):
        if state.over():
            break
        view = seen(state, state.to_act()[0])
        if view["asks"] != "cell":
            continue
        name = view["held"]["tile"]
        have = view["seats"][view["seat"]]
        known = box.about(name)
        assert known is not None
        plain = [entry for entry in known["immediate"] if "per" not in entry]
        lots = {adjacency.cell_of(lot["cell"]): lot for lot in have["city"]}
        for choice in [
            choice for choice in view["legal"] if choice["kind"] == "place" and "level" not in choice["gains"]
        ]:
            wanted = {entry["gain"]: entry["n"] for entry in plain}
            for payer in adjacency.payers(name, adjacency.cell_of(choice["cell"]), lots, view):
                wanted[payer.what] = wanted.get(payer.what, 0) + payer.n
            for track in ("population", "services", "culture"):
                after = have[track] + wanted.get(track, 0)
                number = RESOURCE_NAMES.index(track)
                if DATA.first[number] < after < DATA.last[number] and len(plain) == len(known["immediate"]):
                    assert choice["gains"].get(track, 0) == wanted.get(track, 0), (name, choice)
                    checked += wanted.get(track, 0) != 0
    assert checked > 200


def test_cubes_and_tourists_lie_on_their_tiles() -> None:
    state = building("market", city=[tile("city_hall", 0, 0, cubes=2), tile("hotel", 1, 0, cubes=5)])
    drawn = Plan(scene(seen(state, 0)), 0).draw()
    assert drawn.count('class="cap-cube"') == 2 + 1  # five are one cube with a number
    assert ">5</text>" in drawn


def test_the_frontier_is_what_surrounds_the_city() -> None:
    """CAP-4.5"""
    state = do(building("market"), "take market")
    view = seen(state, 0)
    legal = {adjacency.cell_of(choice["cell"]) for choice in view["legal"]}
    assert set(Plan(scene(view), 0).frontier()) == legal


def test_without_a_choice_of_place_only_the_city_is_drawn() -> None:
    state = acting(energy=9, city=[tile("market", 1, 1), tile("baker", 2, 1)])
    for small in (False, True):
        plan = Plan(scene(seen(state, 0)), 0, small=small)
        assert (plan.columns, plan.rows) == (range(3), range(2))
        assert plan.frontier() == [(2, 0), (0, 1)]
        assert "cap-reach" not in plan.draw()
        assert min(plan.width - plan.left[3], plan.height - plan.top[2]) >= plan.m.token, "a token at the edge is whole"
    placing = do(building("market"), "take market")
    assert Plan(scene(seen(placing, 0)), 0).columns == range(-1, 3)
    assert Plan(scene(seen(placing, 0)), 1).columns == range(2)
    moving = {
        **seen(state, 0),
        "asks": "token",
        "legal": [{"kind": "token", "vertex": [0, 0], "action": 1, "token": 0}],
    }
    assert Plan(scene(moving), 0).columns == range(-1, 4)


def test_the_poster_of_a_city_that_is_built_on_shows_no_choice() -> None:
    view = seen(do(building("market"), "take market"), 0)
    assert board.poster(view, 0) == board.poster({**view, "legal": []}, 0)


def test_a_city_shrinks_to_its_frame_and_then_scrolls_under_a_shadow() -> None:
    """On wide screens a tile keeps 92 pixels, and six columns with the lots around fit into 722."""
    css = (Path(board.__file__).parent / "page.css").read_text(encoding="utf-8")
    wide = css[: css.index("@media")]
    [least] = re.findall(r"\.plan \.cap-city {.*min-width: calc\(var\(--units\) \* (\.\d+)px\)", wide)
    assert 92 <= float(least) * face.LARGE < 94
    city = [tile(name, x, 0) for x, name in enumerate(("market", "baker", "library", "restaurant"), 2)]
    plan = Plan(scene(seen(do(building("park", city=city), "take park"), 0)), 0)
    assert len(plan.columns) == 8
    assert plan.width * float(least) <= 722
    for part, wanted in (("before", "border: solid var(--sheet)"), ("after", "position: sticky")):
        assert re.search(rf"^\.plan::{part} {{.*{re.escape(wanted)}", wide, re.MULTILINE)


def breadth(words: str) -> float:
    """In DejaVu Sans Bold at 14.5, the widest font that systems have for `system-ui`."""
    return sum(14.5 * (0.696 if sign.isdigit() else 0.838) for sign in words)


def gains(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[tuple[float, ...]]:
    """Left, right, top and bottom of every gain in a drawing."""
    moved = re.search(r"translate\(([\d.-]+) ([\d.-]+)\)", element.get("transform", ""))
    if moved:
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    sized = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
    scale *= float(sized[1]) if sized else 1
    if element.get("class", "").startswith("cap-g-"):
        left, base = x + scale * float(element.attrib["x"]), y + scale * float(element.attrib["y"])
        yield left, left + scale * breadth(element.text or ""), base - 11 * scale, base
    for part in element:
        yield from gains(part, x, y, scale)


@pytest.mark.parametrize("small", [False, True])
def test_gains_stay_inside_their_tiles_and_lots(small: bool) -> None:
    view = seen(acting(energy=9, culture=9, city=[tile("jefferson_apartments", 1, 1)]), 0)
    lot = seen(do(building("market"), "take market"), 0)
    many = {"employment": 1, "culture": -12, "economy": 10, "services": -3}
    shown = 0
    for given, most in ((view, 3), (view, 4), (lot, 1), (lot, 3), (lot, 4)):
        few = dict(list(many.items())[:most])
        legal = [{**c, "gains": few, "penalty": 0} for c in given["legal"] if c["kind"] in ("activate", "place")]
        drawn = ET.fromstring(Plan(scene({**given, "legal": legal}), 0, small=small).svg("city"))
        for pick in drawn.iter():
            if not pick.get("data-actions"):
                continue
            [hit] = [part for part in pick.iter() if part.get("class") == "cap-hit"]
            x, y, width, height = (float(hit.attrib[name]) for name in ("x", "y", "width", "height"))
            for left, right, top, bottom in gains(pick):
                shown += 1
                assert x + 2 < left < right < x + width - 2
                assert y < top < bottom < y + height
    assert shown > 40


# --- instruments


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rounds_leave_room_for_the_era(language: str) -> None:
    view = {**seen(GAME.new(2, {}, 1), 0), "era": 3}  # type: ignore[arg-type]
    told = Scene(view, NAMES[:2], lambda message: say(message, language))
    drawn = instruments.rounds(told)
    [first, *_] = re.findall(r'<rect[^>]* x="([\d.]+)"', drawn)
    assert float(first) > 6 + 10.8 * len(told.word("era", era="III"))  # DejaVu Serif Bold at 20


def test_markers_that_share_a_space_stand_side_by_side() -> None:
    view = seen(GAME.new(5, {}, 4), 0)  # type: ignore[arg-type]
    drawn = instruments.Track(scene(view), "population").draw()
    places = [float(x) for x in re.findall(r"translate\(([\d.]+) [\d.]+\) scale\(0\.79", drawn)]
    assert len(places) == 5
    assert all(b - a >= instruments.MARK for a, b in pairwise(places))


def test_places_stay_on_the_track() -> None:
    found = instruments.spread([0, 0, 1, 99, 100], 20, 5, 100)
    assert found == sorted(found)
    assert found[0] >= 5
    assert all(b - a >= 20 for a, b in pairwise(found))


@pytest.mark.parametrize("players", [2, 5])
def test_the_price_of_a_space_is_what_the_engine_asks(players: int) -> None:
    """CAP-3.12, CAP-3.13"""
    asked = 0
    for state in moments(players, 1, 8):
        if state.over() or asked > 12:
            break
        view = seen(state, state.to_act()[0])
        for choice in view["legal"]:
            if choice["kind"] == "space":
                price = int(DATA.price[choice["space"] - 1])
                assert choice["cost"] == price * instruments.own_multiplier(scene(view), view["seat"])
                asked += 1
    assert asked > 4


# --- what follows


def test_the_taxes_of_a_space_are_foretold() -> None:
    """CAP-5.20 to CAP-5.22, CAP-3.12: what every open space would take is what taking it takes."""
    taxed = 0
    for state in play(4, 5):
        view = seen(state, None)
        if view["phase"] != "political" or not view["to_act"]:
            continue
        (seat,) = view["to_act"]
        for choice in seen(state, seat)["legal"]:
            times, prestige = forecast.taxes(view, seat, choice["cost"])
            after = state.clone()
            events = after.listen()
            after.apply(seat, choice["action"])
            assert next(event.args["taxations"] for event in events if event.kind == "paid") == times
            now = seen(after, None)["seats"][seat]["prestige"]
            assert now - view["seats"][seat]["prestige"] == prestige
            taxed += times > 0
    assert taxed > 4


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_next_tourism_phase_is_foretold(players: int) -> None:
    """CAP-3.30 to CAP-3.35: before the last builder places, the forecast of the position after it is what happens."""
    told = 0
    before: forecast.Tourism | None = None
    for state in play(players, 6):
        view = seen(state, None)
        if view["phase"] == "executive" and before is not None:
            assert view["culture_token"] == forecast.tourism(view).leader
            where = {entry["tourist"]: entry["city"] for entry in view["tourists"]}
            coming = forecast.tourism(view)
            assert all(where[seat] == coming.leader for seat in coming.captured)
            assert [s for s in range(players) if where[s] not in (s, coming.leader)] == []
            told += 1
            before = None
        elif view["phase"] == "building":
            before = forecast.tourism(view)
    assert told > 8


def test_the_next_expo_is_foretold() -> None:
    """CAP-6.1 to CAP-6.4, from the prestige before and after the administrative phase of round 4."""
    before: list[int] = []
    wanted: list[int] = []
    for state in play(4, 9):
        view = seen(state, None)
        if view["round"] == 4:
            before = [have["prestige"] for have in view["seats"]]
            wanted = [forecast.expo(view, seat).prestige for seat in range(4)]
            last = view
        elif view["round"] == 5:
            after = [have["prestige"] for have in view["seats"]]
            changes = [b - a for a, b in zip(before, after, strict=True)]
            if last["asks"] == "activation":  # the last to act may have gained something by ending the turn
                changes = changes[: last["to_act"][0]] + changes[last["to_act"][0] + 1 :]
                wanted = wanted[: last["to_act"][0]] + wanted[last["to_act"][0] + 1 :]
            assert changes == wanted
            return
    raise AssertionError("round 5 does not come")


def test_hidden_totals_stay_hidden() -> None:
    """CAP-7.4"""
    state = next(islice(play(3, 4, hidden_prestige=True), 40, None))
    view = seen(state, 1)
    rows = forecast.sheet(view)
    assert [row["total"] is None for row in rows] == [True, False, True]
    assert all(row["prestige"] is None for row in forecast.sheet(seen(state, None)))
