"""Finished games, kept as records under tests/fixtures/<game>/: they must always replay to the same end.

They were played at random or by the greedy bot and are never made anew: a change that breaks one breaks the games of
users. If a change of the rules must do that, it raises ENGINE in kernel/record.py and these records with it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conurb import games, testing
from conurb.kernel import record
from conurb.kernel.play import opening, read_action, verify

FIXTURES = Path(__file__).parent.parent / "fixtures"
FILES = sorted(FIXTURES.glob("*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_finished_game_replays(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    kept = record.loads(text)
    game = games.get(path.parent.name)
    assert kept.game == game.key
    assert kept.result is not None
    assert verify(game, kept) == []
    testing.check_record(game, kept)
    assert kept.dumps() == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_invariants_hold_after_every_action_of_a_finished_game(path: Path) -> None:
    kept = record.loads(path.read_text(encoding="utf-8"))
    state = opening(games.get(kept.game), kept)
    for entry in kept.entries:
        state.apply(entry.seat, read_action(state, entry.seat, entry.text))
        state.check()
    assert state.over()


@pytest.mark.parametrize("key", sorted(games.CATALOGUE))
def test_every_game_has_finished_games_of_its_kinds(key: str) -> None:
    kept = [record.loads(path.read_text(encoding="utf-8")) for path in FILES if games.get(path.parent.name).key == key]
    counts = {one.players for one in kept}
    assert {min(games.get(key).player_counts), max(games.get(key).player_counts)} <= counts
    for variant in games.get(key).variants():
        assert any(variant.items() <= one.options.items() for one in kept)
    assert any(one.start for one in kept)
