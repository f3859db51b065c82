"""Properties parsed, as PRISM and Storm write them.

::

    formula   operator | filter | states | multi | quantile    "name": formula
    multi     multi(operator, operator, ...), pareto(...): several objectives at once
    quantile  quantile(min|max B, operator): the best B, a bound in an operator with a threshold
    operator  <<players>> operator: in a game, of who are the first player
              P[max|min] [ path ]    T[max|min] [ F states ]    S[max|min] or LRA [ states ]
              R[exp]{"reward"}[max|min] [ sum ]
              with =? before the bracket for the value, or >=p, >p, <=p, <p for whether it is so
              P[max|min]=? [ path || path ]: the first under the condition of the second
    path      F states    G states    X states    states U states    the same with W and R
              (path)    !(path)
    sum       F states    C    C<=k    I=k    S or LRA
    bound     <=k  <k  >=k  >k  =k  [a,b]  behind F, G, U, W, R and C: steps, or time;
              {"reward"}<=k  ^{rew{"reward"}<=k}  rew{"reward"}<=k: of a reward;  ^{steps<=k};
              several with commas, in braces or without
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

from dataclasses import dataclass, replace
from typing import NoReturn

from exactbox.properties.expressions import arithmetic, expression, primary
from exactbox.properties.syntax import (
    Boolean,
    Bound,
    Expression,
    Filter,
    Formula,
    Multi,
    Operator,
    Path,
    Quantile,
    RewardSum,
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
_VALUE = "=? or a threshold such as >=0.5"
_SEVERAL = ("multi", "pareto")  # objectives
_QUANTILE = "quantile"
_STATES = "states: a label in double quotes, a comparison of variables, !, (, true or false"
_BOUNDS = "<=, <, >=, >, = or [a,b]"
_REWARD = "the name of rewards in double quotes"
_ELSEWHERE = {  # what other tools know, by its first word
    "sup": ("an interval iteration's bound", "P=? is exact"),
    "A": ("the CTL operator A", "Pmin>=1 [ ... ] asks for almost all paths"),
    "E": ("the CTL operator E", "Pmax>0 [ F ... ] asks whether there is a path"),
    "[[": ("a coalition that is played against", "<<...>> of the others, with the opposite, is"),
    **dict.fromkeys(
        ("Pmaxmin", "Pminmax", "Rmaxmin", "Rminmax"),
        ("a robust question", "of intervals, which PRISM takes; with numbers in them Pmax"),
    ),
}
_FORMULA = "P, R, T, S or LRA with =? or a threshold, filter(...), or states"


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
        cursor.at += 2
        function = {"&": "forall", "|": "exists", "+": "sum"}.get(cursor.word.text)
        function = function or cursor.word.text
        if function not in FUNCTIONS:
            cursor.fail(f"a filter: {', '.join(FUNCTIONS)}")
        cursor.next()
        cursor.need(",")
        body = expression(cursor, _operator)
        states: Expression = Boolean(True, at=word.at)  # as PRISM has it; Storm wants them said
        if cursor.take(","):
            states = expression(cursor, _operator)
        cursor.need(")", what=") or a comma")
        return Filter(function, body, states, at=word.at)
    if word.kind == "name" and word.text in _SEVERAL and cursor.ahead() == "(":
        cursor.next()
        objectives = list[Operator]()
        while not objectives or cursor.take(","):
            cursor.at += not objectives  # the bracket
            each = _operator(cursor)
            objectives.append(each or cursor.fail("an objective: P or R with =? or a bound"))
        cursor.need(")", what=") or a comma")
        return Multi(tuple(objectives), at=word.at)
    if word.kind == "name" and word.text == _QUANTILE and cursor.ahead() == "(":
        cursor.at += 2
        sense = cursor.need(*_SENSES)
        if cursor.word.kind != "name":
            cursor.fail("the name of the bound")
        name = cursor.next().text
        cursor.need(",", what="a comma")
        if cursor.sees(*_SENSES):
            cursor.fail("P or R with a threshold: a quantile has one bound")
        operator = _operator(cursor)
        if operator is None or operator.relation is None or operator.condition is not None:
            cursor.source.fail(word.at, "a quantile needs P or R with a threshold such as >=0.9")
        cursor.need(")")
        return Quantile(sense, name, operator, at=word.at)
    try:
        node = expression(cursor, _operator)
    except PropertyError:
        is_inside = any(each.text == "[" for each in cursor.words[: cursor.at])
        if is_inside or not cursor.sees(*_BETWEEN):
            raise
    else:
        before = cursor.words[cursor.at - 1].text
        if cursor.sees("=?") or (cursor.sees(*_SENSES) and cursor.ahead() == "=?"):
            cursor.fail(f"nothing more: no operator is called {before}; {_FORMULA}")
        begins = before in ("F", "G", "X") and cursor.word.kind != "end" and not cursor.sees(";")
        if not begins and not cursor.sees(*_BETWEEN):
            return node
    cursor.fail("nothing more: a path stands in brackets, as in P=? [ ... U ... ]")


def _operator(cursor: Cursor) -> Operator | None:
    """The operator that begins here; None if none does."""
    word, ahead = cursor.word, cursor.ahead()
    if cursor.take("<<"):
        names = list[str]()
        while not cursor.take(">>"):
            if cursor.word.kind not in ("name", "number"):
                cursor.fail("the name of a player, or >>")
            names.append(cursor.next().text)
            if not cursor.take(",") and not cursor.sees(">>"):
                cursor.fail("a comma or >>")
        inner = _operator(cursor) or cursor.fail("P, R, T or S of the coalition")
        return replace(inner, coalition=tuple(names), at=word.at)
    first = "[[" if word.text == ahead == "[" else word.text  # [[1]] is a game's, too
    if first in _ELSEWHERE and (first == "[[" or ahead in ("(", "[", "=?")):
        what, way = _ELSEWHERE[first]
        cursor.fail(f"{_FORMULA}; {what} is not answered: {way}")
    if word.text in ("filter", _QUANTILE, *_SEVERAL) and ahead == "(":
        cursor.fail(f"an operator or states: a {word.text} stands at the outside")
    if word.kind != "name" or word.text not in _KINDS:
        return None
    if word.text in ("P", "R") or ahead in ("=?", "max", "min", "{"):
        return _read_operator(cursor)
    start = cursor.at
    try:
        return _read_operator(cursor) if ahead in _RELATIONS else None
    except PropertyError:  # a constant may be called T
        cursor.at = start
        return None


def _read_operator(cursor: Cursor) -> Operator:
    word = cursor.next()
    kind, sense = _KINDS[word.text]
    reward = relation = threshold = None
    while kind == "R":  # [exp], the reward and the sense, in any order
        if cursor.take("["):
            if cursor.sees("var"):
                cursor.fail("exp; a variance is not answered")
            cursor.need("exp")
            cursor.need("]")
        elif cursor.sees("{"):
            if reward is not None:
                cursor.fail("one reward; several objectives are multi(...)")
            cursor.next()
            reward = cursor.quoted(_REWARD)
            cursor.need("}")
        elif sense is None and cursor.sees(*_SENSES):
            sense = cursor.next().text
        else:
            break
    if kind != "R":
        sense = sense or cursor.take(*_SENSES)
        if cursor.sees("{"):
            cursor.fail(f"{_VALUE}; only R takes rewards")
    if not cursor.take("=?"):
        if cursor.sees("="):
            cursor.fail(_VALUE)
        relation = cursor.need(*_RELATIONS, what=_VALUE)
        threshold = arithmetic(cursor, _operator)
    cursor.need("[", what="[" if relation is None else "[, or a sign such as +")
    at = cursor.word.at
    body: Path | RewardSum | Expression
    if kind == "P":
        more = "U, W or R and further states, or a sign such as & or |"
        body = _path(cursor) or cursor.fail(more)
    elif kind == "T":
        cursor.need("F", what="F and states")
        body = RewardSum("F", _states(cursor), at=at)
    else:
        body = _reward_sum(cursor) if kind == "R" else _states(cursor)
    condition = None
    if kind == "P" and cursor.take("||"):
        condition = _path(cursor) or cursor.fail(more)
    cursor.need("]", what="], or a sign such as & before further states")
    return Operator(kind, body, sense, reward, relation, threshold, at=word.at, condition=condition)


def _path(cursor: Cursor) -> Path | None:
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
    return Path(sign, left, right, bound, at=at)


def _closed_path(cursor: Cursor) -> Path | None:
    """A path in brackets, or negated; None, and nothing is read, where there is none."""
    start, node = cursor.at, None
    if cursor.take("!"):
        node = _path(cursor) if _begins_path(cursor) else _closed_path(cursor)
        node = None if node is None else replace(node, negated=not node.negated)
    elif cursor.take("("):
        node = _path(cursor)
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
    if cursor.word.kind == "end" or cursor.sees("]", ")", "&", "|", "[", "{", "}"):
        cursor.fail(_STATES)

    def operator(cursor: Cursor) -> Operator | None:
        return _refuse_ltl(cursor) if _begins_path(cursor) else _operator(cursor)

    try:
        return expression(cursor, operator)
    except PropertyError:
        if cursor.sees(*_BETWEEN):  # it breaks off inside of a path
            _refuse_ltl(cursor)
        raise


def _refuse_ltl(cursor: Cursor) -> NoReturn:
    way = "Storm's --exact does, or F of states that remember what the path has met"
    cursor.fail(f"{_STATES}; paths inside one another (LTL) are not answered: {way}")


def _reward_sum(cursor: Cursor) -> RewardSum:
    """The rewards inside of R=? [ ]."""
    at = cursor.word.at
    if cursor.take("F"):
        if cursor.sees("<", "<=", "^", "{", "["):
            cursor.fail(f"{_STATES}; rewards until a goal or a bound are not answered")
        return RewardSum("F", _states(cursor), at=at)
    if cursor.take("C"):
        bound = _bound(cursor, alone=True)
        for each in () if bound is None else bound.every:
            if each.low is not None:
                cursor.source.fail(each.at, "C takes an upper bound: C<=k or C<k")
        return RewardSum("C", bound=bound, at=at)
    if cursor.take("I"):
        cursor.need("=")
        place = cursor.word.at
        when = expression(cursor, _operator)
        return RewardSum("I", bound=Bound(low=when, high=when, at=place), at=at)
    if cursor.take("S", "LRA"):
        return RewardSum("S", at=at)
    cursor.fail("F, C, I, S or LRA")


def _bound(cursor: Cursor, *, alone: bool = False) -> Bound | None:
    """The bounds of steps, of time or of rewards that stand here, the first with the others.

    They are `alone` where no states follow.
    """
    has_braces = bool(cursor.take("^")) and cursor.sees("{") and cursor.ahead(2) != "}"
    if has_braces:
        cursor.next()
    first, more = _one_bound(cursor, has_braces, alone), list[Bound]()
    while first is not None and cursor.take(","):
        if not has_braces:
            cursor.take("^")
        more.append(_one_bound(cursor, has_braces, alone) or cursor.fail(f"a bound: {_BOUNDS}"))
    if has_braces:
        cursor.need("}", what="}, or a sign such as +")
    return replace(first, more=tuple(more)) if first is not None and more else first


def _one_bound(cursor: Cursor, has_braces: bool, alone: bool) -> Bound | None:
    """The bound that stands here, if one does."""
    at = cursor.word.at
    reward, unit = None, ""
    if cursor.sees("steps", "time") and cursor.ahead() in (*_RELATIONS, "="):
        unit = cursor.next().text
    else:
        if cursor.sees("rew") and cursor.ahead() in ("{", *_RELATIONS, "=", "["):
            cursor.next()
            reward = ""  # the model's only one
        if cursor.take("{"):
            if cursor.take("rew"):  # {rew{"r"}}
                cursor.fail(f"{_REWARD}, or ^{{rew{{...}}<=k}}")
            reward = cursor.quoted(_REWARD)
            cursor.need("}")
    if not (has_braces or unit or reward is not None) and not cursor.sees(*_RELATIONS, "=", "["):
        return None
    if cursor.take("["):
        low: Expression | None = arithmetic(cursor, _operator)
        cursor.need(",", what=", and the upper end")
        bound = Bound(reward, low, arithmetic(cursor, _operator), unit=unit, at=at)
        cursor.need("]")
    else:
        sign = cursor.need(*_RELATIONS, "=", what=f"a bound: {_BOUNDS}")
        start, is_last = cursor.at, has_braces or alone
        if not is_last:
            k = primary(cursor, _operator, "a number, a constant, or an expression in brackets")
        if is_last or cursor.sees("+", "*", "/", "%"):  # no states begin with one of these
            cursor.at = start
            k = arithmetic(cursor, _operator)
        low, high = (None if sign[0] == "<" else k), (None if sign[0] == ">" else k)
        bound = Bound(reward, low, high, sign == ">", sign == "<", unit, at=at)
    return bound
