"""Total rewards of both signs, where every policy comes to rest.

If no end component has a reward, a run is in one sooner or later and collects no more, whatever the
policy: totals are finite. Each end component becomes one state (inside it every state can be had
for nothing) with the choice to stay for ever, worth 0; then all policies end, and exact policy
iteration applies to rewards of both signs.

Source: de Alfaro, *Formal Verification of Probabilistic Systems*, 1997 (quotients by end
components).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from exactbox.mdp.answer import Answer, ModelValues, everywhere
from exactbox.mdp.collapse import merged
from exactbox.mdp.components import end_components
from exactbox.mdp.graph import attractor, falling_choice, first_choice
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.optimum import optimal_values, process_of
from exactbox.mdp.proofs import optimal_choices, within_state
from exactbox.mdp.ranks import universal_ranks
from exactbox.mdp.rows import rows_of

Progress = Callable[[str, int, int], None]


def signed_total(
    model: Model, rewards: Rewards, sense: str, *, progress: Progress | None = None
) -> Answer:
    """The expected total reward for ever, of both signs.

    Parameters
    ----------
    model : Model
    rewards : Rewards
    sense : "max" or "min"
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Raises
    ------
    ValueError
        If an end component has a reward; the message names a state and a choice.
    """
    component, allowed = end_components(model)
    _refuse_endless(model, rewards, allowed)
    everyone = np.ones(model.states, dtype=bool)
    rows = rows_of(model, everyone, np.arange(model.choices), rewards=rewards)
    rows, number = merged(rows, component, allowed, rest=True)
    x = optimal_values(rows, sense, progress=progress)
    values = everywhere(model.states, everyone, x.rows(number.tolist()).as_vector())
    maximises = np.full(model.states, sense == "max")
    optimal = optimal_choices(model, values, everyone, maximises, rewards=rewards)
    zero = np.array([n[0] == 0 for n in values.numerators], dtype=bool)
    rests = attractor(model, zero, None, None, optimal.choices)
    falling = falling_choice(model, rests, optimal.choices)
    choice = np.where(zero, first_choice(model, optimal.choices), falling)
    ends = universal_ranks(process_of(rows, sense))[:-1]
    if (choice < 0).any() or (ends < 0).any():
        raise ArithmeticError("the values found cannot be proved")
    ranks = np.maximum.reduceat(ends, rows.choice_start[:-1])[number]
    stated = {"components": number, "ranks": ranks, "rests": rests}
    found, policy = ModelValues(values, ~everyone), within_state(model, choice)
    return Answer(model, "signed", sense, found, policy, optimal.ties, rewards, stated)


def _refuse_endless(model: Model, rewards: Rewards, allowed: Array) -> None:
    endless = allowed & (rewards.numerator != 0)
    if endless.any():
        c = int(np.argmax(endless))
        found = Fraction(int(rewards.numerator[c]), int(rewards.denominator[c]))
        raise ValueError(
            f"{model.place(c)}: the reward {found} can be had again and again (in an end "
            "component), and some rewards are below 0; need end components without rewards, or "
            "rewards of one sign (if all are 0 or below: change the sign, and max for min)"
        )
