"""Models: states with actions, and choices with branches; as a file or a rule has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd
from typing import Any, NamedTuple

from .reading import MalformedCertificate, fields, integers, items, naturals, need, rational


class Layout(NamedTuple):
    """States with actions, and choices with branches, in compressed rows.

    State s has the actions first[s] : first[s + 1], action[k] being the choice that action k is;
    choice c has the branches begin[c] : begin[c + 1], each with a target and a weight.
    """

    first: Sequence[int]
    action: Sequence[int]
    begin: Sequence[int]
    target: Sequence[int]
    weight: Sequence[int]
    sums: Sequence[Any] = (1, 1)  # of a file's probabilities, which were divided by them


class Game(NamedTuple):
    """A process as a named rule states it; to end the play is the goal."""

    layout: Layout
    reward: Sequence[Fraction]  # of choices
    start: Sequence[int]
    words: Mapping[tuple[str, str], str]  # objective and sense: what is asked, in words
    rules: str  # in words


def read_layout(model: Any) -> Layout:
    """An explicit model in its normal form.

    `actions` and `branches` are how many a state and a choice has, `choice` which one each action
    is, or empty where action k is choice k. Targets increase; weights have no common divisor.
    `normalised` are the least and the greatest sum by which a file's probabilities were divided.
    """
    fields(model, "branches choice normalised? options rule target weight", "model")
    actions = naturals(model["options"], "options")
    branches = naturals(model["branches"], "branches")
    target = naturals(model["target"], "target", len(actions))
    weight = integers(model["weight"], "weight", len(target))
    choice = naturals(model["choice"], "choice", len(branches))
    every = list(range(len(branches)))
    normal = not choice or (choice != every and len({*choice}) >= len(every))
    need(normal, "choice: each is an action; [] where action k is choice k")
    first, begin = [0, *accumulate(actions)], [0, *accumulate(branches)]
    add_up = first[-1] == len(choice or every) and begin[-1] == len(target)
    need(add_up, "model: options and branches do not add up")
    if 0 in actions:
        raise MalformedCertificate(f"options: state {actions.index(0)} has none")
    if wrong := {b for b, (s, t) in enumerate(pairwise(target), 1) if s >= t} - {*begin}:
        raise MalformedCertificate(f"target: branch {min(wrong)} is not after the one before")
    need(min(weight, default=1) > 0, "weight: need positive")
    rows = [(c, i, j) for c, (i, j) in enumerate(pairwise(begin)) if 1 not in weight[i:j]]
    if shared := [c for c, i, j in rows if gcd(*weight[i:j]) > 1]:
        raise MalformedCertificate(f"weight: choice {shared[0]}: need no common divisor")
    sums: Any = [rational(n, "sums") for n in items(model.get("normalised", []), "sums")] or [1, 1]
    divided = 0 < sums[0] <= sums[-1] and 1 not in sums and len(sums) == 2
    need(divided or "normalised" not in model, "sums: need the least and the greatest, not 1")
    return Layout(first, choice or every, begin, target, weight, sums)
