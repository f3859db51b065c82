"""``--jobs``, ``--dask``, ``--parts`` and ``--max-memory``: processes, places and limits.

`exactbox.cli` runs every command that has one of them inside of `workers`, so a command needs to do
nothing more.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from exactbox.commands.terminal.options import Options, whole

_MOST = 1000  # processes
_SIZE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?)([KMGT]?)(?:i?B)?", re.ASCII)
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _jobs(text: str) -> int:
    """The number of processes."""
    jobs = whole(text)
    if not 1 <= jobs <= _MOST:
        raise argparse.ArgumentTypeError(f"found {jobs}, need 1 to {_MOST:,}")
    return jobs


def size(text: str) -> int:
    """Bytes; K, M, G and T are powers of 1024.

    Examples
    --------
    >>> [size(text) for text in ("8G", "1.5KiB", "100")]
    [8589934592, 1536, 100]
    """
    match = _SIZE.fullmatch(text)
    if match is None or not float(match[1]):
        raise argparse.ArgumentTypeError(f"found {text!a}, need a size: 8G, 500M, 1.5T")
    return round(float(match[1]) * _UNITS[match[2]])


EXECUTOR: Options = {
    "jobs": {"type": _jobs, "metavar": "N", "help": "work in N processes (1)"},
    "dask": {
        "metavar": "ADDRESS",
        "help": "have the workers of a Dask cluster work: tcp://HOST:8786; local:N starts N here",
    },
}
WORKERS: Options = {
    **EXECUTOR,
    "parts": {
        "metavar": "FOLDER",
        "help": "keep finished parts in this folder, and do none twice: the same command goes on "
        "where it was stopped",
    },
    "max-memory": {
        "type": size,
        "metavar": "SIZE",
        "help": "refuse to read or do what would take more than this: 8G, 500M (what there is)",
    },
}
LONG_WORK = "long work"  # the title above these options


def _seconds(text: str) -> float:
    """A time that is not 0."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text, re.ASCII) or not float(text):
        raise argparse.ArgumentTypeError(f"found {text!a}, need a number of seconds, such as 60")
    return float(text)


MAX_SECONDS: dict[str, Any] = {  # of each command that may work long
    "type": _seconds,
    "metavar": "S",
    "dest": "end_after",
    "default": argparse.SUPPRESS,
    "help": "end after S seconds, say what is known by then, and have exit code 3",
}


@contextmanager
def workers(arguments: argparse.Namespace) -> Iterator[None]:
    """A context with the workers that the options name."""
    jobs, address, folder, memory = (
        getattr(arguments, name, None) for name in ("jobs", "dask", "parts", "max_memory")
    )
    if jobs is not None and address is not None:
        raise ValueError("give --jobs or --dask: work is done here or by a cluster")
    from exactbox.parallel import Finished, Jobs, cluster, executor_context

    finished = None if folder is None else Finished(folder)
    here: Any = nullcontext() if jobs in (None, 1) else Jobs(jobs)
    who = here if address is None else cluster(address)
    with who as executor, executor_context(executor, finished, memory):
        yield
