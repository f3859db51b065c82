"""Exact numbers in bulk: texts and floats to ratios, and ratios to texts.

A model repeats few numbers many times, so every text and every float is converted once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Any, Literal

import numpy as np

from exactbox.decimals import decimal_string, integer_string
from exactbox.linalg.matrices.entries import exact_ratio
from exactbox.linalg.matrices.integers import int_array
from exactbox.mdp.model.layout import unchecked
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios

Rationalize = Literal["exact", "decimal"] | int

_MAX_PLAIN_DIGITS = 18  # digits that are parsed without a look at their form
_MAX_DECIMAL_PLACES = 15  # a longer decimal is written p/q


class Numbers(dict[bytes, int]):
    """The index of each text's value in `numerators` and `denominators`; a new text is parsed.

    Examples
    --------
    >>> numbers = Numbers()
    >>> numbers[b"0.1"], numbers[b"1/3"], numbers[b"0.1"]
    (0, 1, 0)
    >>> numbers.denominators
    [10, 3]
    """

    def __init__(self) -> None:
        self.numerators: list[int] = []
        self.denominators: list[int] = []

    def __missing__(self, word: bytes) -> int:
        """Raises ValueError, whose message is a predicate: "is 'x', need a number ..."."""
        whole, _, part = word.partition(b".")
        above, _, below = word.partition(b"/")
        if (whole + part).isdigit() and len(whole + part) <= _MAX_PLAIN_DIGITS:  # ASCII: bytes
            p, q = int(whole + part), 10 ** len(part)
        elif above.isdigit() and below.isdigit() and len(word) <= _MAX_PLAIN_DIGITS and int(below):
            p, q = int(above), int(below)
        else:
            p, q = exact_ratio(word.decode("utf-8", "replace"))
        common = gcd(p, q)
        p, q = p // common, q // common
        self[word] = len(self.numerators)
        self.numerators.append(p)
        self.denominators.append(q)
        return self[word]

    def value(self, word: bytes) -> Fraction:
        """One number."""
        k = self[word]
        return Fraction(self.numerators[k], self.denominators[k])

    def ratios(self) -> Ratios:
        """All the numbers, by index."""
        top, bottom = int_array(self.numerators), int_array(self.denominators)
        return unchecked(Ratios, numerator=top, denominator=bottom)


def checked_rationalize(rationalize: Any) -> None:
    """Refuse a value of the keyword `rationalize` that means nothing."""
    if rationalize is None:
        return
    is_named = rationalize in ("exact", "decimal")
    if not is_named and (
        not isinstance(rationalize, int) or isinstance(rationalize, bool) or rationalize < 1
    ):
        raise ValueError(
            f'rationalize is {rationalize!r}, need "exact", "decimal" or the greatest denominator'
        )


def rational(value: Any, rationalize: Rationalize | None) -> Fraction:
    """The number that a value stands for, a float as `rationalize` says.

    The message of an error is a predicate: the caller puts the place in front.

    Examples
    --------
    >>> rational(0.1, "decimal"), rational(1 / 3, 100), rational(0.25, "exact")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 4))
    """
    is_float = isinstance(value, (float, np.floating)) or getattr(value, "is_Float", False)
    if isinstance(rationalize, int):
        exact = Fraction(*exact_ratio(value, "exact"))
        return exact.limit_denominator(rationalize) if is_float else exact
    try:
        return Fraction(*exact_ratio(value, rationalize))
    except TypeError:
        if not is_float:
            raise
    raise TypeError(
        f'is the float {value}, need an exact number, or rationalize="exact", "decimal" or the '
        "greatest denominator"
    )


def rationals(
    values: Iterable[Any], place: Callable[[int], str], rationalize: Rationalize | None = None
) -> Ratios:
    """The `rational` of each value, computed once for all that are equal.

    In an error message the k-th is called ``place(k)``.
    """
    converted: dict[Hashable, Fraction] = {}
    exact = []
    for k, value in enumerate(values):
        key = type(value), value
        try:
            if key not in converted:
                converted[key] = rational(value, rationalize)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{place(k)} {error}") from None
        exact.append(converted[key])
    return Ratios.from_fractions(exact)


@lru_cache(maxsize=1 << 16)
def number_text(p: int, q: int) -> str:
    """p/q as an integer, a short decimal, or ``p/q`` in lowest terms; q is positive.

    Examples
    --------
    >>> number_text(4, 8), number_text(-2, 6), number_text(3, 1)
    ('0.5', '-1/3', '3')
    """
    value = Fraction(p, q)
    p, q = value.numerator, value.denominator
    if q == 1:
        return integer_string(p)
    if 10**_MAX_DECIMAL_PLACES % q == 0:
        return decimal_string(p, q, _MAX_DECIMAL_PLACES).rstrip("0")
    return f"{integer_string(p)}/{integer_string(q)}"


def probabilities_of(model: Model) -> Ratios:
    """The probability of every branch."""
    denominator = model.denominator[model.choice_of]
    return unchecked(Ratios, numerator=model.weight, denominator=denominator)


def ratio_texts(ratios: Ratios) -> list[str]:
    """`number_text` of each."""
    pairs = zip(ratios.numerator.tolist(), ratios.denominator.tolist(), strict=True)
    return [number_text(p, q) for p, q in pairs]
