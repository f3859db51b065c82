"""A bounded number of steps, by backward induction in integers.

With D the lowest common denominator of all choices, the values with k steps left are integers over
D^k; no fraction is reduced on the way.

Source: Puterman, *Markov Decision Processes*, 1994, section 4.5.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg import ExactVector
from exactbox.mdp.answer import Answer, ModelValues
from exactbox.mdp.graph import first_choice
from exactbox.mdp.model import Array, Model, Rewards
from exactbox.mdp.rows import Rows, rows_of

Progress = Callable[[str, int, int], None]


def backward_induction(
    model: Model,
    steps: int,
    sense: str,
    *,
    goal: Array | None = None,
    stay: Array | None = None,
    rewards: Rewards | None = None,
    discount: Fraction = Fraction(1),
    progress: Progress | None = None,
) -> Answer:
    """The probability to reach the goal within the steps, or the expected reward of the steps.

    Parameters
    ----------
    model : Model
    steps : int
    sense : "max" or "min"
    goal, stay : (S,) bool, optional
        For a probability.
    rewards : Rewards, optional
        For a reward.
    discount : Fraction
        Of rewards.

    Returns
    -------
    Answer
        Its policy is (steps, S): the row k for when k steps are done.
    """
    n = model.states
    nowhere = np.zeros(n, dtype=bool)
    goal = nowhere if goal is None else goal
    stay = ~nowhere if stay is None else stay
    active = stay & ~goal
    which = np.flatnonzero(active[model.state_of])
    rows = rows_of(model, active, which, rewards=rewards, one=goal, discount=discount)
    now, policy, ties = _induction(rows, steps, sense, progress)
    denominator = fmpz(_scale(rows)) ** steps
    numerators = [fmpz(0)] * n
    for s in np.flatnonzero(goal).tolist():
        numerators[s] = denominator
    for s, v in zip(np.flatnonzero(active).tolist(), now):
        numerators[s] = fmpz(v)
    chosen = np.zeros((steps, n), dtype=np.int64)
    chosen[:, active] = policy
    finite = ExactVector([denominator], [0] * n, [(v,) for v in numerators], 1)
    stated: dict[str, Any] = {"goal": goal, "stay": stay, "steps": steps}
    if discount != 1:
        stated["discount"] = discount
    tied = np.flatnonzero(active)[ties]
    return Answer(
        model, "bounded", sense, ModelValues(finite, nowhere), chosen, tied, rewards, stated
    )


def _scale(rows: Rows) -> int:
    scale: Any = np.lcm.reduce(rows.denominator.astype(object), initial=1)
    return int(scale)


def _induction(
    rows: Rows, steps: int, sense: str, progress: Progress | None
) -> tuple[list[int], Array, Array]:
    """Numerators over the scale to the power of the steps, the policy, and states with ties."""
    scale, start = _scale(rows), rows.choice_start[:-1]
    factor = scale // rows.denominator.astype(object)
    weight = rows.weight.astype(object) * factor[rows.choice_of]
    cost = rows.cost.astype(object) * factor
    best: Any = np.maximum if sense == "max" else np.minimum
    sizes = np.diff(rows.choice_start)
    now: Any = np.zeros(rows.states, dtype=object)
    policy = np.zeros((steps, rows.states), dtype=np.int64)
    tied = np.zeros(rows.states, dtype=bool)
    power = 1
    for k in range(steps):
        worth = cost * power + rows.sums(weight * now[rows.target])
        if rows.states:
            now = best.reduceat(worth, start)
            optimal = worth == np.repeat(now, sizes)
            policy[steps - 1 - k] = first_choice(rows, optimal)
            tied |= np.add.reduceat(optimal, start, dtype=np.int64) > 1
        power *= scale
        if progress is not None:
            progress("steps", k + 1, steps)
    return now.tolist(), np.maximum(policy - start, 0), np.flatnonzero(tied)
