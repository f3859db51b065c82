"""Exact pivots: the simplex method in rationals, the largest violation first.

The last resort where floats cannot say which basis is optimal, and complete: from any basis it
comes to an optimal one, to Farkas' multipliers, or to a ray. Every pivot solves two systems anew.
Without highspy, where the float solver starts anew, it is what mends a basis.

1. Dual pivots: a variable that is beyond a bound leaves; the entering one keeps the signs of the
   prices. If there is none, the row refutes the program: Farkas. Where prices have wrong signs, the
   costs are changed so that they have the right ones.
2. Primal pivots with the true costs: a variable that would better leave its bound enters; the first
   that comes to a bound leaves. If there is none, that is a ray.

Violations are compared as equilibrated variables have them (`scaling`). After some degenerate
pivots, which leave the objective where it is, the least number is taken in place of the largest
violation (Bland's rule), until the objective moves: no basis comes twice.

Source: Bland, *New finite pivoting rules for the simplex method*, 1977; Schrijver, *Theory of
linear and integer programming*, 1986, ch. 11.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

from flint import fmpq

from exactbox.decimals import decimal_string, short_value
from exactbox.lp.basis import BASIC, FREE, LOWER, UPPER, Basis, Values, first_stop
from exactbox.lp.program import LinearProgram
from exactbox.lp.scaling import exponents
from exactbox.progress import Known, is_watched, report

Violation = tuple[int, int, fmpq]  # as `basis.beyond` has them
_DEGENERATE = 20  # pivots in a row by the largest violation, before Bland's rule


@dataclass
class Steps:
    """How a program is solved: rounds of refinement, exact pivots."""

    refinements: int = 0
    pivots: int = 0
    program: LinearProgram | None = None  # of which one is told what is known so far

    def tell(self, basis: Basis, status: str = "feasible") -> None:
        """Say what is known of the program, which is not one that was made of it on the way."""
        program = basis.program
        if program is self.program and is_watched():
            value = program.objective_value(basis.value())
            text = short_value(value, lambda: decimal_string(*value.as_integer_ratio(), 12))
            best = "the best value is" if status == "optimal" else "a feasible point has the value"
            report(Known(f"{best} {text}"), 0, 0)


@dataclass(frozen=True)
class Outcome:
    """What a program is, with what proves it, in integers."""

    status: str  # "optimal", "infeasible" or "unbounded"
    basis: Basis | None = None  # optimal; of an unbounded program feasible
    farkas: list[fmpq] | None = None  # y, whose bound is above 0 for costs that are 0
    ray: list[fmpq] | None = None  # of the columns


def simplex(basis: Basis, steps: Steps) -> Outcome:
    """Exact pivots from any basis whose matrix has an inverse."""
    e = exponents(basis.program).tolist()
    feasible = _dual(basis, e, steps)
    return feasible if isinstance(feasible, Outcome) else _primal(feasible, e, steps)


def _dual(basis: Basis, e: list[int], steps: Steps) -> Outcome | Basis:
    """A feasible basis by dual pivots, or Farkas' multipliers."""
    cost, degenerate = None, 0
    while wrong := basis.infeasibilities:
        cost = cost or _costs_of_right_prices(basis)
        leaving, side, _ = _chosen(wrong, [-k for k in e], degenerate)
        row, sign = basis.row(leaving), -1 if side == LOWER else 1
        stop = first_stop(basis.prices(cost), row, sign, basis.price_intervals)
        if stop is None:
            return Outcome("infeasible", farkas=_farkas(basis, row, leaving, side))
        step, entering, _ = stop
        degenerate = 0 if step else degenerate + 1
        basis = _exchanged(basis, entering, leaving, side, steps)
    return basis


def _primal(basis: Basis, e: list[int], steps: Steps) -> Outcome:
    """From a feasible basis: an optimal one, or a ray."""
    program, degenerate = basis.program, 0
    steps.tell(basis)
    while wrong := basis.wrong_prices:
        entering, side, _ = _chosen(wrong, e, degenerate)
        sign = 1 if side == LOWER else -1
        direction, within = basis.direction(entering), [*basis.intervals]
        within[entering] = program.low[entering], program.high[entering]
        stop = first_stop(basis.x, direction, sign, within)
        if stop is None:
            ray = [sign * direction.rational(j) for j in range(program.shape[1])]
            return Outcome("unbounded", basis, ray=ray)
        step, leaving, end = stop
        degenerate = 0 if step else degenerate + 1
        basis = _exchanged(basis, entering, leaving, end, steps)
        steps.tell(basis)
    steps.tell(basis, "optimal")
    return Outcome("optimal", basis)


def _chosen(wrong: list[Violation], e: list[int], degenerate: int) -> Violation:
    """The violation with the largest size 2^e, or the first one."""
    if degenerate >= _DEGENERATE:
        return min(wrong)
    least = min(e[k] for k, *_ in wrong)
    return max(wrong, key=lambda violation: violation[2] * (1 << e[violation[0]] - least))


def _exchanged(basis: Basis, entering: int, leaving: int, side: int, steps: Steps) -> Basis:
    """One leaves to its bound, the other enters; or the same one moves to its other bound."""
    steps.pivots += 1
    report("exact pivots", steps.pivots, 0)
    status = list(basis.status)
    status[entering] = BASIC
    status[leaving] = side
    return Basis(basis.program, status)


def _costs_of_right_prices(basis: Basis) -> list[int]:
    """Costs, times a number, for which each price of the wrong sign has the right one; of a free
    variable it is 0.

    So dual pivots begin, which gain by each of these prices. A cost g of an activity is g a_i of
    the columns.
    """
    program = basis.program
    n, added = program.shape[1], dict[int, fmpq]()
    for k, side, size in basis.wrong_prices:
        more = size if basis.status[k] == FREE else fmpq((2 * size).ceil())
        added[k] = more if side == LOWER else -more
    unit = lcm(*(int(g.q) for g in added.values()))
    cost = [unit * c for c in program.goal]
    for k, g in added.items():
        for j, v in zip(*program.rows[k - n]) if k >= n else ((k, 1),):
            cost[j] += int(g * unit) * v
    return cost


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
