"""A program's work in a child process: Ctrl-C ends it at once, and its display always moves.

Python runs signal handlers and threads between its own instructions only, so while a library works
in C (FLINT may for minutes, Storm builds for seconds) nothing answers. Therefore the program forks
before it has loaded anything: the child works, and the parent waits, shows the child's progress and
passes signals on. A child that has not ended half a second after an interrupt is killed. Files take
their names only when they are whole (`exactbox.files`), so none is half-written then; and the child
tells the name of each temporary file, which the parent removes after it.

With ``--max-seconds`` the parent ends a child that has not ended by then, whatever it is in, and
says what it was doing and what it has found (`exactbox.progress.Known`); the exit code is 3.

A parent that is killed takes its child with it, where the system is Linux. Where there is no fork
the work is done here.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from exactbox.commands.terminal import outputs
from exactbox.commands.terminal.progress_bar import Display, Send, use
from exactbox.files import tell_temporaries

GRACE = 0.5  # seconds from an interrupt to the end of the child by force: "within a second"
_TICK = 0.2  # seconds between two looks at the child and moves of the display
_PASSED_ON = ("SIGTERM", "SIGHUP", "SIGQUIT")
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)

_send: Send | None = None  # of this child to its parent
interrupted = False  # whether this child has been; what a library raises then is of no interest


def supervised(work: Callable[[], int], name: str) -> int:
    """Do the work in a child process; its exit code, 130 if it was interrupted.

    In the child this function returns the code, or raises what the work raises.
    """
    global _send
    outputs.fill_closed()
    if not hasattr(os, "fork"):
        return work()
    reports, sending = os.pipe()
    answers, answering = os.pipe()
    parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, _signals())  # until both know what to do with them
    child = os.fork()
    if child == 0:
        heeding = signal.getsignal(signal.SIGINT) != signal.SIG_IGN  # as it is in the background
        try:
            sys.unraisablehook = _without_interrupts
            if heeding:
                signal.signal(signal.SIGINT, _interrupt_once)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _signals())
            os.close(reports)
            os.close(answering)
            # Have the system kill this process when the parent ends
            if sys.platform == "linux":
                import ctypes

                ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
                if os.getppid() != parent:  # it has ended already
                    os.kill(os.getpid(), signal.SIGKILL)
            _send = send = partial(_send_message, sending, answers)
            use(send)
            tell_temporaries(lambda path: send(temporary=path))
            return work()
        except KeyboardInterrupt:  # before the work has begun, or after it
            outputs.say("interrupted")
            return 130
        finally:  # what is left is to end
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.close(sending)
    os.close(answers)
    return _Parent(child, reports, answering, name).wait()


def end_after(seconds: float) -> None:
    """Have the parent end this child so long after its beginning."""
    if _send is None:
        raise ValueError(
            "--max-seconds needs a process that can be ended: run the program exactbox"
        )
    _send(limit=seconds)


def _signals() -> list[signal.Signals]:
    """The signals that are passed on, as far as the system has them."""
    signals = (getattr(signal, name, None) for name in ("SIGINT", *_PASSED_ON))
    return [number for number in signals if number is not None]


def _interrupt_once(number: int, frame: object) -> None:
    """A second interrupt must not end the cleaning up after the first."""
    global interrupted
    interrupted = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _without_interrupts(unraisable: Any) -> None:
    """Say nothing of an interrupt where Python drops it; the parent ends the work then."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)


def _send_message(sending: int, answers: int, **message: Any) -> None:
    """Send the parent one message for the display, a line; one that closes it waits for that."""
    try:
        os.write(sending, json.dumps(message).encode() + b"\n")
        if "close" in message:
            os.read(answers, 1)  # the display is gone; what is printed now stands alone
    except OSError:  # the parent has gone
        pass


class _Parent:
    """Waits for the child."""

    def __init__(self, child: int, reports: int, answering: int, name: str) -> None:
        self.child, self.reports, self.answering = child, reports, answering
        self.display = Display(name)
        self.has_ended = self.is_late = False
        self.began, self.limit = time.monotonic(), float("inf")  # seconds
        self.interrupted: float | None = None  # when
        self.text = b""  # the begin of a message
        self.passed: set[int] = set()
        self.temporaries: list[str] = []  # of files that the child has begun

    def wait(self) -> int:
        before = {number: signal.getsignal(number) for number in _signals()}
        for number, handler in before.items():
            if handler != signal.SIG_IGN:  # of nohup, say
                signal.signal(number, self.pass_on)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, before)
        try:
            return self.ended(self.watch())
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def pass_on(self, number: int, frame: object) -> None:
        """The child may have had it already, from the terminal; twice does no harm."""
        if number == signal.SIGINT and self.interrupted is None:
            self.interrupted = time.monotonic()
        self.passed.add(number)
        self.kill(number)

    def kill(self, number: int) -> None:
        """Send a signal to the child, unless that has ended."""
        if not self.has_ended:
            with suppress(ProcessLookupError):
                os.kill(self.child, number)

    def watch(self) -> int:
        """Serve the display until the child has ended; its status."""
        while True:
            if not self.read(_TICK):  # the child has ended, or is about to
                time.sleep(_TICK / 100)
            self.display.tick()
            ended, status = os.waitpid(self.child, os.WNOHANG)
            if ended:
                self.has_ended = True
                while self.read(0):
                    pass
                return status
            if time.monotonic() > self.began + self.limit:
                self.is_late = True
                self.kill(signal.SIGKILL)
            if self.interrupted is not None and time.monotonic() > self.interrupted + GRACE:
                self.kill(signal.SIGKILL)
                self.interrupted = float("inf")

    def read(self, seconds: float) -> bool:
        """Serve what the child sends in this time; False where it sends no more."""
        ready, _, _ = select.select([self.reports], [], [], seconds)
        if not ready:
            return seconds > 0
        data = os.read(self.reports, 65536)
        *lines, self.text = (self.text + data).split(b"\n")
        for line in lines:
            self.serve(json.loads(line))
        return bool(data)

    def serve(self, message: dict[str, Any]) -> None:
        if "temporary" in message:
            self.temporaries.append(message["temporary"])
            return
        if "limit" in message:
            self.limit = message["limit"]
            return
        self.display.receive(**message)
        if "close" in message:
            with suppress(OSError):  # the child has ended meanwhile
                os.write(self.answering, b".")

    def ended(self, status: int) -> int:
        """The exit code of a child that has ended so; a line where a signal has ended it."""
        self.display.close()
        for path in self.temporaries:
            with suppress(OSError):
                os.unlink(path)
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            return code
        if self.is_late and code == -signal.SIGKILL:
            late = f"not done in {self.limit:g} s (--max-seconds)"
            outputs.say(f"{self.display.name}: {late}: {self.display.so_far()}")
            return 3
        if self.interrupted is not None or code == -signal.SIGINT:
            outputs.say("interrupted")
            return 130
        if -code not in self.passed:
            what = signal.strsignal(-code) or f"signal {-code}"
            hint = "; was there enough memory?" if -code == signal.SIGKILL else ""
            outputs.say(f"{self.display.name}: the work has been ended: {what}{hint}")
        return 128 - code
