"""linalg.matrices.exactfraction: a Fraction in everything, and printable whatever its length."""

from __future__ import annotations

import copy
import operator
import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import det, inverse_entry, solve
from exactbox.linalg.matrices.exactfraction import ExactFraction

UNARY = [operator.neg, operator.pos, abs, round, int, float, bool, hash, lambda x: round(x, 3)]
BINARY = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    divmod,
    operator.eq,
    operator.lt,
    operator.ge,
]
NUMBERS = st.fractions() | st.integers() | st.floats(-1e9, 1e9)


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except ZeroDivisionError:
        return ZeroDivisionError


@given(st.fractions(), NUMBERS, st.integers(-5, 5))
def test_it_calculates_as_a_fraction(value, other, power):
    x = ExactFraction(value)
    assert x == value and isinstance(x, Fraction)
    for function in UNARY:
        assert function(x) == function(value)
    for function in BINARY:
        assert outcome(function, x, other) == outcome(function, value, other)
        assert outcome(function, other, x) == outcome(function, other, value)
    assert outcome(operator.pow, x, power) == outcome(operator.pow, value, power)
    assert 2 ** ExactFraction(power) == Fraction(2) ** power


@given(st.fractions(), st.fractions() | st.integers())
def test_what_is_calculated_with_it_is_one_again(value, other):
    x = ExactFraction(value)
    for found in (x + other, other - x, x * other, -x, abs(x), round(x, 2), x**3):
        assert type(found) is ExactFraction
    if value:
        assert type(other / x) is type(other % x) is ExactFraction


@given(st.fractions())
def test_its_text_is_a_fractions(value):
    x = ExactFraction(value)
    assert str(x) == f"{x}" == str(value)
    assert repr(x) == repr(value) and eval(repr(x)) == x
    assert f"{x:>30}" == str(value).rjust(30)
    assert sympy.sympify(x) == sympy.Rational(value.numerator, value.denominator)


@pytest.mark.parametrize(
    ("value", "spec", "text"),
    [
        ("2/3", ".4f", "0.6667"),
        ("-1/8", ".2f", "-0.12"),
        ("1/1000", ".2f", "0.00"),
        ("7", ".0f", "7"),
        ("1/3", ".2e", None),
    ],
)
def test_digits_after_the_point(value, spec, text):
    if text is None:
        with pytest.raises(ValueError):
            format(ExactFraction(value), spec)
    else:
        assert format(ExactFraction(value), spec) == text


def test_long_ones_are_printed_and_pickled():
    """10^5000 and 1/3^10000: more digits than Python prints."""
    value = 10**5000
    x = solve([[1]], [value])[0]
    assert str(x) == "1" + "0" * 5000 and repr(x) == f"Fraction(1{'0' * 5000}, 1)"
    assert f"{x:.3f}" == "1" + "0" * 5000 + ".000"
    assert str(det([[3**10000, 1], [0, 1]])).endswith("1")  # 3^4 = 81, so 3^10000 = 1 (mod 10)
    y = inverse_entry([[3**10000, 1], [0, 1]], 0, 0)
    assert str(y).startswith("1/") and len(str(y)) == 2 + 4772  # 10000 log10(3) = 4771.2
    assert str(y * 2).startswith("2/") and str(1 - y).count("/") == 1
    for again in (pickle.loads(pickle.dumps(y)), copy.copy(y), copy.deepcopy(y)):
        assert again == y and type(again) is ExactFraction
