"""One number of any package as an exact ratio of two ints.

Text and Decimals are decimals and are read as such. A float that is a whole number is that number,
as long as its type has all integers up to there: 2^53 for float64, 2^24 for float32. Any other is
refused unless the caller says which number it stands for: the binary value that it is, or the
decimal that it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import gcd
from numbers import Integral
from operator import attrgetter
from typing import Any, Literal

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.matrices.exactfraction import ExactFraction
from exactbox.linalg.matrices.integers import EXACT_FLOATS, IntArray, int_array, narrowest
from exactbox.showing import show

Floats = Literal["exact", "decimal"] | None

_NUMERATOR, _DENOMINATOR = attrgetter("_numerator"), attrgetter("_denominator")
_MAX_EXPONENT = 1_000_000  # of ten: beyond it the digits of 1e999999999 would not fit in memory
_MAX_DENOMINATOR = 1000  # of a fraction that a float is taken for, in a hint
_MAX_PYTHON_LENGTH = 40  # characters of a text that Python's integers read faster than FLINT's
_FRACTION = re.compile(r"([+-]?[0-9]+)(?:/([0-9]+))?")
_DECIMAL = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?")


def exact_ratio(value: Any, floats: Floats = None) -> tuple[int, int]:
    """Numerator and positive denominator of a number of any package, in lowest terms.

    A string is an integer, ``"p/q"`` or a decimal such as ``"0.1"`` or ``"1e-3"``. The shortest
    decimal of a float gives it back in its own precision; of a SymPy Float or an mpf it is the one
    that is printed (an mpf prints as many digits as ``mpmath.mp.dps`` says then). The message of a
    TypeError or ValueError is a predicate, ``"is nan, need ..."``, before which the caller puts the
    place.

    Examples
    --------
    >>> exact_ratio("-7/14"), exact_ratio("1.25e-1"), exact_ratio(0.1, "decimal")
    ((-1, 2), (1, 8), (1, 10))
    """
    if isinstance(value, str):
        return _read_text(value)
    if isinstance(value, (Integral, np.bool_, fmpz)):
        return int(value), 1
    if isinstance(value, (float, np.floating)):
        if not np.isfinite(value):
            raise ValueError(f"is {value}, need a finite number")
        if is_whole_float(value):
            return int(value), 1
        if floats is None:
            raise TypeError(_which_number(str(value)))
        if floats == "exact":
            return value.as_integer_ratio()
        return Decimal(str(value)).as_integer_ratio()  # str, not repr: NumPy's repr names the type
    if isinstance(value, fmpq):
        return int(value.p), int(value.q)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"is {value}, need a finite number")
        return _read_text(str(value))
    p, q = getattr(value, "numerator", None), getattr(value, "denominator", None)
    if isinstance(p, Integral) and isinstance(q, Integral):
        return int(p), int(q)
    if hasattr(value, "_mpf_"):
        # SymPy's Float and mpmath's mpf are (-1)^sign mantissa 2^exponent
        sign, mantissa, exponent, _ = value._mpf_
        if mantissa == 0 and exponent != 0:
            raise ValueError(f"is {value}, need a finite number")
        whole = exponent >= 0 and abs(value) <= EXACT_FLOATS
        if floats is None and not whole:
            raise TypeError(_which_number(str(value)))
        if floats == "decimal" and not whole:
            return _read_text(str(value))
        exact = Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** int(exponent)
        return exact.numerator, exact.denominator
    if hasattr(value, "_mpq_"):
        p, q = value._mpq_
        return int(p), int(q)
    brief = " ".join(str(value).split())[:40]
    if isinstance(value, (complex, np.complexfloating)) or hasattr(value, "_mpc_"):
        raise TypeError(f"is a complex number {brief}, need a rational one")
    if getattr(value, "is_number", False) and not getattr(value, "is_finite", True):
        raise ValueError(f"is {brief}, need a finite number")
    raise TypeError(
        f"is a {type(value).__name__} ({brief}), need an int, a Fraction or a string like '-7/12'"
    )


def exact_number(text: str) -> int | Fraction:
    """The number of a text, and its errors, as `exact_ratio` has them."""
    p, q = _read_text(text)
    return p if q == 1 else Fraction(p, q)


def exact_ratios(
    values: np.ndarray[Any, Any], place: Callable[[int], str], floats: Floats = None
) -> tuple[IntArray, list[int] | None]:
    """Numerators (int64 or Python's ints) and denominators of many numbers; None where all are 1.

    ``place(k)`` is what an error message calls the k-th of them.
    """
    if values.dtype.kind in "biu":
        return narrowest(values), None
    kinds = set(map(type, values)) if values.dtype == object else {object}
    if kinds <= {int}:
        return int_array(values.tolist()), None
    if values.dtype.kind == "f" and (whole := whole_floats(values)) is not None:
        return whole, None
    if kinds <= {Fraction, ExactFraction}:  # their properties are functions in Python
        return int_array(list(map(_NUMERATOR, values))), list(map(_DENOMINATOR, values))
    if kinds <= {int, Fraction, ExactFraction}:
        ratios = [v.as_integer_ratio() for v in values]
        return int_array([n for n, _ in ratios]), [d for _, d in ratios]
    numerators, denominators = np.empty(len(values), dtype=object), [1] * len(values)
    for k, value in enumerate(values):
        try:
            numerators[k], denominators[k] = exact_ratio(value, floats)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{place(k)} {error}") from None
    return numerators, denominators


def is_whole_float(value: Any) -> bool:
    """Return whether a float is an integer, and its type has all integers up to there."""
    if isinstance(value, float):
        return value.is_integer() and abs(value) <= EXACT_FLOATS
    return isinstance(value, np.floating) and bool(
        value.is_integer() and abs(value) <= 2 ** (np.finfo(type(value)).nmant + 1)
    )


def whole_floats(values: np.ndarray[Any, Any]) -> IntArray | None:
    """The integers that an array of floats holds; None if `is_whole_float` is false of one."""
    most = min(EXACT_FLOATS, 2 ** (np.finfo(values.dtype).nmant + 1))
    if not ((np.abs(values) <= most) & (np.trunc(values) == values)).all():
        return None
    return values.astype(np.int64)


def checked_floats(floats: Any) -> None:
    """Refuse a value of the keyword `floats` that means nothing."""
    if floats not in (None, "exact", "decimal"):
        raise ValueError(f'floats is {floats!r}, need None, "exact" or "decimal"')


def _read_text(text: str) -> tuple[int, int]:
    """By FLINT: Python's conversion of long texts is quadratic, and limited to 4,300 digits."""
    word = text.strip()
    if match := _FRACTION.fullmatch(word):
        if len(word) <= _MAX_PYTHON_LENGTH and (q := int(match[2] or 1)):
            p = int(match[1])
            common = gcd(p, q)
            return p // common, q // common
        p, q = (fmpz((part or "1").lstrip("+")) for part in match.groups())
        if q != 0:
            value = fmpq(p, q)
            return int(value.p), int(value.q)
    if match := _DECIMAL.fullmatch(word):
        sign, whole, digits, power = (part or "" for part in match.groups())
        n = fmpz(whole + digits)
        if n == 0:
            return 0, 1
        if (
            len(power.lstrip("+-0")) > len(str(_MAX_EXPONENT))
            or abs(int(power or 0)) > _MAX_EXPONENT
        ):
            raise ValueError(f"is {word[:40]}, need an exponent of ten within {_MAX_EXPONENT:,}")
        exponent = int(power or 0) - len(digits)
        value = fmpq(-n if sign == "-" else n, fmpz(10) ** max(0, -exponent))
        return int(value.p * fmpz(10) ** max(0, exponent)), int(value.q)
    hint = " (the minus in it is not -)" if "\u2212" in text else ""  # it looks the same in print
    raise ValueError(f"is {show(text)}, need a number like '3', '-7/12', '0.1' or '1e-3'{hint}")


def _which_number(text: str) -> str:
    near = Fraction(text).limit_denominator(_MAX_DENOMINATOR)
    p, q = near.as_integer_ratio()
    hint = f' ({near}? write "{near}" or Fraction({p}, {q}))'
    return (
        f'is the float {text}, need an exact number: floats="exact" takes Fraction({text}), its '
        f"binary value, floats=\"decimal\" takes Fraction('{text}')"
        f"{hint * (float(near) == float(text) and near != Fraction(text))}"
    )
