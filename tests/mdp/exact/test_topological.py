"""Values component by component solve the optimality equations, however long the numbers.

Where every policy ends the equations v = max q have one solution, so it is enough to look whether v
is one; that is done in fractions here.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.linalg.matrices.integers import int_array
from exactbox.mdp.exact import denominators
from exactbox.mdp.exact import topological as module
from exactbox.mdp.exact.exact_policy_iteration import _shorten_costs, evaluate, optimal_values
from exactbox.mdp.exact.refinement import refine_policy
from exactbox.mdp.exact.values import signs
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import starts_of
from tests.strategies import examples


def equations_of_rows(states: list[list[tuple[int, int, dict[int, int]]]]) -> Equations:
    """From (cost, denominator, {target: weight}) of each option of each state."""
    rows = [row for options in states for row in options]
    return Equations(
        starts_of(np.array([len(options) for options in states])),
        starts_of(np.array([len(to) for _, _, to in rows])),
        np.array([t for _, _, to in rows for t in sorted(to)], dtype=np.int64),
        int_array([to[t] for _, _, to in rows for t in sorted(to)]),
        int_array([d for _, d, _ in rows]),
        int_array([c for c, _, _ in rows]),
    )


def assert_solved(e: Equations, sense: str) -> list[Fraction]:
    """v(s) is the best of its options, in fractions."""
    v = list(optimal_values(e, sense))
    best = max if sense == "max" else min
    for s in range(e.states):
        q_value = []
        for c in range(e.action_start[s], e.action_start[s + 1]):
            branches = range(e.branch_start[c], e.branch_start[c + 1])
            total = sum((int(e.weight[b]) * v[e.target[b]] for b in branches), Fraction(0))
            q_value.append((int(e.cost[c]) + total) / int(e.denominator[c]))
        assert v[s] == best(q_value)
    return v


@st.composite
def leaving(draw: st.DrawFn) -> Equations:
    """Equations of which all choices leave with some probability; some lead back."""
    n = draw(st.integers(1, 9))
    long = draw(st.sampled_from([1, 1, 10**6, 10**30]))
    states = []
    for s in range(n):
        options = []
        for _ in range(draw(st.integers(1, 3))):
            near = range(max(s - 3, 0), min(s + draw(st.sampled_from([0, 1, 1, 3])), n))
            to = draw(st.dictionaries(st.sampled_from(list(near) or [0]), st.integers(1, 5)))
            weights = {t: w * draw(st.sampled_from([1, long])) for t, w in to.items()}
            whole = sum(weights.values()) + draw(st.integers(1, 7 * long))
            options.append((draw(st.integers(-9, 9)) * long, whole, weights))
        states.append(options)
    return equations_of_rows(states)


@examples(100)
@given(leaving(), st.sampled_from(["max", "min"]), st.sampled_from(["hand", "one", "together"]))
def test_best_options(e: Equations, sense: str, way: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MAX_ACYCLIC_STATES", 10**9 if way == "hand" else 0)
        patch.setattr(module, "_MIN_STATES_FOR_ARRAYS", 1 if way == "together" else 10**9)
        patch.setattr(denominators, "MIN_REDUCED_BITS", 8)
        patch.setattr(denominators, "_MAX_TABLE_ENTRIES", 3)
        assert_solved(e, sense)


def test_numbers_grow_out_of_64_bits_and_come_back() -> None:
    """Fair coins of 100 heads in a row: 2^101 - 2 tosses; a sure prize behind them is worth 1."""
    rows: list[list[Any]] = []
    wide = module._MIN_STATES_FOR_ARRAYS + 2
    for k in range(100):  # states of step k: 0 .. wide - 1, all alike
        low = (k - 1) * wide
        rows += [[(1, 2, {low: 1} if k else {})] for _ in range(wide)]
    v = assert_solved(equations_of_rows(rows), "max")
    assert v[-1] == 1 - Fraction(1, 2**100)
    rows += [[(2**62, 2**62, {})] for _ in range(wide)]
    rows += [[(0, 1, {100 * wide: 1}), (0, 1, {99 * wide: 1})] for _ in range(wide)]
    v = assert_solved(equations_of_rows(rows), "max")
    assert v[-1] == 1


def test_denominators_are_reduced_again() -> None:
    """A martingale of 3,000 steps: values stay 1/3, and 3 2^3000 is never written down."""
    rows: list[list[Any]] = [[(1, 3, {})], [(1, 3, {})]]
    for k in range(3000):
        rows.append([(0, 2, {2 * k: 1, 2 * k + 1: 1})])
        rows.append([(0, 2, {2 * k: 1, 2 * k + 1: 1})])
    e = equations_of_rows(rows)
    x = optimal_values(e, "max").x
    assert {(x.parts(k)[0] * 3 == x.parts(k)[1]) for k in range(len(x))} == {True}
    assert max(d.bit_length() for d in x.denominators) < 1000


def test_worth_nothing_over_a_long_denominator() -> None:
    """A state that is worth 0 over 10^30 is known to a component that costs nothing."""
    rows: list[Any] = [[(0, 10**6, {})]]
    rows += [[(0, 10**6, {k: 1})] for k in range(4)]
    rows += [[(0, 3, {4: 1, 6: 1})], [(0, 3, {4: 1, 5: 1})]]
    assert set(assert_solved(equations_of_rows(rows), "max")) == {0}


def test_a_choice_that_only_loops_is_left_out() -> None:
    rows = [[(0, 2, {0: 2}), (3, 2, {0: 1})], [(1, 1, {0: 1})]]
    assert list(optimal_values(equations_of_rows(rows), "min")) == [3, 4]
    rows[0][0] = (1, 2, {0: 2})
    with pytest.raises(ImproperPolicyError, match="again and again"):
        optimal_values(equations_of_rows(rows), "max")


def test_costs_beyond_floats() -> None:
    """Floats propose the policy of a component whose costs they could not hold."""
    huge = 10**400
    rows = [
        [(3 * huge, 2, {1: 1}), (2 * huge, 2, {1: 1})],
        [(huge, 3, {0: 2}), (huge + 1, 3, {0: 2})],
        [(0, 1, {0: 1})],
    ]
    e = equations_of_rows(rows)
    assert_solved(e, "max")
    assert int(_shorten_costs(e).cost.max()).bit_length() == 512


def test_floats_that_propose_the_same_policy_again_are_not_believed() -> None:
    """State 0 leaves with a probability of 2e-30, which is 0 in floats: they keep its option."""
    big = 10**30
    rows: list[Any] = [
        [(0, big + 2, {1: big, 2: 1}), (big, 749889871872035057, {}), (0, 1, {})],
        [(0, big + 2, {0: big, 1: 1}), (0, 5, {0: 1, 1: 1, 2: 1, 3: 1}), (0, 1, {})],
        [(-3 * big, 2, {0: 1})],
        [(big, 1, {})],
    ]
    v = assert_solved(equations_of_rows(rows), "max")
    assert v[0] > 0


@examples(40)
@given(leaving(), st.sampled_from(["max", "min"]))
def test_a_policy_is_refined_where_floats_see_no_difference(e: Equations, sense: str) -> None:
    """Costs are 1 and differ by 1e-30 and less: floats find the best policy all the same.

    Not where they take a probability for 1.
    """
    assume(e.weight.dtype != object)
    base, better = 10**30, 1 if sense == "max" else -1
    parts = zip(e.cost.tolist(), e.denominator.tolist(), strict=True)
    e = replace(e, cost=int_array([base * d + c for c, d in parts]))
    policy: Any = e.action_start[:-1].copy()
    for _ in range(5):
        values = evaluate(e, policy)
        found = signs(e, values, policy)
        if not (found == better).any():
            assert list(values) == list(optimal_values(e, sense))
            return
        policy = refine_policy(e, sense, values, found == better)
        assert policy is not None
    raise AssertionError("the best policy is not found in 5 rounds")
