"""The expected total discounted reward.

    v(s) = max over actions c of  r(c) + d sum_t p(c, t) v(t)          min where the sense is "min"

with a discount d in [0, 1): the right-hand side is a contraction, and v is its only fixed
point.

Source: Puterman, *Markov Decision Processes*, 1994, chapter 6.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.attractor import first_action
from exactbox.mdp.model.layout import PerAction, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, SomeRewards, question_about
from exactbox.mdp.objectives.objective import (
    Objective,
    Strategy,
    Witness,
    exact,
)
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactbox.mdp.bounds.bounds import Bounds


@in_context
def discounted(
    model: Model,
    rewards: SomeRewards | None,
    discount: Fraction | int | str,
    sense: str | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """The expected total reward, of any sign, step k counting ``discount ** k``.

    In a game (``model.players``) the second player wants the opposite. Models with rates are
    refused. Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones
    discount : at least 0 and below 1; an int, a Fraction or a string such as "9/10"
    sense : "max" or "min"; it may be left out of a Markov chain

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 0)]]], rewards={"": [[100]]})
    >>> discounted(model, None, "9/10", "max").value
    Fraction(1000, 1)
    """
    question = question_about(model, "discounted", sense, rewards=rewards, discount=discount)
    return exact(model, question)


def _decide(model: Model, question: Question) -> PerState:
    """Return nan in all states: the graph decides no value."""
    return question.boundary_values(model)  # nan: v is an unknown everywhere


def _prove(
    model: Model, question: Question, values: Values, optimal: PerAction, strategy: Strategy
) -> tuple[Policy, Witness]:
    """The first optimal actions, which need no witness."""
    return first_action(model, optimal), {}  # q(o) = v(s): v is the only fixed point


def _attain(
    model: Model, question: Question, decided: PerState, bounds: Bounds
) -> tuple[Policy, Witness]:
    """The policy of the bounds."""
    return bounds.policy, {}  # a contraction: its values are within the bounds


DISCOUNTED = Objective(
    name="discounted", decide=_decide, prove=_prove, attain=_attain, discrete="a discount"
)
