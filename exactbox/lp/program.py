"""Linear programs: rows with two bounds, columns with two bounds, an objective.

    minimise or maximise  c x + constant   where  L <= A x <= U  and  l <= x <= u,

all numbers rational; a bound may be absent (None). Row i is kept in integers, times `scales[i]`,
the least positive integer that makes its entries and its bounds whole. What solves a program sees
its `Integral` form alone: integers, minimised, the rows' activities A x as further variables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd, inf, lcm
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from exactbox.linalg.matrices.entries import Floats, exact_ratio
from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_coordinates
from exactbox.showing import counted, shown

Bound = Fraction | None  # None: there is none
Entry = tuple[int, int, Fraction]  # row, column, value
Rows = tuple[IntegerMatrix, list[int]]  # in integers, and what each was multiplied by


class Integral(NamedTuple):
    """minimise c x with variables 0 .. n-1, the columns, and n .. n+m-1, the activities A x.

    The objective is c x / `over` (plus a constant, and negated where the program maximises).
    """

    m: int
    n: int
    rows: IntegerMatrix
    columns: IntegerMatrix  # the transpose
    cost: list[int]
    over: int
    lower: list[fmpq | None]  # of all n + m variables
    upper: list[fmpq | None]


@dataclass(frozen=True, eq=False, repr=False)
class LinearProgram:
    """A linear program, as `linear_program` makes it, a file has it, or other programs give it.

    Attributes
    ----------
    matrix : IntegerMatrix, shape (m, n)
        Row i is row i of A times ``scales[i]``.
    scales : list of m positive ints
    cost : list of n Fractions
    constant : Fraction
    row_lower, row_upper, lower, upper : lists of Fraction or None
        Bounds of A x and of x.
    maximize : bool
    row_names, column_names : tuples of str
        Those of the file, or r1, r2, ... and x1, x2, ...
    name : str
    integer : tuple of int
        The columns that a file wants to be integers, and that are not here: its relaxation.
    """

    matrix: IntegerMatrix
    scales: list[int]
    cost: list[Fraction]
    constant: Fraction
    row_lower: list[Bound]
    row_upper: list[Bound]
    lower: list[Bound]
    upper: list[Bound]
    maximize: bool = False
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    name: str = ""
    integer: tuple[int, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return self.matrix.shape

    def __repr__(self) -> str:
        m, n = self.shape
        size = f"{counted(m, 'row')}, {counted(n, 'column')}, {len(self.matrix.data)} non-zeros"
        named = f"{self.name}: " if self.name else ""
        return f"LinearProgram({named}{'maximise' if self.maximize else 'minimise'}, {size})"

    @cached_property
    def integral(self) -> Integral:
        """The program in integers."""
        m, n = self.shape
        over = lcm(*(c.denominator for c in self.cost))
        sign = -1 if self.maximize else 1
        cost = [sign * c.numerator * (over // c.denominator) for c in self.cost]
        sides = []
        for columns, rows in ((self.lower, self.row_lower), (self.upper, self.row_upper)):
            scaled = (b if b is None else b * s for b, s in zip(rows, self.scales, strict=True))
            sides.append([_flint(b) for b in columns] + [_flint(b) for b in scaled])
        matrix = self.matrix
        return Integral(m, n, matrix, matrix.transposed(), cost, over, sides[0], sides[1])

    def named(self, rows: tuple[str, ...], columns: tuple[str, ...]) -> LinearProgram:
        """The same with other names."""
        return replace(self, row_names=rows, column_names=columns)

    def unnamed(self) -> LinearProgram:
        """The same; rows are r1, r2, ... and columns x1, x2, ..."""
        m, n = self.shape
        return self.named(_names((), m, "r"), _names((), n, "x"))

    def row_number(self, row: int | str) -> int:
        """A row by its name or its number from 0."""
        return _number(row, self.row_names, self.shape[0], "row")

    def column_number(self, column: int | str) -> int:
        """A column by its name or its number from 0."""
        return _number(column, self.column_names, self.shape[1], "column")

    def objective_value(self, cost_times_x: fmpq) -> Fraction:
        """The objective where the minimised integer costs have this sum."""
        value = Fraction(int(cost_times_x.p), int(cost_times_x.q)) / self.integral.over
        return self.constant + (-value if self.maximize else value)

    def with_cost(self, cost: Sequence[Any], *, maximize: bool | None = None) -> LinearProgram:
        """The same rows and bounds with another objective, without a constant."""
        fractions = [Fraction(*exact_ratio(c)) for c in cost]
        sense = self.maximize if maximize is None else maximize
        return replace(self, cost=fractions, constant=Fraction(0), maximize=sense)


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
    row_lower, row_upper : vectors of m bounds, or one bound for all rows, optional
        None, or an infinite float on the right side, for none.
    lower, upper : vectors of n bounds, or one bound for all columns
        The same of x.
    constant : number
        Added to the objective.
    row_names, column_names : sequences of str, optional
    floats : {None, "exact", "decimal"}
        What to do with floats, as in `exactbox.linalg.solve`.

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
    matrix, scales = (from_coordinates((0, n), *_NOTHING), []) if a is None else block(a, n, floats)
    m = matrix.shape[0]
    sides = [
        bounds_of(given, length, what, floats)
        for given, length, what in (
            (row_lower, m, "row_lower"),
            (row_upper, m, "row_upper"),
            (lower, n, "lower"),
            (upper, n, "upper"),
        )
    ]
    constant = _number_at("the constant", constant, floats)
    return assembled(
        (matrix, scales),
        cost,
        sides,
        constant=constant,
        maximize=bool(maximize),
        row_names=tuple(row_names or ()),
        column_names=tuple(column_names or ()),
        name=name,
    )


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
    matrix, scales = _over_least(*rows, bounds[0], bounds[1])
    names = [
        _names(given, length, letter)
        for given, length, letter in zip((row_names, column_names), matrix.shape, "rx", strict=True)
    ]
    sides = dict(zip(("row_lower", "row_upper", "lower", "upper"), bounds, strict=True))
    parts = {"constant": Fraction(0), **more, **sides}
    return _require_uncrossed(LinearProgram(matrix, scales, cost, **parts).named(*names))


def block(a: Any, columns: int, floats: Floats, name: str = "A") -> tuple[IntegerMatrix, list[int]]:
    """Rows of a program as they are given, in integers; ValueError if they have other columns."""
    if isinstance(a, (list, tuple)) and not len(a):
        raise ValueError(f"{name} has no rows: leave it out")
    matrix, scales = read_scaled(a, name, floats=floats)
    if matrix.shape[1] != columns:
        has = counted(matrix.shape[1], "column")
        raise ValueError(f"{name} has {has}, need {columns} as c has entries")
    return matrix, scales


def stacked(blocks: Sequence[Rows], columns: int) -> Rows:
    """All rows, one block after the other."""
    scales = [s for _, part in blocks for s in part]
    starts = np.cumsum([0, *(len(part) for _, part in blocks)])
    rows = [a.row_of + start for (a, _), start in zip(blocks, starts)]
    parts = rows, [a.indices for a, _ in blocks], [a.data for a, _ in blocks]
    shape = len(scales), columns
    if not blocks:
        return from_coordinates(shape, *_NOTHING), scales
    return from_coordinates(shape, *map(np.concatenate, parts)), scales


def from_entries(
    entries: Sequence[Entry], cost: list[Fraction], bounds: Sequence[list[Bound]], **more: Any
) -> LinearProgram:
    """The same of entries of A that are read, which are added up where they have one place."""
    shape = len(bounds[0]), len(cost)
    scales = [1] * shape[0]
    for i, _, v in entries:
        if v.denominator > 1:
            scales[i] = lcm(scales[i], v.denominator)
    rows, columns = (np.array([e[k] for e in entries], dtype=np.int64) for k in (0, 1))
    values = int_array([v.numerator * (scales[i] // v.denominator) for i, _, v in entries])
    return assembled((from_coordinates(shape, rows, columns, values), scales), cost, bounds, **more)


def _require_uncrossed(program: LinearProgram) -> LinearProgram:
    """The program; ValueError where a lower bound is above the upper one."""
    for what, names, lower, upper in (
        ("row", program.row_names, program.row_lower, program.row_upper),
        ("column", program.column_names, program.lower, program.upper),
    ):
        for k, (low, high) in enumerate(zip(lower, upper, strict=True)):
            if low is not None and high is not None and low > high:
                where = names[k] if names else k + 1
                crossed = f"its lower bound {low} is above its upper bound {high}"
                raise ValueError(f"{what} {where}: {crossed}")
    return program


_NOTHING = (np.zeros(0, dtype=np.int64),) * 3


def _over_least(
    matrix: IntegerMatrix, scales: list[int], lower: list[Bound], upper: list[Bound]
) -> tuple[IntegerMatrix, list[int]]:
    """Rows in integers, bounds too, over the least denominators."""
    factors, least = [], []
    indptr, _, data = matrix.rows()
    divisors = [1] * len(scales)
    for i, (low, high) in enumerate(zip(lower, upper, strict=True)):
        scale = lcm(scales[i], *(b.denominator for b in (low, high) if b is not None))
        factors.append(scale // scales[i])
        whole = [int(b * scale) for b in (low, high) if b is not None]
        entries = data[indptr[i] : indptr[i + 1]]
        if scale > 1:
            divisors[i] = gcd(scale, *whole, *(v * factors[i] for v in entries))
        least.append(scale // divisors[i])
    matrix = matrix.with_rows_times(factors)
    if max(divisors, default=1) > 1:
        of_row = np.repeat(np.array(divisors, dtype=object), np.diff(matrix.indptr))
        values = int_array((matrix.data.astype(object) // of_row).tolist())
        matrix = IntegerMatrix(matrix.shape, matrix.indptr, matrix.indices, values)
    return matrix, least


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


def bounds_of(given: Any, length: int, what: str, floats: Floats) -> list[Bound]:
    """A bound of each, of one for all."""
    absent = -inf if "lower" in what else inf
    if given is None or isinstance(given, (str, bytes)) or not hasattr(given, "__len__"):
        return [bound_at(what, given, absent, floats)] * length
    if len(given) != length:
        raise ValueError(f"{what} has {len(given)} bounds, need {length}")
    return [bound_at(f"{what}[{k}]", v, absent, floats) for k, v in enumerate(given)]


def _names(given: tuple[str, ...], length: int, letter: str) -> tuple[str, ...]:
    what = "row_names" if letter == "r" else "column_names"
    if not given:
        return tuple(f"{letter}{k + 1}" for k in range(length))
    if len(given) != length:
        raise ValueError(f"{what}: {len(given)} names, need {length}")
    if len(set(given)) < length:
        twice = next(name for name, count in Counter(given).items() if count > 1)
        raise ValueError(f"{what}: {twice!r} is there twice")
    return given


def _number(which: int | str, names: tuple[str, ...], length: int, what: str) -> int:
    if isinstance(which, str):
        if which not in names:
            from difflib import get_close_matches

            near = "".join(f"; did you mean {e!r}?" for e in get_close_matches(which, names, 1))
            raise ValueError(f"there is no {what} {which!r}{near}")
        return names.index(which)
    if not 0 <= which < length:
        raise IndexError(f"{what} {which}: there are {length}, counted from 0")
    return which


def _flint(value: Bound) -> fmpq | None:
    return None if value is None else fmpq(value.numerator, value.denominator)
