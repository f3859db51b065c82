"""The Bellman operator in floating point: two array operations.

**The problem.** One application of

    (T q)(c) = cost(c) + sum_b p(b) v(target(b)),      v(s) = min or max of q(o) over actions o of s

to all choices, or to some of them, as fast as memory allows.

**The method.** The sum is a sparse matrix-vector product. The minimum is taken over a *table* of
actions: states with a similar number of actions stand side by side as the columns of an array
whose rows are first actions, second actions, and so on, short columns being filled up with their
last action. Gathering the table, some columns at a time, and reducing it row by row runs at vector
speed; ``np.minimum.reduceat`` over the flat actions, the obvious way, takes eight times as long (12
cards, 233,415 actions: 1.8 ms against 0.2 ms), for it handles segments of two or three actions one
at a time. Filling at most doubles a column, so the table is never more than twice the actions.

**How exact.** Floats, a guess by design: each entry is right to a few units in the last place.

Symbols: q values of choices, v values of states, T the Bellman operator; an action's number is
counted from 0 within its state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import (
    CHUNK_ENTRIES,
    Array,
    PerBranch,
    PerChoice,
    PerState,
    Policy,
    slices,
    starts_of,
)
from exactbox.showing import show

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FloatArray = NDArray[np.float64]


class BellmanOperator:
    """(T q)(c) = cost(c) + sum_b p(b) min_o q(o), for all choices or for these.

    ``transition``, K x E, has the probabilities over the E states that the K choices lead to.
    """

    def __init__(self, equations: Equations, sense: str, choices: Array | None = None) -> None:
        e = equations
        probability, cost = probabilities(e), expected_costs(e)
        indptr, target = e.branch_start, e.target
        states: Array | None = None
        if choices is not None:
            branches = slices(e.branch_start, choices)
            indptr = starts_of(np.diff(e.branch_start)[choices])
            probability, cost = probability[branches], cost[choices]
            states, target = np.unique(e.target[branches], return_inverse=True)
        self.cost = cost
        self._reduce: Any = np.minimum if sense == "min" else np.maximum
        starts, sizes = e.action_start[:-1], np.diff(e.action_start)
        if states is not None:
            starts, sizes = starts[states], sizes[states]
        self._size = starts.size
        self.transition = csr(probability, target, indptr, self._size)
        widest = int(sizes.max(initial=1))
        if widest * self._size <= 2 * int(sizes.sum()):
            members: list[tuple[Array | None, int]] = [(None, widest)]
        else:  # class k: sizes in (2^(k-1), 2^k]
            classes = np.frexp(sizes - 0.5)[1]
            members = []
            for k in np.flatnonzero(np.bincount(classes)):
                alike = np.flatnonzero(classes == k)
                members.append((alike, int(sizes[alike].max())))
        # columns, the choices there [rows, columns], and where their values go
        self._tables: list[tuple[Any, Array, FloatArray]] = []
        for which, height in members:
            columns = self._size if which is None else which.size
            width = max(CHUNK_ENTRIES // height, 1)
            # 32 bits halve what is read, but take longer to look up
            kind = np.int32 if width < columns and e.choices < 2**31 else np.intp
            buffer = np.empty((height, min(width, columns)))
            for low in range(0, columns, width):
                part: Any = slice(low, min(low + width, columns))
                if which is not None:
                    part = which[part]
                first, size = starts[part], sizes[part]
                table = np.empty((height, first.size), dtype=kind)
                for row in range(height):  # the last action fills the column up
                    table[row] = e.choice_at(first + np.minimum(row, size - 1))
                self._tables.append((part, table, buffer[:, : first.size]))
        self._best = np.empty(self._size)

    def __call__(self, values: FloatArray) -> FloatArray:
        """T q at the operator's choices."""
        for columns, table, buffer in self._tables:  # v(s) = min_o q(o)
            np.take(values, table, out=buffer, mode="clip")  # "raise" would copy; indices are valid
            for row in range(1, len(buffer)):
                self._reduce(buffer[0], buffer[row], out=buffer[0])
            self._best[columns] = buffer[0]
        new: FloatArray = self.cost + self.transition @ self._best
        return new

    def greedy(self, values: FloatArray, within: Array | None = None, tie: float = 0.0) -> PerState:
        """The action that attains v(s), as its number within the state.

        Actions `within` are in use, and are kept unless another is better by more than `tie` times
        the value's size. Without them, and among several better actions, the lowest number wins.
        """
        chosen = np.empty(self._size, dtype=np.intp)
        for columns, table, buffer in self._tables:
            np.take(values, table, out=buffer, mode="clip")
            best = buffer[0].copy()
            for row in range(1, len(buffer)):
                self._reduce(best, buffer[row], out=best)
            index = np.zeros(best.size, dtype=np.intp)
            for row in range(len(buffer) - 1, 0, -1):
                index[buffer[row] == best] = row
            index[buffer[0] == best] = 0
            if within is not None:
                current = within[columns]
                kept = np.take_along_axis(buffer, current[None, :], axis=0)[0]
                close = np.abs(kept - best) <= tie * np.maximum(np.abs(kept), np.abs(best))
                index = np.where(close, current, index)
            chosen[columns] = index
        return chosen


def probabilities(equations: Equations) -> FloatArray:
    """weight / denominator of every branch, rounded once where the integers fit in 53 bits."""
    lengths = np.diff(_require_equations(equations).branch_start)
    return _quotients(equations.weight, np.repeat(equations.denominator, lengths))


def expected_costs(equations: Equations) -> FloatArray:
    """cost / denominator of every choice."""
    return _quotients(_require_equations(equations).cost, equations.denominator)


def _require_equations(equations: Any) -> Equations:
    """The equations; TypeError for what are none, such as a model."""
    if not isinstance(equations, Equations):
        raise TypeError(f"the equations: found {show(equations)}, need exactbox.mdp.Equations")
    return equations


def _quotients(numerators: Array, denominators: Array) -> FloatArray:
    """The quotients; of objects by Python's own division, correctly rounded however long."""
    try:
        quotients: FloatArray = (numerators / denominators).astype(np.float64, copy=False)
    except OverflowError:
        raise OverflowError("a cost is too large for floating point (above 1.8e308)") from None
    return quotients


def csr(data: PerBranch, columns: PerBranch, indptr: PerChoice, width: int) -> csr_array:
    """A csr_array with 32-bit indices where they fit: half the memory to read."""
    from scipy.sparse import csr_array

    small = max(width, data.size) < 2**31
    kind = np.int32 if small else np.int64
    arrays = (data, columns.astype(kind, copy=False), indptr.astype(kind))
    return csr_array(arrays, shape=(indptr.size - 1, width))


def policy_matrix(
    equations: Equations, policy: Policy, probability: FloatArray
) -> tuple[csr_array, Array, PerState]:
    """P_sigma over the unknowns, q = cost + P_sigma q; their choices; the one of each state."""
    start, column, term, chosen, at = equations.transitions(policy, probability)
    return csr(term, column, start, len(chosen)), chosen, at
