"""The tree of a property: expressions over variables and labels, paths, operators, filters.

Every node is a frozen value; `at`, where it begins in its source, takes no part in comparisons.
``str`` of an expression is its one spelling with as few brackets as its meaning needs: by it sets
of states are named, in sentences and in certificates.

An expression is a `Number`, a `Boolean`, a `Name` (of a variable, a constant or a formula), a
`Label`, an `Element` of an array, an `Apply` of a sign or function to expressions, or a nested
`Operator`. It describes
states where its value is true or false.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Union

LEVEL = {  # how strongly signs bind, as in PRISM; functions and names bind most
    "?": 0,
    "=>": 1,
    "<=>": 2,
    "|": 3,
    "&": 4,
    "!": 5,
    **dict.fromkeys(("=", "!="), 6),
    **dict.fromkeys(("<", "<=", ">", ">="), 7),
    **dict.fromkeys(("+", "-"), 8),
    **dict.fromkeys(("*", "/", "%"), 9),
    "neg": 10,
}
_MOST = 11
_CHAINED = ("&", "|", "+", "*")  # a sign whose grouping does not matter
UNCHAINED = ("=>", "<=>", "=", "!=", "<", "<=", ">", ">=")  # never two of a level in a row


@dataclass(frozen=True)
class Number:
    """An exact number: an int as such, anything with a point or an exponent as a Fraction."""

    value: int | Fraction
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Boolean:
    """``true`` or ``false``."""

    value: bool
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return str(self.value).lower()


@dataclass(frozen=True)
class Name:
    """A variable, a constant, or a formula of the program."""

    name: str
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Label:
    """A label, which is written in double quotes; or "init" and "deadlock", which always exist."""

    name: str
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f'"{self.name}"'


@dataclass(frozen=True)
class Element:
    """An element of an array, ``size[0]``; of an array of arrays ``grid[i][j]``."""

    name: str
    indices: tuple[Expression, ...]
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return self.name + "".join(f"[{index}]" for index in self.indices)


@dataclass(frozen=True)
class Apply:
    """A sign or a function with its arguments; "neg" is the minus of one argument."""

    sign: str
    arguments: tuple[Expression, ...]
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        sign, parts = self.sign, self.arguments
        level = level_of(self)
        if level == _MOST:
            return f"{sign}({', '.join(map(str, parts))})"
        if sign in ("!", "neg"):  # !(x=1), though !x=1 is the same
            twice = isinstance(parts[0], Apply) and parts[0].sign == sign == "!"
            inner = str(parts[0]) if twice else _inside(parts[0], LEVEL["neg"])
            return f"{sign.replace('neg', '-')}{inner}"
        if sign == "?":
            return f"{_inside(parts[0], 1)} ? {_inside(parts[1], 1)} : {_inside(parts[2], 1)}"
        words = [
            _inside(part, level if k == 0 or _continues(sign, part) else level + 1)
            for k, part in enumerate(parts)
        ]
        if sign == "|":  # (a & b) | c, though a & b | c is the same
            opens = isinstance(parts[0], Apply) and parts[0].sign == "|"  # a | b | c
            words = [_inside(part, LEVEL["!"]) for part in parts]
            words[0] = str(parts[0]) if opens else words[0]
        if sign in UNCHAINED:
            words[0] = _inside(parts[0], level + 1)
        space = "" if level in (6, 7, 9) else " "
        return f"{space}{sign}{space}".join(words)


@dataclass(frozen=True)
class Bound:
    """A bound on what is spent, ``<=high``, ``>=low``, or both: steps, time, or a reward."""

    reward: str | None = None  # empty where the property does not name one; None: steps, or time
    low: Expression | None = None
    high: Expression | None = None
    low_strict: bool = False  # the end itself is excluded
    high_strict: bool = False
    unit: str = ""  # "steps" or "time" where the property says so
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        if self.unit:
            return f"^{{{self.unit}{self._range()}}}"
        if self.reward is None:
            return self._range()
        return f"^{{rew{self._name()}{self._range()}}}"

    def _name(self) -> str:
        return f'{{"{self.reward}"}}' if self.reward else ""

    def _range(self) -> str:
        if self.low is not None and self.high is not None:
            if self.low == self.high:
                return f"={_primary(self.low)}"
            return f"[{self.low},{self.high}]"
        if self.high is not None:
            return f"<{'=' * (not self.high_strict)}{_primary(self.high)}"
        return f">{'=' * (not self.low_strict)}{_primary(self.low)}"


@dataclass(frozen=True)
class Path:
    """``F states``, ``G states``, ``X states``, or ``states U states``; W and R as U; or ``!``."""

    sign: str
    left: Expression | None
    right: Expression
    bound: Bound | None = None
    at: int = field(default=0, compare=False)
    negated: bool = False

    def __str__(self) -> str:
        bound = "" if self.bound is None else str(self.bound)
        left = "" if self.left is None else f"{self.left} "
        text = f"{left}{self.sign}{bound} {self.right}"
        return f"!({text})" if self.negated else text


@dataclass(frozen=True)
class Gain:
    """The sum of rewards: ``F states``, ``C``, ``C<=25``, ``I=25``, or ``S``, the average."""

    sign: str
    states: Expression | None = None  # of F
    bound: Bound | None = None  # of C; of I both ends are its time
    parts: str = ""  # "impulses" of steps or "rates" of time, if JANI says so
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        bound = "" if self.bound is None else str(self.bound)
        return f"{self.sign}{bound}{'' if self.states is None else f' {self.states}'}"


@dataclass(frozen=True)
class Operator:
    """``Pmax=? [ path ]``, ``R{"steps"}<=5 [ gain ]``, ``T=? [ F states ]``, ``S>0 [ states ]``."""

    kind: str  # "P", "R", "T" or "S"
    body: Path | Gain | Expression  # the states, where kind is S
    sense: str | None = None
    reward: str | None = None  # None: the model's only one
    relation: str | None = None  # None: "=?", the value is asked for
    threshold: Expression | None = None
    at: int = field(default=0, compare=False)
    condition: Path | None = None  # of P: the probability under it

    @property
    def complement(self) -> bool:
        """Return whether 1 minus the value of the opposite is the question."""
        body = self.body
        return isinstance(body, Path) and (body.sign in ("G", "W", "R")) != body.negated

    def __str__(self) -> str:
        reward = "" if self.reward is None else f'{{"{self.reward}"}}'
        asked = "=?" if self.relation is None else f"{self.relation}{self.threshold}"
        given = "" if self.condition is None else f" || {self.condition}"
        return f"{self.kind}{reward}{self.sense or ''}{asked} [ {self.body}{given} ]"


@dataclass(frozen=True)
class Filter:
    """``filter(max, P=? [ F "done" ], states)``: one answer from the values of several states."""

    function: str
    body: Expression
    states: Expression
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"filter({self.function}, {self.body}, {self.states})"


@dataclass(frozen=True)
class Multi:
    """``multi(Pmax=? [ F a ], R<=5 [ F b ])``: several objectives at once."""

    objectives: tuple[Operator, ...]
    at: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"multi({', '.join(map(str, self.objectives))})"


TRUE = Boolean(True)
Expression = Union[Number, Boolean, Name, Label, Element, Apply, Operator]  # noqa: UP007 it is recursive
Formula = Expression | Filter | Multi


def is_trade_off(formula: Formula) -> bool:
    """True of several objectives, and of a probability under a condition."""
    return isinstance(formula, Multi) or getattr(formula, "condition", None) is not None


def level_of(node: Expression) -> int:
    """The binding strength of the outermost sign; a fraction is written as a division."""
    if isinstance(node, Number) and node.value != int(node.value):
        return LEVEL["/"]
    return LEVEL.get(node.sign, _MOST) if isinstance(node, Apply) else _MOST


def _inside(node: Expression, level: int) -> str:
    """The text of a part, in brackets if its sign binds less than this."""
    return f"({node})" if level_of(node) < level else str(node)


def _continues(sign: str, part: Expression) -> bool:
    """Return whether a part needs no brackets: it has the same sign, which is associative."""
    return sign in _CHAINED and isinstance(part, Apply) and part.sign == sign


def _primary(node: Expression | None) -> str:
    """A bound's end: a number, a name, or anything in brackets."""
    plain = isinstance(node, (Number, Name)) and level_of(node) == _MOST
    return str(node) if plain else f"({node})"


def parts_of(node: Expression) -> tuple[Expression, ...]:
    """The expressions that a node applies its sign to, or an array's indices; of operators none."""
    if isinstance(node, Element):
        return node.indices
    return node.arguments if isinstance(node, Apply) else ()


def operators_in(node: Expression) -> list[Operator]:
    """The nested operators, in their order; those inside of an operator are not looked for."""
    if isinstance(node, Operator):
        return [node]
    return [found for part in parts_of(node) for found in operators_in(part)]


def states_of(operator: Operator) -> list[Expression]:
    """The sets of states that an operator speaks of, as expressions.

    Examples
    --------
    >>> goal = Label("goal")
    >>> [str(each) for each in states_of(Operator("P", Path("U", negation(Name("x")), goal)))]
    ['!x', '"goal"']
    """
    body = operator.body
    parts: list[Expression | None] = [body]  # type: ignore[list-item]
    if isinstance(body, Path):
        parts = [body.left, body.right]
        if operator.condition is not None:
            parts += [operator.condition.left, operator.condition.right]
    elif isinstance(body, Gain):
        parts = [body.states]
    return [part for part in parts if part is not None]


def names_in(formula: Formula) -> set[str]:
    """The names of variables, constants and formulas that occur, nested operators' too.

    Examples
    --------
    >>> bound = Bound(high=Name("k"))
    >>> sorted(names_in(Operator("P", Path("F", None, Name("x"), bound), threshold=Name("p"))))
    ['k', 'p', 'x']
    """
    found: set[str] = set()
    parts: list[Expression | None] = [formula]  # type: ignore[list-item]
    if isinstance(formula, Filter):
        parts = [formula.body, formula.states]
    elif isinstance(formula, Multi):
        parts = [*formula.objectives]
    while parts:
        node = parts.pop()
        if isinstance(node, Name):
            found.add(node.name)
        elif isinstance(node, Operator):
            parts += [node.threshold, *states_of(node)]
            for body in (node.body, node.condition):
                if bound := getattr(body, "bound", None):
                    parts += [bound.low, bound.high]
        elif node is not None:
            parts += parts_of(node)
    return found


def negation(node: Expression) -> Expression:
    """``!node``, without two in a row.

    Examples
    --------
    >>> str(negation(Apply("&", (Label("a"), Name("x"))))), str(negation(negation(Name("x"))))
    ('!("a" & x)', 'x')
    """
    if isinstance(node, Boolean):
        return Boolean(not node.value, node.at)
    if isinstance(node, Apply) and node.sign == "!":
        return node.arguments[0]
    return Apply("!", (node,), node.at)


def words_of(states: Expression) -> str:
    """The name of a set of states: its expression, labels alone without their quotes."""
    return str(states) if _has_names(states) else str(states).replace('"', "")


def _has_names(node: Expression) -> bool:
    return isinstance(node, (Name, Element, Operator)) or any(map(_has_names, parts_of(node)))
