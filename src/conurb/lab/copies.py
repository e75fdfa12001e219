"""Positions and data packs as `copy.deepcopy` and `pickle` take them: cloned, or saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conurb import games
from conurb.kernel.checks import BadOption
from conurb.kernel.state import State


class Pack:
    """The tables of a data pack: the game's own, those of a file, or tables made by `Game.load_data`.

    Nothing ever changes them, so copies share them.
    """

    def __init__(self, game: str, data: Any = None, text: str | None = None) -> None:
        """`text` is the content of the file named by `data`, if it has been read already."""
        title = games.get(game)
        self.game = game
        self.source, self.text = data, text
        own = title.default_data()
        if data is None or data is own:
            self.source, self.tables = None, own
        elif isinstance(data, str | Path):
            self.text = read(data) if text is None else text
            self.tables = title.load_data(self.text, str(data))
        elif isinstance(data, type(own)):
            self.tables = data
        else:
            raise BadOption(f"data: expected a file, or what load_data() of {title.title} gives, not {data!r}")

    def __deepcopy__(self, memo: dict[int, Any]) -> Pack:
        return self

    def __reduce__(self) -> tuple[type[Pack], tuple[Any, ...]]:
        if self.source is not None and self.text is None:
            raise BadOption("data: tables cannot be pickled; give the name of their file instead")
        return Pack, (self.game, self.source, self.text)


def read(file: str | Path) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise BadOption(f"data: {file}: cannot be read: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise BadOption(f"data: {file}: is not a text file in UTF-8") from None


class Kept:
    """A state of the engine."""

    def __init__(self, pack: Pack, state: State) -> None:
        self.pack = pack
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> Kept:
        return Kept(self.pack, self.state.clone())

    def __reduce__(self) -> tuple[Callable[[Pack, str], Kept], tuple[Pack, str]]:
        return load, (self.pack, json.dumps(self.state.save()))


def load(pack: Pack, position: str) -> Kept:
    return Kept(pack, games.get(pack.game).load(json.loads(position), data=pack.tables))
