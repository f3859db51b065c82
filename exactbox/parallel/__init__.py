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
>>> turns = exactbox.total_until_end(exactbox.flip(2))
>>> with exactbox.parallel.Jobs(2) as processes:
...     exactbox.total_until_end(exactbox.flip(2), executor=processes).value == turns.value
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

from exactbox.late import attach

__getattr__, __dir__, __all__ = attach(__name__)
