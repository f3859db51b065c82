"""Solving a linear program: floats propose, an exact comparison decides.

1. HiGHS proposes a basis (`floats`), whose two exact solutions (`basis`) prove it optimal, or
2. show where not: then the program is shifted and scaled there, and HiGHS proposes again, if it
   goes on from a basis (SciPy's does not).
3. Where HiGHS says that nothing is feasible, an *elastic* program, whose rows may be missed at a
   price of 1, has a positive optimum: its y is Farkas'.
4. Where HiGHS says that there is no least value: a feasible point, and a ray, which is the optimum
   of the program of all directions in which a feasible point stays feasible, within -1 .. 1.
5. Where neither comes to an end: exact pivots (`pivots`), which always do.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from flint import fmpq

from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.matrices.integers import int_array
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
from exactbox.lp.pivots import Outcome, Steps, simplex
from exactbox.lp.program import Limits, LinearProgram, known
from exactbox.lp.scaling import exponents, logarithms, scaled_float
from exactbox.parallel import require_memory
from exactbox.progress import report, stage
from exactbox.showing import counted

_ROUNDS = 12  # of refinement; Netlib's programs take 0, 1 or 2
# bytes at least, HiGHS' too (200,000 columns, 400,000 entries: 245 MB)
_ENTRY, _VARIABLE = 150, 900
_SECONDS_PER_BIT = 5e-8  # of two solutions (bases of 25fv47, d2q06c, dfl001, pilot87: 3e-8 to 7e-8)
_LARGEST = 1e15  # of a bound of a shifted program, in which distances are 1 or so
_DEAREST = 1e7  # the same of a price
_SHIFT = 200  # bits, at most, by which a shifted program is scaled


def solved(program: LinearProgram, steps: Steps | None = None) -> Outcome:
    """What the program is, and why; steps are counted where one wants to know of them."""
    steps = steps or Steps()
    if not program.shape[1]:
        return simplex(Basis(program, slack_basis(*program.shape)), steps)
    proposal = _proposed(program)
    if proposal.verdict not in ("infeasible", "unbounded"):
        return simplex(_improved(program, proposal, steps), steps)
    basis = _feasible(program, steps)
    if isinstance(basis, Outcome):
        return basis
    if proposal.verdict == "unbounded":
        best = _best(_directions(program), steps)
        if best.value() < 0:
            ray = [best.x.rational(j) for j in range(program.shape[1])]
            return Outcome("unbounded", basis, ray=ray)
    return simplex(basis, steps)


def _best(program: LinearProgram, steps: Steps) -> Basis:
    """An optimal basis of a program that has one."""
    return known(simplex(_improved(program, _proposed(program), steps), steps).basis)


def _proposed(program: LinearProgram) -> Proposal:
    """What floats say of a program."""
    m, n = program.shape
    size = f"{counted(m, 'row')}, {counted(n, 'column')}"
    memory = _ENTRY * len(program.matrix.data) + _VARIABLE * (m + n)
    require_memory(memory, f"a linear program of {size}")
    report(f"floating point, {size}", 0, 0)
    return propose(program)


def _improved(program: LinearProgram, proposal: Proposal, steps: Steps) -> Basis:
    """The last basis with an inverse that floats propose, an optimal one where they find it; where
    there is none, that of all activities."""
    best, status, seen = None, proposal.status, set[tuple[int, ...]]()
    for _ in range(_ROUNDS):
        try:
            basis = Basis(program, status)
            report("exact solution", 0, 0)
            announce(basis.matrix, _SECONDS_PER_BIT)
            with stage("exact solution"):
                wrong = [*basis.infeasibilities, *basis.wrong_prices]
        except (SingularMatrixError, ValueError):
            break
        if not basis.infeasibilities:
            steps.tell(basis)
        best, before = basis, len(seen)
        seen.add(tuple(basis.status))
        if not wrong or not starts_warm() or len(seen) == before:
            break
        steps.refinements += 1
        report("refinement", steps.refinements, _ROUNDS)
        status = _refined(basis)
    return best or Basis(program, slack_basis(*program.shape))


def _refined(basis: Basis) -> list[int]:
    """A better basis, or the same, by the program that is shifted by the exact solution and scaled.

    In x_k = x*_k + 2^(e[k] - primal) z_k, with the activities s = A x as columns too, and prices
    d*_k 2^(e[k] + dual). So what was rounded away is 1 or so. Source: Gleixner, Steffy, Wolter,
    *Iterative refinement for linear programming*, 2016.
    """
    program, x, d = basis.program, basis.x, basis.d
    (m, n), e = program.shape, exponents(program)
    primal, dual = _shift(basis.infeasibilities, -e), _shift(basis.wrong_prices, e)
    to_x, to_d, zeros = (primal - e).tolist(), (dual + e).tolist(), [0.0] * m

    def moved(bounds: Limits, none: float) -> Array:
        floats = [
            none if b is None else scaled_float(b - x.rational(k), to_x[k], _LARGEST)
            for k, b in enumerate(bounds)
        ]
        return np.array(floats + zeros)

    prices = [scaled_float(d.rational(k), to_d[k], _DEAREST) for k in range(n + m)]
    begin, places, ones = program.turned.indptr, program.turned.indices, np.arange(m)
    columns = (  # (A | -1)
        np.concatenate([begin, begin[-1] + 1 + ones]),
        np.concatenate([places, ones]),
        np.concatenate([scaled_values(program, e), -np.ones(m)]),
    )
    ends = moved(program.low, -np.inf), moved(program.high, np.inf)
    shifted = FloatProgram(np.array(prices), *ends, columns)
    verdict, status = by_highspy(shifted, [*basis.status, *[LOWER] * m])
    if verdict in ("infeasible", "unbounded"):
        return basis.status
    activities, rows = status[n : n + m], status[n + m :]
    # a row that is basic, though it is 0: its activity has the column
    return status[:n] + [BASIC if t == BASIC else s for s, t in zip(activities, rows)]


def _shift(violations: list[tuple[int, int, fmpq]], e: Array) -> int:
    """The power of two that brings the largest violation of a scaled variable to 1 or so."""
    if not violations:
        return 0
    logs = logarithms(size for _, _, size in violations) + e[[k for k, *_ in violations]]
    return int(np.clip(np.ceil(-logs.max()), 0, _SHIFT))


def _feasible(program: LinearProgram, steps: Steps) -> Outcome | Basis:
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
    basis, end = _best(elastic, steps), n + more
    if basis.value() > 0:
        return Outcome("infeasible", farkas=[basis.d.rational(end + i) for i in range(m)])
    status = basis.status[:n] + basis.status[end:]
    for k, i in enumerate(missed):
        if basis.status[n + k] == BASIC:  # at 0, as the optimum is: the activity has its column
            status[n + i] = BASIC
    return Basis(program, status)


def _directions(program: LinearProgram) -> LinearProgram:
    """The directions r, within -1 .. 1, in which feasible points stay so; the objective is c r."""
    m, n = program.shape

    def still(bounds: Limits, end: int) -> Limits:
        free = [fmpq(end)] * n + [None] * m
        return [free[k] if b is None else fmpq(0) for k, b in enumerate(bounds)]

    return replace(program, low=still(program.low, -1), high=still(program.high, 1))
