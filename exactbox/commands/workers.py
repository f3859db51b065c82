"""``--jobs N`` and ``--dask ADDRESS``: who works on a command's parts.

`exactbox.cli` runs every command inside of `workers`, so a command that has these options needs to
do nothing more.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from exactbox.commands.options import whole


def add_workers_options(parser: Any, *, again: bool = False) -> None:
    """Who works: processes of this machine, or Dask's.

    `again` is for a command in a command: what stands before it counts.
    """
    default = argparse.SUPPRESS if again else None
    group = parser.add_argument_group("workers")
    group.add_argument(
        "--jobs", type=whole, default=default, metavar="N", help="work in N processes (1)"
    )
    group.add_argument(
        "--dask",
        default=default,
        metavar="ADDRESS",
        help="have the workers of a Dask cluster work; local:N starts N here",
    )
    group.add_argument(
        "--parts",
        default=default,
        metavar="FOLDER",
        help="keep finished parts of long work in this folder, and do none twice: the same "
        "command goes on where it was stopped",
    )


@contextmanager
def workers(arguments: argparse.Namespace) -> Iterator[None]:
    """A context with the workers that the options name."""
    jobs, address = getattr(arguments, "jobs", None), getattr(arguments, "dask", None)
    folder = getattr(arguments, "parts", None)
    if jobs is None and address is None and folder is None:
        yield
        return
    if jobs is not None and address is not None:
        raise ValueError("give --jobs or --dask: work is done here or by a cluster")
    if jobs is not None and jobs < 1:
        raise ValueError(f"--jobs is {jobs}, need at least 1")
    from exactbox.parallel import Finished, Jobs, cluster, using

    finished = None if folder is None else Finished(folder)
    if address is not None:
        with cluster(address) as executor, using(executor, finished):
            yield
    elif jobs is not None and jobs > 1:
        with Jobs(jobs) as executor, using(executor, finished):
            yield
    else:
        with using(None, finished):
            yield
