"""What Between Two Cities says: decisions, choices, events and tiles, as message keys with arguments.

Every game has these functions, and whatever speaks to people (terminal, server, pages) uses them:

    question(view, names)       the decision at hand, at most seven words
    explain(view, names)        one sentence on what follows
    choice(view, action, names) one entry of view["legal"]: what, where, why in numbers
    waiting(view, names)        whom the table waits for
    event(event, view, names)   a line of the log: past tense, actor first, one fact, number last
    rule_of(view)               the id of the rule of the decision at hand
    intro()                     the game in a few sentences
    tile_name(tile), city_name(index)

`names` are those of the seats; `event` is what `Event.seen_by` gives. Nothing here is in any language: the sentences
are in locales/<language>/between_two_cities.po, whole, one for each kind of tile where a language must bend the noun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conurb.drawing.pen import signed
from conurb.games.between_two_cities.geometry import cell_at, cell_name
from conurb.words import Message, listed
from conurb.words import name_list as name_list

View = Mapping[str, Any]
Names = Sequence[str]

DOMAIN = "between_two_cities"
INTRO_LINES = 5


def message(name: str, /, **args: object) -> Message:
    """A message of this game's catalogue."""
    return Message(f"{DOMAIN}.{name}", args)


# --- things


def city_name(index: int) -> Message:
    return message(f"city.{index}")


def building_name(code: str) -> Message:
    """The building of a one-letter code (BTC-0.6)."""
    return message(f"tile.{code}")


def tile_name(tile: Mapping[str, Any]) -> Message:
    """A square by its building, a duplex by its two, with the way they lie."""
    faces = tile["faces"]
    if tile["shape"] == "square":
        return building_name(faces)
    return message(f"tile.{tile['shape']}", first=building_name(faces[0]), second=building_name(faces[1]))


def cell_of(place: Mapping[str, Any]) -> str:
    """The name of the cell at a row and a column: d4 is where a city begins."""
    return cell_name(cell_at(place["row"], place["col"]))


def find_tile(view: View, tile_id: str) -> Mapping[str, Any]:
    """A tile that the view shows, by its id."""
    shown = [*view["hand"], *view["chosen"], *(tile for pair in view["revealed"] for tile in pair)]
    shown += [tile for city in view["cities"] for tile in city["tiles"]]
    found: Mapping[str, Any] = next(tile for tile in shown if tile["id"] == tile_id)
    return found


def _sort_of(tile: Mapping[str, Any]) -> str:
    """What a sentence about a tile is chosen by: the building of a square, or that it is a duplex."""
    return str(tile["faces"]) if tile["shape"] == "square" else "duplex"


# --- the decision at hand


def question(view: View, names: Names) -> Message:
    """The decision in at most seven words; without a decision, why there is none."""
    legal = view["legal"]
    if view["phase"] == "over":
        return message("question.over")
    if not legal:
        return message("question.watch" if view["seat"] is None else "question.wait")
    kind = legal[0]["kind"]
    if kind == "choose":
        return message("question.choose")
    if kind == "left":
        return message("question.left", city=city_name(legal[0]["city"]))
    return where_to(find_tile(view, legal[0]["tile"]))


def where_to(tile: Mapping[str, Any]) -> Message:
    """The question of placing one tile."""
    return message(f"question.right.{_sort_of(tile)}")


def explain(view: View, names: Names) -> Message:
    """What follows from the decision."""
    legal = view["legal"]
    if view["phase"] == "over":
        return _winners(view["ranking"], view["scores"], names, "explain")
    if not legal:
        return waiting(view, names)
    kind = legal[0]["kind"]
    if kind == "choose":
        return _explain_choice(view, names)
    if kind == "left":
        return message("explain.left", city=city_name(cities_of(view, view["seat"])[1]))
    return message("explain.right")


def _explain_choice(view: View, names: Names) -> Message:
    """Where the leftovers go (BTC-3.10, BTC-3.11)."""
    left = len(view["hand"]) - 2
    if left < 2:
        return message("explain.choose.discard")
    step = 1 if view["pass"] == "left" else -1
    return message("explain.choose.pass", n=left, name=names[(view["seat"] + step) % view["players"]])


def cities_of(view: View, seat: int) -> tuple[int, int]:
    """The left and the right city of a seat (BTC-0.2, BTC-2.10)."""
    mine = [index for index, city in enumerate(view["cities"]) if seat in city["owners"]]
    first, second = mine
    alone = view["players"] == 2
    return (first, second) if alone or view["cities"][first]["owners"][0] == seat else (second, first)


def choice(view: View, action: Mapping[str, Any], names: Names) -> Message:
    """One legal action: two tiles, or where a tile goes and what its city gains."""
    if action["kind"] == "choose":
        first, second = (tile_name(find_tile(view, tile)) for tile in action["tiles"])
        return message("choice.pair", first=first, second=second)
    return message(
        "choice.place",
        city=city_name(action["city"]),
        cell=cell_of(action),
        tile=tile_name(find_tile(view, action["tile"])),
        gain=signed(action["gain"]),
    )


def waiting(view: View, names: Names) -> Message:
    """Whom the table waits for."""
    if not view["to_act"]:
        return message("waiting.nobody")
    return message("waiting.for", names=name_list(view["to_act"], names))


def rule_of(view: View) -> str:
    """Choosing, giving the first tile to the left city, laying the second, or counting."""
    if view["phase"] == "over":
        return "BTC-6.10" if view["players"] == 2 else "BTC-6.2"
    if view["phase"] == "choose":
        return "BTC-3.4"
    halfway = view["legal"] and view["legal"][0]["kind"] == "right"
    return "BTC-4.1" if halfway else "BTC-3.8"


def intro() -> list[Message]:
    return [message(f"intro.{line}") for line in range(1, INTRO_LINES + 1)]


# --- the log


def event(event: Mapping[str, Any], view: View, names: Names) -> Message:
    """What happened, as a line of the log; `view` is of a moment at which its tiles can be seen."""
    kind = event["kind"]
    if kind == "chose":
        return _chose(event, view, names)
    if kind == "revealed":
        pairs = [[find_tile(view, tile) for tile in pair] for pair in event["pairs"]]
        return message(
            "event.revealed", pairs=listed([pair_of(names[seat], pairs[seat]) for seat in range(len(pairs))], "comma")
        )
    if kind == "placed":
        return _placed(event, view, names)
    if kind == "passed":
        return message(f"event.passed.{event['direction']}", n=event["size"])
    if kind == "round_ended":
        return message("event.round_ended", round=event["round"])
    if kind == "hurried":
        return message("event.hurried", name=names[event["to_place"]])
    if kind == "game_over":
        return _winners(event["ranking"], event["scores"], names, "event")
    raise ValueError(f"no words for the event {kind!r}")


def pair_of(name: str, tiles: Sequence[Mapping[str, Any]]) -> Message:
    """The tiles that somebody has in front of them, for all to see: two, or the one that is left."""
    if len(tiles) == 1:
        return message("pair.rest", name=name, tile=tile_name(tiles[0]))
    first, second = map(tile_name, tiles)
    return message("pair", name=name, first=first, second=second)


def _chose(event: Mapping[str, Any], view: View, names: Names) -> Message:
    """Hidden from the others, and said to be (BTC-7.4)."""
    if "tiles" not in event:
        return message("event.chose.hidden", name=names[event["seat"]])
    first, second = (tile_name(find_tile(view, tile)) for tile in event["tiles"])
    return message("event.chose.own", name=names[event["seat"]], first=first, second=second)


def _placed(event: Mapping[str, Any], view: View, names: Names) -> Message:
    tile = find_tile(view, event["tile"])
    return message(
        f"event.placed.{_sort_of(tile)}",
        name=names[event["seat"]],
        tile=tile_name(tile),
        city=city_name(event["city"]),
        cell=cell_of(event),
        gain=signed(event["gain"]),
    )


def _winners(ranking: Sequence[int], scores: Sequence[int], names: Names, where: str) -> Message:
    """Who won, alone or together (BTC-6.5)."""
    first = [seat for seat, place in enumerate(ranking) if place == 1]
    shape = "won" if len(first) == 1 else "shared"
    return message(f"{where}.over.{shape}", names=name_list(first, names), score=scores[first[0]])
