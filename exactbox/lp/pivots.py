"""Exact pivots: the simplex method in rationals, by Bland's rule, which ends.

The last resort where floats cannot say which basis is optimal, and complete: from any basis it
comes to an optimal one, to Farkas' multipliers, or to a ray. Every pivot solves two systems anew.

1. Dual pivots: the variable of least number that is beyond a bound leaves; the entering one keeps
   the signs of the prices. If there is none, the row refutes the program: Farkas. Where prices have
   wrong signs, all costs are taken as 0, so that none has.
2. Primal pivots with the true costs: of the variables that would better leave their bounds that of
   least number enters; the first that comes to a bound leaves. If there is none, that is a ray.

Source: Bland, *New finite pivoting rules for the simplex method*, 1977; Schrijver, *Theory of
linear and integer programming*, 1986, ch. 11.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from exactbox.lp.basis import BASIC, FREE, LOWER, UPPER, Basis, is_fixed
from exactbox.lp.program import Integral
from exactbox.lp.values import Values


@dataclass(frozen=True)
class End:
    """Where pivots end: an optimal basis, or what shows that there is none.

    Attributes
    ----------
    basis : Basis
        The last one: optimal; or feasible, at the start of the ray.
    farkas : list of fmpq, optional
        y, whose bound is above 0 for costs that are 0.
    ray : list of fmpq, optional
        Of the columns.
    pivots : int
    """

    basis: Basis
    farkas: list[fmpq] | None = None
    ray: list[fmpq] | None = None
    pivots: int = 0

    @property
    def is_optimal(self) -> bool:
        """Whether the basis is."""
        return self.farkas is None and self.ray is None


def simplex(program: Integral, status: list[int], most: int | None = None) -> End | None:
    """Exact pivots from any basis whose matrix has an inverse; None after so many."""
    basis, pivots = Basis(program, status), 0
    true_prices = not basis.wrong_prices()
    while wrong := basis.infeasibilities():
        if pivots == most:
            return None
        leaving, side, _ = min(wrong)
        row = row_of(basis, leaving)
        prices = basis.d if true_prices else None
        entering = _dual_entering(basis, row, side, prices)
        if entering is None:
            return End(basis, farkas=_farkas(basis, row, leaving, side), pivots=pivots)
        basis, pivots = _exchanged(basis, leaving, side, entering), pivots + 1
    while wrong_prices := basis.wrong_prices():
        if pivots == most:
            return None
        entering = min(wrong_prices)
        up = basis.d.numerators[entering] < 0
        direction = direction_of(basis, entering, up)
        stop = _primal_leaving(basis, entering, up, direction)
        if stop is None:
            return End(basis, ray=direction[: program.n], pivots=pivots)
        basis, pivots = _exchanged(basis, *stop, entering), pivots + 1
    return End(basis, pivots=pivots)


def _exchanged(basis: Basis, leaving: int, side: int, entering: int) -> Basis:
    """One variable leaves to its bound, the other enters; the same one goes to its other bound."""
    status = list(basis.status)
    status[entering] = BASIC
    status[leaving] = side
    return Basis(basis.program, status)


def row_of(basis: Basis, k: int) -> Values:
    """The r with x_k = sum_j r[j] x_j over what is not basic: the prices where x_k is the cost."""
    p = basis.program
    unit = [0] * p.n
    if k < p.n:
        unit[k] = 1
        right = [fmpq(int(j == k)) for j in basis.columns]
        return basis.prices(right, unit)
    low, high = p.rows.indptr[k - p.n], p.rows.indptr[k - p.n + 1]
    places = p.rows.indices[low:high].tolist()
    for j, v in zip(places, p.rows.data[low:high].tolist(), strict=True):
        unit[j] = v
    return basis.prices([fmpq(unit[j]) for j in basis.columns], unit)


def _dual_entering(basis: Basis, row: Values, side: int, prices: Values | None) -> int | None:
    """What enters in place of a variable that is beyond its bound; None where nothing can."""
    best: tuple[fmpq, int] | None = None
    for j, t in enumerate(basis.status):
        if t == BASIC or not (n := row.numerators[j]) or is_fixed(basis.program, j):
            continue
        if side == UPPER:
            n = -n
        # x_j moves so that x_k comes back to its bound: up from its lower one, if n > 0
        if t != FREE and (n > 0) != (t == LOWER):
            continue
        ratio = fmpq(0) if prices is None else abs(prices.rational(j) / row.rational(j))
        if best is None or (ratio, j) < best:
            best = ratio, j
    return None if best is None else best[1]


def _farkas(basis: Basis, row: Values, leaving: int, side: int) -> list[fmpq]:
    """Multipliers y of the rows that refute the program.

    x_k = sum r[j] x_j, and no x_j within its bounds brings that to the bound of x_k. The same
    equation, x_k on the other side, has costs that are 0; below the lower bound its sign changes.
    """
    p = basis.program
    y = [row.rational(p.n + i) for i in range(p.m)]
    if leaving >= p.n:
        y[leaving - p.n] -= 1
    return y if side == UPPER else [-e for e in y]


def dual_bound(p: Integral, y: list[fmpq], cost: list[int]) -> fmpq | None:
    """What cost x is at least, by the multipliers y of the rows: None where they bound nothing."""
    total = fmpq(0)
    indptr, indices, data = p.columns.rows()
    for k in range(p.n + p.m):
        if k < p.n:
            span = range(indptr[k], indptr[k + 1])
            price = cost[k] - sum((data[e] * y[indices[e]] for e in span), fmpq(0))
        else:
            price = y[k - p.n]
        if price != 0:
            side = (p.lower if price > 0 else p.upper)[k]
            if side is None:
                return None
            total += price * side
    return total


def direction_of(basis: Basis, entering: int, up: bool) -> list[fmpq]:
    """How all variables move when one that is not basic moves by 1, up or down."""
    p = basis.program
    step = fmpq(1 if up else -1)
    found = [fmpq(0)] * (p.n + p.m)
    found[entering] = step
    if entering < p.n:  # B z = -A[R, j] step
        low, high = p.columns.indptr[entering], p.columns.indptr[entering + 1]
        places = p.columns.indices[low:high].tolist()
        column = dict(zip(places, p.columns.data[low:high].tolist(), strict=True))
        right = [-step * column.get(i, 0) for i in basis.rows]
    else:
        right = [step if i == entering - p.n else fmpq(0) for i in basis.rows]
    if basis.columns:
        z = basis.solve(right)
        for k, j in enumerate(basis.columns):
            found[j] = fmpq(*z.parts(k))
    indptr, indices, data = p.rows.rows()
    for i in range(p.m):
        if basis.status[p.n + i] == BASIC:
            span = range(indptr[i], indptr[i + 1])
            found[p.n + i] = sum((data[e] * found[indices[e]] for e in span), fmpq(0))
    return found


def _primal_leaving(
    basis: Basis, entering: int, up: bool, direction: list[fmpq]
) -> tuple[int, int] | None:
    """What comes to a bound first, and to which; None where nothing does."""
    p, best = basis.program, None
    for k, step in enumerate(direction):
        if step == 0 or (basis.status[k] != BASIC and k != entering):
            continue
        side = UPPER if step > 0 else LOWER
        bound = (p.upper if step > 0 else p.lower)[k]
        if bound is not None:
            room = (bound - basis.x.rational(k)) / step
            if best is None or (room, k) < best[:2]:
                best = room, k, side
    return None if best is None else (best[1], best[2])
