"""Parts of long work: their sizes, their executor, and what they return.

Who works is context (`exactbox.parallel.context`). A part itself works alone: inside of it nobody
is handed anything, and nobody is told of progress.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass
from functools import partial
from typing import Any

from exactbox.parallel.context import current, executor_context, workers
from exactbox.parallel.jobs import Jobs, Notes
from exactbox.progress import watched

_DASK_ERROR = "KilledWorker"  # what Dask raises when several workers have died of one part
# Parts a worker that are handed out: one that it works on, and one that waits
_TASKS_PER_WORKER = 2


class WorkerDied(RuntimeError):
    """A worker has ended before its part was done; says which part."""


@dataclass(frozen=True)
class Task:
    """A part of long work.

    Its arguments are made when it is submitted, so that what is sent is in memory for few parts at
    once, from the notes on the process that will do it (`Jobs.submit_made`); None where it is not
    known which one does. A part with a key returns bytes, which may be kept in a folder.
    """

    name: str  # for messages: blocks 120 to 180
    size: float  # seconds or so: the largest are submitted first
    function: Callable[..., Any]  # of a module, so that another process finds it
    arguments: Callable[[Notes | None], tuple[Any, ...]]
    key: str = ""  # a hash of all that the result depends on


def results(tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
    """The number of each task and what it returns, as they are done.

    What a task raises has the task's name as a note; a `WorkerDied` says that a worker ended
    before.
    """
    executor, finished, _ = workers()
    waiting = []
    for k in sorted(range(len(tasks)), key=lambda k: (-tasks[k].size, k)):
        record = finished.read(tasks[k].key) if finished is not None and tasks[k].key else None
        if record is None:
            waiting.append(k)
        else:
            yield k, record
    waiting.reverse()
    prefetch = _TASKS_PER_WORKER * worker_count() if waiting else 0
    running: dict[Future[Any], int] = {}
    try:
        while waiting or running:
            if executor is None:
                k = waiting.pop()
                task = tasks[k]
                result = _named(task, partial(_alone, task.function, task.arguments(None)))
            else:
                while waiting and len(running) < prefetch:
                    k = waiting.pop()
                    running[_submitted(executor, tasks[k])] = k
                future = next(iter(wait(running, return_when=FIRST_COMPLETED).done))
                k = running.pop(future)
                result = _named(tasks[k], future.result)
                del future  # it holds the result
            if finished is not None and tasks[k].key:
                result = finished.kept(tasks[k].key, result)
            yield k, result
            del result
    finally:
        for future in running:
            future.cancel()


def _alone(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """The work of a worker: its part, with no executor of its own."""
    with executor_context(None), watched(None):
        return function(*arguments)


def _made(task: Task, notes: Notes | None) -> tuple[Any, ...]:
    """The arguments of `_alone`."""
    return task.function, task.arguments(notes)


def worker_count() -> int:
    """The number of workers: of the executor's, as far as it tells; without one, 1."""
    executor = current()
    if executor is None:
        return 1
    count = getattr(executor, "_max_workers", None)  # as the executors of the library call it
    client = getattr(executor, "_client", None)  # as Dask's does, and then it tells
    if count is None and client is not None:
        count = sum(client.nthreads().values())
    return int(count or os.cpu_count() or 1)


def _submitted(executor: Executor, task: Task) -> Future[Any]:
    """The future of a task."""
    with warnings.catch_warnings():
        # of Dask, which would rather have what is large on a worker, where it can be lost
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        try:
            if isinstance(executor, Jobs):
                return executor.submit_made(_alone, partial(_made, task))
            return executor.submit(_alone, *_made(task, None))
        except BrokenExecutor as error:
            raise _died(task, error) from error


def _named(task: Task, result: Callable[[], Any]) -> Any:
    """The result of a task, or its error with its name."""
    try:
        return result()
    except Exception as error:
        if type(error).__name__ == _DASK_ERROR:
            raise _died(task, "as did those that tried it again") from error
        if isinstance(error, BrokenExecutor):
            raise _died(task, error) from error
        error.add_note(task.name)
        raise


def _died(task: Task, how: Exception | str) -> WorkerDied:
    return WorkerDied(f"{task.name}: its worker has ended: {how}")
