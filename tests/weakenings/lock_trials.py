"""Lists of keys of the Monte Carlo lock: right ones, with lines left out, changed or of others.

No string of less than 10 letters is a key; those of 10 and 11 are known by hand (`brute_lock`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from tests.brute_lock import LENGTH_10, LENGTH_11, every_string, related_to
from tests.weakenings.trial import Family, Trial

Line = list[str]
KEYS = {10: sorted(LENGTH_10), 11: sorted(LENGTH_11)}
LONG = 16  # a length to which keys are not searched for


def derivation(x: str, empty: bool) -> list[Line]:
    """The lines that relate x to what it is related to; none if it is not related to anything."""
    y = related_to(x, empty)
    if y is None:
        return []
    if x[0] == "Q":
        return [["Q", x, y]]
    return [*derivation(x[1:], empty), [x[0], x, y]]


def lock_family(longest: int, rng: Random, count: int) -> Iterator[Trial]:
    """Trials of keys up to a length."""
    true_keys = [key for length in sorted(KEYS) for key in KEYS[length] if length <= longest]
    related = [x for x in every_string("QVLR", 5) if related_to(x)]
    for _ in range(count):
        empty = rng.random() < 0.7
        keys = true_keys if longest < LONG else rng.sample(true_keys, 1)
        if rng.random() < 0.5:
            keys = [key for key in keys if rng.random() < 0.8]
        if rng.random() < 0.6:
            keys = [*keys, rng.choice(related)]
        if rng.random() < 0.9:
            keys = sorted(keys, key=lambda key: (len(key), key))
        derivations = [derivation(key, empty) for key in keys]
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            _spoil(rng, keys, derivations)
        letters = rng.choice(["LQRV", "LQRVX"])
        question = {"empty": int(empty), "letters": letters, "max_length": longest}
        witness = {"keys": keys, "derivations": derivations}
        is_true = partial(_is_true, keys, true_keys if longest < LONG else None, longest, empty)
        yield Trial("lock", question, witness, is_true)


def _spoil(rng: Random, keys: list[str], derivations: list[list[Line]]) -> None:
    """Change one line, or its order; end with the key related to itself."""
    if not keys:
        return
    k = rng.randrange(len(keys))
    lines = derivations[k] = [line[:] for line in derivations[k]]
    if not lines or rng.random() < 0.3:
        lines.append(["Q" if rng.random() < 0.5 else keys[k][0], keys[k], keys[k]])
        return
    i = rng.randrange(len(lines))
    what = rng.randrange(4)
    if what == 0:
        del lines[i]
    elif what == 1:
        lines.insert(i, lines[i])
    elif what == 2:
        part, text = rng.choice([1, 2]), rng.choice(["", "Q", "R", keys[k]])
        lines[i][part] = text if rng.random() < 0.5 else lines[i][part] + text
    else:
        lines[i][0] = rng.choice("QLVR")


def _is_true(
    keys: list[str], every: list[str] | None, longest: int, empty: bool, claim: Any
) -> bool:
    """Whether these are keys, and all that there are."""
    if keys != sorted(set(keys), key=lambda key: (len(key), key)):
        return False
    right = all(related_to(key, empty) == key and len(key) <= longest for key in keys)
    complete = every is not None
    said = claim.facts["keys"], claim.facts["complete_to"], len(claim.theorems)
    said_so = said == (keys, longest if complete else 0, 2 if complete else 1)
    return right and said_so and (not complete or keys == every)


LOCK_FAMILIES: dict[str, Family] = {
    f"lock_{longest}": partial(lock_family, longest) for longest in (7, 10, 11, LONG)
}
