"""What everybody may see (USP-7), and full states imagined from that.

Nobody has private information: the view is the whole table, with every face-down deck replaced by its size. What is
known of the decks is their pile structure (USP-7.3); `imagine` shuffles the cards that were not seen within it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from conurb.games.urban_sprawl.data import CARD_NUMBERS, Data
from conurb.games.urban_sprawl.effects import BIT, Place
from conurb.games.urban_sprawl.geometry import (
    BLOCK_OF,
    BLOCKS,
    CIRCLE_NAMES,
    FIRST,
    FOOT_BLOCK,
    FOOT_LOTS,
    FOOT_SIZE,
    FOOT_WORD,
    GREY,
    LOTS,
    LOTS_A_WORD,
    ROW_NAMES,
    WORDS,
    block_name,
    foot_in,
    foot_name,
    foot_named,
    kind_in,
    lot_name,
    lot_named,
    owner_in,
)
from conurb.games.urban_sprawl.moves import move, text
from conurb.games.urban_sprawl.terms import (
    ASK_MOVE,
    ASK_PLACE,
    ASK_SITE,
    AT,
    BUILD,
    BUILD_FAVOR,
    CARD,
    CARDS,
    CIRCLES,
    CONTRACT,
    CONTRACT_BOXES,
    CONTRACT_CARDS,
    CONTRACT_PLACES,
    CONTRACTS,
    CURRENCY_NAMES,
    DECISION_NAMES,
    DECISIONS,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    DEPTH,
    EFFECTS,
    ELECTION,
    EVENT,
    EVENT_CARD,
    FOOTPRINTS,
    FRAME,
    FRAME_NAMES,
    ICONS,
    KEY,
    NEW,
    NO_DECISION,
    NOBODY,
    NONE,
    OFFICE_NAMES,
    OFFICES,
    OVER,
    PARK,
    PHASE_NAMES,
    PICKER,
    PLANNING,
    PLANNING_BOXES,
    PLANNING_CARDS,
    PROCEDURE,
    PROCEDURE_NAMES,
    ROW,
    SCORE,
    SELF,
    SITE,
    STAGE,
    SUBJECT,
    TAKE,
    TARGET,
    TURN,
    TYPE_NAMES,
    TYPES,
    VOCATION_NAMES,
    VOCATIONS,
    WHO,
    ZONES,
    A,
    B,
)
from conurb.kernel.bits import lowest
from conurb.kernel.checks import BadPosition, fields, listing, whole_in
from conurb.kernel.numbers import FIVE, TEN, THREE, Layout, Scale, shares, squash
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng
from conurb.kernel.state import Knowledge, View

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State

Json = dict[str, object]

# --- the table as JSON: everything public, and all of it


def table(s: State) -> Json:
    """What lies open; positions and views both contain it."""
    return {
        "turn": int(s.turn),
        "phase": PHASE_NAMES[s.phase],
        "active": int(s.active),
        "ap": int(s.ap),
        "built": bool(s.built),
        "seats": [seat_json(s, seat) for seat in range(int(s.players))],
        "offices": {OFFICE_NAMES[office]: or_none(s.offices[office]) for office in range(OFFICES)},
        "politicians": bool(s.politicians),
        "contractor_in_play": bool(s.contractor_in_play),
        "contractor": or_none(s.contractor),
        "extra_favor": or_none(s.extra_favor),
        "pawn": OFFICE_NAMES[s.pawn],
        "buildings": buildings(s),
        "circles": {CIRCLE_NAMES[c]: marker_json(s.circles[c]) for c in range(CIRCLES)},
        "planning": {
            "boxes": [card_id(s, card) for card in s.planning_boxes],
            "discards": planning_ids(s, s.discards),
            "face_up": bool(s.face_up[PLANNING]),
            "upper": int(s.upper),
        },
        "contracts": {
            "boxes": [card_id(s, card) for card in s.contract_boxes],
            **{DECK_NAMES[deck]: deck_json(s, deck) for deck in range(PLANNING)},
            "above": [s.data.cards[PLANNING_CARDS + n].id for n in range(CONTRACT_CARDS) if s.above & BIT[n]],
        },
        "out": [s.data.cards[card].id for card in out_of_game(s)],
        "stack": [frame_json(s, k * FRAME) for k in range(s.depth)],
        "decision": decision_json(s),
        "last_seat": or_none(s.last_seat),
        "count": int(s.count),
        "undo_floor": int(s.undo_floor),
    }


def or_none(number: i64) -> int | None:
    return None if number < 0 else int(number)


def card_id(s: State, card: i64) -> str | None:
    return None if card < 0 else s.data.cards[card].id


def planning_ids(s: State, cards: i64) -> list[str]:
    return [s.data.cards[card].id for card in range(PLANNING_CARDS) if cards & BIT[card]]


def seat_json(s: State, seat: int) -> Json:
    favors: list[Json] = []
    for slot in range(2 * seat, 2 * seat + 2):
        if s.favors[slot] >= 0:
            favors.append({"card": s.data.cards[s.favors[slot]].id, "turn": int(s.favor_turns[slot])})
    return {
        "wealth": int(s.wealth[seat]),
        "prestige": int(s.prestige[seat]),
        "planning": planning_ids(s, s.held[seat]),
        "favors": favors,
        "vocations": {VOCATION_NAMES[v]: int(n) for v in range(VOCATIONS) if (n := s.vocations[seat * VOCATIONS + v])},
    }


def buildings(s: State) -> list[Json]:
    """Every building by its lots, in canonical order."""
    found: list[Json] = []
    for w in range(WORDS):
        board = s.board.firsts[w]
        while board:
            lot = w * LOTS_A_WORD + lowest(board)
            board &= board - 1
            foot = s.board.foot(lot)
            found.append(
                {
                    "lots": foot_name(int(foot)),
                    "zone": TYPE_NAMES[s.board.kind(lot)],
                    "owner": or_none(s.board.owner(lot)),
                }
            )
    return found


def marker_json(marker: i64) -> Json | None:
    return None if not marker else {"kind": CURRENCY_NAMES[marker & 1], "number": int(marker >> 1)}


def deck_json(s: State, deck: int) -> Json:
    return {
        "active": bool(s.active_decks[deck]),
        "face_up": bool(s.face_up[deck]),
        "packet": [int(s.packet_low[deck]), int(s.packet_high[deck])],
    }


def decision_json(s: State) -> Json | None:
    if s.asking == NO_DECISION:
        return None
    return {"kind": DECISION_NAMES[s.asking], "seat": int(s.decider)}


def frame_json(s: State, f: int) -> Json:
    """A frame of the stack in words; what has its plain value is left out."""
    words = [int(word) for word in s.stack[f : f + FRAME]]
    procedure = words[PROCEDURE]
    shown: Json = {"procedure": PROCEDURE_NAMES[procedure], "self": words[SELF]}
    subject = subject_name(s.data, procedure, words[SUBJECT])
    if subject is not None:
        shown["subject"] = subject
    for word in (STAGE, AT, B):
        if words[word]:
            shown[FRAME_NAMES[word]] = words[word]
    for word in (NEW, TARGET):
        if words[word] >= 0:
            shown[FRAME_NAMES[word]] = lot_name(words[word])
    for word in (PICKER, ROW):
        if words[word] >= 0:
            shown[FRAME_NAMES[word]] = words[word]
    if words[WHO]:
        shown["who"] = [seat for seat in range(int(s.players)) if words[WHO] >> seat & 1]
    if words[A]:
        shown["a"] = planning_ids(s, words[A]) if procedure == BUILD else words[A]
    return shown


def subject_name(data: Data, procedure: int, subject: int) -> str | None:
    if procedure == EFFECTS:
        return data.list_names[subject]
    if procedure in (BUILD, EVENT_CARD, ICONS):
        return data.cards[subject].id
    if procedure == SCORE:
        return VOCATION_NAMES[subject]
    return OFFICE_NAMES[subject] if procedure == ELECTION else None


def card_places(s: State) -> list[int]:
    """How many places each card is in, decks and the cards out of the game left out."""
    places = [0] * CARDS
    for seat in range(int(s.players)):
        for card in range(PLANNING_CARDS):
            if s.held[seat] & BIT[card]:
                places[card] += 1
    for card in range(PLANNING_CARDS):
        if s.discards & BIT[card]:
            places[card] += 1
    for card in [*s.planning_boxes, *s.contract_boxes, *s.favors]:
        if card >= 0:
            places[card] += 1
    for k in range(s.depth):
        if s.stack[k * FRAME + PROCEDURE] == EVENT_CARD:
            places[s.stack[k * FRAME + SUBJECT]] += 1
    return places


def out_of_game(s: State) -> list[int]:
    """The contract cards that have left the game: built contracts and resolved events."""
    places = card_places(s)
    for deck in range(PLANNING):
        for k in range(s.left[deck]):
            places[s.orders[deck * DECK_ROOM + k]] += 1
    return [card for card in range(PLANNING_CARDS, CARDS) if not places[card]]


# --- reading it back


class Supply:
    """Which cards a position has named, and where; none may be named twice."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.used: dict[int, str] = {}

    def take(self, id: object, where: str) -> int:
        if not isinstance(id, str) or id not in self.data.numbers:
            raise BadPosition(f"{where}: there is no card {id!r}; ids look like P07, T04 or M12")
        card = self.data.numbers[id]
        if card in self.used:
            raise BadPosition(f"{where}: {id} is already in {self.used[card]}")
        self.used[card] = where
        return card

    def take_planning(self, id: object, where: str) -> int:
        card = self.take(id, where)
        if card >= PLANNING_CARDS:
            raise BadPosition(f"{where}: {id} is no planning card")
        return card

    def take_contract(self, id: object, where: str) -> int:
        card = self.take(id, where)
        if self.data.cards[card].kind != CONTRACT:
            raise BadPosition(f"{where}: {id} is no contract")
        return card

    def left_of(self, deck: int) -> list[int]:
        """The cards of a deck that are not named."""
        return [n for n in range(CARDS) if n not in self.used and self.data.cards[n].deck == deck]


def seat_in(s: State, where: str, value: object) -> int:
    """A seat, or NOBODY for null."""
    return NOBODY if value is None else whole_in(where, value, 0, int(s.players) - 1)


def word_in(where: str, value: object, allowed: Sequence[str]) -> int:
    if not isinstance(value, str) or value not in allowed:
        raise BadPosition(f"{where}: expected {listing(allowed)}, not {value!r}")
    return list(allowed).index(value)


def list_in(where: str, value: object, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise BadPosition(f"{where}: expected a list of at most {most}, not {value!r}")
    return value


def flag_in(where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadPosition(f"{where}: expected true or false, not {value!r}")
    return value


TABLE_FIELDS: Final = (
    *("turn", "phase", "active", "ap", "built", "seats", "offices", "politicians", "contractor_in_play", "contractor"),
    *("extra_favor", "pawn", "buildings", "circles", "planning", "contracts", "out", "stack", "decision"),
    *("last_seat", "count", "undo_floor"),
)
SEAT_FIELDS: Final = ("wealth", "prestige", "planning", "favors", "vocations")
PLANNING_FIELDS: Final = ("boxes", "discards", "face_up", "upper")
CONTRACT_FIELDS: Final = ("boxes", "town", "city", "metropolis", "above")
DECK_FIELDS: Final = ("active", "face_up", "packet")


def read_table(s: State, given: Mapping[str, Any], supply: Supply) -> None:
    """The open table into a blank state; what is left out keeps its set-up value. Decks are not read here."""
    s.phase = word_in("phase", given.get("phase", "claim"), PHASE_NAMES)
    s.turn = whole_in("turn", given.get("turn", 0 if s.phase == 0 else 1), 0, 100_000)
    s.active = whole_in("active", given.get("active", 0), 0, int(s.players) - 1)
    s.ap = whole_in("ap", given.get("ap", s.data.ap if PHASE_NAMES[s.phase] == "action" else 0), 0, 99)
    s.built = flag_in("built", given.get("built", False))
    read_seats(s, given.get("seats", []), supply)
    s.politicians = flag_in("politicians", given.get("politicians", False))
    read_offices(s, given.get("offices", {}))
    s.contractor_in_play = flag_in("contractor_in_play", given.get("contractor_in_play", False))
    s.contractor = seat_in(s, "contractor", given.get("contractor"))
    s.extra_favor = seat_in(s, "extra_favor", given.get("extra_favor"))
    s.pawn = word_in("pawn", given.get("pawn", OFFICE_NAMES[0]), OFFICE_NAMES)
    read_buildings(s, given.get("buildings"))
    read_circles(s, given.get("circles", {}))
    read_boxes(s, given, supply)
    for n, id in enumerate(list_in("out", given.get("out", []), CARDS)):
        if supply.take(id, f"out.{n}") < PLANNING_CARDS:
            raise BadPosition(f"out.{n}: planning cards never leave the game, so {id} cannot be out")
    s.last_seat = seat_in(s, "last_seat", given.get("last_seat"))
    s.count = whole_in("count", given.get("count", 0), 0, 10_000_000)
    s.undo_floor = whole_in("undo_floor", given.get("undo_floor", int(s.count)), 0, int(s.count))


def read_seats(s: State, given: object, supply: Supply) -> None:
    n = int(s.players)
    for seat, entry in enumerate(list_in("seats", given, n)):
        where = f"seats.{seat}"
        about = fields(where, entry, SEAT_FIELDS)
        s.wealth[seat] = whole_in(f"{where}.wealth", about.get("wealth", int(s.wealth[seat])), 0, 1_000_000)
        s.prestige[seat] = whole_in(f"{where}.prestige", about.get("prestige", 0), 0, 1_000_000)
        for id in list_in(f"{where}.planning", about.get("planning", []), PLANNING_CARDS):
            card = supply.take_planning(id, f"{where}.planning")
            if s.data.cards[card].kind == EVENT:
                raise BadPosition(f"{where}.planning: {id} is an event, and nobody can hold it")
            s.held[seat] |= BIT[card]
        for slot, favor in enumerate(list_in(f"{where}.favors", about.get("favors", []), 2)):
            here = f"{where}.favors.{slot}"
            known = fields(here, {"card": favor} if isinstance(favor, str) else favor, ("card", "turn"))
            s.favors[2 * seat + slot] = supply.take_contract(known.get("card"), here)
            s.favor_turns[2 * seat + slot] = whole_in(f"{here}.turn", known.get("turn", 0), 0, int(s.turn))
        tiles = fields(f"{where}.vocations", about.get("vocations", {}), VOCATION_NAMES)
        for name, amount in tiles.items():
            vocation = VOCATION_NAMES.index(name)
            most = int(s.vocation_supply(vocation))
            s.vocations[seat * VOCATIONS + vocation] = whole_in(f"{where}.vocations.{name}", amount, 0, most)


def read_offices(s: State, given: object) -> None:
    for name, holder in fields("offices", given, OFFICE_NAMES).items():
        office = OFFICE_NAMES.index(name)
        s.offices[office] = seat_in(s, f"offices.{name}", holder)
        if s.offices[office] >= 0 and not s.office_in_play(office):
            raise BadPosition(f"offices.{name}: this office is not in play; set politicians = true")


def read_buildings(s: State, given: object) -> None:
    if given is None:  # the starting buildings, uncontrolled (USP-3.3)
        for k in range(len(s.data.start_lots)):
            s.place_start(k)
        return
    for n, entry in enumerate(list_in("buildings", given, LOTS)):
        where = f"buildings.{n}"
        about = fields(where, entry, ("lots", "zone", "owner"))
        foot = foot_named(str(about.get("lots")))
        if foot < 0:
            raise BadPosition(f"{where}.lots: {about.get('lots')!r} are no lots; write for instance D3b or D3bd")
        kind = word_in(f"{where}.zone", about.get("zone"), TYPE_NAMES)
        if not s.board.vacant(foot):
            raise BadPosition(f"{where}: {foot_name(foot)} is not vacant")
        if not s.board.has_tile(kind, FOOT_SIZE[foot]):
            raise BadPosition(f"{where}: no tile of {TYPE_NAMES[kind]} with {int(FOOT_SIZE[foot])} lots is left")
        s.board.put(foot, kind, seat_in(s, f"{where}.owner", about.get("owner")))


def read_circles(s: State, given: object) -> None:
    for name, marker in fields("circles", given, CIRCLE_NAMES).items():
        if marker is None:
            continue
        where = f"circles.{name}"
        about = fields(where, marker, ("kind", "number"))
        kind = word_in(f"{where}.kind", about.get("kind"), CURRENCY_NAMES[:2])
        numbers = [int(n) for n in (s.data.prestige_markers if kind else s.data.wealth_markers)]
        number = whole_in(f"{where}.number", about.get("number"), numbers[0], numbers[-1])
        if number not in numbers or any(circle == number * 2 + kind for circle in s.circles):
            raise BadPosition(f"{where}: there is no such marker left")
        s.circles[CIRCLE_NAMES.index(name)] = number * 2 + kind
    s.renew_values()


def read_boxes(s: State, given: Mapping[str, Any], supply: Supply) -> None:
    planning = fields("planning", given.get("planning", {}), PLANNING_FIELDS)
    for box, id in enumerate(list_in("planning.boxes", planning.get("boxes", []), PLANNING_BOXES)):
        if id is not None:
            card = supply.take_planning(id, f"planning.boxes.{box}")
            if s.data.cards[card].kind == EVENT:
                raise BadPosition(f"planning.boxes.{box}: {id} is an event, and events never lie in boxes")
            s.planning_boxes[box] = card
    for id in list_in("planning.discards", planning.get("discards", []), PLANNING_CARDS):
        s.discards |= BIT[supply.take_planning(id, "planning.discards")]
    s.upper = whole_in("planning.upper", planning.get("upper", PLANNING_CARDS), 0, PLANNING_CARDS)
    contracts = fields("contracts", given.get("contracts", {}), CONTRACT_FIELDS)
    for box, id in enumerate(list_in("contracts.boxes", contracts.get("boxes", []), CONTRACT_BOXES)):
        if id is not None:
            s.contract_boxes[box] = supply.take_contract(id, f"contracts.boxes.{box}")
    for deck in range(PLANNING):
        where = f"contracts.{DECK_NAMES[deck]}"
        about = fields(where, contracts.get(DECK_NAMES[deck], {}), DECK_FIELDS)
        s.active_decks[deck] = int(flag_in(f"{where}.active", about.get("active", deck == 0)))
        packet = list_in(f"{where}.packet", about.get("packet", [0, 0]), 2)
        if len(packet) != 2:
            raise BadPosition(f"{where}.packet: expected two heights, counted from the bottom of the deck")
        s.packet_low[deck] = whole_in(f"{where}.packet.0", packet[0], 0, CONTRACT_CARDS)
        s.packet_high[deck] = whole_in(f"{where}.packet.1", packet[1], 0, CONTRACT_CARDS)
    if s.active_decks[2] and not s.active_decks[1]:
        raise BadPosition("contracts: the metropolis deck becomes active after the city deck")
    s.above = 0
    for id in list_in("contracts.above", contracts.get("above", []), CONTRACT_CARDS):
        card = s.data.numbers.get(str(id), -1)
        if not PLANNING_CARDS <= card < PLANNING_CARDS + CONTRACT_CARDS:
            raise BadPosition(f"contracts.above: {id!r} is no town card")
        s.above |= BIT[card - PLANNING_CARDS]


def read_face_up(s: State, given: Mapping[str, Any]) -> None:
    """Whether the deck tops are face up; left out, they are where that is possible."""
    for deck in range(DECKS):
        about = given.get("planning", {}) if deck == PLANNING else given.get("contracts", {}).get(DECK_NAMES[deck], {})
        open = deck == PLANNING or bool(s.active_decks[deck])
        possible = open and s.left[deck] > 0 and s.data.cards[s.top(deck)].kind != EVENT
        wanted = flag_in(f"{DECK_NAMES[deck]}.face_up", about.get("face_up", possible))
        if wanted and not possible:
            raise BadPosition(f"{DECK_NAMES[deck]}: there is no card that could lie face up on this deck")
        s.face_up[deck] = int(wanted)


# --- the stack


def read_stack(s: State, given: Mapping[str, Any], supply: Supply) -> None:
    """The frames and the decision; left out, the phase begins."""
    if s.phase == OVER:
        s.depth = 0
        s.decider = NOBODY
        return
    frames = list_in("stack", given.get("stack", [{"procedure": "turn"}]), DEPTH)
    s.depth = 0
    for k, entry in enumerate(frames):
        read_frame(s, f"stack.{k}", fields(f"stack.{k}", entry, FRAME_NAMES), supply)
    if not frames or s.stack[PROCEDURE] != TURN:
        raise BadPosition("stack: the lowest procedure is the turn")
    decision = given.get("decision")
    if decision is None:
        return
    about = fields("decision", decision, ("kind", "seat"))
    s.asking = word_in("decision.kind", about.get("kind"), DECISION_NAMES[1:]) + 1
    s.decider = whole_in("decision.seat", about.get("seat"), 0, int(s.players) - 1)


def read_frame(s: State, where: str, about: Mapping[str, Any], supply: Supply) -> None:
    procedure = word_in(f"{where}.procedure", about.get("procedure"), PROCEDURE_NAMES)
    f = int(s.push(procedure, read_subject(s, where, procedure, about.get("subject"), supply)))
    for word in (STAGE, AT, B):
        s.stack[f + word] = whole_in(f"{where}.{FRAME_NAMES[word]}", about.get(FRAME_NAMES[word], 0), -1, 1000)
    s.stack[f + SELF] = whole_in(f"{where}.self", about.get("self", int(s.active)), 0, int(s.players) - 1)
    for word in (NEW, TARGET):
        name = about.get(FRAME_NAMES[word])
        if name is not None:
            lot = lot_named(str(name))
            if lot < 0 or s.board.foot(lot) < 0 or s.board.first(lot) != lot:
                raise BadPosition(f"{where}.{FRAME_NAMES[word]}: no building begins at {name!r}")
            s.stack[f + word] = lot
    s.stack[f + PICKER] = seat_in(s, f"{where}.picker", about.get("picker"))
    s.stack[f + ROW] = whole_in(f"{where}.row", about.get("row", -1), -1, 1)
    for seat in list_in(f"{where}.who", about.get("who", []), int(s.players)):
        s.stack[f + WHO] |= BIT[whole_in(f"{where}.who", seat, 0, int(s.players) - 1)]
    s.stack[f + A] = read_a(s, where, procedure, about.get("a", 0))


def read_subject(s: State, where: str, procedure: int, subject: object, supply: Supply) -> int:
    here = f"{where}.subject"
    if procedure == EFFECTS:
        if subject not in s.data.list_numbers:
            raise BadPosition(f"{here}: there is no list of effects {subject!r}")
        return s.data.list_numbers[str(subject)]
    if procedure == EVENT_CARD:
        return supply.take(subject, here)
    if procedure in (BUILD, ICONS):
        if subject not in s.data.numbers:
            raise BadPosition(f"{here}: there is no card {subject!r}")
        return s.data.numbers[str(subject)]
    if procedure == SCORE:
        return word_in(here, subject, VOCATION_NAMES)
    return word_in(here, subject, OFFICE_NAMES) if procedure == ELECTION else 0


def read_a(s: State, where: str, procedure: int, value: object) -> int:
    if procedure != BUILD or value == 0:
        return whole_in(f"{where}.a", value, -1, 1000)
    mask = 0
    for id in list_in(f"{where}.a", value, PLANNING_CARDS):
        card = s.data.numbers.get(str(id), CARDS)
        if card >= PLANNING_CARDS:
            raise BadPosition(f"{where}.a: {id!r} is no planning card")
        mask |= 2**card
    return mask


# --- the view (USP-7.1, USP-7.2)


def view(s: State, seat: int | None) -> View:
    """Everything that anybody may know; the seat only says whose options are listed."""
    s.check_observer(seat)
    shown: View = {
        "game": KEY,
        "players": int(s.players),
        "seat": seat,
        "options": options_dict(s.options),
        "data": s.data.hash,
        "to_act": s.to_act(),
        **table(s),
        "decks": {DECK_NAMES[deck]: deck_view(s, deck) for deck in range(DECKS)},
        "values": {block_name(block): int(s.value_of[block]) for block in range(BLOCKS)},
        "printed": {ROW_NAMES[row]: int(s.data.printed[row]) for row in range(GREY)},
        "box_ap": box_ap(s.data),
        "cards": {card: s.data.card_json(s.data.numbers[card]) for card in open_cards(s)},
        "supply": supply_view(s),
        "scores": s.scores(),
        "sheet": s.sheet(),
        "legal": [] if seat is None else [show_action(s, seat, action) for action in s.legal(seat)],
    }
    if s.phase == OVER:
        shown["ranking"] = s.ranking()
    return shown


def deck_view(s: State, deck: int) -> Json:
    """How many cards, and the top one if it is face up."""
    top = card_id(s, s.top(deck)) if s.face_up[deck] else None
    return {"cards": int(s.left[deck]), "top": top}


def box_ap(data: Data) -> Json:
    """What a card costs in each box, from box 1 on, and on top of each deck (USP-2.14)."""
    boxes = {"planning": data.planning_ap[:PLANNING_BOXES], "contracts": data.contract_ap[:CONTRACT_BOXES]}
    shown: Json = {rail: [int(ap) for ap in costs] for rail, costs in boxes.items()}
    decks = [*data.contract_ap[CONTRACT_BOXES:], data.planning_ap[PLANNING_BOXES]]
    return {**shown, "decks": {DECK_NAMES[deck]: int(decks[deck]) for deck in range(DECKS)}}


def open_cards(s: State) -> list[str]:
    """The ids of the cards that matter now: on offer, held, or being resolved."""
    found = [card for card in [*s.planning_boxes, *s.contract_boxes, *s.favors] if card >= 0]
    found += [s.top(deck) for deck in range(DECKS) if s.face_up[deck]]
    for seat in range(int(s.players)):
        found += [card for card in range(PLANNING_CARDS) if s.held[seat] & BIT[card]]
    for k in range(s.depth):
        if s.stack[k * FRAME + PROCEDURE] in (BUILD, EVENT_CARD, ICONS):
            found.append(s.stack[k * FRAME + SUBJECT])
    return [s.data.cards[card].id for card in sorted({int(card) for card in found})]


def supply_view(s: State) -> Json:
    """What is left of tiles, vocations and markers."""
    tiles: Json = {}
    for kind in range(TYPES):
        tiles[TYPE_NAMES[kind]] = [int(n) for n in s.board.supply[kind * 4 : kind * 4 + 4]]
    markers: Json = {}
    used = [int(circle) for circle in s.circles]
    for kind in range(2):
        numbers = s.data.prestige_markers if kind else s.data.wealth_markers
        markers[CURRENCY_NAMES[kind]] = [int(n) for n in numbers if n * 2 + kind not in used]
    vocations: Json = {VOCATION_NAMES[v]: int(s.vocation_supply(v)) for v in range(VOCATIONS)}
    return {"tiles": tiles, "vocations": vocations, "markers": markers}


def show_action(s: State, seat: int, action: int) -> Json:
    """A legal action in words, with what it costs and what can be known of what it gains."""
    shown = move(s, seat, action)
    shown["kind"] = shown.pop("type")
    shown["action"] = action
    shown["text"] = text(s, seat, action)
    if TAKE <= action < CONTRACTS:
        shown["ap"] = int(s.data.planning_ap[action - TAKE])
    elif CONTRACTS <= action < BUILD_FAVOR:
        shown["ap"] = int(s.data.contract_ap[(action - CONTRACTS) // 2])
    elif s.asking == ASK_SITE and SITE <= action < CARD:
        show_site(s, seat, action - SITE, shown)
    elif action < CARD:
        if action >= SITE:
            shown["zone"] = TYPE_NAMES[placed_type(s)]
        lot = action if action < SITE else int(FIRST[action - SITE])
        shown["value"] = int(s.value_of[BLOCK_OF[lot]])
    return shown


def placed_type(s: State) -> int:
    """What would be put on a site that is chosen now: a park of the Mayor's, what moves, or what a card places."""
    f = (s.depth - 1) * FRAME
    if s.asking == ASK_MOVE:
        return int(s.board.kind(s.stack[f + TARGET]))
    if s.asking == ASK_PLACE:
        operation = s.data.lists[s.stack[f + SUBJECT]][s.stack[f + AT]]
        if isinstance(operation, Place):
            return int(operation.kind)
    return PARK


def show_site(s: State, seat: int, foot: int, shown: Json) -> None:
    """Price, adjacency bonus and what would be demolished."""
    card = s.data.cards[s.stack[(s.depth - 1) * FRAME + SUBJECT]]
    shown["zone"] = TYPE_NAMES[card.zone]
    shown["price"] = int(s.value_of[FOOT_BLOCK[foot]])
    shown["bonus"] = int(s.adjacency_bonus(seat, card.zone, foot))
    taken = s.board.taken[FOOT_WORD[foot]] & FOOT_LOTS[foot]
    gone: list[str] = []
    while taken:
        covered = s.board.foot(FOOT_WORD[foot] * LOTS_A_WORD + lowest(taken))
        gone.append(foot_name(int(covered)))
        taken &= ~FOOT_LOTS[covered]
    shown["demolishes"] = gone


# --- imagining (USP-9.4)


@final
@mypyc_attr(native_class=True, acyclic=True)
class SprawlKnowledge(Knowledge):
    """A state with everything the view tells; only the order of the face-down cards is missing."""

    known: State
    hidden: list[vec[i64]]  # the face-down cards of each deck

    def __init__(self, view: View, blank: State) -> None:
        """Reads the view and nothing else into a blank state."""
        self.known = blank
        blank.clear_table()
        supply = Supply(blank.data)
        read_table(blank, view, supply)
        read_stack(blank, view, supply)
        self.hidden = []
        orders = blank.orders[:]
        for deck in range(DECKS):
            cards: int = view["decks"][DECK_NAMES[deck]]["cards"]
            top = view["decks"][DECK_NAMES[deck]]["top"]
            if top is not None:
                orders[deck * DECK_ROOM + cards - 1] = supply.take(top, f"decks.{DECK_NAMES[deck]}")
                blank.face_up[deck] = 1
            blank.left[deck] = cards
            self.hidden.append(vec[i64](supply.left_of(deck)))
        blank.orders = orders
        if blank.asking != NO_DECISION:
            blank.ask_again()

    def sample(self, rng: Rng) -> State:
        """Shuffle the unseen cards of each deck within its pile structure."""
        state = self.known.clone()
        state.rng = rng.fork()
        state.orders = state.orders[:]
        for deck in range(i64(PLANNING)):
            self.deal_contracts(state, deck, rng)
        self.deal_planning(state, rng)
        return state

    def deal_contracts(self, state: State, deck: i64, rng: Rng) -> None:
        """The special event into its packet, events known to lie above the packet there, the rest anywhere."""
        cards = self.hidden[deck][:]
        height = i64(len(cards))
        rng.shuffle(cards)
        start = deck * DECK_ROOM
        for k in range(height):
            state.orders[start + k] = NONE
        special = state.data.special[deck]
        for k in range(height):
            card = cards[k]
            if card == special:
                low = min(state.packet_low[deck], height)
                high = min(state.packet_high[deck], height)
                put_at_random(state.orders, start, low, high, card, rng)
        for k in range(height):
            card = cards[k]
            if deck == 0 and state.above & BIT[card - PLANNING_CARDS]:
                put_at_random(state.orders, start, min(state.packet_high[deck], height), height, card, rng)
        at: i64 = 0
        for k in range(height):
            card = cards[k]
            placed = False
            for j in range(height):
                if state.orders[start + j] == card:
                    placed = True
            if placed:
                continue
            while state.orders[start + at] >= 0:
                at += 1
            state.orders[start + at] = card

    def deal_planning(self, state: State, rng: Rng) -> None:
        """Above `upper` only permits; below, what is left (USP-3.7)."""
        cards = self.hidden[PLANNING][:]
        rng.shuffle(cards)
        height = i64(len(cards))
        start: i64 = PLANNING * DECK_ROOM
        top = height
        bottom: i64 = 0
        room_above = max(height - state.upper, 0)
        for k in range(height):
            if room_above and state.data.permits & BIT[cards[k]]:
                room_above -= 1
                top -= 1
                state.orders[start + top] = cards[k]
            else:
                state.orders[start + bottom] = cards[k]
                bottom += 1


def put_at_random(orders: vec[i64], start: i64, low: i64, high: i64, card: i64, rng: Rng) -> None:
    """A card on one of the free heights from low to high; it stays unplaced if there is none."""
    free: i64 = 0
    for k in range(low, high):
        if orders[start + k] < 0:
            free += 1
    if not free:
        return
    chosen = rng.below(free)
    for k in range(low, high):
        if orders[start + k] < 0:
            if chosen == 0:
                orders[start + k] = card
                return
            chosen -= 1


# --- numbers for learning

MOST_SEATS: Final = 4
GENERAL: Final = 5 + DECISIONS + 3 * MOST_SEATS + 7 + OFFICES
A_DECK: Final = 5  # active, cards, face up, the packet with the special event
A_SEAT: Final = 3 + 4 + ZONES + VOCATIONS + OFFICES + 2 + 2 * (CARD_NUMBERS + 1)
OFFERS: Final = PLANNING_BOXES + 1 + CONTRACT_PLACES + 1  # and the card being built or resolved
A_CARD: Final = 5  # place on offer, discarded, out of the game, above the packet, laid down; then two numbers a seat
TWENTY: Final = Scale(20.0)
FORTY: Final = Scale(40.0)
FOOT_SHARE: Final = shares(FOOTPRINTS)
OFFER_SHARE: Final = shares(OFFERS)
DECK_SHARE: Final = shares(DECK_ROOM)
PERMIT_WEIGHT: Final = shares(160)  # by level


def layout(players: int) -> Layout:
    """Everything is seen from the seat: it is number 0, the others follow clockwise."""
    return [
        ("general", (GENERAL,)),
        ("decks", (DECKS, A_DECK)),
        ("seats", (players, A_SEAT)),
        ("lots", (LOTS, TYPES + players + 4)),
        ("blocks", (BLOCKS,)),
        ("circles", (CIRCLES, 2)),
        ("offers", (OFFERS, CARD_NUMBERS)),
        ("cards", (CARDS, A_CARD + 2 * players)),
        ("stack", (DEPTH, FRAME)),
    ]


def encode(s: State, seat: i64, out: vec[float], at: i64) -> None:
    """What the seat knows, as numbers; docs/lab.md says which. Nobody has secrets: only the point of view differs."""
    n = s.players
    at = encode_general(s, seat, out, at)
    at = encode_decks(s, out, at)
    for k in range(n):
        at = encode_seat(s, (seat + k) % n, out, at)
    at = encode_board(s, seat, out, at)
    offers = on_offer(s)
    at = encode_offers(s, offers, out, at)
    at = encode_cards(s, seat, offers, out, at)
    encode_stack(s, seat, out, at)


def card_at_hand(s: State) -> i64:
    """The card being built or resolved; NONE if there is none."""
    k = s.depth - 1
    while k > 0:
        f = k * FRAME
        procedure = s.stack[f + PROCEDURE]
        if procedure in (BUILD, EVENT_CARD, ICONS):
            return s.stack[f + SUBJECT]
        k -= 1
    return NONE


def encode_general(s: State, seat: i64, out: vec[float], at: i64) -> i64:
    n = s.players
    out[at + s.phase] = 1.0
    at += 5
    out[at + s.asking] = 1.0
    at += DECISIONS
    if s.decider >= 0:
        out[at + (s.decider - seat + n) % n] = 1.0
    at += MOST_SEATS
    out[at + (s.active - seat + n) % n] = 1.0
    at += MOST_SEATS
    if s.last_seat >= 0:
        out[at + (s.last_seat - seat + n) % n] = 1.0
    at += MOST_SEATS
    out[at] = FIVE.of(s.ap)
    out[at + 1] = squash(s.turn, 30.0)
    if s.built:
        out[at + 2] = 1.0
    if s.politicians:
        out[at + 3] = 1.0
    if s.contractor_in_play:
        out[at + 4] = 1.0
    out[at + 5] = float(s.variant) / 2.0
    out[at + 6] = TWENTY.of(s.upper)
    at += 7
    out[at + s.pawn] = 1.0
    return at + OFFICES


def encode_decks(s: State, out: vec[float], at: i64) -> i64:
    for deck in range(i64(DECKS)):
        out[at + 1] = DECK_SHARE[s.left[deck]]
        if s.face_up[deck]:
            out[at + 2] = 1.0
        if deck != PLANNING:
            if s.active_decks[deck]:
                out[at] = 1.0
            out[at + 3] = TWENTY.of(s.packet_low[deck])
            out[at + 4] = TWENTY.of(s.packet_high[deck])
        at += A_DECK
    return at


def encode_seat(s: State, seat: i64, out: vec[float], at: i64) -> i64:
    out[at] = FORTY.of(s.wealth[seat])
    out[at + 1] = squash(s.prestige[seat], 100.0)
    rest = s.held[seat] & s.data.renewals
    while rest:
        out[at + 2] += 0.25
        rest &= rest - 1
    at += 3
    rest = s.held[seat] & s.data.permits
    while rest:
        card = s.data.cards[lowest(rest)]
        rest &= rest - 1
        out[at + card.level - 1] += 1.0 / 40.0
        weight = PERMIT_WEIGHT[card.level]
        for zone in range(i64(ZONES)):
            if card.zones & BIT[zone]:
                out[at + 4 + zone] += weight
    at += 4 + ZONES
    vocations = s.vocations
    for vocation in range(i64(VOCATIONS)):
        tiles = vocations[seat * VOCATIONS + vocation]
        if tiles:
            out[at + vocation] = THREE.of(tiles)
    at += VOCATIONS
    for office in range(i64(OFFICES)):
        if s.offices[office] == seat:
            out[at + office] = 1.0
    at += OFFICES
    if s.contractor == seat:
        out[at] = 1.0
    if s.extra_favor == seat:
        out[at + 1] = 1.0
    at += 2
    for slot in range(2 * seat, 2 * seat + 2):
        if s.favors[slot] >= 0:
            encode_card(s.data, s.favors[slot], out, at)
            out[at + CARD_NUMBERS] = squash(s.favor_turns[slot] + 1, 30.0)
        at += CARD_NUMBERS + 1
    return at


def encode_board(s: State, seat: i64, out: vec[float], at: i64) -> i64:
    """For each lot the type of its building, who controls it, its footprint, whether it is new or the target."""
    n = s.players
    size = TYPES + n + 4
    places = vec[i64]([n] * (n + 1))  # of the owners: nobody, then the seats
    for owner in range(n):
        places[owner + 1] = (owner - seat + n) % n
    buildings = s.board.at
    here = at
    for lot in range(i64(LOTS)):
        building = buildings[lot]
        if building:
            out[here + kind_in(building)] = 1.0
            out[here + TYPES + places[owner_in(building) + 1]] = 1.0
            out[here + TYPES + n + 1] = FOOT_SHARE[foot_in(building) + 1]
        here += size
    stack = s.stack
    for k in range(s.depth):
        new = stack[k * FRAME + NEW]
        target = stack[k * FRAME + TARGET]
        if new >= 0:
            out[at + new * size + TYPES + n + 2] = 1.0
        if target >= 0:
            out[at + target * size + TYPES + n + 3] = 1.0
    at += LOTS * size
    values = s.value_of
    for block in range(i64(BLOCKS)):
        out[at + block] = TEN.of(values[block])
    at += BLOCKS
    for circle in range(i64(CIRCLES)):
        marker = s.circles[circle]
        if marker:
            out[at + 2 * circle + (marker & 1)] = squash(marker >> 1, 6.0)
    return at + 2 * CIRCLES


def on_offer(s: State) -> vec[i64]:
    """The cards to be seen: planning boxes and deck, contract boxes and decks, the card at hand; NONE for none."""
    cards = vec[i64]([NONE] * OFFERS)
    for k in range(i64(PLANNING_BOXES + 1)):
        cards[k] = s.planning_card(k)
    for k in range(i64(CONTRACT_PLACES)):
        cards[PLANNING_BOXES + 1 + k] = s.contract_card(k)
    cards[OFFERS - 1] = card_at_hand(s)
    return cards


def encode_offers(s: State, offers: vec[i64], out: vec[float], at: i64) -> i64:
    for k in range(i64(OFFERS)):
        encode_card(s.data, offers[k], out, at)
        at += CARD_NUMBERS
    return at


def encode_card(data: Data, number: i64, out: vec[float], at: i64) -> None:
    """What can be read off a card."""
    if number < 0:
        return
    places = data.card_places
    numbers = data.card_numbers
    for k in range(data.card_starts[number], data.card_starts[number + 1]):
        out[at + places[k]] = numbers[k]


def encode_cards(s: State, seat: i64, offers: vec[i64], out: vec[float], at: i64) -> i64:
    """Where every card is that has been seen; for each seat, which cards it holds and which are its favors."""
    n = s.players
    size = A_CARD + 2 * n
    somewhere = vec[u8]([0] * CARDS)
    for k in range(i64(OFFERS)):
        card = offers[k]
        if card >= 0 and not (k == OFFERS - 1 and somewhere[card]):
            somewhere[card] = 1
            out[at + card * size] = OFFER_SHARE[k + 1]
    encode_planning(s.discards, out, at + 1, size)
    rest = s.above
    while rest:
        out[at + (PLANNING_CARDS + lowest(rest)) * size + 3] = 1.0
        rest &= rest - 1
    for k in range(s.depth):
        if s.stack[k * FRAME + PROCEDURE] == BUILD:
            encode_planning(s.stack[k * FRAME + A], out, at + 4, size)
    for k in range(n):
        other = (seat + k) % n
        encode_planning(s.held[other], out, at + A_CARD + 2 * k, size)
        for slot in range(2 * other, 2 * other + 2):
            if s.favors[slot] >= 0:
                somewhere[s.favors[slot]] = 1
                out[at + s.favors[slot] * size + A_CARD + 2 * k + 1] = 1.0
    mark_decks(s, somewhere)
    for number in range(i64(PLANNING_CARDS), i64(CARDS)):
        if not somewhere[number]:
            out[at + number * size + 2] = 1.0
    return at + CARDS * size


def mark_decks(s: State, somewhere: vec[u8]) -> None:
    """The contracts and events that are still in a deck, or being resolved."""
    orders = s.orders
    for deck in range(i64(PLANNING)):
        for k in range(deck * DECK_ROOM, deck * DECK_ROOM + s.left[deck]):
            somewhere[orders[k]] = 1
    for k in range(s.depth):
        if s.stack[k * FRAME + PROCEDURE] == EVENT_CARD:
            somewhere[s.stack[k * FRAME + SUBJECT]] = 1


def encode_planning(cards: i64, out: vec[float], at: i64, size: i64) -> None:
    """A set of planning cards, one number each."""
    while cards:
        out[at + lowest(cards) * size] = 1.0
        cards &= cards - 1


def encode_stack(s: State, seat: i64, out: vec[float], at: i64) -> None:
    """What is under way, from the bottom: the words of each frame, seats counted from the own one."""
    n = s.players
    stack = s.stack
    for k in range(s.depth):
        f = k * FRAME
        for word in range(i64(FRAME)):
            number = stack[f + word]
            if word in (SELF, PICKER):
                number = (number - seat + n) % n if number >= 0 else number
            elif word == WHO:
                number = turned(number, seat, n)
            elif word == A and stack[f + PROCEDURE] == BUILD:
                number = 0  # the permits laid down, which are shown card by card
            out[at + word] = TEN.of(number + 1)
        at += FRAME


def turned(seats: i64, seat: i64, n: i64) -> i64:
    """A set of seats, counted from one of them."""
    found: i64 = 0
    for k in range(n):
        if seats & BIT[(seat + k) % n]:
            found |= BIT[k]
    return found
