"""Progress of long work on standard error: a bar that moves, or a line now and then.

On a terminal it is a bar of `tqdm`, after a moment; elsewhere a line after ten seconds and then at
growing intervals, so that nothing hangs without a word and no log fills up. Work that runs in a
child process sends its progress to the parent (`supervision`), whose bar moves also while the child
is in a library; else the bar moves as often as progress is reported.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from exactbox.progress import Known, Notice, watched

_OFTEN = 0.1  # seconds between two reports that are shown
_FIRST_BAR = 0.5  # seconds before there is a bar: most questions are answered by then
_FIRST_LINE = 10.0  # seconds before there is a line where there is no terminal; then twice as long
_UNKNOWN = "{desc} {elapsed}"  # the bar where nobody knows of how much


Send = Callable[..., None]  # takes the messages of `Display.receive`


@dataclass
class Display:
    """The progress of one piece of work after another, shown in lines with a name."""

    name: str
    _is_terminal: bool = False
    _bar: Any = None
    _began: float | None = None
    _next: float = 0.0  # seconds after the beginning
    _work: str = ""
    _stage: str = ""
    _done: int = 0
    _total: int = 0
    _known: str = ""

    def receive(self, **message: Any) -> None:
        """So much of the ``stage`` of some ``work`` is ``done`` of a ``total`` (0: nobody knows).

        Or "say" with a sentence for a line of its own, "known" with what is known so far, or
        "close".
        """
        if "close" in message:
            self.close()
        elif "say" in message:
            self.say(message["say"])
        elif "known" in message:
            self._known = message["known"]
        else:
            now = time.monotonic()
            if self._began is None:
                self._began = now
                self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
                self._next = _FIRST_BAR if self._is_terminal else _FIRST_LINE
            self._work, self._stage = message["work"], message["stage"]
            self._done, self._total = message["done"], message["total"]
            if now >= self._began + self._next:
                self.tick()

    def tick(self) -> None:
        """Move on: time has passed."""
        if self._began is None:
            return
        passed = time.monotonic() - self._began
        if passed < self._next:
            return
        if self._is_terminal:
            if self._bar is None:
                from tqdm import tqdm

                self._bar = tqdm(unit="", leave=False, dynamic_ncols=True, initial=self._done)
                self._bar.start_t -= passed
            self._bar.set_description_str(self._what(), refresh=False)
            self._bar.total, self._bar.n = self._total or None, self._done
            self._bar.bar_format = None if self._total else _UNKNOWN
            self._bar.refresh()
        elif sys.stderr is not None:
            self._next = 2 * passed
            so_far = f" {self._done:,} of {self._total:,}" if self._total else ""
            print(
                f"{self.name}: {self._what()}{so_far}, after {passed:,.0f} s",
                file=sys.stderr,
                flush=True,
            )

    def so_far(self) -> str:
        """The work, how much of it is done, and what is known so far."""
        done = "" if not self._done else f" {self._done:,}"
        done += f" of {self._total:,}" if self._total else ""
        return "; ".join(
            filter(None, [f"{self._what() or 'nothing has begun'}{done}", self._known])
        )

    def _what(self) -> str:
        return self._work + (f": {self._stage}" if self._stage else "")

    def say(self, text: str) -> None:
        """A sentence in a line of its own."""
        if self._bar is not None:
            self._bar.clear()
        if sys.stderr is not None:
            print(f"{self.name}: {text}", file=sys.stderr, flush=True)

    def close(self) -> None:
        """The work is done: nothing is shown of it any more."""
        if self._bar is not None:
            self._bar.close()
        self._bar = self._began = None


_elsewhere: Send | None = None
_now: tuple[str, Send] | None = None  # the work that goes on, and where it is shown


def use(send: Send) -> None:
    """Send all progress there from now on."""
    global _elsewhere
    _elsewhere = send


@contextmanager
def progress_bar(name: str) -> Iterator[None]:
    """A display of the work that is so called: it shows what is reported inside.

    A part of other work is shown where that is, and counts in its time; then that goes on.
    """
    global _now
    before = _now
    send = before[1] if before is not None else _elsewhere or Display("exactbox").receive
    _now = name, send
    last = ("", -_OFTEN)  # the stage, and when it was sent
    said: set[str] = set()  # what a round has said, the next need not say again

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal last
        if isinstance(stage, Known):
            send(known=str(stage))
            return
        if isinstance(stage, Notice):
            if stage not in said:
                said.add(stage)
                send(say=str(stage))
            return
        now = time.monotonic()
        if stage != last[0] or now - last[1] >= _OFTEN:
            last = (stage, now)
            send(work=name, stage=stage, done=int(done), total=int(total))

    send(work=name, stage="", done=0, total=0)
    try:
        with watched(progress):
            yield
    finally:
        _now = before
        if before is None:
            send(close=True)
        else:
            send(work=before[0], stage="", done=0, total=0)


def hide() -> None:
    """Show nothing of the work until it reports again: something is to be printed."""
    if _now is not None:
        _now[1](close=True)
