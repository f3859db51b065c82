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

from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from flint import fmpq

from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.sparse import from_coordinates
from exactbox.lp.basis import BASIC, Basis, slack_basis, violation
from exactbox.lp.floats import Proposal, float_program, propose, refined, starts_warm
from exactbox.lp.pivots import simplex
from exactbox.lp.program import Bound, LinearProgram
from exactbox.lp.values import known

_ROUNDS = 12  # of refinement; Netlib's programs take 0, 1 or 2
_FEW = 20  # exact pivots that are tried before a float solver starts anew
_SHIFT = 200  # bits, at most, by which a shifted program is scaled


@dataclass
class Steps:
    """How a program was solved: rounds of refinement, exact pivots."""

    refinements: int = 0
    pivots: int = 0


@dataclass(frozen=True)
class Outcome:
    """What a program is, with what proves it, in the integers of `Integral`.

    Attributes
    ----------
    status : str
        "optimal", "infeasible" or "unbounded".
    basis : Basis or None
        Optimal; of an unbounded program feasible; of an infeasible one None.
    farkas, ray : list of fmpq or None
    steps : Steps
    """

    status: str
    basis: Basis | None = None
    farkas: list[fmpq] | None = None
    ray: list[fmpq] | None = None
    steps: Steps = field(default_factory=Steps)


def solved(program: LinearProgram) -> Outcome:
    """What the program is, and why."""
    steps = Steps()
    if not program.shape[1]:
        return _by_pivots(program, None, steps)
    first = _by_floats(program, steps)
    if isinstance(first, Basis):
        return Outcome("optimal", first, steps=steps)
    start = first.status
    if first.verdict in ("infeasible", "unbounded"):
        found = _feasible(program, steps)
        if isinstance(found, Outcome):
            return found
        start = found
        if first.verdict == "unbounded":
            ray = _best(_directions(program), steps)
            if ray.value() < 0:
                columns = [ray.x.rational(j) for j in range(program.shape[1])]
                basis = Basis(program.integral, start)
                return Outcome("unbounded", basis, ray=columns, steps=steps)
    return _by_pivots(program, start, steps)


def _by_floats(program: LinearProgram, steps: Steps) -> Basis | Proposal:
    """An optimal basis; or what floats said last."""
    model = float_program(program)
    proposal, known = propose(model), Proposal("unknown")
    for _ in range(_ROUNDS):
        if proposal.verdict != "optimal" or proposal.status is None:
            return known if known.status is not None else proposal
        try:
            basis = Basis(program.integral, proposal.status)
            found = _violation(basis)
        except (SingularMatrixError, ValueError):
            return known
        if found is None:
            return basis
        if known.status == basis.status:
            return known
        known = Proposal("unknown", basis.status)
        if not starts_warm():
            end = simplex(program.integral, basis.status, _FEW)
            if end is not None and end.is_optimal:
                steps.pivots += end.pivots
                return end.basis
        proposal = refined(model, program, basis, *found)
        steps.refinements += 1
    return known


def _violation(basis: Basis) -> tuple[float, float] | None:
    """By what to scale a program that is not solved yet."""
    found = violation(basis)
    if not found.primal and not found.dual:
        return None
    return _scale(found.primal), _scale(found.dual)


def _scale(size: float) -> float:
    """A power of two that brings a violation to 1 or so."""
    return 1.0 if size == 0 else float(2.0 ** np.clip(np.ceil(-np.log2(size)), 0, _SHIFT))


def _by_pivots(program: LinearProgram, start: list[int] | None, steps: Steps) -> Outcome:
    """By exact pivots, from this basis if it has an inverse."""
    integral = program.integral
    try:
        end = known(simplex(integral, slack_basis(integral) if start is None else start))
    except (SingularMatrixError, ValueError):
        end = known(simplex(integral, slack_basis(integral)))
    steps.pivots += end.pivots
    if end.farkas is not None:
        return Outcome("infeasible", farkas=end.farkas, steps=steps)
    if end.ray is not None:
        return Outcome("unbounded", end.basis, ray=end.ray, steps=steps)
    return Outcome("optimal", end.basis, steps=steps)


def _best(program: LinearProgram, steps: Steps) -> Basis:
    """An optimal basis of a program that has one."""
    found = _by_floats(program, steps)
    if isinstance(found, Basis):
        return found
    return known(_by_pivots(program, found.status, steps).basis)


def _feasible(program: LinearProgram, steps: Steps) -> Outcome | list[int]:
    """A feasible basis; or, where nothing is feasible, Farkas' multipliers."""
    m, n = program.shape
    elastic, missed = _elastic(program)
    basis = _best(elastic, steps)
    if basis.value() > 0:
        y = [basis.d.rational(elastic.shape[1] + i) for i in range(m)]
        return Outcome("infeasible", farkas=y, steps=steps)
    status = basis.status[:n] + basis.status[elastic.shape[1] :]
    for k, i in enumerate(missed):
        if basis.status[n + k] == BASIC:  # at 0, as the optimum is: the activity has its column
            status[n + i] = BASIC
    return status


def _elastic(program: LinearProgram) -> tuple[LinearProgram, list[int]]:
    """minimise the sum of s, t >= 0 where L <= A x + s - t <= U; the row of each s and t."""
    m, n = program.shape
    below = [i for i in range(m) if program.row_lower[i] is not None]
    above = [i for i in range(m) if program.row_upper[i] is not None]
    missed = below + above
    entries = int_array([program.scales[i] for i in below] + [-program.scales[i] for i in above])
    a = program.matrix
    more = np.arange(len(missed))
    matrix = from_coordinates(
        (m, n + len(missed)),
        np.concatenate([a.row_of, np.array(missed, dtype=np.int64)]),
        np.concatenate([a.indices, n + more]),
        np.concatenate([a.data, entries]),
    )
    extra = len(missed)
    zero: list[Bound] = [Fraction(0)] * extra
    elastic = replace(
        program,
        matrix=matrix,
        cost=[Fraction(0)] * n + [Fraction(1)] * extra,
        constant=Fraction(0),
        lower=program.lower + zero,
        upper=program.upper + [None] * extra,
        maximize=False,
    )
    return elastic, missed


def _directions(program: LinearProgram) -> LinearProgram:
    """minimise c r over the directions r, within -1 .. 1, in which feasible points stay so."""
    sign = -1 if program.maximize else 1

    def still(bounds: list[Bound]) -> list[Bound]:
        return [None if b is None else Fraction(0) for b in bounds]

    return replace(
        program,
        cost=[sign * c for c in program.cost],
        constant=Fraction(0),
        row_lower=still(program.row_lower),
        row_upper=still(program.row_upper),
        lower=[Fraction(-1) if b is None else Fraction(0) for b in program.lower],
        upper=[Fraction(1) if b is None else Fraction(0) for b in program.upper],
        maximize=False,
    )
