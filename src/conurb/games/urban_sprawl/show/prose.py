"""What Urban Sprawl says: decisions, choices, events and cards, as message keys with arguments.

The functions are those of every game (see docs/adding_a_game.md): question, explain, choice, waiting, event, rule_of,
intro. `names` are those of the seats; `event` is what `Event.seen_by` gives. Nothing here is in any language: the
sentences are in locales/<language>/urban_sprawl.po. The names and texts of the cards are there too; those of another
data pack are shown as the pack writes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from conurb.games.urban_sprawl.data import default_data
from conurb.games.urban_sprawl.terms import ZONES
from conurb.words import Message
from conurb.words import listed as listed
from conurb.words import name_list as name_list

View = Mapping[str, Any]
Names = Sequence[str]

DOMAIN = "urban_sprawl"
INTRO_LINES = 6
REZONING = "E12"  # the one card that lets a player choose between effects

RULES = {
    "CLAIM": "USP-3.10",
    "INVEST": "USP-4.6",
    "ACTION": "USP-4.9",
    "BUILD_PERMITS": "USP-5.12",
    "BUILD_SITE": "USP-5.1",
    "STEAL": "USP-4.17",
    "VOC_CURRENCY": "USP-4.18",
    "ELECT_TIE": "USP-4.31",
    "CONTRACTOR_TIE": "USP-4.36",
    "PARK_SITE": "USP-4.33",
    "ORDER": "USP-4.45",
    "RANK_TIE": "USP-4.44",
    "OFFICE": "USP-4.28",
    "ROW": "USP-2.12",
    "PICK": "USP-10.5",
    "OFFER": "USP-5.15",
    "CHOOSE": "USP-10.9",
    "PAY_CURRENCY": "USP-5.19",
    "PLACE_SITE": "USP-5.20",
    "MOVE_SITE": "USP-5.21",
    "MARKER_SOURCE": "USP-4.42",
    "MARKER_SLOT": "USP-4.42",
    "RECOVER": "USP-10.5",
}
# Decisions that a card asks, so that its text explains them.
BY_CARD = (
    *("ORDER", "RANK_TIE", "OFFICE", "ROW", "PICK", "OFFER", "CHOOSE", "PAY_CURRENCY", "PLACE_SITE", "MOVE_SITE"),
    *("MARKER_SOURCE", "MARKER_SLOT", "RECOVER"),
)


def message(name: str, /, **args: object) -> Message:
    """A message of this game's catalogue."""
    return Message(f"{DOMAIN}.{name}", args)


# --- things


@cache
def _known_cards() -> tuple[str, frozenset[str]]:
    data = default_data()
    return data.hash, frozenset(data.numbers)


def in_catalogue(view: View, card: str) -> bool:
    """Whether the card is one of the project's own pack, whose names are translated."""
    own, ids = _known_cards()
    return bool(view["data"] == own and card in ids)


def card_about(view: View, card: str) -> Mapping[str, Any] | None:
    """What is printed on a card; of another data pack only the cards that lie open are known."""
    if card in view["cards"]:
        known: Mapping[str, Any] = view["cards"][card]
        return known
    data = default_data()
    return data.card_json(data.numbers[card]) if in_catalogue(view, card) else None


def card_name(view: View, card: str) -> Message | str:
    """A permit by level and zones, any other card by its name."""
    shown = card_about(view, card)
    if shown is not None and shown["kind"] == "permit":
        return message("card.permit", level=shown["level"], zones=zone_names(shown["zones"]))
    if shown is not None and shown["kind"] == "renewal":
        return message("card.renewal")
    if in_catalogue(view, card):
        return message(f"card.{card}")
    return str(shown["name"]) if shown is not None else card


def card_text(view: View, card: str) -> Message | str:
    """What a card does."""
    shown = card_about(view, card)
    if shown is not None and shown["kind"] == "permit":
        return message("text.permit", n=shown["level"], zones=zone_names(shown["zones"]), wealth=shown["payout"])
    if shown is not None and shown["kind"] == "renewal":
        return message("text.renewal")
    if in_catalogue(view, card):
        return message(f"text.{card}")
    return "" if shown is None else str(shown["text"])


def contract_line(view: View, card: str) -> Message:
    """A contract in one line: zone and lots, vocations, what it does, the prestige row it pays."""
    about = view["cards"][card]
    line = message("contract", zone=zone_name(about["zone"]), n=about["size"])
    for vocation in about["vocations"]:
        tile = message("vocation.value", vocation=vocation_name(vocation["name"]), value=vocation["value"])
        line = Message("conurb.list.comma", {"first": line, "second": tile})
    if about["payout"]:
        row = message("contract.row", number=about["payout"])
        line = Message("conurb.list.comma", {"first": line, "second": row})
    return message("contract.text", line=line, text=card_text(view, card))


def zone_name(zone: str) -> Message:
    return message(f"zone.{zone}")


def row_name(code: str) -> Message:
    """A row of blocks, or the circle at its end, by the edge of the board: W-34 is west, 3 and 4."""
    side, _, blocks = code.partition("-")
    return message(f"row.{side}", blocks="\N{EN DASH}".join(blocks))


def zone_names(zones: Sequence[str]) -> Message | str:
    """The zones of a permit; with four of them there is nothing left to tell."""
    return message("zone.any") if len(zones) == ZONES else listed([zone_name(zone) for zone in zones], "comma")


def office_name(office: str) -> Message:
    return message(f"office.{office}")


def vocation_name(vocation: str) -> Message:
    return message(f"vocation.{vocation}")


def deck_name(deck: str) -> Message:
    return message(f"deck.{deck}")


def money(wealth: int, prestige: int) -> Message:
    """An amount of one or both currencies."""
    if wealth and prestige:
        return message("money.both", wealth=wealth, prestige=prestige)
    return message("money.wealth", amount=wealth) if wealth else message("money.prestige", amount=prestige)


def marker(about: Mapping[str, Any]) -> Message:
    return message(f"marker.{about['kind']}", number=about["number"])


def building_at(view: View, lots: str) -> Mapping[str, Any] | None:
    """The building on exactly these lots."""
    return next((entry for entry in view["buildings"] if entry["lots"] == lots), None)


def card_at_hand(view: View) -> str | None:
    """The card being built or resolved, by the uppermost frame that names one."""
    for frame in reversed(view["stack"]):
        if frame["procedure"] in ("build", "event", "icons"):
            return str(frame["subject"])
    return None


# --- the decision at hand


def question(view: View, names: Names) -> Message:
    """The decision in at most seven words; without a decision, why there is none."""
    if view["phase"] == "over":
        return message("question.over")
    if not view["legal"]:
        return message("question.watch" if view["seat"] is None else "question.wait")
    return message(f"question.{view['decision']['kind']}")


def explain(view: View, names: Names) -> Message:
    """What follows from the decision; where a card asks it, what the card says."""
    if view["phase"] == "over":
        return _winners(view["ranking"], view["scores"], names, "explain")
    if not view["legal"]:
        return waiting(view, names)
    kind = view["decision"]["kind"]
    card = card_at_hand(view)
    if kind in BY_CARD and card is not None:
        return message("explain.card", card=card_name(view, card), text=card_text(view, card))
    if kind in ("BUILD_PERMITS", "BUILD_SITE", "STEAL") and card is not None:
        return message(f"explain.{kind}", card=card_name(view, card))
    if kind == "VOC_CURRENCY":
        frame = view["stack"][-1]
        return message("explain.VOC_CURRENCY", vocation=vocation_name(frame["subject"]), value=frame["a"])
    if kind == "ELECT_TIE":
        return message("explain.ELECT_TIE", office=office_name(view["stack"][-1]["subject"]))
    if kind == "ACTION":
        return message("explain.ACTION", n=view["ap"])
    return message(f"explain.{kind}")


def waiting(view: View, names: Names) -> Message:
    """Whom the table waits for, and with what."""
    if not view["to_act"]:
        return message("waiting.nobody")
    what = message(f"decision.{view['decision']['kind']}")
    return message("waiting.for", names=name_list(view["to_act"], names), what=what)


def rule_of(view: View) -> str:
    return "USP-6.2" if view["phase"] == "over" else RULES[view["decision"]["kind"]]


def intro() -> list[Message]:
    return [message(f"intro.{line}") for line in range(1, INTRO_LINES + 1)]


def choice(view: View, action: Mapping[str, Any], names: Names) -> Message:
    """One legal action: what, where, and what it costs or brings."""
    kind = action["kind"]
    if kind in ("claim", "pick"):
        return _building_choice(view, action, names)
    if kind == "on":
        return _site_choice(action)
    if kind in ("from", "seat"):
        return message(f"choice.{kind}", name=names[action["seat"]])
    if kind in ("take", "build", "favor"):
        words = f"choice.{kind}" if "ap" in action else "choice.build.favor"
        return message(words, card=card_name(view, action["card"]), id=action["card"], ap=action.get("ap", 0))
    if kind == "invest":
        wealth = view["cards"][action["card"]]["payout"]
        return message("choice.invest", card=card_name(view, action["card"]), wealth=wealth)
    if kind in ("permit", "recover"):
        return message(f"choice.{kind}", card=card_name(view, action["card"]))
    if kind == "office":
        return message("choice.office", office=office_name(action["office"]))
    if kind == "marker":
        return message(
            "choice.marker", marker=marker(view["circles"][action["circle"]]), circle=row_name(action["circle"])
        )
    if kind == "circle":
        return message("choice.circle", circle=row_name(action["circle"]))
    if kind == "option":
        return _option(view, action["option"])
    if kind in ("wealth", "prestige") and view["decision"]["kind"] == "VOC_CURRENCY":
        return message(f"money.{kind}", amount=view["stack"][-1]["a"])
    if kind == "row":
        return message(f"choice.row.{action['row']}")
    return message(f"choice.{kind}")


def _option(view: View, number: int) -> Message:
    """One of the options of a card; those of another data pack have no words of their own."""
    card = card_at_hand(view)
    if card == REZONING and in_catalogue(view, card):
        return message(f"option.{REZONING}.{number}")
    return message("choice.option", number=number)


def _building_choice(view: View, action: Mapping[str, Any], names: Names) -> Message:
    there = building_at(view, action["lots"])
    assert there is not None, "only buildings can be picked"
    about = {"lots": action["lots"], "zone": zone_name(there["zone"]), "value": action["value"]}
    if action["kind"] == "claim" or there["owner"] is None:
        return message(f"choice.{action['kind']}", **about)
    return message("choice.pick.owned", **about, name=names[there["owner"]])


def _site_choice(action: Mapping[str, Any]) -> Message:
    if "price" not in action:
        return message("choice.on", lots=action["lots"], value=action["value"])
    about = {"lots": action["lots"], "price": action["price"], "bonus": action["bonus"]}
    if action["demolishes"]:
        return message("choice.site.demolish", **about, gone=", ".join(action["demolishes"]))
    return message("choice.site", **about)


# --- the log


def event(event: Mapping[str, Any], view: View, names: Names) -> Message:
    """What happened, as a line of the log."""
    kind = event["kind"]
    if kind == "game_over":
        return _winners(event["ranking"], event["scores"], names, "event")
    args = {name: _argument(view, name, value, names) for name, value in event.items() if name not in _PLAIN}
    if event["seat"] >= 0:
        args["name"] = names[event["seat"]]
    if kind == "chose":
        return _chose(event, view, names)
    if kind in ("gained", "lost", "paid"):
        args["amount"] = money(event["wealth"], event["prestige"])
        return message(f"event.{kind}{_REASONS.get(event['rule'], '') if kind == 'gained' else ''}", **args)
    if kind == "payout":
        return _payout(event, names)
    variant = _variant(event)
    return message(f"event.{kind}{variant}", **args)


_REASONS = {"USP-5.10": ".neighbours", "USP-4.18": ".vocation"}  # why somebody gained something
_PLAIN = ("kind", "seat", "rule", "amounts", "move", "decision", "scores", "ranking")


def _variant(event: Mapping[str, Any]) -> str:
    """Which of the sentences of an event fits."""
    kind = event["kind"]
    if kind == "vocation_taken":
        return ".supply" if event["from"] is None else ".seat"
    if kind == "elected":
        return ".nobody" if event["seat"] < 0 else ""
    if kind in ("control", "removed"):
        return ".nobody" if event["seat"] < 0 else ""
    if kind == "placed":
        return ".nobody" if event["owner"] is None else ""
    if kind == "filled":
        return ".new" if event["new"] else ""
    if kind == "slid":
        return f".{event['rail']}"
    return ""


def _argument(view: View, name: str, value: Any, names: Names) -> object:
    """An argument of an event in words."""
    if name == "card":
        return card_name(view, value)
    if name == "cards" and isinstance(value, list):
        return listed([card_name(view, card) for card in value])
    if name == "zone":
        return zone_name(value)
    if name == "office":
        return office_name(value)
    if name == "vocation":
        return vocation_name(value)
    if name == "deck":
        return deck_name(value)
    if name == "marker":
        return marker(value)
    if name in ("row", "circle", "from") and isinstance(value, str) and "-" in value:
        return row_name(value)
    if name in ("from", "to", "owner") and isinstance(value, int):
        return names[value]
    return value


def _payout(event: Mapping[str, Any], names: Names) -> Message:
    """A row that pays, and whom."""
    row = {"row": row_name(event["row"]), "number": event["number"]}
    paid = [(seat, amount) for seat, amount in enumerate(event["amounts"]) if amount]
    if not paid:
        return message("event.payout.none", **row)
    shares: Message | str = message("share", name=names[paid[0][0]], amount=paid[0][1])
    for seat, amount in paid[1:]:
        share = message("share", name=names[seat], amount=amount)
        shares = Message("conurb.list.comma", {"first": shares, "second": share})
    return message(f"event.payout.{event['currency']}", **row, shares=shares)


def _chose(event: Mapping[str, Any], view: View, names: Names) -> Message:
    """A choice that changes nothing by itself."""
    move = event["move"]
    name = names[event["seat"]]
    kind = move["type"]
    if kind in ("done", "end"):
        return message(f"event.chose.{kind}", name=name)
    for field in ("card", "seat", "office", "lots", "row", "circle", "option"):
        if field in move:
            what = names[move["seat"]] if field == "seat" else _argument(view, field, move[field], names)
            return message(f"event.chose.{kind}", name=name, what=what)
    return message(f"event.chose.{kind}", name=name)


def _winners(ranking: Sequence[int], scores: Sequence[int], names: Names, where: str) -> Message:
    """Who won, alone or together (USP-6.6)."""
    first = [seat for seat, place in enumerate(ranking) if place == 1]
    shape = "won" if len(first) == 1 else "shared"
    return message(f"{where}.over.{shape}", names=name_list(first, names), score=scores[first[0]])


def apart(view: View, first: int, second: int, names: Names) -> Message:
    """What puts a player before another with the same score: the greater wealth decides (USP-6.6)."""
    return message("apart", first=names[first], second=names[second])
