"""The data pack of Urban Sprawl: 165 cards, board, tiles, markers; loaded once, checked, turned into tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.urban_sprawl.effects import (
    ACTIVE,
    ANY_OFFICE,
    CONTROL_NAMES,
    EACH,
    HIGHEST,
    HOLDER,
    HOLDERS,
    LEADER,
    LOWEST_VALUE,
    OTHERS,
    PER_NAMES,
    PER_NOTHING,
    POOREST,
    THIS_ROW,
    WHERE_NAMES,
    WHO_NAMES,
    ActionPoints,
    Activate,
    BringInContractor,
    Choose,
    Control,
    Counter,
    Elect,
    EndGame,
    ExtraFavor,
    Filter,
    Foreach,
    Gain,
    Lose,
    MoveBuilding,
    MoveMarker,
    Offer,
    Operation,
    Pay,
    Payout,
    Pick,
    PickRow,
    Place,
    PlaceMarker,
    Politicians,
    Recover,
    Remove,
    Score,
    Uncontrol,
)
from conurb.games.urban_sprawl.geometry import (
    BLOCK_OF,
    BLOCKS,
    COLUMN_OF,
    GREY,
    ROW_NAMES,
    SIZES,
    WEST,
    WEST_OF,
    lot_named,
)
from conurb.games.urban_sprawl.terms import (
    ANY_KIND,
    CARD_KINDS,
    CITY,
    CONTRACT,
    CONTRACT_BOXES,
    CONTRACT_CARDS,
    CURRENCY_NAMES,
    DECK_NAMES,
    EVENT,
    MEDIA,
    METROPOLIS,
    MOST_CHOICES,
    OFFICE_NAMES,
    PARK,
    PERMIT,
    PLANNING,
    PLANNING_BOXES,
    PLANNING_CARDS,
    PRESTIGE,
    RENEWAL,
    TERRAIN_NAMES,
    TOWN,
    TYPE_NAMES,
    TYPES,
    VOCATION_NAMES,
    VOCATIONS,
    WEALTH,
    ZONES,
)
from conurb.kernel.packs import Pack

MOST_PLAYERS: Final = 4
START_BUILDINGS: Final = 12
MOST_AMOUNT: Final = 99
DEEPEST: Final = 4  # lists within lists
ZONE_NAMES: Final = TYPE_NAMES[:ZONES]
_ROWS_PRINTED: Final = GREY
_EXTREMES: Final = {"highest": HIGHEST, "lowest": LOWEST_VALUE}
_SPLIT: Final = {"renewal": 4, "event": 14, "permit": 36}


@final
@mypyc_attr(native_class=True, acyclic=True)
class Card:
    """One card of the box (USP-10.6)."""

    id: str
    name: str
    text: str
    deck: i64
    kind: i64
    payout: i64  # wealth number of a permit, prestige number of a contract; 0: none
    ballot: bool
    level: i64  # of a permit
    zones: i64  # of a permit, as bits
    zone: i64  # of a contract
    size: i64
    where: Filter  # the placement restrictions of a contract (USP-5.8), read off the same keys as a filter
    restricted: bool
    ignores_zoning: bool
    vocations: list[tuple[int, int]]
    effects: i64  # number of its list of operations
    prov: dict[str, str]

    def __init__(self, id: str, name: str, text: str, deck: i64, kind: i64, prov: dict[str, str]) -> None:
        self.id = id
        self.name = name
        self.text = text
        self.deck = deck
        self.kind = kind
        self.prov = prov
        self.payout = 0
        self.ballot = False
        self.level = 0
        self.zones = 0
        self.zone = 0
        self.size = 0
        self.where = Filter()
        self.restricted = False
        self.ignores_zoning = False
        self.vocations = []
        self.effects = -1


CARD_NUMBERS: Final = 2 * ZONES + 7 + VOCATIONS


def numbers_of(card: Card) -> list[float]:
    """Zones of a permit, zone of a contract, level, size, payout, ballot, event, renewal, restricted, vocations."""
    zones = [1.0 if int(card.zones) >> zone & 1 else 0.0 for zone in range(ZONES)]
    zone = [1.0 if card.kind == CONTRACT and card.zone == zone else 0.0 for zone in range(ZONES)]
    about = [float(card.level) / 4.0, float(card.size) / 4.0, float(card.payout) / 12.0]
    about += [float(flag) for flag in (card.ballot, card.kind == EVENT, card.kind == RENEWAL, card.restricted)]
    vocations = [0.0] * VOCATIONS
    for vocation, value in card.vocations:
        vocations[vocation] = value / 20.0
    return zones + zone + about + vocations


@final
@mypyc_attr(native_class=True, acyclic=True)
class Data:
    """The tables made from a data pack; never changed, shared by all states."""

    hash: str
    cards: list[Card]  # planning cards first, then town, city and metropolis; each deck in the order of the ids
    numbers: dict[str, int]
    # What can be read off each card, for learning: the places of its numbers that are not 0, and these numbers. Card k
    # has those from card_starts[k] to card_starts[k + 1].
    card_starts: vec[i64]
    card_places: vec[i64]
    card_numbers: vec[float]
    special: vec[i64]  # the special event of each contract deck
    permits: i64  # which planning cards are Build Permits, as bits
    renewals: i64
    events: i64
    zone_permits: vec[i64]  # the permits usable for each zone, as bits
    level_permits: vec[i64]  # the permits of each level from 0 to 4
    lists: list[list[Operation]]
    list_names: list[str]
    list_numbers: dict[str, int]
    shares: vec[i64]  # whether a list shares the context of the list that holds it
    printed: vec[i64]  # the number of each printed row
    base_value: vec[i64]  # value of each block without markers
    start_lots: vec[i64]
    start_zones: vec[i64]
    tiles: vec[i64]  # building tiles by type and size
    vocations: vec[i64]  # vocation tiles
    wealth_markers: vec[i64]  # their numbers, ascending
    prestige_markers: vec[i64]
    payouts: vec[i64]  # four columns a row number
    start_wealth: vec[i64]  # by number of players
    start_cards: vec[i64]  # by seat
    ap: i64
    ap_union_boss: i64
    planning_ap: vec[i64]  # boxes 1 to 4, the deck
    contract_ap: vec[i64]  # boxes 1 to 5, the three decks

    def __init__(self, pack: Pack) -> None:
        self.hash = pack.hash()
        pack.table("", _TOP)
        self.lists = []
        self.list_names = []
        self.list_numbers = {}
        shares: list[int] = []
        self._read_cards(pack, shares)
        self.shares = vec[i64](shares)
        self._read_numbers()
        self._read_planning(pack)
        self._read_board(pack)
        self._read_box(pack)
        self._check_start(pack)

    # --- cards

    def _read_numbers(self) -> None:
        starts, places, numbers = [0], [], []
        for card in self.cards:
            for place, number in enumerate(numbers_of(card)):
                if number:
                    places.append(place)
                    numbers.append(number)
            starts.append(len(places))
        self.card_starts = vec[i64](starts)
        self.card_places = vec[i64](places)
        self.card_numbers = vec[float](numbers)

    def _read_cards(self, pack: Pack, shares: list[int]) -> None:
        found = pack.get("card")
        if not isinstance(found, list):
            pack.refuse("card", "expected a list of [[card]] tables")
        places: dict[str, int] = {}
        decks: list[list[str]] = [[], [], [], []]
        for i in range(len(found)):
            id = _text(pack, f"card.{i}.id")
            if id in places or not id.isascii() or not id.isalnum() or id.upper() != id:
                pack.refuse(f"card.{i}.id", f"{id!r} must be made of capitals and digits and be no other card's id")
            places[id] = i
            decks[DECK_NAMES.index(pack.word(f"card.{i}.deck", DECK_NAMES))].append(id)
        for deck in range(4):
            wanted = PLANNING_CARDS if deck == PLANNING else CONTRACT_CARDS
            if len(decks[deck]) != wanted:
                pack.refuse("card", f"the {DECK_NAMES[deck]} deck has {len(decks[deck])} cards; it must have {wanted}")
        order = [id for deck in (PLANNING, TOWN, CITY, METROPOLIS) for id in sorted(decks[deck])]
        self.numbers = {id: n for n, id in enumerate(order)}
        self.cards = [_read_card(pack, f"card.{places[id]}", self, shares) for id in order]
        self._read_special(pack)

    def _read_special(self, pack: Pack) -> None:
        """The three events that open the next deck or end the game (USP-1.12); without them no game would end."""
        special = []
        for deck in (TOWN, CITY, METROPOLIS):
            path = f"meta.special_events.{DECK_NAMES[deck]}"
            number = self.numbers.get(_text(pack, path), -1)
            if number < 0 or self.cards[number].deck != deck or self.cards[number].kind != EVENT:
                pack.refuse(path, f"expected the id of an event of the {DECK_NAMES[deck]} deck")
            operations = self.lists[self.cards[number].effects]
            if deck == METROPOLIS:
                fits = any(operation.op == "end_game" for operation in operations)
            else:
                fits = any(isinstance(operation, Activate) and operation.deck == deck + 1 for operation in operations)
            if not fits:
                wanted = "end the game" if deck == METROPOLIS else f"activate the {DECK_NAMES[deck + 1]} deck"
                pack.refuse(path, f"the special event of the {DECK_NAMES[deck]} deck must {wanted}")
            special.append(number)
        self.special = vec[i64](special)

    def _read_planning(self, pack: Pack) -> None:
        split = pack.table("meta.planning_split", list(_SPLIT))
        if dict(split) != _SPLIT:
            pack.refuse("meta.planning_split", "the planning deck has 36 permits, 4 renewals and 14 events (USP-1.9)")
        self.permits = self._planning_cards(pack, PERMIT)
        self.renewals = self._planning_cards(pack, RENEWAL)
        self.events = self._planning_cards(pack, EVENT)
        zone_permits = [0] * ZONES
        level_permits = [0] * 5
        for n in range(PLANNING_CARDS):
            card = self.cards[n]
            level_permits[card.level] |= 2**n
            for zone in range(ZONES):
                if int(card.zones) >> zone & 1:
                    zone_permits[zone] |= 2**n
        self.zone_permits = vec[i64](zone_permits)
        self.level_permits = vec[i64](level_permits)

    def _planning_cards(self, pack: Pack, kind: int) -> int:
        found = [n for n in range(PLANNING_CARDS) if self.cards[n].kind == kind]
        wanted = _SPLIT[CARD_KINDS[kind]]
        if len(found) != wanted:
            pack.refuse("card", f"{len(found)} planning cards are of kind {CARD_KINDS[kind]}; {wanted} must be")
        return sum(2**n for n in found)

    # --- board and box

    def _read_board(self, pack: Pack) -> None:
        """The rows are those of USP-2.7; only their printed numbers may differ."""
        pack.table("board", _BOARD)
        rows = pack.get("board.row")
        if not isinstance(rows, list) or len(rows) != len(ROW_NAMES):
            pack.refuse("board.row", f"expected the {len(ROW_NAMES)} rows of USP-2.7")
        printed = []
        for n in range(len(rows)):
            path = f"board.row.{n}"
            pack.table(path, _ROW, [name for name in _ROW if name != "printed"])
            pack.word(f"{path}.id", [ROW_NAMES[n]])
            pack.word(f"{path}.slot", ["printed" if n < _ROWS_PRINTED else "grey"])
            if n < _ROWS_PRINTED:
                pack.table(f"{path}.printed", ["kind", "value"])
                pack.word(f"{path}.printed.kind", [CURRENCY_NAMES[WEALTH if n < WEST else PRESTIGE]])
                printed.append(pack.number(f"{path}.printed.value", 1, 12))
        for kind, here in ((WEALTH, printed[:WEST]), (PRESTIGE, printed[WEST:])):
            if len(set(here)) < len(here):
                pack.refuse("board.row", f"two rows have the same {CURRENCY_NAMES[kind]} number")
        self.printed = vec[i64](printed)
        self.base_value = vec[i64]([printed[COLUMN_OF[b]] + printed[WEST_OF[b]] for b in range(BLOCKS)])
        starts = pack.get("start_building")
        if not isinstance(starts, list) or len(starts) != START_BUILDINGS:
            pack.refuse("start_building", f"expected {START_BUILDINGS} buildings")
        lots = []
        zones = []
        for n in range(START_BUILDINGS):
            pack.table(f"start_building.{n}", ["lot", "zone"])
            lot = lot_named(_text(pack, f"start_building.{n}.lot"))
            if lot < 0 or lot in lots:
                pack.refuse(f"start_building.{n}.lot", "expected the name of a lot of its own, such as A1d")
            lots.append(lot)
            zones.append(TYPE_NAMES.index(pack.word(f"start_building.{n}.zone", ZONE_NAMES)))
        self.start_lots = vec[i64](lots)
        self.start_zones = vec[i64](zones)

    def _read_box(self, pack: Pack) -> None:
        pack.table("tiles", [*TYPE_NAMES, "total", "prov"])
        tiles = [0] * (TYPES * SIZES)
        for kind in range(TYPES):
            sizes = ["1"] if kind == PARK else ["1", "2", "3", "4"]
            for size in pack.table(f"tiles.{TYPE_NAMES[kind]}", sizes):
                tiles[kind * SIZES + int(size) - 1] = pack.number(f"tiles.{TYPE_NAMES[kind]}.{size}", 0, MOST_AMOUNT)
        if sum(tiles) != 128:
            pack.refuse("tiles", f"{sum(tiles)} building tiles; there must be 128 (USP-1.2)")
        self.tiles = vec[i64](tiles)
        pack.table("vocations", VOCATION_NAMES)
        vocations = [pack.number(f"vocations.{name}", 1, MOST_AMOUNT) for name in VOCATION_NAMES]
        if sum(vocations) != 24 or vocations[MEDIA] != 1:
            pack.refuse("vocations", "there must be 24 vocation tiles, one of them Media (USP-1.7)")
        self.vocations = vec[i64](vocations)
        self.payouts = _read_payouts(pack)
        pack.table("markers", ["wealth", "prestige", "block_value_pointers", "prov"], ["wealth", "prestige"])
        self.wealth_markers = _read_markers(pack, "wealth", 6, [int(n) for n in self.printed[:WEST]])
        self.prestige_markers = _read_markers(pack, "prestige", 3, [int(n) for n in self.printed[WEST:]])
        pack.table("setup", _SETUP)
        self.start_wealth = vec[i64](
            [0, 0] + [pack.number(f"setup.start_wealth.{players}", 0, MOST_AMOUNT) for players in (2, 3, 4)]
        )
        self.start_cards = vec[i64](pack.numbers("setup.start_planning_cards", MOST_PLAYERS, 0, 4))
        self.ap = pack.number("setup.ap", 1, MOST_AMOUNT)
        self.ap_union_boss = pack.number("setup.ap_union_boss", 1, MOST_AMOUNT)
        pack.table("boxes", ["planning", "contract", "favor", "prov"])
        self.planning_ap = vec[i64](_costs(pack, "boxes.planning", PLANNING_BOXES, ["deck"]))
        self.contract_ap = vec[i64](
            _costs(pack, "boxes.contract", CONTRACT_BOXES, ["town_deck", "city_deck", "metropolis_deck"])
        )

    def _check_start(self, pack: Pack) -> None:
        """Every choice of starting buildings can be paid (USP-3.10)."""
        values = sorted((int(self.base_value[BLOCK_OF[lot]]) for lot in self.start_lots), reverse=True)
        for players in (2, 3, 4):
            need = sum(values[: START_BUILDINGS // players])
            if self.start_wealth[players] < need:
                pack.refuse(f"setup.start_wealth.{players}", f"the dearest choice costs {need} (USP-3.10)")
        for zone in range(ZONES):
            need = sum(1 for start in self.start_zones if start == zone)
            if self.tiles[zone * SIZES] < need:
                pack.refuse(f"tiles.{TYPE_NAMES[zone]}", f"the starting buildings need {need} tiles of one lot")

    def card_json(self, card: int) -> dict[str, object]:
        """A card as views show it."""
        this = self.cards[card]
        shown: dict[str, object] = {
            "id": this.id,
            "name": this.name,
            "deck": DECK_NAMES[this.deck],
            "kind": CARD_KINDS[this.kind],
            "payout": int(this.payout),
            "text": this.text,
        }
        if this.kind == CONTRACT:
            shown["zone"] = TYPE_NAMES[this.zone]
            shown["size"] = int(this.size)
            shown["vocations"] = [{"name": VOCATION_NAMES[v], "value": x} for v, x in this.vocations]
        else:
            shown["ballot"] = bool(this.ballot)
            if this.kind == PERMIT:
                shown["level"] = int(this.level)
                shown["zones"] = [TYPE_NAMES[z] for z in range(ZONES) if int(this.zones) >> z & 1]
        return shown


_TOP: Final = (
    *("meta", "board", "boxes", "election_track", "start_building", "tiles", "vocations", "vocations_meta"),
    *("markers", "payouts", "setup", "card"),
)
_BOARD: Final = ("columns", "rows", "quadrants", "printed_wealth", "printed_prestige", "edges", "prov", "row")
_ROW: Final = ("id", "axis", "slot", "printed", "columns", "rows")
_SETUP: Final = ("start_wealth", "start_planning_cards", "ap", "ap_union_boss", "cubes_per_player", "prov")


def _text(pack: Pack, path: str) -> str:
    found = pack.get(path)
    if not isinstance(found, str) or not found.strip():
        pack.refuse(path, f"expected a text, not {found!r}")
    return found


def _costs(pack: Pack, path: str, boxes: int, decks: Sequence[str]) -> list[int]:
    names = [*(f"box{n}" for n in range(1, boxes + 1)), *decks]
    pack.table(path, names)
    return [pack.number(f"{path}.{name}", 0, MOST_AMOUNT) for name in names]


def _read_markers(pack: Pack, kind: str, amount: int, printed: list[int]) -> vec[i64]:
    numbers = pack.numbers(f"markers.{kind}", amount, 1, 12)
    if sorted(set(numbers)) != numbers or set(numbers) & set(printed):
        pack.refuse(f"markers.{kind}", "expected ascending numbers that are not printed on the board")
    return vec[i64](numbers)


def _read_payouts(pack: Pack) -> vec[i64]:
    """Four columns for each row number from 1 to 12 (USP-1.14)."""
    pack.table("payouts", [str(n) for n in range(1, 13)])
    table = [0, 0, 0, 0]
    for n in range(1, 13):
        line = pack.numbers(f"payouts.{n}", 4, 0, MOST_AMOUNT)
        if sorted(line, reverse=True) != line:
            pack.refuse(f"payouts.{n}", "a later place must not be paid more than an earlier one")
        table += line
    return vec[i64](table)


# --- cards

_COMMON: Final = ("id", "deck", "kind", "name", "text", "prov")
_FIELDS: Final = {
    "permit": ("level", "zones", "payout", "election"),
    "renewal": ("payout", "election"),
    "event": ("effects",),
    "contract": ("zone", "size", "payout", "vocations", "restrict", "ignore_zoning", "effects"),
}
_OPTIONAL: Final = ("vocations", "restrict", "ignore_zoning", "election", "text", "prov")


def _read_card(pack: Pack, path: str, data: Data, shares: list[int]) -> Card:
    deck = DECK_NAMES.index(pack.word(f"{path}.deck", DECK_NAMES))
    allowed = ("permit", "renewal", "event") if deck == PLANNING else ("contract", "event")
    kind = pack.word(f"{path}.kind", allowed)
    names = [*_COMMON, *_FIELDS[kind]]
    found = pack.table(path, names, [name for name in names if name not in _OPTIONAL])
    id = _text(pack, f"{path}.id")
    prov = found.get("prov", {})
    if not isinstance(prov, dict):
        pack.refuse(f"{path}.prov", "expected a table of provenance by field (USP-10.7)")
    about = str(found.get("text", ""))
    card = Card(id, _text(pack, f"{path}.name"), about, deck, CARD_KINDS.index(kind), prov)
    if kind in ("permit", "renewal"):
        card.ballot = bool(found.get("election", False))
    if kind == "permit":
        card.level = pack.number(f"{path}.level", 1, 4)
        card.zones = _bits(pack, f"{path}.zones", ZONE_NAMES)
        card.payout = pack.number(f"{path}.payout", 1, 12)
    elif kind == "renewal":
        card.payout = pack.number(f"{path}.payout", 0, 0)
    elif kind == "contract":
        _read_contract(pack, path, card, found)
    card.effects = _Reader(pack, data, shares).read(f"{path}.effects", id, True) if "effects" in found else -1
    if kind == "contract" and not (
        card.restricted or card.ignores_zoning or card.vocations or data.lists[card.effects]
    ):
        pack.refuse(path, f"{id} needs a restriction, a vocation or an effect (USP-1.13)")
    return card


def _read_contract(pack: Pack, path: str, card: Card, found: Any) -> None:
    card.zone = TYPE_NAMES.index(pack.word(f"{path}.zone", ZONE_NAMES))
    card.size = pack.number(f"{path}.size", 1, SIZES)
    card.payout = pack.number(f"{path}.payout", 0, 12)
    vocations = found.get("vocations", [])
    if not isinstance(vocations, list):
        pack.refuse(f"{path}.vocations", "expected a list of names with values")
    for n in range(len(vocations)):
        pack.table(f"{path}.vocations.{n}", ["name", "value"])
        name = pack.word(f"{path}.vocations.{n}.name", VOCATION_NAMES)
        value = pack.number(f"{path}.vocations.{n}.value", 1, MOST_AMOUNT)
        card.vocations.append((VOCATION_NAMES.index(name), value))
    if "restrict" in found:
        keys = pack.table(f"{path}.restrict", _RESTRICTIONS, [])
        card.restricted = len(keys) > 0
        card.where = _read_filter(pack, f"{path}.restrict", keys)
    ignores = found.get("ignore_zoning", False)
    if not isinstance(ignores, bool):
        pack.refuse(f"{path}.ignore_zoning", f"expected true or false, not {ignores!r}")
    card.ignores_zoning = ignores


def _bits(pack: Pack, path: str, names: Sequence[str]) -> int:
    """A list of names as bits; at least one."""
    found = pack.get(path)
    if not isinstance(found, list) or not found:
        pack.refuse(path, f"expected a list of {', '.join(names)}")
    return sum({2 ** names.index(pack.word(f"{path}.{n}", names)) for n in range(len(found))})


_RESTRICTIONS: Final = ("terrain", "adj", "not_adj", "value_min", "value_max", "value")
_FILTER: Final = ("zone", "size", *_RESTRICTIONS, "control", "where")


def _read_filter(pack: Pack, path: str, keys: Any) -> Filter:
    """The building filter at a path whose keys were checked (USP-10.3)."""
    sizes = 0
    if "size" in keys:
        found = pack.get(f"{path}.size")
        amount = len(found) if isinstance(found, list) else 0
        if not amount:
            pack.refuse(f"{path}.size", "expected a list of sizes from 1 to 4")
        # bit 0 stands for size 1, as in the board's table of sizes
        sizes = sum({2 ** (pack.number(f"{path}.size.{n}", 1, SIZES) - 1) for n in range(amount)})
    return Filter(
        types=_bits(pack, f"{path}.zone", TYPE_NAMES) if "zone" in keys else 0,
        sizes=sizes,
        terrain=TERRAIN_NAMES.index(pack.word(f"{path}.terrain", TERRAIN_NAMES[1:])) if "terrain" in keys else 0,
        adj=_bits(pack, f"{path}.adj", TYPE_NAMES) if "adj" in keys else 0,
        not_adj=_bits(pack, f"{path}.not_adj", TYPE_NAMES) if "not_adj" in keys else 0,
        control=CONTROL_NAMES.index(pack.word(f"{path}.control", CONTROL_NAMES[1:])) if "control" in keys else 0,
        where=WHERE_NAMES.index(pack.word(f"{path}.where", WHERE_NAMES[1:])) if "where" in keys else 0,
        value_min=pack.number(f"{path}.value_min", 0, MOST_AMOUNT) if "value_min" in keys else 0,
        value_max=pack.number(f"{path}.value_max", 0, MOST_AMOUNT) if "value_max" in keys else 999,
        extreme=_EXTREMES[pack.word(f"{path}.value", list(_EXTREMES))] if "value" in keys else 0,
    )


# --- operations

_KEYS: Final = {
    "gain": ("who", "wealth", "prestige", "per"),
    "lose": ("who", "wealth", "prestige", "per"),
    "pay": ("who", "to", "wealth", "prestige", "either", "per"),
    "foreach": ("who", "has", "do"),
    "offer": ("who", "cost", "yes", "no"),
    "choose": ("who", "options"),
    "pick": ("who", "filter", "optional"),
    "pick_row": (),
    "place": ("who", "zone", "size", "where", "control", "optional"),
    "remove": (),
    "uncontrol": (),
    "control": ("who",),
    "move": ("who",),
    "marker": ("who", "action", "kind", "optional"),
    "elect": ("office", "winner"),
    "payout": ("kind", "row"),
    "score": ("name", "value"),
    "ap": ("n",),
    "recover": ("who", "n"),
    "activate": ("deck",),
    "politicians": (),
    "contractor": (),
    "end_game": (),
    "extra_favor": (),
}
OPERATIONS: Final = tuple(_KEYS)
_REQUIRED: Final = {
    "pay": ("to",),
    "foreach": ("do",),
    "offer": ("cost", "yes", "no"),
    "choose": ("options",),
    "pick": ("filter",),
    "place": ("zone", "size", "where"),
    "marker": ("action", "kind"),
    "elect": ("office",),
    "payout": ("kind", "row"),
    "score": ("name", "value"),
    "ap": ("n",),
    "recover": ("n",),
    "activate": ("deck",),
}


@final
@mypyc_attr(native_class=True, acyclic=True)
class _Reader:
    """Turns a list of operations into objects; every list gets a number and a name, such as E05/1/do/0/no."""

    pack: Pack
    data: Data
    shares: list[int]

    def __init__(self, pack: Pack, data: Data, shares: list[int]) -> None:
        self.pack = pack
        self.data = data
        self.shares = shares

    def read(self, path: str, name: str, shared: bool) -> int:
        found = self.pack.get(path)
        if not isinstance(found, list):
            self.pack.refuse(path, "expected a list of operations")
        if name.count("/") > 3 * DEEPEST:
            self.pack.refuse(path, f"lists may lie at most {DEEPEST} deep within each other")
        number = len(self.data.lists)
        operations: list[Operation] = []
        self.data.lists.append(operations)
        self.data.list_names.append(name)
        self.data.list_numbers[name] = number
        self.shares.append(int(shared))
        for n in range(len(found)):
            operations.append(self.operation(f"{path}.{n}", f"{name}/{n}"))
        return number

    def operation(self, path: str, name: str) -> Operation:
        pack = self.pack
        op = pack.word(f"{path}.op", OPERATIONS)
        keys = pack.table(path, ["op", *_KEYS[op]], ["op", *_REQUIRED.get(op, ())])
        who = self.who(f"{path}.who") if "who" in keys else int(ACTIVE)
        if op == "gain" or op == "lose":
            wealth, prestige = self.amounts(path, keys, op)
            per = self.counter(path, keys)
            return Gain(who, wealth, prestige, per) if op == "gain" else Lose(who, wealth, prestige, per)
        if op == "pay":
            return self.pay(path, keys, who)
        if op == "foreach":
            has = None
            if "has" in keys:
                has = _read_filter(pack, f"{path}.has", pack.table(f"{path}.has", _FILTER, []))
            return Foreach(who, has, self.read(f"{path}.do", f"{name}/do", False))
        if op == "offer":
            cost = pack.table(f"{path}.cost", ["wealth", "prestige"], [])
            wealth, prestige = self.amounts(f"{path}.cost", cost, op)
            yes = self.read(f"{path}.yes", f"{name}/yes", True)
            return Offer(who, wealth, prestige, yes, self.read(f"{path}.no", f"{name}/no", True))
        if op == "choose":
            return self.choose(path, name, who)
        if op == "pick":
            keys_of_filter = pack.table(f"{path}.filter", _FILTER, [])
            return Pick(who, _read_filter(pack, f"{path}.filter", keys_of_filter), self.flag(path, keys, "optional"))
        if op == "place":
            return self.place(path, keys, who)
        if op == "marker":
            kind = CURRENCY_NAMES.index(pack.word(f"{path}.kind", CURRENCY_NAMES))
            optional = self.flag(path, keys, "optional")
            if pack.word(f"{path}.action", ["place", "move"]) == "move":
                return MoveMarker(who, kind, optional)
            if kind == ANY_KIND:
                pack.refuse(f"{path}.kind", "the next marker to place is of kind wealth or prestige")
            return PlaceMarker(who, kind, optional)
        if op == "recover":
            return Recover(who, pack.number(f"{path}.n", 1, MOST_AMOUNT))
        if op == "control":
            return Control(who)
        if op == "move":
            return MoveBuilding(who)
        return self.plain(path, keys, op)

    def plain(self, path: str, keys: Any, op: str) -> Operation:
        """Operations without `who`."""
        pack = self.pack
        if op == "elect":
            office = pack.word(f"{path}.office", [*OFFICE_NAMES, "choose"])
            outright = "winner" in keys and pack.word(f"{path}.winner", ["active"]) == "active"
            return Elect(ANY_OFFICE if office == "choose" else OFFICE_NAMES.index(office), outright)
        if op == "payout":
            kind = CURRENCY_NAMES.index(pack.word(f"{path}.kind", CURRENCY_NAMES[:ANY_KIND]))
            row = THIS_ROW if pack.get(f"{path}.row") == "this" else pack.number(f"{path}.row", 1, 12)
            return Payout(kind, row)
        if op == "score":
            vocation = VOCATION_NAMES.index(pack.word(f"{path}.name", VOCATION_NAMES))
            return Score(vocation, pack.number(f"{path}.value", 1, MOST_AMOUNT))
        if op == "ap":
            return ActionPoints(pack.number(f"{path}.n", 1, MOST_AMOUNT))
        if op == "activate":
            return Activate(DECK_NAMES.index(pack.word(f"{path}.deck", DECK_NAMES[:PLANNING])))
        if op == "pick_row":
            return PickRow()
        if op == "remove":
            return Remove()
        if op == "uncontrol":
            return Uncontrol()
        if op == "politicians":
            return Politicians()
        if op == "contractor":
            return BringInContractor()
        if op == "end_game":
            return EndGame()
        return ExtraFavor()

    def amounts(self, path: str, keys: Any, op: str) -> tuple[int, int]:
        wealth, prestige = (
            self.pack.number(f"{path}.{name}", 1, MOST_AMOUNT) if name in keys else 0 for name in ("wealth", "prestige")
        )
        if not wealth and not prestige:
            self.pack.refuse(path, f"{op} needs wealth, prestige or both")
        return wealth, prestige

    def pay(self, path: str, keys: Any, who: int) -> Operation:
        currencies = [name for name in ("wealth", "prestige", "either") if name in keys]
        if len(currencies) != 1:
            self.pack.refuse(path, "pay needs one of wealth, prestige and either")
        amount = {name: self.pack.number(f"{path}.{name}", 1, MOST_AMOUNT) for name in currencies}
        to = self.who(f"{path}.to")
        if to in (EACH, OTHERS) or LEADER <= to <= POOREST:
            self.pack.refuse(f"{path}.to", "the payment goes to one player who is known, such as active")
        paid = [amount.get(name, 0) for name in ("wealth", "prestige", "either")]
        return Pay(who, to, paid[0], paid[1], paid[2], self.counter(path, keys))

    def choose(self, path: str, name: str, who: int) -> Operation:
        found = self.pack.get(f"{path}.options")
        if not isinstance(found, list) or not 1 <= len(found) <= MOST_CHOICES:
            self.pack.refuse(f"{path}.options", f"expected 1 to {MOST_CHOICES} lists of operations")
        lists = [self.read(f"{path}.options.{n}", f"{name}/options/{n}", True) for n in range(len(found))]
        for n in range(len(lists)):
            if not self.data.lists[lists[n]]:
                self.pack.refuse(f"{path}.options.{n}", "an option needs an operation (USP-10.9)")
        return Choose(who, vec[i64](lists))

    def place(self, path: str, keys: Any, who: int) -> Operation:
        pack = self.pack
        kind = TYPE_NAMES.index(pack.word(f"{path}.zone", TYPE_NAMES))
        size = pack.number(f"{path}.size", 1, 1 if kind == PARK else SIZES)
        adjacent = pack.word(f"{path}.where", ["any", "adjacent"]) == "adjacent"
        own = "control" in keys and pack.word(f"{path}.control", ["self"]) == "self"
        return Place(who, kind, size, adjacent, own, self.flag(path, keys, "optional"))

    def counter(self, path: str, keys: Any) -> Counter:
        """The counter of an operation (USP-10.4)."""
        if "per" not in keys:
            return Counter(PER_NOTHING, Filter(), 0)
        pack = self.pack
        kind = pack.word(f"{path}.per.kind", PER_NAMES[1:])
        if kind == "vocation":
            pack.table(f"{path}.per", ["kind", "name"])
            name = pack.word(f"{path}.per.name", VOCATION_NAMES)
            return Counter(PER_NAMES.index(kind), Filter(), VOCATION_NAMES.index(name))
        if kind == "office":
            pack.table(f"{path}.per", ["kind"])
            return Counter(PER_NAMES.index(kind), Filter(), 0)
        names = pack.table(f"{path}.per", ["kind", *_FILTER], ["kind"])
        return Counter(PER_NAMES.index(kind), _read_filter(pack, f"{path}.per", names), 0)

    def who(self, path: str) -> int:
        """A selector of players (USP-10.2)."""
        found = self.pack.get(path)
        names = [*WHO_NAMES, *(f"voc:{v}" for v in VOCATION_NAMES), *(f"office:{o}" for o in OFFICE_NAMES)]
        word = self.pack.word(path, names)
        if word.startswith("voc:"):
            return HOLDERS + VOCATION_NAMES.index(word[4:])
        if word.startswith("office:"):
            return HOLDER + OFFICE_NAMES.index(word[7:])
        return WHO_NAMES.index(str(found))

    def flag(self, path: str, keys: Any, name: str) -> bool:
        value = keys.get(name, False)
        if not isinstance(value, bool):
            self.pack.refuse(f"{path}.{name}", f"expected true or false, not {value!r}")
        return value


def read_data(text: str, source: str) -> Data:
    """The tables of a data pack; BadData names what is wrong with it, and where."""
    return Data(Pack(text, source))


def default_data() -> Data:
    """The tables of the project's own pack; most of its card values are house values (USP-0.2)."""
    if not _DEFAULT:
        path = Path(__file__).with_name("data.toml")
        _DEFAULT.append(read_data(path.read_text(encoding="utf-8"), path.name))
    return _DEFAULT[0]


_DEFAULT: Final[list[Data]] = []
