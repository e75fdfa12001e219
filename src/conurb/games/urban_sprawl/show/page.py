"""How the page of a table arranges Urban Sprawl; games/between_two_cities/show/page.py says what a page offers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from conurb.drawing.desk import Desk, Prose, Say, View, no_advice
from conurb.drawing.pen import signed
from conurb.games.urban_sprawl.show import board, prose, things
from conurb.games.urban_sprawl.show.cards import FIRST_LOTS, capital
from conurb.games.urban_sprawl.show.chronicle import Turn, turns
from conurb.games.urban_sprawl.show.covers import cover, example
from conurb.games.urban_sprawl.show.marks import (
    LETTERS,
    OFFICE_ICONS,
    TYPES,
    VOCATION_ICONS,
    ZONE_ICONS,
    ZONES,
    icon,
    mini_block,
)
from conurb.games.urban_sprawl.show.palette import stylesheet
from conurb.games.urban_sprawl.show.pen import element
from conurb.games.urban_sprawl.show.survey import Survey
from conurb.games.urban_sprawl.show.track import TRACK_HEIGHT, TRACK_WIDTH, election_track

__all__ = ["DOMAIN", "MINUTES", "PARTS", "cover", "defs", "example", "options", "said", "secret", "stylesheet", "table"]

DOMAIN = "urban_sprawl_page"
PARTS = (
    *("prompt", "choices", "players", "board", "final"),
    *("cards", "desk", "score", "reference", "twin"),
)
MINUTES = 150
DECKS = ("town", "city", "metropolis")
AP_SIGNS = 8  # more action points are written as a number
PERMITS = ("invest", "permit", "recover")
HEADINGS = (
    "board",
    "cheaper",
    "contracts",
    "desk",
    "elections",
    "end_of_turn",
    "face_down",
    "happened",
    "left",
    "lots",
    "none",
    "offices",
    "payouts",
    "permits",
    "planning",
    "reference",
    "row",
    "vocations",
)
ON_BOARD = ("on", "claim", "pick", "circle", "marker")
ON_CARDS = ("take", "build", "favor", *PERMITS)
OFFICE_RULE = "USP-4.43"
PAYOUT_RULE = "USP-1.14"

defs = board.defs
said = no_advice


def table(document: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Everything the template shows."""
    return SprawlDesk(document, say).contents()


def secret(view: View) -> bool:
    """Nobody has private information (USP-7.2)."""
    return False


def options() -> dict[str, list[tuple[str, object]]]:
    """The turn limit takes any number; the page offers none and a few."""
    return {"turn_limit": [("0", 0), ("12", 12), ("24", 24)]}


class SprawlDesk(Desk):
    """One document, put into words and pictures for its viewer."""

    domain = DOMAIN
    prose: ClassVar[Prose] = prose

    def __init__(self, document: Mapping[str, Any], say: Say) -> None:
        super().__init__(document, say)
        self.survey = Survey(self.view)
        self.legal: Sequence[Mapping[str, Any]] = self.view["legal"] if self.mode == "decide" else []
        self.log = [event for line in document["log"] if not line["undone"] for event in line["events"]]

    def contents(self) -> dict[str, Any]:
        return super().contents() | {
            "w": {name: self.word(f"heading.{name}") for name in HEADINGS},
            "board": self._board(),
            "cards": self._cards(),
            "desk": self._desk(),
            "chronicle": self._chronicle(),
            "elections": self._elections(),
            "reference": self._reference(),
            "posters": {0: self.say(things.message("picture.city"))} if self.view["phase"] == "over" else {},
        }

    # --- words

    def _name(self, card: str) -> str:
        return self._say(things.card_name(self.view, card))

    def _say(self, message: Any) -> str:
        return message if isinstance(message, str) else self.say(message)

    def _choice(self, action: Mapping[str, Any]) -> str:
        return capital(self.say(prose.choice(self.view, action, self.names)))

    def _zone(self, zone: str) -> str:
        return self.say(things.zone_name(zone))

    def _building(self, entry: Mapping[str, Any]) -> str:
        """A building for those who do not see it."""
        about = {
            "zone": self._zone(entry["zone"]),
            "lots": entry["lots"],
            "value": self.view["values"][entry["lots"][:2]],
        }
        if entry["owner"] is None:
            return self.word("building", **about)
        return self.word("building.owned", **about, name=self.names[entry["owner"]])

    def headline(self) -> str:
        view = self.view
        if view["phase"] == "over":
            return self.say(prose.question(view, self.names))
        if view["phase"] == "claim":
            return self.word("headline.claim")
        active = [self.say(things.deck_name(deck)) for deck in DECKS if view["contracts"][deck]["active"]]
        return self.word(f"headline.{len(active)}", turn=view["turn"], name=self.names[view["active"]])

    def what_counts(self) -> str:
        return self.word("prestige" if self.view["phase"] == "over" else "counts")

    # --- the decision

    def prompt(self) -> dict[str, Any]:
        """The question, the choices that are neither on the board nor on cards as buttons, the action points."""
        quick = [
            {"action": action["action"], "what": self._choice(action)}
            for action in self.legal
            if action["kind"] not in (*ON_BOARD, *ON_CARDS)
        ]
        own = self.mode == "decide" and self.seat == self.view["active"]  # others are asked in between
        ap = self.view["ap"] if own and self.view["phase"] == "action" else 0
        return super().prompt() | {
            "quick": quick,
            "ap": ap,
            "ap_signs": min(ap, AP_SIGNS),
            "ap_words": self.word("ap_left", n=ap),
            "discards": [self._planning_card(card) for card in self._recoverable()],
        }

    def _recoverable(self) -> list[str]:
        return [action["card"] for action in self.legal if action["kind"] == "recover"]

    def choices(self) -> dict[str, Any]:
        """Sites with the highest bonus first, then the cheapest."""
        listed = super().choices()
        for one in listed["groups"]:
            one["rows"].sort(key=lambda row: row.get("order", (0, 0)))
        return listed

    def row(self, action: Mapping[str, Any]) -> dict[str, Any]:
        kind = action["kind"]
        if kind == "on" and "price" in action:
            return self._site_row(action)
        row = {"what": self._choice(action)}
        if kind == "on":
            return row | {"what": self._place(action["lots"]), "sign": self._mini(action["lots"][2:], action["zone"])}
        if kind in ("claim", "pick"):
            there = things.building_at(self.view, action["lots"])
            assert there is not None, "only buildings can be chosen"
            return row | {"sign": self._mini(there["lots"][2:], there["zone"])}
        if kind in ("take", "build", "favor"):
            return row | self._card_row(action)
        return row

    def _place(self, lots: str) -> str:
        return self.word("place", block=lots[:2], lots=", ".join(lots[2:]), n=len(lots) - 2)

    def _site_row(self, action: Mapping[str, Any]) -> dict[str, Any]:
        why = self.word("site.price", price=action["price"], n=action["bonus"])
        if action["demolishes"]:
            why = self.word("site.demolishes", price=why, gone=", ".join(action["demolishes"]))
        return {
            "what": self._place(action["lots"]),
            "why": why,
            "gain": signed(action["bonus"]),
            "tone": "pos" if action["bonus"] else "zero",
            "sign": self._mini(action["lots"][2:], action["zone"]),
            "order": (-action["bonus"], action["price"]),
        }

    def _card_row(self, action: Mapping[str, Any]) -> dict[str, Any]:
        about = self.view["cards"][action["card"]]
        kind = action["kind"]
        row = {"group": self.word(f"group.{kind}"), "what": self._name(action["card"])}
        row["gain"] = self.word("ap", n=action.get("ap", 0))
        if about["kind"] != "contract":
            return row | {"why": self._say(things.card_text(self.view, action["card"]))}
        row["sign"] = self._mini(FIRST_LOTS[about["size"]], about["zone"])
        seat = self.view["decision"]["seat"]
        outlook = self.survey.outlook(action["card"], seat) if kind == "build" else None
        if outlook is not None and outlook.sites:
            row["why"] = self.word("outlook", n=outlook.sites, price=outlook.price, bonus=outlook.bonus)
        elif kind == "favor":
            row["why"] = self.say(things.contract_line(self.view, action["card"]))
        return row

    def _mini(self, quadrants: str, zone: str) -> str:
        drawn = mini_block(quadrants, zone, 0, 0, 26)
        return element("svg", drawn, viewBox="0 0 26 26", width=30, height=30, aria_hidden="true")

    def _sign(self, name: str) -> str:
        return element("svg", icon(name, 0, 0, 24), viewBox="0 0 24 24", aria_hidden="true")

    def _actions(self, **wanted: object) -> list[Mapping[str, Any]]:
        """The legal actions that have all these values."""
        return [action for action in self.legal if all(action.get(key) == value for key, value in wanted.items())]

    # --- the board

    def _board(self) -> dict[str, Any]:
        words = {name: self.say(things.message(f"picture.{name}")) for name in ("water", "wilderness", "board")}
        words["block"] = self.say(things.message("picture.block", block="{block}", value="{value}"))
        picture = board.town(
            {**self.view, "legal": self.legal},
            words,
            names=self.names,
            describe=self._building,
            sentence=self._sentence,
            fresh=self._fresh(),
        )
        legend = [
            {"zone": zone, "name": capital(self._zone(zone)), "letter": LETTERS[zone], "icon": ZONE_ICONS[zone]}
            for zone in TYPES
        ]
        return {"picture": picture, "legend": legend, "sites": any(action["kind"] == "on" for action in self.legal)}

    def _sentence(self, action: Mapping[str, Any]) -> str:
        """What a button on the board says: what would be there, what it costs, what it brings."""
        if action["kind"] == "on" and "price" in action:
            about = {"zone": self._zone(action["zone"]), "lots": action["lots"], "price": action["price"]}
            if action["demolishes"]:
                return self._capital("spot.demolish", **about, n=action["bonus"], gone=", ".join(action["demolishes"]))
            return self._capital("spot.build", **about, n=action["bonus"])
        if action["kind"] == "on":
            return self._capital(
                "spot.place", zone=self._zone(action["zone"]), lots=action["lots"], value=action["value"]
            )
        if action["kind"] == "claim":
            there = things.building_at(self.view, action["lots"])
            assert there is not None, "only buildings can be claimed"
            return self._capital(
                "spot.claim", zone=self._zone(there["zone"]), lots=action["lots"], price=action["value"]
            )
        return self._choice(action)

    def _capital(self, name: str, /, **args: object) -> str:
        return capital(self.word(name, **args))

    def _since_own_act(self) -> list[Mapping[str, Any]]:
        """What happened since the viewer last acted; for a spectator, since the last turn began."""
        events: list[Mapping[str, Any]] = []
        for line in reversed([line for line in self.document["log"] if not line["undone"]]):
            if self.seat is not None and line["seat"] == self.seat:
                break
            events = [*line["events"], *events]
        return events

    def _fresh(self) -> list[str]:
        """The buildings that others have changed since the viewer last acted."""
        changed = []
        for event in self._since_own_act():
            if event["kind"] in ("built", "placed", "control", "claimed"):
                changed.append(event["lots"])
            elif event["kind"] == "moved":
                changed.append(event["to"])
        return changed

    # --- cards

    def _cards(self) -> dict[str, Any]:
        view = self.view
        costs = view["box_ap"]
        contracts = [self._deck(deck, costs["decks"][deck]) for deck in reversed(DECKS)]
        for box in reversed(range(5)):
            contracts.append(self._slot(view["contracts"]["boxes"][box], costs["contracts"][box]))
        planning = [self._deck("planning", costs["decks"]["planning"])]
        for box in reversed(range(4)):
            planning.append(self._slot(view["planning"]["boxes"][box], costs["planning"][box]))
        return {"contracts": contracts, "planning": planning}

    def _deck(self, deck: str, ap: int) -> dict[str, Any]:
        """The top of a deck; one that is closed or face down says how many cards it has."""
        view = self.view
        name = self.say(things.deck_name(deck))
        n = view["decks"][deck]["cards"]
        if deck != "planning" and not view["contracts"][deck]["active"]:
            return {"card": None, "ap": None, "name": self.word("deck.closed", deck=name, n=n), "deck": True}
        left = self.word("deck.left", deck=name, n=n)
        return {**self._slot(view["decks"][deck]["top"], ap), "name": left, "deck": True}

    def _slot(self, card: str | None, ap: int) -> dict[str, Any]:
        shown = None if card is None else self._card(card)
        return {
            "card": shown,
            "ap": ap,
            "ap_words": self.word("ap_cost", n=ap),
            "name": self.word("box.empty"),
            "deck": False,
        }

    def _card(self, card: str) -> dict[str, Any]:
        """A card with its buttons."""
        if self.view["cards"][card]["kind"] == "contract":
            return self._contract(card)
        return self._planning_card(card)

    def _contract(self, card: str) -> dict[str, Any]:
        about = self.view["cards"][card]
        buttons = []
        for kind in ("build", "favor"):
            for action in self._actions(kind=kind, card=card):
                buttons.append(
                    {"action": action["action"], "what": self.word(f"card.{kind}"), "words": self._choice(action)}
                )
        return {
            "id": card,
            "kind": "contract",
            "zone": about["zone"].lower(),
            "icon": ZONE_ICONS[about["zone"]],
            "name": self._name(card),
            "mini": self._mini(FIRST_LOTS[about["size"]], about["zone"]),
            "zone_name": capital(self._zone(about["zone"])),
            "size": self.word("lots", n=about["size"]),
            "deck": self.say(things.deck_name(about["deck"])),
            "vocations": [
                {
                    "icon": VOCATION_ICONS[one["name"]],
                    "name": self.say(things.vocation_name(one["name"])),
                    "value": one["value"],
                    "text": self.say(things.vocation_text(one)),
                }
                for one in about["vocations"]
            ],
            "text": self._say(things.card_text(self.view, card)),
            "payout": about["payout"],
            "payout_words": self.word("payout", n=about["payout"]),
            "buttons": buttons,
            "hand": things.card_at_hand(self.view) == card,
            "used": False,
            "why_not": self._why_not(card),
        }

    def _why_not(self, card: str) -> str:
        """Why a contract on offer cannot be built now; empty where it can, or when nobody asks."""
        if not self._actions(kind="end") or self._actions(kind="build", card=card) or self.seat is None:
            return ""
        about, own = self.view["cards"][card], self.view["seats"][self.seat]
        permits = [self.view["cards"][held] for held in own["planning"]]
        levels = sum(one["level"] for one in permits if one["kind"] == "permit" and about["zone"] in one["zones"])
        if levels < about["size"]:
            return self.word("why.permits", n=about["size"], have=levels, zone=self._zone(about["zone"]))
        outlook = self.survey.outlook(card, self.seat)
        if outlook is not None and not outlook.sites:
            return self.word("why.site")
        return self.word("why.ap")

    def _planning_card(self, card: str) -> dict[str, Any]:
        about = things.card_about(self.view, card)
        assert about is not None, "only cards that lie open are shown"
        actions = [action for action in self.legal if action["kind"] in ("take", *PERMITS) and action["card"] == card]
        renewal = about["kind"] == "renewal"
        return {
            "id": card,
            "kind": about["kind"],
            "name": self._name(card) if renewal else self.word("permits", n=about["level"]),
            "icon": "demolish" if renewal else "permit",
            "zones": [
                {
                    "zone": zone.lower(),
                    "letter": LETTERS[zone],
                    "on": not renewal and zone in about["zones"],
                    "name": self._zone(zone),
                }
                for zone in ZONES
            ],
            "text": self._say(things.card_text(self.view, card)),
            "payout": about["payout"],
            "ballot": self.word("ballot") if about["ballot"] else "",
            "buttons": [
                {"action": action["action"], "what": self.word(f"card.{action['kind']}"), "words": self._choice(action)}
                for action in actions
            ],
            "hand": False,
            "used": card in self._paid_with(),
        }

    def _paid_with(self) -> list[str]:
        """The permits chosen so far for the contract that is being built."""
        for frame in reversed(self.view["stack"]):
            if frame["procedure"] == "build":
                return list(frame.get("a") or [])
        return []

    # --- the own desk and the players

    def _desk(self) -> dict[str, Any] | None:
        if self.seat is None:
            return None
        own = self.view["seats"][self.seat]
        held = [office for office, holder in self.view["offices"].items() if holder == self.seat]
        offices = [
            {
                "icon": OFFICE_ICONS[office],
                "name": self.say(things.office_name(office)),
                "text": self.say(things.message(f"power.{office}")),
            }
            for office in held
        ]
        if self.view["contractor"] == self.seat:
            offices.append(
                {
                    "icon": "contractor",
                    "name": self.word("contractor"),
                    "text": self.say(things.message("power.Contractor")),
                }
            )
        return {
            "seat": self.seat,
            "name": self.names[self.seat],
            "wealth": own["wealth"],
            "prestige": own["prestige"],
            "permits": [self._planning_card(card) for card in own["planning"]],
            "favors": [self._contract(favor["card"]) for favor in own["favors"]],
            "favor_note": self.word("favor.two" if self.view["extra_favor"] == self.seat else "favor.one"),
            "vocations": [
                {"icon": VOCATION_ICONS[name], "name": self.say(things.vocation_name(name)), "n": n}
                for name, n in own["vocations"].items()
            ],
            "offices": offices,
        }

    def facts(self, seat: int) -> list[dict[str, Any]]:
        """Wealth and prestige, then offices, vocations, permits and favors as icons."""
        view = self.view
        own = view["seats"][seat]
        told = [
            {"sign": self._sign("money"), "name": self.word("wealth"), "value": own["wealth"]},
            {"sign": self._sign("prestige"), "name": self.word("prestige"), "value": own["prestige"]},
        ]
        for office, holder in view["offices"].items():
            if holder == seat:
                told.append(
                    {
                        "sign": self._sign(OFFICE_ICONS[office]),
                        "name": self.say(things.office_name(office)),
                        "value": "",
                    }
                )
        if view["contractor"] == seat:
            told.append({"sign": self._sign("contractor"), "name": self.word("contractor"), "value": ""})
        for name, n in own["vocations"].items():
            told.append(
                {"sign": self._sign(VOCATION_ICONS[name]), "name": self.say(things.vocation_name(name)), "value": n}
            )
        if own["planning"]:
            cards = ", ".join(self._name(card) for card in own["planning"])
            told.append(
                {"sign": self._sign("permit"), "name": self.word("held"), "value": len(own["planning"]), "note": cards}
            )
        if own["favors"]:
            cards = ", ".join(self._name(favor["card"]) for favor in own["favors"])
            told.append(
                {"sign": self._sign("favor"), "name": self.word("favors"), "value": len(own["favors"]), "note": cards}
            )
        return told

    # --- what happened

    def _chronicle(self) -> list[dict[str, Any]]:
        """The last round of turns, the latest first: the one under way and the one before lie open.

        What the viewer has not seen yet, since they last acted, comes up step by step.
        """
        new = {id(event) for event in self._since_own_act()}
        if self.view["phase"] == "claim":
            return []
        told = [turn for turn in turns(self.log) if turn.deeds or turn.steps][-self.view["players"] - 1 :]
        return [self._turn(turn, new, newest=turn is told[-1], open=turn in told[-2:]) for turn in reversed(told)]

    def _turn(self, turn: Turn, new: Collection[int], *, newest: bool, open: bool) -> dict[str, Any]:
        name = "" if turn.seat < 0 else self.names[turn.seat]
        return {
            "seat": turn.seat,
            "name": name,
            "head": self.word("chronicle.turn", turn=turn.number, name=name)
            if turn.number
            else self.word("headline.claim"),
            "deeds": [self._line(event) for event in turn.deeds],
            "steps": [
                {
                    "number": step.number,
                    "name": self.word(f"step.{step.number}"),
                    "lines": [self._line(event) for event in step.events],
                }
                for step in turn.steps
            ],
            "open": open,
            "fresh": any(id(event) in new for step in turn.steps for event in step.events),
            "stage": self._stage() if newest else 0,
        }

    def _stage(self) -> int:
        """The step of the End of Turn at which the table waits for a decision; 0 outside of it."""
        for frame in self.view["stack"]:
            if frame["procedure"] == "end":
                return int(frame.get("stage", 1))
        return 0

    def _line(self, event: Mapping[str, Any]) -> dict[str, Any]:
        card = event.get("card") if event["kind"] in ("event", "filled", "turned_up") else None
        text = ""
        if event["kind"] == "event":
            text = self._say(things.card_text(self.view, str(card)))
        return {
            "kind": event["kind"],
            "seat": event["seat"],
            "words": self.say(prose.event(event, self.view, self.names)),
            "text": text,
        }

    # --- elections and score

    def _elections(self) -> dict[str, Any]:
        view = self.view
        words = {"next_ballot": self.say(things.message("picture.next_ballot"))}
        words |= {office: self.say(things.office_name(office)) for office in OFFICE_ICONS}
        drawn = election_track({**view, "legal": self.legal}, self.names, words, sentence=self._choice)
        picture = element(
            "svg",
            drawn,
            cls="track",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {TRACK_WIDTH} {TRACK_HEIGHT}",
            role="group",
            aria_label=self.word("track", office=words[view["pawn"]]),
        )
        return {"picture": picture}

    def sheet(self) -> list[tuple[str, Sequence[object]]]:
        sheet = self.view["sheet"]
        players = sorted(sheet["players"], key=lambda entry: int(entry["seat"]))
        rows: list[tuple[str, Sequence[object]]] = [(self.word("sheet.prestige"), [p["prestige"] for p in players])]
        for k, row in enumerate(sheet["rows"]):
            rows.append(
                (
                    self.word("sheet.row", number=row["number"], row=self.say(things.row_name(row["row"]))),
                    [p["rows"][k] for p in players],
                )
            )
        rows.append((self.word("sheet.wealth"), [p["wealth_points"] for p in players]))
        rows.append((self.word("sheet.offices"), [sum(p["offices"].values()) for p in players]))
        return rows

    def decided(self) -> str:
        return self.say(things.message(f"decided.{self.view['sheet']['decided_by']}"))

    # --- reference

    def _reference(self) -> dict[str, Any]:
        """What pays, what the offices do, and what can be known of the decks."""
        view = self.view
        offices = [
            {
                "icon": OFFICE_ICONS[office],
                "name": self.say(things.office_name(office)),
                "text": self.say(things.message(f"power.{office}")),
                "end": self.word(f"office_end.{office}"),
            }
            for office in OFFICE_ICONS
        ]
        decks = []
        for deck in (*DECKS, "planning"):
            cards = self.survey.face_down(deck)
            special = self.survey.special_event(deck) if deck != "planning" else None
            decks.append(
                {
                    "name": self.word(
                        "deck.left", deck=self.say(things.deck_name(deck)), n=view["decks"][deck]["cards"]
                    ),
                    "cards": ", ".join(self._name(card) for card in cards),
                    "special": self._special(special),
                }
            )
        tiles = [
            {
                "zone": zone.lower(),
                "letter": LETTERS[zone],
                "name": self._zone(zone),
                "left": view["supply"]["tiles"][zone],
            }
            for zone in TYPES
        ]
        vocations = [
            {"icon": VOCATION_ICONS[name], "name": self.say(things.vocation_name(name)), "left": left}
            for name, left in view["supply"]["vocations"].items()
        ]
        return {
            "offices": offices,
            "office_rule": OFFICE_RULE,
            "payout_rule": PAYOUT_RULE,
            "payouts": self.survey.payouts(),
            "places": [self.word(f"rank.{place}") for place in range(1, view["players"] + 1)],
            "decks": decks,
            "tiles": tiles,
            "vocations": vocations,
        }

    def _special(self, special: tuple[str, int, int] | None) -> str:
        if special is None:
            return ""
        card, first, last = special
        return self.word("deck.special", card=self._name(card), first=first, last=last)

    # --- the table in words

    def twin(self) -> list[dict[str, Any]]:
        return [
            *self._twin_rows(),
            self._twin_cards(),
            *(self._twin_seat(seat) for seat in range(self.view["players"])),
        ]

    def _twin_rows(self) -> list[dict[str, Any]]:
        """The blocks row by row from the north-west, each with its value and its buildings."""
        told = []
        for row in range(1, 7):
            lines = []
            for column in "ABCDEF":
                block = f"{column}{row}"
                here = [entry for entry in self.view["buildings"] if entry["lots"][:2] == block]
                if here:
                    there = ", ".join(self._building(entry) for entry in here)
                    lines.append(
                        self.word("twin.block", block=block, value=self.view["values"][block], buildings=there)
                    )
                else:
                    lines.append(self.word("twin.vacant", block=block, value=self.view["values"][block]))
            told.append({"head": self.word("twin.row", row=row), "rows": lines})
        markers = [
            self.word("twin.marker", circle=self.say(things.row_name(circle)), marker=self.say(things.marker(about)))
            for circle, about in self.view["circles"].items()
            if about is not None
        ]
        if markers:
            told.append({"head": self.word("twin.markers"), "rows": markers})
        return told

    def _twin_cards(self) -> dict[str, Any]:
        rows = []
        for slot in (*self._cards()["contracts"], *self._cards()["planning"]):
            if slot["card"] is None:
                rows.append(slot["name"])
            else:
                card = slot["card"]
                rows.append(self.word("twin.card", ap=slot["ap_words"], name=card["name"], text=card["text"]))
        return {"head": self.word("cards"), "rows": rows}

    def _twin_seat(self, seat: int) -> dict[str, Any]:
        rows = []
        for fact in self.facts(seat):
            rows.append(
                " ".join(str(part) for part in (fact["name"], fact["value"], fact.get("note", "")) if part != "")
            )
        return {"head": self.names[seat], "rows": rows}
