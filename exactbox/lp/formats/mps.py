"""MPS, the format of Netlib and MIPLIB: fixed columns or free words, read exactly.

Names may have blanks where fields stand in fixed columns; a file that cannot be read as free words
is read so. Conventions, as most readers have them: the first row of type N is the objective, or
that of the section OBJNAME, other ones are left out; a right-hand side of the objective is minus
its constant; RANGES of a row E go up from its right-hand side, or down if they are negative; an
upper bound below 0 takes the lower bound 0 away, if none is given; a bound or right-hand side of
1e30 or more, or -1e30 or less, is none on its side of an inequality.

Source: Murtagh, *Advanced linear programming*, 1981; Gay, *Electronic mail distribution of linear
programming test problems*, 1985.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from exactbox.lp.formats.draft import (
    INFINITE,
    Conventions,
    Draft,
    LineError,
    columns_of,
    decimal_text,
    objective_name,
    require_finite,
    require_names,
    rows_of,
)
from exactbox.lp.program import Bound, LinearProgram
from exactbox.showing import quoted_list, show

_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
_BETWEEN = ((3, 4), (12, 14), (22, 24), (36, 39), (47, 49), (61, 62))
_SECTIONS = (
    *("NAME", "OBJSENSE", "OBJNAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA"),
)
_WITHOUT_VALUE = ("FR", "MI", "PL", "BV")
_BOUNDS = ("UP", "LO", "FX", "UI", "LI", *_WITHOUT_VALUE)
_SETS = {"BOUNDS": "bounds_set", "RHS": "rhs_set", "RANGES": "ranges_set"}  # and their options
_NOT_LINEAR = ("QUADOBJ", "QMATRIX", "QSECTION", "QCMATRIX", "CSECTION", "SOS", "INDICATORS")
_SENSES = ("MIN", "MINIMIZE", "MINIMISE", "MAX", "MAXIMIZE", "MAXIMISE")
_SENSE_IN_COMMENT = re.compile(r"\*\s*SENSE\s*:\s*MAX", re.IGNORECASE)  # as PuLP writes it
_MARKERS = (["MARKER", "INTORG"], ["MARKER", "INTEND"])  # those of SOS are refused
_INFINITY = re.compile(r"([+-]?)inf(?:inity)?", re.IGNORECASE)
_OBJECTIVE, _LEFT_OUT = -1, -2  # in place of a row's number


def read_mps(text: str, chosen: Conventions) -> Draft:
    """Read a text in MPS format; LineError."""
    errors = []
    for fixed in (False, True):
        try:
            return _Reader(fixed, chosen).read(text)
        except LineError as error:
            errors.append(error)
    raise max(errors, key=lambda error: error.at)


class _Reader:
    """The file's rows and sections so far."""

    def __init__(self, fixed: bool, chosen: Conventions) -> None:
        self.draft, self.fixed, self.section = Draft(chosen), fixed, ""
        self.fail = self.draft.fail
        self.rows: dict[str, int] = {}
        self.objective = ""  # the row that OBJNAME names
        self.types: list[tuple[str, str]] = []  # name and type
        self.entries: dict[tuple[int, int], Fraction] = {}
        self.sides: dict[str, dict[int, Fraction]] = {"RHS": {}, "RANGES": {}}
        self.side_lines: dict[int, int] = {}  # the last line about a row's bounds
        self.sets: dict[str, dict[str, None]] = {section: {} for section in _SETS}
        self.in_integers = False
        self.comment_line = 0  # of a comment that says to maximise, with no OBJSENSE after it

    def read(self, text: str) -> Draft:
        """All lines."""
        readers = {
            "OBJSENSE": self._sense,
            "OBJNAME": self._objective,
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": self._side,
            "RANGES": self._side,
            "BOUNDS": self._bound,
        }
        for self.draft.line, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("*"):
                if _SENSE_IN_COMMENT.match(line):
                    self.comment_line = self.draft.line
                continue
            if self.section == "ENDATA":
                self.fail(f"found {show(line.strip())} after ENDATA, need nothing")
            if not line[0].isspace():
                self._header(line)
                if self.section == "ENDATA":
                    self._finish()
            elif self.section not in readers:
                self.fail(f"found {show(line.strip())}, need one of {quoted_list(_SECTIONS)}")
            else:
                readers[self.section](self._fields(line))
        if self.section != "ENDATA":
            self.fail("the file ends without ENDATA")
        return self.draft

    def _fields(self, line: str) -> list[str]:
        """The words of a line, or its fixed fields, up to a comment: a word that begins with $, *
        or !, and is no name, where a third or later field may stand."""
        if not self.fixed or self.section in ("OBJSENSE", "OBJNAME"):
            words, first = line.split(), 1 if self.section in ("COLUMNS", "RHS", "RANGES") else 2
            for k, word in enumerate(words):
                if k >= first and word[0] in "$*!" and word not in (self.rows | self.draft.columns):
                    return words[:k]
            return words
        for at in (14, 39):  # of the third and the fifth field
            name = line[at : at + 8].strip()
            if name.startswith("$") and name not in self.rows and self.section != "BOUNDS":
                line = line[:at]
        for a, b in _BETWEEN:
            if line[a:b].strip():
                self.fail(f"found {show(line[a:b].strip())} in column {a + 1}, between two fields")
        return [field for a, b in _FIELDS if (field := line[a:b].strip())]

    def _header(self, line: str) -> None:
        self.section, *rest = line.split()
        if self.section in _NOT_LINEAR:
            self.fail(f"found {self.section}: need a linear program")
        if self.section not in _SECTIONS:
            self.fail(f"found {show(self.section)}, need one of {quoted_list(_SECTIONS)}")
        if self.section == "NAME":
            self.draft.name = line[4:].strip()
        elif self.section == "OBJSENSE" and rest:
            self._sense(rest)
        elif self.section == "OBJNAME" and rest:
            self._objective(rest)

    def _sense(self, fields: list[str]) -> None:
        word = fields[0].upper()
        if word not in _SENSES:
            self.fail(f"the sense is {show(fields[0])}, need MIN or MAX")
        self.draft.maximize, self.comment_line = word.startswith("MAX"), 0

    def _objective(self, fields: list[str]) -> None:
        if self.rows:
            self.fail("found OBJNAME after ROWS, need it before")
        self.objective = " ".join(fields)

    def _row(self, fields: list[str]) -> None:
        if len(fields) != 2:
            self.fail(f"found {len(fields)} fields, need a type and the name of a row")
        kind, name = fields[0].upper(), fields[1]
        if kind not in ("N", "E", "L", "G"):
            self.fail(f"row {name} has the type {show(fields[0])}, need N, E, L or G")
        if name in self.rows:
            self.fail(f"row {name} is there twice")
        if kind == "N":
            is_first = _OBJECTIVE not in self.rows.values()
            is_objective = name == self.objective if self.objective else is_first
            self.rows[name] = _OBJECTIVE if is_objective else _LEFT_OUT
            return
        self.rows[name] = len(self.types)
        self.types.append((name, kind))

    def _column(self, fields: list[str]) -> None:
        if [field.strip("'") for field in fields[1:]] in _MARKERS:
            self.in_integers = fields[2].strip("'") == "INTORG"
            return
        j = self.draft.columns.setdefault(fields[0], len(self.draft.columns))
        if self.in_integers:
            self.draft.want_integer(fields[0])
        for i, value, row in self._pairs(fields[1:]):
            if (i, j) in self.entries:
                self.fail(f"column {fields[0]} has row {row} twice")
            self.entries[i, j] = value

    def _pairs(self, fields: list[str]) -> Iterator[tuple[int, Fraction, str]]:
        if len(fields) % 2 or not fields:
            self.fail(f"found {len(fields)} fields, need pairs of a row and a number")
        for name, word in zip(fields[::2], fields[1::2], strict=True):
            if name not in self.rows:
                self.fail(f"there is no row {show(name)}")
            value = self.draft.number(word)
            if self.rows[name] != _LEFT_OUT:
                yield self.rows[name], value, name

    def _without_set(self, fields: list[str], named: bool) -> list[str] | None:
        """The fields after the name of the set; None where that is not the one that is read."""
        name, option = fields[0] if named else "", _SETS[self.section]
        wanted, names = getattr(self.draft.chosen, option), self.sets[self.section]
        names[name] = None
        if wanted is None and len(names) > 1:
            sets, flag = quoted_list([*names]), option.replace("_", "-")
            self.fail(f"{self.section} has the sets {sets}: need one, or --{flag} NAME")
        if wanted not in (None, name):
            return None
        return fields[1:] if named else fields

    def _side(self, fields: list[str]) -> None:
        values = self.sides[self.section]
        rest = self._without_set(fields, len(fields) % 2 == 1)
        for i, value, row in () if rest is None else self._pairs(rest):
            if i in values:
                self.fail(f"row {row} has {self.section} twice")
            if i == _OBJECTIVE and self.section == "RANGES":
                self.fail(f"row {row} is the objective: it has no range")
            values[i], self.side_lines[i] = value, self.draft.line

    def _bound(self, fields: list[str]) -> None:
        kind, draft = fields[0].upper(), self.draft
        if kind not in _BOUNDS:
            self.fail(f"a bound of type {show(fields[0])}, need one of {quoted_list(_BOUNDS)}")
        bare = kind in _WITHOUT_VALUE
        named = len(fields) > (2 if bare else 3)
        if bare and len(fields) == 3 and fields[2] not in self.draft.columns:
            named = False  # its number says nothing
        rest = self._without_set(fields[1:], named)
        if rest is None:
            return
        if len(rest) < (1 if bare else 2) or len(rest) > 2:
            self.fail(f"found {len(fields)} fields, need a bound's type, set, column and number")
        name, j = rest[0], draft.known_column(rest[0])
        endless = None if bare else _INFINITY.fullmatch(rest[1])
        if endless and (kind[0], endless[1] == "-") not in (("U", False), ("L", True)):
            self.fail("an infinite bound on the wrong side: no number is there")
        if endless:
            value = Fraction(-INFINITE if endless[1] == "-" else INFINITE)
        else:
            value = Fraction(0) if bare else draft.number(rest[1])
        if kind in ("UI", "LI", "BV"):
            draft.want_integer(name)
        sides: dict[str, Bound] = {}
        if kind == "BV":
            sides = {"lower": Fraction(0), "upper": Fraction(1)}
        if kind in ("UP", "UI") and value < 0 and j not in draft.lower:
            draft.lower[j] = None
            draft.notice(
                f"column {name} has an upper bound below 0 and no lower one, which is taken for "
                "minus infinity, by other readers for 0"
            )
        if kind in ("LO", "LI", "FX", "FR", "MI"):
            sides["lower"] = None if bare else value
        if kind in ("UP", "UI", "FX", "FR", "PL"):
            sides["upper"] = None if bare else value
        limits = draft.limits(f"column {name}", sides.get("lower"), sides.get("upper"))
        ends = dict(zip(("lower", "upper"), limits, strict=True))
        draft.bound(name, **{side: ends[side] for side in sides})

    def _finish(self) -> None:
        """All rows and columns, after the last line."""
        draft, names = self.draft, list(self.draft.columns)
        if not self.rows:
            self.fail("there are no rows")
        if self.objective and self.rows.get(self.objective) != _OBJECTIVE:
            self.fail(f"OBJNAME is {show(self.objective)}, need a row of type N")
        for section, option in _SETS.items():
            wanted, there = getattr(draft.chosen, option), self.sets[section]
            if wanted is not None and wanted not in there:
                has = f"only {quoted_list([*there])}" if there else "none"
                self.fail(f"there is no {section} set {show(wanted)}, {has}")
        for j in draft.integer:
            if j in draft.lower or j in draft.upper:
                continue
            if not draft.chosen.integer_bounds:
                self.fail(
                    f"column {names[j]} is to be an integer and has no bounds, which readers take "
                    "for 0 to 1 or for 0 and more: need a bound, or --integer-bounds for 0 to 1"
                )
            draft.upper[j] = Fraction(1)
        sides, ranges = self.sides["RHS"], self.sides["RANGES"]
        draft.constant = -sides.get(_OBJECTIVE, Fraction(0))
        draft.cost = {j: v for (i, j), v in self.entries.items() if i == _OBJECTIVE}
        draft.entries = [(i, j, v) for (i, j), v in self.entries.items() if i >= 0]
        if self.comment_line:
            draft.line = self.comment_line
            draft.notice("a comment says to maximise, and there is no OBJSENSE: it is minimised")
        for i, (name, kind) in enumerate(self.types):
            low, high = _bounds(kind, sides.get(i, Fraction(0)), ranges.get(i))
            draft.rows.append((name, low, high, self.side_lines.get(i, 0)))


def _bounds(kind: str, b: Fraction, span: Fraction | None) -> tuple[Bound, Bound]:
    """The bounds of a row with this right-hand side, and range if there is one."""
    if kind == "E":
        return (b, b) if span is None else (min(b, b + span), max(b, b + span))
    if kind == "G":
        return b, None if span is None else b + abs(span)
    return None if span is None else b - abs(span), b


def mps_lines(program: LinearProgram) -> Iterator[str]:
    """The program in free words; a number that is no decimal is written p/q."""
    why = "MPS has no names with blanks in free words"
    require_names(program, lambda name: name.split() == [name] and name[0] != "*", why)
    require_finite(program)
    goal, sides, ranges = objective_name(program), list[str](), list[str]()
    yield " ".join(["NAME", *program.name.split()])
    if program.maximize:
        yield from ("OBJSENSE", "    MAX")
    yield from ("ROWS", f" N  {goal}")
    if program.constant:
        sides.append(f"    RHS  {goal}  {decimal_text(-program.constant)}")
    lines = [list[str]() for _ in program.column_names]  # of each column
    for j, cost in enumerate(program.cost):
        if cost or not program.columns[j][0]:
            lines[j].append(f"{goal}  {decimal_text(cost)}")
    for name, terms, low, high in rows_of(program):
        kind = ("N" if low is None else "E") if low == high else "L" if low is None else "G"
        yield f" {kind}  {name}"
        if right := high if low is None else low:
            sides.append(f"    RHS  {name}  {decimal_text(right)}")
        if kind == "G" and low is not None and high is not None:
            ranges.append(f"    RNG  {name}  {decimal_text(high - low)}")
        for j, value in terms:
            lines[j].append(f"{name}  {decimal_text(value)}")
    yield "COLUMNS"
    for name, entries in zip(program.column_names, lines, strict=True):
        yield from (f"    {name}  {entry}" for entry in entries)
    yield from ("RHS", *sides)
    if ranges:
        yield from ("RANGES", *ranges)
    yield "BOUNDS"
    for name, low, high in columns_of(program):
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
