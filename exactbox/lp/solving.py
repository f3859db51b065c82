"""Solving a linear program: floats propose, an exact comparison decides.

1. HiGHS proposes a basis (`floats`), whose two exact solutions (`basis`) prove it optimal, or
2. show where not: then the program is shifted and scaled there, and HiGHS proposes again.
3. Where HiGHS says that nothing is feasible, an *elastic* program, whose rows may be missed at a
   price of 1, has a positive optimum: its y is Farkas'.
4. Where HiGHS says that there is no least value: a feasible point, and a ray, which is the optimum
   of the program of all directions in which a feasible point stays feasible, within -1 .. 1.
5. Where neither comes to an end: exact pivots (`pivots`), which always do.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from flint import fmpq

from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.square.solving_time import announce
from exactbox.lp.basis import BASIC, Basis, slack_basis
from exactbox.lp.floats import Proposal, as_float, float_program, propose, refined, starts_warm
from exactbox.lp.pivots import Outcome, Steps, simplex
from exactbox.lp.program import Bound, LinearProgram
from exactbox.lp.values import known
from exactbox.parallel import require_memory
from exactbox.progress import report, stage
from exactbox.showing import counted

_ROUNDS = 12  # of refinement; Netlib's programs take 0, 1 or 2
_FEW = 20  # exact pivots that are tried before a float solver starts anew
# bytes at least, HiGHS' too (200,000 columns, 400,000 entries: 245 MB)
_ENTRY, _VARIABLE = 150, 900
_SECONDS_PER_BIT = 5e-8  # of two solutions (bases of 25fv47, d2q06c, dfl001, pilot87: 3e-8 to 7e-8)
_SHIFT = 200  # bits, at most, by which a shifted program is scaled


def solved(program: LinearProgram, steps: Steps | None = None) -> Outcome:
    """What the program is, and why; steps are counted where one wants to know of them."""
    steps = steps or Steps()
    if not program.shape[1]:
        return _by_pivots(program, None, steps)
    first = _by_floats(program, steps)
    if isinstance(first, Outcome):
        return first
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


def _by_floats(program: LinearProgram, steps: Steps) -> Outcome | Proposal:
    """An optimal basis; or what floats said last. One that is "unknown" may be optimal."""
    m, n = program.shape
    size = f"{counted(m, 'row')}, {counted(n, 'column')}"
    memory = _ENTRY * len(program.matrix.data) + _VARIABLE * (m + n)
    require_memory(memory, f"a linear program of {size}")
    report(f"floating point, {size}", 0, 0)
    model = float_program(program)
    proposal, last = propose(model), Proposal("unknown")
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
            return Outcome("optimal", basis)
        if last.status == basis.status:
            return last
        last = Proposal("unknown", basis.status)
        if not starts_warm():
            end = simplex(program, basis.status, steps, _FEW)
            if end is not None and end.status == "optimal":
                return end
        steps.refinements += 1
        report("refinement", steps.refinements, _ROUNDS)
        far, dear = [e[2] for e in wrong[0]], [abs(basis.d.rational(k)) for k in wrong[1]]
        proposal = refined(model, program, basis, _scale(far), _scale(dear))
    return last


def _scale(sizes: list[fmpq]) -> float:
    """A power of two that brings the largest violation to 1 or so."""
    if not sizes:
        return 1.0
    return float(2.0 ** np.clip(np.ceil(-np.log2(as_float(max(sizes)))), 0, _SHIFT))


def _by_pivots(program: LinearProgram, start: list[int] | None, steps: Steps) -> Outcome:
    """By exact pivots, from this basis if it has an inverse."""
    try:
        return known(simplex(program, start or slack_basis(program), steps))
    except (SingularMatrixError, ValueError):
        return known(simplex(program, slack_basis(program), steps))


def _best(program: LinearProgram, steps: Steps) -> Basis:
    """An optimal basis of a program that has one."""
    found = _by_floats(program, steps)
    if isinstance(found, Proposal):
        found = _by_pivots(program, found.status, steps)
    return known(found.basis)


def _feasible(program: LinearProgram, steps: Steps) -> Outcome | list[int]:
    """A feasible basis; or, where nothing is feasible, Farkas' multipliers."""
    m, n = program.shape
    elastic, missed = _elastic(program)
    basis, end = _best(elastic, steps), n + len(missed)
    if basis.value() > 0:
        return Outcome("infeasible", farkas=[basis.d.rational(end + i) for i in range(m)])
    status = basis.status[:n] + basis.status[end:]
    for k, i in enumerate(missed):
        if basis.status[n + k] == BASIC:  # at 0, as the optimum is: the activity has its column
            status[n + i] = BASIC
    return status


def _elastic(program: LinearProgram) -> tuple[LinearProgram, list[int]]:
    """minimise the sum of s, t >= 0 where L <= A x + s - t <= U; the row of each s and t."""
    m, n = program.shape
    below = [i for i in range(m) if program.row_lower[i] is not None]
    above = [i for i in range(m) if program.row_upper[i] is not None]
    units = [program.scales[i] for i in below] + [-program.scales[i] for i in above]
    missed, more = below + above, len(units)
    places = np.array(missed, dtype=np.int64), n + np.arange(more)
    elastic = program.minimising(
        [0] * n + [1] * more,
        matrix=program.matrix.extended((m, n + more), *places, int_array(units)),
        lower=program.lower + [Fraction(0)] * more,
        upper=program.upper + [None] * more,
    )
    return elastic, missed


def _directions(program: LinearProgram) -> LinearProgram:
    """minimise c r over the directions r, within -1 .. 1, in which feasible points stay so."""

    def still(bounds: list[Bound], free: Bound) -> list[Bound]:
        return [free if b is None else Fraction(0) for b in bounds]

    return program.minimising(
        [-c if program.maximize else c for c in program.cost],
        row_lower=still(program.row_lower, None),
        row_upper=still(program.row_upper, None),
        lower=still(program.lower, Fraction(-1)),
        upper=still(program.upper, Fraction(1)),
    )
