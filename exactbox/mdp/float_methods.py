"""Float methods, all with one signature: value iteration, Gauss-Seidel and SOR, policy iteration.

**The problem.** The fixed point q = T q of the Bellman operator, in floating point: fast, and a
guess, which the exact side then proves or improves.

**The methods.** `value_iteration` applies T to all choices at once (Jacobi). `gauss_seidel` uses
new values at once: the choices are coloured so that none depends on another of its colour under any
policy, and a sweep relaxes one colour after the other, by the factor omega: q <- q + omega (T q -
q). `policy_iteration` (Howard 1960) solves the linear system of a policy, improves the policy,
and so on.

**Why policy iteration is fast here.** A few sweeps of value iteration first: their greedy policy
makes progress almost everywhere, and its graph often falls apart into small strongly connected
components (12 cards: at most 32 of 4,095 choices after 20 sweeps of 0.5 ms; early policies have
one component of nearly all). In component order SuperLU fills in only inside the components. Where
components stay large a fill-reducing symmetric ordering is used, and beyond that BiCGSTAB, which
looks at early policies roughly and at the last one as precisely as floats can tell (modified policy
iteration).

**Why it ends.** An option replaces the current one only if it is better by more than a relative
tolerance that is well above the solver's error, so values improve strictly and no policy comes
twice.

Symbols: q values of choices, v values of states, T the Bellman operator, sigma a policy.
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
    csr,
    expected_costs,
    policy_matrix,
    probabilities,
)
from exactbox.mdp.equations import Equations
from exactbox.mdp.graph import Attractor, choice_ranks, first_option
from exactbox.mdp.layout import Array, PerChoice, PerState, Policy
from exactbox.threads import single_threaded

Sweeps = Callable[[int, float], None]  # progress: iterations, change

_WARM_UP = (
    30  # sweeps before policy iteration: 12, 14 and 16 cards have final-sized components by 20
)
_SMALL = 1000  # unknowns in a component up to which its LU factor may fill in completely
_DIRECT = 20_000  # unknowns up to which a large component is factored
_TIE = 1e-11  # relative; the solver's own error is about 1e-13
_ROUGH, _PRECISE = (1e-4, 50), (1e-13, 500)  # BiCGSTAB's tolerance and its iterations


class ConvergenceError(ArithmeticError):
    """Floating point did not get there: an iteration limit, or a singular float system."""


class ImproperPolicyError(ValueError):
    """A policy from some state never ends, or may not."""


@dataclass(frozen=True, eq=False)
class FloatSolution:
    """What a float method found.

    Attributes
    ----------
    values : (C,) floats
        Of the choices; a float guess.
    policy : (S,) options
        Greedy for these values.
    iterations : int
        Sweeps that changed some value by more than the tolerance; policies evaluated, for
        policy iteration.
    change : float
        The largest change of the last sweep, in absolute value.
    method : str
    """

    values: FloatArray
    policy: Policy
    iterations: int
    change: float
    method: str


def value_iteration(
    equations: Equations,
    sense: str,
    *,
    start: float = 0.0,
    tolerance: float = 1e-12,
    max_iterations: int = 1_000_000,
    progress: Sweeps | None = None,
) -> FloatSolution:
    """q <- T q at all choices at once, until no value changes by more than the tolerance.

    Parameters
    ----------
    equations : Equations
    sense : "min" or "max"
    start : float
        The value of every choice before the first sweep, also of those that end the play.
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
    operator = BellmanOperator(equations, sense)
    values = _first_values(equations, start, tolerance)

    def sweep() -> float:
        nonlocal values
        new = operator(values)
        change = float(np.abs(new - values).max())
        values = new
        return change

    iterations, change = _until(sweep, tolerance, max_iterations, progress, "value iteration")
    policy = equations.option_start[:-1] + operator.greedy(values)
    return FloatSolution(values, policy, iterations, change, "value iteration")


def gauss_seidel(
    equations: Equations,
    sense: str,
    *,
    start: float = 0.0,
    tolerance: float = 1e-12,
    max_iterations: int = 1_000_000,
    relaxation: float = 1.0,
    progress: Sweeps | None = None,
) -> FloatSolution:
    """q <- q + omega (T q - q), one colour of choices after the other, with new values at once.

    Parameters
    ----------
    equations, sense, start, tolerance, max_iterations, progress
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
    operators = [
        (choices, BellmanOperator(equations, sense, choices), 1.0 if ends else relaxation)
        for choices, ends in _classes(equations, _colours(equations))
    ]
    values = _first_values(equations, start, tolerance)

    def sweep() -> float:
        change = 0.0
        for choices, operator, omega in operators:
            step = omega * (operator(values) - values[choices])
            values[choices] += step
            change = max(change, float(np.abs(step).max()))
        return change

    iterations, change = _until(sweep, tolerance, max_iterations, progress, "Gauss-Seidel")
    policy = equations.option_start[:-1] + BellmanOperator(equations, sense).greedy(values)
    return FloatSolution(values, policy, iterations, change, "Gauss-Seidel")


def policy_iteration(
    equations: Equations,
    sense: str,
    *,
    start: float = 0.0,
    tolerance: float = 1e-12,
    max_iterations: int = 1000,
    warm_up: int = _WARM_UP,
    direct: bool = True,
    progress: Sweeps | None = None,
) -> FloatSolution:
    """Evaluate a policy by sparse LU or BiCGSTAB, improve it greedily, until nothing improves.

    Parameters
    ----------
    equations, sense, start, tolerance, max_iterations, progress
        As for `value_iteration`; `start` and `tolerance` are those of the sweeps before the first
        policy, and `max_iterations` counts policies.
    warm_up : int
        At most so many sweeps; more where first policies would take ages to end.
    direct : bool
        Whether to begin with LU, which suits policies with small components (else BiCGSTAB with
        rough looks at early policies: 10,000 cells of one component take half the time).

    Raises
    ------
    ImproperPolicyError
        If from some state no policy ends, or if a reward can be collected for ever.
    ConvergenceError
        After `max_iterations` policies.
    """
    operator, first = BellmanOperator(equations, sense), equations.option_start[:-1]
    values = _first_values(equations, start, tolerance)
    for _ in range(warm_up):
        new = operator(values)
        done = np.abs(new - values).max() <= tolerance
        values = new
        if done:
            break
    policy = make_proper(equations, first + operator.greedy(values))
    evaluate, precise = _Evaluation(equations, direct), False
    for iterations in range(1, max_iterations + 1):
        new = evaluate(policy, values, precise)
        change = float(np.abs(new - values).max())
        values = new
        if progress is not None:
            progress(iterations, change)
        improved = first + operator.greedy(values, policy - first, _TIE)
        changes = int((improved != policy).sum())
        if not changes and (precise or evaluate.direct):
            return FloatSolution(values, policy, iterations, change, "policy iteration")
        precise = changes <= equations.states // 1000
        policy = improved
    raise ConvergenceError(f"policy iteration has not ended after {max_iterations} policies")


def make_proper(equations: Equations, policy: Policy) -> Policy:
    """The policy, with options on a most direct way out wherever it would never end.

    Raises
    ------
    ImproperPolicyError
        If from some state no policy ends.
    """
    kept = np.zeros(equations.options, dtype=bool)
    kept[policy] = True
    lost = ending_ranks(equations, kept) < 0
    if not lost.any():
        return policy
    return np.where(lost, most_direct(equations, np.ones_like(kept)), policy)


def ending_ranks(equations: Equations, options: Array, *, every: bool = False) -> PerState:
    """(S,) steps until it may be over, with the best of these options, or with the worst of them.

    -1 where there is no way, or for some of the options none.
    """
    nobody = np.zeros(equations.states, dtype=bool)
    who = np.full(equations.states, every)
    return Attractor(equations).ranks(nobody, ~nobody, who, options, equations.leaving)


def most_direct(equations: Equations, options: Array) -> Policy:
    """(S,) the first of these options, a bool each, that is on a shortest way out.

    Raises
    ------
    ImproperPolicyError
        If from some state there is no way.
    """
    rank = ending_ranks(equations, options)
    if (rank < 0).any():
        s = int(np.argmax(rank < 0))
        raise ImproperPolicyError(f"state {s}: no policy ends the play from here")
    steps = equations.per_option(choice_ranks(equations, rank, equations.leaving))
    steps = np.where(options & (steps >= 0), steps, np.iinfo(np.int64).max)
    least = np.minimum.reduceat(steps, equations.option_start[:-1])
    return first_option(equations, steps == least[equations.state_of])


class _Evaluation:
    """Solves q = cost + P_sigma q for one policy after another.

    `direct` says whether the last one was factored. Once the components are too large for that,
    further policies are left to BiCGSTAB without another look.
    """

    def __init__(self, equations: Equations, direct: bool) -> None:
        self._equations = equations
        self._probability, self._cost = probabilities(equations), expected_costs(equations)
        arrays = (self._probability, equations.target, equations.branch_start)
        self._transition = csr(*arrays, equations.states)
        self._leaving = equations.leaving
        self.direct = direct

    def __call__(self, policy: Policy, guess: FloatArray, precise: bool) -> FloatArray:
        """(C,) the values of all choices under the policy."""
        transition, chosen, at = policy_matrix(self._equations, policy, self._probability)
        cost, values = self._cost[chosen], None
        if self.direct:
            values = self._factored(transition, chosen, cost)
            self.direct = values is not None
        if values is None:
            values = self._iterated(transition, chosen, cost, guess[chosen], precise)
        q: FloatArray = self._cost + self._transition @ values[at]
        return q

    def _factored(self, transition: Any, chosen: Array, cost: FloatArray) -> FloatArray | None:
        """By sparse LU; None where the factor might fill the memory."""
        from scipy.sparse.csgraph import connected_components

        transition.sum_duplicates()  # connected_components does not end where entries stand twice
        count, label = connected_components(transition, directed=True, connection="strong")
        self._require_ends(transition, chosen, count, label)
        values = factored(transition, label, cost)
        if values is None:
            return None
        senseless = cost.min() >= 0 and values.min() < -1e-6 * np.abs(values).max()
        if senseless or not np.isfinite(values).all():
            raise ConvergenceError("a policy's system is singular in floating point")
        return values

    def _iterated(
        self, transition: Any, chosen: Array, cost: FloatArray, guess: FloatArray, precise: bool
    ) -> FloatArray:
        """By BiCGSTAB; where it diverges, or is to be precise and is not, by LU if that can be."""
        from scipy.sparse import eye_array
        from scipy.sparse.linalg import bicgstab

        system = eye_array(len(cost), format="csr") - transition
        rtol, iterations = _PRECISE if precise else _ROUGH
        with single_threaded(), np.errstate(all="ignore"):
            found, failed = bicgstab(
                system, cost, x0=guess, rtol=rtol, atol=0.0, maxiter=iterations
            )
            left, before = (np.abs(cost - system @ x).max() for x in (found, guess))
        diverged = not left <= before
        values: FloatArray | None = None
        if diverged or (precise and failed):
            values = self._factored(transition, chosen, cost)
        if values is None:
            values = guess if diverged else found
        return values

    def _require_ends(self, transition: Any, chosen: Array, count: int, label: Array) -> None:
        """Every component is left again; rounding may hide from the LU that one is not."""
        source = np.repeat(np.arange(label.size), np.diff(transition.indptr))
        ends = np.zeros(count, dtype=bool)
        ends[label[self._leaving[chosen]]] = True
        ends[label[source[label[source] != label[transition.indices]]]] = True
        stuck = np.flatnonzero(~ends[label])
        if stuck.size:
            raise ImproperPolicyError(
                f"choice {chosen[stuck[0]]} of all: costs add up for ever under a policy that "
                "never ends"
            )


def factored(transition: Any, label: Array, cost: FloatArray) -> FloatArray | None:
    """x = cost + P x by sparse LU, None where the factor might fill the memory.

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


_SYMMETRIC: dict[str, Any] = {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}


def _first_values(equations: Equations, start: float, tolerance: float) -> FloatArray:
    """The constant that sweeps start from; ValueError for parameters that cannot be."""
    if not tolerance >= 0:
        raise ValueError(f"the tolerance is {tolerance}, need 0 or more")
    if not np.isfinite(start):
        raise ValueError(f"the start value is {start}, need a finite number")
    return np.full(equations.choices, float(start))


def _until(
    sweep: Callable[[], float],
    tolerance: float,
    max_iterations: int,
    progress: Sweeps | None,
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


def _colours(equations: Equations) -> PerChoice:
    """A colour per choice, different from those of all choices that it depends on, greedily."""
    from scipy.sparse import csr_array

    e = equations
    option = np.arange(e.options) if e.option is None else e.option
    branches = csr_array(
        (np.ones(e.target.size, dtype=np.int32), e.target, e.branch_start),
        shape=(e.choices, e.states),
    )
    options = csr_array(
        (np.ones(e.options, dtype=np.int32), option, e.option_start),
        shape=(e.states, e.choices),
    )
    needs = branches @ options  # needs[c, k]: choice k is an option after choice c
    near = (needs + needs.T).tocsr()
    start, other = near.indptr.tolist(), near.indices.tolist()
    colour = [-1] * e.choices
    for c in range(e.choices):
        taken = {colour[k] for k in other[start[c] : start[c + 1]] if k != c}
        mine = 0
        while mine in taken:
            mine += 1
        colour[c] = mine
    return np.array(colour, dtype=np.int64)


def _classes(equations: Equations, colour: PerChoice) -> list[tuple[Array, bool]]:
    """Choices that end the play first (their value is at hand), then the others by colour."""
    ends = equations.ends
    classes = [(np.flatnonzero(ends), True)]
    for k in range(int(colour.max()) + 1):
        classes.append((np.flatnonzero((colour == k) & ~ends), False))
    return [(choices, end) for choices, end in classes if choices.size]
