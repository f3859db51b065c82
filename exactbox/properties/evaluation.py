"""What an expression is worth: exact numbers and booleans, one state or constant at a time.

Integers and rationals have any size; ``/`` divides exactly; ``&``, ``|``, ``=>`` and ``?:`` look at
what they need only, so ``x=0 | 1/x<2`` has a value where x is 0. What has no value (a division by
zero, an unknown name, ``true + 1``) is refused with its place.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any, NoReturn

from exactbox.properties.syntax import Apply, Boolean, Expression, Number
from exactbox.properties.words import PropertyError

Value = bool | int | Fraction
LONGEST = 100_000  # bits of a power

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}


def value_of(node: Expression, value: Callable[[Expression], Value]) -> Value:
    """The value of an expression.

    Parameters
    ----------
    node : expression
    value : callable
        Of names, labels and operators, each given as its node.

    Returns
    -------
    bool, int or Fraction, exactly

    Raises
    ------
    PropertyError
        If there is none; says which part has none.

    Examples
    --------
    >>> from exactbox.properties.expressions import parse_expression
    >>> value_of(parse_expression("max(x, 7)/2 - mod(x, 2)"), lambda node: 3)
    Fraction(5, 2)
    """
    if isinstance(node, (Number, Boolean)):
        return node.value
    if not isinstance(node, Apply):
        return value(node)
    sign, parts = node.sign, node.arguments
    if sign in ("&", "|"):
        stop = sign == "|"
        return stop if any(truth(part, value) == stop for part in parts) else not stop
    if sign == "!":
        return not truth(parts[0], value)
    if sign == "=>":
        return not truth(parts[0], value) or truth(parts[1], value)
    if sign == "<=>":
        return truth(parts[0], value) == truth(parts[1], value)
    if sign == "?":
        return value_of(parts[1 if truth(parts[0], value) else 2], value)
    if sign in ("=", "!="):
        a, b = (value_of(part, value) for part in parts)
        if isinstance(a, bool) != isinstance(b, bool):
            no_value(node, "compares a number with true or false")
        return (a == b) == (sign == "=")
    numbers: list[int | Fraction] = [number(part, value) for part in parts]
    if sign in _COMPARISONS:
        return _COMPARISONS[sign](*numbers)
    return _calculated(node, sign, numbers)


def truth(node: Expression, value: Callable[[Expression], Value]) -> bool:
    """The value, which has to be true or false."""
    found = value_of(node, value)
    if not isinstance(found, bool):
        no_value(node, f"is the number {found}, need true or false")
    return found


def number(node: Expression, value: Callable[[Expression], Value]) -> int | Fraction:
    """The value, which has to be a number."""
    found = value_of(node, value)
    if isinstance(found, bool):
        no_value(node, f"is {str(found).lower()}, need a number")
    return found


def _calculated(node: Apply, sign: str, numbers: list[int | Fraction]) -> int | Fraction:
    found: int | Fraction
    if sign in _ARITHMETIC:
        found = _ARITHMETIC[sign](*numbers)
    elif sign == "neg":
        found = -numbers[0]
    elif sign == "/":
        if not numbers[1]:
            no_value(node, "divides by zero")
        found = Fraction(numbers[0]) / numbers[1]
    elif sign in ("min", "max"):
        found = min(numbers) if sign == "min" else max(numbers)
    elif sign == "abs":
        found = max(numbers[0], -numbers[0])
    elif sign in ("floor", "ceil", "round"):
        shift = Fraction(1 if sign == "round" else 0, 2)
        found = ceil(numbers[0]) if sign == "ceil" else floor(numbers[0] + shift)
    elif sign in ("mod", "%"):
        a, b = (_integer(node, x) for x in numbers)
        if b <= 0:
            no_value(node, f"is modulo {b}, need 1 or more")
        found = a % b
    else:
        found = _power(node, *numbers)
    return found


def _power(node: Apply, base: int | Fraction, exponent: int | Fraction) -> int | Fraction:
    e, exact = _integer(node, exponent), Fraction(base)
    bits = max(abs(exact.numerator).bit_length(), exact.denominator.bit_length())
    if abs(e) * bits > LONGEST:
        no_value(node, f"has more than {LONGEST} bits")
    if e < 0 and not base:
        no_value(node, "divides by zero")
    return base**e if e >= 0 else exact**e


def _integer(node: Apply, found: int | Fraction) -> int:
    if found != int(found):
        no_value(node, f"takes {found}, need an integer there")
    return int(found)


class Unvalued(PropertyError):
    """What has no value, before its source is known: which part, and why."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def no_value(node: Expression, why: str) -> NoReturn:
    """Refuse an expression: what it is, and why it has no value."""
    text = str(node)
    raise Unvalued(node.at, f"{text if len(text) <= 60 else text[:60] + '...'}: {why}")
