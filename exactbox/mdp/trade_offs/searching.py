"""Which weights to ask for next: the facets of what is known, or the duals of a linear program.

Each optimum of a weighted sum either proves the line that its weights are the normal of, or has a
policy whose point is beyond it. Points are those of finitely many policies, so both searches end.

Symbols: d objectives; z points, so that more is better; b bounds; w weights; s shares of policies.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from exactbox.lp.asking import linprog
from exactbox.mdp.trade_offs.supports import Supports, dot
from exactbox.mdp.trade_offs.weighted import Optimizer, Optimum, Point
from exactbox.progress import report

Bounds = Sequence[Fraction | None]


class Mixture(NamedTuple):
    """Policies, by their optima, each drawn with the probability of its share."""

    optima: list[Optimum]
    shares: list[Fraction]


class Search(NamedTuple):
    """The result of a search: a mixture, or none; the optimum whose weights bound all policies."""

    mixture: Mixture | None
    bound: Optimum | None
    inside: Mixture | None = None  # which keeps to strict bounds


def unit(i: int, d: int) -> Point:
    """The weights of objective i alone."""
    return tuple(Fraction(i == j) for j in range(d))


def pareto_curve(optimizer: Optimizer, d: int) -> tuple[list[Optimum], list[Optimum]]:
    """The optima of the vertices, each once, and those of all facets."""
    first = optimizer.best(unit(0, d))
    supports, of_point = Supports(first.point), {first.point: first}
    proved: dict[Point, Optimum] = {first.weights: first}
    for i in range(1, d):
        proved[unit(i, d)] = found = optimizer.best(unit(i, d))
        if found.point not in of_point:
            supports.add(found.point)
        of_point.setdefault(found.point, found)
    while True:
        facets = supports.facets
        beyond = next((w for w, top in facets if w not in proved or proved[w].value > top), None)
        if beyond is None:
            break
        found = proved.get(beyond) or optimizer.best(beyond)
        proved[beyond] = found
        if found.point not in of_point:
            supports.add(found.point)
            of_point[found.point] = found
        report("weights", len(proved), 0)
    facets = supports.facets
    return [of_point[z] for z in supports.vertices()], [proved[w] for w, _ in facets]


class Best(NamedTuple):
    """The best mixture of policies that are known, and the weights that say so."""

    value: Fraction
    mixture: Mixture
    weights: list[Fraction]  # the duals of the bounds; 1 of z_0, where that is what is best
    kept: Fraction  # sum w_i b_i


def best_mixture(known: list[Optimum], bounds: Bounds, slack_of: Collection[int] = ()) -> Best:
    """Maximise z_0 of mixtures that keep to the bounds, or by how much they keep to some.

    With some: maximise t <= 1, where  sum_j s_j z_j,i >= b_i + t  for i in these.
    """
    asked = [i for i, b in enumerate(bounds) if b is not None]
    t = int(bool(slack_of))  # columns: s, and t where it is asked
    answer = linprog(
        [0] * len(known) + [1] if t else [each.point[0] for each in known],
        A_ub=[[-each.point[i] for each in known] + [int(i in slack_of)] * t for i in asked],
        b_ub=[-Fraction(bounds[i] or 0) for i in asked],
        A_eq=[[1] * len(known) + [0] * t],
        b_eq=[1],
        bounds=[(0, None)] * len(known) + [(None, 1)] * t,
        maximize=True,
    )
    if answer.x is None or answer.duals is None:
        raise ArithmeticError(f"the program about mixtures of policies is {answer.status}")
    weights = [Fraction(i == 0 and not t) for i in range(len(bounds))]
    for k, i in enumerate(asked):
        weights[i] = Fraction(answer.duals[k])
    kept = sum((w * b for w, b in zip(weights, bounds) if b is not None), Fraction(0))
    shares = [Fraction(n) for n in answer.x][: len(known)]
    return Best(answer.fun or Fraction(0), Mixture([*known], shares), weights, kept)


def keep_to(
    optimizer: Optimizer, bounds: Bounds, strict: Sequence[bool], known: list[Optimum]
) -> Search:
    """A mixture that keeps to all bounds; else an optimum that says that none does.

    A t above 0, by which all are kept to, will do. Where the greatest is 0 and bounds are strict,
    t counts for these alone.
    """
    slack_of = {i for i, b in enumerate(bounds) if b is not None}
    every = len(slack_of)
    if not known:
        known.append(optimizer.best([Fraction(i in slack_of) for i in range(len(bounds))]))
    while True:
        t, mixture, weights, kept = best_mixture(known, bounds, slack_of)
        if t > 0 or (t == 0 and not any(strict)):
            return Search(mixture, None)
        found = optimizer.best(weights)
        if found.value > kept + t:
            known.append(found)
        elif t < 0 or len(slack_of) < every:
            return Search(None, found)
        else:  # all bounds can be kept to, not all strictly
            slack_of = {i for i in slack_of if strict[i]}
            if len(slack_of) == every:
                return Search(None, found)


def best_within(optimizer: Optimizer, bounds: Bounds, strict: Sequence[bool]) -> Search:
    """The greatest z_0 of mixtures that keep to the other bounds, with weights that prove it."""
    known = list[Optimum]()
    feasible = keep_to(optimizer, bounds, strict, known)
    if feasible.mixture is None:
        return feasible
    known.append(optimizer.best(unit(0, len(bounds))))
    while True:
        value, mixture, weights, kept = best_mixture(known, bounds)
        found = optimizer.best(weights)
        if found.value - kept == value:
            return Search(mixture, found, feasible.mixture if any(strict) else None)
        known.append(found)


def best_ratio(optimizer: Optimizer, sign: int) -> tuple[Fraction, Optimum, Optimum] | None:
    """The best P(a and b) / P(b), with the optimum that proves it and one whose policy has it.

    Dinkelbach's steps: the best of P(a and b) - q P(b), where no ratio is worse than the first q,
    has a policy of a better ratio, the next q, or none has. None where P(b) = 0 under every policy.
    Where P(b) = 1 under every policy the ratio is the best P(a and b).
    """
    if (found := optimizer.best_where_sure(sign)) is not None:
        return -found.weights[1], found, found
    q = Fraction(sign < 0)
    found = optimizer.best([Fraction(1), -q])
    if found.value == 0:  # every policy of P(b) > 0 has this ratio
        best = optimizer.best([Fraction(0), Fraction(sign)])  # the greatest P(b)
        return (q, found, best) if best.point[1] else None
    while found.value:
        best, q = found, found.point[0] / found.point[1]
        found = optimizer.best([Fraction(1), -q])
    return q, found, best


def point_of(mixture: Mixture) -> Point:
    """What the mixture pays."""
    axes = zip(*[each.point for each in mixture.optima])
    return tuple(dot(mixture.shares, axis) for axis in axes)
