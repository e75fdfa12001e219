"""What Prosperity says: decisions, choices, events and tiles, as message keys with arguments.

Every game has these functions, and whatever speaks to people (terminal, server, pages) uses them:

    question(view, names)       the decision at hand, at most seven words
    explain(view, names)        one sentence on what follows
    choice(view, action, names) one entry of view["legal"]: what, where, why in numbers
    waiting(view, names)        whom the table waits for
    event(event, view, names)   a line of the log: past tense, actor first, one fact, number last
    rule_of(view)               the id of the rule of the decision at hand
    apart(view, first, ...)     what puts a seat before another with the same score
    intro()                     the game in a few sentences
    tile_name(tile)             a tile of view["tiles"], or a printed facility by its name

`names` are those of the seats; `event` is what `Event.seen_by` gives. The sentences are in
locales/<language>/prosperity.po.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from conurb.drawing.pen import signed
from conurb.words import Message, load
from conurb.words import listed as listed
from conurb.words import name_list as name_list

View = Mapping[str, Any]
Names = Sequence[str]

DOMAIN = "prosperity"
INTRO_LINES = 5
SYMBOLS = ("energy", "ecology", "capital", "research", "prosperity")
RULE_OF_TALLY = {"energy": "PRO-3.6", "research": "PRO-3.9"}


def message(name: str, /, **args: object) -> Message:
    """A message of this game's catalogue."""
    return Message(f"{DOMAIN}.{name}", args)


# --- things


def named(name: str) -> Message:
    """A tile or a printed facility; one that is not in the box (another data pack) by the name it has there."""
    key = "tile." + re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return message(key) if key in load("en", DOMAIN).sentences else message("tile", name=name)


def tile_name(tile: Mapping[str, Any]) -> Message:
    return named(tile["name"])


def tile_of(view: View, id: str) -> Message:
    """A tile by its id."""
    return tile_name(view["tiles"][id])


def symbol_name(symbol: str) -> Message:
    return message(f"symbol.{symbol}")


def changes(change: Mapping[str, int]) -> Message | str:
    """How the totals change: "+3 energy, -1 ecology"."""
    parts = [message(f"change.{symbol}", value=signed(change[symbol])) for symbol in SYMBOLS if change[symbol]]
    return listed(parts, "comma") if parts else message("change.none")


# --- the decision at hand


def question(view: View, names: Names) -> Message:
    """The decision in at most seven words; without a decision, why there is none."""
    if view["phase"] == "over":
        return message("question.over")
    if not view["legal"]:
        return message("question.wait")
    kind = view["legal"][0]["kind"]
    if kind in ("pay", "split"):
        return message(f"question.{kind}")
    return message("question.first" if view["action_number"] == 1 else "question.second")


def explain(view: View, names: Names) -> Message:
    """What follows from the decision."""
    if view["phase"] == "over":
        return _winners(view["ranking"], view["scores"], names, "explain")
    if not view["legal"]:
        return waiting(view, names)
    country = view["countries"][view["seat"]]
    kind = view["legal"][0]["kind"]
    if kind == "pay":
        return message("explain.pay", n=-country["totals"]["energy"], money=country["money"])
    if kind == "split":
        last = view["legal"][-1]
        return message(
            "explain.split",
            n=last["energy_steps"] + last["ecology_steps"],
            energy=country["research"]["energy"],
            ecology=country["research"]["ecology"],
        )
    if view["action_number"] < view["actions"]:
        return message("explain.first", money=country["money"])
    if view["turn"] == view["turns"]:
        return message("explain.last", money=country["money"])
    following = names[(view["active"] + 1) % view["players"]]
    return message("explain.second", money=country["money"], name=following)


def choice(view: View, action: Mapping[str, Any], names: Names) -> Message:
    """One legal action, with what it costs and changes."""
    kind = action["kind"]
    if kind == "pay":
        return message("choice.pay", money=-action["money"], n=action["discs"])
    if kind == "split":
        return message("choice.split", energy=action["energy_steps"], ecology=action["ecology_steps"])
    if kind == "revenue":
        return message("choice.revenue", money=action["money"])
    if kind == "cleanup":
        return message("choice.cleanup", n=view["countries"][view["seat"]]["discs"] + action["discs"])
    if kind == "research":
        return message(f"choice.research.{action['track']}", square=action["square"], level=action["level"])
    return _purchase(view, action)


def _purchase(view: View, action: Mapping[str, Any]) -> Message:
    tile = tile_of(view, action["tile"])
    price = -action["money"]
    if action["space"] is None:
        effect = "points" if action["points"] else "clean"
        return message(f"choice.buy.{effect}", tile=tile, price=price, n=action["points"] or -action["discs"])
    return message("choice.buy", tile=tile, space=action["space"], price=price, change=changes(action["change"]))


def waiting(view: View, names: Names) -> Message:
    """Whom the table waits for."""
    if not view["to_act"]:
        return message("waiting.nobody")
    return message("waiting.for", names=name_list(view["to_act"], names))


def rule_of(view: View) -> str:
    """The tally, the actions, or the winner."""
    if view["phase"] == "over":
        return "PRO-6.8"
    return RULE_OF_TALLY.get(view["tally"], "PRO-3.12")


def intro() -> list[Message]:
    return [message(f"intro.{line}") for line in range(1, INTRO_LINES + 1)]


# --- the log


def event(event: Mapping[str, Any], view: View, names: Names) -> Message:
    """What happened, as a line of the log."""
    kind = event["kind"]
    name = names[event["seat"]] if event["seat"] >= 0 else ""
    if kind == "tallied":
        return _tallied(event, name)
    if kind == "drew":
        call = symbol_name(event["call"])
        return message("event.drew", name=name, tile=tile_of(view, event["tile"]), symbol=call)
    if kind == "displayed":
        return message("event.displayed", tile=tile_of(view, event["tile"]))
    if kind == "revenue":
        return message("event.revenue", name=name, money=event["money"])
    if kind == "cleanup":
        return message("event.cleanup", name=name, n=event["discs"])
    if kind == "researched":
        return message(f"event.researched.{event['track']}", name=name, square=event["square"], level=event["level"])
    if kind == "bought":
        tile = tile_of(view, event["tile"])
        return message("event.bought", name=name, tile=tile, space=event["space"], price=event["price"])
    if kind == "used":
        effect = "points" if event["points"] else "clean"
        tile = tile_of(view, event["tile"])
        return message(f"event.used.{effect}", name=name, tile=tile, n=event["points"] or -event["discs"])
    if kind == "final":
        return message("event.final")
    if kind == "money_scored":
        return message("event.money_scored", name=name, points=signed(event["points"]))
    if kind == "majority":
        return _majority(event, names)
    if kind == "game_over":
        return _winners(event["ranking"], event["scores"], names, "event")
    raise ValueError(f"no words for the event {kind!r}")


def _tallied(event: Mapping[str, Any], name: str) -> Message:
    """What a tally changed; a symbol that changed nothing says so."""
    symbol = event["symbol"]
    money, discs, points = event["money"], event["discs"], event["points"]
    if symbol == "energy" and event["total"] < 0:
        return message("event.energy.lack", name=name, n=-event["total"], money=signed(money), discs=signed(discs))
    if symbol == "ecology" and discs > 0:
        return message("event.ecology.pollute", name=name, discs=signed(discs), n=abs(discs))
    if symbol == "ecology" and event["total"] > 0:
        shape = "both" if discs and money else "money" if money else "clean"
        return message(f"event.ecology.{shape}", name=name, discs=signed(discs), n=abs(discs), money=money)
    if symbol == "research" and event["total"] > 0:
        steps = {track: signed(event[f"{track}_steps"]) for track in ("energy", "ecology")}
        return message("event.research", name=name, **steps)
    if symbol == "prosperity":
        return message("event.prosperity.blocked" if event["blocked"] else "event.prosperity", name=name, points=points)
    if event["total"] > 0:
        return message(f"event.{symbol}.earn", name=name, money=money)
    return message("event.nothing", name=name, symbol=symbol_name(symbol))


def _majority(event: Mapping[str, Any], names: Names) -> Message:
    """Who scored on a research track (PRO-6.6)."""
    scored = [seat for seat, points in enumerate(event["points"]) if points]
    parts = [message("event.majority.one", name=names[seat], points=signed(event["points"][seat])) for seat in scored]
    return message(f"event.majority.{event['track']}", scored=listed(parts, "comma"))


def _winners(ranking: Sequence[int], scores: Sequence[int], names: Names, where: str) -> Message:
    """Who won, alone or together (PRO-6.8, PRO-8.27)."""
    first = [seat for seat, place in enumerate(ranking) if place == 1]
    shape = "won" if len(first) == 1 else "shared"
    return message(f"{where}.over.{shape}", names=name_list(first, names), score=scores[first[0]])


def apart(view: View, first: int, second: int, names: Names) -> Message:
    """What puts a player before another with the same score: the money left decides (PRO-6.9)."""
    return message("apart", first=names[first], second=names[second])
