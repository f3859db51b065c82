"""Processes of this machine, of which one may die.

A `concurrent.futures.ProcessPoolExecutor` is lost when one of its processes is: of what it was
working on nothing comes back. `Jobs` makes a new pool then, and tries everything that was lost once
more; what is lost twice is an error.

Workers begin in a process that has loaded nothing (`forkserver`, else `spawn`), so that they hold
nothing of the memory of whoever starts them. They are interrupted by nobody but him, and end with
him.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from functools import partial
from threading import Lock
from typing import Any

_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


class Jobs(Executor):
    """So many processes of this machine.

    Parameters
    ----------
    workers : int
        At least 1.

    Examples
    --------
    >>> with Jobs(2) as executor:
    ...     list(executor.map(abs, [-1, 2]))
    [1, 2]
    """

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise ValueError(f"{workers} workers, need at least 1")
        self._max_workers = workers
        self._lock = Lock()
        self._pool = self._made()

    def _made(self) -> ProcessPoolExecutor:
        known = multiprocessing.get_all_start_methods()
        way = "forkserver" if "forkserver" in known else "spawn"
        context = multiprocessing.get_context(way)
        return ProcessPoolExecutor(self._max_workers, context, initializer=_begin)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of ``fn(*args, **kwargs)`` in one of the processes."""
        found: Future[Any] = Future()
        self._hand(found, partial(fn, *args, **kwargs), False)
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; at once, if what waits is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=cancel_futures)
        if cancel_futures:
            self.kill()
        self._pool.shutdown(wait=wait)

    def kill(self) -> None:
        """End the processes now, whatever they are doing."""
        for process in list((self._pool._processes or {}).values()):
            process.kill()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool | None:
        self.shutdown(cancel_futures=error is not None)
        return None

    def _hand(self, found: Future[Any], call: Callable[[], Any], again: bool) -> None:
        with self._lock:
            pool = self._pool
            try:
                future = pool.submit(call)
            except BrokenExecutor:  # since a moment ago
                pool = self._pool = self._made()
                future = pool.submit(call)
        future.add_done_callback(partial(self._done, found, call, again, pool))

    def _done(
        self,
        found: Future[Any],
        call: Callable[[], Any],
        again: bool,
        pool: ProcessPoolExecutor,
        future: Future[Any],
    ) -> None:
        if future.cancelled():
            found.cancel()
            found.set_running_or_notify_cancel()
            return
        if found.cancelled():
            return
        error = future.exception()
        if isinstance(error, BrokenExecutor) and not again:
            with self._lock:
                if self._pool is pool:
                    self._pool = self._made()
            try:
                self._hand(found, call, True)
            except Exception as why:  # raised here it would be lost
                found.set_exception(why)
        elif error is not None:
            found.set_exception(error)
        else:
            found.set_result(future.result())


def _begin() -> None:
    """What a worker does first: leave interrupts to its parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
        if os.getppid() == 1:  # it has ended already
            os.kill(os.getpid(), signal.SIGKILL)
