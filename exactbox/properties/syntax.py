"""The tree of a property: expressions over variables and labels, paths, operators, filters.

Every node is a frozen value; `at`, where it begins in its source, takes no part in comparisons.
``str`` of an expression is its one spelling with as few brackets as its meaning needs: by it sets
of states are named, in sentences and in certificates.

An expression is a `Number`, a `Boolean`, a `Name` (of a variable, a constant or a formula), a
`Label`, an `Element` of an array, an `Apply` of a sign or function to expressions, or a nested
`Operator`. It describes states where its value is true or false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
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
_FUNCTION_LEVEL = 11
_ASSOCIATIVE = ("&", "|", "+", "*")  # the grouping does not matter
UNCHAINED = ("=>", "<=>", "=", "!=", "<", "<=", ">", ">=")  # never two of a level in a row


class Node:
    """A part of a property: every one has `at`, where it begins in its source."""

    def __str__(self) -> str:
        return _spelling(self)


@dataclass(frozen=True)
class Number(Node):
    """An exact number: an int as such, anything with a point or an exponent as a Fraction."""

    value: int | Fraction
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Boolean(Node):
    """``true`` or ``false``."""

    value: bool
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Name(Node):
    """A variable, a constant, or a formula of the program."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Label(Node):
    """A label, which is written in double quotes; or "init" and "deadlock", which always exist."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Element(Node):
    """An element of an array, ``size[0]``; of an array of arrays ``grid[i][j]``."""

    name: str
    indices: tuple[Expression, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Apply(Node):
    """A sign or a function with its arguments; "neg" is the minus of one argument."""

    sign: str
    arguments: tuple[Expression, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Bound(Node):
    """A bound on a cost, ``<=high``, ``>=low``, or both: steps, time, or a reward."""

    reward: str | None = None  # empty where the property does not name one; None: steps, or time
    low: Expression | None = None
    high: Expression | None = None
    low_strict: bool = False  # the end itself is excluded
    high_strict: bool = False
    unit: str = ""  # "steps" or "time" where the property says so
    at: int = field(default=0, compare=False)
    more: tuple[Bound, ...] = ()  # bounds of others, at once

    @property
    def every(self) -> tuple[Bound, ...]:
        """The bound, and those that have to be kept to at once."""
        return (replace(self, more=()), *self.more)


@dataclass(frozen=True)
class Path(Node):
    """``F states``, ``G states``, ``X states``, or ``states U states``; W and R as U; or ``!``."""

    sign: str
    left: Expression | None
    right: Expression
    bound: Bound | None = None
    negated: bool = False
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class RewardSum(Node):
    """The sum of rewards: ``F states``, ``C``, ``C<=25``, ``I=25``, or ``S``, the average."""

    sign: str
    states: Expression | None = None  # of F
    bound: Bound | None = None  # of C; of I both ends are its time
    parts: str = ""  # "impulses" of steps or "rates" of time, if JANI says so
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Operator(Node):
    """``Pmax=? [ path ]``, ``R{"steps"}<=5 [ sum ]``, ``T=? [ F states ]``, ``S>0 [ states ]``."""

    kind: str  # "P", "R", "T" or "S"
    body: Path | RewardSum | Expression  # the states, where kind is S
    sense: str | None = None
    reward: str | None = None  # None: the model's only one
    relation: str | None = None  # None: "=?", the value is asked for
    threshold: Expression | None = None
    at: int = field(default=0, compare=False)
    condition: Path | None = None  # of P: the probability under it
    coalition: tuple[str, ...] | None = None  # in a game: who is the first player

    @property
    def complement(self) -> bool:
        """Return whether 1 minus the value of the opposite is the question."""
        body = self.body
        return isinstance(body, Path) and (body.sign in ("G", "W", "R")) != body.negated


@dataclass(frozen=True)
class Filter(Node):
    """``filter(max, P=? [ F "done" ], states)``: one answer from the values of several states."""

    function: str
    body: Expression
    states: Expression
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Multi(Node):
    """``multi(Pmax=? [ F a ], R<=5 [ F b ])``: several objectives at once."""

    objectives: tuple[Operator, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Quantile(Node):
    """``quantile(min B, P>=0.9 [ F<=B "done" ])``: the best bound for which an operator is true."""

    sense: str  # "min" or "max"
    name: str
    operator: Operator
    at: int = field(default=0, compare=False)

    def with_bound(self, value: Fraction | None) -> Operator:
        """The operator with this number as the bound, or without that bound."""
        body = self.operator.body
        if not isinstance(body, (Path, RewardSum)) or body.bound is None:
            return self.operator
        every = list[Bound]()
        for each in body.bound.every:
            if Name(self.name) not in (each.low, each.high):
                every.append(each)
            elif value is not None:
                ends = ("low", "high")
                own = {end: getattr(each, end) for end in ends}
                number = Number(value, at=each.at)
                own = {
                    end: number if node == Name(self.name) else node for end, node in own.items()
                }
                every.append(replace(each, **own))
        bound = replace(every[0], more=tuple(every[1:])) if every else None
        return replace(self.operator, body=replace(body, bound=bound))


TRUE = Boolean(True)
Expression = Union[Number, Boolean, Name, Label, Element, Apply, Operator]  # noqa: UP007 it is recursive
Formula = Expression | Filter | Multi | Quantile


def is_trade_off(formula: Formula) -> bool:
    """True of several objectives, and of a probability under a condition."""
    return isinstance(formula, Multi) or getattr(formula, "condition", None) is not None


def _spelling(node: Node) -> str:
    """The text of a node, with as few brackets as its meaning needs."""
    match node:
        case Number(value):
            return str(value)
        case Boolean(value):
            return str(value).lower()
        case Name(name):
            return name
        case Label(name):
            return f'"{name}"'
        case Element(name, indices):
            return name + "".join(f"[{index}]" for index in indices)
        case Apply():
            return _spelled_sign(node)
        case Bound(reward):
            if node.more:  # ^{rew{"time"}<=9,steps<=2}
                parts = [_spelling(each) for each in node.every]
                parts = [part if part[0] == "^" else f"^{{steps{part}}}" for part in parts]
                return f"^{{{','.join(part[2:-1] for part in parts)}}}"
            low, high = (  # a number, a name, or anything in brackets
                _inside(end, _FUNCTION_LEVEL) if isinstance(end, (Number, Name)) else f"({end})"
                for end in (node.low, node.high)
            )
            if node.high is None:
                ends = f">{'=' * (not node.low_strict)}{low}"
            elif node.low is None:
                ends = f"<{'=' * (not node.high_strict)}{high}"
            else:
                ends = f"={low}" if node.low == node.high else f"[{node.low},{node.high}]"
            if node.unit:
                return f"^{{{node.unit}{ends}}}"
            name = f'{{"{reward}"}}' if reward else ""
            return ends if reward is None else f"^{{rew{name}{ends}}}"
        case Path(sign, left, right):
            before = "" if left is None else f"{left} "
            text = f"{before}{sign}{node.bound or ''} {right}"
            return f"!({text})" if node.negated else text
        case RewardSum(sign, states):
            return f"{sign}{node.bound or ''}{'' if states is None else f' {states}'}"
        case Operator(kind, body):
            reward = "" if node.reward is None else f'{{"{node.reward}"}}'
            wanted = "=?" if node.relation is None else f"{node.relation}{node.threshold}"
            given = "" if node.condition is None else f" || {node.condition}"
            who = "" if node.coalition is None else f"<<{','.join(node.coalition)}>> "
            return f"{who}{kind}{reward}{node.sense or ''}{wanted} [ {body}{given} ]"
        case Filter(function, body, states):
            return f"filter({function}, {body}, {states})"
        case Multi(objectives):
            return f"multi({', '.join(map(str, objectives))})"
        case Quantile(sense, name, operator):
            return f"quantile({sense} {name}, {operator})"
    raise TypeError(f"found {node!r}, need a node of a property")


def _spelled_sign(node: Apply) -> str:
    """The text of a sign or a function with its arguments."""
    sign, parts, level = node.sign, node.arguments, level_of(node)
    if level == _FUNCTION_LEVEL:
        return f"{sign}({', '.join(map(str, parts))})"
    same = [isinstance(part, Apply) and part.sign == sign for part in parts]
    if sign in ("!", "neg"):  # !(x=1), though !x=1 is the same
        inner = str(parts[0]) if same[0] and sign == "!" else _inside(parts[0], LEVEL["neg"])
        return f"{sign.replace('neg', '-')}{inner}"
    if sign == "?":
        return f"{_inside(parts[0], 1)} ? {_inside(parts[1], 1)} : {_inside(parts[2], 1)}"
    levels = [level + 1] * len(parts)
    if sign == "|":  # (a & b) | c, though a & b | c is the same
        levels = [0 if same[0] else LEVEL["!"], *[LEVEL["!"]] * (len(parts) - 1)]
    elif sign in _ASSOCIATIVE:  # a & b & c: no brackets however they are grouped
        levels = [0 if each else level + 1 for each in same]
    if sign not in (*UNCHAINED, "|"):
        levels[0] = min(levels[0], level)
    space = "" if level in (6, 7, 9) else " "
    return f"{space}{sign}{space}".join(map(_inside, parts, levels))


def _inside(node: Expression, level: int) -> str:
    """The text of a part, in brackets if its sign binds less than this."""
    return f"({node})" if level_of(node) < level else str(node)


def level_of(node: Expression) -> int:
    """The binding strength of the outermost sign; a fraction is written as a division."""
    if isinstance(node, Number) and node.value != int(node.value):
        return LEVEL["/"]
    return LEVEL.get(node.sign, _FUNCTION_LEVEL) if isinstance(node, Apply) else _FUNCTION_LEVEL


def parts_of(node: Expression) -> tuple[Expression, ...]:
    """The expressions that a node applies its sign to, or an array's indices; of operators none."""
    if isinstance(node, Element):
        return node.indices
    return node.arguments if isinstance(node, Apply) else ()


def walk(node: Expression) -> Iterator[Expression]:
    """The node and all parts of it, in their order; those inside of operators are left out."""
    yield node
    for part in parts_of(node):
        yield from walk(part)


def operators_in(node: Expression) -> list[Operator]:
    """The nested operators, in their order; those inside of an operator are not looked for."""
    return [part for part in walk(node) if isinstance(part, Operator)]


def states_of(operator: Operator) -> list[Expression]:
    """The sets of states that an operator speaks of, as expressions.

    Examples
    --------
    >>> goal = Label("goal")
    >>> [str(each) for each in states_of(Operator("P", Path("U", negation(Name("x")), goal)))]
    ['!x', '"goal"']
    """
    match operator.body:
        case Path():
            paths = [path for path in (operator.body, operator.condition) if path is not None]
            ends = [end for path in paths for end in (path.left, path.right)]
            return [end for end in ends if end is not None]
        case RewardSum(_, states):
            return [] if states is None else [states]
        case states:
            return [states]


def parts_of_formula(formula: Formula) -> list[Expression]:
    """The expressions that a formula is made of: itself, or those of a filter or of objectives."""
    match formula:
        case Filter(_, body, states):
            return [body, states]
        case Multi(objectives):
            return [*objectives]
        case Quantile():
            return [formula.with_bound(Fraction(1))]
        case expression:
            return [expression]


def names_in(formula: Formula) -> set[str]:
    """The names of variables, constants and formulas that occur, nested operators' too.

    Examples
    --------
    >>> bound = Bound(high=Name("k"))
    >>> sorted(names_in(Operator("P", Path("F", None, Name("x"), bound), threshold=Name("p"))))
    ['k', 'p', 'x']
    """
    names: set[str] = set()
    rest = parts_of_formula(formula)
    while rest:
        for node in walk(rest.pop()):
            if isinstance(node, Name):
                names.add(node.name)
            elif isinstance(node, Operator):
                bounds = [getattr(body, "bound", None) for body in (node.body, node.condition)]
                ends = [node.threshold]
                for bound in bounds:
                    every = () if bound is None else bound.every
                    ends += [end for each in every for end in (each.low, each.high)]
                rest += [*states_of(node), *(end for end in ends if end is not None)]
    return names


def negation(node: Expression) -> Expression:
    """``!node``, without two in a row.

    Examples
    --------
    >>> str(negation(Apply("&", (Label("a"), Name("x"))))), str(negation(negation(Name("x"))))
    ('!("a" & x)', 'x')
    """
    if isinstance(node, Boolean):
        return Boolean(not node.value, at=node.at)
    if isinstance(node, Apply) and node.sign == "!":
        return node.arguments[0]
    return Apply("!", (node,), at=node.at)


def words_of(states: Expression) -> str:
    """The name of a set of states: its expression, labels alone without their quotes."""
    has_names = any(isinstance(part, (Name, Element, Operator)) for part in walk(states))
    return str(states) if has_names else str(states).replace('"', "")
