"""Processes for bots. One that takes too long or dies is killed and replaced; nobody else notices.

A level that has failed is set apart: from then on it thinks in a process of its own, so that it can keep only itself
waiting. The fallback level is ours and stays with the others.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from conurb.server.metrics import Metrics
from conurb.server.settings import PREFIX, Settings, quiet_python

log = logging.getLogger("conurb.bots")

FALLBACK = "greedy"
PATIENCE = 20  # times the limit for the fallback: where it is slow the machine is, and killing it would not help
THINKING = 0.5  # part of the limit that a search may use; the rest is for a busy machine
KILL_SECONDS = 5.0
ANALYSIS_SECONDS = 300.0  # for the analysis of a game
START_SECONDS = 60.0  # for Python to start and import the engine


class BotFault(Exception):
    """A bot that gave no action: `slow`, `died`, or `error` with what it said."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind


class BotProcess:
    """One process, one decision at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, limit: float, levels: Mapping[str, str]) -> BotProcess:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        if "CONURB_PURE" in os.environ:
            environment["CONURB_PURE"] = os.environ["CONURB_PURE"]
        command = [*quiet_python(), "-m", "conurb.server.bot_process", str(limit), json.dumps(dict(levels))]
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment)
        this = cls(process)
        try:
            await asyncio.wait_for(this._read(), START_SECONDS)
        except TimeoutError:
            await this.kill()
            raise BotFault("died", "its process did not start") from None
        except BaseException:
            await this.kill()
            raise
        return this

    async def ask(self, question: Mapping[str, object], wanted: str, limit: float) -> Any:
        """The field of the answer that is wanted; BotFault if there is none."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write((json.dumps(question) + "\n").encode())
            async with asyncio.timeout(limit):
                await self._process.stdin.drain()
                answer = await self._read()
        except TimeoutError:
            raise BotFault("slow", f"no answer in {limit:g} seconds") from None
        except (ConnectionError, BrokenPipeError):
            raise BotFault("died") from None
        if wanted not in answer:
            raise BotFault("error", str(answer.get("error")))
        return answer[wanted]

    async def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise BotFault("died")
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def kill(self) -> None:
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)  # Process.kill would reap it behind the loop's back
        try:
            await asyncio.wait_for(self._process.wait(), KILL_SECONDS)
        except TimeoutError:  # somebody else holds its pipes; it is dead all the same
            log.warning("bot process not reaped", extra={"facts": {"pid": self._process.pid}})


class Lane:
    """Some processes that take turns; they start when they are first needed."""

    def __init__(self, size: int, settings: Settings, limit: float | None = None) -> None:
        self._free = asyncio.Semaphore(size)
        self._limit = settings.bot_seconds * PATIENCE if limit is None else limit
        self._idle: list[BotProcess] = []
        self._all: set[BotProcess] = set()
        self._settings = settings

    @asynccontextmanager
    async def process(self) -> AsyncIterator[BotProcess]:
        """One of the processes, to oneself; not used again if it was left thinking or has died."""
        async with self._free:
            process = self._idle.pop() if self._idle else await self._start()
            healthy = False
            try:
                yield process
                healthy = True
            except BotFault as fault:
                healthy = fault.kind == "error"  # the bot failed, its process did not
                raise
            finally:
                if healthy:
                    self._idle.append(process)
                else:
                    self._all.discard(process)
                    await asyncio.shield(process.kill())

    async def _start(self) -> BotProcess:
        process = await BotProcess.start(self._limit, self._settings.bots)
        self._all.add(process)
        return process

    async def stop(self) -> None:
        await asyncio.gather(*(process.kill() for process in self._all))
        self._all.clear()
        self._idle.clear()


class BotPool:
    """Where every bot of a server thinks."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._main = Lane(settings.bot_processes, settings)
        self._analysts = Lane(1, settings, ANALYSIS_SECONDS)
        self._apart: dict[str, Lane] = {}

    async def choose(self, level: str, seed: int, view: Mapping[str, object]) -> int:
        """The action a bot of that level chooses; BotFault if it does not."""
        return int(await self._ask(level, {"seed": seed, "view": view, "explain": False}, "action"))

    async def explain(self, level: str, seed: int, view: Mapping[str, object]) -> dict[str, Any]:
        """What a bot of that level would do, and why."""
        told: dict[str, Any] = await self._ask(level, {"seed": seed, "view": view, "explain": True}, "explanation")
        return told

    async def analyse(self, record: Mapping[str, object]) -> dict[str, Any]:
        """The analysis of a finished game, one at a time; it keeps no bot waiting."""
        async with self._analysts.process() as process:
            found: dict[str, Any] = await process.ask({"record": record}, "analysis", ANALYSIS_SECONDS)
            return found

    async def _ask(self, level: str, question: Mapping[str, object], wanted: str) -> Any:
        while True:
            lane = self._lane(level)
            async with lane.process() as process:
                if lane is not self._lane(level):
                    continue  # set apart while it waited here
                return await self._answer(process, level, question, wanted)

    def _lane(self, level: str) -> Lane:
        return self._apart.get(level, self._main)

    async def _answer(self, process: BotProcess, level: str, question: Mapping[str, object], wanted: str) -> Any:
        began = time.monotonic()
        limit = self._settings.bot_seconds * (PATIENCE if level == FALLBACK else 1)
        try:
            patience = self._settings.bot_seconds * THINKING
            answer = await process.ask({"level": level, "patience": patience, **question}, wanted, limit)
        except BotFault as fault:
            self.report(level, fault)
            raise
        self._metrics.count("conurb_bot_decisions_total", level=level)
        self._metrics.time("conurb_bot_seconds", time.monotonic() - began)
        return answer

    def report(self, level: str, fault: BotFault) -> None:
        """Write a fault down, and set its level apart."""
        log.error("bot failed", extra={"facts": {"bot": level, "fault": str(fault)}})
        self._metrics.count("conurb_bot_faults_total", level=level, fault=fault.kind)
        if level != FALLBACK and level not in self._apart:
            self._apart[level] = Lane(1, self._settings)

    async def stop(self) -> None:
        await asyncio.gather(self._main.stop(), self._analysts.stop(), *(lane.stop() for lane in self._apart.values()))
