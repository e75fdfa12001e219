"""Action codes, structured moves and notation (USP-4.2, USP-9.6).

    claim A6b             a starting building
    invest P07, done      investments, and no more of them
    take P07              a planning card, wherever it lies
    build T04             a contract from its box or deck, or a held favor
    favor T04             the same card as a favor
    end                   no more actions
    permit P07            into the payment for the contract at hand
    on D3bd               a site: the block and its quadrants
    from 2, decline       whose vocation tile to take
    wealth, prestige      the currency to gain or to pay in
    seat 2                the player meant
    office Mayor, row H, option 1, accept, refuse, pick D3bd, marker N-AB, circle E-3, recover P07, none

As JSON a move is {"type": the first word} and one more field: card, lots, seat, office, row, option, or circle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from conurb.games.urban_sprawl.data import Card
from conurb.games.urban_sprawl.effects import touches_any
from conurb.games.urban_sprawl.geometry import (
    CIRCLE_NAMES,
    FIRST,
    FOOT_BLOCK,
    FOOT_SIZE,
    FOOT_TERRAIN,
    foot_name,
    foot_named,
)
from conurb.games.urban_sprawl.sites import levels, may_demolish, usable
from conurb.games.urban_sprawl.terms import (
    ACCEPT,
    ASK_ACTION,
    ASK_CLAIM,
    ASK_INVEST,
    ASK_MARKER,
    ASK_PERMITS,
    ASK_SITE,
    ASK_STEAL,
    BUILD_FAVOR,
    BUILDING,
    CARD,
    CIRCLE,
    CONTRACT_PLACES,
    CONTRACTS,
    DECISION_NAMES,
    FRAME,
    GET_PRESTIGE,
    GET_WEALTH,
    MOST_CHOICES,
    NUM_ACTIONS,
    OFFICE,
    OFFICE_NAMES,
    OPTION,
    PASS,
    PLANNING_BOXES,
    PLANNING_CARDS,
    REFUSE,
    ROW_H,
    SEAT,
    SITE,
    SUBJECT,
    TAKE,
    TERRAIN_NAMES,
    TYPE_NAMES,
    ZONES,
)
from conurb.kernel.checks import (
    BadMove,
    IllegalAction,
    check_fields,
    listing,
    number_in,
    unknown,
    whole_number,
)
from conurb.kernel.state import HOST, Move

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State

# The field of a move, by its first word; words without a field stand alone.
FIELDS: Final = {
    "claim": "lots",
    "invest": "card",
    "take": "card",
    "build": "card",
    "favor": "card",
    "permit": "card",
    "on": "lots",
    "from": "seat",
    "seat": "seat",
    "office": "office",
    "row": "row",
    "pick": "lots",
    "option": "option",
    "marker": "circle",
    "circle": "circle",
    "recover": "card",
}
ALONE: Final = ("done", "end", "decline", "none", "wealth", "prestige", "accept", "refuse")
WORDS_OF: Final = (*FIELDS, *ALONE)


# --- action code -> structured move -> text


def move(state: State, seat: int, action: int) -> Move:
    """The structured form of a legal action."""
    kind = int(state.asking)
    cards = state.data.cards
    if action < SITE:
        lots = foot_name(int(state.board.foot(action - BUILDING)))
        return {"type": "claim" if kind == ASK_CLAIM else "pick", "lots": lots}
    if action < CARD:
        return {"type": "on", "lots": foot_name(action - SITE)}
    if action < TAKE:
        word = {ASK_INVEST: "invest", ASK_PERMITS: "permit"}.get(kind, "recover")
        return {"type": word, "card": cards[action - CARD].id}
    if action < CONTRACTS:
        return {"type": "take", "card": cards[state.planning_card(action - TAKE)].id}
    if action < BUILD_FAVOR:
        word = "favor" if (action - CONTRACTS) % 2 else "build"
        return {"type": word, "card": cards[state.contract_card((action - CONTRACTS) // 2)].id}
    if action < SEAT:
        return {"type": "build", "card": cards[state.favors[2 * state.active + action - BUILD_FAVOR]].id}
    if action < GET_WEALTH:
        return {"type": "from" if kind == ASK_STEAL else "seat", "seat": int(state.seat_of(action))}
    if action < OFFICE:
        return {"type": "wealth" if action == GET_WEALTH else "prestige"}
    if action < ROW_H:
        return {"type": "office", "office": OFFICE_NAMES[action - OFFICE]}
    if action < ACCEPT:
        return {"type": "row", "row": "H" if action == ROW_H else "V"}
    if action < OPTION:
        return {"type": "accept" if action == ACCEPT else "refuse"}
    if action < CIRCLE:
        return {"type": "option", "option": action - OPTION + 1}
    if action < PASS:
        return {"type": "marker" if kind == ASK_MARKER else "circle", "circle": CIRCLE_NAMES[action - CIRCLE]}
    return {"type": pass_word(kind)}


def pass_word(kind: int) -> str:
    return {ASK_INVEST: "done", ASK_ACTION: "end", ASK_STEAL: "decline"}.get(kind, "none")


def text(state: State, seat: int, action: int) -> str:
    """A legal action in notation."""
    return " ".join(str(part) for part in move(state, seat, action).values())


# --- text -> structured move -> action code


def parse(state: State, seat: int, text: str) -> int:
    """The code of a move in notation; BadMove names what cannot be read."""
    words = text.split()
    word = words[0].lower() if words else ""
    if word in ALONE and len(words) == 1:
        return action(state, seat, {"type": word})
    if word not in FIELDS or len(words) != 2:
        raise BadMove(f"cannot read {text!r}: {expected(state)}")
    given = number_in(words[1]) if FIELDS[word] in ("seat", "option") else words[1]
    return action(state, seat, {"type": word, FIELDS[word]: given})


def expected(state: State) -> str:
    """What could be written now."""
    if not state.asking:
        return "the game is over"
    samples = [text(state, int(state.decider), int(code)) for code in (state.choices[0], state.choices[-1])]
    return f"the decision is {DECISION_NAMES[state.asking]}; write for instance {samples[0]!r} or {samples[1]!r}"


def action(state: State, seat: int, move: Mapping[str, object]) -> int:
    """The code of a structured move; BadMove or IllegalAction says what is wrong with it."""
    word = move.get("type")
    if not isinstance(word, str) or word not in WORDS_OF:
        raise BadMove(unknown("type of move", word, WORDS_OF))
    if seat == HOST:
        raise BadMove("the host has no moves in this game")
    name = FIELDS.get(word, "")
    check_fields(move, (name,) if name else (), ("type", "by"))
    if not name:
        return alone_code(word)
    value = move[name]
    if name == "lots":
        return lots_code(state, word, value)
    if name == "card":
        return card_code(state, seat, word, value)
    if name == "seat":
        number = whole_number(value)
        if number is None or not 0 <= number < int(state.players):
            raise BadMove(f"there is no seat {value!r}: seats are 0 to {int(state.players) - 1}")
        return SEAT + (number - int(state.active)) % int(state.players)
    if name == "option":
        number = whole_number(value)
        if number is None or not 1 <= number <= MOST_CHOICES:
            raise BadMove(f"option: expected a number from 1, not {value!r}")
        return OPTION + number - 1
    names: Mapping[str, tuple[int, tuple[str, ...]]] = {
        "office": (OFFICE, OFFICE_NAMES),
        "row": (ROW_H, ("H", "V")),
        "circle": (CIRCLE, CIRCLE_NAMES),
    }
    start, allowed = names[name]
    folded = [known.lower() for known in allowed]
    if not isinstance(value, str) or value.lower() not in folded:
        raise BadMove(unknown(name, value, allowed))
    return start + folded.index(value.lower())


def alone_code(word: str) -> int:
    codes = {"wealth": GET_WEALTH, "prestige": GET_PRESTIGE, "accept": ACCEPT, "refuse": REFUSE}
    return codes.get(word, PASS)


def lots_code(state: State, word: str, lots: object) -> int:
    """A site, or the building that stands on these lots."""
    foot = foot_named(lots[:2].upper() + lots[2:].lower()) if isinstance(lots, str) else -1
    if foot < 0:
        raise BadMove(f"{lots!r} are no lots: write a block and its quadrants, such as D3b or D3bd")
    if word == "on":
        return SITE + foot
    first = int(FIRST[foot])
    if state.board.foot(first) != foot:
        raise IllegalAction(f"there is no building on {foot_name(foot)}")
    return BUILDING + first


def card_code(state: State, seat: int, word: str, given: object) -> int:
    """A card where it lies: on offer, held, or in the discard pile."""
    id = given.upper() if isinstance(given, str) else ""
    if id not in state.data.numbers:
        raise BadMove(f"there is no card {given!r}: ids look like P07, T04 or M12")
    card = state.data.numbers[id]
    if word in ("invest", "permit", "recover"):
        if card >= PLANNING_CARDS:
            raise IllegalAction(f"{id} is no planning card")
        return CARD + card
    if word == "take":
        for place in range(PLANNING_BOXES + 1):
            if state.planning_card(place) == card:
                return TAKE + place
        raise IllegalAction(f"{id} is not on offer among the planning cards")
    for place in range(CONTRACT_PLACES):
        if state.contract_card(place) == card:
            return CONTRACTS + 2 * place + (word == "favor")
    for number in range(2):
        if word == "build" and state.favors[2 * state.active + number] == card:
            return BUILD_FAVOR + number
    raise IllegalAction(f"{id} is not on offer among the contracts" + (" and favors" if word == "build" else ""))


# --- why not


def why_not(state: State, seat: int, action: int, default: str) -> str:
    """Why an action is not legal, by the rule it breaks; otherwise the general reason."""
    if not state.has_seat(seat) or not state.must_act(seat) or not 0 <= action < NUM_ACTIONS:
        return default
    if state.asking == ASK_SITE and SITE <= action < CARD:
        card = state.data.cards[state.stack[(state.depth - 1) * FRAME + SUBJECT]]
        return why_not_there(state, seat, card, action - SITE)
    if state.asking == ASK_ACTION and TAKE <= action < SEAT:
        return why_not_action(state, seat, action)
    return f"{default}; {expected(state)}"


def why_not_action(state: State, seat: int, action: int) -> str:
    """Too few AP, no card there, no room, no permits, no site (USP-4.8 to USP-4.13)."""
    if action < CONTRACTS:
        cost, card = int(state.data.planning_ap[action - TAKE]), int(state.planning_card(action - TAKE))
    elif action < BUILD_FAVOR:
        place = (action - CONTRACTS) // 2
        cost, card = int(state.data.contract_ap[place]), int(state.contract_card(place))
    else:
        cost, card = 0, int(state.favors[2 * seat + action - BUILD_FAVOR])
    if card < 0:
        return "no card lies there"
    name = state.data.cards[card].id
    if cost > state.ap:
        return f"{name} costs {cost} AP, and {int(state.ap)} are left (USP-4.8)"
    if CONTRACTS <= action < BUILD_FAVOR and (action - CONTRACTS) % 2:
        return f"seat {seat} holds as many favors as it may (USP-4.10)"
    if action >= BUILD_FAVOR and state.favor_turns[2 * seat + action - BUILD_FAVOR] >= state.turn:
        return f"{name} was taken this turn: a favor is built in a later turn (USP-4.10)"
    contract = state.data.cards[card]
    have = int(levels(state, usable(state, seat, contract)))
    if have < contract.size:
        zone = TYPE_NAMES[contract.zone]
        return f"{name} needs {int(contract.size)} permits for {zone}; seat {seat} has {have} (USP-5.12)"
    if not state.board.has_tile(contract.zone, contract.size):
        return f"no building tile of {TYPE_NAMES[contract.zone]} with {int(contract.size)} lots is left (USP-1.5)"
    return f"there is no legal site that seat {seat} can pay for {name} (USP-4.13)"


def why_not_there(state: State, seat: int, card: Card, foot: int) -> str:
    """Which rule of section 5 a site breaks."""
    where = foot_name(foot)
    board = state.board
    block = int(FOOT_BLOCK[foot])
    if FOOT_SIZE[foot] != card.size:
        return f"{card.id} covers {int(card.size)} lots, not {int(FOOT_SIZE[foot])} (USP-1.13)"
    if state.value_of[block] > state.wealth[seat]:
        return f"{where} costs {int(state.value_of[block])}, and seat {seat} has {int(state.wealth[seat])} (USP-5.3)"
    if not board.vacant(foot) and not may_demolish(state, seat):
        return f"{where} is not vacant, and seat {seat} may not demolish (USP-5.2)"
    rule = card.where
    if rule.terrain and not FOOT_TERRAIN[foot] & rule.terrain:
        return f"{card.id} must be adjacent to {TERRAIN_NAMES[rule.terrain]} (USP-5.8)"
    if rule.adj and not touches_any(state, foot, rule.adj):
        return f"{card.id} must be adjacent to {types_of(int(rule.adj))} (USP-5.8)"
    if rule.not_adj and touches_any(state, foot, rule.not_adj):
        return f"{card.id} must not be adjacent to {types_of(int(rule.not_adj))} (USP-5.8)"
    if not rule.value_min <= state.value_of[block] <= rule.value_max:
        return f"the value of {where} is {int(state.value_of[block])}, out of what {card.id} allows (USP-5.8)"
    others = 2**ZONES - 1 - 2 ** int(card.zone)
    if not card.ignores_zoning and not board.touches(foot, card.zone) and touches_any(state, foot, others):
        zone = TYPE_NAMES[card.zone]
        return f"{where} is adjacent to another zone and to no {zone}: zoning forbids it (USP-5.6)"
    if not board.vacant(foot):
        return f"not everything on {where} may be demolished: all its lots must be covered (USP-5.4)"
    return f"{card.id} must go to a block of extreme value (USP-5.9)"


def types_of(mask: int) -> str:
    return listing(TYPE_NAMES[kind] for kind in range(len(TYPE_NAMES)) if mask >> kind & 1)
