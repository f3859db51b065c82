"""Float methods, all with one signature: value iteration, Gauss-Seidel and SOR, policy iteration.

**The problem.** The fixed point q = T q of the Bellman operator, in floating point: fast, and a
guess, which the exact side then proves or improves.

**The methods.** `value_iteration` applies T to all choices at once (Jacobi). `gauss_seidel` uses
new values at once: the choices are coloured so that none depends on another of its colour under any
policy, and a sweep relaxes one colour after the other, by the factor omega: q <- q + omega (T q -
q). `policy_iteration` (Howard 1960) solves the linear system of a policy, improves the policy,
and so on; from the third policy on more and more sweeps come between (modified policy iteration).

**Why policy iteration is fast here.** A few sweeps of value iteration first: their greedy policy
makes progress almost everywhere, and its graph often falls apart into small strongly connected
components (12 cards: at most 32 of 4,095 choices after 20 sweeps of 0.5 ms; early policies have
one component of nearly all), which `float_evaluation` solves one by one.

**Why it ends.** An action replaces the current one only if it is better by more than a relative
tolerance that is well above the solver's error, so values improve strictly and no policy comes
twice.

Symbols: q values of choices, v values of states, T the Bellman operator, sigma a policy.
Sources: Puterman, *Markov Decision Processes*, 1994, chapters 6 and 7 (modified policy iteration:
6.5); Bertsekas, Tsitsiklis, 1991.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from exactbox.mdp.floats.bellman import BellmanOperator, FloatArray
from exactbox.mdp.floats.float_evaluation import ConvergenceError, Evaluation
from exactbox.mdp.graph.attractor import make_proper
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerChoice, Policy

Sweeps = Callable[[int, float], None]  # progress: iterations, change
Observe = Callable[[FloatArray], None]  # the values of the choices, to be read at once

# sweeps before policy iteration: 12, 14 and 16 cards have final-sized components by 20
_WARM_UP = 30
# policies from which each is improved by sweeps too: without them that of a walk changes a state a
# round (consensus.2, K=16: 91 policies in 0.22 s, then 4 in 0.03; from 2 or 4 on is no faster)
_MODIFIED_FROM = 3
_TIE = 1e-11  # relative; the solver's own error is about 1e-13


@dataclass(frozen=True, eq=False, repr=False)
class FloatSolution:
    """The values of the choices by a float method, and the policy that is greedy for them.

    Iterations are sweeps that changed some value by more than the tolerance, or policies evaluated;
    ``change`` is the largest of the last sweep, in absolute value.
    """

    values: FloatArray
    policy: Policy
    iterations: int
    change: float
    method: str

    def __repr__(self) -> str:
        size = f"{len(self.values):,} values, {self.iterations:,} iterations"
        return f"FloatSolution({self.method}: {size}, last change {self.change:.3g})"


def value_iteration(
    equations: Equations,
    sense: str,
    *,
    start: float = 0.0,
    tolerance: float = 1e-12,
    max_iterations: int = 1_000_000,
    progress: Sweeps | None = None,
    observe: Observe | None = None,
) -> FloatSolution:
    """q <- T q at all choices at once, until no value changes by more than the tolerance.

    Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    start : float
        The value of every choice before the first sweep, also of those that end the play.
    tolerance : float
        Absolute, at least 0.
    progress : callable, optional
        Called as ``progress(iterations, change)``.
    observe : callable, optional
        Called with the values after each sweep, which the next one may change.

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
        if observe is not None:
            observe(values)
        return change

    iterations, change = _until(sweep, tolerance, max_iterations, progress, "value iteration")
    policy = equations.action_start[:-1] + operator.greedy(values)
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
    observe: Observe | None = None,
) -> FloatSolution:
    """q <- q + omega (T q - q), one colour of choices after the other, with new values at once.

    Other parameters are those of `value_iteration`.

    Parameters
    ----------
    relaxation : float
        omega, above 0 and below 2; 1 is Gauss-Seidel, above it successive over-relaxation.

    Raises
    ------
    ConvergenceError
        After `max_iterations` sweeps, or where over-relaxation diverges.
    """
    if not 0 < relaxation < 2:
        raise ValueError(f"the relaxation factor is {relaxation}, need above 0 and below 2")
    operators = [
        (choices, BellmanOperator(equations, sense, choices), 1.0 if ends else relaxation)
        for choices, ends in _colour_classes(equations, _colours(equations))
    ]
    values = _first_values(equations, start, tolerance)

    def sweep() -> float:
        change = 0.0
        for choices, operator, omega in operators:
            step = omega * (operator(values) - values[choices])
            values[choices] += step
            change = max(change, float(np.abs(step).max()))
        if observe is not None:
            observe(values)
        return change

    iterations, change = _until(sweep, tolerance, max_iterations, progress, "Gauss-Seidel")
    policy = equations.action_start[:-1] + BellmanOperator(equations, sense).greedy(values)
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
    observe: Observe | None = None,
) -> FloatSolution:
    """Evaluate a policy by sparse LU or BiCGSTAB, improve it greedily, until nothing improves, or
    a policy comes again, as where rewards of both signs cancel and the rest is rounding.

    Parameters are those of `value_iteration`, but `start` and `tolerance` are for the sweeps before
    the first policy, `max_iterations` counts policies, and each policy's values are observed.

    Parameters
    ----------
    warm_up : int
        At most so many sweeps; more where the first policies would hardly ever end.
    direct : bool
        Whether to begin with LU, which suits policies with small components (else BiCGSTAB with
        rough looks at early policies: 10,000 cells of one component take half the time).

    Raises
    ------
    ImproperPolicyError
        If from some state no policy ends, or if a reward can be collected again and again.
    ConvergenceError
        After `max_iterations` policies.
    """
    operator, first = BellmanOperator(equations, sense), equations.action_start[:-1]
    values = _first_values(equations, start, tolerance)
    for _ in range(warm_up):
        new = operator(values)
        done = np.abs(new - values).max() <= tolerance
        values = new
        if done:
            break
    policy = make_proper(equations, first + operator.greedy(values))
    evaluate, precise, seen = Evaluation(equations, operator, direct), False, set[int]()
    for iterations in range(1, max_iterations + 1):
        new = evaluate(policy, values, precise)
        change = float(np.abs(new - values).max())
        values = new
        if progress is not None:
            progress(iterations, change)
        if observe is not None:
            observe(values)
        improved = first + operator.greedy(values, policy - first, _TIE)
        changes = int((improved != policy).sum())
        cycles = hash(policy.tobytes()) in seen  # of policies that rounding alone tells apart
        if (evaluate.direct and (cycles or not changes)) or (precise and not changes):
            return FloatSolution(values, policy, iterations, change, "policy iteration")
        seen.add(hash(policy.tobytes()))
        precise = changes <= equations.states // 1000
        policy = improved
        if iterations >= _MODIFIED_FROM and not cycles:
            for _ in range(_WARM_UP * iterations):
                values = operator(values)
            greedy = operator.greedy(values, policy - first, _TIE)
            policy = make_proper(equations, first + greedy)
    raise ConvergenceError(f"policy iteration has not ended after {max_iterations} policies")


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
    afterstate = np.arange(e.action_count) if e.afterstate is None else e.afterstate
    branches = csr_array(
        (np.ones(e.target.size, dtype=np.int32), e.target, e.branch_start),
        shape=(e.choices, e.states),
    )
    actions = csr_array(
        (np.ones(e.action_count, dtype=np.int32), afterstate, e.action_start),
        shape=(e.states, e.choices),
    )
    needs = branches @ actions  # needs[c, k]: choice k is an action after choice c
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


def _colour_classes(equations: Equations, colour: PerChoice) -> list[tuple[Array, bool]]:
    """Choices that end the play first (their value is at hand), then the others by colour."""
    ends = equations.ends
    classes = [(np.flatnonzero(ends), True)]
    for k in range(int(colour.max()) + 1):
        classes.append((np.flatnonzero((colour == k) & ~ends), False))
    return [(choices, end) for choices, end in classes if choices.size]
