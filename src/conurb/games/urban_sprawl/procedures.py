"""The procedures that wait on the stack: the turn, building, scoring a vocation, elections, events, the end of a turn.

Each is run, again and again, while it is on top; it may ask a decision, lay another procedure on top of itself, or
take itself off. How far it is stands in its frame alone, so a game can be saved in the middle of anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from conurb.games.urban_sprawl.effects import (
    BIT,
    cards_into,
    first_of,
    most_of,
    seats_into,
    several,
    vacant_into,
)
from conurb.games.urban_sprawl.geometry import (
    BLOCK_OF,
    LOTS_A_WORD,
    WORDS,
    count,
)
from conurb.games.urban_sprawl.sites import levels, permits_into, site_exists, sites_into, usable
from conurb.games.urban_sprawl.terms import (
    ACTION,
    ASK_ACTION,
    ASK_CLAIM,
    ASK_CONTRACTOR_TIE,
    ASK_ELECT_TIE,
    ASK_INVEST,
    ASK_PARK,
    ASK_PERMITS,
    ASK_SITE,
    ASK_STEAL,
    ASK_VOCATION,
    AT,
    BUILD_FAVOR,
    BUILDING,
    CARD,
    CITY,
    CLAIM,
    CONTRACT_BOXES,
    CONTRACT_PLACES,
    CONTRACTOR,
    CONTRACTS,
    EFFECTS,
    ELECTION,
    END_OF_TURN,
    EVENT,
    FRAME,
    GET_PRESTIGE,
    GET_WEALTH,
    ICONS,
    INVEST,
    MAYOR,
    MEDIA,
    METROPOLIS,
    NEW,
    NOBODY,
    NONE,
    OFFICE_ZONE,
    PARK,
    PASS,
    PERMIT,
    PICKER,
    PLANNING,
    PLANNING_BOXES,
    POLICE_CHIEF,
    PRESTIGE,
    PROCEDURE,
    ROW,
    SCORE,
    SITE,
    STAGE,
    SUBJECT,
    TAKE,
    TARGET,
    TOWN,
    UNION_BOSS,
    WEALTH,
    WHO,
    A,
    B,
)
from conurb.kernel.bits import lowest

if TYPE_CHECKING:
    from conurb.games.urban_sprawl.rules import State


@mypyc_attr(native_class=True, acyclic=True)
class Procedure:
    def run(self, s: State, f: i64) -> None:
        """Go on for one step. `f` is where its frame begins."""
        raise NotImplementedError

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        """The legal answers to the decision that it asks, ascending."""
        raise NotImplementedError

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        raise NotImplementedError


@final
@mypyc_attr(native_class=True, acyclic=True)
class Turn(Procedure):
    """Claiming, investments and actions; at the bottom of the stack (USP-4.1)."""

    def run(self, s: State, f: i64) -> None:
        if s.phase == CLAIM:
            if s.unclaimed():
                s.ask(ASK_CLAIM, s.active)
            else:
                s.end_claims()
        elif s.phase == INVEST:
            s.ask(ASK_INVEST, s.active)
        elif s.phase == ACTION:
            s.ask(ASK_ACTION, s.active)
        else:
            end = s.push(END_OF_TURN, 0)
            s.stack[end + STAGE] = 1

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        if kind == ASK_CLAIM:
            return claims_into(s, out)
        n: i64 = 0
        if kind == ASK_INVEST:
            n = cards_into(s.held[s.active] & s.data.permits, out)
        else:
            n = actions_into(s, out)
        out[n] = PASS
        return n + 1

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if kind == ASK_CLAIM:
            s.claim(action - BUILDING)
        elif kind == ASK_INVEST:
            if action == PASS:
                s.start_actions()
            else:
                s.invest(action - CARD)
        elif action == PASS:
            s.end_actions()
        elif action < CONTRACTS:
            s.take_planning(action - TAKE)
        elif action >= BUILD_FAVOR:
            s.build_favor(action - BUILD_FAVOR)
        elif (action - CONTRACTS) % 2:
            s.take_favor((action - CONTRACTS) // 2)
        else:
            s.build_from((action - CONTRACTS) // 2)


def claims_into(s: State, out: vec[i64]) -> i64:
    """The starting buildings that nobody controls, by their lots (USP-3.10)."""
    n: i64 = 0
    for w in range(i64(WORDS)):
        board = s.start_lots(w) & s.board.owners[w]
        while board:
            lot = w * LOTS_A_WORD + lowest(board)
            board &= board - 1
            if s.wealth[s.active] >= s.value_of[BLOCK_OF[lot]]:
                out[n] = BUILDING + lot
                n += 1
    return n


def actions_into(s: State, out: vec[i64]) -> i64:
    """Everything the active player may do with his AP (USP-4.9)."""
    n: i64 = 0
    for k in range(i64(PLANNING_BOXES + 1)):
        if s.planning_card(k) >= 0 and s.ap >= s.data.planning_ap[k]:
            out[n] = TAKE + k
            n += 1
    room = s.favors_held(s.active) < s.favor_limit(s.active)
    for k in range(i64(CONTRACT_PLACES)):
        card = s.contract_card(k)
        if card < 0 or s.ap < s.data.contract_ap[k]:
            continue
        if buildable(s, s.active, card):
            out[n] = CONTRACTS + 2 * k
            n += 1
        if room:
            out[n] = CONTRACTS + 2 * k + 1
            n += 1
    for k in range(i64(2)):
        held = 2 * s.active + k
        if s.favors[held] >= 0 and s.favor_turns[held] < s.turn and buildable(s, s.active, s.favors[held]):
            out[n] = BUILD_FAVOR + k
            n += 1
    return n


def buildable(s: State, seat: i64, number: i64) -> bool:
    """Whether permits, a tile and a site are there (USP-4.13)."""
    card = s.data.cards[number]
    if levels(s, usable(s, seat, card)) < card.size or not s.board.has_tile(card.zone, card.size):
        return False
    return site_exists(s, seat, card)


@final
@mypyc_attr(native_class=True, acyclic=True)
class EffectList(Procedure):
    """A list of operations being carried out, top to bottom (USP-10)."""

    def run(self, s: State, f: i64) -> None:
        number = s.stack[f + SUBJECT]
        operations = s.data.lists[number]
        at = s.stack[f + AT]
        if at < len(operations):
            operations[at].run(s, f)
            return
        below = f - FRAME
        if s.data.shares[number] and s.stack[below + PROCEDURE] == EFFECTS:
            for word in (TARGET, PICKER, ROW):
                s.stack[below + word] = s.stack[f + word]
        s.pop()

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        return s.data.lists[s.stack[f + SUBJECT]][s.stack[f + AT]].options(s, f, kind, out)

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        s.data.lists[s.stack[f + SUBJECT]][s.stack[f + AT]].answer(s, f, kind, action)


PERMITS_STAGE: Final = 0
SITE_STAGE: Final = 1
ACQUIRE: Final = 2
SCORE_IT: Final = 3
EFFECT_STAGE: Final = 4
BUILT: Final = 5


@final
@mypyc_attr(native_class=True, acyclic=True)
class Building(Procedure):
    """Sub-steps B2 to B7 of a build (USP-4.14); A holds the permits chosen so far, as bits."""

    def run(self, s: State, f: i64) -> None:
        card = s.data.cards[s.stack[f + SUBJECT]]
        stage = s.stack[f + STAGE]
        if stage == PERMITS_STAGE:
            if levels(s, s.stack[f + A]) < card.size:
                s.ask(ASK_PERMITS, s.active)
            else:
                s.discard_permits(s.active, s.stack[f + A])
                s.stack[f + STAGE] = SITE_STAGE
        elif stage == SITE_STAGE:
            s.ask(ASK_SITE, s.active)
        elif stage == ACQUIRE:
            self.acquire(s, f)
        elif stage == SCORE_IT:
            vocation, value = card.vocations[s.stack[f + AT]]
            s.stack[f + AT] += 1
            s.stack[f + STAGE] = ACQUIRE
            scoring = s.push(SCORE, vocation)
            s.stack[scoring + A] = value
        elif stage == EFFECT_STAGE:
            s.stack[f + STAGE] = BUILT
            s.push_list(card.effects, f)
        else:
            s.pop()

    def acquire(self, s: State, f: i64) -> None:
        """A tile from the supply; only if it has none, perhaps one of an opponent's (USP-4.17)."""
        card = s.data.cards[s.stack[f + SUBJECT]]
        at = s.stack[f + AT]
        if at == len(card.vocations):
            s.stack[f + STAGE] = EFFECT_STAGE
            return
        vocation: i64 = card.vocations[at][0]
        if s.vocation_supply(vocation) > 0:
            s.take_vocation(s.active, NOBODY, vocation)
            s.stack[f + STAGE] = SCORE_IT
        elif s.holders(vocation) & ~BIT[s.active]:
            s.ask(ASK_STEAL, s.active)
        else:
            s.stack[f + STAGE] = SCORE_IT

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        card = s.data.cards[s.stack[f + SUBJECT]]
        if kind == ASK_PERMITS:
            n = permits_into(s, s.active, card, s.stack[f + A], out)
            for k in range(n):
                out[k] += CARD
            return n
        if kind == ASK_SITE:
            return sites_into(s, s.active, card, out)
        vocation: i64 = card.vocations[s.stack[f + AT]][0]
        n = seats_into(s, s.holders(vocation) & ~BIT[s.active], out)
        out[n] = PASS
        return n + 1

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if kind == ASK_PERMITS:
            s.stack[f + A] |= BIT[action - CARD]
        elif kind == ASK_SITE:
            s.stack[f + NEW] = s.raise_building(s.stack[f + SUBJECT], action - SITE)
            s.stack[f + A] = 0
            s.stack[f + STAGE] = ACQUIRE
        else:
            if action != PASS:
                vocation: i64 = s.data.cards[s.stack[f + SUBJECT]].vocations[s.stack[f + AT]][0]
                s.take_vocation(s.active, s.seat_of(action), vocation)
            s.stack[f + STAGE] = SCORE_IT


@final
@mypyc_attr(native_class=True, acyclic=True)
class Scoring(Procedure):
    """Scoring a vocation (USP-4.18): AT counts the holders clockwise, B the tiles of one holder, A is the value."""

    def run(self, s: State, f: i64) -> None:
        at = s.stack[f + AT]
        if at == s.players:
            s.pop()
            return
        seat = (s.active + at) % s.players
        value = s.stack[f + A]
        tiles = s.tiles_held(seat, s.stack[f + SUBJECT])
        if s.stack[f + B] >= tiles:
            s.stack[f + AT] += 1
            s.stack[f + B] = 0
        elif seat == s.offices[POLICE_CHIEF]:
            s.gain(seat, value * tiles, value * tiles, "USP-4.18")
            s.stack[f + B] = tiles
        else:
            s.ask(ASK_VOCATION, seat)

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        out[0] = GET_WEALTH
        out[1] = GET_PRESTIGE
        return 2

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        seat = (s.active + s.stack[f + AT]) % s.players
        value = s.stack[f + A]
        s.stack[f + B] += 1
        if action == GET_WEALTH:
            s.gain(seat, value, 0, "USP-4.18")
        else:
            s.gain(seat, 0, value, "USP-4.18")


COUNT_VOTES: Final = 0
TAKE_OFFICE: Final = 1
PARK_STAGE: Final = 2
REASSIGN: Final = 3
ELECTED: Final = 4


@final
@mypyc_attr(native_class=True, acyclic=True)
class ElectionHeld(Procedure):
    """An election for one office (USP-4F). WHO: the tied, then the winner; one given at the start wins outright."""

    def run(self, s: State, f: i64) -> None:
        office = s.stack[f + SUBJECT]
        stage = s.stack[f + STAGE]
        if stage == COUNT_VOTES:
            if not s.stack[f + WHO]:
                s.stack[f + WHO] = candidates(s, office)
            if several(s.stack[f + WHO]):
                s.ask(ASK_ELECT_TIE, tie_breaker(s, office))
            else:
                s.stack[f + STAGE] = TAKE_OFFICE
        elif stage == TAKE_OFFICE:
            winner = first_of(s, s.stack[f + WHO])
            s.elect(office, winner)
            s.stack[f + STAGE] = PARK_STAGE if winner >= 0 and office == MAYOR else REASSIGN
        elif stage == PARK_STAGE:
            if s.board.has_tile(PARK, 1) and vacant_into(s, 1, s.found):
                s.ask(ASK_PARK, s.offices[MAYOR])  # USP-4.33
            else:
                s.stack[f + STAGE] = REASSIGN
        elif stage == REASSIGN:
            s.stack[f + STAGE] = ELECTED
            if s.contractor_in_play:
                s.push(CONTRACTOR, 0)  # USP-4.34
        else:
            s.pop()

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        if kind == ASK_PARK:
            return vacant_into(s, 1, out)
        return seats_into(s, s.stack[f + WHO], out)

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        if kind == ASK_PARK:
            mayor = s.offices[MAYOR]
            s.place(action - SITE, PARK, mayor, mayor, "USP-4.33")
            s.stack[f + STAGE] = REASSIGN
        else:
            s.stack[f + WHO] = BIT[s.seat_of(action)]
            s.stack[f + STAGE] = TAKE_OFFICE


def candidates(s: State, office: i64) -> i64:
    """Those tied for an office by its criterion, as bits; 0 if nobody qualifies (USP-4.31, USP-4.32)."""
    score = vec[i64]([0] * s.players)
    for seat in range(s.players):
        score[seat] = s.all_tiles_held(seat) if office == MAYOR else zone_rank(s, seat, OFFICE_ZONE[office])
    tied = most_of(score, True)
    return tied if score[first_of(s, tied)] else i64(0)


def zone_rank(s: State, seat: i64, zone: i64) -> i64:
    """The value of the best building of a zone, and then how many; 0 without one (USP-4.31)."""
    best: i64 = 0
    number: i64 = 0
    for w in range(i64(WORDS)):
        board = s.board.firsts[w] & s.board.types[zone * WORDS + w] & s.board.owners[(seat + 1) * WORDS + w]
        number += count(board)
        while board:
            best = max(best, s.value_of[BLOCK_OF[w * LOTS_A_WORD + lowest(board)]])
            board &= board - 1
    return best * 256 + number


def tie_breaker(s: State, office: i64) -> i64:
    """Who picks one of the tied: the Media holder, or the office before; if unheld, the active player (USP-4.32)."""
    holder = first_of(s, s.holders(MEDIA)) if office == MAYOR else s.offices[office - 1]
    return holder if holder >= 0 else s.active


@final
@mypyc_attr(native_class=True, acyclic=True)
class ContractorAssigned(Procedure):
    """The Contractor goes to the player with least prestige (USP-4.36)."""

    def run(self, s: State, f: i64) -> None:
        least = most_of(s.prestige, False)
        if s.stack[f + STAGE]:
            s.pop()
        elif several(least):
            boss = s.offices[UNION_BOSS]
            s.ask(ASK_CONTRACTOR_TIE, boss if boss >= 0 else s.active)
        else:
            s.assign_contractor(first_of(s, least))
            s.stack[f + STAGE] = 1

    def options(self, s: State, f: i64, kind: i64, out: vec[i64]) -> i64:
        return seats_into(s, most_of(s.prestige, False), out)

    def answer(self, s: State, f: i64, kind: i64, action: i64) -> None:
        s.assign_contractor(s.seat_of(action))
        s.stack[f + STAGE] = 1


@final
@mypyc_attr(native_class=True, acyclic=True)
class EventResolved(Procedure):
    """An event card: all its effects, then it is disposed of (USP-4.38)."""

    def run(self, s: State, f: i64) -> None:
        card = s.stack[f + SUBJECT]
        if s.stack[f + STAGE] == 0:
            s.stack[f + STAGE] = 1
            s.push_list(s.data.cards[card].effects, f)
        else:
            s.pop()
            s.dispose(card)


@final
@mypyc_attr(native_class=True, acyclic=True)
class IconsResolved(Procedure):
    """The icons of a card newly revealed: ballot, then payout (USP-4.23)."""

    def run(self, s: State, f: i64) -> None:
        card = s.data.cards[s.stack[f + SUBJECT]]
        if s.stack[f + STAGE] == 0:
            s.stack[f + STAGE] = 1
            if card.ballot:
                s.move_pawn()
                if s.office_in_play(s.pawn):
                    s.push(ELECTION, s.pawn)  # USP-4.29
            return
        s.pop()
        if card.payout:
            s.pay_out(WEALTH if card.kind == PERMIT else PRESTIGE, card.payout)


@final
@mypyc_attr(native_class=True, acyclic=True)
class EndOfTurn(Procedure):
    """The nine steps (USP-4.19): STAGE is the step, AT the box at hand."""

    def run(self, s: State, f: i64) -> None:
        step = s.stack[f + STAGE]
        if step == 1:
            s.slide_planning()
            s.stack[f + STAGE] = 2
        elif step == 2:
            self.fill_planning(s, f)
        elif step == 3:
            self.turn_up(s, f, PLANNING)
        elif step == 4:
            s.slide_contracts()
            s.stack[f + STAGE] = 5
            s.stack[f + AT] = 0
        elif step == 5:
            self.fill_contracts(s, f)
        elif step < 9:
            deck = step - 6
            if s.active_decks[deck]:
                self.turn_up(s, f, deck)
            else:
                s.stack[f + STAGE] += 1
        else:
            s.pop()
            s.next_turn()

    def fill_planning(self, s: State, f: i64) -> None:
        box = s.stack[f + AT]
        if box == PLANNING_BOXES:
            s.stack[f + STAGE] = 3
        elif s.planning_boxes[box] >= 0 or not s.has_card(PLANNING):
            s.stack[f + AT] += 1
        else:
            s.planning_boxes[box] = self.draw(s, f, PLANNING, box)

    def fill_contracts(self, s: State, f: i64) -> None:
        box = s.stack[f + AT]
        if box == CONTRACT_BOXES:
            s.stack[f + STAGE] = 6
            return
        deck = feeder(s, box)
        if s.contract_boxes[box] >= 0 or deck < 0:
            s.stack[f + AT] += 1
        else:
            s.contract_boxes[box] = self.draw(s, f, deck, box)

    def draw(self, s: State, f: i64, deck: i64, box: i64) -> i64:
        """The draw procedure (USP-4.21): the card for the box, or NONE if an event came up first."""
        known = s.face_up[deck] != 0
        card = s.take_top(deck)
        if not known and s.data.cards[card].kind == EVENT:
            s.meet_event(card)
            return NONE
        s.stack[f + AT] += 1
        s.tell_draw(card, box, known)
        if not known:
            s.push(ICONS, card)
        return card

    def turn_up(self, s: State, f: i64, deck: i64) -> None:
        """The reveal procedure (USP-4.22)."""
        if s.face_up[deck] or not s.has_card(deck):
            s.stack[f + STAGE] += 1
            return
        card = s.top(deck)
        if s.data.cards[card].kind == EVENT:
            s.take_top(deck)
            s.meet_event(card)
            return
        s.turn_top_up(deck)
        s.push(ICONS, card)


def feeder(s: State, box: i64) -> i64:
    """The deck that feeds a contract box, NONE if it stays empty (USP-2.15, USP-4.26)."""
    deck: i64 = TOWN
    if box < 3 and s.active_decks[METROPOLIS]:
        deck = METROPOLIS
    elif box < 4 and s.active_decks[CITY]:
        deck = CITY
    if deck == CITY and box == 3 and s.active_decks[METROPOLIS] and not s.left[CITY]:
        deck = TOWN
    return deck if s.left[deck] else i64(NONE)


# In the order of their numbers in terms.py.
PROCEDURES: Final[list[Procedure]] = [
    Turn(),
    EffectList(),
    Building(),
    Scoring(),
    ElectionHeld(),
    ContractorAssigned(),
    EventResolved(),
    IconsResolved(),
    EndOfTurn(),
]
