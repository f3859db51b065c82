"""One BLAS thread at a time.

The matrices here are small, and OpenBLAS's threads wait for each other by spinning: on a machine
with something else to do a triangular solve of order 64 took 7 ms with two threads and 0.05 ms
with one.

The number of threads belongs to the process, so the limit is counted: the first thread of Python
that asks for it sets it, and the last one out restores what was before. Were every one to restore
what it had found, the second would find, and later restore, the limit of the first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

_LOCK = Lock()  # over the two below
_limited: list[tuple[Any, int]] = []  # libraries whose threads are limited, and their number before
_inside = 0  # how many are in the context


def load_single_threaded() -> None:
    """Let a BLAS that NumPy has not loaded yet have one thread.

    Those of OpenBLAS spin when they begin: 30 ms of the first answer of `exactbox lp`. Netlib's
    programs take no longer without them (25fv47 0.57 s against 0.68, dfl001 4.55 against 4.64).
    """
    if "numpy" not in sys.modules:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@contextmanager
def single_threaded() -> Iterator[None]:
    """A context in which numpy's and scipy's BLAS use one thread."""
    global _inside
    with _LOCK:
        _inside += 1
        for library in _libraries() if _inside == 1 else ():
            before = library.get_num_threads()
            if before is not None and before != 1:
                library.set_num_threads(1)
                if library.get_num_threads() == 1:
                    _limited.append((library, before))
    try:
        yield
    finally:
        with _LOCK:
            _inside -= 1
            for library, before in _limited if _inside == 0 else ():
                # from 3.8 on threadpoolctl listens only to the thread that set the limit: perhaps
                # not this one, and it has nothing more to set
                release = getattr(library, "clear_controlling_thread", lambda force=False: None)
                if library.get_num_threads() == 1:  # else somebody has changed it since
                    release(force=True)
                    library.set_num_threads(before)
                release()
            if _inside == 0:
                _limited.clear()


@cache
def _libraries() -> list[Any]:
    """The BLAS libraries that are loaded by now, so scipy's has to be."""
    import scipy.linalg.lapack  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return [e for e in ThreadpoolController().lib_controllers if e.user_api == "blas"]
