"""Dask's workers: those of a cluster by its address, or some that are started here.

A part goes to a worker with all that it needs, by way of the scheduler; where the worker dies, Dask
sends it to another one, up to its setting ``distributed.scheduler.allowed-failures``.

Those that are started here are processes as `Jobs` has them, under a scheduler in this process.
`distributed.LocalCluster` starts its own by ``multiprocessing``, which imports the script that
runs: it has to be written for that, and cannot be standard input.
"""

from __future__ import annotations

import logging
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Lock, Thread
from typing import TYPE_CHECKING

from exactbox.late import extra
from exactbox.parallel.worker import keep_interrupts, start, work_for_dask

if TYPE_CHECKING:
    from distributed import Client

_LOCAL_PREFIX = "local:"
_MAX_PROCESSES = 1000  # processes
_MAX_ANSWER_SECONDS = 10  # seconds in which a scheduler has to answer
# Seconds in which a worker has to begin; it takes 0.6 where nothing else goes on
_MAX_START_SECONDS = 60
_PAUSE_SECONDS = 0.1  # seconds between a process that has died and the next one
_LOGGERS = ("distributed", "distributed.client", "tornado.application")  # with levels of their own
_SETTINGS = {
    # a part that has cost two workers is lost, as it is with `Jobs`
    "distributed.scheduler.allowed-failures": 1,
    # a worker that is in C for long says nothing of itself, and is alive
    "distributed.scheduler.worker-ttl": None,
}


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """A context with the executor of a Dask cluster (``pip install 'exactbox[dask]'``).

    Parameters
    ----------
    address : str
        Of the scheduler, ``tcp://host:8786``; or ``local:N`` for N processes that are started here
        and end with the context. The workers need exactbox.
    """
    needed = "workers of Dask need the package distributed: pip install 'exactbox[dask]'"
    client_of = extra("distributed", needed).Client
    if address.startswith(_LOCAL_PREFIX):
        count = address.removeprefix(_LOCAL_PREFIX)
        if not count.isdecimal() or not 1 <= int(count) <= _MAX_PROCESSES:
            raise ValueError(
                f"{address!r}: need {_LOCAL_PREFIX}N with N workers, 1 to {_MAX_PROCESSES}"
            )
        with _quiet(), _started(int(count)) as client:
            yield client.get_executor(pure=False)
        return
    with _quiet():
        try:
            client = client_of(address, timeout=_MAX_ANSWER_SECONDS)
        except (OSError, ValueError) as error:
            raise OSError(f"no scheduler of Dask answers at {address}: {error}") from None
        with client:
            yield client.get_executor(pure=False)


@contextmanager
def _started(count: int) -> Iterator[Client]:
    """A scheduler in this process, and so many workers."""
    from tempfile import TemporaryDirectory

    import dask
    from distributed import Client, LocalCluster

    with (
        TemporaryDirectory(prefix="exactbox-") as folder,
        dask.config.set({**_SETTINGS, "temporary-directory": folder}),
        # without an address of its dashboard it would take port 8787 for it, dashboard or not
        LocalCluster(
            n_workers=0,
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            silence_logs=False,
        ) as here,
        Client(here) as client,
    ):
        workers = [_Worker(here.scheduler_address, folder) for _ in range(count)]
        try:
            client.wait_for_workers(count, _MAX_START_SECONDS)
            yield client
        finally:
            for worker in workers:
                worker.kill()


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what Dask logs: workers are killed at the end, and errors come back as errors."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


class _Worker:
    """A process that is one of Dask's workers, and another one when it has died."""

    def __init__(self, scheduler: str, folder: str) -> None:
        self.arguments = scheduler, folder
        self.process: subprocess.Popen[bytes] | None = None
        self.lock, self.killed = Lock(), False
        self.thread = Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        """One process after the other, until it is killed."""
        keep_interrupts()
        while True:
            with self.lock:
                if self.killed:
                    return
                self.process = start(work_for_dask, *self.arguments, pipes=subprocess.DEVNULL)
            self.process.wait()
            time.sleep(_PAUSE_SECONDS)

    def kill(self) -> None:
        """End it now."""
        with self.lock:
            self.killed = True
            if self.process is not None:
                self.process.kill()
        self.thread.join()
