"""Float methods, all with one signature: value iteration, Gauss-Seidel and SOR, policy iteration.

**The problem.** The fixed point v = T v of the Bellman operator, in floating point: fast, and a
guess, which the exact side then proves or improves.

**The methods.** `value_iteration` applies T to all nodes at once (Jacobi). `gauss_seidel` uses
new values at once: the nodes are coloured so that none depends on another of its colour under any
option, and a sweep relaxes one colour after the other, by the factor omega: v <- v + omega (T v -
v). `policy_iteration` (Howard 1960) solves the linear system of a policy, improves the policy,
and so on.

**Why policy iteration is fast here.** A few sweeps of value iteration first: their greedy policy
makes progress almost everywhere, and its graph falls apart into small strongly connected
components (12 cards: at most 32 of 4,095 states after 20 sweeps of 0.5 ms; early policies have
one component of nearly all states). In component order SuperLU fills in only inside the
components. Where components stay large a fill-reducing symmetric ordering is used, and beyond
that BiCGSTAB.

**Why it ends.** An option replaces the current one only if it is better by more than a relative
tolerance that is well above the solver's error, so values improve strictly and no policy comes
twice.

Sources: Puterman, *Markov Decision Processes*, 1994, chapters 6 and 7; Bertsekas, Tsitsiklis, 1991.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from exactbox.mdp.bellman import (
    BellmanOperator,
    FloatArray,
    expected_costs,
    policy_matrix,
)
from exactbox.mdp.process import DecisionProcess, IndexArray
from exactbox.mdp.ranks import ImproperPolicyError, attractor_ranks, policy_ranks
from exactbox.threads import single_threaded

Progress = Callable[[int, float], None]

_WARM_UP = (
    30  # sweeps before policy iteration: 12, 14 and 16 cards have final-sized components by 20
)
_SMALL = 1000  # nodes in a component up to which its LU factor may fill in completely
_DIRECT = 20_000  # nodes up to which a large component is factored
_TIE = 1e-11  # relative; the solver's own error is about 1e-13


class ConvergenceError(ArithmeticError):
    """Floating point did not get there: an iteration limit, or a singular float system."""


@dataclass(frozen=True, eq=False)
class FloatSolution:
    """What a float method found.

    Attributes
    ----------
    values : (C,) floats
        Per chance node; a float guess.
    policy : (D,) option indices
        Greedy for these values.
    iterations : int
        Sweeps that changed some value by more than the tolerance; policies evaluated, for
        policy iteration.
    change : float
        The largest change of the last sweep, in absolute value.
    method : str
    """

    values: FloatArray
    policy: IndexArray
    iterations: int
    change: float
    method: str


def value_iteration(
    process: DecisionProcess,
    *,
    start: float = 0.0,
    tolerance: float = 1e-12,
    max_iterations: int = 1_000_000,
    progress: Progress | None = None,
) -> FloatSolution:
    """v <- T v at all chance nodes at once, until no value changes by more than the tolerance.

    Parameters
    ----------
    process : DecisionProcess
    start : float
        The value of every chance node before the first sweep, terminals too.
    tolerance : float
        Absolute, at least 0.
    max_iterations : int
    progress : callable, optional
        Called as ``progress(iterations, change)``.

    Raises
    ------
    ConvergenceError
        After `max_iterations` sweeps.
    """
    operator = BellmanOperator(process)
    values = _first_values(process, start, tolerance)

    def sweep() -> float:
        nonlocal values
        new = operator(values)
        change = float(np.abs(new - values).max())
        values = new
        return change

    iterations, change = _until(sweep, tolerance, max_iterations, progress, "value iteration")
    return FloatSolution(values, operator.greedy(values), iterations, change, "value iteration")


def gauss_seidel(
    process: DecisionProcess,
    *,
    start: float = 0.0,
    tolerance: float = 1e-12,
    max_iterations: int = 1_000_000,
    relaxation: float = 1.0,
    progress: Progress | None = None,
) -> FloatSolution:
    """v <- v + omega (T v - v), one colour of nodes after the other, with new values at once.

    Parameters
    ----------
    process, start, tolerance, max_iterations, progress
        As for `value_iteration`.
    relaxation : float
        omega, above 0 and below 2; 1 is Gauss-Seidel, above it successive over-relaxation.

    Raises
    ------
    ValueError
        If omega is out of range.
    ConvergenceError
        After `max_iterations` sweeps, or where over-relaxation diverges.
    """
    if not 0 < relaxation < 2:
        raise ValueError(f"the relaxation factor is {relaxation}, need above 0 and below 2")
    colour = _colours(process)
    operators = [
        (nodes, BellmanOperator(process, nodes), 1.0 if terminal else relaxation)
        for nodes, terminal in _classes(process, colour)
    ]
    values = _first_values(process, start, tolerance)

    def sweep() -> float:
        change = 0.0
        for nodes, operator, omega in operators:
            step = omega * (operator(values) - values[nodes])
            values[nodes] += step
            change = max(change, float(np.abs(step).max()))
        return change

    iterations, change = _until(sweep, tolerance, max_iterations, progress, "Gauss-Seidel")
    policy = BellmanOperator(process).greedy(values)
    return FloatSolution(values, policy, iterations, change, "Gauss-Seidel")


def policy_iteration(
    process: DecisionProcess,
    *,
    start: float = 0.0,
    tolerance: float = 1e-12,
    max_iterations: int = 1000,
    warm_up: int = _WARM_UP,
    progress: Progress | None = None,
) -> FloatSolution:
    """Evaluate a policy by sparse LU, improve it greedily, until nothing improves.

    Parameters
    ----------
    process, start, tolerance, max_iterations, progress
        As for `value_iteration`; `start` and `tolerance` are those of the sweeps before the first
        policy, and `max_iterations` counts policies.
    warm_up : int
        At most so many sweeps; more where first policies would take ages to end.

    Raises
    ------
    ImproperPolicyError
        If from some chance node no policy ends, or if a reward can be collected for ever.
    ConvergenceError
        After `max_iterations` policies.
    """
    operator = BellmanOperator(process)
    values = _first_values(process, start, tolerance)
    for _ in range(warm_up):
        new = operator(values)
        done = np.abs(new - values).max() <= tolerance
        values = new
        if done:
            break
    policy = make_proper(process, operator.greedy(values))
    for iterations in range(1, max_iterations + 1):
        new = evaluate(process, policy, values)
        change = float(np.abs(new - values).max())
        values = new
        if progress is not None:
            progress(iterations, change)
        improved = operator.greedy(values, policy, _TIE)
        if (improved == policy).all():
            return FloatSolution(values, policy, iterations, change, "policy iteration")
        policy = improved
    raise ConvergenceError(f"policy iteration has not ended after {max_iterations} policies")


def make_proper(process: DecisionProcess, policy: IndexArray) -> IndexArray:
    """The policy, with options on a direct way to a terminal wherever it would never end.

    Raises
    ------
    ImproperPolicyError
        If from some chance node no policy ends.
    """
    ranks = policy_ranks(process, policy)
    if (ranks >= 0).all():
        return policy
    nearest = attractor_ranks(process)
    stuck = np.flatnonzero(nearest < 0)
    if stuck.size:
        raise ImproperPolicyError(f"state {stuck[0]}: no policy reaches a terminal from here")
    start = process.option_start[:-1]
    lengths = np.diff(process.option_start)
    reached = nearest[process.option_target]
    best = reached == np.repeat(np.minimum.reduceat(reached, start), lengths)
    first = np.flatnonzero(best)
    first = first[np.searchsorted(first, start)] - start
    lost = ranks[process.option_target[start + policy]] < 0
    return np.where(lost, first, policy)


def evaluate(process: DecisionProcess, policy: IndexArray, guess: FloatArray) -> FloatArray:
    """Solve v = cost + P_sigma v in floating point."""
    from scipy.sparse import eye_array
    from scipy.sparse.csgraph import connected_components
    from scipy.sparse.linalg import bicgstab

    transition = policy_matrix(process, policy)
    transition.sum_duplicates()  # connected_components does not end where entries stand twice
    cost = expected_costs(process)
    n = process.chance_nodes
    count, label = connected_components(transition, directed=True, connection="strong")
    _require_ends(process, transition, count, label)
    values = factored(transition, label, cost)
    if values is None:
        system = eye_array(n, format="csr") - transition
        with single_threaded():
            values, failed = bicgstab(system, cost, x0=guess, rtol=1e-13, atol=0.0, maxiter=10_000)
        if failed:
            raise ConvergenceError(f"BiCGSTAB has not converged on {n:,} states")
    senseless = cost.min() >= 0 and values.min() < -1e-6 * np.abs(values).max()
    if senseless or not np.isfinite(values).all():
        raise ConvergenceError("a policy's system is singular in floating point")
    return np.asarray(values)


def factored(transition: Any, label: IndexArray, cost: FloatArray) -> FloatArray | None:
    """v = cost + P v by sparse LU, None where the factor might fill the memory.

    Parameters
    ----------
    transition : (n, n) csr_array
    label : (n,) the strongly connected component of every row, as scipy numbers them
    cost : (n,)

    Raises
    ------
    ConvergenceError
        If the system is singular in floating point.
    """
    from scipy.sparse import csc_array, eye_array
    from scipy.sparse.linalg import splu

    largest = int(np.bincount(label).max())
    if largest > _DIRECT:
        return None
    system = eye_array(label.size, format="csr") - transition
    if not system.diagonal().all():  # SuperLU may write where it must not, and end the process
        raise ConvergenceError("a loop's probability is 1 in floating point")
    try:
        with single_threaded():
            if largest > _SMALL:
                factor = splu(csc_array(system), permc_spec="MMD_AT_PLUS_A", **_SYMMETRIC)
                return np.asarray(factor.solve(cost))
            order = np.argsort(label, kind="stable")
            ordered = csc_array(system[order][:, order])
            factor = splu(ordered, permc_spec="NATURAL", **_SYMMETRIC)
            values = np.empty(label.size)
            values[order] = factor.solve(cost[order])
            return values
    except RuntimeError:  # SuperLU: the factor is singular
        raise ConvergenceError("a policy's system is singular in floating point") from None


def _require_ends(process: DecisionProcess, transition: Any, count: int, label: IndexArray) -> None:
    """Every component is left again or is a terminal; rounding may hide from the LU that not."""
    source = np.repeat(np.arange(label.size), np.diff(transition.indptr))
    ends = np.zeros(count, dtype=bool)
    ends[label[process.terminals]] = True
    ends[label[source[label[source] != label[transition.indices]]]] = True
    stuck = np.flatnonzero(~ends[label])
    if stuck.size:
        raise ImproperPolicyError(
            f"state {stuck[0]}: costs add up for ever under a policy that never ends"
        )


_SYMMETRIC: dict[str, Any] = {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}


def _first_values(process: DecisionProcess, start: float, tolerance: float) -> FloatArray:
    """The constant that sweeps start from; ValueError for parameters that cannot be."""
    if not tolerance >= 0:
        raise ValueError(f"the tolerance is {tolerance}, need 0 or more")
    if not np.isfinite(start):
        raise ValueError(f"the start value is {start}, need a finite number")
    return np.full(process.chance_nodes, float(start))


def _until(
    sweep: Callable[[], float],
    tolerance: float,
    max_iterations: int,
    progress: Progress | None,
    name: str,
) -> tuple[int, float]:
    """Sweep until a sweep changes nothing by more than the tolerance: the sweeps before it."""
    for iterations in range(max_iterations + 1):
        change = sweep()
        if progress is not None:
            progress(iterations, change)
        if change <= tolerance:
            return iterations, change
        if not np.isfinite(change):
            break
    raise ConvergenceError(
        f"{name}: after {iterations + 1} sweeps the last change is {change:.3g}, "
        f"need {tolerance:.3g}"
    )


def _colours(process: DecisionProcess) -> IndexArray:
    """A colour per chance node, different from those of all nodes that it depends on, greedily."""
    from scipy.sparse import csr_array

    p = process
    branches = csr_array(
        (np.ones(p.branch_target.size, dtype=np.int32), p.branch_target, p.branch_start),
        shape=(p.chance_nodes, p.decision_nodes),
    )
    options = csr_array(
        (np.ones(p.option_target.size, dtype=np.int32), p.option_target, p.option_start),
        shape=(p.decision_nodes, p.chance_nodes),
    )
    needs = branches @ options
    near = (needs + needs.T).tocsr()
    start, other = near.indptr.tolist(), near.indices.tolist()
    colour = [-1] * p.chance_nodes
    for c in range(p.chance_nodes):
        taken = {colour[k] for k in other[start[c] : start[c + 1]] if k != c}
        mine = 0
        while mine in taken:
            mine += 1
        colour[c] = mine
    return np.array(colour, dtype=np.intp)


def _classes(process: DecisionProcess, colour: IndexArray) -> list[tuple[IndexArray, bool]]:
    """Terminals first (their value is at hand), then the other nodes of each colour."""
    terminal = process.terminals
    classes = [(np.flatnonzero(terminal), True)]
    for k in range(int(colour.max()) + 1):
        classes.append((np.flatnonzero((colour == k) & ~terminal), False))
    return [(nodes, end) for nodes, end in classes if nodes.size]
