"""Exact rationals in bulk: rewards of choices and branches, rates.

A number is an int, a Fraction or a text such as "1/3"; floats are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.linalg.integers import int_array, product
from exactbox.mdp.layout import Array, PerBranch, PerChoice, reduced
from exactbox.mdp.validation import freeze, owned


@dataclass(frozen=True, eq=False)
class Ratios:
    """Exact rationals ``numerator[k] / denominator[k]``, read-only.

    Attributes
    ----------
    numerator : (n,) int64, or objects where integers are longer
    denominator : (n,) the same, positive
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
    def of(cls, values: Iterable[Fraction]) -> Ratios:
        """Of Fractions or ints."""
        kept = list(values)
        return cls(
            freeze(int_array([v.numerator for v in kept])),
            freeze(int_array([v.denominator for v in kept])),
        )

    def __len__(self) -> int:
        return len(self.numerator)

    def __getitem__(self, k: int) -> Fraction:
        return Fraction(int(self.numerator[k]), int(self.denominator[k]))


@dataclass(frozen=True, eq=False)
class Rewards(Ratios):
    """The expected reward of choice c is ``numerator[c] / denominator[c]``.

    Attributes
    ----------
    numerator, denominator : (C,) as `Ratios`
    branch : Ratios of B entries, optional
        Where the reward depends on the branch that is taken: what each one brings, of which the
        above are the expectations. Expected totals need only these; the distribution of a total,
        or a bound on it, needs the branches.
    """

    branch: Ratios | None = None

    def __post_init__(self) -> None:
        try:
            super().__post_init__()
        except (TypeError, ValueError) as error:
            raise type(error)(f"rewards: {error}") from None

    @classmethod
    def of_branches(
        cls, branch_start: PerChoice, weight: PerBranch, denominator: PerChoice, branch: Ratios
    ) -> Rewards:
        """The expectations sum_b weight(b) reward(b) / denominator(c) of rewards of branches."""
        choice = np.repeat(np.arange(len(denominator)), np.diff(branch_start))
        common = reduced(np.lcm, branch.denominator.astype(object), branch_start, 1)
        scaled = product(branch.numerator, common[choice] // branch.denominator)
        total = reduced(np.add, product(weight, scaled).astype(object), branch_start, 0)
        pairs = zip(total.tolist(), common.tolist(), denominator.tolist(), strict=True)
        expected = [Fraction(n, d * over) for n, d, over in pairs]
        return cls(
            int_array([r.numerator for r in expected]),
            int_array([r.denominator for r in expected]),
            branch,
        )


def exact_number(value: Any) -> Fraction:
    """The number that an int, a Fraction or a text is; a float is refused.

    Examples
    --------
    >>> exact_number("0.1")
    Fraction(1, 10)
    """
    need = "need an int, a Fraction, or a text such as '1/3'"
    if isinstance(value, float):
        raise ValueError(f"{value!r} is a float, {need}")
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{value!r} is not a number, {need}") from None
    except TypeError:
        raise TypeError(f"{value!r} is a {type(value).__name__}, {need}") from None
