"""Decision processes as two alternating layers, in flat integer arrays.

**The problem.** In a dice game the roll is seen before the move is chosen, so the minimum stands
inside the expectation. A *decision process* is a bipartite graph of *chance nodes* (a cost and
weighted branches to decision nodes) and *decision nodes* (options, each a chance node), and its
values solve

    v(c) = (cost(c) + sum_b weight(b) min_{o in options(target(b))} v(o)) / denominator(c)

with ``max`` in place of ``min``, and rewards in place of costs, when ``sense == "max"``. A chance
node without branches is a *terminal*: v = cost / denominator. Messages call a chance node a
*state*.

**The method.** Numerators over one integer denominator per chance node, in compressed rows (as in a
CSR matrix): the branches of c are the slice ``branch_start[c]:branch_start[c + 1]``. Whatever fits
in int64 is int64; what does not is an object array of Python integers. Nothing is a float.

**Why it can be relied on.** A process that exists is valid: the constructor checks it in exact
integers (weights that might overflow are added as Python integers), and the arrays are read-only
afterwards.

Symbols: C chance nodes, B branches, D decision nodes, O options.

Sources: Puterman, *Markov Decision Processes*, 1994, whose state-action pairs are the chance nodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[Any]  # int64, or objects that are Python integers
IndexArray = NDArray[np.intp]

INT64_MAX = 2**63 - 1
SHORT_SEGMENT = (
    8  # to 8 entries, comparing shifted copies beats sorting (6.5M options: 0.1 s against 0.6 s)
)


@dataclass(frozen=True, eq=False, repr=False)
class DecisionProcess:
    """v(c) = (cost[c] + sum_b weight[b] min_o v(o)) / denominator[c], held as flat arrays.

    Parameters
    ----------
    branch_start : (C + 1,) integers
        Chance node c has the branches ``branch_start[c]:branch_start[c + 1]``; a terminal has
        none.
    branch_target : (B,) integers
        The decision node a branch leads to; each at most once from one chance node.
    branch_weight : (B,) integers
        Positive. Those of a chance node sum to its denominator.
    denominator : (C,) integers
        Positive.
    cost : (C,) integers
        Numerator over the same denominator: paid at each visit of c (a reward when maximising).
    option_start : (D + 1,) integers
        Decision node d has the options ``option_start[d]:option_start[d + 1]``, at least one.
    option_target : (O,) integers
        The chance node an option leads to; each at most once from one decision node.
    start : int
        The chance node whose value is asked for.
    sense : "min" or "max"
    rule : mapping, optional
        The named rule and its parameters, as a certificate states them; None for a model that is
        just its arrays.

    Raises
    ------
    TypeError
        An array holds something other than integers.
    ValueError
        A condition above fails; the message names the node, what it has and what it needs.

    Examples
    --------
    Toss a coin until heads, each toss costs 1: v = 1 + v/2.

    >>> toss = DecisionProcess([0, 2, 2], [0, 1], [1, 1], [2, 1], [2, 0], [0, 1, 2], [0, 1])
    >>> toss
    DecisionProcess(min: 2 chance nodes, 2 branches, 2 decision nodes, 2 options)
    """

    branch_start: IndexArray
    branch_target: IndexArray
    branch_weight: IntArray
    denominator: IntArray
    cost: IntArray
    option_start: IndexArray
    option_target: IndexArray
    start: int = 0
    sense: str = "min"
    rule: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        for name in ("branch_start", "branch_target", "option_start", "option_target"):
            object.__setattr__(self, name, _index_array(name, getattr(self, name)))
        for name in ("branch_weight", "denominator", "cost"):
            object.__setattr__(self, name, _integer_array(name, getattr(self, name)))
        object.__setattr__(self, "start", _as_index("start", self.start))
        _validate(self)

    def __repr__(self) -> str:
        return (
            f"DecisionProcess({self.sense}: {self.chance_nodes} chance nodes, "
            f"{self.branch_target.size} branches, {self.decision_nodes} decision nodes, "
            f"{self.option_target.size} options)"
        )

    @property
    def chance_nodes(self) -> int:
        """C, the number of chance nodes, terminals included."""
        return self.branch_start.size - 1

    @property
    def decision_nodes(self) -> int:
        """D, the number of decision nodes."""
        return self.option_start.size - 1

    @property
    def terminals(self) -> NDArray[np.bool_]:
        """(C,) True where a chance node has no branches."""
        ends: NDArray[np.bool_] = self.branch_start[1:] == self.branch_start[:-1]
        return ends

    @classmethod
    def from_lists(
        cls,
        chance: Iterable[tuple[Any, Iterable[tuple[Any, int]]]],
        decision: Iterable[Iterable[int]],
        *,
        start: int = 0,
        sense: str = "min",
    ) -> DecisionProcess:
        """The process v(c) = cost + sum p min_o v(o), written down as lists.

        Parameters
        ----------
        chance : sequence of (cost, [(probability, decision node), ...])
            Costs and probabilities are ints or Fractions, never floats or strings.
        decision : sequence of [chance node, ...]

        Returns
        -------
        DecisionProcess
            Exactly the given numbers, each chance node over the least common denominator.

        Raises
        ------
        TypeError, ValueError
            As the constructor; messages name the state.

        Examples
        --------
        >>> half = Fraction(1, 2)
        >>> toss = DecisionProcess.from_lists([(1, [(half, 0), (half, 1)]), (0, [])], [[0], [1]])
        >>> toss.denominator.tolist(), toss.cost.tolist(), toss.branch_weight.tolist()
        ([2, 1], [2, 0], [1, 1])
        """
        branch_start, targets, weights, denominators, costs = [0], [], [], [], []
        for state, (cost, branches) in enumerate(chance):
            pairs = [(_rational(state, "probability", p), node) for p, node in branches]
            exact = _rational(state, "cost", cost)
            common = lcm(exact.denominator, *(p.denominator for p, _ in pairs))
            costs.append(int(exact * common))
            denominators.append(common)
            weights += [int(p * common) for p, _ in pairs]
            targets += [_as_index(f"state {state}: decision node", node) for _, node in pairs]
            branch_start.append(len(targets))
        option_start, options = [0], []
        for node, nodes in enumerate(decision):
            options += [_as_index(f"decision node {node}: state", option) for option in nodes]
            option_start.append(len(options))
        return cls(
            np.array(branch_start, dtype=np.intp),
            np.array(targets, dtype=np.intp),
            np.array(weights, dtype=object),
            np.array(denominators, dtype=object),
            np.array(costs, dtype=object),
            np.array(option_start, dtype=np.intp),
            np.array(options, dtype=np.intp),
            start=start,
            sense=sense,
        )


def _rational(state: int, what: str, number: object) -> Fraction:
    """An int or a Fraction as a Fraction; anything else is refused with the state's name."""
    if isinstance(number, bool) or not isinstance(number, Rational):
        raise TypeError(
            f"state {state}: {what} {number!r} is a {type(number).__name__}, "
            "need an int or a Fraction"
        )
    return Fraction(int(number.numerator), int(number.denominator))


def _as_index(name: str, number: object) -> int:
    """An integer that fits in int64, as a Python int."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)):
        raise TypeError(f"{name} {number!r} is a {type(number).__name__}, need an int")
    if not -INT64_MAX <= number <= INT64_MAX:
        raise ValueError(f"{name} {number} does not exist")
    return int(number)


def _read_only(array: NDArray[Any], source: object) -> NDArray[Any]:
    """The array with writing switched off; copied first if its owner could still write to it."""
    if array.flags.writeable:
        if array is source or array.base is not None:
            array = array.copy()
        array.flags.writeable = False
    return array


def _integer_array(name: str, values: ArrayLike) -> IntArray:
    """A read-only int64 array, or one of Python ints where int64 is too narrow."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name}: got {array.ndim} dimensions, need 1")
    if array.size == 0:
        array = array.astype(np.int64)
    listed = isinstance(values, (list, tuple))
    if array.dtype == object or (listed and array.size):
        # numpy turns big integers in a list into floats and lets booleans pass: look at the items
        items: list[Any] = list(values)  # type: ignore[arg-type]
        for position, item in enumerate(items):
            if isinstance(item, bool) or not isinstance(item, (int, np.integer)):
                raise TypeError(f"{name}[{position}] is {item!r}, need an integer")
        exact = [int(item) for item in items]
        fits = min(exact) >= -INT64_MAX and max(exact) <= INT64_MAX
        array = np.empty(len(exact), dtype=np.int64 if fits else object)
        array[:] = exact
    elif array.dtype.kind not in "iu":
        raise TypeError(f"{name}: got an array of {array.dtype}, need integers")
    elif array.dtype.kind == "u" and int(array.max()) > INT64_MAX:
        array = array.astype(object)
    elif array.dtype != np.int64:
        array = array.astype(np.int64)
    return _read_only(array, values)


def _index_array(name: str, values: ArrayLike) -> IndexArray:
    array = _integer_array(name, values)
    if array.dtype == object:
        raise ValueError(f"{name}: an entry does not fit in 64 bits")
    return _read_only(array.astype(np.intp, copy=False), values)


def _fail(node: str, message: str) -> NoReturn:
    raise ValueError(f"{node}: {message}")


def _check_starts(name: str, starts: IndexArray, entries: int, node: str) -> None:
    """Row pointers begin at 0, never fall, and end at the number of entries."""
    if starts.size == 0:
        raise ValueError(f"{name}: is empty, need one entry more than there are nodes")
    if starts[0] != 0 or starts[-1] != entries:
        raise ValueError(
            f"{name}: runs from {starts[0]} to {starts[-1]}, "
            f"need 0 to {entries}, the number of entries"
        )
    falls = np.flatnonzero(starts[1:] < starts[:-1])
    if falls.size:
        c = int(falls[0])
        _fail(f"{node} {c}", f"{name} falls from {starts[c]} to {starts[c + 1]}")


def _segment(starts: IndexArray, entry: int) -> int:
    """The node whose slice holds the entry."""
    return int(np.searchsorted(starts, entry, side="right")) - 1


def _check_targets(
    starts: IndexArray, target: IndexArray, nodes: int, words: tuple[str, str, str]
) -> None:
    """Every target exists, and no segment holds one twice."""
    here, entry, there = words
    if not target.size:
        return
    if target.min() < 0 or target.max() >= nodes:
        at = int(np.flatnonzero((target < 0) | (target >= nodes))[0])
        c = _segment(starts, at)
        exist = f"there are {nodes}" if nodes else "there are none"
        _fail(f"{here} {c}", f"{entry} {at - starts[c]} leads to {there} {target[at]}, {exist}")
    twice = _duplicate(starts, target, nodes)
    if twice is not None:
        many = "branches" if entry == "branch" else "options"
        c = _segment(starts, twice)
        _fail(f"{here} {c}", f"two {many} lead to {there} {target[twice]}, need at most one")


def _duplicate(starts: IndexArray, target: IndexArray, nodes: int) -> int | None:
    """An entry whose target stands a second time in its own segment; None if there is none."""
    rises = target[1:] > target[:-1]
    rises[starts[1:-1][(starts[1:-1] > 0) & (starts[1:-1] < target.size)] - 1] = True
    if rises.all():  # every segment is strictly increasing
        return None
    lengths = np.diff(starts)
    if lengths.max() <= SHORT_SEGMENT:
        found: list[int] = []
        for shift in range(1, int(lengths.max())):
            same = np.flatnonzero(target[shift:] == target[:-shift])
            first = np.searchsorted(starts, same, side="right")
            inside = same[first == np.searchsorted(starts, same + shift, side="right")]
            if inside.size:
                found.append(int(inside[0]))
        return min(found, default=None)
    owner = np.repeat(np.arange(lengths.size), lengths)
    order = np.lexsort((target, owner))
    same = np.flatnonzero(
        (owner[order[1:]] == owner[order[:-1]]) & (target[order[1:]] == target[order[:-1]])
    )
    return int(order[same[0]]) if same.size else None


def _segment_sums(starts: IndexArray, weights: IntArray) -> tuple[IndexArray, IntArray]:
    """The nodes that have entries, and the exact sum of each one's weights."""
    lengths = np.diff(starts)
    filled = np.flatnonzero(lengths)
    if not filled.size:
        return filled, weights[:0]
    if weights.dtype != object and int(weights.max()) * int(lengths.max()) > INT64_MAX:
        weights = weights.astype(object)
    return filled, np.add.reduceat(weights, starts[filled])  # empty segments add nothing between


def _validate(process: DecisionProcess) -> None:
    """Raise ValueError for the first thing that is wrong with the arrays."""
    p = process
    _check_starts("branch_start", p.branch_start, p.branch_target.size, "state")
    _check_starts("option_start", p.option_start, p.option_target.size, "decision node")
    states, decisions = p.chance_nodes, p.decision_nodes
    for name, array, size in (
        ("branch_weight", p.branch_weight, p.branch_target.size),
        ("denominator", p.denominator, states),
        ("cost", p.cost, states),
    ):
        if array.size != size:
            raise ValueError(f"{name}: got {array.size} entries, need {size}")
    if p.sense not in ("min", "max"):
        raise ValueError(f"sense is {p.sense!r}, need 'min' or 'max'")
    if not 0 <= p.start < states:
        raise ValueError(f"start: state {p.start} does not exist, there are {states}")
    bad = np.flatnonzero(p.denominator <= 0)
    if bad.size:
        _fail(
            f"state {bad[0]}",
            f"the denominator is {p.denominator[bad[0]]}, need a positive integer",
        )
    bad = np.flatnonzero(p.branch_weight <= 0)
    if bad.size:
        c = _segment(p.branch_start, int(bad[0]))
        at = int(bad[0]) - int(p.branch_start[c])
        _fail(
            f"state {c}",
            f"branch {at} has weight {p.branch_weight[bad[0]]}, need a positive integer",
        )
    filled, sums = _segment_sums(p.branch_start, p.branch_weight)
    wrong = np.flatnonzero(sums != p.denominator[filled])
    if wrong.size:
        c = int(filled[wrong[0]])
        total = Fraction(int(sums[wrong[0]]), int(p.denominator[c]))
        _fail(f"state {c}", f"weights sum to {total}, need 1")
    empty = np.flatnonzero(p.option_start[1:] == p.option_start[:-1])
    if empty.size:
        _fail(f"decision node {empty[0]}", "has no option, need at least one")
    _check_targets(p.branch_start, p.branch_target, decisions, ("state", "branch", "decision node"))
    _check_targets(p.option_start, p.option_target, states, ("decision node", "option", "state"))
