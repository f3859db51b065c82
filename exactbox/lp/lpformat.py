r"""CPLEX' LP format: a program as one writes it by hand, read exactly.

    Maximize                       \ a comment
      profit: 3 bread + 2 cake
    Subject To
      flour: bread + cake <= 4
      oven:  1 <= 3 bread + cake <= 8.5
    Bounds
      cake free
    End

Variables are 0 or more where no bounds are given. Numbers are decimals, or p/q. Integers (Generals,
Binaries) are refused by name, or relaxed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, NoReturn

from exactbox.lp.mps import Numbers, decimal_text, objective_name
from exactbox.lp.program import Bound, Entry, LinearProgram, from_entries
from exactbox.showing import shown

_SECTIONS = (
    ("objective", r"max(?:imi[sz]e|imum)?|min(?:imi[sz]e|imum)?"),
    ("rows", r"subject\s+to|such\s+that|s\.?t\.?"),
    ("bounds", r"bounds?"),
    ("general", r"generals?|gens?|integers?|ints?"),
    ("binary", r"binar(?:y|ies)|bins?"),
    ("semi", r"semi-continuous|semis?|sos[12]?"),
    ("end", r"end"),
)
_KINDS = "|".join(f"(?P<{name}>{words})" for name, words in _SECTIONS)
_HEADER = re.compile(rf"\s*(?:{_KINDS})(?=\s|$)", re.IGNORECASE)
_NAME = r"[A-Za-z!\"#$%&()/,;?@_`'{}|~][\w!\"#$%&()/,.;?@`'{}|~]*"
_NUMBER = r"[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>{_NUMBER})|(?P<relation><=|=<|>=|=>|<|>|=)|(?P<sign>[+-])|(?P<colon>:)"
    rf"|(?P<name>{_NAME})|(?P<other>\S))"
)
_RELATIONS = {"<": "<", "<=": "<", "=<": "<", ">": ">", ">=": ">", "=>": ">", "=": "="}
_TURNED = {"<": ">", ">": "<", "=": "="}
_TERMS = 8  # in a line that is written
_INFINITE = ("inf", "infinity")


class Token(NamedTuple):
    """A word, what it is, and its line."""

    kind: str
    text: str
    line: int


def read_lp(text: str, name: str, *, relax: bool = False) -> LinearProgram:
    """The program of a file in LP format; ValueError names the file and the line."""
    return _Reader(name, relax).read(text)


class _Reader:
    """What is read of a file so far; `tokens` are those of the section that is read."""

    def __init__(self, name: str, relax: bool) -> None:
        self.name, self.relax = name, relax
        self.tokens: list[Token] = []
        self.at = 0
        self.columns: dict[str, int] = {}
        self.entries: list[Entry] = []
        self.row_names: list[str] = []
        self.low: list[Bound] = []
        self.high: list[Bound] = []
        self.lower: dict[int, Bound] = {}
        self.upper: dict[int, Bound] = {}
        self.integer: dict[int, None] = {}
        self.number = Numbers()

    def read(self, text: str) -> LinearProgram:
        """All sections."""
        maximize, sections = self._sections(text)
        cost: dict[int, Fraction] = {}
        constant = Fraction(0)
        for kind, tokens in sections:
            self.tokens, self.at = tokens, 0
            if kind == "objective":
                self._label()
                cost, constant = self._sum()
                if self._next() is not None:
                    self._fail("need a sum of terms as objective")
            while self._next() is not None:
                {"rows": self._row, "bounds": self._bound}.get(kind, self._wants_integer)()
                if kind == "binary":
                    j = list(self.integer)[-1]
                    self.lower[j], self.upper[j] = Fraction(0), Fraction(1)
        n = len(self.columns)
        zero: Bound = Fraction(0)
        columns = [self.lower.get(j, zero) for j in range(n)], [self.upper.get(j) for j in range(n)]
        try:
            return from_entries(
                self.entries,
                [cost.get(j, Fraction(0)) for j in range(n)],
                [self.low, self.high, *columns],
                constant=constant,
                maximize=maximize,
                row_names=tuple(self.row_names),
                column_names=tuple(self.columns),
                integer=tuple(self.integer),
            )
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None

    def _sections(self, text: str) -> tuple[bool, list[tuple[str, list[Token]]]]:
        """Whether it is maximised, and the tokens of each section."""
        found: list[tuple[str, list[Token]]] = []
        maximize = False
        for line, words in enumerate(text.splitlines(), 1):
            words = words.split("\\", 1)[0]
            header = _HEADER.match(words)
            kind = header.lastgroup if header else None
            if header and (kind in ("objective", "rows") or not words[header.end() :].strip()):
                if (kind == "objective") != (not found):
                    self._fail(f"found {shown(header[0].strip())}, need an objective first", line)
                if kind == "objective":
                    maximize = header[0].strip().lower().startswith("max")
                if kind == "semi":
                    self._fail(f"found {shown(words.strip())}: need a linear program", line)
                if kind == "end":
                    return maximize, found
                found.append((str(kind), []))
                words = words[header.end() :]
            for token in _TOKEN.finditer(words):
                if not found:
                    self._fail(f"found {shown(token[0].strip())}, need Minimize or Maximize", line)
                if token.lastgroup == "other":
                    self._fail(f"found {shown(token['other'])}: no linear program has it", line)
                found[-1][1].append(Token(str(token.lastgroup), token[0].strip(), line))
        if not found:
            self._fail("the file is empty, need Minimize or Maximize", 1)
        return maximize, found

    def _fail(self, message: str, line: int = 0) -> NoReturn:
        last = self.tokens[min(self.at, len(self.tokens) - 1)].line if self.tokens else line
        raise ValueError(f"{self.name}:{line or last}: {message}")

    def _next(self, ahead: int = 0) -> Token | None:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def _is(self, kind: str, ahead: int = 0) -> bool:
        token = self._next(ahead)
        return token is not None and token.kind == kind

    def _take(self, kind: str, need: str) -> str:
        token = self._next()
        if token is None or token.kind != kind:
            found = "the end" if token is None else shown(token.text)
            self._fail(f"found {found}, need {need}")
        self.at += 1
        return token.text

    def _label(self) -> str:
        if self._is("name") and self._is("colon", 1):
            self.at += 2
            return self.tokens[self.at - 2].text
        return ""

    def _column(self, name: str) -> int:
        return self.columns.setdefault(name, len(self.columns))

    def _sum(self, *, after_limit: bool = False) -> tuple[dict[int, Fraction], Fraction]:
        """A sum of terms: signs, numbers and names; after a limit a number that stands before a
        relation is the next statement's."""
        terms: dict[int, Fraction] = {}
        constant, first = Fraction(0), True
        while first or (self._is("sign") and not (after_limit and self._starts_with_limit())):
            sign = 1
            while self._is("sign"):
                sign = -sign if self._take("sign", "a sign") == "-" else sign
            if not self._is("number") and not self._is("name"):
                if first:
                    break
                self._take("name", "a term after the sign")
            first, factor, numbered = False, Fraction(sign), self._is("number")
            if numbered:
                factor *= self._value(self._take("number", "a number"))
            if self._is("name") and not self._is("colon", 1):
                j = self._column(self._take("name", "a name"))
                terms[j] = terms.get(j, Fraction(0)) + factor
            elif numbered:
                constant += factor
            else:
                self._take("number", "a term")
        return terms, constant

    def _value(self, word: str) -> Fraction:
        try:
            return self.number[word]
        except ValueError as error:
            self._fail(f"a number {error}")

    def _limit(self) -> tuple[Bound, int]:
        """A number with a sign; or None and the sign of an infinite one."""
        sign = 1
        while self._is("sign"):
            sign = -sign if self._take("sign", "a sign") == "-" else sign
        token = self._next()
        if token is not None and token.kind == "name" and token.text.lower() in _INFINITE:
            self.at += 1
            return None, sign
        return sign * self._value(self._take("number", "a number")), 0

    def _starts_with_limit(self) -> bool:
        """Whether a number, and not a term, comes before a relation."""
        k = 0
        while self._is("sign", k):
            k += 1
        return self._is("relation", k + 1) and not self._is_variable(k)

    def _is_variable(self, ahead: int) -> bool:
        token = self._next(ahead)
        return token is not None and token.kind == "name" and token.text.lower() not in _INFINITE

    def _statement(self) -> tuple[dict[int, Fraction], Bound, Bound]:
        """Terms between two bounds: a sum and a relation, or two."""
        ends: dict[str, Bound] = {"<": None, ">": None}
        parts = []
        if self._starts_with_limit():
            limit = self._limit()
            parts.append((_TURNED[_RELATIONS[self._take("relation", "a relation")]], limit))
        terms, constant = self._sum(after_limit=bool(parts))
        if not parts or self._is("relation"):
            relation = _RELATIONS[self._take("relation", "<=, >= or =")]
            parts.append((relation, self._limit()))
        if len(parts) == 2 and {relation for relation, _ in parts} != {"<", ">"}:
            self._fail("two relations that do not bound from two sides")
        for relation, (value, endless) in parts:
            sides = "<>" if relation == "=" else relation
            if endless and sides != ("<" if endless > 0 else ">"):
                self._fail("an infinite bound on the wrong side: no number is there")
            for side in sides:
                ends[side] = None if value is None else value - constant
        return terms, ends[">"], ends["<"]

    def _row(self) -> None:
        name = self._label()
        terms, low, high = self._statement()
        row = len(self.low)
        self.row_names.append(name or f"r{row + 1}")
        self.entries += [(row, j, v) for j, v in terms.items()]
        self.low.append(low)
        self.high.append(high)

    def _bound(self) -> None:
        follows = self._next(1)
        if self._is("name") and follows is not None and follows.text.lower() == "free":
            j = self._known(self._take("name", "a column"))
            self.at += 1
            self.lower[j] = self.upper[j] = None
            return
        before = len(self.columns)
        relations = self.at
        terms, low, high = self._statement()
        if len(terms) != 1 or set(terms.values()) != {Fraction(1)} or len(self.columns) > before:
            known = "" if len(self.columns) == before else " that is in a row or the objective"
            self._fail(f"a bound is of one column{known}, such as 0 <= x <= 4")
        (j,) = terms
        written = [t.text for t in self.tokens[relations : self.at] if t.kind == "relation"]
        for side, value in ((self.lower, low), (self.upper, high)):
            sign = 1 if side is self.upper else -1
            if value is not None or self._was_infinite(relations, sign) or len(written) == 0:
                side[j] = value

    def _was_infinite(self, start: int, sign: int) -> bool:
        """Whether a bound of this side was written as infinite."""
        return any(
            t.kind == "name"
            and t.text.lower() in _INFINITE
            and (self.tokens[k - 1].text == "-") == (sign < 0)
            for k, t in enumerate(self.tokens[start : self.at], start)
        )

    def _known(self, name: str) -> int:
        if name not in self.columns:
            self._fail(f"there is no column {shown(name)}")
        return self.columns[name]

    def _wants_integer(self) -> None:
        name = self._take("name", "a column")
        j = self._known(name)
        if not self.relax:
            self._fail(
                f"column {name} is to be an integer: only linear programs are solved here, "
                "or their relaxation (--relax)"
            )
        self.integer[j] = None


def lp_lines(program: LinearProgram) -> Iterator[str]:
    """The program in LP format; a number that is no decimal is written p/q."""
    for what, names in (("row", program.row_names), ("column", program.column_names)):
        for name in names:
            if not re.fullmatch(_NAME, name) or name.lower() in (*_INFINITE, "free"):
                raise ValueError(f"{what} {name!r}: the LP format has no such name")

    def terms(pairs: list[tuple[Fraction, str]]) -> str:
        signs = [f"{'-' if v < 0 else '+'} {decimal_text(abs(v))} {name}" for v, name in pairs]
        lines = (" ".join(signs[k : k + _TERMS]) for k in range(0, len(signs), _TERMS))
        return "\n  ".join(lines) or f"0 {program.column_names[0]}"

    yield "Maximize" if program.maximize else "Minimize"
    # all columns, so that they are read in their order
    pairs = list(zip(program.cost, program.column_names, strict=True))
    text = terms(pairs) if pairs else ""
    if program.constant:
        sign = "-" if program.constant < 0 else "+"
        text += f" {sign} {decimal_text(abs(program.constant))}"
    yield f" {objective_name(program)}: {text}"
    yield "Subject To"
    indptr, indices, data = program.matrix.rows()
    for i, name in enumerate(program.row_names):
        scale = program.scales[i]
        row = [
            (Fraction(data[e], scale), program.column_names[indices[e]])
            for e in range(indptr[i], indptr[i + 1])
        ]
        low, high = program.row_lower[i], program.row_upper[i]
        text = terms(row) if program.column_names else "0"
        if low is not None and low == high:
            yield f" {name}: {text} = {decimal_text(low)}"
        elif low is None:
            yield f" {name}: {text} <= {'inf' if high is None else decimal_text(high)}"
        elif high is None:
            yield f" {name}: {text} >= {decimal_text(low)}"
        else:
            yield f" {name}: {decimal_text(low)} <= {text} <= {decimal_text(high)}"
    yield "Bounds"
    for name, low, high in zip(program.column_names, program.lower, program.upper, strict=True):
        if low is None and high is None:
            yield f" {name} free"
        elif low is not None and low == high:
            yield f" {name} = {decimal_text(low)}"
        elif low != 0 or high is not None:
            least = "-inf" if low is None else decimal_text(low)
            yield f" {least} <= {name}" + ("" if high is None else f" <= {decimal_text(high)}")
    yield "End"
