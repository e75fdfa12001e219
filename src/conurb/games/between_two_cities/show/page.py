"""How the page of a table arranges Between Two Cities.

Every game has, for the server's pages:

    table(document, say)    what the game's template `table.html` shows of a document, in words and pictures
    secret(view)            whether the view holds something that only its seat may see now
    options()               the values that the start page offers for an option whose values cannot be listed
    cover(), example()      the picture of the game, 400 x 260, and a board that shows what comes of playing it
    said(message, ...)      what a suggestion of the talk says
    defs(), stylesheet()    what the pictures need once in a page

`document` is what the server tells a viewer of a table (conurb.server.tables), `say` turns a message into a sentence
of the viewer's language. The template draws one part of the page for each of its macros named in PARTS; `page.js`
beside it turns clicks into actions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from conurb.drawing.pen import num, signed
from conurb.games.between_two_cities.data import TYPES
from conurb.games.between_two_cities.geometry import cell_at, cell_name
from conurb.games.between_two_cities.show import board, prose
from conurb.games.between_two_cities.show.art import tile_art
from conurb.games.between_two_cities.show.marks import CITY_EMBLEMS, badge
from conurb.games.between_two_cities.show.palette import stylesheet
from conurb.games.between_two_cities.show.pen import PREFIX, element, group
from conurb.games.between_two_cities.show.plan import RULE_OF_FACE, Plan, tile_cells
from conurb.games.between_two_cities.show.survey import Site, Survey
from conurb.words import Message

__all__ = ["DOMAIN", "MINUTES", "PARTS", "cover", "defs", "example", "options", "said", "secret", "stylesheet", "table"]

View = Mapping[str, Any]
Say = Callable[[Message], str]

DOMAIN = "between_two_cities_page"
PARTS = ("prompt", "choices", "players", "board", "final", "others", "score", "reference", "twin")
"""The parts of the page in the order of focus (guide, section 11)."""
MINUTES = 25
PAIR = 30  # pixels of a tile in front of a player

TYPE_BADGES = dict(zip(TYPES, "SFTOPH", strict=True))
TYPE_LETTERS = dict(zip(TYPES, ("S", "F", "DEMB", "O", "P", "H"), strict=True))
TALK_RULE = "BTC-3.14"
DECIDING = ("choose", "place", "rest")

defs = board.defs


def table(document: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Everything the template shows."""
    return Desk(document, say).contents()


def secret(view: View) -> bool:
    """A hand, or a pair chosen but not yet revealed (BTC-7.2)."""
    return bool(view["hand"] or view["chosen"])


def options() -> dict[str, list[tuple[str, object]]]:
    """For each option that takes free values: pairs of the name of a value and the value itself.

    The value "players" stands for the players in the order in which the start page lists them.
    """
    return {
        "seating": [("random", "random"), ("listed", "players")],
        "idle": [("0", 0), ("30", 30), ("120", 120)],
    }


class Desk:
    """One document, put into words and pictures for its viewer."""

    def __init__(self, document: Mapping[str, Any], say: Say) -> None:
        self.document = document
        self.say = say
        self.view: View = document["view"]
        self.names: Sequence[str] = document["names"]
        self.seat: int | None = self.view["seat"]
        self.survey = Survey(self.view)
        self.mode = self._mode()
        self.sites = self.survey.decision() if self.mode in ("place", "rest") else []  # where a tile may go now
        self.own = [] if self.seat is None else list(prose.cities_of(self.view, self.seat))

    def contents(self) -> dict[str, Any]:
        return {
            "mode": self.mode,
            "headline": self._headline(),
            "prompt": self._prompt(),
            "hand": self._hand(),
            "choices": self._choices(),
            "players": [self._player(seat) for seat in range(self.view["players"])],
            "what_counts": self._word(f"counts.{self._counting()}"),
            "own": [self._own_city(side, index) for side, index in zip(("left", "right"), self.own, strict=False)],
            "me": self._me(),
            "others": [self._other_city(i) for i in range(len(self.view["cities"])) if i not in self.own],
            "score": self._score(),
            "reference": self._reference(),
            "twin": self._twin(),
            "final": self._final() if self.view["phase"] == "over" else None,
            "talk": self._talk(),
            "posters": {index: self.say(prose.city_name(index)) for index in self._own_first()},
        }

    # --- words

    def _word(self, name: str, /, **args: object) -> str:
        return self.say(Message(f"{DOMAIN}.{name}", args))

    def _city(self, index: int) -> dict[str, Any]:
        """A city's name and the id of its emblem."""
        return {
            "index": index,
            "name": self.say(prose.city_name(index)),
            "emblem": f"{PREFIX}e-{list(CITY_EMBLEMS)[index]}",
            "total": self.view["cities"][index]["sheet"]["total"],
        }

    def _tile_name(self, tile: Mapping[str, Any]) -> str:
        return self.say(prose.tile_name(tile))

    def _placed(self, tile: Mapping[str, Any]) -> str:
        """A placed tile for those who do not see it."""
        return self._word("placed", tile=self._tile_name(tile), cell=prose.cell_of(tile))

    def _site_words(self, site: Mapping[str, Any]) -> str:
        """A full sentence on a site: what, where, and what the city gains."""
        gain = site["gain"]
        sort = "more" if gain > 0 else "less" if gain < 0 else "same"
        tile = self._tile_name(prose.find_tile(self.view, site["tile"]))
        city = self.say(prose.city_name(site["city"]))
        return self._word(f"site.{sort}", tile=tile, cell=prose.cell_of(site), city=city, n=abs(gain))

    def _changes(self, site: Site) -> str:
        """Why a site gains what it gains, type by type."""
        parts = [f"{self.say(prose.message(f'sheet.{name}'))} {signed(by)}" for name, by in site["changes"].items()]
        return ", ".join(parts) or self._word("no_change")

    def _mode(self) -> str:
        """What the viewer is asked: to choose, to place a pair or the rest of it, or nothing."""
        view = self.view
        if self.document["at"] is not None:
            return "replay"
        if self.document["status"] == "waiting":
            return "gather"
        if view["phase"] == "over":
            return "over"
        if not view["legal"]:
            return "wait" if self.seat is not None else "watch"
        return {"choose": "choose", "left": "place", "right": "rest"}[view["legal"][0]["kind"]]

    def _counting(self) -> str:
        """With two players the sum of one's cities counts, otherwise the lower (BTC-6.2, BTC-6.10)."""
        return "sum" if self.view["players"] == 2 else "lower"

    def _headline(self) -> str:
        view = self.view
        if view["phase"] == "over":
            return self.say(prose.question(view, self.names))
        args = {name: view[name] for name in ("round", "turn", "turns")}
        return self._word(f"headline.{view['kind']}.{view['pass']}", **args)

    # --- the decision

    def _prompt(self) -> dict[str, Any]:
        question = self.say(prose.question(self.view, self.names))
        explain = self.say(prose.explain(self.view, self.names))
        asks: list[dict[str, str]] = []
        if self.mode == "place":
            question, explain = self._word("place.question"), self._word("place.explain")
            asks = [
                {"tile": tile["id"], "question": self.say(prose.where_to(tile))}
                for tile in self.view["revealed"][self.view["seat"]]
            ]
        elif self.mode == "gather":
            question, explain = self._word("gather.question"), self._word("gather.explain")
        elif self.mode == "replay":
            question, explain = self._latest(), self.say(prose.waiting(self.view, self.names))
        decides = self.mode in DECIDING
        return {
            "question": question,
            "explain": explain,
            "asks": asks,
            "rule": prose.rule_of(self.view),
            "eyebrow": self._word(f"eyebrow.{self.mode}"),
            "confirm": self._word(f"confirm.{self.mode}") if decides else "",
            "ready": self._word(f"ready.{self.mode}") if decides else "",
        }

    def _latest(self) -> str:
        """What led to the position that is looked at again."""
        events = [event for line in self.document["log"] if not line["undone"] for event in line["events"]]
        if not events:
            return self._word("replay.start")
        return self.say(prose.event(events[-1], self.view, self.names))

    def _hand(self) -> dict[str, Any]:
        """The tiles of the decision: a hand to choose from, a pair to place, or a pair that waits."""
        view = self.view
        seat = self.seat
        tiles = view["hand"] or view["chosen"]
        if seat is not None and view["revealed"][seat]:
            tiles = view["revealed"][seat]
        if self.mode == "gather":
            tiles = []
        return {
            "label": self._word(f"hand.{self.mode if self.mode in DECIDING else 'wait'}") if tiles else "",
            "tiles": [self._hand_tile(tile) for tile in tiles],
        }

    def _hand_tile(self, tile: Mapping[str, Any]) -> dict[str, Any]:
        name = self._tile_name(tile)
        shown = {"id": tile["id"], "name": name, "faces": tile["faces"], "shape": tile["shape"]}
        shown["picture"] = board.tile(tile, label=name)
        shown["best"] = []
        if self.mode == "choose":
            gains = [(self._city(city), self.survey.best(tile["id"], city)) for city in self.own]
            shown["best"] = [{"city": city, "gain": signed(gain)} for city, gain in gains if gain is not None]
        return shown

    def _choices(self) -> dict[str, Any]:
        """The same choices as a list, best first."""
        if self.mode == "choose":
            rows = self._pairs()
            heads = [{"tile": "", "text": self._word("count.pairs", n=sum(1 for row in rows if not row["again"]))}]
        else:
            rows = [self._place(site) for site in self.sites]
            tiles = list(dict.fromkeys(site["tile"] for site in self.sites))
            numbers = {tile: sum(1 for site in self.sites if site["tile"] == tile) for tile in tiles}
            heads = [{"tile": tile, "text": self._word("count.places", n=numbers[tile])} for tile in tiles]
        rows.sort(key=lambda row: -row["gain"])
        return {"heads": heads, "rows": rows}

    def _pairs(self) -> list[dict[str, Any]]:
        """Every pair of the hand; `again` marks one whose tiles are of the same sorts as those of an earlier pair."""
        faces = {tile["id"]: tile["faces"] + tile["shape"] for tile in self.view["hand"]}
        seen: set[tuple[str, ...]] = set()
        rows = []
        for choice in self.view["legal"]:
            sorts = tuple(sorted(faces[tile] for tile in choice["tiles"]))
            rows.append({**self._pair(choice), "again": sorts in seen})
            seen.add(sorts)
        return rows

    def _pair(self, choice: Mapping[str, Any]) -> dict[str, Any]:
        """Two tiles of the hand, with the most that they would gain the two cities now."""
        first, second = choice["tiles"]
        left, right = self.own
        ways = []
        for a, b in ((first, second), (second, first)):
            gains = (self.survey.best(a, left), self.survey.best(b, right))
            ways += [sum(gain for gain in gains if gain is not None)] if None not in gains else []
        gain = max(ways, default=0)
        return {
            "action": choice["action"],
            "tiles": choice["tiles"],
            "city": None,
            "what": self.say(prose.choice(self.view, choice, self.names)),
            "why": self._word("best_now"),
            "gain": gain,
            "shown": signed(gain),
        }

    def _place(self, site: Site) -> dict[str, Any]:
        return {
            "action": site["action"],
            "tiles": None,
            "again": False,
            "tile": site["tile"],
            "city": self._city(site["city"]),
            "cell": prose.cell_of(site),
            "what": self._word("place", city=self.say(prose.city_name(site["city"])), cell=prose.cell_of(site)),
            "why": self._changes(site),
            "words": self._site_words(site),
            "gain": site["gain"],
            "shown": signed(site["gain"]),
        }

    # --- cities

    def _own_city(self, side: str, index: int) -> dict[str, Any]:
        owners = self.view["cities"][index]["owners"]
        partner = next((seat for seat in owners if seat != self.seat), None)
        shown = self._city(index)
        shown["side"] = side
        shown["partner"] = partner
        if partner is None:
            shown["with"] = self._word(f"own.{side}.alone")
        else:
            shown["with"] = self._word(f"own.{side}", name=self.names[partner])
        shown["picture"] = self._plan(index)
        shown["lower"] = self._lower(self.seat, index)
        return shown

    def _lower(self, seat: int | None, index: int) -> bool:
        """Whether this city counts for the seat: the lower one, or both with two players."""
        if seat is None:
            return False
        if self._counting() == "sum":
            return True
        totals = {c: self.view["cities"][c]["sheet"]["total"] for c in prose.cities_of(self.view, seat)}
        return bool(totals[index] == min(totals.values()))

    def _plan(self, index: int) -> str:
        """An own city with every site of the decision; those of one tile are shown at a time."""
        looks_ahead = self.mode == "choose"
        sites = self.sites
        if looks_ahead:
            sites = [site for tile in self.view["hand"] for site in self.survey.sites(tile["id"], index)]
        view = {**self.view, "legal": sites}
        plan = Plan(view, index, near=True, describe=self._placed)
        layers = []
        for tile in dict.fromkeys(site["tile"] for site in sites if site["city"] == index):
            drawn = plan.sites(tile, None if looks_ahead else self._site_words)
            layers.append(element("g", drawn, data_sites=tile, hidden="hidden" if looks_ahead else None))
        return self._svg(plan, plan.ground() + plan.tiles(self._fresh()) + "".join(layers))

    def _fresh(self) -> list[str]:
        """What the others placed in the latest turn."""
        history = self.view["history"]
        latest = max((placed["turn"] for placed in history), default=-1)
        return [p["tile"] for p in history if p["turn"] == latest and p["seat"] != self.seat]

    def _svg(self, plan: Plan, content: str) -> str:
        return element(
            "svg",
            content,
            cls="plan",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {num(plan.size)} {num(plan.size)}",
            data_city=str(plan.index),
            role="group",
            aria_label=self.say(prose.city_name(plan.index)),
        )

    def _own_first(self) -> list[int]:
        return [*self.own, *(index for index in range(len(self.view["cities"])) if index not in self.own)]

    def _other_city(self, index: int) -> dict[str, Any]:
        shown = self._city(index)
        owners = self.view["cities"][index]["owners"]
        shown["owners"] = owners
        shown["with"] = self._names(owners)
        shown["number"] = index
        shown["picture"] = self._other_plan(index, small=self.seat is not None)
        shown["large"] = partial(self._other_plan, index, small=False)
        return shown

    def _other_plan(self, index: int, small: bool) -> str:
        """With coordinates where there is room: the log speaks of them."""
        plan = Plan(self.view, index, small=small, labels=not small, near=True, describe=self._placed)
        return self._svg(plan, plan.ground() + plan.tiles(self._fresh()))

    def _names(self, seats: Sequence[int]) -> str:
        listed = prose.name_list(list(dict.fromkeys(seats)), self.names)
        return listed if isinstance(listed, str) else self.say(listed)

    def _me(self) -> dict[str, Any] | None:
        if self.seat is None:
            return None
        return {
            "seat": self.seat,
            "name": self.names[self.seat],
            "score": self.view["scores"][self.seat],
            "counts": self._counting(),
            "why": self._word(f"mine.{self._counting()}"),
        }

    # --- the table

    def _player(self, seat: int) -> dict[str, Any]:
        cities = prose.cities_of(self.view, seat)
        return {
            "seat": seat,
            "name": self.names[seat],
            "status": self._word(f"status.{self._status(seat)}"),
            "done": self._status(seat) in ("chosen", "placed"),
            "acts": seat in self.view["to_act"],
            "lit": seat in self.view["to_act"] and (seat == self.seat or self.view["phase"] == "place"),
            "cities": [{**self._city(c), "counts": self._lower(seat, c)} for c in cities],
            "tiles": [
                board.tile(tile, size=PAIR, small=True, label=self._tile_name(tile))
                for tile in self.view["revealed"][seat]
            ],
        }

    def _status(self, seat: int) -> str:
        view = self.view
        if view["phase"] == "over":
            return "over"
        if view["phase"] == "choose":
            return "chosen" if view["committed"][seat] else "choosing"
        if seat in view["to_act"]:
            return "placing"
        return "waits" if view["revealed"][seat] else "placed"

    def _score(self) -> dict[str, Any]:
        order = self._own_first()
        cities = [{**self._city(index), "mine": index in self.own} for index in order]
        rows = [
            {
                "badge": _badge(name),
                "name": self.say(prose.message(f"sheet.{name}")),
                "points": [self.view["cities"][index]["sheet"][name] for index in order],
            }
            for name in TYPES
        ]
        return {
            "cities": cities,
            "rows": rows,
            "state": self._word("final" if self.view["phase"] == "over" else "live"),
        }

    def _reference(self) -> list[dict[str, Any]]:
        """What scores, type by type: the rule in one line and its numbers."""
        points = self.survey.points()
        heads = {"factories": [self._word(f"rank.{name}") for name in ("most", "second", "rest")]}
        return [
            {
                "type": name,
                "letters": TYPE_LETTERS[name],
                "badge": _badge(name),
                "name": self.say(prose.message(f"sheet.{name}")),
                "rule": self._word(f"rule.{name}"),
                "heads": heads.get(name, [str(n) for n in range(1, len(points[name]) + 1)]),
                "points": points[name] if name != "houses" else [],
                "note": self._word(f"note.{name}") if name in ("offices", "parks", "houses") else "",
                "id": RULE_OF_FACE[TYPE_LETTERS[name][0]],
            }
            for name in TYPES
        ]

    def _twin(self) -> list[dict[str, Any]]:
        """What is to be placed, and every city in words, row by row from the north-west."""
        cities = []
        waiting = [(name, self.view["revealed"][seat]) for seat, name in enumerate(self.names)]
        rows = [self.say(prose.pair_of(name, tiles)) for name, tiles in waiting if tiles]
        if rows:
            cities.append({"head": self._word("twin.revealed"), "rows": rows})
        for index in self._own_first():
            city = self.view["cities"][index]
            plan = Plan(self.view, index)
            rows = [
                self._word(
                    "twin.row",
                    row=cell_name(cell_at(row, 0))[1],
                    cells=", ".join(self._cell_words(plan, row, col) for col in plan.built.columns),
                )
                for row in plan.built.rows
            ]
            about = {"city": self.say(prose.city_name(index)), "names": self._names(city["owners"])}
            cities.append(
                {
                    "head": self._word("twin.city", **about, n=city["sheet"]["total"]),
                    "rows": rows if city["tiles"] else [self._word("twin.nothing")],
                }
            )
        return cities

    def _cell_words(self, plan: Plan, row: int, col: int) -> str:
        tile = plan.taken.get((row, col))
        if tile is None:
            return self._word("twin.empty")
        face = tile["faces"][tile_cells(tile).index((row, col))]
        return self.say(prose.building_name(face))

    # --- the end

    def _final(self) -> dict[str, Any]:
        sheet = self.survey.sheet()
        rows = [
            {
                **self._player(entry["seat"]),
                "rank": entry["rank"],
                "score": entry["score"],
                "you": entry["seat"] == self.seat,
            }
            for entry in sorted(sheet["players"], key=lambda entry: (entry["rank"], entry["seat"]))
        ]
        decided = prose.message(f"decided.{sheet['decided_by'].replace(' ', '_')}")
        return {"rows": rows, "decided": self.say(decided)}

    # --- talk (BTC-3.13, BTC-3.14)

    def _talk(self) -> dict[str, Any]:
        """Open while tiles are placed; a suggestion is a neighbour's tile and a cell of the city one shares."""
        is_open = self.view["phase"] == "place" and self.document["status"] == "playing"
        return {
            "open": is_open,
            "state": self._word(f"talk.{'open' if is_open else 'over' if self.mode == 'over' else 'closed'}"),
            "rule": TALK_RULE,
            "suggest": self._suggestions() if is_open and self.seat is not None else [],
        }

    def _suggestions(self) -> list[dict[str, Any]]:
        offers = []
        for city in self.own:
            for owner in self.view["cities"][city]["owners"]:
                if owner == self.seat:
                    continue
                for tile in self.view["revealed"][owner]:
                    sites = sorted(self.survey.sites(tile["id"], city), key=lambda site: -site["gain"])
                    offers.append(
                        {
                            "label": self._word("talk.tile", name=self.names[owner], tile=self._tile_name(tile)),
                            "sites": [self._suggested(site) for site in sites],
                        }
                    )
        return offers

    def _suggested(self, site: Site) -> dict[str, str]:
        value = {name: site[name] for name in ("city", "tile", "row", "col")}
        cell = prose.cell_of(site)
        where = self._word("place", city=self.say(prose.city_name(site["city"])), cell=cell)
        return {"value": json.dumps(value), "cell": cell, "text": f"{where} ({signed(site['gain'])})"}


def said(message: Mapping[str, Any], view: View, names: Sequence[str], say: Say) -> dict[str, Any]:
    """What a suggestion of the talk says, and which cell it points at."""
    advice = message["suggestion"]
    cell = prose.cell_of(advice)
    tile = say(prose.tile_name(prose.find_tile(view, advice["tile"])))
    city = say(prose.city_name(advice["city"]))
    return {
        "words": say(Message(f"{DOMAIN}.talk.suggestion", {"tile": tile, "city": city, "cell": cell})),
        "city": advice["city"],
        "cell": cell,
    }


def _badge(name: str) -> str:
    """The badge of a type, for lists."""
    drawn = badge(TYPE_BADGES[name], 0, 0)
    return element("svg", drawn, cls="badge", viewBox="-5 -5 36 36", aria_hidden="true")


# --- the cover


def cover() -> str:
    """Two towns, the river between them and the bridge that is the player."""
    river = "M168-10C196 60 168 110 190 150S210 230 196 270H238C250 220 222 190 228 150S214 60 226-10z"
    ripples = "M182 0C206 70 180 116 204 158S214 226 208 262M204 0C220 60 196 110 214 152"
    towns = _town(-24, -20, ("SPP", "HOM", "FHS", "OPH", ".HO"), -3) + _town(240, -24, COVER_EAST, 3)
    bridge = (
        '<path class="pic-bridge-shade" d="M150 152L252 138"/><path class="pic-bridge" d="M150 146L252 132"/>'
        '<path class="pic-rail" d="M150 135L252 121M150 157L252 143"/><path class="pic-lane" d="M156 146L248 133"/>'
    )
    marker = (
        '<g transform="translate(186 124)"><rect class="pic-marker" width="30" height="30" rx="5"/>'
        '<circle class="pic-figure" cx="15" cy="11" r="4.5"/>'
        '<path class="pic-figure" d="M6 26c1-7 4-9 9-9s8 2 9 9z"/></g>'
    )
    return (
        '<svg class="picture" id="picture-between-two-cities" viewBox="0 0 400 260" '
        'preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<rect class="pic-gnd" width="400" height="260"/><path class="pic-wat" d="{river}"/>'
        f'<path class="pic-rip2" d="{ripples}"/>{towns}{bridge}{marker}</svg>'
    )


def example() -> str:
    """A finished city."""
    return f'<svg viewBox="-2 -2 252 252">{_town(0, 0, ("SSSH", "OPFO", "HPEO", "MMOH"), 0)}</svg>'


COVER_EAST = ("OOP", "HSF", "DPH", "SSO", "PH.")
_COVER_CELL = 62


def _town(x: int, y: int, rows: Sequence[str], turn: int) -> str:
    tiles = [
        group(
            tile_art({"id": f"{code}{column + row:02}", "faces": code, "shape": "square"}),
            x=x + column * _COVER_CELL,
            y=y + row * _COVER_CELL,
            scale=_COVER_CELL / 100,
        )
        for row, codes in enumerate(rows)
        for column, code in enumerate(codes)
        if code != "."
    ]
    return element("g", "".join(tiles), transform=f"rotate({turn} {x + 90} {y + 120})")
