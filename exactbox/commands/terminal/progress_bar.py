"""Progress of long work on standard error: a bar that moves, or a line now and then.

On a terminal it is a bar of `tqdm`, after a moment; elsewhere a line after ten seconds and then at
growing intervals, so that nothing hangs without a word and no log fills up. Work that runs in a
child process sends its progress to the parent (`supervision`), whose bar moves also while the child
is in a library; else the bar moves as often as progress is reported.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from exactbox.progress import Notice, watched

_OFTEN = 0.1  # seconds between two reports that are shown
_FIRST_BAR = 0.5  # seconds before there is a bar: most questions are answered by then
_FIRST_LINE = 10.0  # seconds before there is a line where there is no terminal; then twice as long
_UNKNOWN = "{desc} {elapsed}"  # the bar where nobody knows of how much


class Display:
    """The progress of one piece of work after another, shown in lines with a name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._bar: Any = None
        self._began: float | None = None
        self._work = self._stage = ""
        self._done = self._total = 0
        self._next_line = _FIRST_LINE

    def receive(self, **message: Any) -> None:
        """A message of a `Sink`: what `show` takes, "say" with a sentence, or "close"."""
        if "close" in message:
            self.close()
        elif "say" in message:
            self.say(message["say"])
        else:
            self.show(**message)

    def show(self, work: str, stage: str, done: int, total: int) -> None:
        """So much of this stage is done (of 0: nobody knows of how much)."""
        if self._began is None:
            self._began, self._next_line = time.monotonic(), _FIRST_LINE
        self._work, self._stage, self._done, self._total = work, stage, done, total
        self.tick()

    def tick(self) -> None:
        """Move on: time has passed."""
        if self._began is None:
            return
        passed = time.monotonic() - self._began
        if self._is_terminal:
            if self._bar is None and passed >= _FIRST_BAR:
                from tqdm import tqdm

                self._bar = tqdm(unit="", leave=False, dynamic_ncols=True, initial=self._done)
                self._bar.start_t -= passed
            if self._bar is not None:
                self._bar.set_description_str(self._what(), refresh=False)
                self._bar.total, self._bar.n = self._total or None, self._done
                self._bar.bar_format = None if self._total else _UNKNOWN
                self._bar.refresh()
        elif passed >= self._next_line and sys.stderr is not None:
            self._next_line = 2 * passed
            so_far = f" {self._done:,} of {self._total:,}" if self._total else ""
            print(
                f"{self.name}: {self._what()}{so_far}, after {passed:,.0f} s",
                file=sys.stderr,
                flush=True,
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


class Sink:
    """The sender of progress: messages for `Display.receive`."""

    def send(self, **message: Any) -> None:
        """Send one message."""
        raise NotImplementedError


class _Here(Sink):
    """The display is this process's own."""

    def __init__(self) -> None:
        self._display = Display("exactbox")

    def send(self, **message: Any) -> None:
        self._display.receive(**message)


_elsewhere: Sink | None = None
_now: tuple[str, Sink] | None = None  # the work that goes on, and where it is shown


def use(sink: Sink) -> None:
    """Send all progress there from now on."""
    global _elsewhere
    _elsewhere = sink


@contextmanager
def progress_bar(name: str) -> Iterator[None]:
    """A display of the work that is so called: it shows what is reported inside."""
    global _now
    before, sink = _now, _elsewhere or _Here()
    _now = name, sink
    last = ("", -_OFTEN)  # the stage, and when it was sent
    said: set[str] = set()  # what a round has said, the next need not say again

    def progress(stage: str, done: int, total: int) -> None:
        nonlocal last
        if isinstance(stage, Notice):
            if stage not in said:
                said.add(stage)
                sink.send(say=str(stage))
            return
        now = time.monotonic()
        if stage != last[0] or now - last[1] >= _OFTEN:
            last = (stage, now)
            sink.send(work=name, stage=stage, done=int(done), total=int(total))

    sink.send(work=name, stage="", done=0, total=0)
    try:
        with watched(progress):
            yield
    finally:
        sink.send(close=True)
        _now = before
        show("")  # the work that this was a part of goes on


def show(stage: str) -> None:
    """Show what the work goes on with."""
    if _now is not None:
        work, sink = _now
        sink.send(work=work, stage=stage, done=0, total=0)


def hide() -> None:
    """Show nothing of the work until it reports again: something is to be printed."""
    if _now is not None:
        _now[1].send(close=True)
