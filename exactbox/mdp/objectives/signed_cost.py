"""The expected reward until a goal where rewards have both signs.

    v(s) = max over actions c of  r(c) + sum_t p(c, t) v(t),      v = 0 on the goal
                                                            min where the sense is "min"

The value is the limit of the expectations of n steps, among the policies that reach the goal almost
surely: a policy that may miss it has no such limit to speak of. From states that are *lost* no
policy reaches the goal almost surely; no policy that is asked about has an action that leads there,
or ends the play outside the goal. All that follows is about the other states and actions.

**The method.** Exact policy iteration from a proper policy, here one that reaches the goal almost
surely. For "max", say, let v be the values of a proper policy, and let sigma take, in some states,
actions c that improve it, r(c) + P_c v > v. If sigma is not proper there is a set of states that it
does not leave and has a stationary distribution pi on. The set has improved states (the old policy
leaves it), so pi r + pi v > pi v: the mean payoff pi r of sigma in this end component is above 0.
Where all end components have a best mean payoff of 0 or less, improvements are therefore proper,
each is strictly better than the policy before, and the last one, as nothing improves it, has the
certificate: v >= r(c) + P_c v for all actions, with equality under a proper policy. Cycles of mean
payoff 0 are allowed whether they are free of rewards or not.

Where an end component has a best mean payoff above 0 there is no greatest value: stay there for n
steps, and then go to the goal. It is refused as soon as an improved policy is not proper.

The policy of the answer takes optimal actions on ranks that decrease towards the goal: optimal
actions alone may go round a cycle of mean payoff 0.

Sources: Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems*, 1991
(propositions 2 and 3: proper policies remain if those that are not lose without end); Bertsekas,
Yu, *Stochastic shortest path problems under weak conditions*, 2016 (mean payoffs of 0); de Alfaro,
*Formal Verification of Probabilistic Systems*, 1997 (end components).
"""

from __future__ import annotations

from math import inf

import numpy as np

from exactbox.mdp.exact.multichain import gain_and_bias
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.attractor import attractor, first_action
from exactbox.mdp.graph.components import end_components, internal_model_of
from exactbox.mdp.graph.qualitative import miss_levels, prob1_max
from exactbox.mdp.model.layout import PerAction, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.mdp.objectives.cost import COST
from exactbox.mdp.objectives.objective import Objective, Strategy, Witness, require


def _decide(model: Model, question: Question) -> PerState:
    """Infinite in lost states, from which no policy reaches the goal almost surely."""
    states, ended, name, _ = question.target
    sure = prob1_max(model, states, None, None, ended).states  # P(F goal) = 1 by some policy
    lost = ~sure
    if lost[model.initial].any():
        s = int(model.initial[np.argmax(lost[model.initial])])
        raise ValueError(
            f"state {s}, where the play starts: no policy reaches {name!r} almost surely; where "
            "rewards are below 0 only such policies count"
        )
    return np.where(lost, inf, question.boundary_values(model))  # nan: an unknown


def _prove(
    model: Model, question: Question, values: Values, optimal: PerAction, strategy: Strategy
) -> tuple[Policy, Witness]:
    """Optimal actions on decreasing ranks to the goal."""
    states, ended, *_ = question.target
    lost = values.infinite  # P(F goal) < 1 by every policy
    active = ~(lost | states)  # v obeys the equation
    ranks = attractor(model, states, active, None, optimal, model.ends & ended)
    require(ranks.states, active)
    decreasing = first_action(model, optimal, ranks)  # q(o) = v(s), and nearer to the goal
    witness: Witness = {"ranks": ranks.choices}
    if lost.any():
        witness["levels"] = np.where(lost, miss_levels(model, states, ended), -1)
    return np.where(active, decreasing, -1), witness


def _refuse_gain(model: Model, question: Question, decided: PerState) -> None:
    """ValueError where an end component gains: its mean payoff is above 0, or costs: below."""
    sense, rewards = question.sense, question.reward
    component, staying = end_components(model, np.isnan(decided))  # -1: in no end component
    within, states, actions = internal_model_of(model, component, staying)
    choices = model.choice_at(actions)
    payoff = gain_and_bias(within, rewards.of_choices(choices), sense)  # the best g(s) of staying
    sign = 1 if sense == "max" else -1  # refused where sign g > 0
    # sign g > 0: the total grows without end
    gains = next((k for k, gain in enumerate(payoff.gain) if sign * gain > 0), None)
    if gains is None:
        return
    size = int((component == component[states[gains]]).sum())
    o = int(actions[payoff.choice[gains]])
    raise ValueError(
        f"{model.place(o)}: a policy can stay here before the goal, in an end component of {size} "
        f"states, for {payoff.gain[gains]} a step on average; need 0 or "
        f"{'less' if sense == 'max' else 'more'}, else there is no {'greatest' * (sense == 'max')}"
        f"{'least' * (sense == 'min')} reward"
    )


SIGNED_COST = Objective(
    name="cost",
    decide=_decide,
    prove=_prove,
    explain=_refuse_gain,
    one_player=COST.one_player,
)
