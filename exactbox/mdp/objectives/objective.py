"""The record of an objective, and the driver that serves all: `exact`.

An objective is three things:

- **decide**: the values that the graph decides, which are 0, 1 or infinite; the others are left to
  equations (`Question.equations`);
- **prove**: from all exact values and the actions that attain them, the policy, and the witness
  that proves it optimal;
- **attain**: of proved bounds of the same equations (`enclosures`) the policy that attains values
  within them, and its witness.

`exact` solves the equations, by policy iteration or, where there is a second player, by strategy
iteration; compares all actions with the values of their states (`optimal_actions`); and has the
policy proved. An error on the way is an ArithmeticError. An objective whose policy and
proof come with its values, as those of a mean payoff do, or whose policy depends on the steps, or
on what is spent, has ``answer`` in place of the first two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.exact_policy_iteration import optimal_values
from exactbox.mdp.exact.strategy_iteration import strategy_iteration
from exactbox.mdp.exact.values import Values, extend_values, signs
from exactbox.mdp.graph.attractor import ImproperPolicyError
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerAction, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, maximising_states, require_kind
from exactbox.objectives import OBJECTIVES

if TYPE_CHECKING:
    from exactbox.mdp.bounds.bounds import Bounds

Witness = dict[str, Any]  # ranks, levels, ...
Strategy = Policy | None  # of the player who maximises, in a game


@dataclass(frozen=True, kw_only=True)
class Objective:
    """The record of an objective; see above.

    ``signed`` is the record, or its name, that takes its place where some reward before the goal is
    below 0. ``explain`` raises an error with the reason where exact policy iteration has met a
    policy that is not proper. ``one_player`` and ``discrete`` are the subjects of the refusals of a
    second player and of rates; they are empty where such models are allowed.
    """

    name: str
    decide: Callable[[Model, Question], PerState] | None = None
    prove: (
        Callable[[Model, Question, Values, PerAction, Strategy], tuple[Policy, Witness]] | None
    ) = None
    attain: Callable[[Model, Question, PerState, Bounds], tuple[Policy, Witness]] | None = None
    answer: Callable[[Model, Question], Answer] | None = None
    signed: Objective | str | None = None
    explain: Callable[[Model, Question, PerState], None] | None = None
    one_player: str = ""
    discrete: str = ""


def exact(model: Model, question: Question, *, signed: bool = False) -> Answer:
    """The exact answer to a question, by the record of its objective.

    `signed` takes the one for rewards of both signs, whatever signs they have.
    """
    objective = record_of(question.objective)
    averaged = question if objective.answer is not None else question.time_averaged(model)
    infinity = inf
    if (other := objective.signed) is not None and (signed or averaged.has_negative(model)):
        objective = record_of(other) if isinstance(other, str) else other
        infinity = -inf if averaged.sense == "max" else inf  # the worst: no policy counts
    require_kind(model, one_player=objective.one_player, discrete=objective.discrete)
    if objective.answer is not None:
        return objective.answer(model, question)
    if objective.decide is None or objective.prove is None:
        raise TypeError(f"the objective {objective.name} can neither be solved nor be proved")
    if not objective.one_player and model.players is not None and model.players.any():
        values, strategy = strategy_iteration(model, averaged, objective.decide)
        optimal = optimal_actions(model, averaged, values)
    else:
        decided, strategy = objective.decide(model, averaged), None
        # v = max or min of q(c) where nothing is decided
        equations, actions = averaged.equations(model, decided)
        try:
            undecided = optimal_values(equations, averaged.sense)
        except ImproperPolicyError:
            if objective.explain is not None:
                objective.explain(model, averaged, decided)
            raise
        values = extend_values(decided, undecided, infinity)
        optimal = optimal_actions(model, averaged, values, equations, actions)
    # sigma with q(sigma(s)) = v(s), and ranks
    policy, witness = objective.prove(model, averaged, values, optimal, strategy)
    ties = np.flatnonzero(model.count(optimal) > 1)  # several o with q(o) = v(s)
    return Answer(model, question, values, model.action_numbers(policy), ties, witness)


def optimal_actions(
    model: Model,
    question: Question,
    values: Values,
    equations: Equations | None = None,
    actions: Array | None = None,
) -> PerAction:
    """(A,) bool: the optimal actions, q(o) = v(s).

    States whose value is given by the question, or infinite, have none; of an only action q is what
    was solved for. The `equations` of all other states, with their `actions`, are made here unless
    the caller has them. An ArithmeticError says that the values are not optimal: some action is
    better, or none attains them.
    """
    decided = question.boundary_values(model)
    decided[values.infinite] = inf  # v is no unknown there
    active = np.isnan(decided)  # where v obeys the equation
    if equations is None or actions is None or equations.states < active.sum():
        equations, actions = question.equations(model, decided)
    optimal = np.zeros(model.action_count, dtype=bool)
    if equations.is_chain:
        optimal[actions] = True
        return optimal
    undecided = values.select(np.flatnonzero(active))
    several = (np.diff(equations.action_start) > 1)[equations.state_of]  # actions beside others
    if equations.afterstate is None and 2 * several.sum() < len(several):
        optimal[actions[~several]] = True
        equations, used = equations.around(np.flatnonzero(several))
        undecided, actions = undecided.select(used), actions[several]
    sign = signs(equations, undecided)  # of q(o) - v(s)
    maximises = maximising_states(model, question.sense)[model.state_of[actions]]
    better = np.where(maximises, sign > 0, sign < 0)  # v is not it
    optimal[actions[sign == 0]] = True  # q(o) = v(s)
    if better.any() or not model.count(optimal)[active].all():
        raise ArithmeticError("the values found are not optimal in some state")
    return optimal


def require(ranks: PerState, where: PerState) -> None:
    """ArithmeticError unless all states that have to have a rank or level have one."""
    if (ranks[where] < 0).any():
        s = int(np.flatnonzero(where & (ranks < 0))[0])
        raise ArithmeticError(f"state {s}: the values found cannot be proved")


def record_of(name: str) -> Objective:
    """The record of an objective; only its file is loaded."""
    module = import_module(f"exactbox.mdp.objectives.{name}")
    record: Objective = getattr(module, name.upper())
    return record


def has_enclosure(question: Question) -> bool:
    """Return whether the question's objective has proved bounds."""
    return question.objective in OBJECTIVES and OBJECTIVES[question.objective].has_enclosure
