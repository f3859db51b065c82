"""Properties parsed, as PRISM and Storm write them.

::

    formula   operator | filter | states | multi               "name": formula
    multi     multi(operator, operator, ...), pareto(...): several objectives at once
    operator  P[max|min] [ path ]    T[max|min] [ F states ]    S[max|min] or LRA [ states ]
              R[exp]{"reward"}[max|min] [ gain ]
              with =? before the bracket for the value, or >=p, >p, <=p, <p for whether it is so
              P[max|min]=? [ path || path ]: the first under the condition of the second
    path      F states    G states    X states    states U states    the same with W and R
              (path)    !(path)
    gain      F states    C    C<=k    I=k    S or LRA
    bound     <=k  <k  >=k  >k  =k  [a,b]  behind F, G, U, W, R and C: steps, or time;
              {"reward"}<=k  ^{rew{"reward"}<=k}  rew{"reward"}<=k: of a reward;  ^{steps<=k}
    filter    filter(f, formula, states) with f one of max, min, sum, avg, range, count, forall,
              exists, first, state, print, printall, argmax, argmin; without states, of all
    states    an expression of `expressions`, in which operators with >=, >, <=, < may stand

A bound behind C is any sum; behind a path's sign it is a number, a name or in brackets, or a sum
that begins with one of these and a sign other than minus, with which states may begin.

What is not among these is refused with its place: lines, columns, what is there and what would be
accepted; so are LTL, CTL and games of coalitions by name.

Sources: the PRISM manual, *Property specification*, 4.8; Storm, *Properties*, and its parser
``FormulaParserGrammar.cpp``, 2025.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NoReturn

from exactbox.properties.expressions import arithmetic, expression, primary
from exactbox.properties.syntax import (
    Boolean,
    Bound,
    Expression,
    Filter,
    Formula,
    Gain,
    Multi,
    Operator,
    Path,
    is_trade_off,
)
from exactbox.properties.tokens import Cursor, PropertyError, Source, Word, words_of

FUNCTIONS = (  # of filters
    *("max", "min", "sum", "avg", "range", "count", "forall", "exists", "first", "state"),
    *("print", "printall", "argmax", "argmin"),
)
_KINDS = {  # the words that operators begin with: kind and sense
    f"{word}{sense}": (kind, sense or None)
    for word, kind in (("P", "P"), ("R", "R"), ("T", "T"), ("S", "S"), ("LRA", "S"))
    for sense in ("", "max", "min")
}
_RELATIONS = (">=", ">", "<=", "<")
_BETWEEN = ("U", "W", "R")  # the signs of paths that stand between states
_SENSES = ("max", "min")
_ASKED = "=? or a threshold such as >=0.5"
_SEVERAL = ("multi", "pareto")  # objectives
_STATES = "states: a label in double quotes, a comparison of variables, !, (, true or false"
_ELSEWHERE = {  # what other tools know, by its first word
    "quantile": "a quantile",
    "sup": "an interval iteration's bound",
    "A": "the CTL operator A",
    "E": "the CTL operator E",
    "<<": "a game of coalitions",
    "Pmaxmin": "a robust question",
    "Pminmax": "a robust question",
    "Rmaxmin": "a robust question",
    "Rminmax": "a robust question",
}
_MEANT = "P, R, T, S or LRA with =? or a threshold, filter(...), or states"


@dataclass(frozen=True)
class Property:
    """One property: its formula, its name and its text.

    The text is as it is written, in one line and without comments; where it is not understood the
    formula is None, and ``refusal`` says why.
    """

    formula: Formula | None
    name: str
    text: str
    source: Source
    refusal: str = ""

    @property
    def is_trade_off(self) -> bool:
        """True of several objectives, and of a probability under a condition."""
        return self.formula is not None and is_trade_off(self.formula)

    @property
    def understood(self) -> Formula:
        """The formula; a PropertyError where the text is not understood."""
        if self.formula is None:
            raise PropertyError(self.refusal)
        return self.formula


def parse(text: str) -> Property:
    """One property; ``"name": `` may stand before it, and a semicolon behind.

    A PropertyError, which is a ValueError, says where it is none of the above, and what is needed.

    Examples
    --------
    >>> asked = parse('Pmax=? [ !"bad" U<=(2*k) x=3 & "goal" ]')
    >>> print(asked.formula)
    Pmax=? [ !"bad" U<=(2*k) x=3 & "goal" ]
    >>> asked.formula.sense, str(asked.formula.body.right)
    ('max', 'x=3 & "goal"')
    """
    return parse_words(Source(text), words_of(Source(text)))


def parse_words(source: Source, words: list[Word]) -> Property:
    """The one property that these words of a source are; raises as `parse`."""
    cursor = Cursor(source, words)
    name = ""
    if cursor.word.kind == "quoted" and cursor.ahead() == ":":
        name = cursor.quoted("the property's name in double quotes")
        cursor.next()
    elif cursor.word.kind == "name" and cursor.ahead() == ":":
        name = cursor.next().text
        cursor.next()
    first = cursor.at
    try:
        node = _formula(cursor)
    except RecursionError:
        cursor.source.fail(words[first].at, "more operators inside one another than can be read")
    last = cursor.at
    cursor.take(";")
    if cursor.word.kind != "end":
        cursor.fail("nothing more")
    return Property(node, name, text_of(source, words[first:last]), source)


def text_of(source: Source, words: list[Word]) -> str:
    """The words as they are written, with one space where there is any between them."""
    text, before = "", words[0].at if words else 0
    for word in words:
        text += f"{' ' * (word.at > before)}{word.text}"
        before = word.end
    return text


def _formula(cursor: Cursor) -> Formula:
    word = cursor.word
    if word.kind == "name" and word.text == "filter" and cursor.ahead() == "(":
        return _filter(cursor)
    if word.kind == "name" and word.text in _SEVERAL and cursor.ahead() == "(":
        cursor.next()
        cursor.need("(")
        objectives = [_objective(cursor)]
        while cursor.take(","):
            objectives.append(_objective(cursor))
        cursor.need(")", what=") or a comma")
        return Multi(tuple(objectives), word.at)
    try:
        node = expression(cursor, _operator)
    except PropertyError:
        inside = any(each.text == "[" for each in cursor.words[: cursor.at])
        if inside or not cursor.sees(*_BETWEEN):
            raise
    else:
        before = cursor.before
        if cursor.sees("=?") or (cursor.sees(*_SENSES) and cursor.ahead() == "=?"):
            cursor.fail(f"nothing more: no operator is called {before}; {_MEANT}")
        begins = before in ("F", "G", "X") and cursor.word.kind != "end" and not cursor.sees(";")
        if not begins and not cursor.sees(*_BETWEEN):
            return node
    cursor.fail("nothing more: a path stands in brackets, as in P=? [ ... U ... ]")


def _filter(cursor: Cursor) -> Filter:
    at = cursor.next().at
    cursor.need("(")
    function = _function(cursor)
    cursor.need(",")
    body = expression(cursor, _operator)
    states: Expression = Boolean(True, at)  # as PRISM has it; Storm wants them said
    if cursor.take(","):
        states = expression(cursor, _operator)
    cursor.need(")", what=") or a comma")
    return Filter(function, body, states, at)


def _objective(cursor: Cursor) -> Operator:
    """An objective inside of multi( )."""
    return _operator(cursor) or cursor.fail("an objective: P or R with =? or a bound")


def _function(cursor: Cursor) -> str:
    word = cursor.word
    spelled = {"&": "forall", "|": "exists", "+": "sum"}.get(word.text, word.text)
    if word.kind == "quoted" or spelled not in FUNCTIONS:
        cursor.fail(f"a filter: {', '.join(FUNCTIONS)}")
    cursor.next()
    return spelled


def _operator(cursor: Cursor) -> Operator | None:
    """The operator that begins here; None if none does."""
    word = cursor.word
    called = "<<" if word.text == cursor.ahead() == "[" else word.text  # [[1]] is a game's, too
    if called in _ELSEWHERE and (called == "<<" or cursor.ahead() in ("(", "[", "=?")):
        cursor.fail(f"{_MEANT}; {_ELSEWHERE[called]} is not answered")
    if word.text in ("filter", *_SEVERAL) and cursor.ahead() == "(":
        cursor.fail(f"an operator or states: a {word.text} stands at the outside")
    if word.kind != "name" or word.text not in _KINDS:
        return None
    if word.text in ("P", "R") or cursor.ahead() in ("=?", "max", "min", "{"):
        return _read_operator(cursor)
    if cursor.ahead() not in _RELATIONS:  # a constant may be called T
        return None
    start = cursor.at
    try:
        return _read_operator(cursor)
    except PropertyError:
        cursor.at = start
        return None


def _read_operator(cursor: Cursor) -> Operator:
    word = cursor.next()
    kind, sense = _KINDS[word.text]
    reward = None
    if kind == "R":
        reward, sense = _reward_and_sense(cursor, sense)
    else:
        sense = sense or cursor.take(*_SENSES)
        if cursor.sees("{"):
            cursor.fail(f"{_ASKED}; only R takes rewards")
    relation = threshold = None
    if not cursor.take("=?"):
        if cursor.sees("="):
            cursor.fail(_ASKED)
        relation = cursor.need(*_RELATIONS, what=_ASKED)
        threshold = arithmetic(cursor, _operator)
    cursor.need("[", what="[" if relation is None else "[, or a sign such as +")
    body = _BODIES[kind](cursor)
    condition = None
    if kind == "P" and cursor.take("||"):
        condition = _path(cursor)
    cursor.need("]", what="], or a sign such as & before further states")
    return Operator(kind, body, sense, reward, relation, threshold, word.at, condition)


def _reward_and_sense(cursor: Cursor, sense: str | None) -> tuple[str | None, str | None]:
    """The reward and sense between R and its =?, in any order."""
    reward = None
    while True:
        if cursor.sees("["):
            cursor.next()
            if cursor.sees("var"):
                cursor.fail("exp; a variance is not answered")
            cursor.need("exp")
            cursor.need("]")
        elif cursor.sees("{"):
            if reward is not None:
                cursor.fail("one reward; several objectives are multi(...)")
            cursor.next()
            reward = cursor.quoted("the name of rewards in double quotes")
            cursor.need("}")
        elif sense is None and cursor.sees(*_SENSES):
            sense = cursor.next().text
        else:
            return reward, sense


def _path(cursor: Cursor) -> Path:
    """The path inside of P=? [ ]."""
    return _path_if_any(cursor) or cursor.fail(
        "U, W or R and further states, or a sign such as & or |"
    )


def _path_if_any(cursor: Cursor) -> Path | None:
    """The path that begins here; None where states begin that no sign of paths follows."""
    if (closed := _closed_path(cursor)) is not None:
        return closed
    at = cursor.word.at
    left = None if _begins_path(cursor) else _states(cursor)
    if left is not None and not cursor.sees(*_BETWEEN):
        return None
    sign = cursor.next().text
    bound = _bound(cursor) if sign != "X" else None
    right = _states(cursor)
    if cursor.sees(*_BETWEEN):
        _refuse_ltl(cursor)
    return Path(sign, left, right, bound, at)


def _closed_path(cursor: Cursor) -> Path | None:
    """A path in brackets, or negated; None, and nothing is read, where there is none."""
    start, node = cursor.at, None
    if cursor.take("!"):
        node = _path_if_any(cursor) if _begins_path(cursor) else _closed_path(cursor)
        node = None if node is None else replace(node, negated=not node.negated)
    elif cursor.take("("):
        node = _path_if_any(cursor)
        if node is not None:
            cursor.need(")", what="), or a sign such as & before further states")
    if node is None:
        cursor.at = start
    elif not cursor.sees("]", ")", "||") and cursor.word.kind != "end":
        _refuse_ltl(cursor)
    return node


def _begins_path(cursor: Cursor) -> bool:
    """Return whether F, G or X stands here, and not a variable of that name."""
    return cursor.sees("F", "G", "X") and cursor.word.kind == "name"


def _states(cursor: Cursor) -> Expression:
    if _begins_path(cursor):
        _refuse_ltl(cursor)
    if cursor.word.kind == "end" or cursor.sees("]", ")", "&", "|", "[", "{", "}"):
        cursor.fail(_STATES)
    try:
        return expression(cursor, _state_operator)
    except PropertyError:
        if cursor.sees(*_BETWEEN):  # it breaks off inside of a path
            _refuse_ltl(cursor)
        raise


def _state_operator(cursor: Cursor) -> Operator | None:
    if _begins_path(cursor):
        _refuse_ltl(cursor)
    return _operator(cursor)


def _refuse_ltl(cursor: Cursor) -> NoReturn:
    cursor.fail(f"{_STATES}; paths inside one another (LTL) are not answered")


def _gain(cursor: Cursor) -> Gain:
    """The rewards inside of R=? [ ]."""
    at = cursor.word.at
    if cursor.take("F"):
        if cursor.sees("<", "<=", "^", "{", "["):
            cursor.fail(f"{_STATES}; rewards until a goal or a bound are not answered")
        return Gain("F", _states(cursor), at=at)
    if cursor.take("C"):
        bound = _bound(cursor, alone=True)
        if bound is not None and bound.low is not None:
            cursor.source.fail(bound.at, "C takes an upper bound: C<=k or C<k")
        return Gain("C", bound=bound, at=at)
    if cursor.take("I"):
        cursor.need("=")
        place = cursor.word.at
        when = expression(cursor, _operator)
        return Gain("I", bound=Bound(low=when, high=when, at=place), at=at)
    if cursor.sees("S", "LRA"):
        cursor.next()
        return Gain("S", at=at)
    cursor.fail("F, C, I, S or LRA")


def _time(cursor: Cursor) -> Gain:
    """The goal inside of T=? [ ]."""
    at = cursor.word.at
    cursor.need("F", what="F and states")
    return Gain("F", _states(cursor), at=at)


_BODIES: dict[str, Callable[[Cursor], Path | Gain | Expression]] = {
    "P": _path,
    "R": _gain,
    "T": _time,
    "S": _states,
}


def _bound(cursor: Cursor, *, alone: bool = False) -> Bound | None:
    """The bound of steps, of time or of a reward that stands here, if one does.

    It is `alone` where no states follow.
    """
    at = cursor.word.at
    braces = bool(cursor.take("^")) and cursor.sees("{") and cursor.ahead(2) != "}"
    if braces:
        cursor.next()
    reward, unit = _counted(cursor)
    if not (braces or unit or reward is not None) and not cursor.sees(*_RELATIONS, "=", "["):
        return None
    node = _range(cursor, braces or alone, at, reward, unit)
    if cursor.sees(","):
        need = "}" if braces else "]" if alone else "states"
        cursor.fail(f"{need}: several bounds at once are not answered")
    if braces:
        cursor.need("}", what="}, or a sign such as +")
    return node


def _counted(cursor: Cursor) -> tuple[str | None, str]:
    """The thing that a bound counts: the reward's name, or a unit."""
    if cursor.sees("steps", "time") and cursor.ahead() in (*_RELATIONS, "="):
        return None, cursor.next().text
    named = cursor.sees("rew") and cursor.ahead() in ("{", *_RELATIONS, "=", "[")
    if named:
        cursor.next()
    if not cursor.sees("{"):
        return ("", "") if named else (None, "")
    cursor.next()
    if cursor.take("rew"):  # {rew{"r"}}
        cursor.fail("the name of rewards in double quotes, or ^{rew{...}<=k}")
    reward = cursor.quoted("the name of rewards in double quotes")
    cursor.need("}")
    return reward, ""


def _range(cursor: Cursor, alone: bool, at: int, reward: str | None, unit: str) -> Bound:
    if cursor.take("["):
        low = arithmetic(cursor, _operator)
        cursor.need(",", what=", and the upper end")
        high = arithmetic(cursor, _operator)
        cursor.need("]")
        return Bound(reward, low, high, unit=unit, at=at)
    sign = cursor.need(*_RELATIONS, "=", what="a bound: <=, <, >=, >, = or [a,b]")
    start = cursor.at
    if not alone:
        k = primary(cursor, _operator, "a number, a constant, or an expression in brackets")
    if alone or cursor.sees("+", "*", "/", "%"):  # no states begin with one of these
        cursor.at = start
        k = arithmetic(cursor, _operator)
    if sign == "=":
        return Bound(reward, k, k, unit=unit, at=at)
    if sign[0] == "<":
        return Bound(reward, high=k, high_strict=sign == "<", unit=unit, at=at)
    return Bound(reward, low=k, low_strict=sign == ">", unit=unit, at=at)
