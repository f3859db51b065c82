"""Models: states with options, and choices with branches; as a file or a rule has them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from .reading import MalformedCertificate, fields, integers, naturals


@dataclass(frozen=True)
class Layout:
    """States with options, and choices with branches, in compressed rows.

    State s has the options first[s] : first[s + 1], option[k] being the choice that option k is;
    choice c has the branches begin[c] : begin[c + 1], each with a target and a weight.
    """

    first: Sequence[int]
    option: Sequence[int]
    begin: Sequence[int]
    target: Sequence[int]
    weight: Sequence[int]


@dataclass(frozen=True)
class Game:
    """A process as a named rule states it; to end the play is the goal."""

    layout: Layout
    reward: Sequence[Fraction]  # of choices
    start: Sequence[int]
    words: Mapping[tuple[str, str], str]  # objective and sense: what is asked, in words
    rules: str  # in words


def read_layout(model: Any) -> Layout:
    """An explicit model in its normal form.

    `options` and `branches` are how many a state and a choice has, `choice` which one each option
    is, or empty where option k is choice k. Targets increase; weights have no common divisor.
    """
    fields(model, "branches choice options rule target weight", "model")
    options = naturals(model["options"], "options")
    branches = naturals(model["branches"], "branches")
    target = naturals(model["target"], "target", len(options))
    weight = integers(model["weight"], "weight", len(target))
    option: Sequence[int] = naturals(model["choice"], "choice", len(branches))
    if 0 in options:
        raise MalformedCertificate(f"options: state {options.index(0)} has none")
    if option and (option == list(range(len(branches))) or len({*option}) < len(branches)):
        raise MalformedCertificate("choice: each is an option; [] where option k is choice k")
    option = option or range(len(branches))
    first, begin = [0, *accumulate(options)], [0, *accumulate(branches)]
    if first[-1] != len(option) or begin[-1] != len(target):
        raise MalformedCertificate("model: options and branches do not add up")
    starts = {*begin}
    for b, (s, t) in enumerate(pairwise(target), 1):
        if s >= t and b not in starts:
            raise MalformedCertificate(f"target: branch {b} is not after the one before")
    for c, (i, j) in enumerate(pairwise(begin)):
        own = weight[i:j]
        if own and (min(own) <= 0 or math.gcd(*own) > 1):
            raise MalformedCertificate(f"weight: choice {c}: need positive, no common divisor")
    return Layout(first, option, begin, target, weight)
