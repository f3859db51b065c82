"""Dice games, solved: the expected total until the play ends, with one optimal policy for all.

    v(s) = min over options c of s of  q(c),    q(c) = cost(c) + sum_t p(c, t) v(t),

and max where rewards are collected; a choice without branches pays and ends the play. Where all
costs are 0 or more, "min" is over the policies that end almost surely, and "max" over all; costs of
both signs need that every policy ends. Among optimal options the lowest is taken
(`exact_policy_iteration.lowest_proper`), so that the answer, and its certificate byte for byte, is
a function of the model.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.witness import endless_reward
from exactbox.mdp.exact.exact_policy_iteration import Subproblem, iterate, lowest_proper
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.graph.attractor import passing_ranks
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.proper import ImproperPolicyError, ending_ranks, policy_ranks
from exactbox.mdp.model.arguments import (
    ENDED,
    Goal,
    SomeRewards,
    rewards_of,
    sense_of,
)
from exactbox.mdp.model.equations import Equations, equations_of
from exactbox.mdp.model.layout import Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.mdp.model.rewards import Ratios, name_of
from exactbox.mdp.objectives.objective import (
    Objective,
    Witness,
    exact,
    on_the_average,
)
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactbox.mdp.bounds.bounds import Bounds


@in_context
def certify(
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
    >>> certify(toss).value
    Fraction(3, 2)
    """
    return exact(model, question_to_the_end(model, rewards, sense), TERMINATING)


def question_to_the_end(model: Model, rewards: SomeRewards | None, sense: str) -> Question:
    """The reward until the play ends, which is all where the most of rewards is asked for."""
    sense, costs = sense_of(model, sense), rewards_of(model, rewards)
    goal = Goal(np.zeros(model.states, dtype=bool), True, ENDED)
    named = name_of(costs, "")
    question = Question(objective="cost", sense=sense, goal=goal, rewards=costs, named=named)
    if question.sense == "max" and not on_the_average(model, question).has_negative(model):
        return replace(question, objective="total", goal=None)
    return question


def _decide(model: Model, question: Question) -> Subproblem:
    """The graph decides nothing."""
    none = np.zeros(model.states, dtype=bool)
    return Subproblem(until_the_end(model, question.reward), ~none, none, none)


def _answer(model: Model, asked: Question) -> Answer:
    """By policy iteration over the choices, which ends with the lowest options."""
    question = on_the_average(model, asked)
    equations, sense, ranks = until_the_end(model, question.reward), question.sense, None
    if question.has_negative(model):
        everything = np.ones(model.options, dtype=bool)
        ranks = ending_ranks(equations, everything, every=True)
        if (ranks < 0).any():
            raise ImproperPolicyError(
                f"state {int(np.argmax(ranks < 0))}: a policy need not end from here, and costs "
                "have both signs; need costs of one sign, or that every policy ends"
            )
    elif sense == "max":
        endless = endless_reward(model, question.reward, end_components(model)[1])
        if endless is not None:
            raise ImproperPolicyError(f"{endless} can be collected again and again")
    try:
        optimum = iterate(equations, sense, prefer=lowest_proper)
    except TooLargeError as error:
        raise TooLargeError(
            f"{error}; certify_enclosure, or --enclosure of the command, has proved bounds"
        ) from None
    values, policy = optimum.values, optimum.policy - model.option_start[:-1]  # within its state
    ties = np.flatnonzero(model.count(optimum.signs == 0) > 1)
    if ranks is None:
        witness = _witness(model, equations, optimum.policy)
    else:  # on these every policy ends
        witness = {"ranks": passing_ranks(model, ranks)}
    return Answer(model, asked, values, policy, ties, witness, values.x, optimum.rounds)


def _attain(
    model: Model, question: Question, subproblem: Subproblem, bounds: Bounds
) -> tuple[Policy, Witness]:
    """The policy of the bounds."""
    return bounds.policy, _witness(model, subproblem.equations, bounds.policy)


def _witness(model: Model, equations: Equations, policy: Policy) -> Witness:
    """The ranks on which the policy ends."""
    ranks = passing_ranks(model, policy_ranks(equations, policy))
    return {"ranks": ranks, "levels": np.full(model.states, -1)}


def until_the_end(model: Model, rewards: Ratios) -> Equations:
    """The equations of all states; their unknowns are the values of all choices."""
    equations = equations_of(model, rewards=rewards)
    if equations.option is None:
        equations = replace(equations, option=np.arange(model.options))
    return equations


TERMINATING = Objective(
    name="cost",
    decide=_decide,
    answer=_answer,
    attain=_attain,
    one_player="the total until the play ends",
    discrete="the total until the play ends",
)
