"""What the game says: every decision, choice and event of whole games has a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from conurb.games.prosperity.data import read_data
from conurb.games.prosperity.show import prose
from conurb.rulebook import read
from conurb.words import load, say
from tests.games.prosperity.support import GAME, events_of, tally
from tests.games.prosperity.support import load as position
from tests.games.showing import moments, spoken

NAMES = ["Ada", "Noor", "Bela", "Chiara"]
MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize("players", [2, 4])
def test_everything_in_a_whole_game_has_words(players: int) -> None:
    names = NAMES[:players]
    kinds = set()
    for state, events in moments(GAME.new(players, {"countries": "mixed"}, 7)):
        for seat in (None, *range(players)):
            view = state.view(seat)
            question = spoken(prose.question(view, names))
            assert len(question.split()) <= 7
            assert spoken(prose.explain(view, names)).endswith(".")
            spoken(prose.waiting(view, names))
            assert read(GAME.key).rule(prose.rule_of(view)).id == prose.rule_of(view)
        for event in events:
            kinds.add(event.kind)
            spoken(prose.event(event.seen_by(None), state.view(None), names))
    every = {"drew", "tallied", "displayed", "revenue", "cleanup", "researched", "bought"}
    assert kinds >= every | {"final", "money_scored", "majority", "game_over"}


def test_every_choice_has_words_of_its_own() -> None:
    for state, _ in moments(GAME.new(3, {"countries": "mixed"}, 7)):
        for seat in state.to_act():
            view: Any = state.view(seat)
            words = [spoken(prose.choice(view, entry, NAMES)) for entry in view["legal"]]
            assert len(set(words)) == len(view["legal"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("revenue", "Revenue: +100 €"),
        ("cleanup", "Cleanup: 7 discs left"),
        ("research ecology", "Research ecology: square 4, level 2"),
        ("buy U21 P1", f"Oil Fired Power Station on P1 for 100 €: +2 energy, {MINUS}1 ecology"),
        ("buy U06", "Brown Field Clean Up for 500 €: 3 discs fewer"),
        ("buy U02", "Inner City Regeneration for 600 €: +2 points"),
    ],
)
def test_choices_say_what_they_cost_and_change(text: str, words: str) -> None:
    """PRO-4.2, PRO-4.9"""
    seat = {"money": 600, "research": {"ecology": 3}}
    view: Any = position(active=0, display=["U21", "U06", "U02"], seats=[seat]).view(0)
    entry = next(entry for entry in view["legal"] if entry["text"] == text)
    assert say(prose.choice(view, entry, NAMES)) == words


def test_tally_choices() -> None:
    """PRO-3.6, PRO-3.9"""
    view: Any = tally("energy", {"money": 300, "spaces": {"I2": ["U16"], "T2": ["U08"]}}).view(0)
    assert say(prose.question(view, NAMES)) == "How many missing levels do you pay?"
    assert say(prose.explain(view, NAMES)).startswith("4 levels of energy are missing")
    assert say(prose.choice(view, view["legal"][3], NAMES)) == "Pay 300 € and take 1 disc"
    view = tally("research", {"spaces": {"I1": ["U16"]}}).view(0)
    assert say(prose.choice(view, view["legal"][1], NAMES)) == "Steps: energy 1, ecology 3"
    assert say(prose.explain(view, NAMES)).startswith("4 steps to take")


@pytest.mark.parametrize(
    ("deck", "seat", "words"),
    [
        ("D01", {}, "Ada earned from energy. +50 €"),
        ("D01", {"spaces": {"I1": ["U16"]}}, "Ada tallied energy without effect."),
        ("D02", {}, "Ada polluted. +1 disc"),
        ("D02", {"spaces": {"I1": ["U20"]}}, f"Ada grew cleaner. {MINUS}2 discs"),
        (
            "D02",
            {"discs": 2, "spaces": {"I1": ["U20"]}},
            f"Ada cleaned all (discs {MINUS}1) and earned for the rest. +50 €",
        ),
        ("D02", {"discs": 1, "spaces": {"I1": ["U20"]}}, "Ada had nothing left to clean. +100 €"),
        ("D03", {}, "Ada earned from capital. +100 €"),
        ("D05", {"discs": 5}, "Ada scored for prosperity. +1"),
        ("D05", {"discs": 20}, "Ada scored nothing: a disc lies on the triangle. +0"),
    ],
)
def test_tallies_in_the_log(deck: str, seat: dict[str, object], words: str) -> None:
    """PRO-3.6 to PRO-3.10, in words; Ada cleans one disc before."""
    state = position(active=0, action_number=2, drawn=["D04"], deck=[deck], seats=[seat])
    lines = [say(prose.event(event, state.view(None), NAMES)) for event in events_of(state, "cleanup")]
    assert words in lines


def test_specials_in_the_log() -> None:
    """PRO-4.11"""
    for tile, words in (
        ("U02", "Ada used Inner City Regeneration. +2"),
        ("U07", "Ada used Tree Planting Project. 3 discs fewer"),
    ):
        state = position(active=0, display=[tile], seats=[{"money": 600}])
        (event,) = events_of(state, f"buy {tile}")
        assert say(prose.event(event, state.view(None), NAMES)) == words


def test_tiles_of_another_pack_keep_their_names() -> None:
    text = (GAME.folder / "data.toml").read_text(encoding="utf-8").replace('"Wind Farm"', '"Windmills"')
    pack = read_data(text, "box.toml")
    assert say(prose.tile_name(pack.tile_json(pack.numbers["U18"]))) == "Windmills"
    assert say(prose.tile_name(pack.tile_json(pack.numbers["U05"]))) == "Hydroelectric Dam"


def test_every_tile_and_printed_facility_is_in_the_catalogue() -> None:
    sentences = load("en", prose.DOMAIN).sentences
    data = GAME.default_data()
    for name in [*data.names, *(printed for board in data.boards for printed in board.printed if printed)]:
        key = prose.named(name).key.removeprefix("prosperity.")
        assert sentences[key] == (name,)


@pytest.mark.parametrize(
    ("ranking", "words"),
    [([2, 1, 3], "Noor won. 50"), ([1, 1, 3], "Ada and Noor shared the victory. 50")],
)
def test_the_end_names_the_winners(ranking: list[int], words: str) -> None:
    """PRO-6.8, PRO-8.27"""
    event = {"kind": "game_over", "seat": -1, "ranking": ranking, "scores": [50, 50, 40]}
    assert say(prose.event(event, {}, NAMES)) == words


def test_an_unknown_event_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="juggled"):
        prose.event({"kind": "juggled", "seat": 0}, {}, NAMES)


def test_no_sentence_is_left_over() -> None:
    """Every key of the catalogue is one that the code can ask for."""
    source = "".join((GAME.folder / "show" / name).read_text(encoding="utf-8") for name in ("prose.py", "terminal.py"))
    for key in load("en", prose.DOMAIN).sentences:
        bare = key.removeprefix("label.")
        stems = [word.rsplit(".", depth)[0] for word in (key, bare) for depth in range(len(word.split(".")))]
        assert any(f'"{stem}' in source for stem in stems), key


def test_the_introduction_is_short() -> None:
    sentences = [spoken(message) for message in prose.intro()]
    assert len(sentences) == 5
    assert all(sentence.endswith(".") for sentence in sentences)
