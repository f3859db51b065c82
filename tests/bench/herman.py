"""Herman's self-stabilising ring: expected steps until one token is left, as a linear system.

N processes (odd) in a ring hold a bit each. A process whose bit equals its left neighbour's has a
token and draws a new bit by a fair coin; the others copy their left neighbour's. One token is
stable.

Source: Herman, *Probabilistic self-stabilization*, 1990. The most expected steps, from three
tokens as far apart as they can be, are 4abc/N with a + b + c = N (McIver, Morgan, 2005).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from scipy.sparse import coo_array


def equations(n: int) -> tuple[coo_array, list[int]]:
    """A and b with A x = b, x the expected steps from every state that is not stable."""
    full = (1 << n) - 1
    left = [(s << 1 | s >> (n - 1)) & full for s in range(full + 1)]
    tokens = [~(s ^ left[s]) & full for s in range(full + 1)]
    unknown = {s: i for i, s in enumerate(s for s in range(full + 1) if tokens[s].bit_count() > 1)}
    rows, columns, values, right = [], [], [], []
    for s, i in unknown.items():
        draws = [0]
        for k in range(n):
            if tokens[s] >> k & 1:
                draws += [d | 1 << k for d in draws]
        copied = left[s] & ~tokens[s]
        after = [unknown[t] for t in (copied | d for d in draws) if t in unknown]
        rows += [i] * (len(after) + 1)
        columns += [i, *after]
        values += [len(draws)] + [-1] * len(after)
        right.append(len(draws))
    size = len(unknown)
    entries = (np.array(values), (np.array(rows), np.array(columns)))
    return coo_array(entries, shape=(size, size)), right


def most_steps(n: int) -> Fraction:
    """The known maximum, 4abc/N."""
    a, b = n // 3, (n + 1) // 3
    return Fraction(4 * a * b * (n - a - b), n)
