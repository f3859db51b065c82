"""The Bellman operator in floating point: two array operations.

**The problem.** One application of

    (T v)(c) = cost(c) + sum_b p(b) w(target(b)),      w(d) = min_{o in options(d)} v(o)

to all chance nodes, or to some of them, as fast as memory allows.

**The method.** The sum is a sparse matrix-vector product. The minimum is taken over a *table* of
options: decision nodes of similar size stand side by side as the columns of an array whose rows are
first options, second options, and so on, short columns being filled up with their last option.
Gathering the table and reducing it row by row runs at vector speed; ``np.minimum.reduceat`` over
the flat options, the obvious way, takes eight times as long (12 cards, 233,415 options: 1.8 ms
against 0.2 ms), for it handles segments of two or three options one at a time. Filling at most
doubles a column, so the table is never more than twice the options.

**How exact.** Floats, a guess by design: each entry is right to a few units in the last place.

Symbols: v values of the chance nodes, w values of the decision nodes, T the Bellman operator, sigma
a policy, an option index (counted from 0 within its node) per decision node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from exactbox.mdp.process import DecisionProcess, IndexArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FloatArray = NDArray[np.float64]


class BellmanOperator:
    """(T v)(c) = cost(c) + sum_b p(b) min_o v(o), for all chance nodes or for the given ones.

    Parameters
    ----------
    process : DecisionProcess
    nodes : (K,) indices, optional
        The chance nodes to compute, all by default.

    Attributes
    ----------
    nodes : (K,) indices or None
    decisions : (E,) indices or None
        The decision nodes that these chance nodes lead to; None: all of them.
    transition : (K, E) csr_array
        Probabilities.
    cost : (K,) floats
    """

    def __init__(self, process: DecisionProcess, nodes: IndexArray | None = None) -> None:
        p = process
        self.nodes = nodes
        self.decisions: IndexArray | None = None
        probability, cost = probabilities(p), expected_costs(p)
        if nodes is None:
            indptr, target = p.branch_start, p.branch_target
        else:
            lengths = (p.branch_start[1:] - p.branch_start[:-1])[nodes]
            indptr = np.concatenate([[0], np.cumsum(lengths)])
            rows = np.repeat(p.branch_start[nodes] - indptr[:-1], lengths) + np.arange(indptr[-1])
            probability, cost = probability[rows], cost[nodes]
            used = np.zeros(p.decision_nodes, dtype=bool)
            used[p.branch_target[rows]] = True
            self.decisions = np.flatnonzero(used)
            target = (np.cumsum(used) - 1)[p.branch_target[rows]]
        self.cost = cost
        self._options = _OptionTable(p, self.decisions)
        self.transition = _csr(probability, target, indptr, self._options.size)

    def __call__(self, values: FloatArray) -> FloatArray:
        """T v at the operator's chance nodes."""
        new: FloatArray = self.cost + self.transition @ self._options.best(values)
        return new

    def decision_values(self, values: FloatArray) -> FloatArray:
        """w(d), the best option's value, at the decision nodes; overwritten by the next call."""
        return self._options.best(values)

    def greedy(
        self, values: FloatArray, policy: IndexArray | None = None, tie: float = 0.0
    ) -> IndexArray:
        """The option that attains w(d), as an index within the node, at the decision nodes.

        Parameters
        ----------
        values : (C,) floats
        policy : (E,) option indices, optional
            The options in use. They are kept unless another is better by more than `tie` times the
            value's size. Without a policy, and among several better options, the lowest index wins.
        tie : float
            Relative.
        """
        return self._options.greedy(values, policy, tie)


class _OptionTable:
    """Options of the chosen decision nodes, as one rectangular array per class of similar sizes."""

    def __init__(self, process: DecisionProcess, decisions: IndexArray | None) -> None:
        self._reduce: Any = np.minimum if process.sense == "min" else np.maximum
        starts = process.option_start[:-1]
        sizes = process.option_start[1:] - starts
        if decisions is not None:
            starts, sizes = starts[decisions], sizes[decisions]
        self.size = starts.size
        widest = int(sizes.max(initial=1))
        if widest * self.size <= 2 * int(sizes.sum()):
            members: list[tuple[IndexArray | None, int]] = [(None, widest)]
        else:  # class k: sizes in (2^(k-1), 2^k]
            classes = np.frexp(sizes - 0.5)[1]
            members = []
            for k in np.unique(classes):
                alike = np.flatnonzero(classes == k)
                members.append((alike, int(sizes[alike].max())))
        # (columns, option targets [rows, columns], buffer); columns None means all
        self._tables: list[tuple[IndexArray | None, IndexArray, FloatArray]] = []
        for which, height in members:
            first, size = (starts, sizes) if which is None else (starts[which], sizes[which])
            table = np.empty((height, first.size), dtype=np.intp)
            for row in range(height):
                table[row] = process.option_target[first + np.minimum(row, size - 1)]
            self._tables.append((which, table, np.empty(table.shape)))
        self._best = np.empty(self.size)

    def best(self, values: FloatArray) -> FloatArray:
        for which, table, buffer in self._tables:
            np.take(values, table, out=buffer, mode="clip")  # "raise" would copy; indices are valid
            for row in range(1, len(buffer)):
                self._reduce(buffer[0], buffer[row], out=buffer[0])
            if which is None:
                only: FloatArray = buffer[0]
                return only
            self._best[which] = buffer[0]
        return self._best

    def greedy(self, values: FloatArray, policy: IndexArray | None, tie: float) -> IndexArray:
        chosen = np.empty(self.size, dtype=np.intp)
        everything = slice(None)
        for which, table, buffer in self._tables:
            columns = everything if which is None else which
            np.take(values, table, out=buffer, mode="clip")
            best = buffer[0].copy()
            for row in range(1, len(buffer)):
                self._reduce(best, buffer[row], out=best)
            index = np.zeros(best.size, dtype=np.intp)
            for row in range(len(buffer) - 1, 0, -1):
                index[buffer[row] == best] = row
            index[buffer[0] == best] = 0
            if policy is not None:
                current = policy[columns]
                kept = np.take_along_axis(buffer, current[None, :], axis=0)[0]
                close = np.abs(kept - best) <= tie * np.maximum(np.abs(kept), np.abs(best))
                index = np.where(close, current, index)
            chosen[columns] = index
        return chosen


def probabilities(process: DecisionProcess) -> FloatArray:
    """weight / denominator of every branch, rounded once where the integers fit in 53 bits."""
    lengths = process.branch_start[1:] - process.branch_start[:-1]
    return _quotients(process.branch_weight, np.repeat(process.denominator, lengths))


def expected_costs(process: DecisionProcess) -> FloatArray:
    """cost / denominator of every chance node."""
    return _quotients(process.cost, process.denominator)


def _quotients(numerators: NDArray[Any], denominators: NDArray[Any]) -> FloatArray:
    """Python's own division for big integers: correctly rounded however long they are."""
    try:
        quotients: FloatArray = (numerators / denominators).astype(np.float64)
    except OverflowError:
        raise OverflowError("a cost is too large for floating point (above 1.8e308)") from None
    return quotients


def _csr(data: FloatArray, columns: IndexArray, indptr: IndexArray, width: int) -> csr_array:
    """A csr_array with 32-bit indices where they fit: half the memory to read."""
    from scipy.sparse import csr_array

    small = max(width, data.size) < 2**31
    kind = np.int32 if small else np.int64
    arrays = (data, columns.astype(kind), indptr.astype(kind))
    return csr_array(arrays, shape=(indptr.size - 1, width))


def chosen_nodes(process: DecisionProcess, policy: IndexArray) -> IndexArray:
    """(D,) the chance node that the policy picks at each decision node."""
    chosen: IndexArray = process.option_target[process.option_start[:-1] + policy]
    return chosen


def policy_matrix(process: DecisionProcess, policy: IndexArray) -> csr_array:
    """P_sigma over the chance nodes: v = cost + P_sigma v. Equal targets are not merged."""
    target = chosen_nodes(process, policy)[process.branch_target]
    return _csr(probabilities(process), target, process.branch_start, process.chance_nodes)
