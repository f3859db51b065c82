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

from dataclasses import dataclass

from flint import fmpq

from exactbox.lp.basis import BASIC, LOWER, UPPER, Basis, Values, first_stop
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


def simplex(basis: Basis, steps: Steps) -> Outcome:
    """Exact pivots from any basis whose matrix has an inverse."""
    program, first = basis.program, steps.pivots
    has_right_prices, nothing = not basis.wrong_prices, Values(len(basis.status))
    while wrong := basis.infeasibilities or basis.wrong_prices:
        bland = steps.pivots - first >= _GREEDY
        k, side, _ = min(wrong) if bland else max(wrong, key=lambda e: e[2])
        sign = -1 if side == LOWER else 1
        if basis.infeasibilities:
            leaving, row, prices = k, basis.row(k), basis.d if has_right_prices else nothing
            stop = first_stop(prices, row, sign, basis.price_intervals)
            if stop is None:
                return Outcome("infeasible", farkas=_farkas(basis, row, k, side))
            entering = stop[1]
        else:
            entering, direction, within = k, basis.direction(k), [*basis.intervals]
            within[k] = program.low[k], program.high[k]
            stop = first_stop(basis.x, direction, -sign, within)
            if stop is None:
                ray = [-sign * direction.rational(j) for j in range(program.shape[1])]
                return Outcome("unbounded", basis, ray=ray)
            _, leaving, side = stop
        steps.pivots += 1
        report("exact pivots", steps.pivots, 0)
        status = list(basis.status)  # one leaves to its bound, the other enters; or the same one
        status[entering] = BASIC
        status[leaving] = side
        basis = Basis(program, status)
    return Outcome("optimal", basis)


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
