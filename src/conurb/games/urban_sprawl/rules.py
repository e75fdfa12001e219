"""The rules: the state of a game, and what procedures and effects do to it (USP-3 to USP-6).

What happens next always stands on the stack of frames (terms.py): `advance` runs the procedure on top until somebody
has two or more options (USP-9.3). A decision with one option is made at once (USP-4.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.urban_sprawl import heuristics, moves, position, scoring, view
from conurb.games.urban_sprawl.data import Data
from conurb.games.urban_sprawl.effects import BIT, first_of, most_of, several
from conurb.games.urban_sprawl.geometry import (
    BLOCK_OF,
    BLOCKS,
    CIRCLE_NAMES,
    EAST_OF,
    FIRST,
    FOOT_BLOCK,
    FOOT_LOTS,
    FOOT_WORD,
    GREY,
    LOTS_A_WORD,
    NORTH_OF,
    ONE,
    ROW_NAMES,
    WEST,
    WORDS,
    Board,
    empty_board,
    foot_name,
    foot_named,
    lot_name,
)
from conurb.games.urban_sprawl.procedures import PROCEDURES
from conurb.games.urban_sprawl.scoring import shares
from conurb.games.urban_sprawl.terms import (
    ACTION,
    ASK_CHOOSE,
    ASK_ELECT_TIE,
    ASK_MARKER,
    ASK_OFFER,
    ASK_OFFICE,
    ASK_ORDER,
    ASK_PAY,
    ASK_PERMITS,
    ASK_PICK,
    ASK_RANK_TIE,
    ASK_ROW,
    AT,
    BELOW_PACKET,
    BUILD,
    CAPACITY,
    CIRCLES,
    CITY,
    CLAIM,
    CONTRACT_BOXES,
    CONTRACT_CARDS,
    CURRENCY_NAMES,
    DECISION_NAMES,
    DECISIONS,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    DEPTH,
    DISTRICT_ATTORNEY,
    EFFECTS,
    END,
    EVENT,
    EVENT_CARD,
    FRAME,
    IN_PACKET,
    INVEST,
    KEY,
    LOWER_PERMITS,
    MAYOR,
    MEDIA,
    METROPOLIS,
    NEW,
    NO_DECISION,
    NOBODY,
    NONE,
    NUM_ACTIONS,
    OFFICE_NAMES,
    OFFICES,
    OVER,
    PASS,
    PICKER,
    PLANNING,
    PLANNING_BOXES,
    PLANNING_CARDS,
    PRESTIGE,
    PROCEDURE,
    ROW,
    SEAT,
    SELF,
    STAGE,
    SUBJECT,
    TARGET,
    TOWN,
    TREASURER,
    TURN,
    TYPE_NAMES,
    UNION_BOSS,
    VOCATION_NAMES,
    VOCATIONS,
    WEALTH,
    WHO,
    A,
    B,
)
from conurb.kernel import state as kernel
from conurb.kernel.bits import lowest
from conurb.kernel.numbers import Layout
from conurb.kernel.rng import Rng
from conurb.kernel.state import HOST, Event, Hasher, Knowledge, Move, Position, View

RES_OF_MEDIA: Final = 121  # lot A6b: who controls it gets Media in a tie (USP-3.11)
# Decisions that change nothing by themselves, so that only the choice can be told.
_SILENT: Final = (
    ASK_PERMITS,
    ASK_ELECT_TIE,
    ASK_ORDER,
    ASK_RANK_TIE,
    ASK_OFFICE,
    ASK_ROW,
    ASK_PICK,
    ASK_OFFER,
    ASK_CHOOSE,
    ASK_PAY,
    ASK_MARKER,
)
SILENT: Final = vec[i64]([int(kind in _SILENT) for kind in range(DECISIONS)])


@final
@mypyc_attr(native_class=True, acyclic=True)
class State(kernel.State):
    """One game of Urban Sprawl (USP-9.1)."""

    data: Data
    options: object  # the checked options of the game, as the title's options.py makes them
    variant: i64
    turn_limit: i64  # 0: none (USP-6.7)
    turn: i64  # from 1; 0 while starting buildings are claimed
    active: i64
    phase: i64
    ap: i64
    built: bool  # a contract was built this turn, so the District Attorney's bonus is gone (USP-4.5)
    wealth: vec[i64]
    prestige: vec[i64]
    held: vec[i64]  # the planning cards of each seat, as bits
    favors: vec[i64]  # two a seat, the oldest first
    favor_turns: vec[i64]  # the turn in which each was taken
    vocations: vec[i64]  # tiles by seat and vocation
    offices: vec[i64]  # who holds each
    politicians: bool  # the four other offices are in play
    contractor_in_play: bool
    contractor: i64
    extra_favor: i64
    board: Board
    circles: vec[i64]  # the markers in the grey circles: number * 2 + kind; 0: empty
    value_of: vec[i64]  # of each block (USP-2.9)
    planning_boxes: vec[i64]
    contract_boxes: vec[i64]
    orders: vec[i64]  # the four decks, each from the bottom up; never changed in place, so clones share it
    left: vec[i64]  # cards in each deck
    face_up: vec[i64]  # whether its top card is face up
    packet_low: vec[i64]  # where the special event of each contract deck may lie, counted from the bottom
    packet_high: vec[i64]
    above: i64  # town events that are known to lie above the packet (USP-3.5), as bits from card 54 on
    upper: i64  # cards of the planning deck that are known to be permits (USP-3.7): those above this height
    reshuffles: list[vec[i64]]  # orders given for the reshuffles to come, bottom card first (USP-3.18)
    discards: i64  # the planning discard pile, as bits
    active_decks: vec[i64]
    pawn: i64
    stack: vec[i64]
    depth: i64  # frames on the stack
    asking: i64  # the decision at hand
    decider: i64
    choices: vec[i64]  # its legal actions
    last_seat: i64  # who acted last
    buffer: vec[i64]  # scratch for options
    found: vec[i64]  # scratch for buildings and sites

    def __init__(self, players: i64, data: Data, options: object, variant: i64, turn_limit: i64, rng: Rng) -> None:
        kernel.State.__init__(self, KEY, players, rng)
        self.data = data
        self.options = options
        self.variant = variant
        self.turn_limit = turn_limit
        self.buffer = vec[i64]([0] * CAPACITY)
        self.found = vec[i64]([0] * CAPACITY)

    # --- set-up (USP-3)

    def clear_table(self) -> None:
        """The empty table: starting buildings, money, nothing dealt (USP-3.1 to USP-3.3, USP-3.8, USP-3.9)."""
        n = self.players
        self.turn = 0
        self.active = 0
        self.phase = CLAIM
        self.ap = 0
        self.built = False
        self.wealth = vec[i64]([self.data.start_wealth[n]] * n)
        self.prestige = vec[i64]([0] * n)
        self.held = vec[i64]([0] * n)
        self.favors = vec[i64]([NONE] * (2 * n))
        self.favor_turns = vec[i64]([0] * (2 * n))
        self.vocations = vec[i64]([0] * (n * VOCATIONS))
        self.offices = vec[i64]([NOBODY] * OFFICES)
        self.politicians = False
        self.contractor_in_play = False
        self.contractor = NOBODY
        self.extra_favor = NOBODY
        self.board = empty_board(n, self.data.tiles)
        self.circles = vec[i64]([0] * CIRCLES)
        self.value_of = vec[i64]([0] * BLOCKS)
        self.planning_boxes = vec[i64]([NONE] * PLANNING_BOXES)
        self.contract_boxes = vec[i64]([NONE] * CONTRACT_BOXES)
        self.orders = vec[i64]([NONE] * (DECKS * DECK_ROOM))
        self.left = vec[i64]([0] * DECKS)
        self.face_up = vec[i64]([0] * DECKS)
        self.packet_low = vec[i64]([0] * PLANNING)
        self.packet_high = vec[i64]([0] * PLANNING)
        self.above = 0
        self.upper = PLANNING_CARDS
        self.reshuffles = []
        self.discards = 0
        self.active_decks = vec[i64]([1, 0, 0])
        self.pawn = MAYOR
        self.stack = vec[i64]([0] * (FRAME * DEPTH))
        self.depth = 0
        self.asking = NO_DECISION
        self.decider = NOBODY
        self.choices = vec[i64]([0])
        self.last_seat = NOBODY
        self.push(TURN, 0)
        self.renew_values()

    def set_up(self) -> None:
        """Shuffles in the order of USP-3.17, then the deal."""
        self.clear_table()
        for k in range(len(self.data.start_lots)):
            self.place_start(k)
        for deck in range(i64(PLANNING)):
            self.shuffle_contracts(deck)
            if deck == TOWN:
                self.deal_town()
        self.shuffle_planning()
        self.deal_planning()
        self.advance()

    def place_start(self, number: int) -> None:
        """One of the twelve starting buildings, uncontrolled (USP-3.3)."""
        foot = foot_named(lot_name(int(self.data.start_lots[number])))
        self.board.put(foot, self.data.start_zones[number], NOBODY)

    def cards_of(self, deck: i64) -> vec[i64]:
        """The cards of a contract deck."""
        first = PLANNING_CARDS + deck * CONTRACT_CARDS
        return vec[i64](range(first, first + CONTRACT_CARDS))

    def shuffle_contracts(self, deck: i64) -> None:
        """Three or four piles, the special event in one of them (USP-3.4, USP-3.14, USP-3.15)."""
        special = self.data.special[deck]
        others = vec[i64]([card for card in self.cards_of(deck) if card != special])
        self.rng.shuffle(others)
        low = BELOW_PACKET[self.variant]
        high = low + IN_PACKET[self.variant]
        packet = vec[i64]([others[k] for k in range(low, high)] + [special])
        self.rng.shuffle(packet)
        order = [others[k] for k in range(low)] + list(packet)
        order += [others[k] for k in range(high, i64(len(others)))]
        self.lay_deck(deck, vec[i64](order))
        self.packet_low[deck] = low
        self.packet_high[deck] = high + 1

    def lay_deck(self, deck: i64, order: vec[i64]) -> None:
        """Put a deck on the table, face down; `order` is from the bottom up."""
        orders = self.orders[:]
        for k in range(i64(len(order))):
            orders[deck * DECK_ROOM + k] = order[k]
        self.orders = orders
        self.left[deck] = len(order)
        self.face_up[deck] = 0

    def deal_town(self) -> None:
        """Boxes 1 to 5 and a card face up on the deck; events met are shuffled back into the top pile (USP-3.5)."""
        skipped: list[i64] = []
        shown = NONE
        for box in range(i64(CONTRACT_BOXES + 1)):
            card = self.take_top(TOWN)
            while self.data.cards[card].kind == EVENT:
                skipped.append(card)
                card = self.take_top(TOWN)
            if box < CONTRACT_BOXES:
                self.contract_boxes[box] = card
            else:
                shown = card
        high = self.packet_high[TOWN]
        if skipped:
            pile = vec[i64]([self.orders[TOWN * DECK_ROOM + k] for k in range(high, self.left[TOWN])] + skipped)
            self.rng.shuffle(pile)
            whole = [self.orders[TOWN * DECK_ROOM + k] for k in range(high)] + list(pile)
            self.lay_deck(TOWN, vec[i64](whole))
            for card in skipped:
                self.above |= BIT[card - PLANNING_CARDS]
        whole = [self.orders[TOWN * DECK_ROOM + k] for k in range(self.left[TOWN])] + [shown]
        self.lay_deck(TOWN, vec[i64](whole))
        self.face_up[TOWN] = 1

    def shuffle_planning(self) -> None:
        """Events and 14 permits below, 22 permits above, the renewals in the discard pile (USP-3.7)."""
        self.discards = self.data.renewals
        permits = vec[i64]([card for card in range(i64(PLANNING_CARDS)) if self.data.permits & BIT[card]])
        self.rng.shuffle(permits)
        events = [card for card in range(i64(PLANNING_CARDS)) if self.data.events & BIT[card]]
        lower = vec[i64]([permits[k] for k in range(i64(LOWER_PERMITS))] + events)
        self.rng.shuffle(lower)
        order = list(lower) + [permits[k] for k in range(i64(LOWER_PERMITS), i64(len(permits)))]
        self.lay_deck(PLANNING, vec[i64](order))
        self.upper = len(lower)

    def deal_planning(self) -> None:
        """Cards for the seats, then boxes 1 to 4, then one face up on the deck (USP-3.7)."""
        for seat in range(self.players):
            for _ in range(self.data.start_cards[seat]):
                self.held[seat] |= BIT[self.take_top(PLANNING)]
        for box in range(i64(PLANNING_BOXES)):
            self.planning_boxes[box] = self.take_top(PLANNING)
        self.face_up[PLANNING] = 1

    def start_lots(self, w: i64) -> i64:
        """The lots of a word on which a starting building of one lot stands (USP-3.10)."""
        lots: i64 = 0
        for lot in self.data.start_lots:
            if lot // LOTS_A_WORD == w:
                lots |= ONE[lot]
        return lots & self.board.firsts[w] & self.board.sizes[w]

    def unclaimed(self) -> bool:
        for w in range(i64(WORDS)):
            if self.start_lots(w) & self.board.owners[w]:
                return True
        return False

    def claim(self, lot: i64) -> None:
        """Pay the value of a starting building and control it (USP-3.10)."""
        seat = self.active
        price = self.value_of[BLOCK_OF[lot]]
        self.wealth[seat] -= price
        self.board.set_owner(lot, seat)
        if self.events is not None:
            args: dict[str, object] = {"lots": lot_name(lot), "zone": TYPE_NAMES[self.board.kind(lot)]}
            self.tell("claimed", seat, "USP-3.10", {**args, "price": int(price)})
        self.active = (seat + 1) % self.players

    def end_claims(self) -> None:
        """Media to the richest; in a tie, to who controls the cheapest residence (USP-3.11)."""
        richest = most_of(self.wealth, True)
        seat = self.board.owner(RES_OF_MEDIA) if several(richest) else first_of(self, richest)
        self.active = 0
        if seat >= 0:
            self.vocations[seat * VOCATIONS + MEDIA] = 1
            if self.events is not None:
                self.tell("vocation_taken", seat, "USP-3.11", {"vocation": "Media", "from": None})
        self.turn = 1
        self.start_turn()

    # --- the turn (USP-4B, USP-4C)

    def start_turn(self) -> None:
        self.phase = INVEST
        self.built = False  # USP-4.5
        self.ap = 0
        seat = self.active
        if self.events is not None:
            self.tell("turn_started", seat, "USP-4.3", {"turn": int(self.turn)})
        if self.offices[TREASURER] == seat:
            for k in range(i64(1), self.players):
                self.pay((seat + k) % self.players, seat, 2, 0, "USP-4.4")

    def invest(self, card: i64) -> None:
        """Discard a permit for its wealth number (USP-4.6)."""
        seat = self.active
        self.held[seat] &= ~BIT[card]
        self.discards |= BIT[card]
        wealth = self.data.cards[card].payout
        self.wealth[seat] += wealth
        if self.events is not None:
            self.tell("invested", seat, "USP-4.6", {"card": self.data.cards[card].id, "wealth": int(wealth)})

    def start_actions(self) -> None:
        """AP are received once, after the investments (USP-4.7)."""
        self.phase = ACTION
        boss = self.offices[UNION_BOSS] == self.active
        self.ap = self.data.ap_union_boss if boss else self.data.ap

    def end_actions(self) -> None:
        """Unspent AP are lost (USP-4.8)."""
        self.phase = END
        self.ap = 0

    def planning_card(self, place: i64) -> i64:
        """The card of a planning box, or face up on the deck (USP-2.14); NONE if there is none."""
        if place < PLANNING_BOXES:
            return self.planning_boxes[place]
        return self.top(PLANNING) if self.face_up[PLANNING] else i64(NONE)

    def contract_card(self, place: i64) -> i64:
        """The card of a contract box, or face up on an active deck."""
        if place < CONTRACT_BOXES:
            return self.contract_boxes[place]
        deck = place - CONTRACT_BOXES
        return self.top(deck) if self.face_up[deck] and self.active_decks[deck] else i64(NONE)

    def take_planning(self, place: i64) -> None:
        """A planning card into the own area (USP-4.9.1)."""
        seat = self.active
        card = self.planning_card(place)
        self.ap -= self.data.planning_ap[place]
        if place < PLANNING_BOXES:
            self.planning_boxes[place] = NONE
        else:
            self.take_top(PLANNING)
        self.held[seat] |= BIT[card]
        if self.events is not None:
            ap = int(self.data.planning_ap[place])
            self.tell("took", seat, "USP-4.9", {"card": self.data.cards[card].id, "ap": ap})

    def leave_place(self, place: i64) -> i64:
        """Pay the AP and take a contract from its box or deck."""
        card = self.contract_card(place)
        self.ap -= self.data.contract_ap[place]
        if place < CONTRACT_BOXES:
            self.contract_boxes[place] = NONE
        else:
            self.take_top(place - CONTRACT_BOXES)
        return card

    def favors_held(self, seat: i64) -> i64:
        return i64(self.favors[2 * seat] >= 0) + i64(self.favors[2 * seat + 1] >= 0)

    def favor_limit(self, seat: i64) -> i64:
        """One favor, two with the Extra Favor tile (USP-4.10)."""
        return 2 if self.extra_favor == seat else 1

    def take_favor(self, place: i64) -> None:
        """A contract onto the own mat, to be built in a later turn (USP-4.9.3, USP-4.10)."""
        seat = self.active
        card = self.leave_place(place)
        slot = 2 * seat + self.favors_held(seat)
        self.favors[slot] = card
        self.favor_turns[slot] = self.turn
        if self.events is not None:
            ap = int(self.data.contract_ap[place])
            self.tell("favored", seat, "USP-4.10", {"card": self.data.cards[card].id, "ap": ap})

    def build_from(self, place: i64) -> None:
        """Build a contract from a box or deck: B1 (USP-4.14)."""
        ap = self.data.contract_ap[place]
        self.start_build(self.leave_place(place), ap)

    def build_favor(self, number: i64) -> None:
        """Build a held favor for 0 AP."""
        slot = 2 * self.active + number
        card = self.favors[slot]
        if number == 0:
            self.favors[slot] = self.favors[slot + 1]
            self.favor_turns[slot] = self.favor_turns[slot + 1]
            slot += 1
        self.favors[slot] = NONE
        self.favor_turns[slot] = 0
        self.start_build(card, 0)

    def start_build(self, card: i64, ap: i64) -> None:
        self.push(BUILD, card)
        if self.events is not None:
            args: dict[str, object] = {"card": self.data.cards[card].id, "ap": int(ap)}
            self.tell("started_building", self.active, "USP-4.14", args)

    def gain_ap(self, n: i64) -> None:
        self.ap += n
        if self.events is not None:
            self.tell("gained_ap", self.active, "USP-10.5", {"ap": int(n)})

    # --- building (USP-4D)

    def discard_permits(self, seat: i64, permits: i64) -> None:
        """B2: the chosen cards go to the discard pile."""
        self.held[seat] &= ~permits
        self.discards |= permits
        if self.events is not None:
            ids = [self.data.cards[card].id for card in range(PLANNING_CARDS) if permits & BIT[card]]
            self.tell("paid_permits", seat, "USP-4.14", {"cards": ids})

    def raise_building(self, number: i64, foot: i64) -> i64:
        """B3 to B5: pay, demolish, put the tile down, adjacency bonus; returns the new building."""
        card = self.data.cards[number]
        seat = self.active
        price = self.value_of[FOOT_BLOCK[foot]]
        self.wealth[seat] -= price
        self.clear_site(foot, seat)
        self.board.put(foot, card.zone, seat)
        if self.events is not None:
            args: dict[str, object] = {"card": card.id, "lots": foot_name(foot), "zone": TYPE_NAMES[card.zone]}
            self.tell("built", seat, "USP-4.14", {**args, "price": int(price)})
        self.gain(seat, 0, self.adjacency_bonus(seat, card.zone, foot), "USP-5.10")
        self.built = True
        return FIRST[foot]

    def adjacency_bonus(self, seat: i64, zone: i64, foot: i64) -> i64:
        """1 prestige a neighbour of the same zone; twice for the District Attorney's first contract (USP-5.10)."""
        bonus = self.board.adjacent(foot, zone)
        if self.offices[DISTRICT_ATTORNEY] == seat and not self.built:
            return 2 * bonus
        return bonus

    def clear_site(self, foot: i64, seat: i64) -> None:
        """Demolish what lies under the footprint, with one renewal card unless the builder is the Contractor."""
        taken = self.board.taken[FOOT_WORD[foot]] & FOOT_LOTS[foot]
        if not taken:
            return
        if self.contractor != seat:
            renewals = self.held[seat] & self.data.renewals
            spent = renewals & -renewals  # the lowest id (USP-4.14)
            self.held[seat] ^= spent
            self.discards |= spent
            if self.events is not None:
                ids = [self.data.cards[card].id for card in range(PLANNING_CARDS) if spent & BIT[card]]
                self.tell("renewed", seat, "USP-5.4", {"card": ids[0]})
        while taken:
            first = self.board.first(FOOT_WORD[foot] * LOTS_A_WORD + lowest(taken))
            taken &= ~FOOT_LOTS[self.board.foot(first)]
            self.remove(first, "USP-5.4")

    def remove(self, first: i64, rule: str) -> None:
        """Take a building off the board; whatever refers to it forgets it."""
        if self.events is not None:
            self.tell_building("removed", self.board.owner(first), rule, first)
        self.board.take(first)
        self.rename_building(first, NONE)

    def rename_building(self, old: i64, new: i64) -> None:
        """A building has left its lots: every list that has it as new or target learns where it is."""
        for k in range(self.depth):
            f = k * FRAME
            if self.stack[f + NEW] == old:
                self.stack[f + NEW] = new
            if self.stack[f + TARGET] == old:
                self.stack[f + TARGET] = new

    def place(self, foot: i64, kind: i64, owner: i64, seat: i64, rule: str) -> None:
        """A tile put on vacant lots by an effect (USP-5.20)."""
        self.board.put(foot, kind, owner)
        if self.events is not None:
            args: dict[str, object] = {"lots": foot_name(foot), "zone": TYPE_NAMES[kind]}
            self.tell("placed", seat, rule, {**args, "owner": None if owner < 0 else int(owner)})

    def give_control(self, first: i64, owner: i64) -> None:
        """Put a cube on a building, or take it off."""
        if self.events is not None:
            self.tell_building("control", owner, "USP-10.5", first)
        self.board.set_owner(first, owner)

    def move_building(self, first: i64, foot: i64, seat: i64) -> None:
        """A building to other lots, keeping its controller (USP-5.21)."""
        kind = self.board.kind(first)
        owner = self.board.owner(first)
        if self.events is not None:
            args: dict[str, object] = {"lots": foot_name(self.board.foot(first)), "zone": TYPE_NAMES[kind]}
            self.tell("moved", seat, "USP-5.21", {**args, "to": foot_name(foot)})
        self.board.take(first)
        self.board.put(foot, kind, owner)
        self.rename_building(first, FIRST[foot])

    def take_vocation(self, seat: i64, giver: i64, vocation: i64) -> None:
        """A tile from the supply (giver NOBODY) or from an opponent (USP-4.17)."""
        if giver >= 0:
            self.vocations[giver * VOCATIONS + vocation] -= 1
        self.vocations[seat * VOCATIONS + vocation] += 1
        if self.events is not None:
            args: dict[str, object] = {"vocation": VOCATION_NAMES[vocation], "from": None if giver < 0 else int(giver)}
            self.tell("vocation_taken", seat, "USP-4.17", args)

    def recover(self, seat: i64, card: i64) -> None:
        """A permit back from the discard pile."""
        self.discards &= ~BIT[card]
        self.held[seat] |= BIT[card]
        if self.events is not None:
            self.tell("recovered", seat, "USP-10.5", {"card": self.data.cards[card].id})

    def take_extra_favor(self, seat: i64) -> None:
        """From its holder if there is one, who keeps the favors he has."""
        self.extra_favor = seat
        if self.events is not None:
            self.tell("extra_favor", seat, "USP-4.10", {})

    # --- money

    def gain(self, seat: i64, wealth: i64, prestige: i64, rule: str) -> None:
        if not wealth and not prestige:
            return
        self.wealth[seat] += wealth
        self.prestige[seat] += prestige
        if self.events is not None:
            self.tell("gained", seat, rule, {"wealth": int(wealth), "prestige": int(prestige)})

    def lose(self, seat: i64, wealth: i64, prestige: i64, rule: str) -> None:
        """A loss to the bank, at most all there is (USP-5.14, USP-5.18)."""
        wealth = min(wealth, self.wealth[seat])
        prestige = min(prestige, self.prestige[seat])
        if not wealth and not prestige:
            return
        self.wealth[seat] -= wealth
        self.prestige[seat] -= prestige
        if self.events is not None:
            self.tell("lost", seat, rule, {"wealth": int(wealth), "prestige": int(prestige)})

    def pay(self, payer: i64, to: i64, wealth: i64, prestige: i64, rule: str) -> None:
        """A mandatory payment; the receiver gains exactly what was paid (USP-5.16)."""
        wealth = min(wealth, self.wealth[payer])
        prestige = min(prestige, self.prestige[payer])
        if not wealth and not prestige:
            return
        self.wealth[payer] -= wealth
        self.prestige[payer] -= prestige
        self.wealth[to] += wealth
        self.prestige[to] += prestige
        if self.events is not None:
            args: dict[str, object] = {"to": int(to), "wealth": int(wealth), "prestige": int(prestige)}
            self.tell("paid", payer, rule, args)

    # --- vocations and offices

    def tiles_held(self, seat: i64, vocation: i64) -> i64:
        return self.vocations[seat * VOCATIONS + vocation]

    def all_tiles_held(self, seat: i64) -> i64:
        total: i64 = 0
        for vocation in range(i64(VOCATIONS)):
            total += self.vocations[seat * VOCATIONS + vocation]
        return total

    def vocation_supply(self, vocation: i64) -> i64:
        supply = self.data.vocations[vocation]
        for seat in range(self.players):
            supply -= self.vocations[seat * VOCATIONS + vocation]
        return supply

    def holders(self, vocation: i64) -> i64:
        """Who holds at least one tile of a vocation, as bits."""
        mask: i64 = 0
        for seat in range(self.players):
            if self.vocations[seat * VOCATIONS + vocation]:
                mask |= BIT[seat]
        return mask

    def offices_held(self, seat: i64) -> i64:
        n: i64 = 0
        for office in range(i64(OFFICES)):
            if self.offices[office] == seat:
                n += 1
        return n

    def office_in_play(self, office: i64) -> bool:
        return self.politicians or office == MAYOR

    def bring_in_politicians(self) -> None:
        self.politicians = True
        if self.events is not None:
            self.tell("politicians", HOST, "USP-10.5", {})

    def elect(self, office: i64, winner: i64) -> None:
        """The winner takes the tile; without a winner it stays where it is (USP-4.30, USP-4.32)."""
        if winner >= 0:
            self.offices[office] = winner
        if self.events is not None:
            rule = "USP-4.30" if winner >= 0 else "USP-4.32"
            self.tell("elected", winner, rule, {"office": OFFICE_NAMES[office]})

    def assign_contractor(self, seat: i64) -> None:
        self.contractor = seat
        if self.events is not None:
            self.tell("contractor", seat, "USP-4.36", {})

    def move_pawn(self) -> None:
        """One space clockwise (USP-4.29)."""
        self.pawn = (self.pawn + 1) % OFFICES
        if self.events is not None:
            self.tell("pawn", HOST, "USP-4.29", {"office": OFFICE_NAMES[self.pawn]})

    # --- rows and markers (USP-2.7 to USP-2.9, USP-4.39 to USP-4.42)

    def renew_values(self) -> None:
        for block in range(i64(BLOCKS)):
            north = self.circles[NORTH_OF[block]] >> 1
            east = self.circles[EAST_OF[block]] >> 1
            self.value_of[block] = self.data.base_value[block] + north + east

    def empty_circle(self) -> bool:
        for circle in range(i64(CIRCLES)):
            if not self.circles[circle]:
                return True
        return False

    def next_marker(self, kind: i64) -> i64:
        """The lowest number of a kind in the holding box; 0 if there is none left."""
        numbers = self.data.wealth_markers if kind == WEALTH else self.data.prestige_markers
        for number in numbers:
            used = False
            for circle in range(i64(CIRCLES)):
                if self.circles[circle] == number * 2 + kind:
                    used = True
            if not used:
                return number
        return 0

    def place_marker(self, kind: i64, circle: i64, seat: i64) -> None:
        number = self.next_marker(kind)
        self.circles[circle] = number * 2 + kind
        self.renew_values()
        if self.events is not None:
            args: dict[str, object] = {"kind": CURRENCY_NAMES[kind], "number": int(number)}
            self.tell("marker_placed", seat, "USP-4.42", {"marker": args, "circle": CIRCLE_NAMES[circle]})

    def move_marker(self, source: i64, circle: i64, seat: i64) -> None:
        marker = self.circles[source]
        self.circles[source] = 0
        self.circles[circle] = marker
        self.renew_values()
        if self.events is not None:
            args: dict[str, object] = {"kind": CURRENCY_NAMES[marker & 1], "number": int(marker >> 1)}
            places: dict[str, object] = {"from": CIRCLE_NAMES[source], "circle": CIRCLE_NAMES[circle]}
            self.tell("marker_moved", seat, "USP-4.42", {"marker": args, **places})

    def row_kind(self, row: i64) -> i64:
        if row < GREY:
            return WEALTH if row < WEST else PRESTIGE
        return self.circles[row - GREY] & 1

    def row_number(self, row: i64) -> i64:
        """The number of a row; 0 for an empty circle."""
        return self.data.printed[row] if row < GREY else self.circles[row - GREY] >> 1

    def row_of_number(self, kind: i64, number: i64) -> i64:
        """The row that shows a number of a kind; NONE if its marker is not in play (USP-4.39)."""
        for row in range(i64(len(ROW_NAMES))):
            if self.row_number(row) == number and self.row_kind(row) == kind:
                return row
        return NONE

    def pay_out(self, kind: i64, number: i64) -> None:
        row = self.row_of_number(kind, number)
        if row >= 0:
            self.pay_out_row(row)

    def pay_out_row(self, row: i64) -> None:
        """Wealth or prestige for the players with most buildings in a row (USP-4.40, USP-4.41)."""
        kind = self.row_kind(row)
        amounts = shares(self.board, self.data, self.players, row, self.row_number(row))
        if self.events is not None:
            args: dict[str, object] = {"row": ROW_NAMES[row], "currency": CURRENCY_NAMES[kind]}
            args["number"] = int(self.row_number(row))
            self.tell("payout", HOST, "USP-4.41", {**args, "amounts": [int(amount) for amount in amounts]})
        for seat in range(self.players):  # the event says who gets how much
            if kind == WEALTH:
                self.wealth[seat] += amounts[seat]
            else:
                self.prestige[seat] += amounts[seat]

    # --- decks and boxes (USP-4E)

    def top(self, deck: i64) -> i64:
        return self.orders[deck * DECK_ROOM + self.left[deck] - 1]

    def take_top(self, deck: i64) -> i64:
        """The top card; one that lay face down is now revealed, which cannot be taken back."""
        if not self.face_up[deck]:
            self.undo_floor = self.count
        self.left[deck] -= 1
        self.face_up[deck] = 0
        return self.orders[deck * DECK_ROOM + self.left[deck]]

    def turn_top_up(self, deck: i64) -> None:
        self.face_up[deck] = 1
        self.undo_floor = self.count
        if self.events is not None:
            args: dict[str, object] = {"card": self.data.cards[self.top(deck)].id, "deck": DECK_NAMES[deck]}
            self.tell("turned_up", HOST, "USP-4.22", args)

    def has_card(self, deck: i64) -> bool:
        """Whether a card can be drawn; an empty planning deck is made anew if that helps (USP-4.25)."""
        if self.left[deck]:
            return True
        if deck != PLANNING or not self.discards & ~self.data.events:
            return False
        self.reshuffle()
        return True

    def reshuffle(self) -> None:
        """The discard pile becomes the planning deck."""
        cards = vec[i64]([card for card in range(i64(PLANNING_CARDS)) if self.discards & BIT[card]])
        given = self.given_order(cards)
        if given is None:
            self.rng.shuffle(cards)
        else:
            cards = given
        self.discards = 0
        self.lay_deck(PLANNING, cards)
        self.upper = PLANNING_CARDS  # nothing is known of the order any more
        self.undo_floor = self.count
        if self.events is not None:
            self.tell("reshuffled", HOST, "USP-4.25", {"cards": len(cards)})

    def given_order(self, cards: vec[i64]) -> vec[i64] | None:
        """The order given for this reshuffle, if there is one and it is of these cards (USP-3.18)."""
        if not self.reshuffles:
            return None
        order = self.reshuffles[0]
        self.reshuffles = self.reshuffles[1:]
        return order if sorted(order) == sorted(cards) else None

    def slide_planning(self) -> None:
        """EOT1: toward box 1, keeping the order."""
        if slide(self.planning_boxes, PLANNING_BOXES) and self.events is not None:
            self.tell("slid", HOST, "USP-4.19", {"rail": "planning"})

    def slide_contracts(self) -> None:
        """EOT4: only along the routes now open (USP-4.20)."""
        stretch: i64 = CONTRACT_BOXES
        if self.active_decks[METROPOLIS]:
            stretch = 3
        elif self.active_decks[CITY]:
            stretch = 4
        if slide(self.contract_boxes, stretch) and self.events is not None:
            self.tell("slid", HOST, "USP-4.20", {"rail": "contracts"})

    def meet_event(self, card: i64) -> None:
        if self.events is not None:
            self.tell("event", HOST, "USP-4.38", {"card": self.data.cards[card].id})
        self.push(EVENT_CARD, card)

    def dispose(self, card: i64) -> None:
        """A planning event to the discard pile; others leave the game (USP-4.38)."""
        if card < PLANNING_CARDS:
            self.discards |= BIT[card]

    def activate(self, deck: i64) -> None:
        """A deck stays active from now on (USP-4.46)."""
        self.active_decks[deck] = 1
        if self.events is not None:
            self.tell("activated", HOST, "USP-4.46", {"deck": DECK_NAMES[deck]})

    def next_turn(self) -> None:
        """EOT9: the next player, or with a turn limit perhaps the end (USP-6.7)."""
        if self.turn_limit and self.turn >= self.turn_limit:
            self.end_game()
            return
        self.active = (self.active + 1) % self.players
        self.turn += 1
        self.start_turn()

    def end_game(self) -> None:
        """Final scoring is worked out from the position (scoring.py); nothing else happens (USP-6.1)."""
        for k in range(self.depth):
            if self.stack[k * FRAME + PROCEDURE] == EVENT_CARD:
                self.dispose(self.stack[k * FRAME + SUBJECT])
        self.phase = OVER
        self.ap = 0
        self.depth = 0
        self.asking = NO_DECISION
        self.decider = NOBODY
        if self.events is not None:
            args: dict[str, object] = {"scores": self.scores(), "ranking": self.ranking()}
            self.tell("game_over", HOST, "USP-6.1", args)

    # --- the stack

    def push(self, procedure: i64, subject: i64) -> i64:
        """Lay a procedure on top; returns where its frame begins."""
        f = self.depth * FRAME
        self.depth += 1
        stack = self.stack
        stack[f + PROCEDURE] = procedure
        stack[f + SUBJECT] = subject
        stack[f + STAGE] = 0
        stack[f + AT] = 0
        stack[f + SELF] = self.active
        stack[f + NEW] = NONE
        stack[f + TARGET] = NONE
        stack[f + PICKER] = NOBODY
        stack[f + ROW] = NONE
        stack[f + WHO] = 0
        stack[f + A] = 0
        stack[f + B] = 0
        return f

    def push_list(self, number: i64, parent: i64) -> i64:
        """Run a list of operations; it inherits the context of the frame from which it comes (USP-10.1)."""
        f = self.push(EFFECTS, number)
        for word in (SELF, NEW, TARGET, PICKER, ROW):
            self.stack[f + word] = self.stack[parent + word]
        return f

    def list_skipped(self, number: i64, parent: i64, seat: i64) -> bool:
        """Whether the first operation of a list would be skipped (USP-10.9)."""
        operations = self.data.lists[number]
        if not operations:
            return True
        f = self.push_list(number, parent)
        self.stack[f + SELF] = seat
        skipped = operations[0].skipped(self, f)
        self.pop()
        return skipped

    def pop(self) -> None:
        self.depth -= 1

    def done(self, f: i64) -> None:
        """The operation at hand is finished; the list goes on with the next."""
        self.stack[f + AT] += 1
        self.stack[f + STAGE] = 0
        self.stack[f + WHO] = 0
        self.stack[f + A] = 0
        self.stack[f + B] = 0

    def ask(self, kind: i64, seat: i64) -> None:
        """A decision for a seat; with one option it is made at once (USP-4.2)."""
        f = (self.depth - 1) * FRAME
        procedure = PROCEDURES[self.stack[f + PROCEDURE]]
        n = procedure.options(self, f, kind, self.buffer)
        if n == 1:
            procedure.answer(self, f, kind, self.buffer[0])
            return
        assert n > 1, "a decision without options"
        self.asking = kind
        self.decider = seat
        self.choices = self.buffer[:n]

    def ask_again(self) -> None:
        """The options of the decision at hand, worked out anew after loading."""
        f = (self.depth - 1) * FRAME
        n = PROCEDURES[self.stack[f + PROCEDURE]].options(self, f, self.asking, self.buffer)
        self.choices = self.buffer[:n]

    def advance(self) -> None:
        """Go on until somebody must decide, or the game is over (USP-9.3)."""
        while self.asking == NO_DECISION and self.phase != OVER:
            f = (self.depth - 1) * FRAME
            PROCEDURES[self.stack[f + PROCEDURE]].run(self, f)

    def go_on(self, action: i64) -> None:
        """Answer a decision and go on only until the procedures above the turn are done; for heuristics, which must
        not look at what the end of the turn would reveal."""
        kind = self.asking
        f = (self.depth - 1) * FRAME
        self.asking = NO_DECISION
        self.decider = NOBODY
        PROCEDURES[self.stack[f + PROCEDURE]].answer(self, f, kind, action)
        while self.asking == NO_DECISION and self.depth > 1:
            f = (self.depth - 1) * FRAME
            PROCEDURES[self.stack[f + PROCEDURE]].run(self, f)

    def seat_of(self, action: i64) -> i64:
        """The seat that an option names."""
        return (self.active + action - SEAT) % self.players

    # --- who decides, and what

    def next_seat(self) -> i64:
        return self.decider

    def must_act(self, seat: i64) -> bool:
        return seat == self.decider and seat >= 0

    def legal_capacity(self) -> i64:
        return CAPACITY

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        choices = self.choices
        n = i64(len(choices))
        for k in range(n):
            out[k] = choices[k]
        return n

    def step(self, seat: i64, action: i64) -> None:
        if seat != self.last_seat:
            self.undo_floor = self.count  # what others did before is final
            self.last_seat = seat
        self.count += 1
        kind = self.asking
        f = (self.depth - 1) * FRAME
        if self.events is not None and (action == PASS or SILENT[kind]):
            args: dict[str, object] = {"decision": DECISION_NAMES[kind], "move": self.move(seat, action)}
            self.tell("chose", seat, "USP-4.2", args)
        self.asking = NO_DECISION
        self.decider = NOBODY
        PROCEDURES[self.stack[f + PROCEDURE]].answer(self, f, kind, action)
        self.advance()

    def why_not(self, seat: int, action: int) -> str:
        return moves.why_not(self, seat, action, kernel.State.why_not(self, seat, action))

    # --- events, for those who listen

    def tell(self, kind: str, seat: i64, rule: str, args: dict[str, object]) -> None:
        if self.events is not None:
            self.events.append(Event(kind, seat, rule, args))

    def tell_building(self, kind: str, seat: i64, rule: str, first: i64) -> None:
        args: dict[str, object] = {
            "lots": foot_name(self.board.foot(first)),
            "zone": TYPE_NAMES[self.board.kind(first)],
        }
        self.tell(kind, seat, rule, args)

    def tell_draw(self, card: i64, box: i64, known: bool) -> None:
        if self.events is not None:
            deck = DECK_NAMES[self.data.cards[card].deck]
            args: dict[str, object] = {"card": self.data.cards[card].id, "deck": deck, "box": int(box) + 1}
            self.tell("filled", HOST, "USP-4.21", {**args, "new": not known})

    # --- copies and identity

    def clone(self) -> State:
        copy = State(self.players, self.data, self.options, self.variant, self.turn_limit, self.rng.clone())
        copy.count = self.count
        copy.undo_floor = self.undo_floor
        copy.turn = self.turn
        copy.active = self.active
        copy.phase = self.phase
        copy.ap = self.ap
        copy.built = self.built
        copy.wealth = self.wealth[:]
        copy.prestige = self.prestige[:]
        copy.held = self.held[:]
        copy.favors = self.favors[:]
        copy.favor_turns = self.favor_turns[:]
        copy.vocations = self.vocations[:]
        copy.offices = self.offices[:]
        copy.politicians = self.politicians
        copy.contractor_in_play = self.contractor_in_play
        copy.contractor = self.contractor
        copy.extra_favor = self.extra_favor
        copy.board = self.board.clone()
        copy.circles = self.circles[:]
        copy.value_of = self.value_of[:]
        copy.planning_boxes = self.planning_boxes[:]
        copy.contract_boxes = self.contract_boxes[:]
        copy.orders = self.orders  # never changed in place, so clones share it
        copy.left = self.left[:]
        copy.face_up = self.face_up[:]
        copy.packet_low = self.packet_low
        copy.packet_high = self.packet_high
        copy.above = self.above
        copy.upper = self.upper
        copy.reshuffles = self.reshuffles
        copy.discards = self.discards
        copy.active_decks = self.active_decks[:]
        copy.pawn = self.pawn
        copy.stack = self.stack[:]
        copy.depth = self.depth
        copy.asking = self.asking
        copy.decider = self.decider
        copy.choices = self.choices  # a fresh one for each decision
        copy.last_seat = self.last_seat
        return copy

    def hash(self) -> int:
        hasher = Hasher()
        for word in (self.players, self.variant, self.turn_limit, self.turn, self.active, self.phase, self.ap):
            hasher.add(word)
        for word in (self.contractor, self.extra_favor, self.pawn, self.depth, self.asking, self.decider):
            hasher.add(word + 1)
        for word in (self.last_seat + 1, self.count, self.undo_floor, self.above, self.upper, self.discards):
            hasher.add(word)
        hasher.add(i64(self.built) * 4 + i64(self.politicians) * 2 + i64(self.contractor_in_play))
        hasher.add_all(self.wealth)
        hasher.add_all(self.prestige)
        hasher.add_all(self.held)
        hasher.add_all(self.favors)
        hasher.add_all(self.favor_turns)
        hasher.add_all(self.vocations)
        hasher.add_all(self.offices)
        hasher.add_all(self.board.at)
        hasher.add_all(self.circles)
        hasher.add_all(self.planning_boxes)
        hasher.add_all(self.contract_boxes)
        for deck in range(i64(DECKS)):
            start = deck * DECK_ROOM
            hasher.add(self.left[deck])
            hasher.add_all(self.orders[start : start + self.left[deck]])
        hasher.add_all(self.face_up)
        hasher.add_all(self.packet_low)
        hasher.add_all(self.packet_high)
        hasher.add_all(self.active_decks)
        hasher.add_all(self.stack[: self.depth * FRAME])
        for order in self.reshuffles:
            hasher.add_all(order)
        for digit in self.rng.save():
            hasher.add(ord(digit))
        return hasher.value()

    def save(self) -> Position:
        return position.save(self)

    def check(self) -> None:
        position.check(self)

    # --- results

    def scores(self) -> list[int]:
        return scoring.scores(self)

    def sheet(self) -> dict[str, object]:
        return scoring.sheet(self)

    def ranking(self) -> list[int]:
        return scoring.ranking(self)

    def score_bounds(self) -> tuple[int, int]:
        return (0, 1_000_000)

    # --- what leaves the game

    def view(self, seat: int | None) -> View:
        return view.view(self, seat)

    def knowledge(self, seat: int | None) -> Knowledge:
        blank = State(self.players, self.data, self.options, self.variant, self.turn_limit, Rng(0))
        return view.SprawlKnowledge(view.view(self, seat), blank)

    def move(self, seat: int, action: int) -> Move:
        return moves.move(self, seat, action)

    def action(self, seat: int, move: Mapping[str, object]) -> int:
        return moves.action(self, seat, move)

    def text(self, seat: int, action: int) -> str:
        return moves.text(self, seat, action)

    def parse(self, seat: int, text: str) -> int:
        return moves.parse(self, seat, text)

    # --- simulation and learning

    def num_actions(self) -> int:
        return NUM_ACTIONS

    def observation_layout(self) -> Layout:
        return view.layout(int(self.players))

    def encode_at(self, seat: i64, out: vec[float], at: i64) -> None:
        view.encode(self, seat, out, at)

    def value(self, seat: i64) -> float:
        return heuristics.value(self, seat)


def slide(boxes: vec[i64], stretch: i64) -> bool:
    """Close the gaps of the first boxes, keeping the order of the cards; whether a card has moved."""
    to: i64 = 0
    moved = False
    for box in range(stretch):
        card = boxes[box]
        if card >= 0:
            boxes[box] = NONE
            boxes[to] = card
            moved = moved or box != to
            to += 1
    return moved
