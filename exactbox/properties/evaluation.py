"""The value of an expression: exact numbers and booleans, one state or constant at a time.

Integers and rationals have any size; square roots of rationals, ``pow(x, 1/2)``, are multiplied,
divided and compared exactly: v < w if and only if sgn(v) v^2 < sgn(w) w^2; ``/`` divides exactly;
``&``, ``|``, ``=>`` and ``?:`` look at what they need only, so ``x=0 | 1/x<2`` has a value where x
is 0. What has no value (a division by zero, an unknown name, ``true + 1``) is refused with its
place.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any, NoReturn, cast

from exactbox.properties.syntax import Apply, Boolean, Expression
from exactbox.properties.syntax import Number as Written
from exactbox.properties.tokens import Unvalued

MAX_POWER_BITS = 100_000  # a power that is longer is refused


@dataclass(frozen=True)
class Root:
    """An irrational square root: v = ``sign`` sqrt(``radicand``), the sign being 1 or -1."""

    sign: int
    radicand: Fraction

    def __str__(self) -> str:
        return f"{'-' * (self.sign < 0)}pow({self.radicand}, 1/2)"


Number = int | Fraction | Root
Value = bool | Number

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


def value_of(node: Expression, value: Callable[[Expression], Value]) -> Value:
    """The exact value of an expression; `value` is that of names, labels and operators.

    A PropertyError names the part that has none.

    Examples
    --------
    >>> from exactbox.properties.expressions import parse_expression
    >>> value_of(parse_expression("max(x, 7)/2 - mod(x, 2)"), lambda node: 3)
    Fraction(5, 2)
    """
    if isinstance(node, (Written, Boolean)):
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
    numbers: list[Number] = [_real(part, value) for part in parts]
    if sign == "pow":
        return _power(node, *numbers)
    if sign == "/" and numbers[1] == 0:
        no_value(node, "divides by zero")
    if any(isinstance(x, Root) for x in numbers):
        squares = [_signed_square(x) for x in numbers]  # v < w: sgn(v) v^2 < sgn(w) w^2
        if sign in _COMPARISONS:
            return _COMPARISONS[sign](*squares)
        return _root_operation(node, numbers, squares)
    if sign in _COMPARISONS:
        return _COMPARISONS[sign](*numbers)
    return _rational_operation(node, cast("list[int | Fraction]", numbers))


def truth(node: Expression, value: Callable[[Expression], Value]) -> bool:
    """The value, which has to be true or false."""
    result = value_of(node, value)
    if not isinstance(result, bool):
        no_value(node, f"is the number {result}, need true or false")
    return result


def number(node: Expression, value: Callable[[Expression], Value]) -> int | Fraction:
    """The value, which has to be a rational number."""
    result = _real(node, value)
    if isinstance(result, Root):
        no_value(node, f"is {result}, need a rational number")
    return result


def integer(node: Expression, value: Callable[[Expression], Value]) -> int:
    """The value, which has to be an integer."""
    return _integer(node, number(node, value))


def _real(node: Expression, value: Callable[[Expression], Value]) -> Number:
    result = value_of(node, value)
    if isinstance(result, bool):
        no_value(node, f"is {str(result).lower()}, need a number")
    return result


def _signed_square(x: Number) -> Fraction:
    """Return sgn(x) x^2, which orders numbers as they are."""
    return x.sign * x.radicand if isinstance(x, Root) else Fraction(x) * abs(Fraction(x))


def _root_of(square: Fraction) -> Number:
    """The number of this signed square: a Root only where it is irrational."""
    size = abs(square)
    over, under = isqrt(size.numerator), isqrt(size.denominator)
    if over * over != size.numerator or under * under != size.denominator:
        return Root(1 if square > 0 else -1, size)
    return Fraction(over if square > 0 else -over, under)


def _root_operation(node: Apply, numbers: list[Number], squares: list[Fraction]) -> Number:
    """Operations on roots, given with their signed squares, whose result is a root or rational."""
    match node.sign:
        case "*":
            return _root_of(squares[0] * squares[1])
        case "/":
            return _root_of(squares[0] / squares[1])
        case "neg":
            return _root_of(-squares[0])
        case "abs":
            return _root_of(abs(squares[0]))
        case "min" | "max":
            best = min(squares) if node.sign == "min" else max(squares)
            return numbers[squares.index(best)]
        case "+" | "-" if 0 in squares:  # v + 0, v - 0, 0 + w or 0 - w
            sign = 1 if node.sign == "+" else -1
            return numbers[0] if not squares[1] else _root_of(sign * squares[1])
    no_value(node, "takes a square root, need a rational number there")


def _rational_operation(node: Apply, numbers: list[int | Fraction]) -> int | Fraction:
    x, sign = numbers[0], node.sign
    match sign:
        case "+" | "-" | "*":
            result: int | Fraction = _ARITHMETIC[sign](*numbers)
            return result
        case "neg":
            return -x
        case "/":
            return Fraction(x) / numbers[1]
        case "min" | "max":
            return min(numbers) if sign == "min" else max(numbers)
        case "abs":
            return x if x >= 0 else -x
        case "ceil":
            return ceil(x)
        case "floor":
            return floor(x)
        case "round":
            return floor(x + Fraction(1, 2))
    a, b = (_integer(node, each) for each in numbers)  # mod, %
    if b <= 0:
        no_value(node, f"is modulo {b}, need 1 or more")
    return a % b


def _power(node: Apply, base: Number, exponent: Number) -> Number:
    """A power with an integer, or with half of one where the base is rational and not negative."""
    if isinstance(exponent, Root):
        no_value(node, f"takes {exponent}, need a rational number there")
    half = exponent != int(exponent)
    if half and (2 * exponent != int(2 * exponent) or isinstance(base, Root)):
        no_value(node, f"takes {exponent}, need an integer there, or half of one of a rational")
    if half and _signed_square(base) < 0:
        no_value(node, f"is a root of {base}, need 0 or more")
    exact = _signed_square(base) if isinstance(base, Root) else Fraction(base)
    e = int(2 * exponent) if half else int(exponent)  # half: the power of the square
    bits = max(abs(exact.numerator).bit_length(), exact.denominator.bit_length())
    if abs(e) * bits > MAX_POWER_BITS:
        no_value(node, f"has more than {MAX_POWER_BITS} bits")
    if e < 0 and not exact:
        no_value(node, "divides by zero")
    if half:
        return _root_of(exact**e)
    if isinstance(base, Root):  # sgn(v)^e |v|^2e is the signed square of v^e
        return _root_of(exact**e if e % 2 else abs(exact) ** e)
    return base**e if e >= 0 else exact**e


def _integer(node: Expression, x: int | Fraction) -> int:
    if x != int(x):
        no_value(node, f"takes {x}, need an integer there")
    return int(x)


def no_value(node: Expression, why: str) -> NoReturn:
    """Refuse an expression: what it is, and why it has no value."""
    text = str(node)
    raise Unvalued(node.at, f"{text if len(text) <= 60 else text[:60] + '...'}: {why}")
