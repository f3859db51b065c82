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
from dataclasses import dataclass
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
from exactbox.properties.tokens import Cursor, Source, Word
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


def expression(cursor: Cursor, leaf: Leaf = lambda _: None) -> Expression:
    """The expression that begins at the cursor, of any kind, behind which the cursor then stands.

    `leaf` reads what else may stand for a variable: nested operators, or nothing.
    """
    return _Reader(cursor, leaf).conditional()


def arithmetic(cursor: Cursor, leaf: Leaf) -> Expression:
    """The sum that begins at the cursor: no comparison, as for a threshold."""
    return _Reader(cursor, leaf, elements=False).climb(BINARY["+"])


def primary(cursor: Cursor, leaf: Leaf, what: str) -> Expression:
    """A number, a name, or anything in brackets: the end of a bound."""
    if cursor.word.kind == "number" or cursor.sees("("):
        return _Reader(cursor, leaf, elements=False).primary()
    if cursor.word.kind != "name":
        cursor.fail(what)
    word = cursor.next()
    return Name(word.text, at=word.at)


@dataclass
class _Reader:
    """An expression while it is read, with the depth of brackets and signs at the cursor."""

    cursor: Cursor
    leaf: Leaf
    depth: int = 0
    elements: bool = True  # of arrays; after a threshold p the sign [ begins the path

    def deeper(self) -> _Reader:
        """Return the reader of a part inside, refused before Python gives up."""
        if self.depth == MAX_NESTING:
            at = self.cursor.word.at
            what = f"more than {MAX_NESTING} brackets and signs inside one another"
            self.cursor.source.fail(at, what)
        return _Reader(self.cursor, self.leaf, self.depth + 1, self.elements)

    def conditional(self) -> Expression:
        """condition ? one : other."""
        cursor = self.cursor
        condition, at = self.climb(BINARY["=>"]), cursor.word.at
        if not cursor.take("?"):
            return condition
        one = self.deeper().conditional()
        cursor.need(":", what=": and what holds otherwise")
        return Apply("?", (condition, one, self.deeper().conditional()), at=at)

    def climb(self, level: int) -> Expression:
        """An expression of signs of at least this level, by precedence climbing."""
        cursor = self.cursor
        node, before = self.prefixed(), ""
        while cursor.word.kind == "sign" and BINARY.get(cursor.word.text, -1) >= level:
            word = cursor.word
            binding = BINARY[word.text]
            if before in UNCHAINED and BINARY[before] == binding:
                cursor.fail(f"brackets: a second sign like {before} in a row is read in two ways")
            cursor.next()
            other = self.climb(binding + 1)
            if word.text in "&|" and isinstance(node, Apply) and node.sign == word.text:
                node = Apply(word.text, (*node.arguments, other), at=node.at)
            else:
                node = Apply(word.text, (node, other), at=word.at)
            before = word.text
        return node

    def prefixed(self) -> Expression:
        """A part with its ! or -, or without."""
        at = self.cursor.word.at
        if self.cursor.take("!"):
            return Apply("!", (self.deeper().climb(BINARY["="]),), at=at)
        if self.cursor.take("-"):
            return Apply("neg", (self.deeper().prefixed(),), at=at)
        return self.primary()

    def primary(self) -> Expression:
        """Anything in brackets, a number, a label, a name, a function or an element of an array."""
        cursor, word = self.cursor, self.cursor.word
        if cursor.take("("):
            inner = self.deeper().conditional()
            cursor.need(")", what="), or a sign such as & or +")
            return inner
        if word.kind == "number":
            mantissa, _, exponent = cursor.next().text.lower().partition("e")
            is_long = len(mantissa) > MAX_DIGITS or len(exponent.lstrip("+-")) > 4
            if is_long or abs(int(exponent or 0)) > MAX_DIGITS:
                cursor.source.fail(word.at, f"a number of more than {MAX_DIGITS} digits")
            return Number(
                int(word.text) if word.text.isdigit() else Fraction(word.text), at=word.at
            )
        if word.kind == "quoted":
            return Label(cursor.quoted("the name of a label in double quotes"), at=word.at)
        if (leaf := self.leaf(cursor)) is not None:
            return leaf
        if word.kind != "name":
            cursor.fail(_EXPECTED)
        cursor.next()
        if word.text in ("true", "false"):
            return Boolean(word.text == "true", at=word.at)
        if cursor.sees("("):
            return self.function(word)
        indices: list[Expression] = []
        while self.elements and cursor.take("["):
            indices.append(self.deeper().conditional())
            cursor.need("]", what="], or a sign such as +")
        if indices:
            return Element(word.text, tuple(indices), at=word.at)
        return Name(word.text, at=word.at)

    def function(self, word: Word) -> Expression:
        """The function of this name, whose bracket comes next."""
        cursor, name = self.cursor, word.text
        cursor.need("(")
        if name == "func":
            name = cursor.next().text
            cursor.need(",")
        if name not in FUNCTIONS:
            need = ", ".join(FUNCTIONS)
            cursor.source.fail(word.at, f"found the function {name!r}, need one of {need}")
        arguments = [self.deeper().conditional()]
        while cursor.take(","):
            arguments.append(self.deeper().conditional())
        cursor.need(")", what=") or a comma")
        least, most = FUNCTIONS[name]
        if len(arguments) < least or (most is not None and len(arguments) > most):
            got = counted(len(arguments), "argument")
            need = f"{least}{' or more' if most is None else ''}"
            cursor.source.fail(word.at, f"{name} of {got}, need {need}")
        return Apply(name, tuple(arguments), at=word.at)
