"""What lies in the box that is played with: pictures and sentences show the values of the data pack of the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conurb.games.the_capitals.data import Data, data_of, default_data

View = Mapping[str, Any]


def tables(view: View) -> Data:
    """The tracks, spaces, plants and rounds; ours where the pack of the view has not been read by this process."""
    return data_of(view["data"]) or default_data()


def about(tile: str, view: View | None = None) -> Mapping[str, Any] | None:
    """A tile as the data pack writes it, without a view as ours does; None for what nothing is known of."""
    data = default_data() if view is None else data_of(view["data"])
    return data.about[data.numbers[tile]] if data is not None and tile in data.numbers else None
