"""Linear programs: rows with two bounds, columns with two bounds, an objective.

    minimise or maximise  c x + constant   where  L <= A x <= U  and  l <= x <= u,

all numbers rational; a bound may be absent (None). Row i is kept in integers, times `scales[i]`,
the least positive integer that makes its entries and its bounds whole. What solves a program sees
it in these integers, minimised, with n + m *variables*: columns 0 .. n-1, then the activities A x.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, inf, lcm
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.linalg.matrices.entries import Floats, exact_ratio
from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.showing import counted, shown

Bound = Fraction | None  # None: there is none
Rows = tuple[IntegerMatrix, list[int]]  # in integers, and what each was multiplied by
Terms = tuple[list[int], list[int]]  # variables, and the integers that they are multiplied by


@dataclass(frozen=True, eq=False, repr=False)
class LinearProgram:
    """A linear program, as `linear_program` makes it, a file has it, or other programs give it."""

    matrix: IntegerMatrix  # row i is row i of A times scales[i]
    scales: list[int]
    cost: list[Fraction]
    row_lower: list[Bound]  # of A x
    row_upper: list[Bound]
    lower: list[Bound]  # of x
    upper: list[Bound]
    constant: Fraction = Fraction(0)
    maximize: bool = False
    row_names: tuple[str, ...] = ()  # of the file, or r1, r2, ...
    column_names: tuple[str, ...] = ()  # or x1, x2, ...
    name: str = ""
    integer: tuple[int, ...] = ()  # columns that a file wants so: this is its relaxation

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
        """Of each activity the columns of which it is the sum."""
        return list(self.matrix.each_row())

    @cached_property
    def turned(self) -> IntegerMatrix:
        """The transpose of the matrix."""
        return self.matrix.transposed()

    @cached_property
    def columns(self) -> list[Terms]:
        """Of each column the activities in which it is."""
        activities = replace(self.turned, indices=self.turned.indices + self.shape[1])
        return list(activities.each_row())

    @cached_property
    def over(self) -> int:
        """The objective is `goal` x over this, and negated where the program maximises."""
        return lcm(*(c.denominator for c in self.cost))

    @cached_property
    def goal(self) -> list[int]:
        """The costs."""
        sign = -self.over if self.maximize else self.over
        return [sign // c.denominator * c.numerator for c in self.cost]

    @cached_property
    def low(self) -> list[fmpq | None]:
        """The lower bounds of all variables."""
        return self._in_integers(self.lower + self.row_lower)

    @cached_property
    def high(self) -> list[fmpq | None]:
        """The upper ones."""
        return self._in_integers(self.upper + self.row_upper)

    def _in_integers(self, given: list[Bound]) -> list[fmpq | None]:
        bounds = zip(given, [1] * self.shape[1] + self.scales, strict=True)
        return [None if b is None else fmpq(b.numerator * s, b.denominator) for b, s in bounds]

    def is_fixed(self, k: int) -> bool:
        """Whether a variable has one value."""
        return self.low[k] is not None and self.low[k] == self.high[k]

    def is_inside(self, k: int, value: fmpq) -> bool:
        """Whether a variable that has this value is strictly inside of its bounds."""
        low, high = self.low[k], self.high[k]
        return (low is None or value > low) and (high is None or value < high)

    def minimising(self, cost: Sequence[Fraction | int], **changes: Any) -> LinearProgram:
        """The same with another objective, which is minimised, and with these changes."""
        costs = [Fraction(c) for c in cost]
        return replace(self, cost=costs, constant=Fraction(0), maximize=False, **changes)

    # As it was given

    @cached_property
    def unit(self) -> Fraction:
        """What the minimised integer costs are multiplied by."""
        return Fraction(-1 if self.maximize else 1, self.over)

    def objective_value(self, goal_times_x: fmpq) -> Fraction:
        """The objective where the minimised integer costs have this sum."""
        value = self.constant + fraction(goal_times_x) * self.unit
        return exact_fraction(*value.as_integer_ratio())

    def unnamed(self) -> LinearProgram:
        """The same; rows are r1, r2, ... and columns x1, x2, ..."""
        rows, columns = (_names((), k, what) for k, what in zip(self.shape, ("row", "column")))
        return replace(self, row_names=rows, column_names=columns)

    def row_number(self, row: int | str) -> int:
        """A row by its name or its number from 0."""
        return _number(row, self.row_names, "row")

    def column_number(self, column: int | str) -> int:
        """A column by its name or its number from 0."""
        return _number(column, self.column_names, "column")


def linear_program(
    c: Any,
    a: Any = None,
    row_lower: Any = None,
    row_upper: Any = None,
    lower: Any = 0,
    upper: Any = None,
    *,
    maximize: bool = False,
    constant: Any = 0,
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
    name: str = "",
    floats: Floats = None,
) -> LinearProgram:
    """A linear program: c x where row_lower <= A x <= row_upper and lower <= x <= upper.

    Parameters
    ----------
    c : vector of n numbers
    a : matrix, shape (m, n), optional
        As `exactbox.linalg.solve` takes it: dense, sparse, of any package, or the path of a file.
    row_lower, row_upper, lower, upper : vectors of bounds, or one bound for all
        None, or an infinite float on the right side, for none.
    constant : number
        Added to the objective.
    floats : {None, "exact", "decimal"}
        What to do with floats, which are refused by default, as in `exactbox.linalg.solve`.

    Raises
    ------
    TypeError, ValueError
        If a number is none, lengths differ, bounds are crossed, or a name is there twice; it says
        where.

    Examples
    --------
    >>> linear_program([1, 1], [["1/2", 1]], row_lower=["0.1"])
    LinearProgram(minimise, 1 row, 2 columns, 2 non-zeros)
    """
    cost = vector("c", c, floats)
    n = len(cost)
    rows = stacked([] if a is None else [read_rows(a, n, floats)], n)
    m = len(rows[1])
    sides = [
        _bounds_of(row_lower, m, "row_lower", -inf, floats),
        _bounds_of(row_upper, m, "row_upper", inf, floats),
        _bounds_of(lower, n, "lower", -inf, floats),
        _bounds_of(upper, n, "upper", inf, floats),
    ]
    names = {"row_names": tuple(row_names or ()), "column_names": tuple(column_names or ())}
    added = _number_at("the constant", constant, floats)
    return assembled(rows, cost, sides, constant=added, maximize=bool(maximize), name=name, **names)


def assembled(
    rows: Rows,
    cost: list[Fraction],
    bounds: Sequence[list[Bound]],
    *,
    row_names: tuple[str, ...] = (),
    column_names: tuple[str, ...] = (),
    **more: Any,
) -> LinearProgram:
    """The same of parts that are read: bounds are lower and upper ones of rows, then of columns."""
    matrix, scales = _over_least(*rows, *bounds[:2])
    names = _names(row_names, len(scales), "row"), _names(column_names, len(cost), "column")
    for what, called, sides in zip(("row", "column"), names, (bounds[:2], bounds[2:])):
        for name, low, high in zip(called, *sides, strict=True):
            if low is not None and high is not None and low > high:
                crossed = f"its lower bound {low} is above its upper bound {high}"
                raise ValueError(f"{what} {name}: {crossed}")
    more |= {"row_names": names[0], "column_names": names[1]}
    more |= zip(("row_lower", "row_upper", "lower", "upper"), bounds, strict=True)
    return LinearProgram(matrix, scales, cost, **more)


def read_rows(a: Any, columns: int | None, floats: Floats, name: str = "A") -> Rows:
    """Rows of a program as they are given, in integers; ValueError if they have other columns."""
    if isinstance(a, (list, tuple)) and not len(a):
        raise ValueError(f"{name} has no rows: leave it out")
    rows = read_scaled(a, name, floats=floats)
    if columns is not None and rows[0].shape[1] != columns:
        has = counted(rows[0].shape[1], "column")
        raise ValueError(f"{name} has {has}, need {columns} as c has entries")
    return rows


def stacked(blocks: Sequence[Rows], columns: int) -> Rows:
    """All rows, one block after the other."""
    matrix, scales = read_scaled(([], (0, columns)))
    for part, more in blocks:
        m, scales = len(scales), scales + more
        shape = len(scales), columns
        matrix = matrix.extended(shape, part.row_of + m, part.indices, part.data)
    return matrix, scales


def _over_least(
    matrix: IntegerMatrix, scales: list[int], lower: list[Bound], upper: list[Bound]
) -> Rows:
    """Rows in integers, bounds too, over the least denominators."""
    if all(s == 1 for s in scales) and all(b is None or b.denominator == 1 for b in lower + upper):
        return matrix, scales
    data, least = list[int](), list[int]()
    rows = zip(matrix.each_row(), scales, lower, upper, strict=True)
    for (_, values), given, *sides in rows:
        bounds = [b for b in sides if b is not None]
        scale = lcm(given, *(b.denominator for b in bounds))
        if scale > 1:
            whole = [b.numerator * (scale // b.denominator) for b in bounds]
            values = [v * (scale // given) for v in values]
            divisor = gcd(scale, *whole, *values)
            scale, values = scale // divisor, [v // divisor for v in values]
        data += values
        least.append(scale)
    return replace(matrix, data=int_array(data)) if least != scales else matrix, least


def vector(name: str, values: Any, floats: Floats = None) -> list[Fraction]:
    """Numbers, each in its place."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} is {shown(values)}, need a list of numbers")
    return [_number_at(f"{name}[{j}]", v, floats) for j, v in enumerate(values)]


def _number_at(where: str, value: Any, floats: Floats) -> Fraction:
    try:
        return Fraction(*exact_ratio(value, floats))
    except (TypeError, ValueError) as error:
        raise type(error)(f"{where} {error}") from None


def bound_at(where: str, value: Any, absent: float, floats: Floats) -> Bound:
    """A bound, None where it is `absent`: minus infinity for a lower one."""
    if value is None or (isinstance(value, (float, np.floating)) and value == absent):
        return None
    if isinstance(value, (float, np.floating)) and value == -absent:
        raise ValueError(f"{where} is {value}: no number is there, need a finite bound or none")
    return _number_at(where, value, floats)


def _bounds_of(given: Any, length: int, what: str, absent: float, floats: Floats) -> list[Bound]:
    """A bound of each, or one for all."""
    if given is None or isinstance(given, (str, bytes)) or not hasattr(given, "__len__"):
        return [bound_at(what, given, absent, floats)] * length
    if len(given) != length:
        raise ValueError(f"{what} has {len(given)} bounds, need {length}")
    return [bound_at(f"{what}[{k}]", v, absent, floats) for k, v in enumerate(given)]


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


def fraction(value: fmpq) -> Fraction:
    """The same for Python."""
    return Fraction(int(value.p), int(value.q))
