"""A finite horizon: the probability to reach a goal within n steps, or the reward of n steps.

    v_k(s) = max over actions c of  r(c) + d sum_t p(c, t) v_(k-1)(t)

and min where the sense is "min"; v_0 = 0. For a probability r = 0, d = 1 and v_k = 1 on the goal, 0
outside of `stay`. By backward induction (`exactbox.mdp.exact.induction`), in which each step spends
1: what a step changes is worked out, and a fixed point ends it.

Source: Puterman, *Markov Decision Processes*, 1994, section 4.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.induction import Induction, sort_branches
from exactbox.mdp.exact.values import finite, quotients
from exactbox.mdp.graph.alike import bisimulation_quotient
from exactbox.mdp.model.layout import Array, PerState, factorize
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, SetOfStates, SomeRewards, question_about
from exactbox.mdp.model.state_sets import checked_integer
from exactbox.mdp.objectives.objective import Objective, exact
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


@in_context
def within_steps(
    model: Model,
    steps: int,
    sense: str | None = None,
    *,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    discount: Fraction | int | str | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """With a goal the probability to reach it within the steps, else the reward of the first steps.

    A `discount` is for rewards: step k counts ``discount ** k``. The policy is a `Schedule` of
    (steps, S): row k is for when k steps are done. Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    sense : "max" or "min"; it may be left out of a Markov chain
    goal : a label, states, a bool for each state, or "ended"
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones

    Raises
    ------
    ValueError
        For games, and for models with rates.
    TooLargeError
        If the values get too long; it is estimated after some steps.

    Examples
    --------
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"won": [1]})
    >>> within_steps(model, 3, "max", goal="won").value
    Fraction(7, 8)
    """
    if goal is not None and discount is not None:
        raise ValueError("a probability has no discount: leave out the goal or the discount")
    objective = "discounted" if discount is not None else "total" if goal is None else "reach"
    sets: dict[str, Any] = {"goal": goal, "stay": stay}
    steps = checked_integer("steps", steps)
    question = question_about(
        model, objective, sense, **sets, rewards=rewards, discount=discount, steps=steps
    )
    return exact(model, question)


def _answer(model: Model, question: Question) -> Answer:
    """By backward induction over the states whose values the question leaves open."""
    steps = question.steps or 0
    induction, decided, label, own = prepared(model, question)
    induction.run(steps, "steps")  # v_k(s) = value[s] / scale with k = steps
    states = np.flatnonzero(np.isnan(decided))  # v_k is an unknown
    schedule = induction.schedule(steps).extend(model.states, states, label, *own)
    ties = states[np.isin(label, induction.ties())] if steps else states[:0]  # in some step
    zero, one = len(induction.value) + 1, len(induction.value)
    at = np.where(decided == 1, one, zero)  # v(s) = entries[at[s]]
    at[states] = label  # the class's value
    entries = quotients([*induction.value, induction.scale, 0], induction.scale)  # v_k, 1, 0
    lumped = len(induction.value) < len(states)
    # what the checker may do once for each class: those of unknowns, 1, and 0
    witness = {"classes": factorize(at)[0]} if lumped else {}
    return Answer(model, question, finite(entries, at), schedule, ties, witness)


def prepared(model: Model, question: Question) -> tuple[Induction, PerState, Array, Sequence[Any]]:
    """The induction, at step 0, about classes of states; v of the others; each one's class."""
    # v_k = 1 or 0 for all k; nan: an unknown
    decided = question.boundary_values(model)
    equations, _ = question.time_averaged(model).equations(model, decided)
    number = np.arange(equations.states)
    # v_k(s) = v_k(t) for all k where the labels of s and t are equal
    e, label, *own = bisimulation_quotient(equations) or (equations, number, number, None)
    common = lcm(*{*e.denominator.tolist()})  # D
    factor = np.array([common // d for d in e.denominator.tolist()], dtype=object)
    weight = narrowest(e.weight * factor[e.choice_of])  # D p(e)
    ones = np.ones(len(e.target), dtype=np.int64)  # each branch takes one step
    branches = sort_branches(e, ones > 0, weight, ones, common)
    induction = Induction(e, branches, question.sense, np.zeros(e.states, dtype=bool))
    for c in np.flatnonzero(e.cost).tolist():  # r(c) comes in with the first step
        induction.add(1, c, int(e.cost[c]) * factor[c])
    return induction, decided, label, own


WITHIN_STEPS = Objective(
    name="within_steps",
    answer=_answer,
    one_player="a finite horizon",
    discrete="a finite horizon",
)
