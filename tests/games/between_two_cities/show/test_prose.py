"""What the game says: every decision, choice and event of whole games has a sentence, and secrets stay secret."""

from __future__ import annotations

from typing import Any

import pytest

from conurb import games
from conurb.drawing.pen import signed
from conurb.games.between_two_cities.show import prose
from conurb.games.between_two_cities.show.marks import CITY_EMBLEMS
from conurb.kernel.state import Event, State
from conurb.rulebook import read
from conurb.words import load, say
from tests.games.showing import moments, spoken

GAME = games.get("between-two-cities")
NAMES = ["Ada", "Noor", "Bela", "Chiara", "Dan", "Ines", "Finn"]


@pytest.mark.parametrize("players", [2, 3, 7])
def test_everything_in_a_whole_game_has_words(players: int) -> None:
    names = NAMES[:players]
    kinds = set()
    for state, events in moments(GAME.new(players, seed=7)):
        for seat in (None, *state.to_act()):
            view = state.view(seat)
            question = spoken(prose.question(view, names))
            assert len(question.split()) <= 7
            assert spoken(prose.explain(view, names)).endswith(".")
            spoken(prose.waiting(view, names))
            assert read(GAME.key).rule(prose.rule_of(view)).id == prose.rule_of(view)
        for event in events:
            for seat in (None, 0):
                view = state.view(seat)
                kinds.add(event.kind)
                spoken(prose.event(event.seen_by(seat), view, names))
    assert kinds == {"chose", "revealed", "placed", "passed", "round_ended", "game_over"}


def test_every_choice_has_words_of_its_own() -> None:
    for state, _ in moments(GAME.new(3, seed=7)):
        for seat in state.to_act():
            view: Any = state.view(seat)
            words = [spoken(prose.choice(view, entry, NAMES)) for entry in view["legal"]]
            assert len(words) == len(view["legal"]) > 0
            if view["phase"] == "place":
                places = {(entry["tile"][:1], entry["row"], entry["col"]) for entry in view["legal"]}
                assert len(set(words)) >= len({place[1:] for place in places})


def first_view(seat: int, phase: str) -> Any:
    return next(
        state.view(seat)
        for state, _ in moments(GAME.new(3, seed=7))
        if seat in state.to_act() and state.view(seat)["phase"] == phase
    )


def test_choosing_says_where_the_rest_goes() -> None:
    """BTC-3.10, BTC-3.11"""
    seen = []
    for state, _ in moments(GAME.new(3, seed=7)):
        if 0 in state.to_act():
            view = state.view(0)
            if view["phase"] == "choose":
                seen.append(say(prose.explain(view, NAMES)))
    assert seen == [
        "The 5 tiles you leave go to Noor after this turn.",
        "The 3 tiles you leave go to Noor after this turn.",
        "The tile you leave is discarded face-down.",
        "The tile you leave is discarded face-down.",
        "The 5 tiles you leave go to Bela after this turn.",
        "The 3 tiles you leave go to Bela after this turn.",
        "The tile you leave is discarded face-down.",
    ]


def test_placing_names_city_cell_tile_and_gain() -> None:
    view = first_view(0, "place")
    assert say(prose.question(view, NAMES)) == "Which tile goes into Harbour, and where?"
    assert say(prose.explain(view, NAMES)).startswith("The other tile then goes into Viaduct.")
    entry = view["legal"][0]
    tile = next(tile for tile in view["revealed"][0] if tile["id"] == entry["tile"])
    assert say(prose.choice(view, entry, NAMES)) == f"Harbour, d4: {say(prose.tile_name(tile))} {signed(entry['gain'])}"


def test_the_two_player_variant_owns_both_cities() -> None:
    """BTC-2.10"""
    state = GAME.new(2, seed=1)
    assert prose.cities_of(state.view(0), 0) == (0, 1)
    assert prose.cities_of(state.view(1), 1) == (2, 3)
    state = GAME.new(3, seed=1)
    assert [prose.cities_of(state.view(seat), seat) for seat in range(3)] == [(0, 2), (1, 0), (2, 1)]


def test_a_secret_choice_is_said_to_be_secret() -> None:
    """BTC-7.4"""
    state = GAME.new(3, seed=7)
    (event,) = list_events(state, 0, state.legal(0)[0])
    own, other = (say(prose.event(event.seen_by(seat), state.view(seat), NAMES)) for seat in (0, 1))
    assert other == "Ada chose two tiles."
    assert own.startswith("Ada chose ")
    assert own != other


def list_events(state: State, seat: int, action: int) -> list[Event]:
    events = state.listen()
    state.apply(seat, action)
    return events


@pytest.mark.parametrize(
    ("faces", "shape", "words"),
    [
        ("E", "square", "food tavern"),
        ("O", "square", "office"),
        ("OP", "wide", "office left of park"),
        ("OP", "tall", "office above park"),
    ],
)
def test_tiles(faces: str, shape: str, words: str) -> None:
    assert say(prose.tile_name({"faces": faces, "shape": shape})) == words


def test_cities_are_named_as_in_the_picture() -> None:
    assert [say(prose.city_name(index)) for index in range(7)] == list(CITY_EMBLEMS)


def test_names_are_listed_as_people_list_them() -> None:
    view = GAME.new(4, seed=1).view(None)
    assert say(prose.waiting(view, NAMES)) == "The table waits for Ada, Noor, Bela and Chiara."


@pytest.mark.parametrize(
    ("ranking", "words"),
    [([2, 1, 3], "Noor won. 50"), ([1, 1, 3], "Ada and Noor shared the victory. 50")],
)
def test_the_end_names_the_winners(ranking: list[int], words: str) -> None:
    """BTC-6.5"""
    event = {"kind": "game_over", "ranking": ranking, "scores": [50, 50, 40]}
    assert say(prose.event(event, {}, NAMES)) == words


def test_an_unknown_event_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="juggled"):
        prose.event({"kind": "juggled"}, {}, NAMES)


def test_no_sentence_is_left_over() -> None:
    """Every key of the catalogue is one that the code can ask for."""
    files = [GAME.folder / "show" / name for name in ("prose.py", "terminal.py", "board.py")]
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    for key in load("en", prose.DOMAIN).sentences:
        stems = [key.rsplit(".", depth)[0] for depth in range(len(key.split(".")))]
        assert any(f'"{stem}' in source for stem in stems), key


def test_the_introduction_is_short() -> None:
    sentences = [spoken(message) for message in prose.intro()]
    assert len(sentences) == 5
    assert all(sentence.endswith(".") for sentence in sentences)
