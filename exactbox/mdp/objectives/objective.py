"""The record of an objective, and the two drivers that serve all: `exact` and `enclose`.

An objective is four things:

- **decide**: what the graph decides (values that are 0, 1 or infinite), and the equations of the
  other states, a `Subproblem`;
- **prove**: the policy, and the witness that proves it optimal, from the exact values;
- **bounds**: proved bounds of the same equations;
- **attain**: the policy that attains values within them, and its witness.

`exact` solves the equations, by policy iteration or, where there is a second player, by strategy
iteration; compares all options with the values of their states; and has the policy proved. An
objective whose policy and proof come with its values, as those of a mean payoff do, has ``solve``
in place of the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from exactbox.linalg.results.exact import ExactVector
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.witness import optimal_options, within_state
from exactbox.mdp.bounds.bounds import Bounds, bounds_of
from exactbox.mdp.exact.exact_policy_iteration import Subproblem
from exactbox.mdp.exact.strategy_iteration import strategy_iteration
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.continuous_time import expected_rewards, step_rewards
from exactbox.mdp.graph.proper import ImproperPolicyError
from exactbox.mdp.model.arguments import (
    SetOfStates,
    SomeRewards,
    discount_of,
    goal_of,
    is_game,
    refuse_games,
    refuse_negative,
    rewards_of,
    sense_of,
    set_of,
)
from exactbox.mdp.model.layout import PerOption, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.objectives import OBJECTIVES

Witness = dict[str, Any]  # ranks, levels, ...


class Solution(NamedTuple):
    """Exact values of all states, and the options that are worth as much, by one step.

    ``strategy`` is the maximising player's, in a game.
    """

    values: Values
    optimal: PerOption
    strategy: Policy | None = None
    choices: ExactVector | None = None
    rounds: int = 1


@dataclass(frozen=True, kw_only=True)
class Objective:
    """What can be asked of a model; see above.

    ``signed`` takes its place where some reward before the goal is below 0. ``explain`` says why,
    where a policy that exact policy iteration has come to does not end. ``one_player`` and
    ``discrete`` are what is said to be for models without a second player, and without rates; empty
    where such models are allowed.
    """

    name: str
    decide: Callable[[Model, Question], Subproblem] | None = None
    prove: Callable[[Model, Question, Subproblem, Solution], tuple[Policy, Witness]] | None = None
    bounds: Callable[[Model, Question, Subproblem], Bounds] = bounds_of
    attain: Callable[[Model, Question, Subproblem, Bounds], tuple[Policy, Witness]] | None = None
    solve: Callable[[Model, Question], tuple[Solution, Policy, Witness]] | None = None
    signed: Objective | None = None
    explain: Callable[[Model, Question, Subproblem], None] | None = None
    one_player: str = ""
    discrete: str = ""


def question_about(
    model: Model,
    objective: Objective,
    sense: str | None,
    *,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    discount: Fraction | int | str | None = None,
) -> Question:
    """The question, of the arguments that its objective takes."""
    sense, takes = sense_of(model, sense), OBJECTIVES[objective.name].takes
    details: dict[str, Any] = {}
    if "goal" in takes:
        details["goal"] = goal_of(model, goal)  # type: ignore[arg-type]  # None is refused there
    if "stay" in takes and stay is not None:
        details["stay"] = set_of(model, stay, "stay")
    if "reward" in takes and objective.discrete:
        details["rewards"] = step_rewards(model, rewards, objective.discrete)
    elif "reward" in takes:
        details["rewards"] = rewards_of(model, rewards)
    if "discount" in takes:
        details["discount"] = discount_of(discount)  # type: ignore[arg-type]
    return Question(objective=objective.name, sense=sense, **details)


def exact(objective: Objective, model: Model, asked: Question) -> Answer:
    """The exact answer."""
    question = _on_the_average(model, asked)
    if objective.signed is not None and question.has_negative(model):
        objective = objective.signed
    if objective.one_player:
        refuse_games(model, objective.one_player)
    if objective.solve is not None:
        solution, policy, witness = objective.solve(model, question)
    else:
        solution, policy, witness = _optimum(objective, model, question)
    return Answer(
        model,
        asked,
        solution.values,
        within_state(model, policy),
        np.flatnonzero(model.count(solution.optimal) > 1),
        witness,
        solution.choices,
        solution.rounds,
    )


def enclose(objective: Objective, model: Model, asked: Question) -> Enclosure:
    """Proved bounds, of an objective that has a policy to `attain` values within them."""
    if objective.attain is None or objective.decide is None:
        raise ValueError(f"there are no bounds of {objective.name}")
    question = _on_the_average(model, asked)
    if question.goal is not None and question.rewards is not None:
        refuse_negative(model, question.rewards, ~question.goal.states)
    refuse_games(model, "an enclosure")
    subproblem = objective.decide(model, question)
    bounds = objective.bounds(model, question, subproblem)
    policy, witness = objective.attain(model, question, subproblem, bounds)
    return Enclosure(model, asked, within_state(model, policy), subproblem, bounds, witness)


def _on_the_average(model: Model, question: Question) -> Question:
    """The same with what each choice brings on the average, in continuous time."""
    if question.rewards is None:
        return question
    return replace(question, rewards=expected_rewards(model, question.rewards))


def _optimum(
    objective: Objective, model: Model, question: Question
) -> tuple[Solution, Policy, Witness]:
    """The solution of the one-step equations, proved."""
    if objective.decide is None or objective.prove is None:
        raise TypeError(f"the objective {objective.name} can neither be solved nor be proved")
    if not objective.one_player and is_game(model):
        subproblem, values, strategy = strategy_iteration(model, question, objective.decide)
        optimal = optimal_options(model, question, values)
    else:
        strategy = None
        subproblem = objective.decide(model, question)
        try:
            values = subproblem.values(question.sense)
        except ImproperPolicyError:
            if objective.explain is not None:
                objective.explain(model, question, subproblem)
            raise
        optimal = optimal_options(model, question, values, subproblem)
    solution = Solution(values, optimal, strategy)
    return solution, *objective.prove(model, question, subproblem, solution)
