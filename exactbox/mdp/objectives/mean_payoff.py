"""The mean payoff: the expected long-run average reward of a step, or of a unit of time.

    g(s) = max over actions c of  sum_t p(c, t) g(t),    and among the actions that attain it
    h(s) = max of  r(c) - g(s) tau(c) + sum_t p(c, t) h(t)          min where the sense is "min"

with gains g and biases h, for any number of recurrent classes, and tau(c) = 1 in a model without
rates; in continuous time it is the choice's expected time (`continuous_time`). `multichain` has the
theory and the exact policy iteration.

Sources: Puterman, *Markov Decision Processes*, 1994, chapters 9 and 11; Guck, Hatefi, Hermanns,
Katoen, Timmer, *Analysis of timed and long-run objectives for Markov automata*, 2014.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.multichain import gain_and_bias
from exactbox.mdp.exact.values import finite
from exactbox.mdp.graph.continuous_time import instant_ranks
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, SomeRewards, question_about
from exactbox.mdp.model.rewards import Ratios, times
from exactbox.mdp.objectives.objective import Objective, Witness, exact
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


@in_context
def mean_payoff(
    model: Model,
    rewards: SomeRewards | None,
    sense: str | None = None,
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """The expected long-run average reward of a step, or of a unit of time if there are rates.

    Rewards may have any sign, and there may be any number of recurrent classes. Ties are the states
    with several actions that are optimal for gain and bias. Refused are games, play that ends, and
    play that can go on for ever while no time passes. Other arguments are explained in
    `exactbox.mdp`.

    Parameters
    ----------
    rewards : a name, `Rewards`, a number for each choice, or None for the only ones
    sense : "max" or "min"; it may be left out of a Markov chain

    Examples
    --------
    >>> model = Model.from_lists([[[(1, 1)]], [[("1/2", 0), ("1/2", 1)]]], rewards={"": [[3], [0]]})
    >>> mean_payoff(model, None, "max").value
    Fraction(1, 1)
    """
    return exact(model, question_about(model, "mean_payoff", sense, rewards=rewards))


def _answer(model: Model, question: Question) -> Answer:
    """The gains, and the biases that prove them."""
    ends = model.ends[model.choice]
    if ends.any():
        raise ValueError(
            f"{model.place(int(np.argmax(ends)))}: the play ends here; need one that goes on"
        )
    # every end component takes time
    witness: Witness = {} if model.rates is None else {"ranks": instant_ranks(model)}
    rewards: Ratios = question.time_averaged(model).reward
    tau = times(model.rates, model.choices)  # 1 without rates
    if model.afterstate is not None:  # each action's
        rewards, tau = rewards.only(model.afterstate), tau.only(model.afterstate)
    payoff = gain_and_bias(model.plain(), rewards, question.sense, time=tau)
    optimal = np.zeros(model.action_count, dtype=bool)
    optimal[payoff.optimal] = True  # for gain, and then for bias
    ties = np.flatnonzero(model.count(optimal) > 1)  # several actions attain g and h
    witness["bias"] = finite(payoff.bias)  # g tau + h = r + P h under the policy
    policy = model.action_numbers(payoff.choice)  # actions 0, 1, ... of each state
    gain = finite(payoff.gain)  # g = P g under the policy
    return Answer(model, question, gain, policy, ties, witness, rounds=payoff.rounds)


MEAN_PAYOFF = Objective(name="mean_payoff", answer=_answer, one_player="the mean payoff")
