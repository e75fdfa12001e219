"""What The Capitals says: decisions, choices, events and tiles, as message keys with arguments.

The functions are those of every game (see between_two_cities/show/prose.py). Besides, a tile says what it does:

    tile_name(id), tile_effects(id, view)     its name, and a sentence for every effect

Nothing here is in any language: the sentences are in locales/<language>/the_capitals.po.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conurb import words
from conurb.words import Message

from .box import View, about

Names = Sequence[str]
Words = Message | str

DOMAIN = "the_capitals"
INTRO_LINES = 6
ROMAN = ("I", "II", "III")
TAGS = ("museum",)  # those that have a word


def message(name: str, /, **args: object) -> Message:
    """A message of this game's catalogue."""
    return Message(f"{DOMAIN}.{name}", args)


def signed(number: int) -> str:
    """+2, a true minus sign, or 0."""
    return f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")


# --- things


def tile_name(tile: str) -> Words:
    """A tile of the box by its name in the language, one of another data pack by its id."""
    return message(f"tile.{tile}") if about(tile) is not None else tile.replace("_", " ").title()


def city_name(names: Names, seat: int) -> str:
    """A city is known by its player (CAP-0.2)."""
    return names[seat]


def resource_name(name: str) -> Message:
    return message(f"resource.{name}")


def track_name(name: str) -> Message:
    """A track as a heading."""
    return message(f"track.{name}")


def cell_name(cell: Sequence[int]) -> str:
    """A cell or vertex as it is written in moves: x,y."""
    return f"{cell[0]},{cell[1]}"


def place(cell: Sequence[int]) -> Message:
    """A cell or vertex as sentences name it; a comma between numbers is not the same in every language."""
    x, y = (str(number).replace("-", "\N{MINUS SIGN}") for number in cell)
    return message("place", x=x, y=y)


def listed(parts: Sequence[Words], last: str = "comma") -> Words:
    """Parts as a list; `last` joins the last two."""
    return words.listed(parts, last) if parts else message("nothing")


def change(name: str, n: int) -> Message:
    """A gain or loss of a track; money has its sign before the number."""
    if name == "economy":
        return message("change.more" if n > 0 else "change.less", n=abs(n))
    return message("change", n=signed(n), what=resource_name(name))


def changes(gains: Mapping[str, int]) -> Words:
    """What some tracks gain and lose, as a list."""
    return listed([change(name, n) for name, n in gains.items()])


def tourist_name(tourist: int | str, names: Names) -> Message:
    if tourist == "neutral":
        return message("tourist.neutral")
    return message("tourist.of", name=names[int(tourist)])


# --- what a tile does (CAP-1.2)


def tile_effects(tile: str, view: View | None = None) -> list[Message]:
    """A sentence for every effect of a tile of the box; none where the box is not known."""
    known = about(tile, view)
    if known is None:
        return []
    lines = [_prerequisite(known["prerequisite"])] if "prerequisite" in known else []
    if known["immediate"]:
        lines.append(message("effect.immediate", effects=listed([entry(e) for e in known["immediate"]])))
    if "activation" in known:
        lines.append(_activation(known["activation"]))
    lines += [_construction(e) for e in known["construction"]]
    lines += [_permanent(e) for e in known["permanent"]]
    lines += [message(f"effect.{e['when']}", effect=entry(e)) for e in known["end_game"]]
    return lines


def entry(effect: Mapping[str, Any]) -> Message:
    """One entry of the effect language."""
    if "do" in effect:
        return message(f"effect.{effect['do']}")
    what = resource_name(effect["gain"])
    if "era" in effect:
        first, second, third = (signed(n) for n in effect["era"])
        return message("effect.era", first=first, second=second, third=third, what=what)
    gain = change(effect["gain"], effect["n"])
    if "per" not in effect:
        return gain
    if effect["per"] == "tiles":
        return message("effect.per.tiles", gain=gain, tiles=which(effect))
    if effect["per"] in ("services_above_zero", "players_ahead_culture", "plant_level", "tourists_in_city"):
        return message(f"effect.per.{effect['per']}", gain=gain)
    return message("effect.per.track", gain=gain, k=effect["k"], source=resource_name(effect["per"]))


def kind_of(tile: str, view: View | None = None) -> Message:
    """The type of a tile, with its density or its era."""
    known = about(tile, view) or {}
    kind = message(f"type.{known.get('type', 'prosperity')}")
    if "density" in known:
        kind = message("about.density", kind=kind, density=message(f"density.{known['density']}"))
    return message("about.era", kind=kind, era=ROMAN[known["era"] - 1]) if "era" in known else kind


def which(effect: Mapping[str, Any]) -> Message:
    """The tiles that an entry is about."""
    scope = effect["scope"]
    if effect.get("distinct"):
        return message(f"which.distinct.{scope}")
    chosen = effect["filter"]
    if not chosen:
        return message(f"which.any.{scope}")
    return message(f"which.{scope}", kinds=kinds(chosen))


def kinds(chosen: Mapping[str, Any]) -> Words:
    """What a filter lets through."""
    if "tag" in chosen:
        return message(f"kind.{chosen['tag']}") if chosen["tag"] in TAGS else chosen["tag"]
    if "progress" in chosen:
        return message("kind.progress", n=chosen["progress"])
    if "density" in chosen:
        return message("kind.density", densities=listed([message(f"density.{d}") for d in chosen["density"]], "and"))
    return listed([message(f"type.{kind}") for kind in chosen["types"]], "and")


def _activation(activation: Mapping[str, Any]) -> Message:
    gains = listed([entry(e) for e in activation["gain"]])
    if not activation["cost"]:
        return message("effect.activation", n=activation["printed"], gains=gains)
    costs = listed([entry(e) for e in activation["cost"]])
    return message("effect.activation.cost", n=activation["printed"], costs=costs, gains=gains)


def _construction(effect: Mapping[str, Any]) -> Message:
    if "aura" in effect:
        return message("effect.no_penalty")
    return message("effect.construction", gain=change(effect["gain"], effect["n"]), tiles=which(effect))


def _permanent(effect: Mapping[str, Any]) -> Message:
    if effect["on"] == "activate":
        return message(
            "effect.on.activate", gain=entry({"gain": effect["gain"], "n": effect["n"]}), tiles=which(effect)
        )
    return message(f"effect.on.{effect['on']}", gain=entry(effect))


def _prerequisite(wanted: Mapping[str, Any]) -> Message:
    if wanted["measure"] == "pay":
        return message("prerequisite.pay", costs=listed([entry(e) for e in wanted["cost"]]))
    if wanted["measure"] == "progress":
        return message("prerequisite.progress")
    tie = "tied" if wanted["ties"] else "alone"
    if wanted["measure"] == "tiles":
        return message(f"prerequisite.{wanted['cmp']}.{tie}", what=message("kind.tiles", kinds=kinds(wanted["filter"])))
    return message(f"prerequisite.{wanted['cmp']}.{tie}", what=resource_name(wanted["track"]))


# --- the decision at hand


def question(view: View, names: Names) -> Message:
    """The decision in at most seven words; without a decision, why there is none."""
    if view["phase"] == "over":
        return message("question.over")
    if not view["legal"]:
        return message("question.wait")
    if view["asks"] == "cell":
        return message("question.cell.lake" if view["held"]["lake"] else "question.cell")
    if view["asks"] == "tile" and view["phase"] == "prosperity":
        return message("question.tile.extra")
    return message(f"question.{view['asks']}")


def explain(view: View, names: Names) -> Message:
    """What follows from the decision."""
    if view["phase"] == "over":
        return _winner(view["ranking"], view["scores"], names, "explain")
    if not view["legal"]:
        return waiting(view, names)
    asks = view["asks"]
    if asks == "cell":
        tile = tile_name(view["held"]["tile"])
        return message("explain.cell.lake" if view["held"]["lake"] else "explain.cell", tile=tile)
    if asks == "payment":
        return message("explain.payment", due=view["paying"]["due"], n=view["seats"][view["seat"]]["energy"])
    if asks == "activation":
        return message("explain.activation", n=view["activations_allowed"] - view["activations"])
    return message(f"explain.{asks}")


def choice(view: View, action: Mapping[str, Any], names: Names) -> Message:
    """One legal action: what, where, and what it costs and brings."""
    kind = action["kind"]
    if kind == "space":
        return message("choice.space", space=action["space"], cost=action["cost"])
    if kind == "take":
        name = tile_name(action["tile"])
        if "cost" not in action:
            return message("choice.build", tile=name)
        return message("choice.take", tile=name, cost=action["cost"])
    if kind == "lake":
        return message("choice.lake", tile=tile_name(action["tile"]))
    if kind == "place":
        return message("choice.place", cell=place(action["cell"]), gains=changes(action["gains"]))
    if kind == "order":
        if action["item"] == "rest":
            return message("choice.order.rest")
        return message("choice.order", effect=pending_effect(view, action["effect"], view["seat"]))
    if kind == "activate":
        about = {
            "tile": tile_name(action["tile"]),
            "cell": place(action["cell"]),
            "gains": changes(action["gains"]),
        }
        if not action["cost"]:
            return message("choice.free", **about)
        return message("choice.activate", cost=action["cost"], **about)
    if kind == "pay":
        if action["with"] == "cubes":
            return message("choice.pay.cubes", n=action["due"])
        return message("choice.pay.tourist", tourist=tourist_name(action["with"], names))
    if kind == "bonus":
        return message("choice.bonus", what=resource_name(action["bonus"]))
    if kind == "token":
        return message("choice.token", vertex=place(action["vertex"]))
    return message(f"choice.{kind}")


def pending_effect(view: View, item: Mapping[str, Any], seat: int) -> Message:
    """A pending effect with the tile it comes from."""
    tile = next(lot["tile"] for lot in view["seats"][seat]["city"] if lot["cell"] == item["from"])
    if "gain" in item:
        effect: Message = change(item["gain"], item["n"])
    elif (known := about(tile, view)) is None:
        effect = message("effect.other")
    elif "immediate" in item:
        effect = entry(known["immediate"][item["immediate"]])
    else:
        effect = entry([e for e in known["end_game"] if e["when"] == "pre_expo"][item["pre_expo"]])
    return message("pending", effect=effect, tile=tile_name(tile))


def waiting(view: View, names: Names) -> Message:
    """Whom the table waits for."""
    if not view["to_act"]:
        return message("waiting.nobody")
    return message("waiting.for", name=names[view["to_act"][0]])


def standing(view: View) -> Message:
    """Where the game stands: round, era and phase."""
    about = {"round": view["round"], "rounds": view["rounds"], "era": ROMAN[view["era"] - 1]}
    return message("standing", phase=message(f"label.phase.{view['phase']}"), **about)


RULES = {
    "space": "CAP-3.12",
    "tile": "CAP-3.20",
    "cell": "CAP-4.6",
    "order": "CAP-3.25",
    "activation": "CAP-3.41",
    "payment": "CAP-3.43",
    "free_activation": "CAP-3.47",
    "token": "CAP-4.9",
    "prosperity": "CAP-3.55",
}


def rule_of(view: View) -> str:
    """The rule of the decision at hand."""
    if view["phase"] == "over":
        return "CAP-6.24"
    if view["asks"] == "order" and view["phase"] == "pre_expo":
        return "CAP-6.6"
    if view["asks"] == "tile" and view["phase"] == "prosperity":
        return "CAP-3.59"
    return RULES[view["asks"]]


def intro() -> list[Message]:
    return [message(f"intro.{line}") for line in range(1, INTRO_LINES + 1)]


# --- the log


def event(event: Mapping[str, Any], view: View, names: Names) -> Message:
    """What happened, as a line of the log."""
    kind = event["kind"]
    name = names[event["seat"]] if event["seat"] >= 0 else ""
    if kind in ("took", "activated_free"):
        return message(f"event.{kind}", name=name, tile=tile_name(event["tile"]))
    if kind == "picked":
        if "tile" not in event:
            return message("event.picked.hidden", name=name)
        own = "event.picked.lake" if event["lake"] else "event.picked.own"
        return message(own, name=name, tile=tile_name(event["tile"]))
    if kind == "built":
        about = {"name": name, "tile": tile_name(event["tile"]), "cell": place(event["cell"])}
        if not event["penalty"]:
            return message("event.built", **about)
        return message("event.built.penalty", n=event["penalty"], **about)
    if kind == "built_lake":
        return message("event.built_lake", name=name, tile=tile_name(event["tile"]), cell=place(event["cell"]))
    if kind == "activated":
        return message("event.activated", name=name, tile=tile_name(event["tile"]), n=event["cost"])
    if kind == "chose_space":
        return message("event.chose_space", name=name, space=event["space"], cost=event["cost"])
    if kind == "paid":
        tax = "event.paid.taxed" if event["taxations"] else "event.paid"
        return message(tax, name=name, cost=event["cost"], n=event["taxations"], money=event["money"])
    if kind == "paid_tourist":
        return message("event.paid_tourist", name=name, tourist=tourist_name(event["tourist"], names))
    if kind == "paid_cubes":
        return message("event.paid_cubes", name=name, n=event["cubes"])
    if kind in ("gained", "lost", "expo_step"):
        return _gained(event, name)
    if kind in ("top", "bottom"):
        return message(f"event.{kind}", name=name, track=resource_name(event["track"]))
    if kind == "upgraded":
        return message("event.upgraded", name=name, level=event["level"], cubes=event["cubes"])
    if kind == "leads":
        return message("event.leads", name=name, culture=event["culture"])
    if kind == "tourist":
        return message("event.tourist", tourist=tourist_name(event["tourist"], names), city=names[event["city"]])
    if kind == "ended_turn":
        return _ended(event, name)
    if kind == "moved_token":
        return message("event.moved_token", name=name, vertex=place(event["vertex"]))
    if kind == "projects":
        return message("event.projects", tiles=listed([tile_name(tile) for tile in event["tiles"]]))
    if kind == "round":
        return message("event.round", round=event["round"], era=ROMAN[event["era"] - 1])
    if kind == "expo":
        return message("event.expo", round=event["round"])
    if kind == "resolves":
        return message("event.resolves", name=name, effect=pending_effect(view, event["item"], event["seat"]))
    if kind in ("resolves_rest", "declined"):
        return message(f"event.{kind}", name=name)
    if kind == "game_over":
        return _winner(event["ranking"], event["scores"], names, "event")
    raise ValueError(f"no words for the event {kind!r}")


def _gained(event: Mapping[str, Any], name: str) -> Message:
    """Prestige is told as a change alone, since totals may be hidden (CAP-7.4)."""
    told = change(event["what"], event["n"])
    if event["kind"] == "expo_step":
        return message("event.expo_step", name=name, change=told)
    if "to" not in event:
        return message("event.change", name=name, change=told)
    return message("event.change.to", name=name, change=told, to=event["to"])


def _ended(event: Mapping[str, Any], name: str) -> Message:
    if "bonus" in event:
        return message("event.ended_turn.bonus", name=name, what=resource_name(event["bonus"]))
    return message("event.ended_turn", name=name, n=event["activations"])


def _winner(ranking: Sequence[int], scores: Sequence[int], names: Names, where: str) -> Message:
    """The last criterion always decides (CAP-6.24)."""
    seat = list(ranking).index(1)
    return message(f"{where}.won", name=names[seat], score=scores[seat])


def apart(view: View, first: int, second: int, names: Names) -> Message:
    """What puts a player before another with the same score (CAP-6.24)."""
    one, other = (view["sheet"]["players"][seat] for seat in (first, second))
    measures = {"energy": "cubes_left", "money": "money_left", "initiative": "space"}
    by = next(by for by, measure in measures.items() if one[measure] != other[measure])
    return message(f"apart.{by}", first=names[first], second=names[second])
