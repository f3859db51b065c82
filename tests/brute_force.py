"""The optimum over all policies of a small process, in Fractions, by the definition."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from exactbox.mdp import DecisionProcess


def all_policies(process: DecisionProcess):
    """Every policy, as option indices."""
    sizes = [b - a for a, b in zip(process.option_start, process.option_start[1:], strict=False)]
    return product(*(range(size) for size in sizes))


def count_policies(process: DecisionProcess) -> int:
    """How many there are."""
    count = 1
    for a, b in zip(process.option_start.tolist(), process.option_start[1:].tolist(), strict=False):
        count *= b - a
    return count


def policy_values(process: DecisionProcess, policy) -> list[Fraction] | None:
    """v = cost + P v by Gauss-Jordan elimination; None if the policy does not end."""
    n = process.chance_nodes
    rows = []
    for c in range(n):
        row = [Fraction(0)] * (n + 1)
        row[c] += 1
        row[n] = Fraction(int(process.cost[c]), int(process.denominator[c]))
        for k in range(process.branch_start[c], process.branch_start[c + 1]):
            d = process.branch_target[k]
            target = process.option_target[process.option_start[d] + policy[d]]
            row[target] -= Fraction(int(process.branch_weight[k]), int(process.denominator[c]))
        rows.append(row)
    for i in range(n):
        pivot = next((j for j in range(i, n) if rows[j][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [e / rows[i][i] for e in rows[i]]
        for j in range(n):
            if j != i and rows[j][i]:
                rows[j] = [e - rows[j][i] * f for e, f in zip(rows[j], rows[i], strict=True)]
    return [row[n] for row in rows]


def optimum(process: DecisionProcess) -> list[Fraction]:
    """The best value of every chance node over all policies that end."""
    best = min if process.sense == "min" else max
    values = [v for p in all_policies(process) if (v := policy_values(process, p))]
    return [best(column) for column in zip(*values, strict=True)]
