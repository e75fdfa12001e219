"""Bots that misbehave, for a server that must not mind."""

from __future__ import annotations

import os
import sys
import time


class Bad:
    def __init__(self, seed: int = 0) -> None:
        pass


class Loops(Bad):
    def choose(self, view: dict[str, object]) -> int:
        while True:
            pass


class Sleeps(Bad):
    def choose(self, view: dict[str, object]) -> int:
        time.sleep(3600)
        return 0


class Dies(Bad):
    def choose(self, view: dict[str, object]) -> int:
        os._exit(1)


class Raises(Bad):
    def choose(self, view: dict[str, object]) -> int:
        raise RuntimeError("no idea")


class Cheats(Bad):
    """Chooses what is not legal."""

    def choose(self, view: dict[str, object]) -> int:
        return 254


class Eats(Bad):
    """Wants all memory."""

    def choose(self, view: dict[str, object]) -> int:
        return len(bytearray(64 * 1024**3))


class Babbles(Bad):
    """Prints what looks like an answer, and then plays well."""

    def choose(self, view: dict[str, object]) -> int:
        print('{"action": 254}', flush=True)
        print('{"action": 254}', file=sys.stderr, flush=True)
        legal = view["legal"]
        assert isinstance(legal, list)
        return int(legal[-1]["action"])


class Peeks(Bad):
    """Fails if it can see more than its own view."""

    def choose(self, view: dict[str, object]) -> int:
        assert not [name for name in os.environ if name.startswith("CONURB_") and name != "CONURB_PURE"]
        assert view["seat"] is not None
        hands = view["memory"]["hands"]  # type: ignore[index]
        assert view["turn"] != 1 or sum(hand is not None for hand in hands) == 1
        legal = view["legal"]
        assert isinstance(legal, list)
        return int(legal[0]["action"])
