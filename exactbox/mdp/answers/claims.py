"""Claims about the values of an answer: thresholds, filters and sets of states, and their proofs.

A certificate of kind "property" holds a claim, the question whose values it speaks of, and that
question's witness; `exactbox.checker.property` says what each claim means, and decides it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from exactbox.certificate import encode_ratio
from exactbox.mdp.exact.values import Values
from exactbox.mdp.model.layout import Array, PerState

COMPARING = ("forall", "exists", "count", "set")  # take a relation and a bound


class Statable(Protocol):
    """An answer whose question may be asked from other states than the model's initial ones."""

    def stated(self, start: Array | None = None) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """The kind of its certificate, the question from these states, and the witness."""


def claim_of(
    filter: str,
    *,
    relation: str | None = None,
    bound: Fraction | int | None = None,
    complement: bool = False,
    states: Sequence[int] | Array | None = None,
) -> dict[str, Any]:
    """A claim in the normal form of certificates.

    The filters "forall" (a threshold), "exists", "count" and "set" compare with a bound; "max",
    "min", "sum", "avg", "range", "argmax", "argmin", "first" and "print" do not. With
    ``complement`` the claim is about 1 minus the value, as that of G is about F of the opposite.
    ``states``, in increasing order, are those of a "set": those that satisfy it, as `satisfying`
    finds them.

    Examples
    --------
    >>> claim_of("forall", relation=">=", bound=Fraction(1, 2))
    {'complement': 0, 'filter': 'forall', 'bound': [1, 2], 'relation': '>='}
    """
    if (filter in COMPARING) != (relation is not None and bound is not None):
        raise ValueError(f"{filter}: need a relation and a bound for {', '.join(COMPARING)}")
    if (filter == "set") != (states is not None):
        raise ValueError(f"{filter}: need states for a set, and for nothing else")
    claim: dict[str, Any] = {"complement": int(complement), "filter": filter}
    if bound is not None:
        claim["bound"] = encode_ratio(*Fraction(bound).as_integer_ratio())
        claim["relation"] = relation
    if states is not None:
        claim["states"] = [int(s) for s in states]
    return claim


def satisfying(
    values: Values, relation: str, bound: Fraction | int, *, complement: bool = False
) -> PerState:
    """The states s where v(s) REL bound, or 1 - v(s) REL bound, by exact comparison.

    Examples
    --------
    >>> from exactbox.mdp import Model, reach
    >>> toss = Model([0, 1, 2, 3], [0, 2, 3, 4], [1, 2, 1, 2], [1, 1, 1, 1], [2, 1, 1])
    >>> answer = reach(toss, np.array([False, True, False]), "max")
    >>> satisfying(answer.values, ">=", Fraction(1, 2))
    array([ True,  True, False])
    """
    entries, at = np.unique(values.at, return_inverse=True)
    finite: list[Fraction] = [values.x[int(k)] for k in entries]
    truths = [is_so(1 - v if complement else v, relation, bound) for v in finite]
    infinite = not complement and is_so(values.infinity, relation, bound)
    holds: PerState = np.where(values.infinite, infinite, np.array(truths, dtype=bool)[at])
    return holds


def is_so(value: Any, relation: str, bound: Fraction | int) -> bool:
    """Return whether one value, a Fraction or infinite, satisfies the relation."""
    truths = {">=": value >= bound, ">": value > bound, "<=": value <= bound, "<": value < bound}
    return bool(truths[relation])


def claimed(
    answer: Statable, claim: dict[str, Any], start: Array | None = None
) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The kind "property", the question and the witness of a claim about an answer.

    The claim, from `claim_of`, is about the model's initial states, or about `start`, in increasing
    order. `exactbox.certificate.certificate_pieces` writes it; `exactbox.check` verifies it, and
    computes the result.
    """
    kind, of, witness = answer.stated(start)
    return "property", {"claim": claim, "of": {"kind": kind, "question": of}}, witness
