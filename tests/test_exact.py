"""certify and evaluate_exactly: against every policy of small processes, in Fractions."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given

from exactbox import check_certificate
from exactbox.games.flip import flip
from exactbox.mdp import (
    DecisionProcess,
    ImproperPolicyError,
    certify,
    evaluate_exactly,
    methods,
)
from exactbox.mdp.exact import optimal_options
from exactbox.mdp.ranks import policy_ranks, universal_ranks
from tests.brute import (
    all_policies,
    count_policies,
    policy_values,
    process_of,
    process_optimum,
)
from tests.strategies import flip_games, small_processes

HALF = Fraction(1, 2)


@given(small_processes())
def test_certified_values_are_the_optimum_over_all_policies(lists):
    chance, decision, sense = lists
    process = DecisionProcess.from_lists(chance, decision, sense=sense)
    result = certify(process)
    assert list(result.values) == process_optimum(process_of(process), process.sense)
    assert policy_values(process_of(process), result.policy) == list(result.values)
    assert check_certificate(result.certificate()).value == result.value


@given(flip_games())
def test_certified_flip_games_are_the_optimum_over_all_policies(game):
    try:
        process = flip(**game)
    except ValueError as error:
        assume("can never be turned over" not in str(error))
        raise
    assume(count_policies(process_of(process)) <= 3000)
    result = certify(process)
    assert list(result.values) == process_optimum(process_of(process), process.sense)
    assert check_certificate(result.certificate()).value == result.value


@given(small_processes())
def test_ties_are_the_decisions_with_two_optimal_options(lists):
    chance, decision, sense = lists
    process = DecisionProcess.from_lists(chance, decision, sense=sense)
    result = certify(process)
    best = min if sense == "min" else max
    tied = []
    for d, options in enumerate(decision):
        values = [result.values[o] for o in options]
        if values.count(best(values)) > 1:
            tied.append(d)
        assert values[result.policy[d]] == best(values)
    assert result.ties.tolist() == tied


@given(small_processes())
def test_every_policy_is_evaluated_exactly_or_refused_as_improper(lists):
    chance, decision, sense = lists
    process = DecisionProcess.from_lists(chance, decision, sense=sense)
    for policy in list(all_policies(process_of(process)))[:20]:
        expected = policy_values(process_of(process), policy)
        if inf in expected:
            with pytest.raises(ImproperPolicyError, match="never reaches a terminal"):
                evaluate_exactly(process, np.array(policy, dtype=np.intp))
        else:
            assert list(evaluate_exactly(process, np.array(policy, dtype=np.intp))) == expected


def test_a_wrong_float_policy_is_improved_exactly(monkeypatch):
    """Floating point is made to propose the worst policy of the four-card game."""
    process = flip(2)

    class Wrong:
        policy = np.diff(process.option_start) - 1

    monkeypatch.setattr(methods, "policy_iteration", lambda process: Wrong)
    result = certify(process)
    assert result.value == Fraction(8936, 1575)
    assert result.rounds > 1


def test_the_certificate_does_not_depend_on_the_policy_that_was_proposed(monkeypatch):
    process = flip(3)
    expected = certify(process).certificate()
    for k in range(2):

        class Proposed:
            policy = np.minimum(k, np.diff(process.option_start) - 1)

        monkeypatch.setattr(methods, "policy_iteration", lambda process, p=Proposed: p)
        assert certify(process).certificate() == expected


def test_options_that_differ_by_less_than_any_float_are_told_apart():
    """Two tosses of a coin that differ in the 100th decimal."""
    tiny = Fraction(1, 10**100)
    process = DecisionProcess.from_lists(
        [(1, []), (1 - tiny, []), (1, [(Fraction(1), 0)])], [[0, 1]], start=2
    )
    result = certify(process)
    assert result.policy.tolist() == [1]
    assert result.value == 2 - tiny
    assert result.ties.size == 0
    assert optimal_options(process, result.values).tolist() == [False, True]


def test_a_tie_that_would_circle_for_free_is_not_taken():
    """Option 0 stays put at no cost, option 1 ends at no cost: both are worth 0."""
    process = DecisionProcess.from_lists([(0, [(1, 0)]), (0, [])], [[0, 1]])
    result = certify(process)
    assert result.policy.tolist() == [1] and result.ties.tolist() == [0]
    assert check_certificate(result.certificate()).value == 0


def test_a_process_without_an_end_is_refused():
    with pytest.raises(ImproperPolicyError, match="state 1: no policy reaches a terminal"):
        certify(DecisionProcess.from_lists([(1, []), (1, [(1, 0)])], [[1]]))


def test_a_reward_that_can_be_collected_for_ever_is_refused():
    lists = [(0, []), (1, [(1, 0)])], [[0, 1]]
    with pytest.raises(ImproperPolicyError, match="state 1"):
        certify(DecisionProcess.from_lists(*lists, start=1, sense="max"))


def test_costs_of_both_signs_need_every_policy_to_end():
    ends = [(0, []), (-3, [(HALF, 0), (HALF, 1)]), (2, [(1, 2)])], [[0], [2], [0]]
    result = certify(DecisionProcess.from_lists(*ends, start=1))
    assert result.value == -2
    assert check_certificate(result.certificate()).value == -2
    circles = [(0, []), (-3, [(1, 0)]), (2, [(1, 0)])], [[0, 1, 2]]
    with pytest.raises(ImproperPolicyError, match="costs have both signs"):
        certify(DecisionProcess.from_lists(*circles, start=1))


def test_costs_and_weights_beyond_64_bits_are_exact():
    big = 10**30
    p = Fraction(1, big)
    lists = [(Fraction(big, 7), [(p, 0), (1 - p, 1)]), (0, [])], [[1], [0]]
    assert certify(DecisionProcess.from_lists(*lists)).value == Fraction(big, 7) * big


@given(small_processes())
def test_ranks_fall_along_a_branch(lists):
    chance, decision, sense = lists
    process = DecisionProcess.from_lists(chance, decision, sense=sense)
    policy = certify(process).policy
    ranks, every = policy_ranks(process, policy), universal_ranks(process)
    for c, (_, branches) in enumerate(chance):
        if branches:
            assert min(ranks[decision[d][policy[d]]] for _, d in branches) == ranks[c] - 1
            if every[c] >= 0:
                worst = [[every[o] for o in decision[d]] for _, d in branches]
                assert min(max(w) for w in worst if min(w) >= 0) < every[c]
        else:
            assert ranks[c] == every[c] == 0
