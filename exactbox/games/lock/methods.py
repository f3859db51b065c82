"""The four methods by name, and how they compare."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exactbox.games.lock.enumeration import construct, memoize, recursive
from exactbox.games.lock.keys import KeysFound
from exactbox.games.lock.rules import LOCK, Machine
from exactbox.games.lock.search import symbolic
from exactbox.parallel import in_context
from exactbox.progress import Progress

METHODS: dict[str, Callable[..., KeysFound]] = {
    method.__name__: method for method in (symbolic, construct, recursive, memoize)
}


@dataclass(frozen=True)
class Trial:
    """The keys that a method found and its time, or the reason why it refused."""

    method: str
    seconds: float
    found: KeysFound | None
    refusal: str = ""

    @property
    def took(self) -> dict[str, int | None]:
        """The number of keys, and of things looked at and held; nothing if it refused."""
        if self.found is None:
            return {}
        return {
            "keys": len(self.found.keys),
            "looked_at": self.found.looked_at,
            "pairs": self.found.pairs,
            "entries": self.found.entries,
            "hits": self.found.hits,
        }


@in_context
def try_method(
    method: str,
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
    progress: Progress | None = None,
) -> Trial:
    """Run one of `METHODS` and time it; a length that does not fit is an answer, not an error."""
    begin = time.perf_counter()
    try:
        result = METHODS[method](max_length, letters, machine=machine, allow_empty=allow_empty)
    except ValueError as error:
        return Trial(method, time.perf_counter() - begin, None, str(error))
    return Trial(method, time.perf_counter() - begin, result)


def agree(trials: Sequence[Trial], pairs: int) -> bool:
    """True if the methods that ran found the same keys, and met this number of related pairs."""
    ran = [trial.found for trial in trials if trial.found is not None]
    return len({found.keys for found in ran}) == 1 and all(
        found.pairs in (pairs, None) for found in ran
    )
