"""Systems of Markov chains in floats without a subtraction: states are censored one by one.

    x(s) = cost(s) + sum_t p(s, t) x(t)   in free states,      x is given in the fixed ones

A chain that takes 10^16 steps to its fixed states has a matrix I - P that is singular in floats:
each diagonal entry is a difference. Here it is never formed: while the rows of P add up to 1,
1 - p(s, s) is the sum of the other entries, S(s). A state k that is watched no more leaves

    p(i, j) += p(i, k) p(k, j) / S(k),      cost(i) += p(i, k) cost(k) / S(k),

and p(i, i) is left out of S(i). All terms of a probability are positive, so it keeps nearly all its
digits, however long the chain takes. States with few neighbours are eliminated first, against
fill-in. It is slow, and for chains whose LU factors have no correct digits.

Sources: Grassmann, Taksar, Heyman, *Regenerative analysis and steady state distributions for Markov
chains*, 1985; O'Cinneide, *Entrywise perturbation theory and error analysis for Markov chains*,
1993 (the digits).
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np

from exactbox.mdp.model.layout import Array, PerState

_MAX_ADDITIONS = 400_000  # 0.1 s
_MIN_PROBABILITY, _MAX_VALUE = 1e-290, 1e290  # what is beyond counts as this


class Censoring:
    """A chain, its moves in compressed rows, watched in the fixed states only.

    From each other state the chain reaches one of these. An ArithmeticError says that elimination
    fills in too much.
    """

    def __init__(self, moves: Any, fixed: PerState) -> None:
        start, target, data = moves.indptr.tolist(), moves.indices.tolist(), moves.data.tolist()
        onward: list[dict[int, float]] = []
        backward: list[set[int]] = [set() for _ in start[1:]]
        for s, (low, high) in enumerate(pairwise(start)):
            row: dict[int, float] = {}
            for t, p in zip(target[low:high], data[low:high], strict=True):
                if t != s and p > 0:
                    row[t] = row.get(t, 0.0) + p
                    backward[t].add(s)
            onward.append(row)
        self._fixed = fixed
        self._censored: list[tuple[int, float, dict[int, float], dict[int, float]]] = []
        work = 0
        heap = [(len(onward[s]) * len(backward[s]), s) for s in np.flatnonzero(~fixed).tolist()]
        heapify(heap)
        while heap:
            _, k = heappop(heap)
            row, before = onward[k], backward[k]
            now = len(row) * len(before)
            if heap and now > heap[0][0]:
                heappush(heap, (now, k))
                continue
            work += now
            if work > _MAX_ADDITIONS:
                raise ArithmeticError("too many additions")
            total = sum(row.values())  # 1 - p(k, k)
            for j in row:
                backward[j].discard(k)
            into = {}
            for i in before:
                w = into[i] = onward[i].pop(k) / total  # p(i, k) / S(k)
                for j, p in row.items():
                    if j != i:
                        onward[i][j] = onward[i].get(j, 0.0) + max(w * p, _MIN_PROBABILITY)
                        backward[j].add(i)
            self._censored.append((k, total, row, into))

    def solve(self, right: Array) -> PerState:
        """Solve for x, from its values in fixed states and the costs of the free ones."""
        cost = right.tolist()
        x = np.where(self._fixed, right, 0.0).tolist()
        for k, _, _, into in self._censored:
            for i, w in into.items():
                cost[i] = min(max(cost[i] + w * cost[k], -_MAX_VALUE), _MAX_VALUE)
        for k, total, row, _ in reversed(self._censored):
            value = (cost[k] + sum([p * x[j] for j, p in row.items()])) / total
            x[k] = min(max(value, -_MAX_VALUE), _MAX_VALUE)
        return np.array(x)

    def visits(self) -> PerState:
        """(S,) y >= 0 with y = y P in the free states and y = 1 in the fixed ones."""
        visits = self._fixed.astype(float).tolist()
        for k, _, _, into in reversed(self._censored):
            visits[k] = sum([visits[i] * w for i, w in into.items()])
        return np.array(visits)
