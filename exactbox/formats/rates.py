"""Rates in files: of branches, as CTMCs have them, and of states that have immediate choices too.

A CTMC's branch b has a rate; their sum is the choice's exit rate, and the branch is taken with
probability rate(b) / sum. In a Markov automaton a state may have immediate choices beside the one
with a rate. Time does not pass before an immediate choice is taken (*maximal progress*), so the
others of that state never are, and a reader leaves them out.

Source: Guck, Hatefi, Hermanns, Katoen, Timmer, *Analysis of timed and long-run objectives for
Markov automata*, 2014, section 2.
"""

from __future__ import annotations

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.graph.restriction import with_options
from exactbox.mdp.model.layout import Layout, PerBranch, PerChoice, reduced
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, over_common
from exactbox.mdp.model.validation import Place, check_targets, freeze


def embedded(layout: Layout, rate: Ratios, place: Place) -> tuple[PerBranch, PerChoice, Ratios]:
    """Weights, denominators and exit rates from the rates of branches.

    ``place(c)`` is what messages call choice c. A ValueError names a choice without a target, with
    one that is not a state or one twice, or with a rate that is not positive.
    """
    if layout.ends.any():
        raise ValueError(f"{place(int(np.argmax(layout.ends)))}: found no target, need one")
    check_targets(layout.states, layout.branch_start, layout.target, place)
    if (rate.numerator <= 0).any():
        b = int(np.argmax(rate.numerator <= 0))
        c = int(np.searchsorted(layout.branch_start, b, side="right")) - 1
        raise ValueError(
            f"{place(c)}: the rate to target {layout.target[b]} is {rate[b]}, need a positive one"
        )
    scaled, common = over_common(layout.branch_start, rate.numerator, rate.denominator)
    total = reduced(np.add, scaled, layout.branch_start, 0)  # exit rate(c) = total / common
    shared = reduced(np.gcd, scaled, layout.branch_start, 0)
    weight = scaled // np.repeat(shared, np.diff(layout.branch_start))
    exits = np.gcd(total, common)
    return (
        freeze(narrowest(weight)),
        freeze(narrowest(total // shared)),
        Ratios(freeze(narrowest(total // exits)), freeze(narrowest(common // exits))),
    )


def maximal_progress(model: Model) -> Model:
    """The model without the choices that have a rate in states with immediate ones.

    Choices are not shared. States that are no longer reached stay.
    """
    if model.rates is None:
        return model
    immediate = model.rates.numerator == 0
    state_of = model.state_of
    hybrid = np.bincount(state_of[immediate], minlength=model.states) > 0
    kept = immediate | ~hybrid[state_of]
    if kept.all():
        return model
    return with_options(model, kept)[0]
