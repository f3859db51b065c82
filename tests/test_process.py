"""DecisionProcess: what is accepted is valid, and errors name the node."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from exactbox.mdp import DecisionProcess

HALF = Fraction(1, 2)
COIN = {
    "branch_start": [0, 2, 2],
    "branch_target": [0, 1],
    "branch_weight": [1, 1],
    "denominator": [2, 1],
    "cost": [2, 0],
    "option_start": [0, 1, 2],
    "option_target": [0, 1],
}


def test_a_valid_process_is_held_in_read_only_arrays():
    process = DecisionProcess(**COIN)
    assert (process.chance_nodes, process.decision_nodes) == (2, 2)
    assert process.terminals.tolist() == [False, True]
    with pytest.raises(ValueError, match="read-only"):
        process.cost[0] = 1


def test_the_caller_cannot_change_the_process_through_his_own_array():
    cost = np.array([2, 0])
    process = DecisionProcess(**{**COIN, "cost": cost})
    cost[0] = 99
    assert process.cost.tolist() == [2, 0]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"branch_weight": [1, 2]}, ValueError, "state 0: weights sum to 3/2, need 1"),
        ({"branch_weight": [2, 0]}, ValueError, "state 0: branch 1 has weight 0"),
        ({"branch_weight": [0.5, 0.5]}, TypeError, "branch_weight"),
        ({"branch_weight": np.array([0.5, 0.5])}, TypeError, "branch_weight.*float64"),
        ({"branch_weight": [2**63, -(2**63)]}, ValueError, "state 0: branch 1 has weight"),
        ({"branch_target": [0, 2]}, ValueError, "state 0: branch 1 leads to decision node 2"),
        ({"branch_target": [1, 1]}, ValueError, "state 0: two branches lead to decision node 1"),
        ({"denominator": [0, 1]}, ValueError, "state 0: the denominator is 0"),
        ({"cost": [1]}, ValueError, "cost: got 1 entries, need 2"),
        ({"option_target": [0, 5]}, ValueError, "decision node 1: option 0 leads to state 5"),
        ({"option_start": [0, 0, 2]}, ValueError, "decision node 0: has no option"),
        (
            {"option_start": [0, 2, 2], "option_target": [1, 1]},
            ValueError,
            "decision node 1: has no option",
        ),
        ({"branch_start": [0, 3, 2]}, ValueError, "state 1: branch_start falls from 3 to 2"),
        ({"branch_start": [1, 2, 2]}, ValueError, "branch_start: runs from 1 to 2"),
        ({"start": 2}, ValueError, "start: state 2 does not exist"),
        ({"sense": "least"}, ValueError, "sense is 'least'"),
    ],
)
def test_what_is_wrong_is_named_with_its_node(change, error, words):
    with pytest.raises(error, match=words):
        DecisionProcess(**{**COIN, **change})


def test_weights_that_overflow_64_bits_in_sum_are_added_exactly():
    big = 2**62
    process = DecisionProcess(
        [0, 3, 3],
        [0, 1, 2],
        [big, big, big],
        [3 * big, 1],
        [0, 0],
        [0, 1, 2, 3],
        [0, 1, 0],
    )
    assert process.denominator.dtype == object
    with pytest.raises(ValueError, match="weights sum to"):
        DecisionProcess(
            [0, 4, 4],
            [0, 1, 2, 3],
            [big] * 4,
            [2**62, 1],
            [0, 0],
            [0, 1, 2, 3, 4],
            [0, 1, 0, 1],
        )


def test_lists_of_fractions_become_integers_over_a_common_denominator():
    lists = [(Fraction(1, 3), [(HALF, 0), (HALF, 1)]), (5, [])], [[0], [1]]
    process = DecisionProcess.from_lists(*lists)
    assert process.denominator.tolist() == [6, 1]
    assert process.cost.tolist() == [2, 5]
    assert process.branch_weight.tolist() == [3, 3]


@pytest.mark.parametrize(
    ("chance", "error", "words"),
    [
        ([(0.5, [])], TypeError, "state 0: cost 0.5 is a float"),
        ([(0, [(0.5, 0)])], TypeError, "state 0: probability 0.5 is a float"),
        (
            [(0, []), (0, [(Fraction(35, 36), 0)])],
            ValueError,
            "state 1: weights sum to 35/36, need 1",
        ),
        ([(0, [(1, "a")])], TypeError, "state 0: decision node 'a' is a str"),
    ],
)
def test_lists_with_something_else_are_refused(chance, error, words):
    with pytest.raises(error, match=words):
        DecisionProcess.from_lists(chance, [[0]])
