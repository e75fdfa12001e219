"""How the page of a table arranges The Capitals: the own city, the instruments beside it, projects, and the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

from conurb.drawing import desk
from conurb.drawing.desk import no_advice
from conurb.drawing.pen import signed
from conurb.games.the_capitals.data import TRACKS
from conurb.games.the_capitals.scoring import ITEMS
from conurb.games.the_capitals.show import board, face, forecast, instruments, prose
from conurb.games.the_capitals.show.adjacency import adjacent, cell_of
from conurb.games.the_capitals.show.box import tables
from conurb.games.the_capitals.show.icons import icon
from conurb.games.the_capitals.show.instruments import Track, framed, track_height, track_label
from conurb.games.the_capitals.show.palette import stylesheet
from conurb.games.the_capitals.show.pen import element, group
from conurb.games.the_capitals.show.plan import Plan, small_city
from conurb.games.the_capitals.show.scene import Choice, Scene, cell_words, minus
from conurb.words import Message, say

__all__ = ["DOMAIN", "MINUTES", "PARTS", "cover", "defs", "example", "options", "said", "secret", "stylesheet", "table"]

View = Mapping[str, Any]
Say = Callable[[Message], str]

DOMAIN = "the_capitals_page"
PARTS = (
    "prompt",
    "choices",
    "players",
    "board",
    "final",
    "projects",
    "tracks",
    "others",
    "score",
    "reference",
    "twin",
    "about",
)
"""The parts of the page in the order of focus; `about` holds what a tile says when one asks."""
MINUTES = 100
PHASES = ("political", "building", "executive", "administrative")
TURN_KINDS = ("space", "place", "token", "bonus", "end", "decline")
"""After these it is usually somebody else's turn, who may act at once: they are confirmed."""
REFERENCE = (
    ("prestige", "penalty", "CAP-4.7"),
    ("economy", "taxation", "CAP-5.20"),
    ("tourist", "tourism", "CAP-3.31"),
    ("energy", "activation", "CAP-3.42"),
    ("level", "upgrade", "CAP-5.31"),
    ("employment", "expo_employment", "CAP-6.1"),
    ("population", "expo_unemployment", "CAP-6.2"),
    ("progress", "expo_services", "CAP-6.3"),
    ("services", "expo_ranking", "CAP-6.4"),
    ("initiative", "payment", "CAP-6.20"),
    ("end_game", "exchange", "CAP-6.22"),
    ("progress", "steps", "CAP-6.23"),
)
LEGEND = (
    "immediate",
    "activation",
    "construction",
    "permanent",
    "end_game",
    "prerequisite",
    "adjacent",
    "city",
    "distinct",
)

LABELS = (
    "expo",
    "hand",
    "initiative",
    "legend",
    "next_expo",
    "plant",
    "prestige",
    "projects",
    "prosperity",
    "rounds",
    "tourism",
    "tracks",
    "your_city",
)

defs = board.defs
said = no_advice


def table(document: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Everything the template shows."""
    return Desk(document, say).contents()


def secret(view: View) -> bool:
    """A hand of prosperity tiles, or the own total where totals are hidden (CAP-7.3, CAP-7.4)."""
    return bool(view["hand"]) or bool(view["options"].get("hidden_prestige"))


def expense(choice: Choice) -> tuple[int, int]:
    """What a choice takes, for an order in which the cheapest comes first: prestige, then money for a tile."""
    return choice.get("penalty", 0), choice["cost"] if choice["kind"] == "take" and "cost" in choice else 0


def options() -> dict[str, list[tuple[str, object]]]:
    """For each option that takes free values: pairs of the name of a value and the value itself."""
    return {
        "starting_order": [("random", "random"), ("listed", "players")],
        "pass_bonus": [("prestige_energy", ("prestige", "energy")), ("progress_energy", ("progress", "energy"))],
    }


class Desk(desk.Desk):
    """One document, put into words and pictures for its viewer."""

    domain: ClassVar[str] = DOMAIN
    prose: ClassVar[desk.Prose] = prose

    def __init__(self, document: Mapping[str, Any], say: Say) -> None:
        view = document["view"]
        cheapest_first = sorted(view["legal"], key=expense)
        super().__init__({**document, "view": {**view, "legal": cheapest_first}}, say)
        self.scene = Scene(self.view, self.names, say, choices=self.mode == "decide")
        self.lots = (
            {} if self.seat is None else {cell_of(lot["cell"]): lot for lot in self.view["seats"][self.seat]["city"]}
        )
        self.rows = forecast.sheet(self.view)

    def contents(self) -> dict[str, Any]:
        others = [seat for seat in range(self.view["players"]) if seat != self.seat]
        return super().contents() | {
            "labels": {name: self.word(f"label.{name}") for name in LABELS},
            "board": self._board(),
            "others": [self._other(seat) for seat in others] if self.seat is not None else [],
            "reference": self._reference(),
            "about": self._about(),
            "posters": dict(enumerate(self.names)),
        }

    # --- words

    def headline(self) -> str:
        if self.view["phase"] == "over":
            return self.say(prose.question(self.view, self.names))
        return self.say(prose.standing(self.view))

    def what_counts(self) -> str:
        return self.word("counts.final" if self.view["phase"] == "over" else "counts.now")

    def status(self, seat: int) -> str:
        view = self.view
        if view["phase"] == "over":
            return super().status(seat)
        place = view["order"].index(seat) + 1
        told = self.word("status.acts" if seat in view["to_act"] else "status.waits", place=place)
        return self.word("status.leads", status=told) if view["culture_token"] == seat else told

    def _number(self, value: int | None) -> str:
        return self.scene.word("hidden") if value is None else minus(value)

    # --- the decision

    def row(self, action: Choice) -> dict[str, Any]:
        kind = action["kind"]
        shown = super().row(action)
        if kind in ("take", "lake"):
            return shown | self._tile_row(action)
        if kind == "place":
            return shown | self._place_row(action)
        if kind == "space":
            return self._space_row(action)
        if kind == "activate":
            return {
                "what": self._tell(prose.tile_name(action["tile"])),
                "why": self._tell(prose.changes(action["gains"])),
                "gain": self.word("cubes", n=action["cost"]) if action["cost"] else self.word("free"),
                "sign": self._mini(action["tile"]),
            }
        if kind == "token":
            return self._token_row(action)
        if kind == "pay" and action["with"] == "cubes":
            return shown | {"sign": _sign("energy", "of-energy")}
        if kind == "bonus":
            return shown | {"sign": _sign(action["bonus"], f"of-{action['bonus']}")}
        return shown

    def confirms(self, action: Choice) -> bool:
        return super().confirms(action) or action["kind"] in TURN_KINDS

    def _tell(self, message: Message | str) -> str:
        return self.scene.tell(message)

    def _space_row(self, action: Choice) -> dict[str, Any]:
        """What it costs now, and by how much it multiplies what the next one will cost (CAP-3.12)."""
        then = self.word("space.then", n=int(tables(self.view).multiplier[action["space"] - 1]))
        return {
            "what": self.word("space", space=action["space"]),
            "why": " ".join(filter(None, (self._taxes(action["cost"]), then))),
            "gain": f"${action['cost']}",
            "tone": "zero",
        }

    def _taxes(self, cost: int) -> str:
        """What a payment would take beside the money there is (CAP-5.20)."""
        assert self.seat is not None
        taxes, prestige = forecast.taxes(self.view, self.seat, cost)
        return self.word("taxes", n=taxes, prestige=minus(prestige)) if taxes else ""

    def _tile_row(self, action: Choice) -> dict[str, Any]:
        tile = action["tile"]
        row: dict[str, Any] = {"what": self._tell(prose.tile_name(tile)), "sign": self._mini(tile)}
        if action["kind"] == "lake":
            return row | {"group": self.word("group.lake")}
        effects = self._effects(tile)
        if "cost" not in action:
            return row | {"why": " ".join(effects), "group": self.word("group.prosperity")}
        row["why"] = " ".join(filter(None, (*effects, self._taxes(action["cost"]))))
        return row | {"gain": f"${action['cost']}", "tone": "zero", "group": self.word("row", price=action["cost"])}

    def _place_row(self, action: Choice) -> dict[str, Any]:
        """Where, beside what, and what it brings; grouped by the rules it keeps (CAP-4.6)."""
        cell = cell_of(action["cell"])
        near = [self._tell(prose.tile_name(self.lots[c]["tile"])) for c in self.lots if adjacent(c, cell)]
        told = self._tell(prose.listed(near, "and"))
        lake = self.view["held"]["lake"]
        return {
            "what": self.word("place", cell=cell_words(action["cell"]), tiles=told),
            "why": self._tell(prose.changes(action["gains"])),
            "gain": signed(-action["penalty"]) if action["penalty"] else "",
            "tone": "neg",
            "group": "" if lake else self.word(f"group.penalty.{action['penalty']}"),
        }

    def _token_row(self, action: Choice) -> dict[str, Any]:
        """A corner of a tile it touches, and how many cells it would open (CAP-4.9)."""
        x, y = cell_of(action["vertex"])
        corners = {"se": (x - 1, y - 1), "sw": (x, y - 1), "ne": (x - 1, y), "nw": (x, y)}
        near = {corner: self.lots[cell]["tile"] for corner, cell in corners.items() if cell in self.lots}
        corner, tile = next(iter(near.items()))
        return {
            "what": self.word(f"corner.{corner}", tile=self._tell(prose.tile_name(tile))),
            "why": self.word("open_cells", n=len(corners) - len(near)),
        }

    def _mini(self, tile: str) -> str:
        return element(
            "svg", face.mini(tile, view=self.view), viewBox=f"0 0 {face.MINI} {face.MINI}", width=34, height=34
        )

    def _effects(self, tile: str) -> list[str]:
        return [self.say(line) for line in prose.tile_effects(tile, self.view)]

    # --- the table

    def facts(self, seat: int) -> list[dict[str, Any]]:
        have = self.view["seats"][seat]
        facts = [self._fact(name, have[name], prose.track_name(name)) for name in TRACKS]
        facts.append(self._fact("level", have["level"], prose.resource_name("level")))
        facts.append(self._fact("energy", have["energy"], prose.resource_name("energy")))
        tourists = sum(1 for entry in self.view["tourists"] if entry["city"] == seat)
        facts.append(self._fact("tourist", tourists, prose.message("label.tourists")))
        return facts

    def _fact(self, sign: str, value: int, name: Message) -> dict[str, Any]:
        cls = "ink" if sign == "tourist" else f"of-{sign}"
        return {"sign": _sign(sign, cls), "name": self.say(name), "value": minus(value)}

    def score_of(self, seat: int) -> object:
        return self._number(self.rows[seat]["total"])

    def sheet(self) -> list[tuple[str, Sequence[object]]]:
        return [
            (self.say(prose.message(f"sheet.{name}")), [self._number(row[name]) for row in self.rows]) for name in ITEMS
        ]

    def decided(self) -> str:
        return self.say(prose.message(f"decided.{self.view['sheet']['decided_by']}"))

    # --- the board

    def _board(self) -> dict[str, Any]:
        seat = self.seat
        scene = self.scene
        whole: dict[str, Any] = {
            "asks": self.view["asks"] if self.mode == "decide" else "",
            "rounds": self._rounds(),
            "city": None,
            "cities": [],
            "initiative": self._framed(
                instruments.initiative(scene),
                instruments.INITIATIVE_WIDTH,
                instruments.initiative_height(scene),
                "initiative",
            ),
            "tourism": self._tourism(),
            "projects": self._projects(),
            "hand": self._hand(),
            "tracks": [
                framed(
                    Track(scene, name).draw(),
                    instruments.TRACK_WIDTH,
                    track_height(name),
                    track_label(scene, name),
                    "track",
                )
                for name in TRACKS
            ],
            "progress": self._framed(
                instruments.progress(scene),
                instruments.PROGRESS_WIDTH,
                instruments.progress_height(scene),
                "progress",
            ),
            "plant": "",
            "next_plant": "",
            "stock": scene.word("stacks", **dict(zip(("first", "second", "third"), self.view["stacks"], strict=True))),
        }
        if seat is None:
            whole["cities"] = [self._other(other) for other in range(self.view["players"])]
            return whole
        fresh = [cell for owner, cell in self._fresh() if owner == seat]
        label = self.word("city", name=self.names[seat])
        whole["city"] = {
            "seat": seat,
            "name": self.names[seat],
            "prestige": self._number(self.view["seats"][seat]["prestige"]),
            "wide": Plan(scene, seat, fresh=fresh).svg(label),
            "narrow": Plan(scene, seat, small=True, fresh=fresh).svg(label),
        }
        whole["plant"] = self._framed(
            instruments.plant(scene, seat), instruments.PLANT_WIDTH, instruments.PLANT_HEIGHT, "plant"
        )
        whole["next_plant"] = instruments.next_plant(scene, seat)
        return whole

    def _framed(self, content: str, width: float, height: float, name: str) -> str:
        return framed(content, width, height, self.word(f"picture.{name}"), f"card card-{name}")

    def _fresh(self) -> list[tuple[int, tuple[int, int]]]:
        """What others built since the viewer last acted; for a spectator, what was built last."""
        built: list[tuple[int, tuple[int, int]]] = []
        if self.view["phase"] == "over":
            return built
        for line in self.document["log"]:
            if line["undone"]:
                continue
            if self.seat in (None, line["seat"]):
                built = []
            built += [
                (event["seat"], cell_of(event["cell"]))
                for event in line["events"]
                if event["kind"] in ("built", "built_lake") and event["seat"] != self.seat
            ]
        return built

    def _rounds(self) -> dict[str, Any]:
        view = self.view
        data = tables(view)
        over = view["phase"] == "over"
        return {
            "era": self.scene.word("era", era=face.ROMAN[view["era"]]),
            "list": [
                {
                    "number": number,
                    "past": number < view["round"] or over,
                    "now": number == view["round"] and not over,
                    "expo": bool(data.expo_after[number]),
                    "prosperity": bool(view["options"].get("prosperity") and data.prosperity_in[number]),
                }
                for number in range(1, view["rounds"] + 1)
            ],
            "phases": [
                {"name": self.scene.word(f"phase.{name}"), "now": name == view["phase"]}
                for name in (*PHASES, *([view["phase"]] if view["phase"] not in PHASES else []))
            ],
        }

    def _tourism(self) -> list[str]:
        """What the next Tourism Phase would do if culture stayed as it is."""
        if self.view["phase"] == "over":
            return []
        coming = forecast.tourism(self.view)
        lines = [self.word("tourism.leads", name=self.names[coming.leader])]
        names = [self.names[seat] for seat in coming.captured]
        if names:
            lines.append(self.word("tourism.draws", names=self._tell(prose.listed(names, "and"))))
        if coming.neutral:
            lines.append(self.word("tourism.neutral"))
        return lines

    def _projects(self) -> list[dict[str, Any]]:
        legal = self._actions("take") if self.view["asks"] == "tile" else {}
        return [
            {
                "price": self.word("row", price=price),
                "tiles": [self._card(tile, legal.get(tile, [])) for tile in tiles],
            }
            for price, tiles in instruments.project_rows(self.view)
            if tiles
        ]

    def _hand(self) -> list[dict[str, Any]]:
        """The own prosperity tiles; each may be built, where its prerequisite holds, or become a lake."""
        build, lake = {}, {}
        if self.view["asks"] == "prosperity":
            build, lake = self._actions("take"), self._actions("lake")
        cards = []
        for entry in self.view["hand"]:
            tile = entry["tile"]
            card = self._card(tile, build.get(tile, []) + lake.get(tile, []), entry["allowed"])
            cards.append(card | {"note": self.word("hand.allowed" if entry["allowed"] else "hand.not_allowed")})
        return cards

    def _actions(self, kind: str) -> dict[str, list[Choice]]:
        found: dict[str, list[Choice]] = {}
        for choice in self.scene.of_kind(kind):
            found.setdefault(choice["tile"], []).append(choice)
        return found

    def _card(self, tile: str, choices: Sequence[Choice], allowed: bool = True) -> dict[str, Any]:
        name = self._tell(prose.tile_name(tile))
        drawn = instruments.project(self.scene, tile, lit=bool(choices), allowed=allowed)
        return {
            "tile": tile,
            "name": name,
            "note": "",
            "actions": " ".join(str(choice["action"]) for choice in choices),
            "label": "; ".join(self.scene.label(choice) for choice in choices) or name,
            "picture": element("svg", drawn, viewBox="-4 -4 176 178", aria_hidden="true"),
        }

    # --- the others

    def _other(self, seat: int) -> dict[str, Any]:
        have = self.view["seats"][seat]
        scene = Scene(self.view, self.names, self.say, choices=False)
        label = self.word("city", name=self.names[seat])
        fresh = [cell for owner, cell in self._fresh() if owner == seat]
        return {
            "seat": seat,
            "name": self.names[seat],
            "label": label,
            "prestige": self._number(have["prestige"]),
            "number": seat,
            "picture": small_city(scene, seat, label),
            "large": partial(Plan(scene, seat, fresh=fresh).svg, label),
            "facts": self.facts(seat),
            "hand": self.word("hand.size", n=have["hand_size"]) if have["hand_size"] else "",
        }

    # --- what scores

    def _reference(self) -> dict[str, Any]:
        rows = [
            {"sign": _sign(sign, "ink"), "name": self.word(f"scores.{name}"), "rule": rule}
            for sign, name, rule in REFERENCE
        ]
        seats = range(self.view["players"])
        expos = [forecast.expo(self.view, seat) for seat in seats]
        items = ("employment", "unemployment", "ranking", "prestige", "progress")
        return {
            "rows": rows,
            "legend": [{"sign": _sign(name, "ink"), "name": self.word(f"legend.{name}")} for name in LEGEND],
            "expo": [
                {"name": self.word(f"expo.{name}"), "points": [signed(getattr(one, name)) for one in expos]}
                for name in items
                if self.view["phase"] != "over"
            ],
        }

    # --- in words

    def twin(self) -> list[dict[str, Any]]:
        pieces = [self._twin_table()]
        seats = [seat for seat in range(self.view["players"]) if seat != self.seat]
        for seat in seats if self.seat is None else [self.seat, *seats]:
            pieces.append(self._twin_city(seat))
        return pieces

    def _twin_table(self) -> dict[str, Any]:
        rows = [
            self.word(
                "twin.projects",
                price=price,
                tiles=self._tell(prose.listed([prose.tile_name(tile) for tile in tiles])),
            )
            for price, tiles in instruments.project_rows(self.view)
        ]
        spaces = self.view["initiative"]
        rows += [self.word("twin.space", name=name, space=spaces[seat]) for seat, name in enumerate(self.names)]
        rows += self._tourism()
        for entry in self.view["hand"]:
            tile = entry["tile"]
            rows.append(" ".join([self._tell(prose.tile_name(tile)) + ":", *self._effects(tile)]))
        return {"head": self.headline(), "rows": rows}

    def _twin_city(self, seat: int) -> dict[str, Any]:
        have = self.view["seats"][seat]
        tracks = [
            prose.message("fact", name=prose.track_name(name), value=minus(have[name]))
            for name in (*TRACKS, "progress")
        ]
        rows = [
            self._tell(prose.listed(tracks)),
            self.word("twin.plant", level=have["level"], n=have["energy"]),
            self.word("twin.tokens", first=cell_words(have["tokens"][0]), second=cell_words(have["tokens"][1])),
        ]
        for lot in sorted(have["city"], key=lambda lot: (lot["cell"][1], lot["cell"][0])):
            rows.append(self._twin_lot(seat, lot))
        beside = [t for t in self.view["tourists"] if t["city"] == seat and t["cell"] is None]
        if beside:
            names = [prose.tourist_name(t["tourist"], self.names) for t in beside]
            rows.append(self.word("twin.beside", tourists=self._tell(prose.listed(names, "and"))))
        return {"head": self.word("city", name=self.names[seat]), "rows": rows}

    def _twin_lot(self, seat: int, lot: Mapping[str, Any]) -> str:
        cell = cell_words(lot["cell"])
        if lot["lake"]:
            return self.word("twin.lot", cell=cell, tile=self.scene.word("lake"))
        words = [self.word("twin.lot", cell=cell, tile=self._tell(prose.tile_name(lot["tile"])))]
        words += self._effects(lot["tile"])
        if lot["cubes"]:
            words.append(self.word("twin.cubes", n=lot["cubes"]))
        here = [t for t in self.view["tourists"] if t["city"] == seat and t["cell"] == lot["cell"]]
        if here:
            names = [prose.tourist_name(t["tourist"], self.names) for t in here]
            words.append(self.word("twin.here", tourists=self._tell(prose.listed(names, "and"))))
        return " ".join(words)

    def _about(self) -> list[dict[str, Any]]:
        """What a tile says in full, for every tile that lies open."""
        view = self.view
        tiles = {tile for _, row in instruments.project_rows(view) for tile in row}
        tiles |= {lot["tile"] for have in view["seats"] for lot in have["city"]}
        tiles |= {entry["tile"] for entry in view["hand"]}
        return [
            {
                "tile": tile,
                "name": self._tell(prose.tile_name(tile)),
                "kind": self.say(prose.kind_of(tile, view)),
                "lines": self._effects(tile),
                "picture": element(
                    "svg",
                    face.tile(tile, self._tell(prose.tile_name(tile)), view=view),
                    viewBox="-2 -2 172 172",
                    aria_hidden="true",
                ),
            }
            for tile in sorted(tiles)
        ]


@cache
def _sign(name: str, cls: str) -> str:
    """An icon for lists."""
    return element("svg", icon(name, 0, 0, 24, cls), viewBox="0 0 24 24", width=20, height=20, aria_hidden="true")


# --- the start page


@cache
def cover() -> str:
    """A capital on its river."""
    return (Path(__file__).parent / "cover.svg").read_text(encoding="utf-8").strip()


EXAMPLE = (
    ("tudor_townhouses", "restaurant", "park"),
    ("city_hall", "hotel", "library"),
    ("train_station", "natural_history_museum", "market"),
)


@cache
def example(language: str = "en") -> str:
    """Nine tiles of a city."""
    size = face.LARGE + 8
    tiles = [
        group(face.tile(tile, say(prose.message(f"tile.{tile}"), language)), x=column * size + 4, y=row * size + 4)
        for row, tiles in enumerate(EXAMPLE)
        for column, tile in enumerate(tiles)
    ]
    return element("svg", "".join(tiles), viewBox=f"0 0 {3 * size} {3 * size}")
