"""A bar for long work, on standard error where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from exactbox.progress import Progress


@contextmanager
def progress_bar(name: str) -> Iterator[Progress]:
    """A bar on standard error where that is a terminal: ``progress(stage, done, total)``."""
    if not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    from tqdm import tqdm

    with tqdm(unit="", leave=False, dynamic_ncols=True) as bar:

        def progress(stage: str, done: int, total: int) -> None:
            bar.set_description(f"{name}: {stage}", refresh=False)
            bar.total = total
            bar.n = done
            bar.update(0)

        yield progress
