"""The things of Urban Sprawl in words: cards, zones, offices, rows, markers, amounts, as message keys with arguments.

The names and texts of the cards are in the catalogue; those of another data pack are shown as the pack writes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from conurb.games.urban_sprawl.data import default_data
from conurb.games.urban_sprawl.terms import ZONES
from conurb.words import Message
from conurb.words import listed as listed

View = Mapping[str, Any]
Names = Sequence[str]

DOMAIN = "urban_sprawl"


def message(name: str, /, **args: object) -> Message:
    """A message of this game's catalogue."""
    return Message(f"{DOMAIN}.{name}", args)


# --- cards


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


def vocation_text(tile: Mapping[str, Any]) -> Message:
    """What a vocation on a contract does when it is built (USP-4.17, USP-4.18)."""
    return message("vocation.text", vocation=vocation_name(tile["name"]), value=tile["value"])


def deck_name(deck: str) -> Message:
    return message(f"deck.{deck}")


def money(wealth: int, prestige: int, case: str = "money") -> Message:
    """An amount of one or both currencies. Case "sum" is what is paid or gained: Hungarian tells it by its ending."""
    if wealth and prestige:
        return message(f"{case}.both", wealth=wealth, prestige=prestige)
    return message(f"{case}.wealth", amount=wealth) if wealth else message(f"{case}.prestige", amount=prestige)


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


def building_on(view: View, lot: str) -> Mapping[str, Any]:
    """The building that covers a lot."""
    return next(entry for entry in view["buildings"] if entry["lots"][:2] == lot[:2] and lot[2] in entry["lots"][2:])


def buildings_in_row(view: View, code: str, seat: int) -> int:
    """How many buildings a player controls in the blocks of a row, such as N-AB or E-3."""
    blocks = code.partition("-")[2]
    return sum(entry["owner"] == seat and bool(set(entry["lots"][:2]) & set(blocks)) for entry in view["buildings"])
