"""Continuous time: what a choice brings and how long it lasts, on the average.

A choice c with the exit rate e(c) > 0 has a clock: its time is exponential, 1/e(c) on the average,
and by the time that it rings, what accrues at the rate a(c) has added up to a(c)/e(c), beside the
impulse i(c) that is paid at once. An *immediate* choice takes no time. So the expected reward and
the expected time of a choice are

    r(c) = i(c) + a(c) tau(c),        tau(c) = 1/e(c), or 0 where c is immediate,

and whatever is asked about expected rewards is asked of the process of choices with rewards r: the
rewards until a goal, in total, and, weighed with tau, in the long run. Probabilities do not depend
on time. In a model without rates each choice takes a unit of time, a step: tau = 1.

Sources: Puterman, *Markov Decision Processes*, 1994, chapter 11; Guck, Hatefi, Hermanns, Katoen,
Timmer, *Analysis of timed and long-run objectives for Markov automata*, 2014.
"""

from __future__ import annotations

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.graph.attractor import passing_ranks, progress_ranks
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.model.arguments import SetOfStates, SomeRewards, require_model, rewards_of, set_of
from exactbox.mdp.model.layout import PerChoice
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.mdp.model.validation import freeze

SHOWN = 10  # states of an end component that a message names


def times(model: Model) -> Ratios:
    """(C,) tau: the expected time of every choice, a step being the unit in a model without rates.

    Examples
    --------
    >>> model = Model([0, 2], [0, 1, 2], [0, 0], [1, 1], [1, 1], rates=Ratios([5, 0], [2, 1]))
    >>> tau = times(model)
    >>> tau[0], tau[1]
    (Fraction(2, 5), Fraction(0, 1))
    """
    if model.rates is None:
        ones = freeze(np.ones(model.choices, dtype=np.int64))
        return Ratios(ones, ones)
    p, q = model.rates.numerator, model.rates.denominator
    immediate = p == 0
    return Ratios(np.where(immediate, 0, q), np.where(immediate, 1, p))


def expected_rewards(model: Model, rewards: Ratios) -> Ratios:
    """(C,) r: the impulse of every choice, and what accrues while it lasts.

    Examples
    --------
    >>> model = Model([0, 1], [0, 1], [0], [1], [1], rates=Ratios([4], [1]))
    >>> expected_rewards(model, Rewards([1], [1], rate=Ratios([2], [1])))[0]
    Fraction(3, 2)
    """
    accrues = rewards.rate if isinstance(rewards, Rewards) else None
    if accrues is None:
        return rewards
    tau = times(model)
    columns = rewards.numerator, rewards.denominator, accrues.numerator, accrues.denominator
    i, d, a, e, t, u = (part.astype(object) for part in (*columns, tau.numerator, tau.denominator))
    p, q = i * e * u + a * t * d, d * e * u  # i/d + a/e t/u
    shared = np.gcd(p, q)
    return Ratios(freeze(narrowest(p // shared)), freeze(narrowest(q // shared)))


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
    if model.option is not None:
        raise ValueError("the model's states share choices, need those of model.unshared()")
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
    nowhere = np.zeros(model.states, dtype=bool)
    ranks = progress_ranks(model, nowhere, model.per_option(clocked))
    if (ranks < 0).any():
        component, _ = end_components(model, options=model.per_option(~clocked))
        inside = np.flatnonzero(component == 0)
        shown = ", ".join(map(str, inside[:SHOWN].tolist())) + ", ..." * (len(inside) > SHOWN)
        raise ValueError(
            f"state{'s' * (len(inside) > 1)} {shown}: immediate choices can be taken there again "
            "and again while no time passes (an end component); need a model where time passes"
        )
    return np.where(clocked, 0, passing_ranks(model, ranks))


def step_rewards(model: Model, rewards: SomeRewards | None, what: str) -> Ratios:
    """`rewards_of` a model without rates, with what accrues in a step; ValueError with rates."""
    refuse_rates(model, what)
    return expected_rewards(model, rewards_of(model, rewards))


def refuse_rates(model: Model, what: str) -> None:
    """ValueError where the model has rates, and what is asked is about steps."""
    if model.rates is not None:
        raise ValueError(f"{what}: found a model with rates, need one in discrete time")
