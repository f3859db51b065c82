"""Linear programs: rows with two bounds, columns with two bounds, an objective.

    minimise or maximise  c x + constant   where  L <= A x <= U  and  l <= x <= u,

all numbers rational; a bound may be absent (None). Row i is kept in integers, times `scales[i]`,
the least positive integer that makes its entries and its bounds whole. What solves a program sees
it in these integers, minimised, with n + m *variables*: columns 0 .. n-1, then the activities A x;
`low` and `high` are the bounds of all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, repeat
from math import lcm
from typing import Any, TypeVar

import numpy as np
from flint import fmpq

from exactbox.certificate import encode_integer, encode_ratio
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.matrix_inputs import lowest_terms
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linear_certificate.witness import flattened_rows
from exactbox.showing import counted

T = TypeVar("T")
Bound = Fraction | None  # None: there is none
Limits = list[fmpq | None]  # the same of all variables, in integers
Rows = tuple[IntegerMatrix, list[int]]  # in integers, and what each was multiplied by
Terms = tuple[list[int], list[int]]  # variables, and the integers that they are multiplied by
STATEMENTS = ("feasible", "infeasible", "optimal", "unbounded", "unique")  # of certificates


@dataclass(frozen=True, eq=False, repr=False)
class LinearProgram:
    """A linear program, as `linear_program` makes it, a file has it, or other programs give it."""

    matrix: IntegerMatrix  # row i is row i of A times scales[i]
    scales: list[int]
    cost: list[Fraction]
    low: Limits
    high: Limits
    constant: Fraction = Fraction(0)
    maximize: bool = False
    row_names: tuple[str, ...] = ()  # of the file, or r1, r2, ...
    column_names: tuple[str, ...] = ()  # or x1, x2, ...
    name: str = ""
    integer: tuple[int, ...] = ()  # columns that a file wants so: this is its relaxation
    crossed: tuple[int, ...] = ()  # variables, one bound of which is one of the last rows

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns: m and n."""
        return self.matrix.shape

    def __repr__(self) -> str:
        m, n = self.shape
        size = f"{counted(m, 'row')}, {counted(n, 'column')}, {len(self.matrix.data)} non-zeros"
        named = f"{self.name}: " if self.name else ""
        return f"LinearProgram({named}{'maximise' if self.maximize else 'minimise'}, {size})"

    # In integers, minimised

    @cached_property
    def rows(self) -> list[Terms]:
        """Columns and coefficients of each activity, a_i x."""
        return _terms(self.matrix)

    @cached_property
    def turned(self) -> IntegerMatrix:
        """The transpose of the matrix."""
        return self.matrix.transposed()

    @cached_property
    def columns(self) -> list[Terms]:
        """Activities (n + i) and coefficients of each column of A."""
        return _terms(replace(self.turned, indices=self.turned.indices + self.shape[1]))

    @cached_property
    def unit(self) -> Fraction:
        """The factor u of the minimised integer costs: the objective is u g x."""
        return Fraction(-1 if self.maximize else 1, lcm(*(c.denominator for c in self.cost)))

    @cached_property
    def goal(self) -> list[int]:
        """The minimised costs in integers: the objective is `unit` goal x."""
        return [int(c / self.unit) if c else 0 for c in self.cost]  # c = unit g

    @cached_property
    def is_fixed(self) -> list[bool]:
        """Return whether l_k = u_k, for each variable."""
        return [low is not None and low == high for low, high in zip(self.low, self.high)]

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> IntegerMatrix:
        """These rows and columns of the matrix."""
        return self.matrix.permuted(*(np.array(e, dtype=np.int64) for e in (rows, columns)))

    def minimising(self, cost: list[Any], **changes: Any) -> LinearProgram:
        """This program with another objective, which is minimised, and with these changes."""
        return replace(self, cost=cost, constant=Fraction(0), maximize=False, **changes)

    # As it was given

    @property
    def lower(self) -> list[Bound]:
        """The bounds of x."""
        return _fractions_of(self.low[: self.shape[1]])

    @property
    def upper(self) -> list[Bound]:
        return _fractions_of(self.high[: self.shape[1]])

    @property
    def row_lower(self) -> list[Bound]:
        """The bounds of A x."""
        return _fractions_of(self.low[self.shape[1] :], self.scales)

    @property
    def row_upper(self) -> list[Bound]:
        return _fractions_of(self.high[self.shape[1] :], self.scales)

    def objective_value(self, goal_times_x: fmpq) -> Fraction:
        """The objective where the minimised integer costs have this sum."""
        return self.constant + fraction(goal_times_x) * self.unit

    def unnamed(self) -> LinearProgram:
        """This program with rows r1, r2, ... and columns x1, x2, ..."""
        rows, columns = (_names((), k, what) for k, what in zip(self.shape, ("row", "column")))
        return replace(self, row_names=rows, column_names=columns)

    def bounded_by(self, k: int) -> int:
        """The variable whose bound variable k has: itself, but for the rows of crossed bounds."""
        i = k - sum(self.shape) + len(self.crossed)
        return k if i < 0 else self.crossed[i]

    def row_number(self, row: int | str) -> int:
        """A row by its name or its number from 0."""
        return _number(row, self.row_names, "row")

    def column_number(self, column: int | str) -> int:
        """A column by its name or its number from 0."""
        return _number(column, self.column_names, "column")

    # For certificates

    def question(self, statement: str) -> dict[str, Any]:
        """The question of a certificate of kind `program`, as `exactbox.checker.program` has it."""
        if statement not in STATEMENTS:
            raise ValueError(f"the statement is {statement!r}, need one of {', '.join(STATEMENTS)}")
        n, sign = self.shape[1], -1 if self.maximize else 1
        places = [j for j, c in enumerate(self.goal) if c]

        def bounds(of_all: Limits) -> dict[str, Any]:
            said = [None if b is None else encode_ratio(int(b.p), int(b.q)) for b in of_all]
            return {"columns": said[:n], "rows": said[n:]}

        return {
            "statement": statement,
            "sense": "max" if self.maximize else "min",
            "denominators": [encode_integer(s) for s in self.scales],
            "matrix": {"columns": n, **flattened_rows(self.rows)},
            "objective": {
                "constant": encode_ratio(*self.constant.as_integer_ratio()),
                "denominator": encode_integer(self.unit.denominator),
                "numerators": [encode_integer(sign * self.goal[j]) for j in places],
                "places": places,
            },
            "lower": bounds(self.low),
            "upper": bounds(self.high),
        }


def assembled(
    rows: Rows,
    cost: list[Fraction],
    low: list[Bound],
    high: list[Bound],
    names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    **about: Any,
) -> LinearProgram:
    """The program of parts that are read: bounds and names of columns, then of rows.

    A variable whose bounds are crossed is two: a column's lower bound, and a row's upper one, is
    that of a row of its own, NAME_lower or NAME_upper. So nothing is feasible, and weights of rows
    show it.
    """
    n = len(cost)
    # over least denominators, which they are not where duplicates were added up
    matrix, scales, _ = lowest_terms(*rows, [[]] * len(rows[1]))
    columns, called = _names(names[0], n, "column"), [*_names(names[1], len(scales), "row")]
    low, high = [*low], [*high]
    crossed = [
        k
        for k, (least, most) in enumerate(zip(low, high, strict=True))
        if least is not None and most is not None and least > most
    ]
    for k in crossed:
        i = k - n
        terms = ([k], [1]) if k < n else list(matrix.each_row())[i]
        last = np.full(len(terms[0]), len(scales))
        matrix = matrix.extended((len(scales) + 1, n), last, *map(int_array, terms))
        scales = [*scales, 1 if k < n else scales[i]]
        name = f"{columns[k]}_lower" if k < n else f"{called[i]}_upper"
        while name in called:
            name += "_"
        called.append(name)
        # l_k of a column, u_k of a row: a new row with the same terms has it
        moved = (low[k], None) if k < n else (None, high[k])
        low.append(moved[0])
        high.append(moved[1])
        (low if k < n else high)[k] = None
    units = [1] * n + scales
    for k, (below, above) in enumerate(zip(low, high, strict=True)):
        if k >= n:  # the least multiple that makes the bounds of the row whole too
            units[k] = lcm(units[k], *(b.denominator for b in (below, above) if b is not None))
    matrix = matrix.scale_rows([e // s for e, s in zip(units[n:], scales, strict=True)])

    def limits(side: list[Bound]) -> Limits:
        pairs = zip(side, units, strict=True)  # s_i l_i <= s_i a_i x <= s_i u_i
        return [None if b is None else fmpq(b.numerator * s, b.denominator) for b, s in pairs]

    about |= {"row_names": tuple(called), "column_names": columns, "crossed": tuple(crossed)}
    return LinearProgram(matrix, units[n:], cost, limits(low), limits(high), **about)


def _terms(matrix: IntegerMatrix) -> list[Terms]:
    """Columns and entries of each row."""
    begins, columns, values = matrix.rows()
    return [(columns[i:k], values[i:k]) for i, k in pairwise(begins)]


def _names(given: tuple[str, ...], length: int, what: str) -> tuple[str, ...]:
    if not given:
        return tuple(f"{'r' if what == 'row' else 'x'}{k + 1}" for k in range(length))
    if len(given) != length:
        raise ValueError(f"{what}_names: {len(given)} names, need {length}")
    if len(set(given)) < length:
        twice = next(name for name, count in Counter(given).items() if count > 1)
        raise ValueError(f"{what}_names: {twice!r} is there twice")
    return given


def _number(which: int | str, names: tuple[str, ...], what: str) -> int:
    if isinstance(which, str):
        if which not in names:
            from difflib import get_close_matches

            near = "".join(f"; did you mean {e!r}?" for e in get_close_matches(which, names, 1))
            raise ValueError(f"there is no {what} {which!r}{near}")
        return names.index(which)
    if not 0 <= which < len(names):
        raise IndexError(f"{what} {which}: there are {len(names)}, counted from 0")
    return which


def _fractions_of(bounds: Limits, scales: Iterable[int] = repeat(1)) -> list[Bound]:
    return [None if b is None else fraction(b / s) for b, s in zip(bounds, scales)]


def fraction(value: fmpq) -> Fraction:
    """The rational number as Python has it."""
    return exact_fraction(value.p, value.q)


def require_value(value: T | None) -> T:
    """The value, which is there if all that was done before is right."""
    if value is None:
        raise ArithmeticError("what has to be there is missing: this is a bug, please report it")
    return value
