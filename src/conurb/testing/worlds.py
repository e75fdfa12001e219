"""Two worlds: a seat must not be able to tell an imagined state from the true one, by anything it is shown.

For a seat (or, with None, a spectator) `imagine` makes another world that fits all it knows. Whatever leaves the
game for that seat must be the same in both: view, numbers for learning, legal actions, picture. What differs is a
secret that got out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from conurb.kernel.game import Game
from conurb.kernel.rng import Rng
from conurb.kernel.state import PAINTERS, Event, State
from conurb.testing.checks import check_json, encoded, identity
from conurb.testing.random_play import random_decision

Observer = int | None


def observers(state: State) -> list[Observer]:
    """Every seat, and a spectator."""
    return [None, *range(int(state.players))]


def name_of(observer: Observer) -> str:
    return "a spectator" if observer is None else f"seat {observer}"


def imagined(state: State, chance: Random) -> Iterator[tuple[Observer, State]]:
    """For each observer a world that it cannot tell from this one."""
    for observer in observers(state):
        yield observer, state.imagine(observer, Rng(chance.getrandbits(32)))


def differences(one: object, other: object, path: str = "") -> list[str]:
    """Where two JSON documents differ, as dotted paths."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = {**one, **other}
        return [d for n in names for d in differences(one.get(n), other.get(n), f"{path}.{n}".lstrip("."))]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [d for n in range(len(one)) for d in differences(one[n], other[n], f"{path}.{n}".lstrip("."))]
    return [] if one == other else [f"{path}: {one!r} and {other!r}"]


def check_view(game: Game, state: State, chance: Random) -> None:
    """A view is ready for JSON, and making one changes nothing."""
    before = identity(state)
    for observer in observers(state):
        text = check_json(state.view(observer), f"the view of {name_of(observer)}")
        state.imagine(observer, Rng(chance.getrandbits(32)))
        assert json.dumps(state.view(observer)) == text, f"the view of {name_of(observer)} changes by being looked at"
    assert identity(state) == before, "making a view, or imagining from it, changed the state"


def check_worlds(game: Game, state: State, chance: Random) -> None:
    """Nothing that an observer is shown tells an imagined world from the true one."""
    for observer, world in imagined(state, chance):
        who = name_of(observer)
        try:
            world.check()
        except AssertionError as error:
            raise AssertionError(f"the world imagined by {who} breaks an invariant: {error}") from error
        _check_same_view(state, world, observer)
        if observer is not None:
            _check_same_choices(state, world, observer)
        _check_view_is_enough(game, state, world, observer, chance)
        world.playout(Rng(chance.getrandbits(32)))
        assert world.over(), f"the world imagined by {who} does not come to an end"
        world.check()


def _check_same_view(state: State, world: State, observer: Observer) -> None:
    true, other = state.view(observer), world.view(observer)
    if true != other:
        found = "; ".join(differences(true, other)[:3])
        raise AssertionError(f"{name_of(observer)} can tell an imagined world by its view: {found}")
    same = json.dumps(true) == json.dumps(other)
    assert same, f"{name_of(observer)} can tell an imagined world by the order of fields in its view"


def _check_same_choices(state: State, world: State, seat: int) -> None:
    legal = state.legal(seat)
    assert world.legal(seat) == legal, f"seat {seat} can tell an imagined world by its legal actions"
    assert world.to_act() == state.to_act(), f"seat {seat} can tell an imagined world by who is to act"
    texts = [state.text(seat, action) for action in legal]
    assert [world.text(seat, action) for action in legal] == texts, f"seat {seat} can tell a world by the move texts"
    true, other = encoded(state, seat), encoded(world, seat)
    places = [place for place, pair in enumerate(zip(true, other, strict=True)) if pair[0] != pair[1]]
    assert not places, f"seat {seat} can tell an imagined world by encode(), at {places[:10]}"
    values = state.value(seat), world.value(seat)
    assert values[0] == values[1], f"seat {seat} can tell an imagined world by value(): {values}"


def _check_view_is_enough(game: Game, state: State, world: State, observer: Observer, chance: Random) -> None:
    """`imagine` must use the view and nothing else, so from every world with this view it gives the same."""
    seed = chance.getrandbits(32)
    wanted = state.imagine(observer, Rng(seed)).hash()
    shown = json.loads(json.dumps(state.view(observer)))
    from_view = game.imagine(shown, Rng(seed)).hash()
    assert from_view == wanted, f"imagining from the view of {name_of(observer)} differs from imagining in the state"
    from_world = world.imagine(observer, Rng(seed)).hash()
    assert from_world == wanted, f"what {name_of(observer)} imagines depends on what it cannot see"


def check_picture(game: Game, state: State, chance: Random) -> None:
    """The picture shows the view and nothing else; looked at through the eyes of one observer."""
    painter = PAINTERS.get(game.key)
    if painter is None:
        return
    observer = chance.choice(observers(state))
    view = state.view(observer)
    before = json.dumps(view)
    picture = painter(view)
    assert "<svg" in picture, f"the picture for {name_of(observer)} is no SVG"
    assert json.dumps(view) == before, f"painting changes the view of {name_of(observer)}"
    world = state.imagine(observer, Rng(chance.getrandbits(32)))
    assert painter(world.view(observer)) == picture, f"{name_of(observer)} can tell an imagined world by its picture"
    if observer is None:
        assert state._repr_svg_() == picture, "a notebook shows another picture than a spectator's"


def check_events(game: Game, state: State, chance: Random) -> None:
    """Events tell an observer nothing that its view does not, and what can be taken back reveals nothing.

    One random action is carried out in the true world and, where it is legal there, in an imagined one. When the
    observer's view afterwards is the same in both, what it hears must be the same too. When the action can be
    taken back, nobody may have learned anything from it, so all views must be the same.
    """
    if state.over():
        return
    seat, action = random_decision(state, chance)
    after = state.clone()
    events = after.listen()
    after.apply(seat, action)
    takeable = after.undo_floor < after.count
    for observer, world in imagined(state, chance):
        if not world.is_legal(seat, action):
            assert observer != seat, f"action {action} of seat {seat} is not legal in a world that it imagined"
            continue
        other_events = world.listen()
        world.apply(seat, action)
        same_view = after.view(observer) == world.view(observer)
        who = name_of(observer)
        if takeable:
            assert same_view, f"action {action} of seat {seat} can be taken back, but {who} has learned from it"
        if same_view:
            # Chance may turn the same cards up in another order: then the same is heard in another order.
            true, other = (sorted(heard(told, observer), key=json.dumps) for told in (events, other_events))
            assert true == other, f"{who} learns from events what its view does not tell: {differences(true, other)}"


def heard(events: list[Event], observer: Observer) -> list[dict[str, object]]:
    """The events as an observer sees them."""
    return [event.seen_by(observer) for event in events]
