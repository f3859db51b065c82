"""Markov chains against definitions in Fractions, run by run, and numbers found by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.mdp.chains import absorption, distribution, moments, stationary, variance, visits
from exactbox.mdp.model.model import Model
from tests.brute import (
    as_model,
    chain_of,
    limiting_matrix,
    reachable_sets,
    recurrent_classes,
    runs,
    solve,
)
from tests.strategies import tables

half, third = Fraction(1, 2), Fraction(1, 3)


def rows_of(table):
    """The branches and the rewards of a chain's only choices."""
    states, rewards = table
    return [row[0] for row in states], [row[0] for row in rewards]


@given(tables(states=6))
def test_the_long_run_is_the_limiting_matrix(table):
    branches, _ = rows_of(table)
    p = chain_of(branches)
    limit = limiting_matrix(p)
    for s in range(len(p)):
        assert stationary(as_model(*table), s) == limit[s]
    assert stationary(as_model(*table, initial=len(p) - 1)) == limit[-1]


@given(tables(states=6))
def test_absorption_and_visits(table):
    branches, _ = rows_of(table)
    p = chain_of(branches)
    n, classes, reach = len(p), recurrent_classes(p), reachable_sets(p)
    limit = limiting_matrix(p)
    component, probability = absorption(as_model(*table))
    where = {s: k for k, c in enumerate(classes) for s in c}
    assert component.tolist() == [where.get(s, -1) for s in range(n)]
    assert probability == [[sum(row[t] for t in c) for c in classes] for row in limit]
    transient = [s for s in range(n) if s not in where]
    unit = [[int(s == t) for t in transient] for s in transient]
    rows = [[int(s == t) - p[s].get(t, 0) for t in transient] for s in transient]
    fundamental = solve(rows, unit)  # (I - Q)^-1
    for s in range(n):
        expected = [math.inf if t in where and t in reach[s] else 0 for t in range(n)]
        for j, t in enumerate(transient):
            expected[t] = fundamental[transient.index(s)][j] if s in transient else 0
        found = visits(as_model(*table), s)
        assert found == expected
        assert all(e == math.inf or isinstance(e, Fraction) for e in found)


@given(tables(states=6, forward=True), st.integers(1, 4))
def test_moments_of_all_runs(table, k):
    """Of chains that only go forward, so that there are finitely many runs."""
    branches, rewards = rows_of(table)
    n = len(branches)
    goal = [s == n - 1 for s in range(n)]
    model = as_model(*table)
    found = moments(model, model.rewards[""], np.array(goal), k)
    assert len(found) == k
    spread = variance(model, model.rewards[""], np.array(goal))
    for s in range(n):
        every = runs(branches, rewards, goal, s, n)
        assert all(arrived for _, _, arrived in every)
        for i in range(k):
            assert found[i][s] == sum(p * x ** (i + 1) for p, x, _ in every)
        mean = sum(p * x for p, x, _ in every)
        assert spread[s] == sum(p * (x - mean) ** 2 for p, x, _ in every)


@given(tables(states=6), st.data())
def test_second_moments_where_runs_may_be_long(table, data):
    """From the joint system of E X and E X^2, where the graph says that the goal is reached."""
    branches, rewards = rows_of(table)
    p, n = chain_of(branches), len(branches)
    goal = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    stopped = [[(1, s)] if goal[s] else row for s, row in enumerate(branches)]
    reach = reachable_sets(chain_of(stopped))
    can = {s for s in range(n) if any(goal[t] for t in reach[s])}
    sure = [s for s in range(n) if reach[s] <= can]
    inner = [s for s in sure if not goal[s]]
    m = len(inner)
    rows, right = [], []
    for i, s in enumerate(inner):
        step = [p[s].get(t, 0) for t in inner]
        identity = [int(i == j) for j in range(m)]
        rows.append([e - q for e, q in zip(identity, step, strict=True)] + [0] * m)
        right.append([rewards[s]])
        rows.append(
            [-2 * rewards[s] * q for q in step]
            + [e - q for e, q in zip(identity, step, strict=True)]
        )
        right.append([rewards[s] ** 2])
    x = [e for (e,) in solve(rows, right)]
    first = [0 if s in sure else math.inf for s in range(n)]
    second = list(first)
    for i, s in enumerate(inner):
        first[s], second[s] = x[i], x[m + i]
    model = as_model(*table)
    assert moments(model, model.rewards[""], np.array(goal), 2) == [first, second]
    spread = variance(model, model.rewards[""], np.array(goal))
    finite = [b - a * a if a != math.inf else a for a, b in zip(first, second, strict=True)]
    assert spread == finite


@given(tables(states=5), st.integers(0, 4), st.data())
def test_the_distribution_of_all_runs(table, horizon, data):
    branches, rewards = rows_of(table)
    n = len(branches)
    goal = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    start = data.draw(st.integers(0, n - 1))
    model = as_model(*table, initial=start)
    expected: dict[Fraction, Fraction] = {}
    unfinished = Fraction(0)
    for p, total, arrived in runs(branches, rewards, goal, start, horizon):
        expected[total] = expected.get(total, Fraction(0)) + p
        unfinished += 0 if arrived else p
    found = distribution(model, model.rewards[""], np.array(goal), horizon)
    assert found.probability == expected and found.unfinished == unfinished
    assert list(found.probability) == sorted(expected)


def chain(branches, rewards=None, initial=0) -> Model:
    rewards = [0] * len(branches) if rewards is None else rewards
    return as_model([[row] for row in branches], [[r] for r in rewards], initial)


def last(model: Model) -> np.ndarray:
    return np.arange(model.states) == model.states - 1


@pytest.mark.parametrize("p", [half, Fraction(2, 5), Fraction(9, 10)])
def test_gamblers_ruin(p):
    """With 1 - p over p as q, ruin from i of n has (q^i - q^n) / (1 - q^n), or 1 - i / n."""
    n = 12
    inner = [[(1 - p, i - 1), (p, i + 1)] for i in range(1, n)]
    model = chain([[(1, 0)], *inner, [(1, n)]], initial=4)
    q = (1 - p) / p
    ruin = [1 - Fraction(i, n) if q == 1 else (q**i - q**n) / (1 - q**n) for i in range(n + 1)]
    component, probability = absorption(model)
    assert component.tolist() == [0] + [-1] * (n - 1) + [1]
    assert probability == [[r, 1 - r] for r in ruin]
    assert stationary(model) == [ruin[4]] + [0] * (n - 1) + [1 - ruin[4]]
    if q == 1:  # twice the tent function
        tent = [Fraction(2 * min(4, j) * (n - max(4, j)), n) for j in range(1, n)]
        assert visits(model, 4) == [math.inf, *tent, math.inf]


def test_periodic_chains_have_an_average():
    assert stationary(chain([[(1, 1)], [(1, 0)]])) == [half, half]
    ring = chain([[(1, (s + 1) % 7)] for s in range(7)])
    assert stationary(ring) == [Fraction(1, 7)] * 7
    # a coin leads to a cycle of two or to a place of its own
    model = chain([[(half, 1), (half, 3)], [(1, 2)], [(1, 1)], [(1, 3)]])
    assert stationary(model) == [0, Fraction(1, 4), Fraction(1, 4), half]
    assert stationary(model, 3) == [0, 0, 0, 1]


def test_two_states():
    """Left with probabilities a and b, the shares are as b to a."""
    a, b = Fraction(1, 10**30), Fraction(1, 7)
    model = chain([[(1 - a, 0), (a, 1)], [(b, 0), (1 - b, 1)]])
    assert stationary(model) == [b / (a + b), a / (a + b)]
    assert visits(model) == [math.inf, math.inf]


def test_the_flips_of_a_coin():
    """Until heads: E X^k is twice the number of weak orders of k, 1, 3, 13, 75; the variance 2."""
    model = chain([[(half, 0), (half, 1)], [(1, 1)]], [1, 1])
    found = moments(model, model.rewards[""], last(model), 4)
    assert found == [[2, 0], [6, 0], [26, 0], [150, 0]]
    assert variance(model, model.rewards[""], last(model)) == [2, 0]
    assert visits(model) == [2, math.inf]
    totals = distribution(model, model.rewards[""], last(model), 3)
    assert totals.probability == {1: half, 2: Fraction(1, 4), 3: Fraction(1, 4)}
    assert totals.unfinished == Fraction(1, 8)


def knuth_yao() -> Model:
    """0 leads to 1 or 2; 1, 2 go on to inner states, which lead back to them or to a face."""
    targets = [(1, 2), (3, 4), (5, 6), (1, 7), (8, 9), (10, 11), (12, 2)]
    branches = [[(half, a), (half, b)] for a, b in targets]
    return chain([*branches, *([(1, s)] for s in range(7, 13))], [1] * 7 + [0] * 6)


def test_a_die_from_a_coin():
    """After one flip, rounds of two that fail with probability 1/4: 1 + 2 G, G geometric.

    G has the mean 4/3 and the variance (1/4) / (3/4)^2 = 4/9, so the flips 11/3 and 16/9.
    """
    model = knuth_yao()
    goal = np.arange(13) > 6
    (mean, *_), (second, *_) = moments(model, model.rewards[""], goal, 2)
    assert mean == Fraction(11, 3) and second == Fraction(16, 9) + mean**2
    assert variance(model, model.rewards[""], goal)[0] == Fraction(16, 9)
    assert absorption(model)[1][0] == [Fraction(1, 6)] * 6
    totals = distribution(model, model.rewards[""], goal, 6)
    quarter = Fraction(1, 4)
    assert totals.probability == {3: 3 * quarter, 5: 3 * quarter**2, 6: quarter**2}
    assert totals.unfinished == quarter**2


def test_where_the_goal_may_be_missed():
    """0 is lost with probability 1/3, whatever its rewards; 1 is the goal; 2 is lost."""
    model = chain([[(third, 2), (2 * third, 1)], [(1, 0)], [(1, 2)]], [0, 5, 0])
    goal = np.array([False, True, False])
    assert moments(model, model.rewards[""], goal, 1) == [[math.inf, 0, math.inf]]
    assert variance(model, model.rewards[""], goal) == [math.inf, 0, math.inf]
    assert distribution(model, model.rewards[""], goal, 9) == ({0: 1}, third)


def test_a_policy_makes_a_chain():
    """From 0 or 1 one may wait, with reward 1/2, or go to the other with reward 3."""
    states = [[[(1, 0)], [(1, 1)]], [[(half, 0), (half, 1)], [(1, 1)]], [[(1, 0)]]]
    model = as_model(states, [[Fraction(1, 2), 3], [7, 0], [0]])
    assert stationary(model, policy=np.array([1, 2, 4])) == [third, 2 * third, 0]
    assert stationary(model, 2, policy=np.array([0, 2, 4])) == [1, 0, 0]
    assert absorption(model, policy=np.array([0, 3, 4]))[1] == [[1, 0], [0, 1], [1, 0]]
    assert visits(model, 1, policy=np.array([0, 2, 4])) == [math.inf, 2, 0]
    goal, reward = np.array([True, False, False]), model.rewards[""]
    assert moments(model, reward, goal, 1, policy=np.array([0, 2, 4])) == [[0, 14, 0]]
    assert variance(model, reward, goal, policy=np.array([0, 2, 4])) == [0, 2 * 49, 0]
    goal = np.array([False, True, False])
    totals = distribution(model, reward, goal, 2, policy=np.array([1, 2, 4]))
    assert totals == ({3: 1}, 0)


def test_a_long_chain():
    """A fair walk on 0, ..., n with a wall at 0 takes n^2 - s^2 steps from s to n."""
    n = 1000
    inner = [[(half, s - 1), (half, s + 1)] for s in range(1, n)]
    model = chain([[(1, 1)], *inner, [(1, n)]], [1] * (n + 1))
    found = moments(model, model.rewards[""], last(model), 1)
    assert found == [[n * n - s * s for s in range(n + 1)]]
    # with a wall at n too the ends have half the share of the others
    walls = chain([[(1, 1)], *inner, [(1, n - 1)]])
    assert stationary(walls) == [
        Fraction(1, 2 * n),
        *[Fraction(1, n)] * (n - 1),
        Fraction(1, 2 * n),
    ]


def test_errors_are_one_line():
    model = as_model([[[(1, 0)], [(1, 1)]], [[(1, 1)]]], [[1, 2], [3]])
    reward, goal, own = model.rewards[""], np.array([False, True]), np.array([1, 2])
    missing = r"^policy: is missing, but state 0 has 2 choices, need a policy$"
    for call in (
        lambda: stationary(model),
        lambda: absorption(model),
        lambda: visits(model, 0),
        lambda: moments(model, reward, goal, 1),
        lambda: variance(model, reward, goal),
        lambda: distribution(model, reward, goal, 1),
    ):
        with pytest.raises(ValueError, match=missing):
            call()
    with pytest.raises(ValueError, match=r"^policy: state 0 takes 2, need 0 to 1$"):
        stationary(model, policy=np.array([2, 2]))
    with pytest.raises(ValueError, match=r"^start: got 2, need a state of 0 to 1$"):
        stationary(model, 2, policy=own)
    with pytest.raises(ValueError, match=r"^start: got -1, need"):
        visits(model, -1, policy=own)
    with pytest.raises(ValueError, match=r"^k: got 0, need 1 or more moments$"):
        moments(model, reward, goal, 0, policy=own)
    with pytest.raises(ValueError, match=r"^goal: found 0 or 1 for each of the 2 states"):
        moments(model, reward, goal.astype(np.int64), 1, policy=own)
    with pytest.raises(ValueError, match=r"^horizon: got -1, need 0 or more steps$"):
        distribution(model, reward, goal, -1, policy=own)


def test_names_of_labels_and_rewards():
    coin = Model.from_lists(
        [[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]],
        labels={"heads": [1]},
        rewards={"flips": [[1], [0]]},
    )
    assert variance(coin, "flips", "heads") == [2, 0]
    assert moments(coin, None, "heads", 1) == [[2, 0]]
    assert distribution(coin, "flips", "heads", 1).unfinished == half
    with pytest.raises(ValueError, match="no label 'tails'; the labels are: 'heads'"):
        variance(coin, "flips", "tails")
