"""The record of an objective, and the driver that serves all: `exact`.

An objective is three things:

- **decide**: what the graph decides (values that are 0, 1 or infinite), and the equations of the
  other states, a `Subproblem`;
- **prove**: the policy, and the witness that proves it optimal, from the exact values;
- **attain**: of proved bounds of the same equations (`enclosures`) the policy that attains values
  within them, and its witness.

`exact` solves the equations, by policy iteration or, where there is a second player, by strategy
iteration; compares all options with the values of their states; and has the policy proved. An
objective whose policy and proof come with its values, as those of a mean payoff do, or whose policy
depends on the steps, or on what is spent, has ``answer`` in place of the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.witness import optimal_options, within_state
from exactbox.mdp.exact.exact_policy_iteration import Subproblem
from exactbox.mdp.exact.strategy_iteration import strategy_iteration
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.continuous_time import expected_rewards, refuse_rates
from exactbox.mdp.graph.proper import ImproperPolicyError
from exactbox.mdp.model.arguments import is_game, refuse_games
from exactbox.mdp.model.layout import PerOption, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.objectives import OBJECTIVES

if TYPE_CHECKING:
    from exactbox.mdp.bounds.bounds import Bounds

Witness = dict[str, Any]  # ranks, levels, ...


class Solution(NamedTuple):
    """A subproblem solved: all states' values, and the options that are worth as much, by one step.

    ``strategy`` is the maximising player's, in a game.
    """

    subproblem: Subproblem
    values: Values
    optimal: PerOption
    strategy: Policy | None


@dataclass(frozen=True, kw_only=True)
class Objective:
    """What can be asked of a model; see above.

    ``signed`` takes its place where some reward before the goal is below 0, and is perhaps a name,
    to be loaded there. ``explain`` says why, where a policy that exact policy iteration has come to
    does not end. ``one_player`` and ``discrete`` are what is said to be for models without a second
    player, and without rates; empty where such models are allowed.
    """

    name: str
    decide: Callable[[Model, Question], Subproblem] | None = None
    prove: Callable[[Model, Question, Solution], tuple[Policy, Witness]] | None = None
    attain: Callable[[Model, Question, Subproblem, Bounds], tuple[Policy, Witness]] | None = None
    answer: Callable[[Model, Question], Answer] | None = None
    signed: Objective | str | None = None
    explain: Callable[[Model, Question, Subproblem], None] | None = None
    one_player: str = ""
    discrete: str = ""


def exact(model: Model, asked: Question, objective: Objective | None = None) -> Answer:
    """The exact answer to a question, by the record of its objective, or by this one."""
    objective = objective or record_of(asked.objective)
    question = asked if objective.answer is not None else on_the_average(model, asked)
    if objective.signed is not None and question.has_negative(model):
        signed = objective.signed
        objective = record_of(signed) if isinstance(signed, str) else signed
    if objective.one_player:
        refuse_games(model, objective.one_player)
    if objective.discrete:
        refuse_rates(model, objective.discrete)
    if objective.answer is not None:
        return objective.answer(model, asked)
    if objective.decide is None or objective.prove is None:
        raise TypeError(f"the objective {objective.name} can neither be solved nor be proved")
    if not objective.one_player and is_game(model):
        subproblem, values, strategy = strategy_iteration(model, question, objective.decide)
        optimal = optimal_options(model, question, values)
    else:
        strategy, subproblem = None, objective.decide(model, question)
        try:
            values = subproblem.values(question.sense)
        except ImproperPolicyError:
            if objective.explain is not None:
                objective.explain(model, question, subproblem)
            raise
        optimal = optimal_options(model, question, values, subproblem)
    solution = Solution(subproblem, values, optimal, strategy)
    policy, witness = objective.prove(model, question, solution)
    ties = np.flatnonzero(model.count(optimal) > 1)
    return Answer(model, asked, values, within_state(model, policy), ties, witness)


def on_the_average(model: Model, question: Question) -> Question:
    """The same with what each choice brings on the average, in continuous time."""
    if question.rewards is None:
        return question
    return replace(question, rewards=expected_rewards(model, question.rewards))


def record_of(name: str) -> Objective:
    """The record of an objective; only its file is loaded."""
    module = import_module(f"exactbox.mdp.objectives.{name}")
    record: Objective = getattr(module, name.upper())
    return record


def has_enclosure(question: Question) -> bool:
    """Whether there are proved bounds of what is asked."""
    known = OBJECTIVES.get(question.objective)
    return known is not None and known.has_enclosure
