"""The report and the analysis: pages that need nothing from outside, and say what happened."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from statistics import fmean
from typing import cast

import pytest

from conurb import _build, games
from conurb.arena.analysis import Analysis, Moment, Prospect, TurningPoint, analyse, moment
from conurb.arena.analysis_page import analysis_page
from conurb.arena.match import Outcome, Plan, SeatOutcome, play_match
from conurb.arena.pieces import piece_names
from conurb.arena.plots import NARROW, WIDE, Bar, Dot, histograms, interval_bars, lines, scatter, ticks
from conurb.arena.report import FEW, Piece, Series, count_pieces, effect_words, lengths, report
from conurb.arena.results import Results
from conurb.kernel import BadRecord
from conurb.kernel.game import Game
from conurb.kernel.play import Play
from tests.arena.short_game import blunder, last_actions

COMPILED = _build.verdict().mode == "compiled"
PLAN = Plan("between-two-cities", ("greedy", "random", "random"), seed=5)
ALL = list(games.CATALOGUE.values())


class Checker(HTMLParser):
    """Tags that are opened and closed in order, and what a page would fetch."""

    EMPTY = {"meta", "rect", "line", "circle", "polyline", "br"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [f"{name}={value}" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def checked(html: str) -> str:
    """The words of a page that is whole and fetches nothing."""
    checker = Checker()
    checker.feed(html)
    assert checker.open == []
    assert checker.fetched == []
    assert not re.search(r"@import|url\(|<script", html)
    assert "nan" not in re.sub(r"<[^>]*>", "", html).lower().split()
    return checker.text


@pytest.mark.parametrize("game", ALL if COMPILED else ALL[:1], ids=lambda game: game.key)
def test_a_report_is_one_whole_page(game: Game) -> None:
    plan = Plan(game.key, ("greedy", "random"), seed=5)
    results = Results(plan, 4, [play_match(plan, number) for number in range(4)])
    results.outcomes[0].faults.append("seat 1: <script>")
    words = checked(report(results))
    for expected in ("Wins by seat", "What they build and buy", "choices at a decision", "seat 1: <script>"):
        assert expected in words
    assert f"conurb arena {game.key} --seats greedy,random --games 4 --seed 5" in words


def test_the_effect_of_a_piece_is_measured_within_its_bot() -> None:
    """Seats of the stronger bot take the park; against the mean of their own bot it brings nothing."""
    outcomes = []
    for n in range(20):
        strong = SeatOutcome("greedy", 0, score=60, rank=1, picks={"P01": 1}, offers={"P01": 1})
        weak = SeatOutcome("random", 1, score=40 + 10 * (n % 2), rank=2, picks={}, offers={"P01": 1, "S01": 1})
        if n % 2:
            weak.picks["S01"] = 1
        outcomes.append(Outcome(n, 1, 10, [strong, weak]))
    found = {p.name: p for p in count_pieces(Series(Results(PLAN, 20, outcomes)))}
    assert found["park"].effect == pytest.approx(0.0)
    assert found["park"].rate == 0.5
    assert found["shop"].effect == pytest.approx(10.0)
    assert found["shop"].wins == 0.0


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_pieces_have_names(game: Game) -> None:
    names = piece_names(game)
    assert len(names) > 40
    assert all(name.strip() for name in names.values())


def test_the_pieces_of_another_data_pack_have_its_names() -> None:
    game = games.get("the-capitals")
    id, usual = next(iter(piece_names(game).items()))
    text = (game.folder / "data.toml").read_text().replace(f'"{usual}"', '"Watermill"')
    for pack, name in ((None, usual), ((text, "mills.toml"), "Watermill")):
        plan = Plan(game.key, ("greedy", "random"), seed=5, pack=pack)
        seats = [SeatOutcome(bot, player, offers={id: 1}) for player, bot in enumerate(plan.bots)]
        assert [piece.name for piece in count_pieces(Series(Results(plan, 1, [Outcome(0, 1, 9, seats)])))] == [name]


def test_ticks_and_hills() -> None:
    assert ticks(-3, 3) == [-2.0, 0.0, 2.0]
    assert histograms([("flat", [5.0, 5.0], 0)], "one value").count("<rect") == 1
    assert re.findall(r">(\d+)</text>", histograms([("near", [63.0, 64.0], 0)], "two")) == ["63", "64", "65"]


def test_games_that_are_all_as_long_need_no_picture() -> None:
    assert lengths([63, 63]) == "<p>Decisions: 63 in every game.</p>"
    assert "<svg" in lengths([63, 64])


def test_labels_do_not_lie_on_each_other() -> None:
    """Of two that would, the more remarkable one is named."""
    near = [Dot("a factory", 0.5, 9.0, 10, ""), Dot("a shop", 0.51, 9.1, 20, ""), Dot("a park", 0.5, -9.0, 5, "")]
    drawn = scatter(near, "across", "up", "labels")
    assert [dot.label for dot in near if f">{dot.label}<" in drawn] == ["a shop", "a park"]


def test_what_may_be_chance_is_faint_and_not_named() -> None:
    """Dots keep off the numbers of the axis; nothing has no sign."""
    dots = [Dot("a shop", 0.5, 9.0, 90, "", clear=False), Dot("a park", 0.2, -3.0, 10, "")]
    drawn = scatter(dots, "across", "up", "dots")
    assert drawn.count("faint") == 1
    assert ">a park<" in drawn
    assert ">a shop<" not in drawn
    assert ">0</text>" in drawn
    assert "+0" not in drawn
    assert ">a shop<" in scatter(dots[:1], "across", "up", "dots"), "where nothing is clear"
    low = scatter([Dot("a park", 0.2, -9.0, 10, "")], "across", "up", "dots")
    assert float(re.findall(r'cy="([\d.]+)"', low)[0]) + 10 < 400 - 46
    lucky, sure = (
        Piece("park", seats=[("a", 1, 5), ("a", 1, spread), ("a", 0, 0), ("a", 0, 0)] * FEW) for spread in (-4, 5)
    )
    assert (lucky.clear, sure.clear) == (False, True)


def test_labels_side_by_side_have_room_between_them() -> None:
    for apart, room in ((0.218, False), (0.25, True)):
        first, second = Dot("a factory here", 0.4, 9.0, 20, ""), Dot("a shop", 0.4 + apart, 9.0, 10, "")
        drawn = scatter([first, second, Dot("end", 1.0, -1.0, 1, "")], "across", "up", "dots")
        assert ">a factory here<" in drawn
        assert (">a shop<" in drawn) == room


def test_lines_can_be_told_apart_without_colour() -> None:
    drawn = lines([(f"Player {seat}", [1.0, 2.0], seat) for seat in range(7)], [], "actions", "scores", [0, 1])
    assert len(set(re.findall(r'<polyline[^>]*class="line s\d"([^>]*)>', drawn))) == 7
    for seat in range(7):  # a line of its own leads from the end to the name
        assert re.search(rf'<line[^>]*class="s{seat}"/><g><title>[^<]*</title><text[^>]*>Player {seat} 2<', drawn)


def test_labels_of_lines_stand_within_the_picture_and_apart() -> None:
    """However close the scores, and where one turning point follows the other."""
    for last in (0.0, 40.0):
        rows = [(f"Player {seat}", [20.0, last + seat / 10], seat) for seat in range(7)]
        drawn = lines(rows, [(30, "1: left"), (31, "2: right")], "actions", "scores", [0, 64], NARROW)
        heights = sorted(float(y) for y in re.findall(r'<text x="[\d.]+" y="([-\d.]+)"[^>]*>Player', drawn))
        assert heights[0] >= 12
        assert heights[-1] <= 320
        assert min(b - a for a, b in pairwise(heights)) >= 14
        one, two = (float(x) for x in re.findall(r'<text x="([\d.]+)" y="14.0"', drawn))
        assert two - one >= 10


def test_a_loss_has_the_true_minus_sign() -> None:
    drawn = lines([("Ada", [10.0, -46.7], 0), ("Noor", [10.0, -0.2], 1)], [], "actions", "scores", [0, 1])
    assert ">Ada \N{MINUS SIGN}47<" in drawn
    assert ">Noor 0<" in drawn


LONG = "our-bot-with-a-name-that-says-all-there-is-to-say-about-it"
NAMES = ("seat 0, strongest:0.005s", "greedy", LONG)


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_every_word_of_a_plot_is_within_it(width: int) -> None:
    """By the width that its letters have at most, on the whole; what is cut short says the rest in a tip."""
    rows = [(name, [40.0, 60.0 + k], k) for k, name in enumerate(NAMES)]
    drawings = [
        interval_bars([Bar(name, 0.95, 0.1, 1.0, 0.5, 0) for name in NAMES], "bars", width),
        histograms(rows, "hills", width),
        scatter(
            [Dot(name, k / 2, 9.0 - 9 * k, 5, name) for k, name in enumerate(NAMES)], "across", "up", "dots", width
        ),
        lines(rows, [(1, "1: left")], "across", "lines", [0, 64], width),
    ]
    for drawn in drawings:
        texts = r'<text x="([-\d.]+)"[^>]*text-anchor="(\w+)"([^>]*)>([^<]*)</text>'
        for x, anchor, style, words in re.findall(texts, drawn):
            wide = (8.5 if "value" in style else 6.5) * len(words)
            left = float(x) - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            assert left >= 0, words
            assert left + wide <= width, words
        assert f"<title>{LONG}" in drawn
        assert f">{NAMES[1]}" in drawn
        assert width == NARROW or re.search(rf">{NAMES[0]}[ \d]*</text>", drawn)


def test_what_is_too_few_is_said() -> None:
    took, left = [("a", 1, 50)], [("a", 0, 50)]
    assert effect_words(Piece("park", seats=took + left * FEW)) == "too few took it"
    assert effect_words(Piece("park", seats=took * FEW + left)) == "too few left it"
    assert effect_words(Piece("park", seats=took * FEW)) == "all took as many"
    assert effect_words(Piece("park", seats=took * FEW + left * FEW)) == "0.0 ± 0.0"


def test_of_what_everybody_takes_each_one_counts() -> None:
    """A tile that there is twenty times is in every city; what tells is who has more of them."""
    seats = [("a", picks, 40 + 3 * picks + luck) for picks in (3, 4, 5, 6) for luck in (-1, 1, 0, 0) * 2]
    park = Piece("park", seats=[*seats, *(("b", picks + 4, score - 20) for _, picks, score in seats)])
    assert park.effect == pytest.approx(3.0)
    assert park.clear
    assert effect_words(park).startswith("+3.0 ± 0.")
    assert (park.picks, park.takers) == (8 * (18 + 34), 64)


def test_seats_are_compared_fairly_only_after_whole_rounds() -> None:
    seats = [SeatOutcome(bot, player, rank=1) for player, bot in enumerate(PLAN.bots)]
    pages = [report(Results(PLAN, n, [Outcome(k, 1, 63, seats) for k in range(n)])) for n in (3, 4)]
    assert ["with the same deals" in page for page in pages] == [True, False]
    assert "is not complete" in pages[1]
    for page in pages:
        for screen in ("narrow", "wide"):
            assert page.count("<svg") == 2 * page.count(f'<div class="{screen}"><svg')
        assert "<th>Bot</th>" in page
        assert "Time in the slowest game" in page


def test_every_bar_has_a_fair_share_of_its_own() -> None:
    """Two of three seats: two thirds, not what one seat is due."""
    seats = [SeatOutcome(bot, player, rank=player + 1) for player, bot in enumerate(PLAN.bots)]
    page = report(Results(PLAN, 3, [Outcome(k, 1, 63, seats) for k in range(3)]))
    assert re.search(r"greedy: 100.0% \([^)]*\), fair share 33%", page)
    assert re.search(r"random \(2 seats\): 0.0% \([^)]*\), fair share 67%", page)
    drawn = interval_bars([Bar("a", 0.5, 0.4, 0.6, 0.25, 0), Bar("b", 0.5, 0.4, 0.6, 0.75, 1)], "two")
    assert len(set(re.findall(r'<line x1="([\d.]+)"[^>]*class="fair"', drawn))) == 2


def test_seats_are_told_with_and_without_who_sits_there() -> None:
    """And of one bot alone, only them: that it wins says nothing."""
    for plan, told in ((PLAN, True), (Plan(PLAN.game, ("greedy",) * 3, seed=5), False)):
        seats = [SeatOutcome(bot, player, rank=player + 1) for player, bot in enumerate(plan.bots)]
        page = report(Results(plan, 3, [Outcome(k, 1, 63, seats) for k in range(3)]))
        assert "<title>seat 0: 100.0%" in page
        for words in ("<h2>Wins</h2>", "By seat and bot", "openskill", "<title>seat 0, greedy: 100.0%"):
            assert (words in page) == told, words


def test_a_program_that_does_not_work_is_not_overlooked() -> None:
    plan = Plan("between-two-cities", ("mine", "greedy"), seed=5, programs={"mine": "false"})
    seats = [SeatOutcome(bot, player, rank=1, decisions=9) for player, bot in enumerate(plan.bots)]
    results = Results(plan, 1, [Outcome(0, 1, 63, seats)])
    assert "does not work" not in report(results)
    seats[0].faults = 8
    drawn = report(results)
    assert "mine does not work: it lost 8 of its 9 decisions" in checked(drawn)
    results.outcomes[0].faults = ["no answer"]
    assert "the greedy bot made: 1." in report(results)
    results.outcomes[0].faults *= 1200
    assert "the greedy bot made: 1,200. The first 20:" in report(results)
    assert "openskill" not in drawn


@pytest.mark.parametrize(
    ("players", "programs", "said"),
    [
        (("greedy", "search:20"), {}, "The same games again, on any machine, for greedy and search:20:"),
        (("greedy", "search:0.1s"), {}, "nor the results: search:0.1s goes by the clock."),
        (("mine", "greedy"), {"mine": "cat"}, "nor the results: mine is a program of its own."),
    ],
)
def test_only_what_comes_again_is_said_to(players: tuple[str, ...], programs: dict[str, str], said: str) -> None:
    plan = Plan("between-two-cities", players, seed=5, programs=programs)
    seats = [SeatOutcome(bot, player, rank=1) for player, bot in enumerate(plan.bots)]
    words = checked(report(Results(plan, 1, [Outcome(0, 1, 63, seats)])))
    assert said in words
    assert ("--limit" in words) == bool(programs)


# --- analysis


def test_an_analysis_tells_values_and_turning_points() -> None:
    game, play = last_actions(9)
    record = play.record
    heard: list[int] = []
    found = analyse(game, record, playouts=2, iterations=4, told=lambda done, of: heard.append(done))
    assert [moment.at for moment in found.moments] == list(range(10))
    assert record.result is not None
    assert found.moments[-1].values == record.result["scores"], "at the end, what was really scored"
    assert len(found.turning_points) <= 3
    assert heard == sorted(heard)
    for point in found.turning_points:
        entry = record.entries[point.number - 1]
        assert (entry.seat, entry.text) == (point.seat, point.played) != (point.seat, point.better)
        assert point.cost > 0
        assert point.line[0] == point.better
        assert point.unit == "chance"
        assert point.cost == point.after_better.chance - point.after_played.chance
        assert len(point.after_better.scores) == len(point.after_played.scores) == record.players
    again = analyse(game, record, playouts=2, iterations=4)
    assert again.to_json() == found.to_json()
    words = checked(analysis_page(game, found))
    assert "How it went" in words


@pytest.mark.skipif(not COMPILED, reason="plays some games to the end")
@pytest.mark.parametrize("key", ["prosperity", "the-capitals"])
def test_who_has_not_moved_yet_stands_where_bots_end(key: str) -> None:
    """Not below: the course of a game would rise for everybody, whatever they do."""
    first = moment(Play.new(games.get(key), 4, seed=11), 0, 12)
    plan = Plan(key, ("greedy",) * 4, seed=11)
    ends = [seat.score for number in range(12) for seat in play_match(plan, number).seats]
    assert fmean(first.values) == pytest.approx(fmean(ends), rel=0.15)


def test_a_page_without_turning_points_says_so() -> None:
    found = Analysis("prosperity", ["Ada", "Bela"], 64, [Moment(0, [1.0, 2.0]), Moment(64, [1.0, 2.0])])
    assert "No decision cost anybody much." in checked(analysis_page(games.get(found.game), found))


def prospects(played: float, better: float, chance: float = 0.5) -> tuple[Prospect, Prospect]:
    """Of the second of two seats."""
    return Prospect([1.0, played], 0.25), Prospect([1.0, better], chance)


def test_what_a_decision_cost_is_what_the_games_beside_it_say() -> None:
    """In points against the best other seat, or as a chance to win where bots play for that."""
    told = {}
    for in_chance in (False, True):
        after = prospects(56.2, 61.0, 0.37)
        point = TurningPoint(32, 1, "left", "right", ["right"], *after, in_chance)
        found = Analysis("prosperity", ["Ada", "Bela"], 64, [Moment(0, [1.0, 2.0]), Moment(64, [1.0, 2.0])], [point])
        told[point.unit] = point.cost
        words = checked(analysis_page(games.get(found.game), found))
        cost = "about 12% chance to win lost" if in_chance else "about 4.8 points lost against the best other player"
        assert f"Action 32, Bela: {cost}" in words
        for shown in ("56.2", "61.0", "25%", "37%", "Bela wins"):
            assert shown in words
        (written,) = cast("list[dict[str, object]]", found.to_json()["turning_points"])
        assert (written["unit"], written["cost"]) == (point.unit, round(point.cost, 2))
        assert (written["chance_played"], written["chance_better"]) == (0.25, 0.37)
    assert told == {"points": pytest.approx(4.8), "chance": pytest.approx(0.12)}


def test_an_analysis_is_drawn_over_the_actions() -> None:
    """Every other position was looked at: the turning point at action 32 of 64 is in the middle."""
    point = TurningPoint(32, 1, "left", "right", ["right", "0: choose D01 M02"], *prospects(2.0, 4.0))
    moments = [Moment(at, [1.0, float(at)]) for at in range(0, 65, 2)]
    found = Analysis("between-two-cities", ["Ada", "Bela"], 64, moments, [point])
    drawn = analysis_page(games.get(found.game), found)
    courses = re.findall(r'points="([\d.]+),[^"]* ([\d.]+),[\d.]+"', drawn)
    marks = re.findall(r'<title>1: left</title><line x1="([\d.]+)"', drawn)
    assert len(marks) == 2, "on phones and on wider screens"
    for (left, right), mark in zip((courses[0], courses[-1]), marks, strict=True):
        assert float(mark) == pytest.approx((float(left) + float(right)) / 2, abs=0.1)
    assert ">60</text>" in drawn
    assert "right → Ada: choose D01 M02" in drawn


def test_an_analysis_names_who_sits_there() -> None:
    game = games.get("between-two-cities")
    play = Play.new(game, 3, {"seating": [2, 0, 1]}, seed=1, names=["Ada", "Bela", "Cid"])
    play.apply(0, play.state.legal(0)[0])
    assert analyse(game, play.record, playouts=1, iterations=1).names == ["Cid", "Ada", "Bela"]


def test_a_blunder_is_a_turning_point() -> None:
    play = blunder()
    (point,) = analyse(play.game, play.record, playouts=1, iterations=4).turning_points
    entry = play.record.entries[0]
    assert (point.number, point.seat, point.played) == (1, entry.seat, entry.text)
    assert point.cost > 0.1


def test_a_game_without_actions_is_refused() -> None:
    game = games.get("between-two-cities")
    with pytest.raises(BadRecord, match="nothing has happened"):
        analyse(game, Play.new(game, 3, seed=1).record)
