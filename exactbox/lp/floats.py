"""The float solver, which proposes a basis: HiGHS, by highspy or by SciPy.

highspy (the extra ``exactbox[lp]``) hands out its basis. SciPy's `linprog`, which has HiGHS inside,
gives x and prices only; from these a basis is completed exactly: of the variables, those inside of
their bounds first, then by the size of their prices, the first that are independent (modulo a
prime).
Nothing that comes from here is believed.

Source: Huangfu, Hall, *Parallelizing the dual revised simplex method*, 2018 (HiGHS).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from exactbox.linalg.elimination.echelon import column_profile, primes, rank_profile
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.lp.basis import BASIC, FREE, LOWER, UPPER, Basis
from exactbox.lp.program import Bound, LinearProgram

try:  # the extra
    import highspy
except ImportError:
    highspy = None

Array = np.ndarray[Any, Any]
_LARGEST = 1e15  # of a bound of a shifted program, in which distances are 1 or so
_DEAREST = 1e7  # the same of a price
_TOLERANCES = "primal_feasibility_tolerance", "dual_feasibility_tolerance"
# The second is HiGHS' own, where it comes to no end at the first (perold, --reproducible). Of
# Netlib's 45 one needs refinement at the first, three at the second. SciPy's keeps its own: from
# more exact prices a basis of perold (--reproducible) is completed that is far from optimal.
_TRIED = 1e-9, 1e-7
_NOISE = 1e-12  # in a price that is 0
_INSIDE = 1e-7  # from a bound
_FINITE = 1e19  # most of what is none of HiGHS' infinite numbers, 1e20 and more


class FloatProgram(NamedTuple):
    """minimise c x in floats: bounds, and the columns of A one after the other."""

    rows: int
    cost: Array
    lower: Array  # of columns, then of rows
    upper: Array
    columns: tuple[Array, Array, Array]  # where each begins; rows; values
    exact: IntegerMatrix  # A, its rows times some integers


class Proposal(NamedTuple):
    """What a float solver says: "optimal", "infeasible", "unbounded" or "unknown", and a basis."""

    verdict: str
    status: list[int] | None = None


def float_program(program: LinearProgram) -> FloatProgram:
    """The nearest floats; rows as they were given, not as integers."""
    turned, sign = program.turned, -1 if program.maximize else 1

    def bounds(side: list[Bound], none: float) -> Array:
        return np.array([none if b is None else as_float(b, _FINITE) for b in side])

    lower = bounds(program.lower + program.row_lower, -np.inf)
    upper = bounds(program.upper + program.row_upper, np.inf)
    cost = np.array([sign * as_float(c, _FINITE) for c in program.cost])
    value, scales = turned.data, int_array(program.scales)[turned.indices]
    if object in (value.dtype, scales.dtype):
        ratios = map(fmpq, value.tolist(), scales.tolist())
        value = np.array([as_float(v, _FINITE) for v in ratios])
    else:
        value = value / scales
    columns = turned.indptr, turned.indices, value
    return FloatProgram(program.shape[0], cost, lower, upper, columns, program.matrix)


def starts_warm() -> bool:
    """Whether HiGHS goes on from a basis; SciPy's starts anew."""
    return highspy is not None


def propose(model: FloatProgram, start: list[int] | None = None) -> Proposal:
    """What HiGHS says of a program, from a basis if one is given."""
    return _by_scipy(model) if highspy is None else _by_highspy(model, start)


def refined(
    model: FloatProgram, program: LinearProgram, basis: Basis, primal: float, dual: float
) -> Proposal:
    """A better basis, by the program that is shifted by the exact solution and scaled.

    In x = x* + z / primal, with the activities s = A x as columns too, and prices d* dual. So what
    was rounded away is 1 or so. Source: Gleixner, Steffy, Wolter, *Iterative refinement for linear
    programming*, 2016.
    """
    m, n = program.shape
    x, d = basis.x, basis.d
    lower, upper, cost = np.full(n + m, -np.inf), np.full(n + m, np.inf), np.zeros(n + m)
    for k, s in enumerate([1] * n + program.scales):
        at = x.rational(k)
        for side, found in ((program.low[k], lower), (program.high[k], upper)):
            if side is not None:
                found[k] = _scaled((side - at) / s, primal, _LARGEST)
        if d.numerators[k]:
            cost[k] = _scaled(d.rational(k) * s / program.over, dual, _DEAREST)
    start, index, value = model.columns
    unit, zeros = np.arange(m), np.zeros(m)
    ends = np.concatenate([lower, zeros]), np.concatenate([upper, zeros])
    columns = (
        np.concatenate([start, len(index) + 1 + unit]),
        np.concatenate([index, unit]),
        np.concatenate([value, -np.ones(m)]),
    )
    shifted = FloatProgram(m, cost, *ends, columns, _with_activities(model.exact))
    proposal = propose(shifted, [*basis.status, *[LOWER] * m])
    if proposal.status is None:
        return proposal
    status = proposal.status[: n + m]
    for i in range(m):  # a row that is basic, though it is 0: its activity has the same column
        if proposal.status[n + m + i] == BASIC:
            status[n + i] = BASIC
    return proposal._replace(status=status)


def _scaled(value: fmpq, scale: float, most: float) -> float:
    return max(-most, min(most, as_float(value) * scale))


def as_float(value: Fraction | fmpq, most: float = np.inf) -> float:
    """The nearest float up to `most`, and never 0 for what is not."""
    p, q = int(value.numerator), int(value.denominator)
    try:
        found = p / q
    except OverflowError:
        found = np.inf if p > 0 else -np.inf
    found = max(-most, min(most, found))
    return found if found or not p else (5e-324 if p > 0 else -5e-324)


@cache
def _solver_class() -> Any:
    class WithoutCallbacks(highspy.Highs):  # type: ignore[misc]
        """HiGHS, which is sooner there without callbacks, and prints no line about them."""

        def __init__(self) -> None:
            super(highspy.Highs, self).__init__()

    return WithoutCallbacks


def _by_highspy(model: FloatProgram, start: list[int] | None) -> Proposal:
    n, m = len(model.cost), model.rows
    solver = _solver_class()()
    options: dict[str, Any] = {"output_flag": False, "threads": 1, "solver": "simplex"}
    if start is not None:
        options["presolve"] = "off"
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
    statuses = highspy.HighsModelStatus
    verdicts = {
        statuses.kOptimal: "optimal",
        statuses.kInfeasible: "infeasible",
        statuses.kUnbounded: "unbounded",
        statuses.kUnboundedOrInfeasible: "unbounded",
        statuses.kModelEmpty: "optimal",
    }
    verdict = "unknown"
    for tolerance in _TRIED:
        for option in _TOLERANCES:
            solver.setOptionValue(option, tolerance)
        solver.run()
        verdict = verdicts.get(solver.getModelStatus(), "unknown")
        if verdict != "unknown":
            break
    basis = solver.getBasis()
    if not basis.valid:
        return Proposal(verdict)
    status = [*map(int, basis.col_status), *map(int, basis.row_status)]
    return Proposal(verdict, [t if t <= FREE else LOWER for t in status])


def _by_scipy(model: FloatProgram) -> Proposal:
    from scipy.optimize import linprog
    from scipy.sparse import csc_array, vstack

    n, m = len(model.cost), model.rows
    a = csc_array(model.columns[::-1], (m, n)).tocsr()
    low, high = model.lower[n:], model.upper[n:]
    equal = low == high
    above, below = np.isfinite(high) & ~equal, np.isfinite(low) & ~equal
    found = linprog(
        model.cost,
        A_ub=vstack([a[above], -a[below]]),
        b_ub=np.concatenate([high[above], -low[below]]),
        A_eq=a[equal],
        b_eq=low[equal],
        bounds=np.column_stack([model.lower[:n], model.upper[:n]]),
        method="highs-ds",
    )
    if found.status != 0:
        return Proposal({2: "infeasible", 3: "unbounded"}.get(found.status, "unknown"))
    prices = np.concatenate([found.lower.marginals + found.upper.marginals, np.zeros(m)])
    split = int(above.sum())
    prices[n:][above] += found.ineqlin.marginals[:split]
    prices[n:][below] -= found.ineqlin.marginals[split:]
    prices[n:][equal] = found.eqlin.marginals
    return Proposal("optimal", completed(model, np.concatenate([found.x, a @ found.x]), prices))


def completed(model: FloatProgram, x: Array, prices: Array) -> list[int]:
    """A basis of which x is, more or less, the solution, and these are the prices."""
    m = model.rows
    size = 1 + np.abs(x)
    to_lower, to_upper = (x - model.lower) / size, (model.upper - x) / size
    inside = np.minimum(to_lower, to_upper)
    matrix, rows, prime = _with_activities(model.exact), np.arange(m), next(primes())
    # inside of its bounds: basic; an order that eliminates these sparsely
    within = np.flatnonzero(inside > _INSIDE)
    chosen = within[rank_profile(matrix.permuted(rows, within), prime)[1]]
    if len(chosen) < m:  # at one of them: the sooner the shorter its price
        digits = np.floor(np.log10(np.abs(prices) + _NOISE))
        order = np.lexsort((-inside, digits))
        order = np.concatenate([chosen, order[~np.isin(order, within)]])
        chosen = order[column_profile(matrix.permuted(rows, order), prime)[1]]
    status = np.where(to_lower <= to_upper, LOWER, UPPER)
    status[~np.isfinite(model.lower) & ~np.isfinite(model.upper)] = FREE
    status[chosen] = BASIC
    return [int(t) for t in status]


def _with_activities(a: IntegerMatrix) -> IntegerMatrix:
    """(A | -1)."""
    m, n = a.shape
    unit = np.arange(m)
    return a.extended((m, n + m), unit, n + unit, -np.ones(m, dtype=np.int64))
