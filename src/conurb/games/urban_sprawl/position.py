"""Positions: the whole state in the words of the rulebook, saved, loaded, written by hand, checked.

The schema is documented in docs/positions/urban_sprawl.md. A hand-written position may be partial: what it leaves out
takes its set-up value, cards that it does not name lie in their decks. `orders` sets a game up with explicit deck
orders (USP-3.18).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from librt.vecs import vec
from mypy_extensions import i64

from conurb.games.urban_sprawl.geometry import BLOCK_OF, FOOT_SIZE, LOTS, LOTS_A_WORD, ONE, WORDS, lots_of
from conurb.games.urban_sprawl.terms import (
    AT,
    BELOW_PACKET,
    CARDS,
    CLAIM,
    CONTRACT,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    DEPTH,
    EFFECTS,
    EVENT,
    EVENT_CARD,
    FRAME,
    IN_PACKET,
    LOWER_PERMITS,
    METROPOLIS,
    NO_DECISION,
    OFFICES,
    OVER,
    PERMIT,
    PLANNING,
    PLANNING_CARDS,
    PROCEDURE,
    STAGE,
    SUBJECT,
    TOWN,
    TYPES,
    VOCATIONS,
)
from conurb.games.urban_sprawl.view import (
    TABLE_FIELDS,
    Supply,
    card_places,
    list_in,
    read_face_up,
    read_stack,
    read_table,
    table,
)
from conurb.kernel.checks import BadPosition, fields
from conurb.kernel.options import options_dict
from conurb.kernel.rng import Rng, load_rng
from conurb.kernel.state import Position

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State

FIELDS = ("game", "players", "options", "data", *TABLE_FIELDS, "decks", "reshuffles", "rng", "orders")
ORDER_FIELDS = (*DECK_NAMES, "reshuffles")


# --- saving


def save(state: State) -> Position:
    ids = [card.id for card in state.data.cards]
    return {
        "game": state.game,
        "players": int(state.players),
        "options": options_dict(state.options),
        "data": state.data.hash,
        **table(state),
        "decks": {DECK_NAMES[deck]: [ids[card] for card in deck_cards(state, deck)] for deck in range(DECKS)},
        "reshuffles": [[ids[card] for card in reversed(list(order))] for order in state.reshuffles],
        "rng": state.rng.save(),
    }


def deck_cards(state: State, deck: int) -> list[int]:
    """The cards of a deck, top first."""
    start = deck * DECK_ROOM
    return [int(card) for card in reversed(list(state.orders[start : start + int(state.left[deck])]))]


# --- loading


def fill(state: State, position: Mapping[str, object], seed: int) -> None:
    """Read a position into a blank state; BadPosition names the field that is wrong."""
    given: Mapping[str, Any] = fields("position", position, FIELDS)
    if given.get("data", state.data.hash) != state.data.hash:
        raise BadPosition("data: the position belongs to another data pack; give that pack with --data")
    state.rng = load_rng(given["rng"]) if "rng" in given else Rng(seed)
    if "orders" in given:
        others = [name for name in given if name not in ("game", "players", "options", "data", "rng", "orders")]
        if others:
            raise BadPosition(f"orders: set-up with explicit decks goes without {others[0]}")
        set_up_with_orders(state, given["orders"])
        return
    state.clear_table()
    supply = Supply(state.data)
    read_table(state, given, supply)
    read_stack(state, given, supply)
    _read_decks(state, given, supply)
    _deal_what_is_missing(state, given)
    read_face_up(state, given)
    state.reshuffles = [
        _cards_in(state, f"reshuffles.{n}", order)
        for n, order in enumerate(list_in("reshuffles", given.get("reshuffles", []), 99))
    ]
    _check_claims(state)
    _check_end(state)
    _begin(state)


def _check_claims(state: State) -> None:
    """Whatever is claimed before, every seat can pay for the dearest buildings left (USP-3.10)."""
    if state.phase != CLAIM:
        return
    lots = [int(lot) for lot in state.data.start_lots if state.start_lots(lot // LOTS_A_WORD) & ONE[lot]]
    values = sorted((int(state.value_of[BLOCK_OF[lot]]) for lot in lots if state.board.owner(lot) < 0), reverse=True)
    for seat in range(int(state.players)):
        claims = len(range((seat - int(state.active)) % int(state.players), len(values), int(state.players)))
        need = sum(values[:claims])
        if state.wealth[seat] < need:
            why = f"the dearest {claims} starting buildings left cost that much (USP-3.10)"
            raise BadPosition(f"seats.{seat}.wealth: expected at least {need}, not {int(state.wealth[seat])}: {why}")


def _check_end(state: State) -> None:
    """Without its special events a game would have no end (USP-6.1)."""
    for deck in range(PLANNING):
        if state.phase == OVER or _special_to_come(state, deck):
            continue
        id = state.data.cards[state.data.special[deck]].id
        if deck == METROPOLIS:
            raise BadPosition(f"out: {id} ends the game, so it is out in the phase 'over' only (USP-6.1)")
        if not state.active_decks[deck + 1]:
            following = DECK_NAMES[deck + 1]
            raise BadPosition(f"contracts.{following}.active: expected true, since {id} is out (USP-4.46)")


def _special_to_come(state: State, deck: int) -> bool:
    """Whether the special event of a deck lies in it, or is being resolved and has yet to do what it is for."""
    special = int(state.data.special[deck])
    if special in deck_cards(state, deck):
        return True
    top = (int(state.depth) - 1) * FRAME
    for f in range(0, top + 1, FRAME):
        if state.stack[f + PROCEDURE] == EVENT_CARD and state.stack[f + SUBJECT] == special:
            if f == top or state.stack[f + FRAME + PROCEDURE] != EFFECTS:
                return bool(state.stack[f + STAGE] == 0)
            operations = state.data.lists[state.stack[f + FRAME + SUBJECT]]
            rest = operations[int(state.stack[f + FRAME + AT]) :]
            return any(operation.op in ("activate", "end_game") for operation in rest)
    return False


def _begin(state: State) -> None:
    """Go on to the next decision, or work out the options of the one given."""
    if state.asking == NO_DECISION:
        state.advance()
        return
    try:
        state.ask_again()
    except (IndexError, AssertionError, NotImplementedError):
        raise BadPosition("decision: it does not fit the procedure on top of the stack") from None
    if len(state.choices) < 2:
        raise BadPosition("decision: there are not two options to choose from")


def _cards_in(state: State, where: str, order: object) -> vec[i64]:
    """An order written top first, as the engine keeps it: bottom first."""
    supply = Supply(state.data)
    cards = [supply.take_planning(id, where) for id in list_in(where, order, PLANNING_CARDS)]
    return vec[i64](list(reversed(cards)))


def _read_decks(state: State, given: Mapping[str, Any], supply: Supply) -> None:
    """The cards given lie on top, in that order; what is nowhere named is shuffled below, in piles as at set-up."""
    decks = fields("decks", given.get("decks", {}), DECK_NAMES)
    named: list[list[int]] = []
    for deck in range(DECKS):
        where = f"decks.{DECK_NAMES[deck]}"
        cards = [supply.take(id, where) for id in list_in(where, decks.get(DECK_NAMES[deck], []), PLANNING_CARDS)]
        for card in cards:
            if state.data.cards[card].deck != deck:
                raise BadPosition(f"{where}: {state.data.cards[card].id} is of another deck")
        named.append(cards)
    if "discards" not in given.get("planning", {}):
        for card in supply.left_of(PLANNING):  # the renewals begin in the discard pile (USP-3.7)
            if state.data.renewals >> card & 1:
                supply.used[card] = "planning.discards"
                state.discards |= 2**card
    for deck in range(PLANNING):
        known = "packet" in given.get("contracts", {}).get(DECK_NAMES[deck], {})
        _pile_contracts(state, deck, named[deck], supply.left_of(deck), known)
    _pile_planning(state, named[PLANNING], supply.left_of(PLANNING), "upper" in given.get("planning", {}))


def _pile_contracts(state: State, deck: int, named: list[int], rest: list[int], known: bool) -> None:
    special = int(state.data.special[deck])
    others = [card for card in rest if card != special]
    order = _shuffled(state, others)
    low, high = 0, 0
    if special in rest:
        low = min(int(BELOW_PACKET[state.variant]), len(order))
        high = min(low + int(IN_PACKET[state.variant]), len(order))
        packet = _shuffled(state, [*order[low:high], special])
        order = order[:low] + packet + order[high:]
        high += 1
    order += reversed(named)
    if special in named:
        low = order.index(special)
        high = low + 1
    state.lay_deck(deck, vec[i64](order))
    if not known:
        state.packet_low[deck] = low
        state.packet_high[deck] = high


def _shuffled(state: State, cards: list[int]) -> list[int]:
    if not cards:
        return []  # a complete position must not move its generator
    order = vec[i64](cards)
    state.rng.shuffle(order)
    return [int(card) for card in order]


def _pile_planning(state: State, named: list[int], rest: list[int], known: bool) -> None:
    permits = _shuffled(state, [card for card in rest if state.data.cards[card].kind == PERMIT])
    lower = _shuffled(state, permits[:LOWER_PERMITS] + [c for c in rest if state.data.cards[c].kind != PERMIT])
    state.lay_deck(PLANNING, vec[i64](lower + permits[LOWER_PERMITS:] + list(reversed(named))))
    if not known:
        state.upper = len(lower) if not named else PLANNING_CARDS


def _deal_what_is_missing(state: State, given: Mapping[str, Any]) -> None:
    """Boxes and hands that the position does not speak of are dealt as at set-up."""
    seats = given.get("seats", [])
    for seat in range(int(state.players)):
        if seat >= len(seats) or "planning" not in seats[seat]:
            for _ in range(state.data.start_cards[seat]):
                state.held[seat] |= 2 ** _next_card(state, PLANNING)
    if "boxes" not in given.get("planning", {}):
        for box in range(len(state.planning_boxes)):
            state.planning_boxes[box] = _next_card(state, PLANNING)
    if "boxes" not in given.get("contracts", {}):
        for box in range(len(state.contract_boxes)):
            state.contract_boxes[box] = _next_card(state, TOWN)


def _next_card(state: State, deck: int) -> int:
    """The uppermost card of a deck that is no event."""
    order = list(reversed(deck_cards(state, deck)))
    for height in range(len(order) - 1, -1, -1):
        if state.data.cards[order[height]].kind != EVENT:
            card = order.pop(height)
            state.lay_deck(deck, vec[i64](order))
            if deck != PLANNING and height < state.packet_high[deck]:
                state.packet_high[deck] -= 1
                state.packet_low[deck] = min(state.packet_low[deck], state.packet_high[deck])
            if deck == PLANNING and height < state.upper:
                state.upper = PLANNING_CARDS
            return card
    raise BadPosition(f"decks.{DECK_NAMES[deck]}: too few cards are left to deal; name the boxes and hands")


# --- explicit deck orders (USP-3.18)


def set_up_with_orders(state: State, given: object) -> None:
    """Set a game up with stacked decks; what is not given is shuffled."""
    orders: Mapping[str, Any] = fields("orders", given, ORDER_FIELDS)
    stacked = {
        deck: _read_order(state, deck, orders[DECK_NAMES[deck]]) for deck in range(DECKS) if DECK_NAMES[deck] in orders
    }
    queue = list_in("orders.reshuffles", orders.get("reshuffles", []), 99)
    reshuffles = [_cards_in(state, f"orders.reshuffles.{n}", order) for n, order in enumerate(queue)]
    state.clear_table()
    for k in range(len(state.data.start_lots)):
        state.place_start(k)
    for deck in range(PLANNING):
        if deck in stacked:
            state.lay_deck(deck, stacked[deck])
            height = list(stacked[deck]).index(int(state.data.special[deck]))
            state.packet_low[deck] = height
            state.packet_high[deck] = height + 1
        else:
            state.shuffle_contracts(deck)
        if deck == TOWN:
            state.deal_town()
    state.shuffle_planning()
    if PLANNING in stacked:
        state.lay_deck(PLANNING, stacked[PLANNING])
        state.upper = PLANNING_CARDS
    state.deal_planning()
    state.reshuffles = reshuffles
    state.advance()


def _read_order(state: State, deck: int, given: object) -> vec[i64]:
    """A whole deck, written top first; kept bottom first."""
    where = f"orders.{DECK_NAMES[deck]}"
    supply = Supply(state.data)
    cards = [supply.take(id, where) for id in list_in(where, given, PLANNING_CARDS)]
    data = state.data
    wanted = [
        n for n in range(CARDS) if data.cards[n].deck == deck and not (n < PLANNING_CARDS and data.renewals >> n & 1)
    ]
    missing = [n for n in wanted if n not in cards]
    foreign = [n for n in cards if n not in wanted]
    if missing or foreign:
        wrong = (
            f"{data.cards[foreign[0]].id} does not belong here"
            if foreign
            else f"{data.cards[missing[0]].id} is missing"
        )
        raise BadPosition(f"{where}: expected each of the {len(wanted)} cards once, but {wrong}")
    if deck == TOWN:
        above = cards[: cards.index(int(data.special[TOWN]))]
        if sum(1 for n in above if data.cards[n].kind == CONTRACT) < 6:
            raise BadPosition(f"{where}: at least six contracts must lie above {data.cards[data.special[TOWN]].id}")
    if deck == PLANNING:
        dealt = sum(int(n) for n in data.start_cards[: int(state.players)]) + 5
        events = [data.cards[n].id for n in cards[:dealt] if data.cards[n].kind == EVENT]
        if events:
            raise BadPosition(f"{where}: {events[0]} is among the {dealt} cards dealt at set-up, and it is an event")
    return vec[i64](list(reversed(cards)))


# --- invariants (USP-9.2)


def check(state: State) -> None:
    """Assert every invariant that holds at any decision."""
    _check_cards(state)
    _check_board(state)
    _check_tokens(state)
    assert (state.asking == NO_DECISION) == (state.phase == OVER), "a decision is at hand until the game is over"
    assert 0 <= state.depth <= DEPTH
    if state.phase != OVER:
        assert 0 <= state.decider < state.players
        assert len(state.choices) >= 2, "a decision with one option is made automatically (USP-4.2)"
        assert list(state.choices) == sorted(set(state.choices))
        choices = list(state.choices)
        state.ask_again()
        assert list(state.choices) == choices, "the options of the decision have changed"
    assert 0 <= state.undo_floor <= state.count
    for seat in range(int(state.players)):
        assert state.wealth[seat] >= 0, "negative wealth (USP-0.3)"
        assert state.prestige[seat] >= 0, "negative prestige (USP-5.18)"
        assert state.favors[2 * seat] >= 0 or state.favors[2 * seat + 1] < 0, "favors are kept oldest first"


def _check_cards(state: State) -> None:
    places = card_places(state)
    for deck in range(DECKS):
        for card in deck_cards(state, deck):
            assert state.data.cards[card].deck == deck, "a card is in another deck"
            places[card] += 1
        if state.face_up[deck]:
            assert state.left[deck] > 0
            assert state.data.cards[state.top(deck)].kind != EVENT, "an event lies face up"
    assert all(places[card] == 1 for card in range(PLANNING_CARDS)), "a planning card is missing or there twice"
    assert all(places[card] <= 1 for card in range(CARDS)), "a card is in two places"
    for card in [*state.planning_boxes, *state.contract_boxes, *state.favors]:
        assert card < 0 or state.data.cards[card].kind != EVENT, "an event lies in a box"
    for deck in range(PLANNING):
        if not state.active_decks[deck]:
            assert not state.face_up[deck], "an inactive deck shows a card"


def _check_board(state: State) -> None:
    board = state.board
    left = [int(n) for n in state.data.tiles]
    seen: set[int] = set()
    for lot in range(LOTS):
        foot = int(board.foot(lot))
        if foot < 0:
            assert board.at[lot] == 0
            continue
        assert lot in lots_of(foot), "a building does not cover its lot"
        first = lots_of(foot)[0]
        assert board.at[first] == board.at[lot], "two buildings on one lot"
        if first not in seen:
            seen.add(first)
            left[int(board.kind(lot)) * 4 + int(FOOT_SIZE[foot]) - 1] -= 1
    assert left == [int(n) for n in board.supply], "building tiles are lost (USP-1.5)"
    assert min(left) >= 0
    other = type(board)(
        board.at[:],
        vec[i64]([0] * WORDS),
        vec[i64]([0] * WORDS),
        vec[i64]([0] * (TYPES * WORDS)),
        vec[i64]([0] * (TYPES * WORDS)),
        vec[i64]([0] * (4 * WORDS)),
        vec[i64]([0] * (int(state.players + 1) * WORDS)),
        vec[i64](state.data.tiles),
    )
    for first in sorted(seen):
        other.put(board.foot(first), board.kind(first), board.owner(first))
    for name in ("taken", "firsts", "types", "near", "sizes", "owners", "supply"):
        assert list(getattr(other, name)) == list(getattr(board, name)), f"the table {name} does not fit the buildings"


def _check_tokens(state: State) -> None:
    for vocation in range(VOCATIONS):
        assert state.vocation_supply(vocation) >= 0, "too many vocation tiles (USP-1.7)"
    markers = [int(circle) for circle in state.circles if circle]
    assert len(set(markers)) == len(markers), "a marker lies in two circles"
    known = {int(n) * 2 for n in state.data.wealth_markers} | {int(n) * 2 + 1 for n in state.data.prestige_markers}
    assert set(markers) <= known, "an unknown marker"
    for office in range(OFFICES):
        assert state.offices[office] < state.players
        assert state.offices[office] < 0 or state.office_in_play(office), "an office that is not in play is held"
    assert state.contractor < 0 or state.contractor_in_play
