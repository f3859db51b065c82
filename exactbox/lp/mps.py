"""MPS, the format of Netlib and MIPLIB: fixed columns or free words, read exactly.

Names may have blanks where fields stand in fixed columns; a file that cannot be read as free words
is read so. Conventions, as most readers have them: the first row of type N is the objective, other
ones are left out; a right-hand side of the objective is minus its constant; RANGES of a row E go
up from its right-hand side, or down if they are negative; an upper bound below 0 takes the lower
bound 0 away, if none is given; a bound of 1e30 or more is none.

Source: Murtagh, *Advanced linear programming*, 1981; Gay, *Electronic mail distribution of linear
programming test problems*, 1985.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exactbox.decimals import integer_string
from exactbox.linalg.matrices.entries import exact_ratio
from exactbox.lp.program import Bound, LinearProgram, from_entries
from exactbox.showing import listed, shown

INFINITE = 10**30  # from here on a bound is none
_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
_SECTIONS = ("NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
_WITHOUT_VALUE = ("FR", "MI", "PL", "BV")
_BOUNDS = ("UP", "LO", "FX", "UI", "LI", *_WITHOUT_VALUE)
_MAXIMIZE = {"MAX": True, "MAXIMIZE": True, "MAXIMISE": True}
_MINIMIZE = {"MIN": False, "MINIMIZE": False, "MINIMISE": False}


class LineError(ValueError):
    """What is wrong in a line, which `at` counts from 1."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def read_mps(text: str, name: str, *, relax: bool = False) -> LinearProgram:
    """The program of an MPS file; ValueError names the file and the line."""
    errors = []
    for fixed in (False, True):
        try:
            return _Reader(fixed, relax).read(text)
        except LineError as error:
            errors.append(error)
    last = max(errors, key=lambda error: error.at)
    raise ValueError(f"{name}:{last.at}: {last}")


class Numbers(dict[str, Fraction]):
    """The number that a word is; words of a file repeat."""

    def __missing__(self, word: str) -> Fraction:
        text = word.replace("D", "E").replace("d", "e")
        self[word] = Fraction(*exact_ratio(text))
        return self[word]


class _Reader:
    """What is read of a file so far."""

    def __init__(self, fixed: bool, relax: bool) -> None:
        self.fixed, self.relax = fixed, relax
        self.at = 0
        self.name, self.section, self.maximize = "", "", False
        self.rows: dict[str, int] = {}  # -1 the objective, -2 one that is left out
        self.objective = ""
        self.types: list[str] = []
        self.row_names: list[str] = []
        self.columns: dict[str, int] = {}
        self.entries: dict[tuple[int, int], Fraction] = {}
        self.rhs: dict[int, Fraction] = {}
        self.ranges: dict[int, Fraction] = {}
        self.lower: dict[int, Bound] = {}
        self.upper: dict[int, Bound] = {}
        self.integer: dict[int, None] = {}
        self.in_integers = False
        self.sets: dict[str, str] = {}
        self.number = Numbers()

    def read(self, text: str) -> LinearProgram:
        """All lines."""
        readers = {
            "OBJSENSE": self._sense,
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": self._side,
            "RANGES": self._side,
            "BOUNDS": self._bound,
        }
        for self.at, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("*"):
                continue
            if not line[0].isspace():
                self._header(line)
                if self.section == "ENDATA":
                    return self._program()
            elif self.section not in readers:
                self._fail(f"found {shown(line.strip())}, need one of {listed(_SECTIONS)}")
            else:
                readers[self.section](self._fields(line))
        self._fail("the file ends without ENDATA")
        raise AssertionError

    def _fail(self, message: str) -> None:
        raise LineError(self.at, message)

    def _fields(self, line: str) -> list[str]:
        if not self.fixed or self.section == "OBJSENSE":
            return line.split()
        found = [line[a:b].strip() for a, b in _FIELDS]
        return [field for field in found if field]

    def _value(self, word: str) -> Fraction:
        try:
            return self.number[word]
        except ValueError as error:
            raise LineError(self.at, f"a number {error}") from None

    def _header(self, line: str) -> None:
        word, *rest = line.split()
        if word not in _SECTIONS:
            self._fail(f"found {shown(word)}, need one of {listed(_SECTIONS)}")
        self.section = word
        if word == "NAME":
            self.name = line[4:].strip()
        elif word == "OBJSENSE" and rest:
            self._sense(rest)

    def _sense(self, fields: list[str]) -> None:
        known = _MAXIMIZE | _MINIMIZE
        word = fields[0].upper()
        if word not in known:
            self._fail(f"the sense is {shown(fields[0])}, need MIN or MAX")
        self.maximize = known[word]

    def _row(self, fields: list[str]) -> None:
        if len(fields) != 2:
            self._fail(f"found {len(fields)} fields, need a type and the name of a row")
        kind, name = fields[0].upper(), fields[1]
        if kind not in ("N", "E", "L", "G"):
            self._fail(f"row {name} has the type {shown(fields[0])}, need N, E, L or G")
        if name in self.rows:
            self._fail(f"row {name} is there twice")
        if kind == "N":
            self.rows[name] = -2 if self.objective else -1
            self.objective = self.objective or name
            return
        self.rows[name] = len(self.types)
        self.types.append(kind)
        self.row_names.append(name)

    def _column(self, fields: list[str]) -> None:
        if len(fields) > 2 and fields[1].strip("'") == "MARKER":
            self.in_integers = fields[2].strip("'") == "INTORG"
            return
        j = self.columns.setdefault(fields[0], len(self.columns))
        if self.in_integers:
            self._wants_integer(fields[0], j)
        for i, value, row in self._pairs(fields[1:]):
            if (i, j) in self.entries:
                self._fail(f"column {fields[0]} has row {row} twice")
            if i > -2:
                self.entries[i, j] = value

    def _wants_integer(self, name: str, j: int) -> None:
        if not self.relax:
            self._fail(
                f"column {name} is to be an integer: only linear programs are solved here, "
                "or their relaxation (--relax)"
            )
        self.integer[j] = None

    def _pairs(self, fields: list[str]) -> Iterator[tuple[int, Fraction, str]]:
        if len(fields) % 2 or not fields:
            self._fail(f"found {len(fields)} fields, need pairs of a row and a number")
        for name, word in zip(fields[::2], fields[1::2], strict=True):
            if name not in self.rows:
                self._fail(f"there is no row {shown(name)}")
            yield self.rows[name], self._value(word), name

    def _without_set(self, fields: list[str], named: bool) -> list[str]:
        """The fields after the name of the set, of which there is one."""
        name = fields[0] if named else ""
        first = self.sets.setdefault(self.section, name)
        if first != name:
            self._fail(f"{self.section} has two sets, {shown(first)} and {shown(name)}: need one")
        return fields[1:] if named else fields

    def _side(self, fields: list[str]) -> None:
        values = self.rhs if self.section == "RHS" else self.ranges
        for i, value, row in self._pairs(self._without_set(fields, len(fields) % 2 == 1)):
            if i in values:
                self._fail(f"row {row} has {self.section} twice")
            if i == -1 and values is self.ranges:
                self._fail(f"row {row} is the objective: it has no range")
            values[i] = value

    def _bound(self, fields: list[str]) -> None:
        kind = fields[0].upper()
        if kind not in _BOUNDS:
            self._fail(f"a bound of type {shown(fields[0])}, need one of {listed(_BOUNDS)}")
        bare = kind in _WITHOUT_VALUE
        named = len(fields) > (2 if bare else 3)
        if bare and len(fields) == 3 and fields[2] not in self.columns:
            named = False  # its number says nothing
        rest = self._without_set(fields[1:], named)
        if len(rest) < (1 if bare else 2) or len(rest) > 2:
            self._fail(f"found {len(fields)} fields, need a bound's type, set, column and number")
        name = rest[0]
        if name not in self.columns:
            self._fail(f"there is no column {shown(name)}")
        j = self.columns[name]
        value = None if bare else self._value(rest[1])
        if kind in ("UI", "LI", "BV"):
            self._wants_integer(name, j)
        if kind in ("UP", "UI"):
            self.upper[j] = None if value is not None and value >= INFINITE else value
            if value is not None and value < 0 and j not in self.lower:
                self.lower[j] = None
        elif kind in ("LO", "LI"):
            self.lower[j] = None if value is not None and value <= -INFINITE else value
        elif kind == "FX":
            self.lower[j] = self.upper[j] = value
        elif kind == "BV":
            self.lower[j], self.upper[j] = Fraction(0), Fraction(1)
        else:
            if kind in ("FR", "MI"):
                self.lower[j] = None
            if kind in ("FR", "PL"):
                self.upper[j] = None

    def _program(self) -> LinearProgram:
        if not self.objective and not self.types:
            self._fail("there are no rows")
        names = list(self.columns)
        for j in self.integer:
            if j not in self.lower and j not in self.upper:
                self._fail(
                    f"column {names[j]} is to be an integer and has no bounds, which readers take "
                    "for 0 to 1 or for 0 and more: need a bound"
                )
        n = len(names)
        low, high = [], []
        for i, kind in enumerate(self.types):
            ends = _row_bounds(kind, self.rhs.get(i, Fraction(0)), self.ranges.get(i))
            low.append(ends[0])
            high.append(ends[1])
        zero: Bound = Fraction(0)
        columns = [self.lower.get(j, zero) for j in range(n)], [self.upper.get(j) for j in range(n)]
        parts: dict[str, Any] = {
            "constant": -self.rhs.get(-1, Fraction(0)),
            "maximize": self.maximize,
            "row_names": tuple(self.row_names),
            "column_names": tuple(names),
            "name": self.name,
            "integer": tuple(self.integer),
        }
        try:
            return from_entries(
                [(i, j, v) for (i, j), v in self.entries.items() if i >= 0],
                [self.entries.get((-1, j), Fraction(0)) for j in range(n)],
                [low, high, *columns],
                **parts,
            )
        except ValueError as error:
            raise LineError(self.at, str(error)) from None


def _row_bounds(kind: str, b: Fraction, span: Fraction | None) -> tuple[Bound, Bound]:
    """The bounds of a row with this right-hand side, and range if there is one."""
    if kind == "E":
        return (b, b) if span is None else (min(b, b + span), max(b, b + span))
    other = None if span is None else abs(span)
    if kind == "G":
        return b, None if other is None else b + other
    return None if other is None else b - other, b


def mps_lines(program: LinearProgram) -> Iterator[str]:
    """The program in free words; a number that is no decimal is written p/q."""
    for what, names in (("row", program.row_names), ("column", program.column_names)):
        for name in names:
            if len(name.split()) != 1 or name.startswith("*"):
                raise ValueError(f"{what} {name!r}: MPS has no names with blanks in free words")
    goal = objective_name(program)
    yield f"NAME {program.name}".rstrip()
    if program.maximize:
        yield from ("OBJSENSE", "    MAX")
    yield from ("ROWS", f" N  {goal}")
    sides, ranges = [], []
    if program.constant:
        sides.append(f"    RHS  {goal}  {decimal_text(-program.constant)}")
    rows = zip(program.row_names, program.row_lower, program.row_upper, strict=True)
    for name, low, high in rows:
        if low is None and high is None:
            kind, right = "N", None
        elif low == high:
            kind, right = "E", low
        elif low is None:
            kind, right = "L", high
        else:
            kind, right = "G", low
            if high is not None:
                ranges.append(f"    RNG  {name}  {decimal_text(high - low)}")
        yield f" {kind}  {name}"
        if right:
            sides.append(f"    RHS  {name}  {decimal_text(right)}")
    yield "COLUMNS"

    indptr, indices, data = program.matrix.transposed().rows()
    for j, name in enumerate(program.column_names):
        cost = program.cost[j]
        if cost or indptr[j] == indptr[j + 1]:
            yield f"    {name}  {goal}  {decimal_text(cost)}"
        for e in range(indptr[j], indptr[j + 1]):
            i = indices[e]
            value = decimal_text(Fraction(data[e], program.scales[i]))
            yield f"    {name}  {program.row_names[i]}  {value}"
    yield "RHS"
    yield from sides
    if ranges:
        yield from ("RANGES", *ranges)
    yield "BOUNDS"
    for name, low, high in zip(program.column_names, program.lower, program.upper, strict=True):
        if low is not None and low == high:
            yield f" FX BND  {name}  {decimal_text(low)}"
            continue
        if low is None:
            yield f" {'FR' if high is None else 'MI'} BND  {name}"
        elif low:
            yield f" LO BND  {name}  {decimal_text(low)}"
        if high is not None:
            yield f" UP BND  {name}  {decimal_text(high)}"
    yield "ENDATA"


def decimal_text(value: Fraction) -> str:
    """A number as a decimal where it is one, else p/q.

    Examples
    --------
    >>> decimal_text(Fraction(-5, 4)), decimal_text(Fraction(1, 3)), decimal_text(Fraction(7))
    ('-1.25', '1/3', '7')
    """
    p, q = value.as_integer_ratio()
    rest, twos, fives = q, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest > 1:
        return f"{integer_string(p)}/{integer_string(q)}"
    digits = max(twos, fives)
    if not digits:
        return integer_string(p)
    text = integer_string(abs(p) * 10**digits // q).rjust(digits + 1, "0")
    return f"{'-' if p < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def objective_name(program: LinearProgram) -> str:
    """A name that no row has."""
    name = "obj"
    while name in program.row_names:
        name += "_"
    return name
