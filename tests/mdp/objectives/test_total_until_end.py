"""The total until the play ends: against every policy of small processes, in Fractions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given

import exactbox
from exactbox import check_certificate, mdp
from exactbox.certificate import prove
from exactbox.games.flip import flip
from exactbox.games.shutbox import Rules, turn_model
from exactbox.mdp import ImproperPolicyError, Model, Rewards, cost, total, total_until_end
from exactbox.mdp.exact.exact_policy_iteration import evaluate
from exactbox.mdp.floats import float_methods
from exactbox.mdp.graph.attractor import attractor
from exactbox.mdp.objectives.total_until_end import equations_until_end
from tests.brute import (
    all_policies,
    count_policies,
    policy_values,
    process_of,
    process_optimum,
)
from tests.strategies import flip_games, small_processes

HALF = Fraction(1, 2)


def q_values(answer):
    """What every choice is worth."""
    return [answer.q_value(c) for c in range(answer.model.choices)]


@given(small_processes())
def test_certified_values_are_the_optimum_over_all_policies(lists):
    choices, states, sense = lists
    model = Model.from_choices(choices, states, start=0)
    answer = total_until_end(model, None, sense)
    assert q_values(answer) == process_optimum(process_of(model), sense)
    assert policy_values(process_of(model), answer.policy) == q_values(answer)
    assert prove(answer).claim.value == answer.value == answer.q_value(0)


@given(flip_games())
def test_certified_flip_games_are_the_optimum_over_all_policies(game):
    try:
        model = flip(**game)
    except ValueError as error:
        assume("can never be turned over" not in str(error))
        raise
    assume(count_policies(process_of(model)) <= 3000)
    answer = total_until_end(model)
    assert q_values(answer) == process_optimum(process_of(model), "min")
    assert prove(answer).claim.value == answer.value


@given(small_processes())
def test_a_state_is_worth_its_best_option_and_a_tie_has_two(lists):
    choices, states, sense = lists
    answer = total_until_end(Model.from_choices(choices, states, start=0), None, sense)
    best = min if sense == "min" else max
    tied = []
    for s, options in enumerate(states):
        values = [answer.q_value(c) for c in options]
        if values.count(best(values)) > 1:
            tied.append(s)
        assert values[answer.policy[s]] == best(values) == answer.values[s]
    assert answer.ties.tolist() == tied


@given(small_processes())
def test_without_shared_choices_the_values_are_the_same(lists):
    """The same process with a choice of its own for every option, by the general objectives."""
    choices, states, sense = lists
    model = Model.from_choices(choices, states, start=0)
    answer, plain = total_until_end(model, None, sense), model.plain()
    assert (plain.afterstate, plain.ends.any()) == (None, False)
    for m, goal in ((model, "ended"), (plain, plain.labels["ended"])):
        general = total(m, None, "max") if sense == "max" else cost(m, None, goal, "min")
        assert list(general.values)[: model.states] == list(answer.values)
        assert prove(general).claim.value == answer.value


@given(small_processes())
def test_every_policy_is_evaluated_exactly_or_refused_as_improper(lists):
    choices, states, _ = lists
    model = Model.from_choices(choices, states, start=0)
    equations = equations_until_end(model, model.rewards["cost"])
    for policy in list(all_policies(process_of(model)))[:20]:
        expected = policy_values(process_of(model), policy)
        chosen = model.action_start[:-1] + np.array(policy)
        if inf in expected:
            with pytest.raises(ImproperPolicyError, match="the policy never ends"):
                evaluate(equations, chosen)
        else:
            assert list(evaluate(equations, chosen).x) == expected


def proposing(number, monkeypatch):
    """Floating point proposes the option of this number in each state, or the last one."""

    def proposed(equations, sense, **_):
        within = np.minimum(number, np.diff(equations.action_start) - 1)

        class Proposal:
            policy = equations.action_start[:-1] + within

        return Proposal

    monkeypatch.setattr(float_methods, "policy_iteration", proposed)


def test_a_wrong_float_policy_is_improved_exactly(monkeypatch):
    """Floating point is made to propose the worst policy of the six-card game."""
    expected = total_until_end(flip(3))
    proposing(10**6, monkeypatch)
    answer = total_until_end(flip(3))
    assert answer.value == expected.value
    assert answer.rounds > expected.rounds


def test_a_few_choices_need_no_proposal(monkeypatch):
    monkeypatch.setattr(float_methods, "policy_iteration", None)
    assert total_until_end(flip(2)).value == Fraction(8936, 1575)


def test_the_certificate_does_not_depend_on_the_policy_that_was_proposed(monkeypatch):
    expected = total_until_end(flip(3)).certificate()
    for number in range(2):
        proposing(number, monkeypatch)
        assert total_until_end(flip(3)).certificate() == expected


def test_a_game_with_another_start_or_other_rewards_is_not_certified_by_its_rule():
    """Twice the turns; and from position 0 with a given roll, where a turn is paid already."""
    game = flip(2)
    turns = game.rewards["turns"]
    double = total_until_end(game, Rewards(2 * turns.numerator, turns.denominator))
    assert prove(double).claim.value == double.value == 2 * Fraction(8936, 1575)
    later = total_until_end(replace(game, initial=0))
    assert prove(later).claim.value == later.value == total_until_end(game).values[0]
    assert b'"rule":"flip"' in total_until_end(game).certificate()
    assert b'"rule":"flip"' not in double.certificate() + later.certificate()


def test_options_that_differ_by_less_than_any_float_are_told_apart():
    """Two tosses of a coin that differ in the 100th decimal."""
    tiny = Fraction(1, 10**100)
    model = Model.from_choices([(1, []), (1 - tiny, []), (1, [(1, 0)])], [[0, 1]], start=2)
    answer = total_until_end(model)
    assert answer.policy.tolist() == [1, 0]
    assert answer.value == 2 - tiny
    assert answer.ties.size == 0


def test_a_tie_that_would_circle_for_free_is_not_taken():
    """Option 0 stays put at no cost, option 1 ends at no cost: both are worth 0."""
    answer = total_until_end(Model.from_choices([(0, [(1, 0)]), (0, [])], [[0, 1]], start=0))
    assert answer.policy.tolist() == [1, 0] and answer.ties.tolist() == [0]
    assert check_certificate(answer.certificate()).value == 0


def test_a_process_without_an_end_is_refused():
    with pytest.raises(ImproperPolicyError, match="state 0: the policy never ends from here"):
        total_until_end(Model.from_choices([(1, []), (1, [(1, 0)])], [[1]]))
    with pytest.raises(ImproperPolicyError, match="state 0: no policy ends the play from here"):
        total_until_end(Model.from_choices([(1, []), (1, [(1, 0)]), (2, [(1, 0)])], [[1, 2]]))


def test_a_reward_that_can_be_collected_for_ever_is_refused():
    model = Model.from_choices([(0, []), (1, [(1, 0)])], [[0, 1]], start=1)
    with pytest.raises(
        ImproperPolicyError,
        match="state 0, choice 1: the reward 1 can be collected again and again",
    ):
        total_until_end(model, None, "max")


def test_costs_of_both_signs_need_every_policy_to_end():
    ends = [(0, []), (-3, [(HALF, 0), (HALF, 1)]), (2, [(1, 2)])], [[0], [2], [0]]
    answer = total_until_end(Model.from_choices(*ends, start=1))
    assert answer.value == -2
    assert check_certificate(answer.certificate()).value == -2
    circles = [(0, []), (-3, [(1, 0)]), (2, [(1, 0)])], [[0, 1, 2]]
    with pytest.raises(ImproperPolicyError, match=r"state 0: .* costs have both signs"):
        total_until_end(Model.from_choices(*circles, start=1))


def test_costs_and_weights_beyond_64_bits_are_exact():
    big = 10**30
    p = Fraction(1, big)
    model = Model.from_choices([(Fraction(big, 7), [(p, 0), (1 - p, 1)]), (0, [])], [[1], [0]])
    answer = total_until_end(model)
    assert answer.q_value(0) == Fraction(big, 7) * big
    assert prove(answer).claim.value == answer.value == 0


@given(small_processes())
def test_ranks_fall_along_a_branch(lists):
    choices, states, sense = lists
    model = Model.from_choices(choices, states, start=0)
    equations = equations_until_end(model, model.rewards["cost"])
    policy = total_until_end(model, None, sense).policy
    kept = np.zeros(model.action_count, dtype=bool)
    kept[model.action_start[:-1] + policy] = True
    ranks = attractor(equations, actions=kept, exits=equations.leaving).choices
    need = np.diff(equations.action_start)
    every = attractor(equations, need=need, exits=equations.leaving).choices
    for c, (_, branches) in enumerate(choices):
        if branches:
            assert min(ranks[states[d][policy[d]]] for _, d in branches) == ranks[c] - 1
            if every[c] >= 0:
                worst = [[every[o] for o in states[d]] for _, d in branches]
                assert min(max(w) for w in worst if min(w) >= 0) < every[c]
        else:
            assert ranks[c] == every[c] == 0


@pytest.mark.parametrize("sense", ["min", "max"])
@pytest.mark.parametrize(
    ("game", "rewards"),
    [(flip(2), "turns"), (turn_model(Rules(tiles=(1, 2, 3), dice=(3,))), "pay")],
    ids=["flip", "shutbox"],
)
def test_what_a_rule_does_not_ask_is_asked_of_its_model(game, rewards, sense):
    """Each is proved, by the rule or of the model written out."""
    for answer in (total(game, rewards, sense), cost(game, rewards, "ended", sense)):
        assert prove(answer).claim.value == answer.value


def test_the_former_names_warn_and_answer_the_same():
    with pytest.warns(DeprecationWarning, match="certify is called total_until_end now"):
        assert exactbox.certify(flip(2)).value == total_until_end(flip(2)).value
    with pytest.warns(DeprecationWarning, match="is called total_until_end_enclosure now"):
        assert mdp.certify_enclosure(flip(2)).interval()[0] < total_until_end(flip(2)).value
    bounds = mdp.total_until_end_enclosure(flip(2))
    with pytest.warns(DeprecationWarning, match="known is called decided now"):
        assert bounds.known is bounds.decided
