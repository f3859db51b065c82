"""The Monte Carlo lock: all its keys, by the classical ways and by the equation.

The problem (Smullyan, *The Lady or the Tiger?*, 1982, chapter 8). Combinations are strings of
letters; some open the lock, some jam it, the others are neutral. For all combinations x and y,

    Q:  QxQ is specially related to x;
    L:  if x is specially related to y, then Lx is specially related to Qy;
    V:  if x is specially related to y, then Vx is specially related to y reversed;
    R:  if x is specially related to y, then Rx is specially related to yy;
    Sp: if x is specially related to y, then y is neutral if x jams the lock, and y jams it if x is
    neutral.

By Sp a combination related to itself neither jams the lock nor is neutral: it opens it. Those are
the *keys*. Each x is related to at most one y: strip its leading L, V, R down to Q z Q, then apply
them to z from the inside out. So keys are the fixed points of a partial function, and other
machines of rules (`lock_rules`) can be asked for theirs in the same way.

Four methods, one signature, one answer:

- `recursive` tries every string; a recursion over positions decides, without copying any part of
  it;
- `memoize` tries every string, but keeps a table x -> y and looks up what follows the first letter;
- `construct` grows the related pairs from the opening rule, one letter longer at a time
  (`lock_enumeration` has these three);
- `symbolic` solves w(z) = w Q z Q for the strings w of L, V, R (`lock_search`): no string is ever
  tried, so it reaches further than the others by far, and what it finds holds over every alphabet.

The first three do the work that is there, exponential in the length, and agree on how many pairs
(x, y) with |x|, |y| <= n there are; `related_pairs` counts these without meeting them.

`general_form` lists the keys by a theorem of Makay (2016): with k + l and m odd, they are V^k R V^l
L V^m Q written twice, and V^m L V^k R V^l Q written twice followed by Q. With k + l + m = 2t that
makes t(t+1) of length 4t + 6 and as many of length 4t + 7. It checks the search and never stands in
for it.

Symbols: x, y strings with x related to y; w leading step letters, z the middle; n a limit on
lengths.

Sources: Smullyan 1982, as above. Makay, 2016, for the general form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from exactbox.games.lock_enumeration import (
    Found,
    Progress,
    by_length,
    construct,
    iterate_pairs,
    memoize,
    recursive,
    refuse,
    related_pairs,
)
from exactbox.games.lock_rules import (
    LOCK,
    MACHINES,
    Derived,
    Machine,
    UnrelatedError,
    alphabet,
    derive,
    explain,
    is_key,
    machine,
)
from exactbox.games.lock_search import Effort, Pattern, fill, patterns

__all__ = [
    "LOCK",
    "MACHINES",
    "METHODS",
    "Derived",
    "Found",
    "Machine",
    "UnrelatedError",
    "certificate",
    "construct",
    "derive",
    "explain",
    "general_count",
    "general_form",
    "general_total",
    "is_key",
    "iterate_pairs",
    "machine",
    "memoize",
    "recursive",
    "related_pairs",
    "symbolic",
]

# The lock to length 30 takes 0.07 s, to 60 takes 44 s, and each length takes 1.25 times as long as
# the one before: ten minutes to length 72.
SYMBOLIC_LIMIT = 72
# Keys that a machine with free letters may list.
KEYS_LIMIT = 10**6


def symbolic(
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
    progress: Progress | None = None,
) -> Found:
    """Solve w(z) = w Q z Q for every w that can work; otherwise as :func:`recursive`.

    Each key is derived by the rules before it is returned. If `free` is false, the keys are those
    over every alphabet: no other letter occurs in any.
    """
    letters = alphabet(letters, machine)
    refuse("symbolic", max_length)
    if max_length > SYMBOLIC_LIMIT:
        raise ValueError(
            f"symbolic search to length {max_length} would take too long, the limit is"
            f" {SYMBOLIC_LIMIT}" + " (the general form goes to any length)" * (machine == LOCK)
        )
    effort = Effort()
    found: list[Pattern] = []
    free = False
    count_keys = 0
    for length in range(1, max_length + 1):
        for pattern in patterns(length, machine, allow_empty=allow_empty, effort=effort):
            classes = len({c for c in pattern if isinstance(c, int)})
            free = free or classes > 0
            count_keys += len(letters) ** classes
            if count_keys > KEYS_LIMIT:
                raise ValueError(
                    f"more than {KEYS_LIMIT:,} keys of at most {length} letters over"
                    f" {letters}, too many to list"
                )
            found.append(pattern)
        if progress is not None:
            progress(effort.prefixes)
    keys = [key for pattern in found for key in fill(pattern, letters)]
    for key in keys:
        if not is_key(key, machine, allow_empty=allow_empty):
            raise RuntimeError(f"the search found {key}, which is not related to itself")
    return Found("symbolic", max_length, letters, by_length(keys), effort.prefixes, free=free)


METHODS: dict[str, Callable[..., Found]] = {
    method.__name__: method for method in (symbolic, construct, recursive, memoize)
}


def general_count(length: int) -> int:
    """How many keys of this length the lock has by Makay's theorem: t(t+1) at 4t+6 and 4t+7."""
    t, rest = divmod(length - 6, 4)
    return t * (t + 1) if t >= 0 and rest <= 1 else 0


def general_total(max_length: int) -> int:
    """How many keys of at most this length the lock has by Makay's theorem, in closed form."""
    total = 0
    for shortest in (6, 7):
        t = max((max_length - shortest) // 4, 0)
        total += t * (t + 1) * (t + 2) // 3  # 1*2 + 2*3 + ... + t(t+1)
    return total


def general_form(min_length: int = 1, max_length: int | None = None) -> Iterator[str]:
    """The lock's keys by Makay's theorem, shortest first, lazily.

    Parameters
    ----------
    min_length, max_length : int
        Lengths to list; without `max_length` the iterator never ends.

    Yields
    ------
    str
        V^k R V^l L V^m Q twice, and V^m L V^k R V^l Q twice and a Q (k + l and m odd), by length
        and then alphabetically.

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
                kl, vm = "V" * k + "R" + "V" * (2 * t - m - k), "V" * m
                keys.append(f"{kl}L{vm}Q" * 2 if rest == 0 else f"{vm}L{kl}Q" * 2 + "Q")
        yield from sorted(keys)


def certificate(found: Found, *, allow_empty: bool = True) -> dict[str, object]:
    """The claim that these are the lock's keys, with a derivation of each, for the checker.

    Parameters
    ----------
    found : Found
        What a method found for the lock itself.
    allow_empty : bool
        As it was for the method.

    Returns
    -------
    dict
        Of JSON values: "certificate" 1, "kind" "lock", the "claim" (letters, max_length, empty,
        keys) and for each key its derivation, lines [rule, x, y] of which the last has x = y = the
        key.

    Raises
    ------
    ValueError
        A key that is not one under the lock's rules.
    """
    if quoted := set(found.letters) & set('"\\'):
        raise ValueError(f"a certificate cannot hold the letter {min(quoted)}")
    derivations = []
    for key in found.keys:
        lines = derive(key, allow_empty=allow_empty)
        if lines[-1].y != key:
            raise ValueError(
                f"{key} is not a key of the Monte Carlo lock: certificates are for its rules only"
            )
        derivations.append([[line.rule, line.x, line.y] for line in lines])
    return {
        "certificate": 1,
        "claim": {
            "empty": int(allow_empty),
            "keys": list(found.keys),
            "letters": "".join(sorted(found.letters)),
            "max_length": found.max_length,
        },
        "derivations": derivations,
        "kind": "lock",
    }
