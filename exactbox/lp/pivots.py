"""Exact pivots: the simplex method in rationals; Bland's rule, which ends, after some by Dantzig's.

The last resort where floats cannot say which basis is optimal, and complete: from any basis it
comes to an optimal one, to Farkas' multipliers, or to a ray. Every pivot solves two systems anew.
Without highspy, where the float solver starts anew, it is what mends a basis.

1. Dual pivots: a variable that is beyond a bound leaves; the entering one keeps the signs of the
   prices. If there is none, the row refutes the program: Farkas. Where prices have wrong signs, all
   costs are taken as 0, so that none has.
2. Primal pivots with the true costs: a variable that would better leave its bound enters; the first
   that comes to a bound leaves. If there is none, that is a ray.

Of several, Dantzig takes that with the largest violation, Bland that of least number. From a basis
that is nearly optimal Dantzig's way is short, but it may go in circles: so it has few pivots.

Source: Bland, *New finite pivoting rules for the simplex method*, 1977; Schrijver, *Theory of
linear and integer programming*, 1986, ch. 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from exactbox.lp.basis import BASIC, FREE, LOWER, UPPER, Basis
from exactbox.lp.program import LinearProgram
from exactbox.lp.values import Values
from exactbox.progress import report

_GREEDY = 50  # pivots by Dantzig's rule (Netlib's 45 need 1; at HiGHS' own tolerances at most 9)


@dataclass
class Steps:
    """How a program is solved: rounds of refinement, exact pivots."""

    refinements: int = 0
    pivots: int = 0


@dataclass(frozen=True)
class Outcome:
    """What a program is, with what proves it, in integers."""

    status: str  # "optimal", "infeasible" or "unbounded"
    basis: Basis | None = None  # optimal; of an unbounded program feasible
    farkas: list[fmpq] | None = None  # y, whose bound is above 0 for costs that are 0
    ray: list[fmpq] | None = None  # of the columns


def simplex(program: LinearProgram, status: Sequence[int], steps: Steps) -> Outcome:
    """Exact pivots from any basis whose matrix has an inverse."""
    basis, first = Basis(program, status), steps.pivots
    dual_feasible = not basis.wrong_prices()
    while (wrong := basis.infeasibilities()) or (better := basis.wrong_prices()):
        bland = steps.pivots - first >= _GREEDY
        if wrong:
            leaving, side, _ = min(wrong) if bland else max(wrong, key=lambda e: e[2])
            row = basis.row(leaving)
            step = dual_step(basis, row, side, basis.d if dual_feasible else None)
            if step is None:
                return Outcome("infeasible", farkas=_farkas(basis, row, leaving, side))
            entering = step[1]
        else:
            dearest = max(better, key=lambda k: abs(basis.d.rational(k)))
            entering = min(better) if bland else dearest
            sign = 1 if basis.d.numerators[entering] < 0 else -1
            direction = basis.direction(entering)
            stop = primal_step(basis, direction, sign, entering)
            if stop is None:
                ray = [sign * direction.rational(j) for j in range(program.shape[1])]
                return Outcome("unbounded", basis, ray=ray)
            _, leaving, side = stop
        steps.pivots += 1
        report("exact pivots", steps.pivots, 0)
        status = list(basis.status)  # one leaves to its bound, the other enters; or the same one
        status[entering] = BASIC
        status[leaving] = side
        basis = Basis(program, status)
    return Outcome("optimal", basis)


def dual_step(
    basis: Basis, row: Values, side: int, prices: Values | None
) -> tuple[fmpq, int] | None:
    """How far prices go, and what then enters, where a variable is to go to its bound on this side,
    or its cost away from that; None where nothing can. Without prices all are 0."""
    best: tuple[fmpq, int] | None = None
    for j, (t, n) in enumerate(zip(basis.status, row.numerators, strict=True)):
        if t == BASIC or not n or basis.program.is_fixed(j):
            continue
        # x_j moves so that x_k comes back to its bound: up from its lower one, if r[j] > 0
        if t != FREE and ((n > 0) == (side == LOWER)) != (t == LOWER):
            continue
        ratio = fmpq(0) if prices is None else abs(prices.rational(j) / row.rational(j))
        if best is None or (ratio, j) < best:
            best = ratio, j
    return best


def _farkas(basis: Basis, row: Values, leaving: int, side: int) -> list[fmpq]:
    """Multipliers y of the rows that refute the program.

    x_k = sum r[j] x_j, and no x_j within its bounds brings that to the bound of x_k. The same
    equation, x_k on the other side, has costs that are 0; below the lower bound its sign changes.
    """
    m, n = basis.program.shape
    y = [row.rational(n + i) for i in range(m)]
    if leaving >= n:
        y[leaving - n] -= 1
    return y if side == UPPER else [-e for e in y]


def primal_step(
    basis: Basis, direction: Values, sign: int, entering: int | None
) -> tuple[fmpq, int, int] | None:
    """How far it is along a direction, or against it, until something comes to a bound, what, and
    to which; None where nothing does. What is not basic does not count, but the entering one."""
    program, best = basis.program, None
    for k, n in enumerate(direction.numerators):
        if not n or (basis.status[k] != BASIC and k != entering):
            continue
        side, bounds = (UPPER, program.high) if sign * n > 0 else (LOWER, program.low)
        bound = bounds[k]
        if bound is not None:
            room = abs((bound - basis.x.rational(k)) / direction.rational(k))
            if best is None or (room, k) < best[:2]:
                best = room, k, side
    return best
