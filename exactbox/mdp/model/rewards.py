"""Exact rationals in bulk: rewards of choices and branches, rates.

A number is an int, a Fraction or a text such as "1/3"; floats that are not whole are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import Any, NamedTuple, Self

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.linalg.matrices.entries import exact_ratio, is_whole_float
from exactbox.linalg.matrices.integers import (
    INT64_MAX,
    fits,
    int_array,
    largest,
    narrowest,
    product,
)
from exactbox.mdp.model.layout import (
    Array,
    PerBranch,
    PerChoice,
    reduce_frozen,
    reduced,
    replace_parts,
    unchecked,
)
from exactbox.mdp.model.validation import freeze, owned
from exactbox.showing import counted, show

MAX_SHOWN_NUMBERS = 8  # in a line
_MAX_PYTHON_DIGITS = 4000  # of a number that Python reads: it refuses more than 4,300


@dataclass(frozen=True, eq=False, repr=False)
class Ratios:
    """Exact rationals ``numerator[k] / denominator[k]``, read-only.

    Both are int64, or objects where integers are longer; denominators are positive.
    """

    numerator: Array
    denominator: Array

    def __post_init__(self) -> None:
        for name in ("numerator", "denominator"):
            object.__setattr__(self, name, owned(name, getattr(self, name)))
        if len(self.numerator) != len(self.denominator):
            raise ValueError(
                f"{len(self.numerator)} numerators and {len(self.denominator)} denominators, "
                "need as many"
            )
        if (self.denominator <= 0).any():
            c = int(np.argmax(self.denominator <= 0))
            raise ValueError(f"the denominator {c} is {self.denominator[c]}, need 1 or more")

    @classmethod
    def from_fractions(cls, values: Iterable[Fraction]) -> Self:
        """Ratios of Fractions or ints."""
        exact = list(values)
        try:
            top = int_array([v.numerator for v in exact])
            bottom = int_array([v.denominator for v in exact])
        except AttributeError:
            k = next(k for k, v in enumerate(exact) if not isinstance(v, Rational))
            raise TypeError(f"number {k} is {show(exact[k])}, need a Fraction or an int") from None
        return unchecked(cls, numerator=top, denominator=bottom)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_frozen(self)

    def __repr__(self) -> str:
        first = ", ".join(str(self[k]) for k in range(min(len(self), MAX_SHOWN_NUMBERS)))
        more = f", ... {len(self):,} in all" if len(self) > MAX_SHOWN_NUMBERS else ""
        return f"{type(self).__name__}([{first}{more}])"

    def __len__(self) -> int:
        return len(self.numerator)

    def __getitem__(self, k: int) -> Fraction:
        return Fraction(int(self.numerator[k]), int(self.denominator[k]))

    def only(self, which: Array) -> Ratios:
        """The ratios at these indices, in their order."""
        top, bottom = narrowest(self.numerator[which]), narrowest(self.denominator[which])
        return unchecked(Ratios, numerator=top, denominator=bottom)


@dataclass(frozen=True, eq=False, repr=False)
class Rewards(Ratios):
    """The expected reward of choice c is ``numerator[c] / denominator[c]``.

    Attributes
    ----------
    branch : Ratios of B entries, optional
        Where the reward depends on the branch that is taken: the reward of each, of which the
        above are the expectations. Expected totals need only these; the distribution of a total, or
        a bound on it, needs the branches.
    rate : Ratios of C entries, optional
        What accrues in a unit of time while the choice's clock runs, beside the above, which is
        had at once. In a model without rates a step takes a unit of time.
    averaged : bool
        Branches of some choice bring different rewards, of which only the expectation is known.
    name : str, optional
        What certificates call them. The rewards of a `Model` have the names that it gives them.
    """

    branch: Ratios | None = None
    rate: Ratios | None = field(default=None, kw_only=True)
    averaged: bool = field(default=False, kw_only=True)
    name: str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        try:
            super().__post_init__()
        except (TypeError, ValueError) as error:
            raise type(error)(f"rewards: {error}") from None
        if self.rate is not None:
            if not isinstance(self.rate, Ratios):
                raise TypeError(f"rewards: rate: got a {type(self.rate).__name__}, need Ratios")
            if len(self.rate) != len(self):
                raise ValueError(f"rewards: rate of {len(self.rate)} choices, need {len(self)}")

    def named(self, name: str) -> Rewards:
        """The rewards by this name."""
        return self if self.name == name else replace_parts(self, name=name)

    def expected(self, rates: Ratios | None) -> Rewards:
        """(C,) r: the impulse of every choice, and what accrues while it lasts.

        Examples
        --------
        >>> Rewards([1], [1], rate=Ratios([2], [1])).expected(Ratios([4], [1]))[0]
        Fraction(3, 2)
        """
        if self.rate is None:
            return self
        tau = times(rates, len(self))
        parts = self.numerator, self.denominator, self.rate.numerator, self.rate.denominator
        i, d, a, e, t, u = (p.astype(object) for p in (*parts, tau.numerator, tau.denominator))
        p, q = i * e * u + a * t * d, d * e * u  # i/d + a/e t/u
        shared = np.gcd(p, q)
        return Rewards(freeze(narrowest(p // shared)), freeze(narrowest(q // shared)))

    def is_named(self, other: Rewards) -> bool:
        """Return True where the other has the same arrays, so that at most its name differs."""
        arrays = ("numerator", "denominator", "branch", "rate")
        return all(getattr(self, each) is getattr(other, each) for each in arrays)

    def of_choices(self, choices: PerChoice, branches: PerBranch | None = None) -> Rewards:
        """The rewards of these choices; of their branches only if these are given."""
        mine = self.only(choices)
        return unchecked(
            Rewards,
            numerator=mine.numerator,
            denominator=mine.denominator,
            branch=None if self.branch is None or branches is None else self.branch.only(branches),
            rate=None if self.rate is None else self.rate.only(choices),
            averaged=self.averaged,
            name=self.name,
        )

    @classmethod
    def from_branches(
        cls, branch_start: PerChoice, weight: PerBranch, denominator: PerChoice, branch: Ratios
    ) -> Rewards:
        """The expectations sum_b weight(b) reward(b) / denominator(c) of rewards of branches.

        These are kept beside them where a choice has branches of different rewards.
        """
        scaled, common = over_common(branch_start, branch.numerator, branch.denominator)
        most = reduced(np.maximum, scaled, branch_start, 0)
        least = reduced(np.minimum, scaled, branch_start, 0)
        if not fits(scaled, denominator):  # sum_b weight(b) |scaled(b)| <= denominator max |scaled|
            scaled = scaled.astype(object)
        total = reduced(np.add, weight * scaled, branch_start, 0)  # sum_b w(b) r(b) D(c)
        whole = product(denominator, common)  # d(c) D(c)
        shared = np.gcd(total, whole)
        return unchecked(
            cls,
            numerator=narrowest(total // shared),
            denominator=narrowest(whole // shared),
            branch=branch if (least < most).any() else None,
        )


class Normalised(NamedTuple):
    """The choices whose probabilities a reader has divided by their sums: how many, and the least
    and the greatest of these sums."""

    choices: int
    least: Fraction
    greatest: Fraction

    def words(self) -> str:
        """The choices and sums in words."""
        ends = [fraction_string(each) for each in (self.least, self.greatest)]
        by = f"sum {ends[0]}" if ends[0] == ends[1] else f"sums, from {ends[0]} to {ends[1]}"
        return f"the probabilities of {counted(self.choices, 'choice')} divided by their {by}"


def times(rates: Ratios | None, choices: int) -> Ratios:
    """(C,) tau: the expected time of every choice, a step being the unit where there are no rates.

    Examples
    --------
    >>> tau = times(Ratios([5, 0], [2, 1]), 2)
    >>> tau[0], tau[1]
    (Fraction(2, 5), Fraction(0, 1))
    """
    if rates is None:
        ones = freeze(np.ones(choices, dtype=np.int64))
        return Ratios(ones, ones)
    p, q = rates.numerator, rates.denominator
    immediate = p == 0
    return Ratios(np.where(immediate, 0, q), np.where(immediate, 1, p))


def name_of(rewards: Rewards, default: str = "reward") -> str:
    """The name of these rewards in certificates."""
    return default if rewards.name is None else rewards.name


def over_common(start: Array, numerator: Array, denominator: Array) -> tuple[Array, Array]:
    """The ratios start[r]:start[r + 1] of every row r, over the least denominator they share.

    The sum of a row's new numerators does not overflow.
    """
    lengths = np.diff(start)
    is_int64 = object not in (numerator.dtype, denominator.dtype)
    if is_int64:
        # |n(k)| <= d(k), as with probabilities: the numerator over D is at most D
        below = (-denominator <= numerator).all() and (numerator <= denominator).all()
        size = 1 if below else largest(numerator)
        bound = INT64_MAX // (int(lengths.max(initial=1)) * size)
        multiple, ordered = 1, np.sort(denominator)  # np.unique takes longer, and loads numpy.ma
        for d in ordered[np.diff(ordered, prepend=0) > 0].tolist():
            multiple = lcm(multiple, d)  # of all denominators, a multiple of each row's D
            if multiple > bound:
                is_int64 = False
                break
    if not is_int64:
        numerator, denominator = numerator.astype(object), denominator.astype(object)
    common = reduced(np.lcm, denominator, start, 1)  # D(r) = lcm of d(k)
    scaled = numerator * (np.repeat(common, lengths) // denominator)  # n(k) D(r) / d(k)
    return scaled, common


def added(a: Ratios, b: Ratios) -> Ratios:
    """a(k) + b(k) for every k, in lowest terms."""
    top = np.column_stack([a.numerator, b.numerator]).ravel()
    bottom = np.column_stack([a.denominator, b.denominator]).ravel()
    scaled, common = over_common(2 * np.arange(len(a) + 1), top, bottom)  # rows a(k), b(k)
    total = scaled[::2] + scaled[1::2]  # (a(k) + b(k)) common(k)
    shared = np.gcd(total, common)
    top, bottom = narrowest(total // shared), narrowest(common // shared)
    return unchecked(Ratios, numerator=top, denominator=bottom)


def exact_number(value: Any) -> Fraction:
    """The value of an int, a Fraction, a text or a whole float; other floats are refused.

    Examples
    --------
    >>> exact_number("0.1")
    Fraction(1, 10)
    """
    need = "need an int, a Fraction, or a text such as '1/3'"
    if is_whole_float(value):
        return Fraction(int(value))
    if isinstance(value, float):
        raise ValueError(f"{value!r} is a float, {need}")
    try:
        if isinstance(value, str) and len(value) > _MAX_PYTHON_DIGITS:
            return Fraction(*exact_ratio(value))
        return Fraction(value)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{show(value)} is not a number, {need}") from None
    except TypeError:
        raise TypeError(f"{show(value)} is a {type(value).__name__}, {need}") from None
