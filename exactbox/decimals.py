"""Exact numbers as text: correctly rounded decimals, and short forms of huge integers.

Python's decimal conversion of integers is quadratic and limited; FLINT's is neither, and is loaded
where a number is long: a short answer must not wait for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf, log10
from typing import Any

DIGITS = 12  # after the point, where nobody says how many
MAX_DIGITS = 1_000_000  # 0.06 s for a fraction of 500 digits; 10^7 take 1.1 s, 10^11 end FLINT
MAX_FRACTION_DIGITS = 60  # of a fraction that is printed whole beside its decimal
_MAX_PYTHON_BITS = 3000  # bits whose 900 digits Python prints in 30 us; FLINT takes 0.1 s to load
_LEADING_BITS = 60  # leading bits that `digit_count` takes the logarithm of
_MAX_LOG_ERROR = 1e-6  # its error, and much more: a billion bits times the rounding of log10(2)


def decimal_string(numerator: int, denominator: int, digits: int) -> str:
    """numerator/denominator rounded half to even to `digits` digits after the point.

    The denominator is positive, the result never a lone ``-0``. Digits are from 0 to `MAX_DIGITS`:
    FLINT ends the process where memory does not suffice.

    Examples
    --------
    >>> decimal_string(8936, 1575, 6)
    '5.673651'
    """
    if not isinstance(digits, int):
        raise TypeError(f"digits is {digits!r}, need an integer")
    if not 0 <= digits <= MAX_DIGITS:
        raise ValueError(f"digits is {digits}, need 0 to {MAX_DIGITS:,}")
    number: Callable[[int], Any] = int
    if numerator.bit_length() + denominator.bit_length() + 4 * digits > _MAX_PYTHON_BITS:
        from flint import fmpz

        number = fmpz
    scaled, rest = divmod(number(abs(numerator)) * number(10) ** digits, number(denominator))
    if 2 * rest > denominator or (2 * rest == denominator and scaled % 2 == 1):
        scaled += 1
    text = str(scaled.str() if number is not int else scaled).zfill(digits + 1)
    sign = "-" if numerator < 0 and scaled else ""
    return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)


def bracket(low: Fraction, high: Fraction, digits: int = DIGITS) -> str:
    """Both bounds, rounded outwards, to as many digits as tell them apart.

    Where they are one number, to so many `digits`.

    Examples
    --------
    >>> bracket(Fraction(1, 3), Fraction(3334, 10000))
    '[0.33333, 0.33340]'
    """
    digits = digits if low == high else _digits_apart(low, high)
    unit = 10**digits
    ends = low * unit // 1, -(-high * unit // 1)
    return "[{}, {}]".format(*(decimal_string(n, unit, digits) for n in ends))


def common_decimal(low: Fraction, high: Fraction) -> str:
    """The longest decimal to which both bounds are rounded, half to even, and so all between them.

    Empty where there is none.

    Examples
    --------
    >>> common_decimal(Fraction(33331, 10**5), Fraction(33334, 10**5))
    '0.3333'
    """
    most = DIGITS if low == high else _digits_apart(low, high)
    for digits in reversed(range(most + 1)):
        text = decimal_string(*low.as_integer_ratio(), digits)
        if text == decimal_string(*high.as_integer_ratio(), digits):
            return text
    return ""


def _digits_apart(low: Fraction, high: Fraction) -> int:
    """The least digits after the point, 0 or more, whose unit is no more than high - low > 0."""
    digits = 0
    while 10**digits * (high - low) < 1:
        digits += 1
    return digits


def equals(value: Fraction, digits: int) -> str:
    """The sign between a number and its decimal of so many digits: ``=``, or ``~`` if rounded.

    It ends after so many digits where the denominator divides 10^digits.

    Examples
    --------
    >>> equals(Fraction(9, 2), 1), equals(Fraction(9, 2), 0), equals(Fraction(1, 3), 12)
    ('=', '~', '~')
    """
    d = value.denominator
    if d.bit_length() > 4 * digits + 1:  # 10^n < 2^(4 n + 1)
        return "~"
    return "=" if pow(10, digits, d) == 0 else "~"


def integer_string(n: int) -> str:
    """All digits of n."""
    if n.bit_length() <= _MAX_PYTHON_BITS:
        return str(n)
    from flint import fmpz

    return str(fmpz(n).str())


def digit_count(n: int) -> int:
    """The number of digits of n, exactly, without writing them.

    Examples
    --------
    >>> digit_count(10**5000), digit_count(10**5000 - 1), digit_count(-7)
    (5001, 5000, 1)
    """
    from flint import fmpz

    n = abs(fmpz(n))
    below = max(0, n.bit_length() - _LEADING_BITS)
    estimate = log10(max(1, int(n >> below))) + below * log10(2)
    nearest = round(estimate)
    if abs(estimate - nearest) < _MAX_LOG_ERROR:
        return max(1, nearest + bool(n >= fmpz(10) ** nearest))
    return floor(estimate) + 1


def short_integer(n: int) -> str:
    """All digits of n where they are few, else its ends and how many there are."""
    return _ends(integer_string(n))


def fraction_string(value: Fraction | float, *, whole: int = 200) -> str:
    """``p/q`` in full where it has at most `whole` digits, else the ends and the digit counts.

    The only floats are the infinities.

    Examples
    --------
    >>> fraction_string(Fraction(8936, 1575)), fraction_string(float("-inf"))
    ('8936/1575', '-infinity')
    """
    if isinstance(value, float):
        return "infinity" if value > 0 else "-infinity"
    p = integer_string(value.numerator)
    q = "" if value.denominator == 1 else integer_string(value.denominator)
    text = f"{p}/{q}" if q else p
    if len(p.lstrip("-")) + len(q) <= whole:
        return text
    return " / ".join(_ends(part) for part in (p, q) if part)


def _ends(digits: str) -> str:
    """The first and last twenty digits of a long number, and how many there are."""
    if len(digits) <= 48:
        return digits
    return f"{digits[:20]}...{digits[-20:]} ({len(digits.lstrip('-'))} digits)"


def short_value(value: Fraction | float, decimal: Callable[[], str], most: int = 24) -> str:
    """A value for people: the fraction where it is short, else its decimals; or an infinity.

    Examples
    --------
    >>> short_value(Fraction(11, 3), lambda: "3.666667"), short_value(float("-inf"), str)
    ('11/3', '-infinity')
    """
    if isinstance(value, float):
        return fraction_string(value)
    if value.numerator.bit_length() + value.denominator.bit_length() > 4 * most:
        return decimal()
    text = str(value)
    return text if len(text) <= most else decimal()


@dataclass(frozen=True)
class Style:
    """The style of printed numbers: digits after the point, and whether long fractions are whole.

    Examples
    --------
    >>> Style(4).short(Fraction(2, 3)), Style().exactly(Fraction(2, 3)), Style(1).decimal(0.5)
    ('0.6667 ~ 2/3', '2/3', '0.5')
    """

    digits: int = DIGITS
    full: bool = False

    def exactly(self, value: Fraction | float, whole: int = 200) -> str:
        """All digits, or those of a fraction with more than `whole` of them in brief."""
        return fraction_string(value, whole=sys.maxsize if self.full else whole)

    def decimal(self, value: Fraction | float) -> str:
        """The rounded number; of an infinity its name."""
        if value in (inf, -inf):
            return fraction_string(value)
        return decimal_string(*value.as_integer_ratio(), self.digits)

    def number(self, value: Fraction) -> str:
        """Exactly, and then its decimal if it is not an integer.

        Examples
        --------
        >>> Style(4).number(Fraction(1, 3))
        '1/3 ~ 0.3333'
        >>> [Style(n).number(Fraction(9, 2)) for n in (0, 6)]
        ['9/2', '9/2 = 4.5']
        """
        text = self.exactly(value, MAX_FRACTION_DIGITS)
        if value.denominator == 1 or self.digits == 0:
            return text
        decimal = decimal_string(value.numerator, value.denominator, self.digits)
        sign = equals(value, self.digits)
        return f"{text} {sign} {decimal.rstrip('0') if sign == '=' else decimal}"

    def short(self, value: Fraction | float) -> str:
        """In a table: rounded and then exactly, or an integer."""
        text = self.exactly(value, MAX_FRACTION_DIGITS)
        if isinstance(value, float) or value.denominator == 1:
            return text
        return f"{self.decimal(value)} {equals(value, self.digits)} {text}"
