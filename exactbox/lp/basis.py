"""A basis of a linear program, and its two exact solutions.

Of the n + m variables, columns and activities, m are basic: the others stand at a bound (free ones
at 0). Where R are the activities that are not basic and J the basic columns, the square matrix
B = A[R, J] gives both solutions,

    B x_J = x_R - A[R, rest] x_rest        B' y_R = c_J,

and y = 0 for other rows, d = c - A' y. The basis is optimal if x is within its bounds, d[j] >= 0
for a column at its lower bound and <= 0 at its upper one, and the same of y for activities:
then c x = sum of bounds times prices, which no feasible x falls below.

Values of a basis are long, and most of them have one denominator: those of a block share it, and
sums of products bring only those together that they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import repeat

from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from exactbox.linalg.matrices.integers import INT64_MAX
from exactbox.linalg.matrices.matrix_inputs import RightSide
from exactbox.linalg.matrices.rational import RationalMatrix
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.results.ratios import common_multiple
from exactbox.linalg.square.direct import (
    MAX_RHS_BITS_PER_UNKNOWN,
    is_small_and_dense,
    solve_directly,
)
from exactbox.lp.program import LinearProgram

LOWER, BASIC, UPPER, FREE = 0, 1, 2, 3  # where a variable stands, by HiGHS' numbers
_MAX_FLINT_ORDER = 64  # of a B that is FLINT's at once, as in `small`: 2^12 places
Intervals = list[tuple[fmpq | None, fmpq | None]]  # in which values have to be
Stop = tuple[fmpq, int, int]  # how far along an edge, which value, and its end (LOWER or UPPER)


class Values:
    """v[k] = numerators[k] / denominators[block_of[k]]; 0 where nothing was put.

    An entry is put once. Sums that meet the same blocks share a new one.
    """

    def __init__(self, length: int) -> None:
        self.numerators, self.block_of = [fmpz(0)] * length, [0] * length  # v = 0 / 1
        self.denominators = [fmpz(1)]
        self._short = {self.denominators[0]: 0}  # denominator: its block
        # blocks e that met in a sum: the block of D = lcm(d_e), and the D / d_e
        self._together: dict[tuple[int, ...], tuple[int, list[fmpz]]] = {}

    def put(self, k: int, value: fmpq) -> None:
        """v[k] = value, a short one."""
        if value.q not in self._short:
            self._short[value.q] = len(self.denominators)
            self.denominators.append(value.q)
        self.numerators[k], self.block_of[k] = value.p, self._short[value.q]

    def sum(self, places: Iterable[int], factors: Iterable[int]) -> tuple[fmpz, int]:
        """sum_i factors[i] v[places[i]]: numerator and block."""
        numerators, block_of = self.numerators, self.block_of
        terms: dict[int, fmpz] = {}  # e: sum of factors[i] n_k over the places k of block e
        for k, f in zip(places, factors):
            if n := numerators[k]:
                e = block_of[k]
                terms[e] = terms[e] + n * f if e in terms else n * f
        met = tuple(terms)
        if len(met) < 2:
            return (terms[e], e) if met else (fmpz(0), 0)
        if met not in self._together:
            common, cofactors = common_multiple([self.denominators[e] for e in met])
            self._together[met] = len(self.denominators), cofactors
            self.denominators.append(common)
        block, cofactors = self._together[met]
        # sum_e t_e / d_e = (sum_e t_e D / d_e) / D
        return sum((n * f for n, f in zip(terms.values(), cofactors)), fmpz(0)), block

    def product(self, places: Iterable[int], factors: Iterable[int]) -> fmpq:
        """sum_i factors[i] v[places[i]]."""
        n, block = self.sum(places, factors)
        return fmpq(n, self.denominators[block])

    def rational(self, k: int) -> fmpq:
        """v[k]."""
        return fmpq(self.numerators[k], self.denominators[self.block_of[k]])

    def rationals(self, first: int, end: int) -> list[fmpq]:
        """v[first .. end - 1]."""
        return [self.rational(k) for k in range(first, end)]

    def difference(self, k: int, other: fmpq) -> fmpz:
        """An integer with the sign of v[k] - other."""
        n, p = self.numerators[k], other.p  # n / d > p / q iff n q > p d
        return n * other.q - p * self.denominators[self.block_of[k]] if p else n

    def vector(
        self, places: Iterable[int], factors: Iterable[Fraction] = repeat(Fraction(1))
    ) -> ExactVector:
        """These entries, each times its factor."""
        blocks: dict[tuple[int, int], int] = {}
        block_of, rows = [], []
        for k, f in zip(places, factors):
            # (n / d) (f / g) = n f / (d g)
            block_of.append(blocks.setdefault((self.block_of[k], f.denominator), len(blocks)))
            rows.append([self.numerators[k] * f.numerator])
        denominators = [self.denominators[e] * q for e, q in blocks]
        return ExactVector.of_blocks(denominators, block_of, rows, 1)


class Basis:
    """A basis with its square matrix; SingularMatrixError, at a solution, if that has no inverse.

    `status` is that of each variable; one without the bound at which it is said to stand is put at
    another, or at 0. `columns` and `rows` are J and R, by the numbers of the variables.
    """

    def __init__(self, program: LinearProgram, status: Sequence[int]) -> None:
        m, n = program.matrix.shape
        self.program = program
        self.status = [
            t if t == BASIC else _nonbasic_status(t, low, high)
            for t, low, high in zip(status, program.low, program.high, strict=True)
        ]
        self.columns = [j for j in range(n) if self.status[j] == BASIC]  # J
        self.rows = [k for k in range(n, n + m) if self.status[k] != BASIC]  # R, |R| = |J|
        if len(self.columns) != len(self.rows):
            raise ValueError(f"{len(self.columns)} basic columns, need {len(self.rows)}")

    @cached_property
    def matrix(self) -> IntegerMatrix:
        """B."""
        n = self.program.matrix.shape[1]
        return self.program.part([k - n for k in self.rows], self.columns)

    @cached_property
    def _flint_matrix(self) -> fmpz_mat | None:
        """B in FLINT where it is small, and its entries fit in words."""
        k, n = len(self.rows), self.program.matrix.shape[1]
        if k > _MAX_FLINT_ORDER:
            return None
        entries = list[int]()
        for i in self.rows:
            row = dict(zip(*self.program.rows[i - n], strict=True))
            entries += [row.get(j, 0) for j in self.columns]  # row i of A[R, J]
        fit = max(max(entries), -min(entries)) <= INT64_MAX
        return fmpz_mat(k, k, entries) if fit else None

    def _solve(
        self, z: Values, places: Sequence[int], right: list[fmpq], *, transposed: bool = False
    ) -> None:
        """Put the verified z with B z = right, or with B' z = right, at these places."""
        matrix, k = self._flint_matrix, len(right)
        first, entries, blocks = len(z.denominators), list[fmpz](), (0,) * k
        bits = max(int(e.p).bit_length() for e in right)
        if matrix is not None and bits <= MAX_RHS_BITS_PER_UNKNOWN * k:
            a, b = fmpq_mat(matrix.transpose() if transposed else matrix), fmpq_mat(k, 1, right)
            # no inverse: the error with its kernel vector is made below
            with suppress(ZeroDivisionError):
                numerators, d = a.solve(b).numer_denom()  # z = N / d
                if a * numerators != d * b:  # B N = d b
                    raise ArithmeticError("B z == b failed in exact integers: this is a bug")
                entries = numerators.entries()
                z.denominators.append(d)
        if not entries:
            given = self.matrix.transposed() if transposed else self.matrix
            # right[i] = rows[i] / extra[i]
            rows, extra = [[int(e.p)] for e in right], [int(e.q) for e in right]
            read = RationalMatrix(given.shape, given.row_of, given.indices, given.data, None)
            x = None
            if is_small_and_dense(read):
                x = solve_directly(read, RightSide(rows, extra, 1, True))
            if x is None:
                from exactbox.linalg.square.system import solve_over, square_system

                x = solve_over(square_system(given), rows, extra, 1)
            entries = [fmpz(row[0]) for row in x.numerators]
            blocks = x.block_of
            z.denominators += x.denominators
        for i, n, e in zip(places, entries, blocks, strict=True):
            z.numerators[i], z.block_of[i] = n, first + e

    def point(self, standing: Mapping[int, fmpq]) -> Values:
        """All variables, where those that are not basic have these values, else 0."""
        program, n = self.program, self.program.matrix.shape[1]
        x = Values(len(self.status))
        for k, value in standing.items():
            x.put(k, value)  # x_k = l_k or u_k; or 1, of a direction
        if self.columns:
            right = [x.rational(k) for k in self.rows]  # x_R
            if any(k < n for k in standing):  # columns; those of the basis are 0 so far
                rows = (program.rows[k - n] for k in self.rows)
                right = [r - x.product(*row) for r, row in zip(right, rows, strict=True)]
            self._solve(x, self.columns, right)  # B x_J = x_R - A[R, rest] x_rest
        for i, row in enumerate(program.rows):
            if self.status[n + i] == BASIC:  # x_{n+i} = a_i x
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

    def primal_step(self, entering: int, sign: int) -> tuple[Values, Stop | None]:
        """The edge along which a nonbasic variable moves up, or against it down; and the ratio
        test: what comes to a bound first, perhaps the variable itself."""
        # x + t r is a solution for every t, with r_entering = 1
        direction, within = self.direction(entering), [*self.intervals]
        within[entering] = self.program.low[entering], self.program.high[entering]
        return direction, ratio_test(self.x, direction, sign, within)

    def dual_step(self, leaving: int, side: int, cost: Sequence[int]) -> tuple[Values, Stop | None]:
        """The row of a basic variable that leaves beyond this side; and the ratio test: whose price
        comes to 0 first."""
        # x_leaving = r x: if it leaves with the price t, other prices move by -t r
        row, sign = self.row(leaving), -1 if side == LOWER else 1
        return row, ratio_test(self.prices(cost), row, sign, self.dual_intervals)

    def exchanged(self, entering: int, leaving: int, side: int) -> Basis:
        """One leaves to its bound, the other enters; or the same one moves to its other bound."""
        status = list(self.status)
        status[entering] = BASIC
        status[leaving] = side
        return Basis(self.program, status)

    def prices(self, cost: Sequence[int]) -> Values:
        """y with B' y_R = c_J of activities, c - A' y of columns; 0 of what is basic."""
        d = Values(len(self.status))
        if self.rows:
            right = [fmpq(cost[j]) for j in self.columns]  # c_J
            self._solve(d, self.rows, right, transposed=True)  # B' y_R = c_J
        for j, column in enumerate(self.program.columns):
            if self.status[j] != BASIC:
                numerator, d.block_of[j] = d.sum(*column)  # a_j y
                # d_j = c_j - a_j y, over the denominator of a_j y
                d.numerators[j] = cost[j] * d.denominators[d.block_of[j]] - numerator
        return d

    @cached_property
    def d(self) -> Values:
        """Duals y of activities, reduced costs c - A' y of columns."""
        return self.prices(self.program.goal)

    def row(self, k: int) -> Values:
        """The r with x_k = sum_j r[j] x_j over what is not basic: the prices where x_k is the
        cost."""
        n = self.program.matrix.shape[1]
        if self.status[k] != BASIC:
            unit = Values(len(self.status))
            unit.put(k, fmpq(1))
            return unit
        # x_k = e_k x of a column, = a_i x of an activity
        terms = {k: 1} if k < n else dict(zip(*self.program.rows[k - n], strict=True))
        return self.prices([terms.get(j, 0) for j in range(n)])

    def value(self) -> fmpq:
        """c x."""
        return self.x.product(range(len(self.program.goal)), self.program.goal)

    @cached_property
    def at_bounds(self) -> list[tuple[bool, bool]]:
        """Two bools for each variable: x_k = l_k, and x_k = u_k."""
        sides = enumerate(zip(self.program.low, self.program.high, strict=True))
        x = self.x
        return [
            (
                low is not None and x.difference(k, low) == 0,
                high is not None and x.difference(k, high) == 0,
            )
            for k, (low, high) in sides
        ]

    @cached_property
    def intervals(self) -> Intervals:
        """The bounds of what is basic; what is not stands at its own."""
        sides = zip(self.status, self.program.low, self.program.high, strict=True)
        return [(low, high) if t == BASIC else (None, None) for t, low, high in sides]

    @cached_property
    def dual_intervals(self) -> Intervals:
        """The signs of the prices of what stands at a bound, and could leave it."""
        none, zero = None, fmpq(0)  # d_k >= 0 at l_k, <= 0 at u_k, = 0 of a free one
        signs = {LOWER: (zero, none), UPPER: (none, zero), FREE: (zero, zero), BASIC: (none, none)}
        fixed = self.program.is_fixed
        return [signs[BASIC if only else t] for t, only in zip(self.status, fixed)]

    @cached_property
    def infeasibilities(self) -> list[tuple[int, int, fmpq]]:
        """Basic variables beyond a bound, as `violations` has them."""
        return violations(self.x, self.intervals)

    @cached_property
    def dual_infeasibilities(self) -> list[tuple[int, int, fmpq]]:
        """Nonbasic variables whose dual or reduced cost has the wrong sign, as in `violations`."""
        return violations(self.d, self.dual_intervals)


def violations(values: Values, intervals: Intervals) -> list[tuple[int, int, fmpq]]:
    """The values outside of their intervals: which, beyond which end (LOWER or UPPER), how far."""
    outside = []
    for k, (low, high) in enumerate(intervals):
        if low is not None and values.difference(k, low) < 0:  # v_k < l_k
            outside.append((k, LOWER, low - values.rational(k)))
        elif high is not None and values.difference(k, high) > 0:  # v_k > u_k
            outside.append((k, UPPER, values.rational(k) - high))
    return outside


def ratio_test(values: Values, direction: Values, sign: int, intervals: Intervals) -> Stop | None:
    """The way along a direction (or against it) until a value comes to an end of its interval:
    how far, which value, and which end (LOWER or UPPER); None where none does."""
    best = None
    for k, (n, (low, high)) in enumerate(zip(direction.numerators, intervals, strict=True)):
        end = high if sign * n > 0 else low
        if n and end is not None:
            step = abs((end - values.rational(k)) / direction.rational(k))  # v_k + step r_k = end
            if best is None or (step, k) < best[:2]:  # of equal ones the least number: Bland
                best = step, k, UPPER if sign * n > 0 else LOWER
    return best


def slack_basis(m: int, n: int) -> list[int]:
    """The basis of all m activities."""
    return [LOWER] * n + [BASIC] * m


def _nonbasic_status(t: int, low: fmpq | None, high: fmpq | None) -> int:
    """The status of a variable that is to be at a bound: the one that it has, else free."""
    if t == UPPER and high is not None:
        return UPPER
    return LOWER if low is not None else UPPER if high is not None else FREE
