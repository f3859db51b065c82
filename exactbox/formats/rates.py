"""Immediate choices of Markov automata, beside one that has a rate.

Time does not pass before an immediate choice is taken (*maximal progress*), so the others of that
state never are, and a reader leaves them out.

Source: Guck, Hatefi, Hermanns, Katoen, Timmer, *Analysis of timed and long-run objectives for
Markov automata*, 2014, section 2.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.graph.restriction import keep_actions
from exactbox.mdp.model.model import Model


def maximal_progress(model: Model) -> Model:
    """The model without the choices that have a rate in states with immediate ones.

    States that are no longer reached stay.
    """
    if model.rates is None:
        return model
    immediate = (model.rates.numerator == 0)[model.choice]  # no time passes before the action
    state_of = model.state_of
    hybrid = np.bincount(state_of[immediate], minlength=model.states) > 0
    remaining = immediate | ~hybrid[state_of]  # a rate stays where no choice is immediate
    if remaining.all():
        return model
    return keep_actions(model, remaining)[0]
