"""Processes that work for this one: how they are started, what they do, and that they end with it.

A process of `Jobs` reads a part, does it, and writes what that returns; one of Dask does what its
scheduler says. Each is a Python of its own, which finds modules where this one does, and which
does not import the script that runs.

Python heeds neither signals nor the end of a pipe while a library works in C. So it is the system
that ends a worker with the process that has started it, where it is Linux; more precisely with the
thread. An interrupt from the terminal, which goes to all processes of a program, is kept from it.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

RETURNED, RAISED, UNREADABLE = range(3)  # what an answer is; after the last the process ends
# what most parts need, before there is something to do: 0.5 s
_PRELOADED = "exactbox.linalg", "scipy.sparse.linalg"
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)


def start(
    function: Callable[..., None], *arguments: str, pipes: int | None = None
) -> subprocess.Popen[bytes]:
    """A process that calls this function of this module with its parent's number and arguments.

    `pipes` is what it has as standard input and output.
    """
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import {function.__name__} as f; "
        f"f({os.getpid()}, *{arguments!r})"
    )
    return subprocess.Popen([sys.executable, "-c", program], stdin=pipes, stdout=pipes)


def keep_interrupts() -> None:
    """Have this thread, and the processes that it starts, not be interrupted."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def work(parent: int) -> None:
    """The whole life of a process of `Jobs`; its pipes are 0 and 1."""
    end_with(parent)
    with os.fdopen(os.dup(0), "rb") as calls, os.fdopen(os.dup(1), "wb") as answers:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)  # what a part prints is not an answer
        for name in _PRELOADED:
            importlib.import_module(name)
        pickle.dump(None, answers)  # it is ready
        answers.flush()
        serve(calls, answers)


def work_for_dask(parent: int, scheduler: str, folder: str) -> None:
    """The whole life of a worker of Dask, which keeps what it has to in this folder."""
    end_with(parent)
    import asyncio
    import logging

    from distributed import Worker

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors come back as errors

    async def live() -> None:
        # memory_limit: a part that needs much is not to be stopped in its middle
        own = {"nthreads": 1, "memory_limit": 0, "local_directory": folder}
        here = {"host": "127.0.0.1", "dashboard": False, "dashboard_address": "127.0.0.1:0"}
        async with Worker(scheduler, **own, **here) as worker:
            await worker.finished()

    asyncio.run(live())


def end_with(parent: int) -> None:
    """Have the system kill this process when the one that started it ends."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:  # it has ended already
            os.kill(os.getpid(), signal.SIGKILL)


def serve(calls: BinaryIO, answers: BinaryIO) -> None:
    """Do one call after the other, until there are no more, or one that cannot be read."""
    kind = RETURNED
    while kind != UNREADABLE:
        kind = UNREADABLE  # until a call has been read
        try:
            function, args, kwargs = pickle.load(calls)
            kind = RAISED
            data = pickle.dumps((RETURNED, function(*args, **kwargs)), pickle.HIGHEST_PROTOCOL)
        except EOFError:
            if kind == UNREADABLE:
                return
            raise
        except Exception as error:
            data = _pickle_error(kind, error)
        function = args = kwargs = None  # not to be held while the next one is awaited
        answers.write(data)
        answers.flush()
        del data


def _pickle_error(kind: int, error: Exception) -> bytes:
    """An error with its traceback as a note; where it cannot be sent, its words."""
    error.add_note("".join(traceback.format_exception(error)).rstrip())
    try:
        data = pickle.dumps((kind, error), pickle.HIGHEST_PROTOCOL)
        pickle.loads(data)
    except Exception:
        words: Any = RuntimeError(f"{type(error).__name__}: {error}")
        return pickle.dumps((kind, words), pickle.HIGHEST_PROTOCOL)
    return data
