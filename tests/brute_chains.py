"""Small chains and processes in Fractions, by definitions and Gauss-Jordan elimination."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from exactbox.mdp.model import Model


def solve(rows, right):
    """The x with rows x = right, one list per column of right; a single solution is needed."""
    table = [[*map(Fraction, row), *map(Fraction, b)] for row, b in zip(rows, right, strict=True)]
    n = len(rows[0]) if rows else 0
    for i in range(n):
        pivot = next(j for j in range(i, len(table)) if table[j][i])
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [e / table[i][i] for e in table[i]]
        for j in range(len(table)):
            if j != i and table[j][i]:
                table[j] = [e - table[j][i] * f for e, f in zip(table[j], table[i], strict=True)]
    assert not any(any(row) for row in table[n:])
    return [row[n:] for row in table[:n]]


def reachable_sets(p):
    """For every state the states that can be reached, itself included."""
    found = []
    for s in range(len(p)):
        seen, todo = {s}, [s]
        while todo:
            u = todo.pop()
            new = {t for t in range(len(p)) if p[u][t]} - seen
            seen |= new
            todo += new
        found.append(seen)
    return found


def recurrent_classes(p):
    """The closed communicating classes, by their smallest states."""
    reach = reachable_sets(p)
    return sorted({tuple(sorted(r)) for r in reach if all(reach[t] == r for t in r)})


def limiting_matrix(p):
    """The Cesaro limit of the powers of P, with pi P = pi in classes and absorption into them."""
    n, classes = len(p), recurrent_classes(p)
    transient = [s for s in range(n) if not any(s in c for c in classes)]
    limit = [[Fraction(0)] * n for _ in range(n)]
    rows = [[int(s == t) - p[s][t] for t in transient] for s in transient]
    into = solve(rows, [[sum(p[s][t] for t in c) for c in classes] for s in transient])
    for k, c in enumerate(classes):
        balance = [[p[s][t] - int(s == t) for s in c] for t in c]
        pi = solve([*balance, [1] * len(c)], [[0]] * len(c) + [[1]])
        for s in c:
            for t, (share,) in zip(c, pi, strict=True):
                limit[s][t] = share
        for i, s in enumerate(transient):
            for t, (share,) in zip(c, pi, strict=True):
                limit[s][t] = into[i][k] * share
    return limit


def transition_matrix(branches):
    """P from the branches of one choice a state."""
    p = [[Fraction(0)] * len(branches) for _ in branches]
    for s, row in enumerate(branches):
        for q, t in row:
            p[s][t] += q
    return p


def best_gains(states, rewards, best):
    """The best long-run average of every state over all memoryless deterministic policies."""
    gains = []
    for policy in product(*(range(len(row)) for row in states)):
        limit = limiting_matrix(
            transition_matrix([row[k] for row, k in zip(states, policy, strict=True)])
        )
        own = [row[k] for row, k in zip(rewards, policy, strict=True)]
        gains.append([sum(q * r for q, r in zip(line, own, strict=True)) for line in limit])
    return [best(column) for column in zip(*gains, strict=True)]


@st.composite
def tables(draw: st.DrawFn, states=5, choices=1, forward=False):
    """``(states, rewards)`` as `Model.from_lists` takes them, with Fractions.

    With ``forward``, the last state stays where it is and others lead to later ones only.
    """
    n = draw(st.integers(1, states))
    weight = st.integers(1, 4) | st.sampled_from([10**9, 2**70])
    table = []
    for s in range(n):
        target = st.integers(s + 1, n - 1) if forward and s < n - 1 else st.integers(0, n - 1)
        target = st.just(s) if forward and s == n - 1 else target
        branches = st.lists(st.tuples(weight, target), min_size=1, max_size=3)
        row = draw(st.lists(branches, min_size=1, max_size=choices))
        table.append([[(Fraction(w, sum(v for v, _ in c)), t) for w, t in c] for c in row])
    reward = st.integers(-4, 4) | st.fractions(-3, 3, max_denominator=6)
    return table, [[Fraction(draw(reward)) for _ in row] for row in table]


def as_model(states, rewards, initial=0) -> Model:
    """The model, with its rewards named ""."""
    return Model.from_lists(states, initial=initial, rewards={"": rewards})
