"""Turn-based games of two players, by strategy iteration.

The player who maximises keeps to a strategy; against it the other one has a decision process to
minimise, which is solved exactly. Where some choice of the maximising player is worth more than its
state, exactly, the strategy takes it, and the values grow. When no choice is, the values bound what
the player can get with any strategy, as the other one's best answer proves. The first strategy goes
to where there is something to get: from one that does not a round would improve the states next to
those only.

Sources: Hoffman, Karp, *On nonterminating stochastic games*, 1966; Condon, *On algorithms for
simple stochastic games*, 1993.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from exactbox.linalg import ExactVector
from exactbox.mdp.compare import signs
from exactbox.mdp.graph import attractor, falling_choice, first_choice, leads_only_to
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.proofs import left_open
from exactbox.mdp.rows import rows_of
from exactbox.mdp.values import Unknown

_MAX_ROUNDS = 10_000

Answer = Callable[[Model, Array], Unknown]
Progress = Callable[[str, int, int], None]


def strategy_iteration(
    model: Model,
    maximises: Array,
    active: Array,
    answer: Answer,
    *,
    rewards: Rewards | None = None,
    one: Array | None = None,
    discount: Fraction = Fraction(1),
    progress: Progress | None = None,
) -> tuple[ExactVector, Array, Array]:
    """Values of the game, where they are infinite, and the maximising player's choices.

    Parameters
    ----------
    model : Model
    maximises, active : (S,) bool
        Whose state it is; where the values obey the equations.
    answer : callable
        ``answer(restricted, kept)``: what there is to minimise with the choices `kept` only.
    rewards, one, discount
        As `rows_of` takes them.

    Returns
    -------
    values, infinite, choice
        ``choice`` counts at states that maximise.
    """
    choice = _promising(model, maximises, active, rewards, one)
    state_of = model.state_of
    for _ in range(_MAX_ROUNDS):
        kept = left_open(model, choice, maximises)
        unknown = answer(model.restricted(kept), kept)
        values, infinite = unknown.values("min", progress), unknown.infinite
        finite = active & ~infinite
        mine = (maximises & finite)[state_of]
        ends = leads_only_to(model, ~infinite)
        which = np.flatnonzero(finite[state_of] & ends)
        rows = rows_of(model, finite, which, rewards=rewards, one=one, discount=discount)
        better = mine & ~ends
        found = signs(rows, values.rows(np.flatnonzero(finite).tolist()).as_vector())
        better[which[found > 0]] |= mine[which[found > 0]]
        if not better.any():
            return values, infinite, choice
        taken = first_choice(model, better)
        choice = np.where(taken < 0, choice, taken)
    raise ArithmeticError(f"strategy iteration has not ended after {_MAX_ROUNDS} rounds")


def _promising(
    model: Model, maximises: Array, active: Array, rewards: Rewards | None, one: Array | None
) -> Array:
    """(S,) choices towards value 1 or a reward, against all resistance where that can be done."""
    everything = np.ones(model.choices, dtype=bool)
    choice = first_choice(model, everything if rewards is None else rewards.numerator > 0)
    aim = choice >= 0 if one is None else one
    for who in (None, ~maximises):
        ranks = attractor(model, aim, active, who)
        falls = falling_choice(model, ranks, everything)
        choice = np.where(ranks > 0, falls, choice)
    return np.where(choice < 0, model.choice_start[:-1], choice)
