"""Dask's workers: those of a cluster by its address, or of a small one that is started here."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

_LOCAL = "local:"


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """A context with the executor of a Dask cluster.

    Parameters
    ----------
    address : str
        Of the scheduler, ``tcp://host:8786``; or ``local:N`` for N processes that are started here
        and end with the context. The workers need exactbox.

    Raises
    ------
    ImportError
        Without the package ``distributed``, which the extra ``exactbox[dask]`` installs.
    OSError
        If nobody answers at the address.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise ImportError(
            "workers of Dask need the package distributed: pip install 'exactbox[dask]'"
        ) from None
    if address.startswith(_LOCAL):
        count = address.removeprefix(_LOCAL)
        if not count.isdecimal() or int(count) < 1:
            raise ValueError(f"{address!r}: need {_LOCAL}N with N workers, at least 1")
        with (
            LocalCluster(
                n_workers=int(count), threads_per_worker=1, dashboard_address=None
            ) as here,
            Client(here) as client,
        ):
            yield client.get_executor()
        return
    with Client(address) as client:
        yield client.get_executor()
