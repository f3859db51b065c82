"""Long work in parts, on as many processors as there are.

Every public function that may take long takes ``executor=``, any `concurrent.futures.Executor`: of
threads, of processes of this machine (`Jobs`), or of a cluster (`cluster`, for Dask). What is
handed out is coarse: the blocks of a triangular form that are ready, with the values that they
need; ranges of a check; variants of a game. There is no scheduler here: parts that do not need each
other are submitted, the largest first, and whoever submits waits for them.

**The answer does not depend on it.** How work is cut up is a function of the question alone, and
every part returns what is determined by its arguments; so results and certificates are the same
bytes whatever the number of workers.

>>> import exactbox
>>> turns = exactbox.certify(exactbox.flip(2))
>>> with exactbox.parallel.Jobs(2) as processes:
...     exactbox.certify(exactbox.flip(2), executor=processes).value == turns.value
True

What a worker dies of is tried once more, and then is a `WorkerDied` that names the part; of a
caller's own executor that breaks the same is said.

The modules, in the order in which work passes through them:

============  ====================================================================================
context       the executor, progress and memory of all that is called inside: `using`
tasks         `Task`, a part and how large it is; `results`, what parts return
jobs          processes of this machine: one that dies costs its part
worker        what such a process does
memory        how much memory there is, and how much is used: `require_memory`
dask_cluster  Dask's workers
finished      parts that are done, kept in a folder, so that work can be resumed
============  ====================================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactbox.late import late_names
from exactbox.parallel.context import (
    current,
    executor_context,
    in_context,
    in_counting_context,
    memory_limit,
    require_memory,
    require_within_limit,
    resumable,
    using,
)

if TYPE_CHECKING:
    from exactbox.parallel.dask_cluster import cluster
    from exactbox.parallel.finished import Finished
    from exactbox.parallel.jobs import Jobs, Notes
    from exactbox.parallel.tasks import Task, WorkerDied, results

__all__ = [
    "Finished",
    "Jobs",
    "Notes",
    "Task",
    "WorkerDied",
    "cluster",
    "current",
    "executor_context",
    "in_context",
    "in_counting_context",
    "memory_limit",
    "require_memory",
    "require_within_limit",
    "results",
    "resumable",
    "using",
]

_HOMES = {  # what only work in parts needs
    "dask_cluster": ("cluster",),
    "finished": ("Finished",),
    "jobs": ("Jobs", "Notes"),
    "tasks": ("Task", "WorkerDied", "results"),
}

if not TYPE_CHECKING:  # a type checker reads the imports above
    __getattr__ = late_names(__name__, _HOMES)
