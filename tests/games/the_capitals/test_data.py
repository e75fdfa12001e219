"""CAP-0, CAP-1, CAP-9.3, CAP-10: the data pack, its numbers, and what is refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conurb.games.the_capitals.data import TYPE_NAMES, read_data, tiles_of_era
from conurb.games.the_capitals.effects import EraGain, ExtraBuild, FreeActivation, Gain, Per
from conurb.games.the_capitals.geometry import CULTURE, ECONOMY, EMPLOYMENT, PROGRESS, RESOURCE_NAMES, SERVICES
from conurb.kernel.checks import BadData
from tests.games.the_capitals.support import DATA, GAME, Json, load, new, rule, seen, table, tile, whole_numbers

PACK = (Path(GAME.folder) / "data.toml").read_text(encoding="utf-8")
RAW = tomllib.loads(PACK)


def test_reading_guide() -> None:
    """CAP-0.1, CAP-0.2, CAP-0.3, CAP-0.5, CAP-0.6: eight resources by their abbreviations; sources."""
    words = re.findall(r"`(\w+|\$)` ([a-z ]+)", rule("CAP-0.6"))
    assert [short for short, _ in words] == ["pop", "emp", "svc", "$", "cul", "prg", "en", "vp"]
    assert len(RESOURCE_NAMES) == len(words)
    tags = ("rulebook", "house", "derived", "source")
    for entry in [*RAW["tile"], *RAW["plant"], *RAW["initiative"], *RAW["tracks"].values()]:
        assert any(tag in str(entry["src"]) for tag in tags), entry
    state = load(players=2, phase="over", initiative=[6, 1], seats=[{"energy": 7, "economy": 7, "culture": 7}])
    row = state.sheet()["players"][0]  # type: ignore[index]
    assert (row["energy"], row["money"], row["culture"]) == (1, 1, 3)  # floor


def test_board() -> None:
    """CAP-1.1, CAP-1.2: six tracks, three rows, twelve rounds; tokens, tourists and an unlimited signed prestige."""
    shown = seen(new(3), 0)
    assert list(shown["projects"]) == ["0", "2", "4"]
    assert shown["rounds"] == 12
    assert len(shown["seats"][0]["tokens"]) == 2
    assert [entry["tourist"] for entry in shown["tourists"]] == [0, 1, 2]
    assert load(players=3, seats=[{"prestige": -50}]).scores()[0] < 0


def test_types() -> None:
    """CAP-1.3: six types; plants are no tiles of the city; housing alone has a density."""
    assert TYPE_NAMES == ("housing", "industry", "commerce", "tourism", "public", "prosperity")
    assert not set(DATA.plant_ids) & set(DATA.ids)
    assert all(("density" in about) == (about["type"] == "housing") for about in DATA.about)


def test_counts() -> None:
    """CAP-1.4: the program of the rule, as it stands in the document."""
    program = re.search(r"```python\n(.*?)```", rule("CAP-1.4"), re.DOTALL)
    assert program
    lines = program[1].replace('tomllib.load(open("data.toml", "rb"))', "RAW").replace("import tomllib", "")
    exec(lines, {"RAW": RAW})
    assert DATA.names[DATA.numbers["school_1"]] == DATA.names[DATA.numbers["school_2"]] == "School"


def test_tracks() -> None:
    """CAP-1.40, CAP-10.1: the table of the tracks."""
    for row in table("CAP-1.40"):
        name = row["track"].replace("public ", "")
        if name == "progress":
            assert whole_numbers(row["spaces"]) == [DATA.circle]
            continue
        what = RESOURCE_NAMES.index(name)
        numbers = whole_numbers(row["spaces"].replace("$", "").replace("..", " "))
        assert numbers[:2] == [DATA.first[what], DATA.last[what]]
        assert whole_numbers(row["start"].replace("$", ""))[0] == DATA.start[what]
        assert whole_numbers(row["beyond the top"])[0] == DATA.over_n[what]
        if what != ECONOMY:
            assert whole_numbers(row["below the bottom"])[0] == DATA.under_n[what]


def columns(name: str) -> list[list[int]]:
    """A table with spaces across: the heading and the row below it."""
    lines = [line for line in rule(name).splitlines() if line.startswith("|")]
    return [whole_numbers(lines[0]), whole_numbers(lines[2])]


def test_expo_tables() -> None:
    """CAP-1.41, CAP-1.42, CAP-10.2: prestige by employment, progress by services."""
    spaces, prestige = columns("CAP-1.41")
    assert spaces == list(range(DATA.first[EMPLOYMENT], DATA.last[EMPLOYMENT] + 1))
    assert prestige == list(DATA.expo_prestige)
    spaces, steps = columns("CAP-1.42")
    assert spaces == list(range(DATA.first[SERVICES], DATA.last[SERVICES] + 1))
    assert steps == list(DATA.expo_progress)


def test_attraction_levels() -> None:
    """CAP-1.43: 9 takes below 6, 14 below 10, 24 below 24."""
    numbers = whole_numbers(rule("CAP-1.43").partition("leader at")[2])
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert pairs == list(zip(DATA.reach, DATA.below, strict=True))


def test_initiative() -> None:
    """CAP-1.44, CAP-10.4: price and multiplier of the six spaces."""
    for k, row in enumerate(table("CAP-1.44")):
        assert int(row["price $"]) == DATA.price[k]
        multipliers = whole_numbers(row["multiplier"])
        assert multipliers[0] == DATA.multiplier[k]
        assert DATA.multiplier_round_2[k] == (multipliers[1] if len(multipliers) > 1 else multipliers[0])


def test_plants() -> None:
    """CAP-1.45, CAP-10.3, CAP-10.5: levels, activations and cubes in stack order."""
    for level, row in enumerate(table("CAP-1.45"), 1):
        first = int(DATA.first_plant[level])
        plants = [k for k in range(len(DATA.plant_ids)) if DATA.plant_level[k] == level]
        assert plants[0] == first
        assert [int(DATA.plant_cubes[k]) for k in plants] == whole_numbers(row["cubes by stack order"])
        assert {int(DATA.plant_activations[k]) for k in plants} == {int(row["activations"])}
    assert DATA.circle == 6
    assert DATA.start[PROGRESS] == 0


def test_rounds() -> None:
    """CAP-1.46, CAP-10.8: eras, expos and prosperity symbols."""
    assert [int(DATA.era_of[r]) for r in range(1, 13)] == [0] * 4 + [1] * 4 + [2] * 4
    assert [r for r in range(1, 13) if DATA.expo_after[r]] == [4, 8, 12]
    assert [r for r in range(1, 13) if DATA.prosperity_in[r]] == [3, 5, 7, 9, 11]


def test_primitives() -> None:
    """CAP-1.10, CAP-1.12, CAP-1.30, CAP-1.31: every entry is one of the primitives."""
    kinds = {type(effect) for entries in (*DATA.immediate, *DATA.activation, *DATA.final) for effect in entries}
    assert kinds == {Gain, EraGain, Per, FreeActivation, ExtraBuild}
    doing = {about["id"] for about in DATA.about if "'do'" in str(about)}
    assert doing == {"convention_center", "technology_park", "financial_district"}


def test_special_primitives() -> None:
    """CAP-1.32, CAP-1.33, CAP-1.34: aura, upgrade and tourism_end are used by the tiles that the document names."""
    for word, name in (("'aura'", "subway"), ("'upgrade'", "park"), ("tourism_end", "casino")):
        assert [about["id"] for about in DATA.about if word in str(about)] == [name]


def test_printed_cubes_formula() -> None:
    """CAP-1.61, CAP-10.6: the house formula gives the printed cubes of every tile but the Resort."""
    worth = {"economy": 1, "culture": 3, "energy": 3, "prestige": 4, "population": 5, "progress": 5}
    worth |= {"employment": 6, "services": 7}
    special = {"airport": 12, "convention_center": 12}
    for about in DATA.about:
        if "activation" in about and about["id"] != "resort":
            entries = about["activation"]["cost"] + about["activation"]["gain"]
            net = special.get(about["id"]) or sum(worth[e["gain"]] * e["n"] for e in entries)
            assert about["activation"]["printed"] == (1 if net <= 7 else 2 if net <= 13 else 3), about["id"]


def test_marks() -> None:
    """CAP-10.7, CAP-2.3: the marked tiles; 21 unmarked in every era, four or five of each type."""
    named = re.findall(r"[a-z][a-z_0-9]+_[a-z_0-9]+|\b(?:cobbler|fountain|airport)\b", rule("CAP-10.7"))
    marked = [DATA.ids[k] for k in range(len(DATA.ids)) if DATA.marked[k]]
    assert sorted(set(named) & set(DATA.ids)) == sorted(marked)
    for era in range(3):
        tiles = tiles_of_era(DATA, era, 3)
        assert len(tiles) == 21
        kinds = [int(DATA.type[t]) for t in tiles]
        assert {kinds.count(kind) for kind in range(5)} <= {4, 5}


def test_house_prestige() -> None:
    """CAP-10.9: Multinational Corp gives 2 at the end, and says that this is a house value."""
    about = DATA.about[DATA.numbers["multinational_corp"]]
    assert about["end_game"] == [{"when": "final", "gain": "prestige", "n": 2}]
    assert "house" in str(about["src"])


def test_another_pack() -> None:
    """CAP-10.10: other values need no other code."""
    text = PACK.replace("circle = 6 ", "circle = 5 ").replace("max = 30\nstart = 4", "max = 30\nstart = 7")
    data = read_data(text, "mine.toml")
    assert (data.circle, data.start[CULTURE]) == (5, 7)
    assert data.hash != DATA.hash
    state = GAME.new(3, {}, 1, data)
    assert state.save()["seats"][0]["culture"] == 7  # type: ignore[index]


# --- refused packs (CAP-9.3)


def swap(old: str, new: str) -> Callable[[], str]:
    def text() -> str:
        assert old in PACK, old
        return PACK.replace(old, new, 1)

    return text


MARKET = 'id = "market"'
LATER = 'immediate = [{gain = "progress", n = 3}, {gain = "economy", n = -18}]'  # below the first filter by progress
BAD: list[tuple[str, Callable[[], str], str]] = [
    ("unknown key", swap("[counts]", "[colours]\nred = 1\n\n[counts]"), "unknown field 'colours'"),
    ("missing table", swap("[counts]", "[count]"), "count"),
    ("unknown tile key", swap(MARKET, MARKET + "\nprice = 3"), "unknown field 'price'"),
    ("repeated id", swap(MARKET, 'id = "baker"'), "baker is there twice"),
    ("unknown type", swap('type = "commerce"', 'type = "market"'), "expected housing"),
    ("unknown track", swap('{gain = "progress", n = 1}', '{gain = "fame", n = 1}'), "expected population"),
    ("unknown effect shape", swap('{gain = "progress", n = 1}', '{gains = "progress", n = 1}'), "gains"),
    ("effect without number", swap('{gain = "progress", n = 1}', '{gain = "progress"}'), "n is missing"),
    ("wrong count", swap("era_1 = 27", "era_1 = 26"), "there are 27 (CAP-1.4)"),
    ("wrong total", swap("tile_total = 143", "tile_total = 142"), "143 tiles in all"),
    ("short table", swap("24, 26, 28]", "24, 26]"), "expected a list of 21 numbers"),
    (
        "unsorted stack",
        swap("stack_order = 1\nquantity = 1\ncubes = 5", "stack_order = 1\nquantity = 1\ncubes = 2"),
        "sorted",
    ),
    ("plant missing", swap("level = 2\nstack_order = 5", "level = 3\nstack_order = 5"), "five plants of every level"),
    ("quantity", swap("quantity = 1\nmark_4_5 = false", "quantity = 2\nmark_4_5 = false"), "own id"),
    ("no such do", swap('do = "extra_build"', 'do = "extra_turn"'), "expected activate_free or extra_build"),
    ("source", swap('per = "employment", k = 3', 'per = "luck", k = 3'), "expected population"),
    ("scope", swap('scope = "adjacent"', 'scope = "near"'), "expected adjacent or city"),
    ("prerequisite", swap('measure = "progress"', 'measure = "luck"'), "expected tiles"),
    ("no list on a tile after a filter", swap(LATER, "immediate = 1000000"), "expected a list of effects, not 1000000"),
    ("no number on a tile after a filter", swap(LATER, LATER.replace("3", '""')), "from -60 to 60, not ''"),
    ("tags", swap('tags = ["museum"]', "tags = 5"), "expected a list of words, not 5"),
    ("not TOML", lambda: "tile = [", "not valid TOML"),
    ("rounds", swap("expo_after = [4, 8, 12]", "expo_after = [4, 8, 11]"), "the last of them 12"),
]


@pytest.mark.parametrize(("text", "reason"), [pytest.param(t, r, id=name) for name, t, r in BAD])
def test_refused_pack(text: Callable[[], str], reason: str) -> None:
    """CAP-9.3."""
    with pytest.raises(BadData) as refused:
        read_data(text(), "mine.toml")
    assert reason in str(refused.value)
    assert "mine.toml" in str(refused.value)


def test_too_few_tiles() -> None:
    """CAP-9.3, CAP-2.41: an era too small for some number of players is refused."""
    with pytest.raises(BadData, match="for 2 players, but needs 16"):
        read_data(PACK.replace("mark_4_5 = false", "mark_4_5 = true", 2), "mine.toml")


def test_too_many_rounds() -> None:
    """CAP-9.3, CAP-2.41: an era with more rounds needs more tiles, one with fewer needs less."""
    with pytest.raises(BadData, match="era 2 has 16 tiles for 2 players, but needs 28 for 7 rounds"):
        read_data(PACK.replace("expo_after = [4, 8, 12]", "expo_after = [1, 8, 12]"), "mine.toml")
    rounds = "count = 9\nexpo_after = [3, 6, 9]\nprosperity = [3, 5, 7, 9]"
    short = re.sub(r"count = 12\b.*?prosperity = \[.*?\]", rounds, PACK, count=1, flags=re.DOTALL)
    assert read_data(short.replace("mark_4_5 = false", "mark_4_5 = true", 4), "mine.toml").rounds == 9


def test_endless_chains() -> None:
    """CAP-9.3: two tiles that could activate each other for ever are refused."""
    text = PACK.replace(
        'activation = {printed = 2, cost = [], gain = [{per = "culture", k = 5, gain = "prestige", n = 1}]}',
        'activation = {printed = 2, cost = [], gain = [{do = "activate_free", scope = "adjacent"}]}',
    )
    assert text != PACK
    with pytest.raises(BadData, match="for ever"):
        read_data(text, "mine.toml")


# --- filters, scopes, counting (CAP-1.11 to CAP-1.15)


def counted(name: str, lots: list[Json], **seat: Any) -> dict[str, int]:
    """The final count of a city that holds a tile with a final effect."""
    state = load(
        players=3,
        phase="over",
        initiative=[6, 1, 2],
        options={"prosperity": True},
        seats=[{"city": [tile(name, 1, 1), *lots], **seat}],
    )
    row: dict[str, int] = state.sheet()["players"][0]  # type: ignore[index]
    return row


def test_per_reads_and_spends_nothing() -> None:
    """CAP-1.11: International Bank counts the money after the final payment, and the money still scores."""
    row = counted("international_bank", [], economy=25)
    assert (row["effects"], row["money"]) == (4, 6)


def test_filters() -> None:
    """CAP-1.13: starting and prosperity tiles are building tiles; lakes match nothing."""
    lots = [tile("church", 0, 1), tile("resort", 2, 1), tile("casino", 1, 2, lake=True)]
    assert counted("mayors_house", lots)["effects"] == 8
    assert counted("movie_studio", [tile("park", 0, 1)])["effects"] == 4  # Hotel and Park


def test_scope_and_self() -> None:
    """CAP-1.14: eight neighbours, or the whole city, and never the tile itself."""
    far = [tile("cole_harbor", 2, 1), tile("the_villa", 3, 1), tile("tudor_townhouses", 0, 2)]
    assert counted("community_center", far)["effects"] == 4
    assert counted("world_wonder", [tile("cogswell_cogs", 2, 1), tile("botanical_gardens", 3, 2)])["effects"] == 6


def test_distinct_types() -> None:
    """CAP-1.15: types other than the own one; prosperity is a type, a lake has none."""
    lots = [tile("church", 0, 1), tile("casino", 2, 1, lake=True), tile("library", 0, 2), tile("park", 2, 2)]
    assert counted("stadium", lots)["effects"] == 6  # tourism and prosperity
