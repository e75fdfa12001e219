"""Many games of a plan, on any executor: this process, several, or a cluster.

Games are independent of each other, so they may be played anywhere and in any order; what is kept of them is sorted by
number in the end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any

from conurb.arena.match import Outcome, Plan, play_match
from conurb.bots.outside import end_at_once, end_with_this_process
from conurb.extras import MissingExtra, cure
from conurb.kernel.checks import ConurbError

AHEAD = 4  # games handed out for each worker: none waits, and few are lost when we stop
SCHEDULER_SECONDS = 10.0  # to find a scheduler in


def play_all(
    plan: Plan, numbers: Iterable[int], executor: Executor | None, workers: int, done: Callable[[Outcome], None]
) -> None:
    """Play the games of these numbers; `done` hears of each as it ends, in the order in which they end."""
    if executor is None:
        for number in numbers:
            done(play_match(plan, number))
        return
    waiting: set[Future[Outcome]] = set()
    rest = iter(numbers)
    try:
        while True:
            for number in _next(rest, workers * AHEAD - len(waiting)):
                waiting.add(executor.submit(play_match, plan, number))
            if not waiting:
                return
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                done(future.result())
    finally:
        for future in waiting:
            future.cancel()


def _next(numbers: Iterator[int], count: int) -> Iterator[int]:
    for _, number in zip(range(count), numbers, strict=False):
        yield number


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """So many processes of this machine; None, which is this process itself, for one.

    Whoever leaves before all is done does not wait: the processes end, and the programs that they have started.
    """
    if jobs == 1:
        yield None
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=begin_worker)
    try:
        yield pool
    except BaseException:
        for worker in list(pool._processes.values()):
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def begin_worker() -> None:
    """A process of the pool: asked to end, or left alone by a parent that was killed, it ends with its programs."""
    end_with_this_process()
    threading.Thread(target=_end_after, args=(parent_process(),), daemon=True).start()


def _end_after(parent: BaseProcess | None) -> None:
    assert parent is not None, "a process of a pool has one"
    parent.join()
    end_at_once()  # the other threads wait for a parent that will never answer


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask scheduler, and how many they are. Each needs this version of conurb."""
    distributed = dask()
    try:
        client = distributed.Client(address, timeout=SCHEDULER_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise ConurbError(f"there is no Dask scheduler at {address}: {error}") from None
    try:
        workers = sum(client.nthreads().values())
        if not workers:
            raise ConurbError(
                f"the Dask scheduler at {address} has no workers: start some with `dask worker {address}`"
            )
        yield client.get_executor(pure=False), workers
    finally:
        client.close()


def dask() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtra(f"a cluster needs Dask: {cure('cluster')}") from None
    return distributed
