"""The context of long work: the executor of its parts, who is told of progress, how much memory.

None of it is passed from function to function: `using` sets it for all that is called inside, as
`decimal.localcontext` sets a precision; `in_context` gives a public function the arguments
``executor=`` and ``progress=``, which set it for one call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from exactbox.parallel.memory import physical_memory, size_words, used_memory
from exactbox.progress import Progress, watched

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactbox.parallel.finished import Finished

P = ParamSpec("P")
R = TypeVar("R")

_MIN_MEASURED_BYTES = 1 << 24  # less is not refused: a process with NumPy has twice that


class Workers(NamedTuple):
    """Who works on parts, where those that are done are kept, and bytes of memory."""

    executor: Executor | None = None
    finished: Finished | None = None
    memory: int | None = None


_ALONE = Workers()
_current: ContextVar[Workers] = ContextVar("workers", default=_ALONE)


def current() -> Executor | None:
    """The executor for the parts; None: this process alone."""
    return _current.get().executor


def workers() -> Workers:
    """The executor, the folder of finished tasks and the memory that are set here."""
    return _current.get()


def resumable() -> bool:
    """True where parts that are done are kept in a folder."""
    return _current.get().finished is not None


@contextmanager
def executor_context(
    executor: Executor | None, finished: Finished | None = None, memory: int | None = None
) -> Iterator[None]:
    """A context in which parts are handed to this executor; None: to nobody.

    Parts with a key that are in the folder `finished` are not done again. What would take more
    bytes of memory than `memory` is refused; None: more than `physical_memory`.
    """
    token = _current.set(Workers(executor, finished, memory))
    try:
        yield
    finally:
        _current.reset(token)


def memory_limit() -> int:
    """The number of bytes of memory that may be used here."""
    limit = _current.get().memory
    return physical_memory() if limit is None else limit


def require_memory(need: float, what: str) -> None:
    """Raise ValueError if this process would have more memory than it may, with `need` bytes more.

    Call it before they are taken; `what` takes them, for the message.

    Examples
    --------
    >>> with using(memory=1 << 30):
    ...     require_memory(1 << 33, "A: a matrix of this shape")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: A: a matrix of this shape takes 8... GiB of memory or more, need at most 1.0 GiB
    """
    if need > _MIN_MEASURED_BYTES:
        require_within_limit(used_memory() + need, what)


def require_within_limit(total: float, what: str) -> None:
    """Raise ValueError if `total` bytes are more memory than this process may have."""
    if total > (limit := memory_limit()):
        raise ValueError(
            f"{what} takes {size_words(total)} of memory or more, need at most {size_words(limit)}"
        )


@contextmanager
def using(
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    memory: int | None = None,
) -> Iterator[None]:
    """A context for long work; None leaves what it is around it.

    Parameters
    ----------
    executor : concurrent.futures.Executor, optional
        Works on the parts; results are the same bytes.
    progress : callable, optional
        Called as ``progress(stage, done, total)``; a total of 0 is not known.
    memory : int, optional
        Bytes: what would take more is refused, with a ValueError. Without it the machine's memory.

    Examples
    --------
    >>> import exactbox
    >>> with exactbox.using(progress=print):
    ...     turns = exactbox.total_until_end(exactbox.flip(1)).value
    Bellman check 4 4
    """
    now = _current.get()
    if executor is None:
        executor = now.executor
    else:
        from concurrent.futures import Executor

        if not isinstance(executor, Executor):
            hint = "; Dask's client has get_executor()" if hasattr(executor, "get_executor") else ""
            kind = type(executor).__name__
            raise TypeError(f"executor is a {kind}, need a concurrent.futures.Executor{hint}")
    limit = now.memory if memory is None else memory
    watching = nullcontext() if progress is None else watched(progress)
    with executor_context(executor, now.finished, limit), watching:
        yield


def in_context(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with ``executor=`` and ``progress=(stage, done, total)`` set around the call.

    None leaves what it is around it.
    """
    return _in_context(function, watched)


def in_counting_context(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with ``executor=`` and ``progress=(done, total)`` set around the call."""
    return _in_context(function, lambda progress: watched(None, progress))


def _in_context(
    function: Callable[P, R], watched_by: Callable[[Any], AbstractContextManager[None]]
) -> Callable[P, R]:
    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        executor, progress = kwargs.get("executor"), kwargs.get("progress")
        if executor is None and progress is None:
            return function(*args, **kwargs)
        watching = nullcontext() if progress is None else watched_by(progress)
        with using(executor=executor), watching:  # type: ignore[arg-type]
            return function(*args, **kwargs)

    return wrapper
