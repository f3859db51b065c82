"""Solving a linear program: floats propose, an exact comparison decides.

1. HiGHS proposes a basis (`floats`), whose two exact solutions (`basis`) prove it optimal, or
2. show where not: then the program is shifted and scaled there, and HiGHS proposes again, if it
   goes on from a basis (SciPy's does not).
3. Where HiGHS says that nothing is feasible, an *elastic* program, whose rows may be missed at a
   price of 1, has a positive optimum: its y is Farkas'.
4. Where HiGHS says that there is no least value: a feasible point, and a ray, which is the optimum
   of the program of all directions in which a feasible point stays feasible, within -1 .. 1.
5. Where a basis with nearly parallel rows has no inverse in floats: their exact differences, which
   are equilibrated, take the place of the rows, and floats propose again.
6. Where rows are nearly parallel to inequalities, the differences take their place in the shifted
   program, which has the activities as columns: there it is a sum of rows, and shifts no bound.
   Where HiGHS says that nothing of it is feasible, a row of its basis may be Farkas'.
7. Where none of these comes to an end: exact pivots (`pivots`), which always do; few rows and
   columns are solved by them alone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from flint import fmpq

from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.sparse import from_coordinates
from exactbox.linalg.square.solving_time import announce
from exactbox.lp.basis import BASIC, LOWER, Basis, slack_basis
from exactbox.lp.floats import (
    Array,
    FloatProgram,
    Proposal,
    by_highspy,
    propose,
    scaled_values,
    starts_warm,
)
from exactbox.lp.pivots import Outcome, Steps, refutation, simplex
from exactbox.lp.program import Limits, LinearProgram, require_value
from exactbox.lp.scaling import exponents, logarithms, scaled_floats
from exactbox.parallel import require_memory
from exactbox.progress import report, stage
from exactbox.showing import counted

# rows and columns up to which exact pivots from the basis of all activities are as fast as HiGHS (2
# random ones 0.2 ms against 0.8, 8 of them 1.1 against 1.2, 20 of them 6 against 1.5), and need no
# import of it (10 ms), nor of SciPy (160 ms) where it is not installed
_MAX_PIVOTED = 8
_ROUNDS = 12  # of refinement; Netlib's programs take 0, 1 or 2
# bytes at least, HiGHS' too (200,000 columns, 400,000 entries: 245 MB)
_ENTRY, _VARIABLE = 150, 900
_SECONDS_PER_BIT = 5e-8  # of two solutions (bases of 25fv47, d2q06c, dfl001, pilot87: 3e-8 to 7e-8)
_LARGEST = 1e15  # of a bound of a shifted program, in which distances are 1 or so
_DEAREST = 1e7  # the same of a price
_PARALLEL = 1e-7  # of the largest entry: the relative difference of rows that are nearly parallel
_MAX_ACTIVITY_BITS = 45  # of entries of activities where rows differ by 1 or so; HiGHS takes 49
_SHIFT = 200  # bits, at most, by which a shifted program is scaled

Difference = tuple[int, int, int, int]  # (i, p, q, k): p a_i - q a_k is small


def solve(program: LinearProgram, steps: Steps | None = None) -> Outcome:
    """The status of a program, and what proves it; steps are counted if they are given."""
    steps = steps or Steps()
    m, n = program.matrix.shape
    if not n or max(m, n) <= _MAX_PIVOTED:
        steps.is_told = False
        return simplex(Basis(program, slack_basis(m, n)), steps)
    proposal = _propose(program)
    if proposal.verdict not in ("infeasible", "unbounded"):
        return _optimum(program, proposal, steps)
    if proposal.verdict == "infeasible":
        if (end := _solve_by_differences(program, steps)) is not None:
            if end.basis is None:
                return end
            return _optimum(program, Proposal("unknown", end.basis.status), steps)
        if starts_warm() and (differences := _differences(program)):
            return _optimum(program, Proposal("unknown", proposal.status), steps, differences)
    basis = _feasible_basis(program, steps)  # l <= x <= u
    if isinstance(basis, Outcome):
        return basis
    if proposal.verdict == "unbounded":
        best = _optimal_basis(_recession_program(program), steps)
        if best.value() < 0:  # c r < 0, and x + t r is feasible for all t >= 0
            ray = best.x.rationals(0, program.shape[1])
            return Outcome("unbounded", basis, ray=ray)
    return _optimum(program, Proposal("unknown", basis.status), steps)


def _optimal_basis(
    program: LinearProgram, steps: Steps, combined: list[Difference] | None = None
) -> Basis:
    """An optimal basis of a program that has one."""
    return require_value(_optimum(program, _propose(program), steps, combined).basis)


def _propose(program: LinearProgram) -> Proposal:
    """The proposal of floats, where memory suffices."""
    m, n = program.shape
    size = f"{counted(m, 'row')}, {counted(n, 'column')}"
    memory = _ENTRY * len(program.matrix.data) + _VARIABLE * (m + n)
    require_memory(memory, f"a linear program of {size}")
    report(f"floating point, {size}", 0, 0)
    return propose(program)


def _optimum(
    program: LinearProgram,
    proposal: Proposal,
    steps: Steps,
    combined: list[Difference] | None = None,
) -> Outcome:
    """By exact pivots from the last basis with an inverse that floats propose, an optimal one where
    they find it; where there is none, from that of all activities.

    Where floats end before, equations are subtracted from rows that are nearly parallel to them;
    and where there are none, refinement goes on with the differences of inequalities: `combined`,
    else those that are found.
    """
    (verdict, status), best, seen = proposal, None, set[tuple[int, ...]]()
    is_optimal, differences = False, [*(combined or [])]
    for _ in range(2 * _ROUNDS):
        try:
            basis = Basis(program, status)
            report("exact solution", 0, 0)
            announce(basis.matrix, _SECONDS_PER_BIT)
            with stage("exact solution"):
                # l <= x <= u, and each price has the sign of its bound: c x = b y
                is_optimal = not (basis.infeasibilities or basis.dual_infeasibilities)
            if not basis.infeasibilities:
                steps.tell(basis)
            elif differences and verdict == "infeasible" and (y := refutation(basis)):
                return Outcome("infeasible", farkas=y)
            best, before = basis, len(seen)
            seen.add(tuple(basis.status))  # a basis that comes again is refined no further
            is_stuck = len(seen) == before
        except (SingularMatrixError, ValueError):
            is_optimal, is_stuck = False, True
        is_stuck = is_stuck or not starts_warm()
        if is_optimal or (is_stuck and differences):
            break
        if not differences and (is_stuck or len(seen) > _ROUNDS):
            end = _solve_by_differences(program, steps)
            if end is not None and end.basis is None:
                return end
            differences = _differences(program) if combined is None else combined
            if end is not None:  # equation k may be basic: then B is not that of the differences
                status = require_value(end.basis).status
                continue
            if not (differences and starts_warm() and best):
                break
        steps.refinements += 1
        report("refinement", steps.refinements, _ROUNDS)
        verdict, status = _refine(require_value(best), differences)
    return simplex(best or Basis(program, slack_basis(*program.shape)), steps)


def _solve_by_differences(program: LinearProgram, steps: Steps) -> Outcome | None:
    """The outcome found with p a_i - q a_k in the place of rows i that are nearly q/p times an
    equation k; None where there are none.

    The same points are feasible, and a basis stays a basis: B has other rows, which are sums of its
    own. Of a_i and a_k together floats see one; equilibrated, they see what the rows differ by.
    """
    combined = _differences(program, of_equations=True)
    if not combined:
        return None
    (m, n), low, high = program.shape, [*program.low], [*program.high]
    for i, p, q, k in combined:
        fixed = require_value(low[n + k])
        # p l_i - q b_k <= (p a_i - q a_k) x <= p u_i - q b_k, as a_k x = b_k
        ends = [None if b is None else p * b - q * fixed for b in (low[n + i], high[n + i])]
        low[n + i], high[n + i] = ends
    rows = _combine_rows([dict(zip(*row)) for row in program.rows], combined)
    terms = [(i, j, v) for i, row in enumerate(rows) for j, v in row.items() if v]
    places, of_columns, values = zip(*terms) if terms else ((), (), ())
    i_of, j_of = np.array(places, dtype=np.int64), np.array(of_columns, dtype=np.int64)
    matrix = from_coordinates((m, n), i_of, j_of, int_array(values))
    changed = replace(program, matrix=matrix, low=low, high=high)
    y = refutation(Basis(changed, slack_basis(m, n)))
    end = Outcome("infeasible", farkas=y) if y else solve(changed, steps)
    if end.farkas is None:
        return replace(end, basis=Basis(program, require_value(end.basis).status))
    y = [*end.farkas]
    for i, p, q, k in combined:  # sum of y_i (p a_i - q a_k)
        y[i], y[k] = p * y[i], y[k] - q * y[i]
    return replace(end, farkas=y)


def _differences(program: LinearProgram, *, of_equations: bool = False) -> list[Difference]:
    """All (i, p, q, k) where row i is nearly q/p times row k, and p > 0; rows k, which are
    equations if that is asked for, are not among the i."""
    n, a, is_fixed = program.shape[1], program.matrix, program.is_fixed
    supports = dict[bytes, list[int]]()  # rows with entries in the same columns
    for i, (begin, end) in enumerate(zip(a.indptr[:-1].tolist(), a.indptr[1:].tolist())):
        supports.setdefault(a.indices[begin:end].tobytes(), []).append(i)
    groups = [
        sorted(group, key=lambda i: not is_fixed[n + i])  # equations first
        for support, group in supports.items()
        if support and len(group) > 1 and (not of_equations or any(is_fixed[n + i] for i in group))
    ]
    if not groups:
        return []
    e, differences = exponents(program), list[Difference]()
    entries, powers, read = list[int](), list[int](), 0
    for i in (i for group in groups for i in group):
        columns, values = program.rows[i]
        entries += values
        powers += (e[columns] - e[n + i]).tolist()
    scaled = scaled_floats(entries, powers)  # a_ij 2^(e[j] - e[n+i])
    for group in groups:
        different = list[tuple[int, Array]]()
        for i in group:
            values = program.rows[i][1]
            direction, read = scaled[read : read + len(values)], read + len(values)
            largest = int(np.argmax(np.abs(direction)))
            direction = direction / direction[largest]  # a_i 2^e over its largest entry
            near = (
                k for k, other in different if np.allclose(direction, other, rtol=_PARALLEL, atol=0)
            )
            k = next(near, None)
            if k is not None:
                others = program.rows[k][1]  # the same support: the same columns
                p, q = others[largest], values[largest]  # so that (p a_i - q a_k)[largest] = 0
                if all(p * v == q * w for v, w in zip(values, others, strict=True)):
                    continue  # a multiple: floats see no difference where there is none
                differences.append((i, p, q, k) if p > 0 else (i, -p, -q, k))
            elif is_fixed[n + i] or not of_equations:
                different.append((i, direction))
    return differences


def _combine_rows(rows: list[dict[int, int]], combined: list[Difference]) -> list[dict[int, int]]:
    """The rows, p row i - q row k in the place of row i."""
    rows = [*rows]
    for i, p, q, k in combined:
        places = {**rows[i], **rows[k]}  # where a_i or a_k has an entry
        rows[i] = {j: p * rows[i].get(j, 0) - q * rows[k].get(j, 0) for j in places}
    return rows


def _refine(basis: Basis, differences: list[Difference]) -> Proposal:
    """A better basis, or the same, by the program that is shifted by the exact solution and scaled.

    In x_k = x*_k + 2^(e[k] - primal) z_k, with the activities s = A x as columns too, and prices
    d*_k 2^(e[k] + dual). So what was rounded away is 1 or so. Of rows i and k that are nearly
    parallel row i is p a_i x - q a_k x - p s_i + q s_k = 0, where what differs is 1 or so. Source:
    Gleixner, Steffy, Wolter, *Iterative refinement for linear programming*, 2016.
    """
    program, x, d = basis.program, basis.x, basis.d
    (m, n), e = program.shape, exponents(program)
    # 2^primal and 2^dual bring the largest violations of z and of its prices to 1
    primal, dual = _shift(basis.infeasibilities, -e), _shift(basis.dual_infeasibilities, e)
    to_x, to_d, zeros = (primal - e).tolist(), (dual + e).tolist(), np.zeros(m)
    at = x.rationals(0, n + m)

    def moved(bounds: Limits, none: float) -> Array:
        # bounds of z: those of x less x*, which is 0 or more below and 0 or less above
        shifted = [None if b is None else b - v for b, v in zip(bounds, at, strict=True)]
        return np.concatenate([scaled_floats(shifted, to_x, _LARGEST, none), zeros])

    # c x = d* x + y* s: the prices are the costs of columns and activities
    prices = scaled_floats(d.rationals(0, n + m), to_d, _DEAREST)
    begin, places, ones = program.turned.indptr, program.turned.indices, np.arange(m)
    columns = (  # (A | -1)
        np.concatenate([begin, begin[-1] + 1 + ones]),
        np.concatenate([places, ones]),
        np.concatenate([scaled_values(program, e), -np.ones(m)]),
    )
    if differences:
        columns = _difference_columns(program, differences, e)
    ends = moved(program.low, -np.inf), moved(program.high, np.inf)  # rows: A z - s = 0
    shifted = FloatProgram(prices, *ends, columns)
    verdict, status = by_highspy(shifted, [*basis.status, *[LOWER] * m])
    if verdict in ("infeasible", "unbounded") and not differences:
        return Proposal(verdict, basis.status)
    activities, rows = status[n : n + m], status[n + m :]
    # a row that is basic, though it is 0: its activity has the column
    activities = [BASIC if t == BASIC else s for s, t in zip(activities, rows)]
    return Proposal(verdict, status[:n] + activities)


def _difference_columns(
    program: LinearProgram, differences: list[Difference], e: Array
) -> tuple[Array, Array, Array]:
    """(A | -1) in floats, by columns, with row i times p less row k times q where these differ."""
    m, n = program.shape
    rows = [{**dict(zip(*row)), n + i: -1} for i, row in enumerate(program.rows)]
    rows = _combine_rows(rows, differences)
    powers = -e[n:]
    for i, p, q, k in differences:
        of_rest = [j for j, v in rows[i].items() if j < n and v]
        rest = logarithms([rows[i][j] for j in of_rest]) + e[of_rest]
        of_activities = logarithms([p, q]) + e[[n + i, n + k]]
        # rest near 1, and p s_i, q s_k not beyond 2^45: HiGHS drops what is much smaller
        powers[i] = np.floor(min(-rest.max(), _MAX_ACTIVITY_BITS - of_activities.max()))
    terms = sorted((j, i, v) for i, row in enumerate(rows) for j, v in row.items() if v)
    of_column, places = (np.array([term[side] for term in terms]) for side in (0, 1))
    values = scaled_floats([v for *_, v in terms], (e[of_column] + powers[places]).tolist())
    # column j has the terms begin[j] .. begin[j + 1] - 1
    return np.searchsorted(of_column, np.arange(n + m + 1)), places, values


def _shift(violations: list[tuple[int, int, fmpq]], e: Array) -> int:
    """The power of two that brings the largest violation of a scaled variable to 1 or so."""
    if not violations:
        return 0
    # log2 of what is violated in z_k = 2^-e[k] x_k
    logs = logarithms([size for _, _, size in violations]) + e[[k for k, *_ in violations]]
    return int(np.clip(np.ceil(-logs.max()), -_SHIFT, _SHIFT))


def _feasible_basis(program: LinearProgram, steps: Steps) -> Outcome | Basis:
    """A feasible basis; or, where nothing is feasible, Farkas' multipliers."""
    m, n = program.shape
    # minimise the sum of s, t >= 0 where L <= A x + s - t <= U
    below = [i for i in range(m) if program.low[n + i] is not None]
    above = [i for i in range(m) if program.high[n + i] is not None]
    units = [program.scales[i] for i in below] + [-program.scales[i] for i in above]
    missed, more = below + above, len(units)
    places = np.array(missed, dtype=np.int64), n + np.arange(more)
    elastic = program.minimising(
        [0] * n + [1] * more,
        matrix=program.matrix.extended((m, n + more), *places, int_array(units)),
        low=[*program.low[:n], *[fmpq(0)] * more, *program.low[n:]],
        high=[*program.high[:n], *[None] * more, *program.high[n:]],
    )
    basis, end = _optimal_basis(elastic, steps, _differences(program)), n + more
    if basis.value() > 0:  # the least s + t is not 0: its duals are Farkas' multipliers
        return Outcome("infeasible", farkas=basis.d.rationals(end, end + m))
    status = basis.status[:n] + basis.status[end:]
    for k, i in enumerate(missed):
        if basis.status[n + k] == BASIC:  # at 0, as the optimum is: the activity has its column
            status[n + i] = BASIC
    return Basis(program, status)


def _recession_program(program: LinearProgram) -> LinearProgram:
    """The directions r, within -1 .. 1, in which feasible points stay so; the objective is c r."""
    m, n = program.shape

    def still(bounds: Limits, end: int) -> Limits:
        # r_k >= 0 where x_k has a lower bound, <= 0 where it has an upper one; A r alike
        free = [fmpq(end)] * n + [None] * m
        return [free[k] if b is None else fmpq(0) for k, b in enumerate(bounds)]

    return replace(program, low=still(program.low, -1), high=still(program.high, 1))
