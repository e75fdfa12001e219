"""The data pack of The Capitals: loaded once, checked, turned into tables and effects (CAP-9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from conurb.games.the_capitals.effects import (
    BY_PAYING,
    BY_PROGRESS,
    BY_RESOURCE,
    BY_TILES,
    Choice,
    Effect,
    EraGain,
    ExtraBuild,
    FreeActivation,
    Gain,
    Per,
    PlantLevel,
    PlayersAheadInCulture,
    Prerequisite,
    Resource,
    ServicesAboveZero,
    Source,
    Tiles,
    TouristsInCity,
    Trigger,
)
from conurb.games.the_capitals.geometry import (
    ECONOMY,
    EMPLOYMENT,
    PRESTIGE,
    PROGRESS,
    RESOURCE_NAMES,
    SERVICES,
)
from conurb.kernel.checks import whole_number
from conurb.kernel.packs import Pack

TYPE_NAMES: Final = ("housing", "industry", "commerce", "tourism", "public", "prosperity")
PROSPERITY: Final = 5
ERA_TYPES: Final = 5  # the types that eras are made of (CAP-2.21)
DENSITIES: Final = ("high", "medium", "low")
ERAS: Final = 3
MOST_PLAYERS: Final = 5
NEUTRAL: Final = 5  # the colour of the neutral markers in the game for two (CAP-2.20)
COLOURS: Final = 6
MOST_TILE_KINDS: Final = 128  # tile numbers are part of the action codes
MOST_ENTRIES: Final = 8  # in a list of effects
MOST_TRIGGERS: Final = 1  # construction entries of a tile
MOST_EXTRA_BUILDS: Final = 2  # tiles with extra_build: they make cities larger
MOST_ROUNDS: Final = 12
FULL_REFILL_MOST: Final = 6  # CAP-8.13
MOST_PROSPERITY: Final = 5  # rounds with the symbol
HUGE: Final = 1_000_000  # energy, progress and prestige have no last space

# The moments at which a tile may do something; a city keeps the tiles of each.
ON_BUILD: Final = 0
ON_ACTIVATE: Final = 1
ON_UPGRADE: Final = 2
TOURISM_END: Final = 3
BEFORE_EXPO: Final = 4
FINAL: Final = 5
NO_PENALTY: Final = 6
ACTIVATES: Final = 7

TRACKS: Final = ("population", "employment", "services", "economy", "culture")
SCOPES: Final = ("adjacent", "city")


@final
@mypyc_attr(native_class=True, acyclic=True)
class Data:
    """The tables made from a data pack; never changed, shared by all states."""

    hash: str
    # tiles, by number
    ids: list[str]
    numbers: dict[str, int]
    names: list[str]
    about: list[dict[str, Any]]  # as the pack writes them, for those who describe tiles
    type: vec[i64]
    era: vec[i64]  # 0 to 2; -1 for starting and prosperity tiles
    marked: vec[i64]  # used with four and five players only (CAP-2.3)
    printed: vec[i64]  # cubes; -1 without an activation
    flags: vec[i64]
    immediate: list[list[Effect]]
    activation: list[list[Effect]]  # costs, then gains
    construction: list[list[Trigger]]
    on_activate: list[list[Trigger]]
    on_upgrade: list[list[Effect]]
    tourism_end: list[list[Effect]]
    pre_expo: list[list[Effect]]
    final: list[list[Effect]]
    prerequisite: list[Prerequisite | None]
    city_hall: i64
    hotel: i64
    eras: list[list[int]]  # the tiles of each era
    prosperity: list[int]
    # tracks, by resource
    first: vec[i64]
    last: vec[i64]
    start: vec[i64]
    over_what: vec[i64]
    over_n: vec[i64]
    under_what: vec[i64]
    under_n: vec[i64]
    expo_prestige: vec[i64]  # by employment
    expo_progress: vec[i64]  # by services, from the first space on
    tax_money: i64
    tax_prestige: i64
    reach: vec[i64]  # attraction levels (CAP-1.43)
    below: vec[i64]
    circle: i64
    top_level: i64
    # initiative, by space from 0
    price: vec[i64]
    multiplier: vec[i64]
    multiplier_round_2: vec[i64]
    first_space: i64
    open_spaces: list[vec[i64]]  # by players
    # power plants
    plant_ids: list[str]
    plant_names: list[str]
    plant_level: vec[i64]
    plant_cubes: vec[i64]
    plant_activations: vec[i64]
    first_plant: vec[i64]  # by level: the best plant of its stack; the others follow
    # rounds
    rounds: i64
    era_of: vec[i64]  # by round, from 1
    expo_after: vec[i64]  # by round: whether a World Expo follows
    prosperity_in: vec[i64]  # by round: whether it has the symbol

    def __init__(self, pack: Pack) -> None:
        self.hash = pack.hash()
        pack.table("", _TOP)
        _read_tiles(pack, self)
        _read_tracks(pack, self)
        _read_initiative(pack, self)
        _read_plants(pack, self)
        _read_rounds(pack, self)
        _check_counts(pack, self)
        _check_supply(pack, self)

    def plants_of_level(self, level: int) -> int:
        """How many plants the stack of a level holds."""
        return sum(1 for plant in self.plant_level if plant == level)


def resource(name: str) -> int:
    return RESOURCE_NAMES.index(name)


_TOP: Final = ("meta", "counts", "rounds", "tracks", "initiative", "initiative_rules", "plant", "tile")


# --- tiles and their effects

_TILE: Final = (
    "id",
    "name",
    "group",
    "era",
    "type",
    "quantity",
    "density",
    "tags",
    "mark_4_5",
    "prerequisite",
    "immediate",
    "activation",
    "construction",
    "permanent",
    "end_game",
    "src",
    "note",
)
_ALWAYS: Final = (
    "id",
    "name",
    "group",
    "type",
    "quantity",
    "immediate",
    "construction",
    "permanent",
    "end_game",
    "src",
)
_GROUPS: Final = ("start", "era", "prosperity")
_STARTERS: Final = ("city_hall", "hotel")


def _read_tiles(pack: Pack, data: Data) -> None:
    found = pack.get("tile")
    if not isinstance(found, list) or not found:
        pack.refuse("tile", "expected a list of tiles")
    if len(found) > MOST_TILE_KINDS:
        pack.refuse("tile", f"{len(found)} tiles are too many: at most {MOST_TILE_KINDS}")
    data.about = found
    data.ids = []
    data.numbers = {}
    for number in range(len(found)):
        _read_identity(pack, data, number)
    _read_faces(pack, data)
    _read_effects(pack, data)
    for name in _STARTERS:
        if name not in data.numbers or found[data.numbers[name]]["group"] != "start":
            pack.refuse("tile", f"the starting tile {name} is missing (CAP-2.8)")
    data.city_hall = data.numbers["city_hall"]
    data.hotel = data.numbers["hotel"]


def _read_identity(pack: Pack, data: Data, number: int) -> None:
    where = f"tile.{number}"
    tile = pack.table(where, _TILE, required=_ALWAYS)
    name = tile["id"]
    if not isinstance(name, str) or not name.replace("_", "").isalnum() or not name.isascii():
        pack.refuse(f"{where}.id", f"expected letters, digits and underscores, not {name!r}")
    if name in data.numbers:
        pack.refuse(f"{where}.id", f"{name} is there twice")
    if not isinstance(tile["name"], str) or not tile["name"]:
        pack.refuse(f"{where}.name", f"expected a name, not {tile['name']!r}")
    data.ids.append(name)
    data.numbers[name] = number


def _read_faces(pack: Pack, data: Data) -> None:
    """Type, era, mark and quantity of every tile; the lists of each group."""
    kinds, eras, marks = [], [], []
    data.names = [str(tile["name"]) for tile in data.about]
    data.eras = [[] for _ in range(ERAS)]
    data.prosperity = []
    for number in range(len(data.about)):
        where = f"tile.{number}"
        tile = data.about[number]
        group = pack.word(f"{where}.group", _GROUPS)
        kind = TYPE_NAMES.index(pack.word(f"{where}.type", TYPE_NAMES))
        if (kind == PROSPERITY) != (group == "prosperity"):
            pack.refuse(f"{where}.type", f"a tile of the group {group} cannot be of the type {TYPE_NAMES[kind]}")
        quantity = pack.number(f"{where}.quantity", 1, MOST_PLAYERS)
        if quantity != (MOST_PLAYERS if group == "start" else 1):
            pack.refuse(f"{where}.quantity", "starting tiles come five times, others once, each with its own id")
        if (kind == 0) != ("density" in tile):
            pack.refuse(where, "housing has a density, and nothing else has one (CAP-1.3)")
        if "density" in tile:
            pack.word(f"{where}.density", DENSITIES)
        tags = tile.get("tags", [])
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            pack.refuse(f"{where}.tags", f"expected a list of words, not {tags!r}")
        era = -1
        mark = False
        if group == "era":
            era = pack.number(f"{where}.era", 1, ERAS) - 1
            mark = _truth(pack, f"{where}.mark_4_5")
            data.eras[era].append(number)
        elif "era" in tile or "mark_4_5" in tile:
            pack.refuse(where, "only era tiles have an era and a mark")
        if group == "prosperity":
            data.prosperity.append(number)
        kinds.append(kind)
        eras.append(era)
        marks.append(int(mark))
    data.type = vec[i64](kinds)
    data.era = vec[i64](eras)
    data.marked = vec[i64](marks)


def _truth(pack: Pack, path: str) -> bool:
    found = pack.get(path)
    if not isinstance(found, bool):
        pack.refuse(path, f"expected true or false, not {found!r}")
    return found


def _read_effects(pack: Pack, data: Data) -> None:
    data.immediate, data.activation, data.construction, data.on_activate = [], [], [], []
    data.on_upgrade, data.tourism_end, data.pre_expo, data.final = [], [], [], []
    data.prerequisite = []
    printed, flags = [], []
    for number in range(len(data.about)):
        where = f"tile.{number}"
        tile = data.about[number]
        data.immediate.append(_entries(pack, data, f"{where}.immediate", ("activate_free", "extra_build")))
        _read_construction(pack, data, f"{where}.construction")
        _read_permanent(pack, data, f"{where}.permanent")
        _read_end_game(pack, data, f"{where}.end_game")
        if "activation" in tile:
            pack.table(f"{where}.activation", ("printed", "cost", "gain"))
            printed.append(pack.number(f"{where}.activation.printed", 0, 20))
            cost = _entries(pack, data, f"{where}.activation.cost", ())
            data.activation.append(cost + _entries(pack, data, f"{where}.activation.gain", ("activate_free",)))
        else:
            printed.append(-1)
            data.activation.append([])
        if ("prerequisite" in tile) != (tile["group"] == "prosperity"):
            pack.refuse(where, "prosperity tiles have a prerequisite, and no others (CAP-1.27)")
        data.prerequisite.append(_prerequisite(pack, data, f"{where}.prerequisite") if "prerequisite" in tile else None)
        flags.append(_flags(data, number))
    data.printed = vec[i64](printed)
    data.flags = vec[i64](flags)
    _check_chains(pack, data)


def _flags(data: Data, number: int) -> int:
    """The moments at which the tile does something, one bit each."""
    tile = data.about[number]
    aura = any("aura" in entry for entry in tile["construction"])
    happens: list[object] = [
        data.construction[number],
        data.on_activate[number],
        data.on_upgrade[number],
        data.tourism_end[number],
        data.pre_expo[number],
        data.final[number],
        aura,
        "activation" in tile,
    ]
    return sum(2**flag for flag in range(len(happens)) if happens[flag])


def _check_chains(pack: Pack, data: Data) -> None:
    """Chains of activations and extra builds must come to an end."""
    grants = [n for n in range(len(data.ids)) if any(isinstance(e, FreeActivation) for e in data.activation[n])]
    if len(grants) > 1:
        pack.refuse(f"tile.{grants[1]}.activation", "two tiles could activate each other for ever: one may at most")
    if grants and data.about[grants[0]]["group"] == "start":
        pack.refuse(f"tile.{grants[0]}.activation", "a starting tile cannot grant free activations")
    extra = [n for n in range(len(data.ids)) if any(isinstance(e, ExtraBuild) for e in data.immediate[n])]
    if len(extra) > MOST_EXTRA_BUILDS:
        pack.refuse(f"tile.{extra[-1]}.immediate", f"at most {MOST_EXTRA_BUILDS} tiles may have extra_build")


def _list(pack: Pack, path: str, most: int) -> list[Any]:
    found = pack.get(path)
    if not isinstance(found, list):
        pack.refuse(path, f"expected a list of effects, not {found!r}")
    if len(found) > most:
        pack.refuse(path, f"{len(found)} entries are too many: at most {most}")
    return found


def _entries(pack: Pack, data: Data, path: str, doing: Sequence[str]) -> list[Effect]:
    """A list of plain, `per`, `era` and `do` entries; `doing` are the `do` effects allowed here."""
    return [_entry(pack, data, f"{path}.{k}", doing, ()) for k in range(len(_list(pack, path, MOST_ENTRIES)))]


def _entry(pack: Pack, data: Data, path: str, doing: Sequence[str], further: Sequence[str]) -> Effect:
    """One entry of the effect language; `further` are fields that belong to its list."""
    entry = pack.get(path)
    if not isinstance(entry, dict):
        pack.refuse(path, f"expected an effect such as {{gain = 'culture', n = 2}}, not {entry!r}")
    if "do" in entry:
        return _do(pack, path, doing, further)
    if "per" in entry:
        return _per(pack, data, path, further)
    if "era" in entry:
        pack.table(path, ("era", "gain", *further))
        amounts = pack.numbers(f"{path}.era", ERAS, -60, 60)
        return EraGain(resource(pack.word(f"{path}.gain", RESOURCE_NAMES)), vec[i64](amounts))
    pack.table(path, ("gain", "n", *further))
    return Gain(resource(pack.word(f"{path}.gain", RESOURCE_NAMES)), pack.number(f"{path}.n", -60, 60))


def _do(pack: Pack, path: str, doing: Sequence[str], further: Sequence[str]) -> Effect:
    if not doing:
        pack.refuse(path, "a `do` effect cannot stand here")
    if pack.word(f"{path}.do", doing) == "extra_build":
        pack.table(path, ("do", *further))
        return ExtraBuild()
    pack.table(path, ("do", "scope", *further))
    pack.word(f"{path}.scope", ("adjacent",))
    return FreeActivation()


_SOURCES: Final = (
    "population",
    "employment",
    "services",
    "economy",
    "culture",
    "progress",
    "energy",
    "services_above_zero",
    "players_ahead_culture",
    "plant_level",
    "tourists_in_city",
    "tiles",
)


def _per(pack: Pack, data: Data, path: str, further: Sequence[str]) -> Effect:
    """A gain for every so many of something (CAP-1.11)."""
    name = pack.word(f"{path}.per", _SOURCES)
    fields = ["per", "k", "gain", "n"]
    allowed = [*fields, *further]
    if name == "tiles":
        fields += ["filter", "scope"]
        allowed += ["filter", "scope", "distinct"]
    pack.table(path, allowed, required=fields)
    source: Source
    if name == "tiles":
        source = Tiles(_choice(pack, data, path))
    elif name == "services_above_zero":
        source = ServicesAboveZero()
    elif name == "players_ahead_culture":
        source = PlayersAheadInCulture()
    elif name == "plant_level":
        source = PlantLevel()
    elif name == "tourists_in_city":
        source = TouristsInCity()
    elif name == "services":
        pack.refuse(f"{path}.per", "services may be negative: count services_above_zero")
    else:
        source = Resource(resource(name))
    what = resource(pack.word(f"{path}.gain", RESOURCE_NAMES))
    return Per(source, pack.number(f"{path}.k", 1, 60), what, pack.number(f"{path}.n", -60, 60))


def _choice(pack: Pack, data: Data, path: str) -> Choice:
    entry = pack.get(path)
    distinct = "distinct" in entry and _truth(pack, f"{path}.distinct")
    return Choice(_fits(pack, data, f"{path}.filter"), pack.word(f"{path}.scope", SCOPES) == "adjacent", distinct)


def _fits(pack: Pack, data: Data, path: str) -> vec[u8]:
    """Which tiles match a filter (CAP-1.13)."""
    given = pack.table(path, ("types", "density", "tag", "progress"), required=())
    types = _words(pack, f"{path}.types", TYPE_NAMES) if "types" in given else None
    densities = _words(pack, f"{path}.density", DENSITIES) if "density" in given else None
    tag = pack.word(f"{path}.tag", _tags(data)) if "tag" in given else None
    progress = pack.number(f"{path}.progress", 0, 60) if "progress" in given else None
    return vec[u8](
        [
            u8(
                (types is None or tile["type"] in types)
                and (densities is None or tile.get("density") in densities)
                and (tag is None or tag in tile.get("tags", ()))
                and (progress is None or printed_progress(tile) == progress)
            )
            for tile in data.about
        ]
    )


def _words(pack: Pack, path: str, allowed: Sequence[str]) -> list[str]:
    found = pack.get(path)
    if not isinstance(found, list) or not found:
        pack.refuse(path, f"expected a list of words, not {found!r}")
    return [pack.word(f"{path}.{k}", allowed) for k in range(len(found))]


def _tags(data: Data) -> list[str]:
    return sorted({str(tag) for tile in data.about for tag in tile.get("tags", ())})


def printed_progress(tile: dict[str, Any]) -> int:
    """The sum of the plain progress gains of the immediate list (CAP-1.16).

    A filter asks every tile, also those that have not been read yet: what is no gain there is refused in its turn.
    """
    entries = tile["immediate"] if isinstance(tile["immediate"], list) else []
    plain = [e for e in entries if isinstance(e, dict) and "per" not in e and "era" not in e]
    return sum(whole_number(e.get("n")) or 0 for e in plain if e.get("gain") == "progress")


def _read_construction(pack: Pack, data: Data, path: str) -> None:
    triggers: list[Trigger] = []
    for k in range(len(_list(pack, path, MOST_TRIGGERS))):
        where = f"{path}.{k}"
        entry = pack.get(where)
        if isinstance(entry, dict) and "aura" in entry:
            pack.table(where, ("aura", "scope"))
            pack.word(f"{where}.aura", ("no_penalty",))
            pack.word(f"{where}.scope", ("adjacent",))
        else:
            triggers.append(_trigger(pack, data, where, ("distinct",)))
    data.construction.append(triggers)


def _trigger(pack: Pack, data: Data, path: str, further: Sequence[str]) -> Trigger:
    fields = ("filter", "scope", "gain", "n")
    pack.table(path, (*fields, *further), required=fields)
    what = resource(pack.word(f"{path}.gain", RESOURCE_NAMES))
    return Trigger(_choice(pack, data, path), what, pack.number(f"{path}.n", -60, 60))


def _read_permanent(pack: Pack, data: Data, path: str) -> None:
    watching: list[Trigger] = []
    upgrade: list[Effect] = []
    tourism: list[Effect] = []
    for k in range(len(_list(pack, path, MOST_ENTRIES))):
        where = f"{path}.{k}"
        on = pack.word(f"{where}.on", ("activate", "upgrade", "tourism_end"))
        if on == "activate":
            watching.append(_trigger(pack, data, where, ("on",)))
        elif on == "upgrade":
            pack.table(where, ("on", "gain", "n"))
            upgrade.append(_entry(pack, data, where, (), ("on",)))
        else:
            tourism.append(_entry(pack, data, where, (), ("on",)))
    data.on_activate.append(watching)
    data.on_upgrade.append(upgrade)
    data.tourism_end.append(tourism)


def _read_end_game(pack: Pack, data: Data, path: str) -> None:
    before: list[Effect] = []
    final: list[Effect] = []
    for k in range(len(_list(pack, path, MOST_ENTRIES))):
        where = f"{path}.{k}"
        if pack.word(f"{where}.when", ("pre_expo", "final")) == "pre_expo":
            before.append(_entry(pack, data, where, ("activate_free",), ("when",)))
        else:
            final.append(_entry(pack, data, where, (), ("when",)))
    data.pre_expo.append(before)
    data.final.append(final)


def _prerequisite(pack: Pack, data: Data, path: str) -> Prerequisite:
    measure = pack.word(f"{path}.measure", ("tiles", "track", "progress", "pay"))
    none = vec[u8]([])
    if measure == "pay":
        pack.table(path, ("measure", "cost"))
        return Prerequisite(BY_PAYING, none, -1, False, True, _entries(pack, data, f"{path}.cost", ()))
    fields = ("measure", "cmp", "ties")
    most = pack.word(f"{path}.cmp", ("most", "least")) == "most"
    ties = _truth(pack, f"{path}.ties")
    if measure == "tiles":
        pack.table(path, (*fields, "filter"))
        return Prerequisite(BY_TILES, _fits(pack, data, f"{path}.filter"), -1, most, ties, [])
    if measure == "track":
        pack.table(path, (*fields, "track"))
        what = resource(pack.word(f"{path}.track", (*TRACKS, "energy")))
        return Prerequisite(BY_RESOURCE, none, what, most, ties, [])
    pack.table(path, fields)
    return Prerequisite(BY_PROGRESS, none, PROGRESS, most, ties, [])


# --- the board

_ENDS: Final = ("min", "max", "start", "over", "src")


def _read_tracks(pack: Pack, data: Data) -> None:
    """The ends of every track and what lies on the spaces (CAP-1.40 to CAP-1.43)."""
    pack.table("tracks", (*TRACKS, "progress"))
    size = len(RESOURCE_NAMES)
    first, last, start = [0] * size, [HUGE] * size, [0] * size
    over_what, over_n = [PRESTIGE] * size, [0] * size
    under_what, under_n = [PRESTIGE] * size, [0] * size
    first[PRESTIGE] = -HUGE
    further = {
        "employment": ("under", "expo_prestige"),
        "services": ("under", "expo_progress"),
        "economy": ("tax_money", "tax_prestige"),
        "culture": ("under", "attraction"),
    }
    for name in TRACKS:
        where = f"tracks.{name}"
        what = resource(name)
        pack.table(where, (*_ENDS, *further.get(name, ("under",))))
        first[what] = pack.number(f"{where}.min", -20, 20)
        last[what] = pack.number(f"{where}.max", first[what] + 1, 200)
        start[what] = pack.number(f"{where}.start", first[what], last[what])
        over_what[what], over_n[what] = _reward(pack, f"{where}.over")
        if name != "economy":
            under_what[what], under_n[what] = _reward(pack, f"{where}.under")
    if start[EMPLOYMENT] > start[0]:
        pack.refuse("tracks.employment.start", "employment can never exceed population (CAP-5.10)")
    data.first, data.last, data.start = vec[i64](first), vec[i64](last), vec[i64](start)
    data.over_what, data.over_n = vec[i64](over_what), vec[i64](over_n)
    data.under_what, data.under_n = vec[i64](under_what), vec[i64](under_n)
    spaces = last[EMPLOYMENT] - first[EMPLOYMENT] + 1
    data.expo_prestige = vec[i64](pack.numbers("tracks.employment.expo_prestige", spaces, -99, 99))
    spaces = last[SERVICES] - first[SERVICES] + 1
    data.expo_progress = vec[i64](pack.numbers("tracks.services.expo_progress", spaces, -30, 30))
    data.tax_money = pack.number("tracks.economy.tax_money", 1, 60)
    data.tax_prestige = pack.number("tracks.economy.tax_prestige", -60, 0)
    if first[ECONOMY] < 0:
        pack.refuse("tracks.economy.min", "money is never negative")
    _read_attraction(pack, data)
    pack.table("tracks.progress", ("circle", "start", "max_level", "src"))
    data.circle = pack.number("tracks.progress.circle", 1, 60)
    data.start[PROGRESS] = pack.number("tracks.progress.start", 0, int(data.circle) - 1)
    data.top_level = pack.number("tracks.progress.max_level", 1, 12)


def _reward(pack: Pack, path: str) -> tuple[int, int]:
    pack.table(path, ("gain", "n"))
    return resource(pack.word(f"{path}.gain", RESOURCE_NAMES)), pack.number(f"{path}.n", -60, 60)


def _read_attraction(pack: Pack, data: Data) -> None:
    found = pack.get("tracks.culture.attraction")
    if not isinstance(found, list):
        pack.refuse("tracks.culture.attraction", f"expected a list of levels, not {found!r}")
    levels = []
    for k in range(len(found)):
        where = f"tracks.culture.attraction.{k}"
        pack.table(where, ("reach", "below"))
        levels.append((pack.number(f"{where}.reach", 0, 200), pack.number(f"{where}.below", 0, 200)))
    if levels != sorted(levels):
        pack.refuse("tracks.culture.attraction", "the levels must ascend")
    data.reach = vec[i64]([reach for reach, _ in levels])
    data.below = vec[i64]([below for _, below in levels])


def _read_initiative(pack: Pack, data: Data) -> None:
    """Prices and multipliers (CAP-1.44), and which spaces are open (CAP-3.11)."""
    found = pack.get("initiative")
    if not isinstance(found, list) or len(found) != 6:
        pack.refuse("initiative", "expected six spaces, left to right")
    allowed = ("space", "price", "multiplier", "icon_players", "multiplier_round_2", "src")
    price, multiplier, round_2 = [], [], []
    for k in range(len(found)):
        where = f"initiative.{k}"
        pack.table(where, allowed, required=("space", "price", "multiplier", "src"))
        if pack.number(f"{where}.space", 1, 6) != k + 1:
            pack.refuse(f"{where}.space", f"expected {k + 1}: spaces are listed left to right")
        price.append(pack.number(f"{where}.price", 0, 20))
        multiplier.append(pack.number(f"{where}.multiplier", 0, 20))
        other = "multiplier_round_2" in found[k]
        round_2.append(pack.number(f"{where}.multiplier_round_2", 0, 20) if other else multiplier[-1])
    data.price, data.multiplier = vec[i64](price), vec[i64](multiplier)
    data.multiplier_round_2 = vec[i64](round_2)
    pack.table("initiative_rules", ("first_setup_space", "open_spaces"))
    pack.table("initiative_rules.open_spaces", ("p2", "p3", "p4", "p5"))
    data.first_space = pack.number("initiative_rules.first_setup_space", 1, 2) - 1
    data.open_spaces = [vec[i64]([]), vec[i64]([])]
    for players in range(2, MOST_PLAYERS + 1):
        path = f"initiative_rules.open_spaces.p{players}"
        spaces = pack.get(path)
        if (
            not isinstance(spaces, list)
            or len(spaces) < players
            or sorted(set(map(str, spaces))) != list(map(str, spaces))
        ):
            pack.refuse(path, f"expected at least {players} different spaces, ascending, not {spaces!r}")
        data.open_spaces.append(vec[i64]([pack.number(f"{path}.{k}", 1, 6) - 1 for k in range(len(spaces))]))


def _read_plants(pack: Pack, data: Data) -> None:
    """The starting plant and a stack for every level, best plant first (CAP-1.45, CAP-2.2)."""
    found = pack.get("plant")
    if not isinstance(found, list) or not found:
        pack.refuse("plant", "expected a list of power plants")
    allowed = ("id", "name", "level", "stack_order", "quantity", "cubes", "activations", "src")
    levels, cubes, activations = [], [], []
    data.plant_ids, data.plant_names = [], []
    for k in range(len(found)):
        where = f"plant.{k}"
        pack.table(where, allowed, required=[name for name in allowed if name != "stack_order"])
        levels.append(pack.number(f"{where}.level", 1, int(data.top_level)))
        cubes.append(pack.number(f"{where}.cubes", 0, 60))
        activations.append(pack.number(f"{where}.activations", 0, 20))
        pack.number(f"{where}.quantity", 1, MOST_PLAYERS)
        data.plant_ids.append(str(found[k]["id"]))
        data.plant_names.append(str(found[k]["name"]))
    if len(set(data.plant_ids)) < len(data.plant_ids):
        pack.refuse("plant", "two plants have the same id")
    expected = [1] + [level for level in range(2, int(data.top_level) + 1) for _ in range(MOST_PLAYERS)]
    if levels != expected or found[0]["quantity"] != MOST_PLAYERS:
        pack.refuse("plant", "expected the starting plant five times, then five plants of every level, in order")
    for k in range(2, len(levels)):
        if levels[k] == levels[k - 1] and cubes[k] > cubes[k - 1]:
            pack.refuse(f"plant.{k}.cubes", "a stack is sorted by cubes, best first (CAP-2.2)")
        if found[k]["quantity"] != 1:
            pack.refuse(f"plant.{k}.quantity", "expected 1")
    data.plant_level, data.plant_cubes = vec[i64](levels), vec[i64](cubes)
    data.plant_activations = vec[i64](activations)
    firsts = [levels.index(level) for level in range(1, int(data.top_level) + 1)]
    data.first_plant = vec[i64]([0] + firsts)


def _read_rounds(pack: Pack, data: Data) -> None:
    """Eras, World Expos and prosperity symbols (CAP-1.46)."""
    pack.table("rounds", ("count", "expo_after", "prosperity"))
    rounds = pack.number("rounds.count", ERAS, MOST_ROUNDS)
    data.rounds = rounds
    expos = pack.numbers("rounds.expo_after", ERAS, 1, rounds)
    if expos != sorted(set(expos)) or expos[-1] != rounds:
        pack.refuse("rounds.expo_after", f"expected three rounds, ascending, the last of them {rounds}")
    symbols = pack.get("rounds.prosperity")
    if not isinstance(symbols, list) or len(symbols) > MOST_PROSPERITY:
        pack.refuse("rounds.prosperity", f"expected a list of at most {MOST_PROSPERITY} rounds")
    symbols = pack.numbers("rounds.prosperity", len(symbols), 1, rounds)
    if symbols != sorted(set(symbols)):
        pack.refuse("rounds.prosperity", "expected different rounds, ascending")
    numbers = range(rounds + 1)
    data.era_of = vec[i64]([sum(1 for expo in expos if expo < number) for number in numbers])
    data.expo_after = vec[i64]([int(number in expos) for number in numbers])
    data.prosperity_in = vec[i64]([int(number in symbols) for number in numbers])


# --- the whole


def _check_counts(pack: Pack, data: Data) -> None:
    """The tile counts of CAP-1.4 are what the pack says they are."""
    pack.table("meta", ("game", "data_version", "tile_total"))
    have = {
        "era_1": len(data.eras[0]),
        "era_2": len(data.eras[1]),
        "era_3": len(data.eras[2]),
        "starting": MOST_PLAYERS * (1 + sum(1 for tile in data.about if tile["group"] == "start")),
        "plants": len(data.plant_ids) - 1,
        "prosperity": len(data.prosperity),
    }
    pack.table("counts", list(have))
    for name in have:
        if pack.number(f"counts.{name}", 0, 999) != have[name]:
            pack.refuse(f"counts.{name}", f"there are {have[name]} (CAP-1.4)")
    if pack.number("meta.tile_total", 0, 9999) != sum(have.values()):
        pack.refuse("meta.tile_total", f"there are {sum(have.values())} tiles in all (CAP-1.4)")


def tiles_of_era(data: Data, era: int, players: int) -> list[int]:
    """The tiles that a game with so many players uses (CAP-2.3)."""
    return [tile for tile in data.eras[era] if players > 3 or not data.marked[tile]]


def hand_size(players: int) -> int:
    """Prosperity tiles dealt to each player (CAP-2.30)."""
    return 5 if players == MOST_PLAYERS else 6


def _check_supply(pack: Pack, data: Data) -> None:
    """Never any shortage (CAP-2.41)."""
    for players in range(2, MOST_PLAYERS + 1):
        refill = min(players + 2, FULL_REFILL_MOST)
        for era in range(ERAS):
            rounds = sum(1 for number in range(1, int(data.rounds) + 1) if data.era_of[number] == era)
            tiles = tiles_of_era(data, era, players)
            have = len(tiles)
            if players == 2:
                have -= ERA_TYPES
                if len({int(data.type[tile]) for tile in tiles}) < ERA_TYPES:
                    pack.refuse("tile", f"era {era + 1} needs an unmarked tile of every type (CAP-2.21)")
            need = rounds * refill
            if era == 0:
                need += players + 2 - refill  # the set-up is never reduced (CAP-2.40)
            if have < need:
                fault = f"era {era + 1} has {have} tiles for {players} players, but needs {need} for {rounds} rounds"
                pack.refuse("tile", fault)
        need = hand_size(players) * players
        if len(data.prosperity) < need:
            pack.refuse("tile", f"{len(data.prosperity)} prosperity tiles are too few: {players} players need {need}")


# --- loading


MOST_READ: Final = 8
_READ: dict[str, Data] = {}  # the packs read last, by their hash
_DEFAULT: list[Data] = []


def read_data(text: str, source: str) -> Data:
    """The tables of a data pack given as TOML text; BadData says what is wrong where."""
    data = Data(Pack(text, source))
    _READ.pop(data.hash, None)
    _READ[data.hash] = data
    if len(_READ) > MOST_READ:
        del _READ[next(iter(_READ))]
    return data


def data_of(hash: str) -> Data | None:
    """The tables of the pack that a view names by its hash, for those who show it; None if it was not read here."""
    own = default_data()
    return own if hash == own.hash else _READ.get(hash)


def default_data() -> Data:
    """The tables of the title's own pack, loaded once."""
    if not _DEFAULT:
        path = Path(__file__).parent / "data.toml"
        _DEFAULT.append(read_data(path.read_text(encoding="utf-8"), "the_capitals/data.toml"))
    return _DEFAULT[0]
