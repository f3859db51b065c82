"""Exact numbers in bulk: texts and floats to ratios, ratios to weights over a common denominator.

A model repeats few numbers many times, so every text and every float is converted once. The
probabilities of a choice become integers over the lcm of their denominators, in int64 where a
bound shows that nothing overflows, and in Python's integers elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import gcd, isfinite, lcm
from typing import Any, Literal

import numpy as np

from exactbox.decimals import decimal_string, integer_string
from exactbox.linalg.entries import exact_ratio
from exactbox.linalg.integers import INT64_MAX, int_array, narrowest
from exactbox.mdp.layout import Array
from exactbox.mdp.model import Model
from exactbox.mdp.rewards import Rewards
from exactbox.mdp.validation import check_targets, check_weights, freeze

Rationalize = Literal["exact", "decimal"] | int

_SHORT = 18  # digits that are parsed without a look at their form
_DIGITS = 15  # after the point: a longer decimal is written p/q
_SCALE = 10**_DIGITS


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
        p, q = _plain_ratio(word) or exact_ratio(word.decode("utf-8", "replace"))
        self[word] = len(self.numerators)
        self.numerators.append(p)
        self.denominators.append(q)
        return self[word]

    def value(self, word: bytes) -> Fraction:
        """One number."""
        k = self[word]
        return Fraction(self.numerators[k], self.denominators[k])

    def take(self, indices: Array) -> tuple[Array, Array]:
        """Numerators and denominators at these indices."""
        return int_array(self.numerators)[indices], int_array(self.denominators)[indices]


def _plain_ratio(word: bytes) -> tuple[int, int] | None:
    """The ratio that short digits, with a point or a slash, stand for: most words, and quickly."""
    whole, _, part = word.partition(b".")
    digits = whole + part
    if digits.isdigit() and len(digits) <= _SHORT:  # ASCII only, as these are bytes
        p, q = int(digits), 10 ** len(part)
    else:
        whole, _, part = word.partition(b"/")
        if not (whole.isdigit() and part.isdigit() and len(word) <= _SHORT and int(part)):
            return None
        p, q = int(whole), int(part)
    common = gcd(p, q)
    return p // common, q // common


def checked_rationalize(rationalize: Any, *, required: bool) -> None:
    """Refuse a value of the keyword `rationalize` that means nothing."""
    if rationalize is None and not required:
        return
    known = rationalize in ("exact", "decimal")
    if not known and (
        not isinstance(rationalize, int) or isinstance(rationalize, bool) or rationalize < 1
    ):
        raise ValueError(
            f'rationalize is {rationalize!r}, need "exact", "decimal" or the greatest denominator'
        )


def rational(value: Any, rationalize: Rationalize | None) -> Fraction:
    """The number that a value stands for, a float as `rationalize` says.

    Raises
    ------
    TypeError, ValueError
        The message is a predicate: the caller puts the place in front.

    Examples
    --------
    >>> rational(0.1, "decimal"), rational(1 / 3, 100), rational(0.25, "exact")
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 4))
    """
    if not isinstance(value, (float, np.floating)):
        return Fraction(*exact_ratio(value))
    if not isfinite(value):
        raise ValueError(f"is {value}, need a finite number")
    if rationalize is None:
        raise TypeError(
            f'is the float {value}, need an exact number, or rationalize="exact", "decimal" or the '
            "greatest denominator"
        )
    if rationalize == "decimal":
        return Fraction(Decimal(str(value)))
    exact = Fraction(*value.as_integer_ratio())
    return exact if rationalize == "exact" else exact.limit_denominator(int(rationalize))


class Rationals:
    """What `rational` says of each value, asked once."""

    def __init__(self, rationalize: Rationalize | None) -> None:
        self._rationalize = rationalize
        self._known: dict[Hashable, Fraction] = {}

    def __call__(self, value: Any, place: Callable[[], str]) -> Fraction:
        key = (type(value), value)
        found = self._known.get(key)
        if found is None:
            try:
                found = self._known[key] = rational(value, self._rationalize)
            except (TypeError, ValueError) as error:
                raise type(error)(f"{place()} {error}") from None
        return found


def ratio_arrays(values: Iterable[Fraction]) -> tuple[Array, Array]:
    """Numerators and denominators."""
    kept = list(values)
    return int_array([v.numerator for v in kept]), int_array([v.denominator for v in kept])


def rewards(values: Iterable[Fraction]) -> Rewards:
    """Rewards of the choices, one value each."""
    return Rewards(*ratio_arrays(values))


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
    if _SCALE % q == 0:
        return decimal_string(p, q, _DIGITS).rstrip("0")
    return f"{integer_string(p)}/{integer_string(q)}"


def probability_texts(model: Model) -> list[str]:
    """The probability of every branch."""
    denominators = np.repeat(model.denominator, np.diff(model.branch_start))
    return [
        number_text(p, q) for p, q in zip(model.weight.tolist(), denominators.tolist(), strict=True)
    ]


def reward_texts(given: Rewards) -> list[str]:
    """The reward of every choice."""
    pairs = zip(given.numerator.tolist(), given.denominator.tolist(), strict=True)
    return [number_text(p, q) for p, q in pairs]


def weights(
    where: Callable[[int], str],
    states: int,
    branch_start: Array,
    target: Array,
    numerator: Array,
    denominator: Array,
) -> tuple[Array, Array]:
    """Check the branches of every choice and bring them over one denominator.

    Parameters
    ----------
    where : callable
        What to call choice c in an error message: the file, the line, the state.
    states : int
    branch_start : (C + 1,) int64
    target : (B,) int64
    numerator, denominator : (B,) integers
        Of the probabilities, in lowest terms.

    Returns
    -------
    weight : (B,) integers
    denominator : (C,) integers
        The lcm of the branches' denominators.

    Raises
    ------
    ValueError
        A choice has no target, one that is no state or one twice, a probability that is not
        positive, or probabilities that do not add up to 1.
    """
    lengths = np.diff(branch_start)
    if (lengths == 0).any():
        raise ValueError(f"{where(int(np.argmin(lengths)))}: found no target, need one")
    check_targets(states, branch_start, target, where)
    weight, common = _over_common(branch_start, lengths, numerator, denominator)
    check_weights(branch_start, target, weight, common, where)
    return freeze(narrowest(weight)), freeze(narrowest(common))


def _over_common(
    branch_start: Array, lengths: Array, numerator: Array, denominator: Array
) -> tuple[Array, Array]:
    if not _fits(lengths, numerator, denominator):
        numerator, denominator = numerator.astype(object), denominator.astype(object)
    common = np.lcm.reduceat(denominator, branch_start[:-1])
    return numerator * (np.repeat(common, lengths) // denominator), common


def _fits(lengths: Array, numerator: Array, denominator: Array) -> bool:
    """Whether every weight and every choice's sum of weights is sure to be an int64."""
    if object in (numerator.dtype, denominator.dtype):
        return False
    # a probability is at most 1, so its weight is at most the common denominator
    below = (-denominator <= numerator).all() and (numerator <= denominator).all()
    factor = 1 if below else max(int(numerator.max()), -int(numerator.min()))
    bound = INT64_MAX // (factor * int(lengths.max()))
    common = 1
    for d in np.unique(denominator).tolist():
        common = lcm(common, d)
        if common > bound:
            return False
    return True


def sums(choices: int, choice: Array, numerator: Array, denominator: Array) -> Rewards:
    """The rewards of every choice added up; term k belongs to choice[k], and there may be none."""
    choice = np.concatenate([np.arange(choices), choice])
    numerator = np.concatenate([np.zeros(choices, dtype=np.int64), numerator])
    denominator = np.concatenate([np.ones(choices, dtype=np.int64), denominator])
    order = np.argsort(choice, kind="stable")
    lengths = np.bincount(choice, minlength=choices)
    start = np.concatenate([[0], np.cumsum(lengths)])
    term, common = _over_common(start, lengths, numerator[order], denominator[order])
    total = np.add.reduceat(term, start[:-1])
    shared = np.gcd(total, common)
    return Rewards(narrowest(total // shared), narrowest(common // shared))
