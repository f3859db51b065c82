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
from exactbox.lp.floats import Proposal, as_float, propose, starts_warm, with_activities
from exactbox.lp.pivots import Outcome, Steps, simplex
from exactbox.lp.program import Limits, LinearProgram
from exactbox.lp.values import known
from exactbox.parallel import require_memory
from exactbox.progress import report, stage
from exactbox.showing import counted

_ROUNDS = 12  # of refinement; Netlib's programs take 0, 1 or 2
# bytes at least, HiGHS' too (200,000 columns, 400,000 entries: 245 MB)
_ENTRY, _VARIABLE = 150, 900
_SECONDS_PER_BIT = 5e-8  # of two solutions (bases of 25fv47, d2q06c, dfl001, pilot87: 3e-8 to 7e-8)
_LARGEST = fmpq(10**15)  # of a bound of a shifted program, in which distances are 1 or so
_DEAREST = fmpq(10**7)  # the same of a price
_SHIFT = 200  # bits, at most, by which a shifted program is scaled


def solved(program: LinearProgram, steps: Steps | None = None) -> Outcome:
    """What the program is, and why; steps are counted where one wants to know of them."""
    steps = steps or Steps()
    if not program.shape[1]:
        return _by_pivots(program, None, steps)
    first = _by_floats(program, steps)
    if isinstance(first, Basis):
        return Outcome("optimal", first)
    start = first.status
    if first.verdict in ("infeasible", "unbounded"):
        found = _feasible(program, steps)
        if isinstance(found, Outcome):
            return found
        start = found
        if first.verdict == "unbounded":
            best = _best(_directions(program), steps)
            if best.value() < 0:
                ray = [best.x.rational(j) for j in range(program.shape[1])]
                return Outcome("unbounded", Basis(program, start), ray=ray)
    return _by_pivots(program, start, steps)


def _by_floats(program: LinearProgram, steps: Steps) -> Basis | Proposal:
    """An optimal basis; or what floats said last. One that is "unknown" may be optimal."""
    m, n = program.shape
    size = f"{counted(m, 'row')}, {counted(n, 'column')}"
    memory = _ENTRY * len(program.matrix.data) + _VARIABLE * (m + n)
    require_memory(memory, f"a linear program of {size}")
    report(f"floating point, {size}", 0, 0)
    proposal, last = propose(program), Proposal("unknown")
    for _ in range(_ROUNDS):
        if proposal.verdict in ("infeasible", "unbounded") or proposal.status is None:
            return last if last.status is not None else proposal
        try:
            basis = Basis(program, proposal.status)
            report("exact solution", 0, 0)
            announce(basis.matrix, _SECONDS_PER_BIT)
            with stage("exact solution"):
                wrong = basis.infeasibilities(), basis.wrong_prices()
        except (SingularMatrixError, ValueError):
            return last
        if not any(wrong):
            return basis
        if last.status == basis.status:
            return last
        last = Proposal("unknown", basis.status)
        if not starts_warm():
            return last
        steps.refinements += 1
        report("refinement", steps.refinements, _ROUNDS)
        far, dear = [e[2] for e in wrong[0]], [abs(basis.d.rational(k)) for k in wrong[1]]
        proposal = _refined(basis, _scale(far), _scale(dear))
    return last


def _refined(basis: Basis, primal: int, dual: int) -> Proposal:
    """A better basis, by the program that is shifted by the exact solution and scaled.

    In x = x* + z / primal, with the activities s = A x as columns too, and prices d* dual. So what
    was rounded away is 1 or so. Source: Gleixner, Steffy, Wolter, *Iterative refinement for linear
    programming*, 2016.
    """
    program, x, d = basis.program, basis.x, basis.d
    m, n = program.shape
    units, zeros = [1] * n + program.scales, [fmpq(0)] * m

    def moved(k: int, bound: fmpq | None) -> fmpq | None:
        value = None if bound is None else (bound - x.rational(k)) / units[k] * primal
        return value if value is None else max(-_LARGEST, min(_LARGEST, value))

    prices = [d.rational(k) * s / program.unit.denominator * dual for k, s in enumerate(units)]
    shifted = program.minimising(
        [max(-_DEAREST, min(_DEAREST, price)) for price in prices],
        matrix=with_activities(program.matrix, program.scales),
        low=[moved(k, bound) for k, bound in enumerate(program.low)] + zeros,
        high=[moved(k, bound) for k, bound in enumerate(program.high)] + zeros,
    )
    found = propose(shifted, [*basis.status, *[LOWER] * m])
    if found.status is None:
        return found
    status, rows = found.status[: n + m], found.status[n + m :]
    for i, t in enumerate(rows):  # a row that is basic, though it is 0: its activity has the column
        if t == BASIC:
            status[n + i] = BASIC
    return Proposal(found.verdict, status)


def _scale(sizes: list[fmpq]) -> int:
    """A power of two that brings the largest violation to 1 or so."""
    if not sizes:
        return 1
    return 1 << int(np.clip(np.ceil(-np.log2(as_float(max(sizes)))), 0, _SHIFT))


def _by_pivots(program: LinearProgram, start: list[int] | None, steps: Steps) -> Outcome:
    """By exact pivots, from this basis if it has an inverse."""
    try:
        return simplex(program, start or slack_basis(program), steps)
    except (SingularMatrixError, ValueError):
        return simplex(program, slack_basis(program), steps)


def _best(program: LinearProgram, steps: Steps) -> Basis:
    """An optimal basis of a program that has one."""
    found = _by_floats(program, steps)
    if isinstance(found, Basis):
        return found
    return known(_by_pivots(program, found.status, steps).basis)


def _feasible(program: LinearProgram, steps: Steps) -> Outcome | list[int]:
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
    return status


def _directions(program: LinearProgram) -> LinearProgram:
    """The directions r, within -1 .. 1, in which feasible points stay so; the objective is c r."""
    m, n = program.shape

    def still(bounds: Limits, end: int) -> Limits:
        free = [fmpq(end)] * n + [None] * m
        return [free[k] if b is None else fmpq(0) for k, b in enumerate(bounds)]

    return replace(program, low=still(program.low, -1), high=still(program.high, 1))
