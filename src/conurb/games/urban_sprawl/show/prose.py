"""What Urban Sprawl says: decisions, choices, events and cards, as message keys with arguments.

The functions are those of every game (see docs/adding_a_game.md): question, explain, choice, waiting, event, rule_of,
intro. `names` are those of the seats; `event` is what `Event.seen_by` gives. Nothing here is in any language: the
sentences are in locales/<language>/urban_sprawl.po. What a card asks, asked.py says; the names of things, things.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conurb.games.urban_sprawl.show.asked import asked
from conurb.games.urban_sprawl.show.things import (
    Names,
    View,
    building_at,
    buildings_in_row,
    card_at_hand,
    card_name,
    card_text,
    deck_name,
    listed,
    marker,
    message,
    money,
    office_name,
    row_name,
    vocation_name,
    vocation_text,
    zone_name,
)
from conurb.words import Message, name_list

INTRO_LINES = 6

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


# --- the decision at hand


def question(view: View, names: Names) -> Message:
    """The decision in at most seven words; without a decision, why there is none."""
    if view["phase"] == "over":
        return message("question.over")
    if not view["legal"]:
        return message("question.watch" if view["seat"] is None else "question.wait")
    kind = view["decision"]["kind"]
    if kind == "ELECT_TIE":
        return message("question.ELECT_TIE", office=office_name(view["stack"][-1]["subject"]))
    by_card = asked(view, names)
    return (by_card and by_card.question()) or message(f"question.{kind}")


def explain(view: View, names: Names) -> Message:
    """What is decided, at what cost, and what follows; where a card asks it, what the card says comes first."""
    if view["phase"] == "over":
        return _winners(view["ranking"], view["scores"], names, "explain")
    if not view["legal"]:
        return waiting(view, names)
    kind = view["decision"]["kind"]
    if kind in BY_CARD:
        return _by_card(view, names)
    return message(f"explain.{kind}", **EXPLAINED.get(kind, _nothing)(view, names))


def _by_card(view: View, names: Names) -> Message:
    card = card_at_hand(view)
    if card is None:
        return waiting(view, names)
    said = _said(view, card, names)
    by_card = asked(view, names)
    follows = by_card and by_card.follows()
    return message("explain.asked", **said, follows=follows) if follows else message("explain.card", **said)


def _said(view: View, card: str, names: Names) -> dict[str, object]:
    """Name and text of a card. "You", on a contract, is who builds it: to all others the text is quoted."""
    name, text = card_name(view, card), card_text(view, card)
    if view["cards"][card]["kind"] != "contract" or view["seat"] == view["active"]:
        return {"card": name, "text": text}
    builder = message("card.built_by", card=name, name=names[view["active"]])
    return {"card": builder, "text": message("text.quoted", text=text)}


def _nothing(view: View, names: Names) -> dict[str, object]:
    return {}


def _claims(view: View, names: Names) -> dict[str, object]:
    """How many starting buildings are left for the player, and the money for them (USP-3.10)."""
    left = sum(entry["owner"] is None for entry in view["buildings"])
    return {"n": -(-left // view["players"]), "wealth": view["seats"][view["seat"]]["wealth"]}


def _payment(view: View, names: Names) -> dict[str, object]:
    """The contract that is paid for, its zone and size, and the permits given so far (USP-5.12)."""
    frame = view["stack"][-1]
    about = view["cards"][frame["subject"]]
    given = sum(view["cards"][card]["level"] for card in frame.get("a", []))
    return {**_contract(view, names), "n": about["size"], "given": given}


def _contract(view: View, names: Names) -> dict[str, object]:
    """The contract that is being built, and its zone."""
    card = view["stack"][-1]["subject"]
    return {"card": card_name(view, card), "zone": zone_name(view["cards"][card]["zone"])}


def _site(view: View, names: Names) -> dict[str, object]:
    """What else comes of building the contract: its vocations, then its text."""
    card = view["stack"][-1]["subject"]
    text = card_text(view, card)
    for tile in reversed(view["cards"][card]["vocations"]):
        text = message("vocation.then", tile=vocation_text(tile), text=text)
    return {**_contract(view, names), "wealth": view["seats"][view["seat"]]["wealth"], "text": text}


def _taken_tile(view: View, names: Names) -> dict[str, object]:
    """The vocation of which no tile is left, and what its tiles will score (USP-4.17)."""
    frame = view["stack"][-1]
    tile = view["cards"][frame["subject"]]["vocations"][frame.get("at", 0)]
    return {"card": card_name(view, frame["subject"]), "vocation": vocation_name(tile["name"]), "value": tile["value"]}


def _scored_tile(view: View, names: Names) -> dict[str, object]:
    """The vocation that scores, and which of the player's tiles it is about (USP-4.18)."""
    frame = view["stack"][-1]
    card = card_at_hand(view)
    assert card is not None, "only cards score vocations"
    held = view["seats"][view["seat"]]["vocations"][frame["subject"]]
    tile = {"number": frame.get("b", 0) + 1, "held": held, "value": frame["a"]}
    return {"card": _said(view, card, names)["card"], "vocation": vocation_name(frame["subject"]), **tile}


def _tie(view: View, names: Names) -> dict[str, object]:
    """What an office is worth that is tied, and by what (USP-4.31)."""
    office = view["stack"][-1]["subject"]
    return {"criterion": message(f"criterion.{office}"), "power": message(f"power.{office}")}


def _points(view: View, names: Names) -> dict[str, object]:
    return {"n": view["ap"]}


def _contractor(view: View, names: Names) -> dict[str, object]:
    return {"power": message("power.Contractor")}


# What the explanation of a decision of the rules tells, by kind.
EXPLAINED = {
    "CLAIM": _claims,
    "ACTION": _points,
    "BUILD_PERMITS": _payment,
    "BUILD_SITE": _site,
    "STEAL": _taken_tile,
    "VOC_CURRENCY": _scored_tile,
    "ELECT_TIE": _tie,
    "CONTRACTOR_TIE": _contractor,
}


def waiting(view: View, names: Names) -> Message:
    """Whom the table waits for, and with what; where a card asks it, what the card says."""
    if not view["to_act"]:
        return message("waiting.nobody")
    kind, card = view["decision"]["kind"], card_at_hand(view)
    about = {"names": name_list(view["to_act"], names), "what": message(f"decision.{kind}")}
    if kind in BY_CARD and card is not None:
        return message("waiting.card", **about, **_said(view, card, names))
    return message("waiting.for", **about)


def rule_of(view: View) -> str:
    return "USP-6.2" if view["phase"] == "over" else RULES[view["decision"]["kind"]]


def intro() -> list[Message]:
    return [message(f"intro.{line}") for line in range(1, INTRO_LINES + 1)]


def choice(view: View, action: Mapping[str, Any], names: Names) -> Message:
    """One legal action: what, where, and what it costs or brings."""
    kind, decision = action["kind"], view["decision"]["kind"]
    by_card = asked(view, names)
    told = by_card.choice(action) if by_card else None
    if told is not None:
        return told
    if kind in ("claim", "pick"):
        return _building_choice(view, action, names)
    if kind == "on":
        return _site_choice(action)
    if kind in ("from", "seat"):
        return message(f"choice.{kind}", name=names[action["seat"]])
    if kind in ("take", "build", "favor"):
        words = f"choice.{kind}" if "ap" in action else "choice.build.favor"
        return message(words, card=card_name(view, action["card"]), ap=action.get("ap", 0))
    if kind == "invest":
        wealth = view["cards"][action["card"]]["payout"]
        return message("choice.invest", card=card_name(view, action["card"]), wealth=wealth)
    if kind in ("permit", "recover"):
        return message(f"choice.{kind}", card=card_name(view, action["card"]))
    if kind == "office":
        return _office_choice(view, action["office"], names)
    if kind == "marker":
        return message(
            "choice.marker", marker=marker(view["circles"][action["circle"]]), circle=row_name(action["circle"])
        )
    if kind == "circle":
        own = buildings_in_row(view, action["circle"], view["decision"]["seat"])
        return message("choice.circle", circle=row_name(action["circle"]), n=own)
    if kind == "option":
        return message("choice.option", number=action["option"])
    if kind in ("wealth", "prestige") and decision == "VOC_CURRENCY":
        return message(f"money.{kind}", amount=view["stack"][-1]["a"])
    if kind == "row":
        return message(f"choice.row.{action['row']}")
    if kind == "none":
        return message(f"choice.none.{decision}")
    return message(f"choice.{kind}")


def _office_choice(view: View, office: str, names: Names) -> Message:
    holder = view["offices"][office]
    if holder is None:
        return message("choice.office.nobody", office=office_name(office))
    return message("choice.office", office=office_name(office), name=names[holder])


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
    if kind == "row":
        return message("event.chose.row", name=name, what=message(f"choice.row.{move['row']}"))
    if kind == "seat":
        return message(f"event.chose.seat.{event['decision']}", name=name, what=names[move["seat"]])
    for field in ("card", "office", "lots", "circle", "option"):
        if field in move:
            what = _argument(view, field, move[field], names)
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
