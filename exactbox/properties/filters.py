"""Filters of properties: their names, arguments and results.

The checker calculates the same again (`exactbox.checker.property`).

Source: the PRISM manual, *Property specification: filters*, 4.8.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactbox.mdp.answers.claims import is_so
from exactbox.properties.result import Count, Number, Range, Result, States, Truth, exact_number

OF_NUMBERS = ("max", "min", "sum", "avg", "range", "argmax", "argmin", "first", "print")
OF_TRUTH = ("forall", "exists", "count", "first", "print")
OF_ONE = ("max", "min", "sum", "avg", "first", "print")  # of one state its value
OVER = {  # of several values, in words
    "max": "maximum",
    "min": "minimum",
    "sum": "sum",
    "avg": "mean",
    "range": "least and greatest",
    "argmax": "where the greatest",
    "argmin": "where the least",
}
WHETHER = {
    "forall": "whether",
    "exists": "whether in one state or more",
    "count": "in how many states",
    "print": "in which states",
}
SPELLED = {"printall": "print", "state": "first"}


def holds(ends: tuple[Any, Any], relation: str, bound: Fraction) -> bool | None:
    """Return whether a value satisfies the relation; None where its bounds leave that open."""
    of_low, of_high = (is_so(end, relation, bound) for end in ends)
    return of_low if of_low == of_high else None


def filter_truths(function: str, start: list[int], true: list[bool]) -> Result:
    """The result of a filter of what is true or false of several states."""
    if function == "forall":
        return Truth(all(true))
    if function == "exists":
        return Truth(any(true))
    if function == "count":
        return Count(sum(true), len(start))
    return States([s for s, holds in zip(start, true, strict=True) if holds], true)


def filter_values(function: str, values: list[Number], start: list[int]) -> Result:
    """The result of a filter of the values of several states."""
    if function == "range":
        return Range(min(values), max(values))
    if function in ("argmax", "argmin"):
        best = max(values) if function == "argmax" else min(values)
        return States([s for s, value in zip(start, values, strict=True) if value == best])
    return exact_number(reduce_values(function, values))


def reduce_values(function: str, values: Sequence[Number]) -> Number:
    """The one number that a filter makes of the values of several states."""
    if function in ("max", "min"):
        return max(values) if function == "max" else min(values)
    if function in ("sum", "avg"):
        total = sum(values, Fraction(0))
        return total if function == "sum" else total / len(values)
    return values[0]
