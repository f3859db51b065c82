"""One BLAS thread at a time.

The matrices here are small, and OpenBLAS's threads wait for each other by spinning: on a machine
with something else to do a triangular solve of order 64 took 7 ms with two threads and 0.05 ms
with one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from threadpoolctl import ThreadpoolController


def single_threaded() -> AbstractContextManager[object]:
    """A context in which numpy's and scipy's BLAS use one thread."""
    return _controller().limit(limits=1)  # type: ignore[no-any-return]


@cache
def _controller() -> ThreadpoolController:
    """Knows the libraries that are loaded by now, so scipy's has to be."""
    import scipy.linalg.lapack  # noqa: F401
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
