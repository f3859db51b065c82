r"""CPLEX' LP format: a program as one writes it by hand, read exactly.

    Maximize                       \ a comment
      profit: 3 bread + 2 cake
    Subject To
      flour: bread + cake <= 4
      oven:  1 <= 3 bread + cake <= 8.5
    Bounds
      cake free
    End

Variables are 0 or more where no bounds are given. Numbers are decimals, or p/q. There are no
brackets and no quotients: ``x/3`` and ``(x`` would be names, and are refused; ``x[1,2]`` is a name,
as gurobipy has them. Integers (Generals, Binaries) are refused by name, or relaxed. ``/*`` and
``*/`` enclose comments too. A section may begin within a line, where its word can be no column; so
a whole program may stand in one.

A bound or right-hand side of 1e30 or more, or -1e30 or less, is none on its side of an inequality,
as in MPS. CPLEX, Gurobi and HiGHS take numbers from 1e20 on for infinite: those below 1e30 are
numbers here, with a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, NoReturn

from exactbox.lp.formats.draft import (
    Conventions,
    Draft,
    columns_of,
    decimal_text,
    objective_name,
    require_finite,
    require_names,
    rows_of,
)
from exactbox.lp.program import Bound, LinearProgram, require_value
from exactbox.showing import show

_SECTIONS = (
    (
        "foreign",
        r"semi-continuous|semis?|sos[12]?|lazy\s+constraints?|user\s+cuts?"
        r"|general\s+constraints?|pwlobj|(?:max|min)\w*\s+multi-?objectives?",
    ),
    ("objective", r"max(?:imi[sz]e|imum)?|min(?:imi[sz]e|imum)?"),
    ("rows", r"subject\s+to|such\s+that|s\.?t\.?"),
    ("bounds", r"bounds?"),
    ("general", r"generals?|gens?|integers?|ints?"),
    ("binary", r"binar(?:y|ies)|bins?"),
    ("end", r"end"),
)
_KINDS = "|".join(f"(?P<{name}>{words})" for name, words in _SECTIONS)
_HEADER = re.compile(rf"\s*(?:{_KINDS})(?=\s|$)", re.IGNORECASE)
_IN_NAME = r"[\w!\"#$%&()/,.;?@`'{}|~]"
_INDEX = r"\[(?:(?!/\*)[^\s\[\]\\])*\]"  # of x[1,2]; a quadratic bracket follows a blank
_IN_NAMES = rf"(?:{_IN_NAME}|{_INDEX})*"
_NAME = rf"[A-Za-z!\"#$%&()/,;?@_`'{{}}|~]{_IN_NAMES}(?:==[A-Za-z_]{_IN_NAMES})*"  # CPT_==_1
_COLON = re.compile(r"\s*(subject\s+to|such\s+that)\s*:", re.IGNORECASE)
_NUMBER = r"[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>{_NUMBER})|(?P<relation><=|=<|>=|=>|<|>|=)|(?P<sign>[+-](?!>))"
    rf"|(?P<colon>:)|(?P<name>{_NAME})|(?P<other>->|\S))"
)
_DECIMAL_COMMA = re.compile(r"(?<![^\s:+<>=-])[0-9.]+,[0-9]+")  # else 3 of a column ",5"
_COMMENT = re.compile(r"\\[^\n]*|/\*.*?(?:\*/|(?P<open>\Z))", re.DOTALL)
_OF_LP_SOLVE = re.compile(r"\s*(?://|(?:max|min)\w*\s*:)", re.IGNORECASE)
_INSTEAD = {"*": "2 x for 2 * x", "\u2264": "<=", "\u2265": ">=", "\u2212": "-"}
_RELATIONS = {"<": "<", "<=": "<", "=<": "<", ">": ">", ">=": ">", "=>": ">", "=": "="}
_TURNED = {"<": ">", ">": "<", "=": "="}
_TERMS = 8  # in a line that is written
_INFINITE = ("inf", "infinity")


class Token(NamedTuple):
    """A word, what it is, and its line."""

    kind: str
    text: str
    line: int


class Section(NamedTuple):
    """A section: its kind, the words that open it, what it has."""

    kind: str
    title: str
    tokens: list[Token]


def read_lp(text: str, chosen: Conventions) -> Draft:
    """Read a text in LP format; LineError."""
    return _Reader(chosen).read(text)


class _Reader:
    """The tokens of the section that is read, and the place of the next one."""

    def __init__(self, chosen: Conventions) -> None:
        self.draft = Draft(chosen)
        self.fail = self.draft.fail
        self.tokens: list[Token] = []
        self.at = 0
        self.row_names: set[str] = set()
        self.below_0: dict[str, int] = {}  # columns with such an upper bound, and its line

    def read(self, text: str) -> Draft:
        """All sections."""
        draft = self.draft
        for option in ("bounds_set", "rhs_set", "ranges_set"):
            if getattr(draft.chosen, option) is not None:
                self.fail(f"--{option.replace('_', '-')} is for MPS: the LP format has no sets", 1)
        parts = [part for section in self._sections(text) for part in _within(section)]
        for kind, title, tokens in parts:
            self.tokens, self.at = tokens, 0
            self._move(0)
            if tokens and kind in ("end", "foreign"):
                word, foreign = show(tokens[0].text), f"in {title}, a section of no linear program"
                self.fail(f"found {word} {'after End, need nothing' if kind == 'end' else foreign}")
            if kind == "objective":
                self._label()
                draft.cost, draft.constant = self._sum()
                if self._next() is not None:
                    self._require_section(self.at)
                    self.fail("need a sum of terms as objective")
            while self._next() is not None:
                if kind == "rows":
                    self._row()
                elif kind == "bounds":
                    self._bound()
                else:
                    name, known = self._take("name", "a column"), len(draft.columns)
                    draft.columns.setdefault(name, known)
                    draft.line = self.tokens[self.at - 1].line
                    self._tell_new(name, known)
                    draft.want_integer(name)
                    if kind == "binary":
                        draft.bound(name, lower=Fraction(0), upper=Fraction(1))
                    self._move(0)
        for name, line in self.below_0.items():
            if (draft.columns[name], "lower") not in draft.said:
                draft.line = line
                draft.notice(
                    f"column {name} has an upper bound below 0 and no lower one, which is taken "
                    "for 0, by other readers for minus infinity"
                )
        return draft

    def _sections(self, text: str) -> list[Section]:
        """The sections that begin with a line."""
        sections: list[Section] = []
        text = "\n".join(text.splitlines())
        for comment in _COMMENT.finditer(text):
            if comment["open"] is not None:
                line = text.count("\n", 0, comment.start()) + 1
                self.fail("found '/*', need '*/' at the comment's end", line)
        plain = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n") or " ", text)
        for self.draft.line, words in enumerate(plain.split("\n"), 1):
            if sections and sections[-1].kind == "end":
                if words.strip():
                    self.fail(f"found {show(words.strip())} after End, need nothing")
                continue
            if colon := _COLON.match(words):
                self.fail(f"found {show(colon[0].strip())}, need {colon[1]} without a colon")
            header = _HEADER.match(words)
            kind = header.lastgroup if header else None
            if header and (kind in ("objective", "rows") or not words[header.end() :].strip()):
                title = header[0].strip()
                if kind == "foreign" and "object" in title.lower():
                    self.fail(f"found {show(title)}, need a linear program, with one objective")
                if (kind == "objective") != (not sections):
                    self.fail(f"found {show(title)}, need an objective first")
                if kind == "objective":
                    self.draft.maximize = title.lower().startswith("max")
                sections.append(Section(str(kind), title, []))
                words = words[header.end() :]
            if comma := _DECIMAL_COMMA.search(re.sub(_INDEX, "", words)):
                self.fail(f"found {show(comma[0])}, need a decimal point")
            for token in _TOKEN.finditer(words):
                if not sections:
                    hint = " (lp_solve's format is not read)" * bool(_OF_LP_SOLVE.match(words))
                    self.fail(f"found {show(token[0].strip())}, need Minimize or Maximize{hint}")
                if (other := token["other"]) in _INSTEAD:
                    self.fail(f"found {show(other)}, need {_INSTEAD[other]}")
                if other:
                    what = " of an indicator constraint" if other == "->" else ""
                    self.fail(f"found {show(other)}{what}: no linear program has it")
                kind, line = str(token.lastgroup), self.draft.line
                sections[-1].tokens.append(Token(kind, token[0].strip(), line))
        if not sections:
            self.fail("the file is empty, need Minimize or Maximize", 1)
        return sections

    def _next(self, ahead: int = 0) -> Token | None:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def _is(self, kind: str, ahead: int = 0) -> bool:
        token = self._next(ahead)
        return token is not None and token.kind == kind

    def _is_word(self, words: tuple[str, ...], ahead: int = 0) -> bool:
        token = self._next(ahead)
        return token is not None and token.text.lower() in words

    def _move(self, steps: int) -> None:
        self.at += steps
        if self.tokens:
            self.draft.line = self.tokens[min(self.at, len(self.tokens) - 1)].line

    def _take(self, kind: str, need: str) -> str:
        token = self._next()
        if token is None or token.kind != kind:
            word = "the end" if token is None else show(token.text)
            self.fail(f"found {word}, need {need}")
        self._move(1)
        return token.text

    def _label(self) -> str:
        if self._is("name") and self._is("colon", 1):
            self._move(2)
            return self.tokens[self.at - 2].text
        return ""

    def _signs(self) -> int:
        sign = 1
        while self._is("sign"):
            sign = -sign if self._take("sign", "a sign") == "-" else sign
        return sign

    def _sum(self, *, after_limit: bool = False) -> tuple[dict[int, Fraction], Fraction]:
        """A sum of terms: signs, numbers and names; after a limit a number that stands before a
        relation is the next statement's."""
        terms, columns = dict[int, Fraction](), self.draft.columns
        constant, first = Fraction(0), True
        while first or (self._is("sign") and not (after_limit and self._starts_with_limit())):
            factor = Fraction(self._signs())
            numbered = self._is("number")
            if not numbered and not self._is("name"):
                if first:
                    break
                self._take("name", "a term after the sign")
            first = False
            if numbered:
                factor *= self.draft.number(self._take("number", "a number"))
            if self._is("name") and not self._is("colon", 1):
                name = self._take("name", "a name")
                if _is_formula(name):
                    self.fail(f"found {show(name)}, need a number and a name, such as 1/3 x")
                j = columns.setdefault(name, len(columns))  # which may be new
                terms[j] = terms.get(j, Fraction(0)) + factor
            elif numbered:
                constant += factor
            else:
                self._take("number", "a term")
        return terms, constant

    def _limit(self) -> tuple[Bound, int]:
        """A number with a sign; or None and the sign of an infinite one."""
        sign = self._signs()
        if self._is_word(_INFINITE):
            self._move(1)
            return None, sign
        if self._is("name") and not self._is("colon", 1):
            self._refuse_right_side()
        return sign * self.draft.number(self._take("number", "a number")), 0

    def _starts_with_limit(self) -> bool:
        """Return whether a number, and not a term, comes before a relation."""
        k = 0
        while self._is("sign", k):
            k += 1
        is_variable = self._is("name", k) and not self._is_word(_INFINITE, k)
        return self._is("relation", k + 1) and not is_variable

    def _statement(self) -> tuple[dict[int, Fraction], dict[str, Bound]]:
        """Terms between two bounds: a sum and a relation, or two; the bounds that are there, above
        "<" and below ">"."""
        parts = []
        if self._starts_with_limit():
            limit = self._limit()
            parts.append((_TURNED[_RELATIONS[self._take("relation", "a relation")]], *limit))
        terms, constant = self._sum(after_limit=bool(parts))
        if not parts or self._is("relation"):
            if self.at and not self._is("relation"):
                self._require_section(self.at - 1)
            relation = _RELATIONS[self._take("relation", "<=, >= or =, then a number alone")]
            parts.append((relation, *self._limit()))
            self._require_end()
        if len(parts) == 2 and {relation for relation, *_ in parts} != {"<", ">"}:
            self.fail("two relations that do not bound from two sides")
        ends: dict[str, Bound] = {}
        for relation, value, endless in parts:
            sides = "<>" if relation == "=" else relation
            if endless and sides != ("<" if endless > 0 else ">"):
                self.fail("an infinite bound on the wrong side: no number is there")
            ends |= dict.fromkeys(sides, None if value is None else value - constant)
        return terms, ends

    def _require_section(self, place: int) -> None:
        """Refuse a word that stands alone in its line, as one that opens a section does."""
        around = self.tokens[max(place - 1, 0) : place + 2]
        token = self.tokens[place]
        if token.kind == "name" and [each.line for each in around].count(token.line) == 1:
            self.fail(f"found {show(token.text)}, which opens no section", token.line)

    def _require_end(self) -> None:
        """Refuse what stands behind a right-hand side in its line, and begins no statement."""
        before, token = self.tokens[self.at - 1], self._next()
        if token is None or token.line != before.line or token.kind not in ("name", "sign"):
            return
        begins = self._starts_with_limit() or self._is("colon", 1) or self._is_word(("free",), 1)
        if not begins and not (token.kind == "name" and self._is("relation", 1)):
            self._refuse_right_side()

    def _refuse_right_side(self) -> NoReturn:
        token = require_value(self._next())
        self.draft.line = token.line
        need = "need a number alone"
        self.fail(f"found {show(token.text)}: a sum or variables on the right-hand side, {need}")

    def _row(self) -> None:
        draft, row = self.draft, len(self.draft.rows)
        line, name = draft.line, self._label() or f"r{row + 1}"
        if name in self.row_names:
            self.fail(f"row {name} is there twice", line)
        self.row_names.add(name)
        terms, ends = self._statement()
        draft.entries += [(row, j, v) for j, v in terms.items()]
        draft.rows.append((name, ends.get(">"), ends.get("<"), self.tokens[self.at - 1].line))

    def _bound(self) -> None:
        draft, before = self.draft, len(self.draft.columns)
        ends: dict[str, Bound] = {"<": None, ">": None}
        if self._is("name") and self._is_word(("free",), 1):
            name = self._take("name", "a column")
            draft.columns.setdefault(name, before)
            self._move(1)
        else:
            terms, ends = self._statement()
            if len(terms) != 1 or set(terms.values()) != {Fraction(1)}:
                self.fail("a bound is of one column, such as 0 <= x <= 4")
            (j,) = terms
            name = list(draft.columns)[j]
        draft.line = self.tokens[self.at - 1].line
        self._tell_new(name, before)
        low, high = draft.limits(f"column {name}", ends.get(">"), ends.get("<"))
        sides = {"<": ("upper", high), ">": ("lower", low)}
        draft.bound(name, **dict(sides[side] for side in ends))
        if high is not None and high < 0:
            self.below_0[name] = draft.line
        self._move(0)

    def _tell_new(self, name: str, known: int) -> None:
        """A notice of a column that is not one of those that were known."""
        if len(self.draft.columns) > known:
            self.draft.notice(f"column {name} is in no row and not in the objective")


def _within(section: Section) -> Iterator[Section]:
    """A section, and those that begin within its lines: at a word that is one's and can be no
    column, as a name or a number follows, or a name stands before it."""
    (kind, title, tokens), begin, k = section, 0, 0
    while k < len(tokens):
        size = 1
        word = tokens[k].text
        if k + 1 < len(tokens) and tokens[k + 1].line == tokens[k].line:
            two = _HEADER.fullmatch(f"{word} {tokens[k + 1].text}")
            size = 2 if two and two.lastgroup in ("rows", "foreign") else 1
        header = _HEADER.fullmatch(" ".join(token.text for token in tokens[k : k + size]))
        after = tokens[k + size].kind if k + size < len(tokens) else "name"
        is_behind_name = (
            k > begin and tokens[k - 1].kind == "name" and tokens[k - 1].line == tokens[k].line
        )
        if (
            header
            and tokens[k].kind == "name"
            and header.lastgroup != "objective"
            and (size == 2 or after in ("name", "number") or (is_behind_name and after == "sign"))
            and not (kind in ("general", "binary") and not is_behind_name)
        ):
            yield Section(kind, title, tokens[begin:k])
            kind, title, begin = str(header.lastgroup), header[0], k + size
        k += size
    yield Section(kind, title, tokens[begin:])


def _is_formula(name: str) -> bool:
    """Return whether a reader may take a name for a quotient, or for part of a sum in brackets."""
    opened = name.startswith("(") or name.count("(") != name.count(")")
    return opened or re.search(r"/[0-9.]+$", name) is not None


def lp_lines(program: LinearProgram) -> Iterator[str]:
    """The program in LP format; a number that is no decimal is written p/q."""

    def fits(name: str) -> bool:
        plain = re.fullmatch(_NAME, name) and not _is_formula(name) and not _HEADER.match(name)
        return bool(plain) and name.lower() not in (*_INFINITE, "free")

    def terms(pairs: list[tuple[int, Fraction]]) -> str:
        text = [f"{_signed(v)} {program.column_names[j]}" for j, v in pairs]
        lines = (" ".join(text[k : k + _TERMS]) for k in range(0, len(text), _TERMS))
        return "\n  ".join(lines) or " ".join(["0", *program.column_names[:1]])

    require_names(program, fits, "the LP format has no such name")
    require_finite(program)
    yield "Maximize" if program.maximize else "Minimize"
    # all columns, so that they are read in their order
    text = terms(list(enumerate(program.cost))) if program.cost else ""
    if program.constant:
        text += f" {_signed(program.constant)}"
    yield f" {objective_name(program)}: {text}"
    yield "Subject To"
    for name, row, low, high in rows_of(program):
        if low is not None and low == high:
            yield f" {name}: {terms(row)} = {decimal_text(low)}"
        elif low is None:
            yield f" {name}: {terms(row)} <= {'inf' if high is None else decimal_text(high)}"
        elif high is None:
            yield f" {name}: {terms(row)} >= {decimal_text(low)}"
        else:
            yield f" {name}: {decimal_text(low)} <= {terms(row)} <= {decimal_text(high)}"
    yield "Bounds"
    for name, low, high in columns_of(program):
        if low is None and high is None:
            yield f" {name} free"
        elif low is not None and low == high:
            yield f" {name} = {decimal_text(low)}"
        elif low != 0 or high is not None:
            least = "-inf" if low is None else decimal_text(low)
            yield f" {least} <= {name}" + ("" if high is None else f" <= {decimal_text(high)}")
    yield "End"


def _signed(value: Fraction) -> str:
    return f"{'-' if value < 0 else '+'} {decimal_text(abs(value))}"
