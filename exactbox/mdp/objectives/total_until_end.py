"""Dice games, solved: the expected total until the play ends, with one optimal policy for all.

    v(s) = min over actions c of s of  q(c),    q(c) = cost(c) + sum_t p(c, t) v(t),

and max where rewards are collected; a choice without branches pays and ends the play. Where all
costs are 0 or more, "min" is over the policies that end almost surely, and "max" over all; costs of
both signs need that every policy ends.

**Which policy.** Of several optimal ones floating point may propose any. The lowest optimal actions
are taken everywhere, or where that policy never ends the lowest of those on a shortest way out; so
the answer, and its certificate byte for byte, is a function of the model.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from exactbox.late import former_function
from exactbox.linalg.square.few_unknowns import MAX_UNKNOWNS_AT_ONCE
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.exact_policy_iteration import evaluate, iterate
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.graph.attractor import (
    ImproperPolicyError,
    attractor,
    first_action,
    policy_ranks,
    shortest_way,
)
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.policies import endless_reward
from exactbox.mdp.model.equations import Equations, equations_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import (
    ENDED,
    Goal,
    Question,
    SomeRewards,
    require_kind,
    rewards_of,
    sense_of,
)
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.objectives.objective import Witness
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

NO_LEVELS = np.zeros(0, dtype=np.int64)  # no value is infinite


@in_context
def total_until_end(
    model: Model,
    rewards: SomeRewards | None = None,
    sense: str = "min",
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """The expected total until the play ends: exact values and the lowest-numbered optimal policy.

    Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones
    sense : "min" or "max"

    Raises
    ------
    ValueError
        If no policy ends from some state; if a reward can be collected again and again; or if costs
        have both signs and some policy does not end (values are then not defined here).

    Examples
    --------
    >>> toss = Model.from_choices([(1, [("1/3", 0), ("2/3", 1)]), (0, [])], [[0], [1]], start=0)
    >>> total_until_end(toss).value
    Fraction(3, 2)
    """
    question = question_until_end(model, rewards, sense)
    averaged = question.time_averaged(model)
    equations, every, first = equations_until_end(model, averaged.reward), None, None
    if averaged.has_negative(model):
        # ranks that decrease by every action
        every = attractor(equations, need=np.diff(model.action_start), exits=model.ends)
        stuck = every.states < 0  # some policy never ends from here
        if stuck.any():
            raise ImproperPolicyError(
                f"state {int(np.argmax(stuck))}: a policy need not end from here, and costs "
                "have both signs; need costs of one sign, or that every policy ends"
            )
    elif averaged.sense == "max":
        endless = endless_reward(model, averaged.reward, end_components(model)[1])
        if endless is not None:
            raise ImproperPolicyError(f"{endless} can be collected again and again")
    if (
        equations.choices <= MAX_UNKNOWNS_AT_ONCE and not equations.is_chain
    ):  # floating point takes longer
        first, _ = shortest_way(equations)
    try:
        optimum = iterate(equations, averaged.sense, first)  # v(s) = min or max of q(c)
        optimal = optimum.signs == 0  # q(c) = v(s)
        policy = first_action(equations, optimal)  # the lowest
        ranks = policy_ranks(equations, policy)
        if (ranks.states < 0).any():  # it never ends: the lowest on a shortest way out
            policy, ranks = shortest_way(equations, optimal)  # q(o) = v(s) for all that it takes
        other = bool((policy != optimum.policy).any())  # another optimal policy: its own values
        values = evaluate(equations, policy) if other else optimum.values  # q = cost + P_sigma q
    except TooLargeError as error:
        raise TooLargeError(
            f"{error}; total_until_end_enclosure, or --enclosure of the command, has proved bounds"
        ) from None
    witness: Witness = {"ranks": ranks.choices, "levels": NO_LEVELS}
    if every is not None:  # on these every policy ends
        witness = {"ranks": every.choices}
    ties, rounds = np.flatnonzero(model.count(optimal) > 1), optimum.rounds + other
    return Answer(
        model, question, values, model.action_numbers(policy), ties, witness, values.x, rounds
    )


certify = former_function("certify", total_until_end)


def question_until_end(model: Model, rewards: SomeRewards | None, sense: str) -> Question:
    """The question about the reward until the play ends; for "max" it is the total reward."""
    sense, costs = sense_of(model, sense), rewards_of(model, rewards)
    goal = Goal(np.zeros(model.states, dtype=bool), True, ENDED)
    named = costs.name or ""
    question = Question(objective="cost", sense=sense, goal=goal, rewards=costs, named=named)
    what = "the total until the play ends"
    require_kind(model, one_player=what, discrete=what)
    if question.sense == "max" and not question.time_averaged(model).has_negative(model):
        return replace(question, objective="total", goal=None)  # there is no reward after the end
    return question


def equations_until_end(model: Model, rewards: Ratios) -> Equations:
    """The equations of all states; their unknowns are the values of all choices."""
    equations = equations_of(model, rewards=rewards)  # unknowns are q(c), not v(s)
    if equations.afterstate is None:
        afterstate = np.arange(model.action_count)  # action c is choice c
        equations = replace(equations, afterstate=afterstate)
    return equations
