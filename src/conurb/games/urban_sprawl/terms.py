"""The words of the rules as small numbers: zones, offices, decks, decisions, action codes, frames of the stack."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

KEY: Final = "urban-sprawl"

# Types of building (USP-1.3). A park is a building, but no zone.
CIV: Final = 0
COM: Final = 1
IND: Final = 2
RES: Final = 3
PARK: Final = 4
ZONES: Final = 4
TYPES: Final = 5
TYPE_NAMES: Final = ("CIV", "COM", "IND", "RES", "PARK")

# Vocations (USP-1.7).
MEDIA: Final = 0
VOCATIONS: Final = 8
VOCATION_NAMES: Final = ("Media", "Finance", "Transport", "Education", "Energy", "Tourism", "Factory", "PublicSvc")

# Offices in the order of the election track (USP-2.16).
MAYOR: Final = 0
DISTRICT_ATTORNEY: Final = 1
TREASURER: Final = 2
POLICE_CHIEF: Final = 3
UNION_BOSS: Final = 4
OFFICES: Final = 5
OFFICE_NAMES: Final = ("Mayor", "DistrictAttorney", "Treasurer", "PoliceChief", "UnionBoss")
OFFICE_ZONE: Final = vec[i64]([PARK, CIV, COM, RES, IND])  # USP-1.8; the Mayor looks after the parks

# Decks, and the planning cards among all cards: card numbers below PLANNING_CARDS.
TOWN: Final = 0
CITY: Final = 1
METROPOLIS: Final = 2
PLANNING: Final = 3
DECKS: Final = 4
DECK_NAMES: Final = ("town", "city", "metropolis", "planning")
PLANNING_CARDS: Final = 54
CONTRACT_CARDS: Final = 37
CARDS: Final = 165
DECK_ROOM: Final = 54  # how far the decks lie apart in `orders`
LOWER_PERMITS: Final = 14  # permits among the events of the planning deck, below all others (USP-3.7)
# How many cards lie below the special packet, and how many are shuffled with the special event, in the standard, the
# long and the short game (USP-3.4, USP-3.14, USP-3.15).
BELOW_PACKET: Final = vec[i64]([15, 9, 18])
IN_PACKET: Final = vec[i64]([6, 9, 9])
PLANNING_BOXES: Final = 4
CONTRACT_BOXES: Final = 5

# Kinds of card (USP-10.6).
PERMIT: Final = 0
RENEWAL: Final = 1
EVENT: Final = 2
CONTRACT: Final = 3
CARD_KINDS: Final = ("permit", "renewal", "event", "contract")

WEALTH: Final = 0
PRESTIGE: Final = 1
ANY_KIND: Final = 2
CURRENCY_NAMES: Final = ("wealth", "prestige", "any")

WATER: Final = 1
WILDERNESS: Final = 2
EDGE: Final = 3  # either (USP-2.6)
TERRAIN_NAMES: Final = ("", "water", "wilderness", "edge")

NOBODY: Final = -1
NONE: Final = -1

# Phases (USP-4.1); BUILD and the events belong to the phase in which they happen.
CLAIM: Final = 0
INVEST: Final = 1
ACTION: Final = 2
END: Final = 3
OVER: Final = 4
PHASE_NAMES: Final = ("claim", "invest", "action", "end", "over")

# Decisions (USP-4.2).
NO_DECISION: Final = 0
ASK_CLAIM: Final = 1
ASK_INVEST: Final = 2
ASK_ACTION: Final = 3
ASK_PERMITS: Final = 4
ASK_SITE: Final = 5
ASK_STEAL: Final = 6
ASK_VOCATION: Final = 7
ASK_ELECT_TIE: Final = 8
ASK_CONTRACTOR_TIE: Final = 9
ASK_PARK: Final = 10
ASK_ORDER: Final = 11
ASK_RANK_TIE: Final = 12
ASK_OFFICE: Final = 13
ASK_ROW: Final = 14
ASK_PICK: Final = 15
ASK_OFFER: Final = 16
ASK_CHOOSE: Final = 17
ASK_PAY: Final = 18
ASK_PLACE: Final = 19
ASK_MOVE: Final = 20
ASK_MARKER: Final = 21
ASK_CIRCLE: Final = 22
ASK_RECOVER: Final = 23
DECISIONS: Final = 24
DECISION_NAMES: Final = (
    "",
    "CLAIM",
    "INVEST",
    "ACTION",
    "BUILD_PERMITS",
    "BUILD_SITE",
    "STEAL",
    "VOC_CURRENCY",
    "ELECT_TIE",
    "CONTRACTOR_TIE",
    "PARK_SITE",
    "ORDER",
    "RANK_TIE",
    "OFFICE",
    "ROW",
    "PICK",
    "OFFER",
    "CHOOSE",
    "PAY_CURRENCY",
    "PLACE_SITE",
    "MOVE_SITE",
    "MARKER_SOURCE",
    "MARKER_SLOT",
    "RECOVER",
)

# Action codes. Ascending codes are the canonical order of options (USP-9.6).
BUILDING: Final = 0  # a building, by its first lot
SITE: Final = 144  # a footprint
FOOTPRINTS: Final = 468
CARD: Final = 612  # a planning card
TAKE: Final = 666  # planning boxes 1 to 4, then the deck
CONTRACTS: Final = 671  # boxes 1 to 5, then the three decks: build and favor by turns
CONTRACT_PLACES: Final = 8
BUILD_FAVOR: Final = 687  # a held favor, the oldest first
SEAT: Final = 689  # counted clockwise from the active player
GET_WEALTH: Final = 693
GET_PRESTIGE: Final = 694
OFFICE: Final = 695
ROW_H: Final = 700
ROW_V: Final = 701
ACCEPT: Final = 702
REFUSE: Final = 703
OPTION: Final = 704
MOST_CHOICES: Final = 8
CIRCLE: Final = 712
CIRCLES: Final = 9
PASS: Final = 721  # none, decline, done, end: always last
NUM_ACTIONS: Final = 722
CAPACITY: Final = 160  # the most legal actions of one decision, and some

# A frame of the stack: a procedure that waits for what lies above it, or asks a decision.
PROCEDURE: Final = 0
SUBJECT: Final = 1  # list of operations, card, office, vocation
STAGE: Final = 2  # how far the procedure, or the operation at hand, is
AT: Final = 3  # which operation of the list, box or pair is at hand
SELF: Final = 4
NEW: Final = 5  # first lot of the building just built
TARGET: Final = 6
PICKER: Final = 7
ROW: Final = 8
WHO: Final = 9  # seats as bits
A: Final = 10
B: Final = 11
FRAME: Final = 12
FRAME_NAMES: Final = ("procedure", "subject", "stage", "at", "self", "new", "target", "picker", "row", "who", "a", "b")
DEPTH: Final = 16  # frames there is room for

# Procedures.
TURN: Final = 0
EFFECTS: Final = 1
BUILD: Final = 2
SCORE: Final = 3
ELECTION: Final = 4
CONTRACTOR: Final = 5
EVENT_CARD: Final = 6
ICONS: Final = 7
END_OF_TURN: Final = 8
PROCEDURE_NAMES: Final = ("turn", "effects", "build", "score", "election", "contractor", "event", "icons", "end")
