"""A process in which bots think: `python -m conurb.server.bot_process LIMIT LEVELS`.

It gets views as lines of JSON and answers with actions, or with the reasons for one; and records of finished games,
which it analyses. It has no database, no state and no secret of the server; what a bot prints goes to the log. LEVELS
is a JSON object of further bots, level to module:factory.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from math import ceil
from typing import Any

from conurb import bots, games
from conurb.arena.analysis import analyse
from conurb.bots.search import SearchBot
from conurb.kernel import record

MEMORY = 2 * 1024**3  # bytes of address space a bot may use


def make_bot(level: str, seed: int, more: Mapping[str, str]) -> Any:
    if level not in more:
        return bots.get(level, seed)
    module, _, factory = more[level].partition(":")
    return getattr(importlib.import_module(module), factory)(seed)


def answer(line: str, more: Mapping[str, str]) -> dict[str, object]:
    """What a bot makes of a view, or the analysis of a record."""
    asked = json.loads(line)
    try:
        if "record" in asked:
            played = record.from_json(asked["record"])
            return {"analysis": analyse(games.get(played.game), played).to_json()}
        bot = make_bot(asked["level"], asked["seed"], more)
        if isinstance(bot, SearchBot):
            bot.patience = asked["patience"]
        if asked["explain"]:
            return {"explanation": bot.explain(asked["view"]).to_json()}
        return {"action": int(bot.choose(asked["view"]))}
    except Exception as error:
        return {"error": repr(error)[:500]}


def main() -> None:
    limit, more = float(sys.argv[1]), json.loads(sys.argv[2])
    with suppress(ImportError, OSError, ValueError):  # not everywhere
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # a bot that prints must not answer with it
    has_alarm = hasattr(signal, "alarm")
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        if has_alarm:
            signal.alarm(ceil(limit) + 2)  # ends this process even if the server that should is gone
        print(json.dumps(answer(line, more)), file=answers, flush=True)
        if has_alarm:
            signal.alarm(0)


if __name__ == "__main__":
    main()
