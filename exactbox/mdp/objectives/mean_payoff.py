"""The mean payoff: the expected long-run average reward of a step, or of a unit of time.

    g(s) = max over options c of  sum_t p(c, t) g(t),    and among the options that attain it
    h(s) = max of  r(c) - g(s) tau(c) + sum_t p(c, t) h(t)          min where the sense is "min"

with gains g and biases h, for any number of recurrent classes, and tau(c) = 1 in a model without
rates; in continuous time it is the choice's expected time (`timed`). `multichain` has the theory
and the exact policy iteration.

Sources: Puterman, *Markov Decision Processes*, 1994, chapters 9 and 11; Guck, Hatefi, Hermanns,
Katoen, Timmer, *Analysis of timed and long-run objectives for Markov automata*, 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.linalg import ExactVector
from exactbox.mdp.answer import Answer
from exactbox.mdp.arguments import refuse_games, rewards_of, who_maximises
from exactbox.mdp.model import Model
from exactbox.mdp.multichain import gain_and_bias
from exactbox.mdp.rewards import Ratios
from exactbox.mdp.timed import expected_rewards, instant_ranks, times
from exactbox.mdp.values import finite
from exactbox.mdp.witness import optimal_options, within_state
from exactbox.progress import Progress


def mean_payoff(
    model: Model,
    rewards: Ratios | str | None,
    sense: str,
    *,
    progress: Progress | None = None,
) -> Answer:
    """The expected long-run average reward of a step, or of a unit of time if there are rates.

    With any number of recurrent classes.

    Parameters
    ----------
    model : Model
        Whose play never ends.
    rewards : Rewards, the name of some, or None for the model's only ones
        Of any sign.
    sense : "max" or "min"
    progress : callable, optional
        Called as ``progress(stage, done, total)``.

    Returns
    -------
    Answer
        Its ties are the states with several options that are optimal for gain and bias.

    Raises
    ------
    ValueError
        For unknown names, for games, where the play ends, and where it can go on for ever while no
        time passes.

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 1)]], [[("1/2", 0), ("1/2", 1)]]], rewards={"": [[3], [0]]})
    >>> mean_payoff(model, None, "max").value
    Fraction(1, 1)
    """
    maximises, given = who_maximises(model, sense), rewards_of(model, rewards)
    rewards, tau = expected_rewards(model, given), times(model)
    refuse_games(model, "the mean payoff")
    ends = model.per_option(model.ends)
    if ends.any():
        raise ValueError(
            f"{model.place(int(np.argmax(ends)))}: the play ends here; need one that goes on"
        )
    witness: dict[str, Any] = {}
    if model.rates is not None:
        witness["ranks"] = instant_ranks(model)
    plain, each = model.plain(), rewards  # each option's
    if model.option is not None:
        each, tau = rewards.only(model.option), tau.only(model.option)
    found = gain_and_bias(plain, each, sense, time=tau, progress=progress)
    gain = finite(ExactVector.of_fractions(found.gain))
    bias = finite(found.bias)
    ties = np.empty(0, dtype=np.int64)
    if plain.choices > model.states:  # else there is nothing to choose
        everyone = np.ones(model.states, dtype=bool)
        kept = optimal_options(plain, gain, everyone, maximises).options
        above = _less(each, tau, [found.gain[s] for s in plain.state_of.tolist()])
        kept &= optimal_options(plain, bias, everyone, maximises, rewards=above).options
        ties = np.flatnonzero(np.bincount(plain.state_of[kept], minlength=model.states) > 1)
    policy = within_state(model, found.choice)
    witness["bias"] = bias
    return Answer(model, "mean_payoff", sense, gain, policy, ties, given, {}, witness)


def _less(rewards: Ratios, tau: Ratios, gains: Sequence[Fraction]) -> Ratios:
    """Rewards less the gain of the choice's state in its time."""
    return Ratios.of(rewards[c] - gain * tau[c] for c, gain in enumerate(gains))
