"""Turn-based games of two players, by strategy iteration.

Fix a strategy of the player who maximises; the best response of the other one is a decision process
to minimise, which is solved exactly. Where some option of the maximising player is worth more than
its state, exactly, the strategy takes it, and the values grow. When none is, the values bound what
the player can get with any strategy, as the best response proves. The first strategy goes to where
there is something to get: from one that does not a round would improve the states next to those
only.

Sources: Hoffman, Karp, *On nonterminating stochastic games*, 1966; Condon, *On algorithms for
simple stochastic games*, 1993.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from exactbox.mdp.exact.compare import signs
from exactbox.mdp.exact.exact_policy_iteration import Unknown
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.attractor import (
    attractor,
    falling_option,
    first_option,
    leads_only_to,
)
from exactbox.mdp.graph.restriction import fixed_options
from exactbox.mdp.model.equations import equations_of
from exactbox.mdp.model.layout import PerChoice, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios

_MAX_ROUNDS = 10_000

BestResponse = Callable[[Model, PerChoice], Unknown]


def strategy_iteration(
    model: Model,
    maximises: PerState,
    active: PerState,
    response: BestResponse,
    *,
    rewards: Ratios | None = None,
    one: PerState | None = None,
    end: bool = False,
    discount: Fraction = Fraction(1),
) -> tuple[Values, Policy]:
    """Values of the game, and the maximising player's strategy.

    In states `active` the values obey the equations; they are infinite where no strategy of the
    minimising player is finite. ``response(restricted, choices)`` is what there is to minimise when
    the maximising player's strategy is fixed: the model is left with these choices. What follows is
    as `equations_of` takes it.
    """
    policy = _first_strategy(model, maximises, active, rewards, one, end)
    state_of = model.state_of
    for _ in range(_MAX_ROUNDS):
        unknown = response(*model.restricted(fixed_options(model, policy, maximises)))
        values, infinite = unknown.values("min"), unknown.infinite
        finite = active & ~infinite
        mine = (maximises & finite)[state_of]
        bounded = leads_only_to(model, ~infinite)
        which = np.flatnonzero(finite[state_of] & bounded)
        equations = equations_of(
            model, finite, which, rewards=rewards, one=one, end=end, discount=discount
        )
        better = mine & ~bounded
        found = signs(equations, values.of(np.flatnonzero(finite)))
        better[which[found > 0]] |= mine[which[found > 0]]
        if not better.any():
            return values.with_infinite(infinite), policy
        improving = first_option(model, better)
        policy = np.where(improving < 0, policy, improving)
    raise ArithmeticError(f"strategy iteration has not ended after {_MAX_ROUNDS} rounds")


def _first_strategy(
    model: Model,
    maximises: PerState,
    active: PerState,
    rewards: Ratios | None,
    one: PerState | None,
    end: bool,
) -> Policy:
    """(S,) options towards value 1 or a reward, against all resistance where that can be done."""
    everything = np.ones(model.options, dtype=bool)
    good = everything if rewards is None else model.per_option(rewards.numerator > 0)
    policy = first_option(model, good)
    aim = policy >= 0 if one is None else one
    for who in (None, ~maximises):
        ranks = attractor(model, aim, active, who, ended=end)
        falls = falling_option(model, ranks, everything, end)
        policy = np.where(ranks > 0, falls, policy)
    return np.where(policy < 0, model.option_start[:-1], policy)
