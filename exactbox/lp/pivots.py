"""Exact pivots: the simplex method in rationals, the steepest edge first.

The way for few rows and columns, and the last resort where floats cannot say which basis is
optimal. It is complete: from any basis it comes to an optimal one, to Farkas' multipliers, or to a
ray. Every pivot solves two systems anew. Without highspy, where the float solver starts anew, it is
what mends a basis.

1. Dual pivots: a variable that is beyond a bound leaves; the entering one keeps the signs of the
   prices. If there is none, the row refutes the program: Farkas. Where prices have wrong signs, the
   costs are changed so that they have the right ones.
2. Primal pivots with the true costs: a variable that would better leave its bound enters; the first
   that comes to a bound leaves. If there is none, that is a ray.

The steepest edge is taken: the largest square of a violation, as equilibrated variables have it
(`scaling`), over its weight, which is a float: the squared length of the edge in a reference
framework. After some degenerate pivots, which leave the objective where it is, the costs of dual
ones are perturbed, once; after some more the least number is taken (Bland's rule), until the
objective moves: no basis comes twice.

Source: Bland, *New finite pivoting rules for the simplex method*, 1977; Schrijver, *Theory of
linear and integer programming*, 1986, ch. 11; Forrest, Goldfarb, *Steepest-edge simplex algorithms
for linear programming*, 1992.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm, log2

import numpy as np
from flint import fmpq

from exactbox.decimals import decimal_string, short_value
from exactbox.lp.basis import FREE, LOWER, UPPER, Basis, Values
from exactbox.lp.program import LinearProgram
from exactbox.lp.scaling import Array, exponents, logarithms, middle
from exactbox.progress import Known, is_watched, report

Violation = tuple[int, int, fmpq]  # as `basis.violations` has them
_PRIME = 10007  # perturbations are powers of 5 modulo this prime, of which there are 10006,
_PERTURBATION_BITS = 33  # and so many bits below the costs
_DEGENERATE = 20  # pivots in a row by steepest edge, before Bland's rule


@dataclass
class Steps:
    """How a program is solved: rounds of refinement, exact pivots."""

    refinements: int = 0
    pivots: int = 0
    program: LinearProgram | None = None  # of which one is told what is known so far
    is_told: bool = True  # few rows and columns take a millisecond

    def count(self) -> None:
        """One more pivot."""
        self.pivots += 1
        if self.is_told:
            report("exact pivots", self.pivots, 0)

    def tell(self, basis: Basis, status: str = "feasible") -> None:
        """Say what is known of the program, which is not one that was made of it on the way."""
        program = basis.program
        if program is self.program and self.is_told and is_watched():
            value = program.objective_value(basis.value())
            text = short_value(value, lambda: decimal_string(*value.as_integer_ratio(), 12))
            best = "the best value is" if status == "optimal" else "a feasible point has the value"
            report(Known(f"{best} {text}"), 0, 0)


@dataclass(frozen=True)
class Outcome:
    """The status of a program, with what proves it, in integers."""

    status: str  # "optimal", "infeasible" or "unbounded"
    basis: Basis | None = None  # optimal; of an unbounded program feasible
    farkas: list[fmpq] | None = None  # y, whose bound is above 0 for costs that are 0
    ray: list[fmpq] | None = None  # of the columns


def simplex(basis: Basis, steps: Steps) -> Outcome:
    """Exact pivots from any basis whose matrix has an inverse."""
    e = exponents(basis.program)
    feasible = _dual(basis, e, steps)
    return feasible if isinstance(feasible, Outcome) else _primal(feasible, e, steps)


def _dual(basis: Basis, e: Array, steps: Steps) -> Outcome | Basis:
    """A feasible basis by dual pivots, or Farkas' multipliers."""
    cost, degenerate, is_perturbed, e = None, 0, False, -e
    weights = np.zeros(len(e))
    while wrong := basis.infeasibilities:
        cost = cost or _dual_feasible_costs(basis)
        leaving, side, _ = _steepest(wrong, e, weights, degenerate)
        row, stop = basis.dual_step(leaving, side, cost)
        if stop is None:
            return Outcome("infeasible", farkas=_farkas(basis, row, leaving, side))
        step, entering, _ = stop
        degenerate = 0 if step else degenerate + 1  # the dual objective moves by step times size
        if degenerate == _DEGENERATE and not is_perturbed:
            cost, degenerate, is_perturbed = _perturbed(basis, cost, e), 0, True
            continue
        steps.count()
        before, basis = basis, basis.exchanged(entering, leaving, side)
        _reweigh(weights, before.x, basis.x, leaving, e)
    return basis


def _primal(basis: Basis, e: Array, steps: Steps) -> Outcome:
    """From a feasible basis: an optimal one, or a ray."""
    program, degenerate, weights = basis.program, 0, np.zeros(len(e))
    steps.tell(basis)
    while wrong := basis.dual_infeasibilities:
        entering, side, _ = _steepest(wrong, e, weights, degenerate)
        sign = 1 if side == LOWER else -1
        direction, stop = basis.primal_step(entering, sign)
        if stop is None:
            ray = [sign * r for r in direction.rationals(0, program.matrix.shape[1])]
            return Outcome("unbounded", basis, ray=ray)
        step, leaving, end = stop  # x + step (sign r) is the next point
        degenerate = 0 if step else degenerate + 1
        steps.count()
        before, basis = basis, basis.exchanged(entering, leaving, end)
        if entering != leaving:  # else no price changes
            _reweigh(weights, before.d, basis.d, entering, e)
        steps.tell(basis)
    steps.tell(basis, "optimal")
    return Outcome("optimal", basis)


def _steepest(wrong: list[Violation], e: Array, weights: Array, degenerate: int) -> Violation:
    """The violation with the largest square over its weight, or the first one."""
    if degenerate >= _DEGENERATE:
        return min(wrong)
    which = [k for k, *_ in wrong]
    # log2 (v_k 2^e[k])^2 / w_k, the largest
    squares = 2 * (logarithms([size for _, _, size in wrong]) + e[which])
    return wrong[int(np.argmax(squares - weights[which]))]


def _reweigh(weights: Array, before: Values, after: Values, chosen: int, e: Array) -> None:
    """The logarithms of the weights after a pivot, which has changed all values along an edge.

    Where value k changes by r of what the chosen one does, w[k] = max(w[k], r^2 w[chosen]): that is
    at most the square of the length of its edge in the reference framework.
    """
    which, change = [], []
    for k, (p, q) in enumerate(zip(before.numerators, after.numerators, strict=True)):
        u, v = before.denominators[before.block_of[k]], after.denominators[after.block_of[k]]
        moved = q * u - p * v  # after - before, times u v
        if moved:
            which.append(k)
            change.append(log2(abs(int(moved))) - log2(int(u)) - log2(int(v)))
    lengths = 2 * (np.array(change) + e[which])  # log2 of squares, as z has them
    lengths += weights[chosen] - lengths[which.index(chosen)]  # log2 r_k^2 w[chosen]
    weights[which] = np.maximum(weights[which], lengths)
    weights[chosen] = 0.0  # it is in the reference framework now: w = 1


def refutation(basis: Basis) -> list[fmpq] | None:
    """Farkas' multipliers of a basic variable that is beyond a bound, where nothing that could
    leave its own bound brings it back; None where there is no such one."""
    for k, side, _ in basis.infeasibilities:
        row, sign = basis.row(k), -1 if side == LOWER else 1
        ends = zip(row.numerators, basis.dual_intervals)
        if not any(n and (high if sign * n > 0 else low) is not None for n, (low, high) in ends):
            return _farkas(basis, row, k, side)
    return None


def _dual_feasible_costs(basis: Basis) -> list[int]:
    """Costs, times a number, for which each price of the wrong sign has the right one; of a free
    variable it is 0.

    So dual pivots begin, which gain by each of these prices.
    """
    added = dict[int, fmpq]()
    for k, side, size in basis.dual_infeasibilities:
        # d_k + g has the right sign; twice the size, so that it is not 0 afterwards
        more = size if basis.status[k] == FREE else fmpq((2 * size).ceil())
        added[k] = more if side == LOWER else -more
    return _add_costs(basis.program, basis.program.goal, added)


def _perturbed(basis: Basis, cost: list[int], e: Array) -> list[int]:
    """Costs, times a number, for which each price that is 0 has the sign of its bound, a little.

    So dual pivots are no longer degenerate. Source: Koberstein, *Progress in the dual simplex
    algorithm for solving large scale LP problems*, 2008.
    """
    program, d = basis.program, basis.prices(cost)
    priced = [j for j, c in enumerate(cost) if c]
    # 2^size is 2^-33 of the geometric mean of the costs of z
    size = middle(logarithms([cost[j] for j in priced]) - e[priced]) - _PERTURBATION_BITS
    added = dict[int, fmpq]()
    for k, (t, power) in enumerate(zip(basis.status, (e + size).tolist())):
        if t in (LOWER, UPPER) and not d.numerators[k] and not program.is_fixed[k]:
            # (5^(k+1) mod p) 2^size as a cost of z_k
            more = fmpq(pow(5, k + 1, _PRIME) << max(power, 0), 1 << max(-power, 0))
            added[k] = more if t == LOWER else -more
    return _add_costs(program, cost, added)


def _add_costs(program: LinearProgram, cost: list[int], added: dict[int, fmpq]) -> list[int]:
    """The costs with these of variables added, times a number. A cost g of an activity is g a_i of
    the columns."""
    n, unit = program.matrix.shape[1], lcm(*(int(g.q) for g in added.values()))
    cost = [unit * c for c in cost]  # unit (c + sum_k g_k e_k), or g_k a_i of an activity
    for k, g in added.items():
        for j, v in zip(*program.rows[k - n]) if k >= n else ((k, 1),):
            cost[j] += int(g * unit) * v
    return cost


def _farkas(basis: Basis, row: Values, leaving: int, side: int) -> list[fmpq]:
    """Multipliers y of the rows that refute the program.

    x_k = sum r[j] x_j, and no x_j within its bounds brings that to the bound of x_k. The same
    equation, x_k on the other side, has costs that are 0; below the lower bound its sign changes.
    """
    m, n = basis.program.matrix.shape
    y = row.rationals(n, n + m)
    if leaving >= n:
        y[leaving - n] -= 1  # 0 = sum r[j] x_j - x_k
    return y if side == UPPER else [-e for e in y]
