"""How the page of a table arranges Prosperity.

What every game's page offers is told in games/between_two_cities/show/page.py; what the desk of every game has, in
conurb.drawing.desk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from conurb.drawing import desk
from conurb.drawing.desk import Say, View, no_advice
from conurb.drawing.pen import signed
from conurb.games.prosperity.show import board, prose
from conurb.games.prosperity.show.art import SYMBOLS, TRACKS, vignette
from conurb.games.prosperity.show.country import NARROW, SMALL, WIDE, CountryMap
from conurb.games.prosperity.show.marks import icon
from conurb.games.prosperity.show.palette import stylesheet
from conurb.games.prosperity.show.pen import PREFIX, element, group, path, rect
from conurb.games.prosperity.show.research import ResearchBoard
from conurb.games.prosperity.show.survey import called_gain, ended_now

__all__ = ["DOMAIN", "MINUTES", "PARTS", "cover", "defs", "example", "options", "said", "secret", "stylesheet", "table"]

DOMAIN = "prosperity_page"
PARTS = (
    "prompt",
    "choices",
    "players",
    "board",
    "final",
    "research",
    "to_come",
    "others",
    "score",
    "reference",
    "twin",
)
"""The parts of the page in the order of focus (guide, section 11)."""
MINUTES = 60

SHEET = ("money", "research_energy", "research_ecology", "prosperity")
RULE_OF_SYMBOL = {
    "energy": "PRO-3.6",
    "ecology": "PRO-3.7",
    "capital": "PRO-3.8",
    "research": "PRO-3.9",
    "prosperity": "PRO-3.10",
}
RULE_OF_TOPIC = {
    "price": "PRO-4.2",
    "covering": "PRO-4.8",
    "transport": "PRO-4.7",
    "triangle": "PRO-5.5",
    "last_money": "PRO-6.5",
    "last_research": "PRO-6.6",
}
ICON_OF_TOPIC = {
    "price": "euro",
    "covering": "infrastructure",
    "transport": "transport",
    "triangle": "triangle",
    "last_money": "capital",
    "last_research": "research",
}

defs = board.defs
said = no_advice


def table(document: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Everything the template shows."""
    return Desk(document, say).contents()


def secret(view: View) -> bool:
    """Everything but the order of the deck is public (PRO-7.2)."""
    return False


def options() -> dict[str, list[tuple[str, object]]]:
    """The values that the start page offers; colours and decks are for programs and tests."""
    return {
        "countries": [("silver", "silver"), ("black", "black"), ("mixed", "mixed")],
        "first": [("random", "random"), ("0", 0)],
    }


def sign(name: str, cls: str = "") -> str:
    """An icon for lists."""
    return element("svg", icon(name, 0, 0, 24, cls or f"c-{name}"), viewBox="0 0 24 24", aria_hidden="true")


class Desk(desk.Desk):
    """One document, put into words and pictures for its viewer."""

    domain = DOMAIN
    prose: ClassVar[desk.Prose] = prose

    def contents(self) -> dict[str, Any]:
        view = self.view
        shown = self._shown_seat()
        return super().contents() | {
            "call": self._call(),
            "own": None if shown is None else self._own(shown),
            "others": [self._other(seat) for seat in range(view["players"]) if seat != shown],
            "others_title": self.word("others"),
            "research": self._research(),
            "to_come": None if view["phase"] == "over" else self._to_come(),
            "reference": self._reference(),
            "posters": dict(enumerate(self.names)) if view["phase"] == "over" else {},
        }

    def _shown_seat(self) -> int | None:
        """Whose country is large: one's own, or for those who watch that of the player whose turn it is."""
        return self.seat if self.seat is not None else self.view["active"]

    def _choosing(self) -> View:
        """The view with its choices only while they can be chosen: not when a position is looked at again."""
        return self.view if self.mode == "decide" else {**self.view, "legal": []}

    # --- words

    def headline(self) -> str:
        view = self.view
        if view["phase"] == "over":
            return self.say(prose.question(view, self.names))
        if view["phase"] == "final":
            return self.say(prose.message("label.final", tally=view["final_tally"]))
        return self.say(prose.message("label.turn", decade=view["decade"], turn=view["turn"], turns=view["turns"]))

    def _label(self, action: Mapping[str, Any]) -> str:
        return self.say(prose.choice(self.view, action, self.names))

    def _symbol(self, symbol: str) -> str:
        return self.word(f"symbol.{symbol}")

    # --- choices

    def choices(self) -> dict[str, Any]:
        """Actions first, then purchases stack by stack."""
        if self.mode != "decide":
            return super().choices()
        stacks = [(side, level) for side in TRACKS for level in range(1, 1 + len(self._country()["prices"][side]))]
        order = {stack: place for place, stack in enumerate(stacks)}

        def place(action: Mapping[str, Any]) -> int:
            if action["kind"] != "buy":
                return -1
            tile = self.view["tiles"][action["tile"]]
            return order[tile["side"], tile["level"]]

        view = self.view
        self.view = {**view, "legal": sorted(view["legal"], key=place)}
        listed = super().choices()
        self.view = view
        return listed

    def _country(self) -> Mapping[str, Any]:
        """The country of the one who decides."""
        country: Mapping[str, Any] = self.view["countries"][self.view["seat"]]
        return country

    def row(self, action: Mapping[str, Any]) -> dict[str, Any]:
        kind = action["kind"]
        row: dict[str, Any] = {"what": self._label(action)}
        if kind == "buy":
            return self._purchase(action)
        country = self._country()
        if kind == "revenue":
            money = country["money"]
            row |= {"sign": sign("euro", "c-ink"), "why": self._becomes("money", money, money + action["money"], "€")}
        elif kind == "cleanup":
            row |= {"sign": sign("disc", "c-ink"), "why": self._cleaner(country["discs"], country["discs"] - 1)}
        elif kind == "research":
            row |= {"sign": sign(action["track"]), "why": self._step(action["track"], action["square"])}
        elif kind == "pay":
            row |= {"sign": sign("energy"), "why": self._payment(action)}
        else:
            steps = [(track, country["research"][track] + action[f"{track}_steps"]) for track in TRACKS]
            row |= {"sign": sign("research"), "why": "; ".join(self._step(track, square) for track, square in steps)}
        return row

    def _becomes(self, name: str, now: int, then: int, unit: str = "") -> str:
        return self.word("becomes", name=self.word(f"fact.{name}"), now=now, then=then, unit=unit).strip()

    def _cleaner(self, discs: int, then: int) -> str:
        """What a disc fewer brings: the triangle freed, a symbol freed, or how far it still is."""
        constants = self.view["constants"]
        if discs > constants["round_spaces"]:
            return self.word("cleanup.free" if then <= constants["round_spaces"] else "cleanup.triangle")
        if discs in constants["globe_spaces"]:
            return self.word("cleanup.globe", n=discs)
        covered = [globe for globe in constants["globe_spaces"] if globe <= then]
        return self.word("cleanup.next", n=then - max(covered) + 1) if covered else self.word("cleanup.all")

    def _step(self, track: str, square: int) -> str:
        """The level that a square belongs to, and what that does to prices."""
        country = self._country()
        level = self._level_of(square)
        now = country["levels"][track]
        if level == now:
            return self.word(f"step.same.{track}", square=square, level=level)
        old, new = country["prices"][track][level - 1], country["prices"][track][now - 1]
        return self.word(f"step.up.{track}", square=square, level=level, old=old, new=new)

    def _level_of(self, square: int) -> int:
        level = 0
        for size in self.view["constants"]["squares_per_level"]:
            level += 1
            square -= size
            if square <= 0:
                break
        return level

    def _payment(self, action: Mapping[str, Any]) -> str:
        country = self._country()
        discs = country["discs"] + action["discs"]
        told = []
        if action["money"]:
            told.append(self._becomes("money", country["money"], country["money"] + action["money"], "€"))
        if action["discs"]:
            told.append(self._becomes("discs", country["discs"], discs))
        if discs > self.view["constants"]["round_spaces"] and not country["triangle"]:
            told.append(self.word("pay.triangle"))
        return "; ".join(told)

    def _purchase(self, action: Mapping[str, Any]) -> dict[str, Any]:
        tile = self.view["tiles"][action["tile"]]
        name = self.say(prose.tile_name(tile))
        price = -action["money"]
        row: dict[str, Any] = {
            "sign": sign(tile["type"], f"c-{tile['type']}"),
            "gain": f"{price} €",
            "tone": "zero",
            "group": self.word(f"stack.{tile['side']}", level=tile["level"], price=price),
        }
        if action["space"] is None:
            row |= {"what": name, "why": self._special(action)}
        else:
            row |= {"what": self.word("buy.on", tile=name, space=action["space"]), "why": self._changes(action)}
        return row

    def _special(self, action: Mapping[str, Any]) -> str:
        if action["points"]:
            return self.say(prose.message("label.points", n=action["points"]))
        discs = self._country()["discs"]
        return self._becomes("discs", discs, discs + action["discs"])

    def _changes(self, action: Mapping[str, Any]) -> str:
        """What is covered and opened, and what the totals become."""
        told = []
        if action["covers"] is not None:
            told.append(self.word("buy.covers", tile=self._covered(action["covers"])))
        if action["opens"]:
            told.append(self.word("buy.opens", spaces=", ".join(action["opens"])))
        totals = self._country()["totals"]
        for symbol in SYMBOLS:
            by = action["change"][symbol]
            if by:
                now, then = totals[symbol], totals[symbol] + by
                shown = (_total(now), _total(then)) if symbol in TRACKS else (str(now), str(then))
                told.append(
                    self.word("becomes", name=self._symbol(symbol), now=shown[0], then=shown[1], unit="").strip()
                )
        return "; ".join(told) or self.say(prose.message("change.none"))

    def _covered(self, what: str) -> str:
        tiles = self.view["tiles"]
        return self.say(prose.tile_name(tiles[what]) if what in tiles else prose.named(what))

    # --- pictures

    def _own(self, seat: int) -> dict[str, Any]:
        label = self._label if self.mode == "decide" else None
        view = self._choosing()
        maps = [CountryMap(view, seat, layout, self.names, self.say).svg(label) for layout in (WIDE, NARROW)]
        return {"seat": seat, "name": self.names[seat], "pictures": maps}

    def _other(self, seat: int) -> dict[str, Any]:
        country = self.view["countries"][seat]
        small, large = (CountryMap(self.view, seat, layout, self.names, self.say) for layout in (SMALL, WIDE))
        return {
            "seat": seat,
            "name": self.names[seat],
            "side": self.word(f"side.{country['side']}"),
            "score": country["score"],
            "number": seat,
            "picture": small.svg(),
            "large": large.svg,
        }

    def _research(self) -> dict[str, Any]:
        label = self._label if self.mode == "decide" else None
        view = self._choosing()
        boards = [ResearchBoard(view, self.names, self.say, narrow=narrow) for narrow in (False, True)]
        note = ""
        if self.seat is not None and self.view["phase"] != "over":
            levels = self.view["countries"][self.seat]["levels"]
            note = self.word("research.note", energy=levels["energy"], ecology=levels["ecology"])
        title = self.word("research.board")
        return {
            "title": title,
            "sign": sign("research"),
            "pictures": [drawn.svg(label) for drawn in boards],
            "note": note,
        }

    # --- what is called

    def _call(self) -> dict[str, Any]:
        """The tile drawn last, its call, what it did to everybody, and the calls of the decade (PRO-3.4, PRO-7.3)."""
        view = self.view
        tile = view["tiles"][view["drawn"][-1]]
        final = view["phase"] in ("final", "over")
        called = {"final": "energy", "over": "prosperity"}.get(view["phase"], tile["call"])
        left = next(entry for entry in view["to_come"] if entry["decade"] == view["decade"])
        done = [view["tiles"][id]["call"] for id in view["drawn"] if view["tiles"][id]["decade"] == view["decade"]]
        coming = [symbol for symbol in SYMBOLS for _ in range(left["calls"][symbol])]
        return {
            "decade": view["decade"],
            "drawn": self.word("call.drawn"),
            "this_decade": self.word("call.decade"),
            "still": self.word("call.still"),
            "turn": self.word("call.turn", turn=view["turn"], turns=view["turns"]),
            "tile": self.say(prose.tile_name(tile)),
            "picture": _small_picture(tile["type"], tile["name"]),
            "chips": [
                {"sign": sign(symbol), "value": _short(symbol, tile[symbol])} for symbol in SYMBOLS if tile[symbol]
            ],
            "state": self.word("call.final" if final else "call.called"),
            "symbol": called,
            "name": self._symbol(called),
            "sign": sign(called, "c-paper"),
            "rule": RULE_OF_SYMBOL[called],
            "results": self._results(),
            "done": [{"sign": sign(symbol, "c-soft"), "name": self._symbol(symbol)} for symbol in done[:-1]],
            "coming": [{"sign": sign(symbol), "name": self._symbol(symbol)} for symbol in coming],
        }

    def _results(self) -> list[dict[str, Any]]:
        """What the latest tally brought to each seat that has finished it, from the log."""
        tallied: dict[int, dict[str, Any]] = {}
        for line in self.document["log"]:
            if line["undone"]:
                continue
            for event in line["events"]:
                if event["kind"] in ("drew", "final"):
                    tallied = {}
                elif event["kind"] == "tallied":
                    tallied[event["seat"]] = event
        return [
            {"seat": seat, "name": self.names[seat], "text": self._result(tallied[seat])}
            for seat in range(self.view["players"])
            if seat in tallied
        ]

    def _result(self, event: Mapping[str, Any]) -> str:
        """A tally in short: money, discs, points or steps."""
        if event["symbol"] == "research":
            return f"+{event['energy_steps'] + event['ecology_steps']}"
        if event["symbol"] == "prosperity":
            return self.word("gain.blocked") if event["blocked"] else f"+{event['points']}"
        told = []
        if event["money"]:
            told.append(f"{signed(event['money'])} €")
        if event["discs"]:
            told.append(self.word("gain.discs", discs=signed(event["discs"]), n=abs(event["discs"])))
        return ", ".join(told) or "\N{PLUS-MINUS SIGN}0"

    # --- what is to come (PRO-7)

    def _to_come(self) -> dict[str, Any]:
        view = self.view
        decades = [entry for entry in view["to_come"] if entry["tiles"]]
        now = decades[0] if decades else None
        rows = []
        for symbol in SYMBOLS:
            count = now["calls"][symbol] if now else 0
            rows.append(
                {
                    "sign": sign(symbol),
                    "name": self._symbol(symbol),
                    "rule": RULE_OF_SYMBOL[symbol],
                    "now": count,
                    "chance": f"{count}/{len(now['tiles'])}" if now and count else "\N{EN DASH}",
                    "all": view["tallies_to_come"][symbol],
                    "gains": [self._gain(seat, symbol) for seat in range(view["players"])],
                }
            )
        return {
            "title": self.word("to_come"),
            "head_now": self.word("to_come.now", decade=now["decade"]) if now else self.word("to_come.none"),
            "head_next": self.word("to_come.next"),
            "head_all": self.word("to_come.all"),
            "explain": self.word("to_come.explain"),
            "rows": rows,
            "seats": [{"seat": seat, "name": name, "mine": seat == self.seat} for seat, name in enumerate(self.names)],
            "decades": [self._decade(entry) for entry in decades],
        }

    def _decade(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        head = self.word("to_come.tiles", decade=entry["decade"], n=len(entry["tiles"]))
        return {"head": head, "tiles": [self._tile(id) for id in entry["tiles"]]}

    def _gain(self, seat: int, symbol: str) -> str:
        """What the symbol would bring the seat if it were called now."""
        gain = called_gain(self.view, seat, symbol)
        told = []
        if gain.get("money"):
            told.append(f"{signed(gain['money'])} €")
        if gain.get("discs"):
            told.append(self.word("gain.discs", discs=signed(gain["discs"]), n=abs(gain["discs"])))
        if gain.get("steps"):
            told.append(self.word("gain.steps", n=gain["steps"]))
        if gain.get("points"):
            told.append(self.word("gain.points", n=gain["points"]))
        return ", ".join(told) or "0"

    def _tile(self, id: str) -> dict[str, Any]:
        tile = self.view["tiles"][id]
        shown = [{"sign": sign(symbol), "value": _short(symbol, tile[symbol])} for symbol in SYMBOLS if tile[symbol]]
        return {
            "name": self.say(prose.tile_name(tile)),
            "type": tile["type"],
            "sign": sign(tile["type"], f"c-{tile['type']}"),
            "where": self.word(f"tile.where.{tile['side']}", level=tile["level"]),
            "call": sign(tile["call"]),
            "called": self.word("tile.calls", symbol=self._symbol(tile["call"])),
            "chips": shown,
        }

    # --- players and scores

    def facts(self, seat: int) -> list[dict[str, Any]]:
        country = self.view["countries"][seat]
        totals = country["totals"]
        facts = [
            {"sign": sign("euro", "c-soft"), "name": self.word("fact.money"), "value": country["money"]},
            {
                "sign": sign("disc", "c-bad" if country["triangle"] else "c-soft"),
                "name": self.word("fact.discs"),
                "value": country["discs"],
                "note": self.word("fact.blocked") if country["triangle"] else "",
            },
        ]
        if self.view["phase"] == "over":
            return facts
        for symbol in SYMBOLS:
            facts.append({"sign": sign(symbol), "name": self._symbol(symbol), "value": _short(symbol, totals[symbol])})
        return facts

    def sheet(self) -> list[tuple[str, Sequence[object]]]:
        """The track, and the final scoring: as it was, or as it would be if the game ended now."""
        players = self._sheet()["players"]
        rows: list[tuple[str, Sequence[object]]] = [(self.word("score.track"), [player["track"] for player in players])]
        for name in SHEET:
            rows.append((self.word(f"score.{name}"), [player["breakdown"][name] for player in players]))
        return rows

    def _sheet(self) -> dict[str, Any]:
        if not hasattr(self, "_ended"):
            self._ended = ended_now(self.view)
        return self._ended

    def _score(self) -> dict[str, Any]:
        told = super()._score() | {"totals": [player["score"] for player in self._sheet()["players"]]}
        return told if self.view["phase"] == "over" else told | {"state": self.word("score.now")}

    def decided(self) -> str:
        return self.say(prose.message(f"decided.{self._sheet()['decided_by'].replace(' ', '_')}"))

    # --- reference

    def _reference(self) -> list[dict[str, Any]]:
        """What each symbol does, what a tile costs, and how the game ends."""
        rows = [
            {
                "sign": sign(symbol),
                "name": self._symbol(symbol),
                "rule": self.word(f"rule.{symbol}"),
                "id": RULE_OF_SYMBOL[symbol],
            }
            for symbol in SYMBOLS
        ]
        rows += [
            {
                "sign": sign(ICON_OF_TOPIC[topic], "c-soft"),
                "name": self.word(f"topic.{topic}"),
                "rule": self.word(f"rule.{topic}"),
                "id": id,
            }
            for topic, id in RULE_OF_TOPIC.items()
        ]
        return rows

    # --- in words

    def twin(self) -> list[dict[str, Any]]:
        """Every country space by space, then the Research board level by level."""
        order = [seat for seat in range(self.view["players"]) if seat == self.seat]
        order += [seat for seat in range(self.view["players"]) if seat != self.seat]
        return [*(self._country_words(seat) for seat in order), self._research_words()]

    def _country_words(self, seat: int) -> dict[str, Any]:
        country = self.view["countries"][seat]
        drawn = CountryMap(self.view, seat, WIDE, self.names, self.say)
        side = self.word(f"side.{country['side']}")
        rows = [
            drawn.facts(),
            *(self.word(f"total.{track}", value=_total(country["totals"][track])) for track in TRACKS),
        ]
        rows += [drawn.pollution_words(), *(drawn.space_words(space) for space in drawn.spaces.values())]
        head = self.word("twin.country", name=self.names[seat], side=side, n=country["score"])
        return {"head": head, "rows": rows}

    def _research_words(self) -> dict[str, Any]:
        drawn = ResearchBoard(self.view, self.names, self.say)
        rows = []
        for side in TRACKS:
            for level in drawn.levels:
                tiles = ", ".join(drawn.card_words(id) for id in drawn.stacks[side, level])
                rows.append(f"{drawn.track_words(side, level)}. {tiles}".strip())
        return {"head": self.word("research.board"), "rows": rows}


def _total(value: int) -> str:
    return signed(value) if value else "0"


def _short(symbol: str, value: int) -> str:
    """Energy and ecology with their sign, the others as they are."""
    return _total(value) if symbol in TRACKS else str(value)


def _small_picture(kind: str, name: str) -> str:
    return element("svg", vignette(kind, name, 0, 0, 120), viewBox="0 0 120 70", cls="tile", aria_hidden="true")


# --- the cover


def cover() -> str:
    """A country between wind farms and chimneys."""
    return (Path(__file__).parent / "cover.svg").read_text(encoding="utf-8")


EXAMPLE = (
    ("powerplant", "Offshore Wind Park"),
    ("powerplant", "Fusion Reactor"),
    ("supply", "Smart Grid"),
    ("transport", "High-Speed Train"),
    ("infrastructure", "Vertical Farm"),
    ("infrastructure", "University"),
    ("transport", "Maglev Line"),
    ("infrastructure", "Eco-District"),
    ("infrastructure", "Hospital"),
)


def example() -> str:
    """A country that has come far: nine of its tiles."""
    plates = []
    for k, (kind, name) in enumerate(EXAMPLE):
        face = (
            rect(0, 0, 120, 104, f"plate-{kind}", rx=9)
            + path("M1 22V9a8 8 0 0 1 8-8h102a8 8 0 0 1 8 8v13z", f"band-{kind}")
            + rect(6, 4, 16, 16, f"k-{kind}", rx=4)
            + icon(kind, 8, 6, 12, f"on-{kind}")
            + vignette(kind, name, 6, 32, 108)
        )
        plates.append(group(face, x=10 + (k % 3) * 130, y=10 + (k // 3) * 114))
    land = rect(1, 1, 398, 350, "land-silver", rx=8)
    return f'<svg viewBox="0 0 400 352" class="{PREFIX}example">{land}{"".join(plates)}</svg>'
