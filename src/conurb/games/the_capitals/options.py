"""The options of a game of The Capitals (CAP-9.1)."""

from __future__ import annotations

from dataclasses import dataclass

from conurb.games.the_capitals.geometry import RESOURCE_NAMES
from conurb.kernel.options import lot_or_order, option


def _bonuses(value: object) -> object:
    """Two different names (CAP-9.2)."""
    if not isinstance(value, (list, tuple)) or len(value) != 2 or value[0] == value[1]:
        raise ValueError
    if any(name not in RESOURCE_NAMES for name in value):
        raise ValueError
    return tuple(value)


@dataclass(frozen=True)
class Options:
    """What the host chooses before the game."""

    prosperity: bool = option(
        False,
        "the Prosperity expansion: hands of prosperity tiles, built in five of the rounds (CAP-2.30)",
        allowed=(False, True),
    )
    full_refill: bool = option(
        False,
        "every round as many new projects as at the start, whatever is left of the old ones (CAP-2.40)",
        allowed=(False, True),
    )
    hidden_prestige: bool = option(
        False,
        "nobody is shown the prestige totals of the others before the end (CAP-7.4)",
        allowed=(False, True),
    )
    starting_order: str | tuple[int, ...] = option(
        "random",
        "who plays first: drawn by lot, or the seats in the order of the first round (CAP-7.6)",
        expects="random, or a list with each seat once, such as [2, 0, 1]",
        check=lot_or_order,
    )
    expo_cubes: str = option(
        "supply",
        "where the cubes on tiles go after a World Expo (CAP-8.5)",
        allowed=("supply", "plant"),
    )
    final_payment: str = option(
        "price_x_multiplier",
        "what everybody pays for the own initiative space at the end (CAP-8.19)",
        allowed=("price_x_multiplier", "price"),
    )
    pass_bonus: tuple[str, str] = option(
        ("prestige", "energy"),
        "what a player may choose who activates nothing (CAP-8.18)",
        expects="two different names of " + ", ".join(RESOURCE_NAMES),
        check=_bonuses,
    )
    two_player_draw: str = option(
        "four_new",
        "two players: four new projects every round, or up to four (CAP-8.9)",
        allowed=("four_new", "up_to_four"),
    )
    tiebreak_energy: str = option(
        "after_exchange",
        "which energy cubes break ties (CAP-8.20)",
        allowed=("after_exchange", "before_exchange"),
    )
