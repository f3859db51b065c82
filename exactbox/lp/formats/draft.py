"""Drafts: the state of a reader, and the rows and columns for a writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import log
from typing import NoReturn

from exactbox.decimals import integer_string
from exactbox.linalg.matrices.entries import exact_ratio
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.lp.program import Bound, LinearProgram, assembled
from exactbox.showing import show

INFINITE = 10**30  # from here on a bound is none
_INFINITE_ELSEWHERE = 10**20  # for CPLEX, Gurobi and HiGHS


class LineError(ValueError):
    """A mistake in a line, which `at` counts from 1."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True)
class Conventions:
    """How a file is read where there are several ways.

    relax: integers may be any numbers. integer_bounds: those of MPS without bounds are in 0 .. 1.
    The others are the sets of MPS, of several one.
    """

    relax: bool = False
    integer_bounds: bool = False
    bounds_set: str | None = None
    rhs_set: str | None = None
    ranges_set: str | None = None


class Draft:
    """A program while it is read, with the line that is read, and notices about it."""

    def __init__(self, chosen: Conventions) -> None:
        self.chosen, self.line = chosen, 0
        self.notices: list[tuple[int, str]] = []  # line and sentence
        self.said: set[tuple[int, str]] = set()  # columns, and the bounds that the file has
        self.name, self.maximize = "", False
        self.cost: dict[int, Fraction] = {}
        self.constant = Fraction(0)
        self.columns: dict[str, int] = {}  # names, in their order, and numbers
        self.lower: dict[int, Bound] = {}  # 0 where there is none
        self.upper: dict[int, Bound] = {}
        self.integer: dict[int, None] = {}
        self.rows: list[tuple[str, Bound, Bound, int]] = []  # name, lower and upper bound, line
        self.entries: list[tuple[int, int, Fraction]] = []  # row, column, value
        self._numbers: dict[str, Fraction] = {}  # words of a file repeat

    def fail(self, message: str, line: int = 0) -> NoReturn:
        """Say what is wrong, and where."""
        raise LineError(line or self.line, message)

    def notice(self, message: str) -> None:
        """A sentence of this line, for who asks for the program."""
        self.notices.append((self.line, message))

    def bound(self, name: str, **sides: Bound) -> None:
        """Set the lower or the upper bound of a column, or both; the last one of several counts."""
        j = self.columns[name]
        for side, value in sides.items():
            if (j, side) in self.said:
                last = "none" if value is None else decimal_text(value)
                self.notice(
                    f"column {name} has its {side} bound again; the last one, {last}, counts"
                )
            self.said.add((j, side))
            (self.lower if side == "lower" else self.upper)[j] = value

    def limits(self, what: str, low: Bound, high: Bound) -> tuple[Bound, Bound]:
        """The bounds of a row or column, without infinite ones; a notice of one that is infinite
        for other readers. A bound on both sides is a number, however large."""
        if low != high:
            low = None if low is not None and low <= -INFINITE else low
            high = None if high is not None and high >= INFINITE else high
        for side, value in (("lower", low), ("upper", high)):
            if value is not None and abs(value) >= _INFINITE_ELSEWHERE:
                text = f"{(Decimal(value.numerator) / value.denominator).normalize():e}"
                self.notice(
                    f"{what} has the {side} bound {text}, which other readers take for infinite"
                )
                break
        return low, high

    def number(self, word: str) -> Fraction:
        """The number that a word is."""
        if word not in self._numbers:
            try:
                ratio = exact_ratio(word.replace("D", "E").replace("d", "e"))
            except ValueError as error:
                self.fail(f"a number {error}")
            self._numbers[word] = Fraction(*ratio)
        return self._numbers[word]

    def known_column(self, name: str) -> int:
        """The number of a column that is there."""
        if name not in self.columns:
            self.fail(f"there is no column {show(name)}")
        return self.columns[name]

    def want_integer(self, name: str) -> int:
        """A column that is to be an integer: refused, or relaxed."""
        j = self.known_column(name)
        if not self.chosen.relax:
            self.fail(
                f"column {name} is to be an integer: only linear programs are solved here, "
                "or their relaxation (--relax)"
            )
        self.integer[j] = None
        return j

    def program(self) -> LinearProgram:
        """All that was read."""
        zero, n = Fraction(0), len(self.columns)
        lower = [self.lower.get(j, zero) for j in range(n)]
        upper = [self.upper.get(j) for j in range(n)]
        limits = list[tuple[Bound, Bound]]()
        for name, low, high, line in self.rows:
            self.line = line
            limits.append(self.limits(f"row {name}", low, high))
        names = tuple(name for name, *_ in self.rows)
        return assembled(
            read_scaled((self.entries, (len(names), n))),
            [self.cost.get(j, zero) for j in range(n)],
            lower + [low for low, _ in limits],
            upper + [high for _, high in limits],
            (tuple(self.columns), names),
            constant=self.constant,
            maximize=self.maximize,
            name=self.name,
            integer=tuple(self.integer),
        )


# Writing ------------------------------------------------------------------------------------------


def rows_of(
    program: LinearProgram,
) -> Iterator[tuple[str, list[tuple[int, Fraction]], Bound, Bound]]:
    """Name, terms and bounds of each row, as they were given."""
    sides = program.row_lower, program.row_upper
    rows = zip(program.row_names, program.rows, program.scales, *sides, strict=True)
    for name, (places, values), scale, low, high in rows:
        terms = zip(places, values, strict=True)
        yield name, [(j, Fraction(v, scale)) for j, v in terms], low, high


def columns_of(program: LinearProgram) -> Iterator[tuple[str, Bound, Bound]]:
    """Name and bounds of each column."""
    return zip(program.column_names, program.lower, program.upper, strict=True)


def require_names(program: LinearProgram, fits: Callable[[str], object], why: str) -> None:
    """ValueError for the first name that cannot be written."""
    for what, names in (("row", program.row_names), ("column", program.column_names)):
        for name in names:
            if not fits(name):
                raise ValueError(f"{what} {name!r}: {why}")


def require_finite(program: LinearProgram) -> None:
    """ValueError for the first bound that would be read as none."""
    rows = ((f"row {name}", low, high) for name, _, low, high in rows_of(program))
    columns = ((f"column {name}", low, high) for name, low, high in columns_of(program))
    for what, low, high in (*rows, *columns):
        if low != high and any(b is not None and abs(b) >= INFINITE for b in (low, high)):
            raise ValueError(f"{what} has a bound of 1e30 or more, which would be read as none")


def objective_name(program: LinearProgram) -> str:
    """A name that no row has."""
    name = "obj"
    while name in program.row_names:
        name += "_"
    return name


def decimal_text(value: Fraction) -> str:
    """A number as a decimal where it is one, else p/q.

    Examples
    --------
    >>> decimal_text(Fraction(-5, 4)), decimal_text(Fraction(1, 3)), decimal_text(Fraction(7))
    ('-1.25', '1/3', '7')
    """
    p, q = value.as_integer_ratio()
    twos = (q & -q).bit_length() - 1
    fives = round(log(q >> twos, 5))
    if q != 5**fives << twos:
        return f"{integer_string(p)}/{integer_string(q)}"
    digits = max(twos, fives)
    if not digits:
        return integer_string(p)
    whole = abs(p) * (5 ** (digits - fives) << digits - twos)  # |p| 10^digits / q
    text = integer_string(whole).rjust(digits + 1, "0")
    return f"{'-' if p < 0 else ''}{text[:-digits]}.{text[-digits:]}"
