"""A basis of a linear program, and its two exact solutions.

Of the n + m variables, columns and activities, m are basic: the others stand at a bound (free ones
at 0). Where R are the activities that are not basic and J the basic columns, the square matrix
B = A[R, J] gives both solutions,

    B x_J = x_R - A[R, rest] x_rest        B' y_R = c_J,

and y = 0 for other rows, d = c - A' y. The basis is optimal if x is within its bounds, d[j] >= 0
for a column at its lower bound and <= 0 at its upper one, and the same of y for activities:
then c x = sum of bounds times prices, which no feasible x falls below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from flint import fmpq

from exactbox.linalg.matrices.matrix_inputs import Ratios, RightSide
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.square.direct import is_small_and_dense, solve_directly
from exactbox.linalg.square.system import BlockSystem
from exactbox.lp.program import LinearProgram
from exactbox.lp.values import Values

LOWER, BASIC, UPPER, FREE = 0, 1, 2, 3  # where a variable stands, by HiGHS' numbers
Intervals = list[tuple[fmpq | None, fmpq | None]]  # in which values have to be


class Basis:
    """A basis with its square matrix; SingularMatrixError, at a solution, if that has no inverse.

    `status` is that of each variable; one without the bound at which it is said to stand is put at
    another, or at 0. `columns` and `rows` are J and R, by the numbers of the variables.
    """

    def __init__(self, program: LinearProgram, status: Sequence[int]) -> None:
        m, n = program.shape
        self.program = program
        self.status = [
            t if t == BASIC else _standing(t, low, high)
            for t, low, high in zip(status, program.low, program.high, strict=True)
        ]
        self.columns = [j for j in range(n) if self.status[j] == BASIC]
        self.rows = [k for k in range(n, n + m) if self.status[k] != BASIC]
        if len(self.columns) != len(self.rows):
            raise ValueError(f"{len(self.columns)} basic columns, need {len(self.rows)}")

    @cached_property
    def matrix(self) -> IntegerMatrix:
        """B."""
        n = self.program.shape[1]
        return self.program.part([k - n for k in self.rows], self.columns)

    def point(self, standing: Mapping[int, fmpq]) -> Values:
        """All variables, where those that are not basic have these values, else 0."""
        program, n = self.program, self.program.shape[1]
        x = Values(len(self.status))
        for k, value in standing.items():
            x.put(k, value)
        if self.columns:
            right = [x.rational(k) for k in self.rows]
            if any(k < n for k in standing):  # columns; those of the basis are 0 so far
                rows = (program.rows[k - n] for k in self.rows)
                right = [r - x.product(*row) for r, row in zip(right, rows, strict=True)]
            x.put_all(self.columns, _solve(self.matrix, right))
        for i, row in enumerate(program.rows):
            if self.status[n + i] == BASIC:
                x.numerators[n + i], x.block_of[n + i] = x.sum(*row)
        return x

    @cached_property
    def x(self) -> Values:
        """All variables."""
        sides = enumerate(zip(self.status, self.program.low, self.program.high, strict=True))
        bounds = ((k, {LOWER: low, UPPER: high}.get(t)) for k, (t, low, high) in sides)
        return self.point({k: bound for k, bound in bounds if bound})

    def direction(self, entering: int) -> Values:
        """How all variables move when one that is not basic moves up by 1."""
        return self.point({entering: fmpq(1)})

    def prices(self, cost: Sequence[int]) -> Values:
        """y with B' y_R = c_J of activities, c - A' y of columns; 0 of what is basic."""
        d = Values(len(self.status))
        if self.rows:
            right = [fmpq(cost[j]) for j in self.columns]
            d.put_all(self.rows, _solve(self.matrix.transposed(), right))
        for j, column in enumerate(self.program.columns):
            if self.status[j] != BASIC:
                numerator, d.block_of[j] = d.sum(*column)
                d.numerators[j] = cost[j] * d.denominators[d.block_of[j]] - numerator
        return d

    @cached_property
    def d(self) -> Values:
        """The prices of all variables."""
        return self.prices(self.program.goal)

    def row(self, k: int) -> Values:
        """The r with x_k = sum_j r[j] x_j over what is not basic: the prices where x_k is the
        cost."""
        n = self.program.shape[1]
        if self.status[k] != BASIC:
            unit = Values(len(self.status))
            unit.put(k, fmpq(1))
            return unit
        terms = {k: 1} if k < n else dict(zip(*self.program.rows[k - n], strict=True))
        return self.prices([terms.get(j, 0) for j in range(n)])

    def value(self, cost: Sequence[int] | None = None) -> fmpq:
        """c x, or of other costs."""
        costs = self.program.goal if cost is None else cost
        return self.x.product(range(len(costs)), costs)

    @cached_property
    def intervals(self) -> Intervals:
        """The bounds of what is basic; what is not stands at its own."""
        sides = zip(self.status, self.program.low, self.program.high, strict=True)
        return [(low, high) if t == BASIC else (None, None) for t, low, high in sides]

    @cached_property
    def price_intervals(self) -> Intervals:
        """The signs of the prices of what stands at a bound, and could leave it."""
        none, zero = None, fmpq(0)
        signs = {LOWER: (zero, none), UPPER: (none, zero), FREE: (zero, zero), BASIC: (none, none)}
        fixed = map(self.program.is_fixed, range(len(self.status)))
        return [signs[BASIC if only else t] for t, only in zip(self.status, fixed)]

    @cached_property
    def infeasibilities(self) -> list[tuple[int, int, fmpq]]:
        """Basic variables beyond a bound, as `beyond` has them."""
        return beyond(self.x, self.intervals)

    @cached_property
    def wrong_prices(self) -> list[tuple[int, int, fmpq]]:
        """Prices of the wrong sign: of variables that would better leave their bound."""
        return beyond(self.d, self.price_intervals)


def beyond(values: Values, intervals: Intervals) -> list[tuple[int, int, fmpq]]:
    """What is outside of its interval: which, beyond which end (LOWER or UPPER), and how far."""
    found = []
    for k, (low, high) in enumerate(intervals):
        if low is not None and values.difference(k, low) < 0:
            found.append((k, LOWER, low - values.rational(k)))
        elif high is not None and values.difference(k, high) > 0:
            found.append((k, UPPER, values.rational(k) - high))
    return found


def first_stop(
    values: Values, direction: Values, sign: int, intervals: Intervals
) -> tuple[fmpq, int, int] | None:
    """The way along a direction (or against it) until a value comes to an end of its interval:
    how far, which value, and which end (LOWER or UPPER); None where none does."""
    best = None
    for k, (n, (low, high)) in enumerate(zip(direction.numerators, intervals, strict=True)):
        end = high if sign * n > 0 else low
        if n and end is not None:
            room = abs((end - values.rational(k)) / direction.rational(k))
            if best is None or (room, k) < best[:2]:
                best = room, k, UPPER if sign * n > 0 else LOWER
    return best


def slack_basis(m: int, n: int) -> list[int]:
    """The basis of all m activities."""
    return [LOWER] * n + [BASIC] * m


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
