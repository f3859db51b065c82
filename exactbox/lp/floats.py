"""The float solver, which proposes a basis: HiGHS, by highspy or by SciPy. It sees the program
equilibrated (`scaling`), else it takes small costs for 0 and large bounds for none.

highspy (the extra ``exactbox[lp]``) hands out its basis. SciPy's `linprog`, which has HiGHS inside,
gives x and prices only; from these a basis is completed exactly: of the variables, those inside of
their bounds first, then by the size of their prices, the first that are independent (modulo a
prime).
Nothing that comes from here is believed.

Source: Huangfu, Hall, *Parallelizing the dual revised simplex method*, 2018 (HiGHS).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from exactbox.linalg.elimination.echelon import primes, rank_profile
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.lp.basis import BASIC, FREE, LOWER, UPPER, slack_basis
from exactbox.lp.program import LinearProgram
from exactbox.lp.scaling import exponents, logarithms, middle, scaled_floats

Array = np.ndarray[Any, Any]
_TOLERANCES = "primal_feasibility_tolerance", "dual_feasibility_tolerance"
# The second is HiGHS' own, where it comes to no end at the first (perold, --reproducible). Of
# Netlib's 45 one needs refinement at the first, three at the second. SciPy's keeps its own: from
# more exact prices a basis of perold (--reproducible) is completed that is far from optimal.
_TRIED = 1e-9, 1e-7
# a row and column; Netlib's programs take one at most, and HiGHS may go round without an end
_MAX_ITERATIONS = 20
# Costs of programs that HiGHS gives up, as prices are too long for it, and then the largest of a
# multiple (48 programs with costs over 30 orders of magnitude: 10 pivots; of 1e7, 1e5, 1: 709, 822,
# 23; without 2,908)
_LONG_COST, _TRIED_COST = 1e7, 1e3
_VERDICTS = {
    "kOptimal": "optimal",
    "kModelEmpty": "optimal",
    "kInfeasible": "infeasible",
    "kUnbounded": "unbounded",
    "kUnboundedOrInfeasible": "unbounded",
}
_NOISE = 1e-12  # in a price that is 0
_INSIDE = 1e-7  # from a bound
_FINITE = 1e19  # most of what is none of HiGHS' infinite numbers, 1e20 and more


class FloatProgram(NamedTuple):
    """minimise c x in floats."""

    cost: Array
    lower: Array  # of columns, then of rows
    upper: Array
    columns: tuple[Array, Array, Array]  # where each begins; rows; values


class Proposal(NamedTuple):
    """The verdict of a float solver, "optimal", "infeasible", "unbounded" or "unknown", and its
    basis, that of all activities where it has none."""

    verdict: str
    status: list[int]


@cache
def highs() -> Any:
    """The module highspy, None without the extra; few rows and columns are solved without it."""
    try:
        import highspy
    except ImportError:
        return None
    return highspy


def propose(program: LinearProgram, start: list[int] | None = None) -> Proposal:
    """HiGHS' proposal, from a basis if one is given and it goes on from one."""
    # z = 2^-e x, with costs and bounds near 1 as a whole
    turned, e = program.turned, exponents(program)
    priced = [j for j, c in enumerate(program.goal) if c]
    ends = [(k, b) for side in (program.low, program.high) for k, b in enumerate(side) if b]
    of_bounds = logarithms([b for _, b in ends]) - e[[k for k, _ in ends]]
    of_costs = logarithms([program.goal[j] for j in priced]) + e[priced]
    # bounds b_k 2^-e[k] and costs c_j 2^e[j], over their geometric means
    to_bounds, to_costs = (-middle(of_bounds) - e).tolist(), (e - middle(of_costs)).tolist()
    goal = scaled_floats(program.goal, to_costs[: len(program.goal)], _FINITE)
    lower = scaled_floats(program.low, to_bounds, _FINITE, -np.inf)
    upper = scaled_floats(program.high, to_bounds, _FINITE, np.inf)
    columns = turned.indptr, turned.indices, scaled_values(program, e)
    model = FloatProgram(goal, lower, upper, columns)
    if highs() is None:
        return by_scipy(program, model)
    proposal, largest = by_highspy(model, start), np.abs(goal).max(initial=0.0)
    if proposal.verdict == "unknown" and largest > _LONG_COST:
        goal = np.ldexp(goal, -int(np.log2(largest / _TRIED_COST)))
        proposal = by_highspy(model._replace(cost=goal), start)
    return proposal


def starts_warm() -> bool:
    """Return whether HiGHS goes on from a basis; SciPy's starts anew."""
    return highs() is not None


def scaled_values(program: LinearProgram, e: Array) -> Array:
    """a_ij 2^(e[j] - e[n+i]), by columns."""
    turned, n = program.turned, program.matrix.shape[1]
    # x_k = 2^e[k] z_k: row i is divided by 2^e[n+i]
    powers = e[turned.row_of] - e[n + turned.indices]
    if turned.data.dtype != object:
        return np.ldexp(turned.data.astype(float), powers)  # type: ignore[no-any-return]
    return scaled_floats(turned.data.tolist(), powers.tolist())


def by_highspy(model: FloatProgram, start: list[int] | None) -> Proposal:
    """Its verdict, and its basis."""
    n = len(model.cost)
    m, highspy = len(model.lower) - n, highs()
    solver = highspy.Highs.__base__()  # HiGHS itself: no callbacks, which take a millisecond
    presolve = "choose" if start is None else "off"
    options = {"output_flag": False, "threads": 1, "solver": "simplex", "presolve": presolve}
    options["simplex_iteration_limit"] = _MAX_ITERATIONS * (m + n)
    for option, value in options.items():
        solver.setOptionValue(option, value)
    kinds = int(highspy.MatrixFormat.kColwise), int(highspy.ObjSense.kMinimize)
    ends = model.lower[:n], model.upper[:n], model.lower[n:], model.upper[n:]
    sizes, continuous = (n, m, len(model.columns[2])), np.zeros(n, dtype=np.int32)
    solver.passModel(*sizes, *kinds, 0.0, model.cost, *ends, *model.columns, continuous)
    if start is not None:
        named = [*map(highspy.HighsBasisStatus, start)]
        basis = highspy.HighsBasis()
        basis.col_status, basis.row_status, basis.valid = named[:n], named[n:], True
        solver.setBasis(basis)
    verdict = "unknown"
    for tolerance in _TRIED:
        for option in _TOLERANCES:
            solver.setOptionValue(option, tolerance)
        solver.run()
        verdict = _VERDICTS.get(solver.getModelStatus().name, "unknown")
        if verdict != "unknown":
            break
    basis = solver.getBasis()
    status = [*map(int, basis.col_status), *map(int, basis.row_status)]
    named = [t if t <= FREE else LOWER for t in status]
    return Proposal(verdict, named if basis.valid else slack_basis(m, n))


def by_scipy(program: LinearProgram, model: FloatProgram) -> Proposal:
    """Its verdict, and a basis of x and prices."""
    from scipy.optimize import linprog
    from scipy.sparse import csc_array, eye_array, hstack

    m, n = program.shape
    # A x - s = 0, with the activities s as columns
    activities = hstack([csc_array(model.columns[::-1], (m, n)), -eye_array(m)])
    result = linprog(
        np.concatenate([model.cost, np.zeros(m)]),
        A_eq=activities,
        b_eq=np.zeros(m),
        bounds=np.column_stack([model.lower, model.upper]),
        method="highs-ds",
    )
    if result.status != 0:
        verdict = {2: "infeasible", 3: "unbounded"}.get(result.status, "unknown")
        return Proposal(verdict, slack_basis(m, n))
    prices = result.lower.marginals + result.upper.marginals  # one of them is 0
    return Proposal("optimal", _completed(program.matrix, model, result.x, prices))


def _completed(a: IntegerMatrix, model: FloatProgram, x: Array, prices: Array) -> list[int]:
    """A basis of which x is, more or less, the solution, and these are the prices."""
    m, size = a.shape[0], 1 + np.abs(x)
    # relative distances from l and u
    to_lower, to_upper = (x - model.lower) / size, (model.upper - x) / size
    inside = np.minimum(to_lower, to_upper)
    matrix, rows, prime = append_activities(a, [1] * m), np.arange(m), next(primes())
    # inside of its bounds: basic; an order that eliminates these sparsely
    within = np.flatnonzero(inside > _INSIDE)
    chosen = within[rank_profile(matrix.permuted(rows, within), prime)[1]]
    if len(chosen) < m:  # at one of them: the sooner the shorter its price
        digits = np.floor(np.log10(np.abs(prices) + _NOISE))
        order = np.lexsort((-inside, digits))
        order = np.concatenate([chosen, order[~np.isin(order, within)]])
        chosen = order[rank_profile(matrix.permuted(rows, order), prime, leftmost=True)[1]]
    status = np.where(to_lower <= to_upper, LOWER, UPPER)
    status[~np.isfinite(model.lower) & ~np.isfinite(model.upper)] = FREE
    status[chosen] = BASIC
    return [int(t) for t in status]


def append_activities(a: IntegerMatrix, units: list[int]) -> IntegerMatrix:
    """(A | -D), with a column for the activity of each row, in its unit."""
    m, n = a.shape
    places = np.arange(m)
    return a.extended((m, n + m), places, n + places, -int_array(units))
