"""Progress of long work."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # the stage, what is done, of how much (0: unknown)


class Notice(str):
    """In place of a stage: a sentence to be shown in a line of its own."""

    __slots__ = ()


def of_stage(progress: Progress | None, name: str) -> Callable[[int, int], None] | None:
    """A function that reports the progress of one stage: done, of how much."""
    return None if progress is None else lambda done, total: progress(name, done, total)
