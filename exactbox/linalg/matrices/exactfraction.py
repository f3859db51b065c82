"""A `fractions.Fraction` that can be printed, formatted and pickled whatever its length.

Python refuses to write an integer of more than 4,300 digits, and needs quadratic time for shorter
ones, so that ``print(det(A))`` would fail; before 3.12 it pickles a Fraction by way of its text, so
that it could not be sent to another process either. FLINT has no such limit. What is calculated
with such a number is one again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpz

from exactbox.decimals import decimal_string, integer_string

_FIXED = re.compile(r"\.([0-9]{1,9})f")


class ExactFraction(Fraction):
    """A Fraction like any other, equal to it and hashed alike, of which all digits can be written.

    Examples
    --------
    >>> x = ExactFraction(-7, 12)
    >>> x, str(x), f"{x:.4f}", x == Fraction(-7, 12), x + 1
    (Fraction(-7, 12), '-7/12', '-0.5833', True, Fraction(5, 12))
    >>> len(str(ExactFraction(10) ** 5000))
    5001
    """

    __slots__ = ()

    def __str__(self) -> str:
        p, q = integer_string(self.numerator), self.denominator
        return p if q == 1 else f"{p}/{integer_string(q)}"

    def __repr__(self) -> str:
        return f"Fraction({integer_string(self.numerator)}, {integer_string(self.denominator)})"

    def __format__(self, spec: str) -> str:
        """Digits after the point as ``.6f`` asks for them, rounded half to even; else as text."""
        if fixed := _FIXED.fullmatch(spec):
            return decimal_string(self.numerator, self.denominator, int(fixed[1]))
        return format(str(self), spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.numerator, self.denominator)

    def __copy__(self) -> ExactFraction:
        return self

    def __deepcopy__(self, memo: Any) -> ExactFraction:
        return self


def exact_fraction(n: fmpz, d: fmpz) -> Fraction:
    """n/d in lowest terms, an `ExactFraction`; FLINT cancels long numbers faster than Python."""
    if d == 1:
        return _make_coprime(int(n), 1)
    q = fmpq(n, d)
    return _make_coprime(int(q.p), int(q.q))


def exact_fractions(numerators: Iterable[fmpz], denominators: Iterable[fmpz]) -> list[Fraction]:
    """Their quotients, as `exact_fraction` has them."""
    ratios = map(fmpq, numerators, denominators)
    return [_make_coprime(int(ratio.p), int(ratio.q)) for ratio in ratios]


def _make_coprime(p: int, q: int) -> ExactFraction:
    """p/q for coprime p and q > 0, which are not divided by their gcd once more."""
    value = object.__new__(ExactFraction)
    value._numerator, value._denominator = p, q  # type: ignore[attr-defined]
    return value


def _kept_exact(name: str) -> Callable[..., Any]:
    """Fraction's method of this name; a Fraction that it returns becomes an ExactFraction."""
    method = getattr(Fraction, name)

    def calculated(self: ExactFraction, *others: Any) -> Any:
        value = method(self, *others)
        if type(value) is Fraction:
            return _make_coprime(value.numerator, value.denominator)
        return value

    calculated.__name__, calculated.__doc__ = name, method.__doc__
    return calculated


for _name in ("neg", "pos", "abs", "round", "add", "sub", "mul", "truediv", "mod", "pow"):
    setattr(ExactFraction, f"__{_name}__", _kept_exact(f"__{_name}__"))
for _name in ("radd", "rsub", "rmul", "rtruediv", "rmod"):
    setattr(ExactFraction, f"__{_name}__", _kept_exact(f"__{_name}__"))
