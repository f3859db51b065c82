"""Exact policy iteration: the optimal values of equations whose policies can be made to end.

Floating point proposes a policy (`methods.policy_iteration`), its values solve a linear system over
the rationals (`linalg`), and choices that are better, exactly, are taken until there are none. Each
policy is strictly better than the one before, so this ends; where floating point was right there is
one round.

A policy *ends* if from every state it gets, sooner or later, to where nothing is added any more
(the weight that is missing to the denominator). Rounds keep that: in a circle that is never left
values are averages of each other plus costs, so no change of choice on it was an improvement.

Sources: Puterman, *Markov Decision Processes*, 1994, sections 6.4 and 7.2; Bertsekas, Tsitsiklis,
*An analysis of stochastic shortest path problems*, 1991.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from exactbox.linalg import ExactVector
from exactbox.linalg.sparse import from_coordinates
from exactbox.linalg.system import solve_integers
from exactbox.mdp.collapse import free_components, merged
from exactbox.mdp.compare import signs
from exactbox.mdp.graph import first_choice, slices
from exactbox.mdp.lumping import classes, quotient
from exactbox.mdp.model import Array
from exactbox.mdp.process import DecisionProcess
from exactbox.mdp.ranks import ImproperPolicyError
from exactbox.mdp.rows import Rows

Progress = Callable[[str, int, int], None]

MAX_BITS = 1 << 38  # of all values together, as estimated: 32 GiB
_MAX_ROUNDS = 1000
_WARM_UPS = (30, 1000)  # sweeps of value iteration before floats iterate policies


class TooLargeError(ValueError):
    """Exact values would not fit into memory; see `bounds`."""


def optimal_values(rows: Rows, sense: str, *, progress: Progress | None = None) -> ExactVector:
    """v(s) = max_c Q(c), or min, over the policies that end.

    Parameters
    ----------
    rows : Rows
        From every state some policy ends. Costs have one sign, or all policies end.
    sense : "max" or "min"
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    ExactVector
        Of n entries.

    Raises
    ------
    ImproperPolicyError
        If from some state no policy ends.
    TooLargeError
        Before anything is solved, if the values would have more than `MAX_BITS` bits.
    """
    if not rows.states:
        return ExactVector([], [], [], 1)
    if rows.states**2 > MAX_BITS // 8:  # a matrix of fewer states cannot have so long a solution
        _require_room(rows)
    number = np.arange(rows.states)
    component, internal = free_components(rows)
    if internal.any():
        rows, number = merged(rows, component, internal)
    label = classes(rows)
    if label is not None:
        rows, number = quotient(rows, label), label[number]
    return _improved(rows, sense, progress).rows(number.tolist()).as_vector()


def evaluate(rows: Rows, policy: Array, *, progress: Progress | None = None) -> ExactVector:
    """The values of a policy that ends, exact.

    Parameters
    ----------
    rows : Rows
    policy : (n,) int64
        Indices into the choices.
    """
    n = rows.states
    branches = slices(rows.branch_start, policy)
    row = np.repeat(np.arange(n), np.diff(rows.branch_start)[policy])
    matrix = from_coordinates(
        (n, n),
        np.concatenate([row, np.arange(n)]),
        np.concatenate([rows.target[branches], np.arange(n)]),
        np.concatenate([-rows.weight[branches], rows.denominator[policy]]),
    )
    report = None if progress is None else _stage(progress)
    right = [[e] for e in rows.cost[policy].tolist()]
    x = solve_integers(matrix, right, progress=report)
    return ExactVector(x.denominators, x.block_of, x.numerators, 1)


def process_of(rows: Rows, sense: str) -> DecisionProcess:
    """The same as alternating layers: states decide, choices are chances, the rest is an end."""
    n, k = rows.states, rows.choices
    missing = rows.denominator - rows.sums(rows.weight)
    ends = np.flatnonzero(missing > 0)
    where = rows.branch_start[1:][ends]
    counts = np.diff(rows.branch_start)
    counts[ends] += 1
    return DecisionProcess(
        np.concatenate([[0], np.cumsum(counts), [counts.sum()]]),
        np.insert(rows.target, where, n),
        np.insert(rows.weight, where, missing[ends]),
        np.concatenate([rows.denominator, [1]]),
        np.concatenate([rows.cost, [0]]),
        np.concatenate([rows.choice_start, [k + 1]]),
        np.arange(k + 1),
        sense=sense,
    )


def _improved(rows: Rows, sense: str, progress: Progress | None) -> ExactVector:
    policy = _float_policy(rows, sense)
    better = 1 if sense == "max" else -1
    for _ in range(_MAX_ROUNDS):
        values = evaluate(rows, policy, progress=progress)
        if rows.choices == rows.states:
            return values
        improving = first_choice(rows, signs(rows, values) == better)
        if (improving < 0).all():
            return values
        policy = np.where(improving < 0, policy, improving)
    raise ArithmeticError(f"exact policy improvement has not ended after {_MAX_ROUNDS} rounds")


def _float_policy(rows: Rows, sense: str) -> Array:
    """A policy that ends, near the best; indices into the choices."""
    from exactbox.mdp.methods import ConvergenceError, make_proper, policy_iteration

    start = rows.choice_start[:-1]
    if rows.choices == rows.states:
        return start.copy()
    process = process_of(rows, sense)
    policy: Any = np.zeros(rows.states + 1, dtype=np.intp)
    for warm_up in _WARM_UPS:
        # a policy that hardly ever ends is no use to floats; if nothing helps, all steps are exact
        with suppress(ConvergenceError, ImproperPolicyError, OverflowError):
            policy = policy_iteration(process, warm_up=warm_up).policy
            break
    chosen: Array = start + make_proper(process, policy)[:-1]
    return chosen


def _require_room(rows: Rows) -> None:
    """Raise TooLargeError by an estimate: a component of n states has n values of n rows' bits."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    first = slices(rows.branch_start, rows.choice_start[:-1])
    counts = np.diff(rows.branch_start)[rows.choice_start[:-1]]
    start = np.concatenate([[0], np.cumsum(counts)])
    pattern = (np.ones(first.size, dtype=bool), rows.target[first], start)
    graph = csr_array(pattern, shape=(rows.states, rows.states))
    label = connected_components(graph, directed=True, connection="strong")[1]
    sizes = np.bincount(label)
    row_bits = np.bincount(label, np.log2(rows.denominator[rows.choice_start[:-1]].astype(float)))
    largest = int(np.argmax(sizes * row_bits))
    bits = float((sizes * row_bits).sum())
    if bits > MAX_BITS:
        raise TooLargeError(
            f"the exact values would take about {bits / 2**33:,.0f} GiB: {sizes[largest]:,} states "
            f"depend on each other, and each value has some {row_bits[largest]:,.0f} bits"
        )


def _stage(progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: progress("exact values", done, total)
