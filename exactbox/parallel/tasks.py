"""Parts of long work: how large they are, who works on them, and what they return.

Who works is not passed from function to function: ``using(executor)`` sets it for all that is
called inside, as `decimal.localcontext` sets a precision. `hands_out` gives a public function the
argument ``executor=``. A part itself works alone: inside of it nobody is handed anything.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from exactbox.parallel.finished import Finished

P = ParamSpec("P")
R = TypeVar("R")

AHEAD = 2  # parts a worker that are handed out: one that it works on, and one that waits


class WorkerDied(RuntimeError):
    """A worker has ended before its part was done; says which part."""


@dataclass(frozen=True)
class Task:
    """A part of long work.

    Attributes
    ----------
    name : str
        What it is, for messages: ``blocks 120 to 180``.
    size : float
        How long it takes, in seconds or so: the largest are handed out first.
    function : callable
        Of a module, so that another process finds it.
    arguments : callable
        Returns the function's arguments. It is called when the part is handed out, so that what
        is sent is in memory for few parts at once.
    key : str
        A hash of all that the result depends on; of a part with a key the function returns bytes,
        which may be kept in a folder. Empty: it is not kept.
    """

    name: str
    size: float
    function: Callable[..., Any]
    arguments: Callable[[], tuple[Any, ...]]
    key: str = ""


class _Workers(NamedTuple):
    executor: Executor | None
    finished: Finished | None


_NOBODY = _Workers(None, None)
_current: ContextVar[_Workers] = ContextVar("workers", default=_NOBODY)


def current() -> Executor | None:
    """Who works on parts that are handed out now; None: nobody but this process."""
    return _current.get().executor


def keeping() -> bool:
    """Whether parts that are done are kept in a folder."""
    return _current.get().finished is not None


@contextmanager
def using(executor: Executor | None, finished: Finished | None = None) -> Iterator[None]:
    """A context in which parts are handed to this executor; None: to nobody.

    Parts with a key that are in the folder `finished` are not done again.
    """
    token = _current.set(_Workers(executor, finished))
    try:
        yield
    finally:
        _current.reset(token)


def hands_out(function: Callable[P, R]) -> Callable[P, R]:
    """The function, whose argument ``executor=`` says who works on its parts.

    None leaves it as it is around the call.
    """

    @wraps(function)
    def handing_out(*args: P.args, **kwargs: P.kwargs) -> R:
        executor = kwargs.get("executor")
        if executor is None:
            return function(*args, **kwargs)
        if not isinstance(executor, Executor):
            raise TypeError(
                f"executor is a {type(executor).__name__}, need a concurrent.futures.Executor"
            )
        with using(executor, _current.get().finished):
            return function(*args, **kwargs)

    return handing_out


def results(tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
    """The number of each task and what it returns, as they are done.

    Raises
    ------
    WorkerDied
        If a worker ends before its task is done.
    Exception
        What a task raises, with the task's name as a note.
    """
    executor, finished = _current.get()
    waiting = []
    for k in sorted(range(len(tasks)), key=lambda k: (-tasks[k].size, k)):
        kept = finished.read(tasks[k].key) if finished is not None and tasks[k].key else None
        if kept is None:
            waiting.append(k)
        else:
            yield k, kept
    waiting.reverse()
    running: dict[Future[Any], int] = {}
    try:
        while waiting or running:
            while waiting and executor is not None and len(running) < _ahead(executor):
                task = tasks[k := waiting.pop()]
                running[executor.submit(_alone, task.function, task.arguments())] = k
            if executor is None:
                k = waiting.pop()
                found = [(k, _alone(tasks[k].function, tasks[k].arguments()))]
            else:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                found = [(k := running.pop(f), _result(f, tasks[k])) for f in done]
            for k, result in found:
                if finished is not None and tasks[k].key:
                    result = finished.kept(tasks[k].key, result)
                yield k, result
    finally:
        for future in running:
            future.cancel()


def _alone(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What a worker does: its part, and nothing is handed out from there."""
    with using(None):
        return function(*arguments)


def _ahead(executor: Executor) -> int:
    """How many parts are handed out at once."""
    workers = getattr(executor, "_max_workers", None)  # as the executors of the library call it
    return AHEAD * int(workers or os.cpu_count() or 1)


def _result(future: Future[Any], task: Task) -> Any:
    try:
        return future.result()
    except BrokenExecutor as error:
        raise WorkerDied(f"{task.name}: its worker has ended: {error}") from error
    except Exception as error:
        error.add_note(task.name)
        raise
