"""The expected reward until a goal where rewards have both signs.

    v(s) = max over options c of  r(c) + sum_t p(c, t) v(t),      v = 0 on the goal
                                                            min where the sense is "min"

The value is the limit of the expectations of n steps, among the policies that reach the goal almost
surely: a policy that may miss it has no such limit to speak of. From states that are *lost* no
policy reaches the goal almost surely; no policy that is asked about has an option that leads there,
or ends the play outside the goal. All that follows is about the other states and options.

**The method.** Exact policy iteration from a proper policy, here one that reaches the goal almost
surely. For "max", say, let v be the values of a proper policy, and let sigma take, in some states,
options c that improve it, r(c) + P_c v > v. If sigma is not proper there is a set of states that it
does not leave and has a stationary distribution pi on. The set has improved states (the old policy
leaves it), so pi r + pi v > pi v: the mean payoff pi r of sigma in this end component is above 0.
Where all end components have a best mean payoff of 0 or less, improvements are therefore proper,
each is strictly better than the policy before, and the last one, as nothing improves it, has the
certificate: v >= r(c) + P_c v for all options, with equality under a proper policy. Cycles of mean
payoff 0 are allowed whether they are free of rewards or not.

Where an end component has a best mean payoff above 0 there is no greatest value: stay there for n
steps, and then go to the goal. That is found out, and said, when an improvement is not proper.

The policy of the answer takes optimal options on ranks that fall towards the goal: optimal options
alone may go round a cycle of mean payoff 0.

Sources: Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991
(propositions 2 and 3: proper policies remain if those that are not lose without end); Bertsekas,
Yu, *Stochastic shortest path problems under weak conditions*, 2016 (mean payoffs of 0); de Alfaro,
*Formal Verification of Probabilistic Systems*, 1997 (end components).
"""

from __future__ import annotations

from math import inf

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.witness import optimal_options, require, within_state
from exactbox.mdp.exact.exact_policy_iteration import Unknown
from exactbox.mdp.exact.multichain import gain_and_bias
from exactbox.mdp.graph.attractor import attractor, falling_option, leads_only_to, passing_ranks
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.proper import ImproperPolicyError
from exactbox.mdp.graph.qualitative import miss_levels, prob1_max
from exactbox.mdp.model.arguments import Goal, only_these
from exactbox.mdp.model.equations import equations_of
from exactbox.mdp.model.layout import PerOption, PerState, slices, starts_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios


def signed_cost(model: Model, rewards: Ratios, goal: Goal, sense: str) -> Answer:
    """The expected reward until the goal, among the policies that reach it almost surely.

    Rewards may have any sign; there is no second player. In lost states the value is infinite:
    ``math.inf`` for "min", ``-math.inf`` for "max". A ValueError says that an initial state is
    lost, or that an end component outside the goal has a mean payoff above 0 (max) or below (min).

    Examples
    --------
    A step costs 1, and the goal is worth 5:

    >>> model = Model.from_lists([[[("1/3", 0), ("2/3", 1)]], [[(1, 2)]], [[(1, 2)]]],
    ...                          rewards={"": [[-1], [5], [0]]})
    >>> goal = Goal(np.array([False, False, True]), False)
    >>> signed_cost(model, model.rewards[""], goal, "max").value
    Fraction(7, 2)
    """
    states, ended, name = goal
    sure = prob1_max(model, states, None, None, ended).states
    lost = ~sure
    if lost[model.initial].any():
        s = int(model.initial[np.argmax(lost[model.initial])])
        raise ValueError(
            f"state {s}, where the play starts: no policy reaches {name!r} almost surely; where "
            "rewards are below 0 only such policies count"
        )
    active = sure & ~states
    kept = active[model.state_of] & leads_only_to(model, sure, ended)
    options = np.flatnonzero(kept)
    nowhere = np.zeros(model.states, dtype=bool)
    equations = equations_of(model, active, options, rewards=rewards)
    unknown = Unknown(equations, active, nowhere, lost, options)
    try:
        found = unknown.values(sense)
    except ImproperPolicyError:
        _refuse_gain(model, rewards, active, kept, sense)
        raise
    values = found.with_infinite(lost, inf if sense == "min" else -inf)
    maximises = np.full(model.states, sense == "max")
    optimal = optimal_options(model, values, active, maximises, rewards=rewards, options=kept)
    ranks = attractor(model, states, active, None, optimal.options, ended)
    require(ranks, active)
    policy = np.where(active, falling_option(model, ranks, optimal.options, ended), -1)
    witness = {"ranks": passing_ranks(model, ranks)}
    if lost.any():
        witness["levels"] = np.where(lost, miss_levels(model, states, ended), -1)
    within, asked = within_state(model, policy), {"goal": goal}
    return Answer(model, "cost", sense, values, within, optimal.ties, rewards, asked, witness)


def _refuse_gain(
    model: Model, rewards: Ratios, active: PerState, kept: PerOption, sense: str
) -> None:
    """ValueError where an end component gains: its mean payoff is above 0, or costs: below."""
    component, inside = end_components(model, active, kept)
    states, options = np.flatnonzero(component >= 0), np.flatnonzero(inside)
    choices = model.choice_at(options)
    branches = slices(model.branch_start, choices)
    number = np.cumsum(component >= 0) - 1
    within = Model(
        starts_of(np.bincount(model.state_of[options], minlength=model.states)[states]),
        starts_of(np.diff(model.branch_start)[choices]),
        number[model.target[branches]],
        model.weight[branches],
        model.denominator[choices],
    )
    found = gain_and_bias(within, only_these(rewards, choices), sense)
    sign = 1 if sense == "max" else -1
    gains = next((k for k, gain in enumerate(found.gain) if sign * gain > 0), None)
    if gains is None:
        return
    size = int((component == component[states[gains]]).sum())
    o = int(options[found.choice[gains]])
    raise ValueError(
        f"{model.place(o)}: a policy can stay here before the goal, in an end component of {size} "
        f"states, for {found.gain[gains]} a step on average; need 0 or "
        f"{'less' if sense == 'max' else 'more'}, else there is no {'greatest' * (sense == 'max')}"
        f"{'least' * (sense == 'min')} reward"
    )
