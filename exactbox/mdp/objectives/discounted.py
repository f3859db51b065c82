"""The expected total discounted reward.

    v(s) = max over options c of  r(c) + d sum_t p(c, t) v(t)          min where the sense is "min"

with a discount d in [0, 1): the right side is a contraction, v its only fixed point.

Source: Puterman, *Markov Decision Processes*, 1994, chapter 6.
"""

from __future__ import annotations

from concurrent.futures import Executor
from fractions import Fraction

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.witness import optimal_options, within_state
from exactbox.mdp.bounds.bounds import bounds_of
from exactbox.mdp.exact.exact_policy_iteration import Unknown
from exactbox.mdp.exact.strategy_iteration import strategy_iteration
from exactbox.mdp.graph.attractor import first_option
from exactbox.mdp.graph.continuous_time import step_rewards
from exactbox.mdp.model.arguments import (
    SomeRewards,
    discount_of,
    is_game,
    only_these,
    refuse_games,
    sense_of,
    who_maximises,
)
from exactbox.mdp.model.equations import equations_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.parallel import in_context
from exactbox.progress import Progress


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
    sense = sense_of(model, sense)
    maximises, rewards = who_maximises(model, sense), step_rewards(model, rewards, "a discount")
    factor = discount_of(discount)
    active = np.ones(model.states, dtype=bool)
    if is_game(model):
        values, _ = strategy_iteration(
            model,
            maximises,
            active,
            lambda m, choices: _unknown(m, only_these(rewards, choices), factor),
            rewards=rewards,
            discount=factor,
        )
    else:
        values = _unknown(model, rewards, factor).values(sense)
    optimal = optimal_options(model, values, active, maximises, rewards=rewards, discount=factor)
    policy = within_state(model, first_option(model, optimal.options))
    asked = {"discount": factor}
    return Answer(model, "discounted", sense, values, policy, optimal.ties, rewards, asked)


@in_context
def discounted_enclosure(
    model: Model,
    rewards: SomeRewards | None,
    discount: Fraction | int | str,
    sense: str | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Enclosure:
    """Proved bounds of `discounted`, for models of a million states.

    An OverflowError or ArithmeticError says that bounds in 64 bits are not possible here.
    """
    sense = sense_of(model, sense)
    refuse_games(model, "an enclosure")
    rewards, factor = step_rewards(model, rewards, "a discount"), discount_of(discount)
    unknown = _unknown(model, rewards, factor)
    found = bounds_of(model, unknown, sense, steps=float(1 / (1 - factor)))
    policy, asked = within_state(model, found.policy), {"discount": factor}
    return Enclosure(model, "discounted", sense, policy, unknown, found, rewards, asked)


def _unknown(model: Model, rewards: Ratios, discount: Fraction) -> Unknown:
    """The graph decides nothing."""
    nowhere, options = np.zeros(model.states, dtype=bool), np.arange(model.options)
    equations = equations_of(model, ~nowhere, options, rewards=rewards, discount=discount)
    return Unknown(equations, ~nowhere, nowhere, nowhere, options)
