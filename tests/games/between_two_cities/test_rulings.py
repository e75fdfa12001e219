"""BTC-8: the rulings, one test a row."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from conurb.games.between_two_cities.data import TYPES
from conurb.games.between_two_cities.geometry import TALL, WIDE, cell_at, empty_city
from conurb.games.between_two_cities.scoring import city_sheet, full_sheet, key_names, left_city
from conurb.kernel.checks import BadData, BadMove, IllegalAction
from conurb.kernel.play import Play
from conurb.kernel.ranking import decided_by, places
from conurb.kernel.state import HOST
from tests.games.between_two_cities.support import (
    COUNTS,
    DATA,
    GAME,
    cities,
    do,
    example,
    finished,
    load,
    new,
    play,
    rule,
    saved,
    score,
    seen,
    texts,
)

LINE = [0, 2, 5, 10, 16]


def test_crossing_lines_take_the_best_split() -> None:
    """BTC-8.1: a + of seven shops: 16 + 5 + 2 = 23, whatever the builders say."""
    assert score("shops", ".S..", "SSSS", ".S..", ".S..") == 23
    assert score("shops", "S...", "SSS.", "S...") == 10 + 5


LINES = [
    (length, sum(2 ** (4 * (r + k * down) + c + k * (1 - down)) for k in range(length)))
    for length in (4, 3, 2, 1)
    for down in (0, 1)
    for r in range(4 - (length - 1) * down)
    for c in range(4 - (length - 1) * (1 - down))
]


def test_a_run_of_four_may_be_cut() -> None:
    """BTC-8.2: against the best longest-line-first split it matters in 208 of 65,536 layouts, by at most 3."""
    greedy = [0] * 65536
    for layout in range(1, 65536):
        longest = 0
        for length, line in LINES:
            if length < longest:
                break
            if line & layout == line:
                longest = length
                greedy[layout] = max(greedy[layout], LINE[length] + greedy[layout ^ line])
    gains = [DATA.shops[layout] - greedy[layout] for layout in range(65536)]
    matters = [gain for gain in gains if gain]
    assert min(matters) > 0
    claimed = re.search(r"in (\d+) of the ([\d,]+) .* at most (\d+) points", rule("BTC-8.2"))
    assert claimed
    assert (len(matters), len(gains), max(gains)) == tuple(int(part.replace(",", "")) for part in claimed.groups())
    assert score("shops", *example("EX-03")["cities"][0]) == 25


def factory_points(*counts: int) -> list[int]:
    built = cities([["F" * n] for n in counts])
    return [city_sheet(built, c, DATA)["factories"] for c in range(len(counts))]


def test_second_after_a_tie_for_most() -> None:
    """BTC-8.3"""
    assert factory_points(4, 4, 3) == [16, 16, 9]


def test_fourth_and_later_cities() -> None:
    """BTC-8.4: all remaining cities have 2 for each factory, not only the third."""
    assert factory_points(4, 3, 2, 1) == [16, 9, 4, 2]
    assert factory_points(4, 3, 2, 2, 1, 1, 0) == [16, 9, 4, 4, 2, 2, 0]


def test_equal_factories_everywhere() -> None:
    """BTC-8.5"""
    assert factory_points(2, 2, 2) == [8, 8, 8]


def test_duplicate_taverns() -> None:
    """BTC-8.6: sets as good as possible: 17 + 1, never 9 + 4 or the like."""
    assert score("taverns", "DEMB", "D...") == 18
    assert score("taverns", "DDEE") == 4 + 4


def test_more_than_six_offices() -> None:
    """BTC-8.7"""
    assert score("offices", "OOOO", "OO..") == 21
    assert score("offices", "OOOO", "OOO.") == 22


def test_office_beside_several_taverns() -> None:
    """BTC-8.8"""
    assert score("offices", "DOE", ".M.") == score("offices", "DO.") == 2


def test_bonus_in_a_second_set() -> None:
    """BTC-8.9: the seventh office beside a tavern has the bonus too, and so would every one of seven."""
    assert score("offices", "OOOO", "OO..", "....", "DO..") == 22 + 1
    assert score("offices", "OOOO", "DDDD", "OOO.") == 22 + 7


def test_house_and_factories() -> None:
    """BTC-8.10: beside two factories still 1; a diagonal one has no effect."""
    assert score("houses", "FHF", "SPD") == 1
    assert score("houses", "HS.", ".F.", "PD.") == 4


def test_tavern_kinds_are_one_type_for_houses() -> None:
    """BTC-8.11: a house is worth at most 5."""
    assert score("houses", "H...", "DEMB") == 1
    assert score("houses", "HS..", "DEMB", "OPF.") == 5


def test_one_half_of_a_duplex_is_enough() -> None:
    """BTC-8.12"""
    city = empty_city()
    city.build(0, cell_at(0, 0))
    assert city.open_cells(WIDE) >> cell_at(0, 1) & 1, "the second half lies apart"
    assert city.open_cells(TALL) >> cell_at(1, 0) & 1


def test_duplexes_do_not_turn() -> None:
    """BTC-8.13: four in a row leave no room for another column, so only upright tiles may stand beside the end."""
    row = ["SSSS", "....", "....", "...."]
    state = load(players=3, round="2", phase="place", cities=[row], seats=[{"chosen": ["XH01", "XV01"]}])
    cells = {tile: sorted(text.split()[2] for text in texts(state, 0) if tile in text) for tile in ("XH01", "XV01")}
    assert cells["XH01"] == ["d3", "d5", "e3", "e5", "f3", "f5"]
    assert cells["XV01"] == ["d2", "d5", "e2", "e5", "f2", "f5", "g2", "g5"]


def test_the_first_tile_does_not_fix_the_square() -> None:
    """BTC-8.14: it may end up in any of the sixteen places."""
    places_met = set()
    for seed in range(120):
        for city in saved(finished(7, seed))["cities"]:
            places_met.add((-min(tile["row"] for tile in city["tiles"]), -min(tile["col"] for tile in city["tiles"])))
    assert places_met == {(row, col) for row in range(4) for col in range(4)}


@pytest.mark.parametrize("players", [2, 3, 6])
def test_no_duplex_is_ever_stuck(players: int) -> None:
    """BTC-8.15: at every decision of a duplex round there is a legal cell for either tile."""
    met = 0
    for seed in range(5):
        for state in play(players, seed):
            shown = seen(state, None)
            if shown["phase"] == "place" and shown["kind"] == "duplex":
                met += 1
                for city in state.cities:
                    if city.buildings() < 10:
                        assert city.open_cells(WIDE)
                        assert city.open_cells(TALL)
    assert met


def test_which_city_is_decided_when_placing() -> None:
    """BTC-8.16: the order in which two tiles are chosen means nothing."""
    one, other = new(3, seed=1), new(3, seed=1)
    first, second = saved(one)["seats"][0]["hand"][:2]
    do(one, f"0 choose {first} {second}")
    do(other, f"0 choose {second} {first}")
    assert one.hash() == other.hash()


def test_the_owner_has_the_last_word() -> None:
    """BTC-8.17: a partner's suggestion binds nobody, and the partner cannot place the tile."""
    state = load(players=3, phase="place", seats=[{"chosen": ["P01", "S01"]}])
    state.check_message(1, {"text": "please", "suggestion": {"city": 0, "tile": "P01", "row": 0, "col": 0}})
    with pytest.raises(IllegalAction):
        do(state, "1 left P01 d4")
    do(state, "0 left S01 d4")
    assert saved(state)["cities"][0]["tiles"][0]["tile"] == "S01"


@pytest.mark.parametrize("players", COUNTS)
def test_placement_order(players: int) -> None:
    """BTC-8.18: ascending seat number, every turn."""
    history = seen(finished(players, seed=2), None)["history"]
    for turn in {entry["turn"] for entry in history}:
        assert [entry["seat"] for entry in history if entry["turn"] == turn] == sorted([*range(players)] * 2)


@pytest.mark.parametrize("players", COUNTS)
def test_discards_are_never_dealt(players: int) -> None:
    """BTC-8.19: what is discarded in one round is in no later hand, and nothing runs out."""
    gone: set[str] = set()
    for state in play(players, seed=3):
        position = saved(state)
        gone |= {entry["tile"] for entry in position["discards"]}
        held = {tile for seat in position["seats"] for name in ("hand", "chosen", "stack") for tile in seat[name]}
        assert not gone & (held | set(position["box"]) | set(position["duplexes"]))
    assert len(gone) == players * (6 if players == 2 else 3)


def test_the_duplex_list() -> None:
    """BTC-8.20: each tile of the sheets once gives the official totals; the two mock-ups are not in the box."""
    faces = [DATA.faces[tile] for tile in DATA.duplexes]
    halves = Counter("".join(faces))
    assert halves == {"S": 8, "F": 8, "O": 8, "P": 8, "H": 8, "D": 2, "E": 2, "M": 2, "B": 2}
    tall = {DATA.faces[tile] for tile in DATA.duplexes if DATA.shape[tile] == TALL}
    wide = {DATA.faces[tile] for tile in DATA.duplexes if DATA.shape[tile] == WIDE}
    assert "FE" in tall
    assert "MF" not in tall
    assert "OS" in wide
    assert "SO" not in wide


@pytest.mark.parametrize("players", COUNTS)
def test_the_stack_of_the_duplex_round_is_not_passed_on(players: int) -> None:
    """BTC-8.21: the third duplex of each hand is discarded where it lay."""
    stacks: dict[str, list[str]] = {}
    for state in play(players, seed=4):
        shown = seen(state, None)
        if shown["phase"] == "place" and shown["kind"] == "duplex":
            stacks[shown["round"]] = [seat["stack"][0] for seat in saved(state)["seats"]]
    dropped = {(entry["round"], entry["seat"]): entry["tile"] for entry in saved(state)["discards"]}
    for round_id, tiles in stacks.items():
        assert [dropped[round_id, seat] for seat in range(players)] == tiles
    assert len(stacks) == (2 if players == 2 else 1)


@pytest.mark.parametrize("round_id", ["1a", "1b", "3a", "3b"])
def test_two_players_pass_to_each_other(round_id: str) -> None:
    """BTC-8.22: the direction is immaterial."""
    state = load(players=2, round=round_id, turn=1)
    stacks = []
    for seat in (0, 1):
        state.apply(seat, 0)
        stacks.append(saved(state)["seats"][seat]["stack"])
    while saved(state)["phase"] == "place":
        state.apply(state.next_seat(), state.legal(state.next_seat())[0])
    assert [seat["hand"] for seat in saved(state)["seats"]] == stacks[::-1]


def test_two_players_get_fresh_hands() -> None:
    """BTC-8.23: 1b, 2b and 3b deal new hands, full ones."""
    hands: dict[str, list[str]] = {}
    for state in play(2, seed=5):
        position = saved(state)
        hands.setdefault(position["round"], [tile for seat in position["seats"] for tile in seat["hand"]])
    assert {round_id: len(tiles) for round_id, tiles in hands.items()} == {
        "1a": 14,
        "1b": 14,
        "2a": 6,
        "2b": 6,
        "3a": 14,
        "3b": 14,
    }
    everything = [tile for tiles in hands.values() for tile in tiles]
    assert len(everything) == len(set(everything))


def test_two_players_tied() -> None:
    """BTC-8.24: 22 each; the better city of seat 0 does not help, seat 1 wins by shops."""
    sheet = full_sheet(cities([["OOOO", "OO.."], ["O"], ["SSS."], ["SSS.", "S..."]]), 2, DATA)
    assert [entry["total"] for entry in sheet["cities"]] == [21, 1, 10, 12]  # type: ignore[attr-defined]
    assert [player["rank"] for player in sheet["players"]] == [2, 1]  # type: ignore[attr-defined]
    assert sheet["decided_by"] == "shops"


def test_total_tie() -> None:
    """BTC-8.25"""
    key = [50, 60, 5, 5, 6, 6, 5, 5]
    assert places([key, key[:], [49, *key[1:]]]) == [1, 1, 3]
    assert decided_by([key, key[:], [49, *key[1:]]], key_names(3)) == "shared victory"


def test_tie_break_counts_cells() -> None:
    """BTC-8.26: a duplex counts once for each half, so the same city in squares is neither better nor worse."""
    duplex: dict[str, object] = {"tiles": [{"tile": "S", "row": 0, "col": 0}, {"tile": "XH03", "row": 1, "col": -1}]}
    nothing, squares = ["....", "....", "....", "...."], [".S..", "FS..", "....", "...."]
    state = load(players=4, round="2", cities=[duplex, nothing, squares, nothing])
    assert state.sheet()["decided_by"] == "shared victory"
    assert state.ranking() == [1, 1, 1, 1]


@pytest.mark.parametrize("players", range(3, 8))
def test_leftovers_are_picked_up_by_the_left_neighbour(players: int) -> None:
    """BTC-8.27: laid at the left city, round 1, and taken by the other builder of that city."""
    state = new(players, seed=6)
    stacks = []
    for seat in range(players):
        state.apply(seat, 0)
        stacks.append(saved(state)["seats"][seat]["stack"])
    while saved(state)["phase"] == "place":
        state.apply(state.next_seat(), state.legal(state.next_seat())[0])
    for seat in range(players):
        (partner,) = set(seen(state, None)["cities"][left_city(seat, players)]["owners"]) - {seat}
        assert saved(state)["seats"][partner]["hand"] == stacks[seat]


def test_hands_are_not_talked_about() -> None:
    """BTC-8.28: while there are hands the channel is closed; when it opens, nobody holds one."""
    for state in play(4, seed=7):
        try:
            state.check_message(0, {"text": "I have a park"})
        except IllegalAction:
            assert saved(state)["phase"] != "place"
        else:
            assert seen(state, None)["hand_sizes"] == [0] * 4


def test_scores_are_announced_type_by_type() -> None:
    """BTC-8.29: each seat reads out the city on its left, so each city is read once; two players read both."""
    for players in range(3, 8):
        assert sorted(left_city(seat, players) for seat in range(players)) == list(range(players))
    sheet = finished(2, seed=8).sheet()
    assert [player["cities"] for player in sheet["players"]] == [[0, 1], [2, 3]]  # type: ignore[attr-defined]
    assert all(list(entry) == [*TYPES, "total"] for entry in sheet["cities"])  # type: ignore[attr-defined]


def test_damaged_letters_in_the_rulebook() -> None:
    """BTC-8.30: 'la' is read as 1a, the first round of two players; 'pil' as 'piu': more is better."""
    assert [this.id for this in DATA.rounds_two_players] == ["1a", "1b", "2a", "2b", "3a", "3b"]
    assert places([[1], [2]]) == [2, 1]


def test_a_shop_counts_in_one_line() -> None:
    """BTC-8.31: two crossing lines of three are worth 10 + 5, not 20."""
    assert score("shops", "S..", "S..", "SSS") == 10 + 5


def test_duplicate_taverns_are_worth_something() -> None:
    """BTC-8.32: two of one kind: 2 points, as in the official example."""
    assert score("taverns", "DD") == 2
    assert score("taverns", *example("EX-12")["cities"][0]) == 2


def test_a_placement_in_two_steps() -> None:
    """BTC-8.33: left, then right; nobody acts in between, and the first step may be taken back until the second."""
    game = Play.new(GAME, 3, {"place_order": "free"}, seed=4)
    for seat in range(3):
        game.apply(seat, 0)
    before = game.state.hash()
    game.apply(1, game.state.legal(1)[0])
    assert game.state.to_act() == [1]
    assert game.state.legal(HOST) == []
    game.undo(1)
    assert game.state.hash() == before
    for _ in range(2):
        game.apply(1, game.state.legal(1)[0])
    assert not game.can_undo(1)
    assert game.state.to_act() == [0, 2]


def test_the_host_may_hurry() -> None:
    """BTC-8.34: then only the lowest seat may act, until it has placed both tiles; only while placing in free order."""
    state = new(3, seed=4, place_order="free")
    assert state.legal(HOST) == []
    for seat in range(3):
        state.apply(seat, 0)
    state.apply(HOST, state.parse(HOST, "hurry"))
    assert state.to_act() == [0]
    for _ in range(2):
        assert state.legal(HOST) == []
        state.apply(0, state.legal(0)[0])
    assert state.to_act() == [1, 2]
    ordered = new(3, seed=4)
    for seat in range(3):
        ordered.apply(seat, 0)
    assert ordered.legal(HOST) == []


def test_only_seats_speak() -> None:
    """BTC-8.35: neither the host nor somebody in another's name."""
    state = new(3, seed=4)
    for seat in range(3):
        state.apply(seat, 0)
    assert state.check_message(1, {"text": "park next to park?"})["seat"] == 1
    for seat, message in ((HOST, {"text": "hello"}), (3, {"text": "hello"}), (1, {"text": "hello", "seat": 2})):
        with pytest.raises(BadMove):
            state.check_message(seat, message)


def test_duplexes_come_early() -> None:
    """BTC-8.36: a pack whose duplexes come when a city may be too full is refused."""
    text = (GAME.folder / "data.toml").read_text(encoding="utf-8")
    head, first, second, third, rest = re.split(r"(?=\[\[rounds\]\])|(?=\[\[rounds_two)", text, maxsplit=4)
    late = head + first + third + second + rest
    with pytest.raises(BadData, match="duplexes must come early"):
        GAME.load_data(late, "late.toml")


def test_cells_keep_their_names() -> None:
    """BTC-8.37: the first tile lies on d4, and the names do not move when the city grows to the north-west."""
    state = load(
        players=3,
        phase="place",
        round="1",
        turn=2,
        cities=[["SS..", "....", "....", "...."]],
        seats=[{"chosen": ["P", "H"]}],
    )
    assert {text.split()[-1] for text in texts(state, 0)} == {"c4", "f4", "d3", "e3", "d5", "e5"}
    do(state, "0 left P01 d3")
    assert saved(state)["cities"][0]["tiles"][-1] == {
        "tile": "P01",
        "row": -1,
        "col": 0,
        "seat": 0,
        "turn": 1,
        "order": 0,
    }
