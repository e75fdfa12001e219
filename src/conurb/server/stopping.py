"""Hearing in time that the process is to stop: streams, which never end by themselves, must be told."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def told_to_stop(tell: Callable[[], None]) -> Iterator[None]:
    """While this lasts, a signal to stop calls `tell`, then whoever had taken care of the signal before."""
    if threading.current_thread() is not threading.main_thread():  # where nobody may listen to signals
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def heard(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(tell)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    listened = [number for number in SIGNALS if callable(before[number])]
    for number in listened:
        signal.signal(number, heard)
    try:
        yield
    finally:
        for number in listened:
            signal.signal(number, before[number])
