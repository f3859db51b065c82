"""Expressions of PRISM's language, parsed: integers, booleans, rationals, labels, functions.

From the weakest sign to the strongest, as in PRISM::

    c ? a : b     =>     <=>     |     &     !     =  !=     <  <=  >  >=     + -     * /     -x

``/`` is exact division. Functions are min, max, floor, ceil, round, abs, mod, pow;
``func(min, x, y)`` is the older spelling; ``size[0]`` is an element of an array of JANI.
``a => b => c`` and ``a < b < c`` need brackets: tools read them differently.

Source: the PRISM manual, *The PRISM language: expressions*, 4.8.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from exactbox.properties.syntax import (
    LEVEL,
    UNCHAINED,
    Apply,
    Boolean,
    Element,
    Expression,
    Label,
    Name,
    Number,
)
from exactbox.properties.tokens import Cursor, Source
from exactbox.showing import counted

FUNCTIONS = {  # how many arguments each takes; the last number None: any more
    **dict.fromkeys(("min", "max"), (1, None)),
    **dict.fromkeys(("floor", "ceil", "round", "abs"), (1, 1)),
    **dict.fromkeys(("mod", "pow"), (2, 2)),
}
BINARY = {sign: level for sign, level in LEVEL.items() if sign not in ("?", "!", "neg")}
MAX_DIGITS = 1_000  # of a number in a property; Python refuses 4,300 digits itself
MAX_NESTING = 100  # brackets and signs inside one another
_EXPECTED = "an expression: a number, a variable, a label in double quotes, a function, !, - or ("

Leaf = Callable[[Cursor], Expression | None]  # what else an expression may be, None where it is not


def parse_expression(text: str, name: str = "") -> Expression:
    """The expression in a text; a PropertyError says where it is wrong, and what is needed.

    Examples
    --------
    >>> str(parse_expression('(x<3) & ((y>=1/2) | "done")'))
    'x<3 & (y>=1/2 | "done")'
    """
    return whole_expression(Cursor(Source(text, name)))


def whole_expression(cursor: Cursor) -> Expression:
    """The expression that all words of a cursor are; raises as `parse_expression`."""
    node = expression(cursor)
    if cursor.word.kind != "end":
        cursor.fail("nothing more, or a sign such as & or +")
    return node


class Depth:
    """The depth of nested brackets, which is refused before Python gives up."""

    def __init__(self, cursor: Cursor, leaf: Leaf, inside: int = 0, elements: bool = True) -> None:
        self.cursor, self.leaf, self.inside = cursor, leaf, inside
        self.elements = elements  # of arrays; after a threshold p the sign [ begins the path


def expression(cursor: Cursor, leaf: Leaf = lambda _: None) -> Expression:
    """The expression that begins at the cursor, of any kind, behind which the cursor then stands.

    `leaf` reads what else may stand for a variable: nested operators, or nothing.
    """
    return _choice(Depth(cursor, leaf))


def arithmetic(cursor: Cursor, leaf: Leaf) -> Expression:
    """The sum that begins at the cursor: no comparison, as for a threshold."""
    return _climb(Depth(cursor, leaf, elements=False), BINARY["+"])


def primary(cursor: Cursor, leaf: Leaf, what: str) -> Expression:
    """A number, a name, or anything in brackets: the end of a bound."""
    if cursor.word.kind == "number" or cursor.sees("("):
        return _primary(Depth(cursor, leaf, elements=False))
    if cursor.word.kind != "name":
        cursor.fail(what)
    word = cursor.next()
    return Name(word.text, word.at)


def _deeper(d: Depth) -> Depth:
    if d.inside == MAX_NESTING:
        word = d.cursor.word
        d.cursor.source.fail(
            word.at, f"more than {MAX_NESTING} brackets and signs inside one another"
        )
    return Depth(d.cursor, d.leaf, d.inside + 1, d.elements)


def _choice(d: Depth) -> Expression:
    """condition ? one : other."""
    condition, at = _climb(d, BINARY["=>"]), d.cursor.word.at
    if not d.cursor.take("?"):
        return condition
    one = _choice(_deeper(d))
    d.cursor.need(":", what=": and what holds otherwise")
    return Apply("?", (condition, one, _choice(_deeper(d))), at)


def _climb(d: Depth, least: int) -> Expression:
    """An expression of signs of at least this level, by precedence climbing."""
    cursor = d.cursor
    node, before = _prefixed(d), ""
    while cursor.word.kind == "sign" and BINARY.get(cursor.word.text, -1) >= least:
        word = cursor.word
        level = BINARY[word.text]
        if before in UNCHAINED and BINARY[before] == level:
            cursor.fail(f"brackets: a second sign like {before} in a row is read in two ways")
        cursor.next()
        other = _climb(d, level + 1)
        if word.text in "&|" and isinstance(node, Apply) and node.sign == word.text:
            node = Apply(word.text, (*node.arguments, other), node.at)
        else:
            node = Apply(word.text, (node, other), word.at)
        before = word.text
    return node


def _prefixed(d: Depth) -> Expression:
    """A part with its ! or -, or without."""
    at = d.cursor.word.at
    if d.cursor.take("!"):
        return Apply("!", (_climb(_deeper(d), BINARY["="]),), at)
    if d.cursor.take("-"):
        return Apply("neg", (_prefixed(_deeper(d)),), at)
    return _primary(d)


def _primary(d: Depth) -> Expression:
    cursor, word = d.cursor, d.cursor.word
    if cursor.take("("):
        inner = _choice(_deeper(d))
        cursor.need(")", what="), or a sign such as & or +")
        return inner
    if word.kind == "number":
        return _number(cursor)
    if word.kind == "quoted":
        return Label(cursor.quoted("the name of a label in double quotes"), word.at)
    if (leaf := d.leaf(cursor)) is not None:
        return leaf
    if word.kind != "name":
        cursor.fail(_EXPECTED)
    if word.text in ("true", "false"):
        cursor.next()
        return Boolean(word.text == "true", word.at)
    if cursor.ahead() == "(":
        return _function(d)
    cursor.next()
    if d.elements and cursor.sees("["):
        indices = []
        while cursor.take("["):
            indices.append(_choice(_deeper(d)))
            cursor.need("]", what="], or a sign such as +")
        return Element(word.text, tuple(indices), word.at)
    return Name(word.text, word.at)


def _number(cursor: Cursor) -> Number:
    word = cursor.next()
    mantissa, _, exponent = word.text.lower().partition("e")
    if (
        len(mantissa) > MAX_DIGITS
        or len(exponent.lstrip("+-")) > 4
        or (abs(int(exponent or 0)) > MAX_DIGITS)
    ):
        cursor.source.fail(word.at, f"a number of more than {MAX_DIGITS} digits")
    return Number(int(word.text) if word.text.isdigit() else Fraction(word.text), word.at)


def _function(d: Depth) -> Expression:
    cursor, word = d.cursor, d.cursor.next()
    name = word.text
    cursor.need("(")
    if name == "func":
        name = cursor.word.text
        cursor.next()
        cursor.need(",")
    if name not in FUNCTIONS:
        known = ", ".join(FUNCTIONS)
        cursor.source.fail(word.at, f"found the function {name!r}, need one of {known}")
    arguments = [_choice(_deeper(d))]
    while cursor.take(","):
        arguments.append(_choice(_deeper(d)))
    cursor.need(")", what=") or a comma")
    least, most = FUNCTIONS[name]
    if len(arguments) < least or (most is not None and len(arguments) > most):
        got = counted(len(arguments), "argument")
        need = f"{least}{' or more' if most is None else ''}"
        cursor.source.fail(word.at, f"{name} of {got}, need {need}")
    return Apply(name, tuple(arguments), word.at)
