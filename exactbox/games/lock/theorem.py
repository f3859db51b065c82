"""Makay's theorem: the lock's keys in closed form.

The theorem (2016). With k + l and m odd, the keys are V^k R V^l L V^m Q written twice, and
V^m L V^k R V^l Q written twice followed by Q. With k + l + m = 2t that makes t(t+1) keys of length
4t + 6 and as many of length 4t + 7, and none of another length. It confirms the search and never
stands in for it.

Symbols: k, l, m numbers of V; t = (k + l + m) / 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from exactbox.games.lock.keys import KeysFound
from exactbox.games.lock.rules import LOCK


def general_count(length: int) -> int:
    """The number of keys of this length by Makay's theorem: t(t+1) at 4t+6 and 4t+7."""
    t, rest = divmod(length - 6, 4)
    return t * (t + 1) if t >= 0 and rest <= 1 else 0


def general_total(max_length: int) -> int:
    """The number of keys of at most this length by Makay's theorem, in closed form."""
    total = 0
    for shortest in (6, 7):
        t = max((max_length - shortest) // 4, 0)
        total += t * (t + 1) * (t + 2) // 3  # 1*2 + 2*3 + ... + t(t+1)
    return total


def general_form(min_length: int = 1, max_length: int | None = None) -> Iterator[str]:
    """The lock's keys by Makay's theorem, by length and then alphabetically, lazily.

    They are V^k R V^l L V^m Q twice, and V^m L V^k R V^l Q twice and a Q (k + l and m odd). Without
    `max_length` the iterator never ends.

    Examples
    --------
    >>> list(general_form(11, 11))
    ['VLRVQVLRVQQ', 'VLVRQVLVRQQ']
    """
    for length in count(min_length) if max_length is None else range(min_length, max_length + 1):
        t, rest = divmod(length - 6, 4)
        if t < 1 or rest > 1:
            continue
        keys = []
        for m in range(1, 2 * t, 2):
            for k in range(2 * t - m + 1):
                kl, vm = "V" * k + "R" + "V" * (2 * t - m - k), "V" * m  # V^k R V^l and V^m
                keys.append(f"{kl}L{vm}Q" * 2 if rest == 0 else f"{vm}L{kl}Q" * 2 + "Q")
        yield from sorted(keys)


def confirmed(found: KeysFound) -> bool:
    """True if the theorem gives the same keys; false for a machine that it is not about.

    A RuntimeError says that it gives other keys of the lock.
    """
    if found.machine != LOCK:
        return False
    if list(found.keys) != list(general_form(max_length=found.max_length)):
        raise RuntimeError("the search and the general form disagree")
    return True
