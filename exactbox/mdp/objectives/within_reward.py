"""Bounded rewards: a goal, or rewards, while the sum of a cost keeps to a bound.

    v_b(s) = max over actions c of  sum_e p(e) (r_b(e) + v_(b - k(e))(t(e)))      min likewise

In epoch b a budget of b is left; branch e costs k(e). With a goal v_b is 1 there, as long as the
cost so far reaches the lower bound; without, r_b(e) is the reward of e if k(e) <= b. Rational costs
are scaled to integers.

The graph decides where all values are 0: where no branches lead to a goal or a reward. If no cycle
has cost 0, `exactbox.mdp.exact.induction` computes one epoch after the other. Else each epoch is a
process by itself, which one leaves with the values of the branches that cost something, and whose
expected total reward is v_b (`by_epochs`). Without an upper bound epoch 0 stands for all costs
beyond the lower one: v_0 is the probability to reach the goal.

Sources: Hartmanns, Junges, Katoen, Quatmann, *Multi-cost bounded tradeoff analysis in MDP*, 2020
(epochs); Andova, Hermanns, Katoen, *Discrete-time rewards model-checked*, 2003.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from exactbox.linalg.matrices.integers import int_array, narrowest
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.induction import Induction, sort_branches, topological_order
from exactbox.mdp.exact.policy_chain import scale_to_common_denominator
from exactbox.mdp.exact.values import finite, quotients
from exactbox.mdp.graph.attractor import attractor
from exactbox.mdp.model.layout import Array, PerChoice, PerState, reduced, slices
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import (
    Goal,
    Limit,
    Question,
    SetOfStates,
    SomeRewards,
    question_about,
    require_model,
    rewards_of,
)
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.objectives.by_epochs import EpochByEpoch
from exactbox.mdp.objectives.objective import Objective, exact
from exactbox.mdp.objectives.several_bounds import unfolded
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


@in_context
def within_reward(
    model: Model,
    sense: str | None = None,
    *,
    bound: SomeRewards,
    at_most: Fraction | int | str | None = None,
    at_least: Fraction | int | str | None = None,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    further: Sequence[Mapping[str, Any]] = (),
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """With a goal the probability to be there while the cost is within bounds; else rewards.

    The policy is a `Schedule`: row k is for when k units have been spent, a unit being the greatest
    number of which all costs are multiples. Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    bound : name, Rewards, or (C,) numbers
        The cost of each step, 0 or more.
    at_most, at_least : int, Fraction or str, optional
        Bounds of the sum of these costs, one of them or both; 0 or more.
    goal : as everywhere, optional
        The question is then the probability to be there at some time when the cost so far is
        within the bounds; up to then only states of `stay` may be visited.
    rewards : as everywhere
        Where there is no goal the question is the expected rewards of those steps after which the
        cost is at most `at_most`. They are infinite where a cycle of cost 0 has rewards and is not
        avoided; certificates have no such values.
    further : list of dicts, optional
        Bounds of other costs, which have to be kept to at the same time: their ``bound``,
        ``at_most`` and ``at_least``. The policy is then that of who has spent nothing of these.

    Raises
    ------
    ValueError
        If no bound is given; for negative costs; for costs or rewards of which a file holds only
        averages over branches, or that accrue with time; for games; for negative rewards where a
        cycle has cost 0.
    TooLargeError
        If the values get too long; it is estimated after some epochs.

    Examples
    --------
    A coin is tossed until it shows heads, with probability 1/3, and each toss costs 1/2:

    >>> model = Model.from_lists([[[("2/3", 0), ("1/3", 1)]], [[(1, 1)]]], labels={"heads": [1]},
    ...                          rewards={"money": [["1/2"], [0]]})
    >>> within_reward(model, "max", bound="money", at_most=1, goal="heads").value
    Fraction(5, 9)
    >>> within_reward(model, "max", bound="money", at_most=1, rewards="money").value
    Fraction(5, 6)
    >>> within_reward(model, "max", bound="money", at_most=1, goal="heads",
    ...               further=[{"bound": [1, 0], "at_least": 2}]).value  # at the second toss
    Fraction(2, 9)
    """
    require_model(model)
    bounds: dict[str, Any] = {"at_most": at_most, "at_least": at_least}
    for each in further:
        if unknown := each.keys() - {"bound", "at_most", "at_least"}:
            raise ValueError(f"further: {min(unknown)}, need bound, at_most and at_least")
    question = question_about(
        model,
        "total" if goal is None else "reach",
        sense,
        goal=goal,
        stay=stay,
        rewards=rewards,
        cost=rewards_of(model, bound),
        further=[{**each, "cost": rewards_of(model, each.get("bound"))} for each in further],
        **bounds,
    )
    return exact(model, question)


def _answer(model: Model, question: Question) -> Answer:
    """Epoch 0, and then by induction over the epochs in which something changes."""
    if question.further:  # epochs of the first bound, of the process with what else is spent
        product, asked, node = unfolded(model, question)
        inner = _answer(product, asked)
        states, none = np.arange(model.states), np.zeros(model.states, dtype=np.int64)
        policy = inner.policy.extend(model.states, states, node, none, None)
        ties = np.flatnonzero(np.isin(node, inner.ties))
        values = inner.values.select(node)
        return Answer(model, question, values, policy, ties, inner.witness)
    induction, last, active, witness = prepared(model, question)
    induction.run(last)
    values = finite(quotients(induction.value, induction.scale))  # v of the last epoch
    if isinstance(induction, EpochByEpoch):
        witness["layers"] = induction.proofs
        values.infinite[[*induction.infinite]] = True  # v_b = infinity for some b, and from then on
    ties = np.flatnonzero(active & np.isin(np.arange(model.states), induction.ties()))
    return Answer(model, question, values, induction.schedule(last), ties, witness)


def prepared(model: Model, question: Question) -> tuple[Induction, int, PerState, dict[str, Any]]:
    """The induction, at epoch 0; its last epoch; where values are unknowns; the witness of v_0."""
    cost, last, width, clipped = _integer_costs(question)
    nothing = np.zeros(model.states, dtype=bool)
    goal = question.goal or Goal(nothing, False)
    stay = ~nothing if question.within is None else question.within  # elsewhere v = 0
    reward = None if question.branch_rewards is None else question.branch_rewards[1]
    active = stay & (~goal.states | (width < last))  # v_b is an unknown in some epoch b
    used = np.zeros(model.choices, dtype=bool)
    used[model.choice_at(np.flatnonzero(active[model.state_of]))] = True
    place = topological_order(
        model.states, *_zero_cost_edges(model, goal, cost, reward, active, used)
    )
    bottoms = set() if reward is None else {*reward.denominator.tolist()}
    common = lcm(*{*model.denominator[used].tolist()}) * lcm(*bottoms)  # D
    factor = np.array([common // d for d in model.denominator.tolist()], dtype=object)
    weight = narrowest(model.weight * factor[model.choice_of])  # D p(e)
    k = int_array(cost)[: len(model.target)]  # k(e)
    fixed = ~active | (goal.states & (width >= 0))  # v_0 is 0, or 1
    kept = used[model.choice_of]
    induction: Induction
    if place is None:  # some cycle has cost 0
        if reward is not None and (reward.numerator < 0).any():
            negative = reward[int(np.argmax(reward.numerator < 0))]
            raise ValueError(
                f"a reward of {negative}, and a cycle has cost 0: need rewards of 0 or more"
            )
        branches = sort_branches(model, kept & (k > 0), weight, k, common)
        induction = EpochByEpoch(model, branches, question.sense, fixed, None, int(clipped))
        induction.expect(model, question.sense, k)
    else:
        branches = sort_branches(model, kept, weight, k, common)
        induction = Induction(model, branches, question.sense, fixed, place, int(clipped))
    witness: dict[str, Any] = {}
    if clipped:
        base = exact(model, replace(question, objective="reach", cost=None))
        witness["base"] = base.stated()[2]
        numerators, scale = scale_to_common_denominator(  # v_0 = numerators / scale
            [base.values.parts(s) for s in range(model.states)]
        )
        value, q_value = [int(n) for n in numerators], [0] * model.choices
        for t, v in enumerate(value):
            for e in range(branches.first[t], branches.first[t + 1]) if v else ():
                q_value[branches.choice[e]] += branches.weight[e] * v  # D p(e) v_0(t)
        for c in np.flatnonzero(model.ends & used & goal.ended).tolist():
            q_value[c] = common * int(scale)  # q_0(c) = 1: the end is a goal
        induction.begin(value, int(scale), q_value)
        for s in np.flatnonzero(active).tolist():  # each picks an action in epoch 1
            induction.fix(1, s, None)
        if place is None:
            induction.at(1)
    if width >= 0:
        _add_goal(induction, model, goal, stay, used, cost, weight, width, clipped, place is None)
    if reward is not None:
        own, edges = model.choice_of, len(model.target)
        for e in np.flatnonzero(reward.numerator != 0).tolist():
            c = int(own[e]) if e < edges else e - edges
            if used[c] and (e < edges or model.ends[c]):
                share = int(weight[e]) if e < edges else common
                # D p(e) r(e), an integer
                amount = share * int(reward.numerator[e]) // int(reward.denominator[e])
                induction.add(cost[e], c, amount)  # r_b(e) from b = k(e) on
    return induction, last, active, witness


def _integer_costs(question: Question) -> tuple[list[int], int, int, bool]:
    """Costs of branches, and of choices that end the play, in units; last epoch, width, clipped.

    The goal counts in epochs 0 to ``width``. Without an upper bound (``clipped``) epoch 0 stands
    for all lower ones too.
    """
    if question.cost is None:
        raise ValueError("within_reward: no cost is asked about")
    if question.at_most is None and (not question.at_least or question.goal is None):
        raise ValueError("no bound: need at_most, or for a goal at_least above 0")
    cost, enough, last = Limit(question.cost, question.at_most, question.at_least).in_units()
    # b = last - k has k unit / scale >= at_least where b <= last - enough
    return (cost, enough, 0, True) if last is None else (cost, last, last - enough, False)


def _zero_cost_edges(
    model: Model,
    goal: Goal,
    cost: list[int],
    reward: Ratios | None,
    active: PerState,
    used: PerChoice,
) -> tuple[Array, Array]:
    """Branches of cost 0 between active states from which a goal or a reward can be reached."""
    rewarded = model.ends & used & goal.ended
    if reward is not None:
        some, edges = reward.numerator != 0, len(model.target)
        rewarded = rewarded | reduced(np.logical_or, some[:edges], model.branch_start, False)
        rewarded = rewarded | (some[edges:] & model.ends)  # r(c) != 0 at the end
    seeds = goal.states.copy()
    seeds[model.state_of[rewarded[model.choice] & active[model.state_of]]] = True
    positive = active & (attractor(model, seeds, active).states >= 0)  # elsewhere v = 0
    actions = np.flatnonzero(positive[model.state_of])
    choices = model.choice_at(actions)
    branches = slices(model.branch_start, choices)
    source = np.repeat(model.state_of[actions], np.diff(model.branch_start)[choices])
    target = model.target[branches]
    free = (np.array(cost, dtype=object)[branches] == 0).astype(bool)  # k(e) = 0
    inner = free & positive[target]
    return source[inner], target[inner]  # s -> t with k = 0, v(s) > 0 and v(t) > 0


def _add_goal(
    induction: Induction,
    model: Model,
    goal: Goal,
    stay: PerState,
    used: PerChoice,
    cost: list[int],
    weight: Array,
    width: int,
    clipped: bool,
    has_cycle: bool,
) -> None:
    """v_b = 1 on the goal for 0 <= b <= width; where epochs are clipped, for b <= 0 as well."""
    over, begins = width + 1, not clipped  # the goal stops to count in epoch `over`
    for s in np.flatnonzero(goal.states).tolist():
        if begins:
            induction.fix(0, s, 1)  # v_0 = 1
        induction.fix(over, s, None if stay[s] else 0)  # v_over is an unknown, or 0
    edges = len(model.target)
    arrivals: list[tuple[int, int, int]] = []  # choice, k(e), D p(e)
    if goal.ended:
        ends = np.flatnonzero(model.ends & used).tolist()
        arrivals += [(c, cost[edges + c], induction.common) for c in ends]
    if has_cycle and begins:  # the goal is outside of the epoch's process
        free = (np.array(cost[:edges], dtype=object) == 0).astype(bool)
        # v(t) = 1 at these targets
        into = free & goal.states[model.target] & used[model.choice_of]
        for e in np.flatnonzero(into).tolist():
            arrivals.append((int(model.choice_of[e]), 0, int(weight[e])))
    for c, k, share in arrivals:
        if begins:
            induction.add(k, c, share)  # q_b(c) has p(e) more for b >= k
        induction.add(k + over, c, -share)  # and no longer for b >= k + over


WITHIN_REWARD = Objective(
    name="within_reward", answer=_answer, one_player="a bound on what is spent"
)
