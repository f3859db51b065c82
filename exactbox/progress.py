"""Progress of long work: who is told of it is context, which no function hands on.

Work reports to whoever watches: `report` in stages, `report_done` (of linear algebra, which knows
no stages) inside the stage or the part that is set around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

Progress = Callable[[str, int, int], None]  # the stage, what is done, of how much (0: unknown)
ReportDone = Callable[[int, int], None]  # what is done, of how much: unknowns, or bits of a block


class Notice(str):
    """In place of a stage: a sentence to be shown in a line of its own."""

    __slots__ = ()


class Known(str):
    """In place of a stage: what is known so far; of work that is stopped the last one is said."""

    __slots__ = ()


class _Watchers(NamedTuple):
    stages: Progress | None = None
    done: ReportDone | None = None


_UNWATCHED = _Watchers()
_current: ContextVar[_Watchers] = ContextVar("watchers", default=_UNWATCHED)


def report(stage: str, done: int, total: int) -> None:
    """So much of a stage is done."""
    watcher = _current.get().stages
    if watcher is not None:
        watcher(stage, done, total)


def report_done(done: int, total: int) -> None:
    """So much is done of the stage, or of the part of it, that is set around this."""
    watcher = _current.get().done
    if watcher is not None:
        watcher(done, total)


def is_watched() -> bool:
    """True if anybody is told of stages."""
    return _current.get().stages is not None


@contextmanager
def watched(stages: Progress | None, done: ReportDone | None = None) -> Iterator[None]:
    """A context in which these are told; None: nobody is."""
    token = _current.set(_Watchers(stages, done))
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def hinted(hint: str) -> Iterator[None]:
    """A context in which a notice ends with this hint."""
    stages, done = _current.get()
    if stages is None:
        yield
        return

    def tell(stage: str, now: int, total: int) -> None:
        stages(Notice(f"{stage}; {hint}") if isinstance(stage, Notice) else stage, now, total)

    with watched(tell, done):
        yield


@contextmanager
def stage(name: str) -> Iterator[None]:
    """A context in which what `report_done` is told counts as progress of this stage."""
    stages = _current.get().stages
    if stages is None:
        yield
        return
    with watched(stages, lambda done, total: stages(name, done, total)):
        yield


@contextmanager
def part(before: int, size: int, total: int) -> Iterator[None]:
    """A context in which what is done counts within a part: `size` of `total`, after `before`."""
    stages, whole = _current.get()
    if whole is None:
        yield
        return
    with watched(stages, lambda done, n: whole(before + size * min(done, n - 1) // n, total)):
        yield
