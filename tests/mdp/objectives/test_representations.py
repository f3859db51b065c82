"""One process written down in several ways has one answer, with shared choices, ends, or both.

What is drawn is listed (`tests.strategies.Listed`), made into a model by each of three ways, and
*unfolded* without any of the code in question: a choice of its own for every option, and a state
more, in which the play has ended. All policies of the unfolded model are tried.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import inf, lcm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import prove
from exactbox.mdp import (
    ConvergenceError,
    Goal,
    ImproperPolicyError,
    Model,
    Rewards,
    cost,
    cost_enclosure,
    discounted,
    discounted_enclosure,
    mean_payoff,
    reach,
    reach_enclosure,
    total,
    total_until_end,
    within_steps,
)
from exactbox.mdp.chains import distribution, moments, visits
from exactbox.mdp.graph.components import end_components
from tests.brute import (
    chain_of,
    choices_of,
    expected,
    fixed,
    for_ever,
    on_average,
    optimum,
    reached,
    runs,
    second_players,
    stepwise,
    until,
    with_discount,
)
from tests.strategies import Listed, examples, listed

SENSES = st.sampled_from(["max", "min"])
GOALS = st.sampled_from(["ended", "label", "either"])
FACTORS = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(9, 10), Fraction(999, 1000)])
SHORT = listed()
ALONE = st.booleans().flatmap(lambda long: listed(long=long))
EITHER = st.tuples(st.booleans(), st.booleans()).flatmap(
    lambda both: listed(players=both[0], long=both[1])
)
MANY = 60


# The three ways, and the unfolded model ----------------------------------------------------------


def by_arrays(process: Listed) -> Model:
    option = [c for row in process.options for c in row]
    common = [lcm(*(p.denominator for p, _ in row)) for row in process.branches]
    return Model(
        [0, *accumulate(map(len, process.options))],
        [0, *accumulate(map(len, process.branches))],
        [t for row in process.branches for _, t in row],
        [int(p * d) for row, d in zip(process.branches, common) for p, _ in row],
        common,
        process.initial,
        flags(process),
        {name: Rewards.from_fractions(column) for name, column in process.rewards.items()},
        players=process.players,
        afterstate=None if option == list(range(len(process.branches))) else option,
    )


def by_choices(process: Listed) -> Model:
    some = process.rewards["some"]
    model = Model.from_choices(
        list(zip(some, process.branches, strict=True)),
        process.options,
        initial=process.initial,
        labels=process.labels,
        reward="some",
    )
    signed = Rewards.from_fractions(process.rewards["signed"])
    players = None if process.players is None else np.array(process.players)
    return replace(model, rewards={**model.rewards, "signed": signed}, players=players)


def by_functions(process: Listed) -> Model:
    """Every state is an initial one, so that they keep their numbers."""
    model = Model.explore(
        list(range(len(process.options))),
        lambda s: process.options[s],
        lambda _, c: process.branches[c],
        labels={name: states.__contains__ for name, states in process.labels.items()},
        rewards={name: lambda _, c, g=g: g[c] for name, g in process.rewards.items()},
        player=None if process.players is None else lambda s: 1 + process.players[s],
    )
    return replace(model, initial=process.initial)


WAYS = st.sampled_from([by_arrays, by_choices, by_functions])


def flags(process: Listed) -> dict[str, list[bool]]:
    return {
        name: [s in states for s in range(len(process.options))]
        for name, states in process.labels.items()
    }


def unfolded(process: Listed) -> Model:
    """Without shared choices or ends; the last state is the one in which the play has ended."""
    over = len(process.options)
    return Model.from_lists(
        [
            *([process.branches[c] or [(1, over)] for c in row] for row in process.options),
            [[(1, over)]],
        ],
        initial=process.initial,
        labels=process.labels,
        rewards={
            name: [*([column[c] for c in row] for row in process.options), [0]]
            for name, column in process.rewards.items()
        },
        players=None if process.players is None else [*process.players, False],
    )


def over(process: Listed, kind: str) -> list[bool]:
    """The goal among the unfolded states."""
    own = flags(process)["goal"]
    return [*(g and kind != "ended" for g in own), kind != "label"]


def sets(process: Listed, model: Model, kind: str):
    """The goal, and the states to stay in, as the model takes them."""
    goal = {"ended": "ended", "label": "goal", "either": Goal(model.labels["goal"], True)}[kind]
    return goal, "stay"


def plain_sets(process: Listed, plain: Model, kind: str):
    """The same sets, of the states of the plain model."""
    own = [*flags(process)["stay"], True]
    goal = "ended" if kind == "ended" else np.array(over(process, kind)[: plain.states])
    return goal, np.array(own[: plain.states])


# What holds of every answer ----------------------------------------------------------------------


def agrees(process, way, kind, ask, value, rewards=None, discount=Fraction(1)):
    """``ask(model, goal, stay)`` is the best of all policies, also when plain, and proved."""
    model, everything, n = way(process), unfolded(process), len(process.options)
    plain = model.plain()
    answer = ask(model, *sets(process, model, kind))
    other = ask(plain, *plain_sets(process, plain, kind))
    paid = None if rewards is None else everything.rewards[rewards]
    best = optimum(everything, value, answer.sense, paid)
    assert list(answer.values) == best[:n] == list(other.values)[:n]
    assert answer.value == best[process.initial]
    assert answer.ties.tolist() == other.ties.tolist()
    verified(answer)
    verified(other)
    second = second_players(everything)
    for states in ([s for s in range(n) if s not in second], second):
        left, gains = fixed(everything, [*answer.policy.tolist(), 0], states, paid)
        assert optimum(left, value, answer.sense, gains) == best
    if answer.objective != "mean_payoff":
        assert_worths(
            process, answer, best, process.rewards[rewards] if rewards else None, discount
        )


def assert_worths(process, answer, best, gains, discount):
    """A choice is worth its reward and what follows, be it that the play has ended."""
    model = answer.model
    for s, row in enumerate(process.options):
        for o, c in zip(choices_of(model, s), row, strict=True):
            follows = process.branches[c] or [(Fraction(1), -1)]
            infinite = any(best[t] == inf for _, t in follows)
            q_value = inf if infinite else discount * sum(p * best[t] for p, t in follows)
            q_value += 0 if gains is None else gains[c]
            assert answer.q_value(int(model.choice_at(np.array([o]))[0])) == q_value


def verified(answer):
    assert prove(answer).claim.value == answer.value


def encloses(process, way, kind, ask, exact):
    """The bounds contain the values and are proved; none where one can stay in doubt."""
    model = way(process)
    try:
        found = ask(model, *sets(process, model, kind))
    except ValueError as error:
        assert "a policy can stay for ever" in str(error)
        return
    answer = exact(model, *sets(process, model, kind))
    for s, v in enumerate(answer.values):
        low, high = found.interval(s)
        assert low <= v <= high
        assert v == inf or high - low < Fraction(1, 10**6)
    claim = prove(found).claim
    assert claim.value <= answer.value <= claim.upper


# Objectives --------------------------------------------------------------------------------------


@given(EITHER, WAYS, SENSES, GOALS)
@examples(MANY)
def test_reach(process, way, sense, kind):
    agrees(
        process, way, kind, lambda m, goal, _: reach(m, goal, sense), reached(over(process, kind))
    )


@given(EITHER, WAYS, SENSES, GOALS)
@examples(MANY)
def test_reach_by_way_of_some_states(process, way, sense, kind):
    value = reached(over(process, kind), [*flags(process)["stay"], True])
    agrees(process, way, kind, lambda m, goal, stay: reach(m, goal, sense, stay=stay), value)


@given(ALONE, WAYS, SENSES, GOALS)
@examples(MANY)
def test_cost(process, way, sense, kind):
    value = until(over(process, kind))
    agrees(process, way, kind, lambda m, goal, _: cost(m, "some", goal, sense), value, "some")


@given(EITHER, WAYS, SENSES)
@examples(MANY)
def test_total(process, way, sense):
    agrees(process, way, "label", lambda m, *_: total(m, "some", sense), for_ever, "some")


@given(ALONE, WAYS, SENSES)
@examples(MANY)
def test_total_of_both_signs(process, way, sense):
    """End components are free of rewards."""
    model = by_arrays(process)
    inside = end_components(model)[1]
    endless = {int(c) for c in model.choice_at(np.flatnonzero(inside))}
    signed = [Fraction(0) if c in endless else r for c, r in enumerate(process.rewards["signed"])]
    process = process._replace(rewards={"signed": signed, "some": signed})
    agrees(process, way, "label", lambda m, *_: total(m, "signed", sense), for_ever, "signed")


@given(EITHER, WAYS, SENSES, FACTORS)
@examples(MANY)
def test_discounted(process, way, sense, factor):
    def ask(model, *_):
        return discounted(model, "signed", factor, sense)

    agrees(process, way, "label", ask, with_discount(factor), "signed", factor)


@given(listed(ends=False), WAYS, SENSES)
@examples(MANY)
def test_mean_payoff(process, way, sense):
    agrees(
        process, way, "label", lambda m, *_: mean_payoff(m, "signed", sense), on_average, "signed"
    )


@given(ALONE, WAYS, SENSES, GOALS, st.integers(0, 5), FACTORS)
@examples(MANY)
def test_within_steps(process, way, sense, kind, steps, factor):
    model, everything, n = way(process), unfolded(process), len(process.options)
    plain, signed = model.plain(), everything.rewards["signed"]
    goal, stay = sets(process, model, kind)
    plain_goal, plain_stay = plain_sets(process, plain, kind)
    where = {"goal": over(process, kind), "stay": [*flags(process)["stay"], True]}
    factor = factor or Fraction(1)
    discount = {} if factor == 1 else {"discount": factor}
    for ours, plainly, theirs in (
        ({"goal": goal}, {"goal": plain_goal}, {"goal": where["goal"]}),
        ({"goal": goal, "stay": stay}, {"goal": plain_goal, "stay": plain_stay}, where),
        ({"rewards": "signed"}, {"rewards": "signed"}, {"rewards": signed, "discount": factor}),
    ):
        less = discount if "rewards" in ours else {}
        answer = within_steps(model, steps, sense, **ours, **less)
        best = stepwise(everything, steps, sense, **theirs)
        assert list(answer.values) == best[:n]
        other = within_steps(plain, steps, sense, **plainly, **less)
        assert list(other.values)[:n] == best[:n] and other.ties.tolist() == answer.ties.tolist()
        policy = np.pad(answer.policy, ((0, 0), (0, 1))).tolist()
        assert stepwise(everything, steps, sense, **theirs, policy=policy) == best
        verified(answer)


@given(ALONE, WAYS, SENSES, st.sampled_from(["some", "signed"]))
@examples(MANY)
def test_dice_games_are_certified_where_they_end(process, way, sense, name):
    """Of costs of one sign some policy has to end, and no reward may go on; else every policy."""
    model, everything, n = way(process), unfolded(process), len(process.options)
    rewards, end = everything.rewards[name], over(process, "ended")
    signed = (model.rewards[name].numerator < 0).any()
    value = until(end) if signed or sense == "min" else for_ever
    best = optimum(everything, value, sense, rewards)[:n]
    surest = "max" if signed else "min"
    ending = optimum(everything, until(end), surest, rewards)[:n]
    if inf in best or inf in ending:
        with pytest.raises((ImproperPolicyError, ConvergenceError)):
            total_until_end(model, name, sense)
        return
    answer = total_until_end(model, name, sense)
    assert list(answer.values) == best
    verified(answer)
    assert_worths(process, answer, [*best, Fraction(0)], process.rewards[name], Fraction(1))
    left, gains = fixed(everything, [*answer.policy.tolist(), 0], range(n), rewards)
    assert optimum(left, until(end), sense, gains)[:n] == best


# Bounds ------------------------------------------------------------------------------------------


@given(SHORT, WAYS, SENSES, GOALS)
@examples(MANY)
def test_enclosures_of_reach(process, way, sense, kind):
    encloses(
        process,
        way,
        kind,
        lambda m, goal, stay: reach_enclosure(m, goal, sense, stay=stay),
        lambda m, goal, stay: reach(m, goal, sense, stay=stay),
    )


@given(SHORT, WAYS, SENSES, GOALS)
@examples(MANY)
def test_enclosures_of_cost(process, way, sense, kind):
    encloses(
        process,
        way,
        kind,
        lambda m, goal, _: cost_enclosure(m, "some", goal, sense),
        lambda m, goal, _: cost(m, "some", goal, sense),
    )


@given(SHORT, WAYS, SENSES, FACTORS)
@examples(MANY)
def test_enclosures_of_discounted(process, way, sense, factor):
    encloses(
        process,
        way,
        "label",
        lambda m, *_: discounted_enclosure(m, "signed", factor, sense),
        lambda m, *_: discounted(m, "signed", factor, sense),
    )


# Chains of a policy ------------------------------------------------------------------------------


@given(ALONE, WAYS, GOALS, st.integers(0, 5), st.randoms(use_true_random=False))
@examples(MANY)
def test_chains_of_a_policy(process, way, kind, horizon, random):
    model, n = way(process), len(process.options)
    within = [random.randrange(len(row)) for row in process.options]
    chosen = [row[k] for row, k in zip(process.options, within)]
    branches = [*(process.branches[c] or [(Fraction(1), n)] for c in chosen), [(Fraction(1), n)]]
    gains = [*(process.rewards["signed"][c] for c in chosen), Fraction(0)]
    policy, where = model.action_start[:-1] + np.array(within), over(process, kind)
    goal, _ = sets(process, model, kind)
    p = chain_of(branches)
    first = until(where)(p, gains)
    known = [Fraction(0) if v == inf else v for v in first]
    rest = [g * g + 2 * g * expected(row, known) for row, g in zip(p, gains)]
    second = until(where)(p, rest)  # E X^2 = r^2 + 2 r P E X + P E X^2
    assert moments(model, "signed", goal, 2, policy=policy) == [first[:n], second[:n]]
    counts = [for_ever(p, [Fraction(t == s) for t in range(n + 1)]) for s in range(n)]
    assert visits(model, policy=policy) == [column[process.initial] for column in counts]
    table: dict[Fraction, Fraction] = {}
    missed = Fraction(0)
    for q, x, arrived in runs(branches, gains, where, process.initial, horizon):
        table[x] = table.get(x, Fraction(0)) + q
        missed += 0 if arrived else q
    assert distribution(model, "signed", goal, horizon, policy=policy) == (table, missed)
