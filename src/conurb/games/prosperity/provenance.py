"""Where the values of a data pack come from, and the pack as tables that a person can read (PRO-0, PRO-1.6).

Tiles and spaces say it in their field `prov`, one letter for each group of values; constants in [provenance].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

VALUES = ("energy", "ecology", "capital", "research", "prosperity", "points", "clean")
TILE_GROUPS = {
    "n": ("name",),
    "p": ("side", "level"),
    "d": ("decade",),
    "c": ("call",),
    "t": ("type",),
    "v": VALUES,
}
SPACE_GROUPS = {"n": ("printed",), "t": ("type",), "v": VALUES, "g": ("gate",)}
GROUPS_OF_TABLE = {"tiles": TILE_GROUPS, "silver": SPACE_GROUPS, "black": SPACE_GROUPS}
MIXED = ("energy", "ecology")  # what the rulebook gives where a group is mixed (PRO-1.6)
SHORT = {"energy": "E", "ecology": "Y", "capital": "C", "research": "R", "prosperity": "P"}
HOUSE = "house"
MARK = "*"

Content = Mapping[str, Any]
Table = tuple[list[str], list[list[str]]]
"""Headings, and rows of cells."""


def house_values(content: Content) -> list[str]:
    """Every value that is ours, as table.entry.field or table.entry."""
    found = []
    for table in GROUPS_OF_TABLE:
        for name, entry in content.get(table, {}).items():
            found += [f"{table}.{name}.{field}" for field in entry if field in house_fields(table, entry)]
    sources: Mapping[str, str] = content.get("provenance", {})
    return found + [f"constants.{name}" for name, source in sources.items() if source.startswith(HOUSE)]


def house_fields(table: str, entry: Mapping[str, Any]) -> set[str]:
    """The fields of a tile or space that are house values; a pack that does not say has none."""
    fields: set[str] = set()
    for letters in str(entry.get("prov", "")).split():
        group, _, source = letters.partition(":")
        named = GROUPS_OF_TABLE[table].get(group, ())
        if source == "h":
            fields |= set(named)
        elif source == "m":
            fields |= set(named) - set(MIXED)
    return fields


def tables(content: Content) -> dict[str, Table]:
    """The tables of the pack, house values marked with an asterisk."""
    shown: dict[str, Table] = {"tiles": tile_table(content.get("tiles", {}))}
    for side in ("silver", "black"):
        shown[side] = space_table(side, content.get(side, {}))
    sources: Mapping[str, str] = content.get("provenance", {})
    rows = [
        [name, in_words(value) + marked(sources.get(name, "").startswith(HOUSE)), sources.get(name, "")]
        for name, value in content.get("constants", {}).items()
    ]
    shown["constants"] = (["constant", "value", "source"], rows)
    return shown


def tile_table(tiles: Content) -> Table:
    """A row for each tile; a level is that of the track, and letters are those of PRO-0."""
    rows = []
    for id, tile in tiles.items():
        ours = house_fields("tiles", tile)
        level = f"{SHORT[tile['side']]}{tile['level']}{marked('level' in ours)}"
        drawn = ""
        if "decade" in tile:
            drawn = f"{tile['decade']}{marked('decade' in ours)} {SHORT[tile['call']]}{marked('call' in ours)}"
        name, kind = (f"{tile[field]}{marked(field in ours)}" for field in ("name", "type"))
        rows.append([id, name, level, kind, drawn, " ".join(values("tiles", tile))])
    return ["tile", "name", "level", "type", "call", "shows"], rows


def space_table(side: str, spaces: Content) -> Table:
    rows = []
    for name, space in spaces.items():
        ours = house_fields(side, space)
        cells = [name]
        for field in ("type", "printed", "gate"):
            cells.append(f"{space[field]}{marked(field in ours)}" if field in space else "")
        rows.append([*cells, " ".join(values(side, space))])
    return ["space", "type", "printed", "gate", "shows"], rows


def values(table: str, entry: Mapping[str, Any]) -> Iterator[str]:
    """What a tile or facility shows: E+3 Y-1 C2."""
    ours = house_fields(table, entry)
    for field in VALUES:
        if entry.get(field):
            number = f"{entry[field]:+}" if field in ("energy", "ecology") else str(entry[field])
            named = f"{SHORT[field]}{number}" if field in SHORT else f"{field} {number}"
            yield named + marked(field in ours)


def marked(house: bool) -> str:
    return MARK if house else ""


def in_words(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
