"""The price of a check: one budget of work and memory, whatever the certificate is like.

Files may be hostile. Whatever is read or calculated is paid from one `Budget`, in units of about a
nanosecond and in bytes, before it is done. A file of 1 MB gets some seconds; a larger one gets more
in proportion to its size. No verdict but GAVE UP depends on it.

`key` and `distinct` are trusted like arithmetic: integers that have one key would be taken for one.
"""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any

from ..files import WORK, WORK_PER_BYTE, GaveUp

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

MEMORY, MEMORY_PER_BYTE = 700 << 20, 15  # models of short numbers take 13 bytes a byte
VISIT = 300  # one step of a loop, with its arithmetic in small integers
ITEM = 100  # bytes of a number, or of a short list, and its place in a list
NUMBER = 40  # bytes of a number in a list
HASHED = 2**61 - 1  # below it integers have hashes of their own

# in units of work: from where on other processes share it, and the least of a range they get
MIN_SHARED_WORK, MIN_RANGE_WORK = 10**9, 10**9 // 2
RANGES_PER_PROCESS = 20  # so that nobody waits long for the first one, nor for the last


def key(n: int) -> int | str:
    """The key of an integer in a set or dict: Python's hash of an integer is its rest modulo
    2^61 - 1, so that a file can choose long ones with one hash; of a text it cannot."""
    return n if -HASHED < n < HASHED else f"{int(n):x}"


def distinct(numbers: Iterable[int]) -> list[int]:
    """Each of these integers once."""
    return [n for _, n in {key(n): n for n in numbers}.items()]


@contextmanager
def without_collection() -> Iterator[None]:
    """Python does not look for cycles of garbage: a check makes none, and to look through its lists
    again and again takes a third of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def metered(make: Any, budget: Budget) -> Any:
    """A class whose calculations this budget pays for."""
    return type(make.__name__, (make,), {"budget": budget, "__doc__": make.__doc__})


def price(a: int, b: int) -> int:
    """The units of work of a product of integers of a and b bits."""
    short, long = (a, b) if a < b else (b, a)
    if short < 2100:
        return (short // 30 + 1) * (long // 30 + 1)
    # Karatsuba, from 70 digits of 30 bits on: to double the shorter costs half more
    doublings = (short // 2100).bit_length() - 1
    units: int = (long // 30 + 1) * 70 * 3**doublings >> doublings
    return units


def workers_of(executor: Executor) -> int:
    """How many an executor has; if it does not say, as many as this machine has processors."""
    return getattr(executor, "_max_workers", None) or os.cpu_count() or 1


def map_in_order(
    executor: Executor, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    """The results of the function for these calls, in order; few calls are made and handed out at
    once, the first ones now."""
    results = _results(executor, function, iter(calls))
    next(results)
    return results


def _results(
    executor: Executor, function: Callable[..., Any], calls: Iterator[tuple[Any, ...]]
) -> Iterator[Any]:
    """None once the first calls are handed out, then what they return."""
    ahead = islice(calls, 2 * workers_of(executor))
    waiting: deque[Future[Any]] = deque()
    try:
        waiting.extend(executor.submit(function, *call) for call in ahead)
        yield None
        while waiting:
            yield waiting.popleft().result()
            waiting.extend(executor.submit(function, *call) for call in islice(calls, 1))
    finally:
        for future in waiting:
            future.cancel()


def range_numbers(sizes: Sequence[int], executor: Executor) -> Iterator[int]:
    """The number of the range that each block is in, by its work."""
    range_size = max(1, MIN_RANGE_WORK, sum(sizes) // (RANGES_PER_PROCESS * workers_of(executor)))
    return (total // range_size for total in accumulate(sizes))


class Budget:
    """The work and bytes that a check has left; by default as much as the size in bytes warrants,
    of what is packed at most some for each of its bytes (`files`).

    It knows what integers become (`number`), and who does parts of the check (`executor`).
    """

    def __init__(
        self,
        size: int,
        work: int | None = None,
        number: Callable[[int], Any] = int,
        executor: Executor | None = None,
        memory: int | None = None,
    ) -> None:
        self.work = self.all_work = WORK + WORK_PER_BYTE * size if work is None else work
        self.memory = MEMORY + MEMORY_PER_BYTE * size if memory is None else memory
        self.most = "a file of this size gets" if memory is None else f"the limit of {memory} bytes"
        self.number, self.executor = number, executor

    def numbers(self, integers: list[int]) -> list[Any]:
        """These integers, as what calculates with them."""
        return integers if self.number is int else [*map(self.number, integers)]

    def spend(self, work: int) -> None:
        """Pay for a calculation."""
        self.work -= work
        if self.work < 0:
            raise GaveUp(f"the check needs more work than {self.all_work} (see --max-work)")

    def keep(self, memory: int) -> None:
        """Pay for what is stored, and for storing it."""
        self.memory -= memory
        self.spend(memory)
        if self.memory < 0:
            raise GaveUp(f"the check needs more memory than {self.most}")

    def product(self, a: int, b: int, count: int = 1) -> None:
        """Pay for products of integers of a and b bits."""
        self.spend(price(a, b) * count)

    def division(self, a: int, b: int, count: int = 1) -> None:
        """Pay for quotients of integers of a and b bits, which Python finds by schoolbook: a digit
        of one takes 9 ns for 80 bits, 21 for 200, 125 for 3,000."""
        self.spend(((max(a - b, 0) // 30 + 1) * (b // 24 + 9) + a // 30) * count)

    def divisor(self, a: int, b: int) -> None:
        """Pay for the greatest common divisor of integers of a and b bits: Lehmer's method takes
        half a product of the digits of the shorter, once the longer is divided by it."""
        short, long = (a, b) if a < b else (b, a)
        self.division(long, short)
        self.spend(short * short // 1500)

    def multiple(self, a: int, b: int) -> None:
        """Pay for the least common multiple of integers of a and b bits: the greatest common
        divisor, of any length, the quotient of the first by it, and the product with the second."""
        self.divisor(a, b)
        self.division(a, min(a // 2, b))
        self.product(a, b)

    def inverse(self, a: int, modulus: int) -> None:
        """Pay for the inverse of an integer of a bits modulo one of so many, which Python finds by
        Euclid's algorithm: 35 us for 600 bits, 4.3 ms for 10,000."""
        self.division(a, modulus)
        self.spend(modulus * (50 + modulus // 25))
