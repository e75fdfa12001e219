"""Hand-built Views for the tests of the picture: plans are written as rows of building codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

View = dict[str, Any]
Plan = tuple[Sequence[str], Sequence[tuple[str, int, int]], Sequence[int], tuple[int, int]]
"""Rows of codes, duplexes as (id, row, col) in those rows, score by type, and the place of the first tile."""

TYPES = ("shops", "factories", "taverns", "offices", "parks", "houses")
NAMES = ["Ada", "Mira", "Noor", "Lantern", "Bartholomäus", "Zoë", "Ivo"]

FINAL_SEVEN: list[Plan] = [
    (["SOSF", "OOHO", "SFOH", "FFFP"], [("XV11", 2, 0), ("XV02", 0, 3)], (6, 20, 0, 15, 2, 8), (1, 1)),
    (["POOO", "PSFF", "FFMO", "FOPO"], [("XH10", 0, 0), ("XV10", 2, 2)], (2, 20, 1, 22, 10, 0), (2, 0)),
    (["SFBP", "DHMD", "HEPH", "SMSS"], [("XV07", 1, 3), ("XH11", 3, 0)], (9, 2, 21, 0, 4, 9), (1, 2)),
    (["MFFO", "SEPO", "HBHP", "HPOE"], [("XH05", 2, 0), ("XV01", 0, 1)], (2, 6, 10, 7, 6, 15), (0, 0)),
    (["HHHM", "SHPF", "HPPD", "OSEH"], [("XH07", 3, 0), ("XH04", 1, 1)], (4, 2, 9, 1, 12, 30), (2, 2)),
    (["FOHM", "BSSS", "OBHH", "FPHH"], [("XV12", 1, 1), ("XH06", 0, 1)], (10, 6, 5, 4, 2, 25), (3, 3)),
    (["PDHP", "HHME", "SSBF", "DPFS"], [("XV04", 1, 1), ("XH03", 3, 2)], (7, 6, 18, 0, 6, 12), (0, 0)),
]

FINAL_FOUR: list[Plan] = [
    (["DHPS", "FPES", "DPFS", "FPSS"], [("XH08", 2, 0), ("XH03", 2, 2)], (18, 12, 5, 0, 14, 4), (1, 1)),
    (["DSBO", "OFOP", "MBSS", "FOSF"], [("XV05", 0, 3), ("XV11", 2, 3)], (9, 12, 10, 14, 2, 0), (2, 1)),
    (["SHPS", "FSPS", "FMHP", "OPHH"], [("XH04", 0, 1), ("XV10", 2, 1)], (9, 6, 1, 1, 12, 20), (0, 0)),
    (["FOSF", "OHSE", "MDOS", "HBHO"], [("XV01", 0, 3), ("XH07", 2, 2)], (7, 6, 17, 12, 0, 12), (3, 0)),
]

LATE_FOUR: list[Plan] = [
    (["SSSH", "OPFO", ".PEO", ".MO."], [("XH12", 0, 2), ("XV01", 1, 2)], (10, 3, 4, 12, 8, 5), (0, 0)),
    (["FP.P", "OSOH", "ESDH", ".H.."], [("XH06", 1, 2), ("XV02", 0, 0)], (5, 3, 4, 5, 4, 15), (1, 1)),
    (["OOOM", "HE.P", "OS.P", "FS.."], [("XV10", 0, 3), ("XV03", 1, 0)], (5, 3, 4, 12, 8, 5), (0, 1)),
    ([".FSM", "OFPS", "SPPO", "H..D"], [("XH11", 0, 2), ("XV06", 1, 0)], (6, 8, 4, 4, 12, 5), (2, 2)),
]

EARLY_FOUR: list[Plan] = [
    (["SS", ".O"], [], (5, 0, 0, 1, 0, 0), (0, 0)),
    (["PPH"], [], (0, 0, 0, 0, 8, 1), (0, 1)),
    (["O", "D", "F"], [], (0, 4, 1, 2, 0, 0), (1, 0)),
    (["F"], [], (0, 4, 0, 0, 0, 0), (0, 0)),
]

MIDDLE: Plan = (["SO.", "SEP", ".H."], [], (5, 0, 1, 2, 2, 4), (1, 1))


def shape_of(tile_id: str) -> str:
    return {"XH": "wide", "XV": "tall"}.get(tile_id[:2], "square")


DUPLEX_FACES = {
    "XH03": "FS", "XH04": "HP", "XH05": "HB", "XH06": "OH", "XH07": "OS", "XH08": "DP", "XH10": "PO", "XH11": "SM",
    "XH12": "SH", "XV01": "FE", "XV02": "FO", "XV03": "HO", "XV04": "HS", "XV05": "OP", "XV06": "OS", "XV07": "DH",
    "XV09": "PH", "XV10": "MP", "XV11": "SF", "XV12": "SB", "XH01": "EF", "XV08": "PF",
}  # fmt: skip


def tile(tile_id: str) -> dict[str, Any]:
    faces = DUPLEX_FACES[tile_id] if tile_id.startswith("X") else tile_id[0]
    return {"id": tile_id, "faces": faces, "shape": shape_of(tile_id)}


def owners_of(players: int, city: int) -> list[int]:
    return [city // 2] if players == 2 else [city, (city + 1) % players]


def city(players: int, index: int, plan: Plan, used: Counter[str]) -> dict[str, Any]:
    rows, duplexes, sheet, origin = plan
    owners = owners_of(players, index)
    tiles: list[dict[str, Any]] = []
    covered: set[tuple[int, int]] = set()
    for tile_id, row, col in duplexes:
        covered |= {(row, col), (row, col + 1) if shape_of(tile_id) == "wide" else (row + 1, col)}
        tiles.append(tile(tile_id) | {"row": row - origin[0], "col": col - origin[1]})
    for row, codes in enumerate(rows):
        for col, code in enumerate(codes):
            if code != "." and (row, col) not in covered:
                used[code] += 1
                tiles.append(tile(f"{code}{used[code]:02}") | {"row": row - origin[0], "col": col - origin[1]})
    for number, placed in enumerate(tiles):
        placed |= {"seat": owners[number % len(owners)], "turn": None}
    return {
        "owners": owners,
        "tiles": tiles,
        "sheet": dict(zip(TYPES, sheet, strict=True)) | {"total": sum(sheet)},
    }


EMPTY: Plan = ([], [], (0,) * 6, (0, 0))


def view(players: int, seat: int | None, plans: Sequence[Plan], **changes: Any) -> View:
    used: Counter[str] = Counter()
    cities = [city(players, index, plan, used) for index, plan in enumerate(plans)]
    totals = [[place["sheet"]["total"] for place in cities if who in place["owners"]] for who in range(players)]
    scores = [sum(pair) if players == 2 else min(pair) for pair in totals]
    return {
        "game": "between-two-cities",
        "players": players,
        "seat": seat,
        "phase": "choose",
        "round": "1",
        "turn": 1,
        "turns": 3,
        "kind": "square",
        "pass": "left",
        "to_act": list(range(players)),
        "committed": [False] * players,
        "hand_sizes": [7] * players,
        "stack_sizes": [0] * players,
        "box": 108 - 7 * players,
        "duplexes": 24,
        "discards": 0,
        "hand": [],
        "chosen": [],
        "revealed": [[] for _ in range(players)],
        "cities": cities,
        "scores": scores,
        "legal": [],
    } | changes


def places(
    kind: str, tile_id: str, index: int, cells: Sequence[tuple[int, int, int]], first: int
) -> list[dict[str, Any]]:
    """Placements as (row, col, gain), numbered from ``first``."""
    return [
        {
            "action": first + number,
            "kind": kind,
            "text": f"{kind} {tile_id} {'abcdefg'[col + 3]}{row + 4}",
            "tile": tile_id,
            "city": index,
            "row": row,
            "col": col,
            "gain": gain,
        }
        for number, (row, col, gain) in enumerate(cells)
    ]


def choose_two() -> View:
    """The first choice of the two-player variant, all cities empty."""
    hand = [tile(t) for t in ("B05", "F11", "H13", "H20", "O17", "P11", "S16")]
    return view(2, 0, [EMPTY] * 4, round="1a", hand=hand)


def choose_seven(seat: int | None = 3) -> View:
    """A first-round choice of seven players with cities of every early shape."""
    plans = [MIDDLE, EARLY_FOUR[0], EARLY_FOUR[1], MIDDLE, EARLY_FOUR[2], EARLY_FOUR[3], EARLY_FOUR[0]]
    hand = [] if seat is None else [tile(t) for t in ("B05", "F11", "H13", "O17", "P11")]
    return view(7, seat, plans, turn=2, hand=hand, committed=[True, False] * 3 + [True], to_act=[1, 3, 5])


def chosen_five() -> View:
    """Five players; the own pair lies face down, so nobody else may see it."""
    pair = [tile("O17"), tile("P11")]
    plans = [*EARLY_FOUR, MIDDLE]
    return view(5, 2, plans, turn=3, chosen=pair, committed=[False, True, True, False, True], to_act=[0, 3])


def place_four() -> View:
    """Mira places one of two tiles into her left city, Belfry."""
    cells = [(-1, 1, 8), (2, -1, 2), (2, 1, 2), (2, 2, 2)]
    shops = [(-1, 1, 5), (2, -1, -1), (2, 1, 0), (2, 2, 0)]
    legal = places("left", "P11", 1, cells, 60) + places("left", "S16", 1, shops, 80)
    revealed = [[], [tile("P11"), tile("S16")], [tile("H18"), tile("E05")], [tile("F15"), tile("O19")]]
    state = {
        "phase": "place",
        "round": "3",
        "turn": 2,
        "pass": "right",
        "to_act": [1],
        "box": 52,
        "duplexes": 12,
    }
    return view(4, 1, LATE_FOUR, legal=legal, revealed=revealed, committed=[True] * 4, discards=8, **state)


def place_duplex_three() -> View:
    """A duplex decision in the middle of the game: a wide and a tall tile for Belfry's six squares."""
    plan: Plan = (["SS..", ".O..", ".PHE"], [], (5, 0, 1, 1, 2, 4), (0, 0))
    wide = [(-1, 0, 3), (-1, 1, 3), (0, 2, 2), (1, 2, 1), (3, 0, 6), (3, 1, 2), (3, 2, 2)]
    tall = [(-1, 2, 2), (0, 2, 3), (0, 3, 0), (1, 0, 4), (2, 0, -2)]
    legal = places("left", "XH04", 1, wide, 200) + places("left", "XV02", 1, tall, 240)
    revealed = [[tile("XH01"), tile("XV08")], [tile("XH04"), tile("XV02")], [tile("XV09")]]
    state = {"phase": "place", "round": "2", "turns": 1, "kind": "duplex", "pass": None, "to_act": [1]}
    return view(3, 1, [MIDDLE, plan, EARLY_FOUR[0]], legal=legal, revealed=revealed, duplexes=15, **state)


def final_four(seat: int | None = 1) -> View:
    ranking = [1, 4, 3, 2]
    return view(4, seat, FINAL_FOUR, phase="over", round="3", turn=3, to_act=[], ranking=ranking, box=52, discards=12)


def final_two() -> View:
    return view(2, 1, FINAL_FOUR, phase="over", round="3b", turn=3, to_act=[], ranking=[2, 1], box=52, discards=12)


def final_seven() -> View:
    plans = FINAL_SEVEN
    built = view(7, None, plans, phase="over", round="3", turn=3, to_act=[], box=10, duplexes=3, discards=21)
    scores = built["scores"]
    return built | {"ranking": [1 + sum(other > score for other in scores) for score in scores]}


def six() -> View:
    """Six players, watched by a spectator in the middle of placing."""
    plans = [*LATE_FOUR, MIDDLE, MIDDLE]
    revealed = [[tile("P15"), tile("S15")], [], [tile("H19")], [tile("F15"), tile("O19")], [], [tile("B05")]]
    return view(6, None, plans, phase="place", round="3", turn=1, **{"pass": "right"}, to_act=[0], revealed=revealed)


def all_views() -> dict[str, View]:
    return {
        "choose-2": choose_two(),
        "final-2": final_two(),
        "place-3": place_duplex_three(),
        "place-4": place_four(),
        "final-4": final_four(),
        "choose-5": chosen_five(),
        "spectate-6": six(),
        "choose-7": choose_seven(),
        "spectate-7": choose_seven(None),
        "final-7": final_seven(),
    }
