"""Thresholds and filters: what comparisons and sums of long values take is paid here."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import inf
from typing import Any

from .. import property as plain
from ..claim import Claim, Value
from ..reading import Json
from .budget import VISIT, Budget, key
from .timed import bits_of


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The check of `..property`, the other question's being this one, with its kernel."""

    def check_of(kind: str, inner: Any, proof: Any) -> Claim:
        claim: Claim = import_module(f".{kind}", __package__).check(inner, proof, budget)
        pay_for_comparisons(claim, question["claim"], budget)
        return claim

    return plain.check(question, witness, check_of, partial(total_of, budget=budget))


def pay_for_comparisons(inner: Claim, claim: Json, budget: Budget) -> None:
    """Pay for 1 - v, and to compare it with the bound, or with another value."""
    among_them = claim["filter"] in ("max", "min", *plain.EXACT)
    for name in {"values", "lower", "upper"} & inner.facts.keys():
        sizes = [bits(v) for v in inner.facts[name]]
        most = max(sizes) if among_them else bits_of(claim.get("bound", 0))
        budget.spend(VISIT * len(sizes))
        for size in sizes:
            budget.keep(size // 8 * claim["complement"])
            budget.product(size, most, 4)


def total_of(values: Sequence[Value], budget: Budget) -> Value:
    """The sum of values."""
    over: dict[Any, tuple[int, int]] = {}  # the sum of the numerators, and their denominator
    for value in values:
        if not isinstance(value, Fraction):
            return inf
        q = value.denominator
        p, _ = over.get(key(q), (0, q))
        over[key(q)] = p + value.numerator, q
    total = Fraction(0)
    for p, q in over.values():
        more = p.bit_length() + q.bit_length()
        size = bits(total) + more
        budget.divisor(more, more)
        budget.product(size, more, 3)
        budget.divisor(size, size)
        total += Fraction(p, q)
    return total


def bits(value: Value) -> int:
    """Bits of numerator and denominator."""
    return sum(map(int.bit_length, value.as_integer_ratio())) if isinstance(value, Fraction) else 1
