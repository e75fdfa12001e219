"""Every tile in a real position, against what the tables of the document say of it (CAP-1.50 to CAP-1.55).

The compact notation of the document is read here a second time, without the engine: a small calculator works out what
building, activating, watching and counting must bring in a city that has every type around the tile.
"""

from __future__ import annotations

import re

import pytest

from conurb.games.the_capitals.rules import State
from tests.games.the_capitals.support import DATA, Json, effect, have, load, rule, saved, table, texts, tile

SHORT = {
    "pop": "population",
    "emp": "employment",
    "svc": "services",
    "$": "economy",
    "cul": "culture",
    "prg": "progress",
    "en": "energy",
    "vp": "prestige",
}
ERA_TABLES = {1: "CAP-1.52", 2: "CAP-1.53", 3: "CAP-1.54"}
HERE = (1, 1)  # where the tile is built: both tokens' cell, beside a tile of every type

# Around the tile, and away from it; the second of each pair stands in where the first is the tile itself.
AROUND = [
    (("danncil_estate", "jefferson_apartments"), (0, 1)),
    (("bookseller", "technotech_inc"), (2, 0)),
    (("steam_engine_plant", "fertilizer_plant"), (2, 1)),
    (("windsor_cottages", "executive_estates"), (0, 2)),
    (("dillobill_residences", "the_villa"), (1, 2)),
]
AWAY = [
    (("cogswell_cogs", "office_furniture_mfg"), (-1, -1)),
    (("museum_of_history", "dancing_horse_statue"), (-1, 0)),
]
START = {"population": 10, "employment": 6, "services": 2, "economy": 20, "culture": 12, "energy": 12, "prestige": 0}


def sheet_of_tiles() -> dict[str, dict[str, str]]:
    """Every row of the tables by tile id."""
    rows: dict[str, dict[str, str]] = {}
    for name in ("CAP-1.51", *ERA_TABLES.values(), "CAP-1.55"):
        for row in table(name):
            effects = next(row[k] for k in row if k.startswith("construction"))
            rows[row["id"]] = {
                **row,
                "activation": next(row[k] for k in row if k.startswith("activation")),
                "effects": effects,
                "type": row.get("type", "prosperity"),
            }
    return rows


TILES = sheet_of_tiles()


def plain(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-").replace("\N{EM DASH}", "")


def kind_of(name: str) -> str:
    return TILES[name]["type"].split()[0]


def density_of(name: str) -> str:
    found = re.search(r"\((.)\)", TILES[name]["type"])
    return {"H": "high", "M": "medium", "L": "low"}[found[1]] if found else ""


def printed_progress(name: str) -> int:
    """CAP-1.16."""
    return sum(
        int(n) for n in re.findall(r"(?:^|\s)prg([+-]\d+)", re.sub(r"\w+\(.*?\)", "", plain(TILES[name]["immediate"])))
    )


# --- the calculator


def matching(words: str, city: list[Json], where: tuple[int, int]) -> list[str]:
    """The tiles that a phrase such as 'adj housing/tourism' means, seen from a cell."""
    scope, _, what = words.partition(" ")
    found = []
    for lot in city:
        x, y = lot["cell"]
        near = abs(x - where[0]) <= 1 and abs(y - where[1]) <= 1
        if (x, y) == where or (scope == "adj" and not near):
            continue
        if fits(lot["tile"], what):
            found.append(lot["tile"])
    return found


def fits(name: str, what: str) -> bool:
    if what in ("any", "distinct types"):
        return True
    if what == "printed prg=3":
        return printed_progress(name) == 3
    if what.endswith("-density housing"):
        return density_of(name) == what.removesuffix("-density housing")
    return kind_of(name) in what.split("/")


def number_of(words: str, city: list[Json], where: tuple[int, int], own: str) -> int:
    found = matching(words, city, where)
    if words.endswith("distinct types"):
        return len({kind_of(name) for name in found} - {kind_of(own)})
    return len(found)


def per(source: str, now: dict[str, int], city: list[Json], own: str) -> int:
    """How often a `per` entry counts."""
    if source == "svc>0":
        return max(0, now["services"])
    if source == "players ahead in cul":
        return 1  # seat 1 has more culture in these positions, nobody else has
    if source == "plant level":
        return 1
    if source.split()[0] in ("adj", "city"):
        return number_of(source, city, HERE, own)
    k, name = source.split()
    return now[SHORT[name]] // int(k)


def entries(text: str) -> list[tuple[str, str, str]]:
    """A list of effects: class, source, gain."""
    found = []
    rest = plain(text)
    for match in re.finditer(
        r"per\(([^:]+): (\S+?)\)|era\((\S+) ([^)]+)\)|(free_activate\(adj\)|extra_build\(\))", text := rest
    ):
        if match[1]:
            found.append(("per", match[1], match[2]))
        elif match[3]:
            found.append(("era", match[3], match[4]))
        else:
            found.append(("do", match[5], ""))
    rest = re.sub(r"\w+\([^)]*\)", "", text)
    found += [("gain", "", word) for word in rest.split() if re.fullmatch(r"(\w+|\$)[+-]\d+", word)]
    return found


def amount(word: str) -> tuple[str, int]:
    match = re.fullmatch(r"(\w+|\$)([+-]\d+)", word)
    assert match, word
    return SHORT[match[1]], int(match[2])


def add(now: dict[str, int], name: str, n: int) -> None:
    """Only money reaches an end in these positions, once, and only employment is held down."""
    now[name] += n
    if now["economy"] > 60:
        now["economy"] = 60
        now["prestige"] += 2
    now["employment"] = min(now["employment"], now["population"])


def order(entry: tuple[str, str, str]) -> int:
    """The canonical classes of CAP-3.25."""
    if entry[0] == "per":
        return 3
    if entry[0] == "do":
        return 6
    name, n = amount(entry[2])
    if n < 0:
        return 5
    return {"population": 1, "employment": 2}.get(name, 4)


def resolve(texts: list[tuple[str, str, str]], now: dict[str, int], city: list[Json], own: str, era: int) -> None:
    for kind, source, gain in texts:
        if kind == "per":
            name, n = amount(gain)
            add(now, name, n * per(source, now, city, own))
        elif kind == "gain":
            add(now, *amount(gain))


def with_era(found: list[tuple[str, str, str]], era: int) -> list[tuple[str, str, str]]:
    return [("gain", "", entry[1] + entry[2].split("/")[era - 1]) if entry[0] == "era" else entry for entry in found]


def constructions(name: str) -> list[tuple[str, str]]:
    """The build[...] entries of a tile: which tiles, what for."""
    return re.findall(r"build\[([^:\]]+): ([^\]]+)\]", plain(TILES[name]["effects"]))


def watching(name: str) -> list[tuple[str, str]]:
    return re.findall(r"(?<!\w)act\[([^:\]]+): ([^\]]+)\]", plain(TILES[name]["effects"]))


def activation(name: str) -> tuple[int, list[tuple[str, str, str]]] | None:
    """Printed cubes, and costs before gains."""
    text = plain(TILES[name]["activation"])
    found = re.fullmatch(r"(\d+)[ʰˢ]: (?:(.*) → )?(.*)", text)
    return (int(found[1]), entries(found[2] or "") + entries(found[3])) if found else None


# --- the positions


def city_around(name: str) -> list[Json]:
    lots = [tile("city_hall", 0, 0), tile("hotel", 1, 0)]
    for (first, second), (x, y) in [*AROUND, *AWAY]:
        lots.append(tile(second if first == name else first, x, y))
    return lots


def position(name: str, era: int, **further: object) -> Json:
    """Four players; seat 0 has a city of every type, seat 1 has more culture, nobody else more of anything."""
    prosperity = kind_of(name) == "prosperity"
    rounds = {1: 3, 2: 5, 3: 9} if prosperity else {1: 1, 2: 5, 3: 9}
    options = {"prosperity": True} if prosperity else {}
    seats: list[Json] = [{**START, "city": city_around(name)}, {"culture": 13}]
    return {"players": 4, "round": rounds[era], "options": options, "seats": seats, **further}


def others(name: str) -> list[str]:
    """Projects for the other players."""
    return [other for other in ("market", "baker", "library", "park") if other != name]


def build(name: str, era: int) -> State:
    """A position in which seat 0 may build the tile."""
    if kind_of(name) != "prosperity":
        return load(**position(name, era, projects={"0": [name], "2": others(name)}))
    given = position(name, era, phase="prosperity")
    given["seats"][0]["hand"] = [name]
    allow(name, given["seats"])
    return load(**given)


def allow(name: str, seats: list[Json]) -> None:
    """Let the prerequisite hold."""
    wanted = TILES[name]["prerequisite"]
    if wanted == "strictly least population":
        seats[0].update(population=3, employment=3)
    elif wanted == "strictly least energy on plant":
        seats[0]["energy"] = 3
    elif wanted == "strictly least services":
        seats[0]["services"] = 1
    elif wanted == "strictly most services":
        seats[0]["services"] = 3
    elif wanted == "strictly most culture":
        seats[1]["culture"] = 4
    elif wanted == "strictly most low/medium-density housing tiles":
        pass  # windsor and dillobill
    elif wanted == "strictly least public tiles":
        for k, (name_, x) in enumerate((("doctor", 0), ("university", 0), ("school_1", 0)), 1):
            while len(seats) <= k:
                seats.append({})
            seats[k]["city"] = [tile(name_, x, 1)]
    elif wanted == "strictly last in progress order":
        for k in range(1, 4):
            while len(seats) <= k:
                seats.append({})
            seats[k]["progress"] = 1


def eras_of(name: str) -> list[int]:
    if kind_of(name) == "prosperity":
        return [1, 2, 3]
    return [next(era for era, rule_id in ERA_TABLES.items() if any(row["id"] == name for row in table(rule_id)))]


BUILDABLE = [name for name in TILES if name not in ("city_hall", "hotel")]


@pytest.mark.parametrize("name", BUILDABLE)
def test_build(name: str) -> None:
    """CAP-1.20, CAP-1.22: the immediate effects and, for what stands there, the own construction effects."""
    for era in eras_of(name):
        state = build(name, era)
        now = have(state)
        city = saved(state)["seats"][0]["city"]
        paid = TILES[name].get("prerequisite", "").startswith("pay")
        if paid:
            for word in plain(TILES[name]["prerequisite"]).split()[1:]:
                add(now, *amount(word))
        found = with_era(entries(TILES[name]["immediate"]), era)
        for words, gain in constructions(name):
            n = number_of(words, city, HERE, name)
            what, each = amount(gain)
            found += [("gain", "", f"{next(k for k, v in SHORT.items() if v == what)}{n * each:+d}")]
        found.sort(key=order)
        level = int(state.cities[0].level)
        resolve(found, now, city, name, era)
        got = grown(state, f"take {name}", f"place {HERE[0]},{HERE[1]}")
        now["progress"] += 6 * level
        energy = int(state.cities[0].level) - level
        if energy:
            now["energy"] += sum(int(DATA.plant_cubes[DATA.first_plant[level + k + 1]]) for k in range(energy))
        assert got == now, f"{name} in era {era}"


def grown(state: State, *moves: str) -> dict[str, int]:
    """What seat 0 has after the moves, effects in the usual order, free activations declined; progress in all."""
    effect(state, *moves)
    while state.to_act() == [0] and texts(state)[0] in ("order rest", "decline"):
        effect(state, texts(state)[0])
    now = have(state)
    now["progress"] += 6 * int(state.cities[0].level)
    return now


def with_tile(name: str, **further: object) -> State:
    """The tile stands in the middle; seat 0 may activate."""
    given = position(name, 3, phase="executive", **further)
    given["seats"][0]["city"].append(tile(name, *HERE))
    if kind_of(name) == "prosperity":
        given["options"] = {"prosperity": True}
    return load(**given)


def expected_activation(name: str, where: tuple[int, int], city: list[Json], now: dict[str, int], cost: int) -> None:
    """Payment, costs, gains, then everything that watches (CAP-3.46)."""
    found = activation(name)
    assert found
    now["energy"] -= cost
    resolve(found[1], now, city, name, 3)
    for lot in city:
        here = (lot["cell"][0], lot["cell"][1])
        for words, gain in watching(lot["tile"]):
            if here != where and name in matching(words, [other for other in city if other["cell"] == [*where]], here):
                add(now, *amount(gain))


ACTIVE = [name for name in TILES if activation(name)]
GRANTING = [name for name in ACTIVE if "free_activate" in TILES[name]["activation"]]


@pytest.mark.parametrize("name", [name for name in ACTIVE if name not in ("city_hall", "hotel")])
def test_activate(name: str) -> None:
    """CAP-1.21, CAP-3.42: one more than the printed cubes, which then lie on the tile."""
    state = with_tile(name)
    found = activation(name)
    assert found
    now = have(state)
    city = saved(state)["seats"][0]["city"]
    expected_activation(name, HERE, city, now, 1 + found[0])
    effect(state, f"activate {HERE[0]},{HERE[1]}", "pay cubes")
    if name in GRANTING:
        effect(state, "decline")
    assert have(state) == now
    lot = next(lot for lot in saved(state)["seats"][0]["city"] if lot["tile"] == name)
    assert lot["cubes"] == 1 + found[0]


@pytest.mark.parametrize("name", [name for name in TILES if watching(name)])
def test_watches_activations(name: str) -> None:
    """CAP-1.23: with every other tile that can be activated, near or far."""
    for lot in saved(with_tile(name))["seats"][0]["city"]:
        other, (x, y) = lot["tile"], lot["cell"]
        found = activation(other)
        if other == name or not found:
            continue
        state = with_tile(name)
        now = have(state)
        expected_activation(other, (x, y), saved(state)["seats"][0]["city"], now, 1 + found[0])
        effect(state, f"activate {x},{y}", "pay cubes")
        assert have(state) == now, f"{name} while {other} is activated"


LATER = ["victoria_terraces", "cog_factory", "prescott_pharmaceuticals", "dancing_horse_statue", "university"]


@pytest.mark.parametrize("name", [name for name in BUILDABLE if constructions(name)])
@pytest.mark.parametrize("cell", [(2, 2), (-2, -1)])
def test_watches_builds(name: str, cell: tuple[int, int]) -> None:
    """CAP-1.22 (b): each time a matching tile is built in scope, beside the tile or far from it."""
    for new in LATER:
        options = {"prosperity": True} if kind_of(name) == "prosperity" else {}
        given = position(name, 3, projects={"0": [new], "2": others(name)}, options=options)
        given["seats"][0]["city"].append(tile(name, *HERE))
        given["seats"][0]["tokens"] = [[cell[0], cell[1]], [1, 0]]
        state = load(**given)
        before = have(state)
        penalty = next(entry for entry in played(state, new) if entry["cell"] == [*cell])["penalty"]
        got = {k: v - before[k] for k, v in grown_by(state, new, cell).items()}
        alone = dict(before)
        city = saved(state)["seats"][0]["city"]
        found = sorted(entries(TILES[new]["immediate"]), key=order)
        for words, gain in constructions(name):
            distinct = words.endswith("distinct types")  # every type is already there
            if not distinct and new in matching(words, [lot for lot in city if lot["tile"] == new], HERE):
                found.append(("gain", "", gain))
        resolve(sorted(found, key=order), alone, city, new, 3)
        add(alone, "prestige", -penalty)
        assert got == {k: v - before[k] for k, v in alone.items()}, f"{name}, {new} built on {cell}"


def played(state: State, name: str) -> list[Json]:
    """The places where a tile may go, as the view shows them."""
    trial = state.clone()
    effect(trial, f"take {name}")
    legal: list[Json] = trial.view(0)["legal"]
    return legal


def grown_by(state: State, name: str, cell: tuple[int, int]) -> dict[str, int]:
    got = grown(state, f"take {name}", f"place {cell[0]},{cell[1]}")
    got["progress"] -= 6 * int(state.cities[0].level)
    return got


@pytest.mark.parametrize("name", [name for name in TILES if plain(TILES[name]["end of game"]).strip()])
def test_end_of_game(name: str) -> None:
    """CAP-1.26: final effects in the score sheet, pre_expo effects before the last World Expo."""
    text = plain(TILES[name]["end of game"])
    given = position(name, 3, projects={"0": []})
    given["seats"][0]["city"].append(tile(name, *HERE))
    given.update(round=12, initiative=[6, 1, 2, 3])
    if text.startswith("pre_expo"):
        state = load(**given, phase="executive", to_act=0)
        now = have(state)
        resolve(entries(text.removeprefix("pre_expo")), now, saved(state)["seats"][0]["city"], name, 3)
        events = state.listen()
        effect(state, "bonus prestige")
        while not state.over() and texts(state)[0].startswith("token"):
            effect(state, texts(state)[0])
        assert state.over() or texts(state)[0] == "decline"
        if "free_activate" not in text:
            told = [e.args for e in events if e.seat == 0 and e.kind == "gained"]
            wanted = next(amount(g) for _, _, g in entries(text.removeprefix("pre_expo")))[0]
            first = next(e for e in told if e["what"] == wanted)
            assert first["n"] == now[wanted] - START.get(wanted, 0)
        return
    state = load(**given, phase="over")
    rows: list[Json] = state.sheet()["players"]  # type: ignore[assignment]
    now = have(state)
    found = [entry for part in text.split(";") for entry in entries(part)]
    resolve(found, now, saved(state)["seats"][0]["city"], name, 3)
    assert rows[0]["effects"] == now["prestige"]
    assert rows[0]["culture"] == now["culture"] // 2


def test_starting_tiles() -> None:
    """CAP-1.51: City Hall and Hotel turn culture into employment and money."""
    for name, where in (("city_hall", "0,0"), ("hotel", "1,0")):
        state = load(players=4, phase="executive", seats=[{"population": 5}])
        now = have(state)
        found = activation(name)
        assert found
        now["energy"] -= 1 + found[0]
        resolve(found[1], now, [], name, 1)
        effect(state, f"activate {where}", "pay cubes")
        assert have(state) == now


def test_tables_are_the_data() -> None:
    """CAP-1.50, CAP-1.52, CAP-1.53, CAP-1.54, CAP-1.55, CAP-1.60, CAP-0.4: type, density, mark, printed cubes."""
    assert set(TILES) == set(DATA.ids)
    for name, row in TILES.items():
        about = DATA.about[DATA.numbers[name]]
        assert about["name"] == row["name"]
        assert about["type"] == kind_of(name)
        assert about.get("density", "") == density_of(name)
        assert about.get("mark_4_5", False) == (row.get("mark") == "4/5")
        found = activation(name)
        assert DATA.printed[DATA.numbers[name]] == (found[0] if found else -1)
    official = {name: activation(name) for name in ("cole_harbor", "generally_electrical", "garden_gnome_mfg")}
    assert [found[0] for found in official.values() if found] == [1, 2, 1]


def test_printed_progress() -> None:
    """CAP-1.16: exactly the tiles that the rule names."""
    named = re.findall(r"[a-z][a-z_]+", rule("CAP-1.16").partition("progress 3 are:")[2])
    assert sorted(named) == sorted(name for name in TILES if printed_progress(name) == 3)
    from conurb.games.the_capitals.data import printed_progress as by_engine

    assert sorted(named) == sorted(t["id"] for t in DATA.about if by_engine(t) == 3)


def test_museums() -> None:
    """CAP-1.17: exactly the tiles that the rule names."""
    named = re.findall(r"[a-z][a-z_]+_[a-z_]+", rule("CAP-1.17"))
    assert sorted(named) == sorted(t["id"] for t in DATA.about if "museum" in t.get("tags", ()))
