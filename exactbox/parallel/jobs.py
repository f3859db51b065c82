"""Processes of this machine, of which any may die.

Each is a Python of its own, which gets one part after the other through a pipe, from a thread here.
When it dies that costs the part that it had: another process is started and the part tried once
more; what is lost twice is an error. Other parts do not notice.

To start takes half a second of a processor. So a process is started when a part waits and nobody is
idle, and never more at once than there are processors: 60 are had by long work, and by short work
one or two.

A `concurrent.futures.ProcessPoolExecutor` does not serve. With one process it loses them all, and
all that they were working on. What it starts is either a copy of this process, with all its memory
and its threads' locks (fork), or imports the script that runs, which must be written for that and
cannot be standard input (spawn, forkserver). And nobody ends its processes where this one is
killed: they hold each other's pipes open.

Here the system ends them with this one (`exactbox.parallel.worker`).
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import weakref
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Lock, RLock, Thread
from typing import IO, Any

from exactbox.parallel.worker import RETURNED, UNREADABLE, keep_interrupts, start, work

_MAX_TRIALS = 2  # processes that one task may cost
_MAX_SECONDS_TO_END = 2.0  # of a process without pipes
Notes = dict[str, Any]
Call = tuple[Callable[..., Any], Callable[[Notes], tuple[Any, ...]], dict[str, Any]]
Calls = SimpleQueue["tuple[Future[Any], Call] | None"]  # None: there are no more


class Jobs(Executor):
    """Up to so many processes of this machine, started as there is work for them.

    They find the functions of modules, not those of the script that runs. Use it in a ``with``:
    that ends the processes, where there is an error at once.

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
        self._crew = _Crew(workers)
        self._lock, self._closed = Lock(), False
        self._end = weakref.finalize(self, self._crew.kill)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of ``fn(*args, **kwargs)`` in one of the processes."""
        return self._submit((fn, lambda notes: args, kwargs))

    def submit_made(
        self, fn: Callable[..., Any], arguments: Callable[[Notes], tuple[Any, ...]], /
    ) -> Future[Any]:
        """The future of ``fn(*arguments(notes))``, whose arguments are made for one process.

        `notes` is a dictionary for whoever makes arguments: what was noted of that process before,
        such as what it keeps and need not be sent again; empty when the process is new. They are
        made when it is known which one it is, in a thread, in the context of this call.
        """
        context = copy_context()
        return self._submit((fn, lambda notes: context.run(arguments, notes), {}))

    def _submit(self, call: Call) -> Future[Any]:
        fn = call[0]
        if getattr(fn, "__module__", None) == "__main__":
            name = getattr(fn, "__qualname__", fn)
            raise TypeError(f"{name} is of the script that runs, need a function of a module")
        future: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("these workers have been ended")
            self._crew.calls.put((future, call))
            self._crew.grow()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes when they have done what was submitted, or what they are doing."""
        with self._lock:
            if not self._closed:
                if cancel_futures:
                    self._crew.cancel()
                self._closed = True
                self._crew.close()
        if wait:
            for worker in self._crew.workers:
                worker.thread.join()

    def kill(self) -> None:
        """End the processes now, whatever they are doing."""
        self._end()
        self.shutdown()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if error is not None:
            self.kill()
        self.shutdown()


class _Crew:
    """The workers that there are, and the calls that wait for them.

    They know it, and not the executor, which ends them when nobody has it any more.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.calls: Calls = SimpleQueue()
        self.workers: list[_Worker] = []
        self.lock, self.closed = RLock(), False

    def grow(self) -> None:
        """Another worker, if more calls wait than workers are idle, and few are being started."""
        with self.lock:
            starting = sum(not worker.loaded for worker in self.workers)
            idle = sum(worker.idle for worker in self.workers)
            enough = len(self.workers) == self.most or starting >= (os.cpu_count() or 1)
            if not (self.closed or enough) and self.calls.qsize() > idle:
                self.workers.append(_Worker(self))

    def close(self) -> None:
        """No worker is added, and those that have nothing to do end."""
        with self.lock:
            self.closed = True
            for _ in self.workers:
                self.calls.put(None)

    def kill(self) -> None:
        """Cancel the calls that wait, and end the processes."""
        self.cancel()
        with self.lock:
            for worker in self.workers:
                worker.kill()
        self.close()

    def cancel(self) -> None:
        """Take out what waits."""
        with suppress(Empty):
            while waiting := self.calls.get_nowait():
                waiting[0].cancel()
                waiting[0].set_running_or_notify_cancel()


class _Lost(Exception):
    """A process has ended before it answered; says how."""


class _Worker:
    """A process, when there is one, and the thread that gives it one call after the other.

    The thread lives as long: the system ends the process with the thread that has started it.
    """

    def __init__(self, crew: _Crew) -> None:
        self.crew = crew
        self.loaded = self.idle = False  # whether the process has said so; and has no call
        self.process: subprocess.Popen[bytes] | None = None
        self.has_begun = False  # whether this process has
        self.notes: Notes = {}
        self.lock, self.killed = Lock(), False
        self.thread = Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Until there are no more calls."""
        keep_interrupts()
        with suppress(OSError, _Lost):  # said where there is something to do
            self.ready()
        while (waiting := self.next()) is not None:
            future, call = waiting
            if future.set_running_or_notify_cancel():
                try:
                    result = self.done(call)
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
                    del result
            del waiting, future, call  # not to be held while the next one is awaited
        self.end()

    def next(self) -> tuple[Future[Any], Call] | None:
        """The next call; another worker is started for those behind it."""
        self.loaded = self.idle = True
        waiting = self.crew.calls.get()
        self.idle = False
        self.crew.grow()
        return waiting

    def done(self, call: Call) -> Any:
        """The result of a call, of a second process if the first one dies of it."""
        for _ in range(_MAX_TRIALS):
            try:
                kind, result = self.answer(call)
            except _Lost as error:
                how = "it was told to" if self.killed else str(error)
            else:
                if kind == RETURNED:
                    return result
                raise result
        raise BrokenExecutor(how)

    def answer(self, call: Call) -> tuple[int, Any]:
        """The answer of a process; after trouble with the pipes the process is ended."""
        process = self.ready()
        calls, answers = _pipes(process)
        function, arguments, named = call
        made = function, arguments(self.notes), named
        try:
            pickle.dump(made, calls, pickle.HIGHEST_PROTOCOL)
            calls.flush()
            del made  # not to be held while it is worked on
            kind, result = pickle.load(answers)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise _Lost(self.end()) from error
        except BaseException:  # what was to be sent, or what was sent, cannot be
            process.kill()
            self.end()
            raise
        if kind == UNREADABLE:
            self.end()
        return kind, result

    def ready(self) -> subprocess.Popen[bytes]:
        """The process, a new one if there is none, once it has loaded what it needs."""
        with self.lock:
            if self.killed:
                raise _Lost
            if self.process is None:
                self.process = start(work, pipes=subprocess.PIPE)
            process = self.process
        if not self.has_begun:
            _, answers = _pipes(process)
            try:
                pickle.load(answers)
            except (EOFError, OSError, pickle.UnpicklingError) as error:
                raise _Lost(self.end()) from error
            self.has_begun = True
        return process

    def kill(self) -> None:
        """End the process now, and start no other."""
        with self.lock:
            self.killed = True
            if self.process is not None:
                self.process.kill()

    def end(self) -> str:
        """End the process; how it has ended."""
        with self.lock:
            process, self.process = self.process, None
            self.has_begun, self.notes = False, {}
        if process is None:
            return ""
        calls, answers = _pipes(process)
        with suppress(OSError):  # what is in the buffer has no reader
            calls.close()
        answers.close()
        try:
            code = process.wait(_MAX_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        if code >= 0:
            return f"exit code {code}"
        hint = "; was there enough memory?" if code == -signal.SIGKILL else ""
        return f"{signal.strsignal(-code) or f'signal {-code}'}{hint}"


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """Where a process gets its calls, and where its answers come from."""
    if process.stdin is None or process.stdout is None:
        raise ValueError("a process without pipes cannot work")
    return process.stdin, process.stdout
