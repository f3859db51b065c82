"""A basis of a linear program, and its two exact solutions.

Of the n + m variables, columns and activities, m are basic: the others stand at a bound (free ones
at 0). Where R are the rows whose activities are not basic and J the basic columns, the square
matrix B = A[R, J] gives both solutions,

    B x_J = (activities of R) - A[R, rest] x_rest        B' y_R = c_J,

and y = 0 for other rows, d = c - A' y. The basis is optimal if x is within its bounds, d[j] >= 0
for a column at its lower bound and <= 0 at its upper one, and the same of y for activities:
then c x = sum of bounds times prices, which no feasible x falls below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.matrices.matrix_inputs import Ratios, RightSide
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.square.direct import is_small_and_dense, solve_directly
from exactbox.linalg.square.system import BlockSystem
from exactbox.lp.program import Integral
from exactbox.lp.values import Values, known

LOWER, BASIC, UPPER, FREE = 0, 1, 2, 3  # where a variable stands


class Basis:
    """A basis with its square matrix; SingularMatrixError, at a solution, if that has no inverse.

    Attributes
    ----------
    status : list of int
        Of each of the n + m variables; one without the bound at which it is said to stand is put at
        another, or at 0.
    columns, rows : lists of int
        J and R.
    """

    def __init__(self, program: Integral, status: Sequence[int]) -> None:
        n, m = program.n, program.m
        self.program = program
        self.status = [
            t if t == BASIC else _standing(t, low, high)
            for t, low, high in zip(status, program.lower, program.upper, strict=True)
        ]
        self.columns = [j for j in range(n) if self.status[j] == BASIC]
        self.rows = [i for i in range(m) if self.status[n + i] != BASIC]
        if len(self.columns) != len(self.rows):
            raise ValueError(f"{len(self.columns)} basic columns, need {len(self.rows)}")

    @cached_property
    def _matrix(self) -> IntegerMatrix:
        chosen = (np.array(e, dtype=np.int64) for e in (self.rows, self.columns))
        return self.program.rows.permuted(*chosen)

    def solve(self, right: list[fmpq]) -> ExactMatrix:
        """The z with B z = right."""
        return _solve(self._matrix, right)

    def solve_transposed(self, right: list[fmpq]) -> ExactMatrix:
        """The z with B' z = right."""
        return _solve(self._matrix.transposed(), right)

    def bound(self, k: int) -> fmpq:
        """Where a variable stands that is not basic."""
        t = self.status[k]
        if t == FREE:
            return fmpq(0)
        return known((self.program.lower if t == LOWER else self.program.upper)[k])

    def right_side(self) -> list[fmpq]:
        """(activities of R) - A[R, rest] x_rest."""
        p = self.program
        right = {i: self.bound(p.n + i) for i in self.rows}
        indptr, indices, data = p.columns.rows()
        for j in range(p.n):
            if self.status[j] != BASIC and (x := self.bound(j)):
                for k in range(indptr[j], indptr[j + 1]):
                    if (i := indices[k]) in right:
                        right[i] -= data[k] * x
        return list(right.values())

    @cached_property
    def x(self) -> Values:
        """All variables, the activities among them."""
        p = self.program
        x = Values(p.n + p.m)
        for k, t in enumerate(self.status):
            if t != BASIC:
                x.put(k, self.bound(k))
        if self.columns:
            x.put_all(self.columns, self.solve(self.right_side()))
        indptr, indices, data = p.rows.rows()
        for i in range(p.m):
            if self.status[p.n + i] == BASIC:
                low, high = indptr[i], indptr[i + 1]
                n, block = x.total(indices[low:high], data[low:high])
                x.numerators[p.n + i], x.block[p.n + i] = n, block
        return x

    @cached_property
    def d(self) -> Values:
        """The prices of all variables: d = c - A' y of columns, y of activities."""
        return self.prices([fmpq(self.program.cost[j]) for j in self.columns], self.program.cost)

    def prices(self, right: list[fmpq], cost: Sequence[int]) -> Values:
        """y with B' y_R = right, and cost - A' y of the columns that are not basic."""
        p = self.program
        y = Values(p.n + p.m)
        if self.rows:
            y.put_all([p.n + i for i in self.rows], self.solve_transposed(right))
        indptr, indices, data = p.columns.rows()
        for j in range(p.n):
            if self.status[j] != BASIC:
                low, high = indptr[j], indptr[j + 1]
                n, block = y.total([p.n + i for i in indices[low:high]], data[low:high])
                y.numerators[j], y.block[j] = cost[j] * y.denominators[block] - n, block
        return y

    def value(self) -> fmpq:
        """c x."""
        p = self.program
        n, block = self.x.total(range(p.n), p.cost)
        return fmpq(n, self.x.denominators[block])

    def infeasibilities(self) -> list[tuple[int, int, fmpz]]:
        """Basic variables beyond a bound: which, at which (LOWER or UPPER), and the numerator of
        how far."""
        p, x, found = self.program, self.x, []
        for k, t in enumerate(self.status):
            if t == BASIC:
                low, high = p.lower[k], p.upper[k]
                if low is not None and (beyond := x.difference(k, low)) < 0:
                    found.append((k, LOWER, -beyond))
                elif high is not None and (beyond := x.difference(k, high)) > 0:
                    found.append((k, UPPER, beyond))
        return found

    def wrong_prices(self, d: Values | None = None) -> list[int]:
        """Variables that would better leave their bound, as their prices have the wrong sign."""
        p, found = self.program, []
        numerators = (self.d if d is None else d).numerators
        for k, t in enumerate(self.status):
            if t == BASIC or not (n := numerators[k]) or is_fixed(p, k):
                continue
            if t == FREE or (n < 0) == (t == LOWER):
                found.append(k)
        return found


def is_fixed(program: Integral, k: int) -> bool:
    """Whether a variable has one value."""
    low = program.lower[k]
    return low is not None and low == program.upper[k]


def slack_basis(program: Integral) -> list[int]:
    """The basis of all activities."""
    return [LOWER] * program.n + [BASIC] * program.m


def _standing(t: int, low: fmpq | None, high: fmpq | None) -> int:
    """Where a variable stands that is to be at a bound."""
    if t == UPPER and high is not None:
        return UPPER
    return LOWER if low is not None else UPPER if high is not None else FREE


def _solve(matrix: IntegerMatrix, right: list[fmpq]) -> ExactMatrix:
    """The z with matrix z = right, verified."""
    rows, extra = [[int(e.p)] for e in right], [int(e.q) for e in right]
    ratios = Ratios(matrix.shape, matrix.row_of, matrix.indices, matrix.data, None)
    if is_small_and_dense(ratios):
        found = solve_directly(ratios, RightSide(rows, extra, 1, True))
        if found is not None:
            return found
    return BlockSystem(matrix).solve_over(rows, extra, 1)


@dataclass(frozen=True)
class Violation:
    """How far, at most, a basis is from being optimal, in floats; 0 where it is not."""

    primal: float
    dual: float


def violation(basis: Basis) -> Violation:
    """The largest distance from a bound, and the largest price of the wrong sign."""
    p = basis.program
    far = []
    for k, side, n in basis.infeasibilities():
        bound = known((p.lower if side == LOWER else p.upper)[k])
        far.append(as_float(fmpq(n, bound.q * basis.x.parts(k)[1])))
    wrong = [abs(as_float(basis.d.rational(k))) for k in basis.wrong_prices()]
    return Violation(max(far, default=0.0), max(wrong, default=0.0))


def as_float(value: fmpq) -> float:
    """The nearest float; infinite where that is too large, and never 0 for what is not."""
    try:
        found = int(value.p) / int(value.q)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return found if found or value == 0 else (5e-324 if value > 0 else -5e-324)
