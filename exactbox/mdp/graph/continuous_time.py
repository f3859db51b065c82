"""Continuous time: the expected reward and the expected time of a choice.

A choice c with the exit rate e(c) > 0 has a clock: its time is exponential, 1/e(c) on the average,
and by the time that it rings, what accrues at the rate a(c) has added up to a(c)/e(c), beside the
impulse i(c) that is had at once. An *immediate* choice takes no time. So the expected reward and
the expected time of a choice are

    r(c) = i(c) + a(c) tau(c),        tau(c) = 1/e(c), or 0 where c is immediate,

and whatever is asked about expected rewards is asked of the process of choices with rewards r: the
rewards until a goal, in total, and, weighed with tau, in the long run. Probabilities do not depend
on time. In a model without rates each choice takes a unit of time, a step: tau = 1. Both are worked
out where rewards are (`model.rewards`).

Sources: Puterman, *Markov Decision Processes*, 1994, chapter 11; Guck, Hatefi, Hermanns, Katoen,
Timmer, *Analysis of timed and long-run objectives for Markov automata*, 2014.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.graph.attractor import attractor
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.model.layout import PerChoice
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import (
    SetOfStates,
    SomeRewards,
    require_kind,
    require_model,
    require_unshared,
    rewards_of,
    set_of,
)
from exactbox.mdp.model.rewards import Ratios, Rewards

MAX_SHOWN_STATES = 10  # of an end component, in a message


def time_rewards(model: Model) -> Rewards:
    """Rewards that measure time: 1 accrues in a unit of time.

    Examples
    --------
    >>> from exactbox.mdp import cost
    >>> model = Model([0, 1, 2], [0, 1, 2], [1, 1], [1, 1], [1, 1], rates=Ratios([4, 1], [1, 1]))
    >>> cost(model, time_rewards(model), np.array([False, True]), "min").value
    Fraction(1, 4)
    """
    require_model(model)
    return indicator(model, np.ones(model.states, dtype=bool))


def indicator(model: Model, states: SetOfStates) -> Rewards:
    """Rewards that measure the time in these states: 1 accrues in a unit of time, 0 elsewhere.

    Its mean payoff is the long-run fraction of time in these states (of steps, without rates).
    States that share choices are refused: then a choice does not say where the play is.
    """
    require_model(model)
    require_unshared(model)
    inside = set_of(model, states, "states").states[model.state_of]
    nothing, ones = np.zeros(model.choices, dtype=np.int64), np.ones(model.choices, dtype=np.int64)
    return Rewards(nothing, ones, rate=Ratios(inside.astype(np.int64), ones))


def instant_ranks(model: Model) -> PerChoice:
    """Ranks of choices that show that time passes, 0 for choices that take time.

    Each immediate choice leads, with positive probability, to a state all of whose choices have a
    lower rank, or take time. So a play has finitely many steps in a finite time, under every
    policy. A ValueError names an end component of immediate choices, which could be taken for ever.
    """
    clocked = np.ones(model.choices, dtype=bool)
    if model.rates is not None:
        clocked = model.rates.numerator > 0
    ranks = attractor(model, need=np.diff(model.action_start), exits=clocked)
    if (ranks.states < 0).any():
        component, _ = end_components(model, actions=(~clocked)[model.choice])
        inside = np.flatnonzero(component == 0)
        names = ", ".join(map(str, inside[:MAX_SHOWN_STATES].tolist()))
        names += ", ..." * (len(inside) > MAX_SHOWN_STATES)
        raise ValueError(
            f"state{'s' * (len(inside) > 1)} {names}: immediate choices can be taken there again "
            "and again while no time passes (an end component); need a model where time passes"
        )
    return ranks.choices


def step_rewards(model: Model, rewards: SomeRewards | None, what: str) -> Rewards:
    """`rewards_of` a model without rates, with what accrues in a step; ValueError with rates."""
    require_kind(model, discrete=what)
    return rewards_of(model, rewards).expected(model.rates)
